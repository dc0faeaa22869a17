"""A screen that shows one act after another: a board beside large words, for people who only watch."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from wormhole import Board
from wormhole.gui.board.board_and_panel import DENSE_SHARE, below, beside, larger
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.hands import Places, places_in_hand
from wormhole.gui.learn.demonstration_acts import Act, ActWords, PastMove, TitleAct, TitleCard, Topic
from wormhole.gui.learn.exercise_panel import LOW_COLUMN_UNITS
from wormhole.gui.look.card import card, key_cap
from wormhole.gui.look.drawn_area import ContentCard, DrawnArea
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.layout import (
    Column,
    Fill,
    IfRoom,
    Scale,
    are_apart,
    in_sight_if_possible,
    seen_of,
    taken_in_sight,
)
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.heard import Heard
from wormhole.gui.window.keys import Command, command_of
from wormhole.gui.window.native_memory import give_back_rest
from wormhole.gui.window.stage import Stage

if TYPE_CHECKING:
    from wormhole import Geometry

COLUMN_UNITS = (28, 76)
"""The least and the greatest width of the words beside the board."""
LEAST_COLUMN_UNITS = 60
"""The least height of the words beside the board, if the window has it."""
HEADING_UNITS, FOOT_UNITS = 10, 7
LEAST_CAPTION_UNITS, LEAST_STORY_UNITS = 20, 12
CAPTION_SHARE = 0.5
"""Of the room between heading and foot; the rest is for the earlier captions."""


@dataclass(frozen=True)
class DemonstrationLayout:
    """The rectangles of the demonstration: the board, and the words beside or below it."""

    board: Rect
    heading: Rect
    caption: Rect
    story: Rect
    """The earlier captions; their height is 0 if there is no room."""
    foot: Rect
    """How to take over."""

    @property
    def parts(self) -> list[Rect]:
        """All its rectangles that have room."""
        parts = self.board, self.heading, self.caption, self.story, self.foot
        return [part for part in parts if part.height]


def demonstration_layout(
    size: tuple[int, int], geometry: Geometry, hands: Places = ()
) -> DemonstrationLayout:
    """The demonstration on this board; the words are where the board is larger.

    With enlarged text all is in sight, if the caption has room there.
    """

    def is_enough(dense: DemonstrationLayout, usual: DemonstrationLayout, seen: Rect) -> bool:
        is_board_large = dense.board.width >= DENSE_SHARE * usual.board.width
        return is_board_large and are_apart(dense.parts, seen)

    return in_sight_if_possible(size, partial(_laid_out, geometry=geometry, hands=hands), is_enough)


def _laid_out(size: tuple[int, int], geometry: Geometry, hands: Places) -> DemonstrationLayout:
    scale = Scale.of(size)
    units = scale.units
    least_height = units(HEADING_UNITS + LEAST_CAPTION_UNITS + FOOT_UNITS + 2)
    widths = units(COLUMN_UNITS[0]), units(COLUMN_UNITS[1])
    at_right = beside(size, geometry, widths, units(LEAST_COLUMN_UNITS), units(3), hands=hands)
    at_foot = below(size, geometry, least_height, units(50), units(LOW_COLUMN_UNITS), hands=hands)
    board, _gap, column = larger(at_right, at_foot, lambda layout: layout.board, geometry, hands)
    heading, foot = units(HEADING_UNITS), units(FOOT_UNITS)
    room = column.height - heading - foot - 2 * scale.unit
    caption = Fill(least=max(units(LEAST_CAPTION_UNITS), round(CAPTION_SHARE * room)))
    story = IfRoom(units(LEAST_STORY_UNITS), usual=room)
    places = Column({"heading": heading, "caption": caption, "story": story, "foot": foot}, scale.unit).at(
        column
    )
    places.setdefault("story", Rect(places["caption"].bottomleft, (column.width, 0)))
    return DemonstrationLayout(board, **places)


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

    def show(self, words: ActWords) -> None:
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


class CaptionCard(ContentCard[ActWords]):
    """The caption of the last move, in large letters: a headline and what follows it."""

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
            pixels, True, key=lambda size: self._height(self.shown, size, room[0]) <= room[1]
        )
        least, words = pixels[-1], self.shown
        if fitting < len(pixels):
            return self._lines(words, pixels[fitting], room[0])
        while words.more and self._height(words, least, room[0]) > room[1]:
            words = replace(words, more=_without_last_sentence(words.more))
        return self._lines(words, least, room[0])

    def _height(self, words: ActWords, pixels: int, width: int) -> int:
        return sum(self._look.words.height(line[1]) for line in self._lines(words, pixels, width))

    def _lines(self, words: ActWords, pixels: int, width: int) -> list[tuple[str, int, Colour, bool]]:
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
        }[self.shown.topic]


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
    """The earlier captions, the newest on top, paler and paler."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
        self._past: tuple[PastMove, ...] = ()

    def show(self, words: ActWords) -> None:
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
    """The keys by which the user takes over."""

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


POINTER_SECONDS = 3.0
"""The pointer is hidden when it has rested for so long."""
WINDOW_COMMANDS = frozenset(
    {Command.MUTE, Command.LOUDER, Command.QUIETER, Command.FULL_SCREEN, Command.QUIT}
)
"""The commands whose keys work as usual; any other key takes over."""
MODIFIERS = frozenset(
    {
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_MODE,
        pygame.K_CAPSLOCK,
        pygame.K_NUMLOCK,
    }
)


Keys = tuple[tuple[tuple[str, ...], str], ...]
"""Keys that do the same, and what they do."""


class ActsScreen:
    """Shows acts without an end. A subclass gives the acts, and says what keys and clicks do."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)
    area: pygame.Rect | None = None

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._size = (0, 0)
        self._acts: Iterator[Act] = self._programme()
        self._act: Act = next(self._acts)
        self._revision_shown: int | None = None
        self._pointer_hides_at = EVERY_FRAME

    # What a subclass gives

    def _programme(self) -> Iterator[Act]:
        """All acts, one after the other, without an end."""
        raise NotImplementedError

    def _keys(self) -> Keys:
        """What is written at the foot."""
        raise NotImplementedError

    def touch(self) -> None:
        """Do what a click does, or a key that nothing else is for."""
        raise NotImplementedError

    def go_back(self) -> None:
        """Leave the screen, as Esc does."""
        raise NotImplementedError

    # The screen

    @property
    def words(self) -> ActWords:
        """The text beside the board."""
        return self._act.words

    @property
    def heard(self) -> Heard:
        """The texts beside the board."""
        words = self.words
        texts = (words.heading, words.about, words.headline, *words.more)
        return {(number, text): text for number, text in enumerate(texts)}

    @property
    def position(self) -> Board | None:
        """The position at the end of what is shown of the game."""
        game = self._act.record()
        return None if game is None else game.end().board()

    @property
    def pointed_at(self) -> int | None:
        """None: no key selects a square."""
        return None

    @property
    def time_words(self) -> str:
        """Nothing: there are no clocks."""
        return ""

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the act for a window of this size."""
        self._size = size
        look, act = self._stage.look, self._act
        foot = self._keys()
        unit = look.scale.unit
        if isinstance(act, TitleAct):
            seen = seen_of(size)
            strip = pygame.Rect(4 * unit, seen[1] - 9 * unit, seen[0] - 8 * unit, 7 * unit)
            self.area = pygame.Rect((0, 0), seen)
            self.layers = (
                TitleCard(look, seen, act.variant),
                FootCard(look, strip, foot, True),
            )
            self._cards: tuple[HeadingCard | CaptionCard | StoryCard, ...] = ()
        elif act.state is not None:
            hands = places_in_hand(act.state.variant)
            layout = demonstration_layout(size, act.state.variant.geometry, hands)
            self.area = taken_in_sight(layout.parts, size)
            view = BoardView(look.sprites, act.state.variant.geometry, hands)
            view.place(layout.board, look.backdrop.surface(size), look.board_style)
            has_story = act.tells_story and layout.story.height
            caption = layout.caption if has_story else layout.caption.union(layout.story)
            self._cards = (
                HeadingCard(look, layout.heading),
                CaptionCard(look, caption),
                *((StoryCard(look, layout.story),) if has_story else ()),
            )
            self.layers = (
                BoardLayer(view, act.state),
                *self._cards,
                FootCard(look, layout.foot, foot, False),
            )
            strip = layout.foot
        self.notice_area = strip
        self._revision_shown = None
        self._refresh()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Any key that is not of the window, and any click, take over."""
        if event.type == pygame.KEYDOWN:
            if event.key in MODIFIERS or command_of(event) in WINDOW_COMMANDS:
                return False
            if event.key == pygame.K_ESCAPE:
                self.go_back()
            else:
                self.touch()
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN):
            self.touch()
            return True
        if event.type == pygame.MOUSEMOTION:
            pygame.mouse.set_visible(True)
            self._pointer_hides_at = now_seconds + POINTER_SECONDS
        return False

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Esc leads back."""
        if command is Command.MENU:
            self.go_back()
        return command is Command.MENU

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; continue with the next act; returns when something is due
        next."""
        due = self._act.update(now_seconds)
        if self._act.is_over and not self._stage.is_covered:
            self._show(next(self._acts))
            if self._act.state is None:
                self._stage.look.words.clear()
                self._stage.look.sprites.clear()
                give_back_rest()
            due = self._act.update(now_seconds)
        if now_seconds >= self._pointer_hides_at:
            self._pointer_hides_at = NEVER
            pygame.mouse.set_visible(False)
        self._refresh()
        if self._act.is_over and self._stage.is_covered:
            due = NEVER
        return min(due, self._pointer_hides_at)

    def _show(self, act: Act) -> None:
        """Show another act instead."""
        self._act.close()
        self._act = act
        self.place(self._size)

    def _refresh(self) -> None:
        """Show the words of the act."""
        if self._act.revision != self._revision_shown:
            self._revision_shown = self._act.revision
            for each in self._cards:
                each.show(self._act.words)

    def leave(self, go: Action) -> None:
        """Call `go` at once: nothing can be lost here."""
        go()

    def close(self) -> None:
        """Release the act, and show the pointer again."""
        self._act.close()
        self._acts = iter(())  # the generator holds this screen
        pygame.mouse.set_visible(True)
