"""A program that speaks the Universal Chess Interface takes a seat.

The protocol: https://backscattering.de/chess/uci/.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wormhole.engine.clock import Clock
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE
from wormhole.players.player import Answer, Asked, PlayerError, ThinkingInfo
from wormhole.players.program import STOP_SECONDS, USUAL_VARIANT, ProgramPlayer, legal_move
from wormhole.rules.board import Board
from wormhole.rules.quoting import quoted
from wormhole.rules.variant import Variant


class UciPlayer(ProgramPlayer):
    """A UCI engine. Its options are set when it starts, ``UCI_Variant`` when a game begins."""

    _offered: Mapping[str, str] = {}
    """The program's declaration of each of its options, by the name in lower case."""
    _variant: Variant | None = None
    _start = ""
    """The start of the game, as the ``position`` line has it."""

    def _greet(self) -> None:
        self._running.send("uci")
        offered = {}
        for line in self._running.lines(self._patience_seconds, lambda: not self._is_closed):
            if line == "uciok":
                break
            if line.startswith("id name "):
                self._own_name = line.removeprefix("id name ")
            elif line.startswith("option name "):
                option, _, about = line.removeprefix("option name ").partition(" type ")
                offered[option.lower()] = about
        self._offered, self._variant = offered, None
        for option in self._options:
            if option.lower() not in offered:
                raise PlayerError("has no option {option}", option=quoted(option))
        self._set(self._options)

    def _set_up(self, board: Board) -> None:
        if board.variant != self._variant:
            self._choose(board.variant)
        start = board.root().fen()
        self._start = "startpos" if start == Board(board.variant).fen() else f"fen {start}"
        self._running.send("ucinewgame", "isready")
        self._heard("readyok", self._patience_seconds)

    def _choose(self, variant: Variant) -> None:
        choices = self._offered.get("uci_variant", f"combo var {USUAL_VARIANT}").split(" var ")[1:]
        if variant.name not in map(str.strip, choices):
            raise PlayerError("does not play {game}", game=variant.name)
        if "uci_variant" in self._offered:
            self._set({"UCI_Variant": variant.name})
        self._variant = variant

    def _set(self, options: Mapping[str, str]) -> None:
        self._running.send(*(f"setoption name {name} value {value}" for name, value in options.items()))

    def _best(self, asked: Asked) -> Answer:
        board = asked.board
        moves = "".join(f" {move}" for move in board.move_stack)
        position = f"position {self._start}{' moves' if moves else ''}{moves}"
        self._running.send(position, go_command(self._limit, asked.clock))
        for line in self._running.lines(self._answer_seconds(asked), lambda: self._is_wanted(asked)):
            words = line.split()
            if words[:1] == ["info"]:
                self._info = info_of(words, asked) or self._info
            elif words[:1] == ["bestmove"]:
                move = legal_move(board, words[1] if len(words) > 1 else "")
                score = self._info.score_centipawns if self._info.asked is asked else None
                return Answer(asked, move, score_centipawns=score, seconds=asked.seconds)
        return Answer(asked)

    def _call_off(self) -> None:
        self._running.send("stop")
        self._heard("bestmove", STOP_SECONDS)


def go_command(limit: Limit, clock: Clock | None = None) -> str:
    """The ``go`` line that asks for a search within ``limit``, and on ``clock`` if there is one.

    The opponent's clock is unknown; the line gives it the same time.

    >>> go_command(Limit(depth=5, seconds=0.25))
    'go depth 5 movetime 250'
    >>> go_command(Limit(seconds=2.0), Clock(60.0, 1.5))
    'go wtime 60000 btime 60000 winc 1500 binc 1500'
    """
    words = ["go"]
    if limit.depth != Limit().depth:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if clock is not None:
        left, more = (max(round(1000 * each), 1) for each in (clock.left_seconds, clock.increment_seconds))
        more = more if clock.increment_seconds else 0
        words.append(f"wtime {left} btime {left} winc {more} binc {more}")
        if clock.moves_to_go is not None:
            words.append(f"movestogo {clock.moves_to_go}")
    elif limit.seconds is not None:
        words.append(f"movetime {max(round(limit.seconds * 1000), 1)}")
    return " ".join(words)


def info_of(words: Sequence[str], asked: Asked | None = None) -> ThinkingInfo | None:
    """The best line of an ``info`` line; None if it has no depth or no score.

    >>> info_of("info depth 7 score cp -31 nodes 4096 pv e2e4 e7e5".split()).line
    ('e2e4', 'e7e5')
    >>> info_of("info string hello".split()) is None
    True
    """
    if "string" in words:
        words = words[: words.index("string")]
    if _after(words, "multipv") not in (None, "1"):
        return None
    depth, kind = _after(words, "depth"), _after(words, "score")
    number = _after(words, kind) if kind in ("cp", "mate") else None
    try:
        score = int(number or "")
        depths, nodes = int(depth or ""), int(_after(words, "nodes") or 0)
    except ValueError:
        return None
    if kind == "mate":
        score = MATE - 2 * score + 1 if score > 0 else -MATE - 2 * score
    line = tuple(words[words.index("pv") + 1 :]) if "pv" in words else ()
    return ThinkingInfo(asked, None, depths, score, nodes, line)


def _after(words: Sequence[str], name: str | None) -> str | None:
    """The word after that name."""
    place = words.index(name) + 1 if name in words else len(words)
    return words[place] if place < len(words) else None
