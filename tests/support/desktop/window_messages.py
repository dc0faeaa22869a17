"""Messages of a window manager to a window, by Xlib: a request to close, and a check that it exists."""

from __future__ import annotations

import ctypes
import select

_CLIENT_MESSAGE = 33
_NO_EVENTS, _EVENTS_BELOW = 0, 1 << 19
"""Masks of Xlib; the second one is for all that happens to the windows of the screen."""


class _ClientMessage(ctypes.Structure):
    """Xlib's XClientMessageEvent, as large as any event."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("room_of_other_events", ctypes.c_long * 24),
    )


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def _ignore(_connection: int, _error: int) -> int:
    """Xlib would end this process if it speaks to a window that is gone."""
    return 0


def _xlib() -> ctypes.CDLL:
    xlib = ctypes.CDLL("libX11.so.6")
    connection, window, event = ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(_ClientMessage)
    for name, result, arguments in (
        ("XOpenDisplay", connection, (ctypes.c_char_p,)),
        ("XDefaultRootWindow", window, (connection,)),
        ("XInternAtom", ctypes.c_ulong, (connection, ctypes.c_char_p, ctypes.c_int)),
        ("XSelectInput", ctypes.c_int, (connection, window, ctypes.c_long)),
        ("XSendEvent", ctypes.c_int, (connection, window, ctypes.c_int, ctypes.c_long, event)),
        ("XFlush", ctypes.c_int, (connection,)),
        ("XPending", ctypes.c_int, (connection,)),
        ("XNextEvent", ctypes.c_int, (connection, event)),
        ("XConnectionNumber", ctypes.c_int, (connection,)),
        ("XCloseDisplay", ctypes.c_int, (connection,)),
    ):
        function = getattr(xlib, name)
        function.restype, function.argtypes = result, arguments
    xlib.XSetErrorHandler(_ignore)
    return xlib


class WindowMessages:
    """Speaks to one window."""

    def __init__(self, display_name: str, window: int) -> None:
        self._xlib = _xlib()
        self._connection = self._xlib.XOpenDisplay(display_name.encode())
        assert self._connection, f"no display {display_name}"
        self._window = window
        self._protocols = self._atom("WM_PROTOCOLS")
        self._pings = 0
        root = self._xlib.XDefaultRootWindow(self._connection)
        self._xlib.XSelectInput(self._connection, root, _EVENTS_BELOW)

    def ask_to_close(self) -> None:
        """Say what the close button of the window's frame says."""
        self._send("WM_DELETE_WINDOW")

    def ping(self) -> None:
        """Ask the window whether it is there. It answers when it looks for events, after those so far."""
        self._pings += 1
        self._send("_NET_WM_PING", self._pings, self._window)

    def is_answered(self, seconds: float) -> bool:
        """Whether the last ping is answered; waits that long for the answer."""
        ping, event = self._atom("_NET_WM_PING"), _ClientMessage()
        number = self._xlib.XConnectionNumber(self._connection)
        while self._xlib.XPending(self._connection) or select.select([number], [], [], seconds)[0]:
            if not self._xlib.XPending(self._connection):
                continue
            self._xlib.XNextEvent(self._connection, ctypes.byref(event))
            if event.type == _CLIENT_MESSAGE and (event.data[0], event.data[1]) == (ping, self._pings):
                return True
        return False

    def close(self) -> None:
        """Leave the display."""
        self._xlib.XCloseDisplay(self._connection)

    def _send(self, protocol: str, *data: int) -> None:
        event = _ClientMessage(type=_CLIENT_MESSAGE, window=self._window, format=32)
        event.message_type = self._protocols
        for index, value in enumerate((self._atom(protocol), *data)):
            event.data[index] = value
        self._xlib.XSendEvent(self._connection, self._window, False, _NO_EVENTS, ctypes.byref(event))
        self._xlib.XFlush(self._connection)

    def _atom(self, name: str) -> int:
        return self._xlib.XInternAtom(self._connection, name.encode(), False)
