"""Time controls: how much time each side has, and what a move does to a clock. Pure: time is passed in.

A side's control is written as in PGN's header TimeControl (PGN standard, 9.6.1): ``300`` is five minutes for
the game, ``300+3`` adds three seconds after each move, ``1/30`` is thirty seconds for each move. ``300d3`` is
an extension: in each move the clock waits three seconds before it runs (the simple delay of the US Chess
Federation, "G/5 d3"). ``-`` is no clock. If the sides differ, the headers are WhiteTimeControl and
BlackTimeControl, as cutechess writes them.

``40/7200:3600`` has two periods: forty moves in two hours, then one hour for the rest. What is left at the
end of a period stays on the clock. A last period with a number of moves is repeated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted

HEADER, WHITE_HEADER, BLACK_HEADER = "TimeControl", "WhiteTimeControl", "BlackTimeControl"
NO_CLOCK = "-"
MOST_SECONDS = 100 * 3600
FREE_PLIES = 2
"""The first move of each side takes no time, as on lichess."""
_LOW_SHARE = 8
_LOW_SECONDS = (10.0, 60.0)
"""Time is low below this share of the whole, but within these bounds."""
_LOW_OF_A_MOVE = 4
_NUMBER = r"(\d{1,6}(?:\.\d{1,3})?)"
_PERIOD = re.compile(rf"(?:([1-9]\d{{0,2}})/)?{_NUMBER}(?:([+d]){_NUMBER})?")
_MOVE_SECONDS = re.compile(rf"{_NUMBER}s")
MOST_PERIODS = 9


class TimeControlError(WormholeError):
    """A time control that cannot be read."""


class ClockKind(Enum):
    """The bonus for a move. The value is the character between the two numbers of a control's text."""

    INCREMENT = "+"
    """Seconds are added after each move (Fischer)."""
    DELAY = "d"
    """The clock waits some seconds before it runs (simple delay)."""
    MOVE = "/"
    """Each move has the same time."""


@dataclass(frozen=True)
class TimeControl:
    """One side's time for the game, or for each move; ``bonus`` is the increment or delay. In seconds.

    With ``moves`` it is the time for so many moves; after these the time of ``then`` is added, or the same
    again.
    """

    seconds: float
    bonus: float = 0.0
    kind: ClockKind = ClockKind.INCREMENT
    moves: int = 0
    then: TimeControl | None = None

    @property
    def start(self) -> float:
        """The seconds on the clock at first; without any time for the game, the bonus."""
        return self.seconds or self.bonus

    @property
    def low(self) -> float:
        """Time is low below this."""
        least, most = _LOW_SECONDS
        if self.kind is ClockKind.MOVE:
            return min(least, self.seconds / _LOW_OF_A_MOVE)
        return min(max(self.start / _LOW_SHARE, least), most)

    @property
    def moves_to_go(self) -> int | None:
        """The moves until more time is added; None if it is all for the game."""
        return 1 if self.kind is ClockKind.MOVE else self.moves or None

    def at(self, made: int) -> TimeControl:
        """The control after so many moves of its side: the rest of a period, and those after it.

        >>> control = parsed("40/7200:20/3600:900")
        >>> [str(control.at(made)) for made in (39, 40, 61)]
        ['1/7200:20/3600:900', '20/3600:900', '900']
        """
        if not self.moves:
            return self
        if made < self.moves:
            return self if made == 0 else replace(self, moves=self.moves - made, then=self.then or self)
        if self.then is None:
            return self.at(made % self.moves)
        return self.then.at(made - self.moves)

    def at_turn(self, left: float) -> float:
        """The seconds on a clock with ``left`` seconds when its side's turn begins."""
        return self.seconds if self.kind is ClockKind.MOVE else left

    def during(self, left: float, thought: float) -> float:
        """The seconds on the clock during a turn that began with ``left``; never below 0.

        >>> delayed = TimeControl(300, 3, ClockKind.DELAY)
        >>> delayed.during(100, 2), delayed.during(100, 5)
        (100, 98)
        """
        waits = self.bonus if self.kind is ClockKind.DELAY else 0
        return max(0, left - max(0, thought - waits))

    def after(self, left: float, thought: float) -> float:
        """The seconds on the clock after a move that took so long.

        >>> TimeControl(300, 3).after(100, 5), TimeControl(300, moves=1).after(100, 5)
        (98, 395.0)
        """
        added = self.bonus if self.kind is ClockKind.INCREMENT else 0
        if self.moves == 1:
            added += (self.then or self).seconds
        return self.during(left, thought) + added

    def falls_in(self, left: float, thought: float) -> float:
        """The seconds until the flag falls, if no move is played."""
        return left + (self.bonus if self.kind is ClockKind.DELAY else 0) - thought

    def __str__(self) -> str:
        """The control as in PGN.

        >>> str(TimeControl(300, 3)), str(TimeControl(30, kind=ClockKind.MOVE))
        ('300+3', '1/30')
        """
        return self._text(1)

    @property
    def spoken(self) -> str:
        """The control in the players' form, which :func:`spoken` reads; minutes are rounded to thousandths.

        >>> TimeControl(5400, 30, moves=40, then=TimeControl(1800, 30)).spoken
        '40/90+30:30+30'
        """
        return f"{self.seconds:g}s" if self.kind is ClockKind.MOVE else self._text(60)

    def _text(self, unit: int) -> str:
        """The control with the times of its periods in units of so many seconds."""
        moves = 1 if self.kind is ClockKind.MOVE else self.moves
        bonus = f"{self.kind.value}{self.bonus:g}" if self.bonus else ""
        text = (f"{moves}/" if moves else "") + f"{round(self.seconds / unit, 3):g}{bonus}"
        return text if self.then is None else f"{text}:{self.then._text(unit)}"


@dataclass(frozen=True)
class TimeControls:
    """The time controls of both sides; None for a side without a clock."""

    white: TimeControl | None = None
    black: TimeControl | None = None

    @classmethod
    def equal(cls, control: TimeControl | None) -> TimeControls:
        """The same control for both."""
        return cls(control, control)

    def of(self, color: bool) -> TimeControl | None:
        """The control of White (True) or Black."""
        return self.white if color else self.black

    def at(self, plies: int, turn: bool) -> TimeControls:
        """Both controls after so many plies, when ``turn`` is to move (:meth:`TimeControl.at`)."""
        made = {turn: plies // 2, not turn: (plies + 1) // 2}
        first, other = self.white, self.black
        return TimeControls(first and first.at(made[True]), other and other.at(made[False]))

    @property
    def swapped(self) -> TimeControls:
        """White's control for Black, and Black's for White."""
        return TimeControls(self.black, self.white)

    def __bool__(self) -> bool:
        return self.white is not None or self.black is not None


NO_CLOCKS = TimeControls()


def parsed(text: str) -> TimeControl | None:
    """The control written as in PGN; None for ``-``. Raises :class:`TimeControlError`."""
    if text == NO_CLOCK:
        return None
    control = _periods(text.split(":"), 1)
    if control is None:
        raise TimeControlError(f"{quoted(text)} is no time control that this program knows")
    if control.moves == 1 and control.then is None:
        control = TimeControl(control.seconds, kind=ClockKind.MOVE)
    return _checked(control, text)


def _periods(texts: Sequence[str], unit: int) -> TimeControl | None:
    """The control of these periods, with times in units of so many seconds; None if it makes no sense."""
    control: TimeControl | None = None
    for text in reversed(texts):
        found = _PERIOD.fullmatch(text)
        if found is None or len(texts) > MOST_PERIODS:
            return None
        moves, kind, bonus = int(found[1] or 0), ClockKind(found[3] or "+"), float(found[4] or 0)
        is_bad = moves == 1 and bonus > 0 if control is None else moves == 0
        if is_bad:
            return None
        control = TimeControl(unit * float(found[2]), bonus, kind, moves, control)
    return control


def spoken(text: str) -> TimeControl | None:
    """The control in the players' form: ``5+3`` or ``5d3`` in minutes and seconds, ``30s`` a move, ``none``.

    ``40/90+30:30+30`` has two periods, each in minutes and seconds.

    Raises :class:`TimeControlError`.

    >>> str(spoken("5+3")), str(spoken("30s"))
    ('300+3', '1/30')
    """
    if text == "none":
        return None
    of_a_move = _MOVE_SECONDS.fullmatch(text)
    if of_a_move is not None:
        return _checked(TimeControl(float(of_a_move[1]), kind=ClockKind.MOVE), text)
    control = _periods(text.split(":"), 60)
    if control is None or control.moves == 1:
        raise TimeControlError(
            f"{quoted(text)} is no time control: 5+3 is five minutes and three seconds added for each move, "
            "5d3 the same with a delay, 30s is thirty seconds a move, 40/90:30 forty moves in ninety minutes "
            "and thirty minutes for the rest"
        )
    return _checked(control, text)


def written(control: TimeControl | None) -> str:
    """The text that :func:`parsed` reads."""
    return NO_CLOCK if control is None else str(control)


def control_headers(controls: TimeControls) -> dict[str, str]:
    """The headers of a game with these controls; none without clocks.

    >>> control_headers(TimeControls(TimeControl(300), None))
    {'WhiteTimeControl': '300', 'BlackTimeControl': '-'}
    """
    if not controls:
        return {}
    if controls.white == controls.black:
        return {HEADER: str(controls.white)}
    return {WHITE_HEADER: written(controls.white), BLACK_HEADER: written(controls.black)}


def controls_of(headers: Mapping[str, str]) -> TimeControls:
    """The controls in a game's headers; no clock if they cannot be read."""
    both = headers.get(HEADER, NO_CLOCK)
    return TimeControls(_known(headers.get(WHITE_HEADER, both)), _known(headers.get(BLACK_HEADER, both)))


def is_timed(plies: int) -> bool:
    """Whether the turn after so many plies takes time."""
    return plies >= FREE_PLIES


def _known(text: str) -> TimeControl | None:
    try:
        return parsed(text)
    except TimeControlError:
        return None


def _checked(control: TimeControl, text: str) -> TimeControl:
    period: TimeControl | None = control
    while period is not None:
        if not 0 < period.start <= MOST_SECONDS or period.bonus > MOST_SECONDS:
            raise TimeControlError(
                f"{quoted(text)} is no time control: a clock has more than 0 and at most 100 hours"
            )
        period = period.then
    return control
