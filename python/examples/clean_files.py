"""Cleans any number of files and prints one line for each.

Usage: clean_files.py walk.bvh walk.glb
"""

from __future__ import annotations

import sys
from pathlib import Path

import surefoot


def main(files: list[str]) -> None:
    """Writes each result beside its input, as NAME.clean.SUFFIX."""
    for file in map(Path, files):
        document = surefoot.read(file)
        cleaned = []
        for clip in document.clips:
            plants = surefoot.detect_plants(document.skeleton, clip).plants
            edited = surefoot.remove_footskate(document.skeleton, clip, plants)
            cleaned.append(edited.clip)
            print(f"{file.name}: {edited.report.summary()}")
        surefoot.write_edited(file.with_suffix(f".clean{file.suffix}"), document, cleaned)


if __name__ == "__main__":
    main(sys.argv[1:])
