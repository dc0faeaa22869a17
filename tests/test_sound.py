from __future__ import annotations

import os
import wave

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from wormhole.gui.window.sound import Loudness, Sounds


@pytest.fixture
def folder(tmp_path):
    for name in ("move", "win", "wormhole", "wormhole-2", "wormhole-3"):
        with wave.open(str(tmp_path / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, 44100, 0, "NONE", ""))
            file.writeframes(bytes(2000))
    (tmp_path / "broken.wav").write_text("no sound")
    return tmp_path


@pytest.fixture
def sounds(folder):
    sounds = Sounds(folder, Loudness())
    sounds.open()
    sounds.wait_until_open(10)
    yield sounds
    sounds.close()


def test_a_sound_plays(sounds):
    assert sounds.is_audible
    sounds.play("move")
    assert pygame.mixer.get_busy()


def test_a_series_ends_with_its_highest(sounds, folder):
    assert sounds.file_of("wormhole-2") == folder / "wormhole-2.wav"
    assert sounds.file_of("wormhole-9") == folder / "wormhole-3.wav"
    assert sounds.file_of("move-4") == folder / "move.wav"
    assert sounds.file_of("trumpet-4") is None


def test_missing_or_broken_sounds_are_silent(sounds):
    for name in ("trumpet", "broken", ""):
        sounds.play(name)
    assert not pygame.mixer.get_busy()


def test_mute_and_volume(sounds):
    sounds.set_loudness(Loudness(0.5, is_muted=True))
    sounds.play("move")
    assert not pygame.mixer.get_busy()
    assert not sounds.is_audible
    sounds.set_loudness(Loudness(0.25))
    sounds.play("move")
    assert pygame.mixer.get_busy()


def test_signals_have_a_volume_of_their_own(sounds):
    sounds.set_loudness(Loudness(0.5, moves=0.0, signals=1.0))
    sounds.play("move")
    assert not is_heard()
    sounds.play("win")
    assert is_heard()


def is_heard():
    """Whether a sound that plays has a volume."""
    channels = (pygame.mixer.Channel(number) for number in range(pygame.mixer.get_num_channels()))
    return any(channel.get_busy() and channel.get_sound().get_volume() > 0 for channel in channels)


def test_no_device_is_no_error(folder, monkeypatch):
    def no_device(*_):
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", no_device)
    sounds = Sounds(folder, Loudness())
    sounds.open()
    sounds.wait_until_open(10)
    sounds.play("move")
    sounds.set_loudness(Loudness(0.3))
    assert not sounds.is_audible
    sounds.close()


def test_before_it_is_opened_and_after_it_is_closed_it_is_silent(folder):
    sounds = Sounds(folder, Loudness())
    sounds.play("move")
    sounds.close()
    sounds.open()
    sounds.wait_until_open(10)
    sounds.close()
    sounds.play("move")
