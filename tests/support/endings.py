"""Rows of the data of endings: their boards, and who wins."""

from __future__ import annotations

from dataclasses import replace

from wormhole import BLACK, WHITE, Board, variant
from wormhole.rules.endings import NoMove

WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}


def board_of(row):
    game = variant(row["game"])
    if row.get("stalemate") == "draw":
        game = replace(game, endings=replace(game.endings, stalemate=NoMove.DRAW))
    return Board(game, row["fen"])
