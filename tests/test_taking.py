"""Pasting and dropping on the window: positions, games, moves, definitions of games, several files."""

from __future__ import annotations

import os
import re
import threading

import pygame
import pytest

from tests.support.hand import Hand
from wormhole import BLACK, WHITE, Board
from wormhole.base import text_files
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import WaitingDialog
from wormhole.gui.game.card_words import player_names
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.library.importing import ImportSummary
from wormhole.gui.library.library_screen import LibraryScreen
from wormhole.gui.look.table import LazyRows
from wormhole.gui.pictures.page_looks import page_look, prints_of
from wormhole.gui.screens import pgn_files
from wormhole.gui.screens.pgn_files import GamesDialog
from wormhole.gui.window import destination
from wormhole.gui.window.library import Library
from wormhole.learn import course, lesson
from wormhole.library import pgn
from wormhole.library.database.connections import LibraryError
from wormhole.library.pgn import read
from wormhole.library.study import Chapter, Study
from wormhole.pages.game_page import games_page, lesson_page, study_page
from wormhole.pages.html import data_element
from wormhole.pages.page_source import SOURCE_ID, PageSource
from wormhole.rules.game_file import parse

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
PGN = '[Event "Test"]\n[Variant "chess"]\n\n1. e4 e5 2. Nf3 *\n'
DEFINITION = 'inherits = "wormhole"\ntitle = "Wormholes with two queens"\n'


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, variant="chess", start_game=True, black="person") as hand:
        yield hand


@pytest.fixture
def home(tmp_path):
    with Hand(tmp_path, variant="chess") as hand:
        yield hand


def settle(hand):
    hand.step()
    hand.until(lambda: not (isinstance(hand.app.dialog, WaitingDialog) or hand.is_keeping))
    hand.wait(0.3)


def paste(hand, text):
    pygame.scrap.put_text(text)
    hand.key(pygame.K_v, "\x16", pygame.KMOD_LCTRL)
    settle(hand)


def drop(hand, *files, text=None):
    hand.post(pygame.DROPBEGIN)
    for file in files:
        hand.post(pygame.DROPFILE, file=str(file))
    if text is not None:
        hand.post(pygame.DROPTEXT, text=text)
    hand.post(pygame.DROPCOMPLETE)
    settle(hand)


def until(hand, kind):
    """Wait for a dialog of this kind."""
    hand.until(lambda: isinstance(hand.app.dialog, kind))


def written(tmp_path, name, text):
    (tmp_path / name).write_text(text, "utf-8")
    return tmp_path / name


@pytest.mark.parametrize("give", [paste, lambda hand, text: drop(hand, text=text)])
@pytest.mark.parametrize("where", ["hand", "home"])
def test_a_text_is_taken_for_what_it_is(request, where, give):
    hand = request.getfixturevalue(where)
    give(hand, FEN)
    assert isinstance(hand.app.screen, GameScreen)
    assert hand.app.screen.match.cursor.board.fen().startswith("4k3/8/8/8/8/8/4P3/4K3 w")
    give(hand, PGN)
    assert hand.app.screen.match.cursor.board.ply() == 3
    give(hand, DEFINITION)
    assert isinstance(hand.app.dialog, NewGameDialog)
    hand.press("Start")
    assert hand.app.screen.title == "Wormholes with two queens"


@pytest.mark.parametrize("text", ["e2e4 e7e5 g1f3", "e4 e5 Nf3", "1 e4 e5 2 Nf3"])
def test_a_list_of_moves_is_a_game(hand, text):
    paste(hand, text)
    assert "1. e4 e5 2. Nf3" in str(hand.app.screen.match.game)


def test_what_is_corrected_in_a_position_is_said(hand):
    paste(hand, "6k1/5ppp/8/8/8/8/5PPP/6K1 w KQkq - 0 0")
    assert isinstance(hand.app.dialog, MessageDialog)
    assert hand.app.dialog.heading == "The position was corrected"
    assert "'K'" in hand.app.dialog.text
    assert "move number" in hand.app.dialog.text
    hand.key(pygame.K_RETURN, "\r")
    assert hand.app.screen.match.cursor.board.fen() == "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"


@pytest.mark.parametrize("way", ["file", "text", "one of several", "up to an error"])
def test_what_is_read_leniently_in_a_game_is_said(home, tmp_path, way):
    text = '[White "Ada"]\n[Black Bob]\n\n1. e4 e5 2. Nf3=+ Nc6 3. Bb5 a6 4. Ba4~ Nf6) 5. o-o Be7 1:0\n'
    if way == "text":
        paste(home, text)
    elif way == "one of several":
        drop(home, written(tmp_path, "odd.pgn", f"1. e4 *\n\n{text}"))
        until(home, GamesDialog)
        home.press("Open")
    elif way == "up to an error":
        drop(home, written(tmp_path, "odd.pgn", text.replace("Be7", "Be9")))
        until(home, QuestionDialog)
        home.press("Open up to the error")
    else:
        drop(home, written(tmp_path, "odd.pgn", text))
    settle(home)
    assert home.app.screen.match.game.headers["Black"] == "Bob"
    assert home.app.screen.match.cursor.board.ply() == (9 if way == "up to an error" else 10)
    (notice,) = home.app.stage.notices.latest
    line = 4 if way == "one of several" else 2
    assert notice.text.startswith(
        f"Line {line}: '[Black Bob]' is read as the header 'Black'. Line {line + 2}: "
    )
    assert notice.text.endswith("2 other things were read leniently.")


def test_an_address_is_taken_for_what_it_holds(hand):
    paste(hand, "https://lichess.org/analysis/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1")
    assert hand.app.screen.match.cursor.board.fen() == FEN
    paste(hand, "https://lichess.org/abcdefgh")
    assert "Addresses are not opened" in hand.app.dialog.text


def test_a_position_from_another_array_is_one_of_chess960(hand):
    paste(hand, "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1")
    assert hand.app.screen.match.cursor.board.variant.title == "Chess960"


@pytest.mark.parametrize("lines", [1, 2])
def test_an_epd_file_is_opened(home, tmp_path, lines):
    path = tmp_path / "a.epd"
    path.write_text('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "1. e4";\n' * lines, "utf-8-sig")
    drop(home, path)
    if lines > 1:
        assert isinstance(home.app.dialog, GamesDialog)
        home.key(pygame.K_RETURN, "\r")
        settle(home)
    assert home.app.screen.match.cursor.board.fen() == FEN


def test_a_pgn_of_an_own_game_is_opened(tmp_path):
    """The game is neither of the catalogue nor the one that is shown, but in the list of the user's games."""
    own = written(tmp_path, "queens.toml", DEFINITION)
    game = written(tmp_path, "game.pgn", '[Variant "queens"]\n\n1. e4 *\n')
    with Hand(tmp_path) as hand:
        drop(hand, own)
        hand.key(pygame.K_ESCAPE)
        hand.wait(1.0)
    with Hand(tmp_path, files=(game,)) as hand:
        settle(hand)
        assert hand.app.screen.match.cursor.board.variant.title == "Wormholes with two queens"
        assert hand.app.screen.match.cursor.board.ply() == 1


def test_a_move_that_is_pasted_is_played(hand):
    paste(hand, " Nf3\n")
    hand.wait(1.0)
    paste(hand, "e7e5")
    hand.wait(1.0)
    assert "1. Nf3 e5" in str(hand.app.screen.match.game)


@pytest.mark.parametrize("text", ["", "hello", "Nf9", "x = 1\n", "8/8 w"])
def test_what_cannot_be_taken_is_said(hand, text):
    paste(hand, text)
    assert isinstance(hand.app.dialog, MessageDialog)
    hand.key(pygame.K_RETURN, "\r")
    assert hand.app.screen.match.cursor.board.ply() == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.pgn", PGN), ("a", PGN), ("a.fen", FEN), ("a.txt", FEN), ("a.txt", PGN), ("A.FEN", FEN)],
)
def test_a_file_that_is_dropped_is_opened(home, tmp_path, name, text):
    drop(home, written(tmp_path, name, text))
    assert isinstance(home.app.screen, GameScreen)


def test_files_named_on_the_command_line_are_opened(tmp_path):
    game = written(tmp_path, "game.pgn", PGN)
    with Hand(tmp_path, files=(game,)) as hand:
        settle(hand)
        assert isinstance(hand.app.screen, GameScreen)
    queens = written(tmp_path, "queens.wormhole.toml", DEFINITION)
    with Hand(tmp_path, files=(queens,)) as hand:
        settle(hand)
        assert isinstance(hand.app.dialog, NewGameDialog)
    with Hand(tmp_path, files=(game, game)) as hand:
        settle(hand)
        assert isinstance(hand.app.dialog, QuestionDialog)


def test_a_definition_that_is_dropped_is_offered(home, tmp_path):
    drop(home, written(tmp_path, "queens.toml", DEFINITION))
    assert isinstance(home.app.dialog, NewGameDialog)


OWN = 'inherits = "wormhole-fide"\ntitle = "Pegasus"\n\n[pieces.N]\nname = "Pegasus"\nmoves = "NC"\n'
ANNOTATED = """[Event "x"]
[White "Ada"]
[Variant "pegasus"]

{ before } 1. e4 $1 { [%csl Ge4] a } d5 ( 1... c5 $6 { [%eval 0.50] last } ) 2. d4 *
"""


def page_of(text, *own):
    return games_page(list(read(text, own)), page_look(), prints_of)


def test_a_page_that_is_dropped_opens_its_game(home, tmp_path):
    own = parse(OWN, "pegasus")
    drop(home, written(tmp_path, "game.html", page_of(ANNOTATED, own)))
    game = home.app.screen.match.game
    assert game.start.variant == own
    (wanted,) = read(ANNOTATED, [own])
    assert game.movetext() == wanted.movetext()


def test_a_page_named_on_the_command_line_asks_which_of_its_games(tmp_path):
    page = written(tmp_path, "game.htm", page_of(PGN + "\n" + PGN))
    with Hand(tmp_path, files=(page,)) as hand:
        settle(hand)
        assert isinstance(hand.app.dialog, GamesDialog)


def test_a_page_with_a_definition_offers_the_game(home, tmp_path):
    source = data_element(SOURCE_ID, PageSource(definitions={"pegasus": OWN}).written())
    page = SOURCE.sub(lambda _: source, page_of(PGN))
    drop(home, written(tmp_path, "rules.html", page))
    assert isinstance(home.app.dialog, NewGameDialog)


LESSON = course.text_of("checks")
OWN_LESSON = LESSON.replace('title = "Check through holes"', 'title = "My checks"')


def page_with_lesson(text):
    return lesson_page(lesson.parse(text, "mine"), page_look(), prints_of)


@pytest.mark.parametrize("way", ["page", "file", "text"])
def test_a_lesson_is_done_step_by_step(home, tmp_path, way):
    if way == "text":
        paste(home, OWN_LESSON)
    elif way == "file":
        drop(home, written(tmp_path, "mine.toml", OWN_LESSON))
    else:
        drop(home, written(tmp_path, "mine.html", page_with_lesson(OWN_LESSON)))
    assert isinstance(home.app.screen, ExerciseScreen)
    exercise = home.app.screen.exercise
    assert exercise.shown.title == "My checks"
    for number in range(len(exercise.lesson.steps)):
        assert exercise.number == number
        while (move := exercise.attempt.solution()) is not None:
            exercise.answer(move)
            home.wait(1)
        home.key(pygame.K_SPACE, " ")
    home.step()
    assert not isinstance(home.app.screen, ExerciseScreen), "the last button leads back"


def test_a_lesson_of_the_course_is_found_in_the_course(home, tmp_path):
    drop(home, written(tmp_path, "checks.html", page_with_lesson(LESSON)))
    assert isinstance(home.app.screen, CourseScreen)
    assert home.app.screen.chosen.slug == "checks"


def test_a_page_with_an_endless_lesson_is_refused(home, tmp_path):
    source = data_element(SOURCE_ID, PageSource(lesson=OWN_LESSON + "#" * 1_000_000).written())
    drop(home, written(tmp_path, "mine.html", SOURCE.sub(lambda _: source, page_of(PGN))))
    assert isinstance(home.app.dialog, MessageDialog)
    assert "This page is damaged" in home.app.dialog.text


@pytest.mark.parametrize("name", ["mine.toml", "mine.html"])
def test_a_bad_lesson_is_refused(home, tmp_path, name):
    bad = '[[step]]\nfen = "8/8 w"\n'
    if name.endswith(".html"):
        source = data_element(SOURCE_ID, PageSource(games=PGN, lesson=bad).written())
        bad = SOURCE.sub(lambda _: source, page_of(PGN))
    drop(home, written(tmp_path, name, bad))
    assert isinstance(home.app.dialog, MessageDialog)
    assert "step[1].text: is missing" in home.app.dialog.text


def test_the_page_of_a_study_opens_as_a_study(home, tmp_path):
    chapters = (Chapter("One", *read(PGN)), Chapter("Two", *read(PGN), is_exercise=True))
    study = Study("Routes", chapters)
    drop(home, written(tmp_path, "study.html", study_page(study, page_look(), prints_of)))
    assert isinstance(home.app.screen, LibraryScreen)
    (file,) = home.app.stage.library.studies.listed()
    assert str(file.study) == str(study)


SOURCE = re.compile(f'<script type="application/json" id="{SOURCE_ID}">[^<]*</script>')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<!doctype html><script>alert(1)</script>", "This page holds no game, position or definition"),
        (f'<script type="application/json" id="{SOURCE_ID}">{{</script>', "This page is damaged"),
        (
            f'<script type="application/json" id="{SOURCE_ID}">{{"format":1}}</script>',
            "This page holds no game",
        ),
        (
            f'<script type="application/json" id="{SOURCE_ID}">'
            '{"format":1,"definitions":{"x":"pieces = 3"}}</script>',
            "pieces",
        ),
        (
            f'<script type="application/json" id="{SOURCE_ID}">{{"format":1,"games":"1. e9 *"}}</script>',
            "e9",
        ),
    ],
)
def test_another_page_is_refused(home, tmp_path, text, said):
    drop(home, written(tmp_path, "a.html", text))
    assert isinstance(home.app.dialog, MessageDialog)
    assert said in home.app.dialog.text
    drop(home, written(tmp_path, "b.html", "x"), written(tmp_path, "c.pgn", PGN))
    assert isinstance(home.app.dialog, MessageDialog)


def test_a_bad_file_is_told(home, tmp_path):
    drop(home, written(tmp_path, "queens.toml", "pieces = 3"))
    assert isinstance(home.app.dialog, MessageDialog)
    home.key(pygame.K_RETURN, "\r")
    drop(home, tmp_path / "missing.fen")
    assert isinstance(home.app.dialog, MessageDialog)


def test_the_players_of_a_dropped_game_are_named(home, tmp_path):
    named = PGN.replace("[Var", '[White "Ada Lovelace"]\n[Black "Charles Babbage"]\n[Var')
    drop(home, written(tmp_path, "a.pgn", named))
    assert names(home) == ["Ada Lovelace", "Charles Babbage"]
    drop(home, written(tmp_path, "b.pgn", PGN))  # no player is named, and none is left over
    assert names(home) == ["White", "Black"]
    paste(home, named)
    assert names(home) == ["Ada Lovelace", "Charles Babbage"]
    drop(home, written(tmp_path, "two.pgn", f"{named}\n{named}"))
    home.key(pygame.K_RETURN, "\r")
    settle(home)
    assert names(home) == ["Ada Lovelace", "Charles Babbage"]
    drop(home, written(tmp_path, "bad.pgn", named.replace("Nf3", "Nf9")))
    home.press("Open up to the error")
    assert names(home) == ["Ada Lovelace", "Charles Babbage"]


def names(hand):
    match = hand.app.screen.match
    return [player_names(match, color)[0] for color in (WHITE, BLACK)]


def in_library(hand):
    """The players and the moves of the games that the library lists."""
    hand.app.stage.library.wait_until_kept()
    with hand.app.stage.library.open() as library:
        return [(row.white, row.kind, row.plies) for row in library.rows(library.find())]


@pytest.mark.parametrize("way", ["drop", "paste", "file", "dialog", "several"])
def test_a_game_that_is_opened_is_in_the_library_once(tmp_path, way):
    ada = PGN.replace("[Var", '[White "Ada"]\n[Var')
    path = written(tmp_path, "a.pgn", ada)
    several = written(tmp_path, "b.pgn", f"{PGN}\n{ada}")
    with Hand(tmp_path, variant="chess", files=(path,) if way == "file" else ()) as hand:
        settle(hand)
        for _ in range(3):
            if way == "paste":
                paste(hand, ada)
            elif way == "several":
                drop(hand, several)
                hand.key(pygame.K_RETURN, "\r")
            elif way == "dialog":
                hand.key(pygame.K_o, "\x0f", pygame.KMOD_LCTRL)
                hand.type(str(path))
                hand.key(pygame.K_RETURN, "\r")
            else:
                drop(hand, path)
            settle(hand)
            assert in_library(hand) == [("Ada", "imported", 3)]
            hand.key(pygame.K_LEFT)
            hand.key(pygame.K_ESCAPE)
            settle(hand)
            assert in_library(hand) == [("Ada", "imported", 3)]


def test_a_game_of_the_command_line_is_in_the_library(tmp_path):
    game = next(read(PGN))
    with Hand(tmp_path, start_game=True, black="person", game=game, headers=game.headers) as hand:
        settle(hand)
        assert in_library(hand) == [("?", "imported", 3)]


def test_a_game_that_is_played_on_is_kept_as_played(home, tmp_path):
    drop(home, written(tmp_path, "a.pgn", PGN))
    paste(home, "Nc6")
    home.wait(1.0)
    settle(home)
    assert in_library(home) == [("?", "people", 4)]
    drop(home, written(tmp_path, "a.pgn", PGN))
    assert sorted(in_library(home)) == [("?", "imported", 3), ("?", "people", 4)]


def test_a_position_without_moves_is_not_kept(home):
    paste(home, FEN)
    assert in_library(home) == []


@pytest.mark.parametrize("name", ["a.txt", "a.fen", "a.epd", "a.toml", "a.pgn"])
def test_files_are_read_beside_the_window(home, tmp_path, monkeypatch, name):
    """However slow the disk is, the window goes on, and Esc gives up."""
    may_read, open_regular = threading.Event(), text_files.open_regular

    def open_late(path):
        if threading.current_thread() is threading.main_thread():
            raise AssertionError("read in the window's thread")
        may_read.wait(30)
        return open_regular(path)

    monkeypatch.setattr(text_files, "open_regular", open_late)
    monkeypatch.setattr(pgn, "open_regular", open_late)
    written(tmp_path, name, DEFINITION if name.endswith("toml") else PGN)
    hand_over(home, tmp_path / name)
    assert isinstance(home.app.dialog, WaitingDialog)
    home.wait(0.5)
    home.key(pygame.K_ESCAPE)
    assert home.app.dialog is None
    may_read.set()
    home.wait(0.3)
    assert home.app.dialog is None
    hand_over(home, tmp_path / name)
    settle(home)
    assert isinstance(home.app.dialog, NewGameDialog) or isinstance(home.app.screen, GameScreen)


def hand_over(hand, path):
    """Drop a file and do not wait for what comes of it."""
    hand.post(pygame.DROPBEGIN)
    hand.post(pygame.DROPFILE, file=str(path))
    hand.post(pygame.DROPCOMPLETE)
    hand.step()


@pytest.mark.parametrize("suffix", [".txt", ".fen", ".epd", ".toml", ".pgn"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "gone", "huge", "binary"])
def test_what_is_no_file_of_ours_is_refused(home, tmp_path, kind, suffix):
    path = tmp_path / f"odd{suffix}"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("this system has no named pipes")
        os.mkfifo(path)
    elif kind == "huge":
        with path.open("wb") as file:
            file.truncate(1 << 31)
    elif kind == "binary":
        path.write_bytes(bytes(range(256)) * 100)
    drop(home, path)
    assert isinstance(home.app.dialog, MessageDialog)


def test_a_long_way_to_a_move_is_gone_beside_the_window(home, tmp_path, monkeypatch):
    """A variation may have 10,000 moves, and a click on the last one plays them."""
    moves = " ".join(["Nf3", "Nf6", "Ng1", "Ng8"] * 200)
    drop(home, written(tmp_path, "a.pgn", f"1. e4 ({moves}) *"))
    push, pushed = Board.push, []

    def counted(*given):
        pushed.append(threading.current_thread())
        push(*given)

    monkeypatch.setattr(Board, "push", counted)
    match = home.app.screen.match
    home.app.screen.game.go(match.game.variations[1].end(), home.app.screen.game.now_seconds)
    settle(home)
    assert match.cursor.board.ply() == 800
    assert len(pushed) == 800
    assert threading.main_thread() not in pushed


def test_of_very_many_games_none_is_chosen(home, tmp_path, monkeypatch):
    monkeypatch.setattr(pgn_files, "MOST_LISTED", 2)
    drop(home, written(tmp_path, "a.pgn", f"{PGN}\n" * 3))
    assert isinstance(home.app.dialog, MessageDialog)


def test_only_the_games_in_sight_are_written(home, tmp_path, monkeypatch):
    row, made = LazyRows.__getitem__, []
    monkeypatch.setattr(LazyRows, "__getitem__", lambda rows, index: made.append(index) or row(rows, index))
    drop(home, written(tmp_path, "a.pgn", "1. e4 *\n\n" * 5000))
    assert isinstance(home.app.dialog, GamesDialog)
    assert 4999 in made
    assert len(set(made)) < 100


def test_of_several_games_one_is_chosen(home, tmp_path):
    drop(home, written(tmp_path, "a.pgn", PGN + "\n" + PGN))
    assert isinstance(home.app.dialog, GamesDialog)


def test_several_files_are_read_into_the_library(home, tmp_path):
    files = [written(tmp_path, f"{n}.pgn", PGN.replace("Test", f"T{n}")) for n in range(3)]
    drop(home, *files)
    assert isinstance(home.app.dialog, QuestionDialog)
    home.press("Import")
    until(home, ImportSummary)
    assert isinstance(home.app.screen, LibraryScreen)


def test_games_pasted_in_the_library_are_added(home):
    home.app.stage.rooms.open(destination.Library())
    paste(home, PGN)
    until(home, ImportSummary)


def test_games_pasted_while_the_library_opens_are_added_then(home, monkeypatch, tmp_path):
    may_open, open_library = threading.Event(), Library.open

    def open_late(stage):
        may_open.wait(30)
        return open_library(stage)

    monkeypatch.setattr(Library, "open", open_late)
    home.app.stage.rooms.open(destination.Library())
    paste(home, PGN)
    drop(home, written(tmp_path, "a.pgn", PGN.replace("Nf3", "Nc3")))
    assert home.app.dialog is None
    may_open.set()
    until(home, ImportSummary)
    assert home.app.dialog.imported.progress.added == 2


def test_games_pasted_where_the_library_cannot_be_opened_are_refused(home, monkeypatch):
    def fail(stage):
        raise LibraryError("The disk is gone")

    monkeypatch.setattr(Library, "open", fail)
    home.app.stage.rooms.open(destination.Library())
    paste(home, PGN)
    until(home, MessageDialog)
    home.key(pygame.K_ESCAPE)
    assert home.app.dialog is None
    paste(home, PGN)
    assert isinstance(home.app.dialog, MessageDialog)


def test_nothing_is_taken_while_a_dialog_is_open(home, tmp_path):
    home.key(pygame.K_s, "s")
    dialog = home.app.dialog
    drop(home, written(tmp_path, "a.fen", FEN))
    assert home.app.dialog is dialog
    assert not isinstance(home.app.screen, GameScreen)


def test_ctrl_c_copies_the_position_and_twice_the_game(hand):
    paste(hand, "e4")
    hand.wait(2.0)
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL)
    assert pygame.scrap.get_text() == hand.app.screen.match.cursor.board.fen()
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL)
    assert "1. e4" in pygame.scrap.get_text()
    hand.wait(2.0)
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL)
    assert "1. e4" not in pygame.scrap.get_text()
    hand.key(pygame.K_c, "\x03", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert "1. e4" in pygame.scrap.get_text()
