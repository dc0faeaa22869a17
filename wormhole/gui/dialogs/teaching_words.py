"""How far the teaching of a game is, and what was learned, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wormhole.gui.language import N_, _, _n, percent, signed
from wormhole.learn.taught import Phase

if TYPE_CHECKING:
    from wormhole.learn.taught import Round
    from wormhole.learn.teacher import TeachingNow

PHASES = {
    Phase.PREPARING: N_("It gets ready"),
    Phase.PLAYING: N_("Round {number}: it plays against itself"),
    Phase.LEARNING: N_("Round {number}: it learns from the games"),
    Phase.TESTING: N_("Round {number}: it tests what it has learned"),
}


def phase_words(now: TeachingNow) -> str:
    """What the teaching is at."""
    return _(PHASES[now.phase]).format(number=now.number)


def progress_words(now: TeachingNow) -> str:
    """How far that is: a share, the positions, or the games of the match."""
    if now.match is not None:
        wins, draws, losses = now.match
        return _("{wins} won, {draws} drawn, {losses} lost").format(wins=wins, draws=draws, losses=losses)
    if now.positions:
        positions = _n("{count} position", "{count} positions", now.positions)
        return f"{percent(now.share)} · {positions}"
    return _("the first time, this takes a minute or two")


def learned_words(rounds: Sequence[Round]) -> str:
    """What all rounds have brought; empty if there is none."""
    if not rounds:
        return ""
    kept = sum(each.is_kept for each in rounds)
    words = _n(
        "{count} round, {kept} of them kept", "{count} rounds, {kept} of them kept", len(rounds), kept=kept
    )
    if not kept:
        return words
    stronger = _("about {elo} Elo above the beginning").format(elo=signed(rounds[-1].elo))
    return f"{words} · {stronger}"
