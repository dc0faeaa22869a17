"""The page about the board: its size, and the palette for the start position."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wormhole.gui.composer.composition import Composition
from wormhole.gui.composer.page import Page
from wormhole.gui.editor.editor_layout import palette_height
from wormhole.gui.editor.palette import Palette
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Fill, Part, Row
from wormhole.gui.window.stage import Stage
from wormhole.library.composer import start_edits
from wormhole.library.composer.game_draft import GameDraft
from wormhole.library.composer.rule_edits import piece_name
from wormhole.rules.placement import EMPTY, VOID

ROW_UNITS, LABEL_UNITS, HINT_UNITS = 4.5, 10, 12
PALETTE_SHARE = 0.45
"""The most that the palette takes of the height."""
LESS, MORE = "\N{MINUS SIGN}", "+"
LESS_TIPS = {
    "files": N_("Removes an empty file at the edge or, if there is none, the last one at the right"),
    "ranks": N_("Removes a rank in the middle"),
}
HINT = N_(
    "Drag pieces on the board, or select one here and click squares. Right click places the other colour. "
    "A capital letter places White's piece under the pointer, a small letter Black's, Del removes it."
)
HAND_HINT = N_("Pieces beside the board are in hand at first: drag them there.")


class BoardPage(Page):
    """The number of files and ranks, and the palette."""

    title = N_("Board")

    def __init__(self, stage: Stage, composition: Composition) -> None:
        super().__init__(stage, composition)
        self.palette: Palette | None = None

    def fill(self, area: pygame.Rect) -> None:
        """Lay out the sizes, the palette, and what changes the whole board."""
        units = self.look.scale.units
        label, height = units(LABEL_UNITS), units(ROW_UNITS)
        stepper: dict[str, Part[str]] = {"less": height, "count": units(7), "more": height, "space": Fill()}
        rows = {
            name: Row(
                {
                    f"{name}_label": label,
                    name: Row({f"{name}_{part}": size for part, size in stepper.items()}),
                },
                size=height,
            )
            for name in ("files", "ranks")
        }
        sides = Row({"sides_label": label, "sides": Fill()}, size=height)
        actions = Row({"clear": Fill(), "again": Fill()}, units(1), height)
        pieces = len(self.draft.sketch.piece_types)
        palette = palette_height(area.width, round(PALETTE_SHARE * area.height), self.look.scale, pieces)

        places = self.column(
            {**rows, "sides_row": sides, "palette": palette, "actions": actions, "hint": units(HINT_UNITS)},
            area,
        )
        rows_now = self.draft.rows
        self._fill_size(
            places, "files", _("Files"), len(rows_now[0]), start_edits.without_file, start_edits.with_file
        )
        self._fill_size(
            places, "ranks", _("Ranks"), len(rows_now), start_edits.without_rank, start_edits.with_rank
        )
        self.label(_("Placing"), places["sides_label"])
        self.choice(
            places["sides"],
            ((True, _("For both sides")), (False, _("For one side"))),
            self.composition.is_alike,
            self._place_alike,
        )
        self.palette = Palette(self.look, places["palette"], self.draft.sketch)
        self.widgets.button(places["clear"], _("Clear"), self._clear)
        tip = Tip(_("The start position of the game that this one begins with"))
        again = self.widgets.button(places["again"], _("As it was"), self._start_again, tip=tip)
        again.enable("board" in self.draft.own and "inherits" in self.draft.own)
        text = f"{_(HINT)} {_(HAND_HINT)}" if self.draft.sketch.hands else _(HINT)
        self.write(text, places["hint"])

    def _fill_size(
        self,
        places: dict[str, pygame.Rect],
        name: str,
        label: str,
        count: int,
        less: Callable[[GameDraft], GameDraft],
        more: Callable[[GameDraft], GameDraft],
    ) -> None:
        """A number between buttons for one less and one more."""
        self.label(label, places[f"{name}_label"])
        look = self.look
        can = start_edits.can_resize(self.draft)
        most = start_edits.MOST_FILES if name == "files" else start_edits.MOST_RANKS
        tip = Tip(_(LESS_TIPS[name]))
        fewer = self.widgets.button(places[f"{name}_less"], LESS, lambda: self._resize(less), tip=tip)
        greater = self.widgets.button(places[f"{name}_more"], MORE, lambda: self._resize(more))
        fewer.enable(can and count > 1)
        greater.enable(can and count < most)
        number = look.words.line(str(count), look.body, look.theme.colour.ink, bold=True)
        self.paste(number, number.get_rect(center=places[f"{name}_count"].center))
        if name == "files" and not can:
            room = places[f"{name}_space"].move(look.scale.unit, 0)
            self.label(_("A board with names of its own keeps its size."), room)

    def _resize(self, edit: Callable[[GameDraft], GameDraft]) -> None:
        """Change the size; say which pieces stood on the line that is gone."""
        before, after = self.draft, edit(self.draft)
        gone = start_edits.gone(before, after)
        names = [_(piece_name(piece, letter)) for letter, piece in before.pieces.items() if letter in gone]
        remark = _("Gone with it: {pieces}.").format(pieces=", ".join(names)) if names else ""
        self.change(after, remark)

    def _place_alike(self, is_alike: bool) -> None:
        self.composition.is_alike = is_alike

    def _clear(self) -> None:
        kept = {letter: letter for letter in self.draft.royal + self.draft.royal.lower()} | {VOID: VOID}
        rows = [[kept.get(cell, EMPTY) for cell in row] for row in self.draft.rows]
        self.change(self.draft.with_rows(rows))

    def _start_again(self) -> None:
        own = {name: value for name, value in self.draft.own.items() if name != "board"}
        draft = GameDraft(own)
        left = {*self.draft.pieces, *"".join(self.draft.pieces).lower(), VOID}
        self.change(
            draft.with_rows([[cell if cell in left else EMPTY for cell in row] for row in draft.rows])
        )
