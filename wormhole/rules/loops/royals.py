"""Check, of one royal piece or of several.

Several royal pieces stand in slots like other pieces; a ``TOKEN`` holds the slot of the royal one.
"""

from __future__ import annotations

from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, is_attacked, is_checked
from wormhole.rules.position import SLOTS, SLOTS_USED, Position, Scratch
from wormhole.rules.tables import (
    ALL_ROYAL,
    CROWNED_OTHER_SIDE,
    DUPLE_ROYAL,
    LAST_ROYAL,
    Tables,
)


def is_in_check(tables: Tables, position: Position, scratch: Scratch, side: int) -> bool:
    """Whether a side is in check, on its turn or not; always False if the royal piece may be captured."""
    if tables.options.royal_capture:
        return tables.options.royals != 0 and are_attacked(tables, position, scratch, side, OFF)
    return is_checked(tables, position, scratch, position.squares[side * SLOTS], 1 - side)


def is_guarded(tables: Tables, position: Position, piece: int) -> bool:
    """Whether a piece that stands may not be left attacked, whatever else is."""
    rule = tables.options.royals
    return tables.royals[piece] != 0 and (
        rule == ALL_ROYAL
        or ((rule == LAST_ROYAL or rule == DUPLE_ROYAL) and count_royals(tables, position, piece & 1) == 1)
    )


def count_royals(tables: Tables, position: Position, side: int) -> int:
    """The number of a side's royal pieces."""
    count = 0
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        count += tables.royals[position.pieces[position.squares[slot]]] != 0
    return count


def fall(tables: Tables, position: Position, captured: int) -> None:
    """End the game for the side of a royal piece that was captured, if it needs that piece."""
    if not tables.royals[captured]:
        return
    side = captured & 1
    if tables.options.royals & 3 == ALL_ROYAL or count_royals(tables, position, side) == 0:
        position.squares[side * SLOTS] = OFF


def turned_royal(tables: Tables, promoted: int, target: int) -> int:
    """Where a move has turned a piece into a royal one that answers no check to another; ``OFF`` if not.

    So it is in Fairy-Stockfish: a pawn that becomes a second king answers a check to the first, a piece that
    turns over (``promoted_from``) does not.
    """
    rule = tables.options.royals
    answers_none = (rule == LAST_ROYAL or rule == DUPLE_ROYAL) and tables.royals[
        promoted
    ] == CROWNED_OTHER_SIDE
    return target if answers_none else OFF


def are_attacked(tables: Tables, position: Position, scratch: Scratch, side: int, without: int) -> bool:
    """Whether royal pieces of a side, ``without`` one on that square, are attacked so that it is in check."""
    rule, count, attacked = tables.options.royals, 0, 0
    others = without != OFF
    if rule > DUPLE_ROYAL or (rule == LAST_ROYAL and count_royals(tables, position, side) - others > 1):
        return False
    for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
        square = position.squares[slot]
        if not tables.royals[position.pieces[square]] or square == without:
            continue
        count += 1
        if is_attacked(tables, position, scratch, square, 1 - side, NONE_GONE):
            attacked += 1
            if rule == ALL_ROYAL:
                return True
        elif rule == DUPLE_ROYAL:
            return False
    return attacked > 0 and attacked == count
