"""Texts of moves as descriptions for :func:`.line.push_line`, which plays many moves in one call.

A text is described once for each game. Nothing here knows a position: whether a move is legal, and which one
is meant, is found by the loop.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product

import numpy as np

from wormhole.base.errors import MoveError
from wormhole.rules.loops.calls import NO_ROLL
from wormhole.rules.loops.described_line import (
    DESCRIPTION,
    LONG_CASTLING,
    PUT,
    PUT_PROMOTED,
    SHORT_CASTLING,
    STEP,
    STEP_OR_CASTLING,
)
from wormhole.rules.move import DROP_START
from wormhole.rules.san import DROP_SAN, SAN, castling_in, is_called, roll_of
from wormhole.rules.tables import piece_number
from wormhole.rules.tabulation import GAMES_KEPT
from wormhole.rules.variant import LeftSquare, Variant

MOST_TEXTS = 1 << 14
"""When so many are described, all are forgotten: a strange file may have any number of them."""

LONGEST_TEXT = 20
"""A longer text is no usual move."""

ANY_PIECE = ~0

Description = tuple[int, ...]
Describe = Callable[[Variant, str], Description | None]
"""Describes a text of a move; None if only :class:`~wormhole.Board` can read it."""


class DescribedMoves:
    """The descriptions of a game's texts in one notation. Any thread may ask for them."""

    def __init__(self, variant: Variant, describe: Describe) -> None:
        self._variant, self._describe = variant, describe
        self._has_dice = variant.left_square is LeftSquare.RANDOM
        self._adding = threading.Lock()
        self._forget()

    def rows(self, texts: Sequence[str]) -> tuple[np.ndarray, list[int], list[int]]:
        """All descriptions, one after the other; the row of each text among them, 0 for an unknown one; and
        what the dice name after each move."""
        if not self._has_dice:
            return (*self._rows(texts), [NO_ROLL] * len(texts))
        parts = [_split(self._variant, text) for text in texts]
        return (*self._rows([text for text, _ in parts]), [roll for _, roll in parts])

    def _rows(self, texts: Sequence[str]) -> tuple[np.ndarray, list[int]]:
        known, descriptions = self._known
        try:
            return descriptions, [known[text] for text in texts]
        except KeyError:
            with self._adding:
                known, descriptions = self._known
                if len(known) + len(texts) > MOST_TEXTS:
                    known, descriptions = self._forget()
                return descriptions, [self._row(text) for text in texts]

    def _forget(self) -> tuple[dict[str, int], np.ndarray]:
        # Whoever reads the old ones keeps them.
        self._known = {"": 0}, np.zeros((MOST_TEXTS + 1) * DESCRIPTION, np.int64)
        return self._known

    def _row(self, text: str) -> int:
        known, descriptions = self._known
        if text in known:
            return known[text]
        if len(known) > MOST_TEXTS:
            return 0
        row = 0
        described = self._describe(self._variant, text) if len(text) <= LONGEST_TEXT else None
        if described is not None:
            row = len(known)
            descriptions[row * DESCRIPTION : (row + 1) * DESCRIPTION] = described
        known[text] = row
        return row


@lru_cache(maxsize=GAMES_KEPT)
def described_sans(variant: Variant) -> DescribedMoves:
    """The descriptions of moves in SAN."""
    return DescribedMoves(variant, described_san)


@lru_cache(maxsize=GAMES_KEPT)
def described_ucis(variant: Variant) -> DescribedMoves:
    """The descriptions of moves in UCI notation."""
    return DescribedMoves(variant, described_uci)


def _split(variant: Variant, text: str) -> tuple[str, int]:
    """The text of a move without its roll, and the roll; an empty text if the board has to roll."""
    try:
        text, roll = roll_of(variant, text)
    except MoveError:
        roll = None
    return ("", NO_ROLL) if roll is None else (text, roll)


def described_san(variant: Variant, text: str) -> Description | None:
    """The description of a move in SAN."""
    dropped, parts = DROP_SAN.fullmatch(text), SAN.fullmatch(text)
    if dropped is not None:
        letters = dropped["letter"] or _pawns(variant)
        return _described_drop(variant, letters, dropped["target"], bool(dropped["other"]))
    if parts is None:
        kind = {"O-O": SHORT_CASTLING, "O-O-O": LONG_CASTLING}.get(castling_in(text) or "")
        return None if kind is None else _description(kind, 0, ANY_PIECE, 0, ())
    letter, origin, target, promotion, enters = parts.group(
        "letter", "origin", "target", "promotion", "enters"
    )
    pieces = _mask(variant, _called(variant, letter) if letter else _pawns(variant))
    promotions = _mask(variant, _called(variant, promotion)) if promotion else 0
    if enters or target not in variant.geometry.numbers or (promotion and not promotions):
        return None
    number = variant.geometry.numbers[target]
    return _description(_step(variant), number, pieces, promotions, _origins(variant, origin))


def described_uci(variant: Variant, text: str) -> Description | None:
    """The description of a move in UCI notation."""
    numbers = variant.geometry.numbers
    if DROP_START.match(text):
        letter, _at, target = text.removeprefix("+").partition("@")
        return _described_drop(variant, letter, target, text.startswith("+")) if letter else None
    for split, length in product((2, 3), repeat=2):
        origin, target, sign = text[:split], text[split : split + length], text[split + length :]
        if origin not in numbers or target not in numbers or len(sign) > 1 or (sign and variant.gates):
            continue
        promoted = [letter for letter in variant.piece_types if variant.promotion_sign(letter) == sign]
        if sign and not promoted:
            continue
        promotions = _mask(variant, "".join(promoted)) if sign else 0
        return _description(_step(variant), numbers[target], ANY_PIECE, promotions, (numbers[origin],))
    return None


def _described_drop(variant: Variant, letters: str, target: str, is_other: bool) -> Description | None:
    known = "".join(letter for letter in letters if letter in variant.piece_types)
    if not known or target not in variant.geometry.numbers:
        return None
    kind, number = PUT_PROMOTED if is_other else PUT, variant.geometry.numbers[target]
    return _description(kind, number, _mask(variant, known), 0, ())


def _description(kind: int, target: int, pieces: int, promotions: int, origins: Iterable[int]) -> Description:
    words = [0, 0, 0, 0]
    for square in origins:
        words[square >> 6] |= 1 << (square & 63)
    return tuple(_signed(number) for number in (kind, target, pieces, promotions, *words))


@lru_cache(maxsize=MOST_TEXTS)
def _origins(variant: Variant, written: str) -> tuple[int, ...]:
    """The squares that are meant by their name, file or rank, or by nothing."""
    names = enumerate(variant.geometry.names)
    return tuple(square for square, name in names if written in ("", name, name[0], name[1:]))


def _step(variant: Variant) -> int:
    """The kind of a move that is no drop: castling is written so, too, unless the king takes its rook."""
    return STEP if variant.castles_anywhere else STEP_OR_CASTLING


def _called(variant: Variant, written: str) -> str:
    """The letters of the pieces that a letter may mean."""
    return "".join(letter for letter in variant.piece_types if is_called(variant, letter, written))


def _pawns(variant: Variant) -> str:
    return "".join(letter for letter, piece_type in variant.piece_types.items() if piece_type.pawn)


def _mask(variant: Variant, letters: str) -> int:
    """A bit for each piece with one of these letters, of both sides."""
    return sum(1 << piece_number(variant, letter, side) for letter in letters for side in (0, 1))


def _signed(number: int) -> int:
    """A number of 64 bits as the loops have it."""
    return number - (1 << 64) if number >= 1 << 63 else number
