"""Puzzles as an exercise, without a window: right and wrong moves, hints, and timed runs."""

from __future__ import annotations

import threading
from dataclasses import replace
from types import SimpleNamespace

import pygame
import pytest

from tests.support.patience import until
from wormhole import WHITE, Board, Route
from wormhole.base.errors import Message
from wormhole.engine.search_lock import SearchLock
from wormhole.gui.languages.language import MINUS
from wormhole.gui.learn.asking import Asking
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.puzzle_exercise import PuzzleExercise, PuzzlePhase, RunExercise
from wormhole.gui.learn.puzzle_words import stake_words
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.window.engines import SearchResources
from wormhole.gui.window.events import FAULT
from wormhole.gui.window.keys import Command
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.puzzle_book import PuzzleBook, RunSeries, Training
from wormhole.learn.reasons import Reason, ReasonKind, why_bad, why_good
from wormhole.learn.refutation import Refutation
from wormhole.learn.solver_record import FAILED, HELPED, SOLVED, SolverRecord

ROOKS = Puzzle(
    "chess", "7k/8/R7/1R6/8/8/8/K7 w - - 0 1", ("b5b7", "h8g8", "a6a8"), "mate in 2", ("king-hunt",), 900
)
ONE = Puzzle("chess", "7k/1R6/R7/8/8/8/8/K7 w - - 0 1", ("a6a8",), "mate in 1", (), 500)
WRONG = "b5b6"


PLAIN = SimpleNamespace(is_done=False, is_fast=False)
"""The loops of an engine that is not ready."""


def unasked(board):
    raise AssertionError("nothing is to be refuted")


class Refuting:
    """Cannot be stopped."""

    def stop(self):
        pass

    close = stop


def asking_by(refute):
    """What asks that function."""

    def search(searcher, board, wanted):
        return refute(board)

    return lambda told: Asking(
        SearchResources(PLAIN, SearchLock()), lambda fast: Refuting(), search, told, waits=False
    )


def exercise(puzzles=(ROOKS,), refute=unasked):
    kept = []
    book = PuzzleBook("chess", puzzles, SolverRecord(), kept.append, clock=lambda: 1.0)
    series = Training(book)
    return PuzzleExercise(series, puzzles[0], asking_by(refute)), kept


def play(asked, text):
    assert asked.shown.may_answer
    asked.answer(asked.board.parse_uci(text))


def wait(asked):
    until(lambda: asked.phase is not PuzzlePhase.REFUTING, meanwhile=lambda: asked.update(0.0))


def moves(asked):
    return [move.text for move in asked.board.move_stack]


def test_the_solution_is_played_with_the_replies():
    asked, kept = exercise()
    shown = asked.shown
    assert (shown.title, shown.text, shown.flipped) == ("White to move", "Mate in 2 moves.", False)
    play(asked, "b5b7")
    assert not asked.shown.may_answer
    asked.go_on()
    assert moves(asked) == ["b5b7", "h8g8"]
    play(asked, "a6a8")
    assert asked.shown.feedback.text == "Solved!"
    assert asked.shown.text.split("\n\n") == [
        "Mate in 2 moves.",
        "1.\u00a0Rb7 Kg8 2.\u00a0Ra8#",
        "Rating 900 · King hunt",
    ]
    assert [entry["score"] for entry in kept] == [SOLVED]
    assert asked.shown.pause is None


def test_the_dice_fall_as_in_the_solution():
    dice = Puzzle(
        "random-wormhole",
        "7k/8/R7/1R6/8/8/8/K7 w - - 0 1 -",
        ("b5b7@c1", "h8g8@d1", "a6a8"),
        "mate in 2",
        (),
        900,
    )
    asked, _ = exercise((dice,))
    play(asked, "b5b7")
    asked.go_on()
    assert moves(asked) == ["b5b7@c1", "h8g8@d1"]
    assert {asked.board.variant.geometry.names[square] for square in asked.board.holes} == {"c1", "d1"}


def test_where_nobody_is_mated_the_task_is_to_win():
    brain = Puzzle("smess", "3b3/7/7/7/7/7/7/3B3 w - - 0 1", ("d1c1", "d8c8", "c1b1"), "mate in 2", (), 900)
    assert exercise((brain,))[0].shown.text == "Win in 2 moves."


def test_a_wrong_move_is_refuted_and_taken_back_and_counts_once():
    asked, kept = exercise(refute=lambda board: Refutation("h8g7"))
    for _ in range(2):
        play(asked, WRONG)
        wait(asked)
        assert moves(asked) == [WRONG, "h8g7"]
        assert asked.shown.feedback.tone is FeedbackTone.WRONG
        assert asked.shown.feedback.text == "After Rbb6 Kg7, there is no mate in time. Try again."
        asked.go_on()
        assert moves(asked) == [WRONG]
        asked.go_on()
        assert moves(asked) == []
    play(asked, "b5b7")
    asked.go_on()
    play(asked, "a6a8")
    assert asked.shown.feedback.text == "Correct, the puzzle is solved."
    assert [entry["score"] for entry in kept] == [FAILED]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Refutation("h8g7", True, True, 4), "Rbb6 also wins, but only in 5 moves."),
        (Refutation("h8g7", True, False, 4), "After Rbb6 Kg7, you lose."),
        (Refutation("h8g7", True, None, 4), "After Rbb6 Kg7, there is no mate in time."),
        (Refutation(None), "Rbb6 ends the game without a win."),
    ],
)
def test_what_is_said_of_a_wrong_move(found, words):
    asked, _kept = exercise(refute=lambda board: found)
    play(asked, WRONG)
    wait(asked)
    assert asked.shown.feedback.text == f"{words} Try again."


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Refutation("h8g8", True, None, 4), "That is not checkmate."),
        (Refutation("h8g8"), "That is not checkmate."),
        (Refutation("h8g8", True, True, 1), "Rbb6 also wins, but only in 2 moves."),
        (Refutation(None), "Rbb6 ends the game without a win."),
    ],
)
def test_what_is_said_of_a_wrong_move_where_the_right_one_mates(found, words):
    asked, _kept = exercise((ONE,), refute=lambda board: found)
    play(asked, "b7b6")
    wait(asked)
    assert asked.shown.feedback.text == f"{words} Try again."


def test_the_moves_have_the_numbers_that_the_reasons_have():
    later = replace(ROOKS, fen=ROOKS.fen.replace("0 1", "0 24"))
    reply = "h8g7", "b5b4", "g7h6"
    asked, _kept = exercise((later,), lambda board: Refutation(reply[0], reasons=why_bad(board, reply)))
    play(asked, "a6h6")
    wait(asked)
    _task, moves_shown, reasons = asked.shown.text.split("\n\n")
    assert moves_shown == "24.\u00a0Rh6+ Kg7"
    assert "24…Kg7 25.Rb4 Kxh6" in reasons


def test_why_a_try_fails_stands_below_until_the_next_one():
    reason = Reason(Message("Black wins the rook."), ReasonKind.HANGING)
    asked, _kept = exercise(refute=lambda board: Refutation("h8g7", reasons=(reason,)))
    assert asked.shown.text == "Mate in 2 moves."
    play(asked, WRONG)
    wait(asked)
    assert asked.shown.text.endswith("\n\nBlack wins the rook.")
    asked.go_on()
    asked.go_on()
    assert asked.shown.text == "Mate in 2 moves.\n\nBlack wins the rook."
    play(asked, "b5b7")
    assert "Black wins" not in asked.shown.text


def test_what_a_try_allows_is_drawn_as_long_as_its_refutation_stands_on_the_board():
    route = Route(63, ((62,),), captured=62)
    reason = Reason(Message("Black wins the rook."), ReasonKind.HANGING, (route,))
    asked, _kept = exercise(refute=lambda board: Refutation("h8g7", reasons=(reason,)))
    assert asked.shown.attacks == ()
    play(asked, WRONG)
    wait(asked)
    assert asked.shown.attacks == (route,)
    asked.go_on()
    assert asked.shown.attacks == ()


def test_the_second_hint_says_and_draws_why_its_move_is_good():
    fork = Puzzle("chess", "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", ("d5c7", "e8d7", "c7a8"), "+5", (), 500)
    asked, _kept = exercise((fork,))
    asked.hint()
    assert asked.shown.chances == ()
    asked.hint()
    assert {(route.from_square, route.to_square) for route in asked.shown.chances} == {(50, 60), (50, 56)}
    assert "attacks two pieces at once" in asked.shown.text
    play(asked, "d5c7")
    assert asked.shown.chances == ()


def test_the_second_hint_does_not_say_again_what_the_task_has_said():
    asked, _kept = exercise()
    asked.hint()
    asked.hint()
    assert why_good(ROOKS.board(), ROOKS.moves)[0].kind is ReasonKind.END
    assert asked.shown.text.startswith("Mate in 2 moves.")
    assert "checkmate" not in asked.shown.text


def test_the_solution_is_shown_without_why_a_try_failed():
    reason = Reason(Message("Black wins the rook."), ReasonKind.HANGING)
    asked, _kept = exercise(refute=lambda board: Refutation("h8g7", reasons=(reason,)))
    play(asked, WRONG)
    wait(asked)
    asked.show_solution()
    assert "Black wins" not in asked.shown.text


def test_another_win_that_is_proven_as_quick_is_right():
    asked, kept = exercise(refute=lambda board: Refutation("h8g8", True, True, 1))
    play(asked, "b5b8")
    wait(asked)
    assert asked.phase is PuzzlePhase.DONE
    assert [entry["score"] for entry in kept] == [SOLVED]


def test_another_mate_on_the_last_move_is_right():
    two = Puzzle("chess", "7k/1R6/R7/8/8/8/8/2Q3K1 w - - 0 1", ("a6a8",), "mate in 1", (), 500)
    other = next(
        move.text
        for move in Board("chess", two.fen).legal_moves
        if move.text != "a6a8" and _mates(two.fen, move)
    )
    asked, kept = exercise((two,))
    play(asked, other)
    assert asked.shown.feedback.text == "Solved!"
    assert [entry["score"] for entry in kept] == [SOLVED]


def _mates(fen, move):
    board = Board("chess", fen)
    board.push(move)
    outcome = board.outcome()
    return outcome is not None and outcome.winner is WHITE


def test_hints_show_the_piece_and_then_the_move():
    asked, kept = exercise()
    asked.hint()
    warning = "The next hint shows the move, and the puzzle counts as failed."
    assert asked.shown.feedback.text == f"Look at the piece on b5: Rook. {warning}"
    (ring,) = asked.shown.suggestions
    assert ring.from_square == ring.to_square
    play(asked, "b5b7")
    asked.go_on()
    assert asked.shown.suggestions == ()
    play(asked, "a6a8")
    assert [entry["score"] for entry in kept] == [HELPED]
    asked, kept = exercise()
    asked.hint()
    asked.hint()
    assert asked.shown.feedback.text == "The move is Rb7."
    (arrow,) = asked.shown.suggestions
    assert arrow.from_square != arrow.to_square
    assert [entry["score"] for entry in kept] == [FAILED]


def test_a_late_answer_is_not_given_to_another_puzzle():
    may_end, asked_of = threading.Event(), []

    def refute(board):
        asked_of.append(board.fen())
        if len(asked_of) == 1:
            may_end.wait(5)
            return Refutation("h8g7")
        return Refutation("h8g8")

    asked, kept = exercise((ROOKS, ONE), refute)
    play(asked, WRONG)
    asked.show_solution()
    while asked.shown.pause is not None:
        asked.go_on()
    asked.next()
    play(asked, "a6b6")
    may_end.set()
    wait(asked)
    assert asked.phase is PuzzlePhase.REFUTED
    assert moves(asked) == ["a6b6", "h8g8"]
    assert [entry["puzzle"] for entry in kept] == [ROOKS.key, ONE.key]


def broken(board):
    raise OSError("the engine is gone")


@pytest.mark.parametrize(("refute", "is_fault"), [(broken, True), (lambda board: None, False)])
def test_without_an_answer_a_move_is_taken_back_and_costs_nothing(refute, is_fault):
    pygame.display.init()
    asked, kept = exercise(refute=refute)
    play(asked, WRONG)
    wait(asked)
    assert bool(pygame.event.get(FAULT)) is is_fault
    assert (asked.phase, moves(asked), kept) == (PuzzlePhase.ASKED, [], [])
    assert asked.shown.feedback.text == "No reply was found. The move is undone."
    play(asked, "b5b7")
    asked.go_on()
    play(asked, "a6a8")
    assert [entry["score"] for entry in kept] == [SOLVED]


def leave_during_the_answer(asked):
    play(asked, WRONG)


def leave_after_a_hint(asked):
    asked.hint()


@pytest.mark.parametrize("begin", [leave_during_the_answer, leave_after_a_hint])
def test_leaving_after_a_wrong_move_or_a_hint_counts(begin):
    asked, kept = exercise(refute=lambda board: Refutation("h8g7"))
    begin(asked)
    asked.close()
    assert [entry["score"] for entry in kept] == [FAILED]


def test_leaving_an_untouched_puzzle_costs_nothing():
    asked, kept = exercise()
    asked.close()
    assert kept == []


@pytest.mark.parametrize("first", ["", "b5b7", WRONG])
def test_the_solution_is_played_out(first):
    asked, kept = exercise(refute=lambda board: Refutation("h8g7"))
    if first:
        play(asked, first)
        wait(asked)
        if first != WRONG:
            asked.go_on()
    asked.show_solution()
    while asked.shown.pause is not None:
        asked.go_on()
    assert moves(asked) == list(ROOKS.moves)
    assert asked.phase is PuzzlePhase.DONE
    assert [entry["score"] for entry in kept] == [FAILED]


def test_one_can_go_through_the_moves_once_it_is_over():
    asked, _kept = exercise()
    assert not asked.perform(Command.BACK)
    asked.show_solution()
    while asked.shown.pause is not None:
        asked.go_on()
    text = asked.shown.text
    for command, shown in (
        (Command.ON, 3),
        (Command.BACK, 2),
        (Command.FIRST, 0),
        (Command.BACK, 0),
        (Command.ON, 1),
        (Command.LAST, 3),
    ):
        assert asked.perform(command)
        assert moves(asked) == list(ROOKS.moves)[:shown]
        assert asked.shown.text == text
    assert not asked.shown.may_answer


def test_the_next_puzzle():
    asked, _kept = exercise((ROOKS, ONE))
    asked.show_solution()
    while asked.shown.pause is not None:
        asked.go_on()
    following = asked.shown.choices[-1]
    assert following.can
    following.action()
    assert asked.puzzle == ONE
    assert moves(asked) == []
    assert asked.shown.may_answer


def run(puzzles):
    kept = []
    book = PuzzleBook("chess", puzzles, SolverRecord(), kept.append, clock=lambda: 1.0)
    series = RunSeries(book, 3)
    return RunExercise(series, series.next(), asking_by(unasked)), kept


def test_a_run_goes_on_by_itself_and_ends_after_three_mistakes():
    puzzles = [
        Puzzle("chess", ONE.fen.replace(" 1", f" {n}"), ONE.moves, ONE.goal, (), 500 + n) for n in range(1, 9)
    ]
    asked, kept = run(puzzles)
    asked.update(10.0)
    play(asked, "a6a8")
    assert asked.series.run.solved == 1
    asked.go_on()
    for _ in range(3):
        play(asked, "a1a2")
        assert asked.shown.feedback.text == "Wrong. It was Ra8#."
        asked.go_on()
    assert asked.phase is PuzzlePhase.OVER
    assert asked.shown.title == "The run is over"
    assert asked.shown.text == "You solved 1 puzzle."
    assert [entry["solved"] for entry in kept if "solved" in entry] == [1]
    again = asked.shown.choices[0]
    assert again.can
    again.action()
    assert asked.shown.may_answer
    assert asked.series.best_before == 1


def test_a_run_ends_by_the_clock_even_while_one_thinks():
    asked, kept = run([ONE, Puzzle("chess", ONE.fen.replace(" 1", " 2"), ONE.moves, ONE.goal, (), 600)])
    assert asked.update(10.0) == NEVER
    play(asked, "a6a8")
    asked.go_on()
    assert asked.update(11.0) < 12.0
    asked.update(189.9)
    assert asked.shown.may_answer
    asked.update(190.1)
    assert asked.phase is PuzzlePhase.OVER
    assert [entry["solved"] for entry in kept if "solved" in entry] == [1]


def test_the_stakes_are_said_in_a_sentence():
    stakes = {SOLVED: 31, HELPED: 0, FAILED: -32}
    assert stake_words(stakes, False) == f"Your move. Rating: +31 if solved, 0 with a hint, {MINUS}32 if not."
    assert stake_words(stakes, True) == "Your move. Your rating is still uncertain."
