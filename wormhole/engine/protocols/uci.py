"""The Universal Chess Interface (UCI), through which other programs use the computer player.

The protocol: https://www.chessprogramming.org/UCI. The variant is chess until ``UCI_Variant`` names another;
moves are written as in ``rules.md``. Bad input is answered by an ``info string``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.opponent import ChosenMove
from wormhole.engine.protocols.options import OPTIONS, EngineOptions, Option, option
from wormhole.engine.protocols.service import Request, Service
from wormhole.engine.protocols.text_protocol import TextProtocol, one_line
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thought
from wormhole.engine.time_management import Clock
from wormhole.rules.board import Board
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.game_file import variant
from wormhole.rules.outcome import Outcome
from wormhole.version import ENGINE_NAME

NUMBERS = frozenset({"depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"})
FLAGS = frozenset({"infinite", "ponder"})

NO_MOVE = "(none)"
"""The usual answer if there is no move; the protocol does not define one."""


def parse_go(words: Sequence[str], *, white_to_move: bool) -> Request:
    """Parse the words after ``go``. Raises :class:`WormholeError` that names the error."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    is_listing = False
    waiting = iter(words)
    for word in waiting:
        if word in FLAGS:
            flags.add(word)
            is_listing = False
        elif word == "searchmoves":
            is_listing = True
        elif word in NUMBERS:
            numbers[word] = _number(word, next(waiting, ""))
            is_listing = False
        elif is_listing:
            moves.append(word)
        else:
            raise WormholeError(f"go: unknown word {quoted(word)}")
    limit = _limit(numbers, "w" if white_to_move else "b")
    return Request(limit, "infinite" in flags, "ponder" in flags, tuple(moves))


def _number(word: str, text: str) -> int:
    """The number after ``word``; negative ones, from clocks that have run out, become 0."""
    if not re.fullmatch("-?[0-9]{1,18}", text):
        raise WormholeError(f"go {word} {quoted(text)}: a number is expected")
    return max(int(text), 0)


def _limit(numbers: dict[str, int], side: str) -> Limit:
    limit = Limit()
    if "movetime" in numbers:
        limit = Limit(seconds=numbers["movetime"] / 1000)
    elif side + "time" in numbers:
        seconds, increment = numbers[side + "time"] / 1000, numbers.get(side + "inc", 0) / 1000
        limit = Clock(seconds, increment, numbers.get("movestogo") or None).limit()
    if "mate" in numbers:
        limit = replace(limit, depth=max(2 * numbers["mate"], 1))
    if "depth" in numbers:
        limit = replace(limit, depth=max(numbers["depth"], 1))
    return replace(limit, nodes=numbers.get("nodes") or None)


def declaration(option: Option) -> str:
    """The line that declares an option in the answer to ``uci``."""
    words = [f"option name {option.name} type {option.kind}"]
    if option.kind != "button":
        value = getattr(EngineOptions(), option.field)
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


def ended_info(outcome: Outcome, mover: bool) -> str:
    """The ``info`` line of a position without moves: the side to move is mated, or the game is drawn.

    A win of the side to move, which some games know, is shown as a mate in one.
    """
    won = "mate 1" if outcome.winner is mover else "mate 0"
    return f"info depth 0 score {'cp 0' if outcome.winner is None else won}"


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


class Uci(TextProtocol):
    """A UCI engine. ``write`` is called with one line at a time, from several threads."""

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__(write)
        self._service = Service(self.on_note)
        self._client_board: Board | None = None
        self._fen = ""
        """FEN where the game on the board began; empty for the start position."""
        self.commands = {
            "uci": self._uci,
            "debug": self._debug,
            "isready": self._isready,
            "setoption": self._setoption,
            "register": self._register,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
        }

    @property
    def _variant(self) -> str:
        return self._service.settings.game

    @property
    def board(self) -> Board:
        """The board of the last ``position`` command, or the start position."""
        if self._client_board is None:
            self._client_board = Board(self._variant)
        return self._client_board

    def complain(self, words: list[str], error: Exception) -> None:
        """Report an error in a line."""
        self.on_note(one_line(error))

    def close(self) -> None:
        """End all threads."""
        self._service.close()

    # --- reports of the search ---

    def on_note(self, text: str) -> None:
        """Send a message for the user."""
        self.say(f"info string {one_line(text)}")

    def on_thought(self, thought: Thought) -> None:
        """Send one line of a finished depth."""
        self.say(info(thought))

    def on_answer(self, choice: ChosenMove | None, line: tuple[str, ...]) -> None:
        """Send the best move."""
        if choice and choice.solution:
            self.say(solved_info(choice.solution, line, self.board.turn))
        self.say(best_move(line))

    # --- commands ---

    def _uci(self, _words: list[str]) -> None:
        self.say(f"id name {ENGINE_NAME}")
        self.say("id author the Wormhole Chess founders")
        for each in OPTIONS:
            self.say(declaration(each))
        self.say("uciok")

    def _debug(self, words: list[str]) -> None:
        if words not in (["on"], ["off"]):
            raise WormholeError("debug: on or off is expected")

    def _register(self, _words: list[str]) -> None:
        """Do nothing: no registration is needed."""

    def _isready(self, _words: list[str]) -> None:
        self._service.make_ready()
        self.say("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        self._service.forget()

    def _setoption(self, words: list[str]) -> None:
        self._service.stop()
        if words[:1] != ["name"]:
            raise WormholeError("setoption: name is expected")
        end = words.index("value") if "value" in words else len(words)
        before = self._variant
        self._service.set(option(" ".join(words[1:end])), " ".join(words[end + 1 :]))
        if self._variant != before:
            self._client_board, self._fen = None, ""

    def _position(self, words: list[str]) -> None:
        self._service.stop()
        end = words.index("moves") if "moves" in words else len(words)
        kind, fen = " ".join(words[:1]), " ".join(words[1:end])
        if kind not in ("startpos", "fen"):
            raise WormholeError(f"position {quoted(kind)}: startpos or fen is expected")
        if (kind == "fen") is not bool(fen):
            raise WormholeError(f"position {kind} {quoted(fen)}: fen needs a FEN after it, startpos nothing")
        moves, played = words[end + 1 :], self.board.move_stack
        # Clients send the whole game before every move; moves that are already on the board are not played
        # again.
        if fen == self._fen and [move.text for move in played] == moves[: len(played)]:
            board, moves = self.board.copy(), moves[len(played) :]
        else:
            board = Board(self._variant, self._read(fen) if fen else None)
        for move in moves:
            board.push_uci(move)
        self._client_board, self._fen = board, fen

    def _read(self, text: str) -> str:
        """The FEN as the rules accept it; reports what was corrected."""
        fen, corrections = corrected_fen(text, variant(self._variant))
        for correction in corrections:
            self.on_note(correction)
        return fen

    def _go(self, words: list[str]) -> None:
        self._service.stop()
        outcome = None if self.board.legal_numbers else self.board.outcome()
        if outcome is not None:
            self.say(ended_info(outcome, self.board.turn))
        self._service.begin(self.board, parse_go(words, white_to_move=self.board.turn), self)

    def _stop(self, _words: list[str]) -> None:
        self._service.stop()

    def _ponderhit(self, _words: list[str]) -> None:
        """The expected move was played: from now on the time limit counts."""
        search = self._service.search
        if search is None or not search.is_pondering:
            raise WormholeError("ponderhit: there is no pondering")
        search.hit()
