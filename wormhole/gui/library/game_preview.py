"""The card with the chosen game: a board, who played, how it ended; the game is read in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from wormhole import Board, Move
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.drawing.board_view import PreviewBoard, PreviewBoards
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import N_, _, _n, said
from wormhole.gui.library.games_table import date_text, full_names, short_names
from wormhole.gui.look.button import Button
from wormhole.gui.look.chart import empty_chart
from wormhole.gui.look.layers import Area, Layer, Picture, Tip
from wormhole.gui.look.layout import Column, Fill, Grid, Row, Square, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.view import Group, Layout, Parts
from wormhole.gui.screens.page_room import Ground
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage, notation_of
from wormhole.library.comment_commands import Shape
from wormhole.library.database.game_rows import LibraryGame
from wormhole.library.record import Game, GameNode
from wormhole.library.study import Chapter
from wormhole.play.match_result import recorded_outcome
from wormhole.play.move_words import Notation

STEPS = (("\u00ab", "first"), ("\u2039", "back"), ("\u203a", "on"), ("\u00bb", "last"))
"""The angle quotation marks, which look like arrows, and where their buttons go."""
COMMANDS = {"back": Command.BACK, "on": Command.ON}
WORDS = {"first": N_("Go to the start"), "last": N_("Go to the end")}
"""The buttons without a key: the keys Home and End are for the list."""

NOTHING = N_("Select a game to see it here.")
PAUSE_SECONDS = 0.08
"""A game is read once it has been chosen for so long; games that are only passed are not."""


class PreviewWords(Area):
    """A layer with a few lines of text. Long ones are broken if there is room; those that do not fit are left
    out."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[str, ...] = ()
        self._trouble = ""

    def show(self, lines: Sequence[str], trouble: str = "") -> None:
        """Show these lines or, if there are none, the error."""
        lines = tuple(line for line in lines if line)
        if (lines, trouble) != (self._lines, self._trouble):
            self._lines, self._trouble = lines, trouble
            self.is_stale = True

    def heading_of(self, *forms: str) -> str:
        """The first of these headings that fits, or else the last."""
        words, pixels = self._look.words, self._look.body
        fits = (form for form in forms if words.width(form, pixels, bold=True) <= self.rect.width)
        return next(fits, forms[-1])

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the lines, the last one, with the move, in the theme's choice colour."""
        look, colour, rect = self._look, self._look.theme.colour, self.rect
        if not rect.colliderect(surface.get_clip()):
            return
        words = look.words
        if not self._lines:
            self._draw_wrapped(surface, self._trouble, colour.alarm)
            return
        top = rect.top
        for index, text in enumerate(self._lines):
            is_heading = index == 0
            pixels = look.body if is_heading else look.small
            below = (len(self._lines) - 1 - index) * words.height(look.small)
            ink = colour.ink if is_heading else colour.muted
            if index == len(self._lines) - 1:
                ink = colour.accent
            if is_heading:
                below = rect.height
            room = max(words.height(pixels), rect.bottom + 2 - top - below)
            for line in words.lines_within(text, pixels, (rect.width, room), bold=is_heading):
                if top + words.height(pixels) > rect.bottom + 2:
                    return
                surface.blit(words.line(line, pixels, ink, bold=is_heading), (rect.left, top))
                top += words.height(pixels)

    def _draw_wrapped(self, surface: pygame.Surface, text: str, ink: tuple[int, int, int]) -> None:
        words, pixels, rect = self._look.words, self._look.small, self.rect
        lines = words.lines_within(text, pixels, (rect.width, rect.height + 2))
        words.draw(surface, lines, pixels, ink, rect.topleft)


@dataclass
class Walk:
    """A game of the library and a position of its main line. Making one takes long for a long game."""

    number: int
    game: Game
    moves: tuple[Move, ...] = ()
    ending: str = ""
    """How it ended, in a sentence."""
    side: str = ""
    """The user's, white or black, where it is known."""
    title: str = ""
    """What stands in place of the players; the comment on the position follows it where it has room."""
    flipped: bool | None = None
    """Whether Black is below; None: as it was."""
    board: Board = field(default_factory=Board)
    """The position shown. Never change it."""
    _end: Board = field(default_factory=Board)

    @classmethod
    def at_end(cls, number: int, game: Game, side: str = "") -> Walk:
        """The last position of the game."""
        end = game.end().board()
        moves, ending = tuple(end.move_stack), ending_of(game, end)
        return cls(number, game, moves, ending, side, board=end, _end=end)

    @classmethod
    def of_kept(cls, number: int, kept: LibraryGame) -> Walk:
        """The last position of a game of the library."""
        return cls.at_end(number, kept.game, kept.row.side)

    @classmethod
    def of_chapter(cls, number: int, title: str, chapter: Chapter) -> Walk:
        """The first position of a chapter of a study."""
        end = chapter.game.end().board()
        return cls(
            number,
            chapter.game,
            tuple(end.move_stack),
            title=title,
            flipped=chapter.flipped,
            board=end.root(),
            _end=end,
        )

    @property
    def node(self) -> GameNode:
        """The position that is shown, in the game."""
        return self.game.at((0,) * self.ply)

    @property
    def ply(self) -> int:
        """The number of moves played on the board that is shown."""
        return len(self.board.move_stack)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The circles and arrows of the position that is shown."""
        return self.node.shapes()

    def step(self, plies: int) -> bool:
        """Step forward by that many moves, or back; returns whether it went there."""
        ply = self.ply + plies
        if not 0 <= ply <= len(self.moves):
            return False
        board = self.board.copy()
        while len(board.move_stack) > ply:
            board.pop()
        while len(board.move_stack) < ply:
            board.push(self.moves[len(board.move_stack)])
        self.board = board
        return True

    def to_start(self) -> None:
        """Show the first position."""
        self.board = self._end.root()

    def to_end(self) -> None:
        """Show the last position."""
        self.board = self._end

    def words(self, notation: Notation = Board.san) -> str:
        """Which move was the last one."""
        if not self.moves:
            return _("No moves")
        if not self.ply:
            return _n(
                "Start position, {count} move", "Start position, {count} moves", (len(self.moves) + 1) // 2
            )
        before = self.board.copy()
        move = before.pop()
        dots = "." if before.turn else "…"
        return f"{before.fullmove_number}{dots} {notation(before, move)}"


ENDINGS = {"1-0": N_("White wins"), "0-1": N_("Black wins"), "1/2-1/2": N_("A draw")}
TERMINATIONS = {"adjudication": N_("adjudicated"), "abandoned": N_("abandoned")}
"""Words for values of the header Termination (PGN standard, 9.8.1)."""


def ending_of(game: Game, end: Board) -> str:
    """How a game ended, in a sentence.

    >>> ending_of(Game(), Board())
    'Not finished'
    >>> timed = Game(headers={"Result": "0-1", "Termination": "time forfeit"})
    >>> ending_of(timed, timed.start)
    "Black wins: White's time ran out"
    >>> failed = Game(headers={"Result": "1-0", "Termination": "White wins: Black has crashed."})
    >>> ending_of(failed, failed.start)
    'White wins: Black has crashed'
    """
    recorded = recorded_outcome(game)
    by_players = recorded if recorded is not None and recorded.termination.is_players else None
    outcome = end.outcome() or by_players
    if outcome is not None and outcome.result() == game.result:
        return said(outcome.reason()).rstrip(".")
    how = ENDINGS.get(game.result, N_("Not finished"))
    # Programs write whole sentences, too, which repeat the result.
    why = (game.termination or "").removeprefix(how).strip(" :,.")
    if not why or why in ("normal", "unterminated"):
        return _(how)
    return _("{result}: {why}").format(result=_(how), why=_(TERMINATIONS.get(why, why)))


def _tip(way: str) -> Tip:
    return tip_of(COMMANDS[way]) if way in COMMANDS else Tip(_(WORDS[way]))


STEP_UNITS, WORDS_UNITS, PADDING_UNITS = 5, 9, 1.5


class GamePreview(Group):
    """One game. `read` gives it by its number, at the position to show first; it is called in a thread."""

    def __init__(self, stage: Stage, read: Callable[[int], Walk], changed: Callable[[], None]) -> None:
        self._stage = stage
        self._read = read
        self._changed = changed
        self.reading: LatestJob[tuple[Walk, PreviewBoard | None]] = LatestJob(self._found, self._fail)
        self._number: int | None = None
        self.walk: Walk | None = None
        """The game shown; that of the former choice until the next one is read."""
        self.trouble = ""
        self._state: BoardState | None = None
        self._now_seconds = 0.0
        self._due_seconds = NEVER
        """When the chosen game is to be read."""
        self.layers: tuple[Layer, ...] = ()
        """The board, or what stands in its place."""
        self.window = (0, 0)
        """The size of the window."""
        self.board_rect = pygame.Rect(0, 0, 0, 0)
        self._ground, self._words = Ground(), PreviewWords()

    def make(self, open_button: Button) -> None:
        """Make the buttons, in the language in use; one of them opens the game."""
        self._open_button = open_button
        self._buttons = [Button(text, partial(self.go, way), tip=_tip(way)) for text, way in STEPS]

    @property
    def rect(self) -> pygame.Rect:
        """The card."""
        return self._ground.rect

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The words and the buttons below the board or, in a high window, beside it."""
        units, unit, padding = look.scale.units, look.scale.unit, look.scale.units(PADDING_UNITS)
        button = units(STEP_UNITS)
        steps = Grid(self._buttons, 4, unit, button)
        inside: Layout
        if is_upright(self.window):
            board = Square(room.width // 2 - padding, is_centred=False)
            right: Parts = {self._words: Fill(), "steps": steps, self._open_button: button}
            beside: Parts = {self._place_board: board, "right": Column(right, unit)}
            inside = Row(beside, units(2), padding=padding)
        else:
            parts: Parts = {self._place_board: Square(), "steps": steps}
            parts |= {self._words: Fill(least=units(WORDS_UNITS)), self._open_button: button}
            inside = Column(parts, unit, padding=padding)
        return Column({self._ground: inside})

    def _place_board(self, rect: pygame.Rect) -> None:
        look, ground = self._stage.look, self._ground.under_board(self.window)
        self.board_rect, self._boards = rect, PreviewBoards(look.sprites, rect, ground, look.board_style)
        if self.position is not None:
            self._state = self._boards.of(self.position).state
        self._make_layers()

    def settle(self, look: Look) -> None:
        """Write the words."""
        self._tell()

    def choose(self, number: int | None) -> None:
        """Show the game with that number, once it is read; None for no game."""
        if number == self._number:
            return
        self._number = number
        self._due_seconds = NEVER if number is None else self._now_seconds + PAUSE_SECONDS
        if number is None:
            self._show(None)

    def go(self, way: str) -> None:
        """Show another position of the game: first, back, on or last."""
        if self.walk is None:
            return
        before = self.walk.board
        is_step = way == "on" and self.walk.step(1)
        if way == "back":
            self.walk.step(-1)
        elif way == "first":
            self.walk.to_start()
        elif way == "last":
            self.walk.to_end()
        if self.walk.board is not before:
            self._show_board(is_step)

    @property
    def is_flipped(self) -> bool:
        """Whether Black is below."""
        return self._state is not None and self._state.flipped

    def flip(self) -> None:
        """Show the board from the other side."""
        if self._state is not None:
            positions.flip(self._state)

    def update(self, now_seconds: float) -> float:
        """Show a game that has been read; animate a move; returns when either is due next."""
        self._now_seconds = now_seconds
        number, boards = self._number, self._boards
        if now_seconds >= self._due_seconds and number is not None:
            self._due_seconds = NEVER
            self.reading.ask(lambda: self._prepared(number, boards))
        self.reading.update()
        moves = NEVER if self._state is None else timeline.update(self._state, now_seconds)
        return min(moves, self._due_seconds)

    def close(self) -> None:
        """Stop reading."""
        self.reading.close()

    @property
    def position(self) -> Board | None:
        """The position shown."""
        return None if self.walk is None else self.walk.board

    def _prepared(self, number: int, boards: PreviewBoards) -> tuple[Walk, PreviewBoard | None]:
        """A game, and a new board if there is none for it yet. Runs in a job."""
        walk = self._read(number)
        return walk, None if boards.has(walk.board.variant) else boards.made(walk.board)

    def _found(self, found: tuple[Walk, PreviewBoard | None]) -> None:
        walk, made = found
        if made is not None and made.layer.rect == self.board_rect:
            self._boards.keep(made)
        if self._number is not None:
            self._show(walk)

    def _show(self, walk: Walk | None) -> None:
        self.walk, self.trouble = walk, ""
        self._show_board(is_step=False)
        state = self._state
        if walk is not None and state is not None and walk.flipped not in (None, state.flipped):
            positions.flip(state)
        self._changed()

    def _fail(self, error: Exception) -> None:
        self.walk, self.trouble = None, said(error)
        self._show_board(is_step=False)
        self._changed()

    def _show_board(self, is_step: bool) -> None:
        board = self.position
        if board is None:
            self._state = None
            self._make_layers()
        elif self._state is None or self._state.variant != board.variant:
            self._state = self._boards.of(board).state
            positions.show(self._state, board)
            self._make_layers()
        elif is_step:
            positions.play(self._state, board, self._now_seconds, self._stage.motion)
        else:
            positions.show(self._state, board)
        if self._state is not None and self.walk is not None:
            annotate(self._state, shapes=self.walk.shapes)
        self._tell()

    def _make_layers(self) -> None:
        """The layer for the board that is shown."""
        if self._state is None or self.position is None:
            text = "" if self.trouble else _(NOTHING)
            nothing = empty_chart(self._stage.look, self.board_rect.size, text)
            self.layers = (Picture(nothing, self.board_rect.topleft),)
        else:
            self.layers = (self._boards.of(self.position).layer,)

    def _tell(self) -> None:
        """Write the words, and enable the buttons that lead somewhere."""
        walk = self.walk
        if walk is None:
            self._words.show((), self.trouble)
        elif walk.title:
            comment = self._words.heading_of(walk.node.words, "")
            moves = walk.words(notation_of(self._stage))
            self._words.show((walk.title, _(walk.board.variant.title), comment, moves))
        else:
            headers = walk.game.headers
            played = (
                _(walk.board.variant.title),
                date_text(headers.get("Date", "")),
                headers.get("Event", ""),
            )
            self._words.show(
                (
                    self._words.heading_of(
                        *(
                            " - ".join(names(headers.get("White", "?"), headers.get("Black", "?"), walk.side))
                            for names in (full_names, short_names)
                        )
                    ),
                    walk.ending,
                    " · ".join(part for part in played if part.strip("?")),
                    walk.words(notation_of(self._stage)),
                )
            )
        can_back = walk is not None and walk.ply > 0
        can_on = walk is not None and walk.ply < len(walk.moves)
        for button, can in zip(self._buttons, (can_back, can_back, can_on, can_on), strict=True):
            button.enable(can)
