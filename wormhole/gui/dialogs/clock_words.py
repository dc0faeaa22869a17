"""Time controls in words."""

from __future__ import annotations

from wormhole.gui.language import _, number
from wormhole.library.time_control import Kind, TimeControl, TimeControls


def clock_words(control: TimeControl | None) -> str:
    """One side's clock in short: "5+3"."""
    if control is None:
        return _("No clock")
    if control.kind is Kind.MOVE:
        return _("{seconds} s a move").format(seconds=f"{control.seconds:g}")
    if control.kind is Kind.DELAY and control.bonus:
        delay = f"{control.bonus:g}"
        return _("{minutes} min, {seconds} s delay").format(minutes=minutes_of(control), seconds=delay)
    return f"{minutes_of(control)}+{control.bonus:g}"


def clocks_words(controls: TimeControls) -> tuple[str, str]:
    """Both sides' clocks, in a longer and a shorter form; one text if they are the same."""
    if controls.white == controls.black:
        return clock_words(controls.white), _shortest(controls.white)
    first, other = controls.white, controls.black
    return f"{clock_words(first)} / {clock_words(other)}", f"{_shortest(first)} / {_shortest(other)}"


def _shortest(control: TimeControl | None) -> str:
    if control is None:
        return _("No clock")
    if control.kind is Kind.MOVE:
        return f"{control.seconds:g} s"
    sign = "d" if control.kind is Kind.DELAY else "+"
    return f"{minutes_of(control)}{sign}{control.bonus:g}"


def clock_meaning(control: TimeControl | None) -> str:
    """What one side's clock does, in a sentence."""
    if control is None:
        return _("No clock: think as long as you like.")
    if control.kind is Kind.MOVE:
        return _("{seconds} seconds for each move.").format(seconds=f"{control.seconds:g}")
    values = {"minutes": minutes_of(control), "seconds": f"{control.bonus:g}"}
    if not control.bonus:
        return _("{minutes} minutes for the whole game.").format(**values)
    if control.kind is Kind.DELAY:
        return _("{minutes} minutes; each move, the clock waits {seconds} s first.").format(**values)
    return _("{minutes} minutes, and {seconds} s more after each move.").format(**values)


def minutes_of(control: TimeControl) -> str:
    """The time for the game in minutes, without needless digits."""
    minutes = round(control.seconds / 60, 2)
    return number(minutes, next(digits for digits in (0, 1, 2) if round(minutes, digits) == minutes))
