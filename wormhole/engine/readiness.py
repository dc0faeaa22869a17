"""Loads the loops of the computer player in the background; children compile what is missing."""

from __future__ import annotations

import threading
from collections.abc import Callable

from wormhole.base.errors import Message
from wormhole.compiling.groups import available, complain, obtain
from wormhole.engine.search_loops import PLAYER
from wormhole.rules.loop_groups import BOARD

GROUPS = (*PLAYER, BOARD)
"""What is prepared. Nothing waits for the loops of boards, which run without: they come last."""

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

    def _prepare(self) -> None:
        """Load the compiled loops, or have child processes compile them; report a failure."""
        try:
            if available():
                for group in PLAYER:
                    group.trouble_of_loading()
                self._look_whether_fast()
                for done in obtain(GROUPS, lambda: not self._closed):
                    self.progress = None if self.is_done else done
                    self._is_known.set()
                    self._look_whether_fast()
                self.is_fast = self.is_fast or not self._closed
        except Exception as error:  # after any error, the plain loops remain
            self._report(error)
        finally:
            self._end()

    def _look_whether_fast(self) -> None:
        """Note it once all loops of the computer player are loaded."""
        if not self.is_done and all(group.is_loaded for group in PLAYER):
            self.is_fast = True
            self._end()

    def _end(self) -> None:
        self.progress = None
        self._is_done.set()
        self._is_known.set()

    def _report(self, error: Exception) -> None:
        if self.is_fast:
            complain(f"boards are slow, their loops could not be compiled: {error}")
            return
        complain(f"the computer player is slow, because it could not be compiled: {error}")
        if not self._closed:
            self._on_trouble(
                Message(
                    "The computer player is slow because its code could not be compiled: {trouble}",
                    trouble=str(error),
                )
            )
