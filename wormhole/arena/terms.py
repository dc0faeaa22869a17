"""The terms of a match or a tournament: players, game, openings, clocks, and the schedule of the games.

A match is a tournament of two players. Each pairing plays pairs: two games of one opening with colours
reversed. A round has one pair of each pairing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import combinations

from wormhole.arena.openings import Opening, RandomOpenings, SomeOpenings
from wormhole.engine.levels import Limit
from wormhole.library.time_control import TimeControl, TimeControls
from wormhole.players.spec import PlayerSpec
from wormhole.players.timeouts import TIMEOUT_SECONDS
from wormhole.rules.variant import Variant

GAMES_A_PAIR = 2


class Form(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round robin"
    """Everybody meets everybody."""
    GAUNTLET = "gauntlet"
    """The first player meets all others."""


@dataclass(frozen=True)
class ScheduledGame:
    """A game of the schedule; players are named by their places in the list, everything counts from 0."""

    number: int
    round: int
    first: int
    second: int
    is_reversed: bool
    """Whether the second player is White, as in the second game of a pair."""

    @property
    def white(self) -> int:
        """The player with the white pieces."""
        return self.second if self.is_reversed else self.first

    @property
    def black(self) -> int:
        """The player with the black pieces."""
        return self.first if self.is_reversed else self.second


class Schedule:
    """All games of so many players, by their numbers; a pair's games follow each other."""

    def __init__(self, form: Form, players: int, rounds: int) -> None:
        self.pairings: Sequence[tuple[int, int]] = (
            list(combinations(range(players), 2))
            if form is Form.ROUND_ROBIN
            else [(0, other) for other in range(1, players)]
        )
        """Who meets whom, in each round."""
        self.rounds = rounds
        self._form, self._players = form, players

    @property
    def most_games(self) -> int:
        """The games of the player who plays most."""
        count = len(self.pairings) if self._form is Form.GAUNTLET else self._players - 1
        return GAMES_A_PAIR * self.rounds * count

    def __len__(self) -> int:
        return GAMES_A_PAIR * len(self.pairings) * self.rounds

    def __getitem__(self, number: int) -> ScheduledGame:
        if not 0 <= number < len(self):
            raise IndexError(number)
        pair = number // GAMES_A_PAIR
        return self.game_of(pair, number % GAMES_A_PAIR == 1)

    def game_of(self, pair: int, is_reversed: bool) -> ScheduledGame:
        """One game of a pair."""
        round_, place = divmod(pair, len(self.pairings))
        first, second = self.pairings[place]
        number = GAMES_A_PAIR * pair + is_reversed
        return ScheduledGame(number, round_, first, second, is_reversed)


@dataclass(frozen=True)
class Terms:
    """The players, the game, the openings and the clocks of a match or a tournament."""

    players: tuple[PlayerSpec, ...]
    variant: Variant
    rounds: int
    """The pairs of games of each pairing."""
    form: Form = Form.ROUND_ROBIN
    openings: SomeOpenings = field(default_factory=RandomOpenings)
    seed: int = 0
    most_plies: int = 600
    timeout_seconds: float = TIMEOUT_SECONDS
    """A program loses if it answers later than this after its limit."""
    control: TimeControl | None = None
    """The clock of each side; None if only the players' own limits count."""
    event: str = ""
    """The name in the headers of the games; empty for a match, which is named after its game."""
    pairs_share_chance: bool = True
    """Whether dice and levels are equally lucky in both games of a pair."""

    @cached_property
    def schedule(self) -> Schedule:
        """The games."""
        return Schedule(self.form, len(self.players), self.rounds)

    @property
    def controls(self) -> TimeControls:
        """The clocks of both sides."""
        return TimeControls.equal(self.control)

    def opening(self, round_: int) -> Opening:
        """The opening of a round, the same for all pairings."""
        return self.openings.opening(self.variant, self.seed, round_)

    def dice_seed(self, game: ScheduledGame) -> int:
        """The seed of the dice in a game, and of what a level overlooks."""
        return (self.seed << 20) + (game.round if self.pairs_share_chance else game.number)

    def name(self, player: int) -> str:
        """The name of a player."""
        spec = self.players[player]
        return spec.name or spec.text


def limit_words(limit: Limit) -> str:
    """A search limit in words.

    >>> limit_words(Limit(depth=4, seconds=2.0))
    'depth 4, 2 s'
    """
    words = []
    if limit.depth != Limit().depth:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"{limit.nodes} nodes")
    if limit.seconds is not None:
        words.append(f"{limit.seconds:g} s")
    return ", ".join(words)


def different_names(names: Sequence[str], limits: Sequence[Limit]) -> list[str]:
    """The names, with their limits or numbers behind them where two are the same."""
    found = list(names)
    counts: Mapping[str, int] = {name: found.count(name) for name in found}
    found = [
        f"{name}, {words}" if counts[name] > 1 and (words := limit_words(limit)) else name
        for name, limit in zip(found, limits, strict=True)
    ]
    for place, name in enumerate(found):
        same = found[:place].count(name)
        if same:
            found[place] = f"{name} (second)" if same == 1 else f"{name} ({same + 1})"
    return found
