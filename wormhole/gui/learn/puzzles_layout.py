"""The layout of the puzzles' start page in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.layout import row
from wormhole.gui.look.scale import Scale
from wormhole.gui.page_layout import page_layout

GAME_UNITS = (20, 30)
GAME_SHARE = 0.4
PADDING_UNITS = 2
BUTTON_UNITS = 5.5
FIGURES_UNITS = 7.5
DAILY_WORDS_UNITS = 11
CARD_UNITS = (28, 32)
"""The least and the greatest height of the cards for training and runs."""


@dataclass(frozen=True)
class CardLayout:
    """A card with words and, at its foot, buttons."""

    card: Rect
    buttons: tuple[Rect, ...]

    @property
    def foot(self) -> int:
        """The pixels of the card from the top of its buttons on."""
        return self.card.bottom - self.buttons[0].top


@dataclass(frozen=True)
class PuzzlesLayout:
    """The start page: the puzzle of the day with its board; the rating; ways to go on."""

    title: Rect
    game: Rect
    home: Rect
    daily: CardLayout
    board: Rect
    words: Rect
    figures: Rect
    graph: Rect
    training: CardLayout
    run: CardLayout

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles that lie side by side, for tests of overlaps."""
        cards = (self.board, self.words, *self.daily.buttons, self.training.card, self.run.card)
        return (self.title, self.game, self.home, *cards, self.figures, self.graph)


def puzzles_layout(size: tuple[int, int]) -> PuzzlesLayout:
    """The start page for a window of this size."""
    scale = Scale.of(size)
    strip, home, body = page_layout(size)
    title, game = _header(strip, scale)
    gap = scale.units(1.5)
    if size[1] > size[0]:
        height = min(round(0.44 * body.height), scale.units(54))
        daily, board, words = _daily_across(Rect(body.left, body.top, body.width, height), scale)
        rest = Rect(body.left, body.top + height + gap, body.width, body.height - height - gap)
    else:
        width = min(round(0.45 * body.width), body.height - scale.units(DAILY_WORDS_UNITS))
        daily, board, words = _daily_down(Rect(body.left, body.top, width, body.height), scale)
        rest = Rect(body.left + width + gap, body.top, body.width - width - gap, body.height)
    figures = Rect(rest.left, rest.top, rest.width, scale.units(FIGURES_UNITS))
    least, most = (scale.units(units) for units in CARD_UNITS)
    height = max(least, min(most, round(0.36 * rest.height)))
    cards = row(Rect(rest.left, rest.bottom - height, rest.width, height), 2, gap)
    training, run = (_card(card, scale) for card in cards)
    graph = Rect(rest.left, figures.bottom + gap, rest.width, 0)
    graph.height = training.card.top - gap - graph.top
    return PuzzlesLayout(title, game, home, daily, board, words, figures, graph, training, run)


def _header(strip: Rect, scale: Scale) -> tuple[Rect, Rect]:
    """Title and game."""
    least, most = (scale.units(units) for units in GAME_UNITS)
    game = Rect(0, strip.top, max(least, min(most, round(GAME_SHARE * strip.width))), strip.height)
    game.right = strip.right
    return Rect(strip.left, strip.top, game.left - scale.unit - strip.left, strip.height), game


def _card(card: Rect, scale: Scale) -> CardLayout:
    """A card with two buttons, one below the other."""
    padding, height = scale.units(PADDING_UNITS), scale.units(BUTTON_UNITS)
    low = Rect(card.left + padding, 0, card.width - 2 * padding, height)
    low.bottom = card.bottom - padding
    return CardLayout(card, (low.move(0, -height - scale.unit), low))


def _daily_down(card: Rect, scale: Scale) -> tuple[CardLayout, Rect, Rect]:
    """The board above the words."""
    padding, height = scale.units(PADDING_UNITS), scale.units(BUTTON_UNITS)
    inner = card.inflate(-2 * padding, -2 * padding)
    button = Rect(inner.left, inner.bottom - height, inner.width, height)
    room = button.top - 2 * scale.unit - scale.units(DAILY_WORDS_UNITS) - inner.top
    side = min(inner.width, room)
    board = Rect(inner.left + (inner.width - side) // 2, inner.top, side, side)
    words = Rect(inner.left, board.bottom + scale.unit, inner.width, 0)
    words.height = button.top - scale.unit - words.top
    return CardLayout(card, (button,)), board, words


def _daily_across(card: Rect, scale: Scale) -> tuple[CardLayout, Rect, Rect]:
    """The board beside the words."""
    padding, height = scale.units(PADDING_UNITS), scale.units(BUTTON_UNITS)
    inner = card.inflate(-2 * padding, -2 * padding)
    side = min(inner.height, round(0.55 * inner.width))
    board = Rect(inner.left, inner.top + (inner.height - side) // 2, side, side)
    left = board.right + padding
    button = Rect(left, inner.bottom - height, inner.right - left, height)
    words = Rect(left, inner.top, button.width, button.top - scale.unit - inner.top)
    return CardLayout(card, (button,)), board, words
