"""The fold view: the board as one piece sees it, and the state of the view on the screen.

In it each square stands where the piece's steps would lead if none were missing. The state says whose view is
open, and how the picture changes on the way there, on, and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from wormhole.gui.board.annotations import Annotations
from wormhole.gui.board.board_layout import Pixel
from wormhole.gui.board.scene import Scene
from wormhole.gui.look.easing import ease_out, progress, smooth
from wormhole.gui.look.theme import Motion

if TYPE_CHECKING:
    from wormhole import Board, Move, Piece, Route
    from wormhole.gui.board.animation_plans import Shown
    from wormhole.rules.routes import Way


Place = tuple[int, int]
"""Files and ranks from the piece."""

HOME: Place = (0, 0)


@dataclass(frozen=True)
class FoldedCell:
    """A square at one place of the view. A square that can be reached in several ways has several cells."""

    square: int
    place: Place
    chain: tuple[int, ...]
    """The cells from the piece's own to this one, by index."""
    stands: bool = False
    """Whether a way of the piece may end here; else it only passes."""
    is_target: bool = False
    """Whether the piece can go here."""
    captured: int | None = None
    """The square of the piece that it captures then."""
    is_repeated: bool = False
    """Whether the same square has other cells."""
    slot: int = 0
    slots: int = 1
    """Which one of the cells at this place it is, and how many there are."""


@dataclass(frozen=True)
class Seam:
    """Two cells that are neighbours because the squares between them are removed: these, in order."""

    start: int
    end: int
    holes: tuple[int, ...]


@dataclass(frozen=True)
class Folded:
    """What the piece on ``square`` sees. The first cell is its own."""

    square: int
    piece: Piece
    cells: tuple[FoldedCell, ...]
    seams: tuple[Seam, ...]
    is_to_move: bool
    """Whether its targets are its legal moves; else they would be, if its side were to move."""

    @property
    def places(self) -> tuple[int, int, int, int]:
        """The first and the last file, and the first and the last rank, counted from the piece."""
        files = [cell.place[0] for cell in self.cells]
        ranks = [cell.place[1] for cell in self.cells]
        return min(files), max(files), min(ranks), max(ranks)

    def cells_of(self, square: int) -> tuple[int, ...]:
        """The indices of all cells of a square."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.square == square)

    def target_at(self, square: int) -> int | None:
        """The cell where the piece ends a move to this square, at the end of the shortest way."""
        ends = [index for index in self.cells_of(square) if self.cells[index].is_target]
        return min(ends, key=lambda index: len(self.cells[index].chain), default=None)


def folded(board: Board, square: int) -> Folded:
    """What the piece on ``square`` sees, whichever side is to move."""
    piece = board.piece_at(square)
    assert piece is not None, "a view is that of a piece"
    is_to_move = piece.color == board.turn
    ways = sorted(board.ways(square), key=lambda way: len(way.steps))
    captured = {route.to_square: route.captured for route in board.routes(square).values()}
    growth = _Growth(square)
    for way in ways:
        growth.add(way, captured)
    return Folded(square, piece, tuple(_arranged(growth.cells)), tuple(growth.seams.values()), is_to_move)


@dataclass
class _Growth:
    """The cells found so far, and their indices."""

    square: int
    cells: list[FoldedCell] = field(default_factory=list)
    seams: dict[tuple[int, int], Seam] = field(default_factory=dict)
    numbers: dict[tuple[Place, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._number(HOME, self.square, ())

    def add(self, way: Way, captured: dict[int, int | None]) -> None:
        """Add the cells of a way, and mark the one where it ends."""
        here, place = 0, HOME
        chain: tuple[int, ...] = (0,)
        for step, (across, up) in zip(way.steps, way.vectors, strict=True):
            behind, place = here, (place[0] + across, place[1] + up)
            here = self._number(place, step[-1], chain)
            chain = (*chain, here)
            if len(step) > 1:
                self.seams.setdefault((behind, here), Seam(behind, here, step[:-1]))
        cell = self.cells[here]
        if way.ends and way.to_square in captured:
            if not cell.is_target:
                cell = replace(cell, chain=chain)
            cell = replace(cell, is_target=True, captured=captured[way.to_square])
        self.cells[here] = replace(cell, stands=cell.stands or way.moves or way.captures)

    def _number(self, place: Place, square: int, chain: tuple[int, ...]) -> int:
        number = self.numbers.setdefault((place, square), len(self.cells))
        if number == len(self.cells):
            self.cells.append(FoldedCell(square, place, (*chain, number)))
        return number


def _arranged(cells: list[FoldedCell]) -> Iterator[FoldedCell]:
    """The cells with their slots: those that continue a line keep its order."""
    at: dict[Place, list[int]] = {}
    count: dict[int, int] = {}
    for index, cell in enumerate(cells):
        at.setdefault(cell.place, []).append(index)
        count[cell.square] = count.get(cell.square, 0) + 1
    slots: dict[int, int] = {0: 0}
    for sharing in sorted(at.values(), key=lambda indices: len(cells[indices[0]].chain)):
        for slot, index in enumerate(_by_line(sharing, cells, slots)):
            slots[index] = slot
    for index, cell in enumerate(cells):
        yield replace(
            cell,
            slot=slots[index],
            slots=len(at[cell.place]),
            is_repeated=count[cell.square] > 1,
        )


def _by_line(indices: Iterable[int], cells: list[FoldedCell], slots: dict[int, int]) -> list[int]:
    def before(index: int) -> tuple[int, int]:
        chain = cells[index].chain
        return slots.get(chain[-2], 0) if len(chain) > 1 else 0, index

    return sorted(indices, key=before)


class Picked(Enum):
    """How the user picks a piece on the board; the pointer alone picks none."""

    CHOSEN = auto()
    CURSOR = auto()


@dataclass(frozen=True)
class ViewContent:
    """The picture of a position: the view of one piece or, without ``folded``, the whole board."""

    scene: Scene = field(default_factory=Scene)
    folded: Folded | None = None
    last_move: Move | None = None
    check: int | None = None
    has_moved: bool = False
    """Whether the piece of the view is on its way, so that nothing is marked for it any more."""
    reach: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """The squares to tint, as in ``BoardState.reach``."""
    annotations: Annotations = field(default_factory=Annotations)
    premove: Move | None = None
    """The move that the user has chosen for their next turn."""

    @property
    def view(self) -> Folded:
        """The view of one piece, where it is known that there is one."""
        assert self.folded is not None
        return self.folded


@dataclass(frozen=True)
class Change:
    """The picture turns from one view into another, or into the board: squares slide to their new places."""

    before: ViewContent
    after: ViewContent
    begins_seconds: float
    seconds: float
    moved: tuple[int, int] | None = None
    """Origin and target of another piece that moves meanwhile."""

    def share(self, now_seconds: float) -> float:
        """How much of it is done, 0 to 1."""
        return smooth(progress(now_seconds, self.begins_seconds, self.seconds))

    @property
    def ends(self) -> float:
        """When it is over."""
        return self.begins_seconds + self.seconds


@dataclass(frozen=True)
class Journey:
    """The piece of a view moves along ``chain``, the indices of cells, or from where it was dropped."""

    seen: ViewContent
    chain: tuple[int, ...]
    captured: int | None
    begins_seconds: float
    seconds: float
    dropped_at: Pixel | None = None

    def share(self, now_seconds: float) -> float:
        """How much of it is done, 0 to 1."""
        return ease_out(progress(now_seconds, self.begins_seconds, self.seconds))

    @property
    def ends(self) -> float:
        """When the piece is there."""
        return self.begins_seconds + self.seconds


@dataclass(frozen=True)
class PositionChange:
    """From one position to another: a move on, a move back, or a jump.

    It is always a jump if the positions are not ``of_one_game``.
    """

    before: Shown
    after: Shown
    of_one_game: bool = True

    def is_move_of(self, square: int) -> bool:
        """Whether it is a move on of the piece on ``square``."""
        route = self._on
        return route is not None and route.from_square == square

    def whereabouts(self, square: int) -> int | None:
        """Where the piece is now that stood on ``square``; None if it is gone, or if that is not known."""
        if (route := self._on) is not None:
            ends = dict(_moved(route))
            return None if square == route.captured else ends.get(square, square)
        if (route := self._back) is not None:
            starts = {end: start for start, end in _moved(route)}
            start = starts.get(square, square)
            return start if start in self.after.scene.pieces else None  # back in hand
        stood, stands = (shown.scene.pieces.get(square) for shown in (self.before, self.after))
        return square if stood == stands and stood is not None else None

    @property
    def moved(self) -> tuple[int, int] | None:
        """Origin and target of the piece that moves; None if it is a jump, a drop or a pass."""
        if (route := self._on) is not None:
            moved = route.from_square, route.to_square
        elif (route := self._back) is not None:
            moved = route.to_square, route.from_square
        else:
            return None
        return None if moved[0] == moved[1] else moved

    @property
    def _on(self) -> Route | None:
        """The route of a move on."""
        is_next = self.after.moves[:-1] == self.before.moves
        return self.after.route if self.of_one_game and is_next else None

    @property
    def _back(self) -> Route | None:
        """The route of a move back."""
        is_last = self.after.moves == self.before.moves[:-1]
        return self.before.route if self.of_one_game and is_last else None


@dataclass
class FoldView:
    """What the fold view shows now. ``shown`` is what is at rest, or will be when all motion is over."""

    shown: ViewContent = field(default_factory=ViewContent)
    journey: Journey | None = None
    change: Change | None = None
    awaits_piece: bool = False
    """Whether the next piece that is chosen opens it."""
    opened_by: Picked | None = None
    """How the piece was picked that opened it; the one it is left with is picked in the same way."""
    pointed: int | None = None
    """The cell under the pointer or the keyboard cursor."""
    has_cursor: bool = False
    drag: Pixel | None = None
    """Where the user holds the piece."""
    _dropped: Pixel | None = None
    _played: int | None = None
    """The cell to which the user has played a move that is not shown yet."""

    @property
    def folded(self) -> Folded | None:
        """The view that is open or opening; None for the board."""
        return self.shown.folded

    @property
    def view(self) -> Folded:
        """The view, where it is known that it is open."""
        return self.shown.view

    @property
    def is_open(self) -> bool:
        """Whether the view of a piece is shown, or will be."""
        return self.shown.folded is not None

    @property
    def held(self) -> Pixel | None:
        """Where the piece is drawn off its cell: held, or dropped for a move that is not shown yet."""
        return self.drag or self._dropped

    @property
    def is_on(self) -> bool:
        """Whether it is open, or opens with the next piece that is chosen."""
        return self.is_open or self.awaits_piece

    def covers_board(self, now_seconds: float) -> bool:
        """Whether it is drawn instead of the board."""
        if self.journey is None and self.change is not None and self.change.before.folded is None:
            return self.change.share(now_seconds) > 0
        return self.is_open or self.is_moving(now_seconds)

    def is_moving(self, now_seconds: float) -> bool:
        """Whether the picture changes with time."""
        return now_seconds < self.ends

    @property
    def ends(self) -> float:
        """When all motion is over; 0 if there is none."""
        return max((part.ends for part in (self.journey, self.change) if part is not None), default=0.0)

    # Changes

    def turn_to(self, before: ViewContent, after: ViewContent, now_seconds: float, motion: Motion) -> None:
        """Show ``after`` from now on; the picture turns into it."""
        self.settle()
        self.shown, self.awaits_piece = after, False
        self._forget_pointer()
        if not motion.is_still:
            self.change = Change(before, after, now_seconds, motion.folding)

    def tint(self, reach: Mapping[int, tuple[int, int]]) -> None:
        """Tint these squares from now on."""
        self.shown = replace(self.shown, reach=reach)

    def follow(
        self,
        board: Board,
        step: PositionChange,
        after: ViewContent,
        seconds: float,
        now_seconds: float,
        motion: Motion | None,
    ) -> None:
        """Show the position ``after`` a move, or at another place of the game.

        A move of the piece itself is played in the view; ``seconds`` is its time. Then the view continues
        from where the piece stands, or back to the board if the user played the move or the piece is gone.
        After a move of the user the next piece that is chosen opens it again.
        Without ``motion`` all this is there at once.
        """
        before, played, dropped = self.shown, self._played, self._dropped
        self.settle()
        self.awaits_piece = played is not None
        self._played = self._dropped = None
        self._forget_pointer()
        square, begins = before.view.square, now_seconds
        moving = None if motion is None or motion.is_still else motion
        route = step.after.route if step.is_move_of(square) else None
        if moving is not None and route is not None:
            end = before.view.target_at(route.to_square) if played is None else played
            if end is not None:
                chain = before.view.cells[end].chain
                seconds = seconds if dropped is None else moving.drop
                self.journey = Journey(before, chain, route.captured, now_seconds, seconds, dropped)
                begins = self.journey.ends
            arrived = Scene(after.scene.pieces, before.scene.holes, after.scene.sleepers)
            before = ViewContent(arrived, before.folded, after.last_move, has_moved=True, reach=after.reach)
        stands = None if played is not None else step.whereabouts(square)
        self.shown = after if stands is None else replace(after, folded=folded(board, stands))
        if moving is not None:
            moved = None if self.journey is not None else step.moved
            self.change = Change(before, self.shown, begins, moving.folding, moved)

    # What the user does

    def await_piece(self, is_awaited: bool) -> None:
        """Let the next chosen piece open its view, or no longer."""
        self.awaits_piece = is_awaited

    def point_at(self, index: int | None, by_key: bool = False) -> bool:
        """Set the cell under the pointer, or under the keyboard cursor; returns whether it is another."""
        was = self.pointed, self.has_cursor
        self.pointed, self.has_cursor = index, by_key
        return was != (index, by_key)

    def hold(self, pixel: Pixel | None) -> bool:
        """Draw the piece at the pointer, or put it back; returns whether it moved."""
        was, self.drag = self.drag, pixel
        return was != pixel

    def moves_to(self, index: int | None, allowed: Iterable[Move]) -> tuple[Move, ...]:
        """Those of the allowed moves that end on a cell."""
        if index is None or not self.view.cells[index].is_target:
            return ()
        ends = self.view.square, self.view.cells[index].square
        return tuple(move for move in allowed if (move.from_square, move.to_square) == ends)

    def play(self, index: int) -> None:
        """Note that the user plays a move to a cell: after it the picture goes back to the board."""
        self._played, self._dropped, self.drag = index, self.drag, None

    # Time

    def advance(self, now_seconds: float) -> bool:
        """Drop what is over; returns whether anything was."""
        was = self.journey, self.change
        if self.journey is not None and now_seconds >= self.journey.ends:
            self.journey = None
        if self.change is not None and now_seconds >= self.change.ends:
            self.change = None
        return was != (self.journey, self.change)

    def settle(self) -> bool:
        """End all motion at once; returns whether there was any."""
        was_moving = self.journey is not None or self.change is not None
        self.journey = self.change = None
        return was_moving

    def _forget_pointer(self) -> None:
        self.pointed, self.has_cursor, self.drag = None, False, None


def _moved(route: Route) -> tuple[tuple[int, int], ...]:
    """Origin and target of each piece that moves."""
    moved = (route.from_square, route.to_square)
    return (moved,) if route.castled is None else (moved, route.castled)
