"""The fields of a position beside its pieces: side to move, castling, en passant, move number and clock."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from wormhole import BLACK, WHITE, Board, FenError, Variant
from wormhole.base.errors import Message
from wormhole.base.quoting import sentence
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.editor import edits
from wormhole.gui.editor.draft import MOST, Draft, Session, has_en_passant, has_holes
from wormhole.gui.editor.editor_layout import EditorLayout
from wormhole.gui.editor.edits import Brush
from wormhole.gui.editor.palette import Palette
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import key_cap, panel_card, rounded
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Layer, Picture, Tip
from wormhole.gui.look.layout import Fill, Row, Share, row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.widget_theme import CHOICE, PRIMARY, QUIET
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.keys import EDITOR_KEYS, HOLE_CAPS, Command, cap_words, caps_of, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.rules import fen as fens
from wormhole.rules.corrected_fen import corrected_fen


@dataclass(frozen=True)
class DraftVerdict:
    """The position, or the error `trouble`, why it cannot be played.

    `check` is the square of a king in check; `corrections` say what was corrected in the FEN.
    """

    board: Board | None = None
    trouble: str = ""
    check: int | None = None
    corrections: tuple[Message, ...] = ()

    @classmethod
    def of_error(cls, error: FenError, check: int | None = None) -> DraftVerdict:
        """The error in a FEN, as a sentence."""
        return cls(trouble=sentence(said(error)), check=check)

    @property
    def can_play(self) -> bool:
        """Whether a game can start here."""
        return not self.trouble


def verdict_of(variant: Variant, fen: str) -> DraftVerdict:
    """The verdict of the rules on this FEN."""
    try:
        read, corrections = corrected_fen(fen, variant)
        board = Board(variant, read)
    except FenError as error:
        return DraftVerdict.of_error(error, _check_out_of_turn(variant, fen))
    check = board.checked
    outcome = board.outcome()
    trouble = "" if outcome is None else sentence(said(outcome.reason()))
    return DraftVerdict(board, trouble, check, corrections)


def _check_out_of_turn(variant: Variant, fen: str) -> int | None:
    """The square of the king that is in check though the other side is to move."""
    fields = fen.split()
    if len(fields) < 2:
        return None
    other = {"w": "b", "b": "w"}.get(fields[1], "w")
    try:
        board = Board(variant, " ".join([fields[0], other]))
    except FenError:
        return None
    return board.checked


MOST_LINES = 3


class VerdictCard(DrawnArea):
    """A layer with a sentence beside a stripe: in the colour of an error or of a valid position."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self.text = ""
        self.is_trouble = self.is_marked = False

    def mark(self, is_marked: bool) -> None:
        """Mark the sentence, for the user to look at it, or no longer."""
        if is_marked != self.is_marked:
            self.is_marked = is_marked
            self.redraw()

    def show(self, text: str, is_trouble: bool) -> None:
        """Show this sentence."""
        if (text, is_trouble) != (self.text, self.is_trouble):
            self.text, self.is_trouble = text, is_trouble
            self.redraw()

    def drawn(self) -> pygame.Surface:
        """The stripe and the sentence on a card."""
        look = self._look
        words, colour = look.words, look.theme.colour
        picture = panel_card(look, self.rect.size)
        area = picture.get_rect()
        padding = look.scale.units(1)
        stripe = pygame.Rect(padding, padding, look.scale.pixels(4), area.height - 2 * padding)
        accent = colour.alarm if self.is_trouble else colour.accent
        if self.is_marked:
            corner, border = look.corner, look.scale.pixels(2)
            pygame.draw.rect(picture, accent, area, border, corner)
        rounded(picture, accent, stripe, stripe.width // 2)
        left = stripe.right + padding
        pixels = look.small
        width = area.right - padding - left
        lines = words.wrapped(self.text, pixels, width)
        while pixels > 11 and len(lines) * words.height(pixels) > area.height - padding:
            pixels -= 1
            lines = words.wrapped(self.text, pixels, width)
        lines = lines[:MOST_LINES]
        top = area.centery - len(lines) * words.height(pixels) // 2
        words.draw(picture, lines, pixels, colour.ink, (left, top))
        return picture


LINE_UNITS = 3
COLUMN_UNITS = 26


def key_list(look: Look, rect: pygame.Rect, variant: Variant) -> Picture:
    """The most important keys in this game, in one column or two."""
    picture = pygame.Surface((rect.width, max(1, rect.height)), pygame.SRCALPHA)
    height = look.scale.units(LINE_UNITS)
    columns = max(1, min(2, rect.width // look.scale.units(COLUMN_UNITS)))
    rows = rect.height // height
    hidden = () if has_holes(variant) else (HOLE_CAPS,)
    bindings = [binding for binding in EDITOR_KEYS.bindings if binding.caps not in hidden][: rows * columns]
    rows = -(-len(bindings) // columns)
    width = rect.width // columns
    for index, binding in enumerate(bindings):
        place = pygame.Rect((index // rows) * width, (index % rows) * height, width, height)
        left = place.left
        for cap in binding.caps:
            key = key_cap(look, cap_words(cap), height - look.scale.pixels(4))
            picture.blit(key, key.get_rect(midleft=(left, place.centery)))
            left += key.get_width() + look.scale.pixels(5)
        left += look.scale.pixels(3)
        room = place.right - look.scale.pixels(6) - left
        pixels = look.words.largest([_(binding.meaning)], look.scale.text(12), room)
        ink, at = look.theme.colour.muted, (left, place.centery)
        look.words.write(picture, _(binding.meaning), pixels, ink, width=room, midleft=at)
    return Picture(picture, rect.topleft)


class FenField:
    """The field of a session. While it has the focus, it keeps the text as it is typed."""

    line: TextField

    def __init__(self, session: Session[Draft]) -> None:
        self._session = session
        self._typed: str | None = None

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the field."""
        self._widgets = widgets
        self.line = widgets.text_line(rect, self._session.draft.fen, fens.LONGEST)

    @property
    def fen(self) -> str:
        """The text: that of the draft, unless another one is being typed."""
        return self._session.draft.fen if self._typed is None else self._typed

    @property
    def is_wrong(self) -> bool:
        """Whether the text that is being typed cannot be shown on the board."""
        return self._error() is not None

    def show(self) -> None:
        """Show the draft, unless its FEN is being typed."""
        if not self._widgets.is_focused(self.line) and self.line.get_text() != self.fen:
            self.line.set_text(self.fen)

    def read(self) -> None:
        """Apply what has been typed."""
        if not self._widgets.is_focused(self.line):
            self._typed = None
            return
        text = self.line.get_text()
        if text == self.fen:
            return
        if self._typed is None:
            self._session.begin()
        self._typed = text
        with contextlib.suppress(FenError):  # the verdict says what is wrong
            self._session.change(Draft.read(self._session.draft.variant, text))

    def verdict(self) -> DraftVerdict:
        """The verdict of the rules on the text, even if it cannot be shown on the board."""
        error = self._error()
        if error is not None:
            return DraftVerdict.of_error(error)
        return verdict_of(self._session.draft.variant, self.fen)

    def _error(self) -> FenError | None:
        """The error in the text that is being typed."""
        if self._typed is not None:
            try:
                Draft.read(self._session.draft.variant, self._typed)
            except FenError as error:
                return error
        return None


LABEL_SHARE = 0.25
NUMBER_SHARES = {"number": 5, "label": 7, "clock": 5}
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
    """The fields of `draft()`; `change` is called with the draft that the user makes of it."""

    def __init__(self, stage: Stage, draft: Callable[[], Draft], change: Callable[[Draft], None]) -> None:
        self._stage = stage
        self._draft = draft
        self._change = change

    @staticmethod
    def rows(variant: Variant) -> int:
        """How many rows of fields this game needs."""
        return (
            2
            + len(_rights_rows(variant))
            + bool(variant.gates)
            + has_en_passant(variant)
            + (variant.endings.checks > 1)
        )

    def place(self, rows: tuple[pygame.Rect, ...], widgets: Widgets) -> None:
        """Make the fields in their rows."""
        draft = self._draft()
        variant = draft.variant
        self._widgets = widgets
        self._rights: dict[str, Button] = {}
        self._gates: dict[bool, Button] = {}
        self._checks: tuple[TextField, ...] = ()
        self._passed: Button | None = None
        remaining = iter(rows)
        labels = []

        def take(text: str) -> pygame.Rect:
            label, field = Row({"label": Share(LABEL_SHARE), "field": Fill()}).at(next(remaining)).values()
            labels.append((text, label))
            return field

        cells = self._halves(take(_("To move")))
        names = ((WHITE, _("White")), (BLACK, _("Black")))
        self._turn = Choice(names, draft.turn, self._set_turn).fill(widgets, cells)
        for name, rights in _rights_rows(variant):
            self._make_rights(take(name), rights)
        if variant.gates:
            for (color, name), cell in zip(names, self._halves(take(_("Gating"))), strict=True):
                tip = Tip(_("A piece that leaves its first square may let in one from the hand"))
                switch = partial(self._switch_gates, color)
                self._gates[color] = widgets.button(cell, name, switch, CHOICE, tip)
        if variant.endings.checks > 1:
            fields = self._halves(take(_("Checks left")))
            self._checks = tuple(
                widgets.text_line(cell, str(count), DIGITS)
                for count, cell in zip(draft.checks, fields, strict=True)
            )
        if has_en_passant(variant):
            tip = Tip(_("Where a pawn can be captured en passant"))
            self._passed = widgets.button(take(_("En passant")), "", self._ask_passed, CHOICE, tip)
        numbers = {name: Fill(share) for name, share in NUMBER_SHARES.items()}
        places = Row(numbers, self._stage.look.scale.unit).at(take(_("Move")))
        labels.append((_("Half-moves"), places["label"]))
        self._number = widgets.text_line(places["number"], str(draft.number), DIGITS)
        self._clock = widgets.text_line(places["clock"], str(draft.clock), DIGITS)
        self.labels = self._labels(labels, rows[0].unionall(rows))
        self.show()

    def _halves(self, area: pygame.Rect) -> tuple[pygame.Rect, ...]:
        """The places of what is about White and about Black."""
        return tuple(row(area, 2, self._stage.look.scale.unit))

    def close(self) -> None:
        """Report no more changes."""
        self._change = lambda draft: None

    def show(self) -> None:
        """Show the draft's fields, except in a text field that is being typed into."""
        draft = self._draft()
        self._turn.show(draft.turn)
        for letter, button in self._rights.items():
            button.enable(letter in draft.rights_possible)
            button.is_selected = letter in draft.rights_given
        for color, button in self._gates.items():
            possible = draft.gates_possible(color)
            button.enable(bool(possible))
            button.is_selected = any(letter in draft.rights_given for letter in possible)
        if self._passed is not None:
            self._passed.text = _passed_words(draft.passed)
            self._passed.is_selected = draft.passed != "-"
        for line, value in self._numbers(draft):
            if not self._widgets.is_focused(line) and line.get_text() != str(value):
                line.set_text(str(value))

    def read(self) -> None:
        """Take over the numbers that have been typed."""
        draft = self._draft()
        number, clock, *checks = (self._typed(line, value) for line, value in self._numbers(draft))
        draft = replace(draft, number=max(1, number), clock=clock)
        self._change(edits.with_checks(draft, (checks[0], checks[1])) if checks else draft)

    @property
    def lines(self) -> tuple[TextField, ...]:
        """The text fields."""
        return (self._number, self._clock, *self._checks)

    def _numbers(self, draft: Draft) -> tuple[tuple[TextField, int], ...]:
        checks = zip(self._checks, draft.checks, strict=False)
        return ((self._number, draft.number), (self._clock, draft.clock), *checks)

    def _typed(self, line: TextField, value: int) -> int:
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

    def _switch_gates(self, color: bool) -> None:
        draft = self._draft()
        are_given = any(letter in draft.rights_given for letter in draft.gates_possible(color))
        self._change(edits.with_gates(draft, color, not are_given))

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


ACTIONS = (
    (N_("Start position"), "", Command.START_POSITION),
    (N_("Clear"), "", Command.CLEAR_BOARD),
    (N_("Mirror"), N_("Swap the colours and flip the position"), Command.MIRROR),
    (N_("Flip"), "", Command.FLIP),
    (N_("Undo"), "", Command.UNDO),
    (N_("Redo"), "", Command.REDO),
)
"""The buttons for the whole board: their names, and tooltips that differ from the list of keys."""


class Panel:
    """Shows a session and its verdict; `change` is called with the draft that the user makes there."""

    layers: Sequence[Layer] = ()
    palette: Palette

    def __init__(self, stage: Stage, session: Session[Draft], change: Callable[[Draft], None]) -> None:
        self._stage = stage
        self._session = session
        self.fen = FenField(session)
        self.form = Form(stage, lambda: session.draft, change)

    def place(self, layout: EditorLayout, widgets: Widgets) -> None:
        """Make everything for a layout."""
        look, variant = self._stage.look, self._session.draft.variant
        self._widgets = widgets
        self._button(layout.game, f"{_(variant.title)}…", Command.GAME)
        self.palette = Palette(look, layout.palette, variant)
        self.form.place(layout.form, widgets)
        for (name, tip, command), cell in zip(ACTIONS, layout.actions, strict=True):
            button = self._button(cell, _(name), command, tip=_(tip))
            if command is Command.UNDO:
                self._undo = button
            elif command is Command.REDO:
                self._redo = button
        self.fen.place(layout.fen, widgets)
        self._button(layout.copy, _("Copy"), Command.COPY)
        self._button(layout.paste, _("Paste"), Command.PASTE)
        self._card = VerdictCard(look, layout.verdict)
        self._play = self._button(layout.play, _("Play from here…"), Command.PLAY_FROM_HERE, PRIMARY)
        widgets.button(
            layout.back,
            _("Close"),
            lambda: self._stage.command(Command.MENU),
            QUIET,
            Tip("", caps_of(Command.MENU)),
        )
        self.layers = (self.palette, self.form.labels, key_list(look, layout.keys, variant), self._card)

    def close(self) -> None:
        """Report no more changes, so that closing the owner frees both."""
        self.form.close()

    def show(self, verdict: DraftVerdict, brush: Brush, flipped: bool) -> None:
        """Show the draft's fields, the verdict of the rules, and the choice in the palette."""
        self.palette.show(brush, flipped)
        self.form.show()
        self.fen.show()
        self._undo.enable(self._session.can_undo)
        self._redo.enable(self._session.can_redo)
        self._play.enable(verdict.can_play)
        self._card.show(self._said(verdict), is_trouble=not verdict.can_play)

    def read(self) -> None:
        """Apply what has been typed."""
        if any(self._widgets.is_focused(line) for line in self.form.lines):
            self.form.read()
        self.fen.read()

    @property
    def is_typing(self) -> bool:
        """Whether a text field has the focus."""
        return any(self._widgets.is_focused(line) for line in self._lines)

    def is_on_field(self, pixel: tuple[int, int]) -> bool:
        """Whether a text field is under a pixel."""
        return any(line.rect.collidepoint(pixel) for line in self._lines)

    @property
    def _lines(self) -> tuple[TextField, ...]:
        return (self.fen.line, *self.form.lines)

    def _button(
        self, rect: pygame.Rect, name: str, command: Command, kind: str | None = None, tip: str = ""
    ) -> Button:
        """A button for a command."""
        return self._widgets.button(
            rect, name, lambda: self._stage.command(command), kind, tip_of(command, tip)
        )

    def _said(self, verdict: DraftVerdict) -> str:
        if not verdict.can_play:
            return verdict.trouble
        if verdict.corrections:
            return sentence(said(verdict.corrections[0]))  # there is room for one
        who = _("White") if self._session.draft.turn else _("Black")
        return _("The position is valid. {side} is to move.").format(side=who)
