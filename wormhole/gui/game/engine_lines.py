"""The lines of the analysis below the move list, whose moves can be played and which can be kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole import side_name
from wormhole.gui.game.analysis_menu import analysis_words, open_analysis_menu
from wormhole.gui.game.evaluation_words import score_text, sentence
from wormhole.gui.game.game_layout import GameLayout, Place
from wormhole.gui.game.move_actions import MoveActions
from wormhole.gui.game.move_list import SanNotation
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import MINUS, _, percent, said
from wormhole.gui.look.card import panel_card, rounded
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layers import Area, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.play.move_words import number_words

if TYPE_CHECKING:
    from wormhole.engine.analysis import AnalysedLine, Analysis
    from wormhole.engine.evaluation import Evaluation
    from wormhole.library.record import GameNode

SCORE_TEXT = f"#{MINUS}88"
"""The widest usual score."""


@dataclass(frozen=True)
class LineMove:
    """A move of a line: its line's number, and its own, both from 0."""

    line: int
    index: int


class LineDrawing:
    """The rows of lines that begin at a ply, in a rectangle of the window. The rest is left out."""

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        row_height: int,
        lines: Sequence[AnalysedLine],
        ply: int,
        can_keep: bool,
        notation: SanNotation = str,
    ) -> None:
        self._look = look
        self._notation = notation
        self._row_height = row_height
        self._pixels = look.small
        self._topleft = rect.topleft
        self.picture = pygame.Surface(rect.size, pygame.SRCALPHA)
        self.moves: dict[LineMove, pygame.Rect] = {}
        """Where each move that is drawn stands in the window, in reading order."""
        self.keeping: list[pygame.Rect] = []
        """Where each line's button to keep it is in the window; empty if lines cannot be kept."""
        for number, line in enumerate(lines[: rect.height // row_height]):
            self._draw_line(number, line, ply, can_keep)

    def _draw_line(self, number: int, line: AnalysedLine, ply: int, can_keep: bool) -> None:
        look, height = self._look, self._row_height
        row = pygame.Rect(0, number * height, self.picture.get_width(), height)
        score = look.words.width(SCORE_TEXT, self._pixels, bold=True) + look.scale.unit
        keep = {"keep": height} if can_keep else {}
        places = Row({"score": score, "moves": Fill(), **keep}).at(row)
        around = min(look.scale.pixels(5), max(2, height - look.words.height(self._pixels)))
        self._draw_score(line.evaluation, places["score"].inflate(0, -around))
        if can_keep:
            self._draw_keep(places["keep"])
            self.keeping.append(places["keep"].move(self._topleft))
        self._draw_moves(number, line, ply, places["moves"])

    def _draw_score(self, evaluation: Evaluation, chip: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        is_white_better = score_text(evaluation)[0] != MINUS and evaluation.winner is not False
        fill, ink = colour.bar_white, colour.bar_black
        if not is_white_better:
            fill, ink = ink, fill
        line = colour.lit if evaluation.is_proven else mixed(colour.panel_line, colour.muted, 0.4)
        corner = look.scale.pixels(5)
        rounded(self.picture, fill, chip, corner)
        width = look.scale.pixels(2 if evaluation.is_proven else 1)
        rounded(self.picture, line, chip, corner, width)
        text = score_text(evaluation)
        pixels = look.words.largest([text], self._pixels, chip.width - 2 * width)
        look.words.write(self.picture, text, pixels, ink, bold=True, center=chip.center)

    def _draw_keep(self, button: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        disc = button.inflate(-look.scale.pixels(6), -look.scale.pixels(6))
        rounded(self.picture, colour.raised, disc, disc.height // 3)
        arm, thick = disc.height // 4, look.scale.pixels(2)
        ink = mixed(colour.muted, colour.ink, 0.5)
        for across, down in ((arm, 0), (0, arm)):
            start = disc.centerx - across, disc.centery - down
            end = disc.centerx + across, disc.centery + down
            pygame.draw.line(self.picture, ink, start, end, thick)

    def _draw_moves(self, number: int, line: AnalysedLine, ply: int, room: pygame.Rect) -> None:
        look, colour = self._look, self._look.theme.colour
        space = look.scale.pixels(7)
        left = room.left + look.scale.units(1.25)
        for index, text in enumerate(line.sans):
            at = ply + index
            token = number_words(at) if index == 0 or at % 2 == 0 else ""
            token_width = look.words.width(token, self._pixels) + look.scale.pixels(3) if token else 0
            san = self._notation(text)
            width = look.words.width(san, self._pixels, bold=index == 0)
            is_last = index == len(line.sans) - 1
            ellipsis = 0 if is_last else look.words.width("…", self._pixels) + space
            if left + token_width + width + ellipsis > room.right - space // 2:
                self._write("…", left, room, colour.muted)
                return
            if token:
                self._write(token, left, room, colour.muted)
            ink = colour.ink if index == 0 else mixed(colour.ink, colour.muted, 0.35)
            self._write(san, left + token_width, room, ink, bold=index == 0)
            place = pygame.Rect(left, room.top, token_width + width, room.height).inflate(space // 2, 0)
            self.moves[LineMove(number, index)] = place.move(self._topleft)
            left += token_width + width + space

    def _write(self, text: str, left: int, room: pygame.Rect, ink: Colour, bold: bool = False) -> None:
        at = (left, room.centery)
        self._look.words.write(self.picture, text, self._pixels, ink, bold=bold, midleft=at)


HEADING_UNITS, MOST_ROW_UNITS, LEAST_ROW_UNITS = 3, 3.75, 2.25
SIDE_UNITS, PADDING_UNITS = 2, 1
DOTS_UNITS = 2


class LineCard(Area):
    """A heading, and a row for each line. Moves, and the button that keeps a line, can be found by pixels."""

    def __init__(
        self,
        rect: pygame.Rect,
        look: Look,
        line_count: int,
        notation: SanNotation,
        reasons_for: Callable[[AnalysedLine], str],
    ) -> None:
        super().__init__(rect, is_stale=True)
        self._notation = notation
        self._reasons_for = reasons_for
        self._look = look
        inner = rect.inflate(-2 * look.scale.units(SIDE_UNITS), -2 * look.scale.units(PADDING_UNITS))
        column = Column({"heading": look.scale.units(HEADING_UNITS), "rows": Fill()})
        self.heading_rect, self._rows_rect = column.at(inner).values()
        fitting = self._rows_rect.height // line_count
        most, least = look.scale.units(MOST_ROW_UNITS), look.scale.units(LEAST_ROW_UNITS)
        self._row_height = max(least, min(most, fitting))
        self._ground = panel_card(look, rect.size)
        self._headings: tuple[str, ...] = ("",)
        """The heading of the lines, from the longest form to the shortest."""
        self._is_heading_stale = False
        self.lines: Sequence[AnalysedLine] = ()
        """The lines that are shown."""
        self._shown: tuple[Sequence[AnalysedLine], int, bool] = (), 0, False
        self._drawing = self._drawn(*self._shown)
        self.pointed: LineMove | None = None
        """The move under the pointer."""
        self._ringed: LineMove | None = None
        self._why: pygame.Rect | None = None
        """Where a press shows the proof, if there is one."""
        self._dots = pygame.Rect(self.heading_rect)
        """Where three dots show that the heading opens a menu."""
        self._dots.width = look.scale.units(DOTS_UNITS)
        self._dots.right = self.heading_rect.right
        self._about = ""

    def explain(self, text: str) -> None:
        """Set the tooltip of the heading."""
        self._about = text

    def offers_menu_at(self, pixel: Pixel) -> bool:
        """Whether a press at this pixel of the window opens the menu."""
        return self.heading_rect.collidepoint(pixel) and not self.offers_proof_at(pixel)

    def offer_proof(self, can: bool) -> None:
        """Write at the right of the heading that the proof can be shown, or no longer."""
        if can is (self._why is not None):
            return
        look, room = self._look, self.heading_rect
        width = look.words.width(_("Why?"), look.small, bold=True) + look.scale.units(1.5)
        right = self._dots.left - look.scale.unit
        self._why = pygame.Rect(right - width, room.top, width, room.height) if can else None
        self._is_heading_stale = True

    def offers_proof_at(self, pixel: Pixel) -> bool:
        """Whether a press at this pixel of the window shows the proof."""
        return self._why is not None and self._why.collidepoint(pixel)

    def show(
        self, headings: tuple[str, ...], lines: Sequence[AnalysedLine] | None, ply: int, can_keep: bool
    ) -> None:
        """Show the longest heading that fits, and lines that begin at a ply; None: those shown before."""
        if lines is not None and (lines, ply, can_keep) != self._shown:
            self.lines, self._shown = lines, (lines, ply, can_keep)
            self._drawing, self.is_stale = self._drawn(lines, ply, can_keep), True
        if headings != self._headings:
            self._headings, self._is_heading_stale = headings, True

    def _drawn(self, lines: Sequence[AnalysedLine], ply: int, can_keep: bool) -> LineDrawing:
        room, height = self._rows_rect, self._row_height
        return LineDrawing(self._look, room, height, lines, ply, can_keep, self._notation)

    def point(self, move: LineMove | None) -> None:
        """Mark the move under the pointer."""
        if move != self.pointed:
            self.pointed, self.is_stale = move, True

    def ring(self, move: LineMove | None) -> None:
        """Mark the move chosen by keyboard."""
        if move != self._ringed:
            self._ringed, self.is_stale = move, True

    @property
    def moves(self) -> Sequence[LineMove]:
        """The moves that are shown."""
        return tuple(self._drawing.moves)

    @property
    def line_count(self) -> int:
        """The number of lines that are shown."""
        return len({move.line for move in self.moves})

    def place_of(self, move: LineMove) -> pygame.Rect | None:
        """Where a move stands in the window."""
        return self._drawing.moves.get(move)

    def move_at(self, pixel: Pixel) -> LineMove | None:
        """The move at a pixel of the window."""
        places = self._drawing.moves.items()
        return next((move for move, rect in places if rect.collidepoint(pixel)), None)

    def keep_at(self, pixel: Pixel) -> int | None:
        """The line whose button to keep it is at a pixel of the window."""
        places = enumerate(self._drawing.keeping)
        return next((line for line, rect in places if rect.collidepoint(pixel)), None)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A move to play, a line to keep, or the evaluation of a line in words, with why it is good."""
        if self._why is not None and self.offers_proof_at(pixel):
            return Spot(tuple(self._why), Pointer.HAND, tip_of(Command.SHOW_WHY))
        if self.offers_menu_at(pixel):
            return Spot(tuple(self.heading_rect), Pointer.HAND, Tip(self._about))
        if not self._rows_rect.collidepoint(pixel):
            return None
        move, kept = self.move_at(pixel), self.keep_at(pixel)
        place_of_move = None if move is None else self.place_of(move)
        if move is not None and place_of_move is not None:
            reasons = self._reasons_for(self.lines[move.line]) if move.index == 0 else ""
            return Spot(tuple(place_of_move), Pointer.HAND, Tip(reasons) if reasons else None)
        row = (pixel[1] - self._rows_rect.top) // self._row_height
        place = (self._rows_rect.left, self._rows_rect.top + row * self._row_height, 1, self._row_height)
        if kept is not None:
            rect = self._drawing.keeping[kept]
            return Spot(tuple(rect), Pointer.HAND, Tip(_("Add this line as a variation"), ("Ins",)))
        if row < len(self.lines):
            line = self.lines[row]
            words, reasons = sentence(line.evaluation), self._reasons_for(line)
            return Spot(place, tip=Tip(f"{words}. {reasons}" if reasons else words))
        return None

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The card, or only its heading."""
        heading = (self.heading_rect,) if self._is_heading_stale else ()
        self._is_heading_stale = False
        return super().changed(now_seconds) or heading

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        look, colour = self._look, self._look.theme.colour
        surface.blit(self._ground, self.rect)
        self._draw_dots(surface)
        width = self._dots.left - look.scale.unit - self.heading_rect.left
        if self._why is not None:
            width -= self._why.width + look.scale.unit
            self._draw_why(surface, self._why)
        fits = (form for form in self._headings if look.words.width(form, look.small) <= width)
        heading = next(fits, self._headings[-1])
        pixels = look.words.largest([heading], look.small, width)
        at = self.heading_rect.midleft
        look.words.write(surface, heading, pixels, colour.muted, width=width, midleft=at)
        if not self._rows_rect.colliderect(surface.get_clip()):
            return
        corner = look.scale.pixels(5)
        for move, fill, width in ((self.pointed, colour.raised, 0), (self._ringed, colour.accent, 2)):
            place = None if move is None else self.place_of(move)
            if place is not None:
                thick = look.scale.pixels(width) if width else 0
                rounded(surface, fill, place.inflate(0, -corner), corner, thick)
        surface.blit(self._drawing.picture, self._rows_rect)

    def _draw_dots(self, surface: pygame.Surface) -> None:
        """Draw the three dots at the right of the heading."""
        look, radius = self._look, max(1, self._look.scale.pixels(2))
        ink = look.theme.colour.muted
        for step in range(3):
            right = self._dots.right - radius - 3 * radius * step
            dot = pygame.Rect(0, 0, 2 * radius, 2 * radius)
            dot.center = right, self._dots.centery
            rounded(surface, ink, dot, radius)

    def _draw_why(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Draw the button that shows the proof."""
        look, colour = self._look, self._look.theme.colour
        pill = place.inflate(0, -look.scale.pixels(3))
        rounded(surface, colour.gold, pill, pill.height // 2)
        ink = readable_on(colour.gold, colour.bar_black, colour.bar_white)
        look.words.write(surface, _("Why?"), look.small, ink, bold=True, center=pill.center)


KEEPING = (pygame.K_INSERT, pygame.K_PLUS, pygame.K_KP_PLUS)


class EngineLines(Part):
    """A heading, and a row for each line. A press on a move plays the moves up to it.

    With the keyboard focus, the arrow keys choose a move, Enter plays up to it, Insert keeps the line.
    """

    def __init__(self, stage: Stage, game: RunningGame, actions: MoveActions) -> None:
        super().__init__(stage, game)
        self._actions = actions
        self._analysis: Analysis | None = None
        """The analysis that is shown."""
        self._shown_for: tuple[GameNode, bool] | None = None
        """The position that it is for, and whether of the threats there; None until the first news."""
        self._chosen = LineMove(0, 0)

    @property
    def wanted(self) -> Place | None:
        """Its place, while the analysis is on."""
        return Place.LINES if self._game.analysis.is_on else None

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Make the card; without it, nothing of it is shown on the board."""
        super().place(layout, widgets)
        if not self.is_placed:
            self._game.analysis.point_at(())

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the card."""
        look, variant = self._stage.look, self._game.match.cursor.board.variant
        lines, self._widgets = self._stage.settings.analysis_lines, widgets
        write = partial(look.notation, piece_types=variant.piece_types)
        self._card = LineCard(rect, look, lines, write, self._game.analysis.reasons_for)
        self._area = widgets.area(rect)
        self.layers = (self._card,)

    def refresh(self) -> None:
        """Show what is known; until the first news of a position, the old lines stay, but are not pressed."""
        live, match = self._game.analysis, self._game.match
        analysis, board = live.lines_analysis, live.start_of_lines()
        self._card.explain(analysis_words(self._stage, match.cursor.board.variant))
        if match.result.outcome is not None or board is None:
            self._analysis = self._shown_for = None
            self._card.show(self._heading(), (), 0, False)
            self._card.offer_proof(False)
            return
        self._analysis = analysis or self._analysis
        self._shown_for = None if analysis is None else (match.cursor.node, live.shows_threat)
        lines = analysis.lines if analysis is not None else None
        can_keep = match.can_keep_line and not live.shows_threat
        self._card.show(self._heading(), lines, board.ply(), can_keep)
        known = self._analysis.evaluation if self._analysis is not None else None
        can_show = known is not None and known.is_decided and not (live.shows_threat or board.has_dice)
        self._card.offer_proof(can_show and self._is_current)
        self._show_chosen()

    def handle(self, event: pygame.Event) -> bool:
        """Handle the mouse and, with the focus, the keys."""
        if event.type == pygame.MOUSEMOTION:
            move = self._card.move_at(event.pos)
            if move is not None or self._card.pointed is not None:
                self._point(move)
        elif event.type == pygame.WINDOWLEAVE:
            self._point(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and self._card.rect.collidepoint(event.pos):
            self._press(event)
            return True
        elif event.type == pygame.KEYDOWN and self._widgets.is_focused(self._area):
            return self._press_key(event)
        return False

    def _press(self, event: pygame.Event) -> None:
        move, kept = self._card.move_at(event.pos), self._card.keep_at(event.pos)
        if event.button == 1 and self._card.offers_proof_at(event.pos):
            self._stage.command(Command.SHOW_WHY)
            return
        if event.button == 3 or (event.button == 1 and self._card.offers_menu_at(event.pos)):
            self._open_menu(event.pos, by_keyboard=False)
            return
        if event.button == 1 and kept is not None:
            self._keep(kept)
        elif event.button == 1 and move is not None:
            self._walk(move)

    def _open_menu(self, pixel: Pixel, by_keyboard: bool) -> None:
        """Open the menu with who analyses and how many lines are shown."""
        open_analysis_menu(self._stage, self._game.match.cursor.board.variant, pixel, by_keyboard)

    def open_menu_by_key(self) -> bool:
        """Open the menu if the lines have the keyboard focus; returns whether they have it."""
        has_focus = self.is_placed and self._widgets.is_focused(self._area)
        if has_focus:
            self._open_menu(self._card.heading_rect.bottomleft, by_keyboard=True)
        return has_focus

    def _press_key(self, event: pygame.Event) -> bool:
        if event.key in ENTER:
            self._walk(self._chosen)
        elif event.key in KEEPING:
            self._keep(self._chosen.line)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._choose(self._chosen.line, self._chosen.index + (1 if event.key == pygame.K_RIGHT else -1))
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._choose(self._chosen.line + (1 if event.key == pygame.K_DOWN else -1), self._chosen.index)
        else:
            return False
        return True

    def _choose(self, line: int, index: int) -> None:
        """Choose the nearest move that is shown."""
        line = min(max(0, line), self._card.line_count - 1)
        shown = [move.index for move in self._card.moves if move.line == line]
        if shown:
            self._chosen = LineMove(line, min(max(0, index), max(shown)))
            self._show_chosen()

    def _show_chosen(self) -> None:
        """Ring the chosen move, and show it on the board, while the lines have the keyboard focus."""
        has_focus = self._widgets.is_focused(self._area)
        self._card.ring(self._chosen if has_focus else None)
        if has_focus:
            self._point(self._chosen)

    def _point(self, move: LineMove | None) -> None:
        """Show a move of a line on the board."""
        self._card.point(move)
        self._game.analysis.point_at(self._texts(move))

    def _walk(self, move: LineMove) -> None:
        if not self._game.analysis.shows_threat:
            self._actions.walk(self._texts(move))
            self._chosen = LineMove(0, 0)

    def _keep(self, line: int) -> None:
        if self._analysis is not None and self._is_current and not self._game.analysis.shows_threat:
            self._actions.keep_line(self._analysis.lines[line].moves)

    @property
    def _is_current(self) -> bool:
        """Whether what is shown is about the current position, which may have changed a moment ago."""
        return self._shown_for == (self._game.match.cursor.node, self._game.analysis.shows_threat)

    def _texts(self, move: LineMove | None) -> tuple[str, ...]:
        """The moves of a line up to this one."""
        if move is None or self._analysis is None or not self._is_current:
            return ()
        lines = self._analysis.lines
        return lines[move.line].moves[: move.index + 1] if move.line < len(lines) else ()

    def _heading(self) -> tuple[str, ...]:
        """What the card says above the lines, from the longest form to the shortest."""
        live, analysis = self._game.analysis, self._analysis
        outcome = self._game.match.result.outcome
        if outcome is not None:
            return (said(outcome.reason()),)
        if analysis is not None and analysis.preparing is not None:
            share = percent(analysis.preparing)
            words = _("This program's own engine is being prepared… {share}").format(share=share)
            return words, _("Preparing… {share}").format(share=share)
        if live.shows_threat:
            side = side_name(not self._game.match.cursor.board.turn)
            return _("Threats: if {side} were to move").format(side=_(side)), _("Threats")
        evaluation = None if analysis is None else analysis.evaluation
        if analysis is None or evaluation is None:
            by = "" if analysis is None else analysis.by
            return (f"{by} · {_('Thinking…')}", _("Thinking…")) if by else (_("Thinking…"),)
        words = sentence(evaluation)
        if evaluation.is_proven and evaluation.winner is not None:
            return words, sentence(replace(evaluation, is_proven=False))
        if evaluation.is_proven:
            return (words,)
        deep, by = _("{evaluation} · depth {depth}"), analysis.by
        full = deep.format(evaluation=words, depth=analysis.depth)
        short = deep.format(evaluation=score_text(evaluation), depth=analysis.depth)
        forms = full, words, score_text(evaluation)
        return (f"{full} · {by}", f"{short} · {by}", *forms) if by else forms
