"""The program in the menu of a desktop: the entry, what it starts, and its removal."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from wormhole.base.errors import WormholeError
from wormhole.cli import main
from wormhole.gui.window import desktop_menu
from wormhole.gui.window.desktop_menu import ICON_SIZES, entry, install, uninstall
from wormhole.rules.game_file import load

HERE = Path(desktop_menu.__file__).parents[1] / "desktop"
ENTRY = "wormhole-chess.desktop"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="has no such menu")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The folder of a user's data, in which another program is in the menu already."""
    place = tmp_path / "dé ta"
    monkeypatch.setenv("XDG_DATA_HOME", str(place))
    (place / "applications").mkdir(parents=True)
    (place / "applications" / "other.desktop").write_text("[Desktop Entry]\nType=Application\nName=Other\n")
    return place


def tree(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def values(text):
    parser = configparser.RawConfigParser(delimiters="=", interpolation=None)
    parser.optionxform = str
    parser.read_string(text)
    return parser["Desktop Entry"]


def started_by(text):
    """The words of an entry's command, as a desktop reads them."""
    line = re.sub(r"\\(.)", r"\1", values(text)["Exec"])
    words = shlex.split(re.sub(r"\\([$`])", r"\1", line))
    return [word.replace("%%", "%") for word in words]


def test_it_is_in_the_menu_and_goes_without_a_trace(data, capsys):
    before = tree(data)
    with pytest.raises(SystemExit, match="0"):
        main(["--install-desktop"])
    assert "was added to your menu" in capsys.readouterr().out
    there = tree(data)
    assert {f"applications/{ENTRY}", "mime/packages/wormhole-chess.xml"} <= there
    for size in ICON_SIZES:
        icon = data / f"icons/hicolor/{size}x{size}/apps/wormhole-chess.png"
        assert Image.open(icon).size == (size, size)
    with pytest.raises(SystemExit, match="0"):
        main(["--uninstall-desktop"])
    assert "no longer" in capsys.readouterr().out
    assert tree(data) - {"applications/mimeinfo.cache"} == before  # the other program's types
    with pytest.raises(SystemExit, match="0"):
        main(["--uninstall-desktop"])
    assert "was not" in capsys.readouterr().out


def test_an_empty_folder_is_empty_again(tmp_path):
    install(tmp_path, ["wormhole-chess"])
    assert uninstall(tmp_path)
    assert not tree(tmp_path)
    assert not uninstall(tmp_path)


def test_the_entry_starts_this_program(data):
    with pytest.raises(SystemExit):
        main(["--install-desktop"])
    *command, files = started_by((data / "applications" / ENTRY).read_text("utf-8"))
    assert files == "%F"
    said = subprocess.run([*command, "--version"], cwd=data, stdout=subprocess.PIPE, text=True, check=True)
    assert "Wormhole Chess" in said.stdout


@pytest.mark.parametrize(
    "command",
    [
        ["/usr/bin/wormhole-chess"],
        ["/home/zoé/my games/wormhole-chess/wormhole-chess"],
        ["/a/$HOME/100%/`b`/py\\thon", '/a/"quoted"/main.py'],
    ],
)
def test_any_path_can_be_started(command):
    text = entry(command)
    assert started_by(text) == [*command, "%F"]
    assert values(text)["TryExec"].replace("\\\\", "\\") == command[0]


def test_the_same_types_are_named_everywhere():
    types = set(values((HERE / ENTRY).read_text("utf-8"))["MimeType"].strip(";").split(";"))
    described = ET.parse(HERE / "wormhole-chess.mime.xml").iter(f"{MIME}mime-type")
    provided = ET.parse(HERE / "wormhole-chess.metainfo.xml").iter("mediatype")
    assert types == {each.get("type") for each in described} == {each.text for each in provided}


@pytest.mark.parametrize(
    ("tool", "file"),
    [
        (["desktop-file-validate"], ENTRY),
        (["appstreamcli", "validate", "--no-net"], "wormhole-chess.metainfo.xml"),
    ],
)
def test_the_tools_of_desktops_find_no_mistake(tool, file):
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not installed")
    done = subprocess.run([*tool, HERE / file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("platform", "word"), [("win32", "right-click"), ("darwin", "folder Applications")])
def test_other_systems_are_told_what_to_do(monkeypatch, tmp_path, platform, word):
    monkeypatch.setattr(sys, "platform", platform)
    for act in (lambda: install(tmp_path, ["x"]), lambda: uninstall(tmp_path)):
        with pytest.raises(WormholeError, match=word):
            act()
    assert not tree(tmp_path)


@pytest.mark.parametrize("name", ["queens.toml", "queens.wormhole.toml"])
def test_the_ending_that_desktops_know_is_no_part_of_a_games_name(tmp_path, name):
    (tmp_path / name).write_text('inherits = "wormhole"\n')
    assert load(tmp_path / name).name == "queens"


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "applications").write_text("no folder")
    with pytest.raises(WormholeError, match="applications"):
        install(tmp_path, ["wormhole-chess"])
