"""A position that is being set up: the content of a FEN, legal or not. Pure."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, TypeVar

from wormhole import BLACK, WHITE, Board, FenError, Piece, Variant
from wormhole.gui.board.hands import place_of
from wormhole.gui.board.scene import Scene
from wormhole.rules import fen as fens
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.draw_limits import Counting
from wormhole.rules.placement import EMPTY, HOLE, MARK, split_hands
from wormhole.rules.variant import LeftSquare

MOST = 9999
"""Greatest half-move clock and move number of a FEN."""


@dataclass(frozen=True)
class Draft:
    """A position, possible or not.

    ``cells`` has a piece's letter as in a FEN, perhaps with the mark of a promoted piece, ``x`` or ``""`` for
    each square. ``rights`` are the letters of rights to castle and to gate wished for; those that the pieces
    do not allow are not in the FEN. So are ``counters``, which may sleep under pieces only. ``hands`` has the
    letters of the pieces in hand as a FEN has them.
    """

    variant: Variant
    cells: tuple[str, ...]
    turn: bool = WHITE
    rights: str = ""
    passed: str = "-"
    """The en passant field, or the limit of counted moves."""
    clock: int = 0
    number: int = 1
    counters: frozenset[int] = frozenset()
    hands: str = ""
    checks: tuple[int, int] = (0, 0)
    """How many checks White and Black have to give yet, where they are counted."""

    @classmethod
    def empty(cls, variant: Variant) -> Draft:
        """The empty board."""
        checks = variant.endings.checks
        return cls(variant, (EMPTY,) * variant.geometry.squares, checks=(checks, checks))

    @classmethod
    def start(cls, variant: Variant) -> Draft:
        """The game's start position."""
        return cls.read(variant, fens.start(variant))

    @classmethod
    def read(cls, variant: Variant, text: str) -> Draft:
        """The position of a FEN, which need not be possible; fields that make no sense are left out.

        Raises FenError if the placement cannot be shown on this game's board, and for wrong counts of checks.
        """
        with contextlib.suppress(FenError):
            text, _corrections = corrected_fen(text, variant)
        if not text.strip() or len(text) > fens.LONGEST:
            fens.read(variant, text)
        fields = text.split()
        if len(fields) > 2 and fields[2].isdigit():  # where nobody castles, others leave these fields out
            fields[2:2] = ["-", "-"]
        checks = fens.take_checks(variant, fields)
        fields += ["w", "-", "-", "0", "1", "-"][len(fields) - 1 :]
        placement, side, rights, passed, clock, number, asleep = fields[:7]
        cells = tuple(fens.marked_cells(variant, placement))
        names = variant.geometry.numbers
        counters = frozenset(names[name] for name in asleep.split(",") if name in names)
        return cls(
            variant,
            cells,
            turn=BLACK if side == "b" else WHITE,
            rights="".join(dict.fromkeys(filter(str.isalpha, rights))),
            passed=passed if _is_passed(variant, passed) else "-",
            clock=_number(clock, 0),
            number=_number(number, 1),
            counters=counters if has_dice(variant) else frozenset(),
            hands=_hands(variant, placement),
            checks=checks,
        )

    @cached_property
    def fen(self) -> str:
        """The position as FEN."""
        fields = [
            fens.write_cells(self.variant, self.cells) + (f"[{self.hands}]" if self.variant.hands else ""),
            "w" if self.turn == WHITE else "b",
            self.rights_given or "-",
            self.passed,
            *([f"{self.checks[0]}+{self.checks[1]}"] if self.variant.endings.checks else []),
            str(self.clock),
            str(self.number),
        ]
        if has_dice(self.variant):
            names = self.variant.geometry.names
            fields.append(",".join(sorted(names[square] for square in self.sleepers)) or "-")
        return " ".join(fields)

    @cached_property
    def rights_possible(self) -> str:
        """The castling rights that kings and rooks on their squares allow."""
        letters = fens.rights_letters(self.variant)
        return fens.rights_of(self.variant, self.cells, "", letters).replace("-", "")

    @cached_property
    def rights_given(self) -> str:
        """The rights in the FEN."""
        return fens.rights_of(self.variant, self.cells, self.hands, self.rights).replace("-", "")

    @property
    def gates(self) -> frozenset[int]:
        """The squares where a piece in hand may come in, of a possible position."""
        if not self.variant.gates:
            return frozenset()
        try:
            return Board(self.variant, self.fen).gates
        except FenError:
            return frozenset()

    def gates_possible(self, color: bool) -> str:
        """The letters of the rights to gate that the pieces of a side allow."""
        return fens.gates_of(self.variant, self.cells, self.hands, 0 if color is WHITE else 1)

    @cached_property
    def pieces(self) -> Mapping[int, Piece]:
        """The pieces by square."""
        return {
            square: Piece(cell[0].upper(), cell.isupper())
            for square, cell in enumerate(self.cells)
            if cell not in (EMPTY, HOLE)
        }

    @cached_property
    def in_hand(self) -> Mapping[int, int]:
        """The places of the pieces in hand, each with their number."""
        symbols = Counter(self.hands)
        return {
            place_of(self.variant, Piece(symbol.upper(), symbol.isupper())): count
            for symbol, count in symbols.items()
        }

    @cached_property
    def holes(self) -> frozenset[int]:
        """The removed squares, or wormholes."""
        return frozenset(square for square, cell in enumerate(self.cells) if cell == HOLE)

    @cached_property
    def promoted(self) -> frozenset[int]:
        """The squares of pieces with the mark of promoted ones."""
        return frozenset(square for square, cell in enumerate(self.cells) if cell.endswith(MARK))

    @cached_property
    def sleepers(self) -> frozenset[int]:
        """The squares with a counter under a piece."""
        return self.counters.intersection(self.pieces)

    def scene(self, taken: int | None) -> Scene:
        """What the board shows, without what is taken from a place of it."""
        pieces = {square: piece for square, piece in self.pieces.items() if square != taken}
        left = {place: count - (place == taken) for place, count in self.in_hand.items()}
        in_hand = {place: count for place, count in left.items() if count}
        return Scene(
            pieces, self.holes - {taken}, self.sleepers, in_hand, self.promoted - {taken}, self.gates
        )

    def with_cell(self, square: int, cell: str) -> Draft:
        """A copy with something else on a square."""
        if cell == self.cells[square]:
            return self
        cells = (*self.cells[:square], cell, *self.cells[square + 1 :])
        return replace(self, cells=cells, counters=self.counters - {square}, passed="-")

    def with_in_hand(self, piece: Piece) -> Draft:
        """A copy with one more of a piece in its side's hand, if it may be there."""
        if not can_be_held(self.variant, piece.letter):
            return self
        return replace(self, hands=_ordered(self.variant, self.hands + piece.symbol()))

    def without_in_hand(self, piece: Piece) -> Draft:
        """A copy with one less of a piece in its side's hand, if there is one."""
        return replace(self, hands=self.hands.replace(piece.symbol(), "", 1))


def can_be_held(variant: Variant, letter: str) -> bool:
    """Whether a piece may be in hand in this game."""
    return bool(variant.hands) and (variant.holds_royal or not variant.piece_types[letter].royal)


def _hands(variant: Variant, placement: str) -> str:
    """What is in hand in a FEN, without what cannot be there."""
    if not variant.hands:
        return ""
    letters = [
        (variant.letter_of(symbol), symbol.isupper())
        for symbol in split_hands(placement, variant.geometry.rows)[1]
        if symbol.isalpha() and symbol.isascii()
    ]
    held = (
        Piece(letter, color).symbol()
        for letter, color in letters
        if letter is not None and can_be_held(variant, letter)
    )
    return _ordered(variant, "".join(held))


def _ordered(variant: Variant, hands: str) -> str:
    """White's letters before Black's, each side's in the order of the game."""
    order = [*variant.piece_types]
    return "".join(sorted(hands, key=lambda symbol: (symbol.islower(), order.index(symbol.upper()))))


def has_holes(variant: Variant) -> bool:
    """Whether squares of this game can be holes."""
    return variant.has_holes


def has_dice(variant: Variant) -> bool:
    """Whether dice put counters on this game's squares."""
    return variant.left_square is LeftSquare.RANDOM


def _is_passed(variant: Variant, field: str) -> bool:
    """Whether the en passant field of a FEN names squares, or has the limit of counted moves."""
    if variant.endings.count is not Counting.NONE and field.isascii() and field.isdigit():
        return True
    return all(name in variant.geometry.numbers for name in field.split(","))


def has_en_passant(variant: Variant) -> bool:
    """Whether this game's pawns capture en passant."""
    return any(piece_type.en_passant for piece_type in variant.piece_types.values())


def _number(text: str, least: int) -> int:
    return max(least, min(int(text), MOST)) if text.isascii() and text.isdigit() else least


DraftT = TypeVar("DraftT")


class Session(Generic[DraftT]):
    """A draft with its history. Edits between `begin` and the next one are undone together."""

    def __init__(self, draft: DraftT) -> None:
        self.draft = draft
        self._before: list[DraftT] = []
        self._after: list[DraftT] = []
        self._is_joined = False

    def begin(self) -> None:
        """Begin a stroke: the edits from here are one step for undo."""
        self._is_joined = False

    def change(self, draft: DraftT) -> None:
        """Continue with another draft."""
        if draft == self.draft:
            return
        if not self._is_joined:
            self._is_joined = True
            self._before.append(self.draft)
        self._after.clear()
        self.draft = draft

    def undo(self) -> None:
        """Undo the last step, if there is one."""
        if self._before:
            self._after.append(self.draft)
            self.draft = self._before.pop()
        self.begin()

    def redo(self) -> None:
        """Redo the step that was undone last, if there is one."""
        if self._after:
            self._before.append(self.draft)
            self.draft = self._after.pop()
        self.begin()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._after)
