"""Key bindings: one table for both the window and the list of keys."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

import pygame

from wormhole.gui.languages.language import N_, _, _p
from wormhole.gui.look.layers import Tip


class Command(Enum):
    """The commands of keys. The board handles its own keys (arrows, Enter, Esc)."""

    UNDO = auto()
    REDO = auto()
    FLIP = auto()
    TURN_BOARD = auto()
    FOLD_VIEW = auto()
    ROUTES = auto()
    REACH = auto()
    CLEAR_SHAPES = auto()
    HINT = auto()
    ANALYSE = auto()
    REVIEW = auto()
    THREATS = auto()
    PUZZLES = auto()
    OPENINGS = auto()
    SHOW_WHY = auto()
    COACH = auto()
    NEXT = auto()
    DEMONSTRATION = auto()
    SOLUTION = auto()
    LESSONS = auto()
    TYPE_MOVE = auto()
    PASS = auto()
    REPLAY = auto()
    RESIGN = auto()
    DRAW = auto()
    PAUSE = auto()
    NEW_GAME = auto()
    REMATCH = auto()
    MENU = auto()
    EDITOR = auto()
    COMPOSE = auto()
    TOURNAMENT = auto()
    PEOPLE = auto()
    LABORATORY = auto()
    YOU = auto()
    PICTURE = auto()
    START_POSITION = auto()
    CLEAR_BOARD = auto()
    MIRROR = auto()
    PLAY_FROM_HERE = auto()
    GAME = auto()
    SAVE = auto()
    OPEN = auto()
    LIBRARY = auto()
    ADD_TO_STUDY = auto()
    NEXT_CHAPTER = auto()
    PREVIOUS_CHAPTER = auto()
    FIND = auto()
    COPY = auto()
    COPY_GAME = auto()
    PASTE = auto()
    BACK = auto()
    ON = auto()
    FIRST = auto()
    LAST = auto()
    PREVIOUS_VARIATION = auto()
    NEXT_VARIATION = auto()
    CONTEXT_MENU = auto()
    PROMOTE = auto()
    DELETE_VARIATION = auto()
    COMMENT = auto()
    MARK_GOOD = auto()
    MARK_MISTAKE = auto()
    MARK_BRILLIANT = auto()
    MARK_BLUNDER = auto()
    MARK_SPECULATIVE = auto()
    MARK_DUBIOUS = auto()
    SCROLL_BACK = auto()
    SCROLL_ON = auto()
    SETTINGS = auto()
    MUTE = auto()
    LOUDER = auto()
    QUIETER = auto()
    LARGER_TEXT = auto()
    SMALLER_TEXT = auto()
    USUAL_TEXT = auto()
    MOTION = auto()
    FULL_SCREEN = auto()
    RULES = auto()
    NEXT_GAME = auto()
    PREVIOUS_GAME = auto()
    GAME_1 = auto()
    GAME_2 = auto()
    GAME_3 = auto()
    GAME_4 = auto()
    GAME_5 = auto()
    GAME_6 = auto()
    GAME_7 = auto()
    GAME_8 = auto()
    CLOSE_GAME = auto()
    NOTICES = auto()
    KEYS = auto()
    SPEECH = auto()
    SAY_AGAIN = auto()
    SAY_MOVE = auto()
    SAY_POSITION = auto()
    SAY_PIECES = auto()
    SAY_HOLES = auto()
    SAY_ATTACKS = auto()
    SAY_CLOCKS = auto()
    QUIT = auto()


@dataclass(frozen=True)
class Chord:
    """A key by its name in the list, perhaps with Ctrl (Cmd on a Mac) or Shift.

    Shift does not matter for a key without either. A sign or a digit without Ctrl is what is typed, by any
    key.
    """

    key: str
    control: bool = False
    shift: bool = False

    @classmethod
    def of(cls, text: str) -> Chord:
        """The chord that is written as `text`.

        >>> Chord.of("Ctrl+Shift+="), Chord.of("Ctrl++"), Chord.of("+")
        (Ctrl+Shift+=, Ctrl++, +)
        """
        *held, key = _parts(text)
        return cls(key, "Ctrl" in held, "Shift" in held)

    def __repr__(self) -> str:
        return f"{'Ctrl+' * self.control}{'Shift+' * self.shift}{self.key}"


def _parts(cap: str) -> list[str]:
    """What is held, and the key."""
    return re.split(r"\+(?!$)", cap)


@dataclass(frozen=True)
class Binding:
    """A command and its keys, separated by blanks, each of which works."""

    command: Command | None
    """None: shown in the list, but handled elsewhere (by the board and by dialogs)."""
    keys: str
    meaning: str = ""
    """Empty: the line above in the list is about this one, too."""
    tip: str = ""
    """The meaning of this command alone, where `meaning` describes several."""
    shown: tuple[str, ...] = ()
    """The keys as written in the list, where it is about several commands."""
    also: str = ""
    """More keys, which are not in the list."""

    @property
    def chords(self) -> tuple[Chord, ...]:
        """All keys of the command."""
        return () if self.command is None else tuple(map(Chord.of, f"{self.keys} {self.also}".split()))

    @property
    def caps(self) -> tuple[str, ...]:
        """The keys as written in the list."""
        return (self.shown or tuple(self.keys.split())) if self.meaning else ()


@dataclass(frozen=True)
class KeyGroup:
    """Bindings under one heading of the list."""

    title: str
    bindings: tuple[Binding, ...]


CONTEXT_MENU_KEY = 0x40000065
"""SDL's "application" key, which opens menus on a keyboard for Windows. pygame has no name for it."""

HOLE_CAPS = ("X",)
"""The key for holes in the editor, of games that have them."""

EDITOR_KEYS = KeyGroup(
    N_("Set-up editor"),
    (
        Binding(None, "Arrows", N_("Move the cursor")),
        Binding(None, "A\N{EN DASH}Z", N_("A black piece, by its letter")),
        Binding(None, "Shift+A\N{EN DASH}Z", N_("A white piece")),
        Binding(None, "Space", N_("Place or pick up")),
        Binding(None, "Del", N_("Remove")),
        Binding(None, HOLE_CAPS[0], N_("Hole or counter")),
        Binding(None, "PgUp PgDn", N_("Select in the palette")),
        Binding(Command.PLAY_FROM_HERE, "Ctrl+Enter", N_("Play from here")),
        Binding(Command.MIRROR, "Ctrl+M", N_("Mirror the position")),
        Binding(Command.START_POSITION, "Ctrl+Home", N_("Start position")),
        Binding(Command.CLEAR_BOARD, "Ctrl+Back", N_("Clear the board")),
    ),
)

SPEECH_KEYS = KeyGroup(
    N_("Speech"),
    (
        Binding(Command.SPEECH, "F9", N_("Turn speech on or off")),
        Binding(None, "Ctrl", N_("Stop speaking")),
        Binding(Command.SAY_AGAIN, "F8", N_("Say it again")),
        Binding(Command.SAY_MOVE, "F2", N_("The last move, whose turn it is")),
        Binding(Command.SAY_POSITION, "F3", N_("The position by ranks")),
        Binding(Command.SAY_PIECES, "F4", N_("The places of the pieces")),
        Binding(Command.SAY_HOLES, "F5", N_("The holes")),
        Binding(Command.SAY_ATTACKS, "F6", N_("What attacks the square")),
        Binding(Command.SAY_CLOCKS, "F7", N_("The clocks")),
    ),
)

TABS = tuple(Command[f"GAME_{number}"] for number in range(1, 9))
"""The commands that show the open games, in the order of their tabs."""

OPEN_GAMES_KEYS = KeyGroup(
    N_("Open games"),
    (
        Binding(Command.NEXT_GAME, "Ctrl+Tab", N_("Show the next game")),
        Binding(Command.PREVIOUS_GAME, "Ctrl+Shift+Tab", N_("Show the previous game")),
        Binding(TABS[0], "Ctrl+1", N_("Show a game by its place"), N_("Show this game"), ("Ctrl+1 to 8",)),
        *(
            Binding(command, f"Ctrl+{place}", tip=N_("Show this game"))
            for place, command in enumerate(TABS[1:], 2)
        ),
        Binding(Command.CLOSE_GAME, "Ctrl+W", N_("Close the game")),
    ),
)

KEYS: tuple[KeyGroup, ...] = (
    KeyGroup(
        N_("On the board"),
        (
            Binding(None, "Enter", N_("Show the cursor; select")),
            Binding(None, "Arrows", N_("Move the cursor, also into a hand")),
            Binding(None, "Esc", N_("Deselect; hide the cursor")),
            Binding(None, "O O", N_("Draw an arrow, start and end")),
            Binding(Command.CLEAR_SHAPES, "Ctrl+Del", N_("Clear the drawings")),
        ),
    ),
    KeyGroup(
        N_("The game"),
        (
            Binding(Command.UNDO, "U Ctrl+Z", N_("Undo"), also="Back"),
            Binding(Command.REDO, "Ctrl+Y", N_("Redo"), also="Ctrl+Shift+Z"),
            Binding(
                Command.TURN_BOARD,
                "Shift+F",
                N_("Two players: turn the board"),
                N_("Turn the board to the side to move"),
            ),
            Binding(Command.FLIP, "F", N_("Flip the board")),
            Binding(Command.TYPE_MOVE, "T", N_("Type a move")),
            Binding(Command.PASS, "Z", N_("Pass, where the rules allow it")),
            Binding(Command.REPLAY, "Shift+R", N_("Replay the moves")),
            Binding(Command.RESIGN, "R", N_("Resign")),
            Binding(Command.DRAW, "D", N_("Offer or accept a draw")),
            Binding(Command.PAUSE, "Shift+P", N_("Pause a game on the clock"), also="Pause"),
            Binding(Command.NEW_GAME, "N", N_("New game")),
            Binding(Command.REMATCH, "Ctrl+N", N_("Rematch, sides swapped")),
            Binding(Command.MENU, "Esc", N_("Menu")),
        ),
    ),
    KeyGroup(
        N_("Learning"),
        (
            Binding(Command.LESSONS, "Ctrl+T", N_("Lessons")),
            Binding(Command.PUZZLES, "Ctrl+U", N_("Puzzles")),
            Binding(Command.YOU, "Ctrl+I", N_("You: ratings, what to do next")),
            Binding(
                Command.DEMONSTRATION,
                "Ctrl+D",
                N_("Demonstration"),
                N_("The computer plays and explains its moves"),
            ),
            Binding(Command.NEXT, "Space", N_("Next exercise")),
            Binding(Command.SOLUTION, "Shift+H", N_("Solution")),
            Binding(Command.COACH, "K", N_("Coach: the decisive moments")),
            Binding(Command.SHOW_WHY, "Y", N_("Show me why: play the proof")),
        ),
    ),
    KeyGroup(
        N_("Views and analysis"),
        (
            Binding(Command.FOLD_VIEW, "V", N_("Fold view of a piece")),
            Binding(None, "Tab", N_("Fold view: the next piece")),
            Binding(Command.ROUTES, "W", N_("Routes of a piece")),
            Binding(Command.REACH, "E", N_("Reach of both sides")),
            Binding(Command.HINT, "H", N_("Hint")),
            Binding(Command.REVIEW, "Shift+L", N_("Review the game")),
            Binding(Command.ANALYSE, "L", N_("Analysis")),
            Binding(Command.THREATS, "X", N_("Threats")),
            Binding(Command.OPENINGS, "B", N_("Openings: what was played here")),
        ),
    ),
    KeyGroup(
        N_("The moves"),
        (
            Binding(
                Command.BACK, "Left", N_("One move back, one forward"), N_("One move back"), ("Left", "Right")
            ),
            Binding(Command.ON, "Right", tip=N_("One move forward")),
            Binding(
                Command.FIRST,
                "Home",
                N_("Go to the start, to the end"),
                N_("Go to the start"),
                ("Home", "End"),
            ),
            Binding(Command.LAST, "End", tip=N_("Go to the end")),
            Binding(
                Command.PREVIOUS_VARIATION,
                "Up",
                N_("Another variation"),
                N_("Previous variation"),
                ("Up", "Down"),
            ),
            Binding(Command.NEXT_VARIATION, "Down", tip=N_("Next variation")),
            Binding(Command.SCROLL_BACK, "PgUp", N_("Scroll the list"), N_("Scroll back"), ("PgUp", "PgDn")),
            Binding(Command.SCROLL_ON, "PgDn", tip=N_("Scroll forward")),
            Binding(Command.CONTEXT_MENU, "Shift+F10", N_("Menu of the selected item"), also="Menu"),
            Binding(Command.PROMOTE, "P", N_("Make main line")),
            Binding(Command.DELETE_VARIATION, "Del", N_("Delete from here")),
            Binding(Command.COMMENT, "C", N_("Comment")),
            Binding(Command.MARK_GOOD, "1", N_("Annotate ! ? !! ?? !? ?!"), N_("A good move"), ("1 to 6",)),
            Binding(Command.MARK_MISTAKE, "2", tip=N_("A mistake")),
            Binding(Command.MARK_BRILLIANT, "3", tip=N_("A brilliant move")),
            Binding(Command.MARK_BLUNDER, "4", tip=N_("A blunder")),
            Binding(Command.MARK_SPECULATIVE, "5", tip=N_("An interesting move")),
            Binding(Command.MARK_DUBIOUS, "6", tip=N_("A dubious move")),
        ),
    ),
    KeyGroup(
        N_("Select a game"),
        (Binding(None, "Ctrl+B", N_("Favourite")), Binding(None, "Del", N_("Remove from the list"))),
    ),
    KeyGroup(
        N_("Studies"),
        (
            Binding(None, "Ctrl+Up Ctrl+Down", N_("Move the chapter")),
            Binding(None, "F2", N_("Rename the chapter")),
            Binding(None, "Del", N_("Delete the chapter")),
        ),
    ),
    KeyGroup(
        N_("Games"),
        (
            Binding(Command.GAME, "G", N_("Select a game")),
            Binding(Command.COMPOSE, "Ctrl+G", N_("Compose a game")),
            Binding(Command.SAVE, "Ctrl+S", N_("Save game")),
            Binding(Command.OPEN, "Ctrl+O", N_("Open game")),
            Binding(Command.LIBRARY, "Ctrl+L", N_("Library")),
            Binding(Command.ADD_TO_STUDY, "Ctrl+Shift+S", N_("Add to a study")),
            Binding(
                Command.PREVIOUS_CHAPTER,
                "Ctrl+PgUp",
                N_("Another chapter"),
                N_("Previous chapter"),
                ("Ctrl+PgUp", "Ctrl+PgDn"),
            ),
            Binding(Command.NEXT_CHAPTER, "Ctrl+PgDn", tip=N_("Next chapter")),
            Binding(Command.TOURNAMENT, "Ctrl+R", N_("Tournaments of programs")),
            Binding(Command.PEOPLE, "Ctrl+Shift+T", N_("Tournaments of people")),
            Binding(
                Command.LABORATORY,
                "Ctrl+Shift+R",
                N_("Laboratory"),
                N_("Tournaments of programs, training, engines"),
            ),
            Binding(Command.PICTURE, "Ctrl+P", N_("Save a picture")),
            Binding(Command.EDITOR, "Ctrl+E", N_("Set up a position")),
            Binding(Command.FIND, "/", tip=N_("Search games")),
            Binding(Command.COPY, "Ctrl+C", N_("Copy the position")),
            Binding(Command.COPY_GAME, "Ctrl+Shift+C", N_("Copy the game")),
            Binding(Command.PASTE, "Ctrl+V", N_("Paste a position or game")),
        ),
    ),
    OPEN_GAMES_KEYS,
    KeyGroup(
        N_("Everywhere"),
        (
            Binding(None, "Tab", N_("Move between buttons")),
            Binding(None, "Space", N_("Press the button")),
            Binding(Command.SETTINGS, "S", N_("Settings"), also=","),
            Binding(Command.MUTE, "M", N_("Turn sound off or on")),
            Binding(Command.LOUDER, "+", N_("Louder"), also="="),
            Binding(Command.QUIETER, "-", N_("Quieter")),
            Binding(
                Command.LARGER_TEXT,
                "Ctrl++",
                N_("Larger, smaller, usual text"),
                N_("Larger text"),
                ("Ctrl++", "Ctrl+-", "Ctrl+0"),
                also="Ctrl+= Ctrl+Shift+=",
            ),
            Binding(Command.SMALLER_TEXT, "Ctrl+-", tip=N_("Smaller text")),
            Binding(Command.USUAL_TEXT, "Ctrl+0", tip=N_("Usual text")),
            Binding(None, "Alt+Arrows", N_("Scroll the window, if text is large")),
            Binding(Command.MOTION, "A", N_("Turn animation off or on")),
            Binding(Command.FULL_SCREEN, "F11", N_("Full screen")),
            Binding(Command.RULES, "F1", N_("Rules of this game")),
            Binding(Command.NOTICES, "I", N_("Show messages")),
            Binding(Command.KEYS, "?", N_("Show shortcuts"), N_("Shortcuts")),
            Binding(Command.QUIT, "Ctrl+Q", N_("Quit")),
        ),
    ),
    SPEECH_KEYS,
    EDITOR_KEYS,
)

SPEAKING = frozenset(binding.command for binding in SPEECH_KEYS.bindings if binding.command is not None)
"""The commands that say something."""


def binding_of(command: Command) -> Binding:
    """The keys of a command, and its text in the list."""
    return next(binding for binding in _bindings() if binding.command is command)


def command_of(event: pygame.Event) -> Command | None:
    """The command that a KEYDOWN event asks for, or None."""
    commands = _commands()
    return next((commands[chord] for chord in _chords_of(event) if chord in commands), None)


def key_name(key: int) -> str:
    """The name of a key of pygame, as it is written in the list."""
    return _NAMES.get(key) or pygame.key.name(key).title()


def _bindings() -> Iterator[Binding]:
    return (binding for group in KEYS for binding in group.bindings)


@cache
def _commands() -> Mapping[Chord, Command]:
    return {
        chord: binding.command
        for binding in _bindings()
        if binding.command is not None
        for chord in binding.chords
    }


def _chords_of(event: pygame.Event) -> Iterator[Chord]:
    """All that a KEYDOWN event means, what is most exact first."""
    held = getattr(event, "mod", 0)
    if held & pygame.KMOD_ALT and not held & pygame.KMOD_MODE:
        return
    name, has_shift = key_name(event.key), bool(held & pygame.KMOD_SHIFT)
    if held & (pygame.KMOD_CTRL | pygame.KMOD_META):
        yield Chord(name, True, has_shift)
        return
    if not _is_sign(name):
        yield from (Chord(name, shift=has_shift), Chord(name))
    if _is_sign(character := getattr(event, "unicode", "")):
        yield Chord(character)


def _is_sign(name: str) -> bool:
    return len(name) == 1 and not name.isalpha()


PLACES = {
    **dict(enumerate("abcdefghijklmnopqrstuvwxyz1234567890", pygame.KSCAN_A)),
    **dict(enumerate("-=[]\\", pygame.KSCAN_MINUS)),
    **dict(enumerate(";'`,./", pygame.KSCAN_SEMICOLON)),
}
"""What a keyboard for English types at each place (a scancode of SDL) without Shift."""
SHIFTED = str.maketrans("1234567890-=[]\\;'`,./", '!@#$%^&*()_+{}|:"~<>?')
SIGNS_AT_LETTERS = {("/", "q"), ("'", "w"), (";", "q")}
"""The signs that keyboards for Hebrew and Greek have at the places of letters."""


def in_latin(event: pygame.Event) -> pygame.Event:
    """A KEYDOWN event as a keyboard for English would send it, if the user's types letters of another script.

    Commands are Latin letters. On keyboards for Russian, Greek, Hebrew or Arabic their places count.
    """
    place = PLACES.get(getattr(event, "scancode", 0))
    if place is None:
        return event
    letter, character = chr(event.key) if event.key <= 0xFFFF else "", event.unicode
    is_sign = (letter, place) in SIGNS_AT_LETTERS
    if not (is_sign or _is_of_other_script(letter) or _is_of_other_script(character)):
        return event
    key = ord(place) if is_sign or _is_of_other_script(letter) else event.key
    if _is_of_other_script(character):
        is_shifted = character.isupper() or event.mod & pygame.KMOD_SHIFT
        character = place.upper().translate(SHIFTED) if is_shifted else place
    return pygame.Event(event.type, {**event.dict, "key": key, "unicode": character})


def _is_of_other_script(character: str) -> bool:
    """Whether it is a letter, a digit or a sign of a script that is not Latin.

    >>> [_is_of_other_script(character) for character in ("ф", "۵", "؟", "ß", "§", "7", "")]
    [True, True, True, False, False, False, False]
    """
    if len(character) != 1 or character.isascii():
        return False
    script = unicodedata.name(character, "").partition(" ")[0]
    if script in ("LATIN", "COMBINING", "MODIFIER", "FEMININE", "MASCULINE", "MICRO"):
        return False
    return script == "ARABIC" or unicodedata.category(character) in _WRITTEN


_WRITTEN = {"Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Mn", "Nd"}


def caps_of(command: Command) -> tuple[str, ...]:
    """The keys of this command alone, as they are written on keyboards."""
    return tuple(map(cap_words, binding_of(command).keys.split()))


def tip_of(command: Command, text: str = "") -> Tip:
    """The tooltip of a button for this command: `text`, or else the text of the list, and the keys."""
    binding = binding_of(command)
    return Tip(text or _(binding.tip or binding.meaning), caps_of(command))


_NAMES = {
    pygame.K_PAGEUP: "PgUp",
    pygame.K_PAGEDOWN: "PgDn",
    pygame.K_DELETE: "Del",
    pygame.K_ESCAPE: "Esc",
    pygame.K_BACKSPACE: "Back",
    pygame.K_RETURN: "Enter",
    pygame.K_PAUSE: "Pause",
    pygame.K_KP_PLUS: "+",
    pygame.K_KP_MINUS: "-",
    pygame.K_KP_0: "0",
    CONTEXT_MENU_KEY: "Menu",
}
"""Other names than those of pygame."""


def cap_words(cap: str) -> str:
    """A key as it is written on keyboards for the language in use: "Strg+Z" for "Ctrl+Z"."""
    names = {
        "Alt": _p("key", "Alt"),
        "Arrows": _p("key", "Arrows"),
        "Back": _p("key", "Backspace"),
        "Ctrl": _p("key", "Ctrl"),
        "Del": _p("key", "Del"),
        "Down": _p("key", "Down"),
        "End": _p("key", "End"),
        "Enter": _p("key", "Enter"),
        "Esc": _p("key", "Esc"),
        "Home": _p("key", "Home"),
        "Left": _p("key", "Left"),
        "PgDn": _p("key", "PgDn"),
        "PgUp": _p("key", "PgUp"),
        "Right": _p("key", "Right"),
        "Shift": _p("key", "Shift"),
        "Space": _p("key", "Space"),
        "Tab": _p("key", "Tab"),
        "Up": _p("key", "Up"),
        "1 to 6": _p("key", "1 to 6"),
        "1 to 8": _p("key", "1 to 8"),
    }
    return "+".join(names.get(part, part) for part in _parts(cap))
