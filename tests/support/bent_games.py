"""Good games of FIDE chess, written as people and old programs write them, two manners at a time.

A manner changes how a game is written, and never what is meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import chess
import chess.pgn

SIGNS = {10: "=", 13: "~", 14: "+=", 15: "=+", 16: "+/-", 17: "-/+", 18: "+-", 19: "-+", 146: "N"}
FENS = (
    *(chess.STARTING_FEN,) * 3,
    "r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 31",
    "4k3/1PP3P1/8/2ppP3/8/8/1p4pp/4K3 w - d6 0 12",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8",
)
WORDS = ("Black resigned", "a fork", "time", "so it goes", "theory", "[%clk 0:05:00]")
LETTERS = {
    "German": "KDTLS",
    "French": "RDTFC",
    "Spanish": "RDTAC",
    "Dutch": "KDTLP",
    "Russian": ("\u041a\u0440", "\u0424", "\u041b", "\u0421", "\u041a"),
}


def good_game(dice: random.Random) -> chess.pgn.Game:
    """A game with variations, comments and NAGs, and with as many unusual moves as there can be."""
    game = chess.pgn.Game()
    names = {"White": "Alder, A", "Black": "Birch, B", "Event": "Club evening", "WhiteElo": "2100"}
    for name in dice.sample([*names], 3):
        game.headers[name] = names[name]
    game.headers["Result"] = dice.choice(["1-0", "0-1", "1/2-1/2", "*"])
    fen = dice.choice(FENS)
    if fen != chess.STARTING_FEN:
        game.setup(fen)
    node: chess.pgn.GameNode = game
    for _ in range(dice.choice((6, 12, 24, 40))):
        moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if not moves:
            break
        child = _grow(node, moves, dice)
        if dice.random() < 0.15 and len(moves) > 1:
            side = _grow(node, [move for move in moves if move != child.move], dice)
            if replies := list(side.board().legal_moves):
                _grow(side, replies, dice)
        node = child
    return game


def _grow(node: chess.pgn.GameNode, moves: list[chess.Move], dice: random.Random) -> chess.pgn.ChildNode:
    board = node.board()
    rare = [
        move
        for move in moves
        if move.promotion or board.is_capture(move) or board.is_castling(move) or board.gives_check(move)
    ]
    rarest = [move for move in rare if board.is_en_passant(move) or board.is_castling(move)]
    child = node.add_variation(dice.choice(rarest or rare if rare and dice.random() < 0.6 else moves))
    if dice.random() < 0.3:
        child.nags.add(dice.choice([*SIGNS, 1, 3, 6]))
    if dice.random() < 0.15:
        child.comment = dice.choice(WORDS)
    return child


@dataclass
class Word:
    """A move as it is written, and what it is."""

    board: chess.Board
    move: chess.Move
    text: str
    nags: list[int] = field(default_factory=list)
    behind: str = ""
    """What stands apart behind it, before its NAGs."""

    @property
    def origin(self) -> str:
        return chess.square_name(self.move.from_square)

    @property
    def target(self) -> str:
        return chess.square_name(self.move.to_square)

    @property
    def is_capture(self) -> bool:
        return self.board.is_capture(self.move)

    @property
    def is_castling(self) -> bool:
        return self.board.is_castling(self.move)

    @property
    def piece(self) -> str:
        """The letter; empty for a pawn."""
        return (
            (self.board.piece_at(self.move.from_square) or chess.Piece(1, True)).symbol().upper().strip("P")
        )

    @property
    def promotion(self) -> str:
        return chess.piece_symbol(self.move.promotion).upper() if self.move.promotion else ""

    @property
    def check(self) -> str:
        return self.text[-1] if self.text[-1] in "+#" else ""

    def is_standard(self) -> bool:
        """Whether no manner has changed it."""
        return self.text == self.board.san(self.move)


Token = Word | str
"""A move; or a comment, a bracket."""


@dataclass
class Score:
    """A game in parts that a manner can change."""

    tags: list[tuple[str, str]]
    tokens: list[Token]
    result: str
    number: str = "{}."
    before: str = ""
    after: str = ""
    tag: Callable[[str, str], str] = '[{} "{}"]'.format
    is_told: bool = False
    """Whether there must be a warning."""

    @property
    def words(self) -> list[Word]:
        return [token for token in self.tokens if isinstance(token, Word)]

    def written(self) -> str:
        """The text."""
        found: list[str] = []
        must_number = True
        for token in self.tokens:
            if isinstance(token, Word):
                number = self.number.format(token.board.fullmove_number)
                if token.board.turn:
                    found.append(number)
                elif must_number and number:
                    found.append(f"{number[:-1]}..." if number.endswith(".") else f"{number} ...")
                found += [token.text, *filter(None, [token.behind]), *(f"${nag}" for nag in token.nags)]
            else:
                found.append(token)
            must_number = not isinstance(token, Word)
        tags = "".join(f"{self.tag(name, value)}\n" for name, value in self.tags)
        return f"{self.before}{tags}\n{' '.join([*found, self.result])}{self.after}\n"


class _Writer(chess.pgn.BaseVisitor[list[Token]]):
    def __init__(self) -> None:
        self.tokens: list[Token] = []

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.tokens.append(Word(board.copy(stack=False), move, board.san(move)))

    def visit_nag(self, nag: int) -> None:
        word = self.tokens[-1]
        assert isinstance(word, Word)
        word.nags.append(nag)

    def visit_comment(self, comment: str) -> None:
        self.tokens.append(f"{{ {comment} }}")

    def begin_variation(self) -> None:
        self.tokens.append("(")

    def end_variation(self) -> None:
        self.tokens.append(")")

    def result(self) -> list[Token]:
        return self.tokens


def score_of(game: chess.pgn.Game) -> Score:
    """The game as the standard writes it."""
    return Score([*game.headers.items()], game.accept(_Writer()), game.headers["Result"])


# The manners

Manner = Callable[[Score, random.Random], None]


def _each_move(change: Callable[[Word, random.Random], str | None], is_told: bool = True) -> Manner:
    """Changes each move for which ``change`` has a text, and that no other manner has changed.

    It is told if other programs do not write moves so.
    """

    def manner(score: Score, dice: random.Random) -> None:
        for word in score.words:
            text = change(word, dice) if word.is_standard() else None
            if text is not None and text != word.text:
                word.text = text
                score.is_told |= is_told

    return manner


def castling(word: Word, dice: random.Random) -> str | None:
    if not word.is_castling:
        return None
    letter, dash = dice.choice("oO0"), dice.choice(["-", "", "\u2013", "\u2014"])
    return dash.join(letter * word.text.count("O")) + word.check


def checks(word: Word, dice: random.Random) -> str | None:
    if not word.check:
        return None
    signs = ["ch", "++", "\u2020"] if word.check == "+" else ["mate", "++", "\u2021", "ch"]
    return word.text[:-1] + dice.choice(signs)


def checks_apart(score: Score, dice: random.Random) -> None:
    for word in score.words:
        if word.check and not word.behind:
            words = (
                ["+", "ch", "ch.", "dbl ch", "dis ch"] if word.check == "+" else ["#", "mate", "++", "(mate)"]
            )
            word.text, word.behind = word.text[:-1], dice.choice(words)


def signs(score: Score, dice: random.Random) -> None:
    for word in score.words:
        sign = next((nag for nag in word.nags if nag in SIGNS), None)
        if sign is not None and not word.behind:
            word.text, score.is_told = word.text + SIGNS[sign], True
            word.nags.remove(sign)


def novelty_apart(score: Score, dice: random.Random) -> None:
    for word in score.words:
        if 146 in word.nags and not word.behind:
            word.behind, score.is_told = dice.choice(["N", "(N)"]), True
            word.nags.remove(146)


def promotions(word: Word, dice: random.Random) -> str | None:
    if not word.promotion:
        return None
    form = dice.choice(["({})", "/{}", " ={}", " ({})", "=({})"]).format(word.promotion)
    return word.text.replace(f"={word.promotion}", form)


def small_promotions(word: Word, dice: random.Random) -> str | None:
    if not word.promotion:
        return None
    return word.text.replace(f"={word.promotion}", dice.choice(["={}", "{}"]).format(word.promotion.lower()))


def captures(word: Word, dice: random.Random) -> str | None:
    if not word.is_capture:
        return None
    return word.text.replace("x", dice.choice([":", "", "\u00d7"]))


def captures_by_files(word: Word, dice: random.Random) -> str | None:
    if not word.is_capture or word.piece:
        return None
    files = word.origin[0], word.target[0]
    rivals = [
        move
        for move in word.board.legal_moves
        if word.board.is_capture(move)
        and word.board.piece_type_at(move.from_square) == chess.PAWN
        and (chess.square_name(move.from_square)[0], chess.square_name(move.to_square)[0]) == files
        and move.promotion == word.move.promotion
    ]
    if len(rivals) > 1:
        return None
    return (
        dice.choice(["", "x", ":"]).join(files)
        + (f"={word.promotion}" if word.promotion else "")
        + word.check
    )


def en_passant(word: Word, dice: random.Random) -> str | None:
    if not word.board.is_en_passant(word.move):
        return None
    return word.text.rstrip("+#") + dice.choice(["e.p.", "ep", " e.p."])


def _long(form: str) -> Manner:
    """A long form, with the letter of the piece, the squares and what is between them."""

    def change(word: Word, dice: random.Random) -> str | None:
        if word.is_castling and "{piece}" in form:
            return None
        between = "x" if word.is_capture and "{x}" in form else "-"
        text = form.format(
            piece=word.piece, pawn=word.piece or "P", origin=word.origin, target=word.target, x=between
        )
        return text + word.promotion + word.check

    return _each_move(change, is_told="\u2013" in form)


def language(score: Score, dice: random.Random) -> None:
    letters = dict(zip("KQRBN", dice.choice([*LETTERS.values()]), strict=True))
    changed = []
    for word in score.words:
        text = word.text
        if word.piece and text.startswith(word.piece):
            text = letters[word.piece] + text[1:]
        if word.promotion:
            head, promotion, tail = text.rpartition(word.promotion)
            text = head + letters.get(promotion, "") + tail if promotion else text
        changed.append(text)
    said = {text[0] for text in changed} | {
        word.promotion and letters[word.promotion] for word in score.words
    }
    # Some letters must be strange, and say which language it is.
    if len({*said} & ({*letters.values()} - {*"KQRBN"})) >= 3:
        for word, text in zip(score.words, changed, strict=True):
            word.text, score.is_told = text, True


def numbers(score: Score, dice: random.Random) -> None:
    score.number, score.is_told = dice.choice(["{})", "{}:"]), True


def quiet_numbers(score: Score, dice: random.Random) -> None:
    if not score.is_told:
        score.number = dice.choice(["{} .", "", "{}"])


def surplus_brackets(score: Score, dice: random.Random) -> None:
    depth = 0
    for at, token in reversed([*enumerate(score.tokens)]):
        depth += (token == ")") - (token == "(")
        if not depth and isinstance(token, Word) and dice.random() < 0.2:
            score.tokens.insert(at + 1, dice.choice([")", "))", "}"]))
            score.is_told = True


def comment_behind(score: Score, dice: random.Random) -> None:
    """The last comment comes after the result, as one or as words."""
    comment = score.tokens[-1] if score.tokens else None
    if isinstance(comment, str) and comment.startswith("{") and not score.after and "[" not in comment:
        score.tokens.pop()
        score.after = dice.choice(
            [f"\n{comment}", f"\n\n{comment}", f" {comment[2:-2]}", f"\n{comment[2:-2]}"]
        )
        score.is_told = True


def variation_behind(score: Score, dice: random.Random) -> None:
    """The last variation comes after the result."""
    if score.tokens[-1:] != [")"] or score.after:
        return
    depth, at = 1, len(score.tokens) - 1
    while depth:
        at -= 1
        depth += (score.tokens[at] == ")") - (score.tokens[at] == "(")
    late = Score([], score.tokens[at:], "", score.number)
    del score.tokens[at:]
    score.after = dice.choice([" ", "\n"]) + late.written().strip()


def results(score: Score, dice: random.Random) -> None:
    forms = {
        "1-0": ("1:0", "1\u20130", "1 - 0", "1 : 0", "+:-"),
        "0-1": ("0:1", "0\u20141", "0 - 1", "-:+"),
        "1/2-1/2": ("0.5-0.5", "\u00bd:\u00bd", "\u00bd\u2013\u00bd", "0,5:0,5", "1/2:1/2", "=:=", ".5-.5"),
    }
    if score.result in forms:
        said = score.result
        score.result = dice.choice(forms[said])
        if dice.random() < 0.5:
            score.tags = [
                (name, dice.choice(forms[said]) if name == "Result" else text) for name, text in score.tags
            ]
        score.is_told = True


def without_moves(score: Score, dice: random.Random) -> None:
    """A game that was not played."""
    if score.result in ("1-0", "0-1"):
        score.result = dice.choice(["+/-", "+:-"] if score.result == "1-0" else ["-/+", "-:+"])
        score.tokens, score.after, score.is_told = [], "", True


def tags(score: Score, dice: random.Random) -> None:
    """Tags without quotes, with others, over two lines, or with a blank in the name."""
    forms = (
        "[{} {}]",
        "[{} \u201c{}\u201d]",
        "[{} '{}']",
        "[{} \u00ab{}\u00bb]",
        '[{} "{}]',
        "[{} \u201e{}\u201c]",
        '[{} "{}\n"]',
        '[{}\u00a0"{}"',
    )

    def written(name: str, value: str) -> str:
        if name == "FEN" or dice.random() < 0.5:
            return f'[{name} "{value}"]'
        if name == "WhiteElo" and dice.random() < 0.5:
            return f'[White Elo "{value}"]'
        return dice.choice(forms).format(name, value)

    score.tag, score.is_told = written, True


def fens(score: Score, dice: random.Random) -> None:
    """Rights, an en passant square and numbers that cannot be."""
    for at, (name, value) in enumerate(score.tags):
        if name != "FEN":
            continue
        fields = value.split()
        if fields[2] == "-" and dice.random() < 0.7:
            fields[2] = "KQkq"
        elif fields[3] == "-":
            fields[3] = "e6" if fields[1] == "w" else "e3"
        if fields[5] == "1":
            fields[5] = "0"
        if " ".join(fields) != value:
            score.tags[at], score.is_told = (name, " ".join(fields)), True


def text_around(score: Score, dice: random.Random) -> None:
    """Text, mail headers, fences before the game and after it."""
    texts = (
        "From: ada@example.com\nSubject: [chess] games; two\nDate: Mon, 1 Jan 2001 10:00:00 +0100\n\n",
        "```\n",
        "-----\n",
        "Some words of the editor here.\n\n",
        "* * *\n\n",
        "=====\n\n",
        "_____ Round 2 (see the table) _____\n",
    )
    score.before = dice.choice(texts) + score.before
    if dice.random() < 0.7:
        score.after += "\n\n" + dice.choice(texts)


def ends_of_dos(score: Score, dice: random.Random) -> None:
    score.after += dice.choice(["\n\x1a", "\0\0", "\n\x1a\0"])


MANNERS: dict[str, Manner] = {
    "castling": _each_move(castling, is_told=False),
    "checks": _each_move(checks, is_told=False),
    "checks apart": checks_apart,
    "signs": signs,
    "novelty apart": novelty_apart,
    "promotions": _each_move(promotions),
    "small promotions": _each_move(small_promotions),
    "captures": _each_move(captures, is_told=False),
    "captures by files": _each_move(captures_by_files),
    "en passant": _each_move(en_passant, is_told=False),
    "UCI": _long("{origin}{target}"),
    "hyphens": _long("{origin}-{target}"),
    "long": _long("{piece}{origin}-{target}"),
    "long with x": _long("{piece}{origin}{x}{target}"),
    "long without hyphen": _long("{piece}{origin}{target}"),
    "long dashes": _long("{piece}{origin}\u2013{target}"),
    "long with pawns": _long("{pawn}{origin}{target}"),
    "language": language,
    "numbers": numbers,
    "quiet numbers": quiet_numbers,
    "surplus brackets": surplus_brackets,
    "comment behind": comment_behind,
    "variation behind": variation_behind,
    "results": results,
    "without moves": without_moves,
    "tags": tags,
    "FEN": fens,
    "text around": text_around,
    "ends of DOS": ends_of_dos,
}
LAST = ("language", "signs", "variation behind")
"""They change what another manner has written: letters, what is behind moves, the last variation."""


def bent(seed: int) -> tuple[chess.pgn.Game, Score, tuple[str, str]]:
    """A good game, how it is written, and the two manners of that."""
    names = [*MANNERS]
    dice = random.Random(seed)
    first = names[seed % len(names)]
    second = dice.choice([name for name in names if name != first])
    while True:
        game = good_game(dice)
        score = score_of(game)
        plain = score.written()
        for name in sorted(
            (first, second), key=lambda name: (*LAST, name).index(name) if name in LAST else -1
        ):
            MANNERS[name](score, dice)
        if not score.tokens:
            game.variations.clear()
            game.comment = ""
        if score.written() != plain:
            return game, score, (first, second)
