"""Hypothesis strategies for game files with odd boards, odd pieces and odd endings."""

from __future__ import annotations

import random
from string import ascii_lowercase, ascii_uppercase

from hypothesis import strategies as st

from wormhole.base.errors import VariantError
from wormhole.rules.betza import paths
from wormhole.rules.placement import EMPTY, HOLE, VOID, write_rows

ATOMS = "WFDNAHCLZJGKQRB"
DIRECTIONS = [
    "",
    "",
    "",
    "f",
    "b",
    "l",
    "r",
    "v",
    "s",
    "fl",
    "fr",
    "bl",
    "ff",
    "fb",
    "lr",
    "fs",
    "fh",
    "hr",
    "vr",
]
ARROWS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
LEFT_SQUARES = ["none", "fold", "vanish", "random"]


def term(choose: random.Random) -> str:
    """A letter of Betza notation with modifiers."""
    atom = choose.choice(ATOMS)
    modifiers = choose.choice(["", "", "", "m", "c", "i", "n", "mi"]) + choose.choice(DIRECTIONS)
    reach = choose.choice(["", "", atom, atom, "2", "3", "9", "15"]) if atom in "WF" else ""
    return modifiers + atom + reach


def moves(choose: random.Random) -> str:
    """Valid Betza notation."""
    terms = []
    for _ in range(choose.choice([1, 1, 2, 3, 6])):
        letters = term(choose)
        try:
            paths(letters)
        except VariantError:
            continue
        terms.append(letters)
    return "".join(terms) or "K"


def placement(
    choose: random.Random, columns: int, rows: int, letters: str, crowd: float, holes: float
) -> list[list[str]]:
    """Rows from the top, with both kings, some voids, and the given shares of occupied and removed
    squares."""
    cells = [[EMPTY] * columns for _ in range(rows)]
    voids = choose.choice([0.0, 0.0, 0.05, 0.2])
    for row in cells:
        for x in range(columns):
            if choose.random() < crowd:
                letter = choose.choice(letters)
                row[x] = letter if choose.random() < 0.5 else letter.lower()
            elif choose.random() < voids:
                row[x] = VOID
            elif choose.random() < holes:
                row[x] = HOLE
    places = [(x, y) for y in range(rows) for x in range(columns)]
    for king, (x, y) in zip("Kk", choose.sample(places, 2), strict=True):
        cells[y][x] = king
    return cells


def labels(choose: random.Random, count: int, usual: list[str]) -> list[str]:
    """Labels of files or ranks: mostly the usual ones."""
    if choose.random() < 0.7:
        return usual[:count]
    own = [choose.choice(["a", "b", "zz", "1", "07", "*", "", "é", " ", "-", "e", "x"]) for _ in range(count)]
    return own if choose.random() < 0.3 else choose.sample(usual, count)


def piece(choose: random.Random, letter: str, others: str, ranks: list[str]) -> list[str]:
    """A piece's table."""
    lines = [
        f"[pieces.{letter}]",
        f'name = "Piece {letter}"',
        f'moves = "{moves(choose)}"',
    ]
    own_rank = [rank for rank in ranks if rank.isdigit() and rank == str(int(rank))]
    if letter == "K":
        lines.append("royal = true")
        if others and choose.random() < 0.3:
            lines.append(f'castles_with = "{choose.choice(others)}"')
    if own_rank and choose.random() < 0.4:
        lines.append(f"home_rank = {choose.choice(own_rank)}")
    if others and choose.random() < (0.4 if letter != "K" else 0.02):
        choices = "".join(choose.sample(others, min(len(others), choose.choice([1, 2, 4, 15, 16]))))
        lines.append(f'promotes_to = "{choices}"')
        if own_rank and choose.random() < 0.5:
            lines.append(f"promotion_rank = {choose.choice(own_rank)}")
    lines += [f"{flag} = true" for flag in ("pawn", "en_passant") if choose.random() < 0.2]
    return lines


@st.composite
def game_files(draw: st.DrawFn) -> str:
    """The text of a game file; most are valid."""
    columns, rows = draw(st.integers(2, 16)), draw(st.integers(2, 16))
    crowd = draw(st.sampled_from([0.02, 0.1, 0.1, 0.3, 0.6, 0.95]))
    left_square = draw(st.sampled_from(LEFT_SQUARES))
    holes = 0.0 if left_square == "none" else draw(st.sampled_from([0.0, 0.1, 0.4]))
    kinds = draw(st.sampled_from([0, 1, 2, 4, 8, 25]))
    choose = random.Random(draw(st.integers(0, 1 << 32)))
    others = "".join(choose.sample(ascii_uppercase.replace("K", "").replace("X", ""), min(kinds, 24)))
    files = labels(choose, columns, list(ascii_lowercase))
    ranks = labels(choose, rows, [str(number) for number in range(1, rows + 1)])
    cells = placement(choose, columns, rows, others or "K", crowd if others else 0.0, holes)
    lines = ['title = "Generated"', "[board]", f'start = "{write_rows(cells)}"']
    if choose.random() < 0.5:
        lines += [f"files = {files}", f"ranks = {ranks}"]
        unnamed = sum(
            cell != VOID and (files[x] in "*" or ranks[rows - 1 - y] in "*")
            for y, row in enumerate(cells)
            for x, cell in enumerate(row)
        )
        lines.append(f"other_squares = {[f'w{number}' for number in range(unnamed)]}")
    if left_square != "random" and choose.random() < 0.2:
        few = [",".join(choose.sample(ARROWS, choose.randint(0, 3))) for _ in range(columns * rows)]
        by_row = [few[start : start + columns] for start in range(0, len(few), columns)]
        lines.append(f"arrows = {['|'.join(row) for row in by_row]}")
    lines += ["[mutator]", f'left_square = "{left_square}"', "[endings]"]
    lines.append(f'goal = "{choose.choice(["checkmate", "capture"])}"')
    lines.append(f'stalemate = "{choose.choice(["loss", "win", "draw"])}"')
    if choose.random() < 0.5:
        lines.append(f"repetitions = {choose.choice([0, 2, 3])}")
        lines.append(f"quiet_moves = {choose.choice([0, 4, 100])}")
        lines.append(f"dead = {choose.choice([[], ['K/K'], ['K/K', 'K/KA']])}")
    for letter in "K" + others:
        lines += piece(choose, letter, others, ranks)
    return "\n".join(lines) + "\n"
