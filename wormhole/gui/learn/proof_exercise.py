"""*Show me why*: a proven result, played out against any defence that the user tries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wormhole import Board, Move, Piece, side_name
from wormhole.gui.languages.language import N_, _, _n, said
from wormhole.gui.learn.asking import Asking, LineText
from wormhole.gui.learn.exercise import Exercise, ExerciseChoice, Feedback, FeedbackTone, Shown
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.engines import SearchResources
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.play.move_words import Notation
from wormhole.rules.piece import BLACK, WHITE

if TYPE_CHECKING:
    from wormhole.engine.solver import Solution
    from wormhole.learn.refutation import Prover

ANSWER_SECONDS, FIRST_SECONDS = 0.3, 1.2
"""From rest until the program moves: after a defence, and at the beginning, which is to be read."""
WINNING = N_(
    "All defences were searched to the end. Try any move for {side}: the computer replies at "
    "once. Then undo it and try another one."
)
DRAWN = N_(
    "All lines were searched to the end: neither side can force a win. Try to win with {side}: "
    "every reply keeps the draw."
)


class ProofExercise(Exercise):
    """The user plays the side that cannot win, and the program answers with the proof.

    In a draw the user plays the side to move, and the program holds the draw.
    """

    def __init__(
        self, engine: SearchResources, position: Board, flipped: bool, notation: Notation = Board.san
    ) -> None:
        self._notation = notation
        self._line_text = LineText(notation, self.changed)
        variant = position.variant
        self.board = Board(variant, position.fen(), seed=0)
        self._flipped = flipped
        self._feedback = Feedback(_("Searching for the proof…"))
        self._may_answer = False
        self._pause: float | None = None
        self._asking: Asking[Prover, Solution] = Asking(engine, self._prover, _proved, self._take)
        self._result: Solution | None = None
        """The proof of the first position."""
        self._next: Solution | None = None
        """What is known of the position: its line begins with the next move of the proof."""
        self._known: dict[int, Solution | None] = {}
        """What was known where the user was to move, by the number of moves."""
        self._asking.ask(self.board)

    # What is shown

    @property
    def shown(self) -> Shown:
        """The result that is proven, and the task of the user."""
        result, is_over = self._result, self.board.is_game_over()
        can_defend = self._may_answer and self._next is not None and bool(self._next.line)
        title, text = _("What is proven here?"), ""
        if result is not None:
            title = _("A draw with best play") if result.winner is None else _won(result)
            words = _(DRAWN if result.winner is None else WINNING).format(side=_(side_name(self._person)))
            text = f"{words}\n\n{self._line_text.words}".rstrip()
        winner = self._person if result is None or result.winner is None else result.winner
        return Shown(
            self.board,
            kicker=_("Show me why · {game}").format(game=_(self.board.variant.title)),
            title=title,
            text=text,
            about=Piece(self.board.variant.emblem.letter, winner),
            feedback=self._feedback,
            choices=(
                ExerciseChoice(_("Best defence"), self._defend, Command.NEXT, can_defend),
                ExerciseChoice(_("Undo"), self._take_back, Command.UNDO, self._tried > 0, is_primary=is_over),
            ),
            may_answer=self._may_answer,
            flipped=self._flipped,
            pause=self._pause,
        )

    @property
    def _person(self) -> bool:
        """The side that the user plays."""
        start = self.board.root().turn
        return start if self._result is None or self._result.winner is None else not self._result.winner

    @property
    def _tried(self) -> int:
        """How many moves the user has played."""
        first = 0 if self.board.root().turn is self._person else 1
        return max(0, (len(self.board.move_stack) + 1 - first) // 2) if self._result is not None else 0

    # What happens

    def changed(self) -> None:
        """Note that something else is to be shown."""
        self._line_text.read(self.board)
        super().changed()

    def answer(self, move: Move) -> None:
        """Take a defence."""
        self.board.push(move)
        self._may_answer, self._pause = False, None
        if self._is_over():
            return
        known, self._next = self._next, None
        if known is not None and known.line[:1] == (move.text,) and len(known.line) > 1:
            self._take(known.after_move_of(self._person))
        else:
            self._feedback = Feedback(_("Searching for the reply…"))
            self._asking.ask(self.board)
        self.changed()

    def _defend(self) -> None:
        """Play the defence that lasts longest."""
        assert self._next is not None, "there is a defence"
        move = self.board.legal_move(self._next.line[0])
        if move is not None:
            self.answer(move)

    def _take_back(self) -> None:
        """Take back the user's last move, with what answered it."""
        self._asking.forget()
        self._pause = None
        self.board.pop()
        while self.board.turn is not self._person:
            self.board.pop()
        self._next = self._known.get(len(self.board.move_stack))
        self._ask_defence(Feedback(_("Try another move."), FeedbackTone.HINT))

    def go_on(self) -> None:
        """Play the next move of the proof."""
        self._pause = None
        assert self._next is not None, "the proof goes on"
        move = self.board.legal_move(self._next.line[0])
        assert move is not None
        san = self._notation(self.board, move)
        self.board.push(move)
        after = self._next.after_move_of(not self._person)
        self._next = after if after.line else None
        if not self._is_over():
            if after.winner is None:
                words = _("{move} keeps the draw.").format(move=san)
            else:
                words = _("{move}: {result}").format(move=san, result=_won(after))
            self._ask_defence(Feedback(words))

    def _ask_defence(self, feedback: Feedback) -> None:
        self._known[len(self.board.move_stack)] = self._next
        self._feedback = feedback
        self._may_answer = True
        self.changed()

    def _is_over(self) -> bool:
        """Report how the game ended, if it has."""
        outcome = self.board.outcome()
        if outcome is None:
            return False
        held = self._result is not None and outcome.winner is self._result.winner
        self._feedback = Feedback(said(outcome.reason()), FeedbackTone.GOOD if held else FeedbackTone.PLAIN)
        self.changed()
        return True

    # The engine

    def _prover(self, fast: bool) -> Prover:
        from wormhole.learn.refutation import Prover

        return Prover(self.board.variant, fast=fast)

    def _take(self, solution: Solution | None) -> None:
        """Take a proof: of the first position, or of one after a defence."""
        is_first = self._result is None
        if solution is None:
            text = (
                _("The result is not proven yet: the end of the game is too far away.")
                if is_first
                else _("No proof found in time.")
            )
            self._feedback = Feedback(text, FeedbackTone.WRONG)
            self.changed()
            return
        if is_first:
            self._result = solution
        self._next = solution
        if self.board.turn is self._person:
            self._ask_defence(Feedback(_("Your move.")))
        else:
            if is_first:
                self._feedback = Feedback(_("Watch the first move."))
            self._pause = FIRST_SECONDS if is_first else ANSWER_SECONDS
            self.changed()

    def update(self, now_seconds: float) -> float:
        """Take over a proof that was found, and words about a move."""
        self._asking.update()
        self._line_text.update()
        return NEVER

    def close(self) -> None:
        """End the search and the background work."""
        self._asking.close()
        self._line_text.close()


def _proved(prover: Prover, board: Board, wanted: Callable[[], bool]) -> Solution | None:
    return prover.prove(board, wanted)


def _won(solution: Solution) -> str:
    """Who wins, and in how many moves."""
    if solution.winner is WHITE:
        return _n("White wins in {count} move", "White wins in {count} moves", solution.moves)
    assert solution.winner is BLACK
    return _n("Black wins in {count} move", "Black wins in {count} moves", solution.moves)


def show_proof(stage: Stage, position: Board, flipped: bool, back: Action) -> None:
    """Let the user play against the proof of a result; `back` leads to where they came from."""
    if position.is_game_over():
        stage.notices.flash(_("The game is over in this position."))
    elif position.has_dice:
        stage.notices.flash(_("A game with dice has no proofs."))
    else:
        position = position.copy()

        def room() -> ExerciseScreen:
            exercise = ProofExercise(stage.engines.search_resources, position, flipped, notation_of(stage))
            return ExerciseScreen(stage, exercise, back)

        stage.rooms.show(room)
