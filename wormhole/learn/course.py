"""The course: its chapters, and their lessons in order. ``lessons/course.toml`` lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Annotated, Any

from msgspec import Meta, Struct

from wormhole.base import toml
from wormhole.base.schema import Parse, find, read
from wormhole.base.text_files import is_file_name
from wormhole.learn.lesson import Lesson, LessonError, parse
from wormhole.library.journal import Word

FOLDER = "wormhole.learn.lessons"
JOURNAL = "lessons.jsonl"
"""The journal of what was learned, beside the library."""


@dataclass(frozen=True)
class Outline:
    """What the list shows of a lesson. Its positions are not read, so that it is quick."""

    slug: str
    title: str
    about: str
    steps: int


def _outline(slug: str) -> Outline:
    table = toml.loads(text_of(slug))
    return Outline(slug, table["title"], table["about"], len(table["step"]))


def text_of(slug: str) -> str:
    """The file of a lesson. Raises :class:`LessonError`."""
    source = resources.files(FOLDER).joinpath(f"{slug}.toml")
    if not is_file_name(slug) or not source.is_file():
        raise LessonError("there is no lesson called {slug}", slug=slug)
    return source.read_text("utf-8")


@dataclass(frozen=True)
class Chapter:
    """Some lessons under one heading."""

    title: str
    lessons: tuple[Annotated[Outline, Parse(_outline, of=str)], ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters."""
    return tuple(read(Chapter, chapter) for chapter in toml.packaged(FOLDER, "course.toml")["chapter"])


def outlines() -> tuple[Outline, ...]:
    """All lessons, in order."""
    return tuple(lesson for chapter in chapters() for lesson in chapter.lessons)


def chapter_of(slug: str) -> Chapter:
    """The chapter of a lesson."""
    return next(chapter for chapter in chapters() if any(lesson.slug == slug for lesson in chapter.lessons))


def next_after(slug: str) -> str | None:
    """The lesson after this one; None after the last."""
    slugs = [lesson.slug for lesson in outlines()]
    at = slugs.index(slug) + 1
    return slugs[at] if at < len(slugs) else None


def slug_of(lesson: Lesson) -> str | None:
    """The name of a lesson, however its file was called; None if it is not one of the course."""
    return next((each.slug for each in outlines() if text_of(each.slug) == lesson.source), None)


@cache
def lesson(slug: str) -> Lesson:
    """The lesson in the file of that name, read once. Raises :class:`LessonError`."""
    return parse(text_of(slug), slug)


class StepDone(Struct, frozen=True):
    """An entry of the journal: a step of a lesson, numbered from 0, that is done."""

    lesson: Word
    step: Annotated[int, Meta(ge=0, le=1000)]


@dataclass
class CourseProgress:
    """The steps that are done of each lesson, numbered from 0."""

    done: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Mapping[str, Any]]) -> CourseProgress:
        """The progress by these entries; entries that are not about lessons are left out."""
        progress = cls()
        for entry in entries:
            done = find(StepDone, entry)
            if done is not None:
                progress.add(done.lesson, done.step)
        return progress

    def add(self, slug: str, step: int) -> None:
        """Note that a step is done."""
        self.done.setdefault(slug, set()).add(step)

    def has(self, slug: str, step: int) -> bool:
        """Whether a step is done."""
        return step in self.done.get(slug, ())

    def steps_done(self, lesson: Outline) -> int:
        """How many steps of a lesson are done."""
        return sum(1 for step in self.done.get(lesson.slug, ()) if 0 <= step < lesson.steps)

    def is_finished(self, lesson: Outline) -> bool:
        """Whether all steps of a lesson are done."""
        return self.steps_done(lesson) == lesson.steps

    def first_step(self, lesson: Outline) -> int:
        """The step to continue with: the first one that is not done; the first of all if none is left."""
        done = self.done.get(lesson.slug, set())
        return next((step for step in range(lesson.steps) if step not in done), 0)

    def next_lesson(self, lessons: Iterable[Outline]) -> Outline | None:
        """The first lesson that is not finished."""
        return next((lesson for lesson in lessons if not self.is_finished(lesson)), None)


def entry(slug: str, step: int) -> dict[str, Any]:
    """The entry for a step that is done."""
    return {"lesson": slug, "step": step}
