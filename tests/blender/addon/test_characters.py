"""Real characters, imported as a user does: nothing set, feet stand; with the file's own frame rate the result is that of
the command line on the same file, joint by joint, within 0.1 mm."""

import csv
import re

import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

import makers
from harness import (
    choose,
    clip_frames,
    close,
    command_line,
    data,
    fresh,
    import_file,
    part,
    refused,
    run,
    slide,
    temporary,
    world_heads,
)

TOLERANCE_M = 1e-4
# What the library promises: planted points stay put to rounding; Blender's numbers are 32 bits.
HOLD_M = 1e-4


def clean(path, rate=None):
    """Imports and cleans; returns the armature. `rate` is what Blender's BVH import does not keep."""
    armature = import_file(path)
    if rate:
        armature.surefoot.frame_rate_from, armature.surefoot.frame_rate = "CUSTOM", rate
    source = armature.animation_data.action
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert armature.animation_data.action != source
    return armature


def unit_of(armature):
    return part("memory").cleanup(armature).character.unit


def as_the_command_line(path, rate=None):
    """Compares the cleaned character with the command line's file, imported by the same importer."""
    armature = clean(path, rate)
    unit = unit_of(armature)
    report = part("memory").cleanup(armature).report
    assert report.before.slide_mean > 0.01 > 1e-3 > report.after.slide_mean, report.summary()
    worst, count = slide(armature, unit)
    assert count >= 2 and worst <= HOLD_M, f"{count} plants, one moves by {worst * 1000:.3f} mm"
    frames = clip_frames(armature)
    bones = part("memory").cleanup(armature).character.bones
    ours = world_heads(armature, frames, bones) * unit
    cleaned = temporary(f"cleaned_{path.name}")
    command_line("remove-footskate", path, cleaned, "--quiet")
    fresh()
    theirs = import_file(cleaned)
    frames = clip_frames(theirs)
    theirs = world_heads(theirs, frames, bones) * unit
    assert theirs.shape == ours.shape, (theirs.shape, ours.shape)
    apart = np.linalg.norm(theirs - ours, axis=2)
    frame, bone = np.unravel_index(np.argmax(apart), apart.shape)
    assert apart.max() <= TOLERANCE_M, (
        f"{apart.max() * 1000:.3f} mm apart at frame {frame}, {bones[bone]}; mean {apart.mean() * 1000:.3f}"
    )
    return f"{count} plants held to {worst * 1000:.4f} mm, {apart.max() * 1000:.4f} mm from the command line"


def nothing_set(path):
    armature = clean(path)
    done = part("memory").cleanup(armature)
    worst, count = slide(armature, done.character.unit)
    assert count >= 2, f"{count} plants"
    assert worst <= HOLD_M, f"a plant moves by {worst * 1000:.3f} mm"
    frames = clip_frames(armature)
    roles = {item.role: item.bone for item in armature.surefoot.roles}
    assert all(roles[f"{side}_{part}"] for side in ("left", "right") for part in ("thigh", "shin", "foot"))
    return f"{count} plants over {len(frames)} frames at {done.character.clip.frame_rate:g} a second, {worst * 1000:.4f} mm"


def test_cmu_bvh_with_nothing_set():
    return nothing_set(data("cmu/02_01_walk.bvh"))


def test_cmu_bvh_as_the_command_line():
    return as_the_command_line(data("footskate_bench/02_01_walk_skate_60fps.bvh"), 60.0)


def test_cmu_turn_as_the_command_line():
    return as_the_command_line(data("footskate_bench/16_17_walk_turn90_left_skate_60fps.bvh"), 60.0)


def test_rokoko_bvh_with_nothing_set():
    return nothing_set(data("other/AnimatedDrawings_rokoko_jesse_dance.bvh"))


def test_the_rate_of_a_bvh_file_is_read_or_doubted():
    """Blender's import forgets it: a person's import is remembered by its file, else the guess is told as one."""
    path = data("other/AnimatedDrawings_rokoko_jesse_dance.bvh")
    armature = import_file(path)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    doubts = [line for line in armature.surefoot.checks if line.icon == "ERROR" and "frame rate" in line.text]
    assert len(doubts) == 1, "a script's import leaves no trace: the guess is a warning"
    assert bpy.ops.surefoot.read_frame_rate(filepath=str(path)) == {"FINISHED"}
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert part("memory").cleanup(armature).character.clip.frame_rate == 100.0
    assert not any(line.icon == "ERROR" and "frame rate" in line.text for line in armature.surefoot.checks)
    refused("no frame rate", lambda: bpy.ops.surefoot.read_frame_rate(filepath=str(temporary("missing.bvh"))))
    fresh()
    # As from the menu, with undo: Blender keeps the properties.
    bpy.ops.import_anim.bvh("EXEC_DEFAULT", True, filepath=str(path))
    armature = bpy.context.object
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert armature.surefoot.motion().frame_rate == 100.0
    bpy.ops.import_anim.bvh("EXEC_DEFAULT", True, filepath=str(data("cmu/02_01_walk.bvh")))
    choose(armature)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert part("memory").cleanup(armature).character.clip.frame_rate == 100.0, "the next import does not change it"


def test_rokoko_bvh_as_the_command_line():
    return as_the_command_line(data("other/AnimatedDrawings_rokoko_jesse_dance.bvh"), 100.0)


def test_fbx_as_the_command_line():
    return as_the_command_line(data("animated/makehuman_male_walk_30fps.fbx"))


def test_gltf_as_the_command_line():
    return as_the_command_line(data("animated/makehuman_male_walk_30fps.glb"))


def mixamo(kind):
    """A Mixamo character with a captured walk on it, exported by Blender: scaled armature, its own rest pose."""
    source = import_file(data("animated/makehuman_male_walk_30fps.glb"))
    bpy.context.scene.render.fps = 30
    fresh_source = source.animation_data.action
    target = import_file(
        data("characters/makehuman_female_mixamo.glb" if kind == "glb" else "characters/makehuman_female_mixamo.fbx")
    )
    target = next(o for o in bpy.data.objects if o.type == "ARMATURE" and o != source)
    first, last = (round(f) for f in fresh_source.frame_range)
    scene = bpy.context.scene
    pairs = {b.name: b.name.split(":")[-1] for b in target.data.bones if b.name.split(":")[-1] in source.data.bones}
    hips = next(b for b in pairs if pairs[b] == "Hips")
    leg = [
        next(b for b in rig.data.bones if b.name.endswith("LeftUpLeg")).head_local.z
        - next(b for b in rig.data.bones if b.name.endswith("LeftFoot")).head_local.z
        for rig in (source, target)
    ]
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        evaluated = source.evaluated_get(bpy.context.evaluated_depsgraph_get())
        posed = {}
        for bone in target.data.bones:
            above = posed[bone.parent.name] @ bone.parent.matrix_local.inverted() if bone.parent else Matrix()
            rest = above @ bone.matrix_local
            posed[bone.name] = rest
            if bone.name not in pairs:
                continue
            theirs = evaluated.pose.bones[pairs[bone.name]]
            # The turn away from rest, in the world, is carried over.
            turn = (source.matrix_world @ theirs.matrix).to_quaternion()
            turn = (
                turn
                @ (source.matrix_world @ source.data.bones[pairs[bone.name]].matrix_local).to_quaternion().inverted()
            )
            wanted = (
                target.matrix_world.to_quaternion().inverted()
                @ turn
                @ (target.matrix_world @ bone.matrix_local).to_quaternion()
            )
            place = rest.to_translation()
            if bone.name == hips:
                size = target.matrix_world.median_scale
                walked = (evaluated.matrix_world @ theirs.head) * (leg[1] * size / leg[0])
                place = target.matrix_world.inverted() @ walked
            posed[bone.name] = Matrix.LocRotScale(place, wanted, None)
            own = target.pose.bones[bone.name]
            own.rotation_mode = "QUATERNION"
            basis = rest.inverted() @ posed[bone.name]
            own.rotation_quaternion = basis.to_quaternion()
            own.keyframe_insert("rotation_quaternion", frame=frame)
            if bone.name == hips:
                own.location = basis.to_translation()
                own.keyframe_insert("location", frame=frame)
    for other in [o for o in bpy.data.objects if o != target and o.parent != target]:
        bpy.data.objects.remove(other)
    bpy.data.actions.remove(fresh_source)
    scene.frame_start, scene.frame_end = first, last
    choose(target)
    path = temporary(f"mixamo.{kind}")
    if kind == "glb":
        bpy.ops.export_scene.gltf(filepath=str(path), export_frame_range=True, export_optimize_animation_size=False)
    else:
        bpy.ops.export_scene.fbx(
            filepath=str(path),
            bake_anim_simplify_factor=0.0,
            add_leaf_bones=False,
            bake_anim_use_all_actions=False,
            bake_anim_use_nla_strips=False,
        )
    fresh()
    return path


def test_mixamo_gltf():
    return as_the_command_line(mixamo("glb"))


def test_mixamo_fbx():
    return as_the_command_line(mixamo("fbx"))


def test_a_second_run_changes_next_to_nothing():
    armature = clean(data("animated/makehuman_male_walk_30fps.fbx"))
    frames = clip_frames(armature)
    once = world_heads(armature, frames)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert armature.animation_data.action.name.count("_surefoot") == 1
    close(world_heads(armature, frames), once, 1e-4, "a second run")


def test_the_page_is_written():
    armature = clean(data("animated/makehuman_male_walk_30fps.fbx"))
    path = temporary("page.html")
    assert bpy.ops.surefoot.open_page(filepath=str(path), show=False) == {"FINISHED"}
    text = path.read_text(encoding="utf-8")
    assert armature.name in text and len(text) > 200_000, "the page shows the body, 13,380 vertices"


def test_the_body_deforms_as_in_blender():
    """The skin of the report page against Blender's own armature modifier."""
    import surefoot

    for name in ("animated/makehuman_male_walk_30fps.glb", "animated/makehuman_male_walk_30fps.fbx"):
        fresh()
        armature = clean(data(name))
        done = part("memory").cleanup(armature)
        body = part("body").body_object(armature, bpy.context.scene)
        skin = part("body").skin_of(armature, body, done.character)
        frames = clip_frames(armature)
        for index in (0, 40):
            frame = frames[index]
            bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
            evaluated = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
            points = np.empty(len(evaluated.data.vertices) * 3, np.float32)
            evaluated.data.vertices.foreach_get("co", points)
            world = np.array(evaluated.matrix_world)
            theirs = points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
            ours = surefoot.deform_skin(done.character.skeleton, done.after, skin, index)
            close(done.character.to_scene(ours), theirs, 2e-4, f"{name}, frame {frame:g}")


def deep_vertices(frame):
    """How many vertices of hands and forearms are more than 3 mm inside the trunk, on the mesh as Blender evaluates it: by
    winding numbers (Jacobson et al. 2013) and Blender's own nearest points."""
    bpy.context.scene.frame_set(frame)
    mesh_object = max((o for o in bpy.context.scene.objects if o.type == "MESH"), key=lambda o: len(o.data.vertices))
    names = {group.index: group.name for group in mesh_object.vertex_groups}
    main = [names[max(v.groups, key=lambda g: g.weight).group] for v in mesh_object.data.vertices]
    is_arm = np.array([any(word in name for word in ("Shoulder", "Arm", "Hand", "Thumb", "Finger")) for name in main])
    asked = [i for i, name in enumerate(main) if any(word in name for word in ("ForeArm", "Hand", "Thumb", "Finger"))]
    evaluated = mesh_object.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    mesh.calc_loop_triangles()
    points, corners = np.empty(3 * len(mesh.vertices)), np.empty(3 * len(mesh.loop_triangles), np.int32)
    mesh.vertices.foreach_get("co", points)
    mesh.loop_triangles.foreach_get("vertices", corners)
    evaluated.to_mesh_clear()
    world = np.array(mesh_object.matrix_world)
    points = points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
    corners = corners.reshape(-1, 3)
    corners = corners[~is_arm[corners].any(1)]
    tree = BVHTree.FromPolygons([Vector(p) for p in points], [tuple(int(c) for c in t) for t in corners])
    count = 0
    for vertex in asked[::5]:
        at = points[vertex]
        near = tree.find_nearest(Vector(at), 0.3)
        if near[0] is None or near[3] < 0.003:
            continue
        a, b, c = (points[corners[:, k]] - at for k in range(3))
        la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
        above = (a * np.cross(b, c)).sum(1)
        below = la * lb * lc + (a * b).sum(1) * lc + (b * c).sum(1) * la + (c * a).sum(1) * lb
        count += np.arctan2(above, below).sum() / (2 * np.pi) > 0.5
    return int(count)


def test_arms_leave_the_body_in_the_scene():
    armature = import_file(data("animated/makehuman_heavy_sit_30fps.glb"))
    source = armature.animation_data.action
    first = round(source.frame_range[0])
    # Hands lie in the thighs there; the file's deepest frame is among them.
    counts = {frame: deep_vertices(frame) for frame in range(first + 126, first + 147, 4)}
    worst = max(counts, key=counts.get)
    settings = armature.surefoot
    settings.use_range, settings.first_frame, settings.last_frame = True, first + 110, first + 160
    assert bpy.ops.surefoot.remove_penetration() == {"FINISHED"}
    assert armature.animation_data.action != source
    after = {frame: deep_vertices(frame) for frame in counts}
    assert counts[worst] > 20 and not any(after.values()), (counts, after)
    return f"frame {worst}: {counts[worst]} vertices deeper than 3 mm before, {after[worst]} after"


def test_a_clip_is_adapted_in_the_scene():
    armature = import_file(data("animated/makehuman_heavy_sit_30fps.glb"))
    settings = armature.surefoot
    settings.use_range, settings.first_frame, settings.last_frame = True, 90, 120
    assert bpy.ops.surefoot.adapt_to_body() == {"FINISHED"}
    told = " ".join(line.text for line in armature.surefoot.report)
    depths = re.search(r"[Dd]epth ([\d.]+) -> ([\d.]+) cm", told)
    assert depths and float(depths[1]) > 2.0 and float(depths[2]) <= 0.3, told
    return depths[0]


def test_balance_is_corrected_with_feet_in_place():
    armature = import_file(data("animated/makehuman_male_walk_30fps.glb"))
    source = armature.animation_data.action
    first, last = (round(frame) for frame in source.frame_range)
    feet = [bone for bone in armature.pose.bones if "foot" in bone.name.lower()]
    assert len(feet) >= 2, [bone.name for bone in armature.pose.bones]

    def places():
        found = []
        for frame in range(first, last + 1, 5):
            bpy.context.scene.frame_set(frame)
            world = armature.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world
            found.append([world @ bone.head for bone in feet])
        return np.array(found)

    before = places()
    assert bpy.ops.surefoot.correct_balance(threshold=0.0, target_scale=0.0) == {"FINISHED"}
    assert armature.animation_data.action != source
    moved = np.abs(places() - before).max()
    assert moved < 1e-4, moved
    told = " ".join(line.text for line in armature.surefoot.report)
    figures = re.search(r"([\d.]+) -> ([\d.]+) cm on average", told)
    assert figures and float(figures[2]) < 0.5 * float(figures[1]), told
    return figures[0]


def test_a_listed_pair_is_kept_apart_in_the_scene():
    """The hands lie in the thighs there. With arms and legs off, nothing but the pairs asks for anything."""
    armature = import_file(data("animated/makehuman_heavy_sit_30fps.glb"))
    source = armature.animation_data.action
    settings = armature.surefoot
    first = round(source.frame_range[0])
    settings.use_range, settings.first_frame, settings.last_frame = True, first + 100, first + 115
    only = {"arms": False, "legs": False}
    refused("arms and legs are both off", lambda: bpy.ops.surefoot.remove_penetration(**only))
    refused("is no pair", lambda: bpy.ops.surefoot.remove_penetration(pairs="left_hand", **only))
    refused("there is no part 'tail'", lambda: bpy.ops.surefoot.remove_penetration(pairs="left_hand:tail", **only))
    settings.apart_pairs = "left_hand:left_thigh, right_hand:right_thigh"
    assert bpy.ops.surefoot.remove_penetration(**only) == {"FINISHED"}
    assert armature.animation_data.action != source
    told = " ".join(line.text for line in armature.surefoot.report)
    depths = re.search(r"[Dd]epth ([\d.]+) -> ([\d.]+) cm", told)
    assert depths and float(depths[1]) > 1.0 and float(depths[2]) < float(depths[1]), told
    return depths[0]


def balance_empties(name):
    """The empties of an armature's balance, by what they show."""
    collection = bpy.data.objects[name].surefoot.balance_collection
    return {o["surefoot_balance"]: o for o in collection.objects} if collection else {}


def test_balance_is_shown_by_keyed_empties():
    """Against the command line on the same file, whose reader and axes are others."""
    path = data("animated/makehuman_male_walk_30fps.glb")
    table = temporary("balance.csv")
    command_line("measure-balance", path, "--frames", table, "--load", "right_hand=8.9")
    rows = list(csv.DictReader(table.open()))
    armature = import_file(path)
    armature.surefoot.frame_rate_from, armature.surefoot.frame_rate = "CUSTOM", 30.0
    source, name, scene = armature.animation_data.action, armature.name, bpy.context.scene
    assert bpy.ops.surefoot.find_roles() == {"FINISHED"}
    hand = next(item.bone for item in armature.surefoot.roles if item.role == "right_hand")
    bpy.ops.ed.undo_push(message="before")
    assert bpy.ops.surefoot.measure_balance("EXEC_DEFAULT", True, load_bone=hand, load_mass=8.9) == {"FINISHED"}
    armature = bpy.data.objects[name]
    assert armature.animation_data.action == source, "the motion is left alone"
    empties = balance_empties(name)
    assert set(empties) == {"centre", "shadow", "point"}
    assert scene.surefoot.show_balance
    frames = clip_frames(armature)
    assert len(frames) == len(rows)
    shown = 0
    for frame, row in zip(frames, rows, strict=True):
        scene.frame_set(int(np.floor(frame + 1e-4)), subframe=max(0.0, float(frame - np.floor(frame + 1e-4))))
        graph = bpy.context.evaluated_depsgraph_get()
        at = {part: o.evaluated_get(graph).matrix_world.translation for part, o in empties.items()}
        centre = [float(row[f"centre_{axis}"]) for axis in "xyz"]
        close(at["centre"], [centre[0], -centre[2], centre[1]], 1e-3, f"centre of mass, frame {frame}")
        close(at["shadow"].xy, at["centre"].xy, 1e-5, f"shadow, frame {frame}")
        assert at["shadow"].z < at["centre"].z - 0.5, frame
        is_told = row["is_judged"] == "1" and float(row["load"]) > 0.151
        if is_told:
            point = [float(row[f"zero_moment_point_{axis}"]) for axis in "xyz"]
            # The floor that this walk stands on rises by 6 cm; its height is a matter of the toes' ends, which differ.
            close(at["point"].xy, [point[0], -point[2]], 5e-3, f"zero moment point, frame {frame}")
            assert abs(at["shadow"].z - at["point"].z) < 1e-3, f"both lie on what carries the body, frame {frame}"
            assert not empties["point"].hide_viewport, frame
            shown += 1
        elif row["is_judged"] == "0":
            assert empties["point"].hide_viewport, frame
    assert shown > 0.7 * len(frames), shown
    told = [line.text for line in armature.surefoot.balance]
    assert re.search(r"Outside by [\d.]+ cm", told[0]) and any("within 2 cm" in text for text in told), told

    # A second press changes the empties, and makes no others.
    objects, collections, acts = len(bpy.data.objects), len(bpy.data.collections), len(bpy.data.actions)
    keyed = len(frames)
    empties["centre"].name = "my centre"
    armature.surefoot.use_range, armature.surefoot.first_frame, armature.surefoot.last_frame = True, 10, 30
    assert bpy.ops.surefoot.measure_balance() == {"FINISHED"}
    assert (objects, collections, acts) == (len(bpy.data.objects), len(bpy.data.collections), len(bpy.data.actions))
    assert balance_empties(name)["centre"].name == "my centre"
    curves = part("actions").curves(
        empties["centre"].animation_data.action, part("actions").slot_of(empties["centre"].animation_data)
    )
    assert 3 <= len(curves[0].keyframe_points) < keyed

    # A deleted collection comes back where it was.
    scene.collection.children.unlink(bpy.data.objects[name].surefoot.balance_collection)
    assert bpy.ops.surefoot.measure_balance() == {"FINISHED"}
    assert bpy.data.objects[name].surefoot.balance_collection in scene.collection.children_recursive
    bpy.ops.ed.undo_push(message="again")

    for _ in range(2):
        bpy.ops.ed.undo()
    assert balance_empties(name) == {} and not [o for o in bpy.data.objects if o.type == "EMPTY"]
    assert not bpy.context.scene.surefoot.show_balance and not bpy.data.objects[name].surefoot.balance
    bpy.ops.ed.redo()
    assert set(balance_empties(name)) == {"centre", "shadow", "point"}
    return f"{shown} frames, {told[0]}"


def test_flights_are_told_in_frames_of_the_scene():
    armature = import_file(data("cmu/16_03_jump_high.bvh"))
    armature.surefoot.frame_rate_from, armature.surefoot.frame_rate = "CUSTOM", 120.0
    assert bpy.ops.surefoot.measure_balance() == {"FINISHED"}
    told = [line.text for line in armature.surefoot.balance]
    flights = [re.search(r"Flight (\d+) to (\d+): falls with ([\d.]+) of gravity", text) for text in told]
    flights = [flight for flight in flights if flight]
    assert flights and all(0.8 < float(flight[3]) < 1.2 for flight in flights), told
    middle = (int(flights[0][1]) + int(flights[0][2])) // 2
    bpy.context.scene.frame_set(middle)
    assert balance_empties(armature.name)["point"].hide_viewport, "there is no zero moment point in the air"
    return flights[0][0]


def test_what_is_drawn_of_balance_has_the_colour_of_its_distance():
    overlay = part("overlay")
    assert overlay.balance_colour(-0.01) == overlay.INSIDE
    assert overlay.balance_colour(0.015) == overlay.NEAR
    assert overlay.balance_colour(0.03) == overlay.OUTSIDE
    square = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], float)
    corners = overlay.fan(square)
    assert corners.shape == (6, 3)
    areas = [abs(np.cross(b - a, c - a)[2]) / 2 for a, b, c in corners.reshape(-1, 3, 3)]
    assert abs(sum(areas) - 1.0) < 1e-12


def test_a_load_on_a_bone_that_is_no_joint_is_refused():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    refused("none of the body's", lambda: bpy.ops.surefoot.measure_balance(load_bone="nobody"))


def test_a_rig_without_a_mesh_is_told():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    refused("deforms no mesh", bpy.ops.surefoot.remove_penetration)


run(globals())
