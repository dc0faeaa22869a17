"""The context menu of the games that are chosen in the library."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.gui.dialogs.context_menu import ContextMenu, Entry, entry
from wormhole.gui.keys import Command
from wormhole.gui.language import _, _n
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage


@dataclass(frozen=True)
class RowActions:
    """What can be done with the chosen games."""

    open: Action
    copy: Action
    export: Action
    delete: Action


def row_menu(
    stage: Stage,
    count: int,
    actions: RowActions,
    is_read: bool,
    pixel: tuple[int, int],
    by_keyboard: bool,
) -> ContextMenu:
    """The menu for `count` games. `is_read`: the one that is previewed can be opened and copied from."""
    entries = (
        Entry(_("Open"), None, actions.open, is_read),
        entry(stage, Command.COPY, can=is_read),
        Entry(_n("Copy the game", "Copy {count} games", count), Command.COPY_GAME, actions.copy),
        entry(stage, Command.FLIP, can=is_read),
        Entry(_("Export…"), None, actions.export),
        Entry(_("Delete"), Command.DELETE_VARIATION, actions.delete),
    )
    return ContextMenu(stage, _n("{count} game", "{count} games", count), entries, pixel, by_keyboard)
