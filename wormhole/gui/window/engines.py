"""Makes what plays, analyses and learns. All that search share the loops; one thinks at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE
from wormhole.gui.window.events import ANALYSED, ANSWER, TAUGHT, TOURNAMENT, TROUBLE, post
from wormhole.library.own_engines import OwnEngines
from wormhole.play.seats import Setup

if TYPE_CHECKING:
    from wormhole.arena.tournament_run import Tournaments
    from wormhole.engine.analyst import Analyst
    from wormhole.engine.readiness import Readiness
    from wormhole.engine.search_lock import SearchLock
    from wormhole.players.level_player import OwnSearch
    from wormhole.players.player import Answer, Player
    from wormhole.players.program_analyst import ProgramAnalyst
    from wormhole.players.spec import PlayerSpec
    from wormhole.training.teacher import Teacher

MakePlayer = Callable[["PlayerSpec", Callable[["Answer"], None]], "Player"]
"""Makes the player of a seat, from the seat's description and the function that takes its answers."""


@dataclass(frozen=True)
class SearchResources:
    """The resources that all searching players share."""

    readiness: Readiness
    search_lock: SearchLock


class Engines:
    """Nothing is imported or prepared before the first of them is made.

    ``own_file`` lists the programs that the user has added; ``make_player`` makes players instead of ours.
    """

    def __init__(self, own_file: Path, library: Path, make_player: MakePlayer | None = None) -> None:
        self.own = OwnEngines(own_file, _post_trouble)
        """The programs that the user has added as players."""
        self._library = library
        self._make_player = make_player or self._player
        self._search: OwnSearch | None = None
        self._kept_networks = 0
        """How many of the teacher's networks our search knows."""
        self._players: list[Player] = []
        """Those whose threads may still run."""

    @cached_property
    def search_resources(self) -> SearchResources:
        """What all searches of this process share: the loops, and the turn to search."""
        from wormhole.engine.readiness import Readiness
        from wormhole.engine.search_lock import SearchLock

        return SearchResources(Readiness(_post_trouble), SearchLock())

    @cached_property
    def teacher(self) -> Teacher:
        """Trains the computer in the background; TAUGHT reports news."""
        from wormhole.training.teacher import Teacher

        return Teacher(lambda: post(TAUGHT))

    @cached_property
    def tournaments(self) -> Tournaments:
        """The tournaments beside the library, played in the background; TOURNAMENT reports news."""
        from wormhole.arena.tournament_run import Tournaments

        return Tournaments(self._library, lambda: post(TOURNAMENT))

    def player(self, spec: PlayerSpec) -> Player:
        """A player for a seat; ANSWER brings its answers to the room."""
        return self._make_player(spec, lambda answer: post(ANSWER, answer=answer))

    def players_of(self, setup: Setup) -> Mapping[bool, Player]:
        """The players of the seats that no user has; the computer plays with what it has learned by now."""
        kept = self.teacher.kept if self._has_made("teacher") else 0
        if kept != self._kept_networks:
            self._kept_networks = kept
            self.renew()
        specs = {WHITE: setup.white.player, BLACK: setup.black.player}
        return {color: self.player(spec) for color, spec in specs.items() if spec is not None}

    def renew(self) -> None:
        """Let this program use the network that was trained for a game meanwhile."""
        if self._search is not None:
            self._search.renew()

    def analyst(self) -> Analyst:
        """An analyst of this program; ANALYSED tells when it has found something."""
        from wormhole.engine.analyst import Analyst

        shared = self.search_resources
        return Analyst(lambda: post(ANALYSED), shared.readiness, shared.search_lock)

    def program_analyst(self, spec: PlayerSpec) -> ProgramAnalyst:
        """An analyst that asks another program; ANALYSED tells when it has found something."""
        from wormhole.players.program_analyst import ProgramAnalyst

        return ProgramAnalyst(spec, lambda: post(ANALYSED))

    def close(self) -> None:
        """End the training, the tournament, the players and the preparation of the loops."""
        if self._has_made("teacher"):
            self.teacher.stop()
        if self._has_made("tournaments"):
            self.tournaments.close()
        for player in self._players:
            player.close()
        if self._has_made("search_resources"):
            self.search_resources.readiness.close()
        for player in self._players:
            player.join()
        if self._search is not None:
            self._search.close()

    def _player(self, spec: PlayerSpec, on_answer: Callable[[Answer], None]) -> Player:
        """A player; all levels of this program share one search with its tables."""
        from wormhole.players.level_player import LevelPlayer
        from wormhole.players.spec import at_level

        player: Player
        if spec.level is not None and spec == at_level(spec.level):
            player = LevelPlayer(spec.level, self._own_search(), on_answer)
        else:
            player = spec.player(on_answer=on_answer)
        self._players = [each for each in self._players if not each.is_gone] + [player]
        return player

    def _own_search(self) -> OwnSearch:
        from wormhole.engine.opponent import spare_threads
        from wormhole.players.level_player import OwnSearch, SearchOptions

        if self._search is None:
            options, shared = SearchOptions(spare_threads()), self.search_resources
            self._search = OwnSearch(options, random.Random(), shared.readiness, shared.search_lock)
        return self._search

    def _has_made(self, name: str) -> bool:
        """Whether a part that is made when it is first needed exists."""
        return name in vars(self)


def _post_trouble(text: str) -> None:
    post(TROUBLE, text=text)
