"""Pictures of pieces for the fuzzer: ours, attacks on what draws them, and mixtures of both."""

from __future__ import annotations

import base64
import json
import random
import subprocess
import threading
import zlib

from wormhole import assets
from wormhole.gui.look.picture_trials import CHILD
from wormhole.library.foreign_svg import MOST_BYTES, checked
from wormhole.own_program import child_command

MOST_SECONDS = 10.0
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

SAMPLES = [
    *(path.read_text("utf-8") for path in sorted((assets.sprites() / "pieces").glob("*/*.svg"))),
    *(text for text in ATTACKS.values() if len(text) < 4000),
    document(
        '<defs><style>.a, #b, g {fill:#123;stroke:rgb(1,2,3)}</style><clipPath id="c"><rect width="5" height="9"/>'
        '</clipPath><linearGradient id="l"><stop offset="50%" stop-color="red"/></linearGradient>'
        '<radialGradient id="r" xlink:href="#l" cx="3" fr="1" gradientTransform="matrix(1 0 0 1 2 3)"/></defs>'
        '<g clip-path="url(#c)" transform="translate(1,2) rotate(30 4 4)"><circle id="b" cx="4" cy="4" r="3" '
        'fill="url(#r)"/><use href="#b" x="2" opacity=".5"/><polygon class="a" points="1,1 8,2 3,8"/></g>'
    ),
]


class SvgPieces:
    """Checks pictures, and has what passes drawn by a child with limits of time and memory."""

    def __init__(self) -> None:
        self.drawn = self.refused = 0
        self._child: subprocess.Popen[bytes] | None = None

    def read(self, text: str, dice: random.Random) -> object:
        """Check a picture, in one of several encodings; draw it if it is good."""
        encoding = dice.choice(("utf-8", "utf-8", "utf-8", "utf-16", "utf-8-sig"))
        svg = checked(text.encode(encoding, "replace")[:MOST_BYTES])
        assert checked(svg.encode()) == svg, "what was written is written differently"
        if self._can_be_drawn(svg):
            self.drawn += 1
        else:
            self.refused += 1

    def _can_be_drawn(self, svg: str) -> bool:
        if self._child is None:
            self._child = subprocess.Popen(
                child_command(CHILD), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        end = threading.Timer(MOST_SECONDS, self._child.kill)
        end.start()
        self._child.stdin.write(json.dumps(svg).encode() + b"\n")
        self._child.stdin.flush()
        answer = self._child.stdout.readline()
        end.cancel()
        if not answer:
            status = self._child.wait()
            self._child = None
            raise AssertionError(f"the child that draws ended with {status}")
        return answer == b"true\n"
