"""The report of a game: its graph, both sides in figures, and the decisive moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole import BLACK, WHITE
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.game.evaluation_graph import Graph, colour_of
from wormhole.gui.game.game_review import GameReview
from wormhole.gui.languages.language import N_, _, number, percent
from wormhole.gui.look.card import card, well
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import PRESSING
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Part, Row, row
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.table import HEADING_UNITS, ROW_UNITS, Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.library.record import Game, GameNode
from wormhole.library.settings import REVIEWS
from wormhole.play.move_words import Notation, move_words

if TYPE_CHECKING:
    from wormhole.learn.game_report import JudgedMove, Report, Side

WIDTH_UNITS, HEIGHT_UNITS = 88, 72
ASKING_WIDTH_UNITS, ASKING_HEIGHT_UNITS = 72, 18
GRAPH_UNITS, SIDES_UNITS, BUTTON_UNITS, LABEL_UNITS, BAR_UNITS = 15, 14, 6, 3.5, 1
GAP_UNITS = 1.5
LOOK_SECONDS = 0.2
UNKNOWN = "…"
"""In the place of a figure that is not known yet."""

EXPLANATION = N_(
    "Every move of the main line is evaluated in the background. Evaluations, better moves and "
    "marks such as ?! are saved with the game."
)
NOTHING_LOST = N_("No move changed the winning chances much.")
NOTHING_LOST_SO_FAR = N_("So far, no move changed the winning chances much. Some moves are not analysed.")
COUNTS = {
    "INACCURACY": ("?!", N_("Inaccuracies")),
    "MISTAKE": ("?", N_("Mistakes")),
    "BLUNDER": ("??", N_("Blunders")),
}
COLUMNS = ((24, N_("Move")), (30, N_("Winning chances")), (24, N_("Better")))


class ReportDialog(Dialog):
    """Starts the review and shows its result when it is complete. Closing it does not end the review.

    `names` are the players', from the longest form to the shortest; `go` is called with the position of a
    move that the user chooses. With `coach`, the coach is called as soon as the game is analysed.
    """

    heading = N_("Game report")

    def __init__(
        self,
        stage: Stage,
        game: Game,
        review: GameReview,
        names: Mapping[bool, Sequence[str]],
        go: Callable[[GameNode], None],
        coach: bool = False,
    ) -> None:
        super().__init__(stage)
        self._game = game
        self._review = review
        self._names = names
        self._go = go
        self._is_for_coach = coach
        self._moments: tuple[JudgedMove, ...] = ()
        self._laid_out: tuple[bool, bool] | None = None
        """The form in which the dialog was laid out last."""
        self._revision = review.revision

    def inner_units(self) -> tuple[float, float]:
        """As large as the smallest window allows; small before the first review."""
        return (WIDTH_UNITS, HEIGHT_UNITS) if self._has_report else (ASKING_WIDTH_UNITS, ASKING_HEIGHT_UNITS)

    @property
    def _form(self) -> tuple[bool, bool]:
        """The state that decides the widgets: whether the review runs, and whether it has a report."""
        return self._review.is_running, self._review.report is not None

    @property
    def _has_report(self) -> bool:
        return self._review.is_running or self._review.report is not None

    @property
    def _shown(self) -> Report | None:
        """The report, unless it is being made: its figures would be those of the last moves only."""
        return None if self._review.is_running else self._review.report

    def keeps_focus(self, index: int | None) -> bool:
        """Only while the same is shown."""
        return self._has_same_form

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the report and the buttons."""
        self._has_same_form, self._laid_out = self._form == self._laid_out, self._form
        look, units = self.stage.look, self.stage.look.scale.units
        places = Column({"rest": Fill(), "buttons": units(BUTTON_UNITS)}, units(GAP_UNITS)).at(inner)
        self.upper_layers = ()
        self.table: Table | None = None
        self._graph: Graph | None = None
        if self._has_report:
            self._fill_report(places["rest"])
        else:
            hint = Hint(look, places["rest"], look.body)
            hint.show(_(EXPLANATION))
            self.upper_layers = (hint,)
        self._fill_buttons(places["buttons"])
        self._show_progress()

    def _fill_report(self, area: pygame.Rect) -> None:
        """Lay out the progress, the moments as high as they are, the figures, and the graph in the rest."""
        look, report = self.stage.look, self._shown
        units, gap = look.scale.units, look.scale.units(GAP_UNITS)
        sides = units(SIDES_UNITS)
        parts: dict[str, Part[str]] = {"graph": Fill(), "figures": sides}
        if self._review.is_running:
            words, bar = units(LABEL_UNITS - 0.5), units(BAR_UNITS)
            parts["progress"] = Column({"words": words, "bar": bar}, units(LABEL_UNITS) - words)
        elif report is not None:
            most = area.height - units(GRAPH_UNITS) - sides - 2 * gap
            list_height = look.scale.unit + max(1, len(report.moments)) * units(ROW_UNITS)
            list_height += units(HEADING_UNITS) if report.moments else 0
            label = units(LABEL_UNITS)
            parts["moments"] = Column({"label": label, "list": min(list_height, most - label)})
        places = Column(parts, gap).at(area)
        if self._review.is_running:
            self._bar = ProgressBar(look, places["bar"])
            self._progress = Hint(look, places["words"], look.body)
            self.upper_layers = (self._bar, self._progress)
        elif report is not None:
            self.write(self._label(report), places["label"], look.theme.colour.accent)
            self._fill_moments(report, places["list"])
        graph = places["graph"]
        self.paste(well(look, graph.size), graph)
        self._graph = Graph(look, graph.inflate(-2 * look.scale.unit, -2 * look.scale.unit))
        self.upper_layers += (self._graph,)
        for color, place in zip((WHITE, BLACK), row(places["figures"], 2, gap), strict=True):
            self._write_side(color, None if report is None else report.sides[color], place)

    def _write_side(self, color: bool, side: Side | None, place: pygame.Rect) -> None:
        """Write one side's name, accuracy, average loss, and how many moves lost something."""
        look, colour = self.stage.look, self.stage.look.theme.colour
        units = look.scale.units
        self.paste(well(look, place.size), place)
        inner = place.inflate(-2 * units(1.5), -2 * units(1))
        height, disc = inner.height // 4, look.scale.pixels(14)
        name_row = Row({"disc": disc, "name": Fill()}, look.scale.unit, size=height)
        width = inner.width * 45 // 100
        left = Column({"name_row": name_row, "accuracy": 2 * height, "label": height}, size=width)
        right = Column({**dict.fromkeys(COUNTS, height), "loss": height})
        places = Row({"left": left, "right": right}).at(inner)
        fill = look.theme.pieces(color).top
        picture = card(look.sprites, (disc, disc), disc // 2, fill, 1.0, colour.muted, look.scale.pixels(1))
        self.paste(picture, picture.get_rect(center=places["disc"].center))
        name = look.words.first_fitting(self._names[color], look.body, places["name"].width)
        self.write(name, places["name"], pixels=look.body)
        accuracy = None if side is None else side.accuracy
        text = UNKNOWN if accuracy is None else percent(accuracy)
        self.write(text, places["accuracy"], pixels=look.display)
        self.write(_("accuracy"), places["label"], colour.muted)
        for kind, (sign, words) in COUNTS.items():
            self._write_count(places[kind], sign, _(words), self._count(side, kind), kind)
        loss = None if side is None else side.loss_centipawns
        text = UNKNOWN if loss is None else number(loss / 100, 2)
        self._write_figure(places["loss"], _("Average loss"), text)

    def _count(self, side: Side | None, kind: str) -> str:
        if side is None:
            return UNKNOWN
        return str(next(count for judgement, count in side.counts.items() if judgement.name == kind))

    def _write_count(self, place: pygame.Rect, sign: str, words: str, count: str, kind: str) -> None:
        look = self.stage.look
        places = Row({"sign": look.scale.units(3), "figure": Fill()}).at(place)
        self.write(sign, places["sign"], colour_of(kind, look.theme.colour))
        self._write_figure(places["figure"], words, count)

    def _write_figure(self, place: pygame.Rect, words: str, figure: str) -> None:
        look = self.stage.look
        line = look.words.line(figure, look.small, look.theme.colour.ink, bold=True)
        self.paste(line, line.get_rect(midright=place.midright))
        room = Row({"words": Fill(), "figure": line.get_width()}, look.scale.unit).at(place)["words"]
        pixels = look.words.largest([words], look.small, room.width)
        self.write(words, room, look.theme.colour.muted, pixels)

    def _fill_moments(self, report: Report, place: pygame.Rect) -> None:
        """Make the list of the moments."""
        self._moments = report.moments
        notation = notation_of(self.stage)
        words = [_moment_words(move, notation) for move in self._moments]
        columns = (
            [TableColumn(share, heading=_(name)) for share, name in COLUMNS] if words else [TableColumn(1)]
        )
        self.table = Table(self.stage.look, place, columns, lambda row: None, self._take)
        nothing = NOTHING_LOST if report.is_complete else NOTHING_LOST_SO_FAR
        self.table.show(words, chosen=0 if words else None, empty=_(nothing))
        self._table_area = self.widgets.area(place)
        self.upper_layers += (self.table,)

    def _label(self, report: Report) -> str:
        """What is above the list: what it is, or that it is of a part of the game."""
        if report.is_complete:
            return _("Decisive moments")
        return _("Analysed: {done} of {count} positions").format(
            done=number(len(report.points)), count=number(self._game.end().plies() + 1)
        )

    def _fill_buttons(self, strip: pygame.Rect) -> None:
        look, settings = self.stage.look, self.stage.settings
        choice, rest = row(strip, 2, look.scale.units(2))
        names = tuple((value, _(name)) for value, name in REVIEWS.items())
        self._quality = Choice(
            self.widgets,
            row(choice, len(names), look.scale.unit // 2),
            names,
            settings.review,
            lambda value: self.stage.preferences.change(review=value),
        )
        is_running, report = self._review.is_running, self._shown
        has_coach = report is not None and report.is_complete
        start, *coach, close = row(rest, 3 if has_coach else 2, look.scale.unit)
        if is_running:
            main = self.widgets.button(start, _("Stop"), self._stop, PRIMARY)
        else:
            words = _("Analyse again") if has_coach else _("Analyse")
            main = self.widgets.button(start, words, self._start, None if has_coach else PRIMARY)
        for place in coach:
            self.widgets.button(place, _("Coach"), self._coach, PRIMARY, tip_of(Command.COACH))
        self.widgets.button(close, _("Close"), self.stage.close_dialog)
        has_moments = self.table is not None and self._moments and not is_running
        self.widgets.focus(self._table_area if has_moments else main)

    def _start(self) -> None:
        from wormhole.engine.review import Quality

        self._review.start(Quality[self.stage.settings.review.upper()])

    def _stop(self) -> None:
        self._is_for_coach = False
        self._review.stop()

    def _coach(self) -> None:
        self.stage.close_dialog()
        self.stage.command(Command.COACH)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """A press on the graph or on a moment goes there; Enter does so in the list."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._graph is not None:
            node = self._graph.node_at(event.pos)
            if node is not None:
                self._leave_to(node)
                return True
        if self.table is not None and self._handle_table(self.table, event, now_seconds):
            return True
        return super().handle(event, now_seconds)

    def _handle_table(self, table: Table, event: pygame.Event, now_seconds: float) -> bool:
        if event.type == pygame.KEYDOWN:
            if not self.widgets.is_focused(self._table_area):
                return False
            if event.key in PRESSING and table.chosen is not None:
                self._take(table.chosen)
                return True
            return table.step(event.key)
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        pressed = table.row_at(event.pos) if is_press else None
        if pressed is not None:
            self._take(pressed)
            return True
        return table.handle(event, now_seconds)

    def _take(self, row: int) -> None:
        self._leave_to(self._moments[row].node)

    def _leave_to(self, node: GameNode) -> None:
        self.stage.close_dialog()
        self._go(node)

    def update(self, now_seconds: float) -> float:
        """Show the new findings, often enough to see the progress while the review runs."""
        if self._review.revision != self._revision:
            self._revision = self._review.revision
            if self._is_for_coach and self._shown is not None and self._shown.is_complete:
                self._coach()
            elif self._form != self._laid_out:
                self.stage.refresh_dialog()
            else:
                self._show_progress()
        return now_seconds + LOOK_SECONDS if self._review.is_running else NEVER

    def _show_progress(self) -> None:
        if self._graph is not None:
            self._graph.show(self._review.report, self._game.end().plies(), None)
        if self._review.is_running:
            self._bar.show(self._review.done)
            words = _("{share} of the game is analysed.").format(share=percent(self._review.done))
            then = _("Then the coach starts.") if self._is_for_coach else ""
            self._progress.show(f"{words} {then}".strip())


def _moment_words(move: JudgedMove, notation: Notation) -> tuple[str, str, str]:
    """A move, how its mover's chance changed, and what was better."""
    chances = _("{before} to {after}").format(before=percent(move.before), after=percent(move.after))
    better = move.better
    instead = "" if better is None else notation(better.parent.board(), better.move)
    return move_words(move.node, notation), chances, instead
