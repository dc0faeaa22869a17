"""Selects the files of the libraries for a bundle."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path, PurePosixPath

from wormhole.base.toml import loads
from wormhole.gui.languages.catalogues import ENGLISH, SHIPPED

ROOT = Path(__file__).resolve().parents[2]

ABSENT = [
    *("IPython", "_pytest", "docutils", "hypothesis", "matplotlib", "pygments", "pytest", "scipy", "tkinter"),
    *("distutils", "lib2to3", "pip", "pkg_resources", "pydoc_data", "setuptools", "test"),
    *("llvmlite.tests", "numba.tests", "numpy.f2py", "pygame.docs", "pygame.examples", "pygame.tests"),
    *("PIL._avif", "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk", "PIL.ImageQt", "PIL.ImageTk"),
]
"""Modules that libraries import if they exist, and that this program does not need."""

_LOCALES = PurePosixPath("babel/locale-data")
"""Babel reads translations without them; they only give more information."""


def _required() -> list[str]:
    project = loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = [*project["dependencies"], *project["optional-dependencies"]["cluster"]]
    names = [re.split(r"[^\w-]", line)[0] for line in listed]
    return [name for name in names if _is_installed(name)]  # some are for other versions of Python


def _is_installed(name: str) -> bool:
    try:
        return metadata.distribution(name) is not None
    except metadata.PackageNotFoundError:
        return False


REQUIRED = _required()
"""The libraries that the program needs, by the names of their packages."""


def is_needed(name: str) -> bool:
    """Whether a file that PyInstaller has found belongs in the bundle, by its place there."""
    place = PurePosixPath(name.replace("\\", "/"))
    if place.parent == _LOCALES:
        return place.stem in {"root", ENGLISH, *(path.stem for path in SHIPPED.glob("*.po"))}
    return True
