"""What the pictures of the gallery show: every screen and dialog, and the states of a game."""

from __future__ import annotations

from collections.abc import Callable

from tools import learning_scenes as learning
from tools import rare_scenes as rare
from tools import teaching_scenes as teaching
from tools.photographer import Photographer, Scene
from wormhole.gui.board.annotations import View
from wormhole.gui.dialogs.clock import ClockDialog
from wormhole.gui.dialogs.comment import CommentDialog
from wormhole.gui.dialogs.fault import FaultDialog
from wormhole.gui.dialogs.games import GamesDialog
from wormhole.gui.dialogs.name import NameDialog
from wormhole.gui.dialogs.rules import RulesDialog
from wormhole.gui.dialogs.settings_pages import PAGES, Page
from wormhole.gui.editor.edits import Tool
from wormhole.gui.keys import Command
from wormhole.gui.language import _
from wormhole.gui.learn.coach_exercise import CoachExercise
from wormhole.gui.learn.exercise import Tone
from wormhole.gui.learn.proof_exercise import ProofExercise
from wormhole.gui.library.import_summary import ImportSummary
from wormhole.gui.library.imported import BadGame, Imported
from wormhole.gui.match.choice import against_computer, level_of, set_out, two_players
from wormhole.gui.match.opened import OpenedGame
from wormhole.gui.match.setup import Setup
from wormhole.gui.screen import Overlay
from wormhole.gui.screens.editor import EditorScreen
from wormhole.gui.screens.game import GameScreen
from wormhole.gui.screens.library import STATISTICS
from wormhole.library import pgn
from wormhole.library.comment_commands import Shape
from wormhole.library.pgn import Entry
from wormhole.library.time_control import TimeControls, spoken

GAME = """[Variant "wormhole"]
[White "Ada"]
[Black "Charles"]

1. e4 d5 2. Nbc3 dxe4 3. Nxe4 Wxe4! {The only good answer.} (3... e5?? 4. Nc5# {The squares
around the king are gone: c5 attacks it over the holes.}) (3... Nf6 4. Nxf6+ (4. Nc5#) 4... exf6 5. d4)
4. Wxe4 c6 5. d3 Nf6 6. Nf3!? *
"""
CAPTURE = """[Variant "wormhole"]

1. We4 Cf6 2. d3 d5 3. Wf5+ Cf4 4. We3 Ch6 5. Wxc8 Cxc8 6. Lb3 a6 7. g4 e6 *
"""
CAPTURED_FROM, CAPTURED_ON = "h1", "d5"
SHORT_GAME = '[Variant "chess"]\n[White "Ada"]\n[Black "Charles"]\n\n1. f3 e5 2. g4 Qh4#'
MATE = "xxxxkxxx/cxxpxxpp/xppxxx1x/PxnWx1wL/xwP1pxxx/xxCxxxxx/xPxPPxxn/CxxxKxxx b - - 0 20"
FOLDED = "cnxlkxnx/ppppxpxx/4p2x/3xx1x1/N1P2xx1/1LxxxC1x/PPPxPxpP/xxxxKxNx w - - 0 12"
SEEN_FROM, POINTED_AT = "f3", "c6"
WAYS = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"
REACH = "cxxxkwnx/pCpxpppp/3P1x2/3xc1n1/2xxx3/5x2/PPxxPPPP/CNxxKxNx b - - 0 9"
PROMOTION = "c1wl1k1c/pxpppppp/1x6/1x6/1P6/8/8/CNW1K1NC w - - 0 9"
IMPOSSIBLE = "2x1k3/ppp1xppp/2w2N2/3xl3/4Lx2/8/PPP2PPP/3xK2C w - - 0 12"
REFUSED = "4r1k1/8/8/8/8/4x3/4R3/4K3 w - - 0 1"
WEAK_TRY = "c8d5"
ENDING = "xxxxkxxx/xxxxlxpx/xWxxxx1P/xN1xxxxW/Pwpxxxx1/xxxxxxPp/xPxxxxxx/xxxxxxKx b - - 0 24"
NO_MOVE = "Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxPxx/xxKxxxxP/pxxxkxxx/xxxxxxxx b - - 0 30"
SHAPES = (("h1", "g3", "green"), ("f6", "e4", "red"), ("b8", "b8", "yellow"))
BLITZ, LAST_SECONDS = TimeControls.equal(spoken("5+3")), TimeControls.equal(spoken("0.15"))
DIFFERENT = TimeControls(spoken("120d30"), spoken("30s"))
THINKING_SECONDS, PREVIEW_SECONDS, WORDS_SECONDS = 3.0, 1.0, 0.3
ENTRIES = [Entry(number, {"White": "Ada", "Black": "Charles"}, "1-0", 30 + number) for number in range(1, 9)]
IMPORTED = Imported(1500, 20, 7, [BadGame("club.pgn", 3, 40, "Ada - Charles", "Nf9 is no move")])


def at_home(camera: Photographer) -> None:
    """The home screen."""
    camera.close_dialogs()
    camera.app.stage.show_home()


def in_game(camera: Photographer) -> None:
    """A game with variations and comments, in its middle."""
    (game,) = pgn.read(GAME)
    camera.start(set_out(OpenedGame.at(game, game.at((0,) * 5)), two_players()))


def capture(camera: Photographer) -> None:
    """A game against the computer: a champion can capture through two wormholes."""
    (game,) = pgn.read(CAPTURE)
    players = against_computer("white", level_of(7))
    camera.start(Setup(players.white, players.black, opened=OpenedGame.at(game, None)))
    camera.play(CAPTURED_FROM)
    camera.point(camera.square(CAPTURED_ON))


def position(fen: str | None = None, game: str = "wormhole") -> Scene:
    """A scene with a position."""
    return lambda camera: camera.start(two_players(game, fen))


def chosen(camera: Photographer) -> None:
    """A piece is chosen on a board with many holes."""
    position(FOLDED)(camera)
    camera.play(SEEN_FROM)


def folded(camera: Photographer) -> None:
    """The board as the chosen piece sees it, with the way to a square."""
    chosen(camera)
    camera.command(Command.FOLD_VIEW)
    state = camera.state
    state.fold.point_at(state.fold.view.target_at(state.geometry.parse(POINTED_AT)))
    state.touch()


def folded_arrows(camera: Photographer) -> None:
    """A fold view with what a person drew."""
    chosen(camera)
    camera.command(Command.FOLD_VIEW)
    numbers = camera.state.geometry.numbers
    drawn = (("f3", "c6", "green"), ("e2", "a3", "red"), ("f6", "f6", "yellow"))
    camera.state.annotate(Shape(numbers[start], numbers[end], colour) for start, end, colour in drawn)


def folded_omega(camera: Photographer) -> None:
    """A fold view on a greater board with corners."""
    position(game="omega")(camera)
    camera.play("c0")
    camera.command(Command.FOLD_VIEW)


def routes(camera: Photographer) -> None:
    """All ways of a piece, and what a person drew."""
    view(WAYS, "d4", View.ROUTES)(camera)
    numbers = camera.state.geometry.numbers
    camera.state.annotate(Shape(numbers[start], numbers[end], colour) for start, end, colour in SHAPES)


def view(fen: str, square: str, *views: View) -> Scene:
    """A scene in which a piece is chosen and more is shown."""

    def show(camera: Photographer) -> None:
        position(fen)(camera)
        for each in views:
            camera.room(GameScreen).game.turn_view(each)
        camera.state.choose(camera.state.geometry.parse(square))

    return show


def refused(camera: Photographer) -> None:
    """A move that is not allowed, and why."""
    position(REFUSED, "wormhole-fide")(camera)
    camera.play("e2", "d2")


def promotion(camera: Photographer) -> None:
    """The pieces that a pawn can become, beside its way."""
    position(PROMOTION)(camera)
    camera.play("b4", "b8")


def over(camera: Photographer) -> None:
    """A game that has ended, opened again."""
    (game,) = pgn.read(SHORT_GAME)
    setup = two_players()
    camera.start(Setup(setup.white, setup.black, opened=OpenedGame.at(game, None)))


def report(camera: Photographer) -> None:
    """The report of an analysed game, once it is there."""
    in_game(camera)
    camera.command(Command.ANALYSE_GAME)
    camera.app.stage.change_settings(review="fast")
    camera.press("Analyse")
    review = camera.room(GameScreen).game.review
    camera.wait_for(lambda: not review.is_running)


def graph(camera: Photographer) -> None:
    """The graph of an analysed game in the panel."""
    report(camera)
    camera.close_dialogs()


def analysis(command: Command) -> Scene:
    """A scene with what the engine finds."""

    def show(camera: Photographer) -> None:
        in_game(camera)
        camera.command(command)
        camera.work(THINKING_SECONDS)

    return show


def openings(camera: Photographer) -> None:
    """What the computer players played after a first move."""
    camera.start(two_players())
    camera.command(Command.OPENINGS)
    camera.play("g1", "f3")
    camera.wait_for(lambda: camera.room(GameScreen).game.openings.statistics is not None)


def openings_and_lines(camera: Photographer) -> None:
    """Openings with the lines of the engine."""
    openings(camera)
    camera.command(Command.ANALYSE)
    camera.work(THINKING_SECONDS)


def proven(camera: Photographer) -> None:
    """A proven result, with the button that shows why."""
    camera.start(two_players(fen=ENDING))
    camera.command(Command.ANALYSE)
    camera.work(THINKING_SECONDS)


def proof(camera: Photographer) -> None:
    """A proof that has answered a defence."""
    camera.start(two_players(fen=ENDING))
    camera.command(Command.SHOW_WHY)
    camera.wait_for(lambda: camera.exercise(ProofExercise).may_answer)
    camera.command(Command.NEXT)
    camera.wait_for(lambda: camera.exercise(ProofExercise).may_answer)


def coach(camera: Photographer) -> None:
    """The first moment of an analysed game."""
    graph(camera)
    camera.command(Command.COACH)


def refuted(camera: Photographer) -> None:
    """A try of the coach's puzzle that is answered."""
    coach(camera)
    exercise = camera.exercise(CoachExercise)
    exercise.answer(exercise.board.parse_uci(WEAK_TRY))
    camera.wait_for(lambda: exercise.feedback.tone is Tone.WRONG)


def better_move(camera: Photographer) -> None:
    """The coach's move, played out."""
    coach(camera)
    exercise = camera.exercise(CoachExercise)
    camera.command(Command.SOLUTION)
    camera.wait_for(lambda: exercise.pause is None)
    camera.work(WORDS_SECONDS)


def clocks(camera: Photographer) -> None:
    """A game against the computer on the clock."""
    camera.start(against_computer("white", level_of(3), clocks=BLITZ))
    camera.play("e2", "e4")


def low_time(camera: Photographer) -> None:
    """A clock with its last seconds."""
    camera.start(two_players(clocks=LAST_SECONDS))
    camera.play("e2", "e4", "e7", "e5")


def premove(camera: Photographer) -> None:
    """A move chosen in advance, while the computer thinks."""
    camera.start(against_computer("white", level_of(10)))
    camera.play("e2", "e4", "d2", "d4")


def draw_offered(camera: Photographer) -> None:
    """A draw is offered, and the other side is asked."""
    camera.start(two_players("chess"))
    camera.command(Command.DRAW)
    camera.play("e2", "e4")


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
    """A move that is being typed, and what it can become."""
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


def notices(camera: Photographer) -> None:
    """The messages that were shown."""
    in_game(camera)
    camera.app.stage.say(_("Choose a piece to see the board as it does"))
    camera.command(Command.NOTICES)


def said(camera: Photographer) -> None:
    """A message over a game."""
    in_game(camera)
    camera.app.stage.say(_("Choose a piece to see the board as it does"))


def picture(camera: Photographer) -> None:
    """What a picture that is saved will look like."""
    in_game(camera)
    camera.command(Command.PICTURE)
    camera.work(PREVIEW_SECONDS)


def editor(camera: Photographer) -> None:
    """The set-up editor with a game's position."""
    in_game(camera)
    camera.command(Command.EDITOR)


def impossible(camera: Photographer) -> None:
    """A position that cannot be played, since the king that could be captured is in check."""
    editor(camera)
    screen = camera.room(EditorScreen)
    screen.session.change(screen.session.draft.read(screen.variant, IMPOSSIBLE))
    screen.hand.choose(Tool.HOLE)


def library(camera: Photographer) -> None:
    """The list of games."""
    camera.close_dialogs()
    camera.app.stage.show_library()
    camera.settle(1.5)
    camera.work(1.0)


def statistics(camera: Photographer) -> None:
    """Figures about the games of the library."""
    library(camera)
    camera.press(STATISTICS)
    camera.work(1.0)


def computers(camera: Photographer) -> None:
    """The computer against itself."""
    seat = against_computer("white", level_of(1)).black
    camera.start(Setup(seat, seat))
    camera.work(1.0)


SCENES: dict[str, Scene] = {
    "home": at_home,
    "game": in_game,
    "capture": capture,
    "chosen": chosen,
    "refused": refused,
    "promotion": promotion,
    "fold": folded,
    "fold-arrows": folded_arrows,
    "fold-omega": folded_omega,
    "routes": routes,
    "reach": view(REACH, "e5", View.ROUTES, View.REACH),
    "mate": position(MATE),
    "no-move": position(NO_MOVE),
    "over": over,
    "openings": openings,
    "openings-and-lines": openings_and_lines,
    "proven": proven,
    "proof": proof,
    "coach": coach,
    "refuted": refuted,
    "better-move": better_move,
    "clocks": clocks,
    "low-time": low_time,
    "premove": premove,
    "draw-offered": draw_offered,
    "computers": computers,
    "omega": position(game="omega"),
    "smess": position(game="smess"),
    "cheshire10": position(game="cheshire10"),
    "analysis": analysis(Command.ANALYSE),
    "threats": analysis(Command.THREATS),
    "hint": analysis(Command.HINT),
    "review": asked(Command.ANALYSE_GAME),
    "report": report,
    "graph": graph,
    "typed": typed,
    "move-menu": asked(Command.CONTEXT_MENU),
    "square-menu": square_menu,
    "tooltip": tooltip,
    "message": said,
    "notices": notices,
    "menu": asked(Command.MENU),
    "new-game": asked(Command.NEW_GAME),
    "choose": asked(Command.GAME),
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
    "fault": opened(lambda camera: FaultDialog(camera.app.stage, "IndexError: 8", True, print)),
    "editor": editor,
    "impossible": impossible,
    "library": library,
    "statistics": statistics,
    **learning.SCENES,
    **teaching.SCENES,
    "imported": opened(lambda camera: ImportSummary(camera.app.stage, IMPORTED)),
    **{f"settings-{number}": settings(page) for number, page in enumerate(PAGES, 1)},
    **rare.SCENES,
    **rare.NOTHING_KEPT,
}
