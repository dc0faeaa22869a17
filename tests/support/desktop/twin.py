"""A hidden window of the same size in this process, which gives the places of buttons and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pygame

from tests.support.hand import Hand
from tests.support.patience import until
from wormhole import Piece
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.tools import TOOLS
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.table import Table
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.screen import Overlay
from wormhole.gui.window.stage import Stage
from wormhole.library.record import Game, GameNode
from wormhole.library.settings import Settings, save
from wormhole.play.start_options import PERSON

Pixel = tuple[int, int]

LEFT_BUTTON = 1
PARKED = (1, 1)
ROUND_PIXELS = 40
"""A dialog's corners show what is behind it."""


def tip_of_tool(command: Command) -> Tip:
    """The tooltip of the button of a command."""
    return next((tool.tip for tool in TOOLS if tool.command is command), tip_of(command))


class Twin:
    """A hidden window that shows what the visible one shows."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.app = hand.app

    # Where things are

    def button(self, text: str) -> Pixel:
        """The middle of this button in the open dialog, or else on the screen, once it is there."""
        return self._found(lambda: self._button(text), f"button {text!r}")

    def tool(self, command: Command) -> Pixel:
        """The middle of the button of the game screen whose tooltip is that of a command."""
        widgets = self.app.screen.widgets
        places = (button.rect.center for button in widgets.buttons)
        return next(place for place in places if widgets.spot_at(place).tip == tip_of_tool(command))

    def move(self, node: GameNode) -> Pixel:
        """The middle of a move in the list."""
        return self.app.screen.picture.moves.list.place_of(node).center

    def place(self, place: Place) -> Pixel:
        """The middle of a place of the game screen."""
        return self.app.screen.picture.layout[place].center

    def row(self, number: int) -> Pixel:
        """A pixel of a row of the list in the open dialog, once it is there."""
        return self._found(lambda: _row(self.app.dialog.table, number), f"row {number}")

    def game(self, title: str) -> Pixel:
        """The middle of a game in sight, in the list of all games."""
        games = self.app.dialog.games
        row = next(number for number, row in enumerate(games.rows) if row.text == title)
        return games.place_of(row).center

    def file(self, name: str) -> int:
        """The row of a file in the open dialog."""
        return [text for (text,) in self.app.dialog.table.rows].index(name)

    def listed(self, number: int) -> Pixel:
        """A pixel of a row of the library's games, whether this window has it or not."""
        return _pixel_of(self.app.screen.games.table, number)

    def brush(self, letter: str) -> Pixel:
        """The middle of a white piece in the editor's palette."""
        return self.app.screen.panel.palette.cell_of(Piece(letter, True)).center

    def on_set_up(self, square: str) -> Pixel:
        """The middle of a square of the editor's board."""
        screen = self.app.screen
        return screen.view.rect_of(screen.variant.geometry.parse(square), screen.flipped).center

    # What is seen

    def picture(self) -> np.ndarray:
        """The picture of this window, as it is by now."""
        self.hand.step()
        return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)

    def wait(self, is_so: Callable[[], object], name: str) -> object:
        """Let this window go on until something is so; returns that."""
        return self._found(lambda: is_so() or None, name)

    def is_dialog_in(self, picture: np.ndarray) -> bool:
        """Whether the picture of a window of this size shows the open dialog exactly as this window does."""
        dialog = self.app.dialog
        rect = dialog.outer(dialog.size).inflate(-ROUND_PIXELS, -ROUND_PIXELS)
        part = slice(rect.top, rect.bottom), slice(rect.left, rect.right)
        return np.array_equal(self.picture()[part], picture[part])

    # What is done

    def open(self, dialog: Callable[[Stage], Overlay]) -> None:
        """Open a dialog in this window."""
        self.app.stage.open(dialog(self.app.stage))
        self.hand.step()

    def press(self, text: str) -> None:
        """Press that button in this window."""
        self.click(self.button(text))

    def click(self, at: Pixel, button: int = LEFT_BUTTON) -> None:
        """Click there in this window, and move the mouse away."""
        self.hand.click(at, button)
        self.hand.point(PARKED)

    def hold(self, at: Pixel) -> None:
        """Press there until a menu opens."""
        self.hand.down(at)
        self._found(lambda: self.app.dialog, "menu")
        self.hand.up(at)

    def type(self, text: str) -> None:
        """Type a text in this window."""
        self.hand.type(text)

    def look(self, node: GameNode) -> None:
        """Look at a move."""
        self.app.screen.game.go(node, 0.0)
        self.hand.step()

    def comment(self, node: GameNode, words: str) -> None:
        """Close the dialog and comment on a move."""
        self.app.stage.close_dialog()
        node.words = words
        self.app.screen.game.shown.change()
        self.hand.step()

    def open_main_menu(self) -> None:
        """Open the game's menu."""
        self.app.stage.command(Command.MENU)

    # Within

    def _button(self, text: str) -> Pixel | None:
        screen = self.app.dialog or self.app.screen
        buttons = (button for button in screen.widgets.buttons if button.text == text)
        return next((button.rect.center for button in buttons), None)

    def _found(self, find: Callable[[], object], name: str) -> object:
        return until(find, f"no {name}", lambda: self.hand.step(self.hand.frame_seconds))


def _row(table: Table | None, number: int) -> Pixel | None:
    pixel = _pixel_of(table, number) if table is not None and table.rect else None
    return pixel if pixel is not None and table.row_at(pixel) == number else None


def _pixel_of(table: Table, number: int) -> Pixel:
    rect = table.row_rect(number)
    return rect.left + rect.height, rect.centery


@contextmanager
def twin(size: tuple[int, int], folder: Path, game: Game | None = None, **options: object) -> Iterator[Twin]:
    """A window with the home screen or, with ``game``, with that game between two users."""
    settings = folder / "settings.toml"
    save(settings, Settings(motion=False, folder=str(folder)))
    asked: dict[str, object] = {"settings_path": settings, "library_path": folder / "twin.sqlite3"}
    asked |= {"game": game, "start_game": game is not None, "black": PERSON}
    with Hand(folder, size, **{**asked, **options}) as hand:
        yield Twin(hand)
