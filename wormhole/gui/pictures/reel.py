"""A line of moves as a film: which state of the board is shown for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

import pygame

from wormhole import Board, Move
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.board_layout import FRAME, GUTTER, BoardLayout, best_trays, has_margin
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.hands import Places
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.sprites import Art, Sprites
from wormhole.gui.look.theme import BoardStyle, Coordinates, Motion, Theme
from wormhole.library.comment_commands import Shape
from wormhole.library.record import GameNode

if TYPE_CHECKING:
    from wormhole import Geometry

LEAST_SIZE, MOST_SIZE = 120, 4000
MARGIN = 0.01
"""Of the longer side, around the board."""

STEP_SECONDS = 0.07
"""Between two frames of a move: 14 a second. GIF counts in hundredths."""
SLOWER = 1.5
"""The motion takes so much longer than in the window, where there are four times as many frames."""
LEAST_HOLD_SECONDS = 0.2
END_SECONDS = 2.0


@dataclass(frozen=True)
class PictureStyle:
    """How a picture looks: its longer side in pixels, the side below, and what is marked."""

    size: int = 640
    flipped: bool = False
    coordinates: Coordinates = Coordinates.AROUND
    last_move: bool = True
    shapes: bool = True
    """Whether the circles and arrows of the user are drawn."""
    targets: bool = False
    """Whether dots show where a chosen piece may go."""

    @property
    def board_style(self) -> BoardStyle:
        """The style of the board."""
        return BoardStyle(self.coordinates, targets=self.targets, last_move=self.last_move)


class BoardPicture:
    """Paints the states of a board on one surface. Each thread needs one of its own."""

    def __init__(
        self, theme: Theme, art: Art, geometry: Geometry, style: PictureStyle, hands: Places = ()
    ) -> None:
        self.theme = theme.without_stars()
        """The theme; few colours make a small file."""
        self.sprites = Sprites(self.theme, art, waits=True)
        self.style = style
        self.rect = pygame.Rect((0, 0), picture_size(geometry, style, hands))
        margin = round(MARGIN * style.size)
        self._view = BoardView(self.sprites, geometry, hands)
        self._view.place(self.rect.inflate(-2 * margin, -2 * margin), None, style.board_style)
        self._surface = pygame.Surface(self.rect.size, depth=32)
        self._surface.fill(self.theme.colour.sky_middle)

    @property
    def layout(self) -> BoardLayout:
        """Where the squares are."""
        return self._view.layout(self.style.flipped)

    def paint(self, state: BoardState, now_seconds: float) -> pygame.Surface:
        """The picture of a state. The next call paints over it."""
        self._view.draw(self._surface, state, now_seconds)
        return self._surface

    def paint_frame(self, frame: Frame) -> pygame.Surface:
        """The picture of a frame of a film."""
        return self.paint(frame.state, frame.now_seconds)


def picture_size(geometry: Geometry, style: PictureStyle, hands: Places = ()) -> tuple[int, int]:
    """The width and height of a picture of this board, with what is in hand."""
    around = 2 * FRAME
    if style.coordinates is Coordinates.AROUND and not has_margin(geometry):
        around += GUTTER
    columns, rows = geometry.columns + around, geometry.rows + around
    trays = best_trays((style.size, style.size), geometry, around, hands)
    if trays is not None:
        columns, rows = columns + trays.across, rows + trays.down
    longer = max(columns, rows)
    return round(style.size * columns / longer), round(style.size * rows / longer)


Tell = Callable[[int, int], None]
"""Is called with the number of frames done and of all; it may raise an exception to end the work."""


@dataclass(frozen=True)
class FilmPace:
    """The pace of a film: seconds from move to move, and whether the moves are animated."""

    seconds: float = 1.0
    has_motion: bool = True


@dataclass(frozen=True)
class Frame:
    """A state of the board at a time, shown for so many milliseconds. The state changes with the next one.

    ``ply`` is the number of moves that were played, the one under way included.
    """

    state: BoardState
    now_seconds: float
    milliseconds: int
    ply: int


@dataclass(frozen=True)
class Reel:
    """A position and the moves that follow, each with the circles and arrows that are drawn then."""

    start: Board
    moves: tuple[Move, ...] = ()
    shapes: tuple[tuple[Shape, ...], ...] = ((),)
    """One more than there are moves."""
    captions: tuple[str, ...] = ()
    """As many; none for a film without words."""
    heading: str = ""
    """Above the board of a film with words."""

    @classmethod
    def through(cls, node: GameNode) -> Reel:
        """The line of a game that leads through a node to its end."""
        line = [*node.line(), *node.mainline()]
        game = node.game()
        drawn = (game.shapes(), *(each.shapes() for each in line))
        return cls(game.start.copy(), tuple(each.move for each in line), tuple(map(tuple, drawn)))

    @classmethod
    def of_position(cls, board: Board, shapes: Iterable[Shape] = ()) -> Reel:
        """A position with the move that led to it, if any."""
        if not board.move_stack:
            return cls(board.copy(), (), (tuple(shapes),))
        before = board.copy()
        move = before.pop()
        return cls(before, (move,), ((), tuple(shapes)))

    def up_to(self, ply: int) -> Reel:
        """The first moves."""
        return replace(
            self, moves=self.moves[:ply], shapes=self.shapes[: ply + 1], captions=self.captions[: ply + 1]
        )

    def last_board(self) -> Board:
        """A new board with the position at the end."""
        board = self.start.copy()
        for move in self.moves:
            board.push(move)
        return board

    def last_state(self, flipped: bool, has_shapes: bool = True) -> BoardState:
        """The board at the end, at rest."""
        state = positions.state_of(self.last_board(), flipped)
        annotate(state, shapes=self.shapes[-1] if has_shapes else ())
        return state

    def frames(
        self, pace: FilmPace, motion: Motion, flipped: bool, has_shapes: bool = True
    ) -> Iterator[Frame]:
        """The frames in turn; each must be painted before the next one is asked for."""
        motion = motion.scaled(SLOWER) if pace.has_motion else motion.still()
        board, now = self.start.copy(), 0.0
        state = positions.state_of(board, flipped)
        annotate(state, shapes=self.shapes[0] if has_shapes else ())
        yield Frame(state, now, _milliseconds(self._hold(0, pace.seconds)), 0)
        for number, move in enumerate(self.moves, 1):
            board.push(move)
            positions.play(state, board, now, motion)
            moving = 0 if state.animation is None else ceil(state.animation.seconds / STEP_SECONDS)
            for step in range(1, moving):
                yield Frame(state, now + step * STEP_SECONDS, _milliseconds(STEP_SECONDS), number)
            now += moving * STEP_SECONDS
            timeline.settle(state)
            annotate(state, shapes=self.shapes[number] if has_shapes else ())
            hold = max(LEAST_HOLD_SECONDS, pace.seconds - moving * STEP_SECONDS)
            yield Frame(state, now, _milliseconds(self._hold(number, hold)), number)

    def _hold(self, number: int, seconds: float) -> float:
        """How long a position is shown; the last one longer."""
        return seconds if number < len(self.moves) else max(END_SECONDS, seconds)


def _milliseconds(seconds: float) -> int:
    return 10 * round(100 * seconds)
