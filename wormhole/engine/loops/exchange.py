"""Static exchange evaluation: whether a move pays if both sides continue to capture on its square.

See https://www.chessprogramming.org/Static_Exchange_Evaluation. All captures but the last are played on the
board, because each removes or clears the square that it came from, which opens and closes lines.
"""

from __future__ import annotations

from wormhole.engine.loops.evaluate import gain
from wormhole.engine.loops.workspace import Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, may_capture, passed_over, step_back_anyhow
from wormhole.rules.loops.move_encoding import from_square, simple_move, to_square
from wormhole.rules.loops.moves import left_behind
from wormhole.rules.loops.passages import reaches_through
from wormhole.rules.loops.play_and_undo import play, undo
from wormhole.rules.position import SAVED_OF_LINE, SLOTS, SLOTS_USED, TURN, Position, Scratch
from wormhole.rules.tables import FIRST_PIECE, Tables
from wormhole.rules.undo_record import SAVED


def loses_exchange(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, move: int, margin: int, row: int
) -> bool:
    """Whether a move loses more than ``margin`` centipawns, if both sides recapture with their least valuable
    piece while it pays.

    Kings count as the most valuable pieces; checks and pins are ignored. Where captures explode or petrify,
    nothing is left to recapture. Writes ``work.saved`` from ``row``.
    """
    if tables.options.aftermath:
        return gain(tables, position, work, move) + margin < 0
    pieces, piece_square = position.pieces, work.piece_square
    origin, target = from_square(move), to_square(move)
    won = piece_square[pieces[target] << 8 | target] + margin
    if piece_square[pieces[origin] << 8 | origin] <= won:
        return False
    return _is_answered(tables, position, scratch, work, move, won + 1, row)


def can_be_won(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    square: int,
    gained: int,
    row: int,
) -> bool:
    """Whether the side to move wins more than ``gained`` centipawns, 0 or more, if it captures on ``square``.

    Otherwise as :func:`loses_exchange`.
    """
    piece = position.pieces[square]
    if piece < FIRST_PIECE or work.piece_square[piece << 8 | square] <= gained:
        return False
    capture = least_capture(tables, position, scratch, work, square)
    return capture != 0 and not loses_exchange(tables, position, scratch, work, capture, -gained - 1, row)


def _is_answered(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, move: int, needed: int, row: int
) -> bool:
    """Whether the other side wins ``needed`` centipawns or more by recapturing after a capture."""
    pieces, piece_square = position.pieces, work.piece_square
    origin, target = from_square(move), to_square(move)
    piece, taken = pieces[origin], pieces[target]
    enough = piece_square[piece << 8 | target] - needed
    if enough < 0:
        return False
    pieces[origin], pieces[target] = left_behind(position, origin), piece
    skip, other = passed_over(tables, origin), 1 - position.state[TURN]
    answer = least_attacker(tables, position, scratch, work, target, other, skip, enough)
    pieces[origin], pieces[target] = piece, taken
    if answer == OFF:
        return False
    pays = piece_square[pieces[answer] << 8 | target] <= enough
    if pays or row + SAVED > SAVED_OF_LINE:
        return pays
    play(tables, position, scratch, move, work.saved, row)
    again = simple_move(answer, target)
    pays = not _is_answered(tables, position, scratch, work, again, enough + 1, row + SAVED)
    undo(tables, position, move, work.saved, row)
    return pays


def least_capture(tables: Tables, position: Position, scratch: Scratch, work: Workspace, square: int) -> int:
    """The capture on ``square`` by the least valuable attacker of the side to move; 0 if there is none.

    It may be illegal, or lack its promotion.
    """
    side = position.state[TURN]
    origin = least_attacker(tables, position, scratch, work, square, side, NONE_GONE, -1)
    return 0 if origin == OFF else simple_move(origin, square)


def least_attacker(
    tables: Tables,
    position: Position,
    scratch: Scratch,
    work: Workspace,
    square: int,
    side: int,
    skip: int,
    enough: int,
) -> int:
    """The square of a side's least valuable attacker of ``square``; ``OFF`` if it has none.

    The search ends at the first attacker whose value on ``square`` is at most ``enough``. Steps pass over
    ``skip``, see :mod:`wormhole.rules.loops.attack`.
    """
    pieces, reach, piece_square = position.pieces, scratch.reach, work.piece_square
    found, least = OFF, 1 << 40
    if tables.options.passages:
        for slot in range(side * SLOTS, side * SLOTS + position.state[SLOTS_USED + side]):
            origin = position.squares[slot]
            piece = pieces[origin]
            if (
                origin == OFF
                or piece < FIRST_PIECE
                or piece & 1 != side
                or piece_square[piece << 8 | origin] >= least
            ):
                continue
            if reaches_through(tables, position, scratch, origin, square):
                found, least = origin, piece_square[piece << 8 | origin]
        return found
    reach[0] = square
    for node in range(tables.attack_first[side], tables.attack_first[side + 1]):
        here = step_back_anyhow(tables, position, node, reach[tables.attack_parent[node]], skip)
        reach[node] = here
        piece = pieces[here]
        if tables.attack_pieces[node] >> piece & 1 == 0 or piece_square[piece << 8 | here] >= least:
            continue
        if may_capture(tables, position, node, here, square):
            found, least = here, piece_square[piece << 8 | here]
            if piece_square[piece << 8 | square] <= enough:
                break
    return found
