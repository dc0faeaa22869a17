"""The fields of a position beside its pieces: side to move, castling, en passant, move number and clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame
from pygame_gui.elements import UIButton, UITextEntryLine

from wormhole import BLACK, WHITE, Variant
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.editor import edits
from wormhole.gui.editor.draft import MOST, Draft, has_en_passant
from wormhole.gui.language import N_, _
from wormhole.gui.layout import row, shared
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.spot import Tip
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage
from wormhole.rules import fen as fens

LABEL_SHARE = 0.25
NUMBER_SHARES = (5, 7, 5)
CASTLING = ("O-O", "O-O-O")
CASTLING_TIPS = {
    "K": N_("White may castle short: neither the king nor that rook has moved"),
    "Q": N_("White may castle long: neither the king nor that rook has moved"),
    "k": N_("Black may castle short: neither the king nor that rook has moved"),
    "q": N_("Black may castle long: neither the king nor that rook has moved"),
}
FIRST_MOVE_TIPS = {"K": N_("White's king has not moved yet"), "k": N_("Black's king has not moved yet")}
DIGITS = len(str(MOST))


class Form:
    """The fields of `draft()`; `change` is called with the draft that a person makes of it."""

    def __init__(self, stage: Stage, draft: Callable[[], Draft], change: Callable[[Draft], None]) -> None:
        self._stage = stage
        self._draft = draft
        self._change = change

    @staticmethod
    def rows(variant: Variant) -> int:
        """How many rows of fields this game needs."""
        return 2 + len(_rights_rows(variant)) + has_en_passant(variant)

    def place(self, rows: tuple[pygame.Rect, ...], widgets: Widgets) -> None:
        """Make the fields in their rows."""
        draft = self._draft()
        variant = draft.variant
        self._widgets = widgets
        self._rights: dict[str, UIButton] = {}
        self._passed: UIButton | None = None
        remaining = iter(rows)
        labels = []

        def take(text: str) -> pygame.Rect:
            whole = next(remaining)
            label, field = _cut(whole, LABEL_SHARE)
            labels.append((text, label))
            return field

        cells = row(take(_("To move")), 2, self._stage.look.scale.unit)
        names = ((WHITE, _("White")), (BLACK, _("Black")))
        self._turn = Choice(widgets, cells, names, draft.turn, self._set_turn)
        for name, rights in _rights_rows(variant):
            self._make_rights(take(name), rights)
        if has_en_passant(variant):
            tip = Tip(_("Where a pawn can be captured en passant"))
            self._passed = widgets.button(take(_("En passant")), "", self._ask_passed, CHOICE, tip)
        first, clock_label, clock = shared(take(_("Move")), NUMBER_SHARES, self._stage.look.scale.unit)
        labels.append((_("Quiet plies"), clock_label))
        self._number = widgets.text_line(first, str(draft.number), DIGITS)
        self._clock = widgets.text_line(clock, str(draft.clock), DIGITS)
        self.labels = self._labels(labels, rows[0].unionall(rows))
        self.show()

    def close(self) -> None:
        """Tell of no more changes."""
        self._change = _ignore

    def show(self) -> None:
        """Show the draft's fields, except in a text field that is being typed into."""
        draft = self._draft()
        self._turn.show(draft.turn)
        for letter, button in self._rights.items():
            self._widgets.enable(button, letter in draft.rights_possible)
            self._widgets.light(button, letter in draft.rights_given)
        if self._passed is not None:
            self._widgets.write(self._passed, _passed_words(draft.passed))
            self._widgets.light(self._passed, draft.passed != "-")
        for line, value in self._numbers(draft):
            if not self._widgets.is_focused(line) and line.get_text() != str(value):
                line.set_text(str(value))

    def read(self) -> None:
        """Take over the numbers that have been typed."""
        draft = self._draft()
        number, clock = (self._typed(line, value) for line, value in self._numbers(draft))
        self._change(replace(draft, number=max(1, number), clock=clock))

    @property
    def lines(self) -> tuple[UITextEntryLine, ...]:
        """The text fields."""
        return (self._number, self._clock)

    def _numbers(self, draft: Draft) -> tuple[tuple[UITextEntryLine, int], ...]:
        return ((self._number, draft.number), (self._clock, draft.clock))

    def _typed(self, line: UITextEntryLine, value: int) -> int:
        text = line.get_text()
        return int(text) if text.isascii() and text.isdigit() else value

    def _make_rights(self, area: pygame.Rect, rights: Sequence[tuple[str, str]]) -> None:
        cells = row(area, len(rights), self._stage.look.scale.unit)
        tips = FIRST_MOVE_TIPS if self._draft().variant.royal.has_first_move else CASTLING_TIPS
        for (letter, name), cell in zip(rights, cells, strict=True):
            self._rights[letter] = self._widgets.button(
                cell, name, partial(self._switch_right, letter), CHOICE, Tip(_(tips[letter]))
            )

    def _labels(self, labels: list[tuple[str, pygame.Rect]], area: pygame.Rect) -> Picture:
        look = self._stage.look
        picture = pygame.Surface(area.size, pygame.SRCALPHA)
        for text, place in labels:
            room = place.width - look.scale.unit // 2
            pixels = look.small if look.words.width(text, look.small) <= room else look.scale.text(12)
            lines = look.words.wrapped(text, pixels, room)[:2]
            height = min(look.words.height(pixels), place.height // 2)
            top = place.centery - area.top - len(lines) * height // 2
            for index, words in enumerate(lines):
                line = look.words.line(words, pixels, look.theme.colour.muted)
                middle = top + index * height + height // 2
                picture.blit(line, line.get_rect(midleft=(place.left - area.left, middle)))
        return Picture(picture, area.topleft)

    def _set_turn(self, turn: bool) -> None:
        self._change(edits.with_turn(self._draft(), turn))

    def _switch_right(self, letter: str) -> None:
        draft = self._draft()
        self._change(edits.with_right(draft, letter, letter not in draft.rights_given))

    def _ask_passed(self) -> None:
        """Ask on which square a pawn can be captured en passant."""
        draft, button = self._draft(), self._passed
        assert button is not None, "it was pressed"
        fields = edits.passed_fields(draft)
        chosen = fields.index(draft.passed) if draft.passed in fields else 0
        names = [_passed_words(field) for field in fields]
        self._stage.open(
            DropDown(
                self._stage,
                lambda: self._passed.rect if self._passed is not None else button.rect,
                names,
                chosen,
                lambda index: self._change(replace(self._draft(), passed=fields[index])),
            )
        )


def _cut(area: pygame.Rect, share: float) -> tuple[pygame.Rect, pygame.Rect]:
    """The area cut in two side by side."""
    width = round(area.width * share)
    left = pygame.Rect(area.topleft, (width, area.height))
    return left, pygame.Rect(left.right, area.top, area.width - width, area.height)


def _rights_rows(variant: Variant) -> list[tuple[str, list[tuple[str, str]]]]:
    """The rows of castling rights that a game needs: the label of each, and its letters with their names."""
    letters = fens.start_rights(variant)
    white, black = _("White"), _("Black")
    if variant.royal.has_first_move:
        return [(_("First move"), [("K", white), ("k", black)])]
    short, long = CASTLING
    rows = (
        (_("Castling"), [("K", f"{white} {short}"), ("Q", f"{white} {long}")]),
        ("", [("k", f"{black} {short}"), ("q", f"{black} {long}")]),
    )
    return [(label, rights) for label, rights in rows if {letter for letter, _name in rights} <= {*letters}]


def _passed_words(field: str) -> str:
    return _("No") if field == "-" else field.replace(",", ", ")


def _ignore(draft: Draft) -> None:
    """Do nothing."""
