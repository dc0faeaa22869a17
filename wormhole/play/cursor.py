"""The current place in the record of a game, with its board. The next move is played there."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole import Board, Move, Piece
from wormhole.library import comment_commands
from wormhole.library.record import ChildNode, Game, GameNode

FAR = 300
"""Playing so many moves takes longer than a frame."""


@dataclass(frozen=True)
class NodePath:
    """The moves that lead to a node, the board after the last one, and the pieces that they captured."""

    nodes: list[ChildNode]
    end: Board
    captured: dict[ChildNode, Piece | None]


def way_to(node: GameNode) -> NodePath:
    """The way to a node from the start of its game. It may be asked for in any thread."""
    way = NodePath(node.line(), node.game().start.copy(), {})
    for child in way.nodes:
        _push(child, way.end, way.captured)
    return way


class Cursor:
    """A node of a game and the board there. Only the cursor changes this board.

    The cursor remembers the line that was visited last: going back and forward follows the same line,
    quickly. Starting at the end of a long line can take longer than a frame.
    """

    def __init__(self, game: Game, node: GameNode | None = None) -> None:
        self.game = game
        self.node: GameNode = game
        self.board = game.start.copy()
        self._line: list[ChildNode] = []
        self._end = game.start.copy()
        """The board at the end of the line."""
        self._captured: dict[ChildNode, Piece | None] = {}
        if node is not None:
            self.go(node.end())
            self.go(node)

    @property
    def plies(self) -> int:
        """The number of moves from the start of the game to here."""
        return self.board.ply() - self.game.start.ply()

    @property
    def nodes(self) -> list[ChildNode]:
        """The nodes from the first move to here."""
        return self._line[: self.plies]

    def next(self) -> ChildNode | None:
        """The node after this one: on the line visited last or, if that ends here, on the main one."""
        return self._line[self.plies] if self.plies < len(self._line) else self.node.next()

    def last(self) -> GameNode:
        """The end of the line that `next` follows."""
        return self._line[-1].end() if self._line else self.node.end()

    def forget(self) -> None:
        """Forget the rest of the line visited last. Call it after nodes were removed."""
        self._line = self.nodes
        self._end = self.board.copy()

    def captured_by(self, color: bool) -> tuple[Piece, ...]:
        """The pieces that this side has captured on the way here, in order."""
        pieces = (self._captured[node] for node in self.nodes)
        return tuple(piece for piece in pieces if piece is not None and piece.color != color)

    def is_far(self, node: GameNode) -> bool:
        """Whether it takes longer than a frame to go to a node."""
        line = node.line()
        return len(line) - _shared(line, self._line) > FAR

    def go(self, node: GameNode, way: NodePath | None = None) -> None:
        """Go to another node of the game; quickly by a `way` that leads there."""
        if way is not None:
            self._line, self._end = way.nodes, way.end
            self._captured |= way.captured
        line = node.line()
        shared = _shared(line, self._line)
        if shared < len(line):
            _take_back(self._end, len(self._line) - shared)
            self._line = line
            for child in line[shared:]:
                _push(child, self._end, self._captured)
        self._show(node, len(line))

    def play(self, move: Move, *, as_main: bool = False, left: float | None = None) -> ChildNode:
        """Play a legal move here, or follow it if it was played before.

        Rolls the dice, if the game has any. ``as_main`` makes it the first variation. ``left`` is what the
        mover's clock shows after it.
        """
        node = self.node
        found = next((child for child in node.variations if child.move == move), None)
        if found is None:
            move = rolled(self.board, move)
            comment = comment_commands.with_seconds("", comment_commands.CLOCK, left)
            add = node.add_main_variation if as_main else node.add_variation
            found = add(move, comment=comment)
        else:
            if as_main:
                node.promote_to_main(found)
            if left is not None:
                found.set_clock(left)
        self.go(found)
        return found

    def _show(self, node: GameNode, plies: int) -> None:
        """Make this the current node; it lies on the line."""
        if plies == self.plies + 1 and isinstance(node, ChildNode) and self.node is node.parent:
            self.board.push(node.move)
        elif plies != self.plies or self.node is not node:
            self.board = self._end.copy()
            _take_back(self.board, len(self._line) - plies)
        self.node = node


def _push(child: ChildNode, board: Board, captured: dict[ChildNode, Piece | None]) -> None:
    """Push a node's move, and note what it captures."""
    child.find_san(board)
    square = board.captured_square(child.move) if child.move else None
    captured[child] = None if square is None else board.piece_at(square)
    board.push(child.move)


def rolled(board: Board, move: Move) -> Move:
    """The move with a roll, if the game has dice."""
    if not board.has_dice or move.roll is not None:
        return move
    board.push(move)
    return board.pop()


def _take_back(board: Board, plies: int) -> None:
    """Take back the last moves, as many as `plies`."""
    for _ in range(plies):
        board.pop()


def _shared(one: list[ChildNode], other: list[ChildNode]) -> int:
    """The number of nodes that both lines begin with."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine is not theirs:
            break
        count += 1
    return count
