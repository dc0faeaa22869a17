"""Finds short lines of play that show a rule: positions, and moves that the rules themselves allow there."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from wormhole import BLACK, WHITE, Board, Move, Piece, Variant, WormholeError
from wormhole.rules.endings import Goal
from wormhole.rules.variant import PieceType

SEED = 7
"""Of the dice, so that they fall the same each time."""

NULL = "0000"
"""The other side lets the piece move again."""
TRIES, PLIES = 12, 8
GAMES, GAME_PLIES = 6, 60
STEPS = 4
MOST_PLACES = 160


def board_with(
    variant: Variant, pieces: Mapping[int, Piece], turn: bool = WHITE, castling: str = "-"
) -> Board | None:
    """The position with these pieces only; None if it is not allowed."""
    try:
        board = Board(
            variant, f"{_placement(variant, pieces)} {'w' if turn is WHITE else 'b'} {castling} -", seed=SEED
        )
    except WormholeError:
        return None
    is_over = not board.legal_moves
    return None if is_over or (board.is_check() and variant.endings.goal is Goal.CHECKMATE) else board


def square_at(variant: Variant, column: int, row: int) -> int | None:
    """The square at this place of the grid; None if there is none, or a void."""
    square = variant.geometry.square_at.get((column, row))
    return None if square is None or square >= variant.geometry.squares else square


def _placement(variant: Variant, pieces: Mapping[int, Piece]) -> str:
    """The first field of a FEN."""
    geometry = variant.geometry
    rows = []
    for row in reversed(range(geometry.rows)):
        cells = []
        for column in range(geometry.columns):
            square = square_at(variant, column, row)
            piece = None if square is None else pieces.get(square)
            cells.append("*" if square is None else "1" if piece is None else piece.symbol())
        rows.append(_joined(cells))
    return "/".join(rows)


def _joined(cells: Sequence[str]) -> str:
    text, empty = "", 0
    for cell in (*cells, ""):
        if cell == "1":
            empty += 1
            continue
        text += (str(empty) if empty else "") + cell
        empty = 0
    return text


@dataclass(frozen=True)
class Demonstration:
    """A position and moves from it, in UCI notation. Null moves are not shown."""

    fen: str
    moves: tuple[str, ...]

    def board(self, variant: Variant) -> Board:
        """The position in which it begins. The dice fall the same each time."""
        return Board(variant, self.fen, seed=SEED)

    def steps(self, first: Board) -> list[Step]:
        """The moves that are shown, played from the first position."""
        board, steps = first.copy(), []
        for text in self.moves:
            if text == NULL:
                board.push(Move.null())
                continue
            before, move = board.copy(), board.parse_uci(text)
            board.push(move)
            steps.append(Step(before, move.from_square, board.copy()))
        return steps


@dataclass(frozen=True)
class Reach:
    """Where a piece on a board that is nearly empty may go.

    It captures on the squares ``captured`` only, moves without a capture to those in ``moved``, and does both
    on those in ``both``.
    """

    both: frozenset[int]
    moved: frozenset[int]
    captured: frozenset[int]

    @property
    def is_empty(self) -> bool:
        """Whether it may go nowhere."""
        return not (self.both or self.moved or self.captured)


def reach_of(board: Board, square: int) -> Reach:
    """Where the piece on a square may go. A piece that it may capture stands on a square of both kinds."""
    taken = board.piece_map().keys() - {square}
    moves = [move for move in board.legal_moves if move.from_square == square]
    moved = {move.to_square for move in moves if not move.drop and not move.is_pass}
    attacked = board.attacks(square) - taken
    both = moved & (attacked | taken)
    return Reach(frozenset(both), frozenset(moved - both), frozenset(attacked - moved))


@dataclass(frozen=True)
class Step:
    """The board before a move, the square of the piece, the board after it."""

    before: Board
    square: int
    after: Board


def of_piece(variant: Variant, letter: str) -> Demonstration | None:
    """Some moves of one piece in the middle of an empty board, the last one a capture if it can capture."""
    for pieces in _settings(variant, letter):
        board = board_with(variant, pieces)
        if board is None:
            continue
        moves = _walk(board, next(square for square, piece in pieces.items() if piece.letter == letter))
        if len(moves) >= STEPS:
            return _with_prey(variant, pieces, moves) or Demonstration(board.fen(), moves)
    return of_move(variant, lambda board, move: not move.drop and _moves(board, move, letter))


def _moves(board: Board, move: Move, letter: str) -> bool:
    """Whether a piece of this type makes the move."""
    piece = board.piece_at(move.from_square)
    return piece is not None and piece.letter == letter and not move.is_pass


def of_mutator(variant: Variant) -> Demonstration:
    """The beginning of a game in which pieces go far over what was left behind."""
    best = max((_random_line(variant, SEED + number) for number in range(TRIES)), key=lambda line: line[0])
    return Demonstration(Board(variant).fen(), best[1])


def of_castling(variant: Variant) -> Demonstration | None:
    """Castling, with nothing else on the board."""
    royal = variant.royal
    if not royal.castles_with:
        return None
    kept = {royal.letter, *royal.castles_with}
    start = Board(variant)
    pieces = {square: piece for square, piece in start.piece_map().items() if piece.letter in kept}
    board = board_with(variant, pieces, castling=start.fen().split()[2])
    if board is None:
        return None
    castlings = [move for move in board.legal_moves if board.route(move).castled is not None]
    return Demonstration(board.fen(), (str(castlings[0]),)) if castlings else None


def of_promotion(variant: Variant) -> Demonstration | None:
    """A piece that becomes another one."""
    for piece_type in variant.piece_types.values():
        for square in sorted(piece_type.promotion_squares):
            for origin in _neighbours(variant, square):
                found = _promoting(variant, piece_type, origin, square)
                if found is not None:
                    return found
    return of_move(variant, lambda _board, move: move.promotion and not move.drop)


def of_move(variant: Variant, is_shown: Callable[[Board, Move], object]) -> Demonstration | None:
    """A move of this kind from a random game."""
    for board in _random_positions(variant):
        found = [move for move in board.legal_moves if is_shown(board, move)]
        if found:
            text = str(random.Random(SEED).choice(found))
            return Demonstration(board.fen(), (text.partition("@")[0] if board.has_dice else text,))
    return None


def _random_positions(variant: Variant) -> Iterator[Board]:
    """Positions of random games in which pieces are captured; one board, on which the next move is played."""
    for seed, moves in enumerate(_random_games(variant), SEED):
        board = Board(variant, seed=seed)
        for move in moves:
            yield board
            board.push(move)


@lru_cache(maxsize=1)
def _random_games(variant: Variant) -> tuple[tuple[Move, ...], ...]:
    """The moves of these games. Their boards would take 160 KB for each position."""
    games = []
    for seed in range(SEED, SEED + GAMES):
        board, chance = Board(variant, seed=seed), random.Random(seed)
        while len(board.move_stack) < GAME_PLIES and not board.is_game_over():
            legal = board.legal_moves
            board.push(chance.choice([move for move in legal if board.is_capture(move)] or legal))
        games.append(tuple(board.move_stack))
    return tuple(games)


def of_en_passant(variant: Variant) -> Demonstration | None:
    """A pawn that goes two squares, and is captured as if it had gone one."""
    geometry = variant.geometry
    for piece_type in variant.piece_types.values():
        if not piece_type.en_passant:
            continue
        for home in sorted(piece_type.home_squares):
            for side in (1, -1):
                column, row = geometry.place[geometry.mirrored(home)]
                origin = square_at(variant, column + side, row - 2)
                found = None if origin is None else _en_passant(variant, piece_type.letter, home, origin)
                if found is not None:
                    return found
    return None


def _settings(variant: Variant, letter: str) -> Iterator[dict[int, Piece]]:
    """The piece in the middle with both royal pieces far from it, in several ways."""
    royal, geometry = variant.royal.letter, variant.geometry
    if not _may_be_bare(variant):
        return
    middle = ((geometry.columns - 1) / 2, (geometry.rows - 1) / 2)

    def away(square: int) -> float:
        column, row = geometry.place[square]
        return max(abs(column - middle[0]), abs(row - middle[1]))

    piece = variant.piece_types[letter]
    squares = sorted(range(geometry.squares), key=away)
    rim = squares[-2 * (geometry.columns + geometry.rows) + 4 :]
    low = sorted(rim, key=lambda square: geometry.place[square][::-1])
    if piece.home_squares and not piece.royal:
        squares = sorted(piece.home_squares, key=away)
    if piece.standing is not None:
        squares = [square for square in squares if square in piece.standing]
    places = ((here, own, other) for here in squares[:4] for own in low[:8] for other in low[:-9:-1])
    for here, own, other in islice(places, MOST_PLACES):
        pieces = {here: Piece(letter, WHITE), other: Piece(royal, BLACK)}
        if letter != royal:
            pieces[own] = Piece(royal, WHITE)
        if len(pieces) == (2 if letter == royal else 3):
            yield pieces


def _walk(board: Board, square: int) -> tuple[str, ...]:
    """Moves of one piece, each unlike the last; between them the other side does nothing."""
    chance = random.Random(SEED)
    board = board.copy()
    moves: list[str] = []
    seen: set[tuple[int, int]] = set()
    while len(moves) < 2 * STEPS:
        ways = [move for move in board.legal_moves if move.from_square == square and not move.is_pass]
        chance.shuffle(ways)
        ways.sort(key=lambda move: (_shift(board, move) in seen, -len(board.route(move).holes)))
        played = next((move for move in ways if _is_quiet_after(board, move)), None)
        if played is None:
            break
        seen.add(_shift(board, played))
        board.push(played)
        board.push(Move.null())
        moves += [str(played).partition("@")[0], NULL]
        square = played.to_square
    return tuple(moves)


def _is_quiet_after(board: Board, move: Move) -> bool:
    """Whether the other side may do nothing after a move, and the piece can continue."""
    after = board.copy()
    try:
        after.push(move)
        after.check_null()
        after.push(Move.null())
        after.check_null()
    except WormholeError:
        return False
    return any(way.from_square == move.to_square for way in after.legal_moves)


def _shift(board: Board, move: Move) -> tuple[int, int]:
    place = board.variant.geometry.place
    (x, y), (to_x, to_y) = place[move.from_square], place[move.to_square]
    return to_x - x, to_y - y


def _with_prey(variant: Variant, pieces: Mapping[int, Piece], moves: tuple[str, ...]) -> Demonstration | None:
    """The same walk, but its last move captures a piece; None if there is no such walk."""
    board = board_with(variant, pieces)
    assert board is not None, "the walk has been found on it"
    _play(board, moves[:-2])
    origin = next(move for move in reversed(board.move_stack) if move).to_square
    others = (kind for kind in variant.piece_types.values() if not kind.royal)
    prey = min(others, key=lambda kind: (not kind.pawn, len(kind.paths)), default=None)
    if prey is None:
        return None
    for square in sorted(board.attacks(origin)):
        if board.piece_at(square) is not None:
            continue
        hunted = board_with(variant, {**pieces, square: Piece(prey.letter, BLACK)})
        if hunted is None:
            continue
        fen = hunted.fen()
        try:
            _play(hunted, moves[:-2])
        except WormholeError:
            continue
        captures = [
            move
            for move in hunted.legal_moves
            if move.from_square == origin and hunted.captured_square(move) == square
        ]
        if captures:
            return Demonstration(fen, (*moves[:-2], str(captures[0]).partition("@")[0]))
    return None


def _play(board: Board, moves: Iterable[str]) -> None:
    """Play these moves. Raises WormholeError if one of them is not legal."""
    for text in moves:
        if text == NULL:
            board.check_null()
            board.push(Move.null())
        else:
            board.push_uci(text)


def _random_line(variant: Variant, seed: int) -> tuple[int, tuple[str, ...]]:
    """Random moves from the start, and how many squares that are gone they pass."""
    board, chance = Board(variant, seed=seed), random.Random(seed)
    passed, moves = 0, []
    for _ in range(PLIES):
        legal = board.legal_moves
        if not legal:
            break
        move = max(chance.sample(legal, min(6, len(legal))), key=lambda move: len(board.route(move).holes))
        passed += len(board.route(move).holes)
        board.push(move)
        moves.append(str(board.peek()))
    return passed, tuple(moves)


def _may_be_bare(variant: Variant) -> bool:
    """Whether a position may have one royal piece on each side, and hardly anything else."""
    return bool(variant.royal.letter) and not variant.endings.extinct


def _promoting(variant: Variant, piece_type: PieceType, origin: int, target: int) -> Demonstration | None:
    """A promotion among royal pieces or, where they are not enough, in the start position."""
    royal, mover = variant.royal.letter, Piece(piece_type.letter, WHITE)
    arrays: Iterable[dict[int, Piece]] = (
        {own: Piece(royal, WHITE), other: Piece(royal, BLACK)} for own, other in _corners(variant, {origin})
    )
    if not _may_be_bare(variant):
        start = Board(variant).piece_map()
        arrays = [{square: piece for square, piece in start.items() if square not in (origin, target)}]
    for array in arrays:
        pieces = {**array, origin: mover}
        board = board_with(variant, pieces)
        if board is None or board.is_check():
            continue
        moves = [move for move in board.legal_moves if move.from_square == origin and move.promotion]
        if moves:
            return Demonstration(board.fen(), (str(moves[0]).partition("@")[0],))
    return None


def _en_passant(variant: Variant, letter: str, home: int, origin: int) -> Demonstration | None:
    royal = variant.royal.letter
    start = variant.geometry.mirrored(home)
    for own, other in _corners(variant, {origin, start}):
        pieces = {
            start: Piece(letter, BLACK),
            origin: Piece(letter, WHITE),
            own: Piece(royal, WHITE),
            other: Piece(royal, BLACK),
        }
        board = board_with(variant, pieces, turn=BLACK)
        if board is None:
            continue
        for step in [move for move in board.legal_moves if move.from_square == start]:
            after = board.copy()
            after.push(step)
            for move in after.legal_moves:
                captured = after.captured_square(move)
                if captured is not None and captured != move.to_square:
                    texts = (str(step), str(move))
                    return Demonstration(board.fen(), tuple(text.partition("@")[0] for text in texts))
    return None


def _corners(variant: Variant, taken: set[int]) -> Iterator[tuple[int, int]]:
    """Squares for both royal pieces, the first and the last ones of the board."""
    squares = [square for square in range(variant.geometry.squares) if square not in taken]
    for own in squares[:10]:
        for other in squares[-1:-11:-1]:
            yield own, other


def _neighbours(variant: Variant, square: int) -> Iterator[int]:
    """The squares before a square of the far end."""
    column, row = variant.geometry.place[square]
    for aside in (0, 1, -1):
        origin = square_at(variant, column + aside, row - 1)
        if origin is not None:
            yield origin
