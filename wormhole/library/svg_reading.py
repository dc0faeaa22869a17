"""Reads the SVG of a piece: its elements, with what is understood of them and the lines where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from wormhole.library.svg_values import ELEMENTS, LEFT_OUT, LONG, LONGEST, PROPERTIES, REFUSED, length_of
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import clipped, printable, quoted

MOST_ELEMENTS = 1000
MOST_DEPTH = 24
MOST_RULES = 500
MOST_NUMBERS = 20_000
"""In all paths and points."""

_SVG, _XLINK = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xlink "
_SELECTOR = re.compile(r"[.#]?[A-Za-z_][\w-]*", re.ASCII)
_CLASS = re.compile(r"[A-Za-z_][\w-]{0,40}", re.ASCII)

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
    """The error for what has no place in a picture."""
    return SvgError(
        "line {line}: {what} cannot be in the picture of a piece", line=line, what=clipped(printable(what))
    )


def too_long(line: int) -> SvgError:
    """The error for more numbers than a picture can have."""
    return SvgError("line {line}: paths of more than {most} numbers", line=line, most=MOST_NUMBERS)


def not_understood(line: int, name: str, value: str) -> SvgError:
    """The error for a value that means nothing."""
    return SvgError("line {line}: {name} cannot be {value}", line=line, name=name, value=quoted(value))


class Reading:
    """What has been read of a document. The parser calls it for each start and end."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.rules: dict[str, Styles] = {}
        """The declarations of a style sheet, by their selectors."""
        self._open: list[Element] = []
        self._sheet: list[str] | None = None
        """The text of a style sheet, while it is being read."""
        self._passed = 0
        """The depth within an element that is passed over."""
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
            raise SvgError(
                "line {line}: more than {most} elements in each other", line=self._line, most=MOST_DEPTH
            )
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
    """An element with what is understood of its attributes; those of drawing programs are left out."""
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
