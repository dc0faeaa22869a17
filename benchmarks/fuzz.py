"""Fuzzes everything that reads text: ``python -m benchmarks.fuzz --inputs 1000000 --seed 1``.

``--only library`` damages libraries of games instead; ``--only "PGN tree"`` is for one of the readers alone.
Inputs are valid samples with letters flipped, cut, joined, repeated up to 100,000 letters, nested, and mixed
with strange characters and numbers. Each reader must return or raise an error of ours within a second, and
memory must not grow.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from benchmarks import damaged_libraries, damaged_networks
from benchmarks.damaged_libraries import DamagedLibraries
from wormhole import Board, WormholeError, variants
from wormhole.arena import spec
from wormhole.engine.levels import Limit
from wormhole.engine.protocols.uci import Uci
from wormhole.engine.protocols.uci_go import parse_go
from wormhole.engine.protocols.xboard import Xboard
from wormhole.engine.protocols.xboard_game import playable
from wormhole.gui.dialogs import folder
from wormhole.library import pasted, pgn, settings
from wormhole.library.pgn_error import PgnError
from wormhole.rules.gamefile import CATALOGUE, parse

LIBRARY = "library"
DATA = Path(__file__).parents[1] / "tests" / "data"
LONGEST = 100_000
LONGEST_PLAYED = 4000
"""The longest text whose moves are played, in letters; playing legal moves takes time."""
SLOWEST_SECONDS = 1.0
HANG_SECONDS = 60
MOST_GROWTH = 96 << 20
LONG_SHARE = 0.01
"""The share of inputs that are repeated until they are long."""

TREE = "{ a\n[Event 2] } (1. d4 (1. c4 {c} ( 1. -- $5 ) ) { d } 1... d5!? 2. a4) e5 $1 ± ; r\n2. Z0 (2. a3)"
"""Moves after 1. e4 with all that a tree can hold."""

STRANGE = [
    *(
        "\0",
        "\n",
        "\r",
        "\t",
        " ",
        "\x1b",
        "\x7f",
        "\u00e9",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\ufffd",
        "\udcff",
    ),
    *("\U0001f469\u200d\U0001f467", "\u0663", "\u00b2", "\u00bd", "\\u0000", "\\", '"', "'", "'''", '"""'),
    *("-1", "0", "1e999", "nan", "inf", "-0.0", "9" * 30, "9" * 5000, "0x" + "f" * 600, "1" * 400 + "."),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "[[",
        "]]",
        "{a=",
        "a.b.",
        "=",
        ":",
        ";",
        ",",
        "#",
        "%",
        "@",
        "/",
    ),
    *(
        "~",
        "~nobody/",
        "../",
        "/dev/null",
        "x",
        "*",
        "+",
        "--",
        "$",
        "e.p.",
        "O-O-O",
        "1-0",
        "{so}",
        "2026-02-31",
    ),
]


@dataclass(frozen=True)
class Reader:
    """A function that reads text, and valid samples. ``longest`` is the longest input in letters."""

    name: str
    samples: Sequence[str]
    read: Callable[[str, random.Random], object]
    longest: int = LONGEST


@dataclass(frozen=True)
class Fault:
    """An input that raised a wrong error or took too long."""

    reader: str
    text: str
    trouble: str

    def __str__(self) -> str:
        return f"{self.reader}: {self.trouble}\n    {self.text[:300]!a} ({len(self.text)} letters)"


def readers(place: Path) -> list[Reader]:
    """Everything that reads text. ``place`` is a folder for files."""
    boards = [Board(name) for name in variants()]
    games = [
        entry.read_text("utf-8")
        for entry in resources.files(CATALOGUE).iterdir()
        if entry.name.endswith(".toml")
    ]
    pgns = [path.read_text("utf-8", errors="replace") for path in sorted((DATA / "pgn").glob("*.pgn"))]
    trees = [f"1. e4 {TREE} *", f'[Variant "wormhole"]\n\n1. e4 {TREE} *', *pgns]
    kept = [
        "{ so } 1. e2e4@a4 { [%clk 0:01:00] } ( 1. d2d4@a4 $1 ( { c } 1. c2c4@b5 ) ) 1... e7e5@c6 2. 0000"
    ]
    moves = [move.text for board in boards for move in board.legal_moves]
    engine = Uci(lambda line: None)
    quiet = {name: do for name, do in engine.commands.items() if name not in ("go", "isready", "ucinewgame")}

    xboard = Xboard(lambda line: None)
    thinking = ("go", "usermove", "playother", "analyze", "hint", "new", "protover")
    silent = {name: do for name, do in xboard.commands.items() if name not in thinking}

    def fen(text: str, dice: random.Random) -> object:
        return Board(dice.choice(boards).variant, text)

    def protocol(text: str, dice: random.Random) -> object:
        words = text.split() or [""]
        return words[0] in quiet and quiet[words[0]](words[1:])

    def xboard_protocol(text: str, dice: random.Random) -> object:
        words = text.split() or [""]
        return words[0] in silent and silent[words[0]](words[1:])

    def settings_file(text: str, dice: random.Random) -> object:
        path = place / "settings.toml"
        path.write_bytes(text.encode("utf-8", dice.choice(["replace", "surrogatepass"])))
        loaded, complaint = settings.load(path)
        assert complaint is None or len(complaint) < 2000, "a complaint that is too long"
        settings.save(path, loaded)
        for aside in place.glob("*.bad*"):
            aside.unlink()
        return loaded

    def paste(text: str, dice: random.Random) -> object:
        own = dice.choice(boards).variant
        return pasted.game_lines(text, own) if pasted.holds_games(text) else pasted.position(text, own)

    def tree(text: str, dice: random.Random) -> None:
        """What can be read is written, and then read again without loss."""
        for game in pgn.check(pgn.text_lines(text)):
            if isinstance(game, PgnError):
                assert game.line is not None, "an error without a line"
            else:
                written = str(game)
                assert [str(again) for again in pgn.read(written)] == [written], "something is lost"

    def movetext(text: str, dice: random.Random) -> object:
        return pgn.read_movetext(Board("random-wormhole", seed=1), {}, text)

    return [
        Reader(
            "FEN", _rows("wormhole", "fen") + _rows("bad_fens", "fen"), lambda text, dice: Board(fen=text)
        ),
        Reader("FEN of any game", [board.fen() for board in boards], fen),
        Reader(
            "SAN",
            ["e4", "Nf3+", *_rows("bad_san", "text")],
            lambda text, dice: dice.choice(boards).parse_san(text),
        ),
        Reader("UCI move", moves, lambda text, dice: dice.choice(boards).parse_uci(text)),
        Reader(
            "UCI go",
            [
                "depth 5",
                "wtime 1000 btime 1000 winc 5 movestogo 3",
                "infinite searchmoves e2e4",
                "nodes 9 mate 2",
            ],
            lambda text, dice: parse_go(text.split(), white_to_move=True),
        ),
        Reader(
            "UCI line",
            [
                *(
                    "uci",
                    "debug on",
                    "stop",
                    "position startpos moves e2e4 e7e5",
                    "ponderhit",
                    "register later",
                ),
                *(f"setoption name UCI_Variant value {name}" for name in variants()),
                *(
                    "setoption name Hash value 16",
                    "setoption name Clear Hash",
                    "position fen 4k3/8/8/8/8/8/8/4K3 w",
                ),
            ],
            protocol,
        ),
        Reader(
            "XBoard line",
            [
                *("level 40 5 0", "level 0 0:30 1.5", "st 1:30", "sd 4", "nps 1000", "time 500", "ping 3"),
                *(
                    "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                    "undo",
                    "option Elo=900",
                    "lift e2",
                    "accepted done",
                ),
                *(f"variant {name}" for name in playable()),
            ],
            xboard_protocol,
        ),
        Reader("PGN", pgns, lambda text, dice: list(pgn.check(pgn.text_lines(text))), LONGEST_PLAYED),
        Reader("PGN tree", trees, tree, LONGEST_PLAYED),
        Reader("PGN movetext", kept, movetext, LONGEST_PLAYED),
        Reader("PGN entries", pgns, lambda text, dice: list(pgn.entries(pgn.text_lines(text)))),
        Reader("settings", ['volume = 0.5\nmuted = true\ngame = "chess"\nlevel = 3\n'], settings_file),
        Reader("game file", games, lambda text, dice: parse(text, "own")),
        Reader(
            "contestant",
            [
                "ours:level=2",
                "ours:nodes=5000,null_move=0",
                "uci,seconds=0.5,Hash=16:fairy -x",
                "xboard:'a b' c",
            ],
            lambda text, dice: spec.parse(text, Limit(seconds=1.0)),
        ),
        Reader(
            "typed file",
            ["game.pgn", "/tmp/x.pgn", "~/x", "../..", "a/b/c.toml"],
            lambda text, dice: folder.interpreted(str(place), text, ".pgn", dice.random() < 0.5),
        ),
        Reader("pasted", [*pgns[:2], Board().fen()], paste),
        Reader("network", damaged_networks.SAMPLES, damaged_networks.read_damaged, LONGEST_PLAYED),
    ]


def spoilt(samples: Sequence[str], dice: random.Random, longest: int) -> str:
    """A text made of samples and of strange parts."""
    text = dice.choice(samples)
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice((0, 1, 1, 2, 5, 40)))
        kind = dice.randrange(6)
        if kind == 0:
            text = text[:start] + dice.choice(STRANGE) + text[end:]
        elif kind == 1:
            text = text[:start] + text[end:]
        elif kind == 2:
            other = dice.choice(samples)
            text = text[:start] + other[dice.randrange(len(other) + 1) :]
        elif kind == 3:
            text = text[:start] + text[start:end] * dice.choice((2, 3, 20)) + text[end:]
        elif kind == 4 and text:
            start = min(start, len(text) - 1)
            text = (
                text[:start] + chr((ord(text[start]) ^ 1 << dice.randrange(8)) & 0xFFFF) + text[start + 1 :]
            )
        else:
            text = text[:start] + "".join(dice.choices(text + " ", k=3)) + text[end:]
    if dice.random() < LONG_SHARE:
        part = dice.choice([*STRANGE, text[: dice.randrange(1, 40)] or "x"])
        text = text[: dice.randrange(len(text) + 1)] + part * (longest // len(part)) + text[-20:]
    return text[:longest]


def library_reader(place: Path) -> Reader:
    """The library of games: it is damaged in many ways, and the input becomes a value in it."""
    return Reader(LIBRARY, damaged_libraries.SAMPLES, DamagedLibraries(place / "library").use)


def chosen_readers(place: Path, name: str | None) -> list[Reader]:
    """Those of texts, or only the one of that name."""
    if name == LIBRARY:
        return [library_reader(place)]
    return [reader for reader in readers(place) if name in (None, reader.name)]


def fuzz(inputs: int, seed: int, place: Path, only: str | None = None) -> tuple[list[Fault], Counter[str]]:
    """The faults, and how often each reader accepted or refused an input."""
    dice = random.Random(seed)
    every = chosen_readers(place, only)
    faults: list[Fault] = []
    counts: Counter[str] = Counter()
    early_memory = 0
    for number in range(inputs):
        reader = every[number % len(every)]
        text = spoilt(reader.samples, dice, reader.longest)
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        begun = time.thread_time()
        try:
            reader.read(text, dice)
            counts[f"{reader.name}, answered"] += 1
        except WormholeError as error:
            counts[f"{reader.name}, refused"] += 1
            if len(str(error)) > 2000:
                faults.append(Fault(reader.name, text, f"an error of {len(str(error))} letters"))
        except Exception as error:
            faults.append(Fault(reader.name, text, f"{type(error).__name__}: {str(error)[:200]}"))
        seconds = time.thread_time() - begun
        if seconds > SLOWEST_SECONDS:
            faults.append(Fault(reader.name, text, f"{seconds:.1f} s"))
        if number == inputs // 3:
            early_memory = _memory()
    faulthandler.cancel_dump_traceback_later()
    growth = _memory() - early_memory
    if growth > MOST_GROWTH:
        faults.append(Fault("memory", "", f"grew by {growth >> 20} MB"))
    return faults, counts


def _rows(name: str, key: str) -> list[str]:
    lines = (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)[key] for line in lines]


def _memory() -> int:
    """The memory of this process in bytes; 0 if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", metavar="READER", help=f"only this one; {LIBRARY}: damaged libraries of games"
    )
    given = parser.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as place:
        faults, counts = fuzz(given.inputs, given.seed, Path(place), given.only)
    for words, count in sorted(counts.items()):
        print(f"{count:>9}  {words}")
    for fault in faults[:50]:
        print(fault, file=sys.stderr)
    print(f"{given.inputs} inputs, {len(faults)} faults, {time.perf_counter() - begun:.0f} s")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
