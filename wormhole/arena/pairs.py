"""The games of a match or a tournament, the workers that play them, and the sums of their results."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from wormhole.arena.game import GameResult, PlayedMove, nobody, play
from wormhole.arena.openings import RandomOpenings
from wormhole.arena.terms import GAMES_A_PAIR, ScheduledGame, Terms
from wormhole.engine.search_loops import SEARCH, has_fast_loops
from wormhole.library.record import Game
from wormhole.library.time_control import control_headers
from wormhole.players.player import Player
from wormhole.rules.board import Board
from wormhole.rules.loop_groups import BOARD
from wormhole.rules.outcome import Termination

Tell = Callable[[Any], None]
"""Takes the news of a worker."""

ADJUDICATION = "adjudication"
"""The header Termination of a game that ended at the greatest number of plies (PGN standard, 9.8.1)."""
POINTS: Mapping[str, int] = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
"""White's half points."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of the schedule; in tuples of two, White comes first."""

    number: int
    result: str
    reason: str
    termination: Termination | None
    """None if a player could not continue; AGREEMENT if the game was adjudicated a draw."""
    plies: int
    """Those of the opening included."""
    seconds: tuple[float, float]
    moves: tuple[int, int]
    failed: bool | None
    """The side that could not continue, if any."""
    late: bool | None
    """The side that lost on time, if any."""
    pgn: str
    captures: int = 0
    through_holes: int = 0
    """The captures on whose way squares were missing."""


@dataclass(frozen=True)
class GameBegun:
    """News of a worker: a game begins with these moves, from a FEN or from the start."""

    number: int
    fen: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True)
class MovePlayed:
    """News of a worker: a move was played."""

    number: int
    move: PlayedMove


News = GameBegun | MovePlayed


def play_game(
    terms: Terms,
    game: ScheduledGame,
    players: tuple[Player, Player],
    is_wanted: Callable[[], bool],
    follow: Callable[[PlayedMove], None] = nobody,
) -> PlayedGame | None:
    """Play a game of the schedule between White and Black; None if ``is_wanted`` becomes false before."""
    board = terms.opening(game.round).board(terms.variant, terms.dice_seed(game))
    played = play(*players, board, terms.most_plies, is_wanted, terms.controls, follow)
    if played is None or not is_wanted():
        return None
    captures, through_holes = captures_of(board)
    return PlayedGame(
        number=game.number,
        result=played.result,
        reason=str(played.reason),
        termination=played.termination,
        plies=len(board.move_stack),
        seconds=played.seconds,
        moves=played.moves,
        failed=played.failed,
        late=played.late,
        pgn=_pgn(terms, game, played),
        captures=captures,
        through_holes=through_holes,
    )


def captures_of(board: Board) -> tuple[int, int]:
    """The captures of a game, and how many of them led over missing squares.

    >>> board = Board()
    >>> board.push_sans(["e4", "d5", "exd5", "Lxd5"])
    4
    >>> captures_of(board)
    (2, 1)
    """
    replay, captures, through_holes = board.root(), 0, 0
    for move in board.move_stack:
        if replay.is_capture(move):
            captures += 1
            through_holes += bool(replay.route(move).holes)
        replay.push(move)
    return captures, through_holes


def _pgn(terms: Terms, game: ScheduledGame, played: GameResult) -> str:
    headers = {
        "Event": terms.event or f"{terms.variant.title} match",
        **({"Date": time.strftime("%Y.%m.%d")} if terms.event else {}),
        "Round": f"{game.round + 1}.{2 if game.is_reversed else 1}",
        "White": terms.name(game.white),
        "Black": terms.name(game.black),
        **control_headers(terms.controls),
    }
    record = Game.from_board(played.board, headers)
    own = list(record.mainline())[len(played.board.move_stack) - len(played.left) :]
    for node, left in zip(own, played.left, strict=True):
        node.set_clock(left)
    record.set_result(played.result, _termination_of(played))
    return str(record)


def _termination_of(played: GameResult) -> str | None:
    """The header Termination: what the last position does not tell."""
    if played.termination is None:
        return played.reason
    if played.termination is Termination.AGREEMENT:
        return ADJUDICATION
    return played.termination.value if played.termination.is_players else None


def load_loops(terms: Terms) -> None:
    """Load the compiled loops that the games need, or compile them."""
    BOARD.use()
    if any(not spec.command for spec in terms.players):
        has_fast_loops()
    elif isinstance(terms.openings, RandomOpenings):
        SEARCH.use()


class GamePlayer:
    """A worker that plays games of the schedule by their numbers.

    The programs of the last game keep running for the next one. Raises
    :class:`~wormhole.base.errors.WormholeError` for a bad opening or player.
    """

    def __init__(self, terms: Terms, tell: Tell | None = None) -> None:
        load_loops(terms)  # so that the first move does not include loading
        self._terms = terms
        self._tell = tell
        self._is_wanted = True
        self._players: dict[int, Player] = {}

    def do(self, number: int) -> PlayedGame | None:
        """The game of that number; None if it was stopped."""
        game = self._terms.schedule[number]
        self._seat(game.white, game.black)
        players = self._players[game.white], self._players[game.black]
        tell, follow = self._tell, nobody
        if tell is not None:
            opening = self._terms.opening(game.round)
            tell(GameBegun(number, opening.fen, opening.moves))

            def follow(move: PlayedMove) -> None:
                tell(MovePlayed(number, move))

        return play_game(self._terms, game, players, lambda: self._is_wanted, follow)

    def stop(self) -> None:
        """Stop the running move, and any that begins later."""
        self._is_wanted = False
        self.close()

    def close(self) -> None:
        """End the programs."""
        for player in list(self._players.values()):
            player.close()

    def _seat(self, *wanted: int) -> None:
        """Make the players of the next game; those that do not play it end."""
        for place in [place for place in self._players if place not in wanted]:
            self._players.pop(place).close()
        for place in wanted:
            if place not in self._players:
                self._players[place] = self._terms.players[place].player(self._terms.timeout_seconds)


Value = TypeVar("Value")


@dataclass(frozen=True)
class PairGame:
    """A game from the first player's side; in tuples, the first player comes first."""

    half_points: int
    """2 for a win, 1 for a draw."""
    seconds: tuple[float, float]
    moves: tuple[int, int]
    is_failure: tuple[bool, bool] = (False, False)
    """Whether each could not continue."""
    is_late: tuple[bool, bool] = (False, False)
    """Whether each lost on time."""

    @classmethod
    def of(cls, game: PlayedGame) -> PairGame:
        """A game of the schedule; in the second game of a pair the first player is Black."""
        is_reversed = game.number % GAMES_A_PAIR == 1

        def in_order(of_sides: tuple[Value, Value]) -> tuple[Value, Value]:
            return of_sides[::-1] if is_reversed else of_sides

        points = POINTS[game.result]
        return cls(
            half_points=2 - points if is_reversed else points,
            seconds=in_order(game.seconds),
            moves=in_order(game.moves),
            is_failure=in_order((game.failed is True, game.failed is False)),
            is_late=in_order((game.late is True, game.late is False)),
        )


@dataclass(frozen=True)
class Pair:
    """Both games of an opening, the first player White in the first."""

    games: tuple[PairGame, PairGame]

    @property
    def half_points(self) -> int:
        """The first player's half points in both games, 0 to 4."""
        return sum(game.half_points for game in self.games)


def whole_pairs(games: Iterable[PlayedGame]) -> Generator[tuple[Pair, tuple[PlayedGame, PlayedGame]]]:
    """The pairs of which both games are finished, each with its games."""
    halves: dict[int, PlayedGame] = {}
    for game in games:
        other = halves.pop(game.number ^ 1, None)
        if other is None:
            halves[game.number] = game
            continue
        first, second = sorted((game, other), key=lambda each: each.number)
        yield Pair((PairGame.of(first), PairGame.of(second))), (first, second)


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
    late: tuple[int, int] = (0, 0)
    """Games lost on time."""

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
            late=_added(self.late, (game.is_late for game in pair.games)),
        )


def _added(sums: tuple[Number, Number], more: Iterable[tuple[Number, Number]]) -> tuple[Number, Number]:
    first, second = map(sum, zip(sums, *more, strict=True))
    return first, second
