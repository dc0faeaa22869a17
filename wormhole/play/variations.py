"""What a user can do with the variations and annotations of a game. Pure: only the record changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wormhole import Board
from wormhole.library import comment_commands
from wormhole.library.pgn_text import MOVE_MARKS
from wormhole.library.record import ChildNode, GameNode
from wormhole.play.cursor import rolled

_BRACES = str.maketrans("{}", "()")


@dataclass(frozen=True)
class Deletion:
    """The deletion of a move with all that followed, and where it was."""

    parent: GameNode
    index: int
    node: ChildNode

    def put_back(self) -> None:
        """Undo the deletion."""
        self.parent.insert_variation(min(self.index, len(self.parent.variations)), self.node)

    def node_after(self, node: GameNode) -> GameNode:
        """The node to show after the deletion, if ``node`` was shown before."""
        return self.parent if node is self.node or self.node in node.line() else node


def variation_of(node: GameNode) -> ChildNode | None:
    """The first move of the variation that ``node`` is in; None on the main line."""
    return next((move for move in reversed(node.line()) if not move.is_main_variation()), None)


def promote(node: GameNode) -> bool:
    """Move the variation that ``node`` is in up by one; returns whether anything changed."""
    start = variation_of(node)
    if start is not None:
        start.parent.promote(start)
    return start is not None


def make_main_line(node: GameNode) -> bool:
    """Make the line to ``node`` the main line; returns whether anything changed."""
    starts = [move for move in node.line() if not move.is_main_variation()]
    for start in starts:
        start.parent.promote_to_main(start)
    return bool(starts)


def delete(node: ChildNode) -> Deletion:
    """Delete a move with all that follows."""
    deleted = Deletion(node.parent, node.parent.variations.index(node), node)
    node.parent.remove_variation(node)
    return deleted


def add_line(node: GameNode, board: Board, texts: Sequence[str]) -> ChildNode | None:
    """Add these moves after ``node``, whose position is on ``board``; existing moves are followed.

    Ends before a move that is not legal. Returns the node of the first move.
    """
    board, first = board.copy(), None
    for text in texts:
        move = board.legal_move(text)
        if move is None:
            break
        found = next((child for child in node.variations if child.move == move), None)
        node = found or node.add_variation(rolled(board, move))
        node.find_san(board)
        board.push(node.move)
        first = first or node
    return first


def toggle_nag(node: GameNode, nag: int) -> None:
    """Add or remove an annotation. A mark of the move such as ``!`` replaces another one."""
    if nag in node.nags:
        node.nags -= {nag}
    else:
        replaced = MOVE_MARKS.keys() if nag in MOVE_MARKS else ()
        node.nags = node.nags.difference(replaced) | {nag}


def set_comment(node: GameNode, text: str) -> None:
    """Set the words of the comment: one paragraph, without braces, which end a comment in PGN."""
    node.words = " ".join(comment_commands.words(text).translate(_BRACES).split())


def next_variation(node: GameNode, step: int) -> GameNode:
    """The move ``step`` places on among the alternatives to this one, or the same if there is none."""
    if not isinstance(node, ChildNode):
        return node
    siblings = node.parent.variations
    return siblings[min(max(0, siblings.index(node) + step), len(siblings) - 1)]
