"""How the main line of a game went, from the evaluations that are kept with its moves. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wormhole import BLACK, WHITE
from wormhole.engine.evaluation import DRAWN, LOST, WON, Evaluation, win_chance
from wormhole.engine.review import Judgement, centipawn_loss, game_accuracy, judgement
from wormhole.library.comment_commands import Score
from wormhole.library.record import ChildNode, Game, GameNode

MOST_MOMENTS = 6
SLIDE_PLIES = 4
"""Mistakes of one side within so many plies count as one, the worst of them."""
LEAST = Judgement.MISTAKE.value
"""The least loss of a move that decided something."""


@dataclass(frozen=True)
class EvaluationPoint:
    """A position of the main line with White's chance to win; without an evaluation if the game is over."""

    node: GameNode
    ply: int
    chance: float
    evaluation: Evaluation | None


@dataclass(frozen=True)
class JudgedMove:
    """A move that lost something, with its mover's chances before and after it.

    ``better`` is the move that is kept as a variation, with its evaluation.
    """

    node: ChildNode
    mover: bool
    judgement: Judgement
    before: float
    after: float
    better: ChildNode | None

    @property
    def lost(self) -> float:
        """The chance that was lost."""
        return self.before - self.after


@dataclass(frozen=True)
class Side:
    """One side's moves in figures; ``accuracy`` and ``loss_centipawns`` are None without a judged move."""

    accuracy: float | None
    loss_centipawns: float | None
    counts: Mapping[Judgement, int]


@dataclass(frozen=True)
class Report:
    """The main line as far as it is evaluated."""

    points: tuple[EvaluationPoint, ...]
    """The positions that are evaluated, in order."""
    judged: tuple[JudgedMove, ...]
    sides: Mapping[bool, Side]
    is_complete: bool
    """Whether every position is evaluated."""

    @property
    def moments(self) -> tuple[JudgedMove, ...]:
        """The moves that decided the game."""
        return deciding(self.judged, MOST_MOMENTS)


def report_of(game: Game) -> Report:
    """The report of a game; positions without an evaluation are left out."""
    nodes: list[GameNode] = [game, *game.mainline()]
    found = [_point(node, ply) for ply, node in enumerate(nodes)]
    first_turn = game.start.turn
    judged: list[JudgedMove] = []
    losses: dict[bool, list[int]] = {WHITE: [], BLACK: []}
    for ply, (before, after) in enumerate(pairwise(found)):
        if before is None or after is None:
            continue
        mover = first_turn if ply % 2 == 0 else not first_turn
        losses[mover].append(_loss(before, after, mover))
        move = _judged(before, after, mover)
        if move is not None:
            judged.append(move)
    points = tuple(point for point in found if point is not None)
    is_complete = len(points) == len(nodes)
    accuracies = game_accuracy([point.chance for point in points], first_turn) if is_complete else {}
    return Report(points, tuple(judged), _sides(judged, losses, accuracies), is_complete)


def deciding(judged: Sequence[JudgedMove], most: int) -> tuple[JudgedMove, ...]:
    """The moves of ``judged`` that decided the game, at most ``most``, in the same order.

    Those that lost most come first. Inaccuracies count only if there is nothing else.
    """
    serious = [move for move in judged if move.lost >= LEAST] or judged
    chosen: list[JudgedMove] = []
    for move in sorted(serious, key=lambda move: -move.lost):
        if len(chosen) < most and not any(_is_one_slide(move, other) for other in chosen):
            chosen.append(move)
    return tuple(move for move in judged if move in chosen)


def better_move(node: GameNode) -> ChildNode | None:
    """The variation to a move that is kept as better than it, or None."""
    if not isinstance(node, ChildNode) or not node.is_main_variation() or len(node.parent.variations) < 2:
        return None
    mover = node.parent.turn()
    played = node.eval()
    least = 0.0 if played is None else _for(mover, chance_of(played)) + Judgement.INACCURACY.value
    for other in node.parent.variations[1:]:
        score = other.eval()
        if score is not None and _for(mover, chance_of(score)) >= least - 1e-9:
            return other
    return None


def chance_of(score: Score) -> float:
    """White's chance to win by an evaluation that is kept with a move."""
    return win_chance(Evaluation(score.centipawns, score.mate))


def _is_one_slide(one: JudgedMove, other: JudgedMove) -> bool:
    """Whether two mistakes count as one: they are of the same side and close together."""
    return one.mover is other.mover and abs(one.node.plies() - other.node.plies()) <= SLIDE_PLIES


def _point(node: GameNode, ply: int) -> EvaluationPoint | None:
    score = node.eval()
    if score is not None:
        evaluation = Evaluation(score.centipawns, score.mate)
        return EvaluationPoint(node, ply, win_chance(evaluation), evaluation)
    if not node.is_end():
        return None
    outcome = node.board().outcome()
    if outcome is None:
        return None
    chances = {WHITE: WON, BLACK: LOST, None: DRAWN}
    return EvaluationPoint(node, ply, chances[outcome.winner], None)


def _judged(before: EvaluationPoint, after: EvaluationPoint, mover: bool) -> JudgedMove | None:
    chances = _for(mover, before.chance), _for(mover, after.chance)
    found = judgement(*chances)
    if found is None or not isinstance(after.node, ChildNode):
        return None
    return JudgedMove(after.node, mover, found, *chances, better_move(after.node))


def _loss(before: EvaluationPoint, after: EvaluationPoint, mover: bool) -> int:
    if before.evaluation is None:
        return 0
    return centipawn_loss(before.evaluation, after.evaluation or _ended(after.chance), mover)


def _ended(chance: float) -> Evaluation:
    """The evaluation that stands for the end of a game."""
    return Evaluation(0) if chance == DRAWN else Evaluation(moves_to_win=1 if chance == WON else -1)


def _sides(
    judged: list[JudgedMove], losses: Mapping[bool, list[int]], accuracies: Mapping[bool, float | None]
) -> dict[bool, Side]:
    return {
        side: Side(
            accuracies.get(side),
            sum(losses[side]) / len(losses[side]) if losses[side] else None,
            {
                kind: sum(1 for move in judged if move.mover is side and move.judgement is kind)
                for kind in Judgement
            },
        )
        for side in (WHITE, BLACK)
    }


def _for(side: bool, chance: float) -> float:
    """That side's chance, from White's."""
    return chance if side is WHITE else 1 - chance
