"""The coach: the moments that decided a game, and the puzzles made of them."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from tests.support.hand import hands_at_games
from tests.support.pupil import Pupil
from wormhole import BLACK, WHITE
from wormhole.compiling.groups import available
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.game.review_dialog import ReviewDialog
from wormhole.gui.learn.coach_exercise import CoachExercise
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.look.words import figured
from wormhole.gui.window.keys import Command
from wormhole.learn.coach import moments
from wormhole.learn.game_report import report_of
from wormhole.library import pgn

REVIEWED = """[Variant "chess"]
[White "Ada"]
[Black "Charles"]
[Result "0-1"]

{[%eval 0.2,9]} 1. f3 {[%eval -0.6,9]} (1. e4 {[%eval 0.2,9]} 1... e5 2. Nf3 Nc6) 1... e5 {[%eval -0.6,9]}
2. g4 {[%eval #-1,9]} (2. e4 {[%eval -0.6,9]} 2... Nf6 3. Nc3) 2... Qh4# 0-1
"""
LONG = """[Variant "chess"]

{[%eval 0.0,9]} 1. a4 {[%eval -1.2,9]} (1. e4 {[%eval 0.0,9]}) 1... e5 {[%eval -1.2,9]}
2. h4 {[%eval -3.0,9]} (2. e4 {[%eval -1.2,9]}) 2... a5 {[%eval 0.0,9]} (2... d5 {[%eval -3.0,9]} 3. e3)
3. e4 {[%eval 0.0,9]} Nf6 {[%eval 0.0,9]} 4. d3 {[%eval 0.0,9]} Nc6 {[%eval 0.0,9]}
5. Ra3 {[%eval -4.0,9]} (5. Nf3 {[%eval 0.0,9]}) 5... Bxa3 {[%eval -4.0,9]} 6. Nc3 {[%eval -5.0,9]}
(6. Nxa3 {[%eval -4.0,9]}) 6... Bxb2 {[%eval -5.0,9]} *
"""
SLIGHT = """[Variant "chess"]

{[%eval 0.2,9]} 1. f3 {[%eval -0.6,9]} (1. e4 {[%eval 0.2,9]}) 1... e5 {[%eval -0.6,9]} *
"""


def test_a_reply_goes_on_with_the_better_move_where_the_game_had_a_mistake():
    (game,) = pgn.read(LONG.replace("-5.0", "-9.0"))
    _, lost_rook, *_ = moments(report_of(game), (WHITE,))
    assert lost_rook.reply == ("f8a3", "b1a3")
    assert "Black wins the rook for the bishop: 5…Bxa3 6.Nxa3." in map(str, lost_rook.why_bad())


def found(text, *users):
    (game,) = pgn.read(text)
    return [(moment.node.san(), moment.is_own) for moment in moments(report_of(game), users)]


@pytest.mark.parametrize(
    ("text", "users", "expected"),
    [
        (REVIEWED, (WHITE,), [("g4", True)]),
        (LONG, (WHITE,), [("h4", True), ("Ra3", True)]),
        (LONG, (BLACK,), [("a5", True)]),
        (REVIEWED, (BLACK,), [("g4", False)]),
        (LONG, (WHITE, BLACK), [("h4", False), ("a5", False), ("Ra3", False)]),
        ('[Variant "chess"]\n\n1. e4 e5 *', (WHITE,), []),
    ],
    ids=["mate", "white", "black", "none of one's own", "both", "nothing known"],
)
def test_only_the_worst_moves_of_the_user_are_shown_and_a_slide_counts_once(text, users, expected):
    assert found(text, *users) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [(REVIEWED, ["g4"]), (LONG, ["h4", "a5", "Ra3"]), (SLIGHT, ["f3"])]
)
def test_the_report_tells_of_the_moments_that_the_coach_asks_about(text, expected):
    (game,) = pgn.read(text)
    assert [move.node.san() for move in report_of(game).moments] == expected
    assert [san for san, _is_own in found(text, WHITE, BLACK)] == expected


def test_a_moment_knows_what_was_missed():
    (game,) = pgn.read(REVIEWED)
    (moment,) = moments(report_of(game), (WHITE,))
    assert moment.line == ("e2e4", "g8f6", "b1c3")
    assert moment.board().fen() == game.variations[0].variations[0].board().fen()
    assert moment.before > 0.4
    assert moment.after == 0
    assert moment.is_good(moment.before - 0.04)
    assert not moment.is_good(moment.before - 0.06)


class Coached(Pupil):
    """A user whom the coach asks."""

    @property
    def is_coached(self):
        return isinstance(self.screen, ExerciseScreen) and isinstance(self.exercise, CoachExercise)

    def move(self, *names):
        self.choose(*names)
        self.wait(1)

    def command(self, command):
        self.app.stage.command(command)
        self.wait(0.5)


@pytest.fixture
def pupil(tmp_path):
    with hands_at_games(Coached, tmp_path, REVIEWED, white="person", black="1") as open_game:
        yield open_game


def test_the_banner_leads_to_the_coach_and_back_to_the_game(pupil):
    hand = pupil()
    hand.press("Coach")
    hand.wait(0.5)
    assert hand.is_coached
    assert "2. g4" in hand.exercise.shown.text
    hand.until(lambda: "Black wins by checkmate." in hand.exercise.shown.text)
    hand.move("e2", "e4")
    assert hand.exercise.shown.feedback.tone is FeedbackTone.GOOD
    hand.wait(4)
    assert hand.moves == ("e2e4", "g8f6", "b1c3")
    hand.key(pygame.K_ESCAPE)
    hand.until(lambda: isinstance(hand.screen, GameScreen))
    assert hand.screen.match.game.end().san() == "Qh4#"


@pytest.mark.skipif(not available(), reason="needs an engine that looks a few plies ahead")
def test_a_try_is_judged_by_the_engine(pupil):
    hand = pupil()
    hand.key(pygame.K_k, "k")
    hand.wait(0.5)
    hand.move("g2", "g4")
    hand.until(lambda: hand.exercise.shown.feedback.tone is FeedbackTone.WRONG)
    hand.wait(1)
    assert "Qh4#" in hand.exercise.shown.feedback.text
    assert hand.moves == ("g2g4", "d8h4")
    hand.press("Try again")
    hand.wait(0.5)
    assert hand.moves == ()
    hand.move("d2", "d3")
    hand.until(lambda: hand.exercise.shown.feedback.tone is FeedbackTone.GOOD)
    assert not hand.exercise.shown.may_answer


EXPLAINED = """[Variant "chess"]
[White "Ada"]
[Black "Charles"]

{[%eval 0.2,9]} 1. e4 {[%eval 0.2,9]} e5 {[%eval 0.2,9]} 2. Nf3 {[%eval 0.2,9]} d6 {[%eval 0.2,9]}
3. Nxe5 {[%eval -2.5,9]} (3. d4 {[%eval 0.2,9]} 3... exd4 4. Qxd4) 3... dxe5 {[%eval -2.5,9]}
4. d3 {[%eval -2.5,9]} *
"""


def test_why_a_move_is_bad_is_said_until_a_better_one_is_found(pupil):
    hand = pupil(EXPLAINED)
    hand.command(Command.COACH)
    why = "The pawn on d6 can capture the knight on e5. Black wins the knight for the pawn."
    hand.until(lambda: why in hand.exercise.shown.text)
    assert drawn(hand) == {"d6e5"}
    hand.command(Command.SOLUTION)
    hand.until(lambda: why not in hand.exercise.shown.text)
    assert not hand.state.annotations.attacks


FORK = """[Variant "chess"]
[FEN "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1"]

{[%eval 3.0,9]} 1. Ke2 {[%eval 0.0,9]} (1. Nc7+ {[%eval 3.0,9]} 1... Kd7 2. Nxa8) 1... Ra5 {[%eval 0.0,9]} *
"""


def drawn(hand, what="attacks"):
    names = hand.exercise.board.variant.geometry.names
    routes = getattr(hand.state.annotations, what)
    return {names[route.from_square] + names[route.to_square] for route in routes}


def test_the_fork_of_the_better_move_is_drawn_with_the_second_hint_until_the_line_goes_on(pupil):
    hand = pupil(FORK)
    hand.command(Command.COACH)
    hand.until(lambda: drawn(hand))
    assert not drawn(hand, "chances")
    hand.key(pygame.K_h, "h")
    assert not drawn(hand)
    assert not drawn(hand, "chances")
    hand.key(pygame.K_h, "h")
    hand.until(lambda: drawn(hand, "chances"))
    assert drawn(hand, "chances") == {"c7e8", "c7a8"}
    hand.move("d5", "c7")
    hand.until(lambda: len(hand.moves) > 1)
    hand.wait(0.2)
    assert not drawn(hand, "chances")


def test_hint_and_solution(pupil):
    hand = pupil()
    hand.command(Command.COACH)
    names = hand.exercise.board.variant.geometry.names
    for squares in (("e2", "e2"), ("e2", "e4")):
        hand.key(pygame.K_h, "h")
        (shown,) = hand.exercise.shown.suggestions
        assert (names[shown.from_square], names[shown.to_square]) == squares
    hand.command(Command.SOLUTION)
    hand.wait(4)
    assert hand.moves == ("e2e4", "g8f6", "b1c3")
    assert not next(choice for choice in hand.exercise.shown.choices if choice.is_primary).can


def test_all_moments_come_one_after_the_other(pupil):
    hand = pupil(LONG)
    hand.command(Command.COACH)
    for played in ("h4", "a5", "Ra3"):
        assert played in hand.exercise.shown.text
        assert hand.state.flipped is (played == "a5")
        hand.command(Command.SOLUTION)
        hand.wait(4)
        hand.command(Command.NEXT)


@pytest.mark.skipif(not available(), reason="needs an engine that looks a few plies ahead")
def test_a_game_is_analysed_first(pupil):
    hand = pupil('[Variant "chess"]\n\n1. f3 e5 2. g4 Qh4# 0-1')
    hand.app.stage.preferences.change(review="fast")
    hand.app.stage.command(Command.COACH)
    assert isinstance(hand.app.dialog, ReviewDialog)
    hand.until(lambda: hand.is_coached)


def test_its_moves_are_written_as_the_person_has_chosen(pupil):
    hand = pupil()
    hand.app.stage.preferences.change(figurines=True)
    hand.command(Command.COACH)
    hand.command(Command.SOLUTION)
    hand.wait(4)
    written = figured("Nf6", hand.exercise.board.variant.piece_types)
    hand.until(lambda: written in hand.exercise.shown.text)


def test_the_report_writes_moves_as_the_person_has_chosen(pupil, seen):
    hand = pupil(LONG)
    seen.clear()
    hand.app.stage.preferences.change(figurines=True)
    hand.command(Command.REVIEW)
    written = figured("Ra3", hand.app.screen.match.game.start.variant.piece_types)
    assert any(written in text for text in seen)
    assert not any("Ra3" in text for text in seen)


def test_what_the_last_move_did_is_said_until_it_is_taken_back(pupil):
    hand = pupil()
    hand.command(Command.COACH)
    hand.command(Command.SOLUTION)
    hand.wait(4)
    hand.until(lambda: "knight" in hand.exercise.shown.text)
    hand.press("Again")
    assert "knight" not in hand.exercise.shown.text
