"""The pages about the rules of a game: the idea, each piece, special moves, how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from wormhole import Variant, variant, variants
from wormhole.gui.languages.language import _
from wormhole.gui.rules_pages import rule_examples
from wormhole.gui.rules_pages.piece_sentence import piece_sentence
from wormhole.gui.rules_pages.rule_examples import Demonstration
from wormhole.rules import toml
from wormhole.rules.chosen_rules import RULES
from wormhole.rules.variant import Goal, LeftSquare


@dataclass(frozen=True)
class RulesPage:
    """A page: its title, its paragraphs, and what its diagram plays, if it has one."""

    title: str
    paragraphs: tuple[str, ...]
    demonstration: Demonstration | None = None


def pages_of(game: Variant) -> tuple[RulesPage, ...]:
    """All pages, in the language in use. It takes longer than a frame to find the lines of play."""
    return (
        RulesPage(_("The idea"), tuple(_idea(game)), rule_examples.of_mutator(game)),
        *(
            RulesPage(_(piece.name), (piece_sentence(game, letter),), rule_examples.of_piece(game, letter))
            for letter, piece in game.piece_types.items()
        ),
        *_special(game),
        RulesPage(_("How it ends"), tuple(_endings(game)), _mate(game)),
    )


def _idea(game: Variant) -> Iterator[str]:
    yield _(game.about.strip())
    yield _chosen(game, "left_square")
    if game.arrows:
        yield _said("special", "arrows")
    if game.geometry.other_names:
        yield _said("special", "corners")


def _special(game: Variant) -> Iterator[RulesPage]:
    if game.left_square is LeftSquare.RANDOM:
        yield RulesPage(
            _("Wormholes and gates"), (_said("special", "passages"),), rule_examples.of_mutator(game)
        )
    found = rule_examples.of_castling(game)
    if found is not None:
        yield RulesPage(_("Castling"), (_said("special", "castling"),), found)
    found = rule_examples.of_promotion(game)
    if found is not None:
        letters = next(piece.promotes_to for piece in game.piece_types.values() if piece.promotes_to)
        names = ", ".join(_(game.piece_types[letter].name) for letter in letters)
        yield RulesPage(_("Promotion"), (_said("special", "promotion", pieces=names),), found)
    found = rule_examples.of_en_passant(game)
    if found is not None:
        yield RulesPage(_("En passant"), (_said("special", "en_passant"),), found)


def _endings(game: Variant) -> Iterator[str]:
    endings, royal = game.endings, _(game.royal.name.lower())
    yield _said("end", "capture" if endings.goal is Goal.CAPTURE else "checkmate", royal=royal)
    yield _chosen(game, "stalemate")
    if endings.repetitions:
        yield _said("end", "repetitions", count=endings.repetitions)
    if endings.quiet_moves:
        each, odd = divmod(endings.quiet_moves, 2)
        kind, count = ("few_quiet", endings.quiet_moves) if odd or each == 1 else ("quiet", each)
        yield _said("end", kind if game.pawns else f"{kind}_pieces", count=count)
    if any(map(game.is_dead, endings.dead)):
        yield _said("end", "dead")
    if not game.can_be_drawn:
        yield _said("end", "no_draws")


def _mate(game: Variant) -> Demonstration | None:
    mate = _texts()["mate"].get(game.name)
    if mate is None or game.name not in variants() or game != variant(game.name):
        return None
    return Demonstration(mate["fen"], (mate["move"],))


def _chosen(game: Variant, name: str) -> str:
    """What a chosen rule says in this game."""
    rule = next(rule for rule in RULES if rule.name == name)
    return _(rule.answer_in(game).page).format(royal=_(game.royal.name.lower()))


def _said(section: str, name: str, **values: object) -> str:
    return _(_texts()[section][name]["text"]).format(**values)


@cache
def _texts() -> Mapping[str, Any]:
    source = resources.files(__package__) / "pages.toml"
    return toml.loads(source.read_text(encoding="utf-8"))
