"""Makes HTML pages of the public names for scripts, from the docstrings; docs/scripting.md is the first page.

python -m tools.api FOLDER

It needs pdoc: pip install 'wormhole-chess[docs]'.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
GUIDE, PICTURE = "scripting", "notebook.svg"
MODULES = (
    "wormhole",
    "wormhole.notebook",
    "wormhole.library.pgn",
    "wormhole.library.record",
    "wormhole.engine.levels",
    "wormhole.engine.thinker",
    "wormhole.engine.solver",
    "wormhole.engine.opponent",
    "wormhole.players.player",
    "wormhole.players.spec",
    "wormhole.arena.engine_match",
)


def main(arguments: list[str] | None = None) -> int:
    """Write the pages; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pages go")
    folder = parser.parse_args(arguments).folder
    try:
        import pdoc
    except ImportError:
        parser.exit(2, "pdoc is needed: pip install 'wormhole-chess[docs]'\n")
    pdoc.render.configure(docformat="restructuredtext", footer_text="Wormhole Chess")
    with tempfile.TemporaryDirectory() as place:
        guide = Path(place) / f"{GUIDE}.py"
        guide.write_text(f"r'''{guide_text()}'''\n", encoding="utf-8")
        pdoc.pdoc(guide, *MODULES, output_directory=folder)
    shutil.copy(DOCS / PICTURE, folder)
    print(folder / "index.html")
    return 0


def guide_text() -> str:
    """The page on scripting, without its links to other files of the project."""
    return re.sub(r"(?<!!)\[([^\]]*)\]\([^)]*\)", r"\1", (DOCS / f"{GUIDE}.md").read_text("utf-8"))


if __name__ == "__main__":
    raise SystemExit(main())
