"""The base of dialogs in which work is entered: names, a comment. No slip of mouse or keyboard loses it."""

from __future__ import annotations

from abc import abstractmethod

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.languages.language import _
from wormhole.gui.look.widgets import Action


class WithEntries(Dialog):
    """A dialog that is left only after a question, if something was entered."""

    @property
    @abstractmethod
    def has_entries(self) -> bool:
        """Whether something was entered that would be lost if it closed."""

    def leave(self, go: Action) -> None:
        """Call `go`; ask first if something was entered."""
        if not self.has_entries:
            go()
            return
        heading, loss = _("Discard your entries?"), _("What you entered would be lost.")
        self.stage.open(QuestionDialog(self.stage, heading, loss, _("Discard"), go))
