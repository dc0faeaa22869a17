"""The tables of a game: the arrays that the loops read. No loop knows a game by name.

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

MAX_NODES = 4096
"""Room for the nodes of a game; the same for all games, so that the loops are compiled once."""

ON_EMPTY, ON_ENEMY, ON_OTHER = 0, 1, 2
"""What a piece meets on a square; also the bit of a node's flags that allows it to end there."""

MOVES = 1 << ON_EMPTY
CAPTURES = 1 << ON_ENEMY
SPECIAL = 8
"""Flags from here on are for nodes that are not plain steps."""
RIDES = 8
RESTRICTED = 16
"""Flags from here on are for steps that may not be possible."""
LAME = 16
FROM_HOME = 32
ARROWED = 64
FACES = 64
"""Of an attack node that rides, instead of ``ARROWED``: a royal piece attacks only the other one."""
LINED = 64
"""In games with lines, instead of ``ARROWED``: the step leads along a line. Such attack nodes never ride."""
HOPS = 128
"""The square behind the step must hold a piece; where ``LAME``, it must not. See ``Tables.stops``."""
LEAPS, TREADS = 16, 64
"""In games with passages, instead of ``LAME`` and ``ARROWED``: leaps; paths that may end on wormholes."""

STEPS, WALKS, MEETING_WALKS, PASSAGE_WALKS = range(4)
"""What the paths of a piece are: plain steps only; also rides and other special steps; such that two may end
on the same square; those of a game with passages."""

VECTORS = 64
"""Most vectors of the pieces of a game with passages."""

AT_HOME, AT_HOME_BY_RIGHT, AT_HOME_BY_SECOND_RIGHT = 1, 2, 3
"""When a piece on a square has its first-move powers: always, or only while its side has its first right, or
its second."""

NEVER_PASSES, ALWAYS_PASSES, PASSES_STUCK = range(3)
"""When a side may pass."""

PROMOTES, CONFINED, MAY_STAY, LEAVES, TO_LOST, SPARES, BY_CAPTURE = 1, 2, 4, 8, 16, 32, 64
"""What restricts the moves of a piece: it promotes; there are squares where it, or what it becomes, may not
stand; it need not promote; it promotes by leaving the zone, too; it promotes to pieces that were lost; it
cannot capture all pieces; it promotes by captures alone."""

SURVIVES_BESIDE, SURVIVES_ALL = 1, 2
"""Which captures a piece survives, where captures explode or petrify: those beside it, or its own, too."""

STRAIGHT, OTHERWISE = 1, 2
"""How a piece passes squares on which it can be captured: straight forward on any square, or as
``Tables.long_steps`` and ``Tables.passable`` say."""

CASTLES, CASTLES_WITH = 1, 2
"""What a piece is to castling."""

SHORT, LONG = 0, 1
"""The wings of castling: towards the last file, and towards the first."""

(
    STAYS,
    FOLDS,
    VANISHES,
    PASSAGES,
    TRACKS,
    ROYAL_CAPTURE,
    STALEMATE_DRAWS,
    STALEMATE_WINS,
    BARE_DRAWS,
    REPEATS,
    MATE_DRAWS,
    MATE_WINS,
    STALEMATE_COUNTS,
    MUST_CAPTURE,
    NO_CHECKING,
    JUDGED,
    DUTIES,
    ANSWERED,
    HOPPERS,
    ANY_PINNED,
    PLACES,
    MARKS,
    MATELESS,
    UNPINNED,
    AFTERMATH,
    PETRIFIES,
    UNTESTED,
    SHIELDED,
    COUNTS,
    PERPETUALS,
    LINES,
    BIKJANG,
    NO_FLEEING,
    GATES,
    NO_DROPS,
    IN_PLACE,
    CASTLES_DROPPED,
) = range(37)
QUIET_LIMIT, EXTINCTIONS, GOAL, CHECKS, HANDS, ROYALS, DRAW_GOES_TO, BLACK_POINTS, PASSING = range(37, 46)
REPEATED, FORCED_DROPS, HELD_ROYAL, APART, CALM_FIRST_MOVES, AIMS, MATING, MATE_LOSES = 46, *range(48, 55)
OPTIONS = 55

GOAL_AT_ONCE, GOAL_NEXT_TURN, GOAL_UNLESS_ANSWERED, GOAL_IF_SAFE = 1, 2, 3, 4
"""When reaching a goal wins."""

ALL_ROYAL, LAST_ROYAL, DUPLE_ROYAL, CAPTURED_ROYAL = 1, 2, 3, 4
"""With several royal pieces: none may be left attacked; the last one may not; they may not all be. With
``CAPTURED_ROYAL`` there is no check."""

ROYAL_OTHER_SIDE = 2
"""One of several royal pieces, as which another piece promotes by turning over."""

MOST_EXTINCTIONS, EXTINCT_ROW = 64, 5
LOST, DRAWN, WON = 0, 1, 2
"""Results for a side."""

TO_NOBODY, TO_WHITE, TO_BLACK, TO_POINTS, TO_PIECES = range(5)
"""Who wins a game that the other rules would draw."""

MOST_CHECKS = 9

HAND = OFF - 1 - PIECE_NUMBERS
"""Piece ``m`` in a hand stands on ``HAND + m``, no square of the board. Its drops come from there."""

REFILLED = 2
"""Of ``GATES``: an empty hand may have pieces again."""

GATE = PIECE_NUMBERS - 1
"""Among the random numbers, a square with the right to gate; no piece has this number."""

MOST_IN_HAND = 128
"""More than a side can have in hand of one piece."""

NO_MATE, NO_CHECK = 1, 2
"""What a drop of a piece may not give."""

MARKS_OF_OWN, MARKS_OF_PARTNER = 1, 2
"""Into whose hand a captured piece goes where promoted pieces become what they were."""

SEVERAL, FEW, DESPITE_PAWNS, FROM_PIECES, LONE, COUNT_ROWS = range(6)
COUNT_ROW, MOST_COUNTED = 3, 32
"""Indices of ``Tables.counting``, and how many numbers a row has, of which there are so many."""

NO_FOLD = 8 * ROW
"""Offset of the links that do not fold."""


class Tables(NamedTuple):
    """The tables of a game. All arrays are flat and read-only; arrays of nodes have 4096 elements.

    * ``links`` uint8[4096]: ``links[direction << 8 | square]`` of the board without holes, twice: steps that
      fold use the first half, others the second
    * ``board`` uint8[256]: ``EMPTY`` for the board's squares, ``GONE`` for all other numbers; in a game with
      hands, piece ``m`` on ``HAND + m``
    * ``first`` uint64[65]: the nodes of piece ``m`` are ``first[m]`` to ``first[m + 1]``
    * ``paths`` uint8[64]: ``STEPS``, ``WALKS``, ``MEETING_WALKS`` or ``PASSAGE_WALKS`` for piece ``m``
    * ``node_link`` uint16: offset in ``links`` of a node's direction; ``node_parent`` uint16: the parent
      node, 0 for the piece's own square; ``node_flags`` uint8: where the piece may end, and special flags
    * ``vectors`` uint8[64 * 512], ``orbits`` uint8[64 * 256]: see :mod:`wormhole.rules.loops.passages`
    * ``found`` uint8[128]: ``found[side << 6 | m]`` is what piece ``m`` is to a piece of that side
    * ``promotions`` uint8[64 * 16]: the promotions of piece ``m``, from ``m << 4``, 0 after the last
    * ``promotion_zone`` uint8[64 * 256]: 1 where piece ``m`` promotes, at ``m << 8 | square``
    * ``home`` uint8[64 * 256]: ``AT_HOME``, ``AT_HOME_BY_RIGHT``, ``AT_HOME_BY_SECOND_RIGHT`` or 0 for piece
      ``m``, at ``m << 8 | square``; ``aims`` int64[256]: bit ``m`` if piece ``m`` ends the first right of the
      other side by moving to the square
    * ``attack_first`` uint64[3]: the attack nodes of side 0 and side 1; ``attack_link``, ``attack_parent``,
      ``attack_flags`` as above, reversed; ``attack_last`` uint64: the node after the last descendant;
      ``attack_pieces`` int64: bit ``m`` if piece ``m`` attacks from that node
    * ``resets_clock`` uint8[64]: 1 for pieces whose moves reset the half-move clock
    * ``en_passant`` uint8[64]: ``STRAIGHT`` or ``OTHERWISE`` for pieces that capture, and are captured, en
      passant; ``long_steps`` uint8[64]: bit d if a piece makes long steps in direction d; ``passable``
      int64[256]: bit ``m`` if piece ``m`` can be captured on the square that it passes
    * ``arrows`` uint8[256]: bit d if a piece may leave the square in direction d
    * ``rights_kept`` and ``castle``: as in :class:`.Position`, for the start position
    * ``goals`` uint8[2 * 256]: the goal squares of side 0 from 0, of side 1 from 256, then ``OFF``;
      ``reaches_goal`` uint8[64]: 1 for pieces that win there
    * ``extinct`` int64[64 * 5]: rules of five numbers: White's number of a piece, or 0 for all; with how
      many or fewer a side has a result; ``LOST``, ``DRAWN`` or ``WON``; if the other side has how many or
      more; 1 if that must be one more on the side's own turn
    * ``counting`` int64[6 + 32 * 3]: a rule of :mod:`.counting_rules`, limits in plies; from ``COUNT_ROWS``
      on rows of White's number of a piece, how many of them, and the limit against these
    * ``zobrist`` int64[64 * 256 + 32 + 256 + 64 * 128 + 64 * 256]: random numbers for pieces on squares, then
      rights, then the side to move, then counted checks, pieces in hand by their number, and promoted pieces
      by what they were and where they are
    * ``options`` int64: 0 or 1 each if not said otherwise; ``QUIET_LIMIT`` is a number of plies,
      ``EXTINCTIONS`` one of rules, ``CHECKS`` of checks, ``HANDS`` of squares, 0 without hands,
      ``BLACK_POINTS`` of half points, and ``GOAL``, ``ROYALS``, ``DRAW_GOES_TO`` and ``PASSING`` are of those
      above. ``TRACKS``: the game has castling rights, rights to first moves, en passant, passes or hands.
      ``ROYAL_CAPTURE``: there is no check, or one of several royal pieces. ``JUDGED``: goals, extinction,
      counted checks or passes may end the game, captures explode, moves are counted (``COUNTS``), one of
      several royal pieces may be captured, or there are hands. ``DUTIES``: not all moves that leave
      the king safe are legal. ``HOPPERS``: a piece that arrives may open an attack. ``PLACES``: it depends on
      the place how a piece moves or attacks. ``ANY_PINNED``: one of these two, lines, or passages.
      ``UNPINNED``: pins alone do not say which moves are safe. ``MARKS``: a promoted piece becomes in a hand
      what it was.
      ``MATELESS``: a drop may not give mate, or check. ``AFTERMATH``: captures explode, or petrify
      (``PETRIFIES``).
      ``UNTESTED``: moves are listed without a test for check, since there is none or
      :mod:`wormhole.rules.loops.legal` tests them. ``SHIELDED``: a royal piece beside the other one is not in
      check. ``REPEATS``: 2 if a repetition may decide the game. ``PERPETUALS``: perpetual check loses.
      ``REPEATED + side``: the result of another repetition for that side when it is to move.
      ``FORCED_DROPS``: bit ``m`` if piece ``m`` must be dropped while it is in hand and can be.
      ``NO_FLEEING``: a royal piece in check moves only to capture the one piece that gives it. ``GATES`` (or
      ``REFILLED``): a piece that leaves its square for the first time may let one in from the hand.
      ``NO_DROPS``: pieces in hand only come so. ``IN_PLACE``: pieces promote instead of moving.
      ``CASTLES_DROPPED``: king and rook that are dropped on their squares may castle. ``HELD_ROYAL``: White's
      number of the royal piece if it is in hand at first. ``APART``: bit ``m`` if pieces ``m`` are dropped on
      squares of both colours.
      ``CALM_FIRST_MOVES``: a royal piece in check has no first moves. ``AIMS``: pieces may end first rights.
      ``MATING``: bit ``m`` if a check by piece ``m`` makes a checkmate win, 0 if all do; ``MATE_LOSES``: bit
      ``m`` if a checkmate by such pieces alone loses
    * ``filters`` uint8[64]: what restricts the moves of piece ``m``, see ``PROMOTES``
    * ``standing`` int64[256]: bit ``m`` if piece ``m`` may stand on the square
    * ``at_first`` uint8[64]: how many of piece ``m`` there are in the start position
    * ``in_hand`` uint8[64]: what piece ``m`` becomes in the hand of the side that captures it, 0 for nothing
    * ``drops`` int64[256]: bit ``m`` if piece ``m`` may be dropped on the square; ``other_side`` uint8[64]:
      as what else it may be dropped, or 0; ``per_file`` uint8[64]: with how many of its kind on a file it is
      not dropped there, 0 for no limit; ``mateless`` uint8[64]: ``NO_MATE`` or
      ``NO_CHECK`` if its drop may not give that
    * ``files`` uint8[256]: the column of each square
    * ``survives`` uint8[64]: ``SURVIVES_BESIDE``, ``SURVIVES_ALL`` or 0 for piece ``m``
    * ``limited`` int64[64]: bit ``n`` if piece ``m`` promotes to piece ``n`` only if one was lost
    * ``royals`` uint8[64]: ``ROYAL_OTHER_SIDE`` or 1 for each of several royal pieces
    * ``lines`` uint8[256]: 1 for the squares of lines
    * ``stops`` uint8[64]: which of ``LAME`` and ``HOPS`` a step obeys that leads on from a square with piece
      ``m``; hoppers may not pass over all pieces
    * ``spared`` int64[64]: bit ``n`` if piece ``m`` cannot capture piece ``n``
    * ``points`` int64[64]: the half points of piece ``m``, if they decide a draw
    * ``in_place`` uint8[64]: 1 for pieces that promote instead of moving
    * ``castles`` uint8[64]: ``CASTLES`` for a piece that castles, ``CASTLES_WITH`` for its partners
    * ``shades`` uint8[256]: the colour of each square, 0 or 1
    """

    links: np.ndarray
    board: np.ndarray
    first: np.ndarray
    paths: np.ndarray
    node_link: np.ndarray
    node_parent: np.ndarray
    node_flags: np.ndarray
    vectors: np.ndarray
    orbits: np.ndarray
    found: np.ndarray
    promotions: np.ndarray
    promotion_zone: np.ndarray
    home: np.ndarray
    aims: np.ndarray
    attack_first: np.ndarray
    attack_link: np.ndarray
    attack_parent: np.ndarray
    attack_last: np.ndarray
    attack_flags: np.ndarray
    attack_pieces: np.ndarray
    resets_clock: np.ndarray
    en_passant: np.ndarray
    long_steps: np.ndarray
    passable: np.ndarray
    arrows: np.ndarray
    rights_kept: np.ndarray
    castle: np.ndarray
    goals: np.ndarray
    reaches_goal: np.ndarray
    extinct: np.ndarray
    counting: np.ndarray
    zobrist: np.ndarray
    options: np.ndarray
    filters: np.ndarray
    standing: np.ndarray
    at_first: np.ndarray
    in_hand: np.ndarray
    drops: np.ndarray
    other_side: np.ndarray
    per_file: np.ndarray
    mateless: np.ndarray
    files: np.ndarray
    survives: np.ndarray
    limited: np.ndarray
    royals: np.ndarray
    lines: np.ndarray
    stops: np.ndarray
    spared: np.ndarray
    points: np.ndarray
    in_place: np.ndarray
    castles: np.ndarray
    shades: np.ndarray


def piece_number(variant: Variant, letter: str, side: int) -> int:
    """The number of the piece with that upper-case letter, on side 0 (White) or 1."""
    return FIRST_PIECE + 2 * list(variant.piece_types).index(letter) + side


def piece_letter(variant: Variant, number: int) -> str:
    """The upper-case letter of the piece with that number."""
    return list(variant.piece_types)[(number - FIRST_PIECE) // 2]
