"""The dialog that asks for a game and its rules: a list, with the chosen game beside it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pygame

from wormhole import PieceType, Variant, VariantError, menu, variant
from wormhole.gui.board.drawing.board_view import board_preview
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.dialogs.file_dialog import FileDialog
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, named, said
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Box, Column, Fill, Row, row, widened_rows
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.widget_theme import ENTRY, ENTRY_PADDING_PIXELS, PRIMARY
from wormhole.gui.window.background import Job
from wormhole.gui.window.screen import Stage
from wormhole.library.chosen_game import ChosenGame, opened
from wormhole.rules.chosen_rules import RULES

PIECES_UNITS = 8.5
CARD_GAP_UNITS = 2
PIECE_UNITS = 5
WIDEST_BOARD = 0.46
"""Share of the card's width."""
HIGHEST_BOARD = 0.42
"""Share of the height of a card in which the words stand below the board."""
LEAST_UNITS = 40
"""The width from which on the words stand beside the board."""


class GameCard(DrawnArea):
    """A layer that shows one game; `has_pieces`: with a row of its pieces at the bottom."""

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        variant: Variant,
        has_pieces: bool,
        fen: str | None = None,
        foot: int = 0,
    ) -> None:
        super().__init__(look, rect)
        self._has_pieces = has_pieces
        self._variant = variant
        self._fen = fen
        """The position of the board; None: the game's first one."""
        self._foot = foot
        """Pixels below the text that are kept free."""

    def show(self, variant: Variant) -> None:
        """Show this game."""
        if variant != self._variant:
            self._variant = variant
            self.redraw()

    @property
    def text_rect(self) -> pygame.Rect:
        """The rectangle of the window that holds the text, beside the board or below it."""
        return self._words_area().move(self.rect.topleft)

    def _board_side(self) -> int:
        if self._is_narrow:
            return min(self.rect.width, round(self.rect.height * HIGHEST_BOARD))
        return min(self.rect.height - self._pieces_height(), round(self.rect.width * WIDEST_BOARD))

    @property
    def _is_narrow(self) -> bool:
        return self.rect.width < self._look.scale.units(LEAST_UNITS)

    def _pieces_height(self) -> int:
        return self._look.scale.units(PIECES_UNITS + CARD_GAP_UNITS) if self._has_pieces else 0

    def _words_area(self) -> pygame.Rect:
        side = self._board_side()
        if self._is_narrow:
            top = side + self._look.scale.unit
            return pygame.Rect(0, top, self.rect.width, self.rect.height - self._pieces_height() - top)
        left = side + self._look.scale.units(CARD_GAP_UNITS + 0.5)
        return pygame.Rect(left, 0, self.rect.width - left, side)

    def drawn(self) -> pygame.Surface:
        """The board, the words and the pieces."""
        look = self._look
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        side = self._board_side()
        picture.blit(board_preview(look.theme, look.sprites, self._variant, (side, side), self._fen), (0, 0))
        self._draw_words(picture, self._words_area())
        if self._has_pieces:
            foot = pygame.Rect(0, 0, self.rect.width, look.scale.units(PIECES_UNITS))
            foot.bottom = self.rect.height
            self._draw_pieces(picture, foot)
        return picture

    def _draw_words(self, picture: pygame.Surface, area: pygame.Rect) -> None:
        look, colour, words = self._look, self._look.theme.colour, self._look.words
        title = words.wrapped(_(self._variant.title), look.title, area.width, bold=True)
        top = words.draw(picture, title, look.title, colour.ink, area.topleft, bold=True)
        maker = made_by(self._variant)
        makers = [words.fitted(maker, look.small, area.width)] if maker else []
        top = words.draw(picture, makers, look.small, colour.muted, (area.left, top)) + look.scale.unit
        ink = mixed(colour.muted, colour.ink, 0.6)
        room = (area.width, area.bottom - self._foot - top)
        about = words.sentences_within(_(self._variant.about), look.small, room)
        words.draw(picture, about, look.small, ink, (area.left, top))

    def _draw_pieces(self, picture: pygame.Surface, area: pygame.Rect) -> None:
        look = self._look
        piece_types = list(self._variant.piece_types.values())
        cells = row(area, len(piece_types), look.scale.pixels(4))
        names = [_(piece_type.name) for piece_type in piece_types]
        pixels = look.words.largest(names, look.scale.text(13), cells[0].width)
        has_names = all(look.words.width(name, pixels) <= cells[0].width for name in names)
        for piece_type, cell in zip(piece_types, cells, strict=True):
            self._draw_piece(picture, piece_type, cell, pixels if has_names else None)

    def _draw_piece(
        self, picture: pygame.Surface, piece_type: PieceType, cell: pygame.Rect, pixels: int | None
    ) -> None:
        """Draw a piece and, in letters of that size, its name."""
        look, colour, words = self._look, self._look.theme.colour, self._look.words
        size = min(look.scale.units(PIECE_UNITS), cell.width)
        drawn = look.sprites.piece(piece_type, True, size)
        picture.blit(drawn, drawn.get_rect(midtop=cell.midtop))
        if pixels is None:
            return
        name = words.line(words.fitted(_(piece_type.name), pixels, cell.width), pixels, colour.muted)
        picture.blit(name, name.get_rect(midbottom=cell.midbottom))


def made_by(variant: Variant) -> str:
    """A game's inventor and year: "Fergus Duniho, 2000"."""
    year = f"{variant.year}" if variant.year > 0 else ""
    return ", ".join(part for part in (variant.inventor, year) if part)


WIDEST_UNITS, HIGHEST_UNITS, HIGHEST_NARROW_UNITS = 104, 64, 86
LIST_UNITS = 31
HIGHEST_ENTRY_UNITS = 5
GAP_UNITS = 3
ROW_UNITS = 4.5
HINT_UNITS = 3.5
BUTTON_UNITS = 6
FILE_SUFFIX = ".toml"


class GameDialog(Dialog):
    """Asks for a game; `action` is called with the chosen one."""

    heading = N_("Select a game")

    def __init__(self, stage: Stage, game: ChosenGame, action: Callable[[ChosenGame], None]) -> None:
        super().__init__(stage)
        self._game = game
        self._action = action
        self._offered = [ChosenGame(variant(name)) for name in menu()]
        self._index = self._index_of(game)
        self._trouble = ""

    def inner_units(self) -> tuple[float, float]:
        """As large as the smallest window allows, upright or not."""
        return WIDEST_UNITS, HIGHEST_NARROW_UNITS if self.is_narrow else HIGHEST_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the list, the game, its rules and the buttons."""
        look = self.stage.look
        scale = look.scale
        between, gap = scale.units(2), scale.units(GAP_UNITS)
        width, rules = scale.units(LIST_UNITS), scale.units(len(RULES) * ROW_UNITS + HINT_UNITS)
        height = scale.units(BUTTON_UNITS)
        upper: Box[str]
        if self.is_narrow:
            games = Row({"list": width, "card": Fill()}, gap)
            upper = Column({"games": games, "rules": rules}, between)
            file = row(inner, 4, scale.unit)[0].width
            foot = Row({"file": file, "answers": Fill()}, scale.unit, height)
        else:
            right = Column({"card": Fill(), "rules": rules}, between)
            upper = Row({"list": width, "right": right}, gap)
            foot = Row({"file": width, "answers": Fill()}, gap, height)
        places = Column({"upper": upper, "foot": foot}, between).at(inner)
        self._card = GameCard(look, places["card"], self._game.base, has_pieces=True)
        self._make_list(places["list"])
        self._make_rules(places["rules"])
        self.widgets.button(
            places["file"],
            _("From a file…"),
            self._ask_file,
            tip=Tip(_("Open a game defined in a file")),
        )
        texts = (_("Select"), _("Train the computer…"), _("Cancel"))
        needs = [look.words.width(text, look.body) + 2 * scale.unit for text in texts]
        choose, train, cancel = widened_rows(row(places["answers"], 3, scale.unit), needs)
        self.widgets.button(choose, texts[0], self._done, PRIMARY)
        self.widgets.button(train, texts[1], self._teach, tip=Tip(_(TeachDialog.heading)))
        self.widgets.button(cancel, texts[2], self.stage.close_dialog)
        self.upper_layers = (self._card, self._hint)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; in the list, the arrow keys choose a game and Enter confirms it."""
        before = self._list.focused
        if event.type == pygame.KEYDOWN and event.key in ENTER and before is not None:
            self._done()
            return True
        used = super().handle(event, now_seconds)
        focused = self._list.focused
        if event.type == pygame.KEYDOWN and focused is not None and focused != before:
            self._choose(focused)
        return used

    def _index_of(self, game: ChosenGame) -> int:
        """The game's index in the list; a game from a file is added to it."""
        for index, offered in enumerate(self._offered):
            if offered.base == game.base or (game.file is not None and offered.file == game.file):
                self._offered[index] = ChosenGame(game.base, game.file or offered.file)
                return index
        self._offered.append(ChosenGame(game.base, game.file))
        return len(self._offered) - 1

    def _make_list(self, area: pygame.Rect) -> None:
        scale = self.stage.look.scale
        count = len(self._offered)
        gap = scale.units(0.25)
        height = min(scale.units(HIGHEST_ENTRY_UNITS), (area.height - (count - 1) * gap) // count)
        cells = list(Column(dict.fromkeys(range(count), height), gap).at(area).values())
        names = [
            (index, _(game.base.title) if game.file is None else self._shortened(game.base.title, area.width))
            for index, game in enumerate(self._offered)
        ]
        self._list = Choice(self.widgets, cells, names, self._index, self._choose, ENTRY)
        self._list.focus(self._index)

    def _shortened(self, title: str, width: int) -> str:
        """The title of the user's own game, with an ellipsis if it is too long for an entry that wide."""
        look = self.stage.look
        return look.words.fitted(title, look.small, width - 2 * look.scale.pixels(ENTRY_PADDING_PIXELS))

    def _make_rules(self, area: pygame.Rect) -> None:
        """Lay out a row for each rule, and the hint below the first one."""
        look = self.stage.look
        scale = look.scale
        height = scale.units(ROW_UNITS)
        step = (area.height - height) // max(1, len(RULES) - 1)
        labels = [_(rule.label) for rule in RULES]
        beside = max(look.words.width(label, look.small) for label in labels) + scale.units(2)
        columns = max(len(rule.answers) for rule in RULES)
        self._rules = []
        for index, (rule, label) in enumerate(zip(RULES, labels, strict=True)):
            top = area.bottom - height if index == len(RULES) - 1 else area.top + index * step
            line = pygame.Rect(area.left, top, area.width, height)
            self.write(label, line, look.theme.colour.muted)
            answers = Row({"label": beside, "answers": Fill()}).at(line)["answers"]
            cells = row(answers, columns, scale.unit)
            names = named((answer.value, answer.word) for answer in rule.answers)
            value = rule.of(self._game.variant)
            self._rules.append(Choice(self.widgets, cells[: len(names)], names, value, self._set_rule))
        between = pygame.Rect(area.left, area.top + height, area.width, step - height)
        self._hint = Hint(look, between.inflate(0, -scale.pixels(4)))
        self._show_rules()

    def _show_rules(self) -> None:
        game = self._game.variant
        for rule, choice in zip(RULES, self._rules, strict=True):
            choice.show(rule.of(game))
        hint = RULES[0].answer_in(game).hint
        self._hint.show(self._trouble or _(hint), is_trouble=bool(self._trouble))

    def _choose(self, index: int) -> None:
        """Choose another game of the list, with its own rules."""
        if index != self._index:
            self._index = index
            self._game = self._offered[index]
            self._trouble = ""
            self._list.show(index)
            self._card.show(self._game.base)
            self._show_rules()

    def _set_rule(self, value: Enum) -> None:
        try:
            self._game = self._game.with_rules(value)
            self._trouble = ""
        except VariantError as error:
            self._trouble = f"{said(error)}."
            self.stage.play_sound("error")
        self._show_rules()

    def _ask_file(self) -> None:
        self.stage.open(FileDialog(self.stage, _("Open a game file"), FILE_SUFFIX, self._open_file))

    def _open_file(self, path: Path) -> None:
        def read(job: Job[ChosenGame | VariantError]) -> ChosenGame | VariantError:
            try:
                return opened(path)
            except VariantError as error:
                return error

        wait_for(self.stage, _(READING), read, self._take)

    def _take(self, found: ChosenGame | VariantError) -> None:
        if isinstance(found, VariantError):
            self.stage.open(MessageDialog(self.stage, _("This game cannot be played"), said(found)))
            return
        self._game, self._trouble = found, ""
        self._index = self._index_of(found)
        self.stage.refresh_dialog()
        if found.complaint is not None:
            self.stage.open(MessageDialog(self.stage, _("Some pictures are missing"), said(found.complaint)))

    def _teach(self) -> None:
        self.stage.open(TeachDialog(self.stage, self._game.variant))

    def _done(self) -> None:
        self.stage.close_dialog()
        self._action(self._game)
