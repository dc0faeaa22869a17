"""The result in a game's record, and whether the end of its moves decides it."""

from __future__ import annotations

from wormhole import BLACK, WHITE, Board, Outcome, Termination
from wormhole.library.record import Game

_WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}


def recorded_outcome(game: Game) -> Outcome | None:
    """The outcome that the headers tell of, where the rules decide nothing; None while the game is open."""
    if game.result not in _WINNERS:
        return None
    resigned = game.termination == Termination.RESIGNATION.value
    return Outcome(Termination.RESIGNATION if resigned else Termination.RECORDED, _WINNERS[game.result])


def has_derived_result(game: Game, end: Board) -> bool:
    """Whether the result follows from the main line: the rules decide it on its last board, `end`, or
    somebody resigned. A result that came with a game from elsewhere does not."""
    if game.result not in _WINNERS:
        return True
    return game.termination == Termination.RESIGNATION.value or end.outcome() is not None
