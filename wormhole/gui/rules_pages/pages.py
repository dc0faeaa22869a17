"""The pages about the rules of a game in words: the idea, each piece, special moves, how the game ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from wormhole import Board, Move, PieceType, Variant, variant, variants
from wormhole.gui.languages.language import N_, _
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
from wormhole.learn import rule_examples
from wormhole.learn.rule_examples import Demonstration
from wormhole.rules.variant import Capture, LeftSquare


@dataclass(frozen=True)
class RulesPage:
    """A page: its title, its paragraphs, and what its diagram plays, if it has one."""

    title: str
    paragraphs: tuple[str, ...]
    demonstration: Demonstration | None = None


@dataclass(frozen=True)
class Topic:
    """What a page is about, in no language yet. `letter` is that of the piece that it is about."""

    title: str
    sentences: Callable[[], Iterable[str]]
    demonstration: Demonstration | None = None
    letter: str = ""

    def page(self) -> RulesPage:
        """The page in the language in use."""
        return RulesPage(_(self.title), tuple(self.sentences()), self.demonstration)


def pages_of(game: Variant) -> tuple[RulesPage, ...]:
    """All pages, in the language in use. It takes longer than a frame to find the lines of play."""
    return tuple(topic.page() for topic in topics_of(game))


def topics_of(game: Variant) -> tuple[Topic, ...]:
    """What all pages are about, with their examples."""
    return (
        Topic(N_("The idea"), partial(_idea, game), rule_examples.of_mutator(game)),
        *(_piece(game, piece) for piece in occurring(game)),
        *_special(game),
        Topic(N_("How it ends"), partial(endings, game), _mate(game)),
    )


def _piece(game: Variant, piece: PieceType) -> Topic:
    letter = piece.letter
    example = rule_examples.of_piece(game, letter)
    return Topic(piece.name, lambda: (piece_sentence(game, letter),), example, letter)


def _idea(game: Variant) -> Iterator[str]:
    words = about(game)
    if words:
        yield words
    if not words or game.left_square is not LeftSquare.STAYS:
        yield chosen(game, "left_square")
    if game.arrows:
        yield said("special", "arrows")
    if game.geometry.other_names:
        yield said("special", "corners")


def _special(game: Variant) -> Iterator[Topic]:
    if game.left_square is LeftSquare.RANDOM:
        example = rule_examples.of_mutator(game)
        yield Topic(N_("Wormholes and gates"), lambda: (said("special", "passages"),), example)
    if game.capture is not Capture.STAYS:
        yield Topic(N_("Captures"), partial(captures, game), rule_examples.of_move(game, _destroys))
    if any(hands(game)):
        yield Topic(N_("Pieces in hand"), partial(hands, game), rule_examples.of_move(game, _drops))
    if game.gates:
        gating = rule_examples.of_move(game, lambda _board, move: move.enters)
        yield Topic(N_("Gating"), lambda: (said("special", "gating"),), gating)
    found = rule_examples.of_castling(game)
    if found is not None:
        yield Topic(N_("Castling"), lambda: (castling(game),), found)
    if any(piece.promotes_to for piece in occurring(game)):
        yield Topic(N_("Promotion"), partial(promotion, game), rule_examples.of_promotion(game))
    found = rule_examples.of_en_passant(game)
    if found is not None and any(piece.en_passant for piece in occurring(game)):
        yield Topic(N_("En passant"), lambda: (said("special", "en_passant"),), found)


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
