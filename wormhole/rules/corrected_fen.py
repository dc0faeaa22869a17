"""Corrects a FEN that the rules refuse, as people and other programs write them.

A :class:`~wormhole.rules.board.Board` takes only what is exact, so that a script sees its mistakes. Where a
position comes from elsewhere, the pieces and the side to move must be right; of the other fields, what is
impossible is left out. An EPD is understood, too: the operations after its four fields are no position, but
for the two counts (Portable Game Notation standard, 16.2.5).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from wormhole.base.errors import FenError, Message
from wormhole.base.quoting import quoted
from wormhole.rules import fen as fens
from wormhole.rules.draw_limits import Counting
from wormhole.rules.placement import MARK, split_hands
from wormhole.rules.variant import LeftSquare, Variant

NONE = "-"
_SIDES = {"white": "w", "black": "b", "w": "w", "b": "b"}
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", NONE))
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
_CHECKS = re.compile(r"\+?\d+\+\d+")
_LETTERS = re.compile(r"[A-Za-z-]+")
_NO_HANDS = re.compile(r"\[-?\]|/$")
_COUNTS = {"clock": re.compile(r"\bhmvc (\d+)"), "number": re.compile(r"\bfmvn (\d+)")}
_NEUTRAL = {"rights": NONE, "passed": NONE, "checks": "", "clock": "0", "number": "1", "sleepers": ""}
"""The fields after the side to move, with what each one is if it is missing."""


def corrected_fen(fen: str, variant: Variant) -> tuple[str, tuple[Message, ...]]:
    """A FEN that the rules accept, and what had to be corrected for it; one that they accept stays as it is.

    Raises :class:`FenError` if the pieces or the side to move make no position of the game.

    >>> from wormhole.rules.game_file import variant
    >>> fen, corrections = corrected_fen("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 0", variant("chess"))
    >>> fen, len(corrections)
    ('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 2)
    """
    try:
        fens.read(variant, fen)
    except FenError:
        text = "".join(each for each in fen if unicodedata.category(each) != "Cf")
        position, is_epd, operations = text.partition(";")
        if len(fen) > fens.LONGEST or not position.split():
            raise
    else:
        return fen, ()
    placement, *words = position.split()
    corrections: list[Message] = []
    side = _take_side(words, corrections)
    placement = _placement(variant, placement, side, corrections)
    fields, others = _fields(variant, words)
    if others and not is_epd:
        corrections.append(Message("{text} in the FEN is left out", text=quoted(" ".join(others))))
    for name, pattern in _COUNTS.items():
        if name not in fields and (found := pattern.search(" ".join([*others, operations]))):
            fields[name] = found[1]
    for name, written in fields.items():
        try:
            fens.read(variant, _joined(placement, side, {name: written}))
        except FenError as error:
            fields[name] = _possible(variant, placement, name, written)
            corrections.append(_correction(error, fields[name]))
    whole = _joined(placement, side, fields)
    fens.read(variant, whole)
    return whole, tuple(corrections)


def _correction(error: FenError, value: str) -> Message:
    return Message("{trouble}; it is read as {value}", trouble=error.message, value=value or NONE)


def _joined(placement: str, side: str, fields: dict[str, str]) -> str:
    return " ".join([placement, side, *filter(None, {**_NEUTRAL, **fields}.values())])


def _take_side(words: list[str], corrections: list[Message]) -> str:
    """Take the side to move from the words after the placement; White if it is missing."""
    written = words[0] if words else ""
    if not written:
        return "w"
    if set(written.translate(_DASHES)) <= set("KQkq-"):
        corrections.append(_correction(FenError("the side to move is missing"), "w"))
        return "w"
    side = _SIDES.get(written.lower(), written)
    if side != words.pop(0):
        trouble = FenError("the side to move is {side}; it must be w or b", side=quoted(written))
        corrections.append(_correction(trouble, side))
    return side


def _placement(variant: Variant, written: str, side: str, corrections: list[Message]) -> str:
    """The placement without the signs of a hand in a game that has none. Raises :class:`FenError`."""
    try:
        fens.read(variant, _joined(written, side, {}))
    except FenError as error:
        placement = written if variant.hands else _NO_HANDS.sub("", written).replace(MARK, "")
        if placement == written:
            raise
        fens.read(variant, _joined(placement, side, {}))
        corrections.append(_correction(error, placement))
        return placement
    return written


def _fields(variant: Variant, words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The fields among the words after the side to move, by form and place; and the other words."""
    fields: dict[str, str] = {}
    others: list[str] = []
    names = list(_NEUTRAL) if variant.left_square is LeftSquare.RANDOM else list(_NEUTRAL)[:-1]
    if not variant.endings.checks:
        names.remove("checks")
    for at, written in enumerate(words):
        word, following = written.translate(_DASHES), words[at + 1 :]
        name = next((name for name in names if _fits(variant, name, word, following)), None)
        if name is not None:
            fields[name] = word
            left = names[names.index(name) + 1 :]
            names = ["checks", *left] if "checks" in names and name in _COUNTS else left
        else:
            others.append(written)
        if name is None and "passed" not in names and word[0].isalpha():  # operations of an EPD
            return fields, [*others, *following]
    return fields, others


def _fits(variant: Variant, name: str, word: str, following: Sequence[str]) -> bool:
    """Whether a word can be meant as this field, be it right or wrong."""
    counts = sum(_NUMBER.fullmatch(each) is not None for each in following[:2])
    is_number = _NUMBER.fullmatch(word) is not None
    if name == "rights":
        return _LETTERS.fullmatch(word) is not None
    if name == "checks" or _CHECKS.fullmatch(word):
        return name == "checks" and _CHECKS.fullmatch(word) is not None
    if name == "passed":
        is_limit = is_number and variant.endings.count is not Counting.NONE and counts == 2
        return not is_number or is_limit
    if name == "sleepers":
        return not is_number
    return is_number or (word == NONE and counts < (1 if name == "number" else 2))


def _possible(variant: Variant, placement: str, name: str, written: str) -> str:
    """What is possible of a field that the rules refuse."""
    if name == "rights":
        cells = fens.marked_cells(variant, placement)
        plain = fens.without_pluses(variant, placement)
        hands = split_hands(plain, variant.geometry.rows)[1] if variant.hands else ""
        return fens.rights_of(variant, cells, hands, written) or NONE
    if name == "checks":
        return f"{variant.endings.checks}+{variant.endings.checks}"
    if name in _COUNTS and re.fullmatch(r"\d{5,9}", written):
        return str(fens.MOST_COUNT)
    return _NEUTRAL[name]
