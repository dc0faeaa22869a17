"""Playing in the window: clocks, draw offers, the banner and the rematch, by mouse and by keyboard."""

from __future__ import annotations

import time
from dataclasses import replace

import pygame
import pytest

from tests.support.hand import Hand, driving
from tests.support.parts import mostly_exhaustive
from wormhole import BLACK, WHITE, Board, variant
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.dialogs.clock_dialog import ClockDialog
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.game.game_screen import GameScreen
from wormhole.library import pgn
from wormhole.library import settings as kept
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.time_control import ClockKind, TimeControls, control_headers, spoken
from wormhole.play.match import Match
from wormhole.play.material import pawns_ahead
from wormhole.play.seats import resumed

BLITZ = TimeControls.equal(spoken("5+3"))
SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))
CHESS = {"variant": "chess"}


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path, start_game=True) as drive:
        yield drive


def opened(drive, clocks=BLITZ, **options):
    """A game of two users after the first move of each side."""
    driver = drive(black="person", clocks=clocks, **options)
    driver.move("e2e4")
    driver.move("e7e5")
    return driver


def clock(driver, color):
    reading = driver.screen.game.clocks.reading(color, driver.seconds)
    return reading and round(reading.seconds, 1)


def wait(driver, seconds):
    """Let time pass; after a longer step the program would seem to have stood still."""
    for _ in range(int(seconds)):
        driver.step(1.0)
    driver.step(seconds % 1.0)


def answer(driver, text, score=0, seconds=None):
    driver.step(0.3)
    driver.player.answer(text, score_centipawns=score, seconds=seconds)
    driver.step(0.3)
    driver.settle()


def texts(driver):
    top = driver.app.dialog.widgets if driver.app.dialog else driver.screen.widgets
    return [button.text for button in top.buttons]


def end(driver):
    """Let White resign."""
    driver.key(pygame.K_r, "r")
    driver.key(pygame.K_RETURN)
    for _ in range(3):
        driver.settle()


# On the clock


def test_a_flag_falls_and_the_banner_says_so(drive):
    driver = opened(drive)
    wait(driver, 299)
    assert driver.match.result.outcome is None
    driver.step(3)
    driver.settle()
    driver.step()
    result = driver.screen.picture.result.banner.content
    assert (result.title, result.reason) == ("Black wins", "White's time ran out.")
    game = driver.match.game
    assert (game.result, game.termination) == ("0-1", "time forfeit")
    assert game.headers["TimeControl"] == "300+3"
    assert clock(driver, WHITE) == 0


def test_a_flag_that_falls_against_a_lone_king_draws(drive):
    """The game is kept so, and says so when it is opened again."""
    driver = drive(black="person", clocks=BLITZ, fen="8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", **CHESS)
    driver.move("a1a2")
    driver.move("e3d3")
    wait(driver, 303)
    driver.settle()
    driver.step()
    words = "A side's time ran out, and the other side can no longer win."
    result = driver.screen.picture.result.banner.content
    assert (result.title, result.reason) == ("A draw", words)
    game = driver.match.game
    assert (game.result, game.termination) == ("1/2-1/2", "time forfeit")
    assert clock(driver, WHITE) == 0
    assert clock(driver, BLACK) == 300
    again = next(pgn.read(str(game)))
    assert Match(resumed(again)).result.outcome.reason() == f"A draw: {words[0].lower()}{words[1:]}"


def test_a_flag_falls_wherever_someone_looks(drive):
    driver = opened(drive)
    driver.key(pygame.K_HOME)
    driver.settle()
    wait(driver, 301)
    driver.settle()
    assert driver.match.cursor.node is driver.match.game.end()
    assert driver.match.result.outcome.winner == BLACK
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert driver.match.result.outcome is None
    assert clock(driver, WHITE) == 300


def test_a_dialog_pauses_the_clock(drive):
    driver = opened(drive)
    wait(driver, 10)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.dialog is not None
    left = clock(driver, WHITE)
    driver.step(1000)
    driver.key(pygame.K_ESCAPE)
    assert clock(driver, WHITE) == pytest.approx(left, abs=0.1)
    wait(driver, 10)
    assert clock(driver, WHITE) == pytest.approx(left - 10, abs=0.2)


def test_while_the_program_stands_still_no_time_passes(drive):
    driver = opened(drive)
    wait(driver, 10)
    left = clock(driver, WHITE)
    driver.step(3600)  # the machine slept
    assert clock(driver, WHITE) == left
    wait(driver, 10)
    assert clock(driver, WHITE) == pytest.approx(left - 10, abs=0.2)


def test_typing_a_move_takes_time(drive):
    driver = opened(drive)
    driver.key(pygame.K_t, "t")
    assert driver.app.dialog is not None
    left = clock(driver, WHITE)
    wait(driver, 10)
    assert clock(driver, WHITE) == pytest.approx(left - 10, abs=0.2)


def test_only_the_clock_is_redrawn_once_a_second(drive):
    driver = opened(drive)
    driver.step(1.5)
    drawn = []
    for _ in range(300):
        driver.seconds += min(driver.app.wakes_in(driver.seconds), 1.0) or 0.016
        areas = [area for layer in driver.screen.layers for area in layer.changed(driver.seconds)]
        drawn += areas
        driver.app.step(wait=False)
    face = driver.screen.picture.players.clocks[WHITE].rect
    assert drawn
    assert all(face.contains(area) for area in drawn)
    assert driver.app.wakes_in(driver.seconds) > 0.05


def test_a_closed_game_keeps_the_time_of_both(drive, tmp_path):
    driver = opened(drive)
    wait(driver, 30)
    driver.move("d2d4")
    wait(driver, 20)
    lefts = clock(driver, WHITE), clock(driver, BLACK)
    driver.app.close()
    with GameDatabase(tmp_path / "games.sqlite3") as library:
        (row,) = library.unfinished()
        assert "[%clk 0:04:3" in library.game(row.number).game.movetext()
    again = drive(start_game=False)
    begun = time.monotonic()
    while not any(text.startswith("Continue") for text in texts(again)):
        assert time.monotonic() - begun < 30
        again.step()
    again.press(next(text for text in texts(again) if text.startswith("Continue")))
    again.wait_for_reading()
    again.step()
    assert (clock(again, WHITE), clock(again, BLACK)) == pytest.approx(lefts, abs=0.2)
    assert again.match.setup.clocks == BLITZ


def test_the_computer_is_on_the_clock_and_its_answer_stops_it(drive):
    driver = drive(clocks=BLITZ)
    driver.move("e2e4")
    answer(driver, "e7e5")
    driver.step(4)
    driver.move("d2d4")
    left = clock(driver, WHITE)
    wait(driver, 5)
    answer(driver, "d7d5", seconds=2.0)
    assert clock(driver, BLACK) == 301
    assert clock(driver, WHITE) == pytest.approx(left, abs=1.0)


def test_the_computer_loses_on_time_if_it_does_not_answer(drive):
    driver = drive(clocks=TimeControls(spoken("5+0"), spoken("1+0")))
    driver.move("e2e4")
    answer(driver, "e7e5")
    driver.move("d2d4")
    wait(driver, 61)
    driver.settle()
    assert driver.match.result.outcome.reason() == "White wins: Black's time ran out."
    assert not driver.match.players.is_thinking


def test_in_the_past_nothing_is_played_while_clocks_run(drive):
    driver = opened(drive)
    driver.key(pygame.K_LEFT)
    driver.settle()
    driver.move("d7d5")
    assert driver.app.notice.text == "The clocks are running: you can move only in the current position"
    assert len(list(driver.match.game.nodes())) == 2
    driver.key(pygame.K_RIGHT)
    driver.move("d2d4")
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4", "e5", "d4"]


@pytest.mark.parametrize("size", SIZES)
def test_cards_with_clocks_show_everything(drive, size):
    driver = opened(drive, size=size)
    players = driver.screen.picture.players
    for color, face in players.clocks.items():
        assert players.cards[color].rect.contains(face.rect)
    driver.key(pygame.K_f, "f")
    assert players.cards[WHITE].rect.contains(players.clocks[WHITE].rect)


def test_low_time_is_heard_once(drive, monkeypatch):
    driver = drive(clocks=TimeControls(spoken("1+0"), None))
    heard = []
    monkeypatch.setattr(driver.app.stage.sounds, "play", heard.append)
    driver.move("e2e4")
    answer(driver, "e7e5")
    wait(driver, 40)
    assert "low-time" not in heard
    for _ in range(10):
        driver.step(1.5)
    assert heard.count("low-time") == 1


# Choosing a clock


def test_a_preset_is_chosen_by_keyboard_alone(drive, tmp_path):
    driver = drive(start_game=False)
    while not driver.screen.widgets.is_focused(button(driver, "No clock")):
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_SPACE)
    assert isinstance(driver.app.dialog, DropDown)
    for _ in range(5):
        driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert "5+3" in texts(driver)
    driver.press("Two players")
    assert driver.match.setup.clocks == BLITZ
    driver.app.close()
    assert kept.load(tmp_path / "settings.toml")[0].clock == "300+3"


def test_home_and_end_lead_to_the_ends_of_the_list_and_of_a_slider(drive):
    driver = drive(start_game=False)
    driver.press("No clock")
    driver.keys(pygame.K_END, pygame.K_UP, pygame.K_RETURN)
    assert driver.app.stage.settings.clock == "1800+20"
    driver.press("30+20")
    driver.keys(pygame.K_HOME, pygame.K_RETURN)
    assert driver.app.stage.settings.clock == "-"
    own_clock(driver)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_END)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_HOME)
    driver.press("OK")
    assert driver.app.stage.settings.clock == "0+180"


def button(driver, text):
    top = driver.app.dialog.widgets if driver.app.dialog else driver.screen.widgets
    return next(button for button in top.buttons if button.text == text)


def own_clock(driver):
    driver.press("No clock")
    driver.key(pygame.K_END)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.dialog, ClockDialog)


def test_a_clock_of_ones_own_by_mouse(drive):
    driver = drive(start_game=False)
    own_clock(driver)
    driver.press("Per move")
    driver.press("Computer, Black")
    driver.press("No clock")
    driver.press("OK")
    settings = driver.app.stage.settings
    assert (settings.clock, settings.other_clock) == ("1/30", "-")
    driver.press("Play")
    assert control_headers(driver.match.setup.clocks) == {"WhiteTimeControl": "1/30", "BlackTimeControl": "-"}


def test_a_clock_of_ones_own_by_keyboard(drive):
    driver = drive(start_game=False)
    own_clock(driver)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_RETURN)
    assert driver.app.stage.settings.clock == "-"
    while driver.app.dialog.widgets.focused is not button(driver, "OK"):
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    assert driver.app.stage.settings.clock == "240+4"


@pytest.mark.parametrize("size", SIZES)
def test_the_new_game_dialog_fits_and_keeps_level_and_clock(drive, size):
    driver = opened(drive, size=size)
    driver.key(pygame.K_n, "n")
    assert isinstance(driver.app.dialog, NewGameDialog)
    window = pygame.Rect((0, 0), size)
    rects = [each.rect for each in driver.app.dialog.widgets.buttons]
    assert all(window.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[:index]) == -1 for index, rect in enumerate(rects))
    driver.press("Rematch")
    assert driver.match.setup.clocks == BLITZ
    assert driver.match.cursor.nodes == []


# The end, and what follows


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_offers_three_ways_on(drive, size):
    driver = opened(drive, size=size)
    end(driver)
    names = ["Rematch", "Review", "Coach"]
    assert [text for text in texts(driver) if text in names][-3:] == names
    room = driver.screen.picture.result.banner.rect
    assert all(room.contains(place) for place in driver.screen.picture.result.banner.button_places(3))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("level", [3, 10])
def test_who_beats_a_level_is_offered_the_next_one(drive, size, level):
    driver = drive(size=size, level=level, fen="7k/R7/6K1/8/8/8/8/8 w - - 0 1", **CHESS)
    driver.move("a7a8")
    for _ in range(3):
        driver.settle()
    assert driver.screen.picture.result.banner.content.title == "You won"
    names = ["Rematch", "Level 4", "Review", "Coach"]
    assert [text for text in texts(driver) if text in names] == [
        name for name in names if level == 3 or name != "Level 4"
    ]
    if level == 3:
        driver.press("Level 4")
        assert driver.match.setup.users == (BLACK,)
        assert driver.match.setup.white.level.number == 4
        assert driver.app.stage.settings.level == 4


def test_the_banner_shrinks_when_someone_looks_back_and_comes_again(drive):
    driver = opened(drive)
    end(driver)
    driver.press("\N{MULTIPLICATION SIGN}")
    driver.key(pygame.K_HOME)
    driver.settle()
    assert driver.match.cursor.node is driver.match.game
    strip = "Black wins · White resigned"
    assert strip in texts(driver)
    assert "Rematch" not in texts(driver)
    driver.key(pygame.K_END)
    driver.settle()
    assert strip in texts(driver)
    driver.key(pygame.K_HOME)
    driver.settle()
    driver.press(strip)
    driver.settle()
    assert driver.match.cursor.node is driver.match.game.end()
    assert "Rematch" in texts(driver)
    driver.press("\N{MULTIPLICATION SIGN}")
    driver.settle()
    assert strip in texts(driver)
    driver.press("Undo")
    driver.settle()
    assert strip not in texts(driver)


def test_a_rematch_swaps_the_sides_and_keeps_level_and_clock(drive):
    driver = drive(clocks=TimeControls(spoken("5+3"), spoken("1+0")), level=3)
    driver.move("e2e4")
    answer(driver, "e7e5")
    end(driver)
    driver.press("Rematch")
    assert isinstance(driver.screen, GameScreen)
    setup = driver.match.setup
    assert setup.users == (BLACK,)
    assert setup.white.level.number == 3
    assert setup.clocks == TimeControls(spoken("1+0"), spoken("5+3"))
    assert driver.screen.state.flipped
    assert driver.match.players.is_thinking


def test_a_rematch_by_key_opens_beside_a_game_and_in_the_place_of_one_that_is_over(drive):
    driver = opened(drive)
    first = driver.match
    for games in (2, 2):
        driver.key(pygame.K_n, "\x0e", pygame.KMOD_CTRL)
        assert driver.app.dialog is None
        assert driver.match.cursor.nodes == []
        assert len(driver.app.stage.games) == games
    driver.key(pygame.K_TAB, "\t", pygame.KMOD_CTRL)
    assert driver.match is first
    end(driver)
    driver.key(pygame.K_n, "\x0e", pygame.KMOD_CTRL)
    assert len(driver.app.stage.games) == 2
    assert driver.match is not first


# Draws


def test_the_computer_agrees_to_a_draw_when_it_is_not_better(drive):
    driver = drive(**CHESS, fen="4k3/8/8/8/8/8/4P3/4K2R w")
    driver.move("e1d1")
    answer(driver, "e8d8", score=-400)
    driver.key(pygame.K_d, "d")
    driver.settle()
    driver.step()
    assert driver.match.result.outcome.reason() == "A draw: by agreement."
    assert (driver.match.game.result, driver.match.game.termination) == ("1/2-1/2", "agreement")
    assert driver.screen.picture.result.banner.content.title == "A draw"


def test_the_computer_declines_when_it_is_better_or_too_early(drive):
    driver = drive(**CHESS)
    driver.move("e2e4")
    answer(driver, "e7e5", score=10)
    driver.key(pygame.K_r, "r")
    driver.press("Offer a draw")
    assert driver.app.notice.text == "The computer declines the draw"
    driver.key(pygame.K_d, "d")
    assert driver.app.notice.text == "The computer has just declined a draw"
    assert driver.match.result.outcome is None


def test_two_people_offer_and_accept_a_draw(drive):
    driver = drive(**CHESS, black="person")
    driver.move("e2e4")
    driver.key(pygame.K_d, "d")
    assert driver.match.result.outcome is None
    driver.move("e7e5")
    assert driver.app.notice.text == "Black offers a draw"
    driver.move("d2d4")  # a move declines it
    assert driver.app.notice is None
    driver.key(pygame.K_d, "d")
    driver.move("d7d6")
    driver.move("g1f3")
    assert driver.app.notice is None
    driver.key(pygame.K_d, "d")
    driver.move("g8f6")
    assert driver.app.notice.text == "Black offers a draw"
    driver.key(pygame.K_d, "d")
    driver.settle()
    assert driver.match.game.result == "1/2-1/2"
    assert driver.app.notice is None


def test_a_game_without_draws_says_so(drive):
    driver = opened(drive)
    driver.key(pygame.K_d, "d")
    assert driver.app.notice.text == "This game has no draws"
    assert driver.match.result.outcome is None
    driver.key(pygame.K_r, "r")
    assert "Offer a draw" not in texts(driver)


def test_which_games_can_be_drawn():
    assert variant("chess").can_be_drawn
    assert not variant("wormhole").can_be_drawn
    folding = variant("wormhole")
    endings = replace(folding.endings, repetitions=3)
    assert replace(folding, endings=endings).can_be_drawn


# Material


def test_the_side_that_is_ahead_shows_by_how_much(drive):
    from wormhole.gui.game.card_words import card_words

    driver = drive(**CHESS, black="person", fen="rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq")
    ahead, behind = (card_words(driver.match, color, None) for color in (WHITE, BLACK))
    assert (ahead.balance, behind.balance) == ("+8", "")


def test_what_both_sides_have_lost_cancels_out_on_their_cards(drive):
    """At the end White has captured QBNP, and Black BNNP."""
    from wormhole.gui.game.card_words import card_words

    driver = drive(**CHESS, black="person")
    moves = "e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3 Bg4 Be2 Bxf3 Bxf3 Qxc3 bxc3 Nc6 Bxc6+ bxc6"
    expected = {
        "exd5": ("P+1", ""),
        "Qxd5": ("", ""),
        "Bxf3": ("B", "N"),
        "bxc3": ("BQ+5", "NN"),
        "bxc6": ("Q+5", "N"),
    }
    seen = {}
    for text in moves.split():
        assert driver.match.play(driver.match.cursor.board.parse_san(text))
        cards = [card_words(driver.match, color, None) for color in (WHITE, BLACK)]
        seen[text] = tuple("".join(p.letter for p in card.captured) + card.balance for card in cards)
    assert {text: seen[text] for text in expected} == expected


def test_each_captured_piece_changes_the_balance():
    """A knight of Wormhole Chess is worth two pawns and a half of its pawns, a pawn less than one."""
    balances = {"1PPP4": 0, "1PPPP3": 1, "1PPPPP2": 2, "1PP5": -1}
    for pawns, balance in balances.items():
        board = Board("wormhole", f"4k3/1n6/2p5/8/8/8/{pawns}/4K3 w")
        assert (pawns_ahead(board, WHITE), pawns_ahead(board, BLACK)) == (balance, -balance)


def test_a_demonstration_on_the_clock(drive):
    driver = drive(start_game=True, white="computer", clocks=TimeControls.equal(spoken("1+0")))
    for text in ("e2e4", "e7e5", "d2d4"):
        driver.step(1.0)
        answer(driver, text, seconds=0.5)
        driver.step(1.0)
        driver.settle()
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4", "e5", "d4"]
    assert [node.clock() for node in driver.match.cursor.nodes] == [60, 60, 59.5]
    wait(driver, 61)
    driver.settle()
    assert driver.match.result.outcome.reason() == "White wins: Black's time ran out."


def test_undo_takes_back_an_agreement_and_redo_makes_it_again(drive):
    driver = drive(**CHESS, black="person", clocks=BLITZ)
    driver.move("e2e4")
    driver.key(pygame.K_d, "d")
    driver.move("e7e5")
    driver.key(pygame.K_d, "d")
    driver.settle()
    assert driver.match.game.result == "1/2-1/2"
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert driver.match.game.result == "*"
    wait(driver, 5)
    assert clock(driver, WHITE) < 300
    driver.key(pygame.K_y, "", pygame.KMOD_CTRL)
    driver.settle()
    assert driver.match.game.result == "1/2-1/2"


def test_a_clock_of_several_periods_is_typed(tmp_path):
    chosen = []
    with Hand(tmp_path) as hand:
        hand.app.stage.open(ClockDialog(hand.app.stage, BLITZ, chosen.append))
        hand.step()
        hand.press("Periods")
        for text, taken in (("40/120:", 0), ("40/120:60", 1)):
            hand.fill(text)
            hand.press("OK")
            assert len(chosen) == taken
    assert [str(clocks.white) for clocks in chosen] == ["40/7200:3600"]


def test_no_clock_and_then_a_clock_can_be_chosen(tmp_path):
    chosen = []
    with Hand(tmp_path) as hand:
        hand.app.stage.open(ClockDialog(hand.app.stage, BLITZ, chosen.append))
        hand.step()
        for kind in ("No clock", "Per move", "No clock", "Delay"):
            hand.press(kind)
        hand.press("OK")
    assert [str(clocks.white) for clocks in chosen] == [
        str(replace(BLITZ.white, bonus=3.0, kind=ClockKind.DELAY))
    ]
