"""Builds the tree of a game from the tokens of PGN, which come from :mod:`wormhole.library.pgn_parser`.

Moves are played many at once as long as they are written plainly; each of the others is read by
:mod:`wormhole.rules.written_moves`, with a warning.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wormhole.base.errors import Message, MoveError
from wormhole.base.quoting import quoted
from wormhole.library.pgn_parser import CLOSE, COMMENT, MOVE, NAG, OPEN, PgnError, Token
from wormhole.library.pgn_text import number_of
from wormhole.library.pgn_warnings import PgnWarnings
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import side_name
from wormhole.rules.written_moves import CHECKS, NOVELTY, WrittenMove, parse_written, promotion_in

MOST_PLIES = 10_000
"""The limit for one line of a game."""
MOST_MOVES = 200_000
"""The limit for a game with its variations."""

PLAYED_AT_ONCE = 64
"""Moves that are given to a board at once; those behind one that it cannot read at once are given again."""

BEHIND_MOVES = {*CHECKS, NOVELTY}
"""What may stand apart behind a move, to which it belongs."""


@dataclass(frozen=True)
class Notation:
    """How moves are written: the quick way for what is plain, and the way for each of the others.

    ``push`` plays moves as far as they are plain, and returns how many. ``parse`` finds the move that a text
    means, or raises :class:`MoveError`.
    """

    push: Callable[[Board, Sequence[str]], int]
    parse: Callable[[Board, str], WrittenMove]


def add_tokens(
    game: Game,
    board: Board,
    tokens: Iterable[Token],
    notation: Notation,
    number: int | None = None,
    warnings: PgnWarnings | None = None,
) -> None:
    """Add moves, variations, comments and NAGs to a game without moves, and play its main line on ``board``.

    A comment belongs to the move before it, also after a variation; at the start of a variation, to the move
    after it. Raises :class:`PgnError` with the game as read before the fault; ``number`` is its number. The
    game gets ``warnings``, and those of its moves.
    """
    warnings = PgnWarnings() if warnings is None else warnings
    builder = _Builder(game, board, notation, warnings)
    line = None
    try:
        for kind, text, line in tokens:
            if kind == MOVE:
                builder.moves(text.split(), line)
            elif kind == COMMENT:
                builder.comment(text)
            elif kind == NAG:
                builder.nag(text)
            elif kind == OPEN:
                builder.open_variation()
            elif kind == CLOSE:
                builder.close_variation()
            else:
                builder.play()
                raise _TokenError(text)
        builder.play()
    except _TokenError as fault:
        builder.annotate()
        game.warnings = warnings.all()
        raise PgnError(
            fault.args[0],
            number,
            line if fault.line is None else fault.line,
            move=fault.move,
            headers=game.headers,
            game=game,
        ) from None
    builder.annotate()
    game.warnings = warnings.all()


class _TokenError(Exception):
    """The error of a token; ``move`` is the text of a bad move, and ``line`` its line."""

    def __init__(self, why: str, move: str | None = None, line: int | None = None) -> None:
        super().__init__(why)
        self.move, self.line = move, line


class _Builder:
    """A game's tree while it grows at ``node``, whose position is on ``board``.

    Moves wait until a variation begins or ends, so that many are played at once.
    """

    def __init__(self, game: Game, board: Board, notation: Notation, warnings: PgnWarnings) -> None:
        self.notation, self.warnings = notation, warnings
        self.node: GameNode = game
        self.board = board
        self.waiting: list[tuple[str, int]] = []
        """Moves that were not played yet, with their lines."""
        self.marks: list[tuple[int, str | int]] = []
        """The comments and NAGs behind them: how many of the moves come before each."""
        self.main_nodes: list[ChildNode] = []
        """The nodes to which the open variations are alternatives."""
        self.is_new_variation = False
        self.starting_comments: list[str] = []
        self.comments: dict[GameNode, list[str]] = {}
        self.nags: dict[GameNode, set[int]] = {}
        """The comments and NAGs that `annotate` adds to the nodes: a node may have many, which may come one
        by one."""
        self.plies = self.count = 0
        """The length of the line, and the number of all moves."""

    def moves(self, texts: Iterable[str], line: int) -> None:
        """Add moves."""
        self.waiting += [(text, line) for text in texts]

    def comment(self, text: str) -> None:
        """Add a comment; several in a row become one."""
        text = text.strip()
        if not text:
            return
        if self.waiting:
            self.marks.append((len(self.waiting), text))
        elif self.is_new_variation:
            self.starting_comments.append(text)
        else:
            self.comments.setdefault(self.node, []).append(text)

    def nag(self, text: str) -> None:
        """Add a NAG to the last move."""
        found = number_of(text)
        if found is None:
            return
        if self.waiting:
            self.marks.append((len(self.waiting), found))
        else:
            self.nags.setdefault(self.node, set()).add(found)

    def play(self) -> None:
        """Play the moves that wait."""
        waiting, marks = self.waiting, self.marks
        if not waiting:
            return
        self.waiting, self.marks = [], []
        texts = [text for text, _ in waiting]
        nodes: list[GameNode] = []
        try:
            while len(nodes) < len(texts):
                self._play_plain(texts, nodes)
                if len(nodes) < len(texts):
                    self._play_one(waiting, nodes)
        finally:
            for index, mark in marks:
                if index > len(nodes):
                    break
                if isinstance(mark, int):
                    self.nags.setdefault(nodes[index - 1], set()).add(mark)
                else:
                    self.comments.setdefault(nodes[index - 1], []).append(mark)

    def _play_plain(self, texts: Sequence[str], nodes: list[GameNode]) -> None:
        """Play moves as long as they are plain; adds the node after each text."""
        while len(nodes) < len(texts):
            room = min(PLAYED_AT_ONCE, MOST_PLIES - self.plies, MOST_MOVES - self.count)
            given = texts[len(nodes) : len(nodes) + room]
            played = self.notation.push(self.board, given)
            if played:
                self._grow(self.board.last_moves(played), nodes)
            if played < PLAYED_AT_ONCE:
                return

    def _play_one(self, waiting: Sequence[tuple[str, int]], nodes: list[GameNode]) -> None:
        """Play the next move, or take what belongs to the last one; adds the node after each text.

        Raises an error that says why the move cannot be played.
        """
        line = waiting[len(nodes)][1]
        if self._belongs_to_last(waiting, len(nodes)):
            nodes.append(self.node)
            return
        if self.plies >= MOST_PLIES:
            why = Message("this game is longer than {most} plies", most=MOST_PLIES)
            raise _TokenError(why, line=line)
        if self.count >= MOST_MOVES:
            why = Message("this game has more than {most} moves", most=MOST_MOVES)
            raise _TokenError(why, line=line)
        texts = [text for text, _ in waiting[len(nodes) : len(nodes) + 2]]
        written, taken = self._parsed(texts, line)
        if not written.is_usual or len(taken) > 1:
            san = self.board.san(written.move)
            self._warn_of_move(" ".join(taken), " ".join((san, *written.signs)), line)
        self.board.push(written.move)
        self._grow([self.board.peek()], nodes)
        nodes += [self.node] * (len(taken) - 1)
        for sign in written.signs:
            self._add_sign(sign)

    def _parsed(self, texts: Sequence[str], line: int) -> tuple[WrittenMove, Sequence[str]]:
        """The move of the first text, which the second one may complete; and the texts that it takes."""
        board, text = self.board, texts[0]
        try:
            return self.notation.parse(board, text), texts[:1]
        except MoveError as error:
            letter = promotion_in(texts[1]) if len(texts) > 1 else None
            if letter is not None:
                with contextlib.suppress(MoveError):
                    return self.notation.parse(board, f"{text}={letter}"), texts
            place = (
                Message("move {number} of {side} in a variation: {trouble}")
                if self.main_nodes
                else Message("move {number} of {side}: {trouble}")
            )
            is_quoted = text in str(error) or quoted(text) in str(error)
            trouble = error.message
            if not is_quoted:
                trouble = Message("{move}: {trouble}", move=quoted(text), trouble=error.message)
            why = Message(place, number=board.fullmove_number, side=side_name(board.turn), trouble=trouble)
            raise _TokenError(why, text, line) from None

    def _belongs_to_last(self, waiting: Sequence[tuple[str, int]], index: int) -> bool:
        """Whether a text is a check or a sign behind the last move, which gets it."""
        text, line = waiting[index]
        bare = text.strip("()").rstrip(".")
        if bare not in BEHIND_MOVES or self.is_new_variation or not isinstance(self.node, ChildNode):
            return False
        if bare == NOVELTY:
            self._add_sign(bare)
        self.board.pop()
        san = self.board.san(self.node.move)
        self.board.push(self.node.move)
        before = waiting[index - 1][0] if index else san
        self._warn_of_move(f"{before} {text}", san, line)
        return True

    def _add_sign(self, sign: str) -> None:
        number = number_of(sign)
        if number is not None:
            self.nags.setdefault(self.node, set()).add(number)

    def _warn_of_move(self, text: str, san: str, line: int) -> None:
        self.warnings.add(line, Message("{text} is read as {move}", text=quoted(text), move=san))

    def _grow(self, moves: Sequence[Move], nodes: list[GameNode]) -> None:
        """Add the nodes of moves that were played."""
        added = self.node.add_nodes(moves)
        if self.starting_comments:
            added[0].starting_comment = " ".join(self.starting_comments)
            self.starting_comments.clear()
        self.is_new_variation = False
        self.node = added[-1]
        self.plies += len(moves)
        self.count += len(moves)
        nodes += added

    def annotate(self) -> None:
        """Give the nodes their comments and NAGs, after the last token."""
        for node, texts in self.comments.items():
            node.comment = " ".join(texts)
        for node, nags in self.nags.items():
            node.nags = nags

    def open_variation(self) -> None:
        """Begin an alternative to the last move."""
        self.play()
        if self.is_new_variation or not isinstance(self.node, ChildNode):
            raise _TokenError(Message("a variation begins here, but there is no move before it"))
        self.main_nodes.append(self.node)
        self._take_back()
        self.is_new_variation = True

    def close_variation(self) -> None:
        """Continue after the move to which the variation is an alternative."""
        self.play()
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


def parse_rolled(board: Board, text: str) -> WrittenMove:
    """The legal move that a text means, with what was rolled after it, which the text must say."""
    written = parse_written(board, text)
    if written.move and written.move.roll is None:
        raise MoveError(
            "{text} must include the roll, as in {example}@a4, because there is no Seed tag",
            text=quoted(text),
            example=text,
        )
    return written


def parse_uci(board: Board, text: str) -> WrittenMove:
    """The move in UCI notation; other notations are read, too."""
    try:
        return WrittenMove(board.parse_uci(text))
    except MoveError:
        return parse_written(board, text)


SANS = Notation(Board.push_sans, parse_written)
ROLLED_SANS = Notation(Board.push_sans, parse_rolled)
UCIS = Notation(Board.push_ucis, parse_uci)
