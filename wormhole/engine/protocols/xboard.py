"""The protocol of xboard (CECP, version 2), through which other programs use the computer player.

The protocol: https://www.gnu.org/software/xboard/engine-intf.html. Games that are not known to XBoard are
described by ``setup``; ``highlight`` shows where a piece may go and which squares are removed.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterable

from wormhole.base.errors import FenError, MoveError, WormholeError
from wormhole.base.quoting import quoted
from wormhole.engine.protocols import xboard_game
from wormhole.engine.protocols.options import HASH, OPTIONS, THREADS, Option
from wormhole.engine.protocols.text_protocol import Command, TextProtocol, one_line
from wormhole.engine.protocols.xboard_game import book_moves, error, features, illegal_move
from wormhole.engine.protocols.xboard_seat import SearchResult, XBoardSeat, only_word, whole_number
from wormhole.rules.piece import BLACK, WHITE

LINES_AHEAD = 1000
"""At most so many lines are read ahead of the answers."""

IGNORED = ("xboard", "rejected", "random", "computer", "name", "rating", "ics", "otim", "hover", "put")

_MOVE_LIKE = re.compile(r"[a-z]\d{1,2}[a-z]\d{1,2}[a-z]?", re.IGNORECASE)


class Xboard(TextProtocol):
    """An engine in the protocol of xboard. ``write`` is called with one line at a time, from several threads.

    A thread reads the lines; :meth:`run` answers them in turn with what the searches find.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__(write)
        self._events: queue.SimpleQueue[str | SearchResult | None] = queue.SimpleQueue()
        """Lines, answers of searches, and None at the end."""
        self._seat = XBoardSeat(self.say, self._events.put)
        self._games = xboard_game.playable()
        self._pings: list[int] = []
        """Pings that are answered after the move."""
        self._is_highlighting = False
        """Whether the client shows highlights."""
        self.commands = self._table()

    def _table(self) -> dict[str, Command]:
        seat = self._seat
        return {
            **dict.fromkeys(IGNORED, lambda words: None),
            "protover": self._protover,
            "accepted": self._accepted,
            "ping": self._ping,
            "memory": self._memory,
            "cores": self._cores,
            "option": self._option,
            "new": self._new,
            "variant": self._variant,
            "setboard": self._setboard,
            "usermove": self._usermove,
            "force": lambda words: seat.play_side(None),
            "result": lambda words: seat.play_side(None),
            "white": lambda words: seat.play_side(BLACK),
            "black": lambda words: seat.play_side(WHITE),
            "go": lambda words: seat.go(),
            "playother": lambda words: seat.play_other(),
            "?": lambda words: seat.move_now(),
            "undo": lambda words: seat.take_back(1),
            "remove": lambda words: seat.take_back(2),
            "hard": lambda words: seat.set_pondering(True),
            "easy": lambda words: seat.set_pondering(False),
            "analyze": lambda words: seat.set_analysing(True),
            "exit": lambda words: seat.set_analysing(False),
            "post": lambda words: seat.set_posting(True),
            "nopost": lambda words: seat.set_posting(False),
            "hint": lambda words: seat.hint(),
            ".": self._status,
            "bk": lambda words: self.say(book_moves(seat.board)),
            "draw": self._draw,
            "lift": self._lift,
            "level": lambda words: seat.set_timing(seat.timing.with_level(words, len(seat.board.move_stack))),
            "st": lambda words: seat.set_timing(seat.timing.with_st(words)),
            "sd": lambda words: seat.set_timing(seat.timing.with_sd(words)),
            "nps": lambda words: seat.set_timing(seat.timing.with_nps(words)),
            "time": lambda words: seat.set_timing(seat.timing.with_time(words)),
        }

    # --- lines and answers ---

    def run(self, lines: Iterable[str]) -> None:
        """Answer ``lines`` until ``quit`` or their end."""
        room = threading.Semaphore(LINES_AHEAD)
        threading.Thread(target=self._read, args=(lines, room), name="reading", daemon=True).start()
        try:
            while (event := self._events.get()) is not None:
                if isinstance(event, str):
                    room.release()
                    self.answer(event)
                else:
                    self._seat.found(*event)
                    self._show_holes()
                self._pong()
        finally:
            self.close()

    def _read(self, lines: Iterable[str], room: threading.Semaphore) -> None:
        try:
            for line in lines:
                if line.split() == ["quit"]:
                    break
                room.acquire()
                self._events.put(line)
        finally:
            self._events.put(None)

    def answer(self, line: str) -> None:
        """Carry out the command of a line; a move may stand alone."""
        is_move = _MOVE_LIKE.fullmatch(line.strip()) is not None
        super().answer(f"usermove {line}" if is_move else line)

    def complain(self, words: list[str], trouble: Exception) -> None:
        """Report an error in a line."""
        self.say(error(words, trouble))

    def close(self) -> None:
        """End all threads."""
        self._seat.close()

    def _pong(self) -> None:
        """Answer the pings, unless a move comes first."""
        if self._pings and not self._seat.is_thinking:
            pings, self._pings = self._pings, []
            for number in pings:
                self.say(f"pong {number}")

    def _show_holes(self) -> None:
        """Mark the removed squares, which the client does not know."""
        if self._is_highlighting and self._seat.board.holes:
            self.say(xboard_game.highlights(self._seat.board))

    # --- the handshake and the options ---

    def _protover(self, _words: list[str]) -> None:
        for line in features():
            self.say(line)
        self._seat.make_ready()
        self.say("feature done=1")

    def _accepted(self, words: list[str]) -> None:
        self._is_highlighting = self._is_highlighting or words == ["highlight"]

    def _ping(self, words: list[str]) -> None:
        self._pings.append(whole_number("ping", only_word("ping", words)))

    def _memory(self, words: list[str]) -> None:
        megabytes = whole_number("memory", only_word("memory", words))
        self._seat.set(HASH, str(min(max(megabytes, HASH.low), HASH.high)))

    def _cores(self, words: list[str]) -> None:
        cores = whole_number("cores", only_word("cores", words))
        self._seat.set(THREADS, str(min(max(cores, THREADS.low), THREADS.high)))

    def _option(self, words: list[str]) -> None:
        name, _, value = " ".join(words).partition("=")
        chosen = _option_named(name)
        if chosen.kind == "check":
            value = {"0": "false", "1": "true"}.get(value, value)
        self._seat.set(chosen, value)

    # --- the game ---

    def _new(self, _words: list[str]) -> None:
        self._seat.set_timing(self._seat.timing.new_game())
        self._seat.new_game(self._games[xboard_game.NORMAL])

    def _variant(self, words: list[str]) -> None:
        name = only_word("variant", words)
        if name not in self._games:
            raise WormholeError("unsupported variant")
        self._seat.new_game(self._games[name])
        if name != xboard_game.NORMAL:
            self.say(xboard_game.setup(self._seat.board.variant))

    def _setboard(self, words: list[str]) -> None:
        try:
            self._seat.set_up(" ".join(words))
        except FenError as trouble:
            self.say(f"tellusererror Illegal position: {one_line(trouble)}")
        self._show_holes()

    def _usermove(self, words: list[str]) -> None:
        move = only_word("usermove", words)
        try:
            self._seat.play(move)
        except MoveError as trouble:
            self.say(illegal_move(move, trouble))
        self._show_holes()

    def _draw(self, _words: list[str]) -> None:
        if self._seat.agrees_to_draw():
            self.say("offer draw")

    def _lift(self, words: list[str]) -> None:
        """The user has picked up a piece: show where it may go."""
        board = self._seat.board
        square = xboard_game.square_named(board.variant, only_word("lift", words))
        if square is not None and board.variant.name != xboard_game.CHESS:
            self.say(xboard_game.highlights(board, square))
            if letters := xboard_game.promotions(board, square):
                self.say(f"choice {letters}")

    def _status(self, _words: list[str]) -> None:
        if (status := self._seat.status()) is not None:
            self.say(status)


def _option_named(name: str) -> Option:
    """The option with that name in this protocol. Raises :class:`WormholeError`."""
    found = next((option for option in OPTIONS if option.xboard_name == name and name), None)
    if found is None:
        raise WormholeError(f"there is no option {quoted(name)}")
    return found
