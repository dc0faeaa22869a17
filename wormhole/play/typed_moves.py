"""A move typed as text: in SAN or in UCI notation, and not yet complete."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from wormhole import Board, Move

_LEFT_OUT = re.compile(r"[x:=+#!?\s()/]|e\.p\.")
"""Characters that may be left out of a typed move."""


@dataclass(frozen=True)
class TypedMove:
    """The legal moves that a text can mean, each with its SAN. Moves with exactly this text come first."""

    text: str
    moves: Mapping[Move, str]
    whole: tuple[Move, ...] = ()

    @property
    def meant(self) -> tuple[Move, ...]:
        """The move that Enter plays; several if only the promotion is missing, none if more is missing."""
        found = self.whole or tuple(self.moves)
        ways = {(move.from_square, move.to_square) for move in found}
        return found if len(ways) == 1 and self.text else ()


class TypedMoves:
    """Finds by typed text some legal moves of a position, or all. SAN is computed once, at the beginning."""

    def __init__(self, board: Board, moves: Iterable[Move] | None = None) -> None:
        self._sans = {move: board.san(move) for move in (board.legal_moves if moves is None else moves)}
        self._forms = {move: tuple({_bare(san), _bare(str(move))}) for move, san in self._sans.items()}

    def find(self, text: str) -> TypedMove:
        """The moves that begin with this text. Upper and lower case differ only where both fit."""
        typed = _bare(text.replace("0", "O") if re.match(r"0-0", text.strip()) else text)
        if text.strip() and not typed:
            return TypedMove(text.strip(), {})
        moves = self._beginning(typed, str) or self._beginning(typed, str.lower)
        whole = tuple(move for move in moves if typed in self._forms[move])
        whole = whole or tuple(move for move in moves if typed.lower() in map(str.lower, self._forms[move]))
        first = [*whole, *(move for move in moves if move not in whole)]
        return TypedMove(text.strip(), {move: self._sans[move] for move in first}, whole)

    def _beginning(self, typed: str, cased: Callable[[str], str]) -> list[Move]:
        start = cased(typed)
        return [
            move
            for move, forms in self._forms.items()
            if any(cased(form).startswith(start) for form in forms)
        ]


def _bare(text: str) -> str:
    return _LEFT_OUT.sub("", text)
