"""The drafts of one visit to the editor: the present one, those to undo and those to redo. Pure."""

from __future__ import annotations

from wormhole.gui.editor.draft import Draft


class Session:
    """A draft with its history. Edits between `begin` and the next one are undone together."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._before: list[Draft] = []
        self._after: list[Draft] = []
        self._is_joined = False

    def begin(self) -> None:
        """Begin a stroke: the edits from here are one step for undo."""
        self._is_joined = False

    def change(self, draft: Draft) -> None:
        """Go on with another draft."""
        if draft == self.draft:
            return
        if not self._is_joined:
            self._is_joined = True
            self._before.append(self.draft)
        self._after.clear()
        self.draft = draft

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        if self._before:
            self._after.append(self.draft)
            self.draft = self._before.pop()
        self.begin()

    def redo(self) -> None:
        """Do again what was taken back last, if anything was."""
        if self._after:
            self._before.append(self.draft)
            self.draft = self._after.pop()
        self.begin()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._after)
