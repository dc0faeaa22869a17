"""Which file: pygame_gui's chooser, led by mouse or keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.windows import UIFileDialog

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.keys import Command
from wormhole.gui.layout import Scale
from wormhole.gui.look.widget_theme import widget_theme
from wormhole.gui.screen import Stage

WIDTH_UNITS, HEIGHT_UNITS = 78, 54
CARET_PAUSE_SECONDS = 0.25
SETTLING_SECONDS = 0.5
"""pygame_gui draws what has changed its size roughly at first, and well a little later."""
_STEPS = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class _Chooser(UIFileDialog):
    """pygame_gui's, without hidden files, without its button to delete files, and growing with the window."""

    def update_current_file_list(self, should_try_again: bool = True) -> None:
        """The folder's entries, but for those whose names begin with a dot."""
        super().update_current_file_list(should_try_again)
        self.current_file_list = [entry for entry in self.current_file_list if not entry[0].startswith(".")]

    def arrange(self, scale: Scale) -> None:
        """Path and folder buttons in one row, the list, the two answers."""
        self.draggable = False
        for button in (self.delete_button, self.refresh_button):
            button.hide()
        width, height = self.get_container().get_size()
        side, answer = scale.units(4.5), (scale.units(16), scale.units(5))
        for index, button in enumerate((self.home_button, self.parent_directory_button)):
            button.set_dimensions((side, side))
            button.set_relative_position((index * (side + scale.unit), 0))
        left = 2 * (side + scale.unit)
        self.file_path_text_line.set_dimensions((width - left, side))
        self.file_path_text_line.set_relative_position((left, 0))
        top = side + scale.unit
        foot = height - answer[1]
        self.file_selection_list.set_relative_position((0, top))
        self.file_selection_list.set_dimensions((width, foot - scale.unit - top))
        for index, button in enumerate((self.cancel_button, self.ok_button)):
            button.set_anchors({"left": "left", "right": "left", "top": "top", "bottom": "top"})
            button.set_dimensions(answer)
            button.set_relative_position((width - answer[0] - index * (answer[0] + scale.unit), foot))

    def focus_name(self) -> None:
        """Let the keyboard write the path; a name that was proposed is replaced by what is typed."""
        self.ui_manager.set_focus_set(self.file_path_text_line)
        self._highlight_file_name_for_editing()
        self.file_path_text_line.update(0.0)


class FileDialog(Dialog):
    """Asks for a file with a suffix such as ".pgn"; `action` is called with its path.

    With `new_name` it asks where to write a file that so far is called so; else for one that is there. The
    up and down keys go through the folder, Enter opens it or takes the file.
    """

    def __init__(
        self,
        stage: Stage,
        heading: str,
        suffix: str,
        action: Callable[[Path], None],
        new_name: str | None = None,
    ) -> None:
        super().__init__(stage)
        self.heading = heading
        self._suffix = suffix
        self._action = action
        self._is_new = new_name is not None
        folder = Path(stage.settings.folder or Path.home())
        folder = folder if folder.is_dir() else Path.home()
        self._path = folder / new_name if new_name else folder
        self._now_seconds: float | None = None
        self._is_stale = False

    def inner_units(self) -> tuple[float, float]:
        """Room for a long path and a dozen files."""
        return WIDTH_UNITS, HEIGHT_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """The chooser, and nothing else."""
        look = self.stage.look
        theme = widget_theme(look.theme, look.scale)
        self._ui = pygame_gui.UIManager(self.size, theme, enable_live_theme_updates=False)
        self._chooser = _Chooser(
            inner,
            self._ui,
            self.heading,
            {self._suffix},
            str(self._path),
            allow_existing_files_only=not self._is_new,
        )
        self._chooser.arrange(look.scale)
        self._ui.update(SETTLING_SECONDS)
        self._ui.update(SETTLING_SECONDS)
        self._chooser.ok_button.set_text("Save" if self._is_new else "Open")
        self._chooser.focus_name()
        self._area = inner
        self.upper_layers = (self,)

    # As a layer

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """All of it, after anything that may have changed it."""
        if self._is_stale:
            self._is_stale = False
            return (self._area,)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """The chooser."""
        self._ui.draw_ui(surface)

    # As a screen

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The chooser's own events; Esc or a press beside it leaves it."""
        self._is_stale = True
        if event.type == pygame.KEYDOWN:
            if event.key in _STEPS:
                self._step(_STEPS[event.key])
                return True
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._take(self._typed()):
                return True
            if event.key != pygame.K_ESCAPE:
                self._ui.process_events(event)
                return True
        if event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED:
            if not self._take(Path(event.text)):
                self.stage.refresh_dialog()
            return True
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element is self._chooser.cancel_button:
            self.stage.close_dialog()
            return True
        return self._ui.process_events(event) or super().handle(event, now_seconds)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Keys are letters of a name here."""
        return True

    def update(self, now_seconds: float) -> None:
        """Let the caret blink."""
        passed = 0.0 if self._now_seconds is None else now_seconds - self._now_seconds
        self._now_seconds = now_seconds
        self._ui.update(passed)
        self._is_stale = True

    def wakes_in(self, now_seconds: float) -> float | None:
        """When the caret blinks."""
        return CARET_PAUSE_SECONDS

    def _typed(self) -> Path:
        return Path(self._chooser.file_path_text_line.get_text()).expanduser()

    def _take(self, path: Path) -> bool:
        """Done, if that is a file that may be taken."""
        if path.is_dir() or not path.parent.is_dir() or not (self._is_new or path.is_file()):
            return False
        if self._is_new and not path.suffix:
            path = path.with_suffix(self._suffix)
        self.stage.change_settings(folder=str(path.parent.absolute()))
        self.stage.close_dialog()
        self._action(path)
        return True

    def _step(self, step: int) -> None:
        """To the next entry of the folder, or the one before."""
        names = [entry[0] if isinstance(entry, tuple) else entry for entry in self._chooser.current_file_list]
        if not names:
            return
        typed = self._typed()
        folder = Path(self._chooser.current_directory_path)
        index = names.index(typed.name) + step if typed.parent == folder and typed.name in names else 0
        self._chooser.file_path_text_line.set_text(str(folder / names[index % len(names)]))
