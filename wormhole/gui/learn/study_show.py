"""A study shown chapter by chapter, as the demonstration shows games: moves with their comments, large."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame

from wormhole import WHITE, Board, Variant
from wormhole.gui.board import positions
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.selection import allow, choose, let_go
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _, _p, number, said
from wormhole.gui.learn.acts_screen import ActsScreen, Keys
from wormhole.gui.learn.demonstration_acts import (
    CHOSEN_SECONDS,
    LEFT_SECONDS,
    PAST_KEPT,
    READING_SECONDS,
    SECONDS_A_LETTER,
    Act,
    ActWords,
    PastMove,
    Pause,
)
from wormhole.gui.screens.chapters import list_chapters, open_chapter
from wormhole.gui.screens.content_opener import ContentOpener
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.library.study import Study
from wormhole.play.seats import two_players

LONGEST_COMMENT_SECONDS, LEAST_SECONDS = 20.0, 1.2
QUESTION_SECONDS = 8.0
"""How long an exercise stands before its first move, at least."""
STEPS = {pygame.K_RIGHT: 1, pygame.K_SPACE: 1, pygame.K_PAGEDOWN: 1, pygame.K_LEFT: -1, pygame.K_PAGEUP: -1}
"""The keys that lead to other chapters."""


class ChapterAct(Act):
    """The main line of a chapter, with its comments, arrows and circles."""

    tells_story = True

    def __init__(self, stage: Stage, pace: float, study: Study, index: int) -> None:
        self._study, self._index = study, index
        self._chapter = study.chapters[index]
        self._board = self._chapter.game.start.copy()
        self.state: BoardState = positions.state_of(self._board, flipped=self._chapter.flipped)
        super().__init__(stage, pace)
        self._tell(self._chapter.game)

    def record(self) -> Game | None:
        """The chapter as far as it is shown."""
        return Game.from_board(self._board)

    def _script(self) -> Iterator[Pause]:
        game = self._chapter.game
        annotate(self.state, shapes=game.shapes())
        least = QUESTION_SECONDS if self._chapter.is_exercise else LEAST_SECONDS
        yield Pause(max(least, self._reading_seconds))
        for node in game.mainline():
            yield from self._play(node)
        yield Pause(LEFT_SECONDS)

    def _play(self, node: ChildNode) -> Iterator[Pause]:
        state, move = self.state, node.move
        allow(state, self._board)
        choose(state, move.from_square)
        yield Pause(CHOSEN_SECONDS)
        let_go(state)
        annotate(state, shapes=())
        self._board = self._board.copy()
        self._board.push(move)
        positions.play(state, self._board, self.now_seconds, self.motion)
        yield Pause()
        annotate(state, shapes=node.shapes())
        self._tell(node)
        yield Pause(self._reading_seconds)

    def _tell(self, node: GameNode) -> None:
        """Show the comment on a position, or a sentence about the move; the last one joins the past."""
        past = self.words.past
        if self.words.move:
            past = (PastMove(self.words.move, self.words.headline), *past)[:PAST_KEPT]
        headline, *more = node.words.split("\n") if node.words else [self._usual_words(node)]
        place = _("Chapter {number} of {count}: {name}").format(
            number=number(self._index + 1), count=number(len(self._study.chapters)), name=self._chapter.name
        )
        words = ActWords(
            heading=self._study.name, about=place, headline=headline, more=tuple(more), past=past
        )
        self._say(replace(words, move=self._numbered(node)))

    def _usual_words(self, node: GameNode) -> str:
        """What is said without a comment."""
        if not isinstance(node, ChildNode):
            return _("Find the move.") if self._chapter.is_exercise else self._chapter.name
        from wormhole.learn.captions import captions
        from wormhole.learn.fact_finder import last_move

        played = last_move(self._board)
        return "" if played is None else said(captions(played, self._board.variant)[0])

    def _numbered(self, node: GameNode) -> str:
        """The move as "12. Nc3" or "12… Nc6"; nothing at the start."""
        if not isinstance(node, ChildNode):
            return ""
        before = self._board.copy()
        before.pop()
        san = self._stage.look.notation(node.san(), before.variant.piece_types)
        return f"{before.fullmove_number}{'.' if before.turn is WHITE else '…'} {san}"

    @property
    def _reading_seconds(self) -> float:
        letters = len(self.words.headline) + sum(map(len, self.words.more))
        return max(LEAST_SECONDS, min(READING_SECONDS + SECONDS_A_LETTER * letters, LONGEST_COMMENT_SECONDS))


class StudyShowScreen(ActsScreen):
    """Shows the chapters of a study, from one on, again and again. Enter or a click opens the chapter."""

    title = ""

    def __init__(self, stage: Stage, study: Study, path: Path, first: int, pace: float) -> None:
        self._study, self._path, self._pace = study, path, pace
        self.index = first
        """The chapter that is shown."""
        super().__init__(stage)

    def _programme(self) -> Iterator[Act]:
        """The chapters, the first one after the last."""
        while True:
            yield ChapterAct(self._stage, self._pace, self._study, self.index)
            self.index = (self.index + 1) % len(self._study.chapters)

    def _keys(self) -> Keys:
        return (
            ((_p("key", "Left"), _p("key", "Right")), _("Another chapter")),
            ((_p("key", "Enter"), _("Click")), _("Open the chapter")),
            ((_p("key", "Esc"),), _("Back to the study")),
        )

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Left and Right lead to other chapters; all else as in a demonstration."""
        if event.type == pygame.KEYDOWN and event.key in STEPS:
            self._go(STEPS[event.key])
            return True
        return super().handle(event, now_seconds)

    def _go(self, step: int) -> None:
        self.index = (self.index + step) % len(self._study.chapters)
        self._acts = self._programme()
        self._show(next(self._acts))

    def touch(self) -> None:
        """Open the chapter."""
        open_chapter(self._stage, self._path, self.index)

    def go_back(self) -> None:
        """Go back to the list."""
        list_chapters(self._stage, self._path, self.index)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Esc leads back."""
        return command is Command.DEMONSTRATION or super().perform(command, now_seconds)

    @property
    def variant(self) -> Variant:
        """The game that is shown."""
        return self._board.variant

    @property
    def _board(self) -> Board:
        return self._study.chapters[self.index].game.start

    @property
    def opener(self) -> ContentOpener:
        """Starts from a position or a game."""
        return ContentOpener(self._stage, self.variant, two_players())

    def played(self) -> str:
        """The chapter that is shown."""
        return self._study.chapters[self.index].text(self._study.name)
