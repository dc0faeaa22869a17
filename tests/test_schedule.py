"""Due jobs are done at their time, and the window sleeps exactly until then."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import two_players
from wormhole.gui.board import timeline
from wormhole.gui.dialogs.dialog import Popup
from wormhole.gui.game.reply_delay import REPLY_PAUSE_SECONDS
from wormhole.gui.game.shown_game import GamePhase
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER, Schedule, ScheduledJob
from wormhole.gui.loop.app import FRAME_SECONDS, LONGEST_SLEEP_SECONDS

FRAMES = 2 * FRAME_SECONDS


class Kettle:
    """Something that time changes: it is put on, and it boils."""

    def __init__(self):
        self.boils_at = NEVER
        self.watched = 0
        self.done = []

    def boil(self, now):
        self.boils_at = NEVER
        self.done.append(("boils", now))

    def watch(self, now):
        self.watched += 1
        if not self.done and self.boils_at == NEVER:
            self.boils_at = now + 3.0


KETTLE = Schedule[Kettle](
    ScheduledJob(lambda kettle, now: NEVER, Kettle.watch, follows=True),
    ScheduledJob(lambda kettle, now: kettle.boils_at, Kettle.boil),
)


def test_a_job_is_done_when_it_is_due_and_only_once():
    kettle = Kettle()
    assert KETTLE.update(kettle, 10.0) == 13.0
    assert KETTLE.update(kettle, 12.9) == 13.0
    assert kettle.done == []
    assert KETTLE.update(kettle, 13.0) == NEVER
    assert KETTLE.update(kettle, 14.0) == NEVER
    assert kettle.done == [("boils", 13.0)]


def test_a_job_that_follows_is_done_at_every_update():
    kettle = Kettle()
    for now in (1.0, 1.1, 1.2):
        KETTLE.update(kettle, now)
    assert kettle.watched == 3


def test_a_job_that_makes_a_later_one_due_has_it_done_in_the_same_update():
    kettle = Kettle()
    soon = Schedule[Kettle](
        ScheduledJob(
            lambda kettle, now: NEVER if kettle.done else EVERY_FRAME,
            lambda kettle, now: kettle.watch(now - 3),
        ),
        ScheduledJob(lambda kettle, now: kettle.boils_at, Kettle.boil),
    )
    assert soon.update(kettle, 5.0) == NEVER
    assert kettle.done == [("boils", 5.0)]


def test_without_jobs_nothing_is_due():
    assert Schedule[Kettle]().update(Kettle(), 0.0) == NEVER


def sleep(driver):
    """Let the window sleep as long as it wants, at least until the next frame."""
    driver.step(max(FRAME_SECONDS, driver.app.wakes_in(driver.seconds)))


def slept_until(driver, condition):
    """The seconds until something has come about, and how often the window woke."""
    begun, wakes = driver.seconds, 0
    while not condition():
        sleep(driver)
        wakes += 1
        assert driver.seconds < begun + 60
    return driver.seconds - begun, wakes


def test_a_game_at_rest_sleeps(drive):
    driver = two_players(drive)
    driver.settle()
    driver.step(5.0)
    for _ in range(5):
        assert driver.app.wakes_in(driver.seconds) == LONGEST_SLEEP_SECONDS
        sleep(driver)


def test_a_message_goes_when_its_time_is_over(drive):
    driver = two_players(drive)
    driver.settle()
    driver.app.stage.notices.flash("Hello")
    driver.step(0.0)
    seconds, wakes = slept_until(driver, lambda: driver.app.notice is None)
    driver.app.stage.notices.flash("Hello")
    driver.step(0.0)
    driver.step(seconds - FRAMES)
    assert driver.app.notice is not None
    assert wakes <= seconds / LONGEST_SLEEP_SECONDS + 1


@pytest.mark.parametrize("motion", [True, False])
def test_the_answer_is_shown_as_soon_as_it_may_be(drive, motion):
    driver = drive(start_game=True)
    driver.app.stage.preferences.change(motion=motion)
    driver.settle()
    game = driver.screen.game
    driver.move("e2e4")
    slept_until(driver, lambda: driver.player.asked is not None and game.shown.phase is GamePhase.WAITING)
    begun = driver.seconds
    driver.player.answer()
    driver.step(0.0)
    slept_until(driver, lambda: len(game.match.cursor.nodes) == 2)
    assert driver.seconds - begun <= REPLY_PAUSE_SECONDS + FRAMES


def test_a_game_goes_through_its_phases(drive):
    driver = two_players(drive)
    driver.app.stage.preferences.change(motion=True)
    driver.settle()
    game, seen = driver.screen.game, []
    assert game.shown.phase is GamePhase.WAITING
    for name in ("e2", "e4"):
        driver.click(driver.square(name))
    while not seen or seen[-1] is not GamePhase.WAITING:
        if not seen or seen[-1] is not game.shown.phase:
            seen.append(game.shown.phase)
        sleep(driver)
    assert seen[-2:] == [GamePhase.MOVING, GamePhase.WAITING]
    assert seen[:-2] in ([], [GamePhase.SAVING])
    driver.key(pygame.K_LEFT)
    assert game.shown.phase is GamePhase.MOVING
    driver.settle()
    assert game.shown.phase is GamePhase.WAITING


class Brief(Popup):
    """A dialog that closes itself at its first update, and lets the room go on."""

    layers = ()
    dims = False

    def __init__(self, stage, then):
        self.stage, self.then = stage, then

    def place(self, size):
        pass

    def handle(self, event, now_seconds):
        return False

    def update(self, now_seconds):
        self.stage.close_dialog()
        self.then()
        return NEVER

    def close(self):
        pass


def test_what_a_dialog_begins_in_the_room_moves_at_once(drive):
    driver = two_players(drive)
    driver.app.stage.preferences.change(motion=True)
    driver.move("e2e4")
    driver.settle()
    game = driver.screen.game
    assert driver.app.wakes_in(driver.seconds) > 0.0
    driver.app.stage.open(Brief(driver.app.stage, lambda: game.go(game.match.game, driver.seconds)))
    driver.app.step(wait=False)
    assert timeline.is_moving(game.state, driver.seconds)
    assert driver.app.wakes_in(driver.seconds) == 0.0
