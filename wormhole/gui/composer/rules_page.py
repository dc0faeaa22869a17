"""The page about the rules that are not about a single piece: promotion, hands, how the game ends."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pygame

from wormhole.base.quoting import sentence
from wormhole.gui.composer.composition import Composition
from wormhole.gui.composer.page import Page
from wormhole.gui.languages.language import N_, _, named
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Fill, Grid, Row
from wormhole.gui.window.stage import Stage
from wormhole.library.composer import piece_edits
from wormhole.library.composer.game_draft import GameDraft, in_file
from wormhole.library.composer.rule_edits import (
    GoalArea,
    LostPieces,
    SpecialMove,
    goal_area,
    lost,
    piece_name,
    promoting,
    with_goal_area,
    with_lost,
)
from wormhole.rules.endings import Endings
from wormhole.rules.hands import Drops, Hands
from wormhole.rules.rule import default_of, rules_of
from wormhole.rules.variant import LeftSquare

ROW_UNITS, LABEL_UNITS = 4, 11


@dataclass(frozen=True)
class RuleRow:
    """A rule with its field in the game's file, and its answers, each with its word."""

    label: str
    path: str
    answers: Sequence[tuple[Hashable, str]]
    read: Callable[[GameDraft], Hashable]
    write: Callable[[GameDraft, Hashable], GameDraft]


def _declared(table: str, kind: Any) -> Iterator[RuleRow]:
    """The rows of the rules of a table that declare a label: each of a single field of the game's file."""
    for name, rule in rules_of(kind).items():
        if rule.label:
            path = f"{table}.{name}"
            answers = tuple((in_file(value), word) for value, word in rule.words.items())
            read = partial(GameDraft.value, path=path, otherwise=in_file(default_of(kind, name)))
            write = partial(_with_value, path)
            yield RuleRow(rule.label, path, answers, read, write)


def _of_all_pieces() -> Iterator[RuleRow]:
    """The rows of rules of drops, which the composer gives to all pieces alike."""
    for row in _declared("drops", Drops):
        yield replace(row, read=partial(_of_first, row.path), write=partial(_with_all, row.path))


def _of_first(path: str, draft: GameDraft) -> Hashable:
    *_tables, name = path.split(".")
    letter = next(iter(draft.pieces))
    return draft.value(f"pieces.{letter}.{path}", in_file(default_of(Drops, name)))


def _with_all(path: str, draft: GameDraft, value: Hashable) -> GameDraft:
    return draft.with_values({f"pieces.{letter}.{path}": value for letter in draft.pieces})


def _with_value(path: str, draft: GameDraft, value: Hashable) -> GameDraft:
    return draft.with_value(path, value)


_LOSSES = RuleRow(
    N_("Losing pieces"),
    "endings.extinct",
    (
        (LostPieces.NOTHING, N_("Nothing")),
        (LostPieces.BARE, N_("Bare king loses")),
        (LostPieces.ALL_WIN, N_("All lost wins")),
    ),
    lost,
    lambda draft, value: with_lost(draft, LostPieces(value)),
)
_GOALS = RuleRow(
    N_("The king wins on"),
    "endings.goal_squares",
    (
        (GoalArea.NONE, N_("No square")),
        (GoalArea.CENTRE, N_("The centre")),
        (GoalArea.FAR_RANK, N_("The last rank")),
    ),
    goal_area,
    lambda draft, value: with_goal_area(draft, GoalArea(value)),
)
_ROWS = {
    row.path: row
    for row in (
        *(*_declared("hands", Hands), *_declared("endings", Endings), *_of_all_pieces()),
        *(_LOSSES, _GOALS),
    )
}
_FIRST = (
    *("hands.captures", "endings.goal", "endings.royal", "endings.stalemate", "endings.extinct"),
    *("endings.goal_squares", "endings.checks", "endings.must_capture", "endings.passing"),
)
ROWS = tuple(_ROWS[path] for path in dict.fromkeys((*_FIRST, *_ROWS)))
"""Those of other rules come last."""
SPECIAL_MOVES = {
    SpecialMove.CASTLING: (N_("Castling"), N_("The king castles with the outermost pieces of its rank")),
    SpecialMove.EN_PASSANT: (
        N_("En passant"),
        N_("A pawn that goes two squares at once can be captured by pawns on the square between"),
    ),
}
GONE_IN = {
    SpecialMove.CASTLING: (LeftSquare.FOLDS, LeftSquare.VANISHES),
    SpecialMove.EN_PASSANT: (LeftSquare.FOLDS,),
}
LOST_WITH = {
    SpecialMove.CASTLING: N_("castling is not possible in games that remove squares"),
    SpecialMove.EN_PASSANT: N_("en passant is not possible on a board that folds"),
}
NOT_HERE = N_("Not possible with this board, these pieces and these rules")
RULE_LABELS = {
    "mutator.left_square": N_("The square left"),
    "mutator.capture": N_("A piece that captures"),
} | {row.path: row.label for row in ROWS}
"""The labels of fields that are not about a piece."""


class RulesPage(Page):
    """Which pieces promote, and a row for each rule."""

    title = N_("Rules")

    def __init__(self, stage: Stage, composition: Composition) -> None:
        super().__init__(stage, composition)
        self._promoting = ""
        """The letter of the piece whose promotion is shown."""

    def fill(self, area: pygame.Rect) -> None:
        """Lay out promotion, then the rules."""
        units = self.look.scale.units
        label, height = units(LABEL_UNITS), units(ROW_UNITS)
        others = self._choices()
        columns = max(1, min(len(others), (area.width - label) // units(4)))
        lines = max(1, -(-len(others) // columns))
        gap = self.look.scale.pixels(3)
        count = lines + len(ROWS) + 2
        height = min(height, (area.height + gap) // count - gap)
        parts = {
            "promoter": height,
            "promotions": lines * height + (lines - 1) * gap,
            "special": height,
            **{row.label: height for row in ROWS},
        }
        rows = {
            name: Row({f"{name}_label": label, f"{name}_field": Fill()}, size=size)
            for name, size in parts.items()
        }
        places = self.column(rows, area)
        self._fill_promotion(places, others, columns, gap)
        self._fill_special(places["special_label"], places["special_field"])
        for row in ROWS:
            self.label(_(row.label), places[f"{row.label}_label"])
            self.choice(
                places[f"{row.label}_field"],
                named(row.answers),
                row.read(self.draft),
                partial(self._write, row),
            )

    @property
    def promoter(self) -> str:
        """The letter of the piece whose promotion is shown: the selected one, or the first that promotes."""
        pieces = self.draft.pieces
        if self._promoting in pieces and not pieces[self._promoting].get("royal"):
            return self._promoting
        pawns = [letter for letter, piece in pieces.items() if piece.get("pawn")]
        others = [letter for letter, piece in pieces.items() if not piece.get("royal")]
        return next(iter([*promoting(self.draft), *pawns, *others]), "")

    def _choices(self) -> list[str]:
        """The letters of the pieces that could be promoted to."""
        return [
            letter
            for letter, piece in self.draft.pieces.items()
            if not piece.get("royal") and letter != self.promoter
        ]

    def _fill_promotion(
        self, places: dict[str, pygame.Rect], others: Sequence[str], columns: int, gap: int
    ) -> None:
        letter, draft = self.promoter, self.draft
        if not letter:
            return
        self.label(_("Promotion of"), places["promoter_label"])
        name = _(piece_name(draft.pieces[letter], letter))
        tip = Tip(_("Show the promotion of the next piece"))
        halves = Row({"letter": Fill(), "promotion": Fill(1.4)}, gap).at(places["promoter_field"])
        self.widgets.button(halves["letter"], f"{name}…", self._next, tip=tip)
        self.label(_("becomes"), places["promotions_label"])
        becomes = draft.value(f"pieces.{letter}.promotes_to", "")
        area = places["promotions_field"]
        for other, cell in (Grid(others, columns, gap).at(area) if others else {}).items():
            self.piece_button(cell, other, other in becomes, partial(self._switch, letter, other))
        path = f"pieces.{letter}.promotion"
        choice = self.choice(
            halves["promotion"],
            named((("forced", N_("Forced")), ("optional", N_("Optional")))),
            draft.value(path, "forced"),
            lambda value: self.change(self.draft.with_value(path, value)),
        )
        choice.enable(bool(becomes))

    def _fill_special(self, label: pygame.Rect, field: pygame.Rect) -> None:
        """A switch for castling and one for en passant, as far as the rules allow them in this game."""
        self.label(_("Special moves"), label)
        draft = self.draft
        halves = Row({move: Fill() for move in SPECIAL_MOVES}, self.look.scale.pixels(4)).at(field)
        for move, (word, tip) in SPECIAL_MOVES.items():
            is_on = move.is_in(draft)
            other = move.switched(draft, not is_on)
            can = is_on or move.is_in(other)
            reason = sentence(_(LOST_WITH[move])) if draft.left_square in GONE_IN[move] else _(NOT_HERE)
            action = partial(self.change, other)
            button = self.switch(halves[move], _(word), is_on, action, _(tip) if can else reason)
            button.enable(can)

    def _write(self, row: RuleRow, value: Hashable) -> None:
        self.change(row.write(self.draft, value))

    def _next(self) -> None:
        letters = [letter for letter, piece in self.draft.pieces.items() if not piece.get("royal")]
        self._promoting = letters[(letters.index(self.promoter) + 1) % len(letters)]

    def _switch(self, letter: str, other: str) -> None:
        becomes = self.draft.value(f"pieces.{letter}.promotes_to", "")
        letters = becomes.replace(other, "") if other in becomes else becomes + other
        self.change(piece_edits.with_promotions(self.draft, letter, letters))
