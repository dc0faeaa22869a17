"""Pages in Chromium: every position, by keyboard and by mouse, without a request, a message or a barrier.

They need Debian's ``chromium``, and ``npm`` for axe-core.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.parts import mostly_exhaustive
from tests.support.strange_pgn import strange_pgn
from wormhole import Board
from wormhole.gui.pictures.page_looks import page_look, prints_of
from wormhole.gui.rules_pages.content import rules_content
from wormhole.learn import course
from wormhole.library import pgn
from wormhole.library.comment_commands import Score
from wormhole.library.record import Game
from wormhole.pages.exercises import numbered_puzzle
from wormhole.pages.game_page import games_page, lesson_page, puzzle_page
from wormhole.pages.rules_page import rules_page
from wormhole.pages.shell import fragment, page_html
from wormhole.rules.game_file import parse, variant

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

AXE = "axe-core@4.10.2"
LOOK = page_look()
COMPOSED = """
inherits = "wormhole-fide"
title = "Pegasus Wormhole"

[pieces.N]
name = "Pegasus"
moves = "NC"
"""
GAMES = {
    "wormhole": ("wormhole", 40, 0),
    "omega": ("wormhole-omega", 60, 0),
    "dice": ("random-wormhole", 60, 0),
    "crazyhouse": ("crazyhouse", 80, 0),
    "xiangqi": ("xiangqi", 80, 0),
    "shogi": ("shogi", 80, 0),
    "composed": (COMPOSED, 40, 0),
    "300 plies": ("chess", 300, 0),
    "200 variations": ("wormhole-fide", 40, 200),
    "german": ("wormhole2", 30, 3),
}
DRAWN = """() => ({
  pieces: Object.fromEntries([...document.querySelectorAll("#board .layer-pieces .piece > use")].map(
    (use) => [`${use.getAttribute("x")} ${use.getAttribute("y")}`, use.getAttribute("href")])),
  closed: [...document.querySelectorAll("#board .layer-closed use")].map(
    (use) => `${use.getAttribute("x")} ${use.getAttribute("y")}`),
  counts: Object.fromEntries([...document.querySelectorAll("#board .slot:not(.none)")].map(
    (slot) => [slot.dataset.drop, slot.querySelector(".count").textContent])),
})"""


def random_game(name, plies, variations):
    """A game of random moves with comments, signs and evaluations; another one if it ends too soon."""
    game = parse(name, "pegasus") if "\n" in name else variant(name)
    for seed in range(30):
        dice = random.Random(seed)
        board = Board(game, seed=7) if game.has_dice else Board(game)
        while len(board.move_stack) < plies and board.outcome() is None:
            board.push(dice.choice(board.legal_moves))
        if len(board.move_stack) >= min(plies, 24):
            break
    found = Game.from_board(board, {"White": "Ada <b>", "Black": "Bob & Co", "Event": "Ünïcode"})
    line = list(found.mainline())
    for node in line[::5]:
        node.nags, node.comment = {dice.choice((1, 2, 3, 4, 5, 6))}, "[%csl Ga1] <i>so</i> & so"
    for ply, node in enumerate(line):
        node.set_eval(Score(dice.randint(-400, 400)))
        node.set_clock(300 - ply / 2)
    count = 0
    while count < variations:
        node = dice.choice(line)
        move = dice.choice(node.parent.board().legal_moves)
        count += 1
        if not node.parent.has_variation(move):
            board = node.parent.add_variation(move, comment="instead").board()
            if board.outcome() is None:
                node.parent.variation(move).add_variation(dice.choice(board.legal_moves))
    return found


def expected(board):
    geometry = board.variant.geometry

    def place(square, margin):
        column, row = geometry.place[square]
        return f"{100 * column + margin} {100 * (geometry.rows - 1 - row) + margin}"

    hands = board.pockets if board.variant.hands else {}
    return {
        "pieces": {
            place(square, 3): f"#{'w' if piece.color else 'b'}-0-{piece.letter}"
            for square, piece in board.piece_map().items()
        },
        "closed": sorted(place(square, 0) for square in board.holes),
        "counts": {
            letter if color else letter.lower(): str(count)
            for color, hand in hands.items()
            for letter, count in hand.items()
            if count
        },
    }


def drawn(page):
    found = page.evaluate(DRAWN)
    # The counts are drawn at rest, in whole numbers.
    return {**found, "closed": sorted(found["closed"])}


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page without a network; at the end it must have asked for nothing and said nothing."""
    said, contexts = [], []

    def open_page(text, size=(1280, 800), language="en", before="", **options):
        path = tmp_path / "page.html"
        path.write_text(text, "utf-8")
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            offline=True,
            **{"reduced_motion": "reduce", **options},
        )
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(before)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url))
        page.goto(path.as_uri())
        assert said.pop(0) == path.as_uri()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


@pytest.mark.parametrize("name", mostly_exhaustive(GAMES, "wormhole", "german"))
def test_every_position_by_keyboard_and_by_mouse(opened, name):
    game = random_game(*GAMES[name])
    page = opened(games_page([game], LOOK, prints_of), language="de" if name == "german" else "en")
    board = game.start.copy()
    assert drawn(page) == expected(board)
    line = list(game.mainline())
    for node in line:
        board.push(node.move)
        page.keyboard.press("ArrowRight")
        assert drawn(page) == expected(board), node.san()
        assert page.locator("#moves [aria-current]").count() == 1
    page.keyboard.press("Home")
    board = game.start.copy()
    assert drawn(page) == expected(board)
    box = page.locator("#next").bounding_box()
    for node in line:
        board.push(node.move)
        page.mouse.click(box["x"] + 9, box["y"] + 9)
        assert drawn(page) == expected(board), node.san()
    nodes = [*game.nodes()]
    for index in random.Random(1).sample(range(len(nodes)), min(20, len(nodes))):
        node = nodes[index]
        button = page.locator("#moves .move", has_text=node.san()).filter(visible=True)
        assert button.count(), node.san()
    if name == "german":
        assert page.evaluate("document.documentElement.lang") == "de"
        assert page.locator(".moves h2").text_content() == "Züge"


def test_each_move_of_a_variation_is_shown_by_a_click(opened):
    game = random_game("wormhole-fide", 16, 12)
    page = opened(games_page([game], LOOK, prints_of))
    buttons = page.locator("#moves .move")
    shown = []
    for index in range(buttons.count()):
        buttons.nth(index).click()
        shown.append(drawn(page))
    wanted = [expected(node.board()) for node in game.nodes()]
    assert len(shown) == len(wanted)
    assert sorted(map(str, shown)) == sorted(map(str, wanted))


def test_wheel_swipe_and_playing_by_itself(opened):
    game = random_game("wormhole", 12, 0)
    page = opened(games_page([game], LOOK, prints_of))
    boards = [expected(node.board()) for node in (game, *game.mainline())]
    page.hover("#board svg")
    page.mouse.wheel(0, 100)
    page.wait_for_selector("#moves [aria-current]")
    assert drawn(page) == boards[1]
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert drawn(page) == boards[-2]
    page.select_option("#pace", "0.5")
    page.keyboard.press("Space")
    page.wait_for_selector("#next:disabled")
    assert drawn(page) == boards[-1]
    page.evaluate("""() => {
      const board = document.getElementById("board");
      const at = (x) => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
      const send = (kind, x, on) => board.dispatchEvent(
        new TouchEvent(kind, {touches: on ? [at(x)] : [], changedTouches: [at(x)], bubbles: true}));
      send("touchstart", 200, true); send("touchend", 330, false);
    }""")
    assert drawn(page) == boards[-2]


MOVE_AND_WATCH = """() => new Promise((done) => {
  const found = [], layer = document.querySelector("#board .layer-moving");
  new MutationObserver((_, observer) => {
    const placed = layer.querySelector(".piece")?.getAttribute("transform");
    if (placed) found.push(placed.match(/scale\\(([^)]*)/)[1]);
    else if (found.length) {
      observer.disconnect();
      done(found);
    }
  }).observe(layer, { subtree: true, childList: true, attributes: true });
  document.getElementById("next").click();
})"""
"""Plays a move; returns the sizes of the moving piece on its way."""


def test_pieces_move_along_their_route(opened):
    game = Game(Board("wormhole-fide"))
    game.add_line(map_moves(game.start, "e2e4 a7a6 f1b5"))
    page = opened(games_page([game], LOOK, prints_of), reduced_motion="no-preference")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    sizes = [float(size) for size in page.evaluate(MOVE_AND_WATCH)]
    assert min(sizes) < 0.9, "the bishop becomes small in the hole"
    assert drawn(page) == expected(game.end().board())
    assert page.locator("#said").text_content().endswith("through the hole e2.")


def map_moves(start, text):
    board = start.copy()
    for word in text.split():
        yield board.push_uci(word)


def test_pointing_at_a_piece_shows_its_moves(opened):
    game = Game(Board("wormhole"))
    page = opened(games_page([game], LOOK, prints_of))
    box = page.locator("#board .square").nth(1).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    moves = {move.to_square for move in game.start.legal_moves if move.from_square == 1}
    assert page.locator("#board .target").count() == len(moves)
    page.click("#words summary")
    page.locator(".words-piece").first.focus()
    assert page.locator("#board .chosen").count() == 1


def test_a_position_has_no_moves_to_step_through(opened, axe):
    game = Game(Board("wormhole", "xnwlkxnc/xxpppxpp/1p3p2/C2c3w/P3x3/2x1PL1N/xPPPxPPP/xNWxKWxC w"))
    page = opened(games_page([game], LOOK, prints_of, flipped=True))
    assert not page.locator("#next").is_visible()
    page.click("#words summary")
    page.locator(".words-piece").first.wait_for()
    assert page.locator(".words-piece").count() == len({move.from_square for move in game.start.legal_moves})
    box = page.locator("#board .layer-pieces .piece").first.bounding_box()
    page.click("#flip")
    assert page.locator("#board .layer-pieces .piece").first.bounding_box()["y"] > box["y"]
    assert violations(page, axe) == []


def test_several_games_are_listed(opened):
    games = [random_game("wormhole", 6, 0), random_game("xiangqi", 6, 0)]
    page = opened(games_page(games, LOOK, prints_of, "Two <games>"))
    assert page.locator("h1").text_content() == "Two <games>"
    page.locator("#games button").nth(1).click()
    page.keyboard.press("End")
    found = {place: href.replace("-1-", "-0-") for place, href in drawn(page)["pieces"].items()}
    assert found == expected(games[1].end().board())["pieces"]


@pytest.mark.parametrize("size", [(320, 640), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(opened, size, scheme):
    page = opened(
        games_page([random_game("wormhole-omega", 20, 5)], LOOK, prints_of), size, color_scheme=scheme
    )
    page.keyboard.press("End")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    smallest = page.evaluate("""() => Math.min(...[...document.querySelectorAll("p, button, span, h2")]
      .filter((each) => each.offsetParent && each.textContent.trim())
      .map((each) => parseFloat(getComputedStyle(each).fontSize)))""")
    assert smallest >= 12


@pytest.mark.parametrize(
    ("seed", "count"), [(0, 30), *(pytest.param(seed, 250, marks=pytest.mark.soak) for seed in range(40))]
)
def test_nothing_of_a_strange_game_is_run(opened, seed, count):
    dice = random.Random(seed)
    read = [*pgn.check(pgn.text_lines("".join(strange_pgn(dice) for _ in range(count))))]
    games = [game for game in read if isinstance(game, Game)]
    page = opened(games_page(games, LOOK, prints_of))
    assert len(games) > count / 2
    plain = opened(games_page([Game(game.start) for game in games], LOOK, prints_of))
    assert page.evaluate(OUTSIDE) == plain.evaluate(OUTSIDE)
    for number in range(len(games)):
        page.locator("#games button").nth(number).click()
        page.keyboard.press("End")
    assert page.evaluate(OUTSIDE)["run"] == []


OUTSIDE = """() => ({
  scripts: document.scripts.length,
  styles: document.styleSheets.length,
  run: [...document.querySelectorAll("*")].flatMap((each) => [...each.attributes])
    .filter((each) => each.name.startsWith("on") || /^\\s*javascript:/.test(each.value))
    .map((each) => each.name),
  strange: document.querySelectorAll("img, iframe, object, embed, form, base").length,
})"""
"""What a text could have brought into a page that ran."""


def test_it_is_printed_with_a_diagram_at_every_marked_moment(opened):
    game = random_game("wormhole", 20, 0)
    page = opened(games_page([game], LOOK, prints_of))
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    marked = [node for node in game.nodes() if node.nags]
    assert page.locator("#diagrams figure").count() == len(marked) + (not game.end().nags)
    assert page.locator("#diagrams figure svg").first.is_visible()
    assert not page.locator(".controls").is_visible()


def test_an_embedded_page_works_in_another_one(opened):
    game = random_game("wormhole", 4, 0)
    text = fragment(games_page([game], LOOK, prints_of), "A game")
    page = opened(f"<!doctype html><html lang=en><title>Host</title><main>{text}</main></html>")
    frame = page.frame_locator("iframe")
    frame.locator("#last").click()
    assert frame.locator("#next").is_disabled()
    puzzle = numbered_puzzle("wormhole", 3)
    text = fragment(puzzle_page([puzzle], LOOK, prints_of), "A puzzle")
    page = opened(f"<!doctype html><html lang=en><title>Host</title><main>{text}</main></html>")
    frame = page.frame_locator("iframe")
    frame.locator("#typed").fill(puzzle.moves[0])
    frame.locator("#typed").press("Enter")
    frame.locator("#answer.right").wait_for()


def rules_of(name):
    game = parse(name, "pegasus") if "\n" in name else variant(name)
    return game, page_html(rules_page(rules_content(game, LOOK.languages), LOOK, prints_of), LOOK)


RULES = mostly_exhaustive(["wormhole", "smess", "shogi", "random-wormhole", "janggi", COMPOSED], "shogi")


@pytest.mark.parametrize("name", RULES)
def test_the_examples_of_the_rules_are_played(opened, name):
    game, text = rules_of(name)
    page = opened(text)
    for section in rules_content(game, {"en": LOOK.languages["en"]}).sections:
        place = page.locator(f"#rule-{section.name}")
        assert place.locator("h2, h3").first.is_visible()
        if section.diagram is None or not section.diagram.steps:
            continue
        svg = place.locator("svg.board")
        assert svg.get_attribute("aria-label") == section.alt["en"]
        place.locator("figcaption button").nth(2).focus()
        for san in section.diagram.moves:
            page.keyboard.press("ArrowRight")
            assert svg.get_attribute("aria-label") == f"Board: {san}"
        last = section.diagram.steps[-1].after
        assert place.locator(".layer-pieces .piece").count() == len(last.piece_map())
        place.locator("figcaption .move").first.click()
        assert svg.get_attribute("aria-label") == f"Board: {section.diagram.moves[0]}"


HEIGHTS = "[...document.querySelectorAll('figure')].map((each) => each.getBoundingClientRect().height)"
UNDRAWN = ".layer-ground:empty"


def test_diagrams_out_of_view_are_drawn_later_at_the_same_size(opened):
    """No frame comes after the first paint, until a printer asks for all diagrams."""
    page = opened(rules_of("shogi")[1], before="window.requestAnimationFrame = () => 0")
    figures = page.locator("[data-diagram]")
    assert figures.first.locator(UNDRAWN).count() == 0
    assert figures.locator(UNDRAWN).count() > figures.count() / 2
    heights = page.evaluate(HEIGHTS)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(UNDRAWN).count() == 0
    assert page.evaluate(HEIGHTS) == heights


def test_all_diagrams_are_drawn_without_scrolling(opened):
    page = opened(rules_of("shogi")[1])
    page.locator("[data-diagram]").last.locator(".layer-ground .square").first.wait_for(state="attached")
    assert page.locator(UNDRAWN).count() == 0


def test_the_rules_change_their_language_and_their_file_is_saved(opened):
    game, text = rules_of("wormhole")
    page = opened(text)
    assert page.locator("#contents").text_content() == "Contents"
    page.select_option("#language", "de")
    assert page.locator("#rule-king h3").text_content().startswith("König")
    assert page.locator("h1").text_content() == page.title() == "Wurmlochschach"
    page.click("a[href='#rule-king']")
    assert page.evaluate("location.hash") == "#rule-king"
    with page.expect_download() as saved:
        page.click("a[download]")
    assert saved.value.suggested_filename == "wormhole-chess.toml"
    assert Path(saved.value.path()).read_text("utf-8") == game.definition


@pytest.mark.parametrize("size", [(320, 640), (1280, 800), (2560, 1440)])
def test_no_rules_are_wider_than_the_window(opened, size):
    page = opened(rules_of("janggi")[1], size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("theme", mostly_exhaustive(["", *(each.name for each in LOOK.themes)], "", "night"))
def test_axe_finds_no_violation_in_rules(opened, axe, theme):
    page = opened(rules_of("shogi")[1])
    page.select_option("#theme", theme)
    page.locator("figcaption button").nth(2).click()
    assert violations(page, axe) == []


@pytest.fixture(scope="module")
def axe(tmp_path_factory):
    """The text of axe-core, which npm installs."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    place = tmp_path_factory.mktemp("axe")
    words = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", place, AXE]
    if subprocess.run(words, capture_output=True, check=False, timeout=300).returncode:
        pytest.skip("npm cannot fetch axe-core")
    return Path(place, "node_modules", "axe-core", "axe.min.js").read_text("utf-8")


def violations(page, axe):
    """What axe-core finds on the page."""
    page.evaluate(f"() => {{ {axe} }}")
    found = page.evaluate("axe.run().then((found) => found.violations)")
    return [(each["id"], [node["failureSummary"] for node in each["nodes"]]) for each in found]


@pytest.mark.parametrize("theme", mostly_exhaustive(["", *(each.name for each in LOOK.themes)], "", "night"))
def test_axe_finds_no_violation(opened, axe, theme):
    games = [random_game("wormhole", 16, 4), random_game("crazyhouse", 30, 0)]
    page = opened(games_page(games, LOOK, prints_of))
    page.select_option("#theme", theme)
    page.keyboard.press("ArrowRight")
    page.click("#words summary")
    assert violations(page, axe) == []


def test_a_puzzle_asks_and_answers(opened):
    puzzle = numbered_puzzle("wormhole", 3)
    page = opened(puzzle_page([puzzle], LOOK, prints_of))
    board = puzzle.board()
    names = board.variant.geometry.names
    assert not page.locator("#moves").is_visible(), "the solution is not seen"
    wrong = next(move for move in board.legal_moves if move.text != puzzle.moves[0])
    for square in (wrong.from_square, wrong.to_square):
        page.locator("#board .layer-ground .square").nth(square).click(force=True)
    page.wait_for_selector("#answer.wrong")
    page.click("#again")
    assert drawn(page) == expected(board)
    solution = board.parse_uci(puzzle.moves[0])
    page.fill("#typed", names[solution.from_square] + names[solution.to_square])
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer.right")
    board.push(solution)
    assert drawn(page) == expected(board)
    assert page.locator("#moves").is_visible()


def test_the_steps_of_a_lesson_follow_each_other(opened, axe):
    page = opened(lesson_page(course.lesson("cheshire"), LOOK, prints_of), language="fr")
    count = page.locator("#games button").count()
    for number in range(count):
        assert page.evaluate("document.activeElement.id") in ("following", "") or number == 0
        page.click("#solution")
        page.wait_for_selector("#answer.right")
        if number < count - 1:
            page.click("#following")
    assert page.locator("#following").is_disabled()
    assert violations(page, axe) == []
