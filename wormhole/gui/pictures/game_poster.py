"""A picture of a whole game: the players, the last position, the moments that decided it, and the graph."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import pygame

from wormhole.gui.board.hands import places_in_hand
from wormhole.gui.languages.language import _, number, percent
from wormhole.gui.look.chart import svg_fill, svg_picture
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Art
from wormhole.gui.look.theme import Coordinates, Theme, hexed, mixed
from wormhole.gui.pictures.captions import fitted
from wormhole.gui.pictures.picture_files import PictureFormat
from wormhole.gui.pictures.reel import BoardPicture, PictureStyle, Reel, Tell, picture_size
from wormhole.learn.game_report import deciding, report_of
from wormhole.library.record import ChildNode, Game
from wormhole.pages.game_page import game_about, game_title
from wormhole.play.move_words import move_words

MOST_MOMENTS = 4
LEAST_POINTS = 3
"""Evaluations from which a graph is drawn."""
SMALL, MARGIN = 10.0, 1.0
"""The side of a small board, and the space between the parts. The unit fits the picture to its size."""
LARGE = 2 * SMALL + MARGIN
NAMES, DETAILS, CAPTION, GRAPH = 1.6, 1.1, 0.95, 6.0
"""Heights of letters and of the graph, in the same unit."""
LINE = 1.45
"""The height of a line of text in heights of its letters."""
GRAPH_OPACITY = 0.42


@dataclass(frozen=True)
class Moment:
    """A position that decided the game, with its words, and its ply."""

    ply: int
    words: str


@dataclass(frozen=True)
class Poster:
    """What is shown of a game. ``chances`` are White's by ply; without a review there are none."""

    names: str
    details: str
    reel: Reel
    moments: tuple[Moment, ...]
    last: str
    chances: tuple[tuple[int, float], ...]


def poster_of(game: Game) -> Poster:
    """The poster of the main line, in the language in use."""
    game.find_sans()
    report = report_of(game)
    chances = tuple((point.ply, point.chance) for point in report.points)
    return Poster(
        game_title(game, _),
        game_about(game, _),
        Reel.through(game),
        tuple(_moments(game)),
        move_words(game.end()),
        chances if len(chances) >= LEAST_POINTS else (),
    )


def _moments(game: Game) -> Iterator[Moment]:
    """The moves that lost most; without a review those with a sign, else the last captures."""
    judged = deciding(report_of(game).judged, MOST_MOMENTS)
    if judged:
        for move in judged:
            chances = f"{number(100 * move.before)} → {percent(move.after)}"
            yield Moment(move.node.plies(), f"{move_words(move.node)} · {chances}")
        return
    line = list(game.mainline())
    chosen = [node for node in line if node.nags] or _captures(game, line)
    for node in _spread(chosen, MOST_MOMENTS):
        yield Moment(node.plies(), move_words(node))


def _captures(game: Game, line: Sequence[ChildNode]) -> list[ChildNode]:
    """The captures before the last move, which is shown anyway."""
    board, found = game.start.copy(), []
    for node in line[:-1]:
        if node.move and board.is_capture(node.move):
            found.append(node)
        board.push(node.move)
    return found


def _spread(nodes: Sequence[ChildNode], most: int) -> list[ChildNode]:
    """At most so many of them, from the first to the last one."""
    if len(nodes) <= most:
        return list(nodes)
    return [nodes[round(each * (len(nodes) - 1) / (most - 1))] for each in range(most)]


@dataclass(frozen=True)
class PosterJob:
    """A poster to be made as a PNG file."""

    poster: Poster
    theme: Theme
    art: Art = field(default_factory=Art)
    style: PictureStyle = field(default_factory=PictureStyle)

    @property
    def reel(self) -> Reel:
        """The game."""
        return self.poster.reel

    @property
    def kind(self) -> PictureFormat:
        """The kind of its file."""
        return PictureFormat.PNG

    def parts(self, tell: Tell) -> Iterator[bytes]:
        """The file."""
        file = io.BytesIO()
        pygame.image.save(_Painter(self).paint(), file, "poster.png")
        yield file.getvalue()


class _Painter:
    """Paints a poster. Each thread needs one of its own."""

    def __init__(self, job: PosterJob) -> None:
        self._poster, self._theme, self._art, self._style = job.poster, job.theme, job.art, job.style
        variant = job.reel.start.variant
        self._geometry, self._hands = variant.geometry, places_in_hand(variant)
        self._lettering = Lettering()
        count = len(self._poster.moments)
        self._columns = min(2, (count + 1) // 2)
        self._rows = min(count, 2)
        width, height = self._units()
        self._unit = self._style.size / max(width, height)
        self.size = (round(width * self._unit), round(height * self._unit))

    def _units(self) -> tuple[float, float]:
        """The width and height of all in units."""
        width = LARGE + 2 * MARGIN + self._columns * (SMALL + MARGIN)
        height = self._top + self._body + MARGIN
        return width, height + (GRAPH + MARGIN if self._poster.chances else 0)

    @property
    def _top(self) -> float:
        return MARGIN + LINE * (NAMES + DETAILS) + MARGIN / 2

    @property
    def _body(self) -> float:
        caption = LINE * CAPTION
        return max(
            self._height(LARGE) + caption, self._rows * (self._height(SMALL) + caption + MARGIN) - MARGIN
        )

    def _height(self, side: float) -> float:
        """That of a board with this longer side."""
        return picture_size(self._geometry, self._board_style(side * 100), self._hands)[1] / 100

    def _board_style(self, pixels: float) -> PictureStyle:
        return replace(self._style, size=round(pixels), coordinates=Coordinates.OFF)

    def paint(self) -> pygame.Surface:
        """The picture."""
        colour, unit, poster = self._theme.colour, self._unit, self._poster
        picture = pygame.Surface(self.size, depth=32)
        picture.fill(colour.sky_middle)
        inner = self.size[0] / unit - 2 * MARGIN
        self._write(picture, poster.names, (MARGIN, MARGIN), NAMES, inner, bold=True)
        self._write(picture, poster.details, (MARGIN, MARGIN + LINE * NAMES), DETAILS, inner, is_muted=True)
        self._board(picture, len(poster.reel.moves), poster.last, (MARGIN, self._top), LARGE)
        pitch = self._height(SMALL) + LINE * CAPTION + MARGIN
        for place, moment in enumerate(poster.moments):
            row, column = divmod(place, self._columns)
            left = LARGE + (2 + column) * MARGIN + column * SMALL
            self._board(picture, moment.ply, moment.words, (left, self._top + row * pitch), SMALL)
        if poster.chances:
            self._graph(
                picture, pygame.Rect(self._pixels(MARGIN, self._top + self._body + MARGIN, inner, GRAPH))
            )
        return picture

    def _pixels(self, *units: float) -> tuple[int, ...]:
        return tuple(round(each * self._unit) for each in units)

    def _board(
        self, picture: pygame.Surface, ply: int, words: str, at: tuple[float, float], side: float
    ) -> None:
        """A position with its words below."""
        style = self._board_style(side * self._unit)
        board = BoardPicture(self._theme, self._art, self._geometry, style, self._hands)
        painted = board.paint(self._poster.reel.up_to(ply).last_state(style.flipped, style.shapes), 0.0)
        picture.blit(painted, self._pixels(*at))
        below = at[0], at[1] + painted.get_height() / self._unit
        self._write(picture, words, below, CAPTION, side)

    def _write(
        self,
        picture: pygame.Surface,
        words: str,
        at: tuple[float, float],
        height: float,
        width: float,
        *,
        bold: bool = False,
        is_muted: bool = False,
    ) -> None:
        colour = self._theme.colour
        font = self._lettering.font(round(height * self._unit), bold)
        text = fitted(words, font, round(width * self._unit))
        picture.blit(font.render(text, True, colour.muted if is_muted else colour.ink), self._pixels(*at))

    def _graph(self, picture: pygame.Surface, place: pygame.Rect) -> None:
        """White's chances, with a dot at each moment."""
        colour, chances, last = self._theme.colour, self._poster.chances, len(self._poster.reel.moves)
        width, height = place.size

        def spot(ply: int, chance: float) -> tuple[float, float]:
            return width * ply / max(1, last), height * (1 - chance)

        places = [spot(*each) for each in chances]
        curve = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        left, right = places[0][0], places[-1][0]
        line = max(1.0, self._unit / 8)
        shapes = (
            f'<polygon points="{left:.1f},0 {curve} {right:.1f},0" '
            f"{svg_fill(colour.bar_black, GRAPH_OPACITY)}/>"
            f'<polygon points="{left:.1f},{height} {curve} {right:.1f},{height}" '
            f"{svg_fill(colour.bar_white, GRAPH_OPACITY)}/>"
            f'<path d="M0 {height / 2:.1f}H{width}" stroke="{hexed(colour.panel_line)}"/>'
            f'<polyline points="{curve}" fill="none" stroke="{hexed(mixed(colour.ink, colour.muted, 0.3))}" '
            f'stroke-width="{line:.1f}" stroke-linejoin="round"/>'
        )
        known = dict(chances)
        for moment in self._poster.moments:
            if moment.ply in known:
                x, y = spot(moment.ply, known[moment.ply])
                dot = svg_fill(colour.sign_blunder)
                shapes += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2.5 * line:.1f}" {dot}/>'
        board = BoardPicture(self._theme, self._art, self._geometry, replace(self._style, size=120))
        picture.blit(board.sprites.drawing(svg_picture(place.size, shapes)), place)
