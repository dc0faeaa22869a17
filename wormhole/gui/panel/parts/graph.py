"""The graph of the game below the move list, once its moves are evaluated."""

from __future__ import annotations

import pygame

from wormhole.gui.analysis.graph import Graph
from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

PADDING_UNITS = 1


class GameGraph(Part):
    """A press goes to the move there. While the game is reviewed, a bar says how far that is."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game

    @property
    def wanted(self) -> frozenset[Place]:
        """Its place, if there are evaluations or will be."""
        review = self._game.review
        has_graph = review.is_running or review.report is not None
        return frozenset({Place.GRAPH}) if has_graph else frozenset()

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Lay out the card."""
        self.layers = ()
        if Place.GRAPH not in layout:
            return
        look, rect = self._stage.look, layout[Place.GRAPH]
        padding = look.scale.units(PADDING_UNITS)
        self._graph = Graph(look, rect.inflate(-2 * padding, -2 * padding))
        bar = pygame.Rect(rect.left + padding, rect.bottom - padding, rect.width - 2 * padding, padding // 2)
        self._bar = ProgressBar(look, bar)
        self.layers = (Picture(panel_card(look, rect.size), rect.topleft), self._graph, self._bar)

    def refresh(self) -> None:
        """Show the graph, and the place that is looked at if it is on the main line."""
        if not self.layers:
            return
        match, review = self._game.match, self._game.review
        at = match.node.plies() if match.node.is_mainline() else None
        self._graph.show(review.report, match.game.end().plies(), at)
        self._bar.show(review.done if review.is_running else None)

    def handle(self, event: pygame.Event) -> bool:
        """Go to the move that is pressed."""
        if not self.layers or event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        node = self._graph.node_at(event.pos)
        if node is not None:
            self._game.go(node, self._game.now_seconds)
        return node is not None
