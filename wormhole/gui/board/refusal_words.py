"""Why a move is refused, as a sentence for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole import WHITE
from wormhole.gui.board.annotations import RefusedMove
from wormhole.gui.board.hands import is_in_hand, piece_of
from wormhole.gui.board.selection import immobility
from wormhole.gui.languages.language import N_, _
from wormhole.gui.window.keys import Command, caps_of
from wormhole.rules.refusals import Immobility, Reason

if TYPE_CHECKING:
    from wormhole import Geometry, Route, Variant
    from wormhole.gui.board.state import BoardState

_PLAIN = {
    Reason.HOLE: N_("{target} has been removed."),
    Reason.STONE: N_("A piece that has turned to stone blocks {target}."),
    Reason.OWN_PIECE: N_("Your own piece stands on {target}."),
    Reason.ONLY_CAPTURES: N_("This piece moves there only to capture."),
    Reason.NEVER_CAPTURES: N_("This piece cannot capture there."),
    Reason.MAY_NOT_FLEE: N_("In this game a king in check may not move away."),
    Reason.SPARED: N_("This piece cannot capture that one."),
    Reason.NEVER_THERE: N_("This piece may not stand on {target}."),
    Reason.NEEDS_HURDLE: N_("This piece must hop over exactly one piece on its way to {target}."),
    Reason.KING_EXPLODES: N_("The explosion would destroy your own king."),
    Reason.GIVES_CHECK: N_("That would give check, and in this game no move may."),
    Reason.NO_WAY: N_("The piece cannot move from {origin} to {target}."),
    Reason.MUST_CAPTURE: N_("You can capture, and in this game you must."),
    Reason.MUST_DROP: N_("A piece in hand must be dropped first."),
    Reason.NOT_HERE: N_("The rules of this game forbid that here."),
}
_DROPS = {
    Reason.ONTO_HOLE: N_("{target} has been removed, and nothing is dropped on a hole."),
    Reason.ONTO_PIECE: N_("{target} is not empty: pieces are dropped on empty squares."),
    Reason.NO_DROP: N_("{piece}: cannot be dropped on {target}."),
    Reason.FULL_FILE: N_("{piece}: another one stands on this file already."),
    Reason.NEVER_DROPPED: N_("{piece}: it comes in where a piece leaves its first square."),
    Reason.DROP_MATES: N_("{piece}: the drop would give mate, which it may not."),
    Reason.DROP_CHECKS: N_("{piece}: the drop would give check, which it may not."),
}
_DIRECT = {
    Reason.OPENS_LINE: N_("That would open the line from {start} to your king."),
    Reason.STAYS_IN_CHECK: N_("Your king would still be in check from {start}."),
    Reason.WALKS_INTO_CHECK: N_("Your king would be in check from {start}."),
    Reason.ROYAL_ATTACKED: N_("A royal piece of yours would be attacked from {start}."),
}
_THROUGH = {
    Reason.OPENS_LINE: N_("That would open the line from {start} through {holes} to your king."),
    Reason.STAYS_IN_CHECK: N_("Your king would still be in check from {start}, through {holes}."),
    Reason.WALKS_INTO_CHECK: N_("Your king would be in check from {start}, through {holes}."),
    Reason.ROYAL_ATTACKED: N_("A royal piece of yours would be attacked from {start}, through {holes}."),
}
_IMMOBILE = {
    Reason.OPENS_LINE: N_(
        "The piece on {square} cannot move: that would open a line from {starts} to its king."
    ),
    Reason.STAYS_IN_CHECK: N_(
        "The piece on {square} cannot move: its king would still be in check from {starts}."
    ),
    Reason.WALKS_INTO_CHECK: N_("The king on {square} cannot move: it would be in check from {starts}."),
}


def told(state: BoardState, turn: bool) -> str:
    """The reason why the user's last try or request is refused; empty if there is none.

    ``turn`` is the side to move.
    """
    refused, stuck = state.selection.refused, state.selection.stuck
    if refused is not None:
        words = refusal_words(refused, state.variant, turn)
        if refused.why.reason is Reason.NO_WAY and not state.fold.is_open:
            words += " " + _("{key} shows the board as it sees it.").format(key=caps_of(Command.FOLD_VIEW)[0])
        return words
    immobile = immobility(state, stuck)
    if immobile is None or stuck is None:
        return ""
    return immobility_words(immobile, stuck, state.variant.geometry)


def refusal_words(refused: RefusedMove, variant: Variant, turn: bool) -> str:
    """One sentence that says why the side to move, ``turn``, cannot make this move."""
    names, why = variant.geometry.names, refused.why
    drop = why.rule or _DROPS.get(why.reason)
    if drop:
        piece = variant.piece_types[piece_of(variant, refused.from_square).letter]
        royal = _(variant.royal.name.lower())
        return _(drop).format(piece=_(piece.name), royal=royal, target=names[refused.to_square])
    if why.reason is Reason.OTHER_SIDE:
        return _("White is to move.") if turn is WHITE else _("Black is to move.")
    if why.attack is None:
        origin = "" if is_in_hand(variant.geometry, refused.from_square) else names[refused.from_square]
        return _(_PLAIN[why.reason]).format(origin=origin, target=names[refused.to_square])
    route = why.attack.capture
    holes = holes_named(route, variant.geometry)
    sentence = _THROUGH if holes else _DIRECT
    return _(sentence[why.reason]).format(start=names[route.from_square], holes=holes)


def immobility_words(immobile: Immobility, square: int, geometry: Geometry) -> str:
    """One sentence that says why the piece on a square has no move."""
    if immobile.reason not in _IMMOBILE:
        return _("The piece on {square} cannot move: all its routes are blocked.").format(
            square=geometry.names[square]
        )
    starts = sorted({way.from_square for way in immobile.attacks})
    return _(_IMMOBILE[immobile.reason]).format(
        square=geometry.names[square], starts=_listed([geometry.names[start] for start in starts])
    )


def holes_named(route: Route, geometry: Geometry) -> str:
    """The holes that a route passes: "e5, d4 and c3"; empty if there are none."""
    return _listed([geometry.names[hole] for hole in route.holes])


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])
