"""The user's settings, stored as a small TOML file that can also be edited by hand."""

from __future__ import annotations

import errno
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import platformdirs
from msgspec import Meta

from wormhole.base import atomic_files, text_files, toml
from wormhole.base.atomic_files import set_aside
from wormhole.base.errors import Message, WormholeError, reason_of
from wormhole.base.quoting import quoted, shown_path
from wormhole.base.schema import Among, Parse, known, line_of_text, sift, where
from wormhole.library import time_control
from wormhole.library.headers import LONGEST_NAME
from wormhole.library.time_control import NO_CLOCK, TimeControlError, TimeControls
from wormhole.library.window_locks import turn
from wormhole.rules.chosen_rules import RULES, texts_of, values_of
from wormhole.version import APPLICATION

SIDES = ("white", "black", "random")
MOST_LINES = 5
OPENINGS_OF = ("computer", "own")
PICTURE_SIZES = (320, 480, 640, 960, 1280)
PICTURE_SECONDS = (0.5, 1.0, 2.0, 4.0)
SAME_CLOCK = "same"
LONGEST_KEY = 200
MOST_LETTERS = 1 << 20
"""Of the file, which has the paths of many games of the user's own."""
MOST_BYTES = 4 * MOST_LETTERS

Entries = tuple[str, ...]
_LISTS = ("own_games", "favourite_games", "played_games")
_TOGETHER = {"game": ("game", "rules"), "rules": ("game", "rules")}

_DRAWN_SETS = {"carved": Message("Carved"), "bold": Message("Bold"), "classic": Message("Classic")}
LETTER_SET = "letters"
PIECE_SET_NAMES = {**_DRAWN_SETS, LETTER_SET: Message("Letters")}
_CHIPS = {
    "poker": Message("Chip"),
    "throat": Message("Throat"),
    "swirl": Message("Swirl"),
    "beads": Message("Beads"),
}
DRAWN_SETS, CHIPS = tuple(_DRAWN_SETS), tuple(_CHIPS)
"""The folders of sprites/pieces, and the files of sprites/chips."""
PIECE_SETS = tuple(PIECE_SET_NAMES)
"""The sets of pieces; in the last one each piece is its letter."""
TEXT_SIZES = {100: "100 %", 125: "125 %", 150: "150 %", 175: "175 %", 200: "200 %"}
PACES = {"slow": Message("Slow"), "normal": Message("Normal"), "quick": Message("Quick")}
COORDINATES = {"around": Message("Around"), "inside": Message("Inside"), "off": Message("Off")}
REVIEWS = {"fast": Message("Fast"), "normal": Message("Normal"), "deep": Message("Deep")}
BLINDFOLDS = {
    "off": Message("Off"),
    "hidden": Message("Hidden"),
    "discs": Message("Discs"),
    "own": Message("Only own"),
}
SPEECHES = {
    "off": Message("Off"),
    "moves": Message("Moves, messages"),
    "all": Message("All, with the focus"),
}
SPEECH_PACES = {"slow": Message("Slow"), "normal": Message("Normal"), "quick": Message("Quick")}
TURNS, ACROSS = "turns", "across"
TWO_PLAYERS = {
    "stays": Message("The board stays"),
    TURNS: Message("The board turns"),
    ACROSS: Message("Face to face"),
}


class SettingsPage(Enum):
    """The pages of the settings dialog."""

    THEME = Message("Theme")
    BOARD = Message("Board")
    MOTION = Message("Animation")
    SOUND = Message("Sound")
    PLAY = Message("Play")
    COMPUTER = Message("Computer")
    ANALYSIS = Message("Analysis")
    LANGUAGE = Message("Language")


THEME, BOARD, MOTION, SOUND, PLAY, COMPUTER, ANALYSIS, LANGUAGE = SettingsPage


@dataclass(frozen=True)
class SettingsRow:
    """A setting's row in the settings dialog; its texts are in English."""

    page: SettingsPage
    label: str
    about: str = ""
    """A sentence below."""
    placeholder: str = ""
    """What an empty text field shows."""


def _clock(text: str) -> str:
    try:
        time_control.parsed(text)
    except TimeControlError:
        raise WormholeError("{value} is not a time control such as 300+3, or -", value=quoted(text)) from None
    return text


def _other_clock(text: str) -> str:
    return text if text == SAME_CLOCK else _clock(text)


def _rules(texts: dict[str, str]) -> dict[str, str]:
    return texts_of(values_of(texts))


def _language(text: str) -> str:
    if not text.replace("_", "").isalpha():
        raise WormholeError("{value} is not a language's code, or system", value=quoted(text))
    return text


Filled = Annotated[str, Meta(min_length=1)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME), Parse(line_of_text)]
Key = Annotated[str, Meta(max_length=LONGEST_KEY), Parse(line_of_text)]
Pace = Annotated[str, Among(PACES)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


@dataclass(frozen=True)
class Settings:
    """All settings, with the defaults of a first start.

    A field declares everything about its setting: type, bounds, default, and row in the dialog. The rows of a
    page are in the order of the fields.
    """

    theme: Filled = "night"
    """The theme: one of the program, or a file in the settings' folder of themes."""
    stars: Annotated[bool, SettingsRow(THEME, Message("Stars"))] = True
    """Whether there are stars in the sky."""

    pieces: Annotated[str, Among(PIECE_SET_NAMES), SettingsRow(BOARD, Message("Pieces"))] = "carved"
    characters: Annotated[
        bool,
        Among({False: Message("Pictures"), True: Message("Characters")}),
        SettingsRow(BOARD, Message("Shogi and Xiangqi")),
    ] = False
    """Whether the pieces of Shogi, Xiangqi, Janggi and games like them bear their characters."""
    chip: Annotated[str, Among(_CHIPS), SettingsRow(BOARD, Message("Holes"))] = "poker"
    """The picture of a hole."""
    coordinates: Annotated[str, Among(COORDINATES), SettingsRow(BOARD, Message("Coordinates"))] = "around"
    """The place of the names of files and ranks."""
    targets: Annotated[bool, SettingsRow(BOARD, Message("Possible moves"))] = True
    """Whether the squares that the selected piece can move to are marked."""
    last_move: Annotated[bool, SettingsRow(BOARD, Message("Last move"))] = True
    """Whether the squares of the last move are marked."""
    piece_cards: Annotated[bool, SettingsRow(BOARD, Message("Piece descriptions"))] = True
    """Whether a card describes the piece that is selected or under the pointer."""

    motion: Annotated[bool, SettingsRow(MOTION, Message("Animation"))] = True
    """False: nothing is animated. Its row selects the pace, too."""
    motion_chosen: bool = False
    """Whether the user has chosen that; before, nothing is animated either if the system asks for it."""
    pace: Pace = "normal"
    """The speed of pieces on the board."""
    demonstration_pace: Annotated[Pace, SettingsRow(MOTION, Message("Demonstration"))] = "normal"
    """The pace of the demonstration."""
    full_screen: Annotated[bool, SettingsRow(MOTION, Message("Full screen"))] = False
    window: str = ""
    """Size and position of the window when it was neither maximised nor full, such as "1280x800+40+60"."""
    maximised: bool = False
    """Whether the window is as large as the desktop allows."""

    muted: Annotated[
        bool,
        Among({False: Message("On"), True: Message("Off")}),
        SettingsRow(SOUND, Message("Sound")),
    ] = False
    volume: Annotated[Share, SettingsRow(SOUND, Message("Volume"))] = 0.5
    """The volume of all sounds; the next two are shares of it."""
    volume_of_moves: Annotated[Share, SettingsRow(SOUND, Message("Moves"))] = 1.0
    volume_of_signals: Annotated[Share, SettingsRow(SOUND, Message("Clock and results"))] = 1.0
    speech: Annotated[str, Among(SPEECHES), SettingsRow(SOUND, Message("Speech"))] = "off"
    """What is spoken; "all": also what gets the keyboard focus."""
    volume_of_voice: Annotated[Share, SettingsRow(SOUND, Message("Volume of voice"))] = 1.0
    speech_pace: Annotated[str, Among(SPEECH_PACES), SettingsRow(SOUND, Message("Pace of the voice"))] = (
        "normal"
    )

    offers_first_lesson: bool = True
    """Whether the home screen offers the first lesson as long as it is not done."""
    fold_view_shown: bool = False
    """Whether the user knows the fold view: it has shown itself in a game, or the user has opened it."""

    name: Annotated[
        Name,
        SettingsRow(PLAY, Message("Your name"), placeholder=Message("Name (optional)")),
    ] = ""
    """The player's name, or White's of two players; empty: none."""
    other_name: Name = ""
    """The name of the second player at this screen."""
    asks_promotion: Annotated[
        bool,
        Among({True: Message("Ask"), False: Message("Best piece")}),
        SettingsRow(PLAY, Message("Promotion")),
    ] = True
    """True: the player selects the piece of a promotion; False: it is the first one that the game names."""
    asks_resign: Annotated[
        bool,
        Among({True: Message("Ask"), False: Message("At once")}),
        SettingsRow(PLAY, Message("Resigning")),
    ] = True
    """Whether the window asks before a player resigns."""
    two_players: Annotated[
        str,
        Among(TWO_PLAYERS),
        SettingsRow(
            PLAY,
            Message("Two players"),
            Message("Face to face: for a screen that lies on the table between them."),
        ),
    ] = "stays"
    """Whether the board turns to the one of two players who moves, or the pieces face their owners."""
    premoves: Annotated[
        bool,
        SettingsRow(
            PLAY,
            Message("Premoves"),
            Message("Choose moves while the computer thinks. Each is played at once if it is legal."),
        ),
    ] = True
    """Whether a player can select the next moves while the computer thinks."""
    blindfold: Annotated[
        str,
        Among(BLINDFOLDS),
        SettingsRow(
            PLAY,
            Message("Blindfold"),
            Message("What is seen of the pieces on the board of a game until the game is decided."),
        ),
    ] = "off"
    """What is seen of the pieces of a game at play: all, nothing, their sides, or only one's own."""

    ponders: Annotated[
        bool,
        SettingsRow(
            COMPUTER,
            Message("Think on your time"),
            Message("The computer keeps thinking while you choose your move."),
        ),
    ] = False
    """The computer thinks on its opponent's time, too."""
    human_pace: Annotated[
        bool,
        SettingsRow(
            COMPUTER,
            Message("A person's time"),
            Message(
                "Levels take as long for a move as a person would, but never more than 5 % of their clock."
            ),
        ),
    ] = False
    """Whether levels take a person's time for their moves. Characters always do."""
    book: Annotated[
        bool,
        SettingsRow(
            COMPUTER,
            Message("Opening book"),
            Message("The stronger levels choose their first moves from it, so that games differ."),
        ),
    ] = True
    """The stronger levels draw their first moves from the opening book."""

    analysis: Annotated[
        bool,
        SettingsRow(
            ANALYSIS,
            Message("In new games"),
            Message("Whether it is on at first between two players. L turns it on or off in any game."),
        ),
    ] = False
    """The engine shows its lines, except in games against it."""
    analysis_lines: Annotated[
        int,
        Meta(ge=1, le=MOST_LINES),
        SettingsRow(
            ANALYSIS,
            Message("Lines shown"),
            Message("How many of the best lines the engine shows."),
        ),
    ] = 3
    review: Annotated[
        str,
        Among(REVIEWS),
        SettingsRow(
            ANALYSIS,
            Message("Review"),
            Message("How deeply the review of a game analyses each move."),
        ),
    ] = "normal"
    analysed_by: Key = ""
    """The program that analyses: a key of play/offered_players.py; empty: this one."""
    demonstrated_by: Key = ""
    """The program that plays the demonstration, in the games that it knows; empty: this one."""
    openings: bool = False
    """Whether the openings of the current position are shown beside the moves, except in contests."""
    openings_of: Annotated[str, Among(OPENINGS_OF)] = OPENINGS_OF[0]
    """The games that are counted there: the computer's or the user's."""

    language: Annotated[str, Parse(_language), SettingsRow(LANGUAGE, Message("Language"))] = "system"
    """The code of the language of all texts, such as "fr"; "system": that of the player's system."""
    text_size: Annotated[
        int,
        Among(TEXT_SIZES),
        SettingsRow(
            LANGUAGE,
            Message("Text size"),
            Message("Of all text. The window scrolls where it has no room; Alt with arrows does so, too."),
        ),
    ] = 100
    """The size of text, and of all that has text, in percent of the usual size."""
    figurines: Annotated[
        bool,
        Among({False: Message("Letters"), True: Message("Figurines")}),
        SettingsRow(LANGUAGE, Message("Notation"), Message("How pieces are written in moves.")),
    ] = False
    """Whether moves are written with pictures of the pieces, not with their letters."""

    side: Annotated[str, Among(SIDES)] = "white"
    """The side last selected against the computer."""
    mail_hours: Annotated[int, Meta(ge=0)] = 72
    """The time for each move last selected for a game by mail; 0: none."""
    level: Annotated[int, Meta(ge=1)] = 1
    """The number of the computer's level last selected; readers clamp it to the existing levels."""
    opponent: Key = ""
    """The opponent last selected: a key of play/offered_players.py; empty: the computer at `level`."""
    rated: bool = False
    """Whether the game last begun against the computer was rated."""
    white_player: Key = ""
    """The same of White in a game that the user watches."""
    black_player: Key = ""
    """The same of Black."""
    game: Filled = "wormhole"
    """The game last selected: its name in the catalogue, or the path of its file."""
    rules: Annotated[dict[str, str], Parse(_rules)] = field(default_factory=dict)
    """The values of its rules that are not the game's own, by the names in chosen_rules.RULES."""
    own_games: tuple[str, ...] = ()
    """The files with games of the user's own, the newest first (wormhole.library.own_games)."""
    favourite_games: tuple[str, ...] = ()
    """The user's favourites, each named as `game` is."""
    played_games: tuple[str, ...] = ()
    """The games played last, the latest first, each named as `game` is."""
    clock: Annotated[str, Parse(_clock)] = NO_CLOCK
    """The player's clock, or White's, as in PGN's header TimeControl."""
    other_clock: Annotated[str, Parse(_other_clock)] = SAME_CLOCK
    """The computer's clock, or Black's; SAME_CLOCK: as the first one."""
    folder: str = ""
    """The folder where a file was last opened or saved; empty: none yet."""
    study: str = ""
    """The file of the study that was shown last."""
    picture_size: Annotated[int, Among(PICTURE_SIZES)] = 640
    """The longer side of the pictures saved last in pixels."""
    picture_seconds: Annotated[float, Among(PICTURE_SECONDS)] = 1.0
    """The seconds a move in the animated pictures saved last."""
    picture_motion: bool = True
    """Whether those pictures show the pieces moving."""

    @property
    def clocks(self) -> TimeControls:
        """Both clocks, the user's or White's first."""
        first = time_control.parsed(self.clock)
        if self.other_clock == SAME_CLOCK:
            return TimeControls.equal(first)
        return TimeControls(first, time_control.parsed(self.other_clock))


def default_path() -> Path:
    """The system's usual place for this program's settings."""
    return Path(platformdirs.user_config_path(APPLICATION)) / "settings.toml"


def load(path: Path) -> tuple[Settings, Message | None]:
    """The settings stored at `path`, and a message for the window about what is wrong with them, or None.

    Unknown settings are ignored. A bad file is set aside, never lost, and its good values are used.
    """
    try:
        text = text_files.read_bytes(path, MOST_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), Message(
            "The settings file could not be read ({path}: {trouble}). {kept}",
            path=shown_path(path),
            trouble=reason_of(error),
            kept=_set_aside(path),
        )
    except UnicodeDecodeError:
        return Settings(), Message("The settings file is not text. {kept}", kept=_set_aside(path))
    try:
        found = toml.loads(text, MOST_LETTERS)
    except toml.TOMLDecodeError as error:
        return Settings(), Message(
            "The settings file is not TOML ({trouble}). {kept}", trouble=error.args[0], kept=_set_aside(path)
        )
    good, errors = sift(Settings, known(Settings, _renamed(found)))
    if errors:
        complaints = [
            Message("{name}: {trouble}", name=where(text, error.path), trouble=error.message)
            for error in errors
        ]
        return Settings(**good), Message(
            "Error in the settings: {trouble}. {kept}", trouble=_joined(complaints), kept=_set_aside(path)
        )
    return Settings(**good), None


def save(path: Path, settings: Settings) -> None:
    """Write all settings atomically.

    Raises OSError if the file cannot be written, or could not be read again.
    """
    import tomli_w  # not needed for the first picture

    text = tomli_w.dumps(asdict(settings))
    try:
        toml.check_length(text, MOST_LETTERS)
    except toml.TOMLDecodeError as error:
        raise OSError(errno.EFBIG, error.args[0], str(path)) from None
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write_text(path, text)


def merged(before: Settings, after: Settings, theirs: Settings) -> Settings:
    """The settings of another window with the changes of this one, from `before` to `after`.

    Of a list, what was added or removed is a change. The rules belong to the game.

    >>> before = Settings(own_games=("a", "b"))
    >>> after = replace(before, own_games=("c", "b"))
    >>> merged(before, after, replace(before, own_games=("d", "a", "b"), theme="day")).own_games
    ('c', 'd', 'b')
    """
    changes: dict[str, Any] = {}
    for name, value in vars(after).items():
        if name in _LISTS:
            changes[name] = _merged_list(getattr(before, name), value, getattr(theirs, name))
        elif any(getattr(before, each) != getattr(after, each) for each in _TOGETHER.get(name, (name,))):
            changes[name] = value
    return replace(theirs, **changes)


def _merged_list(before: Entries, after: Entries, theirs: Entries) -> Entries:
    """Their list without what was removed, and with what was added or moved to the head."""
    old, kept = set(before), set(after)
    places = range(len(after) + 1)
    head = next(at for at in places if _is_in_order([each for each in after[at:] if each in old], before))
    while head < len(after) and after[head] not in old:
        head += 1
    first = after[:head]
    others = [each for each in theirs if each not in first and not (each in old and each not in kept)]
    last = (each for each in after[head:] if each not in old and each not in others)
    return (*first, *others, *last)


def _is_in_order(some: Sequence[str], entries: Entries) -> bool:
    """Whether these entries are in the same order in another list."""
    rest = iter(entries)
    return all(each in rest for each in some)


def _renamed(found: dict[str, Any]) -> dict[str, Any]:
    """The settings of an older version under today's names.

    Each rule was a setting of its own, and whether the board turns between two players a yes or no.
    """
    older = {rule.name: found[rule.name] for rule in RULES if found.get(rule.name)}
    renamed: dict[str, Any] = {"rules": older} if older else {}
    if found.get("turns_board") is True:
        renamed["two_players"] = TURNS
    return {**renamed, **found}


def _joined(complaints: list[Message]) -> Message:
    first, *others = complaints
    return Message("{one}; {other}", one=first, other=_joined(others)) if others else first


def _set_aside(path: Path) -> Message:
    """Rename a bad file; returns a sentence about it."""
    aside = set_aside(path)
    if aside is None:
        return Message("The default settings are used.")
    return Message("It was renamed to {name}; the default settings are used.", name=aside.name)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """Tells a file from what another window writes in its place; None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


SAVE_PAUSE_SECONDS = 0.5
"""The pause between the last change and the write: a dragged slider changes a setting many times."""


class KeptSettings:
    """`now` holds the settings in use; `complaint` says what was wrong with the file, or is None.

    What another window has written meanwhile stays in the file; its lists are taken over.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = _stamp(path)
        self.now, self.complaint = load(path)
        self._file = self.now
        """The content of the file that was seen last."""
        self._written, self._save_at = self.now, math.inf
        """The settings as they were when they were last read or written."""
        if self.complaint is not None:  # the good values are written again
            self._written, self._save_at, self._seen = Settings(), -math.inf, None
        self._left_out: dict[str, Any] = {}

    @property
    def left_out(self) -> Mapping[str, Any]:
        """The file's values of the settings whose defaults are used instead."""
        return self._left_out

    def leave_out(self, *names: str) -> None:
        """Use the defaults of some settings. The file keeps their values until they are changed."""
        self._left_out = {name: getattr(self.now, name) for name in names}
        self.now = replace(self.now, **{name: getattr(Settings(), name) for name in names})

    def use_again(self) -> Settings:
        """Use the values that were left out; returns the settings as they were before."""
        before, self.now = self.now, self._stored
        self._left_out = {}
        return before

    @property
    def _stored(self) -> Settings:
        return replace(self.now, **self._left_out)

    @property
    def folder(self) -> Path:
        """The folder of the settings file."""
        return self._path.parent

    def change(self, now_seconds: float, **changes: Any) -> Settings:
        """Change some settings by name; returns them as they were before."""
        stored = self._stored
        before, self.now = self.now, replace(self.now, **changes)
        for name in changes:
            self._left_out.pop(name, None)
        if self._stored != stored:
            self._save_at = now_seconds + SAVE_PAUSE_SECONDS
        return before

    def saves_in(self, now_seconds: float) -> float:
        """Seconds until `save_if_due` has something to write; infinite if never."""
        return max(0.0, self._save_at - now_seconds)

    def save_if_due(self, now_seconds: float) -> str | None:
        """Write changed settings if the pause is over; returns an error message or None."""
        return self.save() if now_seconds >= self._save_at else None

    def save(self) -> str | None:
        """Write the settings if they changed; returns an error message or None."""
        self._save_at = math.inf
        stored = self._stored
        if stored == self._written:
            return None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with turn(self._path):
                complaint = self._read_again()
                found = merged(self._written, stored, self._file)
                save(self._path, found)
                self._file, self._seen = found, _stamp(self._path)
        except OSError as error:
            return Message(
                "The settings could not be saved ({path}: {trouble}).",
                path=shown_path(self._path),
                trouble=reason_of(error),
            )
        lists = {name: getattr(found, name) for name in _LISTS}
        self.now, self._written = replace(self.now, **lists), replace(stored, **lists)
        return complaint

    def _read_again(self) -> Message | None:
        """Read what another window has written; returns what is wrong with it, or None.

        Raises OSError if that is a file that must not be replaced.
        """
        seen = _stamp(self._path)
        if seen == self._seen or seen is None:
            return None
        found, complaint = load(self._path)
        if complaint is not None and os.path.lexists(self._path):
            trouble = Message("the file there can neither be read nor renamed")
            raise OSError(errno.EEXIST, trouble, str(self._path))
        # A bad file changes only what can be read of it.
        self._file = found if complaint is None else merged(Settings(), found, self._file)
        return complaint
