"""The menu of the game screen."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.context_menu import ContextMenu, Entry, entry
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.keys import Command
from wormhole.gui.language import _
from wormhole.gui.screen import Stage


class MenuDialog(ContextMenu):
    """The same as a context menu, in the middle of the window. Its first entry goes back to the game."""

    dims = True

    def __init__(self, stage: Stage, can_be_drawn: bool) -> None:
        entries = (
            Entry(_("Back to the game"), Command.MENU, lambda: None),
            *((entry(stage, Command.DRAW),) if can_be_drawn else ()),
            entry(stage, Command.COACH),
            entry(stage, Command.ANALYSE_GAME),
            entry(stage, Command.LESSONS),
            entry(stage, Command.PUZZLES),
            entry(stage, Command.SAVE, _("Save game…")),
            entry(stage, Command.OPEN, _("Open game…")),
            entry(stage, Command.PICTURE, _("Save a picture…")),
            entry(stage, Command.LIBRARY, _("Library")),
            entry(stage, Command.EDITOR, _("Set up a position")),
            entry(stage, Command.RULES),
            entry(stage, Command.SETTINGS),
            entry(stage, Command.KEYS),
            entry(stage, Command.NOTICES),
            Entry(_("Home screen"), None, stage.show_home),
            entry(stage, Command.QUIT),
        )
        super().__init__(stage, _("Menu"), entries, (0, 0), by_keyboard=True)

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card, in the middle of the window."""
        return Dialog.outer(self, size)
