"""What a tournament of programs writes into files: its games, and its table."""

from __future__ import annotations

from pathlib import Path

from wormhole.arena.standings import Standings, points_text, standings
from wormhole.arena.tournament import Plan, Tournament
from wormhole.gui.languages.language import _
from wormhole.gui.tournament.table_files import (
    CSV,
    GAMES,
    MARKDOWN,
    PAGE,
    TEXT,
    Format,
    Rows,
    csv_text,
    markdown_text,
    page_text,
    plain_text,
)


def table_of(plan: Plan, table: Standings) -> Rows:
    """The heading and the rows of the table, then the cross table beside it. Numbers have a decimal point."""
    head = [_("Rank"), _("Player"), _("Games"), _("Points"), "+", "=", "-", _("Elo"), "±", _("LOS")]
    head += [_("Lost on time"), _("Failures"), *(str(number) for number in range(1, len(table.rows) + 1))]
    lines = [head]
    for row in table.rows:
        score = row.score
        known = (row.elo, row.error, None if row.superiority is None else 100 * row.superiority)
        line = [str(row.rank), plan.names[row.player], str(score.games), f"{score.points:g}"]
        line += [str(score.wins), str(score.draws), str(score.losses)]
        line += ["" if value is None else f"{value:.1f}" for value in known]
        line += [str(score.late), str(score.failures)]
        for other in table.order:
            against = table.cross.get((row.player, other))
            line.append("" if against is None else f"{points_text(against.points)}/{against.games}")
        lines.append(line)
    return lines


def formats_of(path: Path) -> tuple[Format, ...]:
    """The files of the tournament at a path, as it is when one is written."""

    def rows(tournament: Tournament) -> Rows:
        schedule = tournament.plan.schedule
        games = [game.finished(schedule) for game in tournament.games.values()]
        return table_of(tournament.plan, standings(len(tournament.plan.players), games))

    def games() -> str:
        """All games, in the order of the schedule."""
        kept = Tournament.read(path).games
        return "\n".join(game.pgn for _number, game in sorted(kept.items()))

    def plain() -> str:
        tournament = Tournament.read(path)
        return plain_text(tournament.plan.name, rows(tournament))

    def page() -> str:
        tournament = Tournament.read(path)
        return page_text(tournament.plan.name, "", [(_("Standings"), rows(tournament))])

    return (
        Format(*GAMES, games),
        Format(*PAGE, page),
        Format(*TEXT, plain),
        Format(*CSV, lambda: csv_text(rows(Tournament.read(path)))),
        Format(*MARKDOWN, lambda: markdown_text(rows(Tournament.read(path)))),
    )
