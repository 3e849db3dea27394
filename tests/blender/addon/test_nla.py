"""Strips of the NLA: layers on layers, results over strips, and what cannot be played is refused."""

import bpy
import numpy as np

import makers
from harness import action_values, choose, close, fresh, part, refused, run, world_heads

MODES = ("QUATERNION", "XYZ", "AXIS_ANGLE")
FRAMES = range(1, 62)


def walker(mode="QUATERNION", frames=61):
    rig = makers.biped()
    makers.fk_walk(rig, frames=frames, mode=mode)
    choose(rig)
    return rig


def wanted_heads(rig):
    """Where the library wants the joints, in the scene."""
    done = part("memory").cleanup(rig)
    return done.character.bones, done.character.to_scene(done.character.rigid(done.after)[1])


def plays_what_was_wanted(rig, what, tolerance=5e-5):
    bones, wanted = wanted_heads(rig)
    frames = part("memory").cleanup(rig).character.times.frames()
    close(world_heads(rig, frames, bones), wanted, tolerance, what)


def strips_of(rig):
    return [strip for track in rig.animation_data.nla_tracks for strip in track.strips]


def test_a_second_layer_adds_to_the_first():
    for mode in MODES:
        rig = walker(mode)
        source = rig.animation_data.action
        kept = action_values(source)
        # The frame that is shown must not matter.
        bpy.context.scene.frame_set(40)
        bpy.ops.surefoot.detect_plants()
        assert bpy.ops.surefoot.remove_footskate(output="NLA", max_stretch=0.0) == {"FINISHED"}
        plays_what_was_wanted(rig, f"{mode}, one layer")
        once = world_heads(rig, FRAMES)
        plants = rig.surefoot.plants
        assert len(plants) >= 4, "the layer shows the plants of its original"
        # Held longer than before, so that there is something to add.
        longer = [p for p in plants if p.last - p.first > 8]
        longer[0].last += 3
        longer[1].first -= 3
        bpy.context.scene.frame_set(20)
        assert bpy.ops.surefoot.remove_footskate(output="NLA", snap_to_ground=False, soften_knees=False) == {"FINISHED"}
        cleanup = part("memory").cleanup(rig)
        close(cleanup.character.samples.heads(list(rig.data.bones.keys())), once, 1e-6, f"{mode}: what was sampled")
        plays_what_was_wanted(rig, f"{mode}, two layers")
        assert np.abs(world_heads(rig, FRAMES) - once).max() > 0.005, "the second layer does something"
        assert [s.blend_type for s in strips_of(rig)] == ["REPLACE", "ADD", "ADD"]
        assert action_values(source) == kept and rig.animation_data.action is None
        bpy.data.objects.remove(rig)


def test_a_new_action_over_strips_lets_them_play_on_outside():
    # Longer than what is sampled around the range.
    rig = walker(frames=131)
    frames = range(1, 132)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate(output="NLA") == {"FINISHED"}
    before = world_heads(rig, frames)
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, 30, 40
    bpy.ops.surefoot.delete_plant(all=True)
    bpy.context.scene.frame_set(32)
    assert bpy.ops.surefoot.add_plant(point="left_ankle", frames=6) == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate(output="NEW_ACTION") == {"FINISHED"}
    assert rig.animation_data.action is not None
    after = world_heads(rig, frames)
    fade = makers.FPS // 2 + 1
    close(after[: 29 - fade], before[: 29 - fade], 1e-6, "before the range")
    close(after[40 + fade :], before[40 + fade :], 1e-6, "after the range")
    plays_what_was_wanted(rig, "in the range")
    assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
    assert rig.animation_data.action is None
    close(world_heads(rig, frames), before, 1e-6, "the strips alone again")


def test_two_results_over_strips_lead_back_to_the_strips():
    rig = walker()
    assert bpy.ops.surefoot.remove_footskate(output="NLA", max_stretch=0.0) == {"FINISHED"}
    before = world_heads(rig, FRAMES)
    rig.animation_data.action_extrapolation = "HOLD_FORWARD"
    for shift in (3, 2):
        next(p for p in rig.surefoot.plants if p.last - p.first > 8).last += shift
        assert bpy.ops.surefoot.remove_footskate(output="NEW_ACTION", max_stretch=0.05) == {"FINISHED"}
    bpy.context.scene.frame_set(30)
    assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
    assert rig.animation_data.action is None and rig.animation_data.action_extrapolation == "HOLD_FORWARD"
    close(world_heads(rig, FRAMES), before, 1e-6, "the strips alone again")


def test_an_action_that_is_blended_is_refused():
    rig = walker()
    animation = rig.animation_data
    below = animation.nla_tracks.new().strips.new("below", 1, animation.action)
    if part("actions").HAS_SLOTS:
        below.action_slot = animation.action.slots[0]
    for blend, influence in (("ADD", 1.0), ("REPLACE", 0.5)):
        animation.action_blend_type, animation.action_influence = blend, influence
        values, count = action_values(animation.action), len(bpy.data.actions)
        for output in ("NEW_ACTION", "NLA", "OVERWRITE"):
            refused("full influence", lambda output=output: bpy.ops.surefoot.remove_footskate(output=output))
        assert action_values(animation.action) == values and len(bpy.data.actions) == count
    animation.action_blend_type, animation.action_influence = "REPLACE", 1.0
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    plays_what_was_wanted(rig, "over a strip")


def test_a_starred_track_and_a_switched_off_nla_are_refused():
    rig = walker()
    animation = rig.animation_data
    track = animation.nla_tracks.new()
    strip = track.strips.new("below", 1, animation.action)
    if part("actions").HAS_SLOTS:
        strip.action_slot = animation.action.slots[0]
    track.is_solo = True
    refused("starred", lambda: bpy.ops.surefoot.remove_footskate())
    track.is_solo = False
    animation.use_nla = False
    refused("switched off", lambda: bpy.ops.surefoot.remove_footskate(output="NLA"))


def test_a_shifted_strip_is_sampled_where_it_plays():
    rig = walker()
    animation = rig.animation_data
    action, slot = animation.action, part("actions").slot_of(animation)
    strip = animation.nla_tracks.new().strips.new("walk", 101, action)
    if slot is not None:
        strip.action_slot = slot
    animation.action = None
    bpy.context.scene.frame_end = 250
    assert bpy.ops.surefoot.remove_footskate(output="NLA") == {"FINISHED"}
    times = part("memory").cleanup(rig).character.times
    assert (times.first, times.count) == (101.0, 61)
    assert all(101 <= p.first <= p.last <= 161 for p in rig.surefoot.plants)
    plays_what_was_wanted(rig, "shifted")


def test_a_layer_over_values_that_nothing_keys():
    """Blender begins a property that only an additive strip animates from its default, not from how it stands."""
    rig = walker()
    for side in (".L", ".R"):
        rig.pose.bones["shin" + side].location = (0.0, 0.01, 0.0)
    before = world_heads(rig, FRAMES)
    assert bpy.ops.surefoot.remove_footskate(output="NLA") == {"FINISHED"}
    layer = strips_of(rig)[-1].action
    keyed = {path for path, _ in action_values(layer)}
    assert any("shin" in path and path.endswith("location") for path in keyed), keyed
    plays_what_was_wanted(rig, "over unkeyed values")
    assert np.abs(world_heads(rig, FRAMES) - before).max() < 0.1


def strip_of_the_action(rig, start=1):
    """The armature's action as a strip instead."""
    animation = rig.animation_data
    action, slot = animation.action, part("actions").slot_of(animation)
    strip = animation.nla_tracks.new().strips.new("walk", start, action)
    if slot is not None:
        strip.action_slot = slot
    animation.action = None
    bpy.context.scene.frame_end = 250
    return strip


def test_strips_are_sampled_as_they_play():
    def repeated(strip):
        strip.repeat = 3.0
        return 1, 181

    def repeated_in_part(strip):
        strip.repeat = 1.5
        return 1, 91

    def cropped(strip):
        strip.action_frame_start, strip.action_frame_end = 11, 51
        return strip.frame_start, strip.frame_end

    def stretched_and_reversed(strip):
        strip.scale, strip.use_reverse = 1.5, True
        return 1, 91

    def packed(strip):
        window = bpy.context.window_manager.windows[0]
        area = window.screen.areas[0]
        area.type, strip.select = "NLA_EDITOR", True
        region = next(r for r in area.regions if r.type == "WINDOW")
        with bpy.context.temp_override(window=window, area=area, region=region):
            assert bpy.ops.nla.meta_add() == {"FINISHED"}
        return 1, 61

    for change in (repeated, repeated_in_part, cropped, stretched_and_reversed, packed):
        fresh()
        rig = walker()
        first, last = change(strip_of_the_action(rig))
        assert bpy.ops.surefoot.remove_footskate(output="NLA") == {"FINISHED"}, change.__name__
        times = part("memory").cleanup(rig).character.times
        assert (times.first, times.frames()[-1]) == (first, last), (change.__name__, times)
        assert max(p.last for p in rig.surefoot.plants) > last - 30, change.__name__
        plays_what_was_wanted(rig, change.__name__)


def test_a_range_that_would_hide_strips_is_refused():
    """The action keys the spine alone; the legs come from a strip below it."""
    rig = walker()
    animation = rig.animation_data
    actions = part("actions")
    below = animation.nla_tracks.new().strips.new("walk", 1, animation.action)
    if actions.HAS_SLOTS:
        below.action_slot = animation.action.slots[0]
    top, slot = actions.new_action("spine", rig)
    for index in range(4):
        curve = actions.ensure_curve(top, slot, 'pose.bones["spine"].rotation_quaternion', index, "spine")
        part("keys").set_all(curve, np.array([1.0, 61.0]), np.full(2, 1.0 if index == 0 else 0.0))
    actions.assign(animation, top, slot)
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, 25, 35
    refused("Additive Layer", lambda: bpy.ops.surefoot.remove_footskate())
    rig.surefoot.use_range = False
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    plays_what_was_wanted(rig, "the whole range")


run(globals())
