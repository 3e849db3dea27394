"""Compares remove_footskate through Python with the same call in Rust, on a clip of 5,000 frames.

Usage: remove_footskate.py FOOTSKATE_TIME, the program of that name in the Rust test crate (release build). Both take
turns in one run and the shortest times count, so that a busy machine does not matter. Ends with 1 above 1.15.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import surefoot

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import make

LIMIT = 1.15
TURNS, CALLS = 5, 3


def main(rust: str) -> int:
    """Prints both times and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "walk.bvh")
        skeleton = make.biped()
        surefoot.write_new(file, skeleton, [make.walk(skeleton, frame_count=5000)])
        document = surefoot.read(file)
        skeleton, clip = document.skeleton, document.clips[0]
        plants = surefoot.detect_plants(skeleton, clip).plants
        in_rust, in_python = [], []
        for _ in range(TURNS):
            done = subprocess.run([rust, str(file), str(CALLS)], check=True, capture_output=True, text=True)
            in_rust.append(float(done.stdout))
            for _ in range(CALLS):
                start = time.perf_counter()
                edited = surefoot.remove_footskate(skeleton, clip, plants)
                # What a caller does next: the arrays and the report.
                assert edited.clip.rotations.shape == (5000, skeleton.joint_count, 4)
                assert edited.report.after.slide_mean < edited.report.before.slide_mean
                in_python.append(time.perf_counter() - start)
    ratio = min(in_python) / min(in_rust)
    print(
        f"remove_footskate, 5,000 frames: Rust {min(in_rust) * 1e3:.2f} ms, Python {min(in_python) * 1e3:.2f} ms, "
        f"ratio {ratio:.3f} (at most {LIMIT})"
    )
    return ratio > LIMIT


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
