"""The texts of the players' cards: who is to move or thinks, and no evaluation unless it was requested."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import driving
from wormhole import BLACK, WHITE


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path, start_game=True) as drive:
        yield drive


def status(driver, color):
    """What a side's card says."""
    return driver.screen.picture.players.cards[color].content.status


def reply(driver, text):
    driver.step(0.3)
    driver.player.answer(text)
    driver.step(0.3)
    driver.settle()


def play(driver, *texts):
    """White's moves by the user, Black's by the computer."""
    for index, text in enumerate(texts):
        if index % 2 == 0:
            driver.move(text)
        else:
            reply(driver, text)


def test_in_a_finished_game_nobody_thinks(drive):
    driver = drive(variant="chess")
    play(driver, "g2g4", "e7e5", "f2f3", "d8h4")
    assert driver.match.result.outcome is not None
    said = []
    for _ in range(4):
        driver.key(pygame.K_LEFT)
        driver.settle()
        said.append((status(driver, WHITE), status(driver, BLACK)))
    assert said == [
        ("playing White", "to move"),
        ("to move", "playing Black"),
        ("playing White", "to move"),
        ("to move", "playing Black"),
    ]


def test_in_the_past_of_an_open_game_it_is_nobodys_move(drive):
    driver = drive(variant="chess")
    play(driver, "e2e4", "e7e5")
    assert status(driver, WHITE) == "your move"
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_LEFT)
    driver.settle()
    assert status(driver, WHITE) == "to move"


def test_the_computers_card_says_thinking_wherever_the_person_looks(drive):
    driver = drive(variant="chess")
    play(driver, "e2e4", "e7e5", "d2d4")
    driver.step(0.3)
    assert status(driver, BLACK).startswith("thinking")
    driver.key(pygame.K_LEFT)
    driver.step(0.3)
    assert status(driver, BLACK).startswith("thinking")


def test_the_evaluation_is_shown_only_once_it_is_asked_for(drive):
    driver = drive(variant="chess")
    driver.move("e2e4")
    driver.step(0.3)
    assert status(driver, BLACK) == "thinking · depth 5"
    driver.key(pygame.K_l, "l")
    driver.step(0.3)
    assert status(driver, BLACK) == "thinking · depth 5 · +0.8"
    driver.key(pygame.K_l, "l")
    driver.step(0.3)
    assert status(driver, BLACK) == "thinking · depth 5"


def test_two_computers_show_what_they_think(drive):
    driver = drive(variant="chess", white="computer")
    driver.step(0.3)
    assert status(driver, WHITE) == "thinking · depth 5 · +0.8"
