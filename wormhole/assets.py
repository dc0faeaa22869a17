"""The folders of pictures, sounds and fonts: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def sprites() -> Path:
    """The folder of the SVG pictures."""
    return _folder("sprites")


def sounds() -> Path:
    """The folder of the sound files."""
    return _folder("sounds")


def fonts() -> Path:
    """The folder of the font files."""
    return _folder("fonts")


@cache
def piece_pictures() -> frozenset[str]:
    """The names of the program's pictures of pieces; every set has all of them."""
    return frozenset(path.stem for path in (sprites() / "pieces").glob("*/*.svg"))


@cache
def _folder(name: str) -> Path:
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
