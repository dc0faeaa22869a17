"""What a demonstration shows: the games of the catalogue in an order, and who plays them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from wormhole.engine.levels import LEVELS, Level
from wormhole.rules import toml
from wormhole.rules.game_file import variant
from wormhole.rules.variant import Variant

MOST_PLIES_OF_OTHERS = 70


@dataclass(frozen=True)
class Showing:
    """One game of a demonstration: the computer plays both sides."""

    variant: Variant
    white: Level
    black: Level
    most_plies: int = 0
    """A longer game ends after so many plies; 0: it is shown to its end."""
    steps: tuple[tuple[str, int], ...] = ()
    """Steps of lessons that can be shown before it: the lesson, and the number of the step in it."""
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
    text = (resources.files(__package__) / "demonstration.toml").read_text(encoding="utf-8")
    return tuple(
        Showing(
            variant(row["game"]),
            LEVELS[row["white"] - 1],
            LEVELS[row["black"] - 1],
            row.get("most_plies", 0),
            tuple((step["lesson"], step["step"]) for step in row.get("steps", ())),
        )
        for row in toml.loads(text)["showing"]
    )


@dataclass
class Programme:
    """Where a demonstration is in its order. ``first`` is shown before anything else, once."""

    level: Level | None = None
    """The level of both sides, if it is not that of each showing."""
    first: Showing | None = None
    rounds: int = 0
    """How often the whole programme was shown."""
    _next: int = 0

    def begin_with(self, game: Variant, fen: str | None = None) -> None:
        """Show a game next. A game that is not in the order, or a position, is shown before the others."""
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
