"""60 bones × 2,000 frames: Detect and Remove Footskate take 2 s, of which the library 0.1 s.

Times are printed, not asserted: a suite runs on busy machines. Processor time is what a free machine would take. What is
asserted are ratios in one process: against Blender's own walk through the frames, and the library's share."""

import time

import bpy
import numpy as np

import makers
from harness import choose, part, run

FRAMES, BONES = 2000, 60
# Processor time of both operators against stepping through the frames and nothing else; the library's share of it.
MOST_OF_BARE, MOST_LIBRARY = 4.0, 0.1


def long_walk():
    """A walk of one stride repeated, keyed on every bone of a rig of 60."""
    extra = BONES - len(makers.BONES) - len(makers.SIDED)
    rig = makers.biped(extra=extra)
    makers.fk_walk(rig, frames=31)
    actions = part("actions")
    action, slot = rig.animation_data.action, actions.slot_of(rig.animation_data)
    frames = np.arange(1, FRAMES + 1, dtype=float)
    for curve in list(actions.pose_curves(action, slot)):
        once = actions.evaluate(curve, np.arange(1, 31, dtype=float))
        values = np.resize(once, FRAMES)
        if curve.data_path.endswith("location") and curve.array_index == 2:
            step = actions.evaluate(curve, np.array([31.0]))[0] - once[0]
            values = values + step * (np.arange(FRAMES) // 30)
        part("keys").set_all(curve, frames, values)
    for bone in rig.data.bones:
        for index in range(4):
            path = f'pose.bones["{bone.name}"].rotation_quaternion'
            curve = actions.ensure_curve(action, slot, path, index, bone.name)
            if len(curve.keyframe_points) < FRAMES:
                part("keys").set_all(curve, frames, np.full(FRAMES, 1.0 if index == 0 else 0.0))
    assert len(rig.data.bones) == BONES
    return rig


def test_two_thousand_frames():
    import surefoot

    rig = long_walk()
    choose(rig)
    scene = bpy.context.scene
    bare = time.process_time()
    for frame in range(1, FRAMES + 1):
        scene.frame_set(frame)
    bare = time.process_time() - bare
    start, start_cpu = time.perf_counter(), time.process_time()
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    detected = time.perf_counter()
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    end, cpu = time.perf_counter(), time.process_time() - start_cpu
    done = part("memory").cleanup(rig)
    assert done.character.times.count == FRAMES
    library, library_cpu = time.perf_counter(), time.process_time()
    found = surefoot.detect_plants(done.character.skeleton, done.character.clip)
    surefoot.remove_footskate(done.character.skeleton, done.character.clip, found.plants)
    library, library_cpu = time.perf_counter() - library, time.process_time() - library_cpu
    assert len(found.plants) > 100, len(found.plants)
    told = f"detect {detected - start:.2f} s, clean {end - detected:.2f} s, together {end - start:.2f} s"
    told += f", processor {cpu:.2f} s; library alone {library:.3f} s"
    told += f"; {cpu / bare:.2f} times a bare walk through the frames, library {library_cpu / cpu:.3f} of it"
    assert cpu < MOST_OF_BARE * bare and library_cpu < MOST_LIBRARY * cpu, told
    return told


run(globals())
