"""Decides whether a text by mail goes on from a game as it is. It changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.base.errors import Message
from wormhole.base.quoting import quoted
from wormhole.library.headers import UNDECIDED
from wormhole.library.mail.armour import MailError
from wormhole.library.mail.dice import rolled
from wormhole.library.mail.mail_state import MailState
from wormhole.library.mail.mail_turn import Act, MailTurn, Sealed, turn_of
from wormhole.library.record import Game
from wormhole.rules.board import Board
from wormhole.rules.move import Move

FOREIGN = Message(
    "This text is not from your opponent of this game, or it was changed. Ask for the text again."
)
OWN = Message("This is your own text. Send it to your opponent.")
OVER = Message("This game is over; the text changes nothing.")
ANSWERED = Message("You have answered this text already.")
KNOWN = Message("This text is in your game already. It is your move.")
EARLIER = Message("This text is older than your game. Your opponent has sent a newer one.")


@dataclass(frozen=True)
class News:
    """What a text adds to a game."""

    act: Act
    move: Move | None
    """With its roll, where there are dice."""
    opponent: str
    """The name of the opponent."""
    used: int
    """The seconds that the opponent has used so far."""


def judge(text: Sealed, game: Game, end: Board, state: MailState) -> News:
    """What a text adds to the game with that state, whose main line leads to the board ``end``.

    Raises :class:`MailError` that says why the text is not accepted.
    """
    turn = text.turn
    if not text.is_signed_with(state.secret):
        raise MailError(FOREIGN)
    if turn.writer == state.side:
        raise MailError(OWN)
    known = turn_of(game, state)
    _check_terms(turn, known, state)
    moves, old = turn.move_texts, known.move_texts
    _check_moves(turn, moves, old, known, is_own_turn=_is_own_turn(end, state))
    _check_time(turn, state)
    move = _new_move(end, moves[-1], state) if turn.act.is_move else None
    if turn.act is Act.AGREE and not (state.offers_draw and old):
        raise MailError("This text accepts a draw that you have not offered.")
    if turn.result != _result_after(turn, end, move):
        raise MailError("The result of this text is not the one of its moves.")
    return News(turn.act, move, turn.name(state.opponent), turn.used(state.opponent))


def _check_terms(turn: MailTurn, known: MailTurn, state: MailState) -> None:
    """Refuse other rules, another start, another time for moves, other names."""
    if turn.id != known.id or turn.inviter != known.inviter:
        raise MailError("This text belongs to another game.")
    if turn.start != known.start:
        raise MailError("This text has other rules or another start position than your game.")
    if turn.hours != known.hours:
        raise MailError("This text has another time for each move than your game.")
    is_invitation = turn.secret is not None  # whose writer does not know the name of the invited player
    if not is_invitation and turn.name(state.side) != known.name(state.side):
        raise MailError("This text has another name for you than your game.")
    is_introduced = known.secret is None
    if is_introduced and turn.name(state.opponent) != known.name(state.opponent):
        raise MailError("This text has another name for your opponent than your game.")


def _check_moves(
    turn: MailTurn, moves: list[str], old: list[str], known: MailTurn, is_own_turn: bool
) -> None:
    """Refuse all but the opponent's next turn: one more move, or an end without one."""
    shared = min(len(moves), len(old))
    for number, (new, move) in enumerate(zip(moves, old, strict=False)):
        if new != move:
            raise MailError(
                "This text changes earlier moves: move {number} is {move} in your game, not {other}.",
                number=number // 2 + 1,
                move=move,
                other=quoted(new),
            )
    if known.result != UNDECIDED:
        raise MailError(OVER)
    is_next = not is_own_turn and len(moves) == len(old) + turn.act.is_move
    if is_next:
        return
    if len(moves) > len(old) + 1 or (len(moves) > len(old) and is_own_turn):
        raise MailError(
            "This text is ahead of your game. Moves missing here: {count}.", count=len(moves) - len(old)
        )
    if shared == len(old) and is_own_turn:
        raise MailError(KNOWN)
    raise MailError(ANSWERED if len(moves) >= len(old) - 1 else EARLIER)


def _is_own_turn(end: Board, state: MailState) -> bool:
    return end.turn == (state.side == "white")


def _check_time(turn: MailTurn, state: MailState) -> None:
    if turn.used(state.side) != state.used(state.side):
        raise MailError("This text changes the time that you have used.")
    if turn.used(state.opponent) < state.used(state.opponent):
        raise MailError("This text takes back time that your opponent has used.")


def _new_move(end: Board, text: str, state: MailState) -> Move:
    """The opponent's move. Raises MailError if it is not legal, or if its roll is not the game's."""
    plain = text
    if end.has_dice:
        plain, _at, _roll = text.rpartition("@")
    move = end.legal_move(plain)
    if move is None:
        raise MailError("The move {move} of this text is not legal.", move=quoted(text))
    move = rolled(end, move, state.secret)
    if move.text != text:
        raise MailError("The dice of this text are not those of the game.")
    return move


def _result_after(turn: MailTurn, end: Board, move: Move | None) -> str:
    if turn.act is Act.AGREE:
        return "1/2-1/2"
    if turn.act is Act.RESIGN:
        return "0-1" if turn.writer == "white" else "1-0"
    if move is None:
        return UNDECIDED
    after = end.copy()
    after.push(move)
    outcome = after.outcome()
    return UNDECIDED if outcome is None else outcome.result()
