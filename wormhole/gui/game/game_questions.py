"""Opens the dialogs of the game screen: resign, new game, leave, menu, picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole import Board, Variant, side_name
from wormhole.gui.languages.language import _
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.destination import Origin
from wormhole.gui.window.stage import Stage
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.record import GameNode
from wormhole.play.match import Match
from wormhole.play.seats import Setup

if TYPE_CHECKING:
    from wormhole.gui.pictures.page_files import PageJob


def ask_resign(stage: Stage, match: Match, resign: Action, offer_draw: Action) -> None:
    """Ask before calling `resign`, or `offer_draw` where there are draws; nothing if no player can resign."""
    loser = match.resigner
    if loser is None:
        return
    if not stage.settings.asks_resign:
        resign()
        return
    from wormhole.gui.dialogs.question import QuestionDialog

    question = (
        _("{side} resigns, and the game is over.").format(side=_(side_name(loser)))
        if match.setup.is_two_player
        else _("You resign, and the game is over.")
    )
    if match.is_rated:
        question = _("You resign, and the game is over. It counts as a loss for your rating.")
    draw = (_("Offer a draw"), offer_draw) if match.cursor.board.variant.can_be_drawn else None
    stage.open(QuestionDialog(stage, _("Resign?"), question, _("Resign"), resign, also=draw))


def ask_new_game(stage: Stage, variant: Variant, setup: Setup) -> None:
    """Ask for the next game, after a game of `variant` between the players of `setup`."""
    from wormhole.gui.chooser.new_game import NewGameDialog

    stage.open(NewGameDialog(stage, stage.preferences.game_of(variant), setup))


def pause(stage: Stage, match: Match) -> None:
    """Let the user's clock stand still until the user continues."""
    from wormhole.gui.game.pause_dialog import PauseDialog

    if match.can_pause:
        stage.open(PauseDialog(stage))
    else:
        stage.notices.flash(_("No clock is running"))


def ask_play_from_here(stage: Stage, board: Board, setup: Setup) -> None:
    """Ask who plays a new game from a position, by the same rules; the players of ``setup`` are preset."""
    from wormhole.gui.chooser.new_game import NewGameDialog

    if board.outcome() is not None:
        stage.notices.flash(_("The game is over in this position"))
        return
    stage.open(NewGameDialog(stage, stage.preferences.game_of(board.variant), setup, board.fen()))


def ask_game(stage: Stage, variant: Variant, setup: Setup) -> None:
    """Ask for the next game, beginning with its variant; Esc leads back to the present one."""
    from wormhole.gui.chooser.game_chooser import GameDialog
    from wormhole.gui.chooser.new_game import NewGameDialog

    def go_on(game: ChosenGame) -> None:
        stage.open(NewGameDialog(stage, game, setup))

    stage.open(GameDialog(stage, stage.preferences.game_of(variant), go_on))


def open_menu(stage: Stage, variant: Variant, origin: Origin | None) -> None:
    """Open the menu of a game, from which a way leads back to `origin`."""
    from wormhole.gui.dialogs.context_menu import MenuDialog

    stage.open(MenuDialog(stage, variant.can_be_drawn, origin))


def open_picture(
    stage: Stage, position: Board, node: GameNode | None, flipped: bool, exercise: PageJob | None = None
) -> None:
    """Ask how to save a picture of a position, of the game in which `node` has it, or of an exercise."""
    from wormhole.gui.pictures.picture_dialog import PictureDialog, Subject
    from wormhole.gui.pictures.reel import Reel

    game = None if node is None else Reel.through(node)
    shapes = () if node is None else node.shapes()
    has_moves = game is not None and bool(game.moves)
    subject = Subject(
        Reel.of_position(position, shapes), game if has_moves else None, flipped, node, exercise
    )
    stage.open(PictureDialog(stage, subject))


def ask_study(stage: Stage, node: GameNode, flipped: bool) -> None:
    """Ask to which study a game, in which ``node`` is shown, or the position is added."""
    from wormhole.gui.screens.add_to_study import open_add_to_study

    open_add_to_study(stage, node, flipped)


def ask_leave(stage: Stage, go: Action, save: Action) -> None:
    """Ask before `go` leaves an unfinished game; `save` saves it first."""
    from wormhole.gui.dialogs.question import QuestionDialog

    question = _("The game is not over, and its last moves are not saved.")
    stage.open(
        QuestionDialog(stage, _("Leave this game?"), question, _("Save…"), save, also=(_("Leave"), go))
    )
