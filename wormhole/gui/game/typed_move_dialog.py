"""A small field at the board's foot in which a move is typed; what it can mean is shown while one types."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from wormhole import Move, WormholeError
from wormhole.base.quoting import clipped
from wormhole.gui.board.annotations import Suggestion
from wormhole.gui.board.controller import BoardController
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.selection import ask_promotion, choose, origin
from wormhole.gui.dialogs.dialog import TextDialog
from wormhole.gui.languages.language import _, _n
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Layout
from wormhole.gui.look.widget_theme import ENTRY
from wormhole.gui.window.stage import Stage
from wormhole.play.typed_moves import TypedMoves

WIDTH_UNITS = 60
FIELD_UNITS = 4.5
FIELD_WIDTH_UNITS = 16
BUTTON_UNITS = 4
GAP_UNITS = 0.75
LONGEST = 16
MOST_SHOWN = 8
"""So many moves are shown on the board, and offered as buttons if there is room."""


class TypedMoveDialog(TextDialog):
    """Asks for a legal move. `show` is called with what the text can mean, `take` with what is meant at last.

    `take` gets several moves if the promotion is still open. `frame` gives the board's frame.
    """

    size_units = (WIDTH_UNITS, FIELD_UNITS)
    padding_units = 1
    dims = False
    pauses = False

    def __init__(
        self,
        stage: Stage,
        moves: TypedMoves,
        frame: Callable[[], pygame.Rect],
        show: Callable[[Sequence[Move]], None],
        take: Callable[[tuple[Move, ...]], None],
    ) -> None:
        super().__init__(stage, TextField("", LONGEST, _("Type a move"), self._find))
        self._moves = moves
        self._frame = frame
        self._show = show
        self._take = take
        self._words = Hint("small")
        self._offered: list[Button] = []

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card below the board as far as there is room, no wider than it."""
        rect, frame = super().outer(size), self._frame()
        rect.width = min(rect.width, frame.width)
        rect.midtop = frame.midbottom
        rect.bottom = min(rect.bottom, size[1] - self.stage.look.scale.unit)
        return rect

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The field, and the words beside it."""
        return Row({self.field: look.scale.units(FIELD_WIDTH_UNITS), self._words: Fill()}, look.scale.unit)

    def settle(self, look: Look) -> None:
        """Offer the moves in the room that there is now."""
        self._offered = []
        self._find(self.field.get_text())

    def close(self) -> None:
        """Show nothing on the board any more."""
        self._show(())
        super().close()

    def _find(self, text: str) -> None:
        """Show what the text can mean."""
        found = self._moves.find(text)
        for button in self._offered:
            self.widgets.remove(button)
        self._offered = []
        if not found.moves:
            said = clipped(text.strip(), LONGEST)
            self._words.show(_("Not a legal move: {move}").format(move=said), is_trouble=True)
        elif not found.text:
            self._words.show(_("For example Nf3 or g1f3. Enter plays the move."))
        else:
            self._words.show("")
            self._offer(found.moves)
        few = len(found.moves) <= MOST_SHOWN or found.meant
        self._show(tuple(found.meant or found.moves) if few and found.text else ())

    def _offer(self, moves: Mapping[Move, str]) -> None:
        """A button for each move that has room, and how many more there are."""
        look, room = self.stage.look, self._words.rect
        gap, left = look.scale.units(GAP_UNITS), room.left
        for number, (move, san) in enumerate(moves.items()):
            width = look.words.width(san, look.small) + 2 * look.scale.unit
            rest = len(moves) - number - 1
            spare = look.words.width(self._more(rest), look.small) + 3 * look.scale.unit if rest else 0
            if left + width + spare > room.right:
                break
            place = pygame.Rect(left, 0, width, look.scale.units(BUTTON_UNITS))
            place.centery = room.centery
            self._offered.append(self.widgets.button(place, san, partial(self._end, (move,))))
            left = place.right + gap
        hidden = len(moves) - len(self._offered)
        if hidden:
            place = pygame.Rect(left, room.top, room.right - left, room.height)
            button = self.widgets.button(place, self._more(hidden), lambda: None, ENTRY)
            button.enable(False)
            self._offered.append(button)

    def _more(self, count: int) -> str:
        return _n("{count} more", "{count} more", count)

    def confirm(self) -> None:
        """Play the move, if the text means one."""
        found = self._moves.find(self.field.get_text())
        if found.meant:
            self._end(found.meant)
        elif found.text:
            self.stage.sounds.play("error")

    def _end(self, moves: tuple[Move, ...]) -> None:
        self.stage.close_dialog()
        self._take(moves)


def ask_move(stage: Stage, board: BoardController, play: Callable[[Move], object]) -> None:
    """Ask for a move beside the board, and `play` it; nothing if no move is possible."""
    state = board.state

    def show(moves: Sequence[Move]) -> None:
        ways = {(origin(state, move), move.to_square) for move in moves}
        arrows = (Suggestion(*way, rank=min(len(ways) - 1, 1)) for way in ways)
        annotate(state, typed=tuple(arrows))

    if not state.movable.playable:
        stage.notices.flash(_("You cannot move now"))
        return

    def take(moves: tuple[Move, ...]) -> None:
        if moves[0].promotion is None or len(moves) == 1:
            play(moves[0])
        elif moves[0] in state.movable.playable:
            choose(state, origin(state, moves[0]))
            ask_promotion(state, moves)

    moves = TypedMoves(board.position)
    stage.open(TypedMoveDialog(stage, moves, lambda: board.view.frame, show, take))


def play_text(board: BoardController, text: str, now_seconds: float) -> bool:
    """Play the move that a text in SAN or UCI notation means, if the user may; returns whether they may."""
    with contextlib.suppress(WormholeError):
        return board.play_typed(board.position.parse_played(text), now_seconds)
    return False
