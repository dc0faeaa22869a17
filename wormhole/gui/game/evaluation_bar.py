"""The evaluation bar beside the board: its light part is White's chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pygame

from wormhole import WHITE, Outcome
from wormhole.gui.game.evaluation_words import bar_text, sentence
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.part import Part
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.card import rounded
from wormhole.gui.look.easing import ease_out, progress
from wormhole.gui.look.layers import Area, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.theme import mixed
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage

if TYPE_CHECKING:
    from wormhole.engine.evaluation import Evaluation

WIDTH_UNITS = 2.75
LEAST_SHARE = 0.035
"""Of the bar, for the side that is lost, unless it is proven."""


@dataclass(frozen=True)
class BarReading:
    """The content of the bar: White's share, the number, a sentence, and whether the result is known."""

    share: float = 0.5
    number: str = ""
    sentence: str = ""
    is_decided: bool = False


def reading(evaluation: Evaluation | None, outcome: Outcome | None) -> BarReading:
    """The content of the bar for a position, which may be the end of a game."""
    from wormhole.engine.evaluation import win_chance

    if outcome is not None and outcome.winner is None:
        return BarReading(0.5, "½", said(outcome.reason()))
    if outcome is not None:
        return BarReading(float(outcome.winner is WHITE), "1", said(outcome.reason()))
    if evaluation is None:
        return BarReading()
    share = win_chance(evaluation)
    if evaluation.winner is None:
        share = min(1 - LEAST_SHARE, max(LEAST_SHARE, share))
    return BarReading(share, bar_text(evaluation), sentence(evaluation), evaluation.is_decided)


class EvaluationBar(Part):
    """White's part is on White's side of the board. It moves smoothly, if motion is on."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        super().__init__(stage, game)
        self._reading = BarReading()

    @property
    def wanted(self) -> Place | None:
        """Its place, while the analysis is on."""
        return Place.BAR if self._game.analysis.is_on else None

    def place_in(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Make the bar."""
        self._bar = _Bar(rect, self._stage.look)
        self._bar.show(self._reading, self._game.state.flipped, self._game.now_seconds, 0.0)
        self.layers = (self._bar,)

    def refresh(self) -> None:
        """Show the evaluation of the current position; until it is known, the last one stays."""
        game = self._game
        evaluation, outcome = game.analysis.evaluation, game.match.result.outcome
        if evaluation is not None or outcome is not None:
            self._reading = reading(evaluation, outcome)
        seconds = self._stage.motion.bar
        self._bar.show(self._reading, game.state.flipped, game.now_seconds, seconds)

    def handle(self, event: pygame.Event) -> bool:
        """A press on a proven result shows its proof."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if not (is_press and self._reading.is_decided and self._bar.rect.collidepoint(event.pos)):
            return False
        self._stage.command(Command.SHOW_WHY)
        return True

    def update(self, now_seconds: float) -> float:
        """Every frame is due while the bar moves."""
        return EVERY_FRAME if self._bar.is_moving(now_seconds) else NEVER


class _Bar(Area):
    """The bar's picture."""

    def __init__(self, place: pygame.Rect, look: Look) -> None:
        width = look.scale.units(WIDTH_UNITS)
        super().__init__(pygame.Rect(place.right - width, place.top, width, place.height), is_stale=True)
        self._look = look
        self._reading = BarReading()
        self._is_flipped = False
        self._from = self._to = 0.5
        self._began = self._seconds = 0.0

    def show(self, reading: BarReading, is_flipped: bool, now_seconds: float, seconds: float) -> None:
        """Show a reading; the edge moves there in that time."""
        if (reading, is_flipped) == (self._reading, self._is_flipped):
            return
        self._reading, self._is_flipped = reading, is_flipped
        self._from, self._to = self._share(now_seconds), reading.share
        is_far = abs(self._to - self._from) * self.rect.height >= 2
        self._began, self._seconds = now_seconds, seconds if is_far else 0.0
        self.is_stale = True

    def is_moving(self, now_seconds: float) -> bool:
        """Whether the edge moves."""
        return now_seconds < self._began + self._seconds

    def changed(self, now_seconds: float) -> tuple[pygame.Rect, ...]:
        """The whole bar, if anything changed or the edge moves."""
        if self.is_stale:
            self.is_stale = self.is_moving(now_seconds)
            return (self.rect,)
        return ()

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The evaluation in words."""
        if not self._reading.sentence or not self.rect.collidepoint(pixel):
            return None
        if self._reading.is_decided:
            words = _("{evaluation}: show me why").format(evaluation=self._reading.sentence)
            return Spot(tuple(self.rect), Pointer.HAND, tip_of(Command.SHOW_WHY, words))
        return Spot(tuple(self.rect), tip=Tip(self._reading.sentence))

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw both parts, the mark of an equal position, and the number."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        look, colour = self._look, self._look.theme.colour
        corner, light, dark = look.scale.pixels(6), colour.bar_white, colour.bar_black
        rounded(surface, dark, self.rect, corner)
        height = round(self._share(now_seconds) * self.rect.height)
        whites = pygame.Rect(self.rect.left, 0, self.rect.width, height)
        if self._is_flipped:
            whites.top = self.rect.top
        else:
            whites.bottom = self.rect.bottom
        clip = surface.get_clip()
        surface.set_clip(whites.clip(clip))
        rounded(surface, light, self.rect, corner)
        surface.set_clip(clip)
        middle = self.rect.centery
        pygame.draw.line(surface, colour.bar_middle, (self.rect.left, middle), (self.rect.right - 1, middle))
        line = mixed(colour.panel_line, colour.muted, 0.3)
        rounded(surface, line, self.rect, corner, look.scale.pixels(1))
        self._draw_number(surface)

    def _draw_number(self, surface: pygame.Surface) -> None:
        """Write the number at the end of the side that is better."""
        text = self._reading.number
        if not text:
            return
        look, colour, gap = self._look, self._look.theme.colour, self._look.scale.pixels(4)
        is_white_better = self._reading.share >= 0.5
        pixels = look.words.largest([text], look.scale.text(12), self.rect.width - 2)
        ink = colour.bar_black if is_white_better else colour.bar_white
        edge = "midbottom" if is_white_better != self._is_flipped else "midtop"
        at: dict[str, Any] = {edge: getattr(self.rect.inflate(0, -2 * gap), edge)}
        look.words.write(surface, text, pixels, ink, bold=True, **at)

    def _share(self, now_seconds: float) -> float:
        moved = ease_out(progress(now_seconds, self._began, self._seconds))
        return self._from + (self._to - self._from) * moved
