"""Whether a capture pays when both sides go on capturing on its square.

Static exchange evaluation, https://www.chessprogramming.org/Static_Exchange_Evaluation. The captures are
really played: every one removes or clears the square it came from, which opens and closes lines that no
shortcut foresees.
"""

from __future__ import annotations

from wormhole.engine.loops.workspace import Workspace
from wormhole.rules.geometry import OFF
from wormhole.rules.loops.attack import NONE_GONE, arrow_allows, step_back
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
    play(tables, position, move, work.undo, row)
    loses = _wins_at_least(tables, position, scratch, work, target, won + 1, row + UNDO)
    take_back(tables, position, move, work.undo, row)
    return loses


def _wins_at_least(
    tables: Tables, position: Position, scratch: Scratch, work: Workspace, square: int, least: int, row: int
) -> bool:
    """Whether the side to move wins ``least`` centipawns or more by capturing on ``square``."""
    men, worth = position.men, work.worth
    won = worth[men[square] << 8 | square]
    if won < least or row + UNDO > UNDO_OF_LINE:
        return False
    origin = least_attacker(tables, position, scratch, work, square)
    if origin == OFF:
        return False
    if won - worth[men[origin] << 8 | square] >= least:
        return True
    move = origin | square << 8
    play(tables, position, move, work.undo, row)
    wins = not _wins_at_least(tables, position, scratch, work, square, won - least + 1, row + UNDO)
    take_back(tables, position, move, work.undo, row)
    return wins


def least_attacker(tables: Tables, position: Position, scratch: Scratch, work: Workspace, square: int) -> int:
    """Where the side to move has its least man that attacks ``square``; ``OFF`` if it has none."""
    men, reach = position.men, scratch.reach
    side = position.state[TURN]
    least, worth = OFF, 1 << 40
    if tables.options[PASSAGES]:
        for slot in range(side * SLOTS, side * SLOTS + position.state[MEN + side]):
            origin = position.squares[slot]
            if origin == OFF or men[origin] < FIRST_MAN or work.worth[men[origin] << 8 | origin] >= worth:
                continue
            if reaches_through(tables, position, scratch, origin, square):
                least, worth = origin, work.worth[men[origin] << 8 | origin]
        return least
    reach[0] = square
    for node in range(tables.watch_first[side], tables.watch_first[side + 1]):
        here = step_back(tables, position, node, reach[tables.watch_parent[node]], NONE_GONE)
        reach[node] = here
        man = men[here]
        if tables.watch_men[node] >> man & 1 == 0 or work.worth[man << 8 | here] >= worth:
            continue
        if arrow_allows(tables, node, here):
            least, worth = here, work.worth[man << 8 | here]
    return least
