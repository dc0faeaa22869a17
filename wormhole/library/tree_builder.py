"""Plays the tokens of a score sheet into a game's tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from wormhole.library.nags import number_of
from wormhole.library.pgn_error import PgnError
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.library.score_sheet import CLOSE, COMMENT, MOVE, NAG, OPEN, Token
from wormhole.rules.board import Board
from wormhole.rules.errors import MoveError
from wormhole.rules.message import Message
from wormhole.rules.move import Move
from wormhole.rules.piece import side_name
from wormhole.rules.quoting import quoted

MOST_PLIES = 10_000
"""The limit for one line of a game."""
MOST_MOVES = 200_000
"""The limit for a game with its variations."""

Parse = Callable[[Board, str], Move]
"""Finds the move that a text means. Raises :class:`MoveError`."""


def add_tokens(game: Game, tokens: Iterable[Token], parse: Parse, number: int | None = None) -> None:
    """Add moves, variations, comments and NAGs to a game without moves.

    A comment belongs to the move before it, also behind a variation; at the start of a variation to the move
    after it. Raises :class:`PgnError` with the game as read before the fault; ``number`` is its number.
    """
    builder = _Builder(game, parse)
    line = None
    try:
        for kind, text, where in tokens:
            line = where
            if kind == MOVE:
                builder.move(text)
            elif kind == COMMENT:
                builder.comment(text)
            elif kind == NAG:
                builder.nag(text)
            elif kind == OPEN:
                builder.open_variation()
            elif kind == CLOSE:
                builder.close_variation()
            else:
                raise _TokenError(text)
    except _TokenError as fault:
        builder.annotate()
        raise PgnError(
            fault.args[0], number, line, move=fault.move, headers=game.headers, game=game
        ) from None
    builder.annotate()


class _TokenError(Exception):
    """What is wrong with a token; ``move`` is the text of a bad move."""

    def __init__(self, why: str, move: str | None = None) -> None:
        super().__init__(why)
        self.move = move


class _Builder:
    """A game's tree while it grows at ``node``, whose position is on ``board``."""

    def __init__(self, game: Game, parse: Parse) -> None:
        self.parse = parse
        self.node: GameNode = game
        self.board = game.start.copy()
        self.main_nodes: list[ChildNode] = []
        """The nodes to which the open variations are alternatives."""
        self.is_new_variation = False
        self.starting_comments: list[str] = []
        self.comments: dict[GameNode, list[str]] = {}
        self.nags: dict[GameNode, set[int]] = {}
        """What `annotate` adds to the nodes: a node may have many, and they may come one by one."""
        self.plies = self.moves = 0

    def move(self, text: str) -> None:
        """Add a move."""
        board = self.board
        if self.plies >= MOST_PLIES:
            raise _TokenError(Message("this game is longer than {most} plies", most=MOST_PLIES))
        if self.moves >= MOST_MOVES:
            raise _TokenError(Message("this game has more than {most} moves", most=MOST_MOVES))
        try:
            board.push(self.parse(board, text))
        except MoveError as error:
            place = (
                Message("move {number} of {side} in a variation: {trouble}")
                if self.main_nodes
                else Message("move {number} of {side}: {trouble}")
            )
            is_quoted = text in str(error) or quoted(text) in str(error)
            trouble = error.message
            if not is_quoted:
                trouble = Message("{move}: {trouble}", move=quoted(text), trouble=error.message)
            raise _TokenError(
                Message(place, number=board.fullmove_number, side=side_name(board.turn), trouble=trouble),
                text,
            ) from None
        self.node = self.node.add_variation(board.peek(), starting_comment=" ".join(self.starting_comments))
        self.starting_comments.clear()
        self.is_new_variation = False
        self.plies += 1
        self.moves += 1

    def comment(self, text: str) -> None:
        """Add a comment; several in a row become one."""
        text = text.strip()
        if not text:
            return
        if self.is_new_variation:
            self.starting_comments.append(text)
        else:
            self.comments.setdefault(self.node, []).append(text)

    def nag(self, text: str) -> None:
        """Add a NAG to the last move."""
        found = number_of(text)
        if found is not None:
            self.nags.setdefault(self.node, set()).add(found)

    def annotate(self) -> None:
        """Give the nodes their comments and NAGs, after the last token."""
        for node, texts in self.comments.items():
            node.comment = " ".join(texts)
        for node, nags in self.nags.items():
            node.nags = nags

    def open_variation(self) -> None:
        """Begin an alternative to the last move."""
        if self.is_new_variation or not isinstance(self.node, ChildNode):
            raise _TokenError(Message("a variation begins here, but there is no move before it"))
        self.main_nodes.append(self.node)
        self._take_back()
        self.is_new_variation = True

    def close_variation(self) -> None:
        """Go on from the move to which the variation is an alternative."""
        main = self.main_nodes.pop()
        while self.node is not main.parent:
            self._take_back()
        self.board.push(main.move)
        self.node = main
        self.plies += 1
        self.is_new_variation = False
        for text in self.starting_comments:
            self.comment(text)
        self.starting_comments.clear()

    def _take_back(self) -> None:
        assert isinstance(self.node, ChildNode)
        self.board.pop()
        self.node = self.node.parent
        self.plies -= 1


def parse_rolled(board: Board, text: str) -> Move:
    """As :func:`parse_loosely`, for a game with dice; the text must say what was rolled."""
    move = parse_loosely(board, text)
    if move and move.roll is None:
        raise MoveError(
            "{text} must say what was rolled, as in {example}@a4: there is no Seed tag",
            text=quoted(text),
            example=text,
        )
    return move


def parse_loosely(board: Board, text: str) -> Move:
    """The move in SAN, or as people and old programs write it."""
    try:
        return board.parse_san(text)
    except MoveError:
        move = _loosely_meant(board, text)
        if move is None:
            raise
        return move


def parse_uci(board: Board, text: str) -> Move:
    """The move in UCI notation; other notations are read, too."""
    try:
        return board.parse_uci(text)
    except MoveError:
        return parse_loosely(board, text)


def _loosely_meant(board: Board, text: str) -> Move | None:
    """The legal move written as ``Ng1-f3``, ``e7e8q``, ``exd6e.p.``, ``Qh7++`` or ``Qd4=``, if it is one."""
    text = re.sub(r"e\.?p\.?(?=[+#@]|$)", "", text).rstrip(".=").replace("++", "+")
    for parse, form in ((board.parse_san, text.replace("-", "")), (board.parse_uci, text.replace("=", ""))):
        try:
            return parse(form)
        except MoveError:
            pass
    return None
