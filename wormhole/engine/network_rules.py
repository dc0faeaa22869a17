"""Which rules of a game a person has changed: with other rules another evaluation is learned."""

from __future__ import annotations

from wormhole.rules.gamefile import parse
from wormhole.rules.variant import Variant


def rules_changed(variant: Variant) -> dict[str, str]:
    """The values of ``left_square`` and ``stalemate`` that differ from those of the game's definition."""
    if not variant.definition:
        return {}
    own = parse(variant.definition, variant.name)
    changed = {}
    if variant.left_square is not own.left_square:
        changed["left_square"] = variant.left_square.value
    if variant.endings.stalemate is not own.endings.stalemate:
        changed["stalemate"] = variant.endings.stalemate.value
    return changed
