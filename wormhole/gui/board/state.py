"""What the board of a game, an editor or a preview shows now: plain data.

The modules beside it have the functions that change it: ``positions.py`` the position, ``selection.py`` and
``dragging.py`` what the user chooses, ``pointing.py``, ``drawings.py``, ``fold_turns.py`` the fold view, and
``timeline.py`` with time. ``shown_routes.py`` finds the routes and attacks to show. No rules are here: the
functions are given positions and moves. The drawing code reads the state and changes nothing.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.annotations import Annotations, Explanation, RefusedMove, View
from wormhole.gui.board.board_layout import Point
from wormhole.gui.board.fold_view import FoldView
from wormhole.gui.board.move_sounds import SoundSchedule
from wormhole.gui.board.scene import Scene
from wormhole.gui.look.easing import progress, smooth
from wormhole.gui.look.schedule import NEVER
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.refusals import Immobility, immobility

if TYPE_CHECKING:
    from wormhole import Board, Move, Route, Variant


DWELL_SECONDS = 0.5
"""The pointer rests on a piece after this time. From a piece that is studied to the next it takes no time."""


@dataclass(frozen=True)
class Movable:
    """The moves among which the user may choose, of the side ``color``.

    They are the legal ones of ``board`` or, while the other side is to move, the ``premoves`` that may follow
    those that are chosen already.
    """

    moves: tuple[Move, ...] = ()
    color: bool = WHITE
    board: Board | None = field(default=None, compare=False)
    premoves: Mapping[Move, Route] | None = None

    @property
    def is_ahead(self) -> bool:
        """Whether what the user chooses is for a later turn."""
        return self.premoves is not None

    @property
    def playable(self) -> tuple[Move, ...]:
        """The moves that the user may play at once."""
        return () if self.is_ahead else self.moves


@dataclass(frozen=True)
class Drag:
    """A piece held by the pointer, at a point of the board; ``square`` is the place that it comes from."""

    square: int
    at: Point


@dataclass(frozen=True)
class PromotionChoice:
    """What a piece becomes, or which one it lets in, or neither: the moves to choose from.

    ``marked`` is the index of the marked one, ``letter`` that of the moving piece. ``way`` are the squares of
    its move, which stay in sight.
    """

    moves: tuple[Move, ...]
    letter: str
    marked: int = 0
    way: tuple[int, ...] = ()

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the pieces to choose from."""
        return tuple(move.promotion or move.enters or self.letter for move in self.moves)

    @property
    def to_square(self) -> int:
        """The square to which the piece goes."""
        return self.moves[0].to_square


@dataclass(frozen=True)
class Selection:
    """What the user has chosen, or begun to choose."""

    square: int | None = None
    """That of the chosen piece."""
    routes: Mapping[Move, Route] = field(default_factory=dict)
    """The moves of this piece, with their routes."""
    drag: Drag | None = None
    promotion: PromotionChoice | None = None
    premoves: tuple[Move, ...] = ()
    """The moves for the next turns."""
    refused: RefusedMove | None = None
    """The move that the user tried last and that is not legal, until something else is done."""
    stuck: int | None = None
    """The square of a piece that has no move, if the user asked to see its routes or its view."""


@dataclass(frozen=True)
class Pointing:
    """A square or a place in hand under the pointer or the cursor; in a fold view the index of a cell."""

    at: int | None = None
    is_cursor: bool = False
    """Whether the arrow keys have put it there."""
    last_cursor: int | None = None
    """Where the cursor is or was shown last."""

    @property
    def cursor(self) -> int | None:
        """Where the keyboard cursor is; None while it is hidden."""
        return self.at if self.is_cursor else None


@dataclass
class Dwell:
    """Follows the pointer. ``square`` is that of the studied piece, or None.

    It is the one on which the pointer rests or, else, the chosen one.
    """

    square: int | None = None
    _pointed: int | None = None
    _since: float = 0.0

    def follow(
        self, chosen: int | None, pointed: int | None, pieces: Container[int], now_seconds: float
    ) -> bool:
        """Advance to the time `now_seconds`; returns whether another piece, or none, is studied now."""
        if pointed != self._pointed:
            self._pointed, self._since = pointed, now_seconds
        before, is_resting = self.square, now_seconds >= self._since + DWELL_SECONDS
        if pointed in pieces and (is_resting or (chosen is None and before is not None)):
            self.square = pointed
        elif chosen is not None or pointed not in pieces:
            self.square = chosen
        return self.square != before

    def wait(self, pointed: int | None) -> None:
        """Study nothing until the pointer leaves a square: a piece may just have come there."""
        self.square, self._pointed, self._since = None, pointed, inf

    def due(self, pieces: Container[int]) -> float:
        """When the pointer has rested on a piece."""
        is_waiting = self.square != self._pointed and self._pointed in pieces
        return self._since + DWELL_SECONDS if is_waiting else NEVER


@dataclass(frozen=True)
class Dimming:
    """The board dims at the end of a game."""

    begins_seconds: float
    seconds: float

    def share(self, now_seconds: float) -> float:
        """How much of it is done, 0 to 1."""
        return smooth(progress(now_seconds, self.begins_seconds, self.seconds))


class Insight:
    """The routes of all pieces, and the squares that each side attacks, on a board that stays as it is."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._routes: dict[int, tuple[Route, ...]] = {}
        self._immobile: dict[int, Immobility | None] = {}

    def routes(self, square: int) -> tuple[Route, ...]:
        """The routes of the piece on ``square``, as if it were its turn; one to each target."""
        if square not in self._routes:
            routes = self.board.routes(square).values()
            self._routes[square] = tuple({route.to_square: route for route in routes}.values())
        return self._routes[square]

    def immobility(self, square: int) -> Immobility | None:
        """Why the piece on ``square`` has no routes; None if it has some."""
        if square not in self._immobile:
            self._immobile[square] = immobility(self.board, square)
        return self._immobile[square]

    @cached_property
    def reach(self) -> dict[int, tuple[int, int]]:
        """The attacked squares, each with the numbers of White's and Black's attackers."""
        white, black = self.board.attacked_by(WHITE), self.board.attacked_by(BLACK)
        return {square: (white.get(square, 0), black.get(square, 0)) for square in white.keys() | black}


@dataclass
class BoardState:
    """The state of a board on the screen.

    What is chosen, pointed at, dragged or has the cursor is a square or the place of a piece in hand.
    ``revision`` grows with every visible change.
    """

    variant: Variant
    scene: Scene = field(default_factory=Scene)
    actual: Scene | None = None
    """The position of the game, while ``scene`` is that after the premoves."""
    insight: Insight | None = field(default=None, compare=False)
    """What the rules say about the position; None if it is no possible one."""
    flipped: bool = False
    movable: Movable = field(default_factory=Movable)
    selection: Selection = field(default_factory=Selection)
    dropped: Drag | None = None
    """The piece that the user dropped for a move that is not shown yet."""
    pointing: Pointing = field(default_factory=Pointing)
    takes_clicks: bool = False
    """Whether a click on any square is an answer."""
    explanation: Explanation = field(default_factory=Explanation)
    annotations: Annotations = field(default_factory=Annotations)
    views: frozenset[View] = frozenset()
    studies: bool = False
    """Whether the routes of a piece are shown on which the pointer rests."""
    dwell: Dwell = field(default_factory=Dwell)
    fold: FoldView = field(default_factory=FoldView)
    animation: Animation | None = None
    sounds: SoundSchedule = field(default_factory=SoundSchedule)
    browsed_seconds: float = -inf
    """When another position of the game was last browsed to."""
    dimming: Dimming | None = None
    """Once the game has ended."""
    revision: int = 0
