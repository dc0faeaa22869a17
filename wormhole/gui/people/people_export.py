"""What a tournament of people writes into files: a page to print, its table, its games."""

from __future__ import annotations

from collections.abc import Sequence

from wormhole.arena.people.people_tournament import PeopleTournament, System
from wormhole.arena.people.table import table_of, tie_breaks
from wormhole.arena.standings import points_text
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.clock_words import clock_words
from wormhole.gui.languages.language import _, _p
from wormhole.gui.people.people_words import SIGNS, SYSTEMS, TIES, round_words, value_text
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
from wormhole.gui.window.stage import Stage
from wormhole.rules.variant import Variant


def standings_rows(tournament: PeopleTournament) -> Rows:
    """The standings; in a round robin with the cross table beside them."""
    plan, table = tournament.plan, table_of(tournament)
    has_cross = plan.system is System.ROUND_ROBIN
    ties = [_(TIES[name][0]) for name in tie_breaks(plan.system)]
    head = [_("Rank"), _("Player"), _("Points"), *ties, "+", "=", "-"]
    head += [str(number) for number in range(1, len(table.rows) + 1)] if has_cross else []
    lines = [head]
    for row in table.rows:
        score = row.score
        line = [str(row.rank), plan.players[row.player], points_text(row.points), *map(value_text, row.ties)]
        line += [str(score.wins), str(score.draws), str(score.losses)]
        for other in table.order if has_cross else ():
            against = table.cross.get((row.player, other))
            line.append("" if against is None else points_text(against.points))
        lines.append(line)
    return lines


def round_rows(tournament: PeopleTournament, number: int) -> Rows:
    """The tables of a round, with their results."""
    names, found = tournament.plan.players, tournament.rounds[number]
    lines: list[Sequence[str]] = [(_p("tournament", "Table"), _("White"), _("Result"), _("Black"))]
    for table, (white, black) in enumerate(found.pairs):
        result = SIGNS.get(found.results.get(table, ""), "")
        lines.append((str(table + 1), names[white], result, names[black]))
    lines += [("", names[player], _("no game"), "") for player in found.byes]
    return lines


def formats_of(stage: Stage, tournament: PeopleTournament, variant: Variant) -> tuple[Format, ...]:
    """The files of a tournament."""
    plan = tournament.plan

    def page() -> str:
        about = [_(SYSTEMS[plan.system]), _(variant.title)]
        about += [clock_words(plan.control)] if plan.control is not None else []
        numbers = range(len(tournament.rounds) - 1, -1, -1)
        rounds = [(round_words(tournament, number), round_rows(tournament, number)) for number in numbers]
        return page_text(
            plan.name, " · ".join(about), [(_("Standings"), standings_rows(tournament)), *rounds]
        )

    def games() -> str:
        texts: list[str] = []
        with stage.library.open() as library:
            for text in library.export(tournament.games()):
                if isinstance(text, WormholeError):
                    raise text
                texts.append(text)
        return "\n".join(texts)

    return (
        Format(*PAGE, page),
        Format(*TEXT, lambda: plain_text(plan.name, standings_rows(tournament))),
        Format(*CSV, lambda: csv_text(standings_rows(tournament))),
        Format(*MARKDOWN, lambda: markdown_text(standings_rows(tournament))),
        Format(*GAMES, games),
    )
