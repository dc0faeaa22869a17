"""A small board that shows at once what a picture will be: a position, or a game that plays itself."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.look.board_style import BoardStyle
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Motion
from wormhole.gui.pictures.board_picture import PictureStyle, picture_size
from wormhole.gui.pictures.reel import END_SECONDS, SLOWER, Pace, Reel
from wormhole.gui.screen import EVERY_FRAME


class Preview(Area):
    """A layer with a board at the top of a rectangle of the window. Call `show` first."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self._look = look
        self._ply = 0
        self._next_at: float | None = None
        self._placed: tuple[pygame.Rect, BoardStyle] | None = None
        self._view: BoardView
        self._layer: BoardLayer

    def show(self, reel: Reel, style: PictureStyle, pace: Pace | None, motion: Motion) -> None:
        """Show a game at this pace, from the move on that is shown; without one, the reel's last position."""
        self._reel, self._style, self._pace = reel, style, pace
        has_motion = pace is not None and pace.has_motion
        self._motion = motion.scaled(SLOWER) if has_motion else motion.still()
        self._ply = len(reel.moves) if pace is None else min(self._ply, len(reel.moves))
        self._place()
        self._state = reel.up_to(self._ply).last_state(style.flipped, style.shapes)
        self._board = reel.up_to(self._ply).last_board()
        self._layer = BoardLayer(self._view, self._state)
        self._next_at = None
        self.is_stale = True

    def update(self, now_seconds: float) -> None:
        """Go on with the game."""
        self._state.advance(now_seconds)
        self._state.sounds(now_seconds)
        if self._pace is None or not self._reel.moves:
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

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """All of it after `show`, else what changed on the board."""
        changed = self._layer.changed(now_seconds)
        return super().changed(now_seconds) or changed

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the board."""
        self._layer.draw(surface, now_seconds)

    def _place(self) -> None:
        """Make the board's view, unless there is the right one."""
        width, height = picture_size(self._reel.start.variant.geometry, self._style)
        share = min(self.rect.width / width, self.rect.height / height)
        place = pygame.Rect(0, 0, round(width * share), round(height * share))
        place.midtop = self.rect.midtop
        placed = place, self._style.board_style
        if placed != self._placed:
            self._placed = placed
            look = self._look
            self._view = BoardView(look.theme, look.sprites, self._reel.start.variant.geometry)
            self._view.place(place, None, self._style.board_style)

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
        pause = self._pace.seconds if self._ply < count else max(END_SECONDS, self._pace.seconds)
        self._next_at = now_seconds + pause
