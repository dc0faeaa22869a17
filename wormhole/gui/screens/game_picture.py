"""The picture of a game: the board, and beside or below it the players, the move list and buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame_gui.elements import UIButton

from wormhole import BLACK, WHITE
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.keys import Command
from wormhole.gui.layout import GameLayout, game_layout
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.card_words import card_words
from wormhole.gui.panel.move_list import MoveList
from wormhole.gui.panel.player_card import PlayerCard
from wormhole.gui.panel.result_banner import ResultBanner, result_of
from wormhole.gui.screen import Stage
from wormhole.gui.screens.move_actions import MoveActions
from wormhole.gui.screens.running_game import RunningGame

BUTTONS = (
    ("Undo", Command.UNDO),
    ("Flip", Command.FLIP),
    ("Resign", Command.RESIGN),
    ("New game", Command.NEW_GAME),
    ("Menu", Command.MENU),
)


class GamePicture:
    """Board and panel of a running game, which it only reads. Call `place` first."""

    layers: Sequence[Layer] = ()
    widgets: Widgets | None = None
    moves: MoveList
    banner: ResultBanner
    cards: dict[bool, PlayerCard]
    layout: GameLayout

    def __init__(self, stage: Stage, game: RunningGame, actions: MoveActions) -> None:
        self._stage = stage
        self._actions = actions
        self._game = game
        self._variant = game.match.board.variant
        self.view = BoardView(stage.look.theme, stage.look.sprites, self._variant.geometry)

    def place(self, size: tuple[int, int]) -> None:
        """Lay out board and panel."""
        look = self._stage.look
        self.layout = game_layout(size, self._variant.geometry)
        self.view.place(self.layout.board, look.backdrop.surface(size))
        board = BoardLayer(self.view, self._game.state)
        stage = self._stage

        def has_motion() -> bool:
            return stage.settings.motion

        self.cards = {
            color: PlayerCard(rect, look, self._variant.piece_types, has_motion)
            for color, rect in self._card_places().items()
        }
        title, about = self._variant.title, self._variant.about
        self.moves = MoveList(
            self.layout.moves, look, title, about, self._actions.go, self._actions.open_menu
        )
        self.banner = ResultBanner(self.layout.moves, look)
        self.close()
        self.widgets = Widgets(size, look.theme, look.scale)
        self._buttons = {
            command: self.widgets.button(rect, name, lambda command=command: self._stage.command(command))
            for (name, command), rect in zip(BUTTONS, self.layout.buttons, strict=True)
        }
        self._banner_buttons: list[UIButton] = []
        self.layers = (board, *self.cards.values(), self.moves, self.banner, self.widgets)
        self.refresh()

    def refresh(self) -> None:
        """Update the panel from the running game."""
        match, progress = self._game.match, self._game.progress
        for color, card in self.cards.items():
            card.show(card_words(match, color, progress))
        self.moves.show(match.game, match.node, self._game.are_dice_rolling)
        self.widgets.enable(self._buttons[Command.UNDO], match.can_undo)
        self.widgets.enable(self._buttons[Command.RESIGN], match.resigner is not None)
        self._show_result()

    def close(self) -> None:
        """Release the widgets."""
        if self.widgets is not None:
            self.widgets.close()

    def flip(self) -> None:
        """Swap the players' cards after the board was flipped."""
        for color, rect in self._card_places().items():
            self.cards[color].move(rect)

    @property
    def notice_area(self) -> pygame.Rect:
        """The rectangle for messages: in the move list, above the result's banner."""
        unit = self._stage.look.scale.unit
        area = self.layout.moves.inflate(-2 * unit, -2 * unit)
        area.height -= self.banner.height
        return area

    @property
    def is_shimmering(self) -> bool:
        """Whether a player's card is animated."""
        return any(card.is_shimmering for card in self.cards.values())

    def _card_places(self) -> dict[bool, pygame.Rect]:
        """The rectangles of the players' cards, each on its player's side of the board."""
        below = BLACK if self._game.state.flipped else WHITE
        return {below: self.layout.you, not below: self.layout.opponent}

    def _show_result(self) -> None:
        outcome = self._game.match.outcome if self._game.is_over else None
        result = None if outcome is None else result_of(outcome, self._variant)
        if result == self.banner.result:
            return
        self.banner.show(result)
        self.moves.reserve(self.banner.height)
        for button in self._banner_buttons:
            self.widgets.remove(button)
        self._banner_buttons = []
        if result is not None:
            again, menu = self.banner.button_places()
            self._banner_buttons = [
                self.widgets.button(again, "New game", self._play_again, PRIMARY),
                self.widgets.button(menu, "Menu", lambda: self._stage.command(Command.MENU)),
            ]

    def _play_again(self) -> None:
        self._stage.start(self._game.next_setup)
