"""Moves written with pictures of the pieces."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import two_players
from wormhole import variant
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.words import FIGURES, Words, figured, sprite_of


def told(san: str, game: str = "chess") -> str:
    """The move with the names of its pictures in brackets."""
    text = figured(san, variant(game).piece_types)
    return FIGURES.sub(lambda figure: f"[{sprite_of(figure[0])}]", text)


@pytest.mark.parametrize(
    ("san", "written"),
    [
        ("Nf3", "[knight]f3"),
        ("e4", "e4"),
        ("exd8=Q+", "exd8=[queen]+"),
        ("R1xa3#", "[rook]1xa3#"),
        ("O-O-O", "O-O-O"),
        ("Kxb7", "[king]xb7"),
        ("N@f3", "[knight]@f3"),
        ("Nc3/Q", "[knight]c3/[queen]"),
        ("--", "--"),
    ],
)
def test_the_letter_of_a_piece_becomes_its_picture(san: str, written: str) -> None:
    assert told(san) == written


def test_each_game_has_its_own_pieces() -> None:
    assert told("Nf3", "smess") == "[ninny]f3"
    assert told("Lc4", "wormhole") == "[lion]c4"


def test_a_line_with_pictures_is_as_wide_as_it_is_said_to_be() -> None:
    theme = Theme.load()
    words = Words(Lettering(), Sprites(theme).figure)
    text = figured("Nf3", variant("chess").piece_types)
    line = words.line(text, 17, theme.colour.ink)
    assert line.get_width() == words.width(text, 17) > words.width("f3", 17)
    assert line.get_height() == words.line("Nf3", 17, theme.colour.ink).get_height()


def test_a_text_of_others_draws_no_pictures_where_there_are_none() -> None:
    """A comment may hold any character; without pictures it is drawn as one that cannot be shown."""
    words = Words(Lettering())
    assert words.line("\ue001", 17, (0, 0, 0)).get_width() > 0


def test_the_move_list_follows_the_setting(drive) -> None:
    driver = two_players(drive)
    driver.move("b1c3")
    letters = driver.picture()
    driver.app.stage.preferences.change(figurines=True)
    driver.settle()
    pictures = driver.picture()
    assert pictures != letters
    driver.app.stage.preferences.change(figurines=False)
    driver.settle()
    assert driver.picture() == letters
    pygame.event.clear()
