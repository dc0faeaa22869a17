"""Lines of the protocol of xboard: features, options, thinking, results and errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.openings.shipped import shipped_openings
from wormhole.engine.protocols.options import OPTIONS, Option, Settings
from wormhole.engine.protocols.text_protocol import one_line
from wormhole.engine.protocols.xboard_game import playable
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thought
from wormhole.rules.board import Board
from wormhole.rules.outcome import Outcome, Termination
from wormhole.rules.piece import side_name
from wormhole.rules.quoting import clipped, printable
from wormhole.version import VERSION

MATED = 100_000
"""Scores beyond this are the numbers of moves to a mate."""

LONGEST = 120

SWITCHES = {
    **{"ping": 1, "setboard": 1, "playother": 1, "usermove": 1, "san": 0, "colors": 0, "time": 1, "draw": 1},
    **{"sigint": 0, "sigterm": 0, "reuse": 1, "analyze": 1, "name": 1, "nps": 1, "debug": 1, "memory": 1},
    **{"smp": 1, "highlight": 1},
}
"""The features that are on or off."""


def features() -> Iterator[str]:
    """The ``feature`` lines that answer ``protover``, but for the last one, ``done``."""
    yield "feature " + " ".join(f"{name}={value}" for name, value in SWITCHES.items())
    yield f'feature myname="Wormhole {VERSION}"'
    yield f'feature variants="{",".join(playable())}"'
    for option in OPTIONS:
        if option.xboard_name:
            yield f'feature option="{declaration(option)}"'


def declaration(option: Option) -> str:
    """The declaration of an option."""
    words = [option.xboard_name, f"-{option.kind}"]
    if option.kind != "button":
        words.append(str(int(getattr(Settings(), option.field))))
    if option.kind == "spin":
        words += [str(option.low), str(option.high)]
    return " ".join(words)


def book_moves(board: Board) -> str:
    """The answer to ``bk``: lines that begin with a space, and an empty one."""
    position = shipped_openings(board.variant).position(board)
    known = {} if position is None else position.scored
    lines = [
        f" {board.san(move)} {what.score_for(board.turn) / 100:+.2f}, {what.counts.games} games"
        for text, what in known.items()
        if (move := board.legal_move(text)) is not None
    ]
    return "\n".join([*(lines or [" The position is not in the opening book."]), ""])


def thinking(thought: Thought, moves: Sequence[str]) -> str:
    """The line of a finished depth, with the best line's ``moves``."""
    centiseconds = round(thought.seconds * 100)
    speed = round(thought.nodes / max(thought.seconds, 0.001))
    numbers = [thought.depth, score(thought), centiseconds, thought.nodes, thought.selective_depth, speed, 0]
    return f"{' '.join(map(str, numbers))}\t{' '.join(moves)}"


def solved(solution: Solution, mover: bool, moves: Sequence[str]) -> str:
    """The line of a move with a proven result; any win is shown as a mate."""
    value = 0
    if solution.winner is not None:
        is_ours = solution.winner is mover
        value = MATED + solution.moves + 1 if is_ours else -MATED - solution.moves
    return f"{len(moves)} {value} 0 0\t{' '.join(moves)}"


def status(thought: Thought, moves: int) -> str:
    """The progress of an analysis with so many moves to look at; which of them are left is not known."""
    centiseconds = round(thought.seconds * 100)
    return f"stat01: {centiseconds} {thought.nodes} {thought.depth + 1} {moves} {moves}"


def score(thought: Thought) -> int:
    """A score in centipawns, or the moves to a mate beyond :data:`MATED`."""
    value = thought.score_centipawns
    if abs(value) <= MATE_BOUND:
        return value
    plies = MATE - abs(value)
    return MATED + (plies + 1) // 2 if value > 0 else -MATED - plies // 2


def result(outcome: Outcome) -> str:
    """The claim that the game has ended."""
    reason = str(outcome.reason()).rstrip(".")
    if outcome.termination is Termination.CHECKMATE and outcome.winner is not None:
        reason = f"{side_name(outcome.winner)} mates"
    return f"{outcome.result()} {{{reason}}}"


def illegal_move(move: str, reason: object) -> str:
    """The answer to a move that is not legal."""
    return f"Illegal move ({_plain(reason)}): {_plain(move)}"


def error(words: Sequence[str], reason: object) -> str:
    """The answer to any other line that cannot be carried out."""
    return f"Error ({_plain(reason)}): {_plain(' '.join(words))}"


def _plain(text: object) -> str:
    """A text on one line, without brackets, in which clients would see the end of the reason."""
    return clipped(printable(one_line(text)), LONGEST).replace("(", "[").replace(")", "]")
