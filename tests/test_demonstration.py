"""The demonstration in the window: what it shows, how a visitor takes over, and how it resumes."""

from __future__ import annotations

import threading
from dataclasses import replace

import pygame
import pytest

import wormhole
from tests.support.hand import Hand, hands
from tests.support.patience import PATIENCE_SECONDS
from tests.support.rectangles import assert_side_by_side, rectangles
from wormhole import Board
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.learn import demonstration_screen
from wormhole.gui.learn.acts_screen import demonstration_layout
from wormhole.gui.learn.demonstration_acts import GameAct, slides_of
from wormhole.gui.learn.demonstration_screen import DemonstrationScreen
from wormhole.gui.learn.kiosk import ALONE_SECONDS, WARNING_SECONDS
from wormhole.learn.course import lesson
from wormhole.learn.demonstration_programme import showings
from wormhole.learn.shown_game import Event, ShownGame
from wormhole.library import settings
from wormhole.library.settings import Settings
from wormhole.play.seats import levels_of

STEP_SECONDS = 0.5
MIDDLE = (300, 300)
CROSSING = "1nwlkwn1/1ppx4/2x5/2xp4/5xxN/8/3x4/4K3 b"
ENDGAME = "xxxxxxxx/xxxxxxxx/xxxxx2x/xxxxxKxx/xxxxxxxx/xxxxkxxx/xxxxxxxx/xxxxxxxx w"
"""One move, and Black has none left."""


class Visitor(Hand):
    """At a window with demonstrations, whose clock moves in large steps."""

    frame_seconds = STEP_SECONDS

    def __init__(self, folder, **options):
        settings.save(folder / "settings.toml", Settings(motion=False, muted=True))
        super().__init__(folder, **{"size": (800, 600), "demo": True, "level": 1, "pace": 5.0, **options})

    def until_plies(self, plies):
        self.until(lambda: len(self.shown()) >= plies)

    def shown(self):
        """The moves of the game that is shown."""
        record = self.screen.record() if isinstance(self.screen, DemonstrationScreen) else None
        return [] if record is None else [node.uci() for node in record.mainline()]


@pytest.fixture
def hand(tmp_path):
    with hands(Visitor, tmp_path) as open_window:
        yield open_window


def moves_of(screen):
    return [node.uci() for node in screen.match.game.mainline()]


def test_a_game_is_shown_with_a_caption_for_each_move(hand):
    driver = hand()
    assert isinstance(driver.screen, DemonstrationScreen)
    driver.until_plies(2)
    board = Board("wormhole")
    for move in driver.shown():
        board.push_uci(move)
    assert driver.screen.words.headline in map(str, Event.of(board).captions)
    assert driver.screen.words.heading == "Wormhole Chess"


def test_one_game_follows_another(hand):
    driver = hand(pace=1000.0, fen=ENDGAME)
    seen = []

    def has_seen_two():
        title = driver.screen.words.heading
        if title and title not in seen:
            seen.append(title)
        return len(seen) == 2

    driver.until(has_seen_two)
    assert seen == ["Wormhole Chess", "Wormhole Chess with short riders"]


@pytest.mark.parametrize(
    "take_over", [lambda hand: hand.key(pygame.K_a, "a"), lambda hand: hand.click(MIDDLE)]
)
def test_whoever_presses_a_key_or_clicks_plays_on(hand, take_over):
    driver = hand()
    driver.until_plies(2)  # the third may be mate; then a new game begins
    shown = driver.shown()
    take_over(driver)
    assert isinstance(driver.screen, GameScreen)
    assert moves_of(driver.screen) == shown
    assert driver.screen.match.setup.users == (driver.screen.match.cursor.board.turn,)


def test_escape_leads_home_and_the_keys_of_the_window_change_nothing(hand):
    driver = hand()
    driver.until_plies(1)
    demonstration = driver.screen
    driver.key(pygame.K_m, "m")
    driver.key(pygame.K_LSHIFT)
    assert driver.screen is demonstration
    assert not driver.app.stage.settings.muted
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.screen, HomeScreen)


@pytest.mark.parametrize("leave", [lambda hand: hand.click(MIDDLE), lambda hand: hand.key(pygame.K_ESCAPE)])
def test_after_a_minute_alone_it_goes_on(hand, leave):
    driver = hand()
    driver.until_plies(1)
    leave(driver)
    room = driver.screen
    driver.wait(ALONE_SECONDS - WARNING_SECONDS + 1)
    assert "The demonstration continues in 15 seconds" in driver.app.notice.text
    driver.key(pygame.K_LSHIFT)
    assert driver.app.notice is None
    driver.wait(ALONE_SECONDS - 1)
    assert driver.screen is room
    driver.wait(2)
    assert isinstance(driver.screen, DemonstrationScreen)
    assert driver.app.notice is None


def test_by_its_key_it_starts_with_the_chosen_game_and_leaves_people_alone(hand):
    driver = hand(demo=False, variant="smess")
    driver.key(pygame.K_d, "\x04", pygame.KMOD_LCTRL)
    driver.until(lambda: isinstance(driver.screen, DemonstrationScreen))
    driver.until(lambda: driver.screen.words.heading)
    assert driver.screen.words.heading == "Smess"
    driver.key(pygame.K_ESCAPE)
    home = driver.screen
    driver.wait(2 * ALONE_SECONDS)
    assert driver.screen is home
    driver.key(pygame.K_d, "\x04", pygame.KMOD_LCTRL)
    driver.click(MIDDLE)
    driver.wait(ALONE_SECONDS + 1)
    assert isinstance(driver.screen, DemonstrationScreen)


@pytest.mark.parametrize(
    ("fen", "move", "seen"),
    [
        (CROSSING, "c7c4", "c7"),  # before its move
        ("xxxkxxxx/xxxpxxxx/xx2xpxx/xxx1x2x/1xxcxxxx/x1Kxxx2/xxPxxxxx/xNxxxxxC b", "d4d6", "f6"),  # the check
    ],
)
def test_the_board_is_shown_as_a_piece_sees_it(hand, fen, move, seen):
    driver = hand()
    driver.app.stage.preferences.change(motion=True)
    board = Board("wormhole", fen)
    act = GameAct(driver.app.stage, 1.0, replace(driver.screen.showing, fen=fen))
    board.push_uci(move)
    act.take(Event.of(board))
    views, now = [], 0.0
    while not act.is_over and now < 60:
        now += 0.1
        act.update(now)
        if act.state.fold.is_open:
            views.append(act.state.fold.view.square)
        if act.asks and now > 5:
            act.take(None)
    assert {board.variant.geometry.names[square] for square in views} == {seen}


@pytest.mark.parametrize(
    "size", [(800, 600), (1280, 800), (1920, 1080), (3840, 2160), (900, 1200), (1024, 600)]
)
@pytest.mark.parametrize("name", ["wormhole", "omega", "smess", "cheshire10"])
def test_nothing_overlaps_or_leaves_the_window(size, name):
    layout = demonstration_layout(size, wormhole.variant(name).geometry)
    assert_side_by_side(size, [part for part in rectangles(layout) if part.height])


def test_a_fault_does_not_stop_it_for_long(hand, monkeypatch):
    driver = hand()
    driver.until_plies(2)

    def fail(self):
        raise ArithmeticError("the search is broken")

    monkeypatch.setattr(ShownGame, "next_event", fail)
    driver.until(lambda: driver.app.dialog is not None)
    assert driver.screen.showing.variant.name == "wormhole"
    monkeypatch.undo()
    driver.wait(ALONE_SECONDS + 1)
    driver.until(lambda: driver.screen.showing.variant.name == "wormhole2")
    assert driver.app.dialog is None


def test_a_game_with_one_slide_is_shown_and_the_window_says_which(hand, monkeypatch):
    monkeypatch.setattr(demonstration_screen, "slides_of", lambda showing: slides_of(showing)[:1])
    driver = hand()
    assert driver.screen.title == "Wormhole Chess"
    driver.until_plies(1)
    assert driver.app.dialog is None


def test_the_computer_player_is_let_go_of_although_its_last_move_was_not_shown(hand, monkeypatch):
    driver = hand()
    driver.until_plies(1)
    found, closed = threading.Event(), threading.Event()
    next_event, close = ShownGame.next_event, ShownGame.close

    def find(game):
        event = next_event(game)
        found.set()
        return event

    monkeypatch.setattr(ShownGame, "next_event", find)
    monkeypatch.setattr(ShownGame, "close", lambda game: (close(game), closed.set()))
    while not found.is_set():
        driver.wait(STEP_SECONDS)
        found.wait(0.05)
    driver.key(pygame.K_ESCAPE)
    assert closed.wait(PATIENCE_SECONDS)


def test_its_level_is_not_that_of_the_person(hand):
    driver = hand(level=2)
    driver.until_plies(1)
    assert {driver.screen.showing.white.number, driver.screen.showing.black.number} == {2}
    driver.click(MIDDLE)
    assert {level for level in levels_of(driver.screen.match.setup) if level} == {1}


def test_no_slide_asks_for_a_key_since_any_key_starts_a_game():
    slides = [slide for showing in showings() if showing.steps for slide in slides_of(showing)]
    told = [" ".join(slide.paragraphs) for slide in slides]
    assert any("Small beads mark where they were." in text for text in told)
    assert [text for text in told if "Press" in text or "press" in text] == []
    (step,) = (step for step in lesson("the-fold").steps if step.fold is not None)
    assert step.aside.startswith("Press V")
