"""What a wrong answer did, as a sentence. The rules are asked, so that it is true of any position."""

from __future__ import annotations

from wormhole import WHITE, Board, Move
from wormhole.learn.captions import captions
from wormhole.learn.finding import last_move
from wormhole.learn.goals import Click, Deed, Do, Goal, Visit
from wormhole.learn.wrong_way import wrong_way
from wormhole.rules.message import Message


def of_legal(board: Board, goal: Goal, move: Move) -> tuple[Message, Move | None]:
    """What a legal move did instead of what is asked, and perhaps the answer that shows it."""
    if isinstance(goal, Do):
        found = _DEEDS[goal.deed](board, goal, move)
        if found is not None:
            return found
    if isinstance(goal, Visit):
        return Message("Go to one of the marked squares each time, with the same piece."), None
    return _what_it_did(board, move), None


def of_illegal(board: Board, from_square: int, to_square: int) -> str:
    """What is forgotten if one thinks that a piece goes there; empty if the rules alone say why it cannot."""
    return wrong_way(board, from_square, to_square) or ""


def of_click(board: Board, goal: Click, square: int) -> str:
    """Why a clicked square is not one of those that are asked for; empty if the rules alone say why."""
    if goal.of is not None:
        return of_illegal(board, goal.of, square)
    return Message("It is not {square}.", square=board.variant.geometry.names[square])


def of_dead_end(after: Board, move: Move, left: frozenset[int]) -> Message:
    """From where the piece stands now it cannot go to the other squares."""
    names = after.variant.geometry.names
    return Message(
        "From {square} the piece cannot go to {others} any more. Try another order.",
        square=names[move.to_square],
        others=", ".join(names[other] for other in sorted(left)),
    )


def played(board: Board, move: Move) -> Board:
    """The board after a move."""
    after = board.copy()
    after.push(move)
    return after


_Found = tuple[Message, Move | None] | None


def _no_capture(board: Board, goal: Do, move: Move) -> _Found:
    captured = board.captured_square(move)
    if captured is None:
        return Message("{fact} It captures nothing.", fact=_fact(board, move)), None
    if goal.on is not None and captured != goal.on:
        names = board.variant.geometry.names
        return Message(
            "This captures on {captured}, not on {asked}.", captured=names[captured], asked=names[goal.on]
        ), None
    return None


def _no_check(board: Board, goal: Do, move: Move) -> _Found:
    return None if board.check_sign(move) else (Message("This gives no check."), None)


def _no_mate(board: Board, goal: Do, move: Move) -> _Found:
    after = played(board, move)
    answer = next(iter(after.legal_moves), None)
    if answer is None:
        return None
    san = after.san(answer)
    if after.is_check():
        return Message("Check, but there is an answer: {move}.", move=san), answer
    return Message("This gives no check; {move} is one of the answers.", move=san), answer


def _not_stuck(board: Board, goal: Do, move: Move) -> _Found:
    after = played(board, move)
    legal = after.legal_moves
    if not legal:
        return None
    san = after.san(legal[0])
    side = Message("White") if after.turn is WHITE else Message("Black")
    return Message("{side} still has a move: {move}.", side=side, move=san), legal[0]


def _too_few_holes(board: Board, goal: Do, move: Move) -> _Found:
    count = len(board.route(move).holes)
    if count >= goal.holes:
        return None
    if count == 0:
        return Message("This passes over no hole."), None
    return Message(
        "Holes that this passes over: {count}. There is a move over {holes}.", count=count, holes=goal.holes
    ), None


def _moved(board: Board, goal: Do, move: Move) -> _Found:
    return None


_DEEDS = {
    Deed.CAPTURE: _no_capture,
    Deed.CHECK: _no_check,
    Deed.MATE: _no_mate,
    Deed.STUCK: _not_stuck,
    Deed.CROSS: _too_few_holes,
    Deed.MOVE: _moved,
}


def _what_it_did(board: Board, move: Move) -> Message:
    """What is said of a move that is not the one asked for."""
    return Message("{fact} But another move is asked for.", fact=_fact(board, move))


def _fact(board: Board, move: Move) -> Message:
    """The most telling fact of a move."""
    found = last_move(played(board, move))
    assert found is not None, "a learner never passes"
    return captions(found, board.variant)[0]
