from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pygame import Rect

import wormhole
from wormhole import Geometry
from wormhole.gui.board.board_and_panel import aspect
from wormhole.gui.game.game_layout import OPTIONAL, Place, button_places, game_layout, least_moves
from wormhole.gui.home.home import home_layout
from wormhole.gui.look.layout import LEAST_SIDE, Scale, at_least_minimum, row, rows, widened, widened_rows


def grid(columns: int, rows: int) -> Geometry:
    return Geometry.of_grid([[True] * columns for _ in range(rows)])


SQUARE = grid(8, 8)
GRIDS = [
    SQUARE,
    grid(7, 8),
    grid(10, 10),
    grid(12, 12),
    grid(12, 8),
    wormhole.variant("omega").geometry,
]

SIZES = [
    (800, 600), (1024, 768), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160), (3440, 1440),
    (900, 1200), (1080, 1920), (800, 800), (800, 1600), (1000, 700), (2160, 3840), (1200, 901),
    (600, 800), (600, 900), (768, 1024), (900, 1400), (1080, 1350),
]  # fmt: skip
any_size = st.tuples(st.integers(LEAST_SIDE, 4200), st.integers(LEAST_SIDE, 4200)).map(at_least_minimum)


CARDS = sorted(OPTIONAL - {Place.BAR, Place.RESULT, Place.RESULT_STRIP}, key=lambda place: place.value)
RESULTS = [frozenset(), frozenset({Place.RESULT}), frozenset({Place.RESULT_STRIP})]
WANTED = [
    frozenset(cards) | result | bar
    for count in range(len(CARDS) + 1)
    for cards in combinations(CARDS, count)
    for result in RESULTS
    for bar in (frozenset(), frozenset({Place.BAR}))
]


def parts_of(layout, size):
    """The rectangles of a game's screen that must not overlap, its buttons one by one."""
    places = dict(layout.places)
    del places[Place.PIECE]
    return [*button_places(places.pop(Place.BUTTONS), Scale.of(size)), *places.values()]


def assert_all_seen(size, parts):
    window = Rect((0, 0), size)
    for part in parts:
        assert window.contains(part), (size, part)
        assert part.width > 0
        assert part.height > 0
    for index, part in enumerate(parts):
        assert part.collidelist(parts[index + 1 :]) == -1, (size, part)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_and_nothing_overlaps(size):
    for wanted in WANTED:
        assert_all_seen(size, parts_of(game_layout(size, SQUARE, wanted), size))
    assert_all_seen(size, home_layout(size).parts)


@given(any_size, st.sampled_from(GRIDS), st.sampled_from(WANTED))
def test_every_window_and_every_board(size, grid, wanted):
    layout = game_layout(size, grid, wanted)
    there = OPTIONAL & set(layout.places)
    assert there <= wanted
    shown = wanted & {Place.BAR, Place.RESULT, Place.RESULT_STRIP}
    assert shown <= there, "only other cards are left out where there is little room"
    assert layout[Place.MOVES].height >= least_moves(Scale.of(size))
    assert_all_seen(size, parts_of(layout, size))
    assert_all_seen(size, home_layout(size).parts)
    assert abs(layout[Place.BOARD].width / layout[Place.BOARD].height - aspect(grid)) < 0.02


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("place", CARDS)
def test_a_card_that_is_wanted_alone_is_there(size, place):
    assert place in game_layout(size, SQUARE, frozenset({place})) or place is Place.GRAPH


@given(any_size)
@example((800, 600))
@example((999, 900))
def test_a_window_one_pixel_larger_takes_little_of_the_board(size):
    """Text and distances grow by whole pixels, which may take room from the board."""
    for wider, taller in ((1, 0), (0, 1)):
        larger = size[0] + wider, size[1] + taller
        room = 8 * Scale.of(larger).unit
        assert (
            game_layout(larger, SQUARE)[Place.BOARD].width
            > game_layout(size, SQUARE)[Place.BOARD].width - room
        )
        assert home_layout(larger).board.width > home_layout(size).board.width - room


@given(any_size)
def test_there_is_room_for_words(size):
    layout, scale = game_layout(size, SQUARE), Scale.of(size)
    assert layout[Place.MOVES].height >= scale.text(15) * 4
    assert layout[Place.OPPONENT].height >= scale.text(17) * 1.3 + scale.text(14) * 1.3
    assert min(button.width for button in button_places(layout[Place.BUTTONS], scale)) >= scale.text(14) * 5
    assert layout[Place.OPPONENT].size == layout[Place.YOU].size


def test_the_home_screen_stands_upright_in_an_upright_window():
    """The board is as wide as the window allows, and the card is below it, as wide as everything."""
    for size in ((600, 800), (768, 1024), (800, 1000), (900, 1200), (1080, 1350)):
        home = home_layout(size)
        assert home.board.width >= 0.5 * size[0]
        assert home.title.bottom <= home.board.top
        assert home.setup.top >= home.offer.bottom
        assert home.setup.width >= 0.9 * size[0]
    assert home_layout((768, 1024)).board.width >= 500


def test_the_board_has_most_of_the_window():
    assert game_layout((800, 600), SQUARE)[Place.BOARD].width >= 512
    assert game_layout((1280, 800), SQUARE)[Place.BOARD].width >= 700
    assert game_layout((3840, 2160), SQUARE)[Place.BOARD].width >= 1900
    assert game_layout((900, 1200), SQUARE)[Place.BOARD].width >= 840


def test_everything_grows():
    small, large = Scale.of((1280, 800)), Scale.of((3840, 2160))
    assert small.unit == 8
    assert small.text(14) == 14
    assert large.unit > 20
    assert large.text(14) > 36
    assert Scale.of((800, 600)).text(14) >= 12


def test_a_window_below_the_minimum_is_laid_out_as_the_minimum():
    assert at_least_minimum((640, 480)) == (800, 600)
    assert at_least_minimum((640, 700)) == (640, 800)
    assert at_least_minimum((640, 900)) == (640, 900), "an upright window may be narrow"
    assert at_least_minimum((500, 900)) == (600, 900)
    assert at_least_minimum((1280, 800)) == (1280, 800)


def test_a_row_fills_its_area_exactly():
    cells = row(Rect(10, 0, 461, 20), 5, 8)
    assert cells[0].left == 10
    assert cells[-1].right == 471
    assert all(right.left - left.right == 8 for left, right in pairwise(cells))
    assert max(cell.width for cell in cells) - min(cell.width for cell in cells) <= 1


def test_rows_fill_their_area_exactly():
    cells = rows(Rect(10, 5, 20, 461), 5, 8)
    assert (cells[0].top, cells[-1].bottom) == (5, 466)
    assert all(lower.top - upper.bottom == 8 for upper, lower in pairwise(cells))


@pytest.mark.parametrize(
    ("needs", "widths"),
    [
        ((10, 10, 10), (30, 30, 30)),  # equal, if all fit
        ((50, 10, 10), (50, 20, 20)),  # the others give way
        ((10, 32, 31), (27, 32, 31)),
        ((90, 80, 70), (30, 30, 30)),  # nothing fits: the texts become smaller
    ],
)
def test_cells_of_a_row_become_as_wide_as_their_texts_need(needs, widths):
    cells = row(Rect(5, 0, 110, 20), 3, 10)
    placed = widened(cells, needs)
    assert tuple(cell.width for cell in placed) == widths
    assert (placed[0].left, placed[-1].right) == (5, 115)
    assert all(right.left - left.right == 10 for left, right in pairwise(placed))
    assert widened_rows([*cells, *(cell.move(0, 30) for cell in cells)], needs * 2)[:3] == list(placed)
