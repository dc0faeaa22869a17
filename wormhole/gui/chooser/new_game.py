"""The dialog for a new game."""

from __future__ import annotations

from functools import partial

import pygame

from wormhole.gui.chooser.game_card import GameCard
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.dialogs.clock_dialog import ClockButton
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.dialogs.game_form import (
    GAP_UNITS,
    LABEL_UNITS,
    RATED_ABOUT,
    ROW_UNITS,
    GameForm,
    NamesForm,
    PlayersForm,
    chosen_player,
)
from wormhole.gui.dialogs.player_picker import trouble_words
from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.languages.language import N_, _, named
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row, is_dense
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Caption, Group, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.mail.mail_form import MailForm, pace_choice
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.library.chosen_game import ChosenGame
from wormhole.play.seats import Setup, against, between_players, inviting, two_players
from wormhole.rules.variant import LeftSquare

COMPUTER, USERS, COMPUTERS, MAIL = "computer", "users", "computers", "mail"
KINDS = (
    (COMPUTER, N_("Computer")),
    (USERS, N_("Two players")),
    (COMPUTERS, N_("Two computers")),
    (MAIL, N_("By mail")),
)
MODES = ((False, N_("Casual")), (True, N_("Rated")))
MODES_UNITS = 31
BUTTON_UNITS = 6
CARD_UNITS, LOW_CARD_UNITS, DENSE_CARD_UNITS = 24, 20.5, 11
LOW_UNITS = 85
"""In a window lower than this, the card of the game is lower, too."""
OTHER_GAME_UNITS = 4.5


class NewGameDialog(Dialog):
    """Asks which game is played and who plays; preset from the previous game.

    With `fen` the game starts from that position, unless another game is chosen. With `invites` it begins
    with a game by mail, and there is no previous game.
    """

    heading = N_("New game")
    is_elastic = True
    first: Button

    def __init__(
        self,
        stage: Stage,
        game: ChosenGame,
        left: Setup,
        fen: str | None = None,
        invites: bool = False,
    ) -> None:
        super().__init__(stage)
        self._game = game
        self._fen = fen
        self._left = left
        kinds = {2: USERS, 1: COMPUTER, 0: COMPUTERS}
        self._kind = MAIL if invites or left.mail is not None else kinds[len(left.users)]
        self._kinds = Choice(named(KINDS), self._kind, self._choose)
        self._games = ButtonRow(
            Button(_("Another game…"), self._ask_game, tip=tip_of(Command.GAME)),
            Button(_("Train the computer…"), self._teach, tip=Tip(_(TeachDialog.heading))),
            widens=True,
        )
        self._modes = Choice(named(MODES), False, self._choose_mode)
        self._clock, self._pace = ClockButton(stage), pace_choice(stage)
        self.first = Button(_("Start"), self._start, PRIMARY)
        again: list[Button] = []
        if fen is None and not invites:
            again = [Button(_("Rematch"), self._rematch, tip=tip_of(Command.REMATCH))]
        self._answers = ButtonRow(self.first, *again, Button(_("Cancel"), stage.close_dialog))
        self.own(self._clock, self._pace, self._modes)
        self._make_form()

    def inner_units(self) -> tuple[float, float]:
        """The size of game, kind, form and buttons together."""
        rows = self._card_units + 2 * ROW_UNITS + GameForm.height_units() + BUTTON_UNITS
        return 72, rows + 4 * GAP_UNITS

    def _make_form(self) -> None:
        """Make what depends on the game, and on who plays."""
        stage, game = self.stage, self._game.variant
        self._card = GameCard(game, self._fen, OTHER_GAME_UNITS + 1)
        if self._kind == USERS:
            self._form: Group = NamesForm(stage, self._start)
        elif self._kind == MAIL:
            self._form = MailForm(stage, game.left_square is LeftSquare.RANDOM, self._start)
        elif self._kind == COMPUTER:
            show = partial(_show_mode, self.first, self._modes)
            self._form = GameForm(stage, game, self._fen, show)
        else:
            self._form = PlayersForm(stage, game, self.first.allow)
        if self._kind in (USERS, MAIL):
            self.first.allow("")

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """From the top: game, kind, clock, the form of this kind, buttons."""
        units = look.scale.units
        card = units(self._card_units)
        text = self._card.place(look, pygame.Rect(room.topleft, (room.width, card))).text_rect
        games = units(OTHER_GAME_UNITS)
        words: Parts = {"text": text.height - games, self._games: games, "below": Fill()}
        beside = Row({"board": text.left - room.left, "words": Column(words, size=Fill())}, size=card)
        is_mail, modes = self._kind == MAIL, {}
        if self._kind == COMPUTER:
            modes = {"gap": look.scale.unit, self._modes: units(MODES_UNITS)}
        label = Caption(_("Per move") if is_mail else _("Clock"))
        clock = self._pace if is_mail else self._clock
        parts: Parts = {
            self._card: beside,
            self._kinds: units(ROW_UNITS),
            "clock": Row({label: units(LABEL_UNITS), clock: Fill(), **modes}, size=units(ROW_UNITS)),
            self._form: units(GameForm.height_units()),
        }
        foot = units(BUTTON_UNITS)
        return Column({"parts": Column(parts, units(GAP_UNITS), Fill()), self._answers: foot})

    def _choose_mode(self, is_rated: bool) -> None:
        self.stage.preferences.change(rated=is_rated)
        if isinstance(self._form, GameForm):
            self._form.show()

    @property
    def _card_units(self) -> float:
        if is_dense(self.size):
            return DENSE_CARD_UNITS
        is_low = self.size[1] < self.stage.look.scale.units(LOW_UNITS)
        return LOW_CARD_UNITS if is_low else CARD_UNITS

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Choose another game by its key; else as any dialog."""
        if command is Command.GAME:
            self._ask_game()
            return True
        return super().perform(command, now_seconds)

    def _ask_game(self) -> None:
        self.stage.open(GameDialog(self.stage, self._game, self._take_game))

    def _teach(self) -> None:
        self.stage.open(TeachDialog(self.stage, self._game.variant))

    def _take_game(self, game: ChosenGame) -> None:
        if game.variant != self._game.variant:
            self._fen = None
        self._game = game
        self._make_form()
        self.stage.refresh_dialog()

    def _choose(self, kind: str) -> None:
        if kind != self._kind:
            self._kind = kind
            self._make_form()
            self.stage.refresh_dialog()

    def _rematch(self) -> None:
        self.stage.rooms.open(destination.Game(self._left.rematch))

    def _start(self) -> None:
        settings, game = self.stage.settings, self._game.variant
        if self._kind == USERS:
            setup = two_players(game, self._fen, settings.clocks)
        elif self._kind == MAIL:
            setup = inviting(settings.side, settings.mail_hours, game, self._fen, settings.name)
        else:
            asked = ("opponent",) if self._kind == COMPUTER else ("white_player", "black_player")
            players = [chosen_player(self.stage, setting, game) for setting in asked]
            faulty = next((player for player in players if player.trouble is not None), None)
            if faulty is not None:
                self.stage.sounds.play("error")
                self.stage.notices.flash(trouble_words(faulty))
                return
            first, last = players[0].spec, players[-1].spec
            if self._kind == COMPUTER:
                setup = against(settings.side, first, game, self._fen, settings.clocks)
                if isinstance(self._form, GameForm):
                    setup = self._form.rated(setup)
            else:
                setup = between_players(first, last, game, self._fen, settings.clocks)
        self.stage.preferences.choose_game(self._game)
        self.stage.rooms.open(destination.Game(setup))


def _show_mode(start: Button, modes: Choice[bool], form: GameForm) -> None:
    """Show why the opponent cannot play, and whether the next game is rated or why it cannot be."""
    start.allow(form.trouble)
    why = form.why_unrated
    modes.enable(not why)
    modes.show(form.is_rated)
    modes.button(False).tip = Tip(why or _("Casual: with hints and undo, and without a rating"))
    modes.button(True).tip = Tip(why or _(RATED_ABOUT))
