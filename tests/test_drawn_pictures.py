"""Pictures drawn from SVG are stored for the next start; a damaged file only costs time."""

from __future__ import annotations

import pytest

from wormhole.gui.look import drawn_pictures
from wormhole.gui.look.drawn_pictures import DrawnPictures, drawn_png

DISC = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="3"/></svg>'


@pytest.fixture
def stored(tmp_path):
    path = tmp_path / "cache" / "pictures"
    pictures = DrawnPictures(path)
    pictures.png(DISC)
    pictures.save()
    return path


def test_a_stored_picture_is_not_drawn_again(stored, monkeypatch):
    expected = drawn_png(DISC)
    monkeypatch.setattr(drawn_pictures, "drawn_png", lambda *_: pytest.fail("drawn again"))
    assert DrawnPictures(stored).png(DISC) == expected


def test_each_size_and_colour_is_a_picture_of_its_own(stored):
    pictures = DrawnPictures(stored)
    red = "circle { fill: red }"
    found = {pictures.png(DISC), pictures.png(DISC, None, 20), pictures.png(DISC, red, 20)}
    assert len(found) == 3


@pytest.mark.parametrize(
    "damage", [lambda content: content[:-3], lambda content: b"", lambda content: b"xyz" * 9]
)
def test_a_damaged_file_is_replaced(stored, damage, monkeypatch):
    stored.write_bytes(damage(stored.read_bytes()))
    pictures = DrawnPictures(stored)
    assert pictures.png(DISC) == drawn_png(DISC)
    pictures.save()
    assert stores(stored, monkeypatch, DISC)


def stores(path, monkeypatch, *picture):
    """Whether a picture need not be drawn."""
    drawn = []
    with monkeypatch.context() as patch:
        patch.setattr(drawn_pictures, "drawn_png", lambda *asked: drawn.append(asked) or b"")
        DrawnPictures(path).png(*picture)
    return not drawn


def test_pictures_of_former_starts_give_way_to_new_ones(stored, monkeypatch):
    pictures = DrawnPictures(stored)
    new = pictures.png(DISC, None, 30)
    monkeypatch.setattr(drawn_pictures, "MOST_BYTES", len(new))
    pictures.save()
    assert stores(stored, monkeypatch, DISC, None, 30)
    assert not stores(stored, monkeypatch, DISC)


def test_without_a_place_nothing_is_stored(tmp_path):
    stopped = tmp_path / "file"
    stopped.write_text("")
    pictures = DrawnPictures(stopped / "pictures")
    assert pictures.png(DISC) == drawn_png(DISC)
    pictures.save()
    assert DrawnPictures().png(DISC) == drawn_png(DISC)
