"""The examples of docs/games.md and docs/training.md: the first page shows its files, all can be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wormhole
from wormhole import Termination, WormholeError
from wormhole.base import toml

DOCS = Path(__file__).parents[1] / "docs"
PARACHUTE = wormhole.load(DOCS / "examples" / "parachute.toml")
ABOUT = ("inventor", "year", "about")
"""The page leaves these out."""
FALLING = "4k3/8/2p5/8/8/8/8/4K3[PWN] w - - 0 1"


def test_the_page_shows_the_files():
    page = (DOCS / "games.md").read_text("utf-8")
    shown = re.findall(r"^\[`(examples/\w+\.toml)`\].*?^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert [path for path, _ in shown] == ["examples/pegasus.toml", "examples/parachute.toml"]
    for path, text in shown:
        there = toml.loads((DOCS / path).read_text("utf-8"))
        assert toml.loads(text) == {key: there[key] for key in there if key not in ABOUT}


def squares_of_drops(board, letter):
    names = board.variant.geometry.names
    return {names[move.to_square] for move in board.legal_moves if move.drop == letter}


def test_where_a_parachute_lands():
    board = wormhole.Board(PARACHUTE, FALLING)
    assert {name[1] for name in squares_of_drops(board, "P")} == set("23456")
    assert {name[1] for name in squares_of_drops(board, "W")} == set("12345")
    assert len(squares_of_drops(board, "N")) == 61
    board.push_uci("P@c3")
    board.push_uci("e8d8")
    assert board.holes == {board.variant.geometry.parse("e8")}, "the king's square alone is gone"
    assert "e8" not in squares_of_drops(board, "N")


def test_a_captured_lion_is_a_wizard_in_hand():
    board = wormhole.Board(PARACHUTE, "4k3/8/8/8/8/8/3l4/4K3[] w - - 0 1")
    board.push_uci("e1d2")
    assert board.fen().split()[0].endswith("[W]")


def test_no_second_pawn_is_dropped_on_a_file():
    board = wormhole.Board(PARACHUTE, "4k3/8/8/8/8/2P5/8/4K3[P] w - - 0 1")
    assert "c" not in {name[0] for name in squares_of_drops(board, "P")}
    with pytest.raises(WormholeError):
        board.push_uci("P@c5")


def test_a_king_on_the_wandering_hill_has_won():
    board = wormhole.Board(wormhole.load(DOCS / "examples" / "hill.toml"), "4k3/8/8/8/8/2K5/8/8 w - - 0 1")
    board.push_uci("c3d4")
    assert board.outcome().termination is Termination.GOAL
    assert board.outcome().winner


def test_how_the_pieces_of_a_caravan_begin():
    board = wormhole.Board(wormhole.load(DOCS / "examples" / "caravan.toml"))
    names = board.variant.geometry.names
    moves = {(names[move.from_square], names[move.to_square]) for move in board.legal_moves}
    pawns = {(f"{file}2", f"{file}{rank}") for file in "abcdefghijkl" for rank in "34"}
    camels = {("b1", "a4"), ("b1", "c4"), ("k1", "j4"), ("k1", "l4")}
    knights = {("c1", "b3"), ("c1", "d3"), ("j1", "i3"), ("j1", "k3")}
    guards = {("e1", "d3"), ("e1", "f3"), ("h1", "g3"), ("h1", "i3")}
    assert moves == pawns | camels | knights | guards
