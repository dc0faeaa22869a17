"""Makes a game's Setup from the choices of a user or the command line. Pure."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Board, Variant
from wormhole.engine.characters import CHARACTERS, Character
from wormhole.engine.levels import LEVELS, Level, played_by
from wormhole.library.chosen_game import DEFAULT_GAME
from wormhole.library.headers import (
    UNDECIDED,
    Characters,
    Levels,
    person_name,
    seat_characters,
    seat_levels,
    seat_tags,
)
from wormhole.library.mail.mail_state import BLACK_SIDE, WHITE_SIDE, MailState, new_mail, side_of
from wormhole.library.play_state import PlayState, Programs, SeatedProgram
from wormhole.library.rated_games import new_id
from wormhole.library.record import Game, GameNode
from wormhole.library.settings import Settings
from wormhole.library.study_folder import ChapterPlace
from wormhole.library.time_control import NO_CLOCKS, TimeControls, controls_of
from wormhole.play.cursor import Cursor
from wormhole.play.match_result import has_derived_result
from wormhole.play.offered_players import engine_key, player_of
from wormhole.play.start_options import COMPUTER, StartOptions
from wormhole.players.spec import PlayerSpec, at_level

if TYPE_CHECKING:
    from wormhole.library.database.game_rows import LibraryGame
    from wormhole.library.mail.mail_turn import Sealed
    from wormhole.library.own_engines import OwnEngine


@dataclass(frozen=True)
class OpenedGame:
    """A game with the place that is shown first."""

    cursor: Cursor
    number: int | None = None
    """Its number in the library, if it is kept there."""
    revision: int | None = None
    """Its revision there."""
    is_found: bool = False
    """Whether it was read from a file or a text; it is then kept in the library, too."""
    flipped: bool | None = None
    """Whether Black is below; None if it was not shown before."""
    spent_seconds: float = 0.0
    """The seconds that the turn at its end had taken when it was left."""
    has_derived_result: bool = True
    """Whether the result follows from the end of the main line."""
    rated: str = ""
    """The identifier of a rated game that was played here."""
    chapter: ChapterPlace | None = None
    """Where it is kept if it is the game of a chapter of a study; that is in no library."""

    @property
    def place(self) -> tuple[int | None, int | None]:
        """Its number and revision in the library."""
        return self.number, self.revision

    @property
    def was_played_here(self) -> bool:
        """Whether it was played in this program, not only read."""
        return self.flipped is not None

    @classmethod
    def kept(cls, kept: LibraryGame) -> OpenedGame:
        """A game of the library as it was left. For a long game this takes longer than a frame."""
        node = kept.game.end() if kept.play is None else kept.game.at(kept.play.path)
        flipped = None if kept.play is None else kept.play.flipped
        opened = cls.at(kept.game, node)
        play = kept.play or PlayState()
        return replace(
            opened,
            number=kept.number,
            revision=kept.revision,
            flipped=flipped,
            spent_seconds=play.spent_seconds,
            rated=play.rated,
        )

    @classmethod
    def at(cls, game: Game, node: GameNode | None = None) -> OpenedGame:
        """A game at `node`, or else at its end. For a long game this takes longer than a frame."""
        game.find_sans()
        cursor = Cursor(game, game.end())
        is_derived = has_derived_result(game, cursor.board)
        if node is not None:
            cursor.go(node.end())
            cursor.go(node)
        return cls(cursor, has_derived_result=is_derived)


@dataclass(frozen=True)
class Seat:
    """Who plays one side: a player that the program asks for moves or, without one, a user of the window.

    In a game by mail the opponent is away: nobody at this window moves for them.
    """

    player: PlayerSpec | None = None
    name: str = ""
    """The name of a user, or of an opponent who is away, if it is known."""
    is_away: bool = False
    absent: SeatedProgram | None = None
    """The program that played this side before and is not started; a user moves for it meanwhile."""

    @property
    def is_person(self) -> bool:
        """Whether a user of the window plays this side."""
        return self.player is None and not self.is_away

    @property
    def level(self) -> Level | None:
        """The level of this program that plays this side; None for a user or another program."""
        return None if self.player is None else self.player.level

    @property
    def character(self) -> Character | None:
        """The character as which this program plays this side."""
        return None if self.level is None else self.level.character

    @property
    def title(self) -> str:
        """The name of a user, an opponent who is away or another program.

        It is empty for a level, which is named by its number.
        """
        if self.player is None:
            return self.name
        return "" if self.player.level is not None else self.player.title


@dataclass(frozen=True)
class Setup:
    """The choices before a game."""

    white: Seat = Seat()
    black: Seat = Seat()
    variant: Variant | str = "wormhole"
    fen: str | None = None
    opened: OpenedGame | None = None
    """A game to continue; it replaces the two fields above."""
    clocks: TimeControls = NO_CLOCKS
    rated: str = ""
    """The identifier of a rated game (library/rated_games.py); empty for a casual one."""
    mail: MailState | None = None
    """Of a game by mail: what its record does not tell."""
    text: Sealed | None = None
    """A text of the opponent by mail, which is taken once the game is shown."""

    def seat(self, color: bool) -> Seat:
        """The player of this colour."""
        return self.white if color == WHITE else self.black

    @property
    def rematch(self) -> Setup:
        """The next game of the same players, with the other colours and the same clocks."""
        if self.mail is not None:
            own = self.seat(self.mail.side == WHITE_SIDE).name
            return inviting(self.mail.opponent, self.mail.hours, self.variant, self.fen, own)
        rated = new_id() if self.rated else ""
        return replace(self.swapped.without_absent, opened=None, rated=rated)

    @property
    def next_level(self) -> Setup | None:
        """A rematch against the level above the one that a user played here; None if there is none."""
        if len(self.users) != 1:
            return None
        user = self.users[0]
        seat = self.seat(not user)
        if seat.level is None or seat.level.number == LEVELS[-1].number:
            return None
        above = at_level(played_by(level_of(seat.level.number + 1), seat.character))
        harder = replace(seat, player=above)
        return (replace(self, black=harder) if user == WHITE else replace(self, white=harder)).rematch

    @property
    def elsewhere(self) -> Setup:
        """The players between whom another game is continued; a game by mail is no model for others."""
        if self.mail is not None:
            return replace(two_players(self.variant), fen=self.fen)
        return self.without_absent

    @property
    def without_absent(self) -> Setup:
        """The same, with users in the seats of programs that are not started."""
        white, black = (replace(seat, absent=None) for seat in (self.white, self.black))
        return replace(self, white=white, black=black)

    @property
    def swapped(self) -> Setup:
        """The same players with the other colours."""
        return replace(self, white=self.black, black=self.white, clocks=self.clocks.swapped)

    def named(self, color: bool, name: str) -> Setup:
        """The same with this name for the user who plays this colour; a player has its own."""
        seat = self.seat(color)
        if seat.player is not None:
            return self
        return self.seating(color, replace(seat, name=name))

    def seating(self, color: bool, seat: Seat) -> Setup:
        """The same with another one in the seat of this colour."""
        return replace(self, white=seat) if color == WHITE else replace(self, black=seat)

    def named_by(self, white: str, black: str) -> Setup:
        """The same with these names for the users."""
        return self.named(WHITE, person_name(white)).named(BLACK, person_name(black))

    def with_names(self, own: str, other: str) -> Setup:
        """The same with the names of the users at this screen, unless a seat has a name already.

        ``own`` is that of the user who plays the computer, or White's; ``other`` is Black's.
        """
        if self.white.name or self.black.name or self.is_by_mail:
            return self
        return self.named_by(own, other) if self.is_two_player else self.named_by(own, own)

    @property
    def is_rated(self) -> bool:
        """Whether it is a rated game: a user against a level of this program, perhaps as a character."""
        if not self.rated or len(self.users) != 1:
            return False
        level = self.seat(not self.users[0]).level
        return level is not None and level.number > 0

    @property
    def users(self) -> tuple[bool, ...]:
        """The colours that users play."""
        return tuple(color for color in (WHITE, BLACK) if self.seat(color).is_person)

    @property
    def is_two_player(self) -> bool:
        """Whether users play both sides."""
        return len(self.users) == 2

    @property
    def is_between_computers(self) -> bool:
        """Whether no user plays. By mail one does."""
        return not self.users

    @property
    def is_by_mail(self) -> bool:
        """Whether the opponent is away, and texts bring their moves."""
        return self.mail is not None


def levels_of(setup: Setup) -> Levels:
    """The computer's levels by number; None for a user or another program."""
    white, black = (setup.seat(color).level for color in (WHITE, BLACK))
    return None if white is None else white.number, None if black is None else black.number


def characters_of(setup: Setup) -> Characters:
    """The keys of the computer's characters; empty for all others."""
    white, black = (setup.seat(color).character for color in (WHITE, BLACK))
    return "" if white is None else white.key, "" if black is None else black.key


def tags_of(setup: Setup) -> dict[str, str]:
    """The headers White and Black."""
    return seat_tags(levels_of(setup), (setup.white.title, setup.black.title), characters_of(setup))


def level_of(number: int) -> Level:
    """The level with that number, or the nearest one."""
    return min(LEVELS, key=lambda level: abs(level.number - number))


def against(
    side: str,
    player: PlayerSpec,
    variant: Variant | str = DEFAULT_GAME,
    fen: str | None = None,
    clocks: TimeControls = NO_CLOCKS,
) -> Setup:
    """A game against ``player`` in which the user plays `side`: "white", "black" or "random".

    The first one of ``clocks`` is the user's.
    """
    is_white = random.random() < 0.5 if side == "random" else side == "white"
    setup = Setup(Seat(), Seat(player), variant, fen, clocks=clocks)
    return setup if is_white else setup.swapped


def two_players(
    variant: Variant | str = DEFAULT_GAME, fen: str | None = None, clocks: TimeControls = NO_CLOCKS
) -> Setup:
    """A game between two users at one screen."""
    return Setup(Seat(), Seat(), variant, fen, clocks=clocks)


def between_players(
    white: PlayerSpec,
    black: PlayerSpec,
    variant: Variant | str = DEFAULT_GAME,
    fen: str | None = None,
    clocks: TimeControls = NO_CLOCKS,
) -> Setup:
    """A game that the user watches."""
    return Setup(Seat(white), Seat(black), variant, fen, clocks=clocks)


def by_mail(state: MailState, names: tuple[str, str] = ("", "")) -> Setup:
    """The seats of a game by mail, for White's and Black's names."""
    white, black = (
        Seat(name=person_name(name), is_away=state.side != side)
        for side, name in zip((WHITE_SIDE, BLACK_SIDE), names, strict=True)
    )
    return Setup(white, black, mail=state)


def inviting(
    side: str, hours: int, variant: Variant | str = DEFAULT_GAME, fen: str | None = None, name: str = ""
) -> Setup:
    """A game by mail to which the user invites somebody; `side` is "white", "black" or "random".

    In a game with dice the invited player moves first: see :mod:`wormhole.library.mail.dice`.
    """
    board = Board(variant, fen)
    if board.has_dice:
        own = side_of(not board.turn)
    elif side == "random":
        own = random.choice((WHITE_SIDE, BLACK_SIDE))
    else:
        own = WHITE_SIDE if side == "white" else BLACK_SIDE
    state = new_mail(own, hours, time.time(), side_of(board.turn))
    names = (name, "") if own == WHITE_SIDE else ("", name)
    return replace(by_mail(state, names), variant=variant, fen=fen)


def resumed(game: Game, like: Setup | None = None) -> Setup:
    """A game to continue at its end, between the players of `like`, else two users.

    For a long game this takes longer than a frame.
    """
    return set_out(OpenedGame.at(game), like or Setup())


def read_in(game: Game, like: Setup | None = None) -> Setup:
    """As `resumed`, for a game that was read from a file or a text."""
    return set_out(replace(OpenedGame.at(game), is_found=True), like or Setup())


def between(setup: Setup, players: Setup) -> Setup:
    """An opened game between the players of `players`; users have the names in its headers."""
    assert setup.opened is not None, "a game was opened"
    headers = setup.opened.cursor.game.headers
    seated = replace(setup, white=players.white, black=players.black, mail=players.mail)
    return seated.named_by(headers["White"], headers["Black"])


def set_out(opened: OpenedGame, like: Setup) -> Setup:
    """The setup of an opened game between the players of `like`; a new one starts from where it did."""
    game = opened.cursor.game
    clocks = controls_of(game.headers) if _has_our_clocks(opened) else NO_CLOCKS
    setup = Setup(
        variant=game.start.variant, fen=game.start.fen(), opened=opened, clocks=clocks, rated=opened.rated
    )
    return between(setup, like)


def _has_our_clocks(opened: OpenedGame) -> bool:
    """Whether the clocks of an opened game are used: not in a game from elsewhere that is continued."""
    game = opened.cursor.game
    is_ours = opened.was_played_here or seat_levels(game.headers) is not None
    return is_ours or game.result != UNDECIDED


def seats_of(levels: Levels, characters: Characters = ("", ""), level: Level | None = None) -> Setup:
    """The players by the computer's levels and characters as White and as Black; `level` overrides those."""
    white, black = (
        Seat()
        if number is None
        else Seat(at_level(played_by(level or level_of(number), CHARACTERS.get(character))))
        for number, character in zip(levels, characters, strict=True)
    )
    return Setup(white, black)


@dataclass(frozen=True)
class AddedEngines:
    """The user's list of engines, and its origin."""

    engines: tuple[OwnEngine, ...] = ()
    origin: str = ""

    def seat(self, program: SeatedProgram, game: Variant) -> Seat:
        """The seat of a program: its own if it is of this list and plays the game, else a user's."""
        found = player_of(engine_key(program.name), self.engines, game)
        if found is None or found.trouble is not None or program.origin != self.origin:
            return Seat(absent=program)
        return Seat(found.spec)


NO_ENGINES = AddedEngines()


def programs_of(setup: Setup, origin: str) -> Programs:
    """The programs that have a seat, or had one, for the play state; ``origin``: of the list of engines."""
    white, black = (_program_of(setup.seat(color), origin) for color in (WHITE, BLACK))
    return white, black


def _program_of(seat: Seat, origin: str) -> SeatedProgram | None:
    if seat.player is None or not seat.player.engine:
        return seat.absent
    return SeatedProgram(seat.player.engine, origin)


def players_of_kept(kept: LibraryGame, added: AddedEngines = NO_ENGINES) -> Setup:
    """The players of a game of the library, as it was left or as its headers name them.

    A program takes its seat again if a person gave it that seat here. A name in the headers starts none.
    """
    if kept.play is None:
        return players_of(kept.game.headers, Setup())
    if kept.play.mail is not None:
        return by_mail(kept.play.mail)
    setup = seats_of(kept.play.levels, kept.play.characters)
    if kept.game.result != UNDECIDED:
        added = NO_ENGINES  # nobody moves any more
    game, names = kept.game.start.variant, {engine.name for engine in added.engines}
    for color, program in zip((WHITE, BLACK), kept.play.programs, strict=True):
        header = kept.game.headers["White" if color == WHITE else "Black"]
        if program is not None:
            setup = setup.seating(color, added.seat(program, game))
        elif setup.seat(color).is_person and header in names:
            # Kept by a version that did not note programs.
            setup = setup.seating(color, Seat(absent=SeatedProgram(header)))
    return setup


def players_of(headers: Mapping[str, str], like: Setup, level: Level | None = None) -> Setup:
    """`like` with the players that a saved game's headers name, if any; `level` overrides the computer's."""
    levels = seat_levels(headers)
    if levels is None:
        return like
    seats = seats_of(levels, seat_characters(headers), level)
    return replace(like, white=seats.white, black=seats.black)


def _seat_of(asked: str | PlayerSpec, level: Level) -> Seat:
    """The seat that the command line asks for."""
    if isinstance(asked, str):
        return Seat(at_level(level)) if asked == COMPUTER else Seat()
    return Seat(asked)


def setup_of(options: StartOptions, settings: Settings) -> Setup | None:
    """The game to start at once, or None if the home screen opens first."""
    level = level_of(settings.level if options.level is None else options.level)
    variant = options.variant or DEFAULT_GAME
    if options.start_game:
        white, black = (_seat_of(each, level) for each in (options.white, options.black))
        setup = Setup(white, black, variant, options.fen, clocks=options.clocks)
    else:
        return None
    if options.game is None:
        return setup
    players = players_of(options.headers, setup, level if options.level else None)
    going_on = read_in(options.game, players)
    return replace(going_on, clocks=options.clocks) if options.clocks else going_on
