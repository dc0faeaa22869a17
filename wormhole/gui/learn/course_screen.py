"""The list of lessons, and the card of the chosen one, from which it is begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin

import pygame
from pygame import Rect

from wormhole import Board
from wormhole.gui.board import positions
from wormhole.gui.board.drawing.board_view import PreviewBoard, PreviewBoards
from wormhole.gui.languages.language import N_, _
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.exercise_cards import SIGNS, TaskCard
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.lesson_exercise import LessonExercise, Notes, StepBar, journal_of
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import rounded
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.focus import ENTER, FocusArea
from wormhole.gui.look.headed_list import HeadedList, HeadedRow
from wormhole.gui.look.layers import Layer, Pixel, Pointer, Spot
from wormhole.gui.look.layout import Column, Fill, Grid, Row, Share, Square, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import hexed
from wormhole.gui.look.view import Group, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.chapters import keep_studies
from wormhole.gui.screens.page_room import Ground, PageRoom
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.learn import course
from wormhole.learn.course import Chapter, CourseProgress, Outline
from wormhole.learn.lesson import Lesson
from wormhole.library.study import Study
from wormhole.play.seats import against, level_of
from wormhole.players.spec import at_level

CARD_UNITS = (32, 60)
"""The least and the greatest width of the card beside the list."""
CARD_SHARE = 0.4
WORDS_UNITS = 15
BUTTON_UNITS = 7


HEADING_UNITS, ROW_UNITS = 5.5, 6.5
SIGN_UNITS = 3.5
PADDING_UNITS = 1.5


@dataclass(frozen=True)
class LessonRow(HeadedRow):
    """A row of the list: a lesson or, without one, the title of a chapter."""

    lesson: Outline | None = None
    number: int = 0
    """From 1, through all chapters."""
    done: float = 0.0
    """The share of the lesson that is done."""
    is_finished: bool = False

    @property
    def is_heading(self) -> bool:
        """Whether it names a chapter."""
        return self.lesson is None


class CourseList(HeadedList[LessonRow]):
    """Scrolls, and chooses one lesson. `choose` and `take` are called with a lesson: chosen, or taken."""

    def __init__(self, choose: Callable[[Outline], None], take: Callable[[Outline], None]) -> None:
        super().__init__(HEADING_UNITS, ROW_UNITS)
        self._on_choose, self._on_take = choose, take

    def show_course(self, chapters: Sequence[Chapter], progress: CourseProgress, chosen: str) -> None:
        """Show all lessons, with one of them chosen."""
        self.show_rows(lesson_rows(chapters, progress))
        self.go_to(self._row_of(chosen))

    def close(self) -> None:
        """Let go of its owner, so that closing the owner frees both."""
        self._on_choose = self._on_take = lambda lesson: None

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A lesson can be pressed."""
        if not self.rect.collidepoint(pixel):
            return None
        row = self.row_at(pixel)
        can = row is not None and self.rows[row].can
        return Spot(tuple(self.rect), Pointer.HAND if can else Pointer.ARROW)

    def place_of_lesson(self, slug: str) -> pygame.Rect:
        """Where a lesson stands in the window, in sight or not."""
        return self.place_of(self._row_of(slug))

    @property
    def content_height(self) -> int:
        """The height of all rows, and some room below them."""
        return super().content_height + self._look.scale.unit

    def _row_of(self, slug: str) -> int:
        return next(
            n for n, row in enumerate(self.rows) if row.lesson is not None and row.lesson.slug == slug
        )

    def _lesson(self, number: int) -> Outline:
        lesson = self.rows[number].lesson
        assert lesson is not None, "a heading cannot be chosen"
        return lesson

    def _choose_row(self, number: int) -> None:
        super()._choose_row(number)
        self._on_choose(self._lesson(number))

    def _take_row(self, number: int) -> None:
        self._on_take(self._lesson(number))

    # The picture

    def _draw_heading(self, surface: pygame.Surface, place: pygame.Rect, text: str) -> None:
        look, padding = self._look, self._look.scale.units(PADDING_UNITS)
        words = look.words.fitted(text, look.small, self.width - 2 * padding)
        line = look.words.line(words, look.small, look.theme.colour.accent, bold=True)
        surface.blit(line, line.get_rect(bottomleft=(place.left + padding, place.bottom - look.scale.unit)))

    def _draw_row(self, surface: pygame.Surface, place: pygame.Rect, number: int) -> None:
        look, row, lesson = self._look, self.rows[number], self._lesson(number)
        colour, padding = look.theme.colour, look.scale.units(PADDING_UNITS)
        fill = (
            look.theme.chosen if number == self.chosen else colour.raised if number == self._pointed else None
        )
        if fill is not None:
            rounded(surface, fill, place, look.scale.pixels(8))
        quiet = legible(colour.muted, look.theme.chosen, colour.ink)
        sign = self._sign(row.done, look.scale.units(SIGN_UNITS))
        disc = sign.get_rect(midleft=(place.left + padding, place.top + self._row_height // 2))
        surface.blit(sign, disc)
        if not row.is_finished:
            figure = look.words.line(str(row.number), look.scale.text(12), quiet)
            surface.blit(figure, figure.get_rect(center=disc.center))
        left = disc.right + padding
        room = place.right - left - padding
        title = look.words.fitted(row.text, look.small, room, bold=True)
        about = look.words.fitted(_(lesson.about), look.scale.text(13), room)
        upper = look.words.line(title, look.small, colour.ink, bold=True)
        lower = look.words.line(about, look.scale.text(13), quiet)
        top = disc.centery - (upper.get_height() + lower.get_height()) // 2
        surface.blit(upper, (left, top))
        surface.blit(lower, (left, top + upper.get_height()))

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


def lesson_rows(chapters: Sequence[Chapter], progress: CourseProgress) -> Sequence[LessonRow]:
    """The lessons, each chapter under its title."""
    rows: list[LessonRow] = []
    number = 0
    for chapter in chapters:
        rows.append(LessonRow(_(chapter.title)))
        for lesson in chapter.lessons:
            number += 1
            done, is_finished = progress.steps_done(lesson) / lesson.steps, progress.is_finished(lesson)
            rows.append(LessonRow(_(lesson.title), lesson, number, done, is_finished))
    return rows


_Found = tuple[Board, PreviewBoard | None]


class LessonCard(Group):
    """Shows one lesson of the list. Its position is read, and a board made for it, in the background."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._newest: LatestJob[_Found] = LatestJob(self._take)
        self._board: PreviewBoard | None = None
        self._ground, self._words = Ground(), TaskCard(has_ground=False)
        self.buttons: Sequence[Button] = ()
        self.window = (0, 0)
        """The size of the window."""

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The board, once it is there."""
        return () if self._board is None else (self._board.layer,)

    @property
    def words_rect(self) -> Rect:
        """Where its words stand."""
        return self._words.rect

    def layout(self, look: Look, room: Rect) -> Layout:
        """The board above the words or, in a high window, beside them."""
        units, unit, padding = look.scale.units, look.scale.unit, look.scale.units(2)
        buttons = Grid(self.buttons, 2, unit, units(BUTTON_UNITS))
        inside: Layout
        if is_upright(self.window):
            board = Square((room.width - 2 * padding) // 2, is_centred=False)
            right: Parts = {self._words: Fill(), "buttons": buttons}
            inside = Row({self._place_board: board, "right": Column(right, unit)}, padding, padding=padding)
        else:
            words = Fill(least=units(WORDS_UNITS))
            parts: Parts = {self._place_board: Square(), self._words: words, "buttons": buttons}
            inside = Column(parts, unit, padding=padding)
        return Column({self._ground: inside})

    def _place_board(self, rect: Rect) -> None:
        look, ground = self._stage.look, self._ground
        if not is_upright(self.window):
            rect.centerx = ground.rect.centerx
        self._rect, sky = rect, ground.under_board(self.window)
        self._boards = PreviewBoards(look.sprites, rect, sky, look.board_style)
        self._board = None

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
        return self._board is not None and self._rect.collidepoint(pixel)

    def close(self) -> None:
        """Stop reading."""
        self._newest.close()

    def _take(self, found: _Found) -> None:
        board, made = found
        if made is not None and made.layer.rect == self._rect:
            self._boards.keep(made)
        self._board = self._boards.of(board)
        positions.show(self._board.state, board)


class CourseScreen(PageRoom):
    """The room from which lessons are begun, by `begin`. What was learned is read in the background."""

    title = N_("Lessons")
    command = Command.LESSONS
    has_board = True

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
        self._chosen = chosen
        self._card = LessonCard(stage)
        if notes is None:
            journal = journal_of(stage)
            self.in_background(self._take).ask(lambda: Notes.read(journal))

    @property
    def chosen(self) -> Outline:
        """The chosen lesson, or else the one to continue."""
        lessons = course.outlines()
        if self._chosen is not None:
            return next(lesson for lesson in lessons if lesson.slug == self._chosen)
        following = None if self._notes is None else self._notes.progress.next_lesson(lessons)
        return following or lessons[0]

    # The screen

    def make(self) -> None:
        """The list of lessons, and the buttons of the card."""
        self.list = CourseList(self._choose, self._begin)
        self._list_area = FocusArea()
        tip = tip_of(Command.ADD_TO_STUDY, _("Make a study of the lesson, which you can change"))
        self._open_button = Button("", self._begin_chosen, PRIMARY)
        self._open_button.enable(self._notes is not None)
        self._card.buttons = self._open_button, Button(_("As a study"), self._open_as_study, tip=tip)
        if self._notes is not None:
            self.first = self._open_button
            self.list.show_course(course.chapters(), self._notes.progress, self.chosen.slug)

    def layout(self, look: Look, room: Rect) -> Layout:
        """The card beside the list or, in a high window, below it."""
        units, gap = look.scale.units, look.scale.units(2)
        self._card.window = self._size
        lessons = Column({self.list: Fill()})
        if is_upright(self._size):
            return Column({self._list_area: lessons, self._card: Share(CARD_SHARE, most=units(46))}, gap)
        width = Share(CARD_SHARE, *map(units, CARD_UNITS))
        return Row({self._list_area: lessons, self._card: width}, gap)

    @property
    def upper_layers(self) -> tuple[Layer, ...]:
        """The board of the card."""
        return self._card.layers

    def settle(self) -> None:
        """Show the chosen lesson."""
        if self._notes is not None:
            self._show_chosen(self._notes.progress)

    @property
    def notice_area(self) -> Rect:
        """The words of the card."""
        return self._card.words_rect

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The arrow keys choose a lesson, wherever the focus is; Enter begins it."""
        if event.type == pygame.KEYDOWN:
            if self._notes is not None and not event.mod & _CHORDS and self.list.step(event.key):
                return True
            if event.key in ENTER and self.widgets.is_focused(self._list_area):
                self._begin_chosen()
                return True
            return self.widgets.handle(event)
        if self._notes is not None and self.list.handle(event, now_seconds):
            return True
        if self.widgets.handle(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._card.is_on_board(event.pos):
            self._begin_chosen()
            return True
        return False

    def update(self, now_seconds: float) -> float:
        """Show what was read."""
        self._card.update()
        return super().update(now_seconds)

    def close(self) -> None:
        """Release the widgets and the card."""
        self._card.close()
        super().close()

    def _actions(self) -> Mapping[Command, Action]:
        """Space begins the chosen lesson."""
        own = {Command.NEXT: self._begin_chosen, Command.ADD_TO_STUDY: self._open_as_study}
        return {**super()._actions(), **own}

    # What is shown

    def _take(self, notes: Notes) -> None:
        self._notes = notes
        self.renew()

    def _show_chosen(self, progress: CourseProgress) -> None:
        lesson = self.chosen
        done = progress.steps_done(lesson)
        self._card.show(lesson, done, progress.first_step(lesson))
        words = _("Start") if done == 0 else _("Again") if progress.is_finished(lesson) else _("Continue")
        self._open_button.text = words

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

    def _open_as_study(self) -> None:
        """Copy the chosen lesson to the user's studies, and show it there."""
        slug, stage = self.chosen.slug, self._stage

        def study() -> list[Study]:
            from wormhole.learn.lesson_study import study_of

            return [study_of(course.lesson(slug), _, _("Step {number}"))]

        keep_studies(stage, study)


_CHORDS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


def open_lessons(stage: Stage, notes: Notes | None = None, chosen: str | None = None) -> None:
    """Go to the list of lessons, with one of them chosen; without a name, the next one to do."""
    stage.rooms.show(lambda: CourseScreen(stage, partial(open_lesson, stage), notes, chosen))


def open_lesson(stage: Stage, notes: Notes, slug: str) -> None:
    """Go to a lesson, at the first step that is not done; it should have been read in the background.

    The first one leads on to a game, all others to the next lesson.
    """
    outline = next(lesson for lesson in course.outlines() if lesson.slug == slug)
    after = course.next_after(slug)
    ways_on: list[tuple[str, Action]] = [(N_("Done"), partial(open_lessons, stage, notes, slug))]
    if after is not None:
        ways_on = [(N_("Next lesson"), partial(open_lesson, stage, notes, after))]
        Job(lambda job: course.lesson(after))  # so that it is there at once
    if outline is course.outlines()[0]:
        ways_on.insert(0, (N_("Play level 1"), partial(_play_first_game, stage)))
    exercise = LessonExercise(
        course.lesson(slug),
        course.chapter_of(slug).title,
        notes.progress.first_step(outline),
        partial(notes.add, slug),
        ways_on,
    )
    done = notes.progress.done
    bar = StepBar(stage, lambda: (_ticks(done.get(slug, set()), outline.steps), exercise.number))
    back = partial(open_lessons, stage, notes, slug)
    stage.rooms.show(lambda: ExerciseScreen(stage, exercise, back, bar))


def open_guest_lesson(stage: Stage, lesson: Lesson) -> None:
    """Go to a lesson that is not of the course; which of its steps are done is not kept."""
    done: set[int] = set()
    back = stage.rooms.go_back
    exercise = LessonExercise(lesson, N_("Lesson"), 0, done.add, [(N_("Done"), back)])
    bar = StepBar(stage, lambda: (_ticks(done, len(lesson.steps)), exercise.number))
    stage.rooms.show(lambda: ExerciseScreen(stage, exercise, back, bar))


def _play_first_game(stage: Stage) -> None:
    """Go to a game of Wormhole Chess against the lowest level, without clocks."""
    stage.rooms.open(destination.Game(against("white", at_level(level_of(1)))))


def _ticks(done: set[int], steps: int) -> tuple[bool, ...]:
    return tuple(step in done for step in range(steps))
