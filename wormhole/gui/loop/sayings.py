"""The commands that say something: the position, the last move, the clocks, and what was said before."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wormhole import Board
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.speech import position_sentences
from wormhole.gui.speech.move_sentences import last_move_words
from wormhole.gui.window.keys import Command, caps_of
from wormhole.gui.window.stage import Stage


def switch_speech(stage: Stage) -> None:
    """Turn speech on or off; if something is missing for it, a message says what."""
    trouble = stage.speech.trouble
    if trouble is not None:
        stage.notices.show(said(trouble))
    elif stage.speech.is_on:
        stage.speech.say(_("Speech off"), interrupts=True)
        stage.preferences.change(speech="off")
    else:
        stage.speech.begin_again()
        stage.preferences.change(speech="all")
        stage.notices.flash(_("Speech on"))


def say_again(stage: Stage) -> None:
    """Repeat what was said last."""
    stage.speech.say(stage.speech.last, interrupts=True)


def say(stage: Stage, command: Command) -> None:
    """Say what a command asks for. Speech that is off is offered instead."""
    if not stage.speech.is_on:
        key = caps_of(Command.SPEECH)[0]
        stage.notices.flash(_("Speech is off: {key} turns it on").format(key=key))
        return
    board = stage.room.position
    words = _("There is no board.") if board is None else _SAYINGS[command](stage, board)
    stage.speech.say(words, interrupts=True)


def _move(stage: Stage, board: Board) -> str:
    move = last_move_words(board)
    return " ".join([f"{move}." if move else _("No move yet."), position_sentences.turn_words(board)])


def _pieces(stage: Stage, board: Board) -> str:
    text = _typed(stage)
    return position_sentences.pieces_words(board, text if text.isalpha() and len(text) == 1 else "")


def _attacks(stage: Stage, board: Board) -> str:
    text = _typed(stage).lower()
    square = board.variant.geometry.numbers.get(text, stage.room.pointed_at)
    if square is None:
        return _("Type a square in the field for moves, or move the cursor to one.")
    return position_sentences.attacks_words(board, square)


def _typed(stage: Stage) -> str:
    """What stands in the text field of the dialog that has the focus."""
    widgets = getattr(stage.dialog, "widgets", None)
    field = widgets.focused if isinstance(widgets, Widgets) else None
    return field.get_text().strip() if isinstance(field, TextField) else ""


_SAYINGS: Mapping[Command, Callable[[Stage, Board], str]] = {
    Command.SAY_MOVE: _move,
    Command.SAY_POSITION: lambda stage, board: position_sentences.position_words(board),
    Command.SAY_PIECES: _pieces,
    Command.SAY_HOLES: lambda stage, board: position_sentences.holes_words(board),
    Command.SAY_ATTACKS: _attacks,
    Command.SAY_CLOCKS: lambda stage, board: stage.room.time_words or _("There are no clocks."),
}
