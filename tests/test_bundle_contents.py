"""The files of a bundle, and the icons made for it; ``window/test_bundle.py`` tests a whole bundle."""

from __future__ import annotations

import io

import pytest
from PIL import IcnsImagePlugin, Image

from tools.bundle.contents import REQUIRED, is_needed
from tools.icons import ICO_SIZES, drawn, write_icns, write_ico
from wormhole.gui.languages.catalogues import SHIPPED


def test_the_program_keeps_its_languages():
    languages = [f"babel/locale-data/{path.stem}.dat" for path in SHIPPED.glob("*.po")]
    assert len(languages) > 2
    assert all(map(is_needed, [*languages, "babel/locale-data/root.dat", "wormhole/gui/languages/fr.po"]))


@pytest.mark.parametrize("name", ["babel/locale-data/sw_KE.dat", "babel\\locale-data\\sw_KE.dat"])
def test_what_only_other_programs_need_is_left_out(name):
    assert not is_needed(name)


def test_the_required_libraries_are_known_by_their_names():
    assert {"numba", "numpy", "pygame-ce", "platformdirs"} <= set(REQUIRED)


def test_the_icon_of_windows_has_all_sizes_each_drawn_by_itself(tmp_path):
    write_ico(tmp_path / "icon.ico")
    icon = Image.open(tmp_path / "icon.ico")
    assert icon.info["sizes"] == {(size, size) for size in ICO_SIZES}
    assert icon.ico.getimage((16, 16)).convert("RGBA").tobytes() == drawn(16).tobytes()


def test_the_icon_of_macos_has_all_sizes(tmp_path):
    write_icns(tmp_path / "icon.icns")
    icon = IcnsImagePlugin.IcnsFile(io.BytesIO((tmp_path / "icon.icns").read_bytes()))
    widths = {width * scale for width, _, scale in icon.itersizes()}
    assert {32, 64, 256, 512, 1024} <= widths
