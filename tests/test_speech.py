"""What the window says: sentences, refusals, messages, dialogs, what has the focus; the keys that ask."""

from __future__ import annotations

import json

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.listener import Listener
from tests.support.patience import until
from tests.support.scripted_player import ScriptedPlayer
from wormhole import Board
from wormhole.gui.languages import language
from wormhole.gui.speech.move_sentences import last_move_words
from wormhole.gui.speech.position_sentences import (
    attacks_words,
    holes_words,
    pieces_words,
    position_words,
    square_words,
)
from wormhole.gui.window import voice
from wormhole.gui.window.voice import LogVoice, SystemVoice, Utterance, voice_trouble
from wormhole.library.time_control import TimeControls, parsed

HOLES = "3k4/8/8/8/4x3/4x3/4R3/4K3 w - - 0 1"
MOVES = [
    ("chess", None, "g1f3", "White: Knight f3"),
    ("chess", "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", "White: Knight takes d5"),
    ("chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "White: Knight c3 to e4"),
    ("chess", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "White: castles short"),
    ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "White: Pawn a8, becomes Queen, check"),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "White: Pawn takes d6, it takes d5"),
    ("wormhole", None, "e2e4", "White: Pawn e4; e2 is gone"),
    ("wormhole-fide", HOLES, "e2e8", "White: Rook e8, through 2 holes, check; e2 is gone"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "White: Knight is dropped on e4"),
    ("seirawan", None, "b1c3h", "White: Knight c3, Hawk comes in on b1"),
]


@pytest.mark.parametrize(("game", "fen", "move", "words"), MOVES)
def test_a_move_is_said_so_that_one_can_follow_it(game, fen, move, words):
    board = Board(game, fen)
    board.push_uci(move)
    assert last_move_words(board) == words


HOLED = "4k3/8/8/8/4x3/8/4P1P1/R3K3 w - - 0 1"


def test_a_position_is_said_by_ranks_by_pieces_and_by_squares():
    board = Board("wormhole-fide", HOLED)
    assert position_words(board) == (
        "Rank 8: Black King e8. Rank 4: hole e4. Rank 2: White Pawn e2, Pawn g2. Rank 1: White Rook a1, "
        "King e1. White is to move."
    )
    assert pieces_words(board) == "White: King e1; Rook a1; Pawn e2, g2. Black: King e8."
    assert pieces_words(board, "p") == "White: Pawn e2, g2. Black: none."
    assert pieces_words(board, "z") == "No piece of this game has the letter z."
    assert holes_words(board) == "1 hole: e4."
    words = [square_words(board, board.variant.geometry.parse(name)) for name in ("e4", "e5", "e8")]
    assert words == ["e4: a hole", "e5: empty", "e8: Black King"]


def test_what_attacks_a_square_is_said_with_the_holes_on_the_way():
    board = Board("wormhole-fide", "r3k3/8/8/x7/8/8/8/R3K3 w - - 0 1")
    assert attacks_words(board, board.variant.geometry.parse("a8")) == (
        "a8: Black Rook. White attacks it with Rook a1 through 1 hole. Black attacks it with nothing."
    )
    assert attacks_words(board, board.variant.geometry.parse("a5")) == "a5: a hole."


def test_the_last_move_is_said_in_the_language_in_use():
    board = Board("wormhole")
    board.push_uci("e2e4")
    language.use("de")
    try:
        assert last_move_words(board).startswith("Weiß: Bauer e4")
    finally:
        language.use("en")


# In the window


@pytest.fixture
def hear(tmp_path):
    """Opens a window whose user listens."""
    opened = []

    def open_window(**options):
        log = tmp_path / "said.txt"
        hand = Hand(tmp_path, speech_log=log, **options)
        opened.append(hand)
        return hand, Listener(hand, log)

    yield open_window
    for hand in opened:
        hand.app.close()


def test_nothing_is_said_unless_it_is_asked_for(tmp_path):
    log = tmp_path / "said.txt"
    with Hand(tmp_path, speech_log=log, start_game=True, black="person") as hand:
        hand.move("e2e4")
        hand.key(pygame.K_F3)
        assert log.read_text() == ""
        assert hand.app.notice.text == "Speech is off: F9 turns it on"


def test_moves_refusals_and_answers_to_questions_are_said(hear):
    player = ScriptedPlayer()
    _hand, listener = hear(start_game=True, player=player)
    listener.key(pygame.K_t, "t")
    listener.hear("^Type a move, text field$")
    listener.write("e2e3")
    listener.hear("^White: Pawn e3; e2 is gone$")
    player.answer("e7e5")
    listener.hear("^Black: Pawn e5; e7 is gone$")
    listener.write("e1e8")
    listener.hear(r"^Not a legal move: e1e8\. The piece cannot move from e1 to e8\.$")
    listener.write("N")
    listener.hear("^Several moves begin so: N")
    for letter in "pe5":
        listener.key(ord(letter), letter)
        if letter == "p":
            listener.ask(pygame.K_F4, "^White: Pawn a2, b2")
            listener.key(pygame.K_BACKSPACE)
    listener.ask(pygame.K_F6, "^e5: Black Pawn")
    listener.ask(pygame.K_F2, r"^Black: Pawn e5; e7 is gone\. White is to move\.$")
    listener.ask(pygame.K_F3, "^Rank 8: Black Champion a8")
    listener.ask(pygame.K_F5, r"^2 holes: e2, e7\.$")
    listener.ask(pygame.K_F7, r"^There are no clocks\.$")
    listener.ask(pygame.K_F8, r"^There are no clocks\.$")


def test_the_clocks_are_said(hear):
    _hand, listener = hear(start_game=True, clocks=TimeControls.equal(parsed("300")), black="person")
    listener.ask(pygame.K_F7, r"^White: 5:00\. Black: 5:00\.$")


def test_little_time_is_said(hear):
    hand, listener = hear(start_game=True, clocks=TimeControls.equal(parsed("60")), black="person")
    for move in ("e2e3", "e7e6"):
        hand.move(move)
    hand.wait(55)
    listener.hear("^White has little time left.$")


def test_the_cursor_and_the_chosen_piece_are_said(hear):
    _hand, listener = hear(start_game=True, black="person")
    listener.ask(pygame.K_RETURN, "^a1: White Champion$")
    listener.ask(pygame.K_UP, "^a2: White Pawn$")
    listener.ask(pygame.K_RETURN, "^Chosen: a2: White Pawn, 2 moves$")


def test_a_move_that_is_taken_back_is_said(hear):
    hand, listener = hear(start_game=True, black="person")
    for move in ("e2e3", "e7e6"):
        hand.move(move)
    listener.ask(pygame.K_LEFT, "^Back. Last move: White: Pawn e3; e2 is gone$")
    listener.ask(pygame.K_HOME, "^Back to the start.$")


def test_the_result_is_said(hear):
    _hand, listener = hear(start_game=True, black="person")
    listener.key(pygame.K_r, "r")
    listener.hear("^Resign")
    listener.key(pygame.K_RETURN, "\r")
    listener.hear("^Black wins")


def test_what_gets_the_focus_is_said_only_if_that_is_chosen(hear):
    hand, listener = hear()
    listener.key(pygame.K_s, "s")
    listener.hear("^Settings$")
    listener.tab_to("Night, chosen")
    listener.tab_to("Board, button")
    listener.key(pygame.K_RETURN, "\r")
    listener.tab_to("Coordinates, Around, chosen")
    hand.app.stage.preferences.change(speech="moves")
    listener.key(pygame.K_TAB, "\t")
    assert listener.lines == []


def test_a_list_says_its_rows(hear):
    hand, listener = hear()
    listener.key(pygame.K_F1)
    hand.until(lambda: hand.app.dialog.is_ready)
    listener.ask(pygame.K_DOWN, "^King$")
    assert listener.lines == ["King", "One step in any direction."]
    listener.tab_to("Close, button")
    listener.key(pygame.K_TAB, "\t")
    assert listener.lines == ["King, list"]


def test_who_restores_the_defaults_still_hears(hear):
    hand, listener = hear()
    listener.key(pygame.K_s, "s")
    hand.press("Restore defaults")
    listener.key(pygame.K_ESCAPE)
    listener.hear("button$")
    assert hand.app.stage.settings.speech == "all"


def test_a_volume_is_said_with_its_label_and_value(hear):
    _hand, listener = hear()
    listener.key(pygame.K_s, "s")
    listener.tab_to("Sound, button")
    listener.key(pygame.K_RETURN, "\r")
    listener.tab_to("Volume, 50")
    listener.ask(pygame.K_RIGHT, "^Volume, 55.%, slider$")


def test_a_notice_is_said_each_time_that_it_is_shown(hear):
    hand, listener = hear()
    for _ in range(2):
        listener.key(pygame.K_F1)
        hand.app.stage.close_dialog()
        hand.app.stage.notices.flash("Something has happened.")
        listener.hear("^Something has happened$")


def test_speech_that_is_not_there_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(voice, "find_spec", lambda name: None)
    with Hand(tmp_path) as hand:
        hand.key(pygame.K_F9)
        assert "pip install 'wormhole-chess[speech]'" in hand.app.notice.text
        hand.key(pygame.K_s, "s")
        hand.press("Sound")
        assert not hand.button("Moves, messages").is_enabled
        assert not hand.has("Normal")  # the pace of a voice
        assert hand.app.stage.settings.speech == "off"


# Voices

LIBRARY = """
import json, time

class Engine:
    def __init__(self): self.values = {"rate": 200, "voice": "english"}
    def getProperty(self, name):
        voice = type("Voice", (), {})
        voices = []
        for each, languages in (("english", ["en_US"]), ("german", [b"\\x05de"])):
            voices.append(voice())
            voices[-1].id, voices[-1].languages = each, languages
        return voices if name == "voices" else self.values[name]
    def setProperty(self, name, value): self.values[name] = value
    def say(self, text):
        if text == "crash": raise SystemExit
        if text == "fail": raise RuntimeError("no sound device")
        with open(FILE, "a") as file: file.write(json.dumps({"text": text, **self.values}) + "\\n")
        if text == "long": time.sleep(1000)
    def runAndWait(self): pass

def init(): return Engine()
"""


@pytest.fixture
def spoken(tmp_path, monkeypatch):
    """A speech library that writes what it speaks; gives what it has spoken, once there is so much of it."""
    file = tmp_path / "spoken.txt"
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "pyttsx3.py").write_text(LIBRARY.replace("FILE", repr(str(file))), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "library"))

    def read(count):
        return until(lambda: lines if len(lines := _lines(file)) >= count else None, "too few lines")

    return read


def _lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def system_voice():
    troubles = []
    speaking = SystemVoice(troubles.append)
    yield speaking, troubles
    speaking.close()


def test_the_voice_of_the_system_speaks_in_the_language_one_text_after_the_other(spoken, system_voice):
    speaking, troubles = system_voice
    speaking.say(Utterance("eins", "de", 1.5, 0.5))
    speaking.say(Utterance("two", "en"))
    first, second = spoken(2)
    assert first == {"text": "eins", "voice": "german", "rate": 300, "volume": 0.5}
    assert (second["text"], second["voice"], second["rate"]) == ("two", "english", 200)
    assert troubles == []


def test_a_text_is_stopped_by_the_next_one(spoken, system_voice):
    speaking, troubles = system_voice
    speaking.say(Utterance("long"))
    speaking.say(Utterance("waits"))
    spoken(1)
    speaking.stop()
    speaking.say(Utterance("next"))
    assert [each["text"] for each in spoken(2)] == ["long", "next"]
    assert troubles == []


@pytest.mark.parametrize(
    ("text", "trouble"), [("fail", "no sound device"), ("crash", "its process has ended")]
)
def test_a_voice_that_fails_is_reported_once(spoken, system_voice, text, trouble):
    speaking, troubles = system_voice
    speaking.say(Utterance(text))
    assert until(lambda: troubles) == [f"The voice has stopped: {trouble}."]
    speaking.say(Utterance("after"))
    speaking.stop()
    assert len(troubles) == 1


def test_a_voice_that_fails_is_a_message_in_the_window(spoken, tmp_path, monkeypatch):
    monkeypatch.setattr("wormhole.gui.window.speech.voice_trouble", lambda: None)
    with Hand(tmp_path) as hand:
        hand.key(pygame.K_F9)
        spoken(1)
        hand.app.stage.notices.show("fail")
        hand.until(lambda: "The voice has stopped: no sound device." in hand.app.notice.text)
        for _again in range(2):
            hand.key(pygame.K_F9)
        spoken(2)
        assert hand.app.is_open


def test_a_log_has_a_line_for_each_text(tmp_path):
    log = LogVoice(tmp_path / "said.txt")
    for text in ("one", "two\nlines"):
        log.say(Utterance(text))
    log.stop()
    log.close()
    assert (tmp_path / "said.txt").read_text() == "one\ntwo lines\n"


def test_the_library_is_enough_for_speech_but_on_linux(spoken, monkeypatch):
    monkeypatch.setattr(voice.sys, "platform", "darwin")
    assert voice_trouble() is None
    monkeypatch.setattr(voice.sys, "platform", "linux")
    monkeypatch.setenv("PATH", "")
    assert voice_trouble() == "Speech needs the program aplay."
