"""The pages about the rules of a game, and the diagram beside them, which plays a short line of moves.

The pages are the idea, each piece, special moves, and how the game ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from wormhole import Board, Move, Variant, variant, variants
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.look.theme import Motion
from wormhole.gui.rules_pages import rule_examples
from wormhole.gui.rules_pages.piece_sentence import piece_sentence
from wormhole.gui.rules_pages.rule_examples import NULL, SEED, Demonstration
from wormhole.play.schedule import NEVER
from wormhole.rules import toml
from wormhole.rules.chosen_rules import RULES
from wormhole.rules.counting_rules import Counting
from wormhole.rules.variant import DrawGoesTo, Goal, LeftSquare, Repetition

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
    if not endings.fleeing:
        yield _said("end", "no_fleeing", royal=royal)
    yield _chosen(game, "stalemate")
    if endings.repetitions:
        is_draw = endings.repetition is Repetition.DRAW
        yield _said("end", "repetitions" if is_draw else "decided", count=endings.repetitions)
        if endings.perpetual_check_loses:
            yield _said("end", "perpetual_check")
    if endings.quiet_moves:
        each, odd = divmod(endings.quiet_moves, 2)
        kind, count = ("few_quiet", endings.quiet_moves) if odd or each == 1 else ("quiet", each)
        yield _said("end", kind if game.pawns else f"{kind}_pieces", count=count)
    if endings.count is not Counting.NONE:
        yield _said("end", "counted")
    if any(map(game.is_dead, endings.dead)):
        yield _said("end", "dead")
    if endings.draw_goes_to is not DrawGoesTo.NOBODY:
        yield _said("end", f"draw_goes_to_{endings.draw_goes_to.value}")
    elif not game.can_be_drawn:
        yield _said("end", "no_draws")


def _mate(game: Variant) -> Demonstration | None:
    mate = _texts()["mate"].get(game.name)
    if mate is None or game.name not in variants() or game != variant(game.name):
        return None
    return Demonstration(mate["fen"], (mate["move"],))


def _chosen(game: Variant, name: str) -> str:
    """The text of a chosen rule in this game."""
    rule = next(rule for rule in RULES if rule.name == name)
    return _(rule.answer_in(game).page).format(royal=_(game.royal.name.lower()))


def _said(section: str, name: str, **values: object) -> str:
    return _(_texts()[section][name]["text"]).format(**values)


@cache
def _texts() -> Mapping[str, Any]:
    source = resources.files(__package__) / "pages.toml"
    return toml.loads(source.read_text(encoding="utf-8"))


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
        state.show(self._first)

    def update(self, now_seconds: float, motion: Motion) -> float:
        """Advance to the time `now_seconds`; returns when something changes next."""
        state = self._state
        state.update(now_seconds)
        if self._due == NEVER:
            self._due = now_seconds + FIRST_SECONDS / self._pace
        if now_seconds >= self._due and not state.is_moving(now_seconds):
            self._go_on(now_seconds, motion)
        return min(self._due, state.due(now_seconds))

    def _go_on(self, now_seconds: float, motion: Motion) -> None:
        """Choose the piece that moves next, let it move, or start again."""
        state = self._state
        if self._next == len(self._steps):
            self._start_again(now_seconds)
        elif self._is_chosen:
            self._play(now_seconds, motion)
        else:
            step = self._steps[self._next]
            state.allow(step.before)
            state.choose(step.square)
            self._is_chosen = True
            self._due = now_seconds + CHOSEN_SECONDS / self._pace

    def _play(self, now_seconds: float, motion: Motion) -> None:
        step = self._steps[self._next]
        self._state.let_go()
        self._state.play(step.after, now_seconds, motion)
        self._next += 1
        self._is_chosen = False
        arrives = 0.0 if self._state.animation is None else motion.longest_travel
        is_last = self._next == len(self._steps)
        pause = LAST_SECONDS if is_last else LOOK_SECONDS
        self._due = now_seconds + arrives + pause / self._pace

    def _start_again(self, now_seconds: float) -> None:
        self._state.show(self._first)
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
