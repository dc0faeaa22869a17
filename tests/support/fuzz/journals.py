"""Damages journals with every kind of entry, for ``tests.support.fuzz.fuzz``. All of them can be read."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from wormhole import WormholeError, variant
from wormhole.gui.dialogs.teach_dialog import learned_words
from wormhole.learn import course
from wormhole.learn.course import CourseProgress
from wormhole.learn.solver_record import DAILY, RUN, SOLVED, PuzzleAttempt, Run, SolverRecord
from wormhole.library import journal
from wormhole.training.mining import found_before
from wormhole.training.teacher import HISTORY, Round, TeachingRecord
from wormhole.work.crew import Ledger

GAMES = ("wormhole", "chess")
TODAY = date(2026, 11, 23)
WORK = {"work": "puzzles", "seed": 1}
ROUND = Round(1, 0.5, 100_000, 900, 0.69, 0.61, 0.55, (1, 2, 3, 4, 5), True, 21.5)
PUZZLE = {
    "variant": "wormhole",
    "fen": "4k3/8/8/8/8/8/8/4K3 w",
    "moves": ["e1e2"],
    "goal": "mate in 1",
    "themes": ["short"],
    "rating": 800,
}
TAUGHT = {"work": "teaching", "game": "chess", "fingerprint": variant("chess").fingerprint}

_KINDS: tuple[tuple[dict[str, Any], ...], ...] = (
    (
        PuzzleAttempt(1e9, "wormhole", "0123456789ab", 1200, SOLVED).as_entry(),
        PuzzleAttempt(1.1e9, "chess", "ba9876543210", 900, 0.5, DAILY, "2026-11-23").as_entry(),
        PuzzleAttempt(1.2e9, "chess", "ba98765432ff", 3900, 0.0, RUN).as_entry(),
        Run(1.3e9, "wormhole", 3, 17).as_entry(),
    ),
    tuple(course.entry(outline.slug, step) for outline in course.outlines()[:3] for step in range(3)),
    (WORK, {"job": 0, "result": [PUZZLE]}, {"job": 1, "result": []}),
    (TAUGHT, vars(ROUND), {**vars(ROUND), "number": 2, "hours": 1.0}),
)
SAMPLES = tuple("".join(json.dumps(entry) + "\n" for entry in entries) for entries in _KINDS)

_VALUES: tuple[Callable[[random.Random], Any], ...] = (
    lambda dice: 10 ** dice.choice((3, 9, 15, 20, 400, 4000)),
    lambda dice: -(10 ** dice.choice((0, 3, 9, 20, 400))),
    lambda dice: dice.choice((0, 0.0, -0.0, 0.5, 1e-300, 1e300, 5e-324, True, False, None)),
    lambda dice: float(dice.choice(("inf", "-inf", "nan"))),
    lambda dice: dice.choice(("", "\ud800", "\0", "x" * 10_000, "9999-99-99", "0001-01-01", "../x", "1")),
    lambda dice: dice.choice(([], {}, [[]], [1, 2, 3, 4, 5], [10**400] * 5, {"a": [0]}, [None], ["e1e2"])),
    lambda dice: _nested(dice.choice((2, 30, 300))),
    lambda dice: dice.randrange(-5, 5000),
)


class Journals:
    """Journals in a folder; each input is the text of one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def use(self, text: str, dice: random.Random) -> None:
        """Write the text, with values changed, and let all that have journals read it."""
        path = self._folder / HISTORY
        if dice.random() < 0.5:
            text = _with_other_values(dice.choice(SAMPLES), dice)
        path.write_bytes(text.encode("utf-8", dice.choice(("replace", "surrogatepass"))))
        entries = journal.read(path)
        json.dumps(entries, allow_nan=False).encode()
        _as_solver(SolverRecord(entries))
        _as_learner(CourseProgress.of(entries))
        with suppress(WormholeError):
            learned_words(TeachingRecord(variant("chess"), self._folder).rounds)
        with suppress(WormholeError):
            for job, found in Ledger(path, WORK).results.items():
                found_before(job, found)
        journal.append(path, [WORK])
        assert journal.read(path)[-1] == WORK, "what was appended is lost"


def _as_solver(record: SolverRecord) -> None:
    for game in GAMES:
        standing = record.standing(game)
        assert 0 <= standing.rating.value <= 4000, "a rating out of bounds"
        assert 0 <= standing.solved <= len(standing.seen)
        assert all(len(f"{best:,}") < 10 for best in standing.runs.values())
        for day in (date(1, 1, 2), TODAY, date.max):
            record.days_in_a_row(game, day)


def _as_learner(known: CourseProgress) -> None:
    for outline in course.outlines():
        assert 0 <= known.steps_done(outline) <= outline.steps
        known.first_step(outline)
    known.next_lesson(course.outlines())


def _nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def _with_other_values(text: str, dice: random.Random) -> str:
    """Entries with fields that have other values, are gone, or are new, in some order."""
    entries = [json.loads(line) for line in text.splitlines()]
    for _ in range(dice.choice((1, 1, 2, 6))):
        entry = dice.choice(entries)
        name = dice.choice((*entry, "unknown"))
        if dice.random() < 0.1:
            entry.pop(name, None)
        else:
            entry[name] = dice.choice(_VALUES)(dice)
    if dice.random() < 0.2:
        entries = dice.choices(entries, k=dice.choice((1, 5, 300)))
    return "".join(json.dumps(entry) + "\n" for entry in entries)
