"""Pieces in hand: the tables ``[hands]`` and ``[pieces.X.drops]``, with what their rules mean elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from wormhole.base.errors import Message
from wormhole.rules.fields import Letters, Squares, SquaresOfBoth
from wormhole.rules.rule import Game, IniOption, IniOptions, RuleRefusal, not_with, only_with, rule


@dataclass(frozen=True)
class Hands:
    """What the sides have in hand, to drop on empty squares; a drop is a move."""

    captures: bool = rule(
        False,
        label=Message("Captured pieces"),
        words={False: Message("Are gone"), True: Message("Can be dropped")},
        page=Message(
            "A captured piece changes sides: it goes into the hand of the player who has captured it. Instead"
            " of moving, a player may drop a piece from the hand on an empty square."
        ),
        ini=IniOption("capturesToHand"),
    )
    """Whether a captured piece goes into the hand of the side that captures it."""
    from_partner: bool = rule(
        False,
        page=Message(
            "Captured pieces go to another board. Instead of moving, a player may drop a piece from the hand "
            "on an empty square."
        ),
        excludes=("captures",),
        ini=IniOption("twoBoards"),
    )
    """Whether it goes to another board, from which the pieces in hand come."""
    keeps_promotion: bool = rule(
        False,
        refused=(only_with("captures", lambda _game, own: own.captures, if_own=True),),
        ini=IniOption("dropLoop"),
    )
    """Whether a promoted piece stays so in the hand; else it becomes what it was."""
    start: str = ""
    """The letters of what is in hand at first, White's in capitals."""
    drops: bool = rule(
        True,
        refused=(only_with("gating", lambda _game, own: own.drops or own.gating, if_own=True),),
        ini=IniOption("pieceDrops"),
        loop="no_drops",
    )
    """Whether pieces are dropped; else they come only by gating."""
    gating: Squares = rule(
        frozenset(),
        refused=(only_with("start", lambda _game, own: own),),
        ini=IniOptions("startFen", "seirawanGating"),
    )
    """White's squares where a piece that leaves for the first time may let in one from the hand."""

    def __bool__(self) -> bool:
        return self.captures or self.from_partner or bool(self.start)


def _promoting_in_place(game: Game) -> str:
    """The letter of a piece that promotes in place; empty if there is none."""
    return next((letter for letter, piece in game.piece_types.items() if piece.promotes_in_place), "")


_TESTED = (
    not_with("mutator.capture", lambda game, _own: game.has_aftermath),
    not_with("endings.royal", lambda game, _own: game.endings.royal.is_several),
    not_with("endings.fleeing", lambda game, _own: not game.endings.fleeing),
    RuleRefusal(
        lambda game, _own: _promoting_in_place(game),
        lambda game: Message(
            "not together with {key}", key=f"pieces.{_promoting_in_place(game)}.promotes_in_place"
        ),
    ),
)
"""Whether a drop is legal must not depend on which moves are."""


@dataclass(frozen=True)
class Drops:
    """How a piece is dropped from the hand."""

    squares: SquaresOfBoth | None = rule(
        None,
        page=Message("To be dropped only on {squares}: {pieces}."),
        ini=IniOptions("dropRegion", "firstRankPawnDrops", "promotionZonePawnDrops", "sittuyinRookDrop"),
    )
    """White's; None if all."""
    per_file: Annotated[int, Meta(ge=0, le=2)] = rule(
        0,
        pages={
            1: Message("Not to be dropped on a file where the side has another one: {pieces}."),
            2: Message("Not to be dropped on a file where the side has two others: {pieces}."),
        },
        ini=IniOptions("dropNoDoubled", "dropNoDoubledCount"),
    )
    """How many of its kind a side may then have on a file, 0 for no limit."""
    mates: bool = rule(
        True,
        page=Message("Not to be dropped with mate: {pieces}."),
        refused=_TESTED,
        ini=IniOptions("shogiPawnDropMateIllegal"),
    )
    other_side: Letters = rule("", ini=IniOptions("dropPromoted"))
    """The letter of another piece as which it may be dropped, too."""
    checks: bool = rule(
        True,
        page=Message("Not to be dropped with check: {pieces}."),
        refused=_TESTED,
        ini=IniOptions("dropChecks"),
    )
    forced: bool = rule(
        False,
        page=Message("While these are in hand, they must be dropped first: {pieces}."),
        ini=IniOptions("mustDrop", "mustDropType"),
        loop="forced_drops",
        duty=True,
    )
    apart: bool = rule(
        False,
        page=Message("Not to be dropped on the colour of square where the side has another one: {pieces}."),
        ini=IniOptions("dropOppositeColoredBishop"),
        loop="apart",
        refusal=Message("{piece}: another one stands on a square of this colour already."),
    )
    """Whether it is not dropped on the colour of another one, and other drops leave it a square."""


NO_HANDS, ANYWHERE = Hands(), Drops()
