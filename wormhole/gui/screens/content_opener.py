"""Opens the text or files that a player pastes or drops: positions, games, moves, definitions of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wormhole import Variant, WormholeError
from wormhole.base import text_files
from wormhole.base.errors import Message, reason_of
from wormhole.base.quoting import sentence, shown_path
from wormhole.gui.chooser.own_files import INI_SUFFIX, SUFFIX, open_own_games
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, _n, said
from wormhole.gui.look.text_field import clipboard_text
from wormhole.gui.look.widgets import Action
from wormhole.gui.mail.invitation_dialog import InvitationDialog
from wormhole.gui.mail.reading import Continuation, Invitation
from wormhole.gui.mail.reading import read as read_mail
from wormhole.gui.mail.sending import SUFFIX as MAIL_SUFFIX
from wormhole.gui.screens.chapters import add_studies, holds_study, keep_studies
from wormhole.gui.screens.pgn_files import SUFFIX as PGN_SUFFIX
from wormhole.gui.screens.pgn_files import read_games
from wormhole.gui.window import destination
from wormhole.gui.window.stage import Stage
from wormhole.learn import course
from wormhole.learn.lesson import Lesson, holds_lesson
from wormhole.learn.lesson import parse as parse_lesson
from wormhole.library import pasted, pgn, study
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.game_of_text import FoundPosition, found_position, game_of_moves, lines_of
from wormhole.library.headers import CHESS
from wormhole.library.mail.armour import MailError, holds_mail
from wormhole.library.mail.mail_turn import Sealed
from wormhole.library.own_games import OwnFile
from wormhole.library.record import Game
from wormhole.library.study import is_study
from wormhole.pages import page_source
from wormhole.play.seats import Setup, resumed, two_players

DEFINITION_SUFFIXES = (SUFFIX, INI_SUFFIX)
TEXT_SUFFIXES = (".fen", ".epd", ".txt", MAIL_SUFFIX)
PAGE_SUFFIXES = (".html", ".htm")
_REFUSED = N_("This cannot be opened")
NOT_ACCEPTED = N_("This text is not accepted")
MOST_BYTES = 1_000_000
"""Of a file that is read as a text."""


@dataclass(frozen=True)
class _Games:
    """A text with games, of ``game`` unless it names another one."""

    text: str
    game: Variant


@dataclass(frozen=True)
class _Studies:
    """A text with studies."""

    text: str


@dataclass(frozen=True)
class _PageGames:
    """What a page for browsers holds: games as PGN, or definitions only."""

    games: str
    defined: Sequence[ChosenGame]


_PageContent = _PageGames | _Studies | Lesson

_Found = _Games | _Studies | FoundPosition | ChosenGame | Lesson | Invitation | Continuation | str
"""The result of reading: games, a position, a definition, a text by mail, or what may be a move."""


@dataclass(frozen=True)
class ContentOpener:
    """Opens text and files for a screen. A game may be of `own`; its players are those of `like` by default.

    `play` plays a move that is written as text, if that is possible. `receive` takes a text by mail, if it is
    for the game that is shown.
    """

    stage: Stage
    own: Variant
    like: Setup
    play: Callable[[str], bool] = lambda text: False
    receive: Callable[[Sealed], bool] = lambda text: False

    def paste(self) -> None:
        """Open what is on the clipboard."""
        self.open_text(clipboard_text())

    def ask(self) -> None:
        """Ask for a file, and open it."""
        heading, also = _("Open game"), (*DEFINITION_SUFFIXES, *TEXT_SUFFIXES, *PAGE_SUFFIXES)
        dialog = FileDialog(self.stage, heading, PGN_SUFFIX, lambda path: self.open_files([path]), also=also)
        self.stage.open(dialog)

    def open_text(self, text: str) -> None:
        """Open a text: a game, the definition of one, a turn by mail, a move, or else a position."""
        self._read(lambda: text)

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open files: the one, or import the games of several into the library, after a question."""
        if len(paths) > 1:
            self._ask_import(paths)
        elif paths and paths[0].suffix.lower() == SUFFIX:
            self._read_definition(paths[0])
        elif paths and paths[0].suffix.lower() == INI_SUFFIX:
            open_own_games(self.stage, paths[0], self._offer, _REFUSED)
        elif paths and paths[0].suffix.lower() in PAGE_SUFFIXES:
            self._read_page(paths[0])
        elif paths and paths[0].suffix.lower() in TEXT_SUFFIXES:
            self._read(lambda: _text_of(paths[0]))
        elif paths:
            self.open_pgn(paths[0])

    def open_pgn(self, path: Path) -> None:
        """Open a file as a study, if its first game is a chapter of one, else its games."""

        def go_on(is_study: bool) -> None:
            if is_study:
                add_studies(self.stage, path)
            else:
                self.open_pgn_games(path)

        wait_for(self.stage, _(READING), lambda job: holds_study(path), go_on)

    def open_pgn_games(self, path: Path) -> None:
        """Open the games of a file."""
        read_games(self.stage, lambda: pgn.file_lines(path), [self.own], self.like)

    def _read_definition(self, path: Path) -> None:
        """Open the game that a file defines, or the lesson in it."""

        def read() -> Lesson | None:
            text = _text_of(path)
            return parse_lesson(text, path.stem) if holds_lesson(text) else None

        def go_on(found: Lesson | None) -> None:
            if found is None:
                open_own_games(self.stage, path, self._offer, _REFUSED)
            else:
                self._open(found)

        wait_for(self.stage, _(READING), lambda job: read(), go_on, lambda error: self._refuse(said(error)))

    def _read_page(self, path: Path) -> None:
        """Open what a page for browsers holds."""

        def read() -> _PageContent:
            source = page_source.source_of(_text_of(path, page_source.MOST_BYTES))
            if len(source.lesson) > MOST_BYTES:
                raise page_source.PageError(page_source.DAMAGED)
            if source.lesson:
                return parse_lesson(source.lesson, path.stem)
            if not source.games and not source.definitions:
                raise page_source.PageError(page_source.NOTHING)
            # A folder of studies keeps no definitions, so such a study is opened as games.
            if not source.definitions and is_study(pgn.text_lines(source.games)):
                return _Studies(source.games)
            return _PageGames(source.games, page_source.defined_games(source))

        def go_on(found: _PageContent) -> None:
            if not isinstance(found, _PageGames):
                self._open(found)
            elif found.games:
                own = [*(game.base for game in found.defined), self.own]
                read_games(self.stage, lambda: pgn.text_lines(found.games), own, self.like)
            elif len(found.defined) == 1:
                self._open(found.defined[0])
            else:
                self._offer(OwnFile(path, tuple(found.defined)))

        wait_for(self.stage, _(READING), lambda job: read(), go_on, lambda error: self._refuse(said(error)))

    def _read(self, text: Callable[[], str]) -> None:
        """Open the text that `text` reads."""

        def understood() -> _Found:
            words = text()
            if holds_mail(words):
                return read_mail(self.stage, words, [self.own])
            words = pasted.unfolded(words, self.own)
            if holds_lesson(words):
                return parse_lesson(words, pasted.PASTED)
            if pasted.holds_definition(words):
                return pasted.definition(words)
            if pasted.holds_games(words):
                if is_study(pgn.text_lines(words)):
                    return _Studies(words)
                return _Games(words, game_of_moves(words, self.own))
            return found_position(words, self.own) if "/" in words or not words.strip() else words

        def refuse(error: WormholeError) -> None:
            self._refuse(said(error), NOT_ACCEPTED if isinstance(error, MailError) else _REFUSED)

        # A file may be on a slow disk.
        wait_for(self.stage, _(READING), lambda job: understood(), self._open, refuse)

    def _open(self, found: _Found) -> None:
        if isinstance(found, Invitation):
            self.stage.open(InvitationDialog(self.stage, found))
        elif isinstance(found, Continuation):
            if not self.receive(found.text):
                self.stage.rooms.open(destination.Game(found.setup))
        elif isinstance(found, ChosenGame):
            self._begin(found)
            if found.complaint is not None:
                heading = _("Some pictures are missing")
                self.stage.open(MessageDialog(self.stage, heading, said(found.complaint)))
        elif isinstance(found, Lesson):
            self._open_lesson(found)
        elif isinstance(found, _Games):
            self._open_games(found)
        elif isinstance(found, _Studies):
            games = self.stage.library.games
            keep_studies(self.stage, lambda: study.read(pgn.text_lines(found.text), games()))
        elif isinstance(found, FoundPosition):
            self._open_position(found)
        elif not self.play(found.strip()):
            self._refuse(_("This is not a position, a game or a legal move."))

    def _offer(self, file: OwnFile) -> None:
        """Offer a new game of the one in a file of own games, or ask which of several is meant."""
        if len(file.games) == 1:
            self._begin(file.games[0])
        else:
            from wormhole.gui.chooser.game_chooser import GameDialog

            self.stage.open(GameDialog(self.stage, file.games[0], self._begin))

    def _begin(self, game: ChosenGame) -> None:
        from wormhole.gui.chooser.new_game import NewGameDialog

        self.stage.open(NewGameDialog(self.stage, game, self.like))

    def _open_lesson(self, lesson: Lesson) -> None:
        """Open a lesson; one of the course where its progress is kept."""
        slug = course.slug_of(lesson)
        rooms = self.stage.rooms
        rooms.open(destination.GuestLesson(lesson) if slug is None else destination.Lessons(slug))

    def _open_games(self, games: _Games) -> None:
        """Open the games; if they are guessed to be of another game than the one shown, ask first."""
        text, game = games.text, games.game

        def read_as(game: Variant) -> None:
            lines = partial(lines_of, text, game)
            read_games(self.stage, lines, [self.own], self.like if game == self.own else _seats(self.like))

        if game == self.own or (game.name == CHESS and text.strip().startswith("[")):
            read_as(game)
        else:
            words = _("These are moves of {game}. Open them as {game}?")
            self._ask_which(words, game, partial(read_as, game), None)

    def _open_position(self, found: FoundPosition) -> None:
        """Open the position; if another game is meant than the one shown, ask first."""
        if not found.is_other:
            self._set_out(found)
            return
        own = None if found.own is None else partial(self._set_out, found.own)
        words = _("This is a position of {game}. Open it as {game}?")
        self._ask_which(words, found.board.variant, partial(self._set_out, found), own)

    def _ask_which(self, words: str, game: Variant, go: Action, own: Action | None) -> None:
        """Ask whether to open a text as one of another game; *No* calls ``own``, for the game shown."""
        text = words.format(game=_(game.title))
        if own is None:
            self.stage.open(QuestionDialog(self.stage, _("Another game"), text, _("Open"), go))
        else:
            self.stage.open(QuestionDialog(self.stage, _("Another game"), text, _("Yes"), go, (_("No"), own)))

    def _set_out(self, found: FoundPosition) -> None:
        """Start a game from a position."""
        like = _seats(self.like) if found.is_other else self.like
        self.stage.rooms.open(destination.Game(resumed(Game(found.board), like)))
        tell_corrections(self.stage, found.corrections)

    def _ask_import(self, paths: Sequence[Path]) -> None:
        stage = self.stage
        if any(path.suffix.lower() in PAGE_SUFFIXES for path in paths):
            self._refuse(_("Only one page can be opened at a time."))
            return
        games = [path for path in paths if path.suffix.lower() not in DEFINITION_SUFFIXES]
        if not games:
            self._refuse(_("Only one game definition can be opened at a time."))
            return
        question = _n(
            "Import the games of {count} file into the library?",
            "Import the games of {count} files into the library?",
            len(games),
        )
        library = destination.Library(files=games)
        go = partial(stage.rooms.open, library)
        stage.open(QuestionDialog(stage, _("Import games"), question, _("Import"), go))

    def _refuse(self, reason: str, heading: str = _REFUSED) -> None:
        self.stage.open(MessageDialog(self.stage, _(heading), sentence(reason)))


def _seats(like: Setup) -> Setup:
    """The players of ``like`` for another game: two users instead of programs, which may not play it."""
    programs = [seat.player for seat in (like.white, like.black) if seat.player and not seat.player.is_ours]
    return two_players() if programs else like


def tell_corrections(stage: Stage, corrections: Sequence[Message]) -> None:
    """Say what was corrected in a position, if anything was."""
    if corrections:
        text = " ".join(sentence(said(each)) for each in corrections)
        stage.open(MessageDialog(stage, _("The position was corrected"), text))


def _text_of(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """The text in a file. Raises WormholeError with the cause."""
    try:
        return text_files.read_text(path, most_bytes)
    except OSError as error:
        raise WormholeError("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error)) from None
