"""A game as its file describes it: board, army, mutator, endings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from wormhole.rules.betza import Path
from wormhole.rules.geometry import Geometry


class LeftSquare(Enum):
    """What becomes of the square that a piece leaves."""

    STAYS = "none"
    FOLDS = "fold"
    VANISHES = "vanish"
    RANDOM = "random"
    """It stays; after each move dice put a wormhole on the board, or take one away."""

    @property
    def limits(self) -> tuple[int, int]:
        """The repetitions and quiet moves that draw a game which says nothing of them.

        Where squares go, games end of themselves.
        """
        return (3, 100) if self in (LeftSquare.STAYS, LeftSquare.RANDOM) else (0, 0)


class Goal(Enum):
    """What is done to the royal piece to win."""

    CHECKMATE = "checkmate"
    CAPTURE = "capture"


class NoMove(Enum):
    """What it means for the side to move to have no move, while not in check."""

    LOSS = "loss"
    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True)
class PieceType:
    """A piece type: its letter, how it moves, and what it is to the game.

    ``home_squares`` and ``promotion_squares`` are White's; Black's are mirrored. On its home squares a piece
    has its first-move powers; a royal piece has them until it moves.
    """

    letter: str
    name: str
    sprite: str
    paths: tuple[Path, ...]
    royal: bool = False
    aliases: str = ""
    home_squares: frozenset[int] = frozenset()
    promotion_squares: frozenset[int] = frozenset()
    promotes_to: str = ""
    en_passant: bool = False
    castles_with: str = ""
    pawn: bool = False

    @property
    def has_first_move(self) -> bool:
        """Whether some of its paths are for the first move only."""
        return any(path.from_home for path in self.paths)


def material(one: Iterable[str], other: Iterable[str]) -> tuple[str, str]:
    """The letters of both sides' pieces, each side sorted, the smaller side first."""
    first, second = sorted(
        ("".join(sorted(side)) for side in (one, other)), key=lambda side: (len(side), side)
    )
    return first, second


@dataclass(frozen=True)
class Endings:
    """How a game ends, beside by its goal.

    ``repetitions`` and ``quiet_moves`` (single moves without a capture or a pawn's move)
    are 0 where the game knows no such draw. ``dead`` is :func:`material` by which nobody can win, and so is
    any number of pieces of ``dead_same_color`` on squares of one colour.
    """

    goal: Goal
    stalemate: NoMove
    repetitions: int = 0
    quiet_moves: int = 0
    dead: tuple[tuple[str, str], ...] = ()
    dead_same_color: str = ""


@dataclass(frozen=True)
class Variant:
    """One game. ``pieces`` is by upper-case letter, in the order of the file.

    ``arrows[square]`` holds bit d where a piece may leave the square in direction d; it is empty where every
    piece may leave in every direction.
    """

    name: str
    title: str
    inventor: str
    year: int
    about: str
    start: str
    geometry: Geometry
    piece_types: Mapping[str, PieceType]
    left_square: LeftSquare
    endings: Endings
    arrows: tuple[int, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.start))

    @property
    def royal(self) -> PieceType:
        """The piece that must not be lost."""
        return next(piece_type for piece_type in self.piece_types.values() if piece_type.royal)

    @property
    def squares_go(self) -> bool:
        """Whether each move takes away the square that it leaves."""
        return self.left_square in (LeftSquare.FOLDS, LeftSquare.VANISHES)

    @property
    def pawns(self) -> str:
        """The letters of the pieces that are written without a letter."""
        return "".join(piece_type.letter for piece_type in self.piece_types.values() if piece_type.pawn)

    def is_dead(self, left: tuple[str, str]) -> bool:
        """Whether nobody can win with the :func:`material` that is left.

        Where a side without a move loses, bare kings still play for that, unless kings are there to be
        captured.
        """
        if self.endings.stalemate is not NoMove.DRAW and self.endings.goal is Goal.CHECKMATE:
            return False
        return left in self.endings.dead

    def letter_of(self, symbol: str) -> str | None:
        """The upper-case letter of a piece written as ``symbol`` (either case, aliases too), or None."""
        upper = symbol.upper()
        if upper in self.piece_types:
            return upper
        return next(
            (piece_type.letter for piece_type in self.piece_types.values() if upper in piece_type.aliases),
            None,
        )
