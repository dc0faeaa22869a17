"""A game from its first move to its end: `Game("wormhole")`, `legal_moves()`, `play("e2e4")`, `outcome()`."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from tests.reference import walks
from tests.reference.position import (
    Position,
    Square,
    find_square,
    is_white,
    read_fen,
    read_placement,
    square_name,
)
from tests.reference.rules import RULES, Rules


@dataclass(frozen=True)
class Move:
    """One move with all its effects on the board."""

    start: Square
    end: Square
    becomes: str | None = None
    takes: Square | None = None
    rook_start: Square | None = None
    rook_end: Square | None = None
    passes: tuple[Square, ...] = ()


class Game:
    """A game being played by one of the eleven sets of rules."""

    def __init__(self, name: str, stalemate: str | None = None) -> None:
        self.rules = rules_of(name, stalemate)
        self.position = read_placement(self.rules, self.rules.start)
        if self.rules.castling:
            self.position.castling = set("KQkq")
        if self.rules.kings_first_move:
            self.position.castling = set("Kk")
        self.seen = [repetition_key(self.position)]
        self.known_moves: dict[str, Move] | None = None

    @classmethod
    def from_fen(cls, name: str, fen: str, stalemate: str | None = None) -> Game:
        """A game that begins at this position."""
        game = cls(name, stalemate)
        game.position = read_fen(game.rules, fen)
        drop_impossible_castling(game.position)
        game.seen = [repetition_key(game.position)]
        return game

    def copy(self) -> Game:
        """The same game, to be played on without changing this one."""
        other = Game(self.rules.name, self.rules.stalemate)
        other.position = self.position.copy()
        other.seen = list(self.seen)
        return other

    def fen(self) -> str:
        """The position's FEN."""
        return self.position.fen()

    def is_check(self) -> bool:
        """Whether the side to move is in check. Smess has no check."""
        return self.rules.royal == "K" and in_check(self.position, self.position.white_to_move)

    def legal_moves(self) -> list[str]:
        """The legal moves' texts, sorted; without the roll in Random Wormhole Chess."""
        if self.known_moves is None:
            self.known_moves = legal_moves(self.position)
        return sorted(self.known_moves)

    def play(self, text: str) -> None:
        """Play this move; in Random Wormhole Chess with its roll, as in `e2e4@a4`."""
        move_text, at, roll = text.partition("@")
        if move_text not in self.legal_moves() or self.known_moves is None:
            raise ValueError(f"{text!r} is no legal move in {self.fen()}")
        if (at == "@") != (self.rules.left_square == "dice"):
            raise ValueError(f"{text!r}: a roll belongs to Random Wormhole Chess, and to every move of it")
        position = after(self.position, self.known_moves[move_text])
        if roll:
            position = after_roll(position, find_square(self.rules, roll))
            if in_check(position, self.position.white_to_move):
                raise ValueError(f"{text!r} bares the mover's own king; it is rolled again")
        self.position = position
        self.seen.append(repetition_key(position))
        self.known_moves = None

    def outcome(self) -> str | None:
        """The result "1-0", "0-1" or "1/2-1/2", or None while the game goes on."""
        to_move_loses = "0-1" if self.position.white_to_move else "1-0"
        # A first move of Cheshire's king gives no check, so a king may step into its path and be captured.
        if self.position.royal_square(self.position.white_to_move) is None:
            return to_move_loses
        if not self.legal_moves():
            if self.is_check() or self.rules.stalemate == "loss":
                return to_move_loses
            return "1/2-1/2"
        if is_dead(self.position):
            return "1/2-1/2"
        if self.rules.repetition and self.seen.count(self.seen[-1]) >= 3:
            return "1/2-1/2"
        if self.rules.quiet_moves is not None and self.position.clock >= self.rules.quiet_moves:
            return "1/2-1/2"
        return None


def rules_of(name: str, stalemate: str | None) -> Rules:
    """The rules of that name, optionally with stalemate drawn or lost."""
    rules = RULES[name]
    if stalemate is None or stalemate == rules.stalemate:
        return rules
    if rules.dead == "none":
        return dataclasses.replace(rules, stalemate=stalemate, dead="bare royals")
    return dataclasses.replace(rules, stalemate=stalemate)


# Listing moves.


def legal_moves(position: Position) -> dict[str, Move]:
    """The legal moves of the side to move, by their texts."""
    white = position.white_to_move
    if position.rules.royal != "K":
        if position.royal_square(white) is None:
            return {}
        return {text_of(position, move): move for move in possible_moves(position)}
    legal = {}
    for move in possible_moves(position) + castlings(position):
        if not in_check(after(position, move), white):
            legal[text_of(position, move)] = move
    return legal


def text_of(position: Position, move: Move) -> str:
    """The move in the notation of the rules page."""
    text = square_name(position.rules, move.start) + square_name(position.rules, move.end)
    return text + (move.becomes or "").lower()


def in_check(position: Position, white: bool) -> bool:
    """Whether that player's King is attacked."""
    square = position.royal_square(white)
    return square is not None and walks.attacks(position, not white, square)


def possible_moves(position: Position) -> list[Move]:
    """The pseudo-legal moves of the side to move, without castling."""
    moves = []
    for square, piece in position.pieces.items():
        if is_white(piece) != position.white_to_move:
            continue
        if position.kind(square) == "pawn":
            moves.extend(pawn_moves(position, square))
        else:
            moves.extend(other_pieces_moves(position, square))
    return moves


def is_enemy(position: Position, square: Square) -> bool:
    """Whether a piece of the side not to move stands there."""
    return square in position.pieces and is_white(position.pieces[square]) != position.white_to_move


def other_pieces_moves(position: Position, square: Square) -> list[Move]:
    """The moves of a piece other than a pawn."""
    quiet_ends = walks.reached(position, square, capturing=False)
    capture_ends = walks.reached(position, square, capturing=True)
    if position.rules.kings_first_move and position.pieces[square] in position.castling:
        for direction in walks.ALL_EIGHT:
            ridden = walks.squares_ridden(position, square, direction)
            quiet_ends.extend(ridden)
            capture_ends.extend(ridden)
    moves = []
    for end in quiet_ends:
        if end not in position.pieces:
            moves.extend(with_promotions(position, Move(square, end)))
    for end in capture_ends:
        if is_enemy(position, end):
            moves.extend(with_promotions(position, Move(square, end, takes=end)))
    return moves


def pawn_moves(position: Position, square: Square) -> list[Move]:
    """A pawn's steps forward and captures."""
    moves = []
    for walk in walks.pawn_walks(position, square):
        passes = squares_open_to_en_passant(position, square, walk)
        moves.extend(with_promotions(position, Move(square, walk[-1], passes=passes)))
    for end in walks.pawn_captures(position, square):
        if is_enemy(position, end):
            moves.extend(with_promotions(position, Move(square, end, takes=end)))
        elif end in position.passed and end not in position.pieces:
            victim = pawn_that_passed(position, end)
            if victim is not None:
                moves.append(Move(square, end, takes=victim))
    return moves


def squares_open_to_en_passant(position: Position, square: Square, walk: list[Square]) -> tuple[Square, ...]:
    """The existing squares that a pawn passes on this route."""
    if not position.rules.en_passant:
        return ()
    if position.rules.left_square == "dice":
        # Only an ordinary double step counts: two ranks, no wormhole passed.
        if abs(walk[-1][1] - square[1]) != 2:
            return ()
        between = (square[0], (walk[-1][1] + square[1]) // 2)
        if between in position.holes:
            return ()
    return tuple(passed for passed in walk[:-1] if passed not in position.holes)


def pawn_that_passed(position: Position, passed: Square) -> Square | None:
    """The square of the pawn that passed that square with the last move."""
    direction = (0, walks.forward(not position.white_to_move))
    place = walks.beside(passed, direction)
    while position.is_square(place):
        if place in position.pieces:
            if is_enemy(position, place) and position.kind(place) == "pawn":
                return place
            return None
        place = walks.beside(place, direction)
    return None


def with_promotions(position: Position, move: Move) -> list[Move]:
    """The move, or one move for each piece that it may promote to."""
    if not is_promotion(position, move):
        return [move]
    return [dataclasses.replace(move, becomes=letter) for letter in position.rules.promotions]


def is_promotion(position: Position, move: Move) -> bool:
    """Whether this move promotes."""
    rules = position.rules
    kind = position.kind(move.start)
    if kind == "pawn":
        return move.end[1] == rules.last_rank(position.white_to_move)
    if kind == "ninny":
        opponents_numskull = "s" if position.white_to_move else "S"
        return read_placement(rules, rules.start).pieces.get(move.end) == opponents_numskull
    return False


def castlings(position: Position) -> list[Move]:
    """The king's moves by two squares toward a rook. The caller tests for check at the end."""
    rules = position.rules
    white = position.white_to_move
    if not rules.castling or in_check(position, white):
        return []
    moves = []
    rank = rules.first_rank(white)
    king = (rules.kings_file, rank)
    for letter, rook_file in (("Q", rules.rooks_files[0]), ("K", rules.rooks_files[1])):
        if (letter if white else letter.lower()) not in position.castling:
            continue
        files_between = range(min(king[0], rook_file) + 1, max(king[0], rook_file))
        between = [(file, rank) for file in files_between]
        if any(square in position.pieces or square in position.holes for square in between):
            continue
        side = -1 if letter == "Q" else 1
        passed = (king[0] + side, rank)
        if in_check(after(position, Move(king, passed)), white):
            continue
        end = (king[0] + 2 * side, rank)
        moves.append(Move(king, end, rook_start=(rook_file, rank), rook_end=passed))
    return moves


# Playing moves.


def after(position: Position, move: Move) -> Position:
    """A new position after the move, before any roll."""
    new = position.copy()
    piece = new.pieces.pop(move.start)
    leave(new, move.start)
    if move.takes is not None:
        del new.pieces[move.takes]
        if move.takes != move.end:
            wake(new, move.takes)
    if move.becomes is not None:
        piece = move.becomes if position.white_to_move else move.becomes.lower()
    new.pieces[move.end] = piece
    if position.kind(move.start) == "king" and position.rules.left_square == "dice":
        # A king removes the wormhole that it lands on, also one asleep under the captured piece.
        new.holes.discard(move.end)
        new.sleeping.discard(move.end)
    if move.rook_start is not None and move.rook_end is not None:
        new.pieces[move.rook_end] = new.pieces.pop(move.rook_start)
        leave(new, move.rook_start)
    drop_impossible_castling(new)
    new.passed = list(move.passes)
    pawn_moved = position.kind(move.start) == "pawn"
    new.clock = 0 if pawn_moved or move.takes is not None else position.clock + 1
    new.white_to_move = not position.white_to_move
    if new.white_to_move:
        new.number += 1
    return new


def leave(position: Position, square: Square) -> None:
    """Apply the mutator to a square that a piece left."""
    if position.rules.left_square in {"folds", "vanishes"}:
        position.holes.add(square)
    wake(position, square)


def wake(position: Position, square: Square) -> None:
    """Turn a sleeping counter into a wormhole after its piece has left."""
    if square in position.sleeping:
        position.sleeping.remove(square)
        position.holes.add(square)


def after_roll(position: Position, square: Square) -> Position:
    """A new position after a roll of this square, which places a counter or removes one."""
    new = position.copy()
    counters = new.sleeping if square in new.pieces else new.holes
    if square in counters:
        counters.remove(square)
    else:
        counters.add(square)
    new.passed = [passed for passed in new.passed if passed not in new.holes]
    return new


def drop_impossible_castling(position: Position) -> None:
    """Remove castling rights that the game lacks, or whose king or rook is not on its starting square."""
    rules = position.rules
    known = "KQkq" if rules.castling else "Kk" if rules.kings_first_move else ""
    position.castling &= set(known)
    for letter in list(position.castling):
        white = letter.isupper()
        rank = rules.first_rank(white)
        king = "K" if white else "k"
        rook = "R" if white else "r"
        possible = position.pieces.get((rules.kings_file, rank)) == king
        if rules.castling:
            rook_file = rules.rooks_files[0 if letter in "Qq" else 1]
            possible = possible and position.pieces.get((rook_file, rank)) == rook
        if not possible:
            position.castling.remove(letter)


# Draws.


def repetition_key(position: Position) -> str:
    """The parts of a position that count for repetition; en passant counts only if it is legal."""
    en_passant = []
    if position.passed:
        for text, move in legal_moves(position).items():
            if move.takes is not None and move.takes != move.end:
                en_passant.append(text)
    parts = [
        position.placement(),
        str(position.white_to_move),
        "".join(sorted(position.castling)),
        " ".join(sorted(en_passant)),
        str(sorted(position.sleeping)),
    ]
    return "/".join(parts)


def is_dead(position: Position) -> bool:
    """Whether neither side has enough material to win."""
    rules = position.rules
    others = [piece.upper() for piece in position.pieces.values() if piece.upper() != rules.royal]
    if rules.dead == "none":
        return False
    if not others:
        return True
    if rules.dead == "one minor piece":
        return len(others) == 1 and others[0] in "NBWC"
    if rules.dead == "fide":
        if len(others) == 1 and others[0] == "N":
            return True
        colours = {
            (square[0] + square[1]) % 2 for square, piece in position.pieces.items() if piece.upper() == "B"
        }
        return set(others) == {"B"} and len(colours) == 1
    return False
