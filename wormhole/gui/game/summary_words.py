"""The summary of a game in five sentences, and the names of the kinds of mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Outcome, side_name
from wormhole.gui.languages.language import N_, _, _n, number, percent, said
from wormhole.play.move_words import Notation, move_words

if TYPE_CHECKING:
    from wormhole.learn.game_summary import GameSummary, Turn
    from wormhole.learn.mistakes import MistakeKind

KINDS = {
    "TIME": N_("Little time left"),
    "ROUTE": N_("Routes through holes"),
    "KING": N_("Squares near the king"),
    "END": N_("Mate or end allowed"),
    "TACTIC": N_("Forks, pins, checks"),
    "HANGING": N_("Hanging pieces"),
    "RACE": N_("Too few moves left"),
    "MISSED": N_("Missed chances"),
    "OTHER": N_("Other mistakes"),
}
"""What each kind of mistakes is called."""


def kind_name(kind: MistakeKind) -> str:
    """The name of a kind of mistakes."""
    return _(KINDS[kind.name])


def summary_sentences(
    summary: GameSummary, outcome: Outcome | None, moves: int, notation: Notation
) -> tuple[str, ...]:
    """The opening, where the game turned, the mistakes, the accuracies, and the end after so many moves."""
    return (
        _opening(summary),
        " ".join(_turns(summary.turns, notation)) or _("No move turned the game."),
        _mistakes(summary.kinds),
        _accuracies(summary),
        _end(outcome, moves),
    )


def _opening(summary: GameSummary) -> str:
    count, leader = summary.opening_moves, summary.leader
    if leader is None:
        return _n("The game was even after {count} move.", "The game was even after {count} moves.", count)
    chance = summary.opening_chance if leader is WHITE else 1 - summary.opening_chance
    return _n(
        "{side} stood better after {count} move, with a chance of {chance}.",
        "{side} stood better after {count} moves, with a chance of {chance}.",
        count,
        side=_(side_name(leader)),
        chance=percent(chance),
    )


def _turns(turns: tuple[Turn, ...], notation: Notation) -> Iterator[str]:
    """Where the game turned, and why: a sentence for each move."""
    for place, turn in enumerate(turns):
        move, reasons = move_words(turn.move.node, notation), turn.why.allowed
        words = (
            _("It turned with {move}: {reason}") if place == 0 else _("It turned again with {move}: {reason}")
        )
        fell = _("The chance to win fell from {before} to {after}.").format(
            before=percent(turn.move.before),
            after=percent(turn.move.after),
        )
        yield words.format(move=move, reason=said(reasons[0].sentence) if reasons else fell)


def _mistakes(kinds: Mapping[bool, Mapping[MistakeKind, int]]) -> str:
    if not any(kinds.values()):
        return _("Neither side made a mistake.")
    return _("Mistakes: White {white}; Black {black}.").format(
        white=_counts(kinds[WHITE]), black=_counts(kinds[BLACK])
    )


def _counts(kinds: Mapping[MistakeKind, int]) -> str:
    """How many mistakes, and of which kinds: "3 (Hanging pieces 2, Missed chances 1)"."""
    parts = ", ".join(f"{kind_name(kind)} {number(count)}" for kind, count in kinds.items())
    total = number(sum(kinds.values()))
    return f"{total} ({parts})" if parts else total


def _accuracies(summary: GameSummary) -> str:
    shares = (summary.accuracies[side] for side in (WHITE, BLACK))
    white, black = ("\u2013" if share is None else percent(share) for share in shares)
    return _("Accuracy: White {white}, Black {black}.").format(white=white, black=black)


def _end(outcome: Outcome | None, moves: int) -> str:
    if outcome is None:
        return _("The game is not over.")
    return _n(
        "After {count} move: {reason}", "After {count} moves: {reason}", moves, reason=said(outcome.reason())
    )
