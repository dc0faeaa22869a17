"""The cards of the exercise room: what is asked, and the feedback on the last move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wormhole import PieceType
from wormhole.gui.learn.exercise import Feedback, FeedbackTone
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import card, panel_card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, hexed, mixed
from wormhole.gui.look.view import Group, Layout

PADDING_UNITS = 2
SIGN_UNITS = 3.5
GROWTHS = (1.5, 1.35, 1.2, 1.0)
"""How much larger than usual the letters of a short task are."""
PIECE_UNITS = 15
"""So much stays free below a task in larger letters, for the card about a piece."""
NARROW_UNITS = 36
"""A feedback narrower than this has smaller margins."""
SPOKEN_GROWTH = 1.2
"""The same for a short feedback."""
LEAST_TEXT = 11
"""The size of the smallest letters, at 1280x800."""
SIGNS = {
    FeedbackTone.PLAIN: '<circle cx="16" cy="16" r="3.4" fill="{ink}"/>',
    FeedbackTone.HINT: '<path d="M16 6.5a6.4 6.4 0 0 1 3.6 11.7v2.3h-7.2v-2.3'
    'A6.4 6.4 0 0 1 16 6.5zM13.4 23.4h5.2" fill="none" stroke="{ink}" stroke-width="2.4" '
    'stroke-linejoin="round" stroke-linecap="round"/>',
    FeedbackTone.GOOD: '<path d="M9.5 16.6l4.4 4.5 8.6-9.6" fill="none" stroke="{ink}" stroke-width="3" '
    'stroke-linecap="round" stroke-linejoin="round"/>',
    FeedbackTone.WRONG: '<path d="M11 11l10 10M21 11l-10 10" fill="none" stroke="{ink}" stroke-width="3" '
    'stroke-linecap="round"/>',
}
"""What is drawn on the disc beside the words, in a box of 32 by 32."""


@dataclass(frozen=True)
class _Row:
    """A line of a task. A gap is an empty line."""

    text: str
    pixels: int
    ink: Colour
    bold: bool
    height: int
    left: int = 0
    """How far it is indented, for the picture beside it."""


class TaskCard(DrawnArea):
    """A small line, a title, and paragraphs.

    If it `grows`, short words are written larger, as long as a card about a piece still fits below them, and
    as long as all texts fit that are to be written in one size.
    """

    def __init__(self, has_ground: bool = True, grows: bool = False) -> None:
        super().__init__()
        self.foot = 0
        """So many pixels at its lower end are for something else."""
        self._has_ground = has_ground
        self._growths = GROWTHS if grows else GROWTHS[-1:]
        self._words = ("", "", "")
        self._piece: tuple[PieceType, bool] | None = None
        self._texts: tuple[str, ...] = ()
        self._fitted: list[_Row] | None = None

    def show(
        self,
        kicker: str,
        title: str,
        text: str,
        piece: tuple[PieceType, bool] | None = None,
        texts: tuple[str, ...] = (),
    ) -> None:
        """Show these words, and a piece beside the title, and whether it is White's.

        `texts` are to be written in the same size as `text`.
        """
        if (kicker, title, text, piece, texts) != (*self._words, self._piece, self._texts):
            self._words, self._piece, self._texts = (kicker, title, text), piece, texts
            self._fitted = None
            self.redraw()

    def _measure(self) -> None:
        super()._measure()
        self._fitted = None

    @property
    def heard(self) -> str:
        """All its words."""
        return ". ".join(text for text in self._words if text)

    @property
    def spare(self) -> pygame.Rect:
        """What is left of the card below its words."""
        used = _height(self._fitting_rows()) + self._padding
        return pygame.Rect(self.rect.left, self.rect.top + used, self.rect.width, self.rect.height - used)

    def drawn(self) -> pygame.Surface:
        """The card with its words; of too many, the last line in sight ends with an ellipsis."""
        look, padding = self._look, self._padding
        size = self.rect.size
        picture = panel_card(look, size) if self._has_ground else pygame.Surface(size, pygame.SRCALPHA)
        top, end = padding, padding + self._room
        rows = self._fitting_rows()
        if self._piece is not None:
            piece = look.sprites.piece(*self._piece, rows[0].left - look.scale.unit)
            picture.blit(piece, (padding, padding))
        for index, row in enumerate(rows):
            rest = [each.text for each in rows[index:]]
            is_last = len(rest) == 1 or top + row.height + rows[index + 1].height > end
            width = size[0] - 2 * padding - row.left
            text = look.words.fitted(" ".join(rest), row.pixels, width, row.bold) if is_last else row.text
            picture.blit(look.words.line(text, row.pixels, row.ink, row.bold), (padding + row.left, top))
            if is_last:
                break
            top += row.height
        return picture

    @property
    def _room(self) -> int:
        """The height for the words."""
        below = self._padding // 2 if self.foot else self._padding
        return self.rect.height - self.foot - self._padding - below

    @property
    def _padding(self) -> int:
        return self._look.scale.units(PADDING_UNITS) if self._has_ground else 0

    def _fitting_rows(self) -> list[_Row]:
        """The rows in the largest letters in which all of them are in sight."""
        if self._fitted is None:
            self._fitted = self._fitting()
        return self._fitted

    def _fitting(self) -> list[_Row]:
        look, room, text = self._look, self._room, self._words[2]
        for growth in self._growths:
            pixels, free = round(growth * look.body), look.scale.units(PIECE_UNITS) if growth > 1 else 0
            # Text that fits at its usual size is not made smaller for another one that does not.
            others = self._texts if growth > 1 else ()
            if all(_height(self._rows(growth, pixels, each)) + free <= room for each in (text, *others)):
                return self._rows(growth, pixels, text)
        for pixels in range(look.body - 1, look.scale.text(LEAST_TEXT) - 1, -1):
            rows = self._rows(1, pixels, text)
            if _height(rows) <= room:
                break
        return rows

    def _rows(self, growth: float, text_pixels: int, text: str) -> list[_Row]:
        """Each line, the heading larger by `growth`, the paragraphs in letters of so many pixels."""
        look, colour = self._look, self._look.theme.colour
        kicker, title, _text = self._words
        width = self.rect.width - 2 * self._padding
        small, large = round(look.small * (1 + growth) / 2), round(growth * look.title)
        left = 0
        if self._piece is not None:
            left = look.words.height(small) + look.words.height(large) + look.scale.unit
        rows: list[_Row] = []

        def add(words: str, pixels: int, ink: Colour, bold: bool, left: int) -> None:
            height = look.words.height(pixels)
            lines = look.words.wrapped(words, pixels, width - left, bold)
            rows.extend(_Row(line, pixels, ink, bold, height, left) for line in lines)

        small = max(look.small, look.words.largest([kicker], small, width - left))
        parts = [part.replace(" ", "\u00a0") for part in kicker.split(" · ")]
        if all(look.words.width(part, small) <= width - left for part in parts):
            kicker = " · ".join(parts)  # a line ends between two parts
        add(kicker, small, colour.muted, False, left)
        title_pixels = look.words.largest(title.split(), large, width - left, bold=True)
        add(title, title_pixels, colour.ink, True, left)
        for paragraph in text.split("\n\n") if text else ():
            rows.append(_Row("", text_pixels, colour.ink, False, round(0.55 * text_pixels)))
            add(paragraph, text_pixels, mixed(colour.muted, colour.ink, 0.75), False, 0)
        return rows


class ButtonsCard(Group):
    """A card with words and, at its foot, buttons below each other. There is room for so many `places`."""

    def __init__(self, places: int, button_units: float) -> None:
        self.words = TaskCard()
        self.buttons: Sequence[Button] = ()
        self._places, self._button_units = places, button_units

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The card, with its buttons from the top."""
        places = [*self.buttons, *map(str, range(self._places - len(self.buttons)))]
        heights = dict.fromkeys(places, look.scale.units(self._button_units))
        padding = look.scale.units(PADDING_UNITS)
        foot = Column(heights, look.scale.unit, Fill(), padding, at_end=True)
        self.words.foot = foot.taken - padding
        return Column({self.words: foot})


def _height(rows: Sequence[_Row]) -> int:
    return sum(row.height for row in rows)


class FeedbackCard(DrawnArea):
    """The feedback, with a sign and a border in the colour of its tone."""

    def __init__(self) -> None:
        super().__init__()
        self.feedback = Feedback()
        """What the card says."""

    def show(self, feedback: Feedback) -> None:
        """Show this."""
        if feedback != self.feedback:
            self.feedback = feedback
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """The card; its words become smaller where they do not fit."""
        look, feedback = self._look, self.feedback
        ink = self._ink(feedback.tone)
        colour, scale, size = look.theme.colour, look.scale, self.rect.size
        ground = mixed(colour.panel, colour.raised, 0.6)
        line = mixed(colour.panel_line, ink, 0.0 if feedback.tone is FeedbackTone.PLAIN else 0.75)
        picture = card(look.sprites, size, look.corner, ground, 1.0, line, scale.pixels(1.5))
        if not feedback.text:
            return picture
        is_narrow = size[0] < scale.units(NARROW_UNITS)
        padding, side = scale.units(1 if is_narrow else 1.5), scale.units(SIGN_UNITS)
        sign = self._sign(feedback.tone, ink, side)
        picture.blit(sign, sign.get_rect(midleft=(padding, size[1] // 2)))
        left = 2 * padding + side
        width, least = size[0] - left - padding, scale.text(LEAST_TEXT)
        for pixels in range(round(SPOKEN_GROWTH * look.body), least - 1, -1):
            lines = look.words.wrapped(feedback.text, pixels, width)
            if len(lines) * look.words.height(pixels) <= size[1] - scale.units(1.5):
                break
        else:
            lines = look.words.lines_within(feedback.text, least, (width, size[1] - scale.pixels(2)))
        top = (size[1] - len(lines) * look.words.height(pixels)) // 2
        look.words.draw(picture, lines, pixels, colour.ink, (left, top))
        return picture

    def _ink(self, tone: FeedbackTone) -> Colour:
        colour = self._look.theme.colour
        return {
            FeedbackTone.PLAIN: colour.muted,
            FeedbackTone.HINT: colour.lit,
            FeedbackTone.GOOD: colour.sign_good,
            FeedbackTone.WRONG: colour.alarm,
        }[tone]

    def _sign(self, tone: FeedbackTone, ink: Colour, side: int) -> pygame.Surface:
        sign = SIGNS[tone].format(ink=hexed(ink))
        return self._look.sprites.drawing(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 32 32">'
            f'<circle cx="16" cy="16" r="14.6" fill="{hexed(ink)}" fill-opacity="0.14" stroke="{hexed(ink)}" '
            f'stroke-opacity="0.7" stroke-width="1.6"/>{sign}</svg>'
        )
