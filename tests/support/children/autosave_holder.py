"""Keeps a game open until its stdin ends, and prints troubles. Arguments: library, White's name, moves."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.library_games import played
from wormhole.library.autosave import Autosave
from wormhole.library.play_state import PlayState


def main() -> None:
    path, name, moves = sys.argv[1:]
    autosave = Autosave(Path(path), lambda: None, lambda trouble: print(trouble, flush=True))
    game = played(moves, White=name)
    kept = autosave.keep(game, PlayState(None, 3))
    game.notify()
    assert autosave.wait(60)
    print("ready", flush=True)
    sys.stdin.read()
    kept.close()
    trouble = autosave.close(20)
    assert trouble is None, trouble


if __name__ == "__main__":
    main()
