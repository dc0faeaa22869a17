"""A letter on a disc: the picture of a piece that has none of its own."""

from __future__ import annotations

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


def is_letter(sprite: str) -> bool:
    """Whether a piece's ``sprite`` is no picture but the piece's letter."""
    return sprite in LETTERS


def letter_disc(letter: str) -> str:
    """SVG text of a disc with a capital letter, in the classes of sprites/README.md."""
    return DISC.format(letter=LETTERS[letter])
