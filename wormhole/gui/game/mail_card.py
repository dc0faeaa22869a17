"""The card of a game by mail: whose turn it is, and the buttons that send a turn and take the answer."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from wormhole.gui.game.game_layout import GameLayout, Place
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import _
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import card
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Pixel, Spot, Tip
from wormhole.gui.look.layout import Column, Fill, row, widened_rows
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.mail.mail_words import last_san, opponent_name, pace_words, time_words, turn_words
from wormhole.gui.mail.sending import copy_turn, file_name, save_turn, text_of
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.screen import Stage
from wormhole.library.mail.mail_state import MailPhase
from wormhole.play.mail_game import MailGame
from wormhole.play.schedule import NEVER

PADDING_UNITS, LOW_PADDING_UNITS = 1.5, 0.6
SIDE_UNITS = 2.25
BUTTON_UNITS, LOW_UNITS = 5, 14
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
    opponent = opponent_name(match.game.headers["White" if state.opponent == "white" else "Black"])
    is_first = not match.game.variations
    if mail.phase is MailPhase.YOUR_MOVE:
        time = turn_words(state, now) if state.hours else pace_words(0)
        if game.draws.is_asked:
            about = _("Your opponent offers a draw: accept it, or decline it by a move.")
        elif is_first:
            about = _("Play the first move. Then you get a text that invites your opponent.")
        else:
            about = _("Play it on the board. Then you get a text to send.")
        titles = _("Your move · {time}").format(time=time), _("Your move")
        return MailWords(titles, about, True)
    if mail.phase is MailPhase.WAITING:
        title = _("Waiting for {name}").format(name=opponent)
        time = time_words(max(0, now - state.since))
        waiting = f"{title} · {time}", title, _("Waiting")
        return MailWords(waiting, _("Paste the answer here, or drop its file on the window."), False)
    about = _("Copy the text, and paste it into a mail or a message.")
    if mail.phase.is_over:
        titles = _("The game is over · tell {name}").format(name=opponent), _("The game is over")
        return MailWords(titles, about, True)
    if mail.is_invitation:
        return MailWords((_("Invite your opponent"),), about, True)
    move = last_san(match.game)
    sending = _("Send {move} to {name}").format(move=move, name=opponent)
    return MailWords((sending, _("Send {move}").format(move=move)), about, True)


class MailPart(Part):
    """Only in a game by mail."""

    _card: _MailCard | None = None

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        super().__init__(stage, game)
        self._buttons: list[Button] = []
        self._phase: MailPhase | None = None

    @property
    def wanted(self) -> frozenset[Place]:
        """Its place, as long as there is something to do."""
        mail = self._game.mail
        is_wanted = mail is not None and mail.phase is not MailPhase.OVER
        return frozenset({Place.MAIL}) if is_wanted else frozenset()

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the card and its buttons."""
        self._card, self.layers, self._widgets, self._buttons = None, (), widgets, []
        if self._game.mail is None or Place.MAIL not in layout:
            return
        self._card = _MailCard(self._stage.look, layout[Place.MAIL])
        self.layers = (self._card,)
        self._make_buttons(self._card)

    def refresh(self) -> None:
        """Show where the game stands."""
        mail, face = self._game.mail, self._card
        if mail is None or face is None:
            return
        if self._phase is not mail.phase:
            self._make_buttons(face)
        face.show(mail_words(self._game, mail, mail.now()))

    def update(self, now_seconds: float) -> float:
        """Let the time go on."""
        mail, face = self._game.mail, self._card
        if mail is None or face is None:
            return NEVER
        if face.words is not None and self._phase is mail.phase:
            face.show(mail_words(self._game, mail, mail.now()))
        return now_seconds + REFRESH_SECONDS

    def _make_buttons(self, face: _MailCard) -> None:
        mail, look = self._game.mail, self._stage.look
        assert mail is not None, "the card is there"
        for button in self._buttons:
            self._widgets.remove(button)
        self._phase, self._buttons = mail.phase, []
        entries = self._entries(mail)
        face.has_buttons = bool(entries)
        face.redraw()
        if not entries:
            return
        needs = [
            look.words.width(name, look.body, bold=True) + look.scale.units(2)
            for name, _do, _kind, _tip in entries
        ]
        places = widened_rows(row(face.buttons_place, len(entries), look.scale.unit), needs)
        self._buttons = [
            self._widgets.button(place, name, action, kind, tip)
            for (name, action, kind, tip), place in zip(entries, places, strict=True)
        ]

    def _entries(self, mail: MailGame) -> list[tuple[str, Action, str | None, Tip]]:
        """The name, the action, the kind and the tooltip of each button."""
        if mail.phase is MailPhase.YOUR_MOVE:
            return []
        copy = (
            _("Copy for your opponent") if mail.phase.is_unsent else _("Copy again"),
            self._copy,
            PRIMARY if mail.phase.is_unsent else None,
            Tip(_("Put the text for your opponent on the clipboard")),
        )
        save = _("Save…"), self._save, None, Tip(_("Save the text for your opponent as a file"))
        if mail.phase is not MailPhase.WAITING:
            return [copy, save]
        paste = _("Paste"), lambda: self._stage.command(Command.PASTE), PRIMARY, tip_of(Command.PASTE)
        return [paste, copy, save]

    def _copy(self) -> None:
        copy_turn(self._stage, self._text(), self._game.mark_sent)

    def _save(self) -> None:
        save_turn(self._stage, self._text(), file_name(self._game.match.game), self._game.mark_sent)

    def _text(self) -> str:
        assert self._game.mail is not None, "the card is there"
        return text_of(self._game.match.game, self._game.mail.state)


class _MailCard(DrawnArea):
    """The layer with the words."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self.words: MailWords | None = None
        self.has_buttons = False

    def show(self, words: MailWords) -> None:
        """Show these words."""
        if words != self.words:
            self.words = words
            self.redraw()

    @property
    def place(self) -> pygame.Rect | None:
        """All of it, once it has words."""
        return None if self.words is None else self.rect

    @property
    def buttons_place(self) -> pygame.Rect:
        """The rectangle of its row of buttons."""
        return self._places["buttons"]

    @property
    def _places(self) -> dict[str, pygame.Rect]:
        scale, look = self._look.scale, self._look
        is_low = self.rect.height < scale.units(LOW_UNITS)
        padding = scale.units(LOW_PADDING_UNITS if is_low else PADDING_UNITS)
        title, button = look.words.height(look.body), scale.units(BUTTON_UNITS - is_low)
        column = Column(
            {"title": title, "about": Fill(), "buttons": button}, scale.unit // (4 if is_low else 2)
        )
        return column.at(self.rect.inflate(-2 * scale.units(SIDE_UNITS), -2 * padding))

    def drawn(self) -> pygame.Surface:
        """The words on a card."""
        assert self.words is not None, "it has a place"
        look, colour = self._look, self._look.theme.colour
        line = mixed(colour.panel_line, colour.lit, 0.7) if self.words.is_lit else colour.panel_line
        fill = mixed(colour.panel, colour.raised, 0.35)
        picture = card(look.sprites, self.rect.size, look.corner, fill, 1.0, line, look.scale.pixels(1))
        places = {name: place.move(-self.rect.left, -self.rect.top) for name, place in self._places.items()}
        title, about = places["title"], places["about"]
        if not self.has_buttons:
            about.height = places["buttons"].bottom - about.top
        words = look.words
        fits = (each for each in self.words.titles if words.width(each, look.body, bold=True) <= title.width)
        heading = words.fitted(next(fits, self.words.titles[-1]), look.body, title.width, bold=True)
        ink = colour.lit if self.words.is_lit else colour.ink
        picture.blit(words.line(heading, look.body, ink, bold=True), title.topleft)
        lines = words.lines_within(self.words.about, look.small, about.size)
        words.draw(picture, lines, look.small, mixed(colour.muted, colour.ink, 0.4), about.topleft)
        return picture

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """All words, where there is no room for them."""
        if self.words is None or not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), tip=Tip(f"{self.words.titles[0]}. {self.words.about}"))
