"""What is written beside the board of a demonstration: the game, what just happened, what happened before."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

import pygame

from wormhole.gui.learn.act import Told, Topic, Words
from wormhole.gui.look.card import card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.key_cap import key_cap
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed

SIZES = (36, 33, 30, 27, 25, 23, 21, 19, 17, 16, 15)
"""The sizes that the headline can have, at 1280x800."""
_SENTENCES = re.compile(r"(?<=[.!?…]) ")
BAR_UNITS = 0.5
PAST_FADES = 0.16
"""How much each older sentence is paler than the one after it."""
PALEST = 0.75


class HeadingCard(DrawnArea):
    """The name of the game, and who plays."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
        self._shown = ("", "")

    def show(self, words: Words) -> None:
        """Show the heading of these words."""
        if self._shown != (words.heading, words.about):
            self._shown = words.heading, words.about
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """Two lines on the sky, as large as they fit."""
        look, (heading, about), width = self._look, self._shown, self.rect.width
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pixels = look.words.largest([heading], round(1.15 * look.display), width, bold=True)
        small = look.words.largest([about], look.body, width)
        first = look.words.line(heading, pixels, look.theme.colour.ink, bold=True)
        second = look.words.line(about, small, look.theme.colour.muted)
        top = max(0, (self.rect.height - first.get_height() - second.get_height()) // 2)
        picture.blit(first, (0, top))
        picture.blit(second, (0, top + first.get_height()))
        return picture


class CaptionCard(DrawnArea):
    """What the last move did, in large letters."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
        self._words = Words()

    def show(self, words: Words) -> None:
        """Show the headline of these words and what follows it."""
        if words != self._words:
            self._words = words
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """A card with a bar in the colour of what the words are about."""
        look, size = self._look, self.rect.size
        colour, scale = look.theme.colour, look.scale
        ground = card(look.sprites, size, look.corner, colour.panel, 0.96, colour.panel_line, scale.pixels(1))
        padding = scale.units(3 if size[1] > scale.units(26) else 2)
        ink = self._ink()
        bar = pygame.Rect(padding, padding, scale.units(BAR_UNITS), size[1] - 2 * padding)
        pygame.draw.rect(ground, ink, bar, border_radius=bar.width // 2)
        room = pygame.Rect(bar.right + scale.units(2), padding, 0, bar.height)
        room.width = size[0] - padding - room.left
        lines = self._fitted(room.size)
        top = room.top
        for text, pixels, tint, bold in lines:
            if text:
                ground.blit(look.words.line(text, pixels, tint, bold), (room.left, top))
            top += look.words.height(pixels)
        return ground

    def _fitted(self, room: tuple[int, int]) -> list[tuple[str, int, Colour, bool]]:
        """The lines, in the largest letters in which all of them fit; else as many whole sentences as fit."""
        pixels = [self._look.scale.text(size) for size in SIZES]
        fitting = bisect_left(
            pixels, True, key=lambda size: self._height(self._words, size, room[0]) <= room[1]
        )
        least, words = pixels[-1], self._words
        if fitting < len(pixels):
            return self._lines(words, pixels[fitting], room[0])
        while words.more and self._height(words, least, room[0]) > room[1]:
            words = replace(words, more=_without_last_sentence(words.more))
        return self._lines(words, least, room[0])

    def _height(self, words: Words, pixels: int, width: int) -> int:
        return sum(self._look.words.height(line[1]) for line in self._lines(words, pixels, width))

    def _lines(self, words: Words, pixels: int, width: int) -> list[tuple[str, int, Colour, bool]]:
        look = self._look
        colour = look.theme.colour
        smaller = max(look.small, round(0.72 * pixels))
        lines: list[tuple[str, int, Colour, bool]] = []
        if words.move:
            lines += [(words.move, smaller, self._ink(), True), ("", round(0.25 * pixels), colour.ink, False)]
        for text in look.words.wrapped(words.headline, pixels, width, bold=True):
            lines.append((text, pixels, colour.ink, True))
        for paragraph in words.more:
            lines.append(("", round(0.4 * pixels), colour.ink, False))
            for text in look.words.wrapped(paragraph, smaller, width):
                lines.append((text, smaller, mixed(colour.ink, colour.muted, 0.35), False))
        return lines

    def _ink(self) -> Colour:
        theme = self._look.theme
        colour = theme.colour
        return {
            Topic.PLAIN: colour.muted,
            Topic.WORMHOLE: colour.wormhole if theme.is_light else colour.wormhole_rim,
            Topic.CHECK: colour.alarm,
            Topic.RESULT: colour.lit,
        }[self._words.topic]


def _without_last_sentence(paragraphs: tuple[str, ...]) -> tuple[str, ...]:
    """The paragraphs without the last sentence of them all.

    >>> _without_last_sentence(("Some text.", "It is gone. So c2 to e4 is one step."))
    ('Some text.', 'It is gone.')
    >>> _without_last_sentence(("Some text.", "It is gone."))
    ('Some text.',)
    """
    *others, last = paragraphs
    sentences = _SENTENCES.split(last)[:-1]
    return (*others, " ".join(sentences)) if sentences else tuple(others)


class StoryCard(DrawnArea):
    """What was said before, the newest on top, paler and paler."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
        self._past: tuple[Told, ...] = ()

    def show(self, words: Words) -> None:
        """Show the past of these words."""
        if words.past != self._past:
            self._past = words.past
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """As many sentences as fit, on the sky."""
        look, (width, height) = self._look, self.rect.size
        picture = pygame.Surface((width, height), pygame.SRCALPHA)
        colour, pixels, gap = look.theme.colour, look.small, look.scale.units(1.25)
        indent = look.scale.units(2)
        line_height, top = look.words.height(pixels), look.scale.units(0.5)
        for age, told in enumerate(self._past):
            lines = look.words.wrapped(told.text, pixels, width - 2 * indent)
            if top + (1 + len(lines)) * line_height > height:
                break
            paler = min(PALEST, PAST_FADES * age)
            ink = mixed(colour.ink, colour.sky_edge, 0.15 + paler)
            muted = mixed(colour.muted, colour.sky_edge, paler)
            picture.blit(look.words.line(told.move, pixels, muted, bold=True), (indent, top))
            for text in lines:
                top += line_height
                picture.blit(look.words.line(text, pixels, ink), (indent, top))
            top += line_height + gap
        return picture


class FootCard(DrawnArea):
    """The keys by which a person takes over."""

    def __init__(
        self, look: Look, rect: pygame.Rect, keys: tuple[tuple[tuple[str, ...], str], ...], centred: bool
    ) -> None:
        super().__init__(look, rect, is_stale=True)
        self._keys = keys
        self._centred = centred

    def drawn(self) -> pygame.Surface:
        """Keys with what they do, in one line or, where that is too long, one below another."""
        look, (width, height) = self._look, self.rect.size
        picture = pygame.Surface((width, height), pygame.SRCALPHA)
        between = look.scale.units(3)
        parts = [self._part(caps, meaning) for caps, meaning in self._keys]
        whole = sum(part.get_width() for part in parts) + between * (len(parts) - 1)
        if whole <= width:
            left = (width - whole) // 2 if self._centred else 0
            for part in parts:
                picture.blit(part, part.get_rect(midleft=(left, height // 2)))
                left += part.get_width() + between
            return picture
        for index, part in enumerate(parts):
            middle = (2 * index + 1) * height // (2 * len(parts))
            picture.blit(part, part.get_rect(midleft=(0, middle)))
        return picture

    def _part(self, names: tuple[str, ...], meaning: str) -> pygame.Surface:
        """Keys that do the same, and what they do; only the first key where there is little room."""
        look, gap = self._look, self._look.scale.unit
        caps = [key_cap(look, name) for name in names]
        left = sum(cap.get_width() + gap for cap in caps)
        if look.words.width(meaning, look.small) > self.rect.width - left:
            caps = caps[:1]
            left = caps[0].get_width() + gap
        pixels = look.words.largest([meaning], look.body, self.rect.width - left)
        text = look.words.line(meaning, pixels, look.theme.colour.muted)
        height = max(caps[0].get_height(), text.get_height())
        part = pygame.Surface((left + text.get_width(), height), pygame.SRCALPHA)
        part.blit(text, text.get_rect(midright=(part.get_width(), height // 2)))
        left = 0
        for cap in caps:
            part.blit(cap, cap.get_rect(midleft=(left, height // 2)))
            left += cap.get_width() + gap
        return part
