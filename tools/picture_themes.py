"""Draws the same position in every theme, with both sets of pieces and all pictures of holes, for the docs.

python -m tools.picture_themes docs/themes.png
"""

from __future__ import annotations

import argparse
import os
from itertools import cycle
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.home.settings_dialog import sample_state
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.sprites import Art, Sprites
from wormhole.gui.look.theme import Theme, names_of_ours
from wormhole.library.settings import CHIPS, PIECE_SETS

SIDE, MARGIN, COLUMNS = 384, 14, 3


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("output", type=Path, help="the PNG file to write")
    pygame.display.set_mode((SIDE, SIDE))
    names = names_of_ours()
    rows = -(-len(names) // COLUMNS)
    sheet = pygame.Surface((COLUMNS * SIDE, rows * SIDE), pygame.SRCALPHA)
    arts = zip(names, cycle(PIECE_SETS), cycle(CHIPS))
    for index, (name, pieces, chip) in enumerate(arts):
        sheet.blit(board_in(Theme.load(name), Art(pieces, chip)), place_of(index))
    pygame.image.save(sheet, parser.parse_args().output)


def place_of(index: int) -> tuple[int, int]:
    """The place of the picture of that number."""
    row, column = divmod(index, COLUMNS)
    return column * SIDE, row * SIDE


def board_in(theme: Theme, art: Art) -> pygame.Surface:
    """The position in a theme."""
    state = sample_state()
    picture = Backdrop(theme).surface((SIDE, SIDE)).copy()
    view = BoardView(Sprites(theme, art), state.variant.geometry)
    view.place(picture.get_rect().inflate(-2 * MARGIN, -2 * MARGIN), picture.copy())
    view.draw(picture, state, 0.0)
    return picture


if __name__ == "__main__":
    main()
