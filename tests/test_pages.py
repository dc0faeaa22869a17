"""Pages for browsers: what they hold, that any text in them is text, and how they are read back."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.parts import exhaustive
from tests.support.strange_pgn import NASTY, strange_pgn
from wormhole import Board
from wormhole.base.errors import WormholeError
from wormhole.gui.pictures.page_looks import page_look, prints_of
from wormhole.library import pgn
from wormhole.library.own_pictures import with_pictures
from wormhole.library.record import Game
from wormhole.pages import html
from wormhole.pages.board_data import ALPHABET, cells_of, moves_text, symbols_of
from wormhole.pages.game_page import games_page
from wormhole.pages.page_source import PageError, defined_games, source_of
from wormhole.pages.shell import fragment
from wormhole.rules.game_file import parse, variant

LOOK = page_look()
OWN_GAME = """
inherits = "wormhole-fide"
title = "Pegasus <Wormhole>"

[pieces.N]
name = "Pegasus"
moves = "NC"
"""


class Outline(HTMLParser):
    """The tags of a page, how many scripts it has, and its texts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.texts = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]

    handle_startendtag = handle_starttag

    def handle_data(self, data):
        self.texts.append(data)


def page_of(*games, **options):
    return games_page(games, LOOK, prints_of, **options)


def game_of(text):
    (game,) = pgn.read(text)
    return game


def with_texts(name="Ada", comment="", event="?"):
    game = Game(Board(), {"White": name, "Black": "Bob", "Event": event})
    game.comment = comment
    node = game.add_variation(game.board().parse_uci("e2e4"), comment=comment, starting_comment=comment)
    node.words = comment
    return game


def data_of(page):
    return json.loads(re.search(r'id="page-data">([^<]*)<', page)[1])


PLAIN = page_of(with_texts())


def test_a_page_asks_for_nothing():
    addresses = [
        value
        for tag, name, value in Outline(PLAIN).attributes
        if name in ("src", "href", "action", "data", "srcset") and tag != "use"
    ]
    assert addresses == ["data:,"]
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org/)|fetch\(|XMLHttp|WebSocket", PLAIN)
    policy = re.search(r'Security-Policy" content="([^"]*)"', PLAIN)[1]
    assert policy.startswith("default-src &#x27;none&#x27;;")
    assert "unsafe" not in policy


@pytest.mark.parametrize("text", NASTY)
def test_a_text_of_a_game_is_text(text):
    page = page_of(with_texts(text, text, text))
    found, plain = Outline(page), Outline(PLAIN)
    assert found.tags == plain.tags
    assert {(tag, name) for tag, name, _ in found.attributes} == {
        (tag, name) for tag, name, _ in plain.attributes
    }
    values = data_of(page)["games"][0]
    read = game_of(source_of(page).games).next().words
    assert values["nodes"][0]["k"].replace("}", ")") == read  # PGN has no closing brace in a comment


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_breaks_out(name, comment):
    page = page_of(with_texts(name.replace("\n", " "), comment))
    assert Outline(page).tags == Outline(PLAIN).tags
    data_of(page), source_of(page)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=exhaustive) for seed in range(1, 5))])
def test_no_strange_game_breaks_out(seed):
    dice = random.Random(seed)
    read = [*pgn.check(pgn.text_lines("".join(strange_pgn(dice) for _ in range(50))))]
    games = [game for game in read if isinstance(game, Game)]
    assert len(games) > 20
    page = page_of(*games)
    assert Outline(page).tags == Outline(page_of(*(Game(game.start) for game in games))).tags
    assert list(map(str, pgn.read(source_of(page).games))) == list(map(str, games))


@given(st.text())
def test_markup_has_escaped_texts(words):
    found = "".join(Outline(html.element("p", words, title=words)).texts)
    shown = html.shown(words).replace("\r\n", "\n").replace("\r", "\n")
    assert found.replace("\r\n", "\n").replace("\r", "\n") == shown
    assert json.loads(html.data({"x": words}).encode("utf-8", "surrogatepass"))[
        "x"
    ] == words or "\\u" in ascii(words)


def test_the_characters_of_squares_are_no_signs_of_markup():
    assert len(set(ALPHABET)) == len(ALPHABET) >= 250
    assert not {*ALPHABET} & {*"\"\\<>&',!@ \n\xad"}


def test_positions_as_data():
    board = Board("wormhole-fide")
    for move in ("e2e4", "e7e5", "g1f3"):
        board.push_uci(move)
    cells = dict(zip(board.variant.geometry.names, cells_of(board), strict=True))
    assert [cells[name] for name in ("a1", "e2", "e7", "g1", "f3", "e5", "d5")] == [
        *("R", "#", "#", "#", "N", "p", "")
    ]


@pytest.mark.parametrize("name", ["wormhole", "omega", "random-wormhole", "crazyhouse", "xiangqi", "smess"])
def test_the_legal_moves_are_those_of_the_rules(name):
    board = Board(name)
    names = board.variant.geometry.names
    for _ in range(12):
        assert moves_in(moves_text(board), names) == {
            (move.drop or names[move.from_square], names[move.to_square], board.is_capture(move))
            for move in board.legal_moves
        }
        if not board.legal_moves:
            break
        board.push(board.legal_moves[len(board.legal_moves) // 3])


def moves_in(text, names):
    """Each move's origin, or the letter of a piece in hand, its target, and whether it captures."""
    found = set()
    for piece in text.split(",") if text else []:
        head, *chains = piece.split(" ")
        origin = head[0].upper() if head.endswith("@") else names[ALPHABET.index(head)]
        for chain in chains:
            sign = ""
            for char in chain:
                if char in "'!":
                    sign = char
                    continue
                if sign != "'":
                    found.add((origin, names[ALPHABET.index(char)], sign == "!"))
                sign = ""
    return found


def test_a_page_holds_its_game():
    game = game_of(
        '[Event "x"]\n[White "Ä \\"q\\""]\n[Variant "wormhole"]\n\n'
        "{ before } 1. e4 $1 { [%clk 0:05:00] [%csl Ge4] a <b> } d5 ( 1... c5 $6 { [%eval 0.50] } ) 2. d4 1-0"
    )
    assert str(game_of(source_of(page_of(game)).games)) == str(game)


def test_a_page_holds_the_game_of_a_composer():
    own = parse(OWN_GAME, "pegasus")
    page = page_of(Game(Board(own)))
    (read,) = defined_games(source_of(page))
    assert (read.base.name, read.base.title) == ("pegasus", "Pegasus <Wormhole>")
    (game,) = pgn.read(source_of(page).games, [read.base])
    assert game.start.variant == own


PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<style>.a { fill: #123456 }</style><path class="a" style="stroke: #abcdef" d="M1 1H9V9Z"/></svg>'
)


def test_a_page_holds_the_pictures_of_an_own_game(tmp_path):
    (tmp_path / "horse.svg").write_text(PICTURE, "utf-8")
    text = OWN_GAME.replace('name = "Pegasus"', 'name = "Pegasus"\nsprite = "horse"')
    own, trouble = with_pictures(parse(text, "pegasus"), tmp_path)
    page = page_of(Game(Board(own)))
    assert trouble is None
    assert not [name for _, name, _ in Outline(page).attributes if name == "style"], "the policy forbids it"
    assert {"#123456", "#abcdef"} <= {value for _, _, value in Outline(page).attributes}
    (read,) = defined_games(source_of(page))
    assert read.complaint is None
    assert read.base.piece_types["N"].sprite == own.piece_types["N"].sprite


def test_a_hostile_picture_is_ignored():
    page = page_of(Game(Board(parse(OWN_GAME, "pegasus"))))
    pictures = json.dumps({"pegasus": {"N": "<svg><script>1</script>"}}).replace("<", "\\u003c")
    (read,) = defined_games(source_of(page.replace('"format":1', f'"format":1,"pictures":{pictures}')))
    assert str(read.complaint).startswith("The picture N is ignored")
    assert read.base.piece_types["N"].sprite == "N"


DAMAGED = "This page is damaged: what it holds cannot be read."


@pytest.mark.parametrize(
    ("page", "trouble"),
    [
        ("", "This page holds no game, position or definition of this program."),
        ("<!doctype html><p>Hello", "This page holds no game, position or definition of this program."),
        (PLAIN.replace('"format":1', '"format":2'), "This page was made by a newer version of the program."),
        (PLAIN.replace('"format":1', '"format":"x"'), DAMAGED),
        (PLAIN.replace('"games":"', '"games":7,"x":"'), DAMAGED),
        (PLAIN.replace('{"format":1', '{"format":1,'), DAMAGED),
        (PLAIN + PLAIN, "This page is damaged: it holds more than one source."),
    ],
)
def test_other_pages_are_refused(page, trouble):
    with pytest.raises(PageError) as error:
        source_of(page)
    assert str(error.value) == trouble


@pytest.mark.parametrize(
    "definitions", [{"../x": 'inherits = "chess"'}, {"x": "inherits = 7"}, {"x": "[[["}, {"": ""}]
)
def test_a_hostile_definition_is_refused(definitions):
    page = PLAIN.replace('"format":1', f'"format":1,"definitions":{json.dumps(definitions)}')
    with pytest.raises(WormholeError):
        defined_games(source_of(page))


SOURCE_AT = PLAIN.index('id="wormhole-chess-source"')


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 400), st.integers(0, 40), st.text(max_size=12) | st.sampled_from(NASTY))
def test_a_damaged_page_is_read_or_refused(at, length, text):
    """Something in what the page holds is replaced."""
    at += SOURCE_AT
    page = PLAIN[:at] + text + PLAIN[at + length :]
    try:
        list(pgn.read(source_of(page).games))
        defined_games(source_of(page))
    except WormholeError:
        pass


def test_an_embedded_page_is_one_attribute():
    outline = Outline(fragment(PLAIN, 'A "game"'))
    assert outline.tags == ["iframe"]
    values = {name: value for _, name, value in outline.attributes}
    assert values["title"] == 'A "game"'
    assert Outline(values["srcdoc"]).tags == Outline(PLAIN).tags


@pytest.mark.parametrize("name", ["wormhole", "shogi", "xiangqi"])
def test_drawings_refer_to_what_is_in_them_or_in_no_other(name):
    # Firefox clips nothing by an outline that is in another symbol.
    drawings = ElementTree.fromstring(f"<svg>{''.join(symbols_of(variant(name), 0, LOOK))}</svg>")
    holder = {}
    for part in drawings:
        for each in part.iter():
            holder[each] = part.get("id") if part.tag == "symbol" else None
    places = {each.get("id"): place for each, place in holder.items() if each.get("id")}
    references = 0
    for each, place in holder.items():
        for value in each.attrib.values():
            for target in re.findall(r"^#(.+)|url\(#([^)]+)\)", value):
                assert places["".join(target)] in (None, place), value
                references += 1
    assert references > 20


@pytest.mark.parametrize(("name", "plies"), [("chess", 80), ("shogi", 110), ("wormhole", 40)])
def test_a_page_of_an_average_game_is_small(name, plies):
    game = Game(Board(name))
    for index in range(plies):
        moves = game.end().board().legal_moves
        game.end().add_variation(moves[index * 7 % len(moves)])
    assert len(page_of(game).encode()) < 150_000
    assert len(page_of(*[game] * 100).encode()) < 2_000_000


def test_the_page_of_the_documentation_is_made_of_its_game():
    docs = Path(__file__).parent.parent / "docs" / "pages"
    written = (docs / "game.pgn").read_text("utf-8")
    page = (docs / "game.html").read_text("utf-8")
    assert source_of(page).games == written
    assert data_of(page)["games"] == data_of(page_of(game_of(written)))["games"]
