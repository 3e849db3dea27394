"""The motion graph section: actions in, statistics, new motion out."""

import bpy
import numpy as np

from harness import choose, clip_frames, data, import_file, part, refused, run, slide, world_heads


def walker():
    """A CMU character with two walks as actions."""
    armature = import_file(data("footskate_bench/02_01_walk_gt_60fps.bvh"))
    armature.surefoot.frame_rate_from, armature.surefoot.frame_rate = "CUSTOM", 60.0
    first = armature.animation_data.action
    other = import_file(data("footskate_bench/16_17_walk_turn90_left_gt_60fps.bvh"))
    other = next(o for o in bpy.data.objects if o.type == "ARMATURE" and o != armature)
    second = other.animation_data.action
    bpy.data.objects.remove(other)
    choose(armature)
    bpy.context.scene.render.fps = 60
    return armature, first, second


def build(**options):
    armature, first, second = walker()
    assert bpy.ops.surefoot.add_graph_action() == {"FINISHED"}
    assert bpy.ops.surefoot.add_graph_action(action=second.name) == {"FINISHED"}
    assert [i.action for i in armature.surefoot.graph_actions] == [first, second]
    count = len(bpy.data.actions)
    assert bpy.ops.surefoot.build_motion_graph(labelling="none", **options) == {"FINISHED"}
    assert len(bpy.data.actions) == count and armature.animation_data.action == first
    return armature, first, second


def test_build_tells_its_statistics():
    armature, _, _ = build()
    graph = part("memory").graph(armature).graph
    assert graph.transition_count > 0
    assert any("transitions" in line.text for line in armature.surefoot.report)
    return armature.surefoot.report[0].text


def test_a_random_walk_is_played_and_stands():
    armature, first, _ = build()
    assert bpy.ops.surefoot.search_motion_graph(query="RANDOM_WALK", seconds=8.0, seed=3) == {"FINISHED"}
    action = armature.animation_data.action
    assert action != first
    frames = clip_frames(armature)
    once = world_heads(armature, frames)
    # The step of the body from frame to frame is that of a walk; nothing jumps.
    hips = once[:, 0] * 0.0254 / 0.45
    step = np.linalg.norm(np.diff(hips, axis=0), axis=1)
    assert step.max() < 0.2 and step.sum() > 1.0, (step.max(), step.sum())
    worst, count = slide(armature, 0.0254 / 0.45)
    assert count >= 8 and worst < 2e-4, f"{count} plants, one moves by {worst * 1000:.2f} mm"
    assert bpy.ops.surefoot.search_motion_graph(query="RANDOM_WALK", seconds=8.0, seed=3) == {"FINISHED"}
    assert np.array_equal(world_heads(armature, frames), once), "equal seeds give equal walks"
    return f"{len(frames)} frames, {count} plants within {worst * 1000:.4f} mm"


def test_new_motion_that_would_not_be_seen_is_refused():
    armature, _, second = build()
    track = armature.animation_data.nla_tracks.new()
    track.strips.new("below", 1, second)
    track.is_solo = True
    count = len(bpy.data.actions)
    refused("starred", lambda: bpy.ops.surefoot.search_motion_graph(query="RANDOM_WALK", seconds=2.0))
    assert len(bpy.data.actions) == count


def test_new_motion_has_markers_of_its_own():
    armature, first, _ = build()
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    armature.surefoot.show_markers = True
    before = [(m.name, m.frame) for m in bpy.context.scene.timeline_markers]
    once = [(p.point, p.first, p.last) for p in armature.surefoot.plants]
    assert bpy.ops.surefoot.search_motion_graph(query="RANDOM_WALK", seconds=8.0, seed=3) == {"FINISHED"}
    after = [(m.name, m.frame) for m in bpy.context.scene.timeline_markers]
    assert not set(before) & set(after) and len(after) == 2 * len(armature.surefoot.plants)
    armature.animation_data.action = first
    if part("actions").HAS_SLOTS:
        armature.animation_data.action_slot = first.slots[0]
    assert [(p.point, p.first, p.last) for p in armature.surefoot.plants] == once


def test_connect_two_actions():
    armature, first, second = build()
    told = {"query": "SHORTEST_WAY", "from_action": first.name, "to_action": second.name}
    assert bpy.ops.surefoot.search_motion_graph(**told) == {"FINISHED"}
    assert armature.animation_data.action not in (first, second)
    told["from_action"] = "nonsense"
    refused("no action 'nonsense'", lambda: bpy.ops.surefoot.search_motion_graph(**told))
    refused("choose From and To", lambda: bpy.ops.surefoot.search_motion_graph(query="SHORTEST_WAY"))


def test_along_a_curve():
    """The walk keeps to a bezier curve of the scene, in the scene's own units."""
    armature, _, _ = build(mirror=True)
    refused("no curve", lambda: bpy.ops.surefoot.search_motion_graph(query="PATH"))
    metre = 0.45 / 0.0254
    drawn = bpy.data.curves.new("way", "CURVE")
    drawn.dimensions, drawn.bevel_depth = "3D", 0.5
    spline = drawn.splines.new("BEZIER")
    spline.bezier_points.add(1)
    for point, (x, y) in zip(spline.bezier_points, ((0.0, 0.0), (1.0, -4.0)), strict=True):
        point.co = (x * metre, y * metre, 0.0)
        point.handle_left_type = point.handle_right_type = "AUTO"
    way = bpy.data.objects.new("way", drawn)
    bpy.context.collection.objects.link(way)
    before = (len(bpy.data.objects), len(bpy.data.curves))
    assert bpy.ops.surefoot.search_motion_graph(query="PATH", curve="way") == {"FINISHED"}
    assert (len(bpy.data.objects), len(bpy.data.curves)) == before
    hips = world_heads(armature, clip_frames(armature), ["Hips"])[:, 0, :2] / metre
    wanted = part("memory").paths(armature)[0][:, :2] / metre
    away = np.linalg.norm(hips[:, None] - wanted[None], axis=2).min(axis=1)
    assert away.mean() < 0.4, f"{away.mean():.2f} m from the curve on average"
    assert np.linalg.norm(hips[-1] - hips[0]) > 2.0
    return f"{away.mean() * 100:.0f} cm from the curve on average"


def test_misuse():
    armature, _first, _ = walker()
    refused("add actions", lambda: bpy.ops.surefoot.build_motion_graph())
    refused("build a motion graph", lambda: bpy.ops.surefoot.search_motion_graph())
    stray = bpy.data.actions.new("stray")
    refused("no keys", lambda: bpy.ops.surefoot.add_graph_action(action=stray.name))
    refused("no such action", lambda: bpy.ops.surefoot.add_graph_action(action="nonsense"))
    assert bpy.ops.surefoot.add_graph_action(all=True) == {"FINISHED"}
    assert len(armature.surefoot.graph_actions) == 2
    assert bpy.ops.surefoot.remove_graph_action() == {"FINISHED"}
    assert len(armature.surefoot.graph_actions) == 1


def test_a_graph_of_another_skeleton():
    armature, _, _ = build()
    armature.data.bones["LeftLeg"].name = "Renamed"
    before = len(bpy.data.actions)
    refused("another skeleton", lambda: bpy.ops.surefoot.search_motion_graph())
    assert len(bpy.data.actions) == before


run(globals())
