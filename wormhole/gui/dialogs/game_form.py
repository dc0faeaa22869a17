"""The forms of a new game: side and opponent, the players of both sides, the names of two users."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from wormhole import Variant
from wormhole.engine.levels import LEVELS
from wormhole.gui.dialogs.player_picker import (
    PlayerPicker,
    face_of,
    player_about,
    player_name,
    player_title,
    trouble_words,
)
from wormhole.gui.languages.language import N_, _, named
from wormhole.gui.look.button import Button
from wormhole.gui.look.button_row import narrow
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Part, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Caption, Group, Layout, Leaf, Parts
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.stage import Stage
from wormhole.library.glicko import Rating
from wormhole.library.headers import LONGEST_NAME
from wormhole.library.rated_games import JOURNAL, error_of, new_id
from wormhole.library.settings import TWO_PLAYERS
from wormhole.play.offered_players import (
    OfferedPlayer,
    PlayerKind,
    character_key,
    offered_level,
    player_of,
)
from wormhole.play.rated_play import may_be_rated, rating_in, suiting_level
from wormhole.play.seats import Setup, level_of


def chosen_player(stage: Stage, setting: str, game: Variant | None = None) -> OfferedPlayer:
    """The player whose key this setting has, or else the computer at the chosen level."""
    key = getattr(stage.settings, setting)
    found = player_of(key, stage.engines.own.now, game) if key else None
    return found or offered_level(level_of(stage.settings.level), game)


SIDES = (("white", N_("White")), ("random", N_("Random")), ("black", N_("Black")))
RATED_ABOUT = N_("Rated: without hints and undo; the result counts for your rating")
ROW_UNITS = 5.5
GAP_UNITS = 1.5
LABEL_UNITS = 9
OPPONENT_UNITS = 4.5
NUMBERS_UNITS = 4.5
ABOUT_UNITS = 2.25
NARROW_GAP_UNITS = 0.5


class GameForm(Group):
    """Side and opponent, preset from the settings. Each choice is stored in the settings at once.

    A button leads to all players; the computer's levels can be chosen here, too. The user's rating is shown
    if the next game, from the position ``fen`` or the start, is rated. Each choice calls ``changed``.
    """

    def __init__(
        self,
        stage: Stage,
        game: Variant,
        fen: str | None = None,
        changed: Callable[[GameForm], None] = lambda form: None,
    ) -> None:
        self._stage, self._game = stage, game
        self._can_be_rated, self._changed = may_be_rated(game, fen), changed
        levels = [(level.number, str(level.number)) for level in LEVELS]
        number = level_of(stage.settings.level).number
        self._side = side_choice(stage, stage.settings.side)
        self._button = Button("", self.ask, tip=Tip(_("Choose a player")))
        self._level = Choice(levels, number, self._choose_level, gap=narrow)
        self.words = Hint(sentences=[_(level.about) for level in LEVELS])

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The side, and below it the opponent, its level and a sentence about it."""
        units = look.scale.units
        gap = units(NARROW_GAP_UNITS)
        label = units(LABEL_UNITS) - gap
        side = Row({Caption(_("You play")): label, self._side: Fill()}, gap, units(ROW_UNITS))
        opponent = Row({Caption(_("Opponent")): label, self._button: Fill()}, gap, units(OPPONENT_UNITS))
        numbers, about = units(NUMBERS_UNITS), units(ABOUT_UNITS)
        parts: Parts = {"opponent": opponent, self._level: numbers, self.words: about}
        return Column({"side": side, "lines": Column(parts, gap)}, look.scale.unit)

    def settle(self, look: Look) -> None:
        """Show the choices in the room that there is."""
        self.show()

    @staticmethod
    def height_units() -> float:
        """The form's height in grid units."""
        below = OPPONENT_UNITS + NUMBERS_UNITS + ABOUT_UNITS + 2 * NARROW_GAP_UNITS
        return ROW_UNITS + 1 + below

    @property
    def opponent(self) -> OfferedPlayer:
        """The chosen opponent."""
        return chosen_player(self._stage, "opponent", self._game)

    @property
    def is_rated(self) -> bool:
        """Whether the next game is rated: the user wants that, and it can be."""
        return self._stage.settings.rated and not self.why_unrated

    @property
    def why_unrated(self) -> str:
        """The reason why the next game cannot be rated, in the words for the user; empty if it can."""
        if not self._can_be_rated:
            return _("Only games of the list can be rated, with their own rules and from their usual start")
        if self.opponent.kind is PlayerKind.PROGRAM:
            return _("Only games against the levels and characters of the computer can be rated")
        return ""

    def rated(self, setup: Setup) -> Setup:
        """This setup, rated if the next game is."""
        return replace(setup, rated=new_id()) if self.is_rated else setup

    @property
    def trouble(self) -> str:
        """Why the opponent cannot play the game; empty if it can."""
        return "" if self.opponent.trouble is None else trouble_words(self.opponent)

    def ask(self) -> None:
        """Open the list of all players."""
        heading = _("Choose the opponent")
        self._stage.open(
            PlayerPicker(self._stage, self.opponent.key, self._take, game=self._game, heading=heading)
        )

    def _take(self, player: OfferedPlayer | None) -> None:
        assert player is not None, "no person is offered"
        level = player.spec.level
        if level is None:
            self._stage.preferences.change(opponent=player.key)
        else:
            is_plain = player.kind is PlayerKind.LEVEL
            self._stage.preferences.change(level=level.number, opponent="" if is_plain else player.key)
        self.show()

    def _choose_level(self, number: int) -> None:
        """Choose a level, at which a character stays who it is."""
        character = face_of(self.opponent)
        key = character_key(character, number) if character else ""
        self._stage.preferences.change(level=number, opponent=key)
        self.show()

    def show(self) -> None:
        """Show the choices again, after they have changed."""
        opponent = self.opponent
        level = opponent.spec.level
        self._level.show(None if level is None else level.number)
        face = face_of(opponent)
        sprites = self._stage.look.sprites
        self._button.picture = sprites.face(face, self._button.picture_pixels) if face else None
        self._button.text = self._opponent_words(opponent)
        if opponent.trouble is not None:
            self.words.show(trouble_words(opponent), is_trouble=True)
        elif self.is_rated:
            rating = rating_in(self._stage.library.journal(JOURNAL), self._game)
            self.words.show(rating_words(rating, self._game))
        else:
            self.words.show(player_about(opponent))
        self._changed(self)

    def _opponent_words(self, opponent: OfferedPlayer) -> str:
        """The opponent with its level and strength, as far as there is room."""
        look, name = self._stage.look, player_title(opponent)
        elo = None if opponent.kind is PlayerKind.PROGRAM else opponent.elo
        strength = "" if elo is None else f" · {_('strength {elo}').format(elo=elo)}"
        forms = (f"{name}{strength}…", f"{name}…", f"{player_name(opponent)}…")
        beside = 0 if self._button.picture is None else 2 * self._button.rect.height
        room = self._button.rect.width - beside - look.scale.units(3)
        return look.words.first_fitting(forms, look.small, room)


def rating_words(rating: Rating | None, game: Variant) -> str:
    """The user's rating in a game, if there is one, and the level that suits."""
    level = suiting_level(rating, game).number
    if rating is None:
        return _("No rating yet. Level {level} suits a first game.").format(level=level)
    return _("Your rating is {rating} ± {error}. Level {level} suits it.").format(
        rating=f"{rating.value:.0f}", error=f"{error_of(rating):.0f}", level=level
    )


class PlayersForm(Group):
    """The players of both sides of a game that the user watches. The settings keep what is chosen.

    ``changed`` is called after each choice, with the reason why one of them cannot play, or an empty text.
    """

    def __init__(
        self,
        stage: Stage,
        game: Variant,
        changed: Callable[[str], None] = lambda trouble: None,
    ) -> None:
        self._stage, self._game = stage, game
        self._changed = changed
        self._words = Hint("small")
        self._buttons = {
            setting: Button("", partial(self._ask, setting)) for setting in ("white_player", "black_player")
        }

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """A button for each player, and the reason why one of them does not play the game."""
        units = look.scale.units
        rows = labelled(look, dict(zip((_("White"), _("Black")), self._buttons.values(), strict=True)))
        hint = units(GameForm.height_units() - 2 * (ROW_UNITS + NAMES_GAP_UNITS))
        return Column({**rows, self._words: hint}, units(NAMES_GAP_UNITS))

    def settle(self, look: Look) -> None:
        """Show the choices in the room that there is."""
        self._show()

    @property
    def players(self) -> tuple[OfferedPlayer, OfferedPlayer]:
        """White's and Black's player."""
        white, black = (chosen_player(self._stage, setting, self._game) for setting in self._buttons)
        return white, black

    @property
    def trouble(self) -> str:
        """Why one of them cannot play the game; empty if both can."""
        return next((trouble_words(each) for each in self.players if each.trouble is not None), "")

    def _ask(self, setting: str) -> None:
        def take(player: OfferedPlayer | None) -> None:
            assert player is not None, "no person is offered"
            self._stage.preferences.change(**{setting: player.key})
            self._show()

        chosen = chosen_player(self._stage, setting)
        self._stage.open(PlayerPicker(self._stage, chosen.key, take, game=self._game))

    def _show(self) -> None:
        players = self.players
        sprites = self._stage.look.sprites
        for button, player in zip(self._buttons.values(), players, strict=True):
            face = face_of(player)
            button.picture = sprites.face(face, button.picture_pixels) if face else None
            button.text = f"{player_title(player)}…"
        self._words.show(self.trouble, is_trouble=True)
        self._changed(self.trouble)


NAMES_GAP_UNITS = 0.75


class NamesForm(Group):
    """A text field for each side, and a choice. The settings keep what is written and chosen."""

    def __init__(self, stage: Stage, enter: Action) -> None:
        settings = stage.settings
        self._fields = [
            TextField(text, LONGEST_NAME, _("Name (optional)"), partial(_change, stage, setting), enter)
            for setting, text in (("name", settings.name), ("other_name", settings.other_name))
        ]
        change = partial(_change, stage, "two_players")
        self._board = Choice(named(TWO_PLAYERS.items()), settings.two_players, change)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """A row for each side, and one for the board."""
        texts = (_("White"), _("Black"), _("Board"))
        rows = labelled(look, dict(zip(texts, (*self._fields, self._board), strict=True)))
        return Column(rows, look.scale.units(NAMES_GAP_UNITS))


def labelled(look: Look, parts: Mapping[str, Leaf | Group]) -> dict[Any, Part[Any]]:
    """A row for each part, with its label at the left."""
    label, height = look.scale.units(LABEL_UNITS), look.scale.units(ROW_UNITS)
    return {text: Row({Caption(text): label, part: Fill()}, size=height) for text, part in parts.items()}


def side_choice(stage: Stage, side: str) -> Choice[str]:
    """The side that the user plays."""
    return Choice(named(SIDES), side, partial(_change, stage, "side"))


def _change(stage: Stage, setting: str, value: object) -> None:
    stage.preferences.change(**{setting: value})
