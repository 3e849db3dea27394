"""Takes the pictures of docs/blender.md from the full Blender application, so that they stay true.

Usage: blender --factory-startup --enable-event-simulate --window-geometry 0 0 1600 1000 --python pictures.py -- ZIP CLIP FOLDER
with the extension's zip, an animated character (glTF) and the folder for the pictures, under a display of 1600 × 1000
pixels; ImageMagick's `import` and `convert` must be there.
"""

import os
import pathlib
import subprocess
import sys
import traceback

import bpy

ZIP, CLIP, FOLDER = (pathlib.Path(p) for p in sys.argv[sys.argv.index("--") + 1 :][:3])
VERSION = f"{bpy.app.version[0]}.{bpy.app.version[1]}"
# Time for Blender to redraw between two steps, seconds.
PAUSE = 0.7
# The sidebar's part of the window.
SIDEBAR = "300x940+1300+40"
# Where the header of the section Motion Graph is when nothing is unfolded, from the lower left.
GRAPH_HEADER = (1420, 179)


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


def arrange():
    _, area, _ = view()
    space = area.spaces[0]
    space.show_region_ui = True
    space.show_region_toolbar = False
    space.overlay.show_relationship_lines = False
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
    area.spaces[0].overlay.show_bones = True
    armature().show_in_front = True
    armature().data.display_type = "STICK"
    bpy.context.scene.frame_set(40)

    def aim():
        bpy.ops.view3d.view_axis(type="RIGHT")
        bpy.ops.view3d.view_selected()
        bpy.ops.view3d.view_orbit(angle=0.45, type="ORBITRIGHT")
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
    for name in ("show_roles", "show_more_options", "show_detect_options"):
        setattr(settings, name, name in names)


def settle():
    """Panels slide open over several redraws."""
    in_view(lambda: bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=10))


def open_graph_panel():
    """Ctrl-click on its header: opens it and closes the others."""
    for kind, value in (("MOUSEMOVE", "NOTHING"), ("LEFTMOUSE", "PRESS"), ("LEFTMOUSE", "RELEASE")):
        window = bpy.context.window_manager.windows[0]
        window.event_simulate(type=kind, value=value, x=GRAPH_HEADER[0], y=GRAPH_HEADER[1], ctrl=kind != "MOUSEMOVE")


def graph():
    bpy.context.scene.surefoot.show_path = True
    bpy.context.scene.surefoot.show_trails = False
    armature().surefoot.build_motion_graph.labelling = "none"
    in_view(lambda: bpy.ops.surefoot.restore_original())
    in_view(lambda: bpy.ops.surefoot.add_graph_action(all=True))
    in_view(lambda: bpy.ops.surefoot.build_motion_graph(mirror=True))
    in_view(lambda: bpy.ops.surefoot.search_motion_graph(query="RANDOM_WALK", seconds=6.0))
    bpy.context.scene.frame_set(60)
    in_view(lambda: bpy.ops.view3d.view_selected())


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
    lambda: fold("show_roles", "show_detect_options"),
    settle,
    lambda: shoot(f"roles-{VERSION}", SIDEBAR),
    lambda: fold("show_more_options"),
    settle,
    lambda: shoot(f"options-{VERSION}", SIDEBAR),
    fold,
    settle,
    open_graph_panel,
    graph,
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
bpy.app.timers.register(next_step, first_interval=1.5)
