"""Pictures of pieces beside a game's file, which may come from a stranger: what they may contain and do."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest

from tests.support.fuzz.svg_pieces import ATTACKS, OURS, document
from tests.support.hand import Hand
from tests.support.parts import exhaustive, mostly_exhaustive
from tests.support.patience import PATIENCE_SECONDS
from wormhole import Board, VariantError
from wormhole.cli import main
from wormhole.gui.look.picture_trials import PictureTrials
from wormhole.gui.look.sprites import Sprites, style_sheet
from wormhole.gui.look.theme import Theme
from wormhole.gui.pictures.picture_files import PictureFormat, PictureJob
from wormhole.gui.pictures.reel import Reel
from wormhole.library.chosen_game import opened
from wormhole.library.foreign_svg import MOST_BYTES, SvgError, checked

HARMLESS = (
    *("outer doctype", "inclusion", "base", "instruction", "attributes"),
    *("open comments", "open comments in a style"),
    *("many lines", "many veils"),
)
"""Attacks of which nothing is left once the picture is written anew, or that only take time."""
TOO_SLOW = "many veils"
GAME = 'inherits = "chess"\ntitle = "Own"\n[pieces.Q]\nsprite = "lady"\n'
TWO_PERSONS = {"start_game": True, "white": "person", "black": "person"}
DISC = document('<circle cx="4.5" cy="4.5" r="4" fill="#f00"/>')


def game(folder, picture, text=GAME):
    """The path of a game whose queen has this picture."""
    (folder / "lady.svg").write_bytes(picture if isinstance(picture, bytes) else picture.encode())
    path = folder / "own.toml"
    path.write_text(text, "utf-8")
    return path


def queen(path):
    return opened(path).variant.piece_types["Q"].sprite


def colour_at(surface, x, y):
    """The colour at a share of the surface's width and height."""
    width, height = surface.get_size()
    return tuple(surface.get_at((round(x * width), round(y * height))))


# What a picture can have


SOME = OURS[:6] + OURS[6::4]


@pytest.mark.parametrize("text", mostly_exhaustive(SOME, *SOME[:6]), ids=range(len(SOME)))
def test_pictures_like_ours_look_as_before(text):
    theme = Theme.load()
    sprites = Sprites(theme, waits=True)
    written = checked(text.encode()).replace("<svg", '<svg data-piece="Q"', 1)
    drawn, ours = sprites.piece(written, True, 96), sprites.sketch(sized(text, theme))
    assert drawn.get_size() == ours.get_size() == (96, 96)
    assert pygame.image.tobytes(drawn, "RGBA") == pygame.image.tobytes(ours, "RGBA")


def sized(text, theme):
    """One of our pictures at 96 pixels, painted as White's by a style sheet of its own."""
    head, _, rest = text.partition("<svg")
    sheet = f"<style>{style_sheet(theme.pieces(True))}</style>"
    opening, _, inside = rest.partition(">")
    return f'{head}<svg width="96" height="96"{opening}>{sheet}{inside}'


def test_drawing_programs_styles_and_extensions():
    text = document(
        '<!-- made by hand --><title>x</title><metadata><a xmlns="rdf"/></metadata>'
        '<i:view xmlns:i="inkscape" i:zoom="3"><i:grid/></i:view>'
        "<style>/* all */ .a{fill:#00ff00;font-family:Arial} #b{fill:#0000ff}</style>"
        '<rect class="a" width="9" height="4.5"/>'
        '<rect id="b" y="4.5" width="9" height="4.5" style="stroke-dasharray:none;-inkscape-x:1"/>'
    )
    picture = Sprites(Theme.load(), waits=True).piece(marked(text), True, 90)
    assert colour_at(picture, 0.5, 0.2) == (0, 255, 0, 255)
    assert colour_at(picture, 0.5, 0.8) == (0, 0, 255, 255)


def marked(text):
    return checked(text.encode()).replace("<svg", '<svg data-piece="Q"', 1)


def test_a_picture_without_a_view_box_has_its_size():
    size = 'xmlns="http://www.w3.org/2000/svg" width="45pt" height="30pt"'
    text = f'<svg {size}><rect width="60" height="40"/></svg>'
    picture = Sprites(Theme.load(), waits=True).piece(marked(text), True, 60)
    assert picture.get_size() == (60, 60)
    assert [colour_at(picture, 0.5, y)[3] for y in (0.1, 0.5, 0.9)] == [0, 255, 0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding):
    assert checked(DISC.encode(encoding)) == checked(DISC.encode())


# What it cannot have


@pytest.mark.parametrize("name", [name for name in ATTACKS if name not in HARMLESS])
def test_attacks_are_refused_with_a_reason(name):
    begun = time.process_time()
    with pytest.raises(SvgError) as error:
        checked(ATTACKS[name].encode())
    assert len(str(error.value)) < 200
    assert time.process_time() - begun < PATIENCE_SECONDS


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_left_of_others_refers_to_nothing_outside(name):
    svg = checked(ATTACKS[name].encode())
    for word in ("DOCTYPE", "ENTITY", "include", "xml:base", "file:", "/dev", "<?", "http:"):
        assert word not in svg.replace("http://www.w3.org/2000/svg", "")


def test_the_line_is_named():
    with pytest.raises(SvgError, match="line 3: <image> is not allowed in the picture of a piece"):
        checked(document('\n<g/>\n<image href="x"/>').encode())


def test_a_large_file_is_refused(tmp_path):
    path = game(tmp_path, DISC + " " * MOST_BYTES)
    assert queen(path) == "Q"
    assert "256 KB" in opened(path).complaint


def test_a_compressed_file_is_refused(tmp_path):
    path = game(tmp_path, gzip.compress(DISC.encode()))
    assert queen(path) == "Q"
    assert "lady.svg" in opened(path).complaint


def test_a_game_with_too_many_large_pictures_is_not_read_for_ever(tmp_path):
    number = f"9.{'9' * 15}"
    shape = f'<path d="M0 0{f"l{number} {number}" * 6_000}"/>'
    letters = "QRBNPK"
    for number, letter in enumerate(letters):
        (tmp_path / f"{letter}{number}.svg").write_text(document(shape))
    pieces = "".join(f'[pieces.{letter}]\nsprite = "{letter}{n}"\n' for n, letter in enumerate(letters))
    path = tmp_path / "own.toml"
    path.write_text(f'inherits = "chess"\ntitle = "Own"\n{pieces}', "utf-8")
    game = opened(path)
    assert "the pictures of this game are together larger than 1 MB" in game.complaint
    assert sum(len(piece_type.sprite) > 1 for piece_type in game.variant.piece_types.values()) == 5


@pytest.mark.parametrize("encoding", ["zip", "bz2", "rot13", "idna", "utf-32", "../x", "mbcs"])
def test_strange_encodings_are_refused(encoding):
    with pytest.raises(SvgError, match="XML"):
        checked(f'<?xml version="1.0" encoding="{encoding}"?>{DISC}'.encode())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_pipe_is_not_waited_for(tmp_path):
    path = game(tmp_path, DISC)
    (tmp_path / "lady.svg").unlink()
    os.mkfifo(tmp_path / "lady.svg")
    assert queen(path) == "Q"
    assert "not an ordinary file" in opened(path).complaint


@pytest.mark.parametrize("sprite", ["../lady", "inner/../../lady", "{outside}/lady", "link"])
def test_a_picture_is_in_the_folder_of_its_game(tmp_path, sprite):
    folder = tmp_path / "games"
    (folder / "inner").mkdir(parents=True)
    (tmp_path / "lady.svg").write_text(DISC)
    (folder / "link.svg").symlink_to(tmp_path / "lady.svg")
    path = folder / "own.toml"
    path.write_text(GAME.replace("lady", sprite.format(outside=tmp_path.as_posix())), "utf-8")
    with pytest.raises(VariantError, match=r"pieces\.Q\.sprite"):
        opened(path)


@pytest.mark.parametrize("sprite", ["dragon", "dragon.svg"])
def test_a_picture_beside_the_game_goes_before_ours_of_that_name(tmp_path, sprite):
    path = game(tmp_path, DISC, GAME.replace("lady", sprite))
    assert queen(path) == "dragon"
    (tmp_path / "dragon.svg").write_text(DISC)
    assert queen(path).startswith('<svg data-piece="Q"')


# The child that tries


def test_a_picture_that_takes_too_long_is_not_drawn():
    trials = PictureTrials()
    slow, good = checked(ATTACKS[TOO_SLOW].encode()), checked(DISC.encode())
    assert (trials.is_good(slow, waits=True), trials.is_good(good, waits=True)) == (False, True)
    assert list(trials.take_refused()) == [slow]
    assert list(trials.take_refused()) == []


RAW = """
import json
import sys
from pathlib import Path
from wormhole.gui.look import picture_trials
trials = picture_trials.PictureTrials()
picture_trials.MOST_SECONDS = 30.0
print(json.dumps([trials.is_good(Path(name).read_text(), waits=True) for name in sys.argv[1:]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of memory and processor time there")
@exhaustive
def test_even_without_the_check_the_program_survives_what_resvg_does_not(tmp_path):
    """The child ends by a crash, or because its time is over. The next picture gets another one."""
    texts = {
        "good": DISC,
        "crash": document("<g>" * 100_000 + "</g>" * 100_000),
        "memory": ATTACKS["data"],
        "endless": ATTACKS["turbulence"],
        "file": document('<image width="9" height="9" href="/dev/zero"/>'),
        "again": DISC,
    }
    paths = [tmp_path / name for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", RAW, *map(str, paths)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    answers = dict(zip(texts, json.loads(done.stdout), strict=True))
    assert answers["good"]
    assert answers["again"]
    assert not any(answers[name] for name in ("crash", "endless"))


# In the window


def test_until_it_was_tried_a_piece_is_its_letter(tmp_path):
    path = game(tmp_path, DISC.replace("#f00", "#e00"))
    with Hand(tmp_path, variant=opened(path).variant, **TWO_PERSONS) as hand:
        sprites = hand.app.stage.look.sprites
        sprite = hand.app.stage.preferences.game.variant.piece_types["Q"].sprite
        assert pixels(sprites.piece(sprite, True, 64)) == pixels(sprites.piece("Q", True, 64))
        hand.until(lambda: pixels(sprites.piece(sprite, True, 64)) != pixels(sprites.piece("Q", True, 64)))
        assert colour_at(sprites.piece(sprite, True, 64), 0.5, 0.5) == (238, 0, 0, 255)
        assert hand.app.notice is None


def test_a_bad_picture_is_its_letter_and_the_window_says_why(tmp_path):
    path = game(tmp_path, ATTACKS["deep"])
    (tmp_path / "settings.toml").write_text(f"game = '{path}'\n")
    with Hand(tmp_path) as hand:
        assert hand.app.notice.text.startswith(
            "The picture lady.svg is ignored: line 1: more than 24 nested elements."
        )
        assert hand.app.stage.preferences.game.variant.piece_types["Q"].sprite == "Q"


def test_the_game_of_the_command_line_says_it_too(tmp_path):
    chosen = opened(game(tmp_path, ATTACKS["file"]))
    with Hand(tmp_path, chosen=chosen, variant=chosen.variant) as hand:
        assert "The picture lady.svg is ignored: line 1: <image>" in hand.app.notice.text


def test_a_picture_that_takes_too_long_is_its_letter_and_the_window_says_so(tmp_path):
    path = game(tmp_path, ATTACKS[TOO_SLOW])
    with Hand(tmp_path, variant=opened(path).variant, **TWO_PERSONS) as hand:
        hand.until(lambda: hand.app.notice is not None)
        assert "too much time or memory" in hand.app.notice.text
        assert "to draw: Q." in hand.app.notice.text
        sprites, sprite = hand.app.stage.look.sprites, queen(path)
        assert pixels(sprites.piece(sprite, True, 64)) == pixels(sprites.piece("Q", True, 64))


def test_a_game_that_is_opened_in_a_dialog_says_it_there(tmp_path):
    path = game(tmp_path, ATTACKS["file"])
    with Hand(tmp_path, files=(path,)) as hand:
        hand.until(lambda: hand.app.dialog is not None)
        hand.wait_for_reading()
        assert "<image> is not allowed in the picture of a piece" in hand.app.dialog.text


def pixels(surface):
    return pygame.image.tobytes(surface, "RGBA")


def test_both_messages_can_be_read(tmp_path):
    """The one about files comes at once, the other one after pictures were tried."""
    path = game(tmp_path, ATTACKS["file"], GAME + '[pieces.R]\nsprite = "tower"\n')
    (tmp_path / "tower.svg").write_text(ATTACKS[TOO_SLOW])
    (tmp_path / "settings.toml").write_text(f"game = '{path}'\n")
    with Hand(tmp_path) as hand:
        hand.until(lambda: "to draw: R." in hand.app.notice.text)
        assert "lady.svg" in hand.app.notice.text


# In files


def test_an_exported_picture_has_only_what_was_checked(tmp_path):
    shape = '<path id="x" class="a" d="M0 0h9v9z" onclick="x()"/>'
    path = game(tmp_path, document(f"<style>.a{{fill:#0a0b0c}}</style>{shape}<!-- seen -->"))
    out = tmp_path / "board.svg"
    variant = opened(path).variant
    job = PictureJob(Reel.of_position(Board(variant)), PictureFormat.SVG, Theme.load())
    out.write_bytes(b"".join(job.parts(lambda done, count: None)))
    text = out.read_text("utf-8")
    assert "fill:#0a0b0c" in text
    assert not any(word in text for word in ("onclick", "seen", "data-piece"))


@exhaustive
def test_commands_say_on_stderr_what_is_left_out(tmp_path, capsys):
    path = game(tmp_path, ATTACKS["file"])
    assert main(["perft", "1", "--variant", str(path)]) == 0
    assert "The picture lady.svg is ignored: line 1: <image>" in capsys.readouterr().err
