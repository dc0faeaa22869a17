"""The result of a match: what decides it, and how its record states it."""

from __future__ import annotations

from wormhole import BLACK, WHITE, Board, Outcome, Termination
from wormhole.library.headers import UNDECIDED, seat_levels
from wormhole.library.record import Game
from wormhole.play.cursor import Cursor

_WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}


class Result:
    """The result of the game under a cursor, and the outcome where the cursor is."""

    def __init__(self, cursor: Cursor, is_derived: bool) -> None:
        self._cursor = cursor
        self._is_derived = is_derived
        """Whether the result follows from the end of the main line, and changes with it."""
        self._settled = cursor.game.end()
        """The end of the main line when the result was set."""
        self.outcome: Outcome | None = None
        """How the game ended, if this is its end or that of a variation. Cached: it is read every frame."""
        self.look()

    def look(self) -> None:
        """Find the outcome after the cursor moved or the record changed."""
        cursor = self._cursor
        if not cursor.node.is_end():
            self.outcome = None
            return
        self.outcome = cursor.board.outcome()
        if self.outcome is None and cursor.node is cursor.game.end():
            self.outcome = recorded_outcome(cursor.game)

    def decide(self, result: str, termination: str | None) -> None:
        """Set the result, as the players or a clock decided at the end of the main line."""
        game = self._cursor.game
        game.set_result(result, termination)
        self._settled, self._is_derived = game.end(), True
        self.look()

    def reopen(self) -> None:
        """Take back what the players decided."""
        self._cursor.game.set_result(UNDECIDED)
        self.look()

    def settle(self) -> None:
        """Let the result follow the end of the main line, unless it came with the game from elsewhere."""
        cursor, game = self._cursor, self._cursor.game
        end, is_open = game.end(), game.result == UNDECIDED
        if end is self._settled or not (is_open or self._is_derived):
            return
        self._settled = end
        outcome = cursor.board.outcome() if end is cursor.node else end.board().outcome()
        if outcome is not None:
            game.set_result(outcome.result())
            self._is_derived = True
        elif not is_open:
            game.set_result(UNDECIDED)
        self.look()


def recorded_outcome(game: Game) -> Outcome | None:
    """The outcome by the headers, where the rules decide nothing; None while the game is open."""
    if game.result not in _WINNERS:
        return None
    winner = _WINNERS[game.result]
    return Outcome(_ended_by_players(game) or Termination.RECORDED, winner)


def has_derived_result(game: Game, end: Board) -> bool:
    """Whether the result follows from the main line: the rules decide it on its last board, `end`, or the
    players did. A result that came with a game from elsewhere does not."""
    if game.result not in _WINNERS:
        return True
    ended = _ended_by_players(game)
    is_ours = ended is Termination.RESIGNATION or seat_levels(game.headers) is not None
    return (ended is not None and is_ours) or end.outcome() is not None


def _ended_by_players(game: Game) -> Termination | None:
    """How the players or their clocks ended the game, by the header Termination, if it fits the result.

    Tournaments of earlier versions have written the whole sentence there.
    """
    said, winner = game.termination or "", _WINNERS[game.result]
    for termination in Termination:
        is_draw = winner is None
        fits = {Termination.AGREEMENT: is_draw, Termination.RESIGNATION: not is_draw}
        if not termination.is_players or not fits.get(termination, True):
            continue
        if said.lower() == termination.value or said == Outcome(termination, winner).reason():
            return termination
    return None
