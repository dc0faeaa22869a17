"""The puzzles as a person sees them: the start page, training by mouse and keyboard, the day, runs."""

from __future__ import annotations

import time
from datetime import date

import pygame
import pytest

from wormhole.gui.app import App
from wormhole.gui.keys import Command
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.puzzle_exercise import Phase
from wormhole.gui.learn.puzzle_rooms import FILE_NAME
from wormhole.gui.learn.puzzles_layout import puzzles_layout
from wormhole.gui.learn.puzzles_screen import PuzzlesScreen
from wormhole.gui.options import Options
from wormhole.gui.screens.home import HomeScreen
from wormhole.learn.solver_record import SOLVED, Attempt
from wormhole.library import journal

SIZES = [(800, 600), (1024, 600), (1280, 800), (1920, 1080), (900, 1200), (3840, 2160)]


class Puzzles:
    """A window with the puzzles, whose time a test sets."""

    def __init__(self, folder):
        self.now = 0.0
        self.kept = folder / FILE_NAME
        options = Options(
            size=(1000, 700),
            language="en",
            settings_path=folder / "s.toml",
            library_path=folder / "g.sqlite3",
        )
        self.app = App(options, clock=lambda: self.now)
        self.app.stage.change_settings(motion=False)
        self.key(pygame.K_u, pygame.KMOD_CTRL)
        self.wait(lambda: self.page.book is not None)

    def rest(self, seconds=0.5):
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            self.app.step(wait=False)

    def wait(self, condition):
        begun = time.monotonic()
        while not condition():
            assert time.monotonic() - begun < 120
            time.sleep(0.002)
            self.rest(0.1)

    def key(self, key, mod=0):
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        self.app.step(wait=False)

    def click(self, pixel):
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.Event(kind, pos=pixel, button=1))
        self.app.step(wait=False)

    def press(self, text):
        self.click(self.button(text).rect.center)

    def button(self, text):
        top = self.app.dialog or self.app.screen
        return next(button for button in top.widgets.buttons if button.text.startswith(text))

    def play(self, text):
        state, view = self.app.screen.board.state, self.app.screen.board.view
        move = self.exercise.board.parse_uci(text)
        for square in (move.from_square, move.to_square):
            self.click(view.rect_of(square, state.flipped).center)
        if state.question is not None:
            self.key(pygame.key.key_code(move.promotion.lower()))

    def solve(self):
        puzzle = self.exercise.puzzle
        for move in puzzle.moves[::2]:
            self.play(move)
            self.wait(lambda: self.exercise.phase is not Phase.REPLYING)

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
    def exercise(self):
        assert isinstance(self.app.screen, ExerciseScreen)
        return self.app.screen.exercise

    @property
    def entries(self):
        return self.app.stage.journal(FILE_NAME).read()


def _wins(board, move):
    after = board.copy()
    after.push(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winner is board.turn


@pytest.fixture
def puzzles(tmp_path):
    opened = Puzzles(tmp_path)
    yield opened
    opened.app.close()


def test_training_by_mouse(puzzles):
    puzzles.press("Train")
    first = puzzles.exercise.puzzle
    puzzles.solve()
    assert puzzles.exercise.feedback.text == "Solved!"
    puzzles.press("Next")
    assert puzzles.exercise.puzzle != first
    puzzles.fail()
    puzzles.wait(lambda: puzzles.exercise.phase in (Phase.REFUTED, Phase.DONE))
    puzzles.wait(lambda: puzzles.exercise.phase in (Phase.ASKED, Phase.DONE))
    puzzles.press("Back")
    assert [entry["score"] for entry in puzzles.entries] == [1.0, 0.0]
    assert puzzles.page.book.standing.solved == 1
    assert len(puzzles.page.book.standing.points) == 2


def test_training_by_keyboard(puzzles):
    while not puzzles.page.widgets.is_focused(puzzles.button("Train")):
        puzzles.key(pygame.K_TAB)
    puzzles.key(pygame.K_RETURN)
    puzzles.key(pygame.K_h)
    assert puzzles.exercise.suggestions
    puzzles.key(pygame.K_h, pygame.KMOD_SHIFT)
    puzzles.wait(lambda: puzzles.exercise.phase is Phase.DONE)
    first = puzzles.exercise.puzzle
    puzzles.key(pygame.K_RETURN)
    assert puzzles.exercise.puzzle != first
    puzzles.key(pygame.K_ESCAPE)
    assert puzzles.page.book.record.streak == 0
    puzzles.key(pygame.K_ESCAPE)
    assert isinstance(puzzles.app.screen, HomeScreen)


def test_the_puzzle_of_the_day_is_solved_once(puzzles):
    puzzles.press("Solve it")
    puzzles.solve()
    puzzles.press("Next")
    assert puzzles.exercise.feedback.text == "That was the last one."
    puzzles.key(pygame.K_ESCAPE)
    assert puzzles.button("Look at it again").visible
    assert puzzles.page.book.record.days_in_a_row("wormhole", date.today()) == 1
    puzzles.app.stage.show_home()
    puzzles.key(pygame.K_u, pygame.KMOD_CTRL)
    puzzles.wait(lambda: puzzles.page.book is not None)
    assert puzzles.button("Look at it again").visible, "it is read again"


def test_a_run_is_kept(puzzles):
    puzzles.press("3 minutes")
    for _ in range(2):
        puzzles.solve()
        puzzles.wait(lambda: puzzles.exercise.phase is Phase.ASKED)
    for _ in range(3):
        puzzles.fail()
        puzzles.wait(lambda: puzzles.exercise.phase in (Phase.ASKED, Phase.OVER))
    assert puzzles.exercise.text == "You solved 2 puzzles."
    puzzles.press("Back")
    assert puzzles.button("3 minutes · best 2").visible
    assert [entry["solved"] for entry in puzzles.entries if "solved" in entry] == [2]


def test_without_a_journal_that_can_be_read_one_can_solve_all_the_same(tmp_path):
    (tmp_path / FILE_NAME).mkdir()
    puzzles = Puzzles(tmp_path)
    try:
        assert len(puzzles.app.stage.notices) == 1
        puzzles.press("Train")
        puzzles.solve()
        assert puzzles.exercise.feedback.text == "Solved!"
    finally:
        puzzles.app.close()


def test_a_theme_is_chosen(puzzles):
    puzzles.press("All themes")
    puzzles.key(pygame.K_DOWN)
    puzzles.key(pygame.K_RETURN)
    assert puzzles.app.dialog is None
    puzzles.press("Train")
    chosen = puzzles.exercise.series.theme
    assert chosen
    assert chosen in puzzles.exercise.puzzle.themes


def test_what_another_window_has_solved_is_shown(puzzles):
    solved = puzzles.page.book.puzzles[0]
    journal.append(puzzles.kept, [Attempt(9.0, "wormhole", solved.key, solved.rating, SOLVED).as_entry()])
    puzzles.page.book.theme = "fork"
    pygame.event.post(pygame.Event(pygame.WINDOWFOCUSGAINED))
    puzzles.wait(lambda: puzzles.page.book.standing.solved == 1)
    puzzles.rest()
    assert puzzles.button("Fork").visible, "the theme is as it was"


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / FILE_NAME).mkdir()
    options = Options(
        size=(800, 600), language="en", settings_path=tmp_path / "s.toml", library_path=tmp_path / "g.sqlite3"
    )
    app = App(options)
    app.stage.command(Command.PUZZLES)
    begun = time.monotonic()
    while not app.stage.notices:
        assert time.monotonic() - begun < 120
        app.step(wait=False)
    assert "this is a folder" in app.stage.notices[-1].text
    app.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps(size):
    layout, window = puzzles_layout(size), pygame.Rect((0, 0), size)
    for index, part in enumerate(layout.parts):
        assert window.contains(part)
        assert min(part.size) > 30
        assert part.collidelist(layout.parts[index + 1 :]) == -1
    for card in (layout.daily, layout.training, layout.run):
        assert all(card.card.contains(button) for button in card.buttons)
