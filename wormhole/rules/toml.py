"""Reading TOML: by the standard library where it can, else by what it was made from."""

from __future__ import annotations

import sys
from importlib import resources
from typing import Any

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "loads", "packaged"]


def packaged(package: str, name: str) -> dict[str, Any]:
    """A file of the program's own data, which lies in that package."""
    return loads(resources.files(package).joinpath(name).read_text("utf-8"))
