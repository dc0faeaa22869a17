"""Plays tournaments in a child process of low priority, which ends when its parent does.

The window starts, pauses and follows a tournament here. One is played at a time.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Any

from wormhole.arena.standings import FinishedGame
from wormhole.arena.tournament import FOLDER, GameLine, Tournament
from wormhole.base.children import Child
from wormhole.base.errors import Message
from wormhole.base.schema import find
from wormhole.compiling.groups import complain
from wormhole.own_program import in_own_group
from wormhole.rules.piece import BLACK, WHITE

CHILD = "wormhole.arena.tournament_child:main"
RECENT = 64
"""Ended games whose moves are remembered."""
ENDING_SECONDS = 6.0
"""How long the child may take to end its workers and their programs."""


class Phase(Enum):
    """What a tournament does."""

    PAUSED = auto()
    STARTING = auto()
    """The workers and the programs start."""
    PLAYING = auto()
    FINISHED = auto()


@dataclass
class LiveGame:
    """A game that is played now, with all its moves so far."""

    fen: str | None
    moves: list[str]
    left: dict[bool, float | None] = field(default_factory=dict)
    """The seconds on the clock of each side, as far as they are known."""


@dataclass
class _Session:
    """From a start to a pause or the end; the child is None until it is started."""

    child: Child | None = None


class TournamentRun:
    """A tournament as it is played. A thread of its own changes it, and calls ``on_news``.

    Read it under ``lock``.
    """

    def __init__(self, tournament: Tournament, library: Path, on_news: Callable[[], None]) -> None:
        self.path, self.plan = tournament.path, tournament.plan
        self.lock = threading.Lock()
        self.phase = Phase.FINISHED if tournament.is_finished else Phase.PAUSED
        self.live: dict[int, LiveGame] = {}
        self.recent: OrderedDict[int, LiveGame] = OrderedDict()
        """The games that ended last."""
        self.games: list[GameLine] = [_without_moves(game) for game in tournament.games.values()]
        """The finished games, in the order in which they ended, without their PGN."""
        self.out: dict[int, str] = {}
        """The players that were taken out since it was started, each with the reason."""
        self.trouble: Message | None = None
        """Why it ended before its time."""
        self.is_trusted = False
        """Whether the user has chosen its programs in this window."""
        self.played_seconds = 0.0
        """How long it was played since the window was opened."""
        self.games_at_start = len(self.games)
        self._schedule = tournament.plan.schedule
        self._library, self._on_news = library, on_news
        self._session: _Session | None = None
        self._ending: Child | None = None
        """The child that was paused last, which may still end its workers."""
        self._begun_at = 0.0
        self._untold: list[Message] = []

    @property
    def is_running(self) -> bool:
        """Whether it is played now."""
        return self._session is not None

    @property
    def seconds(self) -> float:
        """How long it was played since the window was opened."""
        return self.played_seconds + (time.monotonic() - self._begun_at if self.is_running else 0.0)

    def shown(self, number: int | None) -> LiveGame | None:
        """A game that is played now or has just ended."""
        return None if number is None else self.live.get(number) or self.recent.get(number)

    def finished(self) -> list[FinishedGame]:
        """What the table needs of the finished games."""
        return [game.finished(self._schedule) for game in list(self.games)]

    def start(self) -> None:
        """Play the games that are left. Its programs start now."""
        if self.is_running or self.phase is Phase.FINISHED:
            return
        self.trouble, self.out = None, {}
        self.phase, self._begun_at = Phase.STARTING, time.monotonic()
        self._session = session = _Session()
        threading.Thread(target=self._play, args=(session,), name="tournament", daemon=True).start()
        self._on_news()

    def pause(self, waits: bool = False) -> None:
        """Stop playing; the games in progress are played again later.

        ``waits``: until the child and all that it started have ended.
        """
        with self.lock:
            session, self._session = self._session, None
            if session is None:
                return
            self.played_seconds += time.monotonic() - self._begun_at
            self.live.clear()
            if self.phase is not Phase.FINISHED:
                self.phase = Phase.PAUSED
            if session.child is not None:
                self._ending = session.child
                session.child.let_end()
        if waits:
            self.wait()
        self._on_news()

    def take_news(self) -> Sequence[Message]:
        """What the user should be told; nothing after the first call."""
        told, self._untold = self._untold, []
        return told

    def _play(self, session: _Session) -> None:
        """Start the child once the one before has ended, and take what it says until it ends."""
        self.wait()
        with self.lock:
            if self._session is not session:
                return
            try:
                child = session.child = _started()
            except OSError as error:
                self._session = None
                self._fail(str(error))
            else:
                child.say({"path": str(self.path), "library": str(self._library)})
        if session.child is not None:
            self._follow(session, session.child)
        self._on_news()

    def _follow(self, session: _Session, child: Child) -> None:
        with contextlib.closing(child):
            for news in child.lines():
                with self.lock:
                    if self._session is not session:
                        continue  # what was still to be said after a pause
                    self._hear(news)
                self._on_news()
            child.wait()
            with self.lock:
                if self._session is session:
                    self._end(child)

    def wait(self) -> None:
        """Wait until the child that was paused has ended, with all that it started."""
        child, self._ending = self._ending, None
        if child is not None:
            child.close(ENDING_SECONDS)

    def _hear(self, news: Mapping[str, Any]) -> None:
        if "begun" in news:
            self.phase = Phase.PLAYING
            moves = list(news["moves"])
            self.live[news["begun"]] = LiveGame(news["fen"], moves)
        elif "moved" in news:
            for number, moves in news["moved"].items():
                game = self.live.get(int(number))
                if game is not None:
                    _add_moves(game, moves)
        elif "ended" in news:
            kept = find(GameLine, news["ended"])
            if kept is not None:
                self._finish(kept)
        elif "out" in news:
            self.out[news["out"]] = news["why"]
            self._untold.append(
                Message(
                    "{player} failed several times in a row and was taken out of the tournament: {trouble}",
                    player=self.plan.names[news["out"]],
                    trouble=news["why"],
                )
            )
        elif "trouble" in news:
            self._untold.append(
                Message("The games could not be added to the library: {trouble}", trouble=news["trouble"])
            )

    def _finish(self, kept: GameLine) -> None:
        """A game has ended."""
        self.games.append(kept)
        ended = self.live.pop(kept.game, None)
        if ended is not None:
            self.recent[kept.game] = ended
            if len(self.recent) > RECENT:
                self.recent.popitem(last=False)

    def _end(self, child: Child) -> None:
        """The child has ended by itself."""
        self._session = None
        self.played_seconds += time.monotonic() - self._begun_at
        self.live.clear()
        is_whole = len(self.games) == len(self._schedule)
        self.phase = Phase.FINISHED if is_whole else Phase.PAUSED
        if is_whole:
            self._untold.append(Message("Tournament finished: {name}", name=self.plan.name))
        failure = child.failure("the process")
        if failure is not None:
            if child.said:
                complain(f"the tournament reports:\n{child.said}")
            self._fail(failure)

    def _fail(self, trouble: str) -> None:
        if self.phase is not Phase.FINISHED:
            self.phase = Phase.PAUSED
        self.trouble = Message("The tournament cannot continue: {trouble}", trouble=trouble)
        self._untold.append(self.trouble)


def _started() -> Child:
    """Raises OSError."""
    return Child(
        CHILD,
        keeps_errors=True,
        env={**os.environ, "MALLOC_ARENA_MAX": "2"},  # its many threads need little memory
        creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),
        **in_own_group(),  # Ctrl-C reaches only the window, which pauses it
    )


def _add_moves(game: LiveGame, moves: Sequence[tuple[str, float | None]]) -> None:
    """Add moves; the sides alternate, whoever has begun."""
    for text, left in moves:
        game.moves.append(text)
        game.left[_mover(game, len(game.moves) - 1)] = left


def _mover(game: LiveGame, ply: int) -> bool:
    """The side that plays the move of this number, from 0."""
    first = BLACK if game.fen is not None and " b " in f"{game.fen} " else WHITE
    return first if ply % 2 == 0 else not first


def _without_moves(game: GameLine) -> GameLine:
    return GameLine(**{**vars(game), "pgn": ""})


class Tournaments:
    """The tournaments of a library: their folder, and the ones that were opened in this window."""

    def __init__(self, library: Path, on_news: Callable[[], None]) -> None:
        self.folder = library.parent / FOLDER
        self._library, self._on_news = library, on_news
        self._runs: dict[Path, TournamentRun] = {}

    @property
    def running(self) -> TournamentRun | None:
        """The one that is played now."""
        return next((run for run in self._runs.values() if run.is_running), None)

    def run_of(self, path: Path) -> TournamentRun | None:
        """The tournament of that file, if it was opened before."""
        return self._runs.get(path)

    def add(self, tournament: Tournament) -> TournamentRun:
        """Open a tournament that was read; returns the one that is open if it was opened before."""
        return self._runs.setdefault(tournament.path, TournamentRun(tournament, self._library, self._on_news))

    def start(self, run: TournamentRun) -> None:
        """Play a tournament; one that is played now is paused."""
        running = self.running
        if running is not None and running is not run:
            running.pause()
        run.start()

    def forget(self, path: Path) -> None:
        """The file is deleted."""
        run = self._runs.pop(path, None)
        if run is not None:
            run.pause(waits=True)

    def take_news(self) -> Sequence[Message]:
        """What the user should be told; nothing after the first call."""
        return [message for run in self._runs.values() for message in run.take_news()]

    def close(self) -> None:
        """Pause, and wait until nothing is left of what was started."""
        running = self.running
        if running is not None:
            running.pause()
        for run in self._runs.values():
            run.wait()
