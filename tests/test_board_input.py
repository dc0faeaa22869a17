"""Mouse and keyboard on the board: sequences of events, and the moves that they make."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

from wormhole.gui.board import positions, timeline
from wormhole.gui.board.pointing import move_cursor
from wormhole.gui.board.selection import allow, is_own
from wormhole.gui.board.shown_routes import pointed_route

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

import wormhole
from wormhole.gui.board.drawing.board_view import BoardView
from wormhole.gui.board.input import BoardInput, Pencil
from wormhole.gui.board.promotion_chooser import chooser_of
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.library.comment_commands import Shape

PROMOTES = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"
pygame.display.init()
THEME = Theme.load()


@pytest.fixture(autouse=True)
def keyboard():
    """The display, which knows the modifier keys that are held; an earlier test may have closed it."""
    pygame.display.init()


VIEW = BoardView(Sprites(THEME), wormhole.variant("wormhole").geometry)
BOARD_RECT = pygame.Rect(10, 20, 700, 700)


class Table:
    """A board, and a user who names squares."""

    def __init__(self, fen: str | None = None, flipped: bool = False) -> None:
        self.board = wormhole.Board("wormhole", fen)
        self.state = positions.state_of(self.board, flipped)
        allow(self.state, self.board)
        VIEW.place(BOARD_RECT)
        self.kept: list[Sequence[Shape]] = []
        self.input = BoardInput(VIEW, THEME.motion, Pencil(self.kept.append))
        self.now = 0.0

    def square(self, name: str) -> int:
        return self.board.variant.geometry.parse(name)

    def pixel(self, name: str) -> tuple[int, int]:
        return VIEW.rect_of(self.square(name), self.state.flipped).center

    def send(self, kind: int, **values) -> wormhole.Move | None:
        return self.input.handle(pygame.Event(kind, **values), self.state, self.now)

    def press(self, pixel, button: int = 1) -> wormhole.Move | None:
        return self.send(pygame.MOUSEBUTTONDOWN, pos=pixel, button=button)

    def release(self, pixel, button: int = 1) -> wormhole.Move | None:
        return self.send(pygame.MOUSEBUTTONUP, pos=pixel, button=button)

    def move_to(self, pixel, held: int = 0) -> wormhole.Move | None:
        """Move the pointer with this button held, if any."""
        buttons = tuple(int(button == held) for button in (1, 2, 3))
        return self.send(pygame.MOUSEMOTION, pos=pixel, rel=(1, 1), buttons=buttons)

    def click(self, name: str) -> wormhole.Move | None:
        return self.press(self.pixel(name)) or self.release(self.pixel(name))

    def drag(self, start: str, end: str) -> wormhole.Move | None:
        self.press(self.pixel(start))
        self.move_to(self.pixel(start), held=True)
        self.move_to(self.pixel(end), held=True)
        return self.release(self.pixel(end))

    def draw(self, *names: str) -> None:
        """Draw with the right button along these squares."""
        self.press(self.pixel(names[0]), button=3)
        for name in names[1:]:
            self.move_to(self.pixel(name), held=3)
        self.release(self.pixel(names[-1]), button=3)

    def key(self, *keys: int) -> wormhole.Move | None:
        move = None
        for key in keys:
            move = self.send(pygame.KEYDOWN, key=key, mod=0) or move
        return move


@pytest.mark.parametrize("flipped", [False, True])
def test_click_and_click(flipped: bool) -> None:
    table = Table(flipped=flipped)
    assert table.click("e2") is None
    assert table.state.selection.square == table.square("e2")
    assert str(table.click("e4")) == "e2e4"


@pytest.mark.parametrize("flipped", [False, True])
def test_drag(flipped: bool) -> None:
    table = Table(flipped=flipped)
    assert str(table.drag("b1", "c3")) == "b1c3"
    assert table.state.selection.drag is None


def test_the_way_is_shown_while_dragging() -> None:
    table = Table()
    table.press(table.pixel("e2"))
    table.move_to(table.pixel("e4"), held=True)
    assert table.state.selection.drag is not None
    assert pointed_route(table.state).to_square == table.square("e4")


def test_a_small_shake_is_still_a_click() -> None:
    table = Table()
    x, y = table.pixel("e2")
    table.press((x, y))
    table.move_to((x + 2, y + 1), held=True)
    assert table.state.selection.drag is None
    table.release((x + 2, y + 1))
    assert table.state.selection.square == table.square("e2")


def test_an_illegal_drop_glides_back_and_keeps_the_choice() -> None:
    table = Table()
    assert table.drag("e2", "e6") is None
    assert timeline.is_moving(table.state, 0.01)
    assert table.state.selection.square == table.square("e2")
    assert table.state.sounds.pop_due(0.0) == ["error"]
    timeline.advance(table.state, 1.0)
    assert not timeline.is_moving(table.state, 1.0)


def test_without_motion_an_illegal_drop_is_simply_back() -> None:
    table = Table()
    table.input.motion = THEME.motion.still()
    table.drag("e2", "e6")
    assert not timeline.is_moving(table.state, 0.0)


def test_a_drop_on_its_own_square_is_no_error() -> None:
    table = Table()
    assert table.drag("e2", "e2") is None
    assert table.state.sounds.pop_due(0.0) == []


def test_another_own_piece_is_chosen_instead() -> None:
    table = Table()
    table.click("e2")
    table.click("d2")
    assert table.state.selection.square == table.square("d2")


def test_clicking_the_chosen_piece_again_lets_go() -> None:
    table = Table()
    table.click("e2")
    table.click("e2")
    assert table.state.selection.square is None


def test_clicking_elsewhere_and_right_click_let_go() -> None:
    for gesture in (lambda t: t.click("e6"), lambda t: t.press(t.pixel("a5"), button=3)):
        table = Table()
        table.click("e2")
        gesture(table)
        assert table.state.selection.square is None


DRAWINGS = {
    "a circle": (0, ["c3"], [("c3", "c3", "green")]),
    "an arrow": (0, ["c3", "c5", "f6"], [("c3", "f6", "green")]),
    "with Shift": (pygame.KMOD_SHIFT, ["c3"], [("c3", "c3", "red")]),
    "with Ctrl": (pygame.KMOD_CTRL, ["c3", "c4"], [("c3", "c4", "blue")]),
    "with Alt": (pygame.KMOD_ALT, ["c3", "c4"], [("c3", "c4", "blue")]),
    "with both": (pygame.KMOD_SHIFT | pygame.KMOD_ALT, ["c3", "c4"], [("c3", "c4", "yellow")]),
    "there and back": (0, ["c3", "c5", "c3"], [("c3", "c3", "green")]),
}


def drawn(table: Table) -> list[tuple[str, str, str]]:
    names = table.board.variant.geometry.names
    return [(names[s.from_square], names[s.to_square], s.colour) for s in table.state.annotations.drawn]


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize(("modifiers", "squares", "expected"), DRAWINGS.values(), ids=DRAWINGS)
def test_the_right_button_draws_circles_and_arrows(modifiers, squares, expected, flipped) -> None:
    table = Table(flipped=flipped)
    pygame.key.set_mods(modifiers)
    try:
        table.draw(*squares)
    finally:
        pygame.key.set_mods(0)
    assert drawn(table) == expected
    assert table.kept == [table.state.annotations.drawn]


def test_a_circle_drawn_again_is_gone() -> None:
    table = Table()
    table.draw("c3")
    table.draw("c3")
    assert drawn(table) == []
    assert table.kept[-1] == ()


def test_an_arrow_is_seen_while_it_is_drawn() -> None:
    table = Table()
    table.press(table.pixel("c3"), button=3)
    assert drawn(table) == [("c3", "c3", "green")]
    table.move_to(table.pixel("c6"), held=3)
    assert drawn(table) == [("c3", "c6", "green")]
    table.move_to((0, 0), held=3)
    assert drawn(table) == []
    table.release((0, 0), button=3)
    assert table.kept == []


@pytest.mark.parametrize("event", [pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST])
def test_an_arrow_that_leaves_the_window_is_given_up(event) -> None:
    table = Table()
    table.press(table.pixel("c3"), button=3)
    table.send(event)
    table.move_to(table.pixel("c6"))
    table.release(table.pixel("c6"), button=3)
    assert drawn(table) == []
    assert table.kept == []


def test_a_left_click_clears_what_is_drawn_unless_it_chooses_a_piece_or_lets_go() -> None:
    table = Table()
    table.draw("c3", "c6")
    table.click("e2")
    table.click("e2")
    table.click("e2")
    table.click("a5")
    assert drawn(table) == [("c3", "c6", "green")]
    table.press(table.pixel("a5"))
    table.release(table.pixel("b5"))
    assert drawn(table) == [("c3", "c6", "green")]
    table.click("a5")
    assert drawn(table) == []
    assert table.kept[-1] == ()


def test_a_right_click_with_a_piece_chosen_draws_nothing() -> None:
    table = Table()
    table.click("e2")
    table.draw("c3", "c6")
    assert drawn(table) == []
    assert table.state.selection.square is None


@pytest.mark.parametrize(
    ("modifiers", "colour"), [(0, "green"), (pygame.KMOD_SHIFT, "red"), (pygame.KMOD_ALT, "blue")]
)
def test_arrows_by_keyboard(modifiers: int, colour: str) -> None:
    table = Table()
    table.key(pygame.K_o)
    assert drawn(table) == []
    move_cursor(table.state, table.square("c3"))
    table.send(pygame.KEYDOWN, key=pygame.K_o, mod=modifiers)
    assert drawn(table) == [("c3", "c3", colour)]
    table.key(pygame.K_UP, pygame.K_UP)
    assert drawn(table) == [("c3", "c5", colour)]
    table.key(pygame.K_o)
    assert drawn(table) == [("c3", "c5", colour)]
    assert table.kept == [table.state.annotations.drawn]
    table.key(pygame.K_o, pygame.K_UP, pygame.K_ESCAPE)
    assert drawn(table) == [("c3", "c5", colour)]
    assert table.state.pointing.cursor == table.square("c6")


def test_right_click_cancels_a_drag() -> None:
    table = Table()
    table.press(table.pixel("e2"))
    table.move_to(table.pixel("e4"), held=True)
    table.press(table.pixel("e4"), button=3)
    assert table.state.selection.drag is None
    assert table.state.selection.square is None
    assert table.release(table.pixel("e4")) is None


@pytest.mark.parametrize("kind", [pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST])
def test_leaving_the_window_puts_a_dragged_piece_back(kind: int) -> None:
    table = Table()
    table.press(table.pixel("e2"))
    table.move_to(table.pixel("e4"), held=True)
    table.send(kind)
    assert table.state.selection.drag is None
    assert table.state.pointing.at is None
    assert table.release(table.pixel("e4")) is None


def test_a_button_that_came_up_unseen_ends_the_drag() -> None:
    table = Table()
    table.press(table.pixel("e2"))
    table.move_to(table.pixel("e4"), held=True)
    table.move_to(table.pixel("e5"), held=False)
    assert table.state.selection.drag is None


def test_nothing_happens_while_no_move_is_allowed() -> None:
    table = Table()
    allow(table.state, None)
    assert table.click("e2") is None
    assert table.drag("e2", "e4") is None
    assert table.key(pygame.K_UP, pygame.K_RETURN, pygame.K_RETURN) is None
    assert table.state.selection.square is None
    assert table.state.selection.drag is None


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("pixel", [(-500, 300), (5000, 300), (300, -500), (300, 5000), (-9, -9)])
def test_a_dragged_piece_stays_whole_on_the_board(flipped: bool, pixel: tuple[int, int]) -> None:
    table = Table(flipped=flipped)
    table.press(table.pixel("e2"))
    table.move_to(pixel, held=True)
    layout = VIEW.layout(flipped)
    piece = pygame.Rect(0, 0, layout.side, layout.side)
    piece.center = layout.pixel_of(table.state.selection.drag.at)
    assert VIEW.rect.contains(piece)
    assert table.release(pixel) is None
    assert table.state.selection.drag is None


def test_the_turn_may_end_during_a_drag() -> None:
    table = Table()
    table.press(table.pixel("e2"))
    table.move_to(table.pixel("e4"), held=True)
    allow(table.state, None)
    table.move_to(table.pixel("e3"), held=True)
    assert table.release(table.pixel("e4")) is None


def test_a_resize_during_a_drag_keeps_the_piece_over_its_square() -> None:
    table = Table()
    table.press(table.pixel("e2"))
    table.move_to(table.pixel("e4"), held=True)
    VIEW.place(pygame.Rect(0, 0, 500, 500))
    assert table.state.selection.drag.at == pytest.approx((4, 3), abs=0.02)
    assert str(table.release(table.pixel("e4"))) == "e2e4"


def test_input_finishes_motion_at_once() -> None:
    table = Table()
    move = table.board.parse_uci("e2e4")
    table.board.push(move)
    positions.play(table.state, table.board, 0.0, THEME.motion)
    allow(table.state, table.board)
    table.now = 0.05
    assert timeline.is_moving(table.state, table.now)
    table.click("e7")
    assert not timeline.is_moving(table.state, table.now)
    assert table.state.selection.square == table.square("e7")


def test_a_dropped_piece_settles_from_where_it_was_dropped() -> None:
    table = Table()
    move = table.drag("e2", "e4")
    table.board.push(move)
    positions.play(table.state, table.board, 0.0, THEME.motion)
    (travel,) = table.state.animation.travels
    assert travel.pose(0.0).at == pytest.approx((4, 3), abs=0.05)


def test_keyboard_alone() -> None:
    table = Table()
    move_cursor(table.state, table.square("e2"))
    move = table.key(pygame.K_RETURN, pygame.K_UP, pygame.K_UP, pygame.K_SPACE)
    assert str(move) == "e2e4"


@pytest.mark.parametrize("key", [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_SPACE])
def test_arrows_are_left_to_the_screen_until_the_cursor_is_shown(key: int) -> None:
    table = Table()
    table.move_to(table.pixel("e5"))
    seen = table.state.revision
    table.key(key)
    assert table.state.revision == seen
    table.key(pygame.K_RETURN, pygame.K_ESCAPE)
    seen = table.state.revision
    table.key(key)
    assert (table.state.pointing.cursor, table.state.revision) == (None, seen)


def test_enter_shows_the_cursor_where_it_was_last() -> None:
    table = Table()
    table.key(pygame.K_RETURN)
    assert is_own(table.state, table.state.pointing.cursor)
    assert table.state.selection.square is None
    move_cursor(table.state, table.square("d4"))
    table.key(pygame.K_RIGHT, pygame.K_ESCAPE)
    assert table.state.pointing.cursor is None
    table.key(pygame.K_RETURN)
    assert table.state.pointing.cursor == table.square("e4")


def test_arrows_go_on_from_a_piece_that_was_chosen_by_mouse() -> None:
    table = Table()
    table.click("e2")
    assert str(table.key(pygame.K_UP, pygame.K_UP, pygame.K_RETURN)) == "e2e4"


def test_the_cursor_follows_the_screen_when_the_board_is_turned() -> None:
    table = Table(flipped=True)
    move_cursor(table.state, table.square("e2"))
    table.key(pygame.K_DOWN)
    assert table.state.pointing.cursor == table.square("e3")
    table.key(pygame.K_LEFT)
    assert table.state.pointing.cursor == table.square("f3")


def test_escape_goes_back_step_by_step_and_is_then_passed_on() -> None:
    table = Table()
    move_cursor(table.state, table.square("e2"))
    table.key(pygame.K_RETURN, pygame.K_ESCAPE)
    assert table.state.selection.square is None
    assert table.state.pointing.cursor is not None
    table.key(pygame.K_ESCAPE)
    assert table.state.pointing.cursor is None
    seen = table.state.revision
    table.key(pygame.K_ESCAPE)
    assert table.state.revision == seen


def test_keys_with_control_are_passed_on() -> None:
    table = Table()
    seen = table.state.revision
    table.send(pygame.KEYDOWN, key=pygame.K_UP, mod=pygame.KMOD_LCTRL)
    assert table.state.revision == seen


def test_promotion_by_mouse() -> None:
    table = Table(PROMOTES)
    table.click("a7")
    assert table.click("b8") is None
    chooser = chooser_of(table.state.selection.promotion, VIEW.layout(False))
    assert VIEW.frame.contains(chooser.rect)
    letters = [move.promotion for move in table.state.selection.promotion.moves]
    table.move_to(chooser.slots[2].center)
    assert table.state.selection.promotion.marked == 2
    move = table.press(chooser.slots[letters.index("W")].center)
    assert str(move) == "a7b8w"
    assert table.state.selection.promotion is None


@pytest.mark.parametrize("flipped", [False, True])
def test_the_promotion_card_leaves_the_way_in_sight(flipped: bool) -> None:
    table = Table("c1wl1k1c/pxpppppp/1x6/1x6/1P6/8/8/CNW1K1NC w - - 0 9", flipped)
    table.click("b4")
    table.click("b8")
    chooser = chooser_of(table.state.selection.promotion, VIEW.layout(flipped))
    assert VIEW.frame.contains(chooser.rect)
    way = [VIEW.rect_of(table.square(name), flipped) for name in ("b4", "b5", "b6", "b7", "b8")]
    assert chooser.rect.collidelist(way) == -1


def test_promotion_by_drag_and_key() -> None:
    table = Table(PROMOTES)
    assert table.drag("a7", "b8") is None
    assert str(table.key(pygame.K_n)) == "a7b8n"


def test_promotion_by_arrows() -> None:
    table = Table(PROMOTES)
    table.click("a7")
    table.click("a8")
    first = table.state.selection.promotion.moves
    assert table.key(pygame.K_LEFT, pygame.K_RETURN) == first[-1]


def test_promotion_can_be_cancelled() -> None:
    cancels = (
        lambda t: t.key(pygame.K_ESCAPE),
        lambda t: t.press(t.pixel("h3")),
        lambda t: t.press(t.pixel("h3"), button=3),
    )
    for cancel in cancels:
        table = Table(PROMOTES)
        table.click("a7")
        table.click("b8")
        assert table.state.selection.promotion is not None
        assert cancel(table) is None
        assert table.state.selection.promotion is None


def test_a_whole_game_by_mouse_and_keyboard() -> None:
    chance, table = random.Random(7), Table()
    for number in range(200):
        moves = table.board.legal_moves
        if not moves:
            break
        wanted = chance.choice(moves)
        names = table.board.variant.geometry.names
        start, end = names[wanted.from_square], names[wanted.to_square]
        move = table.drag(start, end) if number % 2 else table.click(start) or table.click(end)
        if table.state.selection.promotion is not None:
            move = table.key(getattr(pygame, f"K_{wanted.promotion.lower()}"))
        assert move == wanted
        table.board.push(move)
        table.now += 1.0
        positions.play(table.state, table.board, table.now, THEME.motion)
        allow(table.state, table.board)
    assert not table.board.legal_moves
