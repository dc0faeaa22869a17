"""Pictures of all screens and dialogs, in any themes, languages and sizes, to look at and for the docs.

python -m tools.gallery pictures --size 800x600 --size 1280x800 --theme night --language de
python -m tools.gallery pictures --scene play --scene new-game
python -m tools.gallery docs/gallery --docs
"""

from __future__ import annotations

import argparse
import itertools
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from tools.picture_window import GAME, fill
from wormhole.gui.app import App
from wormhole.gui.keys import Command
from wormhole.gui.match.choice import against_computer, level_of, two_players
from wormhole.gui.match.opened import OpenedGame
from wormhole.gui.match.setup import Setup
from wormhole.gui.options import Options
from wormhole.library import pgn
from wormhole.library.time_control import TimeControls, parsed

SETTLING_SECONDS = 0.7
LONGEST_SECONDS = 20.0
SHEET_COLUMNS, SHEET_WIDTH = 4, 2400  # pixels

MATE = "xxxxkxxx/cxxpxxpp/xppxxx1x/PxnWx1wL/xwP1pxxx/xxCxxxxx/xPxPPxxn/CxxxKxxx b - - 0 20"
FOLDED = "cnxlkxnx/ppppxpxx/4p2x/3xx1x1/N1P2xx1/1LxxxC1x/PPPxPxpP/xxxxKxNx w - - 0 12"


class Photographer:
    """Brings the window to a state and takes its picture."""

    def __init__(self, app: App) -> None:
        self.app = app

    def settle(self, seconds: float = SETTLING_SECONDS) -> None:
        """Step for some time, and until nothing moves."""
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < LONGEST_SECONDS:
            self.app.step(wait=False)
            if passed > seconds and self.app.wakes_in(time.monotonic()) > 0:
                return
            time.sleep(0.004)

    def start(self, setup: Setup) -> None:
        """Start a game."""
        self.close_dialogs()
        self.app.stage.start(setup)
        self.settle()

    def command(self, command: Command) -> None:
        """Do a command."""
        self.app.stage.command(command)
        self.settle()

    def close_dialogs(self) -> None:
        """Close everything that is over the screen."""
        while self.app.dialog is not None:
            self.app.stage.close_dialog()
        self.app.stage.hush()

    def click(self, *squares: str) -> None:
        """Click on squares of the board."""
        screen = self.app.screen
        for name in squares:
            square = screen.state.geometry.parse(name)
            pixel = screen.picture.view.rect_of(square, screen.state.flipped).center
            pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0)))
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.Event(kind, pos=pixel, button=1))
            self.settle()


def play(camera: Photographer) -> None:
    """A game with variations and comments, in its middle."""
    (game,) = pgn.read(GAME)
    setup = two_players()
    camera.start(Setup(setup.white, setup.black, opened=OpenedGame.at(game, game.at((0,) * 5))))


def chosen(camera: Photographer) -> None:
    """A piece is chosen on a board with many holes."""
    camera.start(two_players(fen=FOLDED))
    camera.click("f3")


def seen(command: Command) -> Callable[[Photographer], None]:
    """A scene in which a piece is chosen and more of it is shown."""

    def show(camera: Photographer) -> None:
        chosen(camera)
        camera.command(command)

    return show


def refused(camera: Photographer) -> None:
    """A move that is not allowed, and why."""
    camera.start(two_players("wormhole-fide", "4r1k1/8/8/8/8/4x3/4R3/4K3 w - - 0 1"))
    camera.click("e2", "d2", "e2")
    camera.app.screen.state.refuse(*(camera.app.screen.state.geometry.parse(name) for name in ("e2", "d2")))


def asked(command: Command) -> Callable[[Photographer], None]:
    """A scene with the dialog that a command opens over a game."""

    def show(camera: Photographer) -> None:
        play(camera)
        camera.command(command)

    return show


def at_home(camera: Photographer) -> None:
    """The home screen."""
    camera.close_dialogs()
    camera.app.stage.show_home()


def in_library(camera: Photographer) -> None:
    """The list of games."""
    camera.close_dialogs()
    camera.app.stage.show_library()
    camera.settle(1.5)


def analysis(camera: Photographer) -> None:
    """A game with the lines of the analysis."""
    play(camera)
    camera.command(Command.ANALYSE)
    camera.settle(4.0)


def clocks(camera: Photographer) -> None:
    """A game against the computer on the clock."""
    level = level_of(3)
    camera.start(against_computer("white", level, clocks=TimeControls.equal(parsed("300+3"))))
    camera.click("e2", "e4")
    camera.settle(2.0)


def of_game(name: str) -> Callable[[Photographer], None]:
    """A scene with the first position of a game."""
    return lambda camera: camera.start(two_players(name))


SCENES: dict[str, Callable[[Photographer], None]] = {
    "home": at_home,
    "play": play,
    "chosen": chosen,
    "refused": refused,
    "mate": lambda camera: camera.start(two_players(fen=MATE)),
    "fold": seen(Command.FOLD_VIEW),
    "routes": seen(Command.ROUTES),
    "reach": seen(Command.REACH),
    "omega": of_game("omega"),
    "smess": of_game("smess"),
    "menu": asked(Command.MENU),
    "new-game": asked(Command.NEW_GAME),
    "game": asked(Command.GAME),
    "settings": asked(Command.SETTINGS),
    "keys": asked(Command.KEYS),
    "comment": asked(Command.COMMENT),
    "save": asked(Command.SAVE),
    "open": asked(Command.OPEN),
    "resign": asked(Command.RESIGN),
    "move-menu": asked(Command.CONTEXT_MENU),
    "analysis": analysis,
    "whole-game": asked(Command.ANALYSE_GAME),
    "typed": asked(Command.TYPE_MOVE),
    "notices": asked(Command.NOTICES),
    "rules": asked(Command.RULES),
    "clocks": clocks,
    "editor": asked(Command.EDITOR),
    "picture": asked(Command.PICTURE),
    "library": in_library,
}

IN_DOCS = ("home", "play", "fold", "routes", "reach", "mate", "library", "settings")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the PNG files go")
    parser.add_argument("--scene", action="append", choices=SCENES, help="only these scenes")
    parser.add_argument("--theme", action="append", help="default: night")
    parser.add_argument("--pieces", help="a set of pieces")
    parser.add_argument("--language", action="append", help="default: en")
    parser.add_argument("--size", action="append", type=size_of, help="default: 1280x800")
    parser.add_argument("--sheet", action="store_true", help="one picture with all scenes, too")
    parser.add_argument("--docs", action="store_true", help="only the scenes of the docs")
    asked_for = parser.parse_args()
    asked_for.folder.mkdir(parents=True, exist_ok=True)
    scenes = asked_for.scene or (IN_DOCS if asked_for.docs else tuple(SCENES))
    for theme, language, size in itertools.product(
        asked_for.theme or ["night"], asked_for.language or ["en"], asked_for.size or [(1280, 800)]
    ):
        name = "" if asked_for.docs else f"-{theme}-{language}-{size[0]}x{size[1]}"
        with photographer(theme, asked_for.pieces, language, size) as camera:
            pictures = []
            for scene in scenes:
                SCENES[scene](camera)
                camera.settle()
                picture = pygame.display.get_surface().copy()
                pygame.image.save(picture, asked_for.folder / f"{scene}{name}.png")
                pictures.append(picture)
            if asked_for.sheet:
                pygame.image.save(sheet(pictures), asked_for.folder / f"sheet{name}.png")


@contextmanager
def photographer(
    theme: str, pieces: str | None, language: str, size: tuple[int, int]
) -> Iterator[Photographer]:
    """A window with a library of its own."""
    with tempfile.TemporaryDirectory() as place:
        library = Path(place, "games.sqlite3")
        fill(library)
        settings = Path(place, "settings.toml")
        app = App(Options(size=size, settings_path=settings, library_path=library, language=language))
        try:
            app.stage.change_settings(theme=theme, **({} if pieces is None else {"pieces": pieces}))
            yield Photographer(app)
        finally:
            app.close()


def sheet(pictures: Sequence[pygame.Surface]) -> pygame.Surface:
    """All pictures side by side, made smaller."""
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
