"""A study: chapters of games, positions and exercises, written as one PGN as lichess exports studies.

Each chapter is a game of the PGN. ``StudyName`` and ``ChapterName`` name the study and the chapter, and
``Event`` has both, unless the game has an event of its own (lichess, ``PgnDump`` of its module ``study``).
``Orientation`` is ``black`` where Black is below. ``ChapterMode`` is ``gamebook``, lichess's word for its
interactive lessons, where the moves of the main line are to be found.

>>> study = Study("Endings").with_chapter(Chapter("The first one", Game()))
>>> print(str(study).splitlines()[0])
[Event "Endings: The first one"]
>>> read(str(study).splitlines())[0].chapters[0].name
'The first one'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from wormhole.base.errors import Message
from wormhole.base.quoting import without_strange
from wormhole.library import pgn
from wormhole.library.headers import ROSTER, Headers
from wormhole.library.known_games import name_elsewhere
from wormhole.library.pgn_parser import PgnError, parse_games
from wormhole.library.record import Game, GameNode
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

STUDY_NAME, CHAPTER_NAME, CHAPTER_MODE, ORIENTATION = (
    "StudyName",
    "ChapterName",
    "ChapterMode",
    "Orientation",
)
EXERCISE = "gamebook"
LONGEST_NAME = 100
"""Characters of the name of a study or of a chapter, as on lichess."""
MOST_CHAPTERS = 500
UNNAMED = "Study"


@dataclass(frozen=True, eq=False)
class Chapter:
    """A game or a position with its name; its game may be changed."""

    name: str
    game: Game
    is_exercise: bool = False
    """Whether the moves of the main line are to be found, from the start on."""

    @classmethod
    def of_game(cls, name: str, game: Game, flipped: bool = False) -> Chapter:
        """A chapter with a copy of a game, Black below if ``flipped``."""
        return cls(clean_name(name), copied(game, {ORIENTATION: "black"} if flipped else {}))

    @classmethod
    def from_node(
        cls, name: str, node: GameNode, is_exercise: bool = False, flipped: bool = False
    ) -> Chapter:
        """A chapter that begins with the position of a node, with a copy of what follows there."""
        headers = {name: node.game().headers[name] for name in ("White", "Black", "Date")}
        headers |= {ORIENTATION: "black"} if flipped else {}
        game = Game(_start_at(node), headers)
        _copy_tree(node, game)
        return cls(clean_name(name), game, is_exercise)

    @property
    def flipped(self) -> bool:
        """Whether Black is below."""
        return self.game.headers.get(ORIENTATION, "").lower() == "black"

    def headers(self, study: str) -> dict[str, str]:
        """The headers of the chapter in the PGN of its study."""
        headers = dict(self.game.headers)
        if headers["Event"] == ROSTER["Event"]:
            headers["Event"] = _event(study, self.name)
        named = name_elsewhere(self.game.start.variant)
        if named is not None:
            headers["Variant"] = named
        headers |= {STUDY_NAME: study, CHAPTER_NAME: self.name}
        return headers | ({CHAPTER_MODE: EXERCISE} if self.is_exercise else {})

    def text(self, study: str) -> str:
        """The chapter as PGN."""
        return self.game.text_under(self.headers(study))


@dataclass(frozen=True, eq=False)
class Study:
    """A study with its chapters in order. Its methods return another study."""

    name: str
    chapters: tuple[Chapter, ...] = ()

    def __str__(self) -> str:
        """The study as PGN."""
        return "".join(self.parts())

    def parts(self) -> Iterator[str]:
        """The chapters as PGN."""
        return (chapter.text(self.name) for chapter in self.chapters)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The games of its chapters."""
        return tuple(chapter.game.start.variant for chapter in self.chapters)

    def renamed(self, name: str) -> Study:
        """The study with another name."""
        return replace(self, name=clean_name(name) or self.name)

    def with_chapter(self, chapter: Chapter, index: int | None = None) -> Study:
        """The study with one more chapter, at its end or at an index.

        Raises :class:`PgnError` if it is full.
        """
        if len(self.chapters) >= MOST_CHAPTERS:
            raise PgnError(_too_many())
        index = len(self.chapters) if index is None else index
        return replace(self, chapters=(*self.chapters[:index], chapter, *self.chapters[index:]))

    def with_changed(self, index: int, chapter: Chapter) -> Study:
        """The study with another chapter in the place of one."""
        return replace(self, chapters=(*self.chapters[:index], chapter, *self.chapters[index + 1 :]))

    def without_chapter(self, index: int) -> Study:
        """The study without a chapter."""
        return replace(self, chapters=(*self.chapters[:index], *self.chapters[index + 1 :]))

    def with_moved(self, index: int, to: int) -> Study:
        """The study with a chapter at another place."""
        return self.without_chapter(index).with_chapter(self.chapters[index], to)


def clean_name(name: str) -> str:
    """A name on one line, without characters that cannot be seen, of at most :data:`LONGEST_NAME` letters.

    >>> clean_name(" Rook\\nendings ")
    'Rook endings'
    """
    return without_strange(" ".join(name.split()))[:LONGEST_NAME].strip()


def is_study(lines: Iterable[str]) -> bool:
    """Whether the first game of a PGN is a chapter of a study.

    >>> is_study(['[StudyName "Endings"]', "", "*"]), is_study(["1. e4"])
    (True, False)
    """
    first = next(parse_games(lines), None)
    return first is not None and STUDY_NAME in first.headers


def read(lines: Iterable[str], games: Iterable[Variant] = (), unnamed: str = UNNAMED) -> list[Study]:
    """The studies of a PGN, which may have several, one after the other.

    A study without a name is called ``unnamed``; its chapters are numbered if they have none. A chapter
    may be of a variant in ``games``. Raises :class:`PgnError` for the first chapter that cannot be read.
    """
    studies: list[Study] = []
    for number, game in enumerate(pgn.check(lines, games), 1):
        if isinstance(game, PgnError):
            raise game
        if number > MOST_CHAPTERS:
            raise PgnError(_too_many())
        written = clean_name(game.headers.get(STUDY_NAME, ""))
        if not studies or written not in ("", studies[-1].name):
            studies.append(Study(written or unnamed))
        study = studies[-1]
        studies[-1] = study.with_chapter(_chapter(game, study, len(study.chapters) + 1))
    return studies


def _too_many() -> Message:
    return Message("a study has at most {most} chapters", most=MOST_CHAPTERS)


def _chapter(game: Game, study: Study, number: int) -> Chapter:
    """The chapter in a game, whose headers lose what the chapter and the study say."""
    headers: Mapping[str, str] = game.headers
    written = headers.get(CHAPTER_NAME)
    name = clean_name(_name_in_event(headers, study) if written is None else written) or f"Chapter {number}"
    is_exercise = headers.get(CHAPTER_MODE) == EXERCISE
    if headers["Event"] == _event(study.name, name):
        del game.headers["Event"]
    for tag in (STUDY_NAME, CHAPTER_NAME, *((CHAPTER_MODE,) if is_exercise else ())):
        game.headers.pop(tag, None)
    return Chapter(name, game, is_exercise)


def _name_in_event(headers: Mapping[str, str], study: Study) -> str:
    """The chapter's name in ``Event``, where older exports of lichess have it; else the players."""
    event = headers["Event"]
    if event.startswith(f"{study.name}: "):
        return event.removeprefix(f"{study.name}: ")
    players = [headers[side] for side in ("White", "Black")]
    return " - ".join(players) if all(player.strip("?") for player in players) else ""


def _event(study: str, chapter: str) -> str:
    return f"{study}: {chapter}"


def _start_at(node: GameNode) -> Board:
    """The position of a node as the start of another game."""
    board = node.board()
    return Board(board.variant, board.fen(), seed=board.seed if board.has_dice else None)


def copied(game: Game, headers: Mapping[str, str] = {}) -> Game:
    """Another game with the same headers, and these, and the same tree."""
    copy = Game(game.start)
    copy.headers = Headers({**game.headers, **headers}, copy.notify)
    _copy_tree(game, copy)
    return copy


def _copy_tree(node: GameNode, root: GameNode) -> None:
    """Copy what follows a node, and its comment, to another one that has nothing yet."""
    root.comment = node.comment
    waiting = [(node, root)]
    while waiting:
        source, target = waiting.pop()
        for child in source.variations:
            added = target.add_variation(
                child.move,
                comment=child.comment,
                starting_comment=child.starting_comment,
                nags=child.nags,
            )
            waiting.append((child, added))


def new_chapter(name: str, game: Variant, fen: str | None = None) -> Chapter:
    """A chapter without moves."""
    return Chapter(clean_name(name), Game(Board(game, fen)))
