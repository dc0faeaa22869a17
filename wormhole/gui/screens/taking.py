"""Takes whatever text or files a person pastes or drops: positions, games, moves, definitions of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wormhole import Variant, WormholeError
from wormhole.gui.background import Job
from wormhole.gui.dialogs.new_game import NewGameDialog
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.language import _, _n, said
from wormhole.gui.look.text_field import clipboard_text
from wormhole.gui.match.choice import resumed
from wormhole.gui.match.setup import Setup
from wormhole.gui.screen import Stage
from wormhole.gui.screens.game_files import read_games
from wormhole.library import pasted, pgn
from wormhole.library.chosen_game import ChosenGame, opened
from wormhole.library.record import Game
from wormhole.rules import textfile
from wormhole.rules.message import reason_of
from wormhole.rules.quoting import sentence, shown_path

DEFINITION_SUFFIX = ".toml"
TEXT_SUFFIXES = (".fen", ".epd", ".txt")
MOST_BYTES = 1_000_000
"""Of a file that is read as a text."""


@dataclass(frozen=True)
class _Games:
    """A text with games."""

    text: str


_Found = _Games | ChosenGame | str | WormholeError
"""What was read: games, a definition, a position or a move, or what is wrong."""


@dataclass(frozen=True)
class Taking:
    """Takes text and files for a screen. A game may be of `own`; its players are those of `like` by default.

    `play` plays a move that is written as text, if that is possible.
    """

    stage: Stage
    own: Variant
    like: Setup
    play: Callable[[str], bool] = lambda text: False

    def paste(self) -> None:
        """Take what is on the clipboard."""
        self.text(clipboard_text())

    def text(self, text: str) -> None:
        """Take a text: a game, the definition of one, a move, or else a position."""
        self._read(lambda: text)

    def files(self, paths: Sequence[Path]) -> None:
        """Take files: one is opened; the games of several are read into the library, after a question."""
        if len(paths) > 1:
            self._ask_import(paths)
        elif paths and paths[0].suffix.lower() == DEFINITION_SUFFIX:
            self._wait(lambda: opened(paths[0]))
        elif paths and paths[0].suffix.lower() in TEXT_SUFFIXES:
            self._read(lambda: _text_of(paths[0]))
        elif paths:
            read_games(self.stage, lambda: pgn.file_lines(paths[0]), self.own, self.like)

    def _read(self, text: Callable[[], str]) -> None:
        """Take the text that `text` reads."""

        def understood() -> _Found:
            words = text()
            if pasted.holds_definition(words):
                return pasted.definition(words)
            return _Games(words) if pasted.holds_games(words) else words

        self._wait(understood)

    def _wait(self, read: Callable[[], _Found]) -> None:
        """Read in the background, and take what is found; a file may be on a slow disk."""

        def work(job: Job[_Found]) -> _Found:
            try:
                return read()
            except WormholeError as error:
                return error

        wait_for(self.stage, _(READING), work, self._take)

    def _take(self, found: _Found) -> None:
        if isinstance(found, WormholeError):
            self._refuse(said(found))
        elif isinstance(found, ChosenGame):
            self.stage.open(NewGameDialog(self.stage, found, self.like))
            if found.complaint is not None:
                heading = _("Without all its pictures")
                self.stage.open(MessageDialog(self.stage, heading, said(found.complaint)))
        elif isinstance(found, _Games):
            text = found.text
            read_games(self.stage, lambda: pasted.game_lines(text, self.own), self.own, self.like)
        elif not self.play(found.strip()):
            self._set_out(found)

    def _set_out(self, text: str) -> None:
        try:
            setup = resumed(Game(pasted.position(text, self.own)), self.like)
        except WormholeError as error:
            is_fen = "/" in text or not text.strip()
            self._refuse(said(error) if is_fen else _("This is no position, no game, and no move for now."))
        else:
            self.stage.start(setup)

    def _ask_import(self, paths: Sequence[Path]) -> None:
        stage = self.stage
        games = [path for path in paths if path.suffix.lower() != DEFINITION_SUFFIX]
        if not games:
            self._refuse(_("Only one definition of a game can be opened at a time."))
            return
        question = _n(
            "Read the games of {count} file into the library?",
            "Read the games of {count} files into the library?",
            len(games),
        )
        go = stage.show_library
        stage.open(QuestionDialog(stage, _("Import games"), question, _("Import"), lambda: go(files=games)))

    def _refuse(self, reason: str) -> None:
        self.stage.open(MessageDialog(self.stage, _("This cannot be opened"), sentence(reason)))


def _text_of(path: Path) -> str:
    """The text in a file. Raises WormholeError that says what is wrong."""
    try:
        return textfile.read_text(path, MOST_BYTES)
    except OSError as error:
        raise WormholeError("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error)) from None
