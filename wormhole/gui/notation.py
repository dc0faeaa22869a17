"""How a person wants moves to be written: with the letters of the pieces, or with their pictures."""

from __future__ import annotations

from wormhole.gui.match.move_words import Notation
from wormhole.gui.screen import Stage


def notation_of(stage: Stage) -> Notation:
    """Writes moves as the settings say, also after a change of them."""
    return lambda board, move: stage.look.notation(board.san(move), board.variant.piece_types)
