"""A second opinion on the coach: each claim of its sentences, from the moves of the slow reference rules.

A sentence is known by its template. One that no function here knows is a fault, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tests.reference.file_game import FileGame
from tests.reference.file_moves import (
    Place,
    Step,
    after,
    attackers,
    checkers,
    in_check,
    legal,
    possible,
    routes,
)
from tests.reference.file_rules import CATALOGUE, FileRules, Square
from wormhole.base.errors import Message
from wormhole.engine.piece_values import piece_value
from wormhole.learn.reasons import Reason
from wormhole.library.chosen_game import named
from wormhole.rules.routes import Route

SIDES = {"White": True, "Black": False}
ENOUGH_TO_WIN = 1
"""What must be left of a gain after the best recaptures, in centipawns."""

Claims = dict[str, bool]
"""What a sentence claims, and whether it is true."""


@dataclass(frozen=True)
class Turn:
    """A move of the reference's game."""

    before: Place
    step: Step
    after: Place


@dataclass(frozen=True)
class Scene:
    """What sentences are about: the line that is good, and the mistake before it, if they are about one."""

    game: str
    mistake: Turn | None
    line: tuple[Turn, ...]
    """Its moves, as far as they are legal."""
    result: str | None
    """How the game stands after the line."""

    @property
    def first(self) -> Turn:
        """The first move of the line."""
        return self.line[0]

    @property
    def side(self) -> bool:
        """Whether White begins the line."""
        return self.first.before.white

    def square(self, name: object) -> Square:
        """The square of that name."""
        return next(at for at, known in self.first.before.rules.names.items() if known == str(name))

    def squares(self, text: object) -> list[Square]:
        """The squares that a text lists."""
        return [self.square(name) for name in re.split(r", | and ", str(text))]

    def is_called(self, text: object, piece: str | None) -> bool:
        """Whether a sentence's name of a piece is that of the piece with this letter."""
        if piece is None:
            return False
        name, said = _names(self.game)[piece.upper()].lower(), str(text).lower().removeprefix("the ")
        return said in (name, name.split()[-1])


def scene(game: str, fen: str, mistake: str | None, line: Sequence[str]) -> Scene:
    """The scene of a line that follows a mistake, or of one from the position itself."""
    play = FileGame(file_of(game), fen.replace("~", ""))
    _read_the_rest(play, fen)
    made = None
    if mistake is not None:
        made = _played(play, mistake)
    turns = []
    for text in line:
        if play.outcome() is not None or text not in play.steps():
            break
        turns.append(_played(play, text))
    return Scene(game, made, tuple(turns), play.outcome())


def file_of(game: str) -> str:
    """The file of a game of the catalogue, perhaps with another mutator, as in ``chess+fold``."""
    name, _, mutator = game.partition("+")
    if not mutator:
        return (CATALOGUE / f"{name}.toml").read_text("utf-8")
    return f'inherits = "{name}"\ntitle = "Mutated"\nmutator = {{ left_square = "{mutator}" }}\n'


def _read_the_rest(play: FileGame, fen: str) -> None:
    """What the reference leaves out of a FEN: promoted pieces, squares of en passant."""
    place, rules = play.place, play.rules
    for square in _marked(rules, fen.partition(" ")[0]):
        pawn = next(kind.letter for kind in rules.kinds.values() if kind.pawn)
        place.promoted[square] = pawn
    place.passed = [at for at, name in rules.names.items() if name in fen.split()[3].split(",")]
    if place.passed:
        toward = -1 if place.white else 1
        x, y = (min if place.white else max)(place.passed, key=lambda square: square[1])
        y += toward
        while (x, y) in place.holes:
            y += toward
        place.passer = (x, y)
    play.begin(place)


def _marked(rules: FileRules, rows: str) -> list[Square]:
    """The squares of the pieces that a FEN marks as promoted."""
    found = []
    for y, row in enumerate(reversed(rows.partition("[")[0].split("/"))):
        x = 0
        for cell in re.findall(r"\d+|.~?", row):
            if cell.endswith("~"):
                found.append((x, y))
            x += int(cell) if cell.isdigit() else 1
    assert len(found) == rows.count("~"), (rules.columns, rows)
    return found


def _played(play: FileGame, text: str) -> Turn:
    before, step = play.place, play.steps()[text]
    play.play(text)
    return Turn(before, step, play.place)


@cache
def _names(game: str) -> Mapping[str, str]:
    """The names of the pieces of a game."""
    return {letter: kind.name for letter, kind in named(game).variant.piece_types.items()}


# What the board says.


def turned(place: Place, white: bool) -> Place:
    """The position with that side to move."""
    if place.white is white:
        return place
    other = place.copy()
    other.white, other.passed, other.passer = white, [], None
    return other


def can_take(place: Place, start: Square, target: Square) -> bool:
    """Whether the piece there could capture on the target, its own king's safety included."""
    moves = legal(turned(place, place.is_white(start))) if start in place.pieces else {}
    return any((step.start, step.takes) == (start, target) and not step.drops for step in moves.values())


def aims(place: Place, start: Square, target: Square) -> bool:
    """Whether the piece there goes to the target to capture, whatever stands there."""
    return start in place.pieces and start in attackers(place, target, place.is_white(start))


def guards(place: Place, start: Square, taker: Square, target: Square) -> bool:
    """Whether the piece there could recapture if another one captured on the target."""
    if start not in place.pieces or taker not in place.pieces:
        return False
    taken = turned(place, place.is_white(taker))
    step = next((step for step in legal(taken).values() if (step.start, step.takes) == (taker, target)), None)
    if step is not None:
        taken = after(taken, step)
    else:  # it could not, until the other piece had left
        taken = place.copy()
        taken.pieces[target] = taken.pieces.pop(taker)
    return can_take(taken, start, target)


def ways(place: Place, start: Square, target: Square) -> list[list[Square]]:
    """The squares that each capture of a piece on the target passes, the target included."""
    if start not in place.pieces:
        return []
    found = (route for way in place.kind(start).ways if way.takes for route in routes(place, start, way))
    return [route for route in found if route[-1] == target]


def passed(place: Place, start: Square, route: Sequence[Square]) -> list[Square]:
    """The removed squares that a route passes, in order."""
    return [at for at in whole_way(place, start, route) if at in place.holes]


def goes_through(place: Place, start: Square, target: Square, holes: Sequence[Square]) -> bool:
    """Whether a capture passes these removed squares and no others."""
    return any(list(dict.fromkeys(passed(place, start, way))) == holes for way in ways(place, start, target))


def whole_way(place: Place, start: Square, route: Sequence[Square]) -> list[Square]:
    """All squares of a route, removed or not."""
    found, here = [], start
    for there in route:
        step = tuple((new > old) - (new < old) for old, new in zip(here, there, strict=True))
        while here != there:
            here = here[0] + step[0], here[1] + step[1]
            if here in place.holes or here == there:
                found.append(here)
    return found


def moves_of(place: Place, start: Square) -> set[Square]:
    """Where the piece there can go, drops aside."""
    return {step.end for step in legal(place).values() if step.start == start and not step.drops}


def value(scene: Scene, piece: str) -> int:
    """What a piece is worth to the engine, in centipawns."""
    rules = named(scene.game).variant
    return piece_value(rules.geometry, rules.piece_types[piece.upper()])


def regained(scene: Scene, place: Place, target: Square, plies: int = 8) -> int:
    """What the side to move wins at least by captures on a square, if both sides stop when it is best."""
    most = 0
    for step in legal(place).values() if plies else ():
        if step.takes == target == step.end:
            new = after(place, step)
            most = max(most, value(scene, place.pieces[target]) - regained(scene, new, target, plies - 1))
    return most


# Claims of sentences about attacks.


def _attack(scene: Scene, place: Place, values: Mapping[str, object]) -> Claims:
    """That a piece on one square can capture one on another."""
    start, end = scene.square(values["start"]), scene.square(values["end"])
    return {
        "attacker": scene.is_called(values["piece"], place.pieces.get(start)),
        "victim": scene.is_called(values["victim"], place.pieces.get(end)),
        "attack": can_take(place, start, end),
    }


def _can_capture(scene: Scene, values: Mapping[str, object]) -> Claims:
    return _attack(scene, scene.first.before, values)


def _already(scene: Scene, values: Mapping[str, object]) -> Claims:
    assert scene.mistake is not None
    start, end = scene.square(values["start"]), scene.square(values["end"])
    return _attack(scene, scene.mistake.before, values) | {"still": can_take(scene.first.before, start, end)}


def _threatened(scene: Scene, values: Mapping[str, object]) -> Claims:
    return _attack(scene, scene.first.before, values)


def _stands_alone(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That a piece that moved protects another one no more."""
    turn = scene.mistake
    assert turn is not None
    start, end = scene.square(values["start"]), scene.square(values["end"])
    return {
        "piece": scene.is_called(values["piece"], turn.before.pieces.get(start)) and turn.step.start == start,
        "protected": guards(turn.before, start, scene.first.step.start, end),
        "no longer": not aims(turn.after, turn.step.end, end),
        "captured": scene.first.step.takes == end,
    }


def _lost_protection(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That a fold has ended a protection."""
    turn = scene.mistake
    assert turn is not None
    start, end, gone = (scene.square(values[name]) for name in ("start", "end", "square"))
    return {
        "piece": scene.is_called(values["piece"], turn.after.pieces.get(start)),
        "protected": guards(turn.before, start, scene.first.step.start, end),
        "no longer": not aims(turn.after, start, end),
        "gone": gone in turn.after.holes - turn.before.holes,
        "by the way of": any(gone in route for route in ways(turn.before, start, end)),
        "captured": scene.first.step.takes == end,
    }


def _moved_attack(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the piece that moved attacks another one."""
    turn = scene.first
    start, end = turn.step.end, scene.square(values["end"])
    found = _attack(scene, turn.after, {**values, "start": turn.after.rules.names[start]})
    if "holes" in values:
        holes = scene.squares(values["holes"])
        found["through"] = goes_through(turn.after, start, end, holes)
    return found


def _fork(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the piece that moved attacks several."""
    place, start = scene.first.after, scene.first.step.end
    victims = re.findall(r"the ([^,]+?) on (\w+)", str(values["victims"]))
    count = int(str(values.get("count", {"two": 2, "three": 3}.get(str(values.get("number")), len(victims)))))
    found = {
        "attacker": scene.is_called(values["piece"], place.pieces.get(start)),
        "number": len({square for _, square in victims}) == count,
    }
    for name, square in victims:
        end = scene.square(square)
        found[f"victim {square}"] = scene.is_called(name, place.pieces.get(end))
        found[f"attack {square}"] = can_take(place, start, end)
    return found


def _opened(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the mistake or the reply opened an attack of the side that replies."""
    found: Claims = {}
    for turn in (scene.mistake, scene.first):
        if turn is None:
            continue
        found = _opened_by(scene, turn, values)
        if all(found.values()):
            break
    return found


def _opened_by(scene: Scene, turn: Turn, values: Mapping[str, object]) -> Claims:
    start, end = scene.square(values["start"]), scene.square(values["end"])
    found = _attack(scene, turn.after, values)
    found["side"] = start in turn.after.pieces and turn.after.is_white(start) is scene.side
    came_from = turn.step.start if turn.step.end == end and not turn.step.drops else end
    found["now"] = not can_take(turn.before, start, came_from)
    return found | _by_what(scene, turn, values, start, end)


def _by_what(scene: Scene, turn: Turn, values: Mapping[str, object], start: Square, end: Square) -> Claims:
    """What has opened the way from one square to another."""
    found: Claims = {}
    known = ways(turn.after, start, end)
    if "squares" in values:
        over = scene.squares(values["squares"])
        names = turn.after.rules.names
        known = [way for way in known if list(dict.fromkeys(at for at in way[:-1] if at in names)) == over]
        found["over"] = bool(known)
    if "square" in values:
        gone = scene.square(values["square"])
        found["gone"] = gone in turn.after.holes - turn.before.holes
        found["by the way of"] = any(gone in passed(turn.after, start, way) for way in known)
    elif turn.step.drops:
        found["line"] = False
    else:
        blocked = turn.after.copy()
        blocked.holes.discard(turn.step.start)
        blocked.pieces[turn.step.start] = turn.before.pieces[turn.step.start]
        found["line"] = not aims(blocked, start, end)
    return found


def _shut(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the reply has ended an attack by its fold."""
    turn = scene.first
    start, end, gone = (scene.square(values[name]) for name in ("start", "end", "square"))
    return {
        "attacker": scene.is_called(values["piece"], turn.after.pieces.get(start)),
        "attacked": can_take(turn.before, start, end),
        "no longer": not aims(turn.after, start, end),
        "closed": gone in turn.after.holes - turn.before.holes,
        "by the way of": any(
            gone in way or gone in passed(turn.before, start, way) for way in ways(turn.before, start, end)
        ),
    }


# Claims about kings.


def _check(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That a piece gives check, and from where or why."""
    turn, start = scene.first, scene.square(values["start"])
    king = turn.after.king(not scene.side)
    return {
        "piece": scene.is_called(values["piece"], turn.after.pieces.get(start)),
        "check": in_check(turn.after, not scene.side),
        "alone": king is not None and checkers(turn.after, not scene.side) == {start},
    }


def _check_through(scene: Scene, values: Mapping[str, object]) -> Claims:
    turn, start = scene.first, scene.square(values["start"])
    king = turn.after.king(not scene.side)
    assert king is not None
    holes = scene.squares(values["holes"])
    through = goes_through(turn.after, start, king, holes)
    return _check(scene, values) | {"through": through}


def _check_without_moving(scene: Scene, values: Mapping[str, object]) -> Claims:
    turn, start = scene.first, scene.square(values["start"])
    king = turn.after.king(not scene.side)
    assert king is not None
    return (
        _check(scene, values)
        | _by_what(scene, turn, {"square": values["square"]}, start, king)
        | {"without moving": turn.before.pieces.get(start) == turn.after.pieces.get(start)}
    )


def _check_by_line(scene: Scene, values: Mapping[str, object]) -> Claims:
    turn, start = scene.first, scene.square(values["start"])
    king = turn.after.king(not scene.side)
    assert king is not None
    return _check(scene, values) | _by_what(scene, turn, {}, start, king)


def _double_check(scene: Scene, values: Mapping[str, object]) -> Claims:
    place = scene.first.after
    named = scene.squares(values["squares"])
    return {"checkers": len(named) > 1 and checkers(place, not scene.side) == set(named)}


def _check_over(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the reply's fold has ended a check."""
    turn, gone = scene.first, scene.square(values["start"])
    king = turn.before.king(scene.side)
    filled = turn.after.copy()
    filled.holes.discard(gone)
    return {
        "was": in_check(turn.before, scene.side),
        "over": not in_check(turn.after, scene.side),
        "king stays": king is not None and turn.after.king(scene.side) == king,
        "gone": gone in turn.after.holes - turn.before.holes,
        "by that": in_check(filled, scene.side),
    }


def _pinned(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That a piece is pinned: wherever it goes, the other one attacks the king."""
    place, start, by = scene.first.after, scene.square(values["square"]), scene.square(values["by"])
    places = [after(place, step) for step in possible(place) if step.start == start and not step.drops]
    kings = [(new, new.king(place.white)) for new in places]
    return {
        "piece": scene.is_called(values["piece"], place.pieces.get(start)),
        "other side": start in place.pieces and place.is_white(start) is place.white,
        "could go": bool(places),
        "attacks the king": all(king is not None and aims(new, by, king) for new, king in kings),
        "no move": not moves_of(place, start),
        "no check": not in_check(place, place.white),
    }


def _shut_in(scene: Scene, values: Mapping[str, object]) -> Claims:
    place, king = scene.first.after, scene.square(values["square"])
    return {
        "king": king == place.king(place.white) and scene.is_called(values["piece"], place.pieces.get(king)),
        "no move": not moves_of(place, king),
        "no check": not in_check(place, place.white),
    }


def _no_flight(scene: Scene, values: Mapping[str, object]) -> Claims:
    place, king = scene.first.after, scene.square(values["square"])
    return {
        "king": king == place.king(place.white) and scene.is_called(values["piece"], place.pieces.get(king)),
        "no square": not moves_of(place, king),
    }


def _one_flight(scene: Scene, values: Mapping[str, object]) -> Claims:
    place, king = scene.first.after, scene.square(values["square"])
    return {
        "king": king == place.king(place.white) and scene.is_called(values["piece"], place.pieces.get(king)),
        "only there": moves_of(place, king) == {scene.square(values["end"])},
    }


def _beside(scene: Scene, values: Mapping[str, object]) -> Claims:
    turn = scene.mistake
    assert turn is not None
    gone, king = scene.square(values["square"]), scene.square(values["end"])
    return {
        "piece": scene.is_called(values["piece"], turn.before.pieces.get(turn.step.start)),
        "king": king == turn.after.king(not scene.side) and king != turn.step.end,
        "gone": gone in turn.after.holes - turn.before.holes,
        "beside": max(abs(one - other) for one, other in zip(gone, king, strict=True)) == 1,
    }


# Claims about moves that are left, and ends.


def _few_moves(scene: Scene, values: Mapping[str, object]) -> Claims:
    place = scene.first.after
    count = int(str(values.get("count", 1)))
    return {"number": len(legal(place)) == count, "side": SIDES[str(values["side"])] is place.white}


def _moves_left(scene: Scene, values: Mapping[str, object]) -> Claims:
    place = scene.first.after
    side, other = SIDES[str(values["side"])], SIDES[str(values["other"])]
    return {
        "sides": side is scene.side and other is not side,
        "own": len(legal(turned(place, side))) == values["count"],
        "other": len(legal(turned(place, other))) == values["left"],
    }


def _promoted(scene: Scene, values: Mapping[str, object]) -> Claims:
    turn, end = scene.first, scene.square(values["end"])
    return {
        "piece": scene.is_called(values["piece"], turn.before.pieces.get(turn.step.start)),
        "end": turn.step.end == end,
        "became": bool(turn.step.becomes) and scene.is_called(values["name"], turn.after.pieces.get(end)),
    }


def _threatens(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the side would win by a move, if it were its turn again."""
    place = turned(scene.first.after, scene.side)
    said = str(values["move"])
    named = [step for step in legal(place).values() if place.rules.names[step.end] in said or "O-O" in said]
    wins = [_result(scene, after(place, step)) == ("1-0" if scene.side else "0-1") for step in named]
    return {
        "side": SIDES[str(values["side"])] is scene.side,
        "no check": not in_check(scene.first.after, not scene.side),
        "wins": any(wins),
    }


def _result(scene: Scene, place: Place) -> str | None:
    """The result of a position, repetitions aside."""
    game = FileGame(file_of(scene.game))
    game.begin(place)
    return game.outcome()


def _end(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the line ends the game."""
    reason = str(values.get("reason", "")) or str(values["sentence"])
    place = scene.line[-1].after
    found = {
        "result": scene.result == ("1-0" if scene.side else "0-1"),
        "number": values.get("count", 1) == (len(scene.line) + 1) // 2,
        "winner": SIDES[reason.split()[0]] is scene.side,
    }
    if "checkmate" in reason:
        found["mate"] = not legal(place) and in_check(place, place.white)
    if "no move left" in reason:
        found["stalemate"] = not legal(place) and not in_check(place, place.white)
    if "check" not in reason and "no move" not in reason:
        assert any(word in reason for word in ("goal", "capture", "left", "exploded")), reason
    if values.get("count") == 2:
        found["forced"] = _mates_in_two(scene)
    return found


def _mates_in_two(scene: Scene) -> bool:
    """Whether each answer to the first move of the line allows a move that wins at once."""
    place, won = scene.first.after, "1-0" if scene.side else "0-1"
    expected = scene.line[2].step if len(scene.line) > 2 else None
    for answer in legal(place).values():
        then = after(place, answer)
        moves = sorted(legal(then).values(), key=lambda step: step != expected)
        if not any(_result(scene, after(then, step)) == won for step in moves):
            return False
    return True


# What is won.


def _balance(scene: Scene, values: Mapping[str, object]) -> Claims:
    """That the line wins these pieces for those."""
    wanted = _listed(values["pieces"]), _listed(values.get("others", ""))
    line = str(values.get("line", ""))
    tokens = [re.sub(r"^\d+(?:\.|…)", "", token) for token in line.split()]
    lengths = [len(tokens)] if tokens else range(1, len(scene.line) + 1)
    fitting = [plies for plies in lengths if _exchanged(scene, plies) == wanted]
    names = scene.first.before.rules.names
    found = {
        "side": SIDES[str(values["side"])] is scene.side,
        "pieces": bool(fitting),
        "moves": all(
            names[turn.step.end] in token or "O-O" in token
            for token, turn in zip(tokens, scene.line, strict=False)
        ),
    }
    if fitting:
        found["won"] = _is_won(scene)
    return found


def _listed(text: object) -> list[str]:
    """The names of the pieces that a text lists, "the pawn (2×)" twice."""
    found = re.findall("the (.+?)(?: \\((\\d+)\N{MULTIPLICATION SIGN}\\))?(?:, | and |$)", str(text).lower())
    return sorted(name for name, count in found for _ in range(int(count or 1)))


def _taken(scene: Scene, plies: int) -> dict[bool, list[str]]:
    """The pieces that each side captures with the mistake and so many plies of the line."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for turn in (*([scene.mistake] if scene.mistake else []), *scene.line[:plies]):
        if turn.step.takes is not None:
            found[turn.before.white].append(turn.before.pieces[turn.step.takes].upper())
    return found


def _exchanged(scene: Scene, plies: int) -> tuple[list[str], list[str]]:
    """The names of the pieces that the side wins and gives, without pairs of the same."""
    taken, names = _taken(scene, plies), _names(scene.game)
    won, given = taken[scene.side], taken[not scene.side]
    for piece in list(given):
        if piece in won:
            won.remove(piece)
            given.remove(piece)
    shown = [
        sorted(names[piece].lower().removeprefix("murray ") for piece in pieces) for pieces in (won, given)
    ]
    return shown[0], shown[1]


def _gain(scene: Scene) -> int:
    """What the side wins by the captures and promotions of the whole line, in centipawns."""
    taken = _taken(scene, len(scene.line))
    won, given = (sum(value(scene, piece) for piece in taken[side]) for side in (scene.side, not scene.side))
    for turn in scene.line:
        if turn.step.becomes and not turn.step.drops:
            more = value(scene, turn.step.becomes) - value(scene, turn.before.pieces[turn.step.start])
            won, given = (won + more, given) if turn.before.white is scene.side else (won, given + more)
    return won - given


def _is_won(scene: Scene) -> bool:
    """Whether the gain is not lost again, neither by recaptures nor later in the line."""
    last, end = scene.line[-1].after, scene.line[-1].step
    more = regained(scene, last, end.end) if end.takes is not None else 0
    gain = _gain(scene) + (more if last.white is scene.side else -more)
    return gain >= ENOUGH_TO_WIN


_TEMPLATES: dict[str, Callable[[Scene, Mapping[str, object]], Claims]] = {
    "{piece} on {start} can capture {victim} on {end}.": _can_capture,
    "{piece} on {start} already attacked {victim} on {end}.": _already,
    "{piece} on {start} threatened {victim} on {end}.": _threatened,
    "{piece} left {start} and no longer protects {end}.": _stands_alone,
    "{piece} on {start} no longer protects {end}: {square} is gone.": _lost_protection,
    "{piece} attacks {victim} on {end}.": _moved_attack,
    "{piece} attacks {victim} on {end}, through {holes}.": _moved_attack,
    "{piece} attacks two pieces at once: {victims}.": _fork,
    "{piece} attacks three pieces at once: {victims}.": _fork,
    "{piece} attacks {count} pieces at once: {victims}.": _fork,
    "{piece} on {start} now attacks {victim} on {end}: {square} is gone.": _opened,
    "{piece} on {start} now attacks {victim} on {end} over {squares}: {square} is gone.": _opened,
    "{piece} on {start} now attacks {victim} on {end}: the line is open.": _opened,
    "{piece} on {start} no longer reaches {end}: the route at {square} is closed.": _shut,
    "{piece} gives check from {start}.": _check,
    "{piece} gives check from {start}, through {holes}.": _check_through,
    "{piece} on {start} gives check without moving: {square} is gone.": _check_without_moving,
    "{piece} on {start} gives check: the line is open.": _check_by_line,
    "Double check, from {squares}.": _double_check,
    "The check is over: {start} is gone, and the route to the king leads elsewhere.": _check_over,
    "{piece} on {square} is pinned: if it leaves, the king is attacked from {by}.": _pinned,
    "{piece} on {square} has no legal move.": _shut_in,
    "{piece} on {square} has no square to go to.": _no_flight,
    "{piece} on {square} can only go to {end}.": _one_flight,
    "{piece} removed {square}, beside the king on {end}.": _beside,
    "{side} has only one move left.": _few_moves,
    "{side} has only {count} moves left.": _few_moves,
    "Moves left: {side} {count}, {other} {left}.": _moves_left,
    "{piece} was promoted on {end}: {name}.": _promoted,
    "{side} threatens {move}: {reason}": _threatens,
    "{side} wins {pieces}.": _balance,
    "{side} wins {pieces}: {line}.": _balance,
    "{side} wins {pieces} for {others}.": _balance,
    "{side} wins {pieces} for {others}: {line}.": _balance,
    "In {count} moves: {reason}": _end,
}
"""What checks the claims of each sentence; the sentences about the end of a game are many."""


def claims(scene: Scene, sentence: Message) -> Claims:
    """What a sentence claims of a scene."""
    values = {name: text for name, text in sentence.values.items() if f"{{{name}}}" in sentence.template}
    check = _TEMPLATES.get(sentence.template)
    if check is not None:
        return check(scene, values)
    is_end = sentence.template.startswith("{winner} wins")
    return _end(scene, {"sentence": sentence}) if is_end else {"known sentence": False}


def route_claims(scene: Scene, routes_drawn: Iterable[Route]) -> Claims:
    """That the routes that are drawn are those of captures, before or after a move of the scene."""
    at = named(scene.game).variant.geometry.place
    places = [scene.first.before, scene.first.after, *([scene.mistake.before] if scene.mistake else [])]
    found = {}
    for route in routes_drawn:
        start, drawn = at[route.from_square], [at[square] for step in route.steps for square in step]
        found[f"route {scene.first.before.rules.names[start]}"] = any(
            drawn == whole_way(place, start, way) for place in places for way in ways(place, start, drawn[-1])
        )
    return found


def false_claims(scene: Scene, reasons: Iterable[Reason]) -> list[str]:
    """The claims of sentences and routes that are not true, as words; for a report."""
    return [
        f"{reason}: {claim}"
        for reason in reasons
        for claim, is_true in (claims(scene, reason.sentence) | route_claims(scene, reason.routes)).items()
        if not is_true
    ]
