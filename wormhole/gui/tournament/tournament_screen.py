"""The screen of one tournament: its table as it is played, the boards of its games, the results."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from enum import Enum, auto
from functools import partial

import pygame

from wormhole.arena.standings import Standings, standings
from wormhole.arena.tournament import Plan, Tournament
from wormhole.arena.tournament_run import Phase, TournamentRun
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import printable
from wormhole.gui.dialogs.clock_words import clock_words
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _n, named, number, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Tip
from wormhole.gui.look.layout import Column, Fill, Row, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.schedule import EVERY_FRAME
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.kept_games import OPENING, open_kept
from wormhole.gui.screens.page_room import PageRoom
from wormhole.gui.tournament.cross_table import CrossTable, table_heights
from wormhole.gui.tournament.export import formats_of
from wormhole.gui.tournament.live_boards import LiveBoards
from wormhole.gui.tournament.ratings_chart import RatingsChart
from wormhole.gui.tournament.results_list import ResultsList
from wormhole.gui.tournament.standings_table import ROW_UNITS, StandingsTable
from wormhole.gui.tournament.table_files import open_export_menu
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.destination import Origin
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library import pgn
from wormhole.library.database.game_rows import snapshot
from wormhole.library.record import Game
from wormhole.library.time_control import ClockKind, TimeControlError, parsed
from wormhole.play.offered_players import offered_players
from wormhole.play.seats import read_in
from wormhole.players.spec import PlayerSpec
from wormhole.rules.variant import Variant

TABLE_SECONDS = 0.5
"""The least time between two computations of the table."""
STATE_SECONDS = 0.25
"""The least time between two lines about the state of play."""
SLOW_START_SECONDS = 8.0
LOOK_SECONDS = 1.0
"""The time that is left is written anew so often."""
LEAST_SHARE_FOR_TIME = 0.02
"""The time that is left is estimated once so much was played."""


class Side(Enum):
    """What is shown beside the tables."""

    BOARDS = auto()
    RESULTS = auto()


SIDES = ((Side.BOARDS, N_("Boards")), (Side.RESULTS, N_("Games played")))
PHASES = {
    Phase.PAUSED: N_("Paused"),
    Phase.STARTING: N_("Starting…"),
    Phase.PLAYING: N_("Playing"),
    Phase.FINISHED: N_("Finished"),
}


BUTTON_UNITS, FOOT_UNITS = 13, 5
LINE_UNITS, BAR_UNITS, TAB_UNITS = 3, 0.75, 4
CHART_UNITS, CHART_ROW_UNITS = 6.5, 2
"""The least height of the chart of the ratings: that of its frame, and that of a row."""
LEAST_SIDE_UNITS, MOST_SIDE_UNITS, SIDE_SHARE = 30, 84, 0.44
"""The part with the boards and the results."""


class TournamentScreen(PageRoom):
    """The room of one tournament; `back` leads to the list of all."""

    title = N_("Tournament")
    command = Command.TOURNAMENT
    has_board = True

    def __init__(
        self, stage: Stage, run: TournamentRun, variant: Variant, back: Action, side: Side | None = None
    ) -> None:
        super().__init__(stage)
        self._run, self._variant, self._back = run, variant, back
        self._side = side or (Side.BOARDS if run.is_running else Side.RESULTS)
        self._table: LatestJob[Standings] = self.in_background(self._take_standings)
        self._standings = standings(len(run.plan.players), ())
        self._outdated: list[StandingsTable | CrossTable | RatingsChart] = []
        """The parts that do not show the newest table yet."""
        self._told_at, self._told_phase = 0.0, run.phase
        self._counted = -1
        """The finished games of the table that was asked for last."""
        self._table_due = 0.0
        self._side_part: LiveBoards | ResultsList | None = None
        """What is shown beside the tables, once it is laid out."""

    # The screen

    @property
    def variant(self) -> Variant:
        """The game that is played."""
        return self._variant

    def heading(self, look: Look, width: int) -> str:
        """The name of the tournament."""
        return look.words.fitted(self._run.plan.name, look.title, width)

    def make(self) -> None:
        """The state of play, the tables, and what leads to boards and results."""
        plan = self._run.plan
        self._words, self._bar = Hint("small"), ProgressBar()
        self._scores = StandingsTable(plan.names, plan.schedule.most_games)
        self._cross, self._chart = CrossTable(plan.names), RatingsChart(plan.names)
        self._button = Button("", self._play_or_pause, PRIMARY)
        export = partial(self._export, by_keyboard=False)
        self._export_button = Button(_("Export…"), export, tip=Tip(_("Games and tables as files")))
        all_of_them = Button(_("All…"), self._back, tip=Tip(_("All tournaments")))
        self._buttons = self._button, self._export_button, all_of_them
        self._sides = Choice(named(SIDES), self._side, self._show_side)
        for table in (self._scores, self._cross, self._chart):
            table.show(self._standings)

    def head(self, look: Look, room: pygame.Rect) -> Layout:
        """The name and, unless the window is upright, the buttons."""
        parts: Parts = {self.place_heading: Fill()}
        if not is_upright(self._size):
            button = min(look.scale.units(BUTTON_UNITS), room.width // 5)
            parts |= dict.fromkeys(self._buttons, button)
        return Row(parts, look.scale.unit)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The boards or the results stand beside the tables; in an upright window below them."""
        units, unit, gap = look.scale.units, look.scale.unit, look.scale.units(1.5)
        tabs = Row(dict.fromkeys(self._sides.buttons, Fill()), unit, units(TAB_UNITS))
        side: Parts = {"tabs": tabs, self._place_side: Fill()}
        parts: Parts = {self._words: units(LINE_UNITS), self._bar: units(BAR_UNITS)}
        if is_upright(self._size):
            foot = units(FOOT_UNITS)
            tables = self._tables(look, (room.height - foot - unit - units(6)) // 2)
            buttons: Parts = {"buttons": Row(dict.fromkeys(self._buttons, Fill()), unit, foot)}
            parts["inner"] = Column({"tables": tables, "right": Column(side, unit)}, gap)
            return Column(buttons | {"body": Column(parts, unit, Fill())}, unit)
        width = min(max(units(LEAST_SIDE_UNITS), round(SIDE_SHARE * room.width)), units(MOST_SIDE_UNITS))
        tables = self._tables(look, room.height - units(LINE_UNITS + BAR_UNITS) - 2 * gap)
        parts["inner"] = Row({"tables": tables, "right": Column(side, unit, width)}, gap)
        return Column(parts, unit)

    def _tables(self, look: Look, room: int) -> Layout:
        """The standings above the cross table and, if there is room, the ratings.

        Neither table is higher than its rows, and both share a small room.
        """
        units, gap, players = look.scale.units, look.scale.units(1.5), len(self._run.plan.players)
        standings, cross = table_heights(look, players, ROW_UNITS)
        if standings + cross + gap > room:
            standings = max(min(standings, (room - gap) // 2), room - gap - cross)
            return Column({self._scores: standings, self._cross: room - gap - standings}, gap)
        parts: Parts = {self._scores: standings, self._cross: cross}
        rest = room - standings - cross - 2 * gap
        if rest >= units(CHART_UNITS + CHART_ROW_UNITS * players):
            parts[self._chart] = rest
        else:
            parts["space"] = Fill()
        return Column(parts, gap, Fill())

    def _place_side(self, rect: pygame.Rect) -> None:
        """Make the list of results, and the boards if they are to be shown."""
        self._close_parts()
        look, plan = self._stage.look, self._run.plan
        self._side_part = (
            LiveBoards(look, rect, self._run, self._variant, self._open)
            if self._side is Side.BOARDS
            else ResultsList(look, rect, plan.names, plan.schedule, self._open)
        )

    @property
    def upper_layers(self) -> tuple[Layer, ...]:
        """The boards or the results."""
        return () if self._side_part is None else (self._side_part,)

    def settle(self) -> None:
        """Write the state of play."""
        self._tell()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets and the parts that scroll."""
        if event.type == pygame.KEYDOWN and self._handle_key(event):
            return True
        if event.type == pygame.MOUSEWHEEL:
            pixel = self._stage.look.pointer()
            part = next((part for part in self._parts if part.rect.collidepoint(pixel)), None)
            return part is not None and self._give(part, event, now_seconds)
        if self.widgets.handle(event):
            return True
        is_mouse = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
        return is_mouse and any(self._give(part, event, now_seconds) for part in self._parts)

    def update(self, now_seconds: float) -> float:
        """Show what has happened; returns when something is due."""
        super().update(now_seconds)
        run = self._run
        count = len(run.games)
        due = now_seconds + LOOK_SECONDS if run.is_running else float("inf")
        if count != self._counted and not self._table.is_busy:
            if now_seconds >= self._table_due:
                self._counted, self._table_due = count, now_seconds + TABLE_SECONDS
                self._table.ask(lambda: standings(len(run.plan.players), run.finished()))
            else:
                due = min(due, self._table_due)
        if self._outdated:  # one in a frame, and no board beside it
            self._outdated.pop(0).show(self._standings)
            due = EVERY_FRAME
        elif isinstance(self._side_part, LiveBoards):
            due = min(due, self._side_part.update(now_seconds))
        elif self._side_part is not None:
            self._side_part.show_games(run.games)
        if now_seconds >= self._told_at + STATE_SECONDS or run.phase is not self._told_phase:
            self._told_at, self._told_phase = now_seconds, run.phase
            self._tell()
        else:
            due = min(due, self._told_at + STATE_SECONDS)
        return due

    def close(self) -> None:
        """Release the parts. The tournament continues."""
        self._close_parts()
        super().close()

    def _actions(self) -> Mapping[Command, Action]:
        return {
            **super()._actions(),
            Command.MENU: self._back,
            Command.SAVE: lambda: self._export(by_keyboard=True),
        }

    # Parts

    @property
    def _parts(self) -> tuple[StandingsTable | CrossTable | LiveBoards | ResultsList, ...]:
        side = () if self._side_part is None else (self._side_part,)
        return (self._scores, self._cross, *side)

    def _give(
        self,
        part: StandingsTable | CrossTable | LiveBoards | ResultsList,
        event: pygame.Event,
        now_seconds: float,
    ) -> bool:
        return part.handle(event, now_seconds)

    def _handle_key(self, event: pygame.Event) -> bool:
        """The keys of the list of results, or of the boards."""
        side = self._side_part
        if not isinstance(side, ResultsList):
            return side is not None and side.step(event.key)
        if event.key == pygame.K_RETURN and side.chosen is not None and not self.widgets.has_focus:
            side.take_chosen()
            return True
        if side.step(event.key):
            self.widgets.leave()
            return True
        return False

    def _close_parts(self) -> None:
        self._outdated = []
        if self._side_part is not None:
            self._side_part.close()

    def _show_side(self, side: Side) -> None:
        self._side = side
        self.place(self._size)

    def _take_standings(self, found: Standings) -> None:
        self._standings = found
        self._outdated = [self._scores, self._cross, self._chart]

    def _tell(self) -> None:
        """Write the state of play, and the button that changes it."""
        run = self._run
        self._words.show(self._status(), is_trouble=run.trouble is not None)
        total = len(run.plan.schedule)
        self._bar.show(len(run.games) / total)
        if run.is_running:
            text, tip = _("Pause"), _("Stop the games that are played; they are played again later")
        else:
            text, tip = _("Go on"), _("Play the games that are left")
        self._button.text = text
        self._button.tip = Tip(tip)
        self._button.enable(run.phase is not Phase.FINISHED)
        self._export_button.enable(bool(run.games))

    def _status(self) -> str:
        """The phase, the games played, the terms, and the time that is left."""
        run, plan = self._run, self._run.plan
        if run.trouble is not None:
            return said(run.trouble)
        total, done = len(plan.schedule), len(run.games)
        games = _("{count} of {all} games").format(count=number(done), all=number(total))
        words = [_(PHASES[run.phase]), games, _(self._variant.title), _clock_text(plan.clock)]
        has_played = len(run.games) > run.games_at_start
        if run.phase is Phase.STARTING and not has_played and run.seconds > SLOW_START_SECONDS:
            # Loops are compiled.
            words.append(_("the first time, this takes a minute or two"))
        if run.out:
            names = ", ".join(plan.names[player] for player in sorted(run.out))
            words.append(_("without {players}").format(players=names))
        left = self._seconds_left()
        if left is not None:
            words.append(_("about {time} left").format(time=time_words(left)))
        return " · ".join(word for word in words if word)

    def _seconds_left(self) -> float | None:
        """An estimate, from the games that were played in this window."""
        run = self._run
        total, played = len(run.plan.schedule), len(run.games) - run.games_at_start
        if run.phase is not Phase.PLAYING or played < max(2, LEAST_SHARE_FOR_TIME * total):
            return None
        return run.seconds / played * (total - len(run.games))

    # What a user does

    def _play_or_pause(self) -> None:
        run = self._run
        if run.is_running:
            run.pause()
            self._tell()
        else:
            go_on(self._stage, run, self._begin)

    def _begin(self) -> None:
        self._stage.engines.tournaments.start(self._run)
        self._tell()

    def _export(self, by_keyboard: bool) -> None:
        if self._run.games:
            pixel = self._export_button.rect.bottomleft
            open_export_menu(self._stage, self._run.plan.name, formats_of(self._run.path), pixel, by_keyboard)

    def _open(self, game: int) -> None:
        """Open a finished game, from which a way leads back to here."""
        again = partial(_show_again, self._stage, self._run, self._variant, self._back, self._side)
        origin = Origin(Command.TOURNAMENT, N_("Tournament"), N_("Back to the tournament"), again)
        open_game(self._stage, self._run, self._variant, game, origin)


def _show_again(stage: Stage, run: TournamentRun, variant: Variant, back: Action, side: Side) -> None:
    """Show a tournament as it was left for one of its games; the list of all if it was deleted meanwhile."""
    if os.path.exists(run.path):
        stage.rooms.show(lambda: TournamentScreen(stage, run, variant, back, side))
    else:
        back()


def go_on(stage: Stage, run: TournamentRun, begin: Action) -> None:
    """Call `begin`, which starts the programs; if the user has not chosen them here, ask first.

    A tournament's file may come from elsewhere, and no file starts a program.
    """
    try:
        commands = [] if run.is_trusted else _foreign_commands(stage, run.plan)
    except WormholeError as error:
        stage.open(MessageDialog(stage, _("The tournament cannot continue"), said(error)))
        return

    def trust() -> None:
        run.is_trusted = True
        begin()

    if not commands:
        trust()
        return
    text = _n(
        "This tournament starts a program: {commands}",
        "This tournament starts programs: {commands}",
        len(commands),
        commands=", ".join(commands),
    )
    stage.open(QuestionDialog(stage, _("Go on with the tournament?"), text, _("Go on"), trust))


def _foreign_commands(stage: Stage, plan: Plan) -> list[str]:
    """The programs of a plan, with their settings, that are not set up like this in the settings."""
    own = {each.spec.start for each in offered_players(stage.engines.own.now)}
    foreign = [spec for spec in plan.programs() if spec.start not in own]
    return list(dict.fromkeys(printable(_started(spec)) for spec in foreign))


def _started(spec: PlayerSpec) -> str:
    """The command of a program, with its settings and its folder."""
    details = dict(spec.settings) | ({_("Working folder"): spec.folder} if spec.folder else {})
    return " ".join([shlex.join(spec.command), *(f"({name}={value})" for name, value in details.items())])


def open_game(
    stage: Stage, run: TournamentRun, variant: Variant, number: int, origin: Origin | None = None
) -> None:
    """Open a finished game: that of the library or, if it is not there, as it was played."""

    def work(_job: Job[int | Game]) -> int | Game:
        kept = Tournament.read(run.path).games.get(number)
        if kept is None:
            raise WormholeError("This game is no longer in the file of the tournament.")
        game = pgn.pick(kept.pgn.splitlines(keepends=True), games=(variant,))
        with stage.library.open() as library:
            same = library.find_same(snapshot(game))
        return game if same is None else same[0]

    def show(found: int | Game) -> None:
        if isinstance(found, int):
            open_kept(stage, found, origin=origin)
        else:
            stage.rooms.open(destination.Game(read_in(found), origin))

    def refuse(error: WormholeError) -> None:
        stage.open(MessageDialog(stage, _("This game cannot be opened"), said(error)))

    wait_for(stage, _(OPENING), work, show, refuse)


def _clock_text(clock: str) -> str:
    """The clock of a plan, in seconds as it was written."""
    try:
        control = parsed(clock)
    except TimeControlError:
        return ""
    if control is None:
        return ""
    is_in_words = control.kind is ClockKind.MOVE or control.moves
    return clock_words(control) if is_in_words else f"{clock} s"


def time_words(seconds: float) -> str:
    """A duration in short.

    >>> time_words(42), time_words(600), time_words(9000)
    ('1 min', '10 min', '2 h 30 min')
    """
    minutes = max(1, round(seconds / 60))
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes} min").format(hours=hours, minutes=rest)
