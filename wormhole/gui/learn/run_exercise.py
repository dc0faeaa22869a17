"""A timed run as an exercise: no help, no second try, the next puzzle at once."""

from __future__ import annotations

from collections.abc import Sequence

from wormhole import Board, Move
from wormhole.gui.keys import Command
from wormhole.gui.language import _, _n
from wormhole.gui.learn import puzzle_words
from wormhole.gui.learn.exercise import Choice, Feedback, Tone
from wormhole.gui.learn.puzzle_exercise import MakeAsking, Phase, PuzzleExercise
from wormhole.gui.match.move_words import Notation
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.puzzle_book import RunSeries
from wormhole.learn.solver_record import FAILED

RIGHT_SECONDS, WRONG_SECONDS = 0.35, 1.5
"""Until the next puzzle, after a right and after a wrong move."""
LOOK_SECONDS = 0.25
"""Between two looks at the clock."""


class RunExercise(PuzzleExercise):
    """The clock starts with the first move. `again` begins another run."""

    series: RunSeries

    def __init__(
        self, series: RunSeries, first: Puzzle, make_asking: MakeAsking, notation: Notation = Board.san
    ) -> None:
        super().__init__(series, first, make_asking, notation)
        minutes = series.run.minutes
        self.feedback = Feedback(
            _n(
                "You have {count} minute from your first move on, and three mistakes end it.",
                "You have {count} minutes from your first move on, and three mistakes end it.",
                minutes,
            )
        )

    @property
    def text(self) -> str:
        """The task; at the end, the result."""
        if self.phase is not Phase.OVER:
            return puzzle_words.task_words(self.puzzle)
        run, best = self.series.run, self.series.best_before
        result = _n("You solved {count} puzzle.", "You solved {count} puzzles.", run.solved)
        if run.solved > best:
            note = _("That is your best run so far!") if best else ""
        else:
            note = _("Your best run: {count}.").format(count=best) if best else ""
        return f"{result}\n\n{note}" if note else result

    @property
    def title(self) -> str:
        """Who is to move, or that the run is over."""
        return _("The run is over") if self.phase is Phase.OVER else super().title

    @property
    def choices(self) -> Sequence[Choice]:
        """Another run, once this one is over."""
        if self.phase is not Phase.OVER:
            return ()
        return (Choice(_("Another run"), self.again, Command.NEXT, is_primary=True),)

    @property
    def pause(self) -> float | None:
        """The next puzzle comes soon."""
        if self.phase is Phase.DONE:
            return WRONG_SECONDS if self.score == FAILED else RIGHT_SECONDS
        return super().pause

    def invitation(self) -> str:
        """Nothing is at stake but the run."""
        return _("Your move.")

    def answer(self, move: Move) -> None:
        """As for any puzzle; the first move starts the clock."""
        self.series.run.begin(self._now)
        super().answer(move)

    def wrong(self, wanted: Move) -> None:
        """Count a mistake, and say what was right."""
        played = self.board.pop()
        words = _("Wrong. It was {move}.").format(move=self.notation(self.board, wanted))
        self.board.push(played)
        self.decide(FAILED)
        self.phase = Phase.DONE
        self.feedback = Feedback(words, Tone.WRONG, "error")

    def go_on(self) -> None:
        """Reply, or ask the next puzzle."""
        if self.phase is Phase.DONE:
            self.next()
        else:
            super().go_on()

    def next(self) -> None:
        """Ask the next puzzle, unless the run is over."""
        if self.series.run.is_over(self._now):
            self.end()
        else:
            super().next()
            if self.phase is Phase.OVER:
                self.end()

    def update(self, now_seconds: float) -> None:
        """End the run when its time is over."""
        super().update(now_seconds)
        may_end = self.phase not in (Phase.DONE, Phase.OVER)
        if may_end and self.series.run.is_over(now_seconds):
            self.end()

    def wakes_in(self, now_seconds: float) -> float | None:
        """While the clock runs, a few times a second."""
        is_running = self.series.run.begun_at is not None and self.phase is not Phase.OVER
        return LOOK_SECONDS if is_running else None

    def again(self) -> None:
        """Begin another run."""
        series = RunSeries(self.series.book, self.series.run.minutes)
        first = series.next()
        if first is not None:
            self.series = series
            self.ask(first)
            self.changed()

    def perform(self, command: Command) -> bool:
        """Nobody goes back in a run."""
        return False

    def close(self) -> None:
        """Keep a run that is given up, too."""
        if self.series.run.begun_at is not None:
            self.series.finish()
        super().close()

    def end(self) -> None:
        """Keep the result, and show it."""
        self.series.finish()
        self.phase = Phase.OVER
        self.feedback = Feedback(_("Time for a break, or another run."), Tone.PLAIN, "win")
        self.changed()
