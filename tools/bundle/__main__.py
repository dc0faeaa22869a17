"""Makes a bundle, which runs without Python: a folder with the whole program, and an archive of it.

pip install '.[bundle]' && python -m tools.bundle --out dist
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from wormhole.version import APPLICATION, VERSION

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

XZ_PRESET: Final = 1
"""Much smaller than gzip's best, in the same time. More effort takes minutes and saves a fifth."""

STRIPPED = ("libpython*.so*", "llvmlite/binding/libllvmlite.so")
"""Libraries that contain symbols for debuggers, many megabytes of them."""


def make(out: Path) -> tuple[Path, Path]:
    """Make the bundle and its archive in the folder `out`; returns their paths."""
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
        command += ["--distpath", str(out), "--workpath", work, str(HERE / "wormhole-chess.spec")]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    app = out / "Wormhole Chess.app"
    bundle = app if app.is_dir() else out / APPLICATION
    if sys.platform == "linux" and shutil.which("strip"):
        for pattern in STRIPPED:
            for library in (bundle / "_internal").glob(pattern):
                subprocess.run(["strip", "--strip-unneeded", library], check=True)
    name = f"{APPLICATION}-{VERSION}-{platform.system()}-{platform.machine()}".lower()
    return bundle, packed(bundle, out / name)


def packed(bundle: Path, path: Path) -> Path:
    """Make the archive, a .zip or, where files have rights and links, a .tar.xz; returns its path."""
    if sys.platform == "win32":
        return Path(shutil.make_archive(str(path), "zip", bundle.parent, bundle.name))
    archive = path.with_name(f"{path.name}.tar.xz")
    with tarfile.open(archive, "w:xz", preset=XZ_PRESET) as file:
        file.add(bundle, bundle.name)
    return archive


def megabytes(files: Iterable[Path]) -> str:
    return f"{sum(path.lstat().st_size for path in files if path.is_file()) / 1e6:.0f} MB"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bundle", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where folder and archive go (dist)")
    if find_spec("PyInstaller") is None:
        parser.exit(2, "PyInstaller is missing; install it by: pip install '.[bundle]'\n")
    bundle, archive = make(parser.parse_args().out.resolve())
    print(f"{bundle}: {megabytes(bundle.rglob('*'))}")
    print(f"{archive}: {megabytes([archive])}")


if __name__ == "__main__":
    main()
