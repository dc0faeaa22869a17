"""Two windows play into one library at the same time.

``pytest -m soak tests/window/test_two_windows.py`` shows demonstrations in both for an hour, or for as many
minutes as the environment's MINUTES says.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field

import pytest

from tests.support.children.hurried import DEMONSTRATION, MADE, SETTLED, PlayEvent
from tests.support.desktop.hurried_window import HurriedWindow
from tests.support.parts import exhaustive
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase

SECONDS_IN_CI = 6
MINUTES_BY_HAND = 60


def play_side_by_side(display, folder, seconds, mode):
    """Let two windows play; returns what each of them told."""
    library = folder / "games.sqlite3"
    windows = [HurriedWindow(display, library, folder / f"window {seed}", seed, mode) for seed in range(2)]
    try:
        for window in windows:
            window.wait_for_play()
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            for window in windows:
                window.check()
            time.sleep(0.2)
    finally:
        told = [window.kill() for window in windows]
    return told


@dataclass
class Played:
    """A game of one window: what the library may have of it, and whether it certainly has it."""

    choices: list[tuple[str, str]] = field(default_factory=list)
    is_kept: bool = False


def played(told: list[PlayEvent]) -> list[Played]:
    """The games of a window, each with its moves that were certainly kept last and all later ones."""
    games: dict[int, Played] = {}
    for one in told:
        if one.kind == MADE and one.text:
            games.setdefault(one.game, Played()).choices.append((one.variant, one.text))
        elif one.kind == SETTLED and one.game in games:
            games[one.game] = Played(games[one.game].choices[-1:], is_kept=True)
    return list(games.values())


def check(folder, told):
    """Check that each game is in the library once, as it was shown last; returns their number."""
    path = folder / "games.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with GameDatabase(path) as library:
        games = [library.game(number).game for number in library.find(Query())]
    found = {(game.start.variant.name, game.movetext()) for game in games}
    all_played = [game for window in told for game in played(window)]
    for game in all_played:
        assert not game.is_kept or found.intersection(game.choices), game
    assert len(games) <= len(all_played)
    return len(games)


@exhaustive
def test_two_windows_lose_nothing(display, tmp_path):
    told = play_side_by_side(display, tmp_path, SECONDS_IN_CI, mode="")
    assert check(tmp_path, told) >= 2


@pytest.mark.soak
def test_demonstrations_in_two_windows_lose_nothing(display, tmp_path):
    minutes = float(os.environ.get("MINUTES", MINUTES_BY_HAND))
    told = play_side_by_side(display, tmp_path, 60 * minutes, DEMONSTRATION)
    moves = [sum(one.kind == MADE for one in window) for window in told]
    print(f"{check(tmp_path, told)} games; changes in each window: {moves}")
