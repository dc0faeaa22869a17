"""Packs bytes into lines of letters that mail programs and messengers leave alone, and finds them again.

Between the words BEGIN WORMHOLE GAME and END WORMHOLE GAME stand the letters of base64. Everything else
there, such as marks of quoting, spaces, dashes and line breaks, does not count. The bytes begin with a
version and a checksum, so that a damaged text is recognised whatever follows.

>>> text = packed(b"moves", "Your turn")
>>> unpacked("Hello! " + text.replace(chr(10), chr(10) + "> "))
[b'moves']
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from textwrap import wrap

from wormhole.base.errors import Message, WormholeError

VERSION = 1
MOST_CHARACTERS = 1_000_000
"""Of a text in which mail is looked for."""
MOST_BLOCKS = 50
"""Mails quote the mails before them."""
LINE = 64
CHECK_BYTES = 4

_BEGIN = re.compile(r"BEGIN\W{1,40}WORMHOLE\W{1,40}GAME\b", re.IGNORECASE)
_END = re.compile(r"END\W{1,40}WORMHOLE\W{1,40}GAME\b", re.IGNORECASE)
_QUOTED = re.compile(r"^[^\S\n]*(?:\w{0,20}>[^\S\n]*)+", re.MULTILINE)
"""What stands before the words of a quoted line: marks, perhaps with the name of who is quoted."""
_OTHERS = re.compile(r"[^A-Za-z0-9+/]")


class MailError(WormholeError):
    """A text by mail is not accepted; the message says why."""


DAMAGED = Message("The text is damaged: letters are missing or changed. Copy all of it again.")


def packed(content: bytes, head: str) -> str:
    """The content as a text, with a line ``head`` above it for people."""
    version = bytes([VERSION])
    letters = base64.b64encode(version + _check(version + content) + content).decode().rstrip("=")
    return "\n".join([head, "[BEGIN WORMHOLE GAME]", *wrap(letters, LINE), "[END WORMHOLE GAME]", ""])


def holds_mail(text: str) -> bool:
    """Whether there is a text by mail in this one, perhaps a part of one."""
    text = text[:MOST_CHARACTERS]
    return _BEGIN.search(text) is not None or _END.search(text) is not None


def unpacked(text: str) -> list[bytes]:
    """What was packed into the texts that this one holds, without those that are damaged if one is sound.

    Raises :class:`MailError` if none is sound.
    """
    found: list[bytes] = []
    trouble: MailError | None = None
    for letters in _blocks(text[:MOST_CHARACTERS]):
        try:
            content = _content(letters)
        except MailError as error:
            trouble = trouble or error
        else:
            found += [] if content in found else [content]
    if not found:
        raise trouble or MailError("The text is cut: its first or its last line is missing. Copy all of it.")
    return found


def _blocks(text: str) -> list[str]:
    """The letters between each beginning and its end. A beginning without an end does not count."""
    text = _QUOTED.sub("", text)
    blocks: list[str] = []
    at = 0
    while len(blocks) < MOST_BLOCKS:
        end = _END.search(text, at)
        if end is None:
            break
        begins = list(_BEGIN.finditer(text, at, end.start()))
        if begins:
            inner = text[begins[-1].end() : end.start()]
            blocks.append(_OTHERS.sub("", inner))
        at = end.end()
    return blocks


def _content(letters: str) -> bytes:
    try:
        data = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    except binascii.Error:
        raise MailError(DAMAGED) from None
    version, check, content = data[:1], data[1 : 1 + CHECK_BYTES], data[1 + CHECK_BYTES :]
    if not content or check != _check(version + content):
        raise MailError(DAMAGED)
    if version[0] > VERSION:
        raise MailError("This text was made by a newer version of the program. Install that version, too.")
    if version[0] != VERSION:
        raise MailError(DAMAGED)
    return content


def _check(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:CHECK_BYTES]
