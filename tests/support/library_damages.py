"""Damages to a library's file while it is open: functions of its path and of another library's."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path


def _delete(path: Path, *ends: str) -> None:
    for end in ends:
        Path(f"{path}{end}").unlink(missing_ok=True)


def _overwrite(path: Path, start: int, length: int) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\xa5" * length)


def _replace(path: Path, other: Path) -> None:
    shutil.copyfile(other, f"{path}.new")
    os.replace(f"{path}.new", path)


def _replace_folder(path: Path) -> None:
    shutil.move(path.parent, path.parent.with_name("moved"))


DAMAGES: dict[str, Callable[[Path, Path], object]] = {
    "truncated to nothing": lambda path, other: os.truncate(path, 0),
    "truncated in the middle": lambda path, other: os.truncate(path, path.stat().st_size // 2),
    "cut by a byte": lambda path, other: os.truncate(path, path.stat().st_size - 1),
    "its header overwritten": lambda path, other: _overwrite(path, 0, 100),
    "all overwritten": lambda path, other: _overwrite(path, 0, path.stat().st_size),
    "pages overwritten": lambda path, other: _overwrite(path, 4096, path.stat().st_size - 4096),
    "deleted": lambda path, other: _delete(path, "", "-wal", "-shm"),
    "deleted without its log": lambda path, other: _delete(path, ""),
    "its log deleted": lambda path, other: _delete(path, "-wal", "-shm"),
    "replaced": _replace,
    "replaced in place": lambda path, other: shutil.copyfile(other, path),
    "replaced by text": lambda path, other: path.write_text("no library\n" * 1000),
    "its folder moved": lambda path, other: _replace_folder(path),
}
