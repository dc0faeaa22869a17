"""The page about the whole game: what it begins with, its title, what happens to squares."""

from __future__ import annotations

import time
from functools import partial

import pygame

from wormhole import Variant, WormholeError
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.composer.composition import Composition
from wormhole.gui.composer.page import Page
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.languages.language import N_, _, named, said
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Part, Row
from wormhole.gui.look.text_field import TextField
from wormhole.gui.window import destination
from wormhole.gui.window.stage import Stage
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.composer.game_draft import GameDraft
from wormhole.library.composer.rule_edits import SpecialMove, with_left_square
from wormhole.rules.chosen_rules import RULES
from wormhole.rules.endings import NoMove
from wormhole.rules.game_file import variant
from wormhole.rules.variant import Capture, LeftSquare

ROW_UNITS, LABEL_UNITS, HINT_UNITS, GAP_UNITS = 4.5, 10, 5, 1
LONGEST_TITLE, LONGEST_ABOUT = 100, 2000
CAPTURES = (
    (Capture.STAYS, N_("Stays")),
    (Capture.EXPLODES, N_("Explodes")),
    (Capture.PETRIFIES, N_("Petrifies")),
)
CAPTURE_HINTS = {
    Capture.STAYS: N_("The piece that has captured stays where it is, as in chess."),
    Capture.EXPLODES: N_("It vanishes with all pieces a king's step away. Whoever explodes the king wins."),
    Capture.PETRIFIES: N_("It turns into a hole or a wall."),
}
LACKING = {
    (False, False): N_("There is no castling and no en passant."),
    (False, True): N_("There is no castling."),
    (True, False): N_("There is no en passant."),
    (True, True): "",
}
"""What is said of a game by whether it has castling and en passant."""


def lacking_moves(draft: GameDraft) -> str:
    """What a game on a board that changes lacks of the special moves of chess; empty if nothing."""
    if draft.left_square is LeftSquare.STAYS or draft.trouble is not None:
        return ""
    return LACKING[SpecialMove.CASTLING.is_in(draft), SpecialMove.EN_PASSANT.is_in(draft)]


def begun_with(game: ChosenGame, inventor: str) -> GameDraft:
    """A draft that begins as a game that was selected. Raises :class:`WormholeError`."""
    title = _(game.base.title)
    draft = GameDraft.of(game.base, _("My {title}").format(title=title))
    if game.file is None:
        about = _("A variant of {title}.").format(title=title)
        draft = draft.with_values({"inventor": inventor, "year": time.localtime().tm_year, "about": about})
    for rule in game.rules:
        if isinstance(rule, LeftSquare):
            draft = with_left_square(draft, rule)
        elif isinstance(rule, NoMove):
            draft = draft.with_value("endings.stalemate", rule.value)
    return draft


class GamePage(Page):
    """The base game, the title, the inventor, the mutator, and what the game is about."""

    title = N_("Game")

    def __init__(self, stage: Stage, composition: Composition) -> None:
        super().__init__(stage, composition)
        self._lines: dict[str, TextField] = {}
        """The text fields of one line."""

    def fill(self, area: pygame.Rect) -> None:
        """Lay out the fields."""
        units, unit = self.look.scale.units, self.look.scale.unit
        label, height = units(LABEL_UNITS), units(ROW_UNITS)
        fields: dict[str, Part[str]] = {
            name: Row({f"{name}_label": label, f"{name}_field": Fill()}, size=height)
            for name in ("base", "title", "inventor", "squares", "capture")
        }
        hint: dict[str, Part[str]] = {f"{name}_hint": units(HINT_UNITS) for name in ("squares", "capture")}
        order = ("base", "title", "inventor", "squares", "squares_hint", "capture", "capture_hint")
        about: dict[str, Part[str]] = {"about_label": units(3), "about": Fill()}
        about["balance"] = height
        parts = {name: fields.get(name, hint.get(name, 0)) for name in order} | about
        places = Column(parts, units(GAP_UNITS) if area.height > units(56) else unit // 2).at(area)
        self._fill_texts(places)
        tip = Tip(_("Level against level in 200 games: White's score, draws, length, captures through holes"))
        self._balance = self.widgets.button(places["balance"], _("Balance…"), self._open_balance, tip=tip)
        self.label(_("The square left"), places["squares_label"])
        answers = RULES[0].answers
        self.choice(
            places["squares_field"],
            named((answer.value, answer.word) for answer in answers),
            self.draft.left_square,
            lambda value: self.change(with_left_square(self.draft, LeftSquare(value))),
        )
        answer = next(answer for answer in answers if answer.value is self.draft.left_square)
        lacking = lacking_moves(self.draft)
        self.label(f"{_(answer.hint)} {_(lacking)}".strip(), places["squares_hint"])
        self.label(_("A piece that captures"), places["capture_label"])
        capture = Capture(self.draft.value("mutator.capture", Capture.STAYS.value))
        self.choice(
            places["capture_field"],
            named(CAPTURES),
            capture,
            lambda value: self.change(self.draft.with_value("mutator.capture", value.value)),
        )
        self.label(_(CAPTURE_HINTS[capture]), places["capture_hint"])

    def show(self) -> None:
        """Mark the field of which the rules complain."""
        trouble = self.draft.trouble
        for field, line in self._lines.items():
            line.is_wrong = trouble is not None and trouble.path == field
        self._balance.enable(trouble is None)

    def _fill_texts(self, places: dict[str, pygame.Rect]) -> None:
        draft, widgets = self.draft, self.widgets
        base = draft.value("inherits", "")
        name = _(variant(base).title) if base else _(draft.title)
        self.label(_("Begin with"), places["base_label"])
        tip = Tip(_("Begin again with another game; Undo comes back to this one"))
        widgets.button(places["base_field"], f"{name}…", self._ask_base, tip=tip)
        for field, text in (("title", _("Title")), ("inventor", _("Inventor"))):
            self.label(text, places[f"{field}_label"])
            self._lines[field] = widgets.text_line(
                places[f"{field}_field"],
                str(draft.value(field, "")),
                LONGEST_TITLE,
                action=partial(self._type, field),
            )
        self.label(_("About the game"), places["about_label"])
        about = TextField(
            " ".join(str(draft.value("about", "")).split()),
            LONGEST_ABOUT,
            action=lambda typed: self._type("about", typed),
            is_box=True,
        )
        widgets.add(about, places["about"])

    def _type(self, field: str, typed: str) -> None:
        self.composition.type(field, self.draft.with_value(field, typed))

    def _open_balance(self) -> None:
        game = self.draft.checked
        if isinstance(game, Variant):
            self.stage.rooms.open(destination.Balance(game))

    def _ask_base(self) -> None:
        base = self.draft.value("inherits", "") or "wormhole"
        game = ChosenGame(variant(base))
        self.stage.open(GameDialog(self.stage, game, self._begin_with, composes=False))

    def _begin_with(self, game: ChosenGame) -> None:
        try:
            draft = begun_with(game, self.stage.settings.name)
        except WormholeError as error:
            self.stage.open(MessageDialog(self.stage, _("This game cannot be changed"), said(error)))
            return
        self.change(draft)
