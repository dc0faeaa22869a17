"""The list of lessons, and the card of the chosen one, from which it is begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin

import pygame
from pygame import Rect

from wormhole import Board
from wormhole.gui.board.drawing.board_view import PreviewBoard, PreviewBoards
from wormhole.gui.languages.language import N_, _
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.exercise_cards import SIGNS, TaskCard
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.lesson_exercise import LessonExercise, Notes, StepBar, journal_of
from wormhole.gui.look.card import panel_card, rounded, well
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.layers import Layer, Picture, Pixel, Pointer, Spot
from wormhole.gui.look.layout import Box, Column, Fill, Row, Scale, Share, Square, page_layout
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.scroll_area import ScrollArea
from wormhole.gui.look.theme import hexed
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.learn import course
from wormhole.learn.course import Chapter, CourseProgress, Outline

CARD_UNITS = (32, 60)
"""The least and the greatest width of the card beside the list."""
CARD_SHARE = 0.4
WORDS_UNITS = 15
BUTTON_UNITS = 7


@dataclass(frozen=True)
class CourseLayout:
    """The list of lessons, and beside or below it the card of the chosen one."""

    title: Rect
    home: Rect
    lessons: Rect
    card: Rect
    board: Rect
    words: Rect
    open: Rect

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles that lie side by side, for tests of overlaps."""
        return (self.title, self.home, self.lessons, self.board, self.words, self.open)


def course_layout(size: tuple[int, int]) -> CourseLayout:
    """The list for a window of this size. In a window higher than wide, the card is below the list."""
    scale = Scale.of(size)
    gap = padding = scale.units(2)
    title, home, body = page_layout(size)
    words, button = Fill(least=scale.units(WORDS_UNITS)), scale.units(BUTTON_UNITS)
    card: Box[str]
    if size[1] > size[0]:
        board = Square((body.width - 2 * padding) // 2, is_centred=False)
        right = Column({"words": Fill(), "open": button}, scale.unit)
        card = Row({"board": board, "right": right}, gap, Share(CARD_SHARE, most=scale.units(46)), padding)
        places = Column({"lessons": Fill(), "card": card}, gap).at(body)
    else:
        least, most = (scale.units(units) for units in CARD_UNITS)
        width = Share(CARD_SHARE, least, most)
        card = Column({"board": Square(), "words": words, "open": button}, scale.unit, width, padding)
        places = Row({"lessons": Fill(), "card": card}, gap).at(body)
        places["board"].centerx = places["words"].centerx
    names = ("lessons", "card", "board", "words", "open")
    return CourseLayout(title, home, *(places[name] for name in names))


HEADING_UNITS, ROW_UNITS = 5.5, 6.5
SIGN_UNITS = 3.5
PADDING_UNITS = 1.5
DOUBLE_PRESS_SECONDS = 0.4


@dataclass(frozen=True)
class LessonRow:
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
        self._rows: tuple[LessonRow, ...] = ()
        self._chosen = 0
        self._pointed: int | None = None
        self._pressed = (-1, 0.0)
        self._heading_height = look.scale.units(HEADING_UNITS)
        self._row_height = look.scale.units(ROW_UNITS)

    @property
    def chosen(self) -> Outline:
        """The chosen lesson."""
        return self._rows[self._chosen].lesson

    def show_course(self, chapters: tuple[Chapter, ...], progress: CourseProgress, chosen: str) -> None:
        """Show all lessons, with one of them chosen."""
        self._rows = tuple(self._laid_out(chapters))
        self.show(self._drawn(chapters, progress))
        slugs = [row.lesson.slug for row in self._rows]
        self._go_to(slugs.index(chosen))

    def close(self) -> None:
        """Let go of its owner, so that closing the owner frees both."""
        self._choose = self._take = lambda lesson: None

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

    def _place(self, row: LessonRow) -> pygame.Rect:
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

    def _laid_out(self, chapters: tuple[Chapter, ...]) -> Iterator[LessonRow]:
        top, number = 0, 0
        for chapter in chapters:
            top += self._heading_height
            for lesson in chapter.lessons:
                number += 1
                yield LessonRow(lesson, number, top)
                top += self._row_height

    def _drawn(self, chapters: tuple[Chapter, ...], progress: CourseProgress) -> pygame.Surface:
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

    def _draw_row(self, picture: pygame.Surface, row: LessonRow, progress: CourseProgress) -> None:
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
                SIGNS[FeedbackTone.GOOD].format(ink=ink),
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


_Found = tuple[Board, PreviewBoard | None]


class LessonCard:
    """Shows one lesson of the list. Its position is read, and a board made for it, in the background."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._newest: LatestJob[_Found] = LatestJob(self._take)
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
        steps = _("{done} of {count} steps completed").format(done=done, count=lesson.steps)
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
        """Stop reading."""
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


TITLE = N_("Lessons")


class CourseScreen(RoomWithoutGame):
    """The room from which lessons are begun, by `begin`. What was learned is read in the background."""

    notice_area = pygame.Rect(0, 0, 0, 0)
    title = TITLE
    command = Command.LESSONS

    def __init__(
        self,
        stage: Stage,
        begin: Callable[[Notes, str], None],
        notes: Notes | None = None,
        chosen: str | None = None,
    ) -> None:
        super().__init__(stage)
        self._begin_lesson = begin
        self._notes = notes
        self._reading: Job[Notes] | None = None
        self._chosen = chosen
        self._card = LessonCard(stage)
        if notes is None:
            journal = journal_of(stage)
            self._reading = Job(lambda job: Notes.read(journal))

    @property
    def chosen(self) -> Outline:
        """The chosen lesson, or else the one to continue."""
        lessons = course.outlines()
        if self._chosen is not None:
            return next(lesson for lesson in lessons if lesson.slug == self._chosen)
        following = None if self._notes is None else self._notes.progress.next_lesson(lessons)
        return following or lessons[0]

    # The screen

    @property
    def layers(self) -> Sequence[Layer]:
        """The heading, the card of the chosen lesson and the list."""
        return (self._title, *self._card.layers, self.list, self.widgets) if self.has_widgets else ()

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the list and the card."""
        mark = self._focus_mark()
        self._renew_widgets(size)
        layout = course_layout(size)
        self._title = self._heading(_(TITLE), layout.title)
        self.list = CourseList(self._stage.look, layout.lessons, self._choose, self._begin)
        self._list_area = self.widgets.area(layout.lessons)
        self._card.place(size, layout)
        self._open_button = self.widgets.button(layout.open, "", self._begin_chosen, PRIMARY)
        self._back_button(layout.home)
        self.notice_area = layout.words
        self._show()
        if mark is not None:
            self.widgets.focus_again(mark)
        if self._notes is not None and not self.widgets.has_focus:
            self.widgets.focus(self._open_button)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The arrow keys choose a lesson, wherever the focus is; Enter begins it."""
        if event.type == pygame.KEYDOWN:
            if self._notes is not None and not event.mod & _CHORDS and self.list.step_by(event.key):
                return True
            if event.key in _ENTER and self.widgets.is_focused(self._list_area):
                self._begin_chosen()
                return True
            return self.widgets.handle(event)
        if self._notes is not None and self.list.handle_at(event, now_seconds):
            return True
        if self.widgets.handle(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._card.is_on_board(event.pos):
            self._begin_chosen()
            return True
        return False

    def update(self, now_seconds: float) -> float:
        """Show what was read."""
        if self._reading is not None and self._reading.is_done_within(0.0):
            reading, self._reading = self._reading, None
            self._notes = reading.result()
            self.place(self._size)
        self._card.update()
        return NEVER

    def close(self) -> None:
        """Release the widgets and the card."""
        self._card.close()
        super().close()

    def _actions(self) -> Mapping[Command, Action]:
        """Space begins the chosen lesson."""
        return {**super()._actions(), Command.NEXT: self._begin_chosen}

    def _close_widgets(self) -> None:
        super()._close_widgets()
        if self.has_widgets:
            self.list.close()

    # What is shown

    def _show(self) -> None:
        """Show the list once it is known what is done, and the chosen lesson."""
        if self._notes is not None:
            self.list.show_course(course.chapters(), self._notes.progress, self.chosen.slug)
            self._show_chosen(self._notes.progress)
        self.widgets.enable(self._open_button, self._notes is not None)

    def _show_chosen(self, progress: CourseProgress) -> None:
        lesson = self.chosen
        done = progress.steps_done(lesson)
        self._card.show(lesson, done, progress.first_step(lesson))
        words = _("Start") if done == 0 else _("Again") if progress.is_finished(lesson) else _("Continue")
        self.widgets.write(self._open_button, words)

    # What the user does

    def _choose(self, lesson: Outline) -> None:
        self._chosen = lesson.slug
        if self._notes is not None:
            self._show_chosen(self._notes.progress)

    def _begin(self, lesson: Outline) -> None:
        if self._notes is not None:
            self._begin_lesson(self._notes, lesson.slug)

    def _begin_chosen(self) -> None:
        self._begin(self.chosen)


_CHORDS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


def open_lessons(stage: Stage, notes: Notes | None = None, chosen: str | None = None) -> None:
    """Go to the list of lessons, with one of them chosen; without a name, the next one to do."""
    stage.rooms.show(lambda: CourseScreen(stage, partial(open_lesson, stage), notes, chosen))


def open_lesson(stage: Stage, notes: Notes, slug: str) -> None:
    """Go to a lesson, at the first step that is not done; it should have been read in the background."""
    outline = next(lesson for lesson in course.outlines() if lesson.slug == slug)
    after = course.next_after(slug)
    if after is None:
        finish = partial(open_lessons, stage, notes, slug)
    else:
        finish = partial(open_lesson, stage, notes, after)
        Job(lambda job: course.lesson(after))  # so that it is there at once
    exercise = LessonExercise(
        course.lesson(slug),
        course.chapter_of(slug).title,
        notes.progress.first_step(outline),
        partial(notes.add, slug),
        finish,
        is_last=after is None,
    )
    done = notes.progress.done
    bar = StepBar(stage, lambda: (_ticks(done.get(slug, set()), outline.steps), exercise.number))
    back = partial(open_lessons, stage, notes, slug)
    stage.rooms.show(lambda: ExerciseScreen(stage, exercise, back, bar))


def _ticks(done: set[int], steps: int) -> tuple[bool, ...]:
    return tuple(step in done for step in range(steps))
