"""Whether a capture pays when both sides go on capturing on its square.

Static exchange evaluation, https://www.chessprogramming.org/Static_Exchange_Evaluation. The captures are
really played, all but the last: every one removes or clears the square it came from, which opens and closes
lines that no shortcut foresees.
"""

from __future__ import annotations

from wormhole.engine.loops.workspace import Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import arrow_allows, passed_over, step_back
from wormhole.rules.loops.moves import left_behind
from wormhole.rules.loops.passages import reaches_through
from wormhole.rules.loops.play import play, take_back
from wormhole.rules.position import MEN, SLOTS, TURN, UNDO, UNDO_OF_LINE, Position, Scratch
from wormhole.rules.tables import FIRST_MAN, PASSAGES, Tables


def loses_exchange(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, move: int, row: int
) -> bool:
    """Whether a capture loses more than it wins, both sides taking back with their least man while it pays.

    Kings count as the dearest men; checks and pins are not asked for. ``work.undo`` is written from ``row``.
    """
    men, worth = position.men, work.worth
    origin, target = move & 255, move >> 8 & 255
    won = worth[men[target] << 8 | target]
    if worth[men[origin] << 8 | origin] <= won:
        return False
    return _is_answered(tables, position, scratch, work, move, won + 1, row)


def _is_answered(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, move: int, needed: int, row: int
) -> bool:
    """Whether the other side wins ``needed`` centipawns or more by taking back where a capture ends."""
    men, worth = position.men, work.worth
    origin, target = move & 255, move >> 8 & 255
    man, taken = men[origin], men[target]
    enough = worth[man << 8 | target] - needed
    if enough < 0:
        return False
    men[origin], men[target] = left_behind(position, origin), man
    skip, other = passed_over(tables, origin), 1 - position.state[TURN]
    answer = least_attacker(tables, position, scratch, work, target, other, skip, enough)
    men[origin], men[target] = man, taken
    if answer == OFF:
        return False
    pays = worth[men[answer] << 8 | target] <= enough
    if pays or row + UNDO > UNDO_OF_LINE:
        return pays
    play(tables, position, move, work.undo, row)
    again = answer | target << 8
    pays = not _is_answered(tables, position, scratch, work, again, enough + 1, row + UNDO)
    take_back(tables, position, move, work.undo, row)
    return pays


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
    """Where a side has its least man that attacks ``square``; ``OFF`` if it has none.

    The first that is worth no more than ``enough`` there will do. Steps pass over ``skip``, see
    :mod:`wormhole.rules.loops.attack`.
    """
    men, reach, worth = position.men, scratch.reach, work.worth
    found, least = OFF, 1 << 40
    if tables.options[PASSAGES]:
        for slot in range(side * SLOTS, side * SLOTS + position.state[MEN + side]):
            origin = position.squares[slot]
            man = men[origin]
            if origin == OFF or man < FIRST_MAN or man & 1 != side or worth[man << 8 | origin] >= least:
                continue
            if reaches_through(tables, position, scratch, origin, square):
                found, least = origin, worth[man << 8 | origin]
        return found
    reach[0] = square
    for node in range(tables.watch_first[side], tables.watch_first[side + 1]):
        here = step_back(tables, position, node, reach[tables.watch_parent[node]], skip)
        reach[node] = here
        man = men[here]
        if tables.watch_men[node] >> man & 1 == 0 or worth[man << 8 | here] >= least:
            continue
        if arrow_allows(tables, node, here):
            found, least = here, worth[man << 8 | here]
            if worth[man << 8 | square] <= enough:
                break
    return found
