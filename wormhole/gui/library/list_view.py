"""The bases of the pages of the library: of all, of those with a list and a preview, of those with games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from wormhole.gui.languages.language import _
from wormhole.gui.library.game_actions import GameActions
from wormhole.gui.library.game_preview import GamePreview, Walk
from wormhole.gui.look.button import Button
from wormhole.gui.look.focus import ENTER, FocusArea, Widget
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Tip
from wormhole.gui.look.layout import Column, Fill, Row, Share, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.scroll_area import ENDS
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Group, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.library.database.game_rows import LibraryGame

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

BUTTON_UNITS, MOST_BUTTON_UNITS = 5, 13
PREVIEW_UNITS = (28, 54)
"""The least and the greatest width of the preview."""
PREVIEW_SHARE, HIGH_PREVIEW_SHARE, MOST_PREVIEW_UNITS = 0.34, 0.4, 46
"""Of the width beside a list, and of the height below it with what it is at most."""


class LibraryView(Group):
    """A page of the library. Its leaves are made by `make`, as those of a page room are."""

    first: Widget | None = None
    """What has the focus at first."""
    window = (0, 0)
    """The size of the window."""
    is_made = False
    """Whether it has its leaves: from when it is shown first until it is closed."""
    layers: tuple[Layer, ...] = ()
    """Layers besides the leaves."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._widgets: Widgets
        """Those of the room."""
        self._database: GameDatabase | None = None
        self._trouble = ""
        """Why there is nothing to show."""

    def make(self, widgets: Widgets) -> None:
        """Make the leaves, in the language in use, to stand among the widgets of the room."""
        self._widgets, self.is_made = widgets, True

    @property
    @abstractmethod
    def notice_area(self) -> pygame.Rect:
        """Where a message hides nothing important."""

    @abstractmethod
    def refresh(self) -> None:
        """Show what there is now."""

    @abstractmethod
    def fail(self, trouble: str) -> None:
        """Report why there is nothing to show."""

    def show(self, database: GameDatabase) -> None:
        """Show what is in this database."""
        self._database, self._trouble = database, ""
        self.refresh()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets."""
        return self._widgets.handle(event)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do nothing: the page has no commands."""
        return False

    @abstractmethod
    def update(self, now_seconds: float) -> float:
        """Show what was found in the background; returns when it is due next."""

    @abstractmethod
    def close(self) -> None:
        """End the background work."""


class ListView(LibraryView):
    """A list, the preview of what is chosen in it, which `read` reads, and buttons."""

    reading: LatestJob[Any]
    """Finds what is listed in the background."""

    def __init__(self, stage: Stage, read: Callable[[int], Walk]) -> None:
        super().__init__(stage)
        self._was_listed = False
        self.table = Table((), self._choose, self._choose)
        """The list."""
        self.preview = GamePreview(stage, read, self._show_state)

    @property
    def layers(self) -> tuple[Layer, ...]:  # type: ignore[override]
        """The board of the preview, which changes with the game."""
        return self.preview.layers

    @property
    def notice_area(self) -> pygame.Rect:
        """The foot of the list: a message must not cover the buttons below it."""
        unit = self._stage.look.scale.unit
        return self.table.rect.inflate(-2 * unit, -2 * unit)

    def _make_list(self, columns: Sequence[TableColumn], opens: str, several: bool = False) -> None:
        """Make list and preview. `opens`: what the button for it does."""
        self.table = Table(columns, self._choose, lambda row: self._open_chosen(), several)
        self._count = Hint("small")
        self.first = self._list_area = FocusArea()
        tip = Tip(opens, (cap_words("Enter"),))
        self._open_button = Button(_("Open"), self._open_chosen, PRIMARY, tip)
        self.preview.make(self._open_button)

    def _list_box(self, look: Look, width: int, buttons: Sequence[Button]) -> Layout:
        """The list in this width, and the line and the buttons below it."""
        units = look.scale.units
        button = min(units(MOST_BUTTON_UNITS), width // (len(buttons) + 2))
        foot: Parts = {self._count: Fill(), **dict.fromkeys(buttons, button)}
        parts: Parts = {self._list_area: Column({self.table: Fill()})}
        return Column(parts | {"foot": Row(foot, look.scale.unit, units(BUTTON_UNITS))}, units(1.5))

    def _list_and_preview(self, look: Look, width: int, *buttons: Button) -> Layout:
        """The preview beside the list; in a window higher than wide, below it."""
        units, gap, self.preview.window = look.scale.units, look.scale.units(2), self.window
        if is_upright(self.window):
            share = Share(HIGH_PREVIEW_SHARE, most=units(MOST_PREVIEW_UNITS))
            return Column({"list": self._list_box(look, width, buttons), self.preview: share}, gap)
        share = Share(PREVIEW_SHARE, *map(units, PREVIEW_UNITS))
        box = self._list_box(look, width - share.of(width) - gap, buttons)
        return Row({"list": box, self.preview: share}, gap)

    def update(self, now_seconds: float) -> float:
        """Show what was found and read. The end of the reading wakes the window."""
        self.reading.update()
        return self.preview.update(now_seconds)

    def close(self) -> None:
        """Stop reading, and release the parts, which refer to this view."""
        self.is_made = False
        self.reading.close()
        self.preview.close()
        self.table.close()
        del self.preview

    def _turn_wheel(self, event: pygame.Event) -> bool:
        """Go through the moves by the wheel on the preview; returns whether it is there."""
        is_there = event.type == pygame.MOUSEWHEEL and self.preview.rect.collidepoint(
            self._stage.look.pointer()
        )
        if is_there:
            self.preview.go("back" if event.y > 0 else "on")
        return is_there

    @abstractmethod
    def _choose(self, row: int) -> None:
        """The user chooses a row."""

    @abstractmethod
    def _show_state(self) -> None:
        """Write how much is listed, and enable the buttons that can be used."""

    @abstractmethod
    def _open_chosen(self) -> None:
        """Open what is chosen."""


class GamesListView(ListView):
    """Lists games of a database, from `show` on. A subclass finds them, and adds its buttons.

    `added` is called when there are new games.
    """

    def __init__(self, stage: Stage, added: Action) -> None:
        super().__init__(stage, lambda number: Walk.of_kept(number, self._read_game(number)))
        self._was_covered = False
        self.actions = GameActions(stage, self.refresh, added)

    def show(self, database: GameDatabase) -> None:
        """List the games of this database."""
        super().show(database)
        self.actions.start(database)

    def update(self, now_seconds: float) -> float:
        """Show what was found and read. The end of the reading wakes the window."""
        was_covered, self._was_covered = self._was_covered, self._stage.is_covered
        if was_covered and not self._was_covered:
            self.refresh()  # an import that was stopped has changed the library, too
        return super().update(now_seconds)

    def close(self) -> None:
        """Stop asking the library, too."""
        self._database = None
        super().close()
        del self.actions

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
    def _read_game(self, number: int) -> LibraryGame:
        """A game for the preview."""

    @abstractmethod
    def _delete(self) -> None:
        """Delete what is chosen."""
