"""The look that the settings ask for: theme, pieces, chips, marks on boards, speed of motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.drawn_pictures import DrawnPictures
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Art, Sprites
from wormhole.gui.look.theme import BoardStyle, Coordinates, Motion, Theme, ThemeError, load_theme
from wormhole.gui.look.words import Words
from wormhole.library.settings import Settings

FOLDER = "themes"
"""Beside the settings file: where the user's own themes are."""
LOOKS = (
    "theme",
    "pieces",
    "characters",
    "chip",
    "stars",
    "coordinates",
    "targets",
    "last_move",
    "blindfold",
    "two_players",
    "figurines",
    "analysis_lines",
)
"""The settings after whose change everything is redrawn."""
DURATION_FACTORS = {"slow": 1.7, "normal": 1.0, "quick": 0.6}
"""By what the durations of animations are multiplied."""


def first_look(
    settings: Settings, folder: Path, size: tuple[int, int], drawn: DrawnPictures
) -> tuple[Look, str | None]:
    """The look for a window of this size, and a message if the theme cannot be used."""
    theme, trouble = _theme(settings, folder)
    sprites = Sprites(theme, drawn=drawn)
    look = Look(theme, sprites, Words(Lettering(), sprites.figure), Backdrop(theme), Scale.of(size))
    return _dressed(look, settings, theme), trouble


def changed_look(look: Look, settings: Settings, folder: Path) -> tuple[Look, str | None]:
    """The look after a change of settings, and a message if the theme cannot be used."""
    theme, trouble = _theme(settings, folder)
    return _dressed(look, settings, theme), trouble


def is_look_changed(before: Settings, after: Settings) -> bool:
    """Whether these settings differ in what is seen everywhere."""
    return any(getattr(before, name) != getattr(after, name) for name in LOOKS)


def motion_of(theme: Theme, settings: Settings, is_animated: bool) -> Motion:
    """The theme's durations at the pace of the settings; all zero if nothing is animated."""
    return theme.motion.scaled(DURATION_FACTORS[settings.pace]) if is_animated else theme.motion.still()


def _theme(settings: Settings, folder: Path) -> tuple[Theme, str | None]:
    trouble = None
    try:
        theme = load_theme(settings.theme, folder / FOLDER)
    except ThemeError as error:
        theme, trouble = Theme.load(), error.message
    return theme if settings.stars else theme.without_stars(), trouble


def _dressed(look: Look, settings: Settings, theme: Theme) -> Look:
    look.sprites.change(theme, Art(settings.pieces, settings.chip, settings.characters))
    style = BoardStyle(Coordinates(settings.coordinates), settings.targets, settings.last_move)
    return replace(
        look,
        theme=theme,
        backdrop=Backdrop(theme),
        board_style=style,
        figurines=settings.figurines,
    )
