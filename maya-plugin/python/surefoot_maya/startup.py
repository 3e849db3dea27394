"""Called by the plug-in in an interactive session, when it is loaded and unloaded."""

from __future__ import annotations


def load() -> None:
    """Makes the menu. Says what went wrong instead of failing: the commands work without a menu."""
    from maya import cmds

    try:
        from . import menu

        menu.make()
    except Exception as error:
        cmds.warning("Surefoot could not make its menu: %s" % error)


def unload() -> None:
    """Takes menu, panel and option boxes away; the shelf is the user's."""
    from maya import cmds

    try:
        from . import menu, option_box, panel

        menu.remove()
        panel.close()
        option_box.close_all()
    except Exception as error:
        cmds.warning("Surefoot could not remove its menu: %s" % error)
