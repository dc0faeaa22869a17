"""Pictures in a row, and as small files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
from PIL import Image

WEBP_QUALITY = 90


def side_by_side(pictures: Sequence[pygame.Surface]) -> pygame.Surface:
    """Pictures of one size in a row."""
    width, height = pictures[0].get_size()
    whole = pygame.Surface((len(pictures) * width, height))
    for number, picture in enumerate(pictures):
        whole.blit(picture, (number * width, 0))
    return whole


def save(picture: pygame.Surface, path: Path) -> None:
    """Save as a small file without visible loss."""
    pixels = pygame.image.tobytes(picture, "RGB")
    Image.frombytes("RGB", picture.get_size(), pixels).save(path, quality=WEBP_QUALITY, method=6)
