"""Buttons look as pygame_gui draws them, in every state, though a state is drawn only when it is seen."""

from __future__ import annotations

import pygame
import pytest
from pygame_gui.elements import UIButton

from wormhole.gui.look.button import Button
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.widget_manager import WidgetManager

SIZE = (300, 200)
RECT = pygame.Rect(20, 20, 120, 40)

CHANGES = {
    "as it appears": (),
    "chosen": ("select",),
    "hovered": ("on_hovered",),
    "disabled": ("disable",),
    "with another text": ("rename",),
    "chosen, with another text": ("select", "rename"),
    "disabled, with another text": ("disable", "rename"),
    "with another text, then chosen": ("rename", "select"),
    "with another text after it was chosen once": ("select", "unselect", "rename", "select"),
    "with another text after it was hovered once": ("on_hovered", "on_unhovered", "rename", "on_hovered"),
    "drawn anew while it is chosen": ("select", "rebuild", "select"),
}


@pytest.fixture
def manager():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    yield WidgetManager(SIZE, Theme.load(), Scale.of((800, 600)))
    pygame.display.quit()


def picture(button, changes):
    """What is seen of a button after these changes."""
    for change in changes:
        if change == "rename":
            button.set_text("Another")
        else:
            getattr(button, change)()
        for _ in range(6):
            button.update(0.0)
    return pygame.image.tobytes(button.image, "RGBA")


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES.keys())
def test_buttons_look_as_pygame_gui_draws_them(manager, changes):
    theirs = picture(UIButton(RECT, "Text", manager), changes)
    assert picture(Button(RECT, "Text", manager), changes) == theirs
