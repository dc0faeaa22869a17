"""The commands that work in every room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice

from wormhole.gui.languages.language import _, percent
from wormhole.gui.loop.sayings import say, say_again, switch_speech
from wormhole.gui.window import destination
from wormhole.gui.window.keys import SPEAKING, TABS, Command
from wormhole.gui.window.open_games import OpenGame
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import TEXT_SIZES, SettingsPage

VOLUME_STEP = 0.1


def perform_everywhere(stage: Stage, command: Command) -> None:
    """Do a command. Opens a dialog or another screen only if no dialog is open."""
    if command in _CHANGES:
        _CHANGES[command](stage)
    elif stage.is_covered:
        return
    elif command in _DESTINATIONS:
        stage.rooms.open(_DESTINATIONS[command])
    elif command in _OPENINGS:
        _OPENINGS[command](stage)


def _mute(stage: Stage) -> None:
    muted = stage.settings.muted
    stage.preferences.change(muted=not muted)
    stage.notices.flash(_("Sound on") if muted else _("Sound off"))


def _turn_volume(stage: Stage, step: float) -> None:
    volume = min(1.0, max(0.0, round(stage.settings.volume + step, 2)))
    stage.preferences.change(volume=volume, muted=False)
    stage.notices.flash(_("Volume {share}").format(share=percent(volume)))
    stage.sounds.play("move")


def _change_text(stage: Stage, step: int) -> None:
    sizes = tuple(TEXT_SIZES)
    index = sizes.index(stage.settings.text_size) + step if step else 0
    size = sizes[max(0, min(index, len(sizes) - 1))]
    stage.preferences.change(text_size=size)
    stage.notices.flash(_("Text size {share}").format(share=percent(size / 100)))


def _switch_motion(stage: Stage) -> None:
    motion = stage.preferences.is_animated
    stage.preferences.change(motion=not motion, motion_chosen=True)
    stage.notices.flash(_("Animation off") if motion else _("Animation on"))


def _open_lessons(stage: Stage) -> None:
    from wormhole.gui.learn.course_screen import open_lessons

    open_lessons(stage)


def _open_puzzles(stage: Stage) -> None:
    from wormhole.gui.learn.puzzles_screen import open_puzzles

    open_puzzles(stage)


def _open_tournaments(stage: Stage) -> None:
    from wormhole.gui.tournament.tournaments_screen import open_tournaments

    open_tournaments(stage)


def _open_people(stage: Stage) -> None:
    from wormhole.gui.people.people_list import open_people

    open_people(stage)


def _open_laboratory(stage: Stage) -> None:
    from wormhole.gui.home.laboratory import open_laboratory

    open_laboratory(stage)


def _open_you(stage: Stage) -> None:
    from wormhole.gui.home.you import open_you

    open_you(stage)


def _show_game(stage: Stage, game: OpenGame | None) -> None:
    """Show an open game, if there is one."""
    if game is not None:
        stage.rooms.open(destination.OpenedGame(game))


def _show_place(stage: Stage, place: int) -> None:
    """Show the game in this place of the row of tabs."""
    _show_game(stage, next(islice(stage.games, place, None), None))


def _open_keys(stage: Stage) -> None:
    from wormhole.gui.dialogs.keys_dialog import KeysDialog

    stage.open(KeysDialog(stage))


def _open_notices(stage: Stage) -> None:
    from wormhole.gui.dialogs.past_notices_dialog import NoticesDialog

    stage.open(NoticesDialog(stage))


def _open_rules(stage: Stage) -> None:
    from wormhole.gui.rules_pages.rules_dialog import RulesDialog

    stage.open(RulesDialog(stage, stage.room.variant))


_CHANGES: Mapping[Command, Callable[[Stage], None]] = {
    Command.QUIT: Stage.quit,
    Command.MUTE: _mute,
    Command.LOUDER: lambda stage: _turn_volume(stage, VOLUME_STEP),
    Command.QUIETER: lambda stage: _turn_volume(stage, -VOLUME_STEP),
    Command.LARGER_TEXT: lambda stage: _change_text(stage, 1),
    Command.SMALLER_TEXT: lambda stage: _change_text(stage, -1),
    Command.USUAL_TEXT: lambda stage: _change_text(stage, 0),
    Command.MOTION: _switch_motion,
    Command.SPEECH: switch_speech,
    Command.SAY_AGAIN: say_again,
    **{command: partial(say, command=command) for command in SPEAKING - {Command.SPEECH, Command.SAY_AGAIN}},
    Command.FULL_SCREEN: lambda stage: stage.preferences.change(full_screen=not stage.settings.full_screen),
}
"""The commands that are done at once, under a dialog, too."""

_DESTINATIONS: Mapping[Command, destination.Destination] = {
    Command.LIBRARY: destination.Library(),
    Command.DEMONSTRATION: destination.Demonstration(),
    Command.EDITOR: destination.Editor(),
    Command.COMPOSE: destination.Composer(),
    Command.SETTINGS: destination.SettingsDialog(SettingsPage.THEME),
}
_OPENINGS: Mapping[Command, Callable[[Stage], None]] = {
    Command.LESSONS: _open_lessons,
    Command.PUZZLES: _open_puzzles,
    Command.TOURNAMENT: _open_tournaments,
    Command.PEOPLE: _open_people,
    Command.LABORATORY: _open_laboratory,
    Command.YOU: _open_you,
    Command.KEYS: _open_keys,
    Command.NOTICES: _open_notices,
    Command.RULES: _open_rules,
    Command.NEXT_GAME: lambda stage: _show_game(stage, stage.games.chosen),
    Command.PREVIOUS_GAME: lambda stage: _show_game(stage, stage.games.chosen),
    **{command: partial(_show_place, place=place) for place, command in enumerate(TABS)},
}
