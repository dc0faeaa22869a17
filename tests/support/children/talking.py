"""Children for tests of `wormhole.base.children`."""

from __future__ import annotations

import sys
import threading
from typing import NoReturn

from wormhole.base.children import Parent


def repeat_lines(noise: str = "") -> None:
    """Print ``noise``; then say what the parent says, and print it."""
    parent = _noisy(noise)
    for content in parent.lines():
        print("heard", content)
        parent.say({"heard": content})


def repeat_messages(noise: str = "") -> None:
    """Print ``noise``; then send back what the parent sends."""
    parent = _noisy(noise)
    for content in parent.messages():
        parent.send(content)


def _noisy(noise: str) -> Parent:
    """The parent, after a print such as that of a module that is imported."""
    print(noise, end="", flush=True)
    return Parent()


def leave(status: str) -> NoReturn:
    """Exit with a status or, if it is no number, with that text."""
    sys.exit(int(status) if status.isdigit() else status)


def wait() -> None:
    """Take an order, and wait for the parent's end."""
    parent = Parent()
    order = next(parent.lines())
    parent.end_with(lambda: print("the parent has gone", file=sys.stderr, flush=True))
    parent.say(order)
    threading.Event().wait()
