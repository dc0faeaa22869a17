"""The dialog for a new game."""

from __future__ import annotations

from collections.abc import Mapping
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
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row, row, widened_rows
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.mail.mail_form import MailForm, make_pace_choice
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
CARD_UNITS, LOW_CARD_UNITS = 24, 20.5
LOW_UNITS = 85
"""In a window lower than this, the card of the game is lower, too."""
OTHER_GAME_UNITS = 4.5


class NewGameDialog(Dialog):
    """Asks which game is played and who plays; preset from the previous game.

    With `fen` the game starts from that position, unless another game is chosen. `started` is called after
    the start.
    """

    heading = N_("New game")

    def __init__(
        self,
        stage: Stage,
        game: ChosenGame,
        left: Setup,
        fen: str | None = None,
        started: Action | None = None,
    ) -> None:
        super().__init__(stage)
        self._started = started
        self._game = game
        self._fen = fen
        self._left = left
        self._form: GameForm | None = None
        """The form for a game against the computer, if it is shown."""
        kinds = {2: USERS, 1: COMPUTER, 0: COMPUTERS}
        self._kind = kinds[len(left.users)] if left.mail is None else MAIL

    def inner_units(self) -> tuple[float, float]:
        """The size of game, kind, form and buttons together."""
        rows = self._card_units + 2 * ROW_UNITS + GameForm.height_units() + BUTTON_UNITS
        return 72, rows + 4 * GAP_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out, from the top: game, kind, clock, side, opponent, buttons."""
        look = self.stage.look
        scale = look.scale
        gap = scale.units(GAP_UNITS)
        parts: dict[str, int | Fill] = {"label": scale.units(LABEL_UNITS), "clock": Fill()}
        if self._kind == COMPUTER:
            parts |= {"gap": scale.unit, "modes": scale.units(MODES_UNITS)}
        clock = Row(parts, size=scale.units(ROW_UNITS))
        places = Column(
            {
                "card": scale.units(self._card_units),
                "kinds": scale.units(ROW_UNITS),
                "clock_row": clock,
                "form": scale.units(GameForm.height_units()),
            },
            gap,
        ).at(inner)
        height = scale.units(OTHER_GAME_UNITS)
        foot = height + scale.unit
        card = GameCard(look, places["card"], self._game.variant, fen=self._fen, foot=foot)
        words = card.text_rect
        other = pygame.Rect(words.left, 0, words.width, height)
        other.bottom = words.bottom
        texts = (_("Another game…"), _("Train the computer…"))
        needs = [look.words.width(text, look.body) + 2 * scale.unit for text in texts]
        another, train = widened_rows(row(other, 2, scale.unit), needs)
        self.widgets.button(another, texts[0], self._ask_game, tip=tip_of(Command.GAME))
        self.widgets.button(train, texts[1], self._teach, tip=Tip(_(TeachDialog.heading)))

        cells = row(places["kinds"], len(KINDS), scale.unit)
        Choice(self.widgets, cells, named(KINDS), self._kind, self._choose)
        clock_label = _("Per move") if self._kind == MAIL else _("Clock")
        self.write(clock_label, places["clock_row"], look.theme.colour.muted)
        height = scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        start_place, *again, cancel = row(strip, 3 if self._fen is None else 2, scale.unit)
        start = self.widgets.button(start_place, _("Start"), self._start, PRIMARY)
        area = places["form"]
        form: NamesForm | GameForm | PlayersForm | MailForm
        self._fields: tuple[TextField, ...] = ()
        if self._kind == MAIL:
            make_pace_choice(self.stage, self.widgets, places["clock"])
        else:
            ClockButton(self.stage, self.widgets, places["clock"])
        if self._kind == USERS:
            form = NamesForm(self.stage, self.widgets, area)
            self._fields, self.upper_layers = form.fields, (card,)
        elif self._kind == MAIL:
            form = MailForm(
                self.stage, self.widgets, area, self._game.variant.left_square is LeftSquare.RANDOM
            )
            self._fields, self.upper_layers = (form.field,), (card, form.hint)
        else:
            form = (
                self._game_form(places, start)
                if self._kind == COMPUTER
                else PlayersForm(
                    self.stage, self.widgets, area, self._game.variant, partial(self.widgets.allow, start)
                )
            )
            self.upper_layers = (card, form.words)
        for line in form.labels:
            self.write(line.text, line.rect, look.theme.colour.muted)
        self.widgets.focus(start)
        for place in again:
            self.widgets.button(place, _("Rematch"), self._rematch, tip=tip_of(Command.REMATCH))
        self.widgets.button(cancel, _("Cancel"), self.stage.close_dialog)

    def _game_form(self, places: Mapping[str, pygame.Rect], start: Button) -> GameForm:
        """The form for a game against the computer, with the choice of whether it is rated."""
        stage, game = self.stage, self._game.variant
        modes = Choice(
            self.widgets,
            row(places["modes"], len(MODES), stage.look.scale.unit),
            named(MODES),
            False,
            self._choose_mode,
        )

        widgets = self.widgets

        def show_mode(form: GameForm) -> None:
            widgets.allow(start, form.trouble)
            why = form.why_unrated
            modes.enable(not why)
            modes.show(form.is_rated)
            modes.explain(False, Tip(why or _("Casual: with hints and undo, and without a rating")))
            modes.explain(True, Tip(why or _(RATED_ABOUT)))

        self._form = GameForm(stage, self.widgets, places["form"], game, self._fen, show_mode)
        return self._form

    def _choose_mode(self, is_rated: bool) -> None:
        self.stage.preferences.change(rated=is_rated)
        assert self._form is not None
        self._form.show()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Enter in a name starts the game; all else is as in any dialog."""
        is_writing = any(self.widgets.is_focused(field) for field in self._fields)
        if event.type == pygame.KEYDOWN and event.key in ENTER and is_writing:
            self._start()
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Let the caret blink."""
        return self.widgets.blink(now_seconds) if self._fields else NEVER

    @property
    def _card_units(self) -> float:
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
        self.stage.refresh_dialog()

    def _choose(self, kind: str) -> None:
        if kind != self._kind:
            self._kind = kind
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
                if self._form is not None:
                    setup = self._form.rated(setup)
            else:
                setup = between_players(first, last, game, self._fen, settings.clocks)
        self.stage.preferences.choose_game(self._game)
        self.stage.rooms.open(destination.Game(setup))
        if self._started is not None:
            self._started()
