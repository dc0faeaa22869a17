"""Puzzles, lessons and studies as pages: each answer is the rules' and the lesson's."""

from __future__ import annotations

import json
import re

import pytest

from tests.support.parts import mostly_exhaustive
from wormhole import Board
from wormhole.gui.pictures.page_looks import page_look, prints_of
from wormhole.learn import course
from wormhole.learn.attempt import Attempt
from wormhole.learn.lesson import Click, Show
from wormhole.learn.puzzle import shipped
from wormhole.library import pgn
from wormhole.library.study import Chapter, Study
from wormhole.pages.exercises import lesson_exercises, lesson_of, numbered_puzzle, puzzle_exercise
from wormhole.pages.game_page import lesson_page, puzzle_page, study_page
from wormhole.pages.page_source import source_of
from wormhole.rules.game_file import variant

LOOK = page_look()
SLUGS = [lesson.slug for lesson in course.outlines()]


def data_of(page):
    return json.loads(re.search(r'id="page-data">([^<]*)<', page)[1])


@pytest.mark.parametrize("number", [1, 2])
def test_a_puzzle_answers_every_move(number):
    puzzle = numbered_puzzle("wormhole", number)
    exercise = puzzle_exercise(puzzle, seconds=3)
    board, node = exercise.game.start.copy(), exercise.game
    for ply, text in enumerate(puzzle.moves):
        children = {child.move.text: child for child in node.variations}
        if ply % 2 == 0:
            assert set(children) == {move.text for move in board.legal_moves}
            for child in children.values():
                is_right = id(child) in exercise.right
                assert is_right or exercise.texts[id(child)], child.move.text
                assert not (is_right and child.move.text != text) or child.board().is_game_over()
        assert id(children[text]) in exercise.right or ply % 2
        board.push_uci(text)
        node = children[text]


@pytest.mark.parametrize("slug", mostly_exhaustive(SLUGS, "checks", "champion", "cheshire"))
def test_a_lesson_judges_as_in_the_window(slug):
    lesson = course.lesson(slug)
    for step, exercise in zip(lesson.steps, lesson_exercises(lesson), strict=True):
        if isinstance(step.goal, Click):
            assert exercise.squares == step.goal.squares
        elif not isinstance(step.goal, Show) and exercise.right:
            attempt = Attempt(lesson, step)
            right = {move.text for move in attempt.board.legal_moves if attempt.is_right(move)}
            tried = {child.move.text: child for child in exercise.game.variations}
            assert {text for text, child in tried.items() if id(child) in exercise.right} == right
            assert set(tried) == {move.text for move in attempt.board.legal_moves}
            assert exercise.game.next().move.text in right


def test_a_page_of_a_lesson_has_its_texts_in_all_languages():
    data = data_of(lesson_page(course.lesson("checks"), LOOK, prints_of))
    assert data["title"]["en"] == "Check through holes"
    first = data["games"][0]
    assert set(first["exercise"]["text"]) >= {"en", "de", "fr", "es"}
    assert [node["s"] for node in first["nodes"] if node.get("o")] == ["Ce4+"]


def test_a_page_of_a_puzzle_holds_its_position():
    puzzle = shipped("wormhole")[0]
    (game,) = pgn.read(source_of(puzzle_page([puzzle], LOOK, prints_of)).games)
    assert game.start.fen() == puzzle.board().fen()
    assert next(iter(game.mainline_moves())).text == puzzle.moves[0]


def test_a_study_has_its_chapters_and_exercises():
    (game,) = pgn.read('[Variant "wormhole"]\n\n1. e4 { so } d5 2. d4 *')
    study = Study("Routes <b>").with_chapter(Chapter("One & two", game))
    study = study.with_chapter(Chapter("Find it", next(pgn.read(str(game))), is_exercise=True))
    page = study_page(study, LOOK, prints_of)
    data = data_of(page)
    assert data["title"] == "Routes <b>"
    assert [each["name"]["en"] for each in data["games"]] == ["One & two", "Find it"]
    assert [node.get("o") for node in data["games"][1]["nodes"]] == [1, None, 1]
    assert "exercise" not in data["games"][0]
    assert source_of(page).games == str(study)


def test_a_file_of_a_lesson(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(course.text_of("checks"), "utf-8")
    lesson = lesson_of(str(path))
    assert (lesson.title, lesson.game) == ("Check through holes", variant("wormhole"))
    assert source_of(lesson_page(lesson, LOOK, prints_of)).lesson == course.text_of("checks")


def test_exercises_begin_in_their_position():
    lesson = course.lesson("checks")
    for step, exercise in zip(lesson.steps, lesson_exercises(lesson), strict=True):
        assert exercise.game.start.fen() == Board(lesson.game, step.fen, seed=7).fen()
