"""The demonstration: the computer plays one game of the family after another, with captions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from wormhole import Board, Variant
from wormhole.gui.languages.language import _, _p
from wormhole.gui.learn.acts_screen import ActsScreen, Keys
from wormhole.gui.learn.demonstration_acts import (
    Act,
    GameAct,
    Slide,
    SlideAct,
    TitleAct,
    slides_of,
)
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.content_opener import ContentOpener
from wormhole.gui.window import destination
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.stage import Stage
from wormhole.learn.shown_game import ShownGame
from wormhole.library.record import Game
from wormhole.play.offered_players import player_of
from wormhole.play.seats import against, level_of, resumed, two_players
from wormhole.players.spec import at_level

if TYPE_CHECKING:
    from wormhole.learn.demonstration_programme import Programme, Showing


class DemonstrationScreen(ActsScreen):
    """Shows games of the family. Any key or click takes over."""

    def __init__(
        self, stage: Stage, programme: Programme, pace: float, hand_over: Callable[[Action], None]
    ) -> None:
        """``hand_over`` calls what opens the game of the user who takes over."""
        self._shown = programme
        self._pace = pace
        self._hand_over = hand_over
        self._worker: LatestJob[Any] = LatestJob(self._take, self._fail)
        self._game: ShownGame
        self._slides: tuple[Slide, ...] | None = None
        self._game_act: GameAct
        self._previous: ShownGame | None = None
        super().__init__(stage)

    @property
    def title(self) -> str:
        """The title of the window: the game."""
        return self.showing.variant.title

    @property
    def showing(self) -> Showing:
        """The game that is shown, or about to be."""
        return self._game_act.showing

    @property
    def is_preparing(self) -> bool:
        """Whether the next move, or the slides of the next game, are made in the background."""
        return self._worker.is_busy

    def record(self) -> Game | None:
        """The game as far as it is shown; None between two games."""
        return self._act.record()

    # The acts

    def _programme(self) -> Iterator[Act]:
        """All acts, one after the other, without an end."""
        while True:
            showing = self._shown.next()
            self._begin(showing)
            yield TitleAct(self._stage, self._pace, showing.variant)
            for slide in self._chosen_slides():
                yield SlideAct(self._stage, self._pace, showing.variant, slide)
            yield self._game_act

    def _begin(self, showing: Showing) -> None:
        """Begin with a game in the background: first the slides, then its moves."""
        engine = self._stage.engines.search_resources
        before = self._previous
        key = self._stage.settings.demonstrated_by
        other = player_of(key, self._stage.engines.own.now, showing.variant) if key else None
        program = None if other is None or other.trouble is not None else other.spec
        self._game = self._previous = ShownGame(
            showing, engine.readiness, engine.search_lock, random.randrange(1 << 30), program
        )
        self._game_act = GameAct(self._stage, self._pace, showing)
        self._slides = None

        def prepare() -> tuple[Slide, ...]:
            if before is not None:
                before.close()
            return slides_of(showing)

        self._worker.ask(prepare)

    def _chosen_slides(self) -> tuple[Slide, ...]:
        """The slides to show before this game: the idea, and another one each time."""
        slides = self._slides or ()
        idea, others = slides[:1], slides[1:]
        return (*idea, others[self._shown.rounds % len(others)]) if others else idea

    def _take(self, found: Any) -> None:
        """Take over what was made in the background: slides at first, then one event after another."""
        if self._slides is None:
            self._slides = found
        else:
            self._game_act.take(found)

    def _fail(self, error: Exception) -> None:
        """Continue without what could not be made; the window reports the error."""
        self._take(() if self._slides is None else None)

    # The screen

    def _keys(self) -> Keys:
        play = _("Play on from here") if isinstance(self._act, GameAct) else _("Play this game")
        back = _("Back to the game") if self._stage.rooms.left_game is not None else _("Home screen")
        return ((_("Any key"), _("Click")), play), ((_p("key", "Esc"),), back)

    def go_back(self) -> None:
        """Go back to the game that was left, or home."""
        self._stage.rooms.go_back()

    def update(self, now_seconds: float) -> float:
        """Take what was made in the background, and ask for the next move, as the acts go on."""
        self._worker.update()
        if self._slides is not None and self._game_act.asks and not self._worker.is_busy:
            self._worker.ask(self._game.next_event)
        return super().update(now_seconds)

    @property
    def variant(self) -> Variant:
        """The game that is shown."""
        return self._game_act.showing.variant

    @property
    def opener(self) -> ContentOpener:
        """Starts from a position or a game."""
        return ContentOpener(self._stage, self.variant, two_players())

    def played(self) -> str:
        """The game that is shown."""
        return str(self._game_act.record())

    def close(self) -> None:
        """End the game and the background thread."""
        self._game.stop()
        self._worker.close(self._game.close)
        super().close()

    def touch(self) -> None:
        """Let the user play on from what is shown, against the computer at their own level."""
        level = level_of(self._stage.settings.level)
        game = self._act.record() or Game(Board(self.variant))
        board = game.end().board()
        if board.is_game_over():
            game = Game(Board(board.variant))
            board = game.board()
        players = against("white" if board.turn else "black", at_level(level))
        self._hand_over(lambda: self._stage.rooms.open(destination.Game(resumed(game, players))))
