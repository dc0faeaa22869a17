"""What an import has read: games counted, and the bad ones named."""

from __future__ import annotations

from dataclasses import dataclass, field

from wormhole.gui.language import _n


@dataclass(frozen=True)
class BadGame:
    """A game that could not be read."""

    file: str
    number: int | None
    line: int | None
    players: str
    why: str


@dataclass
class Imported:
    """What has been read so far."""

    added: int = 0
    known: int = 0
    bad: int = 0
    bad_games: list[BadGame] = field(default_factory=list)
    trouble: str = ""
    """Why the library did not take more."""

    @property
    def read(self) -> int:
        """Games that could be read."""
        return self.added + self.known


def summary_lines(imported: Imported) -> list[str]:
    """What was read, a line for each number that is not zero."""
    lines = [imported.trouble] if imported.trouble else []
    lines.append(_n("{count} game added.", "{count} games added.", imported.added))
    if imported.known:
        lines.append(
            _n(
                "{count} game was in the library already.",
                "{count} games were in the library already.",
                imported.known,
            )
        )
    if imported.bad:
        bad = _n("{count} game could not be read:", "{count} games could not be read:", imported.bad)
        listed = len(imported.bad_games)
        more = ""
        if imported.bad > listed:
            more = _n("The first one is listed.", "The first {count} are listed.", listed)
        lines.append(f"{bad} {more}".rstrip())
    return lines
