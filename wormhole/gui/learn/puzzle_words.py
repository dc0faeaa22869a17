"""What is said about puzzles: tasks, themes, and what a wrong move allows."""

from __future__ import annotations

from wormhole import Board, Move, side_name
from wormhole.gui.language import N_, _, _n
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.refutation import Refutation

THEMES = {
    "through-a-wormhole": N_("Through a wormhole"),
    "through-many-wormholes": N_("Through many wormholes"),
    "mate-through-a-wormhole": N_("Mate through a wormhole"),
    "discovered-by-a-fold": N_("Discovered by a fold"),
    "discovered-check": N_("Discovered check"),
    "double-check": N_("Double check"),
    "door-shut": N_("The door is shut"),
    "takes-a-flight-square": N_("A flight square is taken"),
    "shut-in-king": N_("Shut-in king"),
    "king-hunt": N_("King hunt"),
    "last-move-left": N_("Last move left"),
    "quiet-first-move": N_("Quiet first move"),
    "sacrifice": N_("Sacrifice"),
    "fork": N_("Fork"),
    "promotion": N_("Promotion"),
    "underpromotion": N_("Underpromotion"),
    "en-passant": N_("En passant"),
    "castling": N_("Castling"),
    "pawn-mate": N_("Mate by a pawn"),
    "half-the-board": N_("Half the board is gone"),
}


def theme_name(theme: str) -> str:
    """A theme as it is said; one without a name as it is written."""
    return _(THEMES[theme]) if theme in THEMES else theme.replace("-", " ").capitalize()


def turn_words(board: Board) -> str:
    """Who is to move: "White to move"."""
    return _("{side} to move").format(side=_(side_name(board.turn)))


def task_words(puzzle: Puzzle) -> str:
    """What is asked."""
    moves = puzzle.mate_in
    if moves is None:
        return _("One move wins. Find it, and play on until the win is clear.")
    if moves == 1:
        return _("Mate in one move.")
    return _n("Mate in {count} move.", "Mate in {count} moves.", moves)


def theme_words(puzzle: Puzzle) -> str:
    """The rating and the themes, for someone who knows the solution."""
    themes = ", ".join(map(theme_name, puzzle.themes))
    rating = _("Rated {rating}").format(rating=puzzle.rating)
    return f"{rating} · {themes}" if themes else rating


def refutation_words(
    before: Board, wrong: Move, found: Refutation, puzzle: Puzzle, solver: bool, moves_left: int
) -> str:
    """Why a move is wrong; ``moves_left`` are the solver's moves that the solution takes from here."""
    move, opponent = before.san(wrong), _(side_name(not solver))
    after = before.copy()
    after.push(wrong)
    if found.reply is None:
        return _("{move} ends the game without a win.").format(move=move)
    reply = after.san(after.parse_uci(found.reply))
    if found.winner is solver:
        count = found.moves + 1
        also = _n("{move} wins in {count} move", "{move} wins in {count} moves", count, move=move)
        sooner = _n("there is a win in {count} move", "there is a win in {count} moves", moves_left)
        return _("{also}, but {sooner}.").format(also=also, sooner=sooner)
    if found.winner is (not solver):
        return _("{move} loses: {side} answers {reply}.").format(move=move, side=opponent, reply=reply)
    if puzzle.mate_in is None:
        words = _("After {move}, {side} answers {reply}, and the win is gone.")
        return words.format(move=move, side=opponent, reply=reply)
    words = _("After {move}, {side} answers {reply}, and there is no mate in time.")
    return words.format(move=move, side=opponent, reply=reply)


def hint_words(board: Board, move: Move) -> str:
    """Which piece to look at."""
    piece_type = board.variant.piece_types[board.piece_at(move.from_square).letter]
    square = board.variant.geometry.names[move.from_square]
    return _("Look at the piece on {square}: {piece}.").format(square=square, piece=_(piece_type.name))
