"""The game that the user selected, from the catalogue or from a file, perhaps with changed rules."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

from wormhole.base.errors import Message, VariantError
from wormhole.library.own_pictures import with_pictures
from wormhole.library.settings import Settings
from wormhole.rules.catalogue_files import variants
from wormhole.rules.chosen_rules import RULES, rule_of, texts_of, values_of
from wormhole.rules.game_file import PLUS, composed, load, variant
from wormhole.rules.variant import Variant

DEFAULT_GAME = "wormhole"


@dataclass(frozen=True)
class ChosenGame:
    """A game, and the values of its changed rules in the order of :data:`chosen_rules.RULES`."""

    base: Variant
    file: Path | None = None
    """The game's file, if it is not from the catalogue."""
    rules: tuple[Enum, ...] = ()
    complaint: Message | None = field(default=None, compare=False)
    """A message about what was left out of the game's file, if anything was."""

    @cached_property
    def variant(self) -> Variant:
        """The game with the changed rules."""
        return composed(self.base, *self.rules)

    def with_rules(self, *values: Enum) -> ChosenGame:
        """A copy with other values of some rules. Raises VariantError if the game does not allow them."""
        wanted = {rule_of(value).name: value for value in (*self.rules, *values)}
        rules = tuple(
            wanted[rule.name]
            for rule in RULES
            if wanted.get(rule.name, rule.of(self.base)) is not rule.of(self.base)
        )
        composed(self.base, *rules)
        return replace(self, rules=rules)

    @property
    def key(self) -> str:
        """How the settings name it, whatever its rules: by its name in the catalogue, or by its file."""
        return self.base.name if self.file is None else str(self.file)

    def as_settings(self) -> dict[str, Any]:
        """The settings that describe this game."""
        return {"game": self.key, "rules": texts_of(self.rules)}


def default_game() -> ChosenGame:
    """The game of a first start: Wormhole Chess."""
    return ChosenGame(variant(DEFAULT_GAME))


def named(name: str) -> ChosenGame:
    """The game of the catalogue with that name; ``+fold`` and so on behind it changes its ``left_square``.

    Raises VariantError.

    >>> named("chess+fold").variant.title
    'Chess, folding'
    """
    base, _plus, left_square = name.partition(PLUS)
    game = ChosenGame(variant(base))
    return game.with_rules(*values_of({"left_square": left_square})) if left_square else game


def is_named(name: str) -> bool:
    """Whether a text is such a name, perhaps with a value that does not exist."""
    return name.partition(PLUS)[0] in variants()


def opened(path: Path) -> ChosenGame:
    """The game in a file. Raises VariantError that says what is wrong with it, and where."""
    game, complaint = with_pictures(load(path), path.parent)
    return ChosenGame(game, Path(os.path.abspath(path)), complaint=complaint)


def restored(settings: Settings) -> tuple[ChosenGame, str | None]:
    """The game selected last, else Wormhole Chess, and a message for the window about what is wrong."""
    try:
        known = settings.game in variants()
        game = ChosenGame(variant(settings.game)) if known else opened(Path(settings.game))
        game = game.with_rules(*values_of(settings.rules))
    except VariantError as error:
        return default_game(), Message(
            "The last selected game cannot be played. {trouble}", trouble=error.message
        )
    return game, game.complaint
