"""Writing a game as a section of Fairy-Stockfish's ``variants.ini``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from wormhole.base.errors import Message, VariantError
from wormhole.rules import betza, fairy_betza, fen
from wormhole.rules.endings import Endings, Goal, GoalWins, NoMove, Passing, Repetition, Royal
from wormhole.rules.fairy_stockfish import (
    BISHOP,
    CAMBODIAN_LEAPS,
    CAMBODIAN_ROOK,
    EVERY,
    JANGGI_BLACK_POINTS,
    JANGGI_CANNON,
    JANGGI_POINTS,
    KING,
    ON_LINES,
    PAWN,
    ROOK,
    SHATAR_LOSING,
    SHATAR_MATING,
    SHOGI_PAWN,
    WITH_BOTH_COLORS,
    capitalized,
    known,
    square_name,
)
from wormhole.rules.geometry import OFF
from wormhole.rules.hands import Hands
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.position import KING_TO
from wormhole.rules.rule import IniOption, is_set, rules_of
from wormhole.rules.tables import LONG, SHORT
from wormhole.rules.tabulation import castles, tables
from wormhole.rules.variant import Capture, LeftSquare, PieceType, Promotion, Survives, Variant

_FOLD_VALUES = {
    Repetition.DRAW: ("draw", "false"),
    Repetition.LOSS: ("win", "false"),
    Repetition.WIN: ("loss", "false"),
    Repetition.WHITE_LOSES: ("loss", "true"),
    Repetition.WHITE_WINS: ("win", "true"),
}


def written(game: Variant, *, as_base: bool = False) -> str:
    """The game as a section of ``variants.ini``. Raises :class:`VariantError` for what does not fit.

    ``as_base`` writes what a section inherits from a built-in game: only there a king moves along lines.
    """
    return _Writer(game, as_base).text()


def _usually(option: str, kinds: Mapping[str, tuple[str, str]]) -> str:
    """The default of an option as it is written, with the letters of these pieces."""
    name = option if option in known().options else f"{option}White"
    kind, text = known().options.get(name, ("", ""))
    if kind != "pieces":
        return text
    letters = {each: letter for letter, (each, _) in kinds.items()}
    return "".join(letters.get(each, "") for each in text.split()).lower() or "-"


class _Writer:
    def __init__(self, game: Variant, as_base: bool) -> None:
        self._game, self._as_base = game, as_base
        self._castles = game.has_castling and castles(game)
        self._options: dict[str, str] = {}
        self._leaps = len(game.right_holders) > 1
        """Whether kings and others have first moves until they move."""
        self._turned: dict[str, str] = {}
        """For each promoted piece, the letter of the piece as which it moves."""

    def text(self) -> str:
        """The section."""
        game = self._game
        self._refuse()
        kinds = dict(sorted(self._kinds().items(), key=lambda item: known().order.index(item[1][0])))
        self._board()
        self._first_moves(kinds)
        self._promotions(kinds)
        self._castling()
        self._endings()
        self._standing(kinds)
        self._captures(kinds)
        if game.hands:
            self._drops(kinds)
        self._drawn(kinds)
        self._mates(kinds)
        pieces = {
            kind: f"{game.piece_types[letter].letter.lower()}{moves}"
            for letter, (kind, moves) in kinds.items()
        }
        about = f"# {game.title}" + (f", {game.inventor}" if game.inventor else "")
        lines = [about, f"[{game.name}]"]
        lines += [f"{name} = {value}" for name, value in pieces.items()]
        lines += [
            f"{name} = {value}" for name, value in self._options.items() if value != _usually(name, kinds)
        ]
        return "\n".join(lines) + "\n"

    def _no(self, what: Message) -> VariantError:
        return VariantError(
            "{title} does not fit into variants.ini: {what}", title=Message(self._game.title), what=what
        )

    def _refuse(self) -> None:
        game, table = self._game, known()
        geometry = game.geometry
        if geometry.columns > table.files or geometry.rows > table.ranks:
            raise self._no(Message("its board is larger than twelve by ten"))
        if game.capture is not Capture.STAYS and game.endings.royal.is_several:
            raise self._no(Message("its captures explode or petrify, and it has several royal pieces"))
        if game.endings.checks and (game.capture is not Capture.STAYS or game.endings.royal.is_several):
            raise self._no(Message("checks of other pieces than a king are not counted there"))
        if game.arrows:
            raise self._no(Message("it has arrows"))
        if game.endings.goal is not Goal.CHECKMATE:
            raise self._no(Message("the royal piece is captured"))
        rides = any(path.ride or path.lame for piece in game.piece_types.values() for path in piece.paths)
        if game.left_square in (LeftSquare.FOLDS, LeftSquare.RANDOM) or (game.squares_go and rides):
            raise self._no(Message("no option describes what happens to its squares"))
        for ruled in (game.endings, game.hands, *(piece.drops for piece in game.piece_types.values())):
            for name, rule in rules_of(type(ruled)).items():
                if rule.ini is None and is_set(ruled, name):
                    raise self._no(Message("no option describes its rule {name}", name=name))

    def _kinds(self) -> dict[str, tuple[str, str]]:
        """The piece there for each letter, and what follows its letter there."""
        table = known()
        found: dict[str, tuple[str, str]] = {}
        customs = iter(table.customs)
        taken: set[str] = set()
        for letter, whole in sorted(
            self._game.piece_types.items(), key=lambda item: bool(item[1].promoted_from)
        ):
            leaps = self._leaps and (whole.royal or whole.home_until_moved)
            paths = (path for path in whole.paths if not path.lined and not (leaps and path.from_home))
            piece = replace(whole, paths=tuple(paths))
            if piece.promotes_if_lost and not piece.promotes_in_place:
                raise self._no(Message("a piece becomes some pieces only if they were lost"))
            if piece.promotes_capturing:
                raise self._no(Message("a piece promotes by capturing"))
            if piece.home_attacks and piece.has_first_move:
                piece = self._soldier(piece)
            if piece.promoted_from:
                alike = [
                    each for each, own in found.items() if self._moves_alike(each, piece) and own[0] != KING
                ]
                if alike:
                    self._turned[letter] = alike[0]
                    continue
                self._turned[letter] = letter
            if piece.royal and self._game.capture is Capture.STAYS:
                moves = "" if fairy_betza.same("K", piece.paths) else f":{fairy_betza.written(piece.paths)}"
                found[letter] = (KING, moves)
                continue
            kind = next((each for each in table.pieces if each not in taken and self._is(each, piece)), None)
            if kind is None:
                kind = next(customs)
                found[letter] = (kind, f":{fairy_betza.written(piece.paths)}")
            else:
                found[letter] = (kind, "")
            taken.add(kind)
        self._check_lines(found)
        self._check_leaps(found)
        return found

    def _check_leaps(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        """Refuse first moves until a piece has moved that are not those of Cambodia."""
        pieces = self._game.piece_types
        if not self._leaps:
            return
        leapers = {
            kinds[letter][0]: tuple(path for path in piece.paths if path.from_home)
            for letter, piece in pieces.items()
            if piece.home_until_moved or piece.royal
        }
        rooks = {letter for letter, (kind, _) in kinds.items() if kind == CAMBODIAN_ROOK}
        royal = self._game.royal
        if (
            leapers.keys() != CAMBODIAN_LEAPS.keys()
            or not all(fairy_betza.same(CAMBODIAN_LEAPS[kind], paths) for kind, paths in leapers.items())
            or royal.home_in_check
            or set(royal.home_lost_to) != rooks
        ):
            raise self._no(Message("its pieces have other first moves until they move"))
        if self._game.hands:
            raise self._no(Message("its pieces have other first moves until they move"))
        self._options.update(cambodianMoves="true", gating="true")

    def _moves_alike(self, letter: str, piece: PieceType) -> bool:
        """Whether the piece with this letter is the same but for what it promotes to, and in a hand."""
        other = self._game.piece_types[letter]
        return set(other.paths) == set(piece.paths) and (
            other.standing,
            other.royal,
            other.crowned,
            other.spares,
        ) == (
            piece.standing,
            piece.royal,
            piece.crowned,
            piece.spares,
        )

    def _soldier(self, piece: PieceType) -> PieceType:
        """The soldier of Xiangqi, which goes sideways on the far ranks, as one that always does."""
        geometry = self._game.geometry
        first = min(geometry.place[square][1] for square in piece.home_squares)
        far = {square for square in range(geometry.squares) if geometry.place[square][1] >= first}
        if not fairy_betza.same("fWisW", piece.paths) or piece.home_squares != far:
            raise self._no(Message("a piece attacks from some squares"))
        self._options["soldierPromotionRank"] = str(first + 1)
        return replace(piece, paths=betza.paths("fsW"), home_attacks=False)

    def _check_lines(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        """Refuse moves along lines, and cannons, that are not those of Janggi."""
        for letter, (kind, moves) in kinds.items():
            piece = self._game.piece_types[letter]
            is_wazir = kind == KING and moves == ":W" and self._as_base
            usual = ON_LINES.get("wazir" if is_wazir else kind, "")
            on_lines = betza.paths(usual) if usual and self._game.lines else ()
            lined = {replace(path, lined=False) for path in piece.paths if path.lined}
            is_cannon = kind == JANGGI_CANNON
            if piece.spares not in ((letter,) if is_cannon else ("", letter)):
                raise self._no(Message("its pieces spare others than those of their own kind"))
            if lined != set(on_lines) or piece.screens is is_cannon:
                raise self._no(Message("its pieces move along lines, or hop, in another way"))

    def _is(self, kind: str, piece: PieceType) -> bool:
        moves = known().pieces[kind]
        if not moves:
            return False
        if kind != PAWN:
            return fairy_betza.same(moves, piece.paths)
        more = ("", "ifmnD", "ifmnDifmnH", "fmnD")
        return piece.pawn and any(fairy_betza.same(moves + each, piece.paths) for each in more)

    def _board(self) -> None:
        game = self._game
        geometry = game.geometry
        self._options["maxRank"] = str(geometry.rows)
        self._options["maxFile"] = chr(ord("a") + geometry.columns - 1)
        rights = fen.start_rights(game) or "-"
        checks = f" {game.endings.checks}+{game.endings.checks}" if game.endings.checks else ""
        hands = f"[{game.hands.start}]" if game.hands else ""
        placement = fen.start(game).partition(" ")[0].partition("[")[0]
        self._options["startFen"] = f"{placement}{hands} w {rights} -{checks} 0 1"
        if game.squares_go:
            self._options["wallingRule"] = "past"

    def _squares(self, option: str, squares: Iterable[int]) -> None:
        """Set both colours' squares, White's and the same on the board turned round."""
        white = frozenset(squares)
        self._of_both(option, white, frozenset(map(self._game.geometry.turned, white)))

    def _of_both(self, option: str, white: frozenset[int], black: frozenset[int]) -> None:
        for color, own in zip(WITH_BOTH_COLORS, (white, black), strict=True):
            self._options[f"{option}{color}"] = self._named(own)

    def _named(self, squares: frozenset[int]) -> str:
        """The squares, whole ranks with a star."""
        geometry = self._game.geometry
        words = []
        for row in range(geometry.rows):
            rank = {square for square in range(geometry.squares) if geometry.place[square][1] == row}
            if rank <= squares:
                words.append(f"*{row + 1}")
            else:
                words += [square_name(geometry.place[square]) for square in sorted(rank & squares)]
        return " ".join(words) or "-"

    def _first_moves(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        pieces = self._game.piece_types
        pawn = next((pieces[letter] for letter, (kind, _) in kinds.items() if kind == PAWN), None)
        leapers = self._game.right_holders if self._leaps else ()
        far = {
            letter: piece
            for letter, piece in pieces.items()
            if piece.has_first_move and not piece.home_attacks and letter not in leapers
        }
        homes = {
            tuple(piece.home_of(color, self._game.geometry) for color in (WHITE, BLACK))
            for piece in far.values()
        }
        if len(homes) > 1 or (self._game.royal.has_first_move and not self._leaps):
            raise self._no(Message("its pieces have their first moves on different squares"))
        steps = [path for path in pawn.paths if len(path.steps) > 1] if pawn else []
        for both in homes:
            self._of_both("doubleStepRegion", *both)
        if steps and not homes:
            self._squares("doubleStepRegion", range(self._game.geometry.squares))
        if pawn and not steps:
            self._options["doubleStep"] = "false"
        if any(len(path.steps) > 2 for path in steps):
            for both in homes:
                self._of_both("tripleStepRegion", *both)
        passing = [letter for letter, piece in pieces.items() if piece.en_passant]
        if passing and {*far, *(pawn.letter for _ in steps[:1] if pawn)} != set(passing):
            raise self._no(Message("some of its pieces with first moves do not capture en passant"))
        if passing:
            self._options["enPassantTypes"] = "".join(passing).lower()
            passed = {pieces[letter].en_passant_squares for letter in passing}
            if len(passed) > 1:
                raise self._no(Message("its pieces capture en passant on different squares"))
            (squares,) = passed
            if squares is not None:
                self._squares("enPassantRegion", map(self._game.geometry.turned, squares))
        elif steps:
            self._options["enPassantRegion"] = "-"

    def _promotions(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        promoting = [piece for piece in self._game.piece_types.values() if piece.promotes_to]
        pawns = {piece.letter: named for piece in promoting if (named := self._promotes_like_a_pawn(piece))}
        hows = {piece.promotion for piece in promoting if piece.letter in pawns}
        zones = {piece.promotion_squares for piece in promoting}
        if len(set(pawns.values())) > 1 or len(hows) > 1 or len(zones) > 1:
            raise self._no(Message("its pieces promote to different pieces or on different squares"))
        if any(piece.promotes_leaving for piece in promoting if piece.letter in pawns):
            raise self._no(Message("a pawn promotes when it leaves some squares"))
        letters = next(iter(pawns.values()), "-")
        self._options["promotionPawnTypes"] = "".join(pawns).lower() or "-"
        self._options["promotionPieceTypes"] = letters.lower()
        for zone in zones:
            self._squares("promotionRegion", zone)
        in_place = [piece for piece in promoting if piece.promotes_in_place]
        for how in hows - {Promotion.FORCED}:
            self._options["mandatoryPawnPromotion"] = "false"
            if how is Promotion.LOST and not in_place:
                limits = (f"{each.lower()}:{self._game.start.count(each)}" for each in letters)
                self._options["promotionLimit"] = " ".join(limits)
        if in_place:
            if len(promoting) > 1 or kinds[in_place[0].letter][0] != PAWN:
                raise self._no(Message("other pieces than pawns promote instead of moving"))
            self._options["sittuyinPromotion"] = "true"
            held = self._game.start + self._game.hands.start
            limits = (f"{each.lower()}:{held.count(each)}" for each in in_place[0].promotes_if_lost)
            self._options["promotionLimit"] = " ".join(limits) or "-"
        if self._turned:
            self._other_sides([piece for piece in promoting if piece.letter not in pawns])

    def _promotes_like_a_pawn(self, piece: PieceType) -> str:
        """The letters of what a piece becomes other than its other side."""
        pieces = self._game.piece_types
        return "".join(
            each
            for each in piece.promotes_to
            if pieces[each].promoted_from != piece.letter and piece.promoted_from != each
        )

    def _other_sides(self, turning: Iterable[PieceType]) -> None:
        """The promotions of pieces that a FEN writes with a plus; ``turning`` promote to nothing else."""
        game, pieces = self._game, self._game.piece_types
        turned = [pieces[letter] for letter in self._turned]
        backs = {piece.promoted_from in piece.promotes_to for piece in turned}
        drops = {pieces[piece.promoted_from].drops.other_side == piece.letter for piece in turned}
        hows = {piece.promotion for piece in turning}
        every = frozenset(range(game.geometry.squares))
        by_leaving = all(
            piece.promotes_leaving or piece.en_passant or piece.promotion_squares == every
            for piece in turning
        )
        if len(backs) > 1 or len(drops) > 1 or len(hows) > 1 or not by_leaving:
            raise self._no(Message("its pieces promote in different ways"))
        self._options["promotedPieceType"] = " ".join(
            f"{piece.promoted_from}:{self._turned[piece.letter]}".lower() for piece in turned
        )
        self._options["pieceDemotion"] = str(True in backs).lower()
        self._options["dropPromoted"] = str(True in drops).lower()
        self._options["mandatoryPiecePromotion"] = str(Promotion.FORCED in hows).lower()

    def _standing(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        geometry = self._game.geometry
        for letter, (kind, _) in kinds.items():
            piece = self._game.piece_types[letter]
            squares = piece.standing
            if squares is not None and squares == self._mobile(piece):
                self._options["immobilityIllegal"] = "true"
            elif squares is not None:
                name = capitalized(kind)
                self._options[f"mobilityRegionWhite{name}"] = self._named(squares)
                turned = frozenset(map(geometry.turned, squares))
                self._options[f"mobilityRegionBlack{name}"] = self._named(turned)
        if "immobilityIllegal" in self._options:
            board = frozenset(range(geometry.squares))
            for letter, (kind, _) in kinds.items():
                piece = self._game.piece_types[letter]
                if kind != KING and not (piece.standing or board) <= self._mobile(piece):
                    raise self._no(Message("only some of its pieces may stand where they can never move"))

    def _mobile(self, piece: PieceType) -> frozenset[int]:
        """White's squares from which the piece could move on the empty board."""
        geometry = self._game.geometry
        leaps = [path.leap for path in piece.paths if path.moves and not path.from_home]
        return frozenset(
            square
            for square in range(geometry.squares)
            for x, y in (geometry.place[square],)
            if any((x + dx, y + dy) in geometry.square_at for dx, dy in leaps)
        )

    def _captures(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        game, pieces = self._game, self._game.piece_types

        def named(does: Callable[[PieceType], bool]) -> str:
            return "".join(letter.lower() for letter in kinds if does(pieces[letter])) or "-"

        self._options["mutuallyImmuneTypes"] = named(lambda piece: piece.screens and bool(piece.spares))
        if game.capture is Capture.PETRIFIES:
            self._options["petrifyOnCaptureTypes"] = named(lambda piece: piece.survives is not Survives.ALL)
        elif game.capture is Capture.EXPLODES:
            self._options["blastOnCapture"] = "true"
            self._options["blastImmuneTypes"] = named(lambda piece: piece.survives is Survives.ALL)
            for letter, (kind, _) in kinds.items():
                survives = pieces[letter].survives
                if survives is not Survives.ALL and (kind == PAWN) is not (survives is Survives.BESIDE):
                    raise self._no(Message("explosions spare other pieces than pawns, or not all pawns"))

    def _drops(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        game = self._game
        board = frozenset(range(game.geometry.squares))
        held = [
            piece
            for letter, piece in game.piece_types.items()
            if letter in kinds
            and letter not in self._turned
            and (kinds[letter][0] != KING or game.holds_royal)
            and (game.hands.captures or game.hands.from_partner or letter in game.hands.start.upper())
        ]
        changing = Message("its pieces change in the hand, or a drop may not give mate")
        turned = [piece for letter, piece in game.piece_types.items() if letter in self._turned]
        if any(piece.in_hand not in ("", piece.promoted_from) for piece in game.piece_types.values()):
            raise self._no(changing)
        if any(piece.drops.other_side and piece.drops.other_side not in self._turned for piece in held):
            raise self._no(changing)
        if turned and game.hands.captures and game.hands.keeps_promotion:
            raise self._no(changing)
        if any(kinds[piece.letter][0] != SHOGI_PAWN for piece in held if not piece.drops.mates):
            raise self._no(changing)
        if len({piece.drops.checks for piece in held}) > 1:
            raise self._no(changing)
        if any(not piece.drops.mates for piece in held):
            self._options["shogiPawnDropMateIllegal"] = "true"
        forced = [piece for piece in held if piece.drops.forced]
        if forced and len(forced) not in (1, len(held)):
            raise self._no(Message("several of its pieces must be dropped, but not all"))
        if forced:
            self._options["mustDrop"] = "true"
            self._options["mustDropType"] = "*" if forced == held else forced[0].letter.lower()
        gates = "true" if game.gates else "false"
        self._options.update(gating=gates, seirawanGating=gates)
        self._options["dropChecks"] = "true" if all(piece.drops.checks for piece in held) else "false"
        self._say_alike(game.hands)
        pawn = next((piece for piece in held if kinds[piece.letter][0] == PAWN), None)
        self._apart(held, kinds)
        rook = next((piece for piece in held if kinds[piece.letter][0] == ROOK), None)
        on_first_rank = rook is not None and self._is_kept_to_first_rank(rook, held)
        if on_first_rank:
            self._options["sittuyinRookDrop"] = "true"
        others = [piece for piece in held if piece is not pawn and not (piece is rook and on_first_rank)]
        regions = {piece.drops.squares or board for piece in others}
        if len(regions) > 1 or len({piece.drops.per_file for piece in held} - {0}) > 1:
            raise self._no(Message("its pieces are dropped on different squares"))
        region = next(iter(regions), board)
        if region != board:
            self._squares("dropRegion", region)
        limited = [piece for piece in held if piece.drops.per_file]
        if len(limited) > 1:
            raise self._no(Message("its pieces are dropped on different squares"))
        for piece in limited:
            self._options["dropNoDoubled"] = piece.letter.lower()
            self._options["dropNoDoubledCount"] = str(piece.drops.per_file)
        if pawn is None:
            return
        first = frozenset(square for square in board if game.geometry.place[square][1] == 0)
        own = pawn.drops.squares or board
        self._options["firstRankPawnDrops"] = "true" if own & first else "false"
        self._options["promotionZonePawnDrops"] = "true" if own & pawn.promotion_squares else "false"
        away = (frozenset() if own & first else first) | (
            frozenset() if own & pawn.promotion_squares else pawn.promotion_squares
        )
        if own != region - away:
            raise self._no(Message("its pieces are dropped on different squares"))

    def _apart(self, held: Sequence[PieceType], kinds: Mapping[str, tuple[str, str]]) -> None:
        """The option of bishops on squares of both colours."""
        apart = [piece for piece in held if piece.drops.apart]
        if any(kinds[piece.letter][0] != BISHOP for piece in apart):
            raise self._no(Message("other pieces than bishops are dropped on squares of both colours"))
        self._options["dropOppositeColoredBishop"] = "true" if apart else "false"

    def _is_kept_to_first_rank(self, rook: PieceType, held: Sequence[PieceType]) -> bool:
        """Whether a rook is dropped on the first rank of the region of the other pieces."""
        game = self._game
        board = frozenset(range(game.geometry.squares))
        regions = {piece.drops.squares or board for piece in held if piece is not rook}
        if len(regions) != 1:
            return False
        (region,) = regions
        first = frozenset(square for square in region if game.geometry.place[square][1] == 0)
        return region != first and rook.drops.squares == first

    def _castling(self) -> None:
        game = self._game
        if not self._castles:
            self._options["castling"] = "false"
            return
        castler = game.castler
        self._options["castlingKingPiece"] = castler.letter.lower()
        self._options["castlingRookPieces"] = castler.castles_with.lower()
        for wing, option in ((SHORT, "castlingKingsideFile"), (LONG, "castlingQueensideFile")):
            places = self._places_to_castle_to(wing)
            if len({column for column, _ in places}) > 1:
                raise self._no(Message("its kings castle to different files"))
            for column, row in places:
                self._options[option] = chr(ord("a") + column)
                if self._options.setdefault("castlingRank", str(row + 1)) != str(row + 1):
                    raise self._no(Message("its kings castle on different ranks"))
        if game.castles_anywhere:
            self._options["chess960"] = "true"
        if castler.castles_from is not None:
            self._options["castlingDroppedPiece"] = "true"
            self._options["castlingKingFile"] = chr(ord("a") + game.geometry.place[castler.castles_from][0])

    def _places_to_castle_to(self, wing: int) -> set[tuple[int, int]]:
        """Where kings go by castling on a wing, as White sees it."""
        geometry, castle = self._game.geometry, tables(self._game).castle
        ends = [int(castle[4 * (2 * side + wing) + KING_TO]) for side in (0, 1)]
        seen = (end if side == 0 else geometry.mirrored(end) for side, end in enumerate(ends) if end != OFF)
        return {geometry.place[square] for square in seen}

    def _endings(self) -> None:
        endings = self._game.endings
        if endings.quiet_moves % 2:
            raise self._no(Message("a draw after an odd number of plies"))
        self._options["nFoldValue"], self._options["nFoldValueAbsolute"] = _FOLD_VALUES[endings.repetition]
        self._say_alike(endings)
        self._options["nMoveRuleTypes"] = self._game.pawns.lower() or "-"
        for option, when in (("pass", Passing.ALWAYS), ("passOnStalemate", Passing.STUCK)):
            for color in WITH_BOTH_COLORS:
                self._options[f"{option}{color}"] = "true" if endings.passing is when else "false"
        self._options["diagonalLines"] = self._named(self._game.lines)
        self._options["flyingGeneral"] = "true" if self._game.royal.faces else "false"
        self._options["checkCounting"] = "true" if endings.checks else "false"
        self._extinction()
        self._royals()
        self._goal()

    def _say_alike(self, table: Endings | Hands) -> None:
        """Set the options that say the same as one of our rules."""
        for name, rule in rules_of(type(table)).items():
            if not isinstance(rule.ini, IniOption):
                continue
            value = getattr(table, name)
            value = rule.ini.words.get(value, value)
            if isinstance(value, int) and not isinstance(value, bool):
                value //= rule.ini.share
            said = value.value if isinstance(value, Enum) else value
            self._options[rule.ini.name] = str(said).lower() if isinstance(said, bool) else str(said)

    def _royals(self) -> None:
        """The options of several royal pieces."""
        royal, crowned = self._game.endings.royal, self._game.crowned
        if royal is Royal.ONE and self._game.capture is not Capture.STAYS:
            crowned = self._game.royal.letter
        elif not royal.is_several:
            return
        if royal is not Royal.ALL and len(crowned) > 1:
            raise self._no(Message("its royal pieces are of several kinds"))
        if self._game.endings.extinct:
            raise self._no(Message("it has several rules of extinction"))
        self._options["extinctionValue"] = NoMove.LOSS.value
        self._options["extinctionPseudoRoyal"] = "true"
        self._options["dupleCheck"] = "true" if royal is Royal.DUPLE else "false"
        self._options["extinctionPieceTypes"] = "".join(sorted(crowned.lower()))
        most = len(self._game.start) if royal is Royal.ALL else 0
        self._options["extinctionPieceCount"] = str(most)

    def _drawn(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        endings = self._game.endings
        if not endings.counts_points:
            return
        for letter, (kind, _) in kinds.items():
            if self._game.piece_types[letter].points != JANGGI_POINTS.get(kind, 0):
                raise self._no(Message("its pieces count other points"))
        if endings.black_points != JANGGI_BLACK_POINTS:
            raise self._no(Message("its pieces count other points"))

    def _mates(self, kinds: Mapping[str, tuple[str, str]]) -> None:
        """The option of which checkmates win."""
        endings = self._game.endings
        if not endings.mating:
            return
        for given, named in ((endings.mating, SHATAR_MATING), (endings.mate_loses, SHATAR_LOSING)):
            if set(given) != {letter for letter, (kind, _) in kinds.items() if kind in named}:
                raise self._no(Message("other pieces decide which checkmates win"))
        self._options["shatarMateRule"] = "true"

    def _extinction(self) -> None:
        endings = self._game.endings
        alike = {(rule.most, rule.result, rule.against, rule.waits) for rule in endings.extinct}
        if not alike:
            return
        letters = "".join(rule.letter.lower() for rule in endings.extinct) or EVERY
        if len(alike) > 1 or (letters != EVERY and not all(rule.letter for rule in endings.extinct)):
            raise self._no(Message("it has several rules of extinction"))
        ((most, result, against, waits),) = alike
        self._options["extinctionValue"] = result.value
        self._options["extinctionPieceTypes"] = letters
        self._options["extinctionPieceCount"] = str(most)
        self._options["extinctionOpponentPieceCount"] = str(against)
        self._options["extinctionClaim"] = "true" if waits else "false"

    def _goal(self) -> None:
        endings = self._game.endings
        if not any(self._game.goals):
            return
        pieces = endings.goal_pieces
        if len(pieces) > 1 and set(pieces) != set(self._game.piece_types):
            raise self._no(Message("some of its pieces reach goals"))
        self._options["flagPiece"] = pieces.lower() if len(pieces) == 1 else EVERY
        for color, squares in zip(WITH_BOTH_COLORS, self._game.goals, strict=True):
            self._options[f"flagRegion{color}"] = self._named(squares)
        if endings.goal_wins is GoalWins.IF_SAFE:
            if self._game.royal.letter not in ("", pieces):
                raise self._no(Message("other pieces than its king reach goals if they are safe"))
            self._options["flagPieceSafe"] = "true"
        elif endings.goal_wins is not GoalWins.AT_ONCE:
            royal = pieces == self._game.royal.letter
            if royal is (endings.goal_wins is GoalWins.NEXT_TURN):
                raise self._no(Message("its goals are answered"))
            self._options["flagMove"] = "true"
