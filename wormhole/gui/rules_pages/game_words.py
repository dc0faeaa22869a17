"""A game in a few sentences: its author's words, and what its file changes of another game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from wormhole import PieceType, Variant, variant, variants
from wormhole.base import toml
from wormhole.gui.languages.language import _
from wormhole.gui.rules_pages.game_sentences import captures, occurring, said, wins
from wormhole.rules.tabulation import castles
from wormhole.rules.variant import Capture, LeftSquare


def about(game: Variant) -> str:
    """The author's words, and a sentence for each difference from the game that this one is made of.

    If these words are about squares that are removed in another way, they come last, as those of that game.
    """
    words, different = _(game.about.strip()), [*differences(game)]
    if _is_about_other_squares(game):
        different.append(_("The original game: {words}").format(words=words))
    else:
        different.insert(0, words)
    return " ".join(filter(None, different))


def made_by(variant: Variant) -> str:
    """A game's inventor and year, "Fergus Duniho, 2000", or the year alone, "since 1475"."""
    if variant.year <= 0:
        return variant.inventor
    since = _("since {year}").format(year=variant.year)
    return f"{variant.inventor}, {variant.year}" if variant.inventor else since


def _is_about_other_squares(game: Variant) -> bool:
    base = base_of(game)
    if base is None or game.about != base.about:
        return False
    return base.left_square not in (game.left_square, LeftSquare.STAYS)


def differences(game: Variant) -> Iterator[str]:
    """A sentence for each difference from the game that this one is made of, the greatest first.

    Games of the catalogue have none: their authors say it.
    """
    base = base_of(game)
    if base is None:
        return
    if game.left_square is not base.left_square:
        yield said("different", game.left_square.value)
    if game.hands.captures and not base.hands.captures:
        yield said("different", "drops")
    if game.hands.start and game.hands.drops and not base.hands.start:
        yield said("special", "hands_start")
    if game.capture is not base.capture and game.capture is not Capture.STAYS:
        yield from captures(game)
    known = set(wins(base))
    yield from (text for text in wins(game) if text not in known)
    size, other = ((each.geometry.columns, each.geometry.rows) for each in (game, base))
    if size != other:
        yield said("different", "size", files=size[0], ranks=size[1])
    yield from _pieces(game, base)
    yield from _special_moves(game, base)


def base_of(game: Variant) -> Variant | None:
    """The game of the catalogue that this one is made of; None for one of the catalogue, or without one."""
    known = variant(game.name) if game.name in variants() else None
    if known is not None and game.definition == known.definition:
        return None if game == known else known
    name = _inherited_by(game.definition)
    return variant(name) if name in variants() else None


@lru_cache(maxsize=16)
def _inherited_by(definition: str) -> str:
    """The game that a file inherits from; empty if it has none."""
    try:
        return str(toml.loads(definition).get("inherits", ""))
    except toml.TOMLDecodeError:
        return ""


def _special_moves(game: Variant, base: Variant) -> Iterator[str]:
    """Castling and en passant, if the other game has them and this one does not."""
    lacking = [
        name
        for name, has in (("castling", _has_castling), ("en_passant", _has_en_passant))
        if has(base) and not has(game)
    ]
    if lacking:
        yield said("different", f"no_{'_or_'.join(lacking)}")


def _has_castling(game: Variant) -> bool:
    return game.has_castling and castles(game)


def _has_en_passant(game: Variant) -> bool:
    return any(piece.en_passant for piece in game.piece_types.values())


def _pieces(game: Variant, base: Variant) -> Iterator[str]:
    """Pieces that are new, that are missing, and that move otherwise."""
    own, known = _by_name(game), _by_name(base)
    found = {
        "new": [name for name in own if name not in known],
        "without": [name for name in known if name not in own],
        "moves": [name for name in own if name in known and _moves_otherwise(game, own[name], known[name])],
    }
    for kind, names in found.items():
        if names:
            yield said("different", kind, pieces=", ".join(map(_, names)))
    is_alike = not found["new"] and not found["without"] and game.geometry == base.geometry
    if is_alike and game.start != base.start:
        yield said("different", "start")


def _moves_otherwise(game: Variant, piece: PieceType, known: PieceType) -> bool:
    """Whether a piece has other moves. The dice take its first moves from every king."""
    if piece.royal and game.left_square is LeftSquare.RANDOM:
        return False
    return {*piece.paths} != {*known.paths}


def _by_name(game: Variant) -> Mapping[str, PieceType]:
    return {piece.name: piece for piece in occurring(game)}
