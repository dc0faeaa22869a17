"""Draws the board of each game of the family after some moves, into one PNG per game.

A game of each other group is drawn beside the same game on a board that folds, as WebP.

python -m tools.picture_games docs/games
"""

from __future__ import annotations

import argparse
import os
import random
from pathlib import Path

from wormhole.gui.board import positions
from wormhole.gui.board.pointing import point_at
from wormhole.gui.board.selection import allow, choose

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

import wormhole
from tools.pictures import save, side_by_side
from wormhole import Board, Move, Variant
from wormhole.gui.board.board_and_panel import aspect
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.library.chosen_game import named

HEIGHT, MARGIN = 720, 16  # pixels
PLIES = 24
PLIES_WITH_DICE = 40
SEED = 2000
OF_GROUPS = {
    "modern": "grasshopper",
    "large": "grand",
    "drops": "crazyhouse",
    "goals": "kingofthehill",
    "regional": "xiangqi",
    "small": "minishogi",
}
"""The game that is drawn for each group."""
VALUES = {"K": 0, "P": 1, "N": 3, "B": 3, "C": 4, "W": 3, "L": 5, "R": 5, "Q": 9, "S": 5}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the PNG files go")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    theme = Theme.load()
    sprites = Sprites(theme)
    for name in wormhole.menu("family"):
        board = board_in_play(wormhole.variant(name))
        pygame.image.save(picture(board, theme, sprites), folder / f"{name}.png")
    for group, name in OF_GROUPS.items():
        games = named(name).variant, named(f"{name}+fold").variant
        pictures = [picture(board_in_play(game), theme, sprites) for game in games]
        save(side_by_side(pictures), folder / f"{group}.webp")


def board_in_play(game: Variant) -> Board:
    """A game after some moves of a greedy player."""
    chance = random.Random(SEED)
    board = Board(game, seed=SEED)
    plies = PLIES_WITH_DICE if board.has_dice else PLIES
    while board.ply() < plies or board.is_check():
        before = board.copy()
        board.push(max(board.legal_moves, key=lambda move: appeal(board, move) + chance.random()))
        if board.outcome() is not None:
            return before
    return board


def appeal(board: Board, move: Move) -> float:
    """The value that a move captures, less the value that the reply can capture.

    All pieces but the royal one should move forward.
    """
    geometry, mover = board.variant.geometry, board.turn
    piece = None if move.drop else board.piece_at(move.from_square)
    is_royal = piece is not None and board.variant.piece_types[piece.letter].royal
    captured = board.captured_square(move)
    wins = 0 if captured is None else value_of(board, captured)
    after = board.copy()
    after.push(move)
    replies = (after.captured_square(reply) for reply in after.legal_moves)
    lost = max((value_of(after, square) for square in replies if square is not None), default=0)
    first = move.to_square if move.drop else move.from_square
    rows = geometry.place[move.to_square][1] - geometry.place[first][1]
    middle = abs(geometry.place[move.to_square][0] - (geometry.columns - 1) / 2)
    return wins - lost + 0.2 * (rows if mover else -rows) - 0.1 * middle - 2 * is_royal


def value_of(board: Board, square: int) -> int:
    piece = board.piece_at(square)
    return 0 if piece is None else VALUES.get(piece.letter, 1)


def picture(board: Board, theme: Theme, sprites: Sprites) -> pygame.Surface:
    """The board with the move selected that passes most holes, or goes farthest."""
    geometry, hands = board.variant.geometry, places_in_hand(board.variant)
    size = round((HEIGHT - 2 * MARGIN) * aspect(geometry)) + 2 * MARGIN, HEIGHT
    state = positions.state_of(board)
    positions.show(state, board)
    allow(state, board)
    moves = [move for move in board.legal_moves if not move.drop]
    move = max(moves, key=lambda move: (len(board.route(move).holes), len(board.route(move).steps)))
    choose(state, move.from_square)
    point_at(state, move.to_square)
    surface, sky = pygame.Surface(size), Backdrop(theme).surface(size)
    surface.blit(sky, (0, 0))
    view = BoardView(sprites, geometry, hands)
    view.place(surface.get_rect().inflate(-2 * MARGIN, -2 * MARGIN), sky)
    view.draw(surface, state, now_seconds=0.0)
    return surface


if __name__ == "__main__":
    main()
