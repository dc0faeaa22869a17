"""The child process that plays a tournament: it reports in JSON lines, and ends with its parent.

:mod:`wormhole.arena.tournament_run` starts it.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from wormhole.arena.pairs import GameBegun, GamePlayer, MovePlayed, News, load_loops
from wormhole.arena.terms import Terms
from wormhole.arena.tournament import GameLine, Tournament
from wormhole.base.children import REPORT_SECONDS, Parent
from wormhole.base.errors import WormholeError
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.pgn_parser import PgnError
from wormhole.own_program import cores
from wormhole.work.crew import Crew

KEPT_SECONDS = 1.0
"""The time between two batches of games for the library."""
LOW_PRIORITY, LOWEST_PRIORITY = 10, 19
ENDING_SECONDS = 20.0
"""How long this process may take to end after its parent."""
MOST_FAILURES = 5
"""A player that fails so many times in a row is taken out."""


def main() -> None:
    """Read the order from the first line of stdin, and play until all games are over or stdin ends."""
    parent = Parent()
    order = next(parent.lines())
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    parent.end_with(_end_workers)
    try:
        play(Path(order["path"]), Path(order["library"]), parent)
    except KeyboardInterrupt:
        pass  # the window wants a pause
    except WormholeError as error:
        sys.exit(str(error))


def play(path: Path, library: Path, parent: Parent) -> None:
    """Play the games of a tournament that are left. Raises :class:`WormholeError`."""
    tournament = Tournament.read(path)
    terms = tournament.plan.terms()
    if hasattr(os, "nice"):
        os.nice(niceness(tournament.plan.at_once, cores()))  # the workers and the programs inherit it
    load_loops(terms)  # compiles missing loops once, not in each worker
    crew = crew_for(terms, tournament.plan.at_once)
    runs = FailureRuns()
    with tournament.lock(), contextlib.ExitStack() as stack:
        is_kept = not tournament.plan.is_balance
        keeper = stack.enter_context(Keeper(tournament, library, parent)) if is_kept else None
        reporter = stack.enter_context(Reporter(parent))
        jobs = _left(tournament, terms, runs)
        results = crew.results(partial(GamePlayer, terms), jobs, reporter.hear)
        with contextlib.closing(results):
            for _, played in results:
                if played is None:
                    continue
                game = GameLine.of(played)
                tournament.add(game)
                reporter.report()
                parent.say({"ended": msgspec.to_builtins(replace(game, pgn=""))})
                if keeper is not None:
                    keeper.wake()
                for player in runs.count(game, terms):
                    parent.say({"out": player, "why": played.reason})


def niceness(at_once: int, on_cores: int) -> int:
    """How far to stand back, so that the window stays smooth: the further, the more games share a core.

    A step lowers a process's share of the processor by a fifth. So many games together have no larger share
    than one.

    >>> niceness(2, 2), niceness(20, 2)
    (10, 19)
    """
    a_core = at_once / on_cores
    return min(LOWEST_PRIORITY, LOW_PRIORITY + math.ceil(math.log(max(a_core, 1.0), 1.25)))


def crew_for(terms: Terms, at_once: int) -> Crew:
    """Processes for so many games at once.

    Where only programs play, a process has nothing to do but to wait for them, so a few processes with
    threads are enough. Our own search gets a process for each game.
    """
    if any(not spec.command for spec in terms.players):
        return Crew(at_once)
    processes = min(cores(), at_once, 2)
    return Crew(processes, threads=-(-at_once // processes))


class FailureRuns:
    """Which players have failed several times in a row, and are taken out."""

    def __init__(self) -> None:
        self.out: set[int] = set()
        self._runs: dict[int, int] = defaultdict(int)

    def count(self, game: GameLine, terms: Terms) -> list[int]:
        """Count a game; returns the players that are taken out after it."""
        place = terms.schedule[game.game]
        gone = []
        for color, player in ((True, place.white), (False, place.black)):
            self._runs[player] = self._runs[player] + 1 if game.failed is color else 0
            if self._runs[player] >= MOST_FAILURES and player not in self.out:
                self.out.add(player)
                gone.append(player)
        return gone


def _left(tournament: Tournament, terms: Terms, runs: FailureRuns) -> Iterator[int]:
    """The numbers of the games that are to be played, without those of players that are out."""
    schedule = terms.schedule
    for number in range(len(schedule)):
        place = schedule[number]
        if number not in tournament.games and not runs.out & {place.white, place.black}:
            yield number


class Reporter:
    """Collects the moves of all games and reports them together, a few times a second."""

    def __init__(self, parent: Parent) -> None:
        self._parent = parent
        self._lock = threading.Lock()
        self._moves: dict[int, list[tuple[str, float | None]]] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Reporter:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()

    def hear(self, news: News) -> None:
        """Take the news of a worker."""
        if isinstance(news, GameBegun):
            with self._lock:  # a worker may have died with the game
                self._moves.pop(news.number, None)
            self._parent.say({"begun": news.number, "fen": news.fen, "moves": news.moves})
        elif isinstance(news, MovePlayed):
            with self._lock:
                self._moves.setdefault(news.number, []).append((news.move.text, news.move.left))

    def report(self) -> None:
        """Report the moves that were not reported yet."""
        with self._lock:
            moves, self._moves = self._moves, {}
        if moves:
            self._parent.say({"moved": {str(number): played for number, played in moves.items()}})

    def _run(self) -> None:
        while not self._over.wait(REPORT_SECONDS):
            self.report()


class Keeper:
    """Adds the finished games to the library in batches, in a thread of its own."""

    def __init__(self, tournament: Tournament, library: Path, parent: Parent) -> None:
        self._tournament, self._library, self._parent = tournament, library, parent
        self._variants = (tournament.plan.variant(),)
        self._news = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._trouble = ""

    def __enter__(self) -> Keeper:
        self._thread.start()
        self._news.set()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._news.set()
        self._thread.join()

    def wake(self) -> None:
        """There is a new game."""
        self._news.set()

    def _run(self) -> None:
        while not self._over.is_set():
            self._news.wait()
            self._news.clear()
            self._keep()
            self._over.wait(KEPT_SECONDS)
        self._keep()

    def _keep(self) -> None:
        """Add the games that the library has not got yet. Those that it has are not added again."""
        tournament = self._tournament
        games = list(tournament.games.values())[tournament.kept :]
        if not games:
            return
        try:
            with GameDatabase(self._library) as library:
                lines = (line for game in games for line in f"{game.pgn}\n".splitlines(keepends=True))
                for _ in library.import_games(lines, self._variants):
                    pass
            tournament.mark_kept(tournament.kept + len(games))
        except (LibraryError, PgnError, WormholeError) as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._parent.say({"trouble": self._trouble})


def _end_workers() -> None:
    """Let the main thread end the workers and programs. Finished games are in the file."""
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(ENDING_SECONDS)
