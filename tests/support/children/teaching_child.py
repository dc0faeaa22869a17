"""Stands in for the process that teaches: a variable of the environment selects its output."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from wormhole.base.children import Parent
from wormhole.training import child

HOLD_SECONDS = 60
ROUND = {
    "number": 1,
    "hours": 0.5,
    "positions": 9000,
    "games": 300,
    "material": 0.63,
    "glance": 0.62,
    "search": 0.59,
    "pentanomial": [1, 2, 9, 2, 8],
    "is_kept": True,
    "elo": 77.0,
}


def main():
    how, folder = os.environ["TEACHING_CHILD"], Path(os.environ["TEACHING_FOLDER"])
    parent = Parent()
    (folder / "order").write_text(json.dumps(next(parent.lines())))
    (folder / "child").write_text(str(os.getpid()))
    if how == "fails":
        sys.exit("no room on the disk")
    parent.say({"number": 1, "phase": "testing", "share": 0.25, "positions": 9000, "match": [3, 2, 1]})
    if how == "learns":
        parent.say({"round": ROUND})
    if how != "ends":
        time.sleep(HOLD_SECONDS)


def wait():
    """The program of the real process, but it waits instead of teaching."""
    child.Crew = lambda *given: time.sleep(HOLD_SECONDS)
    child.main()
