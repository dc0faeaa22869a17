"""Random game files, and random positions of them. Not all are valid."""

from __future__ import annotations

import random
import re
from string import ascii_lowercase, ascii_uppercase

from wormhole import variants

LETTERS = ascii_uppercase.replace("X", "")
ATOMS = "WWFFDNNAHCLZJGKKQRB"
HOPS = {"WFKQRB": "pg", "DA": "j"}
SIDES = {"FAGB": "fblr", "WDHKQR": "fblrvs", "NCLZJ": ["f", "b", "l", "r", "v", "s", "fh", "bh", "lh", "rh"]}
ANY_SIDE = "fblrvsh"
ARROWS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW", "all", "")
ON_LINES = ("F", "W", "K", "B", "R", "pB", "fF", "mFcW", "pQ")
PAWNS = (
    "fmWfcF",
    "fmWfcFifmnD",
    "fmWfcFifmnDifmnH",
    "fmFfcWifmnD",
    "fsmWcFfmW2",
    "mfWcfFbcW",
    "flmFfrcFfmW3",
)
SERGEANT = "fWfFifmnD"
"""It captures as it moves, and is captured en passant only."""


def term(choose: random.Random, first: str) -> str:
    """A letter of Betza's notation with modifiers; ``first`` may mark first moves."""
    atom = choose.choice(ATOMS)
    known = next(known for atoms, known in SIDES.items() if atom in atoms)
    usual = ANY_SIDE if choose.random() < 0.02 else known
    sides = "".join(choose.choice(usual) for _ in range(choose.choice([0, 0, 1, 1, 2, 2, 3, 4])))
    if atom in "NCLZJ" and choose.random() < 0.1:
        sides = choose.choice(["hl", "hr"])
    kind = choose.choice(["", "", "", "m", "c", "mc"])
    hops = next((hops for atoms, hops in HOPS.items() if atom in atoms), "")
    if hops and choose.random() < 0.25:
        modifiers, reach = [sides, kind, choose.choice(hops), first], ""
        choose.shuffle(modifiers)
        return "".join(modifiers) + atom + reach
    modifiers = [sides, kind, "n" * (choose.random() < 0.2), first]
    choose.shuffle(modifiers)
    reach = choose.choice(["", "", atom, "0", "1", "2", "3", "7"]) if atom in "WF" else ""
    if atom not in "WF" and choose.random() < 0.3:
        reach = choose.choice(["0", "2", "3"]) if atom in "RBQ" else choose.choice([atom, "0", "2", "3"])
    return "".join(modifiers) + atom + reach


def moves(choose: random.Random, first: str) -> str:
    """A piece's moves."""
    terms = [term(choose, first * (choose.random() < 0.3)) for _ in range(choose.choice([1, 1, 2, 3]))]
    return "".join(terms)


def cells(choose: random.Random, columns: int, rows: int, letters: str, voids: float) -> list[list[str]]:
    """The places of a board, bottom row first, with both kings and a random army."""
    made = [[" "] * columns for _ in range(rows)]
    for y in range(rows):
        for x in range(columns):
            if choose.random() < voids:
                made[y][x] = made[rows - 1 - y][columns - 1 - x] = "*"
    crowd = choose.choice([0.1, 0.2, 0.4])
    for row in made:
        for x, cell in enumerate(row):
            if cell == " " and letters and choose.random() < crowd:
                letter = choose.choice(letters)
                row[x] = choose.choice([letter, letter.lower()])
    places = [(x, y) for y in range(rows) for x in range(columns)]
    for king, (x, y) in zip("Kk", choose.sample(places, 2), strict=True):
        if made[y][x] == "*":
            made[rows - 1 - y][columns - 1 - x] = " "
        made[y][x] = king
    return made


def written(rows: list[list[str]]) -> str:
    """A placement of cells, bottom row first."""
    text = "/".join("".join(row) for row in reversed(rows))
    for run in range(16, 0, -1):
        text = text.replace(" " * run, str(run))
    return text


def castle_rank(choose: random.Random, columns: int, rook: str) -> list[str]:
    """A first rank with a king and two pieces to castle with."""
    row = [" "] * columns
    king = choose.randrange(columns)
    row[king] = "K"
    for x in (0, 1, columns - 1):
        if abs(x - king) > choose.choice([0, 2]) and choose.random() < 0.8:
            row[x] = rook
    return row


def random_file(seed: int) -> str:
    """The text of a random game file."""
    choose = random.Random(seed)
    if choose.random() < 0.04:
        return inheriting(choose)
    more = random.Random(f"more {seed}")
    if more.random() < 0.1:
        return crossed(more)
    columns, rows = choose.choice([3, 4, 4, 5, 5, 6, 6, 8, 10]), choose.choice([3, 4, 4, 5, 5, 6, 8])
    left_square = choose.choice(["none", "none", "fold", "fold", "vanish", "random"])
    others = "".join(choose.sample(LETTERS.replace("K", ""), choose.choice([1, 2, 3, 4])))
    pawn = others[0] if choose.random() < 0.6 else ""
    goal = "capture" if choose.random() < 0.15 else "checkmate"
    voids = choose.choice([0.0, 0.0, 0.0, 0.1])
    board = cells(choose, columns, rows, others + pawn * 4, voids)
    castles = left_square in ("none", "random") and goal == "checkmate" and columns > 4 and len(others) > 1
    castles = castles and not voids and choose.random() < 0.4
    if castles:
        row = castle_rank(choose, columns, others[1])
        board = [[" " if cell in "Kk" else cell for cell in each] for each in board]
        board[0], board[-1] = row, [cell.lower() for cell in row]
    rights = random.Random(f"rights {seed}")
    leaper = others[-1] if rights.random() < 0.25 and not castles and others[-1] != pawn else ""
    if leaper:
        board = with_one_each(rights, board, leaper)
    files, ranks = ascii_lowercase[:columns], [str(number) for number in range(1, rows + 1)]
    gating = random.Random(f"gating {seed}")
    held_kings = not castles and gating.random() < 0.06
    if held_kings:
        board = [[" " if cell in "Kk" else cell for cell in each] for each in board]
    alias = more.choice([each for each in LETTERS if each not in "K" + others]) if more.random() < 0.1 else ""
    start = written(board)
    if alias:
        start = start.replace(others[0], alias, 1).replace(others[0].lower(), alias.lower(), 1)
    lines = ['title = "Random"', "[board]", f'start = "{start}"']
    if choose.random() < 0.2:
        ranks = [str(number) for number in choose.sample(range(20), rows)]
        files = ascii_lowercase[5 : 5 + columns]
        lines += [f"ranks = {ranks}", f"files = {list(files)}"]
    arrowed = left_square != "random" and choose.random() < 0.15
    if arrowed:
        lines.append("arrows = [")
        for _ in range(rows):
            one = [",".join(choose.sample(ARROWS, choose.randint(1, 4))) for _ in range(columns)]
            lines.append(f'    "{"|".join(one)}",')
        lines.append("]")
    lined = left_square != "random" and not arrowed and more.random() < 0.15
    lines += [f'lines = "{some_squares(more, files, ranks)}"'] * lined
    if columns > 4 and files[0] == "a" and more.random() < 0.05:
        lines += unnamed_file(board, files, ranks)
        files = files[:-1]
    passes = left_square != "fold" and goal == "checkmate" and not arrowed
    passes = passes == (choose.random() < 0.9)
    captures = random.Random(f"captures {seed}")
    removes = captures.choice(["explode", "explode", "petrify"]) if captures.random() < 0.25 else ""
    lines += ["[mutator]", f'left_square = "{left_square}"']
    lines += [f'capture = "{removes}"'] * bool(removes)
    lines += ["[endings]", f'goal = "{goal}"']
    lines.append(f'stalemate = "{choose.choice(["loss", "win", "draw"])}"')
    if choose.random() < 0.5:
        lines += [
            f"repetitions = {choose.choice([0, 2, 3])}",
            f"quiet_moves = {choose.choice([0, 3, 8, 100])}",
        ]
        lines.append(f"dead = {choose.choice([[], ['K/K'], ['K/K', f'K/K{others[0]}']])}")
        lines.append(f'dead_same_color = "{choose.choice(["", others[-1]])}"')
    if choose.random() < 0.4:
        lines += endings(choose, "K" + others, files, ranks, left_square, goal)
    one_royal = goal == "capture" or removes or {'royal = "none"', "fleeing = false"} & {*lines}
    royals = more.choice(["K", "K" + others[-1]]) if not one_royal and more.random() < 0.12 else ""
    lines += other_endings(more, royals, left_square) if royals or more.random() < 0.2 else []
    hands = random.Random(f"hands {seed}")
    has_hands = hands.random() < 0.3 or held_kings
    gated = has_hands and not held_kings and gating.random() < 0.3
    if has_hands:
        lines += hand(hands, others, "Kk" * held_kings)
    if gated:
        lines.append(f'gating = "{files[0]}{ranks[0]}-{files[-1]}{ranks[0]}"')
        lines += ["drops = false"] * (gating.random() < 0.4)
    for letter in "K" + others:
        first = len(lines)
        table = piece(choose, letter, others, files, ranks, left_square, pawn, castles, passes)
        lines += until_moved(rights, table) if letter == leaper else table
        if letter == "K" and "i" in table[2]:
            lines += first_moves_of_a_king(rights, others)
        if removes:
            lines += survival(captures, letter, others)
        own = lines[first:]
        lines += ["royal = true"] * (letter != "K" and letter in royals)
        lines += other_fields(more, own, letter, others, files, ranks, lined)
        lines += [f'aliases = "{alias}"'] * (bool(alias) and letter == others[0])
        if held_kings and letter == "K":
            if left_square in ("none", "random") and goal == "checkmate" and gating.random() < 0.5:
                lines.append(f'castles_with = "{others[0]}"')
                lines.append(f'castles_from = "{files[len(files) // 2]}{ranks[0]}"')
            lines += ["[pieces.K.drops]", f'squares = "{some_squares(gating, files, ranks)}"']
            lines += ["forced = true"] * (gating.random() < 0.5)
        if letter != "K" and gating.random() < 0.1 and any("promotes_to" in line for line in lines[first:]):
            lines.append("promotes_in_place = true")
        if has_hands and letter != "K":
            lines += drops(hands, letter, others, files, ranks)
            lines += ["apart = true"] * (gating.random() < 0.1)
    return "\n".join(with_other_sides(gating, lines)) + "\n"


def with_other_sides(choose: random.Random, lines: list[str]) -> list[str]:
    """The lines, in which some pieces are the other sides of those that promote to them."""
    found, letter = list(lines), ""
    origins: dict[str, str] = {}
    for line in lines:
        letter = line[8] if re.fullmatch(r"\[pieces\.[A-Z]\]", line) else letter
        if line.startswith("promotes_to = ") and choose.random() < 0.3:
            origins.setdefault(choose.choice(line.split('"')[1]), letter)
    for turned, origin in origins.items():
        if f"[pieces.{turned}]" in found:
            found.insert(found.index(f"[pieces.{turned}]") + 1, f'promoted_from = "{origin}"')
    return found


def with_one_each(choose: random.Random, board: list[list[str]], letter: str) -> list[list[str]]:
    """The same places with one piece of a kind for each side."""
    made = [[" " if cell.upper() == letter else cell for cell in row] for row in board]
    kings = {x for row in made for x, cell in enumerate(row) if cell in "Kk"}
    free = [
        (x, y) for y, row in enumerate(made) for x, cell in enumerate(row) if cell == " " and x not in kings
    ]
    if len(free) < 2:
        return board
    for symbol, (x, y) in zip((letter, letter.lower()), choose.sample(free, 2), strict=True):
        made[y][x] = symbol
    return made


def until_moved(choose: random.Random, lines: list[str]) -> list[str]:
    """A piece's table with first moves until it moves."""
    lines = [line for line in lines if not line.startswith("home_")]
    moves = next(at for at, line in enumerate(lines) if line.startswith("moves"))
    lines[moves] = f'{lines[moves][:-1]}{term(choose, "i")}"'
    return [*lines, "home_until_moved = true"]


def first_moves_of_a_king(choose: random.Random, others: str) -> list[str]:
    """What ends a king's first moves, or stops them."""
    lines = ["home_in_check = false"] * (choose.random() < 0.4)
    return lines + [f'home_lost_to = "{choose.choice([others, others[0]])}"'] * (choose.random() < 0.4)


def unnamed_file(board: list[list[str]], files: str, ranks: list[str]) -> list[str]:
    """The labels of a board whose last file has none, and the names of its squares."""
    names = [f"w{number}" for number, row in enumerate(board, 1) if row[-1] != "*"]
    return [f"files = {[*files[:-1], '*']}", f"ranks = {ranks}", f"other_squares = {names}"]


def other_endings(choose: random.Random, royals: str, left_square: str) -> list[str]:
    """Lines on several royal pieces, on passes, and on who wins a draw."""
    lines = [f'royal = "{choose.choice(["all", "last", "duple"])}"'] * bool(royals)
    if choose.random() < 0.5:
        lines.append(f'passing = "{choose.choice(["always", "stuck"])}"')
        lines += ["bikjang = true"] * (not royals and left_square != "random" and choose.random() < 0.5)
    if choose.random() < 0.5:
        winner = choose.choice(["white", "black", "points", "pieces", "nobody"])
        lines.append(f'draw_goes_to = "{winner}"')
        lines += [f"black_points = {choose.choice([0.5, 1, 3.5])}"] * (winner == "points")
    return lines


def other_fields(
    choose: random.Random, own: list[str], letter: str, others: str, files: str, ranks: list[str], lined: bool
) -> list[str]:
    """More fields of a piece that has its ``own`` lines."""
    lines = [f'on_lines = "{choose.choice(ON_LINES)}"'] * (lined and choose.random() < 0.6)
    lines += ["screens = false"] * (choose.random() < 0.05)
    lines += [f"points = {choose.choice([1, 3, 1000])}"] * (choose.random() < 0.15)
    if letter == "K":
        return lines + [f'may_stand_on = "{some_squares(choose, files, ranks)}"'] * (choose.random() < 0.05)
    if choose.random() < 0.05 and not any(line.startswith("spares") for line in own):
        lines.append(f'spares = "{choose.choice([letter, "K", others])}"')
    lines += [f'not_helped_by = "{others}"'] * (choose.random() < 0.05)
    if "en_passant = true" in own and choose.random() < 0.2:
        lines.append(f'en_passant_squares = "{some_squares(choose, files, ranks)}"')
    become = next((line.split('"')[1] for line in own if line.startswith("promotes_to")), "")
    if become and choose.random() < 0.15:
        lines.append(f'promotes_if_lost = "{choose.choice(become)}"')
    return lines


def survival(choose: random.Random, letter: str, others: str) -> list[str]:
    """What a piece survives, and which pieces it spares; a royal one may face its kind instead."""
    lines = [f'survives = "{choose.choice(["nothing", "beside", "all"])}"'] * (choose.random() < 0.4)
    spared = choose.choice([letter, "K", others])
    return lines + [f'spares = "{spared}"'] * (choose.random() < 0.15 and letter != "K")


def piece(
    choose: random.Random,
    letter: str,
    others: str,
    files: str,
    ranks: list[str],
    left_square: str,
    pawn: str,
    castles: bool,
    passes: bool,
) -> list[str]:
    """A piece's table."""
    lines = [f"[pieces.{letter}]", f'name = "Piece {letter}"']
    if letter == "K":
        plain = ["K", "K", "W", "F", "KN", "WA", "N", "fKbF", "KC"]
        first = ["KiQ", "WiN", "Q", "W2F", "KiD", "KA", "KD"] if left_square != "random" else []
        words = choose.choice(plain if castles else plain + first)
        lines += [f'moves = "{words}"', "royal = true"]
        lines += ["faces = true"] * (choose.random() < 0.2)
        if castles:
            lines += castling(choose, others, files, ranks)
        return lines
    home = choose.random() < 0.4 or letter == pawn
    words = choose.choice(PAWNS) if letter == pawn else moves(choose, "i" * home)
    if words == PAWNS[1] and random.Random(f"sergeant {lines}").random() < 0.4:
        words = SERGEANT
    lines.append(f'moves = "{words}"')
    if "i" in words:
        listed = f'home_squares = "{some_squares(choose, files, ranks)}"'
        ranked = f"home_rank = {choose.choice([*ranks[:3], ranks[1]])}"
        lines.append(listed if choose.random() < 0.2 else ranked)
        lines += ["home_attacks = true"] * (choose.random() < 0.2)
        other = random.Random(f"black {lines}")
        blacks = some_squares(other, files, ranks)
        lines += [f'black_home_squares = "{blacks}"'] * (other.random() < 0.2)
    if choose.random() < 0.15:
        lines.append(f'may_stand_on = "{some_squares(choose, files, ranks)}"')
    become = [other for other in others if other != letter]
    if become and choose.random() < (0.8 if letter == pawn else 0.2):
        lines.append(f'promotes_to = "{"".join(choose.sample(become, choose.randint(1, len(become))))}"')
        if random.Random(f"capturing {lines}").random() < 0.25:
            optional = ['promotion = "optional"'] * (choose.random() < 0.3)
            return [*lines, "promotes_capturing = true", *optional, *["pawn = true"] * (letter == pawn)]
        kind = choose.random()
        if kind < 0.2:
            lines.append(f"promotion_rank = {choose.choice(ranks[2:])}")
        elif kind < 0.4:
            squares = [
                f"{choose.choice(files[:4])}{choose.choice(ranks[1:])}" for _ in range(choose.randint(1, 3))
            ]
            lines.append(f'promotion_squares = "{" ".join(squares)}"')
        elif kind < 0.6:
            lines.append(f'promotion_squares = "{some_squares(choose, files, ranks)}"')
        if choose.random() < 0.4:
            lines.append(f'promotion = "{choose.choice(["forced", "optional", "lost"])}"')
        lines += ["promotes_leaving = true"] * (choose.random() < 0.2)
    if letter == pawn:
        lines.append("pawn = true")
        lines += ["en_passant = true"] * passes
    return lines


def hand(choose: random.Random, others: str, kings: str) -> list[str]:
    """The table of the hands, with ``kings`` in them."""
    start = "".join(choose.choice([letter, letter.lower()]) for letter in others if choose.random() < 0.5)
    start += kings
    captures = not start or choose.random() < 0.7
    lines = ["[hands]", f"captures = {str(captures).lower()}", f'start = "{start}"']
    lines += ["from_partner = true"] * (not captures and choose.random() < 0.5)
    return lines + ["keeps_promotion = true"] * (captures and choose.random() < 0.3)


def drops(choose: random.Random, letter: str, others: str, files: str, ranks: list[str]) -> list[str]:
    """A piece's fields about hands."""
    other = choose.choice([each for each in others if each != letter] or [""])
    lines = [f'in_hand = "{other}"'] * (choose.random() < 0.2)
    lines.append(f"[pieces.{letter}.drops]")
    lines += [f'squares = "{some_squares(choose, files, ranks)}"'] * (choose.random() < 0.4)
    lines += [f"per_file = {choose.choice([1, 1, 2])}"] * (choose.random() < 0.25)
    lines += ["mates = false"] * (choose.random() < 0.25)
    lines += ["checks = false"] * (choose.random() < 0.15)
    lines += ["forced = true"] * (random.Random(f"forced {letter} {others}").random() < 0.15)
    return lines + [f'other_side = "{other}"'] * (choose.random() < 0.2)


def some_squares(choose: random.Random, files: str, ranks: list[str]) -> str:
    """A list of squares with a large rectangle in it."""
    corner = f"{files[0]}{ranks[0]}-{choose.choice(files[2:])}{choose.choice(ranks[2:])}"
    return " ".join([corner, *(f"{choose.choice(files)}{choose.choice(ranks)}" for _ in range(2))])


def endings(
    choose: random.Random, letters: str, files: str, ranks: list[str], left_square: str, goal: str
) -> list[str]:
    """Lines on how else a game ends, and on duties."""
    lines = []
    royal = goal == "capture" or choose.random() < 0.6
    if not royal:
        lines.append('royal = "none"')
    for key in ("stalemate_counts", "must_capture"):
        lines += [f"{key} = true"] * (choose.random() < 0.25)
    lines += [f'checkmate = "{choose.choice(["win", "draw"])}"'] * (choose.random() < 0.2)
    if choose.random() < 0.4:
        squares = " ".join(
            f"{choose.choice(files)}{choose.choice(ranks)}" for _ in range(choose.randint(1, 3))
        )
        whole = f"{files[0]}{ranks[-1]}-{files[-1]}{ranks[-1]}"
        lines.append(f'goal_squares = "{choose.choice([squares, whole])}"')
        lines += [f'black_goal_squares = "{squares}"'] * (choose.random() < 0.3)
        lines.append(f'goal_pieces = "{"".join(choose.sample(letters, choose.randint(1, 2)))}"')
        wins = choose.choice(["at once", "next turn", "unless answered"])
        safe = left_square != "random" and random.Random(f"safe {lines}").random() < 0.3
        lines.append(f'goal_wins = "{"if safe" if safe else wins}"')
    if choose.random() < 0.2:
        lines += ["perpetual_check_loses = true"] * (royal and goal != "capture" and left_square != "random")
        values = ["draw", "loss", "win", "white loses", "white wins"]
        lines.append(f'repetition = "{choose.choice(values)}"')
    if choose.random() < 0.2:
        lines.append(f'count = "{choose.choice(["makruk", "cambodian", "asean"])}"')
    if choose.random() < 0.5:
        lines.append(f"extinct = {[extinction(choose, letters) for _ in range(choose.randint(1, 2))]}")
    if royal and goal != "capture" and left_square != "random":
        lines += choose.choice([[f"checks = {choose.randint(1, 3)}"], ["checking = false"], [], []])
    mates = random.Random(f"mates {lines}")
    if mates.random() < 0.3 and royal and goal != "capture" and left_square != "random":
        lines = [line for line in lines if not line.startswith("checkmate")]
        lines.append(f'mating = "{"".join(mates.sample(letters, mates.randint(1, len(letters))))}"')
        lines += [f'mate_loses = "{mates.choice(letters)}"'] * (mates.random() < 0.5)
    brave = random.Random(f"brave {lines}").random() < 0.2 and royal and goal != "capture"
    return lines + ["fleeing = false"] * brave


def extinction(choose: random.Random, letters: str) -> str:
    """A rule of extinction."""
    named = choose.choice(["*", choose.choice(letters), "".join(choose.sample(letters, 2))])
    most = choose.choice(["", "", " 1", " 2"])
    against = choose.choice(["", "", " against 1", " against 2 answered"])
    return f"{named}{most} {choose.choice(['loss', 'win', 'draw'])}{against}"


def castling(choose: random.Random, others: str, files: str, ranks: list[str]) -> list[str]:
    """The lines on how a king castles."""
    lines = [f'castles_with = "{choose.choice([others[1], others[1], others[:2]])}"']
    if choose.random() < 0.4:
        short, long = choose.sample(files, 2) if choose.random() < 0.3 else (files[-2], files[1])
        lines.append(f'castles_to = "{short}{ranks[0]} {long}{ranks[0]}"')
    if choose.random() < 0.3:
        lines.append("castles_anywhere = true")
    return lines


def inheriting(choose: random.Random) -> str:
    """A file that changes a game of the menu."""
    base = choose.choice(
        ["chess", "wormhole", "cheshire", "omega", "wormhole-fide", "smess", "random-wormhole"]
    )
    lines = [f'inherits = "{base}"', 'title = "Heir"']
    if choose.random() < 0.6 and base not in ("smess", "cheshire"):
        lines += ["[mutator]", f'left_square = "{choose.choice(["none", "fold", "vanish", "random"])}"']
    if choose.random() < 0.5:
        lines += ["[endings]", f'stalemate = "{choose.choice(["loss", "win", "draw"])}"']
        lines += ["quiet_moves = 6"] * (choose.random() < 0.5)
    if base not in ("smess", "wormhole"):
        letter = choose.choice("QBNZ")
        lines += [f"[pieces.{letter}]", 'name = "New"', f'moves = "{moves(choose, "")}"']
    return "\n".join(lines) + "\n"


def crossed(choose: random.Random) -> str:
    """A file that gives a game of the catalogue rules of others."""
    base = choose.choice(variants())
    lines = [f'inherits = "{base}"', 'title = "Crossed"', "[mutator]"]
    lines.append(f'left_square = "{choose.choice(["none", "fold", "vanish", "random"])}"')
    lines += [f'capture = "{choose.choice(["stay", "explode", "petrify"])}"'] * (choose.random() < 0.3)
    lines.append("[endings]")
    lines += ["must_capture = true"] * (choose.random() < 0.2)
    lines += [f'stalemate = "{choose.choice(["loss", "win", "draw"])}"'] * (choose.random() < 0.3)
    lines += [f'extinct = ["* {choose.choice([1, 2, 9])} loss"]'] * (choose.random() < 0.2)
    lines += [f"checks = {choose.choice([1, 4])}"] * (choose.random() < 0.2)
    lines += other_endings(choose, "", "none") if choose.random() < 0.3 else []
    if choose.random() < 0.5:
        lines += ["[hands]", "captures = true"]
        lines += ["keeps_promotion = true"] * (choose.random() < 0.3)
    return "\n".join(lines) + "\n"


def random_placement(
    choose: random.Random, start: str, letters: str, kings: str, *, holes: bool, keeps: bool
) -> str:
    """A random placement on the board of a start position; it may keep the first and the last rank."""
    rows = []
    lines = start.split("/")
    for number, row in enumerate(lines):
        made, digits = "", ""
        for symbol in [*row, ""]:
            if symbol.isdigit():
                digits += symbol
                continue
            kept = symbol == "*" or (keeps and number in (0, len(lines) - 1))
            made += " " * int(digits or 0) + (symbol if kept else " " * bool(symbol))
            digits = ""
        rows.append(list(made))
    places = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == " "]
    choose.shuffle(places)
    crowd, gone = choose.choice([0.1, 0.2, 0.35]), choose.choice([0.0, 0.1, 0.3]) * holes
    for x, y in places:
        if choose.random() < crowd and letters:
            rows[y][x] = choose.choice(letters + letters.lower())
        elif choose.random() < gone:
            rows[y][x] = "x"
    placed = [cell for row in rows for cell in row]
    for king, (x, y) in zip(kings + kings.lower(), places, strict=False):
        if king not in placed:
            rows[y][x] = king
    return written(rows[::-1])
