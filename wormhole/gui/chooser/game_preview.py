"""The chosen game beside the list: a board that plays by itself, its words and its pieces.

The board and the pictures of the pieces are made in the background, since this takes longer than a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import pygame

from wormhole import Board, Move, Variant
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.drawing.board_view import PreviewBoard, PreviewBoards
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Layer, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Grid
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import mixed
from wormhole.gui.rules_pages.game_words import about, made_by
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.stage import Stage
from wormhole.library.offered_games import Offer
from wormhole.play.random_moves import SEED, random_moves

LARGEST_PIECE_UNITS = 5
NAME_PIXELS = 13
NAMELESS_VALUE = 0.75
"""How much a larger piece without a name counts."""
GAP_PIXELS = 4
MOST_LINES = 4
"""Rows of pieces."""
FIRST_PAUSE_SECONDS, PAUSE_SECONDS, LAST_PAUSE_SECONDS = 1.0, 1.3, 3.0
"""Before the first move, between two moves, and before the game begins again."""
MOST_PLIES = 30


class GameWords(DrawnArea):
    """The title of a game, who made it, and a sentence; of a game that cannot be played, the reason."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._title = self._maker = self._about = ""
        self._is_trouble = False
        self._is_whole = True
        """Whether all that is said of the game is drawn."""

    @property
    def heard(self) -> str:
        """The words about the game."""
        return self._about

    def show(self, offer: Offer | None, game: Variant | None) -> None:
        """Show the words of a game."""
        self.show_title(offer)
        self._is_trouble = game is None
        if game is not None:
            self._maker, self._about = made_by(game), about(game)
        elif offer is not None and offer.trouble is not None:
            self._about = said(offer.trouble)
        self.redraw()

    def show_title(self, offer: Offer | None) -> None:
        """Show the title of a game alone."""
        self._title = self._maker = self._about = ""
        if offer is not None:
            self._title = offer.title if offer.file is not None else _(offer.title)
        self.redraw()

    def drawn(self) -> pygame.Surface:
        """The words, as many as fit."""
        look, words = self._look, self._look.words
        colour, width = look.theme.colour, self.rect.width
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pixels = (
            look.title if len(words.wrapped(self._title, look.title, width, bold=True)) <= 2 else look.body
        )
        title = words.lines_within(self._title, pixels, (width, 2 * words.height(pixels)), bold=True)
        top = words.draw(picture, title, pixels, colour.ink, (0, 0), bold=True)
        if self._maker:
            maker = words.lines_within(self._maker, look.small, (width, 2 * words.height(look.small)))
            top = words.draw(picture, maker, look.small, colour.muted, (0, top))
        top += look.scale.unit
        room = (width, self.rect.height - top)
        lines = [] if self._is_trouble else words.sentences_within(self._about, look.small, room)
        lines = lines or words.lines_within(self._about, look.small, room)
        ink = colour.alarm if self._is_trouble else mixed(colour.muted, colour.ink, 0.6)
        words.draw(picture, lines, look.small, ink, (0, top))
        self._is_whole = lines == words.wrapped(self._about, look.small, width)
        return picture

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """What is said of the game, if there is no room for all of it."""
        if self._is_whole or not self.rect.collidepoint(pixel):
            return None
        return Spot(tuple(self.rect), Pointer.ARROW, Tip(self._about))


@dataclass(frozen=True)
class PieceCells:
    """A cell for each piece of a game, and how large the pieces are in them."""

    cells: tuple[pygame.Rect, ...]
    side: int
    has_names: bool


def piece_cells(area: pygame.Rect, count: int, name: tuple[int, int], largest: int) -> PieceCells:
    """Cells for so many pieces, with room for names of that size unless pieces get much larger without."""
    choices: list[tuple[float, int, PieceCells]] = []
    for lines in range(1, min(MOST_LINES, count) + 1):
        cells = tuple(Grid(range(count), ceil(count / lines), GAP_PIXELS).at(area).values())
        width, height = cells[0].size
        alone = max(1, min(width, height, largest))
        choices.append((NAMELESS_VALUE * alone, -lines, PieceCells(cells, alone, has_names=False)))
        above = min(width, height - name[1], largest)
        if width >= name[0] and above > 0:
            choices.append((above, -lines, PieceCells(cells, above, has_names=True)))
    return max(choices, key=lambda choice: choice[:2])[2]


class PieceGrid(DrawnArea):
    """The pieces of a game, with their names below them where there is room, else in tooltips."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._names: Sequence[str] = ()
        self._pictures: Sequence[pygame.Surface] = ()
        self._places = PieceCells((), 1, has_names=False)

    def drawing(self, sprites: Sprites, game: Variant) -> Callable[[], list[pygame.Surface]]:
        """A function that draws a game's pieces, in any thread to which the sprites belong."""
        types = list(game.piece_types.values())
        side = self._places_for(game).side
        return lambda: [sprites.piece(each, True, side) for each in types]

    def show(self, game: Variant | None, pictures: Sequence[pygame.Surface] = ()) -> None:
        """Show the pieces of a game, whose pictures `drawing` has made."""
        self._pictures = pictures
        self._names = [_(each.name) for each in game.piece_types.values()] if game is not None else []
        if game is not None:
            self._places = self._places_for(game)
        self.redraw()

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The name of a piece, if it is not written."""
        for name, cell in zip(self._names, self._places.cells, strict=False):
            if cell.collidepoint(pixel) and not self._places.has_names:
                return Spot(tuple(cell), Pointer.ARROW, Tip(name))
        return None

    def drawn(self) -> pygame.Surface:
        """The pieces and, if there is room for all, their names."""
        look, side = self._look, self._places.side
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pixels = look.scale.text(NAME_PIXELS)
        below = look.words.height(pixels) if self._places.has_names else 0
        for name, piece, place in zip(self._names, self._pictures, self._places.cells, strict=False):
            cell = place.move(-self.rect.left, -self.rect.top)
            top = cell.top + (cell.height - side - below) // 2
            picture.blit(piece, piece.get_rect(midtop=(cell.centerx, top)))
            if self._places.has_names:
                line = look.words.line(name, pixels, look.theme.colour.muted)
                picture.blit(line, line.get_rect(midtop=(cell.centerx, top + side)))
        return picture

    def _places_for(self, game: Variant) -> PieceCells:
        look = self._look
        pixels = look.scale.text(NAME_PIXELS)
        widest = max(look.words.width(_(each.name), pixels) for each in game.piece_types.values())
        name = (widest, look.words.height(pixels))
        largest = look.scale.units(LARGEST_PIECE_UNITS)
        return piece_cells(self.rect, len(game.piece_types), name, largest)


@dataclass(frozen=True)
class _Made:
    """What was made in the background for a game."""

    boards: PreviewBoards
    game: Variant
    board: Board
    preview: PreviewBoard | None
    """None: there was one already."""
    pieces: list[pygame.Surface]


class GamePreview:
    """Shows one game. Call `place` first, and again when the window's size or the look changes."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._newest: LatestJob[_Made] = LatestJob(self._take)
        self._game: Variant | None = None
        """The game that is to be shown."""
        self._is_due = False
        """Whether a board is to be made for the game at the next update."""
        self._shown: PreviewBoard | None = None
        self._board: Board | None = None
        self._moves: Iterator[Move] = iter(())
        self._moves_at = NEVER
        self._plies = 0

    def place(
        self, board: pygame.Rect, words: pygame.Rect, pieces: pygame.Rect, ground: pygame.Surface
    ) -> None:
        """Lay it out; `ground` is the window's picture below it."""
        look = self._stage.look
        self._boards = PreviewBoards(look.sprites, board, ground, look.board_style)
        self._sprites = look.sprites.another()
        self.words, self.pieces = GameWords(look, words), PieceGrid(look, pieces)
        self._shown = self._board = None
        self._game = None
        self._make_layers()

    @property
    def is_shown(self) -> bool:
        """Whether the board of the chosen game is shown."""
        return self._shown is not None and self._shown.state.variant == self._game

    def show(self, offer: Offer | None, game: Variant | None) -> None:
        """Show a game, None if the offer cannot be played. Its board comes soon after."""
        self.words.show(offer, game)
        if game == self._game:
            return
        self._game = game
        self._is_due = game is not None
        if game is None:
            self._shown = self._board = None
            self._moves_at = NEVER
            self.pieces.show(None)
            self._make_layers()

    def announce(self, offer: Offer) -> None:
        """Show the title of the game that comes next."""
        self.words.show_title(offer)

    def update(self, now_seconds: float) -> float:
        """Ask for the board of a game that stays chosen, show it once it is made, and play on."""
        self._newest.update()
        if self._is_due:
            self._is_due = False
            self._ask()
        if self._board is None or self._shown is None:
            return NEVER
        if self._moves_at == NEVER and self._stage.preferences.is_animated:
            self._moves_at = now_seconds + FIRST_PAUSE_SECONDS
        if now_seconds >= self._moves_at:
            self._play_on(now_seconds)
        return min(timeline.update(self._shown.state, now_seconds), self._moves_at)

    def close(self) -> None:
        """Stop the work in the background."""
        self._newest.close()

    def _ask(self) -> None:
        game, boards, sprites = self._game, self._boards, self._sprites
        if game is None:
            return
        has_board, draw_pieces = boards.has(game), self.pieces.drawing(sprites, game)

        def make() -> _Made:
            board = Board(game, seed=SEED)
            return _Made(boards, game, board, None if has_board else boards.made(board), draw_pieces())

        self._newest.ask(make)

    def _take(self, made: _Made) -> None:
        if made.game != self._game or made.boards is not self._boards:
            return
        if made.preview is not None:
            self._boards.keep(made.preview)
        self._shown = self._boards.of(made.board)
        self.pieces.show(made.game, made.pieces)
        self._begin(made.board)
        self._make_layers()

    def _begin(self, board: Board) -> None:
        """Show the start of the game."""
        assert self._shown is not None, "a board was made"
        self._board, self._moves, self._plies = board, random_moves(board), 0
        self._moves_at = NEVER
        positions.show(self._shown.state, board)

    def _play_on(self, now_seconds: float) -> None:
        assert self._board is not None
        assert self._shown is not None
        move = next(self._moves, None) if self._plies < MOST_PLIES else None
        if move is None:
            self._begin(Board(self._board.variant, seed=SEED))
            return
        self._board.push(move)
        positions.play(self._shown.state, self._board, now_seconds, self._stage.motion)
        self._plies += 1
        is_last = self._plies == MOST_PLIES or self._board.is_game_over()
        self._moves_at = now_seconds + (LAST_PAUSE_SECONDS if is_last else PAUSE_SECONDS)

    def _make_layers(self) -> None:
        board: tuple[Layer, ...] = () if self._shown is None else (self._shown.layer,)
        self.layers = (*board, self.words, self.pieces)
