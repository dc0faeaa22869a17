"""A tournament of programs in the window: set up by clicks, watched, paused, continued after a restart."""

from __future__ import annotations

import sys
from dataclasses import replace

import pygame
import pytest

from tests.support.children import fake_command
from tests.support.hand import driving
from tests.support.pages import assert_apart
from wormhole import variant
from wormhole.arena.tournament import Entrant, Plan, create, game_fields
from wormhole.arena.tournament_run import Phase
from wormhole.gui.dialogs.player_picker import PlayerPicker
from wormhole.gui.dialogs.question import QuestionDialog
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.look.table import Table
from wormhole.gui.look.text_field import TextField
from wormhole.gui.tournament.live_boards import LiveBoards
from wormhole.gui.tournament.results_list import ResultsList
from wormhole.gui.tournament.setup_dialog import SetupDialog
from wormhole.gui.tournament.tournament_screen import TournamentScreen
from wormhole.gui.tournament.tournaments_screen import TournamentsScreen, show_tournament
from wormhole.gui.window.keys import Command
from wormhole.library.chosen_game import named
from wormhole.library.own_engines import OwnEngine

PROGRAM = fake_command("uci")
SIZES = [(800, 600), (1280, 800), (1920, 1080), (600, 800)]


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path) as drive:
        yield drive


def go_to_tournaments(hand):
    hand.app.stage.preferences.choose_game(named("chess"))
    hand.app.stage.command(Command.TOURNAMENT)
    hand.until(lambda: isinstance(hand.app.screen, TournamentScreen) or is_listed(hand))


def is_listed(hand):
    """Whether the list has been read."""
    table = hand.layer(Table)
    return table.rows or table.empty


def is_board_seen(hand):
    """Whether there is more than a ground where games are played."""
    shown = pygame.display.get_surface().subsurface(hand.layer(LiveBoards).rect)
    across, down = (range(0, length, 5) for length in shown.get_size())
    return len({tuple(shown.get_at((x, y))) for x in across for y in down}) > 20


def pick(hand, name):
    """Add a player by the dialog."""
    hand.press("Add…")
    picker = hand.app.dialog
    assert isinstance(picker, PlayerPicker)
    number = next(index for index, row in enumerate(picker.list.rows) if row.text == name)
    picker.list.go_to(number)
    hand.press("Select")


def write(hand, index, text):
    """Write into a field of the dialog."""
    fields = [each for each in hand.top.widgets.everything if isinstance(each, TextField)]
    hand.click(fields[index].rect.center)
    hand.fill(text)


NAME, ROUNDS, CLOCK, _, MOVES = range(5)


def test_it_is_set_up_paused_continued_after_a_restart_and_exported(drive, tmp_path):
    hand = drive()
    for name in ("Ada", "Charles"):
        hand.app.stage.engines.own.add(OwnEngine(name, "uci", PROGRAM))
    go_to_tournaments(hand)
    assert isinstance(hand.app.screen, TournamentsScreen)
    hand.press("New…")
    assert isinstance(hand.app.dialog, SetupDialog)
    assert "2 to 4 random moves by each side; every opening with both colours" in hand.hints
    assert "60 s for the game, and 1 s more with each move" in hand.hints
    hand.press("Start")
    assert "Add at least two players." in hand.hints
    pick(hand, "Ada")
    pick(hand, "Charles")
    write(hand, ROUNDS, "0")
    hand.press("Start")
    assert "Rounds: type a whole number from 1 to 2500." in hand.hints
    write(hand, ROUNDS, "30")
    write(hand, CLOCK, "soon")
    hand.press("Start")
    assert any(text.startswith("Clock: 60+0.6 is") for text in hand.hints)
    write(hand, CLOCK, "60+1")
    write(hand, NAME, "Cup")
    write(hand, MOVES, "12")
    assert "60 games · 1 pairing · 30 rounds" in hand.hints
    hand.press("Start")

    run = hand.app.stage.engines.tournaments.running
    assert (run.plan.names, run.plan.most_plies) == (["Ada", "Charles"], 24)
    hand.until(lambda: len(run.games) >= 2)
    assert isinstance(hand.app.screen, TournamentScreen)
    hand.until(lambda: is_board_seen(hand))
    hand.press("Games played")
    hand.until(lambda: len(hand.layer(ResultsList).rows) >= 2)
    hand.press("Pause")
    assert run.phase is Phase.PAUSED
    done = len(run.games)
    assert any(words.startswith(f"Paused · {done} of 60 games · Chess · 60+1 s") for words in hand.hints)
    hand.app.close()

    again = drive()
    go_to_tournaments(again)
    assert isinstance(again.app.screen, TournamentsScreen), "nothing is played"
    again.press("Open")
    again.wait_for_reading()
    (words,) = (words for words in again.hints if words.startswith("Paused · "))
    assert int(words.split()[2]) >= done
    again.press("Go on")
    run = again.app.stage.engines.tournaments.running
    assert again.app.dialog is None, "the programs are the user's own"
    again.until(lambda: len(run.games) > done + 1)
    again.press("Games played")
    again.step()

    again.press("Export…")
    again.press("Table in Markdown…")
    again.fill(str(tmp_path / "table.md"))
    again.press("Save")
    again.wait_for_reading()
    table = (tmp_path / "table.md").read_text("utf-8").splitlines()
    assert table[0].startswith("| Rank | Player | Games | Points |")
    assert {line.split(" | ")[1] for line in table[2:]} == {"Ada", "Charles"}
    assert "nan" not in " ".join(table)
    games, points = zip(*(map(float, line.split(" | ")[2:4]) for line in table[2:]), strict=True)
    assert games[0] == games[1] == sum(points)

    again.until(lambda: len(again.layer(ResultsList).rows) > 0)
    again.click(again.layer(ResultsList).row_rect(0).center)
    again.until(lambda: isinstance(again.app.screen, GameScreen))
    assert again.match.game.headers["Event"] == "Cup"
    assert not again.button("Undo").is_enabled, "others have played it"
    again.app.stage.command(Command.UNDO)
    again.step()
    assert "Others have played this game" in again.app.notice.text
    again.app.stage.command(Command.LIBRARY)
    again.app.stage.rooms.go_back()
    again.until(lambda: isinstance(again.app.screen, GameScreen))
    again.app.stage.command(Command.MENU)
    again.press("Back to the tournament")
    assert again.app.stage.engines.tournaments.running is run
    assert again.layer(ResultsList), "the list of games is shown again"


def kept(hand, *players, **changes):
    """A tournament that came from elsewhere."""
    plan = Plan(
        "Foreign",
        **game_fields(variant("chess")),
        players=players,
        form="round robin",
        rounds=1,
        clock="1+0.1",
    )
    return create(hand.app.stage.engines.tournaments.folder, replace(plan, **changes))


def test_programs_of_a_foreign_file_start_only_after_a_question(drive, tmp_path):
    hand = drive()
    mark = tmp_path / "started"
    evil = Entrant("evil", "uci:evil", (sys.executable, "-c", f"open({str(mark)!r}, 'w')"))
    hand.app.stage.engines.own.add(OwnEngine("Ada", "uci", PROGRAM))
    changed = Entrant("Ada", "uci:ada", PROGRAM, (("Log", "/somewhere"),))
    kept(hand, evil, changed)
    go_to_tournaments(hand)
    hand.press("Open")
    hand.wait_for_reading()
    hand.press("Go on")
    question = hand.app.dialog
    assert isinstance(question, QuestionDialog)
    assert str(mark) in question.text
    assert "(Log=/somewhere)" in question.text, "a program of the user's with other settings is foreign, too"
    hand.press("Cancel")
    hand.wait(1.0)
    assert not mark.exists()
    assert hand.app.stage.engines.tournaments.running is None


def test_a_damaged_tournament_says_so_and_can_be_deleted(drive):
    hand = drive()
    folder = hand.app.stage.engines.tournaments.folder
    folder.mkdir()
    (folder / "2026-01-01-000000.jsonl").write_text("rubbish\n", "utf-8")
    go_to_tournaments(hand)
    hand.press("Open")
    hand.wait_for_reading()
    assert "is no tournament" in hand.app.dialog.text
    hand.press("OK")
    hand.key(pygame.K_DELETE)
    hand.press("Delete")
    hand.until(lambda: not list(folder.iterdir()))
    hand.until(lambda: hand.layer(Table).empty)


@pytest.mark.parametrize("players", [2, 5, 32])
def test_nothing_overlaps_and_everything_is_in_the_window(drive, players):
    hand = drive()
    go_to_tournaments(hand)
    for size in SIZES:
        assert_apart(hand, size)
    tournament = kept(hand, *(Entrant(f"player {number}", "uci:ada", PROGRAM) for number in range(players)))
    show_tournament(hand.app.stage, tournament, variant("chess"))
    assert isinstance(hand.screen, TournamentScreen)
    for size in SIZES:
        assert_apart(hand, size)


def test_players_that_were_added_are_not_lost_by_a_slip(drive):
    hand = drive()
    hand.app.stage.engines.own.add(OwnEngine("Ada", "uci", PROGRAM))
    go_to_tournaments(hand)
    hand.press("New…")
    hand.key(pygame.K_ESCAPE)
    assert hand.app.dialog is None, "nothing was entered"
    hand.press("New…")
    form = hand.app.dialog
    pick(hand, "Ada")
    hand.click((3, 3))
    assert hand.app.dialog is form
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.app.dialog, QuestionDialog)
    hand.press("Discard")
    assert hand.app.dialog is None
