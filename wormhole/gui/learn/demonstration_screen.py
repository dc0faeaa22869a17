"""The demonstration: the computer plays one game of the family after another, and says what happens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from wormhole import Board
from wormhole.gui.background import Newest
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.board.drawing.view import BoardView
from wormhole.gui.keys import Command, command_of
from wormhole.gui.language import _, _p
from wormhole.gui.learn.act import Act, Words
from wormhole.gui.learn.demonstration_acts import GameAct, SlideAct, TitleAct
from wormhole.gui.learn.demonstration_cards import CaptionCard, FootCard, HeadingCard, StoryCard
from wormhole.gui.learn.demonstration_layout import demonstration_layout
from wormhole.gui.learn.slides import Slide, slides_of
from wormhole.gui.learn.title_card import TitleCard
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Action
from wormhole.gui.match.choice import level_of, resumed, two_players
from wormhole.gui.match.setup import Seat, Setup
from wormhole.gui.memory import give_back_rest
from wormhole.gui.screen import EVERY_FRAME, Stage
from wormhole.gui.screens.taking import Taking
from wormhole.learn.shown_game import ShownGame
from wormhole.library.record import Game

if TYPE_CHECKING:
    from wormhole.learn.programme import Programme, Showing

POINTER_SECONDS = 3.0
"""The pointer is hidden when it has rested for so long."""
WINDOW_COMMANDS = frozenset(
    {Command.MUTE, Command.LOUDER, Command.QUIETER, Command.FULL_SCREEN, Command.QUIT}
)
"""The commands whose keys do what they always do; any other key takes over."""
MODIFIERS = frozenset(
    {
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_MODE,
        pygame.K_CAPSLOCK,
        pygame.K_NUMLOCK,
    }
)


class DemonstrationScreen:
    """Shows acts without an end. Any key or click takes over."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)

    def __init__(
        self, stage: Stage, programme: Programme, pace: float, hand_over: Callable[[Action], None]
    ) -> None:
        """``hand_over`` calls what opens the game of a person who takes over."""
        self._stage = stage
        self._shown = programme
        self._pace = pace
        self._hand_over = hand_over
        self._size = (0, 0)
        self._worker: Newest[Any] = Newest(self._take, self._fail)
        self._game: ShownGame
        self._slides: tuple[Slide, ...] | None = None
        self._game_act: GameAct
        self._previous: ShownGame | None = None
        self._acts = self._programme()
        self._act: Act = next(self._acts)
        self._revision_shown: int | None = None
        self._pointer_hides_at: float | None = 0.0

    @property
    def title(self) -> str:
        """The title of the window: the game."""
        return self.showing.variant.title

    @property
    def words(self) -> Words:
        """What is written beside the board."""
        return self._act.words

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
        engine = self._stage.engine()
        before = self._previous
        self._game = self._previous = ShownGame(
            showing, engine.readiness, engine.turn, random.randrange(1 << 30)
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
        """Go on without what could not be made; the window tells of the error."""
        self._take(() if self._slides is None else None)

    # The screen

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the act for a window of this size."""
        self._size = size
        look, act = self._stage.look, self._act
        play = _("Play on from here") if isinstance(act, GameAct) else _("Play this game")
        back = _("Back to the game") if self._stage.came_from_game else _("Home screen")
        foot = ((_("Any key"), _("Click")), play), ((_p("key", "Esc"),), back)
        unit = look.scale.unit
        if act.state is None:
            strip = pygame.Rect(4 * unit, size[1] - 9 * unit, size[0] - 8 * unit, 7 * unit)
            self.layers = (
                TitleCard(look, size, self._game_act.showing.variant),
                FootCard(look, strip, foot, True),
            )
            self._cards: tuple[HeadingCard | CaptionCard | StoryCard, ...] = ()
        else:
            layout = demonstration_layout(size, act.state.geometry)
            view = BoardView(look.sprites, act.state.geometry)
            view.place(layout.board, look.backdrop.surface(size), look.board_style)
            has_story = isinstance(act, GameAct) and layout.story.height
            caption = layout.caption if has_story else layout.caption.union(layout.story)
            self._cards = (
                HeadingCard(look, layout.heading),
                CaptionCard(look, caption),
                *((StoryCard(look, layout.story),) if has_story else ()),
            )
            self.layers = (
                BoardLayer(view, act.state),
                *self._cards,
                FootCard(look, layout.foot, foot, False),
            )
            strip = layout.foot
        self.notice_area = strip
        self._revision_shown = None
        self._refresh()

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Any key that is not of the window, and any click, take over."""
        if event.type == pygame.KEYDOWN:
            if event.key in MODIFIERS or command_of(event) in WINDOW_COMMANDS:
                return False
            if event.key == pygame.K_ESCAPE:
                self._stage.go_back()
            else:
                self.take_over()
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN):
            self.take_over()
            return True
        if event.type == pygame.MOUSEMOTION:
            pygame.mouse.set_visible(True)
            self._pointer_hides_at = now_seconds + POINTER_SECONDS
        return False

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Esc leads back to the game, or home."""
        if command is Command.MENU:
            self._stage.go_back()
        return command is Command.MENU

    def update(self, now_seconds: float) -> None:
        """Advance to the time `now_seconds`; go on to the next act."""
        self._worker.update()
        if self._slides is not None and self._game_act.asks and not self._worker.is_busy:
            self._worker.ask(self._game.next_event)
        self._act.update(now_seconds)
        if self._act.is_over and not self._stage.is_covered:
            self._act.close()
            self._act = next(self._acts)
            self.place(self._size)
            if self._act.state is None:
                give_back_rest()
            self._act.update(now_seconds)
        if self._pointer_hides_at is not None and now_seconds >= self._pointer_hides_at:
            self._pointer_hides_at = None
            pygame.mouse.set_visible(False)
        self._refresh()

    def wakes_in(self, now_seconds: float) -> float | None:
        """Seconds until something moves or is due."""
        if self._act.is_over:
            return None if self._stage.is_covered else EVERY_FRAME
        return self._act.wakes_in(now_seconds)

    def _refresh(self) -> None:
        """Show the words of the act."""
        if self._act.revision != self._revision_shown:
            self._revision_shown = self._act.revision
            for each in self._cards:
                each.show(self._act.words)

    def take_text(self, text: str) -> None:
        """Start from a position or a game."""
        self._taking.text(text)

    def take_files(self, paths: Sequence[Path]) -> None:
        """Go on with the game of a file, or read several files into the library."""
        self._taking.files(paths)

    @property
    def _taking(self) -> Taking:
        return Taking(self._stage, self._game_act.showing.variant, two_players())

    def played(self) -> str:
        """The game that is shown."""
        return str(self._game_act.record())

    def leave(self, go: Action) -> None:
        """Call `go` at once: nothing can be lost here."""
        go()

    def close(self) -> None:
        """End the game and the background thread."""
        self._act.close()
        self._game.stop()
        self._worker.close(self._game.close)
        self._acts = iter(())  # the generator holds this screen
        pygame.mouse.set_visible(True)

    def take_over(self) -> None:
        """Let the person play on from what is shown, against the computer at their own level."""
        level = level_of(self._stage.settings.level)
        game = self._act.record() or Game(Board(self._game_act.showing.variant))
        board = game.end().board()
        if board.is_game_over():
            game = Game(Board(board.variant))
            board = game.board()
        players = Setup(Seat(), Seat(level)) if board.turn else Setup(Seat(level), Seat())
        self._hand_over(lambda: self._stage.start(resumed(game, players)))
