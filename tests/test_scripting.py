"""The page on scripting and the notebook: their examples run, and boards are drawn as they say."""

from __future__ import annotations

import collections
import copy
import doctest
import json
import pickle
import random
import re
import subprocess
import sys
import threading
from pathlib import Path

import chess
import pytest

from wormhole import Board, MoveError
from wormhole.notebook import svg

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGE = DOCS / "scripting.md"


def test_every_example_of_the_page_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    source = "".join(re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(source, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 20
    assert doctest.DocTestRunner().run(examples).failed == 0


def shown(cell, names):
    """What a notebook shows of a cell: the value of its last line."""
    *before, last = "".join(cell["source"]).splitlines()
    exec("\n".join(before), names)
    return eval(last, names)


def test_the_notebook_shows_boards(monkeypatch):
    notebook = json.loads((DOCS / "examples" / "notebook.ipynb").read_text("utf-8"))
    first, _larger, omega = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    names = {}
    assert without_texts(shown(first, names)._repr_svg_()) == without_texts(
        (DOCS / "notebook.svg").read_text("utf-8")
    )
    assert shown(omega, names)._repr_svg_().startswith("<svg")
    (example,) = re.findall(r"^```python\n(.*?)\n```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert "".join(first["source"]).endswith(example)


def without_texts(svg):
    """A picture without its letters, whose places depend on the version of the library that measures them."""
    return re.sub(r"<text[^\n]*\n", "", svg)


def uses(svg):
    """How many drawings a picture consists of."""
    return len(re.findall(r'<use href="#d\d+"', svg))


@pytest.mark.parametrize("size", [0, -1, 119, 4001, 10**9, 10**400])
def test_a_picture_of_another_size_is_refused(size):
    with pytest.raises(ValueError, match=r"^size is .*; it must be from 120 to 4000$"):
        svg(Board(), size)


def test_a_board_is_printed_as_in_python_chess():
    moves = ["e4", "d5", "exd5"]
    ours, theirs = Board("chess"), chess.Board()
    for san in moves:
        ours.push_san(san)
        theirs.push_san(san)
    assert str(ours) == str(theirs)


def test_holes_and_places_without_a_square_are_printed():
    board = Board(fen="4k3/8/8/3p4/8/3x4/3W4/4K3 w")
    assert str(board).splitlines()[5:7] == [". . . x . . . .", ". . . W . . . ."]
    first, second, *_ = str(Board("omega")).splitlines()
    assert (first, second) == ("w" + " " * 21 + "w", "  c r n b q k b n r c")


def played(name):
    board = Board(name, seed=4)
    for number in range(12):
        board.push(board.legal_moves[number % len(board.legal_moves)])
    return board


@pytest.mark.parametrize(
    "twin_of", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
@pytest.mark.parametrize("name", ["wormhole", "random-wormhole", "chess"])
def test_a_twin_of_a_board_is_a_board_of_its_own(name, twin_of):
    """With its history and its dice; what is played on one is not on the other."""
    board = played(name)
    twin = twin_of(board)
    before = board.fen()
    assert (twin.fen(), twin.move_stack, twin.seed) == (before, board.move_stack, board.seed)
    move = board.legal_moves[0]
    twin.push(move)
    assert (board.fen(), len(board.move_stack)) == (before, 12)
    board.push(move)
    assert (board.fen(), board.peek().text) == (twin.fen(), twin.peek().text), "the dice fall alike"
    while twin.move_stack:
        assert twin.pop() == board.pop()
        assert twin.fen() == board.fen()
    assert twin.repetitions() == board.repetitions()


def test_a_second_thread_on_a_board_is_told_so():
    """Six threads play on one board; each call is whole or says what is wrong, and the board stays right.

    They play until calls have overlapped, which is a matter of luck.
    """
    board, errors = Board(), collections.Counter()
    busy = "this board is in use by another thread"

    def play(seed):
        dice = random.Random(seed)
        for number in range(50_000):
            if number >= 500 and errors[busy]:
                break
            try:
                board.push(dice.choice(board.legal_moves))
            except (RuntimeError, MoveError) as error:
                errors[str(error).partition(";")[0] if isinstance(error, RuntimeError) else "illegal"] += 1
                continue
            except Exception as error:
                errors[repr(error)] += 1
                continue
            while True:
                try:
                    board.pop()
                    break
                except RuntimeError:
                    errors[busy] += 1

    before = board.fen()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert errors[busy] > 0
    assert set(errors) <= {busy, "illegal"}
    assert board.fen() == before


def test_a_board_handed_from_thread_to_thread_is_not_refused():
    board = Board()
    for san in ("e4", "d5", "Cc3"):
        thread = threading.Thread(target=board.push_san, args=(san,))
        thread.start()
        thread.join()
    assert len(board.move_stack) == 3


def test_holes_and_the_way_of_the_last_move_are_drawn():
    board = Board(fen="4k3/8/8/3p4/8/3x4/3W4/4K3 w")
    board.push_san("We6")
    moved, still = svg(board), svg(Board(fen=board.fen()))
    assert f"<title>Wormhole Chess: {board.fen()}" in moved
    (chip,) = re.findall(r'<symbol id="(d\d+)"(?:(?!</symbol>).)*-throat"', moved, re.DOTALL)
    assert moved.count(f'href="#{chip}"') == len(board.holes) == 2
    assert uses(moved) > uses(still) + 10, "dots of the way"


def test_a_board_can_be_drawn_from_the_other_side_in_any_size_and_theme():
    board = Board()
    usual = svg(board)
    assert 'width="400"' in usual
    assert 'width="200"' in svg(board, 200)
    assert svg(board, flipped=True) != usual != svg(board, theme="night")


@pytest.mark.bundle
def test_the_pages_are_made(tmp_path):
    pytest.importorskip("pdoc")
    words = [sys.executable, "-m", "tools.api", tmp_path]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    guide = (tmp_path / "scripting.html").read_text("utf-8")
    assert all(
        title in guide for title in ("Script a game", "Ask the engine", "Write a game", "In a notebook")
    )
    assert "push_san" in (tmp_path / "wormhole.html").read_text("utf-8")
    assert (tmp_path / "notebook.svg").exists()
