"""A replay: the moves of a game, one after another, in the pace of the game or in a steady one."""

from __future__ import annotations

from functools import partial

import pygame

from wormhole.gui.dialogs.context_menu import ContextMenu, MenuEntry
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import _, number
from wormhole.gui.look.layers import Pixel
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.window.stage import Stage
from wormhole.library.record import GameNode
from wormhole.library.time_control import controls_of

PACES_SECONDS = (1, 2, 5)
"""The seconds for each move in the steady paces."""


class Replay:
    """Shows the line from the current position to its end; from its end, the whole line.

    A user who shows the next move goes on with it. Where the user shows another position, it ends.
    """

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game
        self._node: GameNode | None = None
        """The position that is shown, or to which the board goes; None: nothing is replayed."""
        self._left: GameNode | None = None
        """Where the board was before the replay went to its start."""
        self._pace: float | None = None
        """The seconds for each move; None: those that it took in the game."""
        self._due = NEVER

    @property
    def is_running(self) -> bool:
        """Whether moves are being replayed."""
        return self._node is not None

    def ask(self, pixel: Pixel) -> None:
        """Ask for the pace in a menu with its corner at a pixel of the window; end a replay that runs."""
        if self.is_running:
            self.end()
        elif self._game.match.is_contest:
            self._stage.notices.flash(_("A game can be replayed once it is over"))
        elif not self._game.match.game.variations:
            self._stage.notices.flash(_("There is no move to replay yet"))
        else:
            steady = (
                MenuEntry(
                    _("{seconds} s per move").format(seconds=number(seconds)),
                    None,
                    partial(self.begin, seconds),
                )
                for seconds in PACES_SECONDS
            )
            entries = (MenuEntry(_("As it was played"), None, self.begin, self._has_times), *steady)
            self._stage.open(ContextMenu(self._stage, _("Replay"), entries, pixel, by_keyboard=True))

    def begin(self, pace: float | None = None) -> None:
        """Replay from the current position on, with so many seconds for each move or those of the game."""
        game, cursor = self._game, self._game.match.cursor
        self._pace, self._left, self._node = pace, cursor.node, cursor.node
        if cursor.next() is None:
            self._node = cursor.node.game()
            game.go(self._node, game.now_seconds)
        self._plan(game.now_seconds)
        self._stage.notices.flash(_("Esc or a click ends the replay"))

    def end(self) -> None:
        """Stay at the current position."""
        self._node, self._due = None, NEVER

    def handle(self, event: pygame.Event) -> bool:
        """End at Esc or a click; returns whether the event has no other meaning."""
        is_esc = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if not self.is_running or not (is_esc or event.type == pygame.MOUSEBUTTONDOWN):
            return False
        self.end()
        return is_esc

    def update(self, now_seconds: float) -> float:
        """Show the next move if it is due; returns when the next one is due."""
        if self._node is None:
            return NEVER
        here = self._game.match.cursor.node
        if here is not self._node:
            if here is self._left:
                return NEVER  # a long way to the start is being found
            if here.parent is not self._node:
                self.end()
                return NEVER
            self._node = here
            self._plan(now_seconds)
        self._left = None
        if not self._game.shown.is_at_rest(now_seconds):
            return NEVER
        following = self._game.match.cursor.next()
        if following is None:
            self.end()
        elif now_seconds >= self._due:
            self._node = following
            self._game.go(following, now_seconds)
            self._plan(now_seconds)
        return self._due

    def _plan(self, now_seconds: float) -> None:
        """Set when the move after the position is due."""
        following = self._game.match.cursor.next()
        seconds = self._pace if self._pace is not None or following is None else self._seconds_of(following)
        self._due = now_seconds + (PACES_SECONDS[0] if seconds is None else seconds)

    def _seconds_of(self, node: GameNode) -> float | None:
        """The seconds that a move took in the game; None if the record does not say it."""
        return node.thought(controls_of(self._game.match.game.headers))

    @property
    def _has_times(self) -> bool:
        """Whether the record says how long a move took."""
        return any(self._seconds_of(node) is not None for node in self._game.match.game.end().line())
