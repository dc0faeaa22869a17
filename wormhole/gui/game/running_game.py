"""A game on screen in time: what its users, its players and its clocks do, and what is due next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Move
from wormhole.base.quoting import sentence
from wormhole.gui.board import positions, timeline
from wormhole.gui.board.selection import allow, take_premove
from wormhole.gui.board.state import Selection
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.game.card_words import PART, player_names
from wormhole.gui.game.draw_offer_talk import DrawOfferTalk
from wormhole.gui.game.game_keeping import GameKeeping
from wormhole.gui.game.game_questions import ask_leave
from wormhole.gui.game.game_review import GameReview
from wormhole.gui.game.live_analysis import LiveAnalysis
from wormhole.gui.game.live_openings import LiveOpenings
from wormhole.gui.game.reply_delay import DelayedReply
from wormhole.gui.game.seat_questions import tell_fault, tell_of_absent
from wormhole.gui.game.shown_game import GamePhase, ShownGame
from wormhole.gui.game.unasked_fold_view import UnaskedFoldView
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.schedule import EVERY_FRAME, NEVER, Schedule, ScheduledJob
from wormhole.gui.look.widgets import Action
from wormhole.gui.screens.pgn_files import save_game
from wormhole.gui.window.destination import OpenedGame, Origin
from wormhole.gui.window.stage import Stage
from wormhole.library.mail.armour import MailError
from wormhole.library.mail.dice import rolled
from wormhole.library.rated_games import JOURNAL
from wormhole.library.record import GameNode
from wormhole.library.settings import ACROSS, TURNS
from wormhole.library.study_folder import KeptChapter
from wormhole.play.clocks import Clocks
from wormhole.play.cursor import NodePath, way_to
from wormhole.play.draw_offer import DrawOffers
from wormhole.play.mail_game import MailGame
from wormhole.play.match import Match
from wormhole.play.offered_players import OfferedPlayer
from wormhole.play.rated_play import RatedPlay
from wormhole.play.seats import Seat, Setup

if TYPE_CHECKING:
    from wormhole.library.mail.mail_turn import Sealed
    from wormhole.players.player import Player

PROGRESS_PAUSE_SECONDS = 0.25
STANDSTILL_SECONDS = 5.0
"""Updates come at least once a second; after a longer pause, such as the machine's sleep, no time passed."""


class RunningGame:
    """The match and all that goes with it on screen.

    ``origin`` is the room from which a game of others was opened. Raises wormhole.FenError for a bad position
    in ``setup``.
    """

    def __init__(
        self, stage: Stage, setup: Setup, players: Mapping[bool, Player], origin: Origin | None = None
    ) -> None:
        self._stage = stage
        self.origin = origin
        self.match = match = Match(setup, players)
        self._follow_settings()
        self.shown = ShownGame(stage, match, _is_flipped(setup))
        self.state = self.shown.state
        self.draw_offers = DrawOffers(match)
        self._offer_talk = DrawOfferTalk(stage, self.draw_offers, self._agree)
        self.mail = None if setup.mail is None else MailGame(match, setup.mail)
        """The exchange with the opponent of a game by mail."""
        self._text = setup.text
        """A text of that opponent that is not taken yet."""
        self.clocks = Clocks(match, 0.0 if setup.opened is None else setup.opened.spent_seconds)
        self.reply = DelayedReply(stage, match, self.clocks)
        self.analysis = LiveAnalysis(stage, match, self.state)
        self.rating = RatedPlay(match, stage.library.journal(JOURNAL))
        self.review = GameReview(stage, match.game)
        self.openings = LiveOpenings(stage, match)
        self._unasked_fold = UnaskedFoldView(stage, match, self.state, self.clocks)
        self.keeping = GameKeeping(stage, match, self.clocks, self.mail, self.state)
        self.now_seconds = 0.0
        """The time of the last update."""
        self._beside = self._beside_the_match()
        self._progress_at = EVERY_FRAME
        self._has_turn_passed = False
        """Whether the board may have to turn once it is at rest."""
        self._turns_board = False
        """Whether the board turned to the side to move at the last update."""
        self._trouble_said: str | None = None

    @property
    def is_shown(self) -> bool:
        """Whether the state of the match may be shown; not while a move is being saved."""
        return self.keeping.kept.is_settled and self.shown.phase is not GamePhase.SAVING

    @property
    def is_face_to_face(self) -> bool:
        """Whether the two players sit opposite each other, with the screen between them."""
        return self._stage.settings.two_players == ACROSS and self.match.setup.is_two_player

    # What users do

    def play(self, move: Move, now_seconds: float) -> None:
        """Play the user's move, unless one is not shown yet; while the computer thinks, plan it."""
        if self.state.movable.is_ahead:
            self.shown.plan(move)
        elif self.shown.phase is not GamePhase.SAVING:
            with self.match.game.one_change():
                self._play(move, now_seconds)

    def _play(self, move: Move, now_seconds: float) -> None:
        mail = self.mail if self.match.is_live else None
        if mail is not None and self.match.may_move:
            move = rolled(self.match.cursor.board, move, mail.state.secret)
        if self.match.play(move, self.clocks.left_after(now_seconds)):
            if mail is not None:
                mail.moved(self.draw_offers.came_with_last_move)
            self.clocks.stop(now_seconds)
            self._expect_move()

    def go(self, node: GameNode, now_seconds: float) -> None:
        """Show another position of the game; a long way there is found in the background."""
        if self.match.cursor.is_far(node):
            words = _("Opening…")
            wait_for(self._stage, words, lambda job: way_to(node), lambda way: self._arrive(node, way))
        elif self.match.go(node):
            self.look(now_seconds)

    def _arrive(self, node: GameNode, way: NodePath) -> None:
        if self.match.go(node, way):
            self.look(self.now_seconds)

    def resign(self) -> None:
        """Resign for the user, or for the side to move."""
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

    def offer_draw(self) -> None:
        """Offer a draw, or agree to one."""
        self._offer_talk.ask()
        self.shown.change()

    def receive(self, text: Sealed) -> None:
        """Take a text of the opponent by mail as soon as the board is at rest."""
        self._text = text

    def mark_sent(self) -> None:
        """Keep that the user has copied or saved the text for the opponent."""
        if self.mail is not None:
            self.mail.sent()
            self._keep()
            self.shown.change()

    def flip(self) -> None:
        """Show the board from the other side."""
        positions.flip(self.state)
        self._keep()
        self.shown.change()

    def give_seat(self, color: bool, player: OfferedPlayer | None) -> None:
        """Let another player go on for a side, or a person."""
        if self.shown.phase is GamePhase.SAVING:
            self._stage.notices.flash(_("The last move is still being saved."))
            return
        spec = None if player is None else player.spec
        made = None if spec is None else self._stage.engines.player(spec)
        settings = self._stage.settings
        name = settings.name if color == WHITE or not self.match.setup.users else settings.other_name
        self.match.seat_again(color, Seat(spec) if spec is not None else Seat(name=name), made)
        self.look(self.now_seconds)

    def think_again(self) -> None:
        """Ask the computer again after an error."""
        self._trouble_said = None
        self.match.think_again()
        self.shown.change()

    # Time

    def update(self, now_seconds: float) -> float:
        """Advance to `now_seconds`: do what is due; returns when something is due next."""
        stood_still = now_seconds - self.now_seconds
        self.now_seconds = now_seconds
        if stood_still > STANDSTILL_SECONDS:
            self.clocks.skip(stood_still)
        settings = self._stage.settings
        turns = settings.two_players == TURNS
        if self._turns_board is not turns:
            self._turns_board = self._has_turn_passed = turns
        due = _SCHEDULE.update(self, now_seconds)
        if self.rating.settle():
            self.shown.change()
        self._follow_settings()
        self.match.ponder(settings.ponders)
        return min(due, self._update_beside(now_seconds))

    def _follow_settings(self) -> None:
        settings, players = self._stage.settings, self.match.players
        players.uses_book, players.take_time = settings.book, settings.human_pace

    # As one of the open games

    @property
    def number(self) -> int | None:
        """Its number in the library; None until it is kept there."""
        return self.keeping.kept.number

    @property
    def chapter(self) -> KeptChapter | None:
        """The chapter of a study that this is; None for a game."""
        kept = self.keeping.kept
        return kept if isinstance(kept, KeptChapter) else None

    @property
    def words(self) -> tuple[str, ...]:
        """The game and its players, from the longest form to the shortest."""
        title = _(self.match.cursor.board.variant.title)
        white, black = (player_names(self.match, color)[-1] for color in (WHITE, BLACK))
        return f"{title}{PART}{white} \N{EN DASH} {black}", f"{white} \N{EN DASH} {black}", title

    @property
    def awaits_user(self) -> bool:
        """Whether it is a user's turn where the game is at play."""
        live = self.match.live
        return live is not None and self.match.setup.seat(live.turn()).is_person

    @property
    def gives_place(self) -> bool:
        """Whether the next game takes its place: it has no moves, is over, or is a chapter of a study."""
        is_new = not self.match.game.variations and self.mail is None
        is_at_play = self.match.is_open and self.chapter is None
        return is_new or not (is_at_play or self.keeping.has_unsaved_moves)

    def show(self) -> None:
        """Show the game, if it is still open."""
        self._stage.rooms.open(OpenedGame(self))

    def open_again(self, text: Sealed | None, origin: Origin | None) -> None:
        """Take what opening it brings while it is open: a text by mail, and the room to go back to."""
        self._text = text or self._text
        self.origin = origin or self.origin

    def rest(self) -> None:
        """Stand still while it is not shown: no clock runs, nobody thinks. The next `update` continues."""
        self.review.close()
        self.analysis.rest()
        self.clocks.rest(self.now_seconds)
        self.match.rest(self.clocks.spent_to_keep(self.now_seconds))
        self.reply.drop()
        self.shown.rest()
        self._keep()

    def let_go(self, go: Action) -> None:
        """Call `go`, which ends it; if the library could not keep it, show it and ask first."""
        if self.keeping.has_unsaved_moves:
            self.show()
            ask_leave(self._stage, go, save=lambda: self.save(go))
        else:
            go()

    def save(self, go: Action | None = None) -> None:
        """Ask where to save the game; calls `go` once it is saved."""

        def saved() -> None:
            self.keeping.mark_saved()
            if go is not None:
                go()

        save_game(self._stage, self.match, saved)

    def close(self) -> None:
        """End it, as the user closes it."""
        self._end()
        self.keeping.kept.close()

    def leave(self) -> None:
        """End it, as the window is closed. The home screen offers it at the next start."""
        self._end()
        self.keeping.kept.leave()

    def _end(self) -> None:
        self.rest()
        self.openings.close()
        self.analysis.close()
        self.match.players.close()

    # What is done when it is due

    def _begin(self, now_seconds: float) -> None:
        """Ask the first player to move; tell if a program does not take its seat again."""
        self.shown.phase = GamePhase.MOVING
        tell_of_absent(self._stage, self.match, self.give_seat)
        self._await_next(now_seconds)

    def _update_beside(self, now_seconds: float) -> float:
        is_at_rest = self.is_shown and not timeline.is_moving(self.state, now_seconds)
        hint = self.analysis.update(now_seconds, is_at_rest)
        review = self.review.update(now_seconds)
        self.openings.update(is_at_rest)
        if self._beside != self._beside_the_match():
            self._beside = self._beside_the_match()
            self.shown.change()
        return min(hint, review)

    def _beside_the_match(self) -> tuple[object, ...]:
        """The state that the panel shows besides the match; it changes by itself."""
        return self.state.fold.is_on, self.analysis.revision, self.review.revision, self.openings.revision

    def _report_progress(self, now_seconds: float) -> None:
        self._progress_at = now_seconds + PROGRESS_PAUSE_SECONDS
        self.shown.change()

    def _time(self, now_seconds: float) -> None:
        """Let the clock of the side to move run, but not the user's under a dialog or while dice roll."""
        if self.shown.phase is GamePhase.SAVING:
            return
        is_busy = self.shown.are_dice_rolling or bool(self.state.selection.premoves)
        self.clocks.follow(now_seconds, is_paused=is_busy or self._stage.is_paused)
        if self.clocks.take_warning(now_seconds):
            self._stage.sounds.play("low-time")
        late, live = self.clocks.fallen(now_seconds), self.match.live
        if late is not None and live is not None:
            self.match.end(live, live.board().outcome_on_time(late))
            self.clocks.follow(now_seconds)
            self._show_end()

    def _play_premove(self, now_seconds: float) -> None:
        """Play the first move that was chosen in advance. It takes no time on the clock, which waits for it.

        If it is illegal now, the user is informed, and the later ones are dropped.
        """
        premove, board = take_premove(self.state), self.match.cursor.board
        move = next((move for move in board.legal_moves if move == premove), None)
        if move is not None:
            with self.match.game.one_change():
                self._play(move, now_seconds)
            return
        if premove is not None:
            self._stage.notices.flash(_("Premove no longer legal"))
        allow(self.state, board)

    def _take_answer(self, now_seconds: float) -> None:
        """Play the computer's move, or report its error."""
        answer, match = self.reply.take(), self.match
        looked_at, is_awaited = match.cursor.node, match.players.awaits(answer)
        spent = None if answer.seconds is None else max(answer.seconds, answer.due_seconds)
        if match.answered(answer, self.clocks.left_after(now_seconds, spent)):
            if match.cursor.node is looked_at:
                self._stage.notices.flash(_("The computer has moved"))
                self._stage.sounds.play("move")
                self.shown.change()
            else:
                self._expect_move()
        elif is_awaited and answer.resigns:
            self._show_end()
        elif match.players.trouble not in (None, self._trouble_said):
            self._trouble_said = match.players.trouble
            self._stage.sounds.play("error")
            tell_fault(self._stage, match, self.give_seat, self.think_again)
            self.shown.change()

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
            self._keep()
        if news.move is None:
            self._show_end()
        else:
            self._expect_move()
            self._stage.notices.flash(_("The game is over") if self.match.result.outcome else _("Your move"))

    def _expect_move(self) -> None:
        """Show the move that was just played once it is kept."""
        self.shown.wait_for_saving()
        self._keep()

    def _show_move(self, now_seconds: float) -> None:
        """Show the move that was just played once it is in the library."""
        if not self.keeping.kept.is_settled:
            return
        self._has_turn_passed = True
        choice = self.state.selection
        self.shown.move(now_seconds)
        self._await_next(now_seconds, choice)
        self._offer_talk.follow()

    def look(self, now_seconds: float, *, has_turn_passed: bool = False) -> None:
        """Show what the match looks at now; ``has_turn_passed``: the board may turn to the side to move."""
        if not self.match.players.is_thinking:
            self.reply.drop()
        self._trouble_said = None
        self._has_turn_passed = has_turn_passed
        self._stage.notices.clear()
        self.shown.browse(now_seconds)
        self._keep()
        self._await_next(now_seconds)

    def _await_next(self, now_seconds: float, choice: Selection | None = None) -> None:
        """Let the side to move, user or computer, choose its move; ``choice``: see `ShownGame.allow`."""
        self.match.begin()
        self.shown.allow(choice)
        self.reply.pause(now_seconds)

    def _face_mover(self, now_seconds: float) -> None:
        """Turn the board to the side to move, if two players at one screen selected that."""
        self._has_turn_passed = False
        match, turns = self.match, self._stage.settings.two_players == TURNS
        is_wanted = turns and match.setup.is_two_player and match.result.outcome is None
        if is_wanted and self.state.flipped != (match.cursor.board.turn == BLACK):
            self.flip()

    def _is_fold_view_due(self, now_seconds: float) -> bool:
        """Whether the fold view may show itself now: in a game of the user that is not analysed."""
        is_analysed = self.analysis.is_on or self.origin is not None
        return (
            not is_analysed and self._unasked_fold.is_due(now_seconds) and self.shown.is_at_rest(now_seconds)
        )

    def _show_end(self) -> None:
        """Show that the players or a clock ended the game."""
        self.reply.drop()
        self.shown.hear_end()
        self._keep()

    def _keep(self) -> None:
        self.keeping.keep(self.now_seconds)


def _is_flipped(setup: Setup) -> bool:
    """Whether Black is below: as it was left, or else if only Black is the user."""
    if setup.opened is not None and setup.opened.flipped is not None:
        return setup.opened.flipped
    return setup.users == (BLACK,)


def _due_while(condition: Callable[[RunningGame], bool]) -> Callable[[RunningGame, float], float]:
    """Due at once while a game is in a condition."""
    return lambda game, now: EVERY_FRAME if condition(game) else NEVER


def _due_at_rest(due: Callable[[RunningGame, float], float]) -> Callable[[RunningGame, float], float]:
    """Due at a time, but only while the board is at rest."""

    def due_at_rest(game: RunningGame, now_seconds: float) -> float:
        seconds = due(game, now_seconds)
        return seconds if seconds < NEVER and game.shown.is_at_rest(now_seconds) else NEVER

    return due_at_rest


def _is_end_due(game: RunningGame) -> bool:
    return game.shown.phase is GamePhase.WAITING and game.match.result.outcome is not None


_SCHEDULE = Schedule[RunningGame](
    ScheduledJob(_due_while(lambda game: game.shown.phase is GamePhase.BEGINNING), RunningGame._begin),
    ScheduledJob(_due_while(lambda game: game.shown.phase is GamePhase.SAVING), RunningGame._show_move),
    ScheduledJob(
        lambda game, now: game.shown.due(now), lambda game, now: game.shown.update(now), follows=True
    ),
    ScheduledJob(
        _due_at_rest(_due_while(lambda game: game._has_turn_passed and game.state.selection.drag is None)),
        RunningGame._face_mover,
    ),
    ScheduledJob(lambda game, now: game.clocks.due(now), RunningGame._time, follows=True),
    ScheduledJob(
        _due_at_rest(_due_while(lambda game: game.state.movable.is_ahead and game.match.may_move)),
        RunningGame._play_premove,
    ),
    ScheduledJob(
        _due_at_rest(_due_while(lambda game: game.shown.is_look_ahead_due)),
        lambda game, now: game.shown.look_ahead(),
    ),
    ScheduledJob(_due_at_rest(lambda game, now: game.reply.due), RunningGame._take_answer),
    ScheduledJob(
        lambda game, now: EVERY_FRAME if game._is_fold_view_due(now) else NEVER,
        lambda game, now: game._unasked_fold.search(now),
    ),
    ScheduledJob(_due_at_rest(_due_while(lambda game: game._text is not None)), RunningGame._take_text),
    ScheduledJob(_due_while(_is_end_due), lambda game, now: game.shown.end(now)),
    ScheduledJob(
        lambda game, now: game._progress_at if game.match.players.is_thinking else NEVER,
        RunningGame._report_progress,
    ),
)
"""What a running game does as time passes, in this order."""
