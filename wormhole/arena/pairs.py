"""Pairs: two games of one opening with colours reversed, the unit of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from wormhole.arena.contestant import Contestant
from wormhole.arena.game import Played, play
from wormhole.arena.openings import Opening, random_opening
from wormhole.arena.spec import Spec
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.library.record import Game
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.variant import Variant

Value = TypeVar("Value")


@dataclass(frozen=True)
class Terms:
    """The contestants, the game and the openings of a match."""

    first: Spec
    second: Spec
    variant: Variant
    pairs: int
    openings: tuple[Opening, ...] = ()
    """Played in turn; random openings if empty."""
    seed: int = 0
    most_plies: int = 600
    patience_seconds: float = 30.0
    """An engine loses if it answers later than this after its limit."""

    def opening(self, number: int) -> Opening:
        """The opening of a pair, counted from 0."""
        if self.openings:
            return self.openings[number % len(self.openings)]
        return random_opening(self.variant, self.seed, number)

    def dice_seed(self, number: int) -> int:
        """The seed of the dice in both games of a pair."""
        return (self.seed << 20) + number


@dataclass(frozen=True)
class PairGame:
    """A game from the first contestant's side; in tuples, the first contestant comes first."""

    half_points: int
    """2 for a win, 1 for a draw."""
    reason: str
    seconds: tuple[float, float]
    moves: tuple[int, int]
    is_failure: tuple[bool, bool]
    """Whether each could not go on."""
    pgn: str


@dataclass(frozen=True)
class Pair:
    """Both games of an opening, the first contestant White in the first."""

    number: int
    games: tuple[PairGame, PairGame]

    @property
    def half_points(self) -> int:
        """The first contestant's half points in both games, 0 to 4."""
        return sum(game.half_points for game in self.games)


def play_pair(
    terms: Terms, number: int, first: Contestant, second: Contestant, is_wanted: Callable[[], bool]
) -> Pair | None:
    """Play the pair of that number, from 0; None if ``is_wanted`` becomes false before its end."""
    opening = terms.opening(number)
    games = []
    for color in (WHITE, BLACK):
        board = opening.board(terms.variant, terms.dice_seed(number))
        white, black = (first, second) if color is WHITE else (second, first)
        played = play(white, black, board, terms.most_plies, is_wanted)
        if played is None:
            return None
        games.append(_pair_game(terms, number, color, played))
    return Pair(number, (games[0], games[1]))


class PairPlayer:
    """A worker that plays pairs of a match by their numbers, and keeps its engines running between them.

    Raises :class:`~wormhole.rules.errors.WormholeError` for a bad opening or contestant.
    """

    def __init__(self, terms: Terms) -> None:
        has_fast_loops()  # so that the first move does not include loading
        self._terms = terms
        self._is_wanted = True
        self._first, self._second = (
            spec.contestant(terms.variant, terms.patience_seconds) for spec in (terms.first, terms.second)
        )

    def do(self, number: int) -> Pair | None:
        """The pair of that number; None if it was stopped."""
        return play_pair(self._terms, number, self._first, self._second, lambda: self._is_wanted)

    def stop(self) -> None:
        """Stop the running move, and any that begins later."""
        self._is_wanted = False
        self.close()

    def close(self) -> None:
        """End the engines."""
        self._first.close()
        self._second.close()


def _pair_game(terms: Terms, number: int, color: bool, played: Played) -> PairGame:
    def in_order(of_sides: tuple[Value, Value]) -> tuple[Value, Value]:
        return of_sides if color is WHITE else (of_sides[1], of_sides[0])

    names = in_order((terms.first.name or terms.first.text, terms.second.name or terms.second.text))
    headers = {
        "Event": f"{terms.variant.title} match",
        "Round": f"{number + 1}.{1 if color is WHITE else 2}",
        "White": names[0],
        "Black": names[1],
    }
    game = Game.from_board(played.board, headers)
    game.set_result(played.result, played.reason)
    points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[played.result]
    return PairGame(
        half_points=points if color is WHITE else 2 - points,
        reason=played.reason,
        seconds=in_order(played.seconds),
        moves=in_order(played.moves),
        is_failure=in_order((played.failed is WHITE, played.failed is BLACK)),
        pgn=str(game),
    )
