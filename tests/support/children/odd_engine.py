"""A program that plays chess, with the odd habits of real ones: ``python odd_engine.py uci|xboard HABIT...``.

It gives mate if it can, castles in Chess960, or moves the king's pawn two steps; else it plays the first
legal move. ``HABITS`` has the habits of each protocol. With ``folder`` it ends if the working folder has no
``weights.dat``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chess

OPTIONS = {
    "spin without bounds": "option name Level type spin default 5",
    "spin without max": "option name MultiPV type spin default 1",
    "spin of fractions": "option name CPuct type spin default 1.5 min 0.1 max 9.9",
    "tabs": "option  name\tStyle of play   type combo  default Calm  var Calm\tvar Wild",
    "blanks": "option name Contempt  type spin default 0 min -50 max 50",
    "blanks behind type": "option name Contempt type  spin default 0 min -50 max 50",
    "option twice": "option name Hash type spin default 16 min 1 max 64",
    "no defaults": "option name Book File type string\noption name OwnBook type check",
    "words in names": "option name Limit max nodes type spin default 8 min 0 max 100",
    "empty default": "option name Mode type combo default <empty> var A B var C D",
    "many lines": "option name MultiPV type spin default 1 min 1 max 5",
    "variants": "option name UCI_Variant type combo default chess var chess var crazyhouse",
    "chess960": "option name UCI_Chess960 type check default false",
}
"""What a program with this habit declares."""

INFOS = {
    "bounds": (
        "info depth 5 seldepth 7 multipv 1 score cp 33 nodes 100 pv {move}\n"
        "info depth 6 seldepth 7 multipv 1 score mate 4 lowerbound nodes 200 pv {move}"
    ),
    "no line": "info depth 5 score cp 12 nodes 5",
    "bad line": "info depth 5 score cp 12 nodes 5 pv a1a8 h9h1",
    "fractions": "info depth 5 score cp 12.5 nodes 5 pv {move}",
    "wdl": "info depth 9 score cp 25 wdl 400 300 300 nodes 77 nps 99 hashfull 3 time 1 pv {move}",
    "two ranks": (
        "info depth 5 multipv 1 score cp 30 nodes 10 pv {move}\n"
        "info depth 5 multipv 2 score cp 20 nodes 10 pv {move}\n"
        "info depth 6 multipv 1 score cp 40 nodes 10 pv {move}"
    ),
    "no digit": "info depth 7 multipv \u00b2 score cp 30 nodes \u0663 pv {move}",
    "digits": f"info depth 7 multipv {'9' * 5000} score cp {'9' * 4000} nodes {'9' * 400} pv {{move}}",
}
"""What it says before its move."""

ANSWERS: dict[str, Callable[[chess.Board, chess.Move], str]] = {
    "upper case": lambda board, move: move.uci().upper(),
    "upper promotion": lambda board, move: move.uci()[:4] + move.uci()[4:].upper(),
    "hyphen": lambda board, move: f"{move.uci()[:2]}-{move.uci()[2:]}",
    "san": lambda board, move: board.san(move),
    "none": lambda board, move: "(none)",
    "null": lambda board, move: "0000",
    "at signs": lambda board, move: "@@@@",
    "hyphens": lambda board, move: "--",
    "z0": lambda board, move: "Z0",
    "no ponder": lambda board, move: f"{move.uci()} ponder (none)",
}
"""How it writes its move."""

DELAYS = {"slow to name itself": 8, "slow to be ready": 12, "slow": 1, "very slow": 6, "slow to stop": 4}
"""The seconds that it sleeps: behind its name, before ``readyok``, before a move, before it stops."""

HABITS = {
    "uci": (*OPTIONS, *INFOS, *ANSWERS, *DELAYS, "banner", "folder", "needs isready", "leaves a child"),
    "xboard": ("asks for time", "no usermove", "no setboard", "san feature", *ANSWERS, "leaves a child"),
}


def say(text: str) -> None:
    print(text, flush=True)


def tell(text: str) -> None:
    """Add a line to the file that the environment names."""
    with open(os.environ.get("ODD_ENGINE_TELLS", os.devnull), "a", encoding="utf-8") as file:
        file.write(f"{text}\n")


class Odd:
    """A program with these habits."""

    def __init__(self, habits: set[str]) -> None:
        self.habits = habits
        self.board = chess.Board()
        self.is_ready = self.is_forced = self.is_chess960 = False
        self.waiting = ""
        """The move that it has found while it analyses."""
        if "leaves a child" in habits:
            asleep = "import os, time; os.setsid(); print('asleep', flush=True); time.sleep(300)"
            child = subprocess.Popen([sys.executable, "-c", asleep], stdout=subprocess.PIPE)
            child.stdout.readline()
            tell(f"child {child.pid}")
        if "folder" in habits and not Path("weights.dat").exists():
            say("info string weights.dat is not here")
            sys.exit(3)

    def sleep(self, habit: str) -> None:
        if habit in self.habits:
            time.sleep(DELAYS[habit])

    def need_ready(self) -> None:
        if "needs isready" in self.habits and not self.is_ready:
            say("info string not initialised")
            sys.exit(9)

    def move(self) -> chess.Move:
        """A move that mates, castling in Chess960, the king's pawn, or the first move."""
        for move in self.board.legal_moves:
            self.board.push(move)
            is_mate = self.board.is_checkmate()
            self.board.pop()
            if is_mate:
                return move
        castlings = [move for move in self.board.legal_moves if self.board.is_castling(move)]
        if castlings and self.board.chess960:
            return castlings[0]
        moves = list(self.board.legal_moves)
        return next((move for move in moves if move.uci() in ("e2e4", "e7e5")), moves[0])

    def written(self, move: chess.Move) -> str:
        habit = next((habit for habit in ANSWERS if habit in self.habits), None)
        return move.uci() if habit is None else ANSWERS[habit](self.board, move)

    def uci(self, line: str) -> None:
        words = line.split()
        if words[0] == "uci":
            say(f"id name Odd {' '.join(sorted(self.habits))}".strip())
            say("option name Hash type spin default 16 min 1 max 64")
            for habit, text in OPTIONS.items():
                if habit in self.habits:
                    say(text)
            self.sleep("slow to name itself")
            say("uciok")
        elif words[0] == "isready":
            self.sleep("slow to be ready")
            self.is_ready = True
            say("readyok")
        elif words[0] == "setoption":
            tell(line)
            if words[2] == "UCI_Chess960":
                self.is_chess960 = words[4] == "true"
        elif words[0] == "ucinewgame":
            self.need_ready()
        elif words[0] == "position":
            is_start = words[1] == "startpos"
            fen = chess.STARTING_FEN if is_start else " ".join(words[2:8])
            self.board = chess.Board(fen, chess960=self.is_chess960)
            for text in words[3 if is_start else 9 :]:
                self.board.push_uci(text)
        elif words[0] == "go":
            self.need_ready()
            self.sleep("slow")
            self.sleep("very slow")
            move = self.move()
            for habit in [habit for habit in INFOS if habit in self.habits] or [""]:
                say(INFOS.get(habit, "info depth 3 score cp 10 nodes 9 pv {move}").format(move=move.uci()))
            if "infinite" in words:
                self.waiting = move.uci()
            else:
                say(f"bestmove {self.written(move)}")
        elif words[0] == "stop":
            self.sleep("slow to stop")
            if self.waiting:
                say(f"bestmove {self.waiting}")
            self.waiting = ""

    def xboard(self, line: str) -> None:
        words = line.split()
        if words[0] == "protover":
            if "asks for time" in self.habits:
                say("feature done=0")
                time.sleep(7)
            flags = {"usermove": "no usermove", "setboard": "no setboard"}
            listed = " ".join(f"{name}={int(habit not in self.habits)}" for name, habit in flags.items())
            san = int("san feature" in self.habits)
            say(f'feature myname="Odd" ping=1 {listed} san={san} colors=0 sigint=0 variants="normal"')
            say('feature option="Level of play -spin 3 1 9"')
            say("feature done=1")
        elif words[0] == "ping":
            say(f"pong {words[1]}")
        elif words[0] == "new":
            self.board, self.is_forced = chess.Board(), False
        elif words[0] == "force":
            self.is_forced = True
        elif words[0] == "setboard":
            self.board = chess.Board(" ".join(words[1:]))
        elif words[0] == "go":
            self.is_forced = False
            self.play()
        elif words[0] == "usermove" or (len(line) in (4, 5) and line[1].isdigit() and line[3].isdigit()):
            self.board.push_uci(words[-1])
            if not self.is_forced:
                self.play()

    def play(self) -> None:
        if self.board.is_game_over():
            return
        move = self.move()
        say(f" 5  +12 3 100 7 100 0\t{self.board.san(move)}")
        text = self.board.san(move) if "san feature" in self.habits else self.written(move)
        self.board.push(move)
        say(f"move {text}")


def main(protocol: str, *habits: str) -> None:
    odd = Odd(set(habits))
    if "banner" in habits:
        say("MyEngine 1.0 (c) 2020\nid name EarlyName\nuciok\n")
    answer = odd.uci if protocol == "uci" else odd.xboard
    for line in sys.stdin:
        if line.split() == ["quit"]:
            break
        if line.strip():
            answer(line.strip())


if __name__ == "__main__":
    main(*sys.argv[1:])
