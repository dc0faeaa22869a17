"""A lesson in the exercise room: one step after the other, with an explanation for each wrong answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole import Board, Move, Piece
from wormhole.base.errors import Message
from wormhole.gui.board.annotations import Suggestion
from wormhole.gui.board.hands import is_in_hand, origin_of
from wormhole.gui.board.refusal_words import refusal_words
from wormhole.gui.languages.language import _, _n, said
from wormhole.gui.learn.exercise import Exercise, ExerciseChoice, Feedback, FeedbackTone, Shown
from wormhole.gui.look.card import rounded
from wormhole.gui.look.drawn_area import ContentCard
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.layout import row
from wormhole.gui.look.widgets import Action, Widgets
from wormhole.gui.rules_pages.piece_sentence import piece_sentence
from wormhole.gui.window.events import TROUBLE, post
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.learn import course
from wormhole.learn.attempt import Attempt, Verdict
from wormhole.learn.course import CourseProgress
from wormhole.learn.lesson import NULL, Click, Lesson, Show, Step, Visit
from wormhole.library.comment_commands import Shape
from wormhole.library.journal import Entry, Journal
from wormhole.rules.refusals import Reason

if TYPE_CHECKING:
    from wormhole import Route
    from wormhole.gui.board.annotations import RefusedMove
    from wormhole.gui.pictures.page_files import PageJob
    from wormhole.learn.attempt import JudgedAnswer

THICK_UNITS = 0.75

Steps = tuple[tuple[bool, ...], int]
"""The finished steps, and the current one."""


class StepBar:
    """A part of the panel, between the task and the feedback."""

    units = 1.0
    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage, read: Callable[[], Steps]) -> None:
        self._stage = stage
        self._read = read

    def place(self, rect: pygame.Rect, widgets: Widgets) -> None:
        """Lay it out at the top of its place."""
        look = self._stage.look
        bar = pygame.Rect(rect.left, 0, rect.width, look.scale.units(THICK_UNITS))
        bar.centery = rect.top + look.scale.unit // 2
        self._area = _Segments(look, bar)
        self.layers = (self._area,)

    def refresh(self) -> None:
        """Show what has changed."""
        self._area.show(self._read())

    def update(self, now_seconds: float) -> None:
        """Nothing moves here."""


class _Segments(ContentCard[Steps]):
    """One segment for each step."""

    def drawn(self) -> pygame.Surface:
        """The bar."""
        look = self._look
        colour, picture = look.theme.colour, pygame.Surface(self.rect.size, pygame.SRCALPHA)
        done, at_hand = self.shown
        places = row(picture.get_rect(), max(1, len(done)), look.scale.pixels(5))
        for index, (place, is_done) in enumerate(zip(places, done, strict=False)):
            fill = colour.ink if index == at_hand else colour.sign_good if is_done else colour.panel_line
            thick = place.height if index == at_hand else max(2, place.height * 2 // 3)
            rounded(picture, fill, place.inflate(0, thick - place.height), thick // 2)
        return picture


@dataclass(frozen=True)
class Notes:
    """The user's progress, and the journal that keeps it."""

    progress: CourseProgress
    journal: Journal

    @classmethod
    def read(cls, journal: Journal) -> Notes:
        """The notes kept in a journal. If it cannot be read, a message says so, and there are none."""
        entries: Sequence[Entry] = ()
        try:
            entries = journal.read()
        except OSError as error:
            post(TROUBLE, text=said(error))
        return cls(CourseProgress.of(entries), journal)

    def add(self, slug: str, step: int) -> None:
        """Note that a step is done, unless it is known."""
        if not self.progress.has(slug, step):
            self.progress.add(slug, step)
            self.journal.add(course.entry(slug, step))


def journal_of(stage: Stage) -> Journal:
    """The journal of the notes."""
    return stage.library.journal(course.JOURNAL)


REPLY_SECONDS, WRONG_SECONDS, REFUTED_SECONDS = 0.5, 1.6, 2.2
"""Pauses: before a reply, before a wrong move is taken back, and before its refutation is."""
FOLD_SECONDS, SHOWN_SECONDS, AGAIN_SECONDS = 0.9, 0.9, 2.4
"""Pauses: before the board folds, between moves that are shown, before they begin again."""


def _words(step: Step) -> str:
    """The text of a step, with what follows it in a lesson."""
    return f"{_(step.text)} {_(step.aside)}" if step.aside else _(step.text)


class LessonExercise(Exercise):
    """`learned` is called with the number of each step that is done.

    `ways_on` are the buttons at the end of the lesson, each an English text and what it does, the next one to
    press first.
    """

    def __init__(
        self,
        lesson: Lesson,
        chapter: str,
        first: int,
        learned: Callable[[int], None],
        ways_on: Sequence[tuple[str, Action]],
    ) -> None:
        self.lesson = lesson
        self._chapter = chapter
        self._learned = learned
        self._ways_on = ways_on
        self.attempt: Attempt
        self._aside: Board | None
        self._refutation: Move | None
        self._moves_shown: int
        self._suggestions: Sequence[Suggestion]
        self._pause: float | None
        self._seen_from: int | None
        self._go_to(first)

    # What is shown

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.number]

    @property
    def shown(self) -> Shown:
        """The step as it stands, or the position after a wrong move."""
        start, steps = self.lesson.board(self.step), self.lesson.steps
        kicker = _("{chapter} · step {number} of {count}")
        asks_square = isinstance(self.step.goal, Click) and not self.attempt.is_done
        feedback = Feedback(self._what_to_do())
        if self._said:
            feedback = Feedback(said(self._said), self._tone, self._sound)
        return Shown(
            self.attempt.board if self._aside is None else self._aside,
            kicker=kicker.format(chapter=_(self._chapter), number=self.number + 1, count=len(steps)),
            title=_(self.lesson.title),
            text=_words(self.step),
            texts=[_words(step) for step in steps],
            about=Piece(self.lesson.piece or start.variant.emblem.letter, start.turn),
            feedback=feedback,
            choices=self._choices(self._may_answer or asks_square),
            may_answer=self._may_answer,
            asks_square=asks_square,
            suggestions=self._suggestions,
            shapes=self._shapes(),
            attacks=self._attacks(),
            seen_from=self._seen_from,
            pause=self._pause,
        )

    @property
    def page(self) -> PageJob:
        """The lesson as a page."""
        from wormhole.gui.pictures.page_files import page_of_lesson

        return page_of_lesson(self.lesson)

    def _choices(self, can_hint: bool) -> Sequence[ExerciseChoice]:
        """Hint, the step before, and the ways on."""
        is_done = self.attempt.is_done
        (text, _go), *others = self._ways_on
        return (
            ExerciseChoice(_("Hint"), self._give_hint, Command.HINT, can=can_hint),
            ExerciseChoice(_("Step back"), self._step_back, Command.BACK, can=self.number > 0),
            *(
                ExerciseChoice(_(other), partial(self._finish, go))
                for other, go in others
                if self._is_at_end and is_done
            ),
            ExerciseChoice(
                _(text) if self._is_at_end else _("Next"), self._step_on, Command.NEXT, is_primary=is_done
            ),
        )

    @property
    def _is_at_end(self) -> bool:
        return self.number == len(self.lesson.steps) - 1

    def _shapes(self) -> Sequence[Shape]:
        """Rings on what is found, still to be visited, or marked; arrows for ways."""
        step, attempt = self.step, self.attempt
        rings = attempt.targets() | (attempt.found if isinstance(step.goal, Click) else frozenset())
        return (
            *(Shape(start, end, "blue") for start, end in step.ways),
            *(Shape(square, square, "yellow") for square in sorted(step.marks)),
            *(Shape(square, square) for square in sorted(rings)),
        )

    def _attacks(self) -> Sequence[Route]:
        """The ways that the step shows, as long as it stands on the board as it began."""
        board = self.attempt.board
        if self._aside is not None or board.move_stack:
            return ()
        return tuple(
            way.capture
            for start, end in self.step.attacks
            for way in board.ways(start)
            if way.captures and way.to_square == end
        )

    # What the user does

    def answer(self, move: Move) -> None:
        """Check a move: continue, or show its effect and take it back."""
        judged = self.attempt.play(move)
        self._may_answer, self._suggestions = False, ()
        if judged.verdict is Verdict.WRONG:
            self._show_wrong(move, judged)
        elif judged.verdict is Verdict.DONE:
            self._praise()
        else:
            self._say("")
            self._hints = 0
            self._pause = REPLY_SECONDS
        self.changed()

    def click(self, square: int) -> None:
        """Check a clicked square."""
        judged = self.attempt.click(square)
        self._suggestions = ()
        if judged.verdict is Verdict.WRONG:
            self._say(judged.why or self._rule_of_asked(), FeedbackTone.WRONG)
        elif judged.verdict is Verdict.DONE:
            self._praise()
        else:
            self._say("")
        self.changed()

    def refuse(self, refused: RefusedMove) -> bool:
        """Explain why a move is not legal."""
        board = self.attempt.board
        self._say(self.attempt.refused(refused.from_square, refused.to_square), FeedbackTone.WRONG)
        if not self._said:
            is_no_way = refused.why.reason is Reason.NO_WAY
            rule = self._rule_of(refused.from_square) if is_no_way else ""
            self._say(rule or refusal_words(refused, board.variant, board.turn), FeedbackTone.WRONG)
        self.changed()
        return True

    def _rule_of_asked(self) -> str:
        """The moves of the piece whose squares are asked for."""
        goal = self.step.goal
        return self._rule_of(goal.of) if isinstance(goal, Click) and goal.of is not None else ""

    def _rule_of(self, square: int) -> str:
        """The moves of the piece on a square."""
        piece = self.attempt.board.piece_at(square)
        if piece is None:
            return ""
        game, letter = self.lesson.game, piece.letter
        name, rule = _(game.piece_types[letter].name), piece_sentence(game, letter)
        return _("{piece}: {rule}").format(piece=name, rule=rule)

    # What happens by itself

    def go_on(self) -> None:
        """Reply, show the next move, fold the board, or take a wrong move back."""
        self._pause = None
        if self._aside is not None:
            self._go_on_aside()
        elif self.step.fold is not None and self._seen_from is None:
            self._seen_from = self.step.fold
        elif self.step.is_shown_only:
            self._show_on()
        elif not self.attempt.is_done:
            self.attempt.reply()
            self._may_answer = True
        self.changed()

    def _show_wrong(self, move: Move, judged: JudgedAnswer) -> None:
        self._aside = self.attempt.board.copy()
        self._aside.push(move)
        self._refutation = judged.refutation
        self._say(judged.why, FeedbackTone.WRONG, "error")
        self._pause = WRONG_SECONDS

    def _go_on_aside(self) -> None:
        """Play the refutation of a wrong move, or go back to before it."""
        if self._refutation is not None and self._aside is not None:
            self._aside.push(self._refutation)
            self._refutation = None
            self._pause = REFUTED_SECONDS
        else:
            self._aside = None
            self._may_answer = True

    def _show_on(self) -> None:
        """Play the next move that is shown, or begin again."""
        moves, board = self._shown_moves, self.attempt.board
        if self._moves_shown == len(moves):
            self.attempt = Attempt(self.lesson, self.step)
            self._moves_shown = 0
        else:
            text = moves[self._moves_shown]
            board.push(Move.null()) if text == NULL else board.push_uci(text)
            self._moves_shown += 1
        self._pause = AGAIN_SECONDS if self._moves_shown == len(moves) else SHOWN_SECONDS

    def _praise(self) -> None:
        self._learned(self.number)
        self._say(self.step.praise or _("Correct!"), FeedbackTone.GOOD)

    def _say(self, text: str, tone: FeedbackTone = FeedbackTone.PLAIN, sound: str = "") -> None:
        self._said, self._tone, self._sound = text, tone, sound

    def _what_to_do(self) -> str:
        """The text before the first answer, or after a right one that was not the last."""
        goal, attempt = self.step.goal, self.attempt
        if self.step.is_shown_only:
            return _("Look at the board, then continue.")
        if isinstance(goal, Click):
            left = len(goal.squares) - len(attempt.found)
            return _n("Click {count} square.", "Click {count} squares.", left)
        if isinstance(goal, Visit):
            left = len(attempt.targets())
            return _n("{count} square left.", "{count} squares left.", left)
        return _("Your move.")

    # The steps

    def _go_to(self, number: int) -> None:
        """Begin a step."""
        self.number = number
        self.attempt = Attempt(self.lesson, self.step)
        self._aside = None
        self._refutation = None
        self._moves_shown = 0
        self._hints = 0
        self._say("")
        self._suggestions, self._seen_from = (), None
        self._may_answer = not self.step.is_shown_only and not isinstance(self.step.goal, Click)
        self._pause = self._first_pause()
        self.changed()

    @property
    def _shown_moves(self) -> tuple[str, ...]:
        """The moves that are played over and over, if nothing is asked."""
        goal = self.step.goal
        return goal.moves if isinstance(goal, Show) else ()

    def _first_pause(self) -> float | None:
        if self.step.fold is not None:
            return FOLD_SECONDS
        return SHOWN_SECONDS if self._shown_moves else None

    def _step_back(self) -> None:
        if self.number > 0:
            self._go_to(self.number - 1)

    def _step_on(self) -> None:
        go_to_next = partial(self._go_to, self.number + 1)
        self._finish(self._ways_on[0][1] if self._is_at_end else go_to_next)

    def _finish(self, go: Action) -> None:
        """Leave the step, which is done."""
        if self.step.is_shown_only:
            self._learned(self.number)
        go()

    def _give_hint(self) -> None:
        """First a word or the piece that moves, then the move or the squares themselves."""
        step, attempt = self.step, self.attempt
        self._hints += 1
        move = attempt.solution()
        words = self._words_of_hint()
        if self._hints == 1 and words:
            self._say(words, FeedbackTone.HINT)
        elif move is not None:
            is_piece_only = self._hints == 1
            origin = origin_of(attempt.board.variant, move, attempt.board.turn)
            self._suggestions = (Suggestion(origin, origin if is_piece_only else move.to_square),)
            if is_piece_only:
                self._say(self._words_of_piece(origin), FeedbackTone.HINT)
        elif isinstance(step.goal, Click):
            left = step.goal.squares - attempt.found
            self._suggestions = tuple(Suggestion(square, square) for square in sorted(left))
        self.changed()

    def _words_of_hint(self) -> str:
        """The hint of the step at its beginning, or the order in which the squares can be visited from
        here."""
        attempt = self.attempt
        if self.step.hint and not attempt.board.move_stack:
            return self.step.hint
        names = attempt.board.variant.geometry.names
        order = ", ".join(names[square] for square in attempt.order())
        return Message("A possible order: {squares}.", squares=order) if order else ""

    def _words_of_piece(self, square: int) -> Message:
        """Which piece to look at."""
        board = self.attempt.board
        piece = board.piece_at(square)
        assert piece is not None, "a piece moves from there"
        name = Message(board.variant.piece_types[piece.letter].name)
        if is_in_hand(board.variant.geometry, square):
            return Message("Look at the piece in hand: {piece}.", piece=name)
        return Message(
            "Look at the piece on {square}: {piece}.", square=board.variant.geometry.names[square], piece=name
        )
