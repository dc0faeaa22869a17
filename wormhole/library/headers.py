"""The headers of a game: the tag pairs of PGN, with the seven that every game has.

``Variant`` names the game; chess needs none. ``LeftSquare`` and ``Stalemate``, the rules of
:mod:`chosen_rules`, are set if they differ from the game's own; ``SetUp`` and ``FEN`` if the start position
does; ``Seed`` in games with dice, so that a continued game rolls the same numbers.
"""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from datetime import date
from functools import cache, lru_cache

from wormhole.base import toml
from wormhole.base.errors import FenError, Message, WormholeError
from wormhole.base.quoting import quoted
from wormhole.library.time_control import TimeControls, control_headers
from wormhole.rules.board import Board
from wormhole.rules.catalogue_files import menu, titles_of, variants
from wormhole.rules.chosen_rules import RULES
from wormhole.rules.corrected_fen import corrected_fen
from wormhole.rules.game_file import composed, from_any_array, variant
from wormhole.rules.tabulation import GAMES_KEPT
from wormhole.rules.variant import Variant

UNDECIDED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNDECIDED)
ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": UNDECIDED,
}
"""The seven headers that every game has, in order, with their values for unknown (PGN standard, 8.1.1)."""

RATED = "Rated"
"""The header of a rated game, ``1``. It only informs: ratings come from the journal of rated games."""
PAIRING = "Pairing"
"""The header of a game of a tournament of people: its tournament, round and table."""
PERSON = "Person"
LONGEST_NAME = 30
_COMPUTER = "Computer, {}level {}"
_NAMED_COMPUTER = re.compile(_COMPUTER.format(r"(?:([A-Z][a-z]{1,20}), )?", r"(\d{1,4})"))

START_TAGS = ("Variant", *(rule.header for rule in RULES), "SetUp", "FEN", "Seed")
CHESS = "chess"
_OF_ANY_ARRAY = ("960", "chess960", "fischerrandom", "random", "frc")
"""What a name of a game from any array has before or after that of the game."""


class Headers(MutableMapping[str, str]):
    """Names and values in the order of PGN: first the seven of the roster, then the others as they came.

    A header of the roster that is deleted becomes unknown.

    >>> headers = Headers({"Annotator": "Ada", "White": "Bob"})
    >>> list(headers)[-2:], headers["White"], headers["Result"]
    (['Result', 'Annotator'], 'Bob', '*')
    """

    def __init__(self, values: Mapping[str, str] = {}, changed: Callable[[], None] | None = None) -> None:
        self._values = {**ROSTER, **values}
        self._changed = changed

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __setitem__(self, name: str, value: str) -> None:
        if self._values.get(name) != value:
            self._values[name] = value
            self._notify()

    def __delitem__(self, name: str) -> None:
        if name in ROSTER:
            self[name] = ROSTER[name]
        else:
            del self._values[name]
            self._notify()

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Headers({self._values!r})"

    def _notify(self) -> None:
        if self._changed is not None:
            self._changed()


Levels = tuple[int | None, int | None]
"""The computer's level as White and as Black; None for a user."""


Characters = tuple[str, str]
"""The keys of the computer's characters as White and as Black; empty for the plain computer or a user."""


def seat_tags(
    levels: Levels, names: tuple[str, str] = ("", ""), characters: Characters = ("", "")
) -> dict[str, str]:
    """The tags from which :func:`seat_levels` restores the players; a user without a name is ``Person``.

    >>> seat_tags((None, 3))
    {'White': 'Person', 'Black': 'Computer, level 3'}
    >>> seat_tags((None, 3), ("Ada", ""), ("", "hasty"))
    {'White': 'Ada', 'Black': 'Computer, Hasty, level 3'}
    """
    white, black = (
        (person_name(name) or PERSON) if level is None else computer_name(level, character)
        for level, name, character in zip(levels, names, characters, strict=True)
    )
    return {"White": white, "Black": black}


def computer_name(level: int, character: str = "") -> str:
    """The computer at a level, perhaps as a character, in a tag."""
    return _COMPUTER.format(f"{character.capitalize()}, " if character else "", level)


def named_computer(tag: str) -> tuple[int, str] | None:
    """The level and character that a tag names; None if it names no computer player of this program.

    >>> named_computer("Computer, Hasty, level 3"), named_computer("Computer, level 3"), named_computer("Ada")
    ((3, 'hasty'), (3, ''), None)
    """
    found = _NAMED_COMPUTER.fullmatch(tag)
    return None if found is None else (int(found[2]), (found[1] or "").lower())


def person_name(tag: str) -> str:
    """The name of a user in a tag, or in what was typed as one; empty if it is no name.

    >>> person_name("Ada"), person_name("Person"), person_name("?"), person_name("Computer, level 3")
    ('Ada', '', '', '')
    """
    name = tag.strip()
    return "" if name in (PERSON, "?", "") or named_computer(name) else name


def seat_levels(tags: Mapping[str, str]) -> Levels | None:
    """The players of a game saved by this program; None if both names are unknown.

    >>> seat_levels({"White": "Ada", "Black": "Computer, level 3"})
    (None, 3)
    """
    white, black = (named_computer(tags.get(name, "")) for name in ("White", "Black"))
    if white is None and black is None and PERSON not in (tags.get("White"), tags.get("Black")):
        return None
    return None if white is None else white[0], None if black is None else black[0]


def seat_characters(tags: Mapping[str, str]) -> Characters:
    """The characters of the players that :func:`seat_levels` restores.

    >>> seat_characters({"White": "Computer, Hasty, level 3", "Black": "Ada"})
    ('hasty', '')
    """
    white, black = (named_computer(tags.get(name, "")) for name in ("White", "Black"))
    return "" if white is None else white[1], "" if black is None else black[1]


def first_headers(players: Mapping[str, str], clocks: TimeControls) -> dict[str, str]:
    """The headers of a game that begins today, besides those of its start (:func:`start_tags`).

    ``players``: White and Black, as :func:`seat_tags` names them.
    """
    return {**players, "Date": date.today().strftime("%Y.%m.%d"), **control_headers(clocks)}


class TagError(WormholeError):
    """A tag with a bad value; ``tag`` is its name."""

    def __init__(self, tag: str, trouble: str) -> None:
        super().__init__("{tag}: {trouble}", tag=tag, trouble=trouble)
        self.tag = tag


def start_tags(start: Board) -> dict[str, str]:
    """The tags from which :func:`start_board` makes a board like ``start``."""
    tags = _variant_tags(start.variant)
    if not start.is_at_start() and (fen := start.fen()) != _usual_fen(start.variant):
        tags |= {"SetUp": "1", "FEN": fen}
    if start.has_dice:
        tags["Seed"] = str(start.seed)
    return tags


def start_board(tags: Mapping[str, str], games: Iterable[Variant] = ()) -> Board:
    """The first board of a game with these tags; without any, that of chess.

    ``games`` may be named, too, before those of the catalogue. Where only Chess960 explains the rights to
    castle, kings castle from any array. Raises :class:`TagError`.

    >>> start_board({"Variant": "Wormhole Chess", "Stalemate": "draw"}).variant.endings.stalemate
    <NoMove.DRAW: 'draw'>
    """
    game, seed = _tagged(tags, games)
    fen = tags.get("FEN")
    try:
        return Board(game, fen, seed=seed)
    except WormholeError as error:
        if fen and (other := _from_any_array(game)) is not None:
            with contextlib.suppress(FenError):
                return Board(other, fen, seed=seed)
        raise TagError("FEN", error.message) from None


def corrected_start(
    tags: Mapping[str, str], games: Iterable[Variant] = ()
) -> tuple[Board, tuple[Message, ...]]:
    """The first board of a game with these tags, and what :func:`corrected_fen` corrected in its FEN.

    ``games`` and errors are those of :func:`start_board`.
    """
    game, seed = _tagged(tags, games)
    try:
        return corrected_board(game, tags.get("FEN", ""), seed)
    except WormholeError as error:
        raise TagError("FEN", error.message) from None


def corrected_board(game: Variant, fen: str, seed: int | None = None) -> tuple[Board, tuple[Message, ...]]:
    """The board of a position that others have written, and what was corrected in its FEN.

    Where kings castle from any array, less may have to be corrected. Raises :class:`FenError`.

    >>> from wormhole.rules.game_file import variant
    >>> fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"
    >>> corrected_board(variant("chess"), fen)[0].variant.title
    'Chess960'
    """
    if not fen:
        return Board(game, seed=seed), ()
    read, corrections = corrected_fen(fen, game)
    if corrections and (other := _from_any_array(game)) is not None:
        with contextlib.suppress(FenError):
            other_read, fewer = corrected_fen(fen, other)
            if len(fewer) < len(corrections):
                return Board(other, other_read, seed=seed), fewer
    return Board(game, read, seed=seed), corrections


def _tagged(tags: Mapping[str, str], games: Iterable[Variant]) -> tuple[Variant, int | None]:
    """The game that tags name, and the seed of its dice."""
    game = named_game(tags.get("Variant", CHESS), games)
    for rule in RULES:
        if rule.header in tags:
            try:
                game = composed(game, rule.parse(tags[rule.header].strip().lower()))
            except WormholeError as error:
                raise TagError(rule.header, error.message) from None
    if "Seed" not in tags:
        return game, None
    try:
        return game, int(tags["Seed"])
    except ValueError:
        raise TagError("Seed", Message("{value} is not a whole number", value=quoted(tags["Seed"]))) from None


@lru_cache(maxsize=GAMES_KEPT)
def _from_any_array(game: Variant) -> Variant | None:
    """The game with kings that castle from any array; one of the catalogue if there is one."""
    other = from_any_array(game)
    name = _names().get(f"{_bare(game.name)}960")
    return variant(name) if other and name and game == variant(game.name) else other


@lru_cache(maxsize=GAMES_KEPT)
def _usual_fen(game: Variant) -> str:
    return Board(game).fen()


def _variant_tags(game: Variant) -> dict[str, str]:
    if game.name in variants():
        base = variant(game.name)
        if game == base:
            return {} if game.name == CHESS else {"Variant": game.name}
    else:
        base = None
    tags = {"Variant": game.name}
    for rule in RULES:
        if base is None or rule.of(game) is not rule.of(base):
            tags[rule.header] = rule.of(game).value
    return tags


def named_game(text: str, games: Iterable[Variant] = ()) -> Variant:
    """The game with that name or title; capitals, spaces and hyphens do not matter. Raises :class:`TagError`.

    >>> [named_game(text).name for text in ("Three-check", "Atomic960", "wild/22", "standard chess")]
    ['3check', 'atomic', 'fischerandom', 'chess']
    """
    wanted = _bare(text)
    named = [game for game in games if wanted in (_bare(game.name), _bare(game.title))]
    if named:
        return named[0]
    name = _catalogued(wanted)
    if name is not None:
        return variant(name)
    raise TagError(
        "Variant",
        Message(
            "there is no game called {text}; some games are {words}",
            text=quoted(text),
            words=", ".join(menu("family")),
        ),
    )


def is_in_catalogue(text: str) -> bool:
    """Whether a game of the catalogue has that name."""
    return _catalogued(_bare(text)) is not None


@lru_cache(maxsize=1024)
def _catalogued(wanted: str) -> str | None:
    """The game of the catalogue with this bare name, perhaps without the word chess, or of its 960 arrays."""
    if wanted == CHESS:  # as in most games; no file is read for it
        return CHESS
    names = _names()
    shorter = (form(part) for part in _OF_ANY_ARRAY for form in (wanted.removesuffix, wanted.removeprefix))
    found = (
        names.get(each)
        for base in dict.fromkeys([wanted, *shorter])
        for each in (base, base.removesuffix(CHESS), f"{base}{CHESS}")
    )
    return next(filter(None, found), None)


@cache
def _names() -> Mapping[str, str]:
    """The games of the catalogue by their bare names: in its files, in our titles and of other programs."""
    names: dict[str, str] = {}
    for others in (
        toml.packaged(__package__, "variant_names.toml"),
        {name: [name] for name in variants()},
        {name: titles_of(name) for name in variants()},
    ):
        for game, called in others.items():
            for each in called:
                names.setdefault(_bare(each), game)
    return names


@lru_cache(maxsize=1024)
def _bare(name: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", name)).casefold()
