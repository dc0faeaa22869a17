"""A contestant that speaks the protocol of xboard, as many older engines do.

The protocol, version 2: https://www.gnu.org/software/xboard/engine-intf.html. Its time per move (``st``) is
in whole seconds, and engines treat it as a limit, not as a target. So each engine has a clock instead, which
gains the limit with each move and loses the time used. Before each move the engine gets the clock as its time
for the rest of the game. An engine that spends a fixed share of its clock soon uses the limit on average,
whatever the share is.
"""

from __future__ import annotations

import contextlib
import math
import queue
import re
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence

from wormhole.arena.contestants import EngineError
from wormhole.engine.levels import Limit
from wormhole.engine.protocols import xboard_game
from wormhole.own_program import environment_of_others
from wormhole.rules.board import Board
from wormhole.rules.errors import MoveError, WormholeError
from wormhole.rules.move import Move
from wormhole.rules.quoting import quoted
from wormhole.rules.variant import Variant

EXIT_SECONDS = 1.0
"""How long a program may take to end after ``quit``."""


class EngineProcess:
    """A running program. Raises :class:`EngineError` if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                bufsize=1,
                env=environment_of_others(),
                start_new_session=True,  # Ctrl-C reaches only the match, which ends its engines
            )
        except OSError as error:
            raise EngineError(f"{command[0]} cannot be started: {error.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, *lines: str) -> None:
        """Send lines. Raises :class:`EngineError` if the program has ended."""
        try:
            self._stdin.write("".join(f"{line}\n" for line in lines))
            self._stdin.flush()
        except OSError:
            raise EngineError(self._end_message()) from None

    def lines(self, seconds: float) -> Iterator[str]:
        """The lines that it writes from now on.

        Raises :class:`EngineError` when it has ended, or when ``seconds`` have passed, whatever it writes.
        """
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                raise EngineError(self._end_message())
            yield line
        raise EngineError(f"gives no answer within {seconds:g} s")

    def close(self) -> None:
        """Ask it to end; kill it if it does not."""
        with contextlib.suppress(EngineError):
            self.send("quit")
        with contextlib.suppress(OSError):
            self._stdin.close()
        try:
            self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        with contextlib.suppress(ValueError):
            for line in self._stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _end_message(self) -> str:
        try:
            return f"ended with status {self._process.wait(EXIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "does not answer"


USUAL_VARIANT = "chess"
"""The variant of an engine without the option ``UCI_Variant``."""


class UciClient:
    """An engine run by ``command``, with ``options`` set; ``patience_seconds`` are added to every limit."""

    def __init__(
        self,
        command: Sequence[str],
        variant: Variant,
        limit: Limit,
        options: Mapping[str, str],
        patience_seconds: float,
    ) -> None:
        self._command, self._variant, self._options = tuple(command), variant, dict(options)
        self._go = go_command(limit)
        self._patience_seconds = patience_seconds
        self._answer_seconds = (limit.seconds or 0) + patience_seconds
        self._position = ""
        self._name = self._command[0]
        self._process: EngineProcess | None = None

    @property
    def name(self) -> str:
        """The engine's own name, once it has run."""
        return self._name

    def new_game(self, board: Board) -> None:
        """Start the engine if it does not run, and send the start of a new game."""
        start = board.root().fen()
        self._position = "startpos" if start == Board(board.variant).fen() else f"fen {start}"
        try:
            if self._process is None:
                self._start()
            self._running.send("ucinewgame", "isready")
            self._heard("readyok", self._patience_seconds)
        except EngineError:
            self.close()
            raise

    def move(self, board: Board) -> Move:
        """The engine's best move."""
        moves = "".join(f" {move}" for move in board.move_stack)
        try:
            self._running.send(f"position {self._position}{' moves' if moves else ''}{moves}", self._go)
            words = self._heard("bestmove", self._answer_seconds).split()
            return legal_move(board, words[1] if len(words) > 1 else "")
        except EngineError:
            self.close()
            raise

    def close(self) -> None:
        """End the engine."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    @property
    def _running(self) -> EngineProcess:
        assert self._process is not None, "it is started before each game"
        return self._process

    def _start(self) -> None:
        self._process = EngineProcess(self._command)
        self._running.send("uci")
        offered = {}
        for line in self._running.lines(self._patience_seconds):
            if line == "uciok":
                break
            if line.startswith("id name "):
                self._name = line.removeprefix("id name ")
            elif line.startswith("option name "):
                option, _, about = line.removeprefix("option name ").partition(" type ")
                offered[option.lower()] = about
        self._running.send(*self._settings(offered))

    def _settings(self, offered: Mapping[str, str]) -> list[str]:
        """The lines that set variant and options. Raises :class:`EngineError` for unknown ones."""
        options, game = dict(self._options), self._variant.name
        choices = offered.get("uci_variant", f"combo var {USUAL_VARIANT}").split(" var ")[1:]
        if game not in map(str.strip, choices):
            raise EngineError(f"{self._name} does not play {game}")
        if "uci_variant" in offered:
            options["UCI_Variant"] = game
        for option in options:
            if option.lower() not in offered:
                raise EngineError(f"{self._name} has no option {quoted(option)}")
        return [f"setoption name {option} value {value}" for option, value in options.items()]

    def _heard(self, word: str, seconds: float) -> str:
        """The next line that begins with ``word``."""
        return next(line for line in self._running.lines(seconds) if line.split()[:1] == [word])


def go_command(limit: Limit) -> str:
    """The ``go`` line that asks for a search within ``limit``.

    >>> go_command(Limit(depth=5, seconds=0.25))
    'go depth 5 movetime 250'
    """
    words = ["go"]
    if limit.depth != Limit().depth:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.seconds is not None:
        words.append(f"movetime {max(round(limit.seconds * 1000), 1)}")
    return " ".join(words)


def legal_move(board: Board, text: str) -> Move:
    """The move that an engine wrote, without its roll. Raises :class:`EngineError`."""
    try:
        return board.parse_uci(text.partition("@")[0])
    except MoveError as error:
        raise EngineError(f"plays an illegal move: {error}") from None


MOVES_ON_CLOCK = 40
"""The clock starts with the time of this many moves."""

FEATURES_SECONDS = 2.0
"""An engine that has sent no features by then uses version 1 of the protocol."""

ACCEPTED_FEATURES = ("myname", "usermove", "setboard", "ping", "variants", "sigint", "sigterm", "done")
NO_HURRY_SECONDS = 3600.0


class XboardClient:
    """An engine run by ``command``; ``patience_seconds`` are added to every limit.

    ``options`` are sent as ``option NAME=VALUE``. Raises :class:`WormholeError` for a limit in nodes.
    """

    def __init__(
        self,
        command: Sequence[str],
        variant: Variant,
        limit: Limit,
        options: Mapping[str, str],
        patience_seconds: float,
    ) -> None:
        if limit.nodes is not None:
            raise WormholeError(f"{command[0]}: the protocol of xboard has no limit in nodes")
        self._command, self._variant, self._options = tuple(command), variant, dict(options)
        self._limit = limit
        self._patience_seconds = patience_seconds
        self._clock_seconds = MOVES_ON_CLOCK * (limit.seconds or NO_HURRY_SECONDS)
        self._features: dict[str, str] = {}
        self._moves_sent = 0
        self._process: EngineProcess | None = None

    @property
    def name(self) -> str:
        """The engine's own name, once it has run."""
        return self._features.get("myname", self._command[0])

    def new_game(self, board: Board) -> None:
        """Start the engine if it does not run, and set up a new game."""
        start = xboard_game.written_fen(board.root())
        lines = ["new", *(["variant " + board.variant.name] if board.variant.name != USUAL_VARIANT else [])]
        lines += [f"option {name}={value}" for name, value in self._options.items()]
        lines += ["easy", "nopost", f"level 0 {max(math.ceil(self._clock_seconds / 60), 1)} 0"]
        if self._limit.depth != Limit().depth:
            lines.append(f"sd {self._limit.depth}")
        lines.append("force")
        is_set_up = start != xboard_game.written_fen(Board(board.variant))
        if is_set_up:
            lines.append(f"setboard {start}")
        self._moves_sent = 0
        try:
            if self._process is None:
                self._start()
            if is_set_up and self._features.get("setboard") != "1":
                raise EngineError(f"{self.name} cannot begin from a position")
            self._running.send(*lines)
            if self._features.get("ping") == "1":
                self._running.send("ping 1")
                self._heard("pong", self._patience_seconds)
        except EngineError:
            self.close()
            raise

    def move(self, board: Board) -> Move:
        """The engine's move."""
        prefix = "usermove " if self._features.get("usermove") == "1" else ""
        moves = board.move_stack[self._moves_sent :]
        news = [f"{prefix}{xboard_game.written(board.variant, move.text)}" for move in moves]
        centiseconds = max(round(self._clock_seconds * 100), 1)
        begun = time.perf_counter()
        try:
            self._running.send("force", *news, f"time {centiseconds}", f"otim {centiseconds}", "go")
            text = self._heard("move", self._answer_seconds()).split()[-1]
            move = legal_move(board, xboard_game.understood(board.variant, text))
        except EngineError:
            self.close()
            raise
        if self._limit.seconds is not None:
            self._clock_seconds += self._limit.seconds - (time.perf_counter() - begun)
        self._moves_sent = len(board.move_stack) + 1
        return move

    def close(self) -> None:
        """End the engine."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _answer_seconds(self) -> float:
        return (self._limit.seconds or 0) + self._patience_seconds

    @property
    def _running(self) -> EngineProcess:
        assert self._process is not None, "it is started before each game"
        return self._process

    def _start(self) -> None:
        self._process = EngineProcess(self._command)
        self._running.send("xboard", "protover 2")
        self._read_features(FEATURES_SECONDS)
        if self._features.get("done") == "0":
            self._read_features(self._patience_seconds)
        known = self._features.get("variants", "normal").split(",")
        game = self._variant.name
        if ("normal" if game == USUAL_VARIANT else game) not in known:
            raise EngineError(f"{self.name} does not play {game}")

    def _read_features(self, seconds: float) -> None:
        """Read the engine's features until ``done`` or for ``seconds``."""
        with contextlib.suppress(EngineError):
            for line in self._running.lines(seconds):
                sent = features(line) if line.startswith("feature ") else {}
                self._features |= sent
                self._running.send(
                    *(f"{'accepted' if name in ACCEPTED_FEATURES else 'rejected'} {name}" for name in sent)
                )
                if "done" in sent:
                    return

    def _heard(self, word: str, seconds: float) -> str:
        """The next line that begins with ``word``."""
        for line in self._running.lines(seconds):
            if line.split()[:1] == [word]:
                return line
            if line.startswith("resign"):
                raise EngineError("resigns")
            if line.startswith("Illegal move"):
                raise EngineError(f"rejects a move: {line}")
        raise AssertionError("lines never end")


def features(line: str) -> dict[str, str]:
    """The features in a ``feature`` line.

    >>> features('feature myname="Ada 1.0" ping=1')
    {'myname': 'Ada 1.0', 'ping': '1'}
    """
    return {name: value.strip('"') for name, value in re.findall(r'(\w+)=("[^"]*"|\S+)', line)}
