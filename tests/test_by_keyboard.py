"""Everything is reachable by keyboard alone: Tab goes through every screen and dialog."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole import Board
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.dialogs.file_dialog import FileDialog, FilesDialog
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.game.game_layout import Place
from wormhole.gui.look.layers import focused_spot
from wormhole.gui.look.text_field import TextField
from wormhole.gui.window import destination
from wormhole.gui.window.events import FAULT, post
from wormhole.gui.window.keys import CONTEXT_MENU_KEY, Command

MOST_TABS = 200


def command(asked):
    return lambda hand: hand.app.stage.command(asked)


def open_file(hand, kind=FileDialog, **more):
    hand.app.stage.open(kind(hand.app.stage, "Open", ".pgn", lambda path: None, **more))


def open_game_dialog(hand):
    hand.app.stage.open(GameDialog(hand.app.stage, hand.app.stage.preferences.game, lambda game: None))


def ask(hand):
    stage = hand.app.stage
    stage.open(QuestionDialog(stage, "Well?", "A question.", "Yes", lambda: None, ("Also", lambda: None)))


def show_home(hand):
    """Wait for its offer, after which it has other widgets."""
    hand.app.stage.rooms.open(destination.Home())
    hand.until(lambda: any(button.text.startswith("New here") for button in hand.top.widgets.buttons))


def show_you(hand):
    hand.app.stage.command(Command.YOU)
    hand.until(lambda: hand.app.screen.user is not None)


def show_library(hand):
    hand.app.stage.rooms.open(destination.Library())
    hand.until(lambda: hand.app.screen.games.words != "")


def show_statistics(hand):
    show_library(hand)
    hand.press("Statistics")


def show_mistakes(hand):
    show_library(hand)
    hand.press("Mistakes")
    hand.until(lambda: hand.app.screen.mistakes.found is not None)


def show_rules(hand):
    hand.key(pygame.K_F1)
    hand.until(lambda: hand.app.dialog.is_ready)


def report(hand):
    post(FAULT, error=RuntimeError("odd"))
    hand.step()


SCREENS = {
    "home": show_home,
    "game": lambda hand: None,
    "library": show_library,
    "statistics": show_statistics,
    "mistakes": show_mistakes,
    "editor": lambda hand: hand.app.stage.rooms.open(
        destination.Editor(Board(), back=lambda: hand.app.stage.rooms.open(destination.Home()))
    ),
    "laboratory": command(Command.LABORATORY),
    "you": show_you,
    "menu": command(Command.MENU),
    "context menu": lambda hand: hand.key(CONTEXT_MENU_KEY),
    "settings": command(Command.SETTINGS),
    "keys": command(Command.KEYS),
    "rules": show_rules,
    "messages": command(Command.NOTICES),
    "new game": command(Command.NEW_GAME),
    "choose a game": open_game_dialog,
    "comment": command(Command.COMMENT),
    "resign": command(Command.RESIGN),
    "question": ask,
    "open": open_file,
    "save": lambda hand: open_file(hand, new_name="game.pgn"),
    "import": lambda hand: open_file(hand, FilesDialog),
    "type a move": command(Command.TYPE_MOVE),
    "picture": command(Command.PICTURE),
    "report": report,
}


@pytest.mark.parametrize("name", SCREENS)
def test_whatever_has_the_focus_says_what_it_is(tmp_path, name):
    log = tmp_path / "said.txt"
    with Hand(tmp_path, start_game=True, black="person", speech_log=log) as hand:
        hand.app.stage.preferences.change(speech="all")
        SCREENS[name](hand)
        hand.step()
        for _widget in hand.top.widgets.everything:
            before = hand.top.widgets.focused
            hand.key(pygame.K_TAB, "\t")
            is_other = hand.top.widgets.focused is not before
            last = log.read_text("utf-8").splitlines()[-1]
            assert last not in ("button", "chosen", "slider", "text field")
            assert not is_other or last.endswith(("button", "chosen", "slider", "text field", "list"))


@pytest.mark.parametrize("name", SCREENS)
def test_tab_reaches_every_widget_and_shows_where_it_is(tmp_path, name):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        SCREENS[name](hand)
        hand.step()
        widgets = hand.top.widgets
        wanted = {widget for widget in widgets.everything if widget.is_enabled}
        reached = set()
        for _ in range(MOST_TABS):
            hand.key(pygame.K_TAB, "\t")
            assert hand.top.widgets is widgets
            focused = next((widget for widget in wanted if widgets.is_focused(widget)), None)
            if focused in reached:
                break
            reached.add(focused)
            is_text = isinstance(focused, TextField)
            assert is_text or focused_spot(hand.top.layers) is not None, "the focus cannot be seen"
        assert reached - {None} == wanted


@pytest.mark.parametrize("name", ["settings", "new game", "choose a game", "question", "picture", "save"])
def test_the_focus_stays_in_a_dialog_that_is_laid_out_anew(tmp_path, name):
    def focused():
        widgets = hand.top.widgets
        return widgets.everything.index(widgets.focused)

    with Hand(tmp_path, start_game=True, black="person") as hand:
        SCREENS[name](hand)
        hand.step()
        for _ in range(2):
            hand.key(pygame.K_TAB, "\t")
            before, spot = focused(), focused_spot(hand.top.layers)
            hand.app.stage.lay_out()
            assert focused() == before
            assert focused_spot(hand.top.layers) == spot


@pytest.mark.parametrize("name", [name for name in SCREENS if name not in ("game", "home", "library")])
def test_esc_leads_back(tmp_path, name):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        before = hand.app.screen
        SCREENS[name](hand)
        hand.step()
        for _ in range(3):
            if hand.app.dialog is None:
                break
            hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None
        assert hand.app.screen is before or name in ("editor", "laboratory", "you", "statistics", "mistakes")


@pytest.mark.parametrize("asked", [Command.KEYS, Command.COMMENT, Command.SAVE, Command.TYPE_MOVE])
def test_held_keys_repeat_only_in_a_text_field(tmp_path, asked):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        command(asked)(hand)
        hand.step()
        assert pygame.key.get_repeat() != (0, 0)
        hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None
        assert pygame.key.get_repeat() == (0, 0)


def tab_to_tool(hand, about):
    """Move the keyboard focus to the small button whose tooltip begins so; returns its tooltip."""
    widgets = hand.top.widgets
    for _ in widgets.everything:
        hand.key(pygame.K_TAB, "\t")
        tip = getattr(widgets.focused, "tip", None)
        if tip is not None and tip.text.startswith(about):
            return tip
    raise AssertionError(f"Tab does not lead to {about}")


@pytest.mark.parametrize("tool", ["Openings", "Analysis", "Threats"])
def test_the_focus_stays_on_a_tool_that_is_pressed(tmp_path, tool):
    with Hand(tmp_path, start_game=True, white="person", black="person") as hand:
        tip, places = tab_to_tool(hand, tool), len(hand.screen.picture.layout)
        for _ in range(2):
            before = len(hand.screen.picture.layout)
            hand.key(pygame.K_SPACE, " ")
            hand.settle()
            assert hand.top.widgets.focused.tip == tip
            assert focused_spot(hand.top.layers) is not None
            assert tool == "Threats" or len(hand.screen.picture.layout) != before
        assert len(hand.screen.picture.layout) == places


def test_the_focus_stays_where_it_is_while_the_panel_changes(tmp_path):
    with Hand(tmp_path, start_game=True, white="person", black="person") as hand:
        hand.tab_to("Flip")
        hand.app.stage.command(Command.OPENINGS)
        hand.settle()
        assert hand.top.widgets.is_focused(hand.button("Flip"))
        hand.tab_into(hand.screen.picture.layout[Place.OPENINGS])
        hand.app.stage.command(Command.OPENINGS)
        hand.settle()
        assert not hand.top.widgets.has_focus


LASTING = (ask, open_file, *map(command, (Command.NEW_GAME, Command.SETTINGS, Command.KEYS, Command.NOTICES)))


@pytest.mark.parametrize("opens", LASTING)
def test_a_dialog_keeps_its_widgets_in_a_window_of_another_size(tmp_path, opens):
    with Hand(tmp_path, (800, 600), start_game=True, black="person") as hand:
        opens(hand)
        hand.step()
        hand.key(pygame.K_TAB)
        before, focused = hand.top.widgets.everything, hand.top.widgets.focused
        places = [tuple(each.rect) for each in before]
        pygame.display.set_mode((1280, 800), pygame.RESIZABLE)
        hand.post(pygame.WINDOWSIZECHANGED, x=1280, y=800)
        hand.step()
        assert (hand.top.widgets.everything, hand.top.widgets.focused) == (before, focused)
        assert [tuple(each.rect) for each in before] != places
