"""Runs the tests with the oldest version of each library that requirements-dev.txt allows.

python -m tools.oldest                       all tests
python -m tools.oldest tests/test_pgn.py     any arguments of pytest

The virtual environment is made in a temporary folder, by the Python that runs this. The oldest versions have
wheels for the oldest Python that the program allows, not for the newest one.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Install and test; returns the exit status of pytest, or of pip if that fails."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        listed = place / "oldest.txt"
        listed.write_text("\n".join(pinned(requirements())), encoding="utf-8")
        print(listed.read_text("utf-8"), flush=True)
        venv.create(place / "venv", with_pip=True)
        python = _python(place / "venv")
        installed = subprocess.run([python, "-m", "pip", "install", "-q", "-r", listed], check=False)
        if installed.returncode:
            return installed.returncode
        return subprocess.run([python, "-m", "pytest", *sys.argv[1:]], cwd=ROOT, check=False).returncode


def requirements() -> list[str]:
    """The lines of both files of requirements."""
    names = ("requirements.txt", "requirements-dev.txt")
    return [line for name in names for line in (ROOT / name).read_text("utf-8").splitlines()]


def pinned(lines: list[str]) -> list[str]:
    """Requirements with each lower bound as the version itself; comments and options are left out.

    >>> pinned(["# All", "-r requirements.txt", 'numba>=0.61; python_version < "3.15"', ""])
    ['numba==0.61; python_version < "3.15"']
    """
    return [line.replace(">=", "==", 1) for line in lines if line and line[0] not in "#-"]


def _python(folder: Path) -> Path:
    """The Python of a virtual environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


if __name__ == "__main__":
    raise SystemExit(main())
