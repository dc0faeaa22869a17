"""Games kept and opened as PGN files, positions copied and pasted as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pygame

from wormhole import BLACK, WHITE, Board, Termination, Variant, WormholeError
from wormhole.gui.dialogs.file import FileDialog
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.look.widgets import Action
from wormhole.gui.match.choice import players_told, resumed
from wormhole.gui.match.match import Match
from wormhole.gui.match.setup import Setup
from wormhole.gui.screen import Stage
from wormhole.library import pgn
from wormhole.library.pasted import board_of
from wormhole.library.seat_tags import seat_tags
from wormhole.rules.errors import PgnError

SUFFIX = ".pgn"
GoOn = Callable[[Board, Mapping[str, str]], None]
"""What is done with a game that was read: its board, and its tags."""


def save_game(stage: Stage, match: Match, saved: Action) -> None:
    """Ask where, keep the game there as PGN, and call `saved`."""
    today = date.today()
    name = f"{match.board.variant.title} {today.isoformat()}{SUFFIX}"

    def write(path: Path) -> None:
        try:
            path.write_text(pgn_of(match, today), encoding="utf-8")
        except OSError as error:
            stage.open(MessageDialog(stage, "The game is not saved", f"{path}: {error.strerror}."))
        else:
            saved()
            stage.mention(f"Saved as {path.name}")

    def ask(path: Path) -> None:
        if path.exists():
            question = f"There is a file {path.name} already. What it holds would be lost."
            stage.open(QuestionDialog(stage, "Replace it?", question, "Replace", lambda: write(path)))
        else:
            write(path)

    stage.open(FileDialog(stage, "Save game", SUFFIX, ask, new_name=name))


def open_game(stage: Stage, own: Variant, like: Setup) -> None:
    """Ask for a PGN file, and go on with its last game, between the players that it tells or those of `like`.

    `own` may be played in it, catalogue or not.
    """

    def read(path: Path) -> None:
        try:
            game = pgn.pick(path, games=[own])
        except PgnError as error:
            _tell_broken(stage, error, _going_on(stage, like))
        else:
            _going_on(stage, like)(game.board(), game.tags)

    stage.open(FileDialog(stage, "Open game", SUFFIX, read))


def copy_position(stage: Stage, board: Board) -> None:
    """Put the position, as a FEN, where other programs paste from."""
    try:
        pygame.scrap.put_text(board.fen())
    except pygame.error as error:
        stage.say(f"The position could not be copied: {error}")
    else:
        stage.mention("Position copied")


def paste_game(stage: Stage, own: Variant, like: Setup) -> None:
    """Go on with the position or the game that another program copied, between players such as `like`'s."""
    try:
        text = pygame.scrap.get_text()
    except pygame.error:
        text = ""
    try:
        board = board_of(text, own)
    except PgnError as error:
        _tell_broken(stage, error, _going_on(stage, like))
    except WormholeError as error:
        stage.open(MessageDialog(stage, "Nothing to play from", _sentence(error)))
    else:
        _going_on(stage, like)(board, {})


def _going_on(stage: Stage, like: Setup) -> GoOn:
    return lambda board, tags: stage.start(resumed(board, players_told(tags, like)))


def pgn_of(match: Match, today: date) -> str:
    """The game so far as a PGN text."""
    white, black = (match.setup.seat(color).level for color in (WHITE, BLACK))
    levels = (white and white.number, black and black.number)
    tags = {**seat_tags(levels), "Date": today.strftime("%Y.%m.%d")}
    outcome = match.outcome
    given_up = outcome is not None and outcome.termination is Termination.RESIGNATION
    return pgn.write(pgn.Game.of(match.board, tags, outcome.result() if given_up else None))


def _tell_broken(stage: Stage, error: PgnError, go_on: GoOn) -> None:
    """Say what is wrong; what was read before the trouble may be played on."""
    board = error.board
    if board is None or not board.move_stack:
        stage.open(MessageDialog(stage, "This game cannot be read", _sentence(error)))
    else:
        stage.open(
            QuestionDialog(
                stage,
                "This game breaks off",
                _sentence(error),
                "Open what is good",
                lambda: go_on(board, error.tags),
            )
        )


def _sentence(error: WormholeError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
