"""Makes the program's icon from its SVG: PNG in all sizes, .ico for Windows, .icns for macOS.

python -m tools.icons FOLDER
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from PIL import Image

from wormhole.gui.look.logo import icon_png
from wormhole.gui.window.desktop_menu import ICON_SIZES

ICO_SIZES = (256, 128, 64, 48, 40, 32, 24, 20, 16)
ICNS_SIZES = (1024, 512, 256, 128, 64, 32, 16)
"""In pixels, the largest first. Each is drawn separately, none is scaled."""


def drawn(pixels: int) -> Image.Image:
    return Image.open(io.BytesIO(icon_png(pixels))).convert("RGBA")


def write_ico(path: Path) -> None:
    largest, *others = map(drawn, ICO_SIZES)
    largest.save(path, "ICO", append_images=others, sizes=[(pixels, pixels) for pixels in ICO_SIZES])


def write_icns(path: Path) -> None:
    largest, *others = map(drawn, ICNS_SIZES)
    largest.save(path, "ICNS", append_images=others)


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the program's icon in the formats of all systems.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for pixels in ICON_SIZES:
        (folder / f"wormhole-chess-{pixels}.png").write_bytes(icon_png(pixels))
    write_ico(folder / "wormhole-chess.ico")
    write_icns(folder / "wormhole-chess.icns")


if __name__ == "__main__":
    main()
