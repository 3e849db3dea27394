"""Takes the pictures of docs/blender.md from the full Blender application, so that they stay true.

Usage: blender --factory-startup --enable-event-simulate --window-geometry 0 0 1600 1000 --python pictures.py -- ZIP CLIP
FOLDER WALK WALK… with the extension's zip, an animated character (glTF), the folder for the pictures and walks on one
skeleton (BVH) for the motion graph, under a display of 1600 × 1000 pixels; ImageMagick's `import` and `convert` must be
there.
"""

import importlib
import math
import os
import pathlib
import subprocess
import sys
import traceback

import bpy
from mathutils import Euler, Vector

ZIP, CLIP, FOLDER, *WALKS = (pathlib.Path(p) for p in sys.argv[sys.argv.index("--") + 1 :])
VERSION = f"{bpy.app.version[0]}.{bpy.app.version[1]}"
# Time for Blender to redraw between two steps, seconds.
PAUSE = 0.7
# The sidebar's part of the window.
SIDEBAR = "290x645+1310+80"
# The view's part without header and sidebar.
TRAILS = "1160x640+60+280"
# Where the header of the first section is, and how far apart headers of closed sections are, pixels from the top.
HEADER, PITCH = 97, 28
SECTIONS = ("Character", "Plants", "Clean Up", "Edit Motion", "Balance", "Motion Graph", "Report")
# The root's way is lengthened by this factor, so that the feet slide as a careless retarget makes them.
STRIDE = 1.25
# One metre in a CMU file.
METRE = 0.45 / 0.0254


def view():
    """Window, area and region of the 3D view."""
    window = bpy.context.window_manager.windows[0]
    area = next(a for a in window.screen.areas if a.type == "VIEW_3D")
    return window, area, next(r for r in area.regions if r.type == "WINDOW")


def in_view(call):
    window, area, region = view()
    with bpy.context.temp_override(window=window, area=area, region=region):
        return call()


def armature():
    return next(o for o in bpy.data.objects if o.type == "ARMATURE")


def part(name):
    """A module of the installed add-on."""
    return importlib.import_module(f"bl_ext.user_default.surefoot.{name}")


def shoot(name, crop=None):
    """Takes the whole window; `crop` as ImageMagick has it keeps a part."""
    in_view(lambda: bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=2))
    path = FOLDER / f"{name}.png"
    subprocess.check_call(["import", "-window", "root", str(path)])
    # 128 colours keep the interface's text sharp at a fifth of the bytes.
    cut = ["-crop", crop, "+repage"] if crop else []
    subprocess.check_call(
        ["convert", str(path), *cut, "+dither", "-colors", "128", "-define", "png:compression-level=9", f"png8:{path}"]
    )


def prepare():
    bpy.ops.extensions.package_install_files(filepath=str(ZIP), repo="user_default", enable_on_install=True)
    for stale in list(bpy.data.objects):
        bpy.data.objects.remove(stale)
    bpy.context.scene.render.fps = 30
    bpy.ops.import_scene.gltf(filepath=str(CLIP))
    lengthen()


def lengthen():
    """Makes the hips walk further than the feet do."""
    actions, animation = part("actions"), armature().animation_data
    curves = [
        c
        for c in actions.pose_curves(animation.action, actions.slot_of(animation))
        if c.data_path.endswith('Hips"].location')
    ]
    walked = max(curves, key=lambda c: abs(c.keyframe_points[-1].co[1] - c.keyframe_points[0].co[1]))
    start = walked.keyframe_points[0].co[1]
    for key in walked.keyframe_points:
        key.co[1] = start + (key.co[1] - start) * STRIDE
    walked.update()


def arrange():
    _, area, _ = view()
    space = area.spaces[0]
    space.show_region_ui = True
    space.show_region_toolbar = False
    space.overlay.show_relationship_lines = False
    space.overlay.show_cursor = False
    bpy.context.view_layer.objects.active = armature()
    for each in bpy.data.objects:
        each.select_set(each == armature())
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 0, 85
    close_other_areas()


def close_other_areas():
    """The 3D view alone; Screen > Full Area crashes 4.3 when called from a timer."""
    window = bpy.context.window_manager.windows[0]
    for kind in ("OUTLINER", "PROPERTIES", "DOPESHEET_EDITOR"):
        for area in [a for a in window.screen.areas if a.type == kind]:
            with bpy.context.temp_override(window=window, area=area):
                bpy.ops.screen.area_close()


def open_sidebar():
    _, area, _ = view()
    area.spaces[0].show_region_ui = True


def look():
    _, area, _ = view()
    # The tabs exist only once the sidebar has been drawn.
    ui = next(r for r in area.regions if r.type == "UI")
    ui.active_panel_category = "Surefoot"
    # A glTF file has joints and no bones: the tails an importer makes up stick out of hands and feet.
    area.spaces[0].overlay.show_bones = False
    bpy.context.scene.frame_set(40)

    def aim():
        bpy.ops.view3d.view_axis(type="RIGHT")
        bpy.ops.view3d.view_selected()
        bpy.ops.view3d.view_orbit(angle=0.2, type="ORBITRIGHT")
        bpy.ops.view3d.view_orbit(angle=0.25, type="ORBITUP")

    in_view(aim)


def detect():
    in_view(lambda: bpy.ops.surefoot.detect_plants())
    bpy.context.scene.surefoot.show_plants = True


def clean():
    in_view(lambda: bpy.ops.surefoot.remove_footskate())
    bpy.context.scene.surefoot.show_trails = True


def fold(*names):
    """Opens these folds of the panel alone."""
    settings = armature().surefoot
    for name in ("show_roles", "show_more_settings", "show_remove_footskate_options", "show_detect_plants_options"):
        setattr(settings, name, name in names)


def panel_alone():
    """Nothing behind and beside the sidebar."""
    view()[1].spaces[0].overlay.show_overlays = False
    display = bpy.context.scene.surefoot
    display.show_plants = display.show_trails = False


def activate_bone():
    """As after a click in Pose Mode, so that the eyedroppers can be pressed."""
    bones = armature().data.bones
    bones.active = bones[next(item.bone for item in armature().surefoot.roles if item.role == "left_foot")]


def settle():
    """Panels slide open over several redraws."""
    in_view(lambda: bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=6))


def near():
    """One step and its trails from the side, where a slide is a flat stretch of red."""
    at = [p.place for p in armature().surefoot.plants if p.first <= 45 <= p.last]
    # Trails are above the floor, names of the plants below it.
    turn_view(sum((Vector(place) for place in at), Vector()) / len(at) + Vector((0.0, 0.0, 0.035)), 0.42, 78.0, 80.0)
    bpy.context.scene.frame_set(45)


def turn_view(place, distance, down, round_z):
    """Looks at a place: degrees down from the top view and round the vertical."""
    _, area, _ = view()
    region = area.spaces[0].region_3d
    region.view_location, region.view_distance = place, distance
    region.view_rotation = Euler((math.radians(down), 0.0, math.radians(round_z))).to_quaternion()


def walks():
    """Another scene: a skeleton with several walks, and a curve to walk along."""
    for stale in list(bpy.data.objects):
        bpy.data.objects.remove(stale)
    for stale in list(bpy.data.actions):
        bpy.data.actions.remove(stale)
    for path in WALKS:
        bpy.ops.import_anim.bvh(filepath=str(path))
        # Names that fit into the list: without the number of the take and the kind of the file.
        bpy.context.object.animation_data.action.name = path.stem.lstrip("0123456789_").split("_gt")[0]
    first, *others = [o for o in bpy.data.objects if o.type == "ARMATURE"]
    for other in others:
        other.animation_data.action.use_fake_user = True
        bpy.data.objects.remove(other)
    first.data.display_type = "OCTAHEDRAL"
    drawn = bpy.data.curves.new("Way", "CURVE")
    drawn.dimensions = "3D"
    spline = drawn.splines.new("BEZIER")
    places = ((0.0, 0.0), (1.2, -2.2), (0.2, -4.6), (1.6, -6.6))
    spline.bezier_points.add(len(places) - 1)
    for point, (x, y) in zip(spline.bezier_points, places, strict=True):
        point.co = (x * METRE, y * METRE, 0.0)
        point.handle_left_type = point.handle_right_type = "AUTO"
    way = bpy.data.objects.new("Way", drawn)
    bpy.context.collection.objects.link(way)
    bpy.context.view_layer.objects.active = first
    first.select_set(True)
    first.surefoot.graph_query, first.surefoot.graph_curve = "PATH", way


def mend_frame_rate():
    """The importer lays frames out one by one; these files have 60 a second."""
    bpy.context.scene.render.fps = 60
    settings = armature().surefoot
    settings.frame_rate_from, settings.frame_rate = "CUSTOM", 60.0


def graph():
    display = bpy.context.scene.surefoot
    display.show_path, display.show_trails, display.show_plants = True, False, True
    armature().surefoot.build_motion_graph.labelling = "none"
    in_view(lambda: bpy.ops.surefoot.add_graph_action(all=True))
    in_view(lambda: bpy.ops.surefoot.build_motion_graph(mirror=True))
    in_view(lambda: bpy.ops.surefoot.search_motion_graph())
    bpy.context.scene.frame_set(140)


def aim_at_way():
    _, area, _ = view()
    space = area.spaces[0]
    space.clip_end = 5000.0
    space.overlay.show_overlays = space.overlay.show_bones = True
    space.overlay.show_axis_x = space.overlay.show_axis_y = False
    turn_view((0.8 * METRE, -3.3 * METRE, 0.3 * METRE), 5.9 * METRE, 62.0, 62.0)


def click(section, ctrl=False):
    """On a section's header; all above it are closed."""
    window, area, _ = view()
    x = next(r for r in area.regions if r.type == "UI").x + 150
    y = window.height - HEADER - PITCH * SECTIONS.index(section)
    for kind, value in (("MOUSEMOVE", "NOTHING"), ("LEFTMOUSE", "PRESS"), ("LEFTMOUSE", "RELEASE")):
        window.event_simulate(type=kind, value=value, x=x, y=y, ctrl=ctrl and kind != "MOUSEMOVE")


def only(section):
    """Steps that leave this section of the panel open alone: a click with Ctrl closes all others."""
    first = SECTIONS[0]
    steps = [lambda: click(first, ctrl=True), settle]
    if section != first:
        steps += [lambda: click(first), settle, lambda: click(section), settle]
    return steps


STEPS = [
    prepare,
    arrange,
    open_sidebar,
    look,
    lambda: shoot(f"start-{VERSION}"),
    detect,
    lambda: shoot(f"plants-{VERSION}"),
    clean,
    lambda: shoot(f"cleaned-{VERSION}"),
    near,
    lambda: shoot(f"trails-{VERSION}", TRAILS),
    panel_alone,
    lambda: fold("show_remove_footskate_options"),
    *only("Clean Up"),
    lambda: shoot(f"options-{VERSION}", SIDEBAR),
    walks,
    lambda: in_view(lambda: bpy.ops.surefoot.detect_plants()),
    activate_bone,
    lambda: fold("show_roles", "show_more_settings"),
    *only("Character"),
    lambda: shoot(f"roles-{VERSION}", SIDEBAR),
    fold,
    mend_frame_rate,
    *only("Motion Graph"),
    graph,
    aim_at_way,
    settle,
    lambda: shoot(f"graph-{VERSION}"),
]


def next_step():
    try:
        STEPS.pop(0)()
    except Exception:  # noqa: BLE001 - a timer would swallow it and the window would stay open
        traceback.print_exc()
        sys.stdout.flush()
        os._exit(1)
    if STEPS:
        return PAUSE
    sys.stdout.flush()
    os._exit(0)


# Before the first event, or the splash is there already.
bpy.context.preferences.view.show_splash = False
bpy.context.preferences.view.show_tooltips = False
# Trails would show through the gaps between the sidebar's sections.
bpy.context.preferences.system.use_region_overlap = False
bpy.app.timers.register(next_step, first_interval=1.5)
