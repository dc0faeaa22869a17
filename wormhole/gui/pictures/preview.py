"""A small board that shows at once what a picture will be: a position, or a game that plays itself."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.background import Job
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.board.state import BoardState
from wormhole.gui.look.board_style import BoardStyle
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Motion
from wormhole.gui.pictures.board_picture import PictureStyle, picture_size
from wormhole.gui.pictures.reel import END_SECONDS, SLOWER, Pace, Reel
from wormhole.gui.screen import EVERY_FRAME


class Preview(Area):
    """A layer with a board at the top of a rectangle of the window. Call `show` first.

    The board is painted in the background; until then there is a plain ground.
    """

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self._look = look
        self._ply = 0
        self._next_at: float | None = None
        self._placed: tuple[pygame.Rect, BoardStyle] | None = None
        self._job: Job[BoardView] | None = None
        self._layer: BoardLayer | None = None
        self._view: BoardView | None = None

    def show(self, reel: Reel, style: PictureStyle, pace: Pace | None, motion: Motion) -> None:
        """Show a game at this pace, from the move on that is shown; without one, the reel's last position."""
        self._reel, self._style, self._pace = reel, style, pace
        has_motion = pace is not None and pace.has_motion
        self._motion = motion.scaled(SLOWER) if has_motion else motion.still()
        self._ply = len(reel.moves) if pace is None else min(self._ply, len(reel.moves))
        self._state = reel.up_to(self._ply).last_state(style.flipped, style.shapes)
        self._board = reel.up_to(self._ply).last_board()
        self._place()
        self._layer = None if self._view is None else BoardLayer(self._view, self._state)
        self._next_at = None
        self.is_stale = True

    def update(self, now_seconds: float) -> None:
        """Take over the board once it is painted; go on with the game."""
        if self._job is not None and self._job.is_done_within(0.0):
            job, self._job = self._job, None
            self._view = job.result()
            self._layer = BoardLayer(self._view, self._state)
            self.is_stale = True
        self._state.advance(now_seconds)
        self._state.sounds(now_seconds)
        if self._pace is None or not self._reel.moves or self._layer is None:
            return
        if self._next_at is None:
            self._next_at = now_seconds + self._pace.seconds
        elif now_seconds >= self._next_at:
            self._step(now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until the next move, or the next frame of one."""
        if self._state.is_moving(now_seconds):
            return EVERY_FRAME
        return None if self._next_at is None else max(0.0, self._next_at - now_seconds)

    @property
    def is_ready(self) -> bool:
        """Whether the board is painted."""
        return self._layer is not None

    def close(self) -> None:
        """Wait for nothing more."""
        if self._job is not None:
            self._job.cancel()

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """All of it after `show`, else what changed on the board."""
        changed = () if self._layer is None else self._layer.changed(now_seconds)
        return super().changed(now_seconds) or changed

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the board."""
        if self._layer is not None:
            self._layer.draw(surface, now_seconds)
        elif self._placed is not None:
            surface.fill(self._look.theme.colour.sky_middle, self._placed[0])

    def _place(self) -> None:
        """Begin to make the board's view, unless there is the right one."""
        width, height = picture_size(self._reel.start.variant.geometry, self._style)
        share = min(self.rect.width / width, self.rect.height / height)
        place = pygame.Rect(0, 0, round(width * share), round(height * share))
        place.midtop = self.rect.midtop
        placed = place, self._style.board_style
        if placed != self._placed:
            self._placed = placed
            self._view = None
            look, style, state = self._look, self._style.board_style, self._state
            geometry = self._reel.start.variant.geometry

            def work(_job: Job[BoardView]) -> BoardView:
                view = BoardView(look.sprites.another(), geometry)
                view.place(place, None, style)
                view.prepare(BoardState.of(board, state.flipped))
                return view

            board = self._board.copy()
            if self._job is not None:
                self._job.cancel()
            self._job = Job(work)

    def _step(self, now_seconds: float) -> None:
        """Play the next move, or begin again."""
        count = len(self._reel.moves)
        self._ply = (self._ply + 1) % (count + 1)
        if self._ply:
            self._board.push(self._reel.moves[self._ply - 1])
            self._state.play(self._board, now_seconds, self._motion)
        else:
            self._board = self._reel.start.copy()
            self._state.show(self._board)
        if self._style.shapes:
            self._state.annotate(self._reel.shapes[self._ply])
        assert self._pace is not None, "only a game has moves"
        pause = self._pace.seconds if self._ply < count else max(END_SECONDS, self._pace.seconds)
        self._next_at = now_seconds + pause
