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
from wormhole.engine.openings.book import Book
from wormhole.engine.opponent import Opponent
from wormhole.engine.readiness import Readiness
from wormhole.engine.strength import level_for_elo, narrowed
from wormhole.engine.uci_go import parse_go
from wormhole.engine.uci_options import CLEAR_HASH, OPTIONS, Settings, changed, option
from wormhole.engine.uci_search import Search, still_open
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import quoted
from wormhole.version import VERSION

UNLIMITED = replace(LEVELS[-1], limit=Limit(), solver_seconds=math.inf)
"""Full strength without limits."""


class Uci:
    """A UCI engine. ``write`` is called with one line at a time, from several threads.

    Its compiled loops are loaded in the background; a child process compiles them on the first start of all.
    Only ``go`` waits for that, and only as long as the clock allows.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._settings = Settings()
        self._client_board: Board | None = None
        self._fen = ""
        """FEN where the game on the board began; empty for the start position."""
        self._opponent: Opponent | None = None
        self._opponent_is_fast = False
        self._search: Search | None = None
        self._readiness = Readiness(on_trouble=self._tell)
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
        """The board of the last ``position`` command, or the start position."""
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
            self._release()
            self._readiness.close()

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
        self._tell(str(error) or type(error).__name__)

    def _tell(self, text: str) -> None:
        """Say something for a person to read."""
        self._say(f"info string {' '.join(text.split())}")

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
            if self._readiness.is_loaded_soon():
                self._prepared()
            else:
                self._tell("the computer player is being loaded or compiled; the first moves may wait for it")
        self._say("readyok")

    def _ucinewgame(self, _words: list[str]) -> None:
        """Forget the last game. The next opponent plays with what was learned meanwhile."""
        self._stop([])
        self._release()

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
            self._release()
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
        self._search = Search(
            asked,
            level,
            still_open(self._board),
            self._settings.line_count,
            readiness=self._readiness,
            prepared=self._prepared,
            say=self._say,
        )

    def _stop(self, _words: list[str]) -> None:
        if self._search is not None:
            self._search.stop()
            self._search = None

    def _ponderhit(self, _words: list[str]) -> None:
        """The expected move was played: from now on the time limit counts."""
        if self._search is None or not self._search.is_pondering:
            raise WormholeError("ponderhit: there is no pondering")
        self._search.hit()

    # --- the player ---

    def _prepared(self) -> Opponent:
        """The opponent for the current variant and options; on the compiled loops, if they are loaded."""
        fast = self._readiness.is_fast
        if self._opponent is None or self._opponent_is_fast is not fast:
            self._release()
            settings = self._settings
            self._opponent = Opponent(
                self._board.variant,
                fast=fast,
                generator=random.Random(),
                has_taste=False,
                book=Book(self._board.variant) if settings.has_book else None,
                table_entries=settings.table_entries,
                threads=settings.threads,
            )
            self._opponent_is_fast = fast
            if fast:  # so that the first move does not include what is done once
                first = replace(LEVELS[-1], limit=Limit(depth=1), solver_seconds=0.0, book_centipawns=0)
                self._opponent.choose(self._board, first)
        return self._opponent

    def _release(self) -> None:
        """Let the opponent go, with its threads."""
        opponent, self._opponent = self._opponent, None
        if opponent is not None:
            opponent.close()

    def _level(self) -> Level:
        """The level for the current options."""
        settings = self._settings
        if settings.is_limited and not settings.is_analysis:
            in_chess = settings.variant == Settings().variant
            return level_for_elo(settings.elo, random.random(), in_chess=in_chess)
        return replace(UNLIMITED, book_centipawns=0) if settings.is_analysis else UNLIMITED
