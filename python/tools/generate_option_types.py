"""Writes `surefoot/_option_types.py` from the library's table of options, for type checkers and editors.

Usage: generate_option_types.py [OUTPUT]; prints to the terminal without OUTPUT.
"""

from __future__ import annotations

import sys
from pathlib import Path

import surefoot

KINDS = {"number": "float", "integer": "int", "flag": "bool"}


def generate() -> str:
    """The text of the module for the library at hand."""
    out = [
        '"""The options of every operation. Written by tools/generate_option_types.py: do not edit."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Literal, TypedDict",
    ]
    for name, specs in surefoot.operations().items():
        title = "".join(map(str.title, name.split("_")))
        out += ["", "", f"class {title}Options(TypedDict, total=False):", f'    """Options of `{name}`."""', ""]
        for spec in specs:
            choice = "Literal[" + ", ".join(f'"{value}"' for value in spec.values) + "]"
            out.append(f"    {spec.name}: {KINDS.get(spec.kind, choice)}")
            out.append(f'    """{spec.help}. {spec.allowed}, default {spec.default!r}."""')
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(generate(), encoding="utf-8")
    else:
        print(generate(), end="")
