"""Names of pieces with their articles, as parts of sentences.

Languages have a gender for each piece and other forms where it is what something is done to, so that each
piece of the games that ship has both forms in the catalogue. A piece of one's own game has its bare name.
"""

from __future__ import annotations

from wormhole.rules.message import Message
from wormhole.rules.piece import Piece
from wormhole.rules.variant import Variant

_DOES = {
    "King": Message("The king"),
    "Queen": Message("The queen"),
    "Rook": Message("The rook"),
    "Bishop": Message("The bishop"),
    "Knight": Message("The knight"),
    "Pawn": Message("The pawn"),
    "Murray Lion": Message("The lion"),
    "Wizard": Message("The wizard"),
    "Champion": Message("The champion"),
    "Brain": Message("The brain"),
    "Numskull": Message("The numskull"),
    "Ninny": Message("The ninny"),
}
"""At the beginning of a sentence, as its subject."""

_SUFFERS = {
    "King": Message("the king"),
    "Queen": Message("the queen"),
    "Rook": Message("the rook"),
    "Bishop": Message("the bishop"),
    "Knight": Message("the knight"),
    "Pawn": Message("the pawn"),
    "Murray Lion": Message("the lion"),
    "Wizard": Message("the wizard"),
    "Champion": Message("the champion"),
    "Brain": Message("the brain"),
    "Numskull": Message("the numskull"),
    "Ninny": Message("the ninny"),
}
"""Within a sentence, as its object: what is captured or attacked."""


def subject(piece: Piece, variant: Variant) -> Message:
    """The piece at the beginning of a sentence, as the one that does something.

    >>> import wormhole
    >>> subject(Piece("L", True), wormhole.variant("wormhole"))
    'The lion'
    """
    name = variant.piece_types[piece.letter].name
    return _DOES.get(name) or Message("The {piece}", piece=Message(name))


def object_of(piece: Piece, variant: Variant) -> Message:
    """The piece within a sentence, as the one to which something is done."""
    name = variant.piece_types[piece.letter].name
    return _SUFFERS.get(name) or Message("the {piece}", piece=Message(name))
