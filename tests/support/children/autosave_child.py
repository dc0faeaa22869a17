"""Plays games on an autosave, and prints each move once it is settled. Arguments: library, seed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from wormhole import Board
from wormhole.library.autosave import Autosave
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game

MOVES = 12


def main() -> None:
    dice = random.Random(int(sys.argv[2]))
    autosave = Autosave(
        Path(sys.argv[1]), lambda: None, lambda trouble: print("trouble", trouble, flush=True)
    )
    print("ready", flush=True)
    while True:
        game = Game(Board("wormhole"))
        kept = autosave.keep(game, PlayState(None, 3))
        node = game
        for _ in range(MOVES):
            # Now and then a variation is begun.
            node = node.parent if node.parent is not None and dice.random() < 0.2 else node
            node = node.add_variation(dice.choice(node.board().legal_moves))
            kept.play(PlayState(None, 3, node.path()))
            if not autosave.wait(20) or not kept.is_settled:
                print("trouble not settled", flush=True)
            print(f"{kept.number} {game.movetext()}", flush=True)
        kept.close()


if __name__ == "__main__":
    main()
