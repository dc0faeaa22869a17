"""The dialog that asks for one or several files of a folder, chosen with Shift and Ctrl."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from wormhole.gui.dialogs.file import FileDialog
from wormhole.gui.language import _n
from wormhole.gui.screen import Stage


class FilesDialog(FileDialog):
    """Asks for existing files with a suffix; `action` is called with their paths."""

    has_several = True

    def __init__(
        self, stage: Stage, heading: str, suffix: str, action: Callable[[Sequence[Path]], None]
    ) -> None:
        super().__init__(stage, heading, suffix, lambda path: action([path]))
        self._take_files = action
        self._files: tuple[str, list[Path]] | None = None
        """The text field's content when several files were chosen, and those files."""

    def _choose(self, row: int) -> None:
        """Choose a row; writes the names of all chosen files into the text field."""
        super()._choose(row)
        chosen = [self._entries[index] for index in sorted(self._table.selection.rows)]
        files = [entry.name for entry in chosen if not entry.is_folder]
        self._files = None
        if len(files) > 1:
            self._write(
                _n("{count} file: {names}", "{count} files: {names}", len(files), names=", ".join(files))
            )
            paths = [Path(os.path.join(self._folder, name)) for name in files]
            self._files = (self._line.get_text(), paths)

    def _take(self) -> None:
        """Take the chosen files, or what is named in the text field."""
        if self._files is None or self._files[0] != self._line.get_text():
            super()._take()
            return
        paths = self._files[1]
        self.stage.change_settings(folder=str(paths[0].parent))
        self.stage.close_dialog()
        self._take_files(paths)
