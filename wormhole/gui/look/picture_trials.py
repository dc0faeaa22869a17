"""Tries pictures that may come from a stranger in a child process, before the window draws them."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence

from wormhole.base.children import Child

CHILD = "wormhole.gui.look.picture_child:main"
MOST_SECONDS = 10.0
"""For one picture. The child limits its processor time itself, where the system can do that."""


class PictureTrials:
    """What is known of pictures; those that are new are drawn by one child, one after the other.

    ``on_tried`` is called in a thread of its own whenever there are none left to try.
    """

    def __init__(self) -> None:
        self.on_tried: Callable[[], None] = lambda: None
        self._is_good: dict[str, bool] = {}
        self._waiting: deque[str] = deque()
        self._untold: list[str] = []
        self._changed = threading.Condition()
        self._is_trying = False

    def is_good(self, svg: str, waits: bool = False) -> bool:
        """Whether a picture can be drawn; False as well until it was tried, unless this ``waits``."""
        with self._changed:
            if svg not in self._is_good and svg not in self._waiting:
                self._waiting.append(svg)
                self._begin()
            if waits:
                self._changed.wait_for(lambda: svg in self._is_good)
            return self._is_good.get(svg, False)

    def take_refused(self) -> Sequence[str]:
        """The pictures that could not be drawn, if they have not been taken before."""
        with self._changed:
            refused, self._untold = self._untold, []
        return refused

    def _begin(self) -> None:
        if not self._is_trying:
            self._is_trying = True
            threading.Thread(target=self._try_all, name="pictures", daemon=True).start()

    def _try_all(self) -> None:
        child: DrawingChild | None = None
        while True:
            with self._changed:
                if not self._waiting:
                    self._is_trying = False
                    break
                svg = self._waiting[0]
            child = child or DrawingChild()
            answer = child.can_draw(svg)
            if answer is None:  # it has ended; the next picture gets another one
                child.close()
                child = None
            with self._changed:
                self._waiting.popleft()
                self._is_good[svg] = answer is True
                if answer is not True:
                    self._untold.append(svg)
                self._changed.notify_all()
        if child is not None:
            child.close()
        self.on_tried()


class DrawingChild:
    """A child process that draws, from its first picture on."""

    def __init__(self, function: str = CHILD) -> None:
        self._child: Child | None = None
        with contextlib.suppress(OSError):
            self._child = Child(function, stderr=subprocess.DEVNULL)

    def can_draw(self, svg: str) -> bool | None:
        """Whether the child draws it; None if it has ended, or was ended because it took too long."""
        if self._child is None:
            return None
        end = threading.Timer(MOST_SECONDS, self._child.kill)
        end.daemon = True
        end.start()
        self._child.say(svg)
        answer = next(self._child.lines(), None)
        end.cancel()
        return answer

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.close()


TRIALS = PictureTrials()
"""Those of this program: whether a picture can be drawn depends on nothing else."""
