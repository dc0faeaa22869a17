"""What a rule of a game is: all that the program needs to know of it beside the loop where it acts.

A rule is a field of a table of a game's file, with its type, its bounds, its default and what else it says::

    must_capture: bool = rule(
        False,
        page=Message("A player who can capture must capture."),
        ini=IniOption("mustCapture"),
        loop="must_capture",
        duty=True,
    )

From it follow how files are read, what is refused, the rules pages, the composer's row, the options of
``variants.ini``, and what the loops read.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, TypeVar

from wormhole.base.errors import Message, message_of
from wormhole.base.schema import FieldError

Game = Any
"""A :class:`.Variant`, which is made of tables with rules."""

Rules = TypeVar("Rules")
NOTHING = message_of("")


@dataclass(frozen=True)
class RuleRefusal:
    """Where a rule is refused, and why. ``where`` is asked with the game and the table of the rule."""

    where: Callable[[Game, Any], object]
    message: Message | Callable[[Game], Message]
    if_own: bool = False
    """Whether it is any value that the file itself has, not any but the default."""


def only_with(key: str, is_there: Callable[[Game, Any], object], *, if_own: bool = False) -> RuleRefusal:
    """A rule means nothing without another one."""
    message = Message("only together with {key}", key=key)
    return RuleRefusal(lambda game, table: not is_there(game, table), message, if_own)


def not_with(key: str, is_there: Callable[[Game, Any], object]) -> RuleRefusal:
    """A rule contradicts another one."""
    return RuleRefusal(is_there, Message("not together with {key}", key=key))


DEFAULT = object()


@dataclass(frozen=True)
class Dice:
    """What random wormholes make of a rule: it ``becomes`` another value, by default its default.

    If the file itself says it, it is refused with the ``message``, if there is one. ``only`` names the one
    value that is changed.
    """

    message: Message = NOTHING
    becomes: Any = DEFAULT
    only: Any = DEFAULT


class IniOptions:
    """Options of ``variants.ini`` that say the same together, to which errors in the rule are put down.

    :mod:`.variants_ini` reads and writes them.
    """

    def __init__(self, *names: str) -> None:
        self.names = names


class IniOption(IniOptions):
    """One that says the same; ``words`` are its values for ours, and its number is a ``share`` of ours."""

    def __init__(self, name: str, words: Mapping[Any, Any] | None = None, share: int = 1) -> None:
        super().__init__(name)
        self.name, self.words, self.share = name, words or {}, share


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What is to be known of a rule beside its type and its default."""

    page: Message = NOTHING
    """What the rules pages say if the value is not the default, and not among ``pages``.

    {royal} is the name of the royal piece, {count} the value, {squares} those of the value, {pieces} the
    names of the pieces that it lists.
    """
    pages: Mapping[Any, Message] = field(default_factory=dict)
    """What they say of single values."""
    label: Message = NOTHING
    """The label of its row in the composer."""
    words: Mapping[Any, Message] = field(default_factory=dict)
    """The values in that row, with the words on their buttons."""
    refused: tuple[RuleRefusal, ...] = ()
    excludes: tuple[str, ...] = ()
    """Other rules of the same table that cannot be set together with it."""
    dice: Dice | None = None
    ini: IniOptions | None = None
    """None if ``variants.ini`` has no such rule."""
    loop: str = ""
    """The name by which the loops read it, of :class:`.tables.Options`: a number, pieces as bits, or 1 if it
    is set."""
    loops: Mapping[Any, str] = field(default_factory=dict)
    """Names that are 1 if it has a certain value."""
    judges: bool = False
    """Whether it looks at what follows a move, otherwise than at mate."""
    duty: bool = False
    """Whether it makes moves illegal that leave the king safe."""
    refusal: Message = NOTHING
    """Of a rule of drops: what a player reads who tries a drop that it forbids.

    {piece} is the name of the piece, {royal} that of the royal piece, {target} the square.
    """
    reason: Message = NOTHING
    """Why the game is over where the rule has ended it. ``loop`` then reads the number for the end.

    {winner} and {loser} are the sides, {royal} is the name of the royal piece.
    """

    def text_of(self, value: object, default: object) -> Message:
        """What the rules pages say of a value; empty for nothing."""
        return self.pages.get(value, self.page if value != default else NOTHING)


def rule(default: Any, **says: Any) -> Any:
    """A field of a table that is a rule; ``says`` are the fields of :class:`Rule`."""
    return field(default=default, metadata={"rule": Rule(**says)})


def rules_of(table: Any) -> Mapping[str, Rule]:
    """The rules that a table declares, by the names of their fields."""
    return _rules_of(table)


@cache
def _rules_of(table: Any) -> Mapping[str, Rule]:
    return {each.name: each.metadata["rule"] for each in fields(table) if each.metadata}


def reasons_of(table: Any) -> tuple[Message, ...]:
    """The reasons of the rules of a table that end games, in the order of their fields."""
    return tuple(rule.reason for rule in rules_of(table).values() if rule.reason)


def default_of(table: Any, name: str) -> Any:
    """The value of a field that a file does not name."""
    return table.__dataclass_fields__[name].default


def is_set(table: Any, name: str) -> bool:
    """Whether a rule has another value than the default."""
    return bool(getattr(table, name) != default_of(type(table), name))


def refuse(game: Game, table: Any, path: str, own: Container[str]) -> None:
    """Raise :class:`FieldError` for the first rule of a table that has no meaning in the game.

    ``own`` has the fields that the file itself says.
    """
    for name, rule in rules_of(type(table)).items():
        if name not in own and not is_set(table, name):
            continue
        for refusal in rule.refused:
            applies = name in own if refusal.if_own else is_set(table, name)
            if applies and refusal.where(game, table):
                message = refusal.message if isinstance(refusal.message, str) else refusal.message(game)
                raise FieldError(f"{path}.{name}", message)
        for other in rule.excludes:
            if is_set(table, name) and is_set(table, other):
                given, unfit = sorted((name, other), key=lambda each: each not in own)
                raise FieldError(f"{path}.{given}", "not together with {key}", key=unfit)
        dice = rule.dice if game.has_dice and name in own else None
        if dice is not None and dice.message and _changes(table, name, dice):
            raise FieldError(f"{path}.{name}", dice.message)


def with_dice(table: Rules) -> Rules:
    """The same table as random wormholes have it."""
    changed: dict[str, Any] = {}
    for name, rule in rules_of(type(table)).items():
        if rule.dice is not None and _changes(table, name, rule.dice):
            is_default = rule.dice.becomes is DEFAULT
            changed[name] = default_of(type(table), name) if is_default else rule.dice.becomes
    return replace(table, **changed) if changed else table  # type: ignore[type-var]


def _changes(table: Any, name: str, dice: Dice) -> bool:
    return is_set(table, name) if dice.only is DEFAULT else getattr(table, name) is dice.only
