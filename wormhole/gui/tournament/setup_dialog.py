"""The dialog that sets up a tournament: players, game, rounds, openings, clocks."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pygame

from wormhole import Variant
from wormhole.arena.openings import BOOK_PLIES, PLIES, Opening, from_file, has_book
from wormhole.arena.terms import Form, Schedule, different_names
from wormhole.arena.tournament import (
    FEWEST,
    LONGEST_NAME,
    MOST_AT_ONCE,
    MOST_GAMES,
    MOST_PLAYERS,
    MOST_PLIES,
    MOST_ROUNDS,
    Entrant,
    Plan,
    game_fields,
    listed,
)
from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import sentence
from wormhole.gui.dialogs.clock_words import clock_meaning
from wormhole.gui.dialogs.dialog import BUTTON_UNITS
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.player_picker import PlayerPicker, player_name
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, _n, named, said, short_number
from wormhole.gui.look.button import Button
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.tournament.tournament_form import BETWEEN_UNITS, TournamentForm
from wormhole.gui.window.stage import Stage
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.time_control import ClockKind, TimeControlError, parsed
from wormhole.own_program import cores
from wormhole.play.offered_players import CHARACTER, OfferedPlayer, offered_players
from wormhole.players.spec import PlayerSpec, at_level

RANDOM, BOOK, FILE = "random", "book", "listed"
FORMS = ((Form.ROUND_ROBIN, N_("Round robin")), (Form.GAUNTLET, N_("Gauntlet")))
PGN_SUFFIX, OPENING_SUFFIXES = ".pgn", (".epd", ".fen", ".txt")
USUAL_CLOCK, USUAL_ROUNDS = "60+1", "2"
"""XBoard programs are told only whole seconds of increment, and some lose on time at quicker clocks."""
WIDTH_UNITS, LEFT_UNITS = 92, 32
LABEL_UNITS, ROW_UNITS, GAP_UNITS, LIST_BUTTON_UNITS = 17, 5, 1, 5
ROWS = 8
NARROW_UNITS, LOW_LIST_UNITS = 62, 14
"""In a narrow window the list of players is above the rows."""
NOTE_UNITS = 2.25
LABELS = (
    ("name", N_("Name")),
    ("game", N_("Game")),
    ("form", N_("Form")),
    ("rounds", N_("Rounds")),
    ("openings", N_("Openings")),
    ("clock", N_("Clock, in seconds")),
    ("at_once", N_("Games at once")),
    ("moves", N_("Draw after")),
)
NOTED = "openings", "clock"
"""The rows with a note below them."""
BONUS = {
    ClockKind.INCREMENT: N_("{seconds} s for the game, and {bonus} s more with each move"),
    ClockKind.DELAY: N_("{seconds} s for the game; in each move the clock waits {bonus} s"),
}
LONGEST_NUMBER, LONGEST_CLOCK = 8, 40


@dataclass(frozen=True)
class ChosenPlayer:
    """A player that was chosen."""

    name: str
    spec: PlayerSpec


@dataclass
class Draft:
    """What is written and chosen in the dialog, good or not."""

    game: ChosenGame
    name: str
    players: list[ChosenPlayer] = field(default_factory=list)
    form: Form = Form.ROUND_ROBIN
    rounds: str = USUAL_ROUNDS
    openings: str = RANDOM
    file: Path | None = None
    from_file: Sequence[Opening] = ()
    """The openings of the file."""
    clock: str = USUAL_CLOCK
    at_once: str = ""
    moves: str = "300"

    def plan(self) -> Plan:
        """What is to be played. Raises :class:`WormholeError` with a sentence for the user."""
        if len(self.players) < FEWEST:
            raise WormholeError("Add at least two players.")
        rounds = _whole(self.rounds, Message("Rounds"), MOST_ROUNDS)
        games = len(Schedule(self.form, len(self.players), rounds))
        if games > MOST_GAMES:
            raise WormholeError(
                "These would be {games} games; a tournament has at most {most}.", games=games, most=MOST_GAMES
            )
        return Plan(
            name=self.name.strip() or Message("Tournament"),
            players=tuple(self._entrants()),
            form=self.form,
            rounds=rounds,
            openings=self.openings,  # type: ignore[arg-type]
            listed=listed(self.from_file, rounds) if self.openings == FILE else (),
            seed=int(time.time()) % 2**31,
            clock=_clock(self.clock, has_programs=any(each.spec.command for each in self.players)),
            most_plies=2 * _whole(self.moves, Message("Draw after"), MOST_PLIES // 2),
            at_once=min(_whole(self.at_once, Message("Games at once"), self.most_at_once), games),
            **game_fields(self.game.variant),  # type: ignore[arg-type]
        )

    @property
    def most_at_once(self) -> int:
        """Our own search needs a core for each game."""
        only_programs = all(each.spec.command for each in self.players)
        return MOST_AT_ONCE if only_programs and self.players else min(MOST_AT_ONCE, max(2, cores()))

    def _entrants(self) -> list[Entrant]:
        names = different_names(
            [each.name for each in self.players], [each.spec.limit for each in self.players]
        )
        return [Entrant.of(chosen.spec, name) for chosen, name in zip(self.players, names, strict=True)]


def _whole(text: str, field_name: Message, most: int) -> int:
    number = int(text) if text.strip().isdecimal() and len(text) <= LONGEST_NUMBER else 0
    if not 1 <= number <= most:
        raise WormholeError("{field}: type a whole number from 1 to {most}.", field=field_name, most=most)
    return number


def _clock(text: str, has_programs: bool) -> str:
    """The clock as it is kept. Raises :class:`WormholeError`."""
    try:
        control = parsed(text.strip())
    except TimeControlError:
        raise WormholeError(
            "Clock: 60+0.6 is a minute and 0.6 seconds for each move, 1/0.5 is half a second for each move."
        ) from None
    if control is None and has_programs:
        raise WormholeError("Engines need a clock.")
    return "-" if control is None else str(control)


class SetupDialog(TournamentForm):
    """Asks for a tournament; `begin` is called with its plan and its game.

    It begins like the tournament of `like`, without its programs that the user has not chosen here.
    """

    draft: Draft

    def __init__(self, stage: Stage, like: Plan | None, begin: Callable[[Plan, Variant], None]) -> None:
        super().__init__(stage)
        self._begin = begin
        name = _("Tournament of {day}").format(day=time.strftime("%Y-%m-%d"))
        self.draft = Draft(stage.preferences.game, name, at_once=str(cores()))
        if like is not None:
            self._take_over(like)
        draft = self.draft
        self._begun = replace(draft, players=[*draft.players])
        tip = Tip(_("Add a level of the computer, a character or an engine"))
        self._add = Button(_("Add…"), self._ask_player, tip=tip)
        self._form = Choice(named(FORMS), draft.form, self._set_form)
        kinds = [(RANDOM, _("Random")), (BOOK, _("Book")), (FILE, "")]
        self._openings = Choice(kinds, draft.openings, self._set_openings)
        fields = (
            ("name", draft.name, LONGEST_NAME),
            ("rounds", draft.rounds, LONGEST_NUMBER),
            ("clock", draft.clock, LONGEST_CLOCK),
            ("at_once", draft.at_once, LONGEST_NUMBER),
            ("moves", draft.moves, LONGEST_NUMBER),
        )
        self._fields = {
            name: TextField(text, most, action=partial(self._type, name), enter=self._start)
            for name, text, most in fields
        }
        self._notes = {name: Hint() for name in NOTED}
        self._show_players(0)
        self._show_openings()
        self._tell()
        self.first = self._add if len(draft.players) < FEWEST else self._starting

    def inner_units(self) -> tuple[float, float]:
        """The size of the rows, the hint and the buttons."""
        rows = ROWS * ROW_UNITS + (ROWS + 1) * GAP_UNITS + len(NOTED) * NOTE_UNITS
        height = rows + 2 + BUTTON_UNITS
        if self.is_narrow:
            return NARROW_UNITS, height + LOW_LIST_UNITS + LIST_BUTTON_UNITS + 2 * GAP_UNITS
        return WIDTH_UNITS, height

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The players at the left or above, all else at the right or below, then the buttons."""
        units, unit = look.scale.units, look.scale.unit
        gap, label, height = units(GAP_UNITS), units(LABEL_UNITS), units(ROW_UNITS)
        between, list_width = units(BETWEEN_UNITS), units(LEFT_UNITS)
        width = room.width - label - (0 if self.is_narrow else between + list_width)
        behind = {
            "rounds": _("two games of each pair"),
            "clock": _("such as 60+0.6 or 1/0.5"),
            "at_once": _n("{count} core", "{count} cores", cores()),
            "moves": _("moves"),
        }
        widgets = {"game": self._game, "form": self._form, "openings": self._openings, **self._fields}
        lines: Parts = {}
        for name, words in LABELS:
            parts: Parts = {Caption(_(words)): label, widgets[name]: Fill()}
            if name in behind:
                beside = Row({widgets[name]: width * 2 // 5, Caption(behind[name]): Fill()}, unit, Fill())
                parts = {Caption(_(words)): label, "": beside}
            line: Layout = Row(parts, size=height)
            if name in NOTED:
                line = Column({"": line, self._notes[name]: units(NOTE_UNITS)})
            lines[f"{name} rows"] = line
        buttons = Row({self._add: Fill(1.4), self._removing: Fill()}, unit, units(LIST_BUTTON_UNITS))
        players: Parts = {self._table: Fill(), "buttons": buttons}
        return self._arranged(look, players, lines, gap, list_width)

    def add_player(self, player: OfferedPlayer | None) -> None:
        """Add a player that was picked."""
        if player is not None:
            self.draft.players.append(ChosenPlayer(_name_of(player), player.spec))
            self._trouble = ""
            self._show_players(self._table.chosen or 0)
            self._tell()

    # What is shown

    def _show_players(self, chosen: int) -> None:
        """List the players, with this one chosen if there is one."""
        players = self.draft.players
        rows = [(str(index), each.name) for index, each in enumerate(players, 1)]
        chosen = min(chosen, len(players) - 1)
        self._table.renew(rows, chosen, (chosen,), empty=_("Add the players"))
        self._add.enable(len(players) < MOST_PLAYERS)
        self._removing.enable(bool(players))

    def _show_openings(self) -> None:
        self._openings.buttons[-1].text = self._file_words()
        self._openings.show(self.draft.openings)
        self._openings.enable(has_book(self.draft.game.variant), [BOOK])

    def _file_words(self) -> str:
        file = self.draft.file
        return _("File…") if file is None or self.draft.openings != FILE else file.name

    def _tell(self) -> None:
        """Say what openings and clock mean, what is wrong or, if nothing is, how many games these are."""
        self._notes["openings"].show(_opening_words(self.draft.openings))
        self._notes["clock"].show(_clock_words(self.draft.clock))
        try:
            plan = self.draft.plan()
        except WormholeError:
            self._hint.show(self._trouble, is_trouble=True)
            return
        games = len(plan.schedule)
        pairings = len(plan.schedule.pairings)
        words = (
            _n("{count} game", "{count} games", games),
            _n("{count} pairing", "{count} pairings", pairings),
            _n("{count} round", "{count} rounds", plan.rounds),
        )
        self._hint.show(" · ".join(words))

    # What a user does

    def _type(self, name: str, text: str) -> None:
        setattr(self.draft, name, text)
        self._trouble = ""
        self._tell()

    def _set_form(self, form: Form) -> None:
        self.draft.form = form
        self._tell()

    def _set_openings(self, kind: str) -> None:
        if kind == FILE:
            self._openings.show(self.draft.openings)
            self.stage.open(
                FileDialog(self.stage, _("Openings"), PGN_SUFFIX, self._read_file, also=OPENING_SUFFIXES)
            )
            return
        self.draft.openings = kind
        self._show_openings()
        self._tell()

    def _read_file(self, path: Path) -> None:
        game = self.draft.game.variant
        corrections: list[str] = []

        def refuse(error: WormholeError) -> None:
            self.stage.open(MessageDialog(self.stage, _("There are no openings"), said(error)))

        def take(found: Sequence[Opening]) -> None:
            self.draft.openings, self.draft.file, self.draft.from_file = FILE, path, found
            self._show_openings()
            self._tell()
            if corrections:
                heading = _("The position was corrected")
                self.stage.open(MessageDialog(self.stage, heading, sentence(corrections[0])))

        wait_for(self.stage, _(READING), lambda job: from_file(path, game, corrections.append), take, refuse)

    def _take_game(self, game: ChosenGame) -> None:
        draft = self.draft
        is_known = draft.openings == RANDOM or (draft.openings == BOOK and has_book(game.variant))
        draft.game, draft.openings = game, draft.openings if is_known else RANDOM
        self._show_openings()
        self._tell()
        self.stage.refresh_dialog()

    def _ask_player(self) -> None:
        last = f"level:{self.stage.settings.level}"
        self.stage.open(PlayerPicker(self.stage, last, self.add_player, game=self.draft.game.variant))

    def _begin_as_drafted(self) -> None:
        plan = self.draft.plan()
        self.stage.close_dialog()
        self._begin(plan, self.draft.game.variant)

    def _take_over(self, like: Plan) -> None:
        """Begin like another tournament: with its numbers, and those players that are offered here."""
        draft = self.draft
        draft.form, draft.rounds, draft.clock = like.form, str(like.rounds), like.clock
        draft.at_once, draft.moves = str(like.at_once), str((like.most_plies + 1) // 2)
        offered = [each.spec for each in offered_players(self.stage.engines.own.now)]
        for entrant in like.players:
            with contextlib.suppress(WormholeError):  # a player of another version
                spec = entrant.parsed()
                player = next((each for each in offered if _is_same(each, spec)), None)
                is_ours = spec.level is not None and replace(spec, name=None) == at_level(spec.level)
                if player is not None or is_ours:
                    draft.players.append(ChosenPlayer(entrant.name, player or replace(spec, name=None)))


def _opening_words(kind: str) -> str:
    """How the games begin."""
    if kind == RANDOM:
        few, most = PLIES[0] // 2, PLIES[-1] // 2
        words = _("{few} to {most} random moves by each side; every opening with both colours")
        return words.format(few=few, most=most)
    if kind == BOOK:
        words = _("Up to {most} moves of the book by each side; every opening with both colours")
        return words.format(most=BOOK_PLIES // 2)
    return _("The openings of the file in turn, each with both colours")


def _clock_words(text: str) -> str:
    """What is written as a clock means; empty if it is none."""
    try:
        control = parsed(text.strip())
    except TimeControlError:
        return ""
    if control is None:
        return _("No clock: each level takes its own time")
    if control.moves:
        return clock_meaning(control)
    seconds, bonus = short_number(control.seconds), short_number(control.bonus)
    if control.kind is ClockKind.MOVE:
        return _("{seconds} s for each move").format(seconds=seconds)
    words = BONUS[control.kind] if control.bonus else N_("{seconds} s for the game")
    return _(words).format(seconds=seconds, bonus=bonus)


def _is_same(offered: PlayerSpec, spec: PlayerSpec) -> bool:
    """Whether a program of a plan is one that the user has added, with the same settings."""
    return offered.start == spec.start and bool(spec.command)


def _name_of(player: OfferedPlayer) -> str:
    """The name of a player in the table; a character has the number of its level."""
    level = player.spec.level
    if level is None:
        return player.spec.title
    if player.kind is CHARACTER:
        return f"{player_name(player)} {level.number}"
    return _("Level {level}").format(level=level.number)
