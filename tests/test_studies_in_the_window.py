"""Studies as a user makes them: from a game, chapter by chapter, an exercise that is solved, a show."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import driving
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.puzzle_exercise import PuzzlePhase
from wormhole.gui.learn.study_show import StudyShowScreen
from wormhole.gui.library.library_screen import LibraryScreen
from wormhole.gui.screens import content_opener
from wormhole.gui.screens.add_to_study import AddToStudyDialog
from wormhole.gui.screens.chapters import open_chapter
from wormhole.gui.window import destination
from wormhole.learn import course
from wormhole.library import pgn, study
from wormhole.library.database.game_rows import snapshot
from wormhole.library.study import Chapter, Study, new_chapter
from wormhole.play.seats import two_players
from wormhole.rules.game_file import variant

SIZES = [(800, 600), (1280, 800)]
CTRL_SHIFT = pygame.KMOD_CTRL | pygame.KMOD_SHIFT
GAME = """[White "Ada"]
[Black "Bob"]
[Variant "chess"]

1. e4 { [%csl Re5] the centre } e5 2. Bc4 Nc6 3. Qh5 Nf6 $4 (3... g6 { holds }) 4. Qxf7# 1-0
"""
TRAP = """[Variant "chess"]
[FEN "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"]
[SetUp "1"]

{ Mate in one. [%cal Gc4f7] } 4. Qxf7# { f7 was weak }
(4. Bxf7+ { Too slow. } 4... Ke7 { The king gets away. })
1-0
"""


def chapter(text, name, is_exercise=False):
    (game,) = pgn.read(text)
    return Chapter(name, game, is_exercise)


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path) as drive:
        yield drive


@pytest.fixture
def sample():
    return Study("Traps", (chapter(GAME, "A game"), chapter(TRAP, "Find it", True)))


def kept(hand):
    """The studies in the folder, by name, with the names of their chapters."""
    hand.app.stage.library.studies.wait()
    files = hand.app.stage.library.studies.listed()
    return {file.name: [each.name for each in file.study.chapters] for file in files}


def listed(hand, study=None):
    """The page of the studies, with this one in it."""
    path = None if study is None else hand.app.stage.library.studies.add(study)
    hand.app.stage.rooms.open(destination.Studies(path))
    return shown(hand)


def shown(hand):
    """The page, once the studies are read."""
    hand.wait_for_reading()
    hand.until(lambda: isinstance(hand.screen, LibraryScreen) and not hand.screen.studies.reading.is_busy)
    hand.wait(0.3)
    return hand.screen.studies


def names(view):
    return [each.name for each in view.chapters]


@pytest.mark.parametrize("size", SIZES)
def test_a_game_becomes_a_chapter_of_a_new_study(drive, size):
    (game,) = pgn.read(GAME)
    hand = drive(size, start_game=True, game=game)
    hand.key(pygame.K_ESCAPE)
    hand.press("Add to a study…")
    hand.wait_for_reading()
    assert isinstance(hand.app.dialog, AddToStudyDialog)
    hand.fill("My first")
    hand.press("Add")
    hand.wait_for_reading()
    assert kept(hand) == {"My first": ["Ada - Bob"]}
    hand.press_on_notice("Open")
    hand.wait_for_reading()
    assert isinstance(hand.screen, GameScreen)
    assert hand.match.game.next().words == "the centre"


def test_a_game_of_the_library_is_added(drive):
    hand = drive((800, 600))
    (game,) = pgn.read(GAME)
    with hand.app.stage.library.open() as library:
        library.insert(snapshot(game))
    hand.key(pygame.K_l, "", pygame.KMOD_CTRL)
    hand.until(lambda: hand.screen.games.preview.walk is not None)
    hand.key(pygame.K_s, "", CTRL_SHIFT)
    hand.wait_for_reading()
    hand.fill("Mine")
    hand.press("Add")
    hand.wait_for_reading()
    assert kept(hand) == {"Mine": ["Ada - Bob"]}


def test_the_position_and_an_exercise_are_added(drive):
    (game,) = pgn.read(GAME)
    hand = drive(start_game=True, game=game)
    hand.app.stage.library.studies.add(Study("Traps", (chapter(GAME, "First"),)))
    hand.keys(pygame.K_LEFT)
    hand.settle()
    hand.key(pygame.K_s, "", CTRL_SHIFT)
    hand.wait_for_reading()
    hand.press("Exercise")
    hand.press("Add")
    hand.wait_for_reading()
    assert kept(hand) == {"Traps": ["First", "Ada - Bob"]}
    (file,) = hand.app.stage.library.studies.listed()
    added = file.study.chapters[1]
    assert added.is_exercise
    assert [node.san() for node in added.game.mainline()] == ["Qxf7#"]


def test_a_chapter_is_changed_and_kept(drive, sample):
    hand = drive()
    view = listed(hand, sample)
    before = view.file.path.read_text()
    hand.key(pygame.K_RETURN, "\r")
    hand.wait_for_reading()
    hand.settle()
    assert hand.match.cursor.node is hand.match.game
    assert kept(hand)
    assert view is not None
    path = hand.match.setup.opened.chapter.path
    assert path.read_text() == before, "looking at a chapter does not change it"
    hand.move("d2d4")
    assert kept(hand)
    assert "(1. d4)" in path.read_text()
    with hand.app.stage.library.open() as library:
        assert not library.find(), "it is in no library of games"
    hand.key(pygame.K_PAGEDOWN, "", pygame.KMOD_CTRL)
    hand.wait_for_reading()
    hand.settle()
    assert isinstance(hand.screen, ExerciseScreen)


def test_there_is_no_chapter_after_the_last(drive, sample):
    hand = drive()
    listed(hand, Study("One", sample.chapters[:1]))
    hand.press("Open")
    hand.wait_for_reading()
    screen = hand.screen
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
        hand.key(key, "", pygame.KMOD_CTRL)
        hand.wait_for_reading()
        assert hand.screen is screen


def test_the_way_back_leads_to_the_list(drive, sample):
    hand = drive()
    listed(hand, sample)
    hand.key(pygame.K_RETURN, "\r")
    hand.wait_for_reading()
    hand.key(pygame.K_ESCAPE)
    hand.press("Back to the study")
    assert names(shown(hand)) == ["A game", "Find it"]


def test_chapters_are_moved_renamed_and_deleted(drive, sample):
    hand = drive((800, 600))
    view = listed(hand, sample)
    hand.press("Down")
    shown(hand)
    assert names(view) == ["Find it", "A game"]
    assert view.at == 1
    hand.key(pygame.K_UP, "", pygame.KMOD_CTRL)
    shown(hand)
    assert names(view) == ["A game", "Find it"]
    hand.key(pygame.K_F2)
    hand.fill("The game")
    hand.key(pygame.K_RETURN, "\r")
    shown(hand)
    assert names(view) == ["The game", "Find it"]
    hand.key(pygame.K_DELETE)
    shown(hand)
    assert kept(hand) == {"Traps": ["Find it"]}
    hand.press_on_notice("Undo")
    shown(hand)
    assert names(view) == ["The game", "Find it"]


def test_an_open_chapter_is_known_after_it_was_moved(drive):
    hand = drive((800, 600))
    stage = hand.app.stage
    both = (chapter('[Variant "chess"]\n\n1. e4 *', "One"), chapter('[Variant "chess"]\n\n1. d4 *', "Two"))
    path = stage.library.studies.add(Study("Both", both))

    def opened(index):
        open_chapter(stage, path, index)
        hand.wait_for_reading()
        return hand.screen.game

    opened(0)
    stage.library.studies.change(path, lambda study: study.with_moved(0, 1))
    stage.rooms.open(destination.Home())
    assert opened(0).match.game.next().move.text == "d2d4"
    assert opened(1).match.game.next().move.text == "e2e4"
    assert kept(hand) == {"Both": ["Two", "One"]}


def test_studies_are_begun_renamed_and_deleted(drive, sample):
    hand = drive((800, 600))
    view = listed(hand)
    assert names(view) == []
    hand.press("New…")
    hand.fill("Endings")
    hand.key(pygame.K_RETURN, "\r")
    shown(hand)
    assert kept(hand) == {"Endings": ["Chapter 1"]}
    hand.press("Study…")
    hand.press("Rename the study…")
    hand.fill("Rook endings")
    hand.press("OK")
    shown(hand)
    assert kept(hand) == {"Rook endings": ["Chapter 1"]}
    hand.key(pygame.K_DELETE)
    shown(hand)
    assert kept(hand) == {}
    hand.press_on_notice("Undo")
    shown(hand)
    assert kept(hand) == {"Rook endings": ["Chapter 1"]}


def test_a_broken_study_is_shown_with_the_reason(drive, sample):
    hand = drive((800, 600))
    path = hand.app.stage.library.studies.add(sample)
    path.write_text('[StudyName "S"]\n\n1. e4 e9 *\n')
    view = listed(hand)
    assert "e9" in view.table.empty
    hand.press("Study…")
    assert not hand.button("Export…").is_enabled
    assert hand.button("Delete the study").is_enabled


def test_an_exercise_is_solved(drive, sample):
    hand = drive((800, 600))
    view = listed(hand, sample)
    hand.keys(pygame.K_DOWN)
    assert view.at == 1
    hand.press("Open")
    hand.wait_for_reading()
    hand.settle()
    exercise = hand.screen.exercise
    assert "Mate in one." in exercise.shown.text
    assert any("Mate in one." in said for said in hand.screen.heard.values())
    assert exercise.shown.shapes
    hand.move("c4f7")
    assert exercise.phase is PuzzlePhase.REFUTED
    assert "Too slow. The king gets away." in exercise.shown.feedback.text
    hand.until(lambda: exercise.phase is PuzzlePhase.ASKED)
    hand.settle()
    hand.press("Hint")
    assert exercise.shown.suggestions
    hand.move("h5f7")
    assert exercise.phase is PuzzlePhase.DONE
    assert "f7 was weak" in exercise.shown.text
    hand.press("Again")
    assert exercise.phase is PuzzlePhase.ASKED


@pytest.mark.parametrize("size", SIZES)
def test_a_study_is_shown_chapter_by_chapter(drive, sample, size):
    hand = drive(size)
    hand.app.stage.preferences.change(motion=False)
    listed(hand, sample)
    hand.press("Study…")
    hand.press("Show as a demonstration")
    show = hand.screen
    assert isinstance(show, StudyShowScreen)
    seen = []
    while show.index == 0:
        seen.append((show.words.move, show.words.headline))
        hand.wait(0.5)
    assert ("1. e4", "the centre") in seen
    assert [move for move, _ in dict.fromkeys(seen)][-1] == "4. Qxf7#"
    assert show.words.headline == "Mate in one."
    hand.key(pygame.K_LEFT)
    assert show.index == 0
    assert show.words.about == "Chapter 1 of 2: A game"
    hand.key(pygame.K_ESCAPE)
    assert names(shown(hand)) == ["A game", "Find it"]


def test_a_study_that_is_dropped_opens_as_a_study(drive, sample, tmp_path):
    path = tmp_path / "downloaded.pgn"
    path.write_text(str(sample))
    hand = drive((800, 600))
    hand.post(pygame.DROPBEGIN)
    hand.post(pygame.DROPFILE, file=str(path))
    hand.post(pygame.DROPCOMPLETE)
    hand.step()
    view = shown(hand)
    assert names(view) == ["A game", "Find it"]
    assert kept(hand) == {"Traps": ["A game", "Find it"]}


@pytest.mark.parametrize("is_in_library", [False, True])
def test_a_study_that_is_pasted_opens_as_a_study(drive, sample, monkeypatch, is_in_library):
    hand = drive((800, 600))
    if is_in_library:
        listed(hand)
    monkeypatch.setattr(content_opener, "clipboard_text", lambda: str(sample))
    hand.key(pygame.K_v, "", pygame.KMOD_CTRL)
    hand.wait_for_reading()
    hand.until(lambda: isinstance(hand.screen, LibraryScreen) and hand.screen.studies.chapters)
    assert names(hand.screen.studies) == ["A game", "Find it"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "is_warned"), [("chess", False), ("wormhole", True)])
def test_what_others_refuse_is_said_before_it_is_written(drive, tmp_path, size, game, is_warned):
    warning = f"Other programs do not know {variant(game).title} and will refuse this file."
    hand = drive(size)
    listed(hand, Study("Sent", (new_chapter("One", variant(game)),)))
    hand.key(pygame.K_s, "", pygame.KMOD_CTRL)
    assert (warning in hand.hints) is is_warned
    hand.fill(str(tmp_path / "sent.pgn"))
    hand.press("Save")
    hand.wait_for_reading()
    [found] = study.read((tmp_path / "sent.pgn").read_text().splitlines())
    assert (found.name, found.chapters[0].name) == ("Sent", "One")
    hand.app.stage.rooms.open(destination.Game(two_players(game)))
    hand.key(pygame.K_s, "", pygame.KMOD_CTRL)
    assert (warning in hand.hints) is is_warned


def test_a_lesson_is_opened_as_a_study(drive):
    hand = drive((800, 600))
    hand.key(pygame.K_t, "", pygame.KMOD_CTRL)
    hand.until(lambda: hand.screen.widgets.has_focus)
    hand.press("As a study")
    view = shown(hand)
    assert len(view.chapters) == len(course.lesson(course.outlines()[0].slug).steps)
    assert view.chapters[0].game.words
