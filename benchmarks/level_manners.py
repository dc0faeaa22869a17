"""How the weak levels behave: what they give away for nothing, which moves they repeat, whom they beat.

python -m benchmarks.level_manners chess --skills 1 2 3 4 --games 40

Each skill between the marks of the levels (``wormhole/engine/levels.toml``) plays a random mover, and itself.
In the games against itself a search counts the moves that give a piece away.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from wormhole.arena.openings import RandomOpenings
from wormhole.engine.levels import CROWDED_SHARE, Limit
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import Thinker
from wormhole.players.player import Player
from wormhole.players.spec import parse
from wormhole.rules.board import Board
from wormhole.rules.game_file import variant
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant

REFERENCE = Limit(depth=3)
PIECE_CENTIPAWNS = 250
"""A move that is worse by so much, and is answered by a capture, gives a piece away."""

SAFE_MOVES = 3
"""What fewer moves avoid is not given away for nothing."""

OFTEN = 3
COLUMNS = (
    "skill",
    "three pieces given away, %",
    "pieces given away a side",
    "moves of edge pawns, %",
    "walks of kings, %",
    "points against chance, %",
)

OPENING_PLIES, MOST_PLIES = 40, 200
TABLE_ENTRIES = 1 << 16


class Witness:
    """Judges the moves of one game; :attr:`counts` is of its opening, ``given`` of each side and game."""

    def __init__(self, game: Variant) -> None:
        self._thinker = Thinker(game, fast=has_fast_loops(), table_entries=TABLE_ENTRIES)
        self._first = len(Board(game).piece_map())
        self.counts: Counter[str] = Counter()

    def gives_piece(self, board: Board, move: Move) -> bool:
        """Whether a legal move gives a piece away."""
        self._thinker.think(board, REFERENCE, line_count=len(board.legal_moves))
        thoughts = self._thinker.thoughts()
        by_move = {thought.line[0]: thought for thought in thoughts}
        played = by_move.get(move.text)
        if played is None or len(thoughts) < SAFE_MOVES or len(played.line) < 2:
            return False
        if thoughts[SAFE_MOVES - 1].score_centipawns - played.score_centipawns < PIECE_CENTIPAWNS:
            return False
        after = board.copy()
        after.push(move)
        return after.is_capture(after.parse_uci(played.line[1]))

    def see(self, board: Board, move: Move) -> None:
        """Count a move of the opening."""
        geometry = board.variant.geometry
        (file, rank), (_, to_rank) = geometry.place[move.from_square], geometry.place[move.to_square]
        piece = board.piece_at(move.from_square)
        far = to_rank if board.turn is WHITE else geometry.rows - 1 - to_rank
        is_pawn = piece is not None and board.variant.piece_types[piece.letter].pawn
        self.counts["moves"] += 1
        if is_pawn and file in (0, geometry.columns - 1) and not board.is_capture(move):
            self.counts["edge"] += 1
        if move.from_square == board.king(board.turn) and not board.is_check() and to_rank != rank:
            is_crowded = len(board.piece_map()) >= CROWDED_SHARE * self._first
            self.counts["walk"] += is_crowded and far >= 2

    def close(self) -> None:
        """End the search."""
        self._thinker.close()


def measured(game: Variant, skill: float, games: int) -> str:
    """The behaviour at a skill, as a row of a table."""
    player, witness, openings = (
        parse(f"ours:skill={skill:g}", Limit()).player(),
        Witness(game),
        RandomOpenings(),
    )
    often, given, points = 0, 0, 0.0
    for number in range(games):
        board = openings.opening(game, 0, number).board(game, number)
        lost: Counter[bool] = Counter()
        player.new_game(board)
        while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
            move = _move(player, board)
            lost[board.turn] += witness.gives_piece(board, move)
            if len(board.move_stack) < OPENING_PLIES:
                witness.see(board, move)
            board.push(move)
        often += sum(count >= OFTEN for count in lost.values())
        given += lost.total()
        points += _points_against_chance(player, game, number)
    player.close()
    witness.close()
    counts, sides = witness.counts, 2 * games
    shares = (f"{100 * counts[name] / counts['moves']:.1f}" for name in ("edge", "walk"))
    cells = [f"{100 * often / sides:.0f}", f"{given / sides:.1f}", *shares, f"{100 * points / games:.0f}"]
    return f"| {skill:g} | {' | '.join(cells)} |"


def _points_against_chance(player: Player, game: Variant, number: int) -> float:
    """The points in a game against a random mover."""
    board, dice = Board(game, seed=number), random.Random(number)
    side = number % 2 == 0
    player.new_game(board)
    while not board.is_game_over() and len(board.move_stack) < MOST_PLIES:
        board.push(_move(player, board) if board.turn is side else dice.choice(board.legal_moves))
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner is side)


def _move(player: Player, board: Board) -> Move:
    move = player.play(board).move
    assert move is not None
    return move


def main() -> None:
    """Read the arguments and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--skills", type=float, nargs="+", default=[1.0, 2.0, 3.0, 4.0])
    parser.add_argument("--games", type=int, default=40)
    args = parser.parse_args()
    game = variant(args.game)
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
    for skill in args.skills:
        print(measured(game, skill, args.games), flush=True)


if __name__ == "__main__":
    main()
