"""Times Board from Python beside python-chess's, in turns in one process.

    python -m benchmarks.board_against

FIDE chess: listing the legal moves of positions and playing and undoing each, and reading games from PGN. The
positions and games are random, the same for both. Prints the plies of Wormhole Chess as well.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import chess
import chess.pgn

import wormhole
from wormhole.library import pgn
from wormhole.library.record import Game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=40, metavar="N", help="random games (40)")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="turns of each program (7)")
    given = parser.parse_args()
    games = [random_game(seed) for seed in range(given.games)]
    fens = [fen for game in games for fen in positions(game)[::4]]
    folded = wormhole_positions(given.games)
    text = "\n\n".join(str(chess.pgn.Game.from_board(game)) for game in games)
    print(f"{len(games)} games of FIDE chess, {sum(len(game.move_stack) for game in games)} plies")
    compare(
        "list, push, pop: plies a second",
        given.rounds,
        list_push_pop,
        ours=lambda: [wormhole.Board("chess", fen) for fen in fens],
        theirs=lambda: [chess.Board(fen) for fen in fens],
        wormhole=lambda: [wormhole.Board("wormhole", fen) for fen in folded],
    )
    compare(
        "reading PGN: games a second",
        given.rounds,
        lambda read: sum(1 for _ in read()),
        ours=lambda: partial(pgn.read, text),
        theirs=lambda: partial(read_theirs, text),
        one_by_one=lambda: partial(read_one_by_one, text),
    )


def random_game(seed: int) -> chess.Board:
    """A game of random moves, about as long as games of human players."""
    dice, board = random.Random(seed), chess.Board()
    while len(board.move_stack) < 100 and not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
    return board


def positions(game: chess.Board) -> list[str]:
    """The FENs of a game, in order."""
    board, fens = game.root(), []
    for move in game.move_stack:
        fens.append(board.fen())
        board.push(move)
    return fens


def wormhole_positions(games: int) -> list[str]:
    """FENs from random games of Wormhole Chess."""
    fens = []
    for seed in range(games):
        dice, board = random.Random(seed), wormhole.Board()
        while moves := board.legal_moves:
            board.push(dice.choice(moves))
            if len(board.move_stack) % 4 == 0:
                fens.append(board.fen())
    return fens


def list_push_pop(boards: Iterable[Any]) -> int:
    """Play and undo every legal move; returns how many there were."""
    count = 0
    for board in boards:
        for move in list(board.legal_moves):
            board.push(move)
            board.pop()
            count += 1
    return count


def read_theirs(text: str) -> Iterator[chess.pgn.Game]:
    """The games that python-chess reads."""
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle)) is not None:
        yield game


def read_one_by_one(text: str) -> Iterator[Game]:
    """The games that our `read_game` reads."""
    handle = io.StringIO(text)
    while (game := pgn.read_game(handle)) is not None:
        yield game


def compare(what: str, rounds: int, program: Callable[[Any], int], **made: Callable[[], Any]) -> None:
    """Time ``program`` on the result of each of ``made``, in turns; print the medians and the ratio
    ours/theirs.

    Each turn calls ``made`` again, untimed, because boards remember their legal moves.
    """
    speeds: dict[str, list[float]] = {name: [] for name in made}
    for _ in range(rounds):
        for name, make in made.items():
            subject = make()
            begun = time.perf_counter()
            count = program(subject)
            speeds[name].append(count / (time.perf_counter() - begun))
    medians = {name: statistics.median(found) for name, found in speeds.items()}
    figures = "  ".join(f"{name} {speed:,.0f}" for name, speed in medians.items())
    ratio = statistics.median(
        ours / theirs for ours, theirs in zip(speeds["ours"], speeds["theirs"], strict=True)
    )
    print(f"{what}\n  {figures}  ours/theirs {ratio:.2f}")


if __name__ == "__main__":
    main()
