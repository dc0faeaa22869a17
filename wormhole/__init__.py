"""Wormhole Chess and its family: rules, a computer player, and a window to play in.

>>> import wormhole
>>> board = wormhole.Board()
>>> board.push_uci("e2e4").text
'e2e4'
>>> board.san(board.parse_uci("d7d5")), board.perft(1, fast=False)
('d5', 31)
"""

from wormhole.base.errors import FenError, MoveError, VariantError, WormholeError
from wormhole.rules.board import Board
from wormhole.rules.catalogue_files import menu, variants
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.game_file import load, variant
from wormhole.rules.geometry import Geometry
from wormhole.rules.move import Move
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import BLACK, WHITE, Piece, side_name
from wormhole.rules.routes import Route
from wormhole.rules.variant import PieceType, Variant
from wormhole.version import VERSION

__version__ = VERSION


def _drawn(board: Board) -> str:
    """A board as SVG. The rules have no pictures; those of the window are imported when one is needed."""
    from wormhole.notebook import svg

    return svg(board)


Board.drawn = _drawn

__all__ = [
    "BLACK",
    "WHITE",
    "Board",
    "FenError",
    "Geometry",
    "Move",
    "MoveError",
    "Outcome",
    "Piece",
    "PieceType",
    "Route",
    "Termination",
    "Variant",
    "VariantError",
    "WormholeError",
    "corrected_fen",
    "load",
    "menu",
    "side_name",
    "variant",
    "variants",
]
