"""The coach: the decisive moments of a game, each as a small puzzle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

import pygame

from wormhole import Board, Move, side_name
from wormhole.engine.opening_book import without_roll
from wormhole.gui.board.annotations import Suggestion
from wormhole.gui.board.hands import origin_of
from wormhole.gui.game.evaluation_graph import Graph
from wormhole.gui.game.evaluation_words import sentence
from wormhole.gui.languages.language import _, percent, said
from wormhole.gui.learn.asking import Asking, LineText
from wormhole.gui.learn.exercise import Exercise, ExerciseChoice, Feedback, FeedbackTone, Shown
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.layers import Layer, Picture, Pixel, Spot
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.engines import SearchResources
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.learn.coach import CoachMoment, moments
from wormhole.learn.reasons import Reason, routes_of, way_through, why_bad, why_good
from wormhole.library.comment_commands import Shape
from wormhole.play.move_words import Notation, move_words

if TYPE_CHECKING:
    from wormhole import Route, Variant
    from wormhole.engine.review import PositionEvaluator, PositionVerdict
    from wormhole.learn.game_report import Report

REPLY_SECONDS, PLAYING_ON_SECONDS = 0.3, 0.6
"""From rest until the reply to a try, and between the moves of the line that was missed."""
PLIES_PLAYED_ON = 5
PLAYED_COLOUR = "red"


class _State(Enum):
    """Where a puzzle stands."""

    ASKED = auto()
    JUDGED = auto()
    """A move is being evaluated."""
    REFUTED = auto()
    SOLVED = auto()


class CoachExercise(Exercise):
    """Asks for a better move in each moment, and compares the user's move with the best one."""

    def __init__(
        self, engine: SearchResources, moments: Sequence[CoachMoment], notation: Notation = Board.san
    ) -> None:
        self._notation = notation
        self._line_text = LineText(notation, self.changed)
        self._newest_reasons: LatestJob[tuple[object, Sequence[Reason]]] = LatestJob(self._take_reasons)
        self._moments = moments
        self._index = 0
        variant = moments[0].node.board().variant
        self._asking: Asking[PositionEvaluator, PositionVerdict] = Asking(
            engine, lambda fast: _judge(variant, fast), _judged, self._take_verdict
        )
        self._begin()

    # What is shown

    @property
    def moment(self) -> CoachMoment:
        """What is asked about."""
        return self._moments[self._index]

    @property
    def shown(self) -> Shown:
        """Which moment this is, and how its puzzle stands."""
        state, moment, played = self._state, self.moment, self.moment.node.move
        is_asked = state is _State.ASKED
        pauses = {_State.REFUTED: REPLY_SECONDS, _State.SOLVED: PLAYING_ON_SECONDS}
        return Shown(
            self.board,
            kicker=_("Moment {number} of {count} · {game}").format(
                number=self._index + 1, count=len(self._moments), game=_(self.board.variant.title)
            ),
            title=_("Find a better move"),
            text=self._text(),
            feedback=self._feedback,
            choices=self._choices(),
            may_answer=is_asked,
            flipped=not moment.mover,
            suggestions=self._suggestions() if is_asked else (),
            shapes=(Shape(played.from_square, played.to_square, PLAYED_COLOUR),) if is_asked else (),
            attacks=self._attacks(),
            chances=self._chances(),
            pause=pauses.get(state) if self._line else None,
        )

    def _text(self) -> str:
        """The move that was played, and its loss."""
        moment = self.moment
        words = (
            _("You played {move}, and your chance to win fell from {before} to {after}.")
            if moment.is_own
            else _("{side} played {move}, and the chance to win fell from {before} to {after}.")
        )
        words = words.format(
            side=_(side_name(moment.mover)),
            move=move_words(moment.node, self._notation),
            before=percent(moment.before),
            after=percent(moment.after),
        )
        line = self._line_text.words
        sentences = [said(reason.sentence) for reason in self._reasons]
        reasons = " ".join(sentence for sentence in sentences if sentence not in line)
        return "\n\n".join(filter(None, (words, reasons, line)))

    def _suggestions(self) -> Sequence[Suggestion]:
        """The hint: a ring around the piece, then an arrow."""
        if not self._hints:
            return ()
        origin = origin_of(self.board.variant, self._best, self.board.turn)
        return (Suggestion(origin, origin if self._hints == 1 else self._best.to_square),)

    def _attacks(self) -> Sequence[Route]:
        """What the move that was played, or the last try, allows, while the board stands where it is told."""
        if self._state is _State.ASKED and not self._hints:
            return (*self._reply_route, *routes_of(self._reasons))
        return routes_of(self._reasons) if self._state is _State.REFUTED and not self._line else ()

    def _chances(self) -> Sequence[Route]:
        """What the better move attacks, until the line goes on; when hinted, its way through holes, too."""
        if self._state is _State.ASKED and self._hints == 2:
            return (*way_through(self.board, self.moment.line), *routes_of(self._reasons))
        is_first = self._state is _State.SOLVED and len(self.board.move_stack) == 1
        return routes_of(self._reasons) if is_first else ()

    def _choices(self) -> Sequence[ExerciseChoice]:
        """A hint and the solution, or the way on."""
        state = self._state
        solution = ExerciseChoice(
            _("Solution"), self._solve, Command.SOLUTION, state in (_State.ASKED, _State.REFUTED)
        )
        if state is _State.REFUTED:
            return ExerciseChoice(_("Try again"), self._try_again, Command.NEXT, is_primary=True), solution
        if state is _State.SOLVED:
            has_more = self._index + 1 < len(self._moments)
            again = ExerciseChoice(_("Again"), self._begin, Command.UNDO)
            return ExerciseChoice(
                _("Next moment"), self._go_next, Command.NEXT, has_more, is_primary=True
            ), again
        return ExerciseChoice(_("Hint"), self._hint, Command.HINT, state is _State.ASKED), solution

    # What the user does

    def changed(self) -> None:
        """Note that something else is to be shown."""
        self._line_text.read(self.board)
        super().changed()

    def _begin(self) -> None:
        """Ask about the moment from its beginning."""
        self.board = self.moment.board()
        self._reply_route = self.moment.reply_route()
        self._line: list[str] = []
        """What is still to be played by itself."""
        words = _("The arrow shows the move that was played. What is better?")
        if self._reply_route:
            words = _("The arrow is the move that was played, the dots the reply. What is better?")
        self._ask(Feedback(words))

    def _ask(self, feedback: Feedback) -> None:
        self._state, self._feedback = _State.ASKED, feedback
        self._hints = 0
        self._explain(self.moment.why_bad)
        self.changed()

    def _go_next(self) -> None:
        self._index += 1
        self._begin()

    def _hint(self) -> None:
        """Show the piece; asked again, the move, and why it is good."""
        position, line = self.board.copy(), self.moment.line
        self._hints = min(self._hints + 1, 2)
        if self._hints == 2:
            self._explain(lambda: why_good(position, line))
        words = _("Move this piece.") if self._hints == 1 else _("This is the move.")
        self._feedback = Feedback(words, FeedbackTone.HINT)
        self.changed()

    def _solve(self) -> None:
        """Play the best move."""
        self._take_back()
        self.board.push(self._best)
        self._accept(_("This was the move."), self.moment.line[1:])

    def _try_again(self) -> None:
        self._take_back()
        self._ask(Feedback(_("Try another move."), FeedbackTone.HINT))

    def _take_back(self) -> None:
        while self.board.move_stack:
            self.board.pop()

    def answer(self, move: Move) -> None:
        """Evaluate a move."""
        moment = self.moment
        is_best = move == self._best
        self.board.push(move)
        outcome = self.board.outcome()
        if is_best:
            self._accept(_("Correct, that was the best move."), moment.line[1:])
        elif outcome is not None:
            chance = 0.5 if outcome.winner is None else float(outcome.winner is moment.mover)
            self._judge_chance(chance, said(outcome.reason()), ())
        else:
            self._state = _State.JUDGED
            self._feedback = Feedback(_("Checking…"))
            self._asking.ask(self.board)
            self.changed()

    @property
    def _best(self) -> Move:
        """The best move; only where it is asked for."""
        best = self.board.root().legal_move(without_roll(self.moment.line[0]))
        assert best is not None
        return best

    # What follows

    def _explain(self, find: Callable[[], Sequence[Reason]]) -> None:
        """Find the reasons in the background; those about something earlier are no longer shown."""
        self._reasons: Sequence[Reason] = ()
        self._question = question = object()
        self._newest_reasons.ask(lambda: (question, find()))

    def _take_reasons(self, found: tuple[object, Sequence[Reason]]) -> None:
        question, reasons = found
        if question is self._question:
            self._reasons = reasons
            self.changed()

    def _take_verdict(self, verdict: PositionVerdict | None) -> None:
        """Take the evaluation of a move."""
        from wormhole.engine.evaluation import win_chance

        if verdict is None:
            self._try_again()
            return
        chance = win_chance(verdict.evaluation)
        mine = chance if self.moment.mover else 1 - chance
        self._judge_chance(mine, sentence(verdict.evaluation), verdict.line)

    def _judge_chance(self, chance: float, words: str, line: Sequence[str]) -> None:
        """Accept or refute a try that leaves this chance; the line continues from it."""
        if self.moment.is_good(chance):
            self._accept(
                _("As good as the best move. {evaluation}.").format(evaluation=words.rstrip(".")), line
            )
            return
        self._state = _State.REFUTED
        tried, reply = self.board.copy(), tuple(line)
        self._explain(lambda: why_bad(tried, reply))
        self._line = list(line[:1])
        move = self._next_move()
        if move is None:
            text = words
        else:
            san = self._notation(self.board, move)
            text = _("{move} refutes it. {evaluation}.").format(move=san, evaluation=words.rstrip("."))
        self._feedback = Feedback(text, FeedbackTone.WRONG)
        self.changed()

    def _accept(self, words: str, line: Sequence[str]) -> None:
        self._state = _State.SOLVED
        position, played = self.board.root(), [move.text for move in self.board.move_stack]
        self._explain(lambda: why_good(position, (*played, *line)))
        self._line = list(line[:PLIES_PLAYED_ON])
        self._feedback = Feedback(words, FeedbackTone.GOOD)
        self.changed()

    def go_on(self) -> None:
        """Play the next move of the line."""
        move = self._next_move()
        self._line = [] if move is None else self._line[1:]
        if move is not None:
            self.board.push(move)
        self.changed()

    def _next_move(self) -> Move | None:
        """The next move of the line, if it can be played: after a roll of the dice, perhaps it cannot."""
        if not self._line or self.board.is_game_over():
            return None
        return self.board.legal_move(without_roll(self._line[0]))

    def update(self, now_seconds: float) -> float:
        """Take over an evaluation, and words about a move."""
        self._asking.update()
        self._line_text.update()
        self._newest_reasons.update()
        return NEVER

    def close(self) -> None:
        """End the search, and what works in the background."""
        self._asking.close()
        self._line_text.close()
        self._newest_reasons.close()


def _judge(variant: Variant, fast: bool) -> PositionEvaluator:
    from wormhole.engine.review import PositionEvaluator, Quality

    return PositionEvaluator(variant, Quality.NORMAL, fast=fast)


def _judged(judge: PositionEvaluator, board: Board, wanted: Callable[[], bool]) -> PositionVerdict | None:
    return judge.evaluate(board, wanted)


UNITS, PADDING_UNITS = 10, 1


class CoachGraph:
    """A part of the exercise room's panel."""

    units = UNITS
    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage, report: Report, exercise: CoachExercise) -> None:
        self._stage = stage
        self._report = report
        self._exercise = exercise

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Lay out the card with the graph."""
        look = self._stage.look
        padding = look.scale.units(PADDING_UNITS)
        self._graph = _StillGraph().place(look, rect.inflate(-2 * padding, -2 * padding))
        self.layers = (Picture(panel_card(look, rect.size), rect.topleft), self._graph)

    def refresh(self) -> None:
        """Show where the moment is."""
        node = self._exercise.moment.node
        self._graph.show(self._report, node.game().end().plies(), node.plies())

    def update(self, now_seconds: float) -> None:
        """Do nothing: it does not move."""


class _StillGraph(Graph):
    """A graph without navigation."""

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """None: nothing can be pressed."""
        return None


def show_coach(stage: Stage, report: Report, sides: Collection[bool], back: Action) -> None:
    """Show the moments that decided a game that is wholly analysed, for these sides."""
    found = moments(report, sides)
    if not found:
        stage.notices.flash(_("There is no missed better move in this game."))
        return

    def room() -> ExerciseScreen:
        exercise = CoachExercise(stage.engines.search_resources, found, notation_of(stage))
        return ExerciseScreen(stage, exercise, back, CoachGraph(stage, report, exercise))

    stage.rooms.show(room)
