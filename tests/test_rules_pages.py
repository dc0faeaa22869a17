"""The rules in pages: each text is complete, each diagram plays legal moves, in every game."""

from __future__ import annotations

import gc

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole import Board, Move, menu, variant
from wormhole.gui.rules_pages.game_sentences import endings
from wormhole.gui.rules_pages.pages import pages_of
from wormhole.gui.rules_pages.piece_sentence import path_sentence, piece_sentence
from wormhole.gui.rules_pages.rules_dialog import RulesDialog
from wormhole.learn import rule_examples
from wormhole.learn.rule_examples import NULL, SEED
from wormhole.rules.betza import paths
from wormhole.rules.endings import NoMove
from wormhole.rules.game_file import composed, parse
from wormhole.rules.variant import LeftSquare

OWN = """
inherits = "chess"
title = "Chess of camels"
[pieces.N]
name = "Camel"
sprite = "knight"
moves = "fLbF"
"""

GAMES = {
    **{name: variant(name) for name in menu("family")},
    "composed": composed(variant("chess"), LeftSquare.FOLDS, NoMove.WIN),
    "own": parse(OWN, "own"),
}


@pytest.fixture(scope="module")
def pages():
    return {name: pages_of(game) for name, game in GAMES.items()}


@pytest.mark.parametrize("name", GAMES)
def test_every_diagram_plays_legal_moves(pages, name):
    for page in pages[name]:
        if page.demonstration is None:
            continue
        board = Board(GAMES[name], page.demonstration.fen, seed=SEED)
        for text in page.demonstration.moves:
            if text == NULL:
                board.check_null()
                board.push(Move.null())
            else:
                board.push(board.parse_uci(text))


@pytest.mark.parametrize("name", GAMES)
def test_each_piece_has_a_page_with_its_moves(pages, name):
    titles = {page.title: page for page in pages[name]}
    for letter, piece in GAMES[name].piece_types.items():
        page = titles[piece.name]
        assert page.paragraphs == (piece_sentence(GAMES[name], letter),)
        board = Board(GAMES[name], page.demonstration.fen, seed=SEED)
        moved = [text for text in page.demonstration.moves if text != NULL]
        assert len(moved) >= 4
        first = board.parse_uci(moved[0])
        assert board.piece_at(first.from_square).letter == letter


@pytest.mark.parametrize("name", GAMES)
def test_every_page_says_something_complete(pages, name):
    for page in pages[name]:
        assert page.title
        assert page.paragraphs
        for text in page.paragraphs:
            assert text.endswith((".", "!", ":"))
            assert "{" not in text
        assert not page.paragraphs[-1].endswith(":")


@pytest.mark.parametrize(
    ("name", "special"),
    [
        ("chess", {"Castling", "Promotion", "En passant"}),
        ("omega", {"Castling", "Promotion", "En passant"}),
        ("cheshire", {"Promotion", "En passant"}),
        ("wormhole", {"Promotion"}),
        ("smess", {"Promotion"}),
        ("random-wormhole", {"Wormholes and gates", "Castling", "Promotion", "En passant"}),
    ],
)
def test_special_rules_are_those_of_the_game(pages, name, special):
    pieces = {piece.name for piece in GAMES[name].piece_types.values()}
    assert {page.title for page in pages[name]} - pieces == special | {"The idea", "How it ends"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chess", "stalemate is a draw"),
        ("wormhole", "There are no draws"),
        ("composed", "has won"),
        ("smess", "Capture the enemy brain"),
        ("chess", "50 moves"),
    ],
)
def test_how_a_game_ends(pages, name, words):
    assert words in " ".join(pages[name][-1].paragraphs)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("breakthrough", "No piece is royal"),
        ("breakthrough", "reaches a square with its star: Pawn"),
        ("dobutsu", "cannot be captured there: Lion"),
        ("3check", "Giving check 3 times wins"),
        ("giveaway", "A side that has no piece left wins. A player who can capture must capture"),
        ("spartan", "Several pieces are royal: King"),
        ("racingkings", "No move may give check"),
        ("atomic", "if the enemy king explodes"),
        ("janggi", "Two passes in a row are a draw"),
        (
            "janggi",
            "Points: Guard 3, Elephant 3, Horse 5, Chariot 13, Cannon 7, Soldier 2. Black has 1.5 points",
        ),
        ("makruk", "2 \N{MULTIPLICATION SIGN} Rook: 8; 1 \N{MULTIPLICATION SIGN} Rook: 16;"),
        ("cambodian", "no more than 3 pieces, 63 more moves"),
        ("torishogi", "lets a position occur 4 times loses. There are no draws."),
        ("minishogi", "White loses"),
        ("shatranj", "if the other side has 2 or more. If it has just 2, the weaker side may first"),
    ],
)
def test_how_games_with_other_goals_end(name, words):
    assert words in " ".join(endings(variant(name)))


@pytest.mark.parametrize(
    ("name", "letter", "sentence"),
    [
        ("shogi", "G", "1 step straight or diagonally forward."),
        ("shogi", "P", "1 step forward. It may not stand on the last rank."),
        ("xiangqi", "A", "1 step diagonally. It stays in its palace."),
        ("xiangqi", "P", "1 step forward. Also, on a6-i10 (Black: a1-i5): 1 step aside."),
        (
            "horde",
            "P",
            "1 step forward, but not to capture. Only to capture: 1 step diagonally forward. "
            "Also, on a1-h2 (Black: a7-h7): 2 steps forward, but not to capture.",
        ),
        (
            "supply",
            "A",
            "1 step diagonally. It may stand only on d1, f1, e2, d3, f3 (Black: d8, f8, e9, d10, f10).",
        ),
        (
            "janggi",
            "P",
            "1 step forward or aside. Also, along the lines on the board: 1 step diagonally forward.",
        ),
    ],
)
def test_a_piece_keeps_to_its_zone_and_lines(name, letter, sentence):
    assert piece_sentence(variant(name), letter).replace("\N{EN DASH}", "-") == sentence


def test_a_piece_that_moves_along_the_lines_of_the_board():
    words = "1 step forward or aside. Also, along the lines on the board: 1 step diagonally forward."
    assert piece_sentence(variant("janggi"), "P") == words


@pytest.mark.parametrize(
    ("name", "title", "words"),
    [
        ("chess", "Promotion", "Promotion squares: a8-h8 (Black: a1-h1)."),
        ("shogi", "Promotion", "Promotion squares: a7-i9 (Black: a1-i3)."),
        ("legan", "Promotion", "Promotion squares: a5-a8, b8-d8 (Black: e1-h1, h2-h4)."),
        ("kyotoshogi", "Promotion", "with every move:"),
        ("crazyhouse", "Pieces in hand", "To be dropped only on a2-h7: Pawn."),
        ("sittuyin", "Pieces in hand", "To be dropped only on a1-h1 (Black: a8-h8): Rook."),
        ("torishogi", "Pieces in hand", "on a file where the side has two others: Swallow."),
    ],
)
def test_squares_are_named(name, title, words):
    page = next(page for page in pages_of(variant(name)) if page.title == title)
    assert words in " ".join(page.paragraphs).replace("\N{EN DASH}", "-")


@pytest.mark.parametrize("name", ["joust", "dobutsu", "atomic", "seirawan"])
def test_pages_of_any_game_can_be_made(name):
    titles = [page.title for page in pages_of(variant(name))]
    assert titles[0] == "The idea"
    assert titles[-1] == "How it ends"


@pytest.mark.parametrize("name", menu("family"))
def test_the_win_that_is_shown_is_one(pages, name):
    shown = pages[name][-1].demonstration
    board = Board(name, shown.fen)
    board.push_uci(shown.moves[0])
    assert board.outcome().winner is True


@pytest.mark.parametrize(
    ("letters", "sentence"),
    [
        ("K", "1 step in any direction."),
        ("WDFA", "1 to 2 steps in any direction. Pieces between do not matter."),
        (
            "FC",
            "1 step diagonally; or 2 steps straight, then 1 diagonally outward. "
            "Pieces between do not matter.",
        ),
        ("WW", "Any number of steps straight, until a piece is in the way."),
        ("W3", "1 to 3 steps straight."),
        ("nN", "1 step straight, then 1 diagonally outward. A piece on the way blocks it."),
        ("fhL", "2 steps straight, then 1 diagonally outward, forward only. Pieces between do not matter."),
        (
            "fnL",
            "2 steps straight, then 1 diagonally outward, straight forward at first. "
            "A piece on the way blocks it.",
        ),
        (
            "snN",
            "1 step straight, then 1 diagonally outward, in some directions. A piece on the way blocks it.",
        ),
        ("fWflF", "1 step forward or diagonally forward to the left."),
        ("fWrWflF", "1 step forward, to the right or diagonally forward to the left."),
        ("mWcF", "1 step straight, but not to capture. Only to capture: 1 step diagonally."),
        (
            "KifD",
            "1 step in any direction. Also, from its start square: 2 steps forward. "
            "Pieces between do not matter.",
        ),
        ("fbW", "1 step forward or back."),
        ("R2", "1 to 2 steps straight."),
        (
            "mRcpR",
            "Any number of steps straight, until a piece is in the way, but not to capture. "
            "Only to capture: any number of steps straight, over one piece and on, as far as the next.",
        ),
        ("gQ", "Any number of steps in any direction, to the square just behind the first piece."),
        ("NN", "1 step straight, then 1 diagonally outward, again and again until a piece is in the way."),
        ("D0", "2 steps straight, again and again until a piece is in the way."),
        ("jfA", "2 steps diagonally forward, only over a piece."),
    ],
)
def test_a_sentence_is_made_for_any_piece(letters, sentence):
    assert path_sentence(paths(letters)) == sentence


def wait_for_pages(hand):
    hand.until(lambda: hand.app.dialog.is_ready)


@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600)))
def test_f1_shows_the_rules_and_keys_turn_the_pages(tmp_path, size):
    with Hand(tmp_path, size, start_game=True, black="person") as hand:
        hand.key(pygame.K_F1)
        assert isinstance(hand.app.dialog, RulesDialog)
        wait_for_pages(hand)
        shown = []
        for _ in hand.app.dialog.pages:
            shown.append(hand.app.dialog.page.title)
            hand.key(pygame.K_DOWN)
        assert shown == [page.title for page in hand.app.dialog.pages]
        hand.key(pygame.K_HOME)
        assert hand.app.dialog.page.title == "The idea"
        hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None


def test_only_the_diagram_moves_and_begins_again(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        hand.key(pygame.K_F1)
        wait_for_pages(hand)
        hand.key(pygame.K_DOWN)
        state = hand.app.dialog.board.state
        first = state.scene.pieces
        seen = set()
        for _ in range(400):
            hand.step(0.05)
            seen.add(frozenset(state.scene.pieces.items()))
        assert len(seen) >= 5
        assert frozenset(first.items()) in seen


def test_a_window_that_changes_keeps_the_page(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        hand.key(pygame.K_F1)
        wait_for_pages(hand)
        hand.key(pygame.K_DOWN)
        title = hand.app.dialog.page.title
        hand.post(pygame.WINDOWSIZECHANGED, x=1280, y=800)
        hand.step()
        wait_for_pages(hand)
        assert hand.app.dialog.page.title == title


@pytest.mark.parametrize(
    ("quiet_moves", "sentence"),
    [
        (
            1,
            "Consecutive moves of both sides without a capture or a pawn's move that make a draw: 1.",
        ),
        (
            2,
            "Consecutive moves of both sides without a capture or a pawn's move that make a draw: 2.",
        ),
        (
            7,
            "Consecutive moves of both sides without a capture or a pawn's move that make a draw: 7.",
        ),
        (8, "4 moves of each side without a capture or a pawn's move are a draw."),
    ],
)
def test_the_number_of_quiet_moves_is_said_as_it_is(quiet_moves, sentence):
    game = parse(f'inherits = "chess"\ntitle = "Heir"\n[endings]\nquiet_moves = {quiet_moves}\n', "heir")
    assert sentence in pages_of(game)[-1].paragraphs


def test_no_boards_are_kept_after_the_examples_are_found():
    """A board takes some 160 KB, and a demonstration shows the pages of many games."""

    def boards():
        gc.collect()
        return sum(isinstance(each, Board) for each in gc.get_objects())

    rule_examples.of_move(variant("crazyhouse"), lambda board, move: False)
    assert boards() < rule_examples.GAMES * rule_examples.GAME_PLIES / 2
