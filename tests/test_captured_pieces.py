"""Captured pieces on a player's card: their types and numbers can be read."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

import wormhole
from wormhole import BLACK, WHITE, Piece
from wormhole.gui.game.captured_pieces import (
    MORE,
    TIMES,
    counted_row,
    draw_row,
    groups_of,
    tight_row,
)
from wormhole.gui.game.card_words import CardTone, CardWords
from wormhole.gui.game.game_layout import Place, Wanted, game_layout
from wormhole.gui.game.player_card import PlayerCard
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.contrast import contrast
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme, mixed, names_of_ours
from wormhole.gui.look.words import Words

NAMES = ("Computer, level 10 · Grandmaster", "Computer, level 10", "Level 10")
LONG_NAME = "Maximiliana Featherstonehaugh-Wolfeschlegelsteinhausen"
SIZES = [(800, 600), (1280, 800), (1920, 1080), (3840, 2160), (900, 1200)]


def look_for(size, name="night"):
    pygame.init()
    theme = Theme.load(name)
    return Look(theme, Sprites(theme), Words(Lettering()), Backdrop(theme), Scale.of(size))


def all_but_the_king(variant):
    board = wormhole.Board(variant)
    return [p for p in board.piece_map().values() if p.color == BLACK and p.letter != variant.royal.letter]


def numbers(row):
    """The number of pieces of each type in a row."""
    counts, last = {}, None
    for drawn in row.items:
        if drawn.piece is None:
            counts[last] = int(drawn.number.removeprefix(TIMES))
        else:
            last = drawn.piece
            counts[last] = counts.get(last, 0) + 1
    return counts


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", wormhole.menu("family"))
def test_all_captured_pieces_are_visible(name, size):
    variant, look = wormhole.variant(name), look_for(size)
    card = game_layout(size, Wanted(variant.geometry))[Place.YOU]
    padding = look.scale.units(2)
    captured = all_but_the_king(variant)
    groups = groups_of(captured, list(variant.piece_types))
    row = tight_row(groups, "", look.scale.pixels(20), card.width - 2 * padding, look)
    assert numbers(row) == {piece: captured.count(piece) for piece in captured}
    assert row.width <= card.width - 2 * padding
    for before, after in pairwise(row.items):
        alike = before.piece is not None and before.piece == after.piece
        apart = (0.3 if alike else 0.65) * row.size
        assert before.number or after.left - before.left >= apart
    assert row.size >= 14


def test_alike_pieces_stand_together_in_the_games_order():
    letters = list("KQRBNP")
    captured = [Piece(letter, color) for letter, color in zip("PQPNPN", (1, 1, 0, 1, 1, 1), strict=True)]
    groups = [(piece.letter, bool(piece.color), count) for piece, count in groups_of(captured, letters)]
    assert groups == [("Q", True, 1), ("N", True, 2), ("P", False, 1), ("P", True, 2)]


def test_without_room_it_shows_that_there_are_more():
    look = look_for((800, 600))
    variant = wormhole.variant("omega")
    groups = groups_of(all_but_the_king(variant), list(variant.piece_types))
    row = tight_row(groups, "", 20, 90, look)
    assert row.width <= 90
    assert row.items[-1].number == MORE
    assert row.items[0].piece == groups[0][0]


def card_surface(size, captured, done=None, name=NAMES, status="playing Black"):
    variant, look = wormhole.variant("wormhole"), look_for(size)
    rect = game_layout(size, Wanted(variant.geometry))[Place.YOU]
    card = PlayerCard(rect.move(-rect.left, -rect.top), look, variant.piece_types, lambda: False)
    card.show(CardWords(name, status, CardTone.CALM, WHITE, False, captured=captured, done=done))
    picture = pygame.Surface(rect.size)
    card.draw(picture, 0.0)
    return picture


def card_picture(*shown, **more):
    return pygame.image.tobytes(card_surface(*shown, **more), "RGB")


@pytest.mark.parametrize("size", SIZES)
def test_a_long_name_leaves_the_words_of_a_card_without_captures_in_the_middle(size):
    def rows_of_status(name):
        without, written = (
            pygame.surfarray.array2d(card_surface(size, (), name=(name,), status=status))
            for status in ("", "waiting")
        )
        return (without != written).any(axis=0).nonzero()[0].tolist()

    assert rows_of_status("Ada") == rows_of_status(LONG_NAME)


@pytest.mark.parametrize("size", SIZES)
def test_each_further_piece_shows_on_the_card(size):
    captured = all_but_the_king(wormhole.variant("wormhole"))
    pictures = [card_picture(size, tuple(captured[:count])) for count in range(len(captured) + 1)]
    assert len(set(pictures)) == len(pictures)
    assert card_picture(size, tuple(captured), done=0.5)


@pytest.mark.parametrize("theme", names_of_ours())
@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_captured_pieces_of_both_sides_stand_out_from_their_ground(theme, color):
    look, variant = look_for((1280, 800), theme), wormhole.variant("wormhole")
    groups = [(Piece("P", color), 2), (Piece("N", color), 1)]
    row, picture = counted_row(groups, 26, look), pygame.Surface((200, 40))
    picture.fill(look.theme.colour.panel)
    draw_row(picture, row, 190, 20, variant.piece_types, look)
    ground = tuple(picture.get_at((190 - row.width - 1, 20)))[:3]
    side = look.theme.pieces(color)
    assert contrast(mixed(side.top, side.foot, 0.5), ground) >= 3.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("wanted", [(), (Place.RESULT,), (Place.LINES, Place.OPENINGS)])
def test_a_clock_has_room_around_it_on_its_card(size, wanted):
    look, variant = look_for(size), wormhole.variant("wormhole")
    rect = game_layout(size, Wanted(variant.geometry, frozenset(wanted)))[Place.YOU]
    clock = PlayerCard(rect, look, variant.piece_types, lambda: False, has_clock=True).clock_rect
    assert clock.top - rect.top >= look.scale.pixels(4)
    assert rect.bottom - clock.bottom >= look.scale.pixels(4)
    assert clock.height >= look.words.height(look.small)
