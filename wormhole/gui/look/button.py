"""pygame_gui's button, which draws only the states that are seen."""

from __future__ import annotations

from pygame_gui.elements import UIButton


class Button(UIButton):
    """A button that is drawn when it is first hovered, pressed, selected or disabled, not before.

    pygame_gui draws all of these states soon after a button appears.
    """

    def rebuild(self) -> None:
        """Draw the button again: its theme or font changed."""
        super().rebuild()
        self._draw_others_later()

    def set_text(self, text: str, *, text_kwargs: dict[str, str] | None = None) -> None:
        """Change the text."""
        super().set_text(text, text_kwargs=text_kwargs)
        self._draw_others_later()

    def _draw_others_later(self) -> None:
        shape = self.drawable_shape
        assert shape is not None
        for waiting in shape.states_to_redraw_queue:
            shape.states[waiting].generated = False
        shape.states_to_redraw_queue.clear()
        if not shape.active_state.generated:
            shape.redraw_state(shape.active_state.state_id)
        shape.clean_up_temp_shapes()
        shape.need_to_clean_up = False
