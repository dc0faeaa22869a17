"""The text on a player's card, from the match and the computer's progress. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Piece, side_name
from wormhole.gui.languages.language import UNKNOWN, _, percent, signed
from wormhole.library.glicko import FIRST_RATING, Rating
from wormhole.library.rated_games import error_of
from wormhole.play.match import Match
from wormhole.play.material import not_cancelled, pawns_ahead

if TYPE_CHECKING:
    from wormhole.engine.solver import Solution
    from wormhole.players.player import ThinkingInfo

MATE_CENTIPAWNS = 20_000
"""Scores beyond this mean a forced win."""

PART = " · "
"""Between the parts of a status; the last ones matter least."""


class CardTone(Enum):
    """The tone of a line, which decides its colour."""

    CALM = "calm"
    CALLING = "calling"
    WARNING = "warning"


@dataclass(frozen=True)
class CardWords:
    """Everything that one card shows."""

    names: tuple[str, ...]
    """The player's name, from the longest form to the shortest; the first that fits is shown."""
    status: str
    tone: CardTone
    color: bool
    is_lit: bool
    is_thinking: bool = False
    done: float | None = None
    """The finished share of the preparation, 0.0 to 1.0, while there is one."""
    captured: tuple[Piece, ...] = ()
    """Those that the other side has not captured, too; none where captured pieces are in hand, beside the
    board."""
    balance: str = ""
    """The material that this side has more than the other, in pawns, such as "+3"."""
    face: str = ""
    """The key of the computer's character, whose picture is shown."""
    checks: tuple[int, int] = (0, 0)
    """The checks that this side has given and those that win, where they are counted."""
    has_reach: bool = False
    """Whether the colour of the squares that the player attacks is shown."""


def card_words(
    match: Match,
    color: bool,
    progress: ThinkingInfo | None,
    shows_evaluation: bool = False,
    rating: Sequence[str] = (),
) -> CardWords:
    """The words for the card of the player of `color`.

    The computer's evaluation would give hints to its opponent; ``shows_evaluation`` shows it all the
    same. ``rating`` is the user's in a rated game, from the longest form to the shortest.
    """
    seat = match.setup.seat(color)
    has_turn = match.result.outcome is None and match.cursor.board.turn == color
    is_thinking = match.players.thinker == color
    wanted = match.cursor.board.variant.endings.checks
    checks = (wanted - match.cursor.board.remaining_checks[color], wanted) if wanted > 1 else (0, 0)
    preparing = progress.preparing if is_thinking and progress is not None else None
    captured = (match.cursor.captured_by(side) for side in (color, not color))
    shows_evaluation = shows_evaluation or match.setup.is_between_computers or not match.is_open
    status, tone = _status(match, color, progress if is_thinking else None, shows_evaluation)
    return CardWords(
        names=_rated_names(player_names(match, color), rating if seat.is_person else ()),
        status=f"{status}{PART}{_checks_words(*checks)}" if wanted > 1 else status,
        tone=tone,
        color=color,
        is_lit=has_turn,
        is_thinking=is_thinking,
        done=preparing,
        captured=() if match.cursor.board.variant.hands.captures else not_cancelled(*captured),
        balance=balance_words(pawns_ahead(match.cursor.board, color)),
        face="" if seat.character is None else seat.character.key,
        checks=checks,
    )


def _checks_words(given: int, wanted: int) -> str:
    return _("checks {given} of {wanted}").format(given=given, wanted=wanted)


def player_names(match: Match, color: bool) -> tuple[str, ...]:
    """The player of `color`: "Anna", "You", "Computer, level 6 · Club player", then shorter forms."""
    seat = match.setup.seat(color)
    level = seat.level
    if seat.title:
        return (seat.title,)
    if seat.character is not None and level is not None:
        name, at = _(seat.character.name), _("Level {level}").format(level=level.number)
        return f"{name} · {at}", _("{character} {level}").format(character=name, level=level.number)
    if level is not None:
        short = _("Computer, level {level}").format(level=level.number)
        return f"{short} · {_(level.name)}", short, _("Level {level}").format(level=level.number)
    if seat.is_away:
        return (_("Opponent"),)
    return (_(side_name(color)) if match.setup.is_two_player else _("You"),)


def players_words(match: Match) -> str:
    """Who plays which side, to be said."""
    sides = (
        _("{side}: {player}.").format(side=_(side_name(color)), player=player_names(match, color)[0])
        for color in (WHITE, BLACK)
    )
    return " ".join(sides)


def _rated_names(names: tuple[str, ...], rating: Sequence[str]) -> tuple[str, ...]:
    """The names with the rating of a user."""
    return *(f"{name}{PART}{form}" for name in names for form in rating), *names


def rating_forms(before: Rating | None, after: Rating | None) -> tuple[str, ...]:
    """The rating with its error bar or, after the game, with its change; then the rating alone.

    Before the first rated game there is none.

    >>> rating_forms(Rating(1320.4, 90.0), None), rating_forms(FIRST_RATING, None), rating_forms(None, None)
    (('1320 ± 180', '1320'), ('no rating yet', '–'), ())
    """
    if before is None:
        return ()
    if after is not None and before != FIRST_RATING:
        return f"{after.value:.0f} ({_change(before, after)})", f"{after.value:.0f}"
    now = after or before
    if now == FIRST_RATING:
        return _("no rating yet"), UNKNOWN
    return f"{now.value:.0f} ± {error_of(now):.0f}", f"{now.value:.0f}"


def rating_change(before: Rating, after: Rating) -> str:
    """The sentence about the rating after a rated game.

    >>> rating_change(Rating(1320.4), Rating(1301.0)), rating_change(FIRST_RATING, Rating(740.0, 257.0))
    ('Your rating: 1301 (−19).', 'Your first rating: 740 ± 514.')
    """
    if before == FIRST_RATING:
        return _("Your first rating: {rating} ± {error}.").format(
            rating=f"{after.value:.0f}", error=f"{error_of(after):.0f}"
        )
    return _("Your rating: {rating} ({change}).").format(
        rating=f"{after.value:.0f}", change=_change(before, after)
    )


def _change(before: Rating, after: Rating) -> str:
    change = round(after.value) - round(before.value)
    return signed(change) if change else "±0"


def solution_words(solution: Solution) -> str:
    """A proven result: "White wins in 9 · Kd4 Lc3 …" or _("Drawn with best play")."""
    if solution.winner is None:
        result = _("Drawn with best play")
    else:
        result = _("{side} wins in {moves}").format(side=_(side_name(solution.winner)), moves=solution.moves)
    return " · ".join(part for part in (result, " ".join(solution.line)) if part)


def balance_words(pawns: int) -> str:
    """The balance of material of one side; only the side that is ahead has one.

    >>> balance_words(3), balance_words(-3)
    ('+3', '')
    """
    return f"+{pawns}" if pawns > 0 else ""


def score_words(centipawns: int) -> str:
    """A score for the thinking side: "+0.8", "sees a win" or "sees a loss"."""
    if abs(centipawns) >= MATE_CENTIPAWNS:
        return _("sees a win") if centipawns > 0 else _("sees a loss")
    return signed(centipawns / 100, 1)


def _status(
    match: Match, color: bool, progress: ThinkingInfo | None, shows_evaluation: bool
) -> tuple[str, CardTone]:
    outcome = match.result.outcome
    if outcome is not None:
        if outcome.winner is None:
            return _("draw"), CardTone.CALM
        return (_("won"), CardTone.CALLING) if outcome.winner == color else (_("lost"), CardTone.CALM)
    if match.players.thinker == color:
        return _thought(progress, shows_evaluation), CardTone.CALM
    if match.cursor.board.turn != color:
        return _waiting(match, color, shows_evaluation), CardTone.CALM
    is_person, is_at_play = match.setup.seat(color).is_person, match.is_live
    if not is_person and match.players.trouble is not None:
        return _("error"), CardTone.WARNING
    if match.setup.seat(color).is_away and is_at_play:
        return _("to move · by mail"), CardTone.CALM
    if not is_person and is_at_play:
        return _("thinking"), CardTone.CALM
    turn = _("your move") if is_at_play and not match.setup.is_two_player else _("to move")
    if match.cursor.board.is_check():
        return _("check! {turn}").format(turn=turn), CardTone.WARNING
    return turn, CardTone.CALLING if is_at_play else CardTone.CALM


def _waiting(match: Match, color: bool, shows_evaluation: bool) -> str:
    """The status of a player who is not to move."""
    if match.setup.is_two_player:
        return _("waiting")
    solution = match.players.solutions.get(match.cursor.node) if shows_evaluation else None
    if solution is not None and not match.setup.seat(color).is_person:
        return solution_words(solution)
    return _("playing {side}").format(side=_(side_name(color)))


def _thought(progress: ThinkingInfo | None, shows_evaluation: bool) -> str:
    if progress is None:
        return _("thinking")
    if progress.preparing is not None:
        return _("not yet at full strength · {share}").format(share=percent(progress.preparing))
    if not progress.depth:
        return _("thinking")
    if not shows_evaluation:
        return _("thinking · depth {depth}").format(depth=progress.depth)
    return _("thinking · depth {depth} · {score}").format(
        depth=progress.depth, score=score_words(progress.score_centipawns)
    )
