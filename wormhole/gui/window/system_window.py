"""The system's window: its size, full screen, title and display surface.

The icon in all sizes that X11's window managers and task bars show; SDL gives them one size, to be scaled.

By XCB, whose errors end no process, on a connection of its own: the window's number is all that it needs.
Other systems take all sizes from the program's file or from its entry in the menu.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import re
import signal
import struct
import threading
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from wormhole.base.errors import WormholeError
from wormhole.gui.languages.language import _
from wormhole.gui.look.layout import DESIGN_SIZE, LEAST_SIDE, MINIMUM_SIZE, Canvas, at_least_minimum
from wormhole.gui.look.logo import icon, icon_png
from wormhole.gui.window.touch import FINGERS
from wormhole.gui.window.viewport import Viewport

_FORM = re.compile(r"(\d{1,5})x(\d{1,5})([+-]\d{1,5})([+-]\d{1,5})")
VISIBLE_PIXELS = 64
"""At least so much of the window's upper edge has to be on a desktop, or it could not be moved by hand."""

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128)
"""In pixels. Larger ones take so long to draw that a frame would be late."""

_REPLACE, _CARDINAL, _BITS = 0, 6, 32

TITLE = "Wormhole Chess"
APPLICATION = "wormhole-chess"
"""The name by which the system knows the windows of this program."""
COMMON_DESKTOP = (1920, 1200)
"""On desktops larger than this, the window opens larger, too."""
BARS_PIXELS = 72
"""The height of the window's title and of a panel of the system."""
TITLE_PIXELS = 20
"""The least height of a title."""

UNSEEN_DRIVERS = ("offscreen", "dummy")
"""SDL's fallbacks without a display: they draw, but show nothing."""


@dataclass(frozen=True)
class WindowPlace:
    """Size and position of the window, without the system's frame. As text: "1280x800+40+60"."""

    size: tuple[int, int]
    position: tuple[int, int]

    @classmethod
    def parse(cls, text: str) -> WindowPlace | None:
        """The place that `text` means; None if it means none."""
        match = _FORM.fullmatch(text)
        if match is None:
            return None
        width, height, left, top = map(int, match.groups())
        return cls((width, height), (left, top))

    def __str__(self) -> str:
        return "{}x{}{:+}{:+}".format(*self.size, *self.position)

    def fitted(self, desktops: Sequence[tuple[int, int]]) -> WindowPlace:
        """This place, no larger than the largest of these desktops."""
        width = min(self.size[0], max(desktop[0] for desktop in desktops))
        height = min(self.size[1], max(desktop[1] for desktop in desktops))
        return WindowPlace((width, height), self.position)

    def is_on(self, desktops: Sequence[tuple[int, int]]) -> bool:
        """Whether the window can be seen and moved there. Desktops are taken to be side by side."""
        left, top = self.position
        widths, heights = sum(width for width, _ in desktops), max(height for _, height in desktops)
        is_across = left + self.size[0] >= VISIBLE_PIXELS and left <= widths - VISIBLE_PIXELS
        return is_across and 0 <= top <= heights - VISIBLE_PIXELS


def give_all_sizes() -> None:
    """Give the window the icon in all sizes, if it is one of X11; in a thread, since it takes a frame."""
    # Not by pygame.display.get_wm_info, which reads memory that nobody wrote, and may end the process.
    number = getattr(_system_window(), "handle", 0) if pygame.display.get_driver() == "x11" else 0
    if number:
        threading.Thread(target=_give, args=(number,), name="icons", daemon=True).start()


def _give(window: int) -> None:
    with contextlib.suppress(OSError, AttributeError):  # there is no such library, or another one
        _set_icon(window, b"".join(map(_cardinals, ICON_SIZES)))


def _cardinals(pixels: int) -> bytes:
    """Width, height and the colours of the icon, each a number of 32 bits with the opacity first."""
    surface = pygame.image.load(io.BytesIO(icon_png(pixels)), "icon.png")
    colours = struct.unpack(f">{pixels * pixels}I", pygame.image.tobytes(surface, "ARGB"))
    return struct.pack(f"={2 + len(colours)}I", pixels, pixels, *colours)


class _Reply(ctypes.Structure):
    """XCB's xcb_intern_atom_reply_t."""

    _fields_ = (
        ("response_type", ctypes.c_uint8),
        ("room", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("length", ctypes.c_uint32),
        ("atom", ctypes.c_uint32),
    )


def _xcb() -> ctypes.CDLL:
    xcb = ctypes.CDLL("libxcb.so.1")
    connection, number, byte = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint8
    change = (connection, byte, number, number, number, byte, number, ctypes.c_char_p)
    for name, result, arguments in (
        ("xcb_connect", connection, (ctypes.c_char_p, ctypes.c_void_p)),
        ("xcb_connection_has_error", ctypes.c_int, (connection,)),
        ("xcb_intern_atom", number, (connection, byte, ctypes.c_uint16, ctypes.c_char_p)),
        ("xcb_intern_atom_reply", ctypes.POINTER(_Reply), (connection, number, ctypes.c_void_p)),
        ("xcb_change_property", number, change),
        ("xcb_disconnect", None, (connection,)),
    ):
        function = getattr(xcb, name)
        function.restype, function.argtypes = result, arguments
    return xcb


def _set_icon(window: int, icons: bytes) -> None:
    xcb = _xcb()
    display = xcb.xcb_connect(None, None)
    try:
        if not xcb.xcb_connection_has_error(display):
            place, count = _atom(xcb, display, b"_NET_WM_ICON"), len(icons) * 8 // _BITS
            xcb.xcb_change_property(display, _REPLACE, window, place, _CARDINAL, _BITS, count, icons)
            _atom(xcb, display, b"_NET_WM_ICON")  # waits until the server has taken it
    finally:
        xcb.xcb_disconnect(display)


def _atom(xcb: ctypes.CDLL, display: int, name: bytes) -> int:
    asked = xcb.xcb_intern_atom(display, False, len(name), name)
    reply = xcb.xcb_intern_atom_reply(display, asked, None)
    return reply.contents.atom if reply else 0


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
        self._frame: pygame.Surface | None = None
        """What a window that is too small shows in small."""
        self.text = 1.0
        """How much larger text is than usual."""
        self.viewport = Viewport()
        self._is_full = False
        self._returns_to: tuple[int, int] | None = None
        self.is_maximised = False
        if self._system is not None:
            # On a small screen it must become still smaller to leave room for its title.
            width, height = (min(LEAST_SIDE, length - BARS_PIXELS) for length in desktops[0])
            self._system.minimum_size = (width, height)
            if place is not None and place.is_on(desktops):
                self._system.position = place.position
            is_cramped = size is None and not has_room(self._size, desktops[0], is_new=place is None)
            if is_cramped or (is_maximised and size is None):
                self._system.maximize()
        if full_screen:
            self.set_full_screen(True)

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on: the window's or, if that is too small for the text, a canvas."""
        window, size = _window_surface(), self.size
        self.viewport.fit(size)
        if tuple(size) == window.get_size():
            self._canvas = None
            return window
        if self._canvas is None or self._canvas.get_size() != tuple(size):
            self._canvas = pygame.Surface(tuple(size)).convert(window)
        return self._canvas

    @property
    def size(self) -> tuple[int, int]:
        """The surface's size in pixels; a `Canvas` if text is larger than usual."""
        return Canvas.of(at_least_minimum(_window_surface().get_size()), self.text)

    @property
    def visible(self) -> pygame.Rect:
        """The rectangle of the surface that is seen."""
        self.viewport.fit(self.size)
        return self.viewport.visible

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
        window, is_stale = _window_surface(), self.viewport.is_stale
        self.viewport.is_stale = False
        if self._canvas is None:
            pygame.display.update(areas)
        elif areas or is_stale:
            visible = self.viewport.visible
            frame = self._frame_of(window)
            for area in [visible] if is_stale else areas:
                seen = area.clip(visible)
                frame.blit(self._canvas, seen.move(-visible.left, -visible.top), seen)
            self.viewport.draw(frame, self._canvas)
            if frame is not window:
                place = frame.get_rect().fit(window.get_rect())
                window.fill((0, 0, 0))
                window.blit(pygame.transform.smoothscale(frame, place.size), place)
            pygame.display.flip()

    def scroll(self, event: pygame.Event) -> bool:
        """Scroll the window over its canvas, if the event asks for that; returns whether it did."""
        return self.viewport.handle(self._in_frame(event), self._frame_pixel(pygame.mouse.get_pos()))

    def mapped(self, event: pygame.Event) -> pygame.Event:
        """The event with its position, if it has one, in pixels of the surface; that of a finger gets it."""
        if event.type in FINGERS:
            width, height = _window_surface().get_size()
            at = round(event.x * width), round(event.y * height)
            event = pygame.Event(event.type, {**event.dict, "pos": at})
        if self._canvas is None or not hasattr(event, "pos"):
            return event
        return pygame.Event(event.type, {**event.dict, "pos": self._pixel(event.pos)})

    def pointer(self) -> tuple[int, int]:
        """Where the pointer is, in pixels of the surface."""
        at = pygame.mouse.get_pos()
        return at if self._canvas is None else self._pixel(at)

    def _pixel(self, at: tuple[int, int]) -> tuple[int, int]:
        """The pixel of the canvas that a pixel of the window shows."""
        (left, top), (across, down) = self.viewport.visible.topleft, self._frame_pixel(at)
        return left + across, top + down

    def _in_frame(self, event: pygame.Event) -> pygame.Event:
        if not hasattr(event, "pos"):
            return event
        return pygame.Event(event.type, {**event.dict, "pos": self._frame_pixel(event.pos)})

    def _frame_pixel(self, at: tuple[int, int]) -> tuple[int, int]:
        """The pixel of the smallest allowed window, if this one is smaller and shows that in small."""
        window = _window_surface().get_rect()
        whole = at_least_minimum(window.size)
        if whole == window.size:
            return at
        place = pygame.Rect((0, 0), whole).fit(window)
        across, down = (
            round((pixel - start) * length / seen)
            for pixel, start, length, seen in zip(at, place.topleft, whole, place.size, strict=True)
        )
        return across, down

    def _frame_of(self, window: pygame.Surface) -> pygame.Surface:
        """What a part of the canvas is drawn on: the window, or a surface that it shows in small."""
        size = at_least_minimum(window.get_size())
        if size == window.get_size():
            self._frame = None
            return window
        if self._frame is None or self._frame.get_size() != size:
            self._frame = pygame.Surface(size).convert(window)
        return self._frame

    def close(self) -> None:
        """Close the window and the display."""
        if pygame.display.get_init():
            pygame.event.get()  # SDL would drop the events that wait, and never free what they hold
        pygame.display.quit()


@contextlib.contextmanager
def closed_by_hangup() -> Iterator[None]:
    """Within the block, the end of the terminal asks to close the window, as SDL does for SIGTERM.

    Where SIGHUP is ignored, as after ``nohup``, it stays so.
    """
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is None or signal.getsignal(hangup) is not signal.SIG_DFL:
        yield
        return
    signal.signal(hangup, lambda *_: pygame.event.post(pygame.Event(pygame.QUIT)))
    try:
        yield
    finally:
        signal.signal(hangup, signal.SIG_DFL)


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
    """1280x800; smaller on a small desktop, so that the system's bars have room, and larger on a very large
    one."""
    growth = max(1.0, min(desktop[0] / COMMON_DESKTOP[0], desktop[1] / COMMON_DESKTOP[1]))
    width, height = (round(length * growth) for length in DESIGN_SIZE)
    room = max(desktop[1] - BARS_PIXELS, min(desktop[1], MINIMUM_SIZE[1]))
    return min(desktop[0], width), min(room, height)


def has_room(size: tuple[int, int], desktop: tuple[int, int], *, is_new: bool) -> bool:
    """Whether a window has room for its title above it, a new one for a panel of the system, too.

    >>> has_room((800, 600), (800, 600), is_new=False), has_room((1280, 800), (1920, 1080), is_new=True)
    (False, True)
    """
    return size[1] + (BARS_PIXELS if is_new else TITLE_PIXELS) <= desktop[1]


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
