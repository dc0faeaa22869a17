"""Pairs: two games of one opening with colours reversed, the unit of a match."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from wormhole.arena.random_openings import Opening, random_opening
from wormhole.engine.search_loops import has_fast_loops
from wormhole.library.record import Game
from wormhole.players.player import Player, PlayerError
from wormhole.players.spec import PATIENCE_SECONDS, PlayerSpec
from wormhole.rules.board import Board
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import BLACK, WHITE, side_name
from wormhole.rules.variant import Variant


@dataclass(frozen=True)
class Played:
    """A finished game, its result, and the time and moves of each side, White first."""

    board: Board
    result: str
    reason: str
    seconds: tuple[float, float]
    moves: tuple[int, int]
    failed: bool | None = None
    """The side that could not continue, if any."""


def play(
    white: Player, black: Player, board: Board, most_plies: int, is_wanted: Callable[[], bool]
) -> Played | None:
    """Play from ``board`` to the end of the game; None if ``is_wanted`` becomes false before.

    Draws are claimed at once. A player that cannot continue loses. After ``most_plies``, including those of
    the opening, the game is adjudicated a draw.
    """
    players = {WHITE: white, BLACK: black}
    seconds, moves = {WHITE: 0.0, BLACK: 0.0}, {WHITE: 0, BLACK: 0}

    def ended(result: str, reason: str, failed: bool | None = None) -> Played:
        return Played(
            board, result, reason, (seconds[WHITE], seconds[BLACK]), (moves[WHITE], moves[BLACK]), failed
        )

    side = WHITE
    try:
        for side in (WHITE, BLACK):
            players[side].new_game(board)
        while (outcome := board.outcome()) is None:
            if len(board.move_stack) >= most_plies:
                result = board.as_drawn(Outcome(Termination.AGREEMENT, None)).result()
                return ended(result, f"Adjudicated a draw after {most_plies} plies.")
            if not is_wanted():
                return None
            side = board.turn
            begun = time.perf_counter()
            move = players[side].play(board).move
            seconds[side] += time.perf_counter() - begun
            moves[side] += 1
            if move is None:
                outcome = Outcome(Termination.RESIGNATION, winner=not side)
                break
            board.push(move)
    except PlayerError as error:
        reason = f"{side_name(not side)} wins: {side_name(side)} {error}."
        return ended("0-1" if side is WHITE else "1-0", reason, side)
    for player in players.values():
        with contextlib.suppress(PlayerError):  # it is reported with the next game
            player.end_game(outcome.result())
    return ended(outcome.result(), outcome.reason())


Value = TypeVar("Value")


@dataclass(frozen=True)
class Terms:
    """The players, the game and the openings of a match."""

    first: PlayerSpec
    second: PlayerSpec
    variant: Variant
    pairs: int
    openings: tuple[Opening, ...] = ()
    """Played in turn; random openings if empty."""
    seed: int = 0
    most_plies: int = 600
    patience_seconds: float = PATIENCE_SECONDS
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
    """A game from the first player's side; in tuples, the first player comes first."""

    half_points: int
    """2 for a win, 1 for a draw."""
    reason: str
    seconds: tuple[float, float]
    moves: tuple[int, int]
    is_failure: tuple[bool, bool]
    """Whether each could not continue."""
    pgn: str


@dataclass(frozen=True)
class Pair:
    """Both games of an opening, the first player White in the first."""

    number: int
    games: tuple[PairGame, PairGame]

    @property
    def half_points(self) -> int:
        """The first player's half points in both games, 0 to 4."""
        return sum(game.half_points for game in self.games)


def play_pair(
    terms: Terms, number: int, first: Player, second: Player, is_wanted: Callable[[], bool]
) -> Pair | None:
    """Play the pair of that number, from 0; None if ``is_wanted`` becomes false before its end."""
    opening = terms.opening(number)
    games = []
    for color in (WHITE, BLACK):
        board = opening.board(terms.variant, terms.dice_seed(number))
        white, black = (first, second) if color is WHITE else (second, first)
        played = play(white, black, board, terms.most_plies, is_wanted)
        if played is None or not is_wanted():
            return None
        games.append(_pair_game(terms, number, color, played))
    return Pair(number, (games[0], games[1]))


class PairPlayer:
    """A worker that plays pairs of a match by their numbers, and keeps its engines running between them.

    Raises :class:`~wormhole.rules.errors.WormholeError` for a bad opening or player.
    """

    def __init__(self, terms: Terms) -> None:
        has_fast_loops()  # so that the first move does not include loading
        self._terms = terms
        self._is_wanted = True
        self._first, self._second = (
            spec.player(terms.patience_seconds) for spec in (terms.first, terms.second)
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


Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Tally:
    """Results; in tuples of two, the first player comes first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pentanomial: tuple[int, ...] = (0, 0, 0, 0, 0)
    """Pairs that scored 0, ½, 1, 1½ and 2 points."""
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)
    failures: tuple[int, int] = (0, 0)
    """Games lost because an engine could not continue."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def seconds_a_move(self) -> tuple[float, float]:
        """The average time per move of each player."""
        first, second = (
            seconds / max(moves, 1) for seconds, moves in zip(self.seconds, self.moves, strict=True)
        )
        return first, second

    def with_pair(self, pair: Pair) -> Tally:
        """The tally with one more pair."""
        points = [game.half_points for game in pair.games]
        bins = list(self.pentanomial)
        bins[pair.half_points] += 1
        return replace(
            self,
            wins=self.wins + points.count(2),
            draws=self.draws + points.count(1),
            losses=self.losses + points.count(0),
            pentanomial=tuple(bins),
            seconds=_added(self.seconds, (game.seconds for game in pair.games)),
            moves=_added(self.moves, (game.moves for game in pair.games)),
            failures=_added(self.failures, (game.is_failure for game in pair.games)),
        )


def _added(sums: tuple[Number, Number], more: Iterable[tuple[Number, Number]]) -> tuple[Number, Number]:
    first, second = map(sum, zip(sums, *more, strict=True))
    return first, second
