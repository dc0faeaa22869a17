"""Games as one page: a board to step through, the moves, and a list if there are several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from wormhole.base.errors import Message
from wormhole.learn.lesson import Lesson
from wormhole.learn.puzzle import Puzzle
from wormhole.library.headers import is_in_catalogue
from wormhole.library.own_pictures import kept_pictures
from wormhole.library.record import Game
from wormhole.library.study import Study
from wormhole.pages.board_data import board_values, symbols_of
from wormhole.pages.exercises import (
    Exercise,
    chapter_exercise,
    lesson_exercises,
    puzzle_exercise,
)
from wormhole.pages.game_data import MovesPool, game_values
from wormhole.pages.html import Html
from wormhole.pages.page_look import PageLook
from wormhole.pages.page_source import PageSource
from wormhole.pages.shell import InLanguages, Page, file_text, page_html
from wormhole.rules.variant import Variant

Printed = Callable[[Variant], Mapping[int, Mapping[str, object]]]
"""What is printed on the squares of a game."""

MOST_GAMES = 1000
"""Of a page."""
GAME_WORDS = {
    "board": Message("Board"),
    "moves": Message("Moves"),
    "games": Message("Games"),
    "first": Message("To the start"),
    "previous": Message("Previous move"),
    "next": Message("Next move"),
    "last": Message("To the end"),
    "play": Message("Play"),
    "stop": Message("Stop"),
    "flip": Message("Flip the board"),
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
    "gives_check": Message("gives check"),
    "gives_mate": Message("gives checkmate"),
    "nag1": Message("good move"),
    "nag2": Message("mistake"),
    "nag3": Message("brilliant move"),
    "nag4": Message("blunder"),
    "nag5": Message("speculative move"),
    "nag6": Message("dubious move"),
    "exercise": Message("Exercise"),
    "your_move": Message("Your move:"),
    "answer": Message("Answer"),
    "hint": Message("Hint"),
    "solution": Message("Solution"),
    "again": Message("Try again"),
    "foregoing": Message("Previous"),
    "following": Message("Next"),
    "find_white": Message("Find the best move for White."),
    "find_black": Message("Find the best move for Black."),
    "right": Message("Correct!"),
    "solved": Message("Solved!"),
    "wrong_move": Message("That is not the move."),
    "wrong_square": Message("{square} is not correct."),
    "unknown_move": Message("{move} is not a move here."),
    "look_at": Message("Look at the piece on {square}."),
    "help": Message("Arrow keys step; Home and End go to the ends; Space plays; F flips the board."),
}
"""The texts of pages with moves."""


@dataclass(frozen=True)
class Head:
    """The title of a page, the line below it, and the heading of the list of its games."""

    title: InLanguages
    about: InLanguages = ""
    kind: Message = GAME_WORDS["games"]


def games_page(
    games: Sequence[Game], look: PageLook, printed: Printed, title: str = "", *, flipped: bool = False
) -> str:
    """One page with these games. With several, ``title`` is its heading. ``flipped``: Black is below."""
    head = Head(title or look.said(GAME_WORDS["games"]))
    if len(games) == 1:
        heading, about = (look.each(partial(words, games[0])) for words in (game_title, game_about))
        head = Head(title or heading, about)
    shown = [(game, None) for game in games]
    return _page(shown, look, printed, head, "".join(map(str, games)), flipped=flipped)


def study_page(study: Study, look: PageLook, printed: Printed) -> str:
    """A study: its chapters follow each other, and its exercises ask for their moves."""
    exercises = [chapter_exercise(chapter) for chapter in study.chapters]
    shown = [(each.game, each) for each in exercises]
    return _page(shown, look, printed, Head(study.name, kind=Message("Chapters")), str(study))


def puzzle_page(puzzles: Sequence[Puzzle], look: PageLook, printed: Printed) -> str:
    """Puzzles: the reader finds the moves, and sees the reply to the wrong ones."""
    exercises = [puzzle_exercise(puzzle) for puzzle in puzzles]
    titles = dict.fromkeys(each.game.start.variant.title for each in exercises)
    kind = Message("Puzzles") if len(exercises) > 1 else Message("Puzzle")
    about = look.each(lambda translate: ", ".join(map(translate, titles)))
    return _exercises(exercises, look, printed, Head(look.said(kind), about, kind))


def lesson_page(lesson: Lesson, look: PageLook, printed: Printed) -> str:
    """A lesson, whose steps are clicked."""
    head = Head(look.said(lesson.title), look.said(lesson.about), Message("Steps"))
    return _exercises(list(lesson_exercises(lesson)), look, printed, head, lesson.source)


def _exercises(
    exercises: Sequence[Exercise], look: PageLook, printed: Printed, head: Head, lesson: str = ""
) -> str:
    shown = [(each.game, each) for each in exercises]
    return _page(shown, look, printed, head, "".join(str(each.game) for each in exercises), lesson)


def _page(
    shown: Sequence[tuple[Game, Exercise | None]],
    look: PageLook,
    printed: Printed,
    head: Head,
    games: str,
    lesson: str = "",
    *,
    flipped: bool = False,
) -> str:
    """A page with these games; ``games`` is its PGN."""
    boards, pool = Boards(look, printed), MovesPool()
    values = [
        game_values(game, boards.number_of(game.start.variant), pool, look, exercise)
        for game, exercise in shown
    ]
    has_exercises = any("exercise" in each for each in values)
    page = Page(
        head.title,
        Html(file_text("game.html")),
        boards.source(games, lesson),
        {**GAME_WORDS, "games": head.kind},
        about=head.about,
        scripts=("board", "moves", *(("exercise",) if has_exercises else ()), "game"),
        styles=("game",),
        data={"boards": boards.values, "games": values, "pool": pool.texts, "flipped": flipped},
        symbols=boards.symbols(),
    )
    return page_html(page, look)


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
