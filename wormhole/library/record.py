"""The record of a game: headers, the start position, and a tree of moves with their annotations.

The vocabulary is that of python-chess's ``chess.pgn``. A game is the root of its tree; each other node holds
the move that leads to it. The first variation of a node continues the main line.

>>> import wormhole
>>> game = Game(wormhole.Board())
>>> node = game.add_line(map(game.board().parse_uci, ["e2e4"]))
>>> node.comment = "the square e2 is gone"
>>> node.san(), game.end() is node, node.board().fullmove_number
('e4', True, 1)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from wormhole.library import comment_commands, pgn_text
from wormhole.library.comment_commands import Score, Shape
from wormhole.library.headers import START_TAGS, Headers, start_tags
from wormhole.library.pgn_warnings import PgnWarning
from wormhole.library.time_control import TimeControls
from wormhole.rules.board import Board
from wormhole.rules.move import Move

_uci_of: Callable[[ChildNode], str] = attrgetter("move.text")

NO_NAGS: frozenset[int] = frozenset()
CHANGES_KEPT = 32


class GameNode:
    """A position of a game: the game itself (see :class:`Game`), or the position after a move
    (:class:`ChildNode`).

    Every change notifies the functions that watch the game (:meth:`Game.watch`).
    """

    __slots__ = ("_comment", "_game", "_nags", "_san", "_starting_comment", "move", "parent", "variations")

    move: Move | None
    """The move that led here; None at the root."""
    parent: GameNode | None
    variations: Sequence[ChildNode]
    """The moves that were played from here, the main line first. Change it by the methods below.

    The ends of lines share one empty sequence: separate lists would double the work of the garbage collector.
    """
    _game: Game

    def __init__(self) -> None:
        self.variations = ()
        self._comment = self._starting_comment = ""
        self._nags = NO_NAGS
        self._san: str | None = None

    # --- annotations ---

    @property
    def comment(self) -> str:
        """The comment after the move, with its commands such as ``[%clk 0:01:00]``."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        if text != self._comment:
            self._comment = text
            self._game.notify(self)

    @property
    def starting_comment(self) -> str:
        """The comment before the first move of a variation."""
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        if text != self._starting_comment:
            self._starting_comment = text
            self._game.notify(self)

    @property
    def nags(self) -> frozenset[int]:
        """Numeric annotation glyphs, such as 1 for ``!`` (PGN standard, 10). Assign to change them."""
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        nags = frozenset(nags)
        if nags != self._nags:
            self._nags = nags
            self._game.notify(self)

    @property
    def words(self) -> str:
        """The comment without its commands. Assigning keeps the commands."""
        return comment_commands.words(self._comment)

    @words.setter
    def words(self, text: str) -> None:
        self.comment = comment_commands.with_words(self._comment, text)

    def clock(self) -> float | None:
        """The mover's remaining time in seconds after the move, from ``[%clk …]``."""
        return comment_commands.seconds(self._comment, comment_commands.CLOCK)

    def set_clock(self, seconds: float | None) -> None:
        """Set or, with None, remove the remaining time in seconds."""
        self.comment = comment_commands.with_seconds(self._comment, comment_commands.CLOCK, seconds)

    def time_left(self, color: bool, controls: TimeControls) -> float | None:
        """The seconds on the clock of ``color`` when the turn here begins; None without a clock."""
        control = controls.of(color)
        if control is None:
            return None
        is_own_turn = self.turn() == color
        node: GameNode | None = self.parent if is_own_turn else self
        while node is not None and node.parent is not None:
            left = node.clock()
            if left is not None:
                return control.at_turn(left) if is_own_turn else left
            node = node.parent.parent
        return control.start

    def emt(self) -> float | None:
        """The time in seconds that the move took, from ``[%emt …]``."""
        return comment_commands.seconds(self._comment, comment_commands.MOVE_TIME)

    def thought(self, controls: TimeControls) -> float | None:
        """The time in seconds that the move took: from ``[%emt …]``, else what the clocks before and after it
        say, without a delay; None if neither is known.
        """
        taken = self.emt()
        if taken is not None or self.parent is None:
            return taken
        color = self.parent.turn()
        control = controls.at(self.parent.plies(), color).of(color)
        before, after = self.parent.time_left(color, controls), self.clock()
        if control is None or before is None or after is None:
            return None
        return max(0.0, control.after(before, 0.0) - after)

    def eval(self) -> Score | None:
        """The evaluation from ``[%eval …]``, from White's point of view."""
        return comment_commands.score(self._comment)

    def set_eval(self, score: Score | None) -> None:
        """Set or, with None, remove the evaluation."""
        self.comment = comment_commands.with_score(self._comment, score)

    def shapes(self) -> tuple[Shape, ...]:
        """The circles and arrows of ``[%csl …]`` and ``[%cal …]``."""
        return comment_commands.shapes(self._comment, self._game.start.variant.geometry.numbers)

    def set_shapes(self, shapes: Iterable[Shape]) -> None:
        """Replace the circles and arrows."""
        names = self._game.start.variant.geometry.names
        self.comment = comment_commands.with_shapes(self._comment, shapes, names)

    # --- where it is ---

    def game(self) -> Game:
        """The game that this node belongs to."""
        return self._game

    def end(self) -> GameNode:
        """The last node of the line that continues from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether nothing was played from here."""
        return not self.variations

    def next(self) -> ChildNode | None:
        """The next node of the line that continues from here."""
        return self.variations[0] if self.variations else None

    def line(self) -> list[ChildNode]:
        """The nodes from the first move to this one."""
        nodes = []
        node = self
        while isinstance(node, ChildNode):
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def plies(self) -> int:
        """The number of moves from the start of the game to here."""
        count, node = 0, self
        while (parent := node.parent) is not None:
            count, node = count + 1, parent
        return count

    def turn(self) -> bool:
        """The side to move."""
        return self.game().start.turn == (self.plies() % 2 == 0)

    def path(self) -> tuple[int, ...]:
        """The place in the tree, for :meth:`Game.at`: the index of each node among its siblings."""
        return tuple(node.parent.variations.index(node) for node in self.line())

    def is_attached(self) -> bool:
        """Whether this is in the tree: neither it nor a node before it was removed."""
        return all(any(node is other for other in node.parent.variations) for node in self.line())

    def is_mainline(self) -> bool:
        """Whether this is on the game's main line."""
        return all(node.is_main_variation() for node in self.line())

    def is_main_variation(self) -> bool:
        """Whether this is the first of its siblings; the root is."""
        return self.parent is None or self.parent.variations[0] is self

    def mainline(self) -> Iterator[ChildNode]:
        """The nodes of the line that continues from here."""
        node: GameNode = self
        while node.variations:
            yield (node := node.variations[0])

    def mainline_moves(self) -> Iterator[Move]:
        """The moves of the line that continues from here."""
        return (node.move for node in self.mainline())

    def nodes(self) -> Iterator[ChildNode]:
        """All nodes that follow, each after its parent, a variation's before the next one's."""
        waiting = list(reversed(self.variations))
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.variations)

    def board(self) -> Board:
        """A new board with this position, and the moves that led to it on its stack."""
        board = self._game.start.copy()
        for node in self.line():
            board.push(node.move)
        return board

    # --- variations ---

    def variation(self, move: Move | GameNode | int) -> ChildNode:
        """The variation with that move, node or index. Raises :class:`KeyError`."""
        if isinstance(move, int):
            return self.variations[move]
        for node in self.variations:
            if node is move or node.move == move:
                return node
        raise KeyError(move)

    def has_variation(self, move: Move | GameNode) -> bool:
        """Whether that move was played from here."""
        return any(node is move or node.move == move for node in self.variations)

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = NO_NAGS
    ) -> ChildNode:
        """Add the node after a legal move, as the last variation."""
        node = ChildNode(self, move)
        node._comment, node._starting_comment, node._nags = comment, starting_comment, frozenset(nags)
        self.insert_variation(len(self.variations), node)
        return node

    def add_main_variation(
        self, move: Move, *, comment: str = "", nags: Iterable[int] = NO_NAGS
    ) -> ChildNode:
        """Add the node after a legal move, as the first variation."""
        node = ChildNode(self, move)
        node._comment, node._nags = comment, frozenset(nags)
        self.insert_variation(0, node)
        return node

    def add_line(self, moves: Iterable[Move]) -> GameNode:
        """Add these moves one after another; returns the last node."""
        return [self, *self.add_nodes(moves)][-1]

    def add_nodes(self, moves: Iterable[Move]) -> list[ChildNode]:
        """Add these moves one after another, as one change; returns all new nodes."""
        nodes: list[ChildNode] = []
        parents: list[GameNode] = []
        node: GameNode = self
        for move in moves:
            child = ChildNode(node, move)
            if isinstance(node.variations, list):
                node.variations.append(child)
            else:
                node.variations = [child]
            parents.append(node)
            nodes.append(child)
            node = child
        if parents:
            self._game.notify(*parents)
        return nodes

    def insert_variation(self, index: int, node: ChildNode) -> None:
        """Restore a removed variation, with all that follows."""
        if isinstance(self.variations, list):
            self.variations.insert(index, node)
        else:
            self.variations = [node]
        self._game.notify(self)

    def remove_variation(self, move: Move | GameNode | int) -> None:
        """Remove a variation with all that follows."""
        gone = self.variation(move)
        self.variations = [node for node in self.variations if node is not gone]
        self._game.notify(self)

    def promote_to_main(self, move: Move | GameNode | int) -> None:
        """Make a variation the first one."""
        self._move_variation(move, -len(self.variations))

    def promote(self, move: Move | GameNode | int) -> None:
        """Move a variation up by one among its siblings."""
        self._move_variation(move, -1)

    def _move_variation(self, move: Move | GameNode | int, places: int) -> None:
        node = self.variation(move)
        before = self.variations.index(node)
        after = min(max(0, before + places), len(self.variations) - 1)
        if after != before:
            others = [other for other in self.variations if other is not node]
            # In one step, since the thread that keeps the game may read it.
            self.variations = [*others[:after], node, *others[after:]]
            self._game.notify(self)


class ChildNode(GameNode):
    """A node with the move that led to it. Nodes are made by :meth:`GameNode.add_variation`."""

    __slots__ = ()

    move: Move
    parent: GameNode

    def __init__(self, parent: GameNode, move: Move) -> None:
        self.parent = parent
        self.move = move
        self.variations = ()
        self._game = parent._game
        self._comment = self._starting_comment = ""
        self._nags = NO_NAGS
        self._san = None

    def san(self) -> str:
        """The move in SAN; the first call takes as long as the line to here."""
        if self._san is None:
            self._san = self.parent.board().san(self.move)
        return self._san

    @property
    def has_san(self) -> bool:
        """Whether `san` is quick."""
        return self._san is not None

    def find_san(self, board: Board) -> None:
        """Compute the SAN from a board with the position before the move, so that `san` is quick."""
        if self._san is None:
            self._san = board.san(self.move)

    def uci(self) -> str:
        """The move in UCI notation."""
        return self.move.text


class Game(GameNode):
    """A game: the root of the tree, with headers and the board ``start`` on which its first move is played.

    The headers that describe the start (:mod:`wormhole.library.headers`) are those of ``start``.
    """

    __slots__ = (
        "_changed",
        "_is_due",
        "_is_holding",
        "_watchers",
        "headers",
        "revision",
        "start",
        "warnings",
    )

    def __init__(self, start: Board | None = None, headers: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.parent = self.move = None
        self._game = self
        self._watchers: list[Callable[[], None]] = []
        self._is_holding = self._is_due = False
        self._changed: deque[GameNode] = deque(maxlen=CHANGES_KEPT)
        self.warnings: Sequence[PgnWarning] = ()
        """What was read leniently, if it was read from PGN; this is not written."""
        self.revision = 0
        """The number of changes of the tree so far."""
        self.start = Board() if start is None else start.root()
        free = {name: value for name, value in (headers or {}).items() if name not in START_TAGS}
        self.headers = Headers({**free, **start_tags(self.start)}, self.notify)

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> Game:
        """The game played on ``board``, with its result if the rules decide it."""
        game = cls(board, headers)
        game.add_line(board.move_stack)
        outcome = board.outcome()
        if outcome is not None:
            game.headers["Result"] = outcome.result()
        return game

    # --- the result ---

    @property
    def result(self) -> str:
        """One of ``headers.RESULTS``."""
        return self.headers["Result"]

    @property
    def termination(self) -> str | None:
        """How the game ended, from the header ``Termination``."""
        return self.headers.get("Termination")

    def set_result(self, result: str, termination: str | None = None) -> None:
        """Set both headers, as one change."""
        if (result, termination) == (self.result, self.termination):
            return
        values = {name: value for name, value in self.headers.items() if name != "Termination"}
        values["Result"] = result
        if termination is not None:
            values["Termination"] = termination
        self.headers = Headers(values, self.notify)
        self.notify()

    # --- the tree ---

    def at(self, path: Sequence[int]) -> GameNode:
        """The node with that :meth:`GameNode.path`; as far as it exists."""
        node: GameNode = self
        for index in path:
            if not 0 <= index < len(node.variations):
                break
            node = node.variations[index]
        return node

    def find_sans(self) -> None:
        """Compute the SAN of all nodes at once, which is faster than one by one."""
        if all(node.has_san for node in self.nodes()):
            return
        board, plies = self.start.copy(), 0
        depths = [(node, 0) for node in reversed(self.variations)]
        while depths:
            node, depth = depths.pop()
            while plies > depth:
                board.pop()
                plies -= 1
            node.find_san(board)
            if node.variations:
                board.push(node.move)
                plies += 1
                depths += ((child, plies) for child in reversed(node.variations))

    # --- changes ---

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed`` after every change of the game."""
        self._watchers.append(changed)

    def unwatch(self, changed: Callable[[], None]) -> None:
        """Do not call ``changed`` any more."""
        self._watchers.remove(changed)

    def changed_since(self, revision: int) -> list[GameNode] | None:
        """The nodes whose texts or variations changed since that revision; None if they are too many.

        Only the picture of the tree around these must be renewed.
        """
        count = self.revision - revision
        if count > len(self._changed):
            return None
        return list(islice(reversed(self._changed), count))

    def notify(self, *nodes: GameNode) -> None:
        """Notify the watchers of a change of ``nodes`` or, without any, of a header."""
        self.revision += len(nodes)
        self._changed.extend(nodes)
        if self._is_holding:
            self._is_due = True
            return
        for changed in self._watchers:
            changed()

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """A context that notifies the watchers of all its changes once, at its end."""
        self._is_holding, self._is_due = True, False
        try:
            yield
        finally:
            self._is_holding = False
            if self._is_due:
                self.notify()

    def __str__(self) -> str:
        """The game as PGN."""
        return self.text_under(self.headers)

    def text_under(self, headers: Mapping[str, str]) -> str:
        """The game as PGN with other headers, which describe the same start."""
        self.find_sans()
        return pgn_text.game_text(headers, self._tokens(ChildNode.san))

    def movetext(self) -> str:
        """The tree as PGN without headers, its moves in UCI notation: faster to write and to read."""
        return " ".join(self._tokens(_uci_of))

    def _tokens(self, written: Callable[[ChildNode], str]) -> Iterator[str]:
        """The tree in the order of PGN, without the result; ``written`` writes a move."""
        if self._comment:
            yield pgn_text.comment_token(self._comment)
        waiting: list[_Item] = [_Rest(self, self.start.ply(), is_numbered=True)]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                yield item
            elif isinstance(item, _One):
                yield from _one_tokens(*item, written)
            else:
                if isinstance(item, _Rest):
                    tokens, item = _line_tokens(*item, written)
                    yield from tokens
                waiting += reversed(_parts(item))


class _One(NamedTuple):
    """A node to be written."""

    node: ChildNode
    ply: int
    is_numbered: bool


class _Rest(NamedTuple):
    """The moves after a node, to be written."""

    node: GameNode
    ply: int
    is_numbered: bool


class _Others(NamedTuple):
    """The variations of a node from the index ``first`` on, to be written in brackets one after the other."""

    node: GameNode
    first: int
    ply: int


_Item = _One | _Rest | _Others | str


def _parts(item: _Rest | _Others) -> tuple[_Item, ...]:
    """What an item consists of: a main move, its variations, and the rest; or a variation, and the others."""
    variations, ply = item.node.variations, item.ply
    if isinstance(item, _Others):
        if item.first >= len(variations):
            return ()
        node = variations[item.first]
        rest = _Rest(node, ply + 1, bool(node.comment))
        return "(", _One(node, ply, True), rest, ")", _Others(item.node, item.first + 1, ply)
    if not variations:
        return ()
    main = _One(variations[0], ply, item.is_numbered)
    if len(variations) == 1:
        return main, _Rest(main.node, ply + 1, bool(main.node.comment))
    return main, _Others(item.node, 1, ply), _Rest(main.node, ply + 1, True)


def _line_tokens(
    node: GameNode, ply: int, is_numbered: bool, written: Callable[[ChildNode], str]
) -> tuple[list[str], _Rest]:
    """The moves up to the first with variations or to the end of the line; and the rest.

    Most nodes of most games have only a move, so these are written here.
    """
    tokens: list[str] = []
    while len(node.variations) == 1:
        node = node.variations[0]
        if node._nags or node._comment or node._starting_comment:
            tokens += _one_tokens(node, ply, is_numbered, written)
            is_numbered = bool(node._comment)
        else:
            if is_numbered or not ply & 1:
                tokens.append(pgn_text.number_token(ply))
            tokens.append(written(node))
            is_numbered = False
        ply += 1
    return tokens, _Rest(node, ply, is_numbered)


def _one_tokens(
    node: ChildNode, ply: int, is_numbered: bool, written: Callable[[ChildNode], str]
) -> Iterator[str]:
    if node.starting_comment:
        yield pgn_text.comment_token(node.starting_comment)
    if is_numbered or node.starting_comment or ply % 2 == 0:
        yield pgn_text.number_token(ply)
    yield written(node)
    for nag in sorted(node.nags):
        yield f"${nag}"
    if node.comment:
        yield pgn_text.comment_token(node.comment)
