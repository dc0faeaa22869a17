"""Children for tests of `wormhole.base.children`."""

from __future__ import annotations

import sys
import threading
from typing import NoReturn

from wormhole.base.children import Parent


def repeat_lines() -> None:
    """Say what the parent says, and print it."""
    parent = Parent()
    for content in parent.lines():
        print("heard", content)
        parent.say({"heard": content})


def repeat_messages() -> None:
    """Send back what the parent sends."""
    parent = Parent()
    for content in parent.messages():
        parent.send(content)


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
