"""Who analyses a game: this program, or another one that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole import Variant
from wormhole.gui.languages.language import _, said
from wormhole.gui.window.engines import Engines
from wormhole.gui.window.notices import Notices
from wormhole.gui.window.preferences import Preferences
from wormhole.play.offered_players import analyst_of

if TYPE_CHECKING:
    from wormhole.engine.analyst import Analyst
    from wormhole.players.program_analyst import ProgramAnalyst


class Analysts:
    """Each analyst is made when it is first needed."""

    def __init__(self, engines: Engines, preferences: Preferences, notices: Notices) -> None:
        self._engines = engines
        self._preferences = preferences
        self._notices = notices
        self._own: Analyst | None = None
        self._program: tuple[str, ProgramAnalyst] | None = None
        """Another program that analyses, with its key."""
        self._refused: set[tuple[str, str]] = set()
        """The keys of programs, each with a game, of which was said why they do not analyse it."""

    def of(self, game: Variant) -> Analyst | ProgramAnalyst:
        """The analyst of a game. ANALYSED tells the room when it has found something."""
        if (program := self._program_for(game)) is not None:
            return program
        if self._own is None:
            self._own = self._engines.analyst()
        return self._own

    def close(self) -> None:
        """End them."""
        if self._own is not None:
            self._own.close()
        if self._program is not None:
            self._program[1].close()
            self._program[1].join()

    def _program_for(self, game: Variant) -> ProgramAnalyst | None:
        """The program that the settings name, unless it does not know the game or has failed."""
        key = self._preferences.now.analysed_by
        if self._program is not None and self._program[0] != key:
            self._program[1].close()
            self._program = None
        if not key:
            return None
        player = analyst_of(key, self._engines.own.now, game)
        if player is None:
            self._refuse(key, game, _("The engine that analyses is no longer there."))
            return None
        trouble: str | None = player.trouble
        if trouble is None:
            if self._program is None:
                self._program = key, self._engines.program_analyst(player.spec)
            analyst = self._program[1]
            trouble = analyst.trouble
            if trouble is None:
                return analyst
        fault = _("{name} {fault}").format(name=player.name, fault=said(trouble))
        self._refuse(key, game, f"{fault}.")
        return None

    def _refuse(self, key: str, game: Variant, why: str) -> None:
        """Say why a program does not analyse a game, the first time."""
        if (key, game.name) not in self._refused:
            self._refused.add((key, game.name))
            instead = _("This program analyses instead.")
            self._notices.show(f"{why} {instead}")
