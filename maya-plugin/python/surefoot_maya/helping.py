"""Opens the pages of the documentation that come with the module."""

from __future__ import annotations

import os
import pathlib

from maya import cmds

# The folder of the module: this file is python/surefoot_maya/helping.py in it.
MODULE = pathlib.Path(__file__).resolve().parents[2]


def page(name: str) -> pathlib.Path:
    """The file of an operation's page, or of the page about Maya."""
    candidates = (MODULE / "docs" / "operations" / (name + ".md"), MODULE / "docs" / (name + ".md"))
    return next((path for path in candidates if path.is_file()), candidates[-1])


def show(name: str = "maya") -> None:
    """Opens a page in the browser; says so if it did not come with this installation."""
    path = page(name)
    if not os.path.isfile(str(path)):
        cmds.warning("There is no help page for %s in %s." % (name, MODULE / "docs"))
        return
    cmds.launch(webPage=path.as_uri())
