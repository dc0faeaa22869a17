"""Reading and writing FEN, with ``x`` for a hole and ``*`` for void.

In a game with hands, what is in hand follows the placement in brackets, ``[Nnp]``; a promoted piece that
becomes a pawn again in a hand has a mark, ``Q~``. A piece that is another one's other side is written as
that one with a plus, ``+P``.

The six fields are placement, side to move, castling, en passant, half-move clock and move number
(``rules.md``, "Writing positions and moves down"); games with dice have a seventh, the sleeping counters.
While moves are counted, the en passant field is the limit in plies, and the half-move clock how many are
counted. Trailing fields may be missing, and castling and en passant together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wormhole.base.errors import FenError, Message
from wormhole.base.quoting import quoted
from wormhole.rules.capacity import moves_at_most, moves_fit
from wormhole.rules.draw_limits import Counting
from wormhole.rules.endings import Goal
from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.loops.drops import can_gate
from wormhole.rules.loops.judgement import judge, note_check
from wormhole.rules.loops.links import unlink
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.piece import BLACK, WHITE, side_name
from wormhole.rules.placement import EMPTY as EMPTY_CELL
from wormhole.rules.placement import HOLE, MARK, VOID, read_rows, split_hands, write_rows
from wormhole.rules.position import (
    CHECKS_LEFT,
    CLOCK,
    COUNT_LIMIT,
    COUNTED,
    EP_SQUARE,
    EP_SQUARE_TOO,
    EP_VICTIM,
    KING_FROM,
    MAX_MOVES,
    RIGHTS,
    ROOK_FROM,
    SLOTS,
    SLOTS_USED,
    TOKEN,
    TURN,
    Position,
    empty_position,
)
from wormhole.rules.tables import (
    EMPTY,
    FIRST_PIECE,
    GONE,
    LONG,
    NO_FOLD,
    SHORT,
    WALL,
    Tables,
    piece_letter,
    piece_number,
)
from wormhole.rules.tabulation import (
    blocks,
    castling_ends,
    castling_row,
    first_movers,
    rights_kept,
    tables,
)
from wormhole.rules.variant import Capture, LeftSquare, Promotion, Variant

LONGEST = 4000
"""Greatest length of a FEN; more than the largest board needs."""
SIDES = "wb"
COLORS = (side_name(WHITE), side_name(BLACK))
MOST_COUNT = 9999
"""The greatest move number, and half-move clock, that a FEN can have."""

_CASTLING = "KQkq"
_NO_RIGHT = "\0\1\2\3"
"""Stand for rights that a game lacks beside others that are files."""
_CHECKS = re.compile(r"\+?([0-9]{1,3})\+([0-9]{1,3})")
FIELDS = (
    *("placement", "side to move", "castling", "en passant", "half-move clock", "move number"),
    "sleeping counters",
)


@dataclass(frozen=True)
class _PlacedPiece:
    letter: str
    side: int
    square: int


def read(variant: Variant, text: str) -> tuple[Position, int]:
    """The position of the FEN ``text``, and its move number. Raises :class:`FenError`."""
    if len(text) > LONGEST:
        raise FenError("the FEN {text} is too long for a position", text=quoted(text))
    fields = text.split()
    if not fields:
        raise FenError("the FEN is empty")
    if len(fields) > 2 and fields[2].isdigit():  # where nobody castles, others leave these fields out
        fields[2:2] = ["-", "-"]
    checks = take_checks(variant, fields)
    most = len(FIELDS) if variant.left_square is LeftSquare.RANDOM else len(FIELDS) - 1
    if len(fields) > most:
        raise FenError(
            "the FEN has {count} fields; at most {most} are expected", count=len(fields), most=most
        )
    missing = ["w", "-", "-", "0", "1", "-"]
    fields += missing[len(fields) - 1 :]
    placement, side, rights, passed, clock, number, sleepers = fields
    position = _placed_position(variant, placement)
    if side not in SIDES or len(side) != 1:
        raise FenError("the side to move is {side}; it must be w or b", side=quoted(side))
    position.state[TURN] = SIDES.index(side)
    position.state[RIGHTS] = _read_rights(variant, position, rights)
    if variant.endings.count is not Counting.NONE and passed != "-":
        position.state[COUNT_LIMIT] = _count(passed, Message("limit of counted moves"), 1)
        position.state[COUNTED] = _count(clock, Message("number of counted moves"), 0)
        clock = "0"
    else:
        _read_en_passant(variant, position, passed)
    _read_sleepers(variant, position, sleepers)
    position.state[CLOCK] = _count(clock, Message("half-move clock"), 0)
    _check_turn(variant, position)
    position.state[CHECKS_LEFT] = checks[0] | checks[1] << 4
    blocked = blocks(variant, position, fast=False)
    if tables(variant).options.mating:
        note_check(*blocked)
    judge(*blocked, True)
    return position, _count(number, Message("move number"), 1)


def take_checks(variant: Variant, fields: list[str]) -> tuple[int, int]:
    """Take the field of checks out of the others; returns how many White and Black have to give yet.

    It follows the en passant field, or is the last. ``3+2`` says how many White and Black have to give yet,
    ``+0+1`` how many they have given.
    """
    most = variant.endings.checks
    if not most:
        return 0, 0
    found = next((field for field in fields[4:] if "+" in field), None)
    if found is None:
        return most, most
    fields.remove(found)
    match = _CHECKS.fullmatch(found)
    counts = [int(count) for count in match.groups()] if match else []
    left = [most - count if found.startswith("+") else count for count in counts]
    if match is None or not all(0 <= count <= most for count in left):
        raise FenError(
            "the field of checks is {text}; it must say how many each side has yet to give, as {example}",
            text=quoted(found),
            example=f"{most}+{most}",
        )
    return left[0], left[1]


def write(variant: Variant, position: Position, number: int) -> str:
    """The FEN of a position with that move number."""
    geometry = variant.geometry
    pieces = position.pieces[: geometry.squares].tolist()
    symbols = {piece: symbol_of(variant, piece) for piece in set(pieces)}
    state = position.state
    letters = _rights(variant, position, int(state[RIGHTS]))
    passed = [
        geometry.names[square] for square in state[EP_SQUARE:EP_VICTIM] if position.pieces[square] == EMPTY
    ]
    victim = int(state[EP_VICTIM])
    steps = int(tables(variant).long_steps[position.pieces[victim]])
    if passed and steps & steps - 1:
        passed.append(geometry.names[victim])
    limit = state[COUNT_LIMIT]
    fields = [
        write_cells(variant, [symbols[piece] + _mark(position, at) for at, piece in enumerate(pieces)])
        + _hands(variant, position),
        SIDES[state[TURN]],
        letters or "-",
        str(limit) if limit else ",".join(passed) or "-",
        *([f"{state[CHECKS_LEFT] & 15}+{state[CHECKS_LEFT] >> 4}"] if variant.endings.checks else []),
        state[COUNTED] if limit else state[CLOCK],
        number,
    ]
    if variant.left_square is LeftSquare.RANDOM:
        asleep = [square for square in range(geometry.squares) if position.counters[square]]
        names = sorted(geometry.names[square] for square in asleep if position.pieces[square] >= FIRST_PIECE)
        fields.append(",".join(names) or "-")
    return " ".join(map(str, fields))


def start(variant: Variant) -> str:
    """The FEN of a game's start position, with all castling rights."""
    hands = f"[{variant.hands.start}]" if variant.hands else ""
    position = _placed_position(variant, f"{variant.start}{hands}")
    for square in _gates(variant, 0) | _gates(variant, 1):
        position.gates[square] = may_gate(variant, position, square)
    letters = _rights(variant, position, available_rights(variant, position))
    placement = write_cells(variant, read_cells(variant, variant.start))
    return f"{placement}{hands} w {letters or '-'}"


def _rights(variant: Variant, position: Position, mask: int) -> str:
    """The letters of rights to castle, then of the files with other rights to gate, White's first."""
    return "".join(
        _in_order(variant, (_rights_letter(variant, position, each) for each in rights if mask >> each & 1))
        + _gates_letters(variant, position, mask, side)
        for side, rights in enumerate(((0, 1), (2, 3)))
    )


def _in_order(variant: Variant, letters: Iterable[str]) -> str:
    """The letters of a side's rights; those of files are sorted."""
    return "".join(letters if len(variant.right_holders) == 1 else sorted(letters))


def _gates_letters(variant: Variant, position: Position, mask: int, side: int) -> str:
    """The files of a side's squares with the right to gate, other than those that castling names."""
    if not variant.gates or not can_gate(tables(variant), position, side):
        return ""
    geometry = variant.geometry
    named = {square for right in range(4) if mask >> right & 1 for square in _gates_of(position, right)}
    squares = [square for square in _gates(variant, side) - named if position.gates[square]]
    squares.sort(key=lambda square: geometry.place[square])
    return "".join(_gate_letter(variant, side, square) for square in squares)


def _gate_letter(variant: Variant, side: int, square: int) -> str:
    """How a FEN names a side's right to gate on a square."""
    label = variant.geometry.file_labels[variant.geometry.place[square][0]]
    return label.upper() if side == 0 else label


def _gates(variant: Variant, side: int) -> frozenset[int]:
    """The squares from which a side may let in pieces."""
    return variant.gates if side == 0 else frozenset(map(variant.geometry.turned, variant.gates))


def _gates_of(position: Position, right: int) -> tuple[int, int]:
    """The squares of king and rook with a right to castle."""
    return int(position.castle[4 * right + KING_FROM]), int(position.castle[4 * right + ROOK_FROM])


def may_gate(variant: Variant, position: Position, square: int) -> bool:
    """Whether the piece on a square may have the right to gate: it does not promote."""
    piece = int(position.pieces[square])
    if piece < FIRST_PIECE or piece == WALL or square not in _gates(variant, piece % 2):
        return False
    return not variant.piece_types[piece_letter(variant, piece)].promotes_to


def start_rights(variant: Variant) -> str:
    """The castling rights of a game's start position, such as ``KQkq``; all that it can have."""
    return start(variant).split()[2].replace("-", "")


def rights_of(variant: Variant, cells: Sequence[str], hands: str, wished: str) -> str:
    """The field of rights with those of ``wished`` that the pieces allow.

    The cells are as in :func:`marked_cells`, ``hands`` has the letters of what is in hand.
    """
    position = _unchecked_position(variant, cells, hands)
    if variant.castles_anywhere:
        allowed = (letter for letter in wished if _rooks_meant(variant, position, letter))
        return _rights(variant, position, _read_rooks(variant, position, "".join(allowed)))
    of_files = {} if variant.gates else _rights_of_files(variant)
    letters = rights_letters(variant)
    named = {of_files.get(letter, letter) for letter in wished}
    mask = sum(1 << right for right, letter in enumerate(letters) if letter in named)
    for side in (0, 1):
        for letter, square in _gates_by_letter(variant, position, side):
            position.gates[square] = letter in wished
    return _rights(variant, position, mask & available_rights(variant, position))


def gates_of(variant: Variant, cells: Sequence[str], hands: str, side: int) -> str:
    """The letters of all rights to gate that the pieces of a side allow; see :func:`rights_of`."""
    position = _unchecked_position(variant, cells, hands)
    if not variant.gates or not can_gate(tables(variant), position, side):
        return ""
    return "".join(sorted(letter for letter, _square in _gates_by_letter(variant, position, side)))


def _gates_by_letter(variant: Variant, position: Position, side: int) -> list[tuple[str, int]]:
    """The squares where a side's pieces may have the right to gate, with its letter."""
    return [
        (_gate_letter(variant, side, square), square)
        for square in _gates(variant, side)
        if may_gate(variant, position, square) and position.pieces[square] % 2 == side
    ]


def _unchecked_position(variant: Variant, cells: Sequence[str], hands: str) -> Position:
    """Pieces on squares and in hand, which need not make a possible position."""
    position = empty_position(tables(variant))
    for square, cell in enumerate(cells):
        if cell not in (EMPTY_CELL, HOLE):
            position.pieces[square] = _number_of(variant, cell[0])
    for symbol in hands:
        position.hands[_number_of(variant, symbol)] += 1
    return position


def _number_of(variant: Variant, symbol: str) -> int:
    letter = variant.letter_of(symbol)
    assert letter is not None, "read_cells has refused other letters"
    return piece_number(variant, letter, int(symbol.islower()))


def rights_letters(variant: Variant) -> str:
    """The letters of the four rights, White's first.

    They are ``KQkq``, or the files where pieces start whose first moves are rights of their own.
    """
    if len(variant.right_holders) == 1:
        return _CASTLING
    geometry, letters = variant.geometry, ""
    for right, (letter, square) in enumerate(first_movers(variant)):
        label = geometry.file_labels[geometry.place[square][0]] if letter else _NO_RIGHT[right]
        letters += (label if right >= 2 else label.upper()) or "*"
    return letters


def read_cells(variant: Variant, placement: str) -> list[str]:
    """What is on each square: a piece's letter, ``x`` for a hole, or ``""``.

    The pieces need not make a possible position; what is in hand is left out. Raises :class:`FenError` if
    they are not this game's, or if the placement is not of its board.
    """
    geometry = variant.geometry
    if variant.hands:
        placement = split_hands(placement, geometry.rows)[0].replace(MARK, "")
    rows = read_rows(without_pluses(variant, placement))
    if len(rows) != geometry.rows or len(rows[0]) != geometry.columns:
        raise FenError(
            "the placement has {width} by {count} squares; the board of {title} is {columns} by {rows}",
            count=len(rows),
            width=len(rows[0]),
            title=Message(variant.title),
            rows=geometry.rows,
            columns=geometry.columns,
        )
    cells = [EMPTY_CELL] * geometry.squares
    called_as_hole = HOLE in placement and variant.letter_of(HOLE) is not None
    for y, row in enumerate(reversed(rows)):
        for x, cell in enumerate(row):
            square = geometry.square_at[x, y]
            if (cell != VOID) != (square < geometry.squares):
                raise FenError(
                    "row {row}: {star} must stand where the board has no square, and only there",
                    row=y + 1,
                    star=VOID,
                )
            if cell == HOLE and not called_as_hole:
                cells[square] = HOLE
            elif cell not in (EMPTY_CELL, VOID):
                cells[square] = _piece_symbol(variant, cell, geometry.names[square])
    return cells


def marked_cells(variant: Variant, placement: str) -> list[str]:
    """What is on each square, see :func:`read_cells`, with the mark of promoted pieces that can have one."""
    cells = read_cells(variant, placement)
    if tables(variant).options.marks:
        for square, row in _marked(variant, placement):
            if (
                square >= len(cells)
                or not cells[square].isalpha()
                or not can_be_marked(variant, cells[square])
            ):
                raise _mark_error(row)
            cells[square] += MARK
    return cells


def has_marks(variant: Variant) -> bool:
    """Whether a promoted piece of this game may become in a hand what it was, and has a mark then."""
    return any(can_be_marked(variant, letter) for letter in variant.piece_types)


def can_be_marked(variant: Variant, symbol: str) -> bool:
    """Whether a FEN may mark the piece with this letter, in either case, as promoted."""
    piece_type = variant.piece_types[symbol.upper()]
    if not tables(variant).options.marks or piece_type.promoted_from:
        return False
    return _was(variant, _number_of(variant, symbol)) != 0


def _marked(variant: Variant, placement: str) -> Iterator[tuple[int, int]]:
    """The squares of marks in a placement, ``OFF`` for one that follows nothing, each with its row."""
    geometry = variant.geometry
    board = split_hands(without_pluses(variant, placement), geometry.rows)[0]
    for y, row in enumerate(reversed(board.split("/"))):
        before = row.replace(MARK, "")
        for place in [match.start() for match in re.finditer(MARK, row)]:
            x = len(read_rows(before[: place - row[:place].count(MARK)])[0]) - 1 if place else -1
            yield geometry.square_at.get((x, y), OFF), y + 1


def _mark_error(row: int) -> FenError:
    return FenError("row {row}: {mark} must follow a promoted piece", row=row, mark=quoted(MARK))


def write_cells(variant: Variant, cells: Sequence[str]) -> str:
    """The placement of cells as :func:`read_cells` gives them."""
    geometry = variant.geometry
    pluses = _pluses(variant)
    rows = [[VOID] * geometry.columns for _ in range(geometry.rows)]
    for cell, (column, row) in zip(cells, geometry.place, strict=False):
        rows[geometry.rows - 1 - row][column] = pluses.get(cell, cell)
    return write_rows(rows)


def without_pluses(variant: Variant, placement: str) -> str:
    """The placement with the letters of pieces that are written with a plus, ``T`` for ``+P``."""
    for letter, written in _pluses(variant).items():
        placement = placement.replace(written, letter)
    return placement


def _pluses(variant: Variant) -> dict[str, str]:
    """What a placement has for the letters of pieces that are others' other sides, in both cases."""
    found = {
        piece.letter: f"+{piece.promoted_from}"
        for piece in variant.piece_types.values()
        if piece.promoted_from
    }
    return found | {letter.lower(): written.lower() for letter, written in found.items()}


def symbol_of(variant: Variant, piece: int) -> str:
    """What a placement has on a square with this number of a piece, of no piece, or of a hole."""
    if piece < FIRST_PIECE or piece == WALL:
        return EMPTY_CELL if piece == EMPTY else HOLE
    letter = piece_letter(variant, piece)
    return letter.lower() if piece % 2 else letter


def _mark(position: Position, square: int) -> str:
    """What follows the letter of a promoted piece that becomes something else in a hand."""
    return MARK if position.pieces[square] >= FIRST_PIECE and position.was[position.slots[square]] else ""


def _hands(variant: Variant, position: Position) -> str:
    """What is in hand, in brackets, White's first; an empty text in a game without hands."""
    if not variant.hands:
        return ""
    letters = [
        (letter if side == 0 else letter.lower()) * position.hands[piece_number(variant, letter, side)]
        for side in (0, 1)
        for letter in variant.piece_types
    ]
    return f"[{''.join(letters)}]"


def _read_hands(variant: Variant, placement: str, position: Position) -> None:
    """Set what is in hand, and what the marked pieces were."""
    if not variant.hands:
        return
    geometry = variant.geometry
    hands = split_hands(without_pluses(variant, placement), geometry.rows)[1]
    for symbol in hands:
        letter = variant.letter_of(symbol) if symbol.isalpha() and symbol.isascii() else None
        if letter is None or (variant.piece_types[letter].royal and not variant.holds_royal):
            raise FenError(
                "{symbol} cannot be in hand in {title}", symbol=quoted(symbol), title=Message(variant.title)
            )
        position.hands[piece_number(variant, letter, int(symbol.islower()))] += 1
    for side in (0, 1):
        if variant.holds_royal and position.hands[piece_number(variant, variant.royal.letter, side)]:
            position.squares[side * SLOTS] = TOKEN
    options = tables(variant).options
    for square, row in _marked(variant, placement):
        was = _was(variant, int(position.pieces[square])) if square < geometry.squares else 0
        if not options.marks or not was:
            raise _mark_error(row)
        position.was[position.slots[square]] = was


def _was(variant: Variant, piece: int) -> int:
    """The number of the piece that promotes to one with this number; 0 if none does."""
    if piece < FIRST_PIECE:
        return 0
    letter = piece_letter(variant, piece)
    pawns = (each.letter for each in variant.piece_types.values() if letter in each.promotes_to)
    return next((piece_number(variant, pawn, piece % 2) for pawn in pawns), 0)


def _placed_position(variant: Variant, placement: str) -> Position:
    geometry = variant.geometry
    cells = read_cells(variant, placement)
    holes = [square for square, cell in enumerate(cells) if cell == HOLE]
    placed = [
        _PlacedPiece(cell.upper(), int(cell.islower()), square)
        for square, cell in enumerate(cells)
        if cell not in (EMPTY_CELL, HOLE)
    ]
    held = split_hands(placement, variant.geometry.rows)[1] if variant.hands else ""
    _check_army(variant, placed, held)
    if holes and not variant.has_holes:
        raise FenError(
            "there is a hole on {square}, but {title} has none",
            square=geometry.names[holes[0]],
            title=Message(variant.title),
        )
    position = _fill(variant, placed, holes)
    _read_hands(variant, placement, position)
    _check_number(variant, position)
    if not moves_fit(variant, position):
        raise FenError(
            "the pieces of one side might have {moves} moves; at most {most} are allowed",
            moves=moves_at_most(variant, position),
            most=MAX_MOVES - 1,
        )
    return position


def _piece_symbol(variant: Variant, symbol: str, name: str) -> str:
    """The symbol of a piece on the square ``name``, with its own letter where an alias is written."""
    letter = variant.letter_of(symbol) if symbol.isalpha() and symbol.isascii() else None
    if letter is None:
        raise FenError(
            "{symbol} on {name} is not a piece of {title}; it has {words}",
            symbol=repr(symbol),
            name=name,
            title=Message(variant.title),
            words=", ".join(variant.piece_types),
        )
    return letter.lower() if symbol.islower() else letter


def _check_army(variant: Variant, placed: list[_PlacedPiece], held: str) -> None:
    """Refuse pieces that a side cannot have, given also what both have in hand."""
    names = variant.geometry.names
    zone = tables(variant).promotion_zone
    explodes = variant.capture is Capture.EXPLODES
    capturable = variant.endings.goal is Goal.CAPTURE or variant.has_hidden_attacks or explodes
    for side, color in enumerate(COLORS):
        own = [piece for piece in placed if piece.side == side]
        royals = sum(variant.piece_types[piece.letter].royal for piece in own)
        letter = variant.royal.letter
        royals += held.count(letter if side == 0 else letter.lower()) if letter else 0
        wanted = variant.has_royal(side)
        if variant.crowned and not any(piece.letter in variant.crowned for piece in own):
            raise FenError("{color} has no royal piece", color=color)
        if royals != wanted and not (capturable and royals == 0):
            raise FenError(
                "{color} has {royals} royal pieces ({royal}); it must have {wanted}",
                color=color,
                royals=royals,
                wanted=int(wanted),
                royal=Message(variant.royal.name),
            )
        others = len(own) - sum(variant.piece_types[piece.letter].royal for piece in own)
        if others >= SLOTS:
            raise FenError(
                "{color} has {others} pieces beside the {royal}; it may have {most}",
                color=color,
                others=others,
                royal=Message(variant.royal.name),
                most=SLOTS - 1,
            )
    promoted = {letter for each in variant.piece_types.values() for letter in each.promotes_to}
    for piece in placed:
        piece_type = variant.piece_types[piece.letter]
        if piece_type.promotion is not Promotion.FORCED or piece_type.promotes_in_place:
            continue
        if piece.letter in promoted:  # it may have become what it is on this square
            continue
        if (
            variant.hands
            and tables(variant).drops[piece.square] >> piece_number(variant, piece.letter, piece.side) & 1
        ):
            continue
        if zone[piece_number(variant, piece.letter, piece.side) << 8 | piece.square]:
            raise FenError(
                "{piece} on {square} would have been promoted",
                piece=Message(piece_type.name),
                square=names[piece.square],
            )


def _check_number(variant: Variant, position: Position) -> None:
    """Refuse more pieces in a game with hands than one side could have if it captured all that come back."""
    if not variant.hands:
        return
    there = position.pieces[: variant.geometry.squares]
    pieces = int((there >= FIRST_PIECE).sum()) + int(position.hands.sum())
    if pieces >= SLOTS:
        raise FenError("there are {pieces} pieces; there may be {most}", pieces=pieces, most=SLOTS - 1)


def _check_turn(variant: Variant, position: Position) -> None:
    """Refuse a position in which the side to move could capture the royal piece."""
    side = int(position.state[TURN])
    if variant.endings.goal is Goal.CAPTURE or OFF in (position.squares[0], position.squares[SLOTS]):
        return
    if is_in_check(*blocks(variant, position, fast=False), 1 - side):
        raise FenError(
            "{side} is to move, but {other}'s {royal} is in check",
            side=COLORS[side],
            other=COLORS[1 - side],
            royal=Message(variant.royal.name.lower()),
        )


def available_rights(variant: Variant, position: Position) -> int:
    """The mask of the castling rights that the squares of kings and rooks allow."""
    made = tables(variant)
    king, rooks = variant.castler, variant.castler.castles_with
    if variant.castles_anywhere:
        return sum(1 << right for right in range(4) if _rooks(variant, position, right))
    mask = 0
    for right, (letter, square) in enumerate(first_movers(variant)):
        side = right // 2
        if letter:
            mask |= int(position.pieces[square] == piece_number(variant, letter, side)) << right
        king_from, _, rook_from, _ = (int(square) for square in made.castle[4 * right : 4 * right + 4])
        if king_from != OFF:
            at_home = position.pieces[king_from] == piece_number(variant, king.letter, side)
            rook = position.pieces[rook_from] in [piece_number(variant, letter, side) for letter in rooks]
            mask |= (at_home and rook) << right
    return mask


def _rooks(variant: Variant, position: Position, right: int) -> list[int]:
    """The squares of the pieces with which a king castles from any array on one wing, the farthest first."""
    geometry, castler = variant.geometry, variant.castler
    side, wing = divmod(right, 2)
    if not variant.has_royal(side):
        return []
    row = castling_row(variant, side)
    king = _castler(variant, position, side)
    if king == OFF or castling_ends(variant, side, wing)[0] == OFF:
        return []
    numbers = [piece_number(variant, letter, side) for letter in castler.castles_with]
    found = [
        square
        for square in range(geometry.squares)
        if geometry.place[square][1] == row
        and (square < king if wing == LONG else square > king)
        and position.pieces[square] in numbers
    ]
    return found if wing == LONG else found[::-1]


def _castler(variant: Variant, position: Position, side: int) -> int:
    """The square of the king that castles from any array; ``OFF`` if it is on another rank."""
    geometry, number = variant.geometry, piece_number(variant, variant.castler.letter, side)
    row = castling_row(variant, side)
    squares = range(geometry.squares)
    return next((at for at in squares if position.pieces[at] == number and geometry.place[at][1] == row), OFF)


def _read_rights(variant: Variant, position: Position, text: str) -> int:
    if variant.castles_anywhere:
        return _read_rooks(variant, position, text)
    mask = 0
    available, letters = available_rights(variant, position), rights_letters(variant)
    gates = {
        _gate_letter(variant, side, square): square for side in (0, 1) for square in _gates(variant, side)
    }
    of_files = {} if gates else _rights_of_files(variant)
    if text != "-" and not (available or gates or _has_rights(variant)):
        raise FenError(
            "the castling field is {text}, but {title} has no castling",
            text=quoted(text),
            title=Message(variant.title),
        )
    for each in text if text != "-" else "":
        letter = of_files.get(each, each)
        if letter in gates:
            square = gates[letter]
            if not may_gate(variant, position, square):
                raise FenError(
                    "the castling field says {letter}, but no piece on that file can let in another one",
                    letter=repr(letter),
                )
            position.gates[square] = 1
            continue
        if letter not in letters:
            raise FenError(
                "the castling field is {text}; it may hold {letters} or be -",
                text=quoted(text),
                letters=letters + "".join(sorted(gates)),
            )
        right = 1 << letters.index(letter)
        if not available & right:
            raise FenError(
                "the castling field says {letter}, but king and rook are not on their start squares",
                letter=repr(letter),
            )
        mask |= right
        for square in _gates_of(position, letters.index(letter)):
            position.gates[square] = square != OFF and may_gate(variant, position, square)
    return mask


def _has_rights(variant: Variant) -> bool:
    """Whether pieces of a game can have rights to castle, or to a first move."""
    is_castling = variant.castles_anywhere or any(square != OFF for square in tables(variant).castle[::4])
    return is_castling or any(letter for letter, _square in first_movers(variant))


def _rights_of_files(variant: Variant) -> dict[str, str]:
    """The castling right that each file of a rook means, ``K`` for ``H``, as some write it."""
    geometry, castle = variant.geometry, tables(variant).castle
    found = {}
    for right, letter in enumerate(_CASTLING):
        rook = int(castle[4 * right + ROOK_FROM])
        label = geometry.file_labels[geometry.place[rook][0]] if rook != OFF else ""
        if len(label) == 1 and label.upper() not in _CASTLING:
            found[label.lower() if letter.islower() else label.upper()] = letter
    return found


def _read_rooks(variant: Variant, position: Position, text: str) -> int:
    """Set where kings castle from; returns the mask of the rights.

    K and Q mean the farthest rook on that side, the letter of a file the one there.
    """
    mask = 0
    position.castle[:] = OFF
    for letter in text if text != "-" else "":
        side = int(letter.islower())
        rooks = _rooks_meant(variant, position, letter)
        if not rooks:
            raise FenError(
                "the castling field says {letter}, but king and rook are not on such squares",
                letter=repr(letter),
            )
        right, rook = rooks[0]
        king_to, rook_to = castling_ends(variant, side, right % 2)
        corner = slice(4 * right, 4 * right + 4)
        position.castle[corner] = [_castler(variant, position, side), king_to, rook, rook_to]
        mask |= 1 << right
    position.rights_kept[:] = rights_kept(position.castle)
    return mask


def _rooks_meant(variant: Variant, position: Position, letter: str) -> list[tuple[int, int]]:
    """The rights that a letter may mean where kings castle from any array, with the rooks' squares."""
    geometry, side = variant.geometry, int(letter.islower())
    wings = [wing for wing in (SHORT, LONG) if letter.upper() == _CASTLING[wing]] or [SHORT, LONG]
    return [
        (2 * side + wing, square)
        for wing in wings
        for square in _rooks(variant, position, 2 * side + wing)
        if len(wings) == 1 or geometry.file_labels[geometry.place[square][0]].upper() == letter.upper()
    ]


def _rights_letter(variant: Variant, position: Position, right: int) -> str:
    """The letter of a castling right: KQkq, or the rook's file if another one stands farther out."""
    if not variant.castles_anywhere:
        return rights_letters(variant)[right]
    rook = int(position.castle[4 * right + ROOK_FROM])
    if rook == _rooks(variant, position, right)[0]:
        return _CASTLING[right]
    label = variant.geometry.file_labels[variant.geometry.place[rook][0]]
    return label.lower() if right >= 2 else label.upper()


def _read_en_passant(variant: Variant, position: Position, text: str) -> None:
    """Set the squares on which the piece that just moved two or three steps can be captured en passant.

    The square of that piece may follow, where its direction could be another.
    """
    if text == "-":
        return
    names = variant.geometry.names
    named = text.split(",")
    victim = OFF
    if len(named) > 1 and named[-1] in names and position.pieces[names.index(named[-1])] >= FIRST_PIECE:
        victim = names.index(named.pop())
    if len(named) > 2 or any(name not in names for name in named):
        raise FenError(
            "the en passant field is {text}; it must name one or two squares, such as e3 or e2,e3, or be -",
            text=quoted(text),
        )
    squares = [names.index(name) for name in named]
    made, state = tables(variant), position.state
    for square in squares:
        if position.pieces[square] != EMPTY:
            raise FenError("the en passant field names {square}, which is not empty", square=names[square])
    passers = [
        passer
        for direction in range(8)
        if (passer := _passer(made, position, squares[-1], direction)) != OFF
        and victim in (OFF, passer)
        and _has_come(variant, position, passer, squares[0], direction)
    ]
    if not passers:
        raise FenError(
            "the en passant field is {text}, but no pawn can have just passed there", text=quoted(text)
        )
    state[EP_SQUARE], state[EP_VICTIM] = squares[0], passers[0]
    if len(squares) == 2:
        state[EP_SQUARE_TOO] = squares[1]


def _passer(made: Tables, position: Position, square: int, direction: int) -> int:
    """The square of the piece that may have just passed ``square`` in that direction; ``OFF`` if none."""
    way = ROW * direction + (NO_FOLD if made.options.vanishes else 0)
    here = int(position.links[way | square])
    while position.pieces[here] < FIRST_PIECE and here != OFF:
        here = int(position.links[way | here])
    piece = position.pieces[here]
    passes = made.en_passant[piece] and made.long_steps[piece] >> direction & 1
    return here if passes and piece % 2 != position.state[TURN] else OFF


def _has_come(variant: Variant, position: Position, here: int, square: int, direction: int) -> bool:
    """Whether long steps over ``square`` lead to the piece at ``here``; true where squares go."""
    if variant.left_square is not LeftSquare.STAYS:
        return True
    piece = int(position.pieces[here])
    turned = 4 * (piece % 2)
    for path in variant.piece_types[piece_letter(variant, piece)].paths:
        if path.lame and {(step + turned) % 8 for step in path.steps} == {direction}:
            way = [here]
            for _step in path.steps:
                way.append(int(position.links[ROW * ((direction + 4) % 8) | way[-1]]))
            origin = way.pop()
            is_left = origin != OFF and (variant.gates or position.pieces[origin] == EMPTY)
            is_at_home = not path.from_home or tables(variant).home[piece << 8 | origin]
            if is_left and is_at_home and square in way[1:]:
                return True
    return False


def _read_sleepers(variant: Variant, position: Position, text: str) -> None:
    """Put counters on the wormholes of the placement, and under the pieces named by ``text``."""
    if variant.left_square is not LeftSquare.RANDOM:
        return
    for square in range(variant.geometry.squares):
        position.counters[square] = position.pieces[square] == GONE
    for name in text.split(",") if text != "-" else ():
        if name not in variant.geometry.names:
            raise FenError(
                "the field of sleeping counters names {name}, which is not a square", name=quoted(name)
            )
        square = variant.geometry.names.index(name)
        if position.pieces[square] < FIRST_PIECE:
            raise FenError("the field of sleeping counters names {name}, where no piece stands", name=name)
        position.counters[square] = 1


def _fill(variant: Variant, placed: list[_PlacedPiece], holes: list[int]) -> Position:
    position = empty_position(tables(variant))
    links: Any = memoryview(position.links)
    for hole in holes:
        position.pieces[hole] = WALL if variant.left_square is LeftSquare.STAYS else GONE
        if variant.squares_go:
            unlink(links, hole)
    position.state[SLOTS_USED : SLOTS_USED + 2] = 1  # the first slot is reserved for the royal piece
    for side in (0, 1):
        if not variant.has_royal(side):
            position.squares[side * SLOTS] = TOKEN
    for piece in sorted(placed, key=lambda piece: piece.square):
        number = (
            0 if variant.piece_types[piece.letter].royal else int(position.state[SLOTS_USED + piece.side])
        )
        slot = piece.side * SLOTS + number
        position.pieces[piece.square] = piece_number(variant, piece.letter, piece.side)
        position.squares[slot] = piece.square
        position.slots[piece.square] = slot
        position.state[SLOTS_USED + piece.side] += number > 0
    return position


def _count(text: str, name: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4) or int(text) < least:
        raise FenError(
            "the {name} is {text}; it must be a number from {least} to 9999",
            name=name,
            text=quoted(text),
            least=least,
        )
    return int(text)
