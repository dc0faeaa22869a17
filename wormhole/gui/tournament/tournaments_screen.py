"""The list of all tournaments of programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wormhole.arena.terms import Form
from wormhole.arena.tournament import ListedTournament, Plan, Tournament, create, tournaments
from wormhole.arena.tournament_files import remove
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, number, said
from wormhole.gui.look.table import TableColumn
from wormhole.gui.tournament.setup_dialog import SetupDialog
from wormhole.gui.tournament.tournament_list import UNREADABLE, TournamentList
from wormhole.gui.tournament.tournament_screen import PHASES, TournamentScreen
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.rules.variant import Variant

FORMS = {Form.ROUND_ROBIN: N_("Round robin"), Form.GAUNTLET: N_("Gauntlet")}


def open_tournaments(stage: Stage) -> None:
    """Go to the tournament that is played now, else to the list."""
    run = stage.engines.tournaments.running
    if run is None:
        stage.rooms.show(lambda: TournamentsScreen(stage))
        return
    try:
        variant = run.plan.variant()
    except WormholeError:
        stage.rooms.show(lambda: TournamentsScreen(stage))
        return
    show_tournament(stage, Tournament(run.path, run.plan), variant)


class TournamentsScreen(TournamentList[tuple[ListedTournament, str]]):
    """The room with the tournaments, each with the title of its game."""

    title = N_("Tournaments of programs")
    empty = N_("No tournament yet. Levels and engines can play any game here, everybody against everybody.")
    command = Command.TOURNAMENT

    def _columns(self) -> Sequence[TableColumn]:
        return (
            TableColumn(12, heading=_("Name")),
            TableColumn(10, heading=_("Game")),
            TableColumn(14, heading=_("Players")),
            TableColumn(heading=_("Form"), samples=tuple(_(name) for name in FORMS.values())),
            TableColumn(heading=_("Games"), samples=("8,888 / 8,888",), is_right=True),
            TableColumn(heading=_("State"), samples=tuple(_(words) for words in PHASES.values())),
        )

    def _reading(self) -> Callable[[], list[tuple[ListedTournament, str]]]:
        folder = self._stage.engines.tournaments.folder
        return lambda: [(each, _title_of(each.plan)) for each in tournaments(folder)]

    def _words(self) -> str:
        running = self._stage.engines.tournaments.running
        return "" if running is None else _("Now playing: {name}").format(name=running.plan.name)

    def _name(self, kept: tuple[ListedTournament, str]) -> str:
        listed, _title = kept
        return listed.path.name if listed.plan is None else listed.plan.name

    def _texts(self, kept: tuple[ListedTournament, str]) -> tuple[str, ...]:
        listed, title = kept
        plan = listed.plan
        if plan is None:
            return (listed.path.name, "", "", "", "", _(UNREADABLE))
        run = self._stage.engines.tournaments.run_of(listed.path)
        done = len(run.games) if run is not None else listed.finished
        total = len(plan.schedule)
        phase = next(each for each in PHASES if each.name == ("FINISHED" if done >= total else "PAUSED"))
        if run is not None and run.is_running:
            phase = run.phase
        games = f"{number(done)} / {number(total)}"
        return (plan.name, _(title), ", ".join(plan.names), _(FORMS[plan.form]), games, _(PHASES[phase]))

    def _show_kept(self, kept: tuple[ListedTournament, str]) -> None:
        open_tournament(self._stage, kept[0])

    def _set_up(self) -> None:
        plans = (each.plan for each, _title in self._listed or ())
        like = next((plan for plan in plans if plan is not None and not plan.is_balance), None)
        self._stage.open(SetupDialog(self._stage, like, self._create))

    def _create(self, plan: Plan, variant: Variant) -> None:
        all_of_them = self._stage.engines.tournaments
        try:
            tournament = create(all_of_them.folder, plan)
        except WormholeError as error:
            self._stage.open(MessageDialog(self._stage, _("The tournament cannot be kept"), said(error)))
            return
        run = all_of_them.add(tournament)
        run.is_trusted = True  # the user has just chosen its programs
        all_of_them.start(run)
        show_tournament(self._stage, tournament, variant)

    def _remove(self, kept: tuple[ListedTournament, str]) -> None:
        path = kept[0].path
        self._stage.engines.tournaments.forget(path)
        remove(path)


def open_tournament(stage: Stage, listed: ListedTournament) -> None:
    """Read a tournament, and show it."""

    def work(_job: object) -> tuple[Tournament, Variant]:
        tournament = Tournament.read(listed.path)
        return tournament, tournament.plan.variant()

    def refuse(error: WormholeError) -> None:
        stage.open(MessageDialog(stage, _("This tournament cannot be opened"), said(error)))

    wait_for(stage, _(READING), work, lambda found: show_tournament(stage, *found), refuse)


def show_tournament(stage: Stage, tournament: Tournament, variant: Variant) -> None:
    """Show the screen of a tournament. It starts nothing."""
    run = stage.engines.tournaments.add(tournament)

    def back() -> None:
        stage.rooms.show(lambda: TournamentsScreen(stage))

    stage.rooms.show(lambda: TournamentScreen(stage, run, variant, back))


def _title_of(plan: Plan | None) -> str:
    """The title of its game, in English."""
    try:
        return "" if plan is None else plan.variant().title
    except WormholeError:
        return "" if plan is None else plan.game
