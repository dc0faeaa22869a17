"""The system's window: its size, full screen, title and display surface."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence

import pygame

from wormhole.gui.language import _
from wormhole.gui.layout import LEAST_SIDE, at_least_minimum
from wormhole.gui.look.icon import icon
from wormhole.gui.look.scale import DESIGN_SIZE
from wormhole.gui.window_place import WindowPlace
from wormhole.rules.errors import WormholeError

TITLE = "Wormhole Chess"
APPLICATION = "wormhole-chess"
"""The name by which the system knows the windows of this program."""
COMMON_DESKTOP = (1920, 1200)
"""On desktops larger than this, the window opens larger, too."""


UNSEEN_DRIVERS = ("offscreen", "dummy")
"""SDL's fallbacks without a display: they draw, but show nothing."""


class DisplayError(WormholeError):
    """The window cannot be opened."""


class Window:
    """The program's only window. Its surface is a new one after each change of size."""

    def __init__(
        self,
        size: tuple[int, int] | None,
        full_screen: bool,
        remembered: WindowPlace | None = None,
        is_maximised: bool = False,
    ) -> None:
        """Open the window: with this size or, without one, where it is remembered to have been."""
        os.environ["SDL_VIDEO_X11_WMCLASS"] = os.environ["SDL_VIDEO_WAYLAND_WMCLASS"] = APPLICATION
        _open_display()
        pygame.font.init()
        if pygame.display.get_driver() == "x11":
            # Without this, SDL sends the whole picture through a texture, even for one small rectangle.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.display.set_caption(TITLE)
        pygame.display.set_icon(icon())
        desktops = pygame.display.get_desktop_sizes()
        place = remembered.fitted(desktops) if remembered is not None and size is None else None
        self._size = size or (suitable_size(desktops[0]) if place is None else place.size)
        try:
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
        except pygame.error as error:
            width, height = self._size
            raise DisplayError(f"a window of {width}x{height} pixels cannot be opened: {error}") from None
        self._system = _system_window()
        self._windowed = (self._size, (0, 0))
        self._canvas: pygame.Surface | None = None
        self._is_full = False
        self._returns_to: tuple[int, int] | None = None
        self.is_maximised = False
        if self._system is not None:
            self._system.minimum_size = (LEAST_SIDE, LEAST_SIDE)
            if place is not None and place.is_on(desktops):
                self._system.position = place.position
            if is_maximised and size is None:
                self._system.maximize()
        if full_screen:
            self.set_full_screen(True)

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on: the window's or, if the window is too small, a larger canvas."""
        window = _window_surface()
        size = at_least_minimum(window.get_size())
        if size == window.get_size():
            self._canvas = None
            return window
        if self._canvas is None or self._canvas.get_size() != size:
            self._canvas = pygame.Surface(size)
        return self._canvas

    @property
    def size(self) -> tuple[int, int]:
        """The surface's size in pixels."""
        return self.surface.get_size()

    def set_full_screen(self, full_screen: bool) -> None:
        """Switch to full screen, or back to the former size. An event reports when it is done."""
        self._is_full = full_screen
        if self._system is None:
            size, flags = ((0, 0), pygame.FULLSCREEN) if full_screen else (self._size, pygame.RESIZABLE)
            pygame.display.set_mode(size, flags)
        elif full_screen:
            self._windowed = (self._system.size, self._system.position)
            desktops = pygame.display.get_desktop_sizes()
            if pygame.display.get_driver() == "x11" and len(desktops) == 1:
                # Without a window manager nothing else would resize the window.
                self._system.position, self._system.size = (0, 0), desktops[0]
            self._system.set_fullscreen(desktop=True)
        else:
            self._system.set_windowed()
            self._system.size, self._system.position = self._windowed
            self._returns_to = self._windowed[1]

    def moved(self) -> None:
        """Correct the position after full screen: the window had no frame when it was moved back."""
        if self._system is not None and self._returns_to is not None and not self._is_full:
            position, self._returns_to = self._returns_to, None
            if tuple(self._system.position) != tuple(position):
                self._system.position = position

    @property
    def place(self) -> WindowPlace | None:
        """Where the window is; None while it is maximised or full."""
        if self._system is None or self._is_full or self.is_maximised:
            return None
        (width, height), (left, top) = self._system.size, self._system.position
        return WindowPlace((width, height), (left, top))

    def set_title(self, game: str) -> None:
        """Show the game's name in the window's title, unless it is empty."""
        title = TITLE if game in ("", TITLE) else f"{_(game)} · {TITLE}"
        if title != pygame.display.get_caption()[0]:
            pygame.display.set_caption(title)

    def show(self, areas: Sequence[pygame.Rect]) -> None:
        """Update these areas on screen."""
        if self._canvas is None:
            pygame.display.update(areas)
        elif areas:
            window, place = _window_surface(), self._canvas_place(self._canvas)
            window.fill((0, 0, 0))
            window.blit(pygame.transform.smoothscale(self._canvas, place.size), place)
            pygame.display.flip()

    def mapped(self, event: pygame.Event) -> pygame.Event:
        """The event with its position, if it has one, in pixels of the surface."""
        if self._canvas is None or not hasattr(event, "pos"):
            return event
        place = self._canvas_place(self._canvas)
        pixel = tuple(
            round((at - start) * whole / seen)
            for at, start, whole, seen in zip(
                event.pos, place.topleft, self._canvas.get_size(), place.size, strict=True
            )
        )
        return pygame.Event(event.type, {**event.dict, "pos": pixel})

    def _canvas_place(self, canvas: pygame.Surface) -> pygame.Rect:
        """The rectangle of the window that shows the canvas, as large as fits."""
        return canvas.get_rect().fit(_window_surface().get_rect())

    def close(self) -> None:
        """Close the window and the display."""
        if pygame.display.get_init():
            pygame.event.get()  # SDL would drop the events that wait, and never free what they hold
        pygame.display.quit()


def _open_display() -> None:
    """Open the display. Raises DisplayError if there is none, unless a hidden one is wanted."""
    trouble = "there is no display to open a window on"
    try:
        pygame.display.init()
    except pygame.error as error:
        raise DisplayError(f"{trouble}: {error}") from None
    asked = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER") or ""
    driver = pygame.display.get_driver()
    if driver in UNSEEN_DRIVERS and driver not in asked.split(","):
        pygame.display.quit()
        raise DisplayError(f"{trouble}; {_wanted()}")


def _wanted() -> str:
    names = [name for name in ("DISPLAY", "WAYLAND_DISPLAY") if os.environ.get(name)]
    return f"{' and '.join(names)} cannot be used" if names else "DISPLAY and WAYLAND_DISPLAY are not set"


def suitable_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """1280x800; smaller on a small desktop and larger on a very large one."""
    growth = max(1.0, min(desktop[0] / COMMON_DESKTOP[0], desktop[1] / COMMON_DESKTOP[1]))
    width, height = (round(length * growth) for length in DESIGN_SIZE)
    return min(desktop[0], width), min(desktop[1], height)


def _window_surface() -> pygame.Surface:
    surface = pygame.display.get_surface()
    assert surface is not None, "the window is open"
    return surface


def _system_window() -> pygame.Window | None:
    """The window as an object; None if pygame-ce no longer offers it (it is deprecated)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from_display = getattr(pygame.Window, "from_display_module", None)
        return None if from_display is None else from_display()
