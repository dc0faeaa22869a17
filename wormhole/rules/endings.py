"""How a game ends: the table ``[endings]`` of its file, with all that each of these rules means elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from msgspec import Meta

from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import quoted
from wormhole.base.schema import Parse
from wormhole.rules.draw_limits import Counting
from wormhole.rules.fields import Letters, Squares
from wormhole.rules.rule import Dice, IniOption, IniOptions, RuleRefusal, not_with, only_with, rule

MOST_EXTINCTIONS = 64
MOST_CHECKS = 9


class Goal(Enum):
    """How the royal piece is lost."""

    CHECKMATE = "checkmate"
    CAPTURE = "capture"


class NoMove(Enum):
    """The result of stalemate, checkmate or extinction for the side that it befalls."""

    LOSS = "loss"
    WIN = "win"
    DRAW = "draw"


class Repetition(Enum):
    """The result of a repetition for the side whose move repeats the position, or for White."""

    DRAW = "draw"
    LOSS = "loss"
    WIN = "win"
    WHITE_LOSES = "white loses"
    WHITE_WINS = "white wins"


class Royal(Enum):
    """Which pieces are royal: one a side, none, or several; then each of them, the last, or all at once."""

    ONE = "one"
    NONE = "none"
    ALL = "all"
    """None of them may be left attacked."""
    LAST = "last"
    """Only the last one of a side may not be left attacked; the others may be captured."""
    DUPLE = "duple"
    """As ``LAST``, and those of a side may not all be left attacked at once."""

    @property
    def is_several(self) -> bool:
        """Whether a side may have several royal pieces."""
        return self in (Royal.ALL, Royal.LAST, Royal.DUPLE)


class GoalWins(Enum):
    """When a piece on a goal square wins."""

    AT_ONCE = "at once"
    NEXT_TURN = "next turn"
    """If it is still there at its side's next turn."""
    UNLESS_ANSWERED = "unless answered"
    """At once, but Black may answer White's arrival with its own, for a draw."""
    IF_SAFE = "if safe"
    """As soon as it is there after a move of either side, and not attacked."""


class Passing(Enum):
    """When a side may pass."""

    NEVER = "never"
    ALWAYS = "always"
    """Unless it is in check."""
    STUCK = "stuck"
    """If it has no other move and is not in check."""


class DrawGoesTo(Enum):
    """Who wins a game that the other rules would draw."""

    NOBODY = "nobody"
    WHITE = "white"
    BLACK = "black"
    POINTS = "points"
    """The side whose pieces have more points."""
    PIECES = "pieces"
    """The side that has more pieces."""


@dataclass(frozen=True)
class Extinction:
    """A side with at most ``most`` pieces of a type has a result; ``letter`` is empty for all its pieces.

    Only if the other side has ``against`` or more of them; one more if it ``waits`` and is that side's turn,
    since it might capture one.
    """

    letter: str
    most: int
    result: NoMove
    against: int = 0
    waits: bool = False


def material(one: Iterable[str], other: Iterable[str]) -> tuple[str, str]:
    """The letters of both sides' pieces, each side sorted, the smaller side first."""
    first, second = sorted(
        ("".join(sorted(side)) for side in (one, other)), key=lambda side: (len(side), side)
    )
    return first, second


_EXTINCTION = re.compile(
    r"([A-Z]+|\*)(?: ([0-9]{1,3}))? (loss|win|draw)(?: against ([0-9]{1,3})( answered)?)?"
)


def _extinctions(texts: tuple[str, ...]) -> tuple[Extinction, ...]:
    """The rules in texts such as ``QR loss`` or ``* 1 loss against 2 answered``, one for each letter."""
    found = tuple(rule for text in texts for rule in _extinction(text))
    if len(found) > MOST_EXTINCTIONS:
        raise WormholeError("at most {most} rules are allowed", most=MOST_EXTINCTIONS)
    return found


def _extinction(text: str) -> Iterable[Extinction]:
    match = _EXTINCTION.fullmatch(text)
    if match is None:
        raise WormholeError(
            "{text} must be like {first} or {second}: letters or a star for all, a number, loss, win or draw",
            text=quoted(text),
            first=quoted("QR loss"),
            second=quoted("* 1 draw"),
        )
    named, most, result, against, waits = match.groups()
    for letter in named:
        yield Extinction(letter.strip("*"), int(most or 0), NoMove(result), int(against or 0), bool(waits))


def _sides(texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The sides of material that is written like ``K/KN``."""
    return tuple(tuple(text.split("/")) for text in texts)


_NO_CHECK = RuleRefusal(
    lambda _game, own: not own.has_check,
    Message("there is no check where no piece is royal, or where it is captured"),
)
_ONE_ROYAL = RuleRefusal(
    lambda _game, own: not own.has_check or own.royal.is_several,
    Message("only where one royal piece is checkmated"),
)
_WITH_GOAL_PIECES = only_with("goal_pieces", lambda _game, own: own.goal_pieces)
_DICE_GIVE_CHECK = Dice(Message("with random wormholes the dice may give check"))


def _not_with_royal(royal: Royal) -> RuleRefusal:
    return not_with(f'royal = "{royal.value}"', lambda _game, own: own.royal is royal)


@dataclass(frozen=True)
class Endings:
    """How a game ends; ``docs/games.md`` says what the fields mean.

    ``repetitions`` and ``quiet_moves`` are by default those of the mutator, 0 if there is no such draw.
    """

    goal: Goal = rule(
        Goal.CHECKMATE,
        label=Message("The goal"),
        words={Goal.CHECKMATE: Message("Checkmate"), Goal.CAPTURE: Message("Capture the king")},
        page=Message(
            "Capture the enemy {royal} to win. There is no check: if you overlook an attack, you lose."
        ),
    )
    stalemate: NoMove = rule(
        NoMove.DRAW,
        label=Message("Stalemate is"),
        words={NoMove.LOSS: Message("Lost"), NoMove.DRAW: Message("A draw"), NoMove.WIN: Message("Won")},
        pages={
            NoMove.LOSS: Message("A side that has no legal move has lost, in check or not."),
            NoMove.DRAW: Message("No legal move, and not in check: stalemate is a draw."),
            NoMove.WIN: Message("A side that has no legal move, and is not in check, has won."),
        },
        ini=IniOption("stalemateValue"),
        loops={NoMove.DRAW: "stalemate_draws", NoMove.WIN: "stalemate_wins"},
    )
    repetitions: Annotated[int, Meta(ge=0, le=100)] = rule(
        0,
        refused=(
            RuleRefusal(
                lambda _game, own: own.repetitions == 1,
                Message("every position occurs once; 0 means never"),
            ),
        ),
        ini=IniOption("nFoldRule"),
    )
    quiet_moves: Annotated[int, Meta(ge=0, le=9999)] = rule(
        0, ini=IniOption("nMoveRule", share=2), loop="quiet_limit"
    )
    """Plies without a capture or pawn move, as many as a FEN can count."""
    dead: Annotated[tuple[tuple[str, ...], ...], Parse(_sides, of=tuple[str, ...])] = ()
    """:func:`material` that is insufficient to win."""
    dead_same_color: Letters = ""
    """Any number of these on squares of one colour are insufficient, too."""
    checkmate: NoMove = rule(
        NoMove.LOSS,
        pages={
            NoMove.LOSS: Message(
                "Attack the enemy {royal} so that no move saves it: checkmate wins. No move may leave your "
                "own {royal} attacked."
            ),
            NoMove.WIN: Message(
                "Checkmate loses: whoever attacks the enemy {royal} so that no move saves it has lost. No "
                "move may leave your own {royal} attacked."
            ),
            NoMove.DRAW: Message("Checkmate is a draw. No move may leave your own {royal} attacked."),
        },
        ini=IniOption("checkmateValue"),
        loops={NoMove.DRAW: "mate_draws", NoMove.WIN: "mate_wins"},
    )
    stalemate_counts: bool = rule(
        False,
        page=Message(
            "At stalemate the pieces are counted: that is the result for the side with fewer; with as many on"
            " both sides it is a draw."
        ),
        ini=IniOption("stalematePieceCount"),
        loop="stalemate_counts",
    )
    royal: Royal = rule(
        Royal.ONE,
        label=Message("Royal piece"),
        words={Royal.ONE: Message("One"), Royal.ALL: Message("Several"), Royal.NONE: Message("None")},
        pages={
            Royal.NONE: Message(
                "No piece is royal: there is no check and no checkmate, and every piece may be captured."
            ),
            Royal.ALL: Message(
                "Several pieces are royal: {pieces}. None of them may be left attacked, and checkmate wins."
            ),
            Royal.LAST: Message(
                "Several pieces are royal: {pieces}. Only the last one of a side may not be left attacked; "
                "checkmate of it wins."
            ),
            Royal.DUPLE: Message(
                "Several pieces are royal: {pieces}. The last one of a side may not be left attacked, nor all"
                " of them at once; checkmate wins."
            ),
        },
        refused=(
            RuleRefusal(
                lambda _game, own: own.royal is Royal.NONE and own.goal is Goal.CAPTURE,
                Message("the goal cannot be to capture the royal piece where none is"),
            ),
        ),
        ini=IniOptions("extinctionPseudoRoyal", "dupleCheck"),
    )
    extinct: Annotated[tuple[Extinction, ...], Parse(_extinctions, of=tuple[str, ...])] = rule(
        (),
        ini=IniOptions(
            *("extinctionPieceCount", "extinctionOpponentPieceCount", "extinctionPieceTypes"),
            *("extinctionValue", "extinctionClaim"),
        ),
        judges=True,
    )
    goal_squares: Squares = rule(
        frozenset(), refused=(_WITH_GOAL_PIECES,), ini=IniOptions("flagRegion"), judges=True
    )
    """White's."""
    black_goal_squares: Squares = rule(
        frozenset(), refused=(_WITH_GOAL_PIECES,), ini=IniOptions("flagRegionBlack"), judges=True
    )
    """Black's, if they are not White's on the board turned round."""
    goal_pieces: Letters = rule(
        "",
        refused=(only_with("goal_squares", lambda _game, own: own.goal_squares or own.black_goal_squares),),
        ini=IniOptions("flagPiece", "flagRegion"),
    )
    goal_wins: GoalWins = rule(
        GoalWins.AT_ONCE,
        pages={
            GoalWins.AT_ONCE: Message(
                "A side wins as soon as one of these reaches a square with its star: {pieces}."
            ),
            GoalWins.NEXT_TURN: Message(
                "A side wins if one of these reaches a square with its star, and is there still at its side's"
                " next turn: {pieces}."
            ),
            GoalWins.UNLESS_ANSWERED: Message(
                "A side wins as soon as one of these reaches a square with its star: {pieces}. If White is "
                "first, Black may reach one with the next move, for a draw."
            ),
            GoalWins.IF_SAFE: Message(
                "A side wins if one of these reaches a square with its star and cannot be captured there: "
                "{pieces}."
            ),
        },
        refused=(only_with("goal_squares", lambda _game, own: own.goal_pieces, if_own=True),),
        dice=Dice(
            Message("with random wormholes the dice may open an attack"),
            only=GoalWins.IF_SAFE,
            becomes=GoalWins.NEXT_TURN,
        ),
        ini=IniOptions("flagPieceSafe", "flagMove"),
    )
    checks: Annotated[int, Meta(ge=0, le=MOST_CHECKS)] = rule(
        0,
        label=Message("Checks that win"),
        words={0: Message("None"), **{count: Message(str(count)) for count in (3, 5, 7)}},
        pages={1: Message("Giving check wins.")},
        page=Message("Giving check {count} times wins."),
        refused=(_NO_CHECK,),
        dice=Dice(Message("with random wormholes checks are not counted: the dice may give one")),
        ini=IniOptions("checkCounting"),
        loop="checks",
        judges=True,
    )
    """How many checks win; 0 if they are not counted."""
    checking: bool = rule(
        True,
        page=Message("No move may give check, and none may leave your own {royal} attacked."),
        refused=(_NO_CHECK, not_with("checks", lambda _game, own: own.checks)),
        dice=_DICE_GIVE_CHECK,
        ini=IniOption("checking"),
        loop="no_checking",
        duty=True,
    )
    """Whether a move may give check."""
    fleeing: bool = rule(
        True,
        page=Message("A {royal} in check may not move, except to capture the only piece that gives check."),
        refused=(_ONE_ROYAL,),
        ini=IniOption("makpongRule", {True: False, False: True}),
        loop="no_fleeing",
        duty=True,
    )
    """Whether a royal piece in check may move, other than to capture the one piece that gives it."""
    must_capture: bool = rule(
        False,
        label=Message("Captures are"),
        words={False: Message("Optional"), True: Message("Forced")},
        page=Message("A player who can capture must capture."),
        ini=IniOption("mustCapture"),
        loop="must_capture",
        duty=True,
    )
    mating: Letters = rule(
        "",
        page=Message(
            "Checkmate wins only if one of these has given one of the last checks in a row; else it is a "
            "draw: {pieces}."
        ),
        refused=(
            _ONE_ROYAL,
            not_with("checkmate", lambda _game, own: own.checkmate is not NoMove.LOSS),
            not_with("mutator.capture", lambda game, _own: game.has_aftermath),
        ),
        dice=_DICE_GIVE_CHECK,
        ini=IniOptions("shatarMateRule"),
        loop="mating",
        judges=True,
    )
    """Pieces one of which must have given one of the last checks in a row; empty if all checkmates count."""
    mate_loses: Letters = rule(
        "",
        page=Message("Checkmate by these alone loses: {pieces}."),
        refused=(only_with("mating", lambda _game, own: own.mating),),
        dice=Dice(),
        ini=IniOptions("shatarMateRule"),
        loop="mate_loses",
    )
    count: Counting = rule(
        Counting.NONE,
        page=Message(
            "Once one side has few pieces left, the other has only so many moves to win; then it is a draw."
        ),
        refused=(
            RuleRefusal(
                lambda game, _own: any(piece.en_passant for piece in game.piece_types.values()),
                Message("not together with en passant: a FEN has one field for both"),
            ),
        ),
        ini=IniOption("countingRule"),
        loop="counts",
        judges=True,
    )
    repetition: Repetition = rule(Repetition.DRAW, ini=IniOptions("nFoldValue", "nFoldValueAbsolute"))
    perpetual_check_loses: bool = rule(
        False,
        page=Message("A player who repeats a position by giving check with every move loses."),
        refused=(_NO_CHECK,),
        dice=_DICE_GIVE_CHECK,
        ini=IniOption("perpetualCheckIllegal"),
        loop="perpetuals",
    )
    """A side that gave check with each of its moves loses by repetition, unless both did."""
    passing: Passing = rule(
        Passing.NEVER,
        label=Message("Passing"),
        words={
            Passing.NEVER: Message("Never"),
            Passing.STUCK: Message("If stuck"),
            Passing.ALWAYS: Message("Always"),
        },
        pages={
            Passing.STUCK: Message(
                "A player who has no move and is not in check passes. Two passes in a row are a draw."
            ),
            Passing.ALWAYS: Message(
                "Instead of moving, a player who is not in check may pass. Two passes in a row are a draw."
            ),
        },
        ini=IniOptions("passOnStalemate", "pass"),
        loop="passing",
        judges=True,
        duty=True,
    )
    bikjang: bool = rule(
        False,
        page=Message(
            "Facing: if nothing stands on a line between the royal pieces ({royal}) of both sides, the side "
            "to move must change that, or passes for a draw."
        ),
        refused=(
            only_with('passing = "always"', lambda _game, own: own.passing is not Passing.NEVER),
            *map(_not_with_royal, (Royal.ALL, Royal.LAST, Royal.DUPLE)),
            RuleRefusal(
                lambda game, own: not own.has_check or game.has_dice,
                Message("not where there is no check, nor with random wormholes"),
            ),
        ),
        ini=IniOption("bikjangRule"),
        loop="bikjang",
    )
    draw_goes_to: DrawGoesTo = rule(
        DrawGoesTo.NOBODY,
        pages={
            DrawGoesTo.WHITE: Message("A drawn game is a win for White."),
            DrawGoesTo.BLACK: Message("A drawn game is a win for Black."),
            DrawGoesTo.POINTS: Message("A drawn game is won by the side whose pieces count more points."),
            DrawGoesTo.PIECES: Message("A drawn game is won by the side that has more pieces."),
        },
        ini=IniOption(
            "materialCounting",
            {
                DrawGoesTo.NOBODY: "none",
                DrawGoesTo.WHITE: "whitedrawodds",
                DrawGoesTo.BLACK: "blackdrawodds",
                DrawGoesTo.PIECES: "unweighted",
                DrawGoesTo.POINTS: "janggi",
            },
        ),
        loop="draw_goes_to",
    )
    black_points: Annotated[float, Meta(ge=0, le=1000)] = rule(
        0,
        refused=(
            only_with('draw_goes_to = "points"', lambda _game, own: own.counts_points),
            RuleRefusal(
                lambda _game, own: own.black_points * 2 % 1, Message("whole and half points are counted")
            ),
        ),
        ini=IniOptions("materialCounting"),
    )
    """What Black gets in addition where points are counted."""

    @property
    def counts_points(self) -> bool:
        """Whether points decide a draw."""
        return self.draw_goes_to is DrawGoesTo.POINTS

    @property
    def has_check(self) -> bool:
        """Whether royal pieces may be in check."""
        return self.goal is Goal.CHECKMATE and self.royal is not Royal.NONE

    @property
    def may_be_even(self) -> bool:
        """Whether a game that is drawn by the other rules can stay so."""
        if self.counts_points:
            return self.black_points == int(self.black_points)
        return self.draw_goes_to in (DrawGoesTo.NOBODY, DrawGoesTo.PIECES)

    @property
    def repetition_may_decide(self) -> bool:
        """Whether a repetition may have a winner."""
        draws = self.repetition is Repetition.DRAW and self.draw_goes_to is DrawGoesTo.NOBODY
        return self.perpetual_check_loses or not draws
