"""The library screen: what a user sees and does there, with a library in a temporary folder."""

from __future__ import annotations

import datetime
import os
import threading
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

import wormhole
from tests.support.data_files import DATA
from tests.support.hand import hands
from tests.support.librarian import Librarian
from tests.support.parts import mostly_exhaustive
from tests.support.patience import PATIENCE_SECONDS, until
from wormhole.engine.ladders import ladder_named
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.editor.editor_screen import EditorScreen
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.library import import_result, statistics_view
from wormhole.gui.library.filters import Filters, Period, against_level
from wormhole.gui.library.game_preview import ending_of
from wormhole.gui.library.games_view import NO_GAMES, NOTHING_FOUND
from wormhole.gui.library.import_result import summary_lines
from wormhole.gui.library.importing import ImportSummary
from wormhole.gui.library.library_screen import LibraryScreen
from wormhole.gui.look.focus import FocusArea
from wormhole.gui.look.text_field import TextField
from wormhole.gui.pictures.picture_dialog import PictureDialog
from wormhole.gui.window import destination
from wormhole.gui.window.background import LatestJob
from wormhole.library import pgn
from wormhole.library.database import game_index
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.game_rows import AGAINST_COMPUTER, IMPORTED, MAIL, PEOPLE
from wormhole.library.database.statistics import estimate
from wormhole.library.mail.mail_state import MailState
from wormhole.library.play_state import PlayState, SeatedProgram
from wormhole.library.record import Game
from wormhole.pages.page_source import source_of

ROOT = Path(__file__).parents[1]
TODAY = datetime.date(2026, 11, 22)
SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200), (3840, 2160)], (800, 600))


@dataclass(frozen=True)
class Played:
    """A game of the test's library."""

    white: str
    black: str
    moves: str
    result: str = "*"
    variant: str = "wormhole"
    date: str = "2026.11.20"
    play: PlayState | None = None


GAMES = (
    Played("Ada", "Bob", "e2e4 e7e5", "1-0", date="2025.03.01"),
    Played("Person", "Computer, level 3", "e2e4 b7b6 f2f4", "0-1", play=PlayState(None, 3)),
    Played("Computer, level 4", "Person", "e2e4 e7e5 b1c3 a7a6", play=PlayState(4, None)),
    Played("Person", "Person", "d2d4", "1/2-1/2", "chess", play=PlayState()),
    Played("Computer, level 9", "Computer, level 9", "g2g3", "1-0", play=PlayState(9, 9)),
)
"""The oldest first; the screen lists the newest first, and no demonstrations."""


def keep(path, games):
    with GameDatabase(path) as database:
        for played in games:
            board = wormhole.Board(played.variant)
            for move in played.moves.split():
                board.push_uci(move)
            game = Game.from_board(board, {"White": played.white, "Black": played.black, "Date": played.date})
            game.set_result(played.result)
            database.add(game, played.play)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "library" / "games.sqlite3"


@pytest.fixture
def drive(tmp_path, path):
    with hands(Librarian, tmp_path, library_path=path) as open_window:

        def start(*size, games=GAMES):
            if games:
                keep(path, games)
            driver = open_window(*size)
            driver.open_library()
            return driver

        yield start


ALL = ["White - Black", "Level 4 - You", "You - Level 3", "Ada - Bob"]


# To and fro


def test_the_library_is_reached_by_button_and_by_key_and_left_by_escape(drive):
    driver = drive()
    assert isinstance(driver.screen, LibraryScreen)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.screen, HomeScreen)
    driver.press("Library")
    assert isinstance(driver.screen, LibraryScreen)
    driver.press("Home")
    assert isinstance(driver.screen, HomeScreen)


# The list


@pytest.mark.parametrize("size", SIZES)
def test_games_are_listed_the_newest_first_and_the_newest_is_previewed(drive, size):
    driver = drive(size)
    assert driver.listed == ALL
    assert driver.screen.games.words == "4 games"
    assert driver.screen.games.preview.position.variant.name == "chess"


def test_a_row_says_when_what_who_and_how(drive):
    row = drive(games=GAMES[:1]).screen.games.rows[0]
    assert row == ("1 Mar 2025", "Wormhole Chess", "Ada", "Bob", "1-0", "1")


def test_what_is_chosen_stays_when_another_page_is_opened(drive):
    driver = drive()
    driver.keys(pygame.K_DOWN, pygame.K_DOWN)
    driver.rest()
    table, chosen = driver.screen.games.table, driver.screen.games.table.chosen
    assert chosen == 2
    driver.press("Statistics")
    driver.rest()
    driver.press("Games")
    driver.rest()
    assert driver.screen.games.table is table
    assert table.chosen == chosen
    assert driver.screen.widgets.focused is driver.screen.games.first


BY_MAIL = MailState("a" * 32, "b" * 32, "white", "white", hours=72)
AGAINST_OTHERS = (
    Played("Person", "Stockfish", "e2e4", play=PlayState(black_program=SeatedProgram("Stockfish"))),
    Played("Ada", "Person", "e2e4", play=PlayState(white_program=SeatedProgram("Ada"))),
    Played("Person", "Person", "d2d4", play=PlayState(mail=BY_MAIL)),
    Played("Person", "Bob", "g2g3", play=PlayState(mail=BY_MAIL)),
)


def test_the_user_is_you_against_other_programs_and_by_mail(drive, seen):
    driver = drive((1280, 800), games=AGAINST_OTHERS)
    assert driver.listed == ["You - Bob", "You - Opponent", "Ada - You", "You - Stockfish"]
    driver.key(pygame.K_END)
    driver.rest()
    driver.until(lambda: "You - Stockfish" in seen)


def test_the_levels_and_characters_are_found_by_their_names(drive):
    hasty = Played(
        "Person", "Computer, Hasty, level 2", "e2e4", play=PlayState(None, 2, black_character="hasty")
    )
    beginner = Played("Computer, level 2", "Person", "e2e4 e7e5", play=PlayState(2, None))
    driver = drive(games=(*GAMES, hasty, beginner))
    listed = {
        "level 2": ["Level 2 - You", "You - Hasty 2"],
        "beginner": ["Level 2 - You", "You - Hasty 2"],
        "hasty 2": ["You - Hasty 2"],
        "level 3 wormhole": ["You - Level 3"],
        "level 1": [],
        "2025": ["Ada - Bob"],
    }
    for text, rows in listed.items():
        driver.screen.games.filters.type_words(text)
        driver.rest()
        assert driver.listed == rows, text
    driver.app.stage.preferences.change(language="de")
    driver.screen.games.filters.type_words("stufe 2 anfänger")
    driver.rest()
    found = len(driver.listed)
    driver.app.stage.preferences.change(language="en")
    assert found == 2


def test_the_end_of_a_game_says_once_who_has_won():
    for result, termination, words in (
        ("1-0", "White wins: Black's time ran out.", "White wins: Black's time ran out"),
        ("1-0", "time forfeit", "White wins: Black's time ran out"),
        ("0-1", "Black wins: White has crashed.", "Black wins: White has crashed"),
        ("1/2-1/2", "adjudication", "A draw: adjudicated"),
        ("1-0", "normal", "White wins"),
    ):
        game = Game(headers={"Result": result, "Termination": termination})
        assert ending_of(game, game.start) == words


def test_the_keyboard_goes_through_the_list_and_the_moves(drive):
    driver = drive()
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP):
        driver.key(key)
    driver.rest()
    preview = driver.screen.games.preview
    assert preview.walk.words() == "2\u2026 a6"
    driver.key(pygame.K_LEFT)
    assert preview.walk.words() == "2. Nc3"
    driver.press("\u00ab")
    assert preview.walk.words() == "Start position, 2 moves"
    driver.key(pygame.K_RIGHT)
    assert preview.walk.words() == "1. e4"
    driver.key(pygame.K_END)
    driver.rest()
    assert preview.position.variant.name == "wormhole"


def test_enter_and_a_double_click_open_a_game(drive):
    for opening in ("enter", "double click", "button"):
        driver = drive()
        if opening == "enter":
            driver.key(pygame.K_DOWN)
            driver.rest()
            driver.key(pygame.K_RETURN, "\r")
        elif opening == "button":
            driver.key(pygame.K_DOWN)
            driver.rest()
            driver.press("Open")
        else:
            table = driver.screen.games.table
            pixel = (table.rect.left + 50, table.row_rect(1).centery)
            driver.click(pixel)
            driver.click(pixel)
        driver.wait_for_reading()
        assert isinstance(driver.screen, GameScreen)
        assert driver.match.game.end().plies() == 4
        driver.app.close()


def open_the_first(driver):
    driver.key(pygame.K_HOME)
    driver.rest()
    driver.key(pygame.K_RETURN, "\r")
    driver.wait_for_reading()
    driver.settle()


def test_a_game_from_elsewhere_that_is_looked_at_stays_as_it_is(drive, path):
    driver = drive(games=(Played("Ada", "Bob", "e2e4 e7e5"), Played("Cid", "Dan", "d2d4")))
    driver.key(pygame.K_DOWN)
    driver.rest()
    driver.key(pygame.K_RETURN, "\r")
    driver.wait_for_reading()
    driver.settle()
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4", "e5"]
    for key in (pygame.K_LEFT, pygame.K_f):
        driver.key(key, chr(key) if key == pygame.K_f else "")
        driver.settle()
    driver.app.stage.rooms.open(destination.Home())
    driver.app.close()
    with GameDatabase(path) as database:
        assert database.unfinished() == []
        assert [row.white for row in database.rows(database.find())] == ["Cid", "Ada"]


def test_a_game_from_elsewhere_that_is_played_on_is_one_to_go_on_with(drive, path):
    driver = drive(games=(Played("Ada", "Bob", "e2e4 e7e5"),))
    open_the_first(driver)
    driver.move("d2d4")
    driver.app.close()
    with GameDatabase(path) as database:
        assert database.unfinished()[0].plies == 3


def test_a_header_that_cannot_be_written_does_not_keep_a_game_from_being_saved(path):
    game = Game(wormhole.Board(), {"White": "Ada", "a b": "c"})
    with GameDatabase(path) as database:
        assert '[White "Ada"]' in str(database.game(database.add(game)).game)


def test_a_game_of_this_program_from_a_file_has_its_players(drive):
    driver = drive(games=(Played("Person", "Computer, level 3", "e2e4 b7b6"),))
    open_the_first(driver)
    assert (driver.match.setup.white.level, driver.match.setup.black.level.number) == (None, 3)
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4", "b6"]


def test_an_empty_library_says_what_will_be_here(drive):
    driver = drive(games=())
    assert driver.listed == []
    assert driver.screen.games.table.empty == NO_GAMES
    assert not button(driver, "Delete").is_enabled
    assert not button(driver, "Export\u2026").is_enabled
    for key in (pygame.K_DOWN, pygame.K_DELETE, pygame.K_RETURN, pygame.K_LEFT, pygame.K_END):
        driver.key(key)


def button(driver, name):
    return next(button for button in driver.screen.widgets.buttons if button.text == name)


# Filters


def test_typing_filters_and_clear_lists_all_again(drive):
    driver = drive()
    driver.key(pygame.K_SLASH, "/")
    driver.type("ada")
    assert driver.listed == ["Ada - Bob"]
    assert driver.screen.games.words == "1 game"
    driver.type("x")
    assert driver.listed == []
    assert driver.screen.games.table.empty == NOTHING_FOUND
    driver.press("Clear")
    driver.rest()
    assert driver.listed == ALL


def test_the_key_for_the_search_field_is_not_typed_into_it(drive):
    driver = drive()
    driver.type("/ada")
    assert driver.listed == ["Ada - Bob"]


@pytest.mark.parametrize(
    ("button", "name", "listed"),
    [
        ("All games\u2026", "Chess", ALL[:1]),
        ("All players\u2026", "Two players", ALL[:1]),
        ("All players\u2026", "Computer", ALL[1:3]),
        ("All players\u2026", "3 \u00b7 Learner", ALL[2:3]),
        ("All players\u2026", "From files", ALL[3:]),
        ("Any result\u2026", "White won", ALL[3:]),
        ("Any result\u2026", "Drawn", ALL[:1]),
        ("Any result\u2026", "Unfinished", ALL[1:2]),
    ],
)
def test_lists_of_values_filter(drive, button, name, listed):
    driver = drive()
    driver.pick(button, name)
    assert driver.listed == listed


def test_opening_moves_filter(drive):
    driver = drive()
    _words, opening = (each for each in driver.screen.widgets.everything if isinstance(each, TextField))
    driver.click(opening.rect.center)
    driver.type("1.e4 e5")
    assert driver.listed == [ALL[1], ALL[3]]


def test_demonstrations_are_shown_on_demand(drive):
    driver = drive()
    driver.press("Demonstrations")
    driver.rest()
    assert driver.listed == ["Level 9 - Level 9", *ALL]


def test_a_press_beside_a_list_of_values_changes_nothing(drive):
    driver = drive()
    driver.press("All games\u2026")
    assert isinstance(driver.app.dialog, DropDown)
    driver.click((5, 5))
    assert driver.app.dialog is None
    assert driver.listed == ALL


@pytest.mark.parametrize(
    ("period", "since"),
    [
        (Period.ANY, None),
        (Period.TODAY, TODAY),
        (Period.WEEK, datetime.date(2026, 11, 16)),
        (Period.MONTH, datetime.date(2026, 11, 1)),
        (Period.YEAR, datetime.date(2026, 1, 1)),
    ],
)
def test_periods_begin_where_people_expect(period, since):
    assert Filters(period=period).query(TODAY).since == since


def test_demonstrations_are_no_games_of_persons():
    assert set(Filters().query(TODAY).kinds) == {PEOPLE, AGAINST_COMPUTER, IMPORTED, MAIL}
    assert Filters(demonstrations=True).query(TODAY).kinds == ()
    query = Filters(opponent=against_level(3), demonstrations=True).query(TODAY)
    assert (query.kinds, query.level) == ((AGAINST_COMPUTER,), 3)


def test_the_games_that_reach_a_position_are_found(drive):
    driver = drive()
    driver.key(pygame.K_END)
    driver.rest()
    assert driver.screen.games.preview.walk.words() == "1\u2026 e5"
    driver.press("This position")
    driver.rest()
    assert driver.listed == [ALL[1], ALL[3]]
    driver.press("This position")
    driver.rest()
    assert driver.listed == ALL


def test_the_position_of_the_game_that_one_came_from_is_searched(drive, path):
    driver = drive()
    driver.key(pygame.K_ESCAPE)
    driver.press("Two players")
    driver.settle()
    for text in ("e2e4", "b7b6"):
        driver.move(text)
    driver.open_library()
    driver.pick("This position", "From your game")
    assert driver.listed == ["White - Black", "You - Level 3"]


def test_games_from_a_file_can_be_chosen_by_name(drive, path):
    pegasus = ROOT / "docs" / "examples" / "pegasus.toml"
    with GameDatabase(path) as database:
        board = wormhole.load(pegasus)
        game = Game(wormhole.Board(board), {"White": "Zoe", "Black": "Yan"})
        game.add_line(game.start.legal_moves[:1])
        database.add(game)
    driver = drive()
    driver.pick("All games\u2026", board.title)
    assert driver.listed == ["Zoe - Yan"]


# The keyboard


def test_the_tab_key_reaches_everything_and_leads_back_to_the_list(drive):
    driver = drive()
    widgets = driver.screen.widgets
    reached = set()
    for _ in range(40):
        driver.key(pygame.K_TAB, "\t")
        reached.add(widgets.focused)
        if isinstance(widgets.focused, FocusArea) and len(reached) > 1:
            break
    names = {widget.text for widget in reached if hasattr(widget, "text")}
    assert {"Statistics", "Home", "All games\u2026", "Import\u2026", "Delete", "Open"} <= names
    driver.key(pygame.K_DOWN)
    assert driver.screen.games.table.chosen == 1


def test_escape_leaves_a_text_field_before_it_leaves_the_library(drive):
    driver = drive()
    driver.key(pygame.K_f, modifiers=pygame.KMOD_CTRL)
    driver.type("bob")
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.screen, LibraryScreen)
    assert driver.listed == ["Ada - Bob"]
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.screen, HomeScreen)


def test_all_games_are_chosen_by_a_key(drive):
    driver = drive()
    driver.key(pygame.K_a, modifiers=pygame.KMOD_CTRL)
    assert driver.screen.games.words == "4 games \u00b7 4 selected"


# Deleting


def test_games_are_deleted_and_put_back(drive):
    driver = drive()
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_SHIFT)
    assert driver.screen.games.words.endswith("2 selected")
    driver.key(pygame.K_DELETE)
    driver.wait_for_reading()
    driver.rest()
    assert driver.listed == [ALL[0], ALL[3]]
    assert driver.app.notice.text == "2 games were deleted."
    driver.press_on_notice("Undo")
    driver.wait_for_reading()
    driver.rest()
    assert driver.listed == ALL


def test_games_are_exported_as_a_page(drive, tmp_path):
    driver = drive()
    driver.key(pygame.K_a, modifiers=pygame.KMOD_CTRL)
    driver.key(pygame.K_F10, modifiers=pygame.KMOD_SHIFT)
    driver.press("Export as a page\u2026")
    driver.fill(str(tmp_path / "games.html"))
    driver.key(pygame.K_RETURN, "\r")
    driver.until((tmp_path / "games.html").exists)
    games = list(pgn.read(source_of((tmp_path / "games.html").read_text("utf-8")).games))
    assert sorted(game.headers["White"] for game in games) == sorted(
        ["Ada", "Person", "Computer, level 4", "Person"]
    )


def test_after_deleting_the_next_game_is_chosen(drive):
    driver = drive()
    driver.key(pygame.K_DOWN)
    driver.press("Delete")
    driver.wait_for_reading()
    driver.rest()
    assert driver.screen.games.table.chosen == 1
    driver.key(pygame.K_END)
    driver.press("Delete")
    driver.wait_for_reading()
    driver.rest()
    assert driver.screen.games.table.chosen == 1


# Other windows, and a library that cannot be used


def test_what_another_window_kept_is_there_when_the_window_is_entered_again(drive, path):
    driver = drive()
    keep(path, [Played("Eve", "Dan", "e2e4")])
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    driver.step()
    driver.rest()
    assert driver.listed == ["Eve - Dan", *ALL]
    assert driver.screen.games.rows[driver.screen.games.table.chosen][2:4] == ("White", "Black")


def test_a_game_that_another_window_deleted_does_no_harm(drive, path):
    driver = drive()
    with GameDatabase(path) as database, database.writing() as connection:
        connection.execute("DELETE FROM games WHERE number < 5")
    driver.key(pygame.K_DOWN)
    driver.rest()
    assert driver.screen.games.preview.walk is None
    assert "The library has no game" in driver.screen.games.preview.trouble


def replace_library(path):
    """Another library takes the place of the one that is open; its games have the same numbers."""
    other = path.with_name("other.sqlite3")
    keep(other, [Played(name, "Dan", "e2e4") for name in ("Eve", "Fay", "Gus", "Hal", "Ida")])
    os.replace(other, path)


OTHER = [f"{name} - Dan" for name in ("Ida", "Hal", "Gus", "Fay", "Eve")]


def test_games_of_another_library_are_not_deleted_before_they_are_listed(drive, path):
    driver = drive()
    driver.key(pygame.K_a, modifiers=pygame.KMOD_CTRL)
    replace_library(path)
    driver.key(pygame.K_DELETE)
    driver.wait_for_reading()
    assert driver.app.dialog.text.startswith("The list was out of date.")
    driver.key(pygame.K_RETURN)
    driver.rest()
    assert driver.listed == OTHER
    assert len(driver.screen.games.table.selection.rows) == 1
    driver.key(pygame.K_DELETE)
    driver.wait_for_reading()
    driver.rest()
    assert driver.listed == OTHER[1:]


def test_games_of_another_library_are_listed_when_one_is_to_be_shown(drive, path):
    driver = drive()
    replace_library(path)
    driver.key(pygame.K_DOWN)
    driver.rest()
    assert driver.listed == OTHER
    games = driver.screen.games
    assert games.preview.walk.game.headers["White"] == games.rows[games.table.chosen][2]


def test_games_of_another_library_are_not_exported_before_they_are_listed(drive, tmp_path, path):
    driver = drive()
    replace_library(path)
    driver.press("Export\u2026")
    driver.press("All listed")
    driver.fill(str(tmp_path / "mine.pgn"))
    driver.key(pygame.K_RETURN, "\r")
    driver.wait_for_reading()
    assert driver.app.dialog.text.startswith("The list was out of date.")
    assert not (tmp_path / "mine.pgn").exists()


def test_a_library_that_cannot_be_read_any_more_says_so(drive, monkeypatch):
    driver = drive()

    def refuse(*_, **__):
        raise LibraryError("The library cannot be used: the disk reports an error.")

    for name in ("find", "rows", "game"):
        monkeypatch.setattr(GameDatabase, name, refuse)
    driver.key(pygame.K_DOWN)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    driver.step()
    driver.rest()
    assert "the disk reports an error" in driver.app.notice.text
    assert "the disk reports an error" in driver.screen.games.preview.trouble
    assert driver.listed == ALL


def test_a_library_that_cannot_be_opened_says_why(drive, path):
    path.mkdir(parents=True)
    driver = drive(games=())
    assert "cannot be used" in driver.screen.games.table.empty
    assert not button(driver, "Import\u2026").is_enabled
    for key in (pygame.K_DOWN, pygame.K_DELETE, pygame.K_RETURN, pygame.K_LEFT, pygame.K_END):
        driver.key(key)


def test_the_list_says_how_far_a_large_library_is_prepared(tmp_path, path, monkeypatch):
    keep(path, GAMES)
    goes_on = threading.Event()
    pack = game_index.pack

    def slow(connections, tell):
        tell(4096, 1_000_000)
        assert goes_on.wait(PATIENCE_SECONDS)
        pack(connections, tell)

    monkeypatch.setattr(game_index, "pack", slow)
    with hands(Librarian, tmp_path, library_path=path) as open_window:
        driver = open_window()
        driver.key(pygame.K_l, modifiers=pygame.KMOD_CTRL)
        driver.until(lambda: "4,096 of 1,000,000 games" in driver.screen.games.table.empty)
        goes_on.set()
        driver.rest()
        assert driver.listed == ALL


# Statistics


def test_statistics_count_the_results_against_the_computer(drive):
    won = [Played("Person", "Computer, level 3", "e2e4", "1-0", play=PlayState(None, 3))] * 2
    lost = [Played("Computer, level 5", "Person", "e2e4", "1-0", "chess", play=PlayState(5, None))]
    driver = drive(games=(*won, *lost, *GAMES))
    driver.press("Statistics")
    driver.rest()
    found = driver.screen.statistics.found
    assert statistics_view.summary(found) == "4 games against the computer: 2 won, 0 drawn, 2 lost."
    assert set(found.by_level) == {3, 5}
    driver.pick("All games\u2026", "Chess")
    found = driver.screen.statistics.found
    assert statistics_view.summary(found) == "1 game against the computer: 0 won, 0 drawn, 1 lost."
    driver.press("Games")
    driver.rest()
    assert len(driver.listed) == 7


@pytest.mark.parametrize("count", [4, 5])
def test_the_strength_is_estimated_from_five_games_on_on_the_scale_of_the_game(drive, seen, count):
    won = Played("Person", "Computer, level 3", "e2e4", "1-0", "chess", play=PlayState(None, 3))
    driver = drive(games=[won] * count)
    driver.press("Statistics")
    driver.rest()
    driver.pick("All games\u2026", "Chess")
    strength = driver.screen.statistics.found.strength
    assert (statistics_view.NO_STRENGTH in seen) == (count < 5)
    if count < 5:
        assert strength is None
    else:
        level = float(ladder_named("chess").elos[2])
        assert strength == estimate([(level, 1.0)] * count)
        assert f"{strength.elo:.0f} ± {strength.error:.0f}" in seen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("games", [(), GAMES[1:2], GAMES[1:2] * 40])
def test_statistics_of_few_and_many_games_are_shown_at_any_size(drive, size, games):
    driver = drive(size, games)
    before = driver.picture()
    driver.press("Statistics")
    driver.rest()
    assert driver.picture() != before


# Files


BAD_PGN = """[White "Ada"]
[Variant "chess"]

1. e4 e5 2. Qh5 *

[White "Bob"]
[Variant "chess"]

1. e4 e5 2. Nf7 *
"""


def test_games_are_imported_and_the_bad_ones_are_named(drive, tmp_path):
    (tmp_path / "bad.pgn").write_text(BAD_PGN)
    driver = drive(games=())
    driver.import_file(tmp_path / "bad.pgn")
    summary = driver.app.dialog
    assert isinstance(summary, ImportSummary)
    assert summary_lines(summary.imported) == ["2 games added.", "1 game ends at an error."]
    (bad,) = summary.imported.remarks
    assert (bad.file, bad.number, bad.line, bad.players) == ("bad.pgn", 2, 9, "Bob - ?")
    assert "Nf7" in bad.why
    assert bad.why.endswith("the moves before it are kept")
    for key in (pygame.K_DOWN, pygame.K_END, pygame.K_HOME):
        driver.key(key)
    driver.key(pygame.K_ESCAPE)
    driver.rest()
    assert driver.listed == ["Bob - ?", "Ada - ?"]
    driver.import_file(tmp_path / "bad.pgn")
    assert summary_lines(driver.app.dialog.imported)[1] == "2 games were already in the library."


def test_games_that_are_not_written_as_they_should_be_are_imported_with_warnings(drive, tmp_path):
    driver = drive(games=())
    driver.import_file(DATA / "lenient_pgn" / "import-0-of-4.pgn")
    summary = driver.app.dialog
    assert summary_lines(summary.imported) == ["4 games added.", "4 games were read leniently."]
    remarks = summary.imported.remarks
    assert [(remark.number, remark.line, remark.is_error) for remark in remarks] == [
        (1, 9, False),
        (2, 18, False),
        (3, 30, False),
        (4, 42, False),
    ]
    assert summary.table.rows[0] == (
        "import-0-of-4.pgn",
        "1",
        "9",
        "Oak, O - Pine, P",
        "'o-o' is read as O-O",
    )
    driver.key(pygame.K_END)
    assert "'Qxf7 #' is read as Qxf7#" in driver.hints
    driver.key(pygame.K_ESCAPE)
    driver.rest()
    assert len(driver.listed) == 4


def test_errors_are_listed_before_warnings_of_which_only_the_first_ones_are(drive, tmp_path, monkeypatch):
    monkeypatch.setattr(import_result, "MOST_REMARKS", 2)
    lenient, bad = '[White "{}"]\n\n1. e4 e5 2. Nf3=+ *\n\n', '[FEN "8/8"]\n\n*\n\n'
    (tmp_path / "odd.pgn").write_text("".join(map(lenient.format, range(4))) + bad)
    driver = drive(games=())
    driver.import_file(tmp_path / "odd.pgn")
    imported = driver.app.dialog.imported
    assert [(remark.number, remark.is_error) for remark in imported.remarks] == [
        (5, True),
        (1, False),
        (2, False),
    ]
    assert summary_lines(imported) == [
        "4 games added.",
        "4 games were read leniently.",
        "1 game could not be read. The first 3 are listed.",
    ]


def test_several_files_are_imported_at_once(drive, tmp_path):
    names = ("a.pgn", "b.pgn", "c.pgn")
    for name in names:
        (tmp_path / name).write_text(f'[White "{name}"]\n\n1. e4 *\n')
    driver = drive(games=())
    driver.app.stage.preferences.change(folder=str(tmp_path))
    driver.press("Import\u2026")
    driver.key(pygame.K_DOWN)
    while driver.app.dialog.table.rows[driver.app.dialog.table.chosen] != ("a.pgn",):
        driver.key(pygame.K_DOWN)
    driver.key(pygame.K_DOWN, modifiers=pygame.KMOD_SHIFT)
    driver.key(pygame.K_RETURN, "\r")
    driver.wait_for_reading()
    assert summary_lines(driver.app.dialog.imported) == ["2 games added."]
    driver.key(pygame.K_ESCAPE)
    driver.rest()
    assert driver.listed == ["b.pgn - ?", "a.pgn - ?"]


def test_a_file_that_cannot_be_read_is_named(drive, tmp_path):
    (tmp_path / "bytes.pgn").write_bytes(b"\xff\xfe\x00\x01" * 100)
    driver = drive(games=())
    driver.import_file(tmp_path / "bytes.pgn")
    assert driver.app.dialog is not None


@pytest.mark.parametrize(("answer", "count"), [("Selected", 1), ("All listed", 4)])
def test_games_are_exported(drive, tmp_path, answer, count):
    driver = drive()
    target = tmp_path / "out.pgn"
    driver.press("Export\u2026")
    driver.press(answer)
    driver.fill(str(target))
    driver.key(pygame.K_RETURN, "\r")
    driver.wait_for_reading()
    assert len(list(pgn.read(target.read_text("utf-8")))) == count
    assert "exported" in driver.app.notice.text


def test_a_library_that_cannot_be_written_says_so(drive, tmp_path, path, monkeypatch):
    (tmp_path / "good.pgn").write_text('[White "Ada"]\n\n1. e4 *\n')
    driver = drive()

    def refuse(*_):
        raise LibraryError("The library cannot be used: the disk is full.")

    monkeypatch.setattr(GameDatabase, "delete", refuse)
    monkeypatch.setattr(GameDatabase, "import_games", refuse)
    driver.press("Delete")
    driver.wait_for_reading()
    assert driver.app.dialog.heading == "The library was not changed"
    driver.key(pygame.K_ESCAPE)
    driver.import_file(tmp_path / "good.pgn")
    assert summary_lines(driver.app.dialog.imported)[0].endswith("the disk is full.")
    driver.key(pygame.K_ESCAPE)
    driver.rest()
    assert driver.listed == ALL


def test_an_import_that_is_stopped_leaves_what_was_read(drive, tmp_path):
    text = '[White "{}"]\n[Variant "chess"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n\n'
    (tmp_path / "long.pgn").write_text("".join(map(text.format, range(4000))))
    driver = drive(games=())
    driver.app.stage.preferences.change(folder=str(tmp_path))
    driver.press("Import\u2026")
    driver.fill("long.pgn")
    driver.key(pygame.K_RETURN, "\r")
    driver.until(lambda: any("games read" in text for text in driver.hints))
    driver.press("Cancel")
    driver.rest()
    assert 0 < len(driver.listed) < 4000
    (said,) = driver.app.stage.notices.latest
    assert said.text == "The import was stopped. The games read so far are in the library."


# In the background


def test_of_many_questions_the_newest_is_answered_last_and_few_are_asked():
    pygame.display.init()
    asked, found = [], []
    newest, all_asked = LatestJob(found.append, lambda error: None), threading.Event()

    def work(number):
        asked.append(number)
        assert all_asked.wait(PATIENCE_SECONDS)
        return number

    for number in range(20):
        newest.ask(lambda number=number: work(number))
    all_asked.set()
    until(lambda: not newest.is_busy, meanwhile=newest.update)
    assert found == asked == [0, 19]


def test_the_position_shown_goes_to_the_editor_and_into_a_picture(drive):
    driver = drive()
    shown = driver.screen.games.preview.position.fen()
    driver.key(pygame.K_p, modifiers=pygame.KMOD_CTRL)
    assert isinstance(driver.app.dialog, PictureDialog)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_e, modifiers=pygame.KMOD_CTRL)
    assert isinstance(driver.screen, EditorScreen)
    assert driver.screen.session.draft.fen == shown
    driver.press("Close")
    driver.rest()
    assert isinstance(driver.screen, LibraryScreen)


def test_a_filter_that_leaves_the_chosen_game_out_begins_at_the_first_one(drive):
    driver = drive(
        games=[Played(f"White {number}", "Bob Cato"[number % 2 * 4 :], "e2e4") for number in range(8)]
    )
    driver.key(pygame.K_END)
    driver.key(pygame.K_SLASH, "/")
    driver.type("white 5")
    assert driver.listed == ["White 5 - Cato"]
    driver.screen.games.filters.clear()
    driver.rest()
    assert driver.listed[driver.screen.games.table.chosen].startswith("White 5")
    driver.screen.games.filters.type_words("bob")
    driver.rest()
    assert len(driver.listed) == 4
    assert driver.screen.games.table.chosen == 0
