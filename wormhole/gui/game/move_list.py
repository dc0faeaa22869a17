"""The card with the moves of a game: the main line in two columns, comments and variations below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.move_actions import MoveActions
from wormhole.gui.game.move_rows import MAIN, MoveRows
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.game.variation_text import Measures, TextCell, TextRow, TextTone
from wormhole.gui.languages.language import _
from wormhole.gui.look.card import card, panel_card, rounded
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.layers import Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.scroll_area import Scrolling
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.rules_pages.game_words import about
from wormhole.gui.window.stage import Stage
from wormhole.library.pgn_text import signs
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.rules.move import split_roll

DEEPEST_INDENT = 5
SanNotation = Callable[[str], str]
"""Writes a move that is given in SAN as the user wants it."""


@dataclass(frozen=True)
class Marks:
    """The nodes that look different: the one shown on the board, and the one under the pointer."""

    shown: GameNode | None
    pointed: GameNode | None
    is_roll_hidden: bool
    """Whether the dice of the shown move still tumble, so that its roll is not shown."""


class RowDrawing:
    """Draws rows of the move list in a list of that width."""

    def __init__(self, look: Look, width: int, notation: SanNotation = str) -> None:
        scale = look.scale
        self._notation = notation
        self._look = look
        self._pills: dict[tuple[tuple[int, int], Colour], pygame.Surface] = {}
        self._widths: tuple[dict[str, int], dict[str, int]] = ({}, {})
        """Of the words measured so far: upright and italic."""
        self.measures = Measures(
            width=width,
            line=round(look.body * 1.8),
            text_line=round(look.small * 1.55),
            gap=scale.pixels(3),
            numbers=max(min(scale.units(6), width // 6), look.words.width("00.", look.body) + 2 * scale.unit),
            digit=look.words.width("0", look.body),
            margin=scale.unit,
            indent=scale.pixels(12),
            deepest=DEEPEST_INDENT,
            space=scale.pixels(5),
            word_space=look.words.width(" ", look.small, italic=True),
            joint=scale.pixels(3),
        )
        colour = look.theme.colour
        self._faint = mixed(colour.muted, colour.panel, 0.1)
        self._quiet_ink = mixed(colour.ink, colour.muted, 0.3)
        self._guide = mixed(colour.panel_line, colour.muted, 0.2)
        self._pill = mixed(colour.raised, colour.muted, 0.12)
        self._faint_pill = mixed(colour.panel, colour.raised, 0.75)
        inks = {
            1: colour.sign_good,
            2: colour.sign_mistake,
            3: colour.sign_brilliant,
            4: colour.sign_blunder,
            5: colour.sign_speculative,
            6: colour.sign_dubious,
        }
        self._sign_inks = {
            (nag, ground): legible(ink, ground, colour.ink)
            for nag, ink in inks.items()
            for ground in (colour.panel, self._pill, self._faint_pill)
        }

    def measure(self, text: str, tone: TextTone) -> int:
        """The width of a word below the moves of the main line."""
        if tone is TextTone.MOVE:
            text = self._notation(text)
        is_italic = tone is TextTone.COMMENT
        widths = self._widths[is_italic]
        if text not in widths:
            widths[text] = self._look.words.width(text, self._look.small, italic=is_italic)
        return widths[text]

    def place(self, row: TextRow, node: GameNode) -> pygame.Rect | None:
        """The part of a row, counted from the list's top left, that shows a move with its signs."""
        cells = [
            cell for cell in row.cells if cell.node is node and cell.tone in (TextTone.MOVE, TextTone.SIGN)
        ]
        if not cells:
            return None
        left, right = cells[0].left, cells[-1].right
        rect = pygame.Rect(left, row.top, right - left, row.height)
        if row.depth == MAIN:
            return rect.inflate(0, -self._look.scale.pixels(4))
        return rect.inflate(self._look.scale.pixels(6), -self._look.scale.pixels(1))

    def draw(self, surface: pygame.Surface, topleft: tuple[int, int], row: TextRow, marks: Marks) -> None:
        """Draw a row of the list whose top left pixel is given."""
        for node, fill in ((marks.pointed, self._faint_pill), (marks.shown, self._pill)):
            place = None if node is None else self.place(row, node)
            if place is not None:
                place.move_ip(topleft)
                surface.blit(self._drawn_pill(place.size, fill), place)
        if row.depth > 0:
            self._draw_guides(surface, topleft, row)
        for cell in row.cells:
            is_hidden = marks.is_roll_hidden and cell.node is marks.shown
            text = split_roll(cell.text)[0] if is_hidden and cell.tone is TextTone.MOVE else cell.text
            text = self._notation(text) if cell.tone is TextTone.MOVE else text
            left, middle = topleft[0] + cell.left, topleft[1] + row.top + row.height // 2
            ground = self._ground(cell.node, marks)
            if row.depth == MAIN:
                self._draw_main(surface, left, middle, cell, text, ground)
            else:
                self._draw_text(surface, left, middle, cell, text, ground)

    def _ground(self, node: GameNode | None, marks: Marks) -> Colour:
        """What the words of a move stand on."""
        if node is not None and node is marks.shown:
            return self._pill
        if node is not None and node is marks.pointed:
            return self._faint_pill
        return self._look.theme.colour.panel

    def _draw_main(
        self, surface: pygame.Surface, left: int, middle: int, cell: TextCell, text: str, ground: Colour
    ) -> None:
        look, margin = self._look, self.measures.margin
        marks = signs(cell.node.nags) if cell.node is not None else []
        taken = sum(look.words.width(sign, look.body) for _, sign in marks)
        ink = self._faint if cell.tone is TextTone.NUMBER else look.theme.colour.ink
        room = cell.width - margin - (0 if cell.tone is TextTone.NUMBER else margin + taken)
        at = (left + margin, middle)
        line = look.words.write(surface, text, look.body, ink, width=room, midleft=at)
        left = line.right + look.scale.pixels(1)
        for nag, sign in marks:
            ink = self._sign_ink(nag, ground)
            line = look.words.write(surface, sign, look.body, ink, bold=True, midleft=(left, middle))
            left = line.right + look.scale.pixels(3)

    def _draw_text(
        self, surface: pygame.Surface, left: int, middle: int, cell: TextCell, text: str, ground: Colour
    ) -> None:
        look, tone = self._look, cell.tone
        ink = {
            TextTone.MOVE: self._quiet_ink,
            TextTone.COMMENT: look.theme.colour.muted,
            TextTone.SIGN: self._sign_ink(cell.nag, ground),
        }.get(tone, self._faint)
        is_italic = tone is TextTone.COMMENT
        look.words.write(surface, text, look.small, ink, italic=is_italic, midleft=(left, middle))

    def _sign_ink(self, nag: int, ground: Colour) -> Colour:
        return self._sign_inks.get((nag, ground), self._look.theme.colour.muted)

    def _draw_guides(self, surface: pygame.Surface, topleft: tuple[int, int], row: TextRow) -> None:
        """Draw a line at the left of the row for each variation that it is within."""
        measures, width = self.measures, self._look.scale.pixels(1.5)
        for depth in range(1, min(row.depth, measures.deepest) + 1):
            left = topleft[0] + measures.left_of(depth) - self._look.scale.pixels(8)
            above = row.above if depth < row.depth else 0
            top = topleft[1] + row.top - above
            surface.fill(self._guide, (left, top, width, row.height + above))

    def _drawn_pill(self, size: tuple[int, int], fill: Colour) -> pygame.Surface:
        key = (size, fill)
        if key not in self._pills:
            look = self._look
            self._pills[key] = card(look.sprites, size, look.scale.pixels(6), fill, 1.0, fill)
        return self._pills[key]


WHEEL_LINES = 2
ROWS_AROUND = 2
"""So many rows above and below the current move are kept in view."""

Go = Callable[[GameNode], None]
OpenMenu = Callable[[GameNode, tuple[int, int]], None]


class MoveList(Scrolling):
    """A layer with the move list; before the first move it shows the game's title and description.

    A press on a move calls `go` with its node, the right button calls `menu` with the node and the pixel.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        look: Look,
        title: str,
        about: str,
        go: Go,
        menu: OpenMenu,
        notation: SanNotation = str,
    ) -> None:
        super().__init__(look, rect)
        self._title, self._about = title, about
        self._go, self._menu = go, menu
        self._drawing = RowDrawing(look, rect.width - 2 * self._padding, notation)
        self._rows: MoveRows | None = None
        self._node: GameNode | None = None
        self._is_roll_hidden = False
        self._pointed: GameNode | None = None
        self._pointer: tuple[int, int] | None = None
        self._reserved = 0
        self._seen: list[TextRow] | None = None
        self._card: pygame.Surface | None = None
        self._remarked: list[pygame.Rect] = []
        """The rows of the window on which a mark came or went."""

    # What is shown

    def show(self, game: Game, node: GameNode, hidden_roll: bool = False) -> None:
        """Show a game and mark a node, which becomes visible.

        With `hidden_roll` the roll of the dice after that move is left out. The SAN of the moves should be
        known (`Game.find_sans`).
        """
        if self._rows is None or self._rows.game is not game:
            self._rows = MoveRows(game, self._drawing.measures, self._drawing.measure)
            self._node, self._top = None, 0
            self._refresh()
        elif self._rows.revision != game.revision:
            seen = self._node if self._node is not None and self.place_of(self._node) else None
            self._rows.update()
            self._scroll_to(self._top)
            self._refresh()
            if seen is not None and self.place_of(seen) is None and seen.is_attached():
                self._make_visible(seen)
        if (node, hidden_roll) != (self._node, self._is_roll_hidden):
            before, self._node, self._is_roll_hidden = self._node, node, hidden_roll
            if before is not node:
                self._make_visible(node)
            self._remark(before, node)

    @property
    def is_seeking(self) -> bool:
        """Whether the node is in a long text and not reached yet."""
        return self._rows is not None and self._rows.is_seeking

    def begin_step(self) -> None:
        """Come nearer to a node in a long text. Call it once a frame: each one makes some rows."""
        if self._rows is None:
            return
        self._rows.begin_step()
        if self.is_seeking and self._node is not None:
            self._make_visible(self._node)
            self._refresh()

    def reserve(self, pixels: int) -> None:
        """Leave this many pixels at the card's bottom free."""
        if pixels != self._reserved:
            self._reserved = pixels
            self._scroll_to(self._top)
            if self._node is not None:
                self._make_visible(self._node)
            self._refresh()

    def scroll(self, lines: int) -> None:
        """Scroll by this many lines, forward or, if negative, back."""
        if self._rows is not None:
            self._rows.is_seeking = False
        self._scroll_to(self._top + lines)

    @property
    def lines_seen(self) -> int:
        """The number of lines of the main line that fit."""
        return max(1, self._room.height // self._drawing.measures.line)

    def place_of(self, node: GameNode) -> pygame.Rect | None:
        """The rectangle of the window that shows a move, if it is visible."""
        for row in self._rows_seen():
            place = self._drawing.place(row, node)
            if place is not None:
                return place.move(self._room.topleft)
        return None

    def spot_at(self, pixel: tuple[int, int]) -> Spot | None:
        """The move at this pixel, or the scroll bar, can be pressed."""
        if not self.rect.collidepoint(pixel):
            return None
        handle = self._bar()
        node = self._node_at(pixel)
        place = None if node is None or self._is_secret(node) else self.place_of(node)
        if place is not None and isinstance(node, ChildNode) and node.move.roll is not None:
            return Spot(tuple(place), Pointer.HAND, Tip(_roll_words(node)))
        can = node is not None or (handle is not None and handle.collidepoint(pixel))
        return Spot(tuple(self.rect), Pointer.HAND if can else Pointer.ARROW)

    def _is_secret(self, node: GameNode) -> bool:
        """Whether the dice after a move still tumble."""
        return self._is_roll_hidden and node is self._node

    # What happens

    def handle(self, event: pygame.Event, now_seconds: float = 0.0) -> bool:
        """Handle a mouse event; returns whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            if not event.buttons[0]:
                self._grip = None
        if self._handle_bar(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            self._point()
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer = None
            self._point()
        elif event.type == pygame.MOUSEWHEEL:
            if self._pointer is not None and self.rect.collidepoint(self._pointer):
                self.scroll(-event.y * WHEEL_LINES)
                self._point()
                return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            return self.rect.collidepoint(event.pos) and self._press(event)
        return False

    def _press(self, event: pygame.Event) -> bool:
        node = self._node_at(event.pos)
        if node is not None:
            if event.button == 3:
                self._menu(node, event.pos)
            else:
                self._go(node)
        return True

    def _point(self) -> None:
        """Find the move under the pointer."""
        node = None if self._pointer is None else self._node_at(self._pointer)
        if node is not self._pointed:
            before, self._pointed = self._pointed, node
            self._remark(before, node)

    def _node_at(self, pixel: tuple[int, int]) -> GameNode | None:
        if self._rows is None or not self._room.collidepoint(pixel):
            return None
        x, y = pixel[0] - self._room.left, pixel[1] - self._room.top
        reach = self._drawing.measures.space // 2
        for row in self._rows_seen():
            if row.top <= y < row.top + row.height:
                cells = (cell for cell in row.cells if cell.left - reach <= x < cell.right + reach)
                return next((cell.node for cell in cells if cell.node is not None), None)
        return None

    # Scrolling

    @property
    def _padding(self) -> int:
        return self._look.scale.units(1.5)

    @property
    def _room(self) -> pygame.Rect:
        """The rectangle of the rows, below the title."""
        look = self._look
        top = self.rect.top + self._padding + look.words.height(look.small) + look.scale.units(0.5)
        bottom = self.rect.bottom - self._reserved - self._padding
        return pygame.Rect(
            self.rect.left + self._padding,
            top,
            self._drawing.measures.width,
            max(self._drawing.measures.line, bottom - top),
        )

    def _rows_seen(self) -> list[TextRow]:
        if self._seen is None:
            rows = self._rows
            self._seen = [] if rows is None else list(rows.rows(self._top, self._room.height))
        return self._seen

    def _refresh(self) -> None:
        self._seen = None
        self.is_stale = True

    def _scroll_to(self, row: int) -> None:
        if self._rows is None:
            return
        rows, height = self._rows, self._room.height
        row = rows.settle(min(max(0, row), rows.last_first(height)))
        row = min(row, rows.last_first(height))
        if row != self._top:
            self._top = row
            self._refresh()

    def _make_visible(self, node: GameNode) -> None:
        """Scroll to a move, so that some rows around it are seen, too."""
        rows, height = self._rows, self._room.height
        assert rows is not None, "a game is shown"
        row = rows.row_of(node)
        if row is None:
            self._scroll_to(0)
        elif node is rows.end:
            self._scroll_to(rows.settle(row))
        else:
            row = rows.settle(row)
            around = min(ROWS_AROUND, self.lines_seen // 4)
            last = min(row + around, rows.row_count - 1)
            if row - around < self._top:
                self._scroll_to(row - around)
            elif rows.bottom_of(last) > rows.top_of(self._top) + height:
                first = rows.row_at(max(0, rows.bottom_of(last) - height))
                fits = rows.top_of(first) + height >= rows.bottom_of(last)
                self._scroll_to(first if fits else first + 1)

    def _scroll_to_share(self, share: float) -> None:
        assert self._rows is not None, "there is a bar"
        last = self._rows.last_first(self._room.height)
        self._scroll_to(self._rows.row_at(round(share * self._rows.top_of(last))))

    @property
    def _track(self) -> pygame.Rect:
        return self._room

    def _bar(self) -> pygame.Rect | None:
        """As of any list; rows have several heights, and the handle is narrower."""
        rows, room, scale = self._rows, self._room, self._look.scale
        if rows is None or rows.height <= room.height:
            return None
        height = max(scale.units(3), room.height * room.height // rows.height)
        last = max(1, rows.top_of(rows.last_first(room.height)))
        top = room.top + (room.height - height) * rows.top_of(self._top) // last
        width = scale.pixels(4)
        return pygame.Rect(self.rect.right - scale.pixels(6) - width, top, width, height)

    # The picture

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The card, or the rows on which only a mark came or went."""
        remarked, self._remarked = self._remarked, []
        return super().changed(now_seconds) or remarked

    def _remark(self, *nodes: GameNode | None) -> None:
        """Draw the rows of these moves again."""
        if self.is_stale:
            return
        top = self._room.top
        for row in self._rows_seen():
            if any(node is not None and self._drawing.place(row, node) is not None for node in nodes):
                self._remarked.append(pygame.Rect(self.rect.left, top + row.top, self.rect.width, row.height))

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card with its rows."""
        clip = surface.get_clip()
        if not self.rect.colliderect(clip):
            return
        if self._card is None:
            self._card = panel_card(self._look, self.rect.size)
        surface.blit(self._card, self.rect)
        if self._rows is None or self._rows.row_count == 0:
            self._draw_hint(surface)
            return
        self._draw_title(surface)
        marks = Marks(self._node, self._pointed, self._is_roll_hidden)
        left, top = self._room.topleft
        for row in self._rows_seen():
            if top + row.top - row.above < clip.bottom and top + row.top + row.height > clip.top:
                self._drawing.draw(surface, (left, top), row, marks)
        handle = self._bar()
        if handle is not None:
            colour = self._look.theme.colour
            fill = mixed(colour.panel_line, colour.muted, 0.35 if self._grip is None else 0.6)
            rounded(surface, fill, handle, handle.width // 2)

    def _draw_title(self, surface: pygame.Surface) -> None:
        look = self._look
        left = self.rect.left + self._padding + look.scale.unit
        at, width = (left, self.rect.top + self._padding), self.rect.right - self._padding - left
        ink = look.theme.colour.muted
        look.words.write(surface, self._title, look.small, ink, width=width, topleft=at)

    def _draw_hint(self, surface: pygame.Surface) -> None:
        look, colour = self._look, self._look.theme.colour
        room = self.rect.inflate(-2 * (self._padding + look.scale.unit), -2 * self._padding)
        title = look.words.wrapped(self._title, look.body, room.width)
        top = look.words.draw(surface, title, look.body, colour.ink, room.topleft) + look.scale.units(0.5)
        size = (room.width, room.bottom - self._reserved - top)
        about = look.words.sentences_within(self._about, look.small, size)
        look.words.draw(surface, about, look.small, colour.muted, (room.left, top))


def _roll_words(node: ChildNode) -> str:
    """What the end of a move such as e4@a1 means."""
    move, square = split_roll(node.san())
    return _("{move}, then the dice rolled {square}: a wormhole opens or closes there").format(
        move=move, square=square
    )


class Moves(Part):
    """The moves of the running game."""

    stands_at = Place.MOVES
    list: MoveList

    def __init__(self, stage: Stage, game: RunningGame, actions: MoveActions) -> None:
        super().__init__(stage, game)
        self._actions = actions

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the list."""
        variant, look = self._game.match.cursor.board.variant, self._stage.look
        write, actions = partial(look.notation, piece_types=variant.piece_types), self._actions
        title, words = _(variant.title), about(variant)
        self.list = MoveList(rect, look, title, words, actions.go, actions.open_menu, write)
        self.layers = (self.list,)

    def refresh(self) -> None:
        """Show the moves, and the current one."""
        match = self._game.match
        self.list.show(match.game, match.cursor.node, self._game.shown.are_dice_rolling)

    def update(self, now_seconds: float) -> float:
        """Come nearer to a move in a long text, in every frame until it is in sight."""
        self.list.begin_step()
        return EVERY_FRAME if self.list.is_seeking else NEVER

    def handle(self, event: pygame.Event) -> bool:
        """Let the list handle the mouse."""
        return self.list.handle(event)
