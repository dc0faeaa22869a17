"""The board of the game that is composed: its start position, which can be edited, or a few moves of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from wormhole import Board, Move, Variant
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.hands import is_in_hand, piece_of, places_in_hand
from wormhole.gui.board.input import LEFT_BUTTON
from wormhole.gui.board.printed import printed_on
from wormhole.gui.board.selection import piece_at
from wormhole.gui.board.state import BoardState
from wormhole.gui.composer.composition import Composition
from wormhole.gui.editor.draft import Draft
from wormhole.gui.editor.editor_input import EditorInput
from wormhole.gui.editor.editor_overlay import CoveredBoard, EditorOverlay
from wormhole.gui.editor.edits import EditorTool, brushes
from wormhole.gui.editor.palette import Palette
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import Motion
from wormhole.library.composer.game_draft import GameDraft
from wormhole.play.random_moves import random_moves
from wormhole.rules.placement import EMPTY, HOLE, MARK, VOID

PAUSE_SECONDS = 0.9
"""Between two moves of the play that is watched."""
MOST_PLIES = 24


def position_of(draft: GameDraft) -> Draft:
    """The start position as the set-up editor has it; letters without a piece are left out."""
    variant, rows = draft.sketch, draft.rows
    places = (variant.geometry.place[square] for square in range(variant.geometry.squares))
    cells = tuple(_known(variant, rows[-1 - row][column]) for column, row in places)
    return Draft(variant, cells, hands=variant.hands.start)


def _known(variant: Variant, cell: str) -> str:
    """A cell with the own letter of its piece; empty if there is no such piece."""
    if cell in (EMPTY, HOLE):
        return cell
    letter = variant.letter_of(cell)
    if letter is None:
        return EMPTY
    return letter if cell.isupper() else letter.lower()


def with_position(draft: GameDraft, position: Draft) -> GameDraft:
    """A copy of a game that starts from a position."""
    geometry = position.variant.geometry
    rows = [[VOID] * geometry.columns for _row in range(geometry.rows)]
    for square, cell in enumerate(position.cells):
        column, row = geometry.place[square]
        rows[-1 - row][column] = cell.replace(MARK, "")  # a file has no marks of promoted pieces
    draft = draft.with_rows(rows)
    return (
        draft
        if position.hands == draft.sketch.hands.start
        else draft.with_value("hands.start", position.hands)
    )


def for_both(before: Draft, after: Draft) -> Draft:
    """A position with the same changes for the other side, on the board mirrored from top to bottom."""
    geometry = before.variant.geometry
    made = after
    for square, cell in enumerate(after.cells):
        there = geometry.mirrored(square)
        if cell != before.cells[square] and there < geometry.squares and there != square:
            is_changed = after.cells[there] != before.cells[there]
            made = made if is_changed else made.with_cell(there, cell.swapcase() if cell != "x" else cell)
    if after.hands == before.hands:
        return made
    white = after.hands if _of(after, True) != _of(before, True) else after.hands.swapcase()
    own = "".join(letter for letter in white if letter.isupper())
    return replace(made, hands=own + own.lower())


def _of(draft: Draft, color: bool) -> str:
    return "".join(letter for letter in draft.hands if letter.isupper() is color)


class StartSession:
    """Shows the editor's input the start position of a composition, and takes over what it changes."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self._position: tuple[GameDraft, Draft] | None = None

    @property
    def draft(self) -> Draft:
        """The start position."""
        game = self._composition.draft
        if self._position is None or self._position[0] is not game:
            self._position = game, position_of(game)
        return self._position[1]

    def begin(self) -> None:
        """Begin a stroke."""
        self._composition.begin()

    def change(self, draft: Draft) -> None:
        """Let the game start from another position."""
        if draft != self.draft:
            position = for_both(self.draft, draft) if self._composition.is_alike else draft
            self._composition.stroke(with_position(self._composition.draft, position))


class Watch:
    """A few moves of a game, which the computer makes at random."""

    def __init__(self, game: Variant, state: BoardState) -> None:
        self._board = Board(game)
        self._state = state
        self._coming = random_moves(self._board)
        self._due = NEVER
        positions.show(state, self._board)

    def update(self, now_seconds: float, motion: Motion) -> float:
        """Make the next move if it is due; returns when the board changes next."""
        if self._due == NEVER:
            self._due = now_seconds + PAUSE_SECONDS
        if now_seconds >= self._due and not timeline.is_moving(self._state, now_seconds):
            move = self._next()
            if move is None:
                self._start_again(now_seconds, motion)
            else:
                self._board.push(move)
                positions.play(self._state, self._board, now_seconds, motion)
            self._due = now_seconds + PAUSE_SECONDS
        return min(self._due, timeline.update(self._state, now_seconds))

    def _next(self) -> Move | None:
        if len(self._board.move_stack) >= MOST_PLIES or self._board.outcome() is not None:
            return None
        return next(self._coming, None)

    def _start_again(self, now_seconds: float, motion: Motion) -> None:
        self._board = Board(self._board.variant)
        self._coming = random_moves(self._board)
        positions.browse(self._state, self._board, now_seconds, motion)


class StartBoard:
    """The board with the start position; with a palette it can be edited.

    Elsewhere a press on a piece calls `choose` with its letter.
    """

    layers: Sequence[Layer] = ()

    def __init__(self, composition: Composition, choose: Callable[[str], None]) -> None:
        self._composition = composition
        self._choose = choose
        self._session = StartSession(composition)
        self._watch: Watch | None = None
        self._look: Look | None = None
        self._placed: object = None
        """What it was laid out for last."""
        self._palette: Palette | None = None
        self.view: BoardView | None = None
        self.state = BoardState(composition.draft.sketch)
        self.input = EditorInput(self._session, self.state, exchanges=True)

    @property
    def is_watched(self) -> bool:
        """Whether moves are played on it."""
        return self._watch is not None

    def place(self, look: Look, rect: pygame.Rect, sky: pygame.Surface, palette: Palette | None) -> None:
        """Lay the board out for the game as it is now."""
        game = self._composition.draft.sketch
        places = places_in_hand(game)
        pieces = tuple((letter, piece.sprite) for letter, piece in game.piece_types.items())
        key = (tuple(rect), game.geometry, places, pieces, game.left_square, printed_on(game))
        if self.view is None or look is not self._look or key != self._placed:
            self._look, self._placed = look, key
            self.state = BoardState(game)
            brush = self.input.brush
            self.input = EditorInput(self._session, self.state, exchanges=True)
            self.input.choose(brush)
            self.view = BoardView(look.sprites, game.geometry, places)
            self.view.place(rect, sky, look.board_style)
        self.state.variant = game
        if self.input.brush not in brushes(game):
            self.input.choose(EditorTool.MOVE)
        self._palette = palette
        self.layers = (CoveredBoard(BoardLayer(self.view, self.state)),)
        if palette is not None:
            self.input.place(self.view, palette)
            self.layers = (
                *self.layers,
                palette,
                EditorOverlay(look, self.view, self.state, self.input, game),
            )
        self.show()

    def show(self) -> None:
        """Show the start position as it is now, and what the user does."""
        if self._watch is not None:
            return
        position = self._session.draft
        taken, lifted = (self.input.pulled, self.input.lifted) if self._palette is not None else (None, None)
        self.state.variant = position.variant
        positions.arrange(self.state, replace(position.scene(taken), gates=frozenset()), lifted)
        if self._palette is not None:
            self._palette.show(self.input.brush, flipped=False)

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event on the board or the palette; returns whether it was used."""
        if self.view is None:
            return False
        if self._watch is not None:
            return False
        if self._palette is not None:
            return self.input.handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            return self._press(self.view.place_at(event.pos))
        return False

    def _press(self, place: int | None) -> bool:
        piece = piece_at(self.state, place)
        if piece is None or place is None:
            return False
        self._choose(
            piece_of(self.state.variant, place).letter
            if is_in_hand(self.state.variant.geometry, place)
            else piece.letter
        )
        return True

    def watch(self, game: Variant) -> None:
        """Play a few moves of this game, which is that of the composition."""
        self._watch = Watch(game, self.state)

    def close(self) -> None:
        """Choose no more pieces, so that closing the owner frees both."""
        self._choose = lambda letter: None

    def stop(self) -> None:
        """Show the start position again."""
        if self._watch is not None:
            self._watch = None
            timeline.settle(self.state)
            self.show()

    def update(self, now_seconds: float, motion: Motion) -> float:
        """Advance to the time `now_seconds`; returns when the board changes next."""
        if self._watch is not None:
            return self._watch.update(now_seconds, motion)
        return timeline.update(self.state, now_seconds)
