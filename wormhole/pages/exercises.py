"""Puzzles, lessons and the exercises of studies as trees of moves, with the answer to each move.

A page knows no rules. So an exercise is a game whose variations are the moves that a reader may try: the
right ones, and wrong ones with what is said about them and with a reply.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from wormhole.base.errors import Message, WormholeError, reason_of
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import read_text
from wormhole.learn import course
from wormhole.learn.attempt import Attempt, Verdict
from wormhole.learn.lesson import Click, Lesson, Line, Play, Show, Step, parse
from wormhole.learn.puzzle import Puzzle, shipped
from wormhole.learn.refutation import Refutation, Refuter
from wormhole.library.comment_commands import Shape
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.library.study import Chapter
from wormhole.rules.board import Board
from wormhole.rules.move import Move

MOST_LESSON_BYTES = 1_000_000
MOST_NODES = 1_500
"""Of one step of a lesson. A longer one only shows its solution."""
PUZZLE_SECONDS = 20.0
"""For the replies of one puzzle. Wrong moves after that have none."""


@dataclass(frozen=True)
class Exercise:
    """A task: its tree, the right moves in it, and the texts, which are translated for the page.

    ``texts`` are about the nodes with these ids. ``squares`` are to be clicked. Where nothing is right, the
    main line is stepped through.
    """

    game: Game
    name: str | Message = ""
    text: str | Message = ""
    praise: str | Message = ""
    hint: str | Message = ""
    right: frozenset[int] = frozenset()
    texts: dict[int, str | Message] = field(default_factory=dict)
    squares: frozenset[int] = frozenset()

    def goes_on(self, node: GameNode) -> bool:
        """Whether the reader may move at a node, or step on."""
        if not self.right or node.parent is None:
            return True
        return id(node.parent) in self.right


def chapter_exercise(chapter: Chapter) -> Exercise:
    """A chapter of a study: an exercise asks for the moves of its main line."""
    game = chapter.game
    if not chapter.is_exercise:
        return Exercise(game, chapter.name)
    solver = game.start.turn
    right = frozenset(id(node) for node in game.mainline() if node.parent.turn() is solver)
    return Exercise(game, chapter.name, game.words, right=right)


def numbered_puzzle(game: str, number: int) -> Puzzle:
    """A puzzle of a game by its number, from 1. Raises :class:`WormholeError` if there is none."""
    puzzles = shipped(game)
    if number > len(puzzles):
        raise WormholeError("{game} has {count} puzzles", game=game, count=len(puzzles))
    return puzzles[number - 1]


def lesson_of(name: str) -> Lesson:
    """The lesson of the course of that name, or in the file of that name. Raises :class:`WormholeError`."""
    path = Path(name)
    if path.suffix != ".toml":
        return course.lesson(name)
    try:
        return parse(read_text(path, MOST_LESSON_BYTES), path.stem)
    except OSError as error:
        raise WormholeError("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error)) from None


def puzzle_exercise(puzzle: Puzzle, seconds: float = PUZZLE_SECONDS) -> Exercise:
    """A puzzle, with a reply to each wrong move as far as the time for it lasts."""
    game = Game(puzzle.board(), {"Event": "Puzzle"})
    refuter = Refuter(game.start.variant, fast=False)
    solver, board = game.start.turn, game.start.copy()
    end = monotonic() + seconds
    right: set[int] = set()
    texts: dict[int, str | Message] = {}
    node: GameNode = game
    for text in puzzle.moves:
        solution = board.parse_uci(text)
        main = node.add_variation(solution)
        if board.turn is solver:
            right.add(id(main))
            for move in board.legal_moves:
                if move != solution:
                    other = node.add_variation(move)
                    board.push(move)
                    outcome = board.outcome()
                    if outcome is not None and outcome.winner is solver:
                        right.add(id(other))
                    else:
                        found = refuter.refute(board) if outcome is None and monotonic() < end else None
                        texts[id(other)] = _refuted(board, other, found)
                    board.pop()
        board.push(solution)
        node = main
    goal = Message("Mate in {count}.", count=puzzle.win_in) if puzzle.is_mate else Message("Find the win.")
    return Exercise(game, text=goal, praise=Message("Solved!"), right=frozenset(right), texts=texts)


def _refuted(board: Board, node: ChildNode, found: Refutation | None) -> Message:
    """What is said about a wrong move; its reply becomes the next node."""
    if found is None or found.reply is None:
        return Message("This move does not win.")
    reply = board.parse_uci(found.reply)
    san = board.san(reply)
    node.add_variation(reply)
    if found.reasons:
        return Message("{reply} is the answer. {reason}", reply=san, reason=found.reasons[0].sentence)
    return Message("{reply} is the answer.", reply=san)


def lesson_exercises(lesson: Lesson) -> Iterator[Exercise]:
    """The steps of a lesson."""
    for number, step in enumerate(lesson.steps, 1):
        name = Message("Step {number}", number=number)
        board = lesson.board(step)
        game = Game(board, {"Event": lesson.title})
        game.set_shapes(_shapes(step))
        if isinstance(step.goal, Click):
            if step.goal.then is not None:
                _add_moves(game, (step.goal.then,))
            yield Exercise(game, name, step.text, step.praise, step.hint, squares=step.goal.squares)
        elif isinstance(step.goal, Show):
            _add_moves(game, step.goal.moves)
            yield Exercise(game, name, step.text)
        else:
            yield _asked(lesson, step, game, name)


def _asked(lesson: Lesson, step: Step, game: Game, name: Message) -> Exercise:
    """A step that asks for moves."""
    right: set[int] = set()
    texts: dict[int, str | Message] = {}
    waiting: list[tuple[GameNode, Attempt]] = [(game, Attempt(lesson, step))]
    count = 0
    while waiting and count < MOST_NODES:
        node, attempt = waiting.pop()
        for move in attempt.board.legal_moves:
            count += 1
            tried = _another(attempt)
            judged = tried.play(move)
            child = node.add_variation(move)
            if judged.verdict is Verdict.WRONG:
                texts[id(child)] = judged.why
                if judged.refutation is not None:
                    child.add_variation(judged.refutation)
                continue
            right.add(id(child))
            reply = tried.reply()
            if reply is not None:
                waiting.append((child.add_variation(reply), tried))
    if waiting:
        return _solved(lesson, step, name)
    _put_right_first(game, right)
    return Exercise(game, name, step.text, step.praise, step.hint, frozenset(right), texts)


def _solved(lesson: Lesson, step: Step, name: Message) -> Exercise:
    """A step whose answers are too many: its solution is shown."""
    game, attempt = Game(lesson.board(step), {"Event": lesson.title}), Attempt(lesson, step)
    node: GameNode = game
    while (move := attempt.solution()) is not None:
        attempt.play(move)
        node = node.add_variation(move)
        reply = attempt.reply()
        if reply is not None:
            node = node.add_variation(reply)
    return Exercise(game, name, step.text)


def _another(attempt: Attempt) -> Attempt:
    """A copy of an attempt that changes on its own."""
    other = copy.copy(attempt)
    other.board = attempt.board.copy()
    return other


def _put_right_first(game: Game, right: set[int]) -> None:
    """Let the main line be a right one."""
    for node in (game, *game.nodes()):
        first = next((child for child in node.variations if id(child) in right), None)
        if first is not None:
            node.promote_to_main(first)


def _add_moves(game: Game, moves: Sequence[str]) -> None:
    board, node = game.start.copy(), game
    following: GameNode = node
    for text in moves:
        move = Move.null() if text == "0000" else board.parse_uci(text)
        following = following.add_variation(move)
        board.push(move)


def _shapes(step: Step) -> list[Shape]:
    """The arrows and rings of a step."""
    arrows = [Shape(start, end, "blue") for start, end in (*step.ways, *step.attacks)]
    rings = [Shape(square, square, "yellow") for square in sorted(step.marks)]
    if not isinstance(step.goal, (Show, Play, Line, Click)) and hasattr(step.goal, "squares"):
        rings += [Shape(square, square, "green") for square in sorted(step.goal.squares)]
    return arrows + rings
