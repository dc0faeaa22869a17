"""Opens and saves files in a folder, as a user does."""

from __future__ import annotations

from contextlib import contextmanager

import pygame

from tests.support.hand import driving


@contextmanager
def driving_in(folder):
    """Opens windows whose dialogs of files begin in this folder."""
    with driving(folder) as open_window:

        def start(size=(800, 600), **options):
            driver = open_window(size, **options)
            driver.app.stage.preferences.change(folder=str(folder))
            return driver

        yield start


def control(driver, key):
    driver.key(key, modifiers=pygame.KMOD_CTRL)
    driver.wait_for_reading()


def choose_file(driver, path):
    driver.fill(str(path))
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()


def press_game(driver, title):
    """Scroll to a game of the list, and press it."""
    games = driver.app.dialog.games
    row = next(number for number, row in enumerate(games.rows) if row.offer and row.text == title)
    for _ in games.rows:
        place = games.place_of(row)
        if games.rect.contains(place):
            break
        driver.post(pygame.MOUSEWHEEL, x=0, y=1 if place.top < games.rect.top else -1)
        driver.step()
    driver.click(place.center)


def wait_for_games(driver):
    """Wait until the games are read, and the board of the chosen one is shown."""
    driver.until(lambda: driver.app.dialog.is_ready)
