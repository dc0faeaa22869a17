"""Writes the compiled loops for this platform's processors into a folder, for a wheel or a bundle.

They serve one version of Python and of numba; with others, the program compiles them at its first start.

python -m tools.shipped_loops FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

from wormhole.compiling.groups import use_all
from wormhole.engine.search_loops import PLAYER
from wormhole.rules.loop_groups import BOARD, PERFT

GROUPS = (*PLAYER, BOARD, PERFT)
"""All groups but those of training, which takes minutes anyway."""


def write(folder: Path) -> None:
    """Write the file of each group, compiled now if it has to be."""
    if not use_all(GROUPS):
        raise SystemExit("the loops cannot be compiled here")
    folder.mkdir(parents=True, exist_ok=True)
    for group in GROUPS:
        group.copy_to(folder)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the files go")
    write(parser.parse_args().folder)


if __name__ == "__main__":
    main()
