"""The icon in all sizes that X11's window managers and task bars show; SDL gives them one size, to be scaled.

By XCB, whose errors end no process, on a connection of its own: the window's number is all that it needs.
Other systems take all sizes from the program's file or from its entry in the menu.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import struct
import threading

import pygame

from wormhole.gui.look.icon import icon_png

SIZES = (16, 22, 24, 32, 48, 64, 128)
"""In pixels. Larger ones take so long to draw that a frame would be late."""

_REPLACE, _CARDINAL, _BITS = 0, 6, 32


def give_all_sizes() -> None:
    """Give the window the icon in all sizes, if it is one of X11; in a thread, since it takes a frame."""
    if pygame.display.get_driver() == "x11":
        window = pygame.display.get_wm_info()["window"]
        threading.Thread(target=_give, args=(window,), name="icons", daemon=True).start()


def _give(window: int) -> None:
    with contextlib.suppress(OSError, AttributeError):  # there is no such library, or another one
        _set_icon(window, b"".join(map(_cardinals, SIZES)))


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
