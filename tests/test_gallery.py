"""The gallery: its scenes can be made, and the pictures of the docs are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.gallery import IN_DOCS, taken
from tools.scenes.catalogue import SCENES
from tools.scenes.photographer import photographer
from wormhole.library.database.game_database import GameDatabase

DOCS = Path(__file__).parents[1] / "docs"
QUICK = (
    "capture",
    "promotion",
    "tooltip",
    "square-menu",
    "impossible",
    "settings-3",
    "statistics",
)

pytestmark = pytest.mark.usefixtures("english_again")


def test_each_picture_of_the_docs_is_shown_in_the_gallery():
    shown = set(re.findall(r"\(gallery/(.+?)\.webp\)", (DOCS / "gallery.md").read_text(encoding="utf-8")))
    assert shown == {*IN_DOCS, "fold", "moving"}
    assert shown == {picture.stem for picture in (DOCS / "gallery").iterdir()}
    assert set(IN_DOCS) <= set(SCENES)


def test_scenes_differ_and_have_the_size_asked_for(tmp_path):
    library = tmp_path / "games.sqlite3"
    GameDatabase(library).close()
    seen = set()
    with photographer(library, "night", None, "de", (800, 600)) as camera:
        for scene in QUICK:
            picture = taken(camera, scene)
            assert picture.get_size() == (800, 600)
            seen.add(picture.get_buffer().raw)
    assert len(seen) == len(QUICK)
