"""A new game from another one, with a different mutator or stalemate rule."""

from __future__ import annotations

from dataclasses import replace

from wormhole.rules.errors import VariantError
from wormhole.rules.game_pieces import passage_trouble
from wormhole.rules.message import Message
from wormhole.rules.variant import LeftSquare, NoMove, Variant

_WORDS = {
    LeftSquare.STAYS: "no holes",
    LeftSquare.FOLDS: "folding",
    LeftSquare.VANISHES: "vanishing",
    LeftSquare.RANDOM: "random wormholes",
}


def composed(
    base: Variant, left_square: LeftSquare | None = None, stalemate: NoMove | None = None
) -> Variant:
    """``base`` with another mutator and another stalemate rule; None keeps that of ``base``.

    A board that folds has no en passant, a king on a board with random wormholes no first move of its own.
    After how many repetitions and quiet moves a game is drawn depends on the mutator. Raises
    :class:`VariantError` for arrows and for moves that are impossible with random wormholes.

    >>> from wormhole.rules.gamefile import variant
    >>> composed(variant("chess"), LeftSquare.FOLDS, NoMove.LOSS).title
    'Chess, folding'
    """
    game = base
    if stalemate is not None and stalemate is not base.endings.stalemate:
        game = replace(game, endings=replace(game.endings, stalemate=stalemate))
    if left_square is None or left_square is base.left_square:
        return game
    if left_square is LeftSquare.RANDOM and base.arrows:
        raise VariantError(
            "{title} has arrows, which cannot be combined with random wormholes", title=Message(base.title)
        )
    piece_types = game.piece_types
    if left_square is LeftSquare.FOLDS:
        piece_types = {
            letter: replace(piece_type, en_passant=False) for letter, piece_type in piece_types.items()
        }
    if left_square is LeftSquare.RANDOM:
        king = game.royal
        paths = tuple(path for path in king.paths if not path.from_home)
        piece_types = {**piece_types, king.letter: replace(king, paths=paths)}
        for trouble in map(passage_trouble, piece_types.values()):
            if trouble is not None:
                raise VariantError("{title}: {trouble}", title=Message(base.title), trouble=trouble)
    repetitions, quiet_moves = left_square.limits
    endings = replace(game.endings, repetitions=repetitions, quiet_moves=quiet_moves)
    title = f"{base.title}, {_WORDS[left_square]}"
    return replace(game, title=title, piece_types=piece_types, left_square=left_square, endings=endings)
