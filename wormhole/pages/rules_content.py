"""The rules of a game as they are published: what a page and Markdown have in common.

Its words are made by the window's package, which also shows them; no drawing is here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wormhole.base.errors import Message
from wormhole.engine.opening_book import OpeningTable, shipped_openings, without_roll
from wormhole.learn.rule_examples import Demonstration, Reach, Step, reach_of
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.variant import PieceType, Variant

RULES_WORDS = {
    "start": Message("Start position"),
    "pieces": Message("Pieces"),
    "piece": Message("Piece"),
    "letter": Message("Letter"),
    "white": Message("White"),
    "black": Message("Black"),
    "in_hand": Message("{count} in hand"),
    "both": Message("A dot: it may move or capture there."),
    "moved": Message("A dot in a ring: it may move there, but not capture."),
    "captured": Message("A ring: it may only capture there."),
    "goes": Message("{piece} on {square} may go to {squares}."),
    "only_moves": Message("It captures on none of these: {squares}."),
    "only_captures": Message("It only captures on {squares}."),
    "example": Message("Example: {moves}"),
    "first_moves": Message("First moves"),
    "counted": Message("Moves from the start position: {count}."),
    "listed": Message("Moves from the start position: {count}. They are {moves}."),
    "score": Message("Score in pawns"),
    "best": Message("The best first moves, and the best play after them"),
    "file": Message("The file of the game"),
    "file_about": Message("Wormhole Chess opens this file, plays the game and shows these rules."),
    "contents": Message("Contents"),
    "made_with": Message("Made with Wormhole Chess"),
}
"""The texts of the published rules, beside those of the game."""
Words = Mapping[str, str]
"""A text by the code of its language."""
LINES, LINE_PLIES = 5, 6
"""First moves with a score that are shown, and how far the best play after each."""
MOST_FIRST_MOVES = 80
"""More are only counted."""
START_NAME = "start"
_NAME = re.compile("[a-z0-9]+")


@dataclass(frozen=True)
class Diagram:
    """The position that a diagram shows first, and the moves that it plays then, also in SAN.

    That of a piece shows where it may go from its square.
    """

    first: Board
    steps: tuple[Step, ...]
    moves: tuple[str, ...]
    square: int | None = None
    reach: Reach | None = None

    @classmethod
    def of(cls, demonstration: Demonstration, game: Variant, letter: str) -> Diagram:
        """The diagram of an example; with a letter, that of a piece."""
        first = demonstration.board(game)
        steps = tuple(demonstration.steps(first))
        moves = tuple(_san(step.before, step.after.peek()) for step in steps)
        if not (letter and steps):
            return cls(first, steps, moves)
        square = steps[0].square
        return cls(first, steps, moves, square, reach_of(first, square))

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the marks of a piece that does not capture as it moves, in :data:`RULES_WORDS`."""
        reach = self.reach
        if reach is None or not (reach.moved or reach.captured):
            return ()
        named = {"both": reach.both, "moved": reach.moved, "captured": reach.captured}
        return tuple(name for name, squares in named.items() if squares)


@dataclass(frozen=True)
class Section:
    """A page of the rules: its title and paragraphs, and its diagram, if it has one.

    ``letter`` is that of the piece that it is about, ``name`` its name in links and files. ``alt`` says what
    the diagram shows.
    """

    name: str
    title: Words
    paragraphs: tuple[Words, ...]
    diagram: Diagram | None = None
    alt: Words = field(default_factory=dict)
    letter: str = ""


@dataclass(frozen=True)
class Standing:
    """Where a piece type stands at the start: White's and Black's squares, and how many are in hand."""

    piece: PieceType
    squares: tuple[tuple[str, ...], tuple[str, ...]]
    in_hand: tuple[int, int]


@dataclass(frozen=True)
class OpeningLine:
    """A first move with the best play after it, in SAN, and its score for White."""

    moves: tuple[str, ...]
    centipawns: int


@dataclass(frozen=True)
class FirstMoves:
    """The first moves of a game: how many there are, their SAN unless they are too many, the best lines."""

    count: int
    moves: tuple[str, ...]
    lines: tuple[OpeningLine, ...]


@dataclass(frozen=True)
class RulesContent:
    """The rules of a game in one or more languages. ``file`` is the text of the game's file."""

    game: Variant
    title: Words
    made_by: Words
    sections: tuple[Section, ...]
    file: str
    file_name: str


def section_names(titles: Sequence[str]) -> Iterator[str]:
    """Names for links and files, made of English titles. No two are alike, and none is the start position's.

    >>> [*section_names(["The idea", "King", "King", "王"])]
    ['the-idea', 'king', 'king-3', 'section-4']
    """
    seen = {START_NAME}
    for number, title in enumerate(titles, 1):
        words = "-".join(_NAME.findall(title.lower()))[:40].strip("-")
        name = words if words and words not in seen else f"{words or 'section'}-{number}"
        seen.add(name)
        yield name


def start_array(game: Variant) -> tuple[Standing, ...]:
    """What stands on the board and is in hand at the start, in the order of the game's file."""
    board = Board(game, seed=0)
    names, pockets = game.geometry.names, board.pockets
    found: dict[str, tuple[list[str], list[str]]] = {}
    for square, piece in sorted(board.piece_map().items(), key=lambda item: game.geometry.place[item[0]]):
        found.setdefault(piece.letter, ([], []))[piece.color is BLACK].append(names[square])
    standings = []
    for letter, piece_type in game.piece_types.items():
        white, black = found.get(letter, ([], []))
        in_hand = (pockets[WHITE][letter], pockets[BLACK][letter]) if game.hands else (0, 0)
        if white or black or any(in_hand):
            standings.append(Standing(piece_type, (tuple(white), tuple(black)), in_hand))
    return tuple(standings)


def first_moves(game: Variant) -> FirstMoves:
    """The moves of the start position, and the best lines if the game has openings that are scored."""
    board = Board(game, seed=0)
    legal = board.legal_moves
    moves = tuple(_san(board, move) for move in legal) if len(legal) <= MOST_FIRST_MOVES else ()
    openings = shipped_openings(game)
    position = openings.position(board)
    best = [] if position is None else [*position.scored.items()][:LINES]
    lines = tuple(OpeningLine(_line(openings, board, text), move.score) for text, move in best)
    return FirstMoves(len(legal), tuple(sorted(moves)), lines)


def _line(openings: OpeningTable, start: Board, first: str) -> tuple[str, ...]:
    """A first move and the best play after it, in SAN."""
    board, text = start.copy(), first
    line: list[str] = []
    while text and len(line) < LINE_PLIES and (move := board.legal_move(text)) is not None:
        line.append(_san(board, move))
        board.push(move)
        position = openings.position(board)
        text = "" if position is None else next(iter(position.scored), "")
    return tuple(line)


def _san(board: Board, move: Move) -> str:
    """The move without what the dice rolled."""
    san = board.san(move)
    return without_roll(san) if board.has_dice else san


def numbered(moves: Sequence[str]) -> str:
    """Moves from the start with their numbers.

    >>> numbered(["e4", "e5", "Nf3"])
    '1. e4 e5 2. Nf3'
    """
    return " ".join(move if number % 2 else f"{number // 2 + 1}. {move}" for number, move in enumerate(moves))
