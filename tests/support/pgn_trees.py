"""Games of this program and of python-chess as the same plain data."""

from __future__ import annotations

import io

import chess.pgn

from wormhole.library.record import Game


def read_theirs(text: str) -> chess.pgn.Game:
    """The game that python-chess reads, without an error."""
    handle = io.StringIO(text)
    game = chess.pgn.read_game(handle)
    assert game is not None
    assert game.errors == []
    assert chess.pgn.read_game(handle) is None
    return game


def tree(root: chess.pgn.GameNode | Game) -> list:
    """All that a game of either program holds, as plain data."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        moves = [
            child.move.uci() if isinstance(child.move, chess.Move) else child.uci()
            for child in node.variations
        ]
        # Only the start of a variation has a starting comment, and the game itself has no NAGs.
        said = (node.comment, node.starting_comment, sorted(node.nags))
        found.append((said, moves))
        waiting += reversed(node.variations)
    return [dict(root.headers), *found]
