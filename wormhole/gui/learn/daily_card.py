"""The card with the puzzle of the day: its board, what is asked, and the button that begins it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pygame
from pygame_gui.elements import UIButton

from wormhole import Board
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.board.state import BoardState
from wormhole.gui.language import _, _n
from wormhole.gui.learn import puzzle_words
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.learn.puzzles_layout import PuzzlesLayout
from wormhole.gui.look.layers import Area, Layer, Picture
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.spot import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.screen import Stage
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.puzzle_book import PuzzleBook


class DailyCard:
    """Shows `puzzle`, the one of `day`. Call `place` first."""

    layers: Sequence[Layer] = ()
    button: UIButton

    def __init__(self, stage: Stage, book: PuzzleBook, puzzle: Puzzle, day: date) -> None:
        self._stage = stage
        self._book = book
        self._puzzle = puzzle
        self.day = day
        self._board = Board(puzzle.variant, puzzle.fen)
        self._state = BoardState.of(self._board, flipped=not self._board.turn)
        self._view = BoardView(stage.look.sprites, self._board.variant.geometry)

    @property
    def is_tried(self) -> bool:
        """Whether the person has tried it, with success or not."""
        return self._book.record.has_tried_daily(self._book.game, self.day)

    def place(self, size: tuple[int, int], layout: PuzzlesLayout, widgets: Widgets, begin: Action) -> None:
        """Lay it out in a window of this size; `begin` begins the puzzle."""
        look, card = self._stage.look, layout.daily.card
        ground = look.backdrop.surface(size).copy()
        ground.blit(panel_card(look, card.size), card)
        self._view.place(layout.board, ground, look.board_style)
        words = TaskCard(look, layout.words, has_ground=False)
        words.show(_("Puzzle of the day"), puzzle_words.date_words(self.day), self._words())
        text = _("Look at it again") if self.is_tried else _("Solve it")
        kind = None if self.is_tried else PRIMARY
        self.button = widgets.button(layout.daily.buttons[0], text, begin, kind)
        self.layers = (
            Picture(panel_card(look, card.size), card.topleft),
            BoardLayer(self._view, self._state),
            _PressedBoard(layout.board),
            words,
        )

    def is_pressed(self, event: pygame.Event) -> bool:
        """Whether this is a press on the board."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return is_press and self._view.rect.collidepoint(event.pos)

    def _words(self) -> str:
        """The task, or how it went; and how many days now were solved."""
        count = self._book.record.days_in_a_row(self._book.game, self.day)
        days = _n("{count} day in a row.", "{count} days in a row.", count) if count else ""
        if self._book.record.has_solved_daily(self._book.game, self.day):
            return f"{_('Solved.')} {days}".strip()
        if self.is_tried:
            return f"{_('Tried, but not solved.')} {days}".strip()
        turn, task = puzzle_words.turn_words(self._board), puzzle_words.task_words(self._puzzle)
        return f"{turn}. {task} {days}".strip()


class _PressedBoard(Area):
    """Shows by the pointer that the board can be pressed."""

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw nothing: the board is below."""

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The whole board."""
        if not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), Pointer.HAND, Tip(_("Solve it")))
