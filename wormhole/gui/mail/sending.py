"""Copies or saves the text that tells an opponent by mail how the game stands."""

from __future__ import annotations

from pathlib import Path

from wormhole.base.atomic_files import write_text
from wormhole.base.quoting import shown_path
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.widgets import Action
from wormhole.gui.mail.mail_words import head_words
from wormhole.gui.window.stage import Stage
from wormhole.library.mail.armour import packed
from wormhole.library.mail.mail_state import MailState
from wormhole.library.mail.mail_turn import sealed, turn_of
from wormhole.library.record import Game

SUFFIX = ".wormhole-mail"


def text_of(game: Game, state: MailState) -> str:
    """The text for the opponent. For a long game this takes longer than a frame."""
    turn = turn_of(game, state)
    return packed(sealed(turn, state.secret), head_words(game, turn))


def copy_turn(stage: Stage, text: str, sent: Action) -> None:
    """Put a text for the opponent on the clipboard, then call `sent`."""
    trouble = copy_text(text)
    if trouble is not None:
        stage.notices.show(_("The text could not be copied: {trouble}").format(trouble=trouble))
        return
    sent()
    stage.notices.flash(_("Copied. Paste it into a mail or a message to your opponent."))


def save_turn(stage: Stage, text: str, name: str, sent: Action) -> None:
    """Ask for a file, write a text for the opponent to it, then call `sent`."""

    def write(path: Path) -> None:
        try:
            write_text(path, text)
        except OSError as error:
            words = f"{shown_path(path)}: {said(error)}."
            stage.open(MessageDialog(stage, _("The text was not saved"), words))
            return
        sent()
        stage.notices.flash(_("Saved as {name}").format(name=shown_path(path.name)))

    ask_where(stage, _("Save for your opponent"), SUFFIX, name + SUFFIX, write)


def file_name(game: Game) -> str:
    """The proposed name of a file, without its suffix."""
    moves = sum(1 for _move in game.mainline())
    return f"{_(game.start.variant.title)} {moves}"
