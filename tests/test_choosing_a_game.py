"""Choosing a game: from the list, with other rules, from a file, from the settings; saving and opening
PGN."""

from __future__ import annotations

import time
from pathlib import Path

import pygame
import pytest

import wormhole
from tests.support.choosing import choose_file, control, driving_in, press_game, wait_for_games
from tests.support.rectangles import assert_side_by_side, rectangles
from wormhole.engine.levels import LEVELS
from wormhole.gui.chooser.chooser_layout import chooser_layout
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.words import Words
from wormhole.gui.rules_pages.game_words import made_by
from wormhole.gui.window import destination
from wormhole.library import settings as kept
from wormhole.library.chosen_game import ChosenGame, opened, restored
from wormhole.library.own_pictures import letter_of
from wormhole.library.settings import Settings
from wormhole.rules.endings import NoMove
from wormhole.rules.variant import LeftSquare

PEGASUS = Path(__file__).parents[1] / "docs" / "examples" / "pegasus.toml"


@pytest.fixture
def drive(tmp_path):
    with driving_in(tmp_path) as drive:
        yield drive


def remembered(tmp_path):
    return restored(kept.load(tmp_path / "settings.toml")[0])


# The list


def test_a_game_is_chosen_by_keyboard_and_played(drive, tmp_path):
    driver = drive()
    driver.key(pygame.K_g, "g")
    assert isinstance(driver.app.dialog, GameDialog)
    for _ in range(8):
        driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.screen, HomeScreen)
    assert driver.app.stage.preferences.game.variant.name == "omega"
    driver.press("Play")
    assert driver.match.cursor.board.variant.name == "omega"
    assert pygame.display.get_caption()[0].startswith("Omega Chess")
    driver.step(1.0)
    assert remembered(tmp_path) == (ChosenGame(wormhole.variant("omega")), None)


def test_a_game_is_chosen_by_mouse_and_left(drive):
    driver = drive()
    driver.press("Wormhole Chess…")
    press_game(driver, "Smess")
    driver.press("Cancel")
    assert driver.app.stage.preferences.game.variant.name == "wormhole"
    driver.press("Wormhole Chess…")
    press_game(driver, "Smess")
    driver.press("Select")
    assert driver.app.stage.preferences.game.variant.name == "smess"


def shown_titles(driver):
    return [row.text for row in driver.app.dialog.games.rows if row.offer is not None]


def headings(driver):
    return [row.text for row in driver.app.dialog.games.rows if row.offer is None]


def test_a_game_whose_name_is_known_is_found_by_keyboard(drive):
    driver = drive()
    driver.key(pygame.K_g, "g")
    driver.type("crazy")
    driver.key(pygame.K_RETURN, "\r")
    driver.press("Two players")
    assert driver.match.cursor.board.variant.name == "crazyhouse"


def test_a_game_is_found_by_what_is_in_it(drive):
    driver = drive()
    driver.key(pygame.K_g, "g")
    wait_for_games(driver)
    driver.type("cannon")
    assert shown_titles(driver)[0] == "Xiangqi"
    assert "Shako" in shown_titles(driver)
    assert "Cannon" in {row.why for row in driver.app.dialog.games.rows}
    found = shown_titles(driver)
    driver.fill("something with cannons")
    assert shown_titles(driver) == found
    driver.fill("chinese chess")
    assert shown_titles(driver)[0] == "Xiangqi"
    driver.fill("betza")
    assert "Almost Chess" in shown_titles(driver)
    driver.fill("nosuchgame")
    assert shown_titles(driver) == []
    driver.key(pygame.K_RETURN, "\r")  # nothing is chosen
    assert isinstance(driver.app.dialog, GameDialog)
    driver.key(pygame.K_ESCAPE)
    assert len(set(shown_titles(driver))) == len(wormhole.menu())
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is None


def test_a_game_is_found_in_the_language_of_the_user(drive):
    driver = drive()
    driver.app.stage.preferences.change(language="de")
    driver.key(pygame.K_g, "g")
    wait_for_games(driver)
    driver.type("ein Spiel mit Kanonen")
    assert "Xiangqi" in shown_titles(driver)


def test_a_search_without_a_hit_shows_and_selects_no_game(drive):
    driver = drive((1280, 800))
    driver.key(pygame.K_g, "g")
    wait_for_games(driver)
    shown = driver.picture()
    for letter in "##":
        driver.key(ord(letter), letter)
    needs_a_game = ("Rules", "Favourite", "Compose…", "Train the computer…", "Select")
    assert [driver.button(text).is_enabled for text in needs_a_game] == [False] * len(needs_a_game)
    assert driver.app.dialog.game is None
    driver.press("Select")
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.dialog, GameDialog)
    assert shown != driver.picture()
    driver.key(pygame.K_ESCAPE)
    wait_for_games(driver)
    assert all(driver.button(text).is_enabled for text in needs_a_game)
    driver.press("Select")
    assert driver.app.stage.preferences.game.variant.name == "wormhole"


def test_favourites_and_games_played_last_come_first(drive, tmp_path):
    driver = drive()
    driver.key(pygame.K_g, "g")
    assert headings(driver)[0] == "The wormhole family"
    driver.type("shogi")
    driver.key(pygame.K_b, modifiers=pygame.KMOD_CTRL)
    driver.key(pygame.K_RETURN, "\r")
    driver.press("Two players")
    driver.step(1.0)
    again = drive()
    again.key(pygame.K_g, "g")
    assert headings(again)[:3] == ["Favourites", "Last played", "The wormhole family"]
    assert shown_titles(again)[:2] == ["Shogi", "Shogi"]
    games = again.app.dialog.games
    again.click(pygame.Rect(games.place_of(1)).move(-4, 0).midright)  # the star
    assert headings(again)[0] == "Last played"
    again.key(pygame.K_ESCAPE)


def test_favourites_of_two_windows_are_kept(drive, tmp_path):
    one, other = drive(), drive()
    for driver, text in ((one, "shogi"), (other, "omega")):
        driver.key(pygame.K_g, "g")
        driver.type(text)
        driver.key(pygame.K_b, modifiers=pygame.KMOD_CTRL)
        while driver.app.dialog is not None:  # the text goes first
            driver.key(pygame.K_ESCAPE)
        driver.step(1.0)
    assert set(kept.load(tmp_path / "settings.toml")[0].favourite_games) == {"shogi", "omega"}


def test_the_chosen_game_plays_by_itself_and_shows_its_rules(drive):
    driver = drive()
    driver.key(pygame.K_g, "g")
    driver.type("minishogi")
    wait_for_games(driver)
    board = pygame.display.get_surface().subsurface(chooser_layout((800, 600)).board)
    before = pygame.image.tobytes(board, "RGB")
    driver.wait(3.0)
    assert pygame.image.tobytes(board, "RGB") != before
    driver.key(pygame.K_F1)
    assert "Minishogi" in driver.app.dialog.heading


def test_a_year_alone_does_not_look_like_a_rating():
    made = [made_by(wormhole.variant(name)) for name in ("chess", "berolina")]
    assert made == ["since 1475", "Edmund Nebermann, 1926"]


@pytest.mark.parametrize("size", [(800, 600), (600, 800), (1280, 800), (1920, 1080), (1080, 1920)])
def test_its_parts_lie_side_by_side(size):
    assert_side_by_side(size, rectangles(chooser_layout(size), "card"))


def test_its_rules_are_changed_and_remembered(drive, tmp_path):
    driver = drive()
    driver.key(pygame.K_g, "g")
    press_game(driver, "Chess")
    driver.press("Folds")
    driver.press("Won")
    driver.press("Select")
    driver.press("Two players")
    board = driver.match.cursor.board
    assert board.variant.title == "Chess, folding"
    assert board.variant.endings.stalemate is NoMove.WIN
    driver.step(1.0)
    game, complaint = remembered(tmp_path)
    assert complaint is None
    assert game.variant == board.variant
    again = drive()
    assert again.app.stage.preferences.game.variant == board.variant


def test_a_games_own_rules_are_no_change():
    game = ChosenGame(wormhole.variant("wormhole"))
    assert game.with_rules(LeftSquare.FOLDS) == game
    assert game.with_rules(NoMove.DRAW).with_rules(NoMove.LOSS) == game


def test_incompatible_rules_get_a_message(drive):
    driver = drive()
    driver.key(pygame.K_g, "g")
    press_game(driver, "Smess")
    driver.press("By dice")
    assert any("arrows" in text for text in driver.hints)
    hint = next(
        layer for layer in driver.app.dialog.layers if isinstance(layer, Hint) and "arrows" in layer.text
    )
    hint.rect.width //= 4  # of a longer reason, a tooltip has the rest
    assert driver.spot_at(hint.rect.center).tip.text == hint.text
    driver.press("Select")
    assert driver.app.stage.preferences.game == ChosenGame(wormhole.variant("smess"))


# From a file


def test_a_game_from_a_file(drive, tmp_path):
    driver = drive()
    driver.key(pygame.K_g, "g")
    driver.press("From a file…")
    choose_file(driver, PEGASUS)
    assert isinstance(driver.app.dialog, GameDialog)
    driver.press("Select")
    driver.press("Play")
    assert driver.match.cursor.board.variant.title == "Pegasus Wormhole"
    driver.step(1.0)
    assert remembered(tmp_path)[0].file == PEGASUS


INI = """
[parachutes:chess]
pieceDrops = true
capturesToHand = true
[unlikely:chess]
maxRank = 99
[loss:chess]
stalemateValue = loss
"""


def drop(driver, *paths):
    for path in paths:
        driver.post(pygame.DROPFILE, file=str(path))
    driver.post(pygame.DROPCOMPLETE)
    driver.step()
    driver.wait_for_reading()


def test_a_file_of_many_games_joins_the_list_and_stays(drive, tmp_path):
    file = tmp_path / "games.ini"
    file.write_text(INI)
    driver = drive()
    drop(driver, file)
    assert "unlikely: line 6" in driver.app.dialog.table.rows[0][0]
    driver.press("Close")
    assert isinstance(driver.app.dialog, GameDialog)
    wait_for_games(driver)
    assert headings(driver)[0] == "Your games"
    assert shown_titles(driver)[:2] == ["parachutes", "loss"]
    press_game(driver, "loss")
    driver.press("Select")
    driver.press("Start")
    assert driver.match.cursor.board.variant.endings.stalemate is NoMove.LOSS
    driver.step(1.0)
    again = drive()
    again.key(pygame.K_g, "g")
    wait_for_games(again)
    again.type("parachutes")
    again.press("Off the list")
    again.press("Remove")
    again.key(pygame.K_ESCAPE)
    assert headings(again)[0] == "The wormhole family"
    assert file.exists()
    again.key(pygame.K_ESCAPE)


def test_a_file_with_lines_that_are_left_out_plays_and_tells_them(drive, tmp_path):
    file = tmp_path / "games.ini"
    file.write_text("[mine:chess]\nstalemateValue = loss\nrubbish\n[mine:chess]\n")
    driver = drive()
    drop(driver, file)
    assert driver.app.dialog.heading == "Notes on this file"
    assert [row[0][:7] for row in driver.app.dialog.table.rows] == ["line 3:", "line 4:"]
    driver.press("Close")
    driver.press("Start")
    assert driver.match.cursor.board.variant.name == "mine"
    assert driver.match.cursor.board.variant.endings.stalemate is NoMove.LOSS


def test_a_file_that_is_gone_says_so_and_can_be_removed(drive, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('inherits = "chess"\ntitle = "My chess"\n')
    driver = drive()
    driver.key(pygame.K_g, "g")
    drop(driver, file)
    assert shown_titles(driver)[0] == "My chess"
    driver.key(pygame.K_ESCAPE)
    file.unlink()
    driver.key(pygame.K_g, "g")
    wait_for_games(driver)
    press_game(driver, "own.toml")
    driver.press("Select")
    assert isinstance(driver.app.dialog, GameDialog)
    driver.key(pygame.K_DELETE)
    assert "own.toml" not in shown_titles(driver)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_g, "g")
    assert headings(driver)[0] == "The wormhole family"


def test_the_file_of_a_game_is_opened_as_a_played_game_is(drive, tmp_path):
    driver = drive()
    for name, board in (("one", "chess"), ("two", "wormhole")):
        file = tmp_path / f"{name}.toml"
        file.write_text(f'inherits = "{board}"\ntitle = "My chess"\n')
        control(driver, pygame.K_o)
        choose_file(driver, file)
        assert isinstance(driver.app.dialog, NewGameDialog)
        driver.press("Start")
        assert driver.match.cursor.board.variant.title == "My chess"
    driver.app.stage.rooms.open(destination.Home())
    driver.step()
    driver.key(pygame.K_g, "g")
    wait_for_games(driver)
    rows = {(row.text, row.why) for row in driver.app.dialog.games.rows}
    assert {("My chess", "one.toml"), ("My chess", "two.toml")} <= rows, "they can be told apart"


def test_a_bad_file_gets_a_message_and_changes_nothing(drive, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text('inherits = "chess"\ntitle = "Bad"\n[pieces.Q]\nmoves = "?"\n')
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    driver.key(pygame.K_g, "g")
    driver.press("From a file…")
    choose_file(driver, bad)
    assert isinstance(driver.app.dialog, MessageDialog)
    assert "line 4" in driver.app.dialog.text
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.dialog, GameDialog)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is None
    assert len(driver.match.cursor.nodes) == 1


def test_a_missing_game_file_gets_a_message(tmp_path):
    game, complaint = restored(Settings(game=str(tmp_path / "gone.toml")))
    assert game.base.name == "wormhole"
    assert "gone.toml" in complaint


def test_a_piece_has_its_picture_beside_the_file_or_the_game_is_refused(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('inherits = "chess"\ntitle = "Own"\n[pieces.Q]\nsprite = "horse.svg"\n')
    with pytest.raises(wormhole.VariantError, match=r"pieces\.Q\.sprite"):
        opened(path)
    (tmp_path / "horse.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    assert letter_of(opened(path).variant.piece_types["Q"].sprite) == "Q"


# A new game


def test_a_new_game_of_another_game(drive):
    driver = drive(start_game=True, black="person")
    driver.key(pygame.K_n, "n")
    driver.press("Another game…")
    press_game(driver, "Wormhole Smess")
    driver.press("Select")
    assert isinstance(driver.app.dialog, NewGameDialog)
    driver.press("Start")
    assert driver.match.cursor.board.variant.name == "wormhole-smess"
    assert driver.match.setup.is_two_player


# PGN, FEN


def test_a_game_is_saved_and_opened_again(drive, tmp_path):
    driver = drive(start_game=True, black="person", variant="random-wormhole")
    driver.move("e2e4")
    driver.move(str(driver.match.cursor.board.legal_moves[0]))  # the dice may have closed any other
    fen, sans = driver.match.cursor.board.fen(), [node.san() for node in driver.match.cursor.nodes]
    path = tmp_path / "kept.pgn"
    control(driver, pygame.K_s)
    choose_file(driver, path)
    assert path.exists()
    driver.key(pygame.K_u, "u")
    control(driver, pygame.K_o)
    choose_file(driver, path)
    assert driver.app.dialog is None
    assert driver.match.cursor.board.fen() == fen
    assert [node.san() for node in driver.match.cursor.nodes] == sans
    driver.key(pygame.K_u, "u")
    assert len(driver.match.cursor.nodes) == 1


def test_a_game_is_opened_again_against_the_same_level(drive, tmp_path):
    path = tmp_path / "kept.pgn"
    driver = drive(start_game=True, white="computer", black="person", level=3)
    driver.step(1.0)
    driver.player.answer()
    driver.step(1.0)
    driver.settle()
    driver.move("a7a6")
    control(driver, pygame.K_s)
    choose_file(driver, path)
    again = drive()
    again.app.stage.preferences.change(level=1)
    control(again, pygame.K_o)
    choose_file(again, path)
    assert again.match.setup.white.level == LEVELS[2]
    assert again.match.setup.users == (wormhole.BLACK,)
    assert len(again.match.cursor.nodes) == 2
    assert again.screen.state.flipped


def test_an_existing_file_is_replaced_only_after_a_question(drive, tmp_path):
    path = tmp_path / "kept.pgn"
    path.write_text("mine")
    driver = drive(start_game=True, black="person")
    control(driver, pygame.K_s)
    choose_file(driver, path)
    driver.press("Cancel")
    assert path.read_text() == "mine"
    control(driver, pygame.K_s)
    choose_file(driver, path)
    driver.press("Replace")
    begun = time.monotonic()
    while "[Variant" not in path.read_text():
        assert time.monotonic() - begun < 30
        driver.app.step(wait=False)


@pytest.mark.parametrize(
    ("text", "dialog", "moves"),
    [("what", MessageDialog, 0), ('[Variant "chess"]\n\n1. e4 e5 2. Ke5', QuestionDialog, 2)],
)
def test_a_bad_pgn_gets_a_message(drive, tmp_path, text, dialog, moves):
    path = tmp_path / "bad.pgn"
    path.write_text(text)
    driver = drive()
    control(driver, pygame.K_o)
    choose_file(driver, path)
    assert type(driver.app.dialog) is dialog
    if moves:
        driver.press("Open up to the error")
        assert len(driver.match.cursor.nodes) == moves


def test_a_position_is_copied_and_pasted(drive):
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    fen = driver.match.cursor.board.fen()
    control(driver, pygame.K_c)
    assert pygame.scrap.get_text() == fen
    driver.key(pygame.K_u, "u")
    control(driver, pygame.K_v)
    assert isinstance(driver.screen, GameScreen)
    assert driver.match.cursor.board.fen() == fen
    assert driver.match.cursor.nodes == []


def test_a_game_is_pasted(drive):
    driver = drive(variant="chess")
    pygame.scrap.put_text("1. e4 e5 2. Nc3 *")
    control(driver, pygame.K_v)
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4", "e5", "Nc3"]


@pytest.mark.parametrize("text", ["", "good morning", "8/8/8/8/8/8/8/8 w"])
def test_other_text_gets_a_message(drive, text):
    driver = drive(start_game=True, black="person")
    driver.move("e2e4")
    pygame.scrap.put_text(text)
    control(driver, pygame.K_v)
    assert isinstance(driver.app.dialog, MessageDialog)
    assert len(driver.match.cursor.nodes) == 1


def test_a_word_too_long_for_a_line_is_broken():
    words = Words(Lettering())
    path = "/a/very/long/folder/" * 8
    lines = words.wrapped(f"{path}: it is gone", 14, 200)
    assert "".join(lines).replace(" ", "") == f"{path}:itisgone"
    assert all(words.width(line, 14) <= 200 for line in lines)


# The window


def test_a_window_smaller_than_the_least_shows_everything(drive):
    driver = drive(start_game=True, black="person")
    pygame.display.set_mode((500, 300), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=500, y=300))
    driver.step()
    share = 300 / 600
    for name in ("e2", "e4"):
        x, y = driver.square(name)
        driver.click((round(x * share + (500 - 800 * share) / 2), round(y * share)))
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4"]
