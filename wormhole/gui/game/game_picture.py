"""The picture of a game: the board, and the parts of the panel beside or below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

import pygame

from wormhole.gui.board import timeline
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.game.engine_lines import EngineLines
from wormhole.gui.game.evaluation_bar import EvaluationBar
from wormhole.gui.game.evaluation_graph import GameGraph
from wormhole.gui.game.game_layout import GameLayout, Place, Wanted, game_layout
from wormhole.gui.game.game_tabs import GameTabs
from wormhole.gui.game.mail_card import MailPart
from wormhole.gui.game.move_actions import MoveActions
from wormhole.gui.game.move_list import Moves
from wormhole.gui.game.opening_card import Openings
from wormhole.gui.game.part import Part
from wormhole.gui.game.piece_card import PiecePart
from wormhole.gui.game.player_card import Players
from wormhole.gui.game.result_banner import ResultPart
from wormhole.gui.game.roll import Roll
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.game.tools import Buttons, Tools, why_not
from wormhole.gui.look.focus import Widget
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.layout import taken_in_sight
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import EVERY_FRAME
from wormhole.gui.look.theme import Blindfold, BoardStyle
from wormhole.gui.look.with_widgets import WithWidgets
from wormhole.gui.window.stage import Stage


class GamePicture(WithWidgets):
    """Board and panel of a running game, which it only reads. Call `place` first."""

    layers: Sequence[Layer] = ()
    layout: GameLayout
    _board_placed: tuple[tuple[int, int], tuple[int, ...], Look, BoardStyle] | None = None
    """The window's size, the board's rectangle, the look and the style for which the board is placed."""
    _painting: Iterator[None] | None = None
    """Paints ahead what the board and the panel do not show yet, a little in each frame at rest."""

    def __init__(self, stage: Stage, game: RunningGame, actions: MoveActions) -> None:
        self._stage = stage
        self._game = game
        variant = game.match.cursor.board.variant
        self._geometry, self._hands = variant.geometry, places_in_hand(variant)
        self.view = BoardView(stage.look.sprites, self._geometry, self._hands)
        self.moves = Moves(stage, game, actions)
        self.result = ResultPart(stage, game)
        self._piece = PiecePart(stage, game, self.moves, self.result)
        self.players = Players(stage, game)
        self.lines = EngineLines(stage, game, actions)
        self.area: pygame.Rect | None = None
        """The rectangle that board and panel take of the window's canvas; None if they fill that."""
        self._are_lines_behind = False
        """Whether they are to be updated in the next frame."""
        self._owned: dict[Part, list[Widget]] = {}
        """The widgets that each part has made when it was placed."""
        self._parts: tuple[Part, ...] = (
            GameTabs(stage, game),
            self.players,
            self.moves,
            Roll(stage, game),
            self.result,
            MailPart(stage, game),
            EvaluationBar(stage, game),
            self.lines,
            Openings(stage, game, actions),
            GameGraph(stage, game),
            Tools(stage, game, why_not=partial(why_not, game)),
            Buttons(stage, game, actions),
            self._piece,
        )

    def place(self, size: tuple[int, int]) -> None:
        """Lay out board and panel."""
        look = self._stage.look
        self._size, self._wanted = size, self._wanted_places()
        self.layout = game_layout(size, self._wanted)
        self.area = taken_in_sight([*self.layout.values()], size)
        style = self._board_style
        board = (size, tuple(self.layout[Place.BOARD]), look, style)
        if board != self._board_placed:
            self._board_placed = board
            self.view.place(self.layout[Place.BOARD], look.backdrop.surface(size), style)
            self._painting = chain(self.view.painting(self._game.state), self._piece.painting())
        self._place_parts(look)
        self._placed = [part for part in self._parts if part.is_placed]
        self.layers = (
            BoardLayer(self.view, self._game.state),
            *(layer for part in self._parts for layer in part.layers),
            self.widgets,
            *(layer for part in self._parts for layer in part.layers_above),
        )
        for part in self._placed:
            part.refresh()

    def _place_parts(self, look: Look) -> None:
        """Place the parts, with new widgets. The keyboard focus stays on that of the same part and number."""
        number, has_ring = self._focus_mark() or (None, False)
        focused = None if number is None else self.widgets.everything[number]
        self._make_widgets(look)
        for part in self._parts:
            others, before = self.widgets.everything, self._owned.get(part, [])
            part.place(self.layout, self.widgets)
            self._owned[part] = own = [each for each in self.widgets.everything if each not in others]
            if focused in before and before.index(focused) < len(own):
                self.widgets.focus(own[before.index(focused)], has_ring)

    def refresh(self) -> None:
        """Update the panel from the running game; call `follow` in the next frame.

        It takes long to draw the lines. So they follow a frame after the others.
        """
        is_styled = self._board_placed is not None and self._board_placed[-1] == self._board_style
        if self._wanted_places() != self._wanted or not is_styled:
            self.place(self._size)
            return
        for part in self._placed:
            if part is not self.lines:
                part.refresh()
        self._are_lines_behind = True

    def follow(self) -> None:
        """Update the engine's lines, if the frame before has left them out."""
        if self._are_lines_behind:
            self._are_lines_behind = False
            if self.lines.is_placed:
                self.lines.refresh()

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; returns when a part is due next."""
        due = min([part.update(now_seconds) for part in self._placed])
        if self._painting is not None and self._is_at_rest(now_seconds):
            is_done = next(self._painting, self) is self
            self._painting = None if is_done else self._painting
        has_more = self._painting is not None or self._are_lines_behind
        return EVERY_FRAME if has_more else due

    def handle(self, event: pygame.Event) -> bool:
        """Let the parts handle an event that no widget used."""
        return any(part.handle(event) for part in self._placed)

    def close(self) -> None:
        """Release the widgets."""
        self._close_widgets()

    def _is_at_rest(self, now_seconds: float) -> bool:
        return self.view.is_drawn and not timeline.is_changing(self._game.state, now_seconds)

    @property
    def notice_area(self) -> pygame.Rect:
        """The rectangle for messages: in the move list, above the card about a piece."""
        unit = self._stage.look.scale.unit
        area = self.layout[Place.MOVES].inflate(-2 * unit, -2 * unit)
        area.height -= self._piece.height
        return area

    @property
    def _board_style(self) -> BoardStyle:
        """That of all boards, and the blindfold until the game is decided."""
        blindfold = Blindfold(self._stage.settings.blindfold) if self._game.match.is_open else Blindfold.OFF
        return replace(
            self._stage.look.board_style, blindfold=blindfold, faces_both=self._game.is_face_to_face
        )

    def _wanted_places(self) -> Wanted:
        places = frozenset(place for part in self._parts if (place := part.wanted) is not None)
        lines, is_across = self._stage.settings.analysis_lines, self._game.is_face_to_face
        return Wanted(self._geometry, places, lines, self._hands, is_across)
