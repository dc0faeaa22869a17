"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from wormhole.base.errors import Message
from wormhole.rules.endings import DrawGoesTo
from wormhole.rules.piece import WHITE, side_name
from wormhole.rules.rule import NOTHING


class Termination(Enum):
    """Why a game is over."""

    CHECKMATE = "checkmate"
    ROYAL_CAPTURE = "royal piece captured"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead position"
    GAVE_MATE = "checkmate given"
    """The side that is checkmated wins."""
    NO_MOVE_WINS = "no move left"
    """The side that has no move left wins."""
    COUNTED_STALEMATE = "pieces counted at stalemate"
    GOAL = "goal reached"
    EXTINCTION = "pieces counted"
    """A side has too few pieces, of one type or in all."""
    CHECKS = "checks counted"
    EXPLOSION = "royal piece exploded"
    DECLARED_RULE = "rule of the game"
    """The rule says why."""
    PASSES = "both sides passed"
    FACING = "royal pieces facing"
    """A side passed while they did."""
    REPETITION = "repetition"
    PERPETUAL_CHECK = "perpetual check"
    QUIET_MOVES = "quiet moves"
    COUNTED_MOVES = "moves counted"
    """More moves were counted against a weak side than the rule allows."""
    OVERFULL = "too many moves"
    """The position has more moves than the program can list."""
    RESIGNATION = "resignation"
    TIME_FORFEIT = "time forfeit"
    AGREEMENT = "agreement"
    RECORDED = "recorded result"
    """The record of the game gives a result that its last position does not explain."""

    @property
    def is_players(self) -> bool:
        """Whether the players or their clocks ended the game, not its position."""
        return self in (Termination.RESIGNATION, Termination.TIME_FORFEIT, Termination.AGREEMENT)


@dataclass(frozen=True)
class Outcome:
    """The end of a game; ``winner`` is None for a draw.

    ``repetitions`` is how often the last position occurred, if that ended the game. ``draw_goes_to`` says why
    there is a winner where other games are drawn. ``declared`` is the reason of a rule that declares one.
    """

    termination: Termination
    winner: bool | None
    royal: str = "king"
    repetitions: int = 3
    draw_goes_to: DrawGoesTo = DrawGoesTo.NOBODY
    declared: Message = NOTHING

    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is WHITE else "0-1"

    def reason(self) -> Message:
        """One sentence for a user.

        >>> Outcome(Termination.STALEMATE, winner=False).reason()
        'Black wins: White has no move left.'
        """
        if self.winner is None or self.draw_goes_to is not DrawGoesTo.NOBODY:
            why = self.declared or _DRAWS[self.termination]
            if self.termination is Termination.REPETITION:
                why = Message(why.template, count=self.repetitions)
            if self.winner is not None:
                return Message(_DECIDED[self.draw_goes_to], winner=side_name(self.winner), why=why)
            return Message("A draw: {why}.", why=why)
        winner, loser = side_name(self.winner), side_name(not self.winner)
        why = self.declared or _WINS[self.termination]
        return Message(why, winner=winner, loser=loser, royal=Message(self.royal))


_DRAWS = {
    Termination.CHECKMATE: Message("checkmate does not win"),
    Termination.COUNTED_STALEMATE: Message("the side to move has no move left, and both have as many pieces"),
    Termination.GOAL: Message("both sides have reached the goal"),
    Termination.EXTINCTION: Message("a side has too few pieces left"),
    Termination.PASSES: Message("both sides have passed"),
    Termination.FACING: Message("the royal pieces face each other, and a side has passed"),
    Termination.STALEMATE: Message("the side to move has no move left"),
    Termination.DEAD_POSITION: Message("neither side has enough pieces left to win"),
    Termination.REPETITION: Message("the same position has occurred {count} times"),
    Termination.QUIET_MOVES: Message("too many moves without a capture"),
    Termination.COUNTED_MOVES: Message("the moves allowed by the counting rule are over"),
    Termination.TIME_FORFEIT: Message("a side's time ran out, and the other side can no longer win"),
    Termination.OVERFULL: Message("there are more moves than the program can list"),
    Termination.AGREEMENT: Message("by agreement"),
    Termination.RECORDED: Message("as stated in the game record"),
}
_DECIDED = {
    DrawGoesTo.WHITE: Message("{winner} wins, since a draw is a win for White here: {why}."),
    DrawGoesTo.BLACK: Message("{winner} wins, since a draw is a win for Black here: {why}."),
    DrawGoesTo.POINTS: Message("{winner} wins on points: {why}."),
    DrawGoesTo.PIECES: Message("{winner} wins, since it has more pieces left: {why}."),
}
_WINS = {
    Termination.CHECKMATE: Message("{winner} wins by checkmate."),
    Termination.ROYAL_CAPTURE: Message("{winner} wins: {loser}'s {royal} is captured."),
    Termination.STALEMATE: Message("{winner} wins: {loser} has no move left."),
    Termination.GAVE_MATE: Message("{winner} wins: {loser} gave checkmate, which loses here."),
    Termination.NO_MOVE_WINS: Message("{winner} wins: it has no move left."),
    Termination.COUNTED_STALEMATE: Message("{winner} wins: no move is left, and the pieces are counted."),
    Termination.GOAL: Message("{winner} wins: it has reached the goal."),
    Termination.EXTINCTION: Message("{winner} wins: too few pieces are left."),
    Termination.CHECKS: Message("{winner} wins: it has given enough checks."),
    Termination.EXPLOSION: Message("{winner} wins: {loser} has lost its {royal} in an explosion."),
    Termination.REPETITION: Message("{winner} wins: the same position has occurred too often."),
    Termination.PERPETUAL_CHECK: Message("{winner} wins: {loser} gave perpetual check."),
    Termination.RESIGNATION: Message("{winner} wins: {loser} resigned."),
    Termination.TIME_FORFEIT: Message("{winner} wins: {loser}'s time ran out."),
    Termination.RECORDED: Message("{winner} wins, as stated in the game record."),
}
