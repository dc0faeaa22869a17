"""The result in a game's record, and whether the end of its moves decides it."""

from __future__ import annotations

from wormhole import BLACK, WHITE, Board, Outcome, Termination
from wormhole.library.record import Game
from wormhole.library.seat_tags import seat_levels

_WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}


def recorded_outcome(game: Game) -> Outcome | None:
    """The outcome that the headers tell of, where the rules decide nothing; None while the game is open."""
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
    """How the players or their clocks ended the game, by the header Termination, if it fits the result."""
    said = (game.termination or "").lower()
    for termination in Termination:
        if termination.is_players and termination.value == said:
            is_draw = _WINNERS[game.result] is None
            return termination if is_draw == (termination is Termination.AGREEMENT) else None
    return None
