"""Sentences about the rules of a game, other than how its pieces move, in the language in use.

The texts are in `pages.toml`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from wormhole import Variant
from wormhole.base import toml
from wormhole.gui.languages.language import _
from wormhole.rules.betza import paths
from wormhole.rules.chosen_rules import RULES
from wormhole.rules.draw_limits import COUNTING_RULES, CountingRule
from wormhole.rules.endings import DrawGoesTo, Endings, Extinction, Repetition, Royal
from wormhole.rules.hands import Drops, Hands
from wormhole.rules.rule import default_of, rules_of
from wormhole.rules.variant import Capture, LeftSquare, PieceType, Promotion, Survives


def said(section: str, name: str, **values: object) -> str:
    """A text of the file with these values."""
    return _(texts()[section][name]["text"]).format(**values)


def declared(game: Variant, table: Any, name: str, letters: str = "") -> Iterator[str]:
    """The sentence that a rule of a table declares, if its value has one.

    It names the pieces with these letters, or those that the rule lists.
    """
    value = getattr(table, name)
    text = rules_of(type(table))[name].text_of(value, default_of(type(table), name))
    if text:
        pieces = _named(game, letters or (value if isinstance(value, str) else ""))
        squares = squares_of_both(game, value) if isinstance(value, frozenset) else ""
        yield _(text).format(royal=_(game.royal.name.lower()), count=value, pieces=pieces, squares=squares)


def chosen(game: Variant, name: str) -> str:
    """The text of a chosen rule in this game."""
    rule = next(rule for rule in RULES if rule.name == name)
    return _(rule.answer_in(game).page).format(royal=_(game.royal.name.lower()))


def squares_of_both(game: Variant, squares: Collection[int], others: Collection[int] | None = None) -> str:
    """White's squares, and Black's if they are others: ``a8–h8 (Black: a1–h1)``.

    Without ``others``, Black's are White's on the board turned round.
    """
    if others is None:
        others = {game.geometry.turned(square) for square in squares}
    white, black = (", ".join(_areas(game, each)) for each in (squares, others))
    return white if white == black else said("special", "squares_of_both", squares=white, black=black)


def _areas(game: Variant, squares: Collection[int]) -> Iterator[str]:
    """Squares as rectangles, each written as two opposite corners, such as ``a7–i9``, or as one square."""
    geometry = game.geometry
    left = {geometry.place[square]: geometry.names[square] for square in squares}
    while left:
        x, y = min(left, key=lambda place: (place[1], place[0]))
        width = next(count for count in itertools.count(1) if (x + count, y) not in left)
        row = range(x, x + width)
        height = next(up for up in itertools.count(1) if any((each, y + up) not in left for each in row))
        names = [left.pop((column, y + up)) for up in range(height) for column in row]
        yield names[0] if len(names) == 1 else f"{names[0]}\N{EN DASH}{names[-1]}"


@cache
def texts() -> Mapping[str, Any]:
    """The content of `pages.toml`."""
    source = resources.files(__package__) / "pages.toml"
    return toml.loads(source.read_text(encoding="utf-8"))


def occurring(game: Variant) -> list[PieceType]:
    """The pieces that a game may have on its board: those at the start and in hand, and what they become."""
    letters = {letter for letter in (game.start + game.hands.start).upper() if letter in game.piece_types}
    todo = [*letters]
    while todo:
        piece = game.piece_types[todo.pop()]
        new = {*piece.promotes_to, *piece.drops.other_side, *piece.in_hand} - letters
        letters |= new
        todo += new
    return [piece for letter, piece in game.piece_types.items() if letter in letters]


def hands(game: Variant) -> Iterator[str]:
    """How pieces come into the hands, and how they are dropped."""
    own = game.hands
    for name in _in_order(Hands, ("from_partner", "captures")):
        yield from declared(game, own, name)
    if own.start and own.drops:
        yield said("special", "hands_start")
    if own.captures and not own.keeps_promotion and any(piece.promotes_to for piece in occurring(game)):
        yield said("special", "hands_promoted")
    held = [game.piece_types[letter] for letter in game.held] if own.drops else []
    for name in _in_order(Drops, _DROPS):
        limited: dict[object, list[PieceType]] = {}
        for piece in held:
            if any(declared(game, piece.drops, name)):
                limited.setdefault(getattr(piece.drops, name), []).append(piece)
        for pieces in limited.values():
            letters = "".join(piece.letter for piece in pieces)
            yield from declared(game, pieces[0].drops, name, letters)


def castling(game: Variant) -> str:
    """How the king castles."""
    if not game.castler.castles_to:
        return said("special", "castling")
    ends = [game.geometry.names[square] for square in game.castler.castles_to]
    return said("special", "castling_to", squares=", ".join(ends))


def captures(game: Variant) -> Iterator[str]:
    """What captures destroy."""
    if game.capture is Capture.EXPLODES:
        yield said("special", "explosion")
    elif game.left_square is LeftSquare.STAYS:
        yield said("special", "stone")
    else:
        yield said("special", "stone_removed")
    for survives in (Survives.BESIDE, Survives.ALL):
        found = [piece for piece in game.piece_types.values() if piece.survives is survives]
        if found and (survives is Survives.ALL or game.capture is Capture.EXPLODES):
            yield said("special", f"survives_{survives.value}", pieces=_listed(found))


def promotion(game: Variant) -> Iterator[str]:
    """Which pieces become others, and where."""
    promoting = [piece for piece in occurring(game) if piece.promotes_to]
    for kind in dict.fromkeys(_promotion_kind(game, piece) for piece in promoting):
        yield said("special", f"{kind}_each")
    for piece in promoting:
        yield f"{_(piece.name)}: {_named(game, piece.promotes_to)}."
    limited = [piece for piece in promoting if not piece.promotes_capturing]
    zones = dict.fromkeys(piece.promotion_squares for piece in limited)
    for zone in zones:
        if len(zone) == game.geometry.squares:
            continue
        words = said("special", "promotion_squares", squares=squares_of_both(game, zone))
        those = [piece for piece in limited if piece.promotion_squares == zone]
        yield words if len(zones) == 1 else f"{_listed(those)}: {words}"


def _promotion_kind(game: Variant, piece: PieceType) -> str:
    if piece.promotes_in_place:
        return "promotion_in_place"
    if piece.promotes_capturing:
        return "promotion_capturing"
    if piece.promotion is Promotion.FORCED:
        is_anywhere = len(piece.promotion_squares) == game.geometry.squares
        return "promotion_always" if is_anywhere else "promotion"
    if piece.promotion is Promotion.LOST:
        return "promotion_lost"
    return "promotion_leaving" if piece.promotes_leaving else "promotion_optional"


def endings(game: Variant) -> Iterator[str]:
    """How a game is won, lost or drawn."""
    yield from wins(game)
    yield from _draws(game)


def wins(game: Variant) -> Iterator[str]:
    """How a game is won or lost, and which moves are forced."""
    own = game.endings
    royalty = (declared(game, own, name, game.crowned) for name in _ROYALTY)
    yield next(sentence for sentences in royalty for sentence in sentences)
    yield from _of_endings(game, _in_order(Endings, _WINS, (*_ROYALTY, *_DRAWS)))


def _draws(game: Variant) -> Iterator[str]:
    yield from _of_endings(game, _DRAWS)
    if game.endings.draw_goes_to is DrawGoesTo.NOBODY and not game.can_be_drawn:
        yield said("end", "no_draws_here" if game.left_square is LeftSquare.STAYS else "no_draws")


_ROYALTY = ("checking", "royal", "goal", "checkmate")
"""Only the first of these that has a sentence is told."""
_WINS = (
    *("mating", "mate_loses", "explosion", "goal_wins", "checks", "extinct", "fleeing", "must_capture"),
    *("stalemate", "stalemate_counts", "passing", "bikjang"),
)
_DRAWS = ("repetitions", "perpetual_check_loses", "quiet_moves", "count", "dead", "draw_goes_to")
_DROPS = ("forced", "per_file", "apart", "mates", "checks", "squares")


def _in_order(table: type, first: Sequence[str], without: Sequence[str] = ()) -> Iterator[str]:
    """The rules of a table in this order, then all others."""
    yield from first
    yield from (name for name in rules_of(table) if name not in first and name not in without)


def _of_endings(game: Variant, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield from _SPECIAL[name](game) if name in _SPECIAL else declared(game, game.endings, name)


def _explosion(game: Variant) -> Iterator[str]:
    if game.capture is Capture.EXPLODES and game.endings.royal is Royal.ONE and game.endings.checking:
        yield said("end", "explosion", royal=_(game.royal.name.lower()))


def _goals(game: Variant) -> Iterator[str]:
    if game.endings.goal_pieces:
        yield from declared(game, game.endings, "goal_wins", game.endings.goal_pieces)


def _losses(game: Variant) -> Iterator[str]:
    """Pieces that must not all be lost."""
    rules: dict[Extinction, list[Extinction]] = {}
    for rule in game.endings.extinct:
        rules.setdefault(replace(rule, letter=""), []).append(rule)
    for shared, found in rules.items():
        result, most, against = shared.result.value, shared.most, shared.against
        if any(not rule.letter for rule in found):
            words = [said("end", f"few_{result}" if most else f"none_{result}", count=most)]
        else:
            pieces = ", ".join(_(game.piece_types[rule.letter].name) for rule in found)
            name = f"rare_{result}" if most else f"extinct_{result}"
            words = [said("end", name, pieces=pieces, count=most)]
        if against:
            words.append(said("end", "against", against=against))
        if shared.waits:
            words.append(said("end", "answered", against=against))
        yield " ".join(words)


def _repetitions(game: Variant) -> Iterator[str]:
    own = game.endings
    if own.repetitions:
        result = own.repetition.value.replace(" ", "_")
        name = "repetitions" if own.repetition is Repetition.DRAW else f"repetition_{result}"
        yield said("end", name, count=own.repetitions)


def _perpetual_check(game: Variant) -> Iterator[str]:
    if game.endings.repetitions:
        yield from declared(game, game.endings, "perpetual_check_loses")


def _quiet_moves(game: Variant) -> Iterator[str]:
    count = game.endings.quiet_moves
    each, odd = divmod(count, 2)
    if count:
        kind, count = ("few_quiet", count) if odd or each == 1 else ("quiet", each)
        yield said("end", kind if game.pawns else f"{kind}_pieces", count=count)


def _counting(game: Variant) -> Iterator[str]:
    """How many moves there are to win once a side is weak."""
    yield from declared(game, game.endings, "count")
    rule = COUNTING_RULES.get(game.endings.count)
    if rule is None:
        return
    if rule.several:
        name = "count_few" if rule.few else "count_several"
        yield said("end", name, few=rule.few, count=rule.several)
    royal = _(game.royal.name.lower())
    yield said("end", "count_alone", royal=royal, limits="; ".join(_limits(game, rule)))
    if rule.from_pieces:
        yield said("end", "count_pieces")


def _limits(game: Variant, rule: CountingRule) -> Iterator[str]:
    """What a side has against a lone royal piece, and the moves that it has to win."""
    for letters, least, limit in rule.against:
        moves = frozenset(paths(letters))
        pieces = [each for each in occurring(game) if not each.royal and frozenset(each.paths) == moves]
        if pieces:
            yield f"{least} \N{MULTIPLICATION SIGN} {_listed(pieces)}: {limit}"
    if rule.against_others:
        yield said("end", "count_others", count=rule.against_others)


def _points(game: Variant) -> Iterator[str]:
    """Who wins a drawn game, and what the pieces count."""
    yield from declared(game, game.endings, "draw_goes_to")
    if game.endings.counts_points:
        counted = [piece for piece in occurring(game) if piece.points]
        yield said("end", "points", points=", ".join(f"{_(piece.name)} {piece.points}" for piece in counted))
        if game.endings.black_points:
            yield said("end", "black_points", points=f"{game.endings.black_points:g}")


def _dead(game: Variant) -> Iterator[str]:
    if any(map(game.is_dead, game.endings.dead)):
        yield said("end", "dead")


_SPECIAL: Mapping[str, Callable[[Variant], Iterator[str]]] = {
    "explosion": _explosion,
    "goal_wins": _goals,
    "extinct": _losses,
    "repetitions": _repetitions,
    "perpetual_check_loses": _perpetual_check,
    "quiet_moves": _quiet_moves,
    "count": _counting,
    "draw_goes_to": _points,
    "dead": _dead,
}
"""The sentences that depend on more than one rule."""


def _named(game: Variant, letters: str) -> str:
    return _listed(game.piece_types[letter] for letter in letters)


def _listed(pieces: Iterable[PieceType]) -> str:
    return ", ".join(dict.fromkeys(_(piece.name) for piece in pieces))
