"""The table of a tournament as a layer: points, results as a bar, ratings with their errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from wormhole.arena.standings import Row, Standings, points_text
from wormhole.gui.languages.language import N_, _, _n, number, percent, signed
from wormhole.gui.look.card import rounded, well
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.scroll_area import Scroller
from wormhole.gui.look.table import HEADING_UNITS, TableColumn, cells
from wormhole.gui.look.theme import mixed

ROW_UNITS = 4.25
WIDE_UNITS = 74
"""A narrower table leaves out the bar of the results."""
NO_VALUE = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"

RANK, PLAYER, POINTS, RESULTS, ELO, LIKELY, LOST = range(7)
TIPS = {
    POINTS: N_("Points of the games played: a win is one point, a draw half a point"),
    RESULTS: N_("Games won, drawn and lost"),
    ELO: N_("Elo rating with its 95 % error; the mean of all players is 0"),
    LIKELY: N_("Likelihood that this player is stronger than the next one"),
    LOST: N_("Games lost on time, and games lost because the program could not continue"),
}
"""The meaning of a column."""


UNLIMITED = {
    True: N_("Every game was won, so the rating has no upper limit yet"),
    False: N_("Every game was lost, so the rating has no lower limit yet"),
}
"""Why the rating of a player who has won, or lost, every game is not shown."""


def elo_words(row: Row) -> str:
    """The rating with its error; neither is known of a player who has won, or lost, every game."""
    if row.elo is None or row.error is None:
        return NO_VALUE
    if row.score.is_all_won:
        return _("all won")
    if row.score.is_all_lost:
        return _("all lost")
    return f"{signed(row.elo) if round(row.elo) else '0'} ± {number(row.error)}"


def likely_words(row: Row) -> str:
    """The likelihood of being stronger than the next one."""
    return NO_VALUE if row.superiority is None else percent(row.superiority)


class HeadedTable(Scroller):
    """Rows below a heading, on the ground of a list."""

    def _measure(self) -> None:
        look, self.outer = self._look, self.rect
        inner = self.outer.inflate(-2 * look.scale.pixels(4), -2 * look.scale.pixels(4))
        self._head, self.rect = (
            Column({"head": look.scale.units(HEADING_UNITS), "rows": Fill()}).at(inner).values()
        )
        self._ground = well(look, self.outer.size)
        super()._measure()

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """All of it, with the headings, if anything changed."""
        return (self.outer,) if super().changed(now_seconds) else ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the ground, the heading, and the rows in sight."""
        if self.outer.colliderect(surface.get_clip()):
            surface.blit(self._ground, self.outer)
            self._draw_heading(surface)
            super().draw(surface, now_seconds)

    def _draw_heading(self, surface: pygame.Surface) -> None:
        raise NotImplementedError


class StandingsTable(HeadedTable):
    """A row for each player, the best one first."""

    def __init__(self, names: Sequence[str], most_games: int) -> None:
        super().__init__()
        self._names = names
        self._widest_points = f"{number(most_games)}½ / {number(most_games)}"
        """The widest points."""
        self._rows: Sequence[Row] = ()
        self._shown = self._contents(())

    def _measure(self) -> None:
        look = self._look
        super()._measure()
        self._columns = self._made_columns(self.outer.width >= look.scale.units(WIDE_UNITS))
        self._spans = dict(
            zip(self._columns, cells(look, list(self._columns.values()), self.width), strict=True)
        )
        """The left edge and the width of each column."""

    def show(self, standings: Standings) -> None:
        """Show this table."""
        contents = self._contents(standings.rows)
        if contents != self._shown:
            self._shown, self._rows, self.is_stale = contents, standings.rows, True

    @property
    def content_height(self) -> int:
        """The height of all rows."""
        return self._row_height * len(self._rows)

    def _draw_heading(self, surface: pygame.Surface) -> None:
        for key, column in self._columns.items():
            place = self._cell(key, self._head)
            self._write(surface, place, column.heading, self._look.theme.colour.muted, column.is_right)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the rows in sight."""
        colour = self._look.theme.colour
        line = mixed(colour.panel, colour.panel_line, 0.6)
        for place, row, texts in zip(self._places(), self._rows, self._shown, strict=True):
            if not place.colliderect(self.rect):
                continue
            if row.rank > 1:
                pygame.draw.line(surface, line, place.topleft, (place.right - 1, place.top))
            inks = (
                colour.muted,
                colour.ink,
                colour.ink,
                colour.muted,
                colour.ink,
                colour.muted,
                colour.alarm,
            )
            leads = row.rank == 1 and row.score.games > 0
            for key, column in self._columns.items():
                cell = self._cell(key, place)
                if key == RESULTS:
                    self._draw_bar(surface, cell, row)
                else:
                    ink = colour.accent if leads and key in (PLAYER, POINTS) else inks[key]
                    self._write(surface, cell, texts[key], ink, column.is_right, bold=key == POINTS)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """What a column means, and whatever is cut off."""
        if not self.outer.collidepoint(pixel):
            return None
        for key in self._columns:
            head = self._cell(key, self._head)
            if head.collidepoint(pixel) and key in TIPS:
                return Spot(tuple(head), Pointer.ARROW, Tip(_(TIPS[key])))
            for place, row, texts in zip(self._places(), self._rows, self._shown, strict=True):
                cell = self._cell(key, place).clip(self.rect)
                if cell.collidepoint(pixel):
                    words = self._tip(key, row, texts, cell.width)
                    return Spot(tuple(cell), Pointer.ARROW, Tip(words) if words else None)
        return Spot(tuple(self.outer), Pointer.ARROW)

    def _tip(self, key: int, row: Row, texts: Sequence[str], width: int) -> str:
        """What the pointer on a cell explains; empty if the cell says everything."""
        if key == LOST and texts[LOST]:
            late = _n("{count} lost on time", "{count} lost on time", row.score.late)
            failures = _n("{count} lost by a failure", "{count} lost by failures", row.score.failures)
            return f"{late} · {failures}"
        if key in (POINTS, RESULTS):
            return texts[RESULTS]
        if key == ELO and (row.score.is_all_won or row.score.is_all_lost):
            return _(UNLIMITED[row.score.is_all_won])
        return texts[key] if self._look.words.width(texts[key], self._look.small) > width else ""

    def _draw_bar(self, surface: pygame.Surface, cell: pygame.Rect, row: Row) -> None:
        """The shares of wins, draws and losses, with their numbers."""
        look, colour = self._look, self._look.theme.colour
        height = round(0.52 * cell.height)
        bar = pygame.Rect(cell.left, cell.centery - height // 2, cell.width, height)
        rounded(surface, mixed(colour.panel, colour.raised, 0.6), bar, look.scale.pixels(4))
        score = row.score
        if not score.games:
            return
        fills = (
            mixed(colour.panel, colour.accent, 0.75),
            mixed(colour.panel, colour.muted, 0.55),
            mixed(colour.panel, colour.alarm, 0.6),
        )
        left, gap = bar.left, look.scale.pixels(1)
        counts = (score.wins, score.draws, score.losses)
        shown = [count for count in counts if count]
        room = bar.width - gap * (len(shown) - 1)
        done = 0
        for fill, count in zip(fills, counts, strict=True):
            if not count:
                continue
            done += count
            right = bar.left + round(room * done / score.games) + gap * (shown.index(count))
            right = bar.right if done == score.games else right
            part = pygame.Rect(left, bar.top, max(gap, right - left), bar.height)
            rounded(surface, fill, part, look.scale.pixels(3))
            words, pixels = number(count), look.scale.text(12)
            if look.words.width(words, pixels) <= part.width - look.scale.pixels(6):
                ink = legible(colour.ink, fill, colour.panel)
                look.words.write(surface, words, pixels, ink, center=part.center)
            left = right + gap

    def _contents(self, rows: Sequence[Row]) -> tuple[tuple[str, ...], ...]:
        """The texts of all rows, a text for each column."""
        return tuple(
            (
                str(row.rank),
                self._names[row.player],
                f"{points_text(row.score.points)} / {number(row.score.games)}",
                f"+{row.score.wins} ={row.score.draws} {MINUS}{row.score.losses}",
                elo_words(row),
                likely_words(row),
                f"{row.score.late} · {row.score.failures}" if row.score.late or row.score.failures else "",
            )
            for row in rows
        )

    def _made_columns(self, has_results: bool) -> dict[int, TableColumn]:
        columns = {
            RANK: TableColumn(heading="", samples=("32",), is_right=True),
            PLAYER: TableColumn(10, heading=_("Player")),
            POINTS: TableColumn(heading=_("Points"), samples=(self._widest_points,), is_right=True),
            RESULTS: TableColumn(9, heading=_("Results")),
            ELO: TableColumn(
                heading=_("Elo"), samples=("+888 ± 888", _("all won"), _("all lost")), is_right=True
            ),
            LIKELY: TableColumn(heading=_("LOS"), samples=("100 %",), is_right=True),
            LOST: TableColumn(heading=_("Lost"), samples=("88 · 8",), is_right=True),
        }
        if not has_results:
            del columns[RESULTS]
        return columns

    def _cell(self, key: int, place: pygame.Rect) -> pygame.Rect:
        """The rectangle of a column in a row."""
        left, width = self._spans[key]
        return pygame.Rect(place.left + left, place.top, width, place.height)

    def _places(self) -> list[pygame.Rect]:
        """The rectangles of all rows."""
        height, top = self._row_height, self.rect.top - self.offset
        return [
            pygame.Rect(self.rect.left, top + index * height, self.width, height)
            for index in range(len(self._rows))
        ]

    @property
    def _row_height(self) -> int:
        return self._look.scale.units(ROW_UNITS)

    def _write(
        self,
        surface: pygame.Surface,
        cell: pygame.Rect,
        text: str,
        ink: tuple[int, int, int],
        is_right: bool,
        bold: bool = False,
    ) -> None:
        look = self._look
        at: dict[str, Any] = {"midright": cell.midright} if is_right else {"midleft": cell.midleft}
        look.words.write(surface, text, look.small, ink, width=cell.width, bold=bold, **at)
