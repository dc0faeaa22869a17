"""The base of line protocols: a table of commands, and lines written from several threads."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Mapping

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted

Command = Callable[[list[str]], None]
"""A command; it is called with the words that follow its own."""


class UnknownCommandError(WormholeError):
    """A line does not begin with a command."""


class TextProtocol:
    """Answers lines by commands. ``write`` is called with one line at a time, from several threads."""

    commands: Mapping[str, Command]
    """The commands by the words that they begin with; ``quit`` is not among them."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._writing = threading.Lock()

    def run(self, lines: Iterable[str]) -> None:
        """Answer ``lines`` until ``quit`` or their end."""
        try:
            for line in lines:
                if line.split() == ["quit"]:
                    break
                self.answer(line)
        finally:
            self.close()

    def answer(self, line: str) -> None:
        """Carry out the command of a line. An error is answered by a line."""
        words = line.split()
        if not words:
            return
        try:
            command = self.commands.get(words[0])
            if command is None:
                raise UnknownCommandError(f"unknown command {quoted(words[0])}")
            command(words[1:])
        except Exception as error:  # one bad line must not end a game
            self.complain(words, error)

    def say(self, line: str) -> None:
        """Write a line."""
        # The client may be gone; then its input ends too, and the engine quits.
        with self._writing, contextlib.suppress(OSError):
            self._write(line)

    def complain(self, words: list[str], error: Exception) -> None:
        """Report an error in a line."""
        raise NotImplementedError

    def close(self) -> None:
        """End all threads."""
        raise NotImplementedError


def one_line(text: object) -> str:
    """A text without line breaks; the name of its type if it is empty.

    >>> one_line("a\\n b"), one_line(KeyError())
    ('a b', 'KeyError')
    """
    return " ".join(str(text).split()) or type(text).__name__
