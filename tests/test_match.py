"""Match, with a scripted player that answers when the test calls it."""

from __future__ import annotations

import pytest

from tests.support.scripted_player import ScriptedPlayer
from wormhole import BLACK, WHITE, Board, FenError
from wormhole.engine.levels import LEVELS
from wormhole.engine.solver import Solution
from wormhole.gui.game.card_words import card_words
from wormhole.library.record import Game
from wormhole.play.match import Match
from wormhole.play.seats import Seat, Setup, resumed
from wormhole.play.variations import add_line, delete, make_main_line
from wormhole.players.player import Answer, MoveRequest
from wormhole.players.spec import at_level

LEVEL = LEVELS[0]
COMPUTER = Seat(at_level(LEVEL))
PERSON = Seat()


def seated(setup, player):
    return Match(setup, dict.fromkeys({WHITE, BLACK}.difference(setup.users), player))


def as_white(fen=None):
    player = ScriptedPlayer()
    match = seated(Setup(PERSON, COMPUTER, fen=fen), player)
    match.begin()
    return match, player


def as_black():
    player = ScriptedPlayer()
    match = seated(Setup(COMPUTER, PERSON), player)
    match.begin()
    return match, player


def two_players(fen=None):
    match = Match(Setup(fen=fen))
    match.begin()
    return match


def answer(match, player, text):
    return match.answered(Answer(player.requests[-1], match.cursor.board.parse_uci(text)))


def fens(match):
    return match.cursor.board.fen()


def sans(match):
    return [node.san() for node in match.cursor.nodes]


# Two at one screen


def test_two_players_take_turns():
    match = two_players()
    assert match.is_persons_turn
    assert match.setup.is_two_player
    assert not match.players.is_thinking
    for text in ("e2e4", "e7e5"):
        assert match.play(match.cursor.board.parse_uci(text))
    assert sans(match) == ["e4", "e5"]
    assert match.cursor.board.turn == WHITE
    assert match.result.outcome is None


def test_an_illegal_move_changes_nothing():
    match = two_players()
    move = match.cursor.board.parse_uci("e2e4")
    assert match.play(move)
    before = fens(match)
    assert not match.play(move)
    assert fens(match) == before
    assert len(match.cursor.nodes) == 1


def test_two_players_undo_one_move_at_a_time():
    match = two_players()
    start = fens(match)
    assert not match.can_undo
    assert not match.undo()
    match.play(match.cursor.board.parse_uci("e2e4"))
    after_one = fens(match)
    match.play(match.cursor.board.parse_uci("e7e5"))
    assert match.undo()
    assert fens(match) == after_one
    assert match.undo()
    assert fens(match) == start
    assert not match.undo()
    assert match.cursor.nodes == []


def test_the_side_to_move_resigns():
    match = two_players()
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert match.resigner == BLACK
    assert match.resign()
    assert match.result.outcome.winner == WHITE
    assert match.result.outcome.reason() == "White wins: Black resigned."
    assert not match.is_persons_turn
    assert not match.resign()
    assert not match.play(match.cursor.board.legal_moves[0])


def test_a_resignation_can_be_undone():
    match = two_players()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.resign()
    assert match.can_undo
    assert match.undo()
    assert match.result.outcome is None
    assert len(match.cursor.nodes) == 1
    assert match.is_persons_turn


# Against the computer


def test_the_computer_is_asked_after_the_persons_move():
    match, player = as_white()
    assert not match.players.is_thinking
    assert player.requests == []
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert match.players.is_thinking
    assert not match.is_persons_turn
    assert [asked.board.fen() for asked in player.requests] == [fens(match)]
    assert answer(match, player, "e7e5")
    assert match.is_persons_turn
    assert not match.players.is_thinking
    assert sans(match) == ["e4", "e5"]


def test_the_computer_opens_as_white():
    match, player = as_black()
    assert match.players.is_thinking
    assert not match.is_persons_turn
    assert not match.begin()
    assert len(player.requests) == 1
    assert answer(match, player, "e2e4")
    assert match.is_persons_turn


def test_a_person_may_not_move_for_the_computer():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert not match.play(match.cursor.board.legal_moves[0])
    assert len(match.cursor.nodes) == 1
    assert len(player.requests) == 1


def test_undo_undoes_both_moves():
    match, player = as_white()
    start = fens(match)
    match.play(match.cursor.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    assert match.undo()
    assert fens(match) == start
    assert match.is_persons_turn
    assert player.stops == 0


def test_undo_while_it_thinks_undoes_the_persons_move_and_stops_it():
    match, player = as_white()
    start = fens(match)
    match.play(match.cursor.board.parse_uci("e2e4"))
    late = Answer(player.requests[0], match.cursor.board.parse_uci("e7e5"))
    assert match.undo()
    assert player.stops == 1
    assert fens(match) == start
    assert match.is_persons_turn
    assert not match.players.is_thinking
    assert not match.answered(late)
    assert fens(match) == start
    assert match.cursor.nodes == []


def test_an_answer_from_before_undo_is_ignored():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    late = Answer(player.requests[0], match.cursor.board.parse_uci("e7e5"))
    match.undo()
    match.play(match.cursor.board.parse_uci("d2d4"))
    assert not match.answered(late)
    assert match.players.is_thinking
    assert len(match.cursor.nodes) == 1
    assert answer(match, player, "d7d5")


def test_undo_at_the_start():
    match, player = as_white()
    assert not match.can_undo
    assert not match.undo()
    assert player.stops == 0


def test_undo_before_the_person_has_moved_leaves_the_computers_first_move():
    match, player = as_black()
    assert not match.undo()
    assert match.players.is_thinking
    assert player.stops == 0
    answer(match, player, "e2e4")
    assert not match.can_undo
    assert not match.undo()
    assert len(match.cursor.nodes) == 1
    match.play(match.cursor.board.parse_uci("e7e5"))
    assert match.undo()
    assert len(match.cursor.nodes) == 1
    assert match.is_persons_turn


def test_a_second_answer_is_ignored():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert answer(match, player, "e7e5")
    before = fens(match)
    again = Answer(player.requests[0], match.cursor.board.legal_moves[0])
    assert not match.answered(again)
    assert fens(match) == before


def test_an_answer_to_another_question_is_ignored():
    match, _ = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    for asked in (None, MoveRequest(match.cursor.board)):
        assert not match.answered(Answer(asked, match.cursor.board.legal_moves[0]))
    assert match.players.is_thinking


def test_resign_while_it_thinks():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert match.resigner == WHITE
    assert match.resign()
    assert player.stops == 1
    assert not match.players.is_thinking
    assert match.result.outcome.winner == BLACK
    assert match.result.outcome.reason() == "Black wins: White resigned."
    assert not match.answered(Answer(player.requests[0], match.cursor.board.legal_moves[0]))
    assert len(match.cursor.nodes) == 1


def test_undoing_a_resignation_lets_the_computer_think_again():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.resign()
    assert match.undo()
    assert match.players.is_thinking
    assert len(player.requests) == 2
    assert len(match.cursor.nodes) == 1


def test_leaving_stops_the_computer_and_ignores_its_answer():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.players.close()
    assert player.stops == 1
    assert not match.answered(Answer(player.requests[0], match.cursor.board.legal_moves[0]))


# Redo


def test_redo_repeats_undone_moves_step_by_step():
    match = two_players()
    seen = [fens(match)]
    for text in ("e2e4", "e7e5", "d2d4"):
        match.play(match.cursor.board.parse_uci(text))
        seen.append(fens(match))
    assert not match.undone
    assert not match.redo()
    for expected in seen[-2::-1]:
        assert match.undo()
        assert fens(match) == expected
    for expected in seen[1:]:
        assert match.redo()
        assert fens(match) == expected
    assert sans(match) == ["e4", "e5", "d4"]
    assert not match.redo()


def test_redo_repeats_the_persons_move_and_the_answer():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    both = fens(match)
    match.undo()
    assert match.redo()
    assert fens(match) == both
    assert match.is_persons_turn
    assert len(player.requests) == 1


def test_redo_of_a_move_that_was_not_answered_lets_the_computer_think():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.undo()
    assert match.redo()
    assert match.players.is_thinking
    assert answer(match, player, "e7e5")
    assert not match.undone


def test_redo_repeats_a_resignation():
    match = two_players()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.resign()
    outcome = match.result.outcome
    match.undo()
    assert match.redo()
    assert match.result.outcome == outcome
    assert len(match.cursor.nodes) == 1


def test_redo_rolls_the_dice_that_were_rolled():
    match = Match(Setup(variant="random-wormhole"))
    match.begin()
    for _ in range(4):
        match.play(match.cursor.board.legal_moves[0])
    played, fen = sans(match), fens(match)
    for change in (match.undo, match.redo):
        assert all(change() for _ in range(4))
    assert (sans(match), fens(match)) == (played, fen)


@pytest.mark.parametrize(
    "act",
    [lambda match: match.play(match.cursor.board.parse_uci("d2d4")), lambda match: match.resign()],
    ids=["move", "resign"],
)
def test_there_is_no_redo_after_another_move(act):
    match = two_players()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.undo()
    assert match.undone
    act(match)
    assert not match.undone
    assert not match.redo()


# Errors


@pytest.mark.parametrize("what", ["the search broke", None])
def test_a_failed_search_gets_a_message_and_can_be_repeated(what):
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert not match.answered(Answer(player.requests[-1], fault=what))
    assert match.players.trouble
    assert not match.players.is_thinking
    assert match.result.outcome is None
    assert match.think_again()
    assert match.players.trouble is None
    assert match.players.is_thinking
    assert len(player.requests) == 2
    assert answer(match, player, "e7e5")


def test_an_illegal_answer_is_an_error():
    match, player = as_white()
    move = match.cursor.board.parse_uci("e2e4")
    match.play(move)
    assert not match.answered(Answer(player.requests[0], move))
    assert "e2e4" in match.players.trouble
    assert len(match.cursor.nodes) == 1


def test_undo_after_trouble():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.answered(Answer(player.requests[-1], fault="the search broke"))
    assert match.undo()
    assert match.players.trouble is None
    assert match.is_persons_turn
    assert match.cursor.nodes == []


def test_think_again_without_an_error_does_nothing():
    match, player = as_white()
    assert not match.think_again()
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert not match.think_again()
    assert len(player.requests) == 1


def test_the_computer_needs_a_player():
    with pytest.raises(ValueError, match="needs a user or a player"):
        Match(Setup(PERSON, COMPUTER))


def test_a_bad_position_is_refused():
    with pytest.raises(FenError):
        Match(Setup(fen="no/position"))


# Demonstrations


def test_a_demonstration_goes_on_by_itself():
    player = ScriptedPlayer()
    match = seated(Setup(COMPUTER, COMPUTER), player)
    assert match.begin()
    assert match.setup.is_between_computers
    for _ in range(6):
        assert match.players.is_thinking
        assert not match.is_persons_turn
        assert match.answered(Answer(player.asked, match.cursor.board.legal_moves[0]))
    assert len(match.cursor.nodes) == 6
    assert len(player.requests) == 7
    assert not match.can_undo
    assert not match.undo()
    assert match.resigner is None
    assert not match.resign()


# Other positions, ends of games


def play_to_the_end(match):
    while match.result.outcome is None:
        assert match.play(match.cursor.board.legal_moves[0])


def test_a_game_ends_by_itself_and_says_why():
    match = two_players()
    play_to_the_end(match)
    assert match.result.outcome == match.cursor.board.outcome() is not None
    assert match.resigner is None
    assert not match.resign()
    assert match.undo()
    assert match.result.outcome is None
    assert match.is_persons_turn


def test_the_computer_is_not_asked_when_the_game_is_over():
    whole = two_players()
    play_to_the_end(whole)
    last = whole.cursor.nodes[-1]
    whole.undo()
    fen = fens(whole)
    player = ScriptedPlayer()
    seats = (PERSON, COMPUTER) if whole.cursor.board.turn == WHITE else (COMPUTER, PERSON)
    match = seated(Setup(*seats, fen=fen), player)
    assert not match.begin()
    assert match.play(match.cursor.board.parse_uci(str(last.move)))
    assert match.result.outcome is not None
    assert player.requests == []
    assert not match.players.is_thinking
    assert match.undo()
    assert match.result.outcome is None


def test_black_may_be_first_to_move():
    fen = Board().fen().replace(" w", " b")
    match, player = as_white(fen)
    assert match.players.is_thinking
    assert answer(match, player, "e7e5")
    assert not match.can_undo
    match.play(match.cursor.board.parse_uci("e2e4"))
    assert match.undo()
    assert len(match.cursor.nodes) == 1


def test_captured_pieces_are_counted_for_the_capturing_side():
    match = two_players()
    taken = {WHITE: [], BLACK: []}
    while match.result.outcome is None and not (taken[WHITE] and taken[BLACK]):
        moves = match.cursor.board.legal_moves
        move = next((move for move in moves if match.cursor.board.is_capture(move)), moves[0])
        if match.cursor.board.is_capture(move):
            taken[match.cursor.board.turn].append(match.cursor.board.piece_at(move.to_square))
        match.play(move)
    assert list(match.cursor.captured_by(WHITE)) == taken[WHITE]
    assert list(match.cursor.captured_by(BLACK)) == taken[BLACK]


# Solved endings


def card_after(winner, moves, line, asked=True):
    """The text of the computer's card after an answer with a proven result; ``asked``: for evaluations."""
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    solution = Solution(winner, moves, line)
    assert match.answered(
        Answer(player.requests[-1], match.cursor.board.parse_uci("e7e5"), solution=solution)
    )
    return match, card_words(match, BLACK, None, shows_evaluation=asked).status


def test_a_proven_win_is_announced_with_its_line():
    match, status = card_after(WHITE, 9, ("c1d4", "e8e6"))
    assert status == "White wins in 9 · Wd4 Ke6"
    match.undo()
    assert match.cursor.node not in match.players.solutions
    assert match.cursor.board.fen() == Board().fen()


def test_a_proven_win_is_no_spoiler():
    assert card_after(WHITE, 9, ("c1d4", "e8e6"), asked=False)[1] == "playing Black"


def test_a_proven_draw_is_announced():
    assert card_after(None, 4, ())[1] == "Drawn with best play"


def test_without_proof_nothing_is_announced():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    assert card_words(match, BLACK, None).status == "playing Black"


def test_the_card_says_who_plays():
    match, _ = as_white()
    assert card_words(match, BLACK, None).names[0] == "Computer, level 1 · Newcomer"
    assert card_words(match, WHITE, None).names == ("You",)


def test_the_card_counts_checks():
    match = Match(Setup(variant="3check"))
    match.begin()
    for move in ("e2e4", "d7d5", "f1b5"):
        match.play(match.cursor.board.parse_uci(move))
    white, black = (card_words(match, color, None) for color in (WHITE, BLACK))
    assert (white.checks, black.checks) == ((1, 3), (0, 3))
    assert white.status == "waiting · checks 1 of 3"


# Pondering


def after_an_answer():
    match, player = as_white()
    match.ponder(False)
    match.play(match.cursor.board.parse_uci("e2e4"))
    answer(match, player, "e7e5")
    return match, player


@pytest.mark.parametrize("uses_book", [True, False])
def test_the_computer_uses_its_book_if_it_may(uses_book):
    player = ScriptedPlayer()
    match = seated(Setup(Seat(at_level(LEVELS[-1])), PERSON), player)
    match.players.uses_book = uses_book
    match.begin()
    assert player.uses_book is uses_book


def test_it_ponders_once_for_each_position():
    match, player = after_an_answer()
    for _ in range(3):
        match.ponder(True)
    assert player.pondered == [fens(match)]
    match.play(match.cursor.board.parse_uci("d2d3"))
    match.ponder(True)
    assert len(player.pondered) == 1
    answer(match, player, "d7d6")
    match.ponder(True)
    assert player.pondered[1:] == [fens(match)]


@pytest.mark.parametrize(
    "change",
    [
        lambda match: match.ponder(False),
        lambda match: match.play(match.cursor.board.parse_uci("d2d3")),
        lambda match: match.undo(),
        lambda match: match.resign(),
        lambda match: match.players.close(),
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


# Looking back, variations


def played(match, *texts):
    for text in texts:
        assert match.play(match.cursor.board.parse_uci(text)), text


def movetext(match):
    return match.game.movetext()


def test_looking_back_changes_nothing_of_the_game():
    match = two_players()
    played(match, "e2e4", "e7e5", "d2d4")
    before, last = movetext(match), match.cursor.node
    assert match.go(match.cursor.nodes[0])
    assert sans(match) == ["e4"]
    assert match.cursor.next() is last.parent
    assert match.cursor.last() is last
    assert match.go(match.game)
    assert sans(match) == []
    assert match.cursor.board.fen() == Board().fen()
    assert match.go(match.cursor.last())
    assert sans(match) == ["e4", "e5", "d4"]
    assert not match.go(match.cursor.node)
    assert movetext(match) == before


def test_playing_from_the_past_starts_a_variation():
    match = two_players()
    played(match, "e2e4", "e7e5", "d2d4")
    match.go(match.cursor.nodes[0])
    played(match, "d7d5")
    assert movetext(match) == "1. e2e4 e7e5 ( 1... d7d5 ) 2. d2d4"
    match.go(match.game)
    assert [node.san() for node in (match.cursor.next(), match.cursor.last())] == ["e4", "d5"]


def test_playing_what_was_played_follows_the_record():
    match = two_players()
    played(match, "e2e4", "e7e5", "d2d4")
    before = movetext(match)
    match.go(match.game)
    played(match, "e2e4", "e7e5")
    assert movetext(match) == before
    assert match.cursor.next().san() == "d4"


def test_another_move_after_undo_becomes_the_main_one():
    match, player = as_white()
    played(match, "e2e4")
    answer(match, player, "e7e5")
    match.undo()
    played(match, "d2d4")
    assert movetext(match) == "1. d2d4 ( 1. e2e4 e7e5 )"
    answer(match, player, "d7d5")
    match.undo()
    match.undo()
    assert not match.can_undo


def test_the_computer_answers_again_when_a_move_is_played_again_after_undo():
    match, player = as_white()
    played(match, "e2e4")
    answer(match, player, "e7e5")
    match.undo()
    played(match, "e2e4")
    assert match.players.is_thinking
    assert match.live is match.cursor.node
    assert not match.may_move
    answer(match, player, "d7d5")
    assert movetext(match) == "1. e2e4 d7d5 ( 1... e7e5 )"
    assert match.live is match.cursor.node is match.game.end()
    match.undo()
    played(match, "e2e4")
    answer(match, player, "d7d5")
    assert movetext(match) == "1. e2e4 d7d5 ( 1... e7e5 )"
    assert match.is_persons_turn


def test_the_answer_to_a_move_played_again_is_the_main_one_even_if_the_person_looks_back():
    match, player = as_white()
    played(match, "e2e4")
    answer(match, player, "e7e5")
    match.undo()
    played(match, "e2e4")
    reply = match.cursor.board.parse_uci("d7d5")
    match.go(match.game)
    assert match.answered(Answer(player.requests[-1], reply))
    assert movetext(match) == "1. e2e4 d7d5 ( 1... e7e5 )"
    assert match.live is match.game.end()


def test_a_line_that_is_followed_after_undo_decides_nothing_before_its_end():
    player = ScriptedPlayer()
    match = seated(Setup(PERSON, COMPUTER, variant="chess"), player)
    match.begin()
    played(match, "f2f3")
    answer(match, player, "e7e5")
    match.undo()
    add_line(match.cursor.node, match.cursor.board, ["f2f3", "e7e5", "g2g4", "d8h4"])
    played(match, "f2f3")
    assert match.game.result == "*"
    assert match.players.is_thinking
    answer(match, player, "e7e5")
    assert match.live is match.cursor.node
    played(match, "g2g4")
    assert match.game.result == "*"
    answer(match, player, "d8h4")
    assert match.game.result == "0-1"


def test_the_computer_thinks_on_while_the_person_looks_back():
    match, player = as_white()
    played(match, "e2e4")
    match.go(match.game)
    assert match.players.is_thinking
    assert match.players.thinker == BLACK
    assert player.stops == 0
    assert match.answered(Answer(player.requests[0], Board().parse_uci("e2e4"))) is False
    assert match.players.trouble


def test_an_answer_is_added_where_the_computer_was_asked():
    match, player = as_white()
    played(match, "e2e4")
    reply = match.cursor.board.parse_uci("e7e5")
    match.go(match.game)
    assert match.answered(Answer(player.requests[0], reply))
    assert match.cursor.node is match.game
    assert movetext(match) == "1. e2e4 e7e5"
    match.go(match.cursor.last())
    assert sans(match) == ["e4", "e5"]
    assert match.is_persons_turn
    assert len(player.requests) == 1


def test_a_variation_against_the_computer_is_answered_and_the_game_waits():
    match, player = as_white()
    played(match, "e2e4")
    answer(match, player, "e7e5")
    played(match, "d2d4")
    match.go(match.game)
    assert match.players.is_thinking
    played(match, "g1h3")
    assert player.stops == 1
    assert player.requests[-1].board.fen() == fens(match)
    answer(match, player, "b7b5")
    assert movetext(match) == "1. e2e4 ( 1. g1h3 b7b5 ) 1... e7e5 2. d2d4"
    match.go(match.game.end())
    assert match.players.is_thinking
    assert player.requests[-1].board.fen() == fens(match)


def test_in_the_past_a_person_may_try_moves_of_the_computer():
    match, player = as_white()
    played(match, "e2e4")
    assert not match.may_move
    answer(match, player, "e7e5")
    match.go(match.cursor.nodes[0])
    assert match.may_move
    assert not match.is_persons_turn
    played(match, "d7d5")
    assert movetext(match) == "1. e2e4 e7e5 ( 1... d7d5 )"
    assert match.is_persons_turn


def mated():
    """A game that White has won, and its last move."""
    match = two_players("4k3/8/8/8/8/8/8/3LKL2 w - - 0 1")
    while match.result.outcome is None:
        mates = [
            move for move in match.cursor.board.legal_moves if match.cursor.board.san(move).endswith("#")
        ]
        match.play(mates[0] if mates else match.cursor.board.legal_moves[0])
    return match


def test_the_result_is_kept_with_the_game_and_can_be_looked_back_from():
    match = mated()
    result = match.result.outcome.result()
    assert match.game.result == result
    end = match.cursor.node
    match.go(end.parent)
    assert match.result.outcome is None
    assert match.game.result == result
    assert match.resigner is None
    match.go(end)
    assert match.result.outcome.result() == result


def test_a_game_that_goes_on_after_an_undo_is_open_again():
    match = mated()
    end = match.cursor.node
    match.undo()
    other = next(move for move in match.cursor.board.legal_moves if move != end.move)
    match.play(other)
    assert match.game.result == (match.result.outcome.result() if match.result.outcome else "*")
    assert match.cursor.node.is_mainline()
    assert not end.is_mainline()


def test_the_line_in_which_an_open_game_ends_becomes_the_main_one():
    match = two_players()
    played(match, "e2e4", "e7e5")
    match.go(match.game)
    played(match, "d2d4")
    while match.result.outcome is None:
        match.play(match.cursor.board.legal_moves[0])
    assert match.cursor.node is match.game.end()
    assert match.game.result == match.result.outcome.result()


def test_a_resignation_belongs_to_the_line_in_which_it_was_given():
    match = two_players()
    played(match, "e2e4", "e7e5")
    match.go(match.game)
    played(match, "d2d4")
    match.resign()
    assert movetext(match) == "1. d2d4 ( 1. e2e4 e7e5 )"
    assert (match.game.result, match.game.termination) == ("1-0", "resignation")
    match.go(match.game)
    match.go(match.cursor.last())
    assert match.result.outcome.reason() == "White wins: Black resigned."
    match.undo()
    assert (match.game.result, match.game.termination) == ("*", None)


def test_a_result_from_elsewhere_stays_with_the_game():
    board = Board()
    board.push_uci("e2e4")
    game = Game.from_board(board, {"Result": "0-1", "Termination": "time forfeit"})
    match = Match(resumed(game))
    assert match.result.outcome.reason() == "Black wins: White's time ran out."
    assert not match.may_move
    match.go(match.game)
    played(match, "d2d4")
    make_main_line(match.cursor.node)
    match.reshaped(match.cursor.node)
    assert (game.result, game.termination) == ("0-1", "time forfeit")


def test_a_deleted_node_is_not_gone_to():
    match = two_players()
    played(match, "e2e4", "e7e5")
    gone = match.cursor.node
    before = gone.parent
    delete(gone)
    match.reshaped(before)
    assert not gone.is_attached()
    assert not match.go(gone)
    assert match.cursor.node is before


def test_after_a_deletion_the_match_stands_where_the_move_was():
    match = two_players()
    played(match, "e2e4", "e7e5", "d2d4")
    deleted = delete(match.cursor.nodes[1])
    match.reshaped(deleted.node_after(match.cursor.node))
    assert sans(match) == ["e4"]
    assert match.cursor.next() is None
    assert match.may_move
    deleted.put_back()
    match.reshaped(match.cursor.node)
    match.go(match.cursor.last())
    assert sans(match) == ["e4", "e5", "d4"]


def test_looking_around_is_no_change_of_the_record():
    match = two_players()
    changes = []
    match.game.watch(lambda: changes.append(movetext(match)))
    played(match, "e2e4")
    match.go(match.game)
    assert changes == ["1. e2e4"]


def test_a_player_resigns_once():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.answered(Answer(player.asked, resigns=True))
    assert match.game.result == "1-0"
    assert match.result.outcome.reason() == "White wins: Black resigned."
    assert player.games[-1] == "1-0", "it is told the result"
    match.go(match.game)
    match.play(match.cursor.board.parse_uci("d2d4"))
    assert match.players.is_thinking, "the rest is analysis"
    match.answered(Answer(player.asked, resigns=True))
    assert match.players.trouble is not None
    assert match.game.result == "1-0"


def test_a_player_offers_a_draw_until_something_is_played():
    match, player = as_white()
    match.play(match.cursor.board.parse_uci("e2e4"))
    match.answered(Answer(player.asked, match.cursor.board.parse_uci("e7e5"), offers_draw=True))
    assert match.players.draw_offered_at is match.cursor.node
    match.play(match.cursor.board.parse_uci("d2d4"))
    assert match.players.draw_offered_at is not match.cursor.node
