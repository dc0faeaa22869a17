"""Makes the players of the seats and the analyst. Those that search share the loops; one thinks at a time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole.engine.analyst import Analyst
    from wormhole.engine.preparation import Readiness
    from wormhole.engine.search_lock import SearchLock
    from wormhole.players.level_player import OwnSearch
    from wormhole.players.player import Answer, Player
    from wormhole.players.program_analyst import ProgramAnalyst
    from wormhole.players.spec import PlayerSpec


@dataclass(frozen=True)
class Engine:
    """The resources that all searching players share."""

    readiness: Readiness
    search_lock: SearchLock


class Engines:
    """Nothing is imported or prepared before the first of them is made."""

    def __init__(self, on_trouble: Callable[[str], None]) -> None:
        self._on_trouble = on_trouble
        self._engine: Engine | None = None
        self._search: OwnSearch | None = None
        self._players: list[Player] = []
        """Those whose threads may still run."""

    @property
    def engine(self) -> Engine:
        """The shared resources, made now if they were not needed before."""
        from wormhole.engine.preparation import Readiness
        from wormhole.engine.search_lock import SearchLock

        if self._engine is None:
            self._engine = Engine(Readiness(self._on_trouble), SearchLock())
        return self._engine

    def player(self, spec: PlayerSpec, on_answer: Callable[[Answer], None]) -> Player:
        """A player for a seat; it gives its answers to that function, from its own thread.

        All levels of this program share one search with its tables.
        """
        from wormhole.players.level_player import LevelPlayer
        from wormhole.players.spec import at_level

        player: Player
        if spec.level is not None and spec == at_level(spec.level):
            player = LevelPlayer(spec.level, self._own_search(), on_answer)
        else:
            player = spec.player(on_answer=on_answer)
        self._players = [each for each in self._players if not each.is_gone] + [player]
        return player

    def renew(self) -> None:
        """Let this program use the network that was trained for a game meanwhile."""
        if self._search is not None:
            self._search.renew()

    def _own_search(self) -> OwnSearch:
        from wormhole.engine.opponent import spare_threads
        from wormhole.players.level_player import OwnSearch, SearchOptions

        if self._search is None:
            options, engine = SearchOptions(spare_threads()), self.engine
            self._search = OwnSearch(options, random.Random(), engine.readiness, engine.search_lock)
        return self._search

    def analyst(self, on_news: Callable[[], None]) -> Analyst:
        """An analyst; it calls that function when it has found something, from its own thread."""
        from wormhole.engine.analyst import Analyst

        return Analyst(on_news, self.engine.readiness, self.engine.search_lock)

    def program_analyst(self, spec: PlayerSpec, on_news: Callable[[], None]) -> ProgramAnalyst:
        """Another program as an analyst."""
        from wormhole.players.program_analyst import ProgramAnalyst

        return ProgramAnalyst(spec, on_news)

    def close(self) -> None:
        """End the players and the preparation of the loops."""
        for player in self._players:
            player.close()
        if self._engine is not None:
            self._engine.readiness.close()
        for player in self._players:
            player.join()
        if self._search is not None:
            self._search.close()
