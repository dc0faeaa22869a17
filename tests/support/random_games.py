"""Hypothesis strategies for boards after random moves."""

from __future__ import annotations

from hypothesis import strategies as st

from wormhole import BLACK, WHITE, Board, Move, menu, variant
from wormhole.rules.variant import LeftSquare

GAMES = st.sampled_from(menu("family"))
WITHOUT_DICE = GAMES.filter(lambda name: variant(name).left_square is not LeftSquare.RANDOM)
"""Games without dice."""

CHOICES = st.integers(0, 70).flatmap(
    lambda length: st.lists(st.integers(0, 99), min_size=length, max_size=length)
)
"""Indices of random moves; long and short games are equally likely."""


def play_on(board: Board, choices: list[int]) -> list[Move]:
    """Play the moves with these indices, until they or the game end; returns the moves."""
    played = []
    for choice in choices:
        if board.is_game_over():
            break
        moves = board.legal_moves
        board.push(moves[choice % len(moves)])
        played.append(board.peek())
    return played


@st.composite
def boards(draw: st.DrawFn, games: st.SearchStrategy[str] = GAMES) -> Board:
    """A board of one of the games after some random moves, which are on its stack."""
    board = Board(draw(games), seed=0)
    play_on(board, draw(CHOICES))
    return board


def has_both_kings(board: Board) -> bool:
    """Whether no royal piece has been captured, which ends some of the games."""
    return None not in (board.king(WHITE), board.king(BLACK))


WORMHOLE = boards(st.just("wormhole"))
"""As :func:`boards`, of Wormhole Chess alone."""
