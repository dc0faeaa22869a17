"""Which file: pygame_gui's chooser, led by mouse or keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.windows import UIFileDialog

from wormhole.gui.keys import Command
from wormhole.gui.layers import Layer
from wormhole.gui.screen import Stage
from wormhole.gui.widget_theme import widget_theme

WIDTH_UNITS, HEIGHT_UNITS = 84, 62
CARET_PAUSE_SECONDS = 0.25
_STEPS = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class FileDialog:
    """Asks for a file with a suffix such as ".pgn"; `action` is called with its path.

    With `new_name` it asks where to write a file that so far is called so; else for one that is there. The
    up and down keys go through the folder, Enter opens it or takes the file.
    """

    layers: Sequence[Layer] = ()

    def __init__(
        self,
        stage: Stage,
        heading: str,
        suffix: str,
        action: Callable[[Path], None],
        new_name: str | None = None,
    ) -> None:
        self._stage = stage
        self._heading = heading
        self._suffix = suffix
        self._action = action
        self._is_new = new_name is not None
        folder = Path(stage.settings.folder or Path.home())
        folder = folder if folder.is_dir() else Path.home()
        self._path = folder / new_name if new_name else folder
        self._now_seconds: float | None = None
        self._is_stale = False
        self._rect = pygame.Rect(0, 0, 0, 0)

    def place(self, size: tuple[int, int]) -> None:
        """In the middle of the window, no larger than it."""
        look = self._stage.look
        scale = look.scale
        self._rect = pygame.Rect(
            0,
            0,
            min(scale.units(WIDTH_UNITS), size[0] - 2 * scale.unit),
            min(scale.units(HEIGHT_UNITS), size[1] - 2 * scale.unit),
        )
        self._rect.center = (size[0] // 2, size[1] // 2)
        self._ui = pygame_gui.UIManager(
            size, widget_theme(look.theme, scale), enable_live_theme_updates=False
        )
        self._chooser = UIFileDialog(
            self._rect,
            self._ui,
            self._heading,
            {self._suffix},
            str(self._path),
            allow_existing_files_only=not self._is_new,
            always_on_top=True,
        )
        self._chooser.delete_button.hide()
        self._chooser.draggable = False
        self._chooser.file_path_text_line.focus()
        self._ui.set_focus_set(self._chooser.file_path_text_line)
        self._ui.update(0.0)
        self.layers = (self,)

    # As a layer

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """All of it, after anything that may have changed it."""
        if self._is_stale:
            self._is_stale = False
            return (self._rect.inflate(4, 4),)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """The chooser."""
        self._ui.draw_ui(surface)

    # As a screen

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The chooser's own events; Esc or a press beside it leaves it."""
        self._is_stale = True
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self._stage.close_dialog()
                return True
            if event.key in _STEPS:
                self._step(_STEPS[event.key])
                return True
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._take(self._typed()):
                return True
        if event.type == pygame.MOUSEBUTTONDOWN and not self._rect.collidepoint(event.pos):
            self._stage.close_dialog()
            return True
        if event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED:
            self._take(Path(event.text))
            return True
        self._ui.process_events(event)
        if event.type == pygame_gui.UI_WINDOW_CLOSE:
            self._stage.close_dialog()
        return True

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

    def close(self) -> None:
        """Nothing to leave behind."""

    def _typed(self) -> Path:
        return Path(self._chooser.file_path_text_line.get_text()).expanduser()

    def _take(self, path: Path) -> bool:
        """Done, if that is a file that may be taken."""
        if path.is_dir() or not path.parent.is_dir() or not (self._is_new or path.is_file()):
            return False
        if self._is_new and not path.suffix:
            path = path.with_suffix(self._suffix)
        self._stage.change_settings(folder=str(path.parent.absolute()))
        self._stage.close_dialog()
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
