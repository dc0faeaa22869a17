"""The acts of a demonstration: the title of a game, pages of its rules, and the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from wormhole import WHITE, Board, Variant
from wormhole.gui.board.state import BoardState
from wormhole.gui.language import _, said
from wormhole.gui.learn.act import Act, Pause, Told, Topic, Words
from wormhole.gui.learn.slides import Slide
from wormhole.gui.learn.title_card import first_sentence
from wormhole.gui.rules_pages.diagram import Diagram
from wormhole.gui.screen import Stage
from wormhole.learn.facts import Check, Crossed
from wormhole.library.record import Game
from wormhole.library.seat_tags import seat_tags

if TYPE_CHECKING:
    from wormhole.learn.programme import Showing
    from wormhole.learn.shown_game import Event

TITLE_SECONDS = 5.0
CHOSEN_SECONDS = 0.7
"""From the choice of a piece to its move."""
VIEW_SECONDS = 2.6
"""How long the board is shown as a piece sees it, before its move or after a check."""
BEFORE_VIEW_SECONDS = 1.5
LONGEST_SLIDE_SECONDS = 12.0
LEAST_PLIES_BETWEEN_VIEWS = 5
READING_SECONDS, SECONDS_A_LETTER, LONGEST_READING_SECONDS = 0.8, 0.035, 4.5
RESULT_SECONDS = 8.0
LEFT_SECONDS = 4.0
PAST_KEPT = 12


class TitleAct(Act):
    """The name of a game and one sentence about it."""

    def __init__(self, stage: Stage, pace: float, variant: Variant) -> None:
        self.variant = variant
        super().__init__(stage, pace)

    def _script(self) -> Iterator[Pause]:
        yield Pause(TITLE_SECONDS)


class SlideAct(Act):
    """A slide with its moving diagram, played once, or with a piece's view of the board."""

    def __init__(self, stage: Stage, pace: float, variant: Variant, slide: Slide) -> None:
        self.state: BoardState = BoardState.of(Board(variant, slide.shown.fen))
        self._fold = slide.fold
        super().__init__(stage, pace)
        self._diagram = Diagram(variant, slide.shown, self.state, pace) if slide.shown.moves else None
        about = _("How it is played")
        self._say(Words(_(variant.title), about, headline=slide.title, more=slide.paragraphs))

    def update(self, now_seconds: float) -> None:
        """Let the diagram go on, too."""
        if self._diagram is not None:
            self._diagram.update(now_seconds, self.motion)
        super().update(now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """When the diagram changes, or something is due."""
        pauses = [super().wakes_in(now_seconds)]
        if self._diagram is not None:
            pauses.append(self._diagram.wakes_in(now_seconds))
        return min((pause for pause in pauses if pause is not None), default=None)

    def _script(self) -> Iterator[Pause]:
        yield Pause(BEFORE_VIEW_SECONDS)
        if self._fold is not None and not self.motion.is_still:
            self.state.look_from(self._fold, self.now_seconds, self.motion)
        letters = sum(map(len, self.words.more))
        reading = min(READING_SECONDS + SECONDS_A_LETTER * letters, LONGEST_SLIDE_SECONDS)
        yield Pause(reading, lambda: self._diagram is None or self._diagram.has_been_played)


class GameAct(Act):
    """A game of the computer against itself. Each move comes as an event, which is asked for one ahead."""

    def __init__(self, stage: Stage, pace: float, showing: Showing) -> None:
        self.showing = showing
        self._board = Board(showing.variant, showing.fen)
        self.state: BoardState = BoardState.of(self._board)
        self._coming: list[Event | None] = []
        """The next move, once it is there; None: there is none."""
        self.asks = True
        """Whether the next event is wanted."""
        self._last_view = -LEAST_PLIES_BETWEEN_VIEWS
        super().__init__(stage, pace)
        self._say(self._headed(Words(headline=first_sentence(_(showing.variant.about.strip())))))

    def take(self, event: Event | None) -> None:
        """Take the next move; None if the game is over or left."""
        self._coming.append(event)
        self.asks = False

    def record(self) -> Game | None:
        """The game as far as it is shown."""
        white, black = self.showing.white.number, self.showing.black.number
        return Game.from_board(self._board, seat_tags((white, black)))

    def _script(self) -> Iterator[Pause]:
        yield Pause(until=lambda: bool(self._coming))
        while (event := self._coming.pop()) is not None:
            self.asks = True
            yield from self._show(event)
            yield Pause(until=lambda: bool(self._coming))
        yield from self._end()

    def _show(self, event: Event) -> Iterator[Pause]:
        """Show one move: the piece, its view of the board if that tells something, the move, its caption."""
        state, move = self.state, event.after.peek()
        state.allow(event.before)
        state.choose(move.from_square)
        yield Pause(CHOSEN_SECONDS)
        if event.view_before is not None and self._may_look(event):
            yield from self._look_before(event, event.view_before)
        else:
            state.let_go()
        state.play(event.after, self.now_seconds, self.motion)
        if move.promotion is not None:
            self._stage.play_sound("promote")
        self._board = event.after
        yield Pause()
        self._tell(event)
        if event.view_after is not None and self._may_look(event):
            yield from self._look_after(event.view_after)
        yield Pause(self._reading_seconds)

    def _may_look(self, event: Event) -> bool:
        """Whether a view of the board is not shown too often, and this is one to show."""
        plies = len(event.after.move_stack)
        is_soon = plies - self._last_view < LEAST_PLIES_BETWEEN_VIEWS and event.after.legal_moves
        if self.motion.is_still or is_soon:
            return False
        self._last_view = plies
        return True

    def _look_before(self, event: Event, square: int) -> Iterator[Pause]:
        """The board as the piece on ``square`` sees it, where the move is played."""
        state = self.state
        state.look_from(square, self.now_seconds, self.motion)
        yield Pause(VIEW_SECONDS)
        target = state.fold.view.target_at(event.played.to_square)
        if target is not None:
            state.fold.play(target)

    def _look_after(self, square: int) -> Iterator[Pause]:
        """The board as the piece on ``square`` sees it, which gives check."""
        self.state.look_from(square, self.now_seconds, self.motion)
        yield Pause(VIEW_SECONDS + self._reading_seconds)
        self.state.look_back(self.now_seconds, self.motion)
        yield Pause()

    def _end(self) -> Iterator[Pause]:
        outcome = self._board.outcome()
        if outcome is None:
            text = _("We leave this game here. The next one follows.")
            self._say(self._headed(Words(headline=text)))
            yield Pause(LEFT_SECONDS)
            return
        self.state.finish(outcome.reason(), self.now_seconds, self.motion)
        self._stage.play_sound("draw" if outcome.winner is None else "win")
        self._say(replace(self.words, headline=said(outcome.reason()), topic=Topic.RESULT))
        yield Pause(RESULT_SECONDS)

    def _tell(self, event: Event) -> None:
        """Say what the move did; what was said before goes into the past."""
        headline, *more = map(said, event.captions)
        past = self.words.past
        if self.words.move:
            past = (Told(self.words.move, self.words.headline), *past)[:PAST_KEPT]
        told = Words(
            move=self._numbered(event),
            headline=headline,
            more=tuple(more[:1]),
            topic=_topic(event),
            past=past,
        )
        self._say(self._headed(told))

    def _numbered(self, event: Event) -> str:
        """The move as "12. Nc3" or "12… Nc6"."""
        board = event.before
        san = self._stage.look.notation(event.san, board.variant.piece_types)
        return f"{board.fullmove_number}{'.' if board.turn is WHITE else '…'} {san}"

    def _headed(self, words: Words) -> Words:
        """The words under the name of the game and its players."""
        white, black = self.showing.white.name, self.showing.black.name
        players = _("White: {white} · Black: {black}").format(white=_(white), black=_(black))
        return replace(words, heading=_(self.showing.variant.title), about=players)

    @property
    def _reading_seconds(self) -> float:
        letters = len(self.words.headline) + sum(map(len, self.words.more))
        return min(READING_SECONDS + SECONDS_A_LETTER * letters, LONGEST_READING_SECONDS)


def _topic(event: Event) -> Topic:
    kinds = {type(fact) for fact in event.played.facts}
    if Check in kinds:
        return Topic.CHECK
    return Topic.WORMHOLE if Crossed in kinds else Topic.PLAIN
