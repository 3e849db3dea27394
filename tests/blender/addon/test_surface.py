"""Every option of the library is in Blender, with its name, label, default, range and words, and is shown when it matters;
every property has a tooltip."""

import dataclasses
import importlib
import itertools

import bpy
import surefoot

import makers
from harness import MODULE, choose, part, run

OPERATORS = {
    "detect_plants",
    "remove_footskate",
    "remove_penetration",
    "adapt_to_body",
    "correct_balance",
    "correct_flight",
    "measure_balance",
    "build_motion_graph",
    "search_motion_graph",
} | {operation.name for operation in surefoot.operations() if operation.is_edit}


def declared():
    """Operations with options, as the library has them, but for those that are about the mesh itself."""
    mesh = part("options").NOT_OFFERED
    found = [operation for operation in surefoot.operations() if operation.options and operation.name not in mesh]
    assert {operation.name for operation in found} >= {"detect_plants", "remove_footskate", "search_motion_graph"}
    return found


def group_of(operation):
    """The properties that keep the operation's options with an armature."""
    return bpy.types.Object.bl_rna.properties["surefoot"].fixed_type.properties[operation].fixed_type.properties


def test_options_are_those_of_the_library():
    for operation in declared():
        owners = [group_of(operation.name)]
        if operation.name in OPERATORS:
            owners.append(getattr(bpy.ops.surefoot, operation.name).get_rna_type().properties)
        kept = [p.identifier for p in owners[0] if p.identifier not in ("rna_type", "name")]
        assert kept == [spec.name for spec in operation.options], operation.name
        for spec in operation.options:
            for owner in owners:
                prop = owner[spec.name]
                where = f"{operation.name}.{spec.name}"
                assert prop.name == spec.label and prop.description.startswith(spec.help), where
                is_share = spec.unit == "ratio" and spec.max <= 1.0
                assert (prop.subtype == "FACTOR") == is_share, where
                if spec.unit == "s":
                    assert prop.description.endswith("In seconds"), where
                if spec.kind == "choice":
                    assert [(i.identifier, i.name, i.description) for i in prop.enum_items] == [
                        (choice.name, choice.label, choice.help) for choice in spec.choices
                    ], where
                    assert prop.default == spec.default, where
                elif spec.kind == "flag":
                    assert prop.type == "BOOLEAN" and prop.default == spec.default, where
                else:
                    assert prop.type == ("INT" if spec.kind == "integer" else "FLOAT"), where
                    for mine, theirs in (
                        (prop.default, spec.default),
                        (prop.hard_min, spec.min),
                        # Blender's integers have 32 bits.
                        (prop.hard_max, min(spec.max, 2**31 - 1) if spec.kind == "integer" else spec.max),
                    ):
                        assert abs(mine - theirs) <= 1e-6 * max(1.0, abs(theirs)), where
                    if spec.kind == "number":
                        shown = float(f"{spec.default:.{prop.precision}f}")
                        assert abs(shown - spec.default) < 1e-9, f"{where}: the default is not shown as it is"


def test_options_are_shown_when_they_matter():
    """In every combination of choices, grounds and queries, against conditions read by other code than the add-on's."""
    rig = makers.biped()
    settings = rig.surefoot
    hidden = 0
    queries = [item.identifier for item in settings.bl_rna.properties["graph_query"].enum_items]
    for operation in declared():
        choices = [spec for spec in operation.options if spec.kind == "choice"]
        words = [[choice.name for choice in spec.choices] for spec in choices]
        for *chosen, ground, query in itertools.product(*words, ("NONE", "PLANE", "MESH"), queries):
            settings.ground_from, settings.graph_query = ground, query
            # Blender cleans whole clips: there is no stream.
            state = {"ground": "none" if ground == "NONE" else "given", "stream": "none"}
            state["query"] = query.lower().replace("_", "-")
            state |= {spec.name: str(spec.default).lower() for spec in operation.options if spec.kind == "flag"}
            for spec, word in zip(choices, chosen, strict=True):
                setattr(getattr(settings, operation.name), spec.name, word)
                state[spec.name] = word
            expected = [
                spec.name
                for spec in operation.options
                if all(state[condition.subject] in condition.values for condition in spec.used_when)
            ]
            assert part("options").shown(settings, operation.name) == expected, (operation.name, state)
            hidden += len(operation.options) - len(expected)
    assert hidden > 0
    settings.ground_from = "NONE"
    settings.remove_footskate.method = "root"
    told = part("options").shown(settings, "remove_footskate")
    assert "cutoff" not in told and "snap_to_ground" not in told and "method" in told, told


class Layout:
    """Stands in for a panel's layout, which Blender makes only for a window; keeps what is drawn, folds open."""

    def __init__(self, drawn):
        self.drawn = drawn

    def prop(self, owner, name, **_):
        assert name in owner.bl_rna.properties, name
        self.drawn.append((owner.bl_rna.identifier, name))

    def operator(self, idname, **_):
        self.drawn.append(("operator", idname))
        return self

    def panel_prop(self, owner, name):
        self.prop(owner, name)
        return self, self

    def row(self, *_, **__):
        return self

    box = column = split = separator = label = operator_menu_enum = menu = prop_search = template_list = row


def test_the_panel_draws_the_options_that_matter_once():
    rig = makers.biped()
    choose(rig)
    for method, ground in itertools.product(("limbs", "root", "foot-rooted"), ("NONE", "PLANE")):
        rig.surefoot.remove_footskate.method, rig.surefoot.ground_from = method, ground
        drawn = []
        for section in ("character", "plants", "clean_up", "edits", "balance", "motion_graph", "report"):
            for draw in part("operators").panel_parts(section):
                draw(Layout(drawn), bpy.context, rig)
        for operation in declared():
            group = type(getattr(rig.surefoot, operation.name)).bl_rna.identifier
            names = [name for owner, name in drawn if owner == group]
            assert sorted(names) == sorted(part("options").shown(rig.surefoot, operation.name)), (method, names)
        for operation in OPERATORS:
            assert drawn.count(("operator", f"surefoot.{operation}")) == 1, operation


def test_a_new_option_needs_no_line_of_the_add_on():
    """The library declares one more option of each kind; property, operator and visibility follow. The native library
    does not know them, so this test answers in its place when they matter; `tests/declare_once` builds one that does."""
    addon = importlib.import_module(MODULE)
    original, used_options = surefoot.operations, surefoot.used_options
    remove = next(operation for operation in original() if operation.name == "remove_footskate")
    condition = surefoot.Condition("method", ("root",))
    number = surefoot.Option(
        "added", "Added Number", "number", "furlongs", "Something new", 2.5, 1.0, 9.0, (), (condition,)
    )
    whole = dataclasses.replace(number, name="whole", kind="integer", unit="", default=3, min=0, max=2**63 - 1)
    more = dataclasses.replace(remove, options=(*remove.options, number, whole))
    assert "added" not in group_of("remove_footskate")

    def register_with(operations, used):
        addon.unregister()
        surefoot.operations, surefoot.used_options = operations, used
        addon.register()

    def used_with_more(operation, values, inputs):
        if operation is not more:
            return used_options(operation, values, inputs)
        used = used_options(remove, {name: values[name] for name in values.keys() - {"added", "whole"}}, inputs)
        return (*used, "added", "whole") if values["method"] == "root" else used

    try:
        register_with(
            lambda: tuple(more if operation is remove else operation for operation in original()), used_with_more
        )
        for owner in (
            group_of("remove_footskate"),
            bpy.ops.surefoot.remove_footskate.get_rna_type().properties,
        ):
            prop = owner["added"]
            assert (prop.type, prop.name, prop.default, prop.hard_min, prop.hard_max) == (
                "FLOAT",
                "Added Number",
                2.5,
                1.0,
                9.0,
            )
            assert prop.description == "Something new. In furlongs"
            assert (owner["whole"].type, owner["whole"].hard_max) == ("INT", 2**31 - 1)
        rig = makers.biped()
        settings = rig.surefoot
        assert "added" not in part("options").shown(settings, "remove_footskate")
        settings.remove_footskate.method = "root"
        assert part("options").shown(settings, "remove_footskate")[-2:] == ["added", "whole"]
        settings.remove_footskate.added = 4.0
        assert part("options").values(settings.remove_footskate, "remove_footskate")["added"] == 4.0
        assert "options.added" in part("presets").SUREFOOT_OT_add_preset.preset_values
    finally:
        register_with(original, used_options)
    assert "added" not in group_of("remove_footskate")
    assert "added" not in bpy.ops.surefoot.remove_footskate.get_rna_type().properties


def test_defaults_reach_the_library_as_the_library_has_them():
    """Blender's numbers have 32 bits; a default that comes back as another number would be told as a setting."""
    rig = makers.biped()
    for operation in declared():
        sent = part("options").values(getattr(rig.surefoot, operation.name), operation.name)
        assert sent == {spec.name: spec.default for spec in operation.options}, operation.name
    makers.fk_walk(rig, frames=31)
    choose(rig)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert not any("no effect" in line.text for line in rig.surefoot.report)
    assert bpy.ops.surefoot.remove_footskate(method="root", cutoff=1.0) == {"FINISHED"}
    assert any("no effect" in line.text and "cutoff" in line.text for line in rig.surefoot.report)


def test_a_setting_from_before_is_kept_but_not_sent():
    rig = makers.biped()
    makers.fk_walk(rig, frames=31)
    choose(rig)
    rig.surefoot.remove_footskate.cutoff = 1.0
    rig.surefoot.remove_footskate.method = "root"
    assert "cutoff" not in part("options").used_values(rig.surefoot, "remove_footskate")
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert not any("no effect" in line.text for line in rig.surefoot.report)
    assert rig.surefoot.remove_footskate.cutoff == 1.0


def test_the_character_section_warns_of_the_unit():
    """Beside the settings that mend it, not among the results."""
    rig = makers.biped()
    makers.fk_walk(rig, frames=61)
    choose(rig)
    assert bpy.ops.surefoot.detect_plants() == {"FINISHED"}
    assert len(rig.surefoot.checks) == 0
    rig.scale = (10.0,) * 3
    bpy.context.view_layer.update()
    for work in (bpy.ops.surefoot.detect_plants, bpy.ops.surefoot.remove_footskate):
        rig.surefoot.checks.clear()
        assert work() == {"FINISHED"}
        told = [(line.text, line.icon) for line in rig.surefoot.checks]
        assert any("one unit is taken as" in text and icon == "ERROR" for text, icon in told), told
    assert not any("unit" in line.text for line in rig.surefoot.report)


def test_everything_has_a_tooltip():
    missing = []
    for name in dir(bpy.ops.surefoot):
        kind = getattr(bpy.ops.surefoot, name).get_rna_type()
        if not kind.description:
            missing.append(name)
        missing += [
            f"{name}.{p.identifier}" for p in kind.properties if p.identifier != "rna_type" and not p.description
        ]
    hidden = {"role", "text", "icon", "number", "name", "rna_type"}
    for group in part("state").CLASSES:
        for p in group.bl_rna.properties:
            if p.identifier not in hidden and p.type not in ("POINTER", "COLLECTION") and not p.description:
                missing.append(f"{group.__name__}.{p.identifier}")
    allowed = {m for m in missing if m.startswith("add_preset.")}
    assert set(missing) == allowed, sorted(set(missing) - allowed)


def test_the_menu_offers_the_operations():
    offered = [idname for module in part("operators").MODULES for idname in getattr(module, "MENU", ())]
    for operation in OPERATORS:
        assert f"surefoot.{operation}" in offered
    drawn = bpy.types.VIEW3D_MT_object_animation.draw._draw_funcs
    assert drawn.count(part("operators")._draw_menu) == 1


run(globals())
