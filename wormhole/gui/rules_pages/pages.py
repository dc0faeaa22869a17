"""The pages about the rules of a game in words: the idea, each piece, special moves, how the game ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormhole import Board, Move, PieceType, Variant, variant, variants
from wormhole.gui.languages.language import _
from wormhole.gui.rules_pages import rule_examples
from wormhole.gui.rules_pages.game_sentences import (
    captures,
    castling,
    chosen,
    endings,
    hands,
    occurring,
    promotion,
    said,
    texts,
)
from wormhole.gui.rules_pages.game_words import about
from wormhole.gui.rules_pages.piece_sentence import piece_sentence
from wormhole.gui.rules_pages.rule_examples import Demonstration
from wormhole.rules.variant import Capture, LeftSquare


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
        *(_piece_page(game, piece) for piece in occurring(game)),
        *_special(game),
        RulesPage(_("How it ends"), tuple(endings(game)), _mate(game)),
    )


def _piece_page(game: Variant, piece: PieceType) -> RulesPage:
    demonstration = rule_examples.of_piece(game, piece.letter)
    return RulesPage(_(piece.name), (piece_sentence(game, piece.letter),), demonstration)


def _idea(game: Variant) -> Iterator[str]:
    yield about(game)
    yield chosen(game, "left_square")
    if game.arrows:
        yield said("special", "arrows")
    if game.geometry.other_names:
        yield said("special", "corners")


def _special(game: Variant) -> Iterator[RulesPage]:
    if game.left_square is LeftSquare.RANDOM:
        yield RulesPage(
            _("Wormholes and gates"), (said("special", "passages"),), rule_examples.of_mutator(game)
        )
    if game.capture is not Capture.STAYS:
        yield RulesPage(_("Captures"), tuple(captures(game)), rule_examples.of_move(game, _destroys))
    found = tuple(hands(game))
    if found:
        yield RulesPage(_("Pieces in hand"), found, rule_examples.of_move(game, _drops))
    if game.gates:
        gating = rule_examples.of_move(game, lambda _board, move: move.enters)
        yield RulesPage(_("Gating"), (said("special", "gating"),), gating)
    example = rule_examples.of_castling(game)
    if example is not None:
        yield RulesPage(_("Castling"), (castling(game),), example)
    if any(piece.promotes_to for piece in occurring(game)):
        yield RulesPage(_("Promotion"), tuple(promotion(game)), rule_examples.of_promotion(game))
    example = rule_examples.of_en_passant(game)
    if example is not None and any(piece.en_passant for piece in occurring(game)):
        yield RulesPage(_("En passant"), (said("special", "en_passant"),), example)


def _drops(_board: Board, move: Move) -> bool:
    return move.drop is not None


def _destroys(board: Board, move: Move) -> bool:
    """Whether a move captures a piece and is lost itself."""
    if not board.is_capture(move):
        return False
    after = board.copy()
    after.push(move)
    return after.piece_at(move.to_square) is None


def _mate(game: Variant) -> Demonstration | None:
    mate = texts()["mate"].get(game.name)
    if mate is None or game.name not in variants() or game != variant(game.name):
        return None
    return Demonstration(mate["fen"], (mate["move"],))
