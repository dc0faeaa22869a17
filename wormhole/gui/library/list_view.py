"""A list of games with the preview of the chosen one, the base of the views of games and of games by mail."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from wormhole.gui.languages.language import _
from wormhole.gui.library.game_actions import GameActions
from wormhole.gui.library.game_preview import GamePreview, Walk
from wormhole.gui.library.library_layout import ListLayout
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Tip
from wormhole.gui.look.scroll_area import ENDS
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import cap_words
from wormhole.gui.window.stage import Stage
from wormhole.library.database.game_rows import LibraryGame

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase


class ListView:
    """Lists games of a database, from `show` on. A subclass finds them, and adds its buttons.

    `added` is called when there are new games.
    """

    reading: LatestJob[Any]
    """Finds the games in the background."""

    def __init__(self, stage: Stage, added: Action) -> None:
        self._stage = stage
        self._database: GameDatabase | None = None
        self._trouble = ""
        """Why there is nothing to list."""
        self._was_listed = self._was_covered = False
        self.preview = GamePreview(
            stage, lambda number: Walk.of_kept(number, self._read_game(number)), self._show_state
        )
        self.actions = GameActions(stage, self.refresh, added)
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The list."""
        assert self._table is not None, "it is laid out before all else"
        return self._table

    @property
    def layers(self) -> Sequence[Layer]:
        """The picture, without the widgets. The preview's change with the game."""
        return (*self.preview.layers, self.table, self._count)

    @property
    def notice_area(self) -> pygame.Rect:
        """The foot of the list: a message must not cover the buttons below it."""
        unit = self._stage.look.scale.unit
        return self.table.rect.inflate(-2 * unit, -2 * unit)

    def _place_list(
        self,
        size: tuple[int, int],
        layout: ListLayout,
        widgets: Widgets,
        columns: Sequence[TableColumn],
        opens: str,
        several: bool = False,
    ) -> None:
        """Lay out list and preview. `opens`: what the button for it does."""
        look, self._widgets = self._stage.look, widgets
        self.preview.place(size, layout.preview, widgets)
        table = Table(columns, self._choose, lambda row: self._open_chosen(), several)
        self._table = table.place(look, layout.table)
        self._count = Hint("small").place(look, layout.count)
        tip = Tip(opens, (cap_words("Enter"),))
        self._open_button = widgets.button(layout.preview.open, _("Open"), self._open_chosen, PRIMARY, tip)
        self._list_area = widgets.area(layout.table)
        widgets.focus(self._list_area)

    def show(self, database: GameDatabase) -> None:
        """List the games of this database."""
        self._database, self._trouble = database, ""
        self.refresh()
        self.actions.start(database)

    def update(self, now_seconds: float) -> float:
        """Show what was found and read. The end of the reading wakes the window."""
        was_covered, self._was_covered = self._was_covered, self._stage.is_covered
        if was_covered and not self._was_covered:
            self.refresh()  # an import that was stopped has changed the library, too
        self.reading.update()
        return self.preview.update(now_seconds)

    def close(self) -> None:
        """Stop asking the library, and release the parts, which refer to this view."""
        self._database = None
        self.reading.close()
        self.preview.close()
        if self._table is not None:
            self._table.close()
            self._table = None
        del self.preview, self.actions

    def _handle_mouse(self, event: pygame.Event, now_seconds: float) -> bool:
        used = self.table.handle(event, now_seconds) or self._widgets.handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._show_state()
        return used

    def _handle_list_key(self, event: pygame.Event, extend: bool = False) -> bool:
        """Del, Enter, and the keys of the preview; Home and End of the list."""
        if event.key == pygame.K_DELETE:
            self._delete()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.preview.go("back" if event.key == pygame.K_LEFT else "on")
        elif event.key in ENTER and self._widgets.is_focused(self._list_area):
            if event.mod & pygame.KMOD_CTRL:
                return False
            self._open_chosen()
        elif event.key not in ENDS or not self.table.step(event.key, extend=extend):
            return self._widgets.handle(event, arrows=False)
        self._show_state()
        return True

    # What a subclass does

    @abstractmethod
    def refresh(self) -> None:
        """List the games as they are now."""

    @abstractmethod
    def _read_game(self, number: int) -> LibraryGame:
        """A game for the preview."""

    @abstractmethod
    def _choose(self, row: int) -> None:
        """The user chooses a row."""

    @abstractmethod
    def _show_state(self) -> None:
        """Write the number of games, and enable the buttons that can be used."""

    @abstractmethod
    def _open_chosen(self) -> None:
        """Open the chosen game."""

    @abstractmethod
    def _delete(self) -> None:
        """Delete what is chosen."""
