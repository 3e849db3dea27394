# SPDX-License-Identifier: GPL-3.0-or-later
"""Search Motion Graph: new motion at random, along a curve of the scene, or from one action to another."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot
from bpy.props import EnumProperty, FloatProperty, StringProperty

from .. import chosen, curve, markers, memory, nla, options, overlay, scene, state, synthesise, work
from ..errors import UserError
from ..plants import to_list


class SUREFOOT_OT_search_motion_graph(work.LongOperator, bpy.types.Operator):
    """Make new motion from the motion graph: at random, along a curve, or from one action to another"""

    bl_idname = "surefoot.search_motion_graph"
    bl_label = "Make Motion"

    operation = "search_motion_graph"
    PROPERTIES = {
        "query": EnumProperty(
            name="Make",
            description="What motion is wanted",
            items=[("AS_SET", "As Set", "As set in the panel"), *state.QUERIES],
            options={"SKIP_SAVE"},
        ),
        "seconds": FloatProperty(
            name="Seconds",
            description="How long a random walk lasts at least; as set in the panel when 0",
            min=0.0,
            options={"SKIP_SAVE"},
        ),
        "curve": StringProperty(
            name="Curve",
            description="Name of the curve object; as set in the panel when empty",
            options={"SKIP_SAVE"},
        ),
        "from_action": StringProperty(
            name="From",
            description="Name of the action to begin in; as set in the panel when empty",
            options={"SKIP_SAVE"},
        ),
        "to_action": StringProperty(
            name="To", description="Name of the action to end in; as set in the panel when empty", options={"SKIP_SAVE"}
        ),
    }

    @classmethod
    def poll(cls, context):
        if not chosen.poll_editable(cls, context):
            return False
        armature = chosen.active_armature(context)
        if memory.graph(armature) is None:
            cls.poll_message_set("Build a motion graph first; graphs are kept until Blender is closed")
            return False
        return True

    def take_settings(self, context):
        options.fill_unset(self, context.object.surefoot, "search_motion_graph")

    def steps(self, context) -> work.Steps:
        self.take_settings(context)
        armature = chosen.active_armature(context)
        scene.check_usable(armature)
        nla.check_writable(armature, "NEW_ACTION")
        built = memory.graph(armature)
        check_skeleton(armature, built)
        wanted = options.values(self, "search_motion_graph")
        asked, points = self._query(armature, built)
        cleaning = options.used_values(armature.surefoot, "remove_footskate")

        def make(progress):
            found = surefoot.search_motion_graph(built.graph, asked, progress=progress, **wanted)
            clip = synthesise.on_own_body(
                built.character, found.clip, found.plants if wanted["cleanup"] else None, cleaning
            )
            return found, clip

        found, clip = yield from work.in_thread(make)
        times = synthesise.times_in(context.scene, clip)
        action = synthesise.write_clip(armature, built.character, clip, times)
        show(armature, context, built.character, times, found, clip, action, points)
        return found.report.summary().splitlines()[0]

    def _query(self, armature, built):
        """What is asked of the library, and the points of the path in the scene."""
        settings = armature.surefoot
        kind = settings.graph_query if self.query == "AS_SET" else self.query
        if kind == "RANDOM_WALK":
            return surefoot.MotionQuery.random_walk(self.seconds or settings.graph_seconds), None
        if kind == "PATH":
            drawn = bpy.data.objects.get(self.curve) if self.curve else settings.graph_curve
            points = curve.points_of(drawn)
            return surefoot.MotionQuery.path(built.character.from_scene(points)), points
        first = self.from_action or (settings.graph_from.name if settings.graph_from else "")
        last = self.to_action or (settings.graph_to.name if settings.graph_to else "")
        names = built.graph.clip_names
        for name in (first, last):
            if name not in names:
                missing = f"has no action '{name}'" if name else "needs two actions: choose From and To"
                raise UserError(f"The motion graph {missing}; it has {', '.join(names)}")
        return surefoot.MotionQuery.shortest_way(first, last), None


def check_skeleton(armature, built):
    """Raises UserError if the graph's bones are not this armature's any more."""
    missing = [name for name in built.graph.skeleton.names if name not in armature.data.bones]
    if missing:
        raise UserError(
            f"The motion graph is of another skeleton: '{armature.name}' has no bone '{missing[0]}'. Build it again"
        )


def show(armature, context, character, times, found, clip, action, points):
    """Plants, trails, paths and report of new motion."""
    places = character.to_scene(character.rigid(clip)[1])
    shown = scene.Character(
        armature.name,
        character.bones,
        character.parents,
        character.skeleton,
        clip,
        times,
        (times.frame(0), times.frame(times.count - 1)),
        character.samples,
        character.unit,
        [],
    )
    if not armature.surefoot.roles:
        chosen.fill_roles(armature, scene.roles_of(character.skeleton))
    armature.surefoot.plants.clear()
    to_list(armature, shown, found.plants, places)
    if armature.surefoot.show_markers:
        markers.write(context.scene, armature)
    memory.keep_trails(armature, memory.Trails([], chosen.foot_paths(shown, places)))
    walked = places[:, 0].copy()
    walked[:, 2] = places[..., 2].min()
    memory.keep_paths(armature, [walked] if points is None else [points, walked])
    context.scene.frame_end = max(context.scene.frame_end, int(np.ceil(times.frame(times.count - 1))))
    lines = [(line, "CHECKMARK" if i == 0 else "BLANK1") for i, line in enumerate(found.report.summary().splitlines())]
    lines.append((f"In action '{action.name}'", "ACTION"))
    state.tell(armature, lines + chosen.told(found.report.notes, times))
    overlay.update()


def draw(layout, context, armature):
    settings = armature.surefoot
    column = layout.column()
    column.use_property_split = True
    column.use_property_decorate = False
    column.prop(settings, "graph_query")
    if settings.graph_query == "RANDOM_WALK":
        column.prop(settings, "graph_seconds")
    elif settings.graph_query == "PATH":
        column.prop(settings, "graph_curve")
    else:
        column.prop(settings, "graph_from")
        column.prop(settings, "graph_to")
    column.prop(settings.search_motion_graph, "seed")
    options.draw_fold(layout, settings, "search_motion_graph", "Search Options", without=("seed",))
    layout.operator("surefoot.search_motion_graph", icon="ANIM")
    layout.prop(context.scene.surefoot, "show_path", text="Show Path", toggle=True)


CLASSES = [SUREFOOT_OT_search_motion_graph]
PANEL = ("motion_graph", 2, draw)
MENU = ["surefoot.search_motion_graph"]
