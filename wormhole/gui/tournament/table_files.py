"""Tables of tournaments as files: text, CSV, Markdown, or a page to print."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

from wormhole.base.atomic_files import write_parts
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import is_file_name
from wormhole.gui.dialogs.context_menu import ContextMenu, MenuEntry
from wormhole.gui.dialogs.file_dialog import ask_where
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, in_use, said
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage

Rows = Sequence[Sequence[str]]
"""The heading of a table, then its lines. The second column has the players' names."""

GAMES, TEXT, CSV, MARKDOWN, PAGE = (
    (N_("Games as PGN…"), ".pgn"),
    (N_("Table as text…"), ".txt"),
    (N_("Table as CSV…"), ".csv"),
    (N_("Table in Markdown…"), ".md"),
    (N_("Page to print…"), ".html"),
)
STYLE = """<style>
body { font-family: "Noto Sans", sans-serif; margin: 2em auto; max-width: 52em; }
table { border-collapse: collapse; margin: 0.5em 0 2em; break-inside: avoid; }
th, td { border-bottom: 1px solid #bbb; padding: 0.25em 0.8em; text-align: right; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
</style>"""


@dataclass(frozen=True)
class Format:
    """A kind of file: its name in the menu, its suffix, and what makes the text, in the background."""

    name: str
    suffix: str
    text: Callable[[], str]


def csv_text(rows: Rows) -> str:
    """A table as comma-separated values.

    A name that begins like a formula gets an apostrophe, since spreadsheets would compute it.
    """
    head, *lines = rows
    safe = [
        [line[0], f"'{line[1]}" if line[1].startswith(("=", "+", "-", "@")) else line[1], *line[2:]]
        for line in lines
    ]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *safe])
    return text.getvalue()


def markdown_text(rows: Rows) -> str:
    """A table in Markdown."""
    head, *others = rows
    lines = [head, [":--" if index == 1 else "--:" for index in range(len(head))], *others]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in lines)


def plain_text(title: str, rows: Rows) -> str:
    """A table with its columns one below the other."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = (
        "  ".join(
            cell.ljust(width) if index == 1 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return f"{title}\n\n" + "".join(f"{line}\n" for line in lines)


def page_text(title: str, about: str, tables: Iterable[tuple[str, Rows]]) -> str:
    """A page in HTML: a heading, a line about the tournament, and tables with their headings."""
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(about)}</p>"]
    for heading, (head, *rows) in tables:
        cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        parts += [f"<h2>{escape(heading)}</h2>", f"<table><tr>{cells}</tr>"]
        parts += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
        parts.append("</table>")
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{in_use()}">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"{STYLE}\n{body}\n</html>\n"
    )


def open_export_menu(
    stage: Stage, name: str, formats: Iterable[Format], pixel: tuple[int, int], by_keyboard: bool
) -> None:
    """Ask for a format, then for a file; ``name`` is that of the tournament."""
    entries = [MenuEntry(_(each.name), None, partial(_ask_file, stage, name, each)) for each in formats]
    stage.open(ContextMenu(stage, _("Export"), entries, pixel, by_keyboard))


def _ask_file(stage: Stage, name: str, form: Format) -> None:
    stem = name if is_file_name(name) else _("Tournament")
    ask_where(stage, _("Export"), form.suffix, f"{stem}{form.suffix}", partial(_write, stage, form))


def _write(stage: Stage, form: Format, target: Path) -> None:
    def work(_job: Job[str]) -> str:
        try:
            write_parts(target, [form.text()])
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

    wait_for(stage, _("Exporting…"), work, tell)
