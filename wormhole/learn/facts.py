"""Facts of a played move. Each follows from the rules alone.

:func:`wormhole.learn.fact_finder.last_move` finds them, for any game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from wormhole.rules.outcome import Outcome
from wormhole.rules.piece import Piece
from wormhole.rules.routes import Route

FEW = 3


class Cause(Enum):
    """What made a new attack possible."""

    MOVED = auto()
    """It is the piece that moved."""
    FOLD = auto()
    """The way passes the square that was removed, and is shorter now."""
    LINE = auto()
    """The piece that left no longer stands in the way."""
    DICE = auto()
    """The way leads over the square that the dice named."""
    OTHER = auto()
    """A piece was captured, or moved to where it is attacked, or castling moved two."""


class CheckEscape(Enum):
    """What ended a check."""

    KING_MOVED = auto()
    CAPTURED = auto()
    BLOCKED = auto()
    FOLDED = auto()
    """The attacker's steps passed the square that was removed; now they lead elsewhere."""


@dataclass(frozen=True)
class Attack:
    """A piece that could capture another one."""

    piece: Piece
    victim: Piece
    route: Route
    cause: Cause

    @property
    def from_square(self) -> int:
        """The square of the piece."""
        return self.route.from_square

    @property
    def to_square(self) -> int:
        """The square of the victim."""
        return self.route.to_square

    @property
    def holes(self) -> tuple[int, ...]:
        """The removed squares that it passes."""
        return self.route.holes


@dataclass(frozen=True)
class Crossing:
    """A step over removed squares: the squares on both sides of them are neighbours now."""

    from_square: int
    holes: tuple[int, ...]
    to_square: int


@dataclass(frozen=True)
class Removed:
    """The square that was left is gone; two of them after castling."""

    squares: tuple[int, ...]


@dataclass(frozen=True)
class Crossed:
    """The piece crossed wormholes: each crossing is one of its steps."""

    crossings: tuple[Crossing, ...]

    @property
    def holes(self) -> tuple[int, ...]:
        """All removed squares that were crossed, in order."""
        return tuple(hole for crossing in self.crossings for hole in crossing.holes)


@dataclass(frozen=True)
class PassedOver:
    """The piece rode or leapt over squares that have vanished, on a board that does not fold."""

    holes: tuple[int, ...]


@dataclass(frozen=True)
class WentThrough:
    """The piece passed wormholes that dice have made, in the order in which it came to them."""

    wormholes: tuple[int, ...]
    around: bool
    """Whether it left the board at a gate and came in again on the opposite edge."""


@dataclass(frozen=True)
class ClosedWormhole:
    """A royal piece stepped onto a wormhole, which is a square again."""

    square: int


@dataclass(frozen=True)
class Captured:
    """A piece was captured; en passant, not on the square where the capturing piece is now."""

    piece: Piece
    square: int
    recaptures: bool
    """Whether the other side had captured on the same square with its last move."""
    en_passant: bool


@dataclass(frozen=True)
class Promoted:
    """The piece has become a piece with this letter."""

    letter: str


@dataclass(frozen=True)
class Passed:
    """The side to move has passed."""


@dataclass(frozen=True)
class Exploded:
    """The capture has destroyed pieces other than the captured one; ``mover`` says whether its own, too."""

    squares: tuple[int, ...]
    mover: bool


@dataclass(frozen=True)
class Petrified:
    """The piece has captured and turned to stone."""

    square: int


@dataclass(frozen=True)
class Gated:
    """A piece came in from the hand on a square that the move has left."""

    piece: Piece
    square: int


@dataclass(frozen=True)
class Castled:
    """The royal piece castled."""

    rook_from: int
    rook_to: int


@dataclass(frozen=True)
class Rolled:
    """The dice named a square after the move."""

    square: int
    opens: bool
    """Whether a counter was placed, not removed."""
    sleeps: bool
    """Whether a piece stands there, so that the counter is no wormhole before the piece leaves."""


@dataclass(frozen=True)
class Check:
    """The other side is in check."""

    attacks: tuple[Attack, ...]

    @property
    def is_double(self) -> bool:
        """Whether several pieces give check."""
        return len(self.attacks) > 1

    @property
    def is_discovered(self) -> bool:
        """Whether a piece that did not move gives check."""
        return any(attack.cause is not Cause.MOVED for attack in self.attacks)

    @property
    def holes(self) -> tuple[int, ...]:
        """The removed squares that the checks pass."""
        return tuple(dict.fromkeys(hole for attack in self.attacks for hole in attack.holes))


@dataclass(frozen=True)
class CheckAnswered:
    """The side that moved was in check and is not any more."""

    answer: CheckEscape


@dataclass(frozen=True)
class Fork:
    """The piece that moved is safe and attacks several pieces worth capturing; check may be one attack."""

    attacks: tuple[Attack, ...]


@dataclass(frozen=True)
class Threat:
    """The piece that moved is safe and attacks a piece worth capturing."""

    attack: Attack


@dataclass(frozen=True)
class Discovered:
    """A piece that did not move now attacks a piece worth capturing."""

    attack: Attack


@dataclass(frozen=True)
class Exposed:
    """The move opened the way of an enemy piece to a piece of its own side worth capturing."""

    attack: Attack


@dataclass(frozen=True)
class DoorShut:
    """The fold took an enemy piece's way to a piece of the side that moved."""

    attack: Attack
    """The attack that is no longer possible."""


@dataclass(frozen=True)
class LostProtection:
    """A piece that can be captured was protected before the fold and is not now."""

    piece: Piece
    square: int
    protector: Piece
    protector_square: int


@dataclass(frozen=True)
class Pinned:
    """An enemy piece that could go elsewhere may not, because its king would be in check."""

    piece: Piece
    square: int
    by: Piece
    by_square: int


@dataclass(frozen=True)
class KingShutIn:
    """The enemy king had a square to go to and now has none; it is not in check."""

    square: int


@dataclass(frozen=True)
class FewMovesLeft:
    """The other side has at most :data:`FEW` legal moves."""

    count: int


@dataclass(frozen=True)
class BoardShrunk:
    """So many squares are left: for the first time at most a half or a quarter of the board."""

    left: int
    parts: int
    """2: half of the board is left; 4: a quarter."""


@dataclass(frozen=True)
class Ended:
    """The move ended the game."""

    outcome: Outcome


Fact = (
    Removed
    | Crossed
    | PassedOver
    | WentThrough
    | ClosedWormhole
    | Captured
    | Promoted
    | Passed
    | Exploded
    | Petrified
    | Gated
    | Castled
    | Rolled
    | Check
    | CheckAnswered
    | Fork
    | Threat
    | Discovered
    | Exposed
    | DoorShut
    | LostProtection
    | Pinned
    | KingShutIn
    | FewMovesLeft
    | BoardShrunk
    | Ended
)


@dataclass(frozen=True)
class PlayedMove:
    """A move that was played, and its facts."""

    piece: Piece
    """The piece as it was before a promotion."""
    route: Route
    facts: tuple[Fact, ...]

    @property
    def from_square(self) -> int:
        """The square that was left."""
        return self.route.from_square

    @property
    def to_square(self) -> int:
        """The square that was reached."""
        return self.route.to_square
