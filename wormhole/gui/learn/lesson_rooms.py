"""The ways into the lessons: the list, and the exercise room with one of them."""

from __future__ import annotations

from functools import partial

from wormhole.gui.background import Job
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.lesson_exercise import LessonExercise
from wormhole.gui.learn.lesson_notes import Notes
from wormhole.gui.learn.step_bar import StepBar
from wormhole.gui.screen import Stage
from wormhole.learn import course


def open_lessons(stage: Stage, notes: Notes | None = None, chosen: str | None = None) -> None:
    """Go to the list of lessons, with one of them chosen; without a name, the next one to do."""
    stage.show_room(lambda: CourseScreen(stage, partial(open_lesson, stage), notes, chosen))


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
    stage.show_room(lambda: ExerciseScreen(stage, exercise, back, bar))


def _ticks(done: set[int], steps: int) -> tuple[bool, ...]:
    return tuple(step in done for step in range(steps))
