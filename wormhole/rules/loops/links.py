"""Taking squares out of the board, so that steps lead on to the next one, and putting them back."""

from __future__ import annotations

import numpy as np

from wormhole.rules.geometry import OFF, ROW


def unlink(links: np.ndarray, square: int) -> None:
    """Join the neighbours of ``square`` to each other, in all four lines through it."""
    for forward in range(0, 4 * ROW, ROW):
        backward = forward + 4 * ROW
        after = links[forward | square]
        before = links[backward | square]
        links[forward | before] = after
        links[backward | after] = before
        links[forward | OFF] = OFF
        links[backward | OFF] = OFF


def relink(links: np.ndarray, square: int) -> None:
    """Undo the newest :func:`unlink`; the links of ``square`` still hold its former neighbours."""
    for forward in range(0, 4 * ROW, ROW):
        backward = forward + 4 * ROW
        links[forward | links[backward | square]] = square
        links[backward | links[forward | square]] = square
        links[forward | OFF] = OFF
        links[backward | OFF] = OFF
