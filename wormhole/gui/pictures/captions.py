"""The words below the moves in pictures of games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.board.hands import Places
from wormhole.gui.languages.language import _
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.sprites import Art
from wormhole.gui.look.theme import Theme
from wormhole.gui.pictures.reel import BoardPicture, Frame, PictureStyle, Reel
from wormhole.library.record import GameNode
from wormhole.pages.game_page import game_about, game_title
from wormhole.play.move_words import move_words

if TYPE_CHECKING:
    from wormhole import Geometry

ELLIPSIS = "…"
LEAST_LETTERS, LETTERS_IN_SIZE = 11, 30
"""The height of letters: in pixels at least, and how many of them make the longer side of the board."""


def with_captions(node: GameNode) -> Reel:
    """The line through a node as a film with words: the players above, the moves and comments below."""
    return replace(Reel.through(node), captions=captions_of(node), heading=game_title(node.game(), _))


def captions_of(node: GameNode) -> tuple[str, ...]:
    """The words at the start, and of each move of the line through a node, with the comment on it."""
    game = node.game()
    game.find_sans()
    line = [*node.line(), *node.mainline()]
    return (game_about(game, _), *(_caption(each) for each in line))


def _caption(node: GameNode) -> str:
    comment = " ".join(node.words.split())
    return f"{move_words(node)} · {comment}" if comment else move_words(node)


def fitted(words: str, font: pygame.Font, width: int) -> str:
    """The words, shortened at their end until they fit."""
    if font.size(words)[0] <= width:
        return words
    least, most = 0, len(words)
    while least < most:
        middle = (least + most + 1) // 2
        if font.size(words[:middle].rstrip() + ELLIPSIS)[0] <= width:
            least = middle
        else:
            most = middle - 1
    return words[:least].rstrip() + ELLIPSIS


class CaptionedPicture(BoardPicture):
    """Paints a board with the heading of a reel above it, and the caption of each move below it.

    A caption has two lines at most.
    """

    def __init__(
        self, theme: Theme, art: Art, geometry: Geometry, style: PictureStyle, hands: Places, reel: Reel
    ) -> None:
        super().__init__(theme, art, geometry, style, hands)
        self._reel, self._ply = reel, -1
        lettering = Lettering()
        pixels = max(LEAST_LETTERS, style.size // LETTERS_IN_SIZE)
        self._bold, self._font = lettering.font(pixels, bold=True), lettering.font(pixels)
        self._strip = 2 * pixels
        width, height = self.rect.size
        self._whole = pygame.Surface((width, height + 3 * self._strip), depth=32)

    def paint_frame(self, frame: Frame) -> pygame.Surface:
        """The board and the words. The next call paints over it."""
        if frame.ply != self._ply:
            self._ply = frame.ply
            self._write()
        self._whole.blit(self.paint(frame.state, frame.now_seconds), (0, self._strip))
        return self._whole

    def _write(self) -> None:
        """Write the heading and the caption."""
        colour = self.theme.colour
        self._whole.fill(colour.sky_middle)
        left = self._strip // 4
        width = self._whole.get_width() - 2 * left
        below = self._strip + self.rect.height
        rows = [(self._reel.heading, self._bold, 0)]
        first, second = _in_two(self._reel.captions[self._ply], self._font, width)
        rows += [(first, self._font, below), (second, self._font, below + round(0.75 * self._strip))]
        for words, font, top in rows:
            text = font.render(fitted(words, font, width), True, colour.ink)
            self._whole.blit(text, (left, top + (self._strip - text.get_height()) // 2))


def _in_two(words: str, font: pygame.Font, width: int) -> tuple[str, str]:
    """The words that fit on the first line, and the rest."""
    parts = words.split(" ")
    count = len(parts)
    while count > 1 and font.size(" ".join(parts[:count]))[0] > width:
        count -= 1
    return " ".join(parts[:count]), " ".join(parts[count:])
