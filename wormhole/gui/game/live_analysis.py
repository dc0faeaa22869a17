"""The analysis of the current position in a running game: lines, threats, and hints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from wormhole import Board, Move
from wormhole.gui.board.annotations import Advice, Suggestion
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.hands import origin_of
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.stage import Stage
from wormhole.library.comment_commands import Score
from wormhole.library.record import ChildNode, GameNode
from wormhole.play.match import Match

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.engine.analysis import AnalysedLine, Analysis
    from wormhole.engine.analyst import Analyst
    from wormhole.engine.evaluation import Evaluation
    from wormhole.learn.reasons import Reason
    from wormhole.players.program_analyst import ProgramAnalyst

ARROW_CHANCE = 0.08
"""A move is drawn if its chance to win is at most this much below that of the best move."""


def best_moves(board: Board, analysis: Analysis, most: int, advice: Advice) -> tuple[Suggestion, ...]:
    """The first moves of the lines from a board that are about as good as the best one."""
    from wormhole.engine.evaluation import win_chance

    lines = analysis.lines[:most]
    best = win_chance(lines[0].evaluation) if lines else 0.0
    good = (line for line in lines if abs(win_chance(line.evaluation) - best) <= ARROW_CHANCE)
    moves = (board.legal_move(line.moves[0]) for line in good)
    legal = [move for move in moves if move is not None]
    return tuple(
        Suggestion(origin_of(board.variant, move, board.turn), move.to_square, rank, advice)
        for rank, move in enumerate(legal)
    )


@dataclass(frozen=True)
class _Drawn:
    """What the analysis draws on the board, see `Annotations`."""

    suggestions: tuple[Suggestion, ...] = ()
    attacks: tuple[Route, ...] = ()
    chances: tuple[Route, ...] = ()


def missed_move(node: GameNode) -> tuple[Suggestion, ...]:
    """The better move instead of the one that led here, if the game was reviewed."""
    if "[%eval" not in node.comment:
        return ()
    from wormhole.learn.game_report import better_move

    better = better_move(node)
    if better is None:
        return ()
    board = better.parent.board()
    origin = origin_of(board.variant, better.move, board.turn)
    return (Suggestion(origin, better.move.to_square, advice=Advice.BETTER),)


def allowed_routes(board: Board, reply: Sequence[str]) -> tuple[Route, ...]:
    """The routes of the best reply to the last move of a board, and of what else makes it a mistake."""
    from wormhole.learn.reasons import route_of, routes_of, why_bad

    return (*route_of(board, reply), *routes_of(why_bad(board, reply)))


HINT_SECONDS = 1.0
HINT_DEPTH = 12
"""A hint comes after that time, or once the search is that deep."""
MOST_ARROWS = 3
MOST_KEPT = 400
"""Positions whose analysis is remembered."""


class Question(Enum):
    """A question about a position."""

    LINES = auto()
    THREAT = auto()
    HINT = auto()


@dataclass(frozen=True)
class _Subject:
    """What is analysed now."""

    node: GameNode
    question: Question
    line_count: int


@dataclass
class _Hint:
    """A hint that was asked for; ``step`` 1 shows the piece, 2 the move and why it is good."""

    node: GameNode
    due: float
    step: int = 1
    line: Sequence[str] = ()
    """The best line in UCI notation, once it is found."""
    move: Move | None = None
    chances: tuple[Route, ...] = ()
    """Its way through holes, and what it attacks, once it is shown."""


class LiveAnalysis:
    """Follows the match with the analyst. ``revision`` grows when its results or settings have changed.

    It is off at first in an open game against the computer or the clock, and as it was left last elsewhere.
    """

    def __init__(self, stage: Stage, match: Match, state: BoardState) -> None:
        self._stage = stage
        self._match = match
        self._state = state
        self._setting = stage.settings.analysis
        self.is_on = self._setting and not match.is_contest
        self.shows_threat = False
        self.revision = 0
        self._hint: _Hint | None = None
        self._subject: _Subject | None = None
        self._analyst: Analyst | ProgramAnalyst | None = None
        """Who analyses the subject."""
        self._known: dict[tuple[GameNode, Question], Analysis] = {}
        self._pointed = _Drawn()
        """The move of a line that is pointed at."""
        self._drawn = _Drawn()
        self._drawn_for: tuple[GameNode, int] | None = None
        """The node and the revision that this is for."""
        self._finding: LatestJob[tuple[GameNode, tuple[Route, ...]]] = LatestJob(self._take_allowed)
        self._allowed: tuple[GameNode | None, tuple[Route, ...]] = None, ()
        """The last mistake that was looked at, and what it allows."""
        self._reasons: tuple[tuple[str, ...], tuple[Reason, ...]] = (), ()
        """A line with its first position, and why it is good."""

    # What the user asks for

    def toggle(self) -> None:
        """Turn the analysis on or off; remembered, but not from a contest."""
        self.is_on = not self.is_on
        if not self._match.is_contest:
            self._setting = self.is_on
            self._stage.preferences.change(analysis=self.is_on)
        self.revision += 1

    def toggle_threat(self) -> None:
        """Show what the other side would play if it were to move, or no longer."""
        self.shows_threat = not self.shows_threat
        if self.shows_threat and not self.can_pass:
            self.shows_threat = False
            self._stage.notices.flash(_("Threats are not shown in check."))
        elif self.shows_threat:
            words = _("The arrow shows what the opponent would play if it were their move.")
            self._stage.notices.flash(words)
        self.revision += 1

    def ask_hint(self, now_seconds: float) -> None:
        """Show the piece to move; asked again, the move and why it is good; asked a third time, nothing."""
        if not self._match.may_move:
            return
        hint = self._hint
        if hint is None or hint.node is not self._match.cursor.node:
            self._hint = _Hint(self._match.cursor.node, now_seconds + HINT_SECONDS)
        elif hint.step == 1:
            hint.step = 2
            self._give_reasons(hint)
        else:
            self._hint = None
        self.revision += 1

    def point_at(self, texts: Sequence[str]) -> None:
        """Show the last of these moves of a line on the board, instead of the best ones; none: no longer."""
        last = self._last_of(texts)
        pointed = _Drawn() if last is None else _Drawn((last,), chances=self._routes_of_line(texts))
        if pointed != self._pointed:
            self._pointed = pointed
            self.revision += 1

    # State

    @property
    def lines_analysis(self) -> Analysis | None:
        """What is known about the current position, or about its threats if these are shown."""
        question = Question.THREAT if self.shows_threat else Question.LINES
        return self._known.get((self._match.cursor.node, question))

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the current position: the analyst's or, before that, the kept one."""
        analysis = self._known.get((self._match.cursor.node, Question.LINES))
        if analysis is not None and analysis.lines:
            return analysis.evaluation
        score = self._match.cursor.node.eval()
        return None if score is None else _evaluation_from(score)

    @property
    def is_decided(self) -> bool:
        """Whether the result is proven where the match is, so that the proof can be shown."""
        evaluation = None if self._match.cursor.board.has_dice else self.evaluation
        is_known = evaluation is not None and evaluation.is_decided
        is_solved = self._match.cursor.node in self._match.players.solutions
        return self._match.result.outcome is None and (is_known or is_solved)

    @property
    def is_hinting(self) -> bool:
        """Whether a hint is shown or looked for."""
        return self._hint is not None

    @property
    def can_pass(self) -> bool:
        """Whether the side to move could pass, so that there may be threats."""
        return self._match.cursor.board.passed() is not None

    def start_of_lines(self) -> Board | None:
        """The board on which the lines that are shown begin."""
        board = self._match.cursor.board
        return board.passed() if self.shows_threat else board

    # Time

    def take_news(self) -> None:
        """Take what the analyst has found."""
        subject = self._subject
        if subject is None or self._analyst is None or (analysis := self._analyst.analysis) is None:
            return
        place = (subject.node, subject.question)
        known = self._known.get(place)
        if known is None or known.is_shallow or analysis.is_final or _is_more(analysis, known):
            self._known[place] = analysis
            if len(self._known) > MOST_KEPT:
                del self._known[next(iter(self._known))]
            self.revision += 1

    def update(self, now_seconds: float, is_at_rest: bool) -> float:
        """Follow the current position; show arrows once the board ``is_at_rest``.

        Returns when a hint is due; news of the analyst wake the loop by themselves.
        """
        self._finding.update()
        self._follow_setting()
        self._advance_hint(now_seconds)
        subject = self._wanted_subject()
        if subject != self._subject or (subject is not None and self._chosen_analyst() is not self._analyst):
            self._watch(subject)
        if is_at_rest:
            self._show_arrows()
        hint = self._hint
        is_awaited = hint is not None and hint.move is None and hint.due > now_seconds
        return hint.due if hint is not None and is_awaited else NEVER

    def _follow_setting(self) -> None:
        """Turn it on or off if that was done in the settings."""
        setting = self._stage.settings.analysis
        if setting != self._setting:
            self._setting = setting
            if setting != self.is_on and not self._match.is_contest:
                self.is_on = setting
                self.revision += 1

    def rest(self) -> None:
        """Stop analysing until the next `update`."""
        self._hint = None
        self._watch(None)

    def close(self) -> None:
        """Stop analysing."""
        self.is_on = self.shows_threat = False
        self.rest()
        self._finding.close()

    def _wanted_subject(self) -> _Subject | None:
        match, hint = self._match, self._hint
        is_hint_wanted = hint is not None and hint.move is None
        if is_hint_wanted and not self.is_on:
            return _Subject(match.cursor.node, Question.HINT, 1)
        if self.shows_threat and not is_hint_wanted:
            return _Subject(match.cursor.node, Question.THREAT, self._line_count if self.is_on else 1)
        return _Subject(match.cursor.node, Question.LINES, self._line_count) if self.is_on else None

    @property
    def _line_count(self) -> int:
        return self._stage.settings.analysis_lines

    def _watch(self, subject: _Subject | None) -> None:
        before, self._subject = self._subject, subject
        self._pointed = _Drawn()
        if subject is None:
            if before is not None and self._analyst is not None:
                self._analyst.rest()
            return
        analyst = self._chosen_analyst()
        if analyst is not self._analyst:
            if self._analyst is not None:
                self._analyst.rest()
            self._analyst = analyst
            self._known.clear()
        board: Board | None = self._match.cursor.board
        if board is not None and subject.question is Question.THREAT:
            board = board.passed()
        if board is None or board.is_game_over():
            analyst.rest()
        else:
            analyst.watch(board, subject.line_count)
        self.revision += 1

    def _chosen_analyst(self) -> Analyst | ProgramAnalyst:
        return self._stage.analysts.of(self._match.cursor.board.variant)

    def _advance_hint(self, now_seconds: float) -> None:
        hint = self._hint
        if hint is None:
            return
        if hint.node is not self._match.cursor.node:
            self._hint = None
            self.revision += 1
        elif hint.move is None:
            analysis = self._known.get((hint.node, Question.LINES)) if self.is_on else None
            analysis = analysis or self._known.get((hint.node, Question.HINT))
            is_due = now_seconds >= hint.due
            if analysis and analysis.lines and (is_due or analysis.is_final or analysis.depth >= HINT_DEPTH):
                hint.line = analysis.lines[0].moves
                hint.move = self._match.cursor.board.parse_uci(hint.line[0])
                self._give_reasons(hint)
                self.revision += 1
                if self._state.fold.is_open and not self._state.fold.view.cells_of(hint.move.from_square):
                    self._stage.notices.flash(_("The hint is for a piece that is not in this view."))

    # Reasons

    def reasons_for(self, line: AnalysedLine) -> str:
        """Why a line is good; nothing if it is not one of those of the current position."""
        board, analysis = self.start_of_lines(), self.lines_analysis
        if board is None or analysis is None or line not in analysis.lines:
            return ""
        return _words_of(self._reasons_of(board, line))

    def _reasons_of(self, board: Board, line: AnalysedLine) -> tuple[Reason, ...]:
        about = (board.fen(), *line.moves)
        if self._reasons[0] != about:
            from wormhole.learn.reasons import why_good

            self._reasons = about, tuple(why_good(board, line.moves))
        return self._reasons[1]

    def _routes_of_line(self, texts: Sequence[str]) -> tuple[Route, ...]:
        """Of the first move of a line: its way through holes, and what it attacks."""
        board, analysis = self.start_of_lines(), self.lines_analysis
        if len(texts) != 1 or board is None or analysis is None:
            return ()
        line = next((line for line in analysis.lines if line.moves[0] == texts[0]), None)
        if line is None:
            return ()
        from wormhole.learn.reasons import routes_of, way_through

        return (*way_through(board, line.moves), *routes_of(self._reasons_of(board, line)))

    def _give_reasons(self, hint: _Hint) -> None:
        """Say why the move of a hint is good, once it is shown."""
        if hint.step == 2 and hint.move is not None:
            from wormhole.learn.reasons import routes_of, way_through, why_good

            board = self._match.cursor.board
            reasons = why_good(board, hint.line)
            hint.chances = (*way_through(board, hint.line), *routes_of(reasons))
            if reasons:
                self._stage.notices.show_while(lambda: self._hint is hint, _words_of(reasons))

    # Arrows

    def _last_of(self, texts: Sequence[str]) -> Suggestion | None:
        start = self.start_of_lines() if texts else None
        if start is None:
            return None
        board = start.copy()
        for text in texts[:-1]:
            move = board.legal_move(text)
            if move is None:  # a line of the position before, which is still on the screen
                return None
            board.push(move)
        last = board.legal_move(texts[-1])
        if last is None:
            return None
        return Suggestion(origin_of(board.variant, last, board.turn), last.to_square)

    def _show_arrows(self) -> None:
        place = (self._match.cursor.node, self.revision + self._match.game.revision)
        if place != self._drawn_for:
            self._drawn_for = place
            self._drawn = self._drawing()
        annotate(self._state, **vars(self._drawn))

    def _drawing(self) -> _Drawn:
        if self._pointed.suggestions:
            return self._pointed
        hint = self._hint
        if hint is not None and hint.move is not None:
            origin = origin_of(self._match.cursor.board.variant, hint.move, self._match.cursor.board.turn)
            if hint.step == 1:
                return _Drawn((Suggestion(origin, origin),))
            return _Drawn((Suggestion(origin, hint.move.to_square),), chances=hint.chances)
        if self.shows_threat:
            return _Drawn(self._best_moves(1, Advice.THREAT))
        if self.is_on:
            return _Drawn(self._best_moves(MOST_ARROWS, Advice.LINE))
        node = self._match.cursor.node
        missed = missed_move(node)
        return _Drawn(missed, self._allowed_by(node)) if missed else _Drawn()

    def _allowed_by(self, node: GameNode) -> tuple[Route, ...]:
        """What a mistake allows; nothing until that is found in the background."""
        known, routes = self._allowed
        if known is not node and isinstance(node, ChildNode):
            from wormhole.learn.coach import best_reply

            self._allowed = node, ()
            board, reply = node.board(), best_reply(node)
            self._finding.ask(lambda: (node, allowed_routes(board, reply)))
            return ()
        return routes

    def _take_allowed(self, found: tuple[GameNode, tuple[Route, ...]]) -> None:
        if self._allowed[0] is found[0]:
            self._allowed = found
            self.revision += 1

    def _best_moves(self, most: int, advice: Advice) -> tuple[Suggestion, ...]:
        analysis, board = self.lines_analysis, self.start_of_lines()
        return () if analysis is None or board is None else best_moves(board, analysis, most, advice)


def _is_more(analysis: Analysis, known: Analysis) -> bool:
    """Whether an analysis improves on what is known."""
    return analysis.depth >= known.depth or len(analysis.lines) > len(known.lines)


def _evaluation_from(score: Score) -> Evaluation:
    """The evaluation that is kept in a game."""
    from wormhole.engine.evaluation import Evaluation

    return Evaluation(score.centipawns, score.mate)


def _words_of(reasons: Iterable[Reason]) -> str:
    return " ".join(said(reason.sentence) for reason in reasons)
