"""The fold view in the window: opened, browsed, played in, and left, by mouse and by keyboard."""

from __future__ import annotations

import os
import random

import pytest

from tests.support.hand import Hand, hands
from tests.support.parts import EACH_GAME, mostly_exhaustive
from tests.support.scripted_player import ScriptedPlayer
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.fold_turns import look_from
from wormhole.gui.board.selection import plan

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from wormhole.gui.board.drawing.board_view import spot_on
from wormhole.gui.board.fold_view_layout import FoldedLayout
from wormhole.gui.board.folded import folded
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.library.comment_commands import Shape
from wormhole.library.time_control import TimeControls, parsed
from wormhole.play.seats import two_players
from wormhole.play.start_options import COMPUTER

CHAMPION = "cnxlkxnx/ppppxpxx/4p2x/3xx1x1/N1P2xx1/1LxxxC1x/PPPxP1pP/xxxxKxNx w - - 0 12"
"""The champion on f3 sees c6 behind a bead, and b3 behind three."""
PROMOTES = "1n1lkwxc/P1xppppp/2x2n2/2x5/2pN1x2/1P2P3/2PxxPPP/CxWLNWKC w - - 0 9"


class Window(Hand):
    """A window at a game, in which a piece's view is opened."""

    def __init__(self, folder, fen=None, game="wormhole", size=(1280, 800), motion=True, **options):
        options = {"black": "person", "start_game": True, "player": ScriptedPlayer(), **options}
        super().__init__(folder, size, fen=fen, variant=game, **options)
        self.app.stage.preferences.change(motion=motion)
        self.settle()

    @property
    def state(self):
        return self.screen.state

    @property
    def fold(self):
        return self.state.fold

    @property
    def seen_from(self):
        """The name of the square whose piece's view is open."""
        return None if self.fold.shown.folded is None else self.names[self.fold.shown.folded.square]

    @property
    def names(self):
        return self.state.variant.geometry.names

    @property
    def moves(self):
        return [move.text for move in self.screen.match.cursor.board.move_stack]

    def rest(self):
        """Let the pointer rest until what it points at is explained."""
        for _ in range(2):
            self.step(1.0)
        self.settle()

    def key(self, *key, **how):
        super().key(*key, **how)
        self.settle(0.1)

    def click(self, *at, **how):
        super().click(*at, **how)
        self.settle(0.1)

    @property
    def layout(self):
        return FoldedLayout.fit(self.fold.shown.folded, self.screen.picture.view.layout(self.state.flipped))

    def cell_rect(self, index):
        return self.layout.rect_of(index)

    def cell(self, name):
        return self.cell_rect(
            self.fold.shown.folded.cells_of(self.state.variant.geometry.parse(name))[0]
        ).center

    def open(self, name):
        """Look from the piece on this square."""
        self.point(self.square(name))
        self.key(pygame.K_v)
        assert self.seen_from == name

    def board_pixels(self):
        frame = self.screen.picture.view.frame
        return pygame.image.tobytes(pygame.display.get_surface().subsurface(frame), "RGB")


@pytest.fixture
def window(tmp_path):
    with hands(Window, tmp_path) as open_window:
        yield open_window


def test_it_opens_for_the_piece_pointed_at_and_closes_again(window):
    one = window(CHAMPION)
    one.point(one.square("f3"))
    before = one.board_pixels()
    one.key(pygame.K_v)
    assert one.seen_from == "f3"
    assert one.board_pixels() != before
    one.key(pygame.K_v)
    assert one.seen_from is None


def test_it_opens_for_the_chosen_piece_and_leaves_it_chosen(window):
    one = window(CHAMPION)
    one.click(one.square("f3"))
    one.key(pygame.K_v)
    assert one.seen_from == "f3"
    one.key(pygame.K_ESCAPE)
    assert one.seen_from is None
    assert one.names[one.state.selection.square] == "f3"


@pytest.mark.parametrize("close", [pygame.K_v, pygame.K_ESCAPE])
def test_there_and_back_the_board_is_as_before(window, close):
    one = window(CHAMPION)
    one.click(one.square("f3"))
    one.point((2, 2))
    before = one.picture()
    one.key(pygame.K_v)
    one.key(close)
    one.point((2, 2))
    assert one.picture() == before


def test_a_piece_only_pointed_at_is_not_chosen_afterwards(window):
    one = window(CHAMPION)
    one.point(one.square("f3"))
    one.rest()
    before = one.board_pixels()
    one.key(pygame.K_v)
    one.key(pygame.K_v)
    one.rest()
    assert one.board_pixels() == before


def test_the_keyboard_cursor_is_back_on_the_piece(window):
    one = window(CHAMPION)
    one.key(pygame.K_RETURN)
    while one.names[one.state.pointing.cursor] != "e1":
        one.key(pygame.K_DOWN if one.names[one.state.pointing.cursor][1] > "1" else pygame.K_RIGHT)
    one.rest()
    before = one.board_pixels()
    one.key(pygame.K_v)
    assert one.seen_from == "e1"
    one.key(pygame.K_v)
    one.rest()
    assert one.board_pixels() == before


@pytest.mark.parametrize(
    ("from_name", "to_name", "is_seen"), [("f3", "c6", True), ("b3", "b3", True), ("a7", "a6", False)]
)
def test_arrows_and_circles_are_drawn_between_the_cells(window, from_name, to_name, is_seen):
    one = window(CHAMPION)
    one.open("f3")
    before = one.board_pixels()
    parse = one.state.variant.geometry.parse
    annotate(one.state, shapes=(Shape(parse(from_name), parse(to_name), "red"),))
    one.settle()
    assert (one.board_pixels() != before) == is_seen


def test_a_move_chosen_in_advance_is_marked(window):
    one = window(black="computer")
    one.click(one.square("b1"))
    one.click(one.square("c3"))
    one.point(one.square("g1"))
    one.key(pygame.K_v)
    before = one.board_pixels()
    plan(one.state, [move for move in one.state.movable.premoves if move.text == "g1f3"])
    one.settle()
    assert one.board_pixels() != before


def test_the_change_begins_with_the_board_and_ends_with_the_view(window):
    one = window(CHAMPION)
    one.point(one.square("f3"))
    before = one.board_pixels()
    begins = one.seconds
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, unicode="", mod=0))
    one.step(0.0)
    assert one.seconds == begins
    assert one.fold.is_moving(one.seconds)
    assert one.board_pixels() == before
    one.step(0.2)
    between = one.board_pixels()
    assert between != before
    one.settle()
    after = one.board_pixels()
    assert after not in (before, between)
    fresh = pygame.Surface(pygame.display.get_surface().get_size())
    one.screen.picture.view.draw(fresh, one.state, one.seconds)
    assert pygame.image.tobytes(fresh.subsurface(one.screen.picture.view.frame), "RGB") == after


def test_after_the_end_the_board_stays_dim_while_it_turns(window):
    one = window("4k3/8/8/8/8/8/3qq3/4K3 w - - 0 1", game="chess")
    assert one.state.dimming is not None
    one.step(1.0)
    one.point(one.square("e8"))
    corner = one.square("a1")
    dim = pygame.display.get_surface().get_at(corner)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, unicode="", mod=0))
    one.step(0.0)
    one.step(0.03)
    assert sum(pygame.display.get_surface().get_at(corner)[:3]) <= sum(dim[:3])


def test_without_motion_it_is_there_at_once(window):
    one = window(CHAMPION, motion=False)
    one.open("f3")
    assert not one.fold.is_moving(one.seconds)
    one.click(one.cell("c6"))
    assert one.moves == ["f3c6"]
    assert one.seen_from is None


def test_without_a_piece_the_next_one_opens_it(window):
    one = window(CHAMPION)
    one.click(one.square("f3"))
    one.click(one.square("a6"))
    assert "cannot move" in one.app.notice.text
    one.point((2, 2))
    one.key(pygame.K_v)
    assert one.seen_from is None
    assert one.app.notice.text.startswith("Select a piece"), "instead of an older message"
    one.click(one.square("g8"))
    assert one.seen_from == "g8"


def test_waiting_for_a_piece_can_be_given_up(window):
    one = window(CHAMPION)
    one.point((2, 2))
    one.key(pygame.K_v)
    one.key(pygame.K_ESCAPE)
    one.click(one.square("f3"))
    assert one.seen_from is None
    assert one.names[one.state.selection.square] == "f3"


def test_a_click_on_another_piece_looks_from_there(window):
    one = window(CHAMPION)
    one.open("f3")
    one.click(one.cell("b3"))
    assert one.seen_from == "b3"
    assert one.moves == []


def test_a_move_is_played_by_a_click(window):
    one = window(CHAMPION)
    one.open("f3")
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=one.cell("c6"), button=1))
    one.step()
    assert one.moves == ["f3c6"]
    assert one.fold.is_moving(one.seconds)
    one.settle()
    assert one.seen_from is None
    assert one.state.scene.pieces[one.state.variant.geometry.parse("c6")].letter == "C"


def test_after_a_move_it_is_on_for_the_next_piece_and_the_square_under_the_pointer_is_marked(window):
    one = window(CHAMPION)
    one.open("f3")
    target = one.cell("c6")
    one.point(target)
    one.click(target)
    assert one.seen_from is None
    assert one.state.pointing.at == one.screen.picture.view.square_at(target, one.state.flipped)
    one.click(one.square("g8"))
    assert one.seen_from == "g8"
    one.key(pygame.K_ESCAPE)
    one.click(one.square("g8"))
    assert one.seen_from is None


def test_a_move_is_played_by_dragging(window):
    one = window(CHAMPION)
    one.open("f3")
    one.down(one.cell("f3"))
    one.point(one.cell("f5"), held=True)
    assert one.fold.held is not None
    one.up(one.cell("f5"))
    one.settle()
    assert one.moves == ["f3f5"]
    assert one.seen_from is None


def test_a_piece_dropped_elsewhere_goes_home(window):
    one = window(CHAMPION)
    one.open("f3")
    one.down(one.cell("f3"))
    one.point(one.cell("e2"), held=True)
    one.up(one.cell("e2"))
    one.settle()
    assert one.moves == []
    assert one.seen_from == "f3"
    assert one.fold.held is None


def test_a_move_is_played_by_keyboard(window):
    one = window(CHAMPION)
    one.open("f3")
    one.key(pygame.K_UP)
    one.key(pygame.K_UP)
    one.key(pygame.K_RETURN)
    assert one.moves == ["f3f6"]


def test_tab_goes_round_all_pieces(window):
    one = window(CHAMPION)
    one.open("f3")
    count = len(one.state.scene.pieces)
    seen = set()
    for _ in range(count):
        one.key(pygame.K_TAB)
        seen.add(one.seen_from)
    assert one.seen_from == "f3"
    assert len(seen) == count
    one.key(pygame.K_TAB, modifiers=pygame.KMOD_SHIFT)
    one.key(pygame.K_TAB)
    assert one.seen_from == "f3"


def test_nothing_is_played_for_the_other_side(window):
    one = window(CHAMPION)
    one.open("g8")
    targets = [cell for cell in one.fold.shown.folded.cells if cell.is_target]
    assert targets
    for cell in targets:
        if cell.captured is None:
            one.click(one.cell(one.names[cell.square]))
    assert one.moves == []
    assert one.seen_from == "g8"


def test_a_promotion_is_asked_about_on_the_board(window):
    one = window(PROMOTES)
    one.open("a7")
    one.click(one.cell("b8"))
    assert one.state.selection.promotion is not None
    one.key(pygame.K_RETURN)
    assert one.moves[0].startswith("a7b8")


def test_it_follows_its_piece_when_the_game_is_looked_through(window):
    one = window()
    for text in ("b1c3", "b8c6", "c3d5", "c6d4"):
        start, end = text[:2], text[2:]
        one.click(one.square(start))
        one.click(one.square(end))
    assert one.moves == ["b1c3", "b8c6", "c3d5", "c6d4"]
    one.open("d5")
    one.key(pygame.K_u)
    one.key(pygame.K_u)
    assert one.seen_from == "c3"
    one.key(pygame.K_y, modifiers=pygame.KMOD_CTRL)
    assert one.seen_from == "d5"


def test_it_is_open_while_the_computer_thinks_and_follows_its_move(window):
    one = window(black="computer")
    one.click(one.square("b1"))
    one.click(one.square("c3"))
    one.open("c3")
    for cell in one.fold.shown.folded.cells:
        if cell.is_target:
            one.click(one.cell(one.names[cell.square]))
    assert one.moves == ["b1c3"]
    assert one.seen_from == "c3"
    before = one.fold.shown.folded
    one.player.answer("d7d5")
    one.settle()
    one.settle()
    assert one.moves == ["b1c3", "d7d5"]
    assert one.seen_from == "c3"
    assert one.fold.shown.folded != before
    one.click(one.cell("d5"))
    assert one.moves[-1] == "c3d5"


def test_it_closes_when_its_piece_is_gone(window):
    one = window("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", game="chess")
    one.open("d5")
    one.screen.game.play(one.screen.match.cursor.board.parse_uci("c4d5"), one.seconds)
    one.settle()
    assert one.moves == ["c4d5"]
    assert one.seen_from is None


def test_the_tool_is_lit_while_it_is_on(window):
    one = window(CHAMPION)
    tool = next(button for button in one.screen.widgets.buttons if not button.text)
    one.point(one.square("f3"))
    assert not tool.is_selected
    one.point(tool.rect.center)
    one.click(tool.rect.center)
    assert tool.is_selected
    one.click(one.square("f3"))
    assert one.seen_from == "f3"
    assert tool.is_selected
    one.key(pygame.K_ESCAPE)
    assert not tool.is_selected


@pytest.mark.parametrize("name", EACH_GAME)
def test_in_every_game_moves_are_played_in_it(window, name):
    one, chance = window(game=name), random.Random(3)
    for ply in range(5):
        move = chance.choice([move for move in one.state.movable.moves if not move.promotion])
        one.open(one.names[move.from_square])
        one.click(one.cell_rect(one.fold.shown.folded.target_at(move.to_square)).center)
        assert [each[:4] for each in one.moves][ply] == move.text[:4]
        assert one.seen_from is None


@pytest.mark.parametrize("name", mostly_exhaustive(["wormhole", "random-wormhole", "chess"], "wormhole"))
def test_it_follows_a_piece_through_a_whole_game(window, name):
    one, chance = window(game=name), random.Random(5)
    one.open(one.names[one.state.movable.moves[0].from_square])
    for _ in range(30):
        if one.screen.match.result.outcome is not None:
            break
        if one.fold.shown.folded is None:
            one.open(one.names[one.state.movable.moves[0].from_square])
        piece = one.fold.shown.folded.piece
        one.screen.game.play(chance.choice(one.state.movable.moves), one.seconds)
        one.settle()
        seen = one.fold.shown.folded
        if seen is not None:
            assert seen.piece == one.state.scene.pieces[seen.square]
            assert seen.piece.color == piece.color
            assert seen == folded(one.screen.match.cursor.board, seen.square)


def test_a_refused_move_says_why(window):
    one = window("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", game="chess")
    one.open("e2")
    one.click(one.cell("c3"))
    assert one.moves == []
    assert one.state.selection.refused is not None
    assert one.app.notice is not None


def test_a_bead_has_the_name_of_its_square(window):
    one = window(CHAMPION)
    one.open("f3")
    layout = one.layout
    (bead,) = (
        bead for seam in layout.folded.seams for bead in layout.beads(seam) if one.names[bead.square] == "d5"
    )
    spot = spot_on(one.screen.picture.view, one.state, tuple(map(round, bead.centre)))
    assert "d5" in spot.tip.text


def test_a_removed_square_of_the_board_says_what_it_is(window):
    one = window(CHAMPION)
    assert one.spot_at(one.square("d5")).tip.text.startswith("d5 is removed: a wormhole")
    assert one.spot_at(one.square("a3")).tip is None


def test_the_cross_leads_back(window):
    one = window(CHAMPION)
    one.open("f3")
    one.click(one.layout.back.center)
    assert one.seen_from is None


@pytest.mark.parametrize(
    "size", mostly_exhaustive([(800, 600), (1280, 800), (900, 1200), (3840, 2160)], (800, 600))
)
def test_all_cells_lie_in_the_frame(window, size):
    one = window(CHAMPION, size=size)
    view = one.screen.picture.view
    for flipped in (False, True):
        one.state.flipped = flipped
        for square in one.state.scene.pieces:
            look_from(one.state, square, one.seconds, one.app.stage.motion)
            layout = FoldedLayout.fit(one.fold.shown.folded, view.layout(flipped))
            rects = [layout.rect_of(index) for index in range(len(layout.folded.cells))]
            assert all(view.frame.contains(rect) for rect in rects)
            assert all(rect.collidelist(rects[:index]) == -1 for index, rect in enumerate(rects))
            assert all(layout.cell_at(rect.center) == index for index, rect in enumerate(rects))


# Unasked

CAPTURES = "k7/8/8/8/r7/x7/8/R6K w - - 0 1"
"""The rook on a1 can capture the one on a4 over the hole on a3."""
UNASKED = {"game": "wormhole-fide", "fen": CAPTURES, "is_newcomer": True}


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_it_shows_itself_once_when_a_capture_through_a_hole_becomes_possible(tmp_path, size):
    with Window(tmp_path, size=size, **UNASKED) as window:
        assert window.seen_from == "a1"
        assert "capture through a wormhole" in window.app.notice.text
        window.key(pygame.K_ESCAPE)
        window.settle()
        assert (window.seen_from, window.app.dialog) == (None, None)
        for square in ("h1", "h2", "a8", "b8"):
            window.click(window.square(square))
            window.settle()
        assert len(window.moves) == 2
        assert window.seen_from is None, "the rook can still capture"
    with Window(tmp_path, size=size, **UNASKED) as again:
        assert again.seen_from is None, "the settings remember it"


@pytest.mark.parametrize("way", ["in the view", "typed"])
def test_any_move_closes_the_view_that_has_shown_itself(tmp_path, way):
    with Window(tmp_path, **UNASKED) as window:
        if way == "in the view":
            window.click(window.cell("a4"))
        else:
            window.screen.opener.open_text("Kh2")
            window.wait_for_reading()
        window.settle()
        assert len(window.moves) == 1
        assert (window.seen_from, window.fold.is_on) == (None, False)


@pytest.mark.parametrize(
    "case",
    [
        {"fen": CAPTURES.replace("x7/8", "8/8")},
        {"fen": CAPTURES.replace("R6K", "N6K")},
        {"white": COMPUTER, "black": COMPUTER},
        {"analysis": True},
        {"clocks": TimeControls.equal(parsed("5"))},
    ],
    ids=["no hole on the way", "no such capture", "two computers", "an analysis", "low time"],
)
def test_it_does_not_show_itself_elsewhere(tmp_path, case):
    if "analysis" in case:
        (tmp_path / "settings.toml").write_text("analysis = true")
    case = {name: value for name, value in case.items() if name != "analysis"}
    with Window(tmp_path, **{**UNASKED, **case}) as window:
        assert not window.fold.is_on


def test_it_waits_until_a_dialog_is_closed(tmp_path):
    with Window(tmp_path, **{**UNASKED, "start_game": False}) as window:
        setup = two_players("wormhole-fide", CAPTURES)
        window.app.stage.rooms.open(destination.Game(setup))
        window.app.stage.command(Command.SETTINGS)
        window.settle()
        assert not window.fold.is_on
        window.key(pygame.K_ESCAPE)
        window.settle()
        assert window.seen_from == "a1"


def test_who_has_opened_it_is_not_shown_it(tmp_path):
    with Window(tmp_path, is_newcomer=True) as window:
        window.key(pygame.K_v, "v")
        assert window.app.stage.settings.fold_view_shown
