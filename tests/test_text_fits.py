"""No text is cut off, in any language and size, on any screen, in a small window and a usual one."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import pytest

from tests.support.every_screen import WINDOWS, opened, settle, situations
from tests.support.parts import mostly_exhaustive
from wormhole import WHITE, Board, menu, variant
from wormhole.engine.levels import LEVELS
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.game.game_layout import Wanted, game_layout
from wormhole.gui.game.tools import Buttons
from wormhole.gui.languages import language
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.table import Table
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.look.words import Words
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.chosen_game import ChosenGame
from wormhole.play.draw_offer import OfferState

SMALL, LAPTOP = (800, 600), (1366, 768)
CODES = mostly_exhaustive(language.languages(), "en", "de")
SIZES = [(800, 600), (1280, 800), (600, 800)]
QUICK = [(SMALL, "en", 100), (SMALL, "de", 100), (SMALL, "de", 200)]
"""Sizes of the window, languages, sizes of text in percent; German has the longest words."""
CASES = mostly_exhaustive(
    [
        *product(SIZES, language.languages(), [100]),
        *product([*SIZES, (1080, 1920)], ["de"], [150, 200]),
        *product([LAPTOP], ["de", "es", "fr"], [125, 150, 175, 200]),
    ],
    *QUICK,
)

pytestmark = pytest.mark.usefixtures("english_again")


@pytest.fixture
def cut_off(monkeypatch):
    """The texts that were cut off since the list was cleared; rows of tables hold data and may be."""
    found, rows = [], []
    fitted, draw_row = Words.fitted, Table._draw_row

    def recorded(self, text, *args, **options):
        shown = fitted(self, text, *args, **options)
        if shown != text and not rows:
            found.append(text)
        return shown

    def in_a_row(self, *args):
        rows.append(1)
        draw_row(self, *args)
        rows.pop()

    monkeypatch.setattr(Words, "fitted", recorded)
    monkeypatch.setattr(Table, "_draw_row", in_a_row)
    return found


def buttons_that_do_not_fit(hand, size):
    """The texts of the visible buttons that are wider than the button, or outside the window."""
    holders = (hand.app.screen, hand.app.dialog)
    shown = [holder.widgets for holder in holders if getattr(holder, "widgets", None) is not None]
    buttons = [button for widgets in shown for button in widgets.buttons]
    inside = hand.app.window.surface.get_rect()
    return [button.text for button in buttons if not (button.fits and inside.contains(button.rect))]


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", WINDOWS)
def test_no_text_is_cut_off(tmp_path, cut_off, name, case):
    trouble, (size, code, text) = {}, case
    with opened(name, tmp_path, size, code, text) as hand:
        for what in situations(name, hand):
            found = [*cut_off, *buttons_that_do_not_fit(hand, size)]
            if found:
                trouble[what] = sorted(set(found))
            cut_off.clear()
    assert trouble == {}


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (600, 800), (1024, 768), (1920, 1080)], ids=str)
@pytest.mark.parametrize("code", CODES)
def test_the_buttons_of_a_game_fit_whatever_the_button_for_draws_says(code, size):
    language.use(code)
    theme, chess = Theme.load(), variant("chess")
    look = Look(theme, Sprites(theme), Words(Lettering()), Backdrop(theme), Scale.of(size))
    match = SimpleNamespace(cursor=SimpleNamespace(board=Board(chess)), resigner=WHITE, is_rated=False)
    offers, shown = SimpleNamespace(), SimpleNamespace(wiped=())
    game = SimpleNamespace(match=match, draw_offers=offers, shown=shown, mail=None, origin=None)
    match.is_paired = False
    widgets = Widgets(look)
    part = Buttons(SimpleNamespace(look=look, command=print), game, SimpleNamespace(can_undo=True))
    part.place(game_layout(size, Wanted(chess.geometry)), widgets)
    for offers.state, match.can_pause in product(OfferState, (False, True)):
        part.refresh()
        assert [button.text for button in widgets.buttons if not button.fits] == []


@pytest.mark.parametrize("code", CODES)
def test_every_game_and_level_fits_the_smallest_window(tmp_path, cut_off, code):
    trouble = {}
    with opened("home", tmp_path, SMALL, code) as hand:
        for name in menu("family"):
            hand.app.stage.preferences.choose_game(ChosenGame(variant(name)))
            hand.app.stage.rooms.open(destination.Home())
            settle(hand, 0.0)
            hand.app.stage.open(GameDialog(hand.app.stage, hand.app.stage.preferences.game, print))
            settle(hand, 0.0)
            found = [*cut_off, *buttons_that_do_not_fit(hand, SMALL)]
            if found:
                trouble[name] = sorted(set(found))
            cut_off.clear()
        for level in LEVELS:
            hand.app.stage.preferences.change(level=level.number)
            hand.app.stage.rooms.open(destination.Home())
            settle(hand, 0.0)
            hand.app.stage.command(Command.GAME)
            if cut_off:
                trouble[level.name] = sorted(set(cut_off))
            cut_off.clear()
    assert trouble == {}


@pytest.mark.parametrize("code", CODES)
def test_the_editor_of_every_game_fits_the_smallest_window(tmp_path, cut_off, code):
    trouble = {}
    with opened("home", tmp_path, SMALL, code) as hand:
        for name in menu("family"):
            hand.app.stage.preferences.choose_game(ChosenGame(variant(name)))
            hand.app.stage.rooms.open(destination.Editor())
            settle(hand, 0.0)
            found = [*cut_off, *buttons_that_do_not_fit(hand, SMALL)]
            if found:
                trouble[name] = sorted(set(found))
            cut_off.clear()
    assert trouble == {}


def test_a_text_that_nearly_fits_is_a_little_smaller_and_a_longer_one_is_not():
    words = Words(Lettering())
    width = words.width("Seconds per move: 30", 28)
    smaller = words.nearly("Seconds per move: 30", 28, width - 5)
    assert 25 <= smaller < 28
    assert words.width("Seconds per move: 30", smaller) <= width - 5
    assert words.nearly("Seconds per move: 30", 28, width) == 28
    assert words.nearly("Seconds per move: 30", 28, width // 2) == 28


def test_a_text_too_long_for_its_room_says_so_or_ends_with_a_sentence():
    words = Words(Lettering())
    text = "One two three. Four five six. Seven eight nine."
    room = (words.width("One two three. F", 14), 2 * words.height(14))
    assert words.lines_within(text, 14, room) == ["One two three.", "Four five six. S…"]
    assert words.sentences_within(text, 14, room) == ["One two three.", "Four five six."]
    assert words.lines_within(text, 14, (room[0], 0)) == []
    assert words.wrapped("a\u00a0b c", 14, words.width("a b", 14)) == ["a\u00a0b", "c"]
    assert words.wrapped("a b · c", 14, words.width("a b", 14)) == ["a", "b ·", "c"]
