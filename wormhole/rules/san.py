"""Moves as people write them: standard algebraic notation, as in chess, with this game's letters."""

from __future__ import annotations

import re
from collections.abc import Collection

from wormhole.rules.errors import MoveError

_SAN = re.compile(
    r"(?P<letter>[A-Z])?(?P<origin>[a-wyz]?(?:\d{1,2})?)x?(?P<target>[a-z]\d{1,2})"
    r"(?:=?(?P<promotion>[A-Z]))?[+#]?[!?]*"
)


def write(
    letter: str, origin: str, target: str, rivals: Collection[str], is_capture: bool, promotion: str | None
) -> str:
    """SAN without its check sign; ``letter`` is empty for a pawn.

    ``rivals`` are the names of the squares from which other men of the same kind could make the move.
    """
    file, rank = origin[0], origin[1:]
    if not rivals:
        shown = ""
    elif all(rival[0] != file for rival in rivals):
        shown = file
    elif all(rival[1:] != rank for rival in rivals):
        shown = rank
    else:
        shown = origin
    if is_capture and not letter and not shown.startswith(file):
        shown = file + shown
    return f"{letter}{shown}{'x' if is_capture else ''}{target}{'=' + promotion if promotion else ''}"


def parse(text: str) -> re.Match[str]:
    """The groups letter, origin, target and promotion of a SAN text.

    Raises :class:`MoveError` if it has not the form of one.
    """
    match = _SAN.fullmatch(text.strip())
    if match is None:
        raise MoveError(f"{text!r} is no move in algebraic notation, such as e4, Nf3, Lxd5 or bxa8=L")
    return match


def is_castling(text: str, san: str) -> bool:
    """Whether ``text`` means the castling move ``san``, written with letters or noughts."""
    return text.strip().rstrip("+#!?").replace("0", "O") == san.rstrip("+#")


def fits(square: str, shown: str) -> bool:
    """Whether a square's name agrees with what a SAN shows of it: nothing, its file, its rank or both."""
    return shown in ("", square, square[0], square[1:])
