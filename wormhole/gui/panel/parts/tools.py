"""The row of small buttons with pictures: what shows more of the position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame_gui.elements import UIButton

from wormhole.gui.board.annotations import View
from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.keys import Command, tip_of
from wormhole.gui.layout import row
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

ICON_SHARE = 0.62  # of the button's height


@dataclass(frozen=True)
class Tool:
    """A button: its picture in `sprites/icons`, its command, whether it is on in this game."""

    icon: str
    command: Command
    is_on: Callable[[RunningGame], bool] = lambda game: False


TOOLS: tuple[Tool, ...] = (
    Tool("fold", Command.FOLD_VIEW, lambda game: game.state.fold.is_on),
    Tool("routes", Command.ROUTES, lambda game: View.ROUTES in game.state.views),
    Tool("reach", Command.REACH, lambda game: View.REACH in game.state.views),
    Tool("hint", Command.HINT, lambda game: game.analysis.is_hinting),
    Tool("analysis", Command.ANALYSE, lambda game: game.analysis.is_on),
    Tool("threats", Command.THREATS, lambda game: game.analysis.shows_threat),
    Tool("openings", Command.OPENINGS, lambda game: game.openings.is_on),
    Tool("report", Command.ANALYSE_GAME, lambda game: game.review.is_running),
)


class Tools(Part):
    """One button for each tool; those that are on are lit."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the buttons."""
        look, command = self._stage.look, self._stage.command
        area = layout[Place.TOOLS]
        self._widgets = widgets
        self._buttons = [
            widgets.button(rect, "", lambda tool=tool: command(tool.command), CHOICE, tip_of(tool.command))
            for tool, rect in zip(TOOLS, row(area, len(TOOLS), look.scale.unit // 2), strict=True)
        ]
        self._icons = _Icons(area, look, self._buttons)
        self.layers_above = (self._icons,)

    def refresh(self) -> None:
        """Light those that are on."""
        for tool, button in zip(TOOLS, self._buttons, strict=True):
            self._widgets.light(button, tool.is_on(self._game))


class _Icons(Area):
    """The pictures on the buttons. They are redrawn with the buttons, below which nothing else changes."""

    def __init__(self, rect: pygame.Rect, look: Look, buttons: list[UIButton]) -> None:
        super().__init__(rect)
        self._look = look
        self._buttons = buttons

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the pictures."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        pixels = round(ICON_SHARE * self.rect.height)
        for tool, button in zip(TOOLS, self._buttons, strict=True):
            icon = self._look.sprites.icon(tool.icon, self._ink(button), pixels)
            surface.blit(icon, icon.get_rect(center=button.rect.center))

    def _ink(self, button: UIButton) -> Colour:
        colour = self._look.theme.colour
        if button.is_selected or button.hovered:
            return colour.ink
        return mixed(colour.muted, colour.ink, 0.5 if button.is_enabled else 0.0)
