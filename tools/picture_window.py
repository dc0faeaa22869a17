"""Draws the game screen with variations and views, the fold view and the library, for the docs.

python -m tools.picture_window docs
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from tools.picture_games import appeal
from wormhole import Board, variants
from wormhole.engine.levels import LEVELS
from wormhole.engine.review import Quality
from wormhole.gui.app import App
from wormhole.gui.board.annotations import View
from wormhole.gui.editor.draft import Draft
from wormhole.gui.editor.edits import Tool
from wormhole.gui.keys import Command
from wormhole.gui.look.theme import Theme
from wormhole.gui.options import Options
from wormhole.gui.pictures.board_picture import PictureStyle
from wormhole.gui.pictures.files import Kind, PictureJob
from wormhole.gui.pictures.reel import Reel
from wormhole.library import pgn
from wormhole.library.comment_commands import Shape
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.keeping import write_bytes
from wormhole.library.record import Game
from wormhole.library.seat_tags import seat_tags

SIZE = (1280, 800)
SETTLING_SECONDS = 1.5
GAMES, MOST_PLIES = 150, 160
LAST_DAY = date(2026, 11, 22)
SEED = 2000

GAME = """[Variant "wormhole"]
[White "Ada"]
[Black "Charles"]

1. e4 d5 2. Nbc3 dxe4 3. Nxe4 Wxe4! {The only good answer.} (3... e5?? 4. Nc5# {The squares
around the king are gone: c5 attacks it over the holes.}) (3... Nf6 4. Nxf6+ (4. Nc5#) 4... exf6 5. d4)
4. Wxe4 c6 5. d3 Nf6 6. Nf3!? *
"""

ANALYSED_GAME = """[Variant "wormhole"]
[White "Ada"]
[Black "Charles"]

1. Nh3 h5 2. d4 e5 3. dxe5 Ca6 4. g4 Nc6 5. c3 Nxe5 6. Wb3 Ca5 7. We4 Nd6 8. Wd3 hxg4 9. Nf4 Nxc1
10. Cxc1 f5 11. b4 Wxd3 12. Nxa5 Wxh1 13. Lxh1 Nxa5 14. bxa5 g5 15. Ne6 dxe6 16. Cc4 Ch4 17. Lxh4 gxh4
18. e3 Kb5 19. Cc5+ Ka4 20. Cxc8 Lxc8 21. f3 g3+ 22. hxg3 hxg3# 0-1
"""
ANALYSED_PLIES, ANALYSING_SECONDS = 25, 6.0

VIEWS = {
    "routes": ("1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9", "d4", (View.ROUTES,)),
    "reach": (
        "cxxxkwnx/pCpxpppp/3P1x2/3xc1n1/2xxx3/5x2/PPxxPPPP/CNxxKxNx b - - 0 9",
        "e5",
        (View.ROUTES, View.REACH),
    ),
}
"""Pictures of positions: the chosen piece, and what is shown."""


FOLDED = "cnxlkxnx/ppppxpxx/4p2x/3xx1x1/N1P2xx1/1LxxxC1x/PPPxPxpP/xxxxKxNx w - - 0 12"
EDITED = "2x1k3/ppp1xppp/2w2N2/3xl3/4Lx2/8/PPP2PPP/3xK2C w - - 0 12"
FILM_SIZE = 480
SEEN_FROM, POINTED_AT = "f3", "c6"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the PNG files go")
    folder = parser.parse_args().folder
    (game,) = pgn.read(GAME)
    with tempfile.TemporaryDirectory() as place:
        settings, library = Path(place, "settings.toml"), Path(place, "games.sqlite3")
        fill(library)
        options = Options(size=SIZE, settings_path=settings, library_path=library)
        save(folder / "library.png", options, lambda app: app.stage.show_library())
        shown = Options(
            size=SIZE,
            settings_path=settings,
            library_path=library,
            game=game,
            start_game=True,
            black="person",
        )
        save(folder / "variations.png", shown, lambda app: app.screen.game.go(game.at((0,) * 5), 0.0))
        save(folder / "editor.png", shown, set_up)
        (analysed,) = pgn.read(ANALYSED_GAME)
        save(folder / "analysis.png", replace(shown, game=analysed), analyse)
        job = PictureJob(Reel.through(game), Kind.WEBP, Theme.load(), style=PictureStyle(FILM_SIZE))
        write_bytes(folder / "game.webp", job.parts(lambda done, count: None))
        position = Options(
            variant="wormhole",
            fen=FOLDED,
            size=SIZE,
            settings_path=settings,
            library_path=library,
            start_game=True,
            black="person",
        )
        save_fold_view(folder / "fold-view.png", position)
        for name, (fen, square, views) in VIEWS.items():
            options = replace(position, fen=fen)
            save(folder / f"{name}.png", options, partial(show_views, square=square, views=views))


def set_up(app: App) -> None:
    """Set up a position that cannot be played, because the king that could be captured is in check."""
    app.stage.command(Command.EDITOR)
    session, hand = app.screen.session, app.screen.hand
    draft = Draft.read(session.draft.variant, EDITED)
    session.change(draft)
    hand.choose(Tool.HOLE)
    app.screen.update(0.0)


def analyse(app: App) -> None:
    """Judge the game, and let the engine show its lines of a position in its middle."""
    game = app.screen.game
    game.review.start(Quality.FAST)
    while game.review.is_running:
        app.step()
    app.stage.hush()
    game.go(game.match.game.at((0,) * ANALYSED_PLIES), time.monotonic())
    app.stage.command(Command.ANALYSE)
    end = time.monotonic() + ANALYSING_SECONDS
    while time.monotonic() < end:
        app.step()


def show_views(app: App, square: str, views: tuple[View, ...]) -> None:
    """Choose the piece on a square and turn views on; draw on the board, too."""
    game, state = app.screen.game, app.screen.state
    for view in views:
        game.turn_view(view)
    state.choose(state.geometry.parse(square))
    if View.REACH not in views:
        names = (("h1", "g3", "green"), ("f6", "e4", "red"), ("b8", "b8", "yellow"))
        numbers = state.geometry.numbers
        state.annotate(Shape(numbers[start], numbers[end], colour) for start, end, colour in names)


def fill(library: Path) -> None:
    """Add games of a person against levels of the computer."""
    chance = random.Random(SEED)
    with GameDatabase(library) as database:
        for number in range(GAMES):
            level = chance.choice(LEVELS).number
            levels = [None, level]
            chance.shuffle(levels)
            day = (LAST_DAY - timedelta(days=GAMES - number)).strftime("%Y.%m.%d")
            database.add(
                Game.from_board(
                    played(chance.choice(variants()), chance),
                    {**seat_tags(levels), "Date": day},
                )
            )


def played(name: str, chance: random.Random) -> Board:
    """A whole game of two greedy players."""
    board = Board(name, seed=chance.randrange(1000))
    while board.outcome() is None and board.ply() < MOST_PLIES:
        board.push(max(board.legal_moves, key=lambda move: appeal(board, move) + chance.random()))
    return board


def save(path: Path, options: Options, act: Callable[[App], object]) -> None:
    """Open the window, do something, and save the picture once nothing moves."""
    with opened(options) as app:
        act(app)
        settle(app)
        pygame.image.save(pygame.display.get_surface(), path)


def save_fold_view(path: Path, options: Options) -> None:
    """Save a board beside what one of its pieces sees, with the way to a square."""
    with opened(options) as app:
        settle(app)
        state, board = app.screen.state, app.screen.picture.view.rect
        square = state.geometry.parse
        both = pygame.Surface((2 * board.width, board.height))
        both.blit(pygame.display.get_surface(), (0, 0), board)
        state.look_from(square(SEEN_FROM), time.monotonic(), app.stage.motion)
        settle(app)
        state.fold.point_at(state.fold.folded.target_at(square(POINTED_AT)))
        state.touch()
        settle(app)
        both.blit(pygame.display.get_surface(), (board.width, 0), board)
        pygame.image.save(both, path)


@contextmanager
def opened(options: Options) -> Iterator[App]:
    """The window, closed in the end."""
    app = App(options)
    try:
        app.step(wait=False)
        yield app
    finally:
        app.close()


def settle(app: App) -> None:
    """Step until nothing moves."""
    end = time.monotonic() + SETTLING_SECONDS
    while time.monotonic() < end:
        app.step()


if __name__ == "__main__":
    main()
