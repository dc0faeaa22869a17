"""The card of a game by mail: whose turn it is, and the buttons that send a turn and take the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.game.game_layout import WIDE_UNITS, Place
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import look_card
from wormhole.gui.look.drawn_area import ContentCard
from wormhole.gui.look.layers import Pixel, Spot, Tip
from wormhole.gui.look.layout import Column, Fill, row, widened_rows
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.mail.mail_words import last_san, pace_words, time_words, turn_words
from wormhole.gui.mail.sending import copy_turn, file_name, save_turn, text_of
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.library.headers import person_name
from wormhole.library.mail.mail_state import MailPhase
from wormhole.play.draw_offer import OfferState
from wormhole.play.mail_game import MailGame

SIDE_UNITS = 2.25
WIDE, NARROW = (0.75, 0.5, 4.5), (0.6, 0.25, 4)
"""Above and below, between the parts, and the height of the buttons: with one line about what to do, and with
two, in grid units."""
REFRESH_SECONDS = 20.0
"""The card shows minutes."""


@dataclass(frozen=True)
class MailWords:
    """What the card says: a line, and what it means."""

    titles: tuple[str, ...]
    """From the longest form to the shortest; the first that fits is shown."""
    about: str
    is_lit: bool
    """Whether the user has something to do."""


def mail_words(game: RunningGame, mail: MailGame, now: float) -> MailWords:
    """What the card of a game by mail says."""
    state, match = mail.state, game.match
    name = person_name(match.game.headers["White" if state.opponent == "white" else "Black"])
    if mail.state.phase is MailPhase.YOUR_MOVE:
        time = turn_words(state, now) if state.hours else pace_words(0)
        titles = _("Your move · {time}").format(time=time), _("Your move")
        return MailWords(titles, _what_to_do(game), True)
    if mail.state.phase is MailPhase.WAITING:
        title = _("Waiting for {name}").format(name=name) if name else _("Waiting for your opponent")
        time = time_words(max(0, now - state.since))
        waiting = f"{title} · {time}", title, _("Waiting")
        return MailWords(waiting, _("Paste the answer here, or drop its file on the window."), False)
    about = _("Copy the text, and paste it into a mail or a message.")
    if mail.state.phase.is_over:
        telling = _("tell {name}").format(name=name) if name else _("tell your opponent")
        return MailWords((f"{_('The game is over')} · {telling}", _("The game is over")), about, True)
    if mail.is_invitation:
        return MailWords((_("Invite your opponent"),), about, True)
    move = last_san(match.game)
    sending = _("Send {move} to {name}") if name else _("Send {move} to your opponent")
    titles = sending.format(move=move, name=name), _("Send {move}").format(move=move)
    return MailWords(titles, about, True)


def _what_to_do(game: RunningGame) -> str:
    """What the user, who is to move, can do."""
    if game.draw_offers.state is OfferState.ASKED:
        return _("Your opponent offers a draw: accept it, or decline it by a move.")
    if not game.match.game.variations:
        return _("Play the first move. Then you get a text that invites your opponent.")
    return _("Play it on the board. Then you get a text to send.")


@dataclass(frozen=True)
class _Entry:
    """A button of the card."""

    name: str
    action: Action
    kind: str | None
    tip: Tip


class MailPart(Part):
    """Only in a game by mail."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        super().__init__(stage, game)
        self._buttons: list[Button] = []
        self._phase: MailPhase | None = None

    @property
    def wanted(self) -> Place | None:
        """Its place, as long as there is something to do."""
        mail = self._game.mail
        is_wanted = mail is not None and mail.state.phase is not MailPhase.OVER
        return Place.MAIL if is_wanted else None

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the card and its buttons."""
        self._card, self._widgets, self._buttons = _MailCard(self._stage.look, rect), widgets, []
        self.layers = (self._card,)
        self._make_buttons()

    @property
    def _mail(self) -> MailGame:
        assert self._game.mail is not None, "the card is there"
        return self._game.mail

    def refresh(self) -> None:
        """Show where the game stands."""
        if self._phase is not self._mail.state.phase:
            self._make_buttons()
        self._card.show(mail_words(self._game, self._mail, self._mail.now()))

    def update(self, now_seconds: float) -> float:
        """Let the time go on."""
        if self._card.content is not None and self._phase is self._mail.state.phase:
            self._card.show(mail_words(self._game, self._mail, self._mail.now()))
        return now_seconds + REFRESH_SECONDS

    def _make_buttons(self) -> None:
        mail, look, face = self._mail, self._stage.look, self._card
        for button in self._buttons:
            self._widgets.remove(button)
        self._phase, area, gap = mail.state.phase, face.buttons_place, look.scale.unit
        entries = self._entries(mail, area.width)
        face.has_buttons = bool(entries)
        face.redraw()
        places = row(area, len(entries), gap) if entries else ()
        self._buttons = [
            self._widgets.button(place, entry.name, entry.action, entry.kind, entry.tip)
            for entry, place in zip(entries, widened_rows(places, self._needs(entries)), strict=True)
        ]

    def _needs(self, entries: Sequence[_Entry]) -> list[int]:
        """The width that each button needs."""
        look, padding = self._stage.look, self._stage.look.scale.units(1.5)
        pixels = {PRIMARY: look.body}
        return [
            look.words.width(entry.name, pixels.get(entry.kind or "", look.small), bold=True) + padding
            for entry in entries
        ]

    def _entries(self, mail: MailGame, width: int) -> list[_Entry]:
        """The buttons: with long names, or short ones, or without *Save*, as they fit into a row.

        Copying stays at its place, so that a second press does nothing else.
        """
        if mail.state.phase is MailPhase.YOUR_MOVE:
            return []
        tip = Tip(_("Put the text for your opponent on the clipboard"))
        kind: str | None = PRIMARY
        name = _("Copy for your opponent") if mail.state.phase.is_unsent else _("Copy again")
        save = _Entry(_("Save…"), self._save, None, Tip(_("Save the text for your opponent as a file")))
        last = []
        if mail.state.phase is MailPhase.WAITING:
            answer = tip_of(Command.PASTE, _("Paste your opponent's answer"))
            kind, last = None, [_Entry(_("Paste"), self._paste, PRIMARY, answer)]
        copies = [_Entry(words, self._copy, kind, tip) for words in (name, _("Copy"))]
        forms = [*([copy, save, *last] for copy in copies), [copies[-1], *last]]
        gap = self._stage.look.scale.unit
        fits = (form for form in forms if sum(self._needs(form)) + (len(form) - 1) * gap <= width)
        return next(fits, forms[-1])

    def _paste(self) -> None:
        self._stage.command(Command.PASTE)

    def _copy(self) -> None:
        copy_turn(self._stage, self._text(), self._game.mark_sent)

    def _save(self) -> None:
        save_turn(self._stage, self._text(), file_name(self._game.match.game), self._game.mark_sent)

    def _text(self) -> str:
        return text_of(self._game.match.game, self._mail.state)


class _MailCard(ContentCard[MailWords]):
    """The layer with the words."""

    has_buttons = False

    @property
    def buttons_place(self) -> pygame.Rect:
        """The rectangle of its row of buttons."""
        return self._places["buttons"]

    @property
    def _places(self) -> dict[str, pygame.Rect]:
        scale, look = self._look.scale, self._look
        is_narrow = self.rect.width < scale.units(WIDE_UNITS)
        padding, gap, button = (scale.units(units) for units in (NARROW if is_narrow else WIDE))
        title = look.words.height(look.body)
        column = Column({"title": title, "about": Fill(), "buttons": button}, gap)
        return column.at(self.rect.inflate(-2 * scale.units(SIDE_UNITS), -2 * padding))

    def drawn(self) -> pygame.Surface:
        """The words on a card."""
        shown, look, colour = self.shown, self._look, self._look.theme.colour
        line = mixed(colour.panel_line, colour.lit, 0.7) if shown.is_lit else colour.panel_line
        fill = mixed(colour.panel, colour.raised, 0.35)
        picture = look_card(look, self.rect.size, fill, line)
        places = {name: place.move(-self.rect.left, -self.rect.top) for name, place in self._places.items()}
        title, about = places["title"], places["about"]
        if not self.has_buttons:
            about.height = places["buttons"].bottom - about.top
        words = look.words
        heading = words.first_fitting(shown.titles, look.body, title.width, bold=True)
        ink = colour.lit if shown.is_lit else colour.ink
        picture.blit(words.line(heading, look.body, ink, bold=True), title.topleft)
        lines = words.lines_within(shown.about, look.small, about.size)
        words.draw(picture, lines, look.small, mixed(colour.muted, colour.ink, 0.4), about.topleft)
        return picture

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """All words, where there is no room for them."""
        if self.content is None or not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), tip=Tip(f"{self.content.titles[0]}. {self.content.about}"))
