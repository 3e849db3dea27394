# SPDX-License-Identifier: GPL-3.0-or-later
"""Build Motion Graph."""

from __future__ import annotations

import bpy
import surefoot

from .. import actions, chosen, memory, options, scene, state, synthesise, work
from ..errors import UserError


class SUREFOOT_OT_build_motion_graph(work.LongOperator, bpy.types.Operator):
    """Find where the listed actions resemble each other and join them there, so that new motion can be made of them"""

    bl_idname = "surefoot.build_motion_graph"
    bl_label = "Build Motion Graph"

    operation = "build_motion_graph"

    @classmethod
    def poll(cls, context):
        if not chosen.poll(cls, context):
            return False
        if not any(item.action for item in context.object.surefoot.graph_actions):
            cls.poll_message_set("Add actions to the motion graph first")
            return False
        return True

    def take_settings(self, context):
        options.fill_unset(self, context.object.surefoot, "build_motion_graph")

    def steps(self, context) -> work.Steps:
        self.take_settings(context)
        wanted = options.values(self, "build_motion_graph")
        armature = chosen.active_armature(context)
        detecting = options.used_values(armature.surefoot, "detect_plants")
        listed = [item.action for item in armature.surefoot.graph_actions if item.action]
        characters = []
        for index, action in enumerate(listed):
            share = (0.6 * index / len(listed), 0.6 * (index + 1) / len(listed))
            characters.append((yield from work.scaled(_read(armature, action, context.scene), *share)))
        synthesise.check_plain(armature, characters[0])

        def build(progress):
            clips = []
            for character in characters:
                found = surefoot.detect_plants(character.skeleton, character.clip, **detecting)
                clips.append((character.skeleton, character.clip, found.plants))
            return surefoot.build_motion_graph(clips, progress=progress, **wanted)

        built = yield from work.scaled(work.in_thread(build), 0.6, 1.0)
        memory.keep_graph(armature, memory.Graph(built.graph, built.report, characters[0]))
        state.tell(armature, _lines(built.report, characters))
        if built.graph.node_count == 0:
            raise UserError(
                "No transitions found: the actions are too different; raise the threshold or add more actions"
            )
        return built.report.summary().splitlines()[0]


def _read(armature, action, blender_scene):
    """Samples the armature while it plays the action; what it played before is back afterwards."""
    animation = armature.animation_data
    before, slot = animation.action, actions.slot_of(animation)
    actions.assign(animation, action, actions.slot_for(action, armature))
    try:
        return (yield from scene.read(armature, blender_scene))
    finally:
        actions.assign(animation, before, slot)


def _lines(report, characters):
    lines = [
        (f"{len(report.clips)} actions, {report.nodes} nodes, {report.transitions} transitions", "CHECKMARK"),
        (
            f"{sum(clip.used_frames for clip in report.clips)} of {sum(c.frame_count for c in report.clips)} frames usable",
            "BLANK1",
        ),
        (f"From anywhere to anywhere in {report.route_seconds_mean:.1f} s on average", "BLANK1"),
    ]
    lines += [(f"{label.label}: {label.coverage:.0%} usable", "BLANK1") for label in report.labels]
    for note in report.notes:
        # Frames are those of the action that the note names.
        named = next((c for c in characters if f"'{c.clip.name}'" in note.text), characters[0])
        lines += chosen.told([note], named.times)
    return lines


def draw(layout, context, armature):
    settings = armature.surefoot
    options.draw_fold(layout, settings, "build_motion_graph", "Graph Options")
    layout.operator("surefoot.build_motion_graph", text="Build", icon="NODETREE")
    built = memory.graph(armature)
    if built:
        graph = built.graph
        layout.label(text=f"{graph.node_count} nodes, {graph.transition_count} transitions", icon="CHECKMARK")


CLASSES = [SUREFOOT_OT_build_motion_graph]
PANEL = ("motion_graph", 1, draw)
MENU = ["surefoot.build_motion_graph"]
