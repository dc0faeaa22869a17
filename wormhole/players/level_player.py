"""This program takes a seat: at a level, by the opening book, a solved ending or a search."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from wormhole.engine.character_pace import difficulty, seconds_for
from wormhole.engine.configuration import AS_USUAL
from wormhole.engine.ladders import level_in
from wormhole.engine.levels import Level, Limit
from wormhole.engine.network import network_of_bytes, network_trouble
from wormhole.engine.opening_book import Book
from wormhole.engine.opponent import (
    LOOK_AGAIN_SECONDS,
    PLAIN_DEPTH,
    PLAIN_NODES,
    PLAIN_TABLE_ENTRIES,
    WAITING_SHARE,
    ChosenMove,
    Opponent,
    needs_little,
    recalled,
)
from wormhole.engine.readiness import SOON_SECONDS, Readiness
from wormhole.engine.search_lock import SearchLock, SearchPriority
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import TABLE_ENTRIES, Thought
from wormhole.engine.time_management import limited_by
from wormhole.players.player import Answer, MoveRequest, Player, ThinkingInfo, ignore
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant
from wormhole.version import VERSION

REST_SHARE = 0.8
"""If the loops are compiled before this share of a move's time is over, the rest is used for a new search."""

LITTLE = Limit(depth=PLAIN_DEPTH, nodes=PLAIN_NODES)
"""The limit of a search that answers after an error."""


@dataclass(frozen=True)
class SearchOptions:
    """The resources and settings of our search, for all levels.

    ``overrides`` are changed parameters of the search, ``network`` the content of the file of a learned
    evaluation instead of the program's own. With ``has_taste``, games differ by chance.
    """

    threads: int = 1
    table_entries: int = TABLE_ENTRIES
    overrides: Mapping[str, float] = field(default_factory=lambda: AS_USUAL)
    network: bytes | None = None
    has_taste: bool = True


class OwnSearch:
    """Our search, which the seats of a game share: its tables, its threads and its opening book.

    With ``readiness`` it uses the plain loops, which hold the interpreter's lock, until the others are
    compiled, also in the middle of a search. Without ``readiness`` all loops are compiled. ``search_lock`` is
    shared with all other searches.
    """

    def __init__(
        self,
        options: SearchOptions,
        generator: random.Random,
        readiness: Readiness | None = None,
        search_lock: SearchLock | None = None,
    ) -> None:
        self._generator = generator
        self._options = options
        self._readiness = readiness
        self._search_lock = search_lock or SearchLock()
        self._opponent: Opponent | None = None
        self._made_for: tuple[Variant, bool] | None = None
        """The opponent's game, and whether it has compiled loops."""
        self._book: Book | None = None
        self._is_meanwhile = False
        """Whether it plays below its level's strength, while the loops are compiled."""
        self._is_outdated = False

    def renew(self) -> None:
        """Use the newest network of the game, from the next request on."""
        self._is_outdated = True

    def begin_anew(self, board: Board) -> None:
        """Forget all games before; the seed of the board decides all chance from now on."""
        self._generator.seed(board.seed)
        self._is_outdated = True
        self._ready_opponent(board.variant)

    def level_in(self, game: Variant, level: Level) -> Level:
        """The settings of the next move of a level in a game; chance decides between two marks."""
        return level_in(game, level, self._generator.random())

    def choose(self, asked: MoveRequest, level: Level, is_wanted: Callable[[], bool]) -> ChosenMove | None:
        """The move at a level; None if the game is over or the request is dropped."""
        choice = self._recalled(asked.board, level)
        if choice is not None:
            return choice
        if self._readiness is not None and not needs_little(level.limit):
            self._readiness.is_loaded_soon(min(SOON_SECONDS, _patience(asked)))
            if not self._readiness.is_done:
                choice = self._choose_meanwhile(asked, level, is_wanted)
                if choice is not None or not is_wanted() or not self._is_fast:
                    return choice
                level = replace(level, limit=_rest(level.limit, asked.seconds))
        if not is_wanted():
            return None
        with self._search_lock.hold(SearchPriority.ANSWER, self.stop):
            opponent = self._ready_opponent(asked.board.variant)
            return opponent.choose(asked.board, _timed(level, asked), is_wanted)

    def _choose_meanwhile(
        self, asked: MoveRequest, level: Level, is_wanted: Callable[[], bool]
    ) -> ChosenMove | None:
        """The best move that the plain loops find in the level's time; None once the others are ready."""

        def look(_: Thought) -> None:
            if self._is_fast:
                self.stop()

        self._is_meanwhile = True
        try:
            with self._search_lock.hold(SearchPriority.ANSWER, self.stop):
                opponent = self._ready_opponent(asked.board.variant)
                slower = replace(_timed(level, asked), solver_seconds=0.0)
                choice = opponent.choose(asked.board, slower, is_wanted, on_thought=look)
        finally:
            self._is_meanwhile = False
        seconds = slower.limit.soft_seconds or slower.limit.seconds or math.inf
        has_time = asked.seconds < REST_SHARE * seconds
        return None if self._is_fast and has_time else choice

    def choose_simply(
        self, asked: MoveRequest, level: Level, is_wanted: Callable[[], bool]
    ) -> ChosenMove | None:
        """As :meth:`choose`, by a short search on the plain loops, without a learned evaluation."""
        limit = level.limit if needs_little(level.limit) else LITTLE
        level = replace(level, limit=limit, solver_seconds=0.0)
        with self._search_lock.hold(SearchPriority.ANSWER, self.stop):
            self._let_go()
            self._opponent = self._new_opponent(asked.board.variant, fast=False, overrides={"network": 0})
            return self._opponent.choose(asked.board, _timed(level, asked), is_wanted)

    def ponder(self, asked: MoveRequest, is_wanted: Callable[[], bool]) -> None:
        """Fill the transposition table while ``is_wanted``; continue after each search of others.

        On the plain loops, which would slow the window, nothing is done.
        """
        while is_wanted() and self._readiness is not None and not self._readiness.wait(LOOK_AGAIN_SECONDS):
            pass

        def may_think() -> bool:
            return is_wanted() and not self._search_lock.is_awaited(SearchPriority.PONDERING)

        while is_wanted() and self._is_fast:
            with self._search_lock.hold(SearchPriority.PONDERING, self.stop):
                self._ready_opponent(asked.board.variant).thinker.think(asked.board, Limit(), may_think)
                if may_think():  # there is nothing more to find
                    return

    def stop(self) -> None:
        """End the search in progress within 50 ms."""
        opponent = self._opponent
        if opponent is not None:
            opponent.stop()

    def info(self, asked: MoveRequest) -> ThinkingInfo:
        """The progress of a request."""
        opponent = self._opponent
        thought = opponent.thinker.thought() if opponent is not None else Thought()
        readiness = self._readiness if self._is_meanwhile else None
        preparing = None if readiness is None else readiness.progress
        return ThinkingInfo(
            asked, preparing, thought.depth, thought.score_centipawns, thought.nodes, thought.line
        )

    def close(self) -> None:
        """End the threads and release the tables."""
        with self._search_lock.hold(SearchPriority.ANSWER, self.stop):
            self._let_go()

    @property
    def _is_fast(self) -> bool:
        return has_fast_loops() if self._readiness is None else self._readiness.is_fast

    def _recalled(self, board: Board, level: Level) -> ChosenMove | None:
        """The move of the opening book, which needs no loops; None if it has none."""
        if not level.book_centipawns:
            return None
        if self._book is None or self._book.variant != board.variant:
            self._book = Book(board.variant)
        return recalled(self._book, board, level, self._generator)

    def _ready_opponent(self, variant: Variant) -> Opponent:
        fast = self._is_fast
        if self._opponent is None or self._made_for != (variant, fast) or self._is_outdated:
            self._is_outdated = False
            self._let_go()  # free the old table before the new one is made
            if self._readiness is not None:
                self._readiness.report_trouble(network_trouble(variant))
            self._opponent = self._new_opponent(variant, fast=fast, overrides=self._options.overrides)
            self._made_for = variant, fast
        return self._opponent

    def _new_opponent(self, variant: Variant, *, fast: bool, overrides: Mapping[str, float]) -> Opponent:
        """An opponent for the game.

        If compiled loops will replace the plain ones soon, its table is small.
        """
        options = self._options
        is_small = not fast and self._readiness is not None
        content = None if overrides.get("network") == 0 else options.network
        return Opponent(
            variant,
            fast=fast,
            generator=self._generator,
            has_taste=options.has_taste,
            threads=options.threads if fast else 1,
            table_entries=min(options.table_entries, PLAIN_TABLE_ENTRIES)
            if is_small
            else options.table_entries,
            overrides=overrides,
            network=None if content is None else network_of_bytes(content, variant, "network"),
        )

    def _let_go(self) -> None:
        opponent, self._opponent, self._made_for = self._opponent, None, None
        if opponent is not None:
            opponent.close()


def _patience(asked: MoveRequest) -> float:
    """How long an answer may wait for loops that may be in the cache."""
    return math.inf if asked.clock is None else WAITING_SHARE * asked.clock.times()[1]


def _rest(limit: Limit, seconds: float) -> Limit:
    """What is left of a limit after so many seconds."""
    return limit if limit.seconds is None else replace(limit, seconds=limit.seconds - seconds)


def _timed(level: Level, asked: MoveRequest) -> Level:
    """The level, within what is left on the clock."""
    return level if asked.clock is None else limited_by(level, asked.clock.after(asked.seconds))


class LevelPlayer(Player):
    """This program at a level, by a search that both seats may share.

    With ``is_repeatable``, each game begins with empty tables, and the seed of its board decides all chance,
    so that games do not depend on each other.
    """

    def __init__(
        self,
        level: Level,
        search: OwnSearch,
        on_answer: Callable[[Answer], None] = ignore,
        *,
        name: str | None = None,
        is_repeatable: bool = False,
    ) -> None:
        super().__init__(on_answer)
        self.level = level
        """Its level; a new one counts from the next request on."""
        self._search = search
        self._name = name or f"{full_name({}, 1)} level {level.number}"
        self._is_repeatable = is_repeatable
        self._last_score: int | None = None
        """The score of its last move, to which the next one is compared."""

    @property
    def name(self) -> str:
        """The program, its level, and the changed parameters."""
        return self._name

    def new_game(self, board: Board) -> None:
        """Forget the game before, if games are repeatable."""
        self._last_score = None
        if self._is_repeatable:
            self._search.begin_anew(board)

    def info(self) -> ThinkingInfo:
        """The progress of the search; pondering is not shown."""
        asked = self._asked
        return super().info() if asked is None or self._is_pondering else self._search.info(asked)

    def _answer(self, asked: MoveRequest) -> Answer:
        return self._answer_by(self._search.choose, asked)

    def _recovered(self, asked: MoveRequest, error: Exception) -> Answer:
        return self._answer_by(self._search.choose_simply, asked)

    def _ponder(self, asked: MoveRequest) -> None:
        self._search.ponder(asked, lambda: self._is_wanted(asked))

    def _interrupt(self) -> None:
        self._search.stop()

    def _answer_by(
        self,
        choose: Callable[[MoveRequest, Level, Callable[[], bool]], ChosenMove | None],
        asked: MoveRequest,
    ) -> Answer:
        level = self._search.level_in(asked.board.variant, self.level)
        if not self.uses_book:
            level = replace(level, book_centipawns=0)
        choice = choose(asked, level, lambda: self._is_wanted(asked))
        if choice is None:
            return Answer(asked)
        return Answer(
            asked,
            choice.move,
            solution=choice.solution,
            score_centipawns=choice.score_centipawns,
            seconds=asked.seconds,
            due_seconds=self._due_seconds(asked, choice),
        )

    def _due_seconds(self, asked: MoveRequest, choice: ChosenMove) -> float:
        """The time that a person would take for a move; 0 for a level that is not asked to take it.

        The position decides the chance in it, so that it changes nothing else in a repeated game.
        """
        character, board, score = self.level.character, asked.board, choice.score_centipawns
        if character is None and not self.takes_time:
            return 0.0
        last = board.peek() if board.move_stack else None
        is_recapture = last is not None and board.captured_square(choice.move) == last.to_square
        change = 0 if score is None or self._last_score is None else score - self._last_score
        self._last_score = score
        hardness = difficulty(choice.scores, change, is_recapture=is_recapture)
        chance = random.Random(board.key()).random()
        pace = 1.0 if character is None else character.pace
        return seconds_for(hardness, pace, asked.clock, chance)


def full_name(overrides: Mapping[str, float], threads: int) -> str:
    """This program's name, with all settings that are not the default.

    >>> full_name({"null_move": 0}, 2).partition(" ")[2].partition(" ")[2]
    'threads=2 null_move=0'
    """
    unusual = ({"threads": threads} if threads > 1 else {}) | dict(overrides)
    return " ".join([f"Wormhole {VERSION}", *(f"{name}={value}" for name, value in unusual.items())])
