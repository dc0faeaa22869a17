"""The home screen: a board that plays by itself, and the choices for a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from wormhole.gui.background import Job
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.board.state import BoardState
from wormhole.gui.dialogs.clock_button import ClockButton
from wormhole.gui.dialogs.context_menu import ContextMenu, Entry, entry
from wormhole.gui.dialogs.game import GameDialog
from wormhole.gui.dialogs.game_form import GAP_UNITS, ROW_UNITS, GameForm, Line
from wormhole.gui.home_layout import HomeLayout, home_layout
from wormhole.gui.key_words import tip_of
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _
from wormhole.gui.look.layers import Layer, Picture
from wormhole.gui.look.logo import logo
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.look.widgets import Action
from wormhole.gui.match.choice import against_computer, level_of, two_players
from wormhole.gui.screen import EVERY_FRAME, Stage
from wormhole.gui.screens import home_game
from wormhole.gui.screens.game_files import open_game
from wormhole.gui.screens.home_offer import Offer, find_offer
from wormhole.gui.screens.lobby import Lobby
from wormhole.library.chosen_game import ChosenGame

TAGLINE = N_("The square you leave is gone. The board folds over it.")
CLOCK_UNITS = 11.5
RIGHT_BUTTON = 3
MENU = (
    Command.DEMONSTRATION,
    Command.GAME,
    Command.RULES,
    Command.OPEN,
    Command.PASTE,
    Command.LIBRARY,
    Command.SETTINGS,
    Command.KEYS,
    Command.FULL_SCREEN,
    Command.QUIT,
)
"""The commands of the context menu, below the ways to play."""
MOVE_PAUSE_SECONDS = 2.4
"""Between two moves of the board that plays by itself."""


class HomeScreen(Lobby):
    """The first screen of the program; every game's menu leads back to it."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)
    title = ""
    command = Command.MENU

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._variant = stage.game.variant
        self._board = home_game.first_board(self._variant)
        self._coming = home_game.moves_on(self._board)
        self._state = BoardState.of(self._board)
        if self._board.move_stack:
            self._state.show(self._board)
        self._view = BoardView(stage.look.sprites, self._board.variant.geometry)
        self._next_move_at: float | None = None
        self._is_over = False
        self._search: Job[Offer] | None = find_offer(stage)
        self._offer = Offer()

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the screen."""
        look = self._stage.look
        layout = home_layout(size)
        self._view.place(layout.board, look.backdrop.surface(size), look.board_style)
        self._renew_widgets(size)
        form_layers = self._make_form(layout)
        self._make_others(layout)
        self._make_offer(layout)
        self.layers = (
            BoardLayer(self._view, self._state),
            self._title(layout),
            *form_layers,
            self.widgets,
        )
        foot = look.scale.units(10)
        self.notice_area = pygame.Rect(0, size[1] - foot, size[0], foot - look.scale.units(2))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            self._open_menu(event.pos, by_keyboard=False)
            return True
        return self.widgets.handle(event)

    def update(self, now_seconds: float) -> None:
        """Advance the board that plays by itself; make an offer once it is known what to offer."""
        if self._search is not None and self._search.is_done_within(0.0):
            search, self._search = self._search, None
            self._offer = search.result()
            if self._offer.is_made:
                self.place(self._size)
        self._state.advance(now_seconds)
        self._state.sounds(now_seconds)
        if self._next_move_at is None:
            self._next_move_at = now_seconds + MOVE_PAUSE_SECONDS
        elif self._is_playing and now_seconds >= self._next_move_at:
            self._next_move_at = now_seconds + MOVE_PAUSE_SECONDS
            self._play_on(now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until the board's next move; None once its game is over or motion is off."""
        if self._state.is_moving(now_seconds):
            return EVERY_FRAME
        if not self._is_playing or self._next_move_at is None:
            return None
        return max(0.0, self._next_move_at - now_seconds)

    def _actions(self) -> Mapping[Command, Action]:
        """Choose, open or paste a game."""
        return {
            Command.PASTE: super()._actions()[Command.PASTE],
            Command.GAME: self._ask_game,
            Command.OPEN: lambda: open_game(self._stage, self._variant, two_players()),
            Command.CONTEXT_MENU: lambda: self._open_menu(self._start_button.rect.midbottom, True),
            Command.DEMONSTRATION: self._demonstrate,
        }

    @property
    def _is_playing(self) -> bool:
        return not self._is_over and self._stage.settings.motion

    def _play_on(self, now_seconds: float) -> None:
        move = next(self._coming, None)
        if move is None:
            self._is_over = True
        else:
            self._board.push(move)
            self._state.play(self._board, now_seconds, self._stage.motion)

    def _title(self, layout: HomeLayout) -> Picture:
        """The program's name with a tagline below it."""
        look = self._stage.look
        tagline = _(TAGLINE)
        pixels = look.words.largest([tagline], look.body, layout.title.width)
        line = look.words.line(tagline, pixels, look.theme.colour.muted)
        room = layout.title.height - line.get_height() - look.scale.units(0.5)
        name = logo(look, layout.title.width)
        if name.get_height() > room:
            name = logo(look, layout.title.width * room // name.get_height())
        picture = pygame.Surface(layout.title.size, pygame.SRCALPHA)
        bottom = layout.title.height - line.get_height()
        picture.blit(line, (0, bottom))
        picture.blit(name, (0, bottom - name.get_height() - look.scale.units(0.5)))
        return Picture(picture, layout.title.topleft)

    def _make_form(self, layout: HomeLayout) -> tuple[Layer, Layer]:
        """The card for a game against the computer, and the layer with the level's words."""
        look, area = self._stage.look, layout.setup
        padding = look.scale.units(2)
        inner = area.inflate(-2 * padding, -2 * padding)
        game = pygame.Rect(inner.left, inner.top, inner.width, look.scale.units(ROW_UNITS))
        clock = game.copy()
        clock.width = look.scale.units(CLOCK_UNITS)
        clock.right = game.right
        game.width -= clock.width + look.scale.unit
        self.widgets.button(game, f"{_(self._variant.title)}…", self._ask_game, tip=tip_of(Command.GAME))
        ClockButton(self._stage, self.widgets, clock)
        form_area = pygame.Rect(
            inner.left,
            game.bottom + look.scale.units(GAP_UNITS),
            inner.width,
            look.scale.units(GameForm.height_units()),
        )
        form = GameForm(self._stage, self.widgets, form_area)
        height = look.scale.units(7)
        start = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        self._start_button = self.widgets.button(start, _("Play"), self._play, PRIMARY)
        self.widgets.focus(self._start_button)
        return self._form_card(area, form.labels), form.words

    def _form_card(self, rect: pygame.Rect, labels: Sequence[Line]) -> Picture:
        look, colour = self._stage.look, self._stage.look.theme.colour
        picture = panel_card(look, rect.size)
        for label in labels:
            words = look.words.fitted(label.text, look.small, label.rect.width)
            text = look.words.line(words, look.small, colour.muted)
            place = label.rect.move(-rect.left, -rect.top)
            picture.blit(text, text.get_rect(midleft=place.midleft))
        return Picture(picture, rect.topleft)

    def _make_others(self, layout: HomeLayout) -> None:
        stage = self._stage
        entries: tuple[tuple[str, Action, str | None, Tip], ...] = (
            (_("Lessons"), lambda: stage.command(Command.LESSONS), None, tip_of(Command.LESSONS)),
            (_("Puzzles"), lambda: stage.command(Command.PUZZLES), None, tip_of(Command.PUZZLES)),
            (_("Demonstration"), self._demonstrate, None, tip_of(Command.DEMONSTRATION)),
            (_("Two players"), self._play_together, None, Tip(_("Two people at this screen"))),
            (_("Set up"), stage.show_editor, None, tip_of(Command.EDITOR)),
            (_("Library"), stage.show_library, None, tip_of(Command.LIBRARY)),
            (_("Settings"), lambda: stage.command(Command.SETTINGS), QUIET, tip_of(Command.SETTINGS)),
            (_("Quit"), stage.quit, QUIET, tip_of(Command.QUIT)),
        )
        for (name, action, kind, tip), place in zip(entries, layout.others, strict=True):
            self.widgets.button(place, name, action, kind, tip)

    def _make_offer(self, layout: HomeLayout) -> None:
        """The way back to the unfinished game, or to the first lesson."""
        if not self._offer.is_made:
            return
        look = self._stage.look
        frame = self._view.frame
        place = pygame.Rect(frame.left, layout.offer.top, frame.width, layout.offer.height)
        room = place.width - look.scale.units(4)
        forms = self._offer.words()
        words = next((form for form in forms if look.words.width(form, look.body) <= room), forms[-1])
        kind = PRIMARY if self._offer.is_newcomer else None
        self.widgets.focus(self.widgets.button(place, words, self._offer.action(self._stage), kind))

    def _play(self) -> None:
        settings = self._stage.settings
        level, clocks = level_of(settings.level), settings.clocks
        self._stage.start(against_computer(settings.side, level, self._variant, clocks=clocks))

    def _play_together(self) -> None:
        self._stage.start(two_players(self._variant, clocks=self._stage.settings.clocks))

    def _demonstrate(self) -> None:
        self._stage.show_demonstration(self._variant)

    def _open_menu(self, pixel: tuple[int, int], by_keyboard: bool) -> None:
        stage = self._stage
        entries = (
            Entry(_("Play"), None, self._play),
            Entry(_("Two players"), None, self._play_together),
            *(entry(stage, command) for command in MENU),
        )
        stage.open(ContextMenu(stage, _(self._variant.title), entries, pixel, by_keyboard))

    def _ask_game(self) -> None:
        self._stage.open(GameDialog(self._stage, self._stage.game, self._take_game))

    def _take_game(self, game: ChosenGame) -> None:
        self._stage.choose_game(game)
        self._stage.show_home()
