"""Games in Fairy-Stockfish's file of variants, ``variants.ini``.

https://github.com/fairy-stockfish/Fairy-Stockfish/blob/master/src/variants.ini describes the format. A
section becomes a game's file of ours. One that inherits from a built-in game begins with what
:mod:`.variants_ini_writer` makes of ours by that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from wormhole.base.errors import FenError, Message, TextWarning, VariantError, WormholeError
from wormhole.base.quoting import clipped, quoted
from wormhole.base.schema import FieldError, Table
from wormhole.rules import betza
from wormhole.rules.catalogue_files import variants
from wormhole.rules.endings import Endings, GoalWins, Passing, Royal
from wormhole.rules.fairy_stockfish import (
    BISHOP,
    CAMBODIAN_LEAPS,
    CAMBODIAN_ROOK,
    CUSTOM,
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
    SOLDIER,
    WITH_BOTH_COLORS,
    Place,
    capitalized,
    known,
    square_name,
)
from wormhole.rules.placement import EMPTY, HOLE, VOID, read_rows
from wormhole.rules.rule import IniOption, rules_of
from wormhole.rules.variant import Capture, LeftSquare, Promotion, Survives, Variant
from wormhole.rules.variants_ini_options import (
    Kind,
    LineError,
    Rules,
    Section,
    default_rules,
    scanned,
    sections,
    usual,
    with_section,
)
from wormhole.rules.variants_ini_writer import written

MOST_HEIRS = 1000
"""From so many sections one may inherit, each from the next."""
MOST_KNOWN = 2000
"""So many sections are remembered for those that inherit from them."""
_OTHER_LETTERS = "TCEAHDMOUVWYZIJQGFSLNRBKP"
"""Letters for promoted pieces, the best first."""
_REGIONS_OF_PAWNS = ("promotionRegion", "tripleStepRegion")
NOT_PLAYED = {
    "adjudicateFullBoard": Message("a full board ends the game"),
    "castlingWins": Message("castling wins"),
    "chasingRule": Message("a perpetual chase loses"),
    "collinear": Message("pieces in a row win"),
    "connect": Message("pieces in a row, or in touch, win"),
    "enclosingDrop": Message("pieces are put beside others to enclose them"),
    "flagPieceBlocked": Message("blocking a goal loses"),
    "flagPieceCount": Message("several pieces must reach the goal"),
    "flipEnclosed": Message("enclosed pieces change sides"),
    "moveRepetition": Message("a move may not be repeated"),
    "oppositeCastling": Message("the sides castle to opposite wings"),
    "petrifyBlast": Message("pieces that explode become walls"),
    "piecePromotionOnCapture": Message("pieces promote only by capturing"),
    "wall": Message("players put up walls, or share a duck"),
}
"""In an inventor's words, the rules that our games lack, by the beginnings of their options' names; the other
options are played."""
_ENDINGS_IN_ORDER = (
    *("stalemate", "repetitions", "quiet_moves", "royal", "checkmate", "stalemate_counts", "must_capture"),
    *("checking", "count", "perpetual_check_loses", "repetition", "fleeing", "passing", "bikjang"),
    *("draw_goes_to", "black_points", "extinct", "goal_pieces", "goal_squares", "black_goal_squares"),
    *("goal_wins", "checks", "dead", "dead_same_color", "mating", "mate_loses"),
)
"""The order in which definitions of such games always had them: networks know games by their definition."""
_ALWAYS_SAID = ("stalemate", "repetitions", "quiet_moves")


@dataclass(frozen=True)
class IniGame:
    """A section as a game's file of ours, and the lines of its fields."""

    name: str
    table: Table
    _lines: Mapping[str, tuple[str, int]]
    _header: int
    _rights: str

    def check_rights(self, rights: str) -> None:
        """Raise :class:`VariantError` if the start position has other castling rights than these."""
        if set(self._rights) != set(rights):
            trouble = Message("the castling rights are {rights} with us", rights=rights or "-")
            raise self.located(FieldError("board.start", trouble))

    def located(self, error: FieldError) -> VariantError:
        """The error of a field, with the option that it comes from and its line."""
        path = error.path
        while path and path not in self._lines:
            path = path.rpartition(".")[0]
        option, line = self._lines.get(path, (f"[{self.name}]", self._header))
        place = Message("line {line}, {field}", line=line, field=option)
        return VariantError("{name}: {where}: {trouble}", name=self.name, where=place, trouble=error.message)


def as_toml(table: Table) -> str:
    """A game's file of ours with this table."""
    import tomli_w  # not needed for the first picture

    return tomli_w.dumps(table)


class IniFile:
    """The games of a file of variants; ``built_in`` gives a game of ours by its name there.

    What a section inherits is worked out once, so all sections together take linear time.
    """

    def __init__(self, text: str, built_in: Callable[[str], Variant]) -> None:
        scanned_text = scanned(text)
        self._sections = scanned_text.sections
        self.warnings = list(scanned_text.warnings)
        """What was left out of the file, and what is read leniently in the games that were asked for."""
        self._built_in = built_in
        self._known: dict[str, Rules] = {}
        """Rules of sections that others inherit from, and of built-in games behind a colon."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the sections, in their order. Raises :class:`VariantError` if there are none."""
        if not self._sections:
            raise VariantError(
                self.warnings[0].told if self.warnings else Message("there is no section with a game")
            )
        return tuple(self._sections)

    def game(self, name: str | None = None) -> IniGame:
        """The game of a section; of the only one if none is named.

        Raises :class:`VariantError` with the line of what is wrong, or of a feature that our games lack.
        """
        names = self.names
        if name is None and len(names) > 1:
            raise VariantError(
                "say which game is meant, such as {example}; there are {words}",
                example=f"variants.ini:{names[0]}",
                words=clipped(", ".join(names)),
            )
        if name is None:
            (name,) = names
        if name not in self._sections:
            raise VariantError(
                "there is no section {name}; there are {words}",
                name=quoted(name),
                words=clipped(", ".join(names)),
            )
        try:
            rules = self._rules_of(name)
            letter = _letter_instead(rules)
            if letter:
                rules = _with_letter(rules, letter)
                self.warnings.append(_told_of_letter(rules, self._sections[name], letter))
            return _translated(rules, self._sections[name])
        except VariantError:
            raise
        except WormholeError as error:
            raise VariantError("{name}: {trouble}", name=clipped(name), trouble=error.message) from None

    def _rules_of(self, name: str) -> Rules:
        """What a section says, with what it inherits."""
        section = self._sections[name]
        chain = {name: section}
        while section.base in self._sections:
            if section.base in chain or section.base in self._known:
                break
            section = self._sections[section.base]
            chain[section.name] = section
            if len(chain) > MOST_HEIRS + 1:
                raise LineError(
                    self._sections[name].line,
                    f"[{clipped(name)}]",
                    Message("it inherits from more than {most} sections", most=MOST_HEIRS),
                )
        rules = self._inherited(section)
        for each in reversed(chain.values()):
            rules = with_section(rules, each)
            if each.name != name and len(self._known) < MOST_KNOWN:
                self._known[each.name] = rules
        return rules

    def _inherited(self, section: Section) -> Rules:
        """What a section inherits: from another section that is known, or from a game of ours."""
        if not section.base:
            return default_rules({})
        if section.base in self._known:
            return self._known[section.base]
        key = f":{section.base}"
        if key not in self._known:
            header = f"[{section.name}:{clipped(section.base)}]"
            if section.base not in variants():
                trouble = Message(
                    "{name} is neither a section of this file nor one of our games", name=quoted(section.base)
                )
                raise LineError(section.line, header, trouble)
            try:
                self._known[key] = _rules_of(self._built_in(section.base))
            except VariantError as error:
                raise LineError(section.line, header, error.message) from None
        return self._known[key]


def _translated(rules: Rules, section: Section) -> IniGame:
    table, lines = _composed(rules, section.name)
    for option in known().options:
        lacking = not_played(option)
        if lacking and option != "wallingRule" and rules.values[option] != usual(option, rules):
            raise rules.error(option, lacking)
    rights = _rights(rules).replace("-", "")
    if not rules["castling"] and not rules["cambodianMoves"]:
        rights = re.sub("[KQkq]", "", rights) if rules["seirawanGating"] else ""
    return IniGame(section.name, table, lines, section.line, rights)


def not_played(option: str) -> Message | None:
    """Why an option is refused: the rule that our games lack; None if they have it."""
    rule = next((words for beginning, words in NOT_PLAYED.items() if option.startswith(beginning)), None)
    return None if rule is None else Message("our games have no such rule: {rule}", rule=rule)


def _letter_instead(rules: Rules) -> str:
    """A letter for the piece that has that of a hole; empty if none has."""
    taken = {piece.letter for piece in rules.kinds.values()}
    if HOLE.upper() not in taken:
        return ""
    free = next((each for each in _OTHER_LETTERS if each not in taken), "")
    if not free or rules["wallingRule"] != "none" or rules["petrifyOnCaptureTypes"]:
        kind = next(kind for kind, piece in rules.kinds.items() if piece.letter == HOLE.upper())
        letter = quoted(HOLE.upper())
        raise rules.error(kind, Message("{letter} cannot be the letter of a piece", letter=letter))
    return free


def _with_letter(rules: Rules, letter: str) -> Rules:
    """The rules with another letter for the piece that has that of a hole."""
    both = str.maketrans(HOLE + HOLE.upper(), letter.lower() + letter)
    kinds = {kind: replace(piece, letter=piece.letter.translate(both)) for kind, piece in rules.kinds.items()}
    placement, blank, rest = rules["startFen"].partition(" ")
    turned = {kind: text.translate(both) for kind, text in rules["promotedPieceType"].items()}
    values = {
        **rules.values,
        "startFen": f"{placement.translate(both)}{blank}{rest}",
        "promotedPieceType": turned,
    }
    return replace(rules, values=values, kinds=kinds, hole_letter=letter)


def _told_of_letter(rules: Rules, section: Section, letter: str) -> TextWarning:
    kind = next(kind for kind, piece in rules.kinds.items() if piece.letter == letter)
    _written, line = rules.lines.get(kind, ("", section.line))
    message = Message(
        "{name}: {letter} stands for the piece here, since {hole} is a hole; positions with {hole} are read",
        name=section.name,
        letter=quoted(letter),
        hole=quoted(HOLE),
    )
    return TextWarning(line, message)


def _rules_of(game: Variant) -> Rules:
    (section,) = sections(written(game, as_base=True)).values()
    rules = with_section(default_rules({}), section)
    return replace(rules, lines={})


def _composed(rules: Rules, name: str) -> tuple[dict[str, Any], dict[str, tuple[str, int]]]:
    """Our table, and the option and line of each of its fields."""
    lines: dict[str, tuple[str, int]] = {}

    def comes_from(path: str, *options: str) -> None:
        for option in options:
            for each in (option, f"{option}White"):
                if each in rules.lines:
                    lines.setdefault(path, rules.lines[each])

    placement = rules["startFen"].partition(" ")[0]
    placement, hands = _split(placement)
    placement = _without_pluses(rules, placement)
    if rules["startFen"].split()[1:2] not in ([], ["w"]):
        raise rules.error("startFen", Message("White moves first in our games"))
    comes_from("board", "startFen", "maxRank", "maxFile")
    for field, rule in rules_of(Endings).items():
        comes_from(f"endings.{field}", *(rule.ini.names if rule.ini else ()))
    comes_from("pieces", KING)
    table: dict[str, Any] = {
        "title": name,
        "board": {"start": _start(rules, placement)},
        "endings": _endings(rules),
        "pieces": {},
    }
    if rules["gating"] is not (rules["seirawanGating"] or rules["cambodianMoves"]):
        gates = "cambodianMoves" if rules["cambodianMoves"] else "seirawanGating"
        alone, other = ("gating", gates)[:: 1 if rules["gating"] else -1]
        raise rules.error(alone, Message("only together with {key}", key=other))
    if rules["pieceDrops"] or rules["seirawanGating"]:
        if rules["capturesToHand"] and rules["twoBoards"]:
            raise rules.error("twoBoards", Message("not together with {key}", key="capturesToHand"))
        table["hands"] = {"captures": rules["capturesToHand"], "start": hands}
        if rules["capturesToHand"]:
            table["hands"]["keeps_promotion"] = rules["dropLoop"]
        elif rules["twoBoards"]:
            table["hands"]["from_partner"] = True
        if rules["seirawanGating"]:
            table["hands"].update(drops=rules["pieceDrops"], gating=_gating(rules))
            comes_from("hands.gating", "startFen", "seirawanGating")
        comes_from("hands.start", "startFen")
    elif hands or rules["capturesToHand"] or rules["twoBoards"]:
        given = [option for option in ("capturesToHand", "twoBoards") if rules[option]]
        raise rules.error(
            given[0] if given else "startFen",
            Message("only together with {key}", key="pieceDrops"),
        )
    for key in ("pieceDrops", "seirawanGating"):
        if rules["cambodianMoves"] and rules[key]:
            raise rules.error("cambodianMoves", Message("not together with {key}", key=key))
    diagonals = rules.on_board(rules["diagonalLines"])
    if diagonals:
        table["board"]["lines"] = _names(diagonals, rules)
        comes_from("board.lines", "diagonalLines")
    hoppers = [kind for kind, piece in rules.kinds.items() if set(piece.moves) & set("pg")]
    if JANGGI_CANNON in hoppers and len(hoppers) > 1:
        raise rules.error(JANGGI_CANNON, Message("no piece of our games hops over such cannons"))
    lacking = not_played("wallingRule")
    if lacking and rules["wallingRule"] not in ("none", "past"):
        raise rules.error("wallingRule", lacking)
    if rules["wallingRule"] == "past":
        table["mutator"] = {"left_square": LeftSquare.VANISHES.value}
    capture = _capture(rules)
    if capture is not Capture.STAYS:
        table.setdefault("mutator", {})["capture"] = capture.value
    pictures = _pictures(rules)
    for letter, kind in _kinds_by_letter(rules).items():
        picture = pictures.get(kind) if letter == rules.kinds[kind].letter else None
        table["pieces"][letter] = {**_piece_table(rules, kind, picture), **_survival(rules, kind, capture)}
        path = f"pieces.{letter}"
        comes_from(f"{path}.promoted_from", "promotedPieceType")
        comes_from(path, kind)
        for key in ("home_rank", "home_squares", "black_home_squares"):
            comes_from(f"{path}.{key}", "doubleStepRegion", "doubleStep")
        comes_from(f"{path}.en_passant", "enPassantRegion", "enPassantTypes")
        comes_from(f"{path}.en_passant_squares", "enPassantRegion")
        for key in ("promotes_to", "promotion_squares"):
            comes_from(f"{path}.{key}", "promotionPieceTypes", "promotionRegion")
        for key in ("castles_with", "castles_to"):
            comes_from(f"{path}.{key}", "castling", "castlingKingsideFile", "startFen")
        comes_from(f"{path}.castles_anywhere", "chess960")
        comes_from(f"{path}.home_until_moved", "cambodianMoves", "startFen")
        comes_from(f"{path}.may_stand_on", f"mobilityRegionWhite{capitalized(kind)}")
        comes_from(f"{path}.drops", "dropRegion", "dropNoDoubled", "dropChecks", "pieceDrops")
    _check_en_passant(rules, table["pieces"])
    for turned in _other_sides(rules):
        _promote(rules, turned, table["pieces"])
    castles = rules["castlingDroppedPiece"] or set("KQkq") & set(_rights(rules))
    if rules["castling"] and castles:
        _add_castling(rules, table)
    return table, lines


@dataclass(frozen=True)
class _OtherSide:
    """A piece that another one is when promoted: what it was, what it moves as, and our letter for it."""

    origin: str
    kind: str
    letter: str


def _other_sides(rules: Rules) -> list[_OtherSide]:
    """The promoted pieces. One has the letter of the piece as which it moves, if nothing else has it."""
    by_letter = {piece.letter: kind for kind, piece in rules.kinds.items()}
    taken = {rules.kinds[kind].letter for kind in rules.kinds if _is_met(rules, kind)}
    found = []
    for origin, text in rules["promotedPieceType"].items():
        kind = by_letter.get(text.upper())
        if origin not in rules.kinds or text == "-":
            continue
        if kind is None or KING in (origin, kind):
            raise rules.error(
                "promotedPieceType", Message("{value} cannot be promoted to", value=quoted(text))
            )
        free = (rules.kinds[kind].letter, *_OTHER_LETTERS)
        letter = next((each for each in free if each not in taken and by_letter.get(each, kind) == kind), "")
        if not letter:
            raise rules.error("promotedPieceType", Message("there are too many pieces"))
        taken.add(letter)
        found.append(_OtherSide(origin, kind, letter))
    return found


def _is_met(rules: Rules, kind: str) -> bool:
    """Whether a piece occurs otherwise than as another one's promoted side.

    Pawns that do not are dropped, too, if what is said of them does not fit this board.
    """
    turned = {_of_letter(rules, text) for text in rules["promotedPieceType"].values()}
    if kind not in turned and (kind != PAWN or all(_are_turned(rules, each) for each in _REGIONS_OF_PAWNS)):
        return True
    letter = rules.kinds[kind].letter
    placement, hands = _split(rules["startFen"].partition(" ")[0])
    plain = placement if kind == PAWN else re.sub("\\+.", "", placement)
    return (
        letter in (plain + hands).upper()
        or rules["twoBoards"]
        or any(kind in rules[f"promotionPieceTypes{color}"] for color in WITH_BOTH_COLORS)
    )


def _are_turned(rules: Rules, option: str) -> bool:
    """Whether Black's squares are White's on the board turned round."""
    white, black = (rules.on_board(rules[f"{option}{color}"]) for color in WITH_BOTH_COLORS)
    return rules.turned(white) == black


def _of_letter(rules: Rules, text: str) -> str | None:
    return next((kind for kind, piece in rules.kinds.items() if piece.letter == text.upper()), None)


def _kinds_by_letter(rules: Rules) -> dict[str, str]:
    """The kind of each piece of ours, by its letter."""
    kinds = sorted((kind for kind in rules.kinds if _is_met(rules, kind)), key=known().order.index)
    return {rules.kinds[kind].letter: kind for kind in kinds} | {
        each.letter: each.kind for each in _other_sides(rules)
    }


def _without_pluses(rules: Rules, placement: str) -> str:
    """The placement with our letters for promoted pieces."""
    for each in _other_sides(rules):
        written = f"+{rules.kinds[each.origin].letter}"
        placement = placement.replace(written, each.letter).replace(written.lower(), each.letter.lower())
    return placement


def _promote(rules: Rules, other: _OtherSide, tables: Mapping[str, Any]) -> None:
    """Let a piece promote to its other side and, where pieces are demoted, back."""
    letter = rules.kinds[other.origin].letter
    squares = rules.of_white("promotionRegion")
    here, there = tables[letter], tables[other.letter]
    for key in ("drops", "promotes_to", "promotion_squares", "promotion", "pawn"):
        there.pop(key, None)
    there["promoted_from"] = letter
    if not squares:
        raise rules.error("promotionRegion", Message("is empty"))
    pawns_too = here.get("promotes_to", "")
    leaves = not pawns_too and not here.get("en_passant")
    if not leaves and not _stay_inside(rules, squares, here["moves"]):
        raise rules.error("promotedPieceType", Message("our games have no such rule"))
    how = Promotion.FORCED if rules["mandatoryPiecePromotion"] else Promotion.OPTIONAL
    here["promotes_to"] = pawns_too + other.letter
    here["promotion_squares"] = _names(squares, rules)
    if not pawns_too:
        here["promotion"] = how.value
    if leaves:
        here["promotes_leaving"] = True
    if rules["pieceDemotion"]:
        there.update(promotes_to=letter, promotion_squares=here["promotion_squares"], promotion=how.value)
        there["promotes_leaving"] = True
    if rules["dropPromoted"] and "drops" in here:
        here["drops"]["other_side"] = other.letter
    elif rules["dropPromoted"] and rules["pieceDrops"]:
        here["drops"] = {"other_side": other.letter}


def _stay_inside(rules: Rules, squares: frozenset[Place], moves: str) -> bool:
    """Whether all moves from these squares, in one direction each, end on them."""
    board = rules.on_board(EVERY)
    for path in betza.paths(moves):
        for x, y in squares:
            dx, dy = path.leap
            count = 1
            while (place := (x + count * dx, y + count * dy)) in board:
                if place not in squares:
                    return False
                if not path.ride:
                    break
                count += 1
    return True


def _mobile(rules: Rules, moves: str) -> frozenset[Place]:
    """White's squares from which a piece with these moves could move on the empty board."""
    board = rules.on_board(EVERY)
    leaps = [path.leap for path in betza.paths(moves) if path.moves and not path.from_home]
    return frozenset((x, y) for x, y in board if any((x + dx, y + dy) in board for dx, dy in leaps))


def _capture(rules: Rules) -> Capture:
    """What happens after a capture. Raises :class:`WormholeError`."""
    explodes, petrified = rules["blastOnCapture"], rules["petrifyOnCaptureTypes"]
    if explodes and (petrified or (KING in rules.kinds and not _crowned(rules))):
        raise rules.error("blastOnCapture", Message("our games have no such rule"))
    if petrified == EVERY or KING in petrified:
        raise rules.error("petrifyOnCaptureTypes", Message("our games have no such rule"))
    return Capture.EXPLODES if explodes else Capture.PETRIFIES if petrified else Capture.STAYS


def _survival(rules: Rules, kind: str, capture: Capture) -> dict[str, Any]:
    """Which captures a piece survives, and whether it spares its own kind."""
    immune, mutually = rules["blastImmuneTypes"], rules["mutuallyImmuneTypes"]
    spares = kind == JANGGI_CANNON or mutually == EVERY or kind in mutually
    table: dict[str, Any] = {"spares": rules.kinds[kind].letter} if spares else {}
    is_safe = {
        Capture.STAYS: False,
        Capture.EXPLODES: immune == EVERY or kind in immune,
        Capture.PETRIFIES: kind not in rules["petrifyOnCaptureTypes"],
    }
    if is_safe[capture]:
        table["survives"] = Survives.ALL.value
    elif capture is Capture.EXPLODES and kind == PAWN:
        table["survives"] = Survives.BESIDE.value
    return table


def _check_en_passant(rules: Rules, tables: Mapping[str, Table]) -> None:
    """Refuse first moves, and captures en passant, that Fairy-Stockfish allows to other pieces than we do.

    There all pieces with first moves can be captured so, by pawns and by those of ``enPassantTypes``.
    """
    goers, ours, takers = set(), set(), _takers(rules)
    for letter, kind in _kinds_by_letter(rules).items():
        table = tables[letter]
        if table.get("en_passant"):
            ours.add(kind)
        if rules["cambodianMoves"] and kind in CAMBODIAN_LEAPS:
            continue
        if not table.get("home_attacks") and any(
            path.from_home or (kind == PAWN and path.lame) for path in betza.paths(table["moves"])
        ):
            goers.add(kind)
    if not rules.of_white("enPassantRegion") or not goers or not takers or (goers == ours >= takers):
        return
    differing = sorted((goers | takers) - (goers & takers & ours))
    option = next((each for each in differing if each in rules.lines), PAWN)
    raise rules.error(
        "enPassantTypes" if "enPassantTypesWhite" in rules.lines else option,
        Message("the pieces that capture en passant must be those with first moves, like pawns"),
    )


def _takers(rules: Rules) -> set[str]:
    """The pieces that capture en passant: by moves that only capture."""
    kinds = {PAWN, *rules.of_both("enPassantTypes")} & set(_kinds_by_letter(rules).values())
    return {kind for kind in kinds if _only_captures(rules.kinds[kind].moves)}


def _only_captures(moves: str) -> bool:
    """Whether a piece goes somewhere only to capture."""
    return any(path.captures and not path.moves for path in betza.paths(moves))


def _split(placement: str) -> tuple[str, str]:
    """A placement, and what is in hand."""
    board, _, hands = placement.partition("[")
    return board, hands.removesuffix("]").replace("-", "")


def _gating(rules: Rules) -> str:
    """White's squares of gating: those that the rights of the start position name, or mean by castling."""
    rights = [letter for letter in _rights(rules) if letter.isupper()]
    files = {ord(letter) - ord("A") for letter in rights if letter not in "KQ"}
    row = rules["castlingRank"]
    cells = {x: cell for (x, y), cell in _cells(rules) if y == row and cell != VOID}
    kings = [rules.kinds[kind].letter for kind in rules.of_both("castlingKingPiece") if kind in rules.kinds]
    partners = [
        rules.kinds[kind].letter for kind in rules.of_both("castlingRookPieces") if kind in rules.kinds
    ]
    for king in [x for x, cell in cells.items() if cell in kings]:
        for letter, toward in (("K", 1), ("Q", -1)):
            rooks = [x for x, cell in cells.items() if cell in partners and (x - king) * toward > 0]
            if letter in rights and rooks:
                files |= {king, min(rooks, key=lambda x: abs(x - king))}
    return _names({(x, 0) for x in files if x <= rules["maxFile"]}, rules)


def _drops(rules: Rules, kind: str) -> Table:
    """How a piece is dropped."""
    board = rules.on_board(EVERY)
    squares = rules.of_white("dropRegion")
    if kind == ROOK and rules["sittuyinRookDrop"]:
        squares = frozenset((x, y) for x, y in squares if y == 0)
    if kind == PAWN and not rules["promotionZonePawnDrops"]:
        squares -= rules.of_white("promotionRegion")
    if kind == PAWN and not rules["firstRankPawnDrops"]:
        squares -= {(x, y) for x, y in board if y == 0}
    hands = _split(rules["startFen"].partition(" ")[0])[1].upper()
    comes = rules["capturesToHand"] or rules["twoBoards"]
    if not squares and not comes and rules.kinds[kind].letter not in hands:
        return {}
    drops: dict[str, Any] = {} if squares == board else {"squares": _names(squares, rules)}
    if kind in rules["dropNoDoubled"]:
        drops["per_file"] = rules["dropNoDoubledCount"]
        if not drops["per_file"]:
            raise rules.error("dropNoDoubledCount", Message("our games have no such rule"))
    if kind == SHOGI_PAWN and rules["shogiPawnDropMateIllegal"]:
        drops["mates"] = False
    if kind == BISHOP and rules["dropOppositeColoredBishop"]:
        drops["apart"] = True
    if not rules["dropChecks"]:
        drops["checks"] = False
    if rules["mustDrop"]:
        forced = rules["mustDropType"]
        if forced != EVERY and len(forced) != 1:
            raise rules.error("mustDropType", Message("one letter is expected"))
        if forced == EVERY or kind in forced:
            drops["forced"] = True
    return drops


def _start(rules: Rules, placement: str) -> str:
    if "[" in placement or "+" in placement or "~" in placement:
        raise rules.error("startFen", Message("our games have no such rule"))
    try:
        rows = read_rows(placement)
    except FenError as error:
        raise rules.error("startFen", error.message) from None
    columns, ranks = rules["maxFile"] + 1, rules["maxRank"] + 1
    if len(rows) != ranks or len(rows[0]) != columns:
        raise rules.error(
            "startFen",
            Message(
                "the placement has {width} by {count} squares; maxFile and maxRank say {columns} by {rows}",
                width=len(rows[0]),
                count=len(rows),
                columns=columns,
                rows=ranks,
            ),
        )
    letters = {piece.letter for piece in rules.kinds.values()} | {each.letter for each in _other_sides(rules)}
    for cell in sorted({cell for row in rows for cell in row} - {EMPTY, VOID}):
        if cell.upper() not in letters:
            raise rules.error("startFen", Message("no piece has the letter {letter}", letter=quoted(cell)))
    return str(placement)


def _endings(rules: Rules) -> dict[str, Any]:
    if rules["checkCounting"] and KING not in rules.kinds:
        raise rules.error("checkCounting", Message("only together with {key}", key=KING))
    endings = {
        name: _said_alike(rules, rule.ini)
        for name, rule in rules_of(Endings).items()
        if isinstance(rule.ini, IniOption)
        if name in _ALWAYS_SAID or rules[rule.ini.name] != usual(rule.ini.name, rules)
    }
    if _royals(rules) is not Royal.ONE:
        endings["royal"] = _royals(rules).value
    if rules["nFoldValue"] != "draw":
        endings["repetition"] = _repetition(rules)
    if rules["checkCounting"]:
        endings["checks"] = _checks(rules)
    for others in (_passing, _drawn, _extinction, _goal, _dead, _mates):
        endings.update(others(rules))
    return {name: endings[name] for name in dict.fromkeys((*_ENDINGS_IN_ORDER, *endings)) if name in endings}


def _said_alike(rules: Rules, option: IniOption) -> Any:
    """The value of our rule that an option says. Raises :class:`WormholeError`."""
    value = rules[option.name]
    if isinstance(value, int) and not isinstance(value, bool):
        return option.share * value
    ours = {theirs: each for each, theirs in option.words.items()}
    if (ours and value not in ours) or (known().options[option.name][0] == "value" and value == "none"):
        raise rules.error(option.name, Message("our games have no such rule"))
    said = ours.get(value, value)
    return said.value if isinstance(said, Enum) else said


def _mates(rules: Rules) -> dict[str, Any]:
    """With which pieces checkmate wins, or loses."""
    if not rules["shatarMateRule"]:
        return {}
    mating, losing = ("".join(_letters(rules, kinds)) for kinds in (SHATAR_MATING, SHATAR_LOSING))
    if not mating:
        raise rules.error("shatarMateRule", Message("no checkmate would win"))
    return {"mating": mating, **({"mate_loses": losing} if losing else {})}


def _repetition(rules: Rules) -> str:
    value = rules["nFoldValue"]
    if value == "none":
        raise rules.error("nFoldValue", Message("our games have no such rule"))
    if rules["nFoldValueAbsolute"]:
        return f"white {'wins' if value == 'win' else 'loses'}"
    return "loss" if value == "win" else "win"  # theirs is the result for the side to move


def _royals(rules: Rules) -> Royal:
    """Which pieces are royal. Raises :class:`WormholeError` for what our games cannot say."""
    if not rules["extinctionPseudoRoyal"] or not _pseudo_royals(rules):
        return Royal.ONE if KING in rules.kinds else Royal.NONE
    if rules["blastOnCapture"] or rules["petrifyOnCaptureTypes"]:
        return _royal_among_explosions(rules)
    start = rules["startFen"].partition(" ")[0]
    most = max(sum(map(str.isupper, start)), sum(map(str.islower, start)))
    if rules["extinctionPieceCount"] + 1 >= most:
        return Royal.ALL
    if KING in rules.kinds or rules["extinctionPieceCount"] or len(_pseudo_royals(rules)) > 1:
        trouble = Message("all of these pieces are royal with us, or the last one of a kind, without a king")
        raise rules.error("extinctionPieceTypes", trouble)
    return Royal.DUPLE if rules["dupleCheck"] else Royal.LAST


def _royal_among_explosions(rules: Rules) -> Royal:
    """One royal piece, if each side always has one. Raises :class:`WormholeError` otherwise."""
    letters = "".join(rules.kinds[kind].letter for kind in _pseudo_royals(rules))
    start = "".join(_split(rules["startFen"].partition(" ")[0]))
    comes = {kind for color in WITH_BOTH_COLORS for kind in rules[f"promotionPieceTypes{color}"]}
    comes |= {each.kind for each in _other_sides(rules)}
    is_one = len(letters) == 1 and start.count(letters) == start.count(letters.lower()) == 1
    if not is_one or KING in rules.kinds or comes & _pseudo_royals(rules) or rules["extinctionPieceCount"]:
        raise rules.error(
            "extinctionPieceTypes",
            Message("where captures explode or petrify, each side has one royal piece"),
        )
    return Royal.ONE


def _pseudo_royals(rules: Rules) -> set[str]:
    """The pieces that are royal as long as there are few of them."""
    named = rules["extinctionPieceTypes"]
    return set(rules.kinds if named == EVERY else named) & rules.kinds.keys()


def _crowned(rules: Rules) -> set[str]:
    """The pieces that are royal although they are not the king."""
    is_royal = rules["extinctionPseudoRoyal"] and _royals(rules) is not Royal.NONE
    return _pseudo_royals(rules) if is_royal else set()


def _passing(rules: Rules) -> dict[str, Any]:
    """When a side may pass."""
    passing = Passing.NEVER
    for option, when in (("pass", Passing.ALWAYS), ("passOnStalemate", Passing.STUCK)):
        if rules[f"{option}White"] != rules[f"{option}Black"]:
            raise rules.error(option, Message("both colours need the same here"))
        if rules[f"{option}White"]:
            passing = when
    is_said = passing is not Passing.NEVER or rules["bikjangRule"]
    return {"passing": passing.value} if is_said else {}


def _drawn(rules: Rules) -> dict[str, Any]:
    """What Black gets in addition where points decide a draw."""
    counting = rules["materialCounting"]
    if counting == "none":
        return {}
    if "draw" in (rules["checkmateValue"], rules["extinctionValue"]) or rules["flagMove"]:
        raise rules.error("materialCounting", Message("all draws of our games are decided so, or none"))
    return {"black_points": JANGGI_BLACK_POINTS} if counting == "janggi" else {}


def _extinction(rules: Rules) -> dict[str, Any]:
    result = rules["extinctionValue"]
    kinds = rules["extinctionPieceTypes"]
    if result == "none" or not kinds or rules["extinctionPseudoRoyal"]:
        return {}
    named = EVERY if kinds == EVERY else "".join(_letters(rules, kinds))
    text = f"{named} {rules['extinctionPieceCount']} {result}"
    if rules["extinctionOpponentPieceCount"] or rules["extinctionClaim"]:
        text += f" against {rules['extinctionOpponentPieceCount']}"
    if rules["extinctionClaim"]:
        text += " answered"
    return {"extinct": [text]}


def _goal(rules: Rules) -> dict[str, Any]:
    white, black = (rules.on_board(rules[f"flagRegion{color}"]) for color in WITH_BOTH_COLORS)
    if not white and not black:
        return {}
    kinds = rules.of_both("flagPiece")
    goal = {"goal_pieces": "".join(_letters(rules, kinds))}
    if white:
        goal["goal_squares"] = _names(white, rules)
    if black != rules.turned(white):
        goal["black_goal_squares"] = _names(black, rules)
    if rules["flagMove"]:
        wins = GoalWins.UNLESS_ANSWERED if kinds == (KING,) else GoalWins.NEXT_TURN
        goal["goal_wins"] = wins.value
    if rules["flagPieceSafe"]:
        if rules["flagMove"] or (_royals(rules) is not Royal.NONE and kinds != (KING,)):
            trouble = Message(
                "only where no piece is royal, or for that piece; not with {key}", key="flagMove"
            )
            raise rules.error("flagPieceSafe", trouble)
        goal["goal_wins"] = GoalWins.IF_SAFE.value
    return goal


def _checks(rules: Rules) -> int:
    for word in rules["startFen"].split()[1:]:
        if re.fullmatch("[1-9]\\+[1-9]", word) and word[0] == word[2]:
            return int(word[0])
    raise rules.error("startFen", Message("it says how many checks win, such as {example}", example="3+3"))


def _letters(rules: Rules, kinds: Iterable[str]) -> list[str]:
    """Our letters for pieces, promoted ones included."""
    ours = _kinds_by_letter(rules)
    return [letter for kind in kinds for letter in ours if ours[letter] == kind]


def _dead(rules: Rules) -> dict[str, Any]:
    """What Fairy-Stockfish takes for insufficient material."""
    ends_otherwise = rules["extinctionValue"] != "none" or any(
        rules.on_board(rules[f"flagRegion{color}"]) for color in WITH_BOTH_COLORS
    )
    ends_otherwise = ends_otherwise or (rules["nFoldRule"] > 0 and rules["nFoldValue"] != "draw")
    if _royals(rules) is not Royal.ONE or rules["stalemateValue"] != "draw" or ends_otherwise:
        return {}
    table = known()
    king = rules.kinds[KING].letter
    if rules["checkCounting"] or rules["makpongRule"]:
        return {"dead": [f"{king}/{king}"]}
    singles = [
        kind
        for kind in rules.kinds
        if kind not in (KING, *table.mating, *table.one_color) and not kind.startswith(CUSTOM)
    ]
    mating = {*table.mating, *table.customs}
    promotes_well = bool(mating & set(rules["promotionPieceTypesWhite"]) & set(rules.kinds))
    if promotes_well:
        singles = [kind for kind in singles if kind not in rules["promotionPawnTypesWhite"]]
    return {
        "dead": [f"{king}/{king}", *(f"{king}/{king}{rules.kinds[kind].letter}" for kind in singles)],
        "dead_same_color": "".join(
            piece.letter for kind, piece in rules.kinds.items() if kind in table.one_color
        ),
    }


def _pictures(rules: Rules) -> dict[str, str]:
    """The pictures of the pieces that have one. Of those that share one, the first in order has it."""
    pictures = known().pictures
    first: dict[str, str] = {}
    for kind in sorted(rules.kinds, key=known().order.index):
        if kind in pictures:
            first.setdefault(pictures[kind], kind)
    return {kind: picture for picture, kind in first.items()}


def _piece_table(rules: Rules, kind: str, picture: str | None) -> dict[str, Any]:
    piece = rules.kinds[kind]
    table: dict[str, Any] = {"name": _title(kind, piece), "moves": piece.moves}
    if piece.letter == rules.hole_letter:
        table["aliases"] = HOLE.upper()
    if picture is not None:
        table["sprite"] = picture
    if kind in _crowned(rules):
        table["royal"] = True
    on_lines = ON_LINES.get(
        "wazir" if kind == KING and piece.moves == "W" and KING not in rules.lines else kind
    )
    if on_lines and rules.on_board(rules["diagonalLines"]):
        table["on_lines"] = on_lines
    if kind == JANGGI_CANNON:
        table["screens"] = False
    if rules["materialCounting"] == "janggi" and kind in JANGGI_POINTS:
        table["points"] = JANGGI_POINTS[kind]
    standing = rules.of_white("mobilityRegion", capitalized(kind))
    if rules["immobilityIllegal"] and kind != KING:
        standing &= _mobile(rules, piece.moves)
    if standing != rules.on_board(EVERY):
        table["may_stand_on"] = _names(standing, rules)
    if kind == KING:
        if "i" in piece.moves:
            raise rules.error(kind, Message("our games have no such rule"))
        for option in ("promotionPawnTypes", "nMoveRuleTypes"):
            if KING in rules.of_both(option):
                raise rules.error(option, Message("our games have no such rule"))
        if rules["cambodianMoves"]:
            table["moves"] += CAMBODIAN_LEAPS[KING]
            table["home_in_check"] = False
            table["home_lost_to"] = "".join(_letters(rules, [CAMBODIAN_ROOK]))
        if rules["flyingGeneral"] and {y for _, y in standing} & {y for _, y in rules.turned(standing)}:
            raise rules.error("flyingGeneral", Message("kings of our games face each other on files only"))
        if piece.letter in _split(rules["startFen"].partition(" ")[0])[1].upper():
            table["drops"] = _drops(rules, kind)
        return {**table, "royal": True, "faces": rules["flyingGeneral"]}
    if (rules["pieceDrops"] or rules["seirawanGating"]) and (drops := _drops(rules, kind)):
        table["drops"] = drops
    if kind in rules.of_both("nMoveRuleTypes"):
        table["pawn"] = True
    if kind == SOLDIER and rules["soldierPromotionRank"]:
        wide = {(x, y) for x, y in rules.on_board(EVERY) if y >= rules["soldierPromotionRank"]}
        table.update(moves="fWisW", home_squares=_names(wide, rules), home_attacks=True)
    else:
        table["moves"] = _first_moves(rules, kind, table)
    if rules["cambodianMoves"] and kind in CAMBODIAN_LEAPS:
        table["moves"] += CAMBODIAN_LEAPS[kind]
        table["home_until_moved"] = True
    if kind in rules.of_both("promotionPawnTypes"):
        promotes_to = [
            rules.kinds[each].letter for each in rules.of_both("promotionPieceTypes") if each in rules.kinds
        ]
        squares = rules.of_white("promotionRegion")
        if not promotes_to and squares and kind not in rules["promotedPieceType"]:
            raise rules.error(
                "promotionPieceTypes" if "promotionPieceTypesWhite" in rules.lines else kind,
                Message("no piece is named that it could promote to"),
            )
        if squares and promotes_to:
            _check_promotions(rules, squares)
            table["promotes_to"] = "".join(promotes_to)
            table["promotion_squares"] = _names(squares, rules)
        if rules["sittuyinPromotion"]:
            table.update(_in_place(rules, kind))
        elif rules["promotionLimit"]:
            table["promotion"] = _limited(rules).value
        elif not rules["mandatoryPawnPromotion"]:
            table["promotion"] = Promotion.OPTIONAL.value
    return table


def _in_place(rules: Rules, kind: str) -> dict[str, Any]:
    """Promotion instead of moving, to pieces that were lost where the limits say so."""
    if kind != PAWN:
        raise rules.error("sittuyinPromotion", Message("our games have no such rule"))
    start = rules["startFen"].partition(" ")[0]
    lost = ""
    for limited, limit in rules["promotionLimit"].items():
        letter = rules.kinds[limited].letter
        if limit != str(start.count(letter)) or limit != str(start.count(letter.lower())):
            trouble = Message("the pieces of the start are the limit of optional promotion")
            raise rules.error("promotionLimit", trouble)
        lost += letter
    return {"promotes_in_place": True, "promotes_if_lost": lost}


def _check_promotions(rules: Rules, squares: frozenset[Place]) -> None:
    """Refuse promotions to a piece that may not stand there: Fairy-Stockfish allows them."""
    for kind in rules.of_both("promotionPieceTypes"):
        name = capitalized(kind)
        standing = rules.of_white("mobilityRegion", name)
        if kind in rules.kinds and standing and not squares <= standing:  # none at all is refused elsewhere
            raise rules.error(
                f"mobilityRegionWhite{name}",
                Message("a pawn may become this piece where it may not stand"),
            )


def _limited(rules: Rules) -> Promotion:
    """Promotion to lost pieces alone, if that is what the limits say. Raises :class:`WormholeError`."""
    start = _split(rules["startFen"].partition(" ")[0])[0]
    limits = {
        kind: str(min(start.count(piece.letter), start.count(piece.letter.lower())))
        for kind, piece in rules.kinds.items()
        if kind in rules.of_both("promotionPieceTypes")
    }
    if rules["mandatoryPawnPromotion"] or rules["promotionLimit"] != limits:
        raise rules.error(
            "promotionLimit", Message("the pieces of the start are the limit of optional promotion")
        )
    return Promotion.LOST


def _title(kind: str, piece: Kind) -> str:
    if kind.startswith(CUSTOM):
        return f"Piece {piece.letter}"
    return re.sub("([A-Z])", lambda match: " " + match[0].lower(), kind).capitalize()


def _first_moves(rules: Rules, kind: str, table: dict[str, Any]) -> str:
    """The piece's moves with those that it has on its home squares, which are added to its table."""
    moves: str = rules.kinds[kind].moves
    if kind != PAWN and "i" not in moves:
        return moves
    steps, others = (
        rules.on_board(rules[f"doubleStepRegion{color}"]) if rules["doubleStep"] else frozenset()
        for color in WITH_BOTH_COLORS
    )
    if kind == PAWN:
        moves += "ifmnD" if steps else ""
        triple = rules.of_white("tripleStepRegion")
        if triple:
            if triple != steps or rules.turned(triple) != others:
                raise rules.error(
                    "tripleStepRegion", Message("a piece has its first moves on the same squares")
                )
            moves += "ifmnH"
    if "i" not in moves:
        return moves
    if any(path.from_home and path.captures for path in betza.paths(moves)):
        raise rules.error(kind, Message("first moves capture nothing"))
    columns, rows = rules["maxFile"] + 1, rules["maxRank"] + 1
    ranks = {y for _, y in steps}
    holes = {place for place, cell in _cells(rules) if cell == VOID}
    everywhere = {(x, y) for x in range(columns) for y in range(rows)}
    if others != rules.turned(steps):
        if not steps or not others:
            raise rules.error("doubleStepRegion", Message("only one side has squares for first moves"))
        table["black_home_squares"] = _names(others, rules)
    if steps == others == everywhere:
        moves = moves.replace("i", "")
    elif len(ranks) == 1 and steps | holes >= {each for each in everywhere if each[1] in ranks}:
        table["home_rank"] = ranks.pop() + 1
    elif steps:
        table["home_squares"] = _names(steps, rules)
    else:
        raise rules.error(kind, Message("there is no square for its first moves"))
    takers = _takers(rules)
    if _goes_far(moves) and (kind in takers or (takers and not _only_captures(moves))):
        passed = rules.of_white("enPassantRegion")
        if passed:
            table["en_passant"] = True
        if passed and passed != everywhere:
            table["en_passant_squares"] = _names(rules.turned(passed), rules)
    return moves


def _goes_far(moves: str) -> bool:
    """Whether a piece with these moves passes squares on which it could be captured."""
    return any(path.lame and len(path.steps) > 1 and len(set(path.steps)) == 1 for path in betza.paths(moves))


def _names(squares: Iterable[Place], rules: Rules) -> str:
    void = {place for place, cell in _cells(rules) if cell == VOID}
    return " ".join(square_name(place) for place in sorted(squares) if place not in void)


def _rights(rules: Rules) -> str:
    """The field of castling rights of the start position."""
    fields = rules["startFen"].split()
    return str(fields[2]) if len(fields) > 2 and fields[2].isalpha() else "-"


def _add_castling(rules: Rules, table: dict[str, Any]) -> None:
    kinds = [kind for kind in rules.of_both("castlingKingPiece") if kind in rules.kinds]
    if len(kinds) != 1:
        raise rules.error("castlingKingPiece", Message("one piece castles"))
    king = table["pieces"][rules.kinds[kinds[0]].letter]
    with_ = [each for each in rules.of_both("castlingRookPieces") if each in rules.kinds]
    if not with_:
        raise rules.error("castlingRookPieces", Message("no such piece is in the game"))
    king["castles_with"] = "".join(rules.kinds[each].letter for each in with_)
    places = [
        (rules[option], rules["castlingRank"]) for option in ("castlingKingsideFile", "castlingQueensideFile")
    ]
    king["castles_to"] = " ".join(map(square_name, places))
    if rules["chess960"]:
        king["castles_anywhere"] = True
    if rules["castlingDroppedPiece"]:
        king["castles_from"] = square_name((rules["castlingKingFile"], rules["castlingRank"]))


def _cells(rules: Rules) -> Iterator[tuple[Place, str]]:
    """Each square of the start position, and what is on it."""
    rows = read_rows(_without_pluses(rules, _split(rules["startFen"].partition(" ")[0])[0]))
    for y, row in enumerate(reversed(rows)):
        for x, cell in enumerate(row):
            yield (x, y), cell
