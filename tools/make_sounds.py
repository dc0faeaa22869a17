"""Makes every sound of the program: `python tools/make_sounds.py [folder]`, one WAV file for each of SOUNDS.

All sounds are synthesized. A struck thing (wood, felt, bell, die) is a table of modes, the tones that it
rings with, excited by a soft or hard contact. A wormhole is a tone that glides upwards, with some noise. The
same NumPy writes the same bytes every time. Times are in seconds, pitches in hertz; a level is a factor, a
peak is in decibels relative to full scale (dBFS).
"""

from __future__ import annotations

import argparse
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]

SAMPLE_RATE = 44_100
FADE_IN_SECONDS = 0.0007  # short enough to leave a knock its edge, long enough not to click
FADE_OUT_SHARE = 0.3  # of the whole sound, so that no tail is cut off


@dataclass(frozen=True)
class Mode:
    """One tone of a struck thing: it starts at `level` and falls to 1/e of it in `decay_seconds`.

    A negative level inverts the phase, as in neighbouring modes of a plate.
    """

    hertz: float
    level: float
    decay_seconds: float


@dataclass(frozen=True)
class Contact:
    """How two things touch: a longer contact makes a duller knock.

    `grit` is the level of the contact's noise, relative to a ringing of level 1.
    """

    seconds: float
    grit: float
    grit_band_hertz: tuple[float, float]
    grit_decay_seconds: float


# ---- Materials ------------------------------------------------------------------------------------------

# A thick board on a table: close, unrelated modes that decay within a few periods. The fast decay, not the
# pitches, makes it sound like wood.
WOODEN_BOARD = (
    Mode(183, 0.32, 0.0240),
    Mode(248, -0.50, 0.0240),
    Mode(331, 0.72, 0.0220),
    Mode(427, -0.90, 0.0200),
    Mode(548, 1.00, 0.0175),
    Mode(671, -1.00, 0.0155),
    Mode(823, 0.95, 0.0135),
    Mode(1013, -0.90, 0.0115),
    Mode(1276, 0.85, 0.0095),
    Mode(1590, -0.75, 0.0078),
    Mode(2035, 0.62, 0.0062),
    Mode(2620, -0.48, 0.0048),
    Mode(3390, 0.30, 0.0036),
)

# The same board under cloth: the low modes only, which decay softly.
FELT_BOARD = (
    Mode(128, 0.45, 0.0340),
    Mode(174, -0.75, 0.0320),
    Mode(233, 1.00, 0.0280),
    Mode(304, -0.90, 0.0240),
    Mode(397, 0.70, 0.0190),
    Mode(521, -0.48, 0.0150),
    Mode(688, 0.30, 0.0110),
    Mode(930, -0.15, 0.0080),
)

# A clay poker chip: small, hard, well damped.
CHIP = (
    Mode(640, 0.50, 0.0090),
    Mode(985, -0.80, 0.0080),
    Mode(1430, 1.00, 0.0065),
    Mode(2190, -0.70, 0.0050),
    Mode(3050, 0.40, 0.0035),
    Mode(4120, -0.20, 0.0025),
)

# A die on wood: the die rings high and short, the board answers.
DIE = (
    Mode(395, 0.45, 0.0140),
    Mode(690, -0.55, 0.0110),
    Mode(1120, 0.70, 0.0080),
    Mode(1780, -0.90, 0.0060),
    Mode(2460, 0.80, 0.0048),
    Mode(3330, -0.45, 0.0035),
    Mode(4480, 0.18, 0.0025),
)

# A small bell, its two lowest partials split a little so that it breathes. Multiples of its note.
BELL = (
    Mode(0.500, 0.30, 0.150),
    Mode(1.000, 1.00, 0.125),
    Mode(1.006, 0.35, 0.125),
    Mode(1.198, 0.22, 0.090),
    Mode(2.003, 0.30, 0.060),
    Mode(2.740, 0.08, 0.030),
)

# A wooden bar with a tube below it, played with a soft mallet. Multiples of its note.
MALLET_BAR = (
    Mode(1.000, 1.00, 0.190),
    Mode(1.003, 0.30, 0.230),
    Mode(2.000, 0.10, 0.110),
    Mode(3.990, 0.16, 0.040),
    Mode(9.200, 0.02, 0.008),
)

WOOD_ON_WOOD = Contact(seconds=0.00042, grit=0.30, grit_band_hertz=(900, 4200), grit_decay_seconds=0.0024)
WOOD_ON_FELT = Contact(seconds=0.0026, grit=0.42, grit_band_hertz=(110, 900), grit_decay_seconds=0.011)
CHIP_ON_CHIP = Contact(seconds=0.00030, grit=0.22, grit_band_hertz=(1200, 4500), grit_decay_seconds=0.0014)
DIE_ON_WOOD = Contact(seconds=0.00034, grit=0.25, grit_band_hertz=(1000, 4500), grit_decay_seconds=0.0016)
SOFT_MALLET = Contact(seconds=0.0018, grit=0.05, grit_band_hertz=(200, 1200), grit_decay_seconds=0.006)

# The walls of a small room: (delay, level) of its first echoes, the same for all sounds.
ROOM_ECHOES = (
    (0.0041, 0.14),
    (0.0073, 0.12),
    (0.0118, 0.10),
    (0.0179, 0.075),
    (0.0267, 0.05),
    (0.0383, 0.03),
)
ROOM_DULLNESS_HERTZ = 2600.0

# Notes in equal temperament.
E3, G3, A3 = 164.81, 196.00, 220.00
D4, F4, F_SHARP_4, A4 = 293.66, 349.23, 369.99, 440.00
D5, E5 = 587.33, 659.26


# ---- Building stones -------------------------------------------------------------------------------------


def times(seconds: float) -> Samples:
    return np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE


def noise(seconds: float, seed: int) -> Samples:
    # RandomState and not a Generator, because its stream is the same in all NumPy versions.
    return np.random.RandomState(seed).uniform(-1.0, 1.0, round(seconds * SAMPLE_RATE))


def low_pass(sound: Samples, hertz: float) -> Samples:
    """`sound` without frequencies above `hertz`; length and timing stay."""
    reach = round(1.5 * SAMPLE_RATE / hertz)
    offsets = np.arange(-reach, reach + 1)
    kernel = np.sinc(2 * hertz / SAMPLE_RATE * offsets) * np.hanning(offsets.size)
    return np.convolve(sound, kernel / kernel.sum())[reach : reach + sound.size]


def band_pass(sound: Samples, band_hertz: tuple[float, float]) -> Samples:
    low, high = band_hertz
    return low_pass(sound, high) - low_pass(sound, low)


def mixed(seconds: float, parts: Sequence[tuple[float, float, Samples]]) -> Samples:
    """The sum of (start, level, sound) parts, cut to `seconds`."""
    total = np.zeros(round(seconds * SAMPLE_RATE))
    for start, level, sound in parts:
        first = round(start * SAMPLE_RATE)
        heard = sound[: max(0, total.size - first)]
        total[first : first + heard.size] += level * heard
    return total


def tuned(partials: Sequence[Mode], note_hertz: float) -> tuple[Mode, ...]:
    """Modes given as multiples of a note, at that note."""
    return tuple(Mode(mode.hertz * note_hertz, mode.level, mode.decay_seconds) for mode in partials)


def struck(modes: Sequence[Mode], contact: Contact, seconds: float, seed: int) -> Samples:
    """A thing with these modes, struck once: its ringing, low-passed by the contact, and the grit."""
    t = times(seconds)
    ringing = np.zeros(t.size)
    for mode in modes:
        ringing += mode.level * np.exp(-t / mode.decay_seconds) * np.sin(2 * np.pi * mode.hertz * t)
    push = np.sin(np.pi * np.linspace(0.0, 1.0, max(3, round(contact.seconds * SAMPLE_RATE))))
    ringing = np.convolve(ringing, push / push.sum())[: t.size]
    ringing /= np.abs(ringing).max()
    grit = band_pass(noise(seconds, seed), contact.grit_band_hertz) * np.exp(-t / contact.grit_decay_seconds)
    return ringing + contact.grit * grit / np.abs(grit).max()


def in_room(sound: Samples) -> Samples:
    seconds = sound.size / SAMPLE_RATE
    dulled = low_pass(sound, ROOM_DULLNESS_HERTZ)
    return sound + mixed(seconds, [(delay, level, dulled) for delay, level in ROOM_ECHOES])


# ---- The sounds ------------------------------------------------------------------------------------------


def move() -> Samples:
    """A piece is put down: one edge of its foot touches the board, then all of it."""
    edge = struck(WOODEN_BOARD, WOOD_ON_WOOD, 0.16, seed=11)
    whole = struck(WOODEN_BOARD, WOOD_ON_WOOD, 0.16, seed=12)
    return mixed(0.17, [(0.0, 0.38, edge), (0.017, 1.0, whole)])


def capture() -> Samples:
    """A capture: a thud through felt, with a little wood on top."""
    thud = struck(FELT_BOARD, WOOD_ON_FELT, 0.22, seed=21)
    wood = struck(WOODEN_BOARD, WOOD_ON_WOOD, 0.16, seed=22)
    return mixed(0.24, [(0.0, 1.0, thud), (0.003, 0.20, wood)])


def wormhole(semitones_up: float) -> Samples:
    """A tone that glides upwards with some noise and ends abruptly."""
    seconds = 0.30
    t = times(seconds)
    share = t / seconds
    hertz = 235.0 * 2.0 ** ((semitones_up + 15.0 * share**1.5) / 12.0)
    phase = 2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE
    partials = ((0.5, 0.35), (1, 1.0), (2, 0.22), (3, 0.10))
    tone = sum(level * np.sin(multiple * phase) for multiple, level in partials)
    slow_noise = low_pass(noise(seconds, seed=31), 130.0)
    breath = slow_noise / np.abs(slow_noise).max() * np.sin(1.5 * phase)
    swell = np.sin(np.pi * share**0.75) ** 1.4
    return (tone + 0.55 * breath) * swell


def fold() -> Samples:
    """The square folds away (a faint brush); the chip drops in, bounces and lies still."""
    brush = band_pass(noise(0.10, seed=41), (500, 2400)) * np.sin(np.pi * times(0.10) / 0.10) ** 2
    drops = [(0.085, 1.0, 42), (0.150, 0.42, 43), (0.188, 0.18, 44), (0.209, 0.08, 45)]
    chips = [(start, level, struck(CHIP, CHIP_ON_CHIP, 0.06, seed)) for start, level, seed in drops]
    return mixed(0.27, [(0.0, 0.22, brush), *chips])


def check() -> Samples:
    return struck(tuned(BELL, D5), SOFT_MALLET, 0.39, seed=51)


def promote() -> Samples:
    """The pawn is put down and rises: wood, then a fifth upwards."""
    notes = [(0.045, 0.75, A4), (0.125, 0.9, E5)]
    bars = [
        (start, level, struck(tuned(MALLET_BAR, hertz), SOFT_MALLET, 0.3, 61))
        for start, level, hertz in notes
    ]
    return mixed(0.39, [(0.0, 0.50, move()), *bars])


def gesture(seconds: float, notes: Sequence[tuple[float, float, float]]) -> Samples:
    """A few (start, level, pitch) notes on the mallet bar."""
    parts = [
        (start, level, struck(tuned(MALLET_BAR, hertz), SOFT_MALLET, seconds - start, seed=71 + index))
        for index, (start, level, hertz) in enumerate(notes)
    ]
    return mixed(seconds, parts)


def win() -> Samples:
    """D major, upwards, ending on the octave."""
    return gesture(
        0.88, [(0.0, 0.75, D4), (0.11, 0.8, F_SHARP_4), (0.22, 0.85, A4), (0.36, 1.0, D5), (0.36, 0.35, D4)]
    )


def lose() -> Samples:
    """D minor, downwards and slower each time."""
    return gesture(0.88, [(0.0, 0.9, A4), (0.15, 0.85, F4), (0.33, 1.0, D4), (0.33, 0.3, A3)])


def draw() -> Samples:
    """The same two notes up and down, ending on an open fifth."""
    return gesture(0.80, [(0.0, 0.85, D4), (0.14, 0.85, A4), (0.30, 0.9, D4), (0.30, 0.55, A4)])


def low_time() -> Samples:
    """The same note twice, quickly and softly: hurry."""
    return gesture(0.39, [(0.0, 0.9, A4), (0.13, 1.0, A4)])


def error() -> Samples:
    """Two dull taps, the second one lower: not allowed."""
    taps = [(0.0, 0.9, G3), (0.095, 1.0, E3)]
    dull = (Mode(1.0, 1.0, 0.035), Mode(2.0, 0.60, 0.026), Mode(3.0, 0.20, 0.016))
    parts = [
        (start, level, struck(tuned(dull, hertz), WOOD_ON_FELT, 0.15, 81)) for start, level, hertz in taps
    ]
    return mixed(0.24, parts)


def dice() -> Samples:
    """Two dice, one a little smaller than the other, tumble over the board and come to rest."""
    hits = [  # start, level, pitch of the die
        (0.000, 0.85, 1.00),
        (0.022, 0.60, 1.17),
        (0.079, 0.70, 1.04),
        (0.101, 0.48, 1.13),
        (0.138, 0.52, 0.98),
        (0.166, 0.38, 1.20),
        (0.187, 0.33, 1.02),
        (0.216, 0.25, 1.15),
        (0.228, 0.20, 1.00),
        (0.259, 0.12, 1.18),
        (0.266, 0.11, 0.99),
        (0.289, 0.06, 1.16),
    ]
    return mixed(
        0.38,
        [
            (start, level, struck(tuned(DIE, pitch), DIE_ON_WOOD, 0.09, seed=91 + index))
            for index, (start, level, pitch) in enumerate(hits)
        ],
    )


@dataclass(frozen=True)
class Sound:
    """How a sound is made, and how loud its loudest sample is in the file."""

    make: Callable[[], Samples]
    peak_dbfs: float


SOUNDS: dict[str, Sound] = {
    "move": Sound(move, -14.0),
    "capture": Sound(capture, -10.0),
    "wormhole": Sound(lambda: wormhole(0), -17.0),
    "wormhole-2": Sound(lambda: wormhole(2), -17.5),
    "wormhole-3": Sound(lambda: wormhole(4), -18.0),
    "fold": Sound(fold, -22.0),
    "check": Sound(check, -18.0),
    "promote": Sound(promote, -18.0),
    "win": Sound(win, -18.0),
    "lose": Sound(lose, -19.0),
    "draw": Sound(draw, -19.0),
    "low-time": Sound(low_time, -20.0),
    "error": Sound(error, -13.0),
    "dice": Sound(dice, -14.0),
}


# ---- Files -----------------------------------------------------------------------------------------------


def finished(sound: Samples, peak_dbfs: float) -> Samples:
    """`sound` in the room, faded at both ends, its peak at `peak_dbfs`."""
    heard = in_room(sound)
    fade_in = round(FADE_IN_SECONDS * SAMPLE_RATE)
    fade_out = round(FADE_OUT_SHARE * heard.size)
    heard[:fade_in] *= np.linspace(0.0, 1.0, fade_in)
    heard[-fade_out:] *= 0.5 + 0.5 * np.cos(np.linspace(0.0, np.pi, fade_out))
    return heard * (10 ** (peak_dbfs / 20) / np.abs(heard).max())


def write_wav(path: Path, sound: Samples) -> None:
    """Writes `sound` (-1.0 to 1.0) as 16-bit mono."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(np.round(sound * 32767).astype("<i2").tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes every sound of the program.")
    default_folder = Path(__file__).resolve().parent.parent / "wormhole" / "sounds"
    parser.add_argument("folder", nargs="?", type=Path, default=default_folder, help="where the WAV files go")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, sound in SOUNDS.items():
        write_wav(folder / f"{name}.wav", finished(sound.make(), sound.peak_dbfs))


if __name__ == "__main__":
    main()
