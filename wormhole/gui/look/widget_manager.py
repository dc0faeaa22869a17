"""pygame_gui's manager of widgets. All managers of one theme and scale share fonts and drawn shapes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import i18n
from pygame_gui import UIManager
from pygame_gui.core import BlockingThreadedResourceLoader, UIAppearanceTheme, gui_font_pygame
from pygame_gui.core.utility import set_default_manager

from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import LineFont, OtherFonts
from wormhole.gui.look.shape_cache import ShapeCache
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.widget_theme import widget_theme

LOCALE = "en"
_OTHERS = OtherFonts()


def _font(file: Any, pixels: int) -> LineFont:
    """A font of a widget, which takes letters that it lacks from others as all text does."""
    return LineFont(file, pixels, "Bold" in str(file), _OTHERS)


vars(gui_font_pygame)["Font"] = _font  # the class that its wrapper calls


class WidgetManager(UIManager):
    """A manager for a window of this size."""

    def __init__(self, size: tuple[int, int], theme: Theme, scale: Scale) -> None:
        self._parsed = _parsed(theme, scale)
        idle = BlockingThreadedResourceLoader()  # everything is loaded
        super().__init__(
            size, enable_live_theme_updates=False, resource_loader=idle, starting_language=LOCALE
        )
        set_default_manager(None)  # or the first one would be kept for good
        # Each manager adds its folder once more, and each button's text would be looked for in all of them.
        i18n.load_path.clear()

    def create_new_theme(self, theme_path: object = None) -> UIAppearanceTheme:
        """The shared theme."""
        return self._parsed


@lru_cache(maxsize=2)
def _parsed(theme: Theme, scale: Scale) -> UIAppearanceTheme:
    """pygame_gui's form of a theme. To parse it takes longer than a frame."""
    loader = BlockingThreadedResourceLoader()
    parsed = UIAppearanceTheme(loader, LOCALE)
    parsed.shape_cache = ShapeCache()
    parsed.load_theme(widget_theme(theme, scale))
    loader.start()
    loader.update()
    return parsed
