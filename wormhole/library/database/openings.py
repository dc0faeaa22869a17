"""Counts what the users played in a position, in their finished games from the usual start.

The games with that position are found by its key. Of their first moves, each order is played once, to see
that it leads to the position; the games are not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from wormhole.base.errors import MoveError
from wormhole.library.database.connections import Connections
from wormhole.library.database.finding import with_keys
from wormhole.library.database.game_index import Listing, any_of
from wormhole.library.database.game_rows import AGAINST_COMPUTER, MAIL, MOST_ASKED, OPENING_PLIES, PEOPLE
from wormhole.library.database.position_index import short_key
from wormhole.library.database.segments import KINDS, RESULTS, Mask, code_of
from wormhole.library.database.segments import OPENING_PLIES as SEGMENT_PLIES
from wormhole.rules.board import Board

_OWN_KINDS = [code_of(KINDS, kind) for kind in (PEOPLE, AGAINST_COMPUTER, MAIL)]
_DECIDED = RESULTS.index("1-0"), RESULTS.index("1/2-1/2"), RESULTS.index("0-1")


@dataclass(frozen=True)
class Continuation:
    """How the games ended in which a move was played: won by White, drawn, won by Black."""

    white: int
    draws: int
    black: int


MovesCount = Counter[tuple[tuple[str, ...], int]]
"""How many games began with some moves and had one of `RESULTS`."""


def continuations(connections: Connections, games: Listing, board: Board) -> Mapping[str, Continuation]:
    """The moves that were played in the position, in UCI notation."""
    if (ply := board.ply()) >= OPENING_PLIES:
        return {}
    own = with_keys(connections, games, {board.variant.name: short_key(board)})
    own &= any_of(games.kind, _OWN_KINDS) & any_of(games.result, _DECIDED)
    begun = (_in_segments if ply < SEGMENT_PLIES else _in_rows)(connections, games, own, ply)
    ways = {moves[:ply] for moves, _ in begun}
    good = {way for way in ways if _leads_to(board, way)}
    found: MovesCount = Counter()
    for (moves, result), count in begun.items():
        if moves[:ply] in good:
            found[moves[ply:], result] += count
    played = {moves for moves, _ in found if moves}
    return {moves[0]: Continuation(*(found[moves, result] for result in _DECIDED)) for moves in played}


def _leads_to(board: Board, moves: Sequence[str]) -> bool:
    """Whether these moves lead from the usual start to the position."""
    other = Board(board.variant, seed=0)
    try:
        for move in moves:
            other.push_uci(move)
    except MoveError:
        return False
    return other.key() == board.key()


def _in_segments(connections: Connections, games: Listing, own: Mask, ply: int) -> MovesCount:
    """The first moves of these games up to the one after so many plies."""
    found: MovesCount = Counter()
    with connections.reading() as connection:
        for segment, rows in games.by_segment(own):
            openings = segment.openings(connection)
            played = openings.played[: ply + 1, rows]
            results = segment.columns.table["result"][rows]
            same = results.astype(np.int64)
            for codes in played:
                same = np.unique(same << 16 | codes, return_inverse=True)[1]
            _, firsts, counts = np.unique(same, return_index=True, return_counts=True)
            names = ["", *openings.moves]
            for codes, result, count in zip(
                played[:, firsts].T.tolist(), results[firsts].tolist(), counts.tolist(), strict=True
            ):
                found[tuple([names[code] for code in codes if code]), result] += count
    return found


def _in_rows(connections: Connections, games: Listing, own: Mask, ply: int) -> MovesCount:
    """The first moves of these games, of which there are few after so many plies."""
    found: MovesCount = Counter()
    numbers = iter(games.number[own].tolist())
    with connections.reading() as connection:
        while asked := list(islice(numbers, MOST_ASKED)):
            for opening, result in connection.execute(
                f"SELECT opening, result FROM games WHERE number IN ({','.join(map(str, asked))})"
            ):
                if isinstance(opening, str) and result in RESULTS:
                    found[tuple(opening.split()[: ply + 1]), RESULTS.index(result)] += 1
    return found
