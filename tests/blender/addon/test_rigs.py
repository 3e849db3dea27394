"""Rigs that follow controls: IK legs and a Rigify human. Plants hold within 1 mm in the scene as it plays."""

import bpy

import makers
from harness import action_values, choose, close, part, run, slide, world_heads

HOLD_M = 1e-3


def clean_and_hold(rig, **options):
    choose(rig)
    before = None
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    before, count = slide(rig)
    assert count >= 4 and before > 0.02, f"the made walk should slip: {before} m over {count} plants"
    source = rig.animation_data.action
    kept = action_values(source)
    bones, actions = len(rig.data.bones), len(bpy.data.actions)
    assert bpy.ops.surefoot.remove_footskate(**options) == {"FINISHED"}
    assert action_values(source) == kept and len(rig.data.bones) == bones
    assert len(bpy.data.actions) == actions + 1, "a trial action was left behind"
    after, count = slide(rig)
    assert after <= HOLD_M, f"a plant moves by {after * 1000:.2f} mm (before {before * 1000:.1f} mm)"
    return f"{count} plants, {before * 1000:.0f} mm to {after * 1000:.3f} mm"


def changed_bones(rig, source):
    before, after = action_values(source), action_values(rig.animation_data.action)
    return {path.split('"')[1] for path, _ in after if before.get((path, _)) != after[(path, _)]}


def test_ik_legs():
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"})
    source = rig.animation_data.action
    told = clean_and_hold(rig)
    assert changed_bones(rig, source) <= {"foot_ctrl.L", "foot_ctrl.R", "hips"}
    return told


def test_ik_legs_with_controls_set_by_hand():
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"})
    rig.surefoot.left_control, rig.surefoot.right_control = "foot_ctrl.L", "foot_ctrl.R"
    rig.surefoot.hips_control = "hips"
    return clean_and_hold(rig, target="CONTROLS")


def test_a_scaled_and_turned_ik_rig():
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"})
    rig.scale, rig.rotation_euler, rig.location = (1.3,) * 3, (0, 0, 2.0), (1, -2, 0)
    bpy.context.view_layer.update()
    return clean_and_hold(rig)


def test_rigify_human():
    rig = makers.rigify_human()
    makers.slipping_walk(rig, "torso", {"L": "foot_ik.L", "R": "foot_ik.R"})
    source = rig.animation_data.action
    told = clean_and_hold(rig)
    assert changed_bones(rig, source) <= {"foot_ik.L", "foot_ik.R", "torso", "toe_ik.L", "toe_ik.R"}
    return told


def test_one_leg_with_a_control_and_one_without():
    """The left leg follows IK, the right one its own keys: both stand."""
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"})
    makers.bake_leg(rig, ".R")
    source = rig.animation_data.action
    told = clean_and_hold(rig)
    changed = changed_bones(rig, source)
    assert {"foot_ctrl.L", "shin.R"} <= changed and not changed & {"shin.L", "thigh.L", "foot_ctrl.R"}, changed
    return told


def test_a_leg_whose_control_is_not_found_is_told_of():
    """The right leg follows an object outside the rig, which cannot be keyed with it."""
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"}, 61)
    goal = bpy.data.objects.new("goal", None)
    bpy.context.collection.objects.link(goal)
    follow = goal.constraints.new("COPY_LOCATION")
    follow.target, follow.subtarget = rig, "foot_ctrl.R"
    reach = rig.pose.bones["shin.R"].constraints["IK"]
    reach.target, reach.subtarget = goal, ""
    makers.release(rig, "foot.R")
    choose(rig)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    told = [line.text for line in rig.surefoot.report if "not found" in line.text]
    assert len(told) == 1 and "right leg" in told[0], told


def test_plain_bones_stay_plain():
    rig = makers.biped()
    makers.fk_walk(rig)
    choose(rig)
    source = rig.animation_data.action
    told = clean_and_hold(rig)
    assert "shin.L" in changed_bones(rig, source)
    assert part("memory").cleanup(rig).report.after.stretch_max > 0.0
    return told


def test_connected_bones_do_not_stretch():
    rig = makers.biped(connect=True)
    makers.fk_walk(rig)
    told = clean_and_hold(rig)
    assert part("memory").cleanup(rig).report.after.stretch_max < 1e-6
    assert any("connected" in line.text for line in rig.surefoot.report)
    return told


def test_motion_from_the_nla_and_drivers_is_sampled():
    """The walk lies in a strip, the armature has no action of its own, and a driver bends the spine."""
    rig = makers.biped()
    makers.fk_walk(rig)
    animation = rig.animation_data
    action, slot = animation.action, part("actions").slot_of(animation)
    strip = animation.nla_tracks.new().strips.new("walk", 1, action)
    if slot is not None:
        strip.action_slot = slot
    animation.action = None
    rig.pose.bones["spine"].rotation_mode = "XYZ"
    driver = rig.driver_add('pose.bones["spine"].rotation_euler', 0).driver
    driver.expression = "0.002 * frame"
    choose(rig)
    kept = action_values(action)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert action_values(action) == kept and animation.action is not None
    cleanup = part("memory").cleanup(rig)
    bones = cleanup.character.bones
    wanted = cleanup.character.to_scene(cleanup.character.rigid(cleanup.after)[1])
    close(world_heads(rig, cleanup.character.times.frames(), bones), wanted, 5e-5, "what plays over the strip")
    assert cleanup.report.before.slide_mean > 0.1 > 1e-3 > cleanup.report.after.slide_mean


run(globals())
