"""The banner at the end of a game, with its buttons: play again, look back, analyse."""

from __future__ import annotations

from functools import partial

import pygame

from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.key_words import tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.layout import widened_rows
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.panel.result_banner import Result as Shown
from wormhole.gui.panel.result_banner import ResultBanner, line_of, result_of
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame
from wormhole.library.headers import UNDECIDED
from wormhole.library.record import GameNode

WAYS_ON = (
    (N_("Rematch"), Command.REMATCH),
    (N_("Coach"), Command.COACH),
    (N_("Look back"), Command.FIRST),
    (N_("Report"), Command.ANALYSE_GAME),
)
CLOSE = "\N{MULTIPLICATION SIGN}"


class Result(Part):
    """Once it is closed, or someone looks back, a small strip is left of it, which leads back to the end."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game
        self.banner: ResultBanner | None = None
        self._last: Shown | None = None
        self._end: GameNode | None = None
        """Where that result stands."""
        self._is_small = False

    @property
    def wanted(self) -> frozenset[Place]:
        """The place of the banner or of the strip, once there is a result."""
        if self._result() is None:
            return frozenset()
        return frozenset({Place.RESULT_STRIP if self._is_small else Place.RESULT})

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the banner, or the strip."""
        result, self._widgets = self._result(), widgets
        self.banner, self.layers = None, ()
        if result is not None and Place.RESULT in layout:
            self.banner = ResultBanner(layout[Place.RESULT], self._stage.look)
            self.banner.show(result)
            self.layers = (self.banner,)
            self._ways_on(self.banner)
        elif result is not None and Place.RESULT_STRIP in layout:
            self._strip(result, layout[Place.RESULT_STRIP])

    def refresh(self) -> None:
        """Show another result, if the game was undone and ended otherwise."""
        if self.banner is not None:
            self.banner.show(self._result())

    def _result(self) -> Shown | None:
        """What is to be shown here; a small banner stays while someone looks elsewhere."""
        match = self._game.match
        if self._game.is_over and match.outcome is not None:
            result = result_of(match.outcome, match.board.variant)
            if result != self._last:
                self._is_small = False
            self._last, self._end = result, match.node
            return result
        if match.game.result == UNDECIDED:
            self._last, self._is_small = None, False
        return self._last if self._is_small else None

    def _ways_on(self, banner: ResultBanner) -> None:
        look, widgets = self._stage.look, self._widgets
        needs = [look.words.width(_(name), look.body) + look.scale.unit for name, _command in WAYS_ON]
        for (name, command), place in zip(WAYS_ON, widened_rows(banner.button_places(), needs), strict=True):
            kind = PRIMARY if command is Command.REMATCH else None
            widgets.button(place, _(name), partial(self._go_on, command), kind, tip_of(command))
        widgets.button(banner.close_place, CLOSE, self._make_small, QUIET, Tip(_("Hide the result")))

    def _strip(self, result: Shown, place: pygame.Rect) -> None:
        look = self._stage.look
        room, whole = place.width - 2 * look.scale.unit, line_of(result)
        is_short = look.words.width(whole, look.small) > room
        text = look.words.fitted(result.title if is_short else whole, look.small, room)
        self._widgets.button(place, text, self._make_large, CHOICE, Tip(_("To the result")))

    def _go_on(self, command: Command) -> None:
        if command in (Command.FIRST, Command.ANALYSE_GAME):
            self._make_small()
        self._stage.command(command)

    def _make_small(self) -> None:
        self._is_small = True
        self._game.annotated()

    def _make_large(self) -> None:
        self._is_small = False
        if self._end is not None and self._game.match.node is not self._end:
            self._game.go(self._end, self._game.now_seconds)
        self._game.annotated()
