"""The way from one room of the window to another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from wormhole.gui.look.widgets import Action
from wormhole.gui.window import destination
from wormhole.gui.window.native_memory import give_back_rest
from wormhole.gui.window.screen import Overlay, Room
from wormhole.gui.window.screen_stack import ScreenStack


class Rooms:
    """Opens rooms. Nothing is opened if the open room or a dialog does not let itself be left."""

    open: Callable[[destination.Destination], None]
    """Goes to a room, or opens a dialog, that the open screen does not import. The event loop sets it, which
    imports all rooms."""

    def __init__(self, stack: ScreenStack, lay_out: Action) -> None:
        self._stack = stack
        self._lay_out = lay_out
        self.left_game: Action | None = None
        """Leads back to the game that was left for other rooms, if one was."""

    def show(self, make: Callable[[], Room]) -> None:
        """Go to the room that `make` makes."""

        def go() -> None:
            self._stack.show(make())
            self._lay_out()
            give_back_rest()

        self.leave(go)

    def leave(self, go: Action) -> None:
        """Call `go`, if the open dialogs and the room let themselves be left."""
        if not self._stack.is_empty:
            screens: tuple[Room | Overlay, ...] = (self._stack.room, *self._stack.dialogs)
            for screen in screens:
                go = partial(screen.leave, go)
        go()

    def go_back(self) -> None:
        """Go back to the game that was left for other rooms; without one, to the home screen."""
        game, self.left_game = self.left_game, None
        if game is None:
            self.open(destination.Home())
        else:
            game()
