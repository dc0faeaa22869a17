"""A pasted text finds its game: positions and moves of ten games; the question before another one."""

from __future__ import annotations

import pytest

from tests.support.hand import Hand
from wormhole import FenError, variant
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.game_of_text import found_position, game_of_moves

CHESS_FEN = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6"
CRAZYHOUSE_FEN = "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"
THREE_CHECKS_FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3+3 0 2"
RACING_FEN = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
JANGGI_FEN = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"

POSITIONS = [
    (CHESS_FEN, "chess"),
    (CRAZYHOUSE_FEN, "crazyhouse"),
    (THREE_CHECKS_FEN, "3check"),
    (RACING_FEN, "racingkings"),
    (JANGGI_FEN, "janggi"),
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "xiangqi"),
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 2", "shogi"),
    ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "makruk"),
    ("rnbqkbnr/pppp1ppp/8/1PP1pPP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 2", "horde"),
    ("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "capablanca"),
    ("gle/1c1/1C1/ELG[-] w 0 1", "dobutsu"),
    ("cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC w - - 0 1", "wormhole"),
]


@pytest.mark.parametrize(("fen", "game"), POSITIONS)
@pytest.mark.parametrize("own", ["wormhole-omega", "grand"])
def test_a_position_that_the_game_shown_cannot_hold_finds_its_game(own, fen, game):
    found = found_position(fen, variant(own))
    assert (found.board.variant.name, found.is_other, found.own) == (game, True, None)
    assert not found.corrections


@pytest.mark.parametrize(("fen", "game"), POSITIONS)
def test_a_position_of_the_game_shown_is_one_of_it(fen, game):
    found = found_position(fen, variant(game))
    assert (found.board.variant.name, found.is_other) == (game, False)


@pytest.mark.parametrize(
    ("own", "fen", "game"),
    [
        ("chess", THREE_CHECKS_FEN, "3check"),
        ("chess", RACING_FEN, "racingkings"),
        ("xiangqi", JANGGI_FEN, "janggi"),
        ("wormhole-fide", CHESS_FEN, "chess"),
    ],
)
def test_a_position_that_plainly_belongs_to_another_game(own, fen, game):
    """It is the start of that game, or the game shown could hold it only with corrections."""
    found = found_position(fen, variant(own))
    assert (found.board.variant.name, found.is_other) == (game, True)
    assert found.own is not None
    assert found.own.board.variant.name == own


@pytest.mark.parametrize("own", ["crazyhouse", "atomic", "kingofthehill"])
@pytest.mark.parametrize("fen", [CHESS_FEN, "6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq - 0 0"])
def test_what_several_games_can_hold_is_of_the_game_shown(own, fen):
    found = found_position(fen, variant(own))
    assert (found.board.variant.name, found.is_other) == (own, False)


def test_what_no_game_can_hold_is_refused_as_by_the_game_shown():
    with pytest.raises(FenError, match="the board of Chess is 8 by 8"):
        found_position("xxx/yyy w", variant("chess"))


@pytest.mark.parametrize(
    ("own", "text", "game"),
    [
        ("chess", "e4 e5 Nf3", "chess"),
        ("wormhole", "1. e4 e5 2. Nf3", "wormhole"),
        ("wormhole", '[Event "a"]\n\n1. e4 e5 2. Nf3 *', "chess"),
        ("chess", '[Event "a"]\n\n1. e4 d5 2. exd5 Qxd5 3. N@e4 *', "chess"),
        ("chess", "1. e4 d5 2. exd5 Qxd5 3. P@e4", "crazyhouse"),
        ("chess", '[Event "a"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *', "crazyhouse"),
        ("chess", f'[FEN "{POSITIONS[5][0]}"]\n\n1. h3e3 *', "xiangqi"),
        ("xiangqi", "e4 e5 Nf3 Nc6", "chess"),
        ("grand", "1. e4 e5 2. Qh5 Nc6 3. Bc4", "chess"),
        ("chess", "h3e3 h10g8 h1g3", "xiangqi"),
        ("chess", "1. d4 Zz9", "chess"),
    ],
)
def test_moves_find_the_game_that_has_them(own, text, game):
    assert game_of_moves(text, variant(own)).name == game


def game_of(hand):
    return hand.match.cursor.board.variant.name


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (CRAZYHOUSE_FEN, "This is a position of Crazyhouse. Open it as Crazyhouse?"),
        ("1. e4 d5 2. exd5 Qxd5 3. P@e4", "These are moves of Crazyhouse. Open them as Crazyhouse?"),
    ],
)
def test_another_game_is_opened_after_a_question_and_the_running_one_is_kept(tmp_path, text, question):
    with Hand(tmp_path, start_game=True, variant="chess", black="person") as hand:
        hand.move("d2d4")
        hand.screen.opener.open_text(text)
        hand.until(lambda: isinstance(hand.app.dialog, QuestionDialog))
        assert hand.app.dialog.text == question
        hand.press("Cancel")
        hand.settle()
        assert (game_of(hand), "1. d4" in str(hand.match.game)) == ("chess", True)
        hand.screen.opener.open_text(text)
        hand.until(lambda: isinstance(hand.app.dialog, QuestionDialog))
        hand.press("Open")
        hand.until(lambda: hand.app.dialog is None and game_of(hand) == "crazyhouse")
    with GameDatabase(tmp_path / "games.sqlite3") as database:
        assert "chess" in [row.variant for row in database.rows(database.find())]


def test_the_game_shown_can_be_chosen_where_it_can_hold_the_position(tmp_path):
    with Hand(tmp_path, start_game=True, variant="chess", black="person") as hand:
        hand.screen.opener.open_text(RACING_FEN)
        hand.until(lambda: isinstance(hand.app.dialog, QuestionDialog))
        assert hand.texts == ["Yes", "No", "Cancel"]
        hand.press("No")
        hand.settle()
        assert game_of(hand) == "chess"
        assert hand.match.cursor.board.fen() == RACING_FEN
