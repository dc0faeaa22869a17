"""The row of tabs above a game, if several games are open; where it has no room, a button that lists them."""

from __future__ import annotations

from functools import partial

import pygame

from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Fill, Row, row
from wormhole.gui.look.widget_theme import CHOICE, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window import destination
from wormhole.gui.window.keys import TABS, Command, caps_of, tip_of
from wormhole.gui.window.open_games import OpenGame
from wormhole.gui.window.stage import Stage

LEAST_TAB_UNITS, MOST_TAB_UNITS = 20, 42
CLOSE_UNITS = 3.5
CLOSE = "\N{MULTIPLICATION SIGN}"
TURN = "\N{BULLET} "
"""Before the name of a game in which it is the user's turn."""


def show_beside(stage: Stage, step: int) -> None:
    """Show the game so many tabs after the one that is shown."""
    game = stage.games.beside(step)
    if game is not None:
        stage.rooms.open(destination.OpenedGame(game))


def close_game(stage: Stage, game: OpenGame) -> None:
    """Close an open game, after a question if moves would be lost. If it was shown, the one beside it is, or
    the home screen."""

    def close() -> None:
        if game not in stage.games:  # the question was answered late
            return
        was_chosen = game is stage.games.chosen
        stage.games.remove(game)
        if not was_chosen:
            stage.lay_out()
        elif stage.games.chosen is None:
            stage.rooms.open(destination.Home())
        else:
            stage.rooms.open(destination.OpenedGame(stage.games.chosen))
        game.close()

    game.let_go(close)


class GameTabs(Part):
    """A button for each open game, and one beside it that closes the game."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        super().__init__(stage, game)
        self._tabs: dict[OpenGame, Button] = {}
        self._list: Button | None = None
        """The button that lists the games, where tabs have no room."""

    @property
    def wanted(self) -> Place | None:
        """The row is there only if several games are open."""
        return Place.TABS if len(self._stage.games) > 1 else None

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the tabs or the list."""
        self._tabs, self._list = {}, None
        area, scale = rect.copy(), self._stage.look.scale
        games = tuple(self._stage.games)
        if area.width < len(games) * scale.units(LEAST_TAB_UNITS):
            parts = Row({"list": Fill(), "close": scale.units(CLOSE_UNITS)}).at(area)
            self._list = widgets.button(parts["list"], "", self._open_list, CHOICE, Tip(_("Open games")))
            self._add_close(parts["close"], self._game, widgets)
            return
        area.width = min(area.width, len(games) * scale.units(MOST_TAB_UNITS))
        for game, place in zip(games, row(area, len(games), scale.unit), strict=True):
            parts = Row({"tab": Fill(), "close": scale.units(CLOSE_UNITS)}).at(place)
            show = partial(self._stage.rooms.open, destination.OpenedGame(game))
            self._tabs[game] = widgets.button(parts["tab"], "", show, CHOICE)
            self._add_close(parts["close"], game, widgets)

    def _add_close(self, place: pygame.Rect, game: OpenGame, widgets: Widgets) -> None:
        tip = tip_of(Command.CLOSE_GAME)
        tip = tip if game is self._game else Tip(tip.text)
        widgets.button(place, CLOSE, partial(close_game, self._stage, game), QUIET, tip)

    def refresh(self) -> None:
        """Write the names, and mark the games in which it is the user's turn."""
        look = self._stage.look
        for place, (game, button) in enumerate(self._tabs.items()):
            room = button.rect.width - look.scale.units(2)
            turn = TURN if game.awaits_user else ""
            forms = [f"{turn}{form}" for form in game.words]
            button.text = look.words.first_fitting(forms, look.small, room)
            button.tip = Tip(_words_of(game), caps_of(TABS[place]))
            button.is_selected = game is self._game
        if self._list is not None:
            games = tuple(self._stage.games)
            place, count = games.index(self._game) + 1, len(games)
            number = _("Game {number} of {count}").format(number=place, count=count)
            self._list.text = f"{number}: {self._game.words[0]} \N{BLACK DOWN-POINTING SMALL TRIANGLE}"

    def handle(self, event: pygame.Event) -> bool:
        """The middle button of the mouse closes the game of a tab."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != pygame.BUTTON_MIDDLE:
            return False
        game = next((game for game, tab in self._tabs.items() if tab.rect.collidepoint(event.pos)), None)
        if game is not None:
            close_game(self._stage, game)
        return game is not None

    def _open_list(self) -> None:
        from wormhole.gui.dialogs.context_menu import ContextMenu, MenuEntry

        assert self._list is not None, "it was pressed"
        stage = self._stage
        entries = [
            MenuEntry(
                f"{TURN if game.awaits_user else ''}{game.words[0]}",
                command,
                partial(stage.rooms.open, destination.OpenedGame(game)),
                game is not self._game,
            )
            for game, command in zip(stage.games, TABS, strict=False)
        ]
        stage.open(ContextMenu(stage, _("Open games"), entries, self._list.rect.bottomleft, True))


def _words_of(game: OpenGame) -> str:
    """The game, its players, and whether it is the user's turn, for the tooltip."""
    return ": ".join((game.words[0], *([_("Your move")] if game.awaits_user else [])))
