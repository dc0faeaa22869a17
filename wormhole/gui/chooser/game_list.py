"""The list of games: groups under their headings, or what a search finds. It draws the rows in sight."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.languages.language import _
from wormhole.gui.look.card import rounded, well
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.scroll_area import Scroller
from wormhole.gui.look.theme import Colour
from wormhole.library.offered_games import Offer

HEADING_UNITS, ROW_UNITS = 4.5, 3.75
PADDING_UNITS = 1.25
STAR_UNITS = 2
WHY_SHARE = 0.4
"""The most of a row's width that the reason of a match takes."""
DOUBLE_PRESS_SECONDS = 0.4
FAVOURITE_KEY = "Ctrl+B"


@dataclass(frozen=True)
class GameRow:
    """A row of the list: a game or, without one, a heading."""

    text: str
    offer: Offer | None = None
    why: str = ""
    """At the right: why a search found it."""


class GameList(Scroller):
    """Scrolls, and chooses one game.

    `choose` is called with the row that the user chooses, `take` with one that is pressed twice, `star` with
    one whose star is pressed.
    """

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        choose: Callable[[int], None],
        take: Callable[[int], None],
        star: Callable[[int], None],
    ) -> None:
        super().__init__(look, rect.inflate(-2 * look.scale.pixels(4), -2 * look.scale.pixels(4)))
        self._outer = rect
        self._ground = well(look, rect.size)
        self._choose, self._take, self._star = choose, take, star
        self.rows: Sequence[GameRow] = ()
        self._tops: list[int] = [0]
        """The top of each row, and the end of the last one."""
        self.chosen: int | None = None
        """The number of the chosen row."""
        self._favourites: frozenset[str] = frozenset()
        self._empty = ""
        self._pointed: int | None = None
        self._pressed = (-1, 0.0)
        units = look.scale.units
        self._row_height, self._heading_height = units(ROW_UNITS), units(HEADING_UNITS)

    def show_games(
        self, rows: Sequence[GameRow], chosen: int | None, favourites: frozenset[str], empty: str
    ) -> None:
        """Show these rows with one chosen, or the text `empty` if there are none."""
        self.rows, self._favourites, self._empty = rows, favourites, empty
        tops = [0]
        for row in rows:
            tops.append(tops[-1] + (self._heading_height if row.offer is None else self._row_height))
        self._tops = tops
        self._pointed, self._pressed = None, (-1, 0.0)
        self.go_to_top()
        if chosen is not None:  # with others above and below it
            around = (self.rect.height - self._row_height) // 2
            self.reveal(tops[chosen] - around, tops[chosen + 1] + around)
        self.go_to(chosen)

    def keep_place(self, offset: int) -> None:
        """Scroll back to where a list was that has been renewed, as far as the chosen row stays in sight."""
        chosen = self.chosen
        self.reveal(offset, offset + self.rect.height)
        self.go_to(chosen)

    def go_to(self, row: int | None) -> None:
        """Choose this row, and scroll to it, and to the heading right above it."""
        self.chosen = row
        self.is_stale = True
        if row is None:
            return
        first = row - 1 if row and self.rows[row - 1].offer is None else row
        self.reveal(self._tops[first], self._tops[row + 1])

    def step_by(self, key: int) -> bool:
        """Choose another game by a key; returns whether it was used."""
        page = max(1, self.rect.height // self._row_height - 1)
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        if key not in steps:
            return False
        games = [number for number, row in enumerate(self.rows) if row.offer is not None]
        if games:
            at = -1 if self.chosen is None else games.index(self.chosen)
            self._choose_row(games[min(max(at + steps[key], 0), len(games) - 1)])
        return True

    def leap(self, is_last: bool) -> None:
        """Choose the first or the last game."""
        games = [number for number, row in enumerate(self.rows) if row.offer is not None]
        if games:
            self._choose_row(games[-1 if is_last else 0])

    def close(self) -> None:
        """Let go of its owner, so that closing the owner frees both."""
        self._choose = self._take = self._star = lambda row: None

    # The mouse

    def handle_at(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle a mouse event; returns whether it was used. The wheel scrolls the list from anywhere."""
        if event.type == pygame.MOUSEMOTION:
            self._point(self.row_at(event.pos))
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        row = self.row_at(event.pos) if is_press else None
        if self.handle(event):
            self._point(self.row_at(pygame.mouse.get_pos()))
            return True
        if row is None or self.rows[row].offer is None:
            return False
        if self._star_place(row).collidepoint(event.pos):
            self._star(row)
            return True
        before, self._pressed = self._pressed, (row, now_seconds)
        self._choose_row(row)
        if before[0] == row and now_seconds - before[1] <= DOUBLE_PRESS_SECONDS:
            self._take(row)
        return True

    def row_at(self, pixel: Pixel) -> int | None:
        """The row at a pixel of the window, if any."""
        if not self.rect.collidepoint(pixel) or pixel[0] >= self.rect.left + self.width:
            return None
        row = bisect_right(self._tops, pixel[1] - self.rect.top + self.offset) - 1
        return row if row < len(self.rows) else None

    def place_of(self, row: int) -> pygame.Rect:
        """The rectangle of a row in the window, in sight or not."""
        top, end = self._tops[row : row + 2]
        return pygame.Rect(self.rect.left, self.rect.top + top - self.offset, self.width, end - top)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A game can be pressed, and so can its star; a title that is cut off is shown in full."""
        if not self.rect.collidepoint(pixel):
            return None
        row = self.row_at(pixel)
        if row is None or self.rows[row].offer is None:
            return Spot(tuple(self.rect), Pointer.ARROW)
        star = self._star_place(row)
        if star.collidepoint(pixel):
            return Spot(tuple(star), Pointer.HAND, Tip(_("Favourite"), (FAVOURITE_KEY,)))
        text, place = self.rows[row].text, self.place_of(row)
        is_cut = self._look.words.width(text, self._look.small) > self._title_room(row)
        return Spot(tuple(place), Pointer.HAND, Tip(text) if is_cut else None)

    def _choose_row(self, row: int) -> None:
        self.go_to(row)
        self._choose(row)

    def _point(self, row: int | None) -> None:
        if row != self._pointed:
            self._pointed = row
            self.is_stale = True

    def _star_place(self, row: int) -> pygame.Rect:
        """The rectangle of a row's star, which is easy to hit."""
        place = self.place_of(row)
        side = self._look.scale.units(STAR_UNITS + PADDING_UNITS)
        return pygame.Rect(place.right - side, place.top, side, place.height)

    def _title_room(self, row: int) -> int:
        """The width for a title."""
        padding = self._look.scale.units(PADDING_UNITS)
        room = self.width - 2 * padding - self._look.scale.units(STAR_UNITS + 0.5)
        why = self.rows[row].why
        return room - min(self._why_width(why), round(WHY_SHARE * room)) - padding if why else room

    def _why_width(self, why: str) -> int:
        return self._look.words.width(why, self._look.scale.text(13))

    # The picture

    @property
    def content_height(self) -> int:
        """The height of all rows."""
        return self._tops[-1]

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the ground, and the rows in sight."""
        surface.blit(self._ground, self._outer)
        super().draw(surface, now_seconds)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the rows in sight."""
        if not self.rows:
            look = self._look
            room = self.rect.inflate(-2 * look.scale.units(2), 0)
            look.words.draw_centred(surface, self._empty, look.small, look.theme.colour.muted, room)
        first = max(0, bisect_right(self._tops, self.offset) - 1)
        for row in range(first, len(self.rows)):
            place = self.place_of(row)
            if place.top >= self.rect.bottom:
                break
            if self.rows[row].offer is None:
                self._draw_heading(surface, place, self.rows[row].text)
            else:
                self._draw_game(surface, place, row)

    def _draw_heading(self, surface: pygame.Surface, place: pygame.Rect, text: str) -> None:
        look = self._look
        padding = look.scale.units(PADDING_UNITS)
        words = look.words.fitted(text, look.small, place.width - 2 * padding, bold=True)
        line = look.words.line(words, look.small, look.theme.colour.accent, bold=True)
        left, bottom = place.left + padding, place.bottom - look.scale.pixels(4)
        surface.blit(line, line.get_rect(bottomleft=(left, bottom)))

    def _draw_game(self, surface: pygame.Surface, place: pygame.Rect, row: int) -> None:
        look, shown = self._look, self.rows[row]
        colour, padding = look.theme.colour, look.scale.units(PADDING_UNITS)
        offer = shown.offer
        assert offer is not None, "a heading is drawn otherwise"
        fill = look.theme.chosen if row == self.chosen else colour.raised if row == self._pointed else None
        if fill is not None:
            rounded(surface, fill, place, look.scale.pixels(6))
        ground = fill or colour.panel
        ink = colour.ink if offer.trouble is None else legible(colour.alarm, ground, colour.ink)
        title = look.words.fitted(shown.text, look.small, self._title_room(row))
        line = look.words.line(title, look.small, ink)
        surface.blit(line, line.get_rect(midleft=(place.left + padding, place.centery)))
        star = self._star_place(row)
        if shown.why:
            pixels, room = look.scale.text(13), star.left - place.left - 2 * padding - line.get_width()
            quiet = legible(colour.muted, ground, colour.ink)
            why = look.words.line(look.words.fitted(shown.why, pixels, room), pixels, quiet)
            surface.blit(why, why.get_rect(midright=(star.left, place.centery)))
        is_favourite = offer.key in self._favourites
        if is_favourite or row in (self._pointed, self.chosen):
            picture = star_picture(look, look.scale.units(STAR_UNITS), is_favourite, ground)
            surface.blit(picture, picture.get_rect(center=star.center))


def star_picture(look: Look, side: int, is_lit: bool, ground: Colour) -> pygame.Surface:
    """A star, filled if it is lit."""
    colour = look.theme.colour
    ink = legible(colour.lit if is_lit else colour.muted, ground, colour.ink)
    return look.sprites.icon("star" if is_lit else "star-empty", ink, side)
