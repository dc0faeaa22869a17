"""The actions on the moves of a game: show, take back, mark and comment them, order variations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from wormhole import BLACK, WHITE
from wormhole.gui.game.card_words import player_names
from wormhole.gui.game.game_questions import ask_play_from_here
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.game.shown_game import GamePhase
from wormhole.gui.languages.language import _, _n
from wormhole.gui.window.keys import Command, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.library.pgn_text import MOVE_MARKS
from wormhole.library.record import ChildNode, GameNode
from wormhole.play import variations
from wormhole.play.move_words import move_words

MARKS = {
    Command.MARK_GOOD: 1,
    Command.MARK_MISTAKE: 2,
    Command.MARK_BRILLIANT: 3,
    Command.MARK_BLUNDER: 4,
    Command.MARK_SPECULATIVE: 5,
    Command.MARK_DUBIOUS: 6,
}
"""The annotation that each command toggles."""


class MoveActions:
    """The actions of the move list, its menu and its keys on a running game."""

    def __init__(self, stage: Stage, game: RunningGame) -> None:
        self._stage = stage
        self._game = game

    def go(self, node: GameNode | None) -> None:
        """Show a move, if there is one."""
        if node is not None:
            self._game.go(node, self._game.now_seconds)

    def walk(self, texts: Sequence[str]) -> None:
        """Play the moves of a line of the analysis; of a contest that is at play only the first one."""
        game, match = self._game, self._game.match
        if game.shown.phase is GamePhase.SAVING or not match.may_move or not texts:
            return
        first = match.cursor.board.legal_move(texts[0])
        if first is not None and (len(texts) == 1 or match.is_contested):
            game.play(first, game.now_seconds)
        elif match.walk(texts):
            game.look(game.now_seconds)

    def keep_line(self, texts: Sequence[str]) -> None:
        """Keep a line of the analysis as a variation."""
        if self._game.match.keep_line(texts):
            self._game.shown.change()

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would do something."""
        game = self._game
        can_take_back = game.mail is not None and game.mail.can_take_back
        return bool(game.shown.wiped) or game.match.can_undo or can_take_back

    def undo(self, now_seconds: float) -> None:
        """Draw again what was just removed; else undo a resignation or take back the last move.

        See Match.undo and MailGame.take_back.
        """
        game = self._game
        if game.shown.wiped:
            game.shown.draw_again()
        elif game.mail is not None and game.mail.can_take_back and game.shown.phase is not GamePhase.SAVING:
            with game.match.game.one_change():
                game.mail.take_back()
                game.look(now_seconds)
        elif game.match.undo():
            game.look(now_seconds, has_turn_passed=True)

    def redo(self, now_seconds: float) -> None:
        """Redo what the last undo took back."""
        if self._game.match.redo():
            self._game.look(now_seconds, has_turn_passed=True)

    def perform(self, command: Command) -> bool:
        """Do a command with the current move; returns whether it is one of these."""
        node = self._game.match.cursor.node
        if command in MARKS and self._game.match.is_contest:
            self._stage.notices.flash(_("While a game is at play, the menu of a move annotates it"))
        elif command in MARKS:
            self._toggle(node, MARKS[command])
        elif command in _COMMANDS:
            _COMMANDS[command](self, node)
        else:
            return False
        return True

    def open_menu(self, node: GameNode, pixel: tuple[int, int], by_keyboard: bool = False) -> None:
        """Open the menu of a move, its corner at a pixel of the window, unless it was deleted meanwhile."""
        from wormhole.gui.dialogs.context_menu import (
            DIVIDER,
            ContextMenu,
            Divider,
            MarkEntry,
            MenuEntry,
            entry,
        )

        if not node.is_attached():
            return
        is_move, is_main = isinstance(node, ChildNode), node.is_mainline()
        is_main = is_main or self._game.match.has_fixed_line
        entries: list[MenuEntry | Divider] = [
            MenuEntry(_("Make main line"), Command.PROMOTE, lambda: self._make_main_line(node), not is_main),
            MenuEntry(_("Move up"), None, lambda: self._move_up(node), not is_main),
            MenuEntry(
                _("Delete from here"),
                Command.DELETE_VARIATION,
                lambda: self._delete(node),
                self._can_delete(node),
            ),
            entry(self._stage, Command.REPLAY),
            DIVIDER,
            MenuEntry(_("Comment…"), Command.COMMENT, lambda: self._ask_comment(node)),
            MenuEntry(
                tip_of(Command.PLAY_FROM_HERE).text,
                Command.PLAY_FROM_HERE,
                lambda: ask_play_from_here(self._stage, node.board(), self._game.match.setup.elsewhere),
                not self._game.match.is_without_help,
            ),
            entry(self._stage, Command.REVIEW),
        ]
        marks = [
            MarkEntry(MOVE_MARKS[nag], command, partial(self._toggle, node, nag), nag in node.nags)
            for command, nag in (MARKS.items() if is_move else ())
        ]
        self._stage.open(ContextMenu(self._stage, title_of(node), entries, pixel, by_keyboard, marks))

    def review_for_coach(self) -> None:
        """Analyse the whole game; then the coach begins, unless the user closes the review before."""
        if not self._game.review.is_running and self._game.match.game.variations:
            from wormhole.engine.review import Quality

            self._game.review.start(Quality[self._stage.settings.review.upper()])
        self.show_review(coach=True)

    def show_review(self, coach: bool = False) -> None:
        """Show the review of the whole game, or ask to analyse it."""
        from wormhole.gui.game.review_dialog import ReviewDialog

        match = self._game.match
        if not match.game.variations:
            self._stage.notices.flash(_("There is no move to analyse yet."))
            return
        names = {color: player_names(match, color) for color in (WHITE, BLACK)}
        self._stage.open(ReviewDialog(self._stage, match.game, self._game.review, names, self.go, coach))

    def _toggle(self, node: GameNode, nag: int) -> None:
        if isinstance(node, ChildNode):
            variations.toggle_nag(node, nag)
            self._game.shown.change()

    def _ask_comment(self, node: GameNode) -> None:
        from wormhole.gui.dialogs.text_dialogs import CommentDialog

        def comment(text: str) -> None:
            variations.set_comment(node, text)
            self._game.shown.change()

        self._stage.open(CommentDialog(self._stage, title_of(node), node.words, comment))

    def _can_delete(self, node: GameNode) -> bool:
        """Whether a move can be deleted: where the main line is fixed, only one of a variation."""
        return isinstance(node, ChildNode) and not (self._game.match.has_fixed_line and node.is_mainline())

    def _make_main_line(self, node: GameNode) -> None:
        if not self._game.match.has_fixed_line and variations.make_main_line(node):
            self._reshaped(self._game.match.cursor.node)

    def _move_up(self, node: GameNode) -> None:
        if not self._game.match.has_fixed_line and variations.promote(node):
            self._reshaped(self._game.match.cursor.node)

    def _delete(self, node: GameNode) -> None:
        if not isinstance(node, ChildNode) or not node.is_attached() or not self._can_delete(node):
            return
        looked_at = self._game.match.cursor.node
        deleted = variations.delete(node)

        def put_back() -> None:
            deleted.put_back()
            self._reshaped(looked_at)

        count = sum(1 for _ in node.nodes()) + 1
        self._reshaped(deleted.node_after(looked_at))
        if count == 1:
            text = _("{move} is deleted.").format(move=title_of(node))
        else:
            text = _n("{count} move is deleted.", "{count} moves are deleted.", count)
        self._stage.notices.show(text, _("Undo"), put_back)

    def _reshaped(self, node: GameNode) -> None:
        self._game.match.reshaped(node)
        self._game.look(self._game.now_seconds)


def title_of(node: GameNode) -> str:
    """A move with its number and signs, or the start of the game."""
    return move_words(node) or _("The start")


_COMMANDS: Mapping[Command, Callable[[MoveActions, GameNode], None]] = {
    Command.BACK: lambda actions, node: actions.go(node.parent),
    Command.ON: lambda actions, node: actions.go(actions._game.match.cursor.next()),
    Command.FIRST: lambda actions, node: actions.go(node.game()),
    Command.LAST: lambda actions, node: actions.go(actions._game.match.cursor.last()),
    Command.PREVIOUS_VARIATION: lambda actions, node: actions.go(variations.next_variation(node, -1)),
    Command.NEXT_VARIATION: lambda actions, node: actions.go(variations.next_variation(node, 1)),
    Command.COMMENT: MoveActions._ask_comment,
    Command.PROMOTE: MoveActions._make_main_line,
    Command.DELETE_VARIATION: MoveActions._delete,
}
"""What each command does with the current move."""
