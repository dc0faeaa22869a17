"""Scenes of the gallery with the board: its pieces' ways, the fold view, endings."""

from __future__ import annotations

from tools.scenes.photographer import Photographer, Scene
from tools.scenes.places import position
from wormhole.gui.board.annotations import View
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.fold_turns import point_at_cell
from wormhole.gui.board.selection import choose
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.window.keys import Command
from wormhole.library import pgn
from wormhole.library.comment_commands import Shape
from wormhole.play.seats import OpenedGame, Setup, against, level_of
from wormhole.players.spec import at_level

CAPTURE = """[Variant "wormhole"]

1. We4 Cf6 2. d3 d5 3. Wf5+ Cf4 4. We3 Ch6 5. Wxc8 Cxc8 6. Lb3 a6 7. g4 e6 *
"""
CAPTURED_FROM, CAPTURED_ON = "h1", "d5"
FOLDED = "cnxlkxnx/ppppxpxx/4p2x/3xx1x1/N1P2xx1/1LxxxC1x/PPPxPxpP/xxxxKxNx w - - 0 12"
SEEN_FROM, POINTED_AT = "f3", "c6"
WAYS = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"
REACH = "cxxxkwnx/pCpxpppp/3P1x2/3xc1n1/2xxx3/5x2/PPxxPPPP/CNxxKxNx b - - 0 9"
PROMOTION = "c1wl1k1c/pxpppppp/1x6/1x6/1P6/8/8/CNW1K1NC w - - 0 9"
CHARACTERS = "ln1g1g1nl/1ks2+R3/ppppp1ppp/9/9/2P6/PPSPPPP1P/2G4+b1/LNK2GS1L[BNPPsr] b"
REFUSED = "4r1k1/8/8/8/8/4x3/4R3/4K3 w - - 0 1"
MATE = "xxxxkxxx/cxxpxxpp/xppxxx1x/PxnWx1wL/xwP1pxxx/xxCxxxxx/xPxPPxxn/CxxxKxxx b - - 0 20"
NO_MOVE = "Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxPxx/xxKxxxxP/pxxxkxxx/xxxxxxxx b - - 0 30"
SHAPES = (("h1", "g3", "green"), ("f6", "e4", "red"), ("b8", "b8", "yellow"))


def capture(camera: Photographer) -> None:
    """A game against the computer: a champion can capture through two wormholes."""
    (game,) = pgn.read(CAPTURE)
    players = against("white", at_level(level_of(7)))
    camera.start(Setup(players.white, players.black, opened=OpenedGame.at(game, None)))
    camera.play(CAPTURED_FROM)
    camera.point(camera.square(CAPTURED_ON))


def chosen(camera: Photographer) -> None:
    """A piece is selected on a board with many holes."""
    position(FOLDED)(camera)
    camera.play(SEEN_FROM)


def folded(camera: Photographer) -> None:
    """The board as the selected piece sees it, with the way to a square."""
    chosen(camera)
    camera.command(Command.FOLD_VIEW)
    state = camera.state
    point_at_cell(state, state.fold.view.target_at(state.variant.geometry.parse(POINTED_AT)))


def folded_arrows(camera: Photographer) -> None:
    """A fold view with a user's drawings."""
    chosen(camera)
    camera.command(Command.FOLD_VIEW)
    numbers = camera.state.variant.geometry.numbers
    drawn = (("f3", "c6", "green"), ("e2", "a3", "red"), ("f6", "f6", "yellow"))
    shapes = (Shape(numbers[start], numbers[end], colour) for start, end, colour in drawn)
    annotate(camera.state, shapes=tuple(shapes))


def folded_omega(camera: Photographer) -> None:
    """A fold view on a greater board with corners."""
    position(game="omega")(camera)
    camera.play("c0")
    camera.command(Command.FOLD_VIEW)


def routes(camera: Photographer) -> None:
    """All ways of a piece, and a user's drawings."""
    view(WAYS, "d4", View.ROUTES)(camera)
    numbers = camera.state.variant.geometry.numbers
    shapes = (Shape(numbers[start], numbers[end], colour) for start, end, colour in SHAPES)
    annotate(camera.state, shapes=tuple(shapes))


def view(fen: str, square: str, *views: View) -> Scene:
    """A scene with a selected piece and something else."""

    def show(camera: Photographer) -> None:
        position(fen)(camera)
        for each in views:
            camera.room(GameScreen).board.turn_view(each)
        choose(camera.state, camera.state.variant.geometry.parse(square))

    return show


def refused(camera: Photographer) -> None:
    """A move that is not allowed, and why."""
    position(REFUSED, "wormhole-fide")(camera)
    camera.play("e2", "d2")


def characters(camera: Photographer) -> None:
    """Pieces that bear their characters, some of them promoted, some in hand."""
    position(CHARACTERS, "shogi")(camera)
    camera.app.stage.preferences.change(characters=True)
    camera.settle()


def promotion(camera: Photographer) -> None:
    """The pieces that a pawn can become, beside its way."""
    position(PROMOTION)(camera)
    camera.play("b4", "b8")


SCENES: dict[str, Scene] = {
    "capture": capture,
    "chosen": chosen,
    "refused": refused,
    "promotion": promotion,
    "fold": folded,
    "fold-arrows": folded_arrows,
    "fold-omega": folded_omega,
    "routes": routes,
    "reach": view(REACH, "e5", View.ROUTES, View.REACH),
    "characters": characters,
    "mate": position(MATE),
    "no-move": position(NO_MOVE),
    "omega": position(game="omega"),
    "smess": position(game="smess"),
    "cheshire10": position(game="cheshire10"),
}
