"""The acts of a demonstration: the title of a game, pages of its rules, and the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

import pygame

from wormhole import WHITE, Board, PieceType, Variant
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.fold_turns import look_back, look_from, play_to_cell
from wormhole.gui.board.selection import allow, choose, let_go
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.theme import Motion
from wormhole.gui.rules_pages.diagram import Diagram
from wormhole.gui.rules_pages.pages import pages_of
from wormhole.gui.window.stage import Stage
from wormhole.learn.course import lesson
from wormhole.learn.demonstration_programme import Showing
from wormhole.learn.facts import Check, Crossed
from wormhole.learn.lesson import Show
from wormhole.learn.rule_examples import Demonstration
from wormhole.library.headers import seat_tags
from wormhole.library.record import Game

if TYPE_CHECKING:
    from wormhole.learn.shown_game import Event

FASTEST_MOVING = 8.0
"""At a pace above this nothing moves: the board jumps from position to position."""


class Topic(Enum):
    """The subject of the words, which gives their card its colour."""

    PLAIN = auto()
    WORMHOLE = auto()
    CHECK = auto()
    RESULT = auto()


@dataclass(frozen=True)
class PastMove:
    """A sentence about a move, and the move in SAN."""

    move: str
    text: str


@dataclass(frozen=True)
class ActWords:
    """The text beside the board."""

    heading: str = ""
    about: str = ""
    move: str = ""
    """The move that the words are about."""
    headline: str = ""
    more: tuple[str, ...] = ()
    topic: Topic = Topic.PLAIN
    past: tuple[PastMove, ...] = ()
    """The earlier captions, the newest first."""


@dataclass(frozen=True)
class Pause:
    """The act continues after so many seconds, once the board is at rest and ``until`` is true."""

    seconds: float = 0.0
    until: Callable[[], bool] = lambda: True


class Act:
    """One part of a demonstration. A subclass has `_script`, which performs a step and yields a pause."""

    state: BoardState | None = None
    """The board that is shown; None if there is none."""
    tells_story = False
    """Whether the earlier captions are shown, too."""

    def __init__(self, stage: Stage, pace: float) -> None:
        self._stage = stage
        self._pace = pace
        self.words = ActWords()
        self.revision = 0
        """Grows when the words change."""
        self.is_over = False
        self.now_seconds = 0.0
        self._steps = self._script()
        self._pause = Pause()
        self._due = NEVER

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; returns when something is due next."""
        self.now_seconds = now_seconds
        if self.state is not None:
            timeline.update(self.state, now_seconds, self._stage.sounds.play)
        while not self.is_over and self._may_go_on():
            self._due, pause = NEVER, next(self._steps, None)
            if pause is None:
                self.is_over = True
            else:
                self._pause = pause
        if self.is_over:
            return EVERY_FRAME
        moves = NEVER if self.state is None else timeline.due(self.state, now_seconds)
        return min(moves, self._due) if self._pause.until() else moves

    def record(self) -> Game | None:
        """The game that the user can take over, up to what is shown; None: a new one."""
        return None

    def close(self) -> None:
        """Release everything."""

    @property
    def motion(self) -> Motion:
        """The durations of what moves, at the pace of the demonstration."""
        motion = self._stage.motion
        if self._pace > FASTEST_MOVING:
            return motion.still()
        return motion.scaled(1 / self._pace) if self._pace > 1 else motion

    def _script(self) -> Iterator[Pause]:
        raise NotImplementedError

    def _say(self, words: ActWords) -> None:
        if words != self.words:
            self.words = words
            self.revision += 1

    def _may_go_on(self) -> bool:
        """Whether the pause is over; it begins when the board is at rest."""
        if self.state is not None and timeline.is_moving(self.state, self.now_seconds):
            return False
        if self._due == NEVER:
            self._due = self.now_seconds + self._pause.seconds / self._pace
        return self.now_seconds >= self._due and self._pause.until()


@dataclass(frozen=True)
class Slide:
    """A board beside a text: moves are played on it, or it is shown as a piece sees it."""

    title: str
    paragraphs: tuple[str, ...]
    shown: Demonstration
    fold: int | None = None
    """The piece that sees it."""


def slides_of(showing: Showing) -> tuple[Slide, ...]:
    """All slides of a game, in the language in use, the idea of the game first.

    It takes longer than a frame.
    """
    idea, *others = [
        Slide(page.title, page.paragraphs, page.demonstration)
        for page in pages_of(showing.variant)
        if page.demonstration is not None
    ]
    return (idea, *(_of_step(each.lesson, each.step) for each in showing.steps), *others)


def _of_step(slug: str, number: int) -> Slide:
    """A step of a lesson in which nothing is asked."""
    taken = lesson(slug)
    step = taken.steps[number - 1]
    moves = step.goal.moves if isinstance(step.goal, Show) else ()
    shown = Demonstration(taken.board(step).fen(), moves)
    return Slide(_(taken.title), (_(step.text),), shown, step.fold)


NAME_SHARE, TEXT_SHARE = 0.8, 0.66
"""The greatest widths of the name and of the text, relative to the window."""
CHIP_UNITS, PIECE_UNITS, PIECE_IN_TWO_ROWS_UNITS, PIECE_GAP_UNITS = 9, 12, 8, 3
TEXT = 24
"""The size of the sentence at 1280x800."""


class TitleCard(DrawnArea):
    """A picture of the whole window."""

    def __init__(self, look: Look, size: tuple[int, int], variant: Variant) -> None:
        super().__init__(look, pygame.Rect((0, 0), size), is_stale=True)
        self._variant = variant

    def drawn(self) -> pygame.Surface:
        """The parts one below another, in the middle; without those at the ends that have no room."""
        look, (width, height) = self._look, self.rect.size
        picture = pygame.Surface((width, height), pygame.SRCALPHA)
        unit = look.scale.units
        chip, pieces = (look.sprites.chip(unit(CHIP_UNITS)), 0), (self._pieces(), unit(5))
        words = [
            (self._name(), unit(2)),
            *((line, unit(1) if index == 0 else 0) for index, line in enumerate(self._sentence())),
            *((line, unit(2)) for line in self._origin()),
        ]
        rooms = [
            (parts, height - unit(8) - sum(part.get_height() + above for part, above in parts))
            for parts in ([chip, *words, pieces], [*words, pieces], words)
        ]
        parts, room = next((each for each in rooms if each[1] >= 0), rooms[-1])
        top = room // 2
        for part, above in parts:
            top += above
            picture.blit(part, ((width - part.get_width()) // 2, top))
            top += part.get_height()
        return picture

    def _name(self) -> pygame.Surface:
        look, name = self._look, _(self._variant.title)
        room = round(NAME_SHARE * self.rect.width)
        pixels = look.words.largest([name], round(2.4 * look.display), room, bold=True)
        return look.words.line(name, pixels, look.theme.colour.ink, bold=True)

    def _sentence(self) -> list[pygame.Surface]:
        look = self._look
        text = first_sentence(_(self._variant.about.strip()))
        pixels = look.scale.text(TEXT)
        lines = look.words.wrapped(text, pixels, round(TEXT_SHARE * self.rect.width))
        return [look.words.line(line, pixels, look.theme.colour.ink) for line in lines]

    def _origin(self) -> list[pygame.Surface]:
        if not self._variant.inventor:
            return []
        look = self._look
        text = f"{self._variant.inventor}, {self._variant.year}"
        return [look.words.line(text, look.body, look.theme.colour.muted)]

    def _pieces(self) -> pygame.Surface:
        """All pieces side by side, with their names below; in two rows if the names have no room in one."""
        look, kinds = self._look, tuple(self._variant.piece_types.values())
        unit = look.scale.units
        room = self.rect.width - unit(8)
        named = max(self._name_width(kind) for kind in kinds) + unit(0.5)
        count = len(kinds) if named <= room // len(kinds) else -(-len(kinds) // 2)
        wide = min(max(unit(PIECE_UNITS), named) + unit(PIECE_GAP_UNITS), room // count)
        side = min(unit(PIECE_UNITS if count == len(kinds) else PIECE_IN_TWO_ROWS_UNITS), wide - unit(1))
        rows = [kinds[:count], kinds[count:]] if count < len(kinds) else [kinds]
        high = side + unit(0.5) + look.words.height(look.small)
        size = wide * count, len(rows) * high + (len(rows) - 1) * unit(1)
        picture = pygame.Surface(size, pygame.SRCALPHA)
        for number, row in enumerate(rows):
            left, top = (size[0] - wide * len(row)) // 2, number * (high + unit(1))
            for index, kind in enumerate(row):
                middle = left + index * wide + wide // 2
                piece = look.sprites.piece(kind, WHITE, side)
                picture.blit(piece, piece.get_rect(midtop=(middle, top)))
                name = look.words.fitted(_(kind.name), look.small, wide - unit(0.5))
                text = look.words.line(name, look.small, look.theme.colour.muted)
                picture.blit(text, text.get_rect(midbottom=(middle, top + high)))
        return picture

    def _name_width(self, kind: PieceType) -> int:
        return self._look.words.width(_(kind.name), self._look.small)


def first_sentence(text: str) -> str:
    """The first sentence of a text.

    >>> first_sentence("The board folds. Then it folds again.")
    'The board folds.'
    """
    return text.partition(". ")[0].rstrip(".") + "."


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
        self.state: BoardState = positions.state_of(Board(variant, slide.shown.fen))
        self._fold = slide.fold
        super().__init__(stage, pace)
        self._diagram = Diagram(variant, slide.shown, self.state, pace) if slide.shown.moves else None
        about = _("How it is played")
        self._say(ActWords(_(variant.title), about, headline=slide.title, more=slide.paragraphs))

    def update(self, now_seconds: float) -> float:
        """Let the diagram continue, too."""
        diagram = NEVER if self._diagram is None else self._diagram.update(now_seconds, self.motion)
        return min(super().update(now_seconds), diagram)

    def _script(self) -> Iterator[Pause]:
        yield Pause(BEFORE_VIEW_SECONDS)
        if self._fold is not None and not self.motion.is_still:
            look_from(self.state, self._fold, self.now_seconds, self.motion)
        letters = sum(map(len, self.words.more))
        reading = min(READING_SECONDS + SECONDS_A_LETTER * letters, LONGEST_SLIDE_SECONDS)
        yield Pause(reading, lambda: self._diagram is None or self._diagram.has_been_played)


class GameAct(Act):
    """A game of the computer against itself. Each move comes as an event, which is asked for one ahead."""

    tells_story = True

    def __init__(self, stage: Stage, pace: float, showing: Showing) -> None:
        self.showing = showing
        self._board = Board(showing.variant, showing.fen)
        self.state: BoardState = positions.state_of(self._board)
        self._coming: list[Event | None] = []
        """The next move, once it is there; None: there is none."""
        self.asks = True
        """Whether the next event is wanted."""
        self._last_view = -LEAST_PLIES_BETWEEN_VIEWS
        super().__init__(stage, pace)
        self._say(self._headed(ActWords(headline=first_sentence(_(showing.variant.about.strip())))))

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
        """Show one move: the piece, its view of the board if that shows something, the move, its caption."""
        state, move = self.state, event.after.peek()
        allow(state, event.before)
        choose(state, move.from_square)
        yield Pause(CHOSEN_SECONDS)
        if event.view_before is not None and self._may_look(event):
            yield from self._look_before(event, event.view_before)
        else:
            let_go(state)
        positions.play(state, event.after, self.now_seconds, self.motion)
        if move.promotion is not None:
            self._stage.sounds.play("promote")
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
        look_from(state, square, self.now_seconds, self.motion)
        yield Pause(VIEW_SECONDS)
        target = state.fold.view.target_at(event.played.to_square)
        if target is not None:
            play_to_cell(state, target)

    def _look_after(self, square: int) -> Iterator[Pause]:
        """The board as the piece on ``square`` sees it, which gives check."""
        look_from(self.state, square, self.now_seconds, self.motion)
        yield Pause(VIEW_SECONDS + self._reading_seconds)
        look_back(self.state, self.now_seconds, self.motion)
        yield Pause()

    def _end(self) -> Iterator[Pause]:
        outcome = self._board.outcome()
        if outcome is None:
            text = _("This game stops here. The next game starts.")
            self._say(self._headed(ActWords(headline=text)))
            yield Pause(LEFT_SECONDS)
            return
        positions.finish(self.state, self.now_seconds, self.motion)
        self._stage.sounds.play("draw" if outcome.winner is None else "win")
        self._say(replace(self.words, headline=said(outcome.reason()), topic=Topic.RESULT))
        yield Pause(RESULT_SECONDS)

    def _tell(self, event: Event) -> None:
        """Show the caption of the move; the one before joins the earlier ones."""
        headline, *more = map(said, event.captions)
        past = self.words.past
        if self.words.move:
            past = (PastMove(self.words.move, self.words.headline), *past)[:PAST_KEPT]
        told = ActWords(
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

    def _headed(self, words: ActWords) -> ActWords:
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
