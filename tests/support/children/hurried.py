"""A child process with a real window that plays by itself at full speed, for tests that kill it.

    python hurried.py LIBRARY SETTINGS SEED [demonstration]

It continues the game that the home screen offers, if any, or shows demonstrations only. It writes on
stdout what it does, as lines of JSON (see :class:`PlayEvent`), each before the library can know of it.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import pygame

from wormhole import menu
from wormhole.compiling.groups import never_wait
from wormhole.gui.dialogs.context_menu import ContextMenu
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.loop.app import App
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.play.seats import against, between_players, level_of, two_players
from wormhole.play.start_options import StartOptions
from wormhole.players.spec import at_level

FOUND, MADE, SETTLED, SHOWN, NOTHING = "found", "made", "settled", "shown", "nothing"
OFFER_SECONDS = 20.0
MOST_NODES = 90
"""A tree of this size is left, and a new game begins."""
TWO_PLAYERS = 0.8  # of the games; in the others the computer moves, too, but not at once
DEMONSTRATION, DEMONSTRATION_SPEED = "demonstration", 8.0


@dataclass(frozen=True)
class PlayEvent:
    """One line of output.

    FOUND: the offered game as it was opened. MADE: a change of ``game``, which the library is about to get.
    SETTLED: the library says that it has all that was made. SHOWN: the board on screen shows the position
    after the moves ``text``. NOTHING: the home screen offered no game.
    """

    kind: str
    game: int = 0
    variant: str = ""
    text: str = ""
    is_over: bool = False
    play: dict[str, object] | None = None


class Witness:
    """Writes what happens to the games of one process."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._games = 0
        self._shown: tuple[str, ...] | None = None
        self._changes = self._settled = 0
        self._keep = app.stage.library.keep
        app.stage.library.keep = self._keep_and_tell

    def tell(self, kind: str, text: str = "", play: dict[str, object] | None = None) -> None:
        """Write a line."""
        match = self._app.screen.match if isinstance(self._app.screen, GameScreen) else None
        name = match.cursor.board.variant.name if match else ""
        over = match is not None and match.game.result != "*"
        told = PlayEvent(kind, self._games, name, text, over, play)
        os.write(1, json.dumps(asdict(told)).encode() + b"\n")

    def look(self) -> None:
        """Write what has become of the changes so far. Call it after each picture."""
        screen = self._app.screen
        if not isinstance(screen, GameScreen):
            return
        moves = screen.state.scene.moves
        if moves != self._shown:
            self._shown = moves
            self.tell(SHOWN, " ".join(moves))
        if self._settled != self._changes and self._app.stage.library.wait_until_kept(0.0):
            self._settled = self._changes
            self.tell(SETTLED)

    def _keep_and_tell(
        self, game: Game, play: PlayState, number: int | None, *revision: int | None
    ) -> object:
        self._games += 1
        self._shown, self._game, self._play = None, game, play
        if number is None:
            self._made()
        game.watch(self._made)
        kept = self._keep(game, play, number, *revision)
        keep_play = kept.play

        def told_play(state: PlayState) -> None:
            self._play = state
            self._made()
            keep_play(state)

        kept.play = told_play
        return kept

    def _made(self) -> None:
        self._changes += 1
        text = self._game.movetext()
        name = self._game.start.variant.name
        told = PlayEvent(MADE, self._games, name, text, self._game.result != "*", asdict(self._play))
        os.write(1, json.dumps(asdict(told)).encode() + b"\n")


class HurriedPerson:
    """Does something after each picture: moves, looks back, tries variations, comments, turns the board."""

    def __init__(self, app: App, chance: random.Random) -> None:
        self._app = app
        self._chance = chance

    def act(self) -> None:
        """Do one thing."""
        screen, now = self._app.screen, time.monotonic()
        if not isinstance(screen, GameScreen):
            self.begin()
            return
        game, match, chance = screen.game, screen.match, self._chance
        if not game.is_shown or match.players.is_thinking:
            return
        nodes = list(match.game.nodes())
        if match.game.result != "*" or len(nodes) > MOST_NODES:
            self.begin()
            return
        die = chance.random()
        if die < 0.05 and nodes:
            chance.choice(nodes).words = chance.choice(("!", "the lion sleeps", "{odd} [%clk", "a\nb; c"))
        elif die < 0.08:
            game.flip()
        elif die < 0.2 and nodes:
            game.go(chance.choice(nodes), now)
        elif die < 0.25:
            screen.actions.undo(now)
        elif match.result.outcome is not None:
            game.go(match.game, now)
        elif match.may_move:
            game.play(chance.choice(match.cursor.board.legal_moves), now)

    def begin(self) -> None:
        """Start a new game, beside the others as long as more can be open."""
        if self._app.stage.games.is_full:
            self._app.stage.command(Command.CLOSE_GAME)
            return
        name = self._chance.choice(menu("family"))
        is_shared = self._chance.random() < TWO_PLAYERS
        self._app.stage.rooms.open(
            destination.Game(
                two_players(name) if is_shared else against("random", at_level(level_of(1)), name)
            )
        )


def go_on(app: App, witness: Witness) -> None:
    """Press the button for the latest unfinished game, and wait for the game."""
    give_up = time.monotonic() + OFFER_SECONDS
    while app.screen.offer_search is not None and time.monotonic() < give_up:
        app.step()
    offers = [button for button in app.screen.widgets.buttons if button.text.startswith("Continue")]
    if not offers:
        witness.tell(NOTHING)
        return
    at = offers[0].rect.center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=at, button=1))
        app.step(wait=False)
    if isinstance(app.dialog, ContextMenu):  # of several games the latest comes after "Continue all"
        app.dialog.entries[1].action()
    while not isinstance(app.screen, GameScreen):
        assert time.monotonic() < give_up, "the game is not opened"
        app.step()
    match = app.screen.match
    play = asdict(app.screen.game.keeping.play_state(app.screen.game.now_seconds))
    witness.tell(FOUND, match.game.movetext(), play)


class Spectator:
    """Watches demonstrations, one after the other."""

    def __init__(self, app: App, chance: random.Random) -> None:
        self._app = app
        self._chance = chance

    def act(self) -> None:
        """Start a demonstration, if none is running."""
        screen = self._app.screen
        if not isinstance(screen, GameScreen) or screen.game.shown.is_over:
            name = self._chance.choice(menu("family"))
            self._app.stage.rooms.open(
                destination.Game(between_players(at_level(level_of(1)), at_level(level_of(1)), name))
            )


def main(library: str, settings: str, seed: str, mode: str = "") -> None:
    """Play until killed or closed."""
    never_wait()
    options = StartOptions(size=(800, 600), library_path=Path(library), settings_path=Path(settings))
    speed = DEMONSTRATION_SPEED if mode == DEMONSTRATION else 1.0
    app = App(options, clock=lambda: speed * time.monotonic())
    witness, chance = Witness(app), random.Random(int(seed))
    app.step(wait=False)
    if mode == DEMONSTRATION:
        person = Spectator(app, chance)
    else:
        person = HurriedPerson(app, chance)
        go_on(app, witness)
    try:
        while app.is_open:
            app.step(wait=mode == DEMONSTRATION)
            witness.look()
            person.act()
    finally:
        app.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
