"""What a demonstration shows: the games of the family in order, others now and then, and who plays them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from wormhole.base import schema, toml
from wormhole.base.schema import Parse
from wormhole.engine.levels import LEVELS, Level
from wormhole.library.chosen_game import named
from wormhole.rules.variant import Variant

MOST_PLIES_OF_OTHERS = 70


def _variant(name: str) -> Variant:
    return named(name).variant


def _level(number: int) -> Level:
    return LEVELS[number - 1]


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson; the first one is 1."""

    lesson: str
    step: int


@dataclass(frozen=True)
class Showing:
    """One game of a demonstration: the computer plays both sides."""

    variant: Annotated[Variant, Parse(_variant, of=str)]
    white: Annotated[Level, Parse(_level, of=int)]
    black: Annotated[Level, Parse(_level, of=int)]
    most_plies: int = 0
    """A longer game ends after so many plies; 0: it is shown to its end."""
    steps: tuple[LessonStep, ...] = ()
    """Steps of lessons that can be shown before it."""
    fen: str | None = None
    """The position from which it starts; None for the game's own."""

    def at_level(self, level: Level | None) -> Showing:
        """The same with both sides at this level; unchanged for None."""
        return self if level is None else replace(self, white=level, black=level)

    def level(self, color: bool) -> Level:
        """The level of a side."""
        return self.white if color else self.black


@dataclass(frozen=True)
class _Order:
    """The file ``demonstration.toml``."""

    guests_after: int
    showing: tuple[Showing, ...]
    guest: tuple[Showing, ...]


@cache
def _order() -> _Order:
    return schema.read(_Order, toml.packaged("wormhole.learn", "demonstration.toml"))


def showings() -> tuple[Showing, ...]:
    """The games of the family, in order; then it begins again."""
    return _order().showing


def guests() -> tuple[Showing, ...]:
    """Other games. After a few of the family, one of them is shown."""
    return _order().guest


def guests_after() -> int:
    """After so many games of the family."""
    return _order().guests_after


@dataclass
class Programme:
    """Where a demonstration is in its order. ``first`` is shown before anything else, once."""

    level: Level | None = None
    """The level of both sides, if it is not that of each showing."""
    first: Showing | None = None
    rounds: int = 0
    """How often the whole programme was shown."""
    _next: int = 0
    _since_guest: int = 0
    """How many games of the family were shown since the last guest."""
    _guest: int = 0

    def begin_with(self, game: Variant, fen: str | None = None) -> None:
        """Show a game next. A game that is not in the order, or a position, is shown before the others."""
        usual = showings()[0]
        shown = Showing(game, usual.white, usual.black, MOST_PLIES_OF_OTHERS)
        shown = next((guest for guest in guests() if guest.variant == game), shown)
        for index, showing in enumerate(showings()):
            if showing.variant == game:
                self._next, shown = index, showing
        is_usual = fen is None and shown in showings()
        self.first = None if is_usual else replace(shown, fen=fen)

    def next(self) -> Showing:
        """The next game to show."""
        if self.first is not None:
            showing, self.first = self.first, None
            return showing.at_level(self.level)
        if self._since_guest == guests_after():
            self._since_guest = 0
            showing = guests()[self._guest]
            self._guest = (self._guest + 1) % len(guests())
            return showing.at_level(self.level)
        self._since_guest += 1
        showing = showings()[self._next]
        self._next += 1
        if self._next == len(showings()):
            self._next, self.rounds = 0, self.rounds + 1
        return showing.at_level(self.level)
