"""Opens games of the library, and gives the texts of their buttons."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from wormhole import WHITE
from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.context_menu import DIVIDER, ContextMenu, Divider, MenuEntry
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.widgets import Action
from wormhole.gui.window import destination
from wormhole.gui.window.background import Job
from wormhole.gui.window.destination import Origin
from wormhole.gui.window.stage import Stage
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_rows import AGAINST_COMPUTER, GameRow
from wormhole.library.record import ChildNode
from wormhole.play.move_words import Notation
from wormhole.play.seats import AddedEngines, OpenedGame, Setup, players_of_kept, set_out

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

OPENING = N_("Opening…")


def words_of(row: GameRow) -> tuple[str, ...]:
    """The text of the button for an unfinished game, from the longest form to the shortest.

    >>> words_of(GameRow(7, "wormhole", "Wormhole Chess", "Person", "Computer, level 3", "computer", 3,
    ...                  "white", "*", "2026.11.22", 24, None))[0]
    'Continue Wormhole Chess · level 3 · move 13'
    """
    if row.level is not None:
        opponent = _("level {level}").format(level=row.level)
    elif row.kind == AGAINST_COMPUTER:
        opponent = row.black if row.side == "white" else row.white
    else:
        opponent = _("two players")
    game = _("Continue {game}").format(game=_(row.title))
    move = _("move {number}").format(number=row.plies // 2 + 1)
    return (f"{game} · {opponent} · {move}", f"{game} · {move}", game, _("Continue"))


def what_differs(library: GameDatabase, rows: Sequence[GameRow], notation: Notation) -> Mapping[int, str]:
    """What tells apart the games whose words are alike, by number: the last move, and which one is rated.

    Games that cannot be read have nothing.
    """
    found, counts = {}, Counter(words_of(row)[0] for row in rows)
    for row in rows:
        if counts[words_of(row)[0]] > 1:
            with contextlib.suppress(WormholeError):
                kept = library.game(row.number)
                last = kept.game.end()
                parts = [_numbered(last, notation)] if isinstance(last, ChildNode) else []
                if kept.play is not None and kept.play.rated:
                    parts.append(_("Rated"))
                found[row.number] = " · ".join(parts)
    return found


def _numbered(node: ChildNode, notation: Notation) -> str:
    """The move with its number: "1…Nf6"."""
    before = node.parent.board()
    return f"{before.fullmove_number}{'.' if before.turn is WHITE else '…'} {notation(before, node.move)}"


def ask_which_to_continue(
    stage: Stage, rows: Sequence[GameRow], differences: Mapping[int, str], pixel: tuple[int, int]
) -> None:
    """List unfinished games at a pixel of the window: one of them is opened, or all."""

    def text(row: GameRow) -> str:
        return " · ".join(filter(None, (words_of(row)[0], differences.get(row.number))))

    def open_all() -> None:
        if rest:
            open_kept(stage, rest.pop().number, then=open_all)

    rest = list(rows)
    entries: list[MenuEntry | Divider] = [
        MenuEntry(_("Continue all"), None, open_all),
        DIVIDER,
        *(MenuEntry(text(row), None, partial(open_kept, stage, row.number)) for row in rows),
    ]
    stage.open(ContextMenu(stage, "", entries, pixel, by_keyboard=True))


def open_kept(
    stage: Stage,
    number: int,
    origin: Origin | None = None,
    listed: Sequence[int] = (),
    then: Action = lambda: None,
) -> None:
    """Continue with a game of the library where it was left, between the same players.

    ``origin``: the room to which a way leads back from the game. ``listed``: the list that has the number.
    ``then``: called once the game is open, or cannot be opened.
    """
    added = AddedEngines(stage.engines.own.now, stage.engines.own.origin)

    def work(_: Job[Setup]) -> Setup:
        with stage.library.open() as library:
            kept = library.game(number, [stage.preferences.game.variant], listed)
            is_by_mail = kept.play is not None and kept.play.mail is not None
            if is_by_mail and library.is_open_elsewhere(number):
                # Two windows would each keep a game of their own, and the texts fit only one.
                raise LibraryError("This game by mail is open in another window.")
        return set_out(OpenedGame.kept(kept), players_of_kept(kept, added))

    def show(found: Setup) -> None:
        stage.rooms.open(destination.Game(found, origin))
        then()

    def refuse(error: WormholeError) -> None:
        then()
        stage.open(MessageDialog(stage, _("This game cannot be opened"), said(error)))

    wait_for(stage, _(OPENING), work, show, refuse)
