"""Edits of the pieces of a game: functions from one draft to the next. Pure.

They also change what refers to a piece: the start position, promotions, hands, endings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from wormhole.base.errors import VariantError
from wormhole.base.schema import Table
from wormhole.library.composer.game_draft import GameDraft, Trouble
from wormhole.rules import betza
from wormhole.rules.endings import Endings, Royal
from wormhole.rules.fields import LETTERS, letters_of
from wormhole.rules.game_file import inherited
from wormhole.rules.game_pieces import PieceTable
from wormhole.rules.placement import EMPTY

MOST_PIECES = len(LETTERS)
_LETTERS_OF_PIECES = (
    "promotes_to",
    "promotes_if_lost",
    "castles_with",
    "spares",
    "home_lost_to",
    "in_hand",
    "promoted_from",
    "drops.other_side",
)
"""The fields of a piece that name other pieces."""
_HOME = ("home_rank", "home_squares", "black_home_squares", "home_attacks", "home_until_moved")
_OF_PROMOTION = (
    "promotion",
    "promotion_rank",
    "promotion_squares",
    "promotes_leaving",
    "promotes_capturing",
    "promotes_in_place",
    "promotes_if_lost",
)
_OF_CASTLING = {"castles_with": "", "castles_to": "", "castles_from": "", "castles_anywhere": False}
DEFAULTS = {field.name: "" if field.default == () else field.default for field in fields(PieceTable)}
"""The values of a piece's fields that no file gives; lists are written as texts there."""


def with_piece(draft: GameDraft, letter: str, piece: Table) -> GameDraft:
    """A copy with another piece of this letter, which inherits nothing from a piece of the base game."""
    without = draft.value("pieces.without", "").replace(letter, "")
    bare = draft.with_value("pieces.without", without)
    bare = _forgotten(bare, letter)
    known = inherited(bare.own).get("pieces", {}).get(letter, {})
    reset = {
        name: DEFAULTS[name]
        for name, value in known.items()
        if name not in (*piece, "drops", "sprite", "characters") and DEFAULTS.get(name) not in (None, value)
    }
    if "may_stand_on" in known and "may_stand_on" not in piece:
        reset["may_stand_on"] = _everywhere(draft)
    for name, value in (reset | dict(piece)).items():
        bare = bare.with_value(f"pieces.{letter}.{name}", value)
    return bare


def _forgotten(draft: GameDraft, letter: str) -> GameDraft:
    """A copy without what the file itself says of a piece."""
    pieces = {key: piece for key, piece in draft.own.get("pieces", {}).items() if key != letter}
    return GameDraft({**draft.own, "pieces": pieces} if pieces else _less(draft.own, "pieces"))


def _less(table: Table, name: str) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != name}


def _everywhere(draft: GameDraft) -> str:
    geometry = draft.sketch.geometry
    return f"{geometry.names[0]}-{geometry.names[-1]}"


def without_piece(draft: GameDraft, letter: str) -> GameDraft:
    """A copy without a piece, wherever it is named."""
    draft = _named(draft, lambda text: text.replace(letter, ""))
    draft = _with_cells(draft, {letter: EMPTY, letter.lower(): EMPTY})
    draft = _forgotten(draft, letter)
    if letter in draft.pieces:
        draft = draft.with_value("pieces.without", draft.value("pieces.without", "") + letter)
    return draft


def relettered(draft: GameDraft, old: str, new: str) -> GameDraft:
    """A copy in which a piece has another letter, which no other piece has."""
    piece = draft.pieces[old]
    kept = {name: value for name, value in piece.items() if DEFAULTS.get(name) != value}
    kept.setdefault("sprite", piece.get("sprite", old))
    draft = with_piece(draft, new, kept)
    draft = _with_cells(draft, {old: new, old.lower(): new.lower()})
    draft = _named(draft, lambda text: text.replace(old, new))
    return without_piece(draft, old)


def _named(draft: GameDraft, change: Callable[[str], str]) -> GameDraft:
    """A copy in which the letters in all fields that name pieces are changed."""
    for letter in draft.pieces:
        for field in _LETTERS_OF_PIECES:
            path = f"pieces.{letter}.{field}"
            text = draft.value(path, "")
            if change(text) != text:
                after = change(text)
                draft = with_promotions(draft, letter, after) if field == "promotes_to" else draft
                draft = draft.with_value(path, after)
    for letter, piece in draft.own.get("pieces", {}).items():
        if isinstance(piece, dict) and "not_helped_by" in piece:  # what is inherited follows by itself
            draft = draft.with_value(f"pieces.{letter}.not_helped_by", change(piece["not_helped_by"]))
    endings = draft.own.get("endings", {})
    for field in letters_of(Endings):
        if field in endings:
            draft = draft.with_value(f"endings.{field}", change(endings[field]))
    if "dead" in endings:
        kept = [text for text in endings["dead"] if len(change(text)) == len(text)]
        draft = draft.with_value("endings.dead", [change(text) for text in kept])
    if "extinct" in endings:
        rules = (re.sub("^[A-Z]+", lambda match: change(match[0]), text) for text in endings["extinct"])
        draft = draft.with_value("endings.extinct", [text for text in rules if not text.startswith(" ")])
    return draft


def _with_cells(draft: GameDraft, cells: dict[str, str]) -> GameDraft:
    """A copy with other letters on the board and in the hands at first."""
    hands = draft.value("hands.start", "")
    draft = draft.with_rows([[cells.get(cell, cell) for cell in row] for row in draft.rows])
    return draft.with_value("hands.start", "".join(cells.get(cell, cell) for cell in hands))


def with_name(draft: GameDraft, letter: str, name: str) -> GameDraft:
    """A copy in which a piece has another name, and its picture and characters still."""
    piece = {"sprite": letter} | dict(draft.pieces[letter])
    draft = draft.with_value(f"pieces.{letter}.name", name)
    kept = {field: piece[field] for field in ("sprite", "characters") if field in piece}
    return draft.with_values({f"pieces.{letter}.{field}": value for field, value in kept.items()})


def with_moves(draft: GameDraft, letter: str, moves: str) -> GameDraft:
    """A copy in which a piece moves otherwise; first moves and en passant follow as far as they can."""
    path = f"pieces.{letter}"
    draft = draft.with_value(f"{path}.moves", moves)
    piece = draft.pieces[letter]
    has_first = _has_first_moves(moves)
    if not has_first or piece.get("royal"):
        draft = without_own(draft, letter, _HOME)
    elif all(draft.value(f"{path}.{field}") in (None, False) for field in _HOME):
        draft = draft.with_value(f"{path}.home_rank", _rank_of(draft, letter))
    if draft.own.get("pieces", {}).get(letter, {}).get("en_passant") is False:
        draft = without_own(draft, letter, ("en_passant",))
    if draft.value(f"{path}.en_passant") and _is_about(draft.trouble, f"{path}.en_passant", f"{path}.moves"):
        without = draft.with_value(f"{path}.en_passant", False)
        return draft if _is_about(without.trouble, f"{path}.moves") else without
    return draft


def _is_about(trouble: Trouble | None, *paths: str) -> bool:
    return trouble is not None and trouble.path in paths


def _has_first_moves(moves: str) -> bool:
    try:
        return any(term.from_home for term in betza.terms(moves))
    except VariantError:
        return False


def _rank_of(draft: GameDraft, letter: str) -> int:
    """The lowest rank on which White has such a piece at first, else the second."""
    rows = draft.rows
    ranks = [len(rows) - row for row, cells in enumerate(rows) if letter in cells]
    return min(ranks, default=min(2, len(rows)))


def without_own(draft: GameDraft, letter: str, names: Iterable[str]) -> GameDraft:
    """A copy in which the file itself does not have these fields of a piece."""
    own = draft.own.get("pieces", {}).get(letter, {})
    kept = {name: value for name, value in own.items() if name not in names}
    if kept == own:
        return draft
    if not kept:
        return _forgotten(draft, letter)
    return GameDraft({**draft.own, "pieces": {**draft.own["pieces"], letter: kept}})


def with_promotions(draft: GameDraft, letter: str, letters: str) -> GameDraft:
    """A copy in which a piece promotes to others; without any, nothing else is said of promotion."""
    if not letters:
        draft = without_own(draft, letter, _OF_PROMOTION)
    return draft.with_value(f"pieces.{letter}.promotes_to", letters)


def with_royal(draft: GameDraft, letter: str) -> GameDraft:
    """A copy in which this piece is the royal one; where several may be, it is one more, or one less."""
    path = f"pieces.{letter}"
    if draft.value("endings.royal") in (Royal.ALL.value, Royal.LAST.value, Royal.DUPLE.value):
        return draft.with_value(f"{path}.royal", not draft.value(f"{path}.royal", False))
    for other, piece in draft.pieces.items():
        if piece.get("royal") and other != letter:
            away = {"royal": False, "faces": False} | _OF_CASTLING
            known = {name: value for name, value in away.items() if name in piece}
            draft = draft.with_values({f"pieces.{other}.{name}": value for name, value in known.items()})
            draft = with_moves(draft, other, piece.get("moves", ""))
    if draft.value("endings.dead"):
        draft = draft.with_value("endings.dead", [])
    draft = without_own(draft, letter, _HOME)
    draft = with_promotions(draft, letter, "")
    for other, piece in draft.pieces.items():
        for field in ("promotes_to", "castles_with", "in_hand"):
            if letter in piece.get(field, ""):
                named = piece[field].replace(letter, "")
                draft = with_promotions(draft, other, named) if field == "promotes_to" else draft
                draft = draft.with_value(f"pieces.{other}.{field}", named)
    if draft.value(f"{path}.en_passant"):
        draft = draft.with_value(f"{path}.en_passant", False)
    return draft.with_value(f"{path}.royal", True)


def free_letter(draft: GameDraft, name: str) -> str | None:
    """A letter for a new piece: of its name, if one is free; None if no letter is."""
    taken = set(draft.pieces) | set("".join(piece.get("aliases", "") for piece in draft.pieces.values()))
    free = [letter for letter in [*name.upper(), *LETTERS] if letter in LETTERS and letter not in taken]
    return free[0] if free else None
