"""Evaluations in words and signs. They are White's everywhere: + is good for White."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole.gui.languages.language import MINUS, N_, _, _n, number, signed
from wormhole.rules.piece import WHITE

if TYPE_CHECKING:
    from wormhole.engine.evaluation import Evaluation

EVEN_CENTIPAWNS = 30
"""Up to this, the sides are equal."""
CLEAR_CENTIPAWNS = 250
"""From this on, one side is much better."""

_BETTER = {
    WHITE: (N_("White is better"), N_("White is much better")),
    not WHITE: (N_("Black is better"), N_("Black is much better")),
}


def score_text(evaluation: Evaluation) -> str:
    """The evaluation as short as it can be: "+1.3", "−0.4", "#7" for a win of White in 7, "#−7" of Black."""
    if evaluation.moves_to_win is not None:
        return f"#{evaluation.moves_to_win}".replace("-", MINUS)
    if evaluation.is_proven:
        return "="
    pawns = round((evaluation.centipawns or 0) / 100, 1)
    return signed(pawns, 1) if pawns else number(0, 1)


def bar_text(evaluation: Evaluation) -> str:
    """The evaluation for the narrow bar, where its place shows the side: "1.3", "12", "#7"."""
    if evaluation.moves_to_win is not None:
        return f"#{abs(evaluation.moves_to_win)}"
    if evaluation.is_proven:
        return "="
    pawns = abs(evaluation.centipawns or 0) / 100
    return number(pawns, 1 if pawns < 9.95 else 0)


def sentence(evaluation: Evaluation) -> str:
    """The evaluation in words: "White is better: +1.3", "Black wins in 4, proven"."""
    if evaluation.moves_to_win is not None:
        return _win(evaluation)
    if evaluation.is_proven:
        return _("A draw with best play, proven")
    centipawns = evaluation.centipawns or 0
    if abs(centipawns) <= EVEN_CENTIPAWNS:
        words = _("Both sides are about equal")
    else:
        words = _(_BETTER[centipawns > 0][abs(centipawns) >= CLEAR_CENTIPAWNS])
    return _("{words}: {score}").format(words=words, score=score_text(evaluation))


def _win(evaluation: Evaluation) -> str:
    moves = abs(evaluation.moves_to_win or 0)
    if evaluation.winner is WHITE:
        words = _n("White wins in {count} move", "White wins in {count} moves", moves)
    else:
        words = _n("Black wins in {count} move", "Black wins in {count} moves", moves)
    return _("{result}, proven").format(result=words) if evaluation.is_proven else words
