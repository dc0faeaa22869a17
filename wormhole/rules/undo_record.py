"""The record of a move, which undoing it needs: the index of each number."""

from __future__ import annotations

CAPTURED = 0
"""The captured piece; else what was on the target."""
CAPTURED_SLOT = 1
"""The slot of the captured piece."""
CAPTURED_WAS = 2
"""What the captured piece was before its promotion, see ``Position.was``."""
MOVER = 3
"""The piece before the move."""
MOVER_WAS = 4
"""What the piece was before an earlier promotion."""
COUNTER = 5
"""The counter on the target, which a royal piece removes."""
CLOSED_GATES = 6
"""The rights to gate that end: 1 for the square that the piece left, plus 2 for the target or, if the move
castles, for the rook's square."""

# What was in ``Position.state``.
OLD_CLOCK = 7
OLD_RIGHTS = 8
OLD_EP_SQUARE = 9
OLD_EP_SQUARE_TOO = 10
OLD_EP_VICTIM = 11
OLD_SLOTS_USED = 12
"""That of the side that moved, which a piece from its hand may change."""
OLD_PASSED_AT = MOVER
"""Of a pass, which no piece makes."""
OLD_CHECKS_LEFT = 13
OLD_ENDED = 14
OLD_VICTIMS = 15
OLD_COUNT_LIMIT = 16
OLD_COUNTED = 17
OLD_CHECK_SERIES = 18

# The squares of the royal pieces' slots after the move, before an ending empties them.
WHITE_ROYAL = 19
BLACK_ROYAL = 20
LOST_RIGHT = 21
"""The right to a first move that the move has ended by its aim, as a bit of ``RIGHTS``."""

SAVED = 22
"""The length of a record."""
