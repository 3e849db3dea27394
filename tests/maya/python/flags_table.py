"""The table of option flags in docs/maya.md, from the committed short names and the pages of the operations.

flags_table.py --write puts it there; test_docs.py compares.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "maya.md"
BEGIN, END = "<!-- flags -->\n", "<!-- /flags -->\n"

# Operation, command.
COMMANDS = (
    ("detect_plants", "surefootDetectPlants"),
    ("remove_footskate", "surefootRemoveFootskate"),
    ("remove_penetration", "surefootRemovePenetration"),
    ("correct_balance", "surefootCorrectBalance"),
    ("adapt_to_body", "surefootAdaptToBody"),
    ("build_motion_graph", "surefootBuildMotionGraph"),
    ("search_motion_graph", "surefootSearchMotionGraph"),
)


def short_names():
    """The committed short name of each option and common flag."""
    text = (ROOT / "maya-plugin/src/flag_names.inc").read_text(encoding="utf-8")
    return dict(re.findall(r'^\{"(\w+)", "(\w+)"\},$', text, re.M))


def long_flag(name):
    """As maya-plugin/src/options.cpp makes it."""
    first, *others = name.split("_")
    flag = first + "".join(word.capitalize() for word in others)
    return flag if len(flag) >= 4 else flag + "Option"


def options(operation):
    """The names in the table of an operation's page."""
    text = (ROOT / "docs/operations" / (operation + ".md")).read_text(encoding="utf-8")
    table = text.split("<!-- options -->\n")[1].split("<!-- /options -->")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.M)


def table():
    """The lines between the marks."""
    shorts = short_names()
    lines = ["| Command | Flags of its options |", "| --- | --- |"]
    for operation, command in COMMANDS:
        flags = ["`-%s` `-%s`" % (long_flag(name), shorts[name]) for name in options(operation)]
        lines.append("| [`%s`](operations/%s.md) | %s |" % (command, operation, ", ".join(flags)))
    return "\n".join(lines) + "\n"


def in_page():
    """What the page has between the marks."""
    return PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.split(END)[1], encoding="utf-8")
