"""The graph of the game below what the coach asks: where in the game the moment is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.analysis.graph import Graph
from wormhole.gui.learn.coach_exercise import CoachExercise
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.spot import Pixel, Spot
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage

if TYPE_CHECKING:
    from wormhole.learn.report import Report

UNITS, PADDING_UNITS = 10, 1


class CoachGraph:
    """A part of the exercise room's panel."""

    units = UNITS
    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage, report: Report, exercise: CoachExercise) -> None:
        self._stage = stage
        self._report = report
        self._exercise = exercise

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Lay out the card with the graph."""
        look = self._stage.look
        padding = look.scale.units(PADDING_UNITS)
        self._graph = _StillGraph(look, rect.inflate(-2 * padding, -2 * padding))
        self.layers = (Picture(panel_card(look, rect.size), rect.topleft), self._graph)

    def refresh(self) -> None:
        """Show where the moment is."""
        node = self._exercise.moment.node
        self._graph.show(self._report, node.game().end().plies(), node.plies())

    def update(self, now_seconds: float) -> None:
        """Do nothing: it does not move."""


class _StillGraph(Graph):
    """A graph that leads nowhere."""

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """None: nothing can be pressed."""
        return None
