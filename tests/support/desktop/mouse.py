"""Operates the mouse in two windows at once: the visible one, and its twin, which knows where to press."""

from __future__ import annotations

from tests.support.desktop.tour import Act, Tour
from tests.support.desktop.twin import Pixel, Twin
from wormhole.gui.window.keys import Command


class Mouse:
    """Makes actions that press in both windows, so that the twin shows what the visible one shows."""

    def __init__(self, tour: Tour, hidden: Twin) -> None:
        self.tour, self.hidden = tour, hidden

    def press(self, text: str) -> Act:
        """Press the button with this text."""
        return lambda: self._click(self.hidden.button(text))

    def tool(self, command: Command) -> Act:
        """Press the button of a command."""
        return lambda: self._click(self.hidden.tool(command))

    def row(self, number: int) -> Act:
        """Press a row of the list in the open dialog."""
        return lambda: self._click(self.hidden.row(number))

    def game(self, title: str) -> Act:
        """Press a game in the list of all games."""
        return lambda: self._click(self.hidden.game(title))

    def at(self, pixel: Pixel, button: int = 1) -> Act:
        """Click there."""
        return lambda: self._click(pixel, button)

    def hold(self, pixel: Pixel) -> Act:
        """Press there until a menu opens."""

        def act() -> None:
            self.tour.changes("the menu", lambda: self.tour.program.press(pixel))
            self.tour.program.release()
            self.tour.program.park()
            self.hidden.hold(pixel)

        return act

    def text(self, text: str) -> Act:
        """Type, where a text is wanted."""

        def act() -> None:
            self.tour.program.type(text)
            self.hidden.type(text)

        return act

    def _click(self, pixel: Pixel, button: int = 1) -> None:
        self.tour.click(pixel, button)()
        self.hidden.click(pixel, button)
