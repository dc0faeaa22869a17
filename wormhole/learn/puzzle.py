"""A puzzle: a position with one winning line, as one line of JSON."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from wormhole.base import schema
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted
from wormhole.base.schema import FieldError, Parse
from wormhole.base.text_files import is_file_name
from wormhole.library.chosen_game import DEFAULT_GAME, ChosenGame, named
from wormhole.rules.board import Board
from wormhole.rules.catalogue_files import menu
from wormhole.rules.game_file import PLUS

_MOVE = re.compile(r"(?:\+?[A-Z]@[a-z0-9]+|[a-z0-9]{4,8}(?:=?[A-Za-z]|[+-])?)(?:@[a-z0-9]+)?")
_WIN_IN = re.compile(r"(?:mate|win) in ([1-9][0-9]?)")
_SLUG = re.compile(r"[a-z][a-z0-9-]{1,40}")
_FOLDER = Path(__file__).parent / "puzzles"
WIN = "win"
RATINGS = (0, 4000)


class PuzzleError(WormholeError):
    """A line that is not a puzzle."""


def _move(text: str) -> str:
    if not _MOVE.fullmatch(text):
        raise PuzzleError("{move} is no move in UCI notation", move=quoted(text))
    return text


def _goal(text: str) -> str:
    if text != WIN and not _WIN_IN.fullmatch(text):
        raise PuzzleError("{goal} is not 'win' or such as 'mate in 3'", goal=quoted(text))
    return text


def _theme(text: str) -> str:
    if not _SLUG.fullmatch(text):
        raise PuzzleError("{theme} is no theme", theme=quoted(text))
    return text


@dataclass(frozen=True)
class Puzzle:
    """A position, and the moves that win it: the solver's first and last, the best replies between them."""

    variant: str
    """The name of the game, as :func:`.chosen_game.named` reads it."""
    fen: str
    moves: tuple[Annotated[str, Parse(_move)], ...]
    """In UCI notation."""
    goal: Annotated[str, Parse(_goal)]
    """"mate in 3"; "win in 3" if the game ends otherwise; "win" if a proven win needs more moves."""
    themes: tuple[Annotated[str, Parse(_theme)], ...]
    rating: Annotated[int, Meta(ge=RATINGS[0], le=RATINGS[1])]

    @cached_property
    def key(self) -> str:
        """A short name that depends on the position alone."""
        return hashlib.blake2b(
            f"{self.variant} {self.fen}".encode("utf-8", "replace"), digest_size=6
        ).hexdigest()

    def board(self) -> Board:
        """The position. Dice fall the same each time."""
        return Board(named(self.variant).variant, self.fen, seed=0)

    @property
    def win_in(self) -> int | None:
        """The number of the solver's moves to the end of the game; None if the goal does not name it."""
        found = _WIN_IN.fullmatch(self.goal)
        return None if found is None else int(found[1])

    @property
    def is_mate(self) -> bool:
        """Whether the goal is mate."""
        return self.goal.startswith("mate")

    def as_data(self) -> dict[str, Any]:
        """The puzzle as an object of JSON, from whose text :meth:`read` makes it again."""
        return asdict(self)

    @classmethod
    def read(cls, line: str) -> Puzzle:
        """The puzzle of one line. Raises PuzzleError."""
        data = schema.json_table(line)
        if data is None:
            raise PuzzleError("{line} is not a JSON object", line=quoted(line))
        return cls.of_data(data)

    @classmethod
    def of_data(cls, data: object) -> Puzzle:
        """The puzzle of an object of JSON. Raises PuzzleError."""
        if not isinstance(data, Mapping):
            raise PuzzleError("{line} is not a JSON object", line=quoted(data))
        try:
            puzzle = schema.read(cls, schema.known(cls, data))
        except FieldError as error:
            raise PuzzleError("{name}: {trouble}", name=error.path, trouble=error.message) from None
        if len(puzzle.moves) % 2 == 0:
            raise PuzzleError("the moves of a puzzle begin and end with the solver's")
        if puzzle.win_in not in (None, (len(puzzle.moves) + 1) // 2):
            raise PuzzleError("the moves of the puzzle are not as many as its goal says")
        return puzzle


def games_with_puzzles() -> tuple[str, ...]:
    """The names of the games that there are puzzles for, in the order of the menu; then others."""
    names = sorted(path.stem for path in _FOLDER.glob("*.jsonl"))
    places = {name: place for place, name in enumerate(menu())}
    return tuple(sorted(names, key=lambda name: places.get(name.partition(PLUS)[0], len(places))))


def game_with_puzzles(chosen: ChosenGame) -> str:
    """The name of that game; else of the one without its changed rules; else of the usual game."""
    alike = [game for game in games_with_puzzles() if game.partition(PLUS)[0] == chosen.base.name]
    return next((game for game in alike if named(game) == chosen), next(iter(alike), DEFAULT_GAME))


def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if there is no file. Raises PuzzleError that names a bad line."""
    if not is_file_name(game):
        return ()
    try:
        text = _file(game).read_text("utf-8")
    except FileNotFoundError:
        return ()
    return read_puzzles(text.splitlines())


def read_puzzles(lines: Sequence[str]) -> tuple[Puzzle, ...]:
    """The puzzles of these lines. Raises PuzzleError with the number of a bad line."""
    puzzles = []
    for number, line in zip(count(1), lines, strict=False):
        try:
            puzzles.append(Puzzle.read(line))
        except PuzzleError as error:
            raise PuzzleError("line {number}: {trouble}", number=number, trouble=error.message) from None
    return tuple(puzzles)


def _file(game: str) -> Path:
    return _FOLDER / f"{game}.jsonl"
