"""A game that the computer plays against itself for the demonstration: each move with its captions."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.base.errors import Message
from wormhole.engine.ladders import level_in
from wormhole.engine.levels import LEVELS, Level
from wormhole.engine.opponent import LOOK_AGAIN_SECONDS, needs_little
from wormhole.engine.search_lock import SearchLock
from wormhole.learn.captions import captions
from wormhole.learn.demonstration_programme import Showing
from wormhole.learn.fact_finder import last_move
from wormhole.learn.facts import Cause, Check, Crossed, PlayedMove
from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions
from wormhole.players.player import Player, PlayerError
from wormhole.rules.board import Board
from wormhole.rules.piece import BLACK, WHITE

if TYPE_CHECKING:
    from wormhole.engine.readiness import Readiness
    from wormhole.players.spec import PlayerSpec

TABLE_ENTRIES = 1 << 16
"""Enough for the few nodes of a move, and quickly allocated."""
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
        """The piece whose view of the board explains the move, if there is one: it crosses wormholes."""
        crossed = next((fact for fact in self.played.facts if isinstance(fact, Crossed)), None)
        if crossed is None or (len(crossed.crossings) < 2 and len(crossed.holes) < 2):
            return None
        return self.played.from_square

    @property
    def view_after(self) -> int | None:
        """The piece whose view of the board explains the check: the king is far away, or it did not move."""
        check = next((fact for fact in self.played.facts if isinstance(fact, Check)), None)
        if check is None:
            return None
        telling = (attack for attack in check.attacks if attack.holes or attack.cause is Cause.FOLD)
        return next((attack.from_square for attack in telling), None)


class ShownGame:
    """Plays one showing. ``next_event`` is called in a background thread, `stop` from any."""

    def __init__(
        self,
        showing: Showing,
        readiness: Readiness,
        search_lock: SearchLock,
        seed: int,
        program: PlayerSpec | None = None,
    ) -> None:
        """``program``: another program that plays both sides."""
        self.showing = showing
        self._program = program
        self._readiness = readiness
        self._board = Board(showing.variant, showing.fen, seed=seed)
        options = SearchOptions(table_entries=TABLE_ENTRIES)
        self._search = OwnSearch(options, random.Random(seed), readiness, search_lock)
        self._players: Mapping[bool, Player] = {}
        self._is_stopped = False

    def next_event(self) -> Event | None:
        """The next move; None if the game is over, or after `stop`. Takes as long as the level thinks."""
        board = self._board
        if self._is_stopped or board.is_game_over() or self._is_long:
            self.close()
            return None
        if not self._players:
            self._players = self._seated()
            if not self._players:
                return None
        try:
            move = self._players[board.turn].play(board).move
        except PlayerError:
            move = None
        if move is None or self._is_stopped:
            self.close()
            return None
        board.push(move)
        return Event.of(board)

    def stop(self) -> None:
        """Abandon the game; a search ends within 50 ms. Then call `close` in the background thread."""
        self._is_stopped = True
        for player in self._players.values():
            if self._program is None:
                player.close()
            else:  # to end a program can take a second
                threading.Thread(target=player.close, daemon=True).start()

    def close(self) -> None:
        """Release the computer player."""
        self._is_stopped = True
        if self._program is not None:
            for player in self._players.values():
                player.close()
        self._search.close()

    @property
    def _is_long(self) -> bool:
        return 0 < self.showing.most_plies <= len(self._board.move_stack)

    def _seated(self) -> Mapping[bool, Player]:
        """The players; none if the game was abandoned before their loops were compiled."""
        if self._program is not None:
            return {color: self._program.player() for color in (WHITE, BLACK)}
        levels = {color: self.showing.level(color) for color in (WHITE, BLACK)}
        if not all(self._needs_little(level) for level in levels.values()):
            while not self._readiness.wait(LOOK_AGAIN_SECONDS):
                if self._is_stopped:
                    return {}
        players = {color: LevelPlayer(self._playable(level), self._search) for color, level in levels.items()}
        for player in players.values():
            player.uses_book = False
        return players

    def _playable(self, level: Level) -> Level:
        """The level or, if it needs loops that could not be compiled, one that does not."""
        is_quick = self._readiness.is_fast or self._needs_little(level)
        return level if is_quick else LEVELS[PLAIN_LEVEL - 1]

    def _needs_little(self, level: Level) -> bool:
        return needs_little(level_in(self.showing.variant, level, 0.0).limit)
