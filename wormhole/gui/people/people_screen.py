"""The screen of a tournament of people: the tables of a round, the standings, what happens next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pygame

from wormhole.arena.people.people_tournament import PeopleTournament, System
from wormhole.arena.people.table import PeopleTable, table_of, tie_breaks
from wormhole.arena.standings import points_text
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.clock_words import clock_words
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _n, _p, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row, is_narrow, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import HEADING_UNITS, ROW_UNITS, Table, TableColumn
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.people.people_export import formats_of
from wormhole.gui.people.people_games import TableGame, game_to_continue, new_game, newly_decided
from wormhole.gui.people.people_words import RESULTS, SIGNS, SYSTEMS, TIES, round_words, value_text
from wormhole.gui.screens.kept_games import OPENING, open_kept
from wormhole.gui.screens.page_room import PageRoom
from wormhole.gui.tournament.cross_table import CrossTable, table_heights
from wormhole.gui.tournament.standings_table import MINUS
from wormhole.gui.tournament.table_files import open_export_menu
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.destination import Origin
from wormhole.gui.window.keys import Command, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.library.headers import UNDECIDED
from wormhole.rules.variant import Variant

BEFORE, AFTER = (
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
)


BUTTON_UNITS, FOOT_UNITS, LINE_UNITS, NOTE_UNITS = 13, 5, 3, 4
SIDE_SHARE, LEAST_SIDE_UNITS, MOST_SIDE_UNITS = 0.48, 40, 90
ARROW_UNITS, LEAVING_UNITS = 5, 24
LEAST_ROWS = 4
"""Of the standings, where the cross table is shown, too."""


class PeopleScreen(PageRoom):
    """The room of one tournament; `back` leads to the list of all, `again` to this one from a game."""

    title = N_("Tournament of people")
    command = Command.PEOPLE
    is_elastic = False

    def __init__(
        self, stage: Stage, tournament: PeopleTournament, variant: Variant, back: Action, again: Action
    ) -> None:
        super().__init__(stage)
        self._tournament, self._variant, self._back = tournament, variant, back
        self._origin = Origin(self.command, N_("Tournament"), N_("Back to the tournament"), again)
        self._shown = max(0, len(tournament.rounds) - 1)
        """The round that is shown."""
        self._at = self._first_open()
        self._ended: LatestJob[list[tuple[int, TableGame]]] = self.in_background(self._take_ended)
        self._table: PeopleTable = table_of(tournament)
        if tournament.now is not None and not tournament.now.is_complete:
            self._ended.ask(lambda: _ended_games(stage, tournament))

    @property
    def variant(self) -> Variant:
        """The game that is played."""
        return self._variant

    # The screen

    def heading(self, look: Look, width: int) -> str:
        """The name of the tournament."""
        return look.words.fitted(self._tournament.plan.name, look.title, width)

    def make(self) -> None:
        """The standings, the tables of a round, and what is done with them."""
        plan = self._tournament.plan
        meanings = [f"{_(short)}: {_(long)}" for short, long in map(TIES.get, tie_breaks(plan.system))]  # type: ignore[misc]
        self._words, self._legend = Hint("small"), Hint(text=" · ".join(meanings))
        self._round, self._byes = Hint("small"), Hint()
        self._standings = Table(self._standings_columns(), lambda row: None, lambda row: None)
        self._cross = CrossTable(plan.players) if plan.system is System.ROUND_ROBIN else None
        self._pairs = Table(self._pairs_columns(), self._choose, lambda row: self._play())
        self._play_button = Button(_("Play"), self._play, PRIMARY, Tip("", (cap_words("Enter"),)))
        self._result_button = Button(_("Result…"), self._ask_result, tip=Tip(_("Enter the result by hand")))
        self._next_button = Button(_("Next round"), self._begin_or_undo_round)
        self._before = Button(BEFORE, partial(self._turn, -1), tip=Tip(_("The round before")))
        self._after = Button(AFTER, partial(self._turn, 1), tip=Tip(_("The next round")))
        self._leaving_button = Button(_("A player leaves…"), self._ask_leaving, tip=Tip(_("Or comes back")))
        export = partial(self._export, False)
        self._export_button = Button(_("Export…"), export, tip=Tip(_("Games and tables as files")))
        self._all_button = Button(_("All…"), self._back, tip=Tip(_("All tournaments")))
        self.first = self._next_button if self._tournament.can_pair else self._play_button

    def head(self, look: Look, room: pygame.Rect) -> Layout:
        """The name, and two buttons."""
        button = min(look.scale.units(BUTTON_UNITS), room.width // 4)
        parts: Parts = {self.place_heading: Fill(), self._export_button: button, self._all_button: button}
        return Row(parts, look.scale.unit)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The tables of the round stand beside the standings; in an upright window above them."""
        units, unit, gap = look.scale.units, look.scale.unit, look.scale.units(1.5)
        arrow, foot = units(ARROW_UNITS), units(FOOT_UNITS)
        rounds: Parts = {self._before: arrow, self._round: Fill(), self._after: arrow}
        buttons = self._play_button, self._result_button, self._next_button
        side: Parts = {
            "rounds": Row(rounds, unit, units(4)),
            self._pairs: Fill(),
            self._byes: units(LINE_UNITS),
            "buttons": Row(dict.fromkeys(buttons, Fill()), unit, foot),
        }
        words = units(2 * LINE_UNITS if is_narrow(self._size) else LINE_UNITS)
        above = room.height - words - unit
        tables = self._tables(look, (above - gap) // 2 if is_upright(self._size) else above)
        inner: Layout
        if is_upright(self._size):
            inner = Column({"side": Column(side, unit, Fill()), "tables": Column(tables, unit, Fill())}, gap)
        else:
            width = min(max(units(LEAST_SIDE_UNITS), round(SIDE_SHARE * room.width)), units(MOST_SIDE_UNITS))
            inner = Row({"tables": Column(tables, unit, Fill()), "side": Column(side, unit, width)}, gap)
        return Column({self._words: words, "inner": inner}, unit)

    def _tables(self, look: Look, room: int) -> Parts:
        """The standings with their legend and, if there is room for it, the cross table."""
        units, foot = look.scale.units, look.scale.units(FOOT_UNITS)
        table, cross = table_heights(look, len(self._tournament.plan.players), ROW_UNITS)
        rest = room - foot - units(NOTE_UNITS) - 2 * units(1.5) - cross - look.scale.unit
        least = min(table, units(HEADING_UNITS + 1.25 + ROW_UNITS * LEAST_ROWS))
        is_crossed = self._cross is not None and rest >= least
        tables: Parts = {self._standings: min(table, rest) if is_crossed else Fill()}
        tables[self._legend] = units(NOTE_UNITS)
        if is_crossed:
            tables |= {self._cross: cross, "below": Fill()}
        tables["leaving"] = Row({self._leaving_button: units(LEAVING_UNITS), "beside": Fill()}, size=foot)
        return tables

    def settle(self) -> None:
        """Show the tournament as it stands."""
        self._show()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets and the tables; arrow keys choose a table of the round."""
        if event.type == pygame.KEYDOWN:
            if self._pairs.step(event.key):
                self.widgets.focus(self._play_button)
                return True
            return self.widgets.handle(event)
        parts = [each for each in self.layers if isinstance(each, Table | CrossTable)]
        if event.type == pygame.MOUSEWHEEL:
            pixel = self._stage.look.pointer()
            return any(part.rect.collidepoint(pixel) and part.handle(event, now_seconds) for part in parts)
        return self.widgets.handle(event) or any(part.handle(event, now_seconds) for part in parts)

    def _actions(self) -> Mapping[Command, Action]:
        return {
            **super()._actions(),
            Command.MENU: self._back,
            Command.SAVE: partial(self._export, True),
        }

    # What is shown

    def _standings_columns(self) -> tuple[TableColumn, ...]:
        system = self._tournament.plan.system
        ties = [
            TableColumn(heading=_(TIES[name][0]), samples=("88½", "8.88"), is_right=True)
            for name in tie_breaks(system)
        ]
        return (
            TableColumn(heading="", samples=("16",), is_right=True),
            TableColumn(1, heading=_("Player")),
            TableColumn(heading=_("Points"), samples=("88½",), is_right=True),
            *ties,
            TableColumn(heading=f"+ = {MINUS}", samples=("8 8 8",), is_right=True),
        )

    def _pairs_columns(self) -> tuple[TableColumn, ...]:
        return (
            TableColumn(heading=_p("tournament", "Table"), samples=("8",), is_right=True),
            TableColumn(1, heading=_("White")),
            TableColumn(1, heading=_("Black")),
            TableColumn(heading=_("Result"), samples=("½-½",)),
        )

    def _show(self) -> None:
        """Show the tournament as it is now."""
        tournament, names = self._tournament, self._tournament.plan.players
        self._table = table_of(tournament)
        rows = []
        for row in self._table.rows:
            name = (
                _("{name} (has left)").format(name=names[row.player]) if row.has_left else names[row.player]
            )
            score = f"{row.score.wins} {row.score.draws} {row.score.losses}"
            rows.append((f"{row.rank}", name, points_text(row.points), *map(value_text, row.ties), score))
        self._standings.show(rows)
        if self._cross is not None:
            self._cross.show(self._table)
        self._show_round()
        self._words.show(self._state())

    def _show_round(self) -> None:
        tournament, names = self._tournament, self._tournament.plan.players
        shown = tournament.rounds[self._shown] if tournament.rounds else None
        rows = []
        for table, (white, black) in enumerate(shown.pairs if shown is not None else ()):
            result = SIGNS.get(shown.results.get(table, ""), "") if shown is not None else ""
            rows.append((str(table + 1), names[white], names[black], result))
        self._at = min(self._at, max(0, len(rows) - 1))
        self._pairs.show(
            rows, chosen=self._at if rows else None, empty=_("There are no games in this round.")
        )
        self._round.show(round_words(tournament, self._shown) if shown is not None else "")
        byes = ", ".join(names[each] for each in shown.byes) if shown is not None else ""
        self._byes.show(_("Has no game: {names}").format(names=byes) if byes else "")
        self._before.enable(self._shown > 0)
        self._after.enable(self._shown < len(tournament.rounds) - 1)
        self._show_buttons()

    def _show_buttons(self) -> None:
        tournament = self._tournament
        is_now = self._shown == len(tournament.rounds) - 1
        has_pair = bool(self._pairs.rows)
        is_open = has_pair and is_now and self._at not in tournament.rounds[self._shown].results
        self._play_button.enable(is_open)
        self._result_button.enable(has_pair and tournament.may_change(self._shown))
        undoes = tournament.can_unpair and not tournament.can_pair and len(tournament.rounds) > 1
        self._next_button.text = _("Undo round") if undoes else _("Next round")
        self._next_button.enable(tournament.can_pair or undoes)
        if undoes:
            words = _("Take the pairings of this round back, such as to correct a result before")
        elif tournament.can_pair or tournament.is_over:
            words = ""
        else:
            words = _("First, all results of this round are needed.")
        self._next_button.tip = Tip(words)
        self._leaving_button.enable(not tournament.is_over or bool(tournament.out))

    def _state(self) -> str:
        """What is the case: who plays now, or who has won."""
        tournament, plan = self._tournament, self._tournament.plan
        words = [_(SYSTEMS[plan.system]), _(self._variant.title)]
        control = plan.control
        if control is not None:
            words.append(clock_words(control))
        if tournament.is_over:
            first = [plan.players[row.player] for row in self._table.rows if row.rank == 1]
            if len(first) == 1:
                words.insert(0, _("{name} has won the tournament").format(name=first[0]))
            else:
                words.insert(0, _("Shared first: {names}").format(names=", ".join(first)))
        elif tournament.can_pair:
            words.insert(0, _("The round is complete"))
        else:
            now = tournament.rounds[-1]
            left = len(now.pairs) - len(now.results)
            words.insert(0, _n("{count} game left", "{count} games left", left))
            table = self._first_open()
            white, black = (plan.players[each] for each in now.pairs[table])
            words.insert(
                1,
                _("Table {number}: {white} has White, {black} Black").format(
                    number=table + 1, white=white, black=black
                ),
            )
            if now.is_armageddon:
                words.insert(2, _("a draw counts for Black, who has less time"))
        return " · ".join(words)

    def _first_open(self) -> int:
        """The first table of the newest round whose game is to be played."""
        now = self._tournament.now
        tables = range(len(now.pairs)) if now is not None else ()
        return next((table for table in tables if now is not None and table not in now.results), 0)

    # What a user does

    def _choose(self, row: int) -> None:
        self._at = row
        self._show_buttons()

    def _turn(self, step: int) -> None:
        self._shown = min(max(0, self._shown + step), len(self._tournament.rounds) - 1)
        self._at = 0
        self._show_round()

    def _change(self, action: Action) -> None:
        """Do something that is written into the file, and show what follows."""
        try:
            action()
        except WormholeError as error:
            self._stage.open(MessageDialog(self._stage, _("The tournament cannot be kept"), said(error)))
        self._show()

    def _begin_or_undo_round(self) -> None:
        tournament = self._tournament

        def change() -> None:
            if tournament.can_pair:
                tournament.begin_round()
            else:
                tournament.unpair()
            self._shown = len(tournament.rounds) - 1
            self._at = self._first_open()

        self._change(change)
        self.widgets.focus(self._play_button)

    def _play(self) -> None:
        """Play the game of the chosen table at this screen, or go on with it."""
        if not self._play_button.is_enabled:
            return
        stage, tournament, number, table = self._stage, self._tournament, self._shown, self._at

        def work(_job: Job[TableGame | None]) -> TableGame | None:
            try:
                return game_to_continue(stage, tournament, number, table)
            except WormholeError:
                return None  # without a library, a new game begins

        def begin(found: TableGame | None) -> None:
            if found is not None:
                open_kept(stage, found.number, origin=self._origin)
                return
            setup = new_game(tournament, self._variant, number, table)
            stage.rooms.open(destination.Game(setup, self._origin))

        wait_for(stage, _(OPENING), work, begin)

    def _take_ended(self, ended: list[tuple[int, TableGame]]) -> None:
        """Enter the results of games that were played at this screen."""
        if not ended:
            return
        number = len(self._tournament.rounds) - 1

        def enter() -> None:
            for table, found in ended:
                if table not in self._tournament.rounds[number].results:
                    self._tournament.enter(number, table, found.result, found.number)

        self._change(enter)
        self._at = self._first_open()
        self._show_round()
        self.widgets.focus(self._next_button if self._tournament.can_pair else self._play_button)

    def _ask_result(self) -> None:
        results = [*RESULTS]
        now = self._tournament.rounds[self._shown].results.get(self._at, UNDECIDED)
        names = [_(words) for words in RESULTS.values()]

        def take(index: int) -> None:
            number, table = self._shown, self._at

            def enter() -> None:
                self._tournament.enter(number, table, results[index])
                if number == len(self._tournament.rounds) - 1:
                    self._at = self._first_open()

            self._change(enter)

        rect = self._result_button.rect
        self._stage.open(DropDown(self._stage, lambda: rect, names, results.index(now), take))

    def _ask_leaving(self) -> None:
        tournament, players = self._tournament, self._tournament.plan.players
        names = [
            _("{name} comes back").format(name=name) if player in tournament.out else name
            for player, name in enumerate(players)
        ]

        def take(player: int) -> None:
            if player in tournament.out:
                self._change(partial(tournament.take_back, player))
                return
            text = _("Who leaves loses the game of this round, unless it has ended, and is paired no more.")
            leave = partial(self._change, partial(tournament.withdraw, player))
            heading = _("{name} leaves?").format(name=players[player])
            self._stage.open(QuestionDialog(self._stage, heading, text, _("Leaves"), leave))

        rect = self._leaving_button.rect
        self._stage.open(DropDown(self._stage, lambda: rect, names, 0, take))

    def _export(self, by_keyboard: bool) -> None:
        formats = formats_of(self._stage, self._tournament, self._variant)
        pixel = self._export_button.rect.bottomleft
        open_export_menu(self._stage, self._tournament.plan.name, formats, pixel, by_keyboard)


def _ended_games(stage: Stage, tournament: PeopleTournament) -> list[tuple[int, TableGame]]:
    """Without a library, results are entered by hand."""
    try:
        return newly_decided(stage, tournament)
    except WormholeError:
        return []
