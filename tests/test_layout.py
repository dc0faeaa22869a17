from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from pygame import Rect

import wormhole
from tests.support.rectangles import assert_side_by_side, rectangles
from wormhole import Geometry
from wormhole.gui.board.board_and_panel import aspect
from wormhole.gui.composer.composer_layout import composer_layout
from wormhole.gui.game.game_layout import Place, Wanted, button_places, game_layout, least_moves
from wormhole.gui.home.home import home_layout
from wormhole.gui.look.layout import (
    LEAST_SIDE,
    Column,
    Fill,
    Grid,
    IfRoom,
    Row,
    Scale,
    Share,
    Square,
    at_least_minimum,
    row,
    rows,
    widened,
    widened_rows,
)


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


CARDS = [Place.OPENINGS, Place.GRAPH, Place.LINES, Place.MAIL]
OPTIONAL = {*CARDS, Place.BAR, Place.RESULT, Place.RESULT_STRIP}
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
    places = dict(layout)
    del places[Place.PIECE]
    return [*button_places(places.pop(Place.BUTTONS), Scale.of(size)), *places.values()]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_and_nothing_overlaps(size):
    for wanted in WANTED:
        for is_across in (False, True):
            assert_side_by_side(
                size, parts_of(game_layout(size, Wanted(SQUARE, wanted, is_across=is_across)), size)
            )
    assert_side_by_side(size, rectangles(home_layout(size)))
    assert_side_by_side(size, rectangles(composer_layout(size)))


@given(any_size, st.sampled_from(GRIDS), st.sampled_from(WANTED), st.booleans())
def test_every_window_and_every_board(size, grid, wanted, is_across):
    layout = game_layout(size, Wanted(grid, wanted, is_across=is_across))
    there = OPTIONAL & set(layout)
    assert there <= wanted
    most = {Place.MAIL} if Place.MAIL in wanted else {Place.RESULT, Place.RESULT_STRIP}
    assert wanted & {Place.BAR, *most} <= there, "only other cards are left out where there is little room"
    assert layout[Place.MOVES].height >= least_moves(Scale.of(size))
    assert_side_by_side(size, parts_of(layout, size))
    assert_side_by_side(size, rectangles(home_layout(size)))
    assert_side_by_side(size, rectangles(composer_layout(size)))
    assert abs(layout[Place.BOARD].width / layout[Place.BOARD].height - aspect(grid)) < 0.02


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("place", CARDS)
def test_a_card_that_is_wanted_alone_is_there(size, place):
    assert place in game_layout(size, Wanted(SQUARE, frozenset({place}))) or place is Place.GRAPH


@given(any_size)
@example((800, 600))
@example((999, 900))
def test_a_window_one_pixel_larger_takes_little_of_the_board(size):
    """Text and distances grow by whole pixels, which may take room from the board."""
    for wider, taller in ((1, 0), (0, 1)):
        larger = size[0] + wider, size[1] + taller
        room = 8 * Scale.of(larger).unit
        assert (
            game_layout(larger, Wanted(SQUARE))[Place.BOARD].width
            > game_layout(size, Wanted(SQUARE))[Place.BOARD].width - room
        )
        assert home_layout(larger).board.width > home_layout(size).board.width - room


@given(any_size)
def test_there_is_room_for_words(size):
    layout, scale = game_layout(size, Wanted(SQUARE)), Scale.of(size)
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
    assert game_layout((800, 600), Wanted(SQUARE))[Place.BOARD].width >= 512
    assert game_layout((1280, 800), Wanted(SQUARE))[Place.BOARD].width >= 700
    assert game_layout((3840, 2160), Wanted(SQUARE))[Place.BOARD].width >= 1900
    assert game_layout((900, 1200), Wanted(SQUARE))[Place.BOARD].width >= 840


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


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1600, 900), (1920, 1080), (3840, 2160)])
def test_beside_the_openings_the_analysis_has_its_three_lines(size):
    layout = game_layout(size, Wanted(SQUARE, frozenset({Place.OPENINGS, Place.LINES})))
    scale = Scale.of(size)
    assert layout[Place.LINES].height >= scale.units(13)
    assert layout[Place.OPENINGS].height >= scale.units(15)
    assert layout[Place.MOVES].height >= least_moves(scale)


@pytest.mark.parametrize(
    ("needs", "widths"),
    [
        ((10, 10, 10), (30, 30, 30)),  # equal, if all fit
        ((50, 10, 10), (50, 20, 20)),  # the others give way
        ((10, 32, 31), (27, 32, 31)),
        ((90, 80, 10), (45, 40, 5)),  # not all fit: the texts become smaller, equally
        ((90, 90, 90), (30, 30, 30)),
    ],
)
def test_cells_of_a_row_become_as_wide_as_their_texts_need(needs, widths):
    cells = row(Rect(5, 0, 110, 20), 3, 10)
    placed = widened(cells, needs)
    assert tuple(cell.width for cell in placed) == widths
    assert (placed[0].left, placed[-1].right) == (5, 115)
    assert all(right.left - left.right == 10 for left, right in pairwise(placed))
    assert widened_rows([*cells, *(cell.move(0, 30) for cell in cells)], needs * 2)[:3] == list(placed)


# Rows, columns and grids

AREA = Rect(7, 11, 640, 480)
lengths = st.integers(0, 60)
fills = st.builds(Fill, st.integers(1, 50), lengths)
parts = st.lists(st.one_of(lengths, fills), min_size=1, max_size=7)
boxes = st.sampled_from([Row, Column])


def ends(box, place):
    """Where a part of a row or column begins and ends."""
    return (place.left, place.right) if box is Row else (place.top, place.bottom)


@given(boxes, parts, st.integers(0, 12), st.integers(0, 20))
def test_parts_are_as_long_as_asked_for_and_a_gap_apart(box, parts, gap, padding):
    inner = AREA.inflate(-2 * padding, -2 * padding)
    start, end = ends(box, inner)
    needed = sum(part if isinstance(part, int) else part.least for part in parts) + gap * (len(parts) - 1)
    assume(needed <= end - start)
    places = box(dict(enumerate(parts)), gap, padding=padding).at(AREA)
    spans = [ends(box, places[index]) for index in range(len(parts))]
    assert spans[0][0] == start
    assert all(later[0] - earlier[1] == gap for earlier, later in pairwise(spans))
    for part, (first, last) in zip(parts, spans, strict=True):
        assert last - first == part if isinstance(part, int) else last - first >= part.least
    has_fill = any(isinstance(part, Fill) for part in parts)
    assert spans[-1][1] == (end if has_fill else start + needed), "what is left is filled"
    across = Column if box is Row else Row
    assert all(ends(across, place) == ends(across, inner) for place in places.values())


@given(boxes, st.lists(st.integers(1, 50), min_size=1, max_size=7), st.integers(0, 12))
def test_what_is_left_is_shared_by_weight(box, weights, gap):
    places = box({index: Fill(weight) for index, weight in enumerate(weights)}, gap).at(AREA)
    room = (AREA.width if box is Row else AREA.height) - gap * (len(weights) - 1)
    for weight, place in zip(weights, places.values(), strict=True):
        start, end = ends(box, place)
        assert abs(end - start - room * weight / sum(weights)) < 1.01


def test_a_part_that_needs_more_than_its_share_takes_it_from_the_others():
    places = Row({"a": Fill(), "b": Fill(least=400), "c": Fill()}, 20).at(AREA)
    assert [place.width for place in places.values()] == [100, 400, 100]


def test_where_there_is_too_little_room_the_gaps_around_what_fills_give_way():
    places = Column({"a": 200, "b": Fill(), "c": 275}, 10).at(AREA)
    assert places["b"].height == 0
    assert (places["a"].bottom, places["c"].top, places["c"].bottom) == (211, 216, AREA.bottom)


@pytest.mark.parametrize(("width", "expected"), [(100, 40), (200, 60), (400, 80)])
def test_a_share_has_limits(width, expected):
    places = Row({"a": Share(0.3, 40, 80), "b": Fill()}).at(Rect(0, 0, width, 10))
    assert places["a"].width == expected


@pytest.mark.parametrize(
    ("height", "heights"),
    [
        (130, {"list": 130}),
        (140, {"list": 100, "first": 30}),  # the lower rank comes first, whatever stands above
        (210, {"second": 40, "list": 100, "first": 50}),  # then each grows, the first before the second
        (300, {"second": 60, "list": 100, "last": 50, "first": 60}),  # the last comes after that
    ],
)
def test_optional_parts_are_left_out_if_there_is_no_room(height, heights):
    optional = {
        "second": IfRoom(40, 60, 1),
        "last": IfRoom(50, 50, 2, is_last=True),
        "first": IfRoom(30, 60, 0),
    }
    parts = {"second": optional["second"], "list": Fill(least=100), **optional}
    places = Column(parts, 10).at(Rect(0, 0, 50, height))
    assert {name: place.height for name, place in places.items()} == heights
    assert [place.top for place in places.values()] == sorted(place.top for place in places.values())


@given(st.integers(40, 400), st.integers(40, 400), st.booleans())
def test_a_square_leaves_the_others_what_they_need(width, height, is_centred):
    area = Rect(3, 4, width, height)
    places = Column({"board": Square(is_centred=is_centred), "words": Fill(least=20)}, 5).at(area)
    board, words = places["board"], places["words"]
    assert board.width == board.height == min(width, height - 25)
    assert words.height >= 20
    assert words.bottom == area.bottom
    assert board.left == (area.left + (width - board.width) // 2 if is_centred else area.left)


def test_parts_have_parts():
    foot = Row({"words": Fill(), "yes": 80, "no": 80}, 10, size=40)
    page = Column({"fields": Column({"name": 30, "date": 30}, 5), "list": Fill(), "foot": foot}, 10)
    places = page.at(AREA)
    assert places["fields"].height == 65, "a column in a column is as high as its parts"
    assert places["list"] == (7, 11 + 75, 640, 480 - 75 - 50)
    assert places["yes"] == (7 + 640 - 170, 11 + 440, 80, 40)
    assert page.taken == 65 + 40 + 2 * 10


@given(st.integers(1, 12), st.integers(1, 4), st.integers(0, 12))
def test_cells_of_a_grid_are_equal_and_a_gap_apart(count, columns, gap):
    cells = list(Grid(range(count), columns, gap).at(AREA).values())
    assert len(cells) == count
    assert max(cell.width for cell in cells) - min(cell.width for cell in cells) <= 1
    assert max(cell.height for cell in cells) - min(cell.height for cell in cells) <= 1
    for index, cell in enumerate(cells):
        assert AREA.contains(cell)
        if index % columns:
            assert cell.left - cells[index - 1].right == gap
        if index >= columns:
            assert cell.top - cells[index - columns].bottom == gap
