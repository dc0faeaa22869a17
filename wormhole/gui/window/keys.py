"""Key bindings: one table for both the window and the list of keys."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, auto

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
    """A key, or the character it types, perhaps with Ctrl (Cmd on a Mac) or Shift.

    Shift does not matter for a key without either.
    """

    key: int = 0
    character: str = ""
    control: bool = False
    shift: bool = False

    def matches(self, key: int, character: str, *, control: bool, shift: bool, alt: bool) -> bool:
        """Whether this key press with these modifiers matches."""
        if alt or control != self.control or ((control or self.shift) and shift != self.shift):
            return False
        return character == self.character if self.character else key == self.key


@dataclass(frozen=True)
class Binding:
    """A command and its keys."""

    command: Command | None
    """None: shown in the list, but handled elsewhere (by the board and by dialogs)."""
    chords: tuple[Chord, ...]
    caps: tuple[str, ...]
    """The keys as written in the list; any of them works."""
    meaning: str
    """Empty: the line above in the list is about this one, too."""
    tip: str = ""
    """The meaning of this command alone, where `meaning` describes several."""


@dataclass(frozen=True)
class Group:
    """Bindings under one heading of the list."""

    title: str
    bindings: tuple[Binding, ...]


CONTEXT_MENU_KEY = 0x40000065
"""SDL's "application" key, which opens menus on a keyboard for Windows. pygame has no name for it."""

HOLE_CAPS = ("X",)
"""The key for holes in the editor, of games that have them."""

EDITOR_KEYS = Group(
    N_("Set-up editor"),
    (
        Binding(None, (), ("Arrows",), N_("Move the cursor")),
        Binding(None, (), ("A\N{EN DASH}Z",), N_("A black piece, by its letter")),
        Binding(None, (), ("Shift+A\N{EN DASH}Z",), N_("A white piece")),
        Binding(None, (), ("Space",), N_("Place or pick up")),
        Binding(None, (), ("Del",), N_("Remove")),
        Binding(None, (), HOLE_CAPS, N_("Hole or counter")),
        Binding(None, (), ("PgUp", "PgDn"), N_("Select in the palette")),
        Binding(
            Command.PLAY_FROM_HERE,
            (Chord(pygame.K_RETURN, control=True), Chord(pygame.K_KP_ENTER, control=True)),
            ("Ctrl+Enter",),
            N_("Play from here"),
        ),
        Binding(Command.MIRROR, (Chord(pygame.K_m, control=True),), ("Ctrl+M",), N_("Mirror the position")),
        Binding(
            Command.START_POSITION,
            (Chord(pygame.K_HOME, control=True),),
            ("Ctrl+Home",),
            N_("Start position"),
        ),
        Binding(
            Command.CLEAR_BOARD,
            (Chord(pygame.K_BACKSPACE, control=True),),
            ("Ctrl+Back",),
            N_("Clear the board"),
        ),
    ),
)

SPEECH_KEYS = Group(
    N_("Speech"),
    (
        Binding(Command.SPEECH, (Chord(pygame.K_F9),), ("F9",), N_("Turn speech on or off")),
        Binding(None, (), ("Ctrl",), N_("Stop speaking")),
        Binding(Command.SAY_AGAIN, (Chord(pygame.K_F8),), ("F8",), N_("Say it again")),
        Binding(Command.SAY_MOVE, (Chord(pygame.K_F2),), ("F2",), N_("The last move, whose turn it is")),
        Binding(Command.SAY_POSITION, (Chord(pygame.K_F3),), ("F3",), N_("The position by ranks")),
        Binding(
            Command.SAY_PIECES,
            (Chord(pygame.K_F4),),
            ("F4",),
            N_("The places of the pieces"),
        ),
        Binding(Command.SAY_HOLES, (Chord(pygame.K_F5),), ("F5",), N_("The holes")),
        Binding(
            Command.SAY_ATTACKS,
            (Chord(pygame.K_F6),),
            ("F6",),
            N_("What attacks the square"),
        ),
        Binding(Command.SAY_CLOCKS, (Chord(pygame.K_F7),), ("F7",), N_("The clocks")),
    ),
)

TABS = (
    Command.GAME_1,
    Command.GAME_2,
    Command.GAME_3,
    Command.GAME_4,
    Command.GAME_5,
    Command.GAME_6,
    Command.GAME_7,
    Command.GAME_8,
)
"""The commands that show the open games, in the order of their tabs."""

OPEN_GAMES_KEYS = Group(
    N_("Open games"),
    (
        Binding(
            Command.NEXT_GAME, (Chord(pygame.K_TAB, control=True),), ("Ctrl+Tab",), N_("Show the next game")
        ),
        Binding(
            Command.PREVIOUS_GAME,
            (Chord(pygame.K_TAB, control=True, shift=True),),
            ("Ctrl+Shift+Tab",),
            N_("Show the previous game"),
        ),
        Binding(
            TABS[0],
            (Chord(pygame.K_1, control=True),),
            ("Ctrl+1 to 8",),
            N_("Show a game by its place"),
            tip=N_("Show this game"),
        ),
        *(
            Binding(command, (Chord(pygame.K_1 + place, control=True),), (), "", tip=N_("Show this game"))
            for place, command in enumerate(TABS[1:], 1)
        ),
        Binding(Command.CLOSE_GAME, (Chord(pygame.K_w, control=True),), ("Ctrl+W",), N_("Close the game")),
    ),
)

KEYS: tuple[Group, ...] = (
    Group(
        N_("On the board"),
        (
            Binding(None, (), ("Enter",), N_("Show the cursor; select")),
            Binding(None, (), ("Arrows",), N_("Move the cursor, also into a hand")),
            Binding(None, (), ("Esc",), N_("Deselect; hide the cursor")),
            Binding(None, (), ("O", "O"), N_("Draw an arrow, start and end")),
            Binding(
                Command.CLEAR_SHAPES,
                (Chord(pygame.K_DELETE, control=True),),
                ("Ctrl+Del",),
                N_("Clear the drawings"),
            ),
        ),
    ),
    Group(
        N_("The game"),
        (
            Binding(
                Command.UNDO,
                (Chord(pygame.K_u), Chord(pygame.K_z, control=True), Chord(pygame.K_BACKSPACE)),
                ("U", "Ctrl+Z"),
                N_("Undo"),
            ),
            Binding(
                Command.REDO,
                (Chord(pygame.K_y, control=True), Chord(pygame.K_z, control=True, shift=True)),
                ("Ctrl+Y",),
                N_("Redo"),
            ),
            Binding(
                Command.TURN_BOARD,
                (Chord(pygame.K_f, shift=True),),
                ("Shift+F",),
                N_("Two players: turn the board"),
                tip=N_("Turn the board to the side to move"),
            ),
            Binding(Command.FLIP, (Chord(pygame.K_f),), ("F",), N_("Flip the board")),
            Binding(Command.TYPE_MOVE, (Chord(pygame.K_t),), ("T",), N_("Type a move")),
            Binding(Command.PASS, (Chord(pygame.K_z),), ("Z",), N_("Pass, where the rules allow it")),
            Binding(Command.REPLAY, (Chord(pygame.K_r, shift=True),), ("Shift+R",), N_("Replay the moves")),
            Binding(Command.RESIGN, (Chord(pygame.K_r),), ("R",), N_("Resign")),
            Binding(Command.DRAW, (Chord(pygame.K_d),), ("D",), N_("Offer or accept a draw")),
            Binding(
                Command.PAUSE,
                (Chord(pygame.K_p, shift=True), Chord(pygame.K_PAUSE)),
                ("Shift+P",),
                N_("Pause a game on the clock"),
            ),
            Binding(Command.NEW_GAME, (Chord(pygame.K_n),), ("N",), N_("New game")),
            Binding(
                Command.REMATCH, (Chord(pygame.K_n, control=True),), ("Ctrl+N",), N_("Rematch, sides swapped")
            ),
            Binding(Command.MENU, (Chord(pygame.K_ESCAPE),), ("Esc",), N_("Menu")),
        ),
    ),
    Group(
        N_("Learning"),
        (
            Binding(Command.LESSONS, (Chord(pygame.K_t, control=True),), ("Ctrl+T",), N_("Lessons")),
            Binding(Command.PUZZLES, (Chord(pygame.K_u, control=True),), ("Ctrl+U",), N_("Puzzles")),
            Binding(
                Command.YOU,
                (Chord(pygame.K_i, control=True),),
                ("Ctrl+I",),
                N_("You: ratings, what to do next"),
            ),
            Binding(
                Command.DEMONSTRATION,
                (Chord(pygame.K_d, control=True),),
                ("Ctrl+D",),
                N_("Demonstration"),
                N_("The computer plays and explains its moves"),
            ),
            Binding(Command.NEXT, (Chord(pygame.K_SPACE),), ("Space",), N_("Next exercise")),
            Binding(Command.SOLUTION, (Chord(pygame.K_h, shift=True),), ("Shift+H",), N_("Solution")),
            Binding(Command.COACH, (Chord(pygame.K_k),), ("K",), N_("Coach: the decisive moments")),
            Binding(Command.SHOW_WHY, (Chord(pygame.K_y),), ("Y",), N_("Show me why: play the proof")),
        ),
    ),
    Group(
        N_("Views and analysis"),
        (
            Binding(Command.FOLD_VIEW, (Chord(pygame.K_v),), ("V",), N_("Fold view of a piece")),
            Binding(None, (), ("Tab",), N_("Fold view: the next piece")),
            Binding(Command.ROUTES, (Chord(pygame.K_w),), ("W",), N_("Routes of a piece")),
            Binding(Command.REACH, (Chord(pygame.K_e),), ("E",), N_("Reach of both sides")),
            Binding(Command.HINT, (Chord(pygame.K_h),), ("H",), N_("Hint")),
            Binding(
                Command.REVIEW,
                (Chord(pygame.K_l, shift=True),),
                ("Shift+L",),
                N_("Review the game"),
            ),
            Binding(Command.ANALYSE, (Chord(pygame.K_l),), ("L",), N_("Analysis")),
            Binding(Command.THREATS, (Chord(pygame.K_x),), ("X",), N_("Threats")),
            Binding(Command.OPENINGS, (Chord(pygame.K_b),), ("B",), N_("Openings: what was played here")),
        ),
    ),
    Group(
        N_("The moves"),
        (
            Binding(
                Command.BACK,
                (Chord(pygame.K_LEFT),),
                ("Left", "Right"),
                N_("One move back, one forward"),
                tip=N_("One move back"),
            ),
            Binding(Command.ON, (Chord(pygame.K_RIGHT),), (), "", tip=N_("One move forward")),
            Binding(
                Command.FIRST,
                (Chord(pygame.K_HOME),),
                ("Home", "End"),
                N_("Go to the start, to the end"),
                tip=N_("Go to the start"),
            ),
            Binding(Command.LAST, (Chord(pygame.K_END),), (), "", tip=N_("Go to the end")),
            Binding(
                Command.PREVIOUS_VARIATION,
                (Chord(pygame.K_UP),),
                ("Up", "Down"),
                N_("Another variation"),
                tip=N_("Previous variation"),
            ),
            Binding(Command.NEXT_VARIATION, (Chord(pygame.K_DOWN),), (), "", tip=N_("Next variation")),
            Binding(
                Command.SCROLL_BACK,
                (Chord(pygame.K_PAGEUP),),
                ("PgUp", "PgDn"),
                N_("Scroll the list"),
                tip=N_("Scroll back"),
            ),
            Binding(Command.SCROLL_ON, (Chord(pygame.K_PAGEDOWN),), (), "", tip=N_("Scroll forward")),
            Binding(
                Command.CONTEXT_MENU,
                (Chord(CONTEXT_MENU_KEY), Chord(pygame.K_MENU), Chord(pygame.K_F10, shift=True)),
                ("Shift+F10",),
                N_("Menu of the selected item"),
            ),
            Binding(Command.PROMOTE, (Chord(pygame.K_p),), ("P",), N_("Make main line")),
            Binding(Command.DELETE_VARIATION, (Chord(pygame.K_DELETE),), ("Del",), N_("Delete from here")),
            Binding(Command.COMMENT, (Chord(pygame.K_c),), ("C",), N_("Comment")),
            Binding(
                Command.MARK_GOOD,
                (Chord(character="1"),),
                ("1 to 6",),
                N_("Annotate ! ? !! ?? !? ?!"),
                tip=N_("A good move"),
            ),
            Binding(Command.MARK_MISTAKE, (Chord(character="2"),), (), "", tip=N_("A mistake")),
            Binding(Command.MARK_BRILLIANT, (Chord(character="3"),), (), "", tip=N_("A brilliant move")),
            Binding(Command.MARK_BLUNDER, (Chord(character="4"),), (), "", tip=N_("A blunder")),
            Binding(Command.MARK_SPECULATIVE, (Chord(character="5"),), (), "", tip=N_("An interesting move")),
            Binding(Command.MARK_DUBIOUS, (Chord(character="6"),), (), "", tip=N_("A dubious move")),
        ),
    ),
    Group(
        N_("Select a game"),
        (
            Binding(None, (), ("Ctrl+B",), N_("Favourite")),
            Binding(None, (), ("Del",), N_("Remove from the list")),
        ),
    ),
    Group(
        N_("Studies"),
        (
            Binding(None, (), ("Ctrl+Up", "Ctrl+Down"), N_("Move the chapter")),
            Binding(None, (), ("F2",), N_("Rename the chapter")),
            Binding(None, (), ("Del",), N_("Delete the chapter")),
        ),
    ),
    Group(
        N_("Games"),
        (
            Binding(Command.GAME, (Chord(pygame.K_g),), ("G",), N_("Select a game")),
            Binding(Command.COMPOSE, (Chord(pygame.K_g, control=True),), ("Ctrl+G",), N_("Compose a game")),
            Binding(Command.SAVE, (Chord(pygame.K_s, control=True),), ("Ctrl+S",), N_("Save game")),
            Binding(Command.OPEN, (Chord(pygame.K_o, control=True),), ("Ctrl+O",), N_("Open game")),
            Binding(Command.LIBRARY, (Chord(pygame.K_l, control=True),), ("Ctrl+L",), N_("Library")),
            Binding(
                Command.ADD_TO_STUDY,
                (Chord(pygame.K_s, control=True, shift=True),),
                ("Ctrl+Shift+S",),
                N_("Add to a study"),
            ),
            Binding(
                Command.PREVIOUS_CHAPTER,
                (Chord(pygame.K_PAGEUP, control=True),),
                ("Ctrl+PgUp", "Ctrl+PgDn"),
                N_("Another chapter"),
                tip=N_("Previous chapter"),
            ),
            Binding(
                Command.NEXT_CHAPTER,
                (Chord(pygame.K_PAGEDOWN, control=True),),
                (),
                "",
                tip=N_("Next chapter"),
            ),
            Binding(
                Command.TOURNAMENT,
                (Chord(pygame.K_r, control=True),),
                ("Ctrl+R",),
                N_("Tournaments of programs"),
            ),
            Binding(
                Command.PEOPLE,
                (Chord(pygame.K_t, control=True, shift=True),),
                ("Ctrl+Shift+T",),
                N_("Tournaments of people"),
            ),
            Binding(
                Command.LABORATORY,
                (Chord(pygame.K_r, control=True, shift=True),),
                ("Ctrl+Shift+R",),
                N_("Laboratory"),
                N_("Tournaments of programs, training, engines"),
            ),
            Binding(Command.PICTURE, (Chord(pygame.K_p, control=True),), ("Ctrl+P",), N_("Save a picture")),
            Binding(Command.EDITOR, (Chord(pygame.K_e, control=True),), ("Ctrl+E",), N_("Set up a position")),
            Binding(Command.FIND, (Chord(character="/"),), (), "", tip=N_("Search games")),
            Binding(Command.COPY, (Chord(pygame.K_c, control=True),), ("Ctrl+C",), N_("Copy the position")),
            Binding(
                Command.COPY_GAME,
                (Chord(pygame.K_c, control=True, shift=True),),
                ("Ctrl+Shift+C",),
                N_("Copy the game"),
            ),
            Binding(
                Command.PASTE, (Chord(pygame.K_v, control=True),), ("Ctrl+V",), N_("Paste a position or game")
            ),
        ),
    ),
    OPEN_GAMES_KEYS,
    Group(
        N_("Everywhere"),
        (
            Binding(None, (), ("Tab",), N_("Move between buttons")),
            Binding(None, (), ("Space",), N_("Press the button")),
            Binding(Command.SETTINGS, (Chord(pygame.K_s), Chord(character=",")), ("S",), N_("Settings")),
            Binding(Command.MUTE, (Chord(pygame.K_m),), ("M",), N_("Turn sound off or on")),
            Binding(Command.LOUDER, (Chord(character="+"), Chord(character="=")), ("+",), N_("Louder")),
            Binding(Command.QUIETER, (Chord(character="-"),), ("-",), N_("Quieter")),
            Binding(
                Command.LARGER_TEXT,
                (
                    Chord(pygame.K_PLUS, control=True),
                    Chord(pygame.K_EQUALS, control=True),
                    Chord(pygame.K_EQUALS, control=True, shift=True),
                    Chord(pygame.K_KP_PLUS, control=True),
                ),
                ("Ctrl++", "Ctrl+-", "Ctrl+0"),
                N_("Larger, smaller, usual text"),
                tip=N_("Larger text"),
            ),
            Binding(
                Command.SMALLER_TEXT,
                (Chord(pygame.K_MINUS, control=True), Chord(pygame.K_KP_MINUS, control=True)),
                (),
                "",
                tip=N_("Smaller text"),
            ),
            Binding(
                Command.USUAL_TEXT,
                (Chord(pygame.K_0, control=True), Chord(pygame.K_KP_0, control=True)),
                (),
                "",
                tip=N_("Usual text"),
            ),
            Binding(None, (), ("Alt+Arrows",), N_("Scroll the window, if text is large")),
            Binding(Command.MOTION, (Chord(pygame.K_a),), ("A",), N_("Turn animation off or on")),
            Binding(Command.FULL_SCREEN, (Chord(pygame.K_F11),), ("F11",), N_("Full screen")),
            Binding(Command.RULES, (Chord(pygame.K_F1),), ("F1",), N_("Rules of this game")),
            Binding(Command.NOTICES, (Chord(pygame.K_i),), ("I",), N_("Show messages")),
            Binding(Command.KEYS, (Chord(character="?"),), ("?",), N_("Show shortcuts"), tip=N_("Shortcuts")),
            Binding(Command.QUIT, (Chord(pygame.K_q, control=True),), ("Ctrl+Q",), N_("Quit")),
        ),
    ),
    SPEECH_KEYS,
    EDITOR_KEYS,
)

SPEAKING = frozenset(binding.command for binding in SPEECH_KEYS.bindings if binding.command is not None)
"""The commands that say something."""


def binding_of(command: Command) -> Binding:
    """The keys of a command, and its text in the list."""
    bindings = (binding for group in KEYS for binding in group.bindings)
    return next(binding for binding in bindings if binding.command is command)


def command_of(event: pygame.Event) -> Command | None:
    """The command that a KEYDOWN event asks for, or None."""
    modifiers = getattr(event, "mod", 0)
    held = {
        "control": bool(modifiers & (pygame.KMOD_CTRL | pygame.KMOD_META)),
        "shift": bool(modifiers & pygame.KMOD_SHIFT),
        "alt": bool(modifiers & pygame.KMOD_ALT) and not modifiers & pygame.KMOD_MODE,
    }
    character = getattr(event, "unicode", "")
    for group in KEYS:
        for binding in group.bindings:
            if binding.command is not None and any(
                chord.matches(event.key, character, **held) for chord in binding.chords
            ):
                return binding.command
    return None


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
    binding = binding_of(command)
    caps = (_cap(binding.chords[0]),) if binding.tip or not binding.caps else binding.caps
    return tuple(map(cap_words, caps))


def tip_of(command: Command, text: str = "") -> Tip:
    """The tooltip of a button for this command: `text`, or else the text of the list, and the keys."""
    binding = binding_of(command)
    return Tip(text or _(binding.tip or binding.meaning), caps_of(command))


def _cap(chord: Chord) -> str:
    """A chord as it is written in the list: "Ctrl+Z"."""
    name = chord.character or _CAPS.get(chord.key) or pygame.key.name(chord.key).title()
    return "".join(("Ctrl+" if chord.control else "", "Shift+" if chord.shift else "", name))


_CAPS = {
    pygame.K_PAGEUP: "PgUp",
    pygame.K_PAGEDOWN: "PgDn",
    pygame.K_DELETE: "Del",
    pygame.K_ESCAPE: "Esc",
    pygame.K_TAB: "Tab",
}


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
    *modifiers, key = re.split(r"\+(?!$)", cap)
    return "+".join(names.get(part, part) for part in (*modifiers, key))
