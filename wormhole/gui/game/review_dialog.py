"""The review of a game: its graph, both sides in figures, and the decisive moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole import BLACK, WHITE
from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.game.evaluation_graph import Graph, colour_of
from wormhole.gui.game.game_review import GameReview
from wormhole.gui.game.summary_words import summary_sentences
from wormhole.gui.languages.language import N_, _, number, percent
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import ButtonRow, half
from wormhole.gui.look.card import card, well
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.focus import PRESSING
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Grid, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.progress_bar import ProgressBar
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.table import HEADING_UNITS, ROW_UNITS, Table, TableColumn
from wormhole.gui.look.view import Caption, Layout, Parts, Well
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.library.record import Game, GameNode
from wormhole.library.settings import REVIEWS
from wormhole.play.match_result import recorded_outcome
from wormhole.play.move_words import Notation, move_words

if TYPE_CHECKING:
    from wormhole.learn.game_report import JudgedMove, Report, Side
    from wormhole.learn.game_summary import GameSummary

WIDTH_UNITS, HEIGHT_UNITS = 88, 72
ASKING_WIDTH_UNITS, ASKING_HEIGHT_UNITS = 72, 18
GRAPH_UNITS, SIDES_UNITS, BUTTON_UNITS, LABEL_UNITS, BAR_UNITS = 9, 13, 6, 3.5, 1
SUMMARY_UNITS = 12
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


class ReviewDialog(Dialog):
    """Starts the review and shows its result when it is complete. Closing it does not end the review.

    `names` are the players', from the longest form to the shortest; `go` is called with the position of a
    move that the user chooses. With `coach`, the coach is called as soon as the game is analysed.
    """

    heading = N_("Review")

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
        self._explanation, self._bar, self._progress = (
            Hint("body", _(EXPLANATION)),
            ProgressBar(),
            Hint("body"),
        )
        self._graph = Graph()
        self._summary = Hint("small")
        self._summarised: Report | None = None
        """The report whose summary is shown, or is being written."""
        self._writing: LatestJob[GameSummary] = LatestJob(self._show_summary)
        self.table = Table((), lambda row: None, self._take, can_focus=True)
        reviews = [(value, _(name)) for value, name in REVIEWS.items()]
        chosen, keep = stage.settings.review, lambda value: stage.preferences.change(review=value)
        self._quality = Choice(reviews, chosen, keep, gap=half)
        self._main = Button("", self._start_or_stop, PRIMARY)
        self._coach_button = Button(_("Coach"), self._coach, PRIMARY, tip_of(Command.COACH))
        self._close = Button(_("Close"), stage.close_dialog)
        self.own(self._coach_button, self.table)

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

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The report and the buttons."""
        units = look.scale.units
        buttons, gap = units(BUTTON_UNITS), units(GAP_UNITS)
        area = pygame.Rect(room.topleft, (room.width, room.height - buttons - gap))
        rest = self._report_layout(look, area) if self._has_report else Column({self._explanation: Fill()})
        rest.size = Fill()
        is_whole = self._shown is not None and self._shown.is_complete
        coach = (self._coach_button,) if is_whole else ()
        self._main.kind = None if is_whole else PRIMARY
        again = _("Analyse again") if is_whole else _("Analyse")
        self._main.text = _("Stop") if self._review.is_running else again
        answers = ButtonRow(self._main, *coach, self._close)
        foot = Grid((self._quality, answers), 2, units(2), buttons)
        if self._form != self._laid_out:
            self._laid_out = self._form
            self.first = self.table if self._moments and self._shown is not None else self._main
            self.widgets.focus(self.first)
        return Column({"rest": rest, "foot": foot}, gap)

    def settle(self, look: Look) -> None:
        """Show how far the review is."""
        self._show_progress()

    def _report_layout(self, look: Look, area: pygame.Rect) -> Layout:
        """The progress, the moments as high as they are, the figures, and the graph in the rest."""
        report, unit, units, gap = self._shown, look.scale.unit, look.scale.units, look.scale.units(GAP_UNITS)
        sides = units(SIDES_UNITS)
        graph: Layout = Column({self._graph: Fill()}, size=Fill(), padding=unit)
        figures: Parts = {
            partial(self._write_side, color, None if report is None else report.sides[color]): Fill()
            for color in (WHITE, BLACK)
        }
        parts: Parts = {Well(): graph, "figures": Grid(tuple(figures), 2, gap, sides)}
        self._moments = ()
        if self._review.is_running:
            words = units(LABEL_UNITS - 0.5)
            progress: Parts = {self._progress: words, self._bar: units(BAR_UNITS)}
            parts["progress"] = Column(progress, units(LABEL_UNITS) - words)
        elif report is not None:
            self._list_moments(report)
            summary = units(SUMMARY_UNITS) if report.is_complete else 0
            if summary:
                parts[self._summary] = summary
                self._summarise(report)
            most = area.height - units(GRAPH_UNITS) - sides - summary - 3 * gap
            height = unit + max(1, len(report.moments)) * units(ROW_UNITS)
            height += units(HEADING_UNITS) if report.moments else 0
            label = units(LABEL_UNITS)
            moments: Parts = {
                Caption(self._label(report), "accent"): label,
                self.table: min(height, most - label),
            }
            parts["moments"] = Column(moments)
        return Column(parts, gap)

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

    def _list_moments(self, report: Report) -> None:
        """List the moments, if they are others than before."""
        self._moments = report.moments
        notation = notation_of(self.stage)
        words = [_moment_words(move, notation) for move in self._moments]
        columns = [TableColumn(share, heading=_(name)) for share, name in COLUMNS]
        nothing = NOTHING_LOST if report.is_complete else NOTHING_LOST_SO_FAR
        self.table.show_columns(columns if words else [TableColumn(1)])
        if words != self.table.rows or not words:
            self.table.show(words, chosen=0 if words else None, empty=_(nothing))

    def _summarise(self, report: Report) -> None:
        """Write the summary of this report in the background, once."""
        from wormhole.learn.game_summary import summary_of

        if report is not self._summarised:
            self._summarised = report
            self._summary.show("")
            self._writing.ask(lambda: summary_of(report))

    def _show_summary(self, found: GameSummary) -> None:
        end = self._game.end()
        board = end.board()
        outcome = board.outcome() or recorded_outcome(self._game)
        moves = (end.plies() + 1) // 2
        self._summary.show(" ".join(summary_sentences(found, outcome, moves, notation_of(self.stage))))

    def _label(self, report: Report) -> str:
        """What is above the list: what it is, or that it is of a part of the game."""
        if report.is_complete:
            return _("Decisive moments")
        return _("Analysed: {done} of {count} positions").format(
            done=number(len(report.points)), count=number(self._game.end().plies() + 1)
        )

    def _start_or_stop(self) -> None:
        if self._review.is_running:
            self._stop()
        else:
            self._start()

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
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if is_press and self._has_report:
            node = self._graph.node_at(event.pos)
            if node is not None:
                self._leave_to(node)
                return True
        if self._shown is not None and self._handle_table(event, now_seconds):
            return True
        return super().handle(event, now_seconds)

    def _handle_table(self, event: pygame.Event, now_seconds: float) -> bool:
        table = self.table
        if event.type == pygame.KEYDOWN:
            if not self.widgets.is_focused(table):
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
        self._writing.update()
        if self._review.revision != self._revision:
            self._revision = self._review.revision
            if self._is_for_coach and self._shown is not None and self._shown.is_complete:
                self._coach()
            elif self._form != self._laid_out:
                self.stage.refresh_dialog()
            else:
                self._show_progress()
        return now_seconds + LOOK_SECONDS if self._review.is_running else NEVER

    def close(self) -> None:
        """Close it; a summary that is being written is dropped."""
        super().close()
        self._writing.close()

    def _show_progress(self) -> None:
        if self._has_report:
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
