"""A hidden window of the same size in this process, which gives the places of buttons."""

from __future__ import annotations

from pathlib import Path

from wormhole.gui.app import App
from wormhole.gui.options import Options


def home_buttons(size: tuple[int, int], folder: Path) -> dict[str, tuple[int, int]]:
    """The middle of each button of the home screen, by its text."""
    app = App(Options(size=size, settings_path=folder / "settings.toml"))
    buttons = {button.text: button.rect.center for button in app.screen.widgets._actions}
    app.close()
    return buttons
