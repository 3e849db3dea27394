"""Surefoot in Maya: menu, shelf, panel and option boxes over the commands of the plug-in.

The plug-in `surefoot` does the work; nothing here computes. Modules that need no window (`run`, `options`, `contacts`,
`result`, `batch`) work in mayapy, too. The plug-in calls `startup.load` when it is loaded.
"""
