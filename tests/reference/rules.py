"""The facts of each game from the rules page: board, pieces, start, mutator."""

from __future__ import annotations

from dataclasses import dataclass

Direction = tuple[int, int]

ARROW_NAMES: dict[str, Direction] = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}

# Section 10, copied: rank 8 first, files a to g.
SMESS_ARROWS = """
E,S     | E,S,W   | E,S,W       | E,S,W  | E,S,W       | E,S,W   | S
N,S     | E,S,NW  | N,E,S,W     | E,S,W  | N,E,S,W     | S,W     | N,S
N,E,S   | N,E,S,W | NE,SE,SW,NW | E,W    | NE,SE,SW,NW | N,E,W   | N,S,W
NE,E,SE | E       | N,E,S       | all 8  | N,E,S       | N,E,S,W | N,S
N,S     | N,E,S,W | N,S,W       | all 8  | N,S,W       | W       | SW,W,NW
N,E,S   | E,S,W   | NE,SE,SW,NW | E,W    | NE,SE,SW,NW | N,E,S,W | N,S,W
N,S     | N,E     | N,E,S,W     | N,E,W  | N,E,S,W     | N,SE,W  | N,S
N       | N,E,W   | N,E,W       | N,E,W  | N,E,W       | N,E,W   | N,W
"""


def read_arrows(text: str) -> dict[tuple[int, int], list[Direction]]:
    """The directions named on each square; a1 is (0, 0)."""
    arrows = {}
    rows = text.strip().splitlines()
    for row_from_top, row in enumerate(rows):
        rank = len(rows) - 1 - row_from_top
        for file, cell in enumerate(row.split("|")):
            words = cell.strip()
            names = list(ARROW_NAMES) if words == "all 8" else words.split(",")
            arrows[(file, rank)] = [ARROW_NAMES[name] for name in names]
    return arrows


@dataclass(frozen=True)
class Rules:
    """One game's facts.

    `left_square` is the mutator: the square that a piece leaves "stays", is removed and the board "folds",
    "vanishes" without folding, or stays and "dice" place counters.
    """

    name: str
    start: str
    pieces: dict[str, str]
    left_square: str
    files: int = 8
    ranks: int = 8
    lowest_rank: int = 1
    corners: bool = False
    royal: str = "K"
    promotions: str = ""
    white_pawns: int = 1
    black_pawns: int = 6
    first_pawn_steps: int = 2
    castling: bool = False
    kings_file: int = 4
    rooks_files: tuple[int, int] = (0, 7)
    en_passant: bool = False
    kings_first_move: bool = False
    arrows: bool = False
    stalemate: str = "loss"
    # Draws other than stalemate.
    repetition: bool = False
    quiet_moves: int | None = None
    dead: str = "none"

    def first_rank(self, white: bool) -> int:
        """The rank nearest to that player."""
        return 0 if white else self.ranks - 1

    def last_rank(self, white: bool) -> int:
        """The rank where that player's pawns promote."""
        return self.first_rank(not white)

    def pawn_rank(self, white: bool) -> int:
        """The rank where that player's pawns start."""
        return self.white_pawns if white else self.black_pawns


FIDE_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
FIDE_PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
OMEGA_START = (
    "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/"
    "*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W"
)
OMEGA_PIECES = {**FIDE_PIECES, "C": "champion", "W": "wizard"}
SMESS_START = "1ssbss1/nnnnnnn/7/7/7/7/NNNNNNN/1SSBSS1"
SMESS_PIECES = {"B": "brain", "N": "ninny", "S": "numskull"}

ALL_RULES = [
    Rules(
        name="wormhole",
        start="cnwlkwnc/pppppppp/8/8/8/8/PPPPPPPP/CNWLKWNC",
        pieces={"K": "king", "L": "lion", "W": "wizard", "N": "knight", "C": "champion", "P": "pawn"},
        left_square="folds",
        promotions="LCWN",
    ),
    Rules(
        name="wormhole2",
        start=FIDE_START,
        pieces={**FIDE_PIECES, "Q": "short queen", "R": "short rook", "B": "short bishop"},
        left_square="folds",
        promotions="QRBN",
    ),
    Rules(
        name="wormhole-fide",
        start=FIDE_START,
        pieces=FIDE_PIECES,
        left_square="folds",
        promotions="QRBN",
    ),
    Rules(
        name="wormhole-omega",
        start=OMEGA_START,
        pieces=OMEGA_PIECES,
        left_square="folds",
        files=10,
        ranks=10,
        lowest_rank=0,
        corners=True,
        promotions="QRBNCW",
        black_pawns=8,
        first_pawn_steps=3,
    ),
    Rules(
        name="wormhole-smess",
        start=SMESS_START,
        pieces=SMESS_PIECES,
        left_square="folds",
        files=7,
        royal="B",
        promotions="S",
        arrows=True,
        dead="bare royals",
    ),
    Rules(
        name="cheshire",
        start=FIDE_START,
        pieces=FIDE_PIECES,
        left_square="vanishes",
        promotions="QRBN",
        en_passant=True,
        kings_first_move=True,
        stalemate="draw",
        repetition=True,
        quiet_moves=100,
        dead="bare royals",
    ),
    Rules(
        name="cheshire10",
        start="rrnbqkbnrr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RRNBQKBNRR",
        pieces=FIDE_PIECES,
        left_square="vanishes",
        files=10,
        ranks=10,
        promotions="QRBN",
        black_pawns=8,
        en_passant=True,
        kings_file=5,
        kings_first_move=True,
        stalemate="draw",
        repetition=True,
        quiet_moves=100,
        dead="bare royals",
    ),
    Rules(
        name="random-wormhole",
        start=FIDE_START,
        pieces=FIDE_PIECES,
        left_square="dice",
        promotions="QRBN",
        castling=True,
        en_passant=True,
        stalemate="draw",
        repetition=True,
        quiet_moves=100,
        dead="bare royals",
    ),
    Rules(
        name="omega",
        start=OMEGA_START,
        pieces=OMEGA_PIECES,
        left_square="stays",
        files=10,
        ranks=10,
        lowest_rank=0,
        corners=True,
        promotions="QRBNCW",
        black_pawns=8,
        first_pawn_steps=3,
        castling=True,
        kings_file=5,
        rooks_files=(1, 8),
        en_passant=True,
        stalemate="draw",
        repetition=True,
        quiet_moves=100,
        dead="one minor piece",
    ),
    Rules(
        name="smess",
        start=SMESS_START,
        pieces=SMESS_PIECES,
        left_square="stays",
        files=7,
        royal="B",
        promotions="S",
        arrows=True,
        repetition=True,
        quiet_moves=100,
        dead="bare royals",
    ),
    Rules(
        name="chess",
        start=FIDE_START,
        pieces=FIDE_PIECES,
        left_square="stays",
        promotions="QRBN",
        castling=True,
        en_passant=True,
        stalemate="draw",
        repetition=True,
        quiet_moves=100,
        dead="fide",
    ),
]

RULES = {rules.name: rules for rules in ALL_RULES}
ARROWS = read_arrows(SMESS_ARROWS)
