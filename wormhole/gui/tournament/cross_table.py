"""The cross table of a tournament as a layer: the points of each player against each other one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import pygame

from wormhole.arena.standings import Score, points_text
from wormhole.gui.languages.language import _, number
from wormhole.gui.look.card import rounded
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import HEADING_UNITS
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.tournament.standings_table import MINUS, HeadedTable

CROSS_ROW_UNITS = 3.25
NUMBER_UNITS, MOST_CELL_UNITS = 3.5, 16
NAME_SHARE = 0.34
PADDING_UNITS = 1


class CrossScores(Protocol):
    """The table of a tournament: the players, the best one first, and the score against each other one."""

    @property
    def order(self) -> tuple[int, ...]:
        """The players, by their places in the list."""

    @property
    def cross(self) -> Mapping[tuple[int, int], Score]:
        """The scores of pairs that have played."""


def table_heights(look: Look, players: int, row_units: float) -> tuple[int, int]:
    """The heights that all rows need of standings with such rows and of the cross table, in pixels."""
    around, units = look.scale.units(HEADING_UNITS + 1.25), look.scale.units
    return around + units(row_units) * players, around + units(CROSS_ROW_UNITS) * players


class CrossTable(HeadedTable):
    """A row and a column for each player, in the order of the standings."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = names
        self._order: Sequence[int] = ()
        self._shown: dict[tuple[int, int], tuple[int, int, int]] = {}

    def show(self, standings: CrossScores) -> None:
        """Show these results."""
        shown = {pair: (score.wins, score.draws, score.losses) for pair, score in standings.cross.items()}
        if (standings.order, shown) != (self._order, self._shown):
            self._order, self._shown, self.is_stale = standings.order, shown, True

    @property
    def content_height(self) -> int:
        """The height of all rows."""
        return self._look.scale.units(CROSS_ROW_UNITS) * len(self._order)

    def _draw_heading(self, surface: pygame.Surface) -> None:
        look, muted = self._look, self._look.theme.colour.muted
        at = (self._head.left + look.scale.units(PADDING_UNITS), self._head.centery)
        look.words.write(surface, _("Cross table"), look.small, muted, width=self._name_width, midleft=at)
        for column in range(len(self._order)):
            place, words = self._cell(column, self._head.top, self._head.height), str(column + 1)
            if look.words.width(words, look.small) <= place.width:
                look.words.write(surface, words, look.small, muted, center=place.center)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the rows in sight."""
        look, colour = self._look, self._look.theme.colour
        height = look.scale.units(CROSS_ROW_UNITS)
        for index, player in enumerate(self._order):
            top = self.rect.top - self.offset + index * height
            if top + height < self.rect.top or top > self.rect.bottom:
                continue
            beside = look.scale.units(NUMBER_UNITS)
            left, middle, room = self.rect.left + beside, top + height // 2, self._name_width - beside
            at = (left - look.scale.unit, middle)
            look.words.write(surface, str(index + 1), look.small, colour.muted, midright=at)
            name, at = self._names[player], (left, middle)
            look.words.write(surface, name, look.small, colour.ink, width=room, midleft=at)
            for column, other in enumerate(self._order):
                place = self._cell(column, top, height).inflate(-look.scale.pixels(2), -look.scale.pixels(2))
                self._draw_cell(surface, place, player, other)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The whole result of a cell, in words."""
        if not self.outer.collidepoint(pixel):
            return None
        height = self._look.scale.units(CROSS_ROW_UNITS)
        for index, player in enumerate(self._order):
            top = self.rect.top - self.offset + index * height
            for column, other in enumerate(self._order):
                cell = self._cell(column, top, height).clip(self.rect)
                if cell.collidepoint(pixel) and (player, other) in self._shown:
                    return Spot(tuple(cell), Pointer.ARROW, Tip(self._words(player, other)))
        return Spot(tuple(self.outer), Pointer.ARROW)

    def _words(self, player: int, other: int) -> str:
        score = Score(*self._shown[player, other])
        words = _("{player} against {other}: {points} of {games} points").format(
            player=self._names[player],
            other=self._names[other],
            points=points_text(score.points),
            games=number(score.games),
        )
        return f"{words} (+{score.wins} ={score.draws} {MINUS}{score.losses})"

    def _draw_cell(self, surface: pygame.Surface, place: pygame.Rect, player: int, other: int) -> None:
        look, colour = self._look, self._look.theme.colour
        corner = look.scale.pixels(3)
        if player == other:
            rounded(surface, mixed(colour.panel, colour.sky_edge, 0.2), place, corner)
            return
        counts = self._shown.get((player, other))
        if counts is None:
            rounded(surface, mixed(colour.panel, colour.raised, 0.35), place, corner)
            return
        score = Score(*counts)
        fill = self._tint(score.points / score.games)
        rounded(surface, fill, place, corner)
        points = points_text(score.points)
        forms = (points,) if score.games == 1 else (f"{points} / {score.games}", points)
        pixels = look.scale.text(12)
        words = look.words.first_fitting(forms, pixels, place.width - corner)
        if look.words.width(words, pixels) <= place.width:
            ink = legible(colour.ink, fill, colour.ink)
            look.words.write(surface, words, pixels, ink, center=place.center)

    def _tint(self, share: float) -> Colour:
        """From the colour of a loss over that of a draw to that of a win."""
        colour = self._look.theme.colour
        middle = mixed(colour.panel, colour.raised, 0.7)
        end = colour.accent if share >= 0.5 else colour.alarm
        return mixed(middle, end, 0.5 * abs(2 * share - 1))

    def _cell(self, column: int, top: int, height: int) -> pygame.Rect:
        """The cell of a column in a row."""
        first = self.rect.left + self._name_width
        room = self.rect.left + self.width - first
        most = self._look.scale.units(MOST_CELL_UNITS)
        width = min(most, room // max(1, len(self._order)))
        return pygame.Rect(first + column * width, top, width, height)

    @property
    def _name_width(self) -> int:
        return round(NAME_SHARE * self.width)
