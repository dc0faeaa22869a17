"""Time controls in words."""

from __future__ import annotations

from wormhole.gui.language import _, short_number
from wormhole.library.time_control import Kind, TimeControl, TimeControls


def clock_words(control: TimeControl | None) -> str:
    """One side's clock in short: "5+3"."""
    if control is None:
        return _("No clock")
    if control.kind is Kind.MOVE:
        return _("{seconds} s a move").format(seconds=short_number(control.seconds))
    if control.kind is Kind.DELAY and control.bonus:
        delay = short_number(control.bonus)
        return _("{minutes} min, {seconds} s delay").format(minutes=minutes_of(control), seconds=delay)
    return f"{minutes_of(control)}+{short_number(control.bonus)}"


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
        return f"{short_number(control.seconds)} s"
    sign = "d" if control.kind is Kind.DELAY else "+"
    return f"{minutes_of(control)}{sign}{short_number(control.bonus)}"


def clock_meaning(control: TimeControl | None) -> str:
    """What one side's clock does, in a sentence."""
    if control is None:
        return _("No clock: think as long as you like.")
    if control.kind is Kind.MOVE:
        return _("{seconds} seconds for each move.").format(seconds=short_number(control.seconds))
    values = {"minutes": minutes_of(control), "seconds": short_number(control.bonus)}
    if not control.bonus:
        return _("{minutes} minutes for the whole game.").format(**values)
    if control.kind is Kind.DELAY:
        return _("{minutes} minutes; each move, the clock waits {seconds} s first.").format(**values)
    return _("{minutes} minutes, and {seconds} s more after each move.").format(**values)


def minutes_of(control: TimeControl) -> str:
    """The time for the game in minutes, without needless digits."""
    return short_number(control.seconds / 60)
