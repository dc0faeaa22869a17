"""The library screen's layout: in a window of any size, nothing is cut off and nothing overlaps."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.rectangles import assert_side_by_side, rectangles
from wormhole.gui.library.library_layout import header_layout, list_layout, statistics_layout, studies_layout
from wormhole.gui.look.layout import LEAST_SIDE, Scale, at_least_minimum

any_size = st.tuples(st.integers(LEAST_SIDE, 4200), st.integers(LEAST_SIDE, 4200)).map(at_least_minimum)


@given(any_size)
@example((800, 600))
@example((3840, 2160))
@example((4200, 600))
@example((800, 4200))
@example((1280, 1280))
def test_nothing_is_cut_off_and_nothing_overlaps(size):
    header = header_layout(size)
    for view in (list_layout(size), statistics_layout(size), studies_layout(size)):
        assert_side_by_side(size, [*rectangles(header), *rectangles(view, "card")])


@given(any_size)
def test_the_card_of_the_preview_holds_all_its_parts(size):
    preview = list_layout(size).preview
    for part in (preview.board, preview.words, *preview.steps, preview.open):
        assert preview.card.contains(part)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080), (900, 1200), (3840, 2160)])
def test_the_list_has_many_rows_and_the_board_can_be_seen(size):
    scale, layout = Scale.of(size), list_layout(size)
    assert layout.table.height >= scale.units(44)
    assert layout.preview.board.width >= scale.units(25)
    assert layout.preview.words.height >= 4 * scale.text(14)
