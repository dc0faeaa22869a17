"""Match, with a computer player that answers when the test wants."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from wormhole import BLACK, WHITE, Board, FenError
from wormhole.engine.levels import LEVELS, Level
from wormhole.engine.player import Answer
from wormhole.engine.solver import Solution
from wormhole.gui.match.match import Match
from wormhole.gui.match.setup import Seat, Setup
from wormhole.gui.panel.card_words import card_words


@dataclass
class FakePlayer:
    asked: list[tuple[str, Level]] = field(default_factory=list)
    pondered: list[str] = field(default_factory=list)
    stops: int = 0

    def think(self, board, level):
        self.asked.append((board.fen(), level))
        return len(self.asked)

    def ponder(self, board):
        self.pondered.append(board.fen())

    def stop(self):
        self.stops += 1


LEVEL = LEVELS[0]
COMPUTER = Seat(LEVEL)
PERSON = Seat()


def as_white(fen=None):
    player = FakePlayer()
    match = Match(Setup(PERSON, COMPUTER, fen=fen), player)
    match.begin()
    return match, player


def as_black():
    player = FakePlayer()
    match = Match(Setup(COMPUTER, PERSON), player)
    match.begin()
    return match, player


def two_players(fen=None):
    match = Match(Setup(fen=fen))
    match.begin()
    return match


def answer(match, player, text):
    return match.answered(Answer(len(player.asked), match.board.parse_uci(text)))


def fens(match):
    return match.board.fen()


# Two at one screen


def test_two_players_take_turns():
    match = two_players()
    assert match.is_persons_turn
    assert match.is_two_player
    assert not match.is_thinking
    for text in ("e2e4", "e7e5"):
        assert match.play(match.board.parse_uci(text))
    assert [ply.san for ply in match.plies] == ["e4", "e5"]
    assert [ply.mover for ply in match.plies] == [WHITE, BLACK]
    assert match.outcome is None


def test_an_illegal_move_changes_nothing():
    match = two_players()
    move = match.board.parse_uci("e2e4")
    assert match.play(move)
    before = fens(match)
    assert not match.play(move)
    assert fens(match) == before
    assert len(match.plies) == 1


def test_two_players_undo_one_move_at_a_time():
    match = two_players()
    start = fens(match)
    assert not match.can_undo
    assert not match.undo()
    match.play(match.board.parse_uci("e2e4"))
    after_one = fens(match)
    match.play(match.board.parse_uci("e7e5"))
    assert match.undo()
    assert fens(match) == after_one
    assert match.undo()
    assert fens(match) == start
    assert not match.undo()
    assert match.plies == []


def test_the_side_to_move_resigns():
    match = two_players()
    match.play(match.board.parse_uci("e2e4"))
    assert match.resigner == BLACK
    assert match.resign()
    assert match.outcome.winner == WHITE
    assert match.outcome.reason() == "White wins: Black resigned."
    assert not match.is_persons_turn
    assert not match.resign()
    assert not match.play(match.board.legal_moves[0])


def test_a_resignation_can_be_undone():
    match = two_players()
    match.play(match.board.parse_uci("e2e4"))
    match.resign()
    assert match.can_undo
    assert match.undo()
    assert match.outcome is None
    assert len(match.plies) == 1
    assert match.is_persons_turn


# Against the computer


def test_the_computer_is_asked_after_the_persons_move():
    match, player = as_white()
    assert not match.is_thinking
    assert player.asked == []
    match.play(match.board.parse_uci("e2e4"))
    assert match.is_thinking
    assert not match.is_persons_turn
    assert player.asked == [(fens(match), LEVEL)]
    assert answer(match, player, "e7e5")
    assert match.is_persons_turn
    assert not match.is_thinking
    assert [ply.san for ply in match.plies] == ["e4", "e5"]


def test_the_computer_opens_as_white():
    match, player = as_black()
    assert match.is_thinking
    assert not match.is_persons_turn
    assert not match.begin()
    assert len(player.asked) == 1
    assert answer(match, player, "e2e4")
    assert match.is_persons_turn


def test_a_person_may_not_move_for_the_computer():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    assert not match.play(match.board.legal_moves[0])
    assert len(match.plies) == 1
    assert len(player.asked) == 1


def test_undo_undoes_both_moves():
    match, player = as_white()
    start = fens(match)
    match.play(match.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    assert match.undo()
    assert fens(match) == start
    assert match.is_persons_turn
    assert player.stops == 0


def test_undo_while_it_thinks_undoes_the_persons_move_and_stops_it():
    match, player = as_white()
    start = fens(match)
    match.play(match.board.parse_uci("e2e4"))
    late = Answer(1, match.board.parse_uci("e7e5"))
    assert match.undo()
    assert player.stops == 1
    assert fens(match) == start
    assert match.is_persons_turn
    assert not match.is_thinking
    assert not match.answered(late)
    assert fens(match) == start
    assert match.plies == []


def test_an_answer_from_before_undo_is_ignored():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    late = Answer(1, match.board.parse_uci("e7e5"))
    match.undo()
    match.play(match.board.parse_uci("d2d4"))
    assert not match.answered(late)
    assert match.is_thinking
    assert len(match.plies) == 1
    assert answer(match, player, "d7d5")


def test_undo_at_the_start():
    match, player = as_white()
    assert not match.can_undo
    assert not match.undo()
    assert player.stops == 0


def test_undo_before_the_person_has_moved_leaves_the_computers_first_move():
    match, player = as_black()
    assert not match.undo()
    assert match.is_thinking
    assert player.stops == 0
    answer(match, player, "e2e4")
    assert not match.can_undo
    assert not match.undo()
    assert len(match.plies) == 1
    match.play(match.board.parse_uci("e7e5"))
    assert match.undo()
    assert len(match.plies) == 1
    assert match.is_persons_turn


def test_a_second_answer_is_ignored():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    assert answer(match, player, "e7e5")
    before = fens(match)
    again = Answer(1, match.board.legal_moves[0])
    assert not match.answered(again)
    assert fens(match) == before


def test_an_answer_to_another_question_is_ignored():
    match, _ = as_white()
    match.play(match.board.parse_uci("e2e4"))
    for ticket in (0, 2, -1):
        assert not match.answered(Answer(ticket, match.board.legal_moves[0]))
    assert match.is_thinking


def test_resign_while_it_thinks():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    assert match.resigner == WHITE
    assert match.resign()
    assert player.stops == 1
    assert not match.is_thinking
    assert match.outcome.winner == BLACK
    assert match.outcome.reason() == "Black wins: White resigned."
    assert not match.answered(Answer(1, match.board.legal_moves[0]))
    assert len(match.plies) == 1


def test_undoing_a_resignation_lets_the_computer_think_again():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    match.resign()
    assert match.undo()
    assert match.is_thinking
    assert len(player.asked) == 2
    assert len(match.plies) == 1


def test_leaving_stops_the_computer_and_ignores_its_answer():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    match.close()
    assert player.stops == 1
    assert not match.answered(Answer(1, match.board.legal_moves[0]))


# Redo


def test_redo_repeats_undone_moves_step_by_step():
    match = two_players()
    seen = [fens(match)]
    for text in ("e2e4", "e7e5", "d2d4"):
        match.play(match.board.parse_uci(text))
        seen.append(fens(match))
    assert not match.can_redo
    assert not match.redo()
    for expected in seen[-2::-1]:
        assert match.undo()
        assert fens(match) == expected
    for expected in seen[1:]:
        assert match.redo()
        assert fens(match) == expected
    assert [ply.san for ply in match.plies] == ["e4", "e5", "d4"]
    assert not match.redo()


def test_redo_repeats_the_persons_move_and_the_answer():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    both = fens(match)
    match.undo()
    assert match.redo()
    assert fens(match) == both
    assert match.is_persons_turn
    assert len(player.asked) == 1


def test_redo_of_a_move_that_was_not_answered_lets_the_computer_think():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    match.undo()
    assert match.redo()
    assert match.is_thinking
    assert answer(match, player, "e7e5")
    assert not match.can_redo


def test_redo_repeats_a_resignation():
    match = two_players()
    match.play(match.board.parse_uci("e2e4"))
    match.resign()
    outcome = match.outcome
    match.undo()
    assert match.redo()
    assert match.outcome == outcome
    assert len(match.plies) == 1


def test_redo_rolls_the_dice_that_were_rolled():
    match = Match(Setup(variant="random-wormhole"))
    match.begin()
    for _ in range(4):
        match.play(match.board.legal_moves[0])
    sans, fen = [ply.san for ply in match.plies], fens(match)
    for change in (match.undo, match.redo):
        assert all(change() for _ in range(4))
    assert ([ply.san for ply in match.plies], fens(match)) == (sans, fen)


@pytest.mark.parametrize(
    "act",
    [lambda match: match.play(match.board.parse_uci("d2d4")), lambda match: match.resign()],
    ids=["move", "resign"],
)
def test_there_is_no_redo_after_another_move(act):
    match = two_players()
    match.play(match.board.parse_uci("e2e4"))
    match.undo()
    assert match.can_redo
    act(match)
    assert not match.can_redo
    assert not match.redo()


# Errors


@pytest.mark.parametrize("what", ["the search broke", None])
def test_a_failed_search_gets_a_message_and_can_be_repeated(what):
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    assert not match.answered(Answer(1, None, error=what))
    assert match.trouble
    assert not match.is_thinking
    assert match.outcome is None
    assert match.think_again()
    assert match.trouble is None
    assert match.is_thinking
    assert len(player.asked) == 2
    assert answer(match, player, "e7e5")


def test_an_illegal_answer_is_an_error():
    match, _ = as_white()
    move = match.board.parse_uci("e2e4")
    match.play(move)
    assert not match.answered(Answer(1, move))
    assert "e2e4" in match.trouble
    assert len(match.plies) == 1


def test_undo_after_trouble():
    match, _ = as_white()
    match.play(match.board.parse_uci("e2e4"))
    match.answered(Answer(1, None, error="the search broke"))
    assert match.undo()
    assert match.trouble is None
    assert match.is_persons_turn
    assert match.plies == []


def test_think_again_without_an_error_does_nothing():
    match, player = as_white()
    assert not match.think_again()
    match.play(match.board.parse_uci("e2e4"))
    assert not match.think_again()
    assert len(player.asked) == 1


def test_the_computer_needs_a_player():
    with pytest.raises(ValueError, match="needs a computer player"):
        Match(Setup(PERSON, COMPUTER))


def test_a_bad_position_is_refused():
    with pytest.raises(FenError):
        Match(Setup(fen="no/position"))


# Demonstrations


def test_a_demonstration_goes_on_by_itself():
    player = FakePlayer()
    match = Match(Setup(COMPUTER, COMPUTER), player)
    assert match.begin()
    assert match.is_demonstration
    for count in range(1, 7):
        assert match.is_thinking
        assert not match.is_persons_turn
        assert match.answered(Answer(count, match.board.legal_moves[0]))
    assert len(match.plies) == 6
    assert len(player.asked) == 7
    assert not match.can_undo
    assert not match.undo()
    assert match.resigner is None
    assert not match.resign()


# Other positions, ends of games


def play_to_the_end(match):
    while match.outcome is None:
        assert match.play(match.board.legal_moves[0])


def test_a_game_ends_by_itself_and_says_why():
    match = two_players()
    play_to_the_end(match)
    assert match.outcome == match.board.outcome() is not None
    assert match.resigner is None
    assert not match.resign()
    assert match.undo()
    assert match.outcome is None
    assert match.is_persons_turn


def test_the_computer_is_not_asked_when_the_game_is_over():
    whole = two_players()
    play_to_the_end(whole)
    last = whole.plies[-1]
    whole.undo()
    fen = fens(whole)
    player = FakePlayer()
    seats = (PERSON, COMPUTER) if last.mover == WHITE else (COMPUTER, PERSON)
    match = Match(Setup(*seats, fen=fen), player)
    assert not match.begin()
    assert match.play(match.board.parse_uci(str(last.move)))
    assert match.outcome is not None
    assert player.asked == []
    assert not match.is_thinking
    assert match.undo()
    assert match.outcome is None


def test_black_may_be_first_to_move():
    fen = Board().fen().replace(" w", " b")
    match, player = as_white(fen)
    assert match.is_thinking
    assert answer(match, player, "e7e5")
    assert match.plies[0].mover == BLACK
    assert not match.can_undo
    match.play(match.board.parse_uci("e2e4"))
    assert match.undo()
    assert len(match.plies) == 1


def test_captured_pieces_are_counted_for_the_capturing_side():
    match = two_players()
    taken = {WHITE: [], BLACK: []}
    while match.outcome is None and not (taken[WHITE] and taken[BLACK]):
        moves = match.board.legal_moves
        move = next((move for move in moves if match.board.is_capture(move)), moves[0])
        if match.board.is_capture(move):
            taken[match.board.turn].append(match.board.piece_at(move.to_square))
        match.play(move)
    assert list(match.captured_by(WHITE)) == taken[WHITE]
    assert list(match.captured_by(BLACK)) == taken[BLACK]


# Solved endings


def card_after(winner, moves, line):
    """The text of the computer's card after an answer with a proven result."""
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    solution = Solution(winner, moves, line)
    assert match.answered(Answer(len(player.asked), match.board.parse_uci("e7e5"), solution=solution))
    return match, card_words(match, BLACK, None).status


def test_a_proven_win_is_announced_with_its_line():
    match, status = card_after(WHITE, 9, ("c1d4", "e8e6"))
    assert status == "White wins in 9 · Wd4 Ke6"
    match.undo()
    assert match.solution is None
    assert match.board.fen() == Board().fen()


def test_a_proven_draw_is_announced():
    assert card_after(None, 4, ())[1] == "Drawn with best play"


def test_without_proof_nothing_is_announced():
    match, player = as_white()
    match.play(match.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    assert card_words(match, BLACK, None).status == "playing Black"


def test_the_card_says_who_plays():
    match, _ = as_white()
    assert card_words(match, BLACK, None).names[0] == "Computer, level 1 · Newcomer"
    assert card_words(match, WHITE, None).names == ("You",)


# Pondering


def after_an_answer():
    match, player = as_white()
    match.ponder(False)
    match.play(match.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    return match, player


def test_it_ponders_once_for_each_position():
    match, player = after_an_answer()
    for _ in range(3):
        match.ponder(True)
    assert player.pondered == [fens(match)]
    match.play(match.board.parse_uci("d2d3"))
    match.ponder(True)
    assert len(player.pondered) == 1
    answer(match, player, "d7d6")
    match.ponder(True)
    assert player.pondered[1:] == [fens(match)]


@pytest.mark.parametrize(
    "change",
    [
        lambda match: match.ponder(False),
        lambda match: match.play(match.board.parse_uci("d2d3")),
        lambda match: match.undo(),
        lambda match: match.resign(),
        lambda match: match.close(),
    ],
    ids=["not wanted", "move", "undo", "resign", "close"],
)
def test_pondering_ends_at_once_on_any_change(change):
    match, player = after_an_answer()
    match.ponder(True)
    assert player.stops == 0
    change(match)
    assert player.stops == 1


def test_after_undo_it_ponders_on_the_position_there_is():
    match, player = after_an_answer()
    match.ponder(True)
    match.undo()
    match.ponder(True)
    assert player.pondered[1:] == [fens(match)]


def test_no_pondering_for_two_persons_or_after_the_end():
    two_players().ponder(True)
    match, player = after_an_answer()
    match.resign()
    match.ponder(True)
    assert player.pondered == []
