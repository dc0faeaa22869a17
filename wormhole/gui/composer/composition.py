"""What a player composes: the draft with its history, and the choices that only the screen has."""

from __future__ import annotations

from pathlib import Path

from wormhole.gui.editor.draft import Session
from wormhole.library.composer.game_draft import GameDraft
from wormhole.library.composer.move_drawing import MoveBrush


class Composition:
    """A draft with its history, the piece that is selected, and the brush for its moves.

    `file` is where the game is stored, if it is.
    """

    def __init__(self, draft: GameDraft, file: Path | None = None) -> None:
        self.file = file
        self._session = Session(draft)
        self._field: str | None = None
        """The text field that is being typed into: what is typed there is undone together."""
        self.begun = draft
        """The draft as it was begun or saved last."""
        self._remark: tuple[GameDraft, str] | None = None
        self._letter = draft.royal[:1]
        self.brush = MoveBrush()
        self.is_alike = True
        """Whether both sides get the same start position."""

    @property
    def draft(self) -> GameDraft:
        """The draft as it is now."""
        return self._session.draft

    @property
    def is_changed(self) -> bool:
        """Whether something would be lost without saving."""
        return self.draft != self.begun

    @property
    def letter(self) -> str:
        """The letter of the selected piece; empty if the game has no pieces."""
        pieces = self.draft.pieces
        return self._letter if self._letter in pieces else next(iter(pieces), "")

    @property
    def remark(self) -> str:
        """What the last edit changed beside what was asked for; empty after the next one."""
        return self._remark[1] if self._remark is not None and self._remark[0] is self.draft else ""

    def select(self, letter: str) -> None:
        """Select a piece."""
        self._letter = letter
        self._field = None

    def change(self, draft: GameDraft, remark: str = "") -> None:
        """Continue with another draft, with a remark on what else has changed."""
        self.begin()
        self._session.change(draft)
        self._remark = (self.draft, remark) if remark else None

    def type(self, field: str, draft: GameDraft) -> None:
        """Continue with a draft that is the result of typing into a field."""
        if field != self._field:
            self.begin()
            self._field = field
        self._session.change(draft)

    def begin(self) -> None:
        """Begin a stroke on the board: its edits are undone together."""
        self._session.begin()
        self._field = None

    def stroke(self, draft: GameDraft) -> None:
        """Continue the stroke with another draft."""
        self._session.change(draft)

    def undo(self) -> None:
        """Undo the last step, if there is one."""
        self._session.undo()
        self._field = None

    def redo(self) -> None:
        """Redo the step that was undone last, if there is one."""
        self._session.redo()
        self._field = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return self._session.can_redo


def continued(earlier: Composition | None, draft: GameDraft, file: Path | None) -> Composition:
    """The earlier composition of the game of a file, if it was left as it is there; else a new one."""
    if earlier is not None and file is not None and earlier.file == file and earlier.draft.text == draft.text:
        return earlier
    return Composition(draft, file)
