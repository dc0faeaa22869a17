"""Writes sprites/characters/glyphs.svg: the outlines of the characters on pieces, from a font of CJK.

    python -m tools.characters /usr/share/fonts/opentype/noto/NotoSerifCJK-Black.ttc

They are those of the games of the catalogue, and others of shogi and its relatives, for games of one's own.
An outline has its middle at 0, 0, and the em of the font is 1000.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

from wormhole import assets, variant, variants

FACE = "Noto Serif CJK JP"
OTHERS = "王竜猛豹虎鳳麒獅奔鯨鹿牛白横竪反猪銅鉄石盲酔嗔仲人飛車桂馬香歩兵帥將仕士相象俥傌炮砲包卒漢楚将"
FILE = "glyphs.svg"


def wanted() -> list[str]:
    """All characters, sorted."""
    found = set(OTHERS)
    for name in variants():
        for piece_type in variant(name).piece_types.values():
            if piece_type.characters is not None:
                found.update(piece_type.characters.white + piece_type.characters.black)
    return sorted(found)


def outline(font: TTFont, character: str) -> str:
    """The outline of a character as the data of an SVG path."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, low, right, high = bounds.bounds
    scale = 1000 / font["head"].unitsPerEm
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    move = Transform(scale, 0, 0, -scale, -scale * (left + right) / 2, scale * (low + high) / 2)
    glyph.draw(TransformPen(pen, move))
    return pen.getCommands()


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("font", type=Path, help="a collection of fonts with the face " + FACE)
    given = parser.parse_args()
    fonts = TTCollection(given.font).fonts
    font = next(each for each in fonts if each["name"].getDebugName(4).startswith(FACE))
    lines = [f'<path id="{each}" d="{outline(font, each)}"/>' for each in wanted()]
    head = '<svg xmlns="http://www.w3.org/2000/svg"><defs>'
    about = f"<!-- Outlines of {FACE}, see OFL.txt. Made by tools/characters.py. -->"
    path = assets.sprites() / "characters" / FILE
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([head, about, *lines, "</defs></svg>", ""]), encoding="utf-8")
    print(f"{len(lines)} characters, {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
