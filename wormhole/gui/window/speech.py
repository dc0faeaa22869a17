"""The voice of the window: whether it speaks, how, and what it said last."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.base.errors import Message
from wormhole.gui.languages import language
from wormhole.gui.look.words import FIGURES, sprite_of
from wormhole.gui.window.events import TROUBLE, post
from wormhole.gui.window.voice import SystemVoice, Utterance, Voice, voice_trouble
from wormhole.library.settings import Settings

SPEEDS = {"slow": 0.75, "normal": 1.0, "quick": 1.5}


class Speech:
    """Says texts as the settings ask for it. `voice` replaces the voice of the system."""

    def __init__(self, settings: Callable[[], Settings], voice: Voice | None = None) -> None:
        self._settings = settings
        self._is_given = voice is not None
        self._voice = voice
        self._has_failed = False
        self.last = ""
        """What was said last."""

    @property
    def trouble(self) -> Message | None:
        """What is missing for speech; None if nothing is."""
        return None if self._is_given else voice_trouble()

    @property
    def is_on(self) -> bool:
        """Whether anything is spoken."""
        return self._settings().speech != "off"

    @property
    def follows_focus(self) -> bool:
        """Whether what gets the focus is spoken."""
        return self._settings().speech == "all"

    def say(self, text: str, *, interrupts: bool = False) -> None:
        """Say a text after what is still being said, or instead of it."""
        if not text or self._has_failed:
            return
        self.last = text
        settings = self._settings()
        voice = self._voice = self._voice or SystemVoice(self._fail)
        if interrupts:
            voice.stop()
        words = FIGURES.sub(lambda figure: f"{sprite_of(figure[0])} ", text)
        speed = SPEEDS[settings.speech_pace]
        voice.say(Utterance(words, language.in_use(), speed, settings.volume_of_voice))

    def begin_again(self) -> None:
        """Try another voice if the last one has failed."""
        if self._has_failed:
            self._has_failed, self._voice = False, None

    def try_out(self, text: str) -> None:
        """Let the user hear the voice, unless it is off."""
        if self.is_on:
            self.say(text, interrupts=True)

    def stop(self) -> None:
        """Say no more of what is still being said."""
        if self._voice is not None:
            self._voice.stop()

    def close(self) -> None:
        """End the voice."""
        if self._voice is not None:
            self._voice.close()

    def _fail(self, trouble: Message) -> None:
        """Be silent, and show why; called from the voice's thread."""
        self._has_failed = True
        post(TROUBLE, text=trouble)
