"""The card of one player: name, status, captured pieces; highlighted on the player's turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import pi, sin

import pygame

from wormhole import BLACK, WHITE, PieceType
from wormhole.gui.board.annotations import View
from wormhole.gui.game.captured_pieces import draw_row, groups_of, row_within, tight_row
from wormhole.gui.game.card_words import PART, CardTone, CardWords, card_words, player_names, rating_forms
from wormhole.gui.game.clock_face import ClockFace, clock_width
from wormhole.gui.game.game_layout import GameLayout, Place
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.look.card import look_card, rounded
from wormhole.gui.look.drawn_area import ContentCard
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import hexed, mixed
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.stage import Stage

PIP = 14
"""Pixels from one of the discs that count checks to the next."""
SHIMMER_SECONDS = 3.6
"""Period of the light that passes over the card while the computer thinks."""
SHIMMER_UNITS = 40
NARROW_UNITS = 46
LOW_UNITS = 8
NARROW_STATUS = 0.58
"""Of a narrow card's width, what the status may take beside captured pieces."""
EDGE = 4
"""Pixels: the least between a clock and the upper edge of its card."""
FOOT, BELOW_ROW, UNDER_LETTERS = 20, 6, 3
"""Pixels: what stays free below the words, below captured pieces, and within the line of the status."""


class PlayerCard(ContentCard[CardWords]):
    """A layer with one card. `show` sets its words; it is redrawn if they changed."""

    def __init__(
        self,
        rect: pygame.Rect,
        look: Look,
        piece_types: Mapping[str, PieceType],
        has_motion: Callable[[], bool],
        has_clock: bool = False,
    ) -> None:
        super().__init__(look, rect)
        self._moved_from = rect
        self._piece_types = piece_types
        self._has_motion = has_motion
        self._has_clock = has_clock
        self._grounds: dict[bool, pygame.Surface] = {}
        self._is_turned = False
        """Whether it is upside down, for a player who sits opposite."""
        self._light = _light(look, rect.height)

    def move(self, rect: pygame.Rect, is_turned: bool) -> None:
        """Move the card to a rectangle of the same size; ``is_turned``: upside down."""
        if rect != self.rect:
            self._moved_from, self.rect, self.is_stale = self.rect, rect, True
        if is_turned != self._is_turned:
            self._is_turned = is_turned
            self.redraw()

    @property
    def clock_rect(self) -> pygame.Rect:
        """Where the clock stands: at the right of its player, in a narrow card beside the name only."""
        upright, rect = self._upright_clock, self.rect
        if not self._is_turned:
            return upright
        across = rect.left + rect.right - upright.left - upright.right
        return upright.move(across, rect.top + rect.bottom - upright.top - upright.bottom)

    @property
    def _upright_clock(self) -> pygame.Rect:
        look, rect = self._look, self.rect
        if self._is_narrow:
            height, edge = look.words.height(look.title) + look.scale.pixels(7), look.scale.pixels(EDGE)
            height = min(height, rect.height - look.words.height(look.small) - edge - look.scale.pixels(3))
            top = rect.top + max(edge, (rect.height - 2 * height) // 2)
        else:
            height = min(rect.height - look.scale.units(2.5), look.scale.units(6.5))
            top = rect.centery - height // 2
        width = clock_width(look, height)
        return pygame.Rect(rect.right - look.scale.units(1.5) - width, top, width, height)

    @property
    def is_shimmering(self) -> bool:
        """Whether the card is animated."""
        return self.content is not None and self.content.is_thinking and self._has_motion()

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The whole card, if anything on it changed."""
        if self.is_stale or self.is_shimmering:
            before, self._moved_from, self.is_stale = self._moved_from, self.rect, False
            return (before, self.rect)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card, and the light that passes over it while the computer thinks."""
        super().draw(surface, now_seconds)
        if self.is_shimmering and self.rect.colliderect(surface.get_clip()):
            self._draw_light(surface, now_seconds)

    def _draw_light(self, surface: pygame.Surface, now_seconds: float) -> None:
        clip = surface.get_clip()
        inside = self.rect.inflate(-2, -2)
        surface.set_clip(inside.clip(clip))
        span = inside.width + self._light.get_width()
        left = inside.left - self._light.get_width() + round(span * (now_seconds / SHIMMER_SECONDS % 1.0))
        flags = pygame.BLEND_RGB_SUB if self._look.theme.is_light else pygame.BLEND_RGB_ADD
        surface.blit(self._light, (left, inside.top), special_flags=flags)
        surface.set_clip(clip)

    def drawn(self) -> pygame.Surface:
        """The card with its words, without the clock and the light."""
        upright = self._upright()
        return pygame.transform.flip(upright, True, True) if self._is_turned else upright

    def _upright(self) -> pygame.Surface:
        words, look = self.shown, self._look
        picture = self._ground(words.is_lit).copy()
        padding = look.scale.units(2)
        disc = _badge(look, words, self.rect.height)
        left = padding + disc.get_width() + look.scale.units(1.5)
        right = edge = self.rect.width - padding
        if self._has_clock:
            edge = self._upright_clock.left - self.rect.left - look.scale.unit
            right = right if self._is_narrow else edge
        groups = groups_of(words.captured, list(self._piece_types))
        has_pieces = bool(groups or words.balance) and words.done is None
        below = round(NARROW_STATUS * (right - left)) if self._is_narrow and has_pieces else right - left
        pips = _pips(look, *words.checks)
        beside_name = 0 if pips is None else pips.get_width()
        if look.words.width(words.names[-1], look.title) + beside_name > edge - left:
            pips, beside_name = None, 0  # the status says it, too
        name, status = self._drawn_words(words, edge - left - beside_name, below)
        words_width = (
            status.get_width() if self._is_narrow else max(name.get_width() + beside_name, status.get_width())
        )
        text_right = left + words_width + look.scale.units(2)
        text_height = name.get_height() + status.get_height()

        size = look.scale.pixels(20 if self._is_narrow else 26)
        row = row_within(groups, words.balance, size, right - text_right, look)
        if row is None and self._is_narrow:
            row = tight_row(groups, words.balance, size, right - text_right, look)
        is_below = row is None and has_pieces
        name_top = (self.rect.height - self._foot - text_height) // 2
        if is_below:
            bottom = self.rect.height - look.scale.pixels(BELOW_ROW)
            size = min(size, bottom - name_top - text_height + look.scale.pixels(UNDER_LETTERS))
            row = tight_row(groups, words.balance, size, right - padding, look)
        if self._is_narrow and self._has_clock:
            name_top = self._upright_clock.centery - self.rect.top - name.get_height() // 2
        status_top = name_top + name.get_height()
        if self._is_narrow and self._has_clock:
            status_top = max(status_top, self._upright_clock.bottom - self.rect.top + look.scale.pixels(1))
        middle = name_top + text_height // 2

        place = disc.get_rect(midleft=(padding, middle))
        if words.has_reach:
            tile = _reach_tile(look, words.color, look.scale.pixels(38))
            picture.blit(tile, tile.get_rect(center=place.center))
        picture.blit(disc, place)
        picture.blit(name, (left, name_top))
        picture.blit(status, (left, status_top))
        if pips is not None:
            after_name = left + name.get_width(), name_top + name.get_height() // 2
            picture.blit(pips, pips.get_rect(midleft=after_name))
        if row is not None:
            beside = status_top + status.get_height() // 2 if self._is_narrow else middle
            row_middle = bottom - size // 2 if is_below else beside
            draw_row(picture, row, right, row_middle, self._piece_types, look)
        if words.done is not None:
            self._draw_bar(picture, words.done, left)
        return picture

    def _ground(self, is_lit: bool) -> pygame.Surface:
        """The empty card."""
        if is_lit not in self._grounds:
            look, colour = self._look, self._look.theme.colour
            fill = mixed(colour.panel, colour.raised, 0.45) if is_lit else colour.panel
            line = mixed(colour.panel_line, colour.lit, 0.75) if is_lit else colour.panel_line
            self._grounds[is_lit] = look_card(look, self.rect.size, fill, line, look.theme.panel.opacity)
        return self._grounds[is_lit]

    @property
    def _is_narrow(self) -> bool:
        """Whether there is little room, so that captured pieces are beside the status only."""
        is_thin = self.rect.width < self._look.scale.units(NARROW_UNITS)
        return self._is_low or (self._has_clock and is_thin)

    @property
    def _is_low(self) -> bool:
        """Whether there is no room for captured pieces below the words."""
        return self.rect.height < self._look.scale.units(LOW_UNITS)

    @property
    def _foot(self) -> int:
        """What stays free below the words for captured pieces or for a bar, so that the words never move."""
        return 0 if self._is_low else self._look.scale.pixels(FOOT)

    def _drawn_words(self, words: CardWords, room: int, below: int) -> tuple[pygame.Surface, pygame.Surface]:
        """The name, no wider than `room`, and the status, without its last parts if it exceeds `below`."""
        look, colour = self._look, self._look.theme.colour
        tones = {CardTone.CALM: colour.muted, CardTone.CALLING: colour.lit, CardTone.WARNING: colour.alarm}
        name = look.words.first_fitting(words.names, look.title, room)
        parts = words.status.split(PART)
        forms = [PART.join(parts[:count]) for count in range(len(parts), 0, -1)]
        status = look.words.first_fitting(forms, look.small, below)
        return (
            look.words.line(name, look.title, colour.ink),
            look.words.line(status, look.small, tones[words.tone]),
        )

    def _draw_bar(self, picture: pygame.Surface, done: float, left: int) -> None:
        colour, scale = self._look.theme.colour, self._look.scale
        height = scale.pixels(4)
        groove = pygame.Rect(left, 0, self.rect.width - left - scale.units(2), height)
        groove.bottom = self.rect.height - scale.units(1)
        rounded(picture, colour.raised, groove, height // 2)
        full = groove.copy()
        full.width = max(height, round(groove.width * min(1.0, max(0.0, done))))
        rounded(picture, colour.accent, full, height // 2)


FACE_SHARE, LARGEST_FACE = 0.62, 52
"""The size of a face as a share of the card's height, and at most in pixels."""
SIDE_SHARE = 0.4
"""The size of the disc on a face as a share of it."""


def _badge(look: Look, words: CardWords, height: int) -> pygame.Surface:
    """A disc in the colour of a side's pieces; a character's face has it at its corner."""
    if not words.face:
        return _disc(look, words.color, look.scale.pixels(28))
    pixels = min(round(FACE_SHARE * height), look.scale.pixels(LARGEST_FACE))
    picture = look.sprites.face(words.face, pixels).copy()
    disc = _disc(look, words.color, round(SIDE_SHARE * pixels))
    picture.blit(disc, disc.get_rect(bottomright=(pixels, pixels)))
    return picture


def _disc(look: Look, color: bool, pixels: int) -> pygame.Surface:
    """A disc in the colour of a side's pieces."""
    side = look.theme.pieces(color)
    return look.sprites.drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 28 28">'
        f'<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="{hexed(side.top)}"/>'
        f'<stop offset="1" stop-color="{hexed(side.foot)}"/></linearGradient></defs>'
        f'<circle cx="14" cy="14" r="12.7" fill="url(#g)" '
        f'stroke="{hexed(side.line)}" stroke-width="1.3"/></svg>'
    )


def _pips(look: Look, given: int, wanted: int) -> pygame.Surface | None:
    """A row of small discs for the checks that win, filled for those given; None if none wins."""
    if not wanted:
        return None
    given_ink, line = hexed(look.theme.colour.alarm), hexed(look.theme.colour.muted)
    discs = "".join(
        f'<circle cx="{12 + PIP * number}" cy="8" r="4.5" fill="{given_ink if number < given else "none"}" '
        f'stroke="{given_ink if number < given else line}" stroke-width="1.6"/>'
        for number in range(wanted)
    )
    units = PIP * wanted + 12
    width, height = look.scale.pixels(units), look.scale.pixels(16)
    return look.sprites.drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {units} 16">'
        f"{discs}</svg>"
    )


def _reach_tile(look: Look, color: bool, pixels: int) -> pygame.Surface:
    """A square in the colour of those that a side attacks."""
    colour = look.theme.colour.reach_white if color else look.theme.colour.reach_black
    return look.sprites.drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 42 42">'
        f'<rect x="1" y="1" width="40" height="40" rx="5" fill="{hexed(colour)}" fill-opacity="0.75" '
        f'stroke="{hexed(colour)}" stroke-width="1.5"/></svg>'
    )


def _light(look: Look, height: int) -> pygame.Surface:
    """A soft band as high as the card, to be added to a dark card or taken from a light one."""
    line, panel = look.theme.colour.panel_line, look.theme.colour.panel
    red, green, blue = (abs(a - b) for a, b in zip(panel, line, strict=True))
    colour = (red, green, blue) if look.theme.is_light else line
    width, small_height = 32, 12
    small = pygame.Surface((width, small_height))
    for x in range(width):
        for y in range(small_height):
            across = sin(pi * (x + 0.5) / width) ** 2
            down = sin(pi * (y + 0.5) / small_height)
            small.set_at((x, y), mixed((0, 0, 0), colour, 0.62 * across * down))
    return pygame.transform.smoothscale(small, (look.scale.units(SHIMMER_UNITS), height))


SHIMMER_PAUSE_SECONDS = 1 / 18  # the light moves slowly: it needs no more frames than this


class Players(Part):
    """Each card is on its player's side of the board."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        super().__init__(stage, game)
        self.cards: dict[bool, PlayerCard] = {}
        self.clocks: dict[bool, ClockFace] = {}

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the cards, with their clocks."""
        self.is_placed, self._layout, self._widgets = True, layout, widgets
        self._areas = {place: widgets.area(layout[place]) for place in (Place.OPPONENT, Place.YOU)}
        piece_types = self._game.match.cursor.board.variant.piece_types
        stage, clocks, controls = self._stage, self._game.clocks, self._game.match.setup.clocks
        self.cards = {
            color: PlayerCard(
                layout[place],
                stage.look,
                piece_types,
                lambda: stage.preferences.is_animated,
                controls.of(color) is not None,
            )
            for color, place in self._places().items()
        }
        self.clocks = {
            color: ClockFace(card.clock_rect, stage.look, partial(clocks.reading, color))
            for color, card in self.cards.items()
            if controls.of(color) is not None
        }
        self.layers = (*self.cards.values(), *self.clocks.values())

    def refresh(self) -> None:
        """Show the status of the players, each on their side."""
        match, progress = self._game.match, self._game.match.players.info
        for color, place in self._places().items():
            card = self.cards[color]
            is_turned = place is Place.OPPONENT and self._game.is_face_to_face
            card.move(self._layout[place], is_turned)
            if color in self.clocks:
                self.clocks[color].move(card.clock_rect, is_turned)
            rating = rating_forms(self._game.rating.before, self._game.rating.after)
            words = card_words(match, color, progress, self._game.analysis.is_on, rating)
            card.show(replace(words, has_reach=View.REACH in self._game.state.views))

    def at(self, pixel: tuple[int, int]) -> bool | None:
        """The side whose card is at this pixel, if any is."""
        return next((color for color in self.cards if self.rect_of(color).collidepoint(pixel)), None)

    @property
    def focused(self) -> bool | None:
        """The side whose card has the keyboard focus, if any has."""
        for color, place in self._places().items():
            if self._widgets.is_focused(self._areas[place]):
                return color
        return None

    def rect_of(self, color: bool) -> pygame.Rect:
        """The rectangle of a side's card."""
        return self._layout[self._places()[color]]

    def name_of(self, color: bool) -> str:
        """The name of a side's player."""
        return player_names(self._game.match, color)[0]

    def update(self, now_seconds: float) -> float:
        """The next frame of the light on the card of the thinking player is due after a pause."""
        is_shimmering = any(card.is_shimmering for card in self.cards.values())
        return now_seconds + SHIMMER_PAUSE_SECONDS if is_shimmering else NEVER

    def _places(self) -> dict[bool, Place]:
        below = BLACK if self._game.state.flipped else WHITE
        return {below: Place.YOU, not below: Place.OPPONENT}
