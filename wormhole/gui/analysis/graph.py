"""The graph of a game's report as a layer: it shows where one is, and what lies under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from wormhole import WHITE
from wormhole.gui.analysis.evaluation_words import score_text
from wormhole.gui.look.chance_graph import Dot, chance_graph, ply_at, x_of
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.spot import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.theme import Colour, Colours
from wormhole.gui.match.move_words import move_words
from wormhole.library.record import GameNode

if TYPE_CHECKING:
    from wormhole.learn.report import JudgedMove, Report


def colour_of(judgement: str, colours: Colours) -> Colour:
    """The colour of a bad move, from the name of its judgement."""
    return {
        "INACCURACY": colours.sign_dubious,
        "MISTAKE": colours.sign_mistake,
        "BLUNDER": colours.sign_blunder,
    }[judgement]


class Graph(DrawnArea):
    """The curve of the main line, the moves that lost something as dots, and a line at the move looked at."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect, is_stale=True)
        self._report: Report | None = None
        self._last = 0
        self._at: int | None = None

    def show(self, report: Report | None, last: int, at: int | None) -> None:
        """Show a report of a game that ends with the ply `last`, and the ply that is looked at."""
        if (report, last) != (self._report, self._last):
            self._report, self._last = report, last
            self.redraw()
        if at != self._at:
            self._at, self.is_stale = at, True

    def node_at(self, pixel: Pixel) -> GameNode | None:
        """The position whose place on the axis is nearest to a pixel of the window, if it is evaluated."""
        if self._report is None or not self.rect.collidepoint(pixel):
            return None
        ply = ply_at(pixel[0] - self.rect.left, self._last, self.rect.width)
        points = self._report.points
        return min(points, key=lambda point: abs(point.ply - ply)).node if points else None

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The move under the pointer, and its evaluation."""
        node, points = self.node_at(pixel), () if self._report is None else self._report.points
        point = next((point for point in points if point.node is node), None) if node else None
        if point is None:
            return None
        score = "" if point.evaluation is None else score_text(point.evaluation)
        x = self.rect.left + round(x_of(point.ply, self._last, self.rect.width))
        words = " · ".join(part for part in (move_words(point.node), score) if part)
        return Spot((x, self.rect.top, 1, self.rect.height), Pointer.HAND, Tip(words))

    @property
    def place(self) -> pygame.Rect | None:
        """All of it, once there is something to show."""
        return self.rect if self._report is not None and self._report.points else None

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the graph, and the line."""
        super().draw(surface, now_seconds)
        if self._at is not None and self.place is not None:
            look, colour = self._look, self._look.theme.colour
            x = self.rect.left + round(x_of(self._at, self._last, self.rect.width))
            x = min(x, self.rect.right - 1)
            width = look.scale.pixels(2)
            pygame.draw.line(surface, colour.accent, (x, self.rect.top), (x, self.rect.bottom - 1), width)

    def drawn(self) -> pygame.Surface:
        """The curve with its dots."""
        report = self._report
        assert report is not None
        chances = [(point.ply, point.chance) for point in report.points]
        plies = {point.node: point.ply for point in report.points}
        dots = [self._dot(move, plies[move.node]) for move in report.judged]
        return chance_graph(self._look, self.rect.size, chances, max(1, self._last), dots)

    def _dot(self, move: JudgedMove, ply: int) -> Dot:
        chance = move.after if move.mover is WHITE else 1 - move.after
        return Dot(ply, chance, colour_of(move.judgement.name, self._look.theme.colour))
