"""The mistakes that the user made in the games against the computer that are analysed, by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from wormhole.learn.game_report import LEAST, report_of
from wormhole.learn.game_summary import counted
from wormhole.learn.mistakes import MistakeKind, kind_of
from wormhole.library.database.finding import Query
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.database.game_rows import AGAINST_COMPUTER, LibraryGame
from wormhole.rules.piece import BLACK, WHITE

MOST_GAMES, MOST_LOOKED_AT = 40, 300
"""The latest analysed games count, of so many latest games."""

Watch = Callable[[Iterable[int]], Iterator[int]]
"""Yields the numbers of games; it may raise an exception to end the work."""

LESSONS: Mapping[MistakeKind, str] = {
    MistakeKind.ROUTE: "opened-lines",
    MistakeKind.KING: "the-fold",
    MistakeKind.END: "checks",
    MistakeKind.TACTIC: "checks",
    MistakeKind.HANGING: "closed-doors",
    MistakeKind.RACE: "last-moves",
}
"""The lesson that helps against each kind of mistake."""
THEMES: Mapping[MistakeKind, str] = {
    MistakeKind.ROUTE: "through-a-wormhole",
    MistakeKind.KING: "takes-a-flight-square",
    MistakeKind.END: "mate-through-a-wormhole",
    MistakeKind.TACTIC: "fork",
    MistakeKind.HANGING: "door-shut",
    MistakeKind.RACE: "last-move-left",
    MistakeKind.MISSED: "quiet-first-move",
    MistakeKind.TIME: "",
    MistakeKind.OTHER: "",
}
"""The theme of puzzles that helps against each kind; empty: all puzzles."""


@dataclass(frozen=True)
class OwnMistakes:
    """For each analysed game, the oldest first, how many mistakes of each kind the user made."""

    games: tuple[Mapping[MistakeKind, int], ...] = ()

    @property
    def kinds(self) -> dict[MistakeKind, int]:
        """How many mistakes of each kind there are, the most frequent first."""
        return dict(sum((Counter(game) for game in self.games), Counter[MistakeKind]()).most_common())

    @property
    def mistakes(self) -> int:
        """How many mistakes there are."""
        return sum(self.kinds.values())


def own_mistakes(library: GameDatabase, watched: Watch = iter) -> OwnMistakes:
    """The mistakes in the latest analysed games. It takes some seconds, if there are many."""
    found: list[Mapping[MistakeKind, int]] = []
    numbers = library.find(Query(kinds=(AGAINST_COMPUTER,)))[:MOST_LOOKED_AT]
    for number in watched(numbers):
        kinds = _of_game(library.game(number))
        if kinds is not None:
            found.insert(0, kinds)
        if len(found) == MOST_GAMES:
            break
    return OwnMistakes(tuple(found))


def _of_game(kept: LibraryGame) -> Mapping[MistakeKind, int] | None:
    """The mistakes and blunders of the user in a game; None if it is not analysed."""
    play = kept.play
    report = report_of(kept.game)
    if play is None or not report.is_complete or len(report.points) < 2:
        return None
    user = WHITE if play.levels[0] is None else BLACK
    mistakes = [move for move in report.judged if move.mover is user and move.lost >= LEAST]
    return counted(map(kind_of, mistakes))
