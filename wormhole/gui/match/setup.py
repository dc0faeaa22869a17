"""What is chosen before a game: the players, the variant and the position, or a game to go on with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Variant
from wormhole.gui.match.opened import OpenedGame
from wormhole.library.seat_tags import Levels, person_name
from wormhole.library.time_control import NO_CLOCKS, TimeControls

if TYPE_CHECKING:
    from wormhole.engine.levels import Level


@dataclass(frozen=True)
class Seat:
    """One side's player: the computer at a level or, without a level, a person."""

    level: Level | None = None
    name: str = ""
    """A person's name, if it is known."""

    @property
    def is_person(self) -> bool:
        """Whether a person plays this side."""
        return self.level is None


@dataclass(frozen=True)
class Setup:
    """What is chosen before a game."""

    white: Seat = Seat()
    black: Seat = Seat()
    variant: Variant | str = "wormhole"
    fen: str | None = None
    opened: OpenedGame | None = None
    """A game to go on with; it replaces the two fields above."""
    clocks: TimeControls = NO_CLOCKS

    def seat(self, color: bool) -> Seat:
        """The player of this colour."""
        return self.white if color == WHITE else self.black

    @property
    def rematch(self) -> Setup:
        """The next game of the same players, with the other colours and the same clocks."""
        return replace(self.swapped, opened=None)

    @property
    def swapped(self) -> Setup:
        """The same players with the other colours."""
        return replace(self, white=self.black, black=self.white, clocks=self.clocks.swapped)

    def named(self, color: bool, name: str) -> Setup:
        """The same with this name for the person who plays this colour; the computer has its own."""
        seat = self.seat(color)
        if not seat.is_person:
            return self
        named = replace(seat, name=name)
        return replace(self, white=named) if color == WHITE else replace(self, black=named)

    def named_by(self, white: str, black: str) -> Setup:
        """The same with these names for the persons."""
        return self.named(WHITE, person_name(white)).named(BLACK, person_name(black))

    def with_names(self, own: str, other: str) -> Setup:
        """The same with the names of those who sit at this screen, unless somebody in it has a name.

        ``own`` is that of the person who plays the computer, or White's; ``other`` is Black's.
        """
        if self.white.name or self.black.name:
            return self
        return self.named_by(own, other) if len(self.persons) == 2 else self.named_by(own, own)

    @property
    def persons(self) -> tuple[bool, ...]:
        """The colours that people play."""
        return tuple(color for color in (WHITE, not WHITE) if self.seat(color).is_person)


def levels_of(setup: Setup) -> Levels:
    """The computer's levels by number; None for a person."""
    white, black = (setup.seat(color).level for color in (WHITE, BLACK))
    return None if white is None else white.number, None if black is None else black.number
