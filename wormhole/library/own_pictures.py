"""The pictures of a game's pieces: the program's own, those beside the game's file, or letters."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from wormhole import assets
from wormhole.base.errors import Message, VariantError, WormholeError, joined, reason_of
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import read_bytes
from wormhole.rules.variant import Variant

MOST_LETTERS = 1 << 20
"""The limit of all pictures of a game; after it no more are read."""
MOST_TOLD = 3
"""The most unusable pictures that a message names."""

_MARK = '<svg data-piece="{}"'
_MARKED = re.compile(r'<svg data-piece="(.)"')


def with_pictures(game: Variant, folder: Path) -> tuple[Variant, Message | None]:
    """The game with its pieces' pictures looked up in ``folder``, then among the program's own.

    A picture in ``folder`` is read and checked: the piece's ``sprite`` becomes SVG text in which only what
    was checked is left. A piece without a picture, or with one that cannot be used, keeps its letter; a
    message tells of the latter. Raises VariantError for a picture that is missing, or not in the folder.
    """
    piece_types = dict(game.piece_types)
    complaints: list[Message] = []
    size = 0
    for letter, piece_type in game.piece_types.items():
        stem = piece_type.sprite.removesuffix(".svg")
        path = _inside(folder, f"{stem}.svg")
        if path is not None:
            sprite, trouble = _picture(letter, path, is_read=size <= MOST_LETTERS)
            size += len(sprite)
            piece_types[letter] = replace(piece_type, sprite=sprite)
            if trouble is not None:
                complaints.append(trouble)
        elif stem in assets.piece_pictures():
            piece_types[letter] = replace(piece_type, sprite=stem)
        elif stem != letter:
            raise VariantError(
                "{game}: pieces.{letter}.sprite: the program has no picture {stem}, and there is none "
                "beside the game's file",
                game=game.name,
                letter=letter,
                stem=shown_path(stem + ".svg"),
            )
    return replace(game, piece_types=piece_types), joined(complaints[:MOST_TOLD])


def with_kept_pictures(game: Variant, pictures: Mapping[str, str]) -> tuple[Variant, Message | None]:
    """The game with pictures that were kept with its definition, by the letters of their pieces.

    A picture may come from a stranger, so it is checked. A piece without one has the program's picture, or
    its letter.
    """
    from wormhole.library import foreign_svg

    piece_types, complaints, size = dict(game.piece_types), list[Message](), 0
    for letter, piece_type in game.piece_types.items():
        sprite = piece_type.sprite.removesuffix(".svg")
        kept = pictures.get(letter)
        size += len(kept or "")
        if kept is not None and size <= MOST_LETTERS:
            try:
                sprite = marked(foreign_svg.checked(kept.encode()), letter)
            except WormholeError as error:
                complaints.append(
                    Message("The picture {name} is ignored: {trouble}.", name=letter, trouble=error.message)
                )
                sprite = letter
        elif sprite not in assets.piece_pictures():
            sprite = letter
        piece_types[letter] = replace(piece_type, sprite=sprite)
    return replace(game, piece_types=piece_types), joined(complaints[:MOST_TOLD])


def kept_pictures(game: Variant) -> dict[str, str]:
    """The user's own pictures of a game as SVG text, by the letters of their pieces."""
    return {
        letter: piece.sprite.replace(_MARK.format(letter), "<svg", 1)
        for letter, piece in game.piece_types.items()
        if letter_of(piece.sprite) is not None
    }


def marked(svg: str, letter: str) -> str:
    """A checked picture as the ``sprite`` of a piece."""
    return svg.replace("<svg", _MARK.format(letter), 1)


def letter_of(sprite: str) -> str | None:
    """The letter of the piece whose ``sprite`` is SVG text; None for one that has a name."""
    match = _MARKED.match(sprite)
    return None if match is None else match[1]


def _inside(folder: Path, name: str) -> str | None:
    """The path of something in a folder, or below it; None if it is not there."""
    # os.path accepts every text, while Path raises errors for some.
    try:
        place = os.path.realpath(folder)
        path = os.path.realpath(os.path.join(place, name))
        is_inside = os.path.commonpath([place, path]) == place
    except ValueError:
        return None
    return path if is_inside and os.path.lexists(path) and not os.path.isdir(path) else None


def _picture(letter: str, path: str, is_read: bool) -> tuple[str, Message | None]:
    """The picture as text, or else the letter and what is wrong with the file."""
    from wormhole.library import foreign_svg  # most users do not need it for the first picture

    trouble: Message
    try:
        if is_read:
            text = foreign_svg.checked(read_bytes(path, foreign_svg.MOST_BYTES))
            return marked(text, letter), None
        trouble = Message("the pictures of this game are together larger than 1 MB")
    except OSError as error:
        trouble = reason_of(error)
    except WormholeError as error:
        trouble = error.message
    return letter, Message(
        "The picture {name} is ignored: {trouble}.",
        name=shown_path(os.path.basename(path)),
        trouble=trouble,
    )
