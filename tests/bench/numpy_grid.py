"""The distance grid of a motion graph against a plain numpy version of the same metric, in the same run.

The numpy version is what a careful TD writes: windows stacked into rows, three matrix products in float32, then the
closed form over whole arrays. It forms the grid only; ours also finds its local minima. Both get two threads. Prints the
ratios and fails only if the values differ: a busy machine must not look like a fault.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "2")

import numpy as np  # noqa: E402 (the number of threads must be set first)

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARKERS, WINDOW = 31, 10
# (frames, wanted ratio)
SIZES = [(3000, 10.0), (10000, 20.0)]


def make_points(frames):
    """Markers about a wandering, turning body, metres; 100 m from the origin."""
    random = np.random.default_rng(3)
    t = np.arange(frames) / 30.0
    phases, rates = random.uniform(0, 6.28, (3, MARKERS)), random.uniform(4, 8, (3, MARKERS))
    local = 0.3 * np.sin(t[:, None, None] * rates + phases) + random.normal(0, 0.3, (1, 3, MARKERS))
    local += random.normal(0, 0.002, local.shape)
    heading = np.cumsum(random.normal(0, 0.05, frames))
    sine, cosine = np.sin(heading)[:, None], np.cos(heading)[:, None]
    x = cosine * local[:, 0] + sine * local[:, 2] + (100 + np.cumsum(0.04 * np.sin(heading)))[:, None]
    z = -sine * local[:, 0] + cosine * local[:, 2] + (100 + np.cumsum(0.04 * np.cos(heading)))[:, None]
    return np.stack([x, local[:, 1] + 1.0, z], axis=-1)


def numpy_grid(points):
    windows = len(points) - WINDOW + 1
    stacked = np.lib.stride_tricks.sliding_window_view(points, WINDOW, axis=0)  # window, marker, axis, frame
    stacked = stacked.transpose(2, 0, 3, 1).reshape(3, windows, -1)
    x, y, z = stacked
    x = (x - x.mean(axis=1, keepdims=True)).astype(np.float32)
    z = (z - z.mean(axis=1, keepdims=True)).astype(np.float32)
    y = (y - y.mean()).astype(np.float32)
    count = np.float32(x.shape[1])
    energy = (np.square(x).sum(axis=1) + np.square(y).sum(axis=1) + np.square(z).sum(axis=1)) / count
    xz, zx = np.hstack([x, z]), np.hstack([z, -x])
    c, s, heights = xz @ xz.T, xz @ zx.T, y @ y.T
    return energy[:, None] + energy[None, :] - 2 * heights / count - 2 * np.sqrt(c * c + s * s) / count


def main():
    program = ROOT / "target" / "release" / "grid_time"
    failed = False
    for frames, wanted in SIZES:
        points = make_points(frames)
        best, grid = np.inf, None
        for _ in range(3):
            grid = None
            start = time.perf_counter()
            grid = numpy_grid(points)
            best = min(best, time.perf_counter() - start)
        with tempfile.NamedTemporaryFile(suffix=".f64") as file:
            file.write(points.astype("<f8").tobytes())
            file.flush()
            arguments = [str(n) for n in (frames, MARKERS, WINDOW, 2)]
            done = subprocess.run([program, file.name, *arguments], capture_output=True, text=True, check=True)
        ours = json.loads(done.stdout)
        worst = max(abs(grid[i, j] - value) for (i, j), value in zip(ours["cells"], ours["values"]))
        failed |= bool(worst > 2e-5)
        ratio = best / ours["seconds"]
        verdict = "as wanted" if ratio >= wanted else f"less than the {wanted:.0f} wanted"
        print(
            f"{frames} frames, {MARKERS} points, window {WINDOW}: numpy {best:.3f} s, surefoot {ours['seconds']:.4f} s "
            f"with {ours['minima']} minima: {ratio:.1f} times as fast ({verdict}); cells differ by {worst:.1e} m2"
        )
    if failed:
        print("FAILED: the two grids differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
