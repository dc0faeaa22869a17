"""Fuzzes everything that reads text: ``python -m tests.support.fuzz.fuzz --inputs 1000000 --seed 1``.

Inputs are valid samples with letters flipped, cut, joined, repeated up to 100,000 letters, nested, and mixed
with strange characters and numbers. Each reader must return or raise an error of ours within a second, memory
must not grow, and no file outside a folder may be opened.

The inputs are read in child processes that may take 1 GB of memory, and 10 s for an input. A child that ends
or hangs is replaced, and the input is named. Each input depends on its number and on ``--seed`` only, so that
each fault names the command that repeats it. ``--only`` takes one of the readers alone.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import json
import os
import random
import re
import resource
import shlex
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import platformdirs

from tests.support.file_watch import FileWatch
from tests.support.fuzz import (
    damaged_libraries,
    damaged_networks,
    journals,
    libraries_in_use,
    limited_children,
    svg_pieces,
)
from tests.support.fuzz.damaged_libraries import DamagedLibraries
from tests.support.fuzz.fuzz_inputs import spoilt
from tests.support.fuzz.journals import Journals
from tests.support.fuzz.libraries_in_use import LibrariesInUse
from tests.support.fuzz.limited_children import Done, Limits, Lost
from tests.support.fuzz.svg_pieces import SvgPieces
from tests.support.random_game_files import random_file
from wormhole import Board, WormholeError, menu, variants
from wormhole.engine.levels import Limit
from wormhole.engine.protocols.uci import Uci, parse_go
from wormhole.engine.protocols.xboard import Xboard
from wormhole.engine.protocols.xboard_game import playable
from wormhole.gui.dialogs import file_dialog
from wormhole.library import pasted, pgn, settings
from wormhole.library.pgn_parser import PgnError
from wormhole.library.record import Game
from wormhole.players import spec
from wormhole.rules import fairy_betza
from wormhole.rules.betza import paths
from wormhole.rules.catalogue_files import CATALOGUE
from wormhole.rules.game_file import parse, parse_ini
from wormhole.version import APPLICATION

LIBRARY = "library"
ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
LONGEST = 100_000
LONGEST_PLAYED = 4000
"""The longest text whose moves are played, in letters; playing legal moves takes time."""
SLOWEST_SECONDS = 1.0
HANG_SECONDS = 60
MOST_GROWTH = 96 << 20
SETTLED_AFTER = 20_000
"""After so many inputs, memory should no longer grow."""
LONGEST_ERROR = 2000
SLOW_WEIGHT = 0.05
"""Of a reader that takes milliseconds for an input."""
GAMES = (
    *("3check", "antichess", "atomic", "breakthrough", "bughouse", "crazyhouse", "fischerandom"),
    *("fox-and-hounds", "grand", "janggi", "kyotoshogi", "makruk", "petrified"),
    *("racingkings", "seirawan", "shogi", "shoshogi", "sittuyin", "spartan", "torishogi", "wolf"),
)
"""Games that are read beside those of the menu: with drops, hops, goals, gates, counted checks, and so on."""
PLAYED, RANDOM_FILES, PLAYED_SHARE = 24, 200, 0.05
"""Of samples: the plies of a game, and how many random files; how often a file's game is played."""
TELLING_SECONDS = 30.0
MOST_TOLD = 200
"""So many faults are told one by one."""
TREE = "{ a\n[Event 2] } (1. d4 (1. c4 {c} ( 1. -- $5 ) ) { d } 1... d5!? 2. a4) e5 $1 ± ; r\n2. Z0 (2. a3)"
"""Moves after 1. e4 with all that a tree can hold."""


@dataclass(frozen=True)
class Reader:
    """A function that reads text, and valid samples.

    ``longest`` is the longest input in letters, ``weight`` how often it is asked beside the others.
    """

    name: str
    samples: Sequence[str]
    read: Callable[[str, random.Random], object]
    longest: int = LONGEST
    weight: float = 1.0
    starts_processes: bool = False


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
    boards = played_boards()
    moves = [f"{name} {move.text}" for name, board in boards.items() for move in board.legal_moves[-30:]]
    sans = [f"{name} {board.san(move)}" for name, board in boards.items() for move in board.legal_moves[-4:]]
    scores = [str(Game.from_board(board)) for board in boards.values()]
    games = [
        entry.read_text("utf-8")
        for entry in resources.files(CATALOGUE).iterdir()
        if entry.name.endswith(".toml")
    ]
    letters = [*_rows("betza", "moves"), *re.findall('^moves = "(.*)"', "\n".join(games), re.MULTILINE)]
    sections = [f"[{text}" for text in (DATA / "variants.ini").read_text("utf-8").split("\n[")[1:]]
    files = sorted(path for folder in ("pgn", "lenient_pgn") for path in (DATA / folder).glob("*.pgn"))
    pgns = [path.read_text("utf-8", errors="replace") for path in files]
    trees = [f"1. e4 {TREE} *", f'[Variant "wormhole"]\n\n1. e4 {TREE} *', *pgns]
    kept = [
        "{ so } 1. e2e4@a4 { [%clk 0:01:00] } ( 1. d2d4@a4 $1 ( { c } 1. c2c4@b5 ) ) 1... e7e5@c6 2. 0000"
    ]
    engine = Uci(lambda line: None)
    quiet = {name: do for name, do in engine.commands.items() if name not in ("go", "isready", "ucinewgame")}

    xboard = Xboard(lambda line: None)
    thinking = ("go", "usermove", "playother", "analyze", "hint", "new", "protover")
    silent = {name: do for name, do in xboard.commands.items() if name not in thinking}

    def of_any(text: str, dice: random.Random) -> tuple[Board, str]:
        """A board of the game named by the first word, and the rest of the text; of any game if none is."""
        name, _, rest = text.partition(" ")
        return (boards[name], rest) if name in boards else (dice.choice([*boards.values()]), text)

    def fen(text: str, dice: random.Random) -> object:
        board, text = of_any(text, dice)
        return Board(board.variant, text).fen()

    def san(text: str, dice: random.Random) -> object:
        board, text = of_any(text, dice)
        return board.parse_san(text)

    def uci(text: str, dice: random.Random) -> object:
        board, text = of_any(text, dice)
        return board.parse_uci(text)

    def game_file(text: str, dice: random.Random) -> None:
        """A game that is accepted has a start; now and then it is played."""
        rules = parse(text, "own")
        board = Board(rules, seed=1)
        for _ in range(4 * (dice.random() < PLAYED_SHARE)):
            if board.is_game_over():
                break
            board.push(dice.choice(board.legal_moves))

    def ini(text: str, dice: random.Random) -> object:
        found = re.findall(r"^\[([^]:\n]*)", text, re.MULTILINE)
        return parse_ini(text, dice.choice(found) if found and dice.random() < 0.9 else None)

    def betza_letters(text: str, dice: random.Random) -> object:
        return paths(text) if dice.random() < 0.5 else paths(fairy_betza.understood(text))

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
        own = dice.choice([*boards.values()]).variant
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
        Reader("FEN of any game", [f"{name} {board.fen()}" for name, board in boards.items()], fen),
        Reader(
            "SAN",
            ["e4", "Nf3+", *_rows("bad_san", "text"), *sans],
            san,
        ),
        Reader("UCI move", moves, uci),
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
                *(f"position fen {board.fen()} moves {board.legal_moves[0]}" for board in boards.values()),
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
        Reader("PGN of any game", scores, tree, LONGEST_PLAYED),
        Reader("game file", games, lambda text, dice: parse(text, "own")),
        Reader("random game file", accepted(map(random_file, range(RANDOM_FILES))), game_file),
        Reader("variants.ini", sections, ini, weight=0.5),
        Reader("Betza", letters, betza_letters),
        Reader(
            "player",
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
            lambda text, dice: file_dialog.interpreted(str(place), text, ".pgn", dice.random() < 0.5),
        ),
        Reader("pasted", [*pgns[:2], Board().fen()], paste),
        Reader("journal", journals.SAMPLES, Journals(place / "journals").use),
        library_reader(place),
        Reader("SVG piece", svg_pieces.SAMPLES, SvgPieces().read, starts_processes=True),
        Reader("network", damaged_networks.SAMPLES, damaged_networks.read_damaged, LONGEST_PLAYED),
        Reader(
            "library in use",
            libraries_in_use.SAMPLES,
            LibrariesInUse(place / "used library").use,
            weight=SLOW_WEIGHT,
        ),
    ]


@cache
def played_boards() -> dict[str, Board]:
    """A board of each of these games, some random moves after its start."""
    boards = {}
    for name in (*menu("family"), *GAMES):
        dice = random.Random(name)
        boards[name] = board = Board(name, seed=1)
        for _ in range(PLAYED):
            captures = [move for move in board.legal_moves if board.is_capture(move)]
            board.push(dice.choice(captures or board.legal_moves))
            if board.is_game_over():
                board.pop()
    return boards


def accepted(texts: Iterable[str]) -> list[str]:
    """The game files that are not refused."""
    found = []
    for text in texts:
        with contextlib.suppress(WormholeError):
            parse(text, "own")
            found.append(text)
    return found


def library_reader(place: Path) -> Reader:
    """The library of games: it is damaged in many ways, and the input becomes a value in it."""
    return Reader(
        LIBRARY, damaged_libraries.SAMPLES, DamagedLibraries(place / "library").use, weight=SLOW_WEIGHT
    )


def chosen_readers(place: Path, name: str | None) -> list[Reader]:
    """All readers, or only the one of that name."""
    return [reader for reader in readers(place) if name in (None, reader.name)]


class Inputs:
    """The inputs of readers: which one has a number depends on the seed."""

    def __init__(self, every: Sequence[Reader], seed: int) -> None:
        self._readers, self._seed = every, seed
        self._weights = [reader.weight for reader in every]

    def __getitem__(self, number: int) -> tuple[Reader, str, random.Random]:
        """The input with that number: who reads it, its text, and dice for what else is to be chosen."""
        dice = random.Random(f"{self._seed} {number}")
        (reader,) = dice.choices(self._readers, self._weights)
        return reader, spoilt(reader.samples, dice, reader.longest), dice


def tried(reader: Reader, text: str, dice: random.Random) -> tuple[str, list[str]]:
    """Whether the reader answered or refused an input, and what is wrong with that."""
    what, troubles = "answered", []
    begun = time.thread_time()
    try:
        reader.read(text, dice)
    except WormholeError as error:
        what = "refused"
        if len(str(error)) > LONGEST_ERROR:
            troubles.append(f"an error of {len(str(error))} letters")
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{where.filename.rsplit('/', 1)[-1]}:{where.lineno}"
        troubles.append(f"{type(error).__name__} in {place}: {str(error)[:200]}")
    seconds = time.thread_time() - begun
    if seconds > SLOWEST_SECONDS:
        troubles.append(f"{seconds:.1f} s")
    return what, troubles


def fuzz(inputs: int, seed: int, place: Path, only: str | None = None) -> tuple[list[Fault], Counter[str]]:
    """The faults, and how often each reader accepted or refused an input, in this process."""
    faults: list[Fault] = []
    counts: Counter[str] = Counter()
    every = Inputs(chosen_readers(place, only), seed)
    early_memory = 0
    for number in range(inputs):
        reader, text, dice = every[number]
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        what, troubles = tried(reader, text, dice)
        counts[f"{reader.name}, {what}"] += 1
        faults += [Fault(reader.name, text, trouble) for trouble in troubles]
        if number == inputs // 3:
            early_memory = _memory()
    faulthandler.cancel_dump_traceback_later()
    growth = _memory() - early_memory
    if growth > MOST_GROWTH:
        faults.append(Fault("memory", "", f"grew by {growth >> 20} MB"))
    return faults, counts


def _watched(every: Inputs, first: int, count: int, watch: FileWatch) -> Iterator[dict[str, Any]]:
    """In a child: what comes of each input."""
    growing_from = 0
    for number in range(first, first + count):
        reader, text, dice = every[number]
        watch.may_start = reader.starts_processes
        what, troubles = tried(reader, text, dice)
        troubles += watch.taken()
        if number - first == min(SETTLED_AFTER, count // 3):
            growing_from = _memory()
        if growing_from and _memory() > growing_from + MOST_GROWTH:
            troubles.append(f"memory grew to {_memory() >> 20} MB")
            growing_from = _memory()
        yield {"reader": reader.name, "what": what, "troubles": troubles, "peak": _peak()}


def _rows(name: str, key: str) -> list[str]:
    lines = (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)[key] for line in lines]


def _memory() -> int:
    """The memory of this process in bytes; 0 if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def _peak() -> int:
    """The most memory that this process or one of its children had, in MB."""
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in whose) >> 10


def _child(given: argparse.Namespace) -> int:
    first, count = given.child
    out = limited_children.own_output()
    place = Path(os.environ["HOME"])
    every = Inputs(chosen_readers(place, given.only), given.seed)
    watch = FileWatch([place, platformdirs.user_cache_path(APPLICATION)], [ROOT])
    limited_children.work(_watched(every, first, count, watch), first, Limits(), out)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--only", metavar="READER", help="only this one")
    parser.add_argument("--child", type=int, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return _child(given)
    with tempfile.TemporaryDirectory() as place:
        report = Report(Inputs(chosen_readers(Path(place), given.only), given.seed), given)
        command = [sys.executable, "-m", "tests.support.fuzz.fuzz", "--seed", str(given.seed)]
        command += ["--only", given.only] if given.only else []
        # What a reader takes for the user's own folders is among the files that it may open.
        folders = {f"XDG_{name}_HOME": place for name in ("CONFIG", "DATA")}
        # The compiled loops are those that are there: a child must not compile them.
        folders["XDG_CACHE_HOME"] = str(platformdirs.user_cache_path())
        environment = {**os.environ, **folders, "HOME": place, "TMPDIR": place}
        for outcome in limited_children.run(
            [*command, "--child"], given.first, given.inputs, Limits(), environment
        ):
            report.take(outcome)
    return report.end()


class Report:
    """What is told of a run, while it goes on and at its end."""

    def __init__(self, inputs: Inputs, given: argparse.Namespace) -> None:
        self._inputs, self._given = inputs, given
        self._counts: Counter[str] = Counter()
        self._faults = self._peak = 0
        self._begun = self._told = time.monotonic()

    def take(self, outcome: Done | Lost) -> None:
        """Count an input, and tell its faults."""
        if isinstance(outcome, Lost):
            reader = self._inputs[outcome.number][0].name
            what, troubles = "lost", [outcome.reason]
        else:
            told = outcome.told
            reader, what, troubles = told["reader"], told["what"], told["troubles"]
            self._peak = max(self._peak, told["peak"])
        self._counts[f"{reader}, {what}"] += 1
        for trouble in troubles:
            self._tell(outcome.number, trouble)
        if time.monotonic() > self._told + TELLING_SECONDS:
            self._told = time.monotonic()
            print(f"… {self._sum()}", file=sys.stderr, flush=True)

    def _tell(self, number: int, trouble: str) -> None:
        self._faults += 1
        if self._faults > MOST_TOLD:
            return
        reader, text, _ = self._inputs[number]
        only = f" --only {shlex.quote(self._given.only)}" if self._given.only else ""
        print(Fault(reader.name, text, trouble))
        print(
            f"    python -m tests.support.fuzz.fuzz --seed {self._given.seed}{only}"
            f" --first {number} --inputs 1",
            flush=True,
        )

    def end(self) -> int:
        """Tell the sums; returns the exit status."""
        for words, count in sorted(self._counts.items()):
            print(f"{count:>9}  {words}")
        print(self._sum())
        return bool(self._faults)

    def _sum(self) -> str:
        seconds = time.monotonic() - self._begun
        return (
            f"{self._counts.total()} inputs, {self._faults} faults, {seconds:.0f} s,"
            f" at most {self._peak} MB of memory"
        )


if __name__ == "__main__":
    raise SystemExit(main())
