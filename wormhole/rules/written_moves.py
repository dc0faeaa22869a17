"""Reads moves as people and old programs write them, where this is not standard algebraic notation.

Read are ``Ng1-f3``, ``e2e4``, ``o-o``, ``e:d5``, ``ed``, ``e8(Q)``, ``e8/Q``, ``Qh7mate``, ``exd6e.p.`` and
the like, also several at once, with long dashes, and with signs glued to the move such as ``Nf3+/-``.
What is standard is read first, and means what the standard says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wormhole.base.errors import MoveError
from wormhole.rules.board import Board
from wormhole.rules.move import Move

NOVELTY = "N"
"""The sign of a new move."""

CHECKS = (
    *("checkmate", "check", "mate", "mat", "dblch", "disch", "double", "dbl", "disc", "dis", "ch"),
    *("++", "+", "#", "†", "‡", "≠"),
)
"""How a check or mate is written, glued to the move or behind it."""

_SIGNS = ("+/=", "=/+", "+/-", "-/+", "+=", "=+", "+-", "-+", "=", "~", NOVELTY)
_ENDINGS = sorted((*_SIGNS, *CHECKS, "e.p.", "ep", "."), key=len, reverse=True)
"""What may be glued to a move, the longest first."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""All that is written instead of a hyphen."""
_TIMES, _CYRILLIC_ER = "\u00d7", "\u0440"
_PLAIN = str.maketrans(dict.fromkeys(DASHES, "-") | {_TIMES: "x"})
_EN_PASSANT = re.compile(r"e\.?p\.?(?=[+#@]|$)")
_PROMOTES = re.compile(r"=(?=\w)")
_HYPHEN = re.compile(r"-(?=\w)")
_CASTLING = re.compile(r"[oO0]-?[oO0](-?[oO0])?")
_PROMOTION = re.compile(r"(?P<move>.*[a-z]\d{0,2})[=/(]{1,2}(?P<piece>[A-Za-z])\)?")
_SMALL_PROMOTION = re.compile(r"(?P<move>.*[a-z]\d{1,2})(?P<piece>[a-z])")
_FILES = re.compile(r"(?P<file>[a-z])x?(?P<target>[a-z])(?:=(?P<promotion>[A-Z]))?")
_LOOKS_LIKE_MOVE = re.compile(
    # Nf3, e4, Ng1-f3; the king's name in Russian has two letters
    rf"[^\W\d_]?{_CYRILLIC_ER}?[a-z]?\d{{0,2}}[-x:{DASHES}{_TIMES}]?[a-z]\d"
    rf"|[oO0][-{DASHES}]?[oO0]([-{DASHES}]?[oO0])?\b"
    r"|[a-h][x:]?[a-h]\b|Z0\b|0000\b|\+?[A-Za-z]?@"
)


class WrittenMove(NamedTuple):
    """A move, the signs that were glued to it, and whether it was written as many programs write moves."""

    move: Move
    signs: tuple[str, ...] = ()
    is_usual: bool = True


def looks_like_move(text: str) -> bool:
    """Whether a text begins like a move, and not like a word.

    >>> looks_like_move("Ng1-f3"), looks_like_move("o-o"), looks_like_move("Black")
    (True, True, False)
    """
    return _LOOKS_LIKE_MOVE.match(text) is not None


def promotion_in(text: str) -> str | None:
    """The letter of the piece that a pawn becomes, in a text behind its move; None for another text.

    >>> promotion_in("=Q"), promotion_in("(Q)+"), promotion_in("Qd1")
    ('Q', 'Q', None)
    """
    found = re.fullmatch(r"[=/]?\(?=?([A-Za-z])\)?[+#]*", text)
    return None if found is None else found[1]


def parse_written(board: Board, text: str) -> WrittenMove:
    """The legal move that a text means. Raises :class:`MoveError` for one that means none.

    >>> move, signs, _ = parse_written(Board("chess"), "g1-f3+/-")
    >>> str(move), signs
    ('g1f3', ('+/-',))
    """
    try:
        return WrittenMove(board.parse_san(text))
    except MoveError:
        move = _in_usual_form(board, text)
        if move is not None:
            return WrittenMove(move)
        found = _unusual(board, text.translate(_PLAIN))
        if found is None:
            raise
        return found


def _in_usual_form(board: Board, text: str) -> Move | None:
    """The legal move written as ``Ng1-f3``, ``e7e8q``, ``exd6e.p.`` or ``Qh7++``, if it is one."""
    bare = _EN_PASSANT.sub("", text).rstrip(".").replace("++", "+")
    bare = _HYPHEN.sub("", bare)
    return _first(board, bare, _PROMOTES.sub("", bare))


def _first(board: Board, san: str, uci: str) -> Move | None:
    """The move of the SAN or, if there is none, of the UCI notation; the latter has no letter of a piece."""
    is_lettered = san[:1].isupper() and not san.isupper()
    for parse, form in ((board.parse_san, san), (board.parse_uci, uci))[: 1 if is_lettered else 2]:
        try:
            return parse(form)
        except MoveError:
            pass
    return None


def _unusual(board: Board, text: str) -> WrittenMove | None:
    """The move of a text, without what is glued to it; as little as possible is taken for that."""
    glued: list[str] = []
    while text:
        move = _in_any_form(board, text)
        if move is not None:
            return WrittenMove(move, tuple(_signs(board, move, [text[-1], *glued])), is_usual=False)
        ending = next((ending for ending in _ENDINGS if text.endswith(ending)), None)
        if ending is None:
            return None
        text = text[: -len(ending)]
        glued.insert(0, ending)
    return None


def _in_any_form(board: Board, text: str) -> Move | None:
    castling = _CASTLING.fullmatch(text)
    if castling is not None:
        return _first(board, "O-O-O" if castling[1] else "O-O", "")
    for form in _forms(_HYPHEN.sub("", text).replace(":", "")):
        move = _first(board, form, _PROMOTES.sub("", form).replace("x", "").lower()) or _by_files(board, form)
        if move is not None:
            return move
    return None


def _forms(text: str) -> Iterator[str]:
    """The text, and with the promotion as the standard writes it."""
    yield text
    for pattern in (_PROMOTION, _SMALL_PROMOTION):
        parts = pattern.fullmatch(text)
        if parts is not None:
            yield f"{parts['move']}={parts['piece'].upper()}"
    if re.fullmatch(r"[a-z]x?[a-z][A-Z]", text):
        yield f"{text[:-1]}={text[-1]}"


def _by_files(board: Board, text: str) -> Move | None:
    """The only capture of a pawn from one file on another one, as in ``ed``."""
    parts = _FILES.fullmatch(text)
    if parts is None:
        return None
    names, piece_types = board.variant.geometry.names, board.variant.piece_types
    found = []
    for move in board.legal_moves:
        piece = None if move.drop else board.piece_at(move.from_square)
        if (
            piece is not None
            and piece_types[piece.letter].pawn
            and names[move.from_square][0] == parts["file"]
            and names[move.to_square][0] == parts["target"]
            and move.promotion == parts["promotion"]
            and board.is_capture(move)
        ):
            found.append(move)
    return found[0] if len(found) == 1 else None


def _signs(board: Board, move: Move, glued: Sequence[str]) -> Iterator[str]:
    """The signs in what is glued to a move: ``+=`` may be a check and then the sign of equality."""
    for before, sign in pairwise(glued):
        if sign == "=" and any(piece.promotes_in_place for piece in board.variant.piece_types.values()):
            continue  # it says that the piece does not promote
        if sign in _SIGNS:
            is_split = sign == "+=" and before not in CHECKS and board.check_sign(move)
            yield "=" if is_split else sign
