"""The user's settings, stored as a small TOML file that can also be edited by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import platformdirs

from wormhole.library import atomic_files, time_control
from wormhole.library.atomic_files import set_aside
from wormhole.library.headers import LONGEST_NAME
from wormhole.library.time_control import NO_CLOCK, TimeControlError, TimeControls
from wormhole.rules import text_files, toml
from wormhole.rules.errors import Message, reason_of
from wormhole.rules.quoting import quoted, shown_path
from wormhole.version import APPLICATION

SIDES = ("white", "black", "random")
MOST_LINES = 5
REVIEWS = ("fast", "normal", "deep")
OPENINGS_OF = ("computer", "own")
LEFT_SQUARES = ("", "fold", "vanish", "random", "none")
STALEMATES = ("", "loss", "win", "draw")
PIECE_SETS = ("carved", "bold")
"""The folders of sprites/pieces."""
CHIPS = ("poker", "throat", "swirl", "beads")
"""The files of sprites/chips."""
COORDINATES = ("around", "inside", "off")
PACES = ("slow", "normal", "quick")
PICTURE_SIZES = (320, 480, 640, 960, 1280)
PICTURE_SECONDS = (0.5, 1.0, 2.0, 4.0)
SAME_CLOCK = "same"
_A_CLOCK = Message("a time control such as 300+3, or -")


@dataclass(frozen=True)
class Settings:
    """All settings, with the defaults of a first start."""

    volume: float = 0.5
    """The volume of all sounds, 0.0 to 1.0."""
    muted: bool = False
    motion: bool = True
    """False: nothing is animated."""
    full_screen: bool = False
    window: str = ""
    """Size and position of the window when it was neither maximised nor full, such as "1280x800+40+60"."""
    maximised: bool = False
    """Whether the window is as large as the desktop allows."""
    theme: str = "night"
    """The colours of the window: a theme of ours, or a file in the settings' folder of themes."""
    pieces: str = PIECE_SETS[0]
    """The set of pieces, one of PIECE_SETS."""
    chip: str = CHIPS[0]
    """The picture of a hole, one of CHIPS."""
    stars: bool = True
    """Whether there are stars in the sky."""
    coordinates: str = COORDINATES[0]
    """Where the names of files and ranks are, one of COORDINATES."""
    targets: bool = True
    """Whether the squares that the chosen piece can move to are marked."""
    last_move: bool = True
    """Whether the squares of the last move are marked."""
    piece_cards: bool = True
    """Whether a card says what the chosen piece does, or the one that is pointed at."""
    figurines: bool = False
    """Whether moves are written with pictures of the pieces, not with their letters."""
    pace: str = "normal"
    """How quickly pieces move on the board, one of PACES."""
    demonstration_pace: str = "normal"
    """How quickly a demonstration goes on, one of PACES."""
    turns_board: bool = False
    """Between two people, the board faces the one to move."""
    ponders: bool = False
    """The computer thinks on its opponent's time, too."""
    book: bool = True
    """The stronger levels draw their first moves from the opening book."""
    analysis: bool = False
    """The engine shows its lines, except in games against it."""
    analysis_lines: int = 3
    """How many lines it shows, 1 to MOST_LINES."""
    review: str = "normal"
    """How thoroughly whole games are judged, one of REVIEWS."""
    name: str = ""
    """The person's name, or White's of two people; empty: none."""
    other_name: str = ""
    """The name of the second person at this screen."""
    openings: bool = False
    """What was played in the position that is shown stands beside the moves, except in contests."""
    openings_of: str = OPENINGS_OF[0]
    """Whose games are counted there, one of OPENINGS_OF."""
    side: str = "white"
    """The side last chosen against the computer, one of SIDES."""
    level: int = 1
    """The number of the computer's level last chosen; readers clamp it to the existing levels."""
    game: str = "wormhole"
    """The game last chosen: its name in the catalogue, or the path of its file."""
    left_square: str = ""
    """What happens to a left square, one of LEFT_SQUARES; empty: the game's own rule."""
    stalemate: str = ""
    """The result of stalemate, one of STALEMATES; empty: the game's own rule."""
    clock: str = NO_CLOCK
    """The person's clock, or White's, as in PGN's header TimeControl."""
    other_clock: str = SAME_CLOCK
    """The computer's clock, or Black's; SAME_CLOCK: as the first one."""
    asks_promotion: bool = True
    """A person chooses what a pawn becomes; if not, it becomes the first piece that the game names."""
    asks_resign: bool = True
    """The window asks before a person resigns."""
    premoves: bool = True
    """While the computer thinks, a person can choose the next move."""
    language: str = "system"
    """The code of the language of all texts, such as "fr"; "system": that of the person's system."""
    folder: str = ""
    """The folder where a file was last opened or saved; empty: none yet."""
    picture_size: int = 640
    """The longer side of the pictures saved last in pixels, one of PICTURE_SIZES."""
    picture_seconds: float = 1.0
    """The seconds a move in the animated pictures saved last, one of PICTURE_SECONDS."""
    picture_motion: bool = True
    """Whether the pieces are seen moving there."""

    @property
    def clocks(self) -> TimeControls:
        """Both clocks, the person's or White's first."""
        first = time_control.parsed(self.clock)
        if self.other_clock == SAME_CLOCK:
            return TimeControls.equal(first)
        return TimeControls(first, time_control.parsed(self.other_clock))


def _is_clock(value: object) -> bool:
    if type(value) is not str:
        return False
    try:
        time_control.parsed(value)
    except TimeControlError:
        return False
    return True


_Check = tuple[Message, Callable[[Any], bool]]


def _one_of(names: tuple[str, ...]) -> _Check:
    return _among(names), lambda value: value in names


def _among(values: tuple[object, ...]) -> Message:
    return Message("one of {words}", words=", ".join(str(value) for value in values if value))


_YES_OR_NO: _Check = (Message("true or false"), lambda value: type(value) is bool)

_NAME: _Check = (
    Message("a name of at most {count} characters", count=LONGEST_NAME),
    lambda value: type(value) is str and value.isprintable() and len(value) <= LONGEST_NAME,
)

_CHECKS: dict[str, _Check] = {
    "volume": (
        Message("a number from 0.0 to 1.0"),
        lambda value: type(value) in (int, float) and 0.0 <= value <= 1.0,
    ),
    "muted": _YES_OR_NO,
    "motion": _YES_OR_NO,
    "full_screen": _YES_OR_NO,
    "window": (Message("a size and a position"), lambda value: type(value) is str),
    "maximised": _YES_OR_NO,
    "theme": (Message("a theme's name"), lambda value: type(value) is str and value != ""),
    "pieces": _one_of(PIECE_SETS),
    "chip": _one_of(CHIPS),
    "stars": _YES_OR_NO,
    "coordinates": _one_of(COORDINATES),
    "targets": _YES_OR_NO,
    "last_move": _YES_OR_NO,
    "piece_cards": _YES_OR_NO,
    "figurines": _YES_OR_NO,
    "pace": _one_of(PACES),
    "demonstration_pace": _one_of(PACES),
    "turns_board": _YES_OR_NO,
    "ponders": _YES_OR_NO,
    "book": _YES_OR_NO,
    "asks_promotion": _YES_OR_NO,
    "asks_resign": _YES_OR_NO,
    "analysis": _YES_OR_NO,
    "review": _one_of(REVIEWS),
    "openings": _YES_OR_NO,
    "openings_of": _one_of(OPENINGS_OF),
    "analysis_lines": (
        Message("a whole number from 1 to {most}", most=MOST_LINES),
        lambda value: type(value) is int and 1 <= value <= MOST_LINES,
    ),
    "name": _NAME,
    "other_name": _NAME,
    "side": _one_of(SIDES),
    "level": (Message("a whole number from 1 up"), lambda value: type(value) is int and value >= 1),
    "game": (Message("a game's name or file"), lambda value: type(value) is str and value != ""),
    "left_square": _one_of(LEFT_SQUARES),
    "stalemate": _one_of(STALEMATES),
    "clock": (_A_CLOCK, _is_clock),
    "other_clock": (
        Message("{clock}, or {same}", clock=_A_CLOCK, same=SAME_CLOCK),
        lambda value: value == SAME_CLOCK or _is_clock(value),
    ),
    "premoves": _YES_OR_NO,
    "language": (
        Message("a language's code, or system"),
        lambda value: type(value) is str and value.replace("_", "").isalpha(),
    ),
    "folder": (Message("a folder's path"), lambda value: type(value) is str),
    "picture_size": (_among(PICTURE_SIZES), lambda value: type(value) is int and value in PICTURE_SIZES),
    "picture_seconds": (
        _among(PICTURE_SECONDS),
        lambda value: type(value) in (int, float) and value in PICTURE_SECONDS,
    ),
    "picture_motion": _YES_OR_NO,
}


def default_path() -> Path:
    """The system's usual place for this program's settings."""
    return Path(platformdirs.user_config_path(APPLICATION)) / "settings.toml"


def load(path: Path) -> tuple[Settings, Message | None]:
    """The settings stored at `path`, and a message for the window about what is wrong with them, or None.

    A bad file is set aside, never lost, and its good values are used.
    """
    try:
        text = text_files.read_bytes(path, toml.MOST_BYTES).decode("utf-8")
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), Message(
            "The settings could not be read ({path}: {trouble}); the defaults are used.",
            path=shown_path(path),
            trouble=reason_of(error),
        )
    except UnicodeDecodeError:
        return Settings(), Message("The settings file is not text. {kept}", kept=_set_aside(path))
    try:
        found = toml.loads(text)
    except toml.TOMLDecodeError as error:
        return Settings(), Message(
            "The settings file is not TOML ({trouble}). {kept}", trouble=error.args[0], kept=_set_aside(path)
        )
    good, complaints = _sift(found)
    if complaints:
        return Settings(**good), Message(
            "In the settings, {trouble}. {kept}", trouble=_joined(complaints), kept=_set_aside(path)
        )
    return Settings(**good), None


def save(path: Path, settings: Settings) -> None:
    """Write all settings atomically. Raises OSError if the file cannot be written."""
    import tomli_w  # not needed for the first picture

    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write_text(path, tomli_w.dumps(asdict(settings)))


def _sift(found: dict[str, Any]) -> tuple[dict[str, Any], list[Message]]:
    """The good values in `found`, and a complaint for each bad one. Unknown names are ignored."""
    good: dict[str, Any] = {}
    complaints: list[Message] = []
    for name in (field.name for field in fields(Settings)):
        if name not in found:
            continue
        expected, is_good = _CHECKS[name]
        if is_good(found[name]):
            good[name] = found[name]
        else:
            complaints.append(
                Message(
                    "{name} should be {expected}, not {value}",
                    name=name,
                    expected=expected,
                    value=quoted(found[name]),
                )
            )
    return good, complaints


def _joined(complaints: list[Message]) -> Message:
    first, *others = complaints
    return Message("{one}; {other}", one=first, other=_joined(others)) if others else first


def _set_aside(path: Path) -> Message:
    """Rename a bad file; returns a sentence about it."""
    aside = set_aside(path)
    if aside is None:
        return Message("The default settings are used.")
    return Message("It is kept as {name}; the default settings are used.", name=aside.name)


SAVE_PAUSE_SECONDS = 0.5
"""From the last change to the write: a dragged slider changes a setting many times."""


class KeptSettings:
    """`now` holds the settings in use; `complaint` says what was wrong with the file, or is None."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.now, self.complaint = load(path)
        self._written = self.now
        self._save_at = math.inf
        self._left_out: dict[str, Any] = {}

    @property
    def left_out(self) -> Mapping[str, Any]:
        """The settings whose defaults are used, as their file has them."""
        return self._left_out

    def leave_out(self, *names: str) -> None:
        """Use the defaults of some settings. Their file keeps what it has until they are changed."""
        self._left_out = {name: getattr(self.now, name) for name in names}
        self.now = replace(self.now, **{name: getattr(Settings(), name) for name in names})

    def use_again(self) -> Settings:
        """Use what was left out; returns the settings as they were before."""
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
        if self._stored == self._written:
            return None
        self._written = self._stored
        try:
            save(self._path, self._written)
        except OSError as error:
            return Message("The settings could not be saved: {trouble}", trouble=reason_of(error))
        return None
