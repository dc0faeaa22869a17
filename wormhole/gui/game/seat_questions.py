"""Asks who takes a seat of a game, and tells why a player cannot go on."""

from __future__ import annotations

from collections.abc import Callable

from wormhole import BLACK, WHITE
from wormhole.gui.languages.language import _, said
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.stage import Stage
from wormhole.play.match import Match
from wormhole.play.offered_players import OfferedPlayer, engine_key, player_key, player_of

Give = Callable[[bool, OfferedPlayer | None], None]
"""Gives the seat of a colour to a player, or to a person."""


def ask_for_seat(stage: Stage, match: Match, color: bool, give: Give) -> None:
    """Ask who takes the seat of a side from now on."""
    from wormhole.gui.dialogs.player_picker import PERSON_KEY, PlayerPicker

    if match.is_rated:
        stage.notices.flash(_("A rated game is played to its end between the same players"))
        return
    if match.is_paired and match.is_open:
        stage.notices.flash(_("A game of a tournament is played to its end between the same players"))
        return
    seat = match.setup.seat(color)
    key = PERSON_KEY if seat.player is None else player_key(seat.player)
    heading = _("Who plays White?") if color == WHITE else _("Who plays Black?")
    stage.open(
        PlayerPicker(
            stage,
            key,
            lambda player: give(color, player),
            game=match.cursor.board.variant,
            has_person=True,
            heading=heading,
        )
    )


def tell_fault(stage: Stage, match: Match, give: Give, ask_again: Action) -> None:
    """Tell the fault of the player asked last: it can be asked again, or another one takes its seat."""
    color, trouble = match.players.last_asked, said(match.players.trouble or "")
    seat = match.setup.seat(color)
    if seat.title:
        words = _("{name} {fault}").format(name=seat.title, fault=trouble)
    else:
        words = _("Engine error: {trouble}").format(trouble=trouble)
    again = (_("Try again"), ask_again)
    other = (_("Other player…"), lambda: ask_for_seat(stage, match, color, give))
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


def tell_of_absent(stage: Stage, match: Match, give: Give) -> None:
    """Tell of a program that played an open game before and is not started; offer its seat."""
    absent = {color: match.setup.seat(color).absent for color in (WHITE, BLACK)}
    color, program = next((item for item in absent.items() if item[1] is not None), (WHITE, None))
    if program is None or not match.is_open:
        return
    other = (_("Other player…"), lambda: ask_for_seat(stage, match, color, give))
    player = player_of(engine_key(program.name), stage.engines.own.now, match.cursor.board.variant)
    if player is None:
        words = _("{name} is no longer among the engines. You move for it, or another player does.")
        stage.notices.show(words.format(name=program.name), *other)
    elif player.trouble is not None:
        trouble = _("{name} {fault}").format(name=program.name, fault=said(player.trouble))
        stage.notices.show(f"{trouble}.", *other)
    else:
        words = _("{name} has played here. It is started only if you choose it.")
        choose = (_("Let it play"), lambda: give(color, player))
        stage.notices.show(words.format(name=program.name), *choose, also=other)
