"""A small field at the board's foot in which moves are typed; what one can mean is shown while one types."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from wormhole import Board, Move, WormholeError
from wormhole.base.quoting import clipped
from wormhole.gui.board.annotations import RefusedMove, Suggestion
from wormhole.gui.board.controller import BoardController
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.refusal_words import refusal_words
from wormhole.gui.board.selection import origin
from wormhole.gui.dialogs.dialog import TextDialog
from wormhole.gui.languages.language import _, _n
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Layout
from wormhole.gui.look.widget_theme import ENTRY
from wormhole.gui.window.heard import Heard, heard_of
from wormhole.gui.window.stage import Stage
from wormhole.play.typed_moves import TypedMove, TypedMoves
from wormhole.rules.refusals import refusal

WIDTH_UNITS = 60
FIELD_UNITS = 4.5
FIELD_WIDTH_UNITS = 16
BUTTON_UNITS = 4
GAP_UNITS = 0.75
LONGEST = 16
MOST_SHOWN = 8
"""So many moves are shown on the board, and offered as buttons if there is room."""


class TypedMoveDialog(TextDialog):
    """Plays the moves that are typed, one after another, until it is closed; `play` plays one.

    It follows the board: while the user cannot move, no text means a move.
    """

    size_units = (WIDTH_UNITS, FIELD_UNITS)
    padding_units = 1
    dims = False
    pauses = False

    def __init__(self, stage: Stage, board: BoardController, play: Callable[[Move], object]) -> None:
        super().__init__(stage, TextField("", LONGEST, _("Type a move"), self._find))
        self._board = board
        self._play = play
        self._words = Hint("small")
        self._offered: list[Button] = []
        self._refusals = 0
        self._refused: Heard = {}
        """Why the text that was confirmed last is no move."""
        self._listen()

    @property
    def heard(self) -> Heard:
        """What has the focus, and why a move is refused; what is shown while one types is not said."""
        return {**heard_of((), self.widgets), **self._refused}

    def _listen(self) -> None:
        """Take the moves that the user may play now."""
        self._movable = self._board.state.movable
        self._moves = TypedMoves(self._board.position, self._movable.playable)

    def update(self, now_seconds: float) -> float:
        """Follow the board; once the game has ended, there is nothing to type."""
        if self._board.state.dimming is not None and self.stage.dialog is self:
            self.stage.close_dialog()
        elif self._board.state.movable is not self._movable:
            self._listen()
            self._find(self.field.get_text())
        return super().update(now_seconds)

    def outer(self, size: tuple[int, int]) -> pygame.Rect:
        """The card below the board as far as there is room, no wider than it or than its words."""
        rect, frame, look = super().outer(size), self._board.view.frame, self.stage.look
        words = look.words.width(self._example(), look.small)
        least = words + look.scale.units(FIELD_WIDTH_UNITS + 2 * self.padding_units + 2)
        rect.width = min(rect.width, max(frame.width, least))
        rect.midtop = frame.midbottom
        return rect.clamp(self.room(rect, size))

    def _example(self) -> str:
        return _("For example Nf3 or g1f3. Enter plays the move.")

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
        if not self._movable.playable:
            self._words.show(_("You cannot move now") if found.text else "")
        elif not found.moves:
            said = clipped(text.strip(), LONGEST)
            self._words.show(_("Not a legal move: {move}").format(move=said), is_trouble=True)
        elif not found.text:
            self._words.show(self._example())
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
            self._offered.append(self.widgets.button(place, san, partial(self._end, move)))
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
        """Play the move, if the text means one; if only the promotion is open, go to its buttons."""
        found = self._moves.find(self.field.get_text())
        if len(found.meant) == 1:
            self._end(found.meant[0])
        elif found.meant and self._offered:
            self.widgets.focus(self._offered[0], is_ring_shown=True)
        elif found.text:
            self.stage.sounds.play("error")
            self._refusals += 1
            self.widgets.select(self.field, 0, len(self.field.get_text()))
            self._refused = {("refused", self._refusals): self._why(found)}

    def _why(self, found: TypedMove) -> str:
        """Why a text is no move that can be played."""
        if not self._movable.playable:
            return _("You cannot move now")
        if found.moves:
            return _("Several moves begin so: {moves}.").format(moves=", ".join(found.moves.values()))
        words = _("Not a legal move: {move}").format(move=clipped(found.text, LONGEST))
        board = self._board.position
        squares = _squares(found.text, board)
        why = None if squares is None else refusal(board, *squares)
        if squares is None or why is None:
            return words
        return f"{words}. {refusal_words(RefusedMove(*squares, why), board.variant, board.turn)}"

    def _end(self, move: Move) -> None:
        """Play a move, and wait for the text of the next one."""
        self.field.replace("")
        self.widgets.focus(self.field)
        self._show(())
        self._play(move)

    def _show(self, moves: Sequence[Move]) -> None:
        """Show moves as arrows on the board."""
        state = self._board.state
        ways = {(origin(state, move), move.to_square) for move in moves}
        annotate(state, typed=tuple(Suggestion(*way, rank=min(len(ways) - 1, 1)) for way in ways))


def _squares(text: str, board: Board) -> tuple[int, int] | None:
    """The two squares of a text such as "e2e4"; None if it is another text."""
    numbers = board.variant.geometry.numbers
    found = re.fullmatch(r"([a-z]+\d+)-?([a-z]+\d+)", text.strip().lower())
    if found is None or found[1] not in numbers or found[2] not in numbers:
        return None
    return numbers[found[1]], numbers[found[2]]


def ask_move(stage: Stage, board: BoardController, play: Callable[[Move], object]) -> None:
    """Ask for moves beside the board, and `play` each; nothing if no move is possible now."""
    if not board.state.movable.playable:
        stage.notices.flash(_("You cannot move now"))
        return
    stage.open(TypedMoveDialog(stage, board, play))


def play_text(board: BoardController, text: str, now_seconds: float) -> bool:
    """Play the move that a text in SAN or UCI notation means, if the user may; returns whether they may."""
    with contextlib.suppress(WormholeError):
        return board.play_typed(board.position.parse_played(text), now_seconds)
    return False
