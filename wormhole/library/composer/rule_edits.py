"""Edits of the rules of a game: functions from one draft to the next. Pure."""

from __future__ import annotations

from enum import Enum

from wormhole.library.composer.game_draft import GameDraft
from wormhole.library.composer.start_edits import listed
from wormhole.rules.schema import Table
from wormhole.rules.variant import LeftSquare

_OF_CASTLING = ("castles_with", "castles_to", "castles_from", "castles_anywhere")


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


class Lost(Enum):
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
    Lost.NOTHING: [],
    Lost.BARE: ["* 1 loss"],
    Lost.ALL_WIN: ["* win"],
    Lost.ALL_LOSE: ["* loss"],
}


def lost(draft: GameDraft) -> Lost:
    """Which losses of pieces decide the game."""
    rules = list(draft.value("endings.extinct", []))
    return next((each for each, known in _EXTINCT.items() if known == rules), Lost.OTHER)


def with_lost(draft: GameDraft, each: Lost) -> GameDraft:
    """A copy in which these losses of pieces decide the game."""
    return draft.with_value("endings.extinct", _EXTINCT[each])


def promoting(draft: GameDraft) -> str:
    """The letters of the pieces that promote."""
    return "".join(letter for letter, piece in draft.pieces.items() if piece.get("promotes_to"))


def piece_name(piece: Table, letter: str) -> str:
    """A piece's name, else its letter."""
    return str(piece.get("name") or letter)
