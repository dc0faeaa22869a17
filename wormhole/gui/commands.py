"""The commands that work on every screen, unless the screen on top uses their key itself."""

from __future__ import annotations

from wormhole.gui.keys import Command
from wormhole.gui.language import _, percent
from wormhole.gui.screen import Stage

VOLUME_STEP = 0.1


def perform_everywhere(stage: Stage, command: Command) -> None:
    """Do a command. Opens a dialog only if none is open."""
    settings = stage.settings
    if command is Command.QUIT:
        stage.quit()
    elif command is Command.MUTE:
        stage.change_settings(muted=not settings.muted)
        stage.mention(_("Sound on") if settings.muted else _("Sound off"))
    elif command in (Command.LOUDER, Command.QUIETER):
        step = VOLUME_STEP if command is Command.LOUDER else -VOLUME_STEP
        volume = min(1.0, max(0.0, round(settings.volume + step, 2)))
        stage.change_settings(volume=volume, muted=False)
        stage.mention(_("Volume {share}").format(share=percent(volume)))
        stage.play_sound("move")
    elif command is Command.MOTION:
        stage.change_settings(motion=not settings.motion)
        stage.mention(_("Motion off") if settings.motion else _("Motion on"))
    elif command is Command.FULL_SCREEN:
        stage.change_settings(full_screen=not settings.full_screen)
    elif command is Command.LIBRARY and not stage.is_covered:
        stage.show_library()
    elif command is Command.EDITOR and not stage.is_covered:
        stage.show_editor()
    elif command is Command.KEYS and not stage.is_covered:
        from wormhole.gui.dialogs.keys import KeysDialog

        stage.open(KeysDialog(stage))
    elif command is Command.NOTICES and not stage.is_covered:
        from wormhole.gui.dialogs.notices import NoticesDialog

        stage.open(NoticesDialog(stage))
    elif command is Command.RULES and not stage.is_covered:
        from wormhole.gui.dialogs.rules import RulesDialog

        stage.open(RulesDialog(stage, stage.game.variant))
    elif command is Command.SETTINGS and not stage.is_covered:
        from wormhole.gui.dialogs.settings import SettingsDialog

        stage.open(SettingsDialog(stage))
