"""The features of a position: numbers, White's minus Black's, whose weighted sum is the evaluation.

They are those of ``wormhole/engine/loops/evaluate.py``: pieces of each type, places, terms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from wormhole import Board
from wormhole.compiling.arrays import record, shared, views
from wormhole.compiling.fingerprint import Loop
from wormhole.compiling.groups import LoopGroup
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.evaluate import KINDS_OF_TERMS, count_terms
from wormhole.engine.loops.workspace import TEMPO, TERMS, Workspace
from wormhole.engine.piece_values import piece_square_table, usual_value
from wormhole.engine.weights import PLACES, Weights
from wormhole.rules.game_file import variant
from wormhole.rules.geometry import OFF
from wormhole.rules.loop_groups import start_blocks
from wormhole.rules.piece import WHITE
from wormhole.rules.position import SLOTS, TOKEN, Position, new_scratch
from wormhole.rules.tables import FIRST_PIECE, HAND, PIECE_NUMBERS
from wormhole.rules.tabulation import table_block, tables
from wormhole.rules.variant import Variant

WHOLE = 1000
"""A value that rounding to whole centipawns does not change."""


def _workspace(variant: Variant) -> Workspace:
    """A workspace without a network, so that terms are counted."""
    return workspace_for(variant, overrides={"network": 0})


def _call_terms(twin: Callable[[Loop], Loop]) -> None:
    twin(count_terms)(*start_blocks(), record(_workspace(variant("wormhole"))), 0, 0, 0)


TERM_LOOPS = LoopGroup(f"{__name__}:TERM_LOOPS", [count_terms], _call_terms)


class Features:
    """Turns positions of one game into features, and a row of weights into :class:`Weights` and back.

    ``names`` is their order. The first ``pieces`` of them are piece types. ``fast`` uses the compiled loop.
    """

    def __init__(self, variant: Variant, *, fast: bool) -> None:
        self._variant = variant
        self._letters = tuple(
            piece_type.letter for piece_type in variant.piece_types.values() if not piece_type.royal
        )
        self.pieces = len(self._letters)
        self.names = (*self._letters, *PLACES, *TERMS)
        self._piece_square = np.stack(
            [self._values_where(name) for name in (*self._letters, *PLACES)], axis=1
        )
        self._survey = _Survey(variant, fast=fast)

    def of(self, board: Board) -> np.ndarray:
        """float64[names]: White's less Black's."""
        position = board.position
        white, black = (self._pieces_of(position, side) for side in (0, 1))
        terms = self._survey.terms(position)
        terms[TEMPO] = 1 if board.turn is WHITE else -1
        return np.concatenate([white - black, terms])

    def row_of(self, weights: Weights) -> np.ndarray:
        """The weights in the order of ``names``."""
        piece_types = self._variant.piece_types
        values = [
            weights.pieces.get(letter, usual_value(self._variant, piece_types[letter]))
            for letter in self._letters
        ]
        places = [weights.places[name] for name in PLACES]
        return np.array([*values, *places, *(weights.terms[name] for name in TERMS)], float)

    def weights_of(self, row: np.ndarray) -> Weights:
        """The weights in ``row``, which has the order of ``names``."""
        named = dict(zip(self.names, row.tolist(), strict=True))
        return Weights(*({name: named[name] for name in names} for names in (self._letters, PLACES, TERMS)))

    def _pieces_of(self, position: Position, side: int) -> np.ndarray:
        """A side's part of the first features, from all its pieces."""
        squares = position.squares[side * SLOTS : (side + 1) * SLOTS]
        squares = squares[(squares != OFF) & (squares != TOKEN)].astype(int)
        values = self._piece_square[position.pieces[squares].astype(int) << 8 | squares].sum(axis=0)
        held = np.arange(FIRST_PIECE + side, PIECE_NUMBERS, 2)
        return (values + position.hands[held] @ self._piece_square[held << 8 | HAND + held]) / WHOLE

    def _values_where(self, wanted: str) -> np.ndarray:
        """The piece-square values if only ``wanted`` has weight."""
        piece_types = {letter: WHOLE * (letter == wanted) for letter in self._letters}
        places = {name: WHOLE * (name == wanted) for name in PLACES}
        table = piece_square_table(self._variant, Weights(piece_types, places, {})).reshape(-1, 256)
        royal = [number for number in range(len(table)) if table[number].max() > 10 * WHOLE]
        table[royal] = 0
        return table.ravel()


class _Survey:
    """Computes terms by the search's own loop."""

    def __init__(self, variant: Variant, *, fast: bool) -> None:
        work, scratch = _workspace(variant), new_scratch()
        work.weights[:] = 1  # terms with weight 0 are not computed
        self._loop: Callable[..., None] = count_terms
        self._form: Callable[[Position], object] = views
        self._arrays: tuple[Any, Any, Any] = views(tables(variant)), views(scratch), views(work)
        self._counted = work.terms
        if fast:
            self._loop, self._form = TERM_LOOPS.twin(count_terms), record
            block = record(work)
            self._arrays = table_block(variant)[0], record(scratch), block
            self._counted = shared(Workspace, block).terms

    def terms(self, position: Position) -> np.ndarray:
        """int64[terms]: White's less Black's; the tempo is left out."""
        tables, scratch, work = self._arrays
        form = self._form(position)
        for side in (0, 1):
            self._loop(tables, form, scratch, work, side, 0, 0)
        white, black = self._counted[: 2 * KINDS_OF_TERMS].reshape(2, KINDS_OF_TERMS)
        return white - black
