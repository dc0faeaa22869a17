"""Analysis in the window, by mouse and by keyboard: bar, lines, threats, hints, the review of a game."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from tests.support.hand import Hand, hands_at_games
from tests.support.parts import mostly_exhaustive
from wormhole import Board
from wormhole.compiling.groups import available
from wormhole.gui.board.annotations import Advice
from wormhole.gui.board.shown_routes import attack_routes
from wormhole.gui.game.engine_lines import LineCard, LineMove
from wormhole.gui.game.game_layout import Place
from wormhole.gui.game.game_review import begins_with
from wormhole.gui.game.review_dialog import ReviewDialog
from wormhole.gui.look.table import Table
from wormhole.gui.window.keys import Command
from wormhole.learn.reasons import routes_of, way_through, why_good
from wormhole.library import pgn
from wormhole.library.comment_commands import Score
from wormhole.library.database.game_database import GameDatabase

SIZES = mostly_exhaustive([(800, 600), (1280, 800), (1920, 1080), (900, 1200)], (800, 600))
GAME = '[Variant "wormhole"]\n\n1. e4 d5 2. Nbc3 dxe4 3. Nxe4 e5 4. Nc5# 1-0'
BLUNDERED_GAME = '[Variant "wormhole"]\n\n1. Ld3 Nf6 2. g4 Nc6 3. Nh4 Ne4 4. Nf5# 1-0'
"""Black stands better until the last move but one."""
OPEN_GAME = '[Variant "wormhole"]\n\n1. e4 d5 2. Nbc3 dxe4 3. Nxe4 Nf6 *'
MATE_IN_ONE = '[Variant "wormhole"]\n\n1. e4 d5 2. Nbc3 dxe4 3. Nxe4 e5 *'

pytestmark = pytest.mark.skipif(not available(), reason="needs an engine that looks a few plies ahead")


class Analyst(Hand):
    """A user at an analysed game."""

    @property
    def live(self):
        return self.app.screen.game.analysis

    @property
    def review(self):
        return self.app.screen.game.review

    @property
    def match(self):
        return self.app.screen.match

    @property
    def lines(self):
        return self.layer(LineCard)

    @property
    def arrows(self):
        names = self.match.cursor.board.variant.geometry.names
        shown = self.app.screen.state.annotations.suggestions
        return [(names[arrow.from_square], names[arrow.to_square], arrow.advice) for arrow in shown]

    def wait_for_lines(self, depth=4):
        def has_lines():
            analysis = self.live.lines_analysis
            return analysis is not None and analysis.lines and analysis.depth >= depth

        self.until(has_lines)
        self.step(self.frame_seconds)  # they are drawn a frame later


def keeping(card, line):
    """A pixel of the button that keeps a line, if it is there."""
    rect = card.rect
    pixels = ((x, y) for x in range(rect.right, rect.left, -8) for y in range(rect.top, rect.bottom, 8))
    return next((pixel for pixel in pixels if card.keep_at(pixel) == line), None)


@pytest.fixture
def analyst(tmp_path):
    with hands_at_games(Analyst, tmp_path, OPEN_GAME, white="person", black="person") as open_game:
        yield open_game


@pytest.mark.parametrize("size", SIZES)
def test_l_shows_and_hides_bar_and_lines(analyst, size):
    hand = analyst(size=size)
    layout = hand.app.screen.picture.layout
    assert Place.BAR not in layout
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    assert {Place.BAR, Place.LINES} <= set(hand.app.screen.picture.layout)
    assert hand.lines.line_count == 3
    bar = hand.app.screen.picture.layout[Place.BAR]
    assert hand.spot_at((bar.right - 4, bar.centery)).tip.text
    hand.key(pygame.K_l, "l")
    hand.wait(0.1)
    assert Place.BAR not in hand.app.screen.picture.layout
    assert hand.arrows == []


def test_it_stays_on_in_the_next_game_but_not_against_the_computer(analyst, tmp_path):
    hand = analyst()
    hand.key(pygame.K_l, "l")
    assert hand.app.stage.settings.analysis
    hand.app.close()
    assert analyst().live.is_on
    against = Analyst(tmp_path, start_game=True, white="person", black="computer")
    with against:
        assert not against.live.is_on
        against.key(pygame.K_l, "l")
        assert against.live.is_on
        against.key(pygame.K_l, "l")
        assert against.app.stage.settings.analysis


def test_the_best_moves_are_arrows_and_the_pointed_one_is_shown(analyst):
    hand = analyst()
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    hand.until(lambda: hand.arrows)
    best = hand.live.lines_analysis.lines[0].moves[0]
    assert hand.arrows[0] == (best[:2], best[2:4], Advice.LINE)
    move = LineMove(1, 1)
    hand.until(lambda: hand.lines.place_of(move) is not None)
    hand.point(hand.lines.place_of(move).center)
    hand.until(lambda: len(hand.arrows) == 1)


def test_the_routes_of_a_line_are_drawn_while_its_first_move_is_pointed_at(analyst):
    """Those of its reasons and of its way through holes, as the coach draws them; of later moves none."""
    hand = analyst('[Variant "chess"]\n[FEN "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"]\n[SetUp "1"]\n\n*')
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    hand.until(lambda: hand.lines.place_of(LineMove(0, 1)) is not None)
    line = hand.live.lines_analysis.lines[0]
    assert line.moves[0] == "b5c7"
    hand.live.point_at(line.moves[:1])
    hand.step()
    state = hand.app.screen.state
    board = hand.match.cursor.board
    expected = (*way_through(board, line.moves), *routes_of(why_good(board, line.moves)))
    assert state.annotations.chances == expected != ()
    hand.live.point_at(line.moves[:2])
    hand.step()
    assert state.annotations.chances == ()
    hand.live.point_at(())
    hand.step()
    assert state.annotations.chances == ()


def test_pointing_at_the_lines_of_a_position_that_was_just_left_shows_nothing(analyst):
    hand = analyst()
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    hand.until(lambda: hand.lines.place_of(LineMove(1, 1)) is not None)
    hand.post(pygame.KEYDOWN, key=pygame.K_LEFT, unicode="", mod=0)
    hand.point(hand.lines.place_of(LineMove(1, 1)).center)
    assert hand.arrows == []


def test_of_a_line_that_the_dice_make_impossible_nothing_is_shown(analyst):
    hand = analyst()
    hand.live.point_at(["h2h3", "h2h3", "h3h4"])
    hand.step()
    assert hand.arrows == []


def test_a_press_on_a_move_of_a_line_walks_there_and_the_game_keeps_it(analyst):
    hand = analyst()
    hand.key(pygame.K_HOME)
    hand.wait(0.3)
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    hand.until(lambda: hand.lines.place_of(LineMove(1, 1)) is not None)
    line = hand.lines.lines[1]
    hand.click(hand.lines.place_of(LineMove(1, 1)).center)
    assert [node.uci() for node in hand.match.cursor.nodes] == list(line.moves[:2])
    assert len(hand.match.game.variations) == 1 + (line.moves[0] != "e2e4")


def test_a_line_is_kept_without_going_there(analyst):
    hand = analyst()
    hand.key(pygame.K_HOME)
    hand.wait(0.3)
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    hand.until(lambda: keeping(hand.lines, 2))
    line = hand.lines.lines[2]
    hand.click(keeping(hand.lines, 2))
    kept = hand.match.game.variation(Board().parse_uci(line.moves[0]))
    assert [kept.uci(), *(node.uci() for node in kept.mainline())][: len(line.moves)] == list(line.moves)
    assert hand.match.cursor.node is hand.match.game


def test_lines_by_keyboard_alone(analyst):
    """Three moves back, the best move there, and the way back."""
    hand = analyst()
    end = hand.match.cursor.node
    for _ in range(3):
        hand.key(pygame.K_LEFT)
        hand.wait(0.3)
    there = hand.match.cursor.node
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    hand.tab_into(hand.app.screen.picture.layout[Place.LINES])
    hand.key(pygame.K_DOWN)
    assert hand.lines.pointed == LineMove(1, 0)
    hand.key(pygame.K_UP)
    best = hand.lines.lines[0].moves[0]
    hand.key(pygame.K_RETURN, "\r")
    hand.wait(0.3)
    assert (hand.match.cursor.node.uci(), hand.match.cursor.node.parent) == (best, there)
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_LEFT)
    hand.wait(0.3)
    hand.key(pygame.K_END)
    hand.wait(0.3)
    assert end in (hand.match.cursor.node, *there.mainline())


def test_lines_of_the_position_before_show_nothing_on_the_board(analyst):
    """The pointer may be on a line that the next move has just made impossible."""
    hand = analyst()
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    for texts in (("a1a8", "a8a1"), ("h1h1", "e2e4", "e7e5"), ("a1a8",)):
        hand.live.point_at(texts)
    hand.until(lambda: all(advice is Advice.LINE for *_, advice in hand.arrows))


def test_while_the_computer_thinks_no_line_is_played_for_it(analyst):
    hand = analyst(OPEN_GAME, black="computer", level=1)
    game = hand.app.screen.game
    assert game.match.play(game.match.cursor.board.parse_san("Nxf6"))
    reply = str(next(iter(game.match.cursor.board.legal_moves)))
    node = game.match.cursor.node
    hand.app.screen.actions.walk((reply,))
    assert (game.match.cursor.node, game.state.selection.premoves) == (node, ())


def test_against_the_computer_a_line_plays_one_move(analyst):
    hand = analyst(OPEN_GAME, black="computer", level=1)
    hand.key(pygame.K_l, "l")
    hand.wait_for_lines()
    second = LineMove(1, 1)
    hand.until(lambda: hand.lines.place_of(second) is not None)
    before = hand.match.cursor.node
    first = hand.lines.lines[1].moves[0]
    hand.click(hand.lines.place_of(second).center)
    played = before.variation(hand.match.game.at(before.path()).board().parse_uci(first))
    hand.until(lambda: not played.is_end())
    assert not hand.match.players.is_thinking
    assert played.next().is_end(), "the computer's own answer"


def test_a_proven_ending_is_shown_as_proven(analyst, seen):
    hand = analyst(MATE_IN_ONE)
    hand.key(pygame.K_l, "l")
    hand.until(lambda: {"White wins in 1 move, proven", "#1"} <= seen)
    bar = hand.app.screen.picture.layout[Place.BAR]
    above = bar.right - 4, bar.top + bar.height // 8
    white = pygame.Color(*hand.app.stage.look.theme.colour.bar_white)
    hand.until(lambda: pygame.display.get_surface().get_at(above) == white)


def test_the_tooltip_of_a_line_says_why_it_is_good(analyst):
    hand = analyst(MATE_IN_ONE)
    hand.key(pygame.K_l, "l")
    hand.until(lambda: hand.live.lines_analysis is not None and hand.live.lines_analysis.lines)
    hand.wait_for_lines(1)
    first = hand.lines.place_of(LineMove(0, 0))
    assert hand.spot_at(first.center).tip.text == "White wins by checkmate."
    score = hand.spot_at((hand.lines.rect.left + 20, first.centery))
    assert score.tip.text.startswith("White wins in 1 move")
    assert score.tip.text.endswith(". White wins by checkmate.")
    hand.app.stage.command(Command.BACK)
    hand.step(hand.frame_seconds)
    spot = hand.spot_at(first.center)
    assert spot is None or spot.tip is None or "checkmate" not in spot.tip.text


def test_x_shows_what_the_other_side_threatens(analyst):
    hand = analyst(MATE_IN_ONE.replace("3. Nxe4 e5", "3. Nxe4"))
    hand.key(pygame.K_x, "x")
    hand.until(lambda: hand.arrows)
    assert {advice for _, _, advice in hand.arrows} == {Advice.THREAT}
    origin = hand.match.cursor.board.variant.geometry.parse(hand.arrows[0][0])
    assert hand.match.cursor.board.piece_at(origin).color is not hand.match.cursor.board.turn
    hand.key(pygame.K_x, "x")
    hand.wait(0.1)
    assert hand.arrows == []


def test_h_shows_the_piece_then_the_move_then_nothing(analyst):
    hand = analyst(MATE_IN_ONE)
    hand.key(pygame.K_h, "h")
    hand.until(lambda: hand.arrows)
    assert hand.arrows == [("e4", "e4", Advice.LINE)]
    hand.key(pygame.K_h, "h")
    hand.wait(0.1)
    assert hand.arrows == [("e4", "c5", Advice.LINE)]
    assert hand.app.notice.text == "White wins by checkmate."
    assert hand.match.cursor.node.is_end()
    hand.wait(8.0)
    assert hand.app.notice.text == "White wins by checkmate.", "the words stay as long as the arrow"
    hand.key(pygame.K_h, "h")
    hand.wait(0.1)
    assert hand.arrows == []
    assert hand.app.notice is None


def test_the_words_of_a_hint_go_with_the_position(analyst):
    hand = analyst(MATE_IN_ONE)
    hand.key(pygame.K_h, "h")
    hand.until(lambda: hand.arrows)
    hand.key(pygame.K_h, "h")
    hand.wait(0.1)
    assert hand.app.notice.text == "White wins by checkmate."
    hand.key(pygame.K_LEFT)
    hand.wait(0.1)
    assert hand.app.notice is None


def test_there_is_no_hint_while_the_computer_is_to_move(analyst):
    hand = analyst(MATE_IN_ONE, white="computer", black="person", level=10)
    hand.key(pygame.K_h, "h")
    assert not hand.live.is_hinting


def test_the_review_of_a_game_by_keyboard(analyst, tmp_path):
    hand = analyst(BLUNDERED_GAME)
    hand.app.stage.preferences.change(review="fast")
    hand.key(pygame.K_l, "L", pygame.KMOD_SHIFT)
    assert isinstance(hand.app.dialog, ReviewDialog)
    hand.key(pygame.K_RETURN, "\r")
    assert hand.review.is_running
    hand.until(lambda: not hand.review.is_running)
    hand.wait(0.3)
    game = hand.match.game
    assert all(node.eval() is not None for node in (game, *game.mainline()) if not node.is_end())
    blunder = game.at((0,) * 6)
    assert blunder.nags & {2, 4}
    assert "was better." in blunder.words
    assert "White wins by checkmate." in blunder.words
    assert blunder.parent.variations[1].eval() is not None
    report = hand.review.report
    assert report.is_complete
    assert report.moments[-1].node is blunder
    assert report.sides[False].accuracy < report.sides[True].accuracy
    # Enter in the list goes to the move.
    hand.tab_into(hand.layer(Table).rect)
    hand.key(pygame.K_END)
    hand.key(pygame.K_RETURN, "\r")
    hand.wait(0.3)
    assert hand.app.dialog is None
    assert hand.match.cursor.node is blunder
    hand.until(lambda: hand.arrows)
    assert {advice for _, _, advice in hand.arrows} == {Advice.BETTER}
    hand.until(lambda: hand.screen.state.annotations.attacks)
    mate = blunder.next().move
    assert (mate.from_square, mate.to_square) in [
        (route.from_square, route.to_square) for route in attack_routes(hand.screen.state)
    ]
    hand.key(pygame.K_LEFT)
    hand.until(lambda: not hand.screen.state.annotations.attacks)
    hand.app.close()
    with GameDatabase(tmp_path / "games.sqlite3") as database:
        (number,) = database.find()
        kept = database.game(number).game
    assert kept.at((0,) * 5).eval() == game.at((0,) * 5).eval()


def test_an_evaluated_game_has_its_graph_at_once_and_a_press_goes_there(analyst):
    (game,) = pgn.read(GAME)
    for node, centipawns in zip((game, *game.mainline()), (10, 20, 15, 30, 25, 40, 900), strict=False):
        node.set_eval(Score(centipawns))
    hand = analyst(str(game))
    layout = hand.app.screen.picture.layout
    assert Place.GRAPH in layout
    graph = layout[Place.GRAPH]
    hand.click((graph.left + graph.width * 3 // 7, graph.centery))
    hand.wait(0.3)
    assert hand.match.cursor.node.plies() == 3


def test_a_review_can_be_stopped_and_keeps_what_it_found(analyst):
    hand = analyst(OPEN_GAME)
    hand.app.stage.preferences.change(review="deep")
    hand.key(pygame.K_l, "L", pygame.KMOD_SHIFT)
    hand.press("Analyse")
    hand.until(lambda: hand.review.done > 0)
    hand.press("Stop")
    assert not hand.review.is_running
    hand.wait(0.2)
    assert 0 < sum(node.eval() is not None for node in (hand.match.game, *hand.match.game.mainline())) < 7


def test_signs_and_comments_of_a_person_stay(analyst):
    (game,) = pgn.read(GAME)
    blunder = game.at((0,) * 6)
    blunder.nags, blunder.words = {5}, "What now?"
    hand = analyst(str(game))
    hand.app.stage.preferences.change(review="fast")
    hand.key(pygame.K_l, "L", pygame.KMOD_SHIFT)
    hand.press("Analyse")
    hand.until(lambda: not hand.review.is_running)
    blunder = hand.match.game.at((0,) * 6)
    assert (blunder.nags, blunder.words) == ({5}, "What now?")
    assert blunder.eval() is not None


def test_the_best_move_is_no_mistake_whatever_the_dice_named_after_it():
    board = Board("random-wormhole", seed=1)
    start = board.copy()
    move, other = list(board.legal_moves)[:2]
    board.push(move)
    assert board.peek().roll is not None
    assert begins_with(start, (move.text,), board.peek())
    assert begins_with(start, (board.peek().text,), board.peek())
    assert not begins_with(start, (other.text,), board.peek())
    assert not begins_with(start, (), board.peek())
