"""What was played in the current position: by the computer players, or by the user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole import Board
from wormhole.base.errors import WormholeError
from wormhole.engine.opening_book import Counts, OpeningTable, without_roll
from wormhole.gui.languages.language import _, said
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import OPENINGS_OF
from wormhole.play.match import Match

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase
    from wormhole.library.record import GameNode


def own_openings(library: GameDatabase, board: Board) -> OpeningTable:
    """What the users played in the board's position."""
    openings = OpeningTable()
    for move, found in library.continuations(board).items():
        counts = Counts(found.white, found.draws, found.black)
        openings.count(board, (), {without_roll(move): counts})
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
        self._finding: LatestJob[tuple[tuple[GameNode, str], OpeningStatistics]] = LatestJob(
            self._take, self._fail
        )
        self._shipped, self._own = _ShippedOpenings(), _OwnOpenings(stage)

    @property
    def source(self) -> str:
        """Whose games are counted: COMPUTER or OWN."""
        return self._stage.settings.openings_of

    def toggle(self) -> None:
        """Show the openings, or no longer; remembered, but not from a contest."""
        self.is_on = not self.is_on
        if not self._match.is_contest:
            self._stage.preferences.change(openings=self.is_on)
        self.revision += 1

    def choose(self, source: str) -> None:
        """Count other games, COMPUTER or OWN."""
        self._stage.preferences.change(openings_of=source)
        self._subject = None
        self.revision += 1

    def update(self, is_at_rest: bool) -> None:
        """Follow the current position, once the board ``is_at_rest``."""
        self._finding.update()
        subject = (self._match.cursor.node, self.source) if self.is_on else None
        if subject == self._subject or not is_at_rest:
            return
        self._subject = subject
        if subject is not None:
            board = self._match.cursor.board.copy()
            openings = self._own if subject[1] == OWN else self._shipped
            self._finding.ask(lambda: (subject, _statistics(board, subject[1], openings.at(board))))

    def close(self) -> None:
        """End the reading."""
        self._finding.close(self._own.close)

    def _take(self, found: tuple[tuple[GameNode, str], OpeningStatistics]) -> None:
        subject, statistics = found
        if subject == self._subject and statistics != self.statistics:
            self.statistics = statistics
            self.revision += 1

    def _fail(self, error: Exception) -> None:
        """Report why the library cannot be read."""
        if isinstance(error, WormholeError):
            text = _("The openings cannot be read: {trouble}").format(trouble=said(error.message))
            self._stage.notices.show(text)


class _ShippedOpenings:
    """The openings of the computer players, read when they are first asked for; used by one thread."""

    def __init__(self) -> None:
        self._openings: OpeningTable | None = None

    def at(self, board: Board) -> OpeningTable:
        """All openings of the board's game."""
        from wormhole.engine.opening_book import shipped_openings

        if self._openings is None:
            self._openings = shipped_openings(board.variant)
        return self._openings


class _OwnOpenings:
    """The openings of the user's games, in the library, which stays open meanwhile; used by one thread."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._library: GameDatabase | None = None

    def at(self, board: Board) -> OpeningTable:
        """The moves in the board's position."""
        if self._library is None:
            self._library = self._stage.library.open()
        return own_openings(self._library, board)

    def close(self) -> None:
        """Close the library."""
        if self._library is not None:
            self._library.close()


def _statistics(board: Board, source: str, openings: OpeningTable) -> OpeningStatistics:
    found = ((text, board.legal_move(text), known) for text, known in openings.at(board).items())
    moves = (
        OpeningRow(text, board.san(move), known.counts, known.centipawns)
        for text, move, known in found
        if move is not None
    )
    return OpeningStatistics(source, tuple(moves))
