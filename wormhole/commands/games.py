"""The command ``games``: lists, exports, imports, deletes and counts the games of the library."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import printable, quoted, shown_path
from wormhole.base.text_files import errors_of
from wormhole.commands.arguments import count, library, listed_files
from wormhole.library.headers import RESULTS

if TYPE_CHECKING:
    from wormhole.library.database.connections import LibraryError
    from wormhole.library.database.finding import Query
    from wormhole.library.database.game_database import GameDatabase, ImportProgress
    from wormhole.library.database.game_rows import GameRow
    from wormhole.library.database.statistics import Results
    from wormhole.rules.variant import Variant

LIMIT = 20
MOST_WARNED = 100
"""Games of a file whose warnings are printed; the others are only counted."""


def add_library_option(parser: argparse.ArgumentParser, default: object = None) -> None:
    """Add ``--library`` to a parser."""
    parser.add_argument("--library", type=library, metavar="FILE", default=default, help="the library to use")


def add(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    games = commands.add_parser("games", help="list, export and import the games of the library")
    add_library_option(games)
    games.add_argument("--variant", metavar="GAME", help="only games of this kind, by its name")
    games.add_argument("--player", metavar="TEXT", help="only games with these words in their headers")
    games.add_argument("--result", choices=RESULTS, help="only games with this result")
    games.add_argument(
        "--limit", type=count, default=LIMIT, metavar="N", help=f"list N games at most ({LIMIT})"
    )
    actions = games.add_subparsers(dest="action", metavar="ACTION")

    export = actions.add_parser("export", help="write games as PGN")
    export.add_argument("which", metavar="last|NUMBER|all", help="the last game, one by its number, or all")
    export.add_argument("file", nargs="?", type=Path, metavar="FILE", help="(standard output)")
    export.add_argument("--force", action="store_true", help="replace FILE if it exists")
    import_ = actions.add_parser("import", help="add the games of PGN files")
    import_.add_argument("files", nargs="+", type=Path, metavar="FILE")
    import_.add_argument(
        "--variant",
        metavar="GAME",
        default=argparse.SUPPRESS,
        help="the file of a variant that is used in these files",
    )
    delete = actions.add_parser("delete", help="delete games")
    delete.add_argument("numbers", nargs="+", type=count, metavar="NUMBER")
    stats = actions.add_parser("stats", help="your results against the computer")
    for action in (export, import_, delete, stats):
        # Without a default of its own it may come before the action, too.
        add_library_option(action, argparse.SUPPRESS)
    games.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    from wormhole.library.database.connections import default_path
    from wormhole.library.database.game_database import GameDatabase

    # A header that is not UTF-8 must not end a list.
    assert isinstance(sys.stdout, TextIOWrapper)
    sys.stdout.reconfigure(errors="replace")
    if args.library is not None and args.action != "import" and not os.path.exists(args.library):
        raise WormholeError(f"There is no library {shown_path(args.library)}.")
    with GameDatabase(args.library or default_path()) as database:
        if database.complaint:
            print(database.complaint, file=sys.stderr)
        return _ACTIONS[args.action](database, args)


def _list(database: GameDatabase, args: argparse.Namespace) -> int:
    numbers = database.find(_query(args))
    for row in database.rows(numbers[: args.limit]):
        print(_line(row))
    if len(numbers) > args.limit:
        print(f"{len(numbers) - args.limit} more; --limit shows more of them", file=sys.stderr)
    if not numbers:
        print("No game in the library matches.", file=sys.stderr)
    return 0


def _query(args: argparse.Namespace) -> Query:
    from wormhole.library.database.finding import Query

    return Query(text=args.player or "", variant=args.variant, result=args.result)


def _line(row: GameRow) -> str:
    plies = f"{row.plies} {'ply' if row.plies == 1 else 'plies'}"
    return f"{row.number:>6}  {row.date}  {row.title}  {row.white} - {row.black}  {row.result}  {plies}"


def _export(database: GameDatabase, args: argparse.Namespace) -> int:
    from wormhole.base import atomic_files
    from wormhole.library.known_games import warning_of_kept
    from wormhole.library.own_files import refuse_own

    if args.file is not None:
        with errors_of(args.file):
            refuse_own(args.file, args.library)
    if args.file is not None and os.path.exists(args.file) and not args.force:
        raise WormholeError(f"{shown_path(args.file)} exists already; --force replaces it.")
    numbers = _chosen(database, args)
    warning = None if args.file is None else warning_of_kept(database, numbers)
    if warning is not None:
        print(warning, file=sys.stderr)
    troubles: list[LibraryError] = []
    texts = _texts(database.export(numbers), troubles)
    if args.file is None:
        assert isinstance(sys.stdout, TextIOWrapper)
        sys.stdout.reconfigure(encoding="utf-8")
        for text in texts:
            print(text, end="")
    else:
        with errors_of(args.file):
            atomic_files.write_parts(args.file, texts)
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


def _chosen(database: GameDatabase, args: argparse.Namespace) -> Sequence[int]:
    which, numbers = args.which, database.find(_query(args))
    if which == "all":
        return numbers[::-1]
    if which == "last":
        if not numbers:
            raise WormholeError("No game in the library matches.")
        return numbers[:1]
    if not which.isdecimal() or int(which[:18]) not in numbers:
        raise WormholeError(f"The library has no game {quoted(which)}; use last, all or a number.")
    return [int(which)]


def _texts(found: Iterable[str | LibraryError], troubles: list[LibraryError]) -> Iterator[str]:
    for each in found:
        if isinstance(each, str):
            yield each
        else:
            troubles.append(each)


def _import(database: GameDatabase, args: argparse.Namespace) -> int:
    from wormhole.library.own_games import variants
    from wormhole.rules.game_file import load

    own = [load(Path(args.variant))] if args.variant else []
    own += variants(listed_files())
    found = [_is_imported(database, path, own) for path in args.files]
    return 0 if all(found) else 1


def _is_imported(database: GameDatabase, path: Path, own: Sequence[Variant]) -> bool:
    """Import a file; returns whether all of it could be read."""
    from tqdm import tqdm

    from wormhole.library.database.game_database import ImportProgress
    from wormhole.library.pgn import file_lines
    from wormhole.library.pgn_parser import PgnError

    progress = ImportProgress()
    try:
        with tqdm(unit=" games", dynamic_ncols=True, disable=None) as bar:
            for found in database.import_games(file_lines(path), own):
                for text in _said(found):
                    bar.write(f"{shown_path(path)}: {printable(text)}", file=sys.stderr)
                bar.update(found.games - progress.games)
                progress = found
    except PgnError as error:
        print(error, file=sys.stderr)
        return False
    words = f"{_games(progress.added)} added"
    words += f", {_games(progress.known)} already in the library" if progress.known else ""
    words += f", {_games(progress.lenient)} with warnings" if progress.lenient else ""
    words += f", {_games(progress.cut)} up to an error" if progress.cut else ""
    words += f", {_games(progress.bad)} with errors" if progress.bad else ""
    print(f"{shown_path(path)}: {words}")
    return not progress.bad and not progress.cut


def _said(progress: ImportProgress) -> Iterator[str]:
    """What is said of the game that was just read: its warnings, unless many games have any; its error."""
    told, error = progress.told, progress.error
    if told is not None:
        error = told.error
        if progress.lenient <= MOST_WARNED:
            yield from (str(warning.of_game(told.number)) for warning in told.warnings)
    if error is not None:
        yield str(error)


def _delete(database: GameDatabase, args: argparse.Namespace) -> int:
    missing = sorted({*args.numbers}.difference(database.find()))
    if missing:
        raise WormholeError(f"The library has no game {missing[0]}.")
    print(f"{_games(database.delete(args.numbers))} deleted")
    return 0


def _stats(database: GameDatabase, args: argparse.Namespace) -> int:
    from wormhole.engine.ladders import ladder_named, ladder_of
    from wormhole.engine.levels import LEVELS

    ladder = ladder_named(args.variant) if args.variant else ladder_of(None)
    found = database.statistics({level.number: ladder.elo(level) for level in LEVELS}, args.variant)
    print(_results("All games", found.all))
    for side, results in sorted(found.by_side.items()):
        print(_results(f"As {side.capitalize()}", results))
    for title, results in sorted(found.by_title.items()):
        print(_results(title, results))
    for level, results in found.by_level.items():
        print(_results(f"Level {level}", results))
    if found.strength is not None:
        print(f"Estimated strength: {found.strength.elo:.0f} ± {found.strength.error:.0f}")
    return 0


def _results(name: str, results: Results) -> str:
    return f"{name:<32} {results.won:>5} won {results.drawn:>5} drawn {results.lost:>5} lost"


def _games(number: int) -> str:
    return f"{number} {'game' if number == 1 else 'games'}"


_ACTIONS = {None: _list, "export": _export, "import": _import, "delete": _delete, "stats": _stats}
