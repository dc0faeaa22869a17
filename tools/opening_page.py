"""Rewrites the tables and boards of docs/openings.md from the openings that ship.

python -m tools.opening_page [--check]

With --check nothing is written; the page and the boards are compared with the data.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import wormhole
from wormhole import Board
from wormhole.engine import opening_book
from wormhole.engine.opening_book import OpeningMove, OpeningPosition, OpeningTable

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, BOARDS = DOCS / "openings.md", DOCS / "openings"
PLACE = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

GAME = "wormhole"
OTHERS = ("wormhole-fide", "wormhole2", "wormhole-omega", "wormhole-smess", "cheshire", "cheshire10")

LINES, LINE_PLIES = 4, 6
"""So many of the best first moves, and of the worst, get a board after at most so many plies of best play."""

BAD_CENTIPAWNS = 60
"""A first move that is worse than the best by so much counts as losing something."""

REPLIES = 5
SIZE = 320  # pixels
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class ShippedOpenings:
    """The openings of a game, and how they were made."""

    openings: OpeningTable
    made: dict[str, Any]
    start: Board

    @classmethod
    def of(cls, name: str) -> ShippedOpenings:
        """That of a game of the catalogue."""
        file = resources.files("wormhole.engine.openings") / opening_book.name_of(name)
        game = wormhole.variant(name)
        text = file.read_text("utf-8")
        return cls(opening_book.read(game, text), opening_book.made(text), Board(game, seed=0))

    @property
    def first(self) -> OpeningPosition:
        """The start position."""
        return self.at(self.start)

    def at(self, board: Board) -> OpeningPosition:
        """A position; without moves, if nothing is known."""
        return self.openings.position(board) or OpeningPosition(())

    def line(self, *texts: str, plies: int = LINE_PLIES) -> Board:
        """The board after these moves and the best ones after them, up to that ply."""
        board = self.start.copy()
        for text in texts:
            board.push_uci(text)
        while board.ply() < plies and (scored := self.at(board).scored):
            board.push_uci(next(iter(scored)))
        return board


def points(centipawns: int) -> str:
    """A score in pawns: "+0.28"."""
    return f"{centipawns / 100:+.2f}".replace("-", MINUS) if centipawns else "0.00"


def in_words(board: Board, begin: int = 0) -> str:
    """The moves that led to a board, in SAN with numbers, from a ply on."""
    walk, words = board.root(), []
    for ply, move in enumerate(board.move_stack):
        number = "" if ply % 2 and ply > begin else f"{ply // 2 + 1}{'…' if ply % 2 else '.'} "
        if ply >= begin:
            words.append(number + walk.san(move))
        walk.push(move)
    return " ".join(words)


def san(board: Board, text: str) -> str:
    return board.san(board.parse_uci(text))


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def share(move: OpeningMove) -> str:
    """White's share of the points, if there are enough games."""
    return percent(move.counts.score) if move.counts.games >= 20 else ""


def made(known: ShippedOpenings) -> str:
    """The sentences on how the data was made."""
    facts, games = known.made, known.first
    count = facts["games"]
    won = sum(move.counts.white for move in games.moves.values())
    drawn = sum(move.counts.draws for move in games.moves.values())
    return (
        f"A search of {facts['first_nodes'] / 1e6:.0f} million nodes has scored all {len(games.scored)} "
        f"first moves. From there a tree of {facts['positions']} positions has grown where good play leads; "
        f"in each the best moves were searched with {facts['position_nodes']:,} nodes, and their scores are "
        f"traced back along the best moves of both sides. The computer player has also played {count:,} "
        "games against itself, whose first moves were drawn among the good ones. White won "
        f"{percent(won / count)} of them, Black {percent((count - won - drawn) / count)}.\n\n"
        f"    {facts['made'][-1]}\n"
    )


def first_moves(known: ShippedOpenings) -> str:
    """The table of all first moves."""
    rows = ["| | move | score | best play | games | White scores |", "|---|---|---|---|---|---|"]
    for place, (text, move) in enumerate(known.first.scored.items(), 1):
        line = in_words(known.line(text, plies=LINE_PLIES - 1), 1)
        cells = [
            place,
            san(known.start, text),
            points(move.score),
            line,
            move.counts.games or "",
            share(move),
        ]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows) + "\n"


def by_piece(known: ShippedOpenings) -> str:
    """The first moves of each kind of piece, the best one first."""
    found: dict[str, list[str]] = {}
    for text, move in known.first.scored.items():
        piece = known.start.piece_at(known.start.parse_uci(text).from_square)
        assert piece is not None
        name = known.start.variant.piece_types[piece.letter].name
        found.setdefault(name, []).append(f"{san(known.start, text)} {points(move.score)}")
    rows = (f"| {name} | {', '.join(moves)} |\n" for name, moves in found.items())
    return "| piece | its moves |\n|---|---|\n" + "".join(rows)


def main_lines(known: ShippedOpenings) -> str:
    """The best first moves, with boards."""
    return shown(known, list(known.first.scored)[:LINES], line_boards(known))


def shown(known: ShippedOpenings, texts: list[str], boards: dict[str, Board]) -> str:
    """A table of first moves with their scores, boards and lines."""
    scores = (points(known.first.moves[text].score) for text in texts)
    heads = (f"**{san(known.start, text)}** {score}" for text, score in zip(texts, scores, strict=True))
    pictures = (f"![{in_words(board)}](openings/{name}.svg)" for name, board in boards.items())
    rows = (heads, ["---"] * len(texts), pictures, map(in_words, boards.values()))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def line_boards(known: ShippedOpenings) -> dict[str, Board]:
    """The boards of the main lines, by the names of their files."""
    return {
        f"line-{place}": known.line(text) for place, text in enumerate(list(known.first.scored)[:LINES], 1)
    }


def bad_moves(known: ShippedOpenings) -> list[str]:
    """The first moves that lose something, the worst one first."""
    scored = known.first.scored
    best = next(iter(scored.values())).score
    return [text for text, move in reversed(scored.items()) if best - move.score >= BAD_CENTIPAWNS]


def bad_boards(known: ShippedOpenings) -> dict[str, Board]:
    """The boards after the worst first moves and the best play, by the names of their files."""
    return {f"bad-{place}": known.line(text) for place, text in enumerate(bad_moves(known)[:LINES], 1)}


def losing(known: ShippedOpenings) -> str:
    """The first moves that lose something, and the boards of the worst."""
    names = [san(known.start, text) for text in bad_moves(known)]
    head = (
        f"{len(names)} of the {len(known.first.scored)} first moves are worse than the best by more than "
        f"{BAD_CENTIPAWNS / 100:.1f} pawns: {_listed(names)}. The worst are:\n\n"
    )
    return head + shown(known, bad_moves(known)[:LINES], bad_boards(known))


def replies(known: ShippedOpenings) -> str:
    """Black's best answers to the best first moves."""
    rows = ["| after | the best replies, with their scores |", "|---|---|"]
    for text in list(known.first.scored)[:LINES]:
        board = known.start.copy()
        board.push_uci(text)
        scored = list(known.at(board).scored.items())[:REPLIES]
        words = ", ".join(f"{san(board, reply)} {points(move.score)}" for reply, move in scored)
        rows.append(f"| 1. {san(known.start, text)} | {words} |")
    return "\n".join(rows) + "\n"


def others() -> str:
    """A row for each of the other games."""
    rows = [
        "| game | first moves | the best | the worst | games | White scores |",
        "|---|---|---|---|---|---|",
    ]
    for name in OTHERS:
        known = ShippedOpenings.of(name)
        scored = list(known.first.scored.items())
        best = ", ".join(f"{san(known.start, text)} {points(move.score)}" for text, move in scored[:3])
        worst = f"{san(known.start, scored[-1][0])} {points(scored[-1][1].score)}"
        results = [move.counts for move in known.first.moves.values()]
        score = sum(each.score * each.games for each in results) / known.first.games
        title = known.start.variant.title
        rows.append(
            f"| {title} | {len(scored)} | {best} | {worst} | {known.first.games} | {score:.0%} |".replace(
                "%", " %"
            )
        )
    return "\n".join(rows) + "\n"


def written(page: str) -> str:
    """The page with its parts rewritten."""
    known = ShippedOpenings.of(GAME)
    parts = {
        "made": made(known),
        "first_moves": first_moves(known),
        "by_piece": by_piece(known),
        "main_lines": main_lines(known),
        "losing": losing(known),
        "replies": replies(known),
        "others": others(),
    }
    return PLACE.sub(lambda found: found[1] + parts[found[2]] + found[3], page)


def boards() -> dict[str, Board]:
    """All boards of the page, by the names of their files."""
    known = ShippedOpenings.of(GAME)
    return line_boards(known) | bad_boards(known)


def title(board: Board) -> str:
    """The title in the picture of a board."""
    return f"<title>{board.variant.title}: {board.fen()}</title>"


def outdated() -> list[str]:
    """The parts that do not agree with the data."""
    page = PAGE.read_text("utf-8")
    wrong = [] if written(page) == page else [PAGE.name]
    shown = boards()
    for name, board in shown.items():
        file = BOARDS / f"{name}.svg"
        if not file.exists() or title(board) not in file.read_text("utf-8"):
            wrong.append(file.name)
    return wrong + [file.name for file in BOARDS.glob("*.svg") if file.stem not in shown]


def draw() -> None:
    """Draw the boards."""
    from wormhole.base.atomic_files import write_bytes
    from wormhole.gui.look.theme import Theme
    from wormhole.gui.pictures.picture_files import PictureFormat, PictureJob
    from wormhole.gui.pictures.reel import PictureStyle, Reel

    BOARDS.mkdir(exist_ok=True)
    for file in BOARDS.glob("*.svg"):
        file.unlink()
    for name, board in boards().items():
        job = PictureJob(
            Reel.of_position(board), PictureFormat.SVG, Theme.load(), style=PictureStyle(SIZE, shapes=False)
        )
        write_bytes(BOARDS / f"{name}.svg", job.parts(lambda done, count: None))


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare only")
    if parser.parse_args().check:
        sys.exit(", ".join(outdated()) or 0)
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    draw()
