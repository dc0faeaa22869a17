"""A program that speaks the protocol of xboard takes a seat, as many older engines do.

The protocol, version 2: https://www.gnu.org/software/xboard/engine-intf.html. Its time per move (``st``) is
in whole seconds, and engines treat it as a limit, not as a target. So where the game has no clock, each
engine has one that gains the limit with each move and loses the time used. Before each move the engine gets
the clock as its time for the rest of the game. An engine that spends a fixed share of its clock soon uses the
limit on average, whatever the share is.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile

from wormhole.base.errors import WormholeError
from wormhole.engine.levels import Limit
from wormhole.engine.protocols import xboard_game
from wormhole.engine.time_management import Clock
from wormhole.players.player import Answer, MoveRequest, PlayerError, ThinkingInfo, ignore
from wormhole.players.program import (
    EngineProcess,
    Patience,
    ProgramPlayer,
    centipawn_score,
    legal_move,
    mate_score,
    plain_text,
)
from wormhole.players.program_games import is_as_in_catalogue, xboard_name
from wormhole.players.program_options import MOST_OPTIONS, OptionKind, option_line, option_of, whole_number
from wormhole.players.timeouts import FEATURES_SECONDS, STOP_SECONDS
from wormhole.rules.board import Board
from wormhole.rules.loops.move_encoding import is_castling
from wormhole.rules.move import Move

MOVES_ON_CLOCK = 40
"""The clock starts with the time of this many moves."""

ACCEPTED_FEATURES = frozenset(
    {
        *("myname", "usermove", "setboard", "ping", "variants", "sigint", "sigterm", "done", "draw", "time"),
        *("analyze", "memory", "smp", "option", "name", "reuse", "playother", "colors", "debug"),
    }
)
GNU_SHOGI = "GNU Shogi"
"""Begins the greeting of a program that has no features; its squares are those of Japan, 7g for c3."""
NO_HURRY_SECONDS = 3600.0
_FEATURE = re.compile(r'(?<!\w)(\w+)=("[^"]*"|\S+)')
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b")
_PAWNS = re.compile(r"[+-]?[0-9]{0,9}\.[0-9]{1,9}")
"""A score in pawns, not in hundredths of one."""


@dataclass(frozen=True)
class Features:
    """The features of an engine by their names, and the declarations of its options."""

    values: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    def has(self, name: str) -> bool:
        """Whether a feature is on."""
        return self.values.get(name) == "1"

    @property
    def is_japanese(self) -> bool:
        """Whether squares are written as in Japan."""
        return self.values.get("myname", "").startswith(GNU_SHOGI)

    @property
    def variants(self) -> frozenset[str]:
        """The games that it names."""
        named = self.values.get("variants", xboard_game.NORMAL).split(",")
        return frozenset(name.strip() for name in named)


def declared(
    process: EngineProcess,
    seconds: float,
    is_wanted: Callable[[], bool],
    first_seconds: float = FEATURES_SECONDS,
    lives: Callable[[], None] = lambda: None,
) -> Features:
    """An engine's features, which answer ``protover``; without any it uses version 1 of the protocol.

    ``seconds``: how long it may take after it has asked for more time, when ``lives`` is called.
    Raises :class:`PlayerError` if it has ended.
    """
    process.send("xboard", "protover 2")
    values: dict[str, str] = {}
    options: list[str] = []
    patience = Patience(first_seconds)
    while True:
        try:
            line = process.line(patience, is_wanted)
        except PlayerError:
            if time.monotonic() < patience.end:
                raise
            break
        if line is None:
            break
        if line.startswith(GNU_SHOGI):
            return Features({"myname": line, "variants": "shogi", "analyze": "0"})
        for name, value in features(line) if line.startswith("feature ") else ():
            if name == "option" and len(options) < MOST_OPTIONS:
                options.append(value)
            values[name] = value
            process.send(f"{'accepted' if name in ACCEPTED_FEATURES else 'rejected'} {name}")
            if name == "done":
                if value == "1":
                    return Features(values, tuple(options))
                lives()
                patience = Patience(seconds)
    return Features(values, tuple(options))


class XboardPlayer(ProgramPlayer):
    """An xboard engine. ``options`` are sent as ``option NAME=VALUE``.

    Raises :class:`WormholeError` for a limit in nodes.
    """

    def __init__(
        self,
        command: Sequence[str],
        limit: Limit,
        options: Mapping[str, str],
        timeout_seconds: float,
        on_answer: Callable[[Answer], None] = ignore,
        *,
        ponders: bool = False,
        folder: str = "",
    ) -> None:
        if limit.nodes is not None:
            raise WormholeError(f"{command[0]}: the protocol of xboard has no limit in nodes")
        super().__init__(command, limit, options, timeout_seconds, on_answer, ponders=ponders, folder=folder)
        self._clock_seconds = MOVES_ON_CLOCK * (limit.seconds or NO_HURRY_SECONDS)
        self._features = Features()
        self._setup: tuple[str, ...] = ()
        """The lines that set up the start of the game."""
        self._known: list[Move] | None = None
        """The moves that the engine knows; None: the game has to be set up anew."""
        self._clock: Clock | None = None
        """What the engine was told of its clock."""
        self._is_draw_offered = False
        """Whether an offer of a draw is to be passed on with the next move."""

    def end_game(self, result: str) -> None:
        """Send the engine the result of the game."""
        self._known = None
        if self._process is not None:
            with self._ended_by_fault():
                self._running.send("force", f"result {result} {{}}")

    def take_draw_offer(self) -> bool:
        """Pass the offer on, if the engine answers offers."""
        self._is_draw_offered = self._features.has("draw")
        return self._is_draw_offered

    def _greet(self) -> None:
        self._known = None
        self._features = declared(self._running, self._timeout_seconds, lambda: not self._is_closed)
        self._own_name = plain_text(self._features.values.get("myname", "")) or self._own_name

    def _set_up(self, board: Board) -> None:
        game = xboard_name(board.variant.name, self._features.variants)
        if game is None or not is_as_in_catalogue(board.variant):
            raise PlayerError("does not play {game}", game=board.variant.name)
        start = xboard_game.written_fen(board.root())
        is_usual = start == xboard_game.written_fen(Board(board.variant))
        if not is_usual and not self._features.has("setboard"):
            raise PlayerError("cannot start from a position")
        chosen = () if game == xboard_game.NORMAL else (f"variant {game}",)
        options = (self._option_line(name, value) for name, value in self._options.items())
        placed = () if is_usual else (f"setboard {start}",)
        thinks = "hard" if self._ponders else "easy"
        self._setup = ("new", *chosen, *options, thinks, "post", "force", *placed)
        self._begin(None)
        if self._features.has("ping"):
            self._running.send("ping 1")
            self._heard("pong", self._timeout_seconds)

    def _option_line(self, name: str, value: str) -> str:
        """The line that sets an option, or presses a button."""
        declared_options = (option_of("xboard", text) for text in self._features.options)
        option = next((each for each in declared_options if each is not None and each.name == name), None)
        is_button = option is not None and option.kind is OptionKind.BUTTON
        return option_line("xboard", name, None if is_button else value)

    def _begin(self, clock: Clock | None, plies: int = 0) -> None:
        """Set up the start of the game, of which so many plies will follow at once.

        Engines count the moves of a period from the start of the game.
        """
        seconds, increment = self._clock_seconds, 0.0
        if clock is not None:
            seconds, increment = clock.left_seconds, clock.increment_seconds
        left = None if clock is None else clock.moves_to_go
        moves = 0 if left is None or (left == 1 and plies < 2) else plies // 2 + left
        moves = moves or (MOVES_ON_CLOCK if self._features.is_japanese else 0)
        minutes = max(math.ceil(seconds / 60), 1)
        self._running.send(*self._setup, f"level {moves} {minutes} {math.floor(increment)}")
        if self._limit.depth != Limit().depth:
            self._running.send(f"sd {self._limit.depth}")
        self._known, self._clock = [], clock

    def _best(self, asked: MoveRequest) -> Answer:
        board, clock = asked.board, asked.clock
        known = self._known
        if known is None or _begins(clock, self._clock) or board.move_stack[: len(known)] != known:
            self._begin(clock, len(board.move_stack))
            known = []
        self._clock = clock
        prefix = "usermove " if self._features.has("usermove") else ""
        moves = board.move_stack[len(known) :]
        sent = [self._written(board, move) for move in moves]
        news = [f"{prefix}{text}" for text in sent]
        left = self._clock_seconds if clock is None else clock.left_seconds
        other = left if asked.other_clock is None else asked.other_clock.left_seconds
        times = [f"{word} {max(round(each * 100), 1)}" for word, each in (("time", left), ("otim", other))]
        offer = ["draw"] if self._is_draw_offered else []
        self._is_draw_offered = False
        begun = time.perf_counter()
        self._known = None
        if self._ponders and known and len(news) == 1:  # it goes on with what it has thought about
            self._running.send(*times, *offer, *news)
        else:
            self._running.send("force", *news, *times, *offer, "go")
        offers = False
        for line in self._running.lines(self._answer_seconds(asked), lambda: self._is_wanted(asked)):
            words = line.split()
            text = move_text(words)
            if text is not None:
                move = self._read(board, text)
                if clock is None and self._limit.seconds is not None:
                    self._clock_seconds += self._limit.seconds - (time.perf_counter() - begun)
                self._known = [*board.move_stack, move]
                score = self._info.score_centipawns if self._info.asked is asked else None
                return Answer(asked, move, offers_draw=offers, score_centipawns=score, seconds=asked.seconds)
            if line.startswith("resign") or (_RESULT.match(line) and "resign" in line.lower()):
                return Answer(asked, resigns=True)
            if line.startswith("Illegal move") and words[-1] in sent:  # some say it of any unknown command
                raise PlayerError("rejected a move: {line}", line=line)
            offers = offers or line.startswith("offer draw")
            self._info = thought_of(line, asked) or self._info
        return Answer(asked)

    def _begin_analysis(self, board: Board, line_count: int) -> None:
        if self._features.values.get("analyze") == "0":
            raise PlayerError("does not analyse")
        self._set_up(board)
        self._known = None
        prefix = "usermove " if self._features.has("usermove") else ""
        moves = (f"{prefix}{self._written(board, move)}" for move in board.move_stack)
        self._running.send(*moves, "analyze")

    def _analysed(self, line: str, board: Board) -> tuple[int, ThinkingInfo] | None:
        found = thought_of(line)
        if found is None:
            return None
        twin, moves = board.copy(), []
        for text in found.line:
            word = text.rstrip("!?").rpartition(".")[2]
            if not any(map(str.isalnum, word)):  # a comment such as (+), or the dots of a move's number
                continue
            try:
                move = self._read(twin, word)
            except PlayerError:
                break
            moves.append(move.text)
            twin.push(move)
        return (1, replace(found, line=tuple(moves))) if moves else None

    def _written(self, board: Board, move: Move) -> str:
        """A move as the program reads it: castling from any array is ``O-O``."""
        if board.variant.castles_anywhere and is_castling(move.number):
            return "O-O" if move.to_square > move.from_square else "O-O-O"
        if self._features.is_japanese:
            return _SQUARE.sub(_japanese, move.text).replace("@", "*")
        return xboard_game.written(board.variant, move.text)

    def _read(self, board: Board, text: str) -> Move:
        """The legal move that the program has written. Raises :class:`PlayerError`."""
        if self._features.is_japanese:
            return legal_move(board, _JAPANESE.sub(_western, text).replace("*", "@"))
        return legal_move(board, xboard_game.understood(board.variant, text))

    def _end_analysis(self) -> None:
        self._running.send("exit", "force")

    def _call_off(self) -> None:
        self._running.send("?")
        for line in self._running.lines(STOP_SECONDS, lambda: not self._is_closed):
            if move_text(line.split()) is not None:
                break
        self._running.send("force")


def _begins(clock: Clock | None, before: Clock | None) -> bool:
    """Whether a clock is another one than before, or a period of it begins."""
    if clock is None or before is None:
        return clock is not before
    left, told = clock.moves_to_go, before.moves_to_go
    return told is not None and (left is None or left > told)


def move_text(words: Sequence[str]) -> str | None:
    """The move in a line of an engine: ``move e2e4`` or, in version 1 of the protocol, ``1. ... e2e4``.

    The time may follow.
    """
    if words[:1] == ["move"] and len(words) > 1:
        return words[1]
    is_numbered = len(words) in (3, 4) and words[1] == "..." and words[0].rstrip(".").isdigit()
    if is_numbered and (len(words) == 3 or whole_number(words[3]) is not None):
        return words[2]
    return None


_SQUARE, _JAPANESE = re.compile("([a-i])([1-9])"), re.compile("([1-9])([a-i])")
"""Squares of shogi: file from the left and rank from below; in Japan both are counted from the other end."""


def _japanese(square: re.Match[str]) -> str:
    return f"{9 - 'abcdefghi'.index(square[1])}{'ihgfedcba'[int(square[2]) - 1]}"


def _western(square: re.Match[str]) -> str:
    return f"{'ihgfedcba'[int(square[1]) - 1]}{9 - 'abcdefghi'.index(square[2])}"


def features(line: str) -> list[tuple[str, str]]:
    """The features in a ``feature`` line.

    >>> features('feature myname="Ada 1.0" ping=1')
    [('myname', 'Ada 1.0'), ('ping', '1')]
    """
    return [(name, value.strip('"')) for name, value in _FEATURE.findall(line)]


def thought_of(line: str, asked: MoveRequest | None = None) -> ThinkingInfo | None:
    """The content of a line of thinking; its moves are in the engine's own notation. None for any other line.

    Depth, score, centiseconds and nodes, perhaps more numbers, then moves. A sign may follow the depth.

    >>> thought_of(" 9& +0.15 1084 48000 12 7 0\tNf3 Nc6")
    ThinkingInfo(asked=None, preparing=None, depth=9, score_centipawns=15, nodes=48000, line=('Nf3', 'Nc6'))
    """
    words = line.split()
    if len(words) < 4:
        return None
    first, score, seconds, nodes = words[:4]
    depth = whole_number(first if first[-1].isdigit() else first[:-1])
    value, count = _score_of(score), whole_number(nodes)
    if depth is None or value is None or count is None or _score_of(seconds) is None:
        return None
    moves = dropwhile(lambda word: whole_number(word) is not None, words[4:])
    return ThinkingInfo(asked, None, depth, value, count, tuple(moves))


def _score_of(text: str) -> int | None:
    """A score in the protocol: hundredths of a pawn, or pawns with a point; beyond MATED moves to a mate."""
    if _PAWNS.fullmatch(text):
        return centipawn_score(100 * float(text))
    number = whole_number(text)
    if number is None or abs(number) <= xboard_game.MATED:
        return number
    moves = abs(number) - xboard_game.MATED
    return mate_score(moves if number > 0 else -moves)
