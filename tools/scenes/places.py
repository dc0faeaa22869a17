"""The starts of most scenes of the gallery: the home screen, a game, a position."""

from __future__ import annotations

from tools.scenes.photographer import Photographer, Scene
from wormhole.gui.window import destination
from wormhole.library import pgn
from wormhole.play.seats import OpenedGame, set_out, two_players

GAME = """[Variant "wormhole"]
[White "Ada"]
[Black "Charles"]

1. e4 d5 2. Nbc3 dxe4 3. Nxe4 Wxe4! {The only good answer.} (3... e5?? 4. Nc5# {The squares
around the king are gone: c5 attacks it over the holes.}) (3... Nf6 4. Nxf6+ (4. Nc5#) 4... exf6 5. d4)
4. Wxe4 c6 5. d3 Nf6 6. Nf3!? *
"""


def at_home(camera: Photographer) -> None:
    """The home screen."""
    camera.close_dialogs()
    camera.app.stage.rooms.open(destination.Home())


def in_game(camera: Photographer) -> None:
    """A game with variations and comments, in its middle."""
    (game,) = pgn.read(GAME)
    camera.start(set_out(OpenedGame.at(game, game.at((0,) * 5)), two_players()))


def position(fen: str | None = None, game: str = "wormhole") -> Scene:
    """A scene with a position."""
    return lambda camera: camera.start(two_players(game, fen))
