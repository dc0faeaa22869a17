"""The games of a tournament of people: how one begins, and where it is in the library."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wormhole import Board, Variant
from wormhole.arena.people.people_tournament import PLAYED, PeopleTournament
from wormhole.gui.window.stage import Stage
from wormhole.library.database.finding import Query
from wormhole.library.headers import PAIRING, UNDECIDED, first_headers
from wormhole.library.record import Game
from wormhole.library.time_control import TimeControl, TimeControls
from wormhole.play.seats import OpenedGame, Setup, set_out, two_players

BLACK_SHARE = 0.8
MOST_READ = 200
"""So many of the newest games between two players are looked at."""


@dataclass(frozen=True)
class TableGame:
    """A game of a table in the library, with its result as in PGN."""

    number: int
    result: str


def new_game(tournament: PeopleTournament, variant: Variant, number: int, table: int) -> Setup:
    """The game of a table, to be played at this screen."""
    plan = tournament.plan
    white, black = tournament.rounds[number].pairs[table]
    clocks = TimeControls.equal(plan.control)
    if tournament.rounds[number].is_armageddon and plan.control is not None:
        clocks = TimeControls(plan.control, _less_time(plan.control))
    headers = first_headers({"White": plan.players[white], "Black": plan.players[black]}, clocks)
    headers |= {
        "Event": plan.name,
        "Round": f"{number + 1}.{table + 1}",
        PAIRING: tournament.event_tag(number, table),
    }
    opened = OpenedGame.at(Game(Board(variant), headers))
    return set_out(replace(opened, flipped=False), two_players(variant))


def _less_time(control: TimeControl) -> TimeControl:
    """Black's clock where a draw counts for Black: four fifths, as four minutes to five."""
    return replace(control, seconds=round(BLACK_SHARE * control.seconds))


def games_of(stage: Stage, tournament: PeopleTournament, number: int, table: int) -> list[TableGame]:
    """The games of a table that were played at this screen, the newest first.

    Called in a job. Raises :class:`WormholeError`.
    """
    white, black = (tournament.plan.players[each] for each in tournament.rounds[number].pairs[table])
    tag = tournament.event_tag(number, table)
    with stage.library.open() as library:
        numbers = library.find(Query(text=f"{white} {black}"))
        rows = library.rows([int(each) for each in numbers[:MOST_READ]])
        found = []
        for row in rows:
            if (row.white, row.black) == (white, black):
                headers = library.game(row.number).game.headers
                if headers.get(PAIRING) == tag:
                    found.append(TableGame(row.number, headers["Result"]))
    return sorted(found, key=lambda each: -each.number)


def newly_decided(stage: Stage, tournament: PeopleTournament) -> list[tuple[int, TableGame]]:
    """The tables of the round whose games have ended, but are not in the table yet; called in a job."""
    number = len(tournament.rounds) - 1
    found = []
    for table in range(len(tournament.rounds[number].pairs)):
        if table not in tournament.rounds[number].results:
            games = games_of(stage, tournament, number, table)
            if (
                games
                and games[0].result in PLAYED
                and not tournament.was_entered(number, table, games[0].number)
            ):
                found.append((table, games[0]))
    return found


def game_to_continue(stage: Stage, tournament: PeopleTournament, number: int, table: int) -> TableGame | None:
    """The game of a table that was begun; called in a job."""
    games = games_of(stage, tournament, number, table)
    return games[0] if games and games[0].result == UNDECIDED else None
