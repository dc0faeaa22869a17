"""Texts about puzzles: tasks, themes, and the refutations of wrong moves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from wormhole import WHITE, Board, Move
from wormhole.gui.languages.language import N_, _, _n, day_text, signed
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.puzzle_book import Daily, PuzzleFilter, RunSeries, Series, Training
from wormhole.learn.refutation import Refutation
from wormhole.learn.solver_record import FAILED, HELPED, SOLVED
from wormhole.library.chosen_game import named
from wormhole.play.move_words import Notation
from wormhole.rules.endings import Goal

THEMES = {
    "through-a-wormhole": N_("Through a wormhole"),
    "through-many-wormholes": N_("Through many wormholes"),
    "mate-through-a-wormhole": N_("Mate through a wormhole"),
    "discovered-by-a-fold": N_("Discovered by a fold"),
    "discovered-check": N_("Discovered check"),
    "double-check": N_("Double check"),
    "door-shut": N_("Route closed by a fold"),
    "takes-a-flight-square": N_("Flight square removed"),
    "shut-in-king": N_("Trapped king"),
    "king-hunt": N_("King hunt"),
    "last-move-left": N_("No move left"),
    "quiet-first-move": N_("Quiet first move"),
    "sacrifice": N_("Sacrifice"),
    "fork": N_("Fork"),
    "promotion": N_("Promotion"),
    "underpromotion": N_("Underpromotion"),
    "en-passant": N_("En passant"),
    "castling": N_("Castling"),
    "pawn-mate": N_("Mate by a pawn"),
    "half-the-board": N_("Half the board is gone"),
    "drop": N_("Drop"),
    "explosion": N_("Explosion"),
}


def theme_name(theme: str) -> str:
    """The name of a theme; one without a name as it is written."""
    return _(THEMES[theme]) if theme in THEMES else theme.replace("-", " ").capitalize()


def date_words(day: date) -> str:
    """A day: "22 Nov 2026"."""
    return day_text(day.day, day.month, day.year)


def series_words(series: Series) -> str:
    """What the puzzles of a series have in common."""
    if isinstance(series, Daily):
        kind = _("easy") if series.is_easy else _("hard")
        return f"{_('Puzzle of the day')} · {kind}"
    if isinstance(series, RunSeries):
        return _("Timed run")
    return (filter_words(series.wanted) if isinstance(series, Training) else "") or _("Training")


def length_name(length: int) -> str:
    """The name of a length of puzzles: "In 2 moves"; 0 is that of puzzles that name none."""
    return _n("In {count} move", "In {count} moves", length) if length else _("Longer wins")


def filter_words(wanted: PuzzleFilter) -> str:
    """Which puzzles are trained; empty if all are."""
    length = "" if wanted.length is None else length_name(wanted.length)
    return " · ".join(filter(None, (length, wanted.theme and theme_name(wanted.theme))))


def turn_words(board: Board) -> str:
    """Who is to move: "White to move"."""
    return _("White to move") if board.turn is WHITE else _("Black to move")


def task_words(puzzle: Puzzle) -> str:
    """The task."""
    moves = puzzle.win_in
    if moves is None:
        return _("One move wins. Find it, and play on until the win is clear.")
    if _is_checkmate(puzzle):
        if moves == 1:
            return _("Mate in one move.")
        return _n("Mate in {count} move.", "Mate in {count} moves.", moves)
    return _n("Win in {count} move.", "Win in {count} moves.", moves)


def _is_checkmate(puzzle: Puzzle) -> bool:
    """Whether the goal is mate, where mate is what wins the game."""
    return puzzle.is_mate and named(puzzle.variant).base.endings.goal is Goal.CHECKMATE


def stake_words(stakes: Mapping[float, int] | None, is_uncertain: bool) -> str:
    """By how much the rating can change, once it is certain; that it cannot, of a puzzle without stakes."""
    if stakes is None:
        return _("Your move. You have seen this puzzle, so it is not rated.")
    if is_uncertain:
        return _("Your move. Your rating is still uncertain.")
    solved, helped, failed = (
        signed(stakes[score]) if stakes[score] else "0" for score in (SOLVED, HELPED, FAILED)
    )
    words = _("Your move. Rating: {solved} if solved, {helped} with a hint, {failed} if not.")
    return words.format(solved=solved, helped=helped, failed=failed)


def theme_words(puzzle: Puzzle) -> str:
    """The rating and the themes, for a user who knows the solution."""
    rating = _("Rating {rating}").format(rating=puzzle.rating)
    return " · ".join([rating, *map(theme_name, puzzle.themes)])


def refutation_words(
    before: Board, wrong: Move, found: Refutation, puzzle: Puzzle, moves_left: int, notation: Notation
) -> str:
    """Why a move is wrong, where the solver had so many moves left."""
    solver, move = before.turn, notation(before, wrong)
    after = before.copy()
    after.push(wrong)
    if found.reply is None:
        return _("{move} ends the game without a win.").format(move=move)
    if found.winner is solver:
        count = found.moves + 1
        return _n(
            "{move} also wins, but only in {count} move.",
            "{move} also wins, but only in {count} moves.",
            count,
            move=move,
        )
    reply = notation(after, after.parse_uci(found.reply))
    if moves_left == 1 and _is_checkmate(puzzle):
        return _("That is not checkmate.")
    if found.winner is (not solver):
        words = _("After {move} {reply}, you lose.")
    elif puzzle.win_in is None:
        words = _("After {move} {reply}, the win is gone.")
    elif not puzzle.is_mate:
        words = _("After {move} {reply}, there is no win in time.")
    else:
        words = _("After {move} {reply}, there is no mate in time.")
    return words.format(move=move, reply=reply)


def hint_words(board: Board, move: Move) -> str:
    """Which piece to look at."""
    piece = board.piece_at(move.from_square)
    letter = move.drop if move.drop is not None or piece is None else piece.letter
    assert letter is not None, "a piece moves or is dropped"
    name = _(board.variant.piece_types[letter].name)
    if move.drop is not None:
        return _("Look at the piece in hand: {piece}.").format(piece=name)
    square = board.variant.geometry.names[move.from_square]
    return _("Look at the piece on {square}: {piece}.").format(square=square, piece=name)
