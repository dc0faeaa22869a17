"""What the layouts of all screens share: the scale of a window, and rows, columns and grids of named parts.

A layout is a tree, written as the screen is seen: `Column({"list": Fill(), "foot": Row({...}, gap)}, gap)`.
`Box.at` gives each name its rectangle in an area. Lengths are pixels. `Scale.units` computes them from units
of a grid that is 8 pixels at 1280x800 and grows with the window.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, groupby, pairwise
from math import ceil
from typing import ClassVar, Generic, NamedTuple, TypeVar

from pygame import Rect

LayoutT = TypeVar("LayoutT")

MINIMUM_SIZE = (800, 600)
"""The smallest window; an upright one may be 600x800."""
LEAST_SIDE = min(MINIMUM_SIZE)


def at_least_minimum(size: tuple[int, int]) -> tuple[int, int]:
    """`size`, enlarged to the smallest allowed window, upright or not."""
    width, height = size
    least_width, least_height = MINIMUM_SIZE if width >= height else MINIMUM_SIZE[::-1]
    return max(width, least_width), max(height, least_height)


DESIGN_SIZE = (1280, 800)
_LEAST_SCALE = 0.86  # below this, text is too small to read; distances shrink instead
_GRID = 8
_LEAST_TEXT = 12
SCROLL_BAR_PIXELS = 14
"""The width of the bars beside a window that shows a part of its canvas."""
LEAST_DENSE_UNITS = (96, 63)
"""The width and the height that most lists and forms can do with."""


class Canvas(tuple[int, int]):
    """The size of what the screens are laid out on, if text is larger than usual: at least as large as the
    window, with the room that the layouts need. The window shows a part of it and scrolls.
    """

    seen: tuple[int, int]
    """The size of the part that the window shows at once."""
    enlargement: float
    """How much larger everything is than in a window of this size with usual text."""
    whole: Canvas | None = None
    """The larger one of which this is what the window shows, so that layouts have less room than usual."""
    factor: float
    """Of its `Scale`."""

    @classmethod
    def of(cls, window: tuple[int, int], text: float) -> tuple[int, int]:
        """The canvas of a window with text enlarged by a factor; the window's size if it is not.

        The canvas is upright or not, as the window hides less of it, first of all in its width.
        """
        if text <= 1:
            return window
        factor = Scale.of(window).factor * text
        shapes = (MINIMUM_SIZE, MINIMUM_SIZE[::-1])
        canvases = [cls._of_shape(window, shape, factor, text) for shape in shapes]
        return min(canvases, key=lambda canvas: (canvas[0] - canvas.seen[0], canvas[1] - canvas.seen[1]))

    @classmethod
    def _of_shape(cls, window: tuple[int, int], least: tuple[int, int], factor: float, text: float) -> Canvas:
        needs = [ceil(length * factor / _LEAST_SCALE) for length in least]
        is_high = needs[1] > window[1]
        is_wide = needs[0] > window[0] - SCROLL_BAR_PIXELS * is_high
        is_high = needs[1] > window[1] - SCROLL_BAR_PIXELS * is_wide
        seen = window[0] - SCROLL_BAR_PIXELS * is_high, window[1] - SCROLL_BAR_PIXELS * is_wide
        return cls._made((max(needs[0], seen[0]), max(needs[1], seen[1])), seen, factor, text)

    @classmethod
    def _made(cls, size: tuple[int, int], seen: tuple[int, int], factor: float, text: float) -> Canvas:
        canvas = cls(size)
        canvas.seen, canvas.factor, canvas.enlargement = seen, factor, text
        return canvas

    @property
    def in_sight(self) -> Canvas:
        """The same without what would have to be scrolled to: for a dense layout."""
        return self._like(self.seen, self.seen, self.whole if self.seen == self else self)

    def lower_by(self, pixels: int) -> Canvas:
        """The same without a strip of so many pixels at its upper edge."""
        size, seen = (self[0], self[1] - pixels), (self.seen[0], self.seen[1] - pixels)
        return self._like(size, seen, self.whole)

    def _like(self, size: tuple[int, int], seen: tuple[int, int], whole: Canvas | None) -> Canvas:
        canvas = self._made(size, seen, self.factor, self.enlargement)
        canvas.whole = whole
        return canvas


def lower_by(size: tuple[int, int], pixels: int) -> tuple[int, int]:
    """The size of a window without a strip of so many pixels at its upper edge."""
    return size.lower_by(pixels) if isinstance(size, Canvas) else (size[0], size[1] - pixels)


def seen_of(size: tuple[int, int]) -> tuple[int, int]:
    """How much of a window's canvas of this size is seen at once: what nobody wants to scroll fits there."""
    return size.seen if isinstance(size, Canvas) else size


def is_dense(size: tuple[int, int]) -> bool:
    """Whether a layout has to do with less room than any has in a window of usual text."""
    return isinstance(size, Canvas) and size.whole is not None


def whole_of(size: tuple[int, int]) -> tuple[int, int]:
    """The size of the window's canvas, of which a dense layout gets a part."""
    return (size.whole or size) if isinstance(size, Canvas) else size


def in_sight_if_large(size: tuple[int, int]) -> tuple[int, int]:
    """What the window shows of a canvas, if lists and forms have room there; else all of it."""
    if not isinstance(size, Canvas):
        return size
    least = (Scale.of(size).units(units) for units in LEAST_DENSE_UNITS)
    has_room = all(length >= needed for length, needed in zip(size.seen, least, strict=True))
    return size.in_sight if has_room else size


def in_sight_if_possible(
    size: tuple[int, int],
    lay_out: Callable[[tuple[int, int]], LayoutT],
    is_enough: Callable[[LayoutT, LayoutT, Rect], bool],
) -> LayoutT:
    """A layout of a window's canvas that needs no scrolling if that is enough, compared with the usual one.

    `is_enough` also gets the rectangle that is seen.
    """
    usual = lay_out(size)
    if isinstance(size, Canvas) and size.seen != size:
        dense = lay_out(size.in_sight)
        if is_enough(dense, usual, Rect((0, 0), size.seen)):
            return dense
    return usual


def taken_in_sight(parts: Sequence[Rect], size: tuple[int, int]) -> Rect | None:
    """The rectangle that all parts take of a canvas of this size; None if it has to be scrolled for them."""
    taken = parts[0].unionall(parts[1:])
    return taken if Rect((0, 0), seen_of(size)).contains(taken) else None


def are_apart(parts: Sequence[Rect], area: Rect) -> bool:
    """Whether the parts are within an area, and none lies over another."""
    within = all(area.contains(part) for part in parts)
    return within and not any(one.colliderect(other) for one, other in combinations(parts, 2))


def is_lower(size: tuple[int, int], height: int) -> bool:
    """Whether a window of usual text that looks like this one is lower than so many pixels."""
    return size[1] < height * (size.enlargement if isinstance(size, Canvas) else 1)


def is_narrow(size: tuple[int, int]) -> bool:
    """Whether a window is narrower than MINIMUM_SIZE, as upright ones can be, or as narrow for its text."""
    return size[0] < MINIMUM_SIZE[0] * (size.factor if isinstance(size, Canvas) else 1)


def is_upright(size: tuple[int, int]) -> bool:
    """Whether a window is higher than wide."""
    return size[1] > size[0]


@dataclass(frozen=True)
class Scale:
    """The size of everything relative to a window of 1280x800."""

    factor: float

    @classmethod
    def of(cls, size: tuple[int, int]) -> Scale:
        """The scale for a window of that size."""
        if isinstance(size, Canvas):
            return cls(size.factor)
        width, height = size
        short, long = min(width, height), max(width, height)
        across = min(long / DESIGN_SIZE[0], short / DESIGN_SIZE[1])
        return cls(max(_LEAST_SCALE, across))

    @cached_property
    def unit(self) -> int:
        """One grid unit in pixels."""
        return max(_GRID, round(_GRID * self.factor))

    @cached_property
    def least_side(self) -> int:
        """The height that all layouts of this scale have room in, in pixels."""
        return ceil(LEAST_SIDE * self.factor / _LEAST_SCALE)

    def units(self, count: float) -> int:
        """That many grid units in pixels."""
        return round(self.unit * count)

    def text(self, design_pixels: int) -> int:
        """The text size that is `design_pixels` at 1280x800."""
        return max(_LEAST_TEXT, round(design_pixels * self.factor))

    def pixels(self, design_pixels: float) -> int:
        """A length that is `design_pixels` at 1280x800; at least 1."""
        return max(1, round(design_pixels * self.factor))


Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True)
class Fill:
    """The size of a part that takes what the others leave; several share it by weight."""

    weight: float = 1
    least: int = 0
    """In pixels; the other parts of this kind give way."""


@dataclass(frozen=True)
class Share:
    """The size of a part that takes a share of the whole length, within limits in pixels."""

    share: float
    least: int = 0
    most: int | None = None

    def of(self, length: int) -> int:
        """The pixels of such a part of a row or column of this length."""
        wished = round(self.share * length)
        return max(self.least, wished if self.most is None else min(self.most, wished))


@dataclass(frozen=True)
class IfRoom:
    """The size of a part that is left out if there is no room for `least` pixels of it.

    Parts of a lower rank come first. Once all have their least, they grow up to `usual`.
    """

    least: int
    usual: int
    rank: int = 0
    is_last: bool = False
    """Whether it comes after the others have grown."""


@dataclass(frozen=True)
class Square:
    """The size of a part that is a square: as large as the others leave with what they need at least."""

    most: int | None = None
    is_centred: bool = True
    """Across the row or column; else it is at the top or the left."""


Size = int | Fill | Share | IfRoom | Square
"""Of a part along its row or column; a number is pixels."""


class Box(ABC, Generic[Name]):
    """A part of a layout that has parts. Without a `size` it is as long as its fixed parts, or fills."""

    def __init__(self, size: Size | None, padding: int = 0) -> None:
        self.size = size
        self._padding = padding

    def at(self, area: Rect) -> dict[Name, Rect]:
        """The rectangles of all parts, and of their parts, within an area."""
        return self._placed(area.inflate(-2 * self._padding, -2 * self._padding))

    @abstractmethod
    def _placed(self, area: Rect) -> dict[Name, Rect]:
        """The rectangles within the padding."""


Part = Size | Box[Name]


class _Line(Box[Name]):
    """Parts one after the other, `gap` pixels apart. Parts that fill nothing can be `at_end`."""

    _axis: ClassVar[int]

    def __init__(
        self,
        parts: Mapping[Name, Part[Name]],
        gap: int = 0,
        size: Size | None = None,
        padding: int = 0,
        at_end: bool = False,
    ) -> None:
        super().__init__(size, padding)
        self._parts = parts
        self._gap = gap
        self._at_end = at_end

    @property
    def taken(self) -> int:
        """The pixels of its padding, its gaps and its parts of a fixed size."""
        sizes = [self._size_of(part) for part in self._parts.values()]
        fixed = sum(size for size in sizes if isinstance(size, int))
        return fixed + self._gap * (len(sizes) - 1) + 2 * self._padding

    def _placed(self, area: Rect) -> dict[Name, Rect]:
        places: dict[Name, Rect] = {}
        across = 1 - self._axis
        for name, (start, length) in self._cut(area.size[self._axis], area.size[across]).items():
            part = self._parts[name]
            places[name] = place = area.copy()
            place[self._axis] += start
            place[self._axis + 2] = length
            if isinstance(part, Square):
                place[across] += (area.size[across] - length) // 2 if part.is_centred else 0
                place[across + 2] = length
            if isinstance(part, Box):
                places.update(part.at(place))
        return places

    def _cut(self, length: int, across: int) -> dict[Name, tuple[int, int]]:
        """Where each part begins and how long it is; without those that find no room."""
        sizes = {name: self._size_of(part) for name, part in self._parts.items()}
        fills = {name: size for name, size in sizes.items() if isinstance(size, Fill)}
        wanted = {name: size for name, size in sizes.items() if isinstance(size, IfRoom)}
        lengths = {name: size for name, size in sizes.items() if isinstance(size, int)}
        lengths |= {name: size.of(length) for name, size in sizes.items() if isinstance(size, Share)}
        least = sum(size.least for size in fills.values())
        room = length - self._gap * (len(sizes) - len(wanted) - 1) - sum(lengths.values())
        for name, size in sizes.items():
            if isinstance(size, Square):
                lengths[name] = min(across, room - least, across if size.most is None else size.most)
                room -= lengths[name]
        optional = _wanted(room - least, self._gap, wanted)
        room -= sum(optional.values()) + self._gap * len(optional)
        lengths |= optional | _filled(room, fills)
        last_fill = list(fills)[-1] if fills else None

        cut, start = {}, room if self._at_end else 0
        for name in sizes:
            if name in lengths:
                cut[name] = start, lengths[name]
                start += lengths[name] + self._gap
                if name == last_fill:
                    start += min(0, room)  # too little room is taken from the gaps there
        return cut

    def _size_of(self, part: Part[Name]) -> Size:
        if not isinstance(part, Box):
            return part
        if part.size is not None:
            return part.size
        return part.taken if isinstance(part, type(self)) and part._is_fixed else Fill()

    @property
    def _is_fixed(self) -> bool:
        sizes = [self._size_of(part) for part in self._parts.values()]
        return bool(sizes) and all(isinstance(size, int) for size in sizes)


class Row(_Line[Name]):
    """Parts side by side, as high as the row."""

    _axis = 0


class Column(_Line[Name]):
    """Parts below each other, as wide as the column."""

    _axis = 1


class Grid(Box[Name]):
    """Equal cells in so many columns, `gap` pixels apart. With `needs`, each is as wide as it needs."""

    def __init__(
        self,
        names: Sequence[Name],
        columns: int,
        gap: int = 0,
        size: Size | None = None,
        padding: int = 0,
        needs: Sequence[int] | None = None,
    ) -> None:
        super().__init__(size, padding)
        self._needs = needs
        self._names = names
        self._columns = columns
        self._gap = gap

    def _placed(self, area: Rect) -> dict[Name, Rect]:
        strips = rows(area, -(-len(self._names) // self._columns), self._gap)
        cells = [cell for strip in strips for cell in row(strip, self._columns, self._gap)]
        if self._needs is not None:
            cells = widened_rows(cells, self._needs)
        return dict(zip(self._names, cells, strict=False))


def _wanted(spare: int, gap: int, wanted: Mapping[Name, IfRoom]) -> dict[Name, int]:
    """The lengths of optional parts, each with its gap, in a room of `spare` pixels."""
    ranked = sorted(wanted, key=lambda name: wanted[name].rank)
    lengths: dict[Name, int] = {}
    for is_last in (False, True):
        for name in ranked:
            least = wanted[name].least
            if wanted[name].is_last is is_last and spare >= least + gap:
                lengths[name] = least
                spare -= least + gap
        for name in ranked:
            if name in lengths:
                more = min(spare, wanted[name].usual - lengths[name])
                lengths[name] += more
                spare -= more
    return lengths


def _filled(room: int, fills: Mapping[Name, Fill]) -> dict[Name, int]:
    """A room shared by weight; the edges are rounded, so that it is filled exactly."""
    lengths: dict[Name, int] = {}
    while True:
        sharing = {name: size for name, size in fills.items() if name not in lengths}
        spare = max(0, room - sum(lengths.values()))
        weights = list(accumulate((size.weight for size in sharing.values()), initial=0.0))
        low = {
            name: size.least
            for name, size in sharing.items()
            if spare * size.weight / weights[-1] < size.least
        }
        if not low:
            edges = [round(spare * weight / (weights[-1] or 1)) for weight in weights]
            cells = zip(sharing, pairwise(edges), strict=True)
            return lengths | {name: end - start for name, (start, end) in cells}
        lengths |= low


def widened_rows(cells: Sequence[Rect], needs: Sequence[int]) -> list[Rect]:
    """As `widened`, for the cells of several rows."""
    rows = [list(each) for _top, each in groupby(zip(cells, needs, strict=True), lambda cell: cell[0].top)]
    return [place for each in rows for place in widened(*zip(*each, strict=True))]


def widened(cells: Sequence[Rect], needs: Sequence[int]) -> tuple[Rect, ...]:
    """The cells of a row with the widths that they need; the others give way, equally.

    If there is not enough room for all, they share it in proportion to their needs.
    """
    room = sum(cell.width for cell in cells)
    wide: set[int] = set()
    share = room // len(cells)
    while more := {index for index, need in enumerate(needs) if need > share} - wide:
        wide |= more
        if len(wide) == len(cells):
            gap = cells[1].left - cells[0].right if len(cells) > 1 else 0
            row = Row({index: Fill(need) for index, need in enumerate(needs)}, gap)
            return tuple(row.at(cells[0].unionall(cells)).values())
        share = (room - sum(needs[index] for index in wide)) // (len(cells) - len(wide))
    if not wide:
        return tuple(cells)
    placed, left = [], cells[0].left
    for index, cell in enumerate(cells):
        width = needs[index] if index in wide else share
        placed.append(Rect(left, cell.top, width, cell.height))
        left += width + (cells[index + 1].left - cell.right if index + 1 < len(cells) else 0)
    placed[-1].width = cells[-1].right - placed[-1].left
    return tuple(placed)


def rows(area: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """`area` cut into `count` equal cells below each other, with `gap` pixels between them."""
    edges = [area.top + round(index * (area.height + gap) / count) for index in range(count + 1)]
    return tuple(Rect(area.left, top, area.width, bottom - gap - top) for top, bottom in pairwise(edges))


def row(area: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """`area` cut into `count` equal cells side by side, with `gap` pixels between them."""
    edges = [area.left + round(index * (area.width + gap) / count) for index in range(count + 1)]
    return tuple(Rect(left, area.top, right - gap - left, area.height) for left, right in pairwise(edges))


HEADER_UNITS = 5
HOME_UNITS = 12


class PageLayout(NamedTuple):
    """What a page has in a window: the strip at the left of the home button, that button, and the body."""

    strip: Rect
    home: Rect
    body: Rect


def page_layout(size: tuple[int, int]) -> PageLayout:
    """The frame in a window of this size."""
    scale = Scale.of(size)
    margin = scale.units(2 if is_lower(size, 700) else 3)
    inside = Rect((0, 0), size).inflate(-2 * margin, -2 * margin)
    home = Rect(0, inside.top, scale.units(HOME_UNITS), scale.units(HEADER_UNITS))
    home.right = inside.right
    strip = Rect(inside.left, inside.top, home.left - scale.unit - inside.left, home.height)
    top = home.bottom + scale.units(1.5)
    return PageLayout(strip, home, Rect(inside.left, top, inside.width, inside.bottom - top))
