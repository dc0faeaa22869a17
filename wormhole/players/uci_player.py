"""A program that speaks the Universal Chess Interface takes a seat.

The protocol: https://backscattering.de/chess/uci/.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wormhole.base.quoting import quoted
from wormhole.engine.levels import Limit
from wormhole.engine.time_management import Clock
from wormhole.players.player import Answer, MoveRequest, PlayerError, ThinkingInfo
from wormhole.players.program import (
    LOOK_AGAIN_SECONDS,
    EngineProcess,
    Patience,
    ProgramPlayer,
    centipawn_score,
    legal_move,
    mate_score,
    plain_text,
)
from wormhole.players.program_games import game_lines, is_as_in_catalogue
from wormhole.players.program_options import MOST_OPTIONS, OptionKind, option_line, option_of, whole_number
from wormhole.players.timeouts import GREETING_SECONDS, STOP_SECONDS
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant

_REFUSAL = re.compile(r"(illegal|invalid|unknown|error|bad)\b.*\buci\b", re.IGNORECASE)
REST_SECONDS = 0.3
"""So long a program goes on pondering after its request was dropped, as long as there is no other one."""


@dataclass(frozen=True)
class Handshake:
    """What a program says of itself."""

    name: str = ""
    author: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """The declaration of each option, by its name in lower case."""


def declared(
    process: EngineProcess,
    seconds: float,
    is_wanted: Callable[[], bool],
    first_seconds: float | None = None,
    lives: Callable[[], None] = lambda: None,
    *,
    is_asked_first: bool = False,
) -> Handshake:
    """The answer of a program to ``uci``. Raises :class:`PlayerError`.

    ``seconds``: how long it may take. With ``first_seconds`` it may take so long before the first line of its
    answer, and ``seconds`` after each one, when ``lives`` is called. With ``is_asked_first`` a line such as
    *Illegal move: uci* is an answer, too: it does not speak UCI.
    """
    process.send("uci")
    name, author, options = "", "", dict[str, str]()
    patience = whole = Patience(seconds if first_seconds is None else first_seconds)
    is_greeted = False
    while True:
        try:
            line = process.line(patience, is_wanted)
        except PlayerError:
            if is_greeted and time.monotonic() >= patience.end:
                return Handshake(name, author, options)
            raise
        if line is None:
            break
        words = line.split()
        if words == ["uciok"]:
            if options or is_greeted:
                return Handshake(name, author, options)
            is_greeted, patience = True, Patience(GREETING_SECONDS)
        if words[:1] in (["id"], ["option"]):
            if first_seconds is not None:
                lives()
                whole = Patience(seconds)
            patience = whole
        if is_asked_first and _REFUSAL.match(line):
            raise PlayerError("does not speak UCI")
        text = " ".join(words[2:])
        if words[:2] == ["id", "name"]:
            name = text
        elif words[:2] == ["id", "author"]:
            author = text
        elif words[:2] == ["option", "name"] and len(options) < MOST_OPTIONS:
            options[text.partition(" type ")[0].lower()] = text
    raise PlayerError("was stopped")


class UciPlayer(ProgramPlayer):
    """A UCI engine. Its options are set when it starts, ``UCI_Variant`` when a game begins."""

    _declared = Handshake()
    _variant: Variant | None = None
    _start = ""
    """The start of the game, as the ``position`` line has it."""
    _is_searching = False
    """Whether it analyses a position, and has not said its best move."""
    _guess: Move | None = None
    """The answer that the program expects to its last move."""
    _pondered: str | None = None
    """The position on which it ponders, as it was sent; None if it does not."""

    def _greet(self) -> None:
        self._declared = declared(self._running, self._timeout_seconds, lambda: not self._is_closed)
        self._own_name = plain_text(self._declared.name) or self._own_name
        self._variant, self._guess, self._pondered = None, None, None
        for option in self._options:
            if option.lower() not in self._declared.options:
                raise PlayerError("has no option {option}", option=quoted(option))
        self._set(self._options)
        if self._ponders and "ponder" in self._declared.options:
            self._set({"Ponder": "true"})
        self._wait_until_ready()

    def _set_up(self, board: Board) -> None:
        self._end_pondering()
        self._take_start(board)
        self._running.send("ucinewgame")
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        """Wait until it has carried out what it was told; UCI asks for that before the first search, too."""
        self._running.send("isready")
        self._heard("readyok", self._timeout_seconds)

    def _take_start(self, board: Board) -> None:
        if board.variant != self._variant:
            self._choose(board.variant)
        start = board.root().fen()
        self._start = "startpos" if start == Board(board.variant).fen() else f"fen {start}"

    def _begin_analysis(self, board: Board, line_count: int) -> None:
        self._take_start(board)
        offered = self._declared.options
        lines = option_of("uci", offered.get("multipv", ""))
        if lines is not None:
            self._set({"MultiPV": str(line_count if lines.high is None else min(line_count, lines.high))})
        self._wait_until_ready()
        self._is_searching = True
        self._running.send(self._position(board), "go infinite")

    def _analysed(self, line: str, board: Board) -> tuple[int, ThinkingInfo] | None:
        words = line.split()
        if words[:1] == ["bestmove"]:
            self._is_searching = False
        if words[:1] != ["info"]:
            return None
        found, rank = line_of(words), whole_number(_after(words, "multipv") or "1") or 0
        return (rank, found) if found is not None and found.line and rank > 0 else None

    def _end_analysis(self) -> None:
        if self._is_searching:
            self._call_off()

    def _choose(self, variant: Variant) -> None:
        lines = (
            None
            if not is_as_in_catalogue(variant)
            else game_lines(self._declared.options, variant, self._folder)
        )
        if lines is None:
            raise PlayerError("does not play {game}", game=variant.name)
        self._running.send(*lines)
        self._variant = variant

    def _set(self, options: Mapping[str, str]) -> None:
        self._running.send(*(self._option_line(name, value) for name, value in options.items()))

    def _option_line(self, name: str, value: str) -> str:
        """The line that sets an option, or presses a button."""
        option = option_of("uci", self._declared.options.get(name.lower(), ""))
        is_button = option is not None and option.kind is OptionKind.BUTTON
        return option_line("uci", name, None if is_button else value)

    def _position(self, board: Board, *more: Move) -> str:
        start, played = self._start, board.move_stack
        if not all(played):  # programs do not know null moves, which only records have
            twin, played = board.copy(), []
            while twin.peek():
                played.insert(0, twin.pop())
            start = f"fen {twin.fen()}"
        moves = "".join(f" {move}" for move in (*played, *more))
        return f"position {start}{' moves' if moves else ''}{moves}"

    def _best(self, asked: MoveRequest) -> Answer:
        board = asked.board
        position = self._position(board)
        if self._pondered == position:
            self._pondered = None
            self._running.send("ponderhit")
        else:
            self._end_pondering()
            self._running.send(position, go_command(self._limit, asked.clock, asked.other_clock, board.turn))
        for line in self._running.lines(self._answer_seconds(asked), lambda: self._is_wanted(asked)):
            words = line.split()
            if words[:1] == ["info"]:
                self._info = info_of(words, asked) or self._info
            elif words[:1] == ["bestmove"]:
                move = legal_move(board, words[1] if len(words) > 1 else "")
                self._guess = self._guessed(board, move, words)
                score = self._info.score_centipawns if self._info.asked is asked else None
                return Answer(asked, move, score_centipawns=score, seconds=asked.seconds)
        return Answer(asked)

    def _call_off(self) -> None:
        self._running.send("stop")
        self._heard("bestmove", STOP_SECONDS)

    def _ponder(self, asked: MoveRequest) -> None:
        """Think about the answer that is expected; it goes on until the next request."""
        guess, board = self._guess, asked.board
        if not self._ponders or guess is None or self._process is None or not board.is_legal(guess):
            return
        with self._ended_by_fault():
            self._pondered = self._position(board, guess)
            go = go_command(self._limit, asked.clock, asked.other_clock, not board.turn)
            self._running.send(self._pondered, go.replace("go", "go ponder", 1))

    def _interrupt(self) -> None:
        """End pondering, unless another request comes at once: the program may have guessed right."""
        if self._pondered is not None:
            self._do_later(self._rest)

    def _rest(self) -> None:
        deadline = time.monotonic() + REST_SECONDS
        while self._asked is None and not self._is_closed and time.monotonic() < deadline:
            time.sleep(LOOK_AGAIN_SECONDS)
        if self._asked is None and not self._is_closed:
            with self._ended_by_fault():
                self._end_pondering()

    def _end_pondering(self) -> None:
        pondered, self._pondered = self._pondered, None
        if pondered is not None:
            self._call_off()

    def _guessed(self, board: Board, move: Move, words: Sequence[str]) -> Move | None:
        """The expected answer of a ``bestmove`` line."""
        if not self._ponders or words[2:3] != ["ponder"] or len(words) < 4:
            return None
        after = board.copy()
        after.push(move)
        return after.legal_move(words[3])


def go_command(
    limit: Limit, clock: Clock | None = None, other: Clock | None = None, color: bool = WHITE
) -> str:
    """The ``go`` line that asks for a search within ``limit``, and on ``clock`` if there is one.

    If the opponent's clock is unknown, the line gives it the same time.

    >>> go_command(Limit(depth=5, seconds=0.25))
    'go depth 5 movetime 250'
    >>> go_command(Limit(seconds=2.0), Clock(60.0, 1.5), Clock(30.0), color=False)
    'go wtime 30000 btime 60000 winc 0 binc 1500'
    """
    words = ["go"]
    if limit.depth != Limit().depth:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if clock is not None:
        clocks = (clock, other or clock) if color is WHITE else (other or clock, clock)
        left = [max(round(1000 * each.left_seconds), 1) for each in clocks]
        more = [round(1000 * each.increment_seconds) for each in clocks]
        words.append(f"wtime {left[0]} btime {left[1]} winc {more[0]} binc {more[1]}")
        if clock.moves_to_go is not None:
            words.append(f"movestogo {clock.moves_to_go}")
    elif limit.seconds is not None:
        words.append(f"movetime {max(round(limit.seconds * 1000), 1)}")
    return " ".join(words)


def info_of(words: Sequence[str], asked: MoveRequest | None = None) -> ThinkingInfo | None:
    """The best line of an ``info`` line; None if it has no depth or no score.

    >>> info_of("info depth 7 score cp -31 nodes 4096 pv e2e4 e7e5".split()).line
    ('e2e4', 'e7e5')
    >>> info_of("info string hello".split()) is None
    True
    """
    if _after(words, "multipv") not in (None, "1"):
        return None
    found = line_of(words)
    return None if found is None else replace(found, asked=asked)


def line_of(words: Sequence[str]) -> ThinkingInfo | None:
    """Any line of an ``info`` line, not only the best one; None also if its score is only a bound."""
    if "string" in words:
        words = words[: words.index("string")]
    kind = _after(words, "score")
    score = whole_number(_after(words, kind)) if kind in ("cp", "mate") else None
    depth, nodes = whole_number(_after(words, "depth")), whole_number(_after(words, "nodes")) or 0
    if score is None or depth is None or {"lowerbound", "upperbound"} & set(words):
        return None
    score = mate_score(score) if kind == "mate" else centipawn_score(score)
    line = tuple(words[words.index("pv") + 1 :]) if "pv" in words else ()
    return ThinkingInfo(None, None, depth, score, nodes, line)


def _after(words: Sequence[str], name: str | None) -> str | None:
    """The word after that name."""
    place = words.index(name) + 1 if name in words else len(words)
    return words[place] if place < len(words) else None
