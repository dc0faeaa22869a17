"""The state of the fold view: whose view is open, and how the picture turns into it, on, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from wormhole.gui.board.annotations import Annotations
from wormhole.gui.board.board_layout import Pixel
from wormhole.gui.board.folded import FoldedBoard
from wormhole.gui.board.scene import Scene
from wormhole.gui.look.easing import ease_out, progress, smooth

if TYPE_CHECKING:
    from wormhole import Move


class Pick(Enum):
    """How the user picks a piece on the board; the pointer alone picks none."""

    CHOSEN = auto()
    CURSOR = auto()
    NOBODY = auto()
    """The view opened by itself. It ends with the next move."""


@dataclass(frozen=True)
class ViewContent:
    """The picture of a position: the view of one piece or, without ``folded``, the whole board."""

    scene: Scene = field(default_factory=Scene)
    folded: FoldedBoard | None = None
    has_moved: bool = False
    """Whether the piece of the view is on its way, so that nothing is marked for it any more."""
    reach: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """The squares to tint, as ``shown_routes.reach`` finds them."""
    annotations: Annotations = field(default_factory=Annotations)
    premoves: tuple[Move, ...] = ()
    """The moves that the user has chosen for their next turns."""

    @property
    def view(self) -> FoldedBoard:
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


@dataclass
class FoldView:
    """What the fold view shows now. ``shown`` is what is at rest, or will be when all motion is over."""

    shown: ViewContent = field(default_factory=ViewContent)
    journey: Journey | None = None
    change: Change | None = None
    awaits_piece: bool = False
    """Whether the next piece that is chosen opens it."""
    opened_by: Pick | None = None
    """How the piece was picked that opened it; the one it is left with is picked in the same way."""
    pointed: int | None = None
    """The cell under the pointer or the keyboard cursor."""
    has_cursor: bool = False
    drag: Pixel | None = None
    """Where the user holds the piece."""
    dropped: Pixel | None = None
    """Where the user dropped it for a move that is not shown yet."""
    played: int | None = None
    """The cell to which the user has played a move that is not shown yet."""

    @property
    def view(self) -> FoldedBoard:
        """The view, where it is known that it is open."""
        return self.shown.view

    @property
    def is_open(self) -> bool:
        """Whether the view of a piece is shown, or will be."""
        return self.shown.folded is not None

    @property
    def held(self) -> Pixel | None:
        """Where the piece is drawn off its cell: held, or dropped for a move that is not shown yet."""
        return self.drag or self.dropped

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
