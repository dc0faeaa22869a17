"""The computer player's compiled loops, loaded or compiled in the background for all who search."""

from __future__ import annotations

import threading
from collections.abc import Callable

from wormhole.engine.loop_groups import PLAYER
from wormhole.engine.preparation import obtain
from wormhole.rules.compiled import NotCompiledError, available, complain
from wormhole.rules.loop_groups import BOARD
from wormhole.rules.message import Message

SOON_SECONDS = 0.8
"""Loading takes less, unless the machine is very busy."""


class Readiness:
    """Gets the loops ready in a thread of its own; a child process compiles those that are missing.

    If they cannot be compiled, ``on_trouble`` is called once, from that thread, with a text for a person;
    the plain loops remain. Those who search tell other trouble through it, too, see :meth:`tell`.
    """

    def __init__(self, on_trouble: Callable[[str], None] = lambda text: None) -> None:
        self._on_trouble = on_trouble
        self._closed = False
        self._told: set[str] = set()
        self._is_done = threading.Event()
        self._is_known = threading.Event()
        """Set once the loops are loaded, or it is known that they cannot be."""
        self.is_fast = False
        """Whether the compiled loops are loaded."""
        self.progress: float | None = None
        """The finished share of the compilation, 0.0 to 1.0, while there is one."""
        self._thread = threading.Thread(target=self._prepare, name="preparation", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether the loops are loaded, or never will be."""
        return self._is_done.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for at most ``seconds``; returns ``is_done``."""
        return self._is_done.wait(seconds)

    def is_loaded_soon(self, seconds: float = SOON_SECONDS) -> bool:
        """Wait so long at most until the loops are loaded, or found to be missing; whether nothing is left to
        wait for."""
        self._is_known.wait(seconds)
        return self.is_done

    def tell(self, trouble: str | None) -> None:
        """Tell a person of trouble that the player goes on with, each text once; None is nothing to tell."""
        if trouble is not None and trouble not in self._told:
            self._told.add(trouble)
            self._on_trouble(trouble)

    def close(self) -> None:
        """End the preparation and its thread. Repeated calls do no harm."""
        self._closed = True
        self._thread.join(timeout=2)

    @property
    def is_at_work(self) -> bool:
        """Whether the thread still runs."""
        return self._thread.is_alive()

    def _prepare(self) -> None:
        """Load the compiled loops, or have a child process compile them; report a failure."""
        try:
            if available():
                for done in obtain(PLAYER, lambda: not self._closed):
                    self.progress = done
                    self._is_known.set()
                self.is_fast = not self._closed
        except Exception as error:  # whatever it is, the plain loops play on
            complain(f"the computer player is slow, because it could not be compiled: {error}")
            if not self._closed:
                self._on_trouble(
                    Message(
                        "The computer player is slow, because it could not be compiled: {trouble}",
                        trouble=str(error),
                    )
                )
        finally:
            self.progress = None
            self._is_done.set()
            self._is_known.set()
        if self.is_fast:
            self._prepare_boards()

    def _prepare_boards(self) -> None:
        """Get the loops of boards, too. Nobody waits for them: boards run without."""
        try:
            for _ in obtain((BOARD,), lambda: not self._closed):
                pass
        except NotCompiledError as error:
            complain(f"boards are slow, their loops could not be compiled: {error}")
