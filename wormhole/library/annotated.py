"""What was said of a position of a game: comments with their commands, and annotation glyphs."""

from __future__ import annotations

from collections.abc import Iterable

from wormhole.library import comment_commands
from wormhole.library.comment_commands import Score, Shape
from wormhole.rules.geometry import Geometry

NO_NAGS: frozenset[int] = frozenset()


class Annotated:
    """Base of the nodes of a game."""

    __slots__ = ("_comment", "_nags", "_starting_comment")

    def __init__(self) -> None:
        self._comment = self._starting_comment = ""
        self._nags = NO_NAGS

    @property
    def comment(self) -> str:
        """The comment behind the move, with its commands such as ``[%clk 0:01:00]``."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        if text != self._comment:
            self._comment = text
            self._tell()

    @property
    def starting_comment(self) -> str:
        """The comment before the first move of a variation."""
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        if text != self._starting_comment:
            self._starting_comment = text
            self._tell()

    @property
    def nags(self) -> frozenset[int]:
        """Numeric annotation glyphs, such as 1 for ``!`` (PGN standard, 10). Assign to change them."""
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        nags = frozenset(nags)
        if nags != self._nags:
            self._nags = nags
            self._tell()

    @property
    def words(self) -> str:
        """The comment without its commands. Assigning keeps the commands."""
        return comment_commands.words(self._comment)

    @words.setter
    def words(self, text: str) -> None:
        self.comment = comment_commands.with_words(self._comment, text)

    def clock(self) -> float | None:
        """The mover's remaining time in seconds after the move, from ``[%clk …]``."""
        return comment_commands.seconds(self._comment, comment_commands.CLOCK)

    def set_clock(self, seconds: float | None) -> None:
        """Set or, with None, remove the remaining time in seconds."""
        self.comment = comment_commands.with_seconds(self._comment, comment_commands.CLOCK, seconds)

    def emt(self) -> float | None:
        """The time in seconds that the move took, from ``[%emt …]``."""
        return comment_commands.seconds(self._comment, comment_commands.MOVE_TIME)

    def set_emt(self, seconds: float | None) -> None:
        """Set or, with None, remove the time in seconds that the move took."""
        self.comment = comment_commands.with_seconds(self._comment, comment_commands.MOVE_TIME, seconds)

    def eval(self) -> Score | None:
        """The evaluation from ``[%eval …]``, from White's point of view."""
        return comment_commands.score(self._comment)

    def set_eval(self, score: Score | None) -> None:
        """Set or, with None, remove the evaluation."""
        self.comment = comment_commands.with_score(self._comment, score)

    def shapes(self) -> tuple[Shape, ...]:
        """The circles and arrows of ``[%csl …]`` and ``[%cal …]``."""
        return comment_commands.shapes(self._comment, self._geometry().numbers)

    def set_shapes(self, shapes: Iterable[Shape]) -> None:
        """Replace the circles and arrows."""
        names = self._geometry().names
        self.comment = comment_commands.with_shapes(self._comment, shapes, names)

    def _tell(self) -> None:
        """Tell of a change."""
        raise NotImplementedError

    def _geometry(self) -> Geometry:
        """The board, which names the squares of shapes."""
        raise NotImplementedError
