"""The context menus of a game: of the board's squares, of the players' cards and of the moves."""

from __future__ import annotations

import pygame

from wormhole import WHITE, side_name
from wormhole.gui.board.controller import BoardController
from wormhole.gui.board.long_press import LongPress, square_title
from wormhole.gui.board.selection import passing
from wormhole.gui.dialogs.context_menu import DIVIDER, ContextMenu, Divider, MenuEntry, entry
from wormhole.gui.dialogs.text_dialogs import NameDialog
from wormhole.gui.game.game_picture import GamePicture
from wormhole.gui.game.move_actions import MoveActions
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.game.seat_questions import ask_for_seat
from wormhole.gui.game.tools import why_not
from wormhole.gui.languages.language import _
from wormhole.gui.look.layers import Pixel
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import TURNS

RIGHT_BUTTON = 3


class GameMenus(LongPress):
    """Opens the menus: by the menu key, by the right button on a card, by a long press on a square.

    On the board the right button draws. A long press on one's own piece is the beginning of a move.
    """

    def __init__(
        self,
        stage: Stage,
        game: RunningGame,
        picture: GamePicture,
        actions: MoveActions,
        board: BoardController,
    ) -> None:
        super().__init__(stage, board)
        self._game = game
        self._picture = picture
        self._actions = actions

    def handle(self, event: pygame.Event) -> bool:
        """Open the menu of a card that is pressed with the right button; returns whether one is."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != RIGHT_BUTTON:
            return False
        color = self._picture.players.at(event.pos)
        if color is None:
            return False
        self._open_player_menu(color, event.pos, by_keyboard=False)
        return True

    def open_by_key(self) -> None:
        """Open the menu of what has the focus: a card, the square of the cursor, or else the move."""
        if self._picture.lines.open_menu_by_key():
            return
        color, state = self._picture.players.focused, self._game.state
        square = state.pointing.cursor if state.selection.square is None else state.selection.square
        if color is not None:
            self._open_player_menu(color, self._picture.players.rect_of(color).bottomleft, by_keyboard=True)
        elif square is not None:
            pixel = self._picture.view.rect_of(square, state.flipped).topright
            self.open(square, pixel, by_keyboard=True)
        else:
            moves, node = self._picture.moves.list, self._game.match.cursor.node
            place = moves.place_of(node)
            pixel = moves.rect.topleft if place is None else place.bottomleft
            self._actions.open_menu(node, pixel, by_keyboard=True)

    def open(self, square: int, pixel: Pixel, by_keyboard: bool) -> None:
        """Open the menu of a square."""
        stage = self._stage
        is_drawn = bool(self._game.state.annotations.shapes)
        views = (Command.FOLD_VIEW, Command.ROUTES) if square in self._game.state.scene.pieces else ()
        entries: tuple[MenuEntry | Divider, ...] = (
            *(entry(stage, command) for command in views),
            entry(stage, Command.REACH),
            *([entry(stage, Command.CLEAR_SHAPES)] if is_drawn else []),
            DIVIDER,
            entry(stage, Command.HINT),
            *([entry(stage, Command.SHOW_WHY, _("Show me why"))] if self._game.analysis.is_decided else []),
            entry(stage, Command.TYPE_MOVE),
            DIVIDER,
            *self._turns_of_the_board(),
            DIVIDER,
            entry(stage, Command.COPY),
            entry(stage, Command.COPY_GAME),
            entry(stage, Command.PASTE),
            DIVIDER,
            entry(stage, Command.PLAY_FROM_HERE),
            entry(stage, Command.EDITOR),
            entry(stage, Command.PICTURE),
        )
        stage.open(ContextMenu(stage, square_title(self._game.state, square), entries, pixel, by_keyboard))

    def _turns_of_the_board(self) -> list[MenuEntry]:
        """Flip the board; between two players, whether it turns by itself."""
        stage = self._stage
        text = _("Stop turning the board") if stage.settings.two_players == TURNS else ""
        turning = [entry(stage, Command.TURN_BOARD, text)] if self._game.match.setup.is_two_player else []
        return [entry(stage, Command.FLIP), *turning]

    def _open_player_menu(self, color: bool, pixel: Pixel, by_keyboard: bool) -> None:
        stage, match = self._stage, self._game.match
        is_named = match.setup.seat(color).is_person and not match.setup.is_by_mail
        entries: tuple[MenuEntry | Divider, ...] = (
            entry(stage, Command.UNDO, can=self._actions.can_undo and not why_not(self._game, Command.UNDO)),
            entry(stage, Command.RESIGN, can=match.resigner is not None),
            *([entry(stage, Command.PASS)] if passing(self._game.state) else []),
            *([entry(stage, Command.DRAW)] if match.cursor.board.variant.can_be_drawn else []),
            *([entry(stage, Command.PAUSE)] if match.can_pause else []),
            DIVIDER,
            *self._turns_of_the_board(),
            DIVIDER,
            *([MenuEntry(_("Name…"), None, lambda: self._ask_name(color))] if is_named else []),
            *([self._giving(color)] if self._game.mail is None else []),
            DIVIDER,
            entry(stage, Command.REMATCH, can=self._game.origin is None),
            entry(stage, Command.NEW_GAME),
        )
        title = self._picture.players.name_of(color)
        stage.open(ContextMenu(stage, title, entries, pixel, by_keyboard))

    def _giving(self, color: bool) -> MenuEntry:
        """Another player for a seat."""
        stage, game = self._stage, self._game
        can = game.match.live is not None
        return MenuEntry(
            _("Give this seat to…"), None, lambda: ask_for_seat(stage, game.match, color, game.give_seat), can
        )

    def _ask_name(self, color: bool) -> None:
        """Ask for the name of the user. The settings keep it for the next games."""
        match, stage = self._game.match, self._stage

        def take(name: str) -> None:
            match.name(color, name)
            self._game.shown.change()
            is_first = not match.setup.is_two_player or color == WHITE
            stage.preferences.change(**{"name" if is_first else "other_name": match.setup.seat(color).name})

        stage.open(NameDialog(stage, match.setup.seat(color).name, _(side_name(color)), take))
