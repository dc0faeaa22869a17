"""The board on which the moves of a piece are drawn: marks on the squares around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pygame

from wormhole import Piece, Variant
from wormhole.gui.board import positions
from wormhole.gui.board.drawing import marks as drawings
from wormhole.gui.board.drawing.board_view import BoardLayer, BoardView
from wormhole.gui.board.input import ARROWS, CONFIRM, LEFT_BUTTON, RIGHT_BUTTON, place_beside
from wormhole.gui.board.pointing import hide_cursor, move_cursor, point_at
from wormhole.gui.board.scene import Scene
from wormhole.gui.board.state import BoardState
from wormhole.gui.composer.composer_layout import MOVES_GEOMETRY
from wormhole.gui.editor.editor_input import ERASING
from wormhole.gui.editor.editor_overlay import CoveredBoard
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.layers import Area, Layer, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import BoardStyle, Colours, Coordinates, hexed
from wormhole.library.composer.move_drawing import (
    FARTHEST,
    Condition,
    Purpose,
    SquareMeaning,
    meanings,
    squares_of,
)
from wormhole.rules.betza import RIDE_WITHOUT_END, Hop, Leap
from wormhole.rules.betza_writer import Mark
from wormhole.rules.endings import Endings, Goal, NoMove
from wormhole.rules.variant import LeftSquare, PieceType

MIDDLE = MOVES_GEOMETRY.square_at[FARTHEST, FARTHEST]
LINE_SHARE, NOTE_SHARE = 0.045, 0.3
"""The width of a line and the size of a note, of a square's side."""
LINE_OPACITY = 190


class MovesBoard:
    """Shows marks; `click` and `erase` are called with the leap to a square that the user presses."""

    layers: Sequence[Layer] = ()

    def __init__(self, look: Look, click: Callable[[Leap], None], erase: Callable[[Leap], None]) -> None:
        self._click = click
        self._erase = erase
        self._state = BoardState(_game(PieceType("K", "", "king", ())))
        self.view = BoardView(look.sprites, MOVES_GEOMETRY)
        self._marks: MarksLayer | None = None
        self._look: Look | None = None
        """The look with which it was laid out last."""
        self._sky: pygame.Surface | None = None
        self._style = BoardStyle()

    def place(self, look: Look, rect: pygame.Rect, sky: pygame.Surface) -> None:
        """Lay the board out in a rectangle of the window."""
        if look is not self._look or rect != self.view.rect:
            self._look = look
            self._style = replace(look.board_style, coordinates=Coordinates.OFF)
            self._sky = sky
            self.view.place(rect, sky, self._style)
        self._marks = MarksLayer(look, self.view)
        self.layers = (CoveredBoard(BoardLayer(self.view, self._state)), self._marks)

    def show(self, piece: PieceType, marks: frozenset[Mark]) -> None:
        """Show the moves of a piece."""
        game = _game(piece)
        if self._state.variant != game:
            self._state.variant = game
            self.view.place(self.view.rect, self._sky, self._style)
            positions.arrange(self._state, Scene({MIDDLE: Piece(piece.letter, True)}), None)
        if self._marks is not None:
            self._marks.show(marks)

    def handle(self, event: pygame.Event) -> bool:
        """Handle the mouse and the keys of the board; returns whether the event was used."""
        if event.type == pygame.MOUSEMOTION:
            square = self.view.square_at(event.pos)
            if self._state.pointing.cursor is None or square is not None:
                hide_cursor(self._state)
                point_at(self._state, square)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT_BUTTON, RIGHT_BUTTON):
            square = self.view.square_at(event.pos)
            if square is not None:
                self._press(square, self._click if event.button == LEFT_BUTTON else self._erase)
            return square is not None
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        return False

    def hide_cursor(self) -> bool:
        """Hide the cursor of the keyboard; returns whether it was shown."""
        was_shown = self._state.pointing.cursor is not None
        hide_cursor(self._state)
        return was_shown

    def _key(self, key: int) -> bool:
        cursor = self._state.pointing.cursor
        if key in ARROWS:
            start = self._state.pointing.last_cursor or MIDDLE
            layout = self.view.layout(flipped=False)
            move_cursor(self._state, start if cursor is None else place_beside(layout, cursor, key))
            return True
        if cursor is not None and key in (*CONFIRM, *ERASING):
            self._press(cursor, self._click if key in CONFIRM else self._erase)
            return True
        return key == pygame.K_ESCAPE and self.hide_cursor()

    def _press(self, square: int, act: Callable[[Leap], None]) -> None:
        column, row = MOVES_GEOMETRY.place[square]
        if square != MIDDLE:
            act((column - FARTHEST, row - FARTHEST))


def _game(piece: PieceType) -> Variant:
    """A game of one piece, for the board to draw: no palace or promotion is printed on it."""
    shown = PieceType(piece.letter, piece.name, piece.sprite, (), characters=piece.characters)
    return Variant(
        name="moves",
        title="",
        inventor="",
        year=0,
        about="",
        start="/".join(f"{MOVES_GEOMETRY.columns}" * MOVES_GEOMETRY.rows),
        geometry=MOVES_GEOMETRY,
        piece_types={piece.letter: shown},
        left_square=LeftSquare.STAYS,
        endings=Endings(Goal.CHECKMATE, NoMove.DRAW),
    )


class MarksLayer(Area):
    """The marks on the squares: dots to move, broken rings to capture, lines for rides."""

    def __init__(self, look: Look, view: BoardView) -> None:
        super().__init__(view.rect.copy(), is_stale=True)
        self._look = look
        self._view = view
        self._marks: frozenset[Mark] = frozenset()

    def show(self, marks: frozenset[Mark]) -> None:
        """Show other marks."""
        if marks != self._marks:
            self._marks = marks
            self.is_stale = True

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The board can be pressed anywhere but on the piece; notes on a square are explained."""
        square = self._view.square_at(pixel)
        if square is None or square == MIDDLE:
            return None
        column, row = MOVES_GEOMETRY.place[square]
        meaning = meanings(self._marks).get((column - FARTHEST, row - FARTHEST))
        words = explained(meaning) if meaning is not None else ""
        if not words:
            return Spot(tuple(self._view.rect), Pointer.HAND)
        return Spot(tuple(self._view.rect_of(square)), Pointer.HAND, Tip(words))

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the lines, then the marks over them."""
        for mark in rides(self._marks):
            self._draw_line(surface, mark)
        for leap, meaning in meanings(self._marks).items():
            self._draw_meaning(surface, self._rect_of(leap), meaning)

    def _rect_of(self, leap: Leap) -> pygame.Rect:
        place = FARTHEST + leap[0], FARTHEST + leap[1]
        return self._view.rect_of(MOVES_GEOMETRY.square_at[place])

    def _draw_line(self, surface: pygame.Surface, mark: Mark) -> None:
        """Draw a line along a ride, to the edge of the board if it has no limit; broken if it hops."""
        squares = list(squares_of(mark))
        if not squares:
            return
        colours = self._look.theme.colour
        start, end = (
            pygame.Vector2(self._rect_of((0, 0)).center),
            pygame.Vector2(self._rect_of(squares[-1]).center),
        )
        side = self._rect_of((0, 0)).width
        start += (end - start).normalize() * side * 0.42
        if mark.reach == RIDE_WITHOUT_END:
            end += (end - start).normalize() * side * 0.4
        sheet = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        corner = pygame.Vector2(self.rect.topleft)
        colour = (*(colours.warning if mark.captures else colours.choice), LINE_OPACITY)
        width = max(2, round(side * LINE_SHARE))
        for first, last in _dashes(
            start - corner, end - corner, side / 5 if mark.hop is not Hop.NONE else None
        ):
            pygame.draw.line(sheet, colour, first, last, width)
        surface.blit(sheet, self.rect)

    def _draw_meaning(self, surface: pygame.Surface, rect: pygame.Rect, meaning: SquareMeaning) -> None:
        """Draw one mark if the piece moves and captures there alike, else one for each."""
        if meaning.moves == meaning.captures:
            parts = [(Purpose.BOTH, meaning.moves, rect.top)]
        else:
            low = rect.bottom - round(rect.width * NOTE_SHARE)
            parts = [(Purpose.CAPTURE, meaning.captures, low), (Purpose.MOVE, meaning.moves, rect.top)]
        for purpose, condition, top in parts:
            if condition is not None:
                mark = mark_svg(purpose, self._look.theme.colour, rect.width)
                surface.blit(self._look.sprites.drawing(mark), rect)
                self._draw_notes(surface, rect, condition, top)

    def _draw_notes(self, surface: pygame.Surface, rect: pygame.Rect, condition: Condition, top: int) -> None:
        """Draw what is needed to reach a square in one of its corners."""
        colours, small = self._look.theme.colour, max(10, round(rect.width * NOTE_SHARE))
        for index, name in enumerate(notes(condition)):
            note = note_svg(name, hexed(colours.choice_deep), hexed(colours.gold), small)
            surface.blit(self._look.sprites.drawing(note), (rect.right - (index + 1) * small, top))


def notes(condition: Condition) -> list[str]:
    """The names of the notes for what is needed to reach a square."""
    has = {"first": condition.from_home, "hop": condition.hops, "lame": condition.lame}
    return [name for name in has if has[name]]


def explained(meaning: SquareMeaning) -> str:
    """The notes on a square in words; empty if it has none."""
    moves, captures = (
        "" if condition is None else " ".join(_(NOTE_WORDS[name]) for name in notes(condition))
        for condition in (meaning.moves, meaning.captures)
    )
    if moves == captures or meaning.captures is None:
        return moves
    if meaning.moves is None:
        return captures
    parts = ((moves, _("To move: {words}")), (captures, _("To capture: {words}")))
    return " ".join(text.format(words=words) for words, text in parts if words)


def mark_svg(purpose: Purpose, colours: Colours, pixels: int) -> str:
    """The mark of a square: a disc, a ring to move, a broken ring to capture."""
    choice, deep = hexed(colours.choice), hexed(colours.choice_deep)
    if purpose is Purpose.CAPTURE:
        return drawings.capture_within_reach(colours, pixels)
    circle = '<circle cx="50" cy="50"'
    if purpose is Purpose.BOTH:
        inside = f'{circle} r="23" fill="{deep}" fill-opacity="0.85"/>{circle} r="19" fill="{choice}"/>'
    else:
        ring = f'{circle} r="19" fill="none" stroke'
        inside = (
            f'{ring}="{deep}" stroke-opacity="0.85" stroke-width="13"/>{ring}="{choice}" stroke-width="7"/>'
        )
    return drawings.svg(pixels, inside)


def rides(marks: Iterable[Mark]) -> list[Mark]:
    """The longest ride of each leap: one that does not hop and does not capture, if there is one."""
    found: dict[Leap, Mark] = {}
    for mark in sorted(marks, key=lambda mark: (mark.hop is Hop.NONE, not mark.captures, mark.reach == 0)):
        if mark.reach != 1:
            found[mark.leap] = mark
    return list(found.values())


def _dashes(
    start: pygame.Vector2, end: pygame.Vector2, length: float | None
) -> list[tuple[pygame.Vector2, pygame.Vector2]]:
    """A line, or the dashes of a broken one."""
    if length is None:
        return [(start, end)]
    whole = (end - start).length()
    way = (end - start).normalize()
    count = max(1, round(whole / length))
    step = whole / count
    return [(start + way * step * index, start + way * step * (index + 0.55)) for index in range(count)]


NOTES = {
    "first": '<path d="M35 36 L52 24 L52 78" fill="none"/>',
    "hop": '<path d="M20 70 Q50 5 80 70" fill="none"/><circle cx="50" cy="66" r="9"/>',
    "lame": '<path d="M50 24 V78 M22 51 H36 M64 51 H78" fill="none"/>',
}
"""A one for first moves, an arch over a piece, and a bar in the way, in a box of 100 by 100."""
NOTE_WORDS = {
    "first": N_("Only as the piece's first move."),
    "hop": N_("Only over a piece."),
    "lame": N_("Only if no piece stands between."),
}


def note_svg(name: str, ground: str, ink: str, pixels: int) -> str:
    """A note at the corner of a square, on a disc."""
    return drawings.svg(
        pixels,
        f'<circle cx="50" cy="50" r="47" fill="{ground}"/>'
        f'<g stroke="{ink}" fill="{ink}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round">'
        f"{NOTES[name]}</g>",
    )
