"""The game that a person chose, from the catalogue or from a file, perhaps with changed rules."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from wormhole.library.own_pictures import with_pictures
from wormhole.library.settings import Settings
from wormhole.rules.errors import Message, VariantError
from wormhole.rules.game_file import composed, load, variant, variants
from wormhole.rules.variant import LeftSquare, NoMove, Variant

DEFAULT_GAME = "wormhole"


@dataclass(frozen=True)
class ChosenGame:
    """A game and its changed rules; None where a rule is the game's own."""

    base: Variant
    file: Path | None = None
    """The game's file, if it is not from the catalogue."""
    left_square: LeftSquare | None = None
    stalemate: NoMove | None = None
    complaint: Message | None = field(default=None, compare=False)
    """What was left out of the game's file, if anything was."""

    @cached_property
    def variant(self) -> Variant:
        """The game with the changed rules."""
        return composed(self.base, self.left_square, self.stalemate)

    def with_left_square(self, left_square: LeftSquare) -> ChosenGame:
        """A copy with another rule for left squares. Raises VariantError if the game does not allow it."""
        own = left_square is self.base.left_square
        changed = replace(self, left_square=None if own else left_square)
        composed(changed.base, changed.left_square, changed.stalemate)
        return changed

    def with_stalemate(self, stalemate: NoMove) -> ChosenGame:
        """A copy with another result of stalemate."""
        own = stalemate is self.base.endings.stalemate
        return replace(self, stalemate=None if own else stalemate)

    def as_settings(self) -> dict[str, str]:
        """The settings that describe this game."""
        return {
            "game": self.base.name if self.file is None else str(self.file),
            "left_square": self.left_square.value if self.left_square else "",
            "stalemate": self.stalemate.value if self.stalemate else "",
        }


def default_game() -> ChosenGame:
    """The game of a first start: Wormhole Chess."""
    return ChosenGame(variant(DEFAULT_GAME))


def opened(path: Path) -> ChosenGame:
    """The game in a file. Raises VariantError that says what is wrong with it, and where."""
    game, complaint = with_pictures(load(path), path.parent)
    return ChosenGame(game, Path(os.path.abspath(path)), complaint=complaint)


def restored(settings: Settings) -> tuple[ChosenGame, str | None]:
    """The game chosen last, or else Wormhole Chess, and a message for the window about what is wrong."""
    try:
        known = settings.game in variants()
        game = ChosenGame(variant(settings.game)) if known else opened(Path(settings.game))
        if settings.left_square:
            game = game.with_left_square(LeftSquare(settings.left_square))
        if settings.stalemate:
            game = game.with_stalemate(NoMove(settings.stalemate))
    except VariantError as error:
        return default_game(), Message(
            "The game chosen last cannot be played. {trouble}", trouble=error.message
        )
    return game, game.complaint
