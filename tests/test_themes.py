"""Every theme of the program is complete, its text is legible, and its marks on the board are distinct."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import combinations, product
from pathlib import Path

import pygame
import pytest

from tests.support.colour_vision import VISIONS, contrast, distance
from wormhole import assets, variant, variants
from wormhole.gui.board.drawing.square_art import reach_tint
from wormhole.gui.board.drawing.square_parts import arrow_colours
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.sprites import LETTERS, Art, Sprites
from wormhole.gui.look.theme import (
    Colour,
    Colours,
    Material,
    Motion,
    PieceColours,
    TextSizes,
    Theme,
    ThemeError,
    find_own,
    find_themes,
    load_theme,
    mixed,
    names_of_ours,
    theme_from,
)
from wormhole.library.chosen_game import opened
from wormhole.library.settings import CHIPS, DRAWN_SETS, LETTER_SET, PIECE_SETS
from wormhole.rules.game_file import parse

OURS = names_of_ours()
AA, AAA, LARGE = 4.5, 7.0, 3.0
"""The least contrasts of WCAG 2: for text, for text that is easy to read, for large text and signs."""
BLIND_APART, APART = 11.0, 10.0
"""The least CIEDE2000 between two colours that mean different things: for colour-blind users, for all."""


def of(name: str) -> Theme:
    return Theme.load(name)


def grounds(theme: Theme) -> list[Colour]:
    """Where text stands: on panels, on buttons, on the row under the pointer."""
    colour = theme.colour
    return [
        colour.panel,
        mixed(colour.panel, colour.raised, 0.6),
        mixed(colour.panel, colour.sky_edge, 0.6),
        *(mixed(sky, colour.panel, theme.panel.opacity) for sky in (colour.sky_centre, colour.sky_edge)),
    ]


@pytest.mark.parametrize("name", OURS)
def test_text_can_be_read(name: str) -> None:
    theme, colour = of(name), of(name).colour
    skies = [colour.sky_centre, colour.sky_middle, colour.sky_edge]
    pairs = [
        *(("ink", colour.ink, ground, AAA) for ground in [*grounds(theme), colour.raised, *skies]),
        *(("muted", colour.muted, ground, AA) for ground in [*grounds(theme), *skies]),
        *(("accent", colour.accent, ground, AA) for ground in grounds(theme)),
        *(("lit", colour.lit, ground, AA) for ground in grounds(theme)),
        *(("alarm", colour.alarm, ground, AA) for ground in grounds(theme)),
        *(("accent_other", colour.accent_other, sky, LARGE) for sky in skies),
        *(("good", colour.sign_good, ground, AA) for ground in grounds(theme)[:2]),
        ("hot", colour.hot_ink, colour.hot, AA),
        ("hot under the pointer", colour.hot_ink, mixed(colour.hot, colour.veil, 0.2), AA),
        ("chosen", colour.ink, theme.chosen, AA),
        ("quiet and chosen", legible(colour.muted, theme.chosen, colour.ink), theme.chosen, AA),
        ("quiet and raised", legible(colour.muted, colour.raised, colour.ink), colour.raised, AA),
        ("asleep", theme.asleep, colour.panel, 1.7),
        *(
            (f"sign_{sign}", getattr(colour, f"sign_{sign}"), colour.panel, AA)
            for sign in ("good", "mistake", "brilliant", "blunder", "speculative", "dubious")
        ),
        ("die", colour.die_ink, mixed(colour.wormhole, colour.wormhole_core, 0.36), LARGE),
        ("line", colour.panel_line, colour.panel, 1.3),
    ]
    low = [
        f"{what} {contrast(ink, ground):.2f}"
        for what, ink, ground, least in pairs
        if contrast(ink, ground) < least
    ]
    assert not low


def test_high_contrast_is_high() -> None:
    colour = of("contrast").colour
    texts = ("ink", "muted", "accent", "lit", "alarm")
    assert min(contrast(getattr(colour, text), colour.panel) for text in texts) >= AAA
    assert contrast(colour.panel_line, colour.panel) >= LARGE
    assert contrast(colour.square_light_top, colour.square_dark_top) >= LARGE


@pytest.mark.parametrize("name", OURS)
def test_pieces_stand_out_from_squares(name: str) -> None:
    theme, colour = of(name), of(name).colour
    for side in (theme.white, theme.black):
        for square in (colour.square_light_foot, colour.square_dark_foot):
            outline_or_body = max(contrast(side.line, square), contrast(side.foot, square))
            assert outline_or_body >= LARGE
        assert contrast(side.line, side.foot) >= AA
    assert contrast(theme.white.foot, theme.black.top) >= AA


def laid(colour: Colour, opacity: float, square: Colour) -> Colour:
    return mixed(square, colour, opacity)


def confusions(name: str, vision: str, least: float) -> list[str]:
    """Pairs of colours on the board or in a chart that are too close for this vision."""
    colour = of(name).colour
    found = []

    def compare(group: dict[str, Colour]) -> None:
        for (one, first), (other, second) in combinations(group.items(), 2):
            apart = distance(first, second, vision)
            if apart < least:
                found.append(f"{one} and {other}: {apart:.1f}")

    for square in ("light", "dark"):
        bare = mixed(getattr(colour, f"square_{square}_top"), getattr(colour, f"square_{square}_foot"), 0.5)
        compare(
            {
                f"{square} square": bare,
                "chosen": laid(colour.choice, 0.74, bare),
                "last move": laid(colour.gold, 0.66, bare),
                "hole": colour.wormhole_core,
            }
        )
        compare({"capture": colour.warning, f"{square} square": bare, "target": colour.choice})
        compare(
            {
                f"{square} square": bare,
                "reach of White": laid(*reach_tint(colour, 1, 0), bare),
                "reach of Black": laid(*reach_tint(colour, 0, 1), bare),
                "reach of both": laid(*reach_tint(colour, 1, 1), bare),
            }
        )
    compare({shape: getattr(colour, f"shape_{shape}") for shape in ("green", "red", "yellow", "blue")})
    compare({"best": colour.best, "other line": colour.other_line, "threat": colour.threat})
    compare({"better": colour.better, "threat": colour.threat, "premove": colour.premove})
    compare({"won": colour.chart_won, "drawn": colour.chart_drawn, "lost": colour.chart_lost})
    compare({"light": colour.square_light_foot, "dark": colour.square_dark_top})
    return found


@pytest.mark.parametrize("vision", VISIONS)
def test_colour_blind_people_tell_all_marks_apart(vision: str) -> None:
    assert confusions("distinct", vision, BLIND_APART) == []


@pytest.mark.parametrize("name", OURS)
def test_the_arrows_on_squares_are_seen(name: str) -> None:
    colour = of(name).colour
    for is_light, square in ((True, colour.square_light_foot), (False, colour.square_dark_foot)):
        ink, _ = arrow_colours(colour, is_light)
        assert contrast(ink, square) >= 2.5


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", OURS)
def test_colour_blind_people_tell_circles_arrows_and_reach_apart_in_every_theme(
    name: str, vision: str
) -> None:
    colour = of(name).colour
    for tokens in (
        ("shape_green", "shape_red", "shape_yellow", "shape_blue"),
        ("reach_white", "reach_black", "reach_both"),
    ):
        for one, other in combinations(tokens, 2):
            assert distance(getattr(colour, one), getattr(colour, other), vision) >= APART, (one, other)


@pytest.mark.parametrize("name", OURS)
def test_pieces_stand_out_from_the_attack_map(name: str) -> None:
    theme, colour = of(name), of(name).colour
    squares = (colour.square_light_foot, colour.square_dark_foot)
    for side, square, attackers in product((theme.white, theme.black), squares, product(range(4), repeat=2)):
        if any(attackers):
            ground = laid(*reach_tint(colour, *attackers), square)
            assert max(contrast(side.line, ground), contrast(side.foot, ground)) >= LARGE, attackers


def test_each_theme_has_an_attack_map_of_its_own() -> None:
    tokens = ("reach_white", "reach_black", "reach_both")
    maps = [tuple(getattr(of(name).colour, token) for token in tokens) for name in OURS]
    assert len(set(maps)) == len(maps)


@pytest.mark.parametrize("name", OURS)
def test_marks_differ(name: str) -> None:
    assert confusions(name, "full", APART) == []


def test_the_measure_of_colours_is_the_published_one() -> None:
    """Black and white, and two colours that a deuteranope confuses."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert distance((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)
    assert distance((200, 60, 60), (120, 110, 50)) > 3 * distance(
        (200, 60, 60), (120, 110, 50), "deuteranopia"
    )


# Pieces and chips


def drawn_on(picture: pygame.Surface, ground: Colour) -> bytes:
    surface = pygame.Surface(picture.get_size())
    surface.fill(ground)
    surface.blit(picture, (0, 0))
    return pygame.image.tobytes(surface, "RGB")


BLACK_PAWNS = ("chigorin", "sortofalmost")
"""Games in which Black's pawns are another piece type, since they promote to other pieces."""


@pytest.mark.parametrize("pieces", DRAWN_SETS)
def test_every_set_has_all_pictures(pieces: str) -> None:
    drawn = {path.stem for path in (assets.sprites() / "pieces" / pieces).glob("*.svg")}
    assert drawn == assets.piece_pictures()


@pytest.mark.parametrize("name", variants())
def test_every_piece_of_a_game_has_a_picture_of_its_own(name: str) -> None:
    drawn = [piece_type.sprite for piece_type in variant(name).piece_types.values()]
    assert {*drawn} <= assets.piece_pictures()
    twice = sorted(drawn)
    for picture in {*drawn}:
        twice.remove(picture)
    assert twice == (["pawn"] if name in BLACK_PAWNS else [])


def test_the_docs_name_all_pictures() -> None:
    text = (Path(__file__).parents[1] / "docs" / "games.md").read_text("utf-8")
    table = text.partition("### Our pictures")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = re.findall(r"`([^`]+)`", " ".join(cells))
    assert sorted(named) == sorted(assets.piece_pictures())


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of pixels in which two silhouettes differ."""
    first, second = (pygame.mask.from_surface(picture) for picture in (one, other))
    both = first.overlap_area(second, (0, 0))
    return (first.count() + second.count() - 2 * both) / (first.count() + second.count() - both)


@pytest.mark.parametrize("pieces", DRAWN_SETS)
def test_silhouettes_differ_at_32_pixels(pieces: str) -> None:
    sprites = Sprites(of("night"), Art(pieces))
    names = sorted({*assets.piece_pictures(), "A"})
    for one, other in combinations(names, 2):
        assert difference(sprites.piece(one, True, 32), sprites.piece(other, True, 32)) > 0.06, (one, other)


def test_the_sets_and_the_sides_differ() -> None:
    night = of("night")
    for name in assets.piece_pictures():
        pictures = [
            drawn_on(Sprites(night, Art(pieces)).piece(name, color, 40), night.colour.well)
            for pieces in DRAWN_SETS
            for color in (True, False)
        ]
        assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("color", [True, False])
def test_a_piece_without_a_picture_is_its_letter(color: bool) -> None:
    sprites = Sprites(of("night"))
    discs = {drawn_on(sprites.piece(letter, color, 32), (90, 90, 90)) for letter in LETTERS}
    assert len(discs) == len(LETTERS) == 26
    pictures = {drawn_on(sprites.piece(name, color, 32), (90, 90, 90)) for name in assets.piece_pictures()}
    assert not discs & pictures


@pytest.mark.parametrize("color", [True, False])
def test_with_letters_each_piece_of_a_game_is_its_own_letter(color: bool) -> None:
    sprites = Sprites(of("night"), Art(LETTER_SET))
    drawn: dict[str, bytes] = {}
    for name in variants():
        for letter, piece_type in variant(name).piece_types.items():
            picture = drawn_on(sprites.piece(piece_type, color, 24), (90, 90, 90))
            assert drawn.setdefault(letter, picture) == picture, (name, letter)
    assert len(set(drawn.values())) == len(drawn)
    assert drawn_on(sprites.piece("K", color, 24), (90, 90, 90)) == drawn["K"]


def test_with_letters_a_composed_piece_and_one_with_an_own_picture_are_letters() -> None:
    sprites = Sprites(of("night"), Art(LETTER_SET))
    text = 'inherits = "chess"\ntitle = "Own"\n[pieces.H]\nname = "Horror"\nmoves = "NC"\nsprite = "dragon"\n'
    own = parse(text, "own").piece_types["H"]
    assert sprites.piece(own, True, 32) is sprites.piece("H", True, 32)


def test_pieces_with_characters_differ_at_32_pixels() -> None:
    sprites = Sprites(of("night"), Art(characters=True))
    written = [game for game in map(variant, variants()) if game.royal.characters is not None]
    assert len(written) > 3
    for game, color in product(written, (True, False)):
        kinds = game.piece_types.values()
        assert all(sprites.characters_of(each) for each in kinds), game.name
        assert len({drawn_on(sprites.piece(each, color, 32), (90, 90, 90)) for each in kinds}) == len(kinds)


@pytest.mark.parametrize("pieces", PIECE_SETS)
def test_only_a_wedge_points_to_the_player_on_the_other_side(pieces: str) -> None:
    sprites = Sprites(of("night"), Art(pieces, characters=True))
    for name, is_wedge in (("shogi", True), ("xiangqi", False), ("chess", False)):
        king = variant(name).royal
        upright, turned = (sprites.piece(king, True, 64, is_turned=each) for each in (False, True))
        assert (difference(upright, turned) > 0.06) is is_wedge
        if is_wedge:
            assert difference(pygame.transform.rotate(upright, 180), turned) < 0.06


def test_a_piece_whose_characters_the_program_lacks_keeps_its_picture() -> None:
    text = 'inherits = "xiangqi"\ntitle = "Own"\n[pieces.R]\ncharacters = "\N{SNOWMAN}"\n'
    own, sprites = parse(text, "own"), Sprites(of("night"), Art(characters=True))
    assert sprites.characters_of(own.piece_types["N"]) is not None
    assert sprites.piece(own.piece_types["R"], True, 32) is sprites.piece("rook", True, 32)


def test_a_game_with_a_piece_without_characters_has_pictures() -> None:
    own = parse('inherits = "xiangqi"\ntitle = "Own"\n[pieces.R]\nname = "Car"\n', "own")
    assert not any(each.characters for each in own.piece_types.values())


@pytest.mark.parametrize("name", OURS)
def test_every_chip_has_a_dark_throat_and_the_colour_of_the_theme(name: str) -> None:
    theme = of(name)
    for chip in CHIPS:
        picture = Sprites(theme, Art(PIECE_SETS[0], chip)).chip(60)
        surface = pygame.Surface((60, 60))
        surface.fill(theme.colour.well)
        surface.blit(picture, (0, 0))
        throat = tuple(surface.get_at((29, 29)))[:3]
        assert distance(throat, theme.colour.wormhole_core) < 8
        rims = [tuple(surface.get_at((x, 30)))[:3] for x in range(60)]
        assert min(distance(rim, theme.colour.wormhole) for rim in rims) < 14


GENERATED = """inherits = "chess"
title = "Own"
[board]
start = "rnbgkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBGKBNR"
[pieces]
without = "Q"
[pieces.G]
name = "Gryphon"
moves = "FX"
[pieces.N]
name = "Camel rider"
moves = "C"
[pieces.P]
promotes_to = "GRBN"
"""


def test_own_pieces_never_look_like_others(tmp_path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GENERATED.replace("FX", "FC"), "utf-8")
    game = opened(file).variant
    assert {letter: game.piece_types[letter].sprite for letter in "GNRB"} == {
        "G": "G",
        "N": "N",
        "R": "rook",
        "B": "bishop",
    }


# Files of themes


def test_what_a_theme_does_not_say_comes_from_the_one_that_it_extends() -> None:
    theme = theme_from("own", {"extends": "paper", "colour": {"ink": "#010203"}, "text": {"body": 20}})
    paper = of("paper")
    assert theme.colour == replace(paper.colour, ink=(1, 2, 3))
    assert theme.text == replace(paper.text, body=20)
    assert (theme.white, theme.motion, theme.board) == (paper.white, paper.motion, paper.board)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('extends = "noon"', "noon"),
        ("extends = 3", "3"),
        ('extends = "night"\n[colour]\nink = "blue"', "line 3, colour.ink: 'blue' is not a colour"),
        ('extends = "night"\n[colour]\nbleu = "#000000"', "bleu"),
        ('extends = "night"\n[board]\nmaterial = "gold"', "gold"),
        ('extends = "night"\n[motion]\nfold = -1', "fold"),
        ('extends = "night"\n[motion]\nfold = "slow"', "fold"),
        ('extends = "night"\n[sky]\nstars = true', "stars"),
        ('extends = "night"\n[text]\nbody = 0', "body"),
        ('extends = "night"\ncolour = 7', "colour"),
        ('extends = "night"\n[white]\nline = 7', "line"),
        ('extends = "night"\n[panel]\nopacity = 3', "opacity"),
        ("[colour]", "line 1, colour.sky_centre: is missing"),
        ('extends = "night"\n[colours]\nink = "#000000"', "colours"),
        ('extends = "night"\ncolor = "#000000"', "color"),
        ('extends = "night"\n[board]\nwood = true', "board.wood"),
        ('extends = "night"\ntitle = 7', "title"),
        ('extends = "night"\ntitle = " "', "title"),
        ("ink = = 3", "TOML"),
        ("\0", "TOML"),
    ],
)
def test_a_broken_theme_is_told_and_left_out(tmp_path, text: str, told: str) -> None:
    (tmp_path / "broken.toml").write_text(text, "utf-8")
    (tmp_path / "good.toml").write_text('extends = "ember"\n', "utf-8")
    found = find_own(tmp_path)
    assert [theme.name for theme in found.themes] == ["good"]
    (complaint,) = found.complaints
    assert "broken.toml" in complaint
    assert told in complaint
    assert len(complaint) < 250


def test_a_theme_that_is_no_text_or_no_file(tmp_path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "folder.toml").mkdir()
    found = find_own(tmp_path)
    assert found.themes == ()
    assert len(found.complaints) == 1
    assert find_own(tmp_path / "none").themes == ()
    with pytest.raises(ThemeError):
        load_theme("../bytes", tmp_path / "folder.toml")


def test_a_theme_has_a_title_of_its_own() -> None:
    assert theme_from("moss", {"extends": "night", "title": "Moss"}).title == "Moss"
    assert theme_from("moss", {"extends": "night"}).title == "moss", "the title of night is not taken over"
    titles = [of(name).title for name in OURS]
    assert titles[:3] == ["Night", "Abyss", "Ember"]
    assert len(set(titles)) == len(titles)


def test_all_themes_are_found_ours_first_and_files_of_a_person_replace_them(tmp_path) -> None:
    (tmp_path / "ember.toml").write_text('extends = "paper"\ntitle = "Ash"\n', "utf-8")
    (tmp_path / "a.toml").write_text('extends = "paper"\n', "utf-8")
    found = find_themes(tmp_path)
    assert [theme.name for theme in found.themes] == [*OURS, "a"]
    assert found.themes[OURS.index("ember")].title == "Ash"


def test_docs_tell_what_every_token_is_for() -> None:
    page = (Path(__file__).parents[1] / "docs" / "themes.md").read_text("utf-8")
    tokens = {field.name for kind in (Colours, PieceColours, Motion, TextSizes) for field in fields(kind)}
    assert {token for token in tokens if f"`{token}`" not in page} == set()
    assert {name for name in OURS if f"`{name}`" not in page} == set()
    assert {material.value for material in Material if f"`{material.value}`" not in page} == set()


@pytest.mark.parametrize("vision", VISIONS)
def test_docs_tell_the_smallest_distance_for_each_vision(vision: str) -> None:
    page = (Path(__file__).parents[1] / "docs" / "themes.md").read_text("utf-8")
    pair, smallest = min(
        (found.rsplit(": ", 1) for found in confusions("distinct", vision, 100)),
        key=lambda found: float(found[1]),
    )
    name = "full colour vision" if vision == "full" else vision
    assert f"| {name} | {smallest} | {pair} |" in page
