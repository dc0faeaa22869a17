"""Plays random games beside Fairy-Stockfish; moves, positions and results must agree.

``python -m tests.support.fairy_games losalamos --games 200`` compares that game, without a name all of
``tests/data/fairy_games.toml``. That file says which of its games is which of ours, and what differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pyffish

from wormhole import Board, WormholeError
from wormhole.base import toml
from wormhole.rules import fen
from wormhole.rules.draw_limits import Counting
from wormhole.rules.outcome import Termination
from wormhole.rules.placement import HOLE
from wormhole.rules.position import RIGHTS, ROOK_FROM
from wormhole.rules.variant import Variant

FILE = Path(__file__).resolve().parents[1] / "data" / "fairy_games.toml"
PLIES = 150
QUIET_PLIES = 40
PLIES_BETWEEN_FENS = 8
MOST_THAT_ARE_DEAD = 6
"""Positions with more pieces are not asked whether anyone can win."""
WALL = "*"
"""A hole in a FEN of Fairy-Stockfish."""


@dataclass(frozen=True)
class Pair:
    """A game of ours, and the same game of Fairy-Stockfish."""

    ours: str
    theirs: str
    letters: dict[str, str] = field(default_factory=dict)
    """Our letters in a FEN that are others in theirs; several of ours may be one of theirs."""
    sparse: bool = False
    """Whether some games begin with few pieces anywhere, since what differs comes at the end of games."""
    missing: str = ""
    """How the game differs; it is not compared."""
    moves_only: str = ""
    """Why only the moves are compared, not results."""
    dead: str = ""
    """Why other material is dead with us."""
    repeats: str = ""
    """Why a position may be repeated earlier with us."""
    later: str = ""
    """Why a position may be repeated later with us."""
    chases: str = ""
    """Why a repetition is a draw with us where a perpetual chase loses there."""
    starts: tuple[str, ...] = ()
    """Positions with pieces in hand, where games begin."""
    differs: str = ""
    """What else differs, and what is done about it here."""

    def their_fen(self, board: Board) -> str:
        """Placement, side to move and castling rights as Fairy-Stockfish writes them."""
        placement, side, rights, *count, _ = board.fen().split()
        letters = {HOLE: WALL, **self.letters}
        if board.variant.castles_anywhere:
            rights = self._files_of_rooks(board) or "-"
        placement, bracket, hands = placement.partition("[")
        written = "".join(letters.get(each, each) for each in placement)
        counts = count if board.variant.endings.count is not Counting.NONE else ()
        return " ".join((f"{written}{bracket}{hands}", side, rights, *counts))

    @staticmethod
    def _files_of_rooks(board: Board) -> str:
        """The castling rights as Fairy-Stockfish writes them where kings castle from any array."""
        position, names = board.position, board.variant.geometry.names
        held = [right for right in range(4) if position.state[RIGHTS] >> right & 1]
        files = [(names[position.castle[4 * right + ROOK_FROM]][0], right) for right in held]
        return "".join(file.upper() if right < 2 else file for file, right in files)


def pairs() -> dict[str, Pair]:
    """All games that are compared, by our names."""
    table = toml.loads(FILE.read_text("utf-8"))
    return {
        name: Pair(name, **{"theirs": name, **values, "starts": tuple(values.get("starts", ()))})
        for name, values in table.items()
    }


class FairyGame:
    """A game at play in Fairy-Stockfish. Each question costs it milliseconds, however simple."""

    def __init__(self, name: str, fen: str | None = None) -> None:
        self._root = name, fen or pyffish.start_fen(name)
        self._moves: list[str] = []

    @cached_property
    def moves(self) -> dict[str, str]:
        """The legal moves by their UCI text; a wall that only marks the square left is not part of it."""
        found = pyffish.legal_moves(*self._root, self._moves)
        return {text.partition(",")[0]: text for text in found}

    def play(self, move: str) -> None:
        """Play a move as :attr:`moves` has it."""
        self._moves.append(self.moves[move])
        del self.moves

    def ends_by(self, move: str) -> bool:
        """Whether the other side has no answer to a move."""
        return not pyffish.legal_moves(*self._root, [*self._moves, self.moves[move]])

    def fen(self) -> str:
        """The FEN."""
        return str(pyffish.get_fen(*self._root, self._moves))

    def result(self, *, may_be_drawn: bool = True) -> str | None:
        """``1-0``, ``0-1``, ``1/2-1/2``, or None if the game goes on; material is another matter."""
        ended, value = False, 0
        if self.moves and may_be_drawn:
            ended, value = pyffish.is_optional_game_end(*self._root, self._moves)
        elif self.moves:
            return None
        else:  # it lists no moves where the rules have ended the game
            ended, value = pyffish.is_immediate_game_end(*self._root, self._moves)
            if not ended:
                ended, value = True, pyffish.game_result(*self._root, self._moves)
        if not ended:
            return None
        if value == pyffish.VALUE_DRAW:
            return "1/2-1/2"
        return "1-0" if (value > 0) == (self.fen().split()[1] == "w") else "0-1"

    def is_dead(self) -> bool:
        """Whether neither side has sufficient material."""
        return all(pyffish.has_insufficient_material(*self._root, self._moves))


def difference(pair: Pair, board: Board, game: FairyGame, *, is_new: bool = False) -> object:
    """What the two say differently of a position; None if nothing.

    A new position cannot end a game by repetition, so it is seldom asked for draws.
    """
    outcome = board.outcome()
    asks_draw = not is_new or board.halfmove_clock >= QUIET_PLIES or outcome is not None
    if not pair.moves_only:
        is_dead = outcome is not None and outcome.termination is Termination.DEAD_POSITION
        result = None if outcome is None or is_dead else outcome.result()
        ended = game.result(may_be_drawn=asks_draw)
        if pair.repeats and outcome is not None and outcome.termination is Termination.REPETITION:
            ended = result
        if pair.chases and outcome is not None and outcome.termination is Termination.REPETITION:
            ended = result
        if pair.later and ended == "1/2-1/2" and outcome is None and has_been_there(board):
            ended = None
        if result != ended and not (is_dead and ended == "1/2-1/2"):
            return outcome, ended
        asks = result is None and not pair.dead and len(board.piece_map()) <= MOST_THAT_ARE_DEAD
        if asks and is_dead != game.is_dead():
            return outcome, "dead" if game.is_dead() else "not dead"
    if outcome is None:
        ours, theirs = sorted(move.text for move in board.legal_moves), sorted(game.moves)
        if any(not each.drops.mates for each in board.variant.piece_types.values()):
            # They allow a drop that gives mate, and let the side lose that plays it.
            theirs = [move for move in theirs if move in ours or "@" not in move or not game.ends_by(move)]
        if ours != theirs:
            return sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
    if outcome is not None or len(board.move_stack) % PLIES_BETWEEN_FENS == 0:
        fields, their_fields = with_sorted_hands(pair.their_fen(board)), with_sorted_hands(game.fen())
        if fields != their_fields[: len(fields)]:
            return fields, their_fields
    return None


def has_been_there(board: Board) -> bool:
    """Whether the pieces stand as they did twice before with the same side to move, whatever the rights."""
    before = board.copy()
    seen = [before.fen().split()[:2]]
    while before.move_stack:
        before.pop()
        seen.append(before.fen().split()[:2])
    return seen.count(seen[0]) > 2


def with_sorted_hands(text: str) -> list[str]:
    """The fields of a FEN, with the letters in its hands sorted."""
    placement, *fields = text.split()
    rows, bracket, hands = placement.partition("[")
    return [f"{rows}{bracket}{''.join(sorted(hands.replace('-', '')))}", *fields]


def few_pieces(rules: Variant, dice: random.Random) -> Board:
    """A random position with few pieces; those that promote stand in the middle."""
    kings, geometry = rules.royal.letter, rules.geometry
    others = [letter for letter in rules.piece_types if letter != kings]
    middle = (geometry.rows // 2 - 1, geometry.rows // 2)
    while True:
        army = [kings, kings.lower()]
        army += [dice.choice(others) for _ in range(dice.choice([0, 1, 2, 2, 3]))]
        army += [dice.choice(others).lower() for _ in range(dice.choice([0, 0, 1, 1, 3]))]
        cells = [""] * geometry.squares
        for piece, square in zip(army, dice.sample(range(len(cells)), len(army)), strict=True):
            promotes = bool(rules.piece_types[piece.upper()].promotes_to)
            cells[square] = "" if promotes and geometry.place[square][1] not in middle else piece
        try:
            board = Board(rules, f"{fen.write_cells(rules, cells)} {dice.choice('wb')} - - 0 1")
        except WormholeError:
            continue
        if board.outcome() is None:
            return board


def scattered(rules: Variant, dice: random.Random) -> Board:
    """A random position with pieces of the start on any squares where they may stand."""
    geometry, every = rules.geometry, range(rules.geometry.squares)
    symbols = [cell for cell in fen.read_cells(rules, rules.start) if cell not in ("", HOLE)]
    while True:
        share = dice.choice((0.2, 0.5, 1))
        cells = [""] * geometry.squares
        for symbol in dice.sample(symbols, len(symbols)):
            piece = rules.piece_types[symbol.upper()]
            own = every if piece.standing is None else piece.standing
            free = [at for each in own if not cells[at := geometry.seen_by(each, symbol.isupper())]]
            if free and (piece.royal or dice.random() < share):
                cells[dice.choice(free)] = symbol
        hands = f"[{rules.hands.start}]" if rules.hands else ""
        try:
            return Board(rules, f"{fen.write_cells(rules, cells)}{hands} {dice.choice('wb')} - - 0 1")
        except WormholeError:
            continue


def choose(board: Board, dice: random.Random, style: int) -> str:
    """A random move: any, or rather a capture, or rather one that goes back, with or without check."""
    moves = board.legal_moves
    preferred = moves
    if style == 1:
        preferred = [move for move in moves if move.promotion or board.is_capture(move)]
    elif style == 3:
        preferred = [move for move in moves if board.check_sign(move)]
    if style >= 2 and len(board.move_stack) > 1:
        last = board.move_stack[-2]
        back = (last.to_square, last.from_square)
        going_back = [move for move in moves if (move.from_square, move.to_square) == back]
        preferred = [move for move in going_back if move in preferred] or going_back or preferred
    return dice.choice(preferred if preferred and dice.random() < 0.8 else moves).text


def play(
    pair: Pair, seed: int, plies: int = PLIES, rules: Variant | None = None, *, anywhere: bool = False
) -> int:
    """Play a random game and compare each position; returns how many there were.

    The game begins with pieces ``anywhere`` or as it starts.
    """
    dice = random.Random(f"{pair.ours} {seed}")
    board = Board(rules or pair.ours)
    if pair.starts:
        board = Board(board.variant, pair.starts[seed % len(pair.starts)])
    if pair.sparse and seed % 2:
        board = few_pieces(board.variant, dice)
    if anywhere and not board.variant.hands.start and not board.variant.endings.checks:
        board = scattered(board.variant, dice)
    first = pair.their_fen(board) if board.fen() != Board(board.variant).fen() else None
    game = FairyGame(pair.theirs, first)
    seen: set[str] = set()
    for ply in range(plies + 1):
        placement = board.fen().split()[0]
        is_new = placement not in seen and ply % PLIES_BETWEEN_FENS != 0
        seen.add(placement)
        found = difference(pair, board, game, is_new=is_new)
        moves = " ".join(move.text for move in board.move_stack)
        assert found is None, f"{pair.ours}, game {seed}: {found}\n{board.fen()}\n{game.fen()}\n{moves}"
        if ply == plies or board.is_game_over():
            break
        move = choose(board, dice, seed % 4)
        board.push_uci(move)
        game.play(board.peek().text)
    return len(board.move_stack) + 1


def main() -> None:
    """Compare the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="games of ours (by default all)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    known = pairs()
    differing = 0
    for name in given.names or (name for name in known if not known[name].missing):
        pair = known.get(name) or Pair(name, name)
        started = time.monotonic()
        positions = 0
        try:
            for seed in range(given.seed, given.seed + given.games):
                positions += play(pair, seed)
            told = "no difference"
        except (AssertionError, WormholeError) as error:
            differing += 1
            told = f"DIFFERS: {error}"
        print(f"{name}: {positions} positions, {told} ({time.monotonic() - started:.0f} s)", flush=True)
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
