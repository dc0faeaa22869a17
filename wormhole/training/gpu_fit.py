"""Fits the weights of a network by PyTorch, as a rule on a graphics processor; the steps are those of
:mod:`.fit`.

It needs the extra ``gpu``. The positions are moved to the processor once, and indices of rows are computed
there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from wormhole.training.encoding import EncodedPositions
from wormhole.training.fit import MOST_WEIGHT, Fit, Positions
from wormhole.training.loops.descent import LEAST_SPREAD, MEAN_SHARE, SQUARE_SHARE, NetworkWeights
from wormhole.training.loops.packing import OTHER_ZONE, OUTPUT, OWN_ZONE

FORWARD_AT_ONCE = 1 << 16
"""Positions whose outputs are computed at a time."""


def has_gpu() -> bool:
    """Whether PyTorch has a graphics processor."""
    return bool(torch.cuda.is_available())


class GpuFit(Fit):
    """Fits weights by PyTorch, on a graphics processor if there is one."""

    batch = 16_384
    most_epochs = 24

    def _prepare(self) -> None:
        self._device = torch.device("cuda" if has_gpu() else "cpu")
        encoding = self._encoding
        none, sides = encoding.features, encoding.sideways
        self._faces = self._moved(encoding.faces)
        self._sides = None if sides is None else self._moved(sides.astype(np.int64))
        self._one_sided = self._moved(encoding.one_sided)
        self._other_view = self._moved(encoding.other_view)
        self._no_row = encoding.banks * none
        self._is_royal = self._moved(encoding.royal)
        self._most_rows = self._moved(self._most)
        # All weights in one array, so that a step is a dozen calls.
        self._shapes = [array.shape for array in self._weights]
        self._flat = self._flattened(self._weights).requires_grad_()
        self._flat_origins = self._flattened(self._origins)
        self._flat_means, self._flat_squares = (torch.zeros_like(self._flat) for _ in range(2))
        self._held: Positions | None = None

    @property
    def weights(self) -> NetworkWeights:
        """The weights so far."""
        return NetworkWeights(*(part.detach().cpu().numpy() for part in self._parts(self._flat)))

    def outputs(self, encoded: EncodedPositions) -> np.ndarray:
        """float32[n]: the network's outputs for encoded positions; the logistic of one is a chance."""
        found = []
        with torch.no_grad():
            for start in range(0, len(encoded.features), FORWARD_AT_ONCE):
                part = slice(start, start + FORWARD_AT_ONCE)
                features = self._moved(encoded.features[part].view(np.int16)).long()
                banks = self._moved(encoded.banks[part]).long()
                found.append(self._forward(features, banks).cpu().numpy())
        return np.concatenate(found) if found else np.zeros(0, np.float32)

    def _add_gradients_of(self, positions: Positions, chosen: np.ndarray, mirrored: np.ndarray) -> Any:
        if self._held is not positions:
            self._held = positions
            # PyTorch has few functions for unsigned numbers of 16 bits; all are below 32768.
            self._features = self._moved(positions.encoded.features.view(np.int16))
            self._banks = self._moved(positions.encoded.banks)
            self._targets = self._moved(positions.targets)
        index = self._moved(chosen)
        features, banks = self._features[index].long(), self._banks[index].long()
        if self._sides is not None:
            turned = self._moved(mirrored) & ~self._one_sided[features].any(dim=1)
            features = torch.where(turned[:, None], self._sides[features], features)
            if self._encoding.banks > 1:
                banks[:, OWN_ZONE] ^= turned
                banks[:, OTHER_ZONE] ^= turned
        loss = functional.binary_cross_entropy_with_logits(
            self._forward(features, banks), self._targets[index]
        )
        (self._gradient,) = torch.autograd.grad(loss, self._flat)
        return loss.detach()

    def _forward(self, features: torch.Tensor, banks: torch.Tensor) -> torch.Tensor:
        rows, bias, output, values, tempo = self._parts(self._flat)
        none, zone = self._encoding.features, banks[:, [OWN_ZONE, OTHER_ZONE]].T[:, :, None]
        face = (zone & 1) + torch.tensor([0, 2], device=self._device)[:, None, None]
        indices = (zone >> 1) * none + self._faces[face, features]
        indices = torch.where(features == none, self._no_row, indices)
        with_none = torch.cat([rows, rows.new_zeros(1, rows.shape[1])])
        hidden = functional.embedding_bag(
            indices.flatten(0, 1), with_none, mode="sum", padding_idx=self._no_row
        )
        squared = (hidden + bias).clamp(0, 1).square().view(2, len(features), -1)
        weights = output.view(-1, 2, rows.shape[1])[banks[:, OUTPUT]]
        worth = torch.cat([(values - values[self._other_view]) / 2, values.new_zeros(1)])[:, None]
        balance = functional.embedding_bag(features, worth, mode="sum", padding_idx=none)[:, 0]
        return (squared.transpose(0, 1) * weights).sum(dim=(1, 2)) + balance + tempo

    def _step(self, rate: float, correction: float, decay: float) -> None:
        with torch.no_grad():
            gradient = self._gradient
            self._flat_means += float(MEAN_SHARE) * (gradient - self._flat_means)
            self._flat_squares += float(SQUARE_SHARE) * (gradient.square() - self._flat_squares)
            change = correction * self._flat_means / (self._flat_squares.sqrt() + float(LEAST_SPREAD))
            self._flat -= rate * (change + decay * (self._flat - self._flat_origins))
            rows, _, output, values, _ = self._parts(self._flat)
            output.clamp_(-MOST_WEIGHT, MOST_WEIGHT)
            rows.copy_(torch.minimum(torch.maximum(rows, -self._most_rows), self._most_rows))
            values.masked_fill_(self._is_royal, 0)

    def _moved(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self._device)

    def _flattened(self, weights: NetworkWeights) -> torch.Tensor:
        return self._moved(np.concatenate([array.ravel() for array in weights]).astype(np.float32))

    def _parts(self, flat: torch.Tensor) -> list[torch.Tensor]:
        """The weights as views of the one array."""
        sizes = [int(np.prod(shape)) for shape in self._shapes]
        parts = torch.split(flat, sizes)
        return [part.view(shape) for part, shape in zip(parts, self._shapes, strict=True)]
