"""Checks the SVG of a piece that may come from a stranger, and writes it anew with what was understood.

What a picture of a chess piece needs is allowed: shapes, groups, gradients, areas that clip, styles, and
parts that are used again. Nothing refers to other files, and nothing is nested without end. What comes out
has only names, numbers and words that were checked, whatever went in.
"""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.library.svg_reading import (
    MOST_ELEMENTS,
    MOST_NUMBERS,
    Element,
    Reading,
    Styles,
    SvgError,
    not_allowed,
    too_long,
)
from wormhole.library.svg_values import (
    GRADIENTS,
    LONG,
    LONGEST,
    PROPERTIES,
    REFERENCE,
    SHAPES,
    length_of,
    numbers,
    pixels,
)
from wormhole.rules.quoting import quoted

NAMESPACE = "http://www.w3.org/2000/svg"
MOST_BYTES = 256 << 10
MOST_LETTERS = 1 << 20
"""Of the text that is written, with the styles of each element."""
LONGEST_CHAIN = 5
"""Of gradients that take their colours from each other."""
LARGEST_BOX, SMALLEST_BOX = 1e5, 1e-2

_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", '"': "&quot;"})


def checked(content: bytes) -> str:
    """The SVG text of a picture, written anew. Raises SvgError that says what cannot be drawn, and where."""
    reading = Reading()
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
    """Checks where elements refer to others: only once deep, so that nothing can be drawn without end."""

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
        raise SvgError("line {line}: the picture has no size, or one that is too large", line=root.line)
    left, top, width, height = box
    side = max(width, height)
    return f"{left - (side - width) / 2:.10g} {top - (side - height) / 2:.10g} {side:.10g} {side:.10g}"


def _dress(element: Element, rules: dict[str, Styles]) -> None:
    """Put what style sheets say of an element into its own style."""
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
