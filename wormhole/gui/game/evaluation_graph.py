"""The graph of a game's report as a layer: it marks the current move and the one under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from wormhole import WHITE
from wormhole.gui.game.evaluation_words import score_text
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.part import Part
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.chart import svg_fill, svg_picture
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Picture, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.theme import Colour, Colours, hexed, mixed
from wormhole.gui.look.widgets import Widgets
from wormhole.library.record import GameNode
from wormhole.play.move_words import move_words

if TYPE_CHECKING:
    from wormhole.learn.game_report import JudgedMove, Report

OPACITY = 0.42
"""Of both sides' colours, which are those of the bar."""


@dataclass(frozen=True)
class Dot:
    """A marked place of the curve."""

    at: int
    chance: float
    colour: Colour


def x_of(at: int, last: int, width: int) -> float:
    """The pixel of a ply in a graph that ends with the ply ``last``."""
    return width * at / last if last else width / 2


def ply_at(x: int, last: int, width: int) -> int:
    """The ply that is nearest to a pixel.

    >>> [ply_at(x, 10, 200) for x in (-5, 0, 29, 31, 400)]
    [0, 0, 1, 2, 10]
    """
    return min(last, max(0, round(x * last / max(1, width))))


def chance_graph(
    look: Look, size: tuple[int, int], chances: Sequence[tuple[int, float]], last: int, dots: Sequence[Dot]
) -> pygame.Surface:
    """The picture of at least one chance, each with its ply; the axis goes from 0 to the ply ``last``."""
    width, height = size
    colour = look.theme.colour
    picture = pygame.Surface(size, pygame.SRCALPHA)
    line, dot = look.scale.pixels(1.75), look.scale.pixels(3.5)
    room = height - 2 * dot

    def y_of(chance: float) -> float:
        return dot + room * (1 - chance)

    def inside(x: float) -> float:
        """So that the first and the last dot are whole."""
        return min(width - dot, max(dot, x))

    middle = round(y_of(0.5))
    grid = mixed(colour.panel_line, colour.muted, 0.3)
    pygame.draw.line(picture, grid, (0, middle), (width - 1, middle))
    places = [(x_of(at, last, width), y_of(chance)) for at, chance in chances]
    curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    left, right = f"{places[0][0]:.1f}", f"{places[-1][0]:.1f}"
    shapes = (
        f'<polygon points="{left},0 {curve} {right},0" {svg_fill(colour.bar_black, OPACITY)}/>'
        f'<polygon points="{left},{height} {curve} {right},{height}" {svg_fill(colour.bar_white, OPACITY)}/>'
        f'<polyline points="{curve}" fill="none" stroke="{hexed(mixed(colour.ink, colour.muted, 0.3))}" '
        f'stroke-width="{line}" stroke-linejoin="round" stroke-linecap="round"/>'
    )
    shapes += "".join(
        f'<circle cx="{inside(x_of(mark.at, last, width)):.1f}" cy="{y_of(mark.chance):.1f}" r="{dot}" '
        f'{svg_fill(mark.colour)} stroke="{hexed(colour.panel)}" stroke-width="{line / 2:.1f}"/>'
        for mark in dots
    )
    picture.blit(look.sprites.sketch(svg_picture(size, shapes)), (0, 0))
    return picture


def colour_of(judgement: str, colours: Colours) -> Colour:
    """The colour of a bad move, from the name of its judgement."""
    return {
        "INACCURACY": colours.sign_dubious,
        "MISTAKE": colours.sign_mistake,
        "BLUNDER": colours.sign_blunder,
    }[judgement]


class Graph(DrawnArea):
    """The curve of the main line, the moves that lost something as dots, and a line at the current move."""

    def __init__(self) -> None:
        super().__init__()
        self._report: Report | None = None
        self._last = 0
        self._at: int | None = None

    def show(self, report: Report | None, last: int, at: int | None) -> None:
        """Show a report of a game that ends with the ply `last`, and the current ply."""
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
    def picture_rect(self) -> pygame.Rect | None:
        """All of it, once there is something to show."""
        return self.rect if self._report is not None and self._report.points else None

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the graph, and the line."""
        super().draw(surface, now_seconds)
        if self._at is not None and self.picture_rect is not None:
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


PADDING_UNITS = 1


class GameGraph(Part):
    """A press goes to the move there. During a review, a bar shows its progress."""

    @property
    def wanted(self) -> Place | None:
        """Its place, if there are evaluations or will be."""
        review = self._game.review
        has_graph = review.is_running or review.report is not None
        return Place.GRAPH if has_graph else None

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the card."""
        look = self._stage.look
        padding = look.scale.units(PADDING_UNITS)
        self._graph = Graph().place(look, rect.inflate(-2 * padding, -2 * padding))
        bar = pygame.Rect(rect.left + padding, rect.bottom - padding, rect.width - 2 * padding, padding // 2)
        self._bar = ProgressBar().place(look, bar)
        self.layers = (Picture(panel_card(look, rect.size), rect.topleft), self._graph, self._bar)

    def refresh(self) -> None:
        """Show the graph, and the current place if it is on the main line."""
        match, review = self._game.match, self._game.review
        at = match.cursor.node.plies() if match.cursor.node.is_mainline() else None
        self._graph.show(review.report, match.game.end().plies(), at)
        self._bar.show(review.done if review.is_running else None)

    def handle(self, event: pygame.Event) -> bool:
        """Go to the move that is pressed."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        node = self._graph.node_at(event.pos)
        if node is not None:
            self._game.go(node, self._game.now_seconds)
        return node is not None
