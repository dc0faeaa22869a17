"""Which rules a random game met, as the second reader of files sees it: a drop, a hop, a goal, and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tests.reference.betza import Reach
from tests.reference.file_game import FileGame
from tests.reference.file_moves import Place, Step, arrived, becoming, crowned, ends, royal_is_gone, verdict


def told(met: Mapping[str, int]) -> str:
    """How often each rule was met, a line each."""
    return "\n".join(f"{times:>9}  {words}" for words, times in sorted(met.items()))


def by_position(game: FileGame) -> Iterator[str]:
    """What there is in a position."""
    place, endings = game.place, game.rules.endings
    moves = list(game.steps().values())
    yield "position"
    if place.holes:
        yield "holes"
    if place.asleep:
        yield "counters asleep"
    if place.held:
        yield "pieces in hand"
    if place.promoted:
        yield "promoted pieces that come back as what they were"
    if len(crowned(place, place.white)) > 1:
        yield "several royal pieces"
    if place.count[0]:
        yield "counted moves"
    if game.is_check():
        yield "check"
    if place.checks and min(place.checks.values()) < endings["checks"]:
        yield "counted checks"
    if endings.get("must_capture") and moves and all(move.takes is not None for move in moves):
        yield "forced captures"
    if any(move.rook for move in moves):
        yield "castling allowed"
    if any(move.takes not in (None, move.end) for move in moves):
        yield "en passant allowed"


def by_move(game: FileGame, text: str) -> Iterator[str]:
    """What a legal move does; ``game`` is before it."""
    place, move = game.place, game.steps()[text]
    if move.is_pass:
        yield "pass"
    elif move.drops:
        yield "drop of the other side" if move.becomes else "drop"
    elif move.rook is not None:
        yield "castling"
    else:
        yield from _by_way(place, move)
    if move.takes not in (None, move.end):
        yield "en passant"
    if move.becomes and not move.drops:
        yield "promotion at a capture" if move.takes else "promotion"
    if not move.drops and not move.is_pass:
        become = becoming(place, move.start, move.end, True)
        if "" in become and len(become) > 1:
            yield "promotion that is optional"
    after = game.after(text)
    if game.rules.capture != "stay" and move.takes is not None:
        gone = place.pieces.keys() - after.pieces.keys() - {move.start, move.takes}
        yield f"capture: {game.rules.capture}"
        if gone:
            yield "explosion of pieces beside"
    if len(after.held) > len(place.held):
        yield "capture into the hand"


def _by_way(place: Place, move: Step) -> Iterator[str]:
    """By which ways of a piece the move is made."""
    kind = place.kind(move.start)
    ways = [way for way in kind.ways if move.end in ends(place, move.start, way)]
    for words, has in WAYS.items():
        if ways and all(has(way) for way in ways):
            yield words
    if kind.stands is not None:
        yield "piece bound to a zone"
    filled = replace(place, holes=place.holes & {move.end})
    if place.holes and not any(move.end in ends(filled, move.start, way) for way in ways):
        yield "over or through holes"


WAYS: dict[str, Callable[[Reach], bool]] = {
    "hop": lambda way: bool(way.hop),
    "first move": lambda way: way.first,
    "line of a palace": lambda way: way.lined,
    "ride of leaps": lambda way: way.endless and len(way.steps) > 1,
    "leap that can be blocked": lambda way: way.blockable,
}


def by_end(game: FileGame) -> Iterator[str]:
    """How a game ended, or that it goes on."""
    place, result = game.place, game.outcome()
    if result is None:
        yield "end: none yet"
    elif any(royal_is_gone(place, white) for white in (True, False)):
        yield "end: a royal piece is gone"
    elif verdict(place) is not None:
        yield f"end: {_of_verdict(place)}"
    elif not game.legal_moves():
        yield "end: checkmate" if game.is_check() else "end: stalemate"
    elif place.count[1] > place.count[0] > 0:
        yield "end: counted out"
    else:
        yield "end: repetition, quiet moves or dead position"


def _of_verdict(place: Place) -> str:
    """Which rule of the position ended the game."""
    if arrived(place, True) or arrived(place, False):
        return "a goal is reached"
    if place.checks and 0 in place.checks.values():
        return "checks are counted out"
    return "passes" if place.ended else "extinction"
