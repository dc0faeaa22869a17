"""The pieces of all games of the catalogue, for a game that is composed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from wormhole.library.composer.game_draft import GameDraft
from wormhole.library.composer.piece_edits import free_letter, with_moves, with_piece
from wormhole.rules.betza_writer import Mark, marks
from wormhole.rules.catalogue_files import menu_entries, variants
from wormhole.rules.game_file import table_of


@dataclass(frozen=True)
class KnownPiece:
    """A piece by its name, its picture and its moves."""

    name: str
    sprite: str
    moves: str
    is_pawn: bool = False
    game: str = ""
    """The title of the game whose piece it is, if a more frequent piece has the same name."""


@cache
def known_pieces() -> tuple[KnownPiece, ...]:
    """One piece for each way to move, by its most frequent name; the most frequent piece is the first."""
    found: dict[frozenset[Mark], Counter[KnownPiece]] = {}
    for name in variants():
        for piece in _pieces_of(name):
            found.setdefault(marks(piece.moves), Counter())[piece] += 1
    best_known = [entry.name for entry in sorted(menu_entries(), key=lambda entry: entry.place)]
    games: dict[KnownPiece, str] = {}
    for name in dict.fromkeys((*best_known, *variants())):
        for piece in _pieces_of(name):
            games.setdefault(piece, table_of(name)["title"])
    frequent = sorted(found.values(), key=lambda counts: -counts.total())
    usual: dict[str, KnownPiece] = {}
    pieces = [counts.most_common(1)[0][0] for counts in frequent]
    return tuple(
        piece if usual.setdefault(piece.name, piece) is piece else replace(piece, game=games[piece])
        for piece in pieces
    )


def _pieces_of(name: str) -> Iterator[KnownPiece]:
    table: Mapping[str, Any] = table_of(name)["pieces"]
    for letter, piece in table.items():
        if letter == "without" or letter in table.get("without", "") or "promoted_from" in piece:
            continue
        if not piece.get("on_lines") and not (piece.get("royal") and piece.get("may_stand_on")):
            yield KnownPiece(
                piece["name"], piece.get("sprite", letter), piece["moves"], bool(piece.get("pawn"))
            )


def with_known_piece(draft: GameDraft, known: KnownPiece) -> tuple[GameDraft, str]:
    """A copy with one more piece, which promotes as other pawns if it is one, and its letter.

    The draft as it is if no letter is free.
    """
    letter = free_letter(draft, known.name)
    if letter is None:
        return draft, ""
    piece: dict[str, Any] = {"name": known.name, "sprite": known.sprite, "moves": known.moves}
    if known.is_pawn:
        piece["pawn"] = True
        others = (other["promotes_to"] for other in draft.pieces.values() if other.get("promotes_to"))
        piece["promotes_to"] = next(others, "")
    draft = with_piece(draft, letter, {key: value for key, value in piece.items() if value != ""})
    return with_moves(draft, letter, known.moves), letter
