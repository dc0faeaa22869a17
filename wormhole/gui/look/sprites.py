"""SVG art as surfaces, drawn by resvg once for each size and then cached."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from wormhole import assets
from wormhole.gui.look.character_art import can_write, character_svg
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.drawn_pictures import DrawnPictures, drawn_png
from wormhole.gui.look.picture_trials import TRIALS
from wormhole.gui.look.theme import Colour, Colours, PieceColours, Theme, hexed, mixed
from wormhole.library.own_pictures import letter_of
from wormhole.library.settings import CHIPS, LETTER_SET, PIECE_SETS
from wormhole.rules.variant import Characters, PieceType

LETTERS = {
    "A": "M36 66L50 32L64 66M41.5 55H58.5",
    "B": "M39 34V66H52Q62 66 62 57.5T52 49.5H39M52 49.5Q60 49.5 60 41.8T52 34H39",
    "C": "M62 40.5Q58 33.5 50.5 33.5Q37 33.5 37 50T50.5 66.5Q58 66.5 62 59.5",
    "D": "M39 34V66H48Q63 66 63 50T48 34Z",
    "E": "M60 34H40V66H60M40 49.5H56",
    "F": "M60 34H41V67M41 50H57",
    "G": "M62 40.5Q58 33.5 50.5 33.5Q37 33.5 37 50T50.5 66.5Q63 66.5 63 52H52",
    "H": "M38 33V67M62 33V67M38 50H62",
    "I": "M43 34H57M50 34V66M43 66H57",
    "J": "M46 34H60V56Q60 66.5 49.5 66.5Q40 66.5 39 57.5",
    "K": "M39 33V67M61 34L41 52M47 47L62 66",
    "L": "M41 33V66H60",
    "M": "M35 67V34L50 56L65 34V67",
    "N": "M38 67V34L62 66V33",
    "O": "M50 33.5Q64 33.5 64 50T50 66.5T36 50T50 33.5Z",
    "P": "M40 67V34H51Q62 34 62 43.5T51 53H40",
    "Q": "M50 32Q63.5 32 63.5 48.5T50 65T36.5 48.5T50 32ZM52 57L64 69",
    "R": "M39 67V34H51Q61.5 34 61.5 43T51 52H39M50 52L62 66.5",
    "S": "M60 40Q57 33.5 50 33.5Q40 33.5 40 41.5Q40 48 50 50T61 58.5Q61 66.5 50 66.5Q41 66.5 39 59.5",
    "T": "M36 34H64M50 34V67",
    "U": "M38 33V54Q38 66.5 50 66.5T62 54V33",
    "V": "M36 34L50 66L64 34",
    "W": "M32 34L41 66L50 42L59 66L68 34",
    "X": "M37 34L63 66M63 34L37 66",
    "Y": "M36.5 34L50 51L63.5 34M50 51V67",
    "Z": "M38 34H62L38 66H62",
}
"""Each letter as one path, drawn with a pen in a box of 100 by 100."""

DISC = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>'
    '<linearGradient id="round" gradientUnits="userSpaceOnUse" x1="24" y1="20" x2="78" y2="80">'
    '<stop class="stop-a" offset="0" stop-color="#fffdf4"/>'
    '<stop class="stop-b" offset="1" stop-color="#e2d7b9"/></linearGradient></defs>'
    '<circle class="edge" cx="50" cy="53" r="37.5" fill="none" stroke="#292540" stroke-width="5" '
    'opacity="0"/>'
    '<circle class="shade" cx="50" cy="53" r="37.5" fill="#c6b486"/>'
    '<circle class="light" cx="50" cy="50" r="34.5" fill="#ffffff"/>'
    '<circle class="body" cx="50.8" cy="50.8" r="34" fill="url(#round)"/>'
    '<circle class="line" cx="50" cy="53" r="37.5" fill="none" stroke="#292540" stroke-width="3"/>'
    '<circle class="line" cx="50" cy="50" r="27" fill="none" stroke="#292540" stroke-width="2" '
    'stroke-opacity="0.45"/>'
    '<g class="pen" fill="none" stroke="#292540" stroke-width="6.4" stroke-linecap="round" '
    'stroke-linejoin="round"><path d="{letter}"/></g></svg>'
)
FACE = DISC.replace("<path d=", '<path transform="translate(-15 -15) scale(1.3)" d=').replace(
    '"27"', '"31.5"'
)
"""A disc with a larger letter, for the set in which all pieces are letters."""


def is_letter(sprite: str) -> bool:
    """Whether a piece's ``sprite`` is no picture but the piece's letter."""
    return sprite in LETTERS


def letter_disc(letter: str, form: str = DISC) -> str:
    """SVG text of a disc with a capital letter, in the classes of sprites/README.md."""
    return form.format(letter=LETTERS[letter])


UNKNOWN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" stroke="#202020" stroke-width=".5">'
    '<circle cx="4.5" cy="4.5" r="3" fill="#808080"/><path d="M3 3l3 3M6 3l-3 3"/></svg>'
)
"""Drawn for the name of a picture that is not ours, in a game whose pictures were not looked up."""
FIGURE_SET = "bold"  # which is legible at the size of text
FIGURE_STYLE = (
    ".stop-a, .stop-b { stop-color: #fff } .flat, .light { fill: #fff } .shade { fill: #ccc }"
    ".line, .pen { stroke: #000 } .ink { fill: #000 } .edge { opacity: 0 }"
)
"""Paints a piece white, with black lines."""
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
PROMOTED = (176, 30, 30), (255, 140, 120)
"""The ink of the characters of promoted pieces, on a light and on a dark body."""
FLAT = 0.4  # of the way from a side's first colour to its second: the colour of flat pictures
KEPT = 240  # surfaces: enough for two sizes of everything on the largest board


@dataclass(frozen=True)
class Art:
    """Which of the program's pictures are used: a set of pieces and a file of sprites/chips."""

    pieces: str = PIECE_SETS[0]
    chip: str = CHIPS[0]
    characters: bool = False
    """Whether pieces bear their characters, in games that have some."""


class Sprites:
    """A cache of drawn art. With an open display, surfaces are converted, so that they blit faster.

    ``drawn`` has pictures that were drawn before.

    The user's own picture is tried first (`PictureTrials`). Until then the piece is a letter on a disc,
    unless this ``waits``, as is right in any thread but the window's.
    """

    def __init__(
        self, theme: Theme, art: Art = Art(), *, waits: bool = False, drawn: DrawnPictures | None = None
    ) -> None:
        self.waits = waits
        self.drawn = drawn or DrawnPictures()
        self._kept: OrderedDict[object, pygame.Surface] = OrderedDict()
        self.change(theme, art)

    def change(self, theme: Theme, art: Art) -> None:
        """Draw everything in these colours and with these pictures from now on."""
        self.theme = theme
        self.art = art
        for key in [key for key in self._kept if not isinstance(key, str)]:
            del self._kept[key]  # SVG text has its colours in itself
        self._sides = {color: style_sheet(theme.pieces(color)) for color in (True, False)}

    def clear(self) -> None:
        """Remove all cached surfaces."""
        self._kept.clear()

    def another(self) -> Sprites:
        """An empty cache of the same art, for another thread."""
        return Sprites(self.theme, self.art, waits=True, drawn=self.drawn)

    def piece(
        self, piece: PieceType | str, color: bool, pixels: int, *, is_turned: bool = False
    ) -> pygame.Surface:
        """A piece's picture in White's (True) or Black's colours.

        A text names a picture of the program, or it is the letter for a disc, or a checked SVG text. A name
        has a picture also where all pieces are letters. Where pieces bear characters, the player on the other
        side has those that are ``is_turned``.
        """
        characters = self.characters_of(piece)
        if characters is None:
            key: tuple[object, ...] = ("piece", self._sprite(piece), color, pixels)
        else:
            key = ("characters", characters, color, pixels, is_turned)
        return self._drawn(
            key,
            lambda: self.drawn.png(self.piece_text(piece, color, is_turned), self._sides[color], pixels),
        )

    def disc(self, color: bool, pixels: int) -> pygame.Surface:
        """A disc in the colours of a side, for a piece of any type."""
        key = ("disc", color, pixels)
        return self._drawn(key, lambda: self.drawn.png(DISC.format(letter=""), self._sides[color], pixels))

    def piece_text(self, piece: PieceType | str, color: bool, is_turned: bool) -> str:
        """The SVG text of :meth:`piece`."""
        characters = self.characters_of(piece)
        if characters is not None:
            return character_svg(characters, color, self.art.pieces, is_turned=is_turned)
        return piece_svg(self._sprite(piece), self.art.pieces, waits=self.waits)

    def _sprite(self, piece: PieceType | str) -> str:
        """What stands for a piece: the name of its picture or the text of it, or its letter."""
        if isinstance(piece, str):
            return piece
        return piece.letter if self.art.pieces == LETTER_SET else piece.sprite

    def characters_of(self, piece: PieceType | str) -> Characters | None:
        """The characters that a piece bears; None if it is a picture."""
        if not self.art.characters or isinstance(piece, str) or piece.characters is None:
            return None
        return piece.characters if can_write(piece.characters) else None

    def figure(self, sprite: str, pixels: int, colour: Colour) -> pygame.Surface:
        """A piece in one colour, for text: its lines are cut out of its body."""

        def make() -> pygame.Surface:
            svg = piece_svg(sprite, FIGURE_SET)
            picture = _surface(self.drawn.png(svg, FIGURE_STYLE, pixels))
            light = pygame.surfarray.array_red(picture).astype("u4")
            alpha = pygame.surfarray.pixels_alpha(picture)
            alpha[:] = alpha * light // 255
            del alpha
            picture.fill((*WHITE, 255), special_flags=pygame.BLEND_RGB_MAX)
            picture.fill((*colour, 255), special_flags=pygame.BLEND_RGB_MULT)
            return picture

        return self.kept(("figure", sprite, pixels, colour), make)

    def chip(self, pixels: int) -> pygame.Surface:
        """The chip that lies on a hole, ``pixels`` square."""

        def png() -> bytes:
            text = (assets.sprites() / "chips" / f"{self.art.chip}.svg").read_text(encoding="utf-8")
            return self.drawn.png(text, chip_style_sheet(self.theme.colour), pixels)

        return self._drawn(("chip", pixels), png)

    def face(self, character: str, pixels: int) -> pygame.Surface:
        """The picture of a character of the computer player, ``pixels`` square."""

        def png() -> bytes:
            path = assets.sprites() / "faces" / f"{character}.svg"
            return self.drawn.png(path.read_text(encoding="utf-8"), pixels=pixels)

        return self._drawn(("face", character, pixels), png)

    def icon(self, name: str, colour: Colour, pixels: int) -> pygame.Surface:
        """The picture of ``sprites/icons/NAME.svg`` in one colour, ``pixels`` square."""

        def png() -> bytes:
            text = (assets.sprites() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
            return self.drawn.png(text, f"svg {{ color: {hexed(colour)} }}", pixels)

        return self._drawn(("icon", name, colour, pixels), png)

    def drawing(self, svg: str) -> pygame.Surface:
        """SVG text, drawn at its own ``width`` and ``height``."""
        return self._drawn(svg, lambda: self.drawn.png(svg))

    def picture(self, svg: str) -> pygame.Surface:
        """As `drawing`, for a caller that caches it by a shorter key."""
        return _surface(self.drawn.png(svg))

    def turned(self, svg: str, degrees: int) -> pygame.Surface:
        """SVG text drawn at its own size and turned clockwise."""
        return pygame.transform.rotate(self.drawing(svg).copy(), -degrees)

    def sketch(self, svg: str) -> pygame.Surface:
        """SVG text drawn once and not cached, such as a chart."""
        return _surface(drawn_png(svg))

    def kept(self, key: object, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The cached surface for ``key``; calls ``make`` if it is not in the cache."""
        if key not in self._kept:
            self._kept[key] = make()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _drawn(self, key: object, png: Callable[[], bytes]) -> pygame.Surface:
        return self.kept(key, lambda: _surface(png()))


def scaled(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A picture of the cache at another size.

    pygame locks a picture while it transforms it, and refuses to draw a locked one. Another thread may draw
    the same picture, so a copy is transformed.
    """
    return pygame.transform.smoothscale(picture.copy(), size)


def scaled_by(picture: pygame.Surface, factor: float) -> pygame.Surface:
    """As :func:`scaled`, by a factor."""
    return pygame.transform.smoothscale_by(picture.copy(), factor)


def turned(picture: pygame.Surface, degrees: float, factor: float = 1.0) -> pygame.Surface:
    """As :func:`scaled_by`, and turned clockwise."""
    return pygame.transform.rotozoom(picture.copy(), -degrees, factor)


def piece_svg(sprite: str, pieces: str, *, waits: bool = False) -> str:
    """The SVG text of a piece: from the set ``pieces``, the user's own if it can be drawn, or a letter."""
    if is_letter(sprite):
        return letter_disc(sprite, FACE if pieces == LETTER_SET else DISC)
    pieces = FIGURE_SET if pieces == LETTER_SET else pieces
    if sprite in assets.piece_pictures():
        return (assets.sprites() / "pieces" / pieces / f"{sprite}.svg").read_text(encoding="utf-8")
    letter = letter_of(sprite)
    if letter is None:
        return UNKNOWN
    return sprite if TRIALS.is_good(sprite, waits) else letter_disc(letter)


def chip_style_sheet(colours: Colours) -> str:
    """The CSS that paints a chip; sprites/README.md describes the classes."""
    hole, rim, core = colours.wormhole, colours.wormhole_rim, colours.wormhole_core
    shades = {
        "hole": hole,
        "hole-light": mixed(hole, WHITE, 0.13),
        "hole-dark": mixed(hole, BLACK, 0.2),
        "rim": rim,
        "rim-light": mixed(rim, WHITE, 0.62),
        "rim-dark": mixed(rim, hole, 0.25),
        "core": core,
        "depth": mixed(core, hole, 0.12),
        "wall": mixed(core, hole, 0.72),
    }
    return "".join(
        f".{name} {{ stop-color: {hexed(shade)} }} .fill-{name} {{ fill: {hexed(shade)} }} "
        f".stroke-{name} {{ stroke: {hexed(shade)} }} "
        for name, shade in shades.items()
    )


def style_sheet(colours: PieceColours) -> str:
    """The CSS that paints a piece in one side's colours; sprites/README.md describes the classes."""
    width = f"; stroke-width: {colours.line_width}" if colours.line_width else ""
    body = mixed(colours.top, colours.foot, FLAT)
    return (
        f".stop-a {{ stop-color: {hexed(colours.top)} }}"
        f".stop-b {{ stop-color: {hexed(colours.foot)} }}"
        f".flat {{ fill: {hexed(body)} }}"
        f".shade {{ fill: {hexed(colours.shade)} }}"
        f".light {{ fill: {hexed(colours.light)} }}"
        f".line {{ stroke: {hexed(colours.line)}{width} }}"
        f".pen {{ stroke: {hexed(colours.line)} }}"
        f".ink {{ fill: {hexed(colours.line)} }}"
        f".promoted {{ fill: {hexed(readable_on(body, *PROMOTED))} }}"
        f".edge {{ stroke: {hexed(colours.edge)}; opacity: {colours.edge_opacity:g} }}"
    )


def _surface(png: bytes) -> pygame.Surface:
    surface = pygame.image.load(io.BytesIO(png), "drawing.png")
    has_window = pygame.display.get_init() and pygame.display.get_surface() is not None
    return surface.convert_alpha() if has_window else surface
