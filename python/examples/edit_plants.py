"""Detects plants, changes them as an animator would, and cleans with the result.

Usage: edit_plants.py walk.bvh clean.bvh page.html
"""

from __future__ import annotations

import sys

import surefoot


def main(source: str, target: str, page: str) -> None:
    """Keeps every automatic plant, but makes the first one end two frames earlier and never trusts weak ones."""
    document = surefoot.read(source)
    skeleton, clip = document.skeleton, document.clips[0]
    found = surefoot.detect_plants(skeleton, clip)
    print(found.report.summary())

    first, *others = [plant for plant in found.plants if plant.confidence > 0.5]
    shorter = surefoot.Plant(first.point, first.first, max(first.end - 2, first.first + 1))
    plants = surefoot.Plants(clip.frame_count, [shorter, *others])

    edited = surefoot.remove_footskate(skeleton, clip, plants, max_stretch=0.0)
    print(edited.report.summary())
    for miss in edited.report.missed:
        print(f"  {miss.point}, frames {miss.first} to {miss.end}: {miss.distance * 100:.1f} cm left, {miss.reason}")
    surefoot.write_edited(target, document, [edited.clip])
    shown = (clip, edited.clip, plants, edited.report)
    surefoot.footskate_page(page, "walk", skeleton, [shown], skins=document.skins)


if __name__ == "__main__":
    main(*sys.argv[1:])
