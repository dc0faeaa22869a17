"""Measures libraries of many games: importing, opening, filters, position search, rows and statistics.

    python -m benchmarks.library --sizes 10000 100000 1000000
    python -m benchmarks.library --make games.sqlite3 --sizes 1000000

A library is made of random games, which are read from PGN once and then written again and again with other
headers, by the same functions as in an import. From some ply on the copies have positions of their own, as
different games have. Only the first games are really imported, which gives the rate. Prints milliseconds;
each is the median of several runs, except for what happens only once.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

from wormhole import Board, menu
from wormhole.compiling.groups import NotCompiledError
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS
from wormhole.library import pgn
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.game_rows import AGAINST_COMPUTER, snapshot
from wormhole.library.database.position_index import keys_of
from wormhole.library.database.writing import insert_new
from wormhole.library.record import Game
from wormhole.rules.loop_groups import BOARD

DIFFERENT_GAMES = 2_000
SHORTEST, LONGEST = 20, 140
"""Plies of a game."""
FIRST_DAY, DAYS = date(2015, 1, 1), 4000
RESULTS = ("1-0", "0-1", "1/2-1/2")
PEOPLE = ("Ada", "Bob", "Carla", "Dmitri", "Erin", "Farid", "Grete", "Hugo")
VARIED = ("Event", "Site", "Date", "White", "Black")
"""The tags that make games different."""
ROWS, RUNS = 40, 9
IMPORTED = 8_000
"""Games that are imported for the rate."""
SHARED_PLIES = 12
"""Copies of a game have the same positions up to this ply."""
WRITTEN_AT_ONCE = 1_000
RATINGS = {level.number: float(ladder_of(None).elo(level)) for level in LEVELS}

FILTERS = {
    "all": Query(),
    "text": Query(text="carla"),
    "text, nothing": Query(text="nobody at all"),
    "variant": Query(variant="chess"),
    "level": Query(level=7),
    "result": Query(result="1-0"),
    "date": Query(since=date(2019, 1, 1), until=date(2019, 12, 31)),
    "opening": Query(opening="e4"),
    "all of these": Query(
        text="carla",
        variant="wormhole",
        kinds=(AGAINST_COMPUTER,),
        level=7,
        result="1-0",
        since=date(2016, 1, 1),
        opening="e4",
    ),
}


def random_games(chance: random.Random, count: int) -> list[Game]:
    """Legal games of every kind, with their variant's tags only."""
    return [_random_game(chance, name) for name in (chance.choice(menu("family")) for _ in range(count))]


def _random_game(chance: random.Random, name: str) -> Game:
    board = Board(name, seed=chance.randrange(1 << 30))
    for _ in range(chance.randint(SHORTEST, LONGEST)):
        if board.is_game_over():
            break
        board.push(chance.choice(board.legal_moves))
    game = Game.from_board(board)
    game.set_result(chance.choice(RESULTS))
    return game


def pgn_lines(games: list[Game], count: int, chance: random.Random) -> Iterator[str]:
    """The lines of a PGN file of so many games: copies of these with different headers."""
    texts = [_without_varied_tags(str(game)) for game in games]
    for number in range(count):
        yield from (f'[{name} "{value}"]' for name, value in varied_headers(number, chance).items())
        yield from texts[number % len(texts)]
        yield ""


def varied_headers(number: int, chance: random.Random) -> dict[str, str]:
    """The headers that make a game different from the others."""
    players = [chance.choice(PEOPLE), f"Computer, level {chance.randint(1, len(LEVELS))}"]
    chance.shuffle(players)
    day = FIRST_DAY + timedelta(days=chance.randrange(DAYS))
    values = (f"Event {number}", f"Place {number % 97}", day.strftime("%Y.%m.%d"), *players)
    return dict(zip(VARIED, values, strict=True))


def make(path: Path, games: list[Game], count: int) -> None:
    """Fill a library with so many games."""
    found = [*pgn.check(pgn_lines(games, len(games), random.Random(0)))]
    read = [game for game in found if isinstance(game, Game)]
    kept = [(snapshot(game), keys_of(game.start, game.mainline_moves())) for game in read]
    chance = random.Random(2)
    with GameDatabase(path) as database:
        for first in range(0, count, WRITTEN_AT_ONCE):
            with database.writing(durable=False) as connection:
                for number in range(first, min(first + WRITTEN_AT_ONCE, count)):
                    game, keys = kept[number % len(kept)]
                    headers = {**game.headers, **varied_headers(number, chance)}
                    insert_new(connection, replace(game, headers=headers), _of_copy(keys, number))
            database.pack()


def _of_copy(keys: bytes, number: int) -> bytes:
    """The keys of a copy of a game."""
    array = np.frombuffer(keys, "<u4").copy()
    array[SHARED_PLIES + 1 :] ^= np.uint32(number * 2_654_435_761 & 0xFFFF_FFFF)
    return array.tobytes()


def _without_varied_tags(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith(tuple(f"[{name} " for name in VARIED))]


def import_rate(
    path: Path, games: list[Game], size: int, count: int, children: int | None
) -> tuple[float, float]:
    """Games per second of so many new games in a library of that size, and the seconds until the first ones.

    Making the lines is not counted.
    """
    lines = list(pgn_lines(games, count, random.Random(f"{size} {children}")))
    first = 0.0
    with GameDatabase(path) as database:
        begun = time.perf_counter()
        games_read = 0
        for found in database.import_games(lines, children=children):
            assert found.error is None, found.error
            games_read = found.games
            first = first or time.perf_counter() - begun
        took = time.perf_counter() - begun
        assert games_read == count
    return count / took, first


def milliseconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """The median time of some runs."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - begun))
    return median(times)


def measure(path: Path, games: list[Game]) -> Iterator[tuple[str, float]]:
    """The name and milliseconds of each operation of the library."""
    chance = random.Random(3)

    def opened() -> None:
        with GameDatabase(path) as database:
            database.rows(database.find()[:ROWS])

    yield "open, find, first rows", milliseconds(opened)
    with GameDatabase(path) as database:
        for name, query in FILTERS.items():
            yield f"filter: {name}", milliseconds(partial(database.find, query))
        position = _query(games[0], 12)
        yield "position, the first time", milliseconds(lambda: database.find(position), 1)
        yield "position", milliseconds(lambda: database.find(_query(chance.choice(games), 12)))
        start = Board("wormhole")
        yield "own games at the start", milliseconds(lambda: database.continuations(start))
        line = _board(games[0], 4)
        yield "own games after 4 plies", milliseconds(lambda: database.continuations(line))
        yield "position of every game", milliseconds(lambda: database.find(Query.of_position(Board("chess"))))
        numbers = database.find()

        def some_rows() -> None:
            first = chance.randrange(max(1, len(numbers) - ROWS))
            assert len(database.rows(numbers[first : first + ROWS])) == min(ROWS, len(numbers))

        yield f"{ROWS} rows at a random place", milliseconds(some_rows, 200)
        yield "statistics", milliseconds(lambda: database.statistics(RATINGS), 3)


def _query(game: Game, plies: int) -> Query:
    return Query.of_position(_board(game, plies))


def _board(game: Game, plies: int) -> Board:
    board = game.end().board()
    while len(board.move_stack) > plies:
        board.pop()
    return board


def main() -> None:
    """Print a row for each measure, with a column for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], metavar="GAMES")
    parser.add_argument("--make", type=Path, metavar="FILE", help="only make a library of the first size")
    parser.add_argument("--library", type=Path, metavar="FILE", help="measure this one, made before")
    args = parser.parse_args()
    with contextlib.suppress(NotCompiledError):
        BOARD.load()
    games = random_games(random.Random(1), DIFFERENT_GAMES)
    if args.make is not None:
        make(args.make, games, args.sizes[0])
        return
    table: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        sizes = args.sizes if args.library is None else [0]
        for size in sizes:
            path = args.library or Path(folder) / f"{size}.sqlite3"
            if args.library is None:
                make(path, games, size)
                for name, children in (("on one core", 0), ("on all cores", None)):
                    rate, first = import_rate(path, games, size, IMPORTED, children)
                    table.setdefault(f"import {name}, games a second", []).append(rate)
                table.setdefault("import, the first games", []).append(1000 * first)
            table.setdefault("megabytes", []).append(path.stat().st_size / (1 << 20))
            for name, value in measure(path, games):
                table.setdefault(name, []).append(value)
    print(f"{'milliseconds, if nothing else is said':<40}" + "".join(f"{size:>12,}" for size in sizes))
    for name, values in table.items():
        print(f"{name:<40}" + "".join(f"{value:>12,.1f}" for value in values))


if __name__ == "__main__":
    main()
