"""A game that the computer plays against itself to be shown: each move with what is said about it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.engine.levels import LEVELS, Level
from wormhole.engine.opponent import Opponent
from wormhole.engine.player import needs_little
from wormhole.engine.search_lock import SearchLock, SearchPriority
from wormhole.learn.captions import captions
from wormhole.learn.fact_finder import last_move
from wormhole.learn.facts import Cause, Check, Crossed, PlayedMove
from wormhole.learn.programme import Showing
from wormhole.rules.board import Board
from wormhole.rules.errors import Message

if TYPE_CHECKING:
    from wormhole.engine.preparation import Readiness

TABLE_ENTRIES = 1 << 16
"""Enough for the few nodes of a move, and soon made."""
LOOK_AGAIN_SECONDS = 0.05
PLAIN_LEVEL = 5
"""The strongest level for games that are played on the uncompiled loops."""


@dataclass(frozen=True)
class Event:
    """A move of the game, ready to be shown."""

    before: Board
    after: Board
    san: str
    played: PlayedMove
    captions: tuple[Message, ...]

    @classmethod
    def of(cls, board: Board) -> Event:
        """The last move of a board, which is copied."""
        before, after = board.copy(), board.copy()
        move, played = before.pop(), last_move(after)
        assert played is not None, "the computer never passes"
        said = captions(played, board.variant, len(after.move_stack))
        return cls(before, after, before.san(move), played, said)

    @property
    def view_before(self) -> int | None:
        """The piece whose view of the board tells the move, if there is one: it crosses wormholes."""
        crossed = next((fact for fact in self.played.facts if isinstance(fact, Crossed)), None)
        if crossed is None or (len(crossed.crossings) < 2 and len(crossed.holes) < 2):
            return None
        return self.played.from_square

    @property
    def view_after(self) -> int | None:
        """The piece whose view of the board tells the check: the king is far away, or it did not move."""
        check = next((fact for fact in self.played.facts if isinstance(fact, Check)), None)
        if check is None:
            return None
        telling = (attack for attack in check.attacks if attack.holes or attack.cause is Cause.FOLD)
        return next((attack.from_square for attack in telling), None)


class ShownGame:
    """Plays one showing. ``next_event`` is called in a background thread, `stop` from any."""

    def __init__(self, showing: Showing, readiness: Readiness, search_lock: SearchLock, seed: int) -> None:
        self.showing = showing
        self._readiness = readiness
        self._search_lock = search_lock
        self._generator = random.Random(seed)
        self._board = Board(showing.variant, showing.fen, seed=seed)
        self._opponent: Opponent | None = None
        self._is_stopped = False

    def next_event(self) -> Event | None:
        """The next move; None if the game is over or left, or after `stop`. Takes as long as the level."""
        board = self._board
        if self._is_stopped or board.is_game_over() or self._is_long:
            self.close()
            return None
        opponent = self._ready_opponent()
        if opponent is None:
            return None
        with self._search_lock.hold(SearchPriority.ANSWER, opponent.stop):
            choice = opponent.choose(board, self._level, lambda: not self._is_stopped)
        if choice is None or self._is_stopped:
            self.close()
            return None
        board.push(choice.move)
        return Event.of(board)

    def stop(self) -> None:
        """Give the game up; a search ends within 50 ms. Call `close` in the background thread after it."""
        self._is_stopped = True
        opponent = self._opponent
        if opponent is not None:
            opponent.stop()

    def close(self) -> None:
        """Let go of the computer player."""
        self._is_stopped = True
        opponent, self._opponent = self._opponent, None
        if opponent is not None:
            opponent.close()

    @property
    def _level(self) -> Level:
        level = self.showing.level(self._board.turn)
        return level if self._readiness.is_fast or needs_little(level.limit) else LEVELS[PLAIN_LEVEL - 1]

    @property
    def _needs_little(self) -> bool:
        """Whether the game can be played before the loops are compiled."""
        return all(needs_little(level.limit) for level in (self.showing.white, self.showing.black))

    @property
    def _is_long(self) -> bool:
        return 0 < self.showing.most_plies <= len(self._board.move_stack)

    def _ready_opponent(self) -> Opponent | None:
        """The computer player, once the loops are compiled; None if the game was given up before."""
        while self._opponent is None:
            if self._is_stopped:
                return None
            if self._needs_little or self._readiness.wait(LOOK_AGAIN_SECONDS):
                fast = self._readiness.is_fast
                self._opponent = Opponent(
                    self.showing.variant, fast=fast, generator=self._generator, table_entries=TABLE_ENTRIES
                )
        return self._opponent
