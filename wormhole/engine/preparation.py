"""Loads the loops of the computer player in the background; children compile what is missing."""

from __future__ import annotations

import threading
from collections.abc import Callable

from wormhole.engine.search_loops import PLAYER
from wormhole.rules.compiled import NotCompiledError, available, complain, obtain
from wormhole.rules.errors import Message
from wormhole.rules.loop_groups import BOARD

SOON_SECONDS = 0.8
"""Loading takes less, unless the machine is very busy."""


class Readiness:
    """Loads the loops in a thread of its own; child processes compile those that are missing.

    If they cannot be compiled, ``on_trouble`` is called once, from that thread, with a text for the user; the
    plain loops remain. Searches report other trouble through it, too, see :meth:`report_trouble`.
    """

    def __init__(self, on_trouble: Callable[[str], None] = lambda text: None) -> None:
        self._on_trouble = on_trouble
        self._closed = False
        self._reported: set[str] = set()
        self._is_done = threading.Event()
        self._is_known = threading.Event()
        """Set once the loops are loaded or have failed to load."""
        self.is_fast = False
        """Whether the compiled loops are loaded."""
        self.progress: float | None = None
        """The finished share of the compilation, 0.0 to 1.0, while there is one."""
        self._thread = threading.Thread(target=self._prepare, name="preparation", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether the loops are loaded or have failed to load."""
        return self._is_done.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for at most ``seconds``; returns ``is_done``."""
        return self._is_done.wait(seconds)

    def is_loaded_soon(self, seconds: float = SOON_SECONDS) -> bool:
        """Wait at most so long until the loops are loaded or found to be missing; returns whether no wait is
        left."""
        self._is_known.wait(seconds)
        return self.is_done

    def report_trouble(self, trouble: str | None) -> None:
        """Report trouble that the player can continue with to the user, each text once; None: no trouble."""
        if trouble is not None and trouble not in self._reported:
            self._reported.add(trouble)
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
        """Load the compiled loops, or have child processes compile them; report a failure."""
        try:
            if available():
                for done in obtain(PLAYER, lambda: not self._closed):
                    self.progress = done
                    self._is_known.set()
                self.is_fast = not self._closed
        except Exception as error:  # after any error, the plain loops remain
            complain(f"the computer player is slow, because it could not be compiled: {error}")
            if not self._closed:
                self._on_trouble(
                    Message(
                        "The computer player is slow because its code could not be compiled: {trouble}",
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
        """Load the loops of boards, too. Nothing waits for them: boards run without."""
        try:
            for _ in obtain((BOARD,), lambda: not self._closed):
                pass
        except NotCompiledError as error:
            complain(f"boards are slow, their loops could not be compiled: {error}")
