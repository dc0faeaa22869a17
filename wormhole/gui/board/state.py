"""The state of a board on the screen, and the events that change it: the game's, the player's, and time.

It has no rules: it is given positions and moves. The drawing code reads it and changes nothing.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.animation_plans import BROWSING, Shown, plan_browsing, plan_move, plan_return
from wormhole.gui.board.annotations import (
    Annotations,
    Explanation,
    Refused,
    Suggestion,
    View,
    Viewed,
    attack_route,
)
from wormhole.gui.board.board_layout import Point
from wormhole.gui.board.fold_view import FoldView, Picked, PositionChange, ViewContent, folded
from wormhole.gui.board.hands import is_in_hand, origin_of, piece_of
from wormhole.gui.board.move_sounds import SoundSchedule, sounds_of_move
from wormhole.gui.board.scene import Scene
from wormhole.gui.look.easing import progress, smooth
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.theme import Motion
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.refusals import Immobility, immobility

if TYPE_CHECKING:
    from wormhole import Board, Geometry, Move, Piece, Route, Variant
    from wormhole.library.comment_commands import Shape

DWELL_SECONDS = 0.5
"""The pointer rests on a piece after this time. From a piece that is studied to the next it takes no time."""

BROWSED_SECONDS = 0.28  # about what a browsed move takes; quicker steps shorten it
QUIET_SECONDS = 0.09  # a step that is followed by another one this soon has no sound


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
class Choice:
    """What the user has begun to choose, and the move that they have chosen for their next turn."""

    premove: Move | None
    chosen: int | None
    drag: Drag | None
    promotion: PromotionChoice | None


class Insight:
    """The routes of all pieces, and the squares that each side attacks, on a board that stays as it is."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._routes: dict[int, tuple[Route, ...]] = {}
        self._immobile: dict[int, Immobility | None] = {}

    def routes(self, square: int) -> tuple[Route, ...]:
        """The routes of the piece on ``square``, as if it were its turn; one to each target."""
        if square not in self._routes:
            routes = self._board.routes(square).values()
            self._routes[square] = tuple({route.to_square: route for route in routes}.values())
        return self._routes[square]

    def immobility(self, square: int) -> Immobility | None:
        """Why the piece on ``square`` has no routes; None if it has some."""
        if square not in self._immobile:
            self._immobile[square] = immobility(self._board, square)
        return self._immobile[square]

    @cached_property
    def reach(self) -> dict[int, tuple[int, int]]:
        """The attacked squares, each with the numbers of White's and Black's attackers."""
        white, black = self._board.attacked_by(WHITE), self._board.attacked_by(BLACK)
        return {square: (white.get(square, 0), black.get(square, 0)) for square in white.keys() | black}


@dataclass
class Dwell:
    """Follows the pointer. ``square`` is that of the studied piece, or None."""

    square: int | None = None
    _pointed: int | None = None
    _since: float = 0.0

    def follow(
        self, chosen: int | None, pointed: int | None, pieces: Container[int], now_seconds: float
    ) -> bool:
        """Advance to the time `now_seconds`; returns whether another piece, or none, is studied now."""
        if pointed != self._pointed:
            self._pointed, self._since = pointed, now_seconds
        before = self.square
        if chosen is not None:
            self.square = chosen
        elif pointed not in pieces:
            self.square = None
        elif before is not None or now_seconds >= self._since + DWELL_SECONDS:
            self.square = pointed
        return self.square != before

    def wait(self, pointed: int | None) -> None:
        """Study nothing until the pointer leaves a square: a piece may just have come there."""
        self.square, self._pointed, self._since = None, pointed, inf

    def due(self, pieces: Container[int]) -> float:
        """When the pointer has rested on a piece."""
        is_waiting = self.square is None and self._pointed in pieces
        return self._since + DWELL_SECONDS if is_waiting else NEVER


@dataclass
class BoardState:
    """What the board of a game, an editor or a preview shows now.

    What is chosen, pointed at, dragged or has the cursor is a square or the place of a piece in hand.
    ``revision`` grows with every visible change.
    """

    variant: Variant
    shown: Shown = field(default_factory=Shown)
    flipped: bool = False
    allowed: tuple[Move, ...] = ()
    mover: bool = WHITE
    """The side whose moves are allowed."""
    chosen: int | None = None
    routes: Mapping[Move, Route] = field(default_factory=dict)
    """The chosen piece's legal moves and their routes."""
    ahead: Mapping[Move, Route] = field(default_factory=dict)
    """While the other side is to move: what the user can choose for their next turn, if anything."""
    premove: Move | None = None
    """The move that the user has chosen for their next turn."""
    pointed: int | None = None
    cursor: int | None = None
    last_cursor: int | None = None
    """Where the keyboard cursor is or was shown last."""
    takes_clicks: bool = False
    """Whether a click on any square is an answer."""
    drag: Drag | None = None
    promotion: PromotionChoice | None = None
    check: int | None = None
    explanation: Explanation = field(default_factory=Explanation)
    refused: Refused | None = None
    """The move that the user tried last and that is not legal, until something else is done."""
    stuck: int | None = None
    """The square of a piece that has no move, if the user asked to see its ways or its view."""
    annotations: Annotations = field(default_factory=Annotations)
    views: frozenset[View] = frozenset()
    studies: bool = False
    """Whether the routes of a piece are shown on which the pointer rests."""
    dwell: Dwell = field(default_factory=Dwell)
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
    _sounds: SoundSchedule = field(default_factory=SoundSchedule)

    @classmethod
    def of(cls, board: Board, flipped: bool = False) -> BoardState:
        """The state that shows ``board`` at rest."""
        state = cls(board.variant, flipped=flipped)
        state.show(board)
        return state

    # What is shown

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

    def piece_at(self, place: int | None) -> Piece | None:
        """The piece on a square or in hand, if there is one."""
        if place is None:
            return None
        return piece_of(self.variant, place) if place in self.scene.hands else self.pieces.get(place)

    def origin(self, move: Move) -> int:
        """The square or the place in hand that an allowed move comes from."""
        return origin_of(self.variant, move, self.mover)

    def is_own(self, square: int | None) -> bool:
        """Whether a piece of the side to move is on ``square``, or in hand, and may be moved by the user."""
        piece = self.piece_at(square)
        return piece is not None and bool(self.allowed) and piece.color == self.mover

    def moves_to(self, square: int | None) -> tuple[Move, ...]:
        """The chosen piece's moves to ``square``: none, one, or one for each promotion."""
        return tuple(
            move
            for move in self.allowed
            if move.to_square == square and self.origin(move) == self.chosen and not move.is_pass
        )

    @property
    def passing(self) -> Move | None:
        """The move by which the user may pass now, in a game that allows it."""
        return next((move for move in self.playable if move.is_pass), None)

    def targets(self) -> dict[int, int | None]:
        """The chosen piece's target squares, each with the square of the captured piece, if any."""
        return {route.to_square: route.captured for route in self.routes.values()}

    def shown_route(self) -> Route | None:
        """The route to draw: that of the promotion asked about, else of the move pointed at."""
        moves = self.moves_to(self.pointed) if self.promotion is None else self.promotion.moves
        return self.routes[moves[0]] if moves and moves[0].drop is None else None

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
        if square is None or is_in_hand(self.geometry, square) or self._insight is None:
            return None
        return self._insight.immobility(square)

    def explained_route(self) -> Route | None:
        """The last move's route, if no piece is chosen and the pointer is on its first or last square."""
        route, move = self.last_route, self.last_move
        if route is None or self.chosen is not None or self.pointed is None:
            return None
        if move is not None and move.drop is not None:
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
        is_shown = View.ROUTES in self.views or (self.chosen is None and square == self.dwell.square)
        is_busy = self.drag is not None or self.promotion is not None or self.is_moving(now_seconds)
        if square is None or square not in self.pieces or not is_shown or is_busy or self._insight is None:
            return None
        return Viewed(self._insight.routes(square), self.is_own(square))

    @property
    def whole(self) -> ViewContent:
        """The whole board, as it is drawn, for the fold view to come from and to go back to."""
        return ViewContent(self.scene, None, self.last_move, self.check, reach=self.reach)

    @property
    def held(self) -> Drag | None:
        """The piece drawn off its square: dragged, or dropped for a move that is not shown yet."""
        return self.drag or (None if self.allowed else self._dropped)

    @property
    def playable(self) -> tuple[Move, ...]:
        """The moves that the user may play now; none while they choose a move ahead."""
        return () if self.ahead else self.allowed

    # What the game does

    def show(self, board: Board) -> None:
        """Show a position of any game without animation; clears the choice and any running animation."""
        before = self.shown
        self._replace_position(board)
        self.fold.await_piece(False)
        if self.fold.is_open:
            step = PositionChange(before, self.shown, of_one_game=False)
            self.fold.follow(self._now, step, self.whole, 0.0, 0.0, None)

    def arrange(
        self, scene: Scene, check: int | None, chosen: int | None, board: Board | None = None
    ) -> None:
        """Show a position that no move led to, with these marks; `board` has it, if it is a possible one."""
        self.shown = Shown(scene)
        self._insight = None if board is None else Insight(board)
        self.check, self.chosen = check, chosen
        self._changed()

    def play(self, board_after: Board, now_seconds: float, motion: Motion) -> None:
        """Animate the last move of ``board_after``, unless it is null, from the position shown now."""
        shown, dropped, move = self.shown, self._dropped, board_after.peek()
        before = shown.scene
        self.mover = not board_after.turn
        dropped_at = dropped.at if dropped is not None and dropped.square == self.origin(move) else None
        self._show_position(board_after)
        self.animation = None
        route = self.last_route
        if route is None:
            self._follow(shown, Animation(0.0), now_seconds, None)
            return
        plan = plan_move(before, self.scene, route, move.roll, self.variant, motion, now_seconds, dropped_at)
        self._animate(plan, motion)
        self._follow(shown, plan, now_seconds, motion)
        for at, name in sounds_of_move(plan, route, self.variant, self.check is not None):
            self._sounds.add(now_seconds + at, name)

    def browse(self, board: Board, now_seconds: float, motion: Motion) -> None:
        """Show another position of the game: the move there or back is animated, or a jump is.

        It takes less time than ``play``, the less the sooner it follows the last call, so that steps in
        quick succession do not pile up.
        """
        before = self.shown
        self._replace_position(board)
        pace = min(1.0, (now_seconds - self._browsed_seconds) / BROWSED_SECONDS)
        self._browsed_seconds = now_seconds
        motion = motion.scaled(BROWSING * pace).without_dice()
        plan = plan_browsing(before, self.shown, self.variant, motion, now_seconds)
        self._animate(plan, motion)
        self._follow(before, plan, now_seconds, motion)
        if plan.travels:
            self._sounds.add(now_seconds + max(plan.arrives, QUIET_SECONDS), "move")

    def allow(self, board: Board | None) -> None:
        """Let the user choose among the legal moves of ``board``; None if it is not their turn."""
        self._board = None if board is None else board.copy()
        self.ahead, self.premove = {}, None
        self.allowed = () if board is None else tuple(board.legal_moves)
        self.mover = self.mover if board is None else board.turn
        self._keep_choice()

    def allow_ahead(self, moves: Mapping[Move, Route], mover: bool) -> None:
        """Let the user choose one of these moves of a side, with their routes, for its next turn."""
        self._board = None
        self.ahead, self.allowed, self.mover = moves, tuple(moves), mover
        self._keep_choice()

    def plan(self, premove: Move | None) -> None:
        """Mark the move that the user has chosen for their next turn; None: there is none any more."""
        self.premove = premove
        self.let_go()
        self._changed()

    def take_premove(self) -> Move | None:
        """The move that was chosen for the turn that has come; it is not kept any more."""
        premove, self.premove = self.premove, None
        return premove

    @property
    def choice(self) -> Choice:
        """What is chosen now, to be chosen again in another position."""
        return Choice(self.premove, self.chosen, self.drag, self.promotion)

    def choose_again(self, choice: Choice) -> None:
        """Choose what was chosen before the position changed, as far as that is possible still."""
        self.premove = choice.premove if self.ahead else None
        if choice.chosen is not None and self.is_own(choice.chosen):
            self.choose(choice.chosen)
            self.drag, self.promotion = choice.drag, choice.promotion
            self._keep_promotion()
        self._changed()

    def _keep_choice(self) -> None:
        """Keep the chosen piece if it may still be moved, and its promotion if it may still promote."""
        if self.chosen is not None:
            if self.is_own(self.chosen):
                self._find_routes(self.chosen)
                self._keep_promotion()
            else:
                self._clear_choice()
        self._changed()

    def _keep_promotion(self) -> None:
        """Keep the choice of a promotion, of the moves that are possible still."""
        if self.promotion is None:
            return
        asked, marked = self.promotion.moves, self.promotion.moves[self.promotion.marked]
        moves = [move for move in asked if move in self.routes]
        self.promotion = None
        if moves:
            self.ask_promotion(moves)
            self.mark_promotion(moves.index(marked) if marked in moves else 0)

    def flip(self) -> None:
        """Show the board from the other side."""
        self.flipped = not self.flipped
        self.drag = None
        self._changed()

    def finish(self, reason: str, now_seconds: float, motion: Motion) -> None:
        """End the game for ``reason``: the board dims."""
        self.ended = reason
        self.ended_seconds, self.dim_seconds = now_seconds, motion.dim
        self.allowed = ()
        self.let_go()
        self._changed()

    def annotate(self, shapes: Iterable[Shape]) -> None:
        """Show these circles and arrows of the user, until another position is shown."""
        self._draw(shapes=tuple(shapes))

    def suggest(self, suggestions: Iterable[Suggestion]) -> None:
        """Show these arrows of the analysis or of a hint, until another position is shown."""
        self._draw(suggestions=tuple(suggestions))

    def explain(self, attacks: Iterable[Route]) -> None:
        """Show these attacks, besides those on the king, until another position is shown."""
        found = Explanation.of(self._now)
        explained = replace(found, attacks=tuple(dict.fromkeys((*found.attacks, *attacks))))
        if explained != self.explanation:
            self.explanation = explained
            self._changed()

    def show_view(self, view: View, on: bool) -> None:
        """Turn a view on or off; it stays while moves are played."""
        views = self.views | {view} if on else self.views - {view}
        if views != self.views:
            self.views = views
            self.refused = self.stuck = None
            if on and view is View.ROUTES:
                self._note_stuck(self.pointed if self.chosen is None else self.chosen)
            if self.fold.is_open:
                self.fold.tint(self.reach)
            self._changed()

    def study(self, on: bool) -> None:
        """Whether a piece is studied when it is chosen or the pointer rests on it."""
        if on != self.studies:
            self.studies, self.dwell = on, Dwell()
            self._changed()

    # What the user does

    def show_typed(self, moves: Iterable[Move]) -> None:
        """Show the moves that a typed text can mean."""
        ways = {(self.origin(move), move.to_square) for move in moves}
        self._draw(typed=tuple(Suggestion(*way, rank=min(len(ways) - 1, 1)) for way in ways))

    def look_from(self, square: int, now_seconds: float, motion: Motion) -> None:
        """Show the board as the piece on ``square`` sees it."""
        if not self.fold.is_open:
            self.fold.opened_by = self._picked
        self.let_go()
        self.hide_cursor()
        before, seen = self.fold.shown, replace(self.whole, folded=folded(self._now, square))
        self.fold.turn_to(before if self.fold.is_open else self.whole, seen, now_seconds, motion)
        self._note_stuck(square)
        self._changed()

    def look_back(self, now_seconds: float, motion: Motion) -> None:
        """Show the whole board again; the piece is chosen, or has the cursor, if one was or had it before."""
        square = self.fold.view.square
        self.refused = self.stuck = None
        self.fold.turn_to(self.fold.shown, self.whole, now_seconds, motion)
        if self.fold.opened_by is Picked.CURSOR:
            self.move_cursor(square)
        elif self.fold.opened_by is Picked.CHOSEN and self.is_own(square):
            self.choose(square)
        self._changed()

    @property
    def _picked(self) -> Picked | None:
        if self.chosen is not None:
            return Picked.CHOSEN
        return None if self.cursor is None else Picked.CURSOR

    def begin_shape(self, shape: Shape | None) -> None:
        """Show the circle or arrow that the user draws now; None if it is drawn or dropped."""
        self._draw(begun=shape)

    def point_at(self, square: int | None) -> None:
        """Set the square under the pointer; hides the keyboard cursor."""
        if self.pointed != square or self.cursor is not None:
            self.pointed = square
            self.cursor = None
            self._changed()

    def move_cursor(self, square: int) -> None:
        """Put the keyboard cursor on ``square``, as if the pointer were there, too."""
        self.cursor = self.last_cursor = self.pointed = square
        self._changed()

    def choose(self, square: int) -> None:
        """Choose the piece on ``square``."""
        self.chosen = square
        self.refused = self.stuck = None
        self._find_routes(square)
        if View.ROUTES in self.views:
            self._note_stuck(square)
        self.promotion = self._dropped = None
        self._changed()

    def refuse(self, from_square: int, to_square: int) -> None:
        """Show why a move that the user tried is not legal."""
        if self.ahead:
            self.refused = Refused.ahead(self._now, from_square, to_square)
        else:
            self.refused = None if self._board is None else Refused.of(self._board, from_square, to_square)
        self._changed()

    def let_go(self) -> None:
        """Clear the chosen piece, the drag and the promotion to choose."""
        self._dropped = None
        self._clear_choice()

    def close_promotion(self) -> None:
        """Close the choice of a promotion: it is made."""
        self._clear_choice()

    def hide_cursor(self) -> None:
        """Hide the keyboard cursor."""
        if self.cursor is not None:
            self.cursor = self.pointed = None
            self._changed()

    def drag_to(self, square: int, at: Point) -> None:
        """Draw the piece of ``square`` at the pointer."""
        self.drag = Drag(square, at)
        self._changed()

    def drop(self) -> None:
        """Drop the dragged piece on a legal square; the next move's animation starts from there."""
        self.drag, self._dropped = None, self.drag
        self._changed()

    def put_back(self, now_seconds: float, motion: Motion, refused: bool = False) -> None:
        """Let the dragged piece glide back; ``refused``: it was dropped on an illegal square."""
        if self.drag is None:
            return
        held, self.drag = self.drag, None
        piece = self.piece_at(held.square)
        if piece is not None and not motion.is_still:
            self.animation = plan_return(piece, held.square, held.at, self.geometry, motion, now_seconds)
        if refused:
            self._sounds.add(now_seconds, "error")
        self._changed()

    def ask_promotion(self, moves: Sequence[Move]) -> None:
        """Ask which of these promotions is meant."""
        route = self.routes.get(moves[0])
        steps = () if route is None else ((route.from_square,), *route.steps)
        way = tuple(square for step in steps for square in step)
        letter = moves[0].drop or self.pieces[moves[0].from_square].letter
        self.promotion = PromotionChoice(tuple(moves), letter, way=way)
        self._changed()

    def mark_promotion(self, index: int) -> None:
        """Mark one of the promotions."""
        if self.promotion is not None and self.promotion.marked != index:
            self.promotion = replace(self.promotion, marked=index)
            self._changed()

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

    def due(self, now_seconds: float) -> float:
        """When `update` is due next."""
        if self.is_changing(now_seconds):
            return EVERY_FRAME
        return min(self._sounds.due, self.dwell.due(self._standing) if self.studies else NEVER)

    def update(self, now_seconds: float, play_sound: Callable[[str], object] | None = None) -> float:
        """Advance to the time `now_seconds`; returns when it is due next. `play_sound` makes it heard."""
        self.advance(now_seconds)
        if play_sound is None:
            self._sounds.clear()
        else:
            for name in self.sounds(now_seconds):
                play_sound(name)
        return self.due(now_seconds)

    def advance(self, now_seconds: float) -> None:
        """Drop an animation that is over. Call it once a frame."""
        if self.fold.advance(now_seconds):
            self._changed()
        chosen = self.fold.view.square if self.fold.is_open else self.chosen
        if self.studies and self.dwell.follow(chosen, self.pointed, self._standing, now_seconds):
            self._changed()
        if self.animation is not None and self.animation.is_over(now_seconds):
            self.settle()

    def settle(self) -> None:
        """End the animation at once. Of the sounds to come, those of its result are kept."""
        if self.fold.settle():
            self._changed()
        if self.animation is not None:
            self.animation = None
            self._sounds.cut_short()
            self._changed()

    def sounds(self, now_seconds: float) -> list[str]:
        """Names of the sounds due since the last call, earliest first."""
        return self._sounds.pop_due(now_seconds)

    def touch(self) -> None:
        """Note that something shown was changed elsewhere, such as the fold view."""
        self._changed()

    # Private

    @property
    def _standing(self) -> Container[int]:
        """The squares of pieces and the places of those in hand."""
        return ChainMap({}, self.pieces, self.scene.hands)  # type: ignore[arg-type]

    @property
    def _now(self) -> Board:
        assert self._position is not None, "a position is shown"
        return self._position

    def _draw(self, **changes: Any) -> None:
        annotations = replace(self.annotations, **changes)
        if annotations != self.annotations:
            self.annotations = annotations
            self._changed()

    def _note_stuck(self, square: int | None) -> None:
        """Note whether the piece has none whose ways the user wants to see."""
        self.stuck = None if self.immobility(square) is None else square

    def _clear_choice(self) -> None:
        held = (self.chosen, self.drag, self.promotion, self.refused, self.stuck)
        if any(each is not None for each in held):
            self.chosen = self.drag = self.promotion = self.refused = self.stuck = None
            self.routes = {}
            self._changed()

    def _find_routes(self, square: int) -> None:
        if self.ahead:
            self.routes = {move: route for move, route in self.ahead.items() if self.origin(move) == square}
        else:
            routes = {} if self._board is None else self._board.routes(square)
            self.routes = {move: route for move, route in routes.items() if not move.is_pass}

    def _replace_position(self, board: Board) -> None:
        self._show_position(board)
        self.animation = None
        self.ended = None
        self._sounds.clear()

    def _follow(self, before: Shown, plan: Animation, now_seconds: float, motion: Motion | None) -> None:
        """Let an open fold view show the position; it moves instead of the board, all but the dice."""
        if not self.fold.is_open:
            return
        after, self.animation = self.whole, None
        if plan.roll is not None:
            after = replace(after, scene=after.scene.before_roll(plan.roll.square))
        step = PositionChange(before, self.shown)
        self.fold.follow(self._now, step, after, plan.arrives, now_seconds, motion)
        if plan.roll is not None and not self.fold.is_open and motion is not None:
            self.animation = plan.only_dice(max(now_seconds, self.fold.ends))

    def _show_position(self, board: Board) -> None:
        self._position = board.copy()
        self.shown = Shown.of(board)
        self._insight = Insight(self._position)
        self.check = board.checked
        self.explanation = Explanation.of(board)
        self.refused = self.stuck = None
        self.dwell.wait(self.pointed)
        self.allow(None)
        self.chosen = self.drag = self.promotion = self._dropped = None
        self.routes = {}
        self.annotations = Annotations()
        self._changed()

    def _animate(self, plan: Animation, motion: Motion) -> None:
        self.animation = None if motion.is_still else plan

    def _changed(self) -> None:
        self.revision += 1
