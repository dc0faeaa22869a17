"""The balance of a game: what is computed, the process that plays, the command, and the dialog."""

from __future__ import annotations

import os
import random

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.every_screen import balance
from tests.support.hand import driving
from tests.support.patience import until
from wormhole import BLACK, WHITE, Board, variant
from wormhole.arena.balance import Balance, Share, balance_plan, kept_balances
from wormhole.arena.pairs import captures_of
from wormhole.arena.tournament import GameLine, Tournament, create
from wormhole.arena.tournament_run import Phase, Tournaments
from wormhole.cli import main
from wormhole.gui.composer.composer_screen import ComposerScreen
from wormhole.gui.look.table import Table
from wormhole.gui.tournament.balance_dialog import BalanceDialog
from wormhole.gui.tournament.tournament_screen import TournamentScreen
from wormhole.gui.window.keys import Command
from wormhole.library.pgn import read
from wormhole.rules.outcome import Termination


def kept(result, number=0, plies=40, captures=0, through_holes=0, how="checkmate"):
    times = (0.0, 0.0), (0, 0)
    return GameLine(number, result, "", how, plies, *times, None, None, captures, through_holes)


def test_the_figures_of_known_games():
    found = Balance.of(
        [
            kept("1-0", plies=9, captures=3, through_holes=1),
            kept("1-0", plies=40, captures=1, through_holes=1),
            kept("0-1", plies=21),
            kept("1/2-1/2", plies=600, how=Termination.AGREEMENT.value),
        ]
    )
    assert (found.games, found.white, found.drawn, found.black) == (4, 2, 1, 1)
    assert (found.score.value, found.draws.value) == (0.625, 0.25)
    assert found.lengths == (5, (5 + 20 + 11 + 300) / 4, 300)
    assert (found.captures, found.through_holes, found.unfinished) == (1.0, 0.5, 1)
    assert Balance.of([]) is None
    assert Balance.of([kept("1-0")]).through_holes is None


@pytest.mark.parametrize(("wins", "losses", "side"), [(130, 70, WHITE), (70, 130, BLACK), (104, 96, None)])
def test_a_side_is_better_only_if_the_interval_says_so(wins, losses, side):
    assert Balance.of([kept("1-0")] * wins + [kept("0-1")] * losses).better_side is side


@given(values=st.lists(st.sampled_from((0.0, 0.5, 1.0)), min_size=1, max_size=60))
def test_an_interval_includes_its_share_and_shrinks(values):
    once, often = Share.of(values), Share.of(values * 16)
    assert 0.0 <= once.low <= once.value <= once.high <= 1.0
    assert often.high - often.low <= once.high - once.low


def test_captures_through_holes_are_counted():
    board, chance, taken = Board("wormhole"), random.Random(5), []
    while board.outcome() is None:
        board.push(chance.choice(board.legal_moves))
        route = board.last_route()
        if route.captured is not None:
            taken.append(bool(route.holes))
    assert captures_of(board) == (len(taken), sum(taken))
    assert 0 < sum(taken) < len(taken)


@pytest.fixture
def tournaments(tmp_path):
    found = Tournaments(tmp_path / "games.sqlite3", lambda: None)
    yield found
    found.close()


def test_the_games_are_played_by_the_process_of_tournaments_and_stay_out_of_the_library(tournaments):
    plan = balance_plan(variant("wormhole"), "Balance", games=4, level=1)
    run = tournaments.add(create(tournaments.folder, plan))
    tournaments.start(run)
    until(lambda: not run.is_running)
    assert (run.phase, run.trouble) == (Phase.FINISHED, None)
    after = Tournament.read(run.path)
    assert after.kept == 0
    pgns = [game.pgn for game in after.games.values()]
    assert len({text.partition("\n\n")[2] for text in pgns}) == 4, "each game has its own chance"
    for game, text in zip(after.games.values(), pgns, strict=True):
        (record,) = read(text)
        assert (game.captures, game.through_holes) == captures_of(record.end().board())
    assert kept_balances(tournaments.folder, variant("wormhole"))[1].path == run.path
    assert kept_balances(tournaments.folder, variant("chess")) == {}


def test_the_command(capsys, tmp_path):
    pgn = tmp_path / "games.pgn"
    assert main(["balance", "wormhole", "--games", "2", "--level", "1", "--pgn", str(pgn)]) == 0
    words = capsys.readouterr().out
    assert words.startswith("Wormhole Chess, level 1 against itself, seed 1\n")
    assert "White's score" in words
    assert len(list(read(pgn.read_text("utf-8")))) == 2


@pytest.fixture
def hand(tmp_path):
    with driving(tmp_path) as drive:
        yield drive()


def figures(hand):
    return {name: (value, more) for name, value, more in hand.layer(Table).rows}


def test_what_was_measured_is_shown_and_goes_on(hand):
    balance(hand)
    assert isinstance(hand.app.dialog, BalanceDialog)
    found = figures(hand)
    assert found["White's score"] == ("62\u00a0%", "53 to 72\u00a0% (95 % sure)")
    assert found["Captures through holes"][0] == "33\u00a0%"
    assert "80 of 200 games" in hand.hints
    assert "White has the better chances between players of this level." in hand.hints
    hand.press("Games")
    assert isinstance(hand.app.screen, TournamentScreen)


def test_a_composed_game_is_measured_in_one_press(hand, monkeypatch):
    begun = []
    monkeypatch.setattr(Tournaments, "start", lambda self, run: begun.append(run))
    hand.app.stage.command(Command.COMPOSE)
    assert isinstance(hand.app.screen, ComposerScreen)
    hand.press("Balance…")
    hand.wait_for_reading()
    assert isinstance(hand.app.dialog, BalanceDialog)
    (run,) = begun
    assert run.plan.variant().title == "My Wormhole Chess"
    assert (len(run.plan.schedule), run.plan.is_balance) == (200, True)
    assert os.path.exists(run.path)
    hand.press("4")
    assert [each.plan.players[0].spec for each in begun] == ["ours:level=3", "ours:level=4"]
    hand.press("3")
    assert len(begun) == 2, "it is known"
    monkeypatch.setattr(Tournaments, "running", begun[0])
    hand.press("Go on")
    assert hand.app.notice is None
    hand.press("5")
    assert hand.app.notice.text == "Paused meanwhile: Balance: My Wormhole Chess"
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.app.screen, ComposerScreen)
