"""Mines puzzles of a game, from the first game of self-play to the file of puzzles."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from wormhole.arena.openings import random_opening
from wormhole.base.atomic_files import write_parts
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS, Candidate, Level, Limit, choose, notice
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.opponent import Opponent
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.solver import is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.learn.puzzle import WIN, Puzzle, PuzzleError, read_puzzles
from wormhole.rules.board import Board
from wormhole.rules.endings import Goal
from wormhole.rules.move import Move, split_roll
from wormhole.rules.variant import LeftSquare, Variant
from wormhole.training.forced import DiceProver, ForcedWin, ForcedWins
from wormhole.training.puzzle_themes import themes_of
from wormhole.work.crew import Crew, Ledger, progress_bar

WEAK_NODES = (30, 100, 300, 1000)
"""Nodes of a player's search, one of these for each side of a game: few, so that mates are missed."""

SEARCH_LIMIT = Limit(nodes=4000)
"""The search of every position."""

WEAK_TABLE_ENTRIES, TABLE_ENTRIES = 1 << 12, 1 << 16

MOST_PLIES = 240

LEVEL_TRIES = 24
"""How often a level that plays by chance is asked for a move."""

OBSERVATIONS = 4
"""The answers of a level count as so many independent ones."""

STRONGEST_LEVEL_NODES = 60_000
"""The strongest level gets these nodes instead of six seconds."""

GRADING_TABLE_ENTRIES = 1 << 15

USUAL_ELO, USUAL_SPREAD = 1300, 450
"""The normal prior of ratings, since ten levels give little information."""

RATINGS = np.arange(300, 2801, 5)
"""The ratings that are considered."""

MOST_FOR_ONE_MOVE = 700
"""No win in one is rated higher, except with dice: whoever tries every move finds it."""

LEAST_BY_LENGTH = {1: 300, 2: 600, 3: 750}
"""No win in so many moves is rated lower, though a level that sees a mate finds it at once."""
LEAST_OF_LONG = 900
"""The same of longer wins, and of those whose length is not known."""

ELO_SCALE = 400 / np.log(10)

MATES_IN_ONE_IN = 10
"""The mates in one of one game in so many are used."""

FEW_MOVES = 14
"""With more legal moves, a proof of the result takes too long to try it in every position."""

ALIKE_SQUARES = 12
"""Puzzles with the same first and last move are alike if their boards differ on at most so many squares."""

RATING_STEP = 150
"""Ratings that differ by less than this count as equal."""

MOST_MATES_IN_ONE = 0.1
"""The share of puzzles that may be mates in one."""

LEAST_RATING = 800
"""A proven win of one move with a lower rating than this is no puzzle."""

FINDS_FOR_EACH = 2
"""So many puzzles are found for each one that is wanted, as a choice."""


@dataclass(frozen=True)
class SearchedPosition:
    """A position of a game with the result of a quick search. All positions share one board."""

    board: Board
    mate_in: int | None
    """The moves of the side to move to a mate that was found; negative if it is mated, None if neither."""


def searched_positions(
    variant: Variant, seed: int, number: int, is_wanted: Callable[[], bool] = lambda: True
) -> Iterator[SearchedPosition]:
    """The positions of the game of that number, while ``is_wanted``."""
    generator = random.Random(f"{seed} {number}")
    board = random_opening(variant, seed, number).board(variant, dice_seed=(seed << 20) + number)
    limits = [Limit(nodes=generator.choice(WEAK_NODES)) for _ in range(2)]
    with contextlib.ExitStack() as stack:
        fast, taste = has_fast_loops(), generator.randrange(1 << 30)
        player = Thinker(variant, fast=fast, taste=taste, table_entries=WEAK_TABLE_ENTRIES)
        stack.callback(player.close)
        searcher = Thinker(variant, fast=fast, table_entries=TABLE_ENTRIES)
        stack.callback(searcher.close)
        while is_wanted() and len(board.move_stack) < MOST_PLIES and not board.is_game_over():
            searcher.think(board, SEARCH_LIMIT)
            yield SearchedPosition(board, _mate_in(searcher.thought().score_centipawns))
            move = player.think(board, limits[board.turn])
            assert move is not None, "the game is not over"
            board.push(move)


def _mate_in(score_centipawns: int) -> int | None:
    """The number of moves to the mate of a score.

    >>> _mate_in(MATE - 5), _mate_in(4 - MATE), _mate_in(120)
    (3, -2, None)
    """
    if abs(score_centipawns) <= MATE_BOUND:
        return None
    moves = (MATE - abs(score_centipawns) + 1) // 2
    return moves if score_centipawns > 0 else -moves


class Grader:
    """Asks every level for the solutions of puzzles of one game."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self._seed = seed
        self._generator = random.Random(seed)
        fast = has_fast_loops()
        self._opponent = Opponent(
            variant, fast=fast, generator=self._generator, table_entries=GRADING_TABLE_ENTRIES
        )
        self._thinker = Thinker(variant, fast=fast, table_entries=GRADING_TABLE_ENTRIES)

    def rating(self, board: Board, moves: Sequence[str]) -> int:
        """The rating of the puzzle with this solution; it does not depend on earlier calls."""
        self._generator.seed(f"{self._seed} {board.fen()}")
        questions = [(board.copy(), _winners(board, moves[0], is_last=len(moves) == 1))]
        board = board.copy()
        for number, text in enumerate(moves[:-1], 1):
            board.push_uci(text)
            if number % 2 == 0:
                winners = _winners(board, moves[number], is_last=number == len(moves) - 1)
                questions.append((board.copy(), winners))
        chances = np.ones(len(LEVELS))
        for position, winners in questions:
            noticed = {move: notice(position, move) for move in position.legal_moves}
            for place, level in enumerate(LEVELS):
                if chances[place]:
                    chances[place] *= self._chance(level, position, winners, noticed)
        ladder = ladder_of(None)  # all puzzles are on the scale of the usual game
        return fitted([ladder.elo_at(level.number) for level in LEVELS], chances.tolist())

    def close(self) -> None:
        """End all threads."""
        self._opponent.close()
        self._thinker.close()

    def _chance(self, level: Level, board: Board, winners: set[Move], noticed: dict[Move, float]) -> float:
        """How often the level plays one of the ``winners``."""
        if level.sight.is_perfect:
            if level.limit.nodes is None:
                level = replace(level, limit=Limit(nodes=STRONGEST_LEVEL_NODES))
            self._opponent.thinker.forget()
            choice = self._opponent.choose(board, level)
            return float(choice is not None and choice.move in winners)
        self._thinker.forget()
        self._thinker.think(board, level.limit, line_count=len(noticed))
        scores = {thought.line[0]: thought.score_centipawns for thought in self._thinker.thoughts()}
        candidates = [
            Candidate(move, scores[move.text], chance)
            for move, chance in noticed.items()
            if move.text in scores
        ]
        return (
            sum(choose(candidates, level.sight, self._generator) in winners for _ in range(LEVEL_TRIES))
            / LEVEL_TRIES
        )


def fitted(strengths: Sequence[float], chances: Sequence[float]) -> int:
    """The rating that makes these chances of players of these strengths most likely, by the curve of Elo.

    >>> fitted([600, 1000, 1400], [0.0, 0.5, 1.0])
    1025
    """
    likelihood = -0.5 * ((RATINGS - USUAL_ELO) / USUAL_SPREAD) ** 2
    for elo, chance in zip(strengths, chances, strict=True):
        lead = (elo - RATINGS) / ELO_SCALE
        likelihood -= OBSERVATIONS * (chance * np.logaddexp(0, -lead) + (1 - chance) * np.logaddexp(0, lead))
    return int(RATINGS[np.argmax(likelihood)])


def bounded(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its rating within the bounds of its length."""
    least = LEAST_BY_LENGTH.get(puzzle.win_in or 0, LEAST_OF_LONG)
    is_direct = puzzle.win_in == 1 and not puzzle.board().has_dice
    most = MOST_FOR_ONE_MOVE if is_direct else int(RATINGS[-1])
    return replace(puzzle, rating=max(least, min(puzzle.rating, most)))


def _winners(board: Board, text: str, *, is_last: bool) -> set[Move]:
    """The moves that solve the puzzle: that of the solution, and without dice any that wins at once."""
    solution = board.parse_uci(split_roll(text)[0])
    if not is_last or board.has_dice:
        return {solution}
    return {solution, *wins_at_once(board)}


def wins_at_once(board: Board) -> list[Move]:
    """The moves that win at once."""
    return [move for move in board.legal_moves if _ends_game(board, move)]


def _ends_game(board: Board, move: Move) -> bool:
    """Whether the move wins at once."""
    mover = board.turn
    board.push(move)
    outcome = board.outcome()
    board.pop()
    return outcome is not None and outcome.winner is mover


class PuzzleMiner:
    """Plays games and finds their puzzles, for one game of the family."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self._variant = variant
        self._seed = seed
        has_dice = variant.left_square is LeftSquare.RANDOM
        self._prover = DiceProver(variant) if has_dice else ForcedWins(variant)
        self._grader = Grader(self._variant, seed)
        self._is_stopped = False

    def do(self, number: int) -> list[Puzzle]:
        """The puzzles of the self-play game of that number."""
        return list(self._puzzles(number))

    def stop(self) -> None:
        """End the game soon."""
        self._is_stopped = True
        self._prover.stop()

    def close(self) -> None:
        """End all threads."""
        self._prover.close()
        self._grader.close()

    def _puzzles(self, number: int) -> Iterator[Puzzle]:
        known: set[str] = set()
        for searched in searched_positions(self._variant, self._seed, number, lambda: not self._is_stopped):
            if not self._is_promising(searched, number) or (fen := searched.board.fen()) in known:
                continue
            board = Board(self._variant, fen, seed=0)
            forced = self._forced(board, searched.mate_in)
            if forced is None or self._is_stopped:
                continue
            known.update(_positions_of(board, forced.moves))
            themes = themes_of(board, forced.moves)
            rating = self._grader.rating(board, forced.moves)
            yield bounded(Puzzle(self._variant.name, fen, forced.moves, forced.goal, themes, rating))

    def _is_promising(self, searched: SearchedPosition, number: int) -> bool:
        """Whether there may be a puzzle in a position."""
        if searched.mate_in is None:
            return is_solvable(self._variant) and len(searched.board.legal_numbers) <= FEW_MOVES
        quiet = self._variant.endings.quiet_moves
        if quiet and searched.board.halfmove_clock + 2 * searched.mate_in >= quiet:
            return False
        if searched.mate_in > self._prover.longest_mate:
            return is_solvable(self._variant)
        return searched.mate_in > 1 or (searched.mate_in == 1 and self._has_mate_in_one(number))

    def _forced(self, board: Board, mate_in: int | None) -> ForcedWin | None:
        """The solution of a position; None if there is no puzzle in it."""
        if mate_in is None or mate_in > self._prover.longest_mate:
            return self._prover.win(board)
        return self._prover.mate(board, mate_in)

    def _has_mate_in_one(self, number: int) -> bool:
        """Whether the mates in one of a game of that number are used; with dice always, since longer ones are
        hardly ever sure."""
        if self._variant.endings.goal is Goal.CAPTURE:
            return False  # the royal piece can be captured
        return self._variant.left_square is LeftSquare.RANDOM or number % MATES_IN_ONE_IN == 0


def _positions_of(board: Board, moves: tuple[str, ...]) -> Iterator[str]:
    """The positions of a solution, which are not searched again if the game follows it."""
    board = board.copy()
    for text in moves:
        board.push_uci(text)
        yield board.fen()


class FoundPuzzles:
    """The puzzles of one game; of those that are alike, only the longest."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._kept: set[Puzzle] = set()
        self._like: defaultdict[tuple[str, str, str], dict[Puzzle, str]] = defaultdict(dict)

    def __len__(self) -> int:
        return sum(map(len, self._like.values()))

    def __iter__(self) -> Iterator[Puzzle]:
        return (puzzle for puzzles in self._like.values() for puzzle in puzzles)

    @property
    def new(self) -> list[Puzzle]:
        """The puzzles that were added."""
        return [puzzle for puzzle in self if puzzle not in self._kept]

    def add_kept(self, puzzles: Iterable[Puzzle]) -> None:
        """Add puzzles that stay in any case; no puzzle that is like them is added later."""
        for puzzle in puzzles:
            self._kept.add(puzzle)
            self._rivals(puzzle)[puzzle] = self._squares(self._board(puzzle))

    def add_all(self, puzzles: Iterable[Puzzle]) -> None:
        """Add puzzles, except trivial ones and those that are like one that is not shorter.

        It is trivial if there is only one legal move, or if the win is of one move and easily found.
        """
        for puzzle in puzzles:
            self._add(puzzle)

    def _add(self, puzzle: Puzzle) -> None:
        if puzzle.goal == WIN and len(puzzle.moves) == 1 and puzzle.rating < LEAST_RATING:
            return
        board = self._board(puzzle)
        if len(board.legal_moves) == 1:
            return
        squares, rivals = self._squares(board), self._rivals(puzzle)
        alike = [other for other, there in rivals.items() if _distance(squares, there) <= ALIKE_SQUARES]
        if all(len(other.moves) < len(puzzle.moves) and other not in self._kept for other in alike):
            for other in alike:
                del rivals[other]
            rivals[puzzle] = squares

    def _board(self, puzzle: Puzzle) -> Board:
        return Board(self._variant, puzzle.fen, seed=0)

    def _rivals(self, puzzle: Puzzle) -> dict[Puzzle, str]:
        """The puzzles with the same side, first and last move, and their squares."""
        return self._like[puzzle.fen.split()[1], puzzle.moves[0], puzzle.moves[-1]]

    def _squares(self, board: Board) -> str:
        """A letter for every square."""
        pieces, holes = board.piece_map(), board.holes
        return "".join(
            "x" if square in holes else pieces[square].symbol() if square in pieces else "."
            for square in range(self._variant.geometry.squares)
        )


def chosen(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """At most so many of them: those whose goal, rating, themes and side are rare. Sorted by rating.

    At most a tenth of them are mates in one, unless there are not enough others.
    """
    in_one = [puzzle for puzzle in puzzles if puzzle.win_in == 1]
    longer = [puzzle for puzzle in puzzles if puzzle.win_in != 1]
    used = Counter[str]()
    found = _rarest(in_one, max(int(MOST_MATES_IN_ONE * count), count - len(longer)), used)
    found += _rarest(longer, count - len(found), used)
    return sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.fen))


def _rarest(puzzles: Sequence[Puzzle], count: int, used: Counter[str]) -> list[Puzzle]:
    """Yield one puzzle after another, the one whose features were used least; ``used`` counts them."""
    left = list(puzzles)
    found: list[Puzzle] = []
    while left and len(found) < count:
        best = min(left, key=lambda puzzle: _commonness(puzzle, used))
        left.remove(best)
        found.append(best)
        used.update(_features(best))
    return found


def _features(puzzle: Puzzle) -> tuple[str, ...]:
    """The features of a puzzle that others can share."""
    side = puzzle.fen.split()[1]
    return puzzle.goal, f"rating {puzzle.rating // RATING_STEP}", side, *(puzzle.themes or ("no theme",))


def _commonness(puzzle: Puzzle, used: Counter[str]) -> float:
    """How often the features of a puzzle have been used, on average."""
    features = _features(puzzle)
    return sum(used[feature] for feature in features) / len(features)


def _distance(one: str, other: str) -> int:
    return sum(here != there for here, there in zip(one, other, strict=True))


@dataclass(frozen=True)
class MiningOrder:
    """An order to mine, for ``hours`` (None: until stopped).

    ``count`` is the number of puzzles wanted in the file ``out`` (None: all that are found). Those that are
    in it already stay. The ledger of the work is beside it.
    """

    variant: Variant
    out: Path
    count: int | None = None
    hours: float | None = None
    seed: int = 0


@dataclass(frozen=True)
class MiningResult:
    """The result of a run: the games played, the new finds, the seconds, and all puzzles in the file."""

    games: int
    finds: int
    seconds: float
    puzzles: tuple[Puzzle, ...]

    def report(self) -> str:
        """A few lines of text."""
        goals = Counter(puzzle.goal for puzzle in self.puzzles)
        hourly = 3600 * self.finds / self.seconds if self.seconds else 0.0
        lines = [
            f"games     {self.games}",
            f"found     {self.finds} puzzles in {self.seconds:.0f} s: {hourly:,.0f} an hour",
            f"in file   {len(self.puzzles)} puzzles",
            *(f"          {goals[goal]:>5}  {goal}" for goal in sorted(goals)),
        ]
        return "\n".join(lines)


def run(order: MiningOrder, crew: Crew) -> MiningResult:
    """Mine until there are enough, the time is over, or Ctrl-C; then write the file.

    Raises :class:`WormholeError` if a file cannot be used.
    """
    finds = FoundPuzzles(order.variant)
    kept = _in_file(order.out)
    finds.add_kept(kept)
    game = order.variant
    work = {"work": "puzzles", "game": game.name, "fingerprint": game.fingerprint, "seed": order.seed}
    ledger = Ledger(order.out.with_suffix(".ledger"), work)
    for job, found in ledger.results.items():
        finds.add_all(found_before(job, found))
    has_fast_loops()  # compiles missing loops once, not in each worker
    wanted = None if order.count is None else max(0, order.count - len(kept))
    enough = None if wanted is None else len(kept) + FINDS_FOR_EACH * wanted
    before, games, begun = len(finds), 0, time.monotonic()
    bar = progress_bar(enough, "puzzle")
    bar.update(before)
    jobs = (number for number in itertools.count() if number not in ledger.results)
    results = crew.results(partial(PuzzleMiner, order.variant, order.seed), jobs)
    with bar, contextlib.closing(results), contextlib.suppress(KeyboardInterrupt):
        while not _is_over(order, enough, len(finds), time.monotonic() - begun):
            number, found = next(results)
            ledger.add(number, [puzzle.as_data() for puzzle in found])
            games += 1
            finds.add_all(found)
            bar.update(len(finds) - bar.n)
            bar.set_postfix_str(f"{games} games")
    seconds = time.monotonic() - begun
    added = chosen(finds.new, len(finds) if wanted is None else wanted)
    puzzles = sorted((*kept, *added), key=lambda puzzle: (puzzle.rating, puzzle.fen))
    write_puzzles(order.out, puzzles)
    return MiningResult(games, len(finds) - before, seconds, tuple(puzzles))


def _is_over(order: MiningOrder, enough: int | None, finds: int, seconds: float) -> bool:
    has_enough = enough is not None and finds >= enough
    return has_enough or (order.hours is not None and seconds >= 3600 * order.hours)


def found_before(job: int, found: object) -> Sequence[Puzzle]:
    """The puzzles of a job that is done. Raises :class:`WormholeError`."""
    if not isinstance(found, list):
        raise WormholeError(f"the ledger's job {job} has no list of puzzles")
    try:
        return [Puzzle.of_data(puzzle) for puzzle in found]
    except PuzzleError as error:
        raise WormholeError(f"the ledger's job {job}: {error}") from None


def _in_file(path: Path) -> Sequence[Puzzle]:
    """The puzzles that are in the file already."""
    try:
        return read_puzzles(path.read_text("utf-8").splitlines()) if path.exists() else ()
    except (OSError, UnicodeDecodeError, PuzzleError) as error:
        raise WormholeError(f"{shown_path(path)}: {error}") from None


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles. Raises :class:`WormholeError` if that cannot be done."""
    lines = (json.dumps(puzzle.as_data(), ensure_ascii=False) + "\n" for puzzle in puzzles)
    with errors_of(path):
        write_parts(path, lines)
