"""Scenes of the gallery with playing: clocks, premoves, offers, the end of a game."""

from __future__ import annotations

import time
from dataclasses import replace

from tools.scenes.photographer import Photographer, Scene
from tools.scenes.places import in_game
from wormhole import Board
from wormhole.gui.languages.language import _
from wormhole.gui.library.library_screen import LibraryScreen
from wormhole.gui.mail.invitation_dialog import InvitationDialog
from wormhole.gui.mail.reading import Invitation
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library import pgn
from wormhole.library.mail.mail_state import MailPhase, new_mail
from wormhole.library.mail.mail_turn import opened, sealed, turn_of
from wormhole.library.record import Game
from wormhole.library.time_control import TimeControls, spoken
from wormhole.play.seats import (
    OpenedGame,
    Setup,
    against,
    by_mail,
    inviting,
    level_of,
    set_out,
    two_players,
)
from wormhole.players.spec import at_level

SHORT_GAME = '[Variant "chess"]\n[White "Ada"]\n[Black "Charles"]\n\n1. f3 e5 2. g4 Qh4#'
MAILED = """[Variant "wormhole"]
[White "Ada"]
[Black "Charles"]

1. e4 d5 2. Nbc3 dxe4 3. Nxe4 Wxe4 4. Wxe4 c6 5. d3 Nf6 6. Nf3 *
"""
BLITZ, LAST_SECONDS = TimeControls.equal(spoken("5+3")), TimeControls.equal(spoken("0.15"))


def over(camera: Photographer) -> None:
    """A game that has ended, opened again."""
    (game,) = pgn.read(SHORT_GAME)
    setup = two_players()
    camera.start(Setup(setup.white, setup.black, opened=OpenedGame.at(game, None)))


def clocks(camera: Photographer) -> None:
    """A game against the computer on the clock."""
    camera.start(against("white", at_level(level_of(3)), clocks=BLITZ))
    camera.play("e2", "e4")


def low_time(camera: Photographer) -> None:
    """A clock with its last seconds."""
    camera.start(two_players(clocks=LAST_SECONDS))
    camera.play("e2", "e4", "e7", "e5")


def premove(camera: Photographer) -> None:
    """A premove, while the computer thinks."""
    camera.start(against("white", at_level(level_of(10))))
    camera.play("e2", "e4", "d2", "d4")


def draw_offered(camera: Photographer) -> None:
    """A draw is offered, and the other side is asked."""
    camera.start(two_players("chess"))
    camera.command(Command.DRAW)
    camera.play("e2", "e4")


def computers(camera: Photographer) -> None:
    """The computer against itself."""
    seat = against("white", at_level(level_of(1))).black
    camera.start(Setup(seat, seat))
    camera.work(1.0)


def said(camera: Photographer) -> None:
    """A message over a game."""
    in_game(camera)
    camera.app.stage.notices.show(_("Select a piece to see how it moves"))


def by_post(camera: Photographer) -> None:
    """A game by mail: a move is to be sent."""
    (game,) = pgn.read(MAILED)
    state = replace(new_mail("white", hours=72, now=time.time()), phase=MailPhase.TO_SEND)
    camera.start(set_out(OpenedGame.at(game), by_mail(state)))


def mail_list(camera: Photographer) -> None:
    """The games by mail in the library."""
    by_post(camera)
    camera.app.stage.rooms.open(destination.Library(by_mail=True))
    room = camera.room(LibraryScreen)
    camera.wait_for(lambda: room.mail.preview.walk is not None)


def invitation(camera: Photographer) -> None:
    """An invitation to a game by mail."""
    setup = inviting("black", 72, "chess", name="Ada")
    assert setup.mail is not None
    game = Game(Board("chess"), {"Black": "Ada"})
    text = opened(sealed(turn_of(game, setup.mail), setup.mail.secret))
    camera.app.stage.open(InvitationDialog(camera.app.stage, Invitation(text, game.start)))


SCENES: dict[str, Scene] = {
    "over": over,
    "clocks": clocks,
    "low-time": low_time,
    "premove": premove,
    "draw-offered": draw_offered,
    "computers": computers,
    "message": said,
    "mail": by_post,
    "mail-list": mail_list,
    "invitation": invitation,
}
