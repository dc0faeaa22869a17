"""A second reader of a game's file, from its fields and Betza's letters alone.

It does not check whether the file is valid: it is for files that the package accepts.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from tests.reference import betza

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CATALOGUE = Path(__file__).parents[2] / "wormhole" / "rules" / "catalogue"

Square = tuple[int, int]
"""(column, row), counted from White's left corner."""

Castling = tuple[Square, Square, Square, Square]

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@dataclass
class Kind:
    """A piece type. Squares are White's."""

    letter: str
    ways: list[betza.Reach]
    royal: bool
    pawn: bool
    passes: bool
    home: set[Square]
    black_home: set[Square] | None
    zone: set[Square]
    becomes: str
    stands: set[Square] | None = None
    promotion: str = "forced"
    leaving: bool = False
    capturing: bool = False
    """Whether it promotes by captures alone."""
    home_attacks: bool = False
    until_moved: bool = False
    """Whether it has its first moves where it starts, until it moves."""
    first_in_check: bool = True
    lost_to: str = ""
    """Kinds that end the first moves of the other side's king by aiming at it."""
    faces: bool = False
    drops: dict[str, Any] = field(default_factory=dict)
    """The table of its drops."""
    dropped_on: set[Square] | None = None
    in_place: bool = False
    in_hand: str = ""
    front: str = ""
    """The letter of the piece whose other side it is."""
    crowned: bool = False
    """Whether it is one of several royal pieces."""
    limited: str = ""
    """What it becomes only if such a piece was lost."""
    passed: set[Square] | None = None
    """Where it can be captured en passant, if not everywhere."""
    survives: str = "nothing"
    points: int = 0
    screens: bool = True
    spares: str = ""


@dataclass
class FileRules:
    """A game."""

    columns: int
    rows: int
    squares: set[Square]
    files: list[str]
    """The labels of the columns; a star for none."""
    names: dict[Square, str]
    kinds: dict[str, Kind]
    aliases: dict[str, str]
    start: dict[Square, str]
    start_holes: set[Square]
    start_text: str
    left_square: str
    arrows: dict[Square, set[betza.Vector]] | None
    goal: str
    stalemate: str
    repetitions: int
    quiet_moves: int
    dead: list[tuple[list[str], list[str]]]
    dead_same_color: str
    castlings: dict[str, Castling]
    """By right: the king's square, where it goes, the rook's square, where it goes."""
    endings: dict[str, Any] = field(default_factory=dict)
    lines: set[Square] = field(default_factory=set)
    castler: str = ""
    hands: dict[str, Any] = field(default_factory=dict)
    capture: str = "stay"
    gates: set[Square] = field(default_factory=set)
    """White's squares whose piece may let in another one."""
    partners: str = ""
    drops_castle: bool = False
    """Whether kings and rooks castle that were dropped."""
    anywhere: bool = False
    """Whether castling is written as if the king took its rook."""

    def turned(self, square: Square) -> Square:
        """The square as Black sees it."""
        return self.columns - 1 - square[0], self.rows - 1 - square[1]

    @property
    def royal(self) -> str:
        """The letter of the royal kind; empty if there is none."""
        return next((kind.letter for kind in self.kinds.values() if kind.royal), "")

    def squares_named(self, text: str) -> set[Square]:
        """The squares of a list such as ``d4 a8-h8``."""
        at = {name: square for square, name in self.names.items()}
        found = set()
        for word in text.split():
            ends = [at[name] for name in word.split("-")]
            (left, right), (low, high) = (sorted(each) for each in zip(ends[0], ends[-1], strict=True))
            found |= {(x, y) for x, y in self.squares if left <= x <= right and low <= y <= high}
        return found

    @property
    def squares_go(self) -> bool:
        """Whether a square that is left goes."""
        return self.left_square in ("fold", "vanish")


def read(text: str) -> FileRules:
    """The rules in a file's text."""
    own = tomllib.loads(text)
    return rules_of(whole(own))


EITHER = (
    ("promotion_rank", "promotion_squares"),
    ("promotion_squares", "promotion_rank"),
    ("home_rank", "home_squares"),
    ("home_squares", "home_rank"),
    ("home_squares", "black_home_squares"),
    ("home_rank", "black_home_squares"),
)
"""A field of the file that takes the place of another one that is inherited."""

LOST_TO_DICE = {"checks", "checking", "mating", "mate_loses", "perpetual_check_loses"}
"""Rules of endings that no game with random wormholes has, since the dice may give check."""


def whole(own: dict[str, Any]) -> dict[str, Any]:
    """All fields, with those of the game that is inherited."""
    if "inherits" not in own:
        return own
    below = whole(tomllib.loads((CATALOGUE / f"{own['inherits']}.toml").read_text("utf-8")))
    mutator = below.get("mutator", {}).get("left_square", "none")
    if own.get("mutator", {}).get("left_square", mutator) != mutator:
        for key in ("repetitions", "quiet_moves"):
            below.get("endings", {}).pop(key, None)
    for letter in own.get("pieces", {}).get("without", ""):
        del below["pieces"][letter]
    for letter, piece in own.get("pieces", {}).items():
        for one, other in EITHER:
            if isinstance(piece, dict) and one in piece:
                below["pieces"].get(letter, {}).pop(other, None)
    forget_material(below, own.get("pieces", {}))
    return joined(below, own)


def forget_material(below: dict[str, Any], pieces: dict[str, Any]) -> None:
    """What is dead with a piece is not known of one that is new or moves otherwise, unless it is royal."""
    endings = below.get("endings", {})
    for letter, piece in pieces.items():
        known = below["pieces"].get(letter)
        if letter == "without" or (known and known.get("royal")):
            continue
        if not known or piece.get("moves", known["moves"]) != known["moves"]:
            endings["dead"] = [text for text in endings.get("dead", []) if letter not in text]
            endings["dead_same_color"] = endings.get("dead_same_color", "").replace(letter, "")


def joined(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Two tables; what both have comes from ``above``."""
    made = {**below, **above}
    for key in below.keys() & above.keys():
        if isinstance(below[key], dict):
            made[key] = joined(below[key], above[key])
    return made


def cells_of(text: str) -> list[list[str]]:
    """The places of a placement, bottom row first: a letter, ``x``, ``*`` or a blank."""
    rows = []
    for line in reversed(text.split("/")):
        row: list[str] = []
        digits = ""
        for letter in [*line, ""]:
            if letter.isdigit():
                digits += letter
                continue
            row += [" "] * int(digits or 0)
            digits = ""
            row += [letter] * bool(letter)
        rows.append(row)
    return rows


def rules_of(table: dict[str, Any]) -> FileRules:
    """The rules of a file with all its fields."""
    board, endings = table["board"], table.get("endings", {})
    left_square = table.get("mutator", {}).get("left_square", "none")
    cells = cells_of(board["start"])
    columns, rows = len(cells[0]), len(cells)
    files = board.get("files") or list(ascii_lowercase[:columns])
    ranks = board.get("ranks") or [str(number) for number in range(1, rows + 1)]
    others = iter(board.get("other_squares", []))
    names = {
        (x, y): next(others) if "*" in (files[x], ranks[y]) else files[x] + ranks[y]
        for y in range(rows)
        for x in range(columns)
        if cells[y][x] != "*"
    }
    pieces = {letter: piece for letter, piece in table["pieces"].items() if letter != "without"}
    goal = endings.get("goal", "checkmate")
    arrows = read_arrows(board.get("arrows"), names)
    plain = left_square != "fold" and goal == "checkmate" and arrows is None
    if endings.get("royal", "one") != "one":
        several = endings["royal"] != "none"
        pieces = {
            letter: {**piece, "royal": False, "crowned": several and piece.get("royal", False)}
            for letter, piece in pieces.items()
        }
    kinds = {letter: read_kind(letter, piece, names, ranks, rows, plain) for letter, piece in pieces.items()}
    dead = [
        (sorted(one), sorted(other))
        for one, other in (text.split("/") for text in endings.get("dead", []))
        if set(one + other) <= set(kinds)
    ]
    aliases = {alias: letter for letter, piece in pieces.items() for alias in piece.get("aliases", "")}
    start = {}
    for x, y in names:
        letter = cells[y][x]
        if letter not in " x":
            own = letter if letter.upper() in kinds else aliases[letter.upper()]
            start[x, y] = own.upper() if letter.isupper() else own.lower()
    lasts = left_square in ("none", "random")
    made = FileRules(
        columns=columns,
        rows=rows,
        squares=set(names),
        files=files,
        names=names,
        kinds=kinds,
        aliases=aliases,
        start=start,
        start_holes={(x, y) for x, y in names if cells[y][x] == "x"},
        start_text=board["start"],
        left_square=left_square,
        arrows=arrows,
        goal=goal,
        stalemate=endings.get("stalemate", "draw"),
        repetitions=endings.get("repetitions", 3 if lasts else 0),
        quiet_moves=endings.get("quiet_moves", 100 if lasts else 0),
        dead=dead,
        dead_same_color="".join(each for each in endings.get("dead_same_color", "") if each in kinds),
        castlings={},
    )
    if left_square == "random":
        for kind in kinds.values():
            kind.ways = [way for way in kind.ways if not (kind.royal and way.first)]
    made.endings = dict(endings)
    if left_square == "random":
        for key in LOST_TO_DICE & made.endings.keys():
            del made.endings[key]
        if endings.get("goal_wins") == "if safe":
            made.endings["goal_wins"] = "next turn"
    made.hands = table.get("hands", {})
    made.capture = table.get("mutator", {}).get("capture", "stay")
    made.lines = made.squares_named(board.get("lines", ""))
    castlers = [letter for letter, piece in pieces.items() if piece.get("castles_with")]
    made.castler = made.royal or "".join(castlers[:1])
    made.gates = set() if made.squares_go else made.squares_named(made.hands.get("gating", ""))
    king = pieces.get(made.castler, {})
    held = made.castler in made.hands.get("start", "").upper() and bool(made.castler)
    made.partners = king.get("castles_with", "")
    made.drops_castle = held and "castles_from" in king and endings.get("royal", "one") == "one"
    made.anywhere = king.get("castles_anywhere", False) and bool(made.royal)
    if king.get("castles_with") and goal == "checkmate" and not made.squares_go:
        named = {name: square for square, name in names.items()}
        to = [named[text] for text in king.get("castles_to", "").split()]
        if made.drops_castle and not keeps_castling_out(made, to):
            made.castlings = castlings_of_dropped(made, named[king["castles_from"]], to)
        elif not keeps_castling_out(made, to):
            made.castlings = castlings_of(made, king["castles_with"], to)
    return made


def read_kind(
    letter: str, piece: dict[str, Any], names: dict[Square, str], ranks: list[str], rows: int, plain: bool
) -> Kind:
    """A piece type; ``plain`` if the game may have en passant."""

    def rank(label: int) -> set[Square]:
        return {square for square in names if square[1] == ranks.index(str(label))}

    def listed(text: str) -> set[Square]:
        by_name = {name: square for square, name in names.items()}
        found = set()
        for word in text.split():
            (x, y), (u, v) = (by_name[name] for name in (word.split("-") * 2)[:2])
            found |= {(a, b) for a, b in names if min(x, u) <= a <= max(x, u) and min(y, v) <= b <= max(y, v)}
        return found

    royal = piece.get("royal", False)
    drops = piece.get("drops", {})
    home = rank(piece["home_rank"]) if "home_rank" in piece and not royal else set()
    zone: set[Square] = set()
    if piece.get("promotes_to") and not piece.get("promotes_capturing"):
        if "promotion_squares" in piece:
            zone = listed(piece["promotion_squares"])
        elif "promotion_rank" in piece:
            zone = rank(piece["promotion_rank"])
        else:
            zone = {square for square in names if square[1] == rows - 1}
    return Kind(
        letter=letter,
        ways=[
            *betza.read(piece["moves"]),
            *(replace(way, lined=True) for way in betza.read(piece.get("on_lines", ""))),
        ],
        royal=royal,
        pawn=piece.get("pawn", False),
        passes=(piece.get("en_passant") or "e" in piece["moves"]) and plain,
        black_home=listed(piece["black_home_squares"]) if "black_home_squares" in piece else None,
        home=listed(piece["home_squares"]) if "home_squares" in piece and "i" in piece["moves"] else home,
        zone=zone,
        becomes=piece.get("promotes_to", ""),
        stands=listed(piece["may_stand_on"]) if "may_stand_on" in piece else None,
        promotion=piece.get("promotion", "forced"),
        leaving=piece.get("promotes_leaving", False),
        capturing=piece.get("promotes_capturing", False),
        home_attacks=piece.get("home_attacks", False),
        until_moved=piece.get("home_until_moved", False) and not royal,
        first_in_check=piece.get("home_in_check", True),
        lost_to=piece.get("home_lost_to", ""),
        faces=piece.get("faces", False),
        drops=drops,
        dropped_on=listed(drops["squares"]) if "squares" in drops else None,
        in_place=piece.get("promotes_in_place", False),
        front=piece.get("promoted_from", ""),
        in_hand=piece.get("in_hand", "") or piece.get("promoted_from", ""),
        crowned=piece.get("crowned", False),
        limited=piece.get("promotes_if_lost", ""),
        passed=listed(piece["en_passant_squares"]) if "en_passant_squares" in piece else None,
        survives=piece.get("survives", "nothing"),
        points=piece.get("points", 0),
        screens=piece.get("screens", True),
        spares=piece.get("spares", ""),
    )


def read_arrows(lines: list[str] | None, names: dict[Square, str]) -> dict[Square, set[betza.Vector]] | None:
    """The directions in which a piece may leave each square; None on a board without arrows."""
    if not lines:
        return None
    found = {}
    for x, y in names:
        words = lines[len(lines) - 1 - y].split("|")[x].replace(",", " ").split()
        numbers = range(8) if "all" in words else map(COMPASS.index, words)
        found[x, y] = {betza.compass(number) for number in numbers}
    return found


def keeps_castling_out(rules: FileRules, to: list[Square]) -> bool:
    """Whether a king does not castle: it has another first move, or goes as far aside anyway."""
    lengths = range(2, rules.columns) if to else [2]
    return any(
        way.first
        or (
            not rules.anywhere
            and len(set(way.steps)) == 1
            and way.steps[0][1] == 0
            and (way.endless or len(way.steps) in lengths)
        )
        for way in rules.kinds[rules.castler].ways
    )


def castlings_of_dropped(rules: FileRules, home: Square, to: list[Square]) -> dict[str, Castling]:
    """The ways to castle of a king that is dropped at home, with the corners of its rank."""
    found = {}
    for white in (True, False):
        x, y = home if white else (home[0], rules.rows - 1 - home[1])
        rank = sorted(at for at in rules.squares if at[1] == y)
        if (x, y) not in rank or (to and y != (to[0][1] if white else rules.rows - 1 - to[0][1])):
            continue
        for name, toward, rook in zip("KQ" if white else "kq", (1, -1), (rank[-1], rank[0]), strict=True):
            end = to["KQkq".index(name) % 2][0] if to else x + 2 * toward
            far = (rook[0] - x) * toward > (0 if to else 2)
            on_board = {(end, y), (end - toward, y)} <= rules.squares
            if far and on_board and (end - x) * toward > 1:
                found[name] = (x, y), (end, y), rook, (end - toward, y)
    return found


def castlings_of(rules: FileRules, partners: str, to: list[Square]) -> dict[str, Castling]:
    """The king's two ways to castle, of each side, with the nearest or the farthest rooks."""
    found = {}
    for white, names in ((True, "KQ"), (False, "kq")):
        letter = rules.castler if white else rules.castler.lower()
        stand = [square for square, piece in rules.start.items() if piece == letter]
        if len(stand) != 1:
            continue
        ((x, y),) = stand
        if to and y != (to[0][1] if white else rules.rows - 1 - to[0][1]):
            continue
        for name, toward in zip(names, (1, -1), strict=True):
            end = to["KQkq".index(name) % 2][0] if to else x + 2 * toward
            far = [
                abs(at[0] - x)
                for at, piece in rules.start.items()
                if piece.isupper() is white
                and piece.upper() in partners
                and at[1] == y
                and (at[0] - x) * toward > (0 if to or rules.anywhere else 2)
            ]
            beside = end - toward
            if (
                far
                and {(end, y), (beside, y)} <= rules.squares
                and (rules.anywhere or (end - x) * toward > 1)
            ):
                away = max(far) if rules.anywhere else min(far)
                found[name] = (x, y), (end, y), (x + away * toward, y), (beside, y)
    return found
