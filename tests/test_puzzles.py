"""Puzzles as data: the lines of files, the order of puzzles, and the record of the solver."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole import Board
from wormhole.learn import puzzle_book
from wormhole.learn.puzzle import Puzzle, PuzzleError, games_with_puzzles, read_puzzles, shipped
from wormhole.learn.puzzle_book import Daily, PuzzleBook, PuzzleFilter, RunSeries, TimedRun, Training
from wormhole.learn.solver_record import DAILY, FAILED, HELPED, SOLVED, PuzzleAttempt, Run, SolverRecord

LINE = {
    "variant": "wormhole",
    "fen": "xnwxkxxx/ppxpxxpp/c1pC1x1x/PW1xxp1n/x1PcPxxP/3x1xPw/xPxPxPxx/CNxLKxNx b - - 0 13",
    "moves": ["d4e4"],
    "goal": "mate in 1",
    "themes": ["through-a-wormhole"],
    "rating": 800,
}
BAD = [
    ("{", "is not a JSON object"),
    ("[]", "is not a JSON object"),
    ({"variant": 3}, "variant: 3 is not a text"),
    ({"fen": None}, "fen: None is not a text"),
    ({"rating": "800"}, "rating: '800' is not a whole number"),
    ({"rating": True}, "rating: True is not a whole number"),
    ({"rating": 5000}, "rating: 5000 is not a number from 0 to 4000"),
    ({"moves": "d4e4"}, "moves: 'd4e4' is not a list"),
    ({"moves": []}, "begin and end with the solver's"),
    ({"moves": ["d4e4", "e8d8"]}, "begin and end with the solver's"),
    ({"moves": ["Wxe4"]}, "'Wxe4' is no move in UCI notation"),
    ({"moves": [7]}, "moves: 7 is not a text"),
    ({"goal": "draw"}, "goal: 'draw' is not 'win'"),
    ({"goal": "mate in 2"}, "not as many as its goal says"),
    ({"themes": ["Big Fork"]}, "'Big Fork' is no theme"),
]


def puzzle(number, rating=1000, themes=()):
    return Puzzle("wormhole", f"fen {number}", ("a1a2",), "win", tuple(themes), rating)


def test_a_line_is_read():
    read = Puzzle.read(json.dumps(LINE))
    assert (read.variant, read.moves, read.win_in, read.rating) == ("wormhole", ("d4e4",), 1, 800)
    assert Puzzle.read(json.dumps({**LINE, "goal": "win"})).win_in is None
    assert Puzzle.read(json.dumps({**LINE, "rating": 900})).key == read.key


@pytest.mark.parametrize(("line", "message"), BAD)
def test_a_bad_line_says_what_is_wrong(line, message):
    text = line if isinstance(line, str) else json.dumps({**LINE, **line})
    with pytest.raises(PuzzleError, match="line 2: .*" + message.replace("(", r"\(")):
        read_puzzles([json.dumps(LINE), text])


@pytest.mark.parametrize("field", LINE)
def test_every_field_is_needed(field):
    with pytest.raises(PuzzleError, match=f"{field}: is missing"):
        Puzzle.read(json.dumps({name: value for name, value in LINE.items() if name != field}))


@given(
    st.text(max_size=40)
    | st.dictionaries(st.sampled_from(list(LINE)), st.integers() | st.text()).map(json.dumps)
)
def test_no_line_does_harm(line):
    with pytest.raises(PuzzleError):
        Puzzle.read(line)


def test_shipped_puzzles_can_be_played():
    assert "wormhole" in games_with_puzzles()
    assert shipped("nothing") == ()
    puzzles = shipped("wormhole")
    assert len({each.key for each in puzzles}) == len(puzzles)
    for each in puzzles[:20]:
        board = Board(each.variant, each.fen)
        for move in each.moves:
            board.push_uci(move)


def test_the_puzzles_of_a_day_are_the_same_everywhere_and_come_again_late():
    puzzles = [puzzle(number) for number in range(97)]
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(78)]
    chosen = [puzzle_book.daily(puzzles, day) for day in days]
    easy, others = zip(*chosen, strict=True)
    assert len(set(easy[:10])) == len(set(easy)) == 10
    assert len(set(others)) == 78
    assert not set(easy) & set(others)
    assert chosen == [puzzle_book.daily(list(puzzles), day) for day in days]
    assert puzzle_book.daily([], days[0]) == ()
    assert puzzle_book.daily(puzzles[:1], days[0]) == (puzzles[0],)


@pytest.mark.parametrize("game", games_with_puzzles())
def test_one_of_the_puzzles_of_a_day_is_easy(game):
    puzzles = shipped(game)
    for number in range(30):
        easy, other = puzzle_book.daily(puzzles, date(2026, 1, 1) + timedelta(days=number))
        assert sum(each.rating < easy.rating for each in puzzles) <= max(8, 0.1 * len(puzzles))
        assert easy.rating <= other.rating


@pytest.mark.parametrize("game", ["wormhole", "chess", "smess", "random-wormhole"])
def test_the_first_three_puzzles_are_short_and_become_harder(game):
    puzzles, asked = shipped(game), trained(game, 3)
    assert [each.win_in for each in asked[:3]] == sorted(each.win_in or 99 for each in puzzles)[:3]
    assert asked[0].rating < asked[2].rating


@pytest.mark.parametrize("score", [SOLVED, HELPED, FAILED])
def test_as_long_as_a_rating_is_uncertain_the_puzzles_are_near_it(score):
    book = PuzzleBook("wormhole", shipped("wormhole"), SolverRecord(), clock=lambda: 0.0)
    series = Training(book)
    for number in range(20):
        asked, standing = series.next(), book.standing
        assert puzzle_book.starts_easy(standing) is (number < 3)
        if number >= 3 and standing.is_uncertain:
            assert -200 <= asked.rating - standing.rating.value <= 100
        series.ended(asked, score, 0.0)
    assert not book.standing.is_uncertain


def test_where_no_puzzle_is_near_an_uncertain_rating_the_nearest_ones_are_asked():
    ratings = 300, 310, 320, 2000, 2010, 2020, 3000
    puzzles = [puzzle(number, rating) for number, rating in enumerate(ratings)]
    book = PuzzleBook("wormhole", puzzles, SolverRecord(), clock=lambda: 0.0)
    for number in range(3):
        Training(book).ended(puzzles[number], SOLVED, 0.0)
    assert {Training(book).next().rating for _ in range(40)} == {2000, 2010, 2020}


def trained(game, count):
    """The first puzzles in training of somebody who solves them."""
    chance = random.Random(3)
    book = PuzzleBook(game, shipped(game), SolverRecord(), clock=lambda: 0.0, chance=chance)
    series, asked = Training(book), []
    for _ in range(count):
        asked.append(series.next())
        series.ended(asked[-1], SOLVED, 0.0)
    return asked


def test_the_ratings_say_which_puzzles_are_short():
    for each in (each for game in games_with_puzzles() for each in shipped(game)):
        if each.variant != "random-wormhole":
            assert each.rating <= 700 if each.win_in == 1 else each.rating >= 600


def test_training_gives_new_puzzles_near_the_rating_then_those_seen_long_ago():
    puzzles = [puzzle(number, rating) for number, rating in enumerate(range(500, 2500, 20))]
    book = PuzzleBook("wormhole", puzzles, SolverRecord(), clock=lambda: 0.0, chance=random.Random(1))
    series, asked = Training(book), []
    for _ in range(len(puzzles)):
        asked.append(series.next())
        series.ended(asked[-1], SOLVED, 0.0)
    assert asked[0].rating < 760
    assert sum(each.rating for each in asked[:5]) < sum(each.rating for each in asked[5:10])
    assert len(set(asked)) == len(puzzles)
    assert series.next() in asked[: len(puzzles) // 2]


def test_training_with_a_theme():
    puzzles = [
        puzzle(number, themes=["fork"] if number % 3 else ["fork", "sacrifice"]) for number in range(9)
    ]
    assert puzzle_book.themes_of(puzzles) == {"fork": 9, "sacrifice": 3}
    book = PuzzleBook("wormhole", puzzles, SolverRecord(), wanted=PuzzleFilter(theme="sacrifice"))
    for _ in range(10):
        assert "sacrifice" in Training(book).next().themes
    book.wanted = PuzzleFilter(theme="castling")
    assert Training(book).next() is None


def test_training_with_a_length_and_a_theme():
    puzzles = shipped("wormhole")
    lengths = puzzle_book.lengths_of(puzzles)
    assert list(lengths) == [1, 2, 3, 4, 5, 0]
    assert sum(lengths.values()) == len(puzzles)
    for length, count in lengths.items():
        found = PuzzleFilter(length).of(puzzles)
        assert (len(found), {each.win_in or 0 for each in found}) == (count, {length})
    both = PuzzleFilter(3, "fork").of(puzzles)
    assert both == [each for each in puzzles if each.win_in == 3 and "fork" in each.themes]
    assert len(PuzzleFilter().of(puzzles)) == len(puzzles)


def test_a_run_becomes_harder():
    puzzles = [puzzle(number, rating) for number, rating in enumerate(range(400, 2400, 10))]
    asked = list(puzzle_book.ladder(puzzles, frozenset(), random.Random(2)))
    assert len(set(asked)) == len(puzzles)
    tens = [sum(each.rating for each in asked[start : start + 10]) for start in range(0, 60, 10)]
    assert tens == sorted(tens)
    recent = {each.key for each in puzzles[:100]}
    assert not recent & {each.key for each in puzzle_book.ladder(puzzles, recent, random.Random(2))}
    assert list(puzzle_book.ladder([], frozenset(), random.Random(2))) == []


def test_a_run_ends_by_time_or_by_three_mistakes():
    run = TimedRun(3)
    assert run.left(100.0) == 180.0
    run.begin(100.0)
    run.begin(150.0)
    run.take(True, 110.0)
    assert (run.left(160.0), run.solved, run.is_over(279.0), run.is_over(280.0)) == (120.0, 1, False, True)
    run.take(True, 281.0)
    assert run.solved == 1
    other = TimedRun(5)
    other.begin(0.0)
    for at in (10.0, 20.0, 30.0):
        other.take(False, at)
    assert other.is_over(31.0)
    assert other.left(200.0) == 270.0


def test_the_best_run_is_kept_once():
    kept = []
    book = PuzzleBook("wormhole", [puzzle(1)], SolverRecord(), kept.append, clock=lambda: 5.0)
    series = RunSeries(book, 3)
    series.ended(series.next(), SOLVED, 0.0)
    series.finish()
    series.finish()
    assert kept[1:] == [{"at": 5, "game": "wormhole", "run": 3, "solved": 1}]
    assert RunSeries(book, 3).best_before == 1
    assert RunSeries(book, 5).best_before == 0


def test_a_puzzle_of_a_run_is_known_afterwards_but_not_rated():
    puzzles = [puzzle(number) for number in range(2)]
    kept = []
    book = PuzzleBook("wormhole", puzzles, SolverRecord(), kept.append, clock=lambda: 5.0)
    run = RunSeries(book, 3)
    shown = run.next()
    run.ended(shown, FAILED, 0.0)
    for record in (book.record, SolverRecord(kept)):
        standing = record.standing("wormhole")
        assert (list(standing.seen), standing.points, record.streak) == ([shown.key], [], 0)
    training = Training(book)
    assert training.next() != shown
    training.ended(shown, SOLVED, 0.0)
    assert book.standing.points == []


WRONG = {
    "at": (10**400, 1e20, -1, float("nan"), True, "1", None),
    "rating": (10**400, float("inf"), float("nan"), "1000", True, [1]),
    "score": (2, -1, 0.3, 10**400, float("nan"), True, [1.0], "1"),
    "mode": ("x", 1, None, ["training"], {}),
    "day": ("2026", "2026-1-1", 20261122, "x" * 10**6),
    "puzzle": ("", 1, "x" * 10**6),
    "game": ("", 1, "x" * 10**6),
    "run": (0, -3, 10**400, 3.0, True, "3"),
    "solved": (-1, 10**400, 10**9, 5.0, True, "5", float("inf")),
}


@pytest.mark.parametrize(
    "wrong",
    [{name: value} for name, values in WRONG.items() for value in values],
    ids=lambda wrong: next(iter(wrong)),
)
def test_an_entry_with_an_impossible_value_is_left_out(wrong):
    for entry in (attempt(1, SOLVED, day="2026-11-22").as_entry(), Run(1.0, "wormhole", 3, 5).as_entry()):
        if wrong.keys() <= entry.keys():
            record = SolverRecord([{**entry, **wrong}])
            standing = record.standing("wormhole")
            assert (standing.points, standing.runs, standing.seen, record.streak) == ([], {}, {}, 0)


def test_ratings_stay_finite_whatever_is_solved():
    """Only the strongest are solved and only the weakest failed, and time goes back and forth."""
    for hard, easy in ((SOLVED, FAILED), (FAILED, SOLVED)):
        record = SolverRecord(
            PuzzleAttempt(
                4e9 * (number % 2),
                "wormhole",
                f"key {number}",
                4000 * (number % 2),
                hard if number % 2 else easy,
            ).as_entry()
            for number in range(4000)
        )
        rating = record.standing("wormhole").rating
        assert -1000 < rating.value < 5000
        assert 0 < rating.deviation <= 350


def attempt(number, score, **more):
    return PuzzleAttempt(float(number), "wormhole", f"key {number}", 1000, score, **more)


def test_rating_and_streak_follow_the_attempts():
    record = SolverRecord(attempt(number, SOLVED).as_entry() for number in range(3))
    risen = record.standing("wormhole").rating
    assert risen.value > 1000
    assert (record.streak, record.best_streak, record.standing("wormhole").solved) == (3, 3, 3)
    record.take(attempt(1, FAILED).as_entry())
    assert record.standing("wormhole").rating == risen, "a puzzle counts once"
    record.take(attempt(9, HELPED).as_entry())
    assert (record.streak, record.best_streak) == (0, 3)
    record.take(attempt(10, FAILED).as_entry())
    assert record.standing("wormhole").rating.value < risen.value
    assert record.standing("chess").points == []


def test_journals_of_before_are_read_as_before():
    record = SolverRecord(
        attempt(day * 86_400, score).as_entry() for day, score in enumerate((FAILED, HELPED, SOLVED))
    )
    ratings = [round(point.rating.value) for point in record.standing("wormhole").points]
    assert ratings == [825, 883, 1009]


@pytest.mark.parametrize("score", [SOLVED, FAILED])
@pytest.mark.parametrize("rating", [300, 1000, 1500, 2500])
def test_the_first_ten_puzzles_move_the_rating_gently_and_as_is_said_before(rating, score):
    kept = []
    puzzles = [puzzle(number, rating) for number in range(12)]
    book = PuzzleBook("wormhole", puzzles, SolverRecord(), kept.append, clock=lambda: 5.0)
    training = Training(book)
    for number in range(12):
        before, asked = round(book.standing.rating.value), training.next()
        said = book.stakes(asked)[score]
        training.ended(asked, score, 0.0)
        changed = round(book.standing.rating.value) - before
        assert changed == said
        is_first = number < 10
        assert kept[-1].get("gentle", False) is is_first
        assert abs(changed) <= 75 or not is_first
    assert SolverRecord(kept).standing("wormhole").rating == book.standing.rating


def test_help_and_failure_cost_less_than_a_third_of_what_they_cost_before():
    easy = puzzle(1, 300)
    stakes = PuzzleBook("wormhole", [easy], SolverRecord()).stakes(easy)
    assert stakes[FAILED] > -235 / 3
    assert stakes[FAILED] < stakes[HELPED] < stakes[SOLVED]


def test_a_known_puzzle_has_no_stakes():
    book = PuzzleBook("wormhole", [puzzle(1)], SolverRecord())
    Training(book).ended(puzzle(1), SOLVED, 0.0)
    assert book.stakes(puzzle(1)) is None


def test_it_is_known_that_the_puzzle_of_a_day_was_tried():
    today = date(2026, 3, 1)
    book = PuzzleBook("wormhole", [puzzle(1)], SolverRecord())
    daily = Daily(book, today, puzzle(1))
    assert not book.record.tried_of_day("wormhole", today)
    daily.ended(daily.next(), FAILED, 0.0)
    assert book.record.tried_of_day("wormhole", today) == {puzzle(1).key: FAILED}
    assert not book.record.has_solved_daily("wormhole", today)
    assert not book.record.tried_of_day("chess", today)


def test_the_other_puzzle_of_the_day_follows_unless_it_was_tried():
    today, puzzles = date(2026, 3, 1), [puzzle(number) for number in range(10)]
    book = PuzzleBook("wormhole", puzzles, SolverRecord())
    easy, other = puzzle_book.daily(puzzles, today)
    daily = Daily(book, today, other)
    assert (daily.next(), daily.is_last, daily.is_easy) == (other, False, False)
    assert (daily.next(), daily.is_last, daily.is_easy) == (easy, True, True)
    daily.ended(easy, SOLVED, 0.0)
    daily = Daily(book, today, other)
    assert (daily.next(), daily.is_last, daily.next()) == (other, True, None)
    assert book.record.has_solved_daily("wormhole", today), "one of them is enough for the day"


def test_days_in_a_row():
    today = date(2026, 3, 1)
    days = [today - timedelta(days=number) for number in (1, 2, 3, 5)]
    record = SolverRecord(
        attempt(number, HELPED, mode=DAILY, day=day.isoformat()).as_entry() for number, day in enumerate(days)
    )
    assert record.days_in_a_row("wormhole", today) == 3
    record.take(attempt(7, SOLVED, mode=DAILY, day=today.isoformat()).as_entry())
    assert record.days_in_a_row("wormhole", today) == 4
    assert record.days_in_a_row("wormhole", today + timedelta(days=2)) == 0
    assert not record.has_solved_daily("chess", today)


entries = st.one_of(
    st.builds(
        PuzzleAttempt,
        st.floats(0, 2e9),
        st.sampled_from(("wormhole", "chess")),
        st.text("ab", min_size=1, max_size=2),
        st.integers(0, 4000),
        st.sampled_from((SOLVED, HELPED, FAILED)),
    ).map(PuzzleAttempt.as_entry),
    st.builds(Run, st.floats(0, 2e9), st.just("chess"), st.integers(3, 5), st.integers(0, 50)).map(
        Run.as_entry
    ),
    st.dictionaries(
        st.sampled_from(
            ("at", "game", "puzzle", "rating", "score", "mode", "day", "gentle", "run", "solved")
        ),
        st.none() | st.integers() | st.floats() | st.text(max_size=3) | st.lists(st.integers(), max_size=1),
    ),
)


@given(st.lists(entries, max_size=12))
def test_any_journal_gives_a_record(kept):
    record = SolverRecord(kept)
    for game in ("wormhole", "chess"):
        standing = record.standing(game)
        assert -1000 < standing.rating.value < 5000
        assert standing.solved <= len(standing.seen) <= len(kept)
        assert len(standing.points) <= len(kept)
    assert 0 <= record.streak <= record.best_streak
