"""Which games are listed: the user's filters above the list, as one value. Pure."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from wormhole import Board
from wormhole.engine.characters import CHARACTERS
from wormhole.engine.levels import LEVELS
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.languages.language import N_, _, named
from wormhole.gui.look.button import Button
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Layout
from wormhole.gui.look.widget_theme import CHOICE, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.stage import Stage
from wormhole.library.database.finding import PlayerName, Query
from wormhole.library.database.game_rows import AGAINST_COMPUTER, IMPORTED, MAIL, PEOPLE
from wormhole.library.search_text import searchable

KINDS_BUT_DEMONSTRATIONS = (PEOPLE, AGAINST_COMPUTER, IMPORTED, MAIL)

MOST_WORDS = 100
"""Characters of a text field."""
ROW_UNITS, NARROW_UNITS = 4.5, 76
"""The height of a row, and the width below which there are three."""
RESULTS = (
    (None, N_("Any result")),
    ("1-0", N_("White won")),
    ("0-1", N_("Black won")),
    ("1/2-1/2", N_("Drawn")),
    ("*", N_("Unfinished")),
)
ALL_GAMES = N_("All games")
POSITIONS = (N_("As shown here"), N_("From your game"))
WORDS_HINT = N_("Search players, events…")
OPENING_HINT = N_("Opening, as in e4 d5")


class Period(Enum):
    """How long ago a game was played, with its words."""

    ANY = N_("Any date")
    TODAY = N_("Today")
    WEEK = N_("This week")
    MONTH = N_("This month")
    YEAR = N_("This year")

    def since(self, today: datetime.date) -> datetime.date | None:
        """The first day; a week begins on Monday."""
        return {
            Period.ANY: None,
            Period.TODAY: today,
            Period.WEEK: today - datetime.timedelta(days=today.weekday()),
            Period.MONTH: today.replace(day=1),
            Period.YEAR: today.replace(month=1, day=1),
        }[self]


@dataclass(frozen=True)
class OpponentFilter:
    """Who played: the kinds of games, and the computer's level."""

    name: str
    """English, to be translated; a level's is not shown."""
    kinds: tuple[str, ...] = ()
    level: int | None = None


ANYBODY = OpponentFilter(N_("All players"))
USERS = OpponentFilter(N_("Two players"), (PEOPLE,))
COMPUTER = OpponentFilter(N_("Computer"), (AGAINST_COMPUTER,))
BY_MAIL = OpponentFilter(N_("By mail"), (MAIL,))
FROM_FILES = OpponentFilter(N_("From files"), (IMPORTED,))


def player_names() -> tuple[PlayerName, ...]:
    """What the levels and characters of the computer are called, in English and in the language in use."""
    found = []
    for each in LEVELS:
        number = each.number
        names = {f"level {number}", _("Level {level}").format(level=number), each.name, _(each.name)}
        found += [PlayerName(searchable(name), number) for name in names]
        for key, character in CHARACTERS.items():
            name = _("{character} {level}").format(character=_(character.name), level=number)
            found += [PlayerName(called, number, key) for called in {f"{key} {number}", searchable(name)}]
    found += [PlayerName(searchable(_(each.name)), character=key) for key, each in CHARACTERS.items()]
    return tuple(found)


def against_level(level: int) -> OpponentFilter:
    """The games of the user against the computer at that level."""
    return OpponentFilter(f"Level {level}", (AGAINST_COMPUTER,), level)


@dataclass(frozen=True)
class Filters:
    """The chosen filters. The defaults list every game but demonstrations."""

    words: str = ""
    variant: str | None = None
    opponent: OpponentFilter = ANYBODY
    result: str | None = None
    period: Period = Period.ANY
    opening: str = ""
    position: Board | None = None
    """The games that reach this position."""
    demonstrations: bool = False

    @property
    def is_set(self) -> bool:
        """Whether games may be left out, apart from demonstrations."""
        return replace(self, demonstrations=False) != Filters()

    def query(self, today: datetime.date) -> Query:
        """The question to the library."""
        kinds = self.opponent.kinds
        if not kinds and not self.demonstrations:
            kinds = KINDS_BUT_DEMONSTRATIONS
        at = Query() if self.position is None else Query.of_position(self.position)
        return replace(
            at,
            text=self.words.strip(),
            players=player_names() if self.words.strip() else (),
            variant=self.variant or at.variant,
            kinds=kinds,
            level=self.opponent.level,
            result=self.result,
            since=self.period.since(today),
            opening=self.opening.strip(),
        )


class FilterBar:
    """The filters of the list. `changed` is called after each change.

    `position` gives the board shown, `other_position` is the one of the game that the user came from.
    """

    def __init__(
        self,
        stage: Stage,
        changed: Callable[[], None],
        position: Callable[[], Board | None],
        other_position: Board | None,
    ) -> None:
        self.now = Filters()
        """The chosen filters."""
        self._stage = stage
        self._changed = changed
        self._position = position
        self._other_position = other_position
        self._games: list[tuple[str | None, str]] = [(None, ALL_GAMES)]
        self._offered: dict[str, list[tuple[Any, str]]] = {}
        """For each filter that is chosen from a list, its values and their names."""

    def make(self, widgets: Widgets) -> None:
        """Make the fields and buttons."""
        self._widgets = widgets
        filters = self.now
        self._offer()
        self._words = TextField(filters.words, MOST_WORDS, _(WORDS_HINT))
        self._opening = TextField(filters.opening, MOST_WORDS, _(OPENING_HINT))
        self._choosers = {name: self._chooser(name) for name in ("variant", "opponent", "result", "period")}
        at = Tip(_("Only games with the position on the small board"))
        self._at = Button(_("This position"), self._switch_position, CHOICE, at)
        demos = Tip(_("The computer's games against itself, too"))
        self._demos = Button(_("Demonstrations"), self._switch_demos, CHOICE, demos)
        clear = Tip(_("Clear the filters and list all games"))
        self._clear = Button(_("Clear"), self.clear, QUIET, clear)
        self._show()

    def layout(self, look: Look, width: int) -> Layout:
        """Two rows of fields and buttons, or three in a narrow list."""
        words, opening, others = self._words, self._opening, (self._at, self._demos, self._clear)
        game, opponent, result, period = self._choosers.values()
        rows: Sequence[Sequence[tuple[Button | TextField, float]]]
        if width < look.scale.units(NARROW_UNITS):
            last = [*zip((period, *others), (25, 25, 27, 15), strict=True)]
            rows = [(words, 1), (opening, 1)], [(game, 1), (opponent, 1), (result, 1)], last
        else:
            last = [*zip((period, *others), (18, 18, 19, 9), strict=True)]
            rows = [(words, 36), (game, 20), (opponent, 18), (result, 18)], [(opening, 28), *last]
        unit, height = look.scale.unit, look.scale.units(ROW_UNITS)
        boxes = [Row({each: Fill(weight) for each, weight in row}, unit, height) for row in rows]
        return Column({f"row {number}": box for number, box in enumerate(boxes)}, unit)

    def add_games(self, games: Sequence[tuple[str, str]]) -> None:
        """Offer the games of these kinds, by name and title."""
        self._games += games
        self._offer()

    def _offer(self) -> None:
        opponents = [
            (opponent, _(opponent.name)) for opponent in (ANYBODY, USERS, COMPUTER, BY_MAIL, FROM_FILES)
        ]
        opponents += [(against_level(level.number), f"{level.number} · {_(level.name)}") for level in LEVELS]
        self._offered = {
            "variant": named(self._games),
            "opponent": opponents,
            "result": named(RESULTS),
            "period": named((period, period.value) for period in Period),
        }

    def focus(self) -> None:
        """Go to the search field."""
        self._widgets.select(self._words, 0, len(self._words.get_text()))

    @property
    def focused_line(self) -> TextField | None:
        """The text field with the keyboard focus, if any."""
        lines = (self._words, self._opening)
        return next((line for line in lines if self._widgets.is_focused(line)), None)

    def type_words(self, text: str) -> None:
        """Search for these words."""
        self._words.set_text(text)
        self.read()

    def read(self) -> None:
        """Apply what has been typed."""
        self._set(words=self._words.get_text(), opening=self._opening.get_text())

    def clear(self) -> None:
        """List every game again."""
        self._words.set_text("")
        self._opening.set_text("")
        self._set(**vars(Filters(demonstrations=self.now.demonstrations)))

    def enable(self) -> None:
        """Enable the buttons that can be used: *This position* needs a position, *Clear* a filter."""
        positions = (self.now.position, self._other_position, self._position())
        self._at.enable(any(position is not None for position in positions))
        self._clear.enable(self.now.is_set)

    def _chooser(self, name: str) -> Button:
        """A button with the chosen value that opens a list of the others."""

        def ask() -> None:
            values, names = zip(*self._offered[name], strict=True)
            chosen = values.index(getattr(self.now, name))
            self._stage.open(DropDown(self._stage, lambda: self._choosers[name].rect, names, chosen, take))

        def take(index: int) -> None:
            self._set(**{name: self._offered[name][index][0]})

        return Button("", ask, CHOICE)

    def _switch_position(self) -> None:
        """Search for a position, asking which one is meant if there are two; or no longer search for it."""
        shown, other = self._position(), self._other_position
        if self.now.position is not None:
            self._set(position=None)
        elif shown is None or other is None:
            self._set(position=other if shown is None else shown)
        else:
            self._stage.open(
                DropDown(
                    self._stage,
                    lambda: self._at.rect,
                    [_(text) for text in POSITIONS],
                    0,
                    lambda index: self._set(position=(shown, other)[index]),
                )
            )

    def _switch_demos(self) -> None:
        self._set(demonstrations=not self.now.demonstrations)

    def _set(self, **changes: Any) -> None:
        before = self.now
        self.now = replace(before, **changes)
        position = self.now.position
        if self.now.variant != before.variant and position is not None:
            # A position is one of its own game only.
            self.now = replace(self.now, position=None)
        if self.now != before:
            self._show()
            self._changed()

    def _show(self) -> None:
        """Write the chosen values on the buttons, and highlight those that filter."""
        filters = self.now
        for name, button in self._choosers.items():
            value = getattr(filters, name)
            button.text = f"{dict(self._offered[name])[value]}…"
            button.is_selected = value != getattr(Filters(), name)
        self._at.is_selected = filters.position is not None
        self._demos.is_selected = filters.demonstrations
        self.enable()
