"""Reading and writing files: reading never hangs, and writing is atomic."""

from __future__ import annotations

import builtins
import errno
import os
import shutil
import subprocess
import sys
import time

import pytest

from wormhole import VariantError, WormholeError, load
from wormhole.arena.openings import from_file
from wormhole.base import atomic_files
from wormhole.base.quoting import LONGEST, clipped, quoted, shown_path
from wormhole.base.text_files import read_text
from wormhole.library import settings
from wormhole.library.chosen_game import opened
from wormhole.library.pgn import check_file
from wormhole.library.pgn_parser import PgnError
from wormhole.library.settings import Settings
from wormhole.rules.game_file import parse as parse_game
from wormhole.rules.game_file import variant

GAME = 'inherits = "chess"\ntitle = "Own"\n'


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "latin-1"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_text_is_read_in_the_usual_encodings(tmp_path, encoding):
    """Editors of Windows begin UTF-8 with a mark, and write Latin-1 and UTF-16."""
    path = tmp_path / "a.txt"
    path.write_bytes("Caf\u00e9\r\nBj\u00f6rn\n".encode(encoding))
    assert read_text(path, 1000) == "Caf\u00e9\nBj\u00f6rn\n"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("name", "text"),
    [("own.toml", 'inherits = "chess"\ntitle = "Caf\u00e9"\n'), ("own.ini", "[own:chess]\n# Caf\u00e9\n")],
)
def test_games_are_read_in_the_usual_encodings(tmp_path, encoding, name, text):
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    assert load(path).geometry == variant("chess").geometry


def test_settings_may_begin_with_a_mark(tmp_path):
    """An editor of Windows puts one there."""
    path = tmp_path / "settings.toml"
    path.write_text('name = "Bj\u00f6rn"\n', "utf-8-sig")
    loaded, complaint = settings.load(path)
    assert (loaded.name, complaint) == ("Bj\u00f6rn", None)


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\xff", b"\xff\xfe\x00", b"\xe9\0t\0"])
def test_what_is_no_text_is_refused(tmp_path, content):
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(OSError, match="not text"):
        read_text(tmp_path / "a.txt", 1000)


@pytest.fixture
def bad_paths(tmp_path):
    """Paths that are no regular files."""
    found = ["\0", "a" * 300, str(tmp_path), str(tmp_path / "none"), os.devnull, "\udcff"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.pgn")
        found += [str(tmp_path / "pipe.pgn"), "/dev/zero"]
    return found


LONG_GAME_FILES = (
    "a" * 3000 + " = 1",
    'inherits = "chess"\n[pieces.' + "Q" * 3000 + ']\nname = "x"',
    'inherits = "chess"\n[endings]\ndead = ["' + "K" * 3000 + '"]',
    'inherits = "chess"\n[board]\nother_squares = ["' + "a" * 3000 + '"]',
)


@pytest.mark.parametrize("text", LONG_GAME_FILES, ids=("field", "piece", "ending", "square"))
def test_errors_in_long_game_files_are_short(text):
    with pytest.raises(VariantError) as caught:
        parse_game(text, "long")
    assert len(str(caught.value)) < 300


def test_reading_irregular_files_fails_at_once(bad_paths, tmp_path):
    begun = time.process_time()
    for path in bad_paths:
        with pytest.raises(OSError) as caught:  # noqa: PT011 - any kind of them
            read_text(path, 1000)
        assert caught.value.strerror
        with pytest.raises(VariantError):
            load(path)
        with pytest.raises(PgnError):
            list(check_file(path))
        for name in (path, f"{path}.pgn"):
            with pytest.raises(WormholeError):
                from_file(tmp_path / name, variant("chess"))
        exists = os.path.lexists(tmp_path / path)
        loaded, _ = settings.load(tmp_path / path)
        assert loaded == Settings()
        assert os.path.lexists(tmp_path / path) == exists, "nothing but a file is renamed"
    assert time.process_time() - begun < 5


def test_irregular_files_are_not_written(bad_paths, tmp_path):
    for path in bad_paths:
        if path == "\0" or os.path.exists(path):
            for write in (atomic_files.write_text, atomic_files.append_text):
                with pytest.raises(OSError) as caught:  # noqa: PT011 - any kind of them
                    write(tmp_path / path, "x")
                assert caught.value.strerror
                assert not [name for name in os.listdir(tmp_path) if name.endswith(".new")]


def test_a_large_file_is_not_read(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 33)
    for read in (load, lambda path: list(check_file(path)), lambda path: from_file(path, variant("chess"))):
        with pytest.raises(WormholeError) as caught:
            read(path)
        assert len(str(caught.value)) < 300
    assert "could not be read" in settings.load(path)[1]


def test_writing_leaves_only_the_file(tmp_path):
    path = tmp_path / "game.pgn"
    atomic_files.write_text(path, "one")
    os.chmod(path, 0o640)
    atomic_files.write_text(path, "two")
    assert path.read_text() == "two"
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["game.pgn"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_is_followed(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "link.pgn").symlink_to(tmp_path / "there" / "game.pgn")
    atomic_files.write_text(tmp_path / "link.pgn", "one")
    assert (tmp_path / "there" / "game.pgn").read_text() == "one"
    assert (tmp_path / "link.pgn").is_symlink()


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_on_a_full_disk_the_old_file_stays(tmp_path, monkeypatch, failing):
    path = tmp_path / "game.pgn"
    path.write_text("old")

    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(OSError, match="No space left"):
        atomic_files.write_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.pgn"]


def test_appending_is_atomic(tmp_path, monkeypatch):
    path = tmp_path / "games.pgn"
    atomic_files.append_text(path, "one\n")

    class Full:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, part):
            self.file.write(part[:1])
            raise OSError(errno.ENOSPC, "No space left on device")

    usual = builtins.open
    monkeypatch.setattr(
        atomic_files, "open", lambda *words, **more: Full(usual(*words, **more)), raising=False
    )
    with pytest.raises(OSError, match="No space left"):
        atomic_files.append_text(path, "two\n")
    monkeypatch.undo()
    assert path.read_text() == "one\n"


def test_a_disk_that_is_really_full(tmp_path):
    """On a file system of a few kilobytes, where one can be mounted."""
    if not shutil.which("mount") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root mounts")
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        path = tmp_path / "game.pgn"
        atomic_files.write_text(path, "old")
        for write in (atomic_files.write_text, atomic_files.append_text):
            with pytest.raises(OSError, match="No space left"):
                write(path, "new" * 100_000)
            assert path.read_text() == "old"
            assert os.listdir(tmp_path) == ["game.pgn"]
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


# Game files and settings

STRANGE_TOML = [
    "a = " + "[" * 5000,
    "a = " + "{a=" * 1300,
    "a=\n" + "[\n" * 20000,
    "level = " + "9" * 5000,
    "level = " + "9" * 4000,
    "level = 0x" + "f" * 4000,
    "level = -99999999999999999999",
    'about = "' + "x" * 100_000 + '"',
    ".".join("a" * 1000) + " = 1",
    "\n" * 100_000,
    "a = 2026-02-31",
]


@pytest.mark.parametrize("text", STRANGE_TOML, ids=lambda text: text[:9])
def test_strange_toml_is_a_message(tmp_path, text):
    path = tmp_path / "file.toml"
    path.write_text(text)
    begun = time.process_time()
    with pytest.raises(VariantError) as caught:
        load(path)
    assert len(str(caught.value)) < 400
    loaded, complaint = settings.load(path)
    assert loaded == Settings()
    assert complaint is None or len(complaint) < 400
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("sprite", ["/", "", ".", "..", "\\u0000", "a" * 300, "../" * 50 + "dev/zero"])
def test_a_file_that_is_not_a_picture(tmp_path, sprite):
    path = tmp_path / "own.toml"
    path.write_text(f'{GAME}[pieces.Q]\nsprite = "{sprite}"\n')
    with pytest.raises(VariantError, match=r"pieces\.Q\.sprite"):
        opened(path)


def test_a_settings_file_of_bytes_leaves_its_permission_and_place(tmp_path):
    path = tmp_path / "settings.toml"
    settings.save(path, Settings(folder="\udcff", game="\udcfe"))
    assert isinstance(settings.load(path)[0], Settings)


# Quoting


@pytest.mark.parametrize(
    "value", ["a" * 10**6, "\n" * 10**5, 10**6000, [[[[1]]]] * 1000, {"a": {"b": {}}}], ids=type
)
def test_long_quotes_are_cut(value):
    assert len(quoted(value)) <= 10 * LONGEST
    assert quoted(value).isprintable()


def test_short_quotes_are_whole():
    assert quoted("e2e9") == repr("e2e9")
    assert clipped("a" * 60) == "a" * 60
    assert shown_path("/a/b.pgn") == "/a/b.pgn"
    assert len(clipped("ab" * 60)) == LONGEST


@pytest.mark.skipif(sys.platform != "linux", reason="names of bytes are Linux's")
def test_a_name_that_is_not_utf8_is_shown():
    assert shown_path(os.fsdecode(b"caf\xe9.pgn")) == "caf�.pgn"
