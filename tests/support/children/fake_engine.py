"""A program that plays chess in a chosen manner: ``python fake_engine.py uci|xboard MANNER``.

On its move it plays the first legal move of chess (``first``), or misbehaves: ``dies``, ``tires`` (dies after
one move), ``hangs``, ``talks``, ``cheats``. ``resigns`` and ``offers`` a draw are for xboard.
"""

from __future__ import annotations

import sys
import time

import chess


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


class Manner:
    """How it answers. ``word`` begins its answer."""

    def __init__(self, word: str, manner: str) -> None:
        self.word, self.manner, self.moves = word, manner, 0

    def answer(self, board: chess.Board) -> None:
        self.moves += 1
        if self.manner == "dies" or (self.manner == "tires" and self.moves > 1):
            sys.exit(3)
        if self.manner == "hangs":
            time.sleep(60)
        end = time.monotonic() + 60
        while self.manner == "talks" and time.monotonic() < end:
            say("info string I am still thinking" if self.word == "bestmove" else "# I am still thinking")
        if self.manner == "resigns":
            say("resign")
            return
        if self.manner == "offers":
            say("offer draw")
        say(
            "info depth 3 score cp 42 nodes 99 pv e2e4 e7e5" if self.word == "bestmove" else "3 42 1 99 e4 e5"
        )
        move = "a1a8" if self.manner == "cheats" else next(iter(board.legal_moves)).uci()
        say(f"{self.word} {move}")
        if self.manner != "cheats":
            board.push_uci(move)


def play(protocol: str, manner: str) -> None:
    board = chess.Board()
    player = Manner("bestmove" if protocol == "uci" else "move", manner)
    for line in sys.stdin:
        words = line.split()
        if line.startswith("quit"):
            break
        if line.startswith(("ucinewgame", "new")):
            board.reset()
        if line.startswith("uci\n"):
            say(f"id name fake that {manner}", "option name Elbow type spin default 1", "uciok")
        elif line.startswith("isready"):
            say("readyok")
        elif line.startswith("position"):
            board.reset()
            for move in words[3:]:
                board.push_uci(move)
        elif line.startswith("protover"):
            say(f'feature myname="fake that {manner}" usermove=1 setboard=0 ping=1 variants="normal" done=1')
        elif line.startswith("ping"):
            say(f"pong {words[1]}")
        elif line.startswith("usermove"):
            board.push_uci(words[1])
        elif line.startswith("go"):
            player.answer(board)


if __name__ == "__main__":
    play(*sys.argv[1:])
