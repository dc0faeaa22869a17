"""Lines of the Universal Chess Interface: options, scores and the progress of a search."""

from __future__ import annotations

from collections.abc import Sequence

from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.protocols.options import Option, Settings
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thought

NO_MOVE = "(none)"
"""The usual answer if there is no move; the protocol does not define one."""


def declaration(option: Option) -> str:
    """The line that declares an option in the answer to ``uci``."""
    words = [f"option name {option.name} type {option.kind}"]
    if option.kind != "button":
        value = getattr(Settings(), option.field)
        words.append(f"default {str(value).lower() if option.kind == 'check' else value}")
    if option.kind == "spin":
        words.append(f"min {option.low} max {option.high}")
    return " ".join([*words, *(f"var {choice}" for choice in option.choices)])


def info(thought: Thought) -> str:
    """The ``info`` line for one line of a finished depth."""
    milliseconds = max(1, round(thought.seconds * 1000))
    words = [
        *("info depth", thought.depth, "seldepth", thought.selective_depth, "multipv", thought.place),
        *("score", score(thought), "nodes", thought.nodes),
        *("nps", round(thought.nodes * 1000 / milliseconds), "hashfull", thought.table_permille),
        *("time", milliseconds, "pv", *thought.line),
    ]
    return " ".join(map(str, words))


def solved_info(solution: Solution, line: Sequence[str], mover: bool) -> str:
    """The ``info`` line of a move with a proven result; any win is shown as a mate."""
    plies = len(line)
    result = "cp 0"
    if solution.winner is not None:
        result = f"mate {solution.moves + 1 if solution.winner is mover else -solution.moves}"
    return f"info depth {plies} seldepth {plies} score {result} pv {' '.join(line)}"


def best_move(line: tuple[str, ...]) -> str:
    """The answer to ``go``: the first move of ``line``, and the reply that it expects."""
    answer = f"bestmove {line[0] if line else NO_MOVE}"
    return f"{answer} ponder {line[1]}" if len(line) > 1 else answer


def score(thought: Thought) -> str:
    """A score in UCI's form: ``cp 31``, ``mate 3``, ``mate -2``; mates are counted in moves."""
    value = thought.score_centipawns
    if abs(value) <= MATE_BOUND:
        return f"cp {value}"
    plies = MATE - abs(value)
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"
