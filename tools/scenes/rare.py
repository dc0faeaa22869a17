"""Scenes of the gallery with rare states: long names and games, empty lists, trouble."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from tools.scenes.photographer import Photographer, Scene
from wormhole import Board
from wormhole.base.errors import VariantError
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.languages.language import _, said
from wormhole.gui.learn.puzzles_screen import PuzzlesScreen
from wormhole.gui.library.library_screen import LibraryPage
from wormhole.gui.rules_pages.rules_dialog import RulesDialog
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library import pgn
from wormhole.library.chosen_game import ChosenGame, opened
from wormhole.library.record import Game
from wormhole.library.time_control import TimeControls, spoken
from wormhole.play.seats import OpenedGame, Setup, against, level_of, set_out, two_players
from wormhole.players.spec import at_level

LONG_NAMES = (
    "Maximiliana Featherstonehaugh-Wolfeschlegelsteinhausen the Third",
    "Przemysław Brzęczyszczykiewicz",
)
OWN_GAME = """inherits = "wormhole"
title = "The Grand Wormhole Chess of the Observatory on the Hill, with Short Riders"
inventor = "A Society of Friends of the Folding Board in the Town at the Foot of the Hill"
year = 2026
about = "Like Wormhole Chess. It was made to be played through the night, and has a name as long as that."
"""
BAD_GAME = 'inherits = "wormhole"\ntitle = "Odd"\n\n[pieces.P]\nmoves = "fmWfceX(sideways, and then home)"\n'
LONG_SEED, LONG_PLIES = 13, 420
SIDE_LINES = (
    "Nf3",
    "d4",
    "d3",
    "c4",
    "f4",
    "g3",
    "b3",
    "Bc4",
    "Be2",
    "Qe2",
    "Qf3",
    "Qh5",
    "h4",
    "a4",
    "Na3",
    "Nh3",
)
DEEP = "(3. d4 exd4 (3... Nxd4 4. Nf3 (4. Be3 Ne6 (4... c5 5. f4 (5. Bd3 d6)))))"
SEARCHED = "zwischenzug"
LONG_TROUBLE = "Unable to allocate 1.00 GiB for an array with shape (134217728,)"
HOURS_3 = TimeControls.equal(spoken("180+30"))


def long_names(camera: Photographer) -> None:
    """A game of two players on the clock, with long names and texts everywhere."""
    game = Game(Board(own_game(OWN_GAME).variant), dict(zip(("White", "Black"), LONG_NAMES, strict=True)))
    setup = set_out(OpenedGame.at(game, None), Setup(clocks=HOURS_3))
    camera.start(setup)


def long_game(camera: Photographer) -> None:
    """A game of more than 200 moves, with many captured pieces."""
    chance, board = random.Random(LONG_SEED), Board("chess")
    while board.ply() < LONG_PLIES and board.outcome() is None:
        board.push(chance.choice(list(board.legal_moves)))
    camera.start(set_out(OpenedGame.at(Game.from_board(board), None), two_players("chess")))


def many_variations(camera: Photographer) -> None:
    """A move with many variations, some of them within others."""
    aside = " ".join(f"(2. {move})" for move in SIDE_LINES)
    text = f'[Variant "chess"]\n\n1. e4 e5 2. Nc3 {aside} Nc6 3. Nf3 {DEEP} Nf6 4. Bb5 *'
    (game,) = pgn.read(text.replace("(2. Nf3)", "(2. Nf3 Nc6)"))
    camera.start(set_out(OpenedGame.at(game, None), two_players("chess")))


def own_game(text: str) -> ChosenGame:
    """A game of one's own, from a file. Raises VariantError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "own.toml")
        path.write_text(text, encoding="utf-8")
        return opened(path)


def own(command: Command) -> Scene:
    """A scene with a dialog about a game of one's own with long names."""

    def show(camera: Photographer) -> None:
        stage, before = camera.app.stage, camera.app.stage.preferences.game
        stage.preferences.choose_game(own_game(OWN_GAME))
        camera.start(against("white", at_level(level_of(10)), own_game(OWN_GAME).variant))
        camera.command(command)
        stage.preferences.choose_game(before)
        dialog = camera.app.dialog
        if isinstance(dialog, (RulesDialog, GameDialog)):
            camera.wait_for(lambda: dialog.is_ready)

    return show


def bad_game(camera: Photographer) -> None:
    """A file that is no game."""
    camera.start(two_players())
    try:
        own_game(BAD_GAME)
    except VariantError as error:
        stage = camera.app.stage
        stage.open(MessageDialog(stage, _("This game cannot be played"), said(error)))


def asking_notice(camera: Photographer) -> None:
    """A message with a choice."""
    camera.start(two_players("chess"))
    trouble = _("Engine error: {trouble}").format(trouble=f"MemoryError: {LONG_TROUBLE}")
    camera.app.stage.notices.show(trouble, _("Try again"), lambda: None)


def not_found(camera: Photographer) -> None:
    """The library, where no game matches the search."""
    camera.close_dialogs()
    camera.app.stage.rooms.open(destination.Library())
    camera.settle()
    camera.command(Command.FIND)
    camera.type(SEARCHED)
    camera.settle()
    camera.work(0.5)


def no_key(camera: Photographer) -> None:
    """The keys, where none matches the search."""
    camera.start(two_players())
    camera.command(Command.KEYS)
    camera.type(SEARCHED)
    camera.settle()


def nothing_kept(show: Scene) -> Scene:
    """A scene of a new user: all stored data is removed."""

    def forget_and_show(camera: Photographer) -> None:
        forget(camera)
        show(camera)
        camera.settle()
        camera.work(0.5)

    return forget_and_show


def forget(camera: Photographer) -> None:
    """Remove all stored data but the settings."""
    camera.close_dialogs()
    stage = camera.app.stage
    stage.rooms.open(destination.Home())
    stage.library.wait_until_kept()
    for path in stage.library.path.parent.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.suffix != ".toml":
            path.unlink()
    stage.rooms.open(destination.Home())


def home(camera: Photographer) -> None:
    """The home screen."""
    camera.app.stage.rooms.open(destination.Home())


def first_lessons(camera: Photographer) -> None:
    """The list of lessons."""
    camera.command(Command.LESSONS)
    camera.work(0.5)


def first_puzzles(camera: Photographer) -> None:
    """The start page of the puzzles."""
    camera.command(Command.PUZZLES)
    camera.wait_for(lambda: camera.room(PuzzlesScreen).book is not None)


def empty_library(camera: Photographer) -> None:
    """The list of no games."""
    camera.app.stage.rooms.open(destination.Library())


def first_statistics(camera: Photographer) -> None:
    """Figures about no games."""
    camera.app.stage.rooms.open(destination.Library())
    camera.settle()
    camera.press(LibraryPage.STATISTICS.value)


SCENES: dict[str, Scene] = {
    "long-names": long_names,
    "long-game": long_game,
    "many-variations": many_variations,
    "own-game": own(Command.NEW_GAME),
    "own-games": own(Command.GAME),
    "own-rules": own(Command.RULES),
    "bad-game": bad_game,
    "asking-notice": asking_notice,
    "not-found": not_found,
    "no-key": no_key,
}
NOTHING_KEPT: dict[str, Scene] = {
    "newcomer": nothing_kept(home),
    "first-lessons": nothing_kept(first_lessons),
    "first-puzzles": nothing_kept(first_puzzles),
    "first-statistics": nothing_kept(first_statistics),
    "empty-library": nothing_kept(empty_library),
}
"""Scenes that remove what the others have brought."""
