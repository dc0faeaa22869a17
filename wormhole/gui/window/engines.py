"""Makes the computer player and the analyst, which share the compiled loops; one of them thinks at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole.engine.analyst import Analyst
    from wormhole.engine.player import Answer, Player
    from wormhole.engine.preparation import Readiness
    from wormhole.engine.search_lock import SearchLock


@dataclass(frozen=True)
class Engine:
    """What all that search share."""

    readiness: Readiness
    search_lock: SearchLock


class Engines:
    """Nothing is imported or prepared before the first of them is made."""

    def __init__(self, on_trouble: Callable[[str], None]) -> None:
        self._on_trouble = on_trouble
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """What they share, made now if it was not needed before."""
        from wormhole.engine.preparation import Readiness
        from wormhole.engine.search_lock import SearchLock

        if self._engine is None:
            self._engine = Engine(Readiness(self._on_trouble), SearchLock())
        return self._engine

    def player(self, on_answer: Callable[[Answer], None]) -> Player:
        """A computer player; it gives its answers to that function, from its own thread."""
        from wormhole.engine.player import Player

        return Player(on_answer, self.engine.readiness, self.engine.search_lock)

    def analyst(self, on_news: Callable[[], None]) -> Analyst:
        """An analyst; it calls that function when it has found something, from its own thread."""
        from wormhole.engine.analyst import Analyst

        return Analyst(on_news, self.engine.readiness, self.engine.search_lock)

    def close(self) -> None:
        """End the preparation of the loops."""
        if self._engine is not None:
            self._engine.readiness.close()
