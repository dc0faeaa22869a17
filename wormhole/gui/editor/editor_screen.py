"""The room of the set-up editor: a board, a palette, the fields of a FEN, and the verdict of the rules."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from wormhole import FenError, Piece, Variant, WormholeError
from wormhole.base.errors import Message
from wormhole.base.quoting import sentence
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.annotations import View
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.board.input import ARROWS
from wormhole.gui.board.pointing import study
from wormhole.gui.board.shown_routes import show_view
from wormhole.gui.board.state import BoardState, Dwell
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.editor import edits
from wormhole.gui.editor.draft import Draft, Session
from wormhole.gui.editor.editor_input import EditorInput
from wormhole.gui.editor.editor_layout import editor_layout
from wormhole.gui.editor.editor_overlay import CoveredBoard, EditorOverlay
from wormhole.gui.editor.editor_panel import DraftVerdict, Form, Panel
from wormhole.gui.editor.edits import EditorTool, brushes
from wormhole.gui.editor.palette import Palette
from wormhole.gui.game.game_questions import open_picture
from wormhole.gui.game.piece_card import PieceCard, PieceWords
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.content_opener import ContentOpener, tell_corrections
from wormhole.gui.screens.pgn_files import copy_fen
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library import pasted
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.mail.armour import holds_mail
from wormhole.play.seats import Setup
from wormhole.rules.corrected_fen import corrected_fen


@dataclass(frozen=True, kw_only=True)
class EditorOpener(ContentOpener):
    """Gives the position of a text to `show`; opens files as in other rooms."""

    show: Callable[[Draft], None]

    def open_text(self, text: str) -> None:
        """Show the position of a FEN; a turn by mail opens its game."""
        if holds_mail(text):
            super().open_text(text)
            return
        corrections: tuple[Message, ...] = ()
        try:
            fen = pasted.fen_of(text, self.own)
            draft = Draft.read(self.own, fen)
            with contextlib.suppress(FenError):  # a draft need not be a possible position
                _fen, corrections = corrected_fen(fen, self.own)
        except WormholeError as error:
            self.stage.open(MessageDialog(self.stage, _("This cannot be pasted"), sentence(said(error))))
        else:
            self.show(draft)
            tell_corrections(self.stage, corrections)


class SetUp(Session[Draft]):
    """The position of a game that is set up, with its history. The window keeps it for the next visit."""

    def __init__(self, game: ChosenGame, draft: Draft) -> None:
        super().__init__(draft)
        self.games = {game.variant: game}
        """Every game that a position was set up for: undo goes back to them, too."""
        self._begun = draft

    def visit(self, game: ChosenGame, fen: str | None) -> None:
        """Continue with a position or, without one, the changed one that was left, if it is of this game.

        Undo leads back to a changed position.
        """
        is_changed = self.draft != self._begun
        if fen is None and is_changed and game.variant == self.draft.variant:
            return
        self.games[game.variant] = game
        draft = _first(game.variant, fen)
        if is_changed:
            self.begin()
            self.change(draft)
            self.begin()
        else:
            self.draft = draft
        self._begun = draft


def set_up(earlier: SetUp | None, game: ChosenGame, fen: str | None) -> SetUp:
    """What the editor begins with: a position of a game, or its start position; or what it was left with."""
    if earlier is None:
        return SetUp(game, _first(game.variant, fen))
    earlier.visit(game, fen)
    return earlier


def _first(variant: Variant, fen: str | None) -> Draft:
    return Draft.start(variant) if fen is None else Draft.read(variant, fen)


class PieceStudy:
    """Describes how a piece moves; on the board, its routes are shown as well, if the position is legal."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._in_palette = Dwell()

    def place(self, room: pygame.Rect) -> None:
        """Make the card at the foot of a rectangle."""
        self._card = PieceCard(room, self._stage.look)
        self.layers = (self._card,)

    def update(self, state: BoardState, user: EditorInput, palette: Palette, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; returns when the pointer has rested on the palette."""
        wanted = self._stage.settings.piece_cards and user.held is None
        study(state, wanted and user.brush is EditorTool.MOVE and user.lifted is None)
        every = brushes(state.variant)
        pieces = range(len(every)) if wanted else ()
        pointed = None if palette.pointed is None else every.index(palette.pointed)
        self._in_palette.follow(None, pointed, pieces, now_seconds)
        index, square = self._in_palette.square, state.dwell.square
        brush = None if index is None else every[index]
        if isinstance(brush, Piece):
            self._card.show(PieceWords.of(state.variant, brush))
        else:
            self._card.show(None if square is None else PieceWords.at(state, square))
        return self._in_palette.due(pieces)


LEAVING_BUTTONS = (pygame.K_ESCAPE, *ARROWS)
LEAVING_FIELDS = (pygame.K_ESCAPE, *ENTER)


class EditorScreen(RoomWithoutGame):
    """Sets up the position of `session`.

    A game from there is offered between the players of a former one. `back` leaves the editor.
    """

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)
    command = Command.EDITOR
    _heading_words = N_("Set up a position")

    def __init__(self, stage: Stage, session: SetUp, players: Setup, back: Action) -> None:
        super().__init__(stage)
        self._players = players
        self._back = back
        self.session = session
        self._game = session.games[session.draft.variant]
        self.verdict = DraftVerdict()
        self.flipped = False
        self._shown: object = None
        self._studied = PieceStudy(stage)
        self.panel = Panel(stage, self.session, self._change)
        self._set_board()

    @property
    def title(self) -> str:
        """The game, for the window's title."""
        return self._game.variant.title

    @property
    def variant(self) -> Variant:
        """The game that a position is set up for."""
        return self.session.draft.variant

    def place(self, size: tuple[int, int]) -> None:
        """Lay out board and panel."""
        look, variant = self._stage.look, self.variant
        rows, hands = Form.rows(variant), places_in_hand(variant)
        layout = editor_layout(size, variant.geometry, len(variant.piece_types), rows, hands)
        self.view.place(layout.board, look.backdrop.surface(size), look.board_style)
        self._renew_widgets(size)
        self.panel.place(layout, self.widgets)
        self.input.place(self.view, self.panel.palette)
        self._studied.place(layout.card)
        self.layers = (
            CoveredBoard(BoardLayer(self.view, self.state)),
            *self.panel.layers,
            self.widgets,
            *self._studied.layers,
            EditorOverlay(look, self.view, self.state, self.input, variant),
        )
        self.notice_area = layout.card
        self._shown = None
        self._refresh()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give keys to the field that has the focus, else to the board; the mouse to what is under it."""
        used = self._handle_key(event) if event.type == pygame.KEYDOWN else self._handle_other(event)
        self.panel.read()
        self._refresh()
        return used

    def _handle_key(self, event: pygame.Event) -> bool:
        widgets, is_typing = self.widgets, self.panel.is_typing
        if not widgets.has_focus:
            return self.input.handle(event) or widgets.handle(event, arrows=False)
        if event.key in ENTER and self.panel.fen.is_wrong:
            self._stage.sounds.play("error")  # the text stays, and the card shows its error
            return True
        if event.key in (LEAVING_FIELDS if is_typing else LEAVING_BUTTONS):
            widgets.leave()
            return is_typing or event.key == pygame.K_ESCAPE or self.input.handle(event)
        return widgets.handle(event, arrows=False) or self.input.handle(event)

    def _handle_other(self, event: pygame.Event) -> bool:
        """Give the event to the board or else to the widgets; both must know how the mouse continues."""
        if event.type == pygame.MOUSEBUTTONDOWN and not self.panel.is_on_field(event.pos):
            self.widgets.leave()
        used = self.input.handle(event)
        if not used or event.type != pygame.MOUSEBUTTONDOWN:
            used = self.widgets.handle(event) or used
        return used

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command of the editor."""
        used = super().perform(command, now_seconds)
        self._refresh()
        return used

    def _actions(self) -> Mapping[Command, Action]:
        """Esc leads back to where the user came from."""
        return {
            **super()._actions(),
            Command.UNDO: self._undo,
            Command.REDO: self._redo,
            Command.FLIP: self._flip,
            Command.START_POSITION: lambda: self._change(Draft.start(self.variant)),
            Command.CLEAR_BOARD: lambda: self._change(edits.cleared(self.session.draft)),
            Command.MIRROR: lambda: self._change(edits.mirrored(self.session.draft)),
            Command.COPY: lambda: copy_fen(self._stage, self.panel.fen.fen),
            Command.GAME: self._ask_game,
            Command.NEW_GAME: self._start,
            Command.PLAY_FROM_HERE: self._start,
            Command.PICTURE: self._save_picture,
            Command.ROUTES: lambda: self._switch(View.ROUTES),
            Command.REACH: lambda: self._switch(View.REACH),
            Command.MENU: self._back,
        }

    def update(self, now_seconds: float) -> float:
        """Let the caret of a text field blink; show what the piece does on which the pointer rests."""
        caret = self.widgets.blink(now_seconds)
        self._refresh()
        studied = self._studied.update(self.state, self.input, self.panel.palette, now_seconds)
        due = min(studied, timeline.update(self.state, now_seconds))
        return min(due, caret) if self.panel.is_typing else due

    def played(self) -> str:
        """The position that is set up."""
        return self.session.draft.fen

    @property
    def opener(self) -> EditorOpener:
        """Shows the position of a text; opens the game of a file, which leaves the editor."""
        return EditorOpener(self._stage, self.variant, self._players, show=self._change)

    def close(self) -> None:
        """Release the widgets, and this screen from the panel."""
        super().close()
        self.panel.close()

    # What is shown

    def _refresh(self) -> None:
        """Show the draft, what is held, and the verdict, where they have changed."""
        draft, user = self.session.draft, self.input
        taken = user.pulled
        shown = (draft, taken, user.lifted, user.brush, self.flipped, self.panel.fen.fen)
        if shown == self._shown:
            return
        self._shown = shown
        self.verdict = verdict = self.panel.fen.verdict()
        board = None if taken is not None else verdict.board
        scene = replace(draft.scene(taken), check=verdict.check)
        positions.arrange(self.state, scene, user.lifted, board)
        if self.state.flipped != self.flipped:
            positions.flip(self.state)
        self.panel.show(verdict, user.brush, self.flipped)

    # What the user does

    def _change(self, draft: Draft) -> None:
        self.session.begin()
        self.session.change(draft)
        self._refresh()

    def _flip(self) -> None:
        self.flipped = not self.flipped
        self._refresh()

    def _switch(self, view: View) -> None:
        show_view(self.state, view, view not in self.state.views)

    def _undo(self) -> None:
        self.session.undo()
        self._show_game()

    def _redo(self) -> None:
        self.session.redo()
        self._show_game()

    def _start(self) -> None:
        """Ask for the players of a game from here."""
        board = self.verdict.board
        if not self.verdict.can_play or board is None:
            self._stage.sounds.play("error")
            return
        self._stage.open(NewGameDialog(self._stage, self._game, self._players, board.fen()))

    def _save_picture(self) -> None:
        """Save a picture of the position, if it is a possible one."""
        if self.verdict.board is None:
            self._stage.notices.flash(self.verdict.trouble)
        else:
            open_picture(self._stage, self.verdict.board, None, self.flipped)

    def _ask_game(self) -> None:
        self._stage.open(GameDialog(self._stage, self._game, self._take_game))

    def _take_game(self, game: ChosenGame) -> None:
        if game.variant == self.variant:
            return
        self.session.games[game.variant] = game
        self.session.begin()
        self.session.change(edits.changed_game(self.session.draft, game.variant))
        self._show_game()

    def _show_game(self) -> None:
        """Show the board and the palette of the draft's game."""
        if self.state.variant != self.variant:
            self._game = self.session.games[self.variant]
            self._stage.preferences.choose_game(self._game)
            self._set_board()
            self.place(self._size)

    def _set_board(self) -> None:
        """Make the board and its input for the draft's game."""
        look = self._stage.look
        self.state = BoardState(self.variant)
        self.view = BoardView(look.sprites, self.variant.geometry, places_in_hand(self.variant))
        self.input = EditorInput(self.session, self.state)
