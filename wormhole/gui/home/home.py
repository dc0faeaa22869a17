"""The home screen: a board that plays by itself, and the choices for a game."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from wormhole import Board, Move, Variant, menu, variant
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.dialogs.clock_dialog import ClockButton
from wormhole.gui.dialogs.context_menu import ContextMenu, MenuEntry, entry
from wormhole.gui.dialogs.game_form import (
    GAP_UNITS,
    RATED_ABOUT,
    ROW_UNITS,
    GameForm,
    chosen_player,
)
from wormhole.gui.dialogs.player_picker import trouble_words
from wormhole.gui.languages.language import N_, _, _n, number
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.layers import Area, Layer, Picture, Tip
from wormhole.gui.look.layout import (
    MINIMUM_SIZE,
    Column,
    Fill,
    Grid,
    IfRoom,
    Row,
    Scale,
    are_apart,
    in_sight_if_possible,
    is_dense,
    seen_of,
    taken_in_sight,
    widened_rows,
)
from wormhole.gui.look.logo import logo
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.view import Layout, Painting, Parts
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY, QUIET
from wormhole.gui.look.widgets import Action
from wormhole.gui.mail.mail_words import PHASES
from wormhole.gui.screens.kept_games import ask_which_to_continue, open_kept, what_differs, words_of
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.learn.user_record import UserRecord
from wormhole.library.chosen_game import DEFAULT_GAME, ChosenGame
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_rows import GameRow
from wormhole.library.headers import person_name
from wormhole.library.mail.mail_state import MailPhase
from wormhole.play.random_moves import SEED, random_moves
from wormhole.play.seats import against, two_players

if TYPE_CHECKING:
    from wormhole.gui.learn.lesson_exercise import Notes
    from wormhole.library.database.game_database import MailGameRow


@dataclass(frozen=True)
class HomeLayout:
    """The home screen: the board that plays by itself, and around it the title, a card and buttons."""

    board: Rect
    """Empty where all else needs the room."""
    title: Rect
    setup: Rect
    others: tuple[Rect, ...]
    offer: Rect
    """Below the board: the buttons for games that wait, or the one for the first lesson."""

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All its rectangles that have room."""
        board = (self.board,) if self.board else ()
        return *board, self.title, self.setup, *self.others, self.offer


def home_layout(size: tuple[int, int]) -> HomeLayout:
    """The home screen for a window of `size`: of all forms, the one with the largest board.

    With enlarged text all is in sight, if there is room, first with a board, then without; or at least
    nothing is beside what is seen.
    """

    def is_enough(dense: HomeLayout, _usual: HomeLayout, seen: Rect) -> bool:
        least_board = Scale.of(size).units(_LEAST_BOARD_UNITS)
        return dense.board.width >= least_board and are_apart(dense.parts, seen)

    layout, scale = in_sight_if_possible(size, _laid_out, is_enough), Scale.of(size)
    if taken_in_sight(layout.parts, size) is not None:
        return layout
    seen = Rect((0, 0), seen_of(size))
    columns = _home_in_columns(*seen.size, scale)
    if are_apart(columns.parts, seen):
        return columns
    column = _home_in_a_column(*seen.size, scale)
    is_wide = layout.parts[0].unionall(layout.parts[1:]).right > seen.right
    return column if is_wide and are_apart(column.parts, Rect(0, 0, seen.width, size[1])) else layout


def _laid_out(size: tuple[int, int]) -> HomeLayout:
    scale = Scale.of(size)
    if is_dense(size):
        return _home_dense(*size, scale) if size[0] > size[1] else _home_below(*size, scale, is_dense=True)
    forms = (_home_beside(*size, scale), _home_below(*size, scale), _home_around(*size, scale))
    return max(forms, key=lambda form: form.board.width)


def _home_dense(width: int, height: int, scale: Scale) -> HomeLayout:
    """The title above the board at the left, the card and the buttons at the right, with little between."""
    unit, margin, offer = scale.unit, scale.units(_DENSE_MARGIN_UNITS), scale.units(_OFFER_UNITS)
    title, setup, gap = scale.units(_LOW_TITLE_UNITS), scale.units(_SETUP_UNITS), scale.units(2)
    area = Rect((0, 0), (width, height)).inflate(-2 * margin, -2 * margin)
    side = min(area.height - title - offer - 2 * unit, area.width - gap - scale.units(_DENSE_COLUMN_UNITS))
    column_width = min(area.width - gap - side, scale.units(54))
    usual, low = (scale.units(button) for _title, button in _COLUMN_HEIGHTS)
    button = _between(low, (area.height - setup) // len(_ROWS) - unit, usual)
    buttons = {f"row {names[0]}": Grid(names, len(names), unit, button) for names in _ROWS}
    left = Column({"title": title, "board": side, "offer": offer}, unit, side)
    right = Column({"setup": setup, **buttons}, unit, column_width)
    edge = (width - side - gap - column_width) // 2
    places = left.at(Rect(edge, (height - left.taken) // 2, side, left.taken))
    places |= right.at(Rect(edge + side + gap, (height - right.taken) // 2, column_width, right.taken))
    return _home_layout(places)


def _home_in_columns(width: int, height: int, scale: Scale) -> HomeLayout:
    """Without the board: the title and the card at the left, all else at the right."""
    unit, gap = scale.unit, scale.units(2)
    area = Rect((0, 0), (width, height)).inflate(-2 * unit, -2 * unit)
    setup, offer = scale.units(_SETUP_UNITS), scale.units(_OFFER_UNITS)
    title = _between(scale.units(_LEAST_TITLE_UNITS), area.height - unit - setup, scale.units(12))
    right_width = max(area.width * 2 // 5, scale.units(_LEAST_BUTTONS_UNITS))
    left_width = max(area.width - gap - right_width, scale.units(_LEAST_SETUP_UNITS))
    buttons = Grid(_BUTTONS, 2, unit, Fill(least=7 * scale.units(_LEAST_BUTTON_UNITS)))
    left = Column({"title": title, "setup": setup}, unit, left_width)
    right = Column({"buttons": buttons, "offer": offer}, unit, right_width)
    row = Row({"left": left, "right": right}, gap)
    places = row.at(Rect(area.left, (height - left.taken) // 2, row.taken, left.taken))
    return _home_layout(places | {"board": Rect(0, 0, 0, 0)})


def _home_in_a_column(width: int, height: int, scale: Scale) -> HomeLayout:
    """Without the board, all below each other, which may be higher than the window."""
    unit = scale.unit
    column_width = _between(scale.units(_LEAST_SETUP_UNITS), width - 2 * unit, scale.units(70))
    column = _home_column(scale, 0)
    whole = Column({"column": column, "offer": scale.units(_OFFER_UNITS)}, unit)
    top = max(unit, (height - whole.taken) // 2)
    places = whole.at(Rect((width - column_width) // 2, top, column_width, whole.taken))
    return _home_layout(places | {"board": Rect(0, 0, 0, 0)})


def _home_beside(width: int, height: int, scale: Scale) -> HomeLayout:
    """The board with the offer at the left, all else at the right."""
    margin, unit = scale.units(3), scale.unit
    gap = _between(scale.units(3), (width - MINIMUM_SIZE[0]) // 5, scale.units(8))
    column_width = _between(scale.units(42), width // 3, scale.units(54))
    below = unit + scale.units(_OFFER_UNITS)
    side = min(height - 2 * margin - below, width - 2 * margin - gap - column_width, scale.units(80))
    left = (width - side - gap - column_width) // 2
    top = min((height - side) // 2, height - margin - below - side)
    board = Rect(left, top, side, side)
    offer = Rect(left, board.bottom + unit, side, scale.units(_OFFER_UNITS))
    column = _home_column(scale, height)
    right = Rect(board.right + gap, (height - column.taken) // 2, column_width, column.taken)
    return _home_layout(column.at(right) | {"board": board, "offer": offer})


def _between(least: int, wished: int, most: int) -> int:
    """`wished`, clamped to the limits."""
    return max(least, min(wished, most))


def _home_below(width: int, height: int, scale: Scale, is_dense: bool = False) -> HomeLayout:
    """All below each other."""
    margin, unit, offer = scale.units(3), scale.unit, scale.units(_OFFER_UNITS)
    column = _home_column(scale, 0)
    side = min(width - 2 * margin, height - 3 * margin - unit - offer - column.taken)
    column_width = min(width - 2 * margin, scale.units(70))
    upper = Column({"board": side, "offer": offer}, unit)
    whole = Column({"upper": upper, "lower": column}, margin)
    top = (height - whole.taken) // 2
    places = whole.at(Rect((width - column_width) // 2, top, column_width, whole.taken))
    for name in ("board",) if is_dense else ("board", "offer"):
        places[name].left, places[name].width = (width - side) // 2, side
    return _home_layout(places)


def _home_column(scale: Scale, height: int) -> Column[str]:
    """The title, the card and the buttons; all are lower if that is what `height` needs."""
    columns = (_home_column_of(scale, *units) for units in _COLUMN_HEIGHTS)
    usual, low = columns
    return usual if usual.taken + 2 * scale.unit <= height else low


def _home_column_of(scale: Scale, title: float, button: float) -> Column[str]:
    """The title, the card and the buttons, in this height of the title and of a button."""
    buttons = {f"row {names[0]}": Grid(names, len(names), scale.unit, scale.units(button)) for names in _ROWS}
    parts = {"title": scale.units(title), "setup": scale.units(_SETUP_UNITS)}
    return Column({**parts, "buttons": Column(buttons, scale.unit)}, scale.units(_GAP_UNITS))


def _home_layout(places: Mapping[str, Rect]) -> HomeLayout:
    others = tuple(places[name] for name in _BUTTONS)
    return HomeLayout(places["board"], places["title"], places["setup"], others, places["offer"])


def _home_around(width: int, height: int, scale: Scale) -> HomeLayout:
    """The title above the board, the buttons beside it and the card below it, for upright windows."""
    unit, gap, margin = scale.unit, scale.units(_GAP_UNITS), scale.units(2)
    least_column = scale.units(_COLUMN_UNITS)
    title, card = scale.units(_LOW_TITLE_UNITS), scale.units(_SETUP_UNITS)
    taken = title + card + scale.units(_OFFER_UNITS) + 2 * gap + unit + 2 * margin
    side = max(0, min(width - 2 * margin - gap - least_column, height - taken))
    column_width = min(width - 2 * margin - gap - side, scale.units(2 * _COLUMN_UNITS) + unit)
    middle = side + unit + scale.units(_OFFER_UNITS)
    is_low = middle < len(_BUTTONS) * (scale.units(_LEAST_BUTTON_UNITS) + unit)
    buttons = Grid(_BUTTONS, 2 if is_low else 1, unit)
    left = Column({"board": side, "offer": scale.units(_OFFER_UNITS)}, unit, side)
    beside = Row({"left": left, "right": buttons}, gap, middle)
    whole = Column({"title": title, "middle": beside, "setup": card}, gap)
    all_width = side + gap + column_width
    area = Rect((width - all_width) // 2, (height - taken - side) // 2 + margin, all_width, whole.taken)
    return _home_layout(whole.at(area))


_GAP_UNITS = 1.5
_LOW_TITLE_UNITS, _COLUMN_UNITS = 10, 16
_ROW_LENGTHS = 3, 3, 3, 4
"""How many buttons stand in each row: ways to play, to learn, to make something; and the rest."""
_ROWS = [[f"button {row} {number}" for number in range(length)] for row, length in enumerate(_ROW_LENGTHS)]
_BUTTONS, _LEAST_BUTTON_UNITS = [name for names in _ROWS for name in names], 4.5
_SETUP_UNITS, _OFFER_UNITS = 38, 6
_COLUMN_HEIGHTS = (12, 5.25), (10, 4.5)
"""Of the title and of a button, in units: usually, and in a low window."""
_DENSE_MARGIN_UNITS, _DENSE_COLUMN_UNITS = 1, 46
_LEAST_BOARD_UNITS, _LEAST_TITLE_UNITS, _LEAST_BUTTONS_UNITS, _LEAST_SETUP_UNITS = 28, 8, 32, 42


WORMHOLE = "wormhole"
FIRST_SHOWN = 10
"""Plies already played when the home screen opens."""

# fmt: off
MOVES = (
    "g2g3", "b7b6", "f1e4", "f8e5", "e4f5", "f7f6", "f5g4", "e8g6", "b1c3", "g6g5", "g4h8", "d8h8",
    "c3h7", "h8h7", "g1h4", "e5d1", "h1d1", "h7c2", "f2f4", "g5h5", "e2e6", "h5f3", "e6g8w", "f6h4",
    "a2a3", "e7e3", "g3h4", "c2h2", "d1a4", "e3d2", "c1d2", "h2b2", "a4c4", "b2d2", "e1d2", "f3h3",
)
# fmt: on


def first_board(game: Variant) -> Board:
    """The first board on the home screen: the game's start or, for Wormhole Chess, some plies later."""
    board = Board(game, seed=SEED)
    if game == variant(WORMHOLE):
        for text in MOVES[:FIRST_SHOWN]:
            board.push_uci(text)
    return board


def moves_on(board: Board) -> Iterator[Move]:
    """The moves after `first_board`: the stored ones, or random ones. Push each before the next."""
    if board.move_stack:
        for text in MOVES[FIRST_SHOWN:]:
            yield board.parse_uci(text)
        return
    yield from random_moves(board)


@dataclass(frozen=True)
class OfferButton:
    """A button below the board: its text, from the longest form to the shortest, and what it does."""

    words: tuple[str, ...]
    action: Action
    kind: str | None = None
    dismiss: Action | None = None
    """Removes it for good, by a small button beside it."""


@dataclass(frozen=True)
class HomeOffer:
    """What is known about the user: games by mail to be answered, the games to continue, the notes of a user
    who has not finished the first lesson."""

    unfinished: Sequence[GameRow] = ()
    differences: Mapping[int, str] = field(default_factory=dict)
    """What tells unfinished games apart, by number."""
    mail: tuple[MailGameRow, ...] = ()
    """The games by mail in which the user has something to do."""
    notes: Notes | None = None
    user: UserRecord = field(default_factory=lambda: UserRecord(DEFAULT_GAME, DEFAULT_GAME))
    """For the short form of the page about the user."""

    def buttons(self, stage: Stage, pixel: tuple[int, int]) -> Iterator[OfferButton]:
        """Its buttons, with their corner: for games by mail, unfinished games, the first lesson."""
        notes = self.notes
        unkept = (game for game in stage.games if game.number is None and not game.gives_place)
        if (game := next(unkept, None)) is not None:  # the library cannot offer it
            back = partial(stage.rooms.open, destination.OpenedGame(game))
            yield OfferButton((_("Back to the game"),), back)
        if self.mail:
            yield OfferButton(_mail_words(self.mail), self._answer(stage))
        if len(self.unfinished) == 1:
            number = self.unfinished[0].number
            yield OfferButton(words_of(self.unfinished[0]), lambda: open_kept(stage, number))
        elif self.unfinished:
            count = len(self.unfinished)
            forms = _n("Continue {count} game", "Continue {count} games", count), _("Continue")
            ask = partial(ask_which_to_continue, stage, self.unfinished, self.differences, pixel)
            yield OfferButton(forms, ask)
        if notes is not None:
            words = (
                _("New here? Learn the idea in two minutes"),
                _("New here? The first lesson"),
                _("New here?"),
            )
            kind = PRIMARY if not self.mail and not self.unfinished else None
            yield OfferButton(words, lambda: _open_first_lesson(stage, notes), kind, lambda: _dismiss(stage))

    def _answer(self, stage: Stage) -> Action:
        """Opens the one game by mail, or the list of several."""
        if len(self.mail) > 1:
            return lambda: stage.rooms.open(destination.Library(by_mail=True))
        game = self.mail[0]
        return lambda: open_kept(stage, game.row.number, listed=game.listed)


def find_offer(stage: Stage) -> Job[HomeOffer]:
    """A job, to be resumed, that looks for what to offer; nothing in a library that cannot be read."""

    def work(_: Job[HomeOffer]) -> HomeOffer:
        from wormhole.gui.home.user_summary import read_user  # not needed for the first picture

        stage.library.wait_until_kept()
        try:
            user = read_user(stage)
            if not os.path.exists(stage.library.path):
                return HomeOffer(notes=_notes_of_newcomer(stage), user=user)
            with stage.library.open() as library:
                unfinished = library.unfinished(stage.library.window)
                differences = what_differs(library, unfinished, notation_of(stage))
                mail = tuple(filter(_is_to_do, library.mail_games()))
            return HomeOffer(unfinished, differences, mail, _notes_of_newcomer(stage), user)
        except (LibraryError, OSError):
            return HomeOffer()

    return Job(work, is_paused=True)


def _is_to_do(game: MailGameRow) -> bool:
    """Whether a game by mail waits for the user, here and not in another window."""
    is_here = not (game.row.deleted or game.is_open_elsewhere)
    return is_here and (game.state.phase is MailPhase.YOUR_MOVE or game.state.phase.is_unsent)


def _mail_words(games: Sequence[MailGameRow]) -> tuple[str, ...]:
    """The text of the button for games by mail, from the longest form to the shortest."""
    if len(games) > 1:
        words = _n("{count} game by mail waits for you", "{count} games by mail wait for you", len(games))
        return words, _("By mail")
    row, state = games[0].row, games[0].state
    name = person_name(row.white if state.opponent == "white" else row.black)
    what = _("By mail: {what}").format(what=_(PHASES[state.phase]))
    parts = (what, _(row.title), *([name] if name else []))
    return " · ".join(parts), f"{what} · {parts[-1]}", what


def _notes_of_newcomer(stage: Stage) -> Notes | None:
    """The notes of the lessons, unless the first lesson is done or dismissed; that lesson is read, too."""
    from wormhole.gui.learn.lesson_exercise import Notes, journal_of
    from wormhole.learn import course

    if not stage.settings.offers_first_lesson:
        return None
    notes, first = Notes.read(journal_of(stage)), course.outlines()[0]
    if notes.progress.is_finished(first):
        return None
    course.lesson(first.slug)
    return notes


def _dismiss(stage: Stage) -> None:
    """Offer the first lesson no more."""
    stage.preferences.change(offers_first_lesson=False)
    stage.rooms.open(destination.Home())


def _open_first_lesson(stage: Stage, notes: Notes) -> None:
    from wormhole.gui.learn.course_screen import open_lesson
    from wormhole.learn import course

    open_lesson(stage, notes, course.outlines()[0].slug)


DISMISS = "\N{MULTIPLICATION SIGN}"
_DISMISS_UNITS = 4
TAGLINE = N_("The square you leave is gone. The board folds over it.")
CLOCK_UNITS = RATED_UNITS = 11.5
RULES_UNITS = 8
RIGHT_BUTTON = 3
MENU = (
    Command.GAME,
    Command.RULES,
    Command.OPEN,
    Command.PASTE,
    Command.COMPOSE,
    Command.EDITOR,
    Command.LIBRARY,
    Command.LABORATORY,
    Command.SETTINGS,
    Command.KEYS,
    Command.FULL_SCREEN,
    Command.QUIT,
)
"""The commands of the context menu, below the ways to play."""
MOVE_PAUSE_SECONDS = 2.4
"""Between two moves of the board that plays by itself."""


_Row = tuple[tuple[str, Action, Tip], ...]
"""Buttons, each with its text, what it does and its tooltip."""


class HomeScreen(RoomWithoutGame):
    """The first screen of the program; every game's menu leads back to it."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)
    title = ""
    command = Command.MENU

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._variant = stage.preferences.game.variant
        self._board = first_board(self._variant)
        self._coming = moves_on(self._board)
        self._state = positions.state_of(self._board)
        if self._board.move_stack:
            positions.show(self._state, self._board)
        self._view = BoardView(stage.look.sprites, self._board.variant.geometry)
        self._has_board = True
        self._next_move_at = NEVER
        self._is_over = False
        self.offer_search: Job[HomeOffer] | None = find_offer(stage)
        """For what to offer; None once that is known."""
        self._offer = HomeOffer()
        self._shown = stage.settings
        """The settings that the form shows."""

    def close(self) -> None:
        """End the search for an offer, which has not begun if the screen was never drawn."""
        if self.offer_search is not None:
            self.offer_search.cancel()
        super().close()

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the screen."""
        look = self._stage.look
        layout = home_layout(size)
        self.area = taken_in_sight(layout.parts, size)
        if not layout.board:  # nothing is beside what is seen, but there may be something below it
            self.area = layout.title.unionall(layout.parts).inflate(2 * look.scale.unit, 2 * look.scale.unit)
        self._has_board = bool(layout.board)
        if self._has_board:
            self._view.place(layout.board, look.backdrop.surface(size), look.board_style)
        self._renew_widgets(size)
        form_layers = self._make_form(layout)
        self._make_others(layout)
        self._make_offer(layout)
        self.layers = (
            *((BoardLayer(self._view, self._state),) if self._has_board else ()),
            self._title(layout),
            *form_layers,
            self.widgets,
        )
        foot, (width, height) = look.scale.units(10), size if self.area is None else seen_of(size)
        self.notice_area = pygame.Rect(0, height - foot, width, foot - look.scale.units(2))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            self._open_menu(event.pos, by_keyboard=False)
            return True
        return self.widgets.handle(event)

    def update(self, now_seconds: float) -> float:
        """Advance the board that plays by itself; make an offer once it is known what to offer.

        Returns when the board is due next; that is never once its game is over or motion is off.
        """
        if self.offer_search is not None and (self._view.is_drawn or not self._has_board):
            self.offer_search.resume()  # not before: it would delay the first picture
        if self.offer_search is not None and self.offer_search.is_done_within(0.0):
            search, self.offer_search = self.offer_search, None
            self._offer = search.result()
            self._make_offer(home_layout(self._size))
        if self._shown is not self._stage.settings:  # such as by a dialog that was open during `place`
            self._shown = self._stage.settings
            self._form.show()
        if self._next_move_at == NEVER:
            self._next_move_at = now_seconds + MOVE_PAUSE_SECONDS
        elif self._is_playing and now_seconds >= self._next_move_at:
            self._next_move_at = now_seconds + MOVE_PAUSE_SECONDS
            self._play_on(now_seconds)
        due = timeline.update(self._state, now_seconds)
        return min(due, self._next_move_at) if self._is_playing else due

    def _actions(self) -> Mapping[Command, Action]:
        """Choose, open or paste a game."""
        return {
            Command.PASTE: super()._actions()[Command.PASTE],
            Command.GAME: self._ask_game,
            Command.OPEN: self.opener.ask,
            Command.CONTEXT_MENU: lambda: self._open_menu(self._start_button.rect.midbottom, True),
            Command.DEMONSTRATION: self._demonstrate,
        }

    @property
    def _is_playing(self) -> bool:
        return self._has_board and not self._is_over and self._stage.settings.motion

    def _play_on(self, now_seconds: float) -> None:
        move = next(self._coming, None)
        if move is None:
            self._is_over = True
        else:
            self._board.push(move)
            positions.play(self._state, self._board, now_seconds, self._stage.motion)

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

    def _make_form(self, layout: HomeLayout) -> tuple[Layer, ...]:
        """The card for a game against the computer, and the layer with the level's words."""
        look, area, widgets = self._stage.look, layout.setup, self.widgets
        padding = look.scale.units(2)
        units, unit = look.scale.units, look.scale.unit
        start = self._start_button = Button(_("Play"), self._play, PRIMARY)
        rated = Button(_("Rated"), self._turn_rated, CHOICE)

        def show(form: GameForm) -> None:
            """Show why the opponent cannot play, and whether the next game is rated or why it cannot be."""
            start.text = _play_words(form)
            start.allow(form.trouble)
            why = form.why_unrated
            rated.enable(not why)
            rated.is_selected = form.is_rated
            rated.tip = Tip(why or _(RATED_ABOUT))

        form = GameForm(self._stage, self._variant, changed=show)
        self._form, self._shown = form, self._stage.settings
        about = _("Select one of {count} games").format(count=number(len(menu())))
        game = Button(f"{_(self._variant.title)}…", self._ask_game, tip=tip_of(Command.GAME, about))
        rules = Button(_("Rules"), partial(self._stage.command, Command.RULES), QUIET, tip_of(Command.RULES))
        clock = ClockButton(self._stage)
        name = look.words.width(game.text, look.small) + 2 * unit
        beside_clock = area.width - 2 * padding - units(CLOCK_UNITS) - unit
        parts: Parts = {
            game: Fill(least=min(name, beside_clock)),
            rules: IfRoom(units(RULES_UNITS), units(RULES_UNITS)),
            clock: units(CLOCK_UNITS),
        }
        upper = Row(parts, unit, size=units(ROW_UNITS))
        setup: Layout = Column({"upper": upper, form: units(GameForm.height_units())}, units(GAP_UNITS))
        lower = Row({start: Fill(), rated: units(RATED_UNITS)}, unit, size=units(7))
        box: Layout = Column({"setup": setup, "space": Fill(), "lower": lower})
        others = widgets.fill(box, area.inflate(-2 * padding, -2 * padding))
        widgets.focus(start)
        picture = panel_card(look, area.size)
        for leaf, rect in others:
            if isinstance(leaf, Painting):
                leaf.draw(look, picture, rect.move(-area.left, -area.top))
        words = (leaf for leaf, _rect in others if isinstance(leaf, Area))
        return Picture(picture, area.topleft), *words

    def _turn_rated(self) -> None:
        self._stage.preferences.change(rated=not self._stage.settings.rated)
        self._form.show()

    def _make_others(self, layout: HomeLayout) -> None:
        stage = self._stage
        ways_to_play: _Row = (
            (_("Two players"), self._play_together, Tip(_("Two players at this screen"))),
            (
                _("By mail"),
                lambda: stage.rooms.open(destination.Library(by_mail=True)),
                Tip(_("Games by mail; paste a text here")),
            ),
            *self._commands((Command.PEOPLE, _("Tournament"))),
        )
        to_learn = self._commands((Command.LESSONS, _("Lessons")), (Command.PUZZLES, _("Puzzles")))
        demonstration = (_("Demonstration"), self._demonstrate, tip_of(Command.DEMONSTRATION))
        to_make = self._commands((Command.COMPOSE, _("Compose")), (Command.EDITOR, _("Set up")))
        analysis = (_("Analysis"), self._analyse, Tip(_("Analysis board: move both sides")))
        rest = self._commands(
            (Command.LIBRARY, _("Library")),
            (Command.LABORATORY, _("Laboratory")),
            (Command.SETTINGS, _("Settings")),
            (Command.QUIT, _("Quit")),
        )
        entries = (*ways_to_play, *to_learn, demonstration, *to_make, analysis, *rest)
        look = stage.look
        needs = [look.words.width(name, look.body) + look.scale.units(1.5) for name, _action, _tip in entries]
        places = widened_rows(layout.others, needs)
        for (name, action, tip), place in zip(entries, places, strict=True):
            self.widgets.button(place, name, action, tip=tip)

    def _commands(self, *commands: tuple[Command, str]) -> _Row:
        """The buttons of these commands, with their names."""
        stage = self._stage
        return tuple((name, partial(stage.command, command), tip_of(command)) for command, name in commands)

    def _make_offer(self, layout: HomeLayout) -> None:
        """The buttons for games that wait, for the first lesson and for the user's page, side by side."""
        if self.offer_search is not None:
            return
        from wormhole.gui.home.user_summary import short_forms  # not needed for the first picture

        stage, look = self._stage, self._stage.look
        you = OfferButton(short_forms(self._offer.user), lambda: stage.command(Command.YOU))
        area = layout.offer.copy()
        if area.width <= layout.board.width:  # as wide as what is seen of the board
            area.left, area.width = self._view.frame.left, self._view.frame.width
        offered = [*self._offer.buttons(stage, area.topleft)]
        if not self._has_board and len(offered) > 1:  # the first lesson is among the lessons, too
            offered = [each for each in offered if each.dismiss is None]
        needed = look.words.width(you.words[0], look.body) + look.scale.units(4)
        sizes: dict[OfferButton, int | Fill] = {
            each: self._least_width(each) if each.dismiss and len(offered) > 1 else Fill() for each in offered
        }
        sizes[you] = min(needed, area.width // (len(offered) + 2)) if offered else area.width
        places = Row(sizes, look.scale.unit).at(area)
        buttons = [self._offer_button(each, place) for each, place in places.items()]
        if offered and self.widgets.is_focused(self._start_button):  # else the user has moved the focus
            self.widgets.focus(buttons[0])

    def _least_width(self, offer: OfferButton) -> int:
        """The width for the shortest text of an offer and the button that dismisses it."""
        look = self._stage.look
        return look.words.width(offer.words[-1], look.body) + look.scale.units(3 + _DISMISS_UNITS)

    def _offer_button(self, offer: OfferButton, place: Rect) -> Button:
        """A button below the board, with the longest of its texts that has room, and its small neighbour."""
        look, forms = self._stage.look, offer.words
        if offer.dismiss is not None:
            parts = Row({"offer": Fill(), "dismiss": look.scale.units(_DISMISS_UNITS)}, look.scale.unit).at(
                place
            )
            place = parts["offer"]
        room = place.width - look.scale.units(5 if offer.kind is PRIMARY else 2)  # that kind is bold
        words = next((form for form in forms if look.words.width(form, look.body) <= room), forms[-1])
        tip = None if words == forms[0] else Tip(forms[0])
        button = self.widgets.button(place, words, offer.action, offer.kind, tip)
        if offer.dismiss is not None:
            self.widgets.button(
                parts["dismiss"], DISMISS, offer.dismiss, QUIET, Tip(_("Do not offer this again"))
            )
        return button

    def _play(self) -> None:
        settings = self._stage.settings
        opponent = chosen_player(self._stage, "opponent", self._variant)
        if opponent.trouble is not None:
            self._stage.sounds.play("error")
            self._stage.notices.flash(trouble_words(opponent))
            return
        setup = against(settings.side, opponent.spec, self._variant, clocks=settings.clocks)
        self._stage.rooms.open(destination.Game(self._form.rated(setup)))

    def _play_together(self) -> None:
        self._stage.rooms.open(
            destination.Game(two_players(self._variant, clocks=self._stage.settings.clocks))
        )

    def _analyse(self) -> None:
        self._stage.rooms.open(destination.Game(two_players(self._variant), is_analysed=True))

    def _demonstrate(self) -> None:
        self._stage.rooms.open(destination.Demonstration(self._variant))

    def _open_menu(self, pixel: tuple[int, int], by_keyboard: bool) -> None:
        stage = self._stage
        entries = (
            MenuEntry(_play_words(self._form), None, self._play),
            MenuEntry(_("Two players"), None, self._play_together),
            *(entry(stage, command) for command in MENU),
        )
        stage.open(ContextMenu(stage, _(self._variant.title), entries, pixel, by_keyboard))

    def _ask_game(self) -> None:
        from wormhole.gui.chooser.game_chooser import GameDialog  # not needed for the first picture

        self._stage.open(GameDialog(self._stage, self._stage.preferences.game, self._take_game))

    def _take_game(self, game: ChosenGame) -> None:
        self._stage.preferences.choose_game(game)
        self._stage.rooms.open(destination.Home())


def _play_words(form: GameForm) -> str:
    """The name of the way to play, which says that the game will be rated: that choice stays."""
    return _("Play rated") if form.is_rated else _("Play")
