"""The review of a whole game in the background; its findings are saved with the moves."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from wormhole import WHITE, Board, Move
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.window.background import Job
from wormhole.gui.window.events import ANALYSED, post
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library.comment_commands import Score
from wormhole.library.pgn_text import MOVE_MARKS
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.play.variations import add_line
from wormhole.rules.move import split_roll

if TYPE_CHECKING:
    from wormhole.engine.evaluation import Evaluation
    from wormhole.engine.review import PositionVerdict, Quality, Review
    from wormhole.learn.game_report import Report
    from wormhole.learn.mistakes import Explained

TAKING_SECONDS = 0.4
"""Between two times that findings are written into the record."""
STOP_SECONDS = 2.0
"""A review has ended after 50 ms, unless the machine is busy."""
MOST_REASONS = 2
"""The sentences that a comment has of them."""
LINE_PLIES = 8
"""The plies of a better line that are kept."""

NAGS = {"INACCURACY": 6, "MISTAKE": 2, "BLUNDER": 4}
"""The annotation of each judgement."""
SENTENCES = {
    "INACCURACY": N_("Inaccuracy. {move} was better."),
    "MISTAKE": N_("Mistake. {move} was better."),
    "BLUNDER": N_("Blunder. {move} was better."),
}


class GameReview:
    """Evaluates every move of the main line, from the last to the first.

    The evaluations become ``[%eval]`` commands. A move that lost something gets a sign, unless the user has
    given it one, and the better line as a variation. ``revision`` grows with every change of its state.
    """

    def __init__(self, stage: Stage, game: Game) -> None:
        self._stage = stage
        self._game = game
        self._nodes: list[GameNode] = []
        self._verdicts: dict[int, PositionVerdict | None] = {}
        self._found: queue.SimpleQueue[Finding] = queue.SimpleQueue()
        self._review: Review | None = None
        self._job: Job[None] | None = None
        self._take_at = 0.0
        self._report: Report | None = None
        self._report_of = -1
        self.revision = 0

    @property
    def is_running(self) -> bool:
        """Whether a review is under way."""
        return self._review is not None

    @property
    def done(self) -> float:
        """The share that is done, 0.0 to 1.0."""
        return len(self._verdicts) / len(self._nodes) if self._nodes else 0.0

    @property
    def report(self) -> Report | None:
        """The report of the main line, if it is evaluated, also by an earlier review."""
        revision = self._game.revision
        if self._report_of != revision:
            self._report_of = revision
            self._report = self._new_report()
        return self._report

    def _new_report(self) -> Report | None:
        if not has_evaluations(self._game):
            return None
        from wormhole.learn.game_report import report_of  # takes longer than a frame, and few games have one

        return report_of(self._game)

    def start(self, quality: Quality) -> None:
        """Review the main line as it is now."""
        from wormhole.engine.review import Review

        self.stop()
        self._nodes = [self._game, *self._game.mainline()]
        self._verdicts = {}
        found: queue.SimpleQueue[Finding] = queue.SimpleQueue()
        self._found = found
        start, moves = self._game.start.copy(), list(self._game.mainline_moves())
        self._review = review = Review(start, moves, quality)
        engine = self._stage.engines.search_resources
        after: PositionVerdict | None = None

        def tell(ply: int, verdict: PositionVerdict | None) -> None:
            nonlocal after
            why = None
            if verdict is not None and after is not None:
                from wormhole.learn.mistakes import explained_last

                why = explained_last(start, moves[: ply + 1], verdict, after)
            found.put((ply, verdict, why))
            after = verdict
            post(ANALYSED)

        self._job = Job(lambda job: review.run(engine.readiness, engine.search_lock, tell))
        self.revision += 1

    def stop(self) -> None:
        """End the review; what was found so far is kept."""
        if self._review is not None and self._job is not None:
            self._review.stop()
            self._job.cancel()
            self._take()
            self._review = self._job = None
            self.revision += 1

    def close(self) -> None:
        """End the review, and wait until its thread has ended."""
        job = self._job
        self.stop()
        if job is not None:
            job.is_done_within(STOP_SECONDS)

    def update(self, now_seconds: float) -> float:
        """Write what was found into the record; returns when more is due. New findings wake the loop."""
        if self._review is None or self._job is None:
            return NEVER
        is_done = self._job.is_done_within(0.0)  # asked first, so that nothing comes after what is taken
        is_last = self._found.qsize() + len(self._verdicts) == len(self._nodes)
        if not (is_done or is_last) and (self._found.empty() or now_seconds < self._take_at):
            return NEVER if self._found.empty() else self._take_at
        self._take_at = now_seconds + TAKING_SECONDS
        self._take()
        if is_done or is_last:
            self._end()
        self.revision += 1
        return NEVER

    def _end(self) -> None:
        """Say that the review has ended, unless a dialog is open, such as its own."""
        job, self._review, self._job = self._job, None, None
        if len(self._verdicts) < len(self._nodes) and job is not None:
            try:
                job.result()
            except Exception as error:  # no failure of a job may end the game
                self._stage.notices.show(_("The analysis failed: {error}").format(error=said(error)))
        elif not self._stage.is_covered:
            show = partial(self._stage.command, Command.REVIEW)
            self._stage.notices.show(_("The analysis is complete."), _("Show"), show)

    def _take(self) -> None:
        with self._game.one_change():
            while not self._found.empty():
                ply, verdict, why = self._found.get()
                self._verdicts[ply] = verdict
                if verdict is not None:
                    self._nodes[ply].set_eval(score_of(verdict.evaluation, verdict.depth))
                    self._judge_next(ply, verdict, why)
                elif not self._nodes[ply].is_end():
                    self._nodes[ply].set_eval(Score(0))  # a draw by the rules, after which they played on

    def _judge_next(self, ply: int, verdict: PositionVerdict, why: Explained | None) -> None:
        """Evaluate the move that was played in a position, which has just been evaluated."""
        from wormhole.engine.evaluation import win_chance
        from wormhole.engine.review import judgement

        if ply + 1 >= len(self._nodes):
            return
        node = self._nodes[ply + 1]
        after = self._chance(ply + 1)
        if not isinstance(node, ChildNode) or after is None:
            return
        before = win_chance(verdict.evaluation)
        is_white = (self._game.start.turn is WHITE) == (ply % 2 == 0)
        found = judgement(before, after) if is_white else judgement(1 - before, 1 - after)
        if found is None:
            return
        board = node.parent.board()
        if begins_with(board, verdict.line, node.move):
            return
        better = add_line(node.parent, board, verdict.line[:LINE_PLIES])
        if better is not None and better is not node:
            better.set_eval(score_of(verdict.evaluation, verdict.depth))
            if not node.words:
                words = _(SENTENCES[found.name]).format(move=board.san(better.move))
                node.words = " ".join(filter(None, (words, _why_words(node, why))))
        if not node.nags & MOVE_MARKS.keys():
            node.nags = node.nags | {NAGS[found.name]}

    def _chance(self, ply: int) -> float | None:
        """White's chance after a move that was evaluated before, which may have ended the game."""
        from wormhole.engine.evaluation import win_chance

        verdict = self._verdicts.get(ply)
        if verdict is not None:
            return win_chance(verdict.evaluation)
        outcome = self._nodes[ply].board().outcome()
        if outcome is None:
            return None
        return 0.5 if outcome.winner is None else float(outcome.winner is WHITE)


Finding: TypeAlias = "tuple[int, PositionVerdict | None, Explained | None]"
"""The number of moves before a position, its verdict, and why the move that was played there is bad."""


def _why_words(node: ChildNode, why: Explained | None) -> str:
    """What a move allowed or, if nothing shows that, what was missed."""
    if why is None:
        return ""
    allowed, missed = (
        " ".join(said(reason.sentence) for reason in reasons[:MOST_REASONS])
        for reasons in (why.allowed, why.missed)
    )
    if allowed:
        return _("After {move}: {reasons}").format(move=node.san(), reasons=allowed)
    return _("What was missed: {reasons}").format(reasons=missed) if missed else ""


def begins_with(board: Board, line: Sequence[str], move: Move) -> bool:
    """Whether a line from a board begins with that move, whatever the dice named after it."""
    return bool(line) and board.legal_move(split_roll(line[0])[0]) == move


def has_evaluations(game: Game) -> bool:
    """Whether more than one position of the main line is evaluated."""
    found = 0
    for node in (game, *game.mainline()):
        found += "[%eval" in node.comment
        if found > 1:
            return True
    return False


def score_of(evaluation: Evaluation, depth: int) -> Score:
    """The evaluation as it is kept in a game."""
    if evaluation.moves_to_win is not None:
        return Score(mate=evaluation.moves_to_win, depth=depth)
    return Score(evaluation.centipawns, depth=depth)
