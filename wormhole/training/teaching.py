"""Trains a network for a game in rounds: self-play, fitting, and a gate match against the one before.

All work is in a folder: the positions, the network kept last, and a journal with an entry for each round. So
the work can be stopped at any time and continued.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from wormhole.arena.elo import estimate
from wormhole.arena.pairs import Tally
from wormhole.base.atomic_files import write_bytes
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import errors_of
from wormhole.engine.network import Network, network_content, network_of, shipped_network, taught_file
from wormhole.engine.search_loops import has_fast_loops
from wormhole.rules.game_file import catalogue_name
from wormhole.rules.variant import Variant
from wormhole.training.encoding import Encoding
from wormhole.training.fitting import KNOWN_RATE, LIKE_RATE, TRACE_DECAY, fit_network
from wormhole.training.gate import GATE_NODES, Duelist, gate_match, is_stronger
from wormhole.training.loops.packing import LENGTH
from wormhole.training.positions import SUFFIX, Batch, PositionFile
from wormhole.training.self_play_games import NODES, SelfPlayer
from wormhole.training.teacher import Round, TeachingRecord, TrainingPhase, usual_folder
from wormhole.training.training_loops import FITTING, SELF_PLAY
from wormhole.work.crew import Crew

ROUND_SHARE = 0.5
"""A round takes so much of the time that is left. The first network needs many positions."""
LEAST_ROUND_SECONDS, MOST_ROUND_SECONDS = 120.0, 3600.0
PLAY_SHARE, FIT_SHARE = 0.65, 0.1
"""Shares of a round; the rest is for the match."""
MOST_GAIN = 1000.0
"""The greatest gain in Elo that is recorded for a round."""
MOST_POSITIONS = 8_000_000
"""A network is fitted to the newest so many positions; they take some 1.5 GB."""
BANKED_POSITIONS = 30_000_000
"""From so many positions on, the weights depend on the kings' zones. Of fewer, such a network learns the
games by heart: from 12 million, it lost to one without."""
POSITIONS, NETWORK, LIKE = "positions", "network.npz", "like.npz"


@dataclass(frozen=True)
class TrainingProgress:
    """The progress of the work, reported at most several times a second."""

    number: int
    """The round, from 1."""
    phase: TrainingPhase
    share: float
    """The finished share of the phase, 0.0 to 1.0."""
    positions: int
    """The number of all positions so far."""
    tally: Tally | None = None
    """The results of the match."""
    games_a_minute: float = 0.0
    """The rate during the phase of playing."""


@dataclass(frozen=True)
class TrainingOrder:
    """An order to teach a game: the hours, the folder of the work, and the file of the network.

    Each fit begins with the network of the game ``like``, if there is one, else with the network that ships
    for this game, if one does. A network is fitted to the newest ``most_positions``. ``play_share`` and
    ``fit_share`` are those of a round; the rest is for the match. The games have searches of so many
    ``nodes``; ``trace_decay`` is that of the targets.
    """

    variant: Variant
    hours: float
    folder: Path
    out: Path
    like: Variant | None = None
    most_positions: int = MOST_POSITIONS
    play_share: float = PLAY_SHARE
    fit_share: float = FIT_SHARE
    nodes: int = NODES
    trace_decay: float = TRACE_DECAY

    @staticmethod
    def usual(variant: Variant, hours: float) -> TrainingOrder:
        """The order with the user's folder, for the player of this machine."""
        return TrainingOrder(variant, hours, usual_folder(variant), taught_file(variant))


class Teaching:
    """The work in a folder, which is created if there is none; :meth:`run` drives the rounds.

    Raises :class:`WormholeError` if it cannot be used or is of another game.
    """

    def __init__(self, order: TrainingOrder) -> None:
        self._order = order
        self._encoding = Encoding.of(order.variant)
        self._positions = order.folder / POSITIONS
        self._taught = TeachingRecord(order.variant, order.folder)
        with errors_of(order.folder):
            self._positions.mkdir(parents=True, exist_ok=True)
        self._taught.begin()
        if order.like is not None:
            write_bytes(order.folder / LIKE, [_network_like(order.like, order.variant).to_bytes()])
        self._like = self._kept_like()
        self._files: dict[int, PositionFile] = {}
        self._batches = self._kept_batches()
        self._count = sum(map(len, self._batches))

    @property
    def variant(self) -> Variant:
        """The game."""
        return self._order.variant

    @property
    def rounds(self) -> list[Round]:
        """The rounds so far."""
        return self._taught.rounds

    @property
    def network(self) -> bytes | None:
        """The network kept last; None: there is none yet."""
        path = self._order.folder / NETWORK
        return path.read_bytes() if path.exists() else None

    def run(self, crew: Crew, report: Callable[[TrainingProgress], bool]) -> Iterator[Round]:
        """Yield each finished round, until the hours are over or ``report`` returns False."""
        if 3600 * self._order.hours < LEAST_ROUND_SECONDS / 2:
            return
        if not (has_fast_loops() and SELF_PLAY.use() and FITTING.use()):  # compiled once, not in each worker
            raise WormholeError("training needs the compiled loops: pip install numba")
        begun = time.monotonic()
        before = self.rounds[-1].hours * 3600 if self.rounds else 0.0
        while (left := 3600 * self._order.hours - (time.monotonic() - begun)) >= LEAST_ROUND_SECONDS / 2:
            seconds = min(max(left * ROUND_SHARE, LEAST_ROUND_SECONDS), MOST_ROUND_SECONDS, left)
            finished = self._round(crew, seconds, report, lambda: before + time.monotonic() - begun)
            if finished is None:
                return
            yield finished

    def _round(
        self,
        crew: Crew,
        seconds: float,
        report: Callable[[TrainingProgress], bool],
        worked_seconds: Callable[[], float],
    ) -> Round | None:
        number = len(self.rounds) + 1
        network = self.network
        if not self._play(
            crew, number, network or self._playing_like(), seconds * self._order.play_share, report
        ):
            return None
        batches, count = self._batches, self._count
        made = f"{_command(self._order)}: round {number}, {count} positions"
        known = self._like or shipped_network(self._order.variant)
        if self._like is not None:
            made += f", from {self._like.made}"
        elif known is not None:
            made += ", after the network that ships"
        fitted = fit_network(
            replace(self._encoding, banked=count >= BANKED_POSITIONS),
            batches,
            seconds * self._order.fit_share,
            number,
            made,
            lambda share: report(TrainingProgress(number, TrainingPhase.LEARNING, share, count)),
            known,
            KNOWN_RATE if self._like is None else LIKE_RATE,
            self._order.trace_decay,
        )
        if fitted is None:
            return None
        content = fitted.network.to_bytes()
        limit = seconds * (1 - self._order.play_share - self._order.fit_share)
        started, is_stopped = time.monotonic(), False

        def on_tally(tally: Tally) -> bool:
            nonlocal is_stopped
            share = min(1.0, (time.monotonic() - started) / limit)
            is_stopped = not report(TrainingProgress(number, TrainingPhase.TESTING, share, count, tally))
            return not is_stopped

        duelist = partial(Duelist, self._order.variant, GATE_NODES, (content, network))
        tally = gate_match(duelist, crew, number, limit, on_tally)
        if is_stopped:
            return None
        is_kept = is_stronger(tally)
        if is_kept:
            write_bytes(self._order.folder / NETWORK, [content])
            self._order.out.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(self._order.out, [content])
        measured = estimate(tally.pentanomial) if is_kept else None
        # It is infinite if every game was won.
        gain = 0.0 if measured is None else max(-MOST_GAIN, min(measured.elo, MOST_GAIN))
        finished = Round(
            number=number,
            hours=worked_seconds() / 3600,
            positions=fitted.positions,
            games=sum(batch.games for batch in batches),
            material=fitted.material_loss,
            glance=fitted.validation_loss,
            search=fitted.search_loss,
            pentanomial=tally.pentanomial,
            is_kept=is_kept,
            elo=(self.rounds[-1].elo if self.rounds else 0.0) + gain,
        )
        self._taught.add(finished)
        return finished

    def _play(
        self,
        crew: Crew,
        number: int,
        network: bytes | None,
        seconds: float,
        report: Callable[[TrainingProgress], bool],
    ) -> bool:
        """Play games for so long and store their positions; False if ``report`` returns False."""
        kept = self._file_of(number)
        jobs = (seed for seed in itertools.count(number * 1_000_000) if seed not in kept.jobs)
        begun, games = time.monotonic(), 0
        batches = crew.results(partial(SelfPlayer, self._order.variant, network, self._order.nodes), jobs)
        with contextlib.closing(batches):
            for seed, batch in batches:
                with errors_of(self._positions):
                    kept.append(seed, batch)
                self._batches.append(batch)
                self._count += len(batch)
                games += batch.games
                spent = time.monotonic() - begun
                share, rate = spent / seconds, 60 * games / spent
                now = TrainingProgress(
                    number, TrainingPhase.PLAYING, min(1.0, share), self._count, games_a_minute=rate
                )
                if not report(now):
                    return False
                if share >= 1 and len(self._batches) > 1:  # some are held out
                    break
        while self._count - len(self._batches[0]) > self._order.most_positions:
            self._count -= len(self._batches.pop(0))
        return True

    def _kept_like(self) -> Network | None:
        """The network of the game named by ``like``, stored when an order named it; None if none did."""
        path = self._order.folder / LIKE
        try:
            return Network.from_bytes(network_content(path))
        except FileNotFoundError:
            return None
        except WormholeError as error:
            raise WormholeError("{name}: {trouble}", name=shown_path(path), trouble=error.message) from None

    def _playing_like(self) -> bytes | None:
        """The content of the network of ``like``, if it can play this game; else None."""
        return self._like.to_bytes() if self._like and self._like.fits(self._order.variant) else None

    def _file_of(self, number: int) -> PositionFile:
        """The file of the positions of a round."""
        path = self._positions / f"{number:06}{SUFFIX}"
        return self._files.setdefault(number, PositionFile(path, int(self._encoding.form[LENGTH])))

    def _kept_batches(self) -> list[Batch]:
        """The newest of the positions in the folder, the oldest first."""
        found: list[Batch] = []
        with errors_of(self._positions):
            for old in self._positions.glob("*.npz"):  # of earlier versions
                old.unlink()
            stems = [path.stem for path in self._positions.glob(f"*{SUFFIX}")]
            for number in sorted((int(stem) for stem in stems if stem.isdecimal()), reverse=True):
                found[:0] = self._file_of(number).read().values()
                if sum(map(len, found)) > self._order.most_positions:
                    break
        return found


def _command(order: TrainingOrder) -> str:
    """The command of an order, without where and how long it works."""
    words = f"python main.py train {catalogue_name(order.variant) or order.variant.name}"
    if order.nodes != NODES:
        words += f" --nodes {order.nodes}"
    return words if order.trace_decay == TRACE_DECAY else f"{words} --trace {order.trace_decay:g}"


def _network_like(like: Variant, game: Variant) -> Network:
    """The network of another game. Raises :class:`WormholeError` if this one cannot begin with it."""
    network = network_of(like)
    if network is None:
        raise WormholeError(f"{like.title} has no network to start with")
    if network.rows.shape[1] - network.hands != game.geometry.squares:
        raise WormholeError(f"{like.title} and {game.title} have boards of different sizes")
    return replace(network, made=f"the network of {like.name}")
