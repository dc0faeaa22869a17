"""A game's learned evaluation as a file: a network's weights in whole numbers, and how they were made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import platformdirs
from msgspec import Meta

from wormhole.base import schema
from wormhole.base.errors import Message, WormholeError, reason_of
from wormhole.base.quoting import quoted, shown_path
from wormhole.base.schema import FieldError, Parse
from wormhole.base.text_files import MEGABYTE, file_name, read_bytes
from wormhole.base.toml import packaged
from wormhole.compiling.groups import complain
from wormhole.engine.array_file import NOT_ARRAYS, ArraySpec, read_arrays, write_arrays
from wormhole.engine.loops.workspace import (
    COUNTS_CHECKS,
    COUNTS_SQUARES,
    HAS_HANDS,
    IN_USE,
    KINGS,
    MATE,
    MOST_HIDDEN,
    MOST_KINGS,
    MOST_OUTPUTS,
    MOST_ROWS,
    NO_CHECKS,
    OF_CHECKS,
    OUTPUTS,
    OUTPUTS_FROM,
    REFRESHED,
    ROWS_A_KING,
    SCALE,
    SCALE_BITS,
    SQUARES,
    WIDTH,
    NetworkArrays,
    no_network,
)
from wormhole.engine.network_inputs import NetworkInputs
from wormhole.rules.chosen_rules import differences, texts_of
from wormhole.rules.game_file import catalogue_name, parse
from wormhole.rules.geometry import OFF
from wormhole.rules.position import SLOTS
from wormhole.rules.tables import MAX_PIECE_TYPES
from wormhole.rules.variant import Variant
from wormhole.version import APPLICATION


def rules_changed(variant: Variant) -> dict[str, str]:
    """The values of its rules that differ from those of the game's definition, by name."""
    if not variant.definition:
        return {}
    return texts_of(differences(variant, parse(variant.definition, variant.name)))


OUTPUT_SCALE = 64
"""The whole number that stands for 1.0 among the output's weights."""
MOST_SUM = 32_767 // MOST_HIDDEN - 1
"""The bound of the sum of absolute weights of a number of the hidden layer."""

MOST_CENTIPAWNS = MATE * 3 // 4
"""The greatest evaluation that any position could get from a network, so that none looks like a mate."""

MOST_BYTES = 8 * MEGABYTE
"""The greatest size of a file. The arrays of the greatest board take half of that unpacked."""
MOST_LETTERS = 100_000
"""The greatest length of the facts in a file, of which ``made`` is the longest."""

FOLDER = "networks"
SUFFIX = ".npz"

MOST_HELD = SLOTS - 1
"""The most pieces in hands: a position of a game with hands has no more pieces."""


def _distinct(letters: str) -> str:
    if len(set(letters)) < len(letters):
        raise WormholeError("{value} has the same letter twice", value=quoted(letters))
    return letters


@dataclass(frozen=True)
class NetworkFacts:
    """The facts in the file of a network, beside its arrays.

    * ``letters``: of its piece types
    * ``steepness``: of the logistic curve from centipawns to chances, which the output was fitted to
    * ``tempo``: the value of being to move, in centipawns
    * ``made``: how it was made
    * ``hands``: whether its game has hands
    * ``counts_checks``: whether the counted checks are among its inputs
    * ``kings``: the number of its banks of rows, one for each zone of the king
    * ``outputs``: the number of its outputs, by the pieces or squares that are left
    """

    letters: Annotated[str, Meta(min_length=1, max_length=MAX_PIECE_TYPES), Parse(_distinct)]
    steepness: Annotated[float, Meta(ge=1e-4, le=1.0)]
    tempo: Annotated[float, Meta(ge=-1000.0, le=1000.0)]
    made: str
    hands: bool = field(default=False, kw_only=True)
    counts_checks: bool = field(default=False, kw_only=True)
    kings: Annotated[int, Meta(ge=1, le=MOST_KINGS)] = field(default=1, kw_only=True)
    outputs: Annotated[int, Meta(ge=1, le=MOST_OUTPUTS)] = field(default=1, kw_only=True)


def most_sums(rows: np.ndarray, *, hands: bool, checks: bool = False) -> np.ndarray:
    """The greatest sum in each column of ``rows`` [planes, places, columns] that any position can have.

    The last two planes are those of counted ``checks``, of which each adds one row.
    """
    pieces = len(rows) - 2 * checks
    most = np.abs(rows[:pieces]).max(axis=0)
    found = most[:-1].sum(axis=0) + MOST_HELD * most[-1] if hands else most.sum(axis=0)
    return found + np.abs(rows[pieces:]).max(axis=1).sum(axis=0)


@dataclass(frozen=True)
class Network(NetworkFacts):
    """The weights of a game's network, and the values of its pieces.

    * ``rows`` int16[kings * planes, places, 128]: what an input adds to a view, see :mod:`.network_inputs`
    * ``bias`` int16[128]; ``own`` and ``other`` int16[outputs * 128]: the outputs' weights for both views
    * ``values`` int16[types, places]: the value in centipawns of White's piece on each place

    Raises :class:`WormholeError` if a search could not use it: for facts out of bounds, arrays that do not
    belong together, and weights that could overflow the search's numbers in some position.
    """

    rows: np.ndarray
    bias: np.ndarray
    own: np.ndarray
    other: np.ndarray
    values: np.ndarray

    def __post_init__(self) -> None:
        """Check all fields."""
        _read_facts(self.facts)
        types, places = len(self.letters), self.rows.shape[1] if self.rows.ndim == 3 else 0
        shapes = {
            "rows": (self.kings * self.planes, places, WIDTH),
            "bias": (WIDTH,),
            **dict.fromkeys(("own", "other"), (self.outputs * WIDTH,)),
            "values": (types, places),
        }
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != np.int16 or not 1 + self.hands <= places <= OFF:
                raise WormholeError("{name} has an unexpected shape", name=name)
        self._check_sizes()

    @property
    def facts(self) -> dict[str, object]:
        """The :class:`NetworkFacts` by their names."""
        return {name: getattr(self, name) for name in schema.declared(NetworkFacts)}

    @property
    def planes(self) -> int:
        """The number of planes in a bank of rows."""
        return 2 * len(self.letters) + 1 + 2 * self.counts_checks

    def _check_sizes(self) -> None:
        """Refuse weights that could overflow: each square and each piece in hand adds one row."""
        rows, bias, own, other, values = (
            getattr(self, name).astype(np.int64) for name in ("rows", "bias", "own", "other", "values")
        )
        for bank in np.split(rows, self.kings):
            if (most_sums(bank, hands=self.hands, checks=self.counts_checks) + np.abs(bias)).max() > np.iinfo(
                np.int16
            ).max:
                raise WormholeError("its weights are too large")
        each = (np.abs(own) + np.abs(other)).reshape(self.outputs, WIDTH).sum(axis=1)
        most_output = int(each.max()) * MOST_HIDDEN**2
        worth = int(most_sums(values[:, :, None], hands=self.hands)[0])
        if (most_output * self.output_scale >> SCALE_BITS) + worth > MOST_CENTIPAWNS:
            raise WormholeError("its weights are too large")

    @property
    def output_scale(self) -> int:
        """The factor from the output to centipawns, shifted by ``SCALE_BITS``."""
        return round((1 << SCALE_BITS) / (self.steepness * MOST_HIDDEN**2 * OUTPUT_SCALE))

    def fits(self, variant: Variant) -> bool:
        """Whether it is for these piece types on a board of this size, with such hands and checks."""
        inputs = NetworkInputs(variant, self.counts_checks)
        return (
            self.letters == "".join(variant.piece_types)
            and self.hands == bool(variant.hands)
            and self.rows.shape[1] == inputs.places
            and self.kings in (1, inputs.kings)
            and (not self.counts_checks or bool(variant.endings.checks))
        )

    def arrays(self, variant: Variant) -> NetworkArrays:
        """The arrays for the search."""
        inputs, arrays = NetworkInputs(variant, self.counts_checks), no_network()
        banks = arrays.rows.reshape(-1, WIDTH)[: self.kings * (inputs.features + 1)]
        banks.reshape(self.kings, -1, WIDTH)[:, :-1] = self.rows.reshape(self.kings, -1, WIDTH)
        arrays.seen[:] = inputs.seen
        if self.kings > 1:
            arrays.zones[:] = inputs.zones
        both = np.stack([self.own.reshape(-1, WIDTH), self.other.reshape(-1, WIDTH)], axis=1).ravel()
        arrays.output[: len(both)] = both
        arrays.refreshed.reshape(-1, REFRESHED)[:, OF_CHECKS] = NO_CHECKS
        arrays.refreshed_sums.reshape(-1, WIDTH)[:] = self.bias
        form = {
            IN_USE: 1,
            SCALE: self.output_scale,
            KINGS: self.kings,
            ROWS_A_KING: inputs.features + 1,
            OUTPUTS: self.outputs,
            OUTPUTS_FROM: inputs.outputs_from,
            COUNTS_SQUARES: variant.squares_go,
            SQUARES: inputs.squares,
            HAS_HANDS: self.hands,
            COUNTS_CHECKS: self.counts_checks,
        }
        arrays.network[list(form)] = list(form.values())
        return arrays

    def to_bytes(self) -> bytes:
        """The content of its file."""
        written = np.frombuffer(json.dumps(self.facts).encode(), np.uint8)
        return write_arrays({"facts": written, **{name: getattr(self, name) for name in FORMS}})

    @staticmethod
    def from_bytes(content: bytes) -> Network:
        """Read :meth:`to_bytes`. Raises :class:`WormholeError` for anything that a search could not use."""
        try:
            arrays: dict[str, Any] = read_arrays(content, {"facts": FACTS, **FORMS})
            facts = schema.json_table(arrays.pop("facts").tobytes())
            if facts is None:
                raise WormholeError(NOT_ARRAYS)
            return Network(**vars(_read_facts(facts)), **arrays)
        except WormholeError as error:
            raise WormholeError("not a network: {trouble}", trouble=error.message) from None


_NUMBERS = np.dtype(np.int16)
FACTS = ArraySpec(np.dtype(np.uint8), 1, MOST_LETTERS)
FORMS = {
    "rows": ArraySpec(_NUMBERS, 3, MOST_ROWS * WIDTH),
    "bias": ArraySpec(_NUMBERS, 1, WIDTH),
    **dict.fromkeys(("own", "other"), ArraySpec(_NUMBERS, 1, MOST_OUTPUTS * WIDTH)),
    "values": ArraySpec(_NUMBERS, 2, MAX_PIECE_TYPES * OFF),
}
"""The arrays of a file, with the sizes of the greatest board."""


def _read_facts(table: Mapping[str, object]) -> NetworkFacts:
    try:
        return schema.read(NetworkFacts, table)
    except FieldError as error:
        raise WormholeError("{name}: {trouble}", name=error.path, trouble=error.message) from None


def network_of(variant: Variant) -> Network | None:
    """The network that was taught here for a game, else the one that ships; None if there is none.

    A file that cannot be used is left out, and reported on stderr, once.
    """
    network, trouble = _found(variant)
    if trouble is not None:
        _complain_once(trouble)
    return network


def network_trouble(variant: Variant) -> Message | None:
    """Why a game is played without the network of its file; None if nothing is wrong."""
    return _found(variant)[1]


def _found(variant: Variant) -> tuple[Network | None, Message | None]:
    """The network of a game, and the error of a file that cannot be used."""
    path, trouble = taught_file(variant), None
    try:
        return network_of_file(path, variant), None
    except FileNotFoundError:
        pass
    except WormholeError as error:
        trouble = Message(
            "The network for {title} cannot be used: {trouble}",
            title=Message(variant.title),
            trouble=error.message,
        )
    try:
        return shipped_network(variant), trouble
    except (OSError, WormholeError) as error:
        reason = error.message if isinstance(error, WormholeError) else reason_of(error)
        return None, trouble or Message(
            "The network for {title} cannot be used: {trouble}",
            title=Message(variant.title),
            trouble=reason,
        )


@cache
def _complain_once(text: str) -> None:
    complain(text)


@cache
def shipped_network(variant: Variant) -> Network | None:
    """The network that ships for a catalogue game, perhaps with changed rules, or for the game whose network
    it shares; None if there is none."""
    name = catalogue_name(variant)
    if name is None:
        return None
    file = resources.files(__package__) / FOLDER / f"{sharing_games().get(name, name)}{SUFFIX}"
    return Network.from_bytes(file.read_bytes()) if file.is_file() else None


@cache
def sharing_games() -> Mapping[str, str]:
    """By the names of games that play with another game's network, the names of those other games.

    A changed rule follows a plus, as in ``chess+fold``.
    """
    shared = packaged("wormhole.engine", "shared_networks.toml")
    return {game: name for name, games in shared.items() for game in games}


def taught_file(variant: Variant) -> Path:
    """The file of the network that was taught on this machine for a game."""
    folder = Path(platformdirs.user_data_path(APPLICATION), FOLDER)
    stem = "-".join([file_name(variant.name), variant.fingerprint, *rules_changed(variant).values()])
    return folder / f"{stem}{SUFFIX}"


def network_of_file(path: Path, variant: Variant) -> Network:
    """The network of a file. Raises :class:`WormholeError` with the path in it, or FileNotFoundError."""
    return network_of_bytes(network_content(path), variant, shown_path(path))


def network_content(path: Path) -> bytes:
    """The content of a network's file. Raises :class:`WormholeError`, or FileNotFoundError."""
    try:
        return read_bytes(path, MOST_BYTES)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise WormholeError("{name}: {trouble}", name=shown_path(path), trouble=reason_of(error)) from None


def network_of_bytes(content: bytes, variant: Variant, source: str) -> Network:
    """The network of a file's content. Raises :class:`WormholeError` that begins with ``source``."""
    try:
        network = Network.from_bytes(content)
        if not network.fits(variant):
            raise WormholeError("this network is not for {title}", title=Message(variant.title))
    except WormholeError as error:
        raise WormholeError("{name}: {trouble}", name=source, trouble=error.message) from None
    return network
