"""Other programs are added in the window, take seats and analyse; whatever they do wrong is told."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sqlite3
import sys
from pathlib import Path

import pygame
import pytest

from tests.support.children import fake_command, path_of
from tests.support.hand import Hand
from tests.support.resources import child_processes
from tests.test_choosing_a_player import choose
from wormhole import BLACK, WHITE, variant
from wormhole.engine.ladders import ladder_named
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.engines.add_engine_dialog import AddEngineDialog
from wormhole.gui.engines.engine_options_dialog import EngineOptionsDialog, RowScroller, rows_of
from wormhole.gui.engines.engines_dialog import EnginesDialog
from wormhole.gui.game.engine_lines import LineCard
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.look.text_field import TextField
from wormhole.gui.screens.kept_games import open_kept, words_of
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.database.game_database import GameDatabase
from wormhole.library.own_engines import OwnEngine, load, save
from wormhole.play.offered_players import analyst_of
from wormhole.play.seats import two_players
from wormhole.players import known_programs

GAMES = Path("/usr/games")
PROGRAMS = {
    "stockfish": "Threads",
    "fairy-stockfish": "Threads",
    "fairymax": "Claim draw after",
    "gnuchess --uci": "King Safety",
    "hoichess": "cores",
}
"""Debian's programs, each with an option that is a number."""
MATES = {BLACK: "f2f3 e7e5 g2g4", WHITE: "e2e4 f7f6 d2d4 g7g5"}
"""After these moves, a program that plays this side gives mate at once."""


def engine(protocol="uci", manner="first", **more):
    return OwnEngine("Fake", protocol, fake_command(protocol, manner), depth=1, **more)


class User(Hand):
    """A user with the engines in this folder."""

    def __init__(self, folder, *engines, **options):
        self.path = folder / "engines.toml"
        if engines:
            save(self.path, engines)
        super().__init__(folder, **options)
        self.app.stage.preferences.change(motion=False)

    @property
    def match(self):
        return self.app.screen.match

    @property
    def kept(self):
        return load(self.path)[0]

    def open_engines(self):
        self.app.stage.command(Command.SETTINGS)
        self.press("Computer")
        self.press(f"{self.kept[0].name}…" if self.kept else "Add an engine…")
        assert isinstance(self.app.dialog, EnginesDialog)

    def add(self, command):
        self.press("Add…")
        self.fill(command)
        self.press("Add")
        self.wait_for_reading()

    def option(self, name):
        """The place of the widget of an option, scrolled to."""
        dialog = self.app.dialog
        assert isinstance(dialog, EngineOptionsDialog)
        self.key(pygame.K_PAGEUP)
        self.key(pygame.K_PAGEUP)
        names = [row.label for row in rows_of(dialog.engine)]
        number = names.index(name)
        while not 0 <= number - self.layer(RowScroller).first < self.layer(RowScroller).rows_seen:
            self.key(pygame.K_PAGEDOWN)
        rows = self.layer(RowScroller)
        height = rows.content_height // len(names)
        return rows.rect.centerx, rows.rect.top + (number - rows.first) * height + 20

    @property
    def fields(self):
        """The text fields of the dialog."""
        return [each for each in self.top.widgets.everything if isinstance(each, TextField)]

    def play_texts(self, texts):
        self.app.stage.rooms.open(destination.Game(two_players(self.app.stage.preferences.game.variant)))
        self.until(lambda: isinstance(self.app.screen, GameScreen))
        self.settle()
        for text in texts.split():
            self.click(self.square(text[:2]))
            self.click(self.square(text[2:4]))
            self.settle()

    def give_seat(self, color, name):
        rect = self.app.screen.picture.players.rect_of(color)
        self.click(rect.center, pygame.BUTTON_RIGHT)
        self.press("Give this seat to…")
        choose(self, name)


@pytest.fixture
def user(tmp_path):
    before = child_processes()
    users = []

    def make(*engines, **options):
        users.append(User(tmp_path, *engines, **options))
        return users[-1]

    yield make
    for each in users:
        each.app.close()
    for _ in range(100):
        if child_processes() == before:
            return
        pygame.time.wait(50)
    assert child_processes() == before, "programs end with the window"


def play_chess(user):
    from wormhole.library.chosen_game import named

    user.app.stage.preferences.choose_game(named("chess"))
    user.app.stage.rooms.open(destination.Home())
    user.step()


@pytest.mark.parametrize("command", PROGRAMS)
def test_an_installed_program_is_added_plays_both_sides_and_analyses(user, command):
    name, *arguments = command.split()
    path = shutil.which(name, path=str(GAMES)) or shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    user = user()
    user.open_engines()
    user.add(shlex.join([path, *arguments]))
    (added,) = user.kept
    assert added.games[0] == "chess" or "chess" in added.games
    user.press("Options…")
    user.click(user.option("Depth"))
    user.fill("4")
    user.click(user.option(PROGRAMS[command]))
    user.fill("2")
    user.press("Done")
    assert (user.kept[0].depth, user.kept[0].settings) == (4, {PROGRAMS[command]: "2"})
    user.press("Done")
    user.press("Done")
    play_chess(user)
    for color, texts in MATES.items():
        user.play_texts(texts)
        user.give_seat(color, added.name)
        user.until(lambda: user.match.result.outcome is not None or user.app.notice is not None)
        assert user.match.result.outcome is not None, user.app.notice and user.app.notice.text
        assert user.match.result.outcome.winner is color
        headers = user.match.game.headers
        assert headers["White" if color else "Black"] == added.name
    if added.protocol == "uci":
        user.app.stage.preferences.change(analysed_by=f"engine:{added.name}", analysis_lines=2)
        user.play_texts("e2e4")
        user.key(pygame.K_l, "l")
        live = user.app.screen.game.analysis
        count = 2 if name != "gnuchess" else 1
        user.until(lambda: live.lines_analysis is not None and len(live.lines_analysis.lines) == count)
        assert live.lines_analysis.by == added.name


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_options_are_changed_by_the_widgets_of_their_kinds_and_kept(user, protocol):
    user = user()
    user.open_engines()
    user.add(shlex.join(fake_command(protocol)))
    (added,) = user.kept
    assert (added.name, added.protocol, added.games) == ("fake that first", protocol, ("chess",))
    user.press("Options…")
    user.click(user.option("Elbow"))
    user.fill("12")
    assert user.kept[0].settings == {}, "it is out of bounds"
    user.click(user.option("Depth"))
    user.press("Done")
    assert "Elbow: a number from 0 to 9." in user.hints
    assert [field.get_text() for field in user.fields if field.is_wrong] == ["12"]
    user.fill("7")
    at = user.option("Hat")
    user.click((at[0], at[1]))
    user.press("calm")
    user.click(user.app.dialog.table.row_rect(1).center)
    user.option("Wave")
    user.press("At each start")
    assert user.kept[0].settings["Style"] == "wild"
    assert user.kept[0].settings["Elbow"] == "7"
    assert user.kept[0].settings["Wave"] == ""
    user.press("Reset")
    assert user.kept[0].settings == {}
    user.press("Done")
    user.press("Rename…")
    user.fill("Ada")
    user.press("OK")
    assert [each.name for each in user.kept] == ["Ada"]
    user.press("Remove")
    user.press("Remove")
    assert user.kept == ()


def odd(*habits):
    return sys.executable, path_of("odd_engine"), "uci", *habits


def test_options_without_bounds_and_with_blanks_are_changed(user):
    user = user()
    user.open_engines()
    user.add(shlex.join(odd("spin without bounds", "spin without max", "spin of fractions", "tabs")))
    user.press("Options…")
    user.click(user.option("Level"))
    user.fill("seven")
    user.press("Done")
    assert "Level: a whole number." in user.hints
    user.fill("-70")
    user.click(user.option("CPuct"))
    user.fill("0.75")
    user.option("Style of play")
    user.press("Calm")
    user.click(user.app.dialog.table.row_rect(1).center)
    assert user.kept[0].settings == {"Level": "-70", "CPuct": "0.75", "Style of play": "Wild"}
    user.press("Done")
    user.press("Done")
    user.press("Done")
    play_chess(user)
    user.play_texts(MATES[BLACK])
    user.give_seat(BLACK, user.kept[0].name)
    user.until(lambda: user.match.result.outcome is not None)
    assert user.match.result.outcome.winner is BLACK


def test_a_program_is_started_in_the_folder_that_the_user_names(user, tmp_path):
    user = user()
    user.open_engines()
    user.add(shlex.join(odd("folder")))
    assert "weights.dat is not here" in user.app.dialog.text
    user.press("OK")
    (tmp_path / "weights.dat").write_text("")
    user.click(user.fields[1].rect.center)
    user.fill(str(tmp_path))
    user.key(pygame.K_RETURN)
    user.wait_for_reading()
    (added,) = user.kept
    assert added.folder == str(tmp_path)
    user.press("Options…")
    user.click(user.option("Working folder"))
    user.fill("/no/such/place")
    user.press("Done")
    assert "Working folder: there is no such folder." in user.hints
    assert user.kept[0].folder != "/no/such/place"
    user.press("Reset")
    assert user.kept[0].folder == ""


def test_a_program_that_is_slow_to_begin_is_waited_for(user):
    user = user()
    user.open_engines()
    user.press("Add…")
    user.fill(shlex.join(odd("slow to name itself")))
    user.press("Add")
    user.until(lambda: "It answers. Waiting until it is ready…" in user.hints)
    user.press("Cancel")
    assert isinstance(user.app.dialog, AddEngineDialog)
    assert user.kept == ()


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "Choose a program, or write a command."),
        ("'", "A quotation mark is missing in the command."),
        ("no-such-program-anywhere", "no-such-program-anywhere cannot be started: "),
        (shlex.join([sys.executable, "-c", "print('Good day'); import sys; sys.exit(1)"]), "Good day"),
    ],
)
def test_what_is_no_engine_is_not_added(user, command, why):
    user = user()
    user.open_engines()
    user.add(command)
    if isinstance(user.app.dialog, QuestionDialog):
        assert why in user.app.dialog.text
        user.press("OK")
    else:
        assert why in user.hints
    assert isinstance(user.app.dialog, AddEngineDialog)
    assert user.kept == ()


def test_a_silent_program_can_be_given_up(user):
    user = user()
    user.open_engines()
    user.press("Add…")
    user.fill(shlex.join(fake_command("uci", "silent")))
    user.press("Add")
    user.wait(0.3)
    user.press("Cancel")
    assert isinstance(user.app.dialog, AddEngineDialog)


@pytest.mark.parametrize("manner", ["dies", "silent", "deaf", "cheats", "leaves", "bytes"])
def test_after_a_fault_one_press_gives_the_seat_to_another(user, manner):
    user = user(engine(manner=manner, seconds=0.1))
    play_chess(user)
    user.play_texts("e2e4")
    user.give_seat(BLACK, "Fake")
    if manner in ("bytes", "leaves"):  # which is no fault
        user.until(lambda: len(user.match.cursor.nodes) == 2)
        return
    if manner == "silent":
        user.wait(0.5)
        assert user.match.players.is_thinking, "the window waits, and can be used"
        user.give_seat(BLACK, "Newcomer")
    else:
        user.until(lambda: user.app.notice is not None)
        if manner == "dies":
            assert user.app.notice.text == "Fake exited with status 3"
            user.press_on_notice("Details…")
            assert user.app.dialog.text.endswith("out of breath")
            user.press("Other player…")
        else:
            user.press_on_notice("Other player…")
        choose(user, "Newcomer")
    user.until(lambda: len(user.match.cursor.nodes) == 2)
    assert user.match.setup.black.level.number == 1
    assert user.match.game.headers["Black"] == "Computer, level 1"


def keep_a_game(user):
    """Play e4 against the program, whose answer is kept, and go home."""
    play_chess(user)
    user.play_texts("e2e4")
    user.give_seat(BLACK, "Fake")
    user.until(lambda: len(user.match.cursor.nodes) == 2)
    user.until(lambda: user.app.screen.is_up_to_date)
    user.app.stage.rooms.open(destination.Home())
    user.step()


def open_first(user):
    open_kept(user.app.stage, 1)
    user.until(lambda: isinstance(user.app.screen, GameScreen))
    user.settle()


def test_a_kept_game_goes_on_with_its_program(user):
    user = user(engine())
    keep_a_game(user)
    with GameDatabase(user.app.stage.library.path) as library:
        (row,) = library.unfinished()
    assert words_of(row)[0] == "Continue Chess · Fake · move 2"
    open_first(user)
    user.click(user.square("d2"))
    user.click(user.square("d4"))
    user.until(lambda: len(user.match.cursor.nodes) == 4)
    assert user.app.notice is None


@pytest.mark.parametrize("origin", ["removed", "another machine", "an older version"])
def test_a_kept_game_starts_no_program_that_was_not_chosen_here(user, origin):
    user = user(engine())
    keep_a_game(user)
    stage = user.app.stage
    stage.games.close()
    stage.library.wait_until_kept()
    if origin == "removed":
        stage.engines.own.remove("Fake")
        said = "Fake is no longer among the engines. You move for it, or another player does."
    else:
        said = "Fake has played here. It is started only if you choose it."
        with sqlite3.connect(stage.library.path) as connection:
            ((text,),) = connection.execute("SELECT play FROM records").fetchall()
            play = json.loads(text)
            assert play["black_program"]["name"] == "Fake"
            if origin == "another machine":
                play["black_program"]["origin"] = "0" * 16
            else:
                del play["black_program"]
            connection.execute("UPDATE records SET play = ?", [json.dumps(play)])
        connection.close()
    before = child_processes()
    for _ in range(2):  # what was opened and kept once does not start it later
        open_first(user)
        assert user.app.notice.text == said
        assert user.match.setup.is_two_player
        assert user.match.game.headers["Black"] == "Fake"
        stage.rooms.open(destination.Home())
        stage.games.close()
        user.step()
    assert child_processes() <= before
    if origin != "removed":
        open_first(user)
        user.press_on_notice("Let it play")
        user.click(user.square("d2"))
        user.click(user.square("d4"))
        user.until(lambda: len(user.match.cursor.nodes) == 4)


@pytest.mark.parametrize("manner", ["first", "dies"])
def test_a_program_analyses_or_ours_does_instead(user, manner):
    user = user(engine(manner=manner))
    play_chess(user)
    user.app.stage.preferences.change(analysed_by="engine:Fake", analysis_lines=2)
    user.play_texts("e2e4")
    user.key(pygame.K_l, "l")
    live = user.app.screen.game.analysis
    if manner == "first":
        user.until(lambda: live.lines_analysis is not None and len(live.lines_analysis.lines) == 2)
        assert (live.lines_analysis.by, live.lines_analysis.depth) == ("Fake", 7)
        user.app.stage.preferences.change(analysed_by="")
        user.until(lambda: live.lines_analysis is not None and not live.lines_analysis.by)
    else:
        user.until(lambda: user.app.notice is not None)
        assert user.app.notice.text == "Fake exited with status 3. This program analyses instead."
        user.until(lambda: live.lines_analysis is not None and live.lines_analysis.lines)


def test_of_another_game_ours_is_the_analyst(user):
    user = user(engine())
    user.app.stage.preferences.change(analysed_by="engine:Fake")
    user.play_texts("")
    user.key(pygame.K_l, "l")
    user.until(lambda: user.app.notice is not None)
    assert user.app.notice.text == "Fake does not play Wormhole Chess. This program analyses instead."
    live = user.app.screen.game.analysis
    user.until(lambda: live.lines_analysis is not None and live.lines_analysis.lines)


def test_a_program_ponders_and_is_told_when_it_was_right(user, tmp_path):
    heard = tmp_path / "heard"
    command = (*fake_command("uci", "ponders"), str(heard))
    user = user(OwnEngine("Fake", "uci", command, depth=1, ponders=True))
    play_chess(user)
    user.play_texts("e2e4")
    user.give_seat(BLACK, "Fake")
    user.until(lambda: len(user.match.cursor.nodes) == 2)
    user.until(lambda: "go ponder" in heard.read_text())
    guess = re.findall(r"position .* (\S+)\n", heard.read_text())[-1]
    user.settle()
    user.click(user.square(guess[:2]))
    user.click(user.square(guess[2:4]))
    user.until(lambda: len(user.match.cursor.nodes) == 4)
    assert "ponderhit" in heard.read_text()


def test_known_programs_are_found_without_being_started(tmp_path):
    program = tmp_path / "gnuchess"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    assert known_programs.installed([str(tmp_path)]) == ((str(program), "--uci"),)


def test_a_program_plays_the_demonstration_of_a_game_that_it_knows(user, tmp_path):
    heard = tmp_path / "heard"
    user = user(OwnEngine("Fake", "uci", (*fake_command("uci"), str(heard)), depth=1), demo=True)
    user.app.stage.preferences.change(demonstrated_by="engine:Fake")
    user.app.stage.rooms.open(destination.Demonstration(variant("chess")))
    user.until(lambda: heard.exists() and "moves g1h3 g8h6" in heard.read_text())  # the first legal moves


def test_a_limited_strength_is_shown_wherever_the_program_is_named(user):
    options = (
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1350 min 1350 max 2850",
    )
    user = user(engine(options=options, strength=1400, author="Byron"))
    play_chess(user)
    user.app.stage.preferences.change(opponent="engine:Fake", side="white")
    user.app.stage.rooms.open(destination.Home())
    user.step()
    assert "Limited strength · depth 1" in user.hints
    user.press("Fake (1400)…")
    rows = user.app.dialog.list.rows
    assert [row.side for row in rows if row.text == "Fake"] == ["strength 1400"]
    user.press("Cancel")
    user.press("Play")
    user.until(lambda: isinstance(user.app.screen, GameScreen))
    user.settle()
    assert user.app.screen.picture.players.name_of(BLACK) == "Fake (1400)"
    assert user.match.game.headers["Black"] == "Fake (1400)"
    analyst = analyst_of("engine:Fake", user.app.stage.engines.own.now, variant("chess"))
    assert (analyst.spec.title, analyst.spec.settings) == ("Fake", ())


def test_an_added_program_is_chosen_in_the_list_of_players(user):
    user = user()
    play_chess(user)
    user.press(f"Level 1 · Newcomer · strength {ladder_named('chess').elos[0]}…")
    user.press("Engines…")
    user.add(shlex.join(fake_command("uci")))
    user.press("Done")
    listed = user.app.dialog.list
    assert listed.key == "engine:fake that first"
    assert listed.rect.contains(listed.place_of(listed.chosen))


def test_the_heading_of_the_analysis_says_who_analyses_and_lets_one_choose(user, seen):
    user = user(engine())
    play_chess(user)
    user.play_texts("e2e4")
    user.key(pygame.K_l, "l")
    user.settle()
    card = user.layer(LineCard)
    heading = card.heading_rect.center
    assert card.spot_at(heading).tip.text == "Analysed by this program · 3 lines"
    user.click(heading)
    user.press("Analyse with Fake")
    user.click(card.rect.center, pygame.BUTTON_RIGHT)
    user.press("Fewer lines")
    user.settle()
    settings = user.app.stage.settings
    assert (settings.analysed_by, settings.analysis_lines) == ("engine:Fake", 2)
    card = user.layer(LineCard)
    assert card.spot_at(card.heading_rect.center).tip.text == "Analysed by Fake · 2 lines"
    user.until(lambda: any("depth 7 · Fake" in text for text in seen))
