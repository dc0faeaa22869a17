"""What an import has read: games counted, and the bad ones named."""

from __future__ import annotations

from dataclasses import dataclass, field

from wormhole.gui.library.rows import counted


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
    lines.append(f"{counted(imported.added, 'game')} added.")
    if imported.known:
        verb = "was" if imported.known == 1 else "were"
        lines.append(f"{counted(imported.known, 'game')} {verb} in the library already.")
    if imported.bad:
        left_out = imported.bad - len(imported.bad_games)
        more = f" The first {len(imported.bad_games):,} are listed." if left_out else ""
        lines.append(f"{counted(imported.bad, 'game')} could not be read:{more}")
    return lines
