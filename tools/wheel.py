"""Makes a wheel for this platform and this version of Python, with the compiled loops in it.

A plain ``pip wheel .`` makes one for all platforms, which compiles the loops at its first start.

python -m tools.wheel --out dist
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import shipped_loops
from wormhole.compiling.groups import SHIPPED

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")


def make(out: Path) -> Path:
    """Make the wheel in the folder `out`; returns its path."""
    with tempfile.TemporaryDirectory() as work:
        source, made = Path(work, "source"), Path(work, "made")
        shutil.copytree(ROOT, source, ignore=LEFT_OUT)
        shipped_loops.write(source / SHIPPED.relative_to(ROOT))
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(made), str(source)]
        subprocess.run(command, check=True)
        (wheel,) = made.iterdir()
        out.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(wheel, out / wheel.name))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the wheel goes (dist)")
    print(make(parser.parse_args().out.resolve()))


if __name__ == "__main__":
    main()
