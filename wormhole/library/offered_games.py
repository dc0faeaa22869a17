"""The games that a player can choose from: the catalogue's in their groups, the user's own, and a search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wormhole.base.errors import Message
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.own_games import OwnFile
from wormhole.library.search_text import begins_in, name_rank, searchable
from wormhole.rules.catalogue_files import MenuGroup, menu_entries
from wormhole.rules.game_file import table_of, variant
from wormhole.rules.variant import Variant

LEAST_WITHIN = 4
"""Letters of a word that is also found within another one."""

IDLE_WORDS = Message("a an and any for game games in is of on some something that the where which with")
"""What a user may write around the words of a search, in the user's language."""
_PLURAL = re.compile(r"(?<=\w{4})(e?s|en)$")

FAVOURITES = Message("Favourites")
PLAYED = Message("Last played")
OWN = Message("Your games")
HEADINGS = {
    MenuGroup.FAMILY: Message("The wormhole family"),
    MenuGroup.MODERN: Message("Chess with a difference"),
    MenuGroup.LARGE: Message("Large boards"),
    MenuGroup.DROPS: Message("Pieces in hand"),
    MenuGroup.GOALS: Message("Other goals"),
    MenuGroup.REGIONAL: Message("From around the world"),
    MenuGroup.SMALL: Message("Small boards"),
}


@dataclass(frozen=True)
class Offer:
    """A game in the list."""

    key: str
    """Its name in the settings."""
    title: str
    """In English; that of the user's own game is not translated."""
    own: ChosenGame | None = None
    """The user's own game; None: it is one of the catalogue."""
    file: Path | None = None
    """The file of the user's own game."""
    trouble: Message | None = None
    """Why it cannot be played."""
    place: int = 0
    """Within its group; the games that are best known come first."""

    def game(self) -> ChosenGame | None:
        """The game, which is read now if it is one of the catalogue; None if it cannot be played."""
        if self.trouble is not None:
            return None
        return self.own or ChosenGame(variant(self.key))


@dataclass(frozen=True)
class OfferGroup:
    """Games under a heading."""

    heading: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class MatchingGame:
    """A game that was searched for; `why` is a name in it that matches, if its title does not."""

    offer: Offer
    why: str = ""


def offers_of(file: OwnFile) -> Iterator[Offer]:
    """The games of a file of the user's own; the file itself, with the reason, if it has none."""
    for game in file.games:
        yield Offer(game.key, game.base.title, game, file.path)
    if not file.games and file.complaints:
        yield Offer(str(file.path), file.path.name, None, file.path, file.complaints[0])


def groups(
    own: Sequence[Offer], favourites: Sequence[str] = (), played: Sequence[str] = ()
) -> tuple[OfferGroup, ...]:
    """All games in groups, first the user's favourites, games played last, and own games.

    A favourite stands in its own group, too. Names of games that there are no more are passed over.
    """
    entries = menu_entries()
    catalogue = {entry.name: Offer(entry.name, entry.title, place=entry.place) for entry in entries}
    known = {**catalogue, **{offer.key: offer for offer in own}}
    personal = (
        (FAVOURITES, [known[key] for key in favourites if key in known]),
        (PLAYED, [known[key] for key in played if key in known]),
        (OWN, list(own)),
    )
    common = (
        (heading, [catalogue[entry.name] for entry in entries if entry.group is group])
        for group, heading in HEADINGS.items()
    )
    return tuple(OfferGroup(heading, tuple(offers)) for heading, offers in (*personal, *common) if offers)


@dataclass(frozen=True)
class SearchText:
    """What a game is found by, in the form that searches compare."""

    names: tuple[str, ...]
    """Its title and other names, in English and the user's language."""
    parts: Mapping[str, str]
    """Names of its pieces and its inventor, each with what is shown of it."""
    words: str
    """What is said of it."""


Translate = Callable[[str], str]


def search_text(offer: Offer, translate: Translate = str) -> SearchText:
    """What a game is found by. The game's file is read, but not made a game."""
    if offer.trouble is not None:
        return title_text(offer, translate)
    told = _told(offer.key) if offer.own is None else _told_of(offer.own.base)
    parts = {_bare(each): translate(piece) for piece in told.pieces for each in (piece, translate(piece))}
    if told.inventor:
        parts[_bare(told.inventor)] = told.inventor
    about = _bare(f"{told.about} {translate(told.about)}")
    return SearchText(_names(offer, translate, told.other_names), parts, about)


@dataclass(frozen=True)
class _Description:
    """What a game's file tells of it, in English."""

    inventor: str
    about: str
    pieces: tuple[str, ...]
    other_names: tuple[str, ...] = ()


@cache
def _told(name: str) -> _Description:
    table = table_of(name)
    pieces = (piece["name"] for piece in table["pieces"].values() if isinstance(piece, dict))
    others = tuple(table.get("other_names", ()))
    return _Description(table.get("inventor", ""), table.get("about", "").strip(), tuple(pieces), others)


def _told_of(game: Variant) -> _Description:
    return _Description(game.inventor, game.about, tuple(piece.name for piece in game.piece_types.values()))


def title_text(offer: Offer, translate: Translate = str) -> SearchText:
    """What a game is found by as long as no more is known of it."""
    return SearchText(_names(offer, translate), {}, "")


def search(
    query: str, offers: Sequence[Offer], texts: Mapping[str, SearchText], translate: Translate = str
) -> tuple[MatchingGame, ...]:
    """The games in which all words of `query` occur, those with the best matches first.

    Words without meaning are passed over, as in "something with cannons", unless there is no other word. A
    name that begins with the query comes first, then names with these words, names of pieces and inventors,
    and what is said of a game; among equals, the games that are best known. Each game is found once. `texts`
    has the game's text by its key.
    """
    every = _bare(query).split()
    idle = _bare(translate(IDLE_WORDS)).split()
    words = [word for word in every if word not in idle] or every
    whole = " ".join(every)
    ranked: dict[str, tuple[int, MatchingGame]] = {}
    for offer in offers:
        found = _match(whole, words, offer, texts[offer.key])
        if found is not None:
            ranked.setdefault(offer.key, found)
    return tuple(found for _rank, found in sorted(ranked.values(), key=_order))


def _order(match: tuple[int, MatchingGame]) -> tuple[int, int]:
    rank, found = match
    return rank, found.offer.place


def _match(
    whole: str, words: Sequence[str], offer: Offer, text: SearchText
) -> tuple[int, MatchingGame] | None:
    """How well a game matches, 0 at best; None if it does not."""
    rank = name_rank(whole, words, text.names)
    if rank is not None:
        return rank, MatchingGame(offer)
    names = " ".join(text.names)
    others = [word for word in words if not begins_in(word, names)]
    parts = [_part_with(word, text.parts) for word in others]
    if all(parts):
        return 4, MatchingGame(offer, parts[0])
    if all(part or _occurs_in(_singular(word), text.words) for word, part in zip(others, parts, strict=True)):
        return 5, MatchingGame(offer, next(filter(None, parts), ""))
    return None


def _singular(word: str) -> str:
    """A word without the ending of a plural, which it may have in the languages of the program.

    >>> [_singular(word) for word in ("cannons", "kanonen", "canones", "chess", "hia")]
    ['cannon', 'kanon', 'canon', 'ches', 'hia']
    """
    return _PLURAL.sub("", word)


def _part_with(word: str, parts: Mapping[str, str]) -> str:
    """What is shown of the part in which a word begins or, in longer words, occurs."""
    word = _singular(word)
    begun = (shown for part, shown in parts.items() if begins_in(word, part))
    within = (shown for part, shown in parts.items() if _occurs_in(word, part))
    return next(begun, "") or next(within, "")


def _occurs_in(word: str, text: str) -> bool:
    """Whether a word begins in the text or, if it is longer, is part of another one."""
    return word in text if len(word) >= LEAST_WITHIN else begins_in(word, text)


def _names(offer: Offer, translate: Translate, others: Sequence[str] = ()) -> tuple[str, ...]:
    title = offer.title if offer.own is not None else translate(offer.title)
    return tuple(dict.fromkeys(map(_bare, (offer.title, title, offer.key, *others))))


def _bare(text: str) -> str:
    return searchable(text).replace("-", " ")
