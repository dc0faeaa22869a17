"""The base of screens with widgets, which are rebuilt each time that they are laid out."""

from __future__ import annotations

from wormhole.gui.look.look import Look
from wormhole.gui.look.widgets import Widgets


class WithWidgets:
    """A screen or a dialog with widgets. They are there once it was laid out."""

    _widgets_laid: Widgets | None = None

    @property
    def has_widgets(self) -> bool:
        """Whether it was laid out."""
        return self._widgets_laid is not None

    @property
    def widgets(self) -> Widgets:
        """The widgets in use."""
        assert self._widgets_laid is not None, "it is laid out before all else"
        return self._widgets_laid

    def _make_widgets(self, look: Look) -> None:
        """Replace the widgets by new ones."""
        self._close_widgets()
        self._widgets_laid = Widgets(look)

    def _close_widgets(self) -> None:
        if self._widgets_laid is not None:
            self._widgets_laid.close()

    def _focus_mark(self) -> tuple[int | None, bool] | None:
        """Which widget has the focus; None before it was laid out."""
        return None if self._widgets_laid is None else self._widgets_laid.focus_mark()
