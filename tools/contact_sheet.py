"""Draw every piece of both sides at several sizes, letters on discs, chips and icon into one PNG sheet.

python -m tools.contact_sheet sheet.png --set bold --theme walnut
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from wormhole import assets
from wormhole.gui.look.logo import icon
from wormhole.gui.look.sprites import Art, Sprites
from wormhole.gui.look.theme import Colour, Theme, names_of_ours
from wormhole.library.settings import CHIPS, PIECE_SETS

FIRST = (
    *("king", "lion", "wizard", "knight", "champion", "pawn"),
    *("queen", "rook", "bishop", "brain", "numskull", "ninny"),
)
LETTERS = ("A", "Q")
IN_A_ROW = 14
SIZES_PIXELS = (24, 32, 48, 84, 160)
GAP = 8


def rows_of_names() -> list[tuple[str, ...]]:
    """All pictures and two letters, in rows; those of chess and of the wormhole family first."""
    names = (*FIRST, *LETTERS, *sorted(assets.piece_pictures() - {*FIRST}))
    return [names[start : start + IN_A_ROW] for start in range(0, len(names), IN_A_ROW)]


def row_of_pieces(
    sprites: Sprites, names: tuple[str, ...], side: bool, pixels: int, squares: tuple[Colour, Colour]
) -> pygame.Surface:
    """Pieces side by side, on squares of alternating colours."""
    row = pygame.Surface((pixels * len(names), pixels))
    for index, name in enumerate(names):
        row.fill(squares[index % 2], (index * pixels, 0, pixels, pixels))
        row.blit(sprites.piece(name, side, pixels), (index * pixels, 0))
    return row


def row_of_others(theme: Theme) -> pygame.Surface:
    """Each chip at the sizes of the pieces, and the icon."""
    parts = [
        Sprites(theme, Art(PIECE_SETS[0], chip)).chip(size) for chip in CHIPS for size in SIZES_PIXELS[1:4]
    ]
    parts.append(icon())
    row = pygame.Surface((sum(part.get_width() + GAP for part in parts), max(SIZES_PIXELS[:4])))
    row.fill(theme.colour.well)
    left = 0
    for part in parts:
        row.blit(part, (left, row.get_height() - part.get_height()))
        left += part.get_width() + GAP
    return row


def contact_sheet(theme: Theme, pieces: str) -> pygame.Surface:
    """The whole sheet."""
    sprites, colour = Sprites(theme, Art(pieces)), theme.colour
    light, dark = colour.square_light_foot, colour.square_dark_foot
    rows = [
        row_of_pieces(sprites, names, side, pixels, squares)
        for pixels in SIZES_PIXELS
        for names in rows_of_names()
        for side in (True, False)
        for squares in ((light, dark), (dark, light))
    ]
    rows.append(row_of_others(theme))
    sheet = pygame.Surface((max(row.get_width() for row in rows), sum(row.get_height() for row in rows)))
    sheet.fill(colour.well)
    top = 0
    for row in rows:
        sheet.blit(row, (0, top))
        top += row.get_height()
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("output", type=Path, help="the PNG file to write")
    parser.add_argument("--set", choices=PIECE_SETS, default=PIECE_SETS[0], help="the set of pieces")
    parser.add_argument("--theme", choices=names_of_ours(), default="night", help="the theme")
    asked = parser.parse_args()
    pygame.image.save(contact_sheet(Theme.load(asked.theme), asked.set), asked.output)


if __name__ == "__main__":
    main()
