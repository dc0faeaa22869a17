"""The list of the finished games of a tournament, the latest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from wormhole.arena.terms import Schedule
from wormhole.arena.tournament import GameLine
from wormhole.gui.languages.language import N_, _, number
from wormhole.gui.library.games_table import RESULTS
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import LazyRows, Table, TableColumn
from wormhole.rules.outcome import Termination

WIDE_UNITS, NARROW_COLUMNS = 50, 4
"""A narrower list has the first columns only."""
FAILURE, BY_RULES = N_("Failure"), N_("By the rules")
ENDINGS = {
    None: FAILURE,
    Termination.CHECKMATE: N_("Checkmate"),
    Termination.STALEMATE: N_("Stalemate"),
    Termination.DEAD_POSITION: N_("Too few pieces"),
    Termination.REPETITION: N_("Repetition"),
    Termination.PERPETUAL_CHECK: N_("Perpetual check"),
    Termination.QUIET_MOVES: N_("Quiet moves"),
    Termination.RESIGNATION: N_("Resignation"),
    Termination.TIME_FORFEIT: N_("Time"),
    Termination.AGREEMENT: N_("Adjudicated"),
    Termination.NO_MOVE_WINS: N_("No move left"),
    Termination.ROYAL_CAPTURE: N_("King captured"),
    Termination.EXPLOSION: N_("Explosion"),
    Termination.GOAL: N_("Goal reached"),
    Termination.EXTINCTION: N_("Pieces lost"),
    Termination.CHECKS: N_("Checks counted"),
}
"""How a game ended, in one or two words."""
USUAL = Termination.CHECKMATE, Termination.STALEMATE, Termination.TIME_FORFEIT, Termination.RESIGNATION
"""The endings that have room in full; a tooltip has others that are cut off."""


def ending_words(game: GameLine) -> str:
    """How a game ended, in short."""
    return _(ENDINGS.get(game.termination, BY_RULES))


class ResultRows(LazyRows):
    """The texts of finished games, the latest first."""

    def __init__(
        self, games: Sequence[GameLine], names: Sequence[str], schedule: Schedule, columns: int
    ) -> None:
        self._games, self._names, self._schedule = games, names, schedule
        self._count, self._columns = len(games), columns

    def __len__(self) -> int:
        return self._count

    def game(self, index: int) -> GameLine:
        """The game of a row."""
        return self._games[self._count - 1 - index]

    def texts_of(self, index: int) -> tuple[str, ...]:
        """The texts of a game."""
        game = self.game(index)
        place = self._schedule[game.game]
        texts = (
            f"{place.round + 1}.{2 if place.is_reversed else 1}",
            self._names[place.white],
            self._names[place.black],
            RESULTS.get(game.result, game.result),
            ending_words(game),
            number((game.plies + 1) // 2),
        )
        return texts[: self._columns]


class ResultsList(Table):
    """A row for each finished game; `take` is called with the number of one that is pressed."""

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        names: Sequence[str],
        schedule: Schedule,
        take: Callable[[int], None],
    ) -> None:
        columns: tuple[TableColumn, ...] = (
            TableColumn(heading=_("Round"), samples=(f"{schedule.rounds}.2",), is_right=True),
            TableColumn(1, heading=_("White")),
            TableColumn(1, heading=_("Black")),
            TableColumn(heading=_("Result"), samples=("½-½",)),
            TableColumn(heading=_("Ending"), samples=tuple(_(ENDINGS[each]) for each in USUAL)),
            TableColumn(heading=_("Moves"), samples=("888",), is_right=True),
        )
        if rect.width < look.scale.units(WIDE_UNITS):
            columns = columns[:NARROW_COLUMNS]
        self._count = len(columns)
        super().__init__(columns, lambda row: None, self._take_row)
        self._names, self._schedule, self._open = names, schedule, take
        self._results = ResultRows((), names, schedule, self._count)
        self.place(look, rect)

    def show_games(self, games: Sequence[GameLine]) -> None:
        """Show these games; what is in sight stays there, unless that is the latest."""
        added = len(games) - len(self._results)
        if not added and self.rows:
            return
        self._results = ResultRows(games, self._names, self._schedule, self._count)
        self.grow(self._results, added, _("Results appear here as soon as games end."))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Open a game that is pressed; else as any table."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        row = self.row_at(event.pos) if is_press else None
        used = super().handle(event, now_seconds)
        if row is not None:
            self._take_row(row)
        return used

    def take_chosen(self) -> None:
        """Open the game that the keyboard is on."""
        if self.chosen is not None:
            self._take_row(self.chosen)

    def _take_row(self, row: int) -> None:
        self._open(self._results.game(row).game)

    def close(self) -> None:
        """Release the owner."""
        super().close()
        self._open = lambda number: None
