"""A game on screen: its phase, and the schedule of what is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Move
from wormhole.base.quoting import sentence
from wormhole.gui.board.state import BoardState, Choice
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.game.game_review import GameReview
from wormhole.gui.game.live_analysis import LiveAnalysis
from wormhole.gui.game.live_openings import LiveOpenings
from wormhole.gui.game.seat_questions import ask_for_seat, fault_words, tell_of_absent
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.chosen_look import DURATION_FACTORS
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER, Schedule, ScheduledJob
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.kept_games import open_kept
from wormhole.gui.window import destination
from wormhole.gui.window.destination import Origin
from wormhole.gui.window.stage import Stage
from wormhole.library.comment_commands import Shape
from wormhole.library.mail.armour import MailError
from wormhole.library.mail.dice import rolled
from wormhole.library.play_state import PlayState
from wormhole.library.rated_games import JOURNAL
from wormhole.library.record import GameNode
from wormhole.play.clocks import Clocks
from wormhole.play.cursor import NodePath, way_to
from wormhole.play.draw_offer import DrawOffers, DrawState, Reply
from wormhole.play.mail_game import MailGame
from wormhole.play.match import Match
from wormhole.play.offered_players import OfferedPlayer
from wormhole.play.rated_play import RatedPlay
from wormhole.play.seats import Seat, Setup, characters_of, levels_of, programs_of
from wormhole.rules.premoves import premoves

if TYPE_CHECKING:
    from wormhole.library.mail.mail_turn import Sealed
    from wormhole.players.player import Answer, Player, ThinkingInfo


REPLIES = {
    Reply.NO_DRAWS: N_("This game has no draws"),
    Reply.OFFERED: N_("The draw will be offered with your next move"),
    Reply.PASSED_ON: N_("The draw is offered; the answer comes with the next move"),
    Reply.DECLINED: N_("The computer declines the draw"),
    Reply.TOO_SOON: N_("The computer has just declined a draw"),
}


class DrawTalk:
    """Calls `agreed` once both sides want a draw; the match has ended then."""

    def __init__(self, stage: Stage, match: Match, agreed: Action) -> None:
        self._stage = stage
        self._offers = DrawOffers(match)
        self._agreed = agreed
        self._was_asked = False

    @property
    def state(self) -> DrawState:
        """The effect of an offer now."""
        return self._offers.state

    @property
    def is_asked(self) -> bool:
        """Whether the user to move is asked to agree to a draw."""
        return self.state is DrawState.ASKED

    @property
    def came_with_last_move(self) -> bool:
        """Whether the user offered a draw before the move that was just played."""
        return self._offers.came_with_last_move

    def ask(self) -> None:
        """Offer a draw, or agree to one."""
        reply = self._offers.ask()
        if reply is Reply.AGREED:
            self._stage.notices.clear()
            self._agreed()
        elif reply in REPLIES:
            self._stage.notices.flash(_(REPLIES[reply]))

    def follow(self) -> None:
        """After a move: ask the user to move, if the other one offers a draw; a move declines it."""
        asked, was_asked = self._offers.asked, self._was_asked
        self._was_asked = asked is not None
        if asked is not None:
            text = _("Black offers a draw") if asked is WHITE else _("White offers a draw")
            self._stage.notices.show(text, _("Accept"), self.ask, otherwise=_("Decline"))
        elif was_asked:
            self._stage.notices.clear()


PROGRESS_PAUSE_SECONDS = 0.25
STANDSTILL_SECONDS = 5.0
"""Updates come at least once a second; after a longer pause, such as the machine's sleep, no time passed."""
REPLY_PAUSE_SECONDS = 0.25  # the least time between the user's move and the computer's
LOOKING_PAUSE_SECONDS = 0.9  # the least time between two moves that the computer plays against itself


class GamePhase(Enum):
    """The phases of a running game."""

    BEGINNING = auto()
    """No side was asked to move yet."""
    SAVING = auto()
    """A move was played. It is shown once it is in the library."""
    MOVING = auto()
    """Something moves on the board."""
    ROLLING = auto()
    """A played move is shown; its roll of the dice is still a secret."""
    WAITING = auto()
    """The board is at rest, and a player is to move; or else the game has ended, which is shown next."""
    OVER = auto()
    """The result is shown."""


class RunningGame:
    """The match, the board's state, and a schedule of what is due next.

    A move is shown once it is kept in the library. ``revision`` grows with every change that the panel shows.
    ``origin`` is the room from which a game of others was opened. Raises wormhole.FenError for a bad position
    in ``setup``.
    """

    def __init__(
        self, stage: Stage, setup: Setup, players: Mapping[bool, Player], origin: Origin | None = None
    ) -> None:
        self.origin = origin
        self.match = Match(setup, players)
        self.match.players.uses_book = stage.settings.book
        self.draws = DrawTalk(stage, self.match, self._agree)
        self.mail = None if setup.mail is None else MailGame(self.match, setup.mail)
        """The exchange with the opponent of a game by mail."""
        self._text = setup.text
        """A text of that opponent that is not taken yet."""
        self.clocks = Clocks(self.match, 0.0 if setup.opened is None else setup.opened.spent_seconds)
        self.state = BoardState.of(self.match.cursor.board, flipped=_is_flipped(setup))
        self.wiped: tuple[Shape, ...] = ()
        """What was drawn on the shown position before the user removed it; `undo` brings it back."""
        self._annotate()
        self.analysis = LiveAnalysis(stage, self.match, self.state)
        self.rating = RatedPlay(self.match, stage.library.journal(JOURNAL))
        self.review = GameReview(stage, self.match.game)
        self.openings = LiveOpenings(stage, self.match)
        self._shown = self._beside_the_match()
        self.revision = 0
        self.phase = GamePhase.BEGINNING
        self.now_seconds = 0.0
        """The time of the last update."""
        self._stage = stage
        self._kept = stage.library.keep(self.match.game, self.play_state(), setup.opened)
        self._seated = [setup]
        """The players, who may change; the way back, which does not hold the game, reads them here."""
        self._saved = ""
        """The moves that the user saved in a file."""
        self._is_end_heard = False
        """Whether the end, if there is one, is news."""
        self._answer: Answer | None = None
        self._answer_at = EVERY_FRAME
        self._person_at = EVERY_FRAME
        """When a person would play the answer that has come."""
        self._progress_at = EVERY_FRAME
        self._has_turn_passed = False
        """Whether the board may have to turn once it is at rest."""
        self._turns_board = False
        """Whether the board turned to the side to move at the last update."""
        self._trouble_said: str | None = None

    # State

    @property
    def progress(self) -> ThinkingInfo | None:
        """The progress of the player whose move is due."""
        return self.match.players.info

    @property
    def are_dice_rolling(self) -> bool:
        """Whether the roll after the last move is still a secret."""
        return self.phase is GamePhase.ROLLING

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and the board has come to rest, so that the result is shown."""
        return self.phase is GamePhase.OVER

    def is_at_rest(self, now_seconds: float) -> bool:
        """Whether nothing moves on the board, or is about to."""
        return self.phase in (GamePhase.WAITING, GamePhase.OVER) and not self.state.is_moving(now_seconds)

    @property
    def is_shown(self) -> bool:
        """Whether the state of the match may be shown; not while a move is being saved."""
        return self._kept.is_settled and self.phase is not GamePhase.SAVING

    @property
    def has_unsaved_moves(self) -> bool:
        """Whether the library could not keep the game, and the user would lose moves."""
        if not self._kept.has_failed or self.match.setup.is_between_computers:
            return False
        return bool(self.match.game.variations) and self.match.game.movetext() != self._saved

    def way_back(self) -> Action:
        """What happens with this game after it was left; it does not hold the screen."""
        stage, kept, seated, origin = self._stage, self._kept, self._seated, self.origin

        def go_on() -> None:
            (setup,) = seated
            if kept.number is None:
                stage.rooms.open(destination.Game(setup, origin))
            else:
                open_kept(stage, kept.number, setup, origin)

        return go_on

    def mark_saved(self) -> None:
        """Record that all moves so far are in a file."""
        self._saved = self.match.game.movetext()

    # The user's actions

    def play(self, move: Move, now_seconds: float) -> None:
        """Play the user's move, unless one is not shown yet; while the computer thinks, plan it."""
        if self.state.ahead:
            self.state.plan(move)
        elif self.phase is not GamePhase.SAVING:
            self._play_legal(move, now_seconds)

    def _play_legal(self, move: Move, now_seconds: float) -> None:
        with self.match.game.one_change():
            self._play(move, now_seconds)

    def _play(self, move: Move, now_seconds: float) -> None:
        mail = self.mail if self.match.cursor.node is self.match.live else None
        if mail is not None and self.match.may_move:
            move = rolled(self.match.cursor.board, move, mail.state.secret)
        if self.match.play(move, self.clocks.left_after(now_seconds)):
            if mail is not None:
                mail.moved(self.draws.came_with_last_move)
            self.clocks.stop(now_seconds)
            self._expect_move()

    def walk(self, texts: Sequence[str], now_seconds: float) -> None:
        """Play the moves of a line of the analysis; of a contest that is at play only the first one."""
        if self.phase is GamePhase.SAVING or not self.match.may_move or not texts:
            return
        first = self.match.cursor.board.legal_move(texts[0])
        if first is not None and (len(texts) == 1 or self.match.is_contested):
            self.play(first, now_seconds)
        elif self.match.walk(texts):
            self._look(now_seconds)

    def keep_line(self, texts: Sequence[str]) -> None:
        """Keep a line of the analysis as a variation."""
        if self.match.keep_line(texts):
            self.annotated()

    def go(self, node: GameNode, now_seconds: float) -> None:
        """Show another position of the game; a long way there is found in the background."""
        if self.match.cursor.is_far(node):
            wait_for(
                self._stage, _("Opening…"), lambda job: way_to(node), lambda way: self._arrive(node, way)
            )
        elif self.match.go(node):
            self._look(now_seconds)

    def _arrive(self, node: GameNode, way: NodePath) -> None:
        if self.match.go(node, way):
            self._look(self.now_seconds)

    def reshaped(self, node: GameNode, now_seconds: float) -> None:
        """Go to `node` after variations were moved or removed."""
        self.match.reshaped(node)
        self._look(now_seconds)

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would do something."""
        return bool(self.wiped) or self.match.can_undo or (self.mail is not None and self.mail.can_take_back)

    def undo(self, now_seconds: float) -> None:
        """Draw again what was just removed; else undo a resignation or take back the last move.

        See Match.undo and MailGame.take_back.
        """
        if self.wiped:
            self._annotated.set_shapes(self.wiped)
            self._annotate()
            self.revision += 1
        elif self.mail is not None and self.mail.can_take_back and self.phase is not GamePhase.SAVING:
            with self.match.game.one_change():
                self.mail.take_back()
                self._look(now_seconds)
        elif self.match.undo():
            self._look(now_seconds)
            self._has_turn_passed = True

    def redo(self, now_seconds: float) -> None:
        """Redo what the last undo took back."""
        if self.match.redo():
            self._look(now_seconds)
            self._has_turn_passed = True

    def resign(self) -> None:
        """Resign."""
        with self.match.game.one_change():
            if self.match.resign():
                self._end_by_user()

    def _agree(self) -> None:
        """Show that the user has agreed to a draw."""
        with self.match.game.one_change():
            self._end_by_user()

    def _end_by_user(self) -> None:
        if self.mail is not None:
            self.mail.ended()
        self._show_end()

    def ask_draw(self) -> None:
        """Offer a draw, or agree to one."""
        self.draws.ask()
        self.revision += 1

    def receive(self, text: Sealed) -> None:
        """Take a text of the opponent by mail as soon as the board is at rest."""
        self._text = text

    def mark_sent(self) -> None:
        """Keep that the user has copied or saved the text for the opponent."""
        if self.mail is not None:
            self.mail.sent()
            self._keep_state()
            self.revision += 1

    def flip(self) -> None:
        """Show the board from the other side."""
        self.state.flip()
        self._keep_state()
        self.revision += 1

    def keep_shapes(self, shapes: Iterable[Shape]) -> None:
        """Keep the circles and arrows drawn on the position that is shown."""
        before, kept = self._annotated.shapes(), tuple(shapes)
        self._annotated.set_shapes(kept)
        self.wiped = () if kept else before
        self.revision += 1

    def annotated(self) -> None:
        """Show that something besides the moves changed: comments, marks, views."""
        self.revision += 1

    def give_seat(self, color: bool, player: OfferedPlayer | None) -> None:
        """Let another player go on for a side, or a person."""
        if self.phase is GamePhase.SAVING:
            self._stage.notices.flash(_("The last move is still being saved."))
            return
        spec = None if player is None else player.spec
        made = None if spec is None else self._stage.engines.player(spec)
        settings = self._stage.settings
        name = settings.name if color == WHITE or not self.match.setup.users else settings.other_name
        self.match.seat_again(color, Seat(spec) if spec is not None else Seat(name=name), made)
        self._seated[0] = self.match.setup
        self._look(self.now_seconds)

    def think_again(self) -> None:
        """Ask the computer again after an error."""
        self._trouble_said = None
        self.match.think_again()
        self.revision += 1

    # Time

    def take(self, answer: Answer, now_seconds: float) -> None:
        """Keep the computer's answer until the board is at rest; its clock stops.

        The move of a character waits until it is due, on the character's own clock.
        """
        self._answer = answer
        if not self.match.players.awaits(answer):
            return
        pause = self._pause_before(answer)
        self._person_at = now_seconds + pause
        if pause == 0:
            self.clocks.stop(now_seconds)

    def _pause_before(self, answer: Answer) -> float:
        """The seconds until an answer that has just come is due."""
        waits = max(answer.due_seconds - (answer.seconds or 0.0), 0.0)
        if self.match.is_timed:
            return waits
        settings = self._stage.settings
        return DURATION_FACTORS[settings.pace] * waits if settings.motion else 0.0

    def update(self, now_seconds: float) -> float:
        """Advance to `now_seconds`: do what is due; returns when something is due next."""
        stood_still = now_seconds - self.now_seconds
        self.now_seconds = now_seconds
        if stood_still > STANDSTILL_SECONDS:
            self.clocks.skip(stood_still)
        if self._turns_board is not self._stage.settings.turns_board:
            self._turns_board = self._has_turn_passed = self._stage.settings.turns_board
        due = _SCHEDULE.update(self, now_seconds)
        if self.rating.settle():
            self.revision += 1
        self.match.players.uses_book = self._stage.settings.book
        self.match.ponder(self._stage.settings.ponders)
        return min(due, self._update_analysis(now_seconds))

    def close(self) -> None:
        """Leave the game: the computer stops, the library keeps what it has, and the time that is spent."""
        self.review.close()
        self.openings.close()
        self.analysis.close()
        self.match.players.close()
        self._keep_state()
        self._kept.close()

    # What is due

    def _board_due(self, now_seconds: float) -> float:
        is_coming_to_rest = self.phase in (GamePhase.MOVING, GamePhase.ROLLING)
        return EVERY_FRAME if is_coming_to_rest else self.state.due(now_seconds)

    def _turn_due(self) -> float:
        return EVERY_FRAME if self._has_turn_passed and self.state.drag is None else NEVER

    def _premove_due(self) -> float:
        return EVERY_FRAME if self.state.ahead and self.match.may_move else NEVER

    def _text_due(self) -> float:
        return NEVER if self._text is None else EVERY_FRAME

    def _answer_due(self) -> float:
        return NEVER if self._answer is None else max(self._answer_at, self._person_at)

    def _is_end_due(self) -> bool:
        return self.phase is GamePhase.WAITING and self.match.result.outcome is not None

    def _progress_due(self, now_seconds: float) -> float:
        return self._progress_at if self.match.players.is_thinking else NEVER

    # What is done then

    def _begin(self, now_seconds: float) -> None:
        """Ask the first player to move; tell if a program does not take its seat again."""
        self.phase = GamePhase.MOVING
        tell_of_absent(self._stage, self.match, self.give_seat)
        self._await_next(now_seconds)

    def _update_board(self, now_seconds: float) -> None:
        """Advance the board, and notice when it begins to move and comes to rest."""
        self.state.study(self._stage.settings.piece_cards)
        self.state.update(now_seconds, self._stage.sounds.play)
        is_moving = self.state.is_moving(now_seconds)
        if is_moving and self.phase is GamePhase.WAITING:
            self.phase = GamePhase.MOVING
        elif not is_moving and self.phase in (GamePhase.MOVING, GamePhase.ROLLING):
            if self.phase is GamePhase.ROLLING:
                self.revision += 1
            self.phase = GamePhase.WAITING

    def _update_analysis(self, now_seconds: float) -> float:
        is_at_rest = self.is_shown and not self.state.is_moving(now_seconds)
        hint = self.analysis.update(now_seconds, is_at_rest)
        review = self.review.update(now_seconds)
        self.openings.update(is_at_rest)
        if self._shown != self._beside_the_match():
            self._shown = self._beside_the_match()
            self.revision += 1
        return min(hint, review)

    def _beside_the_match(self) -> tuple[object, ...]:
        """The state that the panel shows besides the match; it changes by itself."""
        return self.state.fold.is_on, self.analysis.revision, self.review.revision, self.openings.revision

    def _report_progress(self, now_seconds: float) -> None:
        self._progress_at = now_seconds + PROGRESS_PAUSE_SECONDS
        self.revision += 1

    def _time(self, now_seconds: float) -> None:
        """Let the clock of the side to move run, but not the user's under a dialog or while dice roll."""
        if self.phase is GamePhase.SAVING:
            return
        is_paused = self._stage.is_paused or self.are_dice_rolling or self.state.premove is not None
        self.clocks.follow(now_seconds, is_paused=is_paused)
        if self.clocks.take_warning(now_seconds):
            self._stage.sounds.play("low-time")
        late, live = self.clocks.fallen(now_seconds), self.match.live
        if late is not None and live is not None:
            self.match.end(live, live.board().outcome_on_time(late))
            self.clocks.follow(now_seconds)
            self._show_end()

    def _show_end(self) -> None:
        """Show that the players or a clock ended the game."""
        self._answer = None
        self._is_end_heard = True
        if self.phase is not GamePhase.SAVING:
            self.state.show(self.match.cursor.board)
            self._annotate()
        self._keep_state()
        self.revision += 1

    def _play_premove(self, now_seconds: float) -> None:
        """Play the move that was chosen in advance. It takes no time on the clock, which waits for it.

        If it is illegal now, the user is informed.
        """
        premove = self.state.take_premove()
        move = next((move for move in self.match.cursor.board.legal_moves if move == premove), None)
        if move is not None:
            self._play_legal(move, now_seconds)
            return
        if premove is not None:
            self._stage.notices.flash(_("Premove no longer legal"))
        self.state.allow(self.match.cursor.board)

    def _take_answer(self, now_seconds: float) -> None:
        """Play the computer's move, or report its error."""
        answer, self._answer = self._answer, None
        assert answer is not None, "it is due"
        looked_at, is_awaited = self.match.cursor.node, self.match.players.awaits(answer)
        spent = None if answer.seconds is None else max(answer.seconds, answer.due_seconds)
        if self.match.answered(answer, self.clocks.left_after(now_seconds, spent)):
            if self.match.cursor.node is looked_at:
                self._stage.notices.flash(_("The computer has moved"))
                self._stage.sounds.play("move")
                self.revision += 1
            else:
                self._expect_move()
        elif is_awaited and answer.resigns:
            self._show_end()
        elif self.match.players.trouble not in (None, self._trouble_said):
            self._trouble_said = self.match.players.trouble
            self._stage.sounds.play("error")
            self._tell_fault()
            self.revision += 1

    def _tell_fault(self) -> None:
        """Tell the fault of a player: it can be asked again, or another one takes its seat."""
        match, stage = self.match, self._stage
        color = match.players.last_asked
        seat = match.setup.seat(color)
        words, again = fault_words(match), (_("Try again"), self.think_again)
        other = (_("Other player…"), lambda: ask_for_seat(stage, match, color, self.give_seat))
        if seat.player is None or seat.player.is_ours:
            stage.notices.show(words, *again, also=other)
            return
        lines = match.players.last_lines

        def details() -> None:
            from wormhole.gui.dialogs.question import QuestionDialog

            wrote = [_("It wrote last:"), *lines] if lines else []
            text = "\n".join([f"{words}.", *wrote])
            stage.open(QuestionDialog(stage, seat.title, text, *again, also=other))

        stage.notices.show(words, *other, also=(_("Details…"), details))

    def _take_text(self, now_seconds: float) -> None:
        """Show what a text of the opponent brings, or why it is not accepted."""
        text, mail, live = self._text, self.mail, self.match.live
        if live is not None and self.match.cursor.node is not live:
            self.go(live, now_seconds)  # it is taken once the board is at rest there
            return
        self._text = None
        if text is None or mail is None:
            return
        try:
            news = mail.judge(text)
        except MailError as error:
            heading = _("This text is not accepted")
            self._stage.open(MessageDialog(self._stage, heading, sentence(said(error))))
            return
        with self.match.game.one_change():
            mail.take(news)
            self._keep_state()
        if news.move is None:
            self._show_end()
        else:
            self._expect_move()
            self._stage.notices.flash(_("The game is over") if self.match.result.outcome else _("Your move"))

    def _expect_move(self) -> None:
        """Show the move that was just played once it is kept."""
        self.phase = GamePhase.SAVING
        self._is_end_heard = self.match.result.outcome is not None
        if not self.state.ahead:
            self.state.allow(None)
        self._keep_state()

    def _show_move(self, now_seconds: float) -> None:
        """Animate the move that was just played, with its roll, once it is in the library."""
        if not self._kept.is_settled:
            return
        self._has_turn_passed = True
        move, choice = self.match.cursor.board.peek(), self.state.choice
        self.state.play(self.match.cursor.board, now_seconds, self._stage.motion)
        self._annotate()
        is_rolling = move.roll is not None and self.state.is_moving(now_seconds)
        self.phase = GamePhase.ROLLING if is_rolling else GamePhase.MOVING
        if move.promotion is not None:
            self._stage.sounds.play("promote")
        self._await_next(now_seconds, choice)
        self.draws.follow()

    def _look(self, now_seconds: float) -> None:
        """Show what the match looks at now."""
        self._answer = self._answer if self.match.players.is_thinking else None
        self._trouble_said = None
        self._has_turn_passed = False
        self._is_end_heard = False
        self.phase = GamePhase.MOVING
        self._stage.notices.clear()
        self.state.browse(self.match.cursor.board, now_seconds, self._stage.motion)
        self._annotate()
        self._keep_state()
        self._await_next(now_seconds)

    def _await_next(self, now_seconds: float, choice: Choice | None = None) -> None:
        """Let the side to move, user or computer, choose its move.

        ``choice``: what the user has begun to choose. While the computer thinks about what is shown, and
        until a premove is played, the user chooses in advance.
        """
        match, state = self.match, self.state
        match.begin()
        waits = choice is not None and choice.premove is not None
        if match.may_move and not waits:
            state.allow(match.cursor.board)
        elif match.may_move or (
            match.players.asked_at is match.cursor.node and self._stage.settings.premoves
        ):
            for user in match.setup.users:
                state.allow_ahead(premoves(match.cursor.board, user), user)
        if choice is not None:
            state.choose_again(choice)
        pause = LOOKING_PAUSE_SECONDS if self.match.setup.is_between_computers else REPLY_PAUSE_SECONDS
        self._answer_at = now_seconds + pause
        self.revision += 1

    def _face_mover(self, now_seconds: float) -> None:
        """Turn the board to the side to move, if two players at one screen selected that."""
        self._has_turn_passed = False
        match = self.match
        is_wanted = (
            self._stage.settings.turns_board and match.setup.is_two_player and match.result.outcome is None
        )
        if is_wanted and self.state.flipped != (match.cursor.board.turn == BLACK):
            self.flip()

    def _end(self, now_seconds: float) -> None:
        """Show the result of a game that is over."""
        outcome = self.match.result.outcome
        assert outcome is not None
        self.phase = GamePhase.OVER
        self.state.finish(outcome.reason(), now_seconds, self._stage.motion)
        self.revision += 1
        if not self._is_end_heard:
            return
        users = self.match.setup.users
        if outcome.winner is None:
            self._stage.sounds.play("draw")
        else:
            self._stage.sounds.play("lose" if users == (not outcome.winner,) else "win")

    def _annotate(self) -> None:
        """Show the circles and arrows that the record has here."""
        self._annotated, self.wiped = self.match.cursor.node, ()
        self.state.annotate(self._annotated.shapes())

    def _keep_state(self) -> None:
        self._kept.play(self.play_state())

    def play_state(self) -> PlayState:
        """What is kept of the game besides its record."""
        spent = self.clocks.spent_to_keep(self.now_seconds)
        return PlayState(
            *levels_of(self.match.setup),
            self.match.cursor.node.path(),
            self.state.flipped,
            spent,
            None if self.mail is None else self.mail.state,
            *characters_of(self.match.setup),
            self.match.setup.rated,
            *programs_of(self.match.setup, self._stage.engines.own.origin),
        )


def _is_flipped(setup: Setup) -> bool:
    """Whether Black is below: as it was left, or else if only Black is the user."""
    if setup.opened is not None and setup.opened.flipped is not None:
        return setup.opened.flipped
    return setup.users == (BLACK,)


def _due_while(condition: Callable[[RunningGame], bool]) -> Callable[[RunningGame, float], float]:
    """Due at once while a game is in a condition."""
    return lambda game, now: EVERY_FRAME if condition(game) else NEVER


def _due_at_rest(due: Callable[[RunningGame], float]) -> Callable[[RunningGame, float], float]:
    """Due at a time, but only while the board is at rest."""

    def due_at_rest(game: RunningGame, now_seconds: float) -> float:
        seconds = due(game)
        return seconds if seconds < NEVER and game.is_at_rest(now_seconds) else NEVER

    return due_at_rest


_SCHEDULE = Schedule[RunningGame](
    ScheduledJob(_due_while(lambda game: game.phase is GamePhase.BEGINNING), RunningGame._begin),
    ScheduledJob(_due_while(lambda game: game.phase is GamePhase.SAVING), RunningGame._show_move),
    ScheduledJob(RunningGame._board_due, RunningGame._update_board, follows=True),
    ScheduledJob(_due_at_rest(RunningGame._turn_due), RunningGame._face_mover),
    ScheduledJob(lambda game, now: game.clocks.due(now), RunningGame._time, follows=True),
    ScheduledJob(_due_at_rest(RunningGame._premove_due), RunningGame._play_premove),
    ScheduledJob(_due_at_rest(RunningGame._answer_due), RunningGame._take_answer),
    ScheduledJob(_due_at_rest(RunningGame._text_due), RunningGame._take_text),
    ScheduledJob(_due_while(RunningGame._is_end_due), RunningGame._end),
    ScheduledJob(RunningGame._progress_due, RunningGame._report_progress),
)
"""What a running game does as time passes, in this order."""
