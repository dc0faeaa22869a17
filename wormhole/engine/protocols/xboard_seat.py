"""The engine's seat in a game, as xboard sees it: which side it plays, and what it searches meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from wormhole.base.errors import MoveError, WormholeError
from wormhole.base.quoting import quoted
from wormhole.engine.evaluation import agrees
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.opponent import ChosenMove
from wormhole.engine.protocols import xboard_game
from wormhole.engine.protocols.options import VARIANT, Option
from wormhole.engine.protocols.service import Request, Service
from wormhole.engine.protocols.text_protocol import one_line
from wormhole.engine.protocols.xboard_game import result, solved, status, thinking
from wormhole.engine.thinker import Thought
from wormhole.engine.time_management import SPARED_SECONDS, Clock
from wormhole.rules.board import Board
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.piece import BLACK

MOST_NODES = 10**15

HINT_SECONDS = 0.5
LOADING_SECONDS = 30.0
"""Loading takes less, even on a very busy machine."""


@dataclass(frozen=True)
class Timing:
    """What limits the engine's moves. Without ``move_seconds`` there is a clock.

    ``session_moves`` is the number of moves to be played in ``base_seconds``; 0 for the whole game. The
    session began after ``played`` plies. ``left_seconds``: the seconds on the clock, once the client has sent
    them.
    """

    session_moves: int = 40
    base_seconds: float = 300.0
    increment_seconds: float = 0.0
    played: int = 0
    left_seconds: float | None = None
    move_seconds: float | None = None
    depth: int | None = None
    nodes_a_second: int | None = None

    def limit(self, plies: int) -> Limit:
        """The limit for the engine's next move, in a game of so many plies."""
        limit = self._time_limit(plies)
        seconds = limit.soft_seconds or limit.seconds
        if self.nodes_a_second and seconds is not None:
            limit = Limit(nodes=min(max(round(seconds * self.nodes_a_second), 1), MOST_NODES))
        return limit if self.depth is None else replace(limit, depth=self.depth)

    def _time_limit(self, plies: int) -> Limit:
        if self.move_seconds is not None:
            spared = 0.0 if self.nodes_a_second else SPARED_SECONDS
            return Limit(seconds=max(self.move_seconds - spared, self.move_seconds / 2))
        left = self.base_seconds if self.left_seconds is None else self.left_seconds
        return Clock(left, self.increment_seconds, self._moves_to_go(plies)).limit()

    def _moves_to_go(self, plies: int) -> int | None:
        if not self.session_moves:
            return None
        own_moves = max(plies - self.played, 0) // 2
        return self.session_moves - own_moves % self.session_moves

    def new_game(self) -> Timing:
        """The same control from the start, without the limits that end with a game."""
        return replace(self, played=0, left_seconds=None, depth=None, nodes_a_second=None)

    def with_level(self, words: Sequence[str], plies: int) -> Timing:
        """After ``level MOVES BASE INCREMENT``; the base is ``MINUTES`` or ``MINUTES:SECONDS``.

        Raises :class:`WormholeError`.
        """
        if len(words) != 3:
            raise WormholeError("level: moves, base time and increment are expected")
        base = re.match(r"(\d{1,6})(?::(\d{1,6}(?:\.\d{0,6})?))?", words[1])
        if base is None:
            raise WormholeError(f"level: {quoted(words[1])} is not a base time such as 5 or 0:30")
        return replace(
            self,
            session_moves=whole_number("level", words[0]),
            base_seconds=60 * int(base[1]) + float(base[2] or 0),
            increment_seconds=_seconds("level", words[2]),
            played=plies,
            left_seconds=None,
            move_seconds=None,
        )

    def with_st(self, words: Sequence[str]) -> Timing:
        """After ``st SECONDS``; ``MINUTES:SECONDS`` is understood, too. Raises :class:`WormholeError`."""
        minutes, _, seconds = only_word("st", words).rpartition(":")
        total = 60 * whole_number("st", minutes or "0") + _seconds("st", seconds)
        return replace(self, move_seconds=max(total, 0.01))

    def with_sd(self, words: Sequence[str]) -> Timing:
        """After ``sd DEPTH``. Raises :class:`WormholeError`."""
        return replace(self, depth=max(whole_number("sd", only_word("sd", words)), 1))

    def with_nps(self, words: Sequence[str]) -> Timing:
        """After ``nps RATE``; 0 asks for the processor's time, which is the clock's time here."""
        return replace(self, nodes_a_second=whole_number("nps", only_word("nps", words)) or None)

    def with_time(self, words: Sequence[str]) -> Timing:
        """After ``time CENTISECONDS``; a clock that has run out may be negative."""
        text = only_word("time", words)
        sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
        return replace(self, left_seconds=max(sign * whole_number("time", digits) / 100, 0.0))


def only_word(command: str, words: Sequence[str]) -> str:
    """The one word that follows a command. Raises :class:`WormholeError`."""
    if len(words) != 1:
        raise WormholeError(f"{command}: one value is expected")
    return words[0]


def whole_number(command: str, text: str) -> int:
    """A number of a command. Raises :class:`WormholeError`."""
    if not re.fullmatch("[0-9]{1,18}", text):
        raise WormholeError(f"{command} {quoted(text)}: a number is expected")
    return int(text)


def _seconds(command: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{0,9})?|\.[0-9]{1,9}", text):
        raise WormholeError(f"{command} {quoted(text)}: a number of seconds is expected")
    return float(text)


class SearchPurpose(Enum):
    """What is done with what a search finds."""

    MOVE = auto()
    PONDERING = auto()
    ANALYSIS = auto()
    HINT = auto()


@dataclass(eq=False)
class Finding:
    """The results of one search.

    Its thread writes lines to the client, and hands the answer to another thread.
    """

    purpose: SearchPurpose
    board: Board
    seat: XBoardSeat
    hand_over: Callable[[SearchResult], None]
    expected: str | None = None
    """The move that the opponent is expected to play first, while pondering."""

    def on_thought(self, thought: Thought) -> None:
        """Send one line of a finished depth."""
        if self.seat.is_posting and self.purpose is not SearchPurpose.HINT:
            self.seat.say(thinking(thought, self.moves(thought.line)))

    def on_note(self, text: str) -> None:
        """Send a message for the user, who can read it in the client's log."""
        self.seat.say(f"# {one_line(text)}")

    def on_answer(self, choice: ChosenMove | None, line: tuple[str, ...]) -> None:
        """Hand the answer over."""
        self.hand_over((self, choice, line))

    def moves(self, line: tuple[str, ...]) -> list[str]:
        """A line as the client writes it."""
        whole = line if self.expected is None else (self.expected, *line)
        return [xboard_game.written(self.board.variant, text) for text in whole]


SearchResult = tuple[Finding, ChosenMove | None, tuple[str, ...]]
"""The answer of a search: the arguments of :meth:`XBoardSeat.found`."""


class XBoardSeat:
    """Plays one side of the game on ``board``, or neither, or analyses it.

    The answers of searches are handed over as arguments for :meth:`found`; all methods belong to one thread.
    """

    def __init__(self, say: Callable[[str], None], hand_over: Callable[[SearchResult], None]) -> None:
        self.say, self._hand_over = say, hand_over
        self._service = Service(lambda text: say(f"telluser {one_line(text)}"))
        self.board = Board(self._service.settings.game)
        self.side: bool | None = BLACK
        """The side that the engine plays; None for neither."""
        self.timing = Timing()
        self.is_posting = False
        self._ponders = False
        self._is_analysing = False
        self._is_impossible = False
        """Whether the client has set up an invalid position."""
        self._finding: Finding | None = None
        """The purpose of the current search."""
        self._reply: str | None = None
        """The move that the opponent is expected to play."""
        self._score_centipawns: int | None = None
        """The engine's score of its last move."""

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is awaited."""
        return self._finding is not None and self._finding.purpose in (SearchPurpose.MOVE, SearchPurpose.HINT)

    def make_ready(self) -> None:
        """Prepare the first move, unless the loops have to be compiled. The client waits for that."""
        self._service.make_ready(LOADING_SECONDS)

    def close(self) -> None:
        """End all threads."""
        self._drop()
        self._service.close()

    def set(self, option: Option, text: str) -> None:
        """Set an option; if a move is being thought about, it is played first. Raises WormholeError."""
        if not self.is_thinking:
            self._drop()
        self._service.set(option, text)
        self._analyse()

    # --- the game ---

    def new_game(self, game: str) -> None:
        """Begin a game as the second player."""
        self._drop()
        self._service.forget()
        self._service.set(VARIANT, game)
        self.side = BLACK
        self._set_up(Board(game))

    def set_up(self, fen: str) -> None:
        """Begin from a position, as the client writes it. Raises :class:`FenError`."""
        self._drop()
        self._is_impossible = True
        game = self.board.variant
        read, corrections = corrected_fen(xboard_game.read_fen(game, fen), game)
        for correction in corrections:
            self.say(f"telluser {one_line(correction)}")
        self._set_up(Board(game, read))

    def _set_up(self, board: Board) -> None:
        self.board, self._is_impossible = board, False
        self._reply = self._score_centipawns = None
        self._analyse()

    def play(self, text: str) -> None:
        """Play the client's move, and start the search that the seat needs next.

        Raises :class:`MoveError`.
        """
        if self._is_impossible:
            raise MoveError("there is no position on the board")
        if self.is_thinking and self.side == self.board.turn:
            raise MoveError("it is not your turn")
        move = xboard_game.read(self.board, text)
        finding = self._finding
        is_hit = finding is not None and finding.expected == move.text
        if not is_hit:
            self._drop()
        self.board.push(move)
        self._reply = None
        if self._is_analysing:
            self._analyse()
        elif self.side == self.board.turn and not self.claim():
            if is_hit and finding is not None and self._service.search is not None:
                finding.purpose, finding.expected = SearchPurpose.MOVE, None
                self._service.search.hit(self._limit())
            else:
                self._think()

    def take_back(self, plies: int) -> None:
        """Take moves back. Raises :class:`WormholeError` if there are not so many."""
        self._drop()
        if len(self.board.move_stack) < plies:
            self._analyse()
            raise WormholeError("command not legal now")
        for _ in range(plies):
            self.board.pop()
        self._reply = None
        self._analyse()

    def claim(self) -> bool:
        """Report the end of the game by its rules, if it has ended."""
        outcome = self.board.outcome()
        if outcome is not None:
            self.say(result(outcome))
        return outcome is not None

    # --- the seat ---

    def play_side(self, side: bool | None) -> None:
        """Play this side from now on, or neither."""
        self._drop()
        self.side, self._is_analysing = side, False

    def go(self) -> None:
        """Play the side to move."""
        self._require_position()
        self.play_side(self.board.turn)
        self._think()

    def play_other(self) -> None:
        """Play the side that is not to move."""
        self._require_position()
        self.play_side(not self.board.turn)
        self._ponder()

    def move_now(self) -> None:
        """Make the search answer now."""
        if self.is_thinking:
            self._service.stop()

    def set_timing(self, timing: Timing) -> None:
        """Think by this time from the next move on."""
        self.timing = timing

    def set_posting(self, is_on: bool) -> None:
        """Whether the client wants to see the thinking."""
        self.is_posting = is_on

    def set_pondering(self, is_on: bool) -> None:
        """Whether to think on the opponent's time."""
        self._ponders = is_on
        if not is_on and self._finding is not None and self._finding.purpose is SearchPurpose.PONDERING:
            self._drop()

    def set_analysing(self, is_on: bool) -> None:
        """Analyse the position on the board, or stop it."""
        self.play_side(None)
        self._is_analysing = is_on
        self._analyse()

    def hint(self) -> None:
        """Send a hint for the side to move, found by a short search."""
        thought = self._service.thought() if self._is_analysing else None
        if thought is not None and thought.line:
            self._reply = thought.line[0]
        if self._reply is not None:
            self.say(f"Hint: {xboard_game.written(self.board.variant, self._reply)}")
        elif self._finding is None and not self._is_impossible and self.board.legal_moves:
            self._begin(SearchPurpose.HINT, Request(Limit(seconds=HINT_SECONDS)))

    def agrees_to_draw(self) -> bool:
        """Whether the engine, which has a side, agrees to a draw."""
        is_possible = self.side is not None and self.board.variant.can_be_drawn
        return is_possible and agrees(self._score_centipawns, len(self.board.move_stack))

    def status(self) -> str | None:
        """The progress of the analysis; None while there is none."""
        thought = self._service.thought() if self._is_analysing else None
        return None if thought is None else status(thought, len(self.board.legal_moves))

    # --- searching ---

    def found(self, finding: Finding, choice: ChosenMove | None, line: tuple[str, ...]) -> None:
        """Use the answer of a search, if it is still wanted."""
        if finding is not self._finding:
            return
        self._finding = None
        if finding.purpose is SearchPurpose.HINT and line:
            self.say(f"Hint: {finding.moves(line[:1])[0]}")
        if finding.purpose is SearchPurpose.MOVE and line:
            self._play_own(finding, choice, line)

    def _play_own(self, finding: Finding, choice: ChosenMove | None, line: tuple[str, ...]) -> None:
        solution = choice.solution if choice else None
        self._score_centipawns = choice.score_centipawns if choice else None
        if solution is not None:
            is_draw, wins = solution.winner is None, solution.winner is self.board.turn
            self._score_centipawns = 0 if is_draw else MATE if wins else -MATE
            if self.is_posting:
                self.say(solved(solution, self.board.turn, finding.moves(line)))
        self.board.push_uci(line[0])
        self.say(f"move {finding.moves(line[:1])[0]}")
        self._reply = line[1] if len(line) > 1 else None
        if not self.claim():
            self._ponder()

    def _limit(self) -> Limit:
        return self.timing.limit(len(self.board.move_stack))

    def _think(self) -> None:
        if self.board.legal_moves:
            self._begin(SearchPurpose.MOVE, Request(self._limit()))
        else:
            self.claim()

    def _ponder(self) -> None:
        """Think about the reply that is expected, on the opponent's time."""
        if self._ponders and self._reply is not None and self.board.legal_move(self._reply) is not None:
            self.say(f"Hint: {xboard_game.written(self.board.variant, self._reply)}")
            self._begin(SearchPurpose.PONDERING, Request(self._limit(), ponder=True), self._reply)

    def _analyse(self) -> None:
        """Search the position on the board anew, if it is to be analysed."""
        if self._is_analysing and not self._is_impossible and self.board.legal_moves:
            self._begin(SearchPurpose.ANALYSIS, Request(infinite=True))

    def _begin(self, purpose: SearchPurpose, request: Request, expected: str | None = None) -> None:
        self._drop()
        board = self.board.copy()
        if expected is not None:
            board.push_uci(expected)
        if not board.legal_moves:
            return
        self._finding = Finding(purpose, board, self, self._hand_over, expected)
        self._service.begin(board, request, self._finding)

    def _drop(self) -> None:
        """End the search in progress; its answer is not wanted any more."""
        self._finding = None
        self._service.drop()

    def _require_position(self) -> None:
        if self._is_impossible:
            raise WormholeError("there is no position on the board")
