"""The elements, attributes and properties of SVG that a picture of a piece can have, and their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice

LARGEST = 1e6
"""Of all numbers in a picture."""
LONGEST = 200
"""Of a value in characters, other than paths and points."""
LONG = ("d", "points")
"""The attributes that are long."""

NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
REFERENCE = re.compile(r"""url\(\s*["']?#([^"')\s]+)["']?\s*\)(?:\s+(?:none|#[0-9a-fA-F]{3,8}|[a-z]+))?""")

_NUMBERS = re.compile(NUMBER)
_NUMBERS_AND_LETTERS = re.compile(rf"{NUMBER}|[a-zA-Z]")
_LENGTH = re.compile(rf"({NUMBER})\s*(px|pt|pc|mm|cm|in|em|ex|%)?")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_COLOUR = re.compile(r"[a-zA-Z]{1,30}|#[0-9a-fA-F]{3,8}|(?:rgb|hsl)a?\([0-9.,%/ \t+-]*\)")
_TRANSFORM = re.compile(r"\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([0-9eE.,\s+-]*\)[\s,]*)*")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]*")
_POINTS = re.compile(r"[0-9eE.,\s+-]*")

Check = Callable[[str], bool]


def numbers(text: str) -> list[float]:
    """All numbers in a text."""
    return [float(number) for number in _NUMBERS.findall(text)]


def length_of(path: str, most: int) -> int:
    """How many numbers and letters a path has, as far as ``most``."""
    return sum(1 for _ in islice(_NUMBERS_AND_LETTERS.finditer(path), most))


def pixels(text: str) -> float | None:
    """A length in pixels; None if that depends on what is around it."""
    match = _LENGTH.fullmatch(text.strip())
    unit = _PIXELS.get(match[2] or "") if match else None
    return None if match is None or unit is None else float(match[1]) * unit


def _has_small_numbers(text: str) -> bool:
    return all(abs(number) <= LARGEST for number in numbers(text))


def _matches(pattern: re.Pattern[str]) -> Check:
    return lambda text: pattern.fullmatch(text) is not None and _has_small_numbers(text)


def _one_of(*words: str) -> Check:
    return lambda text: text in words


_length = _matches(_LENGTH)
_transform = _matches(_TRANSFORM)
_path = _matches(_PATH)
_points = _matches(_POINTS)
_units = _one_of("userSpaceOnUse", "objectBoundingBox")


def _colour(text: str) -> bool:
    return _COLOUR.fullmatch(text) is not None


def _paint(text: str) -> bool:
    return REFERENCE.fullmatch(text) is not None or _colour(text)


def _clip(text: str) -> bool:
    return text == "none" or REFERENCE.fullmatch(text) is not None


def _anything(text: str) -> bool:
    return True


PROPERTIES: Mapping[str, Check] = {
    "fill": _paint,
    "stroke": _paint,
    "color": _colour,
    "stop-color": _colour,
    "opacity": _length,
    "fill-opacity": _length,
    "stroke-opacity": _length,
    "stop-opacity": _length,
    "stroke-width": _length,
    "stroke-miterlimit": _length,
    "stroke-linecap": _one_of("butt", "round", "square"),
    "stroke-linejoin": _one_of("miter", "miter-clip", "round", "bevel", "arcs"),
    "fill-rule": _one_of("nonzero", "evenodd"),
    "clip-rule": _one_of("nonzero", "evenodd"),
    "paint-order": _one_of("normal", "fill", "stroke", "fill stroke", "stroke fill"),
    "visibility": _one_of("visible", "hidden", "collapse"),
    "display": _matches(re.compile(r"[a-z-]{1,30}")),
    "clip-path": _clip,
}
"""What can stand in attributes, in ``style``, and in a style sheet."""

REFUSED = ("filter", "mask", "stroke-dasharray", "marker", "marker-start", "marker-mid", "marker-end")
"""Properties that may only be ``none``: they could take any time and memory. All others are left out."""

_BOX = dict.fromkeys(("x", "y", "width", "height", "rx", "ry"), _length)
_GRADIENT = {
    "gradientUnits": _units,
    "gradientTransform": _transform,
    "spreadMethod": _one_of("pad", "reflect", "repeat"),
    "href": _anything,
}

ELEMENTS: Mapping[str, Mapping[str, Check]] = {
    "svg": {},
    "g": {"transform": _transform},
    "defs": {},
    "path": {"d": _path, "transform": _transform},
    "rect": {**_BOX, "transform": _transform},
    "circle": {**dict.fromkeys(("cx", "cy", "r"), _length), "transform": _transform},
    "ellipse": {**dict.fromkeys(("cx", "cy", "rx", "ry"), _length), "transform": _transform},
    "line": {**dict.fromkeys(("x1", "y1", "x2", "y2"), _length), "transform": _transform},
    "polyline": {"points": _points, "transform": _transform},
    "polygon": {"points": _points, "transform": _transform},
    "use": {"x": _length, "y": _length, "href": _anything, "transform": _transform},
    "linearGradient": {**dict.fromkeys(("x1", "y1", "x2", "y2"), _length), **_GRADIENT},
    "radialGradient": {**dict.fromkeys(("cx", "cy", "r", "fx", "fy", "fr"), _length), **_GRADIENT},
    "stop": {"offset": _length},
    "clipPath": {"clipPathUnits": _units, "transform": _transform},
}
"""The elements that are drawn, with their attributes. ``class``, ``id`` and properties can be on each."""

SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
GRADIENTS = ("linearGradient", "radialGradient")
LEFT_OUT = ("title", "desc", "metadata")
"""Elements that show nothing."""
