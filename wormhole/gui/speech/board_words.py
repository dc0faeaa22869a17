"""What is said of a board on screen: the cursor, the chosen piece, arrows, and the last move."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from wormhole.gui.board.annotations import Suggestion
from wormhole.gui.board.hands import is_in_hand, piece_of
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _, _n
from wormhole.gui.speech.move_sentences import last_move_words, piece_name
from wormhole.gui.speech.position_sentences import square_words
from wormhole.gui.window.heard import Heard, Urgent

if TYPE_CHECKING:
    from wormhole import Board


def pointed_at(state: BoardState) -> int | None:
    """The square that the keyboard cursor is on, or of the chosen piece."""
    places = (state.pointing.cursor, state.selection.square)
    return next((each for each in places if each is not None and each < state.variant.geometry.squares), None)


def board_heard(state: BoardState, board: Board) -> Heard:
    """The place of the cursor, the chosen piece, and the piece marked for a promotion."""
    heard: dict[Hashable, str] = {}
    if (cursor := state.pointing.cursor) is not None:
        heard["cursor"] = _place_words(board, cursor)
    if (chosen := state.selection.square) is not None:
        count = len(state.selection.routes)
        moves = _n("{count} move", "{count} moves", count)
        heard["chosen"] = _("Chosen: {piece}, {moves}").format(piece=_place_words(board, chosen), moves=moves)
    if (promotion := state.selection.promotion) is not None:
        heard["promotion"] = _("Becomes: {piece}").format(
            piece=piece_name(board.variant, promotion.letters[promotion.marked])
        )
    return heard


def arrow_words(board: Board, arrows: Iterable[Suggestion]) -> str:
    """Rings and arrows on a board."""
    parts = []
    for arrow in arrows:
        start, end = _place_words(board, arrow.from_square), board.variant.geometry.names[arrow.to_square]
        is_ring = arrow.from_square == arrow.to_square
        words = _("Marked: {piece}.") if is_ring else _("Arrow: {piece}, to {square}.")
        parts.append(words.format(piece=start, square=end))
    return " ".join(parts)


def _place_words(board: Board, place: int) -> str:
    """What stands on a square or in a hand."""
    if not is_in_hand(board.variant.geometry, place):
        return square_words(board, place)
    piece = piece_of(board.variant, place)
    count = board.pockets[piece.color][piece.letter]
    return _("in hand: {count} {piece}").format(count=count, piece=piece_name(board.variant, piece.letter))


class LastMove:
    """The last move of a board, and whether one came to it by a move or back from another one."""

    def __init__(self) -> None:
        self._place: tuple[Hashable, Hashable] = (None, None)
        self._plies = 0
        self._heard: Heard = {}

    def heard(self, game: Hashable, place: Hashable, board: Board) -> Heard:
        """What is said at a place of a game or of an exercise; found once for each."""
        if (game, place) != self._place:
            plies, moves = self._plies if game == self._place[0] else 0, len(board.move_stack)
            self._place, self._plies = (game, place), moves
            words = last_move_words(board)
            if moves < plies:
                words = _("Back. Last move: {move}").format(move=words) if words else _("Back to the start.")
            self._heard = {Urgent((place, moves)): words}
        return self._heard
