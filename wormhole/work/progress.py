"""The progress bar of work that is handed out."""

from __future__ import annotations

from tqdm import tqdm


def progress_bar(total: int | None, unit: str) -> tqdm:
    """A bar on the terminal, none where the output is no terminal; ``total`` is None if it is not known."""
    return tqdm(total=total, unit=unit, dynamic_ncols=True, disable=None)
