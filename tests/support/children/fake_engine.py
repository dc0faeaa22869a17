"""A program that plays chess in a chosen manner: ``python fake_engine.py uci|xboard MANNER``.

On its move it plays the first legal move of chess (``first``), or misbehaves: ``dies``, ``tires`` (dies after
one move), ``hangs``, ``talks``, ``cheats``. ``resigns`` and ``offers`` a draw are for xboard. Others
misbehave from the start: ``silent`` answers nothing, ``deaf`` closes its output, ``bytes`` writes what is no
text and a very long line, ``leaves`` starts a child and ignores *quit*. ``ponders`` tells a reply
that it expects. What it was sent is written to a third argument, a file.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

import chess

OPTIONS = (
    "Elbow type spin default 1 min 0 max 9",
    "Hat type check default false",
    "Style type combo default calm var calm var wild",
    "Motto type string default <empty>",
    "Wave type button",
    "Ponder type check default false",
    "MultiPV type spin default 1 min 1 max 5",
)
FEATURES = 'usermove=1 setboard=0 ping=1 draw=1 analyze=1 variants="normal"'
XBOARD_OPTIONS = ("Elbow -spin 1 0 9", "Hat -check 0", "Style -combo *calm /// wild", "Wave -button")


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


class Manner:
    """How it answers. ``word`` begins its answer."""

    def __init__(self, word: str, manner: str) -> None:
        self.word, self.manner, self.moves = word, manner, 0

    def begin(self) -> None:
        """Misbehave from the start."""
        if self.manner == "silent":
            time.sleep(60)
        if self.manner == "deaf":
            os.close(1)
            time.sleep(60)
        if self.manner == "bytes":
            sys.stdout.buffer.write(b"\xff\xfe\x00 what is this\n" + 200_000 * b"x" + b"\n")
        if self.manner == "leaves":
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])

    def answer(self, board: chess.Board) -> None:
        self.moves += 1
        if self.manner == "dies" or (self.manner == "tires" and self.moves > 1):
            print("out of breath", file=sys.stderr, flush=True)
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
        moves = [move.uci() for move in board.legal_moves]
        move = "a1a8" if self.manner == "cheats" else moves[0]
        if self.word == "bestmove" and self.manner == "ponders":
            board.push_uci(move)
            move = f"{move} ponder {next(iter(board.legal_moves)).uci()}"
            board.pop()
        say(f"{self.word} {move}")
        if self.manner not in ("cheats", "ponders"):
            board.push_uci(move)


def analysed(board: chess.Board) -> None:
    """Tell two lines, the second one before the first."""
    first, second, *_ = (move.uci() for move in board.legal_moves)
    for rank, move, score in ((2, second, 10), (1, first, 30)):
        say(f"info depth 7 multipv {rank} score cp {score} nodes 99 pv {move}")


def play(protocol: str, manner: str, heard: str = os.devnull) -> None:
    board = chess.Board()
    player = Manner("bestmove" if protocol == "uci" else "move", manner)
    player.begin()
    waits = False
    for line in sys.stdin:
        words = line.split()
        with open(heard, "a", encoding="utf-8") as file:
            file.write(line)
        if line.startswith("quit") and manner != "leaves":
            break
        if line.startswith(("ucinewgame", "new")):
            board.reset()
        if line.startswith("uci\n"):
            if protocol == "uci":
                say(f"id name fake that {manner}", "id author Nobody")
                say(*(f"option name {option}" for option in OPTIONS), "uciok")
            else:
                say("Error (unknown command): uci")
        elif line.startswith("isready"):
            say("readyok")
        elif line.startswith("position"):
            board.reset()
            for move in words[3:]:
                board.push_uci(move)
        elif line.startswith("protover") and protocol == "xboard":
            say(f'feature myname="fake that {manner}" {FEATURES}')
            say(*(f'feature option="{option}"' for option in XBOARD_OPTIONS), "feature done=1")
        elif line.startswith("ping"):
            say(f"pong {words[1]}")
        elif line.startswith("usermove"):
            board.push_uci(words[1])
        elif line.startswith("draw"):
            player.manner = "offers"
        elif line.startswith("analyze"):
            say(f"7 30 1 99 {board.san(next(iter(board.legal_moves)))}")
        elif line.startswith("go infinite"):
            if manner == "dies":
                sys.exit(3)
            analysed(board)
            waits = True
        elif line.startswith("go ponder"):
            waits = True
        elif line.startswith(("stop", "ponderhit")):
            if waits:
                player.answer(board)
            waits = False
        elif line.startswith("go"):
            player.answer(board)
    if manner == "leaves":
        time.sleep(60)


if __name__ == "__main__":
    play(*sys.argv[1:])
