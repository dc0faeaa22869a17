"""Plans the animation from one position to another: a move, a move taken back, or a jump."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole.gui.board.animation import Animation, CaptureIntoHand, DiceRoll, Fade
from wormhole.gui.board.board_layout import Point
from wormhole.gui.board.hands import is_in_hand, piece_of, place_of
from wormhole.gui.board.route_stretches import distance
from wormhole.gui.board.scene import Ground, Scene, closed_ground
from wormhole.gui.board.square_changes import (
    Burst,
    Dissolve,
    changes_by_move,
    changes_by_roll,
    changes_taken_back,
)
from wormhole.gui.board.wormhole_travel import (
    FROM_HAND,
    Leg,
    Travel,
    dives,
    holes_by_dive,
    legs_of,
    out_of_hand,
    passages_of,
    reversed_legs,
    settle,
    slide,
    travel_seconds,
)
from wormhole.gui.look.theme import Motion
from wormhole.rules.variant import Capture

if TYPE_CHECKING:
    from wormhole import Geometry, Piece, Route, Variant

BURST = 1.4  # time for an explosion, relative to the light of a hole
BROWSING = 0.6  # durations of a browsed move, relative to a played one


def plan_move(
    before: Scene,
    after: Scene,
    variant: Variant,
    motion: Motion,
    now_seconds: float,
    dropped_at: Point | None = None,
) -> Animation:
    """Plan the animation from the scene ``before`` along the route of the move that led to ``after``.

    ``dropped_at`` is where the user dropped the piece: from there it only settles on its square.
    """
    route, move = after.route, after.last_move
    assert route is not None
    assert move is not None
    rolled = move.roll
    geometry, through = variant.geometry, dives(variant)
    from_hand = _put_into_hands(after, before)
    dropped = next(iter(from_hand), None) if route.from_square == route.to_square else None
    legs = legs_of(route, geometry, through) if dropped is None else (out_of_hand(route, geometry),)
    holes = len(route.holes) if through else 0
    seconds = travel_seconds(legs, holes, motion)
    piece = before.pieces[route.from_square] if dropped is None else piece_of(variant, dropped)
    walk = Travel(piece, route.to_square, legs, seconds)
    travels = [walk if dropped_at is None else settle(walk, dropped_at, geometry, motion)]
    if route.castled is not None:
        travels.append(slide(before.pieces[route.castled[0]], *route.castled, geometry, motion))
    if dropped is None:
        travels += _gated(from_hand, after, route, variant, motion)
    arrives = max(travel.seconds for travel in travels)
    rested = after.before_roll(rolled)
    closed = closed_ground(variant)
    changes = [*changes_by_move(before, rested, route.from_square, arrives, motion, closed)]
    destroyed = _destroyed(before, after, route)
    if route.to_square not in after.pieces:
        travels[0] = replace(travels[0], fade=motion.fade)
    holds, roll = arrives, None
    if rolled is not None:
        roll = DiceRoll(rolled, arrives, motion.dice, motion.dice_rest)
        by_roll = [*changes_by_roll(rested, after, roll.named, motion)]
        holds = max(change.ends for change in by_roll)
        changes += by_roll
    return Animation(
        begins_seconds=now_seconds,
        travels=tuple(travels),
        arrives=arrives,
        holds=holds,
        fades=(
            *_fades(before, route, travels[0].seconds, motion),
            *(Fade(square, arrives, motion.fade, before.pieces[square]) for square in destroyed),
        ),
        taken=tuple(_taken(before, after, route, travels[0].seconds, variant, motion)),
        changes=tuple(changes),
        passages=tuple(passages_of(holes_by_dive(route), walk, motion.flash))
        if through and dropped_at is None
        else (),
        burst=_burst(before, after, route, variant, arrives, motion),
        roll=roll,
    )


def plan_step_back(
    before: Scene, after: Scene, variant: Variant, motion: Motion, now_seconds: float
) -> Animation:
    """Plan how the move that led to the scene ``before`` is taken back, to the scene ``after``.

    The piece travels its route backwards, or into the hand. A roll of the dice is taken back with it.
    """
    route = before.route
    assert route is not None
    geometry, through = variant.geometry, dives(variant)
    into_hand = _put_into_hands(before, after)
    dropped = next(iter(into_hand), None) if route.from_square == route.to_square else None
    forward = legs_of(route, geometry, through) if dropped is None else (out_of_hand(route, geometry),)
    legs = reversed_legs(forward)
    seconds = travel_seconds(legs, len(route.holes) if through else 0, motion)
    piece = after.pieces[route.from_square] if dropped is None else piece_of(variant, dropped)
    walk = Travel(piece, route.from_square if dropped is None else dropped, legs, seconds)
    travels = [walk]
    if route.castled is not None:
        home, there = route.castled
        travels.append(slide(after.pieces[home], there, home, geometry, motion))
    if dropped is None:
        gated = _gated(into_hand, before, route, variant, motion)
        travels += [
            Travel(each.piece, place_of(variant, each.piece), reversed_legs(each.legs), each.seconds)
            for each in gated
        ]
    arrives = max(travel.seconds for travel in travels)
    fades, dived = [], [tuple(reversed(holes)) for holes in reversed(holes_by_dive(route))]
    captured = [] if route.captured is None else [route.captured]
    for square in (*captured, *_destroyed(after, before, route)):
        fades.append(Fade(square, 0.0, motion.fade, after.pieces[square], returns=True))
    return Animation(
        begins_seconds=now_seconds,
        travels=tuple(travels),
        arrives=arrives,
        holds=arrives,
        fades=tuple(fades),
        changes=tuple(changes_taken_back(before, after, arrives, motion, closed_ground(variant))),
        passages=tuple(passages_of(dived, walk, motion.flash)) if through else (),
    )


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
            *(Fade(square, 0.0, motion.fade, left[square]) for square in gone),
            *(Fade(square, 0.0, motion.fade, new[square], returns=True) for square in come),
        ),
        changes=tuple(_changes(before, after, variant, max(arrives, motion.fade))),
    )


def plan_browsing(
    before: Scene, after: Scene, variant: Variant, motion: Motion, now_seconds: float
) -> Animation:
    """Plan the animation between two positions of one game."""
    if before.route is not None and after.moves == before.moves[:-1]:
        plan = plan_step_back
    else:
        is_next = after.route is not None and after.moves[:-1] == before.moves
        plan = plan_move if is_next else plan_jump
    return plan(before, after, variant, motion, now_seconds)


def plan_return(
    piece: Piece, square: int, start: Point, geometry: Geometry, motion: Motion, now_seconds: float
) -> Animation:
    """Plan how a piece that was let go over an illegal square glides back to ``square``, or into the hand."""
    if is_in_hand(geometry, square):
        home = Leg(start, start, weight=1.0, to_hand=True)
    else:
        home = Leg(start, geometry.place[square], weight=1.0)
    return Animation(now_seconds, travels=(Travel(piece, square, (home,), motion.glide_back),))


def _fades(before: Scene, route: Route, arrives: float, motion: Motion) -> Iterator[Fade]:
    if route.captured is not None:
        begins = max(0.0, arrives - 0.6 * motion.fade)
        yield Fade(route.captured, begins, motion.fade, before.pieces[route.captured])


def _destroyed(before: Scene, after: Scene, route: Route) -> list[int]:
    """The squares where a move destroys pieces that it neither moves nor captures."""
    played = {route.from_square, route.to_square, route.captured, *(route.castled or ())}
    return [square for square in before.pieces if square not in after.pieces and square not in played]


def _burst(
    before: Scene, after: Scene, route: Route, variant: Variant, arrives: float, motion: Motion
) -> Burst | None:
    """The light of an explosion, if the move makes one."""
    if variant.capture is not Capture.EXPLODES or route.captured is None:
        return None
    is_one = route.to_square not in after.pieces or bool(_destroyed(before, after, route))
    return Burst(route.to_square, arrives, BURST * motion.flash) if is_one else None


def _taken(
    before: Scene, after: Scene, route: Route, arrives: float, variant: Variant, motion: Motion
) -> Iterator[CaptureIntoHand]:
    """What the move brings into the hand, from the square of the captured piece."""
    square = route.to_square if route.captured is None else route.captured
    for place in _put_into_hands(before, after):
        begins = max(0.0, arrives - 0.3 * motion.fade)
        seconds = travel_seconds((out_of_hand(route, variant.geometry),), 0, motion)
        yield CaptureIntoHand(
            place, begins, seconds, piece_of(variant, place), variant.geometry.place[square]
        )


def _put_into_hands(before: Scene, after: Scene) -> list[int]:
    """The places in hand that have more pieces in the scene ``after``."""
    return [place for place, count in after.hands.items() if count > before.hands.get(place, 0)]


def _gated(
    places: Iterable[int], after: Scene, route: Route, variant: Variant, motion: Motion
) -> Iterator[Travel]:
    """The travels out of the hand of pieces that come in on a square that the move has left."""
    left = [route.from_square, *(() if route.castled is None else route.castled[:1])]
    for place in places:
        piece = piece_of(variant, place)
        for square in (square for square in left if after.pieces.get(square) == piece):
            there = variant.geometry.place[square]
            legs = (Leg(there, there, FROM_HAND, from_hand=True),)
            yield Travel(piece, square, legs, travel_seconds(legs, 0, motion))


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
    closed = closed_ground(variant)
    for square in sorted(after.holes - before.holes):
        yield Dissolve(square, 0.0, seconds, Ground.SQUARE, closed)
    for square in sorted(before.holes - after.holes):
        yield Dissolve(square, 0.0, seconds, closed, Ground.SQUARE)
