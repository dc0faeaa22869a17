"""The list of games: groups under their headings, or what a search finds. It draws the rows in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.languages.language import _
from wormhole.gui.look.card import rounded
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.headed_list import PADDING_UNITS, HeadedList, HeadedRow
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour
from wormhole.library.offered_games import Offer

HEADING_UNITS, ROW_UNITS = 4.5, 3.75
STAR_UNITS = 2
WHY_SHARE = 0.4
"""The most of a row's width that the reason of a match takes."""
FAVOURITE_KEY = "Ctrl+B"


@dataclass(frozen=True)
class GameRow(HeadedRow):
    """A row of the list: a game or, without one, a heading."""

    offer: Offer | None = None
    why: str = ""
    """At the right: why a search found it, or what tells it from another one with the same title."""

    @property
    def is_heading(self) -> bool:
        """Whether it names a group of games."""
        return self.offer is None


class GameList(HeadedList[GameRow]):
    """Scrolls, and chooses one game.

    `choose` is called with the row that the user chooses, `take` with one that is pressed twice, `star` with
    one whose star is pressed.
    """

    def __init__(
        self,
        choose: Callable[[int], None],
        take: Callable[[int], None],
        star: Callable[[int], None],
    ) -> None:
        super().__init__(HEADING_UNITS, ROW_UNITS)
        self._choose, self._take, self._star = choose, take, star
        self._favourites: frozenset[str] = frozenset()
        self._empty = ""

    def show_games(
        self, rows: Sequence[GameRow], chosen: int | None, favourites: frozenset[str], empty: str
    ) -> None:
        """Show these rows with one chosen, or the text `empty` if there are none."""
        self._favourites, self._empty = favourites, empty
        self.show_rows(rows)
        if chosen is not None:  # with others above and below it
            around = (self.rect.height - self._row_height) // 2
            self.reveal(self._tops[chosen] - around, self._tops[chosen + 1] + around)
        self.go_to(chosen)

    def keep_place(self, offset: int) -> None:
        """Scroll back to where a list was that has been renewed, as far as the chosen row stays in sight."""
        chosen = self.chosen
        self.reveal(offset, offset + self.rect.height)
        self.go_to(chosen)

    def close(self) -> None:
        """Let go of its owner, so that closing the owner frees both."""
        self._choose = self._take = self._star = lambda row: None

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

    def _choose_row(self, number: int) -> None:
        super()._choose_row(number)
        self._choose(number)

    def _take_row(self, number: int) -> None:
        self._take(number)

    def _press_part(self, number: int, pixel: Pixel) -> bool:
        """A press of the star."""
        is_star = self._star_place(number).collidepoint(pixel)
        if is_star:
            self._star(number)
        return is_star

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

    @property
    def _empty_words(self) -> str:
        return self._empty

    def _draw_row(self, surface: pygame.Surface, place: pygame.Rect, number: int) -> None:
        look, shown = self._look, self.rows[number]
        colour, padding = look.theme.colour, look.scale.units(PADDING_UNITS)
        offer = shown.offer
        assert offer is not None, "a heading is drawn otherwise"
        fill = (
            look.theme.chosen if number == self.chosen else colour.raised if number == self._pointed else None
        )
        if fill is not None:
            rounded(surface, fill, place, look.scale.pixels(6))
        ground = fill or colour.panel
        ink = colour.ink if offer.trouble is None else legible(colour.alarm, ground, colour.ink)
        at, room = (place.left + padding, place.centery), self._title_room(number)
        title = look.words.write(surface, shown.text, look.small, ink, width=room, midleft=at)
        star = self._star_place(number)
        if shown.why:
            at, room = (star.left, place.centery), star.left - padding - title.right
            quiet = legible(colour.muted, ground, colour.ink)
            look.words.write(surface, shown.why, look.scale.text(13), quiet, width=room, midright=at)
        is_favourite = offer.key in self._favourites
        if is_favourite or number in (self._pointed, self.chosen):
            picture = star_picture(look, look.scale.units(STAR_UNITS), is_favourite, ground)
            surface.blit(picture, picture.get_rect(center=star.center))


def star_picture(look: Look, side: int, is_lit: bool, ground: Colour) -> pygame.Surface:
    """A star, filled if it is lit."""
    colour = look.theme.colour
    ink = legible(colour.lit if is_lit else colour.muted, ground, colour.ink)
    return look.sprites.icon("star" if is_lit else "star-empty", ink, side)
