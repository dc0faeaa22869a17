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
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.dialogs.clock_dialog import clock_meaning
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.player_picker import PlayerPicker, player_name
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, _n, named, said, short_number
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Box, Column, Fill, Row, row
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.stage import Stage
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.time_control import ClockKind, TimeControlError, parsed
from wormhole.own_program import cores
from wormhole.play.offered_players import CHARACTER, OfferedPlayer, offered_players
from wormhole.players.spec import PlayerSpec, at_level

RANDOM, BOOK, FILE = "random", "book", "listed"
FORMS = ((Form.ROUND_ROBIN, N_("Round robin")), (Form.GAUNTLET, N_("Gauntlet")))
PGN_SUFFIX, OPENING_SUFFIXES = ".pgn", (".epd", ".fen", ".txt")
USUAL_CLOCK, USUAL_ROUNDS = "1+0.1", "10"
WIDTH_UNITS, LEFT_UNITS = 92, 32
LABEL_UNITS, ROW_UNITS, GAP_UNITS, LIST_BUTTON_UNITS = 17, 5, 1, 5
ROWS = 8
NARROW_UNITS, LOW_LIST_UNITS = 62, 14
"""In a narrow window the list of players is above the rows."""
NOTE_UNITS = 2.25
NOTED = "openings", "clock"
"""The rows with a note below them."""
BONUS = {
    ClockKind.INCREMENT: N_("{seconds} s for the game, and {bonus} s more with each move"),
    ClockKind.DELAY: N_("{seconds} s for the game; in each move the clock waits {bonus} s"),
}
LONGEST_NUMBER, LONGEST_CLOCK = 8, 40


@dataclass(frozen=True)
class Chosen:
    """A player that was chosen."""

    name: str
    spec: PlayerSpec


@dataclass
class Draft:
    """What is written and chosen in the dialog, good or not."""

    game: ChosenGame
    name: str
    players: list[Chosen] = field(default_factory=list)
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
        raise WormholeError("Other programs need a clock.")
    return "-" if control is None else str(control)


class SetupDialog(Dialog):
    """Asks for a tournament; `begin` is called with its plan and its game.

    It begins like the tournament of `like`, without its programs that the user has not chosen here.
    """

    heading = N_("New tournament")

    def __init__(self, stage: Stage, like: Plan | None, begin: Callable[[Plan, Variant], None]) -> None:
        super().__init__(stage)
        self._begin = begin
        name = _("Tournament of {day}").format(day=time.strftime("%Y-%m-%d"))
        self.draft = Draft(stage.preferences.game, name, at_once=str(cores()))
        if like is not None:
            self._take_over(like)
        self._trouble = ""
        self._table: Table | None = None

    def inner_units(self) -> tuple[float, float]:
        """The size of the rows, the hint and the buttons."""
        rows = ROWS * ROW_UNITS + (ROWS + 1) * GAP_UNITS + len(NOTED) * NOTE_UNITS
        height = rows + 2 + BUTTON_UNITS
        if self.is_narrow:
            return NARROW_UNITS, height + LOW_LIST_UNITS + LIST_BUTTON_UNITS + 2 * GAP_UNITS
        return WIDTH_UNITS, height

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the players at the left or above, all else at the right or below, then the buttons."""
        look, units = self.stage.look, self.stage.look.scale.units
        gap = units(GAP_UNITS)
        names = ("name", "game", "form", "rounds", "openings", "clock", "at_once", "moves")
        lines: dict[str, Box[str]] = {}
        for name in names:
            line: Box[str] = Row({f"{name} label": units(LABEL_UNITS), name: Fill()}, size=units(ROW_UNITS))
            if name in NOTED:
                line = Column({f"{name} row": line, f"{name} note": units(NOTE_UNITS)})
            lines[f"{name} rows"] = line
        buttons = Row({"add": Fill(1.4), "remove": Fill()}, look.scale.unit, units(LIST_BUTTON_UNITS))
        upper: Box[str]
        if self.is_narrow:
            upper = Column({"list": Fill(), "buttons": buttons, "rows": Column(lines, gap)}, gap)
        else:
            left = Column({"list": Fill(), "buttons": buttons}, gap, units(LEFT_UNITS))
            upper = Row({"left": left, "right": Column(lines, gap)}, units(2.5))
        foot = Row({"hint": Fill(), "start": units(18), "cancel": units(15)}, look.scale.unit)
        places = Column(
            {"upper": Fill(), "space": units(1), "foot": Row({"foot": foot}, size=units(BUTTON_UNITS))}, gap
        ).at(inner)
        places |= upper.at(places["upper"]) | foot.at(places["foot"])
        self._fill_players(places["list"], places["add"], places["remove"])
        self._fill_fields(places)
        self._hint = Hint(look, places["hint"], look.scale.text(13))
        self._notes = {name: Hint(look, places[f"{name} note"], look.scale.text(13)) for name in NOTED}
        self._tell()
        start = self.widgets.button(places["start"], _("Start"), self._start, PRIMARY)
        self.widgets.button(places["cancel"], _("Cancel"), self.stage.close_dialog)
        self.widgets.focus(self._add_button if len(self.draft.players) < FEWEST else start)
        assert self._table is not None
        self.upper_layers = (self._table, self._hint, *self._notes.values())

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Enter in a field starts; Del in the list removes; the mouse chooses players."""
        if event.type == pygame.KEYDOWN:
            if event.key in ENTER and any(self.widgets.is_focused(each) for each in self._fields):
                self._start()
                return True
            is_writing = any(self.widgets.is_focused(each) for each in self._fields)
            if event.key == pygame.K_DELETE and not is_writing:
                self._remove()
                return True
        is_mouse = event.type in (
            pygame.MOUSEBUTTONDOWN,
            pygame.MOUSEBUTTONUP,
            pygame.MOUSEMOTION,
            pygame.MOUSEWHEEL,
        )
        if is_mouse and self._table is not None and self._table.handle(event, now_seconds):
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink."""
        return self.widgets.blink(now_seconds)

    def close(self) -> None:
        """Release the widgets and the list."""
        super().close()
        if self._table is not None:
            self._table.close()

    def add_player(self, player: OfferedPlayer | None) -> None:
        """Add a player that was picked."""
        if player is not None:
            self.draft.players.append(Chosen(_name_of(player), player.spec))
            self._trouble = ""
            self.stage.refresh_dialog()

    # Laying out

    def _fill_players(self, place: pygame.Rect, add: pygame.Rect, remove: pygame.Rect) -> None:
        look, players = self.stage.look, self.draft.players
        before = None if self._table is None else self._table.chosen
        if self._table is not None:
            self._table.close()
        columns = (
            TableColumn(heading="", samples=("88",), is_right=True),
            TableColumn(1, heading=_("Players")),
        )
        self._table = Table(look, place, columns, lambda row: None, lambda row: None)
        rows = [(str(index), each.name) for index, each in enumerate(players, 1)]
        chosen = None if not players else min(before if before is not None else 0, len(players) - 1)
        self._table.show(rows, chosen=chosen, empty=_("Add the players"))
        tip = Tip(_("Add a level of the computer or another program"))
        self._add_button = self.widgets.button(add, _("Add…"), self._ask_player, tip=tip)
        self.widgets.enable(self._add_button, len(players) < MOST_PLAYERS)
        removing = self.widgets.button(remove, _("Remove"), self._remove)
        self.widgets.enable(removing, bool(players))

    def _fill_fields(self, places: dict[str, pygame.Rect]) -> None:
        draft, widgets = self.draft, self.widgets
        labels = (
            ("name", _("Name")),
            ("game", _("Game")),
            ("form", _("Form")),
            ("rounds", _("Rounds")),
            ("openings", _("Openings")),
            ("clock", _("Clock, in seconds")),
            ("at_once", _("Games at once")),
            ("moves", _("Draw after")),
        )
        for name, words in labels:
            self.write(words, places[f"{name} label"], self.stage.look.theme.colour.muted)
        unit = self.stage.look.scale.unit
        title = self.stage.look.words.fitted(
            _(draft.game.variant.title), self.stage.look.small, places["game"].width - 2 * unit
        )
        widgets.button(places["game"], title, self._ask_game, tip=Tip(_("Select a game")))
        Choice(widgets, row(places["form"], len(FORMS), unit), named(FORMS), draft.form, self._set_form)
        kinds = [(RANDOM, _("Random")), (BOOK, _("Book")), (FILE, self._file_words())]
        self._openings = Choice(
            widgets, row(places["openings"], len(kinds), unit), kinds, draft.openings, self._set_openings
        )
        self._openings.enable(has_book(draft.game.variant), [BOOK])
        fields = (
            ("name", draft.name, LONGEST_NAME),
            ("rounds", draft.rounds, LONGEST_NUMBER),
            ("clock", draft.clock, LONGEST_CLOCK),
            ("at_once", draft.at_once, LONGEST_NUMBER),
            ("moves", draft.moves, LONGEST_NUMBER),
        )
        behind = {
            "rounds": _("two games of each pair"),
            "clock": _("such as 60+0.6 or 1/0.5"),
            "at_once": _n("{count} core", "{count} cores", cores()),
            "moves": _("moves"),
        }
        self._fields = []
        for name, text, most in fields:
            place = places[name]
            if name in behind:
                rest = pygame.Rect(place)
                place = pygame.Rect(place.left, place.top, place.width * 2 // 5, place.height)
                rest.left = place.right + unit
                rest.width = places[name].right - rest.left
                self.write(behind[name], rest, self.stage.look.theme.colour.muted)
            self._fields.append(widgets.text_line(place, text, most, action=partial(self._type, name)))

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
        self.stage.refresh_dialog()

    def _read_file(self, path: Path) -> None:
        game = self.draft.game.variant
        corrections: list[str] = []

        def refuse(error: WormholeError) -> None:
            self.stage.open(MessageDialog(self.stage, _("There are no openings"), said(error)))

        def take(found: Sequence[Opening]) -> None:
            self.draft.openings, self.draft.file, self.draft.from_file = FILE, path, found
            self.stage.refresh_dialog()
            if corrections:
                heading = _("The position was corrected")
                self.stage.open(MessageDialog(self.stage, heading, sentence(corrections[0])))

        wait_for(self.stage, _(READING), lambda job: from_file(path, game, corrections.append), take, refuse)

    def _ask_game(self) -> None:
        self.stage.open(GameDialog(self.stage, self.draft.game, self._take_game))

    def _take_game(self, game: ChosenGame) -> None:
        draft = self.draft
        is_known = draft.openings == RANDOM or (draft.openings == BOOK and has_book(game.variant))
        draft.game, draft.openings = game, draft.openings if is_known else RANDOM
        self.stage.refresh_dialog()

    def _ask_player(self) -> None:
        last = f"level:{self.stage.settings.level}"
        self.stage.open(PlayerPicker(self.stage, last, self.add_player, game=self.draft.game.variant))

    def _remove(self) -> None:
        at = None if self._table is None else self._table.chosen
        if at is not None and self.draft.players:
            del self.draft.players[at]
            self.stage.refresh_dialog()

    def _start(self) -> None:
        try:
            plan = self.draft.plan()
        except WormholeError as error:
            self._trouble = said(error)
            self._hint.show(self._trouble, is_trouble=True)
            self.stage.sounds.play("error")
            return
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
                    draft.players.append(Chosen(entrant.name, player or replace(spec, name=None)))


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
