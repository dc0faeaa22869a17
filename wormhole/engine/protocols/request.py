"""What another program asks of a search: its limit, and when the answer may be given."""

from __future__ import annotations

from dataclasses import dataclass, field

from wormhole.engine.levels import Limit


@dataclass(frozen=True)
class Request:
    """A search that is asked for. If ``ponder``, the times of ``limit`` count from a later moment on."""

    limit: Limit = field(default_factory=Limit)
    infinite: bool = False
    ponder: bool = False
    among: tuple[str, ...] = ()
    """The texts of the moves to choose among; empty for all."""

    @property
    def waits(self) -> bool:
        """Whether the answer waits until it is called for."""
        return self.infinite or self.ponder
