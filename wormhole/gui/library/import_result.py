"""What an import has read: the counts, the errors and the warnings, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from wormhole.base.errors import Message, message_of
from wormhole.base.quoting import printable
from wormhole.gui.languages.language import _n, said
from wormhole.library.database.game_database import ImportProgress
from wormhole.library.database.game_readers import ReadGame
from wormhole.library.pgn_parser import PgnError

MOST_REMARKS = 5_000
"""Errors that are listed, and warnings; the others are only counted."""


@dataclass(frozen=True)
class Remark:
    """An error in a game, or what was read leniently."""

    file: str
    number: int | None
    line: int | None
    players: str
    why: str
    is_error: bool = True


@dataclass
class ImportResult:
    """The games of all sources that were read so far."""

    progress: ImportProgress = field(default_factory=ImportProgress)
    errors: list[Remark] = field(default_factory=list)
    """The first ``MOST_REMARKS`` of them."""
    warnings: list[Remark] = field(default_factory=list)
    """As the errors."""
    is_whole: bool = True
    """Whether all are listed."""
    trouble: str = ""
    """Why the library did not take more."""
    is_over: bool = False
    """Whether no more games are read."""

    @property
    def remarks(self) -> list[Remark]:
        """What is listed, the errors first."""
        return [*self.errors, *self.warnings]

    def add_error(self, file: str, error: PgnError) -> None:
        """List a game that could not be read."""
        why = said(error.why)
        self._add(self.errors, Remark(file, error.number, error.line, _players(error.headers), why))

    def add_game(self, file: str, game: ReadGame) -> None:
        """List what was read leniently in a game, or the error that ended it."""
        players = _players(game.kept.headers)
        for warning in game.warnings:
            text = said(warning.text)
            self._add(self.warnings, Remark(file, game.number, warning.line, players, text, is_error=False))
        if game.error is not None:
            why = Message("{trouble}; the moves before it are kept", trouble=message_of(game.error.why))
            self._add(self.errors, Remark(file, game.number, game.error.line, players, said(why)))

    def _add(self, remarks: list[Remark], remark: Remark) -> None:
        if len(remarks) < MOST_REMARKS:
            remarks.append(replace(remark, file=printable(remark.file), why=printable(remark.why)))
        else:
            self.is_whole = False


def _players(headers: Mapping[str, str]) -> str:
    return " - ".join(printable(headers.get(name, "?")) for name in ("White", "Black")) if headers else ""


def summary_lines(imported: ImportResult) -> list[str]:
    """What was read, a line for each number that is not zero."""
    progress = imported.progress
    lines = [imported.trouble] if imported.trouble else []
    lines.append(_n("{count} game added.", "{count} games added.", progress.added))
    if progress.known:
        lines.append(
            _n(
                "{count} game was already in the library.",
                "{count} games were already in the library.",
                progress.known,
            )
        )
    if progress.lenient:
        lenient = _n(
            "{count} game was read leniently.", "{count} games were read leniently.", progress.lenient
        )
        lines.append(lenient)
    if progress.cut:
        cut = _n("{count} game ends at an error.", "{count} games end at an error.", progress.cut)
        lines.append(cut)
    if progress.bad:
        lines.append(_n("{count} game could not be read.", "{count} games could not be read.", progress.bad))
    if not imported.is_whole:
        listed = len(imported.remarks)
        lines[-1] += " " + _n("The first one is listed.", "The first {count} are listed.", listed)
    return lines
