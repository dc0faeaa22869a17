"""Forced wins by trying every move of both sides, and every roll of the dice."""

from __future__ import annotations

from tests.reference.game import (
    Move,
    after,
    after_roll,
    castlings,
    in_check,
    is_dead,
    legal_moves,
    other_pieces_moves,
    pawn_moves,
    possible_moves,
    text_of,
)
from tests.reference.position import Position, all_squares, is_white, square_name


def solutions(position: Position, moves: int) -> list[str]:
    """The moves that force a win within so many moves of the side to move, whatever the dice say."""
    search = Search()
    return [
        text
        for text, move in legal_moves(position).items()
        if all(search.is_lost(new, moves - 1) for new in outcomes(position, move))
    ]


class Search:
    """Searches forced wins, and remembers the replies that have refuted something."""

    def __init__(self) -> None:
        self.refutations: list[str] = []

    def is_lost(self, position: Position, moves: int) -> bool:
        """Whether the side to move has lost, or loses within so many moves of the other side."""
        if not has_legal_move(position):
            return is_lost_without_move(position)
        if moves == 0 or is_dead(position):
            return False
        replies = {text_of(position, move): move for move in possible_moves(position) + castlings(position)}
        known = [text for text in self.refutations if text in replies]
        for text in dict.fromkeys([*known, *replies]):
            if exposes_king(position, replies[text]):
                continue
            for new in outcomes(position, replies[text]):
                if not self.wins(new, moves):
                    self.refutations = [text, *(other for other in self.refutations[:5] if other != text)]
                    return False
        return True

    def wins(self, position: Position, moves: int) -> bool:
        """Whether the side to move wins within so many moves."""
        if position.royal_square(position.white_to_move) is None:
            return False
        for move in moves_to_try(position, checks_first=moves > 1):
            first = next(outcomes(position, move), None)
            if first is None or not self.is_lost(first, moves - 1):
                continue
            if exposes_king(position, move):
                continue
            if all(self.is_lost(new, moves - 1) for new in outcomes(position, move)):
                return True
        return False


def outcomes(position: Position, move: Move):
    """The positions after a move: one for each roll that is allowed, or just one."""
    new = after(position, move)
    if position.rules.left_square != "dice":
        yield new
        return
    for square in all_squares(position.rules):
        rolled = after_roll(new, square)
        if not in_check(rolled, position.white_to_move):
            yield rolled


def moves_to_try(position: Position, checks_first: bool) -> list[Move]:
    """The possible moves, legal or not."""
    moves = possible_moves(position) + castlings(position)
    if not checks_first or position.rules.royal != "K":
        return moves
    return sorted(moves, key=lambda move: not in_check(after(position, move), not position.white_to_move))


def has_legal_move(position: Position) -> bool:
    """Whether the side to move has a legal move. Castling is never the only one: its rook may move, too."""
    white = position.white_to_move
    if position.royal_square(white) is None:
        return False
    for square, piece in position.pieces.items():
        if is_white(piece) != white:
            continue
        moves = pawn_moves if position.kind(square) == "pawn" else other_pieces_moves
        for move in moves(position, square):
            if not exposes_king(position, move):
                return True
    return False


def exposes_king(position: Position, move: Move) -> bool:
    """Whether a possible move is illegal, because its own king could be captured."""
    return position.rules.royal == "K" and in_check(after(position, move), position.white_to_move)


def is_lost_without_move(position: Position) -> bool:
    """Whether the side to move, which has no legal move, has lost."""
    white = position.white_to_move
    if position.royal_square(white) is None or position.rules.stalemate == "loss":
        return True
    return position.rules.royal == "K" and in_check(position, white)


def played(position: Position, text: str) -> Position:
    """The position after the legal move with this text, with its roll."""
    name, at, roll = text.partition("@")
    move = legal_moves(position)[name]
    new = after(position, move)
    if not at:
        return new
    square = next(each for each in all_squares(position.rules) if square_name(position.rules, each) == roll)
    return after_roll(new, square)
