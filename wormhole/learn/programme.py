"""What a demonstration shows: the games of the catalogue in an order, and who plays them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from wormhole.engine.levels import LEVELS, Level
from wormhole.rules import schema, toml
from wormhole.rules.game_file import variant
from wormhole.rules.schema import Parse
from wormhole.rules.variant import Variant

MOST_PLIES_OF_OTHERS = 70


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

    variant: Annotated[Variant, Parse(variant, of=str)]
    white: Annotated[Level, Parse(_level, of=int)]
    black: Annotated[Level, Parse(_level, of=int)]
    most_plies: int = 0
    """A longer game is left before its end; 0: it is shown to its end."""
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


@cache
def showings() -> tuple[Showing, ...]:
    """All that is shown, in order; then it begins again."""
    rows = toml.packaged("wormhole.learn", "demonstration.toml")["showing"]
    return tuple(schema.read(Showing, row) for row in rows)


@dataclass
class Programme:
    """Where a demonstration is in its order. ``first`` is shown before anything else, once."""

    level: Level | None = None
    """The level of both sides, if it is not that of each showing."""
    first: Showing | None = None
    rounds: int = 0
    """How often all of it was shown."""
    _next: int = 0

    def begin_with(self, game: Variant, fen: str | None = None) -> None:
        """Let a game be the next one. One that is not in the order, or a position, is shown before it."""
        usual = showings()[0]
        shown = Showing(game, usual.white, usual.black, MOST_PLIES_OF_OTHERS)
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
        showing = showings()[self._next]
        self._next += 1
        if self._next == len(showings()):
            self._next, self.rounds = 0, self.rounds + 1
        return showing.at_level(self.level)
