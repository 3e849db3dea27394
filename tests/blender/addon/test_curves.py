"""Curves of animators: few keys, modifiers, kinds of keys. What does not change keeps its shape, between frames too."""

import bpy
import numpy as np

import makers
from harness import choose, close, fresh, part, run, slide, world_heads


def curve_of(values, interpolation="BEZIER", handles="AUTO_CLAMPED"):
    """A curve with these (frame, value) keys on an object of its own."""
    owner = bpy.data.objects.new("owner", None)
    bpy.context.collection.objects.link(owner)
    for frame, value in values:
        owner.location.x = value
        owner.keyframe_insert("location", index=0, frame=frame)
    actions = part("actions")
    animation = owner.animation_data
    curve = next(iter(actions.curves(animation.action, actions.slot_of(animation))))
    for key in curve.keyframe_points:
        key.interpolation = interpolation
        key.handle_left_type = key.handle_right_type = handles
    curve.update()
    return curve


KEYS = ((1, 0.0), (20, 1.5), (50, -2.0), (90, 0.7))
TIMES = np.arange(1.0, 91.0)


def values_of(curve, times):
    return np.array([curve.evaluate(float(t)) for t in times])


def bumped(curve, *stretches):
    """Changes the curve by a bump over each stretch of frames; returns the fine times outside, old values there, new."""
    fine = np.arange(-10.0, 110.0, 0.125)
    old, before = values_of(curve, fine), values_of(curve, TIMES)
    after = before.copy()
    outside = np.ones(len(fine), bool)
    for first, last in stretches:
        inside = np.isin(TIMES, np.arange(first, last + 1))
        after[inside] += 0.1 * np.sin(np.pi * (TIMES[inside] - first + 1) / (last - first + 2))
        outside &= (fine <= first - 1) | (fine >= last + 1)
        # A changed first or last key is what the curve goes on with.
        outside &= ((first > TIMES[0]) | (fine >= TIMES[0])) & ((last < TIMES[-1]) | (fine <= TIMES[-1]))
    part("keys").change(curve, TIMES, before, after)
    close(values_of(curve, TIMES), after, 1e-5, "on the sampled frames")
    return fine[outside], old[outside], values_of(curve, fine)[outside]


def test_the_shape_outside_a_change_is_kept_between_frames_too():
    for interpolation in ("BEZIER", "LINEAR", "CONSTANT", "SINE", "BOUNCE"):
        for stretches in (((30, 40),), ((5, 8), (12, 14)), ((20, 20),), ((18, 52), (60, 61)), ((1, 3),), ((80, 90),)):
            fresh()
            curve = curve_of(KEYS, interpolation)
            where, old, new = bumped(curve, *stretches)
            if interpolation in ("SINE", "BOUNCE"):
                # These cannot be cut: keys on every frame take their place up to the next key.
                whole = np.abs(where - np.round(where)) < 1e-6
                where, old, new = where[whole], old[whole], new[whole]
            close(new, old, 2e-5, f"{interpolation} {stretches}")


def test_handles_that_reach_over_each_other_are_cut_as_blender_draws_them():
    curve = curve_of(KEYS, handles="FREE")
    for key in curve.keyframe_points:
        key.handle_left = (key.co[0] - 35, key.co[1] + 0.4)
        key.handle_right = (key.co[0] + 30, key.co[1] + 0.9)
    curve.update()
    where, old, new = bumped(curve, (30, 40))
    close(new, old, 2e-5, f"from {where[0]}")


def test_kinds_of_keys_and_keys_between_frames_are_kept():
    curve = curve_of((*KEYS, (35.5, 0.3)))
    kinds = {1: "EXTREME", 20: "BREAKDOWN", 50: "JITTER", 90: "MOVING_HOLD", 35.5: "EXTREME"}
    for key in curve.keyframe_points:
        key.type = kinds[key.co[0]]
    bumped(curve, (15, 60))
    found = {round(key.co[0], 3): key.type for key in curve.keyframe_points}
    assert {frame: found.get(frame) for frame in kinds} == kinds
    assert all(kind == "KEYFRAME" for frame, kind in found.items() if frame not in kinds)


def test_modifiers_go_on():
    curve = curve_of(((1, 0.0), (45, 1.0), (90, 0.0)))
    curve.modifiers.new("CYCLES")
    bumped(curve, (30, 40))
    assert [m.type for m in curve.modifiers] == ["CYCLES"]
    assert abs(curve.evaluate(35.0 + 89.0) - curve.evaluate(35.0)) < 1e-5, "the change is repeated too"
    fresh()
    curve = curve_of(KEYS)
    noise = curve.modifiers.new("NOISE")
    noise.strength, noise.scale, noise.blend_type = 0.3, 4.0, "ADD"
    _, old, new = bumped(curve, (30, 40))
    assert [m.type for m in curve.modifiers] == ["NOISE"]
    close(new, old, 2e-5, "noise outside the change")
    fresh()
    curve = curve_of(KEYS)
    limits = curve.modifiers.new("LIMITS")
    limits.use_max_y, limits.max_y = True, 0.5
    before = values_of(curve, TIMES)
    after = before + 0.1 * ((TIMES > 10) & (TIMES < 30))
    assert part("keys").change(curve, TIMES, before, after), "a limit would cut the change: it goes into the keys"
    close(values_of(curve, TIMES), after, 1e-5, "limited")
    assert len(curve.modifiers) == 0


def test_a_cyclic_walk_stays_cyclic():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    actions = part("actions")
    for curve in actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)):
        cycles = curve.modifiers.new("CYCLES")
        cycles.mode_before = cycles.mode_after = "REPEAT_OFFSET" if "location" in curve.data_path else "REPEAT"
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    result = rig.animation_data.action
    for curve in actions.pose_curves(result, actions.slot_of(rig.animation_data)):
        if len(curve.keyframe_points) and "shin" in curve.data_path and "rotation" in curve.data_path:
            assert [m.type for m in curve.modifiers] == ["CYCLES"], curve.data_path
    worst, count = slide(rig)
    assert count >= 4 and worst < 1e-4, (worst, count)


def sparse_walk(frames):
    """A rig with controls and a walk with a key on every sixth frame; the rig and its curves."""
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"}, frames)
    actions = part("actions")
    curves = list(actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)))
    for curve in curves:
        for index in reversed(range(len(curve.keyframe_points))):
            if index % 6:
                curve.keyframe_points.remove(curve.keyframe_points[index], fast=True)
        curve.update()
    choose(rig)
    return rig, curves


def cleaned_range_leaves_the_rest(rig, first, last, fine, **options):
    """Holds an ankle in the range and compares the scene beyond it."""
    before = world_heads(rig, fine)
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, first, last
    bpy.context.scene.frame_set(first + 1)
    assert bpy.ops.surefoot.add_plant(point="left_ankle", frames=8) == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate(**options) == {"FINISHED"}
    after = world_heads(rig, fine)
    fade = makers.FPS / 2 + 1
    outside = (fine < first - fade) | (fine > last + fade)
    close(after[outside], before[outside], 2e-5, "beyond the range")
    assert np.abs(after - before).max() > 0.005
    return fade


def test_sparse_keys_stay_outside_a_frame_range():
    rig, _ = sparse_walk(91)
    fade = cleaned_range_leaves_the_rest(rig, 40, 50, np.arange(1.0, 91.0, 0.25))
    actions = part("actions")
    for curve in actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)):
        frames = [key.co[0] for key in curve.keyframe_points]
        assert all((f - 1) % 6 == 0 for f in frames if not 40 - fade <= f <= 50 + fade), (curve.data_path, frames)


def test_eased_keys_far_apart_play_on_outside_a_frame_range():
    """The segments cannot be cut, and reach beyond the change and beyond the frames that are sampled around the range."""
    for interpolation in ("SINE", "BOUNCE"):
        for gap in (30, 96):
            fresh()
            rig, curves = sparse_walk(193)
            for curve in (c for c in curves if "foot_ctrl.L" in c.data_path):
                for index in reversed(range(len(curve.keyframe_points))):
                    if round(curve.keyframe_points[index].co[0] - 1) % gap:
                        curve.keyframe_points.remove(curve.keyframe_points[index], fast=True)
                for key in curve.keyframe_points:
                    key.interpolation = interpolation
                curve.update()
            cleaned_range_leaves_the_rest(rig, 88, 98, np.arange(1.0, 194.0))


def test_modifiers_that_go_have_done_their_part_outside_a_frame_range():
    """A cycle shorter than the clip, and a limit; overwritten, so that the user's own curve is what is looked at."""

    def short_cycle(curve):
        for index in reversed(range(len(curve.keyframe_points))):
            if curve.keyframe_points[index].co[0] > 103:
                curve.keyframe_points.remove(curve.keyframe_points[index], fast=True)
        curve.update()
        curve.modifiers.new("CYCLES")

    def limit(curve):
        values = [key.co[1] for key in curve.keyframe_points]
        limits = curve.modifiers.new("LIMITS")
        limits.use_min_y = limits.use_max_y = True
        limits.min_y, limits.max_y = np.quantile(values, (0.45, 0.5))

    for prepare in (short_cycle, limit):
        fresh()
        rig, curves = sparse_walk(193)
        for curve in (c for c in curves if 'foot_ctrl.L"].location' in c.data_path):
            prepare(curve)
        bpy.context.scene.frame_end = 240
        cleaned_range_leaves_the_rest(rig, 30, 40, np.arange(1.0, 241.0), output="OVERWRITE")


run(globals())
