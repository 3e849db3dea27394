"""The added option in Blender: a property with the library's words, shown where it is used."""

import os

import bpy
import surefoot_addon
from surefoot_addon import options

surefoot_addon.register()
prop = bpy.ops.surefoot.remove_footskate.get_rna_type().properties["boot_reach"]
assert (prop.name, prop.default, prop.hard_min, prop.hard_max) == ("Boot Reach", 2.5, 1.0, 9.0)
assert "seven-league boots" in prop.description and "furlongs" in prop.description
rig = bpy.data.objects.new("rig", bpy.data.armatures.new("rig"))
assert "boot_reach" not in options.shown(rig.surefoot, "remove_footskate")
rig.surefoot.remove_footskate.method = "root"
assert "boot_reach" in options.shown(rig.surefoot, "remove_footskate")
print("boot_reach in Blender", flush=True)
# bpy may hang while it ends.
os._exit(0)
