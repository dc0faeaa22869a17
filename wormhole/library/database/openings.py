"""Counts what the users played in a position, in their finished games from the usual start.

The games with that position are found by its key. Of their first moves, each order is played once, to see
that it leads to the position; the games are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from wormhole.library.database.connections import Connections
from wormhole.library.database.finding import with_keys
from wormhole.library.database.game_index import Listing
from wormhole.library.database.game_rows import AGAINST_COMPUTER, MAIL, MOST_ASKED, OPENING_PLIES, PEOPLE
from wormhole.library.database.position_index import short_key
from wormhole.library.database.segments import KINDS, RESULTS, Mask, code_of
from wormhole.library.database.segments import OPENING_PLIES as SEGMENT_PLIES
from wormhole.rules.board import Board
from wormhole.rules.errors import MoveError

_OWN_KINDS = [code_of(KINDS, kind) for kind in (PEOPLE, AGAINST_COMPUTER, MAIL)]
_DECIDED = RESULTS.index("1-0"), RESULTS.index("1/2-1/2"), RESULTS.index("0-1")


@dataclass
class Continuation:
    """How the games ended in which a move was played: won by White, drawn, won by Black."""

    white: int = 0
    draws: int = 0
    black: int = 0

    def count(self, result: int, games: int) -> None:
        """Add games with that one of `RESULTS`."""
        white, draws, black = (games * (result == each) for each in _DECIDED)
        self.white, self.draws, self.black = self.white + white, self.draws + draws, self.black + black


class _Played(NamedTuple):
    """Games that began with the same moves and had the same result."""

    moves: tuple[str, ...]
    result: int
    games: int


def continuations(connections: Connections, games: Listing, board: Board) -> Mapping[str, Continuation]:
    """The moves that were played in the position, in UCI notation."""
    found: dict[str, Continuation] = {}
    if (ply := board.ply()) >= OPENING_PLIES:
        return found
    own = with_keys(connections, games, {board.variant.name: short_key(board)})
    own &= np.isin(games.kind, _OWN_KINDS) & np.isin(games.result, _DECIDED)
    played = _in_segments if ply < SEGMENT_PLIES else _in_rows
    leads_there: dict[tuple[str, ...], bool] = {}
    for each in played(connections, games, own, ply):
        way, moves = each.moves[:ply], each.moves[ply:]
        if way not in leads_there:
            leads_there[way] = _leads_to(board, way)
        if leads_there[way] and moves:
            found.setdefault(moves[0], Continuation()).count(each.result, each.games)
    return found


def _leads_to(board: Board, moves: Sequence[str]) -> bool:
    """Whether these moves lead from the usual start to the position."""
    other = Board(board.variant, seed=0)
    try:
        for move in moves:
            other.push_uci(move)
    except MoveError:
        return False
    return other.key() == board.key()


def _in_segments(connections: Connections, games: Listing, own: Mask, ply: int) -> Iterator[_Played]:
    """The first moves of these games up to the one after so many plies."""
    with connections.reading() as connection:
        for segment, rows in games.by_segment(own):
            openings = segment.openings(connection)
            results = segment.columns.table["result"][rows]
            same = results.astype(np.int64)
            for codes in openings.played[: ply + 1, rows]:
                same = np.unique(same << 16 | codes, return_inverse=True)[1]
            _, firsts, counts = np.unique(same, return_index=True, return_counts=True)
            for first, count in zip(firsts.tolist(), counts.tolist(), strict=True):
                moves = openings.of_game(int(rows[first]), ply + 1)
                yield _Played(moves, int(results[first]), count)


def _in_rows(connections: Connections, games: Listing, own: Mask, ply: int) -> Iterator[_Played]:
    """The first moves of these games, of which there are few after so many plies."""
    numbers = iter(games.number[own].tolist())
    with connections.reading() as connection:
        while asked := list(islice(numbers, MOST_ASKED)):
            for opening, result in connection.execute(
                f"SELECT opening, result FROM games WHERE number IN ({','.join(map(str, asked))})"
            ):
                if isinstance(opening, str) and result in RESULTS:
                    yield _Played(tuple(opening.split()[: ply + 1]), RESULTS.index(result), 1)
