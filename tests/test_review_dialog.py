"""The report of a game: during the review, of a part of a game, and before the coach."""

from __future__ import annotations

import os
import threading

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from tests.support.hand import hands_at_games
from tests.support.patience import PATIENCE_SECONDS
from tests.support.pupil import Pupil
from wormhole import Board
from wormhole.engine.evaluation import Evaluation
from wormhole.engine.review import PositionVerdict, Review
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.learn.coach_exercise import CoachExercise
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.window.keys import Command

GAME = '[Variant "chess"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1'
NOTHING_LOST = "No move changed the winning chances much."
FOUND = {
    4: None,
    3: PositionVerdict(Evaluation(moves_to_win=-1), 9, ("d8h4",)),
    2: PositionVerdict(Evaluation(-60), 9, ("e2e4", "g8f6")),
    1: PositionVerdict(Evaluation(-60), 9, ("e7e5",)),
    0: PositionVerdict(Evaluation(20), 9, ("e2e4",)),
}
IN_PART = """[Variant "chess"]

1. f3 e5 2. a3 {[%eval -0.6,9]} Nc6 {[%eval -0.6,9]} 3. h3 {[%eval -0.6,9]} *
"""


class Reader(Pupil):
    """A user who reads the report."""

    def key_k(self):
        self.key(pygame.K_k, "k")

    def analyse(self):
        self.app.stage.command(Command.REVIEW)
        self.step()
        self.press("Analyse")

    @property
    def is_coached(self):
        return isinstance(self.screen, ExerciseScreen) and isinstance(self.exercise, CoachExercise)


@pytest.fixture
def halfway(monkeypatch):
    """A review that judges the last three positions, and the others once this event is set."""
    may_go_on = threading.Event()

    def run(review, readiness, turn, told):
        for ply, verdict in FOUND.items():
            if ply < 2:
                may_go_on.wait(PATIENCE_SECONDS)
            if review.is_stopped:
                return
            told(ply, verdict)

    monkeypatch.setattr(Review, "run", run)
    yield may_go_on
    may_go_on.set()


@pytest.fixture
def reader(tmp_path):
    with hands_at_games(Reader, tmp_path, GAME, white="person", black="1") as open_game:
        yield open_game


def share(seen):
    return {text for text in seen if text.endswith("of the game is analysed.")}


def test_a_report_that_is_being_made_says_how_far_it_is_and_no_figures(reader, seen, halfway):
    hand = reader()
    hand.analyse()
    hand.until(lambda: any(text.startswith("60") for text in share(seen)))
    hand.wait(1)
    assert NOTHING_LOST not in seen
    assert "0" not in seen
    assert "Mistakes" in seen
    halfway.set()
    hand.until(lambda: "Decisive moments" in seen)
    assert {"0", "1"} <= seen
    assert NOTHING_LOST not in seen


def test_a_report_of_a_part_says_so(reader, seen):
    hand = reader(IN_PART)
    hand.app.stage.command(Command.REVIEW)
    hand.wait(0.5)
    assert "Analysed: 3 of 6 positions" in seen
    assert NOTHING_LOST not in seen
    assert hand.has("Analyse")
    assert not hand.has("Coach")


def test_a_stopped_report_is_one_of_a_part(reader, seen, halfway):
    hand = reader()
    hand.analyse()
    hand.until(lambda: any(text.startswith("60") for text in share(seen)))
    hand.press("Stop")
    halfway.set()
    hand.wait(1)
    assert any(text.startswith("Analysed") for text in seen)
    assert "Decisive moments" not in seen


def test_the_coach_begins_by_itself_once_the_game_is_analysed(reader, seen, halfway):
    hand = reader()
    hand.key_k()
    hand.until(lambda: any(text.endswith("Then the coach starts.") for text in seen))
    assert not hand.is_coached
    halfway.set()
    hand.until(lambda: hand.is_coached)
    assert "2. g4" in hand.exercise.shown.text


def test_who_closes_the_report_meanwhile_stays_at_the_game(reader, halfway):
    hand = reader()
    hand.key_k()
    hand.press("Close")
    halfway.set()
    hand.until(lambda: not hand.screen.game.review.is_running)
    hand.wait(1)
    assert isinstance(hand.screen, GameScreen)


def test_a_game_that_went_on_after_a_draw_by_repetition_is_analysed_wholly(reader, seen, monkeypatch):
    def run(review, readiness, turn, told):
        for ply in range(review.count - 1, -1, -1):
            board = Board("chess")
            for move in review.moves[:ply]:
                board.push(move)
            over = board.outcome() is not None
            told(ply, None if over else PositionVerdict(Evaluation(10), 9, ("e2e4",)))

    monkeypatch.setattr(Review, "run", run)
    hand = reader('[Variant "chess"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. e4 *')
    hand.analyse()
    hand.until(lambda: not hand.screen.game.review.is_running)
    hand.wait(1)
    assert NOTHING_LOST in seen
    assert hand.screen.game.review.report.is_complete


def test_the_coach_analyses_what_was_played_since(reader, halfway):
    hand = reader('[Variant "chess"]\n\n1. f3 {[%eval -0.6,9]} e5 {[%eval -0.6,9]} 2. g4 Qh4# 0-1')
    hand.key_k()
    assert hand.screen.game.review.is_running
    halfway.set()
    hand.until(lambda: hand.is_coached)
