"""The banner at the end of a game: the winner, the reason, and buttons. It never covers the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import pygame

from wormhole import Outcome, PieceType, Variant, side_name
from wormhole.gui.game.card_words import rating_change
from wormhole.gui.game.game_layout import WIDE_UNITS, GameLayout, Place
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.card import look_card
from wormhole.gui.look.drawn_area import ContentCard
from wormhole.gui.look.layers import Pixel, Spot, Tip
from wormhole.gui.look.layout import Column, row, widened_rows
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.library.record import GameNode
from wormhole.play.seats import Setup


@dataclass(frozen=True)
class BannerContent:
    """The content of a banner. `winner` is None for a draw; `emblem` is the piece of the picture."""

    title: str
    reason: str
    winner: bool | None
    emblem: PieceType


def result_of(outcome: Outcome, variant: Variant, user: bool | None = None) -> BannerContent:
    """The banner's words for an outcome: the title names the winner, the line below the reason.

    ``user`` is the side of the only user who played.
    """
    winner = outcome.winner
    title = _("A draw") if winner is None else _("{side} wins").format(side=_(side_name(winner)))
    why = said(outcome.reason()).removeprefix(title).lstrip(" \u00a0:,")
    if user is not None and winner is not None:
        title = _("You won") if winner is user else _("You lost")
    return BannerContent(title, why[:1].upper() + why[1:], outcome.winner, variant.emblem)


BUTTON_UNITS = 5.5
CLOSE_UNITS, LOW_CLOSE_UNITS = 3.5, 2.75
SPACIOUS_UNITS = 44
"""In a room wider than this, words and picture are larger."""
PADDING_UNITS, LOW_PADDING_UNITS = 1.75, 1


class ResultBanner(ContentCard[BannerContent]):
    """A layer with the banner, which fills its rectangle; empty until there is a result.

    In a low rectangle all its words are in one line, which may be cut; a tooltip has them whole.
    """

    @property
    def heard(self) -> str:
        """The result."""
        return "" if self.content is None else f"{self.content.title}. {self.content.reason}"

    def button_places(self, count: int) -> tuple[pygame.Rect, ...]:
        """The rectangles of its buttons: in one row, or two of them below the first ones."""
        look, rect = self._look, self.rect
        padding, gap = self._padding, look.scale.unit // (2 if self._is_low else 1)
        top = rect.top + padding + self._words_height + gap
        height = (rect.bottom - padding - top - (self._row_count - 1) * gap) // self._row_count
        height = min(height, look.scale.units(BUTTON_UNITS))
        counts = (count,) if self._row_count == 1 else (count - 2, 2)
        lines = Column(dict.fromkeys(range(self._row_count), height), gap, padding=padding, at_end=True)
        places = zip(lines.at(rect).values(), counts, strict=True)
        return tuple(cell for line, count in places for cell in row(line, count, gap))

    @property
    def close_place(self) -> pygame.Rect:
        """The rectangle of the button that makes it small, in the corner."""
        unit = self._look.scale.unit
        side = self._look.scale.units(LOW_CLOSE_UNITS if self._is_low else CLOSE_UNITS)
        return pygame.Rect(self.rect.right - side - unit // 2, self.rect.top + unit // 2, side, side)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The whole text, where one line has no room for it."""
        if self.content is None or not self._is_low or not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), tip=Tip(line_of(self.shown)))

    @property
    def _row_count(self) -> int:
        return 1 if self.rect.width >= self._look.scale.units(WIDE_UNITS) else 2

    @property
    def _is_low(self) -> bool:
        """Whether the words of a high banner and its buttons would not fit."""
        scale = self._look.scale
        buttons = self._row_count * (scale.units(BUTTON_UNITS - 1) + scale.unit)
        return self._full_height + buttons + 2 * scale.units(PADDING_UNITS) > self.rect.height

    @property
    def _padding(self) -> int:
        return self._look.scale.units(LOW_PADDING_UNITS if self._is_low else PADDING_UNITS)

    @property
    def _words_height(self) -> int:
        return self._look.words.height(self._look.small) if self._is_low else self._full_height

    @property
    def _full_height(self) -> int:
        look = self._look
        reason = len(self._reason_lines()) * look.words.height(look.small)
        return look.words.height(self._title_pixels) + reason

    @property
    def _title_pixels(self) -> int:
        look = self._look
        usual = look.display if self._is_spacious else look.scale.text(22)
        gap = 1.5 if self._is_spacious else 0.75
        room = self.rect.width - self._words_left - look.scale.units(CLOSE_UNITS + gap)
        return look.words.largest([self.shown.title], usual, room, bold=True)

    @property
    def _words_left(self) -> int:
        gap = 1.5 if self._is_spacious else 1
        return self._look.scale.units(PADDING_UNITS) + self._piece_pixels + self._look.scale.units(gap)

    @property
    def _is_spacious(self) -> bool:
        return self.rect.width > self._look.scale.units(SPACIOUS_UNITS)

    @property
    def _piece_pixels(self) -> int:
        return self._look.scale.units(7 if self._is_spacious else 4)

    def _reason_lines(self) -> list[str]:
        look = self._look
        width = self.rect.width - self._words_left - look.scale.units(PADDING_UNITS)
        return look.words.wrapped(self.shown.reason, look.small, width)

    def drawn(self) -> pygame.Surface:
        """The banner, without its buttons."""
        rect, look, colour = self.rect, self._look, self._look.theme.colour
        fill = mixed(colour.panel, colour.raised, 0.6)
        picture = look_card(look, rect.size, fill, colour.lit)
        if self._is_low:
            room = self.close_place.left - rect.left - 2 * self._padding
            whole = line_of(self.shown)
            is_short = look.words.width(whole, look.small, bold=True) > room
            text, at = self.shown.title if is_short else whole, (self._padding, self._padding)
            look.words.write(picture, text, look.small, colour.ink, width=room, bold=True, topleft=at)
        else:
            self._draw_words(picture)
        return picture

    def _draw_words(self, picture: pygame.Surface) -> None:
        result, look, colour = self.shown, self._look, self._look.theme.colour
        padding = self._padding
        pieces = (True, False) if result.winner is None else (result.winner,)
        for index, color in enumerate(pieces):
            size = self._piece_pixels // len(pieces)
            piece = look.sprites.piece(result.emblem, color, size)
            middle = padding + self._full_height // 2
            picture.blit(piece, piece.get_rect(midleft=(padding + index * size, middle)))
        title = look.words.line(result.title, self._title_pixels, colour.ink, bold=True)
        picture.blit(title, (self._words_left, padding))
        top = padding + look.words.height(self._title_pixels)
        ink = mixed(colour.muted, colour.ink, 0.45)
        look.words.draw(picture, self._reason_lines(), look.small, ink, (self._words_left, top))


def line_of(result: BannerContent) -> str:
    """The whole result in one line."""
    return f"{result.title} · {result.reason.rstrip('.')}"


WAYS_ON = (
    (N_("Rematch"), Command.REMATCH),
    (N_("Review"), Command.REVIEW),
    (N_("Coach"), Command.COACH),
)
CLOSE = "\N{MULTIPLICATION SIGN}"


class ResultPart(Part):
    """Once it is closed, or the user reviews the game, a small strip is left, which leads back to the end."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        super().__init__(stage, game)
        self.banner: ResultBanner | None = None
        self._last: BannerContent | None = None
        self._end: GameNode | None = None
        """Where that result stands."""
        self._is_small = False

    @property
    def wanted(self) -> Place | None:
        """The place of the banner or of the strip, once there is a result."""
        if self._result() is None:
            return None
        return Place.RESULT_STRIP if self._is_small else Place.RESULT

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the banner, or the strip."""
        self.banner, self._widgets = None, widgets
        super().place(layout, widgets)

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the banner, or the strip."""
        result = self._result()
        assert result is not None, "it has a place"
        if self._is_small:
            self._strip(result, rect)
        else:
            self.banner = ResultBanner(self._stage.look, rect)
            self.banner.show(result)
            self.layers = (self.banner,)
            self._ways_on(self.banner)

    def refresh(self) -> None:
        """Show another result, if the game was undone and ended otherwise."""
        if self.banner is not None:
            self.banner.show(self._result())

    def _result(self) -> BannerContent | None:
        """The banner for the shown position; a small banner stays while another position is shown."""
        match = self._game.match
        if self._game.shown.is_over and match.result.outcome is not None:
            users = match.setup.users
            user = users[0] if len(users) == 1 and self._game.origin is None else None
            result = result_of(match.result.outcome, match.cursor.board.variant, user)
            before, after = self._game.rating.before, self._game.rating.after
            if before is not None and after is not None:
                result = replace(result, reason=f"{result.reason} {rating_change(before, after)}".strip())
            if result != self._last:
                self._is_small = False
            self._last, self._end = result, match.cursor.node
            return result
        if match.is_open:
            self._last, self._is_small = None, False
        return self._last if self._is_small else None

    def _ways_on(self, banner: ResultBanner) -> None:
        look, widgets = self._stage.look, self._widgets
        origin = self._game.origin
        ways = [(_(name), partial(self._go_on, command), tip_of(command)) for name, command in WAYS_ON]
        if origin is not None:  # others have played it, so there is no rematch
            tip = tip_of(origin.command, _(origin.words))
            ways[0] = _(origin.name), partial(self._go_on, origin.command), tip
        elif (harder := self._harder) is not None:
            text = _("Level {level}").format(level=_level_in(harder))
            ways.insert(
                1, (text, partial(self._play, harder), Tip(_("The next level, with the other colours")))
            )
        needs = [look.words.width(text, look.body) + look.scale.unit for text, *_rest in ways]
        needs[0] = look.words.width(ways[0][0], look.body, bold=True) + 3 * look.scale.unit
        places = widened_rows(banner.button_places(len(ways)), needs)
        for index, ((text, go, tip), place) in enumerate(zip(ways, places, strict=True)):
            widgets.button(place, text, go, PRIMARY if index == 0 else None, tip)
        widgets.button(banner.close_place, CLOSE, self._make_small, QUIET, Tip(_("Hide the result")))

    @property
    def _harder(self) -> Setup | None:
        """The rematch against the next level, once the user has beaten this one."""
        setup, outcome = self._game.match.setup, self._game.match.result.outcome
        has_won = outcome is not None and outcome.winner is not None and setup.users == (outcome.winner,)
        return setup.next_level if has_won else None

    def _play(self, setup: Setup) -> None:
        """Begin a game against the next level, which the home screen offers from now on."""
        self._stage.preferences.change(level=_level_in(setup))
        self._stage.rooms.open(destination.Game(setup))

    def _strip(self, result: BannerContent, place: pygame.Rect) -> None:
        look = self._stage.look
        room, whole = place.width - 2 * look.scale.unit, line_of(result)
        is_short = look.words.width(whole, look.small) > room
        text = look.words.fitted(result.title if is_short else whole, look.small, room)
        self._widgets.button(place, text, self._make_large, CHOICE, Tip(_("Show the result")))

    def _go_on(self, command: Command) -> None:
        if command is Command.REVIEW:
            self._make_small()
        self._stage.command(command)

    def _make_small(self) -> None:
        self._is_small = True
        self._game.shown.change()

    def _make_large(self) -> None:
        self._is_small = False
        if self._end is not None and self._game.match.cursor.node is not self._end:
            self._game.go(self._end, self._game.now_seconds)
        self._game.shown.change()


def _level_in(setup: Setup) -> int:
    """The number of the level against which a user plays."""
    level = setup.seat(not setup.users[0]).level
    assert level is not None, "it is no other program"
    return level.number
