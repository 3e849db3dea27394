# SPDX-License-Identifier: GPL-3.0-or-later
"""New motion from a motion graph: a random walk, and the shortest way from one action to another."""

from __future__ import annotations

import bpy
import numpy as np
import surefoot
from bpy.props import FloatProperty, IntProperty, StringProperty

from .. import chosen, memory, overlay, scene, state, synthesise, work
from ..errors import UserError
from ..plants import to_list


class _GraphOperator(work.LongOperator):
    @classmethod
    def poll(cls, context):
        armature = chosen.active_armature(context)
        if armature is None:
            cls.poll_message_set("Select an armature first")
            return False
        if memory.graph(armature) is None:
            cls.poll_message_set("Build a motion graph first; graphs are kept until Blender is closed")
            return False
        return True

    def steps(self, context) -> work.Steps:
        armature = chosen.active_armature(context)
        scene.check_usable(armature)
        built = memory.graph(armature)
        check_skeleton(armature, built)

        def make(_progress):
            walked = self.walk(built.graph)
            # Transitions blend two clips, so feet may slip a little in them.
            return walked, surefoot.remove_footskate(built.graph.skeleton, walked.clip, walked.plants)

        walked, edited = yield from work.in_thread(make)
        action, times = synthesise.write_clip(armature, built.character, edited.clip, context.scene)
        show(armature, context, built.character, times, walked, edited, action)
        return f"{walked.clip.frame_count / walked.clip.frame_rate:.1f} s of new motion in action '{action.name}'"


def check_skeleton(armature, built):
    """Raises UserError if the graph's bones are not this armature's any more."""
    missing = [name for name in built.graph.skeleton.names if name not in armature.data.bones]
    if missing:
        raise UserError(
            f"The motion graph is of another skeleton: '{armature.name}' has no bone '{missing[0]}'. Build it again"
        )


def show(armature, context, character, times, walked, edited, action):
    """Plants, trails, path and report of new motion."""
    places = character.to_scene(character.rigid(edited.clip)[1])
    shown = scene.Character(
        armature.name,
        character.bones,
        character.parents,
        character.skeleton,
        edited.clip,
        times,
        (times.frame(0), times.frame(times.count - 1)),
        character.samples,
        character.unit,
        [],
    )
    if not armature.surefoot.roles:
        chosen.fill_roles(armature, scene.roles_of(character.skeleton))
    armature.surefoot.plants.clear()
    to_list(armature, shown, walked.plants, places)
    memory.keep_trails(armature, memory.Trails([], chosen.foot_paths(shown, places)))
    way = places[:, 0].copy()
    way[:, 2] = places[..., 2].min()
    memory.keep_path(armature, way)
    context.scene.frame_end = max(context.scene.frame_end, int(np.ceil(times.frame(times.count - 1))))
    switches = sum(1 for segment in walked.segments if segment.entered)
    state.tell(
        armature,
        [
            (f"{times.count / walked.clip.frame_rate:.1f} s, {switches} transitions", "CHECKMARK"),
            (f"In action '{action.name}'", "ACTION"),
        ],
    )
    overlay.update()


class SUREFOOT_OT_random_walk(_GraphOperator, bpy.types.Operator):
    """Make new motion by walking through the motion graph at random"""

    bl_idname = "surefoot.random_walk"
    bl_label = "Random Walk"

    seconds: FloatProperty(name="Seconds", description="How long it lasts at least", default=10.0, min=0.5, max=3600.0)
    seed: IntProperty(name="Seed", description="Equal seeds give equal walks", default=0, min=0)

    def walk(self, graph):
        return surefoot.random_walk(graph, seed=self.seed, min_frames=max(1, round(self.seconds * graph.frame_rate)))


class SUREFOOT_OT_connect_actions(_GraphOperator, bpy.types.Operator):
    """Make new motion that leads from one action of the graph to another by the shortest way"""

    bl_idname = "surefoot.connect_actions"
    bl_label = "Connect Actions"

    from_action: StringProperty(name="From", description="Name of the action to begin in", options={"SKIP_SAVE"})
    to_action: StringProperty(name="To", description="Name of the action to end in", options={"SKIP_SAVE"})

    def invoke(self, context, event):
        listed = [i.action.name for i in context.object.surefoot.graph_actions if i.action]
        self.from_action = self.from_action or (listed[0] if listed else "")
        self.to_action = self.to_action or (listed[-1] if listed else "")
        return super().invoke(context, event)

    def walk(self, graph):
        first, last = (_nodes(graph, name) for name in (self.from_action, self.to_action))
        # From the first place one can be in the one to the last place in the other.
        return surefoot.shortest_connection(graph, int(first[0]), int(last[-1]))


def _nodes(graph, name):
    if name not in graph.clip_names:
        raise UserError(f"The motion graph has no action '{name}'; it has {', '.join(graph.clip_names)}")
    nodes = np.flatnonzero(graph.nodes["clip"] == graph.clip_names.index(name))
    if len(nodes) == 0:
        raise UserError(f"Nothing leads to or from action '{name}' in the motion graph")
    return nodes


def draw(layout, context, armature):
    column = layout.column(align=True)
    column.operator("surefoot.random_walk", icon="FORCE_TURBULENCE")
    column.operator("surefoot.connect_actions", icon="CON_TRACKTO")
    layout.prop(context.scene.surefoot, "show_path", text="Show Path", toggle=True)


CLASSES = [SUREFOOT_OT_random_walk, SUREFOOT_OT_connect_actions]
PANEL = ("motion_graph", 2, draw)
MENU = ["surefoot.random_walk"]
