"""An engine that misbehaves: ``python fake_engine.py uci|xboard dies|hangs|talks|cheats|first``.

On its move it plays the first legal move of chess, or misbehaves as its second argument says.
"""

from __future__ import annotations

import sys
import time

import chess


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def answer(board: chess.Board, word: str, manner: str) -> None:
    if manner == "dies":
        sys.exit(3)
    if manner == "hangs":
        time.sleep(60)
    end = time.monotonic() + 60
    while manner == "talks" and time.monotonic() < end:
        say("info string I am still thinking" if word == "bestmove" else "# I am still thinking")
    move = "a1a8" if manner == "cheats" else next(iter(board.legal_moves)).uci()
    say(f"{word} {move}")
    if manner != "cheats":
        board.push_uci(move)


def play(protocol: str, manner: str) -> None:
    board = chess.Board()
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
            answer(board, "bestmove" if protocol == "uci" else "move", manner)


if __name__ == "__main__":
    play(*sys.argv[1:])
