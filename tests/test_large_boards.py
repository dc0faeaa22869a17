"""Boards of 191 to 250 squares, whose squares have numbers that pieces in hand have in smaller games."""

from __future__ import annotations

import random

import pygame
import pytest

from tests.support.hand import driving
from wormhole import Board
from wormhole.gui.board.shown_routes import targets
from wormhole.gui.composer.composer_screen import ComposerScreen
from wormhole.gui.editor.editor_screen import EditorScreen
from wormhole.gui.look.theme import Theme
from wormhole.gui.pictures.picture_files import PictureFormat, PictureJob
from wormhole.gui.pictures.reel import FilmPace, PictureStyle, Reel
from wormhole.gui.window import destination
from wormhole.library.chosen_game import ChosenGame
from wormhole.notebook import svg
from wormhole.rules.game_file import parse
from wormhole.rules.refusals import Reason, immobility, refusal

MUTATORS = ("none", "fold", "vanish", "random")
START = "r23k/25/25/25/25/25/25/25/25/1K21RN"
LAST = 249


def vast(left_square="fold"):
    """A game on 25 x 10 squares, the most that a board may have."""
    return parse(
        f"""
title = "Vast"
board.start = "{START}"
mutator.left_square = "{left_square}"
[pieces]
K = {{ name = "King", sprite = "king", moves = "K", royal = true }}
R = {{ name = "Rook", sprite = "rook", moves = "R" }}
N = {{ name = "Knight", sprite = "knight", moves = "N" }}
""",
        "vast",
    )


@pytest.mark.parametrize("left_square", MUTATORS)
def test_a_game_is_played_and_written(left_square):
    board, choose = Board(vast(left_square), seed=3), random.Random(3)
    for _ in range(40):
        assert Board(board.variant, board.fen()).fen() == board.fen()
        if board.is_game_over():
            break
        move = choose.choice(board.legal_moves)
        assert board.parse_san(board.san(move)) == move
        assert board.route(move).to_square == move.to_square
        board.push(move)
    assert len(board.move_stack) > 8


@pytest.mark.parametrize("left_square", MUTATORS)
def test_the_last_squares_are_squares(left_square):
    board = Board(vast(left_square), f"{START} b")
    at = board.variant.geometry.parse
    assert at("y10") == LAST
    after = board.after(at("a10"), at("x10"))
    assert after.piece_at(at("x10")) == board.piece_at(at("a10"))
    assert after.piece_at(at("a10")) is None
    assert (at("a10") in after.holes) is (left_square in ("fold", "vanish"))
    assert refusal(board, at("a10"), at("b9")).reason is Reason.NO_WAY
    assert refusal(board, LAST, at("w9")).reason is Reason.NO_WAY
    assert immobility(board, LAST) is None
    assert len(board.ways(LAST)) == 3


def test_a_move_that_opens_a_line_shows_the_attack():
    board = Board(vast("none"), "R22rk/25/25/25/25/25/25/25/25/K24 b")
    at = board.variant.geometry.parse
    refused = refusal(board, at("x10"), at("x1"))
    assert refused.reason is Reason.OPENS_LINE
    assert refused.attack.from_square == at("a10")


def test_it_is_drawn_for_notebooks_and_pictures():
    board = Board(vast())
    board.push(board.legal_moves[-1])
    assert "<svg" in svg(board)
    job = PictureJob(
        Reel.of_position(board),
        PictureFormat.PNG,
        Theme.load(),
        style=PictureStyle(500),
        pace=FilmPace(0.8, has_motion=False),
    )
    assert b"".join(job.parts(lambda _done, _count: None)).startswith(b"\x89PNG")


@pytest.fixture
def driver(tmp_path):
    with driving(tmp_path) as drive:
        yield drive(start_game=True, variant=vast(), black="person", fen=f"{START} b")


def test_it_is_played_in_the_window(driver):
    state = driver.screen.state
    at = state.variant.geometry.parse
    driver.click(driver.square("a10"))
    assert state.selection.square == at("a10")
    assert at("x10") in targets(state)
    driver.click(driver.square("x10"))
    driver.settle()
    driver.click(driver.square("y1"))
    driver.click(driver.square("w2"))
    driver.settle()
    assert [node.move.text for node in driver.match.cursor.nodes] == ["a10x10", "y1w2"]
    assert driver.match.cursor.board.holes == {at("a10"), at("y1")}
    driver.down(driver.square("y10"))
    driver.point(driver.square("v5"), held=True)
    driver.up(driver.square("v5"))  # glides back
    driver.settle()
    for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_RETURN):
        driver.key(key)
    driver.key(pygame.K_v, "v")  # as the piece sees the board
    driver.settle()
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert len(driver.match.cursor.nodes) == 1


def test_it_is_set_up_in_the_window(driver):
    driver.app.stage.rooms.open(destination.Editor(driver.match.cursor.board))
    driver.step()
    assert isinstance(driver.screen, EditorScreen)

    def at(name):
        screen = driver.screen
        return screen.view.rect_of(screen.variant.geometry.parse(name), screen.flipped).center

    driver.down(at("y10"))
    driver.point(at("v9"), held=True)
    driver.up(at("v9"))
    driver.step()
    assert driver.screen.panel.fen.line.get_text().startswith("r24/21k3/25")


def test_it_is_composed_in_the_window(driver):
    driver.app.stage.preferences.choose_game(ChosenGame(vast()))
    driver.key(pygame.K_g, modifiers=pygame.KMOD_CTRL)
    assert isinstance(driver.screen, ComposerScreen)
    driver.press("Board")
    board = driver.screen.start_board

    def at(name):
        return board.view.rect_of(board.state.variant.geometry.parse(name)).center

    driver.down(at("y10"))
    driver.point(at("w10"), held=True)
    driver.up(at("w10"))
    driver.step()
    assert driver.screen.composition.draft.value("board.start").startswith("r21k2/")
