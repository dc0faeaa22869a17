"""Scenes of the gallery with dialogs, menus and settings."""

from __future__ import annotations

from collections.abc import Callable

from tools.scenes.board import chosen
from tools.scenes.photographer import Photographer, Scene
from tools.scenes.places import at_home, in_game
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.dialogs.clock_dialog import ClockDialog
from wormhole.gui.dialogs.text_dialogs import CommentDialog, NameDialog
from wormhole.gui.home.settings_pages import PAGES, Page
from wormhole.gui.languages.language import _
from wormhole.gui.library.import_result import ImportResult, Remark
from wormhole.gui.library.importing import ImportSummary
from wormhole.gui.loop.faults import FaultDialog
from wormhole.gui.rules_pages.rules_dialog import RulesDialog
from wormhole.gui.screens.pgn_files import GamesDialog
from wormhole.gui.window.keys import Command
from wormhole.gui.window.screen import Overlay
from wormhole.library.database.game_database import ImportProgress
from wormhole.library.pgn import PgnEntry
from wormhole.library.time_control import TimeControls, spoken

DIFFERENT = TimeControls(spoken("120d30"), spoken("30s"))
PREVIEW_SECONDS = 1.0
CHOOSING_SECONDS = 8.0
ENTRIES = [
    PgnEntry(number, {"White": "Ada", "Black": "Charles"}, "1-0", 30 + number) for number in range(1, 9)
]
IMPORTED = ImportResult(
    ImportProgress(1500, 20, 7, 3, 1),
    [Remark("club.pgn", 3, 40, "Ada - Charles", "move 4 of White: 'Nf9' is not legal here")],
    [
        Remark(
            "club.pgn", 5, 61, "Ada - Charles", "'o-o' is read as O-O (and 3 more like it)", is_error=False
        ),
        Remark("old.pgn", 1, 8, "Hugo - Ada", "the letters of the pieces are German", is_error=False),
    ],
)


def asked(command: Command) -> Scene:
    """A scene with the dialog that a command opens over a game."""

    def show(camera: Photographer) -> None:
        in_game(camera)
        camera.command(command)

    return show


def opened(make: Callable[[Photographer], Overlay]) -> Scene:
    """A scene with a dialog over the home screen."""

    def show(camera: Photographer) -> None:
        at_home(camera)
        camera.app.stage.open(make(camera))

    return show


def settings(page: Page) -> Scene:
    """A scene with a page of the settings."""

    def show(camera: Photographer) -> None:
        in_game(camera)
        camera.command(Command.SETTINGS)
        camera.press(page.title)

    return show


def typed(camera: Photographer) -> None:
    """A move that is being typed, and the moves that it can mean."""
    in_game(camera)
    camera.command(Command.TYPE_MOVE)
    camera.type("n")


def square_menu(camera: Photographer) -> None:
    """The context menu of a piece."""
    chosen(camera)
    camera.command(Command.CONTEXT_MENU)


def tooltip(camera: Photographer) -> None:
    """What a button does, and its key."""
    in_game(camera)
    camera.point(camera.button("Flip").center)
    camera.settle(2.0)


def rules(camera: Photographer) -> None:
    """The rules, with a board that shows them."""
    in_game(camera)
    camera.command(Command.RULES)
    dialog = camera.app.dialog
    assert isinstance(dialog, RulesDialog)
    camera.wait_for(lambda: dialog.is_ready)


def choosing(query: str = "") -> Scene:
    """A scene with all games, or those that are found, and the chosen one after some moves."""

    def show(camera: Photographer) -> None:
        in_game(camera)
        camera.command(Command.GAME)
        dialog = camera.app.dialog
        assert isinstance(dialog, GameDialog)
        camera.wait_for(lambda: dialog.is_ready)
        dialog.open_text(query)
        camera.wait_for(lambda: dialog.is_ready)
        camera.settle(CHOOSING_SECONDS)

    return show


def notices(camera: Photographer) -> None:
    """The messages that were shown."""
    in_game(camera)
    camera.app.stage.notices.show(_("Select a piece to see how it moves"))
    camera.command(Command.NOTICES)


def picture(camera: Photographer) -> None:
    """The preview of a picture to be saved."""
    in_game(camera)
    camera.command(Command.PICTURE)
    camera.work(PREVIEW_SECONDS)


def whole_game(camera: Photographer) -> None:
    """A picture of the whole game."""
    picture(camera)
    camera.press("This game")
    camera.press("PNG")
    camera.work(PREVIEW_SECONDS)


SCENES: dict[str, Scene] = {
    "review": asked(Command.REVIEW),
    "typed": typed,
    "move-menu": asked(Command.CONTEXT_MENU),
    "square-menu": square_menu,
    "tooltip": tooltip,
    "notices": notices,
    "menu": asked(Command.MENU),
    "new-game": asked(Command.NEW_GAME),
    "choose": choosing(),
    "choose-found": choosing("cannon"),
    "clock": opened(lambda camera: ClockDialog(camera.app.stage, DIFFERENT, print)),
    "resign": asked(Command.RESIGN),
    "name": opened(lambda camera: NameDialog(camera.app.stage, "Anna", "White", print)),
    "comment": opened(lambda camera: CommentDialog(camera.app.stage, "12... Nf3!?", "", print)),
    "rules": rules,
    "keys": asked(Command.KEYS),
    "save": asked(Command.SAVE),
    "open": asked(Command.OPEN),
    "which-game": opened(lambda camera: GamesDialog(camera.app.stage, ENTRIES, print)),
    "picture": picture,
    "picture-whole": whole_game,
    "fault": opened(lambda camera: FaultDialog(camera.app.stage, "IndexError: 8", True, print)),
    "imported": opened(lambda camera: ImportSummary(camera.app.stage, IMPORTED)),
    **{f"settings-{number}": settings(page) for number, page in enumerate(PAGES, 1)},
}
