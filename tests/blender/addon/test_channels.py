"""What is written is what plays: any rotation mode, any place of the armature, every kind of result; the rest is kept."""

import bpy
import numpy as np

import makers
from harness import action_values, choose, close, fresh, part, refused, run, slide, world_heads

MODES = ("QUATERNION", "XYZ", "ZYX", "AXIS_ANGLE")


def cleaned(rig, **options):
    """Detects and cleans; returns the original action."""
    source = rig.animation_data.action
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate(**options) == {"FINISHED"}
    return source


def wanted_heads(rig):
    """Where the library wants the joints, in the scene."""
    done = part("memory").cleanup(rig)
    return done.character.bones, done.character.to_scene(done.character.rigid(done.after)[1])


def holds(rig, tolerance=1e-4):
    worst, count = slide(rig)
    assert count >= 4, f"only {count} plants"
    assert worst <= tolerance, f"a plant moves by {worst * 1000:.3f} mm"
    return f"{count} plants within {worst * 1000:.4f} mm"


def test_every_rotation_mode_plays_what_was_wanted():
    for mode in MODES:
        rig = makers.biped()
        makers.fk_walk(rig, frames=61, mode=mode)
        choose(rig)
        before = world_heads(rig, range(1, 62))
        source = cleaned(rig)
        kept = action_values(source)
        bones, wanted = wanted_heads(rig)
        played = world_heads(rig, range(1, 62), bones)
        # Axis and angle are 32-bit numbers of which the angle alone is small.
        close(played, wanted, 5e-5 if mode == "AXIS_ANGLE" else 2e-5, mode)
        holds(rig)
        assert {b.rotation_mode for b in rig.pose.bones} == {mode}
        assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
        close(world_heads(rig, range(1, 62)), before, 1e-6, f"{mode}: the original")
        assert action_values(source) == kept
        bpy.data.objects.remove(rig)


def test_scaled_and_rotated_armatures_hold_too():
    for scale, turn, place in ((0.01, (0.0, 0.0, 1.0), (3, 2, 0)), (2.5, (0.0, 0.0, -2.0), (0, 0, 0))):
        rig = makers.biped()
        makers.fk_walk(rig, frames=61)
        choose(rig)
        rig.scale, rig.rotation_euler, rig.location = (scale,) * 3, turn, place
        bpy.context.view_layer.update()
        cleaned(rig)
        unit = part("memory").cleanup(rig).character.unit
        worst, count = slide(rig, unit)
        assert count >= 4 and worst < 2e-4, (scale, worst, count)
        bpy.data.objects.remove(rig)


def test_other_channels_markers_and_properties_are_kept():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    action = rig.animation_data.action
    rig.pose.bones["hips"]["mood"] = 1.0
    for frame, value in ((1, 0.0), (30, 1.0), (61, 0.5)):
        rig.pose.bones["hips"]["mood"] = value
        rig.pose.bones["hips"].keyframe_insert('["mood"]', frame=frame)
        rig.keyframe_insert("hide_render", frame=frame)
    action.pose_markers.new("turn").frame = 12
    action["author"] = "someone"
    actions = part("actions")
    for curve in actions.pose_curves(action, actions.slot_of(rig.animation_data)):
        for key in curve.keyframe_points:
            key.interpolation = "SINE"
    before = action_values(action)
    cleaned(rig)
    result = rig.animation_data.action
    assert result != action and action_values(action) == before
    assert result["author"] == "someone" and result.pose_markers["turn"].frame == 12
    after = action_values(result)
    changed = {path for path in before if before[path] != after[path]}
    assert changed and all(
        ("thigh" in p or "shin" in p or "foot" in p or "hips" in p or "toe" in p) for p, _ in changed
    ), changed
    assert not any("mood" in p or "hide_render" in p or "spine" in p or "head" in p for p, _ in changed)
    assert {k[-2] for path, keys in after.items() for k in keys if path in before and len(keys) > 3} == {"SINE"}
    assert set(before) <= set(after)


def test_handles_move_with_their_keys():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    actions = part("actions")
    for curve in actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)):
        for key in curve.keyframe_points:
            key.interpolation, key.handle_left_type, key.handle_right_type = "BEZIER", "FREE", "FREE"
            key.handle_left = (key.co[0] - 0.3, key.co[1] - 0.01)
            key.handle_right = (key.co[0] + 0.3, key.co[1] + 0.02)
    before = action_values(rig.animation_data.action)
    cleaned(rig)
    moved = 0
    for path, keys in action_values(rig.animation_data.action).items():
        for old, new in zip(before.get(path, ()), keys, strict=False):
            moved += old[1] != new[1]
            assert abs(new[3] - new[1] + 0.01) < 1e-5 and abs(new[5] - new[1] - 0.02) < 1e-5, (path, new)
    assert moved > 100


def test_kept_samples_are_not_used_after_a_change():
    def change_curve(rig):
        actions = part("actions")
        curves = actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data))
        curve = next(c for c in curves if c.data_path.endswith("location"))
        for key in curve.keyframe_points:
            key.co[1] += 0.05
        curve.update()

    def change_pose(rig):
        rig.pose.bones["spine"].scale = (1.0, 1.2, 1.0)

    def change_constraint(rig):
        rig.pose.bones["hand.L"].constraints.new("LIMIT_ROTATION").use_limit_x = True

    def change_object(rig):
        rig.location.x += 1.0

    for change in (change_curve, change_pose, change_constraint, change_object):
        rig = makers.biped()
        makers.fk_walk(rig, frames=31)
        choose(rig)
        assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
        change(rig)
        bpy.context.view_layer.update()
        now = world_heads(rig, range(1, 32))
        assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
        character = part("memory").cleanup(rig).character
        close(character.samples.heads([b.name for b in rig.data.bones]), now, 1e-5, change.__name__)
        bpy.data.objects.remove(rig)


def test_a_frame_range_leaves_the_rest_alone():
    rig = makers.biped()
    makers.fk_walk(rig, frames=91)
    choose(rig)
    before = world_heads(rig, range(1, 92))
    values = action_values(rig.animation_data.action)
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, 30, 70
    cleaned(rig)
    after = world_heads(rig, range(1, 92))
    # Beyond the range the correction fades out within half a second.
    fade = makers.FPS // 2 + 1
    close(after[: 29 - fade], before[: 29 - fade], 1e-7, "before the range")
    close(after[70 + fade :], before[70 + fade :], 1e-7, "after the range")
    change = np.abs(after - before).max(axis=(1, 2))
    assert change[29:70].max() > 0.01
    step = np.abs(np.diff(change))
    assert max(step[:29].max(), step[69:].max()) < 0.012, "no jump at the ends of the range"
    assert all(30 <= p.first <= p.last <= 70 for p in rig.surefoot.plants)
    for path, keys in action_values(rig.animation_data.action).items():
        if path in values:
            old = {k[0]: k[1] for k in values[path]}
            assert all(old[k[0]] == k[1] for k in keys if not 30 - fade <= k[0] <= 70 + fade), path
    holds(rig)


def test_a_range_is_a_range_with_a_ground_and_a_shaking_root_too():
    """Smoothing the root and keeping feet out of the ground act everywhere; the range ends that."""
    rig = makers.biped()
    makers.fk_walk(rig, frames=91)
    choose(rig)
    actions = part("actions")
    shake = np.random.default_rng(5)
    for curve in actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)):
        if curve.data_path.endswith("location"):
            for key in curve.keyframe_points:
                key.co[1] += shake.normal(0.0, 0.012)
            curve.update()
    rig.surefoot.ground_from, rig.surefoot.ground_height = "PLANE", 0.03
    before = world_heads(rig, range(1, 92))
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    everywhere = np.abs(world_heads(rig, range(1, 92)) - before).max(axis=(1, 2))
    assert everywhere[:12].max() > 1e-3 and everywhere[80:].max() > 1e-3, "without a range all of it changes"
    assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, 40, 50
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    change = np.abs(world_heads(rig, range(1, 92)) - before).max(axis=(1, 2))
    fade = makers.FPS // 2
    assert change[39:50].max() > 1e-3
    assert change[: 39 - fade].max() < 1e-7 and change[50 + fade :].max() < 1e-7, np.flatnonzero(change > 1e-7) + 1


def test_an_additive_layer_adds_to_the_untouched_original():
    for mode in MODES:
        rig = makers.biped()
        makers.fk_walk(rig, frames=61, mode=mode)
        choose(rig)
        source = rig.animation_data.action
        kept = action_values(source)
        cleaned(rig, output="NLA")
        bones, wanted = wanted_heads(rig)
        close(world_heads(rig, range(1, 62), bones), wanted, 5e-5, mode)
        assert rig.animation_data.action is None
        strips = [strip for track in rig.animation_data.nla_tracks for strip in track.strips]
        assert [s.blend_type for s in strips] == ["REPLACE", "ADD"] and strips[0].action == source
        assert action_values(source) == kept
        bpy.data.objects.remove(rig)


def test_overwrite_only_when_asked():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    source = cleaned(rig, output="OVERWRITE")
    assert rig.animation_data.action == source
    holds(rig)


def test_sparse_hand_made_keys_are_sampled_on_every_frame():
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"}, 61)
    choose(rig)
    actions = part("actions")
    for curve in actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)):
        for index in reversed(range(len(curve.keyframe_points))):
            if index % 3:
                curve.keyframe_points.remove(curve.keyframe_points[index], fast=True)
        curve.update()
    now = world_heads(rig, range(1, 62))
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert len(rig.surefoot.plants) >= 4
    character = part("memory").cleanup(rig).character
    assert list(character.times.frames()) == list(range(1, 62))
    close(character.samples.heads([b.name for b in rig.data.bones]), now, 1e-5, "between the keys")


def undone_and_redone(name, work):
    """Does the work, undoes and redoes it: pose on every frame, plants, markers and strips are those before and after."""

    def seen():
        rig = bpy.data.objects[name]
        scene, animation = bpy.context.scene, rig.animation_data
        motion = rig.surefoot.motion()
        return world_heads(rig, range(1, 32)), (
            animation.action.name if animation.action else None,
            [(s.name, s.action.name) for track in animation.nla_tracks for s in track.strips],
            [(p.point, p.first, p.last, p.number) for p in motion.plants] if motion else [],
            sorted((m.name, m.frame) for m in scene.timeline_markers),
        )

    before = seen()
    bpy.ops.ed.undo_push(message="start")
    work()
    after = seen()
    assert after[1] != before[1]
    for step, (heads, told) in ((bpy.ops.ed.undo, before), (bpy.ops.ed.redo, after), (bpy.ops.ed.undo, before)):
        step()
        now = seen()
        assert np.array_equal(now[0], heads) and now[1] == told, (step, now[1], told)


def test_undo_and_redo_are_exact():
    def clean(**options):
        return lambda: bpy.ops.surefoot.remove_footskate("EXEC_DEFAULT", True, **options)

    def add_plant():
        bpy.ops.surefoot.add_plant("EXEC_DEFAULT", True, point="left_wrist")

    for marked in (False, True):
        for work in (clean(), clean(output="NLA"), add_plant):
            fresh()
            rig = makers.biped()
            makers.fk_walk(rig, frames=31)
            choose(rig)
            if marked:
                assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
                rig.surefoot.show_markers = True
            undone_and_redone("Biped", work)
    fresh()
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"}, 31)
    choose(rig)
    undone_and_redone("IK Biped", clean(target="CONTROLS"))


def test_two_armatures_at_once():
    rigs = []
    for shift in (0.0, 2.0):
        rig = makers.biped(f"Biped {shift:g}")
        makers.fk_walk(rig, frames=61)
        rig.location.x = shift
        rigs.append(rig)
    choose(*rigs)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    for rig in rigs:
        assert rig.animation_data.action.name.endswith("_surefoot"), rig.name
        holds(rig)


def test_back_to_original():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    refused("result", lambda: bpy.ops.surefoot.restore_original())
    before = world_heads(rig, range(1, 62))
    cleaned(rig)
    assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
    close(world_heads(rig, range(1, 62)), before, 1e-7, "the original again")


def test_back_to_original_after_two_cleanings():
    """The legs stretch by locations that the original does not key, and the first result has keys for one axis alone."""
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    rig.pose.bones["shin.L"].keyframe_insert("location", index=0, frame=1)
    source = rig.animation_data.action
    before = world_heads(rig, range(1, 62))
    cleaned(rig)
    first = rig.animation_data.action
    longer = [p for p in rig.surefoot.plants if p.last - p.first > 8]
    longer[0].last += 3
    assert not any("Worked on the result" in line.text for line in rig.surefoot.report)
    for number in (1, 2):
        worked_on = rig.animation_data.action
        assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
        assert rig.animation_data.action.name == f"{source.name}_surefoot.{number:03d}"
        told = [line.text for line in rig.surefoot.report if "Worked on the result" in line.text]
        assert len(told) == 1 and f"'{worked_on.name}'" in told[0], told
    assert rig.animation_data.action not in (source, first)
    bpy.context.scene.frame_set(30)
    assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
    assert rig.animation_data.action == source, "not the first result"
    close(world_heads(rig, range(1, 62)), before, 1e-6, "the original again")


def test_back_to_original_with_a_bone_renamed():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    source = cleaned(rig)
    result = rig.animation_data.action
    assert "shin" in result["surefoot_unkeyed"]
    result["surefoot_unkeyed"] = result["surefoot_unkeyed"].replace("shin.L", "gone")
    assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
    assert rig.animation_data.action == source


run(globals())
