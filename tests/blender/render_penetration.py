"""Renders frames of a character before and after, side by side, with Blender's workbench engine, and a contact sheet of them all.

    python render_penetration.py BEFORE.glb AFTER.glb OUT_FOLDER --frames 12,340 [--views front,left] [--name walk_]

Frames count from 0. Needs the bpy module, or Blender itself: blender -b --python-exit-code 1 -P render_penetration.py -- ARGUMENTS.
"""

import argparse
import math
import pathlib
import sys

import bpy
import numpy as np
from mathutils import Vector

# Where the camera stands, as a turn about the vertical from the character's front, and its height above level, degrees.
VIEWS = {
    "front": (0, 8),
    "left": (90, 8),
    "right": (-90, 8),
    "back": (180, 8),
    "above": (20, 55),
    "half-left": (40, 15),
    "half-right": (-40, 15),
}
SIZE = 640
# Contact sheets have so many pairs beside each other.
COLUMNS = 3


def load(path):
    """The armature and the meshes of a GLB file."""
    known = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=str(path))
    new = [o for o in bpy.data.objects if o not in known]
    armature = next(o for o in new if o.type == "ARMATURE")
    meshes = [o for o in new if o.type == "MESH" and o.find_armature() == armature]
    # The importer brings a ball that it draws joints with.
    for other in new:
        if other.type == "MESH" and other not in meshes:
            other.hide_render = True
    for mesh in meshes:
        mesh.color = (0.78, 0.62, 0.52, 1.0)
        for polygon in mesh.data.polygons:
            polygon.use_smooth = True
    return armature, meshes


def first_frame(armature):
    action = armature.animation_data.action if armature.animation_data else None
    return action.frame_range[0] if action else 0.0


def prepare():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.render.resolution_x = scene.render.resolution_y = SIZE
    scene.render.fps = 30
    scene.display.render_aa = "8"
    shading = scene.display.shading
    shading.light = "STUDIO"
    shading.color_type = "OBJECT"
    shading.show_cavity = True
    shading.cavity_type = "BOTH"
    shading.show_shadows = True
    scene.display.shadow_focus = 0.5
    world = bpy.data.worlds.new("plain")
    scene.world = world
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.type = "ORTHO"
    scene.collection.objects.link(camera)
    scene.camera = camera
    return scene, camera


def points_of(meshes):
    """Places of all vertices as Blender evaluates them."""
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for mesh in meshes:
        evaluated = mesh.evaluated_get(graph)
        data = evaluated.to_mesh()
        places = np.empty(3 * len(data.vertices), np.float32)
        data.vertices.foreach_get("co", places)
        world = np.array(evaluated.matrix_world)
        out.append(places.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3])
        evaluated.to_mesh_clear()
    return np.vstack(out)


def facing(armature):
    """The direction in which the hips look, level; by the thighs."""
    names = {bone.name: bone for bone in armature.pose.bones}

    def find(*words):
        return next((b for n, b in names.items() if all(w in n.lower() for w in words)), None)

    left, right = find("left", "upleg") or find("thigh", "l"), find("right", "upleg") or find("thigh", "r")
    if not left or not right:
        return Vector((0, -1, 0))
    across = armature.matrix_world @ left.head - armature.matrix_world @ right.head
    ahead = across.cross(Vector((0, 0, 1)))
    return ahead.normalized() if ahead.length > 1e-6 else Vector((0, -1, 0))


def aim(camera, view, ahead, middle, span):
    turn, height = (math.radians(angle) for angle in VIEWS[view])
    direction = Vector((ahead.x, ahead.y, 0)).normalized()
    turned = Vector(
        (
            direction.x * math.cos(turn) - direction.y * math.sin(turn),
            direction.x * math.sin(turn) + direction.y * math.cos(turn),
            math.tan(height),
        )
    ).normalized()
    camera.location = Vector(middle) + turned * 6.0
    camera.rotation_euler = (-turned).to_track_quat("-Z", "Y").to_euler()
    camera.data.ortho_scale = span


def render(scene, path):
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    return read_picture(path)


def read_picture(path):
    image = bpy.data.images.load(str(path))
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)


def write_picture(pixels, path):
    height, width, _ = pixels.shape
    image = bpy.data.images.new("out", width, height, alpha=False)
    image.pixels.foreach_set(np.ascontiguousarray(pixels, np.float32).ravel())
    image.filepath_raw, image.file_format = str(path), "PNG"
    image.save()
    bpy.data.images.remove(image)


def arguments():
    given = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("out")
    parser.add_argument("--frames", required=True, help="numbers, with commas between")
    parser.add_argument("--views", default="half-left,half-right", help=f"of {', '.join(VIEWS)}")
    parser.add_argument("--name", default="", help="what the pictures' names begin with")
    return parser.parse_args(given)


def main():
    given = arguments()
    folder = pathlib.Path(given.out)
    folder.mkdir(parents=True, exist_ok=True)
    frames, views = [int(f) for f in given.frames.split(",")], given.views.split(",")
    scene, camera = prepare()
    characters = [load(given.before), load(given.after)]
    pairs = []
    for frame in frames:
        posed = []
        for armature, meshes in characters:
            at = first_frame(armature) + frame
            scene.frame_set(int(math.floor(at)), subframe=at - math.floor(at))
            posed.append(points_of(meshes))
        middle = (posed[0].min(0) + posed[0].max(0)) / 2
        span = 2.05 * max(float(np.linalg.norm(p - middle, axis=1).max()) for p in posed)
        ahead = facing(characters[0][0])
        for view in views:
            pictures = []
            for shown, (_, meshes) in enumerate(characters):
                for other, (_, all_meshes) in enumerate(characters):
                    for mesh in all_meshes:
                        mesh.hide_render = other != shown
                # Both from one place, so that what moved is seen.
                aim(camera, view, ahead, middle, span)
                pictures.append(render(scene, folder / "one.png"))
            (folder / "one.png").unlink()
            gap = np.ones((SIZE, 8, 4), np.float32)
            pair = np.hstack([pictures[0], gap, pictures[1]])
            write_picture(pair, folder / f"{given.name}frame_{frame:04}_{view}.png")
            pairs.append(pair)
            print(f"frame {frame}, {view}", flush=True)
    sheet(pairs, folder / f"{given.name}sheet.png")


def sheet(pairs, path):
    """All pairs at half size; Blender's rows go upwards."""
    small = [np.pad((p[0::2, 0::2] + p[1::2, 1::2]) / 2, ((0, 6), (0, 14), (0, 0)), constant_values=1) for p in pairs]
    blank = np.ones_like(small[0])
    rows = [small[i : i + COLUMNS] for i in range(0, len(small), COLUMNS)]
    rows = [np.hstack(row + [blank] * (COLUMNS - len(row))) for row in rows]
    write_picture(np.vstack(rows[::-1]), path)


if __name__ == "__main__":
    main()
