"""The lessons: steps are solved by the rules, wrong answers explained, damaged files refused."""

from __future__ import annotations

import pytest

from wormhole import Board, menu
from wormhole.base.errors import Message
from wormhole.learn import attempt, course
from wormhole.learn.attempt import Attempt, Verdict, wrong_way
from wormhole.learn.course import CourseProgress, entry
from wormhole.learn.lesson import Click, LessonError, Visit, parse
from wormhole.rules import game_file

LESSONS = [course.lesson(outline.slug) for outline in course.outlines()]
SHORT_RIDER = """
inherits = "wormhole"
title = "Short riders"
[pieces.N]
name = "Knight"
moves = "W4"
"""
MOST_MOVES = 12
LONGEST_TEXT, LONGEST_PRAISE, LONGEST_LINE = 330, 220, 64
"""Characters that fit in the cards at 800x600, also where a translation is longer."""

BEGINNING = """
title = "A lesson"
about = "What it is about."
[[step]]
text = "Do it."
fen = "7k/8/8/3p4/8/2N5/8/K7"
"""


def asked(lesson):
    return [step for step in lesson.steps if not step.is_shown_only]


def solve(lesson, step):
    """Solve a step by right moves and clicks; the attempt."""
    attempt = Attempt(lesson, step)
    if isinstance(step.goal, Click):
        for square in sorted(step.goal.squares):
            attempt.click(square)
    for _ in range(MOST_MOVES):
        move = attempt.solution()
        if move is None:
            break
        attempt.play(move)
        attempt.reply()
    return attempt


def answers(attempt):
    """The judgement of every legal move, or of every square of the board."""
    if isinstance(attempt.step.goal, Click):
        squares = range(attempt.board.variant.geometry.squares)
        return [attempt.click(square) for square in squares if square not in attempt.step.goal.squares]
    return [attempt.judge(move) for move in attempt.board.legal_moves]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_every_step_is_solved_by_the_rules(lesson):
    unsolved = [number for number, step in enumerate(lesson.steps, 1) if not solve(lesson, step).is_done]
    assert unsolved == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_every_wrong_answer_is_explained(lesson):
    for step in asked(lesson):
        attempt = Attempt(lesson, step)
        wrong = [judged for judged in answers(attempt) if judged.verdict is Verdict.WRONG]
        is_of_a_piece = isinstance(step.goal, Click) and step.goal.of is not None
        assert all(judged.why for judged in wrong) or is_of_a_piece, step.text


def test_a_hint_does_not_wait_for_explanations_of_all_wrong_moves(monkeypatch):
    explained = []
    monkeypatch.setattr(attempt, "of_legal", lambda *about: explained.append(about))
    for lesson in LESSONS:
        for step in asked(lesson):
            Attempt(lesson, step).solution()
    assert explained == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_texts_are_there_and_short(lesson):
    assert len(lesson.title) < LONGEST_LINE
    assert len(lesson.about) < LONGEST_LINE
    for step in lesson.steps:
        assert 0 < len(step.text) <= LONGEST_TEXT, step.text
        said = (step.praise, step.hint, *(wrong.text for wrong in step.wrong))
        assert all(len(text) <= LONGEST_PRAISE for text in said), step.text
        assert bool(step.praise) is not step.is_shown_only, step.text


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_no_step_is_solved_by_whatever_is_played(lesson):
    for step in asked(lesson):
        attempt = Attempt(lesson, step)
        verdicts = {judged.verdict for judged in answers(attempt)}
        is_any = not isinstance(step.goal, Click) and len(attempt.board.legal_moves) > 1
        assert Verdict.WRONG in verdicts or step.text.startswith("The page calls") or not is_any, step.text


def test_each_game_of_the_family_has_a_lesson():
    assert {lesson.game.name for lesson in LESSONS} >= set(menu("family"))


def test_each_piece_of_wormhole_chess_has_a_lesson():
    slugs = {lesson.slug for lesson in LESSONS}
    assert {"king", "pawn", "knight", "champion", "lion", "wizard"} <= slugs


def test_outlines_agree_with_the_lessons():
    for outline, lesson in zip(course.outlines(), LESSONS, strict=True):
        assert (outline.title, outline.about) == (lesson.title, lesson.about)
        assert outline.steps == len(lesson.steps)


def judged(text, move, game="wormhole"):
    """What is said about a move in the first step of a lesson with this ending."""
    lesson = parse(BEGINNING + text, "test")
    attempt = Attempt(lesson, lesson.steps[0])
    return attempt.judge(attempt.board.parse_uci(move))


@pytest.mark.parametrize(
    ("goal", "move", "said"),
    [
        ('do = "capture"', "c3e4", "The knight moved from c3 to e4. c3 is gone. The move captures nothing."),
        ('do = "check"', "c3e4", "This move does not give check."),
        ('do = "mate"', "c3e4", "This move does not give check; Kh7 is one of the answers."),
        ('do = "stuck"', "c3e4", "Black still has a move: Kh7."),
        ('do = "cross"\nholes = 2', "c3e4", "This move does not pass over a hole."),
        (
            'play = ["a1a2"]',
            "c3e4",
            "The knight moved from c3 to e4. c3 is gone. But the task asks for another move.",
        ),
        (
            'visit = ["e4"]\nby = "c3"',
            "a1a2",
            "Move to one of the marked squares each time, with the same piece.",
        ),
        (
            'visit = ["b5", "a2", "g6"]\nby = "c3"',
            "c3b5",
            "From b5, the piece can no longer reach a2, g6. Try another order.",
        ),
        ('play = ["a1a2"]\n[[step.wrong]]\nby = "c3"\ntext = "Not the knight."', "c3e4", "Not the knight."),
    ],
)
def test_a_legal_move_that_is_not_asked_for_is_explained_by_what_it_did(goal, move, said):
    found = judged(goal, move)
    assert found.verdict is Verdict.WRONG
    assert found.why == said


@pytest.mark.parametrize(
    ("fen", "game", "origin", "target", "said"),
    [
        (
            "7k/8/8/3x4/3W4/8/8/K7",
            "wormhole",
            "d4",
            "e7",
            "Wizard: first straight, then diagonally outward. "
            "These steps pass over d5 and end on e8, not on e7.",
        ),
        (
            "7k/8/8/4x3/4N3/8/8/K7",
            "wormhole",
            "e4",
            "f6",
            "Knight: first straight, then diagonally outward. "
            "These steps pass over e5 and end on f7, not on f6.",
        ),
        (
            "7k/6p1/5p2/5x2/4N3/8/8/K7",
            "wormhole",
            "e4",
            "g7",
            "Knight: first straight, then diagonally outward. g7 is reached only in the other order.",
        ),
        ("7k/8/8/8/4N3/8/8/K7", "wormhole", "e4", "e8", ""),
        (
            "7k/xxxxxxxx/8/8/8/8/1N6/K7 b",
            "wormhole",
            "h8",
            "h7",
            "h7 would be right if no square were missing. Now the same steps pass over h7 and end on h6.",
        ),
        (
            "7N/7x/7x/7x/7x/7x/7x/1k1K3x",
            "wormhole",
            "h8",
            "g6",
            "g6 would be right if no square were missing. Now these steps lead off the board.",
        ),
        ("k7/3p4/8/3b4/8/8/3R4/7K", "chess", "d2", "d7", "Rook: the piece on d5 is in the way."),
    ],
)
def test_a_way_that_does_not_lead_there_is_explained_by_what_was_forgotten(fen, game, origin, target, said):
    step = f'title = "A"\nabout = "B"\ngame = "{game}"\n[[step]]\ntext = "C"\nfen = "{fen}"\ndo = "move"'
    lesson = parse(step, "test")
    attempt = Attempt(lesson, lesson.steps[0])
    squares = map(lesson.game.geometry.parse, (origin, target))
    assert attempt.refused(*squares) == said


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("7k/8/8/3p4/8/8/3N4/K7", "Knight: the piece on d5 is in the way."),
        ("7k/8/8/8/8/8/3N4/K7 w", None),
    ],
)
def test_a_piece_in_the_way_of_a_short_rider_is_no_hole(fen, said):
    game = game_file.parse(SHORT_RIDER, "short")
    board = Board(game, fen)
    target = "d6" if said else "d7"
    found = wrong_way(board, *map(game.geometry.parse, ("d2", target)))
    assert (found and str(found)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = 3", "test: line 1, title: 3 is not a text"),
        ('titel = "A"', "test: line 1, titel: there is no such field"),
        ('title = "A"\nabout = "B"\nstep = []', "test: line 3, step: there must be at least one"),
        (
            'title = "A"\nabout = "B"\ngame = "go"\nstep = []',
            "test: line 3, game: there is no game called 'go'",
        ),
        ('title = "A"\nabout = "B"\n[[step]]\ntext = "C"', "test: line 3, step[1].fen: is missing"),
        ('title = "A"\n= "B"', "at line 2"),
        (BEGINNING + 'do = "fly"', "test: line 7, step[1].do: 'fly' is not one of move, capture"),
        (BEGINNING + 'play = ["c3c4"]', "test: line 7, step[1].play: c3c4 is not legal here"),
        (BEGINNING + 'do = "move"\nplay = ["c3d5"]', "asks for one thing"),
        (BEGINNING + 'line = ["c3d5", "h8g8"]', "must end with a move of the learner"),
        (BEGINNING + 'click = ["b5"]\nof = "c3"', "by the rules the piece goes to"),
        (BEGINNING + 'visit = ["b5"]\nby = "h8"', "a piece of the side to move is expected"),
        (BEGINNING + 'fold = "e4"', "no piece stands there"),
        (BEGINNING + 'marks = ["z9"]', "test: line 7, step[1].marks:"),
        (BEGINNING + 'attacks = ["c3-c4"]', "no piece attacks like this"),
        (BEGINNING + "holes = 2", "does not go with show"),
        (BEGINNING + 'praise = "Well."', "nothing is asked here"),
        (
            BEGINNING + 'do = "move"\n[[step.wrong]]\nmoves = ["a1a9"]\ntext = "No."',
            "test: line 9, step[1].wrong[1].moves",
        ),
        (BEGINNING + 'do = "move"\n[[step]]\ntext = "On."\nfen = "9"', "test: line 10, step[2].fen:"),
    ],
)
def test_a_damaged_lesson_says_what_is_wrong_and_where(text, said):
    with pytest.raises(LessonError) as trouble:
        parse(text, "test")
    assert said in str(trouble.value)


def test_progress_is_made_from_the_entries_of_a_journal():
    first, second = course.outlines()[:2]
    entries = [entry(first.slug, step) for step in range(first.steps)]
    progress = CourseProgress.of([*entries, entry(second.slug, 1), entry(second.slug, 99), {"puzzle": 3}])
    assert progress.is_finished(first)
    assert progress.steps_done(second) == 1
    assert progress.first_step(second) == 0
    assert progress.next_lesson(course.outlines()) == second


@pytest.mark.parametrize("step", [10**400, -1, True, 1.0, "1", None, [1]])
def test_an_entry_with_an_impossible_step_is_left_out(step):
    assert CourseProgress.of([{"lesson": "king", "step": step}]) == CourseProgress()
    assert (
        CourseProgress.of([{"lesson": "x" * 10**6, "step": 0}, {"lesson": 3, "step": 0}]) == CourseProgress()
    )


def test_a_walk_lets_the_other_side_pass():
    lesson = parse(BEGINNING + 'visit = ["e4", "d2"]\nby = "c3"', "test")
    attempt = Attempt(lesson, lesson.steps[0])
    attempt.play(attempt.board.parse_uci("c3e4"))
    reply = attempt.reply()
    assert not reply
    assert isinstance(lesson.steps[0].goal, Visit)
    assert attempt.play(attempt.board.parse_uci("e4d2")).verdict is Verdict.DONE


def test_what_a_mistake_did_can_be_translated():
    found = judged('do = "stuck"', "c3e4")
    assert isinstance(found.why, Message)
    assert found.refutation is not None
