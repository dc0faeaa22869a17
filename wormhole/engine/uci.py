"""The Universal Chess Interface (UCI), through which other programs use the computer player.

The protocol: https://www.chessprogramming.org/UCI. The variant is chess until ``UCI_Variant`` names another;
moves are written as in ``rules.md``. Bad input is answered by an ``info string``.
"""

from __future__ import annotations

import contextlib
import math
import random
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace

from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.opponent import Choice, Opponent
from wormhole.engine.strength import level_for_elo, narrowed
from wormhole.engine.thinker import Thought
from wormhole.engine.uci_go import Go, parse_go
from wormhole.engine.uci_options import CLEAR_HASH, OPTIONS, Settings, changed, option
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import quoted
from wormhole.version import VERSION

NO_MOVE = "(none)"
"""The usual answer if there is no move; the protocol does not define one."""

SOLVING_SHARE = 0.1
"""Share of a move's time for solving the ending."""

SOLVABLE_SQUARES = 40
"""The solver is used from this many squares on down; with more, no proof would finish."""

UNLIMITED = replace(LEVELS[-1], limit=Limit(), solver_seconds=math.inf)
"""Full strength without limits."""


class Uci:
    """A UCI engine. ``write`` is called with one line at a time, from two threads."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._settings = Settings()
        self._client_board: Board | None = None
        self._fen = ""
        """FEN where the game on the board began; empty for the start position."""
        self._opponent: Opponent | None = None
        self._search: threading.Thread | None = None
        self._pondered: Go | None = None
        self._answer_now = threading.Event()
        """Set when an answer that waits for ``stop`` or ``ponderhit`` may be given."""
        self._commands: dict[str, Callable[[list[str]], None]] = {
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
    def _board(self) -> Board:
        """The board of the last ``position`` command, or the start position; the first board loads loops."""
        if self._client_board is None:
            self._client_board = Board(self._settings.variant)
        return self._client_board

    def run(self, lines: Iterable[str]) -> None:
        """Answer ``lines`` until ``quit`` or their end."""
        try:
            for line in lines:
                words = line.split()
                if words == ["quit"]:
                    break
                if words:
                    self._answer(words)
        finally:
            self._stop([])

    def _answer(self, words: list[str]) -> None:
        command = self._commands.get(words[0])
        try:
            if command is None:
                raise WormholeError(f"unknown command {quoted(words[0])}")
            command(words[1:])
        except Exception as error:  # one bad line must not end a game
            self._complain(error)

    def _say(self, line: str) -> None:
        # The client may be gone; then its input ends too, and the engine quits.
        with self._writing, contextlib.suppress(OSError):
            self._write(line)

    def _complain(self, error: Exception) -> None:
        text = " ".join(str(error).split()) or type(error).__name__
        self._say(f"info string {text}")

    # --- commands ---

    def _uci(self, _words: list[str]) -> None:
        self._say(f"id name Wormhole {VERSION}")
        self._say("id author the Wormhole Chess founders")
        for each in OPTIONS:
            self._say(each.line(Settings()))
        self._say("uciok")

    def _debug(self, words: list[str]) -> None:
        if words not in (["on"], ["off"]):
            raise WormholeError("debug: on or off is expected")

    def _register(self, _words: list[str]) -> None:
        """Do nothing: no registration is needed."""

    def _isready(self, _words: list[str]) -> None:
        if self._search is None:
            self._prepared()
        self._say("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        self._stop([])
        if self._opponent:
            self._opponent.forget()

    def _setoption(self, words: list[str]) -> None:
        self._stop([])
        if words[:1] != ["name"]:
            raise WormholeError("setoption: name is expected")
        end = words.index("value") if "value" in words else len(words)
        chosen, text = option(" ".join(words[1:end])), " ".join(words[end + 1 :])
        if chosen is CLEAR_HASH:
            self._ucinewgame([])
            return
        before, self._settings = self._settings, changed(self._settings, chosen, text)
        if chosen.remakes and self._settings != before:
            self._opponent = None
        if self._settings.variant != before.variant:
            self._client_board, self._fen = None, ""

    def _position(self, words: list[str]) -> None:
        self._stop([])
        end = words.index("moves") if "moves" in words else len(words)
        kind, fen = " ".join(words[:1]), " ".join(words[1:end])
        if kind not in ("startpos", "fen"):
            raise WormholeError(f"position {quoted(kind)}: startpos or fen is expected")
        if (kind == "fen") is not bool(fen):
            raise WormholeError(f"position {kind} {quoted(fen)}: fen needs a FEN after it, startpos nothing")
        moves, played = words[end + 1 :], self._board.move_stack
        # Clients send the whole game before every move; moves that are on the board are not played again.
        if fen == self._fen and [move.text for move in played] == moves[: len(played)]:
            board, moves = self._board.copy(), moves[len(played) :]
        else:
            board = Board(self._settings.variant, fen or None)
        for move in moves:
            board.push_uci(move)
        self._client_board, self._fen = board, fen

    def _go(self, words: list[str]) -> None:
        self._stop([])
        asked = parse_go(words, white_to_move=self._board.turn)
        level = self._level()
        asked = replace(asked, limit=narrowed(asked.limit, level.limit))
        for text in asked.searchmoves:
            self._board.parse_uci(text)
        opponent, board = self._prepared(), still_open(self._board)
        solving = min(level.solver_seconds, solver_seconds(board, asked.first_limit))
        level = replace(level, limit=asked.first_limit, solver_seconds=solving)
        self._answer_now.clear()
        if not asked.waits:
            self._answer_now.set()
        self._pondered = asked if asked.ponder and not asked.infinite else None
        begun = threading.Event()
        self._search = threading.Thread(
            target=self._think, args=(opponent, board, level, asked, begun), daemon=True
        )
        self._search.start()
        begun.wait()

    def _stop(self, _words: list[str]) -> None:
        if self._search is None:
            return
        self._prepared().stop()
        self._answer_now.set()
        self._search.join()
        self._search = None

    def _ponderhit(self, _words: list[str]) -> None:
        """The expected move was played: from now on the time limit counts."""
        if self._search is None or self._pondered is None:
            raise WormholeError("ponderhit: there is no pondering")
        self._prepared().limit_to(self._pondered.limit)
        self._pondered = None
        self._answer_now.set()

    # --- the search ---

    def _prepared(self) -> Opponent:
        """The opponent for the current variant and options."""
        if self._opponent is None:
            settings = self._settings
            self._opponent = Opponent(
                self._board.variant,
                fast=has_fast_loops(),  # also the solver's, or else a move would include loading them
                generator=random.Random(),
                has_taste=False,
                table_entries=settings.table_entries,
                threads=settings.threads,
            )
            self._opponent.choose(self._board, replace(LEVELS[-1], limit=Limit(depth=1), solver_seconds=0.0))
        return self._opponent

    def _level(self) -> Level:
        """The level for the current options."""
        settings = self._settings
        if settings.is_limited and not settings.is_analysis:
            return level_for_elo(settings.elo)
        return UNLIMITED

    def _think(
        self, opponent: Opponent, board: Board, level: Level, asked: Go, begun: threading.Event
    ) -> None:
        def is_wanted() -> bool:
            begun.set()
            return True

        try:
            choice = opponent.choose(
                board,
                level,
                is_wanted,
                told=lambda thought: self._say(info(thought)),
                among=asked.searchmoves,
                line_count=self._settings.line_count,
            )
        except Exception as error:
            self._complain(RuntimeError(f"the search failed: {error}"))
            choice = None
        begun.set()
        if choice and choice.solution:
            self._say(solved_info(choice, board.turn))
        self._answer_now.wait()
        line = choice.line if choice else tuple(move.text for move in board.legal_moves[:1])
        answer = f"bestmove {line[0] if line else NO_MOVE}"
        if len(line) > 1:
            answer += f" ponder {line[1]}"
        self._say(answer)


def still_open(board: Board) -> Board:
    """A copy to search, in which a draw by repetition or quiet moves does not end the game.

    Clients decide when a game is drawn. Some ask for a move after such a draw.
    """
    if not board.is_game_over():
        return board.copy()
    fields = board.fen().split()
    fields[4] = "0"
    return Board(board.variant, " ".join(fields))


def solver_seconds(board: Board, limit: Limit) -> float:
    """The time for solving the ending of ``board``; 0.0 before the ending and without a time limit."""
    seconds = limit.soft_seconds or limit.seconds
    squares = board.variant.geometry.squares - len(board.holes)
    return SOLVING_SHARE * seconds if seconds and squares <= SOLVABLE_SQUARES else 0.0


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


def solved_info(choice: Choice, mover: bool) -> str:
    """The ``info`` line of a move with a proven result; any win is shown as a mate."""
    solution, plies = choice.solution, len(choice.line)
    result = "cp 0"
    if solution.winner is not None:
        result = f"mate {solution.moves + 1 if solution.winner is mover else -solution.moves}"
    return f"info depth {plies} seldepth {plies} score {result} pv {' '.join(choice.line)}"


def score(thought: Thought) -> str:
    """A score in UCI's form: ``cp 31``, ``mate 3``, ``mate -2``; mates are counted in moves."""
    value = thought.score_centipawns
    if abs(value) <= MATE_BOUND:
        return f"cp {value}"
    plies = MATE - abs(value)
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"
