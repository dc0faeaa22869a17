"""Puzzles as an exercise: one after the other, with hints, refutations and the solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from wormhole import Board, Move
from wormhole.gui.board.annotations import Suggestion
from wormhole.gui.board.hands import origin_of
from wormhole.gui.languages.language import _, _n, said
from wormhole.gui.learn import puzzle_words
from wormhole.gui.learn.asking import Asking
from wormhole.gui.learn.exercise import Exercise, ExerciseChoice, Feedback, FeedbackTone, Shown
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.window.keys import Command
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.puzzle_book import Daily, RunSeries, Series, Training
from wormhole.learn.reasons import Reason, ReasonKind, routes_of, way_through, why_good
from wormhole.learn.refutation import Refutation
from wormhole.learn.solver_record import FAILED, HELPED, SOLVED
from wormhole.play.move_words import Notation, line_words

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.gui.pictures.page_files import PageJob

REPLY_SECONDS = 0.45
"""From the rest after a right move to the reply."""
REFUTED_SECONDS = 2.6
"""How long the refutation of a wrong move stands on the board."""
BACK_SECONDS = 0.05
SHOWN_SECONDS = 0.9
"""Between the moves of the solution."""

MakeAsking = Callable[[Callable[[Refutation | None], None]], Asking[Any, Refutation]]
"""Makes the object that asks for the best answer to the last move, given its receiver."""


class PuzzlePhase(Enum):
    """The phases of a puzzle."""

    ASKED = auto()
    """The solver is to move."""
    REPLYING = auto()
    """The reply to a right move comes next."""
    REFUTING = auto()
    """The answer to a wrong move is searched for."""
    REFUTED = auto()
    """The wrong move and its answer stand on the board."""
    SHOWING = auto()
    """The solution is played out."""
    DONE = auto()
    """It is solved, or the solution was shown."""
    OVER = auto()
    """No puzzle is left."""


class PuzzleExercise(Exercise):
    """The puzzles of a series. The first decision about a puzzle counts; then the user can continue to
    try."""

    def __init__(
        self, series: Series, first: Puzzle, make_asking: MakeAsking, notation: Notation = Board.san
    ) -> None:
        self.series = series
        self.notation = notation
        self._asking = make_asking(self._take)
        self._now = 0.0
        self._best: float
        """The most that can still be had."""
        self._reasons: tuple[Reason, ...]
        """Why the last try fails, or the move of the hint is good."""
        self.ask(first)

    # What is shown

    @property
    def shown(self) -> Shown:
        """The puzzle as it stands."""
        phase, line = self.phase, self._line or self.board.move_stack
        is_asked, is_refuted = phase is PuzzlePhase.ASKED, phase is PuzzlePhase.REFUTED
        stands = len(self.board.move_stack) == self._refuted_plies
        moves = line_words(self._start, line, self.notation) if line else ""
        reasons = routes_of(self._reasons)
        pauses = {
            PuzzlePhase.REPLYING: REPLY_SECONDS,
            PuzzlePhase.REFUTED: REFUTED_SECONDS if stands else BACK_SECONDS,
            PuzzlePhase.SHOWING: SHOWN_SECONDS,
        }
        return Shown(
            self.board,
            kicker=self._kicker(),
            title=puzzle_words.turn_words(self._start),
            text="\n\n".join(filter(None, self._paragraphs(moves))),
            moves=moves,
            feedback=self._feedback,
            choices=self._choices(),
            may_answer=is_asked,
            may_play_on=phase in (PuzzlePhase.DONE, PuzzlePhase.OVER),
            flipped=not self.solver,
            suggestions=self._suggestions() if is_asked else (),
            attacks=reasons if is_refuted and stands else (),
            chances=self._chances() if is_asked else (),
            pause=pauses.get(phase),
        )

    @property
    def page(self) -> PageJob:
        """The puzzle as a page."""
        from wormhole.gui.pictures.page_files import page_of_puzzle

        return page_of_puzzle(self.puzzle)

    def _kicker(self) -> str:
        """What these puzzles are, and the game."""
        return f"{puzzle_words.series_words(self.series)} · {_(self.board.variant.title)}"

    def _paragraphs(self, moves: str) -> Sequence[str]:
        """The task, the moves so far, why the last try failed, and once it is over what it was about."""
        why = " ".join(said(reason.sentence) for reason in self._reasons)
        is_done = self.phase is PuzzlePhase.DONE
        return (
            puzzle_words.task_words(self.puzzle),
            moves,
            (puzzle_words.theme_words(self.puzzle) if is_done else why),
        )

    def _suggestions(self) -> Sequence[Suggestion]:
        """The hint: a ring around the piece, then an arrow."""
        if not self._hints:
            return ()
        move = self.wanted
        origin = origin_of(self.board.variant, move, self.solver)
        return (Suggestion(origin, origin if self._hints == 1 else move.to_square),)

    def _chances(self) -> Sequence[Route]:
        """The way of the hint's move through holes, and what it attacks."""
        if self._hints < 2:
            return ()
        return (*way_through(self.board, self.puzzle.moves[self._at :]), *routes_of(self._reasons))

    def _choices(self) -> Sequence[ExerciseChoice]:
        """Help, and the way on."""
        is_asked, is_over = self.phase is PuzzlePhase.ASKED, self.phase is PuzzlePhase.DONE
        can_show = self.phase in (PuzzlePhase.ASKED, PuzzlePhase.REFUTED, PuzzlePhase.REFUTING)
        is_daily = isinstance(self.series, Daily)
        way_on, go_on = (_("Train"), self.train) if is_daily else (_("Next"), self.next)
        following = ExerciseChoice(way_on, go_on, Command.NEXT, is_over, is_primary=True)
        if isinstance(self.series, Daily) and is_over and not self.series.is_last:
            other = _("Hard puzzle") if self.series.is_easy else _("Easy puzzle")
            return ExerciseChoice(other, self.next), following
        hint = ExerciseChoice(_("Hint"), self.hint, Command.HINT, is_asked and self._hints < 2)
        return hint, ExerciseChoice(_("Solution"), self.show_solution, Command.SOLUTION, can_show), following

    # What the user does

    def answer(self, move: Move) -> None:
        """Play the solver's move; a wrong one is refuted."""
        wanted = self.wanted
        self._hints = 0
        self._reasons = ()
        self.board.push(wanted if move == wanted else move)  # with dice, the solution has its roll
        outcome = self.board.outcome()
        if move == wanted or (outcome is not None and outcome.winner is self.solver):
            self._right()
        else:
            self.wrong(wanted)
        self.changed()

    def wrong(self, wanted: Move) -> None:
        """Look for the answer to the wrong move that was just played instead of the wanted one."""
        self.phase = PuzzlePhase.REFUTING
        self._feedback = Feedback(_("Searching for the reply…"))
        self._asking.ask(self.board)

    def hint(self) -> None:
        """Show the piece; asked again, the move."""
        if self.phase is not PuzzlePhase.ASKED or self._hints == 2:
            return
        self._hints += 1
        self._best = min(self._best, HELPED if self._hints == 1 else FAILED)
        if self._best == FAILED:
            self.decide(FAILED)
        if self._hints == 2:
            words = _("The move is {move}.").format(move=self.notation(self.board, self.wanted))
            self._reasons = self._why_wanted()
        else:
            words = puzzle_words.hint_words(self.board, self.wanted)
            if not self._is_decided:
                warning = _("The next hint shows the move, and the puzzle counts as failed.")
                words = f"{words} {warning}"
        self._feedback = Feedback(words, FeedbackTone.HINT)
        self.changed()

    def show_solution(self) -> None:
        """Play the solution out."""
        if self.phase in (PuzzlePhase.DONE, PuzzlePhase.SHOWING, PuzzlePhase.OVER):
            return
        self._asking.forget()
        self._reasons = ()
        self.decide(FAILED)
        while len(self.board.move_stack) > self._at:
            self.board.pop()
        self.phase = PuzzlePhase.SHOWING
        self._feedback = Feedback(_("This is the solution."), FeedbackTone.HINT)
        self.changed()

    def next(self) -> None:
        """Ask the next puzzle of the series."""
        puzzle = self.series.next()
        if puzzle is None:
            self.phase = PuzzlePhase.OVER
            self._feedback = Feedback(_("That was the last puzzle."), FeedbackTone.GOOD)
        else:
            self.ask(puzzle)
        self.changed()

    def train(self) -> None:
        """Go on with training."""
        self.series = Training(self.series.book)
        self.next()

    def perform(self, command: Command) -> bool:
        """Once it is over, go through the moves."""
        shown, last = len(self.board.move_stack), len(self._line)
        places = {Command.BACK: shown - 1, Command.ON: shown + 1, Command.FIRST: 0, Command.LAST: last}
        if self.phase is not PuzzlePhase.DONE or command not in places:
            return False
        wanted = max(0, min(places[command], last))
        while len(self.board.move_stack) > wanted:
            self.board.pop()
        for move in self._line[len(self.board.move_stack) : wanted]:
            self.board.push(move)
        self._feedback = replace(self._feedback, sound="")
        self.changed()
        return True

    # What happens by itself

    def go_on(self) -> None:
        """Reply to a right move, take back a wrong one, or play the solution on."""
        if self.phase is PuzzlePhase.REPLYING:
            self._play_on()
            self.phase = PuzzlePhase.ASKED
            self._feedback = Feedback(_("Correct! Find the next move."), FeedbackTone.GOOD)
        elif self.phase is PuzzlePhase.REFUTED:
            self.board.pop()
            if len(self.board.move_stack) == self._at:
                self.phase = PuzzlePhase.ASKED
        elif self.phase is PuzzlePhase.SHOWING:
            self._play_on()
            if self._at == len(self.puzzle.moves):
                self._finish()
        self.changed()

    def update(self, now_seconds: float) -> float:
        """Take over the answer to a wrong move."""
        self._now = now_seconds
        self._asking.update()
        return NEVER

    def close(self) -> None:
        """End the search. A puzzle that is left after a wrong move or a hint is not solved."""
        self._asking.close()
        if self.phase is PuzzlePhase.REFUTING or self._best < SOLVED:
            self.decide(FAILED)

    # The puzzle

    def ask(self, puzzle: Puzzle) -> None:
        """Begin with a puzzle."""
        self.puzzle = puzzle
        self.board = puzzle.board()
        self._start = self.board.copy()
        self.solver = self.board.turn
        self.phase = PuzzlePhase.ASKED
        self._asking.forget()
        self.score: float = SOLVED
        """How it went, once that is decided."""
        self._best = SOLVED
        self._is_decided = False
        self._hints = 0
        self._at = 0
        """How many moves of the solution stand on the board."""
        self._refuted_plies = 0
        self._reasons = ()
        self._line: tuple[Move, ...] = ()
        """All moves, once it is over."""
        self._feedback = Feedback(self.invitation())

    def invitation(self) -> str:
        """The text before the first move: what is at stake."""
        book = self.series.book
        return puzzle_words.stake_words(book.stakes(self.puzzle), book.standing.is_uncertain)

    @property
    def wanted(self) -> Move:
        """The next move of the solution."""
        return self.board.parse_uci(self.puzzle.moves[self._at])

    def _why_wanted(self) -> tuple[Reason, ...]:
        """Why the next move of the solution is good, without the end of the game that the task names."""
        reasons = why_good(self.board, self.puzzle.moves[self._at :])
        is_end_known = self.puzzle.win_in is not None
        return tuple(reason for reason in reasons if not (is_end_known and reason.kind is ReasonKind.END))

    def _play_on(self) -> None:
        self.board.push(self.wanted)
        self._at += 1

    def _right(self) -> None:
        self._at += 1
        if self._at == len(self.puzzle.moves) or self.board.is_game_over():
            self._solved()
        else:
            self.phase = PuzzlePhase.REPLYING
            self._feedback = Feedback(_("Correct!"), FeedbackTone.GOOD)

    def _solved(self) -> None:
        was_decided = self._is_decided
        self.decide(self._best)
        self._finish()
        words = _("Solved!") if not was_decided else _("Correct, the puzzle is solved.")
        self._feedback = Feedback(words, FeedbackTone.GOOD, "win")

    def _finish(self) -> None:
        """From now on the user can go through the moves."""
        self.phase = PuzzlePhase.DONE
        self._line = tuple(self.board.move_stack)

    def decide(self, score: float) -> None:
        """Count the puzzle, the first time that it is decided."""
        if self._is_decided:
            return
        self._is_decided, self.score = True, score
        self.series.ended(self.puzzle, score, self._now)

    def _take(self, found: Refutation | None) -> None:
        """Take what was found about a wrong move. If nothing was, the move is taken back for free."""
        if found is not None:
            self._refuted(found)
            return
        self.board.pop()
        self.phase = PuzzlePhase.ASKED
        self._feedback = Feedback(_("No reply was found. The move is undone."))
        self.changed()

    def _refuted(self, found: Refutation) -> None:
        """Show the answer to a wrong move, unless it is as good as the right one."""
        moves_left = (len(self.puzzle.moves) - self._at + 1) // 2
        wins_in_time = self.puzzle.win_in is None or found.moves < moves_left
        if found.is_proven and found.winner is self.solver and wins_in_time:
            self._at += 1
            self._solved()
            self.changed()
            return
        self.decide(FAILED)
        wrong = self.board.pop()
        why = puzzle_words.refutation_words(self.board, wrong, found, self.puzzle, moves_left, self.notation)
        self.board.push(wrong)
        if found.reply is not None:
            self.board.push_uci(found.reply)
        self._refuted_plies = len(self.board.move_stack)
        self._reasons = found.reasons
        self.phase = PuzzlePhase.REFUTED
        again = _("Try again.")
        self._feedback = Feedback(f"{why} {again}", FeedbackTone.WRONG, "error")
        self.changed()


RIGHT_SECONDS, WRONG_SECONDS = 0.35, 1.5
"""Until the next puzzle, after a right and after a wrong move."""
LOOK_SECONDS = 0.25
"""Between two checks of the clock."""


class RunExercise(PuzzleExercise):
    """The clock starts with the first move. `again` begins another run."""

    series: RunSeries

    def __init__(
        self, series: RunSeries, first: Puzzle, make_asking: MakeAsking, notation: Notation = Board.san
    ) -> None:
        super().__init__(series, first, make_asking, notation)
        minutes = series.run.minutes
        self._feedback = Feedback(
            _n(
                "You have {count} minute from your first move. Three mistakes end the run.",
                "You have {count} minutes from your first move. Three mistakes end the run.",
                minutes,
            )
        )

    @property
    def shown(self) -> Shown:
        """The puzzle; once it is done, the next one comes soon."""
        shown = super().shown
        if self.phase is PuzzlePhase.OVER:
            return replace(shown, title=_("The run is over"))
        pause = WRONG_SECONDS if self.score == FAILED else RIGHT_SECONDS
        return replace(shown, pause=pause if self.phase is PuzzlePhase.DONE else shown.pause)

    def _paragraphs(self, moves: str) -> Sequence[str]:
        """The task; at the end, the result."""
        if self.phase is not PuzzlePhase.OVER:
            return (puzzle_words.task_words(self.puzzle),)
        run, best = self.series.run, self.series.best_before
        result = _n("You solved {count} puzzle.", "You solved {count} puzzles.", run.solved)
        if not best:
            return (result,)
        if run.solved > best:
            return result, _("That is your best run so far!")
        return result, _("Your best run: {count}.").format(count=best)

    def _choices(self) -> Sequence[ExerciseChoice]:
        """Another run, once this one is over."""
        if self.phase is not PuzzlePhase.OVER:
            return ()
        return (ExerciseChoice(_("Another run"), self.again, Command.NEXT, is_primary=True),)

    def invitation(self) -> str:
        """A run does not change the rating."""
        return _("Your move.")

    def answer(self, move: Move) -> None:
        """As for any puzzle; the first move starts the clock."""
        self.series.run.begin(self._now)
        super().answer(move)

    def wrong(self, wanted: Move) -> None:
        """Count a mistake, and show the right move."""
        played = self.board.pop()
        words = _("Wrong. It was {move}.").format(move=self.notation(self.board, wanted))
        self.board.push(played)
        self.decide(FAILED)
        self.phase = PuzzlePhase.DONE
        self._feedback = Feedback(words, FeedbackTone.WRONG, "error")

    def go_on(self) -> None:
        """Reply, or ask the next puzzle."""
        if self.phase is PuzzlePhase.DONE:
            self.next()
        else:
            super().go_on()

    def next(self) -> None:
        """Ask the next puzzle, unless the run is over."""
        if self.series.run.is_over(self._now):
            self.end()
        else:
            super().next()
            if self.phase is PuzzlePhase.OVER:
                self.end()

    def update(self, now_seconds: float) -> float:
        """End the run when its time is over. While the clock runs, it is due a few times a second."""
        super().update(now_seconds)
        may_end = self.phase not in (PuzzlePhase.DONE, PuzzlePhase.OVER)
        if may_end and self.series.run.is_over(now_seconds):
            self.end()
        is_running = self.series.run.begun_at is not None and self.phase is not PuzzlePhase.OVER
        return now_seconds + LOOK_SECONDS if is_running else NEVER

    def again(self) -> None:
        """Begin another run."""
        series = RunSeries(self.series.book, self.series.run.minutes)
        first = series.next()
        if first is not None:
            self.series = series
            self.ask(first)
            self.changed()

    def perform(self, command: Command) -> bool:
        """A run has no way back."""
        return False

    def close(self) -> None:
        """Keep a run that is abandoned, too."""
        if self.series.run.begun_at is not None:
            self.series.finish()
        super().close()

    def end(self) -> None:
        """Keep the result, and show it."""
        self.series.finish()
        self.phase = PuzzlePhase.OVER
        self._feedback = Feedback(_("Take a break or start another run."), FeedbackTone.PLAIN, "win")
        self.changed()
