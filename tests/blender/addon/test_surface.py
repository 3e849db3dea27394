"""Every option of the library is in Blender, with its name, default, range and words; every property has a tooltip."""

import bpy
import surefoot

import makers
from harness import choose, part, run


def tables():
    options = part("options")
    operations = surefoot.operations()
    return [(name, operations[name], table) for name, table in options.TABLES.items()]


def test_options_are_those_of_the_library():
    for operation, specs in ((name, specs) for name, specs, _ in tables()):
        settings = bpy.types.Object.bl_rna.properties["surefoot"].fixed_type.properties[operation].fixed_type
        operator = getattr(bpy.ops.surefoot, operation).get_rna_type().properties
        names = [spec.name for spec in specs]
        assert [p.identifier for p in settings.properties if p.identifier not in ("rna_type", "name")] == names, (
            operation
        )
        for spec in specs:
            for owner in (settings.properties, operator):
                prop = owner[spec.name]
                where = f"{operation}.{spec.name}"
                if spec.kind == "choice":
                    assert [i.identifier for i in prop.enum_items] == list(spec.values), where
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


def test_defaults_reach_the_library_as_the_library_has_them():
    """Blender's numbers have 32 bits; a default that comes back as another number would be told as a setting."""
    rig = makers.biped()
    for operation, specs, _ in tables():
        sent = part("options").values(getattr(rig.surefoot, operation), operation)
        assert sent == {spec.name: spec.default for spec in specs}, operation
    makers.fk_walk(rig, frames=31)
    choose(rig)
    assert bpy.ops.surefoot.remove_footskate() == {"FINISHED"}
    assert not any("without effect" in line.text for line in rig.surefoot.report)


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
    for operation, _, _ in tables():
        assert f"surefoot.{operation}" in offered
    drawn = bpy.types.VIEW3D_MT_object_animation.draw._draw_funcs
    assert drawn.count(part("operators")._draw_menu) == 1


run(globals())
