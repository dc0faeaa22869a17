"""Writes a tournament into files: its games as PGN, its table as text, CSV or Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wormhole.arena.standings import Standings, points_text, standings
from wormhole.arena.tournament import Plan, Tournament
from wormhole.base.atomic_files import write_parts
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import is_file_name
from wormhole.gui.dialogs.context_menu import ContextMenu, MenuEntry
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage

Write = Callable[[Tournament], str]


def table_of(plan: Plan, table: Standings) -> list[list[str]]:
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


def pgn_text(tournament: Tournament) -> str:
    """All games, in the order of the schedule."""
    return "\n".join(game.pgn for _number, game in sorted(tournament.games.items()))


def csv_text(tournament: Tournament) -> str:
    """The table as comma-separated values.

    A name that begins like a formula gets an apostrophe, since spreadsheets would compute it.
    """
    head, *rows = _table(tournament)
    for row in rows:
        row[1] = f"'{row[1]}" if row[1].startswith(("=", "+", "-", "@")) else row[1]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def markdown_text(tournament: Tournament) -> str:
    """The table in Markdown."""
    head, *rows = _table(tournament)
    lines = [head, [":--" if index == 1 else "--:" for index in range(len(head))], *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in lines)


def plain_text(tournament: Tournament) -> str:
    """The table with its columns one below the other."""
    rows = _table(tournament)
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = (
        "  ".join(
            cell.ljust(width) if index == 1 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return f"{tournament.plan.name}\n\n" + "".join(f"{line}\n" for line in lines)


def _table(tournament: Tournament) -> list[list[str]]:
    schedule = tournament.plan.schedule
    games = [game.finished(schedule) for game in tournament.games.values()]
    return table_of(tournament.plan, standings(len(tournament.plan.players), games))


@dataclass(frozen=True)
class Format:
    """A kind of file that can be written."""

    name: str
    suffix: str
    text: Write


FORMATS = (
    Format(N_("Games as PGN…"), ".pgn", pgn_text),
    Format(N_("Table as text…"), ".txt", plain_text),
    Format(N_("Table as CSV…"), ".csv", csv_text),
    Format(N_("Table in Markdown…"), ".md", markdown_text),
)


def open_export_menu(stage: Stage, path: Path, plan: Plan, pixel: tuple[int, int], by_keyboard: bool) -> None:
    """Ask for a format, then for a file."""
    entries = [MenuEntry(_(each.name), None, partial(_ask_file, stage, path, plan, each)) for each in FORMATS]
    stage.open(ContextMenu(stage, _("Export"), entries, pixel, by_keyboard))


def _ask_file(stage: Stage, path: Path, plan: Plan, form: Format) -> None:
    name = plan.name if is_file_name(plan.name) else _("Tournament")
    ask_where(stage, _("Export"), form.suffix, f"{name}{form.suffix}", partial(_write, stage, path, form))


def _write(stage: Stage, path: Path, form: Format, target: Path) -> None:
    def work(_job: Job[str]) -> str:
        try:
            write_parts(target, [form.text(Tournament.read(path))])
        except WormholeError as error:
            return said(error)
        except OSError as error:
            return f"{shown_path(target)}: {said(error)}."
        return ""

    def tell(trouble: str) -> None:
        if trouble:
            stage.open(MessageDialog(stage, _("Nothing was exported"), trouble))
        else:
            stage.notices.flash(_("Exported to {name}").format(name=shown_path(target.name)))

    wait_for(stage, _("Exporting\u2026"), work, tell)
