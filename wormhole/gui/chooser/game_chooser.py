"""The place where a game and its rules are chosen: all games in groups, a search, and the chosen one beside.

It is a dialog that fills the window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pygame
from pygame import Rect

from wormhole import VariantError
from wormhole.gui.chooser.chooser_layout import chooser_layout
from wormhole.gui.chooser.game_list import FAVOURITE_KEY, GameList, GameRow
from wormhole.gui.chooser.game_preview import GamePreview
from wormhole.gui.chooser.own_files import INI_SUFFIX, SUFFIX, open_own_games
from wormhole.gui.chooser.rule_choices import RuleChoices
from wormhole.gui.dialogs.dialog import Popup
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.languages.language import N_, _, _n, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import panel_card
from wormhole.gui.look.focus import ENTER, PAGE_KEYS
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Picture, Sky, Tip
from wormhole.gui.look.layout import in_sight_if_large, row, widened
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.scroll_area import ENDS
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY, QUIET
from wormhole.gui.look.widgets import Action
from wormhole.gui.look.with_widgets import WithWidgets
from wormhole.gui.window import destination
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.heard import Heard, heard_of
from wormhole.gui.window.keys import Command, cap_words, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.library import offered_games, own_games
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.offered_games import Offer, SearchText, groups, search, title_text
from wormhole.library.own_games import OwnFile

MOST_LETTERS = 60
REST_SECONDS = 0.06
"""A game that stays chosen so long is read; the keys that are held down are quicker."""


@dataclass(frozen=True)
class _Read:
    """What was read in the background: the user's own games, and what all games are found by."""

    texts: Mapping[str, SearchText]
    own: tuple[Offer, ...] = ()
    paths: tuple[str, ...] | None = None
    """The files of the own games; None: they were not read."""


class GameDialog(WithWidgets, Popup):
    """Asks for a game; `action` is called with the chosen one."""

    heading = N_("Select a game")
    dims = False
    area: pygame.Rect | None = None
    games: GameList

    def __init__(
        self,
        stage: Stage,
        game: ChosenGame,
        action: Callable[[ChosenGame], None],
        *,
        composes: bool = True,
    ) -> None:
        self.stage = stage
        self._action = action
        self._composes = composes
        """Whether it leads to the composer."""
        self._game: ChosenGame | None = game
        """The chosen game; None if the chosen file has none."""
        self._coming: Offer | None = None
        """A game that was chosen last, as long as it is not read."""
        self._rest_seconds: float | None = None
        """How long it must stay chosen before it is read; set at the next update."""
        self._reads_at = NEVER
        self._given: tuple[Offer, ...] = ()
        """A game of the user's own that may not be in the list of those."""
        if game.file is not None:
            self._given = (Offer(game.key, game.base.title, game, game.file),)
        self._own: tuple[Offer, ...] = self._given
        self._texts: Mapping[str, SearchText] = {}
        self._query = ""
        self._trouble = ""
        self._chosen = game.key
        """The key of the chosen game, which may stand in several rows."""
        self._preview = GamePreview(stage)
        self._newest: LatestJob[_Read] = LatestJob(self._take_read)
        self._under: tuple[Layer, ...] = ()
        self._is_drawn = False
        self._is_outdated = True
        """Whether own games and the texts of the search are to be read."""

    # The screen

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the list, the card, the rules and the buttons."""
        look, size = self.stage.look, in_sight_if_large(size)
        self.area = pygame.Rect((0, 0), size)
        mark = self._focus_mark()
        if self.has_widgets:
            self.games.close()
        self._make_widgets(look)
        layout = chooser_layout(size)
        self._search = self.widgets.text_line(
            layout.search, self._query, MOST_LETTERS, _("Name, piece, inventor…"), self._type
        )
        self.games = GameList(self._choose_row, self._take_row, self._star_row).place(look, layout.games)
        sky = look.backdrop.surface(size)
        ground = sky.copy()
        panel = panel_card(look, layout.card.size)
        ground.blit(panel, layout.card)
        self._preview.place(layout.board, layout.words, layout.pieces, ground)
        self._count = Hint("small").place(look, layout.count)
        self._rules = RuleChoices(look, self.widgets, layout.rules, self._set_rule)
        self._make_tools(layout.tools)
        self._make_foot(layout.foot)
        card = Picture(panel, layout.card.topleft)
        self._under = (Sky(sky), card, self._heading(layout.heading))
        if mark is None:
            self.widgets.focus(self._search)
        else:
            self.widgets.focus_again(mark)
        self._list_games()
        self._settle()
        self._show_game()

    @property
    def layers(self) -> Sequence[Layer]:
        """All layers, lowest first."""
        if not self.has_widgets:
            return ()
        return (
            *self._under,
            self.games,
            *self._preview.layers,
            self._count,
            *self._rules.layers,
            self.widgets,
        )

    @property
    def heard(self) -> Heard:
        """The heading, the chosen game, and what has the focus."""
        return {"heading": _(self.heading), **heard_of(self.layers, self.widgets)} if self.has_widgets else {}

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle an event: letters search, the arrow keys choose a game, Enter confirms it.

        Esc ends the search or, if there is none, leaves.
        """
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event) or self.widgets.handle(event)
        if event.type == pygame.TEXTINPUT and not self.widgets.is_focused(self._search):
            self.widgets.focus(self._search)
        return self.widgets.handle(event) or self.games.handle(event, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Read in the background once the dialog has been drawn; let the board play and the caret blink."""
        if not self._is_drawn:
            self._is_drawn = True
            return EVERY_FRAME
        if self._is_outdated:
            self._is_outdated = False
            self._read()
        self._newest.update()
        if self._rest_seconds is not None:
            self._reads_at, self._rest_seconds = now_seconds + self._rest_seconds, None
        if now_seconds >= self._reads_at:
            self._settle()
        blinks_at = self.widgets.blink(now_seconds)
        return min(self._preview.update(now_seconds), self._reads_at, blinks_at)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Show the rules of the chosen game; else as any dialog."""
        if command is Command.RULES:
            self._open_rules()
            return True
        return super().perform(command, now_seconds)

    def close(self) -> None:
        """Release the widgets, and stop the work in the background."""
        self._newest.close()
        self._preview.close()
        self._close_widgets()
        if self.has_widgets:
            self.games.close()

    @property
    def opener(self) -> GameDialog:
        """Opens files that are dropped on it."""
        return self

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open files, one after the other; the last one's first game is chosen."""

        def take(file: OwnFile) -> None:
            self._take_file(file)
            self.open_files(paths[1:])

        if paths:
            open_own_games(self.stage, paths[0], take)

    def open_text(self, text: str) -> None:
        """Search for a text that is dropped."""
        self._search.set_text(text)
        self._type(self._search.get_text())

    @property
    def game(self) -> ChosenGame | None:
        """The chosen game; None if the chosen file has none or a search finds none."""
        self._settle()
        return self._shown_game

    @property
    def is_ready(self) -> bool:
        """Whether everything was read, and the board of the chosen game is shown."""
        return (
            bool(self._texts) and not self._newest.is_busy and (self._preview.is_shown or self._game is None)
        )

    # Keys

    def _handle_key(self, event: pygame.Event) -> bool:
        """Handle a key that does the same wherever the focus is; returns whether it was used."""
        has_chord = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        is_writing = self.widgets.is_focused(self._search)
        if event.key in ENDS:
            return self.games.handle_key(event, is_writing)
        if event.key == pygame.K_ESCAPE:
            self._clear_or_leave()
        elif event.key in ENTER and (is_writing or not self.widgets.has_focus):
            self._done()
        elif event.key == pygame.K_F1:
            self._open_rules()
        elif has_chord and event.key == pygame.K_b:
            self._star(self._chosen)
        elif has_chord and event.key == pygame.K_g and self._composes:
            self._compose()
        elif event.key == pygame.K_DELETE and is_writing and not self._query:
            self._ask_remove()
        elif is_writing or not self.widgets.has_focus or event.key in PAGE_KEYS:
            return self.games.step(event.key)
        elif not has_chord and event.unicode.isprintable() and event.unicode.strip():
            self.widgets.focus(self._search)  # which gets the letter with the event after this one
        else:
            return False
        return True

    def _clear_or_leave(self) -> None:
        if self._query:
            self._search.set_text("")
            self._type("")
            self.widgets.focus(self._search)
        else:
            self.stage.close_dialog()

    # What is shown

    def _heading(self, area: Rect) -> Layer:
        look = self.stage.look
        text = _(self.heading)
        pixels = look.words.largest([text], look.display, area.width, bold=True)
        line = look.words.line(text, pixels, look.theme.colour.ink, bold=True)
        return Picture(line, line.get_rect(midleft=area.midleft).topleft)

    def _make_tools(self, area: Rect) -> None:
        """The buttons for what can be done with the chosen game; the last one is for own games."""
        texts = (_("Rules"), _("Favourite"), _("Off the list"))
        rules, star, self._remove_place = widened(
            row(area, len(texts), self.stage.look.scale.unit), self._needs(texts)
        )
        self._rules_button = self.widgets.button(
            rules, texts[0], self._open_rules, CHOICE, tip_of(Command.RULES)
        )
        keep = Tip(_("Keep it at the top of the list"), (FAVOURITE_KEY,))
        self._star_button = self.widgets.button(
            star, texts[1], lambda: self._star(self._chosen), CHOICE, keep
        )
        self._remove_button: Button | None = None

    def _offer_removal(self, can: bool) -> None:
        """Show the button that removes an own game from the list, or not."""
        if can and self._remove_button is None:
            tip = Tip(_("The file itself stays where it is"), (cap_words("Del"),))
            place, text = self._remove_place, _("Off the list")
            self._remove_button = self.widgets.button(place, text, self._ask_remove, QUIET, tip)
        elif not can and self._remove_button is not None:
            self.widgets.remove(self._remove_button)
            self._remove_button = None

    def _make_foot(self, area: Rect) -> None:
        """The buttons at the foot of the window."""
        train = Tip(_(TeachDialog.heading))
        entries: tuple[tuple[str, Action, str | None, Tip | None], ...] = (
            (_("From a file…"), self._ask_file, None, Tip(_("Open a game defined in a file"))),
            *(((_("Compose…"), self._compose, None, tip_of(Command.COMPOSE)),) if self._composes else ()),
            (_("Train the computer…"), self._teach, None, train),
            (_("Cancel"), self.stage.close_dialog, None, Tip("", (cap_words("Esc"),))),
            (_("Select"), self._done, PRIMARY, Tip("", (cap_words("Enter"),))),
        )
        places = row(area, len(entries), self.stage.look.scale.unit)
        places = widened(places, self._needs([text for text, *_rest in entries]))
        buttons = [
            self.widgets.button(place, text, action, kind, tip)
            for (text, action, kind, tip), place in zip(entries, places, strict=True)
        ]
        self._select_button = buttons[-1]
        self._game_buttons = (self._rules_button, *buttons[1:-2])
        """What needs a game."""

    def _needs(self, texts: Sequence[str]) -> list[int]:
        look = self.stage.look
        return [look.words.width(text, look.body) + 2 * look.scale.unit for text in texts]

    def _list_games(self) -> None:
        """List all games, or those that are searched for, with the chosen one in sight."""
        settings = self.stage.settings
        listed = groups(self._own, settings.favourite_games, settings.played_games)
        offers = [offer for group in listed for offer in group.offers]
        if self._query.strip():
            found = search(self._query, offers, self._search_texts(offers), _)
            rows = [
                GameRow(_title(each.offer), each.offer, each.why or _told_apart(each.offer, offers))
                for each in found
            ]
            count = _n("{count} game found", "{count} games found", len(rows))
        else:
            rows = []
            for group in listed:
                rows.append(GameRow(_(group.heading)))
                rows += [GameRow(_title(offer), offer, _told_apart(offer, offers)) for offer in group.offers]
            different = len({offer.key for offer in offers})
            count = _n("{count} game to choose from", "{count} games to choose from", different)
        self._count.show(count)
        chosen = (number for number, each in enumerate(rows) if each.offer and each.offer.key == self._chosen)
        empty = _("No game with these words.")
        self.games.show_games(rows, next(chosen, None), frozenset(settings.favourite_games), empty)

    def _search_texts(self, offers: Sequence[Offer]) -> Mapping[str, SearchText]:
        known = self._texts
        return {each.key: known[each.key] if each.key in known else title_text(each, _) for each in offers}

    def _show_game(self) -> None:
        """Show the chosen game and its rules, or none where a search finds none."""
        offer, game = self._offer, self._shown_game
        self._preview.show(offer, None if game is None else game.variant)
        self._rules.show(None if game is None else game.variant, self._trouble)
        for button in self._game_buttons:
            button.enable(game is not None)
        self._select_button.enable(game is not None and self.games.chosen is not None)
        self._star_button.enable(offer is not None)
        self._star_button.is_selected = self._chosen in self.stage.settings.favourite_games
        self._offer_removal(offer is not None and offer.file is not None)

    @property
    def _offer(self) -> Offer | None:
        """The chosen game in the list; None if a search finds none."""
        row = self.games.chosen
        if row is not None:
            return self.games.rows[row].offer
        if self._finds_nothing:
            return None
        listed = (offer for group in groups(self._own) for offer in group.offers)
        return next((offer for offer in listed if offer.key == self._chosen), None)

    @property
    def _finds_nothing(self) -> bool:
        """Whether a search finds no game."""
        return bool(self._query.strip()) and self.games.chosen is None

    @property
    def _shown_game(self) -> ChosenGame | None:
        """The game that is shown; None if the chosen file has none or a search finds none."""
        return None if self._finds_nothing else self._game

    # What the user does

    def _choose_row(self, row: int) -> None:
        offer = self.games.rows[row].offer
        if offer is not None and offer.key != self._chosen:
            self._choose(offer)

    def _choose(self, offer: Offer) -> None:
        """Choose another game, with its own rules. Its title is shown at once, the rest after a moment.

        So holding a key scrolls through the list without reading every game.
        """
        self._chosen, self._trouble = offer.key, ""
        self._coming, self._rest_seconds = offer, REST_SECONDS
        self._preview.announce(offer)

    def _settle(self) -> None:
        """Read the game that was chosen last, and show it."""
        self._reads_at, self._rest_seconds = NEVER, None
        if self._coming is not None:
            self._game, self._coming = self._coming.game(), None
            self._show_game()

    def _take_row(self, row: int) -> None:
        self._choose_row(row)
        self._done()

    def _star_row(self, row: int) -> None:
        offer = self.games.rows[row].offer
        if offer is not None:
            self._star(offer.key)

    def _star(self, key: str) -> None:
        """Make a game a favourite, or no longer one."""
        before = self.stage.settings.favourite_games
        others = tuple(each for each in before if each != key)
        self.stage.preferences.change(favourite_games=others if key in before else (*others, key))
        self._renew_list()

    def _renew_list(self) -> None:
        """List the games again, from about the same place."""
        offset, height = self.games.offset, self.games.content_height
        self._list_games()
        self.games.keep_place(offset + self.games.content_height - height)
        self._settle()
        self._show_game()

    def _type(self, text: str) -> None:
        """Search for a text; the best match is chosen."""
        if text != self._query:
            self._query = text
            self._list_games()
            if text.strip():
                self._choose_best()
            if self._coming is None or self._finds_nothing:
                self._show_game()

    def _choose_best(self) -> None:
        """Choose the first game that the search has found."""
        first = self.games.rows[0].offer if self.games.rows else None
        if first is not None:
            self.games.go_to(0)
            if first.key != self._chosen:
                self._choose(first)

    def _set_rule(self, value: Enum) -> None:
        game = self.game
        if game is None:
            return
        try:
            self._game = game.with_rules(value)
            self._trouble = ""
        except VariantError as error:
            self._trouble = f"{said(error)}."
            self.stage.sounds.play("error")
        self._show_game()

    def _open_rules(self) -> None:
        from wormhole.gui.rules_pages.rules_dialog import RulesDialog  # not needed for the first picture

        if self.game is not None:
            self.stage.open(RulesDialog(self.stage, self.game.variant))

    def _teach(self) -> None:
        if self.game is not None:
            self.stage.open(TeachDialog(self.stage, self.game.variant))

    def _compose(self) -> None:
        """Compose a game that begins as the chosen one."""
        game = self.game
        if game is not None:
            self.stage.close_dialog()
            self.stage.rooms.open(destination.Composer(game))

    def _done(self) -> None:
        game = self.game
        if game is None or self.games.chosen is None:
            self.stage.sounds.play("error")
            return
        self.stage.close_dialog()
        self._action(game)

    # Games of the user's own

    def _read(self) -> None:
        """Read what the games at hand are found by, and then the user's own games, which may take longer."""
        paths, given = self.stage.settings.own_games, self._given
        if not self._texts:
            at_hand = self._own
            self._newest.ask(lambda: _Read(_texts_of(at_hand)))
            return

        def read() -> _Read:
            files = [own_games.read(Path(path)) for path in paths]
            own = [offer for file in files for offer in offered_games.offers_of(file)]
            keys = {offer.key for offer in own}
            own += [offer for offer in given if offer.key not in keys]
            return _Read(_texts_of(own), tuple(own), paths)

        self._newest.ask(read)

    def _take_read(self, found: _Read) -> None:
        """Take over what was read, unless the list of files has changed meanwhile; then it is read again."""
        before, self._texts = self._own, found.texts
        if found.paths == self.stage.settings.own_games:
            self._own = found.own
        else:
            self._read()
        if self._own != before or self._query:
            self._renew_list()
        if self._query and self.games.chosen is None:
            self._choose_best()

    def _ask_file(self) -> None:
        heading = _("Open a game file")
        self.stage.open(FileDialog(self.stage, heading, SUFFIX, self._open_file, also=(INI_SUFFIX,)))

    def _open_file(self, path: Path) -> None:
        open_own_games(self.stage, path, self._take_file)

    def _take_file(self, file: OwnFile) -> None:
        """Choose the first game of a file that has joined the list."""
        new = tuple(offered_games.offers_of(file))
        keys = {offer.key for offer in new}
        self._own = (
            *new,
            *(offer for offer in self._own if offer.key not in keys and offer.file != file.path),
        )
        self._query, self._chosen, self._trouble = "", new[0].key, ""
        self._game, self._coming = file.games[0], None
        self._is_outdated = True
        self.stage.refresh_dialog()

    def _ask_remove(self) -> None:
        """Remove the file of the chosen game from the list, after a question."""
        offer = self._offer
        if offer is None or offer.file is None:
            return
        file = offer.file
        games = sum(each.file == file for each in self._own)
        if games == 1:
            self._remove(file)
            return
        question = _n(
            "{file} leaves the list with its {count} game. The file itself stays where it is.",
            "{file} leaves the list with all its {count} games. The file itself stays where it is.",
            games,
            file=file.name,
        )
        heading, yes = _("Remove from the list"), _("Remove")
        self.stage.open(QuestionDialog(self.stage, heading, question, yes, lambda: self._remove(file)))

    def _remove(self, file: Path) -> None:
        """Remove a file from the list; the game beside it in the list is chosen."""
        settings = self.stage.settings
        gone = {offer.key for offer in self._own if offer.file == file}
        self._given = tuple(offer for offer in self._given if offer.file != file)
        self._own = tuple(offer for offer in self._own if offer.file != file)
        self.stage.preferences.change(
            own_games=own_games.removed(settings.own_games, file),
            favourite_games=tuple(key for key in settings.favourite_games if key not in gone),
            played_games=tuple(key for key in settings.played_games if key not in gone),
        )
        at = self.games.chosen or 0
        self._list_games()
        rows = self.games.rows
        left = [number for number, each in enumerate(rows) if each.offer is not None]
        if left:
            nearest = min(left, key=lambda number: abs(number - at))
            self.games.go_to(nearest)
            self._choose_row(nearest)
        self._settle()


def _texts_of(own: Sequence[Offer]) -> Mapping[str, SearchText]:
    """What all games of the catalogue and these are found by."""
    offers = (offer for group in groups(own) for offer in group.offers)
    return {offer.key: offered_games.search_text(offer, _) for offer in offers}


def _told_apart(offer: Offer, offers: Sequence[Offer]) -> str:
    """The name of the file of the user's own game, if another game has the same title."""
    if offer.file is None:
        return ""
    is_alone = all(each.title != offer.title or each.key == offer.key for each in offers)
    return "" if is_alone else offer.file.name


def _title(offer: Offer) -> str:
    """A title as it is listed; that of the user's own game is not translated."""
    return offer.title if offer.file is not None else _(offer.title)
