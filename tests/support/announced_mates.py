"""Proves the mates that the search announces, by the slow reference rules.

``python -m tests.support.announced_mates --mates 44`` plays games of every kind without dice and searches
each position for a few nodes. Where the search announces a mate, the winner plays the announced move and then
moves of longer searches, against every reply. The reference rules say which moves are legal and who has won.
So a proof is complete, whatever found its moves.
"""

from __future__ import annotations

import argparse
import enum
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.reference.file_game import FileGame
from tests.reference.game import Game
from tests.reference.rules import RULES
from tests.support.mutated_games import file_of, refusal
from wormhole import Board, menu, variant, variants
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.solver import Solver
from wormhole.engine.thinker import Thinker, Thought
from wormhole.rules.game_file import parse
from wormhole.rules.variant import LeftSquare, Variant

NODES = (100, 3000)
"""The fewest and the most nodes of a search whose score is checked."""
PROVER_NODES, SOLVER_NODES = 30_000, 3_000_000
"""The nodes for one move of a proof: of the search, and of the solver where the search finds none."""
TABLE_ENTRIES, PROVER_ENTRIES = 1 << 13, 1 << 16
RANDOM_SHARE = 0.25
"""How often a random move is played instead of the best one."""
OPENING_PLIES, MOST_PLIES = 6, 160
MOST_OF_A_GAME = 8
"""The most mates of one game that are checked, half of them of each side where there are."""
MOST_POSITIONS = 4000
"""The positions of the largest proof; a larger one is given up."""

Reference = Game | FileGame


class Verdict(enum.Enum):
    """What became of an announced mate."""

    PROVEN = "proven"
    LARGE = "too large to prove"
    OPEN = "no winning move found"
    WRONG = "wrong"


class TooLargeError(Exception):
    """A proof has more positions than allowed."""


class NoMoveError(Exception):
    """Neither the search nor the solver finds the winner's next move in time."""


@dataclass(frozen=True)
class Mate:
    """An announced mate: who wins, within how many plies, and the move that begins it."""

    winner: bool
    plies: int
    move: str

    @staticmethod
    def in_thought(thought: Thought, turn: bool) -> Mate | None:
        """The mate that a search announces, if it does."""
        score = thought.score_centipawns
        if abs(score) <= MATE_BOUND or not thought.line:
            return None
        return Mate(turn if score > 0 else not turn, MATE - abs(score), thought.line[0])


class Prover:
    """Proves mates of one game."""

    def __init__(self, game: Variant) -> None:
        fast = has_fast_loops()
        self._thinker = Thinker(game, fast=fast, table_entries=PROVER_ENTRIES)
        self._solver = Solver(game, fast=fast, table_entries=PROVER_ENTRIES)
        self._left = 0

    def judge(self, board: Board, reference: Reference, mate: Mate) -> tuple[Verdict, str]:
        """The verdict about a mate, and the line that shows it unless the mate is proven."""
        self._left = MOST_POSITIONS
        begun = len(board.move_stack)
        twin = board.copy()
        try:
            refutation = self._refutation(twin, reference, mate.winner, mate.plies, mate.move)
        except TooLargeError:
            return Verdict.LARGE, ""
        except NoMoveError:
            return Verdict.OPEN, " ".join(move.text for move in twin.move_stack[begun:])
        return (Verdict.PROVEN, "") if refutation is None else (Verdict.WRONG, refutation)

    def close(self) -> None:
        """End all threads."""
        self._thinker.close()
        self._solver.close()

    def _refutation(
        self, board: Board, reference: Reference, winner: bool, plies: int, first: str = ""
    ) -> str | None:
        """The moves after which the winner has not won in time, None if there are none."""
        self._left -= 1
        if self._left < 0:
            raise TooLargeError
        outcome = reference.outcome()
        if outcome is not None:
            return None if outcome == ("1-0" if winner else "0-1") else f"({outcome})"
        if plies <= 0:
            return "(the game goes on)"
        texts = reference.legal_moves()
        if board.turn is winner:
            move = first or self._winning_move(board, winner, plies)
            if move not in texts:
                return f"{move} (illegal)" if move else "(no move wins in time)"
            texts = [move]
        for text in texts:
            after = reference.copy()
            after.play(text)
            board.push_uci(text)
            found = self._refutation(board, after, winner, plies - 1)
            if found is not None:
                return f"{text} {found}"
            board.pop()
        return None

    def _winning_move(self, board: Board, winner: bool, plies: int) -> str:
        """A move that wins within so many plies; empty if there is none. Raises :class:`NoMoveError`."""
        self._thinker.think(board, Limit(nodes=PROVER_NODES))
        thought = self._thinker.thought()
        if thought.line and thought.score_centipawns >= MATE - plies:
            return thought.line[0]
        answers = []
        for move in board.legal_moves:
            board.push(move)
            answers.append(self._solver.wins_within(board, winner, plies - 1, SOLVER_NODES))
            board.pop()
            if answers[-1]:
                return move.text
        if None in answers:
            raise NoMoveError
        return ""


def reference_of(name: str) -> Reference:
    """A game by the reference rules; ``chess+fold`` is a game with another mutator."""
    game, plus, mutator = name.partition("+")
    if not plus and game in RULES:
        return Game(game)
    return FileGame(file_of(game, mutator or variant(game).left_square.value))


def variant_of(name: str) -> Variant:
    """The game of that name, ``chess+fold`` for one with another mutator."""
    game, plus, mutator = name.partition("+")
    return parse(file_of(game, mutator), name) if plus else variant(game)


def games() -> Iterator[str]:
    """The names of all games without dice: the family, the others, and those with folding boards."""
    without_dice = [name for name in variants() if variant(name).left_square is not LeftSquare.RANDOM]
    family = [name for name in menu("family") if name in without_dice]
    yield from family
    others = [name for name in without_dice if name not in family]
    yield from others
    for name in others:
        if variant(name).left_square is LeftSquare.STAYS and not refusal(name, "fold"):
            yield f"{name}+fold"


def announced(game: Variant, thinker: Thinker, choose: random.Random) -> Iterator[tuple[Board, Mate]]:
    """The positions of a game where a short search announces a mate; the board is always the same one."""
    board, count, least, most = Board(game), Counter[bool](), *NODES
    while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
        is_opening = len(board.move_stack) < OPENING_PLIES
        nodes = round(least * (most / least) ** choose.random())
        move = None if is_opening else thinker.think(board, Limit(nodes=nodes))
        mate = None if is_opening else Mate.in_thought(thinker.thought(), board.turn)
        if mate is not None and count[mate.winner is board.turn] < MOST_OF_A_GAME // 2:
            count[mate.winner is board.turn] += 1
            yield board, mate
        if move is None or choose.random() < RANDOM_SHARE:
            move = choose.choice(board.legal_moves)
        board.push(move)


def check(name: str, seed: int, most: int) -> Iterator[tuple[Verdict, int, str]]:
    """Judge so many mates of a game: the verdict, the plies of the mate, and what is not proven."""
    game = variant_of(name)
    thinker = Thinker(game, fast=has_fast_loops(), taste=seed, table_entries=TABLE_ENTRIES)
    prover, left = Prover(game), most
    for number in range(most):
        choose, reference, played = random.Random(f"{name} {seed} {number}"), reference_of(name), 0
        for board, mate in itertools.islice(announced(game, thinker, choose), left):
            left -= 1
            for move in board.move_stack[played:]:
                reference.play(move.text)
            played = len(board.move_stack)
            verdict, line = prover.judge(board, reference, mate)
            moves = " ".join(move.text for move in board.move_stack)
            told = f"{name}: {board.fen()}: {mate}: {line}\n    after {moves}"
            yield verdict, mate.plies, "" if verdict is Verdict.PROVEN else told
        if not left:
            break
    thinker.close()
    prover.close()


def main() -> None:
    """Check mates, and print how many of each length are proven."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="games (by default all)")
    parser.add_argument("--mates", type=int, default=40, help="so many mates of each game")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    verdicts, lengths, begun = Counter[Verdict](), Counter[int](), time.process_time()
    names = given.names or list(games())
    for name in names:
        for verdict, plies, told in check(name, given.seed, given.mates):
            verdicts[verdict] += 1
            lengths[(plies + 1) // 2] += verdict is Verdict.PROVEN
            if told:
                print(verdict.value, told, flush=True)
        print(f"{name}: {said(verdicts)} ({time.process_time() - begun:,.0f} s)", flush=True)
    print(f"{len(names)} games: {said(verdicts)}")
    print("proven, by their moves:", ", ".join(f"{n}: {count:,}" for n, count in sorted(lengths.items())))
    sys.exit(verdicts[Verdict.WRONG] > 0)


def said(verdicts: Counter[Verdict]) -> str:
    """The numbers of verdicts."""
    counts = ", ".join(f"{count:,} {verdict.value}" for verdict, count in verdicts.items())
    return f"{verdicts.total():,} mates: {counts}"


if __name__ == "__main__":
    main()
