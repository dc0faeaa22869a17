"""A tour of the program: whatever opens or is used is visible, and whatever closes leaves no trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from tests.support.desktop.display import WHOLE, Display, Part
from tests.support.desktop.eyes import Eyes, shows_an_offer
from tests.support.desktop.program import Pixel, Program, run_program
from tests.support.desktop.twin import Twin
from wormhole import Board
from wormhole.gui.board.annotations import Advice
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.live_analysis import allowed_routes
from wormhole.learn.coach import best_reply
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.settings import Settings, save
from wormhole.version import APPLICATION

SIZE = (1280, 800)
BOARD: Part = (slice(None), slice(0, 780))
LIST: Part = (slice(200, 700), slice(0, 800))
PREVIEW: Part = (slice(100, 480), slice(860, None))
"""The games of the library, and the board of one of them."""
BESIDE = (5, 780)
"""A pixel where nothing is."""

MOVES = ("f2f4", "d8f6", "a2a4", "b8c6", "g2g3", "e7e6")
MISSED, BEST = 3, "f6h4"
"""After so many of the moves Black could mate."""
MOMENT = 1
"""The row of that moment in the report of the game: White's mistake before it is the first one."""


Act = Callable[[], object]


@contextmanager
def begin_tour(display: Display, home: Path, *words: str) -> Iterator[Tour]:
    """Start the program with these words, without motion. At the end it quits, and has no complaint."""
    (home / APPLICATION).mkdir()
    save(home / APPLICATION / "settings.toml", Settings(motion=False, folder=str(home), fold_view_shown=True))
    size, library = "{}x{}".format(*SIZE), home / "games.sqlite3"
    with run_program(display, home, "--size", size, "--library", str(library), *words) as program:
        yield Tour(program, library)
        program.key("ctrl+q")
        assert program.end()[::2] == (0, "")


class Tour:
    """Walks through a running program, whose games are in ``library``."""

    def __init__(self, program: Program, library: Path) -> None:
        self.program = program
        self.library = library
        self.look, self.still = program.picture, program.still_picture

    def changes(self, name: str, act: Act, region: Part = WHOLE) -> None:
        """Do something that changes the picture, there."""
        before = self.still()[region]
        act()
        self.wait(lambda: not np.array_equal(before, self.look()[region]), f"a change by {name}")

    @contextmanager
    def visit(self, name: str, enter: Act, leave: Act, region: Part = WHOLE) -> Iterator[None]:
        """Open something, which changes the region, and close it: the picture is as before then."""
        with self.comes_back(name):
            self.changes(f"opening {name}", enter, region)
            yield
            leave()

    @contextmanager
    def comes_back(self, name: str, region: Part = WHOLE) -> Iterator[None]:
        """In the end the picture is as before, there."""
        before = self.still()
        yield

        def is_back() -> bool:
            return np.array_equal(before[region], self.look()[region])

        try:
            self.wait(is_back, f"the picture before {name}")
        except AssertionError as error:
            raise AssertionError(f"{error} Before: {self.program.display.save(before)}") from None

    def sees(self, *texts: str, board: Board | None = None) -> None:
        """Wait until the board shows the position after these moves from the start or from ``board``."""
        board = Board() if board is None else board.copy()
        for text in texts:
            board.push_uci(text)
        eyes = Eyes(SIZE, variant=board.variant.name)
        self.wait(lambda: eyes.read(self.look(), [board]), f"the position after {texts}")

    def wait_for_offer(self) -> None:
        """Wait until the home screen offers a lesson or a game, some moments after it is shown."""
        self.wait(lambda: shows_an_offer(self.look(), SIZE), "an offer")

    def wait_for_the_review(self) -> None:
        """Wait until the library has an evaluation of every position of the first game."""

        def is_reviewed() -> bool:
            with GameDatabase(self.library) as library:
                game = library.game(1).game
                return all(node.eval() is not None for node in (game, *game.mainline()))

        self.wait(is_reviewed, "the end of the review")
        self.still()

    def sees_the_missed_mate(self) -> None:
        """Wait until the board shows the move that missed the mate, what it allows, and the better one."""
        eyes = Eyes(SIZE, wanted=frozenset({Place.GRAPH}))
        played, moves = after(MISSED + 1), list(after(MISSED).legal_moves)
        with GameDatabase(self.library) as library:
            mistake = [*library.game(1).game.mainline()][MISSED]
        attacks = allowed_routes(mistake.board(), best_reply(mistake))

        def better() -> str | None:
            return eyes.read_arrow(self.look(), played, moves, Advice.BETTER, attacks)

        assert self.wait(better, "the better move") == BEST

    def agrees(self, hidden: Twin, part: Part = WHOLE) -> None:
        """Wait until the window looks as its twin does."""
        self.wait(lambda: np.array_equal(self.look()[part], hidden.picture()[part]), "what its twin shows")

    def wait(self, what: Callable[[], object], name: str) -> object:
        """The first true result of ``what``."""
        return self.program.wait_for(what, name)

    # What can be done

    def keys(self, *names: str) -> Act:
        """Press keys."""
        return lambda: self.program.key(*names)

    def text(self, text: str) -> Act:
        """Type."""
        return lambda: self.program.type(text)

    def click(self, pixel: Pixel, button: int = 1) -> Act:
        """Click there, and move the mouse away."""

        def act() -> None:
            self.program.click(pixel, button)
            self.program.park()

        return act


def after(count: int) -> Board:
    """The board after so many of the moves."""
    board = Board()
    for text in MOVES[:count]:
        board.push_uci(text)
    return board
