# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits: the library's operations that take a clip and give a clip, such as Mirror Clip, and those that also take the
character's mesh. One operator for each of them is made at registration; the result is a new action."""

from __future__ import annotations

import bpy
import surefoot
from bpy.props import StringProperty

from .. import body, chosen, memory, nla, options, overlay, scene, state, synthesise, timing, work
from ..errors import UserError
from .detect_plants import first_line, told_in_frames


class _EditOperator(work.LongOperator):
    """What the operators have in common; `operation` is the name of the library's function."""

    @classmethod
    def poll(cls, context):
        return chosen.poll(cls, context)

    def take_settings(self, context):
        if options.names(self.operation):
            options.fill_unset(self, context.object.surefoot, self.operation)

    def steps(self, context) -> work.Steps:
        self.take_settings(context)
        wanted = options.values(self, self.operation)
        armature = chosen.active_armature(context)
        nla.check_writable(armature, "NEW_ACTION")
        character = yield from work.scaled(scene.read(armature, context.scene), 0.0, 0.8)
        synthesise.check_plain(armature, character)
        first, last = (character.times.index_from(character.core[0]), character.times.index_to(character.core[1]))

        inputs = self.more_inputs(context, armature, character)

        def edit(progress):
            # What was sampled beyond the frame range is there for corrections that fade out.
            part = surefoot.trim_clip(character.skeleton, character.clip, first=first, count=last + 1 - first).clip
            return self.call(progress, character.skeleton, part, *inputs, **wanted)

        with told_in_frames(character):
            edited = yield from work.scaled(work.in_thread(edit), 0.8, 1.0)
        step = character.times.step * character.clip.frame_rate / edited.clip.frame_rate
        times = timing.Times(character.core[0], step, edited.clip.frame_count)
        action = synthesise.write_clip(armature, character, edited.clip, times)
        action.name = f"{character.clip.name}_{self.operation}"
        places = character.to_scene(character.rigid(edited.clip)[1])
        memory.keep_trails(armature, memory.Trails([], chosen.foot_paths(character, places)))
        lines = [(first_line(edited.report), "CHECKMARK"), (f"In action '{action.name}'", "ACTION")]
        state.tell(armature, lines + chosen.told(edited.report.notes, times))
        overlay.update()
        return first_line(edited.report)

    def more_inputs(self, _context, _armature, _character) -> tuple:
        """What the library's function takes besides skeleton, clip and options."""
        return ()

    def call(self, _progress, *inputs, **wanted):
        return getattr(surefoot, self.operation)(*inputs, **wanted)

    @staticmethod
    def draw_more(layout, settings):
        """Draws what the operation has in the panel besides its options."""


class _BalanceEditOperator(_EditOperator):
    """An edit to which the character's mesh tells the masses, if there is one."""

    def more_inputs(self, context, armature, character) -> tuple:
        mesh_object = body.body_object(armature, context.scene)
        skin = body.skin_of(armature, mesh_object, character) if mesh_object else None
        return ([] if skin is None else [skin],)

    def call(self, progress, *inputs, **wanted):
        return getattr(surefoot, self.operation)(*inputs, progress=progress, **wanted)


class _BodyEditOperator(_BalanceEditOperator):
    """An edit that looks at the character's mesh."""

    def more_inputs(self, context, armature, character) -> tuple:
        inputs = super().more_inputs(context, armature, character)
        if inputs == ([],):
            raise UserError(f"'{armature.name}' deforms no mesh; choose one as Body in the panel")
        return inputs


class _PairsOperator(_BodyEditOperator):
    """Remove Penetration, which may be told of further parts to keep apart."""

    PROPERTIES = {
        "pairs": StringProperty(
            name="Keep Apart",
            description="Further parts of the body to keep apart, the first gives way: right_hand:left_thigh, "
            "left_thigh:trunk",
            options={"SKIP_SAVE"},
        )
    }

    def take_settings(self, context):
        super().take_settings(context)
        if not self.properties.is_property_set("pairs"):
            self.pairs = context.object.surefoot.apart_pairs
        self.apart = pairs_of(self.pairs)

    def call(self, progress, *inputs, **wanted):
        return super().call(progress, *inputs, pairs=self.apart, **wanted)

    @staticmethod
    def draw_more(layout, settings):
        layout.prop(settings, "apart_pairs")


def pairs_of(text: str) -> list[tuple[str, str]]:
    """`right_hand:left_thigh, left_thigh:trunk` as pairs of parts; raises UserError for anything else."""
    found = [tuple(part.strip() for part in pair.split(":")) for pair in text.split(",") if pair.strip()]
    for pair in found:
        if len(pair) != 2:
            raise UserError(
                f"'{':'.join(pair)}' is no pair of parts: write two with a colon, such as right_hand:left_thigh"
            )
    return found


def declare() -> None:
    """Makes the operators anew from what the library declares."""
    found = surefoot.operations()
    CLASSES[:] = [_operator(operation, _EditOperator) for operation in found if operation.is_edit]
    for operation in (operation for operation in found if operation.name in BODY_EDITS):
        CLASSES.append(_operator(operation, BODY_EDITS[operation.name]))
    CLASSES.extend(_operator(operation, _BalanceEditOperator) for operation in found if operation.name in BALANCE_EDITS)
    MENU[:] = [cls.bl_idname for cls in CLASSES]


def _operator(operation: surefoot.Operation, base: type) -> type:
    members = {
        "operation": operation.name,
        "bl_idname": f"surefoot.{operation.name}",
        "bl_label": operation.label,
        "bl_description": f"{operation.help}; the result is a new action",
    }
    return type(f"SUREFOOT_OT_{operation.name}", (base, bpy.types.Operator), members)


def draw(layout, _context, armature):
    for cls in CLASSES:
        if options.names(cls.operation):
            options.draw_fold(layout, armature.surefoot, cls.operation, f"{cls.bl_label} Options")
        cls.draw_more(layout, armature.surefoot)
        layout.operator(cls.bl_idname)


# Edits that take the character's mesh as well, and those that also do without one.
BODY_EDITS = {"remove_penetration": _PairsOperator, "adapt_to_body": _BodyEditOperator}
BALANCE_EDITS = {"correct_balance", "correct_flight"}
CLASSES: list[type] = []
PANEL = ("edits", 0, draw)
MENU: list[str] = []
