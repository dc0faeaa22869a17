"""The forms of a new game: side and opponent, the players of both sides, the names of two users."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

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
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row, row
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.stage import Stage
from wormhole.library.glicko import Rating
from wormhole.library.headers import LONGEST_NAME
from wormhole.library.rated_games import JOURNAL, error_of, new_id
from wormhole.library.settings import TURNING
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
OPPONENT_GAP_UNITS = 0.5


@dataclass(frozen=True)
class FormLine:
    """A line of text of the form, drawn by the form's owner."""

    text: str
    rect: pygame.Rect


class GameForm:
    """Side and opponent, preset from the settings. Each choice is stored in the settings at once.

    A button leads to all players; the computer's levels can be chosen here, too. The user's rating is shown
    if the next game, from the position ``fen`` or the start, is rated. Each choice calls ``changed``.
    """

    def __init__(
        self,
        stage: Stage,
        widgets: Widgets,
        area: pygame.Rect,
        game: Variant,
        fen: str | None = None,
        changed: Callable[[GameForm], None] = lambda form: None,
    ) -> None:
        self._stage, self._widgets, self._game = stage, widgets, game
        self._can_be_rated, self._changed = may_be_rated(game, fen), changed
        scale, settings = stage.look.scale, stage.settings
        label = scale.units(LABEL_UNITS)
        opponent: Row[str] = Row(
            {"opponent_label": label, "opponent": Fill()}, size=scale.units(OPPONENT_UNITS)
        )
        lines: Column[str] = Column(
            {
                "opponent_row": opponent,
                "numbers": scale.units(NUMBERS_UNITS),
                "about": scale.units(ABOUT_UNITS),
            },
            scale.units(OPPONENT_GAP_UNITS),
        )
        side_row = Row({"side_label": label, "side": Fill()}, size=scale.units(ROW_UNITS))
        places = Column({"side_row": side_row, "lines": lines}, scale.unit).at(area)
        self.labels = (
            FormLine(_("You play"), places["side_label"]),
            FormLine(_("Opponent"), places["opponent_label"]),
        )
        Choice(
            widgets,
            row(places["side"], len(SIDES), scale.unit),
            named(SIDES),
            settings.side,
            lambda side: stage.preferences.change(side=side),
        )
        self._button = widgets.button(places["opponent"], "", self.ask, tip=Tip(_("Choose a player")))
        words, about = stage.look.words, places["about"]
        pixels = words.largest([_(level.about) for level in LEVELS], scale.text(13), about.width)
        self.words = Hint(stage.look, about, pixels)
        """A layer, to be drawn above the form's card: the sentence about the opponent."""
        self._level = Choice(
            widgets,
            row(places["numbers"], len(LEVELS), scale.pixels(4)),
            [(level.number, str(level.number)) for level in LEVELS],
            level_of(settings.level).number,
            self._choose_level,
        )
        self._show()

    @staticmethod
    def height_units() -> float:
        """The form's height in grid units."""
        below = OPPONENT_UNITS + NUMBERS_UNITS + ABOUT_UNITS + 2 * OPPONENT_GAP_UNITS
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

    def show(self) -> None:
        """Show the choices again, after they have changed elsewhere."""
        self._show()

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
        self._show()

    def _choose_level(self, number: int) -> None:
        """Choose a level, at which a character stays who it is."""
        character = face_of(self.opponent)
        key = character_key(character, number) if character else ""
        self._stage.preferences.change(level=number, opponent=key)
        self._show()

    def _show(self) -> None:
        opponent = self.opponent
        level = opponent.spec.level
        self._level.show(None if level is None else level.number)
        face = face_of(opponent)
        sprites = self._stage.look.sprites
        self._button.picture = sprites.face(face, self._button.picture_pixels) if face else None
        self._widgets.write(self._button, self._opponent_words(opponent))
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


def rating_words(rating: Rating, game: Variant) -> str:
    """The user's rating in a game, and the level that suits it."""
    return _("Your rating is {rating} ± {error}. Level {level} suits it.").format(
        rating=f"{rating.value:.0f}",
        error=f"{error_of(rating):.0f}",
        level=suiting_level(rating, game.name).number,
    )


class PlayersForm:
    """The players of both sides of a game that the user watches. The settings keep what is chosen.

    ``changed`` is called after each choice, with the reason why one of them cannot play, or an empty text.
    """

    def __init__(
        self,
        stage: Stage,
        widgets: Widgets,
        area: pygame.Rect,
        game: Variant,
        changed: Callable[[str], None] = lambda trouble: None,
    ) -> None:
        self._stage, self._widgets, self._game = stage, widgets, game
        self._changed = changed
        scale = stage.look.scale
        label, height = scale.units(LABEL_UNITS), scale.units(ROW_UNITS)
        rows: dict[str, Row[str] | int] = {
            name: Row({f"{name}_label": label, f"{name}_button": Fill()}, size=height)
            for name in ("white", "black")
        }
        hint = scale.units(GameForm.height_units() - 2 * (ROW_UNITS + NAMES_GAP_UNITS))
        places = Column({**rows, "hint": hint}, scale.units(NAMES_GAP_UNITS)).at(area)
        texts = (("white", _("White")), ("black", _("Black")))
        self.labels = tuple(FormLine(text, places[f"{name}_label"]) for name, text in texts)
        self.words = Hint(stage.look, places["hint"], stage.look.small)
        """A layer with the reason why one of them does not play the game."""
        self._buttons = {
            setting: widgets.button(places[f"{name}_button"], "", partial(self._ask, setting))
            for name, setting in (("white", "white_player"), ("black", "black_player"))
        }
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
            self._widgets.write(button, f"{player_title(player)}…")
        self.words.show(self.trouble, is_trouble=True)
        self._changed(self.trouble)


NAMES_GAP_UNITS = 0.75


class NamesForm:
    """A text field for each side, and a choice. The settings keep what is written and chosen."""

    def __init__(self, stage: Stage, widgets: Widgets, area: pygame.Rect) -> None:
        scale, settings = stage.look.scale, stage.settings
        label, height = scale.units(LABEL_UNITS), scale.units(ROW_UNITS)
        rows = {
            name: Row({f"{name}_label": label, f"{name}_field": Fill()}, size=height)
            for name in ("white", "black", "board")
        }
        places = Column(rows, scale.units(NAMES_GAP_UNITS)).at(area)
        texts = (("white", _("White")), ("black", _("Black")), ("board", _("Board")))
        self.labels = tuple(FormLine(text, places[f"{name}_label"]) for name, text in texts)
        names = (("name", settings.name, "white"), ("other_name", settings.other_name, "black"))
        self.fields = tuple(
            widgets.text_line(
                places[f"{place}_field"],
                text,
                LONGEST_NAME,
                _("Name (optional)"),
                partial(_change, stage, setting),
            )
            for setting, text, place in names
        )
        cells = row(places["board_field"], 2, scale.unit)
        Choice(
            widgets,
            cells,
            named(TURNING.items()),
            settings.turns_board,
            lambda turns: stage.preferences.change(turns_board=turns),
        )


def _change(stage: Stage, setting: str, written: str) -> None:
    stage.preferences.change(**{setting: written})
