"""Random games of FIDE chess as trees of python-chess, with everything that its PGN can contain."""

from __future__ import annotations

import random

import chess
import chess.pgn

WORDS = [
    *(
        "a fork",
        "1. e4",
        "(",
        ")",
        "( 1. d4 )",
        "{",
        ";",
        "$1",
        "!?",
        "1-0",
        "*",
        "%",
        '[Event "x"]',
        '"',
        "\\",
    ),
    *(
        "line\nline",
        '\n[Event "x"]\n',
        "\n% so\n",
        "\n\n",
        "\n; so\n",
        "\t",
        "  two  spaces  ",
        "é ½-½ … ±",
        "♞" * 3,
    ),
    *("[%clk 0:05:00]", "[%emt 0:00:01.5]", "[%eval -1.25,18]", "[%eval #3]", "[%csl Ga1]", "[%cal Rb2c3]"),
    *("[%unknown so]", "long " * 60),
]
FENS = [
    chess.STARTING_FEN,
    "4k3/7p/8/8/8/8/P7/4K3 b - - 0 12",
    "r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 31",
]
NAMES = ["Event", "Site", "White", "Black", "Annotator", "ECO", "Plus+1", "UTCDate", "Termination"]
VALUES = ["?", "Ada", "O'Brien, Pat", "[x]", "{so}", "%", "Zoë", "a; b", "(1. e4)", "  ", ""]


def random_tree(dice: random.Random) -> chess.pgn.Game:
    """A game with variations, comments, NAGs, null moves and headers."""
    game = chess.pgn.Game()
    for name in dice.sample(NAMES, dice.randrange(4)):
        game.headers[name] = dice.choice(VALUES)
    game.headers["Result"] = dice.choice(["1-0", "0-1", "1/2-1/2", "*"])
    if dice.random() < 0.3:
        game.setup(dice.choice(FENS))
    game.comment = _comment(dice)
    nodes: list[chess.pgn.GameNode] = [game]
    for _ in range(dice.choice((0, 1, 5, 20, 60))):
        node = nodes[-1] if dice.random() < 0.7 else dice.choice(nodes)
        move = _move(node, dice)
        if move is None:
            continue
        child = node.add_variation(move, comment=_comment(dice))
        if len(node.variations) > 1:
            child.starting_comment = _comment(dice)
        if dice.random() < 0.2:
            child.nags = {dice.randrange(256) for _ in range(dice.randrange(1, 4))}
        nodes.append(child)
    return game


def _move(node: chess.pgn.GameNode, dice: random.Random) -> chess.Move | None:
    """A move that is not in the tree yet: a legal one, or where no side is in check the null move."""
    board = node.board()
    moves = [move for move in board.legal_moves if not node.has_variation(move)]
    is_null = (
        dice.random() < 0.1 and moves and not board.is_check() and not node.has_variation(chess.Move.null())
    )
    return chess.Move.null() if is_null else dice.choice(moves) if moves else None


def _comment(dice: random.Random) -> str:
    if dice.random() < 0.75:
        return ""
    text = " ".join(dice.choices(WORDS, k=dice.randrange(1, 4))).strip()
    # A tag pair and then a bracket mean, to this program, that a comment before them has no end.
    return text.replace("{", "").strip() if "[Event" in text else text
