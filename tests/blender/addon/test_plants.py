"""The list of plants: every way to edit it, and the timeline."""

import bpy

import makers
from harness import choose, part, refused, run


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


def test_markers_show_plants_and_move_them():
    rig = rig_with_plants()
    scene = bpy.context.scene
    scene.timeline_markers.new("mine", frame=7)
    rig.surefoot.show_markers = True
    count = len(rig.surefoot.plants)
    assert len(scene.timeline_markers) == 2 * count + 1
    plant = rig.surefoot.plants[0]
    number, first, last = plant.number, plant.first, plant.last
    begin = next(m for m in scene.timeline_markers if f"#{number} " in m.name and m.frame == first)
    begin.frame = int(first) + 2
    assert bpy.ops.surefoot.read_markers() == {"FINISHED"}
    plant = next(p for p in rig.surefoot.plants if p.number == number)
    assert (plant.first, plant.last) == (first + 2, last)
    plant.last = last - 1
    assert any(f"#{number} " in m.name and m.frame == last - 1 for m in scene.timeline_markers)
    for marker in [m for m in scene.timeline_markers if f"#{number} " in m.name]:
        scene.timeline_markers.remove(marker)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert len(rig.surefoot.plants) == count - 1, "markers are read before cleaning"
    rig.surefoot.show_markers = False
    assert [m.name for m in scene.timeline_markers] == ["mine"]
    refused("switch Markers on", lambda: bpy.ops.surefoot.read_markers())


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


def test_a_plane_and_a_mesh_as_ground():
    rig = rig_with_plants()
    rig.surefoot.ground_from = "PLANE"
    assert bpy.ops.surefoot.remove_footskate(snap_to_ground=True) == {"FINISHED"}
    rig.surefoot.ground_from = "MESH"
    refused("no ground object", lambda: bpy.ops.surefoot.detect_plants())
    bpy.ops.mesh.primitive_plane_add(size=20)
    floor = bpy.context.object
    choose(rig)
    rig.surefoot.ground_object = floor
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
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
