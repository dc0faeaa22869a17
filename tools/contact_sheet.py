"""Draw every piece of both colours, at several sizes on light and dark squares, into one PNG sheet.

python -m tools.contact_sheet sheet.png
"""

from __future__ import annotations

import argparse
import io
import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import resvg_py

from wormhole.gui.look.sprites import style_sheet
from wormhole.gui.look.theme import Theme

SPRITES = Path(__file__).resolve().parent.parent / "sprites"
SLOTS_USED = (
    *("king", "lion", "wizard", "knight", "champion", "pawn"),
    *("queen", "rook", "bishop", "brain", "numskull", "ninny"),
)
SIDES = (True, False)
SIZES_PIXELS = (32, 48, 84, 160)
LIGHT_SQUARE, DARK_SQUARE = "#cfd6ea", "#5c6a94"
SKY = "#10142a"
SILHOUETTE = "* { fill: #000; stroke: #000; stop-color: #000 }"


def drawn(svg: Path, pixels: int, style_sheet: str = "") -> pygame.Surface:
    png = resvg_py.svg_to_bytes(svg_path=str(svg), width=pixels, height=pixels, style_sheet=style_sheet)
    return pygame.image.load(io.BytesIO(bytes(png)), "piece.png")


def row_of_pieces(colours: str, pixels: int, squares: tuple[str, str]) -> pygame.Surface:
    """All pieces side by side, on squares of alternating colours."""
    row = pygame.Surface((pixels * len(SLOTS_USED), pixels))
    for index, name in enumerate(SLOTS_USED):
        row.fill(squares[index % 2], (index * pixels, 0, pixels, pixels))
        row.blit(drawn(SPRITES / "pieces" / "carved" / f"{name}.svg", pixels, colours), (index * pixels, 0))
    return row


def row_of_others(pixels: int) -> pygame.Surface:
    """The chip at the sizes of the pieces, and the icon."""
    parts = [drawn(SPRITES / "chip.svg", size) for size in SIZES_PIXELS]
    parts += [drawn(SPRITES / "icon.svg", size) for size in SIZES_PIXELS]
    row = pygame.Surface((sum(part.get_width() + 8 for part in parts), pixels))
    row.fill(SKY)
    left = 0
    for part in parts:
        row.blit(part, (left, pixels - part.get_height()))
        left += part.get_width() + 8
    return row


def contact_sheet() -> pygame.Surface:
    largest = max(SIZES_PIXELS)
    rows = []
    for pixels in SIZES_PIXELS:
        for side in SIDES:
            colours = style_sheet(Theme.load().pieces(side))
            rows.append(row_of_pieces(colours, pixels, (LIGHT_SQUARE, DARK_SQUARE)))
            rows.append(row_of_pieces(colours, pixels, (DARK_SQUARE, LIGHT_SQUARE)))
    rows.append(row_of_pieces(SILHOUETTE, 84, ("#ffffff", "#ffffff")))
    rows.append(row_of_others(largest))

    sheet = pygame.Surface((max(row.get_width() for row in rows), sum(row.get_height() for row in rows)))
    sheet.fill(SKY)
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
    pygame.image.save(contact_sheet(), parser.parse_args().output)


if __name__ == "__main__":
    main()
