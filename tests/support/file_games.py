"""Plays random games of random files with the package and with the second reader of files; both must agree.

``python -m tests.support.file_games --positions 1000000`` compares that many positions; with
``--field apart`` only of files that have this field. At the end it tells how often each rule was met.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable

from tests.reference.file_game import FileGame
from tests.support import rules_met
from tests.support.random_game_files import random_file, random_placement
from wormhole import Board, WormholeError
from wormhole.rules import fen
from wormhole.rules.draw_limits import Counting
from wormhole.rules.game_file import parse
from wormhole.rules.outcome import Termination
from wormhole.rules.variant import LeftSquare, Variant

PLIES, PLACEMENTS, PLIES_AFTER = 40, 16, 12


def difference(board: Board, game: FileGame) -> object:
    """What the two say differently of a position; None if nothing."""
    outcome = board.outcome()
    if (outcome.result() if outcome else None) != game.outcome():
        return outcome, game.outcome()
    if outcome is not None and outcome.termination is Termination.ROYAL_CAPTURE:
        return None
    moves = sorted(move.text for move in board.legal_moves)
    if moves != game.legal_moves():
        return sorted(set(moves) ^ set(game.legal_moves()))
    placement, _, rights, *counts, _ = board.fen().split()[: 7 if board.variant.endings.checks else 6]
    if board.variant.endings.count is Counting.NONE:
        counts[0] = "-"
    said = board.is_check(), placement, rights_in(game, rights), counts
    held = [*map(game.written, game.place.rights), *game.gate_letters()]
    other = game.is_check(), game.placement(), rights_in(game, held), game.counts()
    return None if said == other else (said, other)


def rights_in(game: FileGame, rights: Iterable[str]) -> list[str]:
    """Castling rights, only their sides where a rook's file may be written."""
    names = [right for right in rights if right != "-"]
    return sorted("Kk"[name.islower()] for name in names) if game.rules.anywhere else sorted(names)


def play(
    board: Board,
    game: FileGame,
    choose: random.Random,
    plies: int,
    where: str,
    captures: float = 0.0,
    met: Counter[str] | None = None,
) -> int:
    """Play at random and compare each position; returns how many there were.

    ``captures`` is how often a capture is preferred. ``met`` counts the rules that the game meets.
    """
    for ply in range(plies):
        found = difference(board, game)
        moves = " ".join(move.text for move in board.move_stack)
        assert found is None, f"{found}\n{where}\n{board.fen()}\n{game.placement()}\n{moves}"
        over = board.is_game_over() or not board.legal_moves
        if met is not None:
            met.update(rules_met.by_position(game))
            met.update(rules_met.by_end(game) if over or ply == plies - 1 else ())
        if over:
            return ply + 1
        preferred = game.moves_that_pass() if choose.random() < 0.3 else []
        if captures and not preferred and choose.random() < captures:
            preferred = game.moves_that_take()
        text = choose.choice(preferred or game.legal_moves())
        if met is not None:
            met.update(rules_met.by_move(game, text))
        game.play(board.push_uci(text).text)
    return plies


def played(text: str, seed: int, met: Counter[str] | None = None) -> tuple[str, int]:
    """What became of a file, and the number of positions that were compared; ``met`` is for :func:`play`."""
    choose = random.Random(seed)
    try:
        rules = parse(text, "random")
        first = fen.start(rules)
    except WormholeError as error:
        return f"refused: {error}", 0
    where = f"seed {seed}\n{text}"
    count = 0
    if is_possible(rules, first):
        count = play(Board(rules, first, seed=seed), FileGame(text), choose, PLIES, where, met=met)
    for placed in placements(rules, choose):
        if not is_possible(rules, placed):
            continue
        game = FileGame(text, placed)
        rights = "".join(sorted(game.written(right) for right in game.give_rights()))
        rights = rights + "".join(game.gate_letters()) or "-"
        board = Board(rules, f"{placed} {rights}", seed=seed)
        count += play(board, game, choose, PLIES_AFTER, where, met=met)
    return "played", count


def is_possible(rules: Variant, text: str) -> bool:
    """Whether a FEN is a position of the game."""
    try:
        fen.read(rules, text)
    except WormholeError:
        return False
    return True


def placements(rules: Variant, choose: random.Random) -> list[str]:
    """Random positions of a game; not all are possible."""
    letters = "".join(letter for letter in rules.piece_types if letter != rules.royal.letter)
    holes = rules.left_square is not LeftSquare.STAYS
    made = []
    for number in range(PLACEMENTS):
        keeps = rules.has_castling and number % 2 == 0
        text = random_placement(choose, rules.start, letters, rules.royal.letter, holes=holes, keeps=keeps)
        if rules.hands:
            held = choose.choices([*letters, *letters.lower()], k=choose.randint(0, 4)) if letters else []
            text += f"[{''.join(held)}]"
        made.append(f"{text} {choose.choice('wb')}")
    return made


def main() -> None:
    """Compare many positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--field", help="plays only files that have it")
    wanted = parser.parse_args()
    counts, met = Counter[str](), Counter[str]()
    seed, started = wanted.seed, time.monotonic()
    while counts["positions"] < wanted.positions:
        text, positions = random_file(seed), 0
        if wanted.field is None or f"\n{wanted.field} = " in text:
            try:
                positions = played(text, seed, met)[1]
            except Exception:
                counts["differences"] += 1
                traceback.print_exc()
            counts["positions"] += positions
            counts["files played" if positions else "files refused"] += 1
        seed += 1
        if seed % 1000 == 0:
            print(seed, dict(counts), f"{time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(dict(counts), f"seeds {wanted.seed} to {seed - 1}, {time.monotonic() - started:.0f} s")
    print(rules_met.told(met))
    sys.exit(counts["differences"] > 0)


if __name__ == "__main__":
    main()
