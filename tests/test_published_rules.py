"""The rules of a game as a page for browsers and as Markdown: they say what F1 says, of every game."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from tests.support.random_game_files import random_file
from wormhole import Board, WormholeError, variant, variants
from wormhole.cli import main
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.languages import language
from wormhole.gui.look.sprites import Art
from wormhole.gui.look.theme import Theme
from wormhole.gui.pictures.page_looks import page_look, prints_of
from wormhole.gui.pictures.rules_markdown import plain, rules_files
from wormhole.gui.rules_pages.content import rules_content
from wormhole.gui.rules_pages.pages import pages_of
from wormhole.gui.window import destination
from wormhole.library.composer.game_draft import definition_of
from wormhole.pages.page_source import defined_games, source_of
from wormhole.pages.rules_content import first_moves, start_array
from wormhole.pages.rules_page import rules_page
from wormhole.pages.shell import page_html
from wormhole.rules.endings import NoMove
from wormhole.rules.game_file import composed, parse
from wormhole.rules.variant import LeftSquare

LOOK = page_look()
QUICK = ("wormhole", "smess", "random-wormhole", "xiangqi", "crazyhouse")
HOSTILE = """
inherits = "chess"
title = '</title><script>alert("1")</script> {title}'
inventor = '"><img src=x onerror=alert(2)>'
about = '</style>&lt;b&gt; *bold* [link](javascript:alert(3)) `code` | $x$'
[pieces.N]
name = "Theme</h3>"
sprite = "knight"
moves = "fLbF"
"""
COMPOSED = {
    "folding": composed(variant("chess"), LeftSquare.FOLDS, NoMove.WIN),
    "vanishing": composed(variant("crazyhouse"), LeftSquare.VANISHES),
    "rolling": composed(variant("capablanca"), LeftSquare.RANDOM),
    "hostile": parse(HOSTILE, "hostile"),
}
COMPOSED_BY_CHANCE = 20


@pytest.fixture(autouse=True)
def english_again():
    yield
    language.use("en")


def page_of(game):
    return page_html(rules_page(rules_content(game, LOOK.languages), LOOK, prints_of), LOOK)


def markdown_of(game, code="en"):
    content = rules_content(game, {code: LOOK.languages[code]})
    return dict(rules_files(content, code, Theme.load("paper"), Art()))


class Reader(HTMLParser):
    """The texts of headings and paragraphs, and what links and ids there are."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.ids, self.links, self.downloads, self.scripts = [], [], [], {}, 0
        self.without_name = []
        self._open = 0
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids += [values["id"]] if "id" in values else []
        if "download" in values:
            self.downloads[values["download"]] = values["href"]
        elif tag == "a":
            self.links.append(values["href"])
        self.scripts += tag == "script"
        if tag in ("h1", "h2", "h3", "p"):
            self.texts.append("")
            self._open += 1

    def handle_endtag(self, tag):
        self._open -= tag in ("h1", "h2", "h3", "p")

    def handle_data(self, data):
        if self._open:
            self.texts[-1] += data


def in_order(wanted, found):
    """Whether these texts are among the others in this order."""
    rest = iter(found)
    return all(any(text in other for other in rest) for text in wanted)


def told(pages):
    """The titles and paragraphs of F1."""
    return [text for page in pages for text in (page.title, *page.paragraphs)]


def check(game):
    """The page and the Markdown of a game say what F1 says, and all their links lead somewhere."""
    pages = pages_of(game)
    reader = Reader(page_of(game))
    assert in_order(told(pages), reader.texts)
    assert len(reader.ids) == len({*reader.ids})
    assert {*reader.links} <= {f"#{each}" for each in reader.ids}
    assert reader.scripts == 3
    files = markdown_of(game)
    assert in_order(map(plain, told(pages)), files["rules.md"].split("\n\n"))
    linked = re.findall(r"\]\(([^)]*)\)", re.sub(r"\\.", "", files["rules.md"]))
    assert {*linked} == {*files} - {"rules.md"}
    for name, text in files.items():
        if name.endswith(".svg"):
            assert ElementTree.fromstring(text).tag.endswith("svg")


@pytest.mark.parametrize("name", mostly_exhaustive(dict.fromkeys([*QUICK, *variants()[::3]]), *QUICK))
def test_page_and_markdown_of_a_game_of_the_catalogue_say_what_f1_says(name):
    check(variant(name))


@pytest.mark.soak
@pytest.mark.parametrize("name", variants())
def test_each_game_of_the_catalogue_is_published_as_f1_says(name):
    check(variant(name))


@pytest.mark.parametrize("name", COMPOSED)
def test_page_and_markdown_of_a_composed_game_say_what_f1_says(name):
    check(COMPOSED[name])


@pytest.mark.parametrize("number", mostly_exhaustive(range(COMPOSED_BY_CHANCE), 0, 1))
def test_page_and_markdown_of_a_game_composed_by_chance_say_what_f1_says(number):
    seed, found = 0, None
    for seed in range(1000 * number, 1000 * (number + 1)):
        try:
            found = parse(random_file(seed), "chance")
            Board(found)
        except WormholeError:
            continue
        break
    assert found is not None, "one of these files can be played"
    check(found)


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_the_words_are_those_of_f1_in_every_language(code):
    game = variant("wormhole-smess")
    page = page_of(game)
    language.use(code)
    wanted = told(pages_of(game))
    assert all(json_text(text) in page for text in wanted)
    assert in_order(map(plain, wanted), markdown_of(game, code)["rules.md"].split("\n\n"))


def json_text(text):
    return text.replace('"', '\\"')


def test_other_threads_keep_their_language():
    game = variant("chess")
    language.use("de")
    content = rules_content(game, LOOK.languages)
    assert content.title["en"] == "Chess"
    assert pages_of(game)[0].title == content.sections[0].title["de"] != content.sections[0].title["en"]


@pytest.mark.parametrize("game", [variant("omega"), *COMPOSED.values()], ids=["omega", *COMPOSED])
def test_the_file_in_the_page_is_the_game(game):
    page = page_of(game)
    (saved,) = Reader(page).downloads.values()
    (kept,) = defined_games(source_of(page))
    for read in (parse(unquote(saved.partition(",")[2]), game.name), kept.variant):
        assert read.title == game.title
        assert (read.left_square, read.endings.stalemate) == (game.left_square, game.endings.stalemate)
        assert (read.start, [*read.piece_types]) == (game.start, [*game.piece_types])


def test_a_game_with_changed_rules_has_a_file():
    own = parse('inherits = "chess"\ntitle = "Mine"\n', "mine")
    read = parse(definition_of(composed(own, LeftSquare.FOLDS)), "mine")
    assert (read.title, read.left_square) == ("Mine, folding", LeftSquare.FOLDS)


def test_hostile_texts_are_texts():
    page = page_of(COMPOSED["hostile"])
    reader = Reader(page)
    assert COMPOSED["hostile"].title in reader.texts
    assert "<img" not in page.replace("&lt;img", "")
    text = markdown_of(COMPOSED["hostile"])["rules.md"]
    assert not re.search(r"(?<!\\)<", text)
    assert "(javascript:" not in re.sub(r"\\\[|\\\]", "", text).replace("link(", "")


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("a*b_c", r"a\*b\_c"),
        ("<b>&amp;", r"\<b\>\&amp;"),
        ("# title", r"\# title"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("2 steps", "2 steps"),
        ("one\n\ntwo", "one two"),
        ("[a](b)", r"\[a\](b)"),
        ("back\\slash", r"back\\slash"),
    ],
)
def test_markdown_shows_words_as_they_are(words, written):
    assert plain(words) == written


def test_the_array_of_a_game_with_hands():
    standing = {each.piece.letter: each for each in start_array(variant("seirawan"))}
    assert standing["K"].squares == (("e1",), ("e8",))
    assert standing["H"].in_hand == (1, 1)
    assert standing["P"].squares[0] == tuple(f"{file}2" for file in "abcdefgh")


def test_the_first_moves_and_the_best_play_after_them():
    found = first_moves(variant("wormhole"))
    assert (found.count, len(found.moves)) == (31, 31)
    assert [line.centipawns for line in found.lines] == sorted(
        (line.centipawns for line in found.lines), reverse=True
    )
    assert first_moves(variant("shogi")).lines == ()


def test_the_command_writes_both(tmp_path, capsys):
    page, folder = tmp_path / "rules.html", tmp_path / "rules"
    assert main(["page", "--rules", "chess+fold", "--out", str(page)]) == 0
    assert [*source_of(page.read_text("utf-8")).definitions] == ["chess-folding"]
    assert main(["page", "--rules", "chess", "--markdown", "--language", "de", "--out", str(folder)]) == 0
    assert "Schach" in (folder / "rules.md").read_text("utf-8")
    for words in (["--rules", "chess"], ["--rules", "chess", "--markdown"]):
        with pytest.raises(SystemExit):
            main(["page", *words, "--out", str(folder if "--markdown" in words else page)])
        assert "--force replaces it" in capsys.readouterr().err


def test_f1_saves_the_rules_as_a_page(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        hand.key(pygame.K_F1)
        hand.until(lambda: hand.app.dialog.is_ready)
        hand.press("Save as a page…")
        path = tmp_path / "mine.html"
        hand.fill(str(path))
        hand.key(pygame.K_RETURN)
        hand.until(path.exists)
        assert [*source_of(path.read_text("utf-8")).definitions] == ["wormhole"]


def test_a_page_of_the_rules_opens_its_game(tmp_path):
    path = tmp_path / "rules.html"
    path.write_text(page_of(COMPOSED["folding"]), "utf-8")
    with Hand(tmp_path, start_game=True, black="person") as hand:
        hand.post(pygame.DROPFILE, file=str(path))
        hand.post(pygame.DROPCOMPLETE)
        hand.until(lambda: isinstance(hand.app.dialog, NewGameDialog))
        hand.press("Start")
        hand.until(lambda: hand.app.stage.room.variant.title == "Chess, folding")


def test_the_composer_saves_the_rules_of_its_game(tmp_path):
    with Hand(tmp_path) as hand:
        hand.app.stage.rooms.open(destination.Composer())
        hand.settle()
        hand.key(pygame.K_p, modifiers=pygame.KMOD_CTRL)
        path = tmp_path / "mine.html"
        hand.fill(str(path))
        hand.key(pygame.K_RETURN)
        hand.until(path.exists)
        (game,) = defined_games(source_of(path.read_text("utf-8")))
        assert game.variant.title == hand.app.screen.composition.draft.title
