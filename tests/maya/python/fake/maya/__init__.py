"""A recording fake of the part of Maya's Python that the plug-in's interface uses. See cmds.py."""
