"""What was played in the position that is looked at, by the computer players or by the person."""

from __future__ import annotations

import pygame

from wormhole.gui.analysis.live_openings import COMPUTER, OWN
from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.language import N_, _
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.opening_card import OpeningCard
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

NAMES = ((COMPUTER, N_("Computer")), (OWN, N_("My games")))
EMPTY = {
    COMPUTER: N_("The computer players have not come here."),
    OWN: N_("You have finished no game that came here."),
}
WHEEL_ROWS = 2


class Openings(Part):
    """A press on a move plays it. With the keyboard focus, the arrow keys choose one and Enter plays it."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game
        self._chosen = 0

    @property
    def wanted(self) -> frozenset[Place]:
        """Its place, while it is on."""
        return frozenset({Place.OPENINGS}) if self._game.openings.is_on else frozenset()

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Lay out the card, with the buttons that choose whose games are counted."""
        self.layers = ()
        if Place.OPENINGS not in layout:
            return
        look, variant = self._stage.look, self._game.match.board.variant
        self._widgets = widgets
        self._card = OpeningCard(
            layout[Place.OPENINGS], look, lambda san: look.notation(san, variant.piece_types)
        )
        names = [(source, _(name)) for source, name in NAMES]
        self._choice = Choice(
            widgets, self._button_places(names), names, self._game.openings.source, self._game.openings.choose
        )
        self._area = widgets.area(self._card.rect)
        self.layers = (self._card,)

    def refresh(self) -> None:
        """Show what is known; until the next position is found, the last one's moves stay."""
        if not self.layers:
            return
        openings = self._game.openings
        self._choice.show(openings.source)
        known = openings.statistics
        if known is None:
            self._card.show((), _("Looking…"))
        else:
            self._card.show(known.moves, _(EMPTY[known.source]))
        self._show_chosen()

    def handle(self, event: pygame.Event) -> bool:
        """Handle the mouse and, with the focus, the keys."""
        if not self.layers:
            return False
        if event.type == pygame.MOUSEMOTION:
            self._point(self._card.row_at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self._point(None)
        elif event.type == pygame.MOUSEWHEEL and self._card.rect.collidepoint(pygame.mouse.get_pos()):
            self._card.scroll(-event.y * WHEEL_ROWS)
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN and self._card.rect.collidepoint(event.pos):
            if event.button == 1:
                self._play(self._card.row_at(event.pos))
            return True
        elif event.type == pygame.KEYDOWN and self._widgets.is_focused(self._area):
            return self._press_key(event)
        return False

    def _press_key(self, event: pygame.Event) -> bool:
        if event.key in ENTER:
            self._play(self._chosen)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._chosen += 1 if event.key == pygame.K_DOWN else -1
            self._show_chosen()
        else:
            return False
        return True

    def _show_chosen(self) -> None:
        """Ring the chosen move, and show it on the board, while the card has the keyboard focus."""
        has_focus = self._widgets.is_focused(self._area)
        self._chosen = max(0, min(self._chosen, len(self._texts) - 1))
        is_shown = has_focus and bool(self._texts)
        self._card.ring(self._chosen if is_shown else None)
        if is_shown:
            self._point(self._chosen)

    def _point(self, row: int | None) -> None:
        """Show a move on the board."""
        if row != self._card.pointed:
            self._card.point(row)
            self._game.analysis.point_at(() if row is None else self._texts[row : row + 1])

    def _play(self, row: int | None) -> None:
        if row is not None and row < len(self._texts):
            self._game.walk(self._texts[row : row + 1], self._game.now_seconds)
            self._chosen = 0

    @property
    def _texts(self) -> tuple[str, ...]:
        known = self._game.openings.statistics
        return () if known is None else tuple(move.text for move in known.moves)

    def _button_places(self, names: list[tuple[str, str]]) -> list[pygame.Rect]:
        """Two buttons at the left of the heading, as wide as their words."""
        look, room = self._stage.look, self._card.heading
        count = look.words.width("9,999", look.small) + look.scale.units(2)
        needs = [look.words.width(name, look.small) + look.scale.units(1.5) for _source, name in names]
        share = min(1.0, (room.width - count) / sum(needs))
        places, left = [], room.left
        for need in needs:
            width = int(need * share)
            places.append(pygame.Rect(left, room.top, width, room.height))
            left += width + look.scale.unit // 2
        return places
