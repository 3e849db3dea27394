"""Misuse: a message a user understands, nothing changed, no traceback, no crash."""

import gc

import addon_utils
import bpy

import makers
from harness import MODULE, action_values, cancel_after, choose, data, import_file, part, refused, run, temporary


def counts():
    kinds = ("actions", "objects", "scenes", "armatures", "meshes", "collections")
    return {kind: len(getattr(bpy.data, kind)) for kind in kinds}


def test_no_armature():
    refused("select an armature", lambda: bpy.ops.surefoot.detect_plants())
    bpy.ops.mesh.primitive_cube_add()
    for call in (bpy.ops.surefoot.detect_plants, bpy.ops.surefoot.remove_footskate, bpy.ops.surefoot.find_roles):
        refused("select an armature", call)


def test_no_animation():
    rig = makers.biped()
    choose(rig)
    refused("no animation", lambda: bpy.ops.surefoot.detect_plants())
    refused("no animation", lambda: bpy.ops.surefoot.remove_footskate())


def test_a_fox_has_no_two_legs():
    rig = import_file(data("characters/Fox.glb"))
    before = counts()
    message = refused("", lambda: bpy.ops.surefoot.remove_footskate())
    assert any(word in message.lower() for word in ("role", "foot", "feet", "leg")), message
    assert counts() == before and len(rig.surefoot.plants) == 0 and len(rig.surefoot.report) == 0


def test_one_frame():
    rig = makers.biped()
    choose(rig)
    rig.pose.bones["hips"].keyframe_insert("location", frame=1)
    bpy.context.scene.frame_start = bpy.context.scene.frame_end = 1
    refused("frame", lambda: bpy.ops.surefoot.remove_footskate())


def test_an_action_of_one_key():
    """The scene is long, the action has one pose: there is no motion to look at."""
    rig = makers.biped()
    choose(rig)
    for bone in rig.pose.bones:
        bone.keyframe_insert("rotation_quaternion", frame=7)
    bpy.context.scene.frame_end = 250
    before = counts()
    refused("one pose", lambda: bpy.ops.surefoot.detect_plants())
    refused("one pose", lambda: bpy.ops.surefoot.remove_footskate())
    assert counts() == before


def test_an_empty_range():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    rig.surefoot.use_range, rig.surefoot.first_frame, rig.surefoot.last_frame = True, 500, 600
    refused("frame range", lambda: bpy.ops.surefoot.detect_plants())


def test_a_locked_action_is_not_overwritten():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    actions = part("actions")
    for curve in actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)):
        curve.lock = True
    before, values = counts(), action_values(rig.animation_data.action)
    refused("locked", lambda: bpy.ops.surefoot.remove_footskate(output="OVERWRITE"))
    assert counts() == before and action_values(rig.animation_data.action) == values
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}, "a new action may be written"


def test_a_locked_channel_that_does_not_change_is_no_hindrance():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    actions = part("actions")
    curves = list(actions.pose_curves(rig.animation_data.action, actions.slot_of(rig.animation_data)))
    locked = [curve for curve in curves if '"head"' in curve.data_path]
    for curve in locked:
        curve.lock = True
    assert locked and bpy.ops.surefoot.remove_footskate(output="OVERWRITE") == {"FINISHED"}


def test_a_linked_rig_asks_for_an_override():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    path = str(temporary("library.blend"))
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(path, link=True) as (_, into):
        into.objects = ["Biped"]
    linked = bpy.data.objects["Biped"]
    bpy.context.collection.objects.link(linked)
    choose(linked)
    before = counts()
    small = (
        "add_plant",
        "delete_plant",
        "split_plant",
        "merge_plants",
        "read_markers",
        "use_preset",
        "restore_original",
    )
    small += ("add_graph_action", "remove_graph_action", "search_motion_graph", "read_frame_rate")
    for name in ("detect_plants", "remove_footskate", "find_roles", *small):
        refused("library override", getattr(bpy.ops.surefoot, name))
    assert counts() == before
    override = linked.override_create(remap_local_usages=True)
    choose(override)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert override.animation_data.action.library is None
    refused("linked from another file", lambda: relink(override))


def relink(override):
    """Overwriting an action that lives in another file."""
    linked = next(a for a in bpy.data.actions if a.library)
    override.animation_data.action = linked
    if part("actions").HAS_SLOTS:
        override.animation_data.action_slot = linked.slots[0]
    bpy.ops.surefoot.remove_footskate(output="OVERWRITE")


def test_edit_mode_and_mirrored_rigs():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    rig.scale.x = -1.0
    bpy.context.view_layer.update()
    refused("negative", lambda: bpy.ops.surefoot.detect_plants())
    rig.scale.x = 1.0
    bpy.context.view_layer.update()
    bpy.ops.object.mode_set(mode="EDIT")
    refused("edit mode", lambda: bpy.ops.surefoot.detect_plants())
    bpy.ops.object.mode_set(mode="POSE")
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}


def test_controls_that_do_not_exist():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    refused("no control bones", lambda: bpy.ops.surefoot.remove_footskate(target="CONTROLS"))
    rig.surefoot.left_control = "nonsense"
    refused("nonsense", lambda: bpy.ops.surefoot.remove_footskate(target="CONTROLS"))


def test_a_plant_that_ends_before_it_begins():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    assert bpy.ops.surefoot.add_plant(point="left_toe", frames=5) == {"FINISHED"}
    rig.surefoot.plants[0].last = -3
    refused("before it begins", lambda: bpy.ops.surefoot.remove_footskate())


def test_rest_position_and_an_action_without_slot():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    rig.data.pose_position = "REST"
    refused("rest position", lambda: bpy.ops.surefoot.detect_plants())
    rig.data.pose_position = "POSE"
    if bpy.app.version >= (4, 4):
        rig.animation_data.action_slot = None
        refused("no slot", lambda: bpy.ops.surefoot.detect_plants())


def test_unknown_options_and_values():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    try:
        bpy.ops.surefoot.remove_footskate(nonsense=1)
    except TypeError as error:
        assert "nonsense" in str(error)
    else:
        raise AssertionError("nonsense is no option")
    try:
        bpy.ops.surefoot.remove_footskate(method="magic")
    except TypeError as error:
        assert "limbs" in str(error)
    else:
        raise AssertionError("magic is no method")


def test_cancel_in_the_middle_changes_nothing():
    for rig, feet in ((makers.biped(), None), (makers.ik_biped(), {"L": "foot_ctrl.L", "R": "foot_ctrl.R"})):
        if feet:
            makers.slipping_walk(rig, "hips", feet, 31)
        else:
            makers.fk_walk(rig, frames=31)
        choose(rig)
        action = rig.animation_data.action
        values, before, frame = action_values(action), counts(), bpy.context.scene.frame_current
        stops = 0
        while cancel_after(stops):
            assert counts() == before, stops
            assert rig.animation_data.action == action and action_values(action) == values
            assert bpy.context.scene.frame_current == frame
            assert len(rig.surefoot.plants) == 0 and len(rig.surefoot.report) == 0
            stops += 1
        assert stops > 1, "the work has several steps"


def test_disabling_takes_away_what_showed_the_work():
    """The modal operator of a class that is unregistered is never called again: its end must come from outside."""
    work = part("work")
    told = []

    class Recorder:
        def __getattr__(self, name):
            return lambda *arguments, **_: told.append((name, *arguments))

    class Context:
        window_manager, workspace, window, screen = Recorder(), Recorder(), None, None

    class Operator(work.LongOperator):
        bl_label = "Long Work"
        closed = False

        def steps(self, _context):
            try:
                while True:
                    yield 0.5
            finally:
                self.closed = True

    operator = Operator()
    assert operator.begin(Context) == {"RUNNING_MODAL"}

    class Tick:
        type, value = "TIMER", "NOTHING"

    assert operator.modal(Context, Tick) == {"RUNNING_MODAL"}
    assert any(call[0] == "status_text_set" and "Long Work" in call[1] for call in told)
    told.clear()
    work.stop_all()
    assert operator.closed
    names = [call[0] for call in told]
    assert names.count("event_timer_remove") == 1 and names.count("progress_end") == 1
    assert ("status_text_set", None) in told
    assert operator.modal(Context, Tick) == {"CANCELLED"} and len(told) == 3, "a late event does nothing"


def test_a_hundred_cycles_leave_nothing_behind():
    def handlers():
        lists = [getattr(bpy.app.handlers, name) for name in dir(bpy.app.handlers) if not name.startswith("_")]
        return sum(len(entry) for entry in lists if isinstance(entry, list))

    def menu_entries():
        draw = bpy.types.VIEW3D_MT_object_animation.draw
        return len(getattr(draw, "_draw_funcs", []))

    def classes():
        return sum(1 for name in dir(bpy.types) if "surefoot" in name.lower())

    before = (handlers(), menu_entries(), classes())
    for _ in range(100):
        addon_utils.disable(MODULE, default_set=False)
        assert not hasattr(bpy.types.Object, "surefoot") and not hasattr(bpy.types.Scene, "surefoot")
        addon_utils.enable(MODULE, default_set=False)
    gc.collect()
    assert (handlers(), menu_entries(), classes()) == before
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}


def test_nothing_is_registered_while_the_overlay_is_off():
    overlay, shown = part("overlay"), bpy.context.scene.surefoot
    assert not overlay.is_drawing()
    shown.show_plants = True
    assert overlay.is_drawing() == overlay.has_window(), "headless there is nothing to draw on"
    has_window, overlay.has_window = overlay.has_window, lambda: True
    try:
        for name in ("show_plants", "show_trails", "show_path", "show_balance"):
            shown.show_plants = shown.show_trails = shown.show_path = shown.show_balance = False
            assert not overlay.is_drawing(), name
            setattr(shown, name, True)
            assert overlay.is_drawing(), name
        # A step back takes the switch back, but calls no update.
        shown.show_balance = shown.show_path = False
        bpy.ops.ed.undo_push(message="off")
        bpy.context.scene.surefoot.show_path = True
        bpy.ops.ed.undo_push(message="on")
        bpy.ops.ed.undo()
        assert not bpy.context.scene.surefoot.show_path and not overlay.is_drawing()
        bpy.ops.ed.redo()
        assert bpy.context.scene.surefoot.show_path and overlay.is_drawing()
    finally:
        overlay.has_window = has_window
        overlay.stop()


run(globals())
