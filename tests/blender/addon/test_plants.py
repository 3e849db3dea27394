"""The list of plants: every way to edit it, and the timeline."""

import re

import bpy
import numpy as np
import surefoot

import makers
from harness import cancel_after, choose, close, fresh, part, refused, run, slide, temporary, world_heads


def rig_with_plants():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    return rig


def listed(rig):
    return sorted((p.point, p.first, p.last) for p in rig.surefoot.plants)


def test_detect_fills_the_list_and_the_roles():
    rig = rig_with_plants()
    plants = rig.surefoot.plants
    assert len(plants) >= 4
    assert all(1 <= p.first <= p.last <= 61 and 0 < p.confidence <= 1 for p in plants)
    assert all(abs(p.place[2]) < 0.2 for p in plants), [tuple(p.place) for p in plants]
    roles = {item.role: item.bone for item in rig.surefoot.roles}
    assert roles["left_foot"] == "foot.L" and roles["right_shin"] == "shin.R" and roles["pelvis"] == "hips"
    assert "plant" in rig.surefoot.report[0].text
    once = listed(rig)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert listed(rig) == once


def test_add_split_merge_delete_jump():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    scene = bpy.context.scene
    refused("no plant", lambda: bpy.ops.surefoot.split_plant())
    scene.frame_set(10)
    assert bpy.ops.surefoot.add_plant(point="left_toe", frames=20) == {"FINISHED"}
    assert listed(rig) == [("left_toe", 10, 29)]
    refused("already planted", lambda: bpy.ops.surefoot.add_plant(point="left_toe", frames=5))
    scene.frame_set(5)
    assert bpy.ops.surefoot.add_plant(point="left_toe", frames=20) == {"FINISHED"}
    assert listed(rig) == [("left_toe", 5, 9), ("left_toe", 10, 29)], "a new plant ends before the next one"
    assert bpy.ops.surefoot.merge_plants() == {"FINISHED"}
    assert listed(rig) == [("left_toe", 5, 29)]
    refused("no later plant", lambda: bpy.ops.surefoot.merge_plants())
    scene.frame_set(40)
    refused("not inside", lambda: bpy.ops.surefoot.split_plant())
    scene.frame_set(15)
    assert bpy.ops.surefoot.split_plant() == {"FINISHED"}
    assert listed(rig) == [("left_toe", 5, 14), ("left_toe", 15, 29)]
    rig.surefoot.active_plant = 1
    assert bpy.ops.surefoot.jump_to_plant(end="LAST") == {"FINISHED"}
    assert scene.frame_current == 29
    assert bpy.ops.surefoot.jump_to_plant() == {"FINISHED"}
    assert scene.frame_current == 15
    assert bpy.ops.surefoot.delete_plant() == {"FINISHED"}
    assert listed(rig) == [("left_toe", 5, 14)]
    assert bpy.ops.surefoot.delete_plant(all=True) == {"FINISHED"}
    assert listed(rig) == []


def test_plants_edited_by_hand_are_what_is_cleaned():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    bpy.context.scene.frame_set(31)
    assert bpy.ops.surefoot.add_plant(point="left_ankle", frames=12) == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert part("memory").cleanup(rig).report.plants == 1
    assert listed(rig) == [("left_ankle", 31, 42)]


def test_detect_in_a_range_leaves_what_lies_outside():
    rig = makers.biped()
    makers.fk_walk(rig, frames=91)
    choose(rig)

    def add(point, first, last):
        bpy.context.scene.frame_set(first)
        assert bpy.ops.surefoot.add_plant(point=point, frames=last - first + 1) == {"FINISHED"}

    add("left_wrist", 20, 35)
    add("right_wrist", 25, 80)
    add("left_fingertips", 40, 50)
    add("right_fingertips", 66, 75)
    add("left_heel", 5, 10)
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, 30, 70
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    by_hand = [p for p in listed(rig) if "wrist" in p[0] or "finger" in p[0] or "heel" in p[0]]
    assert by_hand == [
        ("left_heel", 5, 10),
        ("left_wrist", 20, 29),
        ("right_fingertips", 71, 75),
        ("right_wrist", 25, 29),
        ("right_wrist", 71, 80),
    ]
    assert len({p.number for p in rig.surefoot.plants}) == len(rig.surefoot.plants)


def test_a_stance_over_the_end_of_a_range_stays_one_plant():
    rig = makers.biped()
    makers.fk_walk(rig, frames=91)
    choose(rig)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    once = listed(rig)
    long = max(rig.surefoot.plants, key=lambda p: min(p.last - p.first, p.first - 1, 91 - p.last))
    stance, middle = (long.point, long.first, long.last), int(long.first + long.last) // 2
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, middle, 91
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert stance in listed(rig) and len(listed(rig)) == len(once), (once, listed(rig))


def test_discs_lie_where_the_feet_stand_after_cleaning():
    rig = rig_with_plants()
    roles = {item.role: item.bone for item in rig.surefoot.roles}
    rig.surefoot.ground_from, rig.surefoot.ground_height = "PLANE", 0.06
    assert bpy.ops.surefoot.remove_footskate(snap_to_ground=True) == {"FINISHED"}
    for plant in (p for p in rig.surefoot.plants if p.point.endswith("_toe")):
        stands = world_heads(rig, [round(plant.first)], [roles[plant.point]])[0, 0]
        close(plant.place, stands, 1e-4, plant.point)


def test_a_list_without_plants_in_the_range_is_filled_there():
    rig = makers.biped()
    makers.fk_walk(rig, frames=91)
    choose(rig)
    bpy.context.scene.frame_set(5)
    assert bpy.ops.surefoot.add_plant(point="left_ankle", frames=6) == {"FINISHED"}
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, 30, 70
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert part("memory").cleanup(rig).report.plants >= 4
    assert ("left_ankle", 5, 10) in listed(rig) and len(listed(rig)) >= 5
    worst, _ = slide(rig, only=lambda p: p.first >= 30)
    assert worst < 1e-4, worst


def markers_of(rig, number):
    key = rig.surefoot.motion().key
    return [m for m in bpy.context.scene.timeline_markers if m.name.endswith(f"#{key}.{number}")]


def test_markers_show_plants_and_move_them():
    """A marker stands on the very frame on which its plant begins or ends."""
    rig = rig_with_plants()
    scene = bpy.context.scene
    scene.timeline_markers.new("mine", frame=7)
    rig.surefoot.show_markers = True
    count = len(rig.surefoot.plants)
    assert len(scene.timeline_markers) == 2 * count + 1
    plant = rig.surefoot.plants[0]
    number, first, last = plant.number, plant.first, plant.last
    begin = next(m for m in markers_of(rig, number) if m.frame == first)
    begin.frame = int(first) + 2
    assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
    plant = next(p for p in rig.surefoot.plants if p.number == number)
    assert (plant.first, plant.last) == (first + 2, last)
    plant.last = last - 1
    assert any(m.frame == last - 1 for m in markers_of(rig, number))
    for marker in markers_of(rig, number):
        scene.timeline_markers.remove(marker)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert len(rig.surefoot.plants) == count - 1, "markers are read before cleaning"
    rig.surefoot.show_markers = False
    assert [m.name for m in scene.timeline_markers] == ["mine"]
    refused("switch Markers on", lambda: bpy.ops.surefoot.read_markers())


def rig_with_a_moved_marker():
    """A rig whose plant 0 has its end marker moved one frame back; the rig, the plant's number and the new last frame."""
    rig = rig_with_plants()
    rig.surefoot.show_markers = True
    plant = rig.surefoot.plants[0]
    moved = int(plant.last) - 1
    next(m for m in markers_of(rig, plant.number) if m.frame == plant.last).frame = moved
    return rig, plant.number, moved


def test_moved_markers_survive_every_edit():
    def add(_rig):
        bpy.context.scene.frame_set(3)
        return bpy.ops.surefoot.add_plant(point="left_wrist")

    def split(rig):
        other = rig.surefoot.plants[2]
        rig.surefoot.active_plant = 2
        bpy.context.scene.frame_set(int(other.first) + 1)
        return bpy.ops.surefoot.split_plant()

    def merge(rig):
        point = rig.surefoot.plants[0].point
        rig.surefoot.active_plant = next(i for i, p in enumerate(rig.surefoot.plants) if p.point != point)
        return bpy.ops.surefoot.merge_plants()

    def delete(rig):
        rig.surefoot.active_plant = 2
        return bpy.ops.surefoot.delete_plant()

    def edit_another(rig):
        rig.surefoot.plants[2].first -= 1
        return bpy.ops.surefoot.read_markers()

    def edit_its_first(rig):
        rig.surefoot.plants[0].first += 1
        return bpy.ops.surefoot.read_markers()

    def switch_off(rig):
        rig.surefoot.show_markers = False
        return {"FINISHED"}

    def detect_elsewhere(rig):
        rig.surefoot.use_range, rig.surefoot.first_frame = True, int(rig.surefoot.plants[0].last) + 2
        rig.surefoot.last_frame = 61
        return bpy.ops.surefoot.detect_plants()

    def another_action(rig):
        actions = part("actions")
        first, own = rig.animation_data.action, actions.slot_of(rig.animation_data)
        actions.assign(rig.animation_data, *actions.copy_action(first, own, "other"))
        assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
        actions.assign(rig.animation_data, first, own)
        return {"FINISHED"}

    for edit in (add, split, merge, delete, edit_another, edit_its_first, switch_off, detect_elsewhere, another_action):
        fresh()
        rig, number, moved = rig_with_a_moved_marker()
        assert edit(rig) == {"FINISHED"}, edit.__name__
        assert next(p for p in rig.surefoot.plants if p.number == number).last == moved, edit.__name__


def test_markers_follow_a_changed_point_and_a_deleted_plant_is_not_edited():
    rig, number, moved = rig_with_a_moved_marker()
    rig.surefoot.plants[0].point = "right_wrist"
    shown = markers_of(rig, number)
    assert len(shown) == 2 and all("Right Wrist" in m.name for m in shown)
    assert moved in {m.frame for m in shown}, "the moved marker stays where it is"
    once = len(rig.surefoot.plants)
    for marker in shown:
        bpy.context.scene.timeline_markers.remove(marker)
    rig.surefoot.active_plant = 0
    refused("were deleted", lambda: bpy.ops.surefoot.delete_plant())
    assert len(rig.surefoot.plants) == once - 1
    assert number not in {p.number for p in rig.surefoot.plants}


def test_renaming_and_long_names_lose_no_plants():
    for name in ("Renamed", "A name of an armature that is as long as names of armatures may be"):
        fresh()
        rig = rig_with_plants()
        rig.name = name[:63]
        rig.surefoot.show_markers = True
        once = listed(rig)
        rig.name = "Another"
        rig.animation_data.action.name = "Another action"
        plant = rig.surefoot.plants[0]
        number, moved = plant.number, int(plant.last) - 1
        next(m for m in markers_of(rig, number) if m.frame == plant.last).frame = moved
        assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
        assert len(listed(rig)) == len(once)
        assert next(p for p in rig.surefoot.plants if p.number == number).last == moved
        assert len(bpy.context.scene.timeline_markers) == 2 * len(once)


def test_a_duplicated_armature_has_markers_of_its_own():
    rig = rig_with_plants()
    rig.surefoot.show_markers = True
    once = listed(rig)
    twin = rig.copy()
    twin.animation_data.action = rig.animation_data.action
    bpy.context.collection.objects.link(twin)
    choose(twin)
    assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
    assert listed(twin) == once and listed(rig) == once
    assert len(bpy.context.scene.timeline_markers) == 4 * len(once)
    twin.surefoot.plants[0].first += 1
    choose(rig)
    assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
    assert listed(rig) == once and listed(twin) != once
    twin.surefoot.show_markers = False
    assert len(bpy.context.scene.timeline_markers) == 2 * len(once)


def test_plants_are_not_lost_with_all_their_markers():
    rig = rig_with_plants()
    rig.surefoot.show_markers = True
    once = listed(rig)
    bpy.context.scene.timeline_markers.clear()
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert listed(rig) == once and len(bpy.context.scene.timeline_markers) == 2 * len(once)
    added = rig.surefoot.plants.add()
    added.point, added.first, added.last = "left_heel", 40, 45
    assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
    assert len(listed(rig)) == len(once) + 1, "a plant made by a script is shown, not deleted"


def test_plants_belong_to_their_action():
    rig = rig_with_plants()
    first = rig.animation_data.action
    once = listed(rig)
    actions = part("actions")
    other, slot = actions.copy_action(first, actions.slot_of(rig.animation_data), "other")
    own = actions.slot_of(rig.animation_data)
    for curve in actions.pose_curves(other, slot):
        for key in curve.keyframe_points:
            key.co[0] += 100
        curve.update()
    actions.assign(rig.animation_data, other, slot)
    assert rig.surefoot.motion() is None or listed(rig) == []
    rig.surefoot.show_markers = True
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert part("memory").cleanup(rig).report.plants == len(listed(rig)) >= 4
    assert all(p[1] > 100 for p in listed(rig)), "the other action is detected afresh"
    assert all(m.frame > 100 for m in bpy.context.scene.timeline_markers)
    later = listed(rig)
    actions.assign(rig.animation_data, first, own)
    assert listed(rig) == once, "the first action has its plants still"
    assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
    assert listed(rig) == once, "markers of another action change nothing"
    assert all(m.frame < 100 for m in bpy.context.scene.timeline_markers)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert listed(rig) == once, "a result has the plants of its original"
    actions.assign(rig.animation_data, other, slot)
    assert listed(rig) == later
    actions.assign(rig.animation_data, first, own)
    bpy.data.actions.remove(other)
    bpy.ops.surefoot.detect_plants()
    assert listed(rig) == once and len(rig.surefoot.motions) <= 2


def test_escape_leaves_plants_that_markers_would_move():
    """On a rig with controls, which is tried out after the markers were looked at."""
    rig = makers.ik_biped()
    makers.slipping_walk(rig, "hips", {"L": "foot_ctrl.L", "R": "foot_ctrl.R"}, 31)
    choose(rig)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    rig.surefoot.show_markers = True
    once = listed(rig)
    plant = rig.surefoot.plants[0]
    next(m for m in markers_of(rig, plant.number) if m.frame == plant.last).frame = int(plant.last) - 1
    stops = 0
    while cancel_after(stops):
        assert listed(rig) == once, stops
        stops += 1
    assert stops > 1 and listed(rig) != once, "carried through, the moved marker counts"


def test_reports_tell_frames_of_the_scene():
    """The clip begins at frame 101; a plant out of reach and a jump are told there, not as samples."""
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    actions = part("actions")
    for curve in actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)):
        jumps = curve.data_path.endswith("location") and curve.array_index == 2
        for key in curve.keyframe_points:
            key.co[0] += 100
            key.co[1] += 3.0 if jumps and key.co[0] > 130.5 else 0.0
        curve.update()
    bpy.context.scene.frame_set(110)
    assert bpy.ops.surefoot.add_plant(point="left_ankle", frames=50) == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    found = [re.findall(r"frames? (\d+)(?: to (\d+))?", line.text) for line in rig.surefoot.report]
    numbers = [int(n) for line in found for pair in line for n in pair if n]
    lines = [line.text for line in rig.surefoot.report]
    assert any("the clip jumps" in line.lower() and "(frame 130)" in line for line in lines), lines
    assert numbers and all(101 <= n <= 161 for n in numbers), lines
    times = part("timing").Times(101.0, 0.25, 61)
    spans = (surefoot.FrameRange(0, 5), surefoot.FrameRange(7, 8))
    notes = [
        surefoot.Note("jump", "warning", "it takes 3 frames 2 to 4", spans, "left_toe"),
        surefoot.Note("slides", "info", "slides"),
    ]
    assert part("chosen").told(notes, times) == [
        ("left_toe: it takes 3 frames 2 to 4 (frames 101 to 102, 102.75)", "ERROR"),
        ("slides", "INFO"),
    ]


def test_roles_can_be_changed_and_are_checked():
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    assert bpy.ops.surefoot.find_roles() == {"FINISHED"}
    left = next(i for i in rig.surefoot.roles if i.role == "left_toe")
    left.bone = ""
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    left = next(i for i in rig.surefoot.roles if i.role == "left_toe")
    left.bone = "no such bone"
    refused("no such bone", lambda: bpy.ops.surefoot.detect_plants())


def test_a_role_takes_the_active_bone():
    rig = makers.biped()
    choose(rig)
    rig.data.bones.active = rig.data.bones["head"]
    refused("find roles first", lambda: bpy.ops.surefoot.pick_role(role="left_foot"))
    assert bpy.ops.surefoot.find_roles() == {"FINISHED"}
    assert bpy.ops.surefoot.pick_role(role="left_foot") == {"FINISHED"}
    assert {i.role: i.bone for i in rig.surefoot.roles}["left_foot"] == "head"
    rig.data.bones.active = None
    refused("no bone is active", lambda: bpy.ops.surefoot.pick_role(role="left_foot"))


def test_an_override_keeps_its_plants_and_options():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    library, own = str(temporary("rig.blend")), str(temporary("shot.blend"))
    if bpy.app.version >= (5, 0):
        # From 5.0 on Blender stores an add-on's settings with an override only if the original has some.
        choose(rig)
        assert bpy.ops.surefoot.find_roles() == {"FINISHED"}
    bpy.ops.wm.save_as_mainfile(filepath=library)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(library, link=True) as (_, into):
        into.objects = ["Biped"]
    linked = bpy.data.objects["Biped"]
    bpy.context.collection.objects.link(linked)
    override = linked.override_create(remap_local_usages=True)
    choose(override)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    once, roles = listed(override), [(i.role, i.bone) for i in override.surefoot.roles]
    chosen = {"detect_plants": "hands", "remove_footskate": "snap_to_ground", "search_motion_graph": "smooth_seams"}
    wanted = {operation: not getattr(getattr(override.surefoot, operation), name) for operation, name in chosen.items()}
    for operation, name in chosen.items():
        setattr(getattr(override.surefoot, operation), name, wanted[operation])
    override.surefoot.show_all_roles = True
    bpy.ops.wm.save_as_mainfile(filepath=own)
    bpy.ops.wm.open_mainfile(filepath=own)
    override = next(o for o in bpy.data.objects if o.type == "ARMATURE" and not o.library)
    assert listed(override) == once and len(once) >= 4
    assert [(i.role, i.bone) for i in override.surefoot.roles] == roles
    kept = {operation: getattr(getattr(override.surefoot, operation), name) for operation, name in chosen.items()}
    assert kept == wanted and override.surefoot.show_all_roles


def planted_heights(rig):
    """Heights of the toes in the middle of their plants, in the scene as it plays."""
    roles = {item.role: item.bone for item in rig.surefoot.roles}
    held = [p for p in rig.surefoot.plants if p.point.endswith("_toe") and p.last - p.first > 4]
    assert len(held) >= 2
    return np.array([world_heads(rig, [round((p.first + p.last) / 2)], [roles[p.point]])[0, 0, 2] for p in held])


def test_a_plane_and_a_mesh_as_ground():
    rig = rig_with_plants()
    heights = {}
    for height in (0.0, 0.06):
        rig.surefoot.ground_from, rig.surefoot.ground_height = "PLANE", height
        assert bpy.ops.surefoot.remove_footskate(snap_to_ground=True) == {"FINISHED"}
        heights[height] = planted_heights(rig)
        assert bpy.ops.surefoot.restore_original() == {"FINISHED"}
    close(heights[0.06] - heights[0.0], np.full(len(heights[0.0]), 0.06), 1e-3, "the feet stand on the plane")
    rig.surefoot.ground_from = "MESH"
    refused("no ground object", lambda: bpy.ops.surefoot.detect_plants())
    bpy.ops.mesh.primitive_plane_add(size=20, location=(0, 0, 0.06))
    floor = bpy.context.object
    choose(rig)
    rig.surefoot.ground_object = floor
    assert bpy.ops.surefoot.remove_footskate(snap_to_ground=True) == {"FINISHED"}
    close(planted_heights(rig), heights[0.06], 1e-4, "the feet stand on the mesh")
    floor.data.clear_geometry()
    refused("no faces", lambda: bpy.ops.surefoot.detect_plants())


def test_presets():
    rig = makers.biped()
    choose(rig)
    assert bpy.ops.surefoot.use_preset(preset="Rigid Bones") == {"FINISHED"}
    assert rig.surefoot.remove_footskate.max_stretch == 0.0
    assert bpy.ops.surefoot.use_preset(preset="Default") == {"FINISHED"}
    assert abs(rig.surefoot.remove_footskate.max_stretch - 0.03) < 1e-6
    refused("no preset", lambda: bpy.ops.surefoot.use_preset(preset="nonsense"))


run(globals())
