"""Pairs a round of a Swiss tournament by the Dutch system of FIDE.

The rules are those of the FIDE Handbook, C.04.3, in the version that was in force until January 2026. The
names of criteria (C.5) and of the rules of order (D.2) and colour (E.3) are the Handbook's.

The Handbook describes the pairing of a bracket as a search through candidates in a given order. Each
criterion and each rule of order is a sum over pairs. So the best candidate is a matching of greatest weight,
where the weight of a pair has a digit for each criterion, the most important one first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from wormhole.arena.people.schedules import Pair
from wormhole.rules.piece import WHITE

UP, DOWN = 1, -1
NONE, MILD, STRONG, ABSOLUTE = range(4)
"""How strong a colour preference is (A.6)."""
POINT = 2
"""Scores are in half points."""
DIGIT_BITS = 256
"""The bits of one criterion in a weight: no sum over 16 players is greater."""
COUNT_BITS = 6
"""The bits of a count of players, or of a number of one, within a digit."""


@dataclass(frozen=True)
class Competitor:
    """A player of the round to be paired, with what happened before.

    * ``number``: the place in the initial order, from 0
    * ``score``: in half points
    * ``colors``: those of the games that were played; True is White
    * ``floats``: of each round, ``UP`` or ``DOWN`` or 0; who did not play has floated down
    * ``had_bye``: whether there was a bye, or a win because the opponent did not come
    * ``is_topscorer``: in the last round, whether the score is more than half of what is possible (A.7)
    """

    number: int
    score: int = 0
    opponents: frozenset[int] = frozenset()
    colors: tuple[bool, ...] = ()
    floats: tuple[int, ...] = ()
    had_bye: bool = False
    is_topscorer: bool = False

    @property
    def difference(self) -> int:
        """Games as White minus games as Black."""
        return sum(1 if color is WHITE else -1 for color in self.colors)

    @property
    def is_doubled(self) -> bool:
        """Whether the last two games were played with the same colour."""
        return len(self.colors) > 1 and self.colors[-1] is self.colors[-2]

    @property
    def wanted(self) -> bool | None:
        """The colour that is preferred; None before the first game."""
        if self.difference:
            return self.difference < 0
        return not self.colors[-1] if self.colors else None

    @property
    def strength(self) -> int:
        """How strong this preference is."""
        if abs(self.difference) > 1 or self.is_doubled:
            return ABSOLUTE
        return STRONG if self.difference else MILD if self.colors else NONE

    def float_before(self, rounds: int) -> int:
        """The float of so many rounds ago."""
        return self.floats[-rounds] if len(self.floats) >= rounds else 0


def paired(competitors: Sequence[Competitor]) -> tuple[list[Pair], int | None] | None:
    """The pairs of the next round, White first, table by table, and who has a bye.

    None if nobody can be paired any more by these rules.
    """
    players = sorted(competitors, key=lambda each: (-each.score, each.number))
    if not _can_complete(players):
        return None
    groups = [list(group) for _score, group in groupby(players, key=lambda each: each.score)]
    found: list[tuple[Competitor, Competitor]] = []
    moved_down: list[Competitor] = []
    at, is_collapsed = 0, False
    while at < len(groups):
        lower = groups[at + 1] if at + 1 < len(groups) else []
        bracket = _Bracket(moved_down, groups[at], lower, is_collapsed or not lower)
        pairs = bracket.pairs()
        done = {each.number for pair in pairs for each in pair}
        left = [each for each in bracket.players if each.number not in done]
        rest = [each for group in groups[at + 1 :] for each in group]
        if not bracket.must_complete and not _can_complete([*left, *rest]):
            # A.9: all lower players are one group now, and this bracket is paired again.
            groups, is_collapsed = [*groups[: at + 1], rest], True
            continue
        found += pairs
        moved_down, at, is_collapsed = left, at + 1, False

    def table(pair: tuple[Competitor, Competitor]) -> tuple[int, int, int]:
        return -pair[0].score, -pair[1].score, pair[0].number

    in_order = [with_colors(*pair) for pair in sorted(found, key=table)]
    return in_order, moved_down[0].number if moved_down else None


def with_colors(higher: Competitor, lower: Competitor) -> Pair:
    """The numbers of two players, White first (E.1 to E.5)."""
    return (higher.number, lower.number) if _has_white(higher, lower) else (lower.number, higher.number)


def _has_white(higher: Competitor, lower: Competitor) -> bool:
    if higher.wanted is None and lower.wanted is None:
        return higher.number % 2 == 0
    if higher.wanted is None or lower.wanted is None:
        return not lower.wanted if higher.wanted is None else higher.wanted
    if higher.wanted is not lower.wanted:
        return higher.wanted
    if higher.strength != lower.strength:
        return higher.wanted if higher.strength > lower.strength else not lower.wanted
    wider, less_wide = abs(higher.difference), abs(lower.difference)
    if higher.strength == ABSOLUTE and wider != less_wide:
        return higher.wanted if wider > less_wide else not lower.wanted
    for own, other in zip(reversed(higher.colors), reversed(lower.colors), strict=False):
        if own is not other:
            return other
    return higher.wanted


def _may_meet(one: Competitor, other: Competitor) -> bool:
    """C.1 and C.3."""
    if other.number in one.opponents:
        return False
    if one.is_topscorer or other.is_topscorer or min(one.strength, other.strength) < ABSOLUTE:
        return True
    return one.wanted is not other.wanted


def _can_complete(players: Sequence[Competitor]) -> bool:
    """C.2 and C.4: whether all can be paired but, of an odd number, one who has had no bye."""
    return (
        _best(players, lambda one, other: 0 if _may_meet(one, other) else None, _may_stay(players))
        is not None
    )


def _may_stay(players: Sequence[Competitor]) -> Callable[[Competitor], bool]:
    """Who may have the bye."""
    is_odd = len(players) % 2 == 1
    return lambda player: is_odd and not player.had_bye


Weigh = Callable[[Competitor, Competitor], int | None]


def _best(
    players: Sequence[Competitor],
    weigh: Weigh,
    may_stay: Callable[[Competitor], bool],
    *,
    only_one: bool = True,
) -> list[Pair] | None:
    """The matching of greatest weight, as places in the list; None if there is none.

    Of those who ``may_stay`` unpaired, ``only_one`` may be. The first player who is left is paired first, so
    that only some thousand sets of players are ever left.
    """
    count = len(players)
    weights: list[list[tuple[int, int]]] = [
        [
            (other, weight)
            for other in range(one + 1, count)
            if (weight := weigh(players[one], players[other])) is not None
        ]
        for one in range(count)
    ]

    @cache
    def best(left: int, has_place: bool) -> tuple[int, int | None] | None:
        """The greatest weight of those who are left, and the partner of the first, if it has one.

        ``has_place``: whether one may stay unpaired.
        """
        if not left:
            return 0, None
        first = (left & -left).bit_length() - 1
        left ^= 1 << first
        found: tuple[int, int | None] | None = None
        for other, weight in weights[first]:
            if left >> other & 1 and (rest := best(left ^ 1 << other, has_place)) is not None:
                whole = weight + rest[0]
                if found is None or whole > found[0]:
                    found = whole, other
        can_stay = has_place and may_stay(players[first])
        rest = best(left, not only_one) if can_stay else None
        return (rest[0], None) if rest is not None and (found is None or rest[0] > found[0]) else found

    def walk() -> Iterator[Pair]:
        left, has_place = (1 << count) - 1, True
        while left and (found := best(left, has_place)) is not None:
            first, other = (left & -left).bit_length() - 1, found[1]
            left ^= 1 << first
            if other is None:
                has_place = not only_one
            else:
                left ^= 1 << other
                yield first, other

    return None if best((1 << count) - 1, True) is None else list(walk())


class _Bracket:
    """A bracket with the next group of scores: players who moved down, the residents, the lower ones."""

    def __init__(
        self,
        moved_down: Sequence[Competitor],
        residents: Sequence[Competitor],
        lower: Sequence[Competitor],
        must_complete: bool,
    ) -> None:
        self.players = [*moved_down, *residents]
        self.must_complete = must_complete
        """Whether all must be paired, but one: this is the last bracket, or the one before collapsed ones."""
        self._everybody = [*self.players, *lower]
        self._moved = len(moved_down)
        self._place = {each.number: place for place, each in enumerate(self._everybody)}
        base = residents[-1].score - POINT
        self._drop = [each.score - base for each in self.players]
        """The score difference of each player who is not paired here (A.8)."""
        gaps = {one.score - other.score for one in self.players for other in self.players}
        self._digits = {gap: place for place, gap in enumerate(sorted({*self._drop, *gaps} - {0}))}
        self._fixed: dict[int, int] = {}
        """The opponents of players who moved down, once they are known, by places."""
        self._rank: dict[int, int] = {}
        """The places of the residents who are left then, with their numbers in the remainder."""
        self._first_half = 0
        """How many of these are in the first half (S1) before exchanges."""

    def pairs(self) -> list[tuple[Competitor, Competitor]]:
        """The best pairs of this bracket, the higher player first."""
        size = len(self.players)
        inside = [pair for pair in self._solve(self._order_of_moved) if pair[1] < size]
        self._fixed = {one: other for one, other in inside if one < self._moved}
        done = {*self._fixed, *self._fixed.values()}
        remainder = [place for place in range(self._moved, size) if place not in done]
        self._rank = {place: rank for rank, place in enumerate(remainder)}
        self._first_half = len(inside) - len(self._fixed)
        found = self._solve(self._order_of_remainder)
        return [(self.players[one], self.players[other]) for one, other in found if other < size]

    def _solve(self, order: Callable[[int, int], Sequence[int]]) -> list[Pair]:
        def weigh(one: Competitor, other: Competitor) -> int | None:
            if not _may_meet(one, other):
                return None
            first, second = self._place[one.number], self._place[other.number]
            if self._fixed.get(first, second) != second:
                return None
            if first not in self._fixed and second in self._fixed.values():
                return None
            digits = (*self._qualities(one, other), *order(first, second))
            weight = 0
            for digit in digits:
                weight = (weight << DIGIT_BITS) + digit
            return weight << DIGIT_BITS * (_DIGITS - len(digits))

        stays = _may_stay(self._everybody) if self.must_complete else lambda player: True
        found = _best(self._everybody, weigh, stays, only_one=self.must_complete)
        assert found is not None, "what is left can be paired"
        return found

    def _qualities(self, one: Competitor, other: Competitor) -> tuple[int, ...]:
        """C.5 to C.19 of a pair: greater is better."""
        first, second = self._place[one.number], self._place[other.number]
        size = len(self.players)
        if second >= size:  # it floats down, or is of the next bracket
            if self.must_complete:
                return ()
            kept = 0 if first >= size else self._amount(self._drop[first])
            return (0, 0, 1, kept)  # C.7
        gap = one.score - other.score
        drops = self._amount(self._drop[first]), self._amount(self._drop[second])
        clash = one.wanted is not None and one.wanted is other.wanted
        tops = (one.is_topscorer or other.is_topscorer) and clash
        wide = min(abs(one.difference), abs(other.difference)) > 1
        strong = min(one.strength, other.strength) >= STRONG
        counts: list[int] = []
        sums: list[int] = []
        for ago in (1, 2):
            down, up = one.float_before(ago) == DOWN, other.float_before(ago) == UP
            also_down = other.float_before(ago) == DOWN
            counts += [(down and not gap) + also_down, -(up and gap > 0)]  # C.12 and C.13, C.14 and C.15
            falls = down * drops[0] + also_down * drops[1] - down * self._amount(gap)
            sums += [falls, -up * self._amount(gap)]  # C.16 and C.17, C.18 and C.19
        return (
            1,  # C.5
            sum(drops) - self._amount(gap),  # C.6
            0,
            0,
            -(tops and wide),  # C.8
            -(tops and one.is_doubled and other.is_doubled),  # C.9
            -clash,  # C.10
            -(clash and strong),  # C.11
            *counts,
            *sums,
        )

    def _amount(self, gap: int) -> int:
        """A digit for each size of gaps, the greatest first: one greater gap is worse than many smaller."""
        return 1 << COUNT_BITS * self._digits[gap] if gap else 0

    def _order_of_moved(self, first: int, second: int) -> Sequence[int]:
        """D.3 and D.1 for players who moved down: who of them is paired, and with whom."""
        if first >= self._moved or second >= len(self.players):
            return ()
        weight = self._moved - first
        return 1 << weight, -(second << COUNT_BITS * weight)

    def _order_of_remainder(self, first: int, second: int) -> Sequence[int]:
        """D.2 and D.1 for the residents who are left: who changes halves, then who meets whom.

        The higher one of a pair is in the first half, after the exchanges.
        """
        if first not in self._rank or second not in self._rank:
            return ()
        one, count = self._rank[first], len(self._rank)
        is_original = one < self._first_half
        return (
            is_original,  # D.2.a: the fewest exchanges
            -one,  # D.2.b: the smallest difference of the sums
            -(1 << one) if is_original else 0,  # D.2.c: of those who leave the first half, the lowest players
            0 if is_original else 1 << count - one,  # D.2.d: of those who enter it, the highest players
            -(self._rank[second] << COUNT_BITS * (count - one)),  # D.1
        )


_DIGITS = 16 + 5
"""The digits of a weight: the criteria and the rules of order."""
