"""The lines of the analysis below the move list: they can be walked into and kept."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole import side_name
from wormhole.gui.analysis.evaluation_words import sentence
from wormhole.gui.game_layout import GameLayout, Place
from wormhole.gui.keys import Command
from wormhole.gui.language import _, percent, said
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.panel.line_card import LineCard
from wormhole.gui.panel.line_drawing import LineMove
from wormhole.gui.panel.parts.part import Part
from wormhole.gui.screen import Stage
from wormhole.gui.screens.running_game import RunningGame

if TYPE_CHECKING:
    from wormhole.engine.analysis import Analysis
    from wormhole.library.record import GameNode

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
            self._card = LineCard(layout[Place.LINES], look, lines, write)
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
        evaluation = None if analysis is None else analysis.evaluation
        if analysis is None or evaluation is None:
            return (_("Thinking…"),)
        words = sentence(evaluation)
        if evaluation.is_proven and evaluation.winner is not None:
            return words, sentence(replace(evaluation, is_proven=False))
        if evaluation.is_proven:
            return (words,)
        full = _("{evaluation} · depth {depth}").format(evaluation=words, depth=analysis.depth)
        return full, words
