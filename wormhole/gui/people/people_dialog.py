"""The dialog that sets up a tournament of people: names, game, system, rounds, clock."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pygame

from wormhole import Variant
from wormhole.arena.people.people_tournament import (
    FEWEST,
    LONGEST_NAME,
    MOST_PLAYERS,
    PeoplePlan,
    System,
    most_rounds,
    names_in,
    usual_rounds,
)
from wormhole.arena.tournament import game_fields
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.clock_dialog import ClockButton
from wormhole.gui.dialogs.dialog import BUTTON_UNITS
from wormhole.gui.languages.language import N_, _, _n, named
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Caption, Group, Layout, Leaf, Parts
from wormhole.gui.people.people_words import SYSTEMS
from wormhole.gui.tournament.tournament_form import TournamentForm
from wormhole.gui.window.stage import Stage
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.time_control import TimeControl

WIDTH_UNITS, LEFT_UNITS, NARROW_UNITS = 88, 36, 62
LABEL_UNITS, ROW_UNITS, GAP_UNITS, NOTE_UNITS = 13, 5, 1, 4.5
ROWS, LOW_LIST_UNITS = 5, 16
MOST_PASTED = 600
ABOUT = {
    System.ROUND_ROBIN: N_("Everybody meets everybody, by Berger tables."),
    System.SWISS: N_("In each round, players with as many points meet, and nobody meets twice."),
    System.KNOCK_OUT: N_("Who loses is out. A drawn game is played again with the other colours."),
}
ABOUT_ARMAGEDDON = N_(
    "Who loses is out. After two drawn games, Black has less time in the third one, and a draw is enough."
)


@dataclass
class Draft:
    """What is written and chosen in the dialog, good or not."""

    game: ChosenGame
    name: str
    players: list[str] = field(default_factory=list)
    system: System = System.ROUND_ROBIN
    rounds: str = ""
    """Of a Swiss tournament; empty for as many as are usual."""
    is_twice: bool = False
    armageddon: bool = False

    def plan(self, clock: TimeControl | None) -> PeoplePlan:
        """What is to be played. Raises :class:`WormholeError` with a sentence for the user."""
        if len(self.players) < FEWEST:
            raise WormholeError("Add at least two players.")
        return PeoplePlan(
            name=self.name.strip() or _("Tournament"),
            players=tuple(self.players),
            system=self.system,
            rounds=self._rounds(),
            clock="-" if clock is None else str(clock),
            armageddon=self.armageddon and self.system is System.KNOCK_OUT,
            **game_fields(self.game.variant),  # type: ignore[arg-type]
        )

    def _rounds(self) -> int:
        if self.system is not System.SWISS:
            return 2 if self.is_twice and self.system is System.ROUND_ROBIN else 1
        most = most_rounds(len(self.players))
        if not self.rounds.strip():
            return usual_rounds(len(self.players))
        number = int(self.rounds) if self.rounds.strip().isdecimal() else 0
        if not 1 <= number <= most:
            raise WormholeError(
                "{field}: type a whole number from 1 to {most}.", field=_("Rounds"), most=most
            )
        return number


class PeopleDialog(TournamentForm):
    """Asks for a tournament; `begin` is called with its plan and its game.

    It begins with the players and the system of the tournament of `like`.
    """

    draft: Draft

    def __init__(
        self, stage: Stage, like: PeoplePlan | None, begin: Callable[[PeoplePlan, Variant], None]
    ) -> None:
        super().__init__(stage)
        self._begin = begin
        name = _("Tournament of {day}").format(day=time.strftime("%Y-%m-%d"))
        self.draft = draft = Draft(stage.preferences.game, name)
        if like is not None:
            draft.players, draft.system = [*like.players], like.system
            draft.armageddon = like.armageddon
            draft.is_twice = like.system is System.ROUND_ROBIN and like.rounds == 2
        self._begun = replace(draft, players=[*draft.players])
        self._new = TextField("", MOST_PASTED, placeholder=_("Names, with commas"), enter=self._add)
        self._adding = Button(_("Add"), self._add)
        self._shuffling = Button(
            _("Shuffle"), self._shuffle, tip=Tip(_("Draw lots for the order of the players"))
        )
        self._system = Choice(named(SYSTEMS.items()), draft.system, self._set_system)
        self._name = TextField(draft.name, LONGEST_NAME, action=self._set_name, enter=self._start)
        self._rounds = TextField("", 2, action=self._set_rounds, enter=self._start)
        self._twice = Choice([(False, _("Once")), (True, _("Twice"))], draft.is_twice, self._set_twice)
        ends = [(False, _("Play on")), (True, _("Armageddon"))]
        self._armageddon = Choice(ends, draft.armageddon, self._set_armageddon)
        self._clock = ClockButton(stage)
        self._about = Hint()
        self.own(self._rounds, self._twice, self._armageddon)
        self._show_players(0)
        self._tell()
        self.first = self._new

    @property
    def has_entries(self) -> bool:
        """Whether the draft was changed, or a name is in the field."""
        return super().has_entries or bool(self._new.get_text().strip())

    def inner_units(self) -> tuple[float, float]:
        """The size of the rows, the hint and the buttons."""
        height = ROWS * ROW_UNITS + (ROWS + 2) * GAP_UNITS + NOTE_UNITS + 2 + BUTTON_UNITS
        if self.is_narrow:
            return NARROW_UNITS, height + LOW_LIST_UNITS + 2 * (ROW_UNITS + GAP_UNITS)
        return WIDTH_UNITS, height + 6

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The players at the left or above, all else at the right or below, then the buttons."""
        units, unit = look.scale.units, look.scale.unit
        gap, row = units(GAP_UNITS), units(ROW_UNITS)
        lines: Parts = {}

        def add(words: str, widget: Leaf | Group) -> None:
            lines[words] = Row({Caption(words): units(LABEL_UNITS), widget: Fill()}, size=row)

        add(_("Name"), self._name)
        add(_("Game"), self._game)
        add(_("Form"), self._system)
        if self.draft.system is System.SWISS:
            add(_("Rounds"), self._rounds)
        elif self.draft.system is System.ROUND_ROBIN:
            add(_("Each pair"), self._twice)
        else:
            add(_("Drawn twice"), self._armageddon)
        add(_("Clock"), self._clock)
        lines[self._about] = units(NOTE_UNITS)
        entry = Row({self._new: Fill(), self._adding: units(12)}, unit, row)
        buttons = Row({self._shuffling: Fill(), self._removing: Fill()}, unit, row)
        players: Parts = {"entry": entry, self._table: Fill(), "buttons": buttons}
        return self._arranged(look, players, lines, gap, units(LEFT_UNITS))

    # What is shown

    def _show_players(self, chosen: int) -> None:
        players = self.draft.players
        rows = [(str(index), name) for index, name in enumerate(players, 1)]
        chosen = min(chosen, len(players) - 1)
        self._table.renew(rows, chosen, (chosen,), empty=_("Add the players, the strongest first"))
        self._adding.enable(len(players) < MOST_PLAYERS)
        self._removing.enable(bool(players))
        self._shuffling.enable(len(players) > 1)

    def _tell(self) -> None:
        """Say what the system means, what is wrong or, if nothing is, how long the tournament is."""
        is_armageddon = self.draft.system is System.KNOCK_OUT and self.draft.armageddon
        self._about.show(_(ABOUT_ARMAGEDDON if is_armageddon else ABOUT[self.draft.system]))
        try:
            plan = self.draft.plan(None)
        except WormholeError:
            self._hint.show(self._trouble, is_trouble=True)
            return
        if self._trouble:
            self._hint.show(self._trouble, is_trouble=True)
            return
        count = len(plan.players)
        words = (
            _n("{count} player", "{count} players", count),
            _n("{count} round", "{count} rounds", plan.whole),
        )
        self._hint.show(" · ".join(words))

    # What a user does

    def _add(self) -> None:
        text = self._new.get_text()
        if not text.strip():
            self._start()
            return
        players = self.draft.players
        try:
            names = names_in(text, players)
            if len(players) + len(names) > MOST_PLAYERS:
                raise WormholeError("A tournament has at most {most} players.", most=MOST_PLAYERS)
        except WormholeError as error:
            self._complain(error)
            return
        self._trouble = ""
        players += names
        self._new.set_text("")
        self._show_players(len(players) - 1)
        self.widgets.focus(self._new)
        self._tell()

    def _shuffle(self) -> None:
        random.shuffle(self.draft.players)
        self._show_players(0)

    def _set_name(self, text: str) -> None:
        self.draft.name = text

    def _set_rounds(self, text: str) -> None:
        self.draft.rounds = text
        self._trouble = ""
        self._tell()

    def _set_twice(self, is_twice: bool) -> None:
        self.draft.is_twice = is_twice
        self._tell()

    def _set_armageddon(self, armageddon: bool) -> None:
        self.draft.armageddon = armageddon
        self._tell()

    def _set_system(self, system: System) -> None:
        self.draft.system = system
        self._trouble = ""
        self._tell()
        self.stage.refresh_dialog()

    def _begin_as_drafted(self) -> None:
        plan = self.draft.plan(self.stage.settings.clocks.white)
        self.stage.close_dialog()
        self._begin(plan, self.draft.game.variant)
