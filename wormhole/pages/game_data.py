"""Games as the data of a page: the tree of moves with all that is shown of each.

What each move changes is computed here, and so are the legal moves of each position: the page knows no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wormhole.learn.game_report import report_of
from wormhole.library.comment_commands import Score
from wormhole.library.record import ChildNode, Game, GameNode
from wormhole.pages.board_data import ALPHABET, cells_of, change, hands_of, moves_text, way_text
from wormhole.pages.exercises import Exercise
from wormhole.pages.page_look import PageLook
from wormhole.play.match_result import recorded_outcome
from wormhole.rules.board import Board
from wormhole.rules.outcome import Outcome

MOST_POSITIONS_WITH_MOVES = 3_000
"""In one page; the positions after them have no legal moves to show."""
SHOWN_TAGS = (
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "Annotator",
)
LEAST_POINTS = 3
"""Evaluations from which a graph is drawn."""
_UNKNOWN = ("", "?", "????.??.??", "*")


class MovesPool:
    """The legal moves of a page's positions. Those of one piece are often the same in many positions."""

    def __init__(self, most: int = MOST_POSITIONS_WITH_MOVES) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._left = most

    def numbers_of(self, board: Board) -> list[int]:
        """The numbers of the texts of each piece that can move."""
        if self._left <= 0:
            return []
        self._left -= 1
        text = moves_text(board)
        return [self._number(each) for each in text.split(",")] if text else []

    def _number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


def game_values(
    game: Game,
    board_number: int,
    pool: MovesPool,
    look: PageLook,
    exercise: Exercise | None = None,
) -> dict[str, Any]:
    """A game as data, perhaps as an exercise."""
    game.find_sans()
    start = game.start
    cells = cells_of(start)
    ended: list[Outcome] = []
    values: dict[str, Any] = {
        "board": board_number,
        "tags": {
            name: game.headers[name] for name in SHOWN_TAGS if game.headers.get(name, "") not in _UNKNOWN
        },
        "start": ",".join(cells),
        "turn": "w" if start.turn else "b",
        "ply": start.ply(),
        "nodes": list(_nodes(game, cells, pool, ended.append, exercise)),
        "root": _position(start, pool, ""),
    }
    comments = _annotations(game)
    if comments:
        values["notes"] = comments
    graph = _graph(game)
    if len(graph) >= LEAST_POINTS:
        values["graph"] = graph
    outcome = ended[0] if ended else recorded_outcome(game)
    if outcome is not None:
        values["ending"] = look.said(outcome.reason())
    if exercise is not None:
        _add_exercise(values, exercise, look)
    return values


def _add_exercise(values: dict[str, Any], exercise: Exercise, look: PageLook) -> None:
    """Add what an exercise says, and mark its right moves."""
    if exercise.name:
        values["name"] = look.said(exercise.name)
    if "black" in exercise.game.headers.get("Orientation", "").lower():
        values["flipped"] = True
    asks = bool(exercise.right or exercise.squares)
    texts = {"text": exercise.text, "praise": exercise.praise, "hint": exercise.hint}
    written = {name: look.said(text) for name, text in texts.items() if text}
    if asks or written:
        squares = "".join(ALPHABET[square] for square in sorted(exercise.squares))
        values["exercise"] = {"asks": asks, **written, **({"squares": squares} if squares else {})}
    for node, data in zip(exercise.game.nodes(), values["nodes"], strict=True):
        if id(node) in exercise.right:
            data["o"] = 1
        if id(node) in exercise.texts:
            data["k"] = look.said(exercise.texts[id(node)])


def _nodes(
    game: Game,
    start: list[str],
    pool: MovesPool,
    ended: Callable[[Outcome], None],
    exercise: Exercise | None,
) -> Iterator[dict[str, Any]]:
    """Each move after its parent; a variation's moves before the next one's.

    ``ended`` is called if the main line ends the game by its rules.
    """
    end = game.end()
    board = game.start.copy()
    numbers: dict[int, int] = {id(game): -1}
    positions = {id(game): (start, hands_of(board))}
    depth: dict[int, int] = {id(game): 0}
    for number, node in enumerate(game.nodes()):
        parent = node.parent
        while len(board.move_stack) > depth[id(parent)]:
            board.pop()
        cells, hands = positions[id(parent)]
        values = _move(board, node)
        board.push(node.move)
        after, hands_after = cells_of(board), hands_of(board)
        numbers[id(node)], positions[id(node)] = number, (after, hands_after)
        depth[id(node)] = depth[id(parent)] + 1
        if numbers[id(parent)] != number - 1:
            values["p"] = numbers[id(parent)]
        values["d"] = change(cells, after)
        rolled = board.peek().roll
        if rolled is not None:
            values["q"] = ALPHABET[rolled]
        outcome = board.outcome() if node is end else None
        if outcome is not None:
            ended(outcome)
        shows_moves = exercise is None or exercise.goes_on(node)
        values |= _position(board, pool if shows_moves else None, hands) | _annotations(node)
        yield {name: value for name, value in values.items() if value not in ("", [], None)}


def _move(board: Board, node: ChildNode) -> dict[str, Any]:
    """The move itself: how it is written, its route, what it captures, and a rook that castles."""
    move = node.move
    values: dict[str, Any] = {"s": node.san()}
    if not move:
        return values
    route = board.route(move)
    values["w"] = way_text(route) if move.drop is None else ALPHABET[move.to_square]
    if route.castled is not None:
        values["w"] = ALPHABET[route.from_square] + ALPHABET[route.to_square]
        values["r"] = "".join(ALPHABET[square] for square in route.castled)
    if move.drop is not None:
        values["g"] = move.drop
    if route.captured is not None and route.captured != route.to_square:
        values["t"] = ALPHABET[route.captured]
    return values


def _position(board: Board, pool: MovesPool | None, hands_before: str) -> dict[str, Any]:
    """What can be seen of a position besides its squares; without a pool, no legal moves."""
    values: dict[str, Any] = {} if pool is None else {"m": pool.numbers_of(board)}
    hands = hands_of(board)
    if hands != hands_before:
        values["h"] = hands or "-"
    if board.checked is not None:
        values["c"] = ALPHABET[board.checked]
    return values


def _annotations(node: GameNode) -> dict[str, Any]:
    """Comments, glyphs, evaluation, clocks, circles and arrows."""
    values: dict[str, Any] = {}
    if node.nags:
        values["n"] = sorted(node.nags)
    if node.words:
        values["k"] = node.words
    if node.starting_comment:
        values["b"] = node.starting_comment
    if node.comment:
        clock, score, shapes = node.clock(), node.eval(), node.shapes()
        if clock is not None:
            values["l"] = round(clock, 1)
        if score is not None:
            values["e"] = _score_text(score)
        if shapes:
            values["x"] = [
                [shape.colour, ALPHABET[shape.from_square] + ALPHABET[shape.to_square]] for shape in shapes
            ]
    return values


def _score_text(score: Score) -> str:
    """An evaluation for White, such as ``+1.25`` or ``#-3``."""
    return f"#{score.mate}" if score.mate is not None else f"{(score.centipawns or 0) / 100:+.2f}"


def _graph(game: Game) -> list[list[float]]:
    """White's chance to win by ply, where the main line is evaluated."""
    if all(node.eval() is None for node in game.mainline()):
        return []
    return [[point.ply, round(point.chance, 3)] for point in report_of(game).points]
