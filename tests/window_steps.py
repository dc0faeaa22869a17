"""Steps of a window under test: a move is not shown before the library has kept it, in its own time."""

from __future__ import annotations

import time

from patience import PATIENCE_SECONDS

from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.loop.app import App


def step(app: App) -> bool:
    """One step, and more while a move is being kept; returns whether anything was drawn."""
    drawn = app.step(wait=False)
    begun = time.monotonic()
    while app.is_open and isinstance(app.screen, GameScreen) and not app.screen.is_up_to_date:
        assert time.monotonic() - begun < PATIENCE_SECONDS
        time.sleep(0.001)
        drawn = app.step(wait=False) or drawn
    return drawn
