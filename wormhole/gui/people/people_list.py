"""The list of all tournaments of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from wormhole import Variant
from wormhole.arena.people.people_tournament import (
    FOLDER,
    PeoplePlan,
    PeopleTournament,
    create,
    tournaments,
)
from wormhole.arena.tournament_files import remove
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.table import TableColumn
from wormhole.gui.people.people_dialog import PeopleDialog
from wormhole.gui.people.people_screen import PeopleScreen
from wormhole.gui.people.people_words import SYSTEMS, rounds_words
from wormhole.gui.tournament.tournament_list import UNREADABLE, TournamentList
from wormhole.gui.window.keys import Command, caps_of
from wormhole.gui.window.stage import Stage

Kept = tuple[PeopleTournament | Path, str]
"""A tournament, or a file that is none, and the title of its game."""


def open_people(stage: Stage) -> None:
    """Go to the list."""
    stage.rooms.show(lambda: PeopleList(stage))


def show_people(stage: Stage, path: Path) -> None:
    """Go to a tournament, as it is in its file now; to the list if it cannot be read."""
    try:
        tournament = PeopleTournament.read(path)
        variant = tournament.plan.variant()
    except WormholeError as error:
        open_people(stage)
        stage.open(MessageDialog(stage, _("This tournament cannot be opened"), said(error)))
        return

    def back() -> None:
        open_people(stage)

    def again() -> None:
        show_people(stage, path)

    stage.rooms.show(lambda: PeopleScreen(stage, tournament, variant, back, again))


class PeopleList(TournamentList[Kept]):
    """The room with the tournaments of people."""

    title = N_("Tournaments of people")
    empty = N_("No tournament yet. Two to sixteen people can play one at this screen, in any game.")
    command = Command.PEOPLE

    @property
    def _folder(self) -> Path:
        return self._stage.library.path.parent / FOLDER

    def _columns(self) -> Sequence[TableColumn]:
        rounds = (_("Round {number} of {all}").format(number=15, all=15), _("Finished"))
        return (
            TableColumn(12, heading=_("Name")),
            TableColumn(10, heading=_("Game")),
            TableColumn(14, heading=_("Players")),
            TableColumn(heading=_("Form"), samples=tuple(_(name) for name in SYSTEMS.values())),
            TableColumn(heading=_("State"), samples=rounds),
        )

    def _reading(self) -> Callable[[], list[Kept]]:
        folder = self._folder
        return lambda: [(each, _title_of(each)) for each in tournaments(folder)]

    def _name(self, kept: Kept) -> str:
        tournament, _title = kept
        return tournament.name if isinstance(tournament, Path) else tournament.plan.name

    def _texts(self, kept: Kept) -> tuple[str, ...]:
        tournament, title = kept
        if isinstance(tournament, Path):
            return (tournament.name, "", "", "", _(UNREADABLE))
        plan = tournament.plan
        number, whole = max(1, len(tournament.stages())), plan.whole
        state = (
            _("Finished")
            if tournament.is_over
            else _("Round {number} of {all}").format(number=number, all=whole)
        )
        return (plan.name, _(title), ", ".join(plan.players), rounds_words(plan), state)

    def _words(self) -> str:
        """Where those look who come for tournaments of programs, if there is room for it."""
        keys, look = caps_of(Command.TOURNAMENT)[0], self._stage.look
        words = _("Tournaments of programs: in the laboratory, {keys}").format(keys=keys)
        return words if look.words.width(words, look.small) <= self._hint.rect.width else ""

    def _show_kept(self, kept: Kept) -> None:
        tournament, _title = kept
        show_people(self._stage, tournament if isinstance(tournament, Path) else tournament.path)

    def _set_up(self) -> None:
        plans = (each.plan for each, _title in self._listed or () if isinstance(each, PeopleTournament))
        self._stage.open(PeopleDialog(self._stage, next(plans, None), self._create))

    def _create(self, plan: PeoplePlan, variant: Variant) -> None:
        try:
            tournament = create(self._folder, plan)
            tournament.begin_round()
        except WormholeError as error:
            self._stage.open(MessageDialog(self._stage, _("The tournament cannot be kept"), said(error)))
            return
        show_people(self._stage, tournament.path)

    def _remove(self, kept: Kept) -> None:
        tournament, _title = kept
        remove(tournament if isinstance(tournament, Path) else tournament.path)


def _title_of(tournament: PeopleTournament | Path) -> str:
    """The title of its game, in English."""
    if isinstance(tournament, Path):
        return ""
    try:
        return tournament.plan.variant().title
    except WormholeError:
        return tournament.plan.game
