"""What the rooms without a game share: home, the library, the lists of lessons and of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pygame

from wormhole.gui.key_words import cap_words
from wormhole.gui.keys import Command
from wormhole.gui.language import _, _p
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.text_field import clipboard_text
from wormhole.gui.look.widget_theme import QUIET
from wormhole.gui.look.widgets import Action
from wormhole.gui.look.with_widgets import WithWidgets
from wormhole.gui.match.choice import two_players
from wormhole.gui.screen import Stage
from wormhole.gui.screens.taking import Taking


class Lobby(WithWidgets):
    """Base of such a room: nothing is lost when it is left; what is pasted or dropped begins a game."""

    command: Command
    """The command that leads to the room; there it does nothing."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._size = (0, 0)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do what the command means in this room."""
        actions = self._actions()
        if command not in actions:
            return command is self.command
        actions[command]()
        return True

    def wakes_in(self, now_seconds: float) -> float | None:
        """Nothing moves here."""
        return None

    def take_text(self, text: str) -> None:
        """Start from a position or a game."""
        self._taking.text(text)

    def take_files(self, paths: Sequence[Path]) -> None:
        """Go on with the game of a file, or read several files into the library."""
        self._taking.files(paths)

    def played(self) -> str:
        """Nothing: no game is at play."""
        return ""

    def leave(self, go: Action) -> None:
        """Call `go` at once: nothing can be lost here."""
        go()

    def close(self) -> None:
        """Release the widgets."""
        self._close_widgets()

    @property
    def _taking(self) -> Taking:
        return Taking(self._stage, self._stage.game.variant, two_players())

    def _actions(self) -> Mapping[Command, Action]:
        """What commands mean in this room. Esc leads back to the game, or home."""
        return {
            Command.MENU: self._stage.go_back,
            Command.PASTE: lambda: self.take_text(clipboard_text()),
        }

    def _renew_widgets(self, size: tuple[int, int]) -> None:
        """Make room for the widgets of a window of this size."""
        self._size = size
        self._make_widgets(size, self._stage.look)

    def _back_button(self, rect: pygame.Rect) -> None:
        text, tip = _p("screen", "Home"), _("To the home screen")
        if self._stage.came_from_game:
            text, tip = _("Back"), _("Back to the game")
        self.widgets.button(rect, text, self._stage.go_back, QUIET, Tip(tip, (cap_words("Esc"),)))

    def _heading(self, text: str, rect: pygame.Rect) -> Picture:
        """The heading at the left of a rectangle, smaller if it does not fit."""
        look = self._stage.look
        pixels = look.words.largest([text], look.display, rect.width, bold=True)
        line = look.words.line(text, pixels, look.theme.colour.ink, bold=True)
        return Picture(line, line.get_rect(midleft=rect.midleft).topleft)
