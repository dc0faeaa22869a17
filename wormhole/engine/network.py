"""A game's learned evaluation as a file: a network's weights in whole numbers, and how they were made."""

from __future__ import annotations

import io
import json
import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import platformdirs

from wormhole.engine.loops.workspace import MOST_HIDDEN, SCALE_BITS, WIDTH, Eye, blind
from wormhole.engine.network_rules import rules_changed
from wormhole.rules.compiled import complain
from wormhole.rules.errors import WormholeError
from wormhole.rules.file_name import file_name
from wormhole.rules.gamefile import variant as catalogue_variant
from wormhole.rules.gamefile import variants
from wormhole.rules.quoting import shown_path
from wormhole.rules.tables import FIRST_PIECE, GONE, PIECE_NUMBERS
from wormhole.rules.variant import Variant
from wormhole.version import APPLICATION

OUTPUT_SCALE = 64
"""The whole number that stands for 1.0 among the output's weights."""
MOST_SUM = 32_767 // MOST_HIDDEN - 1
"""The greatest sum of the sizes of weights that a number of the hidden layer may add."""

FOLDER = "networks"
SUFFIX = ".npz"


@dataclass(frozen=True)
class Network:
    """The weights of a game's network, and the values of its pieces.

    * ``rows`` int16[planes, squares, 128]: what a feature adds to a view; planes are own piece types, the
      other side's, removed squares
    * ``bias`` int16[128]; ``own`` and ``other`` int16[128]: the output's weights for both views
    * ``values`` int16[types, squares]: the value in centipawns of White's piece on each square
    * ``steepness``: of the logistic curve from centipawns to chances, which the output was fitted to
    * ``tempo``: the value of being to move, in centipawns
    * ``made``: how it was made
    """

    letters: str
    rows: np.ndarray
    bias: np.ndarray
    own: np.ndarray
    other: np.ndarray
    values: np.ndarray
    steepness: float
    tempo: float
    made: str = ""

    def fits(self, variant: Variant) -> bool:
        """Whether it is for these piece types on a board of this size."""
        planes = 2 * len(variant.piece_types) + 1
        return (
            self.letters == "".join(variant.piece_types)
            and self.rows.shape == (planes, variant.geometry.squares, WIDTH)
            and self.values.shape == (len(variant.piece_types), variant.geometry.squares)
        )

    def eye(self, variant: Variant) -> Eye:
        """The arrays for the search."""
        geometry, types = variant.geometry, len(variant.piece_types)
        eye = blind()
        squares = np.arange(geometry.squares)
        mirrored = np.array([geometry.mirrored(square) for square in range(geometry.squares)])
        rows = eye.rows.reshape(PIECE_NUMBERS, -1, 2 * WIDTH)
        for index in range(types):
            for side in (0, 1):
                row = rows[FIRST_PIECE + 2 * index + side]
                row[squares, :WIDTH] = self.rows[index + side * types]
                row[squares, WIDTH:] = self.rows[index + (1 - side) * types][mirrored]
        rows[GONE, squares, :WIDTH] = self.rows[2 * types]
        rows[GONE, squares, WIDTH:] = self.rows[2 * types][mirrored]
        eye.bias[:] = np.tile(self.bias, 2)
        eye.ahead[:] = np.concatenate([self.own, self.other])
        centipawns = 1 / (self.steepness * MOST_HIDDEN**2 * OUTPUT_SCALE)
        eye.network[:] = 1, round(centipawns * (1 << SCALE_BITS))
        return eye

    def to_bytes(self) -> bytes:
        """The content of its file."""
        file = io.BytesIO()
        facts = {"letters": self.letters, "steepness": self.steepness, "tempo": self.tempo, "made": self.made}
        arrays = {name: getattr(self, name) for name in ("rows", "bias", "own", "other", "values")}
        np.savez_compressed(file, facts=np.frombuffer(json.dumps(facts).encode(), np.uint8), **arrays)
        return file.getvalue()

    @staticmethod
    def from_bytes(content: bytes) -> Network:
        """Read :meth:`to_bytes`. Raises :class:`ValueError` for anything else."""
        try:
            with np.load(io.BytesIO(content)) as file:
                facts = json.loads(bytes(file["facts"]))
                arrays = {name: file[name] for name in ("rows", "bias", "own", "other", "values")}
                return Network(**facts, **arrays)
        except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile, zlib.error) as error:
            raise ValueError(f"not a network: {error}") from None


def network_of(variant: Variant) -> Network | None:
    """The network that a game was taught here, or the one that ships; None if there is none."""
    path = taught_file(variant)
    try:
        return network_of_bytes(path.read_bytes(), variant, shown_path(path))
    except FileNotFoundError:
        pass
    except (OSError, WormholeError) as error:
        complain(f"a learned evaluation cannot be used: {error}")
    return shipped_network(variant)


@cache
def shipped_network(variant: Variant) -> Network | None:
    """The network that ships for a catalogue game; None if there is none."""
    if variant.name not in variants() or variant != catalogue_variant(variant.name):
        return None
    file = resources.files(__package__) / FOLDER / f"{variant.name}{SUFFIX}"
    return Network.from_bytes(file.read_bytes()) if file.is_file() else None


def taught_file(variant: Variant) -> Path:
    """The file of the network that a game was taught on this machine."""
    folder = Path(platformdirs.user_data_path(APPLICATION), FOLDER)
    stem = "-".join([file_name(variant.name), variant.fingerprint, *rules_changed(variant).values()])
    return folder / f"{stem}{SUFFIX}"


def network_of_bytes(content: bytes, variant: Variant, source: str) -> Network:
    """The network of a file's content. Raises :class:`WormholeError` that begins with ``source``."""
    try:
        network = Network.from_bytes(content)
    except ValueError as error:
        raise WormholeError(f"{source}: {error}") from None
    if not network.fits(variant):
        raise WormholeError(f"{source}: this network is not for {variant.title}")
    return network
