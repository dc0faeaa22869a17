"""The list of lessons, and the card of the chosen one, from which it is begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from wormhole.gui.background import Job
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.learn.course_layout import course_layout
from wormhole.gui.learn.course_list import CourseList
from wormhole.gui.learn.lesson_card import LessonCard
from wormhole.gui.learn.lesson_notes import Notes, journal_of
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage
from wormhole.gui.screens.lobby import Lobby
from wormhole.learn import course
from wormhole.learn.course import Outline
from wormhole.learn.progress import Progress

TITLE = N_("Lessons")


class CourseScreen(Lobby):
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
        """The chosen lesson, or else the one to go on with."""
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

    def update(self, now_seconds: float) -> None:
        """Show what was read."""
        if self._reading is not None and self._reading.is_done_within(0.0):
            reading, self._reading = self._reading, None
            self._notes = reading.result()
            self.place(self._size)
        self._card.update()

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

    def _show_chosen(self, progress: Progress) -> None:
        lesson = self.chosen
        done = progress.steps_done(lesson)
        self._card.show(lesson, done, progress.first_step(lesson))
        words = _("Begin") if done == 0 else _("Again") if progress.is_finished(lesson) else _("Continue")
        self.widgets.write(self._open_button, words)

    # What a person does

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
