"""Picture files, as other programs read them: sizes, times, colours of known squares; SVG against PNG."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pygame
import pytest
from PIL import Image
from resvg_py import svg_to_bytes

from tests.support.parts import EACH_GAME
from wormhole import Board, assets, variant
from wormhole.cli import main
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Art
from wormhole.gui.look.theme import Coordinates, Theme
from wormhole.gui.pictures.captions import fitted, with_captions
from wormhole.gui.pictures.game_poster import PosterJob, poster_of
from wormhole.gui.pictures.picture_files import PictureFormat, PictureJob
from wormhole.gui.pictures.reel import END_SECONDS, BoardPicture, FilmPace, PictureStyle, Reel
from wormhole.library import pgn
from wormhole.library.comment_commands import Shape

FONT = str(assets.fonts() / "NotoSans-Regular.ttf")
GAME = """[Variant "wormhole"]

1. e4 d5 2. Nbc3 dxe4 {[%cal Gd5e4][%csl Rc3]} 3. Nxe4 Wxe4 (3... c6 4. d3) 4. Wxe4 c6 *
"""
PLIES = 8
THEME = Theme.load()


def nothing(_done, _count):
    pass


def played(name, plies=12, seed=4):
    chance, board = random.Random(seed), Board(name, seed=seed)
    for _ in range(plies):
        board.push(chance.choice(list(board.legal_moves)))
    return board


def made(kind, reel, style=None, pace=None):
    style = style or PictureStyle(240)
    job = PictureJob(reel, kind, THEME, style=style, pace=pace or FilmPace(0.8, has_motion=False))
    return b"".join(job.parts(nothing))


def pixels_of(data, **options):
    return np.asarray(Image.open(io.BytesIO(data), **options).convert("RGB")).astype(int)


def centre(style, geometry, name):
    picture = BoardPicture(THEME, Art(), geometry, style)
    return picture.layout.rect_of(geometry.parse(name)).center


def game_reel():
    return Reel.through(next(pgn.read(GAME)))


@pytest.mark.parametrize("kind", [PictureFormat.GIF, PictureFormat.WEBP])
@pytest.mark.parametrize("pace", [FilmPace(0.8, has_motion=False), FilmPace(1.2, has_motion=True)])
def test_a_game_is_a_film(kind, pace):
    image = Image.open(io.BytesIO(made(kind, game_reel(), pace=pace)))
    assert image.size == (240, 240)
    assert image.info["loop"] == 0
    times = []
    for number in range(image.n_frames):
        image.seek(number)
        image.load()
        times.append(image.info["duration"])
    if pace.has_motion:
        assert image.n_frames > 5 * PLIES
        assert sorted(set(times))[0] == 70
    else:
        assert times == [800] * PLIES + [1000 * END_SECONDS]
    assert sum(times) == pytest.approx(1000 * (PLIES * pace.seconds + END_SECONDS), rel=0.01)


@pytest.mark.parametrize("kind", [PictureFormat.GIF, PictureFormat.WEBP])
def test_each_frame_shows_its_position(kind):
    reel = game_reel()
    style = PictureStyle(320, last_move=False)
    image = Image.open(io.BytesIO(made(kind, reel, style)))
    painter = BoardPicture(THEME, Art(), reel.start.variant.geometry, style)
    for number in range(image.n_frames):
        image.seek(number)
        shown = np.asarray(image.convert("RGB")).astype(int)
        surface = painter.paint(reel.up_to(number).last_state(False), 0.0)
        wanted = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(shown.shape)
        assert np.abs(shown - wanted).mean() < 3.0


def test_a_gif_repeats_nothing_that_has_not_changed():
    start = made(PictureFormat.GIF, game_reel().up_to(1))
    whole = made(PictureFormat.GIF, game_reel())
    assert len(whole) < 2 * len(start)


def test_known_squares_have_their_colours():
    geometry = variant("wormhole").geometry
    style = PictureStyle(480)
    pixels = pixels_of(made(PictureFormat.PNG, game_reel(), style))

    def colour(name):
        x, y = centre(style, geometry, name)
        return tuple(pixels[y, x])

    colours = THEME.colour
    for name, top, foot in (
        ("a4", colours.square_light_top, colours.square_light_foot),
        ("b4", colours.square_dark_top, colours.square_dark_foot),
    ):
        assert all(
            low - 2 <= value <= high + 2 for value, high, low in zip(colour(name), top, foot, strict=True)
        )
    assert sum(colour("e2")) < 60  # the throat of a hole


def test_the_side_below_and_the_marks_are_as_wished():
    reel = game_reel()
    plain = pixels_of(made(PictureFormat.PNG, reel, PictureStyle(240)))
    for style in (
        PictureStyle(240, flipped=True),
        PictureStyle(240, last_move=False),
        PictureStyle(240, coordinates=Coordinates.OFF),
        PictureStyle(240, coordinates=Coordinates.INSIDE),
    ):
        assert (pixels_of(made(PictureFormat.PNG, reel, style)) != plain).any()
    marked = reel.up_to(4)
    assert (
        pixels_of(made(PictureFormat.PNG, marked))
        != pixels_of(made(PictureFormat.PNG, marked, PictureStyle(240, shapes=False)))
    ).any()


def test_the_longer_side_has_the_size():
    assert Image.open(io.BytesIO(made(PictureFormat.PNG, Reel(Board("smess"))))).size[1] == 240
    assert Image.open(io.BytesIO(made(PictureFormat.PNG, Reel(Board("smess"))))).size[0] < 240


@pytest.mark.parametrize("name", EACH_GAME)
def test_svg_looks_as_png(name):
    board = played(name)
    shapes = (Shape(3, 20, "green"), Shape(25, 25, "red"))
    reel, style = Reel.of_position(board, shapes), PictureStyle(480, flipped=name == "cheshire")
    svg = made(PictureFormat.SVG, reel, style).decode()
    drawn = svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[FONT])
    vector, raster = pixels_of(drawn), pixels_of(made(PictureFormat.PNG, reel, style))
    assert vector.shape == raster.shape
    difference = np.abs(vector - raster)
    assert difference.mean() < 1.0
    assert (difference > 60).mean() < 0.004


def test_svg_is_well_formed_and_its_ids_are_its_own():
    root = ElementTree.fromstring(made(PictureFormat.SVG, Reel.of_position(played("random-wormhole"))))
    assert root.find("{http://www.w3.org/2000/svg}title").text.startswith("Random Wormhole Chess: ")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = [element.get("href")[1:] for element in root.iter() if element.get("href")]
    assert set(used) <= set(ids)
    assert not any(element.tag.endswith(("image", "script", "style")) for element in root.iter())


def test_work_can_be_ended():
    class EndedError(Exception):
        pass

    def tell(done, _count):
        if done == 3:
            raise EndedError

    job = PictureJob(game_reel(), PictureFormat.GIF, THEME, style=PictureStyle(120))
    with pytest.raises(EndedError):
        b"".join(job.parts(tell))


# The command


@pytest.fixture
def pgn_file(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(GAME)
    return path


@pytest.mark.parametrize(("suffix", "frames"), [("webp", PLIES + 1), ("gif", PLIES + 1)])
def test_the_command_writes_a_game(pgn_file, tmp_path, suffix, frames):
    out = tmp_path / f"game.{suffix}"
    words = [
        "picture",
        "--pgn",
        str(pgn_file),
        "--out",
        str(out),
        "--size",
        "160",
        "--seconds",
        "0.5",
        "--still",
    ]
    assert main(words) == 0
    image = Image.open(out)
    assert (image.size, image.n_frames) == ((160, 160), frames)
    image.seek(1)
    image.load()
    assert image.info["duration"] == 500


def test_the_command_writes_a_position(pgn_file, tmp_path):
    out = tmp_path / "x.png"
    assert main(["picture", "--variant", "chess", "--fen", "4k3/8/8/8/8/8/8/4K3 w", "--out", str(out)]) == 0
    assert Image.open(out).size == (640, 640)
    out = tmp_path / "x.svg"
    assert main(["picture", "--pgn", str(pgn_file), "--ply", "2", "--out", str(out), "--flip"]) == 0
    assert ElementTree.fromstring(out.read_text()).get("width") == "640"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--out", "x.jpg"], "must end in"),
        (["--out", "x.png", "--size", "9"], "120 to 4000"),
        (["--out", "x.png", "--ply", "3"], "need --pgn"),
        (["--out", "x.png", "--theme", "nothing"], "no theme"),
        (["--out", "no/such/folder/x.png"], "No such file"),
        (["--out", __file__.replace(".py", ".png"), "--fen", "8/8"], "8 by 2 squares"),
    ],
)
def test_the_command_complains(words, complaint, capsys):
    with pytest.raises(SystemExit):
        main(["picture", *words])
    assert complaint in capsys.readouterr().err


def test_an_existing_file_is_replaced_only_by_force(tmp_path, capsys):
    out = tmp_path / "x.png"
    out.write_text("mine")
    with pytest.raises(SystemExit):
        main(["picture", "--out", str(out)])
    assert "--force" in capsys.readouterr().err
    assert out.read_text() == "mine"
    assert main(["picture", "--out", str(out), "--force", "--size", "120"]) == 0
    assert Image.open(out).size == (120, 120)


REVIEWED = """[White "Ada"]
[Black "Charles"]
[Event "Final"]
[Result "1-0"]
[Variant "chess"]

{[%eval 0.2]} 1. e4 {[%eval 0.3]} f6 {[%eval 1.1]} 2. d4 {[%eval 1.2]}
2... g5?? {A mate, as it is known. [%eval #1]} 3. Qh5# 1-0
"""


def reviewed_game(text=REVIEWED):
    (game,) = pgn.read(text)
    return game


@pytest.mark.parametrize("size", [320, 1280])
def test_a_whole_game_is_one_picture(size):
    job = PosterJob(poster_of(reviewed_game()), THEME, style=PictureStyle(size))
    image = Image.open(io.BytesIO(b"".join(job.parts(nothing))))
    assert max(image.size) == size


def test_a_poster_has_the_players_the_deciding_moments_and_the_graph():
    poster = poster_of(reviewed_game())
    assert (poster.names, poster.last) == ("Ada \N{EN DASH} Charles", "3. Qh5#")
    assert [(moment.ply, moment.words.partition(" · ")[0]) for moment in poster.moments] == [(4, "2… g5??")]
    assert [ply for ply, _chance in poster.chances] == [0, 1, 2, 3, 4, 5]
    assert "Final" in poster.details


def test_a_poster_without_a_review_shows_signs_or_else_captures():
    signed = poster_of(reviewed_game("1. e4! e5 2. Nf3 Nc6? 3. Bb5 a6 *"))
    assert [moment.words for moment in signed.moments] == ["1. e4!", "2… Nc6?"]
    plain = poster_of(reviewed_game("1. e4 d5 2. exd5 Qxd5 3. Nc3 *"))
    assert [moment.words for moment in plain.moments] == ["2. exd5", "2… Qxd5"]
    assert plain.chances == ()


@pytest.mark.parametrize("kind", [PictureFormat.GIF, PictureFormat.WEBP])
def test_a_film_has_captions(kind):
    reel = with_captions(reviewed_game())
    assert reel.heading == "Ada \N{EN DASH} Charles"
    assert reel.captions[1:] == ("1. e4", "1… f6", "2. d4", "2… g5?? · A mate, as it is known.", "3. Qh5#")
    bare = Image.open(io.BytesIO(made(kind, replace(reel, captions=()))))
    image = Image.open(io.BytesIO(made(kind, reel)))
    assert image.n_frames == bare.n_frames
    assert image.width == bare.width
    below = []
    for number in range(image.n_frames):
        image.seek(number)
        below.append(np.asarray(image.convert("RGB"))[bare.height + 20 :].tobytes())
    assert image.height > bare.height + 40
    assert len({*below}) == image.n_frames


def test_words_are_shortened_until_they_fit():
    font = Lettering().font(14)
    assert fitted("short", font, 400) == "short"
    long = fitted("a long comment " * 20, font, 200)
    assert long.endswith("…")
    assert font.size(long)[0] <= 200


def test_the_command_writes_the_whole_game_and_captions(tmp_path, capsys):
    file, out = tmp_path / "game.pgn", tmp_path / "whole.png"
    file.write_text(REVIEWED)
    assert main(["picture", "--pgn", str(file), "--whole", "--size", "480", "--out", str(out)]) == 0
    assert max(Image.open(out).size) == 480
    film = tmp_path / "film.gif"
    words = ["picture", "--pgn", str(file), "--captions", "--still", "--size", "160", "--out", str(film)]
    assert main(words) == 0
    assert Image.open(film).height > 200
    for wrong in (["--whole", "--out", "x.gif", "--pgn", str(file)], ["--whole", "--out", "x.png"]):
        with pytest.raises(SystemExit):
            main(["picture", *wrong])
        assert "--whole" in capsys.readouterr().err
