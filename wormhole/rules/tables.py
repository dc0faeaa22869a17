"""The tables of a game: the numbers and arrays that the loops read. No loop knows a game by name.

A piece is a number, ``2 + 2 * index of its type + side`` with White 0 and Black 1. Number 0 is an empty
square, and 1 is a removed square or one beyond the edge.

:mod:`wormhole.rules.tabulation` makes the tables.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wormhole.rules.geometry import OFF, ROW
from wormhole.rules.variant import Variant

EMPTY, GONE = 0, 1
FIRST_PIECE = 2
MAX_PIECE_TYPES = 30
"""Most piece types of a game: the numbers of all pieces must be bits of one int64."""

PIECE_NUMBERS = 2 * MAX_PIECE_TYPES + 4
WALL = PIECE_NUMBERS - 2
"""A square that has turned to stone, where squares stay; like a piece that is nobody's."""
GATE = PIECE_NUMBERS - 1
"""Among the random numbers, a square with the right to gate; no piece has this number."""

HAND = OFF - 1 - PIECE_NUMBERS
"""Piece ``m`` in a hand stands on ``HAND + m``, no square of the board. Its drops come from there."""

MAX_NODES = 4096
"""Room for the nodes of a game; the same for all games, so that the loops are compiled once."""
VECTORS = 64
"""Most vectors of the pieces of a game with passages."""
MOST_COUNTED = 32
MOST_IN_HAND = 128
"""More than a side can have in hand of one piece."""

NO_FOLD = 8 * ROW
"""Offset of the links that do not fold."""

# What a piece meets on a square; also the bit of a node's flags that allows it to end there.
ON_EMPTY, ON_ENEMY, ON_OTHER = 0, 1, 2

# Flags of nodes.
MOVES = 1 << ON_EMPTY
"""The piece may end there on an empty square."""
CAPTURES = 1 << ON_ENEMY
"""The piece may end there by capturing."""
SPECIAL = 8
"""Flags from here on are for nodes that are not plain steps."""
RIDES = 8
"""The step is repeated until something is in the way."""
RESTRICTED = 16
"""Flags from here on are for steps that may not be possible."""
LAME = 16
"""The square behind the step must hold no piece."""
FROM_HOME = 32
"""Only for a piece with its first-move powers."""
ARROWED = 64
"""The arrow on the square that the piece leaves must allow it."""
HOPS = 128
"""The square behind the step must hold a piece; where ``LAME``, it must not. See ``Tables.stops``."""
FACES = 256
"""Of an attack node that rides: a royal piece attacks only the other one."""
LINED = 512
"""The step leads along a line."""
LEAPS = 1024
"""With passages: the path leaps."""
TREADS = 2048
"""With passages: the path may end on wormholes."""

# What the paths of a piece are: ``Tables.paths``.
STEPS = 0
"""Plain steps only."""
WALKS = 1
"""Also rides and other special steps."""
MEETING_WALKS = 2
"""Also such that two may end on the same square."""
PASSAGE_WALKS = 3
"""Those of a game with passages."""

# When a piece on a square has its first-move powers: ``Tables.home``.
AT_HOME = 1
"""Always."""
AT_HOME_BY_RIGHT = 2
"""While its side has its first right."""
AT_HOME_BY_SECOND_RIGHT = 3
"""While its side has its second right."""

# What restricts the moves of a piece: ``Tables.filters``.
PROMOTES = 1
"""It promotes."""
CONFINED = 2
"""There are squares where it, or what it becomes, may not stand."""
MAY_STAY = 4
"""It need not promote."""
LEAVES = 8
"""It promotes by leaving the zone, too."""
TO_LOST = 16
"""It promotes to pieces that were lost."""
SPARES = 32
"""It cannot capture all pieces."""
BY_CAPTURE = 64
"""It promotes by captures alone."""

# Which captures a piece survives, where captures explode or petrify: ``Tables.survives``.
SURVIVES_BESIDE = 1
"""Those beside it."""
SURVIVES_ALL = 2
"""Its own, too."""

# How a piece passes squares on which it can be captured: ``Tables.en_passant``.
STRAIGHT = 1
"""Straight forward on any square."""
OTHERWISE = 2
"""As ``Tables.long_steps`` and ``Tables.passable`` say."""

# What a piece is to castling: ``Tables.castles``.
CASTLES, CASTLES_WITH = 1, 2

# The wings of castling: towards the last file, and towards the first.
SHORT, LONG = 0, 1

# What the drop of a piece may not give: ``Tables.mateless``.
NOT_WITH_MATE, NOT_WITH_CHECK = 1, 2

# What one of several royal pieces is: ``Tables.royals``.
CROWNED = 1
"""Royal."""
CROWNED_OTHER_SIDE = 2
"""Royal, and the other side of a piece that turns over by promoting."""

# When a side may pass: ``Options.passing``.
NEVER_PASSES, ALWAYS_PASSES, PASSES_STUCK = range(3)

# When reaching a goal wins: ``Options.goal``.
GOAL_AT_ONCE, GOAL_NEXT_TURN, GOAL_UNLESS_ANSWERED, GOAL_IF_SAFE = 1, 2, 3, 4

# Which of several royal pieces may not be left attacked: ``Options.royals``.
ALL_ROYAL = 1
"""None of them may be."""
LAST_ROYAL = 2
"""The last one may not."""
DUPLE_ROYAL = 3
"""They may not all be."""
CAPTURED_ROYAL = 4
"""Added where there is no check."""

# Results for a side.
LOST, DRAWN, WON = 0, 1, 2

# Who wins a game that the other rules would draw: ``Options.draw_goes_to``.
TO_NOBODY, TO_WHITE, TO_BLACK, TO_POINTS, TO_PIECES = range(5)

# How far repetitions matter: ``Options.repeats``.
REPEATS_DRAW = 1
"""A repetition draws the game."""
REPEATS_DECIDE = 2
"""A repetition may decide the game."""

# Who may let pieces in from the hand: ``Options.gates``.
GATES_ONCE = 1
"""A side, until its hand is empty."""
GATES_REFILLED = 2
"""A side; an empty hand may have pieces again."""

# Into whose hand a captured piece goes where promoted pieces become what they were: ``Options.marks``.
MARKS_OF_OWN, MARKS_OF_PARTNER = 1, 2

# Indices of a rule in ``Tables.extinct``.
EXTINCT_PIECE = 0
"""White's number of the piece, or 0 for all."""
EXTINCT_MOST = 1
"""With how many or fewer a side has the result."""
EXTINCT_RESULT = 2
"""``LOST``, ``DRAWN`` or ``WON``."""
EXTINCT_AGAINST = 3
"""How many the other side must have, or more."""
EXTINCT_WAITS = 4
"""1 if that must be one more on the side's own turn."""
EXTINCT_ROW = 5

# Indices of ``Tables.counting``, and of its rows: a rule of :mod:`.draw_limits`, with limits in plies.
SEVERAL = 0
"""The limit for a side with several pieces."""
FEW = 1
"""How many pieces that side has at most; 0 for any number."""
DESPITE_PAWNS = 2
"""1 if a side with several pieces counts while there are pawns."""
FROM_PIECES = 3
"""1 if a lone royal piece begins with the number of all pieces."""
LONE = 4
"""The limit for a lone royal piece against any other pieces."""
COUNT_ROWS = 5
"""The first row, for a lone royal piece."""
COUNT_PIECE, COUNT_LEAST, COUNT_ROW_LIMIT, COUNT_ROW = range(4)
"""White's number of a piece, how many of them, the limit against these, and the length of a row."""


class Options(NamedTuple):
    """The rules of a game that no array has, one number each: 0 or 1 if not said otherwise."""

    # What happens to the square that a piece leaves.
    stays: int = 0
    """Squares stay: chess, or Random Wormhole Chess."""
    folds: int = 0
    """A square is removed, and its neighbours become neighbours of each other."""
    vanishes: int = 0
    """A square is removed; only rides pass over the hole."""
    passages: int = 0
    """Wormholes lead to other squares: Random Wormhole Chess."""

    # How pieces move and attack.
    lines: int = 0
    """Some steps lead only along the lines of a palace."""
    hoppers: int = 0
    """A piece that arrives may open an attack."""
    places: int = 0
    """It depends on the place how a piece moves or attacks."""
    any_pinned: int = 0
    """``hoppers``, ``places``, ``lines`` or ``passages``."""
    unpinned: int = 0
    """Pins alone do not say which moves are safe."""
    untested: int = 0
    """Moves are listed without a test for check: there is none, or :mod:`.loops.legal` tests them."""
    in_place: int = 0
    """Pieces promote instead of moving."""
    tracks: int = 0
    """There are castling rights, rights to first moves, en passant, passes or hands."""
    aims: int = 0
    """Pieces may end first rights."""
    calm_first_moves: int = 0
    """A royal piece in check has no first moves."""
    castles_dropped: int = 0
    """King and rook that are dropped on their squares may castle."""

    # Royal pieces, check and mate.
    royal_capture: int = 0
    """There is no check, or one of several royal pieces."""
    royals: int = 0
    """Which of several royal pieces may not be left attacked: ``ALL_ROYAL`` and the next; 0 for one royal."""
    shielded: int = 0
    """A royal piece beside the other one is not in check."""
    no_checking: int = 0
    """No move may give check."""
    no_fleeing: int = 0
    """A royal piece in check moves only to capture the one piece that gives it."""
    bikjang: int = 0
    """Royal pieces that face each other draw the game, if the side to move passes."""
    mate_draws: int = 0
    """Checkmate draws the game."""
    mate_wins: int = 0
    """Who is checkmated wins."""
    mating: int = 0
    """Bit ``m`` if a check by piece ``m`` makes a checkmate win; 0 if all do."""
    mate_loses: int = 0
    """Bit ``m`` if a checkmate by such pieces alone loses."""
    stalemate_draws: int = 0
    """A side without a move that is not in check draws."""
    stalemate_wins: int = 0
    """Such a side wins."""
    stalemate_counts: int = 0
    """Of such a side, the result depends on who has more pieces."""

    # Captures.
    must_capture: int = 0
    """A side that can capture must."""
    aftermath: int = 0
    """Captures explode or petrify."""
    petrifies: int = 0
    """Captures petrify."""

    # Hands.
    hands: int = 0
    """The number of squares, if there are hands."""
    no_drops: int = 0
    """Pieces in hand come in only by gating."""
    forced_drops: int = 0
    """Bit ``m`` if piece ``m`` must be dropped while it is in hand and can be."""
    apart: int = 0
    """Bit ``m`` if pieces ``m`` are dropped on squares of both colours."""
    mateless: int = 0
    """A drop may not give mate, or check."""
    marks: int = 0
    """A promoted piece becomes in a hand what it was: ``MARKS_OF_OWN`` or ``MARKS_OF_PARTNER``."""
    held_royal: int = 0
    """White's number of the royal piece, if it is in hand at first."""
    gates: int = 0
    """Whether a piece that first leaves its square may let one in: ``GATES_ONCE`` or ``GATES_REFILLED``."""

    # Other endings.
    consequences: int = 0
    """Something may follow from a move: an explosion, a piece in hand, a count, or an ending beside mate."""
    duties: int = 0
    """Not all moves that leave the king safe are legal, drops that may not give mate apart."""
    goal: int = 0
    """When reaching a goal wins: ``GOAL_AT_ONCE`` and the next; 0 if there are no goals."""
    extinctions: int = 0
    """The number of rules of extinction."""
    answered: int = 0
    """Some rule of extinction depends on whose turn it is."""
    checks: int = 0
    """The number of checks that win; 0 if they are not counted."""
    counts: int = 0
    """Moves are counted, see :mod:`.draw_limits`."""
    passing: int = 0
    """When a side may pass: ``NEVER_PASSES``, ``ALWAYS_PASSES`` or ``PASSES_STUCK``."""
    bare_draws: int = 0
    """Two lone royal pieces draw the game."""
    quiet_limit: int = 0
    """The quiet plies that draw the game; 0 for no limit."""
    repeats: int = 0
    """``REPEATS_DRAW`` or ``REPEATS_DECIDE`` if repetitions matter."""
    repeated_for_white: int = 0
    """The result of a repetition for White, when it is to move."""
    repeated_for_black: int = 0
    """The same for Black."""
    perpetuals: int = 0
    """Perpetual check loses."""
    draw_goes_to: int = 0
    """Who wins a game that the other rules would draw: ``TO_NOBODY`` and the next."""
    black_points: int = 0
    """The half points that Black has beside those of its pieces."""


class Tables(NamedTuple):
    """The tables of a game. All arrays are flat and read-only; those of nodes have ``MAX_NODES`` elements."""

    # The board, by square.
    links: np.ndarray
    """uint8[4096]: ``links[direction << 8 | square]`` without holes; then the same, for steps not to fold."""
    board: np.ndarray
    """uint8[256]: ``EMPTY`` or ``GONE``; in a game with hands, piece ``m`` on ``HAND + m``."""
    arrows: np.ndarray
    """uint8[256]: bit d if a piece may leave the square in direction d."""
    lines: np.ndarray
    """uint8[256]: 1 for the squares of lines."""
    files: np.ndarray
    """uint8[256]: the column."""
    shades: np.ndarray
    """uint8[256]: the colour, 0 or 1."""
    standing: np.ndarray
    """int64[256]: bit ``m`` if piece ``m`` may stand on the square."""
    drops: np.ndarray
    """int64[256]: bit ``m`` if piece ``m`` may be dropped on the square."""
    passable: np.ndarray
    """int64[256]: bit ``m`` if piece ``m`` can be captured on the square that it passes."""
    aims: np.ndarray
    """int64[256]: bit ``m`` if piece ``m`` ends the first right of the other side by moving to the square."""
    rights_kept: np.ndarray
    """uint8[256]: as in :class:`.Position`, for the start position."""
    castle: np.ndarray
    """uint8[16]: as in :class:`.Position`, for the start position."""
    goals: np.ndarray
    """uint8[2 * 256]: the goal squares of side 0 from 0, of side 1 from 256, then ``OFF``."""

    # Moves, as trees of nodes: a node is a step from its parent's square.
    first: np.ndarray
    """uint64[65]: the nodes of piece ``m`` are ``first[m]`` to ``first[m + 1] - 1``."""
    paths: np.ndarray
    """uint8[64]: ``STEPS``, ``WALKS``, ``MEETING_WALKS`` or ``PASSAGE_WALKS`` for piece ``m``."""
    node_link: np.ndarray
    """uint16: offset in ``links`` of a node's direction."""
    node_parent: np.ndarray
    """uint16: the parent node, 0 for the piece's own square."""
    node_flags: np.ndarray
    """uint16: where the piece may end, and special flags."""
    vectors: np.ndarray
    """uint8[64 * 512]: see :mod:`wormhole.rules.loops.passages`."""
    orbits: np.ndarray
    """uint8[64 * 256]: see :mod:`wormhole.rules.loops.passages`."""

    # Attacks, as trees of nodes that lead back from the attacked square.
    attack_first: np.ndarray
    """uint64[3]: the attack nodes of a side are ``attack_first[side]`` to ``attack_first[side + 1] - 1``."""
    attack_link: np.ndarray
    """uint16: offset in ``links`` of a node's direction."""
    attack_parent: np.ndarray
    """uint16: the parent node, 0 for the attacked square."""
    attack_last: np.ndarray
    """uint64: the node after the last descendant."""
    attack_flags: np.ndarray
    """uint16: special flags."""
    attack_pieces: np.ndarray
    """int64: bit ``m`` if piece ``m`` attacks from that node."""

    # How a piece moves and captures, by its number ``m``.
    found: np.ndarray
    """uint8[128]: ``found[side << 6 | m]`` is what piece ``m`` is to a piece of that side."""
    filters: np.ndarray
    """uint8[64]: what restricts its moves, see ``PROMOTES``."""
    stops: np.ndarray
    """uint8[64]: which of ``LAME`` and ``HOPS`` a step obeys that leads on from a square with it."""
    spared: np.ndarray
    """int64[64]: bit ``n`` if it cannot capture piece ``n``."""
    home: np.ndarray
    """uint8[64 * 256]: ``AT_HOME`` and the next, or 0, at ``m << 8 | square``."""
    en_passant: np.ndarray
    """uint8[64]: ``STRAIGHT`` or ``OTHERWISE`` if it captures, and is captured, en passant."""
    long_steps: np.ndarray
    """uint8[64]: bit d if it makes long steps in direction d."""
    castles: np.ndarray
    """uint8[64]: ``CASTLES`` if it castles, ``CASTLES_WITH`` for its partners."""

    # What a piece becomes.
    promotions: np.ndarray
    """uint8[64 * 16]: its promotions, from ``m << 4``, 0 after the last."""
    promotion_zone: np.ndarray
    """uint8[64 * 256]: 1 where it promotes, at ``m << 8 | square``."""
    limited: np.ndarray
    """int64[64]: bit ``n`` if it promotes to piece ``n`` only if one was lost."""
    at_first: np.ndarray
    """uint8[64]: how many there are in the start position."""
    in_place: np.ndarray
    """uint8[64]: 1 if it promotes instead of moving."""

    # Pieces in hand.
    in_hand: np.ndarray
    """uint8[64]: what it becomes in the hand of the side that captures it, 0 for nothing."""
    other_side: np.ndarray
    """uint8[64]: as what else it may be dropped, or 0."""
    per_file: np.ndarray
    """uint8[64]: with how many of its kind on a file it is not dropped there, 0 for no limit."""
    mateless: np.ndarray
    """uint8[64]: ``NOT_WITH_MATE`` or ``NOT_WITH_CHECK`` if its drop may not give that."""

    # What a piece means for the end of the game.
    royals: np.ndarray
    """uint8[64]: ``CROWNED`` or ``CROWNED_OTHER_SIDE`` if it is one of several royal pieces."""
    resets_clock: np.ndarray
    """uint8[64]: 1 if its moves reset the half-move clock."""
    reaches_goal: np.ndarray
    """uint8[64]: 1 if it wins on a goal."""
    survives: np.ndarray
    """uint8[64]: ``SURVIVES_BESIDE``, ``SURVIVES_ALL`` or 0."""
    points: np.ndarray
    """int64[64]: its half points, if they decide a draw."""

    # Rules.
    extinct: np.ndarray
    """int64[64 * 5]: rules of extinction, see ``EXTINCT_PIECE``."""
    counting: np.ndarray
    """int64[5 + 32 * 3]: the rule by which moves are counted, see ``SEVERAL``."""
    zobrist: np.ndarray
    """int64: random numbers, see :mod:`wormhole.rules.loops.key`."""
    options: Options


def piece_number(variant: Variant, letter: str, side: int) -> int:
    """The number of the piece with that upper-case letter, on side 0 (White) or 1."""
    return FIRST_PIECE + 2 * list(variant.piece_types).index(letter) + side


def piece_letter(variant: Variant, number: int) -> str:
    """The upper-case letter of the piece with that number."""
    return list(variant.piece_types)[(number - FIRST_PIECE) // 2]
