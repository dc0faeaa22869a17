"""A match from its first pair of games to its report."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from wormhole.arena.pairs import PairPlayer, Terms
from wormhole.arena.report import json_line, limit_words, standing
from wormhole.arena.spec import Spec
from wormhole.arena.sprt import Sprt
from wormhole.arena.tally import Tally
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.library.keeping import append_text
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import shown_path
from wormhole.work.crew import Crew
from wormhole.work.progress import progress_bar


@dataclass(frozen=True)
class Wishes:
    """How a match is run and where its games and result are written."""

    crew: Crew = field(default_factory=Crew)
    sprt: Sprt | None = None
    pgn: Path | None = None
    keep: Path | None = None


def introduced(terms: Terms) -> Terms:
    """The same terms with the names of both contestants, which differ. Starts each contestant once.

    Raises :class:`WormholeError` if one cannot play the game.
    """
    sides = (terms.first, terms.second)
    names = [_name_of(spec, terms) for spec in sides]
    if names[0] == names[1]:
        names = [f"{name}, {limit_words(spec.limit)}" for name, spec in zip(names, sides, strict=True)]
    if names[0] == names[1]:
        names[1] += " (second)"
    return replace(terms, first=terms.first.called(names[0]), second=terms.second.called(names[1]))


def run(terms: Terms, wishes: Wishes) -> Tally:
    """Play until all pairs are played, the test accepts a value, or Ctrl-C; returns the tally.

    Raises :class:`WormholeError` if a file cannot be written.
    """
    tally = Tally()
    for path in (wishes.pgn, wishes.keep):
        _append(path, "")  # fails before the first game, not after it
    has_fast_loops()  # compiles missing loops once, not in each worker
    bar = progress_bar(2 * terms.pairs, "game")
    pairs = wishes.crew.results(partial(PairPlayer, terms), range(terms.pairs))
    with bar, contextlib.closing(pairs), contextlib.suppress(KeyboardInterrupt):
        for _, pair in pairs:
            tally = tally.with_pair(pair)
            _append(wishes.pgn, "".join(game.pgn for game in pair.games))
            bar.update(len(pair.games))
            bar.set_postfix_str(standing(tally, wishes.sprt))
            if wishes.sprt and wishes.sprt.accepted(tally.pentanomial) is not None:
                break
    if tally.games:
        _append(wishes.keep, json_line(terms, tally, wishes.sprt) + "\n")
    return tally


def _name_of(spec: Spec, terms: Terms) -> str:
    contestant = spec.contestant(terms.variant, terms.patience_seconds)
    try:
        contestant.new_game(Board(terms.variant, seed=terms.seed))
        return spec.name or contestant.name
    finally:
        contestant.close()


def _append(path: Path | None, text: str) -> None:
    """Add to a file, if one is wished for."""
    if path is None:
        return
    try:
        append_text(path, text)
    except OSError as error:
        raise WormholeError(f"{shown_path(path)}: {error.strerror}") from None
