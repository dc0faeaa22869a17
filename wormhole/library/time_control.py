"""Time controls: how much time each side has, and what a move does to a clock. Pure: time is passed in.

A side's control is written as in PGN's header TimeControl (PGN standard, 9.6.1): ``300`` is five minutes for
the game, ``300+3`` adds three seconds after each move, ``1/30`` is thirty seconds for each move. ``300d3`` is
an extension: in each move the clock waits three seconds before it runs (the simple delay of the US Chess
Federation, "G/5 d3"). ``-`` is no clock. If the sides differ, the headers are WhiteTimeControl and
BlackTimeControl, as cutechess writes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import quoted

HEADER, WHITE_HEADER, BLACK_HEADER = "TimeControl", "WhiteTimeControl", "BlackTimeControl"
NO_CLOCK = "-"
MOST_SECONDS = 100 * 3600
TENTHS_BELOW_SECONDS = 10
FREE_PLIES = 2
"""The first move of each side takes no time, as on lichess."""
_LOW_SHARE = 8
_LOW_SECONDS = (10.0, 60.0)
"""Time is low below this share of the whole, but within these bounds."""
_LOW_OF_A_MOVE = 4
_NUMBER = r"(\d{1,6}(?:\.\d{1,3})?)"
_CONTROL = re.compile(rf"(1/)?{_NUMBER}(?:([+d]){_NUMBER})?")
_SPOKEN = re.compile(rf"{_NUMBER}(?:([+d]){_NUMBER}|(s))?")


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
    """One side's time for the game, or for each move; ``bonus`` is the increment or delay. In seconds."""

    seconds: float
    bonus: float = 0.0
    kind: ClockKind = ClockKind.INCREMENT

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

        >>> TimeControl(300, 3).after(100, 5)
        98
        """
        return self.during(left, thought) + (self.bonus if self.kind is ClockKind.INCREMENT else 0)

    def falls_in(self, left: float, thought: float) -> float:
        """The seconds until the flag falls, if no move is played."""
        return left + (self.bonus if self.kind is ClockKind.DELAY else 0) - thought

    def __str__(self) -> str:
        """The control as in PGN.

        >>> str(TimeControl(300, 3)), str(TimeControl(30, kind=ClockKind.MOVE))
        ('300+3', '1/30')
        """
        if self.kind is ClockKind.MOVE:
            return f"1/{self.seconds:g}"
        return f"{self.seconds:g}" + (f"{self.kind.value}{self.bonus:g}" if self.bonus else "")


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
    found = _CONTROL.fullmatch(text)
    if found is None or (found[1] and found[3]):
        raise TimeControlError(f"{quoted(text)} is no time control that this program knows")
    kind = ClockKind.MOVE if found[1] else ClockKind(found[3] or "+")
    return _checked(TimeControl(float(found[2]), float(found[4] or 0), kind), text)


def spoken(text: str) -> TimeControl | None:
    """The control in the players' form: ``5+3`` or ``5d3`` in minutes and seconds, ``30s`` a move, ``none``.

    Raises :class:`TimeControlError`.

    >>> str(spoken("5+3")), str(spoken("30s"))
    ('300+3', '1/30')
    """
    if text == "none":
        return None
    found = _SPOKEN.fullmatch(text)
    if found is None:
        raise TimeControlError(
            f"{quoted(text)} is no time control: 5+3 is five minutes and three seconds added for each move, "
            "5d3 the same with a delay, 30s is thirty seconds a move"
        )
    if found[4]:
        return _checked(TimeControl(float(found[1]), kind=ClockKind.MOVE), text)
    control = TimeControl(60 * float(found[1]), float(found[3] or 0), ClockKind(found[2] or "+"))
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
    if not 0 < control.start <= MOST_SECONDS or control.bonus > MOST_SECONDS:
        raise TimeControlError(
            f"{quoted(text)} is no time control: a clock has more than 0 and at most 100 hours"
        )
    return control
