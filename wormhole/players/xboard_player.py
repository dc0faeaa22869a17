"""A program that speaks the protocol of xboard takes a seat, as many older engines do.

The protocol, version 2: https://www.gnu.org/software/xboard/engine-intf.html. Its time per move (``st``) is
in whole seconds, and engines treat it as a limit, not as a target. So where the game has no clock, each
engine has one that gains the limit with each move and loses the time used. Before each move the engine gets
the clock as its time for the rest of the game. An engine that spends a fixed share of its clock soon uses the
limit on average, whatever the share is.
"""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Callable, Mapping, Sequence

from wormhole.engine.clock import Clock
from wormhole.engine.levels import Limit
from wormhole.engine.protocols import xboard_game
from wormhole.players.player import Answer, Asked, PlayerError, ThinkingInfo, ignore
from wormhole.players.program import STOP_SECONDS, USUAL_VARIANT, ProgramPlayer, legal_move
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.move import Move

MOVES_ON_CLOCK = 40
"""The clock starts with the time of this many moves."""

FEATURES_SECONDS = 2.0
"""An engine that has sent no features after this time uses version 1 of the protocol."""

ACCEPTED_FEATURES = ("myname", "usermove", "setboard", "ping", "variants", "sigint", "sigterm", "done")
NO_HURRY_SECONDS = 3600.0
_THOUGHT = re.compile(r"(\d+)\D?\s+(-?\d+)\s+\d+\s+(\d+)(?:\s+(.*))?$")
"""A line of thinking: depth, score, centiseconds, nodes and moves."""


class XboardPlayer(ProgramPlayer):
    """An xboard engine. ``options`` are sent as ``option NAME=VALUE``.

    Raises :class:`WormholeError` for a limit in nodes.
    """

    def __init__(
        self,
        command: Sequence[str],
        limit: Limit,
        options: Mapping[str, str],
        patience_seconds: float,
        on_answer: Callable[[Answer], None] = ignore,
    ) -> None:
        if limit.nodes is not None:
            raise WormholeError(f"{command[0]}: the protocol of xboard has no limit in nodes")
        super().__init__(command, limit, options, patience_seconds, on_answer)
        self._clock_seconds = MOVES_ON_CLOCK * (limit.seconds or NO_HURRY_SECONDS)
        self._features: dict[str, str] = {}
        self._setup: tuple[str, ...] = ()
        """The lines that set up the start of the game."""
        self._known: list[Move] | None = None
        """The moves that the engine knows; None: the game has to be set up anew."""
        self._is_on_clock = False

    def end_game(self, result: str) -> None:
        """Send the engine the result of the game."""
        self._known = None
        if self._process is not None:
            with self._ended_by_fault():
                self._running.send("force", f"result {result} {{}}")

    def _greet(self) -> None:
        self._known, self._features = None, {}
        self._running.send("xboard", "protover 2")
        self._read_features(FEATURES_SECONDS)
        if self._features.get("done") == "0":
            self._read_features(self._patience_seconds)
        self._own_name = self._features.get("myname", self._own_name)

    def _set_up(self, board: Board) -> None:
        game, known = board.variant.name, self._features.get("variants", "normal").split(",")
        if ("normal" if game == USUAL_VARIANT else game) not in known:
            raise PlayerError("does not play {game}", game=game)
        start = xboard_game.written_fen(board.root())
        is_usual = start == xboard_game.written_fen(Board(board.variant))
        if not is_usual and self._features.get("setboard") != "1":
            raise PlayerError("cannot start from a position")
        chosen = () if game == USUAL_VARIANT else (f"variant {game}",)
        options = (f"option {name}={value}" for name, value in self._options.items())
        placed = () if is_usual else (f"setboard {start}",)
        self._setup = ("new", *chosen, *options, "easy", "post", "force", *placed)
        self._begin(None)
        if self._features.get("ping") == "1":
            self._running.send("ping 1")
            self._heard("pong", self._patience_seconds)

    def _begin(self, clock: Clock | None) -> None:
        """Set up the start of the game."""
        seconds, increment = self._clock_seconds, 0.0
        if clock is not None:
            seconds, increment = clock.left_seconds, clock.increment_seconds
        self._running.send(*self._setup, f"level 0 {max(math.ceil(seconds / 60), 1)} {math.floor(increment)}")
        if self._limit.depth != Limit().depth:
            self._running.send(f"sd {self._limit.depth}")
        self._known, self._is_on_clock = [], clock is not None

    def _best(self, asked: Asked) -> Answer:
        board, clock = asked.board, asked.clock
        known = self._known
        is_same_clock = self._is_on_clock is (clock is not None)
        if known is None or not is_same_clock or board.move_stack[: len(known)] != known:
            self._begin(clock)
            known = []
        prefix = "usermove " if self._features.get("usermove") == "1" else ""
        moves = board.move_stack[len(known) :]
        news = [f"{prefix}{xboard_game.written(board.variant, move.text)}" for move in moves]
        centiseconds = max(round((self._clock_seconds if clock is None else clock.left_seconds) * 100), 1)
        begun = time.perf_counter()
        self._known = None
        self._running.send("force", *news, f"time {centiseconds}", f"otim {centiseconds}", "go")
        offers = False
        for line in self._running.lines(self._answer_seconds(asked), lambda: self._is_wanted(asked)):
            words = line.split()
            if words[:1] == ["move"]:
                move = legal_move(board, xboard_game.understood(board.variant, words[-1]))
                if clock is None and self._limit.seconds is not None:
                    self._clock_seconds += self._limit.seconds - (time.perf_counter() - begun)
                self._known = [*board.move_stack, move]
                score = self._info.score_centipawns if self._info.asked is asked else None
                return Answer(asked, move, offers_draw=offers, score_centipawns=score, seconds=asked.seconds)
            if line.startswith("resign"):
                return Answer(asked, resigns=True)
            if line.startswith("Illegal move"):
                raise PlayerError("rejected a move: {line}", line=line)
            offers = offers or line.startswith("offer draw")
            self._info = thought_of(line, asked) or self._info
        return Answer(asked)

    def _call_off(self) -> None:
        self._running.send("?")
        self._heard("move", STOP_SECONDS)
        self._running.send("force")

    def _read_features(self, seconds: float) -> None:
        """Read the engine's features until ``done`` or for ``seconds``."""
        with contextlib.suppress(PlayerError):
            for line in self._running.lines(seconds, lambda: not self._is_closed):
                sent = features(line) if line.startswith("feature ") else {}
                self._features |= sent
                self._running.send(
                    *(f"{'accepted' if name in ACCEPTED_FEATURES else 'rejected'} {name}" for name in sent)
                )
                if "done" in sent:
                    return


def features(line: str) -> dict[str, str]:
    """The features in a ``feature`` line.

    >>> features('feature myname="Ada 1.0" ping=1')
    {'myname': 'Ada 1.0', 'ping': '1'}
    """
    return {name: value.strip('"') for name, value in re.findall(r'(\w+)=("[^"]*"|\S+)', line)}


def thought_of(line: str, asked: Asked | None = None) -> ThinkingInfo | None:
    """The content of a line of thinking; its moves are in the engine's own notation. None for any other line.

    >>> thought_of("9 156 1084 48000 Nf3 Nc6").score_centipawns
    156
    """
    found = _THOUGHT.match(line)
    if found is None:
        return None
    depth, score, nodes = (int(found[place]) for place in (1, 2, 3))
    return ThinkingInfo(asked, None, depth, score, nodes, tuple((found[4] or "").split()))
