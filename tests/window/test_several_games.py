"""Two games at once in the real window: played, hidden, left by closing the window, and continued."""

from __future__ import annotations

from tests.support.desktop.eyes import Eyes, shows_an_offer
from tests.support.parts import exhaustive
from wormhole import Board
from wormhole.gui.game.game_layout import Place, Wanted, game_layout
from wormhole.library.database.game_database import GameDatabase

SIZE = (1280, 800)
TABS = frozenset({Place.TABS})
BOTH = Eyes(SIZE, wanted=TABS)


def sees(program, *texts, eyes=BOTH):
    """Wait until the window shows the position after these moves."""
    board = Board()
    for text in texts:
        board.push_uci(text)
    program.park()
    program.wait_for(lambda: eyes.read(program.picture(), [board]), f"the position after {texts}")


def tab(number):
    """The middle of one of two tabs."""
    area = game_layout(SIZE, Wanted(Board().variant.geometry, TABS))[Place.TABS]
    return area.left + 100 + 340 * number, area.centery


def spent(library):
    """The seconds that the turn of the first game had taken when it was kept last; None before that."""
    if not library.exists():
        return None
    with GameDatabase(library) as games:
        kept = games.game(1)
    return kept.play and kept.play.spent_seconds


@exhaustive
def test_two_games_by_mouse_and_keyboard_and_both_are_offered_again(start, tmp_path):
    library, alone = tmp_path / "games.sqlite3", Eyes(SIZE)
    words = ("--library", str(library))
    program = start("--white", "person", "--black", "person", "--clock", "300", *words)
    sees(program, eyes=alone)
    program.drag(alone.pixel("e2"), alone.pixel("e4"))
    sees(program, "e2e4", eyes=alone)
    program.drag(alone.pixel("b8"), alone.pixel("c6"))
    sees(program, "e2e4", "b8c6", eyes=alone)

    program.key("n", "Return")
    sees(program)
    hidden = program.wait_for(lambda: spent(library), "the time of the hidden game")
    program.drag(BOTH.pixel("d2"), BOTH.pixel("d4"))
    sees(program, "d2d4")
    assert spent(library) == hidden
    program.key("ctrl+Tab")
    sees(program, "e2e4", "b8c6")
    program.key("ctrl+2")
    sees(program, "d2d4")
    program.click(tab(0))
    sees(program, "e2e4", "b8c6")
    program.drag(BOTH.pixel("a2"), BOTH.pixel("a4"))
    sees(program, "e2e4", "b8c6", "a2a4")
    program.click(tab(1))
    sees(program, "d2d4")
    program.press_close()
    assert program.end()[::2] == (0, "")

    again = start(*words)
    again.wait_for(lambda: shows_an_offer(again.picture(), SIZE), "an offer to continue")
    again.key("Return", "Return")
    sees(again, "e2e4", "b8c6", "a2a4")
    again.key("ctrl+1")
    sees(again, "d2d4")
    again.key("ctrl+shift+Tab")
    sees(again, "e2e4", "b8c6", "a2a4")
    again.click(tab(0), 2)
    sees(again, "e2e4", "b8c6", "a2a4", eyes=alone)
    again.key("ctrl+w")
    again.wait_for(lambda: shows_an_offer(again.picture(), SIZE), "an offer to continue")
    again.press_close()
    assert again.end()[::2] == (0, "")
