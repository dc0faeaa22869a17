"""The slides between two games of a demonstration: pages of the rules, and steps of lessons."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.gui.language import _
from wormhole.gui.rules_pages.demonstration import Demonstration
from wormhole.gui.rules_pages.pages import pages_of
from wormhole.learn.course import lesson
from wormhole.learn.goals import Show
from wormhole.learn.programme import Showing


@dataclass(frozen=True)
class Slide:
    """A board beside a text: moves are played on it, or it is shown as a piece sees it."""

    title: str
    paragraphs: tuple[str, ...]
    shown: Demonstration
    fold: int | None = None
    """The piece that sees it."""


def slides_of(showing: Showing) -> tuple[Slide, ...]:
    """All slides of a game, in the language in use, the idea of the game first.

    It takes longer than a frame.
    """
    idea, *others = [
        Slide(page.title, page.paragraphs, page.demonstration)
        for page in pages_of(showing.variant)
        if page.demonstration is not None
    ]
    return (idea, *(_of_step(slug, number) for slug, number in showing.steps), *others)


def _of_step(slug: str, number: int) -> Slide:
    """A step of a lesson in which nothing is asked."""
    taken = lesson(slug)
    step = taken.steps[number - 1]
    moves = step.goal.moves if isinstance(step.goal, Show) else ()
    shown = Demonstration(taken.board(step).fen(), moves)
    return Slide(_(taken.title), (_(step.text),), shown, step.fold)
