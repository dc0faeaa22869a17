"""Errors in texts and values; their messages tell the user what is wrong and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


class Message(str):
    """A sentence in English, made of a template and values; the window can translate the template.

    >>> Message("there is no square {name}", name="e9")
    'there is no square e9'
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, **values: object) -> Message:
        """Put the values into the template; without values it is left as it is."""
        message = super().__new__(cls, template.format(**values) if values else template)
        message.template, message.values = template, values
        return message


def message_of(text: str) -> Message:
    """The text as a message; a message as it is."""
    return text if isinstance(text, Message) else Message(text)


def joined(messages: Sequence[Message]) -> Message | None:
    """The sentences one after the other; None if there are none."""
    if not messages:
        return None
    first, *others = messages
    rest = joined(others)
    return first if rest is None else Message("{one} {other}", one=first, other=rest)


def reason_of(error: OSError) -> Message:
    """What the system says of a file."""
    return message_of(error.strerror or str(error))


@dataclass(frozen=True)
class TextWarning:
    """What a reader left out of a text, or read leniently, and the number of its line, from 1."""

    line: int
    message: Message

    def __str__(self) -> str:
        return self.told

    @property
    def text(self) -> Message:
        """The message as it is shown."""
        return self.message

    @property
    def told(self) -> Message:
        """The warning as a sentence that begins with its line."""
        return Message("line {line}: {trouble}", line=self.line, trouble=self.text)


class WormholeError(ValueError):
    """A text or value is not a valid position, move, piece or game; the base of all our errors.

    ``template`` says what is wrong, with the names of ``values`` in braces where these belong.
    """

    def __init__(self, template: str, **values: object) -> None:
        self.message = Message(template, **values) if values else message_of(template)
        super().__init__(str(self.message))


class FenError(WormholeError):
    """A FEN is not a valid position of the game."""


class MoveError(WormholeError):
    """A move or its text is not legal in the position."""


class VariantError(WormholeError):
    """A game file or the name of a game is not valid."""
