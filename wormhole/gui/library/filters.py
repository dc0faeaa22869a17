"""Which games are listed: what a person has chosen above the list, as one value. Pure."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from enum import Enum

from wormhole import Board
from wormhole.gui.language import N_
from wormhole.library.database.query import Query
from wormhole.library.database.rows import AGAINST_COMPUTER, IMPORTED, PEOPLE


class Period(Enum):
    """How long ago a game was played, with its words."""

    ANY = N_("Any date")
    TODAY = N_("Today")
    WEEK = N_("This week")
    MONTH = N_("This month")
    YEAR = N_("This year")

    def since(self, today: datetime.date) -> datetime.date | None:
        """The first day; a week begins on Monday."""
        return {
            Period.ANY: None,
            Period.TODAY: today,
            Period.WEEK: today - datetime.timedelta(days=today.weekday()),
            Period.MONTH: today.replace(day=1),
            Period.YEAR: today.replace(month=1, day=1),
        }[self]


@dataclass(frozen=True)
class Opponent:
    """Who played: the kinds of games, and the computer's level."""

    name: str
    """English, to be translated; a level's is not shown."""
    kinds: tuple[str, ...] = ()
    level: int | None = None


ANYBODY = Opponent(N_("All players"))
PERSONS = Opponent(N_("Two players"), (PEOPLE,))
COMPUTER = Opponent(N_("Computer"), (AGAINST_COMPUTER,))
FROM_FILES = Opponent(N_("From files"), (IMPORTED,))
KINDS_BUT_DEMONSTRATIONS = (PEOPLE, AGAINST_COMPUTER, IMPORTED)


def against_level(level: int) -> Opponent:
    """The games of a person against the computer at that level."""
    return Opponent(f"Level {level}", (AGAINST_COMPUTER,), level)


@dataclass(frozen=True)
class Filters:
    """What is chosen. The defaults list every game but demonstrations."""

    words: str = ""
    variant: str | None = None
    opponent: Opponent = ANYBODY
    result: str | None = None
    period: Period = Period.ANY
    opening: str = ""
    position: Board | None = None
    """The games that reach this position."""
    demonstrations: bool = False

    @property
    def is_set(self) -> bool:
        """Whether games may be left out, apart from demonstrations."""
        return replace(self, demonstrations=False) != Filters()

    def query(self, today: datetime.date) -> Query:
        """The question to the library."""
        kinds = self.opponent.kinds
        if not kinds and not self.demonstrations:
            kinds = KINDS_BUT_DEMONSTRATIONS
        at = Query() if self.position is None else Query.of_position(self.position)
        return replace(
            at,
            text=self.words.strip(),
            variant=self.variant or at.variant,
            kinds=kinds,
            level=self.opponent.level,
            result=self.result,
            since=self.period.since(today),
            opening=self.opening.strip(),
        )
