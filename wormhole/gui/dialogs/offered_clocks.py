"""The clocks that are offered: in the list, and on the sliders of the dialog for other ones."""

from __future__ import annotations

from wormhole.gui.languages.language import N_
from wormhole.library.time_control import TimeControl

PRESETS: tuple[tuple[str, str], ...] = (
    ("1+0", N_("Bullet")),
    ("2+1", N_("Bullet")),
    ("3+2", N_("Blitz")),
    ("5+0", N_("Blitz")),
    ("5+3", N_("Blitz")),
    ("10+5", N_("Rapid")),
    ("15+10", N_("Rapid")),
    ("30+0", N_("Classical")),
    ("30+20", N_("Classical")),
)
"""As players write them, with the usual name of the pace."""

# fmt: off
MINUTES = (
    0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    25, 30, 35, 40, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180,
)
BONUSES = (*range(21), 25, 30, 35, 40, 45, 60, 75, 90, 120, 150, 180)
# fmt: on
MOVE_SECONDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120, 180, 300, 600)
USUAL_CLOCK = TimeControl(300.0, 3.0)
USUAL_MOVE_SECONDS = 30.0
USUAL_PERIODS = TimeControl(5400.0, 30.0, moves=40, then=TimeControl(1800.0, 30.0))
"""The last three are what the dialog begins with, by the kind of the clock."""
