"""What a text by mail says: the whole game, and what its writer did last.

It is JSON, compressed, with a signature before it: HMAC-SHA256 with the game's secret, which only the
invitation tells. So nobody who has not seen the invitation can write a text of the game.
"""

from __future__ import annotations

import hashlib
import hmac
import zlib
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Meta

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import printable
from wormhole.base.schema import find, json_table
from wormhole.base.toml import MOST_BYTES as LONGEST_DEFINITION
from wormhole.library.database.game_rows import is_catalogued, parsed_definition
from wormhole.library.headers import UNDECIDED, start_board, start_tags
from wormhole.library.mail.armour import DAMAGED, MailError
from wormhole.library.mail.mail_state import Hours, MailState, Seconds, Side, Token, side_of
from wormhole.library.record import Game
from wormhole.rules.board import Board
from wormhole.rules.outcome import Termination

SIGNATURE_BYTES = 12
MOST_BYTES = 2 * LONGEST_DEFINITION
"""Of what a text says, once it is no longer compressed."""
MOST_MOVES = 20_000
LONGEST_NAME = 60
SEED = "Seed"
_USUAL = b'"}{"id":"","writer":"black","inviter":"white","hours":72,"start":{"Variant":"wormhole",\
"LeftSquare":"fold","Stalemate":"loss","SetUp":"1","FEN":"","wormhole-fide","wormhole-omega","chess"},\
"white":"Person","black":"Person","moves":"e2e4 e7e5 d2d4 d7d5 g1f3 b8c6 c2c4 c7c5 b1c3 g8f6 e1g1 e8g8",\
"white_used":0,"black_used":0,"act":"move","result":"*","secret":"","definition":"","act":"offer",\
"act":"resign","result":"1/2-1/2","act":"agree","result":"1-0","result":"0-1"'
"""What texts consist of, for a shorter compressed form."""


class Act(Enum):
    """What the writer of a text did last."""

    INVITE = "invite"
    """Nothing yet: the other side moves first."""
    MOVE = "move"
    OFFER = "offer"
    """A move, with the offer of a draw."""
    AGREE = "agree"
    RESIGN = "resign"

    @property
    def is_move(self) -> bool:
        """Whether a move was played."""
        return self in (Act.MOVE, Act.OFFER)


_Text = Annotated[str, Meta(max_length=LONGEST_NAME)]
_Tags = Annotated[dict[_Text, Annotated[str, Meta(max_length=2000)]], Meta(max_length=10)]


@dataclass(frozen=True)
class MailTurn:
    """The content of a text by mail."""

    id: Token
    writer: Side
    inviter: Side
    hours: Hours
    start: _Tags
    """The headers of the game's rules and its start position."""
    white: _Text
    black: _Text
    moves: Annotated[str, Meta(max_length=10 * MOST_MOVES)]
    """All moves in UCI notation."""
    white_used: Seconds
    black_used: Seconds
    act: Act
    result: Annotated[str, Meta(max_length=7)]
    secret: Token | None = None
    """Only in an invitation."""
    definition: Annotated[str, Meta(max_length=LONGEST_DEFINITION)] | None = None
    """Only in the invitation to a game that is not in the catalogue: its file."""

    @property
    def move_texts(self) -> list[str]:
        """All moves."""
        return self.moves.split()

    def name(self, side: Side) -> str:
        """The name of a player."""
        return printable(self.white if side == "white" else self.black)

    def used(self, side: Side) -> int:
        """The seconds that a side has used."""
        return self.white_used if side == "white" else self.black_used

    def board(self) -> Board:
        """The start position. Raises :class:`MailError` if there is no such game."""
        try:
            name, own = self.start.get("Variant", ""), self.definition
            games = [] if own is None else [parsed_definition(name, own)]
            return start_board({tag: text for tag, text in self.start.items() if tag != SEED}, games)
        except WormholeError as error:
            raise MailError(
                "The game of this text cannot be played: {trouble}", trouble=error.message
            ) from None


@dataclass(frozen=True)
class Sealed:
    """A text as it came: its content, and what its signature is checked with."""

    turn: MailTurn
    signature: bytes
    body: bytes

    def is_signed_with(self, secret: str) -> bool:
        """Whether it was written by somebody who knows the secret."""
        return hmac.compare_digest(self.signature, _signature(self.body, secret))


def sealed(turn: MailTurn, secret: str) -> bytes:
    """The content as bytes, with a signature."""
    table = {name: value for name, value in msgspec.to_builtins(turn).items() if value is not None}
    packer = zlib.compressobj(9, wbits=-15, zdict=_USUAL)
    body = packer.compress(msgspec.json.encode(table)) + packer.flush()
    return _signature(body, secret) + body


def opened(content: bytes) -> Sealed:
    """What the bytes of a text say. Raises :class:`MailError`; the signature is not checked."""
    signature, body = content[:SIGNATURE_BYTES], content[SIGNATURE_BYTES:]
    unpacker = zlib.decompressobj(wbits=-15, zdict=_USUAL)
    try:
        text = unpacker.decompress(body, MOST_BYTES)
    except zlib.error:
        raise MailError(DAMAGED) from None
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise MailError("The text holds more than a game.")
    table = json_table(text)
    turn = None if table is None else find(MailTurn, table)
    if turn is None:
        raise MailError("The text is not a game by mail.")
    if turn.secret is not None and not Sealed(turn, signature, body).is_signed_with(turn.secret):
        raise MailError("The signature of this invitation is wrong.")
    return Sealed(turn, signature, body)


def turn_of(game: Game, state: MailState) -> MailTurn:
    """The content of the text that tells the opponent how the game stands."""
    moves = [node.uci() for node in game.mainline()]
    own, first = state.side, side_of(game.start.turn)
    writers = (first, "black" if first == "white" else "white")
    has_answer = any(writers[ply % 2] != own for ply in range(len(moves)))
    is_known = has_answer or not state.is_inviter
    start = game.start
    tags = {name: text for name, text in start_tags(start).items() if name != SEED}
    is_own_game = not is_known and not is_catalogued(start.variant)
    return MailTurn(
        id=state.id,
        writer=own,
        inviter=state.inviter,
        hours=state.hours,
        start=tags,
        white=game.headers["White"],
        black=game.headers["Black"],
        moves=" ".join(moves),
        white_used=state.white_used,
        black_used=state.black_used,
        act=_act(game, state, len(moves)),
        result=game.result,
        secret=None if is_known else state.secret,
        definition=start.variant.definition if is_own_game else None,
    )


def _act(game: Game, state: MailState, plies: int) -> Act:
    """What was done last."""
    if game.result != UNDECIDED and game.termination == Termination.RESIGNATION.value:
        return Act.RESIGN
    if game.result != UNDECIDED and game.termination == Termination.AGREEMENT.value:
        return Act.AGREE
    if not plies:
        return Act.INVITE
    return Act.OFFER if state.offers_draw else Act.MOVE


def _signature(body: bytes, secret: str) -> bytes:
    return hmac.new(secret.encode(), body, hashlib.sha256).digest()[:SIGNATURE_BYTES]
