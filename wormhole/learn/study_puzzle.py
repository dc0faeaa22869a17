"""The puzzle that a chapter of a study asks: the moves of its main line, from its start on."""

from __future__ import annotations

from dataclasses import dataclass, field

from wormhole.learn.puzzle import WIN, Puzzle
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.library.study import Chapter
from wormhole.rules.board import Board
from wormhole.rules.move import Move


@dataclass(frozen=True)
class ChapterPuzzle(Puzzle):
    """A puzzle with the comments and variations of a chapter."""

    game: Game = field(default_factory=Game, compare=False)
    line: tuple[ChildNode, ...] = field(default=(), compare=False)
    """The main line, to the last move of the solver."""

    def board(self) -> Board:
        """The position, as it was when the puzzle was made."""
        return self.game.start.copy()

    @property
    def question(self) -> str:
        """The comment on the position."""
        return self.game.words

    def node(self, plies: int) -> GameNode:
        """The position after so many moves of the solution."""
        return self.line[plies - 1] if plies else self.game

    def tried(self, plies: int, move: Move) -> ChildNode | None:
        """The variation that begins with a wrong move after so many moves, if the chapter has it."""
        others = self.node(plies).variations[1:]
        return next((node for node in others if node.move == move), None)


def puzzle_of(chapter: Chapter) -> ChapterPuzzle | None:
    """The puzzle of a chapter; None without a move to find."""
    game = chapter.game
    line = tuple(game.mainline())
    line = line[: len(line) - (len(line) + 1) % 2]
    if not line:
        return None
    moves = tuple(node.uci() for node in line)
    start = game.start
    return ChapterPuzzle(start.variant.name, start.fen(), moves, WIN, (), 0, game=game, line=line)
