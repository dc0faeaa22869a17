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
import re
import time
from collections.abc import Mapping, Sequence

from wormhole.arena.contestant import EngineError
from wormhole.arena.engine_process import EngineProcess
from wormhole.arena.uci_client import USUAL_VARIANT, legal_move
from wormhole.engine.levels import Limit
from wormhole.engine.protocols import xboard_game
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

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
            self._running.say(*lines)
            if self._features.get("ping") == "1":
                self._running.say("ping 1")
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
            self._running.say("force", *news, f"time {centiseconds}", f"otim {centiseconds}", "go")
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
        self._running.say("xboard", "protover 2")
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
                self._running.say(
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
