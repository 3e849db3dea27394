"""Draws the icons of the module, 32 and 64 pixels: a footprint on a line. Run it after a change; the files are kept."""

from __future__ import annotations

import pathlib
import struct
import zlib
from typing import List, Tuple

ICONS = pathlib.Path(__file__).parent / "icons"
# In parts of the size: centre, half axes and slant of sole, ball and toes.
SOLE = [(0.44, 0.64, 0.11, 0.15), (0.50, 0.40, 0.16, 0.17)]
TOES = [(0.36, 0.17, 0.06, 0.07), (0.48, 0.12, 0.055, 0.065), (0.585, 0.14, 0.05, 0.06), (0.675, 0.19, 0.045, 0.055)]
GROUND = (0.12, 0.88, 0.84, 0.90)
FOOT_COLOUR, GROUND_COLOUR = (236, 236, 236), (93, 186, 120)
# Samples a pixel and side.
FINE = 4


def is_foot(x: float, y: float) -> bool:
    """Whether a point, in parts of the size, is part of the foot."""
    return any(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1.0 for cx, cy, rx, ry in SOLE + TOES)


def is_ground(x: float, y: float) -> bool:
    """Whether a point is part of the line."""
    left, right, top, bottom = GROUND
    return left <= x <= right and top <= y <= bottom


def pixel(column: int, row: int, size: int) -> Tuple[int, int, int, int]:
    """Red, green, blue and alpha."""
    places = [
        ((column + (i + 0.5) / FINE) / size, (row + (j + 0.5) / FINE) / size) for i in range(FINE) for j in range(FINE)
    ]
    foot = sum(is_foot(x, y) for x, y in places)
    ground = sum(is_ground(x, y) for x, y in places)
    colour = FOOT_COLOUR if foot >= ground else GROUND_COLOUR
    return (*colour, round(255 * max(foot, ground) / FINE**2))


def png(size: int) -> bytes:
    """The picture as a file."""
    rows = [b"\0" + bytes(v for column in range(size) for v in pixel(column, row, size)) for row in range(size)]
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    parts: List[Tuple[bytes, bytes]] = [(b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b"")]
    chunks = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


if __name__ == "__main__":
    # Maya takes the larger one on a screen with twice the density.
    (ICONS / "surefoot.png").write_bytes(png(32))
    (ICONS / "surefoot_200.png").write_bytes(png(64))
