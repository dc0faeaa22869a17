"""The pages about the rules of a game, and the diagram beside them, which plays a short line of moves.

The pages are the idea, each piece, special moves, and how the game ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormhole import Board, Move, PieceType, Variant, variant, variants
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.selection import allow, choose, let_go
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import Motion
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
from wormhole.gui.rules_pages.rule_examples import NULL, SEED, Demonstration
from wormhole.rules.variant import Capture, LeftSquare

FIRST_SECONDS, LOOK_SECONDS, CHOSEN_SECONDS, LAST_SECONDS = 0.8, 0.4, 1.2, 2.4
"""Pauses: before the first move, after each move, while a piece is chosen, after the last move."""


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


@dataclass(frozen=True)
class _Step:
    """The board before a move, the square of the piece, the board after it."""

    before: Board
    square: int
    after: Board


class Diagram:
    """Plays a demonstration on the board that `state` shows. Each piece is chosen before it moves.

    Its pauses are shorter at a higher `pace`.
    """

    def __init__(
        self, game: Variant, demonstration: Demonstration, state: BoardState, pace: float = 1.0
    ) -> None:
        self._first = Board(game, demonstration.fen, seed=SEED)
        self._steps = list(_steps(self._first, demonstration.moves))
        self._state = state
        self._next = 0
        self._is_chosen = False
        self._due = NEVER
        self._pace = pace
        self.has_been_played = False
        """Whether it was played to its end, with the pause after it."""
        positions.show(state, self._first)

    def update(self, now_seconds: float, motion: Motion) -> float:
        """Advance to the time `now_seconds`; returns when something changes next."""
        state = self._state
        timeline.update(state, now_seconds)
        if self._due == NEVER:
            self._due = now_seconds + FIRST_SECONDS / self._pace
        if now_seconds >= self._due and not timeline.is_moving(state, now_seconds):
            self._go_on(now_seconds, motion)
        return min(self._due, timeline.due(state, now_seconds))

    def _go_on(self, now_seconds: float, motion: Motion) -> None:
        """Choose the piece that moves next, let it move, or start again."""
        state = self._state
        if self._next == len(self._steps):
            self._start_again(now_seconds)
        elif self._is_chosen:
            self._play(now_seconds, motion)
        else:
            step = self._steps[self._next]
            allow(state, step.before)
            choose(state, step.square)
            self._is_chosen = True
            self._due = now_seconds + CHOSEN_SECONDS / self._pace

    def _play(self, now_seconds: float, motion: Motion) -> None:
        step = self._steps[self._next]
        let_go(self._state)
        positions.play(self._state, step.after, now_seconds, motion)
        self._next += 1
        self._is_chosen = False
        arrives = 0.0 if self._state.animation is None else motion.longest_travel
        is_last = self._next == len(self._steps)
        pause = LAST_SECONDS if is_last else LOOK_SECONDS
        self._due = now_seconds + arrives + pause / self._pace

    def _start_again(self, now_seconds: float) -> None:
        positions.show(self._state, self._first)
        self._next = 0
        self.has_been_played = True
        self._due = now_seconds + FIRST_SECONDS / self._pace


def _steps(first: Board, moves: tuple[str, ...]) -> list[_Step]:
    board, steps = first.copy(), []
    for text in moves:
        if text == NULL:
            board.push(Move.null())
            continue
        before, move = board.copy(), board.parse_uci(text)
        board.push(move)
        steps.append(_Step(before, move.from_square, board.copy()))
    return steps
