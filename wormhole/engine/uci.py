"""The Universal Chess Interface, by which other programs use the computer player.

The protocol: https://www.chessprogramming.org/UCI. Chess is the variant until ``UCI_Variant`` names another;
moves are written as ``rules.md`` has it. What cannot be understood is answered by an ``info string``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from wormhole.engine.clock import Clock
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.thinker import TABLE_ENTRIES, Thinker, Thought
from wormhole.rules.board import Board
from wormhole.rules.compiled import available
from wormhole.rules.errors import WormholeError
from wormhole.rules.gamefile import variant, variants
from wormhole.version import VERSION

DEFAULT_VARIANT = "chess"
BYTES_AN_ENTRY = 16
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Go:
    """What a ``go`` command asks for; ``clock`` is that of the side to move."""

    limit: Limit = field(default_factory=Limit)
    clock: Clock | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()


class Uci:
    """An engine that is talked to line by line. ``write`` takes one line; it is called from two threads."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._board = Board(DEFAULT_VARIANT)
        self._megabytes = TABLE_ENTRIES * BYTES_AN_ENTRY // MEGABYTE
        self._thinker: Thinker | None = None
        self._search: threading.Thread | None = None
        self._pondered: Go | None = None
        self._answer_now = threading.Event()
        """Set when an answer may be given that was to wait for ``stop`` or ``ponderhit``."""
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer ``lines`` until ``quit`` or their end."""
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == "quit":
                break
            self._answer(words)
        self._stop([])

    def _answer(self, words: list[str]) -> None:
        command = self._commands.get(words[0])
        try:
            if command is None:
                raise WormholeError(f"unknown command {words[0]!r}")
            command(words[1:])
        except WormholeError as error:
            self._write(f"info string {error}")

    def _uci(self, _words: list[str]) -> None:
        names = " ".join(f"var {name}" for name in variants())
        self._write(f"id name Wormhole {VERSION}")
        self._write("id author the Wormhole Chess founders")
        self._write(f"option name UCI_Variant type combo default {DEFAULT_VARIANT} {names}")
        self._write(f"option name Hash type spin default {self._megabytes} min 1 max 4096")
        self._write("option name Ponder type check default false")
        self._write("uciok")

    def _isready(self, _words: list[str]) -> None:
        if self._search is None:
            self._prepared()
        self._write("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        self._stop([])
        self._thinker = None

    def _setoption(self, words: list[str]) -> None:
        self._stop([])
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        if name == "UCI_Variant":
            self._board = Board(variant(value))
            self._thinker = None
        elif name == "Hash":
            if not value.isdigit() or not 1 <= int(value) <= 4096:
                raise WormholeError(f"Hash is {value!r}; it must be a number from 1 to 4096")
            self._megabytes = int(value)
            self._thinker = None
        elif name != "Ponder":
            raise WormholeError(f"there is no option {name!r}")

    def _position(self, words: list[str]) -> None:
        self._stop([])
        before, _, moves = " ".join(words).partition("moves")
        kind, _, fen = before.strip().partition(" ")
        game = self._board.variant
        if kind not in ("startpos", "fen"):
            raise WormholeError(f"position {kind!r}: startpos or fen is expected")
        board = Board(game, fen if kind == "fen" else None)
        for move in moves.split():
            board.push_uci(move)
        self._board = board

    def _go(self, words: list[str]) -> None:
        self._stop([])
        asked = parse_go(words, white_to_move=self._board.turn)
        thinker, board = self._prepared(), self._board.copy()
        self._answer_now.clear()
        self._pondered = asked if asked.ponder else None
        self._search = threading.Thread(target=self._think, args=(thinker, board, asked), daemon=True)
        self._search.start()

    def _stop(self, _words: list[str]) -> None:
        if self._search is None:
            return
        self._answer_now.set()
        while self._search.is_alive():
            self._prepared().stop()
            self._search.join(timeout=0.01)
        self._search = None

    def _ponderhit(self, _words: list[str]) -> None:
        """The move pondered on was played: from now on the clock runs, if there is one."""
        if self._search is None or self._pondered is None:
            return
        if self._pondered.clock is not None and self._search.is_alive():
            timer = threading.Timer(self._pondered.clock.share_seconds(), self._prepared().stop)
            timer.daemon = True
            timer.start()
        self._pondered = None
        self._answer_now.set()

    def _prepared(self) -> Thinker:
        if self._thinker is None:
            entries = 1 << (self._megabytes * MEGABYTE // BYTES_AN_ENTRY).bit_length() - 1
            self._thinker = Thinker(self._board.variant, fast=available(), table_entries=entries)
            self._thinker.think(self._board, Limit(depth=1))
        return self._thinker

    def _think(self, thinker: Thinker, board: Board, asked: Go) -> None:
        limit = asked.limit
        if asked.clock is not None and not asked.infinite:
            limit = replace(asked.clock.limit(), depth=limit.depth, nodes=limit.nodes)
        if asked.infinite or asked.ponder:
            limit = replace(limit, seconds=None)
        try:
            move = thinker.think(
                board,
                limit,
                told=lambda thought: self._write(info(thought)),
                among=asked.searchmoves,
            )
        except Exception as error:
            self._write(f"info string the search failed: {error}")
            move = next(iter(board.legal_moves), None)
        if asked.infinite or asked.ponder:
            self._answer_now.wait()
        if move is None:
            move = next(iter(board.legal_moves), None)
        self._write(f"bestmove {move.text if move else '0000'}")


def info(thought: Thought) -> str:
    """The ``info`` line of a finished depth."""
    milliseconds = max(1, round(thought.seconds * 1000))
    words = [
        *("info depth", thought.depth, "seldepth", thought.selective_depth, "score", score(thought)),
        *("nodes", thought.nodes, "nps", round(thought.nodes * 1000 / milliseconds)),
        *("hashfull", thought.table_permille, "time", milliseconds, "pv", *thought.line),
    ]
    return " ".join(map(str, words))


def score(thought: Thought) -> str:
    """A score as UCI has it: ``cp 31``, ``mate 3``, ``mate -2``; mates are counted in moves."""
    value = thought.score_centipawns
    if abs(value) <= MATE_BOUND:
        return f"cp {value}"
    plies = MATE - abs(value)
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"


def parse_go(words: list[str], *, white_to_move: bool) -> Go:
    """What the words after ``go`` ask for. Raises :class:`WormholeError` naming what is wrong."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    known = {"depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"}
    is_listing = False
    waiting = iter(words)
    for word in waiting:
        if word in ("infinite", "ponder"):
            flags.add(word)
        elif word == "searchmoves":
            is_listing = True
        elif word in known:
            is_listing = False
            value = next(waiting, "")
            if not value.lstrip("-").isdigit():
                raise WormholeError(f"go {word} {value!r}: a number is expected")
            numbers[word] = max(int(value), 0)
        elif is_listing:
            moves.append(word)
        else:
            raise WormholeError(f"go: unknown word {word!r}")
    side = "w" if white_to_move else "b"
    clock = None
    if side + "time" in numbers:
        increment = numbers.get(side + "inc", 0) / 1000
        clock = Clock(numbers[side + "time"] / 1000, increment, numbers.get("movestogo") or None)
    limit = Limit(
        depth=max(numbers.get("depth", 2 * numbers["mate"] if numbers.get("mate") else 60), 1),
        seconds=numbers["movetime"] / 1000 if "movetime" in numbers else None,
        nodes=numbers.get("nodes") or None,
    )
    return Go(limit, clock, "infinite" in flags, "ponder" in flags, tuple(moves))
