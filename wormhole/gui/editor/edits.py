"""The edits of a position that is being set up: functions from one draft to the next. Pure."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from wormhole import WHITE, FenError, Piece, Variant
from wormhole.gui.board.hands import is_in_hand, piece_of
from wormhole.gui.editor.draft import Draft, can_be_held, has_dice, has_en_passant, has_holes
from wormhole.rules import fen as fens
from wormhole.rules.placement import EMPTY, HOLE, MARK


class EditorTool(Enum):
    """What the pointer does, unless it places a piece."""

    MOVE = "move"
    ERASE = "erase"
    HOLE = "hole"
    """Makes a hole; in a game with dice puts a counter down, a wormhole or one that sleeps under a piece."""
    PROMOTED = "promoted"
    """Marks a promoted piece that becomes in a hand what it was."""


Brush = EditorTool | Piece


def brushes(variant: Variant) -> tuple[Brush, ...]:
    """Everything that can be chosen to paint with, in the order of the palette."""
    tools = [EditorTool.MOVE, EditorTool.ERASE]
    if has_holes(variant):
        tools.append(EditorTool.HOLE)
    if fens.has_marks(variant):
        tools.append(EditorTool.PROMOTED)
    return (
        *(Piece(letter, True) for letter in variant.piece_types),
        *tools,
        *(Piece(letter, False) for letter in variant.piece_types),
    )


def painted(draft: Draft, square: int, brush: Brush) -> Draft:
    """The square with what the brush puts there; nothing changes for the hand.

    At a place in hand a piece is added to that side's hand, whatever its colour.
    """
    if is_in_hand(draft.variant.geometry, square):
        if isinstance(brush, Piece):
            return _added(draft, square, brush)
        return erased(draft, square) if brush is EditorTool.ERASE else draft
    if isinstance(brush, Piece):
        return draft.with_cell(square, brush.symbol())
    if brush is EditorTool.ERASE:
        return erased(draft, square)
    if brush is EditorTool.PROMOTED:
        piece = draft.pieces.get(square)
        is_fit = piece is not None and fens.can_be_marked(draft.variant, piece.letter)
        return draft.with_cell(square, draft.cells[square][0] + MARK) if is_fit else draft
    if brush is EditorTool.HOLE and has_holes(draft.variant):
        if has_dice(draft.variant) and square in draft.pieces:
            return replace(draft, counters=draft.counters | {square})
        return draft.with_cell(square, HOLE)
    return draft


def is_painted(draft: Draft, square: int, brush: Brush) -> bool:
    """Whether the square has what the brush would put there already."""
    if is_in_hand(draft.variant.geometry, square):
        return False
    if brush is EditorTool.HOLE:
        return square in draft.holes or square in draft.sleepers
    if brush is EditorTool.PROMOTED:
        return square in draft.promoted
    return isinstance(brush, Piece) and draft.pieces.get(square) == brush


def unpainted(draft: Draft, square: int, brush: Brush) -> Draft:
    """The square without what the brush puts there: a counter or a mark goes, and its piece stays."""
    if brush is EditorTool.HOLE and square in draft.sleepers:
        return replace(draft, counters=draft.counters - {square})
    if brush is EditorTool.PROMOTED:
        return draft.with_cell(square, draft.cells[square][:1])
    return erased(draft, square)


def erased(draft: Draft, square: int) -> Draft:
    """The square empty, or one piece less in hand."""
    if is_in_hand(draft.variant.geometry, square):
        return draft.without_in_hand(piece_of(draft.variant, square))
    return draft.with_cell(square, EMPTY)


def moved(draft: Draft, from_square: int, to_square: int, copies: bool = False) -> Draft:
    """A piece or a hole put on another square; a piece's counter stays where it is.

    Both may be places in hand. `copies`: the piece or the hole stays as well. Nothing changes if it is gone,
    as after an undo meanwhile.
    """
    if is_in_hand(draft.variant.geometry, from_square) or is_in_hand(draft.variant.geometry, to_square):
        return _moved_by_hand(draft, from_square, to_square, copies)
    cell = draft.cells[from_square]
    if from_square == to_square or cell == EMPTY:
        return draft
    if cell == HOLE:
        return painted(draft if copies else erased(draft, from_square), to_square, EditorTool.HOLE)
    counters = draft.counters
    is_wormhole = has_dice(draft.variant) and draft.cells[to_square] == HOLE
    if not copies:
        draft = draft.with_cell(from_square, HOLE if from_square in counters else EMPTY)
        counters -= {from_square}
    return replace(
        draft.with_cell(to_square, cell), counters=counters | {to_square} if is_wormhole else counters
    )


def exchanged(draft: Draft, from_square: int, to_square: int) -> Draft:
    """The pieces on two squares exchanged; if either has none, or is in hand, it is a move."""
    pieces = draft.pieces
    if from_square not in pieces or to_square not in pieces:
        return moved(draft, from_square, to_square)
    there = draft.cells[to_square]
    return draft.with_cell(to_square, draft.cells[from_square]).with_cell(from_square, there)


def _moved_by_hand(draft: Draft, from_place: int, to_place: int, copies: bool) -> Draft:
    """A piece moved into a hand or out of it."""
    piece = draft.pieces.get(from_place)
    if is_in_hand(draft.variant.geometry, from_place):
        piece = piece_of(draft.variant, from_place) if from_place in draft.in_hand else None
    if piece is None or from_place == to_place:
        return draft
    moved = (
        _added(draft, to_place, piece)
        if is_in_hand(draft.variant.geometry, to_place)
        else painted(draft, to_place, piece)
    )
    return moved if copies or moved == draft else erased(moved, from_place)


def _added(draft: Draft, place: int, piece: Piece) -> Draft:
    """A piece, or what it becomes when it is captured, added to the hand that has this place."""
    letter = draft.variant.piece_types[piece.letter].in_hand or piece.letter
    return draft.with_in_hand(Piece(letter, piece_of(draft.variant, place).color))


def mirrored(draft: Draft) -> Draft:
    """Colours and board swapped from top to bottom: the same position for the other side."""
    geometry = draft.variant.geometry
    there = [geometry.mirrored(square) for square in range(geometry.squares)]
    if max(there) >= geometry.squares:  # a board whose halves differ
        return draft
    cells = tuple(
        cell if cell == HOLE else cell.swapcase() for cell in (draft.cells[square] for square in there)
    )
    passed = draft.passed
    if passed != "-":
        passed = ",".join(geometry.names[there[geometry.parse(name)]] for name in passed.split(","))
    return replace(
        draft,
        cells=cells,
        turn=not draft.turn,
        rights=draft.rights.swapcase(),
        passed=passed,
        counters=frozenset(there[square] for square in draft.counters),
        hands="".join(sorted(draft.hands.swapcase(), key=str.islower)),
        checks=draft.checks[::-1],
    )


def cleared(draft: Draft) -> Draft:
    """The empty board; the side to move stays."""
    return replace(Draft.empty(draft.variant), turn=draft.turn)


def with_turn(draft: Draft, turn: bool) -> Draft:
    """The other side to move."""
    return draft if turn == draft.turn else replace(draft, turn=turn, passed="-")


def with_right(draft: Draft, letter: str, has: bool) -> Draft:
    """One castling right given or taken."""
    return replace(draft, rights=draft.rights.replace(letter, "") + (letter if has else ""))


def with_gates(draft: Draft, color: bool, has: bool) -> Draft:
    """All rights to gate of a side given or taken, apart from those of pieces that may castle."""
    letters = draft.gates_possible(color)
    others = "".join(letter for letter in draft.rights if letter not in letters)
    return replace(draft, rights=others + (letters if has else ""))


def with_checks(draft: Draft, checks: tuple[int, int]) -> Draft:
    """Other numbers of checks that White and Black have to give yet."""
    most = draft.variant.endings.checks
    white, black = (min(max(0, count), most) for count in checks)
    return replace(draft, checks=(white, black))


def passed_fields(draft: Draft) -> tuple[str, ...]:
    """The en passant fields that the rules allow here; "-" comes first."""
    if not has_en_passant(draft.variant):
        return ("-",)
    found = []
    for square, piece in draft.pieces.items():
        if piece.color != draft.turn and draft.variant.piece_types[piece.letter].en_passant:
            found += _passed_by(draft, square, piece)
    return ("-", *(field for field in found if _fits(replace(draft, passed=field))))


def changed_game(draft: Draft, variant: Variant) -> Draft:
    """The position in another game: its pieces of the same name, on the squares of the same name.

    A start position becomes the other game's.
    """
    if draft.fen == Draft.start(draft.variant).fen:
        return Draft.start(variant)
    here, there = draft.variant, variant.geometry
    own = {piece_type.name: letter for letter, piece_type in variant.piece_types.items()}
    letters = {
        letter: own.get(piece_type.name, variant.royal.letter if piece_type.royal else "")
        for letter, piece_type in here.piece_types.items()
    }
    made = replace(Draft.empty(variant), turn=draft.turn, rights=draft.rights)
    made = replace(made, clock=draft.clock, number=draft.number)
    cells = list(made.cells)
    for square, cell in enumerate(draft.cells):
        place = there.numbers.get(here.geometry.names[square])
        if place is None or cell == EMPTY:
            continue
        if cell == HOLE:
            cells[place] = HOLE if has_holes(variant) else EMPTY
        else:
            letter = letters[cell[0].upper()]
            cells[place] = letter if cell.isupper() else letter.lower()
    made = replace(made, cells=tuple(cells))
    for symbol in draft.hands:
        letter = letters[symbol.upper()]
        if letter and can_be_held(variant, letter):
            made = made.with_in_hand(Piece(letter, symbol.isupper()))
    return made


def _passed_by(draft: Draft, square: int, pawn: Piece) -> list[str]:
    """The en passant fields for a pawn that has just made a longer first move."""
    geometry = draft.variant.geometry
    homes = draft.variant.piece_types[pawn.letter].home_of(pawn.color, geometry)
    column, row = geometry.place[square]
    back = -1 if pawn.color == WHITE else 1
    behind = [geometry.square_at.get((column, row + back * steps)) for steps in (1, 2, 3)]
    return [
        ",".join(geometry.names[place] for place in reversed(behind[:count]) if place is not None)
        for count in (1, 2)
        if behind[count] in homes and behind[count] not in draft.pieces
    ]


def _fits(draft: Draft) -> bool:
    try:
        fens.read(draft.variant, draft.fen)
    except FenError:
        return False
    return True
