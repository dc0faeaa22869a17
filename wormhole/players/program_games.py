"""Which of our games another program plays, and how it is told to play one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from wormhole.base.errors import VariantError
from wormhole.base.toml import packaged
from wormhole.players.program_options import option_line, option_of
from wormhole.rules.catalogue_files import variants
from wormhole.rules.game_file import catalogue_name, variant
from wormhole.rules.variant import Variant

USUAL_VARIANT = "chess"
"""The game of a program that does not say which ones it plays."""
NORMAL = "normal"
"""Its name in XBoard's protocol."""
OF_XBOARD = {
    **{
        "nocastle": "nocastle",
        "shatranj": "shatranj",
        "knightmate": "knightmate",
        "crazyhouse": "crazyhouse",
    },
    **{"capablanca": "capablanca", "gothic": "gothic", "janus": "janus", "losalamos": "los-alamos"},
    **{"kingofthehill": "king-of-the-hill", "suicide": "suicide", "giveaway": "giveaway"},
    **{"3check": "3check", "losers": "losers", "courier": "courier"},
}
"""Other names of our games there; all others have the same name."""
OPTION, PATH, CASTLING = "uci_variant", "variantpath", "uci_chess960"
CHESS960 = "fischerandom"
"""Our game that a program with the option UCI_Chess960 plays, if it does not know it by a name."""
Options = Mapping[str, str]
"""The declarations of options by their names in lower case."""


@cache
def fairy_games() -> Mapping[str, frozenset[str]]:
    """Fairy-Stockfish's games: those ``built_in``, and those ``sent`` as a section of ``variants.ini``."""
    found = packaged("wormhole.players", "fairy_stockfish_games.toml")
    return {name: frozenset(games) for name, games in found.items()}


def uci_games(options: Options) -> tuple[str, ...]:
    """The games of our catalogue that a UCI program plays."""
    option = option_of("uci", options.get(OPTION, ""))
    known = frozenset((USUAL_VARIANT,) if option is None else option.choices)
    if PATH in options:
        known = (known & fairy_games()["built_in"]) | fairy_games()["sent"] | {USUAL_VARIANT}
    if USUAL_VARIANT in known and CASTLING in options:
        known |= {CHESS960}
    return tuple(name for name in variants() if name in known)


def xboard_games(known: frozenset[str]) -> tuple[str, ...]:
    """The games of our catalogue among those that an XBoard program names."""
    return tuple(name for name in variants() if xboard_name(name, known) is not None)


def xboard_name(game: str, named: frozenset[str]) -> str | None:
    """The name of our game among those that a program names."""
    if game == USUAL_VARIANT:
        return NORMAL if NORMAL in named else None
    other = OF_XBOARD.get(game, game)
    return next((name for name in (other, game) if name in named and name != NORMAL), None)


def is_as_in_catalogue(game: Variant) -> bool:
    """Whether a game with a name of the catalogue has the rules of that game."""
    return catalogue_name(game) == game.name


def game_lines(options: Options, game: Variant, folder: Path) -> list[str] | None:
    """The lines that let a UCI program play a game; a file for it is written to ``folder``.

    None if it does not play the game.
    """
    option = option_of("uci", options.get(OPTION, ""))
    castling = []
    if CASTLING in options and (option is None or CHESS960 not in option.choices):
        castling = [option_line("uci", "UCI_Chess960", str(game.name == CHESS960).lower())]
        game = variant(USUAL_VARIANT) if game.name == CHESS960 else game
    if option is None:
        return castling if game.name == USUAL_VARIANT else None
    if PATH not in options or game.name == USUAL_VARIANT or game.name in fairy_games()["built_in"]:
        chosen = [*castling, option_line("uci", "UCI_Variant", game.name)]
        return chosen if game.name in option.choices else None
    if game.name not in fairy_games()["sent"]:
        return None
    from wormhole.rules.variants_ini_writer import written  # not needed for the first picture

    path, name = folder / "variants.ini", f"our-{game.name}"
    try:
        path.write_text(written(game).replace(f"[{game.name}]", f"[{name}]", 1), "utf-8")
    except (VariantError, OSError):
        return None
    sent = (("VariantPath", str(path)), ("UCI_Variant", name))
    return [*castling, *(option_line("uci", *each) for each in sent)]
