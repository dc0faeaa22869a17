"""The words of tournaments of people: systems, results, tie-breaks, points."""

from __future__ import annotations

from collections.abc import Mapping

from wormhole.arena.people.people_tournament import (
    BLACK_ABSENT,
    BLACK_WINS,
    BOTH_ABSENT,
    DRAWN,
    WHITE_ABSENT,
    WHITE_WINS,
    PeoplePlan,
    PeopleTournament,
    System,
)
from wormhole.arena.people.table import BERGER, BUCHHOLZ, CUT, WINS
from wormhole.arena.standings import points_text
from wormhole.gui.languages.language import N_, _, number
from wormhole.library.headers import UNDECIDED

SYSTEMS: Mapping[System, str] = {
    System.ROUND_ROBIN: N_("Round robin"),
    System.SWISS: N_("Swiss"),
    System.KNOCK_OUT: N_("Knock-out"),
}
RESULTS: Mapping[str, str] = {
    WHITE_WINS: N_("White has won"),
    DRAWN: N_("Draw"),
    BLACK_WINS: N_("Black has won"),
    BLACK_ABSENT: N_("Black is absent"),
    WHITE_ABSENT: N_("White is absent"),
    BOTH_ABSENT: N_("Both are absent"),
    UNDECIDED: N_("No result"),
}
"""What can be entered by hand."""
SIGNS: Mapping[str, str] = {
    WHITE_WINS: "1-0",
    DRAWN: "½-½",
    BLACK_WINS: "0-1",
    BLACK_ABSENT: "+ -",
    WHITE_ABSENT: "- +",
    BOTH_ABSENT: "- -",
}
TIES: Mapping[str, tuple[str, str]] = {
    CUT: ("BH C1", "Buchholz Cut 1"),
    BUCHHOLZ: ("BH", "Buchholz"),
    BERGER: ("SB", "Sonneborn-Berger"),
    WINS: (N_("Won"), N_("Games won")),
}
"""The heading of each tie-break, as FIDE has them, and its name."""


def value_text(value: float) -> str:
    """Points, or a sum of points with quarters.

    >>> value_text(2.5), value_text(0.75)
    ('2½', '0.75')
    """
    return points_text(value) if value * 2 == int(value * 2) else number(value, 2)


def round_words(tournament: PeopleTournament, at: int) -> str:
    """The name of a round."""
    plan = tournament.plan
    if plan.system is not System.KNOCK_OUT:
        return _("Round {number} of {all}").format(number=at + 1, all=plan.whole)
    stages = tournament.stages()
    stage = next(index for index, each in enumerate(stages) if tournament.rounds[at] in each)
    left = plan.whole - stage
    names = {1: _("Final"), 2: _("Semi-finals"), 3: _("Quarter-finals")}
    words = names.get(left) or _("Round {number} of {all}").format(number=stage + 1, all=plan.whole)
    if tournament.rounds[at].is_armageddon:
        return _("{round}, Armageddon").format(round=words)
    return _("{round}, again").format(round=words) if tournament.rounds[at].is_again else words


def rounds_words(plan: PeoplePlan) -> str:
    """How long a tournament is, for its list."""
    if plan.system is System.ROUND_ROBIN and plan.rounds == 2:
        return _("{system}, twice").format(system=_(SYSTEMS[plan.system]))
    return _(SYSTEMS[plan.system])
