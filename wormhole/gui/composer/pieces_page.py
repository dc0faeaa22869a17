"""The page about the pieces: their names, letters and pictures, and the brush that draws their moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from wormhole import Variant, assets
from wormhole.base.errors import VariantError
from wormhole.gui.composer.composition import Composition
from wormhole.gui.composer.moves_board import mark_svg
from wormhole.gui.composer.page import Page
from wormhole.gui.composer.piece_picker import PickerItem, PiecePicker
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, _n, _p, named
from wormhole.gui.look.button import Button
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Fill, Grid, Row
from wormhole.gui.look.text_field import TextField
from wormhole.gui.rules_pages.piece_sentence import path_sentence, piece_sentence
from wormhole.gui.window.stage import Stage
from wormhole.library.composer import piece_edits
from wormhole.library.composer.move_drawing import (
    Manner,
    Purpose,
    Symmetry,
    cleared,
    toggled,
)
from wormhole.library.composer.piece_collection import KnownPiece, known_pieces, with_known_piece
from wormhole.library.composer.rule_edits import piece_name
from wormhole.rules import betza
from wormhole.rules.betza import Leap
from wormhole.rules.betza_writer import Mark, marks, written
from wormhole.rules.fields import LETTERS

CELL_UNITS, READABLE_CELL_UNITS, LEAST_CELL_UNITS = 6, 4.5, 3.5
MARK_SHARE = 0.8
ROW_UNITS, TOOL_UNITS, LABEL_UNITS, LETTER_UNITS = 4.5, 4, 7.5, 6
LONGEST_PIECE_NAME = 50
HINT_UNITS = 8
HINT = N_(
    "Click squares of the board to draw the moves; a right click removes them. "
    "The arrow keys and Space do the same."
)
BETZA_TIP = N_(
    "The moves in Betza's letters, by which chess problemists write them. They follow the board, and can be "
    "typed: K for a step in any direction, N for a knight's leap, RN for rook and knight in one."
)
PURPOSES = (
    (Purpose.BOTH, N_("Both")),
    (Purpose.MOVE, N_("Move")),
    (Purpose.CAPTURE, N_("Capture")),
)
PURPOSE_TIPS = {
    Purpose.BOTH: N_("A click on a square lets the piece move and capture there"),
    Purpose.MOVE: N_("A click on a square lets the piece move there, but not capture"),
    Purpose.CAPTURE: N_("A click on a square lets the piece capture there, but not move without a capture"),
}
MANNERS = (
    (Manner.LEAP, N_("Leap")),
    (Manner.RIDE, N_("Ride")),
    (Manner.RIDE_TO_HERE, N_("Ride to here")),
    (Manner.OVER, N_("Over a piece")),
    (Manner.BEHIND, N_("Behind a piece")),
    (Manner.LAME, N_("If clear")),
)
MANNER_TIPS = {
    Manner.LEAP: N_("Straight to that square, whatever stands between"),
    Manner.RIDE: N_("On and on in that direction, until a piece is in the way"),
    Manner.RIDE_TO_HERE: N_("In that direction, as far as this square"),
    Manner.OVER: N_("In that direction over exactly one piece and on, as the cannon of Xiangqi captures"),
    Manner.BEHIND: N_("In that direction to the square just behind the first piece, as a grasshopper"),
    Manner.LAME: N_("To that square, unless a piece stands between"),
}
SYMMETRIES = (
    (Symmetry.ALL, N_("All around")),
    (Symmetry.SIDES, N_("Left and right")),
    (Symmetry.NONE, N_("Only here")),
)
TIMES = ((False, N_("Always")), (True, N_("First move only")))


class PiecesPage(Page):
    """The pieces of the game, and everything about the selected one."""

    title = N_("Pieces")

    def __init__(self, stage: Stage, composition: Composition) -> None:
        super().__init__(stage, composition)
        self._moves: TextField | None = None
        self._letter: TextField | None = None

    @property
    def letter(self) -> str:
        """The letter of the selected piece."""
        return self.composition.letter

    @property
    def marks(self) -> frozenset[Mark]:
        """The marks of the selected piece's moves; none if they cannot be read."""
        try:
            return marks(self._value("moves", ""))
        except VariantError:
            return frozenset()

    @property
    def sentence(self) -> str:
        """How the selected piece moves; empty if the game cannot be played."""
        game = self.draft.checked
        return piece_sentence(game, self.letter) if isinstance(game, Variant) else ""

    def fill(self, area: pygame.Rect) -> None:
        """Lay out the pieces, the fields of the selected one, and the brush."""
        units = self.look.scale.units
        label, tool = units(LABEL_UNITS), units(TOOL_UNITS)
        count = len(self.draft.pieces) + 1
        columns, side = self._strip(area.width, count)
        lines = -(-count // columns)
        gap = self.look.scale.pixels(4)
        word = self.look.words.width(_("Letter"), self.look.scale.text(13)) + self.look.scale.unit
        name = Row(
            {"name": Fill(), "letter_label": word, "letter": units(LETTER_UNITS)}, units(1), units(ROW_UNITS)
        )
        actions = Row({"picture": Fill(), "royal": Fill(), "remove": Fill()}, units(1), units(ROW_UNITS))
        rows = {
            part: Row({f"{part}_label": label, part: Fill()}, size=height)
            for part, height in (
                ("purpose", tool),
                ("manner", 2 * tool + gap),
                ("symmetry", tool),
                ("time", tool),
                ("moves", units(ROW_UNITS)),
            )
        }
        places = self.column(
            {
                "strip": lines * side + (lines - 1) * gap,
                "name_row": name,
                "actions": actions,
                **{f"{part}_row": row for part, row in rows.items()},
            },
            area,
        )
        self._fill_strip(places["strip"], columns, gap)
        self._letter = self._moves = None
        if not self.letter:
            return
        self._fill_piece(places)
        self._fill_brush(places)
        self.label(_("Betza"), places["moves_label"])
        letters = Row({"field": Fill(), "clear": units(12)}, units(1)).at(places["moves"])
        self._moves = self.widgets.text_line(
            letters["field"], self._value("moves", ""), betza.LONGEST, action=self._type_moves
        )
        self._moves.tip = Tip(_(BETZA_TIP))
        tip = Tip(_("Remove all moves of this piece"))
        self.widgets.button(letters["clear"], _("Clear"), lambda: self._set_marks(frozenset()), tip=tip)

        room = area.bottom - letters["field"].bottom - units(2)
        if room >= units(HINT_UNITS):
            hint = pygame.Rect(area.left, area.bottom - room, area.width, room)
            self.write(_(HINT), hint)

    def show(self) -> None:
        """Show the letter and the moves, unless they are being typed; mark what is not accepted."""
        trouble = self.draft.trouble
        texts = ((self._moves, self._value("moves", "")), (self._letter, self.letter))
        for field, text in texts:
            if field is not None and not field.is_focused and field.get_text() != text:
                field.set_text(text)
        if self._moves is not None:
            self._moves.is_wrong = trouble is not None and trouble.path == f"pieces.{self.letter}.moves"
        if self._letter is not None:
            self._letter.is_wrong = bool(self.refused)

    @property
    def refused(self) -> str:
        """Why the text in the field of the letter cannot be this piece's letter."""
        if self._letter is None or not self._letter.is_focused:
            return ""
        text = self._letter.get_text().upper()
        letter = text[-1:]
        if not text.strip():
            return _("A piece needs a letter.")
        if letter not in LETTERS:
            return _("A piece has one letter from A to Z, but not X.")
        if letter != self.letter and letter in self.draft.pieces:
            name = _(piece_name(self.draft.pieces[letter], letter))
            return _("{letter} is the letter of the {name}.").format(letter=letter, name=name)
        return ""

    # Drawing moves

    def mark(self, square: Leap) -> None:
        """Mark a square with the brush, or remove its mark."""
        after = toggled(self.marks, square, self.composition.brush)
        if after == self.marks:
            self.stage.sounds.play("error")
            self.stage.notices.flash(_("Pieces hop along straight and diagonal lines only."))
        else:
            self._set_marks(after)

    def erase(self, square: Leap) -> None:
        """Remove the marks that lead to a square."""
        self._set_marks(cleared(self.marks, square, self.composition.brush.symmetry))

    def _set_marks(self, found: frozenset[Mark]) -> None:
        try:
            moves = written(found)
        except KeyError:
            self.stage.sounds.play("error")
            return
        self.change(piece_edits.with_moves(self.draft, self.letter, moves))

    def _type_moves(self, typed: str) -> None:
        moves = re.sub(r"\s", "", typed)
        self.composition.type("moves", piece_edits.with_moves(self.draft, self.letter, moves))

    # The pieces

    def _strip(self, width: int, count: int) -> tuple[int, int]:
        """The columns and the side of the cells of so many pieces, in one row or two if they are readable."""
        scale, gap = self.look.scale, self.look.scale.pixels(4)
        side = (width + gap) // count - gap
        if side < scale.units(READABLE_CELL_UNITS):
            side = max(scale.units(LEAST_CELL_UNITS), (width + gap) // -(-count // 2) - gap)
        side = min(side, scale.units(CELL_UNITS))
        return max(1, (width + gap) // (side + gap)), side

    def _fill_strip(self, area: pygame.Rect, columns: int, gap: int) -> None:
        """A button with a picture for each piece, and one for another piece."""
        pieces = self.draft.pieces
        side = (area.height + gap) // -(-(len(pieces) + 1) // columns) - gap
        area = pygame.Rect(area.left, area.top, columns * (side + gap) - gap, area.height)
        cells = Grid([*pieces, "+"], columns, gap).at(area)
        for letter in pieces:
            self.piece_button(
                cells[letter], letter, letter == self.letter, partial(self.composition.select, letter)
            )
        add = self.widgets.button(cells["+"], "+", self._ask_piece, tip=Tip(_("Add a piece")))
        add.enable(len(pieces) < piece_edits.MOST_PIECES)

    def _fill_piece(self, places: dict[str, pygame.Rect]) -> None:
        widgets = self.widgets
        widgets.text_line(
            places["name"], _(self._value("name", "")), LONGEST_PIECE_NAME, _("Name"), action=self._type_name
        )
        self.label(_("Letter"), places["letter_label"])
        self._letter = widgets.text_line(places["letter"], self.letter, 2, action=self._type_letter)
        self._letter.tip = Tip(_("Stands for the piece in files, positions and moves"))
        tip = Tip(_("Select another picture"))
        widgets.button(places["picture"], _("Picture…"), self._ask_picture, tip=tip)
        is_royal = bool(self._value("royal", False))
        self.switch(
            places["royal"],
            _p("piece", "Royal"),
            is_royal,
            self._make_royal,
            _("The piece that is checkmated"),
        )
        remove = widgets.button(places["remove"], _("Remove"), self._remove)
        remove.enable(not is_royal)

    def _fill_brush(self, places: dict[str, pygame.Rect]) -> None:
        brush = self.composition.brush
        self.label(_("A click"), places["purpose_label"])
        before = len(self.widgets.buttons)
        self.choice(places["purpose"], named(PURPOSES), brush.purpose, partial(self._paint_with, "purpose"))
        self._draw_marks(self.widgets.buttons[before:])
        for button, (purpose, _name) in zip(self.widgets.buttons[before:], PURPOSES, strict=True):
            button.tip = Tip(_(PURPOSE_TIPS[purpose]))
        self.label(_("How"), places["manner_label"])
        before = len(self.widgets.buttons)
        self.choice(
            places["manner"], named(MANNERS), brush.manner, partial(self._paint_with, "manner"), columns=3
        )
        for button, (manner, _name) in zip(self.widgets.buttons[before:], MANNERS, strict=True):
            button.tip = Tip(_(MANNER_TIPS[manner]), around=tuple(places["manner"]))
        self.label(_("Where"), places["symmetry_label"])
        self.choice(
            places["symmetry"], named(SYMMETRIES), brush.symmetry, partial(self._paint_with, "symmetry")
        )
        self.label(_("When"), places["time_label"])
        self.choice(places["time"], named(TIMES), brush.from_home, partial(self._paint_with, "from_home"))

    def _draw_marks(self, buttons: Sequence[Button]) -> None:
        """Draw on each button what it marks a square with, if there is room beside all words."""
        look, gap = self.look, self.look.scale.pixels(5)
        side = round(MARK_SHARE * buttons[0].rect.height)
        widest = max(look.words.width(button.text, button.text_pixels) for button in buttons)
        if widest + 2 * (side + gap) > min(button.rect.width for button in buttons):
            return
        for button, (purpose, _name) in zip(buttons, PURPOSES, strict=True):
            mark = look.sprites.drawing(mark_svg(purpose, look.theme.colour, side))
            self.paste_above(mark, mark.get_rect(midleft=button.rect.move(gap, 0).midleft))

    def _value(self, field: str, otherwise: Any) -> Any:
        return self.draft.value(f"pieces.{self.letter}.{field}", otherwise)

    def _paint_with(self, field: str, value: Any) -> None:
        self.composition.brush = replace(self.composition.brush, **{field: value})

    def _type_name(self, typed: str) -> None:
        self.composition.type("name", piece_edits.with_name(self.draft, self.letter, typed))

    def _type_letter(self, typed: str) -> None:
        letter = typed[-1:].upper()
        if self.refused:
            self.stage.sounds.play("error")
        elif letter != self.letter:
            self.composition.type("letter", piece_edits.relettered(self.draft, self.letter, letter))
            self.composition.select(letter)

    def _make_royal(self) -> None:
        """Make the piece royal; say which others no longer are."""
        after = piece_edits.with_royal(self.draft, self.letter)
        gone = [
            _(piece_name(piece, letter))
            for letter, piece in self.draft.pieces.items()
            if piece.get("royal") and not after.pieces[letter].get("royal") and letter != self.letter
        ]
        self.change(after, _("No longer royal: {pieces}.").format(pieces=", ".join(gone)) if gone else "")

    def _remove(self) -> None:
        """Remove the piece from the game; say how many stood on the board."""
        cells = Counter(cell.upper() for row in self.draft.rows for cell in row)
        count = cells[self.letter]
        name = _(piece_name(self.draft.pieces[self.letter], self.letter))
        remark = _n(
            "{name} is removed, with {count} piece on the board.",
            "{name} is removed, with {count} pieces on the board.",
            count,
            name=name,
        )
        self.change(piece_edits.without_piece(self.draft, self.letter), remark if count else "")

    def _ask_piece(self) -> None:
        wait_for(self.stage, _(READING), lambda _job: known_pieces(), self._offer_pieces)

    def _offer_pieces(self, pieces: Sequence[KnownPiece]) -> None:
        items = [
            PickerItem(
                piece.sprite,
                _(piece.name),
                path_sentence(betza.paths(piece.moves)),
                whose=_(piece.game) if piece.game else "",
            )
            for piece in pieces
        ]

        def add(index: int) -> None:
            draft, letter = with_known_piece(self.draft, pieces[index])
            self.change(draft)
            self.composition.select(letter)

        self.stage.open(PiecePicker(self.stage, _("Add a piece"), items, add))

    def _ask_picture(self) -> None:
        names = sorted(assets.piece_pictures())
        items = [PickerItem(name, name.replace("-", " ").capitalize()) for name in names]

        def take(index: int) -> None:
            self.change(self.draft.with_value(f"pieces.{self.letter}.sprite", names[index]))

        self.stage.open(PiecePicker(self.stage, _("Select a picture"), items, take))
