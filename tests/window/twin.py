"""The same window once more, in this process and seen by nobody: it knows where its buttons are."""

from __future__ import annotations

from pathlib import Path

from wormhole.gui.app import App
from wormhole.gui.options import Options


def home_buttons(size: tuple[int, int], folder: Path) -> dict[str, tuple[int, int]]:
    """The middle of each button of the home screen, by what is written on it."""
    app = App(Options(size=size, settings_path=folder / "settings.toml"))
    buttons = {button.text: button.rect.center for button in app.screen.widgets._actions}
    app.close()
    return buttons
