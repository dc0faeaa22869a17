"""Draws a board's state into a rectangle of the window. It caches pictures and never changes the state."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole import WHITE, Board, Variant
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.board_layout import BoardArea, BoardLayout
from wormhole.gui.board.drawing.brush import Brush
from wormhole.gui.board.drawing.cells import Cell, cells_of, hand_cells_of, left_out_marks, without
from wormhole.gui.board.drawing.fold_view_motion import FoldedPicture
from wormhole.gui.board.drawing.fold_view_still import FoldedStill
from wormhole.gui.board.drawing.frame import frame_card
from wormhole.gui.board.drawing.overlay import BoardOverlay
from wormhole.gui.board.drawing.still import StillBoard
from wormhole.gui.board.fold_view_input import spot_in_fold
from wormhole.gui.board.fold_view_layout import hole_words
from wormhole.gui.board.hands import Places, is_in_hand, piece_of, places_in_hand
from wormhole.gui.board.printed import printed_on
from wormhole.gui.board.promotion_chooser import chooser_of
from wormhole.gui.board.selection import is_own, moves_to
from wormhole.gui.board.shown_routes import piece_routes
from wormhole.gui.board.state import BoardState
from wormhole.gui.languages.language import _
from wormhole.gui.look.card import rounded
from wormhole.gui.look.layers import Pixel, Pointer, Spot, Tip
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import BoardStyle, Coordinates, Theme

if TYPE_CHECKING:
    from wormhole import Geometry

WHITE_FILL = (255, 255, 255)

_TOOLTIP_SQUARES = 3
"""How many squares a tooltip reaches to either side."""
NEW_ARROWS = 1  # in one frame
WIDEST_KEPT = 1200  # pixels: the pictures of a larger fold view are dropped with it

KEPT = 16
"""Boards: enough for every game of the catalogue."""


def spot_on(place: BoardArea, state: BoardState, pixel: Pixel) -> Spot | None:
    """What is at this pixel of a board; None beside the board."""
    if not place.rect.collidepoint(pixel):
        return None
    pointed = place.place_at(pixel, state.flipped)
    if pointed is not None and is_in_hand(state.variant.geometry, pointed):
        slot = place.rect_of(pointed, state.flipped)
        return Spot(tuple(slot), _pointer(place, state, pixel), _hand_tip(state, pointed))
    if state.fold.is_open:
        return spot_in_fold(place.layout(state.flipped), state, pixel)
    tip = None if pointed is None else _square_tip(state, pointed)
    if pointed is not None and tip is not None:
        square = place.rect_of(pointed, state.flipped)
        tip = replace(tip, around=tuple(_not_covered(place, state, square)))
        return Spot(tuple(square), _pointer(place, state, pixel), tip)
    return Spot(tuple(place.rect), _pointer(place, state, pixel))


def _not_covered(place: BoardArea, state: BoardState, square: pygame.Rect) -> pygame.Rect:
    """The square, with that of the last move where a tooltip below it would hide the piece that moved."""
    move = state.scene.last_move
    if move is None:
        return square
    target = place.rect_of(move.to_square, state.flipped)
    below = square.move(0, square.height).inflate(2 * _TOOLTIP_SQUARES * square.width, 0)
    return square.union(target) if below.collidepoint(target.center) else square


def _hand_tip(state: BoardState, place: int) -> Tip:
    """The name of a piece in hand, and how many there are."""
    name = _(state.variant.piece_types[piece_of(state.variant, place).letter].name)
    return Tip(_("{piece}: {count} in hand").format(piece=name, count=state.scene.hands.get(place, 0)))


def _square_tip(state: BoardState, square: int) -> Tip | None:
    """What a square without a piece is, if it is no common one."""
    if state.selection.drag is not None or square in state.scene.pieces:
        return None
    if square in state.scene.holes:
        return Tip(hole_words(square, state.variant))
    if state.fold.awaits_piece:
        return Tip(_("Select a piece: the board is shown as it sees it"), ("Esc",))
    return _goal_tip(state, square)


def _goal_tip(state: BoardState, square: int) -> Tip | None:
    """Who wins by reaching an empty square with a star, and with which pieces."""
    printed = printed_on(state.variant).get(square)
    if printed is None or not printed.goal_of:
        return None
    letters = state.variant.endings.goal_pieces
    pieces = ", ".join(_(state.variant.piece_types[letter].name) for letter in letters)
    if len(printed.goal_of) > 1:
        return Tip(_("Goal of both sides: {pieces}").format(pieces=pieces))
    text = _("White's goal: {pieces}") if WHITE in printed.goal_of else _("Black's goal: {pieces}")
    return Tip(text.format(pieces=pieces))


def _pointer(place: BoardArea, state: BoardState, pixel: Pixel) -> Pointer:
    if state.selection.promotion is not None:
        slot = chooser_of(state.selection.promotion, place.layout(state.flipped)).slot_at(pixel)
        return Pointer.ARROW if slot is None else Pointer.HAND
    square = place.place_at(pixel, state.flipped)
    if state.fold.awaits_piece:
        return Pointer.HAND if square in state.scene.pieces else Pointer.ARROW
    if state.takes_clicks:
        return Pointer.ARROW if square is None or is_in_hand(state.variant.geometry, square) else Pointer.HAND
    if state.selection.drag is not None:
        can_drop = square == state.selection.drag.square or moves_to(state, square)
        return Pointer.DRAGGED if can_drop else Pointer.REFUSED
    return Pointer.HAND if is_own(state, square) or moves_to(state, square) else Pointer.ARROW


def board_preview(
    theme: Theme, sprites: Sprites, variant: Variant, size: tuple[int, int], fen: str | None = None
) -> pygame.Surface:
    """A game's first position, or another one, centred on a transparent surface of ``size`` pixels.

    It has no labels, and trays only if pieces are in hand. ``sprites`` caches the surface: do not draw on it.
    """
    key = ("board", variant, fen, size)
    return sprites.kept(key, lambda: _paint(theme, sprites, Board(variant, fen), size))


def _paint(theme: Theme, sprites: Sprites, board: Board, size: tuple[int, int]) -> pygame.Surface:
    rect, state = pygame.Rect((0, 0), size), positions.state_of(board)
    places = places_in_hand(board.variant) if state.scene.hands else ()
    layout = BoardLayout.fit(rect, board.variant.geometry, coordinates=Coordinates.OFF, hands=places)
    still = StillBoard(sprites, Lettering(), board.variant, layout, rect, sky=None)
    hands = hand_cells_of(state, layout.slots, now_seconds=0.0)
    still.update(cells_of(state, now_seconds=0.0), dimness=0.0, hands=hands)
    shape = pygame.Surface(size, pygame.SRCALPHA)
    shape.blit(frame_card(sprites, layout, WHITE_FILL, opacity=1.0), layout.frame)
    for tray in layout.tray_rects.values():
        rounded(shape, WHITE_FILL, tray, layout.corner)
    shape.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    shape.blit(still.surface, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return shape


class BoardView(BoardArea):
    """The board on screen. Call ``place`` first, and again when its rectangle or the sky changes."""

    def __init__(self, sprites: Sprites, geometry: Geometry, hands: Places = ()) -> None:
        super().__init__(geometry, pygame.Rect(0, 0, 640, 640), hands)
        self.sprites = sprites
        self._lettering = Lettering()
        self._sky: pygame.Surface | None = None
        self._style = BoardStyle()
        self._still: StillBoard | None = None
        self._folded: tuple[StillBoard, FoldedPicture] | None = None
        self._draws_fold = False
        self._painted: list[pygame.Rect] = []
        self._surface: pygame.Surface | None = None
        self._rested: tuple[BoardState, int, tuple[Cell, ...]] | None = None
        """The cells of a state at rest, with its revision."""

    def place(
        self, rect: pygame.Rect, sky: pygame.Surface | None = None, style: BoardStyle | None = None
    ) -> None:
        """Set the board's rectangle of the window; ``sky`` is the backdrop shown around and under it."""
        self._style = style or BoardStyle()
        self.move_to(rect, self._style.coordinates)
        self._sky = sky
        self._still = self._folded = self._surface = self._rested = None

    def draw(self, surface: pygame.Surface, state: BoardState, now_seconds: float) -> None:
        """Draw the whole board, within the surface's clip."""
        still, self._surface = self._still_of(state), surface
        self._draws_fold = state.fold.covers_board(now_seconds)
        if self._draws_fold:
            cells = partial(self._cells, state, now_seconds)
            self._folded_of(state).draw(surface, state, now_seconds, still, cells)
            self._draw_hands(surface, still, state, now_seconds)
            return
        if self.rect.width > WIDEST_KEPT:
            self._folded = None
        self._bring_up(still, state, now_seconds)
        surface.blit(still.surface, still.rect)
        self._painted = self._draw_overlay(surface, still, state, now_seconds)

    @property
    def is_drawn(self) -> bool:
        """Whether the board has been drawn since it was placed."""
        return self._surface is not None

    @property
    def is_unfinished(self) -> bool:
        """Whether `draw_changes` has left out arrows, which come with its next calls."""
        return self._still is not None and not self._draws_fold and self._still.is_unfinished

    @property
    def ahead(self) -> Iterator[None]:
        """Paints the fold view that comes, in small steps."""
        return self._folded[1].ahead if self._folded is not None else iter(())

    def painting(self, state: BoardState) -> Iterator[None]:
        """Paint ahead what has not been shown yet, in small steps."""
        yield from self._still_of(state).painting()

    def prepare(self, state: BoardState) -> None:
        """Paint the resting board ahead of the first draw, which is quick then."""
        self._bring_up(self._still_of(state), state, 0.0)

    def draw_changes(
        self, surface: pygame.Surface, state: BoardState, now_seconds: float
    ) -> list[pygame.Rect]:
        """Draw what changed since the last draw on this surface; returns the rectangles touched.

        Call it only if nothing else draws over the board.
        """
        still = self._still
        if still is None or surface is not self._surface or still is not self._still_of(state):
            self.draw(surface, state, now_seconds)
            return [self.rect]
        if self._draws_fold is not state.fold.covers_board(now_seconds):
            self.draw(surface, state, now_seconds)
            return [self.rect]
        if self._draws_fold:
            cells = partial(self._cells, state, now_seconds)
            changed = self._folded_of(state).draw_changes(surface, state, now_seconds, still, cells)
            return [*changed, *self._draw_hands(surface, still, state, now_seconds)]
        changed = self._bring_up(still, state, now_seconds, NEW_ARROWS)
        for region in [*changed, *self._painted]:
            surface.blit(still.surface, region, region.move(-still.rect.left, -still.rect.top))
        before = self._painted
        self._painted = self._draw_overlay(surface, still, state, now_seconds)
        return [*changed, *before, *self._painted]

    def _cells(self, state: BoardState, now_seconds: float) -> tuple[Cell, ...]:
        """The cells of all squares; while the state is at rest they are found once."""
        if timeline.is_changing(state, now_seconds):
            return self._cells_now(state, now_seconds)
        if self._rested is None or self._rested[0] is not state or self._rested[1] != state.revision:
            self._rested = state, state.revision, self._cells_now(state, now_seconds)
        return self._rested[2]

    def _cells_now(self, state: BoardState, now_seconds: float) -> tuple[Cell, ...]:
        cells, left_out = cells_of(state, now_seconds), left_out_marks(self._style)
        return tuple(without(cell, left_out) for cell in cells) if left_out else cells

    def _bring_up(
        self, still: StillBoard, state: BoardState, now_seconds: float, most_arrows: int | None = None
    ) -> list[pygame.Rect]:
        """Bring the resting board up to date; returns what changed."""
        cells, dimness = self._cells(state, now_seconds), timeline.dimness(state, now_seconds)
        hands = hand_cells_of(state, still.layout.slots, now_seconds) if self.hands else {}
        routes = piece_routes(state, now_seconds)
        return still.update(cells, dimness, state.annotations, routes, most_arrows, hands)

    def _draw_hands(
        self, surface: pygame.Surface, still: StillBoard, state: BoardState, now_seconds: float
    ) -> list[pygame.Rect]:
        """Draw what is in hand beside the fold view; returns the rectangles touched."""
        if not self.hands:
            return []
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        trays = still.draw_trays(surface, hand_cells_of(state, still.layout.slots, now_seconds))
        surface.set_clip(clip)
        return trays

    def _draw_overlay(
        self, surface: pygame.Surface, still: StillBoard, state: BoardState, now_seconds: float
    ) -> list[pygame.Rect]:
        brush = Brush(surface)
        overlay = BoardOverlay(self.sprites, self._lettering, still, state)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        overlay.draw(brush, now_seconds)
        surface.set_clip(clip)
        return brush.touched

    def _still_of(self, state: BoardState) -> StillBoard:
        layout = self._layouts[state.flipped]
        if self._still is None or self._still.layout is not layout:
            self._still = StillBoard(
                self.sprites,
                self._lettering,
                state.variant,
                layout,
                self.rect,
                self._sky,
                self._style,
            )
        return self._still

    def _folded_of(self, state: BoardState) -> FoldedPicture:
        board = self._still_of(state)
        if self._folded is None or self._folded[0] is not board:
            still = FoldedStill(
                self.sprites,
                self._lettering,
                state.variant,
                board,
                self._sky,
                left_out_marks(self._style),
            )
            self._folded = board, FoldedPicture(still)
        return self._folded[1]


class BoardLayer:
    """Redraws one board when its state changes or is animated."""

    def __init__(self, view: BoardView, state: BoardState) -> None:
        self._view = view
        self._state = state
        self._revision_drawn: int | None = None

    @property
    def rect(self) -> pygame.Rect:
        """The board's rectangle of the window."""
        return self._view.rect

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The board's rectangle if anything on it changed."""
        return (self._view.rect,) if self._is_stale(now_seconds) else ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the board."""
        if self._view.rect.colliderect(surface.get_clip()):
            self._view.draw(surface, self._state, now_seconds)

    def draw_changes(self, surface: pygame.Surface, now_seconds: float) -> Sequence[pygame.Rect]:
        """Draw only what changed; returns the rectangles to update. No layer may cover the board."""
        return (
            self._view.draw_changes(surface, self._state, now_seconds) if self._is_stale(now_seconds) else ()
        )

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """What can be done at this pixel of the window."""
        return spot_on(self._view, self._state, pixel)

    @property
    def is_unfinished(self) -> bool:
        """Whether something was left out, which comes at the next frame."""
        return self._view.is_unfinished

    @property
    def ahead(self) -> Iterator[None]:
        """Paints what comes, in small steps, between two frames."""
        return self._view.ahead

    def _is_stale(self, now_seconds: float) -> bool:
        is_changing = timeline.is_changing(self._state, now_seconds)
        is_drawn = self._state.revision == self._revision_drawn and not self._view.is_unfinished
        if is_drawn and not is_changing:
            return False
        self._revision_drawn = None if is_changing else self._state.revision
        return True


class PreviewBoard:
    """A board with its state and its layer. It may be made in another thread: it shares nothing."""

    def __init__(
        self,
        sprites: Sprites,
        place: pygame.Rect,
        ground: pygame.Surface,
        board: Board,
        style: BoardStyle | None = None,
    ) -> None:
        self.state = positions.state_of(board)
        view = BoardView(sprites.another(), board.variant.geometry, places_in_hand(board.variant))
        view.place(place, ground, style)
        view.prepare(self.state)
        self.layer = BoardLayer(view, self.state)


class PreviewBoards:
    """The boards for one rectangle of the window; `ground` is the window's picture without them."""

    def __init__(
        self, sprites: Sprites, place: pygame.Rect, ground: pygame.Surface, style: BoardStyle
    ) -> None:
        self._sprites = sprites
        self._style = style
        self._place = place
        self._ground = ground
        self._kept: OrderedDict[Variant, PreviewBoard] = OrderedDict()

    def has(self, variant: Variant) -> bool:
        """Whether there is a board for this game."""
        return variant in self._kept

    def made(self, board: Board) -> PreviewBoard:
        """A new board that shows this position, to be kept with `keep`. This takes longer than a frame."""
        return PreviewBoard(self._sprites, self._place, self._ground, board, self._style)

    def keep(self, made: PreviewBoard) -> None:
        """Keep a board for the next games of its kind."""
        self._kept[made.state.variant] = made
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def of(self, board: Board) -> PreviewBoard:
        """The board for this game; made now if there is none."""
        if board.variant not in self._kept:
            self.keep(self.made(board))
        self._kept.move_to_end(board.variant)
        return self._kept[board.variant]
