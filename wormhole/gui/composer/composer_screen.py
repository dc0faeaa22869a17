"""The room where a player composes a game: a board, pages of fields, and what the rules say of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pygame

from wormhole import Board, Variant
from wormhole.base.atomic_files import write_text
from wormhole.base.errors import Message, VariantError, WormholeError, reason_of
from wormhole.base.quoting import sentence, shown_path
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.composer.board_page import BoardPage
from wormhole.gui.composer.composer_layout import composer_layout
from wormhole.gui.composer.composition import Composition, continued
from wormhole.gui.composer.game_page import GamePage, begun_with
from wormhole.gui.composer.moves_board import MovesBoard
from wormhole.gui.composer.page import Page
from wormhole.gui.composer.pieces_page import PiecesPage
from wormhole.gui.composer.rules_page import RULE_LABELS, RulesPage
from wormhole.gui.composer.start_board import StartBoard
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.editor.editor_panel import VerdictCard
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import ENTER, PAGE_KEYS
from wormhole.gui.look.layers import Layer, Tip
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.rules_pages.rules_dialog import RulesDialog
from wormhole.gui.rules_pages.saving import save_rules
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window.keys import Command, caps_of, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.library import own_games
from wormhole.library.chosen_game import ChosenGame, opened
from wormhole.library.composer.game_draft import Trouble
from wormhole.library.composer.game_folder import keep
from wormhole.library.composer.rule_edits import piece_name
from wormhole.play.seats import Setup

SUFFIX = ".toml"
CALL_SECONDS = 1.2
"""How long the sentence below the board is marked."""


class ComposerScreen(RoomWithoutGame):
    """Composes a game that begins as `game`. `back` leaves the composer.

    A game that is begun from here is offered between the players of `players`. If `earlier` is a composition
    of the same file, which was left, it is continued with its history.
    """

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)
    command = Command.COMPOSE
    _heading_words = N_("Compose a game")

    def __init__(
        self,
        stage: Stage,
        game: ChosenGame,
        players: Setup,
        back: Action,
        earlier: Composition | None = None,
    ) -> None:
        super().__init__(stage)
        self._players = players
        self._back = back
        self.composition = continued(earlier, begun_with(game, stage.settings.name), game.file)
        self.pieces = PiecesPage(stage, self.composition)
        self.board = BoardPage(stage, self.composition)
        self.pages: tuple[Page, ...] = (
            GamePage(stage, self.composition),
            self.board,
            self.pieces,
            RulesPage(stage, self.composition),
        )
        self.page: Page = self.pages[0]
        self.start_board = StartBoard(self.composition, self._show_piece)
        self.moves_board = MovesBoard(stage.look, self.pieces.mark, self.pieces.erase)
        self._placed_page: Page | None = None
        """The page for which the screen was laid out last."""
        self._shown: tuple[object, ...] = ()
        self._drawn_placed: tuple[object, ...] = ()
        self._is_called = False
        """Whether the sentence below the board is to be marked: it says what a button waits for."""
        self._called_until = float("-inf")
        """Until when it is marked."""
        self._is_pressed = False
        """Whether a button of the mouse is down: until it is up, the widgets under it stay."""

    @property
    def title(self) -> str:
        """The title of the game, for the window's title."""
        return self.composition.draft.title

    @property
    def is_on_moves(self) -> bool:
        """Whether the board shows the moves of a piece."""
        return self.page is self.pieces and not self.start_board.is_watched and bool(self.composition.letter)

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the board, the page that is turned to, and the buttons."""
        look = self._stage.look
        mark = self._focus_mark() if self._placed_page is self.page else None
        self._placed_page = self.page
        layout = composer_layout(size)
        self._renew_widgets(size)
        Choice([(page, _(page.title)) for page in self.pages], self.page, self.turn_to).fill(
            self.widgets, layout.tabs
        )
        self.page.place(layout.page, self.widgets)
        self._place_foot(layout.foot)
        self.verdict = VerdictCard(look, layout.verdict)
        sky = look.backdrop.surface(size)
        palette = self.board.palette if self.page is self.board else None
        self.start_board.place(look, layout.board, sky, palette)
        self.moves_board.place(look, layout.board, sky)
        board = self.moves_board.layers if self.is_on_moves else self.start_board.layers
        self.layers = (*self.page.layers, *board, self.verdict, self.widgets, *self.page.upper_layers)
        self.notice_area = layout.verdict
        if mark is not None:
            self.widgets.focus_again(mark)
        self._shown, self._drawn_placed = self._state(), self._drawn()
        self._show()

    def _place_foot(self, places: Sequence[pygame.Rect]) -> None:
        widgets = self.widgets
        undo, redo, watch, play, save, close = places
        self._undo_button = widgets.button(undo, _("Undo"), self._undo, tip=tip_of(Command.UNDO))
        self._redo_button = widgets.button(redo, _("Redo"), self._redo, tip=tip_of(Command.REDO))
        words = _("Stop") if self.start_board.is_watched else _("Watch")
        self._need_a_game = {
            widgets.button(watch, words, self._watch): Tip(_("Plays a few moves by itself")),
            widgets.button(play, _("Play…"), self._play, PRIMARY): tip_of(Command.NEW_GAME),
            widgets.button(save, _("Save…"), self._save): tip_of(Command.SAVE, _("Save the game")),
        }
        """The buttons that need a game that can be played, with their tooltips."""
        widgets.button(close, _("Close"), self._back, tip=Tip("", caps_of(Command.MENU)))

    # Events

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give keys to the field that has the focus, else to the board; the mouse to what is under it."""
        used = self._handle_key(event) if event.type == pygame.KEYDOWN else self._handle_other(event)
        if event.type == pygame.MOUSEBUTTONDOWN and any(
            not button.is_enabled and button.rect.collidepoint(event.pos) for button in self._need_a_game
        ):
            self._call()
        self._refresh()
        return used

    @property
    def _is_typing(self) -> bool:
        return isinstance(self.widgets.focused, TextField)

    def _handle_key(self, event: pygame.Event) -> bool:
        widgets = self.widgets
        if self._is_typing and event.key in (pygame.K_ESCAPE, *ENTER):
            widgets.leave()
            self._shown = ()
            return True
        if event.key in PAGE_KEYS and event.mod & pygame.KMOD_CTRL:
            self._turn_by(PAGE_KEYS[event.key])
            return True
        if widgets.has_focus:
            if event.key == pygame.K_ESCAPE:
                widgets.leave()
                return True
            return widgets.handle(event)
        if self._handle_board(event):
            return True
        if event.key in PAGE_KEYS:
            self._turn_by(PAGE_KEYS[event.key])
            return True
        return widgets.handle(event, arrows=False)

    def _handle_other(self, event: pygame.Event) -> bool:
        was_typing = self._is_typing
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._is_pressed = event.type == pygame.MOUSEBUTTONDOWN
        if event.type == pygame.MOUSEBUTTONDOWN:
            if self.start_board.is_watched and self._board_rect.collidepoint(event.pos):
                self._stop()
                return True
            focused = self.widgets.focused
            if isinstance(focused, TextField) and not focused.rect.collidepoint(event.pos):
                self.widgets.leave()
        used = self._handle_board(event)
        if not used or event.type != pygame.MOUSEBUTTONDOWN:
            used = self.widgets.handle(event) or used
        if was_typing and not self._is_typing:
            self._shown = ()  # what was typed may have changed more than the field
        return used

    @property
    def _board_rect(self) -> pygame.Rect:
        return composer_layout(self._size).board

    def _handle_board(self, event: pygame.Event) -> bool:
        return self.moves_board.handle(event) if self.is_on_moves else self.start_board.handle(event)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command of the composer."""
        used = super().perform(command, now_seconds)
        if self.has_widgets:
            self._refresh()
        return used

    def _actions(self) -> Mapping[Command, Action]:
        """Esc leads back to where the user came from."""
        return {
            **super()._actions(),
            Command.UNDO: self._undo,
            Command.REDO: self._redo,
            Command.NEW_GAME: self._play,
            Command.PLAY_FROM_HERE: self._play,
            Command.SAVE: self._save,
            Command.RULES: self._open_rules,
            Command.PICTURE: self._publish,
            Command.MENU: self._back,
        }

    def update(self, now_seconds: float) -> float:
        """Let the caret blink, and play the moves that are watched; a dialog may have changed the game."""
        self._refresh()
        caret = self.widgets.blink(now_seconds)
        due = self.start_board.update(now_seconds, self._stage.motion)
        if self._is_called:
            self._called_until = now_seconds + CALL_SECONDS
            self._is_called = False
        is_marked = now_seconds < self._called_until and self.composition.draft.trouble is not None
        self.verdict.mark(is_marked)
        due = min(due, self._called_until) if is_marked else due
        return min(due, caret) if self._is_typing else due

    # What is shown

    def _state(self) -> tuple[object, ...]:
        """All that the layout of the page depends on."""
        composition = self.composition
        return (
            self.page,
            composition.draft,
            composition.letter,
            composition.brush,
            composition.is_alike,
            self.start_board.is_watched,
            getattr(self.page, "promoter", ""),
        )

    def _drawn(self) -> tuple[object, ...]:
        """What the boards draw: their squares and pieces, and which piece is selected."""
        game = self.composition.draft.sketch
        pieces = tuple((letter, piece.sprite) for letter, piece in game.piece_types.items())
        return game.geometry, pieces, bool(game.hands), self.composition.letter

    def _refresh(self) -> None:
        """Show the composition as it is now; lay out again what its fields depend on.

        A field that is being typed into stays, and so does what is pressed, unless the boards have other
        pieces.
        """
        state = self._state()
        is_busy = self._is_typing or self._is_pressed or self.start_board.input.held is not None
        if state != self._shown and (not is_busy or self._drawn() != self._drawn_placed):
            self.place(self._size)
        else:
            self._show()

    def _show(self) -> None:
        """Show the game on the board, and what the rules say of it."""
        composition, draft = self.composition, self.composition.draft
        self.start_board.show()
        if composition.letter:
            self.moves_board.show(draft.sketch.piece_types[composition.letter], self.pieces.marks)
        self.page.show()
        self.verdict.show(*self._sentence())
        self._undo_button.enable(composition.can_undo)
        self._redo_button.enable(composition.can_redo)
        trouble = draft.trouble
        for button, tip in self._need_a_game.items():
            button.enable(trouble is None)
            button.tip = tip if trouble is None else Tip(self._said(trouble))

    def _sentence(self) -> tuple[str, bool]:
        """What the sentence below the board says, and whether it is about something wrong."""
        composition, draft = self.composition, self.composition.draft
        if self.page.refused:
            return self.page.refused, True
        if draft.trouble is not None:
            return " ".join(filter(None, (self._said(draft.trouble), composition.remark))), True
        if composition.remark:
            return composition.remark, False
        if self.is_on_moves:
            return self.pieces.sentence, False
        hint = draft.hint
        return _("This game can be played.") if hint is None else sentence(said(hint)), False

    def _said(self, trouble: Trouble) -> str:
        """The trouble as a sentence, after the piece or the rule that it is about."""
        message, pieces = trouble.message, self.composition.draft.pieces
        other = RULE_LABELS.get(str(message.values.get("key")))
        if other is not None:  # the name of a field, which only the file shows
            message = Message(message.template, key=Message(other))
        words = sentence(said(message))
        table, _dot, field = trouble.path.partition(".")
        letter = field.partition(".")[0]
        if table == "pieces" and letter in pieces:
            return f"{_(piece_name(pieces[letter], letter))}: {words}"
        if trouble.path in RULE_LABELS:
            return f"{_(RULE_LABELS[trouble.path])}: {words}"
        is_whole = table in ("", "board", "pieces", "hands", "title")
        return words if is_whole else f"{trouble.path}: {words}"

    def _call(self) -> None:
        """Let the user look at the sentence that says why the game cannot be played."""
        self._stage.sounds.play("error")
        self._is_called = True

    # What the user does

    def turn_to(self, page: Page) -> None:
        """Show another page."""
        self._stop()
        self.moves_board.hide_cursor()
        self.page = page

    def _turn_by(self, step: int) -> None:
        self.turn_to(self.pages[(self.pages.index(self.page) + step) % len(self.pages)])

    def _show_piece(self, letter: str) -> None:
        self.composition.select(letter)
        self.turn_to(self.pieces)

    def _undo(self) -> None:
        self._stop()
        self.composition.undo()

    def _redo(self) -> None:
        self._stop()
        self.composition.redo()

    def _watch(self) -> None:
        game = self.composition.draft.checked
        if self.start_board.is_watched:
            self._stop()
        elif isinstance(game, Variant):
            try:
                self.start_board.watch(game)
            except WormholeError as error:  # more moves than the arrays hold
                self._refuse(error)

    def _stop(self) -> None:
        self.start_board.stop()

    def _play(self) -> None:
        """Keep the game, and ask for the players of one."""
        game = self._kept()
        if game is None:
            self._call()
            return
        self._stage.open(NewGameDialog(self._stage, game, self._players))

    def _open_rules(self) -> None:
        """Open the rules of the game that is composed."""
        self._with_game(lambda game: self._stage.open(RulesDialog(self._stage, game)))

    def _publish(self) -> None:
        """Save the rules of the game that is composed as a page."""
        self._with_game(partial(save_rules, self._stage))

    def _with_game(self, act: Callable[[Variant], object]) -> None:
        """Do something with the game, if it can be played."""
        game = self.composition.draft.checked
        if isinstance(game, Variant):
            act(game)
        else:
            self._call()

    def _kept(self) -> ChosenGame | None:
        """The game in its file, which is written if it has changed; None if it cannot be played or kept."""
        draft = self.composition.draft
        if draft.trouble is not None:
            return None
        try:
            file = self.composition.file
            if file is None or self.composition.is_changed:
                file = keep(draft, self._stage.library.path, file)
            game = opened(file)
            Board(game.variant)
        except OSError as error:
            self._report(error, self._stage.library.path.parent)
        except WormholeError as error:
            self._refuse(error)
        else:
            self._join(file)
            self.composition.begun, self.composition.file = draft, file
            return game
        return None

    def _join(self, path: Path) -> None:
        """Put a file into the list of own games."""
        listed = own_games.added(self._stage.settings.own_games, path)
        self._stage.preferences.change(own_games=listed)

    def _report(self, error: OSError, path: Path) -> None:
        text = f"{shown_path(path)}: {said(reason_of(error))}"
        self._stage.open(MessageDialog(self._stage, _("The game could not be saved"), sentence(text)))

    def _refuse(self, error: WormholeError) -> None:
        self._stage.open(MessageDialog(self._stage, _("This game cannot be played"), sentence(said(error))))

    def _save(self) -> None:
        """Ask for a file, and write the game into it."""
        draft = self.composition.draft
        if draft.trouble is not None:
            self._call()
            return
        file = self.composition.file
        name = file.name if file is not None else f"{draft.name}{SUFFIX}"
        ask_where(self._stage, _("Save the game"), SUFFIX, name, self._write)

    def _write(self, path: Path) -> None:
        draft = self.composition.draft
        try:
            write_text(path, draft.text)
            game = opened(path)
        except OSError as error:
            self._report(error, path)
            return
        except VariantError as error:
            self._refuse(error)
            return
        self._join(path)
        self.composition.begun, self.composition.file = draft, path
        self._stage.preferences.choose_game(game)
        self._stage.notices.flash(_("Saved as {name}").format(name=shown_path(path.name)))

    def close(self) -> None:
        """Release the widgets, and this screen from the board."""
        super().close()
        self.start_board.close()

    def leave(self, go: Action) -> None:
        """Call `go`; ask first if the game is not saved."""
        if not self.composition.is_changed:
            go()
            return
        question = _("This game is not saved. What you composed would be lost.")
        yes, trouble = _("Save…"), self.composition.draft.trouble
        if trouble is not None:
            why, loss = _("This game cannot be saved yet."), _("What you composed would be lost.")
            question, yes = f"{why} {self._said(trouble)}\n{loss}", _("Show the error")
        heading, leave = _("Leave the composer?"), (_("Leave"), go)
        self._stage.open(QuestionDialog(self._stage, heading, question, yes, self._save, also=leave))
