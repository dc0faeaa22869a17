"""The rules of a game in pages, each with a board that shows an example."""

from __future__ import annotations

import pygame

from wormhole import Board, Variant
from wormhole.gui.board import positions
from wormhole.gui.board.drawing.board_view import PreviewBoard
from wormhole.gui.dialogs.dialog import ListDialog
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.scroll_area import ScrollArea
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Layout
from wormhole.gui.rules_pages.diagram import Diagram
from wormhole.gui.rules_pages.pages import RulesPage, pages_of
from wormhole.gui.rules_pages.saving import save_rules
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.heard import Heard
from wormhole.gui.window.stage import Stage

_Found = tuple[tuple[RulesPage, ...], PreviewBoard | None]

WIDTH_UNITS, HEIGHT_UNITS = 108, 78
LIST_UNITS = 24
GAP_UNITS = 2.5
MOST_TEXT = 0.42
"""The most that a text takes of the height of its page."""
BUTTON_UNITS = 6

_STEPS = {pygame.K_LEFT: pygame.K_UP, pygame.K_RIGHT: pygame.K_DOWN}
"""The keys that turn the pages, besides those of any list."""


class _Made:
    """What was made in the background. It knows nothing of the dialog, which may be closed by then."""

    def __init__(self) -> None:
        self.found: _Found | None = None
        self.trouble = ""

    def take(self, found: _Found) -> None:
        self.found = found

    def fail(self, error: Exception) -> None:
        self.trouble = said(error)


class RulesDialog(ListDialog):
    """A list of pages, and the page that is chosen. Only the diagram of that page moves."""

    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage, game: Variant) -> None:
        super().__init__(stage)
        self.heading = _("Rules of {game}").format(game=_(game.title))
        self.game = game
        self._pages: tuple[RulesPage, ...] = ()
        self._chosen = 0
        self.board: PreviewBoard | None = None
        self._diagram: Diagram | None = None
        self._made = _Made()
        self._newest: LatestJob[_Found] = LatestJob(self._made.take, self._made.fail)
        self.first = self.table = Table((TableColumn(1),), self._choose, self._choose, can_focus=True)
        self._text, self._trouble = ScrollArea(), Hint()
        self._save = Button(_("Save as a page…"), lambda: save_rules(stage, game))
        self._close = Button(_("Close"), stage.close_dialog)
        self._show_list()

    @property
    def page(self) -> RulesPage | None:
        """The page that is shown; None until the pages are made."""
        return self._pages[self._chosen] if self._pages else None

    @property
    def is_ready(self) -> bool:
        """Whether the pages and the board are made."""
        return self.board is not None

    @property
    def pages(self) -> tuple[RulesPage, ...]:
        """The pages of the game that is explained; none before :attr:`is_ready`."""
        return self._pages

    @property
    def heard(self) -> Heard:
        """As of any dialog, and the text of the page."""
        paragraphs = () if self.page is None else self.page.paragraphs
        return {**super().heard, "page": " ".join(paragraphs)}

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The list and the buttons at the left, the page at the right."""
        units = look.scale.units
        buttons = {button: units(BUTTON_UNITS) for button in (self._save, self._close)}
        left = Column({self.table: Fill(), **buttons}, units(1.5), units(LIST_UNITS))
        return Row({"left": left, self._place_page: Fill()}, units(GAP_UNITS))

    def _place_page(self, right: pygame.Rect) -> None:
        look = self.stage.look
        self._right = right
        self._text.place(look, right)
        self._trouble.place(look, right)
        self.board = self._diagram = None
        self._prepare()

    def settle(self, look: Look) -> None:
        """Show the page, as far as it is made."""
        self._make_layers()
        if self._pages:
            self._show_page()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog with a list; two more keys turn the pages, and a long page scrolls."""
        if event.type == pygame.KEYDOWN and event.key in _STEPS:
            return self.table.step(_STEPS[event.key])
        is_elsewhere = not self._text.rect.collidepoint(self.stage.look.pointer())
        if not (event.type == pygame.MOUSEWHEEL and is_elsewhere) and self._text.handle(event, now_seconds):
            return True
        return super().handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Take over what was made in the background; let the diagram continue."""
        self._newest.update()
        if self._made.found is not None:
            found, self._made.found = self._made.found, None
            self._show(found)
        self._trouble.show(self._made.trouble, is_trouble=True)
        return NEVER if self._diagram is None else self._diagram.update(now_seconds, self.stage.motion)

    def close(self) -> None:
        """Stop the work; release the widgets and the list."""
        self._newest.close()
        super().close()

    def _prepare(self) -> None:
        """Make the pages, once, and then the board for the room that they leave."""
        game, pages = self.game, self._pages
        if not pages:
            self._newest.ask(lambda: (pages_of(game), None))
            return
        self._place = place = self._divide()
        sprites = self.stage.look.sprites
        ground = self.stage.look.backdrop.surface(self.size).copy()
        ground.blit(self._picture, self._rect)
        self._newest.ask(lambda: (pages, PreviewBoard(sprites, place, ground, Board(game))))

    def _divide(self) -> pygame.Rect:
        """Give the texts the height of the longest one; returns the place below, for the board."""
        right, gap = self._right, self.stage.look.scale.units(GAP_UNITS) // 2
        highest = max(self._written(page).get_height() for page in self._pages)
        height = min(highest, round(MOST_TEXT * right.height))
        text, board = Column({"text": height, "board": Fill()}, gap).at(right).values()
        self._text.place(self.stage.look, text)
        return board

    def _show(self, found: _Found) -> None:
        """Take over the pages, or the board after them, unless the window has changed meanwhile."""
        self._pages, board = found
        if board is None:
            self._show_list()
            self._prepare()
            self._show_page()
        elif board.layer.rect == self._place:
            self.board = board
            self._show_page()

    def _show_list(self) -> None:
        self.table.show([(page.title,) for page in self._pages], chosen=self._chosen, empty="…")

    def _choose(self, row: int) -> None:
        if row != self._chosen:
            self._chosen = row
            self._show_page()

    def _show_page(self) -> None:
        """Show the text of the page, and begin its diagram."""
        page = self.page
        assert page is not None, "the pages are made"
        self._text.show(self._written(page))
        self._diagram = None
        if self.board is not None:
            state = self.board.state
            if page.demonstration is None:
                positions.show(state, Board(self.game))
            else:
                self._diagram = Diagram(self.game, page.demonstration, state)
        self._make_layers()

    def _written(self, page: RulesPage) -> pygame.Surface:
        """The title and the paragraphs as a picture."""
        look, colour, words = self.stage.look, self.stage.look.theme.colour, self.stage.look.words
        pixels, width = look.small, self._text.width
        gap = pygame.Surface((1, look.scale.units(0.5)))
        lines = [words.line(page.title, look.body, colour.ink, bold=True), gap]
        for text in page.paragraphs:
            wrapped = words.wrapped(text, pixels, width)
            lines += [words.line(line, pixels, colour.ink) for line in wrapped]
            lines.append(gap)
        picture = pygame.Surface((width, sum(line.get_height() for line in lines)), pygame.SRCALPHA)
        top = 0
        for line in lines:
            if line.get_width() > 1:
                picture.blit(line, (0, top))
            top += line.get_height()
        return picture

    def _make_layers(self) -> None:
        board = (self._trouble,) if self.board is None else (self.board.layer,)
        self.upper_layers = (self.table, self._text, *board)
        self.arrange()
