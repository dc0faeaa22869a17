"""The base of players that are other programs: starts, reads and ends them, with any protocol."""

from __future__ import annotations

import contextlib
import os
import queue
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import IO

from wormhole.base.errors import Message, MoveError
from wormhole.base.quoting import shown_path
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.own_program import end_marked, environment_of_others, in_own_group
from wormhole.players.player import Answer, MoveRequest, Player, PlayerError, ThinkingInfo, ignore
from wormhole.players.timeouts import EXIT_SECONDS, STOP_SECONDS
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.position import MAX_PLY

LOOK_AGAIN_SECONDS = 0.05
LONGEST_LINE = 1 << 16
"""What follows in a longer line is left out."""

LINE_LETTERS = 128
"""A line counts like so many letters more."""

MOST_LETTERS = 1 << 21
"""The most letters that wait to be read; a program that writes more has to wait."""

QUICKEST_LETTERS, QUICKEST_SECONDS = 1 << 18, 0.25
"""So many letters are read in this time: a program that talks without end leaves the processor to us."""

LINES_KEPT, LETTERS_KEPT = 12, 200
"""The last lines of a program that are kept to explain a fault."""

LONGEST_TEXT = 2000


@dataclass
class Patience:
    """How long a program is waited for, from now on."""

    seconds: float
    end: float = field(init=False)
    """On the clock ``time.monotonic``."""

    def __post_init__(self) -> None:
        self.end = time.monotonic() + self.seconds


class _Lines(queue.Queue[str | None]):
    """Lines that wait to be read, measured by their letters."""

    def _init(self, maxsize: int) -> None:
        self._waiting: deque[str | None] = deque()
        self._letters = 0

    def _qsize(self) -> int:
        return self._letters

    def _put(self, item: str | None) -> None:
        self._waiting.append(item)
        self._letters += LINE_LETTERS + len(item or "")

    def _get(self) -> str | None:
        item = self._waiting.popleft()
        self._letters -= LINE_LETTERS + len(item or "")
        return item


def placed(command: Sequence[str], folder: str = "") -> tuple[tuple[str, ...], str | None]:
    """The command with whole paths, and the folder in which it is started; None: where we are.

    Without a ``folder`` it is that of the script that the program runs, if the first word is a file, else its
    own. A program that is found by its name alone is at home everywhere.
    """
    program, *words = command
    has_folder = bool(os.path.dirname(program))
    if has_folder:
        program = os.path.abspath(program)
    if folder:
        return (program, *words), os.path.abspath(folder)
    words = [os.path.abspath(word) if os.path.isfile(word) else word for word in words]
    script = next((word for word in words if not word.startswith("-") or word.startswith("--")), "")
    if os.path.isfile(script):
        return (program, *words), os.path.dirname(script)
    return (program, *words), os.path.dirname(os.path.realpath(program)) if has_folder else None


class EngineProcess:
    """A running program, with a process group of its own, started in ``folder`` (:func:`placed`).

    Raises :class:`PlayerError` if it cannot be started.
    """

    def __init__(self, command: Sequence[str], folder: str = "") -> None:
        self._mark = secrets.token_hex(8)
        if folder and not os.path.isdir(folder):
            raise PlayerError("cannot be started: there is no folder {path}", path=shown_path(folder))
        try:
            words, place = placed(command, folder)
            self._process = subprocess.Popen(
                words,
                cwd=place,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment_of_others(self._mark),
                **in_own_group(),  # Ctrl-C reaches only the match, which ends its engines
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError) as error:  # a command with a zero byte raises ValueError
            trouble = getattr(error, "strerror", None) or str(error)
            raise PlayerError("cannot be started: {trouble}", trouble=trouble) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin = self._process.stdin
        self._lines = _Lines(MOST_LETTERS)
        self._last: deque[str] = deque(maxlen=LINES_KEPT)
        self._is_closed = False
        for stream, take in ((self._process.stdout, self._put), (self._process.stderr, _drop)):
            threading.Thread(
                target=self._read, args=(stream, take), name="program's lines", daemon=True
            ).start()

    @property
    def last_lines(self) -> tuple[str, ...]:
        """What the program wrote last, on both of its outputs."""
        return tuple(self._last)

    def send(self, *lines: str) -> None:
        """Send lines. Raises :class:`PlayerError` if the program has ended."""
        try:
            self._stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._stdin.flush()
        except (OSError, ValueError):  # a closed file raises ValueError
            raise PlayerError(self._end_message()) from None

    def lines(self, seconds: float, is_wanted: Callable[[], bool] = lambda: True) -> Iterator[str]:
        """The lines that it writes from now on, while ``is_wanted``.

        Raises :class:`PlayerError` when it has ended, or when ``seconds`` have passed, even if it writes.
        """
        patience = Patience(seconds)
        while (line := self.line(patience, is_wanted)) is not None:
            yield line

    def line(self, patience: Patience, is_wanted: Callable[[], bool] = lambda: True) -> str | None:
        """The next line that it writes; None once it is not wanted any more.

        Raises :class:`PlayerError` when it has ended, or when the patience is over.
        """
        while (left := patience.end - time.monotonic()) > 0:
            if not is_wanted():
                return None
            line = self.next_line(min(left, LOOK_AGAIN_SECONDS))
            if line is not None:
                return line
        raise PlayerError("did not answer within {seconds} s", seconds=f"{patience.seconds:g}")

    def next_line(self, seconds: float) -> str | None:
        """The next line that it writes; None if there is none in this time.

        Raises :class:`PlayerError` when it has ended.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            raise PlayerError(self._end_message())
        return line

    def close(self) -> None:
        """Ask it to end; kill it, and whatever it has started, if it does not."""
        self._is_closed = True
        with contextlib.suppress(PlayerError):
            self.send("quit")
        with contextlib.suppress(OSError):
            self._stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_SECONDS)
        self.kill()
        self._process.wait()

    def kill(self) -> None:
        """End it and the programs that it has started at once."""
        if sys.platform == "win32":
            if self._process.poll() is None:
                # Windows would look in the working folder for a name without a path.
                killer = os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "taskkill.exe")
                subprocess.run(
                    [killer, "/F", "/T", "/PID", str(self._process.pid)], capture_output=True, check=False
                )
        else:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        end_marked(self._mark)

    def _read(self, stream: IO[bytes], take: Callable[[str | None], None]) -> None:
        count, begun, is_rest = 0, time.monotonic(), False
        with contextlib.suppress(OSError, ValueError), stream:
            while content := stream.readline(LONGEST_LINE):
                if not is_rest:
                    line = content.decode("utf-8", "replace").strip()
                    if line:
                        self._last.append(line[:LETTERS_KEPT])
                    take(line)
                is_rest = not content.endswith(b"\n")
                count += LINE_LETTERS + len(content)
                if count >= QUICKEST_LETTERS:
                    spare = begun + QUICKEST_SECONDS - time.monotonic()
                    time.sleep(max(0.0, spare))
                    count, begun = 0, time.monotonic()
        take(None)

    def _put(self, line: str | None) -> None:
        while not self._is_closed:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=LOOK_AGAIN_SECONDS)
                return

    def _end_message(self) -> Message:
        try:
            return Message("exited with status {status}", status=self._process.wait(EXIT_SECONDS))
        except subprocess.TimeoutExpired:
            return Message("does not answer")


def _drop(line: str | None) -> None:
    """Do nothing with a line of stderr, which is kept only to explain a fault."""


class ProgramPlayer(Player):
    """A program run by ``command``, started when it is needed, and again after a fault.

    Each move is within ``limit``; a clock replaces its seconds. An answer may be late by
    ``timeout_seconds``. ``options`` are settings of the program. With ``ponders`` it thinks on
    its opponent's time. It is started in ``folder`` (:func:`placed`).
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
        super().__init__(on_answer)
        self._working_folder = folder
        self._command, self._limit, self._options = tuple(command), limit, dict(options)
        self._ponders = ponders
        self._timeout_seconds = timeout_seconds
        self._process: EngineProcess | None = None
        self._own_name = PurePath(self._command[0]).stem
        self._info = ThinkingInfo()
        self._place: tempfile.TemporaryDirectory[str] | None = None

    @property
    def name(self) -> str:
        """The program's own name, once it has run."""
        return self._own_name

    def new_game(self, board: Board) -> None:
        """Start the program if it does not run, and begin a new game."""
        with self._ended_by_fault():
            self._launch()
            self._set_up(board)

    def _launch(self) -> None:
        """Start the program if it does not run."""
        if self._process is None:
            self._process = EngineProcess(self._command, self._working_folder)
            self._greet()

    def analyse(
        self,
        board: Board,
        line_count: int,
        is_wanted: Callable[[], bool],
        take: Callable[[Mapping[int, ThinkingInfo]], None],
    ) -> None:
        """Search the position of ``board`` while ``is_wanted``; ``take`` gets its lines by their ranks.

        Raises :class:`PlayerError`.
        """
        with self._ended_by_fault():
            self._launch()
            self._begin_analysis(board, line_count)
            found: dict[int, ThinkingInfo] = {}
            while is_wanted():
                line = self._running.next_line(LOOK_AGAIN_SECONDS)
                if line is not None:
                    ranked = self._analysed(line, board)
                    if ranked is not None and ranked[0] <= line_count:
                        found[ranked[0]] = ranked[1]
                take(found)
            self._end_analysis()

    def info(self) -> ThinkingInfo:
        """The program's report on the current request."""
        asked, found = self._asked, self._info
        return found if found.asked is asked else ThinkingInfo(asked)

    def join(self, seconds: float = EXIT_SECONDS + STOP_SECONDS) -> None:
        """Wait until the program has ended; kill it if it takes longer than ``seconds``."""
        super().join(seconds)
        process = self._process
        if process is not None:
            process.kill()

    def _answer(self, asked: MoveRequest) -> Answer:
        if self._process is None:
            self.new_game(asked.board)
        with self._ended_by_fault():
            answer = self._best(asked)
            if answer.move is None and not answer.resigns:
                self._call_off()
            return answer

    @abstractmethod
    def _greet(self) -> None:
        """Exchange names and settings with a program that was just started. Raises PlayerError."""

    @abstractmethod
    def _set_up(self, board: Board) -> None:
        """Announce a game to the program. Raises PlayerError."""

    @abstractmethod
    def _best(self, asked: MoveRequest) -> Answer:
        """Ask the program; it may be without a move once the request is dropped. Raises PlayerError."""

    @abstractmethod
    def _call_off(self) -> None:
        """Let the program stop thinking about a request that was dropped. Raises PlayerError."""

    @abstractmethod
    def _begin_analysis(self, board: Board, line_count: int) -> None:
        """Let the program analyse a position until :meth:`_end_analysis`. Raises PlayerError."""

    @abstractmethod
    def _analysed(self, line: str, board: Board) -> tuple[int, ThinkingInfo] | None:
        """A line of moves with its rank, from what the program writes while it analyses."""

    @abstractmethod
    def _end_analysis(self) -> None:
        """Let the program stop its analysis. Raises PlayerError."""

    def _release(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()
        if self._place is not None:
            self._place.cleanup()
            self._place = None

    @property
    def _folder(self) -> Path:
        """A folder for files that the program reads while it runs."""
        if self._place is None:
            self._place = tempfile.TemporaryDirectory(prefix="wormhole-")
        return Path(self._place.name)

    @property
    def _running(self) -> EngineProcess:
        process = self._process
        if process is None:  # another thread has closed it
            raise PlayerError("was stopped")
        return process

    def _answer_seconds(self, asked: MoveRequest) -> float:
        """How long it may take to answer."""
        clock = asked.clock
        seconds = (self._limit.seconds or 0.0) if clock is None else clock.left_seconds
        return seconds + self._timeout_seconds

    def _heard(self, word: str, seconds: float) -> str:
        """The next line that begins with ``word``."""
        for line in self._running.lines(seconds, lambda: not self._is_closed):
            if line.split()[:1] == [word]:
                return line
        raise PlayerError("was stopped")

    @contextlib.contextmanager
    def _ended_by_fault(self) -> Iterator[None]:
        """A context that ends the program if there is a fault."""
        try:
            yield
        except PlayerError as error:
            process = self._process
            self._release()
            if process is not None:
                error.last_lines = process.last_lines
            raise


def plain_text(text: str) -> str:
    """What a program says of itself, without what cannot be shown, and not endless."""
    return "".join(letter for letter in text[:LONGEST_TEXT] if letter.isprintable()).strip()


def centipawn_score(centipawns: float) -> int:
    """The score for so many hundredths of a pawn; it stays below the scores of mates."""
    return round(max(-MATE_BOUND, min(centipawns, MATE_BOUND)))


def mate_score(moves: int) -> int:
    """The score for a mate in so many moves; without any, or with negative ones, the side to move is mated.

    >>> MATE - mate_score(2), MATE + mate_score(-2)
    (3, 4)
    """
    moves = max(-MAX_PLY, min(moves, MAX_PLY))
    return MATE - 2 * moves + 1 if moves > 0 else -MATE - 2 * moves


def legal_move(board: Board, text: str) -> Move:
    """The move that a program wrote, without its roll. Raises :class:`PlayerError`."""
    try:
        return board.move_numbered(board.parse_played(text).number)
    except MoveError as error:
        raise PlayerError("played an illegal move: {trouble}", trouble=error.message) from None
