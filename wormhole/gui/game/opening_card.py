"""The card of the moves of a position: for each its score, the games, and a bar of their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.live_openings import COMPUTER, OWN
from wormhole.gui.game.move_actions import MoveActions
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import N_, _, number, percent, signed
from wormhole.gui.look.card import panel_card, rounded
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.stage import Stage

if TYPE_CHECKING:
    from wormhole.engine.opening_book import Counts
    from wormhole.gui.game.live_openings import OpeningRow

HEADING_UNITS, MOST_ROW_UNITS = 3.25, 3.75
AROUND_PIXELS = 1.5
"""Above and below the words of a row together, at least."""
USUAL_ROWS = 6
SIDE_UNITS, PADDING_UNITS = 2, 1
WIDEST_COUNT = 99_999
"""The column of the counts is as wide as this."""


class OpeningCard(DrawnArea):
    """A heading with room for buttons at its left, and the moves, which can be pressed and scrolled."""

    def __init__(self, rect: pygame.Rect, look: Look, notation: Callable[[str], str]) -> None:
        super().__init__(look, rect, is_stale=True)
        self._notation = notation
        units = look.scale.units
        inner = rect.inflate(-2 * units(SIDE_UNITS), -2 * units(PADDING_UNITS))
        column = Column({"heading": units(HEADING_UNITS), "rows": Fill(least=1)}, look.scale.unit // 2)
        self.heading, self._room = column.at(inner).values()
        """The room of the heading, whose left half is for the buttons, and of the rows."""
        least = look.words.height(look.small) + look.scale.pixels(AROUND_PIXELS)
        usual = max(least, min(self._room.height // USUAL_ROWS, units(MOST_ROW_UNITS)))
        self.rows_seen = max(1, self._room.height // usual)
        """The number of moves that fit."""
        self._row_height = min(self._room.height // self.rows_seen, units(MOST_ROW_UNITS))
        self._moves: Sequence[OpeningRow] = ()
        self._words = ""
        self._top = 0
        self.pointed: int | None = None
        """The move under the pointer."""
        self._ringed: int | None = None

    def show(self, moves: Sequence[OpeningRow], words: str = "") -> None:
        """Show these moves from the first one; without any, the words."""
        if (moves, words) != (self._moves, self._words):
            self._moves, self._words = moves, words
            self._top, self.pointed = 0, None
            self.redraw()

    def point(self, row: int | None) -> None:
        """Mark the move under the pointer."""
        if row != self.pointed:
            self.pointed = row
            self.redraw()

    def ring(self, row: int | None) -> None:
        """Mark the move chosen by keyboard, and scroll to it."""
        if row is not None:
            self.scroll_to(min(max(self._top, row - self.rows_seen + 1), row))
        if row != self._ringed:
            self._ringed = row
            self.redraw()

    def scroll(self, rows: int) -> None:
        """Scroll by so many rows."""
        self.scroll_to(self._top + rows)

    def scroll_to(self, top: int) -> None:
        """Scroll until this row is the first one, as far as possible."""
        top = max(0, min(top, len(self._moves) - self.rows_seen))
        if top != self._top:
            self._top = top
            self.redraw()

    def row_at(self, pixel: Pixel) -> int | None:
        """The number of the move at a pixel of the window."""
        if not self._room.collidepoint(pixel):
            return None
        row = self._top + (pixel[1] - self._room.top) // self._row_height
        return row if row < min(len(self._moves), self._top + self.rows_seen) else None

    def place_of(self, row: int) -> pygame.Rect:
        """Where a move stands in the window."""
        top = self._room.top + (row - self._top) * self._row_height
        return pygame.Rect(self._room.left, top, self._room.width, self._row_height)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A move to play, with its results in words."""
        row = self.row_at(pixel)
        if row is None:
            return None
        return Spot(tuple(self.place_of(row)), Pointer.HAND, Tip(_results(self._moves[row])))

    # The picture

    def drawn(self) -> pygame.Surface:
        """The card, without its buttons."""
        look, colour = self._look, self._look.theme.colour
        picture = panel_card(look, self.rect.size)
        if not self._moves:
            room = self._own(self._room)
            look.words.draw_centred(picture, self._words, look.small, colour.muted, room)
            return picture
        games = sum(move.counts.games for move in self._moves)
        words, right = number(games) if games else "", self._own(self.heading).midright
        look.words.write(picture, words, look.small, colour.muted, midright=right)
        shown = range(self._top, min(len(self._moves), self._top + self.rows_seen))
        widths = self._widths([self._moves[row] for row in shown])
        for row in shown:
            self._draw_row(picture, row, widths)
        return picture

    def _widths(self, moves: Sequence[OpeningRow]) -> tuple[int, int, int]:
        """The widths of the columns of moves, scores and counts, in pixels."""
        look = self._look
        sans = max(look.words.width(self._notation(move.san), look.small, bold=True) for move in moves)
        scores = max(look.words.width(_score(move), look.small) for move in moves)
        most = max(move.counts.games for move in self._moves)
        counts = look.words.width(number(min(most, WIDEST_COUNT)), look.small)
        return sans + look.scale.unit, scores and scores + look.scale.unit, counts + look.scale.units(1.5)

    def _draw_row(self, picture: pygame.Surface, row: int, widths: tuple[int, int, int]) -> None:
        look, colour, move = self._look, self._look.theme.colour, self._moves[row]
        place = self._own(self.place_of(row))
        corner = look.scale.pixels(5)
        around = place.inflate(look.scale.unit, -look.scale.pixels(1))
        if row == self.pointed:
            rounded(picture, colour.raised, around, corner)
        if row == self._ringed:
            rounded(picture, colour.accent, around, corner, look.scale.pixels(2))
        write, san = partial(look.words.write, picture), self._notation(move.san)
        write(san, look.small, colour.ink, bold=True, midleft=place.midleft)
        right = place.left + widths[0] + widths[1] - look.scale.unit
        write(_score(move), look.small, colour.ink, midright=(right, place.centery))
        if not move.counts.games:
            return
        right += widths[2]
        write(number(move.counts.games), look.small, colour.muted, midright=(right, place.centery))
        bar = Row({"words": sum(widths), "bar": Fill()}).at(place)["bar"]
        self._draw_bar(picture, bar.inflate(0, -place.height // 5), move.counts)

    def _draw_bar(self, picture: pygame.Surface, bar: pygame.Rect, counts: Counts) -> None:
        """Draw how many games White won, drew and lost, with the percentages that fit."""
        look, colour = self._look, self._look.theme.colour
        corner, clip = look.scale.pixels(4), picture.get_clip()
        fills = (colour.bar_white, mixed(colour.bar_white, colour.bar_black, 0.45), colour.bar_black)
        pixels = max(look.scale.text(11), min(look.small - look.scale.pixels(2), bar.height))
        left, done = bar.left, 0
        for games, fill in zip((counts.white, counts.draws, counts.black), fills, strict=True):
            done += games
            right = bar.left + round(bar.width * done / counts.games)
            part = pygame.Rect(left, bar.top, right - left, bar.height)
            left = right
            if part.width:
                picture.set_clip(part.clip(clip))
                rounded(picture, fill, bar, corner)
                self._write_share(picture, part, games / counts.games, fill, pixels)
        picture.set_clip(clip)
        line = mixed(colour.panel_line, colour.muted, 0.4)
        rounded(picture, line, bar, corner, look.scale.pixels(1))

    def _write_share(
        self, picture: pygame.Surface, part: pygame.Rect, share: float, fill: Colour, pixels: int
    ) -> None:
        look, colour = self._look, self._look.theme.colour
        text = percent(share)
        if look.words.width(text, pixels) + look.scale.pixels(6) <= part.width:
            ink = readable_on(fill, colour.bar_black, colour.bar_white)
            look.words.write(picture, text, pixels, ink, center=part.center)

    def _own(self, rect: pygame.Rect) -> pygame.Rect:
        """A rectangle of the window, in pixels from the card's corner."""
        return rect.move(-self.rect.left, -self.rect.top)


def _score(move: OpeningRow) -> str:
    """The score for White in pawns, such as "+0.28"; empty without one."""
    if move.centipawns is None:
        return ""
    pawns = move.centipawns / 100
    return signed(pawns, 2) if pawns else number(0, 2)


def _results(move: OpeningRow) -> str:
    """The text of a row."""
    counts = move.counts
    games = _("White won {white}, Black won {black}, drawn {draws}").format(
        white=number(counts.white), black=number(counts.black), draws=number(counts.draws)
    )
    if move.centipawns is None:
        return games
    if not counts.games:
        return _("{score} for White by deep searches").format(score=_score(move))
    return _("{score} for White by deep searches. {games}").format(score=_score(move), games=games)


NAMES = ((COMPUTER, N_("Computer")), (OWN, N_("My games")))
EMPTY = {
    COMPUTER: N_("No game between computers reached this position."),
    OWN: N_("None of your finished games reached this position."),
}
WHEEL_ROWS = 2


class Openings(Part):
    """A press on a move plays it. With the keyboard focus, the arrow keys choose one and Enter plays it."""

    def __init__(self, stage: Stage, game: RunningGame, actions: MoveActions) -> None:
        super().__init__(stage, game)
        self._actions = actions
        self._chosen = 0

    @property
    def wanted(self) -> Place | None:
        """Its place, while it is on."""
        return Place.OPENINGS if self._game.openings.is_on else None

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the card, with the buttons that choose which games are counted."""
        look, variant = self._stage.look, self._game.match.cursor.board.variant
        self._widgets = widgets
        self._card = OpeningCard(rect, look, partial(look.notation, piece_types=variant.piece_types))
        names = [(source, _(name)) for source, name in NAMES]
        self._choice = Choice(names, self._game.openings.source, self._game.openings.choose).fill(
            widgets, self._button_places(names)
        )
        self._area = widgets.area(rect)
        self.layers = (self._card,)

    def refresh(self) -> None:
        """Show what is known; until the next position is found, the last one's moves stay."""
        openings = self._game.openings
        self._choice.show(openings.source)
        known = openings.statistics
        if known is None:
            self._card.show((), _("Searching…"))
        else:
            self._card.show(known.moves, _(EMPTY[known.source]))
        self._show_chosen()

    def handle(self, event: pygame.Event) -> bool:
        """Handle the mouse and, with the focus, the keys."""
        if event.type == pygame.MOUSEMOTION:
            self._point(self._card.row_at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self._point(None)
        elif event.type == pygame.MOUSEWHEEL and self._card.rect.collidepoint(self._stage.look.pointer()):
            self._card.scroll(-event.y * WHEEL_ROWS)
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN and self._card.rect.collidepoint(event.pos):
            if event.button == 1:
                self._play(self._card.row_at(event.pos))
            return True
        elif event.type == pygame.KEYDOWN and self._widgets.is_focused(self._area):
            return self._press_key(event)
        return False

    def _press_key(self, event: pygame.Event) -> bool:
        if event.key in ENTER:
            self._play(self._chosen)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._chosen += 1 if event.key == pygame.K_DOWN else -1
            self._show_chosen()
        else:
            return False
        return True

    def _show_chosen(self) -> None:
        """Ring the chosen move, and show it on the board, while the card has the keyboard focus."""
        has_focus = self._widgets.is_focused(self._area)
        self._chosen = max(0, min(self._chosen, len(self._texts) - 1))
        is_shown = has_focus and bool(self._texts)
        self._card.ring(self._chosen if is_shown else None)
        if is_shown:
            self._point(self._chosen)

    def _point(self, row: int | None) -> None:
        """Show a move on the board."""
        if row != self._card.pointed:
            self._card.point(row)
            self._game.analysis.point_at(() if row is None else self._texts[row : row + 1])

    def _play(self, row: int | None) -> None:
        if row is not None and row < len(self._texts):
            self._actions.walk(self._texts[row : row + 1])
            self._chosen = 0

    @property
    def _texts(self) -> tuple[str, ...]:
        known = self._game.openings.statistics
        return () if known is None else tuple(move.text for move in known.moves)

    def _button_places(self, names: list[tuple[str, str]]) -> list[pygame.Rect]:
        """Two buttons at the left of the heading, as wide as their words."""
        look, room = self._stage.look, self._card.heading
        count = look.words.width("9,999", look.small) + look.scale.units(2)
        needs = [look.words.width(name, look.small) + look.scale.units(1.5) for _source, name in names]
        share = min(1.0, (room.width - count) / sum(needs))
        widths = {index: int(need * share) for index, need in enumerate(needs)}
        return list(Row(widths, look.scale.unit // 2).at(room).values())
