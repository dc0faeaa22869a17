"""The rules that a player can choose for any game: the one table of their fields, values and words.

Game files, PGN headers, settings, the dialog that asks for a game, the pages of rules and taught networks all
take a rule from here. Another rule is an entry of :data:`RULES`, and a line in :mod:`game_file`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import quoted
from wormhole.rules.endings import Endings, NoMove
from wormhole.rules.rule import rules_of
from wormhole.rules.variant import LeftSquare, Variant


@dataclass(frozen=True)
class RuleAnswer:
    """A value of a rule in words, in English."""

    value: Enum
    word: str
    """On its button."""
    page: str
    """A paragraph of the rules pages; {royal} is the name of the royal piece."""
    hint: str = ""
    """What it means, in a sentence below the buttons."""
    title: str = ""
    """What the title of a game gets that had another value."""


@dataclass(frozen=True)
class ChosenRule:
    """A rule: its name in settings and files, its PGN header, its question, its answers in their order."""

    name: str
    header: str
    attribute: str
    """Where a :class:`Variant` has it."""
    label: str
    answers: tuple[RuleAnswer, ...]

    def of(self, variant: Variant) -> Enum:
        """The value in a game."""
        value: Enum = attrgetter(self.attribute)(variant)
        return value

    def answer_in(self, variant: Variant) -> RuleAnswer:
        """The value in a game, in words."""
        return next(answer for answer in self.answers if answer.value is self.of(variant))

    def parse(self, text: str) -> Enum:
        """The value that is written like this. Raises :class:`WormholeError`."""
        values = type(self.answers[0].value)
        try:
            return values(text)
        except ValueError:
            words = ", ".join(each.value for each in values)
            raise WormholeError("{value} is not one of {words}", value=quoted(text), words=words) from None


_STALEMATE = rules_of(Endings)["stalemate"]
RULES = (
    ChosenRule(
        name="left_square",
        header="LeftSquare",
        attribute="left_square",
        label=Message("The square left behind"),
        answers=(
            RuleAnswer(
                LeftSquare.FOLDS,
                word=Message("Folds"),
                page=Message(
                    "A wormhole is a removed square, or a line of them: a step that enters it comes out "
                    "on the next square in its direction. So it is with every single step of a move, and "
                    "pieces reach farther and farther. A move may also open a line to your own {royal}; "
                    "then it is illegal."
                ),
                hint=Message("It is removed, and a step leads on to the next square that is still there."),
                title=Message("folding"),
            ),
            RuleAnswer(
                LeftSquare.VANISHES,
                word=Message("Vanishes"),
                page=Message(
                    "The board does not fold: distances stay as they are. A piece that moves one step "
                    "cannot cross a square that is gone."
                ),
                hint=Message("No piece can land there again, but pieces can pass over it."),
                title=Message("vanishing"),
            ),
            RuleAnswer(
                LeftSquare.RANDOM,
                word=Message("By dice"),
                page=Message(
                    "Under a piece, a wormhole sleeps until the piece leaves. A roll that would leave "
                    "the mover's own {royal} in check is rolled again. The list of moves shows the "
                    "square after an @: e4@a1 is the move e4, after which the dice rolled a1."
                ),
                hint=Message("None is removed; after each move, dice open or close a wormhole."),
                title=Message("random wormholes"),
            ),
            RuleAnswer(
                LeftSquare.STAYS,
                word=Message("Stays"),
                page=Message("All squares stay, as on any other board."),
                hint=Message("It stays, as on any other board."),
                title=Message("no holes"),
            ),
        ),
    ),
    ChosenRule(
        name="stalemate",
        header="Stalemate",
        attribute="endings.stalemate",
        label=_STALEMATE.label,
        answers=tuple(
            RuleAnswer(value, _STALEMATE.words[value], _STALEMATE.pages[value]) for value in NoMove
        ),
    ),
)


def rule_of(value: Enum) -> ChosenRule:
    """The rule that has this value."""
    return next(rule for rule in RULES if isinstance(value, type(rule.answers[0].value)))


def values_of(texts: Mapping[str, str]) -> tuple[Enum, ...]:
    """The values of rules by their names. Raises :class:`WormholeError`."""
    for name in texts:
        if all(rule.name != name for rule in RULES):
            words = ", ".join(rule.name for rule in RULES)
            raise WormholeError("{value} is not one of {words}", value=quoted(name), words=words)
    return tuple(rule.parse(texts[rule.name]) for rule in RULES if rule.name in texts)


def texts_of(values: Iterable[Enum]) -> dict[str, str]:
    """What :func:`values_of` reads."""
    return {rule_of(value).name: value.value for value in values}


def differences(variant: Variant, other: Variant) -> tuple[Enum, ...]:
    """The values of rules in ``variant`` that are not those of ``other``."""
    return tuple(rule.of(variant) for rule in RULES if rule.of(variant) is not rule.of(other))
