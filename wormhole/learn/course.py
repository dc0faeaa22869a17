"""The course: its chapters, and their lessons in order. ``lessons/course.toml`` lists them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from wormhole.learn.lesson import Lesson, parse
from wormhole.learn.lesson_error import LessonError
from wormhole.rules import toml
from wormhole.rules.file_name import is_file_name

FOLDER = "wormhole.learn.lessons"
COURSE = "course.toml"


@dataclass(frozen=True)
class Outline:
    """What the list shows of a lesson. Its positions are not read, so it is there at once."""

    slug: str
    title: str
    about: str
    steps: int


@dataclass(frozen=True)
class Chapter:
    """Some lessons under one heading."""

    title: str
    lessons: tuple[Outline, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters."""
    table = toml.packaged(FOLDER, COURSE)
    return tuple(
        Chapter(chapter["title"], tuple(map(_outline, chapter["lessons"]))) for chapter in table["chapter"]
    )


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


@cache
def lesson(slug: str) -> Lesson:
    """The lesson in the file of that name, read once. Raises :class:`LessonError`."""
    return parse(_text(slug), slug)


def _outline(slug: str) -> Outline:
    table = toml.loads(_text(slug))
    return Outline(slug, table["title"], table["about"], len(table["step"]))


def _text(slug: str) -> str:
    source = resources.files(FOLDER).joinpath(f"{slug}.toml")
    if not is_file_name(slug) or not source.is_file():
        raise LessonError("there is no lesson called {slug}", slug=slug)
    return source.read_text("utf-8")
