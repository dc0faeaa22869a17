"""Names that become parts of paths: of games, themes, lessons, languages. A stranger may have given them.

Whoever makes a path from a name calls one of these two functions.
"""

from __future__ import annotations

import hashlib
import re

MOST_BYTES = 100
"""Of a name in UTF-8. Systems take 255, and a file's name has more parts."""

_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\..*)?", re.I
)
"""What Windows takes for devices, whatever follows after a dot."""


def is_file_name(name: str) -> bool:
    """Whether a file or a folder can have this name on every system, in the folder where it is looked for.

    >>> [is_file_name(name) for name in ("my game", "../x", "a\\0", "NUL.toml", "x.")]
    [True, False, False, False, False]
    """
    return (
        0 < len(name) <= MOST_BYTES >= len(name.encode("utf-8", "replace"))
        and name.isprintable()
        and name.strip(" ") == name
        and not name.startswith(".")
        and not name.endswith(".")
        and not _FORBIDDEN.search(name)
        and not _RESERVED.fullmatch(name)
    )


def file_name(name: str) -> str:
    """The name as a part of a path: itself if that is possible, else one like it that no other name has.

    >>> file_name("wormhole"), file_name("/etc/x")
    ('wormhole', 'etc-x-800518de')
    """
    if is_file_name(name):
        return name
    like = "-".join(re.findall(r"[a-z0-9]+", name[:MOST_BYTES].lower()))[: MOST_BYTES // 2]
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{like or 'game'}-{digest}"
