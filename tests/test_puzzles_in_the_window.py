"""The puzzles as a solver sees them: the start page, training by mouse and keyboard, the day, runs."""

from __future__ import annotations

import re
import time
from datetime import date

import pygame
import pytest

from tests.support.pupil import Pupil
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.learn.puzzle_exercise import PuzzlePhase
from wormhole.gui.learn.puzzle_rooms import Figure, of_training, standing_figures
from wormhole.gui.learn.puzzles_screen import PuzzlesScreen
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window import destination
from wormhole.learn.puzzle import games_with_puzzles, shipped
from wormhole.learn.puzzle_book import PuzzleFilter, daily
from wormhole.learn.solver_record import FAILED, JOURNAL, SOLVED, PuzzleAttempt
from wormhole.library import journal

SIZES = [(800, 600), (1024, 600), (1280, 800), (1920, 1080), (900, 1200), (3840, 2160)]


class Solver(Pupil):
    """A solver at the puzzles."""

    def __init__(self, folder):
        super().__init__(folder)
        self.kept = folder / JOURNAL
        self.app.stage.preferences.change(motion=False)
        self.open()

    def open(self):
        """Open the start page."""
        self.keys(pygame.K_u, modifiers=pygame.KMOD_CTRL)
        self.until(lambda: self.page.book is not None)

    def select(self, game):
        """Select a game in the list of those that have puzzles."""
        self.press(next(button.text for button in self.page.widgets.buttons if button.text.endswith("…")))
        self.key(pygame.K_HOME)
        self.keys(*[pygame.K_DOWN] * games_with_puzzles().index(game), pygame.K_RETURN)
        self.until(lambda: self.page.book is not None)

    def play(self, text):
        move, names = self.exercise.board.parse_uci(text), self.state.variant.geometry.names
        if move.drop is not None:
            self.take(move.drop)
        else:
            self.choose(names[move.from_square])
        self.choose(names[move.to_square])
        if self.state.selection.promotion is not None:
            self.key(pygame.key.key_code(move.promotion.lower()))

    def solve(self):
        puzzle = self.exercise.puzzle
        for move in puzzle.moves[::2]:
            self.play(move)
            self.until(lambda: self.exercise.phase is not PuzzlePhase.REPLYING)

    def fail(self):
        wanted = self.exercise.puzzle.moves[0]
        wrong = next(
            move.text
            for move in self.exercise.board.legal_moves
            if move.text != wanted and move.promotion is None and not _wins(self.exercise.board, move)
        )
        self.play(wrong)

    @property
    def page(self):
        assert isinstance(self.app.screen, PuzzlesScreen)
        return self.app.screen

    @property
    def entries(self):
        return self.app.stage.library.journal(JOURNAL).read()


def _wins(board, move):
    after = board.copy()
    after.push(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winner is board.turn


@pytest.fixture
def solver(tmp_path):
    with Solver(tmp_path) as solver:
        yield solver


def test_a_puzzle_of_drops_in_another_game_is_solved(solver):
    solver.select("crazyhouse")
    puzzles = solver.page.book.puzzles
    dropped = next(each for each in puzzles if all("@" in move for move in each.moves[::2]))
    solver.page.book.puzzles = [dropped]
    solver.press("Train")
    solver.press("Hint")
    letter = dropped.moves[0].partition("@")[0]
    name = solver.exercise.board.variant.piece_types[letter].name
    assert solver.said.startswith(f"Look at the piece in hand: {name}.")
    solver.solve()
    assert solver.said == "Solved!"


def test_the_puzzles_of_a_game_that_folds_are_its_own(solver):
    for name in ("capablanca", "capablanca+fold"):
        solver.select(name)
        assert {puzzle.variant for puzzle in solver.page.book.puzzles} == {name}


def test_an_impossible_number_in_the_journal_does_not_end_the_program(tmp_path):
    run = '{"at":1,"game":"wormhole","run":3,"solved":%s}\n'
    (tmp_path / JOURNAL).write_text(run % 12 + run % ("1" + "0" * 400) + run % "1e400" + run % "NaN")
    with Solver(tmp_path) as solver:
        assert solver.page.book.standing.runs == {3: 12}
        solver.press("Train")


def test_training_by_mouse(solver):
    solver.press("Train")
    first = solver.exercise.puzzle
    solver.key(pygame.K_RETURN, modifiers=pygame.KMOD_CTRL)
    assert solver.app.dialog is None
    assert solver.app.notice.text == "Solve the puzzle first"
    solver.solve()
    assert solver.exercise.shown.feedback.text == "Solved!"
    solver.key(pygame.K_RETURN, modifiers=pygame.KMOD_CTRL)
    assert isinstance(solver.app.dialog, NewGameDialog)
    solver.key(pygame.K_ESCAPE)
    solver.press("Next")
    assert solver.exercise.puzzle != first
    solver.fail()
    solver.until(lambda: solver.exercise.phase in (PuzzlePhase.REFUTED, PuzzlePhase.DONE))
    solver.until(lambda: solver.exercise.phase in (PuzzlePhase.ASKED, PuzzlePhase.DONE))
    solver.press("Back")
    assert [entry["score"] for entry in solver.entries] == [1.0, 0.0]
    assert solver.page.book.standing.solved == 1
    assert len(solver.page.book.standing.points) == 2


def test_training_by_keyboard(solver):
    while not solver.page.widgets.is_focused(solver.button("Train")):
        solver.key(pygame.K_TAB)
    solver.key(pygame.K_RETURN)
    solver.key(pygame.K_h)
    assert solver.exercise.shown.suggestions
    solver.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
    solver.until(lambda: solver.exercise.phase is PuzzlePhase.DONE)
    first = solver.exercise.puzzle
    solver.key(pygame.K_RETURN)
    assert solver.exercise.puzzle != first
    solver.key(pygame.K_ESCAPE)
    assert solver.page.book.record.streak == 0
    solver.key(pygame.K_ESCAPE)
    assert isinstance(solver.app.screen, HomeScreen)


def test_the_puzzles_of_the_day_are_solved_once(solver):
    assert solver.page.widgets.is_focused(solver.button("Easy"))
    solver.press("Easy")
    solver.solve()
    solver.key(pygame.K_ESCAPE)
    assert solver.has("Easy · solved")
    assert solver.page.widgets.is_focused(solver.button("Hard"))
    assert solver.page.book.record.days_in_a_row("wormhole", date.today()) == 1
    solver.app.stage.rooms.open(destination.Home())
    solver.open()
    assert solver.has("Easy · solved"), "it is read again"


def test_after_a_puzzle_of_the_day_comes_training_and_the_other_one_is_offered_by_its_name(solver):
    solver.page.book.wanted = PuzzleFilter(theme="fork")
    of_day = daily(solver.page.book.puzzles, date.today())
    solver.press("Easy")
    assert (solver.exercise.puzzle, solver.exercise.shown.kicker) == (
        of_day[0],
        "Puzzle of the day · easy · Wormhole Chess",
    )
    assert not solver.has("Hard puzzle")
    solver.solve()
    solver.until(lambda: solver.has("Hard puzzle"))
    assert (solver.button("Train").kind, solver.button("Hard puzzle").kind) == (PRIMARY, None)
    solver.press("Hard puzzle")
    assert (solver.exercise.puzzle, solver.exercise.shown.kicker) == (
        of_day[1],
        "Puzzle of the day · hard · Wormhole Chess",
    )
    solver.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
    solver.until(lambda: solver.exercise.phase is PuzzlePhase.DONE)
    assert not solver.has("Easy puzzle"), "it was tried"
    solver.press("Train")
    assert solver.exercise.puzzle not in of_day
    assert solver.exercise.shown.kicker.startswith("Fork")
    assert solver.exercise.shown.may_answer
    solver.solve()
    solver.press("Next")
    solver.key(pygame.K_ESCAPE)
    assert [entry["mode"] for entry in solver.entries] == ["daily", "daily", "training"]


def test_after_the_easy_puzzle_of_the_day_the_key_leads_to_training(solver):
    solver.press("Easy")
    solver.solve()
    solver.key(pygame.K_RETURN)
    assert solver.exercise.shown.kicker == "Training · Wormhole Chess"
    assert solver.exercise.puzzle not in daily(solver.exercise.series.book.puzzles, date.today())


def test_after_the_hard_puzzle_of_the_day_the_easy_one_is_offered(solver):
    solver.press("Hard")
    solver.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
    solver.until(lambda: solver.exercise.phase is PuzzlePhase.DONE)
    solver.press("Easy puzzle")
    assert solver.exercise.shown.kicker.startswith("Puzzle of the day · easy")


def test_the_start_page_says_that_the_puzzles_of_the_day_were_tried(solver):
    for kind in ("Hard", "Easy"):
        solver.press(kind)
        solver.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
        solver.until(lambda: solver.exercise.phase is PuzzlePhase.DONE)
        solver.key(pygame.K_ESCAPE)
        assert solver.has(f"{kind} · not solved")
    assert solver.page.widgets.is_focused(solver.button("Train"))


def test_what_is_at_stake_is_said_before_and_is_what_happens(tmp_path):
    known = shipped("wormhole")[:20]
    solved = (
        PuzzleAttempt(time.time(), "wormhole", each.key, 1000, SOLVED if number % 2 else FAILED).as_entry()
        for number, each in enumerate(known)
    )
    journal.append(tmp_path / JOURNAL, solved)
    with Solver(tmp_path) as solver:
        before = round(solver.page.book.standing.rating.value)
        solver.press("Train")
        said = re.fullmatch(
            r"Your move\. Rating: (\S+) if solved, (\S+) with a hint, (\S+) if not\.", solver.said
        )
        solved, _helped, failed = (int(number.replace("\N{MINUS SIGN}", "-")) for number in said.groups())
        solver.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
        assert round(solver.exercise.series.book.standing.rating.value) == before + failed
        assert failed < 0 < solved
        solver.until(lambda: solver.exercise.phase is PuzzlePhase.DONE)
        puzzle = solver.exercise.puzzle
        solver.exercise.ask(puzzle)
        solver.exercise.changed()
        solver.step()
        assert solver.said == "Your move. You have seen this puzzle, so it is not rated."


def test_no_stakes_are_named_as_long_as_the_rating_is_uncertain(solver):
    solver.press("Train")
    assert solver.said == "Your move. Your rating is still uncertain."
    figures = of_training(solver.exercise.series.book)
    assert (figures(0.0)[0].value, figures(0.0)[0].note) == ("\N{EN DASH}", "")
    solver.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
    assert figures(0.0)[0].note.startswith("± ")
    assert figures(0.0)[0].is_good is None


def test_training_says_that_it_starts_easy_and_later_that_it_is_near_the_rating(solver):
    assert "Training. Starts easy." in cards(solver)
    solver.press("Train")
    for _ in range(3):
        solver.solve()
        solver.press("Next")
    solver.key(pygame.K_ESCAPE)
    assert "Training. Near your rating." in cards(solver)


def cards(solver):
    """What the cards of the start page say."""
    return [layer.heard for layer in solver.page.layers if isinstance(layer, TaskCard)]


def test_there_is_a_rating_after_the_first_puzzle(solver):
    assert standing_figures(solver.page.book)[0] == Figure("Rating", "\N{EN DASH}")
    solver.press("Train")
    book = solver.exercise.series.book
    rating = of_training(book)
    assert rating(0.0)[0] == Figure("Rating", "\N{EN DASH}")
    solver.solve()
    solver.until(lambda: solver.exercise.phase is PuzzlePhase.DONE)
    first = round(book.standing.rating.value)
    shown = rating(0.0)[0]
    assert (shown.value, shown.note[:2]) == (str(first), "± ")
    assert shown == standing_figures(book)[0]


def test_a_hint_says_what_another_one_costs(solver):
    warning = "The next hint shows the move, and the puzzle counts as failed."
    solver.press("Train")
    solver.press("Hint")
    assert solver.said.endswith(warning)
    assert solver.entries == []
    solver.press("Hint")
    assert [entry["score"] for entry in solver.entries] == [0.0]
    solver.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
    solver.until(lambda: solver.exercise.phase is PuzzlePhase.DONE)
    solver.press("Next")
    solver.fail()
    solver.until(lambda: solver.exercise.phase is PuzzlePhase.ASKED)
    solver.press("Hint")
    assert warning not in solver.said, "it is decided already"


def test_a_run_is_kept(solver):
    solver.press("3 minutes")
    for _ in range(2):
        solver.solve()
        solver.until(lambda: solver.exercise.phase is PuzzlePhase.ASKED)
    for _ in range(3):
        solver.fail()
        solver.until(lambda: solver.exercise.phase in (PuzzlePhase.ASKED, PuzzlePhase.OVER))
    assert solver.exercise.shown.text == "You solved 2 puzzles."
    assert "You solved 2 puzzles." in solver.screen.heard.values()
    solver.press("Back")
    assert solver.has("3 minutes · best 2")
    assert [entry["solved"] for entry in solver.entries if "solved" in entry] == [2]


def test_without_a_journal_that_can_be_read_one_can_solve_all_the_same(tmp_path):
    (tmp_path / JOURNAL).mkdir()
    with Solver(tmp_path) as solver:
        assert len(solver.app.stage.notices.latest) == 1
        assert "this is a folder" in solver.app.stage.notices.latest[-1].text
        solver.press("Train")
        solver.solve()
        assert solver.exercise.shown.feedback.text == "Solved!"


def test_a_length_and_a_theme_are_chosen(solver):
    solver.press("Any length…")
    solver.keys(pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert solver.app.dialog is None
    assert solver.has("In 2 moves…")
    solver.press("All themes…")
    solver.keys(pygame.K_DOWN, pygame.K_RETURN)
    solver.press("Train")
    theme = solver.exercise.series.wanted.theme
    assert theme
    for _ in range(3):
        assert solver.exercise.puzzle.win_in == 2
        assert theme in solver.exercise.puzzle.themes
        solver.solve()
        solver.press("Next")
    assert solver.exercise.shown.kicker.startswith("In 2 moves · ")


def test_the_first_three_puzzles_of_a_newcomer_are_mates_in_one(solver):
    solver.press("Train")
    for _ in range(3):
        assert solver.exercise.shown.text == "Mate in one move."
        solver.solve()
        assert solver.said == "Solved!"
        solver.press("Next")


def test_what_another_window_has_solved_is_shown(solver):
    solved = solver.page.book.puzzles[0]
    journal.append(
        solver.kept, [PuzzleAttempt(9.0, "wormhole", solved.key, solved.rating, SOLVED).as_entry()]
    )
    solver.page.book.wanted = PuzzleFilter(theme="fork")
    pygame.event.post(pygame.Event(pygame.WINDOWFOCUSGAINED))
    solver.until(lambda: solver.page.book.standing.solved == 1)
    solver.wait(0.5)
    assert solver.has("Fork…"), "the theme is as it was"
