"""Round robin by Berger tables, and the draw of a knock-out."""

from __future__ import annotations

Pair = tuple[int, int]


def berger(players: int, cycles: int = 1) -> list[list[Pair]]:
    """The rounds of everybody against everybody, White first, by places from 0.

    These are the Berger tables (FIDE Handbook, C.05, annex 1). With an odd number, whoever meets the last
    place, which nobody has, is free. If all meet twice, the second cycle has the colours reversed and, as
    FIDE recommends, the last two rounds of the first one change places, so that nobody has a colour three
    times in a row.

    >>> [[f"{white + 1}-{black + 1}" for white, black in pairs] for pairs in berger(4)]
    [['1-4', '2-3'], ['4-3', '1-2'], ['2-4', '3-1']]
    """
    even = players + players % 2
    rounds = [_round(number, even) for number in range(1, even)]
    if players % 2:
        rounds = [[pair for pair in pairs if max(pair) < players] for pairs in rounds]
    if cycles == 2:
        swapped = [[(black, white) for white, black in pairs] for pairs in rounds]
        rounds[-2:] = reversed(rounds[-2:])
        rounds += swapped
    return rounds


def _round(number: int, players: int) -> list[Pair]:
    """A round: the last player meets the one in the middle, the others meet in pairs around that one."""
    circle, last = players - 1, players - 1
    middle = (number - 1) * players // 2 % circle
    pairs = [(middle, last) if number % 2 else (last, middle)]
    for step in range(1, players // 2):
        pairs.append(((middle + step) % circle, (middle - step) % circle))
    return pairs


def first_draw(players: int) -> list[Pair | tuple[int]]:
    """The first round of a knock-out, in the order of the tree; who is alone has a bye.

    The strongest meet as late as possible, and have the byes.

    >>> first_draw(6)
    [(0,), (3, 4), (1,), (2, 5)]
    """
    order, size = [0], 1
    while size < players:
        size *= 2
        order = [place for each in order for place in (each, size - 1 - each)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return [(one, other) if other < players else (one,) for one, other in pairs] if players > 1 else [(0,)]
