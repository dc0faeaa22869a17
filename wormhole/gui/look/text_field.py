"""Text fields: a text that is edited, its caret and selection, and how it is drawn; the clipboard."""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

import pygame

from wormhole.base.quoting import printable
from wormhole.base.text_files import text_of
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.look.widget_theme import Paint, inside_corner, rounded_shape

CARET_PAUSE_SECONDS = 0.25
"""How often a window with a text field is updated, so that its caret blinks."""
CARET_REST_SECONDS, CARET_BLINK_SECONDS = 1.6, 0.5
"""How long the caret is shown after it was moved, and then by turns hidden and shown."""
CARET_MARGIN = 2
"""Pixels between the caret and the right edge of a line that scrolls."""
LINE_SPACING = 1.25
"""From one line of a box to the next, relative to the height of a line."""
_WORD = re.compile(r"\w+|[^\w\s]+")


class EditedText:
    """A text of at most `most` characters, with a caret and a selection, which are places between them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.text = ""
        self.caret = 0
        self.anchor = 0
        """The other end of the selection; where the caret is if nothing is selected."""

    @property
    def selection(self) -> tuple[int, int]:
        """The first and the last place of the selection."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        """The text that is selected."""
        start, end = self.selection
        return self.text[start:end]

    def set(self, text: str) -> None:
        """Replace everything; the caret is at the end."""
        self.text = text[: self.most]
        self.select(len(self.text), len(self.text))

    def select(self, anchor: int, caret: int) -> None:
        """Select the text between two places, the second of which gets the caret."""
        self.anchor, self.caret = (min(max(0, place), len(self.text)) for place in (anchor, caret))

    def move(self, place: int, selecting: bool) -> None:
        """Move the caret; the selection ends or, if `selecting`, follows it."""
        self.select(self.anchor if selecting else place, place)

    def insert(self, more: str) -> None:
        """Put text in the place of the selection, as much as there is room for."""
        start, end = self.selection
        more = more[: self.most - len(self.text) + end - start]
        self.text = self.text[:start] + more + self.text[end:]
        self.select(start + len(more), start + len(more))

    def delete(self, place: int) -> None:
        """Delete the selection or, if there is none, the text between the caret and a place."""
        if self.caret == self.anchor:
            self.select(self.caret, place)
        self.insert("")

    def beside(self, step: int, by_word: bool) -> int:
        """The place one character before (-1) or after (1) the caret, or a whole word away."""
        if not by_word:
            return self.caret + step
        words = list(_WORD.finditer(self.text))
        if step < 0:
            return max((word.start() for word in words if word.start() < self.caret), default=0)
        return min((word.end() for word in words if word.end() > self.caret), default=len(self.text))

    def word_at(self, place: int) -> tuple[int, int]:
        """The first and the last place of the word there; the same twice if there is none."""
        words = (word.span() for word in _WORD.finditer(self.text))
        return next(((start, end) for start, end in words if start <= place <= end), (place, place))


class TextField:
    """A field of one line, which scrolls, or a box of several, whose lines break between words."""

    def __init__(
        self,
        text: str,
        most: int,
        placeholder: str = "",
        action: Callable[[str], None] | None = None,
        enter: Callable[[], None] | None = None,
        is_box: bool = False,
    ) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.action = action
        """Called with the text whenever it was changed."""
        self.enter = enter
        """Called when Enter is pressed in it."""
        self.tip: Tip | None = None
        self.is_enabled = True
        self.is_focused = False
        self.is_wrong = False
        """Whether its text is not accepted; its outline says so."""
        self.composition = ""
        """What an input method shows of a text that is not yet chosen."""
        self._edited = EditedText(most)
        self.placeholder = placeholder
        """What an empty field shows."""
        self._is_box = is_box
        self._is_placed = False
        self._rows = [(0, 0)]
        """Where each line of the text begins and ends. A blank at the end of a line belongs to it."""
        self._seconds = 0.0
        """Since the caret was moved."""
        self._scroll = 0
        """How far the text is moved to the left or, in a box, up."""
        self._drawn: tuple[Hashable, pygame.Surface] | None = None
        self._edited.set(printable(text))
        self._reported = self.get_text()
        """The text that the action was called with last."""

    def place(self, look: Look, rect: pygame.Rect) -> None:
        """Fill a rectangle of the window, in this look."""
        self.rect = rect.copy()
        self._is_placed, self._drawn = True, None
        self._words = look.words.labels
        self._text_pixels = look.small
        self._colour = colour = look.theme.colour
        line = mixed(colour.panel_line, colour.muted, 0.3)
        self._paint = Paint(mixed(colour.panel, colour.sky_edge, 0.6), line, colour.ink)
        self._corner, self._border, padding, self.placeholder_left = map(look.scale.pixels, (8, 1, 8, 10))
        self._line_pixels = self._words.height(self._text_pixels)
        self._row_pixels = round(LINE_SPACING * self._line_pixels)
        edge = self._border + inside_corner(self._corner)
        self._view = pygame.Rect((0, 0), rect.size).inflate(-2 * (edge + padding), -2 * (edge + padding))
        """The part of the field that shows text, from the field's corner."""
        if not self._is_box:
            self._view.width += padding
            self._view.height = min(self._line_pixels, rect.height)
            self._view.top = rect.height // 2 - self._view.height // 2
        self._show_caret()

    def close(self) -> None:
        """Let go of what its actions refer to."""
        self.action = self.enter = None

    def report(self) -> None:
        """Call the action if the text is another one."""
        if self.get_text() != self._reported:
            self._reported = self.get_text()
            if self.action is not None:
                self.action(self._reported)

    def get_text(self) -> str:
        """What is in it."""
        return self._edited.text

    def set_text(self, text: str) -> None:
        """Replace its text; the caret is at the end."""
        self._edited.set(printable(text))
        self._show_caret()

    def replace(self, text: str) -> None:
        """Replace its text without calling the action."""
        self.set_text(text)
        self._reported = self.get_text()

    def select(self, start: int, end: int) -> None:
        """Select the characters from `start` to `end`, where the caret is."""
        self._edited.select(start, end)
        self._show_caret()

    @property
    def selected_text(self) -> str:
        """The characters that are selected."""
        return self._edited.selected

    @property
    def caret(self) -> int:
        """How many characters are before the caret."""
        return self._edited.caret

    def focus(self) -> None:
        """Show the caret."""
        self.is_focused = True
        self._show_caret()

    def leave(self) -> None:
        """Show the beginning of the text, without a caret."""
        self.is_focused = False
        self.composition = ""
        self.select(0, 0)

    # Input

    def type(self, text: str) -> None:
        """Insert what was typed, or chosen from an input method."""
        self.composition = ""
        self._edited.insert(text)
        self._show_caret()

    def press_key(self, event: pygame.Event) -> None:
        """Handle a key: it moves the caret, selects, deletes, or is for the clipboard."""
        if self.composition:
            return  # the key is the input method's
        edited = self._edited
        command = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_ALT
        by_word = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT))
        if command and event.key == pygame.K_a:
            edited.select(0, len(edited.text))
        elif command and event.key in (pygame.K_c, pygame.K_x):
            if edited.selected and copy_text(edited.selected) is None and event.key == pygame.K_x:
                edited.insert("")
        elif command and event.key == pygame.K_v:
            edited.insert(printable(" ".join(clipboard_text()[: 2 * edited.most].split())))
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            edited.delete(edited.beside(-1 if event.key == pygame.K_BACKSPACE else 1, by_word))
        else:
            place = self._place_by_key(event, by_word)
            if place is None:
                return
            edited.move(place, bool(event.mod & pygame.KMOD_SHIFT))
        self._show_caret()

    def _place_by_key(self, event: pygame.Event, by_word: bool) -> int | None:
        """Where a key moves the caret; None if it is not such a key."""
        edited, row, (start, end) = self._edited, self._row, self._edited.selection
        first, last = self._ends_of(row)
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            is_left = event.key == pygame.K_LEFT
            if event.mod & pygame.KMOD_META:
                return first if is_left else last
            if start != end and not event.mod & pygame.KMOD_SHIFT and not by_word:
                return start if is_left else end
            return edited.beside(-1 if is_left else 1, by_word)
        if event.key in (pygame.K_HOME, pygame.K_END):
            if by_word:
                return 0 if event.key == pygame.K_HOME else len(edited.text)
            return first if event.key == pygame.K_HOME else last
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            beside = row + (-1 if event.key == pygame.K_UP else 1)
            if 0 <= beside < len(self._rows):
                return self._place_in(beside, self._caret_across)
        return None

    def press(self, pixel: tuple[int, int], is_double: bool, selecting: bool) -> None:
        """Put the caret there; a double press selects the word."""
        place = self._place_at(pixel)
        if is_double:
            self._edited.select(*self._edited.word_at(place))
        else:
            self._edited.move(place, selecting)
        self._show_caret()

    def drag(self, pixel: tuple[int, int]) -> None:
        """Select up to there."""
        if self._place_at(pixel) != self.caret:
            self._edited.move(self._place_at(pixel), selecting=True)
            self._show_caret()

    def blink(self, seconds: float) -> None:
        """Let this time pass for the caret."""
        self._seconds += seconds

    # Where the text is

    @property
    def caret_rect(self) -> pygame.Rect:
        """The caret's place in the window."""
        left, top = self._text_place
        place = left + self._caret_across, top + self._row * self._row_pixels
        return pygame.Rect(place, (1, max(0, self._line_pixels - 2))).move(self.rect.topleft)

    @property
    def _text_place(self) -> tuple[int, int]:
        """Where the text begins, scrolled, from the field's corner."""
        view = self._view
        return (view.left, view.top - self._scroll) if self._is_box else (view.left - self._scroll, view.top)

    def _broken(self) -> list[tuple[int, int]]:
        """The lines of the text."""
        text, width = self._edited.text, self._view.width - 1
        rows, start = [], 0
        while self._is_box and self._width(text[start:]) > width:
            blanks = [place for place in range(start + 1, len(text)) if text[place - 1] == " "]
            end = self._last_fitting(start, blanks, width)
            if end == start:
                end = max(start + 1, self._last_fitting(start, range(start, len(text)), width))
            rows.append((start, end))
            start = end
        return [*rows, (start, len(text))]

    def _last_fitting(self, start: int, places: Sequence[int], width: int) -> int:
        """The last of these places, in order, up to which the text from `start` is within a width."""
        after = bisect_right(places, width, key=lambda place: self._width(self._edited.text[start:place]))
        return places[after - 1] if after else start

    @property
    def _row(self) -> int:
        """The line that the caret is in."""
        return max(0, bisect_right(self._rows, (self.caret, len(self._edited.text))) - 1)

    def _ends_of(self, row: int) -> tuple[int, int]:
        """The first and the last place for the caret in a line: before a blank at its end."""
        start, end = self._rows[row]
        return start, end if row == len(self._rows) - 1 else max(start, end - 1)

    @property
    def _caret_across(self) -> int:
        return self._width(self._edited.text[self._rows[self._row][0] : self.caret])

    def _width(self, text: str) -> int:
        return self._words.width(text, self._text_pixels)

    def _place_at(self, pixel: tuple[int, int]) -> int:
        """The place in the text that is nearest to a pixel of the window."""
        left, top = self._text_place
        row = (pixel[1] - self.rect.top - top) // self._row_pixels
        row = min(max(0, row), len(self._rows) - 1)
        return self._place_in(row, pixel[0] - self.rect.left - left)

    def _place_in(self, row: int, across: int) -> int:
        """The place in a line that is nearest to so many pixels from its left."""
        start, end = self._ends_of(row)
        place = self._last_fitting(start, range(start, end + 1), across)
        left, right = (self._width(self._edited.text[start:each]) for each in (place, place + 1))
        return place if place == end or across - left < right - across else place + 1

    def _show_caret(self) -> None:
        """Show the caret, and scroll until it is in sight; without the focus, show the beginning."""
        self._seconds = 0.0
        if not self._is_placed:
            return
        self._rows = self._broken()
        if self._is_box:
            place, room = self._row * self._row_pixels, self._view.height - self._line_pixels
            whole = (len(self._rows) - 1) * self._row_pixels
        else:
            place, room = self._caret_across, self._view.width - CARET_MARGIN
            whole = self._width(self._edited.text)
        scroll = max(0, min(max(self._scroll, place - room), place, whole - room))
        self._scroll = scroll if self.is_focused else 0

    # The picture

    @property
    def look(self) -> Hashable:
        """What its picture depends on."""
        edited = self._edited
        text = edited.text, edited.selection, self.caret
        return *text, self.composition, self._scroll, self._has_caret, self.is_wrong

    @property
    def _has_caret(self) -> bool:
        """Whether the caret can be seen now."""
        resting = self._seconds - CARET_REST_SECONDS
        return self.is_focused and (resting < 0 or int(resting / CARET_BLINK_SECONDS) % 2 == 1)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it as it is now."""
        look = self.look
        if self._drawn is None or self._drawn[0] != look:
            self._drawn = look, self._picture()
        surface.blit(self._drawn[1], self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _picture(self) -> pygame.Surface:
        words, text = self._words, self._edited.text
        paint, border = self._paint, self._border
        if self.is_wrong:
            paint, border = replace(paint, line=self._colour.alarm), 2 * border
        picture = rounded_shape(self.rect.size, self._corner, border, paint).copy()
        left, top = self._text_place
        picture.set_clip(self._view)
        for row, (start, end) in enumerate(self._rows):
            self._draw_row(picture, (left, top + row * self._row_pixels), start, end)
        picture.set_clip(None)
        if self.composition:
            self._draw_composition(picture)
        elif self._has_caret:
            picture.fill(self._colour.accent, self.caret_rect.move(-self.rect.left, -self.rect.top))
        if not text and not self.composition and self.placeholder:
            faint = words.line(self.placeholder, self._text_pixels, self._colour.muted).premul_alpha()
            place = faint.get_rect(midleft=(self.placeholder_left, self.rect.height // 2))
            picture.blit(faint, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        return picture

    def _draw_row(self, picture: pygame.Surface, place: tuple[int, int], start: int, end: int) -> None:
        """Draw the text from `start` to `end` as a line, with what is selected of it."""
        words, text = self._words, self._edited.text[start:end]
        if not text:
            return
        left, top = place
        lower = 0 if self._is_box else self.rect.height // 2 - words.middle(self._text_pixels) - top

        def write(ink: Colour) -> None:
            line = words.inked(text, self._text_pixels, ink)
            picture.blit(line, (left, top + lower), special_flags=pygame.BLEND_PREMULTIPLIED)

        write(self._paint.ink)
        first, last = (self._width(text[: max(0, each - start)]) for each in self._edited.selection)
        if first < last:
            picture.set_clip(self._view.clip((left + first, top, last - first, self._line_pixels)))
            picture.fill(self._colour.hot)
            write(self._colour.hot_ink)
            picture.set_clip(self._view)

    def _draw_composition(self, picture: pygame.Surface) -> None:
        """Draw what an input method shows, underlined, at the caret."""
        line = self._words.inked(self.composition, self._text_pixels, self._paint.ink)
        place = line.get_rect(topleft=self.caret_rect.move(-self.rect.left, -self.rect.top).topleft)
        place.right = min(place.right, self._view.right)
        picture.fill(self._paint.fill, place)
        picture.blit(line, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        pygame.draw.line(picture, self._colour.accent, place.bottomleft, place.bottomright, self._border)


def copy_text(text: str) -> str | None:
    """Put a text on the clipboard; returns the error, or None."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error as error:
        return str(error)
    return None


def clipboard_text() -> str:
    """The text on the clipboard, or "". Programs may put there what is not UTF-8."""
    try:
        return pygame.scrap.get_text().removeprefix("\ufeff")
    except pygame.error:
        return ""
    except UnicodeDecodeError as error:
        with contextlib.suppress(UnicodeError):
            return text_of(error.object)
        return ""
