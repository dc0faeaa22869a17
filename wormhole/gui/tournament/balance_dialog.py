"""The balance of a game: many games of a level against itself, and what they show, as they are played."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from wormhole import WHITE, Variant
from wormhole.arena.balance import USUAL_LEVEL, Balance, Share, balance_plan, kept_balances
from wormhole.arena.tournament import Tournament, create
from wormhole.arena.tournament_run import Phase, TournamentRun
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import _, _n, number, percent, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Caption, Layout
from wormhole.gui.tournament.tournaments_screen import show_tournament
from wormhole.gui.window.stage import Stage

LEVELS = (2, 3, 4, 5, 6)
"""Quick ones that see enough of a game."""
WIDTH_UNITS, HEIGHT_UNITS = 76, 48
ROW_UNITS, HINT_UNITS, BAR_UNITS = 5, 5, 1


def open_balance(stage: Stage, variant: Variant) -> None:
    """Show what is known of a game's balance; if nothing is, begin to measure it."""
    folder = stage.engines.tournaments.folder

    def show(known: Mapping[int, Tournament]) -> None:
        level = USUAL_LEVEL if USUAL_LEVEL in known or not known else next(iter(known))
        stage.open(BalanceDialog(stage, variant, known, level))

    wait_for(stage, _(READING), lambda job: kept_balances(folder, variant), show)


class BalanceDialog(Dialog):
    """What the games of one level show. ``known`` are the measurements so far, by level."""

    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage, game: Variant, known: Mapping[int, Tournament], level: int) -> None:
        super().__init__(stage)
        self.heading = _("Balance of {game}").format(game=_(game.title))
        self._game, self._known, self._level = game, dict(known), level
        self._run: TournamentRun | None = None
        self._shown: tuple[object, ...] = ()
        names = [(each, number(each)) for each in sorted({*LEVELS, level})]
        self._levels = Choice(names, level, self._choose)
        self._bar, self._state, self._verdict = ProgressBar(), Hint("small"), Hint("small")
        self._table = Table(
            (TableColumn(12), TableColumn(6, is_right=True), TableColumn(16)), _nothing, _nothing
        )
        self._go = Button(_("Stop"), self._go_or_stop)
        self._again = Button(_("Measure again"), self._begin, tip=Tip(_("Play as many new games")))
        self._games = Button(_("Games"), self._open_games, tip=Tip(_("The games, as of a tournament")))
        self._close = Button(_("Close"), stage.close_dialog)
        self.first = self._close
        self._choose(level)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The level, the progress, the figures, and the buttons."""
        units = look.scale.units
        levels = Row(
            {Caption(_("Level of both sides")): units(24), self._levels: Fill()}, size=units(ROW_UNITS)
        )
        buttons = (self._go, self._again, self._games, self._close)
        foot = Row(dict.fromkeys(buttons, Fill()), look.scale.unit, units(BUTTON_UNITS))
        return Column(
            {
                "levels": levels,
                self._state: units(HINT_UNITS) // 2,
                self._bar: units(BAR_UNITS),
                self._table: Fill(),
                self._verdict: units(HINT_UNITS),
                "foot": foot,
            },
            look.scale.unit,
        )

    def settle(self, look: Look) -> None:
        """The table and the texts are layers."""
        self.upper_layers = (self._state, self._bar, self._table, self._verdict)
        self._show()

    def update(self, now_seconds: float) -> float:
        """Show the games that ended meanwhile."""
        run = self._run
        if run is not None:
            with run.lock:
                state = (run, len(run.games), run.phase, run.is_running, run.trouble)
            if state != self._shown:
                self._shown = state
                self._show()
        return min(super().update(now_seconds), NEVER)

    def _choose(self, level: int) -> None:
        """Show what is known at a level; if nothing is, begin."""
        self._level = level
        known = self._known.get(level)
        if known is None:
            self._begin()
        else:
            self._run = self.stage.engines.tournaments.add(known)

    def _begin(self) -> None:
        tournaments = self.stage.engines.tournaments
        name = _("Balance: {game}").format(game=_(self._game.title))
        try:
            tournament = create(tournaments.folder, balance_plan(self._game, name, level=self._level))
        except WormholeError as error:
            self.stage.open(MessageDialog(self.stage, _("The games cannot be kept"), said(error)))
            return
        self._known[self._level] = tournament
        self._run = tournaments.add(tournament)
        self._start(self._run)

    def _go_or_stop(self) -> None:
        run = self._run
        if run is None:
            self._begin()
        elif run.is_running:
            run.pause()
        else:
            self._start(run)

    def _start(self, run: TournamentRun) -> None:
        """Play the games; say which tournament is paused for them."""
        tournaments = self.stage.engines.tournaments
        other = tournaments.running
        if other is not None and other is not run:
            self.stage.notices.show(_("Paused meanwhile: {name}").format(name=other.plan.name))
        tournaments.start(run)

    def _open_games(self) -> None:
        run = self._run
        if run is not None:
            self.stage.close_dialog()
            show_tournament(self.stage, Tournament(run.path, run.plan), self._game)

    # What is shown

    def _show(self) -> None:
        run = self._run
        games = [] if run is None else list(run.games)
        balance = Balance.of(games)
        self._table.show([] if balance is None else _rows(balance, self._game), empty=_("No game yet."))
        self._verdict.show("" if balance is None else _verdict(balance))
        is_running, is_over = (
            run is not None and run.is_running,
            run is not None and run.phase is Phase.FINISHED,
        )
        total = 0 if run is None else len(run.plan.schedule)
        if run is not None and run.trouble is not None:
            self._state.show(said(run.trouble), is_trouble=True)
        else:
            self._state.show(_("{count} of {all} games").format(count=number(len(games)), all=number(total)))
        self._bar.show(len(games) / total if total else 0.0)
        self._go.text = _("Stop") if is_running else _("Go on")
        self._go.enable(not is_over)
        self._again.enable(not is_running)
        self._games.enable(run is not None)


def _rows(balance: Balance, game: Variant) -> list[tuple[str, str, str]]:
    """The figures, each with its name and more about it."""
    shortest, mean, longest = balance.lengths
    results = _("{white} won, {drawn} drawn, {black} lost").format(
        white=number(balance.white), drawn=number(balance.drawn), black=number(balance.black)
    )
    rows = [
        (_("White's score"), percent(balance.score.value), _interval(balance.score)),
        (_("Results of White"), number(balance.games), results),
        (_("Draws"), percent(balance.draws.value), _interval(balance.draws)),
        (
            _("Length in moves"),
            number(mean),
            _("{least} to {most}").format(least=number(shortest), most=number(longest)),
        ),
        (_("Captures in a game"), number(balance.captures, 1), ""),
    ]
    if balance.through_holes is not None and game.has_holes:
        rows.append((_("Captures through holes"), percent(balance.through_holes), _("of all captures")))
    if balance.unfinished:
        stopped = _("after the greatest number of moves")
        rows.append((_("Stopped as drawn"), number(balance.unfinished), stopped))
    return rows


def _interval(share: Share) -> str:
    """The confidence interval of a share."""
    words = _("{least} to {most} (95 % sure)")
    return words.format(least=number(100 * share.low), most=percent(share.high))


def _verdict(balance: Balance) -> str:
    """Whether a side has an advantage, in a sentence."""
    if balance.better_side is None:
        return _n(
            "So many games show no advantage of either side: {count} game.",
            "So many games show no advantage of either side: {count} games.",
            balance.games,
        )
    if balance.better_side is WHITE:
        return _("White has the better chances between players of this level.")
    return _("Black has the better chances between players of this level.")


def _nothing(row: int) -> None:
    """A row does nothing."""
