"""Pieces that bear characters, as those of Shogi, Xiangqi and Janggi do: their forms, as SVG text.

They have the classes of sprites/README.md. The outlines of the characters are in sprites/characters.
"""

from __future__ import annotations

import re
from functools import cache

from wormhole import assets
from wormhole.library.settings import LETTER_SET
from wormhole.rules.variant import Characters, CharacterShape

DISC, OCTAGON, WEDGE = CharacterShape

FORMS = {
    DISC: "M50 9.5A41 41 0 1 1 50 91.5A41 41 0 1 1 50 9.5Z",
    OCTAGON: "M33 10H67L91 34V67L67 91H33L9 67V34Z",
    WEDGE: "M50 7.5L78 19L89.5 87.6Q90 91 86.6 91H13.4Q10 91 10.5 87.6L22 19Z",
}
"""The outlines, in a box of 100 by 100; a wedge points up."""
RIMS = {
    DISC: "M50 16.5A34 34 0 1 1 50 84.5A34 34 0 1 1 50 16.5Z",
    OCTAGON: "M35.8 16.8H64.2L84.2 36.8V64.2L64.2 84.2H35.8L15.8 64.2V36.8Z",
}
"""The thin lines within them."""
SIDES = {
    DISC: "M79 21.5A41 41 0 0 1 21 79.5A41.6 41.6 0 0 0 79 21.5Z",
    OCTAGON: "M91 30V67L67 91H30L64.2 86.4L86.4 64.2V30Z",
    WEDGE: "M78 19L90.5 91H9L10.6 86.6H84.4L75 17.8Z",
}
"""The dark sides of the carved forms."""
PLACES = {
    DISC: (((50, 50.5, 0.053),), ((50, 35.5, 0.033), (50, 66.5, 0.033))),
    OCTAGON: (((50, 50.5, 0.055),), ((50, 35.5, 0.034), (50, 66.5, 0.034))),
    WEDGE: (((50, 56, 0.058),), ((50, 38.5, 0.035), (50, 71, 0.035))),
}
"""The middle and the scale of one character, and of each of two."""

CARVED = (
    '<defs><linearGradient id="round" gradientUnits="userSpaceOnUse" x1="24" y1="20" x2="78" y2="80">'
    '<stop class="stop-a" offset="0" stop-color="#fffdf4"/>'
    '<stop class="stop-b" offset="1" stop-color="#e2d7b9"/></linearGradient>'
    '<path id="form" d="{form}"/><clipPath id="inside"><use href="#form"/></clipPath></defs>'
    '<use class="edge" href="#form" fill="none" stroke="#292540" stroke-width="5" stroke-linejoin="round" '
    'opacity="0"/><use class="light" href="#form" fill="#ffffff"/>'
    '<g clip-path="url(#inside)"><use class="body" href="#form" fill="url(#round)" x="2.4" y="2"/></g>'
    '<path class="shade" fill="#c6b486" d="{side}"/>'
    '<use class="line" href="#form" fill="none" stroke="#292540" stroke-width="3" stroke-linejoin="round"/>'
    '<path class="line" d="{rim}" fill="none" stroke="#292540" stroke-width="2" stroke-opacity="0.4"/>'
)
BOLD = (
    '<defs><path id="form" d="{form}"/></defs>'
    '<use class="edge" href="#form" fill="none" stroke="#292540" stroke-width="9" stroke-linejoin="round" '
    'opacity="0"/><use class="flat" href="#form" fill="#f6efdc"/>'
    '<use class="pen" href="#form" fill="none" stroke="#292540" stroke-width="4.5" stroke-linejoin="round"/>'
)
CLASSIC = BOLD.replace('stroke-width="4.5"', 'stroke-width="2.8"')
BODIES = {"carved": CARVED, "bold": BOLD, "classic": CLASSIC, LETTER_SET: CARVED}
UPSIDE_DOWN = ' transform="rotate(180 50 50)"'
_OUTLINE = re.compile(r'<path id="(.)" d="([^"]+)"/>')


@cache
def outlines() -> dict[str, str]:
    """The path of each character that the program can write."""
    text = (assets.sprites() / "characters" / "glyphs.svg").read_text(encoding="utf-8")
    return dict(_OUTLINE.findall(text))


def can_write(characters: Characters) -> bool:
    """Whether the program has the outlines of all these characters."""
    return set(characters.white + characters.black) <= outlines().keys()


def character_svg(characters: Characters, color: bool, pieces: str, *, is_turned: bool = False) -> str:
    """SVG text of White's or Black's piece with its characters, in the manner of a set of pieces.

    A wedge that ``is_turned`` points down: it belongs to the player on the other side.
    """
    shape, text = characters.shape, characters.of(color)
    body = BODIES[pieces].format(form=FORMS[shape], side=SIDES[shape], rim=RIMS.get(shape, ""))
    ink = "promoted" if characters.is_promoted else "ink"
    written = "".join(
        f'<path transform="translate({x} {y}) scale({scale})" d="{outlines()[each]}"/>'
        for each, (x, y, scale) in zip(text, PLACES[shape][len(text) - 1], strict=True)
    )
    turn = UPSIDE_DOWN if is_turned and shape is WEDGE else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g{turn}>{body}'
        f'<g class="{ink}" fill="#292540">{written}</g></g></svg>'
    )
