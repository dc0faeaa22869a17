"""Trains games on another machine that has no network, such as a borrowed one with a graphics processor.

    python -m tools.train_elsewhere pack work.tar --games chess wormhole
    tar xf work.tar && python3 -m tools.train_elsewhere rounds --games chess wormhole --minutes 9 --out OUT
    python -m tools.train_elsewhere home OUT

``pack`` writes all that the other machine needs: the source, the packages that it lacks, and for each game
the network and the newest positions of its training here. The second line is for that machine: it plays, fits
and tests for so many minutes in all, on all cores and the graphics processor, and leaves the networks and the
newest positions in a folder, in few files of limited size. ``home`` brings them into the training here,
which goes on from there; the computer plays with the networks at once.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole.training.positions import Batch
    from wormhole.training.teaching import TrainingOrder

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ("main.py", "wormhole", "tools")
LEFT_OUT = ("wormhole/gui", "wormhole/library/database", "tools/pictures")
"""What training does not import, and is large."""
NOT_PACKED = "__pycache__"
"""What is made anew there."""
NOT_THERE = ("msgspec", "platformdirs")
"""Packages that a machine with PyTorch, numba and tqdm lacks."""
PLATFORMS = tuple(f"manylinux{kind}_x86_64" for kind in ("2014", "_2_17", "_2_28"))
WHEELS, PACKAGES, WORK = "wheels", "packages", "work"
TRAINED, POSITIONS = "trained.tar", "positions-{:02}.gz"
MEGABYTE = 1 << 20
JOBS_A_ROUND = 1_000_000
"""The number of a job divided by this is that of its round."""
MOST_POSITIONS = 100_000_000
PLAY_SHARE, FIT_SHARE = 0.6, 0.2
SECONDS_TO_PACK = 15.0
"""For the files at the end."""


def pack(archive: Path, games: list[str], wheels: list[str], version: str, positions_bytes: int) -> None:
    """Write the archive for the other machine."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive, "w") as tar:
        for name in SOURCE:
            tar.add(ROOT / name, name, filter=_needed)
        for wheel in _downloaded(wheels, version, archive.with_suffix(".wheels")):
            tar.add(wheel, f"{WHEELS}/{wheel.name}")
        for game in games:
            order = _order(game)
            for path in (order.folder / "history.jsonl", order.folder / "network.npz"):
                if path.exists():
                    tar.add(path, f"{WORK}/{game}/{path.name}")
            content = packed(_newest(order), positions_bytes // len(games))
            add(tar, f"{WORK}/{game}/positions.gz", content)


def _needed(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """The member, unless it is left out."""
    return None if member.name.startswith(LEFT_OUT) or member.name.endswith(NOT_PACKED) else member


def _downloaded(names: list[str], version: str, folder: Path) -> list[Path]:
    """Wheels of these packages for the other machine."""
    if not names:
        return []
    platforms = [word for platform in PLATFORMS for word in ("--platform", platform)]
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"]
    command += ["--python-version", version, "--implementation", "cp", *platforms, "-d", str(folder), *names]
    subprocess.run(command, check=True)
    return sorted(folder.glob("*.whl"))


def rounds(
    games: list[str], minutes: float, out: Path, file_bytes: int, files: int, workers: int | None
) -> None:
    """Train the games one after the other, each for the same time, and leave what came of it in ``out``."""
    from wormhole.engine.search_loops import has_fast_loops
    from wormhole.training.teaching import Teaching
    from wormhole.training.training_loops import FITTING, SELF_PLAY
    from wormhole.training.training_report import follow
    from wormhole.work.crew import Crew

    begun, out = time.monotonic(), out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if not (has_fast_loops() and SELF_PLAY.use() and FITTING.use()):
        raise SystemExit("training needs the compiled loops")
    print(f"{time.monotonic() - begun:.0f} seconds of compiling", flush=True)
    with tarfile.open(out / TRAINED, "w") as tar:
        for index, game in enumerate(games):
            left = 60 * minutes - SECONDS_TO_PACK - (time.monotonic() - begun)
            folder = Path(WORK, game).resolve()
            order = replace(
                _order(game),
                hours=left / (len(games) - index) / 3600,
                folder=folder,
                out=folder / "played.npz",
                most_positions=MOST_POSITIONS,
                play_share=PLAY_SHARE,
                fit_share=FIT_SHARE,
            )
            if (folder / "positions.gz").exists():
                _unpack(order, (folder / "positions.gz").read_bytes())
            print(f"{game}: {order.hours * 60:.1f} minutes", flush=True)
            follow(Teaching(order), Crew(workers) if workers else Crew(), None)
            for path in (folder / "history.jsonl", folder / "network.npz"):
                if path.exists():
                    tar.add(path, f"{game}/{path.name}")
    share = (files - 1) // len(games)
    for game in games:
        order = replace(_order(game), folder=Path(WORK, game).resolve())
        newest = _newest(order)
        for number in range(share):
            content = packed(newest, file_bytes)
            if content:
                (out / f"{game}-{POSITIONS.format(number)}").write_bytes(content)
    print(f"{time.monotonic() - begun:.0f} seconds in all", flush=True)


def home(folder: Path) -> None:
    """Take networks and positions from the other machine into the training here."""
    from wormhole.base.atomic_files import write_bytes

    with tarfile.open(folder / TRAINED) as tar:
        for member in tar:
            game, name = member.name.split("/")
            order, file = _order(game), tar.extractfile(member)
            assert file is not None
            content = file.read()
            path = order.folder / name
            before = path.read_bytes() if path.exists() else b""
            if name == "history.jsonl" and not content.startswith(before):
                raise SystemExit(f"{path}: the training here went on meanwhile")
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, [content])
            if name == "network.npz":
                write_bytes(order.out, [content])
            print(f"{path}: {len(content):,} bytes")
    for path in sorted(folder.glob("*-positions-*.gz")):
        game = path.name.split("-positions-")[0]
        print(f"{game}: {_unpack(_order(game), path.read_bytes()):,} positions")


def _order(game: str) -> TrainingOrder:
    """The training of a game in the user's folder."""
    import wormhole
    from wormhole.training.teaching import TrainingOrder

    variant = wormhole.variant(game) if game in wormhole.variants() else wormhole.load(game)
    return TrainingOrder.usual(variant, 0.0)


def _newest(order: TrainingOrder) -> Iterator[tuple[int, Batch]]:
    """The jobs in the folder of a training with their games, the newest first."""
    from wormhole.training.positions import SUFFIX, PositionFile, form_of

    length = int(form_of(order.variant)[0])
    for path in sorted(order.folder.glob(f"positions/*{SUFFIX}"), reverse=True):
        yield from reversed(PositionFile(path, length).read().items())


def packed(batches: Iterable[tuple[int, Batch]], most_bytes: int) -> bytes:
    """As many blocks as fit into so many bytes; empty if there are none."""
    content, count = io.BytesIO(), 0
    with gzip.GzipFile(fileobj=content, mode="wb", compresslevel=1, mtime=0) as zipped:
        for job, batch in batches:
            block = batch.to_bytes(job)
            zipped.write(block)
            count += 1
            if content.tell() + 2 * len(block) + MEGABYTE // 4 > most_bytes:
                break
    return content.getvalue() if count else b""


def blocks_in(content: bytes, order: TrainingOrder) -> dict[int, Batch]:
    """The jobs and games that :func:`packed` has packed."""
    from wormhole.training.positions import blocks_of, form_of

    return blocks_of(gzip.decompress(content), int(form_of(order.variant)[0]))


def _unpack(order: TrainingOrder, content: bytes) -> int:
    """Append games that are not there yet to the files of their rounds; returns the number of positions."""
    from wormhole.training.positions import SUFFIX, PositionFile, form_of

    files: dict[int, PositionFile] = {}
    count = 0
    (order.folder / "positions").mkdir(parents=True, exist_ok=True)
    for job, batch in sorted(blocks_in(content, order).items()):
        number = job // JOBS_A_ROUND
        if number not in files:
            path = order.folder / "positions" / f"{number:06}{SUFFIX}"
            files[number] = PositionFile(path, int(form_of(order.variant)[0]))
            files[number].read()
        if job not in files[number].jobs:
            files[number].append(job, batch)
            count += len(batch)
    return count


def add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    if content:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))


def _with_packages() -> None:
    """Install the wheels that were packed, if there are any, and begin again with them."""
    wheels, packages = sorted((ROOT / WHEELS).glob("*.whl")), ROOT / PACKAGES
    if not wheels or packages.exists():
        return
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*command, "--target", str(packages), *map(str, wheels)], check=True)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(packages), *([before] if before else [])])
    os.execv(sys.executable, [sys.executable, "-m", "tools.train_elsewhere", *sys.argv[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack", help="write what the other machine needs")
    packing.add_argument("archive", type=Path)
    packing.add_argument("--packages", nargs="*", default=list(NOT_THERE), help="that it lacks")
    packing.add_argument("--python", default="3.12", help="its version of Python (%(default)s)")
    packing.add_argument("--positions-mb", type=int, default=32, help="of earlier positions (%(default)s)")
    running = commands.add_parser("rounds", help="train on the other machine")
    running.add_argument("--minutes", type=float, required=True, help="in all")
    running.add_argument("--out", type=Path, required=True, help="the folder for what came of it")
    running.add_argument("--file-mb", type=int, default=15, help="the greatest size of a file (%(default)s)")
    running.add_argument("--files", type=int, default=8, help="the most files (%(default)s)")
    running.add_argument("--workers", type=int, help="processes (one for each core)")
    for command in (packing, running):
        command.add_argument("--games", nargs="+", required=True)
    taking = commands.add_parser("home", help="take what came of it into the training here")
    taking.add_argument("folder", type=Path)
    args = parser.parse_args()
    if args.command == "pack":
        pack(args.archive, args.games, args.packages, args.python, args.positions_mb * MEGABYTE)
        shutil.rmtree(args.archive.with_suffix(".wheels"), ignore_errors=True)
        print(f"{args.archive}: {args.archive.stat().st_size / MEGABYTE:.1f} MB")
    elif args.command == "home":
        home(args.folder)
    else:
        _with_packages()
        rounds(args.games, args.minutes, args.out, args.file_mb * MEGABYTE, args.files, args.workers)


if __name__ == "__main__":
    main()
