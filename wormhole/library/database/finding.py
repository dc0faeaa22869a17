"""Finds the games that match a query, by comparing the columns of all games."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from wormhole.base.errors import FenError, MoveError
from wormhole.library.database import segments
from wormhole.library.database.connections import Connections
from wormhole.library.database.game_index import GameNumbers, Listing, any_of
from wormhole.library.database.game_rows import (
    DEMONSTRATION,
    MOST_ASKED,
    OPENING_PLIES,
    known_games,
)
from wormhole.library.database.position_index import find_in_changes, find_in_segments, short_key
from wormhole.library.database.segments import KINDS, RESULTS, SIDES, Mask, code_of
from wormhole.library.search_text import begins_in, searchable
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

_UCI = re.compile(r"(?:[a-z]+[0-9]+){2}[a-z]?(?:@[a-z]+[0-9]+)?|0000")
LEAST_LETTERS = 3
"""Of a word that may begin the name of a player of this program."""
LEVEL_WORD = "level"
"""Before the number of a level in headers (``headers.computer_name``)."""
_MOVE_NUMBER = re.compile(r"\d+\.+")


@dataclass(frozen=True)
class PlayerName:
    """What a user calls players of this program, searchable: those of a level, a character, or both.

    A name that ends with a number is meant by all of it, another one by the beginning of any of its words.
    """

    name: str
    level: int | None = None
    character: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it is meant by all of it only."""
        return self.name[-1].isdecimal()


@dataclass(frozen=True)
class Query:
    """Conditions that a game must meet, all of them. The defaults find every game that is not deleted."""

    text: str = ""
    """Words that all must occur in players, event, place, date or the game's title."""
    players: tuple[PlayerName, ...] = ()
    """What words of the text may mean besides."""
    variant: str | None = None
    """The name of the game."""
    kinds: tuple[str, ...] = ()
    """Some of ``rows.KINDS``; empty: all."""
    level: int | None = None
    """The computer's level, in games of a user against it."""
    side: str | None = None
    """The user's side against the computer, white or black."""
    result: str | None = None
    since: date | None = None
    until: date | None = None
    opening: str = ""
    """The first moves, in UCI notation or in SAN, with or without move numbers."""
    fen: str = ""
    """A position of the main line."""

    @classmethod
    def of_position(cls, board: Board) -> Query:
        """The games in which that position occurs."""
        return cls(variant=board.variant.name, fen=board.fen())


def find_numbers(connections: Connections, query: Query, games: Listing) -> GameNumbers:
    """The numbers of the games, in the order of lists. Raises :class:`FenError` for a bad position."""
    found = np.ones(len(games), bool)
    if query.variant is not None:
        found &= games.variant == code_of(games.variants, query.variant)
    if query.kinds:
        found &= any_of(games.kind, (code_of(KINDS, kind) for kind in query.kinds))
    if query.level is not None:
        found &= games.level == query.level
    if query.side is not None:
        found &= games.side == code_of(SIDES, query.side)
    if query.result is not None:
        found &= games.result == code_of(RESULTS, query.result)
    found &= _between(games.day, query.since, query.until)
    if words := searchable(query.text).split():
        with connections.reading() as connection:
            found = _with_words(connection, games, found, words, query.players)
    if query.fen.strip():
        found &= _with_position(connections, games, query)
    if query.opening.strip():
        found &= _with_opening(connections, games, query)
    return GameNumbers(games.number[found], games.newest)


def _with_words(
    connection: sqlite3.Connection,
    games: Listing,
    found: Mask,
    words: Sequence[str],
    players: Sequence[PlayerName],
) -> Mask:
    """Of the games that are found, those with all words, or with the players that they mean."""
    rest = list(words)
    whole = {player.name: player for player in players if player.is_whole}
    while rest:
        player = whole.get(" ".join(rest[:2]))
        if player is not None:
            del rest[:2]
            found = found & _with_player(connection, games, found, player)
            continue
        word = rest.pop(0)
        with_word = games.with_word(connection, word)
        if len(word) >= LEAST_LETTERS:
            for player in players:
                if not player.is_whole and begins_in(word, player.name):
                    with_word |= _with_player(connection, games, found, player)
        found = found & with_word
    return found


def _with_player(connection: sqlite3.Connection, games: Listing, found: Mask, player: PlayerName) -> Mask:
    """The games of the computer at that level, as that character, at least of those that are found."""
    its = np.ones(len(games), bool)
    if player.level is not None:
        its = games.level == player.level
        both = found & (games.kind == code_of(KINDS, DEMONSTRATION))  # the column has the level of one
        if both.any():
            for word in (LEVEL_WORD, str(player.level)):
                both = both & games.with_word(connection, f"\n{word}\n")
            its = its | both
    if player.character:
        its = its & games.with_word(connection, f"\n{player.character},\n")
    return its


def _between(day: npt.NDArray[np.int32], since: date | None, until: date | None) -> Mask:
    """Of a day that is not fully known, the last possible one must not be before the first one wanted."""
    found = np.ones(len(day), bool)
    if since is not None:
        first = _day(since)
        found &= (day >= first) | (day == first // 100 * 100) | (day == first // 10_000 * 10_000)
    if until is not None:
        found &= (day <= _day(until)) & (day > 0)
    return found


def _day(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def _with_position(connections: Connections, games: Listing, query: Query) -> Mask:
    with connections.reading() as connection:
        known = known_games(connection, games.variants, query.variant)
    return with_keys(connections, games, _keys(query.fen, known))


def with_keys(connections: Connections, games: Listing, keys: Mapping[str, int]) -> Mask:
    """The games that reach a position, which has a key in each variant."""
    wanted = set(keys.values())
    with connections.reading() as connection:
        found = games.listed(find_in_segments(connection, wanted))
        changed = find_in_changes(connection, wanted)
    found |= np.isin(games.number, np.array([*changed], np.int64))
    return found & any_of(games.variant, (code_of(games.variants, name) for name in keys))


def _keys(fen: str, games: Sequence[Variant]) -> dict[str, int]:
    """The keys of the position, one for each set of rules. Raises :class:`FenError` for a bad position."""
    keys = {}
    error = FenError("the library has no game with this position")
    for game in games:
        try:
            keys[game.name] = short_key(Board(game, fen))
        except FenError as trouble:
            error = trouble
    if not keys:
        raise error
    return keys


def _with_opening(connections: Connections, games: Listing, query: Query) -> Mask:
    """The games that begin with these moves; SAN may mean other moves in each game."""
    words = _MOVE_NUMBER.sub(" ", query.opening).split()[:OPENING_PLIES]
    if all(map(_UCI.fullmatch, words)):
        return _with_moves(connections, games, words)
    with connections.reading() as connection:
        known = known_games(connection, games.variants, query.variant)
    starts: dict[tuple[str, ...], set[str]] = {}
    for game in known:
        start = _opening_in(game, words)
        if start is not None:
            starts.setdefault(start, set()).add(game.name)
    found = np.zeros(len(games), bool)
    for start, names in starts.items():
        is_of = any_of(games.variant, (code_of(games.variants, name) for name in names))
        found |= is_of & _with_moves(connections, games, start)
    return found


def _with_moves(connections: Connections, games: Listing, moves: Sequence[str]) -> Mask:
    """The games that begin with these moves in UCI notation."""
    with connections.reading() as connection:
        found = games.with_opening(connection, moves)
        if len(moves) > segments.OPENING_PLIES:
            begins = "".join(f"{move} " for move in moves)
            places = np.flatnonzero(found)
            for first in range(0, len(places), MOST_ASKED):
                some = places[first : first + MOST_ASKED]
                numbers = ",".join(map(str, games.number[some].tolist()))
                same = connection.execute(
                    f"SELECT number FROM games WHERE number IN ({numbers}) AND opening >= ? AND opening < ?",
                    (begins, begins + "~"),
                ).fetchall()
                found[some] = np.isin(games.number[some], [number for (number,) in same])
    return found


def _opening_in(game: Variant, words: Sequence[str]) -> tuple[str, ...] | None:
    """The moves as the library stores them; None if they are not legal in the game."""
    board = Board(game, seed=0)
    try:
        for word in words:
            board.push_san(word)
    except MoveError:
        return None
    return tuple(move.text for move in board.move_stack)
