"""Sentences about the rules of a game, other than how its pieces move, in the language in use.

The texts are in `pages.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

from wormhole import Variant
from wormhole.base import toml
from wormhole.gui.languages.language import _
from wormhole.rules.chosen_rules import RULES
from wormhole.rules.counting_rules import Counting
from wormhole.rules.endings import DrawGoesTo, Extinction, Goal, GoalWins, NoMove, Passing, Repetition, Royal
from wormhole.rules.variant import Capture, LeftSquare, PieceType, Promotion, Survives


def said(section: str, name: str, **values: object) -> str:
    """A text of the file with these values."""
    return _(texts()[section][name]["text"]).format(**values)


def chosen(game: Variant, name: str) -> str:
    """The text of a chosen rule in this game."""
    rule = next(rule for rule in RULES if rule.name == name)
    return _(rule.answer_in(game).page).format(royal=_(game.royal.name.lower()))


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
    if own.from_partner:
        yield said("special", "hands_partner")
    elif own.captures:
        yield said("special", "hands")
    if own.start and own.drops:
        yield said("special", "hands_start")
    if own.captures and not own.keeps_promotion and any(piece.promotes_to for piece in occurring(game)):
        yield said("special", "hands_promoted")
    held = [game.piece_types[letter] for letter in game.held] if own.drops else []
    for name, is_so in (
        ("drops_forced", lambda piece: piece.drops.forced),
        ("drops_file", lambda piece: piece.drops.per_file == 1),
        ("drops_apart", lambda piece: piece.drops.apart),
        ("drops_mates", lambda piece: not piece.drops.mates),
        ("drops_checks", lambda piece: not piece.drops.checks),
        ("drops_squares", lambda piece: piece.drops.squares is not None),
    ):
        found = [piece for piece in held if is_so(piece)]
        if found:
            yield said("special", name, pieces=_listed(found))


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
    kinds = {(piece.promotes_to, _promotion_kind(piece)) for piece in promoting}
    if len(kinds) == 1 and _promotion_kind(promoting[0]) == "promotion":
        yield said("special", "promotion", pieces=_named(game, promoting[0].promotes_to))
        return
    for kind in dict.fromkeys(map(_promotion_kind, promoting)):
        yield said("special", f"{kind}_each")
    for piece in promoting:
        yield f"{_(piece.name)}: {_named(game, piece.promotes_to)}."


def _promotion_kind(piece: PieceType) -> str:
    if piece.promotes_in_place:
        return "promotion_in_place"
    if piece.promotes_capturing:
        return "promotion_capturing"
    if piece.promotion is Promotion.FORCED:
        return "promotion"
    if piece.promotion is Promotion.LOST:
        return "promotion_lost"
    return "promotion_leaving" if piece.promotes_leaving else "promotion_optional"


def endings(game: Variant) -> Iterator[str]:
    """How a game is won, lost or drawn."""
    yield from wins(game)
    yield from _draws(game)


def wins(game: Variant) -> Iterator[str]:
    """How a game is won or lost, and which moves are forced."""
    own, royal = game.endings, _(game.royal.name.lower())
    if own.checking:
        yield from _royalty(game)
    else:
        yield said("end", "no_checks", royal=royal)
    yield from _other_wins(game)
    if not own.fleeing:
        yield said("end", "no_fleeing", royal=royal)
    if own.must_capture:
        yield said("end", "must_capture")
    yield chosen(game, "stalemate")
    if own.stalemate_counts:
        yield said("end", "stalemate_counts")
    if own.passing is not Passing.NEVER:
        yield said("end", f"passing_{own.passing.value}")
    if own.bikjang:
        yield said("end", "bikjang", royal=royal)


def _royalty(game: Variant) -> Iterator[str]:
    """Which pieces must not be lost, and what checkmate is."""
    own, royal = game.endings, _(game.royal.name.lower())
    crowned = ", ".join(_(game.piece_types[letter].name) for letter in game.crowned)
    if own.royal is Royal.NONE:
        yield said("end", "no_royal")
    elif own.royal.is_several:
        yield said("end", f"royal_{own.royal.value}", pieces=crowned)
    elif own.goal is Goal.CAPTURE:
        yield said("end", "capture", royal=royal)
    elif own.checkmate is NoMove.LOSS:
        yield said("end", "checkmate", royal=royal)
    else:
        yield said("end", f"checkmate_{own.checkmate.value}", royal=royal)
    if own.mating:
        yield said("end", "mating", pieces=_named(game, own.mating))
    if own.mate_loses:
        yield said("end", "mate_loses", pieces=_named(game, own.mate_loses))
    if game.capture is Capture.EXPLODES and own.royal is Royal.ONE:
        yield said("end", "explosion", royal=royal)


_GOALS = {
    GoalWins.AT_ONCE: "goal",
    GoalWins.NEXT_TURN: "goal_next_turn",
    GoalWins.UNLESS_ANSWERED: "goal_answered",
    GoalWins.IF_SAFE: "goal_safe",
}


def _other_wins(game: Variant) -> Iterator[str]:
    """Goals, checks that are counted, and pieces that must not all be lost."""
    own = game.endings
    if own.goal_pieces:
        yield said("end", _GOALS[own.goal_wins], pieces=_named(game, own.goal_pieces))
    if own.checks:
        yield said("end", "first_check" if own.checks == 1 else "checks", count=own.checks)
    rules: dict[tuple[str, int], list[Extinction]] = {}
    for rule in own.extinct:
        rules.setdefault((rule.result.value, rule.most), []).append(rule)
    for (result, most), found in rules.items():
        if any(not rule.letter for rule in found):
            yield said("end", f"few_{result}" if most else f"none_{result}", count=most)
            continue
        pieces = ", ".join(_(game.piece_types[rule.letter].name) for rule in found)
        yield said("end", f"rare_{result}" if most else f"extinct_{result}", pieces=pieces, count=most)


def _draws(game: Variant) -> Iterator[str]:
    own = game.endings
    if own.repetitions:
        is_draw = own.repetition is Repetition.DRAW
        yield said("end", "repetitions" if is_draw else "decided", count=own.repetitions)
        if own.perpetual_check_loses:
            yield said("end", "perpetual_check")
    if own.quiet_moves:
        each, odd = divmod(own.quiet_moves, 2)
        kind, count = ("few_quiet", own.quiet_moves) if odd or each == 1 else ("quiet", each)
        yield said("end", kind if game.pawns else f"{kind}_pieces", count=count)
    if own.count is not Counting.NONE:
        yield said("end", "counted")
    if any(map(game.is_dead, own.dead)):
        yield said("end", "dead")
    if own.draw_goes_to is not DrawGoesTo.NOBODY:
        yield said("end", f"draw_goes_to_{own.draw_goes_to.value}")
    elif not game.can_be_drawn:
        yield said("end", "no_draws")


def _named(game: Variant, letters: str) -> str:
    return _listed(game.piece_types[letter] for letter in letters)


def _listed(pieces: Iterable[PieceType]) -> str:
    return ", ".join(dict.fromkeys(_(piece.name) for piece in pieces))
