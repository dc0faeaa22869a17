"""The base of rooms that are a page: a heading, the way home, and below them leaves that last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pygame

from wormhole.gui.languages.language import _, in_use
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.focus import Widget
from wormhole.gui.look.layers import Area, Layer, Picture
from wormhole.gui.look.layout import Column, Fill, Row, page_layout
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.view import Layout, Painting, arranged
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.stage import Stage

FOOT_UNITS, ABOVE_EDGE_UNITS = 10, 2
"""The height of the strip for messages at the foot of the window, and its distance from the edge."""
Result = TypeVar("Result")


class Ground(DrawnArea):
    """The card below other leaves: its part of the layout is the box of what stands on it."""

    def drawn(self) -> pygame.Surface:
        """The card."""
        return panel_card(self._look, self.rect.size)

    def under_board(self, size: tuple[int, int]) -> pygame.Surface:
        """The picture of a window of this size below a board that stands on the card."""
        picture = self._look.backdrop.surface(size).copy()
        self._picture = self.drawn()
        picture.blit(self._picture, self.rect)
        return picture


class PageRoom(RoomWithoutGame):
    """A room whose leaves are made once; another size of the window only moves them.

    They are made again where others are to be shown (`renew`), and in another language.
    """

    title = ""
    """The heading, in English; also for the window's title."""
    has_board = False
    is_elastic = True
    """Whether with enlarged text it can do with what the window shows, such as with a list."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._heading_words = self.title
        self._headings: tuple[Picture, ...] = ()
        """The heading, if there is room for it."""
        self._areas: tuple[Area, ...] = ()
        self.first: Widget | None = None
        """What has the focus where nothing else has it."""
        self._language = ""
        """The language of the leaves; empty before they are made."""
        self._owned: set[Widget] = set()
        self._jobs: list[LatestJob[Any]] = []

    # What a subclass says

    def make(self) -> None:
        """Make the leaves, in the language in use."""
        raise NotImplementedError

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Where the leaves stand, below the heading."""
        raise NotImplementedError

    def head(self, look: Look, room: pygame.Rect) -> Layout:
        """What stands at the left of the way home: the heading."""
        return Row({self.place_heading: Fill()})

    def heading(self, look: Look, width: int) -> str:
        """The heading, for so many pixels."""
        return _(self.title)

    @property
    def upper_layers(self) -> tuple[Layer, ...]:
        """Layers besides the leaves, such as a board."""
        return ()

    def settle(self) -> None:
        """Do nothing; called when the leaves have their places."""

    # The page

    @property
    def layers(self) -> Sequence[Layer]:
        """The heading, the leaves, what stands on them, and the widgets."""
        if not self.has_widgets:
            return ()
        return (*self._headings, *self._areas, *self.upper_layers, self.widgets)

    @property
    def notice_area(self) -> pygame.Rect:
        """A strip at the foot of the window."""
        (width, height), units = self._size, self._stage.look.scale.units
        return pygame.Rect(0, height - units(FOOT_UNITS), width, units(FOOT_UNITS - ABOVE_EDGE_UNITS))

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the page."""
        look, mark, is_new = self._stage.look, self._focus_mark(), self._language != in_use()
        if is_new:
            self._language = in_use()
            self._make_widgets(look)
            self.first = None
            self._home: Button = self._way_home()
            self.make()
        self._size = size = self._in_sight(size) if self.is_elastic else size
        self._headings, (strip, home, body) = (), page_layout(size)
        parts = (
            (self.head(look, strip), strip),
            (self.layout(look, body), body),
            (Column({self._home: Fill()}), home),
        )
        shown: list[Widget] = []
        for leaf, rect in (each for box, room in parts for each in arranged(box, look, room)):
            if isinstance(leaf, Widget):
                shown.append(leaf)
            elif not isinstance(leaf, Painting):
                leaf(rect)
        self._owned.update(shown)
        self.widgets.show(look, shown)
        if is_new and mark is not None:
            self.widgets.focus_again(mark)
        if self.first is not None and not self.widgets.has_focus:
            self.widgets.focus(self.first)
        self._areas = tuple(each for each in shown if isinstance(each, Area))
        self.settle()

    def renew(self) -> None:
        """Make the leaves again, since others are to be shown. The focus keeps its place among them."""
        self._language = ""
        self.place(self._size)

    def place_heading(self, rect: pygame.Rect) -> None:
        """Write the heading in a rectangle of the window; a leaf of the layout."""
        self._headings = (self._heading(self.heading(self._stage.look, rect.width), rect),)

    def in_background(
        self, found: Callable[[Result], None], failed: Callable[[Exception], None] = lambda error: None
    ) -> LatestJob[Result]:
        """What works in the background for this room, and stops with it; `found` gets each result."""
        job = LatestJob(found, failed)
        self._jobs.append(job)
        return job

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the widgets."""
        return self.widgets.handle(event)

    def update(self, now_seconds: float) -> float:
        """Take over what was found in the background."""
        for job in self._jobs:
            job.update()
        return NEVER

    def close(self) -> None:
        """Release the leaves, and stop what works in the background."""
        for job in self._jobs:
            job.close()
        super().close()

    def _close_widgets(self) -> None:
        super()._close_widgets()
        while self._owned:
            self._owned.pop().close()
