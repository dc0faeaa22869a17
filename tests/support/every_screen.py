"""Every screen and dialog of the window, for tests that look at all of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support.hand import Hand
from tests.support.reviewed_games import KNIGHT_LOST, MATED
from wormhole import variant
from wormhole.arena.balance import balance_plan
from wormhole.arena.people import people_tournament
from wormhole.arena.people.people_tournament import PeoplePlan, System
from wormhole.arena.terms import Form
from wormhole.arena.tournament import Entrant, GameLine, Plan, create, game_fields
from wormhole.gui.dialogs.clock_dialog import ClockDialog
from wormhole.gui.dialogs.player_picker import PlayerPicker
from wormhole.gui.dialogs.teach_dialog import TeachDialog
from wormhole.gui.dialogs.text_dialogs import CommentDialog
from wormhole.gui.engines.add_engine_dialog import AddEngineDialog
from wormhole.gui.engines.engine_options_dialog import EngineOptionsDialog
from wormhole.gui.game.result_banner import CLOSE
from wormhole.gui.home.settings_pages import PAGES, Page
from wormhole.gui.languages.language import _
from wormhole.gui.library.import_result import ImportResult, Remark
from wormhole.gui.library.importing import ImportSummary
from wormhole.gui.library.library_screen import LibraryPage
from wormhole.gui.look.table import Table
from wormhole.gui.loop.app import App
from wormhole.gui.loop.faults import FaultDialog
from wormhole.gui.people.people_dialog import PeopleDialog
from wormhole.gui.people.people_list import show_people
from wormhole.gui.screens.pgn_files import GamesDialog
from wormhole.gui.tournament.setup_dialog import SetupDialog
from wormhole.gui.tournament.tournaments_screen import open_tournaments
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.learn import course
from wormhole.learn.lesson_study import study_of
from wormhole.library import pgn
from wormhole.library.database.game_database import GameDatabase, ImportProgress
from wormhole.library.own_engines import OwnEngine
from wormhole.library.pgn import PgnEntry
from wormhole.library.play_state import PlayState
from wormhole.library.study import Study
from wormhole.library.time_control import TimeControls, spoken

Act = Callable[[Hand], object]

THREADS_BEFORE = frozenset(threading.enumerate())


def command(asked: Command) -> Act:
    return lambda hand: hand.app.stage.command(asked)


def dialog(make: Callable[[App], object]) -> Act:
    return lambda hand: hand.app.stage.open(make(hand.app))


def show_statistics(hand: Hand) -> None:
    hand.press(_(LibraryPage.STATISTICS.value))


def show_mistakes(hand: Hand) -> None:
    """Those of two reviewed games that the user has lost."""
    with GameDatabase(hand.app.stage.library.path) as database:
        for text in (KNIGHT_LOST.replace("CLOCK", ""), MATED):
            (game,) = pgn.read(text)
            database.add(game, PlayState(None, 3))
    hand.app.stage.rooms.open(destination.Mistakes())
    hand.until(lambda: hand.app.screen.mistakes.found is not None)


def settings(page: Page) -> Act:
    def turn_to(hand: Hand) -> None:
        hand.app.stage.command(Command.SETTINGS)
        hand.press(_(page.title))

    return turn_to


def hide_result(hand: Hand) -> None:
    hand.press(CLOSE)
    hand.app.stage.command(Command.FIRST)


def puzzles(hand: Hand) -> None:
    hand.app.stage.command(Command.PUZZLES)
    while hand.app.screen.book is None:
        settle(hand)


def train(hand: Hand) -> None:
    puzzles(hand)
    hand.app.screen.train()


def help_with_puzzle(hand: Hand) -> None:
    train(hand)
    for command in (Command.HINT, Command.HINT, Command.SOLUTION):
        hand.app.screen.perform(command, 0.0)
    while hand.app.screen.exercise.shown.pause is not None:
        hand.app.screen.exercise.go_on()


def add_engine(hand: Hand) -> None:
    options = (
        "Hash type spin default 16 min 1 max 1024",
        "Clear type button",
        "Style type combo default a var a",
    )
    hand.app.stage.engines.own.add(OwnEngine("Ada", "uci", ("ada",), author="Byron", options=options))
    hand.app.stage.rooms.open(destination.EnginesDialog())


def timed_run(hand: Hand) -> None:
    puzzles(hand)
    hand.app.screen.run(3)


def composer(title: str) -> Act:
    def turn_to(hand: Hand) -> None:
        hand.app.stage.command(Command.COMPOSE)
        hand.press(_(title))

    return turn_to


def tournament(hand: Hand) -> None:
    """A paused tournament of four levels, with some games."""
    stage, names = hand.app.stage, [f"Level {number}" for number in range(1, 5)]
    players = tuple(Entrant(name, f"ours:level={name[-1]}") for name in names)
    fields = game_fields(variant("wormhole"))
    plan = Plan(
        "A cup with a long name", **fields, players=players, form=Form.ROUND_ROBIN, rounds=20, clock="60+0.6"
    )
    kept = create(stage.engines.tournaments.folder, plan)
    for number, result in enumerate(("1-0", "0-1", "1/2-1/2") * 10):
        late = False if number % 7 == 0 else None
        kept.add(GameLine(number, result, "", "checkmate", 88, (1.0, 2.0), (44, 44), None, late))
    stage.engines.tournaments.add(kept)
    open_tournaments(stage)
    hand.until(lambda: hand.layer(Table).rows)
    hand.press(_("Open"))
    hand.wait_for_reading()


def balance(hand: Hand) -> None:
    """The balance of a game after some of its games; the others are not played."""
    stage, game = hand.app.stage, variant("wormhole")
    kept = create(stage.engines.tournaments.folder, balance_plan(game, "Balance"))
    for number, result in enumerate(("1-0", "0-1", "1-0", "1/2-1/2") * 20):
        counts = {"captures": 6, "through_holes": 2}
        kept.add(GameLine(number, result, "", "checkmate", 40, (0.0, 0.0), (20, 20), None, None, **counts))
    stage.rooms.open(destination.Balance(game))
    hand.wait_for_reading()


def tournament_of_people(hand: Hand) -> None:
    """The second round of a round robin."""
    stage, names = hand.app.stage, ("Ada Lovelace", "Charles", "Mary", "Michael Faraday")
    fields = game_fields(variant("wormhole"))
    plan = PeoplePlan(
        "A club evening", **fields, players=names, system=System.ROUND_ROBIN, rounds=2, clock="600"
    )
    kept = people_tournament.create(stage.library.path.parent / people_tournament.FOLDER, plan)
    kept.begin_round()
    for table, result in enumerate(("1-0", "1/2-1/2")):
        kept.enter(0, table, result)
    kept.begin_round()
    show_people(stage, kept.path)


def add_piece(hand: Hand) -> None:
    composer("Pieces")(hand)
    hand.press("+")
    hand.wait_for_reading()


def show_you(hand: Hand) -> None:
    hand.app.stage.command(Command.YOU)
    hand.until(lambda: hand.app.screen.user is not None)


def show_studies(hand: Hand) -> None:
    """The studies, with one that was made of a lesson."""
    stage = hand.app.stage
    stage.library.studies.add(Study("Lesson", study_of(course.lesson("checks")).chapters))
    stage.rooms.open(destination.Studies())
    hand.until(lambda: bool(hand.app.screen.studies.files))


def show_study_menu(hand: Hand) -> None:
    show_studies(hand)
    hand.press(_("Study…"))


def show_exercise(hand: Hand) -> None:
    show_studies(hand)
    hand.press(_("Open"))
    hand.wait_for_reading()


def show_chapters(hand: Hand) -> None:
    show_studies(hand)
    hand.app.stage.command(Command.DEMONSTRATION)


def add_to_study(hand: Hand) -> None:
    hand.app.stage.command(Command.ADD_TO_STUDY)
    hand.wait_for_reading()


def nothing(hand: Hand) -> None:
    pass


ENTRIES = [PgnEntry(number, {"White": "Ada", "Black": "Charles"}, "*", 30) for number in (1, 2)]
PERIODS = TimeControls.equal(spoken("40/90+30:20/60+30:15+30"))
DIFFERENT = TimeControls(spoken("120d30"), spoken("30s"))
IMPORTED = ImportResult(ImportProgress(1500, 20, 7), [Remark("a.pgn", 3, 40, "Ada - Charles", "it is bad")])

WINDOWS: dict[str, tuple[dict[str, object], dict[str, Act]]] = {
    "home": (
        {},
        {
            "home": nothing,
            **{f"settings, {page.title}": settings(page) for page in PAGES},
            "keys": command(Command.KEYS),
            "games": command(Command.GAME),
            "open": command(Command.OPEN),
            "which game": dialog(lambda app: GamesDialog(app.stage, ENTRIES, print)),
            "imported": dialog(lambda app: ImportSummary(app.stage, IMPORTED)),
            "clock": dialog(lambda app: ClockDialog(app.stage, TimeControls(), print)),
            "fault": dialog(lambda app: FaultDialog(app.stage, "report", True, print)),
            "composer": command(Command.COMPOSE),
            **{f"composer, {title}": composer(title) for title in ("Board", "Pieces", "Rules")},
            "add a piece": add_piece,
            "teach": dialog(lambda app: TeachDialog(app.stage, variant("wormhole"))),
            "library": command(Command.LIBRARY),
            "statistics": show_statistics,
            "studies": show_studies,
            "menu of a study": show_study_menu,
            "exercise of a study": show_exercise,
            "study as a demonstration": show_chapters,
            "mistakes": show_mistakes,
            "puzzles": puzzles,
            "puzzle": train,
            "solution": help_with_puzzle,
            "timed run": timed_run,
            "you": show_you,
            "laboratory": command(Command.LABORATORY),
            "tournaments": command(Command.TOURNAMENT),
            "new tournament": dialog(lambda app: SetupDialog(app.stage, None, print)),
            "tournament": tournament,
            "balance": balance,
            "tournaments of people": command(Command.PEOPLE),
            "new tournament of people": dialog(lambda app: PeopleDialog(app.stage, None, print)),
            "tournament of people": tournament_of_people,
        },
    ),
    "two players": (
        {"start_game": True, "black": "person"},
        {
            "game": nothing,
            "new game": command(Command.NEW_GAME),
            "menu": command(Command.MENU),
            "rules": command(Command.RULES),
            "notices": command(Command.NOTICES),
            "typed move": command(Command.TYPE_MOVE),
            "play from here": command(Command.PLAY_FROM_HERE),
            "analysis": command(Command.ANALYSE),
            "resign": command(Command.RESIGN),
            "save": command(Command.SAVE),
            "context menu": command(Command.CONTEXT_MENU),
            "comment": dialog(lambda app: CommentDialog(app.stage, "12… Nf3!?", "", print)),
            "picture": command(Command.PICTURE),
            "add to a study": add_to_study,
            "fold view": command(Command.FOLD_VIEW),
            "editor": command(Command.EDITOR),
        },
    ),
    "on the clock": (
        {"start_game": True, "level": 6, "variant": "chess", "clocks": DIFFERENT},
        {
            "clocks": nothing,
            "draw": command(Command.DRAW),
            "pause": command(Command.PAUSE),
            "resign or draw": command(Command.RESIGN),
            "new game on the clock": command(Command.NEW_GAME),
            "delay": dialog(lambda app: ClockDialog(app.stage, DIFFERENT, print)),
            "players": dialog(lambda app: PlayerPicker(app.stage, "", print, has_person=True)),
            "engines": add_engine,
            "new engine": dialog(lambda app: AddEngineDialog(app.stage, print)),
            "engine": dialog(lambda app: EngineOptionsDialog(app.stage, "Ada")),
            "per move": dialog(lambda app: ClockDialog(app.stage, DIFFERENT.swapped, print)),
            "periods": dialog(lambda app: ClockDialog(app.stage, PERIODS, print)),
        },
    ),
    "computers": ({"start_game": True, "white": "computer", "level": 1}, {"computers": nothing}),
    "demonstration": ({"demo": True, "level": 1}, {"title": nothing}),
    "over": (
        {"start_game": True, "game": pgn.pick(['[Variant "chess"]', "", "1. f3 e5 2. g4 Qh4#"])},
        {"result": nothing, "looked back": hide_result, "review": command(Command.REVIEW)},
    ),
}
"""What the window is asked for, and what is done in it, one after the other; dialogs are closed between."""


def opened(name: str, folder: Path, size: tuple[int, int], language: str, text: int = 100) -> Hand:
    """A window with the first screen of that name, and text of so many percent of the usual size."""
    hand = Hand(folder, size, language=language, **WINDOWS[name][0])
    hand.app.stage.preferences.change(text_size=text)
    settle(hand)
    return hand


def situations(name: str, hand: Hand) -> Iterator[str]:
    """Do one thing after the other; yields its name once it is drawn."""
    for what, act in WINDOWS[name][1].items():
        act(hand)
        settle(hand)
        yield what
        while hand.app.dialog is not None:
            hand.app.stage.close_dialog()
        hand.app.stage.notices.clear()


def settle(hand: Hand, seconds: float = 0.06) -> None:
    """Let what happens in the background arrive; ends at once where nothing happens there."""
    end = time.monotonic() + seconds
    while True:
        was_working = is_working()
        hand.step()
        if time.monotonic() >= end or not (was_working or is_working()):
            return
        time.sleep(0.005)


def is_working() -> bool:
    """Whether there is a thread that this process has not had before the tests."""
    return not THREADS_BEFORE.issuperset(threading.enumerate())
