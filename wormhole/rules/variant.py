"""A game's definition, as read from its file: board, piece types, mutator, endings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from zlib import crc32

from wormhole.base.errors import Message
from wormhole.rules.betza import Path
from wormhole.rules.draw_limits import NO_LIMITS, USUAL_LIMITS, Counting
from wormhole.rules.endings import Endings, Goal, GoalWins, NoMove, Passing, Repetition
from wormhole.rules.geometry import Geometry
from wormhole.rules.hands import ANYWHERE, NO_HANDS, Drops, Hands
from wormhole.rules.piece import WHITE
from wormhole.rules.rule import RuleRefusal, only_with, rule


class LeftSquare(Enum):
    """The mutator: what happens to the square that a piece leaves."""

    STAYS = "none"
    FOLDS = "fold"
    VANISHES = "vanish"
    RANDOM = "random"
    """The square stays; after each move dice open or close a wormhole."""

    @property
    def limits(self) -> Mapping[str, int]:
        """The defaults of the fields of ``[endings]`` by which a long game is drawn; 0 for no such draw.

        Where moves remove squares, games are short without such draws.
        """
        return NO_LIMITS if self.squares_go else USUAL_LIMITS

    @property
    def squares_go(self) -> bool:
        """Whether each move removes the square that it leaves."""
        return self in (LeftSquare.FOLDS, LeftSquare.VANISHES)


class Capture(Enum):
    """What happens after a capture."""

    STAYS = "stay"
    EXPLODES = "explode"
    """The piece that has captured vanishes, with the pieces a king's step away."""
    PETRIFIES = "petrify"
    """The piece that has captured turns into a wall, or into a hole."""


class Survives(Enum):
    """Which captures a piece survives, where captures explode or petrify."""

    NOTHING = "nothing"
    BESIDE = "beside"
    """Captures beside it."""
    ALL = "all"
    """Its own, too."""


class Promotion(Enum):
    """Whether a piece promotes that may."""

    FORCED = "forced"
    OPTIONAL = "optional"
    LOST = "lost"
    """It may promote, and only to pieces of which its side has fewer than at the start."""


class CharacterShape(Enum):
    """The form of the pieces on which characters are written."""

    DISC = "disc"
    OCTAGON = "octagon"
    WEDGE = "wedge"
    """It points forward."""


@dataclass(frozen=True)
class Characters:
    """The characters by which a piece is known where its game comes from, and the form that bears them."""

    white: str
    black: str
    shape: CharacterShape = CharacterShape.DISC
    is_promoted: bool = False

    def of(self, color: bool) -> str:
        """Those of White's or Black's piece."""
        return self.white if color is WHITE else self.black


@dataclass(frozen=True)
class PieceType:
    """A piece type: its letter, its moves, and its part in the rules.

    ``paths``, ``home_squares`` and ``promotion_squares`` are White's; Black has the same on the board turned
    round. A piece has its first-move powers on its home squares; a royal piece has them until it moves.
    ``standing`` are the squares where it may stand, None if all. With ``promotes_leaving`` it promotes also
    by a move from a promotion square. With ``home_attacks`` its first-move powers attack, too. A royal piece
    that ``faces`` the other one along an open file attacks it.
    """

    letter: str
    name: str
    sprite: str
    paths: tuple[Path, ...]
    royal: bool = False
    crowned: bool = False
    """Whether it is one of several royal pieces; then none is ``royal``."""
    aliases: str = ""
    home_squares: frozenset[int] = frozenset()
    black_home_squares: frozenset[int] | None = None
    """Black's home squares; None if they are White's on the board turned round."""
    promotion_squares: frozenset[int] = frozenset()
    promotes_to: str = ""
    promotion: Promotion = Promotion.FORCED
    promotes_if_lost: str = ""
    """Letters of what it becomes only if its side has fewer than at the start."""
    promotes_leaving: bool = False
    promotes_capturing: bool = False
    """Whether it promotes by captures, wherever, and by no other move."""
    promotes_in_place: bool = False
    """Whether it promotes instead of moving: where it stands, or on an empty square as the new piece goes."""
    standing: frozenset[int] | None = None
    home_attacks: bool = False
    home_until_moved: bool = False
    """Whether it has its first-move powers where it starts, until it moves; each side has one such piece."""
    home_in_check: bool = True
    """Whether a royal piece has its first-move powers while it is in check."""
    home_lost_to: str = ""
    """Letters of pieces: a royal piece loses its first-move powers once such a piece of the other side moves
    to where it could capture the royal piece if no other pieces were on the board."""
    faces: bool = False
    en_passant: bool = False
    en_passant_squares: frozenset[int] | None = None
    """Where White's piece can be captured en passant; None if on all squares that it passes."""
    survives: Survives = rule(
        Survives.NOTHING,
        refused=(only_with("mutator.capture", lambda game, _own: game.has_aftermath, if_own=True),),
    )
    castles_with: str = ""
    castles_to: tuple[int, ...] = ()
    """White's squares where it goes by castling short and long; by default two squares from its start."""
    castles_anywhere: bool = False
    """Whether it castles from any square of its rank, with such a piece anywhere on that rank."""
    castles_from: int | None = None
    """White's square on which it is dropped to castle, with pieces that are dropped in the corners."""
    pawn: bool = False
    screens: bool = rule(
        True,
        refused=(
            RuleRefusal(
                lambda game, _own: game.has_dice,
                Message("with random wormholes hoppers pass over any piece"),
            ),
        ),
    )
    """Whether hoppers may pass over it."""
    spares: str = ""
    """The letters of pieces that it cannot capture."""
    not_helped_by: str = ""
    """The letters of pieces of the other side that never help it to mate by standing in their king's way."""
    points: int = 0
    """What it counts where points decide a draw."""
    drops: Drops = ANYWHERE
    in_hand: str = ""
    """The letter of what it becomes in a hand; empty for what it is, or was before its promotion."""
    promoted_from: str = ""
    """The letter of the piece whose other side it is: with ``P``, a FEN writes it as ``+P``, and it is that
    piece in a hand."""
    characters: Characters | None = None

    @property
    def has_first_move(self) -> bool:
        """Whether it has paths for the first move only."""
        return any(path.from_home for path in self.paths)

    @property
    def long_steps(self) -> frozenset[int]:
        """The directions in which it goes several steps at once, and can be captured en passant."""
        return frozenset(
            path.steps[0]
            for path in self.paths
            if path.lame and len(path.steps) > 1 and len(set(path.steps)) == 1
        )

    def home_of(self, color: bool, geometry: Geometry) -> frozenset[int]:
        """The home squares of White's or Black's piece."""
        if color is WHITE:
            return self.home_squares
        turned = frozenset(geometry.turned(square) for square in self.home_squares)
        return turned if self.black_home_squares is None else self.black_home_squares

    def goes_where_it_castles(self, geometry: Geometry) -> bool:
        """Whether a move of its own leads where castling may, so that one text would mean both."""
        if self.castles_anywhere:
            return False
        counts = range(2, geometry.columns) if self.castles_to else (2,)
        return any(path.goes_aside_by(count) for path in self.paths for count in counts)


_NO_PIECE = PieceType("", "King", "king", ())


@dataclass(frozen=True)
class Variant:
    """One game. ``piece_types`` is by upper-case letter, in the order of the file.

    ``arrows[square]`` has bit d if a piece may leave the square in direction d; ``arrows`` is empty in a game
    without arrows.
    """

    name: str
    title: str
    inventor: str
    year: int
    about: str
    start: str
    geometry: Geometry
    piece_types: Mapping[str, PieceType]
    left_square: LeftSquare
    endings: Endings
    arrows: tuple[int, ...] = ()
    lines: frozenset[int] = frozenset()
    """The squares between which moves on lines lead."""
    hands: Hands = NO_HANDS
    capture: Capture = Capture.STAYS
    definition: str = field(default="", compare=False, repr=False)
    """The text of the file that defines the game, or the game that this one is composed from."""

    def __hash__(self) -> int:
        return hash((self.name, self.start))

    @property
    def fingerprint(self) -> str:
        """A short text that changes with the definition."""
        return f"{crc32(self.definition.encode()):08x}"

    @property
    def royal(self) -> PieceType:
        """The royal piece type; in a game without one, a type that no piece has."""
        royal = (piece_type for piece_type in self.piece_types.values() if piece_type.royal)
        return next(royal, _NO_PIECE)

    @property
    def emblem(self) -> PieceType:
        """The piece type that stands for the game in a picture: the royal one or, without one, that on which
        the result depends most."""
        if self.royal is not _NO_PIECE:
            return self.royal
        lost = "".join(rule.letter for rule in self.endings.extinct)
        letters = self.crowned + lost + self.endings.goal_pieces + "".join(self.piece_types)
        return self.piece_types[letters[0]]

    @property
    def crowned(self) -> str:
        """The letters of several royal pieces; empty if there is one, or none."""
        return "".join(piece_type.letter for piece_type in self.piece_types.values() if piece_type.crowned)

    @property
    def castler(self) -> PieceType:
        """The piece type that castles, or could if the game had castling; as a rule the royal one."""
        castlers = (piece_type for piece_type in self.piece_types.values() if piece_type.castles_with)
        return next(castlers, self.royal)

    def has_royal(self, side: int) -> bool:
        """Whether side 0 (White) or 1 has a royal piece, perhaps in hand."""
        letter = self.royal.letter
        return bool(letter) and (letter if side == 0 else letter.lower()) in self.start + self.hands.start

    @property
    def holds_royal(self) -> bool:
        """Whether royal pieces are in hand at first."""
        letter = self.royal.letter
        return bool(letter) and letter in self.hands.start.upper()

    @property
    def gates(self) -> frozenset[int]:
        """White's squares from which a piece may let in another one; none where squares are removed."""
        return frozenset() if self.squares_go else self.hands.gating

    @property
    def squares_go(self) -> bool:
        """Whether each move removes the square that it leaves."""
        return self.left_square.squares_go

    @property
    def has_dice(self) -> bool:
        """Whether dice open and close wormholes."""
        return self.left_square is LeftSquare.RANDOM

    @property
    def has_aftermath(self) -> bool:
        """Whether captures explode or petrify."""
        return self.capture is not Capture.STAYS

    @property
    def goals(self) -> tuple[frozenset[int], frozenset[int]]:
        """White's and Black's goal squares."""
        white, black = self.endings.goal_squares, self.endings.black_goal_squares
        turned = (self.geometry.turned(square) for square in white)
        return white, black or frozenset(each for each in turned if each < self.geometry.squares)

    @property
    def has_holes(self) -> bool:
        """Whether squares may become holes or walls."""
        return self.left_square is not LeftSquare.STAYS or self.capture is Capture.PETRIFIES

    def paths_of(self, piece_type: PieceType) -> tuple[Path, ...]:
        """White's paths of a piece; a royal piece makes no captures that it would not survive."""
        dies = self.capture is not Capture.STAYS and piece_type.survives is not Survives.ALL
        if not (dies and piece_type.royal and self.endings.goal is Goal.CHECKMATE):
            return piece_type.paths
        return tuple(replace(path, captures=False) for path in piece_type.paths if path.moves)

    @property
    def right_holders(self) -> tuple[str, ...]:
        """The letters of the pieces with a right to first moves: the royal one, or none, then others."""
        others = [letter for letter, each in self.piece_types.items() if each.home_until_moved]
        return (self.royal.letter if self.royal.has_first_move else "", *others)

    @property
    def held(self) -> str:
        """The letters of the pieces that may come into a hand, in the order of the file."""
        found = {*self.hands.start.upper()}
        if self.hands.captures or self.hands.from_partner:
            pieces = self.piece_types.values()
            found |= {piece.in_hand or piece.letter for piece in pieces if not piece.royal}
        return "".join(letter for letter in self.piece_types if letter in found)

    @property
    def has_castling(self) -> bool:
        """Whether a king may castle.

        There is no castling where moves remove squares or the royal piece is captured. A king with other
        first-move powers does not castle, since it has one right to them, nor one that goes two squares aside
        anyway.
        """
        castler = self.castler
        return (
            bool(castler.castles_with)
            and not self.squares_go
            and self.endings.goal is Goal.CHECKMATE
            and not castler.has_first_move
            and not castler.goes_where_it_castles(self.geometry)
        )

    @property
    def castles_anywhere(self) -> bool:
        """Whether kings castle from any array; the move is then written as if the king took its rook."""
        return self.castler.castles_anywhere and self.has_castling

    @property
    def has_hidden_attacks(self) -> bool:
        """Whether a piece may capture with a first move, which gives no check."""
        return any(
            path.from_home and path.captures and not piece_type.home_attacks
            for piece_type in self.piece_types.values()
            for path in piece_type.paths
        )

    @property
    def pawns(self) -> str:
        """The letters of the piece types that SAN writes without a letter."""
        return "".join(piece_type.letter for piece_type in self.piece_types.values() if piece_type.pawn)

    @property
    def can_be_drawn(self) -> bool:
        """Whether any rule of the game makes a draw."""
        endings = self.endings
        if not endings.may_be_even:
            return False
        has_dead = bool(endings.dead) and (endings.stalemate is NoMove.DRAW or endings.goal is Goal.CAPTURE)
        return (
            endings.passing is not Passing.NEVER
            or NoMove.DRAW in (endings.stalemate, endings.checkmate)
            or endings.stalemate_counts
            or bool(endings.mating)
            or endings.goal_wins is GoalWins.UNLESS_ANSWERED
            or any(rule.result is NoMove.DRAW for rule in endings.extinct)
            or bool(endings.quiet_moves or endings.dead_same_color)
            or (
                bool(endings.repetitions)
                and (endings.repetition is Repetition.DRAW or endings.perpetual_check_loses)
            )
            or has_dead
            or endings.count is not Counting.NONE
        )

    def is_dead(self, left: tuple[str, ...]) -> bool:
        """Whether the :func:`material` that is left is insufficient to win.

        If stalemate is not a draw, it never is, because stalemate may still decide; except where the goal is
        to capture the royal piece. It is not where pieces come from captures or from a partner, either.
        """
        if self.endings.stalemate is not NoMove.DRAW and self.endings.goal is Goal.CHECKMATE:
            return False
        if self.hands.captures or self.hands.from_partner:
            return False
        return left in self.endings.dead

    def promotion_sign(self, promotion: str) -> str:
        """What ends the text of a move that promotes to a piece: its small letter.

        It is ``+`` if the piece turns to its other side, ``-`` if it turns back.
        """
        if self.piece_types[promotion].promoted_from:
            return "+"
        turned = (each for each in self.piece_types.values() if each.promoted_from == promotion)
        return "-" if any(promotion in each.promotes_to for each in turned) else promotion.lower()

    def letter_of(self, symbol: str) -> str | None:
        """The upper-case letter of the piece type for ``symbol``, in either case or an alias; or None."""
        upper = symbol.upper()
        if upper in self.piece_types:
            return upper
        return next(
            (piece_type.letter for piece_type in self.piece_types.values() if upper in piece_type.aliases),
            None,
        )
