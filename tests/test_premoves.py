"""Premoves: the possible ones by the rules, and how a player selects, cancels and plays one."""

from __future__ import annotations

import random

import pygame
import pytest

from tests.support.hand import driving
from tests.support.parts import EACH_GAME
from wormhole import WHITE, Board, Move, MoveError
from wormhole.gui.board.dragging import held
from wormhole.gui.board.drawing.cells import cells_of
from wormhole.gui.board.pointing import move_cursor
from wormhole.library.time_control import TimeControls, spoken
from wormhole.rules.premoves import MOST_PREMOVES, after_premoves, premoves


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path, start_game=True) as drive:
        yield drive


@pytest.mark.parametrize("game", EACH_GAME)
def test_every_move_that_becomes_legal_is_a_premove(game):
    """Whatever the other side plays, unless a line was opened by its move."""
    chance = random.Random(7)
    board = Board(game, seed=7)
    for _ in range(12):
        if board.outcome() is not None:
            return
        ahead = premoves(board, not board.turn)
        passed = board.copy()
        try:
            passed.push(Move.null())
        except MoveError:
            pass
        else:
            assert set(passed.legal_moves) <= set(ahead)
        board.push(chance.choice(board.legal_moves))


def test_premoves_recapture_and_promote():
    board = Board("chess", "4k3/1P6/8/8/3N4/8/8/R3K2R b KQ")
    texts = {move.text for move in premoves(board, WHITE)}
    assert {"b7b8q", "b7a8n", "e1g1", "e1c1", "d4b5"} <= texts
    assert "b7b8" not in texts
    assert "h1e1" in texts  # the king may be gone from there


def test_premoves_of_a_side_in_check_and_of_the_one_that_gives_it():
    board = Board("chess", "4k3/8/8/8/8/8/4R3/4K3 b")
    assert {"e2e8", "e2a2", "e1d1"} <= {move.text for move in premoves(board, WHITE)}


def choose(driver, *squares):
    """Choose premoves, two squares each; the board shows each before the next."""
    for start, end in zip(squares[::2], squares[1::2], strict=True):
        driver.click(driver.square(start))
        driver.click(driver.square(end))
        driver.step(0.1)


def chosen(driver):
    return [move.text for move in driver.screen.state.selection.premoves]


def names(driver, squares):
    return {driver.match.cursor.board.variant.geometry.names[square] for square in squares}


def play(driver, text):
    driver.player.answer(text)
    for _ in range(60):
        driver.step(0.1)


def last(driver):
    return [node.san() for node in driver.match.cursor.nodes]


def test_a_premove_is_played_at_once(drive):
    driver = drive(clocks=TimeControls.equal(spoken("5+0")))
    driver.move("e2e4")
    play(driver, "e7e5")
    driver.move("d2d4")
    driver.step(4)
    driver.click(driver.square("b1"))
    driver.click(driver.square("c3"))
    assert driver.screen.state.selection.premoves[-1].text == "b1c3"
    assert last(driver) == ["e4", "e5", "d4"]
    before = driver.match.cursor.nodes[2].clock()
    play(driver, "d7d5")
    assert last(driver) == ["e4", "e5", "d4", "d5", "Nc3"]
    assert driver.match.cursor.node.clock() == before  # it took no time
    assert driver.player.asked is not None


def test_a_premove_by_keyboard(drive):
    driver = drive()
    driver.move("e2e4")
    for key in (pygame.K_RETURN,):
        driver.key(key)
    move_cursor(driver.screen.state, driver.match.cursor.board.variant.geometry.parse("d2"))
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_RETURN)
    assert driver.screen.state.selection.premoves[-1].text == "d2d4"
    driver.key(pygame.K_ESCAPE)
    assert driver.screen.state.selection.premoves == ()
    assert driver.app.dialog is None
    play(driver, "e7e5")
    assert last(driver) == ["e4", "e5"]


def test_a_right_click_or_a_press_elsewhere_cancels_a_premove(drive):
    driver = drive()
    driver.move("e2e4")
    for button, name in ((3, "c3"), (1, "h5")):
        driver.click(driver.square("b1"))
        driver.click(driver.square("c3"))
        assert driver.screen.state.selection.premoves
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=driver.square(name), button=button))
        driver.step()
        assert driver.screen.state.selection.premoves == ()
    assert driver.match.game.shapes() == ()
    assert driver.match.cursor.node.shapes() == ()


def test_a_premove_by_dragging(drive):
    driver = drive()
    driver.move("e2e4")
    start, end = driver.square("b1"), driver.square("c3")
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    driver.step()
    assert driver.screen.state.selection.premoves[-1].text == "b1c3"
    assert held(driver.screen.state) is None
    play(driver, "e7e5")
    assert last(driver) == ["e4", "e5", "Nc3"]


def test_an_impossible_premove_is_dropped_with_a_notice(drive):
    driver = drive()
    driver.move("e2e4")
    driver.click(driver.square("d2"))
    driver.click(driver.square("e3"))
    assert driver.screen.state.selection.premoves[-1].text == "d2e3"
    driver.player.answer("e7e5")
    notices = set()
    for _ in range(60):
        driver.step(0.05)
        notices.add(driver.app.notice.text if driver.app.notice else None)
    assert "Premove no longer legal" in notices
    assert last(driver) == ["e4", "e5"]
    driver.move("d2d4")
    assert last(driver) == ["e4", "e5", "d4"]


def test_a_promotion_is_asked_about_in_advance(drive):
    driver = drive(variant="chess", fen="4k3/P7/8/8/8/8/7r/4K3 w")
    driver.move("e1d1")
    driver.click(driver.square("a7"))
    driver.click(driver.square("a8"))
    assert driver.screen.state.selection.promotion is not None
    driver.key(pygame.K_n, "n")
    assert driver.screen.state.selection.premoves[-1].promotion == "N"
    play(driver, "h2h3")
    assert last(driver)[-1] == "a8=N"


def test_a_piece_chosen_in_advance_stays_chosen(drive):
    driver = drive()
    driver.move("e2e4")
    driver.click(driver.square("b1"))
    play(driver, "e7e5")
    driver.click(driver.square("c3"))
    driver.settle()
    assert last(driver) == ["e4", "e5", "Nc3"]


def test_looking_back_forgets_a_premove(drive):
    driver = drive()
    driver.move("e2e4")
    driver.click(driver.square("b1"))
    driver.click(driver.square("c3"))
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_RIGHT)
    driver.settle()
    assert driver.screen.state.selection.premoves == ()
    play(driver, "e7e5")
    assert last(driver) == ["e4", "e5"]


def test_premoves_can_be_turned_off(drive):
    driver = drive()
    driver.app.stage.preferences.change(premoves=False)
    driver.move("e2e4")
    driver.click(driver.square("b1"))
    assert driver.screen.state.selection.square is None
    driver.click(driver.square("c3"))
    assert driver.screen.state.selection.premoves == ()


def test_the_computers_pieces_are_no_premoves(drive):
    driver = drive()
    driver.move("e2e4")
    assert {
        driver.screen.state.scene.pieces[move.from_square].color
        for move in driver.screen.state.movable.premoves
    } == {WHITE}


def test_a_drag_goes_on_when_the_computer_moves_meanwhile(drive):
    driver = drive()
    driver.move("e2e4")
    start, end = driver.square("b1"), driver.square("c3")
    between = tuple((a + b) // 2 for a, b in zip(start, end, strict=True))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=between, rel=(0, 0), buttons=(1, 0, 0)))
    driver.step()
    play(driver, "e7e5")
    for pixel in (between, end):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(1, 0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    driver.step()
    driver.settle()
    assert last(driver) == ["e4", "e5", "Nc3"]


def pull(driver, name, towards):
    """Press on a square and draw its piece half the way to another one."""
    start, end = driver.square(name), driver.square(towards)
    between = tuple((a + b) // 2 for a, b in zip(start, end, strict=True))
    driver.down(start)
    driver.point(between, held=True)


def notices_until(driver, is_seen):
    """Step until something is seen; returns all notices on the way."""
    seen = set()
    for _ in range(200):
        driver.step(0.02)
        if driver.app.notice is not None:
            seen.add(driver.app.notice.text)
        if is_seen():
            return seen
    raise AssertionError(f"not seen; notices: {seen}")


def test_a_piece_held_while_a_premove_is_played_is_the_next_premove(drive):
    driver = drive()
    driver.move("e2e4")
    driver.click(driver.square("b1"))
    driver.click(driver.square("c3"))
    pull(driver, "g1", "f3")
    driver.player.answer("e7e5")
    seen = notices_until(
        driver, lambda: last(driver) == ["e4", "e5", "Nc3"] and driver.screen.state.movable.premoves
    )
    assert held(driver.screen.state) is not None
    driver.point(driver.square("f3"), held=True)
    driver.up(driver.square("f3"))
    assert driver.screen.state.selection.premoves[-1].text == "g1f3"
    assert seen | {driver.app.notice and driver.app.notice.text} <= {None, ""}
    play(driver, "d7d5")
    assert last(driver) == ["e4", "e5", "Nc3", "d5", "Nf3"]


def test_a_piece_chosen_while_a_premove_is_played_stays_chosen(drive):
    driver = drive()
    driver.move("e2e4")
    for name in ("b1", "c3", "g1"):
        driver.click(driver.square(name))
    play(driver, "e7e5")
    assert last(driver) == ["e4", "e5", "Nc3"]
    driver.click(driver.square("f3"))
    assert driver.screen.state.selection.premoves[-1].text == "g1f3"


def test_a_premove_can_be_added_or_taken_back_until_it_is_played(drive):
    """While the answer is shown, it waits and is marked."""
    for name, line in (("f3", ["e4", "e5", "Nc3"]), (None, ["e4", "e5"])):
        driver = drive()
        driver.move("e2e4")
        driver.click(driver.square("b1"))
        driver.click(driver.square("c3"))
        driver.player.answer("e7e5")
        notices_until(driver, lambda driver=driver: len(last(driver)) == 2 and driver.screen.game.is_shown)
        assert driver.screen.state.selection.premoves[-1].text == "b1c3"
        if name is None:
            driver.post(pygame.MOUSEBUTTONDOWN, pos=driver.square("h5"), button=3)
            driver.post(pygame.MOUSEBUTTONUP, pos=driver.square("h5"), button=3)
        else:
            for square in ("g1", name):
                driver.post(pygame.MOUSEBUTTONDOWN, pos=driver.square(square), button=1)
                driver.post(pygame.MOUSEBUTTONUP, pos=driver.square(square), button=1)
        driver.step()
        driver.settle()
        assert last(driver) == line
        assert [move.text for move in driver.screen.state.selection.premoves] == ["g1f3"] * (name == "f3")


def test_the_piece_of_a_premove_that_is_held_meanwhile_is_let_go_in_silence(drive):
    driver = drive()
    driver.move("e2e4")
    choose(driver, "b1", "c3")
    pull(driver, "c3", "d5")
    driver.player.answer("e7e5")
    seen = notices_until(driver, lambda: len(last(driver)) == 3 and driver.screen.state.movable.premoves)
    driver.point(driver.square("d5"), held=True)
    driver.up(driver.square("d5"))
    driver.step()
    assert not seen
    assert driver.app.notice is None
    assert driver.screen.state.selection.refused is None


def test_the_choice_of_a_promotion_stays_open_when_the_computer_moves(drive):
    driver = drive(variant="chess", fen="4k3/P7/8/8/8/8/7r/4K3 w")
    driver.move("e1d1")
    driver.click(driver.square("a7"))
    driver.click(driver.square("a8"))
    driver.key(pygame.K_RIGHT)
    choice = driver.screen.state.selection.promotion
    assert choice.marked == 1
    play(driver, "h2h3")
    assert driver.screen.state.selection.promotion == choice
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert last(driver)[-1] == f"a8={choice.letters[1]}+"


def test_the_choice_of_a_promotion_closes_when_it_is_not_legal_any_more(drive):
    driver = drive(variant="chess", fen="4k3/P7/8/8/8/8/6r1/4K3 w")
    driver.move("e1d1")
    driver.click(driver.square("a7"))
    driver.click(driver.square("b8"))
    assert driver.screen.state.selection.promotion is not None
    play(driver, "g2h2")
    assert driver.screen.state.selection.promotion is None


# In a row


def test_premoves_in_a_row_are_made_on_the_board_after_each_other(drive):
    """The knight goes on from c3; both squares that it leaves are removed, and shown so."""
    driver = drive()
    driver.move("e2e4")
    choose(driver, "b1", "c3", "c3", "d5")
    assert chosen(driver) == ["b1c3", "c3d5"]
    scene = driver.screen.state.scene
    assert {"b1", "c3"} <= names(driver, scene.holes)
    assert "d5" in names(driver, scene.pieces)
    assert last(driver) == ["e4"]
    play(driver, "e7e5")
    assert last(driver) == ["e4", "e5", "Nc3"]
    assert chosen(driver) == ["c3d5"]
    assert "c3" in names(driver, driver.screen.state.scene.holes)
    play(driver, "h7h6")
    assert last(driver) == ["e4", "e5", "Nc3", "h6", "Nd5"]
    assert chosen(driver) == []
    assert driver.screen.state.scene.holes == driver.match.cursor.board.holes


def test_premoves_in_a_row_by_keyboard(drive):
    driver = drive()
    driver.move("e2e4")
    driver.key(pygame.K_RETURN)
    move_cursor(driver.screen.state, driver.match.cursor.board.variant.geometry.parse("d2"))
    for _piece in range(2):
        driver.key(pygame.K_RETURN)
        driver.key(pygame.K_UP)
        driver.key(pygame.K_RETURN)
        driver.step(0.1)
    assert chosen(driver) == ["d2d3", "d3d4"]
    driver.key(pygame.K_ESCAPE)
    driver.step(0.1)
    assert chosen(driver) == ["d2d3"]


@pytest.mark.parametrize(
    ("drop", "left"),
    [
        ("key", ["b1c3", "h2h3"]),  # Esc: the last one
        ((1, "h5"), ["b1c3", "h2h3"]),
        ((3, "h5"), ["b1c3", "h2h3"]),
        ((3, "h3"), ["b1c3", "a2a3"]),  # that of the square
        ((3, "b1"), ["h2h3", "a2a3"]),
    ],
)
def test_each_premove_is_dropped_alone(drive, drop, left):
    driver = drive()
    driver.move("e2e4")
    choose(driver, "b1", "c3", "h2", "h3", "a2", "a3")
    if drop == "key":
        driver.key(pygame.K_ESCAPE)
    else:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            driver.post(kind, pos=driver.square(drop[1]), button=drop[0])
    driver.step(0.1)
    assert chosen(driver) == left


def test_what_needs_a_dropped_premove_is_dropped_with_it(drive):
    driver = drive()
    driver.move("e2e4")
    choose(driver, "b1", "c3", "c3", "d5", "h2", "h3")
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.post(kind, pos=driver.square("b1"), button=3)
    driver.step(0.1)
    assert chosen(driver) == []
    assert "b1" in names(driver, driver.screen.state.scene.pieces)


def test_at_most_eight_premoves(drive):
    driver = drive(variant="chess")
    driver.move("e2e4")
    choose(driver, *(square for file in "abcdfgh" for square in (f"{file}2", f"{file}3")), "b1", "c3")
    choose(driver, "a3", "a4")
    assert (len(chosen(driver)), chosen(driver)[-1]) == (8, "b1c3")


def test_an_illegal_premove_drops_those_after_it(drive):
    driver = drive()
    driver.move("e2e4")
    choose(driver, "d2", "e3", "h2", "h3")
    play(driver, "e7e5")
    assert (last(driver), chosen(driver)) == (["e4", "e5"], [])
    assert "d2" in names(driver, driver.screen.state.scene.pieces)


def test_castling_can_be_chosen_after_what_stands_between(drive):
    driver = drive(variant="chess")
    driver.move("e2e4")
    choose(driver, "g1", "f3", "f1", "c4", "e1", "g1")
    for answer in ("a7a6", "b7b6", "c7c6"):
        play(driver, answer)
    assert last(driver)[-1] == "O-O"


def test_several_premoves_have_numbers(drive):
    driver = drive()
    driver.move("e2e4")
    choose(driver, "b1", "c3")
    state = driver.screen.state
    assert not any(cell.turns for cell in cells_of(state, driver.seconds))
    choose(driver, "c3", "d5")
    turns = {at: cell.turns for at, cell in enumerate(cells_of(state, driver.seconds)) if cell.turns}
    geometry = driver.match.cursor.board.variant.geometry
    assert turns == {geometry.parse("c3"): (1,), geometry.parse("d5"): (2,)}


@pytest.mark.parametrize("game", EACH_GAME)
def test_moves_in_a_row_lead_to_the_same_position_as_with_passes(game):
    """Legal moves, each after a null move of the other side, leave the same pieces, holes and hands."""
    chance = random.Random(11)
    board = Board(game, seed=11)
    for _ in range(4):
        if board.outcome() is not None:
            return
        board.push(chance.choice(board.legal_moves))
    color, passes, line = not board.turn, board.copy(), []
    for _ in range(MOST_PREMOVES):
        passed = passes.passed()
        moves = [] if passed is None or passes.has_dice else passed.legal_moves
        moves = [move for move in moves if move in premoves(passes, color)]
        if not moves:
            break
        line.append(chance.choice(moves))
        passed.push(line[-1])
        passes = passed
        if passes.outcome() is not None:
            return
    ahead = after_premoves(board, line, color)
    assert list(ahead.made) == line
    assert ahead.board.piece_map() == passes.piece_map()
    assert (ahead.board.holes, ahead.board.pockets) == (passes.holes, passes.pockets)
