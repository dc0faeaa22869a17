"""Checks the SVG of a piece that may come from a stranger, and writes it anew from what was understood.

A picture may have what a chess piece needs: shapes, groups, gradients, areas that clip, styles, and parts
that are used again. Nothing refers to other files, and nesting is limited. The output has only names, numbers
and words that were checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from xml.parsers import expat

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import clipped, printable, quoted

LARGEST = 1e4
"""The limit of all numbers in a picture. Some larger numbers make resvg end the program."""
LONGEST = 200
"""The longest value in characters, other than paths and points."""
LONG = ("d", "points")
"""The attributes that are long."""

NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
REFERENCE = re.compile(r"""url\(\s*["']?#([^"')\s]+)["']?\s*\)(?:\s+(?:none|#[0-9a-fA-F]{3,8}|[a-z]+))?""")

_NUMBERS = re.compile(NUMBER)
_NUMBERS_AND_LETTERS = re.compile(rf"{NUMBER}|[a-zA-Z]")
_LENGTH = re.compile(rf"({NUMBER})\s*(px|pt|pc|mm|cm|in|em|ex|%)?")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_COLOUR = re.compile(r"[a-zA-Z]{1,30}|#[0-9a-fA-F]{3,8}|(?:rgb|hsl)a?\([0-9.,%/ \t+-]*\)")
_TRANSFORM = re.compile(r"\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([0-9eE.,\s+-]*\)[\s,]*)*")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]*")
_POINTS = re.compile(r"[0-9eE.,\s+-]*")

REFUSED = ("filter", "mask", "stroke-dasharray", "marker", "marker-start", "marker-mid", "marker-end")
"""Properties that may only be ``none``: they could need any time and memory.

Other properties are left out.
"""

SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
GRADIENTS = ("linearGradient", "radialGradient")
LEFT_OUT = ("title", "desc", "metadata")
"""Elements that show nothing."""

MOST_ELEMENTS = 1000
MOST_DEPTH = 24
MOST_RULES = 500
MOST_NUMBERS = 20_000
"""The limit for all paths and points together."""

_SVG, _XLINK = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xlink "
_SELECTOR = re.compile(r"[.#]?[A-Za-z_][\w-]*", re.ASCII)
_CLASS = re.compile(r"[A-Za-z_][\w-]{0,40}", re.ASCII)

NAMESPACE = "http://www.w3.org/2000/svg"
MOST_BYTES = 256 << 10
MOST_LETTERS = 1 << 20
"""The limit of the written text, with the styles of each element."""
LONGEST_CHAIN = 5
"""The longest chain of gradients that use each other's colours."""
LARGEST_BOX, SMALLEST_BOX = 1e4, 1e-2

_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", '"': "&quot;"})

Check = Callable[[str], bool]


def numbers(text: str) -> list[float]:
    """All numbers in a text."""
    return [float(number) for number in _NUMBERS.findall(text)]


def length_of(path: str, most: int) -> int:
    """The number of numbers and letters in a path, counted up to ``most``."""
    return sum(1 for _ in islice(_NUMBERS_AND_LETTERS.finditer(path), most))


def pixels(text: str) -> float | None:
    """A length in pixels; None if that depends on what is around it."""
    match = _LENGTH.fullmatch(text.strip())
    unit = _PIXELS.get(match[2] or "") if match else None
    return None if match is None or unit is None else float(match[1]) * unit


def _has_small_numbers(text: str) -> bool:
    return all(abs(number) <= LARGEST for number in numbers(text))


def _matches(pattern: re.Pattern[str]) -> Check:
    return lambda text: pattern.fullmatch(text) is not None and _has_small_numbers(text)


def _one_of(*words: str) -> Check:
    return lambda text: text in words


_length = _matches(_LENGTH)
_transform = _matches(_TRANSFORM)
_path = _matches(_PATH)
_points = _matches(_POINTS)
_units = _one_of("userSpaceOnUse", "objectBoundingBox")


def _colour(text: str) -> bool:
    return _COLOUR.fullmatch(text) is not None


def _paint(text: str) -> bool:
    return REFERENCE.fullmatch(text) is not None or _colour(text)


def _clip(text: str) -> bool:
    return text == "none" or REFERENCE.fullmatch(text) is not None


def _anything(text: str) -> bool:
    return True


PROPERTIES: Mapping[str, Check] = {
    "fill": _paint,
    "stroke": _paint,
    "color": _colour,
    "stop-color": _colour,
    "opacity": _length,
    "fill-opacity": _length,
    "stroke-opacity": _length,
    "stop-opacity": _length,
    "stroke-width": _length,
    "stroke-miterlimit": _length,
    "stroke-linecap": _one_of("butt", "round", "square"),
    "stroke-linejoin": _one_of("miter", "miter-clip", "round", "bevel", "arcs"),
    "fill-rule": _one_of("nonzero", "evenodd"),
    "clip-rule": _one_of("nonzero", "evenodd"),
    "paint-order": _one_of("normal", "fill", "stroke", "fill stroke", "stroke fill"),
    "visibility": _one_of("visible", "hidden", "collapse"),
    "display": _matches(re.compile(r"[a-z-]{1,30}")),
    "clip-path": _clip,
}
"""The properties that are allowed in attributes, in ``style``, and in a style sheet."""


_BOX = dict.fromkeys(("x", "y", "width", "height", "rx", "ry"), _length)
_GRADIENT = {
    "gradientUnits": _units,
    "gradientTransform": _transform,
    "spreadMethod": _one_of("pad", "reflect", "repeat"),
    "href": _anything,
}

ELEMENTS: Mapping[str, Mapping[str, Check]] = {
    "svg": {},
    "g": {"transform": _transform},
    "defs": {},
    "path": {"d": _path, "transform": _transform},
    "rect": {**_BOX, "transform": _transform},
    "circle": {**dict.fromkeys(("cx", "cy", "r"), _length), "transform": _transform},
    "ellipse": {**dict.fromkeys(("cx", "cy", "rx", "ry"), _length), "transform": _transform},
    "line": {**dict.fromkeys(("x1", "y1", "x2", "y2"), _length), "transform": _transform},
    "polyline": {"points": _points, "transform": _transform},
    "polygon": {"points": _points, "transform": _transform},
    "use": {"x": _length, "y": _length, "href": _anything, "transform": _transform},
    "linearGradient": {**dict.fromkeys(("x1", "y1", "x2", "y2"), _length), **_GRADIENT},
    "radialGradient": {**dict.fromkeys(("cx", "cy", "r", "fx", "fy", "fr"), _length), **_GRADIENT},
    "stop": {"offset": _length},
    "clipPath": {"clipPathUnits": _units, "transform": _transform},
}
"""The elements that are drawn, with their attributes. ``class``, ``id`` and properties can be on each."""


Styles = dict[str, str]


class SvgError(WormholeError):
    """A document is not a picture of a piece; the message names the line."""


@dataclass
class Element:
    """An element that is drawn, with its line in the file."""

    tag: str
    line: int
    attributes: Styles
    styles: Styles
    """The declarations of its ``style``."""
    classes: list[str]
    parts: list[Element] = field(default_factory=list)


def not_allowed(line: int, what: str) -> SvgError:
    """The error for something that is not allowed in a picture."""
    return SvgError(
        "line {line}: {what} is not allowed in the picture of a piece",
        line=line,
        what=clipped(printable(what)),
    )


def too_long(line: int) -> SvgError:
    """The error for more numbers than a picture can have."""
    return SvgError("line {line}: a path has more than {most} numbers", line=line, most=MOST_NUMBERS)


def not_understood(line: int, name: str, value: str) -> SvgError:
    """The error for a value without a meaning."""
    return SvgError("line {line}: {name} cannot be {value}", line=line, name=name, value=quoted(value))


class SvgReader:
    """Builds the picture while a document is read. The parser calls it for each start and end."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.rules: dict[str, Styles] = {}
        """The declarations of a style sheet, by their selectors."""
        self._open: list[Element] = []
        self._sheet: list[str] | None = None
        """The text of a style sheet, while it is being read."""
        self._passed = 0
        """The depth within an element that is skipped."""
        self._count = self._depth = 0
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = lambda *_: self._refuse("<!ENTITY>")
        parser.AttlistDeclHandler = lambda *_: self._refuse("<!ATTLIST>")

    def read(self, content: bytes) -> None:
        """Read a document. Raises SvgError."""
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as error:
            raise SvgError(
                "line {line}: this is not XML: {trouble}",
                line=error.lineno,
                trouble=expat.ErrorString(error.code) or "",
            ) from None
        except (ValueError, LookupError, UnicodeError) as error:
            if isinstance(error, SvgError):
                raise
            raise SvgError("this is not XML in a known encoding") from None

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber

    def _refuse(self, what: str) -> None:
        raise not_allowed(self._line, what)

    def _start(self, name: str, given: dict[str, str]) -> None:
        self._count += 1
        self._depth += 1
        if self._count > MOST_ELEMENTS:
            raise SvgError("line {line}: more than {most} elements", line=self._line, most=MOST_ELEMENTS)
        if self._depth > MOST_DEPTH:
            raise SvgError("line {line}: more than {most} nested elements", line=self._line, most=MOST_DEPTH)
        if not self._open and name != f"{_SVG}svg":
            raise SvgError("this is not an SVG picture")
        tag = name.removeprefix(_SVG)
        if self._passed or " " in tag or tag in LEFT_OUT:
            self._passed += 1
        elif tag == "style" and self._sheet is None:
            self._sheet = []
        elif tag not in ELEMENTS or (tag == "svg" and self._open) or self._sheet is not None:
            raise not_allowed(self._line, f"<{tag}>")
        else:
            self._add(element_of(tag, self._line, given))

    def _add(self, element: Element) -> None:
        if self._open:
            self._open[-1].parts.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, _name: str) -> None:
        self._depth -= 1
        if self._passed:
            self._passed -= 1
        elif self._sheet is not None:
            self._read_rules("".join(self._sheet))
            self._sheet = None
        else:
            self._open.pop()

    def _text(self, text: str) -> None:
        if self._sheet is not None and not self._passed:
            self._sheet.append(text)

    def _read_rules(self, sheet: str) -> None:
        sheet = _without_comments(sheet).replace("<!--", " ").replace("-->", " ")
        *rules, rest = sheet.split("}")
        for rule in rules:
            selectors, _, body = rule.partition("{")
            styles = _declarations(body, self._line)
            for selector in selectors.split(","):
                if not _SELECTOR.fullmatch(selector.strip()):
                    raise not_understood(self._line, "style", selector.strip())
                self.rules.setdefault(selector.strip(), {}).update(styles)
                if len(self.rules) > MOST_RULES:
                    raise SvgError("line {line}: more than {most} styles", line=self._line, most=MOST_RULES)
        if rest.strip():
            raise not_understood(self._line, "style", rest.strip())


def element_of(tag: str, line: int, given: dict[str, str]) -> Element:
    """An element with the attributes that are understood; those of drawing programs are left out."""
    attributes: Styles = {}
    known = ELEMENTS[tag]
    for full_name, text in given.items():
        name, value = full_name.removeprefix(_XLINK), text.strip()
        if name in known:
            if name in LONG:
                if length_of(value, MOST_NUMBERS + 1) > MOST_NUMBERS:
                    raise too_long(line)
            elif len(value) > LONGEST:
                raise not_understood(line, name, value)
            if not known[name](value):
                raise not_understood(line, name, value)
            attributes[name] = value
        elif name == "id" or (tag == "svg" and name in ("viewBox", "width", "height")):
            attributes[name] = value
        else:
            attributes.update(_property(name, value, line))
    classes = [name for name in given.get("class", "").split() if _CLASS.fullmatch(name)]
    return Element(tag, line, attributes, _declarations(given.get("style", ""), line), classes)


def _declarations(text: str, line: int) -> Styles:
    """The properties in a ``style``."""
    styles: Styles = {}
    for declaration in _without_comments(text).split(";"):
        name, _, value = declaration.partition(":")
        styles.update(_property(name.strip(), value.replace("!important", "").strip(), line))
    return styles


def _without_comments(text: str) -> str:
    first, *others = text.split("/*")
    return " ".join([first, *(other.partition("*/")[2] for other in others)])


def _property(name: str, value: str, line: int) -> Styles:
    """A property, or nothing if it is not one that is drawn."""
    if name in REFUSED and value not in ("none", ""):
        raise not_allowed(line, name)
    if name not in PROPERTIES:
        return {}
    if len(value) > LONGEST or (value != "inherit" and not PROPERTIES[name](value)):
        raise not_understood(line, name, value)
    return {name: value}


def checked(content: bytes) -> str:
    """The SVG text of a picture, written anew. Raises SvgError that says what cannot be drawn, and where."""
    reading = SvgReader()
    reading.read(content)
    root = reading.root
    if root is None:
        raise SvgError("this is not an SVG picture")
    named: dict[str, Element] = {}
    for element in _all(root):
        _dress(element, reading.rules)
        if named.setdefault(element.attributes.get("id", ""), element) is not element:
            element.attributes.pop("id", None)
    _References(named).check(root)
    _measure(root, named)
    names = {name: f"p{number}" for number, name in enumerate(named)}
    text = "".join(_written(root, names, _view_box(root)))
    if len(text) > MOST_LETTERS:
        raise SvgError("this picture is too large with all its styles")
    return text


class _References:
    """Checks the references of elements: only one level deep, so that no drawing is endless."""

    def __init__(self, named: dict[str, Element]) -> None:
        self._named = named

    def check(self, element: Element, inside: str = "") -> None:
        """Check an element and its parts; ``inside`` is "clipPath" within one."""
        for name, value in (*element.attributes.items(), *element.styles.items()):
            if name in PROPERTIES and (match := REFERENCE.fullmatch(value)) is not None:
                self._target(element, f"#{match[1]}", ("clipPath",) if name == "clip-path" else GRADIENTS)
        if _clips(element) and (inside or element.tag == "clipPath"):
            raise not_allowed(element.line, "clip-path")
        if element.tag == "clipPath":
            if inside:
                raise not_allowed(element.line, "<clipPath>")
            inside = element.tag
        if element.tag in GRADIENTS:
            self._check_chain(element)
        if element.tag == "use":
            target = self._target(element, element.attributes.get("href", ""), (*SHAPES, "g"))
            if any(part.tag in ("use", "clipPath") for part in _all(target)) or (
                inside and any(_clips(part) for part in _all(target))
            ):
                raise not_allowed(element.line, "<use>")
        for part in element.parts:
            self.check(part, inside)

    def _check_chain(self, gradient: Element) -> None:
        for _ in range(LONGEST_CHAIN):
            if "href" not in gradient.attributes:
                return
            gradient = self._target(gradient, gradient.attributes["href"], GRADIENTS)
        raise not_allowed(gradient.line, "href")

    def _target(self, element: Element, reference: str, tags: tuple[str, ...]) -> Element:
        target = self._named.get(reference[1:]) if reference[:1] == "#" else None
        if target is None or target.tag not in tags:
            raise SvgError(
                "line {line}: {name} is not a part of this picture that can be used here",
                line=element.line,
                name=quoted(reference),
            )
        return target


def _clips(element: Element) -> bool:
    return any(REFERENCE.match(place.get("clip-path", "")) for place in (element.attributes, element.styles))


def _measure(root: Element, named: dict[str, Element]) -> None:
    """Count what is drawn; what is used again is counted again."""
    elements = points = 0
    for element in _all(root):
        used = named[element.attributes["href"][1:]] if element.tag == "use" else element
        for part in _all(used) if element.tag == "use" else [used]:
            elements += 1
            points += sum(length_of(part.attributes.get(name, ""), MOST_NUMBERS) for name in LONG)
            if elements > MOST_ELEMENTS:
                raise SvgError(
                    "line {line}: more than {most} elements", line=element.line, most=MOST_ELEMENTS
                )
            if points > MOST_NUMBERS:
                raise too_long(element.line)


def _view_box(root: Element) -> str:
    """A square around what the picture shows."""
    given = root.attributes
    box = numbers(given.get("viewBox", "")[:LONGEST])
    if not given.get("viewBox"):
        box = [0.0, 0.0, *(pixels(given.get(name, "")[:LONGEST]) or 0.0 for name in ("width", "height"))]
    if (
        len(box) != 4
        or not all(abs(number) <= LARGEST_BOX for number in box)
        or not all(length >= SMALLEST_BOX for length in box[2:])
    ):
        raise SvgError("line {line}: the picture has no size or is too large", line=root.line)
    left, top, width, height = box
    side = max(width, height)
    return f"{left - (side - width) / 2:.10g} {top - (side - height) / 2:.10g} {side:.10g} {side:.10g}"


def _dress(element: Element, rules: dict[str, Styles]) -> None:
    """Copy the declarations of style sheets for an element into its own style."""
    selectors = [element.tag, *(f".{name}" for name in element.classes)]
    selectors.append(f"#{element.attributes.get('id', '')}")
    own, element.styles = element.styles, {}
    for selector in selectors:
        element.styles.update(rules.get(selector, {}))
    element.styles.update(own)


def _written(element: Element, names: dict[str, str], box: str = "") -> Iterator[str]:
    def renamed(name: str, value: str) -> str:
        if name == "id":
            return names[value]
        if name == "href":
            return f"#{names[value[1:]]}"
        return REFERENCE.sub(lambda match: f"url(#{names[match[1]]})", value)

    attributes = {
        name: renamed(name, value)
        for name, value in element.attributes.items()
        if name not in ("viewBox", "width", "height") or element.tag != "svg"
    }
    if element.tag == "svg":
        attributes = {"xmlns": NAMESPACE, "viewBox": box, **attributes}
    if element.classes:
        attributes["class"] = " ".join(element.classes)
    if element.styles:
        attributes["style"] = ";".join(
            f"{name}:{renamed(name, text)}" for name, text in element.styles.items()
        )
    yield f"<{element.tag}"
    yield from (f' {name}="{value.translate(_ESCAPED)}"' for name, value in attributes.items())
    yield ">" if element.parts else "/>"
    for part in element.parts:
        yield from _written(part, names)
    if element.parts:
        yield f"</{element.tag}>"


def _all(element: Element) -> Iterator[Element]:
    yield element
    for part in element.parts:
        yield from _all(part)
