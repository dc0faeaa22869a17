"""Games as one page: a board to step through, the moves, and a list if there are several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from wormhole.base.errors import Message
from wormhole.library.headers import is_in_catalogue
from wormhole.library.own_pictures import kept_pictures
from wormhole.library.record import Game
from wormhole.pages.board_data import board_values, symbols_of
from wormhole.pages.game_data import MovesPool, game_values
from wormhole.pages.html import Html
from wormhole.pages.page_look import PageLook
from wormhole.pages.page_source import PageSource
from wormhole.pages.shell import Page, file_text, page_html
from wormhole.rules.variant import Variant

Printed = Callable[[Variant], Mapping[int, Mapping[str, object]]]
"""What is printed on the squares of a game."""

GAME_WORDS = {
    "board": Message("Board"),
    "moves": Message("Moves"),
    "games": Message("Games"),
    "first": Message("Start"),
    "previous": Message("Previous move"),
    "next": Message("Next move"),
    "last": Message("End"),
    "play": Message("Play"),
    "stop": Message("Stop"),
    "flip": Message("Turn the board"),
    "pace": Message("Seconds per move"),
    "position": Message("Position in words"),
    "start": Message("Start position"),
    "white": Message("White"),
    "black": Message("Black"),
    "white_moves": Message("White to move"),
    "black_moves": Message("Black to move"),
    "evaluation": Message("Evaluation"),
    "graph": Message("White's chances to win"),
    "clock": Message("Clock"),
    "legal": Message("Legal moves"),
    "no_moves": Message("no moves"),
    "hole_list": Message("Holes: {squares}"),
    "in_hand": Message("in hand: {pieces}"),
    "download": Message("Save as PGN"),
    "variation": Message("Variation"),
    "moves_from_to": Message("{piece} from {origin} to {target}"),
    "takes_from_to": Message("{piece} from {origin} takes {taken} on {target}"),
    "drops": Message("{piece} dropped on {target}"),
    "castles_short": Message("castles short"),
    "castles_long": Message("castles long"),
    "passes": Message("passes"),
    "through_one": Message("through the hole {squares}"),
    "through_many": Message("through the holes {squares}"),
    "becomes": Message("becomes {piece}"),
    "rolled": Message("the dice name {square}"),
    "gives_check": Message("check"),
    "gives_mate": Message("checkmate"),
    "nag1": Message("good move"),
    "nag2": Message("mistake"),
    "nag3": Message("brilliant move"),
    "nag4": Message("blunder"),
    "nag5": Message("speculative move"),
    "nag6": Message("dubious move"),
    "help": Message("Arrow keys step; Home and End go to the ends; Space plays; F turns the board."),
}
"""The texts of pages with moves."""


def games_page(
    games: Sequence[Game], look: PageLook, printed: Printed, title: str = "", *, flipped: bool = False
) -> str:
    """One page with these games. With several, ``title`` is its heading. ``flipped``: Black is below."""
    return page_html(games_content(games, look, printed, title, flipped=flipped), look)


def games_content(
    games: Sequence[Game], look: PageLook, printed: Printed, title: str = "", *, flipped: bool = False
) -> Page:
    """What a page with these games shows."""
    boards = Boards(look, printed)
    pool = MovesPool()
    values = [game_values(game, boards.number_of(game.start.variant), pool, look) for game in games]
    translate = look.languages[look.language].gettext
    heading = title or (game_title(games[0], translate) if len(games) == 1 else translate("Games"))
    return Page(
        heading,
        Html(file_text("game.html")),
        boards.source("".join(map(str, games))),
        GAME_WORDS,
        about=game_about(games[0], translate) if len(games) == 1 else "",
        scripts=("board", "moves", "game"),
        styles=("game",),
        data={"boards": boards.values, "games": values, "pool": pool.texts, "flipped": flipped},
        symbols=boards.symbols(),
    )


class Boards:
    """The boards of a page: one for each game that is played there."""

    def __init__(self, look: PageLook, printed: Printed) -> None:
        self._look, self._printed = look, printed
        self._variants: list[Variant] = []

    def number_of(self, variant: Variant) -> int:
        """The number of the board of a game."""
        if variant not in self._variants:
            self._variants.append(variant)
        return self._variants.index(variant)

    @property
    def values(self) -> list[dict[str, object]]:
        """The boards as data."""
        return [
            board_values(variant, number, self._look, self._printed(variant))
            for number, variant in enumerate(self._variants)
        ]

    def symbols(self) -> list[str]:
        """All drawings."""
        drawn = partial(symbols_of, look=self._look)
        pieces = [each for number, variant in enumerate(self._variants) for each in drawn(variant, number)]
        return [file_text("drawings.svg"), self._look.hole("hole"), *pieces]

    def source(self, games: str, lesson: str = "") -> PageSource:
        """The games as PGN, with the definitions of those that are not in the catalogue."""
        own = [each for each in self._variants if not is_in_catalogue(each.name) and each.definition]
        return PageSource(
            games,
            {variant.name: variant.definition for variant in own},
            {variant.name: pictures for variant in own if (pictures := kept_pictures(variant))},
            lesson,
        )


def game_title(game: Game, translate: Callable[[str], str]) -> str:
    """The players, or the name of the game."""
    white, black = game.headers["White"], game.headers["Black"]
    if white in ("?", "") and black in ("?", ""):
        return translate(game.start.variant.title)
    return f"{white} \N{EN DASH} {black}"


def game_about(game: Game, translate: Callable[[str], str]) -> str:
    """The game's name, the event, its date and the result."""
    headers = game.headers
    parts = [translate(game.start.variant.title)]
    parts += [
        headers[name]
        for name in ("Event", "Site", "Round", "Date", "Result")
        if headers[name] not in ("?", "????.??.??", "*", "")
    ]
    return " · ".join(parts)
