"""Counted moves: after how many a weak side is safe, by the rules of Makruk, Cambodia and ASEAN chess."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.reference import betza

MAKRUK = {"RR": 8, "R": 16, "SS": 22, "NN": 32, "S": 44}
"""The moves that a lone king has to survive, by the enemy's best pieces."""

MOVES = {"R": "R", "S": "FfW", "N": "N"}


def counted(place: Any, lost: str, promoted: bool, before: tuple[int, int]) -> tuple[int, int]:
    """The limit and the count, in plies, after a move; ``lost`` is the piece that it captured."""
    rule = place.rules.endings.get("count", "none")
    if rule == "none":
        return 0, 0
    limit, count = before[0], before[1] + (before[0] > 0)
    everything, mover = len(place.pieces), not place.white
    takes_last_pawn = lost and place.rules.kinds[lost.upper()].pawn and not pawns(place)
    if rule != "asean" and takes_last_pawn and size(place, mover) == 1 and moves_left(place, rule, mover):
        limit, count = 2 * moves_left(place, rule, mover), 2 * everything - 1
    alone = size(place, place.white) == 1
    begins = limit == 0 or (alone and (lost or promoted))
    if begins and moves_left(place, rule, place.white):
        limit = 2 * moves_left(place, rule, place.white)
        count = 2 * everything if alone and rule != "asean" else 0
    return limit, count


def size(place: Any, white: bool) -> int:
    """The number of a side's pieces."""
    return sum(piece.isupper() is white for piece in place.pieces.values())


def pawns(place: Any) -> bool:
    """Whether there is a pawn."""
    return any(place.rules.kinds[piece.upper()].pawn for piece in place.pieces.values())


def moves_left(place: Any, rule: str, white: bool) -> int:
    """How many moves a side has to survive if it begins to count now; 0 if it does not."""
    own, other = size(place, white), size(place, not white)
    if other == 1:
        return 0
    if rule == "cambodian":
        if own > 3 or (own <= 1 and pawns(place)):
            return 0
        return 63 if own > 1 else lone(place, white) - 1
    if pawns(place):
        return 0
    if rule == "makruk":
        return 64 if own > 1 else lone(place, white)
    enemies = kinds(place, not white)
    best = next((letter for letter in "RSN" if enemies[letter]), "")
    return {"R": 16, "S": 44, "N": 64, "": 0}[best] if own <= 1 else 0


def lone(place: Any, white: bool) -> int:
    """The limit of Makruk for a lone king."""
    enemies = kinds(place, not white)
    return next((limit for army, limit in MAKRUK.items() if enemies[army[0]] >= len(army)), 64)


def kinds(place: Any, white: bool) -> Counter[str]:
    """How many rooks, silvers and knights a side has, by their moves."""
    found: Counter[str] = Counter()
    for piece in place.pieces.values():
        kind = place.rules.kinds[piece.upper()]
        for letter, moves in MOVES.items():
            if piece.isupper() is white and not kind.royal:
                found[letter] += sorted(map(repr, kind.ways)) == sorted(map(repr, betza.read(moves)))
    return found
