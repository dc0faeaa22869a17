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
    """Whether a feedback is a hint, praise, an error, or none of these."""

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


@dataclass(frozen=True)
class Shown:
    """What the room shows of an exercise. The texts are in the language that is in use when it is made."""

    board: Board
    """The position. Its moves lead there from where the exercise began, so that the room can animate them."""
    kicker: str = ""
    """A small line above the title: what kind of exercise it is."""
    title: str = ""
    text: str = ""
    """What is asked, in paragraphs between empty lines."""
    moves: str = ""
    """The paragraph of the text that has the moves: it is not said, since moves are said by themselves."""
    texts: Sequence[str] = ()
    """All texts of the exercise, where they are to be written in one size."""
    about: Piece | None = None
    """The piece beside the title; else the king, or the game's emblem, of the side that was first to move."""
    feedback: Feedback = Feedback()
    choices: Sequence[ExerciseChoice] = ()
    may_answer: bool = False
    """Whether the user is to move now."""
    may_play_on: bool = True
    """Whether a game may be played from the position: not from a puzzle that is not solved yet."""
    asks_square: bool = False
    """Whether the user is to click a square now."""
    flipped: bool = False
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
    pause: float | None = None
    """Seconds from rest until `go_on`; None: nothing happens by itself."""

    @property
    def emblem(self) -> Piece:
        """The piece beside the title."""
        return self.about or Piece(self.board.variant.emblem.letter, self.board.root().turn)


class Exercise:
    """The base of all exercises. A subclass calls `changed` whenever something else is to be shown."""

    revision = 0
    """Grows with every change."""

    @property
    def shown(self) -> Shown:
        """What is to be shown now, made anew."""
        raise NotImplementedError

    @property
    def page(self) -> PageJob | None:
        """The page for a browser that can be made of it, if one can."""
        return None

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
