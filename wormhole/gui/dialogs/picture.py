"""The dialog that makes a picture of the position or the game: what, how, and a preview of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.language import N_, _, _n, named, number
from wormhole.gui.layout import row
from wormhole.gui.look.board_style import Coordinates
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.pictures.board_picture import PictureStyle, picture_size
from wormhole.gui.pictures.files import ANIMATED, STILL, Kind, PictureJob
from wormhole.gui.pictures.preview import Preview
from wormhole.gui.pictures.reel import END_SECONDS, Pace, Reel
from wormhole.gui.pictures.saving import save_picture
from wormhole.gui.screen import Stage
from wormhole.library.settings import PICTURE_SECONDS, PICTURE_SIZES

WIDTH_UNITS = 92
ROW_UNITS, ROW_GAP_UNITS, LABEL_UNITS, BUTTON_UNITS = 4.5, 0.75, 15.5, 6
PREVIEW_UNITS, NARROW_PREVIEW_UNITS, WORDS_UNITS = 32, 18, 6
WHATS = ((False, N_("This position")), (True, N_("This game")))
KINDS = ((Kind.PNG, "PNG"), (Kind.SVG, "SVG"), (Kind.GIF, "GIF"), (Kind.WEBP, "WebP"))
MOTIONS = ((True, N_("On")), (False, N_("Off")))
COORDINATES = (
    (Coordinates.AROUND, N_("Beside")),
    (Coordinates.INSIDE, N_("Inside")),
    (Coordinates.OFF, N_("None")),
)
SIDES = ((False, N_("White")), (True, N_("Black")))
LABELS = (
    *(N_("Picture of"), N_("File"), N_("Longer side"), N_("Seconds a move"), N_("Motion")),
    *(N_("Coordinates"), N_("Below"), N_("Marks")),
)


@dataclass(frozen=True)
class Subject:
    """What a picture can be of: a position, and the game that it is from, if there is one."""

    position: Reel
    game: Reel | None = None
    flipped: bool = False


class PictureDialog(Dialog):
    """Asks what to make a picture of, and how; the preview shows it at once."""

    heading = N_("Save a picture")

    def __init__(self, stage: Stage, subject: Subject) -> None:
        super().__init__(stage)
        self._subject = subject
        self._kinds = {False: Kind.PNG, True: Kind.WEBP}
        """The kind of file chosen last for a position and for a game."""
        self._is_game = False
        settings, board_style = stage.settings, stage.look.board_style
        self._style = PictureStyle(
            settings.picture_size, subject.flipped, board_style.coordinates, board_style.last_move
        )
        self._pace = Pace(settings.picture_seconds, settings.picture_motion)

    def inner_units(self) -> tuple[float, float]:
        """The size of the rows and the buttons."""
        rows = len(LABELS) * (ROW_UNITS + ROW_GAP_UNITS) - ROW_GAP_UNITS
        return WIDTH_UNITS, rows + 2 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the preview at the left, a row for each choice at the right, the buttons below."""
        look = self.stage.look
        scale = look.scale
        buttons = pygame.Rect(inner.left, 0, inner.width, scale.units(BUTTON_UNITS))
        buttons.bottom = inner.bottom
        height = buttons.top - scale.units(2) - inner.top
        widest = scale.units(NARROW_PREVIEW_UNITS if self.is_narrow else PREVIEW_UNITS)
        left = pygame.Rect(inner.left, inner.top, min(widest, inner.width * 2 // 5), height)
        right = pygame.Rect(left.right + scale.units(2.5), inner.top, 0, height)
        right.width = inner.right - right.left
        words = pygame.Rect(left.left, 0, left.width, scale.units(WORDS_UNITS))
        words.bottom = left.bottom
        self._words = Hint(look, words, look.small)
        board = pygame.Rect(left.left, left.top, left.width, words.top - left.top - scale.unit)
        self._preview = Preview(look, board)
        self.upper_layers = (self._words, self._preview)
        self._make_rows(right)
        save, cancel = row(buttons, 2, scale.unit)
        self.widgets.focus(self.widgets.button(save, _("Save…"), self._save, PRIMARY))
        self.widgets.button(cancel, _("Cancel"), self.stage.close_dialog)
        self._show()

    def update(self, now_seconds: float) -> None:
        """Let the preview go on."""
        self._preview.update(now_seconds)

    def wakes_in(self, now_seconds: float) -> float | None:
        """When the preview goes on."""
        return self._preview.wakes_in(now_seconds)

    def close(self) -> None:
        """Release the widgets and the preview."""
        super().close()
        self._preview.close()

    def _make_rows(self, area: pygame.Rect) -> None:
        look, scale = self.stage.look, self.stage.look.scale
        pitch = min(scale.units(ROW_UNITS + ROW_GAP_UNITS), area.height // len(LABELS))
        height = pitch - scale.units(ROW_GAP_UNITS)
        fields = []
        for index, label in enumerate(LABELS):
            line = pygame.Rect(area.left, area.top + index * pitch, scale.units(LABEL_UNITS), height)
            self.write(_(label), line, look.theme.colour.muted)
            fields.append(pygame.Rect(line.right, line.top, area.right - line.right, height))
        gap, widgets = scale.unit // 2, self.widgets

        def cells(index: int, count: int) -> tuple[pygame.Rect, ...]:
            return row(fields[index], count, gap)

        style = self._style
        self._what = Choice(widgets, cells(0, 2), named(WHATS), self._is_game, self._set_what)
        self._file = Choice(widgets, cells(1, 4), KINDS, self._kind, self._set_kind)
        sizes = [(size, number(size)) for size in PICTURE_SIZES]
        Choice(widgets, cells(2, len(sizes)), sizes, style.size, self._set_size)
        paces = [(pace, number(pace, 1)) for pace in PICTURE_SECONDS]
        self._paces = Choice(widgets, cells(3, len(paces)), paces, self._pace.seconds, self._set_seconds)
        self._motions = Choice(widgets, cells(4, 2), named(MOTIONS), self._pace.has_motion, self._set_motion)
        Choice(
            widgets,
            cells(5, 3),
            named(COORDINATES),
            style.coordinates,
            lambda coordinates: self._restyle(coordinates=coordinates),
        )
        sides = named(SIDES)
        Choice(widgets, cells(6, 2), sides, style.flipped, lambda flipped: self._restyle(flipped=flipped))
        Choice(
            widgets,
            cells(7, 2),
            named(MOTIONS),
            style.shapes,
            lambda on: self._restyle(shapes=on, last_move=on),
        )
        self._what.enable(self._subject.game is not None)

    @property
    def _kind(self) -> Kind:
        return self._kinds[self._is_game]

    @property
    def _reel(self) -> Reel:
        game = self._subject.game
        return game if game is not None and self._is_game else self._subject.position

    def _set_what(self, is_game: bool) -> None:
        self._is_game = is_game
        self._show()

    def _set_kind(self, kind: Kind) -> None:
        self._kinds[self._is_game] = kind
        self._show()

    def _set_size(self, size: int) -> None:
        self.stage.change_settings(picture_size=size)
        self._restyle(size=size)

    def _set_seconds(self, seconds: float) -> None:
        self.stage.change_settings(picture_seconds=seconds)
        self._pace = replace(self._pace, seconds=seconds)
        self._show()

    def _set_motion(self, has_motion: bool) -> None:
        self.stage.change_settings(picture_motion=has_motion)
        self._pace = replace(self._pace, has_motion=has_motion)
        self._show()

    def _restyle(self, **changes: Any) -> None:
        self._style = replace(self._style, **changes)
        self._show()

    def _show(self) -> None:
        """Show what is chosen: in the preview, in words, and which choices there are."""
        self._preview.show(self._reel, self._style, self._pace if self._is_game else None, self.stage.motion)
        self._words.show(self._said())
        for kinds, can in ((STILL, not self._is_game), (ANIMATED, self._is_game)):
            self._file.enable(can, kinds)
        self._file.show(self._kind)
        self._paces.enable(self._is_game)
        self._paces.show(self._pace.seconds)
        self._motions.enable(self._is_game)
        self._motions.show(self._pace.has_motion)

    def _said(self) -> str:
        width, height = picture_size(self._reel.start.variant.geometry, self._style)
        size = _("{width} by {height} pixels").format(width=number(width), height=number(height))
        if not self._is_game:
            return size
        moves = len(self._reel.moves)
        seconds = round(moves * self._pace.seconds + END_SECONDS)
        plies = _n("{count} ply", "{count} plies", moves)
        return f"{size} · {plies} · " + _n("about {count} second", "about {count} seconds", seconds)

    def _save(self) -> None:
        theme, sprites = self.stage.look.theme, self.stage.look.sprites
        job = PictureJob(self._reel, self._kind, theme, sprites.art, self._style, self._pace)
        self.stage.close_dialog()
        save_picture(self.stage, job)
