"""Makes pictures of all screens and dialogs, in any themes, languages and sizes, also those of the docs.

python -m tools.gallery pictures --size 800x600 --size 1280x800 --theme night --language de --sheet
python -m tools.gallery pictures --scene game --scene new-game
python -m tools.gallery docs/gallery --docs
"""

from __future__ import annotations

import argparse
import itertools
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from wormhole.gui.game.game_screen import GameScreen

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from tools.pictures import save, side_by_side
from tools.sample_library import fill
from tools.scenes.catalogue import SCENES
from tools.scenes.photographer import Photographer, photographer
from tools.scenes.places import GAME
from wormhole.base.atomic_files import write_bytes
from wormhole.gui.look.theme import Theme
from wormhole.gui.pictures.picture_files import PictureFormat, PictureJob
from wormhole.gui.pictures.reel import PictureStyle, Reel
from wormhole.library import pgn

SHEET_COLUMNS, SHEET_WIDTH = 4, 2400  # pixels
SIZE = (1280, 800)
FILM_SIZE = 480

IN_DOCS = {
    "home": "night",
    "capture": "night",
    "game": "night",
    "routes": "night",
    "reach": "night",
    "characters": "walnut",
    "mate": "walnut",
    "promotion": "paper",
    "analysis": "night",
    "openings": "night",
    "coach": "walnut",
    "proof": "night",
    "reviewed": "abyss",
    "lessons": "night",
    "lesson": "night",
    "lesson-fold": "walnut",
    "demonstration": "night",
    "demonstrated-view": "abyss",
    "puzzles": "night",
    "puzzle": "tournament",
    "puzzle-refuted": "paper",
    "rules": "tournament",
    "choose": "night",
    "composer": "night",
    "composer-pieces": "walnut",
    "impossible": "night",
    "library": "night",
    "studies": "night",
    "statistics": "ember",
    "mail": "paper",
    "people": "night",
    "settings-1": "porcelain",
}
"""The scenes of the docs, each with its theme."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--scene", action="append", choices=SCENES, help="only these scenes")
    parser.add_argument("--theme", action="append", help="default: night")
    parser.add_argument("--pieces", help="a set of pieces")
    parser.add_argument("--language", action="append", help="default: en")
    parser.add_argument("--size", action="append", type=size_of, help="default: 1280x800")
    parser.add_argument("--text", type=int, default=100, help="size of text in percent")
    parser.add_argument("--whole", action="store_true", help="also what the window would have to scroll")
    parser.add_argument("--sheet", action="store_true", help="one picture with all scenes, too")
    parser.add_argument("--docs", action="store_true", help="the pictures of the docs instead, as WebP")
    asked_for = parser.parse_args()
    asked_for.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        library = Path(place, "games.sqlite3")
        fill(library)
        if asked_for.docs:
            draw_docs(asked_for.folder, library)
        else:
            draw_all(asked_for, library)


def draw_all(asked_for: argparse.Namespace, library: Path) -> None:
    """Save a PNG of each scene in each theme, language and size."""
    for theme, language, size in itertools.product(
        asked_for.theme or ["night"], asked_for.language or ["en"], asked_for.size or [SIZE]
    ):
        text = "" if asked_for.text == 100 else f"-{asked_for.text}"
        end = f"{theme}-{language}-{size[0]}x{size[1]}{text}.png"
        pictures = []
        with photographer(library, theme, asked_for.pieces, language, size, asked_for.text) as camera:
            for scene in asked_for.scene or SCENES:
                pictures.append(taken(camera, scene, asked_for.whole))
                pygame.image.save(pictures[-1], asked_for.folder / f"{scene}-{end}")
        if asked_for.sheet:
            pygame.image.save(sheet(pictures), asked_for.folder / f"sheet-{end}")


def draw_docs(folder: Path, library: Path) -> None:
    """Save the pictures of the docs: scenes, a board beside what a piece sees, and a game that moves."""
    for scene, theme in IN_DOCS.items():
        with photographer(library, theme, None, "en", SIZE) as camera:
            save(taken(camera, scene), folder / f"{scene}.webp")
    with photographer(library, "night", None, "en", SIZE) as camera:
        save(side_by_side([board_of(camera, scene) for scene in ("chosen", "fold")]), folder / "fold.webp")
    (game,) = pgn.read(GAME)
    job = PictureJob(Reel.through(game), PictureFormat.WEBP, Theme.load(), style=PictureStyle(FILM_SIZE))
    write_bytes(folder / "moving.webp", job.parts(lambda done, count: None))


def taken(camera: Photographer, scene: str, whole: bool = False) -> pygame.Surface:
    """The window with a scene."""
    SCENES[scene](camera)
    camera.settle()
    return camera.picture(whole)


def board_of(camera: Photographer, scene: str) -> pygame.Surface:
    """The board with a scene."""
    return taken(camera, scene).subsurface(camera.room(GameScreen).picture.view.rect)


def sheet(pictures: Sequence[pygame.Surface]) -> pygame.Surface:
    """All pictures in rows, made smaller."""
    width = SHEET_WIDTH // SHEET_COLUMNS
    height = round(width * pictures[0].get_height() / pictures[0].get_width())
    rows = -(-len(pictures) // SHEET_COLUMNS)
    whole = pygame.Surface((SHEET_WIDTH, rows * height))
    for number, picture in enumerate(pictures):
        row, column = divmod(number, SHEET_COLUMNS)
        whole.blit(pygame.transform.smoothscale(picture, (width, height)), (column * width, row * height))
    return whole


def size_of(text: str) -> tuple[int, int]:
    """``1280x800`` as two numbers."""
    width, _, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    main()
