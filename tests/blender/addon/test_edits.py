"""Plain edits: each of the library's has a button and writes a new action, the original untouched."""

import bpy
import numpy as np
import surefoot

import makers
from harness import action_values, choose, clip_frames, close, refused, run, world_heads


def walker(frames=61):
    rig = makers.biped()
    makers.fk_walk(rig, frames=frames)
    choose(rig)
    return rig


def test_every_edit_has_an_operator():
    edits = [operation for operation in surefoot.operations() if operation.is_edit]
    assert {edit.name for edit in edits} >= {"mirror_clip", "resample_clip", "trim_clip"}
    for edit in edits:
        kind = getattr(bpy.ops.surefoot, edit.name).get_rna_type()
        assert kind.name == edit.label and kind.description.startswith(edit.help), edit.name
        rig = walker()
        original = rig.animation_data.action
        before = action_values(original)
        assert getattr(bpy.ops.surefoot, edit.name)() == {"FINISHED"}
        made = rig.animation_data.action
        assert made != original and made.name.endswith(edit.name), made.name
        assert action_values(original) == before and original.use_fake_user
        assert any(made.name in line.text for line in rig.surefoot.report)
        bpy.data.objects.remove(rig)


def test_trim_keeps_what_it_names():
    rig = walker()
    frames = clip_frames(rig)
    before = world_heads(rig, frames)
    assert bpy.ops.surefoot.trim_clip(first=10, count=20) == {"FINISHED"}
    after = clip_frames(rig)
    assert len(after) == 20 and after[0] == frames[0]
    close(world_heads(rig, after), before[10:30], 1e-4, "trimmed")
    refused("first", lambda: bpy.ops.surefoot.trim_clip(first=1000))


def test_the_frame_range_is_what_is_edited():
    rig = walker()
    frames = clip_frames(rig)
    before = world_heads(rig, frames)
    settings = rig.surefoot
    settings.use_range, settings.first_frame, settings.last_frame = True, int(frames[20]), int(frames[40])
    assert bpy.ops.surefoot.trim_clip() == {"FINISHED"}
    after = clip_frames(rig)
    assert (after[0], after[-1], len(after)) == (frames[20], frames[40], 21)
    close(world_heads(rig, after), before[20:41], 1e-4, "range")


def test_resample_keeps_the_speed():
    rig = walker()
    frames = clip_frames(rig)
    before = world_heads(rig, frames)
    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    rig.surefoot.resample_clip.frame_rate = 2 * rate
    assert bpy.ops.surefoot.resample_clip() == {"FINISHED"}
    after = clip_frames(rig)
    assert len(after) == 2 * len(frames) - 1
    close(np.diff(after), np.full(len(after) - 1, 0.5), 1e-4, "half frames")
    close(world_heads(rig, after)[::2], before, 1e-4, "whole frames")


def test_mirror_twice_is_the_original():
    rig = walker()
    frames = clip_frames(rig)
    before = world_heads(rig, frames)
    assert bpy.ops.surefoot.mirror_clip() == {"FINISHED"}
    once = world_heads(rig, frames)
    assert np.abs(once - before).max() > 0.05, "a walk is not its own mirror image"
    assert bpy.ops.surefoot.mirror_clip() == {"FINISHED"}
    close(world_heads(rig, frames), before, 1e-3, "mirrored twice")


run(globals())
