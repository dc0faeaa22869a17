"""The sounds of a move: which ones, and when each is due while the move is animated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.scene import Scene
from wormhole.gui.board.square_changes import Dissolve
from wormhole.gui.board.wormhole_travel import dives
from wormhole.gui.look.schedule import NEVER

if TYPE_CHECKING:
    from wormhole import Variant

SOUND_APART_SECONDS = 0.07  # between wormhole sounds when motion is off, and before the check sound
RESULTS = ("move", "capture", "fold", "check", "error")  # sounds still played when an animation is cut short


def sounds_of_move(plan: Animation, scene: Scene, variant: Variant) -> list[tuple[float, str]]:
    """The names of the sounds of a played move, and when they are due, in seconds since it began.

    ``scene`` is the position after it.
    """
    route = scene.route
    assert route is not None
    if plan.passages and plan.arrives:
        passages = [passage.begins for passage in plan.passages]
    else:
        holes = len(route.holes) if dives(variant) else 0
        passages = [index * SOUND_APART_SECONDS for index in range(holes)]
    sounds = [
        (at, "wormhole" if number == 1 else f"wormhole-{number}")
        for number, at in enumerate(passages, start=1)
    ]
    sounds.append((plan.arrives, "capture" if route.captured is not None else "move"))
    if plan.roll is not None and plan.roll.tumble:
        sounds.append((plan.roll.begins, "dice"))
    sounds += [(change.sound_at, "fold") for change in plan.changes if not isinstance(change, Dissolve)]
    if plan.burst is not None:
        sounds.append((plan.burst.begins, "fold"))
    if scene.check is not None:
        sounds.append((plan.holds + SOUND_APART_SECONDS, "check"))
    return sounds


@dataclass
class SoundSchedule:
    """Sounds to come, each with its time in seconds."""

    _sounds: list[tuple[float, str]] = field(default_factory=list)

    def add(self, at_seconds: float, name: str) -> None:
        """Add a sound."""
        self._sounds.append((at_seconds, name))

    def pop_due(self, now_seconds: float) -> list[str]:
        """Remove the sounds that are due; returns their names, earliest first."""
        due = sorted((sound for sound in self._sounds if sound[0] <= now_seconds), key=lambda sound: sound[0])
        self._sounds = [sound for sound in self._sounds if sound[0] > now_seconds]
        return [name for _, name in due]

    def cut_short(self) -> None:
        """Keep the sounds of results only, due at once."""
        kept = sorted((sound for sound in self._sounds if sound[1] in RESULTS), key=lambda sound: sound[0])
        self._sounds = [(0.0, name) for _, name in kept]

    def clear(self) -> None:
        """Drop all sounds."""
        self._sounds.clear()

    @property
    def due(self) -> float:
        """When the next sound is due."""
        return min((at for at, _ in self._sounds), default=NEVER)
