"""The boards of the games that are played now, as a scrolling layer.

A board is painted on a surface of its own, so that it can scroll. It takes two frames to bring one up to
date: in the first its moves are played, in the second it is painted. No other board is touched in these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from wormhole import BLACK, WHITE, Board, Variant
from wormhole.arena.terms import Schedule
from wormhole.arena.tournament_run import LiveGame, TournamentRun
from wormhole.base.errors import WormholeError
from wormhole.compiling.groups import NotCompiledError
from wormhole.gui.board import positions
from wormhole.gui.board.drawing.board_view import PreviewBoard
from wormhole.gui.library.games_table import RESULTS
from wormhole.gui.look.card import rounded, well
from wormhole.gui.look.layers import Pixel, Pointer, Spot
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER
from wormhole.gui.look.scroll_area import Scroller
from wormhole.gui.look.theme import Coordinates, mixed
from wormhole.gui.window.background import LatestJob
from wormhole.rules.loop_groups import BOARD

BOARD_UNITS, LINE_UNITS, GAP_UNITS = 14, 2.75, 1.25
"""The least width of a board, the line with a player above and below it, and the gap between boards."""
PAUSE_SECONDS = 0.3
"""The least time between two pictures of a board."""


@dataclass
class _Seat:
    """A place for a board: the game that is shown there, as far as it was shown."""

    index: int
    number: int | None = None
    board: Board | None = None
    plies: int = 0
    """The moves that are played on its board."""
    preview: PreviewBoard | None = None
    surface: pygame.Surface | None = None
    left: tuple[float | None, float | None] = (None, None)
    """White's and Black's seconds."""
    result: str = ""
    drawn_at: float = -PAUSE_SECONDS
    is_painted: bool = True
    """Whether its surface shows the position of its board."""
    is_stale: bool = True


class LiveBoards(Scroller):
    """A board for each game at once; a game that has ended stays until another one takes its place.

    `take` is called with the number of a finished game that is pressed.
    """

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        run: TournamentRun,
        variant: Variant,
        take: Callable[[int], None],
    ) -> None:
        inner = rect.inflate(-2 * look.scale.pixels(6), -2 * look.scale.pixels(6))
        super().__init__(look, inner)
        self.outer = rect
        self._ground = well(look, rect.size)
        self._run, self._variant, self._take = run, variant, take
        self._schedule: Schedule = run.plan.schedule
        self._seats = [_Seat(index) for index in range(min(run.plan.at_once, len(self._schedule)))]
        self._makers: LatestJob[PreviewBoard] = LatestJob(self._made)
        self._columns, self._side = self._fit()
        self._gap = look.scale.units(GAP_UNITS)
        self._card_height = self._side + look.scale.units(2 * LINE_UNITS) + self._gap
        rows = -(-len(self._seats) // self._columns)
        self._height = rows * self._card_height - self._gap
        self._indent = (self.width - self._columns * (self._side + self._gap) + self._gap) // 2
        self._next = 0
        self._sprites = look.sprites
        self._is_loaded = False
        self._make_next()

    def close(self) -> None:
        """Stop making boards, and release the owner."""
        self._makers.close()
        self._take = lambda number: None

    # Time

    def update(self, now_seconds: float) -> float:
        """Take one step to bring a board up to date; returns when the next one is due."""
        self._makers.update()
        self._seat_games()
        due, count = NEVER, len(self._seats)
        for step in range(count):
            seat = self._seats[(self._next + step) % count]
            if seat.is_painted and not self._is_behind(seat):
                continue
            if not seat.is_painted:
                self._paint(seat, now_seconds)
                self._next = (self._next + step + 1) % count
                return EVERY_FRAME
            if now_seconds >= seat.drawn_at + PAUSE_SECONDS:
                self._play_on(seat)
                self._next = (self._next + step) % count
                return EVERY_FRAME
            due = min(due, seat.drawn_at + PAUSE_SECONDS)
        return due

    def _seat_games(self) -> None:
        """Give each running game a place, and note which shown games have ended."""
        run = self._run
        with run.lock:
            live = set(run.live)
            ended = {game.game: game.result for game in run.games[-4 * len(self._seats) :]}
            starts = {number: run.live[number].fen for number in live}
        shown = {seat.number for seat in self._seats}
        for seat in self._seats:
            result = ended.get(seat.number, "") if seat.number is not None and seat.number not in live else ""
            if result != seat.result:
                seat.result, seat.is_stale = result, True
        free = [seat for seat in self._seats if seat.number not in live]
        free.sort(key=lambda seat: seat.number is not None)
        for number in sorted(live - shown):
            if not free:
                break
            self._begin(free.pop(0), number, starts[number])

    def _begin(self, seat: _Seat, number: int, fen: str | None) -> None:
        seat.number, seat.result, seat.left, seat.is_stale = number, "", (None, None), True
        try:
            seat.board, seat.plies = Board(self._variant, fen, seed=0), 0
        except WormholeError:
            seat.board = None  # the start of a program of another version

    def _is_behind(self, seat: _Seat) -> bool:
        """Whether a board in sight has moves to show."""
        if seat.board is None or seat.preview is None or not self._place(seat).colliderect(self.rect):
            return False
        game = self._run.shown(seat.number)
        return seat.surface is None or (game is not None and len(game.moves) > seat.plies)

    def _play_on(self, seat: _Seat) -> None:
        """Play the new moves of a game on its board."""
        board, preview = seat.board, seat.preview
        assert board is not None
        assert preview is not None
        with self._run.lock:
            game = self._run.shown(seat.number)
            moves = [] if game is None else game.moves[seat.plies :]
            if game is not None:
                seat.left = _clocks(game)
        try:
            for move in moves:
                board.push_uci(move)
                seat.plies += 1
        except WormholeError:
            seat.board = None  # what a program of another version has played
            return
        positions.show(preview.state, board)
        seat.is_painted = False

    def _paint(self, seat: _Seat, now_seconds: float) -> None:
        """Paint a board after its moves."""
        assert seat.preview is not None
        if seat.surface is None:
            seat.surface = pygame.Surface((self._side, self._side))
            seat.preview.layer.draw(seat.surface, now_seconds)
        else:
            seat.preview.layer.draw_changes(seat.surface, now_seconds)
        seat.drawn_at, seat.is_painted, seat.is_stale = now_seconds, True, True

    # Boards are made in the background, one after the other

    def _make_next(self) -> None:
        if any(seat.preview is None for seat in self._seats):
            self._makers.ask(self._make)

    def _make(self) -> PreviewBoard:
        if not self._is_loaded:
            self._is_loaded = True
            _load_loops()
        look, size = self._look, (self._side, self._side)
        ground = pygame.Surface(size)
        ground.fill(mixed(look.theme.colour.panel, look.theme.colour.sky_edge, 0.6))
        style = replace(look.board_style, coordinates=Coordinates.OFF)
        return PreviewBoard(
            self._sprites, pygame.Rect((0, 0), size), ground, Board(self._variant, seed=0), style
        )

    def _made(self, preview: PreviewBoard) -> None:
        seat = next((seat for seat in self._seats if seat.preview is None), None)
        if seat is not None:
            seat.preview, seat.is_stale = preview, True
            self._make_next()

    # Input

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Scroll, or open a finished game."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            seat = self._seat_at(event.pos)
            if seat is not None and seat.result and seat.number is not None:
                self._take(seat.number)
                return True
        return super().handle(event, now_seconds)

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """A finished game can be opened."""
        if not self.outer.collidepoint(pixel):
            return None
        seat = self._seat_at(pixel)
        can = seat is not None and bool(seat.result)
        return Spot(tuple(self.outer), Pointer.HAND if can else Pointer.ARROW)

    def _seat_at(self, pixel: Pixel) -> _Seat | None:
        if not self.rect.collidepoint(pixel):
            return None
        return next((seat for seat in self._seats if self._place(seat).collidepoint(pixel)), None)

    # Places

    def _fit(self) -> tuple[int, int]:
        """The columns, and the side of a board: all are in sight, unless they would be too small."""
        units = self._look.scale.units
        gap, count = units(GAP_UNITS), len(self._seats)
        most = min(count, max(1, (self.width + gap) // units(BOARD_UNITS + GAP_UNITS)))

        def sides(columns: int) -> tuple[int, int]:
            """The greatest side by the width, and by the height."""
            rows = -(-count // columns)
            across = (self.width - (columns - 1) * gap) // columns
            return across, (self.rect.height - (rows - 1) * gap) // rows - units(2 * LINE_UNITS)

        best = max(range(1, most + 1), key=lambda columns: min(sides(columns)))
        if min(sides(best)) >= units(BOARD_UNITS):
            return best, min(sides(best))
        return most, sides(most)[0]

    @property
    def content_height(self) -> int:
        """The height of all boards."""
        return self._height

    def _place(self, seat: _Seat) -> pygame.Rect:
        """The rectangle of a board with its two lines, in sight or not."""
        row, column = divmod(seat.index, self._columns)
        left = self.rect.left + self._indent + column * (self._side + self._gap)
        top = self.rect.top - self.offset + row * self._card_height
        return pygame.Rect(left, top, self._side, self._card_height - self._gap)

    # The picture

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The boards that changed; everything after it was scrolled."""
        whole = super().changed(now_seconds)
        if whole:
            for seat in self._seats:
                seat.is_stale = False
            return (self.outer,)
        stale = [seat for seat in self._seats if seat.is_stale]
        for seat in stale:
            seat.is_stale = False
        return [place for seat in stale if (place := self._place(seat).clip(self.rect)).width]

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the ground and the boards in sight."""
        if not self.outer.colliderect(surface.get_clip()):
            return
        surface.blit(self._ground, self.outer)
        super().draw(surface, now_seconds)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the boards in sight."""
        clip = surface.get_clip()
        for seat in self._seats:
            place = self._place(seat)
            if place.colliderect(clip):
                self._draw_seat(surface, place, seat)

    def _draw_seat(self, surface: pygame.Surface, place: pygame.Rect, seat: _Seat) -> None:
        look, colour = self._look, self._look.theme.colour
        line = look.scale.units(LINE_UNITS)
        board = pygame.Rect(place.left, place.top + line, self._side, self._side)
        if seat.surface is None or seat.number is None:
            fill = mixed(colour.panel, colour.raised, 0.3)
            rounded(surface, fill, board, look.scale.pixels(5))
            return
        surface.blit(seat.surface, board)
        if seat.result:
            veil = pygame.Surface(board.size)
            veil.fill(colour.veil)
            veil.set_alpha(110)
            surface.blit(veil, board)
        for color, top in ((BLACK, place.top), (WHITE, board.bottom)):
            self._draw_line(surface, pygame.Rect(place.left, top, place.width, line), seat, color)

    def _draw_line(self, surface: pygame.Surface, place: pygame.Rect, seat: _Seat, color: bool) -> None:
        """A player's name, and the clock or the points of a finished game."""
        look, colour = self._look, self._look.theme.colour
        assert seat.number is not None
        game = self._schedule[seat.number]
        name = self._run.plan.names[game.white if color is WHITE else game.black]
        pixels = look.scale.text(12)
        right, ink = self._right_words(seat, color)
        shade = colour.accent if ink else colour.muted
        text = look.words.write(surface, right, pixels, shade, bold=ink, midright=place.midright)
        dot = look.scale.pixels(8)
        disc = pygame.Rect(place.left, place.centery - dot // 2, dot, dot)
        rounded(surface, colour.muted, disc, dot // 2)
        if color is BLACK:
            inner = disc.inflate(-look.scale.pixels(2), -look.scale.pixels(2))
            rounded(surface, colour.sky_edge, inner, inner.width // 2)
        left = disc.right + look.scale.pixels(5)
        room, at = text.left - look.scale.pixels(6) - left, (left, place.centery)
        is_to_move = not seat.result and seat.board is not None and seat.board.turn is color
        shade = colour.ink if is_to_move else colour.muted
        look.words.write(surface, name, pixels, shade, width=room, midleft=at)

    def _right_words(self, seat: _Seat, color: bool) -> tuple[str, bool]:
        """The points or the clock, and whether to highlight it."""
        if seat.result:
            white, black = RESULTS.get(seat.result, seat.result).split("-")
            points = white if color is WHITE else black
            return points, points != "0"
        return clock_text(seat.left[0 if color is WHITE else 1]), False


def clock_text(seconds: float | None) -> str:
    """A clock in short; empty without one.

    >>> clock_text(75.4), clock_text(3.27), clock_text(3725.0), clock_text(None)
    ('1:15', '3.3', '1:02:05', '')
    """
    if seconds is None:
        return ""
    if seconds < 10:
        return f"{max(0.0, seconds):.1f}"
    whole = int(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _clocks(game: LiveGame) -> tuple[float | None, float | None]:
    return game.left.get(WHITE), game.left.get(BLACK)


def _load_loops() -> None:
    """Load the compiled loops of boards, if they are there."""
    try:
        BOARD.load()
    except NotCompiledError:
        return  # the plain ones do the same
