"""The card of the chosen lesson: a board with where it goes on, and what it is about."""

from __future__ import annotations

from collections.abc import Sequence

from wormhole import Board
from wormhole.gui.background import Newest
from wormhole.gui.language import _
from wormhole.gui.learn.course_layout import CourseLayout
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.library.preview_boards import PreviewBoard, PreviewBoards
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.spot import Pixel
from wormhole.gui.screen import Stage
from wormhole.learn import course
from wormhole.learn.course import Outline

_Found = tuple[Board, PreviewBoard | None]


class LessonCard:
    """Shows one lesson of the list. Its position is read, and a board made for it, in the background."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._newest: Newest[_Found] = Newest(self._take, _ignore)
        self._board: PreviewBoard | None = None

    def place(self, size: tuple[int, int], layout: CourseLayout) -> None:
        """Lay out the card."""
        look = self._stage.look
        self._layout = layout
        picture = panel_card(look, layout.card.size)
        self._card = Picture(picture, layout.card.topleft)
        self._words = TaskCard(look, layout.words, has_ground=False)
        ground = look.backdrop.surface(size).copy()
        ground.blit(picture, layout.card)
        self._boards = PreviewBoards(look.sprites, layout.board, ground, look.board_style)
        self._board = None
        self._make_layers()

    def show(self, lesson: Outline, done: int, step: int) -> None:
        """Show a lesson with the position of a step."""
        steps = _("{done} of {count} steps done").format(done=done, count=lesson.steps)
        self._words.show(steps, _(lesson.title), _(lesson.about))
        boards, slug = self._boards, lesson.slug

        def read() -> _Found:
            found = course.lesson(slug)
            board = found.board(found.steps[step])
            return board, None if boards.has(board.variant) else boards.made(board)

        self._newest.ask(read)

    def update(self) -> None:
        """Show a position that was read."""
        self._newest.update()

    def is_on_board(self, pixel: Pixel) -> bool:
        """Whether this pixel of the window is on the board."""
        return self._board is not None and self._layout.board.collidepoint(pixel)

    def close(self) -> None:
        """Read nothing more."""
        self._newest.close()

    def _take(self, found: _Found) -> None:
        board, made = found
        if made is not None and made.layer.rect == self._layout.board:
            self._boards.keep(made)
        self._board = self._boards.of(board)
        self._board.state.show(board)
        self._make_layers()

    def _make_layers(self) -> None:
        board: tuple[Layer, ...] = () if self._board is None else (self._board.layer,)
        self.layers = (self._card, *board, self._words)


def _ignore(error: Exception) -> None:
    """The window tells of an error that nobody foresaw."""
