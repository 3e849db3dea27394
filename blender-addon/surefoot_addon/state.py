# SPDX-License-Identifier: GPL-3.0-or-later
"""What the add-on remembers with each armature: roles, plants, ground, options, the last report."""

from __future__ import annotations

from contextlib import contextmanager

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from . import options

OVERRIDABLE = {"LIBRARY_OVERRIDABLE"}
LIST_OVERRIDABLE = {"LIBRARY_OVERRIDABLE", "USE_INSERTION"}

POINTS = [
    ("left_ankle", "Left Ankle", "The left ankle joint"),
    ("left_heel", "Left Heel", "The left heel"),
    ("left_toe", "Left Toe", "The ball of the left foot"),
    ("left_toe_tip", "Left Toe Tip", "The tip of the left toes"),
    ("left_wrist", "Left Wrist", "The left wrist"),
    ("left_fingertips", "Left Fingertips", "The tips of the left fingers"),
    ("right_ankle", "Right Ankle", "The right ankle joint"),
    ("right_heel", "Right Heel", "The right heel"),
    ("right_toe", "Right Toe", "The ball of the right foot"),
    ("right_toe_tip", "Right Toe Tip", "The tip of the right toes"),
    ("right_wrist", "Right Wrist", "The right wrist"),
    ("right_fingertips", "Right Fingertips", "The tips of the right fingers"),
]

QUERIES = [
    ("RANDOM_WALK", "Random Walk", "Walk at random through the graph"),
    ("PATH", "Along a Curve", "Walk along a curve object of the scene"),
    ("SHORTEST_WAY", "Connect Actions", "Get from one action to another the quickest way, and on to its end"),
]

OUTPUTS = [
    ("NEW_ACTION", "New Action", "A new action; the original is kept untouched"),
    ("NLA", "Additive Layer", "A strip in the NLA that adds the correction to the untouched original"),
    ("OVERWRITE", "Overwrite", "Into the action itself"),
]

TARGETS = [
    ("AUTO", "Automatic", "The control bones of legs that follow controls (IK, Rigify), else the bones themselves"),
    ("BONES", "Bones", "The bones of the body themselves (FK)"),
    ("CONTROLS", "Controls", "The control bones that the feet and hips follow"),
]


def point_label(point: str) -> str:
    """`Left Toe` for `left_toe`."""
    return point.replace("_", " ").title()


_quiet = False


@contextmanager
def quiet_markers():
    """While it lasts, changed plants do not rewrite the markers on the timeline one by one."""
    global _quiet
    _quiet = True
    try:
        yield
    finally:
        _quiet = False


def _markers_follow(edited: str):
    """An update function for a property that markers on the timeline show."""

    def update(plant, context):
        from . import markers

        armature = plant.id_data
        if not _quiet and armature.surefoot.show_markers:
            markers.follow(context.scene, armature, plant, edited)

    return update


class SurefootRole(bpy.types.PropertyGroup):
    """Which bone plays a role."""

    role: StringProperty(override=OVERRIDABLE)
    bone: StringProperty(name="Bone", description="The bone at the upper end of this body part", override=OVERRIDABLE)


class SurefootPlant(bpy.types.PropertyGroup):
    """An interval in which a point of the body stays put."""

    point: EnumProperty(
        name="Point",
        description="The point that stays put",
        items=POINTS,
        default="left_toe",
        update=_markers_follow("point"),
        override=OVERRIDABLE,
    )
    first: FloatProperty(
        name="First",
        description="First frame on which it stays put",
        precision=1,
        step=100,
        update=_markers_follow("first"),
        override=OVERRIDABLE,
    )
    last: FloatProperty(
        name="Last",
        description="Last frame on which it stays put",
        precision=1,
        step=100,
        update=_markers_follow("last"),
        override=OVERRIDABLE,
    )
    confidence: FloatProperty(
        name="Confidence",
        description="How sure the detector is; 1 for plants set by hand",
        default=1.0,
        min=0.0,
        max=1.0,
        subtype="FACTOR",
        override=OVERRIDABLE,
    )
    place: FloatVectorProperty(
        name="Place", description="Where the point was over the plant, for the overlay", override=OVERRIDABLE
    )
    number: IntProperty(description="Tells plants apart on the timeline", override=OVERRIDABLE)


class SurefootMotion(bpy.types.PropertyGroup):
    """What belongs to one action that the armature plays, and is shown while it plays it."""

    action: PointerProperty(
        type=bpy.types.Action, description="The action, or the original if it is a result", override=OVERRIDABLE
    )
    has_action: BoolProperty(
        description="Tells an action that was deleted from motion that has none", override=OVERRIDABLE
    )
    plants: CollectionProperty(type=SurefootPlant, override=LIST_OVERRIDABLE)
    key: IntProperty(
        description="Tells motions apart on the timeline; 0 before they are shown there", override=OVERRIDABLE
    )
    owner: StringProperty(description="The armature that uses the key", override=OVERRIDABLE)
    frame_rate: FloatProperty(
        description="The rate read from the file it was imported from; 0 if it is not known", override=OVERRIDABLE
    )


class SurefootGraphAction(bpy.types.PropertyGroup):
    """An action of a motion graph."""

    action: PointerProperty(
        type=bpy.types.Action, name="Action", description="An action of this armature", override=OVERRIDABLE
    )


class SurefootReportLine(bpy.types.PropertyGroup):
    """One line of the last report."""

    text: StringProperty(override=OVERRIDABLE)
    icon: StringProperty(default="NONE", override=OVERRIDABLE)


def _is_curve(_settings, candidate) -> bool:
    return candidate.type == "CURVE"


def _is_mesh(_settings, candidate) -> bool:
    return candidate.type == "MESH"


def _overlay_changed(_settings, _context):
    from . import overlay

    overlay.update()


def _markers_changed(settings, context):
    from . import markers

    if settings.show_markers:
        markers.write(context.scene, settings.id_data)
    else:
        markers.remove(context.scene, settings.id_data)


class SurefootSettings(bpy.types.PropertyGroup):
    """Everything remembered with one armature, as `object.surefoot`."""

    # Character
    roles: CollectionProperty(type=SurefootRole, override=LIST_OVERRIDABLE)
    show_roles: BoolProperty(
        name="Joint Roles", description="Show which bone is which part of the body", override=OVERRIDABLE
    )
    show_all_roles: BoolProperty(
        name="All Roles",
        description="Show arms, spine and head too; the feet need only the legs",
        override=OVERRIDABLE,
    )
    show_more_settings: BoolProperty(
        name="Body, Units, Frames",
        description="Show settings that are found automatically: body mesh, unit, frame rate, frame range",
        override=OVERRIDABLE,
    )
    unit_from: EnumProperty(
        name="Unit",
        description="How long one unit of the scene is",
        items=[
            ("AUTO", "Automatic", "The scene's unit, or a usual one if the body would then be far from human size"),
            ("SCENE", "Scene", "The scene's unit as set in its properties"),
            ("CUSTOM", "Custom", "A length given here"),
        ],
        default="AUTO",
        override=OVERRIDABLE,
    )
    unit_metres: FloatProperty(
        name="Metres",
        description="Metres in one unit of the scene",
        default=1.0,
        min=1e-5,
        precision=4,
        override=OVERRIDABLE,
    )
    frame_rate_from: EnumProperty(
        name="Frame Rate",
        description="How many of the motion's frames make a second",
        items=[
            (
                "AUTO",
                "Automatic",
                "The scene's rate, unless the body then moves as in slow motion (a capture at 120 "
                "frames a second imported frame by frame)",
            ),
            ("SCENE", "Scene", "The scene's rate"),
            ("CUSTOM", "Custom", "A rate given here"),
        ],
        default="AUTO",
        override=OVERRIDABLE,
    )
    frame_rate: FloatProperty(
        name="Frames a Second",
        description="The rate at which the motion was captured",
        default=120.0,
        min=1.0,
        max=1000.0,
        precision=1,
        override=OVERRIDABLE,
    )
    use_range: BoolProperty(
        name="Frame Range",
        description="Work on a part of the action only; the rest stays as it is",
        override=OVERRIDABLE,
    )
    first_frame: IntProperty(name="First", description="First frame to work on", default=1, override=OVERRIDABLE)
    last_frame: IntProperty(name="Last", description="Last frame to work on", default=250, override=OVERRIDABLE)
    ground_from: EnumProperty(
        name="Ground",
        description="What the feet stand on",
        items=[
            ("NONE", "None", "Feet keep the heights they have; right for captures whose floor is unknown"),
            ("PLANE", "Plane", "A level floor at a height"),
            ("MESH", "Mesh", "The surface of a mesh object, with its modifiers: stairs, slopes, terrain"),
        ],
        default="NONE",
        override=OVERRIDABLE,
    )
    ground_height: FloatProperty(
        name="Height", description="Height (Z) of the floor", default=0.0, subtype="DISTANCE", override=OVERRIDABLE
    )
    ground_object: PointerProperty(
        type=bpy.types.Object,
        name="Ground Object",
        description="The mesh the feet stand on",
        poll=_is_mesh,
        override=OVERRIDABLE,
    )
    body_object: PointerProperty(
        type=bpy.types.Object,
        name="Body",
        description="The character's mesh, shown on the report page; the largest one the armature deforms when empty",
        poll=_is_mesh,
        override=OVERRIDABLE,
    )
    checks: CollectionProperty(type=SurefootReportLine, override=LIST_OVERRIDABLE)
    # Plants
    motions: CollectionProperty(type=SurefootMotion, override=LIST_OVERRIDABLE)
    active_plant: IntProperty(name="Plant", description="The chosen plant", override=OVERRIDABLE)
    show_markers: BoolProperty(
        name="Markers",
        description="Show plants as markers on the timeline; move them there to change first and last frames",
        update=_markers_changed,
        override=OVERRIDABLE,
    )
    # Clean up
    output: EnumProperty(
        name="Result",
        description="Where the result goes",
        items=OUTPUTS,
        default="NEW_ACTION",
        override=OVERRIDABLE,
    )
    target: EnumProperty(
        name="Write To",
        description="Which bones get the keys",
        items=TARGETS,
        default="AUTO",
        override=OVERRIDABLE,
    )
    left_control: StringProperty(
        name="Left Foot",
        description="Control bone of the left foot; leave empty to find it automatically",
        override=OVERRIDABLE,
    )
    right_control: StringProperty(
        name="Right Foot",
        description="Control bone of the right foot; leave empty to find it automatically",
        override=OVERRIDABLE,
    )
    hips_control: StringProperty(
        name="Hips", description="Control bone of the hips; leave empty to find it automatically", override=OVERRIDABLE
    )
    # Edit motion
    apart_pairs: StringProperty(
        name="Keep Apart",
        description="Further parts of the body that Remove Penetration keeps apart, the first gives way: "
        "right_hand:left_thigh, left_thigh:trunk",
        override=OVERRIDABLE,
    )
    # Balance
    load_bone: StringProperty(
        name="Load On", description="The bone that carries something; empty for nothing", override=OVERRIDABLE
    )
    load_mass: FloatProperty(
        name="Kilograms", description="How heavy it is", default=5.0, min=0.0, max=1000.0, override=OVERRIDABLE
    )
    balance_collection: PointerProperty(
        type=bpy.types.Collection,
        name="Balance",
        description="The empties at the centre of mass, its shadow and the zero moment point",
        override=OVERRIDABLE,
    )
    balance: CollectionProperty(type=SurefootReportLine, override=LIST_OVERRIDABLE)
    # Motion graph
    graph_actions: CollectionProperty(type=SurefootGraphAction, override=LIST_OVERRIDABLE)
    active_graph_action: IntProperty(name="Action", description="The chosen action", override=OVERRIDABLE)
    graph_query: EnumProperty(
        name="Make",
        description="What motion is wanted",
        items=QUERIES,
        default="RANDOM_WALK",
        override=OVERRIDABLE,
    )
    graph_seconds: FloatProperty(
        name="Seconds",
        description="How long a random walk lasts at least",
        default=10.0,
        min=0.5,
        max=3600.0,
        override=OVERRIDABLE,
    )
    graph_curve: PointerProperty(
        type=bpy.types.Object,
        name="Curve",
        description="The curve to walk along, from its first point",
        poll=_is_curve,
        override=OVERRIDABLE,
    )
    graph_from: PointerProperty(
        type=bpy.types.Action, name="From", description="The action to begin in", override=OVERRIDABLE
    )
    graph_to: PointerProperty(
        type=bpy.types.Action, name="To", description="The action to end in", override=OVERRIDABLE
    )
    # Report
    report: CollectionProperty(type=SurefootReportLine, override=LIST_OVERRIDABLE)

    def motion(self) -> SurefootMotion | None:
        """What belongs to the action now played; None if nothing was kept for it yet."""
        from . import nla

        action = nla.base_action(self.id_data)
        return next((m for m in self.motions if m.action == action and m.has_action == (action is not None)), None)

    def ensure_motion(self) -> SurefootMotion:
        """As `motion`, made if need be; not for drawing code."""
        from . import nla

        found = self.motion()
        if found:
            return found
        for index in reversed(range(len(self.motions))):
            if self.motions[index].has_action and self.motions[index].action is None:
                self.motions.remove(index)
        made = self.motions.add()
        # Library overrides tell items apart by name.
        made.name = str(1 + max((int(m.name) for m in self.motions if m.name), default=0))
        made.action = nla.base_action(self.id_data)
        made.has_action = made.action is not None
        return made

    @property
    def plants(self):
        """The plants of the action now played: a collection property, or an empty tuple where drawing code asks first."""
        found = self.motion()
        if found:
            return found.plants
        if self.id_data.library:
            return ()
        try:
            return self.ensure_motion().plants
        except AttributeError:
            # Blender lets nothing be written while it draws.
            return ()


OWN_SETTINGS = dict(SurefootSettings.__annotations__)


def _options_group(operation: str) -> type:
    """The options of an operation as they are kept with an armature."""
    name = f"Surefoot{operation.title().replace('_', '')}Options"
    kept = options.properties(operation, override=OVERRIDABLE)
    return type(name, (bpy.types.PropertyGroup,), {"__annotations__": kept})


def _options_settings(groups: dict[str, type]) -> dict:
    """The options of each operation are kept as `object.surefoot.<operation>` and have a fold in the panel."""
    made = {}
    for name, group in groups.items():
        label = options.operations()[name].label
        made[name] = PointerProperty(type=group, override=OVERRIDABLE)
        made[f"show_{name}_options"] = BoolProperty(
            name=f"{label} Options", description=f"Show the options of {label}", override=OVERRIDABLE
        )
    return made


class SurefootDisplay(bpy.types.PropertyGroup):
    """What the overlay shows, as `scene.surefoot`."""

    show_plants: BoolProperty(
        name="Plants",
        description="Show planted points as discs: bright at the current frame, faint otherwise",
        update=_overlay_changed,
    )
    show_trails: BoolProperty(
        name="Foot Trails",
        description="Show the paths of the feet before (red) and after (green) the last cleanup",
        update=_overlay_changed,
    )
    show_path: BoolProperty(
        name="Graph Path",
        description="Show the way that was wanted (white) and the way the last new motion walks (yellow)",
        update=_overlay_changed,
    )
    show_balance: BoolProperty(
        name="Balance",
        description="Show the area that carries the body and the zero moment point: green inside, yellow within 2 cm, "
        "red farther outside",
        update=_overlay_changed,
    )


def tell(armature: bpy.types.Object, lines: list[tuple[str, str]]) -> None:
    """Replaces the report by (text, icon) lines."""
    _fill(armature.surefoot.report, lines)


def tell_balance(armature: bpy.types.Object, lines: list[tuple[str, str]]) -> None:
    """Replaces the figures of balance."""
    _fill(armature.surefoot.balance, lines)


def warn(armature: bpy.types.Object, checks: list[str]) -> None:
    """Replaces the warnings about the character: unit, frame rate, gravity."""
    _fill(armature.surefoot.checks, [(text, "ERROR") for text in checks])


def _fill(collection, lines):
    collection.clear()
    for number, (text, icon) in enumerate(lines):
        line = collection.add()
        # Library overrides tell items apart by name.
        line.name = str(number)
        line.text, line.icon = text[:1].upper() + text[1:], icon


# What is registered now; the groups of options are made anew at each registration.
CLASSES: list[type] = []


def register() -> None:
    groups = {operation: _options_group(operation) for operation in options.kept()}
    SurefootSettings.__annotations__ = {**OWN_SETTINGS, **_options_settings(groups)}
    parts = [SurefootRole, SurefootPlant, SurefootMotion, SurefootGraphAction, SurefootReportLine]
    CLASSES[:] = [*parts, *groups.values(), SurefootSettings, SurefootDisplay]
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Object.surefoot = PointerProperty(type=SurefootSettings, override=OVERRIDABLE)
    bpy.types.Scene.surefoot = PointerProperty(type=SurefootDisplay)


def unregister() -> None:
    del bpy.types.Scene.surefoot
    del bpy.types.Object.surefoot
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
