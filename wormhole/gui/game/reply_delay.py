"""The delay before the computer's reply: until the board is at rest, and as long as a person would think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole.gui.look.chosen_look import DURATION_FACTORS
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.window.stage import Stage
from wormhole.play.clocks import Clocks
from wormhole.play.match import Match

if TYPE_CHECKING:
    from wormhole.players.player import Answer

REPLY_PAUSE_SECONDS = 0.25
"""The least time between the user's move and the computer's."""
LOOKING_PAUSE_SECONDS = 0.9
"""The least time between two moves that the computer plays against itself."""


class DelayedReply:
    """The computer's answer, from when it comes until it is played.

    The answer of a character, or of a level that takes a person's time, waits until a person would play it.
    Meanwhile its clock runs.
    """

    def __init__(self, stage: Stage, match: Match, clocks: Clocks) -> None:
        self._stage, self._match, self._clocks = stage, match, clocks
        self._answer: Answer | None = None
        self._paused_until = EVERY_FRAME
        self._thought_until = EVERY_FRAME
        """When a person would play the answer that has come."""

    def come(self, answer: Answer, now_seconds: float) -> None:
        """Keep an answer that has just come, if it is awaited; its clock stops, unless it waits.

        A late answer in another game may come here, too.
        """
        if not self._match.players.awaits(answer):
            return
        self._answer = answer
        pause = self._pause_before(answer)
        self._thought_until = now_seconds + pause
        if pause == 0:
            self._clocks.stop(now_seconds)

    def _pause_before(self, answer: Answer) -> float:
        """The seconds until an answer that has just come is due."""
        waits = max(answer.due_seconds - (answer.seconds or 0.0), 0.0)
        if self._match.is_timed:
            return waits
        settings = self._stage.settings
        return DURATION_FACTORS[settings.pace] * waits if self._stage.preferences.is_animated else 0.0

    def pause(self, now_seconds: float) -> None:
        """Hold back the next answer for a moment: something else is shown now."""
        is_watched = self._match.setup.is_between_computers
        self._paused_until = now_seconds + (LOOKING_PAUSE_SECONDS if is_watched else REPLY_PAUSE_SECONDS)

    @property
    def due(self) -> float:
        """When the answer may be played, if the board is at rest then."""
        return NEVER if self._answer is None else max(self._paused_until, self._thought_until)

    def take(self) -> Answer:
        """The answer, which is played now."""
        answer, self._answer = self._answer, None
        assert answer is not None, "it is due"
        return answer

    def drop(self) -> None:
        """Forget an answer that is not wanted any more."""
        self._answer = None
