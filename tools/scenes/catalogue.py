"""The scenes of the gallery, by name: every screen and dialog, and the states of a game."""

from __future__ import annotations

from tools.scenes import board, composing, dialogs, engine, learning, playing, rare, rooms, teaching
from tools.scenes.photographer import Scene
from tools.scenes.places import at_home, in_game

SCENES: dict[str, Scene] = {
    "home": at_home,
    "game": in_game,
    **board.SCENES,
    **playing.SCENES,
    **engine.SCENES,
    **dialogs.SCENES,
    **rooms.SCENES,
    **composing.SCENES,
    **learning.SCENES,
    **teaching.SCENES,
    **rare.SCENES,
    **rare.NOTHING_KEPT,
}
