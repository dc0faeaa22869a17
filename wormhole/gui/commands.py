"""The commands that work on every screen, unless the screen on top uses their key itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wormhole.gui.keys import Command
from wormhole.gui.language import _, percent
from wormhole.gui.screen import Stage

VOLUME_STEP = 0.1


def perform_everywhere(stage: Stage, command: Command) -> None:
    """Do a command. Opens a dialog or another screen only if no dialog is open."""
    if command in _CHANGES:
        _CHANGES[command](stage)
    elif command in _OPENINGS and not stage.is_covered:
        _OPENINGS[command](stage)


def _mute(stage: Stage) -> None:
    muted = stage.settings.muted
    stage.change_settings(muted=not muted)
    stage.mention(_("Sound on") if muted else _("Sound off"))


def _turn_volume(stage: Stage, step: float) -> None:
    volume = min(1.0, max(0.0, round(stage.settings.volume + step, 2)))
    stage.change_settings(volume=volume, muted=False)
    stage.mention(_("Volume {share}").format(share=percent(volume)))
    stage.play_sound("move")


def _switch_motion(stage: Stage) -> None:
    motion = stage.settings.motion
    stage.change_settings(motion=not motion)
    stage.mention(_("Motion off") if motion else _("Motion on"))


def _open_lessons(stage: Stage) -> None:
    from wormhole.gui.learn.lesson_rooms import open_lessons

    open_lessons(stage)


def _open_puzzles(stage: Stage) -> None:
    from wormhole.gui.learn.puzzles_screen import open_puzzles

    open_puzzles(stage)


def _open_keys(stage: Stage) -> None:
    from wormhole.gui.dialogs.keys import KeysDialog

    stage.open(KeysDialog(stage))


def _open_notices(stage: Stage) -> None:
    from wormhole.gui.dialogs.notices import NoticesDialog

    stage.open(NoticesDialog(stage))


def _open_rules(stage: Stage) -> None:
    from wormhole.gui.dialogs.rules import RulesDialog

    stage.open(RulesDialog(stage, stage.game.variant))


def _open_settings(stage: Stage) -> None:
    from wormhole.gui.dialogs.settings import SettingsDialog

    stage.open(SettingsDialog(stage))


_CHANGES: Mapping[Command, Callable[[Stage], None]] = {
    Command.QUIT: lambda stage: stage.quit(),
    Command.MUTE: _mute,
    Command.LOUDER: lambda stage: _turn_volume(stage, VOLUME_STEP),
    Command.QUIETER: lambda stage: _turn_volume(stage, -VOLUME_STEP),
    Command.MOTION: _switch_motion,
    Command.FULL_SCREEN: lambda stage: stage.change_settings(full_screen=not stage.settings.full_screen),
}
"""What is done at once, under a dialog, too."""

_OPENINGS: Mapping[Command, Callable[[Stage], None]] = {
    Command.LIBRARY: lambda stage: stage.show_library(),
    Command.DEMONSTRATION: lambda stage: stage.show_demonstration(),
    Command.EDITOR: lambda stage: stage.show_editor(),
    Command.LESSONS: _open_lessons,
    Command.PUZZLES: _open_puzzles,
    Command.KEYS: _open_keys,
    Command.NOTICES: _open_notices,
    Command.RULES: _open_rules,
    Command.SETTINGS: _open_settings,
}
"""What opens a screen or a dialog."""
