"""The dialog for settings: sound, motion, full screen, pondering."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.language import N_, _, named
from wormhole.gui.layout import row
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screen import Stage

ROW_UNITS = 5.5
GAP_UNITS = 1.5
LABEL_UNITS = 22
LABELS = (N_("Sound"), N_("Volume"), N_("Motion"), N_("Full screen"), N_("Think on your time"))
ON_OFF = ((True, N_("On")), (False, N_("Off")))


class SettingsDialog(Dialog):
    """Each change takes effect and is saved at once."""

    heading = N_("Settings")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._shown = stage.settings

    def inner_units(self) -> tuple[float, float]:
        """The size of the rows and a button."""
        return 54, len(LABELS) * (ROW_UNITS + GAP_UNITS) - GAP_UNITS + 3 + 6

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out a row for each setting."""
        look, settings = self.stage.look, self.stage.settings
        scale, change = look.scale, self.stage.change_settings
        step = scale.units(ROW_UNITS) + scale.units(GAP_UNITS)
        rows = [
            pygame.Rect(inner.left, inner.top + index * step, inner.width, scale.units(ROW_UNITS))
            for index in range(len(LABELS))
        ]
        for place, text in zip(rows, LABELS, strict=True):
            self.write(_(text), place, pixels=look.body)
        places = [
            pygame.Rect(place.left + scale.units(LABEL_UNITS), place.top, place.width, place.height)
            for place in rows
        ]
        for place in places:
            place.width -= scale.units(LABEL_UNITS)
        cells = [row(place, len(ON_OFF), scale.unit) for place in places]
        self._sound = Choice(
            self.widgets, cells[0], named(ON_OFF), not settings.muted, lambda on: change(muted=not on)
        )
        groove = places[1].inflate(0, -scale.units(2.5))
        self._volume = self.widgets.slider(groove, settings.volume, self._set_volume)
        self._motion = Choice(
            self.widgets, cells[2], named(ON_OFF), settings.motion, lambda on: change(motion=on)
        )
        self._full_screen = Choice(
            self.widgets, cells[3], named(ON_OFF), settings.full_screen, lambda on: change(full_screen=on)
        )
        self._ponders = Choice(
            self.widgets, cells[4], named(ON_OFF), settings.ponders, lambda on: change(ponders=on)
        )
        height = scale.units(6)
        done = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        self.widgets.focus(self.widgets.button(done, _("Done"), self.stage.close_dialog, PRIMARY))

    def update(self, now_seconds: float) -> None:
        """Show settings that were changed by keys meanwhile."""
        settings = self.stage.settings
        if settings != self._shown:
            self._shown = settings
            self._sound.show(not settings.muted)
            self._motion.show(settings.motion)
            self._full_screen.show(settings.full_screen)
            self._ponders.show(settings.ponders)
            if abs(self._volume.get_current_value() - settings.volume) > 0.01:
                self.widgets.set_slider(self._volume, settings.volume)

    def _set_volume(self, volume: float) -> None:
        self.stage.change_settings(volume=round(volume, 2), muted=False)
        self.stage.play_sound("move")
