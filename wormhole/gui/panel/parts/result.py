"""The banner at the end of a game, with its buttons: play again, look back, analyse."""

from __future__ import annotations

from functools import partial

from pygame_gui.elements import UIButton

from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.key_words import tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.layout import widened_rows
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.parts.moves import Moves
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.panel.result_banner import Result as Shown
from wormhole.gui.panel.result_banner import ResultBanner, result_of
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
    """Lies over the lower end of the move list, which keeps that part free.

    Once it is closed, or someone looks back, a small strip is left of it, which leads back to the end.
    """

    banner: ResultBanner

    def __init__(self, stage: Stage, game: RunningGame, moves: Moves) -> None:
        self._stage = stage
        self._game = game
        self._moves = moves
        self._last: Shown | None = None
        self._end: GameNode | None = None
        """Where that result stands."""
        self._is_small = False

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the banner."""
        self.banner = ResultBanner(layout[Place.MOVES], self._stage.look)
        self.layers = (self.banner,)
        self._widgets = widgets
        self._buttons: list[UIButton] = []

    def refresh(self) -> None:
        """Show the result of a game that is over."""
        result = self._result()
        if (result, self._is_small) == (self.banner.result, self.banner.is_small):
            return
        self.banner.show(result, self._is_small)
        self._moves.list.reserve(self.banner.height)
        for button in self._buttons:
            self._widgets.remove(button)
        self._buttons = []
        if result is not None:
            self._buttons = [self._strip(result)] if self._is_small else self._ways_on()

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

    def _ways_on(self) -> list[UIButton]:
        look, widgets = self._stage.look, self._widgets
        needs = [look.words.width(_(name), look.body) + look.scale.unit for name, _command in WAYS_ON]
        places = widened_rows(self.banner.button_places(), needs)
        buttons = [
            widgets.button(
                place,
                _(name),
                partial(self._go_on, command),
                PRIMARY if command is Command.REMATCH else None,
                tip_of(command),
            )
            for (name, command), place in zip(WAYS_ON, places, strict=True)
        ]
        close = widgets.button(
            self.banner.close_place, CLOSE, self._make_small, QUIET, Tip(_("Hide the result"))
        )
        return [*buttons, close]

    def _strip(self, result: Shown) -> UIButton:
        look, place = self._stage.look, self.banner.strip
        room = place.width - 2 * look.scale.unit
        whole = f"{result.title} · {result.reason.rstrip('.')}"
        is_short = look.words.width(whole, look.small) > room
        text = look.words.fitted(result.title if is_short else whole, look.small, room)
        return self._widgets.button(place, text, self._make_large, CHOICE, Tip(_("To the result")))

    def _go_on(self, command: Command) -> None:
        if command in (Command.FIRST, Command.ANALYSE_GAME):
            self._make_small()
        self._stage.command(command)

    def _make_small(self) -> None:
        self._is_small = True
        self.refresh()

    def _make_large(self) -> None:
        self._is_small = False
        if self._end is not None and self._game.match.node is not self._end:
            self._game.go(self._end, self._game.now_seconds)
        self.refresh()
