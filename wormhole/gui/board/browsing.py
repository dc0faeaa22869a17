"""Plans how the board goes from one position of a game to another: a move on, a move back, or a jump."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation, Dissolve, Fade, Travel
from wormhole.gui.board.plans import plan_move, plan_step_back, slide
from wormhole.gui.board.route import distance
from wormhole.gui.board.scene import Ground, Scene
from wormhole.gui.look.theme import Motion
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole import Board, Geometry, Move, Piece, Route, Variant


def plan_jump(before: Scene, after: Scene, variant: Variant, motion: Motion, now_seconds: float) -> Animation:
    """Plan the change from one scene to another: pieces slide straight or fade, squares dissolve."""
    geometry = variant.geometry
    left = {square: piece for square, piece in before.pieces.items() if after.pieces.get(square) != piece}
    new = {square: piece for square, piece in after.pieces.items() if before.pieces.get(square) != piece}
    pairs = dict(_paired(left, new, geometry))
    travels = tuple(_travels(pairs, new, geometry, motion))
    arrives = max((travel.seconds for travel in travels), default=0.0)
    gone = [square for square in left if square not in pairs.values()]
    come = [square for square in new if square not in pairs]
    return Animation(
        begins_seconds=now_seconds,
        travels=travels,
        arrives=arrives,
        holds=arrives,
        fades=(
            *(Fade(left[square], square, 0.0, motion.fade) for square in gone),
            *(Fade(new[square], square, 0.0, motion.fade, returns=True) for square in come),
        ),
        changes=tuple(_changes(before, after, variant, max(arrives, motion.fade))),
    )


def _paired(left: dict[int, Piece], new: dict[int, Piece], geometry: Geometry) -> Iterator[tuple[int, int]]:
    """Each new square with the square that the same piece left, the nearest ones first."""

    def apart(pair: tuple[int, int]) -> tuple[float, int]:
        start, end = (geometry.place[square] for square in pair)
        return distance(start, end), abs(start[0] - end[0])

    alike = [(square, other) for square in new for other in left if new[square] == left[other]]
    paired: set[int] = set()
    origins: set[int] = set()
    for square, other in sorted(alike, key=apart):
        if square not in paired and other not in origins:
            paired.add(square)
            origins.add(other)
            yield square, other


def _travels(
    pairs: dict[int, int], new: dict[int, Piece], geometry: Geometry, motion: Motion
) -> Iterator[Travel]:
    for square, other in pairs.items():
        yield slide(new[square], other, square, geometry, motion)


def _changes(before: Scene, after: Scene, variant: Variant, seconds: float) -> Iterator[Dissolve]:
    closed = Ground.GONE if variant.left_square is LeftSquare.VANISHES else Ground.CHIP
    for square in sorted(after.holes - before.holes):
        yield Dissolve(square, Ground.SQUARE, closed, 0.0, seconds)
    for square in sorted(before.holes - after.holes):
        yield Dissolve(square, closed, Ground.SQUARE, 0.0, seconds)


BROWSING = 0.6  # durations of a browsed move, relative to a played one


@dataclass(frozen=True)
class Shown:
    """A position of a game, the moves that led to it, and the last one with its route.

    ``route`` and ``last_move`` are None at the start and after a null move.
    """

    scene: Scene = field(default_factory=Scene)
    moves: tuple[str, ...] = ()
    route: Route | None = None
    last_move: Move | None = None

    @classmethod
    def of(cls, board: Board) -> Shown:
        """The position of ``board``."""
        route = board.last_route()
        moves = tuple(map(str, board.move_stack))
        return cls(Scene.of(board), moves, route, None if route is None else board.peek())


def plan_browsing(
    before: Shown, after: Shown, variant: Variant, motion: Motion, now_seconds: float
) -> Animation:
    """Plan the animation between two positions of one game."""
    scenes = before.scene, after.scene
    if before.route is not None and after.moves == before.moves[:-1]:
        return plan_step_back(*scenes, before.route, variant, motion, now_seconds)
    if after.route is not None and after.last_move is not None and after.moves[:-1] == before.moves:
        return plan_move(*scenes, after.route, after.last_move.roll, variant, motion, now_seconds)
    return plan_jump(*scenes, variant, motion, now_seconds)
