"""What was played in the current position: by the computer players, or by the user."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from wormhole import Board
from wormhole.engine.opening_book import Counts, OpeningTable
from wormhole.gui.languages.language import _, said
from wormhole.gui.window.background import Newest
from wormhole.gui.window.screen import Stage
from wormhole.library.database.finding import FirstMoves
from wormhole.library.settings import OPENINGS_OF
from wormhole.play.match import Match
from wormhole.rules.errors import MoveError, WormholeError
from wormhole.rules.variant import Variant

if TYPE_CHECKING:
    from wormhole.library.record import GameNode

COUNTED_PLIES = 24
"""Of each game."""


def own_openings(variant: Variant, games: Iterable[FirstMoves]) -> OpeningTable:
    """What was played in these games. A move that is not legal ends its game."""
    openings = OpeningTable()
    for game in games:
        with suppress(MoveError):
            openings.add(variant, game.moves[:COUNTED_PLIES], Counts.of(game.winner))
    return openings


COMPUTER, OWN = OPENINGS_OF


@dataclass(frozen=True)
class OpeningRow:
    """A move that was played in a position, in UCI notation and in SAN, and how those games ended.

    ``centipawns`` is its score for White, if it has one; such a move may also have no games.
    """

    text: str
    san: str
    counts: Counts
    centipawns: int | None = None


@dataclass(frozen=True)
class OpeningStatistics:
    """What was played in a position, the most frequent move first."""

    source: str
    """COMPUTER or OWN: whose games these are."""
    moves: tuple[OpeningRow, ...]

    @property
    def games(self) -> int:
        """The games that continued from here."""
        return sum(move.counts.games for move in self.moves)


class LiveOpenings:
    """Follows the match. ``revision`` grows when its results or settings have changed.

    Whose games are counted, and whether this is shown at all, is remembered; in an open game against the
    computer or the clock it is off at first. Files and library are read in the background, once a game.
    """

    def __init__(self, stage: Stage, match: Match) -> None:
        self._stage = stage
        self._match = match
        self.is_on = stage.settings.openings and not match.is_contest
        self.statistics: OpeningStatistics | None = None
        """What is known about the current position; None until it is found."""
        self.revision = 0
        self._subject: tuple[GameNode, str] | None = None
        self._finding: Newest[tuple[tuple[GameNode, str], OpeningStatistics]] = Newest(self._take, self._fail)
        self._openings = {source: self._unread(source) for source in OPENINGS_OF}

    @property
    def source(self) -> str:
        """Whose games are counted: COMPUTER or OWN."""
        return self._stage.settings.openings_of

    def toggle(self) -> None:
        """Show the openings, or no longer; remembered, but not from a contest."""
        self.is_on = not self.is_on
        if not self._match.is_contest:
            self._stage.change_settings(openings=self.is_on)
        self.revision += 1

    def choose(self, source: str) -> None:
        """Count other games, COMPUTER or OWN. They are read again, since the user may have played on."""
        self._stage.change_settings(openings_of=source)
        self._openings[source] = self._unread(source)
        self._subject = None
        self.revision += 1

    def update(self, is_at_rest: bool) -> None:
        """Follow the current position, once the board ``is_at_rest``."""
        self._finding.update()
        subject = (self._match.node, self.source) if self.is_on else None
        if subject == self._subject or not is_at_rest:
            return
        self._subject = subject
        if subject is not None:
            board, openings = self._match.board.copy(), self._openings[self.source]
            self._finding.ask(lambda: (subject, _statistics(board, subject[1], openings.get())))

    def close(self) -> None:
        """End the reading."""
        self._finding.close()

    def _unread(self, source: str) -> _Kept:
        variant = self._match.board.variant
        return _Kept(partial(_own, variant, self._stage) if source == OWN else partial(_shipped, variant))

    def _take(self, found: tuple[tuple[GameNode, str], OpeningStatistics]) -> None:
        subject, statistics = found
        if subject == self._subject and statistics != self.statistics:
            self.statistics = statistics
            self.revision += 1

    def _fail(self, error: Exception) -> None:
        """Report why the library cannot be read."""
        if isinstance(error, WormholeError):
            text = _("The openings cannot be read: {trouble}").format(trouble=said(error.message))
            self._stage.say(text)


class _Kept:
    """Openings that are read when they are first asked for; used by one thread."""

    def __init__(self, read: Callable[[], OpeningTable]) -> None:
        self._read = read
        self._openings: OpeningTable | None = None

    def get(self) -> OpeningTable:
        """The openings."""
        if self._openings is None:
            self._openings = self._read()
        return self._openings


def _shipped(variant: Variant) -> OpeningTable:
    from wormhole.engine.opening_book import shipped_openings

    return shipped_openings(variant)


def _own(variant: Variant, stage: Stage) -> OpeningTable:

    with stage.open_library() as library:
        games = library.first_moves(variant)
    return own_openings(variant, games)


def _statistics(board: Board, source: str, openings: OpeningTable) -> OpeningStatistics:
    found = ((text, board.legal_move(text), known) for text, known in openings.at(board).items())
    moves = (
        OpeningRow(text, board.san(move), known.counts, known.centipawns)
        for text, move, known in found
        if move is not None
    )
    return OpeningStatistics(source, tuple(moves))
