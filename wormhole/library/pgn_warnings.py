"""What was read leniently in a game: PGN that is not written as the standard says, and its meaning."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wormhole.base.errors import Message, TextWarning


@dataclass(frozen=True)
class PgnWarning(TextWarning):
    """What was not written as the standard says, and how it was read.

    ``line`` is that of the first place, and ``count`` the number of such places in the game.
    """

    count: int = 1

    def of_game(self, number: int) -> Message:
        """What is said of the game with that number in the text."""
        return Message("game {number}, line {line}: {why}", number=number, line=self.line, why=self.text)

    @property
    def text(self) -> Message:
        """The message, and how many places are meant if there are several."""
        if self.count == 1:
            return self.message
        return Message("{text} (and {count} more like it)", text=self.message, count=self.count - 1)


class PgnWarnings:
    """The warnings of a game while it is read: one for each kind, with its first place."""

    def __init__(self) -> None:
        self._found: dict[str, PgnWarning] = {}

    def add(self, line: int, message: Message) -> None:
        """Add a warning of the kind that its template is."""
        known = self._found.get(message.template)
        self._found[message.template] = (
            PgnWarning(line, message) if known is None else replace(known, count=known.count + 1)
        )

    def copy(self) -> PgnWarnings:
        """The same warnings, to which others can be added."""
        twin = PgnWarnings()
        twin._found = self._found.copy()
        return twin

    def all(self) -> list[PgnWarning]:
        """The warnings in the order of their lines."""
        return sorted(self._found.values(), key=lambda warning: warning.line)
