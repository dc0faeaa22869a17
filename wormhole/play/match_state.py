"""A match as it stands: who plays, where it is at play, and what its users may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole import Board
from wormhole.library.headers import PAIRING, RATED, UNDECIDED, first_headers
from wormhole.library.record import Game, GameNode
from wormhole.library.time_control import control_headers, controls_of
from wormhole.play.cursor import Cursor
from wormhole.play.match_result import Result
from wormhole.play.seated_players import SeatedPlayers
from wormhole.play.seats import Setup, tags_of

if TYPE_CHECKING:
    from wormhole.players.player import Player

BY_MAIL = {"Mode": "EM"}
"""The header of a game by electronic mail (PGN standard, 9.9.1)."""


def first_cursor(setup: Setup) -> Cursor:
    """Where a match begins, in a new record or in that of an opened game.

    The record has the clocks. Raises wormhole.FenError for a bad FEN.
    """
    if setup.opened is None:
        start = Board(setup.variant, setup.fen)
        headers = first_headers(tags_of(setup), setup.clocks)
        if setup.is_rated:
            headers[RATED] = "1"
        return Cursor(Game(start, headers if setup.mail is None else {**headers, **BY_MAIL}))
    game = setup.opened.cursor.game
    if game.result == UNDECIDED and setup.clocks and controls_of(game.headers) != setup.clocks:
        game.headers.update(control_headers(setup.clocks))
    return setup.opened.cursor


@dataclass(frozen=True)
class UndoStep:
    """What one undo left: a node or, at it, a result with its termination."""

    node: GameNode
    result: str = UNDECIDED
    termination: str | None = None


class MatchState:
    """What is read of a match. The record, `game`, alone has the moves.

    Raises wormhole.FenError for a bad ``setup.fen``.
    """

    def __init__(self, setup: Setup, players: Mapping[bool, Player]) -> None:
        """``players``: those of the seats that no user has, by colour."""
        self.setup = setup
        self.cursor = first_cursor(setup)
        """The current place in the record, where the next move is played."""
        self.game = self.cursor.game
        self.players = SeatedPlayers(players, self.cursor)
        self.result = Result(self.cursor, setup.opened is None or setup.opened.has_derived_result)
        self.undone: list[UndoStep] = []
        self.taken_back_to: GameNode | None = None
        """Where an undo led: a move that is played there becomes the main one. If it was played before, the
        game is at play after it, whatever followed."""

    @property
    def is_open(self) -> bool:
        """Whether the game is not decided."""
        return self.game.result == UNDECIDED

    @property
    def live(self) -> GameNode | None:
        """Where the game is at play: its end, or where an undo led; None once it is decided."""
        return (self.taken_back_to or self.game.end()) if self.is_open else None

    @property
    def is_live(self) -> bool:
        """Whether the game is at play here."""
        return self.cursor.node is self.live

    @property
    def is_at_play(self) -> bool:
        """Whether this is the end of a line, or where the game was taken back to."""
        return self.cursor.node.is_end() or self.cursor.node is self.taken_back_to

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock and the game is open."""
        return bool(self.setup.clocks) and self.is_open

    @property
    def can_pause(self) -> bool:
        """Whether the clock of a user can be made to wait."""
        return self.is_timed and bool(self.setup.users)

    @property
    def is_rated(self) -> bool:
        """Whether it is a rated game that is open: it is played without help."""
        return self.setup.is_rated and self.is_open

    @property
    def is_paired(self) -> bool:
        """Whether it belongs to a tournament of people."""
        return PAIRING in self.game.headers and self.setup.is_two_player

    @property
    def is_strict(self) -> bool:
        """Whether it is open, and rated or of a tournament of people: nothing is taken back or tried."""
        return self.is_open and (self.setup.is_rated or self.is_paired)

    @property
    def is_without_help(self) -> bool:
        """Whether the computer must not help: a rated game, one by mail or of a tournament is at play."""
        return self.is_strict or (self.setup.is_by_mail and self.is_open)

    @property
    def has_fixed_line(self) -> bool:
        """Whether the main line stays as it was played: in a rated game, by mail and in a tournament."""
        return self.setup.is_by_mail or self.setup.is_rated or self.is_paired

    @property
    def is_fixed_past(self) -> bool:
        """Whether this is not where the game is at play while clocks run, or it is strict: no move may be
        played here."""
        return (self.is_timed or self.is_strict) and not self.is_live

    @property
    def is_persons_turn(self) -> bool:
        """Whether a user is to move here."""
        return self.result.outcome is None and self.setup.seat(self.cursor.board.turn).is_person

    @property
    def may_move(self) -> bool:
        """Whether a user may move here: on their turn and, to try something, for either side in the past or
        once the game is decided. While clocks run, or in a strict game, nothing can be tried in the past."""
        if self.result.outcome is not None or self.players.asked_at is self.cursor.node:
            return False
        if self.is_timed or self.is_strict:
            return self.is_persons_turn and not self.is_fixed_past
        if self.setup.is_by_mail:
            return self.is_persons_turn or not self.is_live
        return self.is_persons_turn or not (self.is_at_play and self.is_open)

    @property
    def resigner(self) -> bool | None:
        """The colour that `resign` would resign for now, or None. By mail it takes the place of a move."""
        if self.result.outcome is not None or not self.is_open or self.setup.is_between_computers:
            return None
        if self.setup.is_by_mail:
            return self.cursor.board.turn if self.is_persons_turn and self.is_live else None
        return self.cursor.board.turn if self.setup.is_two_player else self.setup.users[0]

    @property
    def is_contest(self) -> bool:
        """Whether an open game is played against the computer or against the clock."""
        setup = self.setup
        is_against = self.is_timed or not setup.is_two_player
        return self.is_open and is_against and not setup.is_between_computers

    @property
    def is_contested(self) -> bool:
        """Whether this is where a contest is at play."""
        return self.is_contest and self.is_live

    @property
    def can_keep_line(self) -> bool:
        """Whether a line can be kept as a variation here: not where the game is at play, which it would
        continue."""
        is_closed = self.is_timed or (self.is_open and self.has_fixed_line)
        return self.result.outcome is None and not is_closed and not self.is_live

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would do something; never where the main line is fixed."""
        if self.has_fixed_line:
            return False
        return self.is_ended_by_players or self.plies_to_undo() > 0

    @property
    def is_ended_by_players(self) -> bool:
        """Whether the players, not the rules, ended the game here."""
        return self.result.outcome is not None and self.result.outcome.termination.is_players

    def plies_to_undo(self) -> int:
        """The number of plies back to before a user's last move; 0 if there is none, or it must stay."""
        if self.is_fixed_past:
            return 0
        turn = self.cursor.board.turn
        for count in range(1, len(self.cursor.nodes) + 1):
            turn = not turn
            if self.setup.seat(turn).is_person:
                return count
        return 0
