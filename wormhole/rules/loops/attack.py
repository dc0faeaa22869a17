"""Whether a square is attacked: back from it along every path of every man."""

from __future__ import annotations

from wormhole.rules.position import Position, Scratch
from wormhole.rules.tables import EMPTY, LAME, RIDES, SPECIAL, Tables


def is_attacked(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> bool:
    """Whether a man of ``by_side`` could capture on ``square``."""
    links, men, reach = position.links, position.men, scratch.reach
    reach[0] = square
    for node in range(tables.watch_first[by_side], tables.watch_first[by_side + 1]):
        direction = tables.watch_link[node]
        flags = tables.watch_flags[node]
        behind = reach[tables.watch_parent[node]]
        here = links[direction | behind]
        if flags >= SPECIAL:
            if flags & LAME and men[behind] != EMPTY:
                here = links[direction | 255]
            while flags & RIDES and men[here] == EMPTY:
                here = links[direction | here]
        reach[node] = here
        if tables.watch_men[node] >> men[here] & 1:
            return True
    return False


def watch(tables: Tables, position: Position, scratch: Scratch, square: int, by_side: int) -> bool:
    """As :func:`is_attacked`; if not, every square that the walk stood on is marked in ``scratch.watched``.

    A man of the other side that leaves an unmarked square cannot uncover an attack on ``square``.
    """
    links, men, reach, watched = position.links, position.men, scratch.reach, scratch.watched
    scratch.stamp[0] += 1
    stamp = scratch.stamp[0]
    reach[0] = square
    for node in range(tables.watch_first[by_side], tables.watch_first[by_side + 1]):
        direction = tables.watch_link[node]
        flags = tables.watch_flags[node]
        behind = reach[tables.watch_parent[node]]
        here = links[direction | behind]
        if flags >= SPECIAL:
            if flags & LAME and men[behind] != EMPTY:
                here = links[direction | 255]
            while flags & RIDES and men[here] == EMPTY:
                watched[here] = stamp
                here = links[direction | here]
        reach[node] = here
        watched[here] = stamp
        if tables.watch_men[node] >> men[here] & 1:
            return True
    return False
