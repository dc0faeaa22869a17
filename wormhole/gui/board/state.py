"""The events that change what the board shows: what the game does, what the person does, time.

It has no rules: it is given positions and moves. The drawing code reads it and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wormhole.gui.board.animation import Animation
from wormhole.gui.board.annotations import Annotations, Suggestion, View
from wormhole.gui.board.board_data import BoardData
from wormhole.gui.board.browsing import BROWSING, Shown, plan_browsing
from wormhole.gui.board.explanation import Explanation, Refused
from wormhole.gui.board.fold_view import Picked, Step
from wormhole.gui.board.folded import folded
from wormhole.gui.board.held import Drag, Question
from wormhole.gui.board.insight import Insight
from wormhole.gui.board.layout import Point
from wormhole.gui.board.move_sounds import sounds_of_move
from wormhole.gui.board.plans import plan_move, plan_return
from wormhole.gui.board.resting import Resting
from wormhole.gui.board.scene import Scene
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Board, Move, Route
    from wormhole.library.comment_commands import Shape

BROWSED_SECONDS = 0.28  # about what a browsed move takes; quicker steps shorten it
QUIET_SECONDS = 0.09  # a step that is followed by another one this soon has no sound


class BoardState(BoardData):
    """The board of a game, an editor or a preview."""

    @classmethod
    def of(cls, board: Board, flipped: bool = False) -> BoardState:
        """The state that shows ``board`` at rest."""
        state = cls(board.variant, flipped=flipped)
        state.show(board)
        return state

    # What the game does

    def show(self, board: Board) -> None:
        """Show a position of any game without animation; clears the choice and any running animation."""
        before = self.shown
        self._replace_position(board)
        if self.fold.is_open:
            step = Step(before, self.shown, of_one_game=False)
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
        dropped_at = dropped.at if dropped is not None and dropped.square == move.from_square else None
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
            self._due_sounds.add(now_seconds + at, name)

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
            self._due_sounds.add(now_seconds + max(plan.arrives, QUIET_SECONDS), "move")

    def allow(self, board: Board | None) -> None:
        """Let the person choose among the legal moves of ``board``; None if it is not their turn."""
        self._board = None if board is None else board.copy()
        self.ahead, self.premove = {}, None
        self.allowed = () if board is None else tuple(board.legal_moves)
        self._keep_choice()

    def allow_ahead(self, moves: Mapping[Move, Route]) -> None:
        """Let the person choose one of these moves, with their routes, for their next turn."""
        self._board = None
        self.ahead, self.allowed = moves, tuple(moves)
        self._keep_choice()

    def plan(self, premove: Move | None) -> None:
        """Mark the move that a person has chosen for their next turn; None: there is none any more."""
        self.premove = premove
        self.let_go()
        self._changed()

    def _keep_choice(self) -> None:
        """Keep the chosen piece if it may still be moved."""
        if self.chosen is not None:
            if self.is_own(self.chosen):
                self._find_routes(self.chosen)
            else:
                self._clear_choice()
        self._changed()

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
        """Show these circles and arrows of a person, until another position is shown."""
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
                self._ask_ways(self.pointed if self.chosen is None else self.chosen)
            if self.fold.is_open:
                self.fold.tint(self.reach)
            self._changed()

    def study(self, on: bool) -> None:
        """Whether a piece is studied when it is chosen or the pointer rests on it."""
        if on != self.studies:
            self.studies, self.resting = on, Resting()
            self._changed()

    # What the person does

    def show_typed(self, moves: Iterable[Move]) -> None:
        """Show the moves that a typed text can mean."""
        ways = {(move.from_square, move.to_square) for move in moves}
        self._draw(typed=tuple(Suggestion(*way, rank=min(len(ways) - 1, 1)) for way in ways))

    def look_from(self, square: int, now_seconds: float, motion: Motion) -> None:
        """Show the board as the piece on ``square`` sees it."""
        if not self.fold.is_open:
            self.fold.opened_by = self._picked
        self.let_go()
        self.hide_cursor()
        before, seen = self.fold.shown, replace(self.whole, folded=folded(self._now, square))
        self.fold.turn_to(before if self.fold.is_open else self.whole, seen, now_seconds, motion)
        self._ask_ways(square)
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
        """Show the circle or arrow that a person draws now; None if it is drawn or given up."""
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
            self._ask_ways(square)
        self.question = self._dropped = None
        self._changed()

    def refuse(self, from_square: int, to_square: int) -> None:
        """Show why a move that a person tried is not legal."""
        if self.ahead:
            self.refused = Refused.ahead(self._now, from_square, to_square)
        else:
            self.refused = None if self._board is None else Refused.of(self._board, from_square, to_square)
        self._changed()

    def let_go(self) -> None:
        """Clear the chosen piece, the drag and the question."""
        self._dropped = None
        self._clear_choice()

    def answer(self) -> None:
        """Close the question: the promotion is chosen."""
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
        if not motion.is_still:
            piece = self.pieces[held.square]
            self.animation = plan_return(piece, held.square, held.at, self.geometry, motion, now_seconds)
        if refused:
            self._due_sounds.add(now_seconds, "error")
        self._changed()

    def ask(self, moves: Sequence[Move]) -> None:
        """Ask which of these promotions is meant."""
        route = self.routes.get(moves[0])
        steps = () if route is None else ((route.from_square,), *route.steps)
        way = tuple(square for step in steps for square in step)
        self.question = Question(tuple(moves), way=way)
        self._changed()

    def mark(self, index: int) -> None:
        """Mark one answer of the question."""
        if self.question is not None and self.question.marked != index:
            self.question = replace(self.question, marked=index)
            self._changed()

    # Time

    def advance(self, now_seconds: float) -> None:
        """Drop an animation that is over. Call it once a frame."""
        if self.fold.advance(now_seconds):
            self._changed()
        chosen = self.fold.view.square if self.fold.is_open else self.chosen
        if self.studies and self.resting.follow(chosen, self.pointed, self.pieces, now_seconds):
            self._changed()
        if self.animation is not None and self.animation.is_over(now_seconds):
            self.settle()

    def settle(self) -> None:
        """End the animation at once. Of the sounds to come, those of its result are kept."""
        if self.fold.settle():
            self._changed()
        if self.animation is not None:
            self.animation = None
            self._due_sounds.cut_short()
            self._changed()

    def sounds(self, now_seconds: float) -> list[str]:
        """Names of the sounds due since the last call, earliest first."""
        return self._due_sounds.take(now_seconds)

    @property
    def _now(self) -> Board:
        assert self._position is not None, "a position is shown"
        return self._position

    def _draw(self, **changes: Any) -> None:
        annotations = replace(self.annotations, **changes)
        if annotations != self.annotations:
            self.annotations = annotations
            self._changed()

    def _ask_ways(self, square: int | None) -> None:
        """Note whether the piece has none whose ways a person wants to see."""
        self.stuck = None if self.immobility(square) is None else square

    def _clear_choice(self) -> None:
        held = (self.chosen, self.drag, self.question, self.refused, self.stuck)
        if any(each is not None for each in held):
            self.chosen = self.drag = self.question = self.refused = self.stuck = None
            self.routes = {}
            self._changed()

    def _find_routes(self, square: int) -> None:
        if self.ahead:
            self.routes = {move: route for move, route in self.ahead.items() if move.from_square == square}
        else:
            self.routes = {} if self._board is None else self._board.routes(square)

    def _replace_position(self, board: Board) -> None:
        self._show_position(board)
        self.animation = None
        self.ended = None
        self._due_sounds.clear()

    def _follow(self, before: Shown, plan: Animation, now_seconds: float, motion: Motion | None) -> None:
        """Let an open fold view show the position; it moves instead of the board, all but the dice."""
        if not self.fold.is_open:
            return
        after, self.animation = self.whole, None
        if plan.roll is not None:
            after = replace(after, scene=after.scene.before_roll(plan.roll.square))
        step = Step(before, self.shown)
        self.fold.follow(self._now, step, after, plan.arrives, now_seconds, motion)
        if plan.roll is not None and not self.fold.is_open and motion is not None:
            self.animation = plan.only_dice(max(now_seconds, self.fold.ends))

    def _show_position(self, board: Board) -> None:
        self._position = board.copy()
        self.shown = Shown.of(board)
        self._insight = Insight(self._position)
        self.check = board.king(board.turn) if board.is_check() else None
        self.explanation = Explanation.of(board)
        self.refused = self.stuck = None
        self.resting.wait(self.pointed)
        self.allow(None)
        self.chosen = self.drag = self.question = self._dropped = None
        self.routes = {}
        self.annotations = Annotations()
        self._changed()

    def _animate(self, plan: Animation, motion: Motion) -> None:
        self.animation = None if motion.is_still else plan

    def touch(self) -> None:
        """Note that something shown was changed elsewhere, such as the fold view."""
        self._changed()

    def _changed(self) -> None:
        self.revision += 1
