"""What a clock is called, and what it means."""

from __future__ import annotations

from collections.abc import Iterator

from wormhole.base.quoting import sentence
from wormhole.gui.languages.language import _, _n, short_number
from wormhole.library.time_control import ClockKind, TimeControl, TimeControls


def clock_words(control: TimeControl | None) -> str:
    """One side's clock in short: "5+3"."""
    if control is None:
        return _("No clock")
    if control.moves:
        return control.spoken
    if control.kind is ClockKind.MOVE:
        return _("{seconds} s per move").format(seconds=short_number(control.seconds))
    if control.kind is ClockKind.DELAY and control.bonus:
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
    if control.kind is ClockKind.MOVE:
        return f"{short_number(control.seconds)} s"
    if control.moves:
        return control.spoken
    sign = "d" if control.kind is ClockKind.DELAY else "+"
    return f"{minutes_of(control)}{sign}{short_number(control.bonus)}"


def clock_meaning(control: TimeControl | None) -> str:
    """A sentence that describes one side's clock."""
    if control is None:
        return _("No clock: unlimited time.")
    if control.moves:
        return sentence(", ".join(_period_words(control)))
    if control.kind is ClockKind.MOVE:
        return _("{seconds} seconds for each move.").format(seconds=short_number(control.seconds))
    values = {"minutes": minutes_of(control), "seconds": short_number(control.bonus)}
    if not control.bonus:
        return _("{minutes} minutes for the whole game.").format(**values)
    if control.kind is ClockKind.DELAY:
        return _("{minutes} minutes; on each move, the clock starts after {seconds} s.").format(**values)
    return _("{minutes} minutes, plus {seconds} s after each move.").format(**values)


def _period_words(control: TimeControl | None) -> Iterator[str]:
    """What each period of a control means."""
    while control is not None:
        minutes, seconds, moves = minutes_of(control), short_number(control.bonus), control.moves
        if moves:
            words = _n(
                "{minutes} minutes for {count} move",
                "{minutes} minutes for {count} moves",
                moves,
                minutes=minutes,
            )
        else:
            words = _("{minutes} minutes for the rest").format(minutes=minutes)
        if control.bonus and control.kind is ClockKind.DELAY:
            words = _("{words} with a delay of {seconds} s").format(words=words, seconds=seconds)
        elif control.bonus:
            words = _("{words} and {seconds} s after each").format(words=words, seconds=seconds)
        yield words
        if moves and control.then is None:
            yield _("and so on")
        control = control.then


def minutes_of(control: TimeControl) -> str:
    """The time for the game in minutes, without needless digits."""
    return short_number(control.seconds / 60)
