"""A position: pieces, holes, side to move; and its FEN."""

from __future__ import annotations

from tests.reference.rules import Rules

Square = tuple[int, int]

# The Omega board's corners by name: (file, rank), beside a0, j0, j9 and a9.
CORNERS: dict[Square, str] = {(-1, -1): "w1", (10, -1): "w2", (10, 10): "w3", (-1, 10): "w4"}


def square_name(rules: Rules, square: Square) -> str:
    """Such as `e4`, or `w1` for a corner."""
    if rules.corners and square in CORNERS:
        return CORNERS[square]
    file, rank = square
    return "abcdefghij"[file] + str(rank + rules.lowest_rank)


def all_squares(rules: Rules) -> list[Square]:
    """Every square of the starting board, without voids."""
    squares = [(file, rank) for rank in range(rules.ranks) for file in range(rules.files)]
    if rules.corners:
        squares.extend(CORNERS)
    return squares


def find_square(rules: Rules, name: str) -> Square:
    """The square of that name."""
    for square in all_squares(rules):
        if square_name(rules, square) == name:
            return square
    raise ValueError(f"no square {name!r} in {rules.name}")


def is_white(piece: str) -> bool:
    """Whether this letter is one of White's pieces."""
    return piece.isupper()


class Position:
    """Pieces, holes and everything else that a move depends on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pieces: dict[Square, str] = {}
        # Removed squares; in Random Wormhole Chess the wormholes on empty squares.
        self.holes: set[Square] = set()
        # Random Wormhole Chess: the counters that lie under pieces.
        self.sleeping: set[Square] = set()
        self.white_to_move = True
        # Letters of the castling field: KQkq, or in Cheshire Cat Chess K and k.
        self.castling: set[str] = set()
        # The squares that the pawn that has just moved passed over.
        self.passed: list[Square] = []
        self.clock = 0
        self.number = 1

    def copy(self) -> Position:
        """A deep copy."""
        other = Position(self.rules)
        other.pieces = dict(self.pieces)
        other.holes = set(self.holes)
        other.sleeping = set(self.sleeping)
        other.white_to_move = self.white_to_move
        other.castling = set(self.castling)
        other.passed = list(self.passed)
        other.clock = self.clock
        other.number = self.number
        return other

    def is_square(self, square: Square) -> bool:
        """Whether this is a square of the starting board, and no void."""
        file, rank = square
        if self.rules.corners and square in CORNERS:
            return True
        return 0 <= file < self.rules.files and 0 <= rank < self.rules.ranks

    def is_void(self, square: Square) -> bool:
        """Whether this is a void: a place beside a corner square that is not a square."""
        file, rank = square
        if not self.rules.corners or self.is_square(square):
            return False
        return -1 <= file <= self.rules.files and -1 <= rank <= self.rules.ranks

    def kind(self, square: Square) -> str:
        """The piece type there, such as "knight"."""
        return self.rules.pieces[self.pieces[square].upper()]

    def royal_square(self, white: bool) -> Square | None:
        """The square of that player's King or Brain, if there is one."""
        royal = self.rules.royal if white else self.rules.royal.lower()
        for square, piece in self.pieces.items():
            if piece == royal:
                return square
        return None

    def placement(self) -> str:
        """The first field of the FEN."""
        margin = 1 if self.rules.corners else 0
        rows = []
        for rank in reversed(range(-margin, self.rules.ranks + margin)):
            row = ""
            empty = 0
            for file in range(-margin, self.rules.files + margin):
                square = (file, rank)
                if self.is_void(square):
                    letter = "*"
                elif square in self.holes:
                    letter = "x"
                elif square in self.pieces:
                    letter = self.pieces[square]
                else:
                    empty += 1
                    continue
                if empty:
                    row += str(empty)
                    empty = 0
                row += letter
            if empty:
                row += str(empty)
            rows.append(row)
        return "/".join(rows)

    def fen(self) -> str:
        """The whole FEN; with the sleeping counters in Random Wormhole Chess."""
        sleeping = [square_name(self.rules, square) for square in sorted(self.sleeping)]
        fields = [
            self.placement(),
            "w" if self.white_to_move else "b",
            "".join(letter for letter in "KQkq" if letter in self.castling) or "-",
            ",".join(square_name(self.rules, square) for square in self.passed) or "-",
            str(self.clock),
            str(self.number),
        ]
        if self.rules.left_square == "dice":
            fields.append(",".join(sleeping) or "-")
        return " ".join(fields)


def split_row(row: str) -> list[str]:
    """The squares of a row: a letter, "x", "*", or "" for an empty square. Numbers may have two digits."""
    cells = []
    digits = ""
    for letter in row + "/":
        if letter.isdigit():
            digits += letter
            continue
        if digits:
            cells.extend([""] * int(digits))
            digits = ""
        cells.append(letter)
    cells.pop()
    return cells


def read_placement(rules: Rules, text: str) -> Position:
    """The position of a FEN's first field."""
    position = Position(rules)
    margin = 1 if rules.corners else 0
    rows = text.split("/")
    if len(rows) != rules.ranks + 2 * margin:
        raise ValueError(f"{rules.name} has {rules.ranks + 2 * margin} rows, not {len(rows)}")
    for row_from_top, row in enumerate(rows):
        rank = rules.ranks + margin - 1 - row_from_top
        cells = split_row(row)
        if len(cells) != rules.files + 2 * margin:
            raise ValueError(f"{row!r} has {len(cells)} squares, not {rules.files + 2 * margin}")
        for column, cell in enumerate(cells):
            square = (column - margin, rank)
            if (cell == "*") != position.is_void(square):
                raise ValueError(f"void in the wrong place in {row!r}")
            if cell == "x":
                position.holes.add(square)
            elif cell not in {"", "*"}:
                position.pieces[square] = read_piece(rules, cell)
    return position


def read_piece(rules: Rules, letter: str) -> str:
    """The piece's letter; a lion may be written m."""
    if "L" in rules.pieces and letter in "Mm":
        return "L" if letter == "M" else "l"
    if letter.upper() not in rules.pieces:
        raise ValueError(f"no piece {letter!r} in {rules.name}")
    return letter


def read_fen(rules: Rules, text: str) -> Position:
    """The position of a FEN; missing fields at its end have default values."""
    defaults = ["", "w", "-", "-", "0", "1", "-"]
    fields = text.split()
    fields += defaults[len(fields) :]
    position = read_placement(rules, fields[0])
    position.white_to_move = fields[1] == "w"
    if fields[2] != "-":
        position.castling = set(fields[2])
    if fields[3] != "-":
        position.passed = [find_square(rules, name) for name in fields[3].split(",")]
    position.clock = int(fields[4])
    position.number = int(fields[5])
    if fields[6] != "-":
        position.sleeping = {find_square(rules, name) for name in fields[6].split(",")}
    return position
