"""Scenes of the gallery with teaching the computer a game."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from unittest.mock import patch

from tools.scenes.photographer import Photographer, Scene
from wormhole import Variant, variant
from wormhole.gui.dialogs.teach_dialog import TeachDialog, show_teaching
from wormhole.play.seats import against, level_of
from wormhole.players.spec import at_level
from wormhole.training import teacher
from wormhole.training.teacher import Round, TeachingNow, TeachingRecord, TrainingPhase

GAME = "wormhole"
KEPT_ROUNDS = (1, 2, 3, 5, 8)


def rounds(count: int = 10) -> list[Round]:
    """Possible rounds."""
    found: list[Round] = []
    elo = 0.0
    for number in range(1, count + 1):
        is_kept = number in KEPT_ROUNDS
        elo += 130 / number if is_kept else 0
        glance = 0.624 - 0.02 * (1 - math.exp(-number / 4))
        material, search = 0.631 + 0.001 * math.sin(number), 0.588 - 0.002 * math.sin(number)
        match = (10, 0, 60, 0, 30 if is_kept else 8)
        games, positions = 4000 * number, 120_000 * number
        found.append(
            Round(number, 0.25 * number, positions, games, material, glance, search, match, is_kept, elo)
        )
    return found


def teaching(*, is_new: bool = False, now: TeachingNow | None = None) -> Scene:
    """The dialog, for a game that has been taught before or not."""

    def show(camera: Photographer) -> None:
        camera.close_dialogs()
        game = variant(GAME)
        with tempfile.TemporaryDirectory() as folder:

            def place(variant: Variant) -> Path:
                return Path(folder)

            if not is_new:
                kept = TeachingRecord(game, Path(folder))
                kept.begin()
                for each in rounds():
                    kept.add(each)
            with patch.object(teacher, "usual_folder", place):
                stage = camera.app.stage
                stage.engines.teacher.now = now
                show_teaching(stage)
                stage.open(TeachDialog(stage, game))
                camera.work(0.5)

    return show


def sign(camera: Photographer) -> None:
    """A game, while the computer is taught in the background."""
    stage = camera.app.stage
    camera.start(against("white", at_level(level_of(1))))
    stage.engines.teacher.now = TeachingNow(variant(GAME), 2.0, 3, TrainingPhase.LEARNING, 0.6, 180_000)
    show_teaching(stage)
    camera.work(0.3)


SCENES: dict[str, Scene] = {
    "teaching": teaching(
        now=TeachingNow(variant(GAME), 2.0, 11, TrainingPhase.TESTING, 0.62, 1_234_567, (61, 84, 45))
    ),
    "teaching-sign": sign,
    "taught": teaching(),
    "teach": teaching(is_new=True),
}
