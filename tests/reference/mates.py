"""Forced wins by trying every move of both sides, and every roll of the dice."""

from __future__ import annotations

from reference.game import (
    Move,
    after,
    after_roll,
    castlings,
    in_check,
    is_dead,
    legal_moves,
    possible_moves,
)
from reference.position import Position, all_squares


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
        if moves == 0 and has_legal_move(position):
            return False
        replies = legal_moves(position)
        if not replies:
            return is_lost_without_move(position)
        if moves == 0 or is_dead(position):
            return False
        known = [text for text in self.refutations if text in replies]
        for text in dict.fromkeys([*known, *replies]):
            for new in outcomes(position, replies[text]):
                if not self.wins(new, moves):
                    self.refutations = [text, *(other for other in self.refutations[:5] if other != text)]
                    return False
        return True

    def wins(self, position: Position, moves: int) -> bool:
        """Whether the side to move wins within so many moves."""
        if position.royal_square(position.white_to_move) is None:
            return False
        white = position.white_to_move
        for move in checks_first(position):
            first = next(outcomes(position, move), None)
            if first is None or not self.is_lost(first, moves - 1):
                continue
            if position.rules.royal == "K" and in_check(after(position, move), white):
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


def checks_first(position: Position) -> list[Move]:
    """The possible moves, legal or not; those that give check come first."""
    moves = possible_moves(position)
    if position.rules.royal != "K":
        return moves
    moves += castlings(position)
    return sorted(moves, key=lambda move: not in_check(after(position, move), not position.white_to_move))


def has_legal_move(position: Position) -> bool:
    """Whether the side to move has a legal move."""
    white = position.white_to_move
    if position.royal_square(white) is None:
        return False
    if position.rules.royal != "K":
        return bool(possible_moves(position))
    # Castling is never the only legal move: the rook may move, too.
    return any(not in_check(after(position, move), white) for move in possible_moves(position))


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
    square = next(each for each in all_squares(position.rules) if text_of_square(position, each) == roll)
    return after_roll(new, square)


def text_of_square(position: Position, square) -> str:
    """The name of a square."""
    from reference.position import square_name

    return square_name(position.rules, square)
