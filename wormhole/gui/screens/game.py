"""The screen where a game is played: the board, the players' cards, the moves, five buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from wormhole import BLACK, WHITE, Board, Move
from wormhole.gui.board.input import BoardInput
from wormhole.gui.board.layer import BoardLayer
from wormhole.gui.board.state import BoardState
from wormhole.gui.board.view import BoardView
from wormhole.gui.keys import Command
from wormhole.gui.layout import GameLayout, game_layout
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.match.choice import resumed
from wormhole.gui.match.match import Answer, ComputerPlayer, Match, Setup
from wormhole.gui.panel.card_words import card_words
from wormhole.gui.panel.move_list import MoveList
from wormhole.gui.panel.player_card import PlayerCard
from wormhole.gui.panel.result_banner import ResultBanner, result_of
from wormhole.gui.screen import ANSWER, EVERY_FRAME, Stage
from wormhole.gui.screens.game_files import copy_position, open_game, paste_game, save_game
from wormhole.library.chosen_game import ChosenGame

SHIMMER_PAUSE_SECONDS = 1 / 18  # a slow light needs no more pictures than this
PROGRESS_PAUSE_SECONDS = 0.25
REPLY_PAUSE_SECONDS = 0.25  # the computer answers no sooner than this after one's own move has come to rest
DEMONSTRATION_PAUSE_SECONDS = 0.9  # between two moves that only want to be watched
WHEEL_LINES = 2


class GameScreen:
    """One game on screen. Raises wormhole.FenError for a bad position in `setup`."""

    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)

    def __init__(self, stage: Stage, setup: Setup, player: ComputerPlayer | None) -> None:
        self._stage = stage
        self._player = player
        self.match = Match(setup, player)
        self._variant = self.match.board.variant
        self.title = self._variant.title
        self._view = BoardView(stage.look.theme, stage.look.sprites, self._variant.geometry)
        self._input = BoardInput(self._view)
        self.state = BoardState.of(self.match.board, flipped=setup.persons == (BLACK,))
        if self.match.plies:
            self.state.show(self.match.board)
        self._answer: Answer | None = None
        self._answer_due = 0.0
        self._is_result_shown = False
        self._dice_are_rolling = False
        """The list of moves does not tell what the dice on the board have yet to show."""
        self._trouble_said: str | None = None
        self._progress_due = 0.0
        self._widgets: Widgets
        self._begun = False

    # The picture

    def place(self, size: tuple[int, int]) -> None:
        """Lay out board and panel."""
        look = self._stage.look
        self._layout = game_layout(size, self._variant.geometry)
        self._view.place(self._layout.board, look.backdrop.surface(size))
        self._board_layer = BoardLayer(self._view, self.state)
        self._cards = {
            color: PlayerCard(rect, look, self._variant.piece_types, self._has_motion)
            for color, rect in self._card_places(self._layout).items()
        }
        self._moves = MoveList(self._layout.moves, look, self._variant.title, self._variant.about)
        self._result = ResultBanner(self._layout.moves, look)
        self._widgets = Widgets(size, look.theme, look.scale)
        self._make_buttons()
        self._result_buttons: list = []
        self.layers = (self._board_layer, *self._cards.values(), self._moves, self._result, self._widgets)
        moves = self._layout.moves
        self.notice_area = moves.inflate(-2 * look.scale.unit, -2 * look.scale.unit)
        self._refresh()

    def _make_buttons(self) -> None:
        names = {
            "Undo": Command.UNDO,
            "Flip": Command.FLIP,
            "Resign": Command.RESIGN,
            "New game": Command.NEW_GAME,
            "Menu": Command.MENU,
        }
        self._buttons = {
            command: self._widgets.button(rect, name, lambda command=command: self._stage.command(command))
            for (name, command), rect in zip(names.items(), self._layout.buttons, strict=True)
        }

    def _has_motion(self) -> bool:
        return self._stage.settings.motion

    def _card_places(self, layout: GameLayout) -> dict[bool, pygame.Rect]:
        """Each player's card lies on their own side of the board."""
        below = BLACK if self.state.flipped else WHITE
        return {below: layout.you, not below: layout.opponent}

    def _refresh(self) -> None:
        """Show on the panel what is the case."""
        match = self.match
        progress = self._player.progress() if match.is_thinking else None
        for color, card in self._cards.items():
            card.show(card_words(match, color, progress))
        plies = match.plies
        blacks_first = bool(plies) and plies[0].mover == BLACK
        first = match.board.fullmove_number - (len(plies) + blacks_first) // 2
        sans = [ply.san for ply in plies]
        if self._dice_are_rolling:
            sans[-1], _, _ = sans[-1].partition("@")
        self._moves.show(tuple(sans), first, blacks_first)
        self._widgets.enable(self._buttons[Command.UNDO], match.can_undo)
        self._widgets.enable(self._buttons[Command.RESIGN], match.resigner is not None)
        self._show_result()

    def _show_result(self) -> None:
        outcome = self.match.outcome if self._is_result_shown else None
        result = None if outcome is None else result_of(outcome, self._variant)
        if result == self._result.result:
            return
        self._result.show(result)
        self._moves.reserve(self._result.height)
        for button in self._result_buttons:
            self._widgets.remove(button)
        self._result_buttons = []
        if result is not None:
            again, menu = self._result.button_places()
            self._result_buttons = [
                self._widgets.button(again, "New game", self._play_again, "#primary"),
                self._widgets.button(menu, "Menu", lambda: self._stage.command(Command.MENU)),
            ]

    # What happens

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """The computer's answer, the person's mouse and keys."""
        if event.type == ANSWER:
            self._answer = event.answer
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._moves.scroll(-event.y * WHEEL_LINES)
            return True
        return self._handle_widgets(event) or self._handle_board(event, now_seconds)

    def _handle_widgets(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return self._widgets.handle(event)
        if self.state.question is not None:
            return False
        if self._widgets.has_focus and event.key in (
            pygame.K_ESCAPE,
            pygame.K_LEFT,
            pygame.K_RIGHT,
            pygame.K_UP,
            pygame.K_DOWN,
        ):
            self._widgets.leave()
            return event.key == pygame.K_ESCAPE
        return self._widgets.handle(event, arrows=False)

    def _handle_board(self, event: pygame.Event, now_seconds: float) -> bool:
        revision, asking = self.state.revision, self.state.question is not None
        self._input.motion = self._stage.motion
        move = self._input.handle(event, self.state, now_seconds)
        if move is not None:
            self._play(move, now_seconds)
        return move is not None or asking or self.state.revision != revision

    def perform(self, command: Command, now_seconds: float) -> bool:
        """The keys that belong to a game."""
        if command is Command.UNDO:
            self._undo(now_seconds)
        elif command is Command.FLIP:
            self._flip()
        elif command is Command.RESIGN:
            self._ask_resign()
        elif command is Command.NEW_GAME:
            self._ask_new_game()
        elif command is Command.MENU:
            self._open_menu()
        elif command is Command.GAME:
            self._ask_game()
        elif command is Command.SAVE:
            save_game(self._stage, self.match)
        elif command is Command.OPEN:
            open_game(self._stage, self._variant, self._go_on)
        elif command is Command.COPY:
            copy_position(self._stage, self.match.board)
        elif command is Command.PASTE:
            paste_game(self._stage, self._variant, self._go_on)
        elif command in (Command.SCROLL_BACK, Command.SCROLL_ON):
            page = max(1, self._moves.lines_seen - 1)
            self._moves.scroll(page if command is Command.SCROLL_ON else -page)
        else:
            return False
        return True

    def update(self, now_seconds: float) -> None:
        """Let time have passed: sounds fall due, the computer's answer is played, the result appears."""
        if not self._begun:
            self._begun = True
            self._await_next(now_seconds)
        self.state.advance(now_seconds)
        for name in self.state.sounds(now_seconds):
            self._stage.play_sound(name)
        moving = self.state.is_moving(now_seconds)
        if self._dice_are_rolling and not moving:
            self._dice_are_rolling = False
            self._refresh()
        if self._answer is not None and not moving and now_seconds >= self._answer_due:
            answer, self._answer = self._answer, None
            self._take_answer(answer, now_seconds)
        elif self.match.outcome is not None and not moving and not self._is_result_shown:
            self._end(now_seconds)
        if self.match.is_thinking and now_seconds >= self._progress_due:
            self._progress_due = now_seconds + PROGRESS_PAUSE_SECONDS
            self._refresh()
        self.match.ponder(self._stage.settings.ponders)

    def wakes_in(self, now_seconds: float) -> float | None:
        """At the next picture, sound, answer or news of the thought."""
        if self.state.is_changing(now_seconds) or (
            self.match.outcome is not None and not self._is_result_shown
        ):
            return EVERY_FRAME
        pauses = []
        sound = self.state.next_sound()
        if sound is not None:
            pauses.append(sound - now_seconds)
        if self._answer is not None:
            pauses.append(self._answer_due - now_seconds)
        if self.match.is_thinking:
            shimmering = any(card.is_shimmering for card in self._cards.values())
            pauses.append(SHIMMER_PAUSE_SECONDS if shimmering else PROGRESS_PAUSE_SECONDS)
        return max(0.0, min(pauses)) if pauses else None

    def close(self) -> None:
        """Leave the game; the computer stops."""
        self.match.close()

    # The game's own changes

    def _play(self, move: Move, now_seconds: float) -> None:
        if self.match.play(move):
            self._show_move(now_seconds)

    def _take_answer(self, answer: Answer, now_seconds: float) -> None:
        if self.match.answered(answer):
            self._show_move(now_seconds)
        elif self.match.trouble is not None and self.match.trouble != self._trouble_said:
            self._trouble_said = self.match.trouble
            self._stage.play_sound("error")
            self._stage.say(f"The computer is stuck: {self.match.trouble}", "Try again", self._think_again)
            self._refresh()

    def _show_move(self, now_seconds: float) -> None:
        """The move that was just played, with what was rolled after it."""
        move = self.match.plies[-1].move
        self.state.play(self.match.board, now_seconds, self._stage.motion)
        self._dice_are_rolling = move.roll is not None and self.state.is_moving(now_seconds)
        if move.promotion is not None:
            self._stage.play_sound("promote")
        self._await_next(now_seconds)

    def _await_next(self, now_seconds: float) -> None:
        """Whoever's turn it is now, let them."""
        self.match.begin()
        if self.match.is_persons_turn:
            self.state.allow(self.match.board)
        pause = DEMONSTRATION_PAUSE_SECONDS if self.match.is_demonstration else REPLY_PAUSE_SECONDS
        self._answer_due = now_seconds + pause
        self._refresh()

    def _undo(self, now_seconds: float) -> None:
        if not self.match.undo():
            return
        self._answer = None
        self._is_result_shown = self._dice_are_rolling = False
        self._trouble_said = None
        self._stage.hush()
        self.state.show(self.match.board)
        self._await_next(now_seconds)

    def _flip(self) -> None:
        self.state.flip()
        for color, rect in self._card_places(self._layout).items():
            self._cards[color].move(rect)

    def _end(self, now_seconds: float) -> None:
        """The game is over and all is at rest: say who won and why."""
        outcome = self.match.outcome
        self._is_result_shown = True
        self.state.finish(outcome.reason(), now_seconds, self._stage.motion)
        persons = self.match.setup.persons
        if outcome.winner is None:
            self._stage.play_sound("draw")
        else:
            self._stage.play_sound("lose" if persons == (not outcome.winner,) else "win")
        self._refresh()

    def _resign(self) -> None:
        if self.match.resign():
            self._answer = None
            self.state.allow(None)
            self._refresh()

    def _think_again(self) -> None:
        self._trouble_said = None
        self.match.think_again()
        self._refresh()

    def _play_again(self) -> None:
        """Another game between the same players from the same position."""
        self._stage.start(replace(self.match.setup, board=None))

    # Questions

    def _ask_resign(self) -> None:
        loser = self.match.resigner
        if loser is None:
            return
        from wormhole.gui.dialogs.question import QuestionDialog

        who = "You resign" if not self.match.is_two_player else f"{'White' if loser else 'Black'} resigns"
        self._stage.open(
            QuestionDialog(self._stage, "Resign?", f"{who}, and the game is over.", "Resign", self._resign)
        )

    def _ask_new_game(self) -> None:
        from wormhole.gui.dialogs.new_game import NewGameDialog

        self._stage.open(NewGameDialog(self._stage, self._chosen(), self.match.setup))

    def _ask_game(self) -> None:
        """As for a new game, whose first question is asked at once."""
        self._ask_new_game()
        self._stage.command(Command.GAME)

    def _chosen(self) -> ChosenGame:
        """The game that is played, as it was chosen."""
        chosen = self._stage.game
        return chosen if chosen.variant == self._variant else ChosenGame(self._variant)

    def _go_on(self, board: Board) -> None:
        """With another game, between the same players; this one is left only if the person says so."""

        def start() -> None:
            self._stage.start(resumed(board, self.match.setup))

        if not self.match.plies or self.match.outcome is not None:
            start()
            return
        from wormhole.gui.dialogs.question import QuestionDialog

        question = "It has not come to its end. Save it first (Ctrl+S) if you want to go on with it later."
        self._stage.open(QuestionDialog(self._stage, "Leave this game?", question, "Leave it", start))

    def _open_menu(self) -> None:
        from wormhole.gui.dialogs.menu import MenuDialog

        self._stage.open(MenuDialog(self._stage))
