"""The base of the screens without a game: the home screen, lists, the editor, the composer, exercises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from wormhole import Board, Variant
from wormhole.gui.languages.language import _, _p
from wormhole.gui.look.button import Button
from wormhole.gui.look.layers import Layer, Picture, Tip
from wormhole.gui.look.layout import in_sight_if_large, is_dense
from wormhole.gui.look.widget_theme import QUIET
from wormhole.gui.look.widgets import Action
from wormhole.gui.look.with_widgets import WithWidgets
from wormhole.gui.screens.content_opener import ContentOpener
from wormhole.gui.window.heard import Heard, heard_of
from wormhole.gui.window.keys import Command, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.play.seats import two_players

FOR_BOARDS = {Command.MOTION, Command.MUTE}
"""The letters that change settings of boards. Names have these letters, too, and are typed without a field
that has the focus."""


class RoomWithoutGame(WithWidgets):
    """Base of rooms without a game: leaving loses nothing; pasted or dropped content starts a game."""

    command: Command
    """The command that leads to the room; there it does nothing."""
    has_board = True
    """Whether a board is shown; without one, the keys FOR_BOARDS do nothing."""
    _heading_words = ""
    """The heading, or its English text."""
    area: pygame.Rect | None = None
    """The rectangle that it takes of the window's canvas; None if it fills that."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._size = (0, 0)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command in this room."""
        actions = self._actions()
        if command not in actions:
            return command is self.command or (command in FOR_BOARDS and not self.has_board)
        actions[command]()
        return True

    @property
    def variant(self) -> Variant:
        """The chosen game."""
        return self._stage.preferences.game.variant

    @property
    def opener(self) -> ContentOpener:
        """Starts from a position or a game."""
        return ContentOpener(self._stage, self.variant, two_players())

    @property
    def layers(self) -> Sequence[Layer]:
        """Its picture, lowest layer first."""
        return ()

    @property
    def heard(self) -> Heard:
        """The heading, and what its layers and the focus say."""
        if not self.has_widgets:
            return {}
        return {"heading": _(self._heading_words), **heard_of(self.layers, self.widgets)}

    @property
    def position(self) -> Board | None:
        """None: there is no board."""
        return None

    @property
    def pointed_at(self) -> int | None:
        """None: there is no board."""
        return None

    @property
    def time_words(self) -> str:
        """Nothing: there are no clocks."""
        return ""

    def played(self) -> str:
        """Nothing: no game is at play."""
        return ""

    def leave(self, go: Action) -> None:
        """Call `go` at once: nothing can be lost here."""
        go()

    def close(self) -> None:
        """Release the widgets."""
        self._close_widgets()

    def _actions(self) -> Mapping[Command, Action]:
        """The commands of this room. Esc leads back to the game, or home."""
        return {
            Command.MENU: self._stage.rooms.go_back,
            Command.PASTE: self.opener.paste,
        }

    def _in_sight(self, size: tuple[int, int]) -> tuple[int, int]:
        """What the window shows of its canvas, if this room needs no more; the size of all of it else."""
        room = in_sight_if_large(size)
        self.area = pygame.Rect((0, 0), room) if is_dense(room) else None
        return room

    def _renew_widgets(self, size: tuple[int, int]) -> None:
        """Make room for the widgets of a window of this size."""
        self._size = size
        self._make_widgets(self._stage.look)

    def _back_button(self, rect: pygame.Rect) -> None:
        self.widgets.add(self._way_home(), rect)

    def _way_home(self) -> Button:
        """The button that leads to the home screen or back to the game."""
        text, tip = _p("screen", "Home"), _("Go to the home screen")
        if self._stage.rooms.left_game is not None:
            text, tip = _("Back"), _("Back to the game")
        return Button(text, self._stage.rooms.go_back, QUIET, Tip(tip, (cap_words("Esc"),)))

    def _heading(self, text: str, rect: pygame.Rect) -> Picture:
        """The heading at the left of a rectangle, smaller if it does not fit."""
        look, self._heading_words = self._stage.look, text
        pixels = look.words.largest([text], look.display, rect.width, bold=True)
        line = look.words.line(text, pixels, look.theme.colour.ink, bold=True)
        return Picture(line, line.get_rect(midleft=rect.midleft).topleft)
