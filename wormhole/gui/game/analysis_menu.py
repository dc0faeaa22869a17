"""The menu of the analysis: who analyses, and how many lines are shown."""

from __future__ import annotations

from functools import partial

from wormhole import Variant
from wormhole.gui.dialogs.context_menu import DIVIDER, ContextMenu, Divider, MenuEntry
from wormhole.gui.languages.language import _, _n
from wormhole.gui.look.layers import Pixel
from wormhole.gui.window import destination
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import MOST_LINES, SettingsPage
from wormhole.play.offered_players import OfferedPlayer, analyst_of, offered_program

MOST_OFFERED = 6
"""The programs that the menu offers; the settings offer all."""


def analysis_words(stage: Stage, game: Variant) -> str:
    """Who analyses, and how many lines are shown."""
    player = _chosen(stage, game)
    if player is None:
        words = _("Analysed by this program")
    else:
        words = _("Analysed by {name}").format(name=player.name)
    lines = _n("{count} line", "{count} lines", stage.settings.analysis_lines)
    return f"{words} · {lines}"


def open_analysis_menu(stage: Stage, game: Variant, pixel: Pixel, by_keyboard: bool) -> None:
    """Open the menu at a pixel of the window."""
    chosen, count = _chosen(stage, game), stage.settings.analysis_lines
    engines = [offered_program(engine, game) for engine in stage.engines.own.now]
    others = [
        player
        for player in engines
        if player.trouble is None and (chosen is None or player.key != chosen.key)
    ]
    entries: list[MenuEntry | Divider] = [
        MenuEntry(
            _("Analyse with {name}").format(name=player.name), None, _changing(stage, analysed_by=player.key)
        )
        for player in others[:MOST_OFFERED]
    ]
    if chosen is not None:
        entries.insert(0, MenuEntry(_("Analyse with this program"), None, _changing(stage, analysed_by="")))
    entries += [
        DIVIDER,
        MenuEntry(_("More lines"), None, _changing(stage, analysis_lines=count + 1), count < MOST_LINES),
        MenuEntry(_("Fewer lines"), None, _changing(stage, analysis_lines=count - 1), count > 1),
        DIVIDER,
        MenuEntry(_("Engines…"), None, lambda: stage.rooms.open(destination.EnginesDialog())),
        MenuEntry(
            _("Settings…"),
            None,
            lambda: stage.rooms.open(destination.SettingsDialog(SettingsPage.ANALYSIS)),
        ),
    ]
    stage.open(ContextMenu(stage, analysis_words(stage, game), entries, pixel, by_keyboard))


def _chosen(stage: Stage, game: Variant) -> OfferedPlayer | None:
    """The program that analyses the game; None if it is this one."""
    key = stage.settings.analysed_by
    player = analyst_of(key, stage.engines.own.now, game) if key else None
    return None if player is None or player.trouble is not None else player


def _changing(stage: Stage, **changes: object) -> partial[None]:
    return partial(stage.preferences.change, **changes)
