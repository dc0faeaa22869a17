"""The computer player at the service of another program: settings, the opponent, and one search at a time.

The protocols (``uci.py``, ``xboard.py``) translate between this and the lines of the other program.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.engine.network import network_trouble
from wormhole.engine.openings.book import Book
from wormhole.engine.opponent import Opponent
from wormhole.engine.protocols.background_search import BackgroundSearch, Listener
from wormhole.engine.protocols.options import (
    BYTES_AN_ENTRY,
    CLEAR_HASH,
    HASH,
    MEGABYTE,
    Option,
    Settings,
    changed,
)
from wormhole.engine.protocols.request import Request
from wormhole.engine.readiness import SOON_SECONDS, Readiness
from wormhole.engine.strength import level_for_elo
from wormhole.engine.table_memory import available_bytes
from wormhole.engine.thinker import Thought
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.fen import MOST_COUNT
from wormhole.rules.gamefile import variant

UNLIMITED = replace(LEVELS[-1], limit=Limit(), solver_seconds=math.inf)
"""Full strength without limits."""

MOST_SHARE = 0.8
"""The greatest share of the free memory that a transposition table may take."""

SLOW_START = "the computer player is being loaded or compiled; the first moves may wait for it"


class Service:
    """The computer player for one game at a time, with the settings of another program.

    Its compiled loops are loaded in the background; a child process compiles them on the first start of all.
    Only a search waits for that, and only as long as its clock allows. ``tell`` is called with texts for a
    person, from any thread; the other methods belong to one thread.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self.settings = Settings()
        self.search: BackgroundSearch | None = None
        """The search in progress, or the last one until it is stopped."""
        self._opponent: Opponent | None = None
        self._opponent_is_fast = False
        self._book: Book | None = None
        self._readiness = Readiness(on_trouble=tell)

    def make_ready(self, patience_seconds: float = SOON_SECONDS) -> None:
        """Prepare the first move; tell so if the loops have to be compiled, or take longer to load."""
        if self.search is not None:
            return
        if self._readiness.is_loaded_soon(patience_seconds):
            self._prepared().make_ready()
        else:
            self._tell(SLOW_START)

    def set(self, option: Option, text: str) -> None:
        """Set an option. Ends the search. Raises :class:`WormholeError` if the value is not allowed."""
        self.stop()
        if option is CLEAR_HASH:
            self.forget()
            return
        before, after = self.settings, changed(self.settings, option, text)
        if option is HASH:
            self._check_room(after)
        self.settings = after
        if option.remakes and self.settings != before:
            self._release()

    def _check_room(self, settings: Settings) -> None:
        """Raise :class:`WormholeError` if there is no room for a table of that size."""
        room = available_bytes()
        held = self.settings.table_entries if self._opponent is not None else 0
        wanted = (settings.table_entries - held) * BYTES_AN_ENTRY
        if room is not None and wanted > room * MOST_SHARE:
            most = (int(room * MOST_SHARE) + held * BYTES_AN_ENTRY) // MEGABYTE
            raise WormholeError(f"Hash is {settings.hash_megabytes}; this machine has room for {most}")

    def forget(self) -> None:
        """Forget the last game. The next opponent plays with what was learned meanwhile."""
        self.stop()
        self._release()

    def begin(self, board: Board, request: Request, listener: Listener) -> None:
        """Search a position of the game that the settings name, once the last search is over."""
        self.stop()
        for text in request.among:
            board.parse_uci(text)
        self.search = BackgroundSearch(
            request,
            self._level(),
            still_open(board),
            self.settings.line_count,
            listener,
            readiness=self._readiness,
            prepared=self._prepared,
            book=self._book_in_use(),
        )

    def stop(self) -> None:
        """Have the search in progress answer now, if there is one."""
        if self.search is not None:
            self.search.stop()
            self.search = None

    def drop(self) -> None:
        """End the search in progress without an answer, if there is one."""
        if self.search is not None:
            self.search.drop()
            self.search = None

    def thought(self) -> Thought | None:
        """The progress of the search."""
        return None if self._opponent is None else self._opponent.thought()

    def close(self) -> None:
        """End all threads."""
        self.stop()
        self._release()
        self._readiness.close()

    def _book_in_use(self) -> Book | None:
        """The opening book of the game, if it is to be used; kept, because it is read when first asked."""
        if not self.settings.has_book:
            return None
        game = variant(self.settings.variant)
        if self._book is None or self._book.variant != game:
            self._book = Book(game)
        return self._book

    def _prepared(self) -> Opponent:
        """The opponent for the current settings; on the compiled loops, if they are loaded."""
        fast = self._readiness.is_fast
        if self._opponent is None or self._opponent_is_fast is not fast:
            self._release()
            settings = self.settings
            self._readiness.tell(network_trouble(variant(settings.variant)))
            self._opponent = Opponent(
                variant(settings.variant),
                fast=fast,
                generator=random.Random(),
                has_taste=False,
                table_entries=settings.table_entries,
                threads=settings.threads,
            )
            self._opponent_is_fast = fast
            if fast:  # so that the first move does not include what is done once
                first = replace(LEVELS[-1], limit=Limit(depth=1), solver_seconds=0.0, book_centipawns=0)
                self._opponent.choose(Board(settings.variant), first)
        return self._opponent

    def _release(self) -> None:
        """Let the opponent go, with its threads."""
        opponent, self._opponent = self._opponent, None
        if opponent is not None:
            opponent.close()

    def _level(self) -> Level:
        """The level for the current settings."""
        settings = self.settings
        if settings.is_limited and not settings.is_analysis:
            in_chess = settings.variant == Settings().variant
            return level_for_elo(settings.elo, random.random(), in_chess=in_chess)
        return replace(UNLIMITED, book_centipawns=0) if settings.is_analysis else UNLIMITED


def still_open(board: Board) -> Board:
    """A copy to search, in which a draw by repetition or quiet moves does not end the game.

    Other programs decide when a game is drawn. Some ask for a move after such a draw.
    """
    if not board.is_game_over():
        return board.copy()
    fields = board.fen().split()
    fields[4], fields[5] = "0", str(min(int(fields[5]), MOST_COUNT))
    return Board(board.variant, " ".join(fields))
