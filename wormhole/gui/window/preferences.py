"""The settings in use, and what follows from them at once: look, motion, loudness, language, full screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wormhole import Variant
from wormhole.gui.languages import language
from wormhole.gui.look.chosen_look import FOLDER, changed_look, is_look_changed, motion_of
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import FoundThemes, Motion, Theme, find_themes
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.sound import Loudness, Sounds
from wormhole.gui.window.system_window import Window
from wormhole.library.chosen_game import ChosenGame, restored
from wormhole.library.settings import KeptSettings, Settings
from wormhole.rules.catalogue_files import variants

MOST_PLAYED = 6
"""Games that are listed as played last."""


class Preferences:
    """What the user has chosen. A change takes effect at once and is saved.

    ``lay_out`` lays out all screens, ``show`` shows a message.
    """

    def __init__(
        self,
        kept: KeptSettings,
        game: ChosenGame,
        look: Look,
        window: Window,
        sounds: Sounds,
        clock: Callable[[], float],
        lay_out: Action,
        show: Callable[[str], None],
    ) -> None:
        self._kept = kept
        self.game = game
        """The game chosen last."""
        self.look = look
        self.system_is_still = False
        """Whether the system's settings ask for less motion, as far as it is known."""
        self._motion: tuple[tuple[Theme, Settings, bool], Motion] | None = None
        """The durations of animations, and what they were made of."""
        self._window = window
        self._sounds = sounds
        self._clock = clock
        self._lay_out = lay_out
        self._show = show

    @property
    def now(self) -> Settings:
        """The settings in use."""
        return self._kept.now

    @property
    def is_animated(self) -> bool:
        """Whether anything moves, as the user has chosen or, before that, as the system asks."""
        return self.now.motion and not self.follows_still_system

    @property
    def follows_still_system(self) -> bool:
        """Whether nothing moves only because the system asks for that."""
        return self.system_is_still and self.now.motion and not self.now.motion_chosen

    @property
    def motion(self) -> Motion:
        """The theme's durations at the pace of the settings; all zero if motion is off."""
        made_of = self.look.theme, self.now, self.is_animated
        if self._motion is None or self._motion[0] != made_of:
            self._motion = made_of, motion_of(*made_of)
        return self._motion[1]

    def change(self, **changes: object) -> None:
        """Change some settings by name."""
        before = self._kept.change(self._clock(), **changes)
        self._sounds.set_loudness(Loudness.of(self.now))
        if self.now.full_screen != before.full_screen:
            self._window.set_full_screen(self.now.full_screen)
        if self.now.text_size != before.text_size:
            self._window.text = self.now.text_size / 100
            self._lay_out()
        if is_look_changed(before, self.now):
            trouble = self.renew_look()
            self._lay_out()
            if trouble is not None:
                self._show(trouble)
        if self.now.language != before.language:
            language.use(self.now.language)
            self._lay_out()

    def renew_look(self) -> str | None:
        """Make the look that the settings ask for; returns a message if the theme cannot be used."""
        self.look, trouble = changed_look(self.look, self.now, self._kept.folder)
        return trouble

    def fit(self, size: tuple[int, int]) -> None:
        """Fit the look to a window of this size."""
        style = replace(self.look.board_style, enlargement=self._window.text)
        scale, pointer = Scale.of(size), self._window.pointer
        self.look = replace(self.look, scale=scale, pointer=pointer, board_style=style)

    def use_left_out(self) -> str | None:
        """Use the game and the theme that this start left out; returns what is wrong with them."""
        self._kept.use_again()
        self.game, trouble = restored(self.now)
        theme_trouble = self.renew_look()
        return trouble or theme_trouble

    def find_themes(self) -> FoundThemes:
        """All themes, the program's and the user's own. Their files are read."""
        return find_themes(self._kept.folder / FOLDER)

    def choose_game(self, game: ChosenGame) -> None:
        """Set the chosen game."""
        self.game = game
        self.change(**game.as_settings())

    def game_of(self, variant: Variant) -> ChosenGame:
        """This game as a choice: the chosen one, with its file, if it is that."""
        return self.game if self.game.variant == variant else ChosenGame(variant)

    def note_as_played(self, game: Variant | str) -> None:
        """Put a game that starts at the head of those played last, if the settings can name it."""
        name = game if isinstance(game, str) else game.name
        key = self.game.key if game == self.game.variant else name if name in variants() else None
        if key is not None:
            others = (each for each in self.now.played_games if each != key)
            self.change(played_games=(key, *others)[:MOST_PLAYED])
