"""The exercises of the exercise room, without a window: an exercise is a state that answers change.

A lesson, a stream of puzzles, the coach's moments and the proof of an ending are exercises. The room shows
the exercise after each change: it animates the board to its position, and calls `go_on` after its `pause`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from wormhole import Board, Move, Piece
from wormhole.gui.board.annotations import Suggestion
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.window.keys import Command
from wormhole.library.comment_commands import Shape

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.gui.board.annotations import RefusedMove
    from wormhole.gui.pictures.page_files import PageJob


class FeedbackTone(Enum):
    """The tone of a feedback."""

    PLAIN = auto()
    HINT = auto()
    GOOD = auto()
    WRONG = auto()


@dataclass(frozen=True)
class Feedback:
    """The feedback on the last move, or what to do now."""

    text: str = ""
    tone: FeedbackTone = FeedbackTone.PLAIN
    sound: str = ""
    """A sound that goes with it, heard once the board is at rest."""


@dataclass(frozen=True)
class ExerciseChoice:
    """A button of the room; its command's key does the same."""

    text: str
    action: Callable[[], None]
    command: Command | None = None
    can: bool = True
    is_primary: bool = False
    """Whether it leads on. Enter presses it as soon as no move is asked for."""


class Exercise:
    """The base of all exercises. A subclass calls `changed` whenever something else is to be shown.

    The texts are in the language in use whenever they are asked for.
    """

    revision = 0
    """Grows with every change."""
    board: Board
    """The position. Its moves lead there from where the exercise began, so that the room can animate them."""
    kicker = ""
    """A small line above the title: what kind of exercise it is."""
    title = ""
    text = ""
    """What is asked, in paragraphs between empty lines."""
    texts: Sequence[str] = ()
    """All its texts, where they are to be written in one size."""

    @property
    def spoken_text(self) -> str:
        """What is said of what is asked: without the moves, which are said by themselves."""
        return self.text

    feedback = Feedback()
    choices: Sequence[ExerciseChoice] = ()
    may_answer = False
    """Whether the user is to move now."""
    may_play_on = True
    """Whether a game may be played from the position: not from a puzzle that is not solved yet."""
    asks_square = False
    """Whether the user is to click a square now."""
    flipped = False
    """Whether Black is below at first; the user can turn the board."""
    suggestions: Sequence[Suggestion] = ()
    """Arrows on the board; a ring if both squares are the same."""
    shapes: Sequence[Shape] = ()
    """Circles and arrows in the colours of the user's own."""
    attacks: Sequence[Route] = ()
    """Routes of captures, drawn in red with all their steps."""
    chances: Sequence[Route] = ()
    """Routes of what a good move attacks, drawn in the colour of the best move."""
    seen_from: int | None = None
    """The square of the piece from which the board is shown folded."""
    page: PageJob | None = None
    """The page for a browser that can be made of it."""
    pause: float | None = None
    """Seconds from rest until `go_on`; None: nothing happens by itself."""

    @property
    def emblem(self) -> Piece:
        """The piece beside the title: the king, or the game's emblem, of the side that was first to move."""
        return Piece(self.board.variant.emblem.letter, self.board.root().turn)

    def changed(self) -> None:
        """Note that something else is to be shown."""
        self.revision += 1

    def answer(self, move: Move) -> None:
        """Take the user's move."""

    def click(self, square: int) -> None:
        """Take a square that the user clicks."""

    def refuse(self, refused: RefusedMove) -> bool:
        """Take a move that is not legal; returns whether the feedback explains it. If not, a message does."""
        return False

    def perform(self, command: Command) -> bool:
        """Do a command that no choice has, such as a move back; returns whether it was used."""
        return False

    def go_on(self) -> None:
        """Do the next automatic step."""

    def update(self, now_seconds: float) -> float:
        """Take over what was found in the background; notice the time; returns when it is due next."""
        return NEVER

    def close(self) -> None:
        """Release the background work."""
