"""Everything that the board shows, as plain data, and what follows from it. Nothing here changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.annotations import Annotations, View, Viewed
from wormhole.gui.board.browsing import Shown
from wormhole.gui.board.explanation import Explanation, Refused, attack_route
from wormhole.gui.board.fold_view import FoldView, Seen
from wormhole.gui.board.held import Drag, Question
from wormhole.gui.board.insight import Insight
from wormhole.gui.board.move_sounds import DueSounds
from wormhole.gui.board.resting import Resting
from wormhole.gui.board.scene import Scene
from wormhole.gui.look.easing import progress, smooth

if TYPE_CHECKING:
    from wormhole import Board, Geometry, Move, Piece, Route, Variant
    from wormhole.rules.refusals import Immobility


@dataclass
class BoardData:
    """What the board shows now. ``revision`` grows with every visible change."""

    variant: Variant
    shown: Shown = field(default_factory=Shown)
    flipped: bool = False
    allowed: tuple[Move, ...] = ()
    chosen: int | None = None
    routes: Mapping[Move, Route] = field(default_factory=dict)
    """The chosen piece's legal moves and their routes."""
    ahead: Mapping[Move, Route] = field(default_factory=dict)
    """While the other side is to move: what a person can choose for their next turn, if anything."""
    premove: Move | None = None
    """The move that a person has chosen for their next turn."""
    pointed: int | None = None
    cursor: int | None = None
    last_cursor: int | None = None
    """Where the keyboard cursor is or was shown last."""
    takes_clicks: bool = False
    """Whether a click on any square is an answer."""
    drag: Drag | None = None
    question: Question | None = None
    check: int | None = None
    explanation: Explanation = field(default_factory=Explanation)
    refused: Refused | None = None
    """The move that a person tried last and that is not legal, until something else is done."""
    stuck: int | None = None
    """The square of a piece that has no move, if a person asked to see its ways or its view."""
    annotations: Annotations = field(default_factory=Annotations)
    views: frozenset[View] = frozenset()
    studies: bool = False
    """Whether the routes of a piece are shown on which the pointer rests."""
    resting: Resting = field(default_factory=Resting)
    fold: FoldView = field(default_factory=FoldView)
    animation: Animation | None = None
    ended: str | None = None
    ended_seconds: float = 0.0
    dim_seconds: float = 0.0
    revision: int = 0
    _dropped: Drag | None = None
    _board: Board | None = field(default=None, compare=False)
    _position: Board | None = field(default=None, compare=False)
    _insight: Insight | None = field(default=None, compare=False)
    _browsed_seconds: float = -inf
    _due_sounds: DueSounds = field(default_factory=DueSounds)

    @property
    def geometry(self) -> Geometry:
        """The board's squares."""
        return self.variant.geometry

    @property
    def scene(self) -> Scene:
        """The position as it is drawn at rest."""
        return self.shown.scene

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position; None at the start and after a null move."""
        return self.shown.last_move

    @property
    def last_route(self) -> Route | None:
        """The route of that move."""
        return self.shown.route

    @property
    def pieces(self) -> Mapping[int, Piece]:
        """All pieces by square."""
        return self.scene.pieces

    @property
    def holes(self) -> frozenset[int]:
        """The removed squares."""
        return self.scene.holes

    def is_own(self, square: int | None) -> bool:
        """Whether a piece of the side to move is on ``square`` and may be moved by the person."""
        if square is None or square not in self.pieces or not self.allowed:
            return False
        return self.pieces[square].color == self.pieces[self.allowed[0].from_square].color

    def moves_to(self, square: int | None) -> tuple[Move, ...]:
        """The chosen piece's moves to ``square``: none, one, or one for each promotion."""
        return tuple(
            move for move in self.allowed if move.from_square == self.chosen and move.to_square == square
        )

    def targets(self) -> dict[int, int | None]:
        """The chosen piece's target squares, each with the square of the captured piece, if any."""
        return {route.to_square: route.captured for route in self.routes.values()}

    def shown_route(self) -> Route | None:
        """The route to draw: that of the promotion asked about, else of the move pointed at."""
        moves = self.moves_to(self.pointed) if self.question is None else self.question.moves
        return self.routes[moves[0]] if moves else None

    def attack_routes(self) -> tuple[Route, ...]:
        """The routes to draw as attacks: why a move was refused, or what explains a check or the end.

        While routes are shown, also why the piece has none.
        """
        if self.refused is not None and self.refused.why.attack is not None:
            return (attack_route(self.refused.why.attack),)
        if self.immobile is not None and self.immobile.attacks:
            return tuple(map(attack_route, self.immobile.attacks))
        flight = None if self.pointed is None else self.explanation.flights.get(self.pointed)
        return (*self.explanation.attacks, *(() if flight is None else (flight,)))

    @property
    def immobile(self) -> Immobility | None:
        """While routes are shown: why the piece has none that is chosen or, else, pointed at."""
        square = self.pointed if self.chosen is None else self.chosen
        return self.immobility(square) if View.ROUTES in self.views else None

    def immobility(self, square: int | None) -> Immobility | None:
        """Why the piece on ``square`` has no move; None if it has one, or if there is no piece."""
        if square is None or self._insight is None:
            return None
        return self._insight.immobility(square)

    def explained_route(self) -> Route | None:
        """The last move's route, if no piece is chosen and the pointer is on its first or last square."""
        route = self.last_route
        if route is None or self.chosen is not None or self.pointed is None:
            return None
        return route if self.pointed in (route.from_square, route.to_square) else None

    @property
    def reach(self) -> Mapping[int, tuple[int, int]]:
        """The squares to tint, each with the numbers of White's and Black's attackers."""
        return self._insight.reach if View.REACH in self.views and self._insight is not None else {}

    def viewed(self, now_seconds: float) -> Viewed | None:
        """The routes to draw: of the chosen piece, or else of the one under the pointer or the cursor.

        None while pieces move or are held, and while a promotion is asked about.
        """
        square = self.pointed if self.chosen is None else self.chosen
        is_shown = View.ROUTES in self.views or (self.chosen is None and square == self.resting.square)
        is_busy = self.drag is not None or self.question is not None or self.is_moving(now_seconds)
        if square is None or square not in self.pieces or not is_shown or is_busy or self._insight is None:
            return None
        return Viewed(self._insight.routes(square), self.is_own(square))

    @property
    def whole(self) -> Seen:
        """The whole board, as it is drawn, for the fold view to come from and to go back to."""
        return Seen(self.scene, None, self.last_move, self.check, reach=self.reach)

    @property
    def held(self) -> Drag | None:
        """The piece drawn off its square: dragged, or dropped for a move that is not shown yet."""
        return self.drag or (None if self.allowed else self._dropped)

    @property
    def playable(self) -> tuple[Move, ...]:
        """The moves that the person may play now; none while they choose a move ahead."""
        return () if self.ahead else self.allowed

    # Time

    def is_moving(self, now_seconds: float) -> bool:
        """Whether pieces or squares are moving."""
        if self.fold.is_moving(now_seconds):
            return True
        return self.animation is not None and not self.animation.is_over(now_seconds)

    def dimness(self, now_seconds: float) -> float:
        """How far the board has dimmed after the end of a game, 0 to 1."""
        if self.ended is None or self.is_moving(now_seconds):
            return 0.0
        return smooth(progress(now_seconds, self.ended_seconds, self.dim_seconds))

    def is_changing(self, now_seconds: float) -> bool:
        """Whether the picture changes with time."""
        return self.is_moving(now_seconds) or (self.ended is not None and self.dimness(now_seconds) < 1)

    def is_rolling(self, now_seconds: float) -> bool:
        """Whether the running animation includes dice."""
        if self.animation is None or not self.is_moving(now_seconds):
            return False
        roll = self.animation.roll
        return roll is not None and roll.tumble > 0

    def rests_in(self, now_seconds: float) -> float | None:
        """Seconds until the pointer has rested on a piece."""
        return self.resting.wakes_in(self.pieces, now_seconds) if self.studies else None

    def next_sound(self) -> float | None:
        """When the next sound is due, in seconds; None if there is none."""
        return self._due_sounds.next_at
