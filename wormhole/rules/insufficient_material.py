"""Which side can still win with the pieces that are left, and when neither can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from wormhole.rules.endings import DrawGoesTo, Goal, NoMove, Repetition, material
from wormhole.rules.piece import BLACK, WHITE, Piece
from wormhole.rules.variant import Capture, Variant

Pieces = Mapping[int, Piece]
"""The pieces by their squares."""
Pockets = Mapping[bool, Counter[str]]
"""The letters of the pieces that each side has in hand."""


def is_dead(game: Variant, pieces: Pieces, pockets: Pockets) -> bool:
    """Whether neither side has sufficient material to win, by the game's list of dead material."""
    endings = game.endings
    if game.hands.captures or game.hands.from_partner or any(pockets.values()):
        return False
    if not endings.dead_same_color and len(pieces) > max((len(a + b) for a, b in endings.dead), default=0):
        return False
    letters = {
        color: [piece.letter for piece in pieces.values() if piece.color is color] for color in (WHITE, BLACK)
    }
    if game.is_dead(material(letters[WHITE], letters[BLACK])):
        return True
    others = {square: piece for square, piece in pieces.items() if piece.letter != game.royal.letter}
    return bool(others) and _are_bound_to_one_color(game, others)


def has_insufficient_material(
    game: Variant, pieces: Pieces, pockets: Pockets, holes: Collection[int], color: bool
) -> bool:
    """Whether a side cannot win with its material, however the other side plays.

    First come the other ways to win: pieces that come into a hand, goals, extinction, points, a side without
    a move. Where only checkmate wins, a lone royal piece cannot; nor can the material that the game's file
    names in ``dead`` and ``dead_same_color``, unless the other side has a piece that could stand in its royal
    piece's way. ``not_helped_by`` names those that are no help.
    """
    if is_dead(game, pieces, pockets):
        return True
    royal = game.royal.letter
    own = [piece.letter for piece in pieces.values() if piece.color is color]
    if pockets[color] or _may_win_without_mate(game, own, holes, color):
        return False
    if len(own) == 1:
        return True
    if game.endings.royal.is_several or game.capture is not Capture.STAYS or game.endings.checks:
        return False
    others = [letter for letter in own if letter != royal]
    useless = set.intersection(*(set(game.piece_types[letter].not_helped_by) for letter in others))
    if game.squares_go:  # a piece that is boxed in by holes can always be in the way
        useless = set()
    useful = {
        square: piece
        for square, piece in pieces.items()
        if piece.letter != royal and (piece.color is color or piece.letter not in useless)
    }
    if len(others) == len(useful) == 1 and game.is_dead(material(royal, own)):
        return True
    return _are_bound_to_one_color(game, useful)


def _may_win_without_mate(game: Variant, own: Collection[str], holes: Collection[int], color: bool) -> bool:
    """Whether another ending than checkmate may still make a side the winner."""
    endings, hands = game.endings, game.hands
    if hands.captures or hands.from_partner:
        return True
    if endings.goal is Goal.CAPTURE or endings.extinct or not (game.royal.letter or endings.royal.is_several):
        return True
    if NoMove.WIN in (endings.stalemate, endings.checkmate) or endings.stalemate_counts:
        return True
    if endings.repetition is not Repetition.DRAW:
        return True
    # On a board that stays, a lone royal piece does not leave the other side without a move.
    if endings.stalemate is NoMove.LOSS and (len(own) > 1 or game.squares_go):
        return True
    if endings.draw_goes_to in (DrawGoesTo.POINTS, DrawGoesTo.PIECES):
        return True
    reach_goals = set(endings.goal_pieces) & _that_may_become(game, own)
    return bool(reach_goals) and not game.goals[0 if color is WHITE else 1] <= set(holes)


def _that_may_become(game: Variant, letters: Collection[str]) -> set[str]:
    """The letters of some pieces, and of all that they may be promoted to."""
    found, waiting = set(letters), list(letters)
    while waiting:
        more = set(game.piece_types[waiting.pop()].promotes_to) - found
        found |= more
        waiting.extend(more)
    return found


def _are_bound_to_one_color(game: Variant, pieces: Pieces) -> bool:
    """Whether all these pieces are of ``dead_same_color``, and on squares of one colour."""
    place = game.geometry.place
    return all(piece.letter in game.endings.dead_same_color for piece in pieces.values()) and (
        len({sum(place[square]) % 2 for square in pieces}) <= 1
    )
