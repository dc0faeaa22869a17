"""The dialog in which a player is chosen for a seat: a level, a character, an engine, or a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from wormhole import Variant
from wormhole.engine.levels import LEVELS
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, Dialog
from wormhole.gui.languages.language import N_, _, _p, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow, narrow
from wormhole.gui.look.card import rounded
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.contrast import legible
from wormhole.gui.look.headed_list import PADDING_UNITS, HeadedList, HeadedRow
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY, QUIET
from wormhole.gui.window import destination
from wormhole.gui.window.stage import Stage
from wormhole.library.search_text import name_rank, searchable
from wormhole.play.offered_players import (
    OfferedPlayer,
    PlayerKind,
    character_key,
    offered_players,
    player_of,
)
from wormhole.play.seats import level_of

PERSON_KEY = "person"
HEADING_UNITS, ROW_UNITS = 4, 6
BADGE_UNITS = 4.25
FACE_UNITS = 5.25
LEVEL_UNITS = 4.5
LEVEL_LABEL_UNITS = 22
SEARCH_UNITS = 5
LONG = 14
"""A list of more players than this can be searched."""
MOST_LETTERS = 60
SAID = 4
"""The rank of a player who is found by what is said about them, behind those found by their names."""


@dataclass(frozen=True)
class PlayerRow(HeadedRow):
    """A row of the list: a player or, without a key, a heading."""

    key: str = ""
    badge: str = ""
    """The number or letter in the disc at its left."""
    about: str = ""
    side: str = ""
    """At the right."""
    trouble: str = ""
    """Why it cannot be chosen."""
    face: str = ""
    """The key of the character whose picture is drawn instead of the disc."""
    names: tuple[str, ...] = ()
    """What a search finds it by, before what is said about it."""

    @property
    def is_heading(self) -> bool:
        """Whether it names a kind of players."""
        return not self.key

    @property
    def can(self) -> bool:
        """Whether it can be chosen."""
        return super().can and not self.trouble


def player_name(player: OfferedPlayer) -> str:
    """The name in the language in use; a program's is the user's own."""
    return player.name if player.kind is PlayerKind.PROGRAM else _(player.name)


def player_about(player: OfferedPlayer) -> str:
    """The sentence about a player in the language in use; of a program its strength and limits."""
    if player.kind is PlayerKind.PROGRAM:
        return " · ".join([*map(said, player.limits), *([player.about] if player.about else [])])
    return _(player.about)


def face_of(player: OfferedPlayer) -> str:
    """The key of the player's picture, if it is a character; else empty."""
    level = player.spec.level
    return "" if level is None or level.character is None else level.character.key


def player_title(player: OfferedPlayer) -> str:
    """The name with the number of its level or with its limited strength, as on its card."""
    level = player.spec.level
    if level is None:
        return player.spec.title
    return f"{_('Level {level}').format(level=level.number)} · {player_name(player)}"


def trouble_words(player: OfferedPlayer) -> str:
    """The sentence why a player cannot play the chosen game."""
    return f"{player_name(player)} {said(player.trouble or '')}."


def _heading(kind: PlayerKind) -> str:
    if kind is PlayerKind.LEVEL:
        return _("Computer")
    return _p("of the computer", "Characters") if kind is PlayerKind.CHARACTER else _("Engines")


def player_rows(players: Sequence[OfferedPlayer], has_person: bool) -> list[PlayerRow]:
    """All players below the headings of their kinds."""
    rows: list[PlayerRow] = []
    if has_person:
        name = _("A person")
        rows.append(PlayerRow(name, PERSON_KEY, about=_("Plays at this screen"), names=(searchable(name),)))
    kind: PlayerKind | None = None
    for player in players:
        if player.kind is not kind:
            kind = player.kind
            rows.append(PlayerRow(_heading(kind)))
        name, level = player_name(player), player.spec.level
        names = [name, player.name]
        if level is not None and player.kind is PlayerKind.LEVEL:
            names.append(_("Level {level}").format(level=level.number))
        rows.append(
            PlayerRow(
                name,
                player.key,
                badge=name[:1].upper() if level is None else str(level.number),
                about=player_about(player),
                side="" if player.elo is None else _("strength {elo}").format(elo=player.elo),
                trouble="" if player.trouble is None else said(player.trouble),
                face=face_of(player),
                names=tuple(map(searchable, names)),
            )
        )
    return rows


def found_rows(rows: Sequence[PlayerRow], query: str) -> list[PlayerRow]:
    """The players whose names or descriptions have all words of a query, the best matches first."""
    words = searchable(query).split()
    found = [(rank, row) for row in rows if row.key and (rank := _rank(words, row)) is not None]
    return [row for _rank_of_it, row in sorted(found, key=lambda each: each[0])]


def _rank(words: Sequence[str], row: PlayerRow) -> int | None:
    """How well a player matches, 0 at best; None if it does not."""
    rank = name_rank(" ".join(words), words, row.names)
    if rank is not None:
        return rank
    said_of_it = searchable(" ".join((*row.names, row.about)))
    return SAID if all(word in said_of_it for word in words) else None


class PlayerList(HeadedList[PlayerRow]):
    """Scrolls, and chooses one player. `take` is called when a row is pressed twice."""

    def __init__(self, take: Callable[[], None]) -> None:
        super().__init__(HEADING_UNITS, ROW_UNITS)
        self._take = take

    @property
    def key(self) -> str | None:
        """The key of the chosen player."""
        return None if self.chosen is None else self.rows[self.chosen].key

    def show(self, rows: Sequence[PlayerRow], key: str | None) -> None:
        """Show these rows with the player of that key chosen, or else the first one."""
        self.show_rows(rows)
        can = self._can
        wished = (number for number in can if rows[number].key == key)
        self.go_to(next(wished, can[0] if can else None))

    def show_row_of(self, key: str) -> None:
        """Scroll to the player with that key, who may be one that cannot be chosen."""
        number = next(number for number, row in enumerate(self.rows) if row.key == key)
        top = self._tops[number]
        self.reveal(top, top + self._row_height)

    def close(self) -> None:
        """Let go of its owner, so that closing the owner frees both."""
        self._take = lambda: None

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A player can be pressed; a sentence that is cut off is shown in full."""
        if not self.rect.collidepoint(pixel):
            return None
        number = self.row_at(pixel)
        if number is None or self.rows[number].is_heading:
            return Spot(tuple(self.rect), Pointer.ARROW)
        shown, place = self.rows[number], self.place_of(number)
        words = shown.trouble or shown.about
        is_cut = self._look.words.width(words, self._look.scale.text(13)) > self._room(place)
        return Spot(
            tuple(place), Pointer.HAND if shown.can else Pointer.ARROW, Tip(words) if is_cut else None
        )

    def _take_row(self, number: int) -> None:
        self._take()

    @property
    def _empty_words(self) -> str:
        return _("No player with these words.")

    def _room(self, place: pygame.Rect) -> int:
        """The width for the words of a row."""
        return place.width - self._look.scale.units(3 * PADDING_UNITS + BADGE_UNITS)

    def _draw_row(self, surface: pygame.Surface, place: pygame.Rect, number: int) -> None:
        look, shown = self._look, self.rows[number]
        colour, padding = look.theme.colour, look.scale.units(PADDING_UNITS)
        is_pointed = number == self._pointed and shown.can
        fill = look.theme.chosen if number == self.chosen else colour.raised if is_pointed else None
        if fill is not None:
            rounded(surface, fill, place.inflate(0, -look.scale.pixels(2)), look.scale.pixels(6))
        ground = fill or colour.panel
        side = look.scale.units(BADGE_UNITS)
        badge = pygame.Rect(place.left + padding, place.centery - side // 2, side, side)
        self._draw_badge(surface, badge, shown)
        ink = colour.ink if shown.can else look.theme.asleep
        quiet = legible(colour.muted, ground, colour.ink) if shown.can else look.theme.asleep
        left, room = badge.right + padding, self._room(place)
        at = (place.right - padding, place.centery)
        beside = look.words.write(surface, shown.side, look.small, quiet, midright=at)
        if shown.side:
            room -= beside.width + padding
        name = look.words.line(look.words.fitted(shown.text, look.body, room), look.body, ink)
        pixels, words = look.scale.text(13), shown.trouble or shown.about
        about = look.words.line(look.words.fitted(words, pixels, room), pixels, quiet)
        height = name.get_height() + (about.get_height() if words else 0)
        top = place.centery - height // 2
        surface.blit(name, (left, top))
        surface.blit(about, (left, top + name.get_height()))

    def _draw_badge(self, surface: pygame.Surface, place: pygame.Rect, shown: PlayerRow) -> None:
        """A disc with the level's number or the first letter of a name."""
        look, colour = self._look, self._look.theme.colour
        if shown.face:
            face = look.sprites.face(shown.face, look.scale.units(FACE_UNITS))
            surface.blit(face, face.get_rect(center=place.center))
            return
        disc = mixed(colour.panel, colour.muted, 0.28 if shown.can else 0.14)
        rounded(surface, disc, place, place.width // 2)
        ink = legible(colour.ink, disc, colour.ink) if shown.can else look.theme.asleep
        letter = shown.badge or shown.text[:1].upper()
        look.words.write(surface, letter, look.body, ink, bold=True, center=place.center)


class PlayerPicker(Dialog):
    """Asks for a player; `action` is called with the chosen one, or with None for a person.

    A player that does not play ``game`` is listed with the reason, and cannot be chosen. ``chosen`` is the
    key of the present one. A person can be chosen only with ``has_person``.
    """

    heading = N_("Choose a player")

    def __init__(
        self,
        stage: Stage,
        chosen: str,
        action: Callable[[OfferedPlayer | None], None],
        *,
        game: Variant | None = None,
        has_person: bool = False,
        heading: str = "",
    ) -> None:
        super().__init__(stage)
        if heading:
            self.heading = heading
        self._chosen = chosen
        self._action = action
        self._game = game
        self._has_person = has_person
        present = player_of(chosen)
        level = None if present is None else present.spec.level
        self._level = level_of(stage.settings.level if level is None else level.number).number
        self._search = TextField("", MOST_LETTERS, _("Name…"), self._type, self._done)
        self.list = PlayerList(self._done)
        levels = [(each.number, str(each.number)) for each in LEVELS]
        self._levels = Choice(levels, self._level, self._take_level, gap=narrow)
        self._select = Button(_("Select"), self._done, PRIMARY)
        engines = Button(_("Engines…"), lambda: stage.rooms.open(destination.EnginesDialog()), QUIET)
        cancel = Button(_("Cancel"), stage.close_dialog)
        self._foot = ButtonRow(engines, cancel, self._select, widens=True)
        self.own(self._search)
        self._offer()
        self._list_players(chosen)
        self.first = self._search if self._is_long else self._select

    def inner_units(self) -> tuple[float, float]:
        """The size of the search field, the list and the buttons; as high as the window allows."""
        return 70, 78

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The search field if the list is long, the list, the characters' level, the buttons."""
        self._offer_again()
        units = look.scale.units
        search: Parts = {self._search: units(SEARCH_UNITS)} if self._is_long else {}
        label = Caption(_("Characters at level"))
        level = Row({label: units(LEVEL_LABEL_UNITS), self._levels: Fill()}, size=units(LEVEL_UNITS))
        parts: Parts = {**search, self.list: Fill(), "level": level, self._foot: units(BUTTON_UNITS)}
        return Column(parts, units(1.5))

    @property
    def _is_long(self) -> bool:
        """Whether there are so many players that one can search."""
        return sum(not each.is_heading for each in self._rows) > LONG

    def _offer_again(self) -> None:
        """Show programs that were added or changed meanwhile."""
        before = self.players
        self._offer()
        if self.players != before:
            known = {player.key for player in before}
            added = [player.key for player in self.players if player.key not in known]
            if added:
                self._search.replace("")
            self._list_players(added[-1] if added else self.list.key or self._chosen)
            if added:
                self.list.show_row_of(added[-1])

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The arrow keys choose a player, Enter confirms; letters search."""
        if event.type == pygame.KEYDOWN:
            is_writing = self.widgets.is_focused(self._search)
            if self.list.handle_key(event, is_writing):
                return True
        if event.type == pygame.TEXTINPUT and self._is_long:
            self.widgets.focus(self._search)
        is_outside = event.type == pygame.MOUSEBUTTONDOWN and not self._rect.collidepoint(event.pos)
        return (not is_outside and self.list.handle(event, now_seconds)) or super().handle(event, now_seconds)

    def _offer(self) -> None:
        """Find who can be chosen, with the characters at their level."""
        self.players = offered_players(self.stage.engines.own.now, self._game, level_of(self._level))
        self._rows = player_rows(self.players, self._has_person)

    def _list_players(self, key: str) -> None:
        """List the players that the query means, the one with that key chosen, or else the first one."""
        query = self._search.get_text()
        self.list.show(found_rows(self._rows, query) if query.strip() else self._rows, key)
        self._select.enable(self.list.key is not None)

    def _type(self, text: str) -> None:
        """Search for a text; the best match is chosen."""
        self._chosen = self.list.key or self._chosen
        self._list_players("" if text.strip() else self._chosen)

    def _take_level(self, number: int) -> None:
        """Let the characters play at another level."""
        shown = self.list.key or ""
        before = next((player for player in self.players if player.key == shown), None)
        self._level = number
        self._offer()
        self._list_players(character_key(face_of(before), number) if before and face_of(before) else shown)

    def _done(self) -> None:
        key = self.list.key
        if key is None:
            self.stage.sounds.play("error")
            return
        self.stage.close_dialog()
        self._action(next((player for player in self.players if player.key == key), None))
