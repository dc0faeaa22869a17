"""Starts without the game or theme of the user's own with which the last start failed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from wormhole.base.errors import Message, joined
from wormhole.base.quoting import shown_path
from wormhole.gui.look.theme import is_ours
from wormhole.gui.window import destination
from wormhole.gui.window.stage import Stage
from wormhole.library.settings import KeptSettings
from wormhole.library.start_file import StartFile
from wormhole.play.start_options import StartOptions
from wormhole.rules.catalogue_files import variants

SAFE_SECONDS = 2.0
"""From the first picture until the start counts as done."""


class CarefulStart:
    """A start from before anything of the user's own is used until its first pictures were shown.

    ``complaint`` says what an earlier start failed with. ``is_without`` tells whether that is left out.
    """

    def __init__(self, path: Path, settings: KeptSettings, options: StartOptions) -> None:
        self._settings = settings
        self._start = StartFile(path)
        self._done_at = math.inf
        self._has_failed = False
        asked = None if options.chosen is None or options.chosen.file is None else str(options.chosen.file)
        own = {name: value for name, value in _own(settings).items() if (name, value) != ("game", asked)}
        left_out = {name: value for name, value in own.items() if self._start.is_suspect(name, value)}
        settings.leave_out(*left_out, *(["rules"] if "game" in left_out else []))
        used = {name: value for name, value in own.items() if name not in left_out}
        complaints = [_without(left_out)] if left_out else []
        if asked is not None:
            used["game"] = asked
            if self._start.is_suspect("game", asked):
                complaints.append(
                    Message(
                        "The last start with {name} failed before the window was ready.",
                        name=shown_path(asked),
                    )
                )
        self._start.begin(used)
        self.is_without = bool(left_out)
        self.complaint = joined(complaints)

    def shown(self, now_seconds: float) -> None:
        """The first picture was shown."""
        self._done_at = now_seconds + SAFE_SECONDS

    def update(self, now_seconds: float) -> None:
        """Note that the start is done, once it is."""
        if now_seconds >= self._done_at:
            self.end()

    def fail(self) -> None:
        """An error ends the program: a start that is not done yet failed."""
        self._has_failed = True

    def end(self) -> None:
        """The start is done, or the window was closed."""
        self._done_at = math.inf
        if self._has_failed:
            self._start.release()
            return
        self._start.end({name: value for name, value in self._settings.left_out.items() if name != "rules"})


def use_again(stage: Stage) -> None:
    """Use the game and the theme that this start left out."""
    from wormhole.gui.home.home import HomeScreen

    stage.notices.clear()
    complaint = stage.preferences.use_left_out()
    if isinstance(stage.room, HomeScreen):
        stage.rooms.open(destination.Home())
    else:
        stage.lay_out()
    if complaint:
        stage.notices.show(complaint)


def _own(settings: KeptSettings) -> dict[str, str]:
    """The settings that name something of the user's own; the program's own have never ended a start."""
    now = settings.now
    own = {} if now.game in variants() else {"game": now.game}
    return own if is_ours(now.theme) else {**own, "theme": now.theme}


def _without(left_out: Mapping[str, str]) -> Message:
    named = [
        Message("the game {name}", name=shown_path(value))
        if name == "game"
        else Message("the theme {name}", name=shown_path(value))
        for name, value in left_out.items()
    ]
    first, *others = named
    return Message(
        "The last start failed before the window was ready. Not loaded this time: {what}.",
        what=Message("{one} and {other}", one=first, other=others[0]) if others else first,
    )
