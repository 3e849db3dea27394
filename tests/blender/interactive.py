"""The add-on under a person's hands, in the full application: modal work with progress, ESC, undo, disabling in the middle.

Usage: blender --factory-startup --enable-event-simulate --python interactive.py -- ZIP
under a display of 1600 × 1000 pixels; ImageMagick's `import` must be there. Modal operators do not run in background, so
this is no suite of `addon/`; run it once per release.
"""

import os
import pathlib
import subprocess
import sys
import traceback

import addon_utils
import bpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "addon"))

import harness  # noqa: E402

ZIP = sys.argv[sys.argv.index("--") + 1]
PAUSE = 0.4
failed = False


def window():
    return bpy.context.window_manager.windows[0]


def in_view(call):
    area = next(a for a in window().screen.areas if a.type == "VIEW_3D")
    region = next(r for r in area.regions if r.type == "WINDOW")
    with bpy.context.temp_override(window=window(), area=area, region=region):
        return call()


def press(key):
    window().event_simulate(type=key, value="PRESS", x=400, y=400)
    window().event_simulate(type=key, value="RELEASE", x=400, y=400)


def rig():
    return bpy.data.objects["Biped"]


def state():
    return (
        rig().animation_data.action.name,
        sorted(a.name for a in bpy.data.actions),
        [s.name for s in bpy.data.scenes],
        len(rig().surefoot.plants),
    )


def status_bar():
    """The pixels of the status bar's left end, where work is told and otherwise what the mouse does."""
    in_view(lambda: bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=2))
    command = ["import", "-window", "root", "-crop", "260x20+0+979", "rgb:-"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def check(truth, text):
    global failed
    failed |= not truth
    print(f"{'ok     ' if truth else 'FAILED '} {text}", flush=True)


def prepare():
    bpy.ops.extensions.package_install_files(filepath=ZIP, repo="user_default", enable_on_install=True)
    for stale in list(bpy.data.objects):
        bpy.data.objects.remove(stale)
    harness.run = lambda _names: None
    import test_speed

    test_speed.long_walk()
    bpy.ops.ed.undo_push(message="walk")


before = working = idle = None


def start():
    global before
    before = state()
    harness.part("sample").forget()
    outcome = in_view(lambda: bpy.ops.surefoot.remove_footskate("INVOKE_DEFAULT"))
    check(outcome == {"RUNNING_MODAL"}, f"work runs behind a modal operator: {outcome}")


def escape():
    global working
    check(len(bpy.data.scenes) == 2, "sampling is under way when ESC is pressed")
    working = status_bar()
    press("ESC")


def cancelled():
    global idle
    check(state() == before, f"ESC leaves the scene untouched: {state()}")
    idle = status_bar()
    check(idle != working, "and its text is off the status bar")


def wait_for_result():
    if not rig().animation_data.action.name.endswith("_surefoot"):
        return True
    check(len(bpy.data.scenes) == 1 and len(rig().surefoot.plants) > 100, "the result is there, nothing is left behind")
    return False


def undo():
    in_view(lambda: bpy.ops.ed.undo())
    check(state() == before, f"one undo takes it back: {state()}")


def disable():
    check(len(bpy.data.scenes) == 2, "sampling is under way when the add-on is disabled")
    addon_utils.disable(harness.MODULE, default_set=False)
    check(not hasattr(bpy.types.Object, "surefoot") and len(bpy.data.scenes) == 1, "disabling ends the work")
    check(status_bar() == idle, "and takes its text off the status bar too")


def enable():
    addon_utils.enable(harness.MODULE, default_set=False)
    check(rig().animation_data.action.name == before[0], "and leaves the action alone")
    check(in_view(lambda: bpy.ops.surefoot.detect_plants()) == {"FINISHED"}, "it works again when enabled again")


def overlay():
    display = bpy.context.scene.surefoot
    drawing = harness.part("overlay").is_drawing
    check(not drawing(), "nothing draws while the overlay is off")
    display.show_plants = display.show_trails = True
    check(drawing(), "the overlay draws when switched on")
    in_view(lambda: bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=2))
    display.show_plants = display.show_trails = False
    check(not drawing(), "and is gone when switched off")


STEPS = [prepare, start, escape, cancelled, start, wait_for_result, undo, start, disable, enable, overlay]


def next_step():
    global failed
    try:
        if not STEPS[0]():
            STEPS.pop(0)
    except Exception:  # noqa: BLE001 - a timer would swallow it
        traceback.print_exc()
        failed = True
        STEPS.clear()
    if STEPS:
        return PAUSE
    print("FAILED" if failed else "all ok", flush=True)
    os._exit(1 if failed else 0)


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(next_step, first_interval=1.5, persistent=True)
