# SPDX-License-Identifier: GPL-3.0-or-later
"""Rotations and axes on whole arrays of frames; plain numpy, no bpy.

Quaternions are x y z w here, as in the library; Blender's own are w x y z and appear only in write.py.
"""

from __future__ import annotations

import numpy as np

# Blender's world is Z up, the library's Y up: (x, y, z) there is (x, z, -y) here.
TO_Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])


def to_y_up(points: np.ndarray) -> np.ndarray:
    """Blender's directions or points as the library's."""
    return points @ TO_Y_UP.T


def from_y_up(points: np.ndarray) -> np.ndarray:
    """The library's directions or points as Blender's."""
    return points @ TO_Y_UP


def rotation_of(matrices: np.ndarray) -> np.ndarray:
    """The rotation parts (…, 3, 3) of matrices (…, ≥3, ≥3) that may scale; a sheared one gives the nearest to its
    first two axes."""
    axes = matrices[..., :3, :3]
    y = axes[..., :, 1] / _length(axes[..., :, 1])
    x = axes[..., :, 0]
    x = x - y * np.sum(x * y, axis=-1, keepdims=True)
    x = x / _length(x)
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def quaternions(rotations: np.ndarray) -> np.ndarray:
    """Rotation matrices (…, 3, 3) as unit quaternions (…, 4)."""
    m = rotations
    trace = np.einsum("...ii->...", m)
    # Four ways to begin; each row takes the one with the largest divisor.
    choices = np.stack([m[..., 0, 0], m[..., 1, 1], m[..., 2, 2], trace], axis=-1)
    best = np.argmax(choices, axis=-1)
    out = np.empty((*m.shape[:-2], 4))
    for way in range(4):
        rows = best == way
        if not rows.any():
            continue
        r = m[rows]
        q = np.empty((len(r), 4))
        if way == 3:
            q[:, 3] = 1.0 + trace[rows]
            q[:, 0] = r[:, 2, 1] - r[:, 1, 2]
            q[:, 1] = r[:, 0, 2] - r[:, 2, 0]
            q[:, 2] = r[:, 1, 0] - r[:, 0, 1]
        else:
            i, j, k = way, (way + 1) % 3, (way + 2) % 3
            q[:, i] = 1.0 + r[:, i, i] - r[:, j, j] - r[:, k, k]
            q[:, j] = r[:, j, i] + r[:, i, j]
            q[:, k] = r[:, k, i] + r[:, i, k]
            q[:, 3] = r[:, k, j] - r[:, j, k]
        out[rows] = q
    return out / _length(out)


def matrices(quaternion: np.ndarray) -> np.ndarray:
    """Unit quaternions (…, 4) as rotation matrices (…, 3, 3)."""
    x, y, z, w = np.moveaxis(quaternion, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def one_hemisphere(quaternion: np.ndarray) -> np.ndarray:
    """The same rotations (F, …, 4) with signs such that neighbours in time are close."""
    flips = np.sum(quaternion[1:] * quaternion[:-1], axis=-1) < 0.0
    signs = np.where(np.cumsum(flips, axis=0) % 2 == 1, -1.0, 1.0)
    out = quaternion.copy()
    out[1:] *= signs[..., None]
    return out


def between(first: np.ndarray, second: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Unit quaternions (F, J, 4) that lie `share` (F,) of the way from `first` to `second`, on the shorter arc; exactly
    these at 0 and 1."""
    second = second * np.where(np.sum(first * second, axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
    weight = share[:, None, None]
    cosine = np.clip(np.sum(first * second, axis=-1, keepdims=True), -1.0, 1.0)
    angle = np.arccos(cosine)
    sine = np.sin(angle)
    wide = sine > 1e-6
    safe = np.where(wide, sine, 1.0)
    a = np.where(wide, np.sin((1.0 - weight) * angle) / safe, 1.0 - weight)
    b = np.where(wide, np.sin(weight * angle) / safe, weight)
    mixed = a * first + b * second
    mixed /= _length(mixed)
    return np.where(weight == 0.0, first, np.where(weight == 1.0, second, mixed))


def affine(rotations: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """4 × 4 matrices (…, 4, 4) of rotation (…, 3, 3), then translation (…, 3)."""
    out = np.zeros((*rotations.shape[:-2], 4, 4))
    out[..., :3, :3] = rotations
    out[..., :3, 3] = positions
    out[..., 3, 3] = 1.0
    return out


def inverse(matrices: np.ndarray) -> np.ndarray:
    """Inverses of affine matrices (…, 4, 4); many times as quick as numpy's for any matrix."""
    a, b, c = matrices[..., :3, 0], matrices[..., :3, 1], matrices[..., :3, 2]
    # Rows of the inverse of three columns: their cross products over the volume they span.
    rows = np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=-2)
    rows /= np.sum(a * rows[..., 0, :], axis=-1)[..., None, None]
    out = np.zeros(matrices.shape)
    out[..., :3, :3] = rows
    out[..., :3, 3] = -np.matmul(rows, matrices[..., :3, 3, None])[..., 0]
    out[..., 3, 3] = 1.0
    return out


def world_rigid(parents, rotations: np.ndarray, translations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """World rotations (F, J, 3, 3) and positions (F, J, 3) from local quaternions and translations; parents first,
    -1 for the root."""
    local = matrices(rotations)
    turned = np.empty_like(local)
    placed = np.empty_like(translations)
    for joint, parent in enumerate(parents):
        if parent < 0:
            turned[:, joint], placed[:, joint] = local[:, joint], translations[:, joint]
        else:
            turned[:, joint] = turned[:, parent] @ local[:, joint]
            moved = turned[:, parent] @ translations[:, joint, :, None]
            placed[:, joint] = placed[:, parent] + moved[..., 0]
    return turned, placed


def _length(vectors):
    return np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-30)
