"""The chosen game beside the list: a board that plays by itself, its words and its pieces.

The board and the pictures of the pieces are made in the background, since this takes longer than a frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import pygame

from wormhole import Board, Move, Variant
from wormhole.gui.board.drawing.board_view import PreviewBoard, PreviewBoards
from wormhole.gui.chooser.game_card import made_by
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.drawn_area import DrawnArea
from wormhole.gui.look.layers import Layer, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.layout import Grid
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import mixed
from wormhole.gui.window.background import Newest
from wormhole.gui.window.screen import Stage
from wormhole.library.offered_games import Offer
from wormhole.play.random_moves import SEED, random_moves
from wormhole.play.schedule import NEVER

LARGEST_PIECE_UNITS = 5
NAME_PIXELS = 13
MOST_LINES = 3
"""Rows of pieces."""
REST_SECONDS = 0.12
"""A game that stays chosen so long gets its board; while one goes through the list, none is made."""
FIRST_PAUSE_SECONDS, PAUSE_SECONDS, LAST_PAUSE_SECONDS = 1.0, 1.3, 3.0
"""Before the first move, between two moves, and before the game begins again."""
MOST_PLIES = 30


class GameWords(DrawnArea):
    """The title of a game, who made it, and a sentence; of a game that cannot be played, the reason."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._title = self._maker = self._about = ""
        self._is_trouble = False

    def show(self, offer: Offer | None, game: Variant | None) -> None:
        """Show the words of a game."""
        self._is_trouble = game is None
        self._title = self._maker = self._about = ""
        if offer is not None:
            self._title = offer.title if offer.file is not None else _(offer.title)
        if game is not None:
            self._maker, self._about = made_by(game), _(game.about)
        elif offer is not None and offer.trouble is not None:
            self._about = said(offer.trouble)
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
            maker = words.fitted(self._maker, look.small, width)
            top = words.draw(picture, [maker], look.small, colour.muted, (0, top))
        top += look.scale.unit
        room = (width, self.rect.height - top)
        if self._is_trouble:
            about, ink = words.lines_within(self._about, look.small, room), colour.alarm
        else:
            about, ink = (
                words.sentences_within(self._about, look.small, room),
                mixed(colour.muted, colour.ink, 0.6),
            )
        words.draw(picture, about, look.small, ink, (0, top))
        return picture


def piece_cells(area: pygame.Rect, count: int, gap: int, largest: int) -> list[pygame.Rect]:
    """A cell for each of so many pieces, in as many lines as let the pieces be largest."""

    def side(lines: int) -> float:
        columns = ceil(count / lines)
        return min(
            (area.width - gap * (columns - 1)) / columns, (area.height - gap * (lines - 1)) / lines, largest
        )

    lines = max(range(1, MOST_LINES + 1), key=side)
    return list(Grid(range(count), ceil(count / lines), gap).at(area).values())


class PieceRow(DrawnArea):
    """The pieces of a game, with their names below them where there is room, else in tooltips."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(look, rect)
        self._pieces: Sequence[tuple[str, pygame.Surface]] = ()
        self._cells: list[pygame.Rect] = []

    @staticmethod
    def pictures(sprites: Sprites, game: Variant, rect: pygame.Rect, largest: int) -> list[pygame.Surface]:
        """The pictures of a game's pieces, drawn in any thread that has its own sprites."""
        types = list(game.piece_types.values())
        cells = piece_cells(rect, len(types), GAP_PIXELS, largest)
        side = min(largest, cells[0].width, cells[0].height)
        return [sprites.piece(each.sprite, True, side) for each in types]

    def show(self, pieces: Sequence[tuple[str, pygame.Surface]]) -> None:
        """Show these pieces, each with its name."""
        self._pieces = pieces
        largest = self._look.scale.units(LARGEST_PIECE_UNITS)
        self._cells = piece_cells(self.rect, len(pieces), GAP_PIXELS, largest) if pieces else []
        self.redraw()

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The name of a piece."""
        for (name, _picture), cell in zip(self._pieces, self._cells, strict=True):
            if cell.collidepoint(pixel):
                return Spot(tuple(cell), Pointer.ARROW, Tip(name))
        return None

    def drawn(self) -> pygame.Surface:
        """The pieces and, if there is room for all, their names."""
        look = self._look
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        if not self._pieces:
            return picture
        pixels, first = self._name_pixels(), self._cells[0]
        for (name, piece), place in zip(self._pieces, self._cells, strict=True):
            cell = place.move(-self.rect.left, -self.rect.top)
            if pixels is None:
                picture.blit(piece, piece.get_rect(center=cell.center))
                continue
            line = look.words.line(name, pixels, look.theme.colour.muted)
            height = piece.get_height() + line.get_height()
            top = cell.top + max(0, first.height - height) // 2
            picture.blit(piece, piece.get_rect(midtop=(cell.centerx, top)))
            picture.blit(line, line.get_rect(midtop=(cell.centerx, top + piece.get_height())))
        return picture

    def _name_pixels(self) -> int | None:
        """The size of the names; None if there is no room for them."""
        look, first = self._look, self._cells[0]
        names = [name for name, _picture in self._pieces]
        pixels = look.words.largest(names, look.scale.text(NAME_PIXELS), first.width)
        is_wide = all(look.words.width(name, pixels) <= first.width for name in names)
        is_high = self._pieces[0][1].get_height() + look.words.height(pixels) <= first.height
        return pixels if is_wide and is_high else None


GAP_PIXELS = 4


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
        self._newest: Newest[_Made] = Newest(self._take)
        self._game: Variant | None = None
        """The game that is to be shown."""
        self._rest_seconds: float | None = None
        """How long the game must stay chosen before its board is asked for; set at the next update."""
        self._asks_at = NEVER
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
        self.words, self.pieces = GameWords(look, words), PieceRow(look, pieces)
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
        self._rest_seconds = 0.0 if self._shown is None else REST_SECONDS
        self._asks_at = NEVER
        if game is None:
            self._rest_seconds = None
            self._shown = self._board = None
            self._moves_at = NEVER
            self.pieces.show(())
            self._make_layers()

    def update(self, now_seconds: float) -> float:
        """Ask for the board of a game that stays chosen, show it once it is made, and play on."""
        self._newest.update()
        if self._rest_seconds is not None:
            self._asks_at, self._rest_seconds = now_seconds + self._rest_seconds, None
        if now_seconds >= self._asks_at:
            self._asks_at = NEVER
            self._ask()
        if self._board is None or self._shown is None:
            return self._asks_at
        if self._moves_at == NEVER and self._stage.settings.motion:
            self._moves_at = now_seconds + FIRST_PAUSE_SECONDS
        if now_seconds >= self._moves_at:
            self._play_on(now_seconds)
        return min(self._shown.state.update(now_seconds), self._asks_at, self._moves_at)

    def close(self) -> None:
        """Stop the work in the background."""
        self._newest.close()

    def _ask(self) -> None:
        game, boards, sprites = self._game, self._boards, self._sprites
        if game is None:
            return
        has_board, rect = boards.has(game), self.pieces.rect
        largest = self._stage.look.scale.units(LARGEST_PIECE_UNITS)

        def make() -> _Made:
            board = Board(game, seed=SEED)
            pieces = PieceRow.pictures(sprites, game, rect, largest)
            return _Made(boards, game, board, None if has_board else boards.made(board), pieces)

        self._newest.ask(make)

    def _take(self, made: _Made) -> None:
        if made.game != self._game or made.boards is not self._boards:
            return
        if made.preview is not None:
            self._boards.keep(made.preview)
        self._shown = self._boards.of(made.board)
        names = [_(each.name) for each in made.game.piece_types.values()]
        self.pieces.show(list(zip(names, made.pieces, strict=True)))
        self._begin(made.board)
        self._make_layers()

    def _begin(self, board: Board) -> None:
        """Show the start of the game."""
        assert self._shown is not None, "a board was made"
        self._board, self._moves, self._plies = board, random_moves(board), 0
        self._moves_at = NEVER
        self._shown.state.show(board)

    def _play_on(self, now_seconds: float) -> None:
        assert self._board is not None
        assert self._shown is not None
        move = next(self._moves, None) if self._plies < MOST_PLIES else None
        if move is None:
            self._begin(Board(self._board.variant, seed=SEED))
            return
        self._board.push(move)
        self._shown.state.play(self._board, now_seconds, self._stage.motion)
        self._plies += 1
        is_last = self._plies == MOST_PLIES or self._board.is_game_over()
        self._moves_at = now_seconds + (LAST_PAUSE_SECONDS if is_last else PAUSE_SECONDS)

    def _make_layers(self) -> None:
        board: tuple[Layer, ...] = () if self._shown is None else (self._shown.layer,)
        self.layers = (*board, self.words, self.pieces)
