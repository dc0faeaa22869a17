"""The options that other programs may set: their names, their values, and the resulting settings."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted
from wormhole.base.text_files import MEGABYTE
from wormhole.engine.ladders import STRONGEST_ELO, WEAKEST_ELO
from wormhole.engine.thinker import TABLE_ENTRIES
from wormhole.rules.catalogue_files import variants

BYTES_AN_ENTRY = 16
MAX_THREADS = 64
CHESS960 = "fischerandom"
"""The game of the catalogue."""


@dataclass(frozen=True)
class Option:
    """An option by its name in UCI. A check is true or false, a spin a number, a combo one of ``choices``."""

    name: str
    kind: Literal["check", "spin", "combo", "button"]
    field: str = ""
    """Its field in :class:`EngineOptions`; a button has none."""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    remakes: bool = False
    """Whether a change requires a new opponent."""
    xboard_name: str = ""
    """Its name in the protocol of xboard, if it is an option there: one word, as some clients demand."""

    def read(self, text: str) -> bool | int | str:
        """The value of ``text``. Raises :class:`WormholeError` saying which values are allowed."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise WormholeError(f"{self.name} is {quoted(text)}; it must be true or false")
            return text.lower() == "true"
        if self.kind == "combo":
            if text not in self.choices:
                raise WormholeError(
                    f"{self.name} is {quoted(text)}; it must be one of {', '.join(self.choices)}"
                )
            return text
        if not re.fullmatch("[0-9]{1,9}", text) or not self.low <= int(text) <= self.high:
            raise WormholeError(
                f"{self.name} is {quoted(text)}; it must be a number from {self.low} to {self.high}"
            )
        return int(text)


@dataclass(frozen=True)
class EngineOptions:
    """The values of all options."""

    variant: str = "chess"
    hash_megabytes: int = TABLE_ENTRIES * BYTES_AN_ENTRY // MEGABYTE
    threads: int = 1
    line_count: int = 1
    ponder: bool = False
    """Set if the client may send ``go ponder``; it changes nothing."""
    has_book: bool = False
    is_limited: bool = False
    elo: int = STRONGEST_ELO
    is_analysis: bool = False
    """Analysis is always at full strength."""
    is_chess960: bool = False
    """Chess is played as Chess960."""

    @property
    def game(self) -> str:
        """The game that is played."""
        return CHESS960 if self.is_chess960 and self.variant == EngineOptions.variant else self.variant

    @property
    def table_entries(self) -> int:
        """The greatest power of two of entries that fit into ``hash_megabytes``."""
        return 1 << (self.hash_megabytes * MEGABYTE // BYTES_AN_ENTRY).bit_length() - 1


CLEAR_HASH = Option("Clear Hash", "button", xboard_name="ClearHash")
VARIANT = Option("UCI_Variant", "combo", "variant", choices=variants(), remakes=True)
HASH = Option("Hash", "spin", "hash_megabytes", 1, 4096, remakes=True)
THREADS = Option("Threads", "spin", "threads", 1, MAX_THREADS, remakes=True)

OPTIONS = (
    VARIANT,
    HASH,
    THREADS,
    Option("MultiPV", "spin", "line_count", 1, 256, xboard_name="MultiPV"),
    Option("Ponder", "check", "ponder"),
    Option("OwnBook", "check", "has_book", remakes=True, xboard_name="OwnBook"),
    Option("UCI_LimitStrength", "check", "is_limited", xboard_name="LimitStrength"),
    Option("UCI_Elo", "spin", "elo", WEAKEST_ELO, STRONGEST_ELO, xboard_name="Elo"),
    Option("UCI_Chess960", "check", "is_chess960", remakes=True),
    Option("UCI_AnalyseMode", "check", "is_analysis"),
    CLEAR_HASH,
)
"""All options, in the order in which ``uci`` lists them."""


def option(name: str) -> Option:
    """The option of that name, in any case. Raises :class:`WormholeError`."""
    found = next((option for option in OPTIONS if option.name.lower() == name.lower()), None)
    if found is None:
        raise WormholeError(f"there is no option {quoted(name)}")
    return found


def changed(settings: EngineOptions, changing: Option, text: str) -> EngineOptions:
    """The settings with one option set to ``text``. Raises :class:`WormholeError`."""
    change: dict[str, Any] = {changing.field: changing.read(text)}
    return replace(settings, **change)
