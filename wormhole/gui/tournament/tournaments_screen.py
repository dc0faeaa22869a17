"""The list of all tournaments: open one, set up another one, delete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from wormhole.arena.terms import Form
from wormhole.arena.tournament import Listed, Plan, Tournament, create, remove, tournaments
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, number, said
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Tip
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.tournament.setup_dialog import SetupDialog
from wormhole.gui.tournament.tournament_layout import list_layout
from wormhole.gui.tournament.tournament_screen import PHASES, TournamentScreen
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.keys import Command, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.rules.variant import Variant

TITLE = N_("Tournaments")
EMPTY = N_("No tournament yet. Levels and engines can play any game here, everybody against everybody.")
FORMS = {Form.ROUND_ROBIN: N_("Round robin"), Form.GAUNTLET: N_("Gauntlet")}
UNREADABLE = N_("cannot be read")


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


class TournamentsScreen(RoomWithoutGame):
    """The room with the list, which is read in the background."""

    title = TITLE
    command = Command.TOURNAMENT
    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._reader: LatestJob[list[tuple[Listed, str]]] = LatestJob(self._take)
        self._table: Table
        self._listed: list[tuple[Listed, str]] | None = None
        """The tournaments with the titles of their games; None until they are read."""
        self._at = 0
        self._read()

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the list and its buttons."""
        if self.has_widgets:
            self._table.close()
        self._renew_widgets(size)
        look, layout = self._stage.look, list_layout(size)
        columns = (
            TableColumn(12, heading=_("Name")),
            TableColumn(10, heading=_("Game")),
            TableColumn(14, heading=_("Players")),
            TableColumn(heading=_("Form"), samples=tuple(_(name) for name in FORMS.values())),
            TableColumn(heading=_("Games"), samples=("8,888 / 8,888",), is_right=True),
            TableColumn(heading=_("State"), samples=tuple(_(words) for words in PHASES.values())),
        )
        self._table = Table(columns, self._choose, lambda row: self._open()).place(look, layout.table)
        self._hint = Hint("small").place(look, layout.hint)
        open_, delete, new = layout.buttons
        self._buttons = (
            self.widgets.button(open_, _("Open"), self._open, tip=Tip("", (cap_words("Enter"),))),
            self.widgets.button(delete, _("Delete"), self._ask_delete, tip=Tip("", (cap_words("Del"),))),
        )
        new_button = self.widgets.button(new, _("New…"), self._set_up, PRIMARY, Tip(_("Set up a tournament")))
        self._back_button(layout.home)
        self.layers = (self._heading(_(TITLE), layout.title), self._table, self._hint, self.widgets)
        foot = look.scale.units(10)
        self.notice_area = pygame.Rect(0, size[1] - 2 * foot, size[0], foot)
        self.widgets.focus(new_button)
        self._show()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the list and the buttons."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_DELETE:
                self._ask_delete()
                return True
            if self._table.step(event.key):
                self.widgets.focus(self._buttons[0])
                return True
            return self.widgets.handle(event)
        return self.widgets.handle(event) or self._table.handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Take over what was read."""
        self._reader.update()
        return NEVER

    def close(self) -> None:
        """Release the list."""
        self._reader.close()
        self._table.close()
        super().close()

    def _read(self) -> None:
        folder = self._stage.engines.tournaments.folder
        self._reader.ask(lambda: [(each, _title_of(each.plan)) for each in tournaments(folder)])

    def _take(self, found: list[tuple[Listed, str]]) -> None:
        self._listed = found
        self._show()

    def _show(self) -> None:
        rows = [self._texts(listed, title) for listed, title in self._listed or ()]
        self._table.show(
            rows, chosen=self._at if rows else None, empty=_(EMPTY) if self._listed == [] else ""
        )
        can = bool(rows)
        for button in self._buttons:
            button.enable(can)
        running = self._stage.engines.tournaments.running
        words = "" if running is None else _("Now playing: {name}").format(name=running.plan.name)
        self._hint.show(words)

    def _texts(self, listed: Listed, title: str) -> tuple[str, ...]:
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

    def _choose(self, row: int) -> None:
        self._at = row

    @property
    def _chosen(self) -> Listed | None:
        at = self._table.chosen
        return None if at is None or not self._listed else self._listed[at][0]

    def _open(self) -> None:
        if self._chosen is not None:
            open_tournament(self._stage, self._chosen)

    def _set_up(self) -> None:
        like = next((each.plan for each, _title in self._listed or () if each.plan is not None), None)
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

    def _ask_delete(self) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        name = chosen.path.name if chosen.plan is None else chosen.plan.name
        text = _("{name}: the table is lost. The games stay in the library.").format(name=name)
        self._stage.open(
            QuestionDialog(
                self._stage, _("Delete the tournament?"), text, _("Delete"), partial(self._delete, chosen)
            )
        )

    def _delete(self, listed: Listed) -> None:
        def work(_job: Job[str]) -> str:
            self._stage.engines.tournaments.forget(listed.path)
            try:
                remove(listed.path)
            except WormholeError as error:
                return said(error)
            return ""

        def tell(trouble: str) -> None:
            if trouble:
                heading = _("The tournament cannot be deleted")
                self._stage.open(MessageDialog(self._stage, heading, trouble))
            self._at = max(0, self._at - 1)
            self._read()

        wait_for(self._stage, _("Deleting\u2026"), work, tell)


def open_tournament(stage: Stage, listed: Listed) -> None:
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
