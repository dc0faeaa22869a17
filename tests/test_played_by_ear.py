"""A game, a lesson and three puzzles are played by what the window says and by keys alone.

What is done depends only on what was heard. The user keeps the position in mind, as a board that is made of
heard sentences.
"""

from __future__ import annotations

import re

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.listener import Listener
from wormhole import Board

PIECES = {"King": "K", "Murray Lion": "L", "Wizard": "W", "Knight": "N", "Champion": "C", "Pawn": "P"}
MOVE = r"(?P<square>[a-h]\d)(?:, through \d holes?)?(?:, becomes (?P<becomes>[\w ]+?))?(?:, check|, mate)?; "
HEARD_MOVE = re.compile(rf"^(?P<side>White|Black): .*?{MOVE}(?P<origin>[a-h]\d) is gone$")
OVER = re.compile(r"^(You won|You lost|A draw)")


@pytest.fixture
def listener(tmp_path):
    log = tmp_path / "said.txt"
    with Hand(tmp_path, speech_log=log, level=1) as hand:
        yield Listener(hand, log)


def played(board, heard):
    """Play a heard move in mind."""
    promotion = PIECES[heard["becomes"]].lower() if heard["becomes"] else ""
    board.push_uci(f"{heard['origin']}{heard['square']}{promotion}")


def after(board, move):
    then = board.copy()
    then.push(move)
    return then


def chosen(board):
    """A mate if there is one, else a capture, else the first move."""
    moves = board.legal_moves
    mates = [move for move in moves if after(board, move).is_game_over()]
    captures = [move for move in moves if board.is_capture(move)]
    return next(iter([*mates, *captures, *moves]))


def test_a_game_against_level_1_to_its_end(listener):
    board = Board("wormhole")
    listener.tab_to("Play, button")
    listener.key(pygame.K_RETURN, "\r")
    assert listener.hear(r"White: (\w+)\. Black: (.*)\.$").groups() == ("You", "Computer, level 1 · Newcomer")
    listener.key(pygame.K_t, "t")
    listener.hear("Type a move, text field")
    result = None
    while result is None:
        listener.write(str(chosen(board)))
        played(board, listener.hear(HEARD_MOVE))
        if board.is_game_over():
            result = listener.hear(OVER)
        else:
            played(board, listener.hear(HEARD_MOVE.pattern.replace("White|Black", "Black")))
            result = listener.hear(OVER) if board.is_game_over() else None
    winner = board.outcome().winner
    assert result[1] == {True: "You won", False: "You lost", None: "A draw"}[winner]


def position_heard(listener):
    """The position in mind, from the places of the pieces, the holes and the side to move."""
    squares = {}
    sides = listener.ask(pygame.K_F4, r"^White: (.*)\. Black: (.*)\.$").groups()
    for side, cased in zip(sides, (str.upper, str.lower), strict=True):
        for name, places in re.findall(r"([A-Z][\w ]*?) ((?:[a-h]\d(?:, )?)+)", side):
            squares |= dict.fromkeys(places.split(", "), cased(PIECES[name]))
    holes = listener.ask(pygame.K_F5, r"^There are no holes|^\d+ holes?: (.*)\.$")[1]
    squares |= dict.fromkeys(holes.split(", ") if holes else (), "x")
    turn = listener.ask(pygame.K_F2, r"(White|Black) is to move\.$")[1][0].lower()
    rows = ("".join(squares.get(f"{file}{rank}", "1") for file in "abcdefgh") for rank in range(8, 0, -1))
    placed = re.sub("1+", lambda run: str(len(run[0])), "/".join(rows))
    return Board("wormhole", f"{placed} {turn} - - 0 1")


def hinted(listener):
    """The move of the hints."""
    for _ in range(2):
        listener.key(pygame.K_h, "h")
        arrows = [line for line in listener.lines if line.startswith("Arrow")]
        if arrows:
            return "".join(re.search(r"([a-h]\d): .*, to ([a-h]\d)\.$", arrows[0]).groups())
    raise AssertionError("the hints show no move")


def test_three_puzzles(listener):
    listener.control(pygame.K_u)
    listener.hear("^Puzzles of the day")
    listener.tab_to("Train, button")
    listener.key(pygame.K_RETURN, "\r")
    for _puzzle in range(3):
        is_short = listener.hear(r"^Mate in (\w+) move")[1] == "one"
        is_solved = False
        while not is_solved:
            move = str(chosen(position_heard(listener))) if is_short else hinted(listener)
            listener.key(pygame.K_t, "t")
            listener.hear("Type a move")
            listener.write(move)
            is_solved = listener.hear(r"^(Solved!|Correct)")[1] == "Solved!"
            is_solved = is_solved or "puzzle is solved" in " ".join(listener.lines)
            listener.key(pygame.K_ESCAPE)
        listener.key(pygame.K_SPACE, " ")


def click(listener, square):
    """Move the cursor to a square by what is said of its place, and choose it."""
    listener.key(pygame.K_RETURN, "\r")
    at = listener.hear(r"^([a-h]\d): ")[1]
    for index, (more, less) in enumerate(((pygame.K_RIGHT, pygame.K_LEFT), (pygame.K_UP, pygame.K_DOWN))):
        while at[index] != square[index]:
            listener.key(more if at[index] < square[index] else less)
            at = listener.hear(r"^([a-h]\d): ")[1]
    listener.key(pygame.K_RETURN, "\r")


def type_square(listener, square):
    """Type the name of a square, after one that is none."""
    for name, answer in (("z9", "is not a square of this board"), (square, "")):
        listener.key(pygame.K_t, "t")
        listener.hear("^Type a square$")
        listener.write(name)
        listener.hear(answer)


@pytest.mark.parametrize("choose", [click, type_square])
def test_a_lesson(listener, choose):
    listener.control(pygame.K_t)
    steps = int(listener.hear(r"of (\d+) steps completed")[1])
    listener.hear("Start, button")
    listener.key(pygame.K_RETURN, "\r")
    for step in range(1, steps + 1):
        listener.hear(rf"step {step} of {steps}\.")
        task = listener.hear(r"^(Your move|Click|Look at the board)")[1]
        if task == "Your move":
            move = hinted(listener)
            listener.key(pygame.K_t, "t")
            listener.hear("Type a move")
            listener.write(move)
            listener.hear(r"(Next|Play level 1), (button|chosen)|Correct|^Right|\.$")
            listener.key(pygame.K_ESCAPE)
        elif task == "Click":
            listener.key(pygame.K_h, "h")
            if not any("Marked" in line for line in listener.lines):
                listener.key(pygame.K_h, "h")
            for square in re.findall(r"Marked: ([a-h]\d)", " ".join(listener.lines)):
                choose(listener, square)
        if step < steps:
            listener.key(pygame.K_SPACE, " ")
    listener.hear("Play level 1, button")
