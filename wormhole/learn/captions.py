"""Short sentences about a played move, made from its facts.

Pieces are named with their articles, as parts of sentences. In many languages the name of a piece has a
gender and other forms as an object, so the catalogue of translations has both forms of each piece of the
games that ship. A piece of a user's own game has its bare name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wormhole.base.errors import Message
from wormhole.learn.facts import (
    Attack,
    BoardShrunk,
    Captured,
    Castled,
    Cause,
    Check,
    CheckAnswered,
    CheckEscape,
    ClosedWormhole,
    Crossed,
    Discovered,
    DoorShut,
    Ended,
    Exploded,
    Exposed,
    Fact,
    FewMovesLeft,
    Fork,
    Gated,
    KingShutIn,
    LostProtection,
    Passed,
    PassedOver,
    Petrified,
    Pinned,
    PlayedMove,
    Promoted,
    Removed,
    Rolled,
    Threat,
    WentThrough,
)
from wormhole.rules.piece import Piece, side_name
from wormhole.rules.variant import Variant

_DOES = {
    "King": Message("The king"),
    "Queen": Message("The queen"),
    "Rook": Message("The rook"),
    "Bishop": Message("The bishop"),
    "Knight": Message("The knight"),
    "Pawn": Message("The pawn"),
    "Murray Lion": Message("The lion"),
    "Wizard": Message("The wizard"),
    "Champion": Message("The champion"),
    "Brain": Message("The brain"),
    "Numskull": Message("The numskull"),
    "Ninny": Message("The ninny"),
}
"""At the beginning of a sentence, as its subject."""

_SUFFERS = {
    "King": Message("the king"),
    "Queen": Message("the queen"),
    "Rook": Message("the rook"),
    "Bishop": Message("the bishop"),
    "Knight": Message("the knight"),
    "Pawn": Message("the pawn"),
    "Murray Lion": Message("the lion"),
    "Wizard": Message("the wizard"),
    "Champion": Message("the champion"),
    "Brain": Message("the brain"),
    "Numskull": Message("the numskull"),
    "Ninny": Message("the ninny"),
}
"""Within a sentence, as its object: what is captured or attacked."""

MOST_BETWEEN = 3
"""So many squares between an attacker and its victim are named."""

_DIRECT_CHECK = Message("{piece} gives check from {start}.")
_CHECKS = {
    Cause.FOLD: Message("{piece} on {start} gives check without moving: {square} is gone."),
    Cause.LINE: Message("{piece} on {start} gives check: the line is open."),
    Cause.DICE: Message("{piece} on {start} gives check: the dice changed {dice}."),
}

_DISCOVERED = {
    Cause.FOLD: Message("{piece} on {start} now attacks {victim} on {end}: {square} is gone."),
    Cause.LINE: Message("{piece} on {start} now attacks {victim} on {end}: the line is open."),
    Cause.DICE: Message("{piece} on {start} now attacks {victim} on {end}: the dice changed {dice}."),
}

_TELL_THE_WAY = {
    Ended,
    Promoted,
    Crossed,
    WentThrough,
    Captured,
    PassedOver,
    ClosedWormhole,
    Castled,
    Passed,
    Exploded,
    Petrified,
    Removed,
}
"""The facts whose sentences describe the way of the piece."""


def subject(piece: Piece, variant: Variant) -> Message:
    """The piece at the beginning of a sentence, as the one that does something.

    >>> import wormhole
    >>> subject(Piece("L", True), wormhole.variant("wormhole"))
    'The lion'
    """
    name = variant.piece_types[piece.letter].name
    return _DOES.get(name) or Message("The {piece}", piece=Message(name))


def object_of(piece: Piece, variant: Variant) -> Message:
    """The piece within a sentence, as the one to which something is done."""
    name = variant.piece_types[piece.letter].name
    return _SUFFERS.get(name) or Message("the {piece}", piece=Message(name))


def captions(played: PlayedMove, variant: Variant, number: int = 0) -> tuple[Message, ...]:
    """What a move did, the most telling sentence first. ``number`` varies the wording.

    >>> from wormhole import Board
    >>> from wormhole.learn.fact_finder import last_move
    >>> board = Board(fen="4k3/8/8/8/8/3xx3/2N5/4K3 w")
    >>> _ = board.push_uci("c2f4")
    >>> captions(last_move(board), board.variant)[0]
    'The knight crossed a wormhole: e3 is gone, so d2 to f4 is one step.'
    """
    described = _DescribedMove(played, variant, number)
    is_check = any(isinstance(fact, Check) for fact in played.facts)
    facts = sorted(without_repetition(played.facts), key=lambda fact: _rank(fact, is_check))
    sentences = [_SENTENCES[type(fact)](described, fact) for fact in facts]
    if not {type(fact) for fact in facts} & _TELL_THE_WAY:
        before = next((index for index, fact in enumerate(facts) if isinstance(fact, Rolled)), len(facts))
        way = Message("{piece} moved from {start} to {end}.")
        if played.from_square == played.route.to_square:
            way = Message("{piece} was dropped on {end}.")
        sentences.insert(before, described.say(way))
    return tuple(sentences)


def sentence_of(fact: Fact, played: PlayedMove, variant: Variant) -> Message:
    """One fact of a move as a sentence."""
    return _SENTENCES[type(fact)](_DescribedMove(played, variant, 0), fact)


def _rank(fact: Fact, is_check: bool) -> int:
    """How telling a fact is; 0 comes first. In check it is not worth saying that few moves are left."""
    if isinstance(fact, FewMovesLeft) and is_check:
        return _ORDER.index(Captured)
    if isinstance(fact, Check) and not fact.holes and not fact.is_discovered:
        return _ORDER.index(Captured)
    if isinstance(fact, CheckAnswered) and fact.answer is not CheckEscape.FOLDED:
        return _ORDER.index(Rolled)
    return _ORDER.index(type(fact))


def without_repetition(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, without those that another one includes."""
    kinds = {type(fact) for fact in facts}
    if kinds & {Crossed, Captured, PassedOver, WentThrough, Castled}:
        kinds.discard(Removed)
    if kinds & {Exploded, Petrified}:
        kinds.discard(Captured)
    if Ended in kinds:
        kinds &= {Ended, Check, Crossed, Captured, Promoted}
    if Captured in kinds:
        facts = [fact for fact in facts if fact != CheckAnswered(CheckEscape.CAPTURED)]
    if Fork in kinds and any(
        isinstance(fact, Check) and not (fact.is_double or fact.is_discovered or fact.holes) for fact in facts
    ):
        kinds.discard(Check)
    return [fact for fact in facts if type(fact) in kinds]


@dataclass(frozen=True)
class _DescribedMove:
    """The move that is described."""

    played: PlayedMove
    variant: Variant
    number: int

    def name(self, square: int) -> str:
        return self.variant.geometry.names[square]

    def names(self, squares: Sequence[int]) -> Message:
        return joined([Message(self.name(square)) for square in dict.fromkeys(squares)])

    @property
    def left(self) -> str:
        return self.name(self.played.from_square)

    @property
    def rolled(self) -> str:
        """The square that the dice named; empty in a game without dice."""
        rolls = [fact.square for fact in self.played.facts if isinstance(fact, Rolled)]
        return self.name(rolls[0]) if rolls else ""

    def victim(self, attack: Attack) -> Message:
        """The piece that is attacked, within a sentence."""
        return Message(
            Message("{victim} on {square}"),
            victim=object_of(attack.victim, self.variant),
            square=self.name(attack.to_square),
        )

    def say(self, *templates: Message, **values: object) -> Message:
        """One of the templates, with the piece that moved and its squares."""
        template = templates[self.number % len(templates)]
        usual = {
            "piece": subject(self.played.piece, self.variant),
            "start": self.left,
            "end": self.name(self.played.to_square),
        }
        return Message(template, **{**usual, **values})

    def attacks(self, template: Message, attack: Attack, **values: object) -> Message:
        """A template with both pieces of an attack and their squares."""
        return Message(
            template,
            piece=subject(attack.piece, self.variant),
            start=self.name(attack.from_square),
            victim=object_of(attack.victim, self.variant),
            end=self.name(attack.to_square),
            square=self.left,
            **values,
        )


def joined(parts: Sequence[Message]) -> Message:
    """ "e5", or "e5 and d4", or "e5, d4 and c3"."""
    if len(parts) == 1:
        return parts[0]
    some = parts[0]
    for part in parts[1:-1]:
        some = Message("{some}, {next}", some=some, next=part)
    return Message("{some} and {last}", some=some, last=parts[-1])


def _crossed(described: _DescribedMove, fact: Crossed) -> Message:
    crossing = max(fact.crossings, key=lambda crossing: len(crossing.holes))
    are_gone = (
        Message("{holes} is gone, so {start} to {end} is one step")
        if len(crossing.holes) == 1
        else Message("{holes} are gone, so {start} to {end} is one step")
    )
    why = Message(
        are_gone,
        holes=described.names(crossing.holes),
        start=described.name(crossing.from_square),
        end=described.name(crossing.to_square),
    )
    count = len(fact.crossings)
    if count == 1:
        one = (
            Message("{piece} crossed a wormhole: {why}."),
            Message("{piece} went through a wormhole: {why}."),
        )
        return described.say(*one, why=why)
    if count == 2:
        return described.say(Message("{piece} crossed two wormholes: {why}."), why=why)
    if count == 3:
        return described.say(Message("{piece} crossed three wormholes: {why}."), why=why)
    return described.say(Message("{piece} crossed {count} wormholes: {why}."), why=why, count=count)


def _passed_over(described: _DescribedMove, fact: PassedOver) -> Message:
    if len(fact.holes) == 1:
        template = Message("{piece} passed over {holes}, which is gone.")
    else:
        template = Message("{piece} passed over {holes}, which are gone.")
    return described.say(template, holes=described.names(fact.holes))


def _went_through(described: _DescribedMove, fact: WentThrough) -> Message:
    holes = described.names(fact.wormholes)
    if fact.around:
        gate = Message("{piece} left the board at one edge and came in at the other, through {holes}.")
        return described.say(gate, holes=holes)
    return described.say(Message("{piece} moved from {start} to {end} by way of {holes}."), holes=holes)


def _closed_wormhole(described: _DescribedMove, fact: ClosedWormhole) -> Message:
    return described.say(Message("{piece} stepped onto the wormhole on {end} and closed it."))


def _captured(described: _DescribedMove, fact: Captured) -> Message:
    victim, square = object_of(fact.piece, described.variant), described.name(fact.square)
    if fact.en_passant:
        templates = [Message("{piece} captured {victim} on {square} en passant.")]
    elif fact.recaptures:
        templates = [
            Message("{piece} recaptured on {square}."),
            Message("{piece} took on {square} in return."),
        ]
    else:
        templates = [
            Message("{piece} captured {victim} on {square}."),
            Message("{piece} took {victim} on {square}."),
        ]
    return described.say(*templates, victim=victim, square=square)


def _promoted(described: _DescribedMove, fact: Promoted) -> Message:
    name = Message(described.variant.piece_types[fact.letter].name)
    return described.say(Message("{piece} was promoted on {end}: {name}."), name=name)


def _passed(described: _DescribedMove, fact: Passed) -> Message:
    return described.say(Message("{side} passed."), side=side_name(described.played.piece.color))


def _exploded(described: _DescribedMove, fact: Exploded) -> Message:
    if not fact.squares:
        return described.say(Message("{piece} captured on {end} and exploded."))
    also = described.names(fact.squares)
    if fact.mover:
        return described.say(
            Message("{piece} captured on {end} and exploded, with what stood on {squares}."), squares=also
        )
    return described.say(Message("The capture on {end} destroyed what stood on {squares}."), squares=also)


def _petrified(described: _DescribedMove, fact: Petrified) -> Message:
    return described.say(Message("{piece} captured on {end} and turned to stone."))


def _gated(described: _DescribedMove, fact: Gated) -> Message:
    entering = Message(described.variant.piece_types[fact.piece.letter].name)
    square = described.names([fact.square])
    return described.say(Message("From the hand came in on {square}: {name}."), square=square, name=entering)


def _castled(described: _DescribedMove, fact: Castled) -> Message:
    return described.say(Message("{side} castled."), side=side_name(described.played.piece.color))


def roll_message(square: str, opens: bool, sleeps: bool) -> Message:
    """What a roll of the dice does on a square; ``sleeps``: a piece stands there."""
    if opens and sleeps:
        template = Message("The dice rolled {square}: a wormhole opens there when the piece leaves.")
    elif opens:
        template = Message("The dice rolled {square}: a wormhole opens.")
    elif sleeps:
        template = Message("The dice rolled {square}: no wormhole will open under the piece.")
    else:
        template = Message("The dice rolled {square}: the wormhole closes.")
    return Message(template, square=square)


def _rolled(described: _DescribedMove, fact: Rolled) -> Message:
    return roll_message(described.name(fact.square), fact.opens, fact.sleeps)


def _check(described: _DescribedMove, fact: Check) -> Message:
    if fact.is_double:
        origins = described.names([attack.from_square for attack in fact.attacks])
        return Message(Message("Double check, from {squares}."), squares=origins)
    (attack,) = fact.attacks
    template, holes = (
        _CHECKS.get(attack.cause, _DIRECT_CHECK),
        described.names(attack.holes or (described.played.from_square,)),
    )
    if attack.cause is Cause.MOVED and attack.holes:
        template = Message("{piece} gives check from {start}, through {holes}.")
    dice = described.rolled
    return described.attacks(template, attack, holes=holes, dice=dice)


def _answered(described: _DescribedMove, fact: CheckAnswered) -> Message:
    if fact.answer is CheckEscape.FOLDED:
        return described.say(
            Message("The check is over: {start} is gone, and the route to the king leads elsewhere.")
        )
    if fact.answer is CheckEscape.BLOCKED:
        return described.say(Message("{piece} blocked the check."))
    if fact.answer is CheckEscape.CAPTURED:
        return described.say(Message("{piece} captured the attacker and ended the check."))
    return described.say(Message("{piece} moved out of check."))


def _fork(described: _DescribedMove, fact: Fork) -> Message:
    piece = subject(fact.attacks[0].piece, described.variant)  # it may have been promoted
    victims = joined([described.victim(attack) for attack in fact.attacks])
    if len(fact.attacks) == 2:
        two = Message("{piece} attacks two pieces at once: {victims}.")
        return Message(two, piece=piece, victims=victims)
    if len(fact.attacks) == 3:
        three = Message("{piece} attacks three pieces at once: {victims}.")
        return Message(three, piece=piece, victims=victims)
    more = Message("{piece} attacks {count} pieces at once: {victims}.")
    return Message(more, piece=piece, victims=victims, count=len(fact.attacks))


def _threat(described: _DescribedMove, fact: Threat) -> Message:
    attack = fact.attack
    if attack.holes:
        through = Message("{piece} attacks {victim} on {end}, through {holes}.")
        return described.attacks(through, attack, holes=described.names(attack.holes))
    return described.attacks(Message("{piece} attacks {victim} on {end}."), attack)


def _discovered(described: _DescribedMove, fact: Discovered | Exposed) -> Message:
    attack = fact.attack
    squares = described.variant.geometry.squares
    between = [
        step[-1] for step in attack.route.steps[:-1] if step[-1] < squares
    ]  # a leap crosses voids, too
    if attack.cause is Cause.FOLD and 0 < len(between) <= MOST_BETWEEN:
        over = Message("{piece} on {start} now attacks {victim} on {end} over {squares}: {square} is gone.")
        return described.attacks(over, attack, squares=described.names(between))
    return described.attacks(_DISCOVERED[attack.cause], attack, dice=described.rolled)


def _door_shut(described: _DescribedMove, fact: DoorShut) -> Message:
    template = Message("{piece} on {start} no longer reaches {end}: the route at {square} is closed.")
    return described.attacks(template, fact.attack)


def _protection(described: _DescribedMove, fact: LostProtection) -> Message:
    return Message(
        Message("{piece} on {start} no longer protects {end}: {square} is gone."),
        piece=subject(fact.protector, described.variant),
        start=described.name(fact.protector_square),
        end=described.name(fact.square),
        square=described.left,
    )


def _pinned(described: _DescribedMove, fact: Pinned) -> Message:
    return Message(
        Message("{piece} on {square} is pinned: if it leaves, the king is attacked from {by}."),
        piece=subject(fact.piece, described.variant),
        square=described.name(fact.square),
        by=described.name(fact.by_square),
    )


def _shut_in(described: _DescribedMove, fact: KingShutIn) -> Message:
    king = subject(Piece(described.variant.royal.letter, not described.played.piece.color), described.variant)
    return Message(
        Message("{piece} on {square} has no legal move."), piece=king, square=described.name(fact.square)
    )


def _few_moves(described: _DescribedMove, fact: FewMovesLeft) -> Message:
    side = side_name(not described.played.piece.color)
    if fact.count == 1:
        return Message(Message("{side} has only one move left."), side=side)
    return Message(Message("{side} has only {count} moves left."), side=side, count=fact.count)


def _shrunk(described: _DescribedMove, fact: BoardShrunk) -> Message:
    if fact.parts == 2:
        return Message(Message("Half of the board is gone: {left} squares are left."), left=fact.left)
    return Message(Message("Only a quarter of the board is left: {left} squares."), left=fact.left)


def _ended(described: _DescribedMove, fact: Ended) -> Message:
    return fact.outcome.reason()


def _removed(described: _DescribedMove, fact: Removed) -> Message:
    if len(fact.squares) == 1:
        return described.say(
            Message("{piece} moved from {start} to {end}. {start} is gone."),
            Message("{piece} left {start}, and the square is gone."),
        )
    return described.say(Message("{squares} are gone."), squares=described.names(fact.squares))


_SENTENCES: Mapping[type, Callable[[_DescribedMove, Any], Message]] = {
    Ended: _ended,
    Exploded: _exploded,
    Petrified: _petrified,
    Promoted: _promoted,
    Check: _check,
    Fork: _fork,
    Crossed: _crossed,
    WentThrough: _went_through,
    CheckAnswered: _answered,
    Discovered: _discovered,
    DoorShut: _door_shut,
    FewMovesLeft: _few_moves,
    BoardShrunk: _shrunk,
    KingShutIn: _shut_in,
    LostProtection: _protection,
    Captured: _captured,
    PassedOver: _passed_over,
    ClosedWormhole: _closed_wormhole,
    Castled: _castled,
    Passed: _passed,
    Gated: _gated,
    Pinned: _pinned,
    Exposed: _discovered,
    Threat: _threat,
    Rolled: _rolled,
    Removed: _removed,
}
"""What says each kind of fact, the most telling kind first."""

_ORDER = tuple(_SENTENCES)
