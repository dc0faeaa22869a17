"""The pictures of all circles and arrows on a board, each drawn once and kept while it is shown."""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.gui.board.annotations import Advice, Annotations, Suggestion
from wormhole.gui.board.board_layout import BoardLayout
from wormhole.gui.board.drawing.arrows import Area, Inked, Style, arrow, painted, ring
from wormhole.gui.look.theme import Colour, Colours, mixed

MARK_OPACITY = 0.86
SUGGESTED = (  # opacity and width of the arrows of the analysis, the best move first
    (0.74, 1.0),
    (0.68, 0.8),
    (0.62, 0.66),
    (0.56, 0.55),
    (0.5, 0.46),
)
DARKER = 0.72  # of a rim, towards black

Spec = tuple[int, int, Style]


class Ink:
    """Draws the annotations in one layout."""

    def __init__(self, colours: Colours, layout: BoardLayout) -> None:
        self._colours = colours
        self._layout = layout
        self._kept: dict[Spec, tuple[Inked, ...]] = {}
        self.is_unfinished = False
        """Whether `pictures` left some out."""

    def pictures(self, annotations: Annotations, most: int | None = None) -> tuple[Inked, ...]:
        """The pictures from the lowest up. Equal annotations give the same pictures.

        At most ``most`` are drawn, the highest first; those left out come with the next calls. In a large
        window one long arrow takes a third of a frame's time.
        """
        specs = [*dict.fromkeys(self.specs(annotations))]
        missing = [spec for spec in reversed(specs) if spec not in self._kept]
        self.is_unfinished = most is not None and len(missing) > most
        new = {spec: painted(self.areas(spec), spec[2].opacity) for spec in missing[:most]}
        known = self._kept | new
        self._kept = {spec: known[spec] for spec in specs if spec in known}
        return tuple(inked for pictures in self._kept.values() for inked in pictures)

    def specs(self, annotations: Annotations) -> list[Spec]:
        """What is drawn, from the lowest up: from which square, to which one, and how."""
        return [*self._suggested(annotations), *self._drawn(annotations)]

    def areas(self, spec: Spec) -> list[Area]:
        """The areas of one circle or arrow, each over those before it."""
        from_square, to_square, style = spec
        layout, place = self._layout, self._layout.geometry.place
        start = layout.pixel_of(place[from_square])
        if from_square == to_square:
            return ring(start, layout.pitch, style)
        return arrow(start, layout.pixel_of(place[to_square]), layout.pitch, style)

    def _drawn(self, annotations: Annotations) -> Iterator[Spec]:
        colours = self._colours
        by_name = {
            "green": colours.shape_green,
            "red": colours.shape_red,
            "yellow": colours.shape_yellow,
            "blue": colours.shape_blue,
        }
        for shape in annotations.drawn:
            colour = by_name[shape.colour]
            style = Style(colour, mixed(colour, (0, 0, 0), DARKER), MARK_OPACITY)
            yield shape.from_square, shape.to_square, style

    def _suggested(self, annotations: Annotations) -> Iterator[Spec]:
        """The arrows of the analysis, the best one on top; they grow towards their heads."""
        for suggestion in sorted(annotations.arrows, key=lambda each: -each.rank):
            opacity, size = SUGGESTED[min(suggestion.rank, len(SUGGESTED) - 1)]
            colour = self._colour_of(suggestion)
            rim = mixed(colour, (0, 0, 0), DARKER)
            style = Style(colour, rim, opacity, 0.2 * size, 0.05 * size, (0.46 * size, 0.42 * size))
            yield suggestion.from_square, suggestion.to_square, style

    def _colour_of(self, suggestion: Suggestion) -> Colour:
        colours = self._colours
        if suggestion.advice is Advice.THREAT:
            return colours.threat
        if suggestion.advice is Advice.BETTER:
            return colours.better
        return colours.best if suggestion.rank == 0 else colours.other_line
