"""The list of lessons: chapters as headings, and a row for each lesson with what is done of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin

import pygame

from wormhole.gui.language import _
from wormhole.gui.learn.exercise import Tone
from wormhole.gui.learn.exercise_cards import SIGNS
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import well
from wormhole.gui.look.rounded import rounded
from wormhole.gui.look.scroll_area import ScrollArea
from wormhole.gui.look.spot import Pixel, Pointer, Spot
from wormhole.gui.look.theme import hexed
from wormhole.learn.course import Chapter, Outline
from wormhole.learn.progress import Progress

HEADING_UNITS, ROW_UNITS = 5.5, 6.5
SIGN_UNITS = 3.5
PADDING_UNITS = 1.5
DOUBLE_PRESS_SECONDS = 0.4


@dataclass(frozen=True)
class Row:
    """A lesson in the list."""

    lesson: Outline
    number: int
    """From 1, through all chapters."""
    top: int
    """In pixels from the top of the picture."""


class CourseList(ScrollArea):
    """Scrolls, and chooses one lesson. `choose` and `take` are called with a lesson: chosen, or taken."""

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        choose: Callable[[Outline], None],
        take: Callable[[Outline], None],
    ) -> None:
        super().__init__(look, rect.inflate(-2 * look.scale.pixels(4), -2 * look.scale.pixels(4)))
        self._outer = rect
        self._choose, self._take = choose, take
        self._ground = well(look, rect.size)
        self._rows: tuple[Row, ...] = ()
        self._chosen = 0
        self._pointed: int | None = None
        self._pressed = (-1, 0.0)
        self._heading_height = look.scale.units(HEADING_UNITS)
        self._row_height = look.scale.units(ROW_UNITS)

    @property
    def chosen(self) -> Outline:
        """The chosen lesson."""
        return self._rows[self._chosen].lesson

    def show_course(self, chapters: tuple[Chapter, ...], progress: Progress, chosen: str) -> None:
        """Show all lessons, with one of them chosen."""
        self._rows = tuple(self._laid_out(chapters))
        self.show(self._drawn(chapters, progress))
        slugs = [row.lesson.slug for row in self._rows]
        self._go_to(slugs.index(chosen))

    def close(self) -> None:
        """Let go of its owner, so that closing the owner frees both."""
        self._choose = self._take = _ignore

    # Events

    def handle_at(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle a mouse event; returns whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            self._point(self._row_at(event.pos))
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        row = self._row_at(event.pos) if is_press else None
        if self.handle(event):
            return True
        if row is None:
            return False
        before, self._pressed = self._pressed, (row, now_seconds)
        self._go_to(row)
        if before[0] == row and now_seconds - before[1] <= DOUBLE_PRESS_SECONDS:
            self._take(self.chosen)
        else:
            self._choose(self.chosen)
        return True

    def step_by(self, key: int) -> bool:
        """Choose another lesson by a key; returns whether it was used."""
        page = max(1, self.rect.height // self._row_height - 1)
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self._rows) - 1}
        if key not in steps and key not in ends:
            return False
        self._go_to(ends[key] if key in ends else self._chosen + steps[key])
        self._choose(self.chosen)
        return True

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A lesson can be pressed."""
        if not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), Pointer.ARROW if self._row_at(pixel) is None else Pointer.HAND)

    def place_of(self, slug: str) -> pygame.Rect:
        """Where a lesson stands in the window, in sight or not."""
        return self._place(next(row for row in self._rows if row.lesson.slug == slug))

    def _go_to(self, index: int) -> None:
        self._chosen = min(max(index, 0), len(self._rows) - 1)
        row = self._rows[self._chosen]
        is_first = self._chosen == 0 or row.top - self._rows[self._chosen - 1].top > self._row_height
        self.reveal(row.top - (self._heading_height if is_first else 0), row.top + self._row_height)
        self.is_stale = True

    def _point(self, index: int | None) -> None:
        if index != self._pointed:
            self._pointed = index
            self.is_stale = True

    def _row_at(self, pixel: Pixel) -> int | None:
        if not self.rect.collidepoint(pixel):
            return None
        return next(
            (index for index, row in enumerate(self._rows) if self._place(row).collidepoint(pixel)), None
        )

    def _place(self, row: Row) -> pygame.Rect:
        top = self.rect.top + row.top - self.offset
        return pygame.Rect(self.rect.left, top, self.width, self._row_height)

    # The picture

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the ground, what is chosen and pointed at, and the rows over it."""
        look, clip = self._look, surface.get_clip()
        colour = look.theme.colour
        surface.blit(self._ground, self._outer)
        surface.set_clip(self.rect.clip(clip))
        for index, fill in (
            (self._pointed, colour.raised),
            (self._chosen, look.theme.chosen),
        ):
            if index is not None and index < len(self._rows):
                rounded(surface, fill, self._place(self._rows[index]), look.scale.pixels(8))
        surface.set_clip(clip)
        super().draw(surface, now_seconds)

    def _laid_out(self, chapters: tuple[Chapter, ...]) -> Iterator[Row]:
        top, number = 0, 0
        for chapter in chapters:
            top += self._heading_height
            for lesson in chapter.lessons:
                number += 1
                yield Row(lesson, number, top)
                top += self._row_height

    def _drawn(self, chapters: tuple[Chapter, ...], progress: Progress) -> pygame.Surface:
        look = self._look
        colour, padding = look.theme.colour, look.scale.units(PADDING_UNITS)
        height = self._rows[-1].top + self._row_height + look.scale.unit
        picture = pygame.Surface((self.width, height), pygame.SRCALPHA)
        for row in self._rows:
            self._draw_row(picture, row, progress)
        firsts = {chapter.lessons[0].slug: chapter.title for chapter in chapters}
        for row in self._rows:
            if row.lesson.slug in firsts:
                words = look.words.fitted(_(firsts[row.lesson.slug]), look.small, self.width - 2 * padding)
                line = look.words.line(words, look.small, colour.accent, bold=True)
                picture.blit(line, line.get_rect(bottomleft=(padding, row.top - look.scale.unit)))
        return picture

    def _draw_row(self, picture: pygame.Surface, row: Row, progress: Progress) -> None:
        look, lesson = self._look, row.lesson
        colour, padding = look.theme.colour, look.scale.units(PADDING_UNITS)
        side, middle = look.scale.units(SIGN_UNITS), row.top + self._row_height // 2
        quiet = legible(colour.muted, look.theme.chosen, colour.ink)
        sign = self._sign(progress.steps_done(lesson) / lesson.steps, side)
        place = sign.get_rect(midleft=(padding, middle))
        picture.blit(sign, place)
        if not progress.is_finished(lesson):
            number = look.words.line(str(row.number), look.scale.text(12), quiet)
            picture.blit(number, number.get_rect(center=place.center))
        left = place.right + padding
        room = picture.get_width() - left - padding
        title = look.words.fitted(_(lesson.title), look.small, room, bold=True)
        about = look.words.fitted(_(lesson.about), look.scale.text(13), room)
        upper = look.words.line(title, look.small, colour.ink, bold=True)
        lower = look.words.line(about, look.scale.text(13), quiet)
        top = middle - (upper.get_height() + lower.get_height()) // 2
        picture.blit(upper, (left, top))
        picture.blit(lower, (left, top + upper.get_height()))

    def _sign(self, share: float, side: int) -> pygame.Surface:
        """A disc: a ring as far as the lesson is done, and a tick if it is."""
        colour = self._look.theme.colour
        ink, line = hexed(colour.sign_good), hexed(colour.panel_line)
        parts = [f'<circle cx="16" cy="16" r="14" fill="none" stroke="{line}" stroke-width="2.4"/>']
        if share >= 1:
            parts = [
                f'<circle cx="16" cy="16" r="14" fill="{ink}" fill-opacity="0.16" stroke="{ink}" '
                'stroke-width="2.4"/>',
                SIGNS[Tone.GOOD].format(ink=ink),
            ]
        elif share > 0:
            x, y = 16 + 14 * sin(2 * pi * share), 16 - 14 * cos(2 * pi * share)
            parts.append(
                f'<path d="M16 2A14 14 0 {int(share > 0.5)} 1 {x:.2f} {y:.2f}" fill="none" stroke="{ink}" '
                'stroke-width="2.8" stroke-linecap="round"/>'
            )
        return self._look.sprites.drawing(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 32 32">'
            f"{''.join(parts)}</svg>"
        )


def _ignore(lesson: Outline) -> None:
    """Do nothing."""
