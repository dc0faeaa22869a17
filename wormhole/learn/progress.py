"""How far a person is in the lessons, from the entries of a journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wormhole.learn.course import Outline
from wormhole.library.journal_entry import whole, word

MOST_STEPS = 1000
"""A larger number is a mistake in a journal."""


@dataclass
class Progress:
    """The steps that are done of each lesson, numbered from 0."""

    done: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Mapping[str, Any]]) -> Progress:
        """What these entries tell; those that are not about lessons are left out."""
        progress = cls()
        for entry in entries:
            slug, step = word(entry, "lesson"), whole(entry, "step", 0, MOST_STEPS)
            if slug and step is not None:
                progress.add(slug, step)
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
        """Where to go on: the first step that is not done; the first of all if none is left."""
        done = self.done.get(lesson.slug, set())
        return next((step for step in range(lesson.steps) if step not in done), 0)

    def next_lesson(self, lessons: Iterable[Outline]) -> Outline | None:
        """The first lesson that is not finished."""
        return next((lesson for lesson in lessons if not self.is_finished(lesson)), None)


def entry(slug: str, step: int) -> dict[str, Any]:
    """The entry for a step that is done."""
    return {"lesson": slug, "step": step}
