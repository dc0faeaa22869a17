"""Pictures of pieces for the fuzzer: ours, attacks on what draws them, and mixtures of both."""

from __future__ import annotations

import base64
import random
import zlib

from wormhole import assets
from wormhole.gui.look.picture_trials import DrawingChild, answer_lines, can_be_drawn
from wormhole.library.foreign_svg import ELEMENTS, MOST_BYTES, PROPERTIES, SHAPES, checked

GROWN_SHARE = 0.2
"""The share of pictures that are grown, where the others are spoilt."""
TRIED_SHARE = 0.1
"""The share of pictures that are drawn as the program tries them, and not only in a small size."""
CHILD, OTHER_CHILD = "wormhole.gui.look.picture_trials:main", f"{__name__}:draw_small"
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'
_SHAPE = '<path fill="red" stroke="#000" d="M0 0L9 9H3z"/>'


def document(inside: str, attributes: str = "") -> str:
    """A document with this inside."""
    return f"{_HEAD} {attributes}>{inside}</svg>"


def _png(side: int) -> str:
    """A picture of one colour with so many pixels, small as a file and large once it is unpacked."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    head = side.to_bytes(4, "big") * 2 + bytes((1, 0, 0, 0, 0))
    rows = zlib.compress(bytes((side + 7) // 8 + 1) * side, 9)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return base64.b64encode(png).decode()


def _uses(levels: int) -> str:
    """Each group uses the one before it ten times."""
    groups = "".join(
        f'<g id="g{level}">' + f'<use xlink:href="#g{level - 1}"/>' * 10 + "</g>"
        for level in range(1, levels)
    )
    return f'<defs><g id="g0">{_SHAPE}</g>{groups}</defs><use href="#g{levels - 1}"/>'


_ENTITIES = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))

ATTACKS = {
    "deep": document("<g>" * 300 + _SHAPE + "</g>" * 300),
    "deep transforms": document('<g transform="scale(1e6)">' * 20 + _SHAPE + "</g>" * 20),
    "file": document('<image width="9" height="9" href="/dev/zero"/>'),
    "relative file": document('<image width="9" height="9" xlink:href="../../picture.png"/>'),
    "address": document('<image width="9" height="9" href="file:///etc/passwd"/>'),
    "use of a file": document('<use href="/dev/zero#a"/>'),
    "data": document(f'<image width="9" height="9" href="data:image/png;base64,{_png(12_000)}"/>'),
    "svg in data": document('<image href="data:image/svg+xml;utf8,&lt;svg/&gt;"/>'),
    "turbulence": document(
        '<filter id="f"><feTurbulence baseFrequency="9" numOctaves="100000000"/></filter>'
        '<rect width="9" height="9" filter="url(#f)"/>'
    ),
    "filter in a style": document('<rect width="9" height="9" style="filter:blur(99999px)"/>'),
    "entities": f'<!DOCTYPE svg [<!ENTITY e0 "ha">{_ENTITIES}]>{document("<title>&e9;</title>" + _SHAPE)}',
    "default attributes": f'<!DOCTYPE svg [<!ATTLIST g style CDATA "{"a:b;" * 30_000}">]>'
    + document("<g/>" * 900),
    "parameter entity": f'<!DOCTYPE svg [<!ENTITY % e SYSTEM "file:///dev/zero"> %e;]>{document(_SHAPE)}',
    "open comments": document("<style>" + "/*" * 100_000 + "</style>"),
    "open comments in a style": document(f'<g style="{"/*" * 100_000}"/>'),
    "styles of all": document(
        "<style>g{"
        + ";".join(f"{name}:rgb({' ' * 180}1,2,3)" for name in ("fill", "stroke", "color", "stop-color"))
        + "".join(f";{name}:1.{'0' * 190}" for name in ("opacity", "fill-opacity", "stroke-opacity"))
        + "}</style>"
        + "<g/>" * 990
    ),
    "outer entity": f'<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///dev/zero">]>{document("&e;" + _SHAPE)}',
    "outer doctype": f'<!DOCTYPE svg SYSTEM "file:///dev/zero">{document(_SHAPE)}',
    "uses": document(_uses(9)),
    "use of itself": document('<g id="a"><use href="#a"/></g>'),
    "uses in a circle": document('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "two of one name": document(
        f'<g id="a"><use href="#b"/></g><g id="b"><use href="#c"/></g><g id="b">{_SHAPE}</g>'
        f'<g id="c"><use href="#a"/></g>'
    ),
    "pattern": document(
        '<pattern id="p" width="1e-9" height="1e-9"><rect width="9" height="9" fill="url(#p)"/></pattern>'
        '<rect width="9" height="9" fill="url(#p)"/>'
    ),
    "mask": document('<mask id="m"><rect mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>'),
    "clips in a circle": document(
        '<clipPath id="c" clip-path="url(#d)"><rect width="9"/></clipPath>'
        '<clipPath id="d"><rect width="9" clip-path="url(#c)"/></clipPath><g clip-path="url(#c)"/>'
    ),
    "marker": document(
        '<marker id="m"><path d="M0 0h9" marker-start="url(#m)"/></marker>'
        '<path d="M0 0h9" marker-start="url(#m)"/>'
    ),
    "gradients in a circle": document(
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect fill="url(#a)"/>'
    ),
    "dashes": document('<path stroke="red" stroke-dasharray="1e-6" d="M0 0H1e6"/>'),
    "dashes in a style": document('<path style="stroke:red;stroke-dasharray:0.000001" d="M0 0H100000"/>'),
    "dashes in a sheet": document('<style>.a{stroke-dasharray:1e-6}</style><path class="a" d="M0 0H1e5"/>'),
    "large": document(_SHAPE, 'width="1e9" height="1e9"').replace('viewBox="0 0 9 9"', ""),
    "large box": document(_SHAPE).replace("0 0 9 9", "0 0 1e30 1e-30"),
    "many numbers": document(f'<path d="M0 0{"l9 9-9 3" * 25_000}"/>'),
    "many letters": document(f'<path d="M0 0{"z" * 200_000}"/>'),
    "many lines": document(f'<path stroke="red" d="M0 0{"L9 3 1 8 4 0 2 7" * 1_200}"/>'),
    "many elements": document("<g/>" * 50_000),
    "many veils": document(f'<g opacity=".9">{_SHAPE * 2}</g>' * 300),
    "large numbers": document('<path d="M1e38 1e38L-1e38 1e999"/>'),
    "long number": document(f'<path d="M{"9" * 200_000}"/>'),
    "text": document('<text font-family="monospace" x="1e9">' + "a" * 1000 + "</text>"),
    "font": document('<style>@font-face{font-family:a;src:url("file:///dev/zero")}</style>' + _SHAPE),
    "import": document('<style>@import url("/dev/zero");</style>' + _SHAPE),
    "many rules": document("<style>" + "".join(f".a{n}{{fill:red}}" for n in range(9_000)) + "</style>"),
    "selectors": document("<style>" + "g " * 9_000 + "g{fill:red}</style>" + "<g>" * 20 + "</g>" * 20),
    "inclusion": document('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
    "base": document(f'<g xml:base="file:///">{_SHAPE}</g>'),
    "instruction": f'<?xml-stylesheet href="/dev/zero" type="text/css"?>{document(_SHAPE)}',
    "script": document("<script>while(1);</script>"),
    "foreign": document('<foreignObject><iframe src="/dev/zero"/></foreignObject>'),
    "attributes": document("<g " + " ".join(f'a{n}=""' for n in range(20_000)) + "/>"),
    "deep unknown": document('<a:a xmlns:a="b">' * 20_000),
    "nested": document(document(_SHAPE) * 9),
    "nothing": "",
    "no svg": "<html/>",
    "open": "<svg",
}
"""What a stranger could give to end, stop or swell the program, or to read other files."""

OURS = [path.read_text("utf-8") for path in sorted((assets.sprites() / "pieces").glob("*/*.svg"))]
"""The program's pictures of pieces."""
SAMPLES = [
    *OURS[::6],
    *(text for text in ATTACKS.values() if len(text) < 4000),
    document(
        "<defs><style>.a, #b, g {fill:#123;stroke:rgb(1,2,3)}</style>"
        '<clipPath id="c"><rect width="5" height="9"/></clipPath><linearGradient id="l">'
        '<stop offset="50%" stop-color="red"/></linearGradient>'
        '<radialGradient id="r" xlink:href="#l" cx="3" fr="1" gradientTransform="matrix(1 0 0 1 2 3)"/>'
        "</defs>"
        '<g clip-path="url(#c)" transform="translate(1,2) rotate(30 4 4)"><circle id="b" cx="4" cy="4" r="3" '
        'fill="url(#r)"/><use href="#b" x="2" opacity=".5"/><polygon class="a" points="1,1 8,2 3,8"/></g>'
    ),
]


_NUMBERS = (
    "0",
    "1",
    "4.5",
    "9",
    "-3",
    "1e-9",
    "1e4",
    "-1e4",
    "0.001",
    "333.3333",
    "50%",
    "2mm",
    "1e7",
    "nan",
)
_PAINTS = ("red", "#123", "none", "currentColor", "rgb(1,2,3)", "url(#l)", "url(#r)", "url(#c)")
_WORDS = (
    "round",
    "bevel",
    "evenodd",
    "userSpaceOnUse",
    "objectBoundingBox",
    "reflect",
    "stroke",
    "hidden",
    "x",
)
_CHECKS = {name: check for known in (*ELEMENTS.values(), PROPERTIES) for name, check in known.items()}
_DRAWN = ("g", "g", "path", "path", *SHAPES, "use", "defs")
_MARKUP = (*ELEMENTS, "style", "title", "image", "filter", "svg")


def grown(dice: random.Random) -> str:
    """A document that grew at random, out of what is allowed and now and then of what is not."""

    def value(name: str) -> str:
        if name in ("fill", "stroke"):
            return dice.choice(_PAINTS if dice.random() < 0.01 else _PAINTS[:-1])
        if name in ("color", "stop-color"):
            return dice.choice(_PAINTS[:5])
        if name in ("d", "points"):
            letters = "MLHVCSQTAZmlhvcsqtaz" if name == "d" else " "
            count = dice.choice((1, 3, 9, 40, 400))
            return "M1 1" * (name == "d") + " ".join(
                dice.choice(letters) + " ".join(dice.choices(_NUMBERS[:10], k=dice.randrange(8)))
                for _ in range(count)
            )
        if name in ("transform", "gradientTransform"):
            kind = dice.choice(("matrix", "scale", "rotate", "skewX", "translate"))
            return f"{kind}({' '.join(dice.choices(_NUMBERS[:10], k=6 if kind == 'matrix' else 1))})"
        if name in ("href", "clip-path", "id"):
            word = dice.choice("abclr")
            if dice.random() < 0.98:
                word = {"href": dice.choice("ab"), "clip-path": "c", "id": dice.choice("xyz")}[name]
            return {"href": f"#{word}", "clip-path": f"url(#{word})", "id": word}[name]
        good = [text for text in (*_NUMBERS, *_WORDS) if _CHECKS.get(name, bool)(text)]
        return dice.choice(good if dice.random() < 0.999 else _NUMBERS)

    def element(depth: int) -> str:
        tag = dice.choice(_MARKUP if dice.random() < 0.01 else _DRAWN)
        known = ELEMENTS.get(tag, {})
        names = dice.sample((*known, *PROPERTIES, "id", "class"), k=dice.randrange(6))
        if tag in ("path", "polygon", "polyline", "use"):
            names.append({"path": "d", "use": "href"}.get(tag, "points"))
        given = "".join(f' {name}="{value(name)}"' for name in dict.fromkeys(names))
        parts = "".join(element(depth - 1) for _ in range(dice.randrange(4))) if depth else ""
        return f"<{tag}{given}>{parts}</{tag}>"

    defined = (
        f'<defs><path id="a" d="{value("d")}"/><g id="b">{_SHAPE}</g>'
        '<clipPath id="c"><use href="#a"/></clipPath>'
        '<linearGradient id="l"><stop offset="0"/><stop offset="1" stop-color="red"/></linearGradient>'
        f'<radialGradient id="r" href="#l" r="{value("r")}" fr="{value("fr")}"/></defs>'
    )
    return document(
        defined + "".join(element(dice.choice((0, 1, 2, 8))) for _ in range(dice.randrange(1, 6)))
    )


class SvgPieces:
    """Checks pictures, and has what passes drawn by children with limits of time and memory."""

    def __init__(self) -> None:
        self._children: dict[str, DrawingChild] = {}

    def read(self, text: str, dice: random.Random) -> bool:
        """Check a picture, or one that grew at random, in some encoding; whether it can be drawn then."""
        if dice.random() < GROWN_SHARE:
            text = grown(dice)
        encoding = dice.choice(("utf-8", "utf-8", "utf-8", "utf-16", "utf-8-sig"))
        svg = checked(text.encode(encoding, "replace")[:MOST_BYTES])
        assert checked(svg.encode()) == svg, "what was written is written differently"
        if dice.random() < TRIED_SHARE:
            return self._is_drawn(svg, CHILD) is True
        is_drawn = self._is_drawn(svg, OTHER_CHILD)
        assert is_drawn is not None or not self._is_drawn(svg, CHILD), "what was tried ends the program"
        return is_drawn is True

    def _is_drawn(self, svg: str, function: str) -> bool | None:
        """Whether a child draws it; None if the child has ended."""
        if function not in self._children:
            self._children[function] = DrawingChild(function)
        answer = self._children[function].can_draw(svg)
        if answer is None:
            self._children.pop(function).close()
        return answer


def draw_small() -> None:
    """The program of a child that draws each picture in some size of the window's."""
    dice = random.Random(1)
    answer_lines(lambda svg: can_be_drawn(svg, {dice.randrange(12, 200): 1.0}))
