"""A lesson as a study: a chapter for each step, which the user can change."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from wormhole.learn.attempt import Attempt
from wormhole.learn.lesson import NULL, Click, Deed, Do, Lesson, Line, Play, Show, Step, Visit
from wormhole.library.comment_commands import Shape
from wormhole.library.record import Game, GameNode
from wormhole.library.study import Chapter, Study, clean_name
from wormhole.rules.move import Move


def study_of(
    lesson: Lesson, translated: Callable[[str], str] = str, step_name: str = "Step {number}"
) -> Study:
    """The study of a lesson, with its texts in the language into which ``translated`` puts them.

    A step is an exercise if one move is right, or any mate. Where squares are to be clicked, or several moves
    are right, the chapter shows the answers.
    """
    chapters = tuple(
        _chapter(lesson, step, translated, clean_name(step_name.format(number=number)))
        for number, step in enumerate(lesson.steps, 1)
    )
    return Study(clean_name(translated(lesson.title)), chapters)


def _chapter(lesson: Lesson, step: Step, translated: Callable[[str], str], name: str) -> Chapter:
    board = lesson.board(step)
    game = Game(board)
    game.comment = translated(step.text)
    game.set_shapes(_shapes(step))
    lines = _right_lines(lesson, step)
    praise = translated(step.praise) if step.praise else ""
    for line in lines:
        end = _add_line(game, line)
        end.comment = end.comment or praise
    is_exercise = _is_asked(step) and (len(lines) == 1 or _is_mate(step))
    if is_exercise:
        for wrong in step.wrong:
            for move in sorted(wrong.moves):
                _add_line(game, (move,)).comment = translated(wrong.text)
    return Chapter(name, game, is_exercise)


def _is_asked(step: Step) -> bool:
    return isinstance(step.goal, Play | Line | Do)


def _is_mate(step: Step) -> bool:
    """Whether any mate is right, which an exercise accepts."""
    return isinstance(step.goal, Do) and step.goal.deed is Deed.MATE


def _right_lines(lesson: Lesson, step: Step) -> list[tuple[str, ...]]:
    """What is right, or what is shown, in UCI notation."""
    goal = step.goal
    if isinstance(goal, Show):
        return [tuple(takewhile(lambda move: move != NULL, goal.moves))] if goal.moves else []
    if isinstance(goal, Line):
        return [goal.moves]
    if isinstance(goal, Click) and goal.then is not None:
        return [(goal.then,)]
    if isinstance(goal, Play | Do):
        attempt = Attempt(lesson, step)
        return [(move.text,) for move in attempt.board.legal_moves if attempt.is_right(move)]
    return []


def _add_line(node: GameNode, moves: tuple[str, ...]) -> GameNode:
    """Follow or add moves; returns the last node."""
    board = node.board()
    for text in moves:
        board.push_uci(text)
        move: Move = board.peek()
        node = node.variation(move) if node.has_variation(move) else node.add_variation(move)
    return node


def _shapes(step: Step) -> list[Shape]:
    squares = step.goal.squares if isinstance(step.goal, Visit) else frozenset()
    return [
        *(Shape(start, end, "blue") for start, end in step.ways),
        *(Shape(start, end, "red") for start, end in step.attacks),
        *(Shape(square, square, "yellow") for square in sorted(step.marks)),
        *(Shape(square, square) for square in sorted(squares)),
    ]
