"""A game by mail between two windows with libraries of their own, by the clipboard and by files."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole import variant
from wormhole.gui.chooser.new_game import NewGameDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.mail import sending
from wormhole.gui.mail.invitation_dialog import InvitationDialog
from wormhole.gui.mail.reading import read
from wormhole.gui.screens import content_opener
from wormhole.gui.window import destination
from wormhole.library.mail.mail_state import MailPhase
from wormhole.play.seats import inviting, two_players


@pytest.fixture
def clipboard(monkeypatch):
    """What is copied; one for both windows."""
    held = [""]
    monkeypatch.setattr(sending, "copy_text", lambda text: held.__setitem__(0, text))
    monkeypatch.setattr(content_opener, "clipboard_text", lambda: held[0])
    return held


@pytest.fixture
def windows(tmp_path):
    """Opens the window of a player with a library of its own."""
    opened = []

    def window(name):
        hand = Hand(tmp_path / name, size=(800, 600))
        hand.app.stage.preferences.change(name=name)
        opened.append(hand)
        return hand

    yield window
    for hand in opened:
        hand.app.close()


def copy(hand):
    """Press the button of the card; how long its name is depends on the room."""
    hand.press(next(text for text in hand.texts if text.startswith("Copy")))


def paste(hand):
    hand.key(pygame.K_v, "", pygame.KMOD_CTRL)
    arrive(hand)


def arrive(hand):
    hand.wait_for_reading()
    hand.settle()
    if hand.app.dialog is None:
        hand.wait(1.0)
        hand.settle()


def drop(hand, path):
    hand.post(pygame.DROPBEGIN)
    hand.post(pygame.DROPFILE, file=str(path))
    hand.post(pygame.DROPCOMPLETE)
    hand.step()
    arrive(hand)


def refused(hand):
    """Why the text was not accepted; the message is closed."""
    assert hand.app.dialog.heading == "This text is not accepted"
    text = hand.app.dialog.text
    hand.press("OK")
    return text


def begun(windows, clipboard):
    """Ada has invited Bob and moved; Bob has accepted."""
    ada, bob = windows("Ada"), windows("Bob")
    ada.app.stage.rooms.open(destination.Game(inviting("white", 72, "wormhole", name="Ada")))
    ada.settle()
    ada.move("e2e4")
    copy(ada)
    paste(bob)
    assert isinstance(bob.app.dialog, InvitationDialog)
    assert read(bob.app.stage, clipboard[0], []).first_move == "e4"
    bob.press("Accept")
    arrive(bob)
    return ada, bob


def test_two_players_exchange_turns_by_the_clipboard(windows, clipboard):
    ada, bob = begun(windows, clipboard)
    assert bob.screen.state.flipped
    assert bob.match.setup.white.name == "Ada"
    bob.move("e7e6")
    copy(bob)
    assert bob.screen.game.mail.state.phase is MailPhase.WAITING
    paste(bob)
    assert "your own text" in refused(bob)
    before = ada.match.game.movetext()
    ada.app.stage.rooms.open(destination.Home())
    ada.settle()
    whole, clipboard[0] = clipboard[0], clipboard[0].replace("END WORMHOLE", "")
    paste(ada)
    assert "cut" in refused(ada)
    clipboard[0] = f"On Monday Bob wrote:\n> {whole}".replace("\n", "\n> ")
    paste(ada)
    assert ada.match.game.movetext() == f"{before} e7e6"
    assert ada.screen.game.mail.state.phase is MailPhase.YOUR_MOVE
    paste(ada)
    assert "It is your move" in refused(ada)
    ada.move("d2d4")
    copy(ada)
    paste(bob)
    assert bob.match.game.movetext() == ada.match.game.movetext()


def test_turns_travel_as_files_and_games_are_found_after_a_restart(windows, clipboard, tmp_path):
    ada, bob = begun(windows, clipboard)
    bob.move("e7e6")
    bob.press("Save…")
    bob.fill(str(tmp_path / "turn.wormhole-mail"))
    bob.key(pygame.K_RETURN)
    bob.settle()
    assert bob.screen.game.mail.state.phase is MailPhase.WAITING
    ada.app.close()
    ada = windows("Ada")
    drop(ada, tmp_path / "turn.wormhole-mail")
    assert [node.uci() for node in ada.match.game.mainline()] == ["e2e4", "e7e6"]
    ada.app.stage.rooms.open(destination.Game(two_players(variant("wormhole"))))
    ada.settle()
    ada.move("e2e4")
    ada.app.stage.rooms.open(destination.Home())
    ada.until(lambda: any(text.startswith("By mail: Your move") for text in ada.texts))
    assert any(text.startswith("Continue") for text in ada.texts), "the other game is offered, too"
    ada.press(next(text for text in ada.texts if text.startswith("By mail:")))
    arrive(ada)
    assert ada.screen.game.mail.state.phase is MailPhase.YOUR_MOVE


def test_a_move_is_taken_back_until_its_text_is_copied(windows, clipboard):
    ada, bob = begun(windows, clipboard)
    bob.move("e7e6")
    bob.key(pygame.K_z, "", pygame.KMOD_CTRL)
    bob.settle()
    assert [node.uci() for node in bob.match.game.mainline()] == ["e2e4"]
    bob.app.stage.library.wait_until_kept()
    with bob.app.stage.library.open() as library:
        (kept,) = library.mail_games()
    assert (kept.row.plies, kept.state.phase) == (1, MailPhase.YOUR_MOVE)
    bob.move("d7d6")
    copy(bob)
    bob.key(pygame.K_z, "", pygame.KMOD_CTRL)
    bob.settle()
    assert [node.uci() for node in bob.match.game.mainline()] == ["e2e4", "d7d6"]
    paste(ada)
    assert ada.match.game.movetext() == bob.match.game.movetext()


def test_the_list_copies_a_text_again_and_removes_a_game(windows, clipboard):
    ada, bob = begun(windows, clipboard)
    bob.move("e7e6")
    clipboard[0] = ""
    bob.app.stage.rooms.open(destination.Library(by_mail=True))
    bob.until(lambda: bob.screen.mail.rows)
    assert bob.screen.mail.rows[0].state.phase is MailPhase.TO_SEND
    bob.press("Copy")
    bob.wait_for_reading()
    bob.until(lambda: bob.screen.mail.rows[0].state.phase is MailPhase.WAITING)
    paste(ada)
    assert [node.uci() for node in ada.match.game.mainline()] == ["e2e4", "e7e6"]
    bob.press("Remove")
    bob.wait_for_reading()
    bob.until(lambda: not bob.screen.mail.rows)
    paste(bob)  # his own text, of a game that is removed
    assert [node.uci() for node in bob.match.game.mainline()] == ["e2e4", "e7e6"]
    assert bob.screen.game.mail.state.phase is MailPhase.WAITING


def test_the_opponents_side_and_the_main_line_cannot_be_changed(windows, clipboard):
    ada, _bob = begun(windows, clipboard)
    before = ada.match.game.movetext()
    ada.move("e7e5")
    ada.keys(pygame.K_h)
    ada.key(pygame.K_z, "", pygame.KMOD_CTRL)
    ada.key(pygame.K_DELETE)
    ada.settle()
    assert ada.match.game.movetext() == before
    assert ada.app.stage.notices.latest[-1].text.startswith("There is no help")


def test_the_secret_is_in_no_pgn(windows, clipboard):
    ada, _bob = begun(windows, clipboard)
    assert ada.screen.game.mail.state.secret not in ada.screen.played()


def test_somebody_is_invited_from_the_home_screen(windows):
    ada = windows("Ada")
    ada.press("By mail")
    ada.wait_for_reading()
    ada.press("Invite…")
    assert isinstance(ada.app.dialog, NewGameDialog)
    assert not ada.has("Rematch"), "there is no previous game"
    ada.press("Start")
    ada.until(lambda: isinstance(ada.app.screen, GameScreen))
    assert ada.match.setup.mail.phase is MailPhase.YOUR_MOVE
