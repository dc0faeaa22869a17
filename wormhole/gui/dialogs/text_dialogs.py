"""The dialogs for the name of a player, for a square and for a comment on a move."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, TextDialog
from wormhole.gui.dialogs.with_entries import WithEntries
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.text_field import TextField
from wormhole.gui.window.stage import Stage
from wormhole.library.headers import LONGEST_NAME

LONGEST_COMMENT = 2000
LONGEST_SQUARE = 4


class NameDialog(TextDialog):
    """Asks for a name; `action` is called with it, or with nothing if none is wanted."""

    heading = N_("Player name")

    def __init__(self, stage: Stage, name: str, placeholder: str, action: Callable[[str], None]) -> None:
        super().__init__(stage, TextField(name, LONGEST_NAME, placeholder), action)
        self.field.select(0, len(self.field.get_text()))


class SquareDialog(TextDialog):
    """Asks for the name of a square; `action` is called with it."""

    heading = N_("Type a square")

    def __init__(self, stage: Stage, action: Callable[[str], None]) -> None:
        super().__init__(stage, TextField("", LONGEST_SQUARE), action)


class CommentDialog(WithEntries, TextDialog):
    """Asks for the words of a comment on a move; `action` is called with them. It may be long: it is not lost
    by a slip.
    """

    size_units = (64, 18 + 2 + BUTTON_UNITS)

    def __init__(self, stage: Stage, move: str, text: str, action: Callable[[str], None]) -> None:
        super().__init__(stage, TextField(text, max(LONGEST_COMMENT, len(text)), is_box=True), action)
        self._begun = self.field.get_text()
        self.heading = _("Comment on {move}").format(move=f"{move[:1].lower()}{move[1:]}")

    @property
    def has_entries(self) -> bool:
        """Whether the comment was changed."""
        return self.field.get_text() != self._begun
