"""The process that speaks one text with a voice of the system, by pyttsx3.

It is a process of its own, which imports nothing of the program: the library blocks while it speaks, on Linux
only the end of its process stops a text, and some of its drivers speak only once.
"""

from __future__ import annotations

import json
import sys
from typing import Any

DONE = "."
"""The answer once the text was spoken. Any other answer says why it was not."""


def speak() -> None:
    """Speak the text on standard input, a line of JSON, and answer with a line."""
    answers, sys.stdout = sys.stdout, sys.stderr  # the library prints, too
    answer = DONE
    try:
        import pyttsx3

        engine = pyttsx3.init()
        voices = {voice.id: languages_of(voice) for voice in engine.getProperty("voices")}
        line = sys.stdin.readline()
        if not line:
            return
        wanted = json.loads(line)
        voice = voice_for(wanted["language"], voices, engine.getProperty("voice"))
        if voice is not None:
            engine.setProperty("voice", voice)
        engine.setProperty("rate", round(engine.getProperty("rate") * wanted["speed"]))
        engine.setProperty("volume", wanted["volume"])
        engine.say(wanted["text"])
        engine.runAndWait()
    except Exception as error:  # of the library, of its driver, or of the system: the window reports it
        answer = " ".join(str(error).split()) or type(error).__name__
    print(answer, file=answers, flush=True)


def languages_of(voice: Any) -> tuple[str, ...]:
    """The codes of a voice's languages, such as "de-at"; systems give them in several forms."""
    return tuple(
        (each.decode("ascii", "ignore") if isinstance(each, bytes) else str(each))
        .strip("\0\2\5 ")
        .lower()
        .replace("_", "-")
        for each in getattr(voice, "languages", None) or ()
    )


def voice_for(language: str, voices: dict[str, tuple[str, ...]], usual: str | None) -> str | None:
    """The voice for a language: the usual one if it speaks it, else the first; None to leave it as it is.

    >>> voices = {"a": ("en-us",), "b": ("de-at",), "c": ("de",)}
    >>> [voice_for(language, voices, "a") for language in ("en", "de", "pl")]
    ['a', 'c', None]
    """
    code = language.lower().replace("_", "-")
    same = [voice for voice, codes in voices.items() if code in codes]
    base = code.partition("-")[0]
    near = [voice for voice, codes in voices.items() if any(each.partition("-")[0] == base for each in codes)]
    return usual if usual in near else next(iter([*same, *near]), None)


if __name__ == "__main__":
    speak()
