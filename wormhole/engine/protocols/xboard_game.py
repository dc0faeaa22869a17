"""Games in XBoard's notation: names of squares, positions, and the description of games that it does not
know.

Squares are counted from the corner of the grid, void places included; on a board with exactly ten ranks the
first one is 0. A removed square is written like a void place, ``*``: a dark square, where nothing can stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase

from wormhole.base.quoting import clipped, printable
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.opening_book import shipped_openings
from wormhole.engine.protocols.options import OPTIONS, EngineOptions, Option
from wormhole.engine.protocols.text_protocol import one_line
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thought
from wormhole.rules.board import Board
from wormhole.rules.catalogue_files import menu
from wormhole.rules.move import Move
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import side_name
from wormhole.rules.placement import HOLE, VOID, read_rows, write_rows
from wormhole.rules.variant import Variant
from wormhole.version import ENGINE_NAME

CHESS, NORMAL = "chess", "normal"
"""The one game that has another name in the protocol, and that name."""

PARENT = "fairy"
"""XBoard's own game, whose rules it uses for everything that ``setup`` leaves open."""

PICTURES = {
    **{"pawn": 0, "knight": 1, "bishop": 2, "rook": 3, "queen": 4},
    **{"lion": 6, "champion": 7, "wizard": 10, "numskull": 4, "ninny": 9},
}
"""The places in XBoard's table of the pictures that are most like ours; a royal piece has the last place."""

PICTURES_A_SIDE = 22

_MOVE = re.compile(r"([a-z]\d{1,2})([a-z]\d{1,2})([a-z]?)")

MATED = 100_000
"""Scores beyond this are the numbers of moves to a mate."""

LONGEST = 120

SWITCHES = {
    **{"ping": 1, "setboard": 1, "playother": 1, "usermove": 1, "san": 0, "colors": 0, "time": 1, "draw": 1},
    **{"sigint": 0, "sigterm": 0, "reuse": 1, "analyze": 1, "name": 1, "nps": 1, "debug": 1, "memory": 1},
    **{"smp": 1, "highlight": 1},
}
"""The features that are on or off."""


def playable() -> dict[str, str]:
    """The games of the family that can be played by this protocol, by their names there.

    Rolls of dice cannot be sent to the other side, so games with dice are left out.
    """
    games = [name for name in menu("family") if not Board(name).has_dice]
    return {NORMAL if name == CHESS else name: name for name in sorted(games, key=CHESS.__ne__)}


def written(game: Variant, text: str) -> str:
    """A move in our notation (``rules.md``) as XBoard writes it."""
    match, names = _MOVE.fullmatch(text), _names(game)
    if match is None:
        return text
    numbers = game.geometry.numbers
    return names[numbers[match[1]]] + names[numbers[match[2]]] + match[3]


def understood(game: Variant, text: str) -> str:
    """A move that XBoard writes, in our notation; a text that is no move stays as it is."""
    match, numbers, names = _MOVE.fullmatch(text.lower()), _numbers(game), game.geometry.names
    if match is None or match[1] not in numbers or match[2] not in numbers:
        return text
    return names[numbers[match[1]]] + names[numbers[match[2]]] + match[3]


def read(board: Board, text: str) -> Move:
    """The legal move that XBoard writes as ``text``. Raises :class:`MoveError`."""
    return board.parse_played(understood(board.variant, text))


def square_named(game: Variant, name: str) -> int | None:
    """The number of a square by its name in XBoard."""
    return _numbers(game).get(name)


def written_fen(board: Board) -> str:
    """The FEN of a position for XBoard."""
    placement, turn, rights, passed, *counts = board.fen().split()
    numbers, names = board.variant.geometry.numbers, _names(board.variant)
    passed = ",".join(names[numbers[name]] if name in numbers else name for name in passed.split(","))
    return " ".join([placement.replace(HOLE, VOID), turn, rights, passed, *counts])


def read_fen(game: Variant, text: str) -> str:
    """The FEN in our notation of a FEN that XBoard has written. Raises :class:`FenError`."""
    placement, *fields = text.split() or [""]
    rows = read_rows(placement)
    squares = game.geometry.square_at
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            number = squares.get((column, len(rows) - 1 - row), game.geometry.squares)
            if cell == VOID and number < game.geometry.squares:
                cells[column] = HOLE
    if len(fields) > 2 and (passed := square_named(game, fields[2])) is not None:
        fields[2] = game.geometry.names[passed]
    return " ".join([write_rows(rows), *fields])


def setup(game: Variant) -> str:
    """The ``setup`` command: pictures of the pieces, size of the board, and where the game begins."""
    table = [["."] * PICTURES_A_SIDE, ["."] * PICTURES_A_SIDE]
    for letter, piece_type in game.piece_types.items():
        place = -1 if piece_type.royal else PICTURES[piece_type.sprite]
        table[0][place], table[1][place] = letter, letter.lower()
    size = f"{game.geometry.columns}x{game.geometry.rows}+0"
    pictures = "".join(table[0] + table[1])
    return f"setup ({pictures}) {size}_{PARENT} {written_fen(Board(game))}"


def highlights(board: Board, square: int | None = None) -> str:
    """The ``highlight`` command: the removed squares, and where the piece on ``square`` may go.

    Squares are yellow, with an enemy red, and magenta where the piece may promote. Removed squares are dark;
    small letters do not allow moves there.
    """
    marks = dict.fromkeys(board.holes, "d")
    for move in board.legal_moves:
        if move.from_square == square:
            plain = "R" if board.is_capture(move) else "Y"
            marks[move.to_square] = "M" if move.promotion else plain
    geometry = board.variant.geometry
    rows = [[""] * geometry.columns for _ in range(geometry.rows)]
    for number, mark in marks.items():
        column, row = geometry.place[number]
        rows[geometry.rows - 1 - row][column] = mark
    return f"highlight {write_rows(rows)}"


def promotions(board: Board, square: int) -> str:
    """The letters of the promotions of the piece on a square, the usual one first; empty for none."""
    letters = [move.promotion for move in board.legal_moves if move.from_square == square and move.promotion]
    return "".join(dict.fromkeys(letters))


@lru_cache(maxsize=16)
def _names(game: Variant) -> tuple[str, ...]:
    """The name of each square in XBoard."""
    first = 0 if game.geometry.rows == 10 else 1
    places = game.geometry.place[: game.geometry.squares]
    return tuple(f"{ascii_lowercase[column]}{row + first}" for column, row in places)


@lru_cache(maxsize=16)
def _numbers(game: Variant) -> dict[str, int]:
    return {name: number for number, name in enumerate(_names(game))}


def features() -> Iterator[str]:
    """The ``feature`` lines that answer ``protover``, but for the last one, ``done``."""
    yield "feature " + " ".join(f"{name}={value}" for name, value in SWITCHES.items())
    yield f'feature myname="{ENGINE_NAME}"'
    yield f'feature variants="{",".join(playable())}"'
    for option in OPTIONS:
        if option.xboard_name:
            yield f'feature option="{declaration(option)}"'


def declaration(option: Option) -> str:
    """The declaration of an option."""
    words = [option.xboard_name, f"-{option.kind}"]
    if option.kind != "button":
        words.append(str(int(getattr(EngineOptions(), option.field))))
    if option.kind == "spin":
        words += [str(option.low), str(option.high)]
    return " ".join(words)


def book_moves(board: Board) -> str:
    """The answer to ``bk``: lines that begin with a space, and an empty one."""
    position = shipped_openings(board.variant).position(board)
    known = {} if position is None else position.scored
    lines = [
        f" {board.san(move)} {what.score_for(board.turn) / 100:+.2f}, {what.counts.games} games"
        for text, what in known.items()
        if (move := board.legal_move(text)) is not None
    ]
    return "\n".join([*(lines or [" The position is not in the opening book."]), ""])


def thinking(thought: Thought, moves: Sequence[str]) -> str:
    """The line of a finished depth, with the best line's ``moves``."""
    centiseconds = round(thought.seconds * 100)
    speed = round(thought.nodes / max(thought.seconds, 0.001))
    numbers = [thought.depth, score(thought), centiseconds, thought.nodes, thought.selective_depth, speed, 0]
    return f"{' '.join(map(str, numbers))}\t{' '.join(moves)}"


def solved(solution: Solution, mover: bool, moves: Sequence[str]) -> str:
    """The line of a move with a proven result; any win is shown as a mate."""
    value = 0
    if solution.winner is not None:
        is_ours = solution.winner is mover
        value = MATED + solution.moves + 1 if is_ours else -MATED - solution.moves
    return f"{len(moves)} {value} 0 0\t{' '.join(moves)}"


def status(thought: Thought, moves: int) -> str:
    """The progress of an analysis with so many moves; it is not known which of them are left."""
    centiseconds = round(thought.seconds * 100)
    return f"stat01: {centiseconds} {thought.nodes} {thought.depth + 1} {moves} {moves}"


def score(thought: Thought) -> int:
    """A score in centipawns, or the moves to a mate beyond :data:`MATED`."""
    value = thought.score_centipawns
    if abs(value) <= MATE_BOUND:
        return value
    plies = MATE - abs(value)
    return MATED + (plies + 1) // 2 if value > 0 else -MATED - plies // 2


def result(outcome: Outcome) -> str:
    """The claim that the game has ended."""
    reason = str(outcome.reason()).rstrip(".")
    if outcome.termination is Termination.CHECKMATE and outcome.winner is not None:
        reason = f"{side_name(outcome.winner)} mates"
    return f"{outcome.result()} {{{reason}}}"


def illegal_move(move: str, reason: object) -> str:
    """The answer to a move that is not legal."""
    return f"Illegal move ({_plain(reason)}): {_plain(move)}"


def error(words: Sequence[str], reason: object) -> str:
    """The answer to any other line that cannot be carried out."""
    return f"Error ({_plain(reason)}): {_plain(' '.join(words))}"


def _plain(text: object) -> str:
    """A text on one line, without brackets, which clients would read as the end of the reason."""
    return clipped(printable(one_line(text)), LONGEST).replace("(", "[").replace(")", "]")
