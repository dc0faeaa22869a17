"""Draws SVG art as PNG, and stores the pictures in a file of the user's cache: no start draws them again."""

from __future__ import annotations

import zlib
from hashlib import blake2b
from pathlib import Path

import msgspec
import platformdirs
import resvg_py

from wormhole.base import atomic_files
from wormhole.version import APPLICATION

MOST_BYTES = 8 << 20
"""Of all pictures; those not used for longest are dropped. A window of one size needs about a tenth."""
SUM_BYTES = 4
"""The checksum at the beginning of the file."""

_Pictures = dict[bytes, bytes]


def drawn_png(svg: str, style_sheet: str | None = None, pixels: int | None = None) -> bytes:
    """SVG text as a PNG file, at its own size or ``pixels`` square."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=pixels, height=pixels, style_sheet=style_sheet, skip_system_fonts=True
        )
    )


def default_path() -> Path:
    """The system's usual place for the file."""
    return Path(platformdirs.user_cache_path(APPLICATION), "pictures")


class DrawnPictures:
    """The pictures drawn so far, also by earlier starts if there is a file. Threads may share it."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._stored = {} if path is None else _read(path)
        self._used: _Pictures = {}
        self._is_new = False
        """Whether a picture is not in the file yet."""

    def png(self, svg: str, style_sheet: str | None = None, pixels: int | None = None) -> bytes:
        """As :func:`drawn_png`."""
        if self._path is None:
            return drawn_png(svg, style_sheet, pixels)
        key = _key(svg, style_sheet, pixels)
        png = self._used.get(key) or self._stored.get(key)
        if png is None:
            png, self._is_new = drawn_png(svg, style_sheet, pixels), True
        self._used[key] = png
        return png

    def save(self) -> None:
        """Write the file if there is anything new. Without it, the next start only takes longer."""
        if self._path is None or not self._is_new:
            return
        self._is_new = False
        kept, room = {}, MOST_BYTES
        for key, png in (self._used | self._stored).items():  # those used now first
            room -= len(png)
            if room < 0:
                break
            kept[key] = png
        content = msgspec.msgpack.encode(kept)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            atomic_files.write_bytes(self._path, (_sum(content), content))
        except OSError:
            self._path = None


def _read(path: Path) -> _Pictures:
    """The pictures of a file; none if it is missing or damaged."""
    try:
        file = path.read_bytes()
        content = file[SUM_BYTES:]
        return msgspec.msgpack.decode(content, type=_Pictures) if file[:SUM_BYTES] == _sum(content) else {}
    except (OSError, msgspec.DecodeError):
        return {}


def _sum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(SUM_BYTES, "big")


def _key(svg: str, style_sheet: str | None, pixels: int | None) -> bytes:
    """What distinguishes a picture from others, also of another version of resvg."""
    words = (resvg_py.__version__, svg, style_sheet or "", str(pixels))
    return blake2b("\0".join(words).encode(), digest_size=16).digest()
