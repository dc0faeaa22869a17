"""*Show me why* in the window: a proof is played out against the defences that a user tries."""

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
from wormhole.compiling.groups import available
from wormhole.gui.game.engine_lines import LineCard
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.learn.proof_exercise import ProofExercise
from wormhole.gui.look.layers import Pointer
from wormhole.gui.window.keys import Command

BLACK_LOSES = "xxxxkxxx/xxxxlxpx/xWxxxx1P/xN1xxxxW/Pwpxxxx1/xxxxxxPp/xPxxxxxx/xxxxxxKx b - - 0 24"
WHITE_WINS = "xxxxkxxx/xpxxxxxc/xxNxxx1x/P1xxxxxx/1xxxxxpx/xLKPWpxx/Pxxxxxxx/xxxxxwxx w - - 0 25"

pytestmark = pytest.mark.skipif(not available(), reason="needs the compiled solver")


class Sceptic(Pupil):
    """A user who does not believe a proof."""

    def wait_for_turn(self):
        self.until(lambda: self.exercise.shown.may_answer or self.exercise.board.is_game_over())
        self.wait(0.5)

    def command(self, command):
        self.app.stage.command(command)
        self.wait(0.2)

    @property
    def bar(self):
        """A pixel of the evaluation bar."""
        place = self.screen.picture.layout[Place.BAR]
        return place.right - 4, place.centery

    def leads_to_proof(self, pixel):
        spot = self.spot_at(pixel)
        return spot is not None and spot.pointer is Pointer.HAND


@pytest.fixture
def sceptic(tmp_path):
    with hands_at_games(Sceptic, tmp_path, "", white="person", black="person") as open_game:
        yield lambda fen: open_game(f'[Variant "wormhole"]\n[FEN "{fen}"]\n\n*')


@pytest.mark.parametrize(("fen", "moves", "plies"), [(BLACK_LOSES, 4, 8), (WHITE_WINS, 3, 5)])
def test_the_best_defence_lasts_as_long_as_was_proven(sceptic, fen, moves, plies):
    hand = sceptic(fen)
    hand.key(pygame.K_y, "y")
    assert isinstance(hand.exercise, ProofExercise)
    hand.wait_for_turn()
    assert hand.exercise.shown.title == f"White wins in {moves} moves"
    while not hand.exercise.board.is_game_over():
        hand.key(pygame.K_SPACE, " ")
        hand.wait_for_turn()
    assert len(hand.moves) == plies
    assert hand.exercise.board.outcome().winner
    hand.key(pygame.K_ESCAPE)
    hand.wait(0.5)
    assert isinstance(hand.screen, GameScreen)
    assert hand.screen.match.cursor.board.fen() == fen


def test_any_defence_is_answered_and_can_be_taken_back(sceptic):
    hand = sceptic(BLACK_LOSES)
    hand.command(Command.SHOW_WHY)
    hand.wait_for_turn()
    tried = 0
    for move in list(hand.exercise.board.legal_moves)[:4]:
        hand.exercise.answer(move)
        hand.wait_for_turn()
        assert len(hand.moves) == 2
        assert "White wins" in hand.exercise.shown.feedback.text
        hand.key(pygame.K_u, "u")
        hand.wait(0.5)
        assert hand.moves == ()
        assert hand.exercise.shown.may_answer
        tried += 1
    assert tried == 4
    hand.key(pygame.K_SPACE, " ")
    hand.key(pygame.K_u, "u")
    hand.wait(2)
    assert hand.moves == ()
    assert hand.exercise.shown.may_answer


def test_lines_and_bar_lead_there_once_the_result_is_known(sceptic):
    hand = sceptic(BLACK_LOSES)
    hand.key(pygame.K_l, "l")
    heading = hand.layer(LineCard).rect
    unit = hand.app.stage.look.scale.unit
    why = heading.right - 7 * unit, heading.top + 3 * unit  # beside the dots of the menu
    hand.until(lambda: hand.layer(LineCard).offers_proof_at(why) and hand.leads_to_proof(hand.bar))
    hand.click(why)
    hand.wait(0.5)
    assert isinstance(hand.exercise, ProofExercise)
    hand.command(Command.MENU)
    hand.until(lambda: isinstance(hand.screen, GameScreen))
    hand.app.stage.preferences.change(analysis=True)
    hand.until(lambda: hand.leads_to_proof(hand.bar))
    hand.click(hand.bar)
    hand.wait(0.5)
    assert isinstance(hand.exercise, ProofExercise)


def test_the_menu_of_a_square_offers_it_once_the_result_is_known(sceptic):
    hand = sceptic(BLACK_LOSES)
    hand.command(Command.CONTEXT_MENU)
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_l, "l")
    hand.until(lambda: hand.screen.game.analysis.is_decided)
    hand.key(pygame.K_RETURN)
    hand.command(Command.CONTEXT_MENU)
    hand.press("Show me why")
    hand.wait(0.5)
    assert isinstance(hand.exercise, ProofExercise)


def test_no_thread_is_left_behind(sceptic):
    hand = sceptic(BLACK_LOSES)
    hand.app.stage.engines.search_resources.readiness.wait(PATIENCE_SECONDS)
    hand.wait(0.5)
    before = threading.active_count()
    for _ in range(3):
        hand.command(Command.SHOW_WHY)
        hand.command(Command.NEXT)
        hand.command(Command.MENU)
        hand.wait(0.5)
    hand.until(lambda: threading.active_count() <= before + 1)


def test_what_cannot_be_proven_is_said(sceptic):
    hand = sceptic("cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC w - - 0 1")
    hand.command(Command.SHOW_WHY)
    assert not hand.exercise.shown.may_answer
    hand.command(Command.MENU)
    assert isinstance(hand.screen, GameScreen)
