"""Scenes of the gallery with the set-up editor, the library and the laboratory."""

from __future__ import annotations

from tools.scenes.photographer import Photographer, Scene
from tools.scenes.places import in_game
from wormhole.gui.editor.editor_screen import EditorScreen
from wormhole.gui.editor.edits import EditorTool
from wormhole.gui.library.library_screen import LibraryPage
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command

IMPOSSIBLE = "2x1k3/ppp1xppp/2w2N2/3xl3/4Lx2/8/PPP2PPP/3xK2C w - - 0 12"


def editor(camera: Photographer) -> None:
    """The set-up editor with a game's position."""
    in_game(camera)
    camera.command(Command.EDITOR)


def impossible(camera: Photographer) -> None:
    """A position that cannot be played, since the king that could be captured is in check."""
    editor(camera)
    screen = camera.room(EditorScreen)
    screen.session.change(screen.session.draft.read(screen.variant, IMPOSSIBLE))
    screen.input.choose(EditorTool.HOLE)


def library(camera: Photographer) -> None:
    """The list of games."""
    camera.close_dialogs()
    camera.app.stage.rooms.open(destination.Library())
    camera.settle(1.5)
    camera.work(1.0)


def statistics(camera: Photographer) -> None:
    """Figures about the games of the library."""
    library(camera)
    camera.press(LibraryPage.STATISTICS.value)
    camera.work(1.0)


def laboratory(camera: Photographer) -> None:
    """What is for programs: tournaments, training, engines."""
    camera.close_dialogs()
    camera.command(Command.LABORATORY)


SCENES: dict[str, Scene] = {
    "editor": editor,
    "impossible": impossible,
    "library": library,
    "statistics": statistics,
    "laboratory": laboratory,
}
