"""Edits of the rules of a game: functions from one draft to the next. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from wormhole.base.schema import Table
from wormhole.library.composer.game_draft import GameDraft, default_of
from wormhole.library.composer.piece_edits import without_own
from wormhole.library.composer.start_edits import listed
from wormhole.rules.tabulation import castles
from wormhole.rules.variant import LeftSquare, Variant

_OF_CASTLING = ("castles_with", "castles_to", "castles_from", "castles_anywhere")
_OF_EN_PASSANT = ("en_passant", "en_passant_squares")


def with_left_square(draft: GameDraft, value: LeftSquare) -> GameDraft:
    """A copy with another mutator; the file's own castling and en passant go where they are not played."""
    draft = draft.with_value("mutator.left_square", value.value)
    for letter, piece in draft.own.get("pieces", {}).items():
        if letter == "without":
            continue
        for name in _OF_CASTLING if value.squares_go else ():
            if piece.get(name):
                draft = draft.with_value(f"pieces.{letter}.{name}", False if name == _OF_CASTLING[-1] else "")
        if piece.get("en_passant") and value is LeftSquare.FOLDS:
            draft = draft.with_value(f"pieces.{letter}.en_passant", False)
    return draft


class SpecialMove(Enum):
    """A move of two pieces, or a capture beside the square of arrival."""

    CASTLING = "castling"
    EN_PASSANT = "en passant"

    def is_in(self, draft: GameDraft) -> bool:
        """Whether the game has it. A game that cannot be played has none."""
        game = draft.checked
        if not isinstance(game, Variant):
            return False
        if self is SpecialMove.EN_PASSANT:
            return any(piece.en_passant for piece in game.piece_types.values())
        return game.has_castling and castles(game)

    def switched(self, draft: GameDraft, is_on: bool) -> GameDraft:
        """A copy with it, as the base game has it or as in chess, or without it. The rules may refuse it."""
        names = _OF_CASTLING if self is SpecialMove.CASTLING else _OF_EN_PASSANT
        if not is_on:
            return _switched_off(draft, names)
        inherited = draft
        for letter in draft.pieces:
            inherited = without_own(inherited, letter, names)
        ways = _with_castling if self is SpecialMove.CASTLING else _with_en_passant
        return next((each for each in (inherited, *ways(inherited)) if self.is_in(each)), inherited)


def _switched_off(draft: GameDraft, names: Iterable[str]) -> GameDraft:
    for letter, piece in draft.pieces.items():
        for name in names:
            if piece.get(name):
                draft = draft.with_value(f"pieces.{letter}.{name}", default_of(f"pieces.{letter}.{name}"))
    return draft


def _with_castling(draft: GameDraft) -> Iterator[GameDraft]:
    """Copies with castling by two squares: with the pieces that are named already, then with the corners."""
    royal, corners = draft.royal, _corners(draft)
    plain = _switched_off(draft, _OF_CASTLING[1:])
    yield plain
    if corners:
        yield plain.with_value(f"pieces.{royal}.castles_with", corners)


def _with_en_passant(draft: GameDraft) -> Iterator[GameDraft]:
    """A copy in which all pawns that may be captured en passant are."""
    for letter, piece in draft.pieces.items():
        if piece.get("pawn"):
            other = draft.with_value(f"pieces.{letter}.en_passant", True)
            draft = other if other.trouble is None else draft
    yield draft


def _corners(draft: GameDraft) -> str:
    """The letters of the outermost pieces on White's rank of the only royal piece."""
    rows = [row for row in draft.rows if draft.royal in row] if len(draft.royal) == 1 else []
    if len(rows) != 1:
        return ""
    own = [cell for cell in rows[0] if cell.isupper()]
    return "".join(dict.fromkeys(cell for cell in (own[0], own[-1]) if cell != draft.royal))


class GoalArea(Enum):
    """Squares that win if the royal piece arrives there."""

    NONE = "none"
    CENTRE = "centre"
    FAR_RANK = "far rank"
    OTHER = "other"
    """Others, which the game's file names."""


def goal_area(draft: GameDraft) -> GoalArea:
    """Which goal squares the game has."""
    squares = draft.value("endings.goal_squares", "")
    if not squares:
        return GoalArea.NONE
    known = (GoalArea.CENTRE, GoalArea.FAR_RANK)
    own = _arriving(draft) == draft.value("endings.goal_pieces") and not draft.value(
        "endings.black_goal_squares"
    )
    return next((area for area in known if own and squares == _squares(draft, area)), GoalArea.OTHER)


def with_goal_area(draft: GameDraft, area: GoalArea) -> GameDraft:
    """A copy with these goal squares, for the royal piece or, without one, for any piece."""
    has_any = area is not GoalArea.NONE
    return draft.with_values(
        {
            "endings.black_goal_squares": "",
            "endings.goal_squares": _squares(draft, area) if has_any else "",
            "endings.goal_pieces": _arriving(draft) if has_any else "",
        }
    )


def _squares(draft: GameDraft, area: GoalArea) -> str:
    geometry = draft.sketch.geometry
    if area is GoalArea.FAR_RANK:
        return listed(geometry, lambda x, y: y == geometry.rows - 1)
    across, down = ({(count - 1) // 2, count // 2} for count in (geometry.columns, geometry.rows))
    return listed(geometry, lambda x, y: x in across and y in down)


def _arriving(draft: GameDraft) -> str:
    return draft.royal or "".join(draft.pieces)


class LostPieces(Enum):
    """Which losses of pieces decide the game."""

    NOTHING = "nothing"
    BARE = "bare"
    """A side with only one piece left has lost."""
    ALL_WIN = "all win"
    """A side without pieces has won."""
    ALL_LOSE = "all lose"
    OTHER = "other"
    """What the game's file says."""


_EXTINCT = {
    LostPieces.NOTHING: [],
    LostPieces.BARE: ["* 1 loss"],
    LostPieces.ALL_WIN: ["* win"],
    LostPieces.ALL_LOSE: ["* loss"],
}


def lost(draft: GameDraft) -> LostPieces:
    """Which losses of pieces decide the game."""
    rules = list(draft.value("endings.extinct", []))
    return next((each for each, known in _EXTINCT.items() if known == rules), LostPieces.OTHER)


def with_lost(draft: GameDraft, each: LostPieces) -> GameDraft:
    """A copy in which these losses of pieces decide the game."""
    return draft.with_value("endings.extinct", _EXTINCT[each])


def promoting(draft: GameDraft) -> str:
    """The letters of the pieces that promote."""
    return "".join(letter for letter, piece in draft.pieces.items() if piece.get("promotes_to"))


def piece_name(piece: Table, letter: str) -> str:
    """A piece's name, else its letter."""
    return str(piece.get("name") or letter)
