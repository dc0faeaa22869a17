"""The lines of the analysis below the move list: they can be walked into and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole import side_name
from wormhole.gui.analysis.evaluation_words import sentence
from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.keys import Command, tip_of
from wormhole.gui.language import _, percent, said
from wormhole.gui.look.contrast import readable_on
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look
from wormhole.gui.look.panel_card import panel_card
from wormhole.gui.look.rounded import rounded
from wormhole.gui.look.spot import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.line_drawing import LineDrawing, LineMove
from wormhole.gui.panel.move_drawing import Notation
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

if TYPE_CHECKING:
    from wormhole.engine.analysis import AnalysedLine, Analysis
    from wormhole.library.record import GameNode

HEADING_UNITS, MOST_ROW_UNITS, LEAST_ROW_UNITS = 3, 3.75, 2.25
SIDE_UNITS, PADDING_UNITS = 2, 1
KEEPING = (pygame.K_INSERT, pygame.K_PLUS, pygame.K_KP_PLUS)


class EngineLines(Part):
    """A heading, and a row for each line. A press on a move plays the moves up to it.

    With the keyboard focus, the arrow keys choose a move, Enter plays up to it, Insert keeps the line.
    """

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game
        self._analysis: Analysis | None = None
        """The analysis that is shown."""
        self._shown_for: tuple[GameNode, bool] | None = None
        """The position that it is for, and whether of the threats there; None until the first news."""
        self._chosen = LineMove(0, 0)

    @property
    def wanted(self) -> frozenset[Place]:
        """Its place, while the analysis is on."""
        return frozenset({Place.LINES}) if self._game.analysis.is_on else frozenset()

    def place(self, layout: GameLayout, widgets: Widgets) -> None:
        """Lay out the card."""
        self.layers = ()
        if Place.LINES in layout:
            look, variant = self._stage.look, self._game.match.board.variant
            self._widgets = widgets
            lines = self._stage.settings.analysis_lines
            write = partial(look.notation, piece_types=variant.piece_types)
            self._card = _Card(layout[Place.LINES], look, lines, write)
            self._area = widgets.area(self._card.rect)
            self.layers = (self._card,)
        else:
            self._game.analysis.point_at(())

    def refresh(self) -> None:
        """Show what is known; until the first news of a position, the old lines stay, but are not pressed."""
        if not self.layers:
            return
        live, match = self._game.analysis, self._game.match
        analysis, board = live.lines_analysis, live.start_of_lines()
        if match.outcome is not None or board is None:
            self._analysis = self._shown_for = None
            self._card.show(self._heading(), (), 0, False)
            self._card.offer_proof(False)
            return
        self._analysis = analysis or self._analysis
        self._shown_for = None if analysis is None else (match.node, live.shows_threat)
        lines = analysis.lines if analysis is not None else None
        can_keep = match.can_keep_line and not live.shows_threat
        self._card.show(self._heading(), lines, board.ply(), can_keep)
        known = self._analysis.evaluation if self._analysis is not None else None
        can_show = known is not None and known.is_decided and not (live.shows_threat or board.has_dice)
        self._card.offer_proof(can_show and self._is_current)
        self._show_chosen()

    def handle(self, event: pygame.Event) -> bool:
        """Handle the mouse and, with the focus, the keys."""
        if not self.layers:
            return False
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
        if event.button == 1 and kept is not None:
            self._keep(kept)
        elif event.button == 1 and move is not None:
            self._walk(move)

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
            self._game.walk(self._texts(move), self._game.now_seconds)
            self._chosen = LineMove(0, 0)

    def _keep(self, line: int) -> None:
        if self._analysis is not None and self._is_current and not self._game.analysis.shows_threat:
            self._game.keep_line(self._analysis.lines[line].moves)

    @property
    def _is_current(self) -> bool:
        """Whether what is shown is about what is looked at, which may have changed a moment ago."""
        return self._shown_for == (self._game.match.node, self._game.analysis.shows_threat)

    def _texts(self, move: LineMove | None) -> tuple[str, ...]:
        """The moves of a line up to this one."""
        if move is None or self._analysis is None or not self._is_current:
            return ()
        lines = self._analysis.lines
        return lines[move.line].moves[: move.index + 1] if move.line < len(lines) else ()

    def _heading(self) -> tuple[str, ...]:
        """What the card says above the lines, from the longest form to the shortest."""
        live, analysis = self._game.analysis, self._analysis
        outcome = self._game.match.outcome
        if outcome is not None:
            return (said(outcome.reason()),)
        if analysis is not None and analysis.preparing is not None:
            share = percent(analysis.preparing)
            return (_("Preparing the engine… {share}").format(share=share),)
        if live.shows_threat:
            side = side_name(not self._game.match.board.turn)
            return _("Threats: if {side} were to move").format(side=_(side)), _("Threats")
        if analysis is None or not analysis.lines:
            return (_("Thinking…"),)
        if analysis.evaluation.is_proven:
            return (sentence(analysis.evaluation),)
        words = sentence(analysis.evaluation)
        full = _("{evaluation} · depth {depth}").format(evaluation=words, depth=analysis.depth)
        return full, words


class _Card(Area):
    """The picture: a heading, and the rows."""

    def __init__(self, rect: pygame.Rect, look: Look, line_count: int, notation: Notation) -> None:
        super().__init__(rect, is_stale=True)
        self._notation = notation
        self._look = look
        inner = rect.inflate(-2 * look.scale.units(SIDE_UNITS), -2 * look.scale.units(PADDING_UNITS))
        heading = look.scale.units(HEADING_UNITS)
        self._heading_rect = pygame.Rect(inner.left, inner.top, inner.width, heading)
        self._rows_rect = pygame.Rect(inner.left, inner.top + heading, inner.width, inner.height - heading)
        fitting = self._rows_rect.height // line_count
        most, least = look.scale.units(MOST_ROW_UNITS), look.scale.units(LEAST_ROW_UNITS)
        self._row_height = max(least, min(most, fitting))
        self._ground = panel_card(look, rect.size)
        self._heading = ""
        self._is_heading_stale = False
        self._shown: tuple[object, ...] = ()
        self._drawing: LineDrawing | None = None
        self._pointed: LineMove | None = None
        self._ringed: LineMove | None = None
        self._why: pygame.Rect | None = None
        """Where a press shows the proof, if there is one."""

    def offer_proof(self, can: bool) -> None:
        """Write at the right of the heading that the proof can be shown, or no longer."""
        if can is (self._why is not None):
            return
        look, room = self._look, self._heading_rect
        width = look.words.width(_("Why?"), look.small, bold=True) + look.scale.units(1.5)
        self._why = pygame.Rect(room.right - width, room.top, width, room.height) if can else None
        self.is_stale = True

    def offers_proof_at(self, pixel: Pixel) -> bool:
        """Whether a press at this pixel of the window shows the proof."""
        return self._why is not None and self._why.collidepoint(pixel)

    def show(
        self, headings: tuple[str, ...], lines: Sequence[AnalysedLine] | None, ply: int, can_keep: bool
    ) -> None:
        """Show the first heading that fits, and lines that begin at a ply; None: those shown before."""
        if lines is not None and (lines, ply, can_keep) != self._shown:
            self._shown = lines, ply, can_keep
            size = self._rows_rect.size
            self._drawing = LineDrawing(
                self._look, size, self._row_height, lines, ply, can_keep, self._notation
            )
            self.is_stale = True
        look, width = self._look, self._heading_rect.width
        fits = (form for form in headings if look.words.width(form, look.small) <= width)
        heading = next(fits, headings[-1])
        if heading != self._heading:
            self._heading, self._is_heading_stale = heading, True

    def point(self, move: LineMove | None) -> None:
        """Mark the move under the pointer."""
        if move != self._pointed:
            self._pointed, self.is_stale = move, True

    @property
    def pointed(self) -> LineMove | None:
        """The move under the pointer."""
        return self._pointed

    def ring(self, move: LineMove | None) -> None:
        """Mark the move that the keyboard has chosen."""
        if move != self._ringed:
            self._ringed, self.is_stale = move, True

    @property
    def moves(self) -> list[LineMove]:
        """The moves that are shown."""
        return [] if self._drawing is None else [placed.move for placed in self._drawing.moves]

    @property
    def line_count(self) -> int:
        """The number of lines that are shown."""
        return len({move.line for move in self.moves})

    def place_of(self, move: LineMove) -> pygame.Rect | None:
        """Where a move stands in the window."""
        if self._drawing is None:
            return None
        places = (placed.rect for placed in self._drawing.moves if placed.move == move)
        rect = next(places, None)
        return None if rect is None else rect.move(self._rows_rect.topleft)

    def move_at(self, pixel: Pixel) -> LineMove | None:
        """The move at a pixel of the window."""
        if self._drawing is None:
            return None
        at = pixel[0] - self._rows_rect.left, pixel[1] - self._rows_rect.top
        return next((placed.move for placed in self._drawing.moves if placed.rect.collidepoint(at)), None)

    def keep_at(self, pixel: Pixel) -> int | None:
        """The line whose button to keep it is at a pixel of the window."""
        if self._drawing is None:
            return None
        at = pixel[0] - self._rows_rect.left, pixel[1] - self._rows_rect.top
        places = enumerate(self._drawing.keeping)
        return next((line for line, rect in places if rect.collidepoint(at)), None)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A move to play, a line to keep, or the evaluation of a line in words."""
        if self.offers_proof_at(pixel):
            return Spot(tuple(self._why), Pointer.HAND, tip_of(Command.SHOW_WHY))
        if self._drawing is None or not self._rows_rect.collidepoint(pixel):
            return None
        move, kept = self.move_at(pixel), self.keep_at(pixel)
        if move is not None:
            return Spot(tuple(self.place_of(move)), Pointer.HAND)
        row = (pixel[1] - self._rows_rect.top) // self._row_height
        place = (self._rows_rect.left, self._rows_rect.top + row * self._row_height, 1, self._row_height)
        if kept is not None:
            rect = self._drawing.keeping[kept].move(self._rows_rect.topleft)
            return Spot(tuple(rect), Pointer.HAND, Tip(_("Keep this line as a variation"), ("Ins",)))
        if row < len(self._shown[0]):
            return Spot(place, tip=Tip(sentence(self._shown[0][row].evaluation)))
        return None

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The card, or only its heading."""
        heading = (self._heading_rect,) if self._is_heading_stale else ()
        self._is_heading_stale = False
        return super().changed(now_seconds) or heading

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        look, colour = self._look, self._look.theme.colour
        surface.blit(self._ground, self.rect)
        width = self._heading_rect.width
        if self._why is not None:
            width -= self._why.width
            self._draw_why(surface, self._why)
        pixels = look.words.largest([self._heading], look.small, width)
        text = look.words.fitted(self._heading, pixels, width)
        heading = look.words.line(text, pixels, colour.muted)
        surface.blit(heading, heading.get_rect(midleft=self._heading_rect.midleft))
        if self._drawing is None or not self._rows_rect.colliderect(surface.get_clip()):
            return
        corner = look.scale.pixels(5)
        for move, fill, width in ((self._pointed, colour.raised, 0), (self._ringed, colour.accent, 2)):
            place = None if move is None else self.place_of(move)
            if place is not None:
                thick = look.scale.pixels(width) if width else 0
                rounded(surface, fill, place.inflate(0, -corner), corner, thick)
        surface.blit(self._drawing.picture, self._rows_rect)

    def _draw_why(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Draw the button that shows the proof."""
        look, colour = self._look, self._look.theme.colour
        pill = place.inflate(0, -look.scale.pixels(3))
        rounded(surface, colour.gold, pill, pill.height // 2)
        ink = readable_on(colour.gold, colour.bar_black, colour.bar_white)
        words = look.words.line(_("Why?"), look.small, ink, bold=True)
        surface.blit(words, words.get_rect(center=pill.center))
