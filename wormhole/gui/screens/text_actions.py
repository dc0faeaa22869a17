"""What a person does with a game as text: copy it, paste into it, type a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from wormhole import Move
from wormhole.gui.keys import Command
from wormhole.gui.screen import Stage
from wormhole.gui.screens.game_files import copy_game, copy_position
from wormhole.gui.screens.game_picture import GamePicture
from wormhole.gui.screens.running_game import RunningGame
from wormhole.gui.screens.taking import Taking
from wormhole.gui.screens.typing_moves import ask_move, move_written

TWICE_SECONDS = 1.0


class TextActions:
    """The commands on a running game that have to do with text."""

    def __init__(self, stage: Stage, game: RunningGame, picture: GamePicture) -> None:
        self._stage = stage
        self._game = game
        self._picture = picture
        self._copied_at = -inf

    @property
    def taking(self) -> Taking:
        """What is done with text and files that come from elsewhere."""
        match = self._game.match
        return Taking(self._stage, match.board.variant, match.setup, self._play_text)

    def perform(self, command: Command) -> bool:
        """Do a command; returns whether it is one of these."""
        if command not in _COMMANDS:
            return False
        _COMMANDS[command](self)
        return True

    def _copy(self) -> None:
        """Copy the position; the second time in quick succession, the game."""
        now = self._game.now_seconds
        is_second, self._copied_at = now - self._copied_at <= TWICE_SECONDS, now
        if is_second:
            copy_game(self._stage, self._game.match.game)
        else:
            copy_position(self._stage, self._game.match.board)

    def _ask_move(self) -> None:
        picture = self._picture
        ask_move(
            self._stage, self._game.match.board, self._game.state, lambda: picture.view.frame, self._play
        )

    def _play_text(self, text: str) -> bool:
        """Play a move that is written in SAN or UCI notation, if it can be played."""
        move = move_written(self._game.match.board, text)
        return move is not None and self._play(move)

    def _play(self, move: Move) -> bool:
        """Play a move, if it is legal and the person's turn; returns whether it is."""
        if move not in self._game.state.playable:
            return False
        self._game.play(move, self._game.now_seconds)
        return True


_COMMANDS: Mapping[Command, Callable[[TextActions], None]] = {
    Command.COPY: TextActions._copy,
    Command.COPY_GAME: lambda actions: copy_game(actions._stage, actions._game.match.game),
    Command.PASTE: lambda actions: actions.taking.paste(),
    Command.TYPE_MOVE: TextActions._ask_move,
}
"""What each command does."""
