"""The dialog with the list of added programs: add, change, rename and remove them."""

from __future__ import annotations

import shlex

import pygame

from wormhole.base.quoting import clipped
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, ListDialog
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.dialogs.text_dialogs import NameDialog
from wormhole.gui.engines.add_engine_dialog import AddEngineDialog
from wormhole.gui.engines.engine_options_dialog import EngineOptionsDialog
from wormhole.gui.languages.language import N_, _, _n
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.window.stage import Stage
from wormhole.library.own_engines import OwnEngine
from wormhole.play.offered_players import engine_key
from wormhole.rules.catalogue_files import variants
from wormhole.rules.game_file import table_of

WIDTH_UNITS, HEIGHT_UNITS = 84, 52
ABOUT_UNITS = 9
EMPTY = N_("No engine yet. One such as Stockfish can take a seat here, or analyse.")
PROTOCOL_NAMES = {"uci": "UCI", "xboard": "XBoard"}
MOST_GAMES = 6
"""The games that are named."""


class EngineNameDialog(NameDialog):
    """Asks for another name of a program."""

    heading = N_("Name of the engine")


class EnginesDialog(ListDialog):
    """Each change is kept at once."""

    heading = N_("Engines")
    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage, chosen: str = "") -> None:
        super().__init__(stage)
        self._chosen = chosen
        self._engines: tuple[OwnEngine, ...] | None = None
        columns = (
            TableColumn(2, heading=_("Name")),
            TableColumn(heading=_("Protocol"), samples=tuple(PROTOCOL_NAMES.values())),
            TableColumn(1, heading=_("Games")),
        )
        self.table = Table(columns, self._choose, self._take, can_focus=True)
        self._about = Hint("small")
        self._buttons = ButtonRow(
            Button(_("Add…"), self._add),
            Button(_("Options…"), self._change),
            Button(_("Rename…"), self._rename, QUIET),
            Button(_("Remove"), self._ask_remove, QUIET),
            Button(_("Done"), stage.close_dialog, PRIMARY),
            widens=True,
        )

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The list, what the chosen program is, and the buttons."""
        self._list()
        units = look.scale.units
        about, buttons = units(ABOUT_UNITS), units(BUTTON_UNITS)
        parts: Parts = {self.table: Fill(), self._about: about, self._buttons: buttons}
        return Column(parts, units(1.5))

    def _list(self) -> None:
        """List the programs, if there are others than before."""
        if self._engines == self.stage.engines.own.now:
            return
        self._engines = engines = self.stage.engines.own.now
        names = [engine.name for engine in engines]
        at = names.index(self._chosen) if self._chosen in names else 0
        rows = [(each.name, PROTOCOL_NAMES[each.protocol], _games_words(each)) for each in engines]
        self.table.show(rows, chosen=at if rows else None, empty=_(EMPTY))
        self._about.show("")
        if rows:
            self._choose(at)
        add, *others, _done = self._buttons.buttons
        for button in others:
            button.enable(bool(rows))
        self.first = self.table if rows else add

    @property
    def chosen(self) -> OwnEngine | None:
        """The chosen program."""
        return next((engine for engine in self._engines or () if engine.name == self._chosen), None)

    def _choose(self, number: int) -> None:
        assert self._engines is not None, "they are listed"
        engine = self._engines[number]
        self._chosen = engine.name
        self._about.show(_about_words(engine))

    def _take(self, number: int) -> None:
        self._choose(number)
        self._change()

    def _add(self) -> None:
        def added(engine: OwnEngine) -> None:
            self._chosen = engine.name
            self.stage.refresh_dialog()

        self.stage.open(AddEngineDialog(self.stage, added))

    def _change(self) -> None:
        if self.chosen is not None:
            self.stage.open(EngineOptionsDialog(self.stage, self.chosen.name))

    def _rename(self) -> None:
        engine = self.chosen
        if engine is None:
            return

        def take(name: str) -> None:
            if not name.strip() or name.strip() == engine.name:
                return
            renamed = self.stage.engines.own.change(engine.name, name=name.strip())
            if renamed is not None:
                self._follow(engine.name, engine_key(renamed.name))
                self._chosen = renamed.name
            self.stage.refresh_dialog()

        self.stage.open(EngineNameDialog(self.stage, engine.name, _("Name"), take))

    def _ask_remove(self) -> None:
        engine = self.chosen
        if engine is None:
            return

        def remove() -> None:
            self.stage.engines.own.remove(engine.name)
            self._follow(engine.name, "")
            self.stage.refresh_dialog()

        question = _("{name} leaves the list with its options. The program itself stays where it is.")
        text = question.format(name=engine.name)
        self.stage.open(QuestionDialog(self.stage, _("Remove the engine"), text, _("Remove"), remove))

    def _follow(self, name: str, key: str) -> None:
        """Let the settings that name this program name another key, after it was renamed or removed."""
        settings, before = self.stage.settings, engine_key(name)
        names = ("opponent", "white_player", "black_player", "analysed_by", "demonstrated_by")
        changes = {each: key for each in names if getattr(settings, each) == before}
        if changes:
            self.stage.preferences.change(**changes)
            if not key:
                self.stage.notices.flash(_("The computer plays again instead of {name}.").format(name=name))


def _games_words(engine: OwnEngine) -> str:
    if len(engine.games) == 1:
        return _(_title(engine.games[0]))
    return _n("{count} game", "{count} games", len(engine.games))


def _about_words(engine: OwnEngine) -> str:
    """What the program is, which games it plays, and its command."""
    author = _("{program} by {author}").format(program=engine.title or engine.name, author=engine.author)
    first = author if engine.author else engine.title or engine.name
    games = ", ".join(_(_title(name)) for name in engine.games[:MOST_GAMES])
    more = len(engine.games) - MOST_GAMES
    if more > 0:
        plays = _n("Plays {games} and {count} more.", "Plays {games} and {count} more.", more, games=games)
    elif games:
        plays = _("Plays {games}.").format(games=games)
    else:
        plays = _("Plays none of the games here.")
    return f"{first}. {plays} {clipped(shlex.join(engine.command))}"


def _title(game: str) -> str:
    """The title of a game of the catalogue in English, or else its name."""
    return str(table_of(game)["title"]) if game in variants() else game
