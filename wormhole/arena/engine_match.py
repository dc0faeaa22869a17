"""A match from its first pair of games to its report."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from wormhole.arena.elo import Estimate, Sprt, estimate
from wormhole.arena.pairs import GamePlayer, PlayedGame, Tally, load_loops, whole_pairs
from wormhole.arena.terms import GAMES_A_PAIR, Terms, different_names, limit_words
from wormhole.base.atomic_files import append_text
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted
from wormhole.base.text_files import errors_of
from wormhole.engine.ladders import level_in
from wormhole.players.player import PlayerError
from wormhole.players.spec import PlayerSpec
from wormhole.rules.board import Board
from wormhole.rules.game_file import catalogue_name
from wormhole.rules.variant import Variant
from wormhole.work.crew import Crew, progress_bar


def standing(tally: Tally, sprt: Sprt | None) -> str:
    """The result so far, in one line.

    >>> standing(Tally(3, 2, 1, (0, 0, 2, 0, 1)), None)
    '+3 =2 -1, Elo +120 ± 406'
    """
    found = estimate(tally.pentanomial)
    words = [f"+{tally.wins} ={tally.draws} -{tally.losses}"]
    if found is not None:
        words.append(f"Elo {_bars(found)}")
    if sprt is not None:
        words.append(f"LLR {sprt.ratio(tally.pentanomial):+.2f}")
    return ", ".join(words)


def report(terms: Terms, tally: Tally, sprt: Sprt | None) -> str:
    """The whole result, in several lines of text."""
    found = estimate(tally.pentanomial)
    if found is None:
        return "No pair of games was finished."
    first, second = terms.players
    lines = [
        f"{terms.variant.title}: {first.name} against {second.name}, seed {terms.seed}",
        f"games     {tally.games}: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost",
        f"pairs     {' '.join(map(str, tally.pentanomial))}  (of 0, ½, 1, 1½ and 2 points)",
        f"Elo       {_bars(found)}  (95 %)",
        f"stronger  {found.superiority:.1%} likely",
    ]
    if sprt is not None:
        accepted = sprt.accepted(tally.pentanomial)
        verdict = "undecided" if accepted is None else f"{accepted:+g} is accepted"
        low, high = sprt.bounds
        lines.append(
            f"SPRT      {verdict}: {sprt.elo0:+g} or {sprt.elo1:+g}, "
            f"LLR {sprt.ratio(tally.pentanomial):+.2f} ({low:.2f} to {high:.2f})"
        )
    for spec, seconds, failures, late in zip(
        terms.players, tally.seconds_a_move, tally.failures, tally.late, strict=True
    ):
        trouble = f", {failures} lost by an error" if failures else ""
        trouble += f", {late} lost on time" if late else ""
        limit = limit_words(spec.limit) or str(terms.control or "")
        called = spec.name or spec.text
        name = called if called.endswith(limit) else f"{called}, {limit}"
        lines.append(f"a move    {seconds:.3f} s  {name}{trouble}")
    return "\n".join(lines)


def json_line(terms: Terms, tally: Tally, sprt: Sprt | None) -> str:
    """The result as one line of JSON; null stands for an infinite or unknown value."""
    found = estimate(tally.pentanomial)
    data = {
        "game": catalogue_name(terms.variant) or terms.variant.name,
        "contestants": [
            _player_data(spec, seconds, failures, late)
            for spec, seconds, failures, late in zip(
                terms.players, tally.seconds_a_move, tally.failures, tally.late, strict=True
            )
        ],
        "seed": terms.seed,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pentanomial": tally.pentanomial,
    }
    if found is not None:
        data |= {
            "elo": _finite(found.elo),
            "elo_low": _finite(found.low),
            "elo_high": _finite(found.high),
            "superiority": round(found.superiority, 4),
        }
    if sprt is not None:
        data["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": round(sprt.ratio(tally.pentanomial), 3),
            "accepted": sprt.accepted(tally.pentanomial),
        }
    return json.dumps(data, ensure_ascii=False)


def _player_data(spec: PlayerSpec, seconds: float, failures: int, late: int) -> dict[str, object]:
    lost_on_time = {"late": late} if late else {}
    return {
        "spec": spec.text,
        "name": spec.name,
        "limit": limit_words(spec.limit),
        "seconds_a_move": round(seconds, 4),
        "failures": failures,
        **lost_on_time,
    }


def _bars(found: Estimate) -> str:
    if math.isfinite(found.error):
        return f"{found.elo:+.0f} ± {found.error:.0f}"
    return f"{found.elo:+.0f} from {found.low:+.0f} to {found.high:+.0f}"


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None


@dataclass(frozen=True)
class Wishes:
    """The terms of a match, and the files of its games and result."""

    crew: Crew = field(default_factory=Crew)
    sprt: Sprt | None = None
    pgn: Path | None = None
    keep: Path | None = None


def introduced(terms: Terms) -> Terms:
    """The same terms with the names of both players, which differ. Starts each player once.

    Raises :class:`WormholeError` if one cannot play the game.
    """
    specs = [_limited(spec, terms.variant) for spec in terms.players]
    names = [_name_of(spec, terms) for spec in specs]
    names = different_names(names, [spec.limit for spec in specs])
    players = (spec.called(name) for spec, name in zip(specs, names, strict=True))
    return replace(terms, players=tuple(players))


def _limited(spec: PlayerSpec, game: Variant) -> PlayerSpec:
    """The player with the limit that its level has in the game, for the report."""
    return spec if spec.level is None else replace(spec, limit=level_in(game, spec.level, 0.0).limit)


def played_games(crew: Crew, terms: Terms, numbers: Iterable[int]) -> Generator[PlayedGame]:
    """These games of the schedule as they end, in any order. Closing the generator ends the work."""
    with contextlib.closing(crew.results(partial(GamePlayer, terms), numbers)) as results:
        for _, game in results:
            if game is not None:
                yield game


def run(terms: Terms, wishes: Wishes) -> Tally:
    """Play until all pairs are played, the test accepts a value, or Ctrl-C; returns the tally.

    Raises :class:`WormholeError` if a file cannot be written.
    """
    tally = Tally()
    for path in (wishes.pgn, wishes.keep):
        append(path, "")  # fails before the first game, not after it
    load_loops(terms)  # compiles missing loops once, not in each worker
    games = played_games(wishes.crew, terms, range(len(terms.schedule)))
    bar = progress_bar(len(terms.schedule), "game")
    with bar, contextlib.closing(games), contextlib.suppress(KeyboardInterrupt):
        for pair, played in whole_pairs(games):
            tally = tally.with_pair(pair)
            append(wishes.pgn, "".join(game.pgn for game in played))
            bar.update(GAMES_A_PAIR)
            bar.set_postfix_str(standing(tally, wishes.sprt))
            if wishes.sprt and wishes.sprt.accepted(tally.pentanomial) is not None:
                break
    if tally.games:
        append(wishes.keep, json_line(terms, tally, wishes.sprt) + "\n")
    return tally


def _name_of(spec: PlayerSpec, terms: Terms) -> str:
    player = spec.player(terms.timeout_seconds)
    try:
        player.new_game(Board(terms.variant, seed=terms.seed))
        return spec.name or player.name
    except PlayerError as error:
        raise WormholeError(f"{quoted(spec.text)} {error}") from None
    finally:
        player.close()


def append(path: Path | None, text: str) -> None:
    """Append to a file, if there is one."""
    if path is None:
        return
    with errors_of(path):
        append_text(path, text)
