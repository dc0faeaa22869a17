"""The cards of the exercise room: what is asked, and what is said about the last move."""

from __future__ import annotations

import pygame

from wormhole.gui.learn.exercise import Feedback, Tone
from wormhole.gui.look.card import card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.theme import Colour, hexed, mixed

PADDING_UNITS = 2
SIGN_UNITS = 3.5
SIGNS = {
    Tone.PLAIN: '<circle cx="16" cy="16" r="3.4" fill="{ink}"/>',
    Tone.HINT: '<path d="M16 6.5a6.4 6.4 0 0 1 3.6 11.7v2.3h-7.2v-2.3A6.4 6.4 0 0 1 16 6.5zM13.4 23.4h5.2" '
    'fill="none" stroke="{ink}" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>',
    Tone.GOOD: '<path d="M9.5 16.6l4.4 4.5 8.6-9.6" fill="none" stroke="{ink}" stroke-width="3" '
    'stroke-linecap="round" stroke-linejoin="round"/>',
    Tone.WRONG: '<path d="M11 11l10 10M21 11l-10 10" fill="none" stroke="{ink}" stroke-width="3" '
    'stroke-linecap="round"/>',
}
"""What is drawn on the disc beside the words, in a box of 32 by 32."""


class TaskCard(DrawnArea):
    """A small line, a title, and paragraphs; `foot` pixels at its lower end are for something else."""

    def __init__(self, look: Look, rect: pygame.Rect, foot: int = 0, has_ground: bool = True) -> None:
        super().__init__(look, rect, is_stale=True)
        self._foot = foot
        self._has_ground = has_ground
        self._words = ("", "", "")

    def show(self, kicker: str, title: str, text: str) -> None:
        """Show these words."""
        if (kicker, title, text) != self._words:
            self._words = kicker, title, text
            self.redraw()

    @property
    def spare(self) -> pygame.Rect:
        """What is left of the card below its words."""
        rows = self._rows(self._text_pixels)
        used = sum(height for _line, _pixels, _colour, _bold, height in rows) + self._padding
        return pygame.Rect(self.rect.left, self.rect.top + used, self.rect.width, self.rect.height - used)

    def drawn(self) -> pygame.Surface:
        """The card with its words; of too many, the last line in sight ends with an ellipsis."""
        look, padding = self._look, self._padding
        size = self.rect.size
        picture = panel_card(look, size) if self._has_ground else pygame.Surface(size, pygame.SRCALPHA)
        top, end = padding, padding + self._room
        rows = self._rows(self._text_pixels)
        for index, (line, pixels, colour, bold, height) in enumerate(rows):
            rest = [row[0] for row in rows[index:]]
            is_last = len(rest) == 1 or top + height + rows[index + 1][-1] > end
            text = look.words.fitted(" ".join(rest), pixels, size[0] - 2 * padding, bold) if is_last else line
            picture.blit(look.words.line(text, pixels, colour, bold), (padding, top))
            if is_last:
                break
            top += height
        return picture

    @property
    def _room(self) -> int:
        """The height for the words."""
        below = self._padding // 2 if self._foot else self._padding
        return self.rect.height - self._foot - self._padding - below

    @property
    def _padding(self) -> int:
        return self._look.scale.units(PADDING_UNITS) if self._has_ground else 0

    @property
    def _text_pixels(self) -> int:
        """The largest size of the text at which all of it is in sight."""
        look, room = self._look, self._room
        least, pixels = look.scale.text(11), look.body
        while pixels > least and sum(each[-1] for each in self._rows(pixels)) > room:
            pixels -= 1
        return pixels

    def _rows(self, text_pixels: int) -> list[tuple[str, int, Colour, bool, int]]:
        """Each line with its size, colour and weight, and the height that it takes; gaps are empty lines."""
        look, colour = self._look, self._look.theme.colour
        kicker, title, text = self._words
        width = self.rect.width - 2 * self._padding
        rows: list[tuple[str, int, Colour, bool, int]] = []

        def add(words: str, pixels: int, ink: Colour, bold: bool) -> None:
            height = look.words.height(pixels)
            rows.extend(
                (line, pixels, ink, bold, height) for line in look.words.wrapped(words, pixels, width, bold)
            )

        add(kicker, look.small, colour.muted, False)
        title_pixels = look.words.largest(title.split(), look.title, width, bold=True)
        add(title, title_pixels, colour.ink, True)
        for paragraph in text.split("\n\n") if text else ():
            rows.append(("", text_pixels, colour.ink, False, round(0.55 * text_pixels)))
            add(paragraph, text_pixels, mixed(colour.muted, colour.ink, 0.75), False)
        return rows


class FeedbackCard(DrawnArea):
    """What is said now, with a sign and a border in the colour of its tone."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
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
        line = mixed(colour.panel_line, ink, 0.0 if feedback.tone is Tone.PLAIN else 0.75)
        picture = card(look.sprites, size, look.corner, ground, 1.0, line, scale.pixels(1.5))
        if not feedback.text:
            return picture
        padding, side = scale.units(1.5), scale.units(SIGN_UNITS)
        sign = self._sign(feedback.tone, ink, side)
        picture.blit(sign, sign.get_rect(midleft=(padding, size[1] // 2)))
        left = 2 * padding + side
        room = size[0] - left - padding, size[1] - padding
        pixels, lines = look.body, []
        for pixels in range(look.body, scale.text(11) - 1, -1):
            lines = look.words.wrapped(feedback.text, pixels, room[0])
            if len(lines) * look.words.height(pixels) <= room[1]:
                break
        else:
            lines = look.words.lines_within(feedback.text, pixels, room)
        top = (size[1] - len(lines) * look.words.height(pixels)) // 2
        for index, text in enumerate(lines):
            words = look.words.line(text, pixels, colour.ink)
            picture.blit(words, (left, top + index * look.words.height(pixels)))
        return picture

    def _ink(self, tone: Tone) -> Colour:
        colour = self._look.theme.colour
        return {
            Tone.PLAIN: colour.muted,
            Tone.HINT: colour.gold,
            Tone.GOOD: colour.choice,
            Tone.WRONG: colour.warning,
        }[tone]

    def _sign(self, tone: Tone, ink: Colour, side: int) -> pygame.Surface:
        sign = SIGNS[tone].format(ink=hexed(ink))
        return self._look.sprites.drawing(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 32 32">'
            f'<circle cx="16" cy="16" r="14.6" fill="{hexed(ink)}" fill-opacity="0.14" stroke="{hexed(ink)}" '
            f'stroke-opacity="0.7" stroke-width="1.6"/>{sign}</svg>'
        )
