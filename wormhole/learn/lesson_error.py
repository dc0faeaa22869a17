"""The error of a lesson file."""

from __future__ import annotations

from wormhole import WormholeError


class LessonError(WormholeError):
    """A lesson file is not valid; the message says where: the file, and the step or the line."""
