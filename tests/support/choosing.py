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
            driver.app.stage.change_settings(folder=str(folder))
            return driver

        yield start


def control(driver, key):
    driver.key(key, modifiers=pygame.KMOD_CTRL)
    driver.wait_for_reading()


def choose_file(driver, path):
    driver.fill(str(path))
    driver.key(pygame.K_RETURN)
    driver.wait_for_reading()
