"""A lesson with mistakes and the puzzle of the day, in a real window."""

from __future__ import annotations

import pytest

from tests.support.desktop.mouse import Mouse
from tests.support.desktop.tour import BOARD, SIZE
from tests.support.desktop.twin import twin
from tests.support.parts import exhaustive
from wormhole.gui.game.typed_move_dialog import play_text
from wormhole.gui.learn.puzzle_exercise import PuzzlePhase
from wormhole.gui.window.keys import Command
from wormhole.learn.attempt import Verdict
from wormhole.learn.lesson import Click

FIRST_LESSON = "New here? Learn the idea in two minutes"


@pytest.fixture
def hand(tour, tmp_path):
    with twin(SIZE, tmp_path) as hidden:
        yield Mouse(tour, hidden)


@exhaustive
def test_the_first_lesson_with_mistakes(tour, hand):
    hand.press(FIRST_LESSON)()
    hidden = hand.hidden
    exercise = hidden.wait(lambda: getattr(hidden.app.screen, "exercise", None), "the lesson")
    for number in range(len(exercise.lesson.steps)):
        assert exercise.number == number
        if not exercise.step.is_shown_only:
            answer_wrongly(tour, hand, exercise)
            answer_rightly(tour, hand, exercise)
        hand.press(next(each.text for each in exercise.shown.choices if each.command is Command.NEXT))()
    tour.agrees(hidden)


@exhaustive
def test_the_puzzle_of_the_day_after_a_mistake(tour, hand):
    hidden = hand.hidden
    tour.keys("ctrl+u")()
    hidden.app.stage.command(Command.PUZZLES)
    solve_daily(tour, hand, mistakes=1)


def answer_wrongly(tour, hand, exercise):
    """Give a wrong answer; it is explained, and taken back."""
    attempt, hidden = exercise.attempt, hand.hidden
    tour.agrees(hidden, BOARD)
    if isinstance(exercise.step.goal, Click):
        squares = range(attempt.board.variant.geometry.squares)
        press_squares(hand, next(square for square in squares if square not in exercise.step.goal.squares))
    else:
        moves = attempt.board.legal_moves
        wrong = (move for move in moves if attempt.judge(move).verdict is Verdict.WRONG)
        move = next(wrong, None)
        if move is None:
            return
        press_squares(hand, move.from_square, move.to_square)
        hidden.wait(lambda: exercise.shown.may_answer, "the board as before")
    tour.agrees(hidden, BOARD)


def answer_rightly(tour, hand, exercise):
    hidden = hand.hidden
    if isinstance(exercise.step.goal, Click):
        press_squares(hand, *sorted(exercise.step.goal.squares))
    while not exercise.attempt.is_done:
        move = exercise.attempt.solution()
        press_squares(hand, move.from_square, move.to_square)
        hidden.wait(lambda: exercise.shown.may_answer or exercise.attempt.is_done, "the reply")
        tour.agrees(hidden, BOARD)
    tour.agrees(hidden, BOARD)


def press_squares(hand, *squares):
    board = hand.hidden.app.screen.board
    for square in squares:
        hand.at(board.view.rect_of(square, board.state.flipped).center)()


def solve_daily(tour, hand, mistakes):
    """Solve the puzzle of the day; before that, play wrong moves, which are refuted and taken back."""
    hidden = hand.hidden
    hidden.button("Easy")
    tour.agrees(hidden)
    hand.press("Easy")()
    exercise = hidden.wait(lambda: getattr(hidden.app.screen, "exercise", None), "the puzzle")
    tour.agrees(hidden, BOARD)
    for move in wrong_moves(exercise)[:mistakes]:
        type_move(tour, hidden, move)
        hidden.wait(lambda: exercise.phase is PuzzlePhase.ASKED, "the board as before")
    while exercise.phase is PuzzlePhase.ASKED:
        tour.agrees(hidden, BOARD)
        type_move(tour, hidden, str(exercise.wanted))
        hidden.wait(lambda: exercise.phase in (PuzzlePhase.ASKED, PuzzlePhase.DONE), "the reply")
    tour.agrees(hidden, BOARD)
    hand.press("Back")()
    hidden.button("Train")
    tour.agrees(hidden)


def wrong_moves(exercise):
    wrong = []
    for move in exercise.shown.board.legal_moves:
        after = exercise.shown.board.copy()
        after.push(move)
        if move != exercise.wanted and not after.is_game_over():
            wrong.append(str(move))
    return wrong


def type_move(tour, hidden, text):
    """Type a move in the visible window, and play it in its twin."""
    tour.changes("the field for a move", tour.keys("t"))
    tour.text(text)()
    tour.keys("Return", "Escape")()
    play_text(hidden.app.screen.board, text, hidden.hand.seconds)
    hidden.picture()
