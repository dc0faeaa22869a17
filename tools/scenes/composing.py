"""Scenes of the gallery with the composer of games."""

from __future__ import annotations

from tools.scenes.photographer import Photographer, Scene
from wormhole import variant
from wormhole.gui.composer.composer_screen import ComposerScreen
from wormhole.gui.dialogs.waiting import WaitingDialog
from wormhole.gui.window import destination
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.composer import start_edits
from wormhole.library.composer.piece_collection import known_pieces, with_known_piece
from wormhole.library.composer.rule_edits import with_left_square
from wormhole.rules.variant import LeftSquare


def composer(page: str) -> Scene:
    """A page of the composer, with Capablanca's pieces and a cannon on a smaller board that folds."""

    def show(camera: Photographer) -> None:
        camera.close_dialogs()
        camera.app.stage.rooms.open(destination.Composer(ChosenGame(variant("capablanca"))))
        screen = camera.room(ComposerScreen)
        draft = start_edits.without_file(screen.composition.draft)
        draft = with_left_square(draft, LeftSquare.FOLDS).with_value("hands.captures", True)
        cannon = next(piece for piece in known_pieces() if piece.name == "Cannon")
        draft, letter = with_known_piece(draft, cannon)
        screen.composition.change(draft)
        screen.composition.select(letter)
        screen.composition.begun = draft
        camera.settle(0.1)
        camera.press(page)

    return show


def pictures(camera: Photographer) -> None:
    """The pieces of all games, of which one is added."""
    composer("Pieces")(camera)
    camera.press("+")
    camera.wait_for(lambda: not isinstance(camera.app.dialog, WaitingDialog))


SCENES: dict[str, Scene] = {
    "composer-game": composer("Game"),
    "composer-board": composer("Board"),
    "composer": composer("Pieces"),
    "composer-rules": composer("Rules"),
    "composer-pieces": pictures,
}
