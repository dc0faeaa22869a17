"""The row of small buttons with pictures: what shows more of the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from wormhole.gui.board.annotations import View
from wormhole.gui.board.selection import passing
from wormhole.gui.game.game_layout import Place, button_places
from wormhole.gui.game.move_actions import MoveActions
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.button import Button
from wormhole.gui.look.layers import Area, Tip
from wormhole.gui.look.layout import Column, row, widened, widened_rows
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.play.draw_offer import OfferState
from wormhole.rules.endings import Passing

NEW_GAME = N_("New game"), Command.NEW_GAME
BUTTONS = (
    (N_("Undo"), Command.UNDO),
    (N_("Flip"), Command.FLIP),
    (N_("Resign"), Command.RESIGN),
    NEW_GAME,
    (N_("Menu"), Command.MENU),
)
PAUSE = N_("Pause"), Command.PAUSE
"""In the place of *New game* while a user's clock can be paused."""
DRAW = N_("Draw"), Command.DRAW
PASS = N_("Pass"), Command.PASS
BY_MAIL = N_("A move by mail can be taken back until its text is copied or saved, if no dice were rolled")
OFFERS = {
    OfferState.OFFERED: (N_("Offered"), N_("The draw will be offered with your next move")),
    OfferState.ASKED: (N_("Accept"), N_("Your opponent offers a draw: accept it")),
    OfferState.TOO_SOON: (N_("Draw"), N_("The computer has just declined a draw")),
}
"""What the button for draw offers says when it does not offer one, and its tooltip."""


class Buttons(Part):
    """Buttons with words."""

    stands_at = Place.BUTTONS

    def __init__(self, stage: Stage, game: RunningGame, actions: MoveActions) -> None:
        super().__init__(stage, game)
        self._actions = actions

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the buttons."""
        command = self._stage.command
        look = self._stage.look
        variant = self._game.match.cursor.board.variant
        can_be_drawn, may_pass = variant.can_be_drawn, variant.endings.passing is not Passing.NEVER
        own = (*([PASS] if may_pass else []), *([DRAW] if can_be_drawn else []))
        buttons = (*BUTTONS[:3], *own, *BUTTONS[3:])
        texts = {asked: {_(name)} for name, asked in buttons}
        texts[Command.NEW_GAME].add(_(PAUSE[0]))
        if can_be_drawn:
            texts[Command.DRAW] |= {_(name) for name, _tip in OFFERS.values()}
        widths = [max(look.words.width(text, look.small) for text in each) for each in texts.values()]
        needs = [width + look.scale.units(1.5) for width in widths]
        places = widened_rows(button_places(rect, look.scale, len(buttons)), needs)
        self._buttons = {
            asked: widgets.button(place, _(name), partial(command, asked), tip=tip_of(asked))
            for (name, asked), place in zip(buttons, places, strict=True)
        }

    def refresh(self) -> None:
        """Enable what can be done."""
        match = self._game.match
        undo, why = self._buttons[Command.UNDO], why_not(self._game, Command.UNDO)
        if self._game.mail is not None and not self._actions.can_undo:
            why = _(BY_MAIL)
        undo.enable(self._actions.can_undo and not why)
        undo.tip = tip_of(Command.UNDO, why)
        self._buttons[Command.RESIGN].enable(match.resigner is not None)
        self._show_way_on(self._buttons[Command.NEW_GAME])
        if Command.PASS in self._buttons:
            self._buttons[Command.PASS].enable(passing(self._game.state) is not None)
        if Command.DRAW in self._buttons:
            self._show_offer(self._buttons[Command.DRAW], self._game.draw_offers.state)

    def _show_way_on(self, button: Button) -> None:
        """Offer a pause or, where no clock can be paused, a new game."""
        name, asked = PAUSE if self._game.match.can_pause else NEW_GAME
        button.text, button.tip = _(name), tip_of(asked)
        button.action = partial(self._stage.command, asked)

    def _show_offer(self, button: Button, state: OfferState) -> None:
        """Show what the button for draw offers does now."""
        text, tip = OFFERS.get(state, (N_("Draw"), ""))
        button.text = _(text)
        button.tip = tip_of(Command.DRAW, _(tip) if tip else "")
        button.enable(state not in (OfferState.IMPOSSIBLE, OfferState.TOO_SOON))
        button.is_selected = state in (OfferState.OFFERED, OfferState.ASKED)


ICON_UNITS = 2.75
NAMED_UNITS = 5.5
"""A row as high as this has the names below the pictures, if there is room for all of them."""
NAME_PIXELS = 12


@dataclass(frozen=True)
class Tool:
    """A button: its picture in `sprites/icons`, its command, whether it is on in what `Tools` is about."""

    icon: str
    name: str
    """As short as can be; `about` begins with it."""
    command: Command
    about: str
    """What it shows, for its tooltip."""
    is_on: Callable[[Any], bool]

    @property
    def tip(self) -> Tip:
        """Its tooltip."""
        return tip_of(self.command, _(self.about))


VIEWS: tuple[Tool, ...] = (
    Tool(
        "fold",
        N_("Fold view"),
        Command.FOLD_VIEW,
        N_("Fold view: the board as one piece sees it, each square where the piece's steps lead"),
        lambda shown: shown.state.fold.is_on,
    ),
    Tool(
        "routes",
        N_("Routes"),
        Command.ROUTES,
        N_("Routes: shows step by step where the selected piece can move"),
        lambda shown: View.ROUTES in shown.state.views,
    ),
    Tool(
        "reach",
        N_("Reach"),
        Command.REACH,
        N_("Reach: tints the squares that each side attacks"),
        lambda shown: View.REACH in shown.state.views,
    ),
)
"""The tools of everything that has a board with a `state`."""

TOOLS: tuple[Tool, ...] = (
    *VIEWS,
    Tool(
        "hint",
        N_("Hint"),
        Command.HINT,
        N_("Hint: shows first the piece, then the move, then hides both"),
        lambda game: game.analysis.is_hinting,
    ),
    Tool(
        "analysis",
        N_("Analysis"),
        Command.ANALYSE,
        N_("Analysis: shows who is better, and the best moves"),
        lambda game: game.analysis.is_on,
    ),
    Tool(
        "threats",
        N_("Threats"),
        Command.THREATS,
        N_("Threats: shows what the opponent would play if it were their move"),
        lambda game: game.analysis.shows_threat,
    ),
    Tool(
        "openings",
        N_("Openings"),
        Command.OPENINGS,
        N_("Openings: shows what was played from here in other games, and the results"),
        lambda game: game.openings.is_on,
    ),
    Tool(
        "review",
        N_("Review"),
        Command.REVIEW,
        N_("Review: evaluates every move of the game, and shows mistakes and better moves"),
        lambda game: game.review.is_running,
    ),
)


HELP = frozenset(
    {
        Command.HINT,
        Command.ANALYSE,
        Command.REVIEW,
        Command.THREATS,
        Command.SHOW_WHY,
        Command.COACH,
        Command.OPENINGS,
        Command.PLAY_FROM_HERE,
    }
)
"""The commands by which the computer helps: not in a rated game, or one by mail, that is at play."""


TAKING_BACK = Command.UNDO, Command.REDO
OF_TOURNAMENT = N_("A game of a tournament is played without help, and nothing is taken back")


def why_not(game: RunningGame, command: Command) -> str:
    """The reason why the game refuses a command at all times, in the words for the user; empty if it does
    not."""
    match = game.match
    if command is Command.UNDO and game.shown.wiped:
        return ""
    if command in HELP and match.is_rated:
        return _("A rated game is played without help")
    if match.is_paired and match.is_open and command in (*HELP, *TAKING_BACK):
        return _(OF_TOURNAMENT)
    if command in HELP and match.is_without_help:
        return _("There is no help while a game by mail is at play")
    if command in TAKING_BACK and match.is_rated:
        return _("In a rated game nothing is taken back")
    if command in TAKING_BACK and game.origin is not None:
        return _("Others have played this game: nothing is taken back")
    return ""


class Tools(Part):
    """One button for each tool; those that are on, in a game or something else with a board, are lit."""

    stands_at = Place.TOOLS

    def __init__(
        self,
        stage: Stage,
        shown: object,
        tools: Sequence[Tool] = TOOLS,
        why_not: Callable[[Command], str] = lambda command: "",
    ) -> None:
        """``why_not`` gives the reason why a command does nothing now, in the words for the user."""
        self._stage = stage
        self._shown = shown
        self._tools = tools
        self._why_not = why_not

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the buttons in a rectangle of the window."""
        look, command = self._stage.look, self._stage.command
        places = row(rect, len(self._tools), look.scale.unit // 2)
        needs = [look.words.width(_(tool.name), look.scale.text(NAME_PIXELS)) for tool in self._tools]
        needs = [width + look.scale.units(0.75) for width in needs]
        is_named = rect.height >= look.scale.units(NAMED_UNITS)
        is_named = is_named and sum(needs) <= sum(place.width for place in places)
        places = widened(places, needs) if is_named else places
        self._buttons = [
            widgets.button(place, "", partial(command, tool.command), CHOICE, tool.tip)
            for tool, place in zip(self._tools, places, strict=True)
        ]
        self._icons = _Icons(rect, look, self._tools, self._buttons, is_named)
        self.layers_above = (self._icons,)

    def refresh(self) -> None:
        """Light those that are on, and disable those that do nothing now."""
        for tool, button in zip(self._tools, self._buttons, strict=True):
            why = self._why_not(tool.command)
            button.enable(not why)
            button.tip = Tip(why) if why else tool.tip
            button.is_selected = tool.is_on(self._shown)


class _Icons(Area):
    """The pictures and names on the buttons. They are redrawn with them; below nothing else changes."""

    def __init__(
        self, rect: pygame.Rect, look: Look, tools: Sequence[Tool], buttons: Sequence[Button], is_named: bool
    ) -> None:
        super().__init__(rect)
        self._look = look
        self._tools = tools
        self._buttons = buttons
        self._is_named = is_named

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the pictures and, if there is room, the names below them."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        look = self._look
        pixels, text = look.scale.units(ICON_UNITS), look.scale.text(NAME_PIXELS)
        for tool, button in zip(self._tools, self._buttons, strict=True):
            ink, middle = self._ink(button), button.rect
            if self._is_named:
                name = look.words.line(_(tool.name), text, ink)
                parts = Column({"icon": pixels, "name": name.get_height()})
                middle = parts.at(button.rect.inflate(0, parts.taken - button.rect.height))["icon"]
                surface.blit(name, name.get_rect(midtop=middle.midbottom))
            icon = look.sprites.icon(tool.icon, ink, pixels)
            surface.blit(icon, icon.get_rect(center=middle.center))

    def _ink(self, button: Button) -> Colour:
        colour = self._look.theme.colour
        if button.is_selected or button.hovered:
            return colour.ink
        return mixed(colour.muted, colour.ink, 0.5 if button.is_enabled else 0.0)
