"""Studies: one PGN with chapters, which comes back the same, and the folder that keeps them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples, mostly_exhaustive
from tests.support.pgn_trees import read_theirs, tree
from wormhole import Board
from wormhole.learn import course
from wormhole.learn.attempt import Attempt
from wormhole.learn.lesson_study import study_of
from wormhole.learn.study_puzzle import puzzle_of
from wormhole.library import study
from wormhole.library.comment_commands import Score, Shape
from wormhole.library.known_games import NAMES, name_elsewhere
from wormhole.library.pgn_parser import PgnError
from wormhole.library.record import Game
from wormhole.library.study import Chapter, Study
from wormhole.library.study_folder import ChapterPlace, KeptChapter, StudyError, StudyFolder, read
from wormhole.rules.game_file import variant

WORDS = [
    "find the move",
    "a fork",
    "(",
    "1. e4",
    '"',
    "\\",
    "[x]",
    "é — ♞",
    "%",
    "line\nline",
    "[%clk 0:05:00]",
]
GAMES = ["wormhole", "chess", "random-wormhole", "crazyhouse", "3check", "shogi", "fischerandom"]


def random_chapter(dice: random.Random, game: str) -> Chapter:
    """A chapter with variations, comments, shapes and signs; perhaps from the middle of a game."""
    board = Board(game, seed=dice.randrange(1000))
    for _ in range(dice.randrange(4)):
        board.push(dice.choice(board.legal_moves))
    record = Game.from_board(board)
    nodes = [record, *record.nodes()]
    for _ in range(dice.randrange(12)):
        node = dice.choice(nodes)
        moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if moves and len(node.variations) < 3:
            board = node.board()
            board.push(dice.choice(moves))  # with its roll, where dice are rolled
            nodes.append(node.add_variation(board.peek()))
    for node in nodes:
        if dice.random() < 0.4:
            node.comment = " ".join(dice.choices(WORDS, k=2))
        if dice.random() < 0.3:
            square = dice.randrange(8)
            node.set_shapes([Shape(square, square, "red"), Shape(square, square + 8, "blue")])
        if dice.random() < 0.2:
            node.set_eval(Score(centipawns=dice.randrange(-900, 900), depth=dice.choice([None, 12])))
        if node.parent is not None and dice.random() < 0.2:
            node.nags = {dice.randrange(1, 20)}
    is_exercise, flipped = dice.random() < 0.3, dice.random() < 0.3
    if dice.random() < 0.5:
        return replace(Chapter.of_game("x", record, flipped), is_exercise=is_exercise)
    return Chapter.from_node("x", dice.choice(nodes), is_exercise, flipped)


def content(chapter: Chapter) -> list:
    """All that a chapter has, as plain data; its game may be called otherwise elsewhere."""
    root = tree(chapter.game)
    headers = {name: value for name, value in root[0].items() if name != "Variant"}
    start = chapter.game.start
    return [chapter.name, chapter.is_exercise, start.variant.name, start.fen(), headers, *root[1:]]


NAMES_OF_CHAPTERS = st.text(max_size=20).map(study.clean_name).filter(bool)


@examples(100)
@given(st.integers(), NAMES_OF_CHAPTERS, st.lists(NAMES_OF_CHAPTERS, min_size=1, max_size=4))
def test_a_study_comes_back_the_same(seed, name, names):
    dice = random.Random(seed)
    chapters = [replace(random_chapter(dice, dice.choice(GAMES)), name=each) for each in names]
    written = str(Study(name, tuple(chapters)))
    [found] = study.read(written.splitlines())
    assert found.name == name
    assert [*map(content, found.chapters)] == [*map(content, chapters)]
    assert str(found) == written


OF_LICHESS = """[Event "Game study: A trap"]
[Date "2026.05.07"]
[Result "*"]
[Variant "Standard"]
[ECO "C50"]
[Opening "Italian Game"]
[StudyName "Game study"]
[ChapterName "A trap"]
[ChapterURL "https://lichess.org/study/Yxg2MHJg/4eK95CmT"]
[Annotator "https://lichess.org/@/Somebody"]

{ Look at f7. [%csl Gf7][%cal Gc4f7,Yd1h5] }
1. e4 { [%eval 0.17] [%clk 1:30:50] } 1... e5 2. Bc4 Nc6?! 3. Qh5 $1 { [%eval #-3] }
(3. Nf3 { calm }) 3... Nf6?? 4. Qxf7# *


[Event "Game study: Find it"]
[Result "*"]
[Variant "Three-check"]
[StudyName "Game study"]
[ChapterName "Find it"]
[ChapterMode "gamebook"]
[Orientation "black"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/5P2/PPPP2PP/RNBQKBNR b KQkq - 0 2 +0+0"]
[SetUp "1"]

2... Qh4+ *
"""


def test_a_study_of_lichess():
    [found] = study.read(OF_LICHESS.splitlines())
    first, second = found.chapters
    assert (found.name, first.name, second.name) == ("Game study", "A trap", "Find it")
    assert (first.is_exercise, second.is_exercise, first.flipped, second.flipped) == (
        False,
        True,
        False,
        True,
    )
    e4 = first.game.next()
    assert (first.game.words, e4.eval(), e4.clock()) == ("Look at f7.", Score(17), 5450.0)
    assert [shape.colour for shape in first.game.shapes()] == ["green", "green", "yellow"]
    assert second.game.start.variant.name == "3check"
    written = str(found)
    assert '[Event "Game study: A trap"]' in written
    assert '[Variant "Three-check"]' in written
    assert [*map(content, study.read(written.splitlines())[0].chapters)] == [*map(content, found.chapters)]


@pytest.mark.parametrize("number", range(10))
def test_python_chess_reads_what_is_marked(number):
    dice = random.Random(number)
    written = Study("Marks", (replace(random_chapter(dice, "chess"), name="x"),))
    ours, theirs = written.chapters[0].game, read_theirs(str(written))
    assert tree(ours)[1:] == tree(theirs)[1:]
    names = ours.start.variant.geometry.names
    nodes = zip([ours, *ours.nodes()], _nodes(theirs), strict=True)
    for node, other in nodes:
        arrows = {(arrow.color, arrow.tail, arrow.head) for arrow in other.arrows()}
        squares = chess.SQUARE_NAMES.index
        assert arrows == {
            (shape.colour, squares(names[shape.from_square]), squares(names[shape.to_square]))
            for shape in node.shapes()
        }
        score, theirs_score = node.eval(), other.eval()
        assert (score is None) is (theirs_score is None)
        if score is not None and theirs_score is not None:
            assert (score.centipawns, score.depth) == (theirs_score.white().score(), other.eval_depth())
        assert node.clock() == other.clock()


def _nodes(root: chess.pgn.GameNode) -> list[chess.pgn.GameNode]:
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += reversed(node.variations)
    return found


def test_a_chapter_begins_where_it_is_taken():
    board = Board("wormhole")
    for _ in range(3):
        board.push(board.legal_moves[0])
    game = Game.from_board(board, {"White": "Ada", "Event": "Club"})
    node = game.at((0, 0))
    node.comment = "now"
    chapter = Chapter.from_node("Here", node, is_exercise=True, flipped=True)
    assert chapter.game.start.fen() == node.board().fen()
    assert [*chapter.game.mainline_moves()] == board.move_stack[2:]
    assert (chapter.game.comment, chapter.flipped, chapter.game.headers["White"]) == ("now", True, "Ada")
    assert Chapter.of_game("All", game).headers("S")["Event"] == "Club"


def test_chapters_are_moved_renamed_and_removed():
    ordered = Study("S", tuple(study.new_chapter(name, variant("chess")) for name in "abc"))

    def names(found: Study) -> str:
        return "".join(chapter.name for chapter in found.chapters)

    assert names(ordered.with_moved(0, 2)) == "bca"
    assert names(ordered.with_moved(2, 0)) == "cab"
    assert names(ordered.without_chapter(1)) == "ac"
    assert names(ordered.without_chapter(1).with_chapter(ordered.chapters[1], 1)) == "abc"
    assert ordered.renamed("  New\nname ").name == "New name"
    assert ordered.renamed(" ").name == "S"


def test_several_studies_in_one_file():
    texts = [str(Study(name, (study.new_chapter("x", variant("chess")),) * 2)) for name in ("A", "B")]
    found = study.read("".join(texts).splitlines())
    assert [(each.name, len(each.chapters)) for each in found] == [("A", 2), ("B", 2)]


def test_a_study_is_told_from_games():
    assert study.is_study(OF_LICHESS.splitlines())
    assert not study.is_study(['[Event "x"]', "", "1. e4 *"])
    assert not study.is_study([])


def test_too_many_chapters_are_refused():
    text = '[StudyName "S"]\n\n*\n\n' * (study.MOST_CHAPTERS + 1)
    with pytest.raises(PgnError, match="at most 500 chapters"):
        study.read(text.splitlines())


def test_which_games_others_know():
    assert all(name_elsewhere(variant(name)) == elsewhere for name, elsewhere in NAMES.items())
    assert all(variant(name).title for name in NAMES)
    assert name_elsewhere(variant("shogi")) is None


# The folder


@pytest.fixture
def folder(tmp_path) -> StudyFolder:
    return StudyFolder(tmp_path / "studies", tuple, lambda trouble: None)


def sample(name: str = "Openings") -> Study:
    games = {"First": "wormhole", "Second": "chess"}
    return Study(name, tuple(study.new_chapter(each, variant(game)) for each, game in games.items()))


def test_studies_are_listed_by_their_names(folder):
    assert folder.listed() == []
    paths = [folder.add(sample(name)) for name in ("b", "a", "C/..")]
    assert [file.name for file in folder.listed()] == ["a", "b", "C/.."]
    assert all(path.parent == folder.path for path in paths)
    assert folder.add(sample("a")) == paths[1], "the same study is not written twice"
    assert folder.add(replace(sample("a"), chapters=sample().chapters[:1])).stem == "a 2"


def test_a_broken_file_is_refused_and_never_overwritten(folder):
    path = folder.add(sample())
    broken = '[StudyName "S"]\n\n1. e4 e9 *\n'
    path.write_text(broken)
    [file] = folder.listed()
    assert file.study is None
    assert "e9" in str(file.trouble)
    with pytest.raises(StudyError, match="e9"):
        folder.change(path, lambda kept: kept.renamed("x"))
    assert path.read_text() == broken


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\xff" * 500,
        b'[StudyName "' + b"x" * 100_000,
        b"{" * 10_000,
        b"(" * 10_000,
        b'[StudyName "S"]\n[Variant "nothing"]\n\n*',
        b'[StudyName "S"]\n[FEN "8/8"]\n\n*',
    ],
)
def test_hostile_files(folder, content):
    folder.path.mkdir(parents=True)
    path = folder.path / "x.pgn"
    path.write_bytes(content)
    [file] = folder.listed()
    if file.study is None:
        assert str(file.trouble)
        with pytest.raises(StudyError):
            folder.change(path, lambda kept: kept)
        assert path.read_bytes() == content


def test_a_game_of_ones_own_is_asked_for_only_where_it_is_needed(tmp_path):
    asked = []
    path = tmp_path / "x.pgn"
    path.write_text('[StudyName "S"]\n[Variant "mine"]\n\n*\n')
    with pytest.raises(StudyError):
        read(path, lambda: asked.append(1) or [])
    assert asked
    path.write_text('[StudyName "S"]\n\n1. e9 *\n')
    with pytest.raises(StudyError):
        read(path, lambda: pytest.fail("chess is known"))


def test_a_deleted_study_comes_back(folder):
    path = folder.add(sample())
    before = path.read_bytes()
    put_back = folder.remove(path)
    assert not path.exists()
    put_back()
    assert path.read_bytes() == before
    put_back()
    assert len(folder.listed()) == 2, "another file is not replaced"


def opened(folder: StudyFolder, path: Path, index: int) -> KeptChapter:
    return folder.keep(ChapterPlace(path, index, folder.read(path).chapters[index]))


def test_an_open_chapter_is_kept(folder):
    path = folder.add(sample())
    kept = opened(folder, path, 1)
    game = kept.chapter.game
    game.add_line([game.board().parse_uci("e2e4")]).comment = "the centre"
    kept.close()
    assert folder.wait() is None
    found = folder.read(path)
    assert [chapter.name for chapter in found.chapters] == ["First", "Second"]
    assert found.chapters[1].game.next().comment == "the centre"


def test_an_open_chapter_is_followed_where_it_is_moved_and_renamed(folder):
    path = folder.add(sample())
    kept = opened(folder, path, 0)
    folder.change(path, lambda study: study.with_moved(0, 1))
    assert kept.index == 1
    renamed = lambda study: study.with_changed(1, replace(study.chapters[1], name="Last", is_exercise=True))  # noqa: E731
    folder.change(path, renamed)
    assert kept.chapter.name == "Last"
    kept.chapter.game.comment = "still here"
    assert folder.wait() is None
    assert [(each.name, each.is_exercise, each.game.comment) for each in folder.read(path).chapters] == [
        ("Second", False, ""),
        ("Last", True, "still here"),
    ]


def test_a_chapter_that_is_gone_is_kept_as_another(folder):
    path = folder.add(sample())
    kept = opened(folder, path, 0)
    folder.change(path, lambda study: study.without_chapter(0))
    kept.chapter.game.comment = "still here"
    assert folder.wait() is None
    assert [(each.name, each.game.comment) for each in folder.read(path).chapters] == [
        ("Second", ""),
        ("First", "still here"),
    ]
    kept.chapter.game.comment = "and again"
    assert folder.wait() is None
    assert folder.read(path).chapters[1].game.comment == "and again"


def test_what_cannot_be_kept_is_told_and_tried_again(tmp_path):
    told = []
    folder = StudyFolder(tmp_path / "studies", tuple, told.append)
    path = folder.add(sample())
    kept, good = opened(folder, path, 0), path.read_bytes()
    path.write_text("broken (")
    kept.chapter.game.comment = "new"
    assert folder.wait() is not None
    assert kept.has_failed
    assert told
    path.write_bytes(good)
    assert folder.wait() is None
    assert folder.read(path).chapters[0].game.comment == "new"


LESSONS = mostly_exhaustive([each.slug for each in course.outlines()], "champion", "chess", "capture")


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_is_a_study(slug):
    lesson = course.lesson(slug)
    made = study_of(lesson)
    assert [each.game.words for each in made.chapters] == [step.text for step in lesson.steps]
    for chapter, step in zip(made.chapters, lesson.steps, strict=True):
        puzzle = puzzle_of(chapter)
        if chapter.is_exercise:
            assert puzzle is not None
            attempt = Attempt(lesson, step)
            wanted = attempt.board.parse_uci(puzzle.moves[0])
            assert any(attempt.is_right(move) for move in attempt.board.legal_moves if move == wanted)
    written = str(made)
    [found] = study.read(written.splitlines())
    assert [*map(content, found.chapters)] == [*map(content, made.chapters)]


def test_some_steps_of_lessons_are_exercises():
    made = study_of(course.lesson("chess"))
    assert any(chapter.is_exercise for chapter in made.chapters)
