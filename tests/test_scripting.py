"""The page on scripting and the notebook: their examples run, and boards are drawn as they say."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wormhole import Board
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
